"""No undisclosed wager leaves the service before it is read out, on any way out; afterwards everybody has it.

A tournament is played at a running service while everybody watches: other players, strangers, dealers, inspectors. All
that they are sent, the pages, the log, the metrics, what the process prints, what the command line prints of the store,
its files, tables and views are searched for what was written on a form, in every way in which an amount can be written.
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
from sqlalchemy import inspect
from sqlalchemy import text as sql
from support.clauses import clause
from support.every_page import routes
from support.running_service import Running, running
from support.tournament_floor import HEAT, TournamentFloor
from support.waiting import PATIENCE_S, eventually
from typer.testing import CliRunner
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cutcard import logs
from cutcard.cli import app as commands
from cutcard.floor.house_dealer import Pace, next_act
from cutcard.service.cross_site import COOKIE
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import HandInForm, Person, ReadOutForms, TableState
from cutcard.table.session_terms import LimitStep

WRITTEN = 13_737_000  # cents: nobody moves the same by chance
SAID = re.compile(r"13737000|(?<![0-9a-zA-Z])137[,. _' \u202f]?370(?![0-9a-zA-Z])|137\.37k", re.IGNORECASE)
KIND = "perfect-pairs"  # what bea's form says is bet on, beside an open main wager
NEAR = re.compile(r"\bbea\b.{0,80}perfect[- ]pairs|perfect[- ]pairs.{0,80}\bbea\b", re.IGNORECASE)
STAGE = HEAT._replace(chips=100_000_000, limits=(LimitStep(1, 1000, 50_000_000),), undisclosed=2, rounds=5)
PEOPLE = {"dan": ("dealer", "sydney"), "ivy": ("inspector", ""), "mel": ("dealer", "melbourne")}
NAMED = ("ann", "T1", "spring")  # what a page's path may be about
SOCKETS = (
    "tables/T1/live",
    "tables/T1/staff/live",
    "tournaments/spring/live",
    "tournaments/live",
    "pit/live",
    "jackpots/live",
)
LINES = (
    "audit {db}",
    "history {db} --format jsonl",
    "history {db} --format words",
    "history {db} --format wagers --output {folder}/wagers.csv",
    "tournament results {db}",
    "tournament results {db} spring --json",
    "tournament results {db} spring --csv",
    "rate {db}",
    "house table {db}",
    "shoe {db} T1",
    "statement {db} ann",
    "jackpots {db}",
    "registers {db} cards",
    "reports {db}",
    "people list --db {db}",
    "people texts --db {db}",
    "people export bea --db {db}",
    "report wrong-payments {db} --month 2026-01",
)
OF_THE_RULES = ("/api/odds", "/api/rulebooks", "/odds", "/rulebook", "/games")  # these read no table
OK, TOO_MANY = 200, 429  # the second is an answer that would hide what it could have shown
POSTED: tuple[tuple[str, dict[str, Any]], ...] = (
    ("tables/T1/line", {"id": "line-1", "text": "double"}),
    ("tables/T1/line", {"id": "line-2", "text": "why"}),
    ("tables/T1/form", {"id": "form-1", "do": "check-form", "entries": {"player": "ann"}}),
    ("tournaments/spring/form", {"id": "form-2", "do": "count-table", "entries": {"table": "T1"}}),
    ("audit", {}),
)
SHARED = ("/shared/{key}", "/api/shared/{key}", "/api/shared/{key}/decisions")
SEEN = {  # pages and answers that are about this table: somebody has been shown each of them
    "/table/T1",
    "/staff/T1",
    "/tournaments/spring",
    "/tournaments/spring/board",
    "/staff/tournaments/spring",
    "/api/tournaments/spring/results.csv",
    "/api/history",
    "/api/tables/T1/staff",
    "/api/tables/T1/log",
    "/api/pit",
    "/accounts",
}
FINISHED = {"/history/T1/1", "/api/tables/T1/rounds/1", "/api/tables/T1/rounds/1/replay"}
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
    floor.in_session("ann", "bea", betting_ms=0, decision_ms=600_000, side_bets={KIND: True})
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
        # Who checks forms sees what they say until the cards are dealt.
        self.checkers: dict[str, str | None] = {"sue": self.boss, "adm": service.person("adm", "administrator")}
        self.heard: dict[str, list[str]] = {}
        self.shown: set[str] = set()  # paths that somebody was answered
        self._open = contextlib.ExitStack()
        for who, token in self.tokens.items():
            for path in SOCKETS:
                self._listen(f"{who} {path}", f"/api/{path}", {"token": token})
            self._listen(f"{who} from the start", "/api/tables/T1/live", {"token": token, "after": 0})
            self._listen(f"{who} by steps", "/api/tables/T1/live", {"token": token, "show": "steps"})

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

    def followed(self) -> list[list[str]]:
        """What those have been sent who follow the table."""
        return [texts for name, texts in self.heard.items() if name.endswith((" tables/T1/live", "start", "steps"))]

    def do(self, command: Any, token: str) -> None:
        answer = self.service.give("T1", command, token)
        assert answer.status_code == 200, answer.text

    def paths(self) -> Iterator[str]:
        """Every path and page that can be read, with this table in it."""
        values = {"table": "T1", "number": "1", "link": "nova", "bet": "main", "tournament": "spring"}
        values |= {"promotion": "summer", "register": "cards"}
        values |= {"key": f"{'0' * 16}.{'A' * 80}", "book": "sydney-v15", "game": "blackjack", "clause": "19.8.1"}
        schema = self.service.get("/api/openapi.json").json()
        found = [path for path, operations in schema["paths"].items() if "get" in operations]
        found += [re.sub(r":\w+\}", "}", route.path) for route in routes()]
        found = [path for path in found if not path.startswith(OF_THE_RULES)]
        paths = (path.format_map({**values, "name": name}) for path in found for name in NAMED)
        yield from dict.fromkeys(paths)
        yield from ("/metrics", "/api/tables/T1/events?after=0&most=1000", "/api/reports/wrong-payments?month=2026-01")
        yield "/api/tables/T1/rounds/1/decisions?player=ann"

    def walked(self, *, in_play: bool) -> Iterator[tuple[str, str]]:
        """All that anybody but ann gets, and where; those who check forms are among them once the round is in play."""
        paths = list(self.paths())
        for who, token in (self.tokens | self.checkers if in_play else self.tokens).items():
            headers = {"Authorization": f"Bearer {token}", "Cookie": f"{COOKIE}={token}"} if token else {}
            for path in paths:
                answer = self.service.http.get(path, headers=headers)
                assert answer.status_code != TOO_MANY, path
                self.shown |= {path} if answer.status_code == OK else set()
                yield f"{who} {path}", answer.text
            if who not in self.checkers:  # who could do what is only to be refused
                yield from self._posted(who, headers)
                for command in REFUSALS:
                    yield f"{who} {command['do']}", self.service.give("T1", command, token).text
        yield from ((name, "\n".join(texts)) for name, texts in self.heard.items())

    def _posted(self, who: str, headers: dict[str, str]) -> Iterator[tuple[str, str]]:
        """What is answered to those who send something: a line, a form, a round that is shared, an audit."""
        for path, body in POSTED:
            answer = self.service.http.post(f"/api/{path}", json=body, headers=headers)
            assert answer.status_code != TOO_MANY, path
            yield f"{who} posts {path}", answer.text
        shared = self.service.http.post("/api/tables/T1/rounds/1/share", headers=headers)
        yield f"{who} shares round 1", shared.text
        if shared.status_code == OK:
            for path in SHARED:
                path = path.format_map(shared.json())
                yield f"{who} {path}", self.service.http.get(path).text

    def stored(self) -> Iterator[tuple[str, str]]:
        """The files of the store, its tables and its views, as somebody reads them who has no key."""
        for file in Path(self.where).parent.iterdir():
            if file.is_file():
                yield file.name, file.read_bytes().decode("latin-1")
        with contextlib.closing(Store.open(self.where)) as store:
            yield from rows(store)

    def printed(self) -> Iterator[tuple[str, str]]:
        """What the command line prints and writes of the store, for somebody at the machine who has its keys."""
        folder = Path(self.where).parent / "printed"
        folder.mkdir(exist_ok=True)
        for line in LINES:
            result = CliRunner().invoke(commands, line.format(db=self.where, folder=folder).split())
            assert result.exit_code in (0, 1), (line, result.output)  # 1: something was found, as of no rounds to rate
            yield line, result.output
        yield from ((file.name, file.read_text()) for file in folder.iterdir())

    def leaks(self, *, in_play: bool = False) -> list[str]:
        """Where somebody learned what ann's form says, or what bea's is about."""
        found = []
        for where, text in self.walked(in_play=in_play):
            if SAID.search(text) or (not where.startswith("bea ") and tells_kind(text)):
                found.append(where)
        return found


def rows(store: Store) -> Iterator[tuple[str, str]]:
    """Every row of every table and view of a store's database, each value as it is printed."""
    with store.engine.connect() as open_:
        inspected = inspect(open_)
        for name in (*inspected.get_table_names(), *inspected.get_view_names()):
            for row in open_.execute(sql(f'select * from "{name}"')):
                yield name, "\n".join(str(value) for value in row)


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
        assert SEEN - watch.shown == set()
        for name in ("ann", "bea"):
            watch.do({"do": "check-form", "player": name}, watch.boss)
        watch.do({"do": "no-more-bets"}, watch.boss)
        dealer(watch, until="house")
        assert session_of(watch, None)["forms"]["waiting"]
        assert watch.leaks(in_play=True) == []
        assert FINISHED - watch.shown == set()
        assert [name for name, text in watch.stored() if str(WRITTEN) in text] == []
        assert [line for line, text in watch.printed() if SAID.search(text) or tells_kind(text)] == []
        out, err = capfd.readouterr()
        assert not SAID.search(logged.getvalue() + out + err)
        assert not any(tells_kind(line) for line in (logged.getvalue() + out + err).splitlines())
        watch.do(ReadOutForms(), watch.boss)
        for who, token in watch.tokens.items():
            assert {one["written"] for one in session_of(watch, token)["forms"]["read"]} == {WRITTEN, 1000}, who
            told = service.get("/api/tables/T1/events?after=0&most=1000", token).text
            assert SAID.search(told), who
            assert tells_kind(told), who
        eventually(lambda: all(SAID.search("".join(texts)) for texts in watch.followed()), "everybody to hear it")
        assert SAID.search(service.get("/api/tables/T1/rounds/1", service.person("bea")).text)
    with contextlib.closing(Store.open(where)) as store:
        assert audit(store, processes=1).fault is None


