"""A hole card at a table: kept from everybody until it is turned, at a virtual shoe and at a real one."""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
from support.autoplay import written
from support.carded import known
from support.own_books import named_book
from support.random_players import NAMES, RandomPlayers
from support.stacked_shoes import as_given
from support.tables import Table

from cutcard.cards import card, cards
from cutcard.engine import commands as say
from cutcard.floor.blocking import BlockingFloor
from cutcard.records import settle
from cutcard.records.entries import entries
from cutcard.service.staff.line import LineError, read
from cutcard.service.staff.steps import next_step
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.chain import Content
from cutcard.store.rounds import ReplayMismatch
from cutcard.store.shoes import shoes
from cutcard.store.tables import TableReplay
from cutcard.table import (
    Acted,
    Call,
    Command,
    CorrectCard,
    DealCards,
    OrderShuffle,
    Person,
    PlaceWager,
    Refusal,
    ShoeRevealed,
    TableEvent,
    TableState,
    VoidRoundForFraud,
    evolve,
    secrecy,
)
from cutcard.table import view as views
from cutcard.table.irregularities import ReportIrregularity, RuleByDiscretion, kinds_left_to_discretion
from cutcard.table.record import record_of
from cutcard.table.signs import sign_lines

BOOK = "hole-card-tables"
GAMES = """
[games.peeked]
like = "melbourne-v26/blackjack"
double.totals = []
dealer.hole_card = "peeked"

[games.unpeeked]
like = "peeked"
dealer.hole_card = "unpeeked"
box.mid_shoe_entry = false
"""
STEPS = 200
ANN = Person("ann", "player")
VIEWERS = (None, ANN, Person("dan", "dealer"), Person("ivy", "inspector"), Person("mia", "casino-manager"))


