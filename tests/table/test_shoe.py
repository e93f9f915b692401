"""From new cards to a shoe: checked, shuffled, cut, the cutting card placed, a card burned; and when it ends."""

from __future__ import annotations

from typing import Any, Literal

import pytest
from support.clauses import clause
from support.editions import canberra, canberra_by, sydney
from support.tables import BOOKS, NOTICES, SALT, Table

from cutcard.cards import card
from cutcard.cards import shoe as pack
from cutcard.table import (
    AnnounceLastRounds,
    Arrive,
    BringCards,
    BurnCard,
    CardBurned,
    CardReplaced,
    CardsBrought,
    CardsChecked,
    CheckCards,
    CompleteShoe,
    Cut,
    CutForAll,
    CutOffered,
    CuttingCardOut,
    DealCards,
    DeclineCut,
    NoMoreBets,
    NoticeGiven,
    OpenBetting,
    OrderSealed,
    OrderShuffle,
    PlaceCuttingCard,
    ReplaceCard,
    ReplaceCards,
    Riffle,
    Riffled,
    RoundEvent,
    ShoeCommitted,
    ShoeCompleted,
    ShoeRevealed,
    ShowCuttingCard,
    Shuffle,
    Shuffled,
    StackCut,
    TakeBackWager,
)
from cutcard.table.commitment import opens

Where = Literal["first", "box", "dealer"]


def stacked(book: str, *players: str, **terms: Any) -> Table:
    """A real table whose cards have been checked, with players at boxes 1, 2 and so on."""
    floor = Table(book, source="real", **terms)
    for box, name in enumerate(players, 1):
        floor.seat(name, box)
    floor.do(BringCards())
    floor.do(CheckCards())
    return floor


def ended(book: str, where: Where) -> Table:
    """Three players; the cutting card of a real shoe has come out in the last round."""
    floor = stacked(book, "ann", "bob", "cem")
    floor.ready()
    floor.wagers("ann 1 20", "bob 2 20").close()
    if where == "first":
        raise ValueError("that is before a round")
    floor.deal("Ts 9s")
    if where == "dealer":
        floor.do(ShowCuttingCard())
    floor.deal("6d 5h")
    if where == "box":
        floor.do(ShowCuttingCard())
    return floor.finish()


# ----------------------------------------------------------------------------------------------------- the procedure


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


@clause("sydney-v15", "4.1", "4.1.1")
@clause("sydney-earlier", "4.1", "4.1.1")
@clause("melbourne-v26", "4.1.1", "4.1.1(a)")
@clause("canberra-2006", "5.1")
@clause("canberra-2003", "5.1")
@pytest.mark.parametrize("book", BOOKS)
def test_no_round_begins_before_a_shuffle(book: str) -> None:
    floor = Table(book).seat("ann", 1)
    for command in (BringCards(), CheckCards()):
        assert floor.refused(OpenBetting()).clause is not None
        floor.do(command)
    assert floor.refused(OpenBetting()).clause is not None
    floor.ready()
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
    assert real.refused(Shuffle(order, salt)).message == "nobody knows the order of a real shoe"


FIRST = [
    ("sydney-v15", "4.3.1"),
    ("sydney-earlier", "4.3.1"),
    ("melbourne-v26", "4.2.2(a)"),
    ("canberra-2006", "5.2(a)"),
    ("canberra-2003", "5.2(a)"),
]


@clause("sydney-v15", "4.3", "4.3.1")
@clause("sydney-earlier", "4.3", "4.3.1")
@clause("melbourne-v26", "4.2.1", "4.2.1(a)", "4.2.2", "4.2.2(a)")
@clause("canberra-2006", "5.2", "5.2(a)")
@clause("canberra-2003", "5.2", "5.2(a)")
@pytest.mark.parametrize(("book", "by"), FIRST)
def test_when_a_game_opens_the_first_player_to_arrive_is_offered_the_cut(book: str, by: str) -> None:
    floor = Table(book)
    floor.do(Arrive(), "zoe")
    floor.seat("ann", 1)
    floor.do(BringCards())
    floor.do(CheckCards())
    floor.do(Shuffle(*floor.order()))
    assert floor.last(CutOffered) == CutOffered("zoe", by)
    assert floor.refused(Cut(60), "ann").clause is not None
    floor.do(Cut(60), "zoe")
    assert floor.last(StackCut) == StackCut("zoe", 60)


