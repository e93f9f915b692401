"""The cut, the cutting card and the burn: who is asked, where they lie, and when a shoe ends."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import canberra, sydney
from support.shoes import ended, stacked
from support.tables import BOOKS, Table

from cutcard.cards import card
from cutcard.table import (
    AnnounceLastRounds,
    Arrive,
    BringCards,
    BurnCard,
    CardBurned,
    CheckCards,
    Cut,
    CutForAll,
    CutOffered,
    CuttingCardOut,
    DeclineCut,
    GiveUpBox,
    NoMoreBets,
    OpenBetting,
    PlaceCuttingCard,
    RoundEvent,
    SellChips,
    ShowCuttingCard,
    Shuffle,
    StackCut,
    TakeBackWager,
)

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
@clause("melbourne-v26", "4.1.1(b)")
@pytest.mark.parametrize(
    ("book", "by"), [("sydney-v15", "4.3.4"), ("sydney-earlier", "4.3.4"), ("melbourne-v26", "4.2.2(c)")]
)
def test_after_a_cutting_card_as_first_card_it_is_the_player_furthest_to_the_right(book: str, by: str) -> None:
    floor = stacked(book, "ann", "bob").ready()
    floor.do(OpenBetting())
    floor.do(ShowCuttingCard())
    assert floor.last(CuttingCardOut) == CuttingCardOut("first", None, False)
    assert floor.refused(NoMoreBets()).clause is not None
    floor.do(Shuffle())
    assert floor.last(CutOffered) == CutOffered("bob", by)


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


NEXT = [
    ("sydney-v15", "4.4", "gaming-supervisor", "4.4"),
    ("sydney-earlier", "4.4", "gaming-supervisor", "4.4"),
    ("melbourne-v26", "4.2.3", "tg-higher-duties-dealer", "4.2.3"),
    ("canberra-2006", "5.2(d)", "casino-supervisor", "5.2"),
    ("canberra-2003", "5.2(d)", "casino-supervisor", "5.3"),
]


@clause("sydney-v15", "4.4")
@clause("sydney-earlier", "4.4")
@clause("melbourne-v26", "4.2.3")
@clause("canberra-2006", "5.2", "5.2(d)")
@clause("canberra-2003", "5.2(d)", "5.3")
@pytest.mark.parametrize(("book", "by", "role", "last"), NEXT)
def test_a_declined_cut_goes_clockwise_round_the_table_and_at_last_to_the_staff(
    book: str, by: str, role: str, last: str
) -> None:
    floor = ended(book, "box")
    floor.do(Shuffle())
    for name, after in (("bob", "cem"), ("cem", "ann")):
        if book != "melbourne-v26":
            assert floor.refused(CutForAll(60)).clause == last
        floor.do(DeclineCut(name), "dealer")
        assert floor.last(CutOffered) == CutOffered(after, by)
    assert floor.refused(DeclineCut("cem"), "dealer").clause == by  # cem was asked already
    floor.do(DeclineCut("ann"), "dealer")
    assert floor.last(CutOffered) == CutOffered(None, last)
    assert floor.refused(CutForAll(60), "dealer").clause == last
    floor.do(CutForAll(60), role)


@clause("sydney-v15", "4.4")
@clause("sydney-earlier", "4.4")
@clause("melbourne-v26", "4.2.3")
@clause("canberra-2006", "5.2(d)")
@clause("canberra-2003", "5.2(d)")
@pytest.mark.parametrize("book", BOOKS)
def test_the_cut_is_offered_to_those_who_play_and_not_to_one_whose_seat_came_free(book: str) -> None:
    floor = stacked(book, "ann", "bob", "cem").ready()
    floor.do(GiveUpBox(3, "cem"), "dealer")
    floor.do(Arrive("dee"), "dealer")
    floor.do(SellChips("dee", 10_000), "dealer")
    floor.wagers("ann 1 20", "bob 2 20", "dee 1 20").close()  # dee stands behind ann
    floor.deal("Ts 9s 6d 9h 8h")
    floor.do(ShowCuttingCard())
    floor.finish()
    floor.do(Shuffle())
    asked = []
    while (holder := floor.state.shoe.offered) is not None:
        asked.append(holder)
        floor.do(DeclineCut(holder), "dealer")
    assert sorted(asked) == ["ann", "bob", "dee"]


@clause("melbourne-v26", "4.2.1", "4.2.1(b)")
def test_in_melbourne_a_higher_duties_dealer_may_cut_whether_or_not_players_have_declined() -> None:
    floor = ended("melbourne-v26", "box")
    floor.do(Shuffle())
    assert floor.state.shoe.offered == "bob"
    assert floor.refused(CutForAll(60), "dealer").clause == "4.2.3"
    floor.do(CutForAll(60), "tg-higher-duties-dealer")
    assert floor.state.shoe.stage == "cut"
    assert floor.state.shoe.offered is None


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
    assert floor.refused(BurnCard(), "dealer").clause == "4.3.1"  # one card
    without = Table("melbourne-v26").seat("ann", 1).ready()
    without.round("ann 1 20")
    assert without.state.shoe.burned == ()  # it need not be burned
    assert without.refused(BurnCard(), "dealer").clause == "4.3.1"  # and is not later in the shoe


def test_canberra_2006_burns_nothing() -> None:
    floor = Table("canberra-2006").ready()
    assert "gives nobody the power" in floor.refused(BurnCard()).message


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
