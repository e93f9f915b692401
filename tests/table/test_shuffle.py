"""A shuffle makes a shoe: sealed where it is virtual, completed where it runs out, riffled where a player asks."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.editions import sydney
from support.shoes import stacked
from support.tables import BOOKS, SALT, Table

from cutcard.cards import cards
from cutcard.engine import commands as say
from cutcard.table import (
    BringCards,
    Call,
    CheckCards,
    CompleteShoe,
    Cut,
    CutForAll,
    CutOffered,
    DealCards,
    DeclineCut,
    OpenBetting,
    OrderSealed,
    OrderShuffle,
    Riffle,
    Riffled,
    ShoeCommitted,
    ShoeCompleted,
    ShoeRevealed,
    Shuffle,
    Shuffled,
    TableState,
    VoidRoundForFraud,
    codec,
    evolve,
)
from cutcard.table.commitment import opens
from cutcard.table.discards import cards_of, collected_hands, without


@clause("sydney-v15", "4.1", "4.1.1")
@clause("sydney-earlier", "4.1", "4.1.1")
@clause("melbourne-v26", "4.1.1", "4.1.1(a)")
@clause("canberra-2006", "5.1")
@clause("canberra-2003", "5.1")
@pytest.mark.parametrize("book", BOOKS)
def test_no_round_begins_before_a_shuffle(book: str) -> None:
    floor = Table(book).seat("ann", 1)
    for command in (BringCards(), CheckCards()):
        assert floor.refused(OpenBetting()).code == "no-shoe-yet"
        floor.do(command)
    assert floor.refused(OpenBetting()).code == "no-shoe-yet"
    floor.ready()
    assert floor.happened(Shuffled)
    floor.do(OpenBetting())


def test_a_virtual_shoe_needs_the_right_cards_and_a_salt() -> None:
    floor = Table("sydney-v15")
    floor.do(BringCards())
    floor.do(CheckCards())
    order, salt = floor.order()
    assert floor.refused(Shuffle(order[1:], salt)).clause == "3.1"
    assert floor.refused(Shuffle((order[0], *order[:-1]), salt)).clause == "3.1"
    assert "salt" in floor.refused(Shuffle(order, "short")).message
    real = stacked("sydney-v15")
    assert real.refused(Shuffle(order, salt)).message == "the order of a real shoe cannot be given"


ORDERED = [
    ("sydney-v15", "4.1.4", "gaming-supervisor", "dealer"),
    ("sydney-earlier", "4.1.4", "gaming-supervisor", "dealer"),
    ("melbourne-v26", "4.1.1(e)", "tg-higher-duties-dealer", "dealer"),
]


@clause("sydney-v15", "4.1.4")
@clause("sydney-earlier", "4.1.4")
@clause("melbourne-v26", "4.1.1(e)")
@pytest.mark.parametrize(("book", "by", "role", "below"), ORDERED)
def test_a_supervisor_may_order_a_shuffle_between_rounds(book: str, by: str, role: str, below: str) -> None:
    floor = Table(book).seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c")
    floor.wagers("ann 1 20").close()
    assert floor.refused(OrderShuffle("the same cards again"), role).clause == by
    floor.finish()
    refusal = floor.refused(OrderShuffle("the same cards again"), below)
    assert (refusal.code, refusal.clause) == ("role-below", by)
    floor.do(OrderShuffle("the same cards again"), role)
    assert floor.refused(OpenBetting()).clause is not None
    floor.ready()
    floor.do(OpenBetting())


SHORT = [
    ("sydney-v15", "16.9"),
    ("sydney-earlier", "17.9"),
    ("melbourne-v26", "9.11"),
    ("canberra-2006", "14.6"),
    ("canberra-2003", "14.6"),
]


@clause("sydney-v15", "16.9")
@clause("sydney-earlier", "17.9")
@clause("melbourne-v26", "9.11")
@clause("canberra-2006", "14.6")
@clause("canberra-2003", "14.6")
@pytest.mark.parametrize(("book", "by"), SHORT)
def test_a_shoe_that_runs_out_within_a_round_is_completed_from_the_discards(book: str, by: str) -> None:
    floor = nearly_empty(book)
    whole, shoe = floor.state.config.cards, floor.state.shoe
    assert floor.refused(CompleteShoe(shoe.discards, SALT)).clause == by
    floor.do(DealCards())
    assert floor.state.shoe.left == 0
    assert floor.refused(DealCards()).clause == by
    rack = tuple(floor.state.shoe.rack)
    assert floor.refused(CompleteShoe(rack[1:], SALT)).clause is not None
    floor.do(CompleteShoe(rack, SALT), "dealer")
    assert floor.last(ShoeCompleted).cards == whole - 2
    assert floor.refused(DealCards()).code == "cards-at-other-stage"
    assert floor.refused(CompleteShoe(rack, SALT), "dealer").clause == by
    floor.do(Cut(60), floor.state.shoe.offered or "")
    assert floor.state.shoe.order == (*rack[60:], *rack[:60])
    floor.finish()
    assert len(floor.state.shoe.discards) + floor.state.shoe.left == whole


@clause("sydney-v15", "16.9")
@clause("sydney-earlier", "17.9")
@clause("melbourne-v26", "9.11")
@clause("canberra-2006", "14.6")
@clause("canberra-2003", "14.6")
@pytest.mark.parametrize("book", BOOKS)
def test_a_real_shoe_whose_cutting_card_nobody_saw_is_played_until_it_runs_out_and_the_round_ends(book: str) -> None:
    floor = Table(book, source="real")
    names = [f"p{box}" for box in range(1, 8)]
    for box, name in enumerate(names, start=1):
        floor.seat(name, box)
    floor.ready()
    while not floor.happened(ShoeCompleted):
        floor.wagers(*(f"{name} {box} 20" for box, name in enumerate(names, start=1))).close()
        while floor.state.round is not None and floor.state.playing:
            if floor.state.shoe.left or floor.state.round.needs != "card":
                floor.step()
                continue
            lying = without(floor.state.shoe.on_table, cards_of(collected_hands(floor.state)))
            assert floor.refused(DealCards(cards("2c")), "dealer").code == "shoe-run-out"
            floor.complete_shoe()
            assert floor.last(ShoeCompleted).cards == floor.state.config.cards - len(lying)
            assert floor.state.shoe.on_table == lying
            floor.finish()
            break
    assert floor.state.shoe.left + len(floor.state.shoe.rack) == floor.state.config.cards
    again = TableState()
    for event in floor.events:
        again = evolve(again, codec.loads(codec.dumps(event)))
    assert again == floor.state


def nearly_empty(book: str, left: int = 2, **terms: Any) -> Table:
    """A table with a round that has begun, whose shoe has so few cards left; all others lie in the rack."""
    floor = Table(book, by_itself=False, **terms).seat("ann", 1).seat("bob", 3).ready()
    floor.wagers("ann 1 20", "bob 3 20").close()
    shoe = floor.state.shoe
    rest = shoe.order[shoe.next :]
    short = shoe._replace(order=rest[:left], next=0, left=left, discards=tuple(rest[left:]), behind=None)
    floor.state = floor.state._replace(shoe=short)
    return floor


@clause("sydney-v15", "16.9", "4.4")
@clause("sydney-earlier", "17.9", "4.4")
@clause("melbourne-v26", "9.11", "4.2.3")
@clause("canberra-2006", "14.6", "5.2")
@clause("canberra-2003", "14.6", "5.3")
@pytest.mark.parametrize(("book", "by"), SHORT)
def test_the_cut_of_the_discards_is_offered_to_the_players_and_lies_where_any_cut_does(book: str, by: str) -> None:
    floor = nearly_empty(book)
    floor.do(DealCards())
    rack = tuple(floor.state.shoe.rack)
    clauses, commands = floor.state.config.procedures.clauses, floor.state.config.procedures.commands
    assert floor.refused(CompleteShoe(rack, SALT, 60), "dealer").clause == commands["cut-for-all"].clause
    floor.do(CompleteShoe(rack, SALT), "dealer")
    first, second = ("bob", "ann") if book.startswith(("sydney", "melbourne")) else ("ann", "bob")
    assert floor.last(CutOffered) == CutOffered(first, clauses["shoe.offer_first"])
    assert floor.refused(Cut(60), second).code == "cut-offered-to"
    for at in (0, 5, len(rack)):  # a deck in from either end
        assert floor.refused(Cut(at), first).clause == clauses["shoe.cut_decks"]
    floor.do(DeclineCut(), first)
    assert floor.last(CutOffered) == CutOffered(second, clauses["shoe.offer_next"])
    if book != "melbourne-v26":  # whose Higher Duties Dealer may cut at any time, by 4.2.1(b)
        assert floor.refused(CutForAll(60)).code == "cut-offered-first"
    floor.do(DeclineCut(), second)
    assert floor.refused(CutForAll(60), "dealer").clause == commands["cut-for-all"].clause
    floor.do(CutForAll(60), commands["cut-for-all"].role)
    assert floor.state.shoe.order == (*rack[60:], *rack[:60])
    floor.finish()


@clause("sydney-v15", "16.9", "4.3.2")
def test_the_cut_of_the_discards_belongs_to_the_area_where_the_cutting_card_came_out() -> None:
    floor = nearly_empty("sydney-v15")
    floor.state = floor.state._replace(shoe=floor.state.shoe._replace(out="box", out_box=1, due=True))
    floor.do(DealCards())
    floor.do(CompleteShoe(tuple(floor.state.shoe.rack), SALT), "dealer")
    assert floor.last(CutOffered) == CutOffered("ann", "4.3.2")


@clause("sydney-v15", "16.9", "4.5")
@clause("sydney-earlier", "17.9", "4.5")
@clause("melbourne-v26", "9.11", "4.2.4")
@clause("canberra-2006", "14.6", "5.3")
@clause("canberra-2003", "14.6", "5.4")
@pytest.mark.parametrize("book", BOOKS)
def test_discards_too_few_for_a_deck_on_either_side_are_cut_anywhere_within(book: str) -> None:
    floor = nearly_empty(book)
    floor.do(DealCards())
    few = tuple(floor.state.shoe.rack[:40])
    floor.state = floor.state._replace(shoe=floor.state.shoe._replace(discards=few, burned=()))
    floor.do(CompleteShoe(few, SALT), "dealer")
    first = floor.state.shoe.offered or ""
    for at in (0, len(few)):
        refusal = floor.refused(Cut(at), first)
        assert (refusal.code, refusal.clause) == ("cut-within", floor.state.config.procedures.clauses["shoe.cut_decks"])
    floor.do(Cut(7), first)
    assert floor.state.shoe.order == (*few[7:], *few[:7])


@clause("melbourne-v26", "9.11", "4.2.1(b)")
def test_a_higher_duties_dealer_may_cut_the_discards_at_once() -> None:
    floor = nearly_empty("melbourne-v26")
    floor.do(DealCards())
    rack = tuple(floor.state.shoe.rack)
    assert floor.refused(CompleteShoe(rack, SALT, 5), "tg-higher-duties-dealer").clause == "4.2.4"
    floor.do(CompleteShoe(rack, SALT, 60), "tg-higher-duties-dealer")
    assert floor.state.shoe.order == (*rack[60:], *rack[:60])
    floor.finish()


@clause("sydney-v15", "16.9", "4.7")
@clause("sydney-earlier", "17.9", "4.7")
@clause("melbourne-v26", "9.11", "3.1.1")
@pytest.mark.parametrize(("book", "by"), [("sydney-v15", "4.7"), ("sydney-earlier", "4.7"), ("melbourne-v26", "3.1.1")])
def test_discards_that_complete_a_shuffling_device_are_not_cut(book: str, by: str) -> None:
    floor = nearly_empty(book, device="shuffling-device")
    floor.do(DealCards())
    rack = tuple(floor.state.shoe.rack)
    assert floor.refused(CompleteShoe(rack, SALT, 60)).clause == by
    floor.do(CompleteShoe(rack, SALT), "dealer")
    assert floor.state.shoe.order == rack
    assert not floor.happened(CutOffered)
    floor.finish()


def test_a_single_discard_completes_the_shoe_without_a_cut() -> None:
    floor = nearly_empty("sydney-v15")
    floor.do(DealCards())
    (*_, last) = floor.state.shoe.rack
    floor.state = floor.state._replace(shoe=floor.state.shoe._replace(discards=(last,), burned=()))
    floor.do(CompleteShoe((last,), SALT), "dealer")
    floor.do(DealCards())
    assert last in floor.state.shoe.on_table


def test_a_round_that_is_void_while_the_discards_wait_for_the_cut_is_followed_by_a_whole_shuffle() -> None:
    floor = nearly_empty("sydney-v15")
    floor.do(DealCards())
    floor.do(CompleteShoe(tuple(floor.state.shoe.rack), SALT), "dealer")
    floor.do(VoidRoundForFraud("a card lay on the floor"))
    floor.ready().round("ann 1 20")
    assert floor.state.shoe.left + len(floor.state.shoe.rack) == floor.state.config.cards


@pytest.mark.parametrize("book", BOOKS)
def test_a_virtual_shoe_is_committed_to_before_its_first_card_and_revealed_at_its_end(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready()
    commitment = floor.last(ShoeCommitted).commitment
    assert floor.happened(ShoeRevealed) == []
    sealed = floor.last(OrderSealed)
    floor.play_out("ann 1 20").ready()
    revealed = floor.happened(ShoeRevealed)[0]
    assert revealed == ShoeRevealed(1, sealed.order, sealed.salt, commitment)
    assert opens(revealed.order, revealed.salt, commitment)


def test_a_real_shoe_has_no_seal() -> None:
    floor = stacked("sydney-v15").ready()
    assert floor.happened(ShoeCommitted) == []
    assert floor.happened(OrderSealed) == []


@clause("sydney-v15", "3.4", "4.2")
@clause("sydney-earlier", "3.4", "4.2")
@sydney
def test_pre_shuffled_cards_may_be_riffled_when_a_player_asks_and_a_supervisor_agrees(book: str) -> None:
    floor = Table(book, shuffled_by="multishuffler").seat("ann", 1)
    floor.do(BringCards("casino"))
    floor.do(CheckCards())
    riffle = Riffle("multishuffler", "ann")
    assert floor.refused(riffle, "dealer").clause == "4.2"
    assert floor.refused(Riffle("multishuffler", "nobody")).clause == "4.2"
    floor.do(riffle, "gaming-supervisor")
    floor.do(Shuffle(*floor.order()))
    assert floor.last(Shuffled).how == "pre-shuffled"
    floor.do(Riffle("cut", "ann", *floor.order()), "gaming-supervisor")
    assert floor.last(Riffled) == Riffled("cut", "ann")


@clause("sydney-v15", "3.4", "4.2.1")
@clause("sydney-earlier", "3.4", "4.2.1")
@sydney
def test_angel_cards_are_riffled_only_just_before_the_cut(book: str) -> None:
    floor = Table(book, shuffled_by="multishuffler").seat("ann", 1)
    floor.do(BringCards("angel"))
    floor.do(CheckCards())
    assert floor.refused(Riffle("multishuffler", "ann")).code == "not-riffled-before"
    floor.do(Shuffle(*floor.order()))
    for unasked, by in ((Riffle("cut", "nobody"), None), (Riffle("cut", "ann"), "dealer")):
        assert floor.refused(unasked, by).clause == "4.2"
    floor.do(Riffle("cut", "ann", *floor.order()), "gaming-supervisor")
    assert floor.last(Riffled) == Riffled("cut", "ann")


ABNORMAL = OrderShuffle("ten aces in a row", abnormal=True)


@clause("melbourne-v26", "4.1.1(d)")
def test_in_melbourne_an_abnormal_sequence_is_shuffled_at_once_and_the_round_is_finished_from_that() -> None:
    floor = Table("melbourne-v26").seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c")
    floor.wagers("ann 1 20").close()
    refusal = floor.refused(ABNORMAL, "dealer")
    assert (refusal.code, refusal.clause) == ("role-below", "4.1.1(d)")
    hand = floor.state.round.hands[0].cards  # type: ignore[union-attr]
    left, number = floor.state.shoe.left, floor.state.shoe.number
    floor.do(ABNORMAL, "tg-higher-duties-dealer")
    assert floor.state.playing
    floor.call("ann", "hit")
    assert floor.state.round.hands[0].cards == hand  # type: ignore[union-attr]  # no card comes before the shuffle
    rest = floor.state.shoe.order[floor.state.shoe.next :]
    assert floor.refused(Shuffle(rest[1:], SALT), floor.dealer).code == "order-does-not-fit"
    floor.do(Shuffle(tuple(reversed(rest)), SALT), floor.dealer)
    assert (floor.state.shoe.left, floor.state.shoe.number) == (left, number + 1)
    floor.do(CutForAll(60), "tg-higher-duties-dealer")
    floor.finish()
    assert floor.state.number == 1
    assert floor.refused(OpenBetting()).code == "shuffle-first"  # without a cutting card all are shuffled now
    floor.ready().round("ann 1 20")


@clause("melbourne-v26", "4.1.1(d)")
def test_an_abnormal_sequence_between_rounds_is_shuffled_before_the_next() -> None:
    floor = Table("melbourne-v26").seat("ann", 1).ready().round("ann 1 20")
    floor.do(ABNORMAL, "tg-higher-duties-dealer")
    assert floor.refused(OpenBetting()).code == "shuffle-first"
    floor.ready().round("ann 1 20")


@clause("melbourne-v26", "4.1.1(d)")
def test_a_real_shoe_is_shuffled_at_once_too() -> None:
    floor = Table("melbourne-v26", source="real").seat("ann", 1).ready()
    floor.wagers("ann 1 20").close().deal("Ts 6d 5h")
    floor.do(ABNORMAL)
    floor.do(Call(say.Hit(), "ann"), floor.dealer)
    assert floor.refused(DealCards(cards("2c")), floor.dealer).clause is not None
    floor.do(Shuffle(), floor.dealer)
    floor.do(CutForAll(60))
    floor.deal("2c").finish()
    assert not floor.state.playing


@clause("sydney-v15", "4.1.4")
@clause("sydney-earlier", "4.1.4")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier"])
def test_in_sydney_a_shuffle_waits_for_the_end_of_the_round(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c").wagers("ann 1 20").close()
    assert floor.refused(ABNORMAL).clause == "4.1.4"
