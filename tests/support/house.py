"""A house with its pages for tests: the real service on a store of its own, with accounts that can be logged in to."""

from __future__ import annotations

import itertools
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import asdict
from pathlib import Path
from typing import Any
from urllib.parse import quote

import httpx
from playwright.sync_api import Page

from cutcard.floor import BlockingFloor
from cutcard.service.accounts import CHEAP, Accounts
from cutcard.service.cross_site import COOKIE
from cutcard.store import Store
from support.browser import served
from support.carded import carded, details_of

SECRET = "a long enough secret"
PEOPLE = (
    ("root", "administrator", ""),
    ("bea", "gaming-supervisor", "sydney"),
    ("dan", "dealer", "sydney"),
    ("max", "dealer", "melbourne"),
    ("ivo", "inspector", ""),
    ("ann", "player", ""),
    ("bob", "player", ""),
)
QUICK = {"CUTCARD_LOGINS_PER_MINUTE": "10000", "CUTCARD_LOG_LEVEL": "warning", "CUTCARD_COMMANDS_BURST": "10000"}
QUICK |= {"CUTCARD_READS_BURST": "10000"}
ANSWER_S = 60.0  # that the service may take on a machine that does much else
_numbers = itertools.count(1)


@contextmanager
def opened_house(folder: Path, prepared: Callable[[Store], None] | None = None) -> Iterator[House]:
    """Serve the demonstration with these people's accounts, or a store that has been prepared."""
    db = folder / "house.db"
    store = Store.open(str(db))
    accounts = Accounts(store, CHEAP)
    for name, role, casino in PEOPLE:
        accounts.create(name, role, SECRET, casino, at_ms=0)
        if role == "player":
            carded(BlockingFloor(store), name)
    if prepared is not None:
        prepared(store)
    store.close()
    kind = [] if prepared is not None else ["--demonstration"]
    command = [sys.executable, "-m", "cutcard", "serve", *kind, "--db", str(db), "--port", "{port}"]
    with served(command, path="/health", env=QUICK) as url:
        yield House(url)


