"""The history: find a round, replay it, share it, and the audit of the store."""

from __future__ import annotations

from typing import Any
from urllib.parse import quote, urlencode

from fastapi import APIRouter
from starlette.requests import Request
from starlette.responses import Response

from cutcard.service.api import CasinoDep, reader_key
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import ServiceError
from cutcard.service.found_rounds import NoSuchRound, RoundFilter
from cutcard.service.routes import audits, history, replays
from cutcard.service.routes.history_bodies import Replay
from cutcard.web.frame import page
from cutcard.web.visitor import STAFF, TurnedAway, Visitor, known, log_in_url

PATH = "/history"
FIELDS = RoundFilter._fields
DIGITS = 9  # of a round's number

router = APIRouter(include_in_schema=False)


@router.get(PATH)
async def find(request: Request, casino: CasinoDep, caller: Visitor) -> Response:
    """Rounds by table, player and time, page by page; a record that somebody brings."""
    typed = {field: request.query_params.get(field, "").strip()[:64] for field in FIELDS}
    after = request.url.path + (f"?{request.url.query}" if request.url.query else "")
    found, wrong = await _found(request, casino, caller, typed)
    asked = {field: value for field, value in typed.items() if value}
    before = found["before"] if found else None
    return page(
        request,
        "history.html",
        title="History",
        section=PATH,
        caller=caller,
        log_in=log_in_url(after),
        typed=typed,
        found=found,
        wrong=wrong,
        earlier=f"{PATH}?{urlencode({**asked, 'before': before})}" if before else "",
        first=f"{PATH}?{urlencode(asked)}" if "before" in request.query_params else "",
    )


async def _found(
    request: Request, casino: Casino, caller: Caller | None, typed: dict[str, str]
) -> tuple[dict[str, Any] | None, str]:
    if caller is None:
        return None, ""
    before = request.query_params.get("before") or None
    try:
        wanted = RoundFilter.typed(typed)
        found = await history.list_rounds(casino, caller, reader_key(caller, request), *wanted, before)
    except ServiceError as error:
        return None, error.message
    return found.model_dump(), ""


@router.get(PATH + "/audit")
async def audit(request: Request, casino: CasinoDep, visitor: Visitor) -> Response:
    """What the scheduled audit found, and one that inspectors and administrators run."""
    caller = known(visitor)
    if caller.plays:
        raise TurnedAway(caller, STAFF)
    shown = await audits.show_audit(casino, caller)
    data = {"shown": shown, "runs": audits.may_run(caller)}
    return page(request, "audit.html", title="Audit", section=PATH, data=data)


@router.get(PATH + "/{table}/{number}")
async def one_round(request: Request, casino: CasinoDep, visitor: Visitor, table: str, number: str) -> Response:
    """A round step by step."""
    caller = known(visitor)
    if not number.isdecimal() or len(number) > DIGITS:
        raise NoSuchRound(f"a round has a number, and {number[:12]!r} is none")
    replay = await replays.replay_round(casino, caller, reader_key(caller, request), table, int(number))
    api = f"/api/tables/{quote(table, safe='')}/rounds/{int(number)}"
    ways = {"decisions": f"{api}/decisions", "record": api, "share": f"{api}/share" if caller.plays else None}
    return _round(request, replay, ways)


@router.get("/shared/{key}")
async def shared(request: Request, casino: CasinoDep, caller: Visitor, key: str) -> Response:
    """A round that somebody shows to anybody who has the link."""
    replay = await replays.replay_shared(casino, reader_key(caller, request), key)
    return _round(request, replay, {"decisions": f"/api/shared/{quote(key, safe='')}/decisions"}, shared=True)


def _round(request: Request, replay: Replay, ways: dict[str, str | None], shared: bool = False) -> Response:
    title = f"Round {replay.round} at {replay.table_name}"
    data = {"replay": replay, "ways": ways}
    return page(request, "round.html", title=title, section=PATH, round=replay, shared=shared, data=data)
