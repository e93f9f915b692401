"""Rounds that were dealt wrongly and are laid as they should have been, or stand with a place passed over."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.clauses import clause
from support.editions import SYDNEY, canberra, sydney_by
from support.misdealt import START, dealt, real, ruled, sound
from support.tables import NOTICES, Table

from cutcard.cards import card
from cutcard.cards import cards as read
from cutcard.engine import commands as say
from cutcard.records.entries import entries
from cutcard.table import (
    Call,
    CloseOffers,
    DealCards,
    DealFaceDown,
    IrregularityRuled,
    Person,
    ReportIrregularity,
    RoundCorrected,
    ShowHand,
    evolve,
    secrecy,
)
from cutcard.table.irregularities import lines_now

MELBOURNE = "melbourne-v26"
MISPLACED = ReportIrregularity("card-misplaced", "reconstruct", "two cards changed places")
SUPERVISOR = {**dict.fromkeys(SYDNEY, "gaming-supervisor"), MELBOURNE: "tg-higher-duties-dealer"}
BY = {
    "sydney-v15": ("16.8", "gaming-supervisor"),
    "sydney-earlier": ("17.8", "gaming-supervisor"),
    "canberra-2006": ("14.4", "casino-supervisor"),
    "canberra-2003": ("14.4", "casino-supervisor"),
    MELBOURNE: ("9.5", "tg-higher-duties-dealer"),
}


def calls(floor: Table) -> list[int]:
    """The numbers of the calls in the last round."""
    return [entry.number for entry in entries(floor.state.played[-1].events) if entry.kind == "call"]


def hands(floor: Table) -> list[str]:
    assert floor.state.round is not None
    return [" ".join(one.text for one in hand.cards) for hand in floor.state.round.hands]


@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@clause("canberra-2006", "14.4")
@clause("canberra-2003", "14.4")
@clause(MELBOURNE, "9.5")
@pytest.mark.parametrize("book", BY)
def test_misplaced_cards_are_laid_as_they_should_have_been(book: str) -> None:
    by, role = BY[book]
    floor = dealt(book, "8s 7d 9d 3h 8h")
    anew = MISPLACED._replace(cards=read("7d 8s 9d 3h 8h"))
    assert floor.refused(anew, "dealer").clause == by
    floor.do(anew, role)
    assert ruled(floor) == ("card-misplaced", "reconstruct", by)
    assert hands(floor) == ["7d 3h", "8s 8h"]
    assert floor.state.shoe.on_table == read("7d 8s 9d 3h 8h")
    floor.finish()
    sound(floor)


@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@clause("canberra-2006", "14.4")
@clause("canberra-2003", "14.4")
@pytest.mark.parametrize("kind", ["hand-without-wager", "box-not-dealt", "box-dealt-one-card", "dealer-not-dealt"])
@pytest.mark.parametrize("book", [*SYDNEY, "canberra-2006", "canberra-2003"])
def test_in_sydney_and_canberra_every_place_dealt_wrongly_or_not_at_all_is_laid_anew(book: str, kind: Any) -> None:
    by, role = BY[book]
    floor = dealt(book, "8s 7d 9d 3h 8h")
    anew = MISPLACED._replace(kind=kind, cards=read("7d 8s 9d 3h 8h"))
    assert floor.refused(anew, "dealer").clause == by
    floor.do(anew, role)
    assert ruled(floor) == (kind, "reconstruct", by)
    assert hands(floor) == ["7d 3h", "8s 8h"]
    floor.finish()
    sound(floor)


@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@clause("canberra-2006", "14.4")
@pytest.mark.parametrize("book", [*SYDNEY, "canberra-2006", "canberra-2003"])
def test_after_the_settlement_and_before_the_next_round_both_sides_take_the_new_result(book: str) -> None:
    floor = dealt(book, "Ts 9d 9h", "ann 1 20")
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.deal("Tc")
    assert floor.chips("ann") == START  # 19 each
    floor.do(MISPLACED._replace(cards=read("Ts 8d 9h Tc")), BY[book][1])
    assert floor.chips("ann") == START + 2000  # 19 against 18
    sound(floor)


@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@sydney_by("16.8", "17.8")
def test_before_the_next_round_a_settled_one_may_still_be_void_and_after_it_the_rules_end(book: str, by: str) -> None:
    floor = dealt(book, "Ts 9d 7h", "ann 1 20")
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.deal("Tc")
    assert floor.chips("ann") == START - 2000
    void = ReportIrregularity("card-misplaced", "void-round", "nobody knows where they lay")
    floor.do(void, "gaming-supervisor")
    assert ruled(floor)[2] == by
    assert floor.chips("ann") == START
    sound(floor)
    floor.wagers("ann 1 20").close().deal("Ts")
    assert floor.refused(void._replace(round=1)).code == "left-to-discretion"


@clause("canberra-2006", "14.5")
@clause("canberra-2003", "14.5")
@canberra
def test_once_the_next_round_has_begun_the_faulty_one_is_void_and_the_later_stands(book: str) -> None:
    floor = dealt(book, "Ts 9d 7h", "ann 1 20")
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.deal("Tc")
    assert floor.chips("ann") == START - 2000
    floor.wagers("ann 1 20").close().deal("Ts 9d 9h")
    late = ReportIrregularity("card-misplaced", "void-round", "the cameras show it", round=1)
    assert floor.refused(late, "dealer").clause == "14.5"
    assert floor.refused(late._replace(ruling="reconstruct"), "casino-supervisor").clause == "14.5"
    floor.do(late, "casino-supervisor")
    assert floor.chips("ann") == START - 2000  # the first is given back, the second lies on the layout
    assert hands(floor) == ["Ts 9h"]
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.deal("8c")
    assert floor.chips("ann") == START + 2000
    sound(floor)


@clause(MELBOURNE, "9.5.1")
def test_after_an_interim_settlement_nothing_is_reconstructed_in_melbourne() -> None:
    natural = dealt(MELBOURNE, "As 7d 9d Kh 8h")
    assert natural.chips("ann") > START - 2000  # a blackjack has been paid
    assert natural.refused(MISPLACED._replace(cards=read("7d As 9d Kh 8h"))).code == "left-to-discretion"
    pair = dealt(MELBOURNE, "8s 9d 8s", "ann 1 20", "ann 1 10 perfect-pairs", side_bets={"perfect-pairs": "A"})
    assert pair.refused(MISPLACED).code == "left-to-discretion"


@clause(MELBOURNE, "9.5.2", "9.9.1")
def test_nor_after_a_card_of_the_subsequent_deal_and_what_is_settled_stands() -> None:
    floor = dealt(MELBOURNE, "8s 7d 9d 3h 8h")
    floor.do(Call(say.Hit(), "ann"), "dealer")
    floor.deal("2c")
    assert floor.refused(MISPLACED).code == "left-to-discretion"
    floor.finish()
    chips = floor.chips("ann"), floor.chips("bob")
    assert floor.refused(MISPLACED).clause == "9.9.1"
    floor.do(MISPLACED._replace(ruling="goes-on"), "dealer")
    assert ruled(floor)[2] == "9.9.1"
    assert (floor.chips("ann"), floor.chips("bob")) == chips
    sound(floor)


@clause(MELBOURNE, "9.5")
def test_before_a_reconstruction_players_may_take_their_wagers_back_in_melbourne() -> None:
    floor = dealt(MELBOURNE, "8s 7d 9d 3h 8h")
    floor.do(MISPLACED._replace(cards=read("7d 8s 9d 3h 8h"), withdrawn=("ann",)), "tg-higher-duties-dealer")
    assert floor.chips("ann") == START
    assert hands(floor)[1] == "8s 8h"
    assert floor.state.round is not None
    assert floor.state.round.box.number == 2
    floor.finish()
    sound(floor)
    sydney = dealt("sydney-v15", "8s 7d 9d 3h 8h")
    assert sydney.refused(MISPLACED._replace(withdrawn=("ann",)), "gaming-supervisor").code == "no-wager-withdrawn"


@clause(MELBOURNE, "9.1.1")
def test_in_the_first_round_of_a_shoe_the_burn_may_be_made_up_for() -> None:
    floor = dealt(MELBOURNE, "8s 7d 9d 3h 8h")
    forgotten = ReportIrregularity("burn-forgotten", "reconstruct", "gone straight on")
    assert floor.refused(forgotten, "dealer").clause == "9.1.1"
    left = floor.state.shoe.left
    floor.do(forgotten, "tg-higher-duties-dealer")
    assert ruled(floor)[2] == "9.1.1"
    assert floor.state.shoe.burned[-1] == card("8s")
    assert floor.state.shoe.left == left
    floor.deal("6c")
    assert hands(floor) == ["7d 8h", "9d 6c"]
    floor.finish()
    assert floor.refused(forgotten).code == "ruling-not-given"  # 9.1: the first round is over
    sound(floor)


# ----------------------------------------------------------------------------- found in the subsequent deal (Melbourne)


def asked(*cards: str, wagers: tuple[str, ...] = ()) -> Table:
    """Melbourne, in the subsequent deal: ann has called for a card."""
    floor = dealt(MELBOURNE, " ".join(cards), *wagers)
    floor.do(Call(say.Hit(), "ann"), "dealer")
    return floor.deal("2c")


@clause(MELBOURNE, "9.6")
def test_a_hand_dealt_to_a_box_without_a_wager_is_discarded() -> None:
    floor = asked("8s", "7d", "9d", "3h", "8h")
    left = floor.state.shoe.left
    extra = ReportIrregularity("hand-without-wager", "discard-hand", "box 5 is empty", box=5)
    assert floor.refused(extra, "dealer").clause == "9.6"
    floor.do(extra._replace(cards=read("Kc Qc")), "dealer")
    assert floor.state.shoe.burned[-2:] == read("Kc Qc")
    assert floor.state.shoe.left == left - 2
    floor.finish()
    sound(floor)


@clause(MELBOURNE, "9.8")
def test_wagers_on_a_box_that_got_no_cards_are_void() -> None:
    floor = asked("8s", "7d", "9d", "3h", "8h")
    missed = ReportIrregularity("box-not-dealt", "void-wager", "box 1 was passed over", box=1, cards=read("8s 7d 9d"))
    floor.do(missed, "dealer")
    assert ruled(floor)[2] == "9.8"
    assert floor.chips("ann") == START
    assert hands(floor) == ["", "8s 9d"]
    assert floor.state.round is not None
    assert [one.text for one in floor.state.round.dealer] == ["7d"]
    assert floor.state.round.box.number == 2
    floor.finish()
    sound(floor)


@clause(MELBOURNE, "9.8.1")
@pytest.mark.parametrize("withdraws", [True, False])
def test_a_box_with_one_card_is_the_players_to_withdraw_or_to_complete_at_their_turn(withdraws: bool) -> None:
    floor = asked("8s", "7d", "9d", "3h", "2c")
    one = ReportIrregularity("box-dealt-one-card", "player-chooses", "one card", box=2, cards=read("8s 7d 9d 3h 2c"))
    floor.do(one, "dealer")
    assert ruled(floor)[2] == "9.8.1"
    assert hands(floor) == ["8s 3h 2c", "7d"]
    floor.do(Call(say.Stand(), "ann"), "dealer")
    assert floor.state.round is not None
    assert floor.state.round.needs == "withdraw"
    if withdraws:
        floor.do(Call(say.WithdrawWager(2, "bob"), "bob"), "dealer")
        assert floor.chips("bob") == START
    else:
        floor.do(CloseOffers(), "dealer")
        floor.do(DealCards(read("6c")), "dealer")
        assert hands(floor)[1] == "7d 6c"
    floor.finish()
    sound(floor)


@clause(MELBOURNE, "7.1.2", "9.8.1")
@pytest.mark.parametrize(("late", "seen"), [("6c", None), ("Ac", "Ac")])
def test_where_cards_lie_face_down_so_does_the_second_card_of_a_box_that_gets_it_late(
    late: str, seen: str | None
) -> None:
    floor = Table(MELBOURNE, source="real").seat("ann", 1).seat("bob", 2)
    floor.do(DealFaceDown(NOTICES))
    floor.ready().wagers("ann 1 20", "bob 2 20").close().deal("8s Kd 9d 3h 8h")
    floor.do(ShowHand(1, "ann"), "dealer")
    floor.do(Call(say.Hit(), "ann"), "dealer")
    floor.deal("2c")
    cards = read("8s Kd 9d 3h 8h 2c")
    floor.do(ReportIrregularity("box-dealt-one-card", "player-chooses", "one card", box=2, cards=cards[:5]), "dealer")
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.do(CloseOffers(), "dealer")
    before = floor.state
    (card_dealt, *_) = floor.do(DealCards(read(late)), "dealer")
    for viewer, sees in ((None, seen), (Person("ann", "player"), seen), (Person("bob", "player"), late)):
        told = secrecy.event_shown(before, card_dealt, evolve(before, card_dealt), viewer)
        assert told is not None
        assert told["event"]["card"] == sees  # an ace and a king are turned up at once


@clause(MELBOURNE, "9.7", "9.7.1", "9.7.2")
@pytest.mark.parametrize("now", [True, False])
def test_where_the_dealer_has_no_first_card_the_player_in_turn_says_when_it_is_taken(now: bool) -> None:
    floor = asked("8s", "7d", "9d", "3h", "2c")
    none = ReportIrregularity("dealer-not-dealt", "player-chooses", "no card", cards=read("8s 7d 9d 3h 2c"))
    floor.do(none, "dealer")
    assert ruled(floor)[2] == "9.7"
    assert hands(floor) == ["8s 9d 2c", "7d 3h"]
    assert floor.state.round is not None
    assert floor.state.round.dealer == ()
    floor.do(Call(say.DealDealerCard(now=now), "ann"), "dealer")
    if now:
        floor.deal("6c")
        assert floor.state.round.box.number == 1  # whose hand goes on
    else:
        floor.do(Call(say.Stand(), "ann"), "dealer")
        floor.deal("6c")
        assert floor.state.round.box.number == 2
    assert floor.state.round.dealer == read("6c")
    floor.finish()
    sound(floor)


@clause(MELBOURNE, "9.9", "9.3")
@pytest.mark.parametrize("kind", ["player-passed-over", "decision-done-wrongly"])
def test_cards_dealt_after_a_player_was_passed_over_are_the_next_ones(kind: Any) -> None:
    floor = dealt(MELBOURNE, "8s 7d 9d 5h 5c")
    floor.do(Call(say.Stand(), "ann"), "dealer")  # who had not been asked
    floor.do(Call(say.Hit(), "bob"), "dealer")
    floor.deal("Kc")
    over = ReportIrregularity(kind, "next-card", "ann was not asked")
    assert floor.refused(over, "dealer").code == "entry-is-no-call"
    floor.do(over._replace(entry=calls(floor)[0]), "dealer")
    assert ruled(floor)[2] == "9.9"
    assert hands(floor) == ["8s 5h", "7d 5c"]
    assert floor.state.round is not None
    assert floor.state.round.held == read("Kc")
    floor.do(Call(say.Hit(), "ann"), "dealer")
    floor.deal("Kc")
    assert hands(floor)[0] == "8s 5h Kc"
    floor.finish()
    sound(floor)


@clause("sydney-v15", "16.8")
@clause("canberra-2006", "14.4")
@pytest.mark.parametrize("book", [*SYDNEY, "canberra-2006", "canberra-2003"])
def test_elsewhere_the_round_goes_back_to_the_last_right_card(book: str) -> None:
    floor = dealt(book, "8s 7d 9d 5h 5c")
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.do(Call(say.Hit(), "bob"), "dealer")
    floor.deal("Kc")
    floor.do(
        ReportIrregularity("player-passed-over", "reconstruct", "ann was not asked", entry=calls(floor)[0]), BY[book][1]
    )
    assert hands(floor) == ["8s 5h", "7d 5c"]
    assert floor.state.round is not None
    assert floor.state.round.held == read("Kc")
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.do(Call(say.Hit(), "bob"), "dealer")
    floor.deal("Kc").finish()
    sound(floor)
    assert len(floor.happened(RoundCorrected)) == 1
    assert floor.last(IrregularityRuled).clause == BY[book][0]


def test_a_reconstruction_without_cards_only_puts_the_layout_right() -> None:
    floor = dealt("sydney-v15", "8s 7d 9d 3h 8h")
    before = floor.state.round
    floor.do(MISPLACED, "gaming-supervisor")
    assert floor.state.round == before
    assert not floor.happened(RoundCorrected)
    assert real("sydney-v15").refused(MISPLACED).code == "left-to-discretion"  # no round was played


# ----------------------------------------------------------------------------------- until when, and on whose word


def given(floor: Table, round_: int = 0) -> dict[str, list[str]]:
    """What the document lets be done about each kind of misdeal at this moment, by which clause and role."""
    found: dict[str, list[str]] = {}
    for line in lines_now(floor.state, round_):
        found.setdefault(line.kind, []).append(f"{line.then} {line.clause} {line.role}")
    return found


def three_moments(book: str) -> Iterator[dict[str, list[str]]]:
    """After the initial deal, after a card of the subsequent deal, and when all is settled."""
    floor = dealt(book, "8s 7d 9d 3h 8h")
    yield given(floor)
    floor.do(Call(say.Hit(), "ann"), "dealer")
    yield given(floor.deal("2c"))
    yield given(floor.finish())
    floor.wagers("ann 1 20").close().deal("Ts")
    yield given(floor, 1)


SUBSEQUENT = {  # Melbourne: what is done once the subsequent deal has begun
    "hand-without-wager": "discard-hand 9.6 dealer",
    "dealer-not-dealt": "player-chooses 9.7 dealer",
    "box-not-dealt": "void-wager 9.8 dealer",
    "box-dealt-one-card": "player-chooses 9.8.1 dealer",
}
CALLS = ("player-passed-over", "decision-done-wrongly", "acted-out-of-turn")


@clause(MELBOURNE, "9.3", "9.3.1", "9.4", "9.5", "9.5.2", "9.6", "9.7", "9.8", "9.8.1", "9.9", "9.9.1", "9.11")
def test_in_melbourne_each_misdeal_has_its_moments_and_its_role() -> None:
    before, after, settled, later = three_moments(MELBOURNE)
    anew = "reconstruct 9.5 tg-higher-duties-dealer"
    assert before["card-misplaced"] == [anew]
    assert "card-misplaced" not in after  # 9.5.2: a card was drawn
    for kind, then in SUBSEQUENT.items():
        assert (before[kind], after[kind]) == ([anew, then], [then])
    for kind in CALLS:
        assert before[kind] == after[kind] == ["next-card 9.9 dealer"]
    for kind in ("card-misplaced", *SUBSEQUENT, *CALLS):
        assert settled[kind] == later[kind] == ["goes-on 9.9.1 dealer"]
    finished = ["burn 9.3.1 dealer", "first-of-next-round 9.3 dealer"]
    assert settled["card-to-finished-dealer"] == finished
    assert settled["round-without-wagers"] == ["void-round 9.4 tg-higher-duties-dealer"]
    for kind in ("card-to-finished-dealer", "round-without-wagers"):
        assert not {kind} & {*before, *after, *later}
    in_round = {"card-to-dealer-early": "next-card 9.3 dealer", "cards-short": "shuffle-discards 9.11 dealer"}
    for kind, then in in_round.items():
        assert before[kind] == after[kind] == [then]
        assert not {kind} & {*settled, *later}


@clause("sydney-v15", "16.2", "16.5", "16.6", "16.7", "16.8", "16.9")
@clause("sydney-earlier", "17.2", "17.5", "17.6", "17.7", "17.8", "17.9")
@sydney_by("16", "17")
def test_in_sydney_a_misdeal_is_laid_anew_or_void_until_the_next_round_begins(book: str, by: str) -> None:
    before, after, settled, later = three_moments(book)
    supervisors = [f"reconstruct {by}.8 gaming-supervisor", f"void-round {by}.8 gaming-supervisor"]
    for kind in ("card-misplaced", *SUBSEQUENT, *CALLS[:2], "dealer-stopped-early"):
        assert before[kind] == after[kind] == settled[kind] == supervisors
        assert kind not in later
    next_card = f"next-card {by}.2 dealer"
    assert before["acted-out-of-turn"] == after["acted-out-of-turn"] == [next_card, *supervisors]
    assert settled["acted-out-of-turn"] == supervisors
    assert "acted-out-of-turn" not in later
    early = [next_card, f"first-of-next-round {by}.6 dealer"]
    for kind, then in {"card-to-dealer-early": early, "cards-short": [f"shuffle-discards {by}.9 dealer"]}.items():
        assert before[kind] == after[kind] == then
        assert not {kind} & {*settled, *later}
    assert settled["card-to-finished-dealer"] == [f"burn {by}.5 dealer", f"first-of-next-round {by}.6 dealer"]
    assert settled["round-without-wagers"] == [f"void-round {by}.7 dealer"]
    for kind in ("card-to-finished-dealer", "round-without-wagers"):
        assert not {kind} & {*before, *after, *later}


@clause("canberra-2006", "14.2", "14.3", "14.4", "14.5", "14.6")
@clause("canberra-2003", "14.2", "14.3", "14.4", "14.5", "14.6")
@canberra
def test_in_canberra_a_misdeal_is_laid_anew_until_the_next_round_begins_and_is_void_from_then_on(book: str) -> None:
    before, after, settled, later = three_moments(book)
    anew, void = "reconstruct 14.4 casino-supervisor", "void-round 14.5 casino-supervisor"
    for kind in ("card-misplaced", *SUBSEQUENT, *CALLS[:2], "dealer-stopped-early"):
        assert before[kind] == after[kind] == settled[kind] == [anew]
        assert later[kind] == [void]
    assert before["acted-out-of-turn"] == after["acted-out-of-turn"] == ["next-card 14.2 dealer", anew]
    assert (settled["acted-out-of-turn"], later["acted-out-of-turn"]) == ([anew], [void])
    assert before["card-to-dealer-early"] == after["card-to-dealer-early"] == ["burn 14.3 dealer"]
    assert settled["card-to-finished-dealer"] == ["burn 14.3 dealer"]
    assert before["cards-short"] == after["cards-short"] == ["shuffle-discards 14.6 dealer"]
    assert "cards-short" not in settled
    assert not {"card-to-dealer-early", "card-to-finished-dealer", "cards-short"} & {*later}