class House:
    """The service, spoken to over its API."""

    def __init__(self, url: str) -> None:
        self.url = url
        self.tokens: dict[str, str] = {}

    def token(self, name: str) -> str:
        """The one token under which somebody speaks to the API."""
        if name not in self.tokens:
            self.tokens[name] = self.log_in(name)
        return self.tokens[name]

    def log_in(self, name: str) -> str:
        """A token of its own."""
        answer = httpx.post(f"{self.url}/api/login", json={"name": name, "password": SECRET}, timeout=ANSWER_S)
        return str(answer.json()["token"])

    def post(self, path: str, token: str) -> None:
        headers = {"Authorization": f"Bearer {token}"}
        httpx.post(f"{self.url}{path}", headers=headers, timeout=ANSWER_S).raise_for_status()

    def enter(self, page: Page, name: str) -> None:
        """Let a browser be logged in as somebody."""
        page.context.add_cookies([{"name": COOKIE, "value": self.token(name), "url": self.url}])

    def open_staff(self, page: Page, name: str, table: str) -> None:
        """The staff's page of a table, as one of the staff has it."""
        self.enter(page, name)
        page.goto(f"{self.url}/staff/{table}")

    def get(self, path: str, name: str) -> Any:
        return httpx.get(f"{self.url}{path}", headers=self._as(name), timeout=ANSWER_S).json()

    def say(self, table: str, name: str, do: str, /, **fields: Any) -> None:
        """Give a command that is not refused."""
        body = {"id": f"t{next(_numbers)}", "command": {"do": do, **fields}}
        url = f"{self.url}/api/tables/{table}/commands"
        answer = httpx.post(url, json=body, headers=self._as(name), timeout=ANSWER_S)
        assert answer.status_code == 200, answer.text

    def _as(self, name: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.token(name)}"}

    def tell(self, tournament: str, name: str, do: str, /, **fields: Any) -> None:
        """Give a tournament a command that is not refused."""
        body = {"id": f"t{next(_numbers)}", "command": {"do": do, **fields}}
        url = f"{self.url}/api/tournaments/{tournament}/commands"
        answer = httpx.post(url, json=body, headers=self._as(name), timeout=ANSWER_S)
        assert answer.status_code == 200, answer.text

    def tournament(self, name: str, *players: str, **fields: str) -> str:
        """Announce a tournament of play money by its form, run by bea, and let people enter; its name."""
        form = self.get("/api/announce-tournament?book=sydney-v15", "root")
        asked = [field for part in ("which", "tournament", "stages", "statements") for field in form[part]]
        filled = {one["name"]: one["value"] for one in asked if one["kind"] != "check" or one["value"]}
        entries = {**filled, "tournament": name, "title": f"The {name}", "currency": "play", **fields}
        url, body = f"{self.url}/api/tournaments", {"id": f"t{next(_numbers)}", "entries": entries}
        answer = httpx.post(url, json=body, headers=self._as("root"), timeout=ANSWER_S)
        assert answer.status_code == 200, answer.text
        self.tell(name, "root", "appoint-director", person="bea")
        self.tell(name, "root", "open-entries")
        for player in players:
            self.tell(name, player, "apply-to-enter", agrees=True, cash=True)
        return name

    def promotion(self, name: str) -> str:
        """Announce a promotion by the example of its document; its name."""
        text = self.get("/api/announce-promotion?book=sydney-v15", "root")["text"]
        body = {"id": f"t{next(_numbers)}", "promotion": name, "text": text}
        answer = httpx.post(f"{self.url}/api/promotions", json=body, headers=self._as("root"), timeout=ANSWER_S)
        assert answer.status_code == 200, answer.text
        return name

    def real_table(self) -> str:
        """Open a table with a real shoe in Sydney; its name."""
        name = f"Pit-{next(_numbers)}"
        sign = {"minimum": 1000, "maximum": 50_000, "side_bets": {"perfect-pairs": {"minimum": 200, "maximum": 5000}}}
        rules = {"book": "sydney-v15", "game": "blackjack", "decks": 8, "side_bets": {"perfect-pairs": True}}
        more = {"source": "real", "chips": 10_000_000, "layout_approved": True}
        self.say(name, "bea", "open-table", table=name, sign=sign, **rules, **more)
        self.say(name, "root", "approve", number=1)  # the first fill takes two people
        return name

    def ready(self, table: str, player: str = "ann") -> None:
        """Seat a player with $200 at a real table and bring its cards to where betting opens."""
        self.say(table, "dan", "sit", box=3, player=player)
        self.card_in(table, player)
        self.say(table, "dan", "sell-chips", player=player, amount=20_000)
        for do in ("bring-cards", "check-cards", "shuffle"):
            self.say(table, "dan", do)
        self.say(table, "dan", "cut", player=player, at=100)
        self.say(table, "dan", "place-cutting-card", behind=78)
        self.say(table, "dan", "burn-card")

    def card_in(self, table: str, player: str) -> None:
        """Let the dealer put in a player's card, as the player hands it over."""
        self.say(table, "dan", "insert-card", card=self.card_of(player), player=player)

    def card_of(self, player: str) -> str:
        """The number of a player's card; who has none gets theirs at the desk."""
        path = f"/api/players/{quote(player, safe='')}"
        shown = self.get(path, "bea")
        if "error" in shown:
            self._register(path, {"do": "register-player", "player": player, "book": "sydney-v15"})
        if "error" in shown or shown["player"]["card"] is None:
            body = {"document": "passport", **asdict(details_of(player))}
            answer = httpx.post(f"{self.url}{path}/identity", json=body, headers=self._as("bea"), timeout=ANSWER_S)
            assert answer.status_code == 200, answer.text
            self._register(path, {"do": "issue-card", "limits_declined": True})
        return str(self.get(path, "bea")["player"]["card"]["number"])

    def _register(self, path: str, command: dict[str, Any]) -> None:
        body = {"id": f"t{next(_numbers)}", "command": command}
        answer = httpx.post(f"{self.url}{path}/commands", json=body, headers=self._as("bea"), timeout=ANSWER_S)
        assert answer.status_code == 200, answer.text

    def round(self, table: str, player: str = "ann") -> None:
        """Play a round: 18 for the player, 20 for the dealer, and a mixed pair beside it."""
        self.say(table, "dan", "open-betting")
        self.say(table, "dan", "place-wager", box=3, amount=2000, player=player)
        self.say(table, "dan", "place-wager", box=3, amount=500, bet="perfect-pairs", player=player)
        self.say(table, "dan", "no-more-bets")
        self.say(table, "dan", "deal-cards", cards=["9s", "Kh", "9d"])
        self.say(table, "dan", "stand", box=3, player=player)
        self.say(table, "dan", "deal-cards", cards=["Tc"])
