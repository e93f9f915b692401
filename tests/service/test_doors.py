"""Every way out of the service, walked by everybody, with secrets planted behind it.

The paths are those of the OpenAPI schema, so that a new one is walked too; beside them the WebSocket, commands that are
refused, the log and the metrics. What may be seen where is said once, below.
"""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from typing import Any

import pytest
from support.running_service import Running, running
from support.tables import NOTICES
from support.waiting import PATIENCE_S, eventually
from websockets.sync.client import connect

from cutcard import logs
from cutcard.service.caller import Caller
from cutcard.service.table_audiences import watched
from cutcard.service.table_steps import ViewerStory
from cutcard.table import (
    BarPlayer,
    Command,
    DealFaceDown,
    DetainPlayer,
    ExchangeVoucher,
    Leave,
    OrderSealed,
    PlaceWager,
    RefuseWager,
    RuleOnDispute,
    SellChips,
    Shuffle,
    Sit,
    TableState,
    VoidDisruptedRound,
)

BOUGHT, VOUCHED = 12_345_700, 7_654_300  # cents that nobody else moves
OWN = {"voucher-marker": "ann", str(BOUGHT): "ann", str(VOUCHED): "ann"}
OWN |= {"dispute-marker": "ann", "ruling-marker": "ann"}  # whose dispute it is
STAFF_ONLY = ("bar-marker", "detention-marker", "bar-player", "detain-player")
REFUSED = "refused-marker"  # told to the player whose wager went back
PLANTED = (*OWN, *STAFF_ONLY, REFUSED)
STAFF = ("dealer", "inspector", "administrator")
OUTSIDE = ("nobody", "guest", "other", "foreign")
HOUSE = {"dealer": ("dealer", "sydney"), "foreign": ("dealer", "melbourne"), "inspector": ("inspector", "")}
THINKING_MS = 600_000
REFUSALS: tuple[dict[str, Any], ...] = (  # whoever says it
    {"do": "sell-chips", "player": "ann", "amount": -1},
    {"do": "hit", "box": 5},
    {"do": "rule-on-dispute"},
    {"do": "tick"},
)


class Floor:
    """A table with secrets, and everybody who looks at it."""

    def __init__(self, service: Running, table: str, **terms: Any) -> None:
        self.service, self.table = service, table
        service.open(table, betting_ms=THINKING_MS, decision_ms=THINKING_MS, **terms)
        self.tokens: dict[str, str | None] = {
            "nobody": None,
            "guest": service.http.post("/api/guest").json()["token"],
            "other": service.person("bea"),
            "ann": service.person("ann"),
            "cal": service.person("cal"),
            "administrator": service.person("boss", "administrator"),
            **{who: service.person(f"{who}-1", *role) for who, role in HOUSE.items()},
        }

    def do(self, command: Any, who: str = "administrator") -> None:
        answer = self.service.give(self.table, command, self.tokens[who])
        assert answer.status_code == 200, answer.text

    def waits_for(self, *needs: str) -> dict[str, Any]:
        def found() -> dict[str, Any]:
            table: dict[str, Any] = self.service.get(f"/api/tables/{self.table}").json()["table"]
            if table["waiting"]["needs"] == "cut":
                self.service.give(self.table, {"do": "decline-cut"}, self.service.person(*table["waiting"]["players"]))
            return table if table["waiting"]["needs"] in needs else {}

        return eventually(found, f"the table to wait for {needs}")

    def paths(self) -> Iterator[str]:
        """Every path that can be read, with this table in it."""
        schema = self.service.get("/api/openapi.json").json()
        books = {"book": "canberra-2003", "game": "blackjack", "clause": "1.1"}
        values = {
            "table": self.table,
            "number": "1",
            "name": "ann",
            "link": "nova",
            "bet": "supernova",
            "tournament": "spring",
            "promotion": "summer",
            "register": "exclusions",
            "key": f"{'0' * 16}.{'A' * 80}",
            **books,
        }
        for path, operations in schema["paths"].items():
            if "get" in operations:
                yield path.format_map(values)
        yield f"/api/tables/{self.table}/events?after=0&most=1000"
        yield from (f"/api/tables/{self.table}/shoes/{number}" for number in (2, 3))
        yield from ("/api/docs", "/api/openapi.json", "/nothing")

    def walked(self, who: str) -> dict[str, str]:
        """All that somebody gets, by where they got it."""
        token = self.tokens[who]
        got = {path: self.service.get(path, token).text for path in self.paths()}
        for command in REFUSALS:
            got[command["do"]] = self.service.give(self.table, command, token).text
        url = f"ws://127.0.0.1:{self.service.port}/api/tables/{self.table}/live"
        with connect(url, open_timeout=PATIENCE_S, max_size=2**24) as socket:
            socket.send(json.dumps({"token": token, "after": 0}))
            last, heard = self.service.live(self.table).version, [str(socket.recv(PATIENCE_S))]
            while json.loads(heard[-1])["version"] < last:
                heard.append(str(socket.recv(PATIENCE_S)))
        got["live"] = "".join(heard)
        got["steps"] = self.steps(who)
        return got

    def steps(self, who: str) -> str:
        """All that the recent commands would have sent to somebody's page, step by step."""
        live = self.service.live(self.table)
        caller = self._caller(who)
        seen = watched(live.state, live.state, caller)
        telling = ViewerStory(seen.viewer, seen.plays)
        updates = [one for one in live.missed(0) or () if one.before.config_or_none is not None]
        told = [step.model_dump_json() for update in updates for step in telling.steps(update)]
        present = self.service.casino.audiences.of(live).present(caller)
        return "".join((*told, present.model_dump_json(by_alias=True)))

    def _caller(self, who: str) -> Caller | None:
        token = self.tokens[who]
        me = self.service.get("/api/me", token).json() if token is not None else None
        return Caller(me["name"], me["role"], me["casino"]) if me is not None else None