BOX = [
    ("sydney-v15", "4.3.2", "4.3.3"),
    ("sydney-earlier", "4.3.2", "4.3.3"),
    ("melbourne-v26", "4.2.2(b)", "4.2.2(c)"),
    ("canberra-2006", "5.2(b)", "5.2(c)"),
    ("canberra-2003", "5.2(b)", "5.2(c)"),
]


@clause("sydney-v15", "4.3.2")
@clause("sydney-earlier", "4.3.2")
@clause("melbourne-v26", "4.2.2(b)")
@clause("canberra-2006", "5.2(b)")
@clause("canberra-2003", "5.2(b)")
@pytest.mark.parametrize(("book", "box", "dealer"), BOX)
def test_the_player_on_whose_box_the_cutting_card_came_out_is_offered_the_cut(book: str, box: str, dealer: str) -> None:
    floor = ended(book, "box")
    assert floor.last(CuttingCardOut) == CuttingCardOut("box", 2, False)
    floor.do(Shuffle())
    assert floor.last(CutOffered) == CutOffered("bob", box)


@clause("sydney-v15", "4.3.3")
@clause("sydney-earlier", "4.3.3")
@clause("melbourne-v26", "4.2.2(c)")
@clause("canberra-2006", "5.2(c)")
@clause("canberra-2003", "5.2(c)")
@pytest.mark.parametrize(("book", "box", "dealer"), BOX)
def test_after_the_dealers_hand_the_player_furthest_to_the_right_is_offered_it(
    book: str, box: str, dealer: str
) -> None:
    floor = ended(book, "dealer")
    assert floor.last(CuttingCardOut) == CuttingCardOut("dealer", None, False)
    floor.do(Shuffle())
    assert floor.last(CutOffered) == CutOffered("cem", dealer)


@clause("sydney-v15", "4.1.2", "4.3.4")
@clause("sydney-earlier", "4.1.2", "4.3.4")
@sydney
def test_after_a_cutting_card_as_first_card_it_is_the_player_furthest_to_the_right(book: str) -> None:
    floor = stacked(book, "ann", "bob").ready()
    floor.do(OpenBetting())
    floor.do(ShowCuttingCard())
    assert floor.last(CuttingCardOut) == CuttingCardOut("first", None, False)
    assert floor.refused(NoMoreBets()).clause is not None
    floor.do(Shuffle())
    assert floor.last(CutOffered) == CutOffered("bob", "4.3.4")


@clause("canberra-2006", "5.2(d)", "5.4(a)")
@clause("canberra-2003", "5.2(d)", "5.5(a)")
@canberra
def test_after_a_cutting_card_as_first_card_players_are_asked_clockwise(book: str) -> None:
    floor = stacked(book, "ann", "bob").ready()
    floor.wagers("bob 2 20")
    floor.do(ShowCuttingCard())
    assert floor.refused(NoMoreBets()).clause is not None
    floor.do(TakeBackWager(2, player="bob"), "dealer")  # the round has not begun
    floor.do(Shuffle())
    assert floor.last(CutOffered) == CutOffered("ann", "5.2(d)")


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


NEXT = [
    ("sydney-v15", "4.4", "gaming-supervisor", "4.4"),
    ("sydney-earlier", "4.4", "gaming-supervisor", "4.4"),
    ("melbourne-v26", "4.2.3", "tg-higher-duties-dealer", "4.2.3"),
    ("canberra-2006", "5.2(d)", "casino-supervisor", "5.2"),
    ("canberra-2003", "5.2(d)", "casino-supervisor", "5.3"),
]


