"""No answer, event or error ever carries a card that has not been dealt, or one that lies face down before another.

Tables are played over the API while several people watch: somebody unknown, each player, the dealer, the inspector.
Every byte that each of them gets is searched for cards, and held against what the store says had been dealt by then.
"""

from __future__ import annotations

import contextlib
import json
import re
import threading
from collections import Counter
from functools import partial
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

import pytest
from support.own_books import own_book
from support.running_service import Running
from support.tables import NOTICES, Table
from support.waiting import PATIENCE_S, eventually
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from cutcard.engine import events as played
from cutcard.engine.state import Hand
from cutcard.store.project import stream_of
from cutcard.store.texts import event_of
from cutcard.table import (
    DealFaceDown,
    NoMoreBets,
    OrderSealed,
    OrderShuffle,
    Person,
    PlaceWager,
    RoundEvent,
    ShoeRevealed,
    ShowHand,
    Sit,
    TableEvent,
    TableState,
    evolve,
    secrecy,
)
from cutcard.table.codec import NAME, dumps

THINKING_MS = 20_000  # nobody is played for in the middle of a question
CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")
PRINTED = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")
PLAYERS = ("ann", "bea", "cal")
STAFF = ("dan", "ivy")
MEDDLING = ("hit", "stand", "double", "split", "surrender", "even-money", "insure", "join", "rescue", "show-hand")


def cards_in(text: str) -> Counter[str]:
    return Counter(CARD.findall(text))


class Got(NamedTuple):
    """Something that somebody got: the text, and the versions between which it was said."""

    who: str
    path: str
    text: str
    low: int
    high: int


class Evening:
    """A table that is played and watched."""

    def __init__(self, service: Running, table: str, book: str, casino: str) -> None:
        self.service, self.table, self.random = service, table, Random(7)
        service.open(table, book, betting_ms=THINKING_MS, decision_ms=THINKING_MS)
        self.tokens: dict[str, str | None] = {"nobody": None, "boss": service.person("boss", "administrator")}
        self.tokens |= {name: service.person(name) for name in PLAYERS}
        self.tokens |= {
            "dan": service.person(f"dan-{casino}", "dealer", casino),
            "ivy": service.person("ivy", "inspector"),
        }
        self.got: list[Got] = []
        self.live: dict[str, list[str]] = {who: [] for who in self.tokens}
        self.steps: dict[str, list[str]] = {who: [] for who in self.tokens}
        self._open = contextlib.ExitStack()
        for who in self.tokens:
            self._watch(who, self.live[who], {"after": 0})
            self._watch(who, self.steps[who], {"show": "steps"})

    @property
    def version(self) -> int:
        return self.service.live(self.table).version

    def _watch(self, who: str, texts: list[str], wanted: dict[str, Any]) -> None:
        url = f"ws://127.0.0.1:{self.service.port}/api/tables/{self.table}/live"
        socket = self._open.enter_context(connect(url, open_timeout=PATIENCE_S, max_size=2**24))
        socket.send(json.dumps({"token": self.tokens[who], **wanted}))

        def hear() -> None:
            try:
                while True:
                    texts.append(str(socket.recv()))
            except ConnectionClosed:
                return

        threading.Thread(target=hear, daemon=True).start()

    def ask(self, who: str, path: str) -> Any:
        low = self.version
        answer = self.service.get(f"/api/tables/{self.table}{path}", self.tokens[who])
        self.got.append(Got(who, path.partition("?")[0], answer.text, low, self.version))
        return answer.json()

    def say(self, who: str, command: Any) -> int:
        low = self.version
        answer = self.service.give(self.table, command, self.tokens[who])
        self.got.append(Got(who, "command", answer.text, low, self.version))
        return answer.status_code

    def look_around(self) -> None:
        """Everybody looks at everything that there is to read."""
        number = self.ask("nobody", "")["table"]["round"]
        for who in self.tokens:
            self.ask(who, "")
            self.ask(who, f"/events?after={max(0, self.version - 40)}")
            self.ask(who, f"/rounds/{number}")
            self.ask(who, "/desk")

    def meddle(self, who: str, box: int) -> None:
        """Somebody tries what they can with a box that is another's."""
        for word in MEDDLING:
            more = {"insure": {"amount": 500}, "join": {}, "rescue": {}}.get(word, {})
            where = {} if word in ("join", "rescue") else {"box": box}
            self.say(who, {"do": word, **where, **more})

    def round(self, meddled: bool) -> None:
        """One round of play: everybody wagers, decides by chance, and now and then somebody looks or meddles."""
        for box, name in enumerate(PLAYERS, start=1):
            self.say(name, PlaceWager(box, 1000))
        number = self.ask("nobody", "")["table"]["round"]
        eventually(lambda: self.step(number, meddled), "the end of the round")

    def step(self, number: int, meddled: bool) -> bool:
        """Do what the table waits for; whether the round of this number is over."""
        table = self.ask("nobody", "")["table"]
        needs, players = table["waiting"]["needs"], table["waiting"]["players"]
        if table["round"] > number:
            return True
        if needs == "cut":
            self.say(players[0], {"do": "decline-cut"})
        elif needs == "decision":
            if meddled:
                self.look_around()
                self.meddle(next(name for name in PLAYERS if name != players[0]), table["waiting"]["box"])
            self.decide(players[0], table["waiting"]["box"])
        elif needs in ("offers", "rescue", "join"):
            self.service.give(self.table, {"do": "close-offers"}, self.tokens["boss"])
        return False

    def decide(self, name: str, box: int) -> None:
        own = self.ask(name, "")["table"]
        allowed = [one for one in own["choices"] if one["allowed"] and one["act"] in MEDDLING[:4]]
        if not allowed:
            return
        choice = self.random.choice(allowed)
        if self.say(name, {"do": choice["act"], "box": box}) != 200:
            self.say(name, ShowHand(box))

    def end(self) -> None:
        """Wait until everybody has everything that has happened so far."""
        last = self.version
        for texts in (*self.live.values(), *self.steps.values()):
            eventually(partial(heard_up_to, texts, last), f"version {last}")
        self._open.close()