@pytest.fixture
def logged() -> Iterator[io.StringIO]:
    said = io.StringIO()
    logs.configure("debug", "json", said)
    yield said
    logs.configure("error")


def may_see(who: str, marker: str) -> bool:
    if who in STAFF:
        return True
    if marker == REFUSED:
        return who == "other"
    return OWN.get(marker) == who


def test_money_and_measures_go_to_whom_they_concern_on_every_way_out(
    tmp_path_factory: pytest.TempPathFactory, logged: io.StringIO
) -> None:
    where = str(tmp_path_factory.mktemp("doors") / "casino.db")
    with running(where, log_level="debug") as service:
        floor = Floor(service, "Doors", chips=100_000_000)
        for box, who in enumerate(("ann", "other", "cal"), start=1):
            floor.do(Sit(box), who)
        floor.waits_for("wagers")
        floor.do(PlaceWager(2, 1000), "other")
        for command in (
            RefuseWager(2, "bea", "main", REFUSED),
            SellChips("ann", BOUGHT),
            ExchangeVoucher("ann", "voucher-marker", VOUCHED),
            RuleOnDispute("ann", "dispute-marker", "ruling-marker"),
            BarPlayer("cal", "bar-marker"),
            DetainPlayer("bea", "detention-marker"),
        ):
            floor.do(command)
        for who in floor.tokens:
            got = floor.walked(who)
            for marker in PLANTED:
                found = {path for path, text in got.items() if marker in text and path not in DESCRIBED}
                assert not found or may_see(who, marker), (who, marker, found)
                if may_see(who, marker):
                    assert "live" in found, (who, marker)
                    assert any("/events" in path for path in found), (who, marker)
            chips = {each["name"]: each["chips"] for each in json.loads(got["/api/tables/Doors"])["table"]["players"]}
            known = {name for name, held in chips.items() if held is not None}
            assert known == (set(chips) if who in STAFF else {"ann"} & {who} or {"bea"} & {_name(who)}), who
            versions = [event["version"] for event in json.loads(got["/api/tables/Doors/events"])["events"]]
            assert versions == list(range(1, len(versions) + 1)), "a hidden event leaves no gap"
        floor.do(Leave(), "ann")
        took = str(BOUGHT + service.casino.settings.play_money)
        for who in floor.tokens:
            last = service.get("/api/tables/Doors/events", floor.tokens[who]).text
            assert (took in last) == (who in (*STAFF, "ann")), who
    for marker in PLANTED:
        if marker not in COMMAND_NAMES:
            assert marker not in logged.getvalue(), marker