@clause("sydney-v15", "4.4")
@clause("sydney-earlier", "4.4")
@clause("melbourne-v26", "4.2.1(b)", "4.2.3")
@clause("canberra-2006", "5.2", "5.2(d)")
@clause("canberra-2003", "5.2(d)", "5.3")
@pytest.mark.parametrize(("book", "by", "role", "last"), NEXT)
def test_a_declined_cut_goes_clockwise_round_the_table_and_at_last_to_the_staff(
    book: str, by: str, role: str, last: str
) -> None:
    floor = ended(book, "box")
    floor.do(Shuffle())
    for name, after in (("bob", "cem"), ("cem", "ann")):
        assert floor.refused(CutForAll(60)).clause == last
        floor.do(DeclineCut(name), "dealer")
        assert floor.last(CutOffered) == CutOffered(after, by)
    assert floor.refused(DeclineCut("cem"), "dealer").clause == by  # he was asked already
    floor.do(DeclineCut("ann"), "dealer")
    assert floor.last(CutOffered) == CutOffered(None, last)
    assert floor.refused(CutForAll(60), "dealer").clause == last
    floor.do(CutForAll(60), role)


CUTS = [
    ("sydney-v15", "4.5"),
    ("sydney-earlier", "4.5"),
    ("canberra-2006", "5.3"),
    ("canberra-2003", "5.4"),
]


@clause("sydney-v15", "4.5")
@clause("sydney-earlier", "4.5")
@clause("canberra-2006", "5.3")
@clause("canberra-2003", "5.4")
@pytest.mark.parametrize(("book", "by"), CUTS)
def test_the_cut_lies_at_least_a_deck_from_each_end(book: str, by: str) -> None:
    floor = stacked(book)
    floor.do(Shuffle())
    for at in (0, 51, 312 - 51, 312):
        assert floor.refused(CutForAll(at)).clause == by
    for at in (52, 156, 312 - 52):
        again = stacked(book)
        again.do(Shuffle())
        again.do(CutForAll(at))


@clause("melbourne-v26", "4.2.4")
@pytest.mark.parametrize(("game", "deck"), [("blackjack", 52), ("crown-pontoon", 48)])
def test_the_cut_lies_about_a_deck_from_one_end(game: str, deck: int) -> None:
    for at, allowed in ((10, False), (deck, True), (3 * deck, False), (5 * deck, True), (6 * deck - 10, False)):
        floor = Table("melbourne-v26", game, source="real")
        floor.do(BringCards())
        floor.do(CheckCards())
        floor.do(Shuffle())
        if allowed:
            floor.do(CutForAll(at))
        else:
            assert floor.refused(CutForAll(at)).clause == "4.2.4"


BEHIND = [
    ("sydney-v15", "4.6", 0, 156),
    ("sydney-earlier", "4.6", 0, 156),
    ("melbourne-v26", "4.2.5(b)", 52, 182),
    ("canberra-2006", "5.3", 52, 182),
    ("canberra-2003", "5.4", 52, 182),
]


@clause("sydney-v15", "4.6")
@clause("sydney-earlier", "4.6")
@clause("melbourne-v26", "4.2.5", "4.2.5(b)", "4.2.5(c)")
@clause("canberra-2006", "5.3")
@clause("canberra-2003", "5.4")
@pytest.mark.parametrize(("book", "by", "low", "high"), BEHIND)
def test_the_cutting_card_is_placed_within_the_documents_limits(book: str, by: str, low: int, high: int) -> None:
    for behind in (low - 1, low, high, high + 1):
        floor = stacked(book)
        floor.do(Shuffle())
        assert floor.refused(PlaceCuttingCard(100)).clause is not None  # not cut yet
        floor.do(CutForAll(60))
        if low <= behind <= high:
            floor.do(PlaceCuttingCard(behind))
            assert floor.state.shoe.stage == "loaded"
        else:
            assert floor.refused(PlaceCuttingCard(behind)).clause == by


@clause("sydney-v15", "4.6")
@clause("sydney-earlier", "4.6")
@clause("melbourne-v26", "4.2.5(a)")
@clause("canberra-2006", "5.3")
@clause("canberra-2003", "5.4")
@pytest.mark.parametrize("book", BOOKS)
def test_the_cards_in_front_of_the_cut_go_to_the_back(book: str) -> None:
    floor = Table(book)
    floor.do(BringCards())
    floor.do(CheckCards())
    order, salt = floor.order()
    floor.do(Shuffle(order, salt))
    floor.do(CutForAll(60))
    assert floor.state.shoe.order == (*order[60:], *order[:60])


# -------------------------------------------------------------------------------------------------------------- burn


