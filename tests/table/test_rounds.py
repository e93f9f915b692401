"""A round at the table: betting, the deal, decisions by who controls a box, and players who are not there."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import canberra, sydney, sydney_by
from support.tables import BOOKS, NOTICES, Table

from cutcard.cards import cards
from cutcard.engine import commands as say
from cutcard.engine import events as played
from cutcard.records import settle
from cutcard.table import (
    AllowSideWager,
    Call,
    CallLastBets,
    CloseOffers,
    DealCards,
    DealFaceDown,
    DealFaceUp,
    FillFloat,
    HandShown,
    NoMoreBets,
    NoticeGiven,
    OpenBetting,
    Person,
    PlaceWager,
    PlayedForAbsent,
    PlayForAbsent,
    PressForPlayer,
    RoundEvent,
    SellChips,
    ShowHand,
    StepAway,
    StyleChanged,
    TakeBackWager,
    WagerRefused,
    record_of,
    view,
)

LOW = "2c 3c 4c 2d 3d 4d 2h 3h 4h"


def dealt(floor: Table) -> list[str]:
    """Where the cards went, in order."""
    inner = [event.event for event in floor.happened(RoundEvent)]
    return [f"{e.card} {e.box or 'dealer'}" for e in inner if isinstance(e, played.CardDealt)]


# ----------------------------------------------------------------------------------------------------------- betting


@clause("sydney-v15", "5.3", "5.4")
@clause("sydney-earlier", "5.2", "5.3")
@clause("melbourne-v26", "5.2", "5.4", "5.5.1", "7.3.1(a)")
@clause("canberra-2006", "4.3", "6.2")
@clause("canberra-2003", "4.3", "6.2")
@pytest.mark.parametrize("book", BOOKS)
def test_wagers_change_until_no_more_bets_and_not_after(book: str) -> None:
    floor = Table(book).seat("ann", 1, chips=20_000).ready(f"Ts 6d 5h {LOW}")
    floor.wagers("ann 1 20")
    floor.do(PlaceWager(1, 1000), "ann")
    assert [bet.amount for bet in floor.state.bets] == [3000]
    floor.do(TakeBackWager(1), "ann")
    assert floor.chips("ann") == 20_000
    floor.do(PlaceWager(1, 2000), "ann")
    floor.do(CallLastBets())
    floor.do(PlaceWager(1, 500), "ann")
    floor.close()
    by = floor.state.rules.clauses["deal.wagers_close"]
    assert floor.refused(PlaceWager(1, 1000), "ann").clause == by
    assert floor.refused(TakeBackWager(1), "ann").clause == by
    assert floor.chips("ann") == 17_500


@pytest.mark.parametrize("book", BOOKS)
def test_a_betting_window_closes_for_players_when_its_time_is_up(book: str) -> None:
    floor = Table(book, betting_ms=15_000).seat("ann", 1).ready()
    floor.do(OpenBetting(), at=1000)
    floor.do(PlaceWager(1, 2000), "ann", at=90_000)  # the time runs from the first wager
    floor.do(PlaceWager(1, 2000), "ann", at=104_999)
    assert floor.refused(PlaceWager(1, 2000), "ann", at=105_000).clause is not None
    floor.do(NoMoreBets())


@clause("sydney-v15", "5.2")
@clause("sydney-earlier", "5.1")
@clause("melbourne-v26", "5.1")
@clause("canberra-2006", "4.2")
@clause("canberra-2003", "4.2")
@pytest.mark.parametrize("book", BOOKS)
def test_a_wager_is_made_of_chips_that_one_has(book: str) -> None:
    floor = Table(book).seat("ann", 1, chips=1500).ready()
    floor.do(OpenBetting())
    by = floor.state.rules.clauses["deal.wagers_in"]
    assert floor.refused(PlaceWager(1, 2000), "ann").clause == by
    assert floor.refused(PlaceWager(1, 0), "ann").clause == by
    assert floor.refused(PlaceWager(1, 1050), "ann").clause == by  # half a chip
    floor.do(PlaceWager(1, 1500), "ann")


@clause("melbourne-v26", "5.3")
def test_a_spoken_wager_counts_only_once_its_chips_lie_there_before_the_call() -> None:
    floor = Table("melbourne-v26", source="real").seat("ann", 1, chips=0).ready()
    floor.do(OpenBetting())
    said = PlaceWager(1, 2000, player="ann")
    assert floor.refused(said, "dealer").clause == "5.1"
    floor.seat("bob", 2)
    floor.do(SellChips("ann", 2000), "dealer")
    floor.do(said, "dealer")
    floor.close()
    assert floor.refused(said, "dealer").clause is not None


@clause("melbourne-v26", "15.3.2", "23.3.2", "28.3.2", "30.3.2")
@pytest.mark.parametrize(
    ("bet", "table", "by"),
    [
        ("perfect-pairs", "A", "15.3.2"),
        ("blackpot", True, "23.3.2"),
        ("spread-bet", "1", "28.3.2"),
        ("pot-of-gold", "1", "30.3.2"),
    ],
)
def test_a_side_wager_on_anothers_box_is_by_leave_of_an_assistant_casino_manager(
    bet: str, table: str | bool, by: str
) -> None:
    game = "free-bet-blackjack" if bet == "pot-of-gold" else "blackjack"
    floor = Table("melbourne-v26", game, side_bets={bet: table}).seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("ann 1 20", "bob 2 20")
    assert floor.refused(PlaceWager(1, 500, bet), "bob").clause == by
    leave = AllowSideWager("bob", 1, bet)
    assert floor.refused(leave, "tg-area-manager").clause == by
    assert floor.refused(AllowSideWager("bob", 1, "supernova")).message
    floor.do(leave, "tg-assistant-casino-manager")
    floor.do(PlaceWager(1, 500, bet), "bob")
    floor.close()
    assert floor.state.round is not None
    assert bet in [wager.bet for wager in floor.state.round.wagers if wager.player == "bob"]


@clause("melbourne-v26", "15.3.1", "15.3.2")
def test_chips_on_a_side_bet_of_ones_own_box_may_come_before_the_main_wager() -> None:
    floor = Table("melbourne-v26", side_bets={"perfect-pairs": "A"}).seat("ann", 1).seat("bob", 2).ready(f"9s 9d {LOW}")
    floor.do(OpenBetting())
    floor.do(PlaceWager(1, 500, "perfect-pairs"), "ann")
    floor.do(PlaceWager(2, 500, "perfect-pairs"), "bob")
    floor.do(PlaceWager(1, 2000), "ann")
    assert floor.refused(PlaceWager(1, 500, "perfect-pairs"), "bob").clause == "15.3.2"
    floor.close()
    assert floor.state.round is not None
    assert {(wager.player, wager.bet) for wager in floor.state.round.wagers} == {
        ("ann", "main"),
        ("ann", "perfect-pairs"),
    }
    sent_back = floor.happened(WagerRefused)
    assert [(each.player, each.bet, each.clause) for each in sent_back] == [("bob", "perfect-pairs", "15.3.2")]
    assert floor.state.players["bob"].chips == 1_000_000


# ---------------------------------------------------------------------------------------------------------- the deal


@clause("sydney-v15", "7.1")
@clause("sydney-earlier", "7.1")
@clause("melbourne-v26", "7.3.1(b)", "7.3.1(c)", "7.3.1(d)")
@clause("canberra-2006", "6.2", "6.2(a)", "6.2(b)", "6.2(c)")
@clause("canberra-2003", "6.2", "6.2(a)", "6.2(b)", "6.2(c)")
@pytest.mark.parametrize("book", BOOKS)
def test_from_the_left_each_box_gets_a_card_then_the_dealer_then_each_box_again(book: str) -> None:
    floor = Table(book).seat("ann", 5).seat("bob", 2).ready(f"Ts 9s 6d 5h 7c {LOW}")
    floor.wagers("ann 5 20", "bob 2 20").close()
    assert dealt(floor)[:5] == ["Ts 2", "9s 5", "6d dealer", "5h 2", "7c 5"]


@clause("sydney-v15", "3.6", "3.6.1")
@clause("sydney-earlier", "3.6", "3.6.1")
@clause("melbourne-v26", "2.3", "7.1", "7.1.1")
@clause("canberra-2006", "6.1")
@clause("canberra-2003", "6.1")
@pytest.mark.parametrize("book", BOOKS)
def test_every_card_comes_out_of_the_shoe_and_lies_face_up(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready(f"Ts 6d 5h {LOW}")
    assert not floor.state.face_down
    left = floor.state.shoe.left
    floor.wagers("ann 1 20").close()
    assert floor.state.shoe.left == left - 3
    assert floor.state.shoe.on_table == cards("Ts 6d 5h")
    assert floor.refused(DealCards(cards("As"))).message
    assert floor.refused(DealCards(), "ann").clause is not None


FACE_DOWN = [
    ("sydney-v15", "3.6.2", "3.6.2.2", "gaming-manager", "assistant-gaming-manager"),
    ("sydney-earlier", "3.6.2", "3.6.2", "gaming-supervisor", "dealer"),
    ("melbourne-v26", "7.1.2", "7.1.2(b)", "tg-area-manager", "tg-higher-duties-dealer"),
]


@clause("sydney-v15", "3.6.2", "3.6.2.2")
@clause("sydney-earlier", "3.6.2")
@clause("melbourne-v26", "7.1.2", "7.1.2(b)")
@pytest.mark.parametrize(("book", "by", "told", "role", "below"), FACE_DOWN)
def test_the_first_two_cards_may_lie_face_down_once_it_was_notified(
    book: str, by: str, told: str, role: str, below: str
) -> None:
    floor = Table(book).seat("ann", 1).ready(f"Ts 6d 5h {LOW}")
    assert floor.refused(DealFaceDown(NOTICES[:2]), below).clause == by
    whom = {"inspector"} if book == "sydney-earlier" else {"inspector", "surveillance"}
    for one in whom:
        notices = tuple(notice for notice in NOTICES if notice[0] != one)
        assert floor.refused(DealFaceDown(notices), role).clause == told  # this one was not told
    floor.do(DealFaceDown(NOTICES[:2]), role)
    assert floor.last(StyleChanged).face_down
    assert {(event.whom, event.clause) for event in floor.happened(NoticeGiven)} >= {(one, told) for one in whom}
    floor.wagers("ann 1 20").close()
    assert floor.refused(DealFaceUp()).clause is not None
    floor.do(ShowHand(1), "ann")
    floor.finish().do(DealFaceUp())


@clause("sydney-v15", "3.6.2.1")
@clause("sydney-earlier", "3.6.2")
@clause("melbourne-v26", "7.1.2(a)", "7.2")
@pytest.mark.parametrize(
    ("book", "by"), [("sydney-v15", "3.6.2.1"), ("sydney-earlier", "3.6.2"), ("melbourne-v26", "7.1.2(a)")]
)
def test_a_player_touches_only_his_own_first_two_cards(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready(f"Ts 9s 6d 5h 7c {LOW}")
    floor.do(DealFaceDown(NOTICES[:2]))
    floor.wagers("ann 1 20", "bob 2 20").close()
    assert floor.refused(ShowHand(1), "bob").clause == by
    floor.do(ShowHand(1), "ann")
    assert floor.last(HandShown) == HandShown(1)
    face_up = Table(book).seat("ann", 1).ready(f"Ts 6d 5h {LOW}").wagers("ann 1 20").close()
    assert face_up.refused(ShowHand(1), "ann").code == "no-cards-face-down"  # there nobody touches any
    assert face_up.refused(DealCards(), "ann").code == "role-below"


@clause("sydney-earlier", "3.6.2")
def test_in_the_earlier_edition_both_cards_are_shown_before_a_third() -> None:
    floor = Table("sydney-earlier").seat("ann", 1).ready(f"Ts 6d 5h {LOW}")
    floor.do(DealFaceDown(NOTICES[:2]))
    floor.wagers("ann 1 20").close()
    assert floor.refused(Call(say.Hit()), "ann").clause == "3.6.2"
    floor.do(ShowHand(1), "ann")
    floor.call("ann", "hit")


@clause("sydney-v15", "3.6.2")
def test_version_15_asks_nobody_to_show_two_cards_before_a_third() -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready(f"Ts 6d 5h {LOW}")
    floor.do(DealFaceDown(NOTICES[:2]))
    floor.wagers("ann 1 20").close()
    floor.call("ann", "hit")
    assert floor.state.shown == frozenset()


@clause("canberra-2006", "6.1")
@clause("canberra-2003", "6.1")
@canberra
def test_canberra_deals_every_card_face_up(book: str) -> None:
    assert Table(book).refused(DealFaceDown(NOTICES)).code == "nobody-has-power"
    floor = Table(book).seat("ann", 1).ready(f"Ts 6d 5h {LOW}").wagers("ann 1 20").close()
    floor.call("ann", "hit")
    shown = view.table(floor.state, None)  # also to one who only looks on
    assert (shown.boxes[0].hands[0].cards, shown.dealer.cards) == (("Ts", "5h", "2c"), ("6d",))


# --------------------------------------------------------------------------------------------------------- decisions


@clause("sydney-v15", "5.7", "10.1")
@clause("sydney-earlier", "5.5", "10.1")
@clause("melbourne-v26", "5.9", "7.5.1", "7.5.1(c)", "7.5.1(d)")
@clause("canberra-2006", "4.5", "9.1", "9.1(c)", "9.1(d)")
@clause("canberra-2003", "4.5", "9.1", "9.1(c)", "9.1(d)")
@pytest.mark.parametrize("book", BOOKS)
def test_only_who_controls_a_box_decides_for_it_and_in_its_turn(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready(f"Ts 9s 6d 3h 4c {LOW}")
    floor.wagers("ann 1 20", "bob 2 20")
    floor.close()
    clauses = floor.state.rules.clauses
    assert floor.refused(Call(say.Hit()), "bob").clause == clauses["box.control"]
    assert floor.refused(Call(say.Hit(2)), "bob").clause == clauses["deal.decisions"]
    assert floor.refused(Call(say.Hit()), Person("dan", "dealer")).clause is not None
    floor.call("ann", "hit")
    floor.call("ann", "stand")
    floor.call("bob", "hit")
    floor.finish()


@clause("melbourne-v26", "27.2.1", "27.2.1(a)", "27.2.1(b)", "27.2.2", "27.2.2(b)", "27.2.2(b)(i)", "27.2.2(b)(ii)")
@clause("melbourne-v26", "27.2.3", "27.2.4", "27.2.4(a)", "27.2.4(b)", "27.2.4(c)")
@pytest.mark.parametrize(
    ("front", "drawn", "calls", "ended"),
    [
        ("2s 6d 3h 4c 3c Ks Kd", 4, ("stand",), "stood"),  # hard 5, 9, then 12: the player decides
        ("As 6d 2h 3c 8s Kd Kh", 4, ("stand",), "stood"),  # soft 13, 16, then a hard 14, so it is drawn on
        ("Ts 6d 4h 3c 4s Kd Kh", 2, ("hit", "hit"), "full"),  # 14, 17, 21
        ("Ts 6d 4h 3c 9s Kd Kh", 2, ("hit", "hit"), "bust"),
    ],
)
def test_blackjack_select_draws_to_low_hands_and_then_offers_cards_until_the_hand_ends(
    front: str, drawn: int, calls: tuple[str, ...], ended: str
) -> None:
    floor = Table("melbourne-v26", "blackjack-select").seat("ann", 1).ready(front)
    floor.wagers("ann 1 20").close()
    assert floor.state.round is not None
    assert len(floor.state.round.hand.cards) == drawn
    for word in calls:
        assert floor.state.round is not None
        hand = floor.state.round.hand
        assert hand.total >= (17 if hand.soft else 12)
        assert floor.refused(Call(say.Double()), "ann").clause == "27.2.3"
        assert floor.refused(Call(say.Split()), "ann").clause == "27.2.3"
        floor.call("ann", word)
    assert floor.state.round is not None
    assert floor.state.round.hands[0].ended == ended


@clause("sydney-v15", "10.4")
@clause("sydney-earlier", "10.4")
@clause("melbourne-v26", "7.5.3")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "melbourne-v26"])
def test_a_card_that_is_asked_for_is_dealt_face_up_and_the_new_total_is_known(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready(f"Ts 6d 2h {LOW}")
    floor.wagers("ann 1 20").close()
    events = floor.call("ann", "hit")
    assert RoundEvent(1, played.CardDealt(cards("2c")[0], 1)) in events
    for face_down in (False, True):
        if face_down:
            floor = Table(book).seat("ann", 1).ready(f"Ts 6d 2h {LOW}")
            floor.do(DealFaceDown(NOTICES[:2]))
            floor.wagers("ann 1 20").close()
            floor.do(ShowHand(1), "ann")
            floor.call("ann", "hit")
        (hand,) = view.table(floor.state, None).boxes[0].hands  # anybody sees the card and is told the total
        assert (hand.cards[-1], hand.total, hand.words) == ("2c", 14, "14")


@pytest.mark.parametrize("book", BOOKS)
def test_a_decision_that_one_cannot_pay_for_is_refused(book: str) -> None:
    floor = Table(book).seat("ann", 1, chips=3000).ready(f"6s 6d 5h {LOW}")
    floor.wagers("ann 1 20").close()
    assert "has only $10 in chips" in floor.refused(Call(say.Double()), "ann").message
    pair = Table(book).seat("ann", 1, chips=3000).ready(f"8s 6d 8h {LOW}")
    pair.wagers("ann 1 20").close()
    assert "has only $10 in chips" in pair.refused(Call(say.Split()), "ann").message
    ace = Table(book).seat("ann", 1, chips=2500).ready(f"8s Ad 9h {LOW}")
    ace.wagers("ann 1 20").close()
    assert "has only $5 in chips" in ace.refused(Call(say.Insure(1, None, 1000)), "ann").message


@pytest.mark.parametrize("book", BOOKS)
def test_only_a_dealer_may_say_that_an_offer_was_missed(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready(f"8s Ad 9h {LOW}")
    floor.wagers("ann 1 20").close()
    assert "only staff" in floor.refused(Call(say.Insure(1, None, 500, late=True)), "ann").message
    floor.do(CloseOffers(), "dealer")


# ---------------------------------------------------------------------------------------------------- absent players

ABSENT = [
    ("sydney-v15", "blackjack", "16.10", "dealer"),
    ("sydney-earlier", "blackjack", "17.10", "dealer"),
    ("canberra-2006", "blackjack", "14.7", "dealer"),
    ("canberra-2003", "blackjack", "14.7", "dealer"),
    ("melbourne-v26", "blackjack", "7.5.4", "tg-higher-duties-dealer"),
    ("melbourne-v26", "crown-pontoon", "10.5.5", "tg-higher-duties-dealer"),
    ("melbourne-v26", "crown-blackjack", "14.2.1", "tg-higher-duties-dealer"),
    ("melbourne-v26", "premier-blackjack", "17.2.2", "tg-higher-duties-dealer"),
    ("melbourne-v26", "premium-doubling-blackjack", "18.2.2", "tg-higher-duties-dealer"),
    ("melbourne-v26", "sports-blackjack", "19.2.2", "tg-higher-duties-dealer"),
    ("melbourne-v26", "free-bet-blackjack", "29.5", "tg-higher-duties-dealer"),
]


@clause("sydney-v15", "16.10")
@clause("sydney-earlier", "17.10")
@clause("canberra-2006", "14.7")
@clause("canberra-2003", "14.7")
@clause("melbourne-v26", "7.5.4", "7.5.4(a)", "10.5.5", "10.5.5(a)", "14.2.1", "14.2.1(a)", "17.2.2", "17.2.2(a)")
@clause("melbourne-v26", "18.2.2", "18.2.2(a)", "19.2.2", "19.2.2(a)", "29.5", "29.5.1")
@pytest.mark.parametrize(("book", "game", "by", "role"), ABSENT)
def test_who_does_not_act_in_a_reasonable_time_has_his_hand_played(book: str, game: str, by: str, role: str) -> None:
    floor = Table(book, game, decision_ms=30_000).seat("ann", 1).ready("4s 6d 5h 2d Kh Ks Kd")
    floor.at = 1000
    floor.wagers("ann 1 20").close()
    assert floor.refused(PlayForAbsent(), role, at=30_999).clause == by
    below = "dealer" if role != "dealer" else "ann"
    assert floor.refused(PlayForAbsent(), below, at=31_000).clause == by
    floor.do(PlayForAbsent(), role, at=31_000)
    assert floor.last(PlayedForAbsent).player == "ann"
    inner = [event.event for event in floor.happened(RoundEvent)]
    mine = [e.card.text for e in inner if isinstance(e, played.CardDealt) and e.box == 1]
    assert mine == ["4s", "5h", "2d", "Kh"]  # 11 is drawn to, 21 is not


@clause("melbourne-v26", "7.5.4(b)", "10.5.5(b)", "14.2.1(b)", "17.2.2(b)", "18.2.2(b)", "19.2.2(b)", "29.5.2")
@pytest.mark.parametrize(("book", "game", "by", "role"), ABSENT)
def test_who_is_absent_has_his_hand_played_without_a_wait(book: str, game: str, by: str, role: str) -> None:
    floor = Table(book, game).seat("ann", 1).ready("Js 6d 2h Kh Ks Kd")
    floor.wagers("ann 1 20").close()
    floor.do(StepAway(), "ann")
    floor.do(PlayForAbsent(), role)
    assert floor.state.round is not None
    assert floor.state.round.hands[0].total == 12
    assert floor.state.round.hands[0].ended == "stood"


SOFT = [row for row in ABSENT if row[0] == "melbourne-v26"]


@clause("melbourne-v26", "7.5.4(c)", "7.5.4(d)", "10.5.5(c)", "10.5.5(d)", "14.2.1(c)", "14.2.1(d)", "17.2.3", "17.2.4")
@clause("melbourne-v26", "18.2.2(c)", "18.2.2(d)", "19.2.2(c)", "19.2.2(d)", "29.5.2(a)", "29.5.2(b)")
@pytest.mark.parametrize(("book", "game", "by", "role"), SOFT)
def test_in_melbourne_an_absent_players_soft_hand_draws_to_17_or_18(book: str, game: str, by: str, role: str) -> None:
    stands = 17 if game == "blackjack" else 18
    for second, total in (("5h", 16), ("6h", 17), ("7h", 18)):
        floor = Table(book, game).seat("ann", 1).ready(f"As 6d {second} 3s Kh Ks Kd")
        floor.wagers("ann 1 20").close()
        floor.do(StepAway(), "ann")
        floor.do(PlayForAbsent(), role)
        assert floor.state.round is not None
        assert len(floor.state.round.hands[0].cards) == (2 if total >= stands else 3)


@clause("canberra-2006", "4.5", "14.7")
@clause("canberra-2003", "4.5", "14.7")
@canberra
def test_in_canberra_another_player_of_the_box_decides_for_who_is_not_there(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("5s 6d 6h Ks 9c Kd")
    floor.wagers("ann 1 20", "bob 1 30").close()
    assert floor.refused(Call(say.Hit()), "bob").code == "not-controller"
    floor.do(StepAway(), "ann")
    floor.at += 1000
    floor.do(PlayForAbsent(), "dealer")
    assert floor.state.round is not None
    assert floor.state.round.box.control == "bob"
    assert view.table(floor.state, None).boxes[0].control == "bob"
    assert not floor.happened(PlayedForAbsent)
    assert floor.refused(Call(say.Hit()), "ann").code == "not-controller"
    assert floor.refused(PlayForAbsent(), "dealer").code == "time-to-decide"  # of the time that he has for it
    floor.call("bob", "double")
    floor.finish()
    record = record_of(floor.events)
    assert [action["do"] for action in record["actions"]] == ["pass-control", "double"]
    assert settle(record)["net"] == {"ann": "20", "bob": "60"}
    returned = {w.player: w.returned for w in floor.state.round.wagers if w.bet == "main"}
    assert returned == {"ann": 4000, "bob": 6000}


@clause("canberra-2006", "14.7")
@clause("canberra-2003", "14.7")
@canberra
def test_in_canberra_the_dealer_draws_where_nobody_of_the_box_is_there(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("5s 6d 6h Ks 9c Kd")
    floor.wagers("ann 1 20", "bob 1 30").close()
    floor.do(StepAway(), "ann")
    floor.do(StepAway(), "bob")
    floor.do(PlayForAbsent(), "dealer")
    assert floor.last(PlayedForAbsent).player == "ann"
    assert floor.state.round is not None
    assert floor.state.round.hands[0].total == 21


@clause("sydney-v15", "16.10")
@clause("sydney-earlier", "17.10")
@clause("melbourne-v26", "7.5.4")
@pytest.mark.parametrize(
    ("book", "role"),
    [("sydney-v15", "dealer"), ("sydney-earlier", "dealer"), ("melbourne-v26", "tg-higher-duties-dealer")],
)
def test_elsewhere_the_hand_of_who_is_not_there_is_played_though_another_shares_it(book: str, role: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("5s 6d 6h Ks 9c Kd")
    floor.wagers("ann 1 20", "bob 1 30").close()
    floor.do(StepAway(), "ann")
    floor.do(PlayForAbsent(), role)
    assert floor.last(PlayedForAbsent).player == "ann"


@sydney_by("16.10", "17.10")
def test_offers_close_for_who_is_absent(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1).ready(f"8s Ad 9h {LOW}")
    floor.wagers("ann 1 20").close()
    floor.do(PlayForAbsent())
    assert floor.state.round is not None
    assert floor.state.round.needs == "decision"
    assert floor.refused(PlayForAbsent()).clause == by  # she has time to decide


# ----------------------------------------------------------------------------------------------------------- records


@pytest.mark.parametrize("book", BOOKS)
def test_a_finished_round_has_a_record_that_settles_to_what_was_paid(book: str) -> None:
    floor = Table(book).seat("ann", 1, chips=100_000).seat("bob", 2, chips=100_000).ready()
    before = len(floor.events)
    floor.round("ann 1 20", "bob 2 50")
    settled = settle(record_of(floor.events[before:]))
    for name in ("ann", "bob"):
        won = floor.chips(name) - 100_000
        assert round(float(settled["net"][name]) * 100) == won
    with pytest.raises(ValueError, match="no whole round"):
        record_of(floor.events[:before])


@sydney
def test_a_virtual_shoe_waits_to_be_asked_where_it_does_not_deal_by_itself(book: str) -> None:
    floor = Table(book, by_itself=False).seat("ann", 1).ready(f"Ts 6d 5h {LOW}")
    floor.wagers("ann 1 20").close()
    assert dealt(floor) == []
    floor.do(DealCards(), "dealer")
    assert dealt(floor) == ["Ts 1", "6d dealer", "5h 1"]
    assert floor.refused(DealCards()).clause == "7.1"


@sydney
def test_a_real_shoe_holds_each_card_only_so_often(book: str) -> None:
    floor = Table(book, source="real").seat("ann", 1).ready()
    floor.wagers("ann 1 20").close()
    assert floor.refused(DealCards()).message
    floor.deal("2s 2s 2s")
    floor.do(Call(say.Hit(), "ann"), "dealer")
    floor.deal("2s")
    floor.do(Call(say.Hit(), "ann"), "dealer")
    floor.deal("2s")
    floor.do(Call(say.Hit(), "ann"), "dealer")
    floor.deal("2s")
    floor.do(Call(say.Hit(), "ann"), "dealer")
    assert floor.refused(DealCards(cards("2s"))).clause == "3.1"


@clause("melbourne-v26", "11.5.5(c)")
def test_a_prize_comes_from_the_device_and_not_from_who_presses() -> None:
    floor = Table("melbourne-v26", "crown-pontoon", side_bets={"pontoon-pandemonium": "1"}).seat("ann", 1)
    floor.do(FillFloat({10_000: 10_000}))
    floor.ready("As 6d Kh 7c 8c 9c")
    floor.wagers("ann 1 20", "ann 1 5 pontoon-pandemonium").close()
    assert floor.state.round is not None
    assert floor.state.round.needs == "press"
    prize = floor.state.config.side_bets["pontoon-pandemonium"].draws[0][1]
    assert floor.refused(PressForPlayer(prize, "ann"), "ann").clause == "11.5.5(c)"
    assert floor.refused(PressForPlayer(1), "dealer").clause is not None
    floor.do(PressForPlayer(prize, "ann"), "dealer")
    assert any(isinstance(event.event, played.PrizeDrawn) for event in floor.happened(RoundEvent))
    assert not floor.state.playing or floor.state.round.needs != "press"
