"""No undisclosed wager leaves the service before it is read out, on any way out; afterwards everybody has it.

A tournament is played at a running service while everybody watches: other players, strangers, dealers, inspectors. All
that they are sent, the pages, the log, the metrics, what the process prints and the files of the store are searched
for what was written on a form, in every way in which an amount can be written.
"""

from __future__ import annotations

import contextlib
import io
import json
import re
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause
from support.every_page import routes
from support.running_service import Running, running
from support.tournament_floor import HEAT, TournamentFloor
from support.waiting import PATIENCE_S, eventually
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cutcard import logs
from cutcard.service.cross_site import COOKIE
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import HandInForm, ReadOutForms
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments import BeginAtTable, CloseEntries, CommitBallot, DesignateTable, DrawSeats

WRITTEN = 13_737_000  # cents: nobody moves the same by chance
SAID = re.compile(r"13737000|(?<![0-9a-zA-Z])137[,. _' \u202f]?370(?![0-9a-zA-Z])|137\.37k", re.IGNORECASE)
KIND = "perfect-pairs"  # what bea's form says is bet on, beside an open main wager
NEAR = re.compile(r"\bbea\b.{0,80}perfect[- ]pairs|perfect[- ]pairs.{0,80}\bbea\b", re.IGNORECASE)
STAGE = HEAT._replace(chips=100_000_000, limits=(LimitStep(1, 1000, 50_000_000),), undisclosed=2, rounds=5)
PEOPLE = {"dan": ("dealer", "sydney"), "ivy": ("inspector", ""), "mel": ("dealer", "melbourne")}
OF_THE_RULES = ("/api/odds", "/api/rulebooks", "/odds", "/rulebook", "/games")  # these read no table
TOO_MANY = 429  # an answer that would hide what it could have shown
REFUSALS: tuple[dict[str, Any], ...] = (
    {"do": "hand-in-form", "player": "ann", "amount": 1000},
    {"do": "check-form", "player": "ann"},
    {"do": "read-out-forms"},
    {"do": "ask-for-form", "of": "ann"},
    {"do": "take-back-wager", "box": 1, "player": "ann"},
    {"do": "refuse-wager", "box": 1, "player": "ann", "bet": "main", "reason": "why"},
    {"do": "double", "box": 1},
)


def begun(where: str) -> None:
    """A store with a tournament whose first session has begun for ann and bea, at a table with a dealer."""
    store = Store.open(where)
    floor = TournamentFloor(store, fewest=2, stages=(STAGE, STAGE._replace(name="final")), side_bets={KIND: True})
    floor.taking_entries().entered("ann", "bea").do(CloseEntries())
    floor.open_table("T1", betting_ms=0, decision_ms=600_000, side_bets={KIND: True})
    floor.do(DesignateTable("T1"))
    floor.do(CommitBallot())
    floor.do(DrawSeats())
    floor.later(1_000_000)
    floor.do(BeginAtTable("T1"))
    store.close()


class Watchers:
    """Everybody who looks at the table, and all that they have been sent."""

    def __init__(self, service: Running, where: str) -> None:
        self.service, self.where = service, where
        self.tokens: dict[str, str | None] = {
            "nobody": None,
            "guest": service.http.post("/api/guest").json()["token"],
            "bea": service.person("bea"),
            **{who: service.person(who, *role) for who, role in PEOPLE.items()},
        }
        self.ann, self.boss = service.person("ann"), service.person("sue", "gaming-supervisor", "sydney")
        self.heard: dict[str, list[str]] = {}
        self._open = contextlib.ExitStack()
        for who in self.tokens:
            for wanted in ({"after": 0}, {"show": "steps"}):
                self._listen(f"{who} {wanted}", "/api/tables/T1/live", {"token": self.tokens[who], **wanted})

    def _listen(self, name: str, path: str, wanted: dict[str, Any]) -> None:
        texts = self.heard[name] = []
        url = f"ws://127.0.0.1:{self.service.port}{path}"
        socket = self._open.enter_context(connect(url, open_timeout=PATIENCE_S, max_size=2**24))
        socket.send(json.dumps(wanted))

        def hear() -> None:
            try:
                while True:
                    texts.append(str(socket.recv()))
            except ConnectionClosed:
                return

        threading.Thread(target=hear, daemon=True).start()

    def do(self, command: Any, token: str) -> None:
        answer = self.service.give("T1", command, token)
        assert answer.status_code == 200, answer.text

    def paths(self) -> Iterator[str]:
        """Every path and page that can be read, with this table in it."""
        values = {"table": "T1", "number": "1", "name": "ann", "link": "nova", "bet": "main", "tournament": "spring"}
        values |= {"promotion": "summer", "register": "cards"}
        values |= {"key": f"{'0' * 16}.{'A' * 80}", "book": "sydney-v15", "game": "blackjack", "clause": "19.8.1"}
        schema = self.service.get("/api/openapi.json").json()
        found = [path for path, operations in schema["paths"].items() if "get" in operations]
        found += [re.sub(r":\w+\}", "}", route.path) for route in routes()]
        yield from (path.format_map(values) for path in found if not path.startswith(OF_THE_RULES))
        yield from ("/metrics", "/api/tables/T1/events?after=0&most=1000")

    def walked(self) -> Iterator[tuple[str, str]]:
        """All that anybody but ann and the supervisor gets, and where."""
        for who, token in self.tokens.items():
            headers = {"Authorization": f"Bearer {token}", "Cookie": f"{COOKIE}={token}"} if token else {}
            for path in self.paths():
                answer = self.service.http.get(path, headers=headers)
                assert answer.status_code != TOO_MANY, path
                yield f"{who} {path}", answer.text
            for command in REFUSALS:
                yield f"{who} {command['do']}", self.service.give("T1", command, token).text
        yield from ((name, "\n".join(texts)) for name, texts in self.heard.items())

    def stored(self) -> Iterator[tuple[str, str]]:
        """The files of the store, as somebody reads them who has no key."""
        for file in Path(self.where).parent.iterdir():
            if file.is_file():
                yield file.name, file.read_bytes().decode("latin-1")

    def leaks(self) -> list[str]:
        """Where somebody learned what ann's form says, or what bea's is about."""
        found = []
        for where, text in self.walked():
            if SAID.search(text) or (not where.startswith("bea ") and tells_kind(text)):
                found.append(where)
        return found


