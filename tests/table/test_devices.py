"""Shuffling devices: no cut, no cutting card, and where the discards go."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.editions import canberra, sydney
from support.tables import BOOKS, NOTICES, SALT, Table

from cutcard.table import (
    BringCards,
    CheckCards,
    Cut,
    CutForAll,
    CutOffered,
    CuttingCardOut,
    CuttingCardPlaced,
    DealCards,
    OpenBetting,
    PlaceCuttingCard,
    ReplaceCards,
    ReturnDiscards,
    ShowCuttingCard,
    Shuffle,
    Shuffled,
)


def device(book: str, **terms: Any) -> Table:
    return Table(book, device="shuffling-device", **terms).seat("ann", 1)


def back(floor: Table) -> ReturnDiscards:
    """The discards with what the device holds, in some order."""
    shoe = floor.state.shoe
    burned = [card for card in shoe.burned if card is not None]
    return ReturnDiscards((*reversed(shoe.order[shoe.next :]), *shoe.discards, *burned), SALT)


@clause("sydney-v15", "4.7", "4.8")
@clause("sydney-earlier", "4.7", "4.8")
@clause("melbourne-v26", "3.1.1")
@clause("canberra-2006", "19.1", "19.2")
@clause("canberra-2003", "19.1", "19.2")
@pytest.mark.parametrize("book", BOOKS)
def test_cards_are_loaded_into_a_device_and_not_cut(book: str) -> None:
    floor = device(book)
    floor.do(BringCards())
    floor.do(CheckCards())
    floor.do(Shuffle(*floor.order(), by_hand_first=True), "dealer")
    assert floor.last(Shuffled).how == "shuffling-device"
    assert floor.happened(CutOffered) == []
    for command in (Cut(60), CutForAll(60), PlaceCuttingCard(100)):
        assert floor.refused(command, "ann" if isinstance(command, Cut) else None).clause is not None
    floor.burn().do(OpenBetting())
    assert floor.state.shoe.behind is None


@clause("canberra-2006", "19.2")
@clause("canberra-2003", "19.2")
@canberra
def test_in_canberra_the_dealer_shuffles_new_cards_by_hand_before_they_go_into_the_device(book: str) -> None:
    floor = device(book)
    floor.do(BringCards())
    for brought in range(2):
        floor.do(CheckCards())
        as_brought = Shuffle(*floor.order())
        assert floor.refused(OpenBetting()).code == "no-shoe-yet"
        assert floor.refused(as_brought, "dealer").clause == "19.2"
        floor.do(as_brought._replace(by_hand_first=True), "dealer")
        floor.burn().round("ann 1 20")
        if not brought:
            floor.do(ReplaceCards(told=NOTICES))  # new cards are shuffled again


@clause("sydney-v15", "4.8")
@clause("sydney-earlier", "4.8")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "melbourne-v26"])
def test_elsewhere_they_may_go_in_as_they_come(book: str) -> None:
    floor = device(book)
    floor.do(BringCards())
    floor.do(CheckCards())
    floor.do(Shuffle(*floor.order()), "dealer")
    floor.burn().do(OpenBetting())


@clause("sydney-v15", "4.8")
@clause("sydney-earlier", "4.8")
@sydney
def test_a_hand_shuffle_comes_first_only_where_a_device_is_loaded(book: str) -> None:
    floor = Table(book)
    floor.do(BringCards())
    floor.do(CheckCards())
    assert floor.refused(Shuffle(*floor.order(), by_hand_first=True)).clause == "4.7"


@clause("sydney-v15", "7.2")
@clause("sydney-earlier", "7.2")
@sydney
def test_the_discards_go_into_the_device_once_the_initial_deal_is_complete(book: str) -> None:
    floor = device(book, by_itself=False).ready("Ts 9d 9h 8c 8s 9c 3h")
    floor.round("ann 1 20")
    assert floor.state.shoe.discards
    floor.wagers("ann 1 20").close()
    assert floor.refused(back(floor)).clause == "7.2"  # the initial deal is under way
    floor.do(DealCards())
    floor.do(back(floor), "dealer")
    assert floor.state.shoe.discards == ()
    assert floor.state.shoe.left + len(floor.state.shoe.on_table) == 312
    floor.finish()


@clause("melbourne-v26", "4.1.1(f)")
@clause("canberra-2006", "19.1")
@clause("canberra-2003", "19.1")
@pytest.mark.parametrize("book", ["melbourne-v26", "canberra-2006", "canberra-2003"])
def test_a_device_mixes_the_discards_in_before_each_round(book: str) -> None:
    floor = device(book).ready()
    for _ in range(3):
        floor.round("ann 1 20")
        assert floor.refused(OpenBetting()).clause is not None
        assert floor.refused(ReturnDiscards(floor.state.shoe.discards, SALT)).clause is not None  # not all of them
        floor.do(back(floor), "dealer")
        assert floor.state.shoe.left == 312
    assert floor.happened(CuttingCardOut) == []
    assert floor.happened(CuttingCardPlaced) == []


@clause("melbourne-v26", "3.1.1")
@clause("canberra-2006", "19.1")
@clause("canberra-2003", "19.1")
@pytest.mark.parametrize("book", BOOKS)
def test_there_is_no_cutting_card_to_come_out(book: str) -> None:
    floor = device(book, source="real").ready()
    assert floor.refused(ShowCuttingCard()).clause is not None


@canberra
def test_a_shoe_has_no_device_to_put_discards_in(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready()
    floor.round("ann 1 20")
    assert floor.refused(back(floor)).clause == "19.1"
