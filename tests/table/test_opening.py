"""Opening a table: decks, boxes, side bets, layout, what cards are dealt from."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause, recorded
from support.editions import canberra, sydney
from support.tables import SIGN, Table

from cutcard.rulebooks import load
from cutcard.table import OpenTable, Person, Refusal, Sign, Sit, TableState, act, signs


def opened(book: str, game: str = "blackjack", **terms: Any) -> TableState | Refusal:
    """A table as a boss would open it, or why they may not."""
    given = {"decks": 6, "sign": SIGN, "layout_approved": True, **terms}
    result = act(TableState(), OpenTable("T1", book, game, **given), Person("mia", load(book).roles[-1]), 0)
    return result if isinstance(result, Refusal) else result.state


def refusal(book: str, game: str = "blackjack", **terms: Any) -> Refusal:
    result = opened(book, game, **terms)
    assert isinstance(result, Refusal)
    return result


DECKS = [
    ("sydney-v15", "blackjack", (6, 8), "3.1"),
    ("sydney-earlier", "blackjack", (3, 4, 6, 8), "3.1"),
    ("melbourne-v26", "blackjack", (4, 5, 6, 7, 8), "3.1"),
    ("melbourne-v26", "vegas-blackjack", (4,), "12.3.1"),
    ("melbourne-v26", "crown-pontoon", (4, 5, 6, 7, 8), "10.3.1"),
    ("canberra-2006", "blackjack", (4, 5, 6, 7, 8), "2.1"),
    ("canberra-2003", "blackjack", (4, 5, 6, 7, 8), "2.1"),
]


@clause("sydney-v15", "3.1")
@clause("sydney-earlier", "3.1")
@clause("melbourne-v26", "3.1", "10.3.1", "12.3.1")
@clause("canberra-2006", "2.1", "2.3(a)")
@clause("canberra-2003", "2.1", "2.3(a)")
@pytest.mark.parametrize(("book", "game", "decks", "by"), DECKS)
def test_a_table_opens_with_the_decks_of_its_document_only(
    book: str, game: str, decks: tuple[int, ...], by: str
) -> None:
    for count in range(1, 10):
        result = opened(book, game, decks=count)
        assert isinstance(result, TableState) == (count in decks)
        if isinstance(result, Refusal):
            assert result.clause == by
        else:
            assert result.config.cards == count * (48 if "pontoon" in game else 52)


BOXES = [("sydney-v15", 5, "2.2.1"), ("sydney-earlier", 5, "2.2.1"), ("melbourne-v26", 1, "2.1")]


@clause("sydney-v15", "2.2.1")
@clause("sydney-earlier", "2.2.1")
@clause("melbourne-v26", "2.1")
@pytest.mark.parametrize(("book", "fewest", "by"), BOXES)
def test_a_layout_has_five_to_nine_boxes(book: str, fewest: int, by: str) -> None:
    for boxes in range(11):
        result = opened(book, boxes=boxes)
        assert isinstance(result, TableState) == (fewest <= boxes <= 9)
        assert isinstance(result, TableState) or result.clause == by


@clause("sydney-v15", "3.1.1")
@pytest.mark.parametrize("bet", ["blazing-7s", "star-pairs"])
def test_some_side_bets_allow_six_decks_only(bet: str) -> None:
    terms: dict[str, Any] = {"side_bets": {bet: True}, "device": "shuffling-device"}
    assert isinstance(opened("sydney-v15", **terms), TableState)
    assert refusal("sydney-v15", decks=8, **terms).clause == "3.1.1"


@clause("sydney-earlier", "3.1")
def test_pairs_bets_allow_six_or_eight_decks_only() -> None:
    for decks in (3, 4, 6, 8):
        result = opened("sydney-earlier", decks=decks, side_bets={"perfect-pairs": True})
        assert isinstance(result, TableState) == (decks in (6, 8))


@clause("melbourne-v26", "21.4.1", "24.4.1")
@pytest.mark.parametrize(("bet", "by"), [("blackjack-jackpots", "21.4.1"), ("supernova", "24.4.1")])
def test_jackpot_side_bets_are_played_with_six_decks(bet: str, by: str) -> None:
    for decks in (4, 5, 6, 7, 8):
        result = opened("melbourne-v26", decks=decks, side_bets={bet: True})
        assert isinstance(result, TableState) == (decks == 6)
        assert isinstance(result, TableState) or result.clause == by


@recorded("sydney-v15", "2.2.2", "2.2.3", "2.2.3.1", "2.2.3.2", "2.2.3.3", "2.2.4")
@recorded("sydney-earlier", "2.2.2", "2.2.3", "2.2.3.1", "2.2.3.2", "2.2.3.3", "2.2.4")
@sydney
def test_the_layout_carries_its_inscriptions_and_a_place_for_each_optional_wager(book: str) -> None:
    cloth = signs.layout(Table(book, side_bets={"perfect-pairs": True, "any-pairs": True}).state)
    assert cloth.inscriptions == (
        "Blackjack pays 3 to 2",
        "Dealer must draw on 16 and stand on 17",
        "Insurance pays 2 to 1",
    )
    assert cloth.insurance
    assert len(cloth.side_bets) == 2
    assert signs.layout(Table(book).state).side_bets == ()


@recorded("melbourne-v26", "2.2.1", "2.2.2", "2.2.3")
def test_the_layout_has_areas_for_wagers_and_for_the_side_wagers_on_offer() -> None:
    cloth = signs.layout(Table("melbourne-v26", boxes=9, side_bets={"buster-blackjack": "A"}).state)
    assert cloth.boxes == tuple(range(1, 10))
    assert cloth.side_bets == ("Buster Blackjack",)


@recorded("canberra-2006", "2.3", "2.3(a)", "2.3(b)")
@recorded("canberra-2003", "2.3", "2.3(a)", "2.3(b)")
@canberra
def test_decks_and_shuffle_are_settled_before_and_told_to_who_asks(book: str) -> None:
    floor = Table(book, decks=5, procedure="three riffles and a strip")
    config = floor.state.config
    assert (config.decks, config.shuffled_by, config.procedure) == (5, "hand", "three riffles and a strip")


@clause("canberra-2006", "1.1")
@clause("canberra-2003", "1.1")
@canberra
def test_the_layout_must_have_been_approved(book: str) -> None:
    assert refusal(book, layout_approved=False).clause == "1.1"
    assert isinstance(opened(book), TableState)


@clause("sydney-v15", "2.3.1", "4.1")
@clause("sydney-earlier", "2.3.1", "4.1")
@sydney
def test_cards_come_from_a_shoe_or_a_shuffling_device_and_a_multishuffler_may_fill_the_shoe(book: str) -> None:
    assert isinstance(opened(book), TableState)
    assert isinstance(opened(book, device="shuffling-device"), TableState)
    assert isinstance(opened(book, shuffled_by="multishuffler"), TableState)
    in_hand = refusal(book, device="hand")
    assert (in_hand.code, in_hand.clause) == ("not-dealt-from", "2.3.1")


@clause("sydney-earlier", '1.1 "multishuffler"')
def test_a_multishuffler_takes_only_some_numbers_of_decks() -> None:
    assert refusal("sydney-earlier", decks=3, shuffled_by="multishuffler").clause == '1.1 "multishuffler"'
    assert isinstance(opened("sydney-earlier", decks=4, shuffled_by="multishuffler"), TableState)


def test_only_sydney_has_a_multishuffler() -> None:
    assert refusal("melbourne-v26", shuffled_by="multishuffler").clause == "4.1.1"
    assert refusal("canberra-2006", shuffled_by="multishuffler").clause == "5.1"


@clause("sydney-v15", "2.4", "2.4.1")
def test_a_drop_box_may_come_off_a_cashless_table_only() -> None:
    assert refusal("sydney-v15", drop_box=False).clause == "2.4"
    assert isinstance(opened("sydney-v15", drop_box=False, cashless=True), TableState)


@clause("sydney-earlier", "2.4")
def test_a_drop_box_is_always_attached() -> None:
    for cashless in (True, False):
        assert refusal("sydney-earlier", drop_box=False, cashless=cashless).clause == "2.4"
        assert isinstance(opened("sydney-earlier", cashless=cashless), TableState)


@clause("sydney-v15", "6.8", "6.8.2")
@clause("sydney-earlier", "6.7", "6.7.2")
@sydney
def test_a_low_limit_game_deals_from_a_shuffling_device(book: str) -> None:
    by = {"sydney-v15": "6.8.2", "sydney-earlier": "6.7.2"}[book]
    assert refusal(book, low_limit=True).clause == by
    assert isinstance(opened(book, low_limit=True, device="shuffling-device"), TableState)


def test_what_cannot_be_is_refused() -> None:
    assert "nonsense" in refusal("sydney-v15", options={"nonsense": True}).message
    assert refusal("sydney-v15", decks=6, sign=Sign(5000, 1000)).clause == "6.1"
    assert refusal("sydney-v15", chip=0).message
    assert refusal("sydney-v15", side_bets={"supernova": True}).message
    book = OpenTable("T1", "atlantis", "blackjack", 6, SIGN)
    result = act(TableState(), book, Person("mia", "gaming-manager"), 0)
    assert isinstance(result, Refusal)
    assert "atlantis" in result.message
    floor = Table("sydney-v15")
    assert "open already" in floor.refused(OpenTable("T1", "sydney-v15", "blackjack", 6, SIGN)).message


def test_nothing_is_said_to_a_table_that_is_not_open() -> None:
    result = act(TableState(), Sit(1), Person("ann", "player"), 0)
    assert isinstance(result, Refusal)
    assert result.message == "the table is not open"