# ------------------------------------------------------------------------------------------------- what the store says


class Truth:
    """The table's own events, and the table after each."""

    def __init__(self, service: Running, table: str) -> None:
        self.events: dict[int, TableEvent] = {}
        self.states: dict[int, TableState] = {0: TableState()}
        for stored in service.store.read(stream_of(table)):
            event = event_of(stored.text)
            self.events[stored.version] = event
            self.states[stored.version] = evolve(self.states[stored.version - 1], event)
        self.last = max(self.events)

    def sees(self, who: str, owner: str) -> bool:
        return who in (owner, "ivy")

    def turned(self, state: TableState, hand: Hand) -> bool:
        """Whether a hand lies open to all."""
        round_ = state.round
        assert round_ is not None
        number = round_.boxes[hand.box].number
        opened = number in state.shown or hand.split or len(hand.cards) > 2 or hand.ended in ("natural", "bust", "won")
        return not state.face_down or opened or round_.phase in ("dealer", "over")

    def on_table(self, version: int, who: str) -> Counter[str]:
        """The cards that lie before somebody's eyes."""
        state = self.states[version]
        if state.round is None:
            return Counter()
        found = Counter(card.text for card in state.round.dealer)
        for hand in state.round.hands:
            if self.turned(state, hand) or self.sees(who, state.round.boxes[hand.box].control):
                found.update(card.text for card in hand.cards)
        return found

    def in_event(self, version: int, who: str) -> Counter[str]:
        """The cards that somebody may be told of by an event."""
        event, before = self.events[version], self.states[version - 1]
        if isinstance(event, OrderSealed):
            return Counter()
        if isinstance(event, ShoeRevealed) and before.face_down and before.playing:
            raise AssertionError("this test has no shoe that ends within a round")
        told = cards_in(dumps(event))
        if isinstance(event, RoundEvent) and isinstance(event.event, played.CardDealt):
            told = self._dealt(event.event, before, who)
        return told + (self.on_table(version, who) - self.on_table(version - 1, who) - told)

    def _dealt(self, dealt: played.CardDealt, before: TableState, who: str) -> Counter[str]:
        assert before.round is not None
        owners = {box.number: box.control for box in before.round.boxes}
        hidden = before.face_down and before.round.phase == "initial" and dealt.box is not None
        if hidden and dealt.box is not None and not self.sees(who, owners[dealt.box]):
            return Counter()
        return Counter([dealt.card.text])

    def salts(self, version: int) -> list[str]:
        """The salts of shoes that had not ended by then."""
        sealed = {e.salt: at for at, e in self.events.items() if isinstance(e, OrderSealed)}
        shown = {e.salt: at for at, e in self.events.items() if isinstance(e, ShoeRevealed)}
        return [salt for salt in sealed if shown.get(salt, self.last + 1) > version]


def check_live(truth: Truth, who: str, texts: list[str]) -> int:
    """Every message of a WebSocket; how many cards it told of."""
    told = 0
    expected = 1
    for text in texts[1:]:
        message = json.loads(text)
        allowed: Counter[str] = Counter()
        for event in message["events"]:
            assert event["version"] == expected
            expected += 1
            allowed += truth.in_event(event["version"], who)
        assert not cards_in(text) - allowed, (who, cards_in(text) - allowed, text[:2000])
        assert not any(salt in text for salt in truth.salts(message["version"]))
        told += cards_in(text).total()
    return told