@clause("sydney-v15", "4.9")
@clause("sydney-earlier", "4.9")
@clause("canberra-2003", "5.7")
@pytest.mark.parametrize(("book", "by"), [("sydney-v15", "4.9"), ("sydney-earlier", "4.9"), ("canberra-2003", "5.7")])
def test_a_card_is_burned_before_the_first_round_of_a_shoe(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1)
    floor.do(BringCards())
    floor.do(CheckCards())
    floor.do(Shuffle(*floor.order()))
    floor.decline()
    floor.do(CutForAll(60))
    floor.do(PlaceCuttingCard(100))
    assert floor.refused(OpenBetting()).clause == by
    floor.do(BurnCard(), "dealer")
    assert floor.state.shoe.left == 311
    assert floor.refused(BurnCard()).clause == by
    floor.do(OpenBetting())


@clause("sydney-v15", "4.9")
@clause("sydney-earlier", "4.9")
@sydney
def test_a_burned_card_is_never_shown(book: str) -> None:
    floor = stacked(book, "ann")
    floor.do(Shuffle())
    floor.decline()
    floor.do(CutForAll(60))
    floor.do(PlaceCuttingCard(100))
    assert floor.refused(BurnCard(show=True, asked_by="ann", card=card("Ks"))).clause == "4.9"
    floor.do(BurnCard())
    assert floor.last(CardBurned) == CardBurned(None, False)


@clause("melbourne-v26", "4.3.1")
def test_a_dealer_may_burn_a_card_and_shows_it_when_a_player_asks() -> None:
    floor = stacked("melbourne-v26", "ann")
    floor.do(Shuffle())
    floor.decline()
    floor.do(CutForAll(60))
    floor.do(PlaceCuttingCard(100))
    assert floor.refused(BurnCard(show=True, asked_by="nobody", card=card("Ks"))).clause == "4.3.1"
    floor.do(BurnCard(show=True, asked_by="ann", card=card("Ks")), "dealer")
    assert floor.last(CardBurned) == CardBurned(card("Ks"), True)
    without = Table("melbourne-v26").ready()
    without.do(OpenBetting())  # it need not be burned


def test_canberra_2006_burns_nothing() -> None:
    floor = Table("canberra-2006").ready()
    assert "nobody is given the power" in floor.refused(BurnCard()).message


# --------------------------------------------------------------------------------------------------- when a shoe ends

WITHIN = [
    ("sydney-v15", "4.1.3"),
    ("sydney-earlier", "4.1.3"),
    ("melbourne-v26", "4.1.1(c)"),
    ("canberra-2006", "5.4(b)"),
    ("canberra-2003", "5.5(b)"),
]


@clause("sydney-v15", "4.1.3")
@clause("sydney-earlier", "4.1.3")
@clause("melbourne-v26", "4.1.1(c)")
@clause("canberra-2006", "5.4", "5.4(b)")
@clause("canberra-2003", "5.5", "5.5(b)")
@pytest.mark.parametrize(("book", "by"), WITHIN)
def test_when_the_cutting_card_comes_out_within_a_round_it_is_finished_and_then_shuffled(book: str, by: str) -> None:
    floor = stacked(book, "ann").ready()
    floor.wagers("ann 1 20").close().deal("Ts 9s")
    floor.do(ShowCuttingCard(), "dealer")
    assert floor.refused(Shuffle()).clause == by
    floor.finish()
    assert floor.refused(OpenBetting()).clause == by
    floor.ready()
    floor.do(OpenBetting())


def first_card_case(book: str) -> Table:
    """A virtual shoe of which just the cards before the cutting card have been dealt between rounds."""
    for behind in range(100, 150):
        floor = Table(book).seat("ann", 1).ready(behind=behind)
        while floor.state.shoe.left > behind and not floor.state.shoe.due:
            floor.round("ann 1 20")
        if not floor.state.shoe.due:
            return floor
    raise AssertionError("no such shoe")


