"""Every page that there is, with somebody who may see it: what must hold for all of them is tested on this list."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import httpx
from fastapi import APIRouter
from fastapi.routing import APIRoute
from starlette.routing import Match

from cutcard.web.app import page_modules
from support.house import ANSWER_S, House


class Visit(NamedTuple):
    """A page and who looks at it; "" is a stranger.

    `{pit}` is a table of real cards with a finished round of ann's, `{key}` is of the link by which it is shared;
    `{tournament}` takes entries, and bob is in it.
    """

    who: str
    path: str


VISITS = (
    Visit("", "/"),
    Visit("bea", "/"),
    Visit("", "/login?why=wrong"),
    Visit("ann", "/logout"),
    Visit("ann", "/account"),
    Visit("root", "/accounts"),
    Visit("ivo", "/accounts"),
    Visit("", "/jackpots"),
    Visit("", "/tournaments"),
    Visit("ann", "/tournaments/{tournament}"),
    Visit("bob", "/tournaments/{tournament}"),
    Visit("", "/tournaments/{tournament}/board"),
    Visit("", "/tournaments/{tournament}/terms"),
    Visit("bea", "/staff/tournaments"),
    Visit("root", "/staff/tournaments/announce"),
    Visit("bea", "/staff/tournaments/{tournament}"),
    Visit("", "/promotions"),
    Visit("ann", "/promotions/{promotion}"),
    Visit("bea", "/staff/promotions"),
    Visit("root", "/staff/promotions/announce"),
    Visit("bea", "/staff/promotions/{promotion}"),
    Visit("", "/table/Vegas"),
    Visit("ann", "/table/{pit}"),
    Visit("bea", "/staff"),
    Visit("ivo", "/staff"),
    Visit("bea", "/staff/open"),
    Visit("bea", "/staff/links"),
    Visit("bea", "/staff/links/open"),
    Visit("root", "/staff/links/open"),
    Visit("root", "/staff/links/Supernova"),
    Visit("bea", "/staff/{pit}"),
    Visit("ivo", "/staff/{pit}"),
    Visit("ann", "/staff"),
    Visit("bea", "/reports/wrong-payments"),
    Visit("dan", "/reports/wrong-payments"),
    Visit("ivo", "/history"),
    Visit("ann", "/history/{pit}/1"),
    Visit("ivo", "/history/audit"),
    Visit("ann", "/me/play"),
    Visit("ann", "/me"),
    Visit("bea", "/staff/players"),
    Visit("ivo", "/staff/players/ann"),
    Visit("ivo", "/staff/player-registers"),
    Visit("", "/shared/{key}"),
    Visit("", "/shoe"),
    Visit("", "/training"),
    Visit("", "/odds"),
    Visit("", "/rulebook"),
    Visit("", "/rulebook/sydney-v15"),
    Visit("", "/games/melbourne-v26/crown-pontoon"),
    Visit("", "/there-is-no-such-page"),
)


def prepared(house: House) -> dict[str, str]:
    """What the paths of the list name: a table at which a round has been played, the key of a link to that."""
    pit = house.real_table()
    house.ready(pit)
    house.round(pit)
    wrong = {"what": "wager", "round": 1, "box": 3, "patron": "ann", "note": "found by surveillance"}
    house.say(pit, "bea", "record-wrong-payment", paid=250_000, due=100_000, **wrong)
    house.say(pit, "bea", "record-wrong-payment", paid=500, due=1000, **wrong)
    house.say(pit, "bea", "attempt-rectification", case=1, attempt="contact", succeeded=False, note="no answer")
    headers = {"Authorization": f"Bearer {house.token('ann')}"}
    shared = httpx.post(f"{house.url}/api/tables/{pit}/rounds/1/share", headers=headers, timeout=ANSWER_S)
    return {
        "pit": pit,
        "key": shared.json()["key"],
        "tournament": house.tournament("every-page", "bob"),
        "promotion": house.promotion("every-page"),
    }


def routes() -> Iterator[APIRoute]:
    """The routes of all pages that are looked at, not sent to."""
    for module in page_modules():
        router: APIRouter = module.router
        yield from (route for route in router.routes if isinstance(route, APIRoute) and "GET" in (route.methods or ()))


def unvisited() -> list[str]:
    """The paths of pages that nobody on the list looks at."""
    paths = [visit.path.partition("?")[0] for visit in VISITS]
    return [route.path for route in routes() if not any(_is(route, path) for path in paths)]


def _is(route: APIRoute, path: str) -> bool:
    scope = {"type": "http", "method": "GET", "path": path, "headers": []}
    return route.matches(scope)[0] is Match.FULL
