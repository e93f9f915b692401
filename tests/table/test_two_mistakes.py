"""Two mistakes in one round at a table with a real shoe: the second is put right on top of the first."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.tables import Table, balances

from cutcard.cards import card
from cutcard.engine import commands as say
from cutcard.records import settle
from cutcard.records.entries import entries
from cutcard.table import (
    Call,
    CorrectCard,
    CorrectWager,
    ReportIrregularity,
    RoundCorrected,
    RoundEvent,
    TableState,
    TakeBackEntry,
    VoidDisruptedRound,
    VoidRoundForFraud,
    evolve,
    record_of,
)

SYDNEY, CANBERRA, MELBOURNE = "sydney-v15", "canberra-2006", "melbourne-v26"
START = 1_000_000
EARLY = ReportIrregularity("card-drawn-in-error", "next-card", "slipped out", card("5c"))
FACED = ReportIrregularity("card-faced-in-shoe", "burn", "it lay face up", card("Kc"))


def wagered(book: str) -> Table:
    """Twenty by ann on box 1 and fifty by bob on box 2, betting closed."""
    floor = Table(book, source="real").seat("ann", 1).seat("bob", 2).ready()
    return floor.wagers("ann 1 20", "bob 2 50").close()


def called(floor: Table, *calls: tuple[str, say.Command]) -> Table:
    for name, command in calls:
        floor.do(Call(command, name), "dealer")  # type: ignore[arg-type]
    return floor


def entry(floor: Table, text: str) -> int:
    found = entries(floor.state.played[-1].events)
    return next(one.number for one in found if one.command == say.Deal(card(text)))


def sound(floor: Table, ann: int, bob: int) -> None:
    """Everybody has what they should, money is conserved, and the events lead to the same table."""
    assert (floor.chips("ann") - START, floor.chips("bob") - START) == (ann, bob)
    sums = dict(balances(floor.events))
    assert sum(sums.values()) == 0
    assert sums["aud:table:T1:wagers"] == 0
    state = TableState()
    for event in floor.events:
        state = evolve(state, event)
    assert state == floor.state


@clause(SYDNEY, "16.2", "16.8")
@clause(CANBERRA, "14.2", "14.4")
@clause(MELBOURNE, "9.3", "9.5")
@pytest.mark.parametrize("book", [SYDNEY, CANBERRA, MELBOURNE])
def test_a_card_too_early_and_then_a_wager_that_was_misread(book: str) -> None:
    """Ann takes 5c for 21 and has 40 on the box, not 20; the dealer's 17 beats bob's 14."""
    floor = wagered(book).deal("Ts 9d 7d 6h 5h").finish_offers()
    floor.do(EARLY, "dealer")
    called(floor, ("ann", say.Hit())).deal("5c")
    floor.do(CorrectWager(1, 4000, "two chips"), floor.boss)
    called(floor, ("bob", say.Stand())).deal("Td")
    sound(floor, 4000, -5000)


@clause(SYDNEY, "16.1", "16.8")
@clause(CANBERRA, "14.1", "14.4")
@clause(MELBOURNE, "9.2", "9.5")
@pytest.mark.parametrize("book", [SYDNEY, CANBERRA, MELBOURNE])
def test_a_faced_card_and_then_one_that_was_mistyped(book: str) -> None:
    """Kc stays burned where the round is played again with 9h for 5h: bob has 18."""
    floor = wagered(book).deal("Ts 9d 7d")
    floor.do(FACED, floor.boss)
    floor.deal("6h 5h").finish_offers()
    floor.do(CorrectCard(entry(floor, "5h"), card("9h"), "a nine"), floor.boss)
    assert floor.state.shoe.burned[-1] == card("Kc")
    called(floor, ("ann", say.Stand()), ("bob", say.Stand())).deal("Td")
    sound(floor, -2000, 5000)


@clause(SYDNEY, "16.8", "18.9.1")
@clause(MELBOURNE, "9.5", "32.4", "32.5")
@pytest.mark.parametrize("book", [SYDNEY, MELBOURNE])
def test_a_mistyped_card_is_put_right_and_then_a_fire_ends_the_round(book: str) -> None:
    floor = wagered(book).deal("Ts 9d 7d 6h 5h").finish_offers()
    floor.do(CorrectCard(entry(floor, "6h"), card("8h"), "an eight"), floor.boss)
    floor.do(VoidDisruptedRound("a fire"), floor.boss)
    sound(floor, 0, 0)


@clause(SYDNEY, "16.8", "18.9.2")
@clause(CANBERRA, "14.4", "16.3")
@pytest.mark.parametrize("book", [SYDNEY, CANBERRA])
def test_a_round_that_was_corrected_after_its_end_may_lose_its_outcome_for_a_fraud(book: str) -> None:
    """17 against 16 and 14, then 16 was an 18 in truth: ann is paid 20 instead; in the end nobody has won."""
    floor = called(wagered(book).deal("Ts 9d 7d 6h 5h").finish_offers(), ("ann", say.Stand()), ("bob", say.Stand()))
    floor.deal("Td")
    sound(floor, -2000, -5000)
    floor.do(CorrectCard(entry(floor, "6h"), card("8h"), "an eight"), floor.boss)
    sound(floor, 2000, -5000)
    floor.do(VoidRoundForFraud("a marked card"), floor.boss)
    sound(floor, 0, 0)
    last = [one for one in floor.happened(RoundCorrected) if one.round == floor.state.number][-1]
    again = settle(record_of([RoundEvent(last.round, each) for each in last.events]))
    assert again["net"] == {"ann": "0", "bob": "0"}


@clause(SYDNEY, "16.2", "16.8")
def test_a_card_taken_back_and_then_one_too_early() -> None:
    """9h was entered for 6h and is taken back; 5c after that is ann's for 21."""
    floor = wagered(SYDNEY).deal("Ts 9d 7d 9h")
    floor.do(TakeBackEntry(), "dealer")
    floor.deal("6h 5h").finish_offers()
    floor.do(EARLY, "dealer")
    called(floor, ("ann", say.Hit())).deal("5c")
    called(floor, ("bob", say.Stand())).deal("Td")
    sound(floor, 2000, -5000)
