"""Which side bets and pay tables go with a game: one answer for records, odds, simulator and tables."""

from __future__ import annotations

import pytest

from cutcard.errors import CutcardError
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.offers import check_together, meters, offered, pay_table, tables, tables_here

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
CROWN = rules("melbourne-v26", "crown-pontoon")


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_a_side_bet_may_be_had_by_every_name_that_is_listed_for_it(book: str, game: str) -> None:
    here = rules(book, game)
    for bet, side in offered(here).items():
        found = tables(here, side)
        assert found
        for (name, decks), table in found.items():
            assert pay_table(here, decks, bet, name) is table
        for decks in here.cards.decks:
            names = [name for name, at in found if at == decks]
            if names:
                assert list(tables_here(here, decks, bet)) == names
            else:
                with pytest.raises(CutcardError):
                    tables_here(here, decks, bet)


def test_the_only_pay_table_needs_no_name_and_one_of_several_does() -> None:
    assert pay_table(CROWN, 8, "perfect-pairs").decks == (6, 8)
    with pytest.raises(CutcardError, match="Buster Blackjack needs its pay table named: A, B, C, D, E"):
        pay_table(CROWN, 8, "buster-blackjack")
    with pytest.raises(CutcardError, match="has no pay table 'A' here: it has just one, which needs no name"):
        pay_table(CROWN, 8, "perfect-pairs", "A")


def test_meters_come_in_the_order_of_the_book() -> None:
    plain = rules("melbourne-v26", "blackjack")
    assert meters(plain) == ("blackjack-jackpots", "supernova-major", "supernova-minor", "supernova-mystery")
    assert meters(CROWN) == ()  # 21.4.1 and 24.4.1: not with decks of 48 cards


def test_two_meter_groups_do_not_go_together() -> None:
    plain = rules("melbourne-v26", "blackjack")
    check_together(plain, ["supernova", "blackpot"])
    with pytest.raises(CutcardError, match="supernova may not be offered beside blackjack-jackpots") as refused:
        check_together(plain, ["supernova", "blackjack-jackpots"])
    assert refused.value.clause == "24.5.1(c)"