def check_steps(truth: Truth, who: str, texts: list[str]) -> int:
    """Every step of a page: only cards that lie before the viewer once its event has happened; how many were dealt."""
    dealt = 0
    for text in texts:
        message = json.loads(text)
        versions = {step["version"] for step in message.get("steps", ())} | {message["version"]}
        open_to_all = Counter[str]()
        for version in range(min(versions), message["version"] + 1):
            open_to_all |= truth.on_table(version, who) | truth.in_event(version, who)
        assert cards_in(text).keys() <= open_to_all.keys(), (who, text[:2000])
        assert printed_in(text) <= open_to_all.keys(), (who, text[:2000])
        assert not any(salt in text for salt in truth.salts(message["version"]))
        for step in message.get("steps", ()):
            so_far = truth.on_table(step["version"], who) | truth.in_event(step["version"], who)
            assert cards_in(json.dumps(step["change"])).keys() <= so_far.keys(), (who, step)
            assert printed_in(json.dumps(step["lines"], ensure_ascii=False)) <= so_far.keys(), (who, step)
            if (step["cue"] or {}).get("kind") == "card":
                shown = step["cue"]["card"]
                assert shown is None or shown in truth.in_event(step["version"], who), (who, step)
                dealt += shown is not None
    return dealt


def printed_in(text: str) -> set[str]:
    """The cards that are printed in words, as "10♠"."""
    return {f"{'T' if rank == '10' else rank}{'cdhs'['♣♦♥♠'.index(suit)]}" for rank, suit in PRINTED.findall(text)}


def check_got(truth: Truth, got: Got) -> None:
    """An answer or an error: only cards that lay open to that person, or that an event may tell them of."""
    allowed: Counter[str] = Counter()
    if got.path == "/events":
        for event in json.loads(got.text)["events"]:
            allowed += truth.in_event(event["version"], got.who)
    elif got.path.startswith("/rounds"):
        if "error" not in json.loads(got.text):
            number = int(got.path.rpartition("/")[2])
            ended = [
                version
                for version, event in truth.events.items()
                if isinstance(event, RoundEvent)
                and event.round == number
                and isinstance(event.event, played.RoundEnded)
            ]
            assert ended, "a round that has not ended was shown"
            assert ended[0] <= got.high
            return
    else:
        for version in range(got.low, got.high + 1):
            allowed |= truth.on_table(version, got.who)
        assert cards_in(got.text).keys() <= allowed.keys(), (got, allowed)
        if got.path == "command":  # a sentence may name a card twice
            return
        shown = json.loads(got.text)
        shown["table"].pop("choices")  # and so may those that say why not
        shown = {"table": shown["table"]}  # the story of a desk, and its choices, name cards again
        got = got._replace(text=json.dumps(shown))
    assert not cards_in(got.text) - allowed, (got, cards_in(got.text) - allowed)
    assert not any(salt in got.text for salt in truth.salts(got.high))


def seated(evening: Evening) -> None:
    for box, name in enumerate(PLAYERS, start=1):
        assert evening.say(name, Sit(box)) == 200


def heard_up_to(texts: list[str], version: int) -> bool:
    return bool(json.loads(texts[-1])["version"] >= version)


def waiting_table(evening: Evening, who: str) -> dict[str, Any]:
    """The table as somebody sees it, where it waits for a decision or for answers to an offer."""
    table: dict[str, Any] = evening.ask(who, "")["table"]
    return table if table["waiting"]["needs"] in ("decision", "offers") else {}


def wait_for_betting(evening: Evening) -> None:
    def is_open() -> bool:
        table = evening.ask("nobody", "")["table"]
        if table["waiting"]["needs"] == "cut":
            evening.say(table["waiting"]["players"][0], {"do": "decline-cut"})
        return bool(table["betting"] == "open")

    eventually(is_open, "betting to open")


@pytest.mark.parametrize("book", ["sydney-v15", "canberra-2006"])
def test_nobody_gets_a_card_before_it_is_dealt(service: Running, book: str) -> None:
    evening = Evening(service, f"open-{book}", book, book.partition("-")[0])
    seated(evening)
    for number in range(5):
        wait_for_betting(evening)
        evening.round(meddled=number == 2)
        if number == 3:  # between rounds, so that the order of the shoe comes out
            evening.say("boss", OrderShuffle("asked for"))
    evening.end()
    truth = Truth(service, evening.table)
    told = {who: check_live(truth, who, texts) for who, texts in evening.live.items()}
    assert len(set(told.values())) == 1  # all see the same where all lies open
    stepped = {who: check_steps(truth, who, texts) for who, texts in evening.steps.items()}
    assert len(set(stepped.values())) == 1
    assert stepped["nobody"] > 5 * 6
    assert told["nobody"] > 5 * 8
    for got in evening.got:
        check_got(truth, got)


