"""When the cards of a hand that is settled go into the discard rack, and what that means where a shoe runs out."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support.clauses import clause
from support.misdealt import START
from support.tables import SALT, Table

from cutcard.cards import card, cards
from cutcard.cards import shoe as pack
from cutcard.engine import commands as say
from cutcard.money import cents
from cutcard.records import RecordRefused, settle
from cutcard.records.entries import entries
from cutcard.table import Call, CompleteShoe, CorrectCard, DealCards, Person, ShoeCompleted, codec
from cutcard.table.config import HOUSE
from cutcard.table.discards import in_rack
from cutcard.table.record import record_of
from cutcard.table.view import table

B = "melbourne-v26"
SYDNEY = ("sydney-v15", "sydney-earlier")


def short(book: str, front: str, game: str = "blackjack", **terms: Any) -> Table:
    """Two players and a virtual shoe that holds these cards only; all others lie in the rack."""
    floor = Table(book, game, by_itself=False, **terms).seat("ann", 1).seat("bob", 3).ready(front)
    floor.wagers("ann 1 20", "bob 3 20")
    shoe, first = floor.state.shoe, len(cards(front))
    rest = shoe.order[shoe.next :]
    few = shoe._replace(order=rest[:first], next=0, left=first, discards=tuple(rest[first:]), behind=None)
    floor.state = floor.state._replace(shoe=few)
    return dealt(floor.close())


def dealt(floor: Table) -> Table:
    """The cards that are due come out of the shoe, as long as it holds some."""
    while floor.state.shoe.left and floor.state.round is not None and floor.state.round.needs == "card":
        floor.do(DealCards(), "dealer")
    return floor


def call(floor: Table, name: str, word: str) -> Table:
    floor.call(name, word)
    return dealt(floor)


def collected(floor: Table) -> int:
    """How many cards of the round in play everybody sees in the rack."""
    return table(floor.state, Person(HOUSE, "dealer")).shoe.discards - len(floor.state.shoe.discards)


@clause("sydney-v15", "10.5", "16.9")
@clause("sydney-earlier", "10.5", "17.9")
@pytest.mark.parametrize("book", SYDNEY)
def test_a_hand_over_21_lies_in_the_rack_at_once_and_is_shuffled_in_where_the_shoe_runs_out(book: str) -> None:
    floor = short(book, "Ts 9d 6c 5h 8h Kc")
    floor.finish_offers()
    call(floor, "ann", "hit")  # 25
    assert collected(floor) == 3
    call(floor, "bob", "stand")
    known = floor.state.shoe.rack
    assert floor.refused(CompleteShoe(tuple(known), SALT)).code == "order-does-not-fit"
    assert Counter(in_rack(floor.state)) - Counter(known) == Counter(cards("Ts 5h Kc"))
    floor.complete_shoe()
    completed = floor.last(ShoeCompleted)
    assert completed.cards == floor.state.config.cards - 3
    assert codec.loads(codec.dumps(completed)) == completed
    assert floor.state.shoe.on_table == cards("9d 6c 8h")
    floor.finish()
    _whole(floor)


@clause("sydney-v15", "9.1.1", "9.1.2", "9.1.3")
@clause("sydney-earlier", "9.1.1", "9.1.2", "9.1.3")
@pytest.mark.parametrize("book", SYDNEY)
@pytest.mark.parametrize(
    ("up", "even", "more", "at_once"),
    [
        ("6c", False, {}, True),
        ("Ac", True, {}, True),
        ("Ac", False, {}, False),
        ("Kc", False, {}, False),
        ("6c", False, {"options": {"blackjack-paid": "final"}}, False),
    ],
)
def test_the_cards_of_a_natural_go_into_the_rack_when_it_is_paid_before_the_subsequent_deal(
    book: str, up: str, even: bool, more: dict[str, Any], at_once: bool
) -> None:
    floor = short(book, f"As 9d {up} Kh 5h", **more)
    if even:
        floor.do(Call(say.EvenMoney(1, "ann")), "ann")
    floor.finish_offers()
    assert collected(floor) == (2 if at_once else 0)
    call(floor, "bob", "hit")
    floor.complete_shoe()
    assert (cards("As")[0] in floor.state.shoe.on_table) is not at_once
    floor.finish()
    _whole(floor)


@clause("sydney-v15", "9.1.2")
def test_a_natural_of_which_one_sharer_takes_even_money_lies_there_for_the_other() -> None:
    floor = Table("sydney-v15", by_itself=False).seat("ann", 1).seat("bob", 3).ready("As Ac Kh")
    dealt(floor.wagers("ann 1 20", "bob 1 20").close())
    floor.do(Call(say.EvenMoney(1, "ann")), "ann")
    assert len(in_rack(floor.state)) == len(floor.state.shoe.rack)
    floor.do(Call(say.EvenMoney(1, "bob")), "bob")
    assert Counter(in_rack(floor.state)) - Counter(floor.state.shoe.rack) == Counter(cards("As Kh"))


@clause("canberra-2006", 'A "Round of play"', "14.6")
@clause("canberra-2003", 'A "Round of play"', "14.6")
@clause(B, "7.5.8(a)", "9.11")
@pytest.mark.parametrize("book", ["canberra-2006", "canberra-2003", B])
def test_elsewhere_the_cards_of_a_hand_lie_there_until_the_round_is_over(book: str) -> None:
    floor = short(book, "Ts 9d 6c 5h 8h Kc", decks=8)
    floor.finish_offers()
    call(floor, "ann", "hit")
    call(floor, "bob", "stand")
    assert collected(floor) == 0
    floor.complete_shoe()
    assert floor.last(ShoeCompleted).cards == floor.state.config.cards - 6
    floor.finish()
    _whole(floor)


@clause(B, "22.4.2(a)")
@pytest.mark.parametrize(("game", "taken"), [("blackjack-plus", 2), ("blackjack", 0)])
def test_at_blackjack_plus_a_natural_is_taken_from_the_layout_before_a_third_card(game: str, taken: int) -> None:
    floor = short(B, "As 9d 6c Kh 5h", game)
    floor.finish_offers()
    assert collected(floor) == taken


def seven_kings() -> Table:
    """Six kings of clubs lie on the layout, four of them in hands over 21, and all other cards in the rack."""
    floor = Table("sydney-v15", source="real", decks=6).seat("ann", 1).seat("bob", 2).seat("cal", 3).ready()
    floor.wagers("ann 1 20", "bob 2 20", "cal 3 20").close()
    lying = "Kc Kc Kc 6h 5c 5d Kc Kc Kc"
    left = Counter(pack(6))
    left.subtract(cards(lying))
    some = [*left.elements()][len(floor.state.shoe.burned) :]
    shoe = floor.state.shoe._replace(left=9, discards=tuple(some), behind=None)
    floor.state = floor.state._replace(shoe=shoe)
    floor.deal("Kc Kc Kc 6h 5c 5d Kc")
    for name in ("ann", "bob"):
        floor.do(Call(say.Hit(), name), "dealer")
        floor.deal("Kc")
    floor.do(Call(say.Stand(), "cal"), "dealer")
    assert floor.refused_deal("Kc").code == "shoe-run-out"
    floor.complete_shoe()
    return floor


@clause("sydney-v15", "10.5", "16.9")
def test_a_card_of_a_hand_over_21_may_come_again_and_the_record_says_so() -> None:
    floor = seven_kings().deal("Kc 9s")
    record = record_of(floor.events)
    assert (record["cards"].split().count("Kc"), record["returned"]) == (7, "Kc")
    assert {name: cents(won) for name, won in settle(record)["net"].items()} == {
        name: floor.chips(name) - START for name in ("ann", "bob", "cal")
    }
    with pytest.raises(RecordRefused, match="9s did not lie in the rack"):
        settle(record | {"returned": "Kc 9s"})
    canberra = {**record, "rulebook": "canberra-2006", "seats": {"1": "ann", "2": "bob", "3": "cal"}}
    with pytest.raises(RecordRefused, match="Kc did not lie in the rack"):
        settle(canberra)


@clause("sydney-v15", "10.5", "16.9")
def test_a_correction_leaves_in_the_shoe_what_was_shuffled_in() -> None:
    floor = seven_kings()
    lying = floor.state.shoe.on_table
    assert Counter(lying) == Counter(cards("Kc Kc 6h"))
    (six,) = (one.number for one in entries(floor.state.played[-1].events) if one.command == say.Deal(card("6h")))
    floor.do(CorrectCard(six, card("7h"), "a seven"), floor.boss)
    assert Counter(floor.state.shoe.on_table) == Counter(cards("Kc Kc 7h"))
    floor.deal("Kc")
    _whole(floor)


def _whole(floor: Table) -> None:
    """No card is lost and none is there twice; the events make the same table again."""
    shoe = floor.state.shoe
    assert not floor.state.playing
    assert shoe.left + len(shoe.discards) + len(shoe.burned) == floor.state.config.cards
    if floor.state.config.source == "virtual":
        known = Counter((*shoe.order[shoe.next :], *shoe.rack))
        assert max(known.values()) == floor.state.config.decks
