"""Cards on their way to the shoe: brought, checked and replaced."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import canberra_by, sydney
from support.shoes import ended, stacked
from support.tables import NOTICES, Table

from cutcard.cards import card
from cutcard.cards import shoe as pack
from cutcard.table import (
    BringCards,
    BurnCard,
    CardReplaced,
    CardsBrought,
    CardsChecked,
    CheckCards,
    CutForAll,
    CutOffered,
    NoMoreBets,
    NoticeGiven,
    PlaceCuttingCard,
    ReplaceCard,
    ReplaceCards,
    ShowCuttingCard,
    Shuffle,
    Shuffled,
)


@clause("sydney-v15", "3.3")
@clause("sydney-earlier", "3.3")
@clause("melbourne-v26", "3.2.5")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "melbourne-v26"])
def test_cards_are_checked_before_they_are_used(book: str) -> None:
    floor = Table(book)
    floor.do(BringCards(), "dealer")
    refusal = floor.refused(Shuffle(*floor.order()), "dealer")
    assert refusal.clause == {"melbourne-v26": "3.2.5"}.get(book, "3.3")
    assert floor.refused(CheckCards(), "ann").clause == refusal.clause
    floor.do(CheckCards(), "dealer")
    floor.do(Shuffle(*floor.order()), "dealer")


@clause("sydney-v15", "3.3")
@clause("sydney-earlier", "3.3")
@sydney
def test_a_deck_checking_device_may_do_it(book: str) -> None:
    floor = Table(book)
    floor.do(BringCards())
    floor.do(CheckCards(by_device=True))
    assert floor.last(CardsChecked).by_device
    other = Table("canberra-2006")
    other.do(BringCards())
    assert other.refused(CheckCards(by_device=True)).clause == "2.2"


REPLACED = [("sydney-v15", "4.3.5"), ("sydney-earlier", "4.3.5"), ("melbourne-v26", "4.2.2(d)")]


@clause("sydney-v15", "4.3.5")
@clause("sydney-earlier", "4.3.5")
@clause("melbourne-v26", "4.2.2(d)", "4.4.3")
@pytest.mark.parametrize(("book", "by"), REPLACED)
def test_replaced_cards_are_shuffled_and_cut_by_the_player_furthest_to_the_right(book: str, by: str) -> None:
    floor = ended(book, "box")
    floor.do(ReplaceCards(told=NOTICES))
    assert floor.refused(Shuffle()).clause is not None  # not checked yet
    floor.do(CheckCards())
    floor.do(Shuffle())
    assert floor.last(CutOffered) == CutOffered("cem", by)


@clause("melbourne-v26", "4.1.2")
def test_melbourne_may_use_cards_shuffled_beforehand() -> None:
    floor = Table("melbourne-v26")
    assert floor.refused(BringCards("angel")).clause == "4.1.2"
    floor.do(BringCards("casino"))
    assert floor.last(CardsBrought).pre_shuffled == "casino"
    floor.do(CheckCards())
    floor.do(Shuffle(*floor.order()))
    assert floor.last(Shuffled).how == "pre-shuffled"
    assert Table("canberra-2006").refused(BringCards("casino")).clause == "5.1"


@clause("sydney-v15", "3.5", "3.5.1")
@clause("sydney-earlier", "3.5", "3.5.1")
@clause("melbourne-v26", "4.4.1")
@pytest.mark.parametrize(
    ("book", "by", "role"),
    [
        ("sydney-v15", "3.5", "gaming-supervisor"),
        ("sydney-earlier", "3.5", "gaming-supervisor"),
        ("melbourne-v26", "4.4.1", "tg-higher-duties-dealer"),
    ],
)
def test_the_cards_of_a_shoe_are_replaced_between_its_last_round_and_the_shuffle(book: str, by: str, role: str) -> None:
    floor = stacked(book, "ann").ready()
    floor.round("ann 1 20")
    assert floor.refused(ReplaceCards()).clause == by  # the cutting card has not come out
    floor.wagers("ann 1 20").close().deal("Ts 9s")
    floor.do(ShowCuttingCard())
    assert floor.refused(ReplaceCards()).clause == by  # in the middle of a round
    floor.finish()
    assert floor.refused(ReplaceCards(), "dealer").clause == by
    floor.do(ReplaceCards(), role)
    assert floor.state.shoe.stage == "unchecked"


@clause("sydney-v15", "3.5.2")
@clause("sydney-earlier", "3.5.2")
@sydney
def test_the_cards_of_a_device_are_replaced_after_any_round(book: str) -> None:
    floor = Table(book, device="shuffling-device").seat("ann", 1).ready("Ts 9d 5h")
    floor.wagers("ann 1 20").close()
    assert floor.refused(ReplaceCards()).clause == "3.5"  # in the middle of a round
    floor.finish()
    assert floor.refused(ReplaceCards(), "dealer").clause == "3.5"
    floor.do(ReplaceCards(), "gaming-supervisor")
    assert floor.last(CardsBrought).replaced
    assert floor.refused(Shuffle(*floor.order())).clause == "3.3"  # the new ones are checked first


@clause("canberra-2006", "2.4")
@clause("canberra-2003", "2.4")
@canberra_by("2.4", "2.4")
def test_one_damaged_card_is_replaced_at_any_time_and_all_after_a_round_each_checked_twice(book: str, by: str) -> None:
    floor = stacked(book, "ann").ready()
    floor.wagers("ann 1 20").close()
    assert floor.refused(ReplaceCard(card("Ks"), NOTICES), "casino-supervisor").clause == by
    assert floor.refused(ReplaceCard(card("Ks"))).clause == by  # no supervisor has looked at it
    floor.do(ReplaceCard(card("Ks"), NOTICES))
    assert floor.last(CardReplaced) == CardReplaced(card("Ks"))
    assert ("casino-supervisor", "S. Lowe") in [told[:2] for told in floor.happened(NoticeGiven)]
    assert floor.refused(ReplaceCards(told=NOTICES)).clause == by
    floor.finish()
    floor.do(ReplaceCards(told=NOTICES))
    assert floor.refused(Shuffle()).clause is not None  # the dealer checks them too
    floor.do(CheckCards(), "dealer")


@clause("melbourne-v26", "4.4.2")
def test_an_area_manager_has_unfit_cards_replaced_while_no_hand_is_in_progress() -> None:
    floor = stacked("melbourne-v26", "ann").ready()
    assert floor.refused(ReplaceCard(card("Ks")), "tg-higher-duties-dealer").clause == "4.4.2"
    floor.do(ReplaceCard(card("Ks")), "tg-area-manager")
    floor.wagers("ann 1 20").close()
    assert floor.refused(ReplaceCard(card("Ks")), "tg-area-manager").clause == "4.4.2"
    pontoon = Table("melbourne-v26", "crown-pontoon").ready()
    assert pontoon.refused(ReplaceCard(card("Ts"))).clause == "4.4.2"


@clause("melbourne-v26", "4.4.2", "4.4.3")
def test_an_area_manager_has_all_cards_replaced_in_mid_shoe_when_they_are_unfit() -> None:
    floor = stacked("melbourne-v26", "ann", "bob").ready().round("ann 1 20")
    unfit = ReplaceCards(unfit=True)
    assert floor.refused(ReplaceCards(), "tg-area-manager").clause == "4.4.1"  # otherwise not before the shuffle
    assert floor.refused(unfit, "tg-higher-duties-dealer").clause == "4.4.2"
    floor.wagers("ann 1 20").close()
    assert floor.refused(unfit, "tg-area-manager").clause == "4.4.2"  # a hand is in progress
    floor.finish().wagers("ann 1 20")
    floor.do(unfit, "tg-area-manager")
    assert floor.last(CardsBrought).replaced
    for step in (CheckCards(), Shuffle()):
        assert floor.refused(NoMoreBets(), "dealer").code == "no-shoe-yet"
        floor.do(step, "dealer")
    assert floor.last(CutOffered) == CutOffered("bob", "4.2.2(d)")
    floor.decline()
    floor.do(CutForAll(60))
    assert floor.refused(NoMoreBets(), "dealer").code == "no-shoe-yet"
    floor.do(PlaceCuttingCard(100), "dealer")
    floor.do(BurnCard(), "dealer")  # 4.3.1: as after any shuffle and cut
    floor.close().finish()


@sydney
def test_a_document_that_has_nothing_on_unfit_cards_replaces_none_in_mid_shoe(book: str) -> None:
    floor = stacked(book, "ann").ready().round("ann 1 20")
    assert floor.refused(ReplaceCards(unfit=True)).code == "nobody-has-power"


def test_the_cards_of_a_shoe_are_those_of_its_decks() -> None:
    floor = Table("melbourne-v26", "crown-pontoon").ready()
    assert sorted(floor.state.shoe.order) == sorted(pack(6, "T"))