def test_what_lies_face_down_is_for_its_owner_and_the_inspector(service: Running) -> None:
    evening = Evening(service, "hidden", "melbourne-v26", "melbourne")
    seated(evening)
    assert evening.say("boss", DealFaceDown(NOTICES)) == 200
    for number in range(8):
        wait_for_betting(evening)
        evening.round(meddled=number % 2 == 0)
    evening.end()
    truth = Truth(service, evening.table)
    told = {who: check_live(truth, who, texts) for who, texts in evening.live.items()}
    assert told["nobody"] > 8 * 8
    nulls = {who: "".join(texts).count('"card":null') for who, texts in evening.live.items()}
    assert nulls["ivy"] == 0 < nulls["ann"] < nulls["nobody"]
    assert nulls["dan"] == nulls["boss"] == nulls["nobody"]
    assert '"turned_up"' in "".join(evening.live["nobody"])
    stepped = {who: check_steps(truth, who, texts) for who, texts in evening.steps.items()}
    assert stepped["ivy"] > stepped["ann"] > stepped["nobody"] == stepped["dan"] == stepped["boss"]
    for got in evening.got:
        check_got(truth, got)
    events = [event for text in evening.live["nobody"][1:] for event in json.loads(text)["events"]]
    hidden = [event for event in events if event[NAME] == "Hidden"]
    assert hidden  # the sealed order keeps its number and nothing else
    assert all(set(event) == {"version", NAME} for event in hidden)


def test_a_refusal_is_the_same_whatever_another_holds(service: Running) -> None:
    """Where ann has not shown her cards, what bea is told about them depends on nothing that she cannot see."""
    evening = Evening(service, "poker-face", "melbourne-v26", "melbourne")
    seated(evening)
    assert evening.say("boss", DealFaceDown(NOTICES)) == 200
    heard: dict[tuple[str, bool], set[str]] = {}
    for _ in range(12):
        wait_for_betting(evening)
        for box, name in enumerate(PLAYERS, start=1):
            evening.say(name, PlaceWager(box, 1000))
        table = eventually(lambda: waiting_table(evening, "bea"), "a decision or an offer")
        if table["waiting"]["needs"] == "decision" and table["waiting"]["box"] == 1:
            evening.got.clear()
            evening.meddle("bea", 1)
            for word, got in zip(MEDDLING, evening.got, strict=True):
                up = table["dealer"]["cards"][0]  # which all see
                assert cards_in(got.text).keys() <= {up}
                heard.setdefault((word, up[0] in "TJQK"), set()).add(CARD.sub("the dealer's card", got.text))
        evening.round(meddled=False)
    evening.end()
    assert {word for word, _ in heard} == set(MEDDLING)
    assert all(len(said) == 1 for said in heard.values()), heard


def test_a_shoe_that_ends_within_a_round_does_not_tell_what_lies_face_down() -> None:
    floor = Table("melbourne-v26").seat("ann", 1).seat("bea", 2).ready()
    floor.do(DealFaceDown(NOTICES))
    floor.wagers("ann 1 20", "bea 2 20")
    floor.do(NoMoreBets())
    state = floor.state
    assert state.playing
    ended = ShoeRevealed(state.shoe.number, state.shoe.sealed, state.shoe.salt, state.shoe.commitment)
    for viewer in (None, Person("ann", "player"), floor.dealer):
        assert secrecy.event_shown(state, ended, state, viewer) is None
    assert secrecy.event_shown(state, ended, state, Person("ivy", "inspector")) is not None
    between = state._replace(round=None)
    assert secrecy.event_shown(between, ended, between, None) is not None


@pytest.mark.parametrize("hole_card", ["peeked", "unpeeked"])
def test_nobody_gets_a_hole_card_before_it_is_turned(service: Running, tmp_path: Path, hole_card: str) -> None:
    with own_book(tmp_path, f'like = "melbourne-v26/blackjack"\ndealer.hole_card = "{hole_card}"\n') as book:
        evening = Evening(service, f"hole-{hole_card}", book, "melbourne")
        seated(evening)
        for number in range(6):
            wait_for_betting(evening)
            evening.round(meddled=number % 2 == 0)
        evening.end()
        truth = Truth(service, evening.table)
        told = {who: check_live(truth, who, texts) for who, texts in evening.live.items()}
        assert len(set(told.values())) == 1  # nobody is shown more of it than another, inspector and staff included
        for who, texts in evening.steps.items():
            check_steps(truth, who, texts)
            assert any('"turned":true' in text.replace(" ", "") for text in texts)
        for got in evening.got:
            check_got(truth, got)
    holes = [event.event for event in truth.events.values() if isinstance(event, RoundEvent)]
    dealt = [event for event in holes if isinstance(event, played.HoleCardDealt)]
    assert len(dealt) >= 6
    assert all(event == () for event in dealt)  # the event has no face that could get out