@pytest.fixture(scope="module", autouse=True)
def book(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with named_book(tmp_path_factory.mktemp("books"), BOOK, GAMES):
        yield


def virtual(game: str, front: str) -> Table:
    return Table(BOOK, game).seat("ann", 1).ready(front).wagers("ann 1 20").close()


def real(game: str) -> Table:
    return Table(BOOK, game, source="real").seat("ann", 1).ready().wagers("ann 1 20").close()


def all_shown(floor: Table) -> str:
    """Everything that anybody is shown of a table now, and of every event so far."""
    said = []
    state, steps = TableState(), []
    for event in floor.events:
        after = evolve(state, event)
        steps.append((state, event, after))
        state = after
    for viewer in VIEWERS:
        said.append(json.dumps(dataclasses.asdict(views.table(floor.state, viewer)), default=str))
        said += [json.dumps(one, default=str) for one in secrecy.events_shown(steps, viewer) if one is not None]
    return "\n".join(said)


# ------------------------------------------------------------------------------------------------------ a virtual shoe


def test_it_lies_face_down_for_everybody_and_is_turned_at_the_end() -> None:
    floor = virtual("unpeeked", "6s Kd 5h Ac 9c")
    assert views.table(floor.state, ANN).dealer.cards == ("Kd", None)
    assert floor.state.shoe.hole == card("Ac")
    assert '"Ac"' not in all_shown(floor)
    floor.call("ann", "double")
    assert views.table(floor.state, ANN).dealer.cards == ("Kd", "Ac")
    assert '"Ac"' in all_shown(floor)
    assert floor.state.shoe.hole is None


def test_the_house_looks_and_a_natural_ends_the_round() -> None:
    floor = virtual("peeked", "6s Kd 5h Ac 9c")
    assert not floor.state.playing
    assert floor.state.players["ann"].chips == 1_000_000 - 2000
    floor = virtual("peeked", "6s Kd 5h 7c 9c")
    assert floor.state.round is not None
    assert floor.state.round.hole == "peeked"
    assert '"7c"' not in all_shown(floor)


def test_a_shoe_that_ends_within_the_round_does_not_tell_it() -> None:
    state = virtual("unpeeked", "6s Kd 5h Ac 9c").state
    ended = ShoeRevealed(state.shoe.number, state.shoe.sealed, state.shoe.salt, state.shoe.commitment)
    assert all(secrecy.event_shown(state, ended, state, viewer) is None for viewer in VIEWERS)
    between = state._replace(round=None)
    assert secrecy.event_shown(between, ended, between, None) is not None


@pytest.mark.parametrize("source", ["virtual", "real"])
def test_a_void_round_puts_it_away_unseen(source: str) -> None:
    if source == "virtual":
        floor = virtual("unpeeked", "6s Kd 5h Ac 9c")
    else:
        floor = real("unpeeked").deal("6s Kd 5h")
        floor.do(DealCards(), floor.dealer)
    floor.do(VoidRoundForFraud("marked cards"))
    shoe = floor.state.shoe
    assert not floor.state.playing
    assert shoe.left + len(shoe.discards) + len(shoe.burned) == floor.state.config.cards
    assert '"Ac"' not in all_shown(floor)
    record = record_of(floor.events)
    assert (record["cards"], record["hole_card"]) == ("6s Kd 5h", "unseen")
    assert settle(record)["net"] == {"ann": "0"}


# --------------------------------------------------------------------------------------------------------- a real shoe


def test_at_a_real_shoe_it_is_entered_when_it_is_turned() -> None:
    floor = real("peeked").deal("6s Kd 5h")
    assert next_step(floor.state).label == "Dealt face down"
    assert floor.refused_deal("9c").code == "hole-card-not-said"
    with pytest.raises(LineError, match="the dealer's second card is dealt face down"):
        read("9c", floor.state)
    left = floor.state.shoe.left
    floor.do(DealCards(), floor.dealer)
    assert floor.state.shoe.left == left - 1
    assert next_step(floor.state).label == "No Blackjack"
    assert floor.refused_deal("9c").code == "turned-only-for-natural"
    floor.do(DealCards(), floor.dealer)
    floor.do(Call(say.Stand(), "ann"), floor.dealer)
    assert "Turn the card face down" in next_step(floor.state).words
    assert floor.refused_deal("Ac").code == "natural-was-denied"
    assert read("9c", floor.state) == DealCards(cards("9c"))
    floor.deal("9c")
    assert not floor.state.playing
    assert floor.state.shoe.on_table == ()
    assert settle(record_of(floor.events))["dealer"]["cards"] == "Kd 9c"


def test_at_a_real_shoe_a_natural_is_turned_at_the_peek() -> None:
    floor = real("peeked").deal("6s Kd 5h")
    floor.do(DealCards(), floor.dealer)
    floor.deal("Ac")
    assert not floor.state.playing
    assert floor.state.players["ann"].chips == 1_000_000 - 2000


def test_a_mistyped_hole_card_is_corrected() -> None:
    floor = real("unpeeked").deal("Ts Kd 9h")
    floor.do(DealCards(), floor.dealer)
    floor.do(Call(say.Stand(), "ann"), floor.dealer)
    floor.deal("2c")
    number = next(one.number for one in entries(floor.state.played[-1].events) if one.kind == "card" and one.number > 5)
    floor.do(CorrectCard(number, card("8c"), "an eight, by the camera"))
    assert not floor.state.playing  # eighteen, and no further card
    assert floor.state.players["ann"].chips == 1_000_000 + 2000
    assert floor.state.shoe.discards[-1] == card("8c")


def test_a_round_laid_anew_has_its_hole_card_where_it_left_the_shoe() -> None:
    floor = real("unpeeked").deal("Ts 6d 9h")
    floor.do(DealCards(), floor.dealer)
    floor.do(Call(say.Stand(), "ann"), floor.dealer)
    floor.deal("5c")  # by mistake the second card of the dealer and that of the box were taken for each other
    floor.do(ReportIrregularity("card-misplaced", "reconstruct", "seen by the camera", cards=cards("Ts 6d 5c 9h")))
    assert floor.state.round is not None
    assert [hand.cards for hand in floor.state.round.hands] == [cards("Ts 5c")]
    assert floor.state.round.dealer == cards("6d 9h")


@pytest.mark.parametrize("ruling", ["goes-on", "void-round"])
def test_a_hole_card_that_was_seen_too_early_is_left_to_discretion(ruling: Any) -> None:
    floor = real("peeked").deal("6s 9d 5h")
    floor.do(DealCards(), floor.dealer)
    assert "hole-card-exposed" in kinds_left_to_discretion(floor.state)
    reported = ReportIrregularity("hole-card-exposed", ruling, "the dealer turned it")
    assert floor.refused(reported).code == "left-to-discretion"
    floor.do(RuleByDiscretion("hole-card-exposed", ruling, "the dealer turned it", card("7c")))
    assert floor.state.playing == (ruling == "goes-on")
    assert "hole-card-exposed" not in kinds_left_to_discretion(Table("melbourne-v26", source="real").state)
    assert "hole-card-exposed" not in kinds_left_to_discretion(virtual("peeked", "6s 9d 5h").state)


def turned(floor: Table) -> int:
    """Ann has hit and stood, and the dealer has turned the hole card; the number of the entry by which she hit."""
    floor.deal("Ts 6d 4h")
    floor.do(DealCards(), floor.dealer)
    floor.do(Call(say.Hit(), "ann"), floor.dealer)
    floor.deal("3c")
    floor.do(Call(say.Stand(), "ann"), floor.dealer)
    floor.deal("5c")
    return next(one.number for one in entries(floor.state.played[-1].events) if one.kind == "call")


@pytest.mark.parametrize("ruling", ["goes-on", "void-round"])
def test_a_call_is_not_undone_after_the_hole_card_was_turned_and_discretion_decides(ruling: Any) -> None:
    floor = real("unpeeked")
    call = turned(floor)
    wrong = ReportIrregularity("decision-done-wrongly", "next-card", "ann had said stand", entry=call)
    refusal = floor.refused(wrong)
    assert (refusal.code, refusal.clause) == ("call-before-hole-card", "32.10")
    assert refusal.message == "a call cannot be undone once the hole card has been turned; what remains is discretion"
    assert "decision-done-wrongly" in kinds_left_to_discretion(floor.state)
    floor.do(RuleByDiscretion("decision-done-wrongly", ruling, "ann had said stand", entry=call))
    assert floor.state.playing == (ruling == "goes-on")
    assert (floor.state.players["ann"].chips == 1_000_000) == (ruling == "void-round")


def test_where_the_document_has_a_round_void_that_cannot_be_laid_anew_it_is(tmp_path: Path) -> None:
    game = '[games.unpeeked]\nlike = "sydney-v15/blackjack"\ndealer.hole_card = "unpeeked"\n'
    with named_book(tmp_path, "sydney-hole-card", game):
        floor = Table("sydney-hole-card", "unpeeked", source="real").seat("ann", 1).ready().wagers("ann 1 20").close()
    call = turned(floor)
    wrong = ReportIrregularity("decision-done-wrongly", "reconstruct", "ann had said stand", entry=call)
    refusal = floor.refused(wrong)
    assert (refusal.code, refusal.clause) == ("call-before-hole-card", "16.8")
    assert refusal.message == "a call cannot be undone once the hole card has been turned; what remains is void round"
    assert "decision-done-wrongly" not in kinds_left_to_discretion(floor.state)
    floor.do(wrong._replace(ruling="void-round"))
    assert (floor.state.playing, floor.state.players["ann"].chips) == (False, 1_000_000)


# ------------------------------------------------------------------------------------------------------- mid-shoe entry


def test_nobody_begins_to_play_within_a_shoe_where_the_house_has_that() -> None:
    floor = Table(BOOK, "unpeeked").seat("ann", 1).seat("bea", 2).ready().round("ann 1 20")
    floor.wagers("ann 1 20")
    wager = floor.refused(PlaceWager(2, 2000), "bea")
    assert (wager.code, wager.clause) == ("no-mid-shoe-entry", "box.mid_shoe_entry")
    floor.close().finish()
    floor.do(OrderShuffle("asked for"))
    floor.ready().wagers("ann 1 20", "bea 2 20")
    assert {bet.player for bet in floor.state.bets} == {"ann", "bea"}
    assert "no entry within a shoe" in sign_lines(floor.state)
    elsewhere = Table(BOOK, "peeked").seat("ann", 1).seat("bea", 2).ready().round("ann 1 20")
    elsewhere.wagers("ann 1 20", "bea 2 20")


# ---------------------------------------------------------------------------------------------------------------- audit


class Noted(Table):
    """A table that remembers what each command led to, and the table before it."""

    def __init__(self, *given: Any, **terms: Any) -> None:
        self.noted: list[tuple[TableState, tuple[TableEvent, ...]]] = []
        super().__init__(*given, **terms)

    def say(self, command: Command, by: Person | str | None, at: int | None) -> Acted | Refusal:
        before, done = self.state, super().say(command, by, at)
        if not isinstance(done, Refusal):
            self.noted.append((before, done.events))
        return done


def replayed(floor: Noted, turned: str) -> None:
    """Replay a table for an audit, with another card where the hole card was turned; raises `ReplayMismatch`."""
    replay, version = TableReplay("table:T1"), 1
    for before, events in floor.noted:
        new = written(before, events)
        texts = [one.payload.replace('"7c"', turned) if "HoleCardTurned" in one.payload else one.payload for one in new]
        lines = [(n, account, cents) for n, event in enumerate(new) for account, cents in event.postings]
        replay.feed(Content(1, "table:T1", version, 0, None, "\n".join(texts)), lines)
        version += len(new)
    assert replay.rounds == 1


def test_an_audit_finds_a_hole_card_that_was_exchanged() -> None:
    floor = Noted(BOOK, "peeked")
    floor.seat("ann", 1).ready("6s Kd 5h 7c 9c").wagers("ann 1 20").close().call("ann", "stand")
    assert not floor.state.playing
    replayed(floor, '"7c"')
    with pytest.raises(ReplayMismatch, match="did not lie next in the sealed order"):
        replayed(floor, '"7d"')


@pytest.mark.parametrize("game", ["peeked", "unpeeked"])
def test_what_people_do_at_such_a_table_is_audited(store: Store, game: str) -> None:
    floor, people = BlockingFloor(store, randomness=as_given), RandomPlayers(Random(5), BOOK, game)
    known(floor, BOOK, *NAMES)
    for step in range(STEPS):
        command, by = people.next(floor.state("T1"))
        floor.act("T1", command, by, step * 4_000)
    state = floor.state("T1")
    assert BlockingFloor(store).state("T1") == state
    assert state.number > 2
    assert audit(store).fault is None
    for shoe in shoes(store, "T1"):
        assert shoe.commitment