@clause("sydney-v15", "4.1.2")
@clause("sydney-earlier", "4.1.2")
@clause("melbourne-v26", "4.1.1(b)")
@clause("canberra-2006", "5.4(a)")
@clause("canberra-2003", "5.5(a)")
@pytest.mark.parametrize("book", BOOKS)
def test_the_cutting_card_as_first_card_leaves_betting_open_for_the_shuffle(book: str) -> None:
    floor = first_card_case(book)
    floor.wagers("ann 1 20").close()
    assert floor.last(CuttingCardOut) == CuttingCardOut("first", None, False)
    assert floor.state.betting == "open"
    assert not floor.state.playing
    floor.ready().close()
    assert floor.state.number == floor.happened(RoundEvent)[-1].round
    floor.finish()


@clause("canberra-2006", "5.5")
@clause("canberra-2003", "5.6")
@canberra
def test_in_the_last_three_rounds_a_cutting_card_is_put_aside_and_dealing_goes_on(book: str) -> None:
    floor = stacked(book, "ann").ready()
    floor.do(AnnounceLastRounds())
    floor.wagers("ann 1 20").close().deal("Ts 9s")
    floor.do(ShowCuttingCard())
    assert floor.last(CuttingCardOut).ignored
    floor.finish()
    floor.round("ann 1 20")
    floor.round("ann 1 20")
    assert floor.state.last_rounds == 0


ORDERED = [
    ("sydney-v15", "4.1.4", "gaming-supervisor", "dealer"),
    ("sydney-earlier", "4.1.4", "gaming-supervisor", "dealer"),
    ("melbourne-v26", "4.1.1(e)", "tg-higher-duties-dealer", "dealer"),
]


@clause("sydney-v15", "4.1.4")
@clause("sydney-earlier", "4.1.4")
@clause("melbourne-v26", "4.1.1(d)", "4.1.1(e)")
@pytest.mark.parametrize(("book", "by", "role", "below"), ORDERED)
def test_a_supervisor_may_order_a_shuffle_between_rounds(book: str, by: str, role: str, below: str) -> None:
    floor = Table(book).seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c")
    assert floor.refused(OrderShuffle("the same cards again"), below).clause == by
    floor.wagers("ann 1 20").close()
    assert floor.refused(OrderShuffle("the same cards again"), role).clause == by
    floor.finish()
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
    floor = Table(book, by_itself=False).seat("ann", 1).ready()
    whole = floor.state.config.cards
    floor.wagers("ann 1 20").close()
    shoe = floor.state.shoe
    played = shoe.order[shoe.next :]
    rest = played[:2]
    gone = tuple(played[2:])
    short = shoe._replace(order=rest, next=0, left=2, discards=gone, behind=None)
    floor.state = floor.state._replace(shoe=short)  # nearly at its end
    assert floor.refused(CompleteShoe(gone, SALT, 1)).clause == by
    floor.do(DealCards())
    assert floor.state.shoe.left == 0
    assert floor.refused(DealCards()).clause == by
    burned = [one for one in floor.state.shoe.burned if one is not None]
    rack = (*gone, *burned)
    assert floor.refused(CompleteShoe(rack[1:], SALT, 1)).clause is not None
    floor.do(CompleteShoe(rack, SALT, 30), "dealer")
    assert floor.last(ShoeCompleted).cards == whole - 2
    floor.finish()
    assert len(floor.state.shoe.discards) + floor.state.shoe.left == whole


# ------------------------------------------------------------------------------------------------------- the seal


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


# -------------------------------------------------------------------------------------- pre-shuffled and replacement


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


@clause("sydney-v15", "4.2.1")
@clause("sydney-earlier", "4.2.1")
@sydney
def test_angel_cards_are_riffled_only_just_before_the_cut(book: str) -> None:
    floor = Table(book, shuffled_by="multishuffler").seat("ann", 1)
    floor.do(BringCards("angel"))
    floor.do(CheckCards())
    assert floor.refused(Riffle("multishuffler", "ann")).message
    floor.do(Shuffle(*floor.order()))
    floor.do(Riffle("cut", "ann", *floor.order()))


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
    floor = Table(book, device="shuffling-device").seat("ann", 1).ready()
    floor.round("ann 1 20")
    floor.do(ReplaceCards())
    assert floor.last(CardsBrought).replaced


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


def test_the_cards_of_a_shoe_are_those_of_its_decks() -> None:
    floor = Table("melbourne-v26", "crown-pontoon").ready()
    assert sorted(floor.state.shoe.order) == sorted(pack(6, "T"))