DESCRIBED = ("/api/docs", "/api/openapi.json")  # they name every command there is
COMMAND_NAMES = ("bar-player", "detain-player")


def _name(who: str) -> str:
    return "bea" if who == "other" else who


def joined(cards: Any) -> str:
    return " ".join(card.text for card in cards)


def begin_low(service: Running) -> None:
    """Let shoes begin with cards of which nobody has a blackjack, so that the hands stay face down."""
    by_chance = service.casino.floor.randomness

    def randomness(state: TableState, command: Command) -> Command:
        given = by_chance(state, command)
        if not isinstance(given, Shuffle):
            return given
        return given._replace(order=tuple(sorted(given.order, key=lambda card: not 2 <= card.value <= 6)))

    service.casino.floor.randomness = randomness


def test_a_shoe_that_ends_within_a_round_tells_nobody_what_lies_face_down(
    tmp_path_factory: pytest.TempPathFactory, logged: io.StringIO
) -> None:
    where = str(tmp_path_factory.mktemp("device") / "casino.db")
    with running(where, log_level="debug", after_round_ms=1000) as service:
        begin_low(service)
        floor = Floor(service, "Device", device="shuffling-device")
        for box, who in enumerate(("ann", "other"), start=1):
            floor.do(Sit(box), who)
        floor.do(DealFaceDown(NOTICES))
        floor.waits_for("wagers")
        first = service.live("Device").state.shoe
        for box, who in enumerate(("ann", "other"), start=1):
            floor.do(PlaceWager(box, 1000), who)
        floor.waits_for("decision")

        def loaded() -> bool:  # the discards, once the initial deal is complete
            return service.live("Device").state.shoe.number == first.number + 1

        eventually(loaded, "the device to take the discards")
        state = service.live("Device").state
        assert state.playing
        just_ended = [first.salt, joined(first.sealed[:6])]
        in_play = [state.shoe.salt, joined(state.shoe.order[:6]), joined(state.shoe.order[-6:])]
        for who in floor.tokens:
            got = floor.walked(who)
            for path, text in got.items():
                assert not any(each in text for each in in_play), (who, path)
                if who != "inspector":  # who sees all hands, and so the shoe that they were dealt from
                    assert not any(each in text for each in just_ended), (who, path)
            for number in (1, 2):
                assert "error" in json.loads(got[f"/api/tables/Device/shoes/{number}"]), (who, number)
            hands = [box["hands"][0]["cards"] for box in json.loads(got["/api/tables/Device"])["table"]["boxes"][:2]]
            seen = [None not in cards for cards in hands]
            assert seen == {"ann": [True, False], "other": [False, True], "inspector": [True, True]}.get(
                who, [False, False]
            ), who
            listed = json.loads(got["/api/tables/Device/shoes"])
            assert not any(each["ended"] for each in listed)
        floor.do(VoidDisruptedRound("enough"))
        ended = service.get("/api/tables/Device/shoes/1").json()
        assert ended["order"] == joined(first.sealed)
    assert not any(secret in logged.getvalue() for secret in (*just_ended, *in_play))


def test_an_undealt_order_is_in_the_store_and_on_no_way_out(service: Running) -> None:
    """The order is there to be found: a walk that finds nothing because there is nothing would prove nothing."""
    floor = Floor(service, "Sealed")
    floor.do(Sit(1), "ann")
    floor.waits_for("wagers")
    state = service.live("Sealed").state
    sealed = [event for update in service.live("Sealed").missed(0) or () for event in update.events]
    assert any(isinstance(event, OrderSealed) and event.salt == state.shoe.salt for event in sealed)
    for who in floor.tokens:
        for path, text in floor.walked(who).items():
            assert state.shoe.salt not in text, (who, path)
            assert joined(state.shoe.order[:5]) not in text, (who, path)
            assert joined(state.shoe.order[-5:]) not in text, (who, path)
