"""What a round counts for: with the wagers that the conditions ask for, and nothing where it is void."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.promotions import BOOKS, conditions
from support.tables import Table

from cutcard.promotions import EntryRule, Play
from cutcard.promotions.play import entries_for, play_in
from cutcard.table import RoundEvent, VoidRoundForFraud, VoidWagers

RULES = (EntryRule("round"), EntryRule("wagered", each=1000, bet=""), EntryRule("wagered", each=1000))


def table(book: str) -> Table:
    return Table(book, side_bets={"perfect-pairs": True}).seat("ann", 1).seat("bob", 2).ready()


def counted(table: Table, book: str, **more: Any) -> dict[str, Play]:
    """What the last round counts for."""
    events = tuple(one.event for one in table.happened(RoundEvent) if one.round == table.state.number)
    return play_in(conditions(book, entry_rules=RULES, **more), events, valid_only=True)


@pytest.mark.parametrize("book", BOOKS)
@clause("sydney-v15", "20.7.4")
@clause("sydney-earlier", "21.7.4")
def test_a_round_counts_only_with_the_compulsory_wager_on_the_same_box(book: str) -> None:
    played = table(book).round("ann 1 30", "ann 1 5 perfect-pairs", "bob 2 30")
    assert set(counted(played, book)) == {"ann", "bob"}
    assert counted(played, book, compulsory_bet="perfect-pairs").keys() == {"ann"}
    elsewhere = table(book).round("ann 1 30", "bob 1 5 perfect-pairs", "bob 2 30")
    assert counted(elsewhere, book, compulsory_bet="perfect-pairs") == {}


@pytest.mark.parametrize("book", BOOKS)
@clause("sydney-v15", "20.7.4")
@clause("sydney-earlier", "21.7.4")
def test_a_round_counts_only_from_the_minimum_wager_on(book: str) -> None:
    played = table(book).round("ann 1 30", "bob 2 25")
    assert counted(played, book, minimum_wager=3000).keys() == {"ann"}
    assert counted(played, book, minimum_wager=3001) == {}


@pytest.mark.parametrize("book", BOOKS)
@clause("sydney-v15", "20.7.4")
@clause("sydney-earlier", "21.7.4")
def test_no_entry_counts_before_so_much_was_wagered_in_all(book: str) -> None:
    asked = conditions(book, entry_rules=RULES, wagered_least=50_000)
    assert [entries_for(asked, Play(cents, (7, 0, 0)), form=False) for cents in (49_999, 50_000)] == [0, 7]


@pytest.mark.parametrize("book", BOOKS)
@clause("sydney-v15", "20.7.3")
@clause("sydney-earlier", "21.7.3")
def test_a_void_round_and_wagers_that_were_declared_void_earn_nothing(book: str) -> None:
    fraud = table(book).wagers("ann 1 30", "bob 2 30").close()
    fraud.do(VoidRoundForFraud("marked cards", forfeits=("ann",)))  # who does not get theirs back
    assert counted(fraud, book) == {}
    cheated = table(book).wagers("ann 1 30", "bob 2 30").close()
    cheated.do(VoidWagers("ann", "a device"))
    assert counted(cheated.finish(), book).keys() == {"bob"}