@clause("sydney-v15", "19.1.10")
@clause("sydney-earlier", '20.1.1 "undisclosed wager"')
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier"])
def test_no_table_or_view_of_the_database_says_what_a_form_says(store: Store, book: str) -> None:
    floor = TournamentFloor(store, book=book, fewest=2, stages=(STAGE, STAGE._replace(name="final")))
    floor.in_session("ann", "bea", runs_itself=True, betting_ms=0, decision_ms=600_000)
    while not (turn := turn_at(floor.table("T1"))):
        act = next_act(floor.table("T1"), Pace(0, 0))
        assert act is not None
        floor.now = max(floor.now, act.at)
        floor.done(floor.at("T1", act.command, act.by))
    floor.done(floor.at("T1", HandInForm("main", WRITTEN), Person(turn, "player")))
    found = list(rows(store))
    assert any("FormHandedIn" in text for _, text in found)
    assert [name for name, text in found if SAID.search(text)] == []


def turn_at(state: TableState) -> str:
    """Whose turn it is to wager; "": nobody's yet."""
    return state.session.playing.get(state.session.turn, "") if state.session is not None else ""


def session_of(watch: Watchers, token: str | None) -> dict[str, Any]:
    found: dict[str, Any] = watch.service.get("/api/tables/T1", token).json()["table"]["session"]
    return found
