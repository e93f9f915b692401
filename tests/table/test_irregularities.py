"""Mistakes in the deal that need nothing entered anew: cards, shuffles, void rounds, and whose word it takes."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support.clauses import clause
from support.editions import SYDNEY, canberra, sydney, sydney_by
from support.misdealt import START, TWO_WAGERS, dealt, real, ruled, sound
from support.tables import BOOKS, NOTICES, Table

from cutcard.cards import card
from cutcard.cards import cards as read
from cutcard.engine import commands as say
from cutcard.engine import events as played
from cutcard.money import cents
from cutcard.records import settle
from cutcard.rulebooks import load
from cutcard.table import (
    AnnounceLastRounds,
    Approve,
    BurnCard,
    Call,
    CardBurned,
    CardsBrought,
    CheckCards,
    GrantPersonalLimit,
    IrregularityRuled,
    NoMoreBets,
    NoticeGiven,
    OpenBetting,
    Person,
    PlaceWager,
    ReportIrregularity,
    RoundEvent,
    RuleByDiscretion,
    Shuffle,
)
from cutcard.table.record import record_of

MELBOURNE = "melbourne-v26"
FACED = ReportIrregularity("card-faced-in-shoe", "burn", "it lay face up")
FACED_BY = [("sydney-v15", "16.1"), ("sydney-earlier", "17.1"), (MELBOURNE, "9.2")]
FACED_BY += [("canberra-2006", "14.1"), ("canberra-2003", "14.1")]


# ------------------------------------------------------------------------------------------------ a card lies face up


@clause("sydney-v15", "16.1")
@clause("sydney-earlier", "17.1")
@clause(MELBOURNE, "9.2")
@clause("canberra-2006", "14.1")
@clause("canberra-2003", "14.1")
@pytest.mark.parametrize(("book", "by"), FACED_BY)
def test_a_card_found_face_up_is_burned_in_a_round_and_the_next_one_is_dealt(book: str, by: str) -> None:
    floor = dealt(book, "8s 7d 9d 3h")
    left = floor.state.shoe.left
    floor.do(FACED._replace(card=card("Kc")), "dealer")
    assert ruled(floor) == ("card-faced-in-shoe", "burn", by)
    assert floor.state.shoe.left == left - 1
    assert floor.state.shoe.burned[-1] == card("Kc")
    floor.deal("8h")
    assert floor.state.round is not None
    assert [hand.cards for hand in floor.state.round.hands] == [read("8s 3h"), read("7d 8h")]
    floor.finish()
    assert card("Kc") not in floor.state.shoe.discards
    sound(floor)


@clause("sydney-v15", "16.1")
@clause("canberra-2006", "14.1")
@clause("canberra-2003", "14.1")
@pytest.mark.parametrize(("book", "by"), FACED_BY)
def test_a_virtual_shoe_burns_its_next_card_and_shows_no_other(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1).ready("8s 9d 3h Kc 7c 5c").wagers("ann 1 20").close()
    floor.do(FACED, "dealer")
    event = floor.last(RoundEvent).event
    assert event == played.CardDiscarded(card("Kc"), by)
    floor.call("ann", "hit")
    assert floor.state.round is not None
    assert floor.state.round.hands[0].cards == read("8s 3h 7c")
    floor.finish()
    sound(floor)


@pytest.mark.parametrize(("book", "by"), FACED_BY)
def test_it_is_burned_between_rounds_too(book: str, by: str) -> None:
    floor = real(book)
    left = floor.state.shoe.left
    assert "name the" in floor.refused(FACED, "dealer").message
    floor.do(FACED._replace(card=card("Kc")), "dealer")
    assert floor.last(CardBurned) == CardBurned(card("Kc"), True, by)
    assert floor.state.shoe.left == left - 1
    virtual = Table(book).seat("ann", 1).ready("Kc 8s 9d 3h Tc 5c")
    virtual.do(FACED, "dealer")
    assert virtual.last(CardBurned).card == card("Kc")
    for one in (floor, virtual):
        sound(one)


def test_a_card_of_which_all_are_out_cannot_have_been_found() -> None:
    floor = dealt("sydney-v15", "Kc 7d 9d 3h", decks=6)
    for _ in range(5):
        floor.do(FACED._replace(card=card("Kc")))
    assert floor.refused(FACED._replace(card=card("Kc"))).code == "card-too-often"


@clause("sydney-v15", "16.1.1")
@clause("sydney-earlier", "17.1.1")
@sydney_by("16.1.1", "17.1.1")
def test_after_the_round_a_supervisor_has_the_cards_in_a_device_checked(book: str, by: str) -> None:
    check = ReportIrregularity("card-faced-in-shoe", "count-cards", "a second one", complete=True)
    shoe = Table(book).seat("ann", 1).ready("Ts 9d 9h 8c")
    assert shoe.refused(check, "gaming-supervisor").code == "ruling-not-given"  # only with a shuffling device
    floor = Table(book, device="shuffling-device").seat("ann", 1).ready("Ts 9d 9h 8c").wagers("ann 1 20").close()
    assert floor.refused(check, "gaming-supervisor").code == "ruling-not-given"  # only after the round
    floor.finish()
    assert floor.refused(check, "dealer").clause == by
    assert floor.refused(check._replace(complete=False), "gaming-supervisor").clause == by
    floor.do(check, "gaming-supervisor")
    assert ruled(floor)[2] == by
    assert floor.state.shoe.stage == "unchecked"
    assert floor.refused(OpenBetting(), "dealer").code == "no-shoe-yet"
    floor.do(CheckCards(), "dealer")
    floor.do(Shuffle(*floor.order()), "dealer")
    floor.burn()
    sound(floor)


# ----------------------------------------------------------------------------------------- a card drawn before its time


@clause("sydney-v15", "16.2")
@clause("sydney-earlier", "17.2")
@clause(MELBOURNE, "9.3")
@clause("canberra-2006", "14.2")
@clause("canberra-2003", "14.2")
@pytest.mark.parametrize(
    ("book", "by"),
    [("sydney-v15", "16.2"), ("sydney-earlier", "17.2"), (MELBOURNE, "9.3"), *[(b, "14.2") for b in BOOKS[3:]]],
)
@pytest.mark.parametrize("seen", [True, False])
def test_a_card_drawn_in_error_is_the_next_card_whoever_gets_it(book: str, by: str, seen: bool) -> None:
    floor = dealt(book, "8s 7d 9d 3h 8h")
    left = floor.state.shoe.left
    extra = ReportIrregularity("card-drawn-in-error", "next-card", "slipped out")
    floor.do(extra._replace(card=card("5c") if seen else None), "dealer")
    assert ruled(floor) == ("card-drawn-in-error", "next-card", by)
    assert floor.state.shoe.left == left
    floor.do(Call(say.Hit(), "ann"), "dealer")
    if seen:
        assert floor.refused_deal("6c").code == "held-card-is-next"
    floor.deal("5c")
    assert floor.state.round is not None
    assert floor.state.round.hands[0].cards == read("8s 3h 5c")
    assert floor.state.shoe.left == left - 1
    floor.finish()
    sound(floor)


@clause("sydney-v15", "16.2")
@clause("canberra-2006", "14.2")
def test_drawn_between_rounds_it_is_the_first_card_of_the_next() -> None:
    for book in BOOKS:
        floor = real(book)
        floor.do(ReportIrregularity("card-drawn-in-error", "next-card", "slipped out", card("5c")), "dealer")
        floor.wagers(*TWO_WAGERS).close()
        assert floor.refused_deal("6c").code == "held-card-is-next"
        floor.deal("5c 7d 9d 3h 8h").finish()
        assert Counter(floor.state.shoe.discards)[card("5c")] == 1
        sound(floor)


@clause("sydney-v15", "16.3", "16.4")
@clause("sydney-earlier", "17.3", "17.4")
@sydney
def test_a_player_who_refuses_such_a_card_gets_no_more_and_the_dealer_takes_it_when_all_refuse(book: str) -> None:
    floor = dealt(book, "8s 9d Ts", "ann 1 20")  # 18 against a nine
    floor.do(ReportIrregularity("card-drawn-in-error", "next-card", "slipped out", card("5c")), "dealer")
    floor.do(Call(say.RefuseCard(), "ann"), "dealer")
    assert floor.state.round is not None
    assert (floor.state.round.needs, floor.state.round.turn) == ("card", -1)
    floor.deal("5c")
    assert floor.state.round.dealer == read("9d 5c")
    floor.finish()
    sound(floor)


@clause("sydney-v15", "16.3", "10.2")
@clause("sydney-earlier", "17.3", "10.2")
@sydney
def test_a_total_under_twelve_takes_it_all_the_same_and_who_refused_once_has_no_card_on_another_box(book: str) -> None:
    low = dealt(book, "8s 9d 3h", "ann 1 20")
    early = ReportIrregularity("card-drawn-in-error", "next-card", "slipped out", card("5c"))
    low.do(early, "dealer")
    assert low.refused(Call(say.RefuseCard(), "ann"), "dealer").clause == "10.2"
    low.do(Call(say.Hit(), "ann"), "dealer")
    low.deal("5c").finish()
    sound(low)
    floor = Table(book, source="real").seat("ann", 1)
    floor.do(GrantPersonalLimit("ann", 1000, 100_000))  # with which one may wager on several boxes
    floor.ready().wagers("ann 1 20", "ann 2 20").close().deal("8s 7d 9d Th Tc")  # 18 and 17
    floor.do(early, "dealer")
    floor.do(Call(say.RefuseCard(), "ann"), "dealer")
    assert floor.state.round is not None
    assert floor.state.round.turn == -1  # the second hand stands by itself
    floor.deal("5c").finish()
    sound(floor)


@canberra
def test_elsewhere_nobody_may_refuse_it(book: str) -> None:
    floor = dealt(book, "8s 9d Ts", "ann 1 20")
    floor.do(ReportIrregularity("card-drawn-in-error", "next-card", "slipped out", card("5c")), "dealer")
    assert floor.refused(Call(say.RefuseCard(), "ann"), "dealer").code == "card-not-refused"


@clause("sydney-v15", "16.17")
@clause("sydney-earlier", "17.17")
@clause("canberra-2006", "14.2")
@clause("canberra-2003", "14.2")
@pytest.mark.parametrize(
    ("book", "by"), [("sydney-v15", "16.17"), ("sydney-earlier", "17.17"), *[(b, "14.2") for b in BOOKS[3:]]]
)
def test_a_card_burned_in_error_stays_burned(book: str, by: str) -> None:
    floor = dealt(book, "8s 7d 9d 3h 8h")
    wrong = ReportIrregularity("card-burned-in-error", "burn", "taken for a round's first")
    floor.do(wrong, "dealer")
    assert ruled(floor)[2] == by
    assert floor.state.shoe.burned[-1] is None
    back = wrong._replace(ruling="next-card")
    assert floor.refused(back, "dealer").clause == by
    floor.finish()
    sound(floor)


# ------------------------------------------------------------------------------------- to the dealer's finished hand


def finished(book: str) -> Table:
    floor = dealt(book, "Ts 9d 9h", "ann 1 20")
    floor.do(Call(say.Stand(), "ann"), "dealer")
    return floor.deal("Tc")


@clause("sydney-v15", "16.5", "16.6")
@clause("sydney-earlier", "17.5", "17.6")
@clause(MELBOURNE, "9.3", "9.3.1")
@clause("canberra-2006", "14.3")
@clause("canberra-2003", "14.3")
@pytest.mark.parametrize(
    ("book", "by"),
    [("sydney-v15", "16.5"), ("sydney-earlier", "17.5"), (MELBOURNE, "9.3.1"), *[(b, "14.3") for b in BOOKS[3:]]],
)
def test_a_card_that_was_seen_on_the_dealers_finished_hand_is_burned(book: str, by: str) -> None:
    floor = finished(book)
    chips, left = floor.chips("ann"), floor.state.shoe.left
    extra = ReportIrregularity("card-to-finished-dealer", "burn", "one too many", card("2c"))
    floor.do(extra, "dealer")
    assert ruled(floor)[2] == by
    assert (floor.chips("ann"), floor.state.shoe.left) == (chips, left - 1)
    assert floor.state.shoe.burned[-1] == card("2c")
    later = extra._replace(ruling="first-of-next-round")
    assert floor.refused(later, "dealer").clause == by
    sound(floor)


@clause("sydney-v15", "16.5", "16.6", "7.1")
@clause("sydney-earlier", "17.5", "17.6")
@clause(MELBOURNE, "9.3", "9.3.1")
@pytest.mark.parametrize(("book", "by"), [("sydney-v15", "16.6"), ("sydney-earlier", "17.6"), (MELBOURNE, "9.3")])
def test_one_that_nobody_saw_is_the_first_of_the_next_round_and_bets_may_still_be_made(book: str, by: str) -> None:
    floor = finished(book)
    assert floor.refused(ReportIrregularity("card-to-finished-dealer", "burn", "one too many"), "dealer").clause == by
    left = floor.state.shoe.left
    floor.do(ReportIrregularity("card-to-finished-dealer", "first-of-next-round", "one too many"), "dealer")
    assert ruled(floor)[2] == by
    assert floor.state.shoe.left == left  # as if it had not left the shoe
    floor.do(OpenBetting(), "dealer")
    floor.do(PlaceWager(1, 2000, player="ann"), "dealer")
    floor.close().deal("2c 9d 9h")
    assert floor.state.shoe.left == left - 3
    floor.finish()
    sound(floor)


@clause("canberra-2006", "14.3")
@clause("canberra-2003", "14.3")
@canberra
def test_in_canberra_even_one_that_nobody_saw_is_burned(book: str) -> None:
    floor = finished(book)
    unseen = ReportIrregularity("card-to-finished-dealer", "first-of-next-round", "one too many")
    assert floor.refused(unseen, "dealer").clause == "14.3"
    floor.do(unseen._replace(ruling="burn"), "dealer")
    assert floor.state.shoe.burned[-1] is None
    sound(floor)


# --------------------------------------------------------------------------------------------------- no round at all


@clause("sydney-v15", "16.7")
@clause("sydney-earlier", "17.7")
@clause(MELBOURNE, "9.4")
@pytest.mark.parametrize(("book", "by"), [("sydney-v15", "16.7"), ("sydney-earlier", "17.7"), (MELBOURNE, "9.4")])
def test_cards_dealt_though_nobody_had_wagered_are_burned_and_there_was_no_round(book: str, by: str) -> None:
    floor = real(book)
    floor.do(OpenBetting(), "dealer")
    empty = ReportIrregularity("round-without-wagers", "void-round", "nobody had bet", cards=read("5c 7d 9d"))
    if book == MELBOURNE:
        assert floor.refused(empty, "dealer").clause == by
    left = floor.state.shoe.left
    floor.do(empty, "tg-higher-duties-dealer" if book == MELBOURNE else "dealer")
    assert ruled(floor)[2] == by
    assert floor.state.shoe.left == left - 3
    assert floor.state.shoe.burned[-3:] == read("5c 7d 9d")
    floor.wagers_placed("ann 1 20")
    assert floor.refused(empty).clause == by  # now there are wagers
    floor.close().finish()
    assert floor.state.number == 1
    sound(floor)


# ------------------------------------------------------------------------------------------------ shuffle, cut and burn


@clause("sydney-v15", "16.11", "16.14")
@clause("sydney-earlier", "17.11", "17.14")
@clause(MELBOURNE, "9.10")
@clause("canberra-2006", "14.8")
@clause("canberra-2003", "14.8")
@pytest.mark.parametrize(
    ("book", "kind", "by"),
    [
        ("sydney-v15", "cut-not-made", "16.11"),
        ("sydney-v15", "shuffle-missed", "16.14"),
        ("sydney-earlier", "cut-not-made", "17.11"),
        ("sydney-earlier", "shuffle-missed", "17.14"),
        (MELBOURNE, "shuffle-missed", "9.10"),
        ("canberra-2006", "shuffle-missed", "14.8"),
        ("canberra-2003", "shuffle-missed", "14.8"),
    ],
)
def test_the_round_in_play_is_finished_and_counts_and_then_the_cards_are_shuffled(
    book: str, kind: Any, by: str
) -> None:
    floor = Table(book, source="real").seat("ann", 1).ready().wagers("ann 1 20").close().deal("Ts 6d 9h")
    floor.do(ReportIrregularity(kind, "finish-then-shuffle", "nobody saw it"), "dealer")
    assert ruled(floor)[2] == by
    assert floor.state.playing
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.deal("Tc Ks")
    assert floor.chips("ann") == START + 2000
    assert floor.refused(OpenBetting(), "dealer").code == "shuffle-first"
    floor.ready()
    sound(floor)


@clause("sydney-v15", "16.14")
def test_found_between_rounds_the_shuffle_comes_before_the_next_and_wagers_stay() -> None:
    floor = real("sydney-v15").wagers("ann 1 20")
    floor.do(ReportIrregularity("shuffle-missed", "finish-then-shuffle", "nobody saw it"), "dealer")
    assert floor.refused(NoMoreBets(), "dealer").code == "shuffle-first"
    floor.ready()
    assert [bet.player for bet in floor.state.bets] == ["ann"]
    floor.close().finish()


@clause("canberra-2003", "14.8", "5.6")
def test_in_announced_last_rounds_dealing_goes_on_past_the_cutting_card() -> None:
    floor = real("canberra-2003")
    floor.do(AnnounceLastRounds(), "casino-supervisor")
    floor.do(ReportIrregularity("shuffle-missed", "finish-then-shuffle", "nobody saw it"), "dealer")
    assert not floor.state.shoe.due
    sound(floor)


@clause("canberra-2006", "19.1")
@clause("canberra-2003", "19.1")
@canberra
def test_with_a_shuffling_shoe_there_is_no_cutting_card_to_pass(book: str) -> None:
    """Canberra 19.1 takes 14.8 away there."""
    floor = Table(book, device="shuffling-device").seat("ann", 1).ready()
    missed = ReportIrregularity("shuffle-missed", "finish-then-shuffle", "nobody saw it")
    assert floor.refused(missed).code == "left-to-discretion"


@clause("sydney-v15", "4.7", "16.11", "16.14")
@clause("sydney-earlier", "4.7", "17.11", "17.14")
@pytest.mark.parametrize("book", SYDNEY)
@pytest.mark.parametrize("kind", ["cut-not-made", "shuffle-missed"])
def test_with_a_shuffling_device_there_is_no_cut_and_no_cutting_card_to_miss(book: str, kind: Any) -> None:
    floor = Table(book, device="shuffling-device", source="real").seat("ann", 1).ready()
    missed = ReportIrregularity(kind, "finish-then-shuffle", "nobody saw it")
    assert floor.refused(missed, "dealer").code == "left-to-discretion"


@clause("sydney-v15", "16.12")
@clause("sydney-earlier", "17.12")
@clause(MELBOURNE, "9.1")
@pytest.mark.parametrize(("book", "by"), [("sydney-v15", "16.12"), ("sydney-earlier", "17.12"), (MELBOURNE, "9.1")])
def test_a_forgotten_burn_leaves_the_first_card_in_play(book: str, by: str) -> None:
    floor = Table(book, source="real").seat("ann", 1)
    floor.burn = lambda: floor  # type: ignore[method-assign]
    floor.ready()
    if book != MELBOURNE:
        assert floor.refused(OpenBetting(), "dealer").code == "burn-first"
    floor.do(ReportIrregularity("burn-forgotten", "goes-on", "gone straight on"), "dealer")
    assert ruled(floor)[2] == by
    assert floor.state.shoe.burned == ()
    assert floor.state.shoe.left == floor.state.config.cards
    floor.wagers("ann 1 20").close().deal("Ts 6d 9h").finish()
    sound(floor)


@clause("sydney-v15", "16.12")
@clause(MELBOURNE, "9.1")
def test_a_burn_that_was_put_down_and_not_made_is_put_right_in_the_count() -> None:
    for book in (*SYDNEY, MELBOURNE):
        floor = real(book)
        if book == MELBOURNE:
            floor.do(BurnCard(), "dealer")
        floor.round("ann 1 20")
        left, won = floor.state.shoe.left, floor.chips("ann")
        assert len(floor.state.shoe.burned) == 1
        floor.do(ReportIrregularity("burn-forgotten", "goes-on", "found by counting"), "dealer")
        assert floor.state.shoe.left == left + 1
        assert not floor.state.shoe.burned
        assert floor.chips("ann") == won  # what was played stands
        sound(floor)
        virtual = Table(book).seat("ann", 1).ready()
        if book == MELBOURNE:
            virtual.do(BurnCard(), "dealer")
        assert virtual.refused(ReportIrregularity("burn-forgotten", "goes-on", "?"), "dealer").code == "burned-already"


@clause("sydney-v15", "16.1", "16.12")
@clause("sydney-earlier", "17.1", "17.12")
@clause(MELBOURNE, "9.1", "9.2")
@pytest.mark.parametrize("book", [*SYDNEY, MELBOURNE])
def test_a_forgotten_burn_brings_no_card_back_that_was_burned_for_a_mistake(book: str) -> None:
    floor = dealt(book, "8s 7d 9d 3h")
    floor.do(FACED._replace(card=card("Kc")), "dealer")
    for _ in range(2):  # said twice it is as if it were said once
        floor.do(ReportIrregularity("burn-forgotten", "goes-on", "nobody burned a card"), "dealer")
        assert floor.state.shoe.burned == read("Kc")
    floor.deal("8h").finish()
    sound(floor)


def test_a_virtual_shoe_may_go_on_without_its_burn() -> None:
    floor = Table("sydney-v15").seat("ann", 1)
    floor.burn = lambda: floor  # type: ignore[method-assign]
    floor.ready("Ts 6d")
    first = floor.state.shoe.order[0]
    floor.do(ReportIrregularity("burn-forgotten", "goes-on", "gone straight on"), "dealer")
    assert floor.refused(BurnCard(), "dealer").code == "cards-at-other-stage"
    floor.wagers("ann 1 20").close()
    assert floor.state.shoe.on_table[0] == first
    floor.finish()
    sound(floor)


# ------------------------------------------------------------------------------------- dropped, missing and wrong cards


@clause("sydney-v15", "4.6.1")
@clause("sydney-earlier", "4.6.1")
@sydney
def test_after_cards_were_dropped_a_supervisor_verifies_that_all_are_there(book: str) -> None:
    floor = dealt(book, "8s 7d 9d 3h 8h")
    dropped = ReportIrregularity("cards-dropped", "count-cards", "off the layout", complete=True)
    assert floor.refused(dropped, "dealer").clause == "4.6.1"
    assert floor.refused(dropped._replace(complete=False), "gaming-supervisor").clause == "4.6.1"
    floor.do(dropped, "gaming-supervisor")
    assert ruled(floor) == ("cards-dropped", "count-cards", "4.6.1")
    floor.finish()
    sound(floor)


@clause("sydney-v15", "16.16", "16.16.1", "16.16.2", "16.16.3", "16.16.4")
@clause("sydney-earlier", "17.16", "17.16.1", "17.16.2", "17.16.3", "17.16.4")
@sydney_by("16.16", "17.16")
def test_a_missing_or_foreign_card_voids_the_round_and_the_shoe_and_two_are_told(book: str, by: str) -> None:
    floor = real(book).round("ann 1 20")
    won = floor.chips("ann")
    floor.wagers("ann 1 20", "bob 2 30").close().deal("8s 7d 9d 3h 8h")
    found = ReportIrregularity("card-missing-or-foreign", "void-shoe", "a blue back", told=NOTICES[:2])
    assert floor.refused(found, "dealer").clause == f"{by}.2"
    assert floor.refused(found._replace(told=NOTICES[:1]), "gaming-supervisor").clause == f"{by}.4"
    floor.do(found, "gaming-supervisor")
    assert {one.whom for one in floor.happened(NoticeGiven)[-2:]} == {"inspector", "surveillance"}
    assert floor.chips("ann") == won  # completed rounds stand, this one goes back
    assert floor.chips("bob") == START
    assert floor.state.shoe.stage == "unchecked"
    assert floor.refused(OpenBetting(), "dealer").code == "no-shoe-yet"
    floor.ready()
    sound(floor)


@clause(MELBOURNE, "9.13", "9.14", "9.15", "9.16")
@pytest.mark.parametrize("kind", ["wrong-deck", "card-missing-or-foreign"])
def test_wrong_decks_void_the_round_and_the_shoe_in_melbourne(kind: Any) -> None:
    floor = Table(MELBOURNE).seat("ann", 1).ready("Ts 9d 9h 8c 8s 9c 3h").round("ann 1 20")
    won = floor.chips("ann")
    floor.wagers("ann 1 20").close()
    found = ReportIrregularity(kind, "void-shoe", "tens in a Spanish deck")
    assert floor.refused(found, "dealer").clause == "9.15"
    floor.do(found, "tg-higher-duties-dealer")
    assert floor.chips("ann") == won
    assert floor.state.shoe.stage == "unchecked"
    assert floor.last(CardsBrought).replaced  # those in play go, and others come
    assert floor.refused(OpenBetting(), "dealer").code == "no-shoe-yet"
    floor.ready()
    sound(floor)


@clause(MELBOURNE, "9.15")
@pytest.mark.parametrize("cards", ["8s 9d 8s", "8s 9d 7s", "As 9d Ks"])
def test_all_money_of_the_round_with_the_wrong_deck_goes_back_what_was_settled_after_the_initial_deal_too(
    cards: str,
) -> None:
    floor = Table(MELBOURNE, side_bets={"perfect-pairs": "A"}, source="real").seat("ann", 1).seat("bob", 2).ready()
    wagers = ["ann 1 20", "ann 1 10 perfect-pairs", "bob 2 20"]
    first, dealer, second = cards.split()
    floor.wagers(*wagers).close().deal(f"{first} 9h {dealer} {second} 7c")
    assert floor.chips("ann") != START - 3000 or second == "7s"
    floor.do(ReportIrregularity("wrong-deck", "void-shoe", "tens in a Spanish deck"))
    assert (floor.chips("ann"), floor.chips("bob")) == (START, START)
    floor.ready()
    sound(floor)


@clause(MELBOURNE, "21.11.2", "24.10.2")
def test_where_jackpots_are_offered_what_was_settled_stands_with_the_wrong_deck_too() -> None:
    terms: dict[str, Any] = {"side_bets": {"perfect-pairs": "A", "supernova": True}}
    meters = {"supernova-major": 10**6, "supernova-minor": 10**5, "supernova-mystery": 10**5}
    floor = Table(MELBOURNE, source="real", meters=meters, **terms).seat("ann", 1).ready()
    floor.wagers("ann 1 20", "ann 1 10 perfect-pairs").close().deal("8s 9d 8s")
    paid = floor.chips("ann")
    floor.do(ReportIrregularity("wrong-deck", "void-shoe", "tens in a Spanish deck"))
    assert floor.chips("ann") == paid + 2000 > START


@clause(MELBOURNE, "9.12", "9.12.1")
def test_cards_that_come_together_void_the_round_and_what_was_settled_stands() -> None:
    floor = Table(MELBOURNE, device="shuffling-device", side_bets={"perfect-pairs": "A"}, source="real")
    floor.seat("ann", 1).ready().wagers("ann 1 20", "ann 1 10 perfect-pairs").close().deal("8s 9d 8s")
    paid = floor.chips("ann")
    assert paid > START - 2000  # the pair has been paid
    together = ReportIrregularity("cards-came-together", "void-round", "two at once")
    assert floor.refused(together, "dealer").clause == "9.12"
    floor.do(together, "tg-higher-duties-dealer")
    assert floor.chips("ann") == paid + 2000
    assert not floor.state.playing
    assert floor.refused(together).code == "left-to-discretion"  # no round is played that they could end
    shoe = Table(MELBOURNE, source="real").seat("ann", 1).ready().wagers("ann 1 20").close().deal("8s 9d 8s")
    assert shoe.refused(together).code == "left-to-discretion"


# --------------------------------------------------------------------------------------------------- who, and what else


@clause("sydney-v15", "16.8", "16.8.1")
@clause("sydney-earlier", "17.8", "17.8.1")
@sydney_by("16.8", "17.8")
def test_a_round_that_cannot_be_laid_anew_is_void_on_a_supervisors_word_and_the_shoe_goes_on(
    book: str, by: str
) -> None:
    floor = dealt(book, "8s 7d 9d 3h 8h")
    lost = ReportIrregularity("card-misplaced", "void-round", "nobody knows where they lay")
    assert floor.refused(lost, "dealer").clause == by
    floor.do(lost, "gaming-supervisor")
    assert (floor.chips("ann"), floor.chips("bob")) == (START, START)
    assert floor.state.shoe.stage == "ready"
    assert not floor.state.shoe.due
    sound(floor)


@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@sydney
def test_a_side_bet_that_the_first_cards_have_lost_stays_lost_where_the_round_is_void(book: str) -> None:
    floor = Table(book, side_bets={"perfect-pairs": True}, source="real").seat("ann", 1).ready()
    had = floor.chips("ann")
    floor.wagers("ann 1 20", "ann 1 5 perfect-pairs").close().deal("8s 9d 7s")
    lost = ReportIrregularity("card-misplaced", "void-round", "nobody knows where they lay")
    floor.do(lost, "gaming-supervisor")
    assert floor.chips("ann") == had - 500


@clause("sydney-v15", "16.13")
@clause("sydney-earlier", "17.13")
@sydney_by("16.13", "17.13")
def test_where_insurance_was_not_offered_players_may_say_so_themselves_once_staff_have(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("8s 7d Ad 3h 8h 5c").wagers(*TWO_WAGERS).close()
    floor.finish_offers()
    late = Call(say.Insure(1, "ann", 1000, late=True))
    assert floor.refused(late, "ann").code == "only-dealer-says"
    floor.do(ReportIrregularity("insurance-not-offered", "player-chooses", "ann was not asked"), "dealer")
    assert ruled(floor)[2] == by
    floor.do(late, "ann")
    assert floor.state.round is not None
    assert [w.player for w in floor.state.round.wagers if w.bet == "insurance"] == ["ann"]
    floor.finish()
    sound(floor)


@clause("sydney-v15", "18.17")
@clause("sydney-earlier", "19.12")
@clause("canberra-2006", "16.4")
@clause("canberra-2003", "16.6")
@clause(MELBOURNE, "32.10")
@pytest.mark.parametrize(
    ("book", "kind", "role", "by"),
    [
        ("sydney-v15", "wrong-deck", "gaming-supervisor", "18.17"),
        ("sydney-earlier", "wrong-deck", "gaming-supervisor", "19.12"),
        ("canberra-2006", "wrong-deck", "casino-operator", "16.4"),
        ("canberra-2003", "card-missing-or-foreign", "casino-licensee", "16.6"),
        (MELBOURNE, "cards-dropped", "tg-area-manager", "32.10"),
    ],
)
def test_where_a_document_has_nothing_its_own_authority_decides_and_says_why(
    book: str, kind: Any, role: str, by: str
) -> None:
    floor = dealt(book, "8s 7d 9d 3h 8h")
    below = load(book).roles[load(book).roles.index(role) - 1]
    reported = ReportIrregularity(kind, "void-round", "nothing is said")
    assert floor.refused(reported, role).code == "left-to-discretion"
    ruling = RuleByDiscretion(kind, "void-round", "the count is wrong")
    assert floor.refused(ruling, below).clause == by
    assert floor.refused(ruling._replace(reason=" "), role).clause == by
    floor.do(ruling, role)
    last = floor.last(IrregularityRuled)
    assert (last.discretion, last.clause, last.reason) == (True, by, "the count is wrong")
    assert floor.chips("bob") == START
    sound(floor)


@pytest.mark.parametrize(("book", "by"), FACED_BY)
def test_what_a_document_rules_on_is_nobodys_discretion(book: str, by: str) -> None:
    floor = dealt(book, "8s 7d 9d 3h 8h")
    ruling = RuleByDiscretion("card-faced-in-shoe", "next-card", "why not", card("Kc"))
    refusal = floor.refused(ruling)
    assert (refusal.code, refusal.clause) == ("document-rules-on-it", by)
    assert "burn" in refusal.message


@pytest.mark.parametrize("book", BOOKS)
def test_no_player_reports_or_rules_and_no_ruling_goes_without_a_reason(book: str) -> None:
    floor = dealt(book, "8s 7d 9d 3h 8h")
    assert floor.refused(FACED._replace(card=card("Kc")), "ann").code in ("role-below", "role-too-low")
    assert floor.refused(FACED._replace(card=card("Kc"), reason=""), "dealer").code == "reason-missing"
    before = floor.state
    assert floor.refused(FACED._replace(ruling="void-round"), "dealer").code == "ruling-not-given"
    assert floor.refused(FACED._replace(round=9)).code == "round-not-played-yet"
    assert floor.state == before


@pytest.mark.parametrize("book", BOOKS)
def test_a_virtual_shoe_makes_no_mistakes_of_the_hand(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready("8s 9d 3h").wagers("ann 1 20").close()
    extra = ReportIrregularity("card-drawn-in-error", "next-card", "slipped out")
    assert floor.refused(extra).code == "virtual-shoe-deals-right"
    assert floor.refused(RuleByDiscretion(*extra[:3])).code == "virtual-shoe-deals-right"
    assert floor.refused(FACED._replace(card=card("2c"))).code == "virtual-shoe-knows"


def test_a_ruling_at_a_table_of_two_people_waits_for_the_second() -> None:
    floor = Table("sydney-v15", source="real", two_people=True)
    other = Person("noa", "gaming-supervisor")
    floor.do(Approve(1), other)
    floor.seat("ann", 1).ready().wagers("ann 1 20").close().deal("8s 9d 3h")
    floor.do(FACED._replace(card=card("Kc")), "dealer")
    number = max(floor.state.approvals)
    assert not floor.happened(IrregularityRuled)
    assert floor.refused(Approve(number), Person("sam", "dealer")).code == "approved-by-another"
    floor.do(Approve(number), Person("kit", "dealer"))
    assert ruled(floor) == ("card-faced-in-shoe", "burn", "16.1")
    lost = ReportIrregularity("card-misplaced", "void-round", "nobody knows where they lay")
    floor.do(lost, "gaming-supervisor")
    assert floor.refused(Approve(number + 1), Person("kit", "dealer")).clause == "16.8"
    floor.do(Approve(number + 1), other)
    assert floor.chips("ann") == START


@clause("sydney-v15", "7.2", "16.1")
def test_a_card_that_the_device_got_back_in_mid_round_comes_again_and_the_record_says_so() -> None:
    floor = Table("sydney-v15", source="real", device="shuffling-device", decks=6)
    floor.seat("ann", 1).seat("bob", 2).seat("cal", 3).ready().wagers("ann 1 20", "bob 2 20", "cal 3 20").close()
    floor.do(ReportIrregularity("card-faced-in-shoe", "burn", "face up", card=card("Kc")), "dealer")
    floor.deal("Kc Kc 9d 5d Kc Kc 4s").return_discards()
    for name, call in (("ann", say.Stand()), ("bob", say.Stand()), ("cal", say.Hit())):
        floor.do(Call(call, name), "dealer")
    floor.deal("Kc Kc")
    assert floor.refused_deal("Kc").code == "card-too-often"  # six are on the table
    record = record_of(floor.finish().events)
    assert (record["cards"].split().count("Kc"), record["returned"]) == (7, "Kc")
    assert {name: cents(won) for name, won in settle(record)["net"].items()} == {
        name: floor.chips(name) - START for name in ("ann", "bob", "cal")
    }


# ------------------------------------------------------------------------- to the dealer before the players are done

EARLY = ReportIrregularity("card-to-dealer-early", "burn", "they drew before bob had called")


@clause("canberra-2006", "14.3")
@clause("canberra-2003", "14.3")
@canberra
@pytest.mark.parametrize("seen", [True, False])
def test_in_canberra_a_card_that_the_dealer_draws_before_the_players_are_done_is_burned(book: str, seen: bool) -> None:
    floor = dealt(book, "8s 7d 9d 3h 8h")
    left = floor.state.shoe.left
    early = EARLY._replace(card=card("Kc") if seen else None)
    assert floor.refused(early._replace(ruling="next-card"), "dealer").clause == "14.3"
    floor.do(early, "dealer")
    assert ruled(floor) == ("card-to-dealer-early", "burn", "14.3")
    assert floor.state.shoe.left == left - 1
    assert floor.state.shoe.burned[-1] == (card("Kc") if seen else None)
    floor.do(Call(say.Hit(), "ann"), "dealer")
    floor.deal("9c")  # another card, and not the king
    assert floor.state.round is not None
    assert (floor.state.round.hands[0].cards, floor.state.round.dealer) == (read("8s 3h 9c"), read("9d"))
    floor.finish()
    sound(floor)


@clause("sydney-v15", "16.2", "16.6")
@clause("sydney-earlier", "17.2", "17.6")
@clause(MELBOURNE, "9.3")
@pytest.mark.parametrize(("book", "by"), [("sydney-v15", "16.2"), ("sydney-earlier", "17.2"), (MELBOURNE, "9.3")])
def test_elsewhere_such_a_card_that_was_seen_is_the_next_one(book: str, by: str) -> None:
    floor = dealt(book, "8s 7d 9d 3h 8h")
    for other in ("burn", "first-of-next-round"):
        assert floor.refused(EARLY._replace(ruling=other, card=card("Kc")), "dealer").clause == by
    floor.do(EARLY._replace(ruling="next-card", card=card("Kc")), "dealer")
    assert ruled(floor)[2] == by
    floor.do(Call(say.Hit(), "ann"), "dealer")
    assert floor.refused_deal("9c").code == "held-card-is-next"
    floor.deal("Kc").finish()
    sound(floor)


@clause("sydney-v15", "16.2", "16.6")
@clause("sydney-earlier", "17.2", "17.6")
@sydney_by("16.6", "17.6")
def test_in_sydney_one_that_nobody_saw_waits_under_the_shoe_for_the_next_round(book: str, by: str) -> None:
    floor = dealt(book, "8s 7d 9d 3h 8h")
    left = floor.state.shoe.left
    assert floor.refused(EARLY._replace(ruling="next-card"), "dealer").clause == by
    floor.do(EARLY._replace(ruling="first-of-next-round"), "dealer")
    assert ruled(floor)[2] == by
    assert floor.state.shoe.left == left  # as if it had not left the shoe
    assert floor.state.round is not None
    assert floor.state.round.held == ()  # nobody in this round has it
    floor.finish()
    sound(floor)
    assert {"do": "set-aside", "clause": by, "cards": 5} in record_of(floor.events)["actions"]