def tells_kind(text: str) -> bool:
    """Whether something says of bea that she bets on what her form names: in one object of JSON, or in one phrase."""
    lines = text.splitlines() if text.lstrip().startswith(("{", "[")) else []
    try:
        return any(_tells(json.loads(line)) for line in lines) if lines else bool(NEAR.search(text))
    except ValueError:
        return bool(NEAR.search(text))


def _tells(value: Any) -> bool:
    if isinstance(value, dict):
        plain = [one for one in value.values() if isinstance(one, str)]
        return ("bea" in plain and KIND in plain) or any(_tells(one) for one in value.values())
    return isinstance(value, list) and any(_tells(one) for one in value)


@pytest.fixture
def logged(logging_restored: None) -> io.StringIO:
    said = io.StringIO()
    logs.configure("debug", "json", said)
    return said


def dealer(watch: Watchers, *, until: str) -> None:
    """The house's dealer brings the table on until it waits for this."""
    token = watch.service.person("dan", *PEOPLE["dan"])
    boss = watch.boss

    def step() -> bool:
        shown = watch.service.get("/api/tables/T1").json()["table"]
        needs = shown["waiting"]["needs"]
        if needs == until:
            return True
        given: Any = {
            "cut": {"do": "decline-cut"},
            "decision": {"do": "stand"},
            "offers": {"do": "close-offers"},
            "card": {"do": "deal-cards"},
        }.get(needs)
        if needs in ("cut", "decision"):
            name = shown["waiting"]["players"][0]
            if watch.service.give("T1", given, watch.service.person(name)).status_code != 200:
                watch.service.give("T1", {"do": "hit"}, watch.service.person(name))
            return False
        house = [given] if given else _NEXT[shown["shoe"]["stage"]]
        for command in house:
            watch.service.give("T1", command, token).status_code == 200 or watch.service.give("T1", command, boss)
        return False

    eventually(step, f"the table to wait for {until}")


_NEXT: dict[str, list[dict[str, Any]]] = {
    "no-cards": [{"do": "bring-cards"}],
    "unchecked": [{"do": "check-cards"}],
    "unshuffled": [{"do": "shuffle"}],
    "uncut": [{"do": "cut-for-all", "at": 100}],
    "cut": [{"do": "place-cutting-card", "behind": 80}],
    "loaded": [{"do": "burn-card"}],
    "ready": [{"do": "open-betting"}],
}


@clause("sydney-v15", "19.1.10")
def test_nobody_gets_to_know_what_a_form_says_before_it_is_read_out(
    tmp_path_factory: pytest.TempPathFactory, logged: io.StringIO, capfd: pytest.CaptureFixture[str]
) -> None:
    where = str(tmp_path_factory.mktemp("forms") / "casino.db")
    begun(where)
    with running(where, pages=True, log_level="debug") as service:
        watch = Watchers(service, where)
        dealer(watch, until="wagers")
        box = {each["player"]: each["box"] for each in session_of(watch, None)["players"]}
        for name in sorted(box, key=lambda name: box[name]):  # in the order in which they sit
            if name == "bea":
                watch.do(HandInForm(KIND, 1000, open=1000), service.person("bea"))
            else:
                watch.do(HandInForm("main", WRITTEN), watch.ann)
        assert session_of(watch, watch.ann)["forms"]["own"]["amount"] == WRITTEN
        assert session_of(watch, service.person("bea"))["forms"]["own"]["bet"] == KIND
        shown = {one["player"]: one for one in session_of(watch, watch.boss)["forms"]["to_check"]}
        assert (shown["ann"]["amount"], shown["bea"]["bet"]) == (WRITTEN, KIND)
        assert watch.leaks() == []
        for name in ("ann", "bea"):
            watch.do({"do": "check-form", "player": name}, watch.boss)
        watch.do({"do": "no-more-bets"}, watch.boss)
        dealer(watch, until="house")
        assert session_of(watch, None)["forms"]["waiting"]
        assert watch.leaks() == []
        assert [name for name, text in watch.stored() if str(WRITTEN) in text] == []
        out, err = capfd.readouterr()
        assert not SAID.search(logged.getvalue() + out + err)
        assert not any(tells_kind(line) for line in (logged.getvalue() + out + err).splitlines())
        watch.do(ReadOutForms(), watch.boss)
        for who, token in watch.tokens.items():
            assert {one["written"] for one in session_of(watch, token)["forms"]["read"]} == {WRITTEN, 1000}, who
            told = service.get("/api/tables/T1/events?after=0&most=1000", token).text
            assert SAID.search(told), who
            assert tells_kind(told), who
        eventually(lambda: all(SAID.search("".join(texts)) for texts in watch.heard.values()), "everybody to hear it")
        assert SAID.search(service.get("/api/tables/T1/rounds/1", service.person("bea")).text)
    with contextlib.closing(Store.open(where)) as store:
        assert audit(store, processes=1).fault is None


def session_of(watch: Watchers, token: str | None) -> dict[str, Any]:
    found: dict[str, Any] = watch.service.get("/api/tables/T1", token).json()["table"]["session"]
    return found
