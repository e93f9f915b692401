"""A shuffling device that fails: what becomes of the round, of its wagers and cards, and what deals afterwards."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest
from support.clauses import clause
from support.editions import canberra, sydney, sydney_by
from support.tables import BOOKS, MINUTE, NOTICES, SALT, Table, balances

from cutcard.cards import shoe as pack
from cutcard.engine import commands as say
from cutcard.engine import events as played
from cutcard.floor.house_dealer import Pace, next_act, with_randomness
from cutcard.rulebooks import load
from cutcard.table import (
    BringCards,
    Call,
    CardsBrought,
    CardsChecked,
    CheckCards,
    CloseOffers,
    CompleteShoe,
    Cut,
    CutForAll,
    CutOffered,
    DamagedCardsReplaced,
    DealCards,
    DeclineCut,
    DeclineOffer,
    DeviceFailed,
    DeviceReplaced,
    DeviceReturned,
    DiscardsLeft,
    NoMoreBets,
    NoticeGiven,
    OpenBetting,
    ReplaceDamagedCards,
    ReplaceDevice,
    ReportDeviceFailure,
    ReportIrregularity,
    RestrictForShoe,
    ReturnDevice,
    ReturnDiscards,
    RoundDeclaredVoid,
    RoundEvent,
    ShoeCommitted,
    ShoeRevealed,
    Shuffle,
    Shuffled,
    StackCut,
    TableState,
    TakeWagersBack,
    WagersOfferedBack,
    WagersTakenBack,
    codec,
    evolve,
)
from cutcard.table.shuffle import discards_due
from cutcard.table.view import waiting

START = 1_000_000
MELBOURNE = "melbourne-v26"
JAM = ReportDeviceFailure("the carousel is stuck")
LEFT = ReportIrregularity("discards-not-loaded", "stay-in-rack", "the dealer went on without it")
TWO = ("ann 1 20", "bob 2 30")
FRONT = "8s 9s 9d 3h 4c"  # ann has 11 and bob 13 against a nine


def stopped(book: str, front: str = FRONT, **terms: Any) -> Table:
    """Ann and bob have two cards each and ann decides; a shuffling device deals."""
    floor = Table(book, device="shuffling-device", **terms).seat("ann", 1).seat("bob", 2).ready(front)
    floor.wagers(*TWO).close()
    if floor.real:
        floor.deal(front)
    return floor


def rest(floor: Table) -> Shuffle:
    """What has come out of the device, in some other order."""
    if floor.real:
        return Shuffle()
    shoe = floor.state.shoe
    cards = list(shoe.order[shoe.next :])
    Random(3).shuffle(cards)
    return Shuffle(tuple(cards), SALT)


def sound(floor: Table) -> None:
    """Money and cards are all there, and the events alone lead to the same table."""
    state, sums = floor.state, dict(balances(floor.events))
    assert sum(sums.values()) == 0
    assert sums.get("aud:table:T1:wagers", 0) == state.wagered
    for name, player in state.players.items():
        assert sums[f"aud:table:T1:player:{name}"] == player.chips
    if not floor.real and state.shoe.stage != "no-cards":
        held = [*state.shoe.order[state.shoe.next :], *state.shoe.rack, *state.shoe.on_table]
        assert Counter(held) == Counter(pack(state.config.decks, state.rules.cards.removed_ranks))
    again = TableState()
    for event in floor.events:
        again = evolve(again, codec.loads(codec.dumps(event)))
    assert again == state


# ------------------------------------------------------------------------------------------------- Sydney: to another


@clause("sydney-v15", "17.1", "17.1.1", "17.1.2", "17.1.4", "17.1.5", "17.2")
@clause("sydney-earlier", "18.1", "18.1.1", "18.1.2", "18.1.4", "18.1.5", "18.2")
@sydney_by("17.2", "18.2")
def test_undamaged_cards_go_into_another_device_and_the_round_goes_on(book: str, by: str) -> None:
    floor = stopped(book)
    left, number = floor.state.shoe.left, floor.state.shoe.number
    assert floor.refused(JAM, "dealer").clause == by[:3] + "1"
    floor.do(JAM._replace(spare=True), "gaming-supervisor")
    assert floor.last(DeviceFailed) == DeviceFailed("the carousel is stuck", "transfer", by)
    floor.call("ann", "hit")
    assert floor.refused(DealCards(), "dealer").code == "cards-at-other-stage"  # they are being moved
    floor.do(rest(floor), "dealer")
    assert floor.last(Shuffled) == Shuffled(number + 1, left, "shuffling-device")
    assert floor.happened(CutOffered) == []
    assert floor.happened(WagersOfferedBack) == []
    assert floor.state.shuffles_itself
    floor.finish()
    sound(floor)
    floor.wagers("ann 1 20").close()  # and so does the game
    sound(floor)


@clause("sydney-v15", "17.1.1")
@clause("sydney-earlier", "18.1.1")
@sydney_by("17.1", "18.1")
def test_nothing_is_reported_where_no_device_is_in_use(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready(FRONT).wagers(*TWO).close()
    assert floor.refused(JAM).clause == by
    assert floor.state.playing


@clause("sydney-v15", "17.3", "17.3.1", "17.3.2", "17.3.3", "17.3.4")
@clause("sydney-earlier", "18.3", "18.3.1", "18.3.2", "18.3.3", "18.3.4")
@sydney_by("17.3", "18.3")
def test_damaged_cards_are_replaced_from_a_new_deck_before_the_others_go_into_another_device(
    book: str, by: str
) -> None:
    floor = stopped(book)
    left = floor.state.shoe.left
    assert floor.refused(JAM._replace(spare=True, damaged=left + 1)).code == "damaged-cards-number"
    floor.do(JAM._replace(spare=True, damaged=3))
    assert floor.last(DeviceFailed)[1:] == ("transfer", by, 3)
    assert floor.refused(rest(floor)).clause == f"{by}.3"  # the damaged ones are still among them
    assert floor.refused(ReplaceDamagedCards(), "dealer").clause == f"{by}.3"
    floor.do(ReplaceDamagedCards(), "gaming-supervisor")
    assert floor.last(DamagedCardsReplaced) == DamagedCardsReplaced(3, f"{by}.3")
    floor.do(rest(floor), "dealer")
    assert floor.state.shoe.left == left  # three left play, three came
    floor.finish()
    sound(floor)


# ------------------------------------------------------------------------------------------------ Sydney: disadvantage


@clause("sydney-v15", "17.1.3", "17.4")
@clause("sydney-earlier", "18.1.3", "18.4")
@sydney_by("17.4", "18.4")
def test_a_round_that_puts_anybody_at_a_disadvantage_ends_and_wagers_go_back(book: str, by: str) -> None:
    floor = stopped(book, FRONT + " 5h 6h 7h")
    floor.finish()
    before = floor.chips("ann"), floor.chips("bob")
    assert before != (START, START)  # the round before stands
    floor.wagers(*TWO).close()
    while not floor.state.playing:
        floor.wagers(*TWO).close()
    floor.do(JAM._replace(harm="disadvantage", spare=True))  # tested first: a spare device does not matter
    assert floor.last(RoundDeclaredVoid)[1:] == ("malfunction", "the carousel is stuck", by)
    assert not floor.state.playing
    assert {line.clause for line in _void_lines(floor)} == {by}
    assert (floor.chips("ann"), floor.chips("bob")) == before
    assert floor.refused(OpenBetting()).code == "device-first"
    sound(floor)


def _void_lines(floor: Table) -> list[played.Line]:
    events = (one.event for one in floor.happened(RoundEvent))
    return [line for event in events if isinstance(event, played.RoundVoided) for line in event.lines]


@clause("sydney-v15", "17.4")
@clause("sydney-earlier", "18.4")
@sydney
def test_what_was_paid_after_the_initial_deal_stands_when_a_device_ends_the_round(book: str) -> None:
    floor = stopped(book, "As 9s 9d Kh 4c")
    paid = floor.chips("ann")
    assert paid == START + 3000  # a blackjack, paid at once
    floor.do(JAM._replace(harm="disadvantage"))
    assert (floor.chips("ann"), floor.chips("bob")) == (paid, START)
    sound(floor)


@clause("sydney-v15", "17.4")
@clause("sydney-earlier", "18.4")
@sydney_by("17.4", "18.4")
def test_only_a_disadvantage_in_a_round_that_is_played_ends_it(book: str, by: str) -> None:
    floor = stopped(book)
    assert floor.refused(JAM._replace(harm="unfinishable")).clause == by
    floor.finish()
    assert floor.refused(JAM._replace(harm="disadvantage")).clause == by
    assert floor.refused(JAM._replace(reason=" ")).code == "reason-missing"


# -------------------------------------------------------------------------------------- Sydney: finished from a shoe


@clause("sydney-v15", "17.1.4", "17.1.5", "17.5", "17.5.1", "17.5.3", "17.5.4")
@clause("sydney-earlier", "18.1.4", "18.1.5", "18.5", "18.5.1", "18.5.3", "18.5.4")
@pytest.mark.parametrize("facts", [{}, {"spare": True, "movable": False}])
@sydney_by("17.5", "18.5")
def test_without_a_device_to_move_to_each_may_have_their_wagers_back_and_the_rest_play_on_from_a_shoe(
    book: str, by: str, facts: Any
) -> None:
    floor = stopped(book)
    left = floor.state.shoe.left
    floor.do(JAM._replace(**facts))
    assert floor.last(DeviceFailed)[1:3] == ("finish-from-shoe", f"{by}.4")
    assert floor.last(WagersOfferedBack) == WagersOfferedBack(("ann", "bob"), f"{by}.1")
    assert waiting(floor.state).players == ("ann", "bob")
    assert floor.refused(Call(say.Hit()), "ann").clause == f"{by}.1"
    assert floor.refused(rest(floor)).clause == f"{by}.1"
    floor.do(TakeWagersBack(), "ann")
    assert floor.last(WagersTakenBack) == WagersTakenBack("ann", f"{by}.1")
    assert floor.chips("ann") == START
    floor.do(DeclineOffer(), "bob")
    assert floor.refused(TakeWagersBack(), "bob").clause == f"{by}.1"  # they have chosen
    floor.do(rest(floor), "dealer")
    assert floor.last(Shuffled)[1:] == (left, "hand")
    assert floor.last(CutOffered) == CutOffered("bob", f"{by}.3")  # the player furthest to the right
    floor.do(DeclineCut(), "bob")
    assert floor.last(CutOffered).player == "ann"
    assert floor.refused(Cut(51), "ann").clause == "4.5"
    floor.do(Cut(60), "ann")
    assert not floor.state.shuffles_itself
    floor.finish()
    assert floor.chips("ann") == START
    assert floor.chips("bob") != START
    sound(floor)


@clause("sydney-v15", "17.5.2")
@clause("sydney-earlier", "18.5.2")
@sydney_by("17.5", "18.5")
def test_damaged_cards_are_replaced_before_the_shoe_is_made(book: str, by: str) -> None:
    floor = stopped(book)
    floor.do(JAM._replace(damaged=1))
    assert floor.refused(ReplaceDamagedCards()).clause == f"{by}.1"  # the players are asked first
    for name in ("ann", "bob"):
        floor.do(DeclineOffer(), name)
    assert floor.refused(rest(floor)).code == "damaged-first"
    floor.do(ReplaceDamagedCards())
    assert floor.last(DamagedCardsReplaced) == DamagedCardsReplaced(1, f"{by}.2")
    floor.do(rest(floor))
    floor.decline()
    floor.do(CutForAll(60))
    floor.finish()
    sound(floor)


@clause("sydney-v15", "17.5.1")
@clause("sydney-earlier", "18.5.1")
@sydney_by("17.5", "18.5")
def test_who_says_nothing_in_a_reasonable_time_stays_in_and_a_round_that_all_leave_is_over(book: str, by: str) -> None:
    floor = stopped(book)
    floor.do(JAM)
    assert floor.refused(CloseOffers(), "dealer").clause == f"{by}.1"  # everybody is given the opportunity
    floor.do(CloseOffers(), "dealer", at=MINUTE)
    assert floor.state.failure is not None
    assert floor.state.failure.asked == ()
    assert floor.state.playing

    floor = stopped(book)
    floor.do(JAM)
    for name in ("bob", "ann"):
        floor.do(TakeWagersBack(), name)
    assert not floor.state.playing
    assert (floor.chips("ann"), floor.chips("bob")) == (START, START)
    sound(floor)


@clause("sydney-v15", "17.1.2", "17.5.2")
@clause("sydney-earlier", "18.1.2", "18.5.2")
@sydney
def test_after_the_round_a_device_or_a_shoe_deals(book: str) -> None:
    floor = stopped(book)
    assert floor.refused(ReplaceDevice("shoe")).code == "device-after-round"
    floor.do(JAM)
    for name in ("ann", "bob"):
        floor.do(DeclineOffer(), name)
    floor.do(rest(floor))
    floor.decline()
    floor.do(CutForAll(60))
    floor.finish()
    for command in (OpenBetting(), Shuffle(*floor.order())):
        assert floor.refused(command).code == "device-first"
    floor.do(ReplaceDevice("shoe"), "gaming-supervisor")
    assert not floor.last(DeviceReplaced).new_cards  # those that were damaged were replaced
    floor.ready().round(*TWO)
    assert floor.happened(StackCut)[-1].at == 52
    sound(floor)
    floor.do(ReturnDevice(), "gaming-supervisor")  # mended meanwhile
    floor.ready().round(*TWO)
    assert floor.state.shuffles_itself
    sound(floor)
    assert floor.refused(ReturnDevice()).code == "device-has-not-failed"


@clause("sydney-v15", "6.8.2")
@clause("sydney-earlier", "6.7.2")
@sydney_by("6.8.2", "6.7.2")
def test_at_a_low_limit_table_only_a_device_takes_the_place_of_a_device(book: str, by: str) -> None:
    floor = stopped(book, low_limit=True).finish()
    floor.do(JAM)
    assert floor.refused(ReplaceDevice("shoe")).clause == by
    floor.do(ReplaceDevice("shuffling-device"))


# --------------------------------------------------------------------------------------------------------- Canberra


@clause("canberra-2006", "19.3", "19.3(a)", "19.3(a)(i)", "19.3(a)(ii)", "19.3(a)(iii)", "19.4")
@clause("canberra-2003", "19.3", "19.3(a)", "19.3(a)(i)", "19.3(a)(ii)", "19.4")
@canberra
def test_the_rest_of_the_cards_is_shuffled_cut_and_dealt_from_an_ordinary_shoe(book: str) -> None:
    floor = stopped(book)
    left = floor.state.shoe.left
    assert floor.refused(JAM, "dealer").clause == "19.3"
    for harm in ("disadvantage", "unfinishable"):  # no failure ends a round here
        assert floor.refused(JAM._replace(harm=harm)).clause == "19.3(a)"
    floor.do(JAM._replace(spare=True), "casino-supervisor")  # nor do the cards go into another device
    assert floor.last(DeviceFailed).then == "finish-from-shoe"
    assert floor.happened(WagersOfferedBack) == []
    floor.call("ann", "hit")
    assert floor.refused(DealCards(), "dealer").code == "cards-at-other-stage"
    floor.do(rest(floor), "dealer")
    assert floor.last(Shuffled)[1:] == (left, "hand")
    assert floor.last(CutOffered) == CutOffered("bob", "19.3(a)(ii)")
    floor.do(DeclineCut(), "bob")
    assert floor.last(CutOffered) == CutOffered("ann", "5.2(d)")
    floor.do(DeclineCut(), "ann")
    assert floor.last(CutOffered).player is None
    floor.do(CutForAll(60), "casino-supervisor")
    assert not floor.state.shuffles_itself
    assert len(floor.state.shoe.on_table) + floor.state.shoe.left + len(floor.state.shoe.rack) == 312
    floor.finish()
    sound(floor)


@clause("canberra-2006", "19.4", "2.4")
@clause("canberra-2003", "19.4", "2.4")
@canberra
def test_cards_that_a_fault_makes_unfit_are_replaced_and_a_supervisor_sees_them(book: str) -> None:
    floor = stopped(book)
    floor.do(JAM._replace(damaged=2))
    assert floor.refused(rest(floor)).clause == "2.4"
    assert floor.refused(ReplaceDamagedCards()).clause == "2.4"  # no supervisor has seen them
    floor.do(ReplaceDamagedCards(NOTICES))
    assert floor.last(NoticeGiven).clause == "2.4"
    floor.do(rest(floor))
    assert floor.state.shoe.stage == "uncut"


def after_failure(book: str) -> Table:
    floor = stopped(book)
    floor.do(JAM)
    floor.do(rest(floor))
    floor.decline()
    floor.do(CutForAll(60))
    return floor.finish()


@clause("canberra-2006", "19.3(b)")
@clause("canberra-2003", "19.3(b)")
@canberra
def test_after_the_round_the_device_is_replaced_and_new_cards_are_used(book: str) -> None:
    floor = after_failure(book)
    operator = load(book).roles[-1]
    assert floor.refused(OpenBetting()).clause == "19.3(b)"
    assert floor.refused(ReplaceDevice("shuffling-device"), "casino-supervisor").clause == "19.3(b)"
    brought = len(floor.happened(CardsBrought))
    floor.do(ReplaceDevice("shuffling-device"), operator)
    assert floor.last(DeviceReplaced) == DeviceReplaced("shuffling-device", True, "19.3(b)")
    assert floor.refused(Shuffle(*floor.order())).code == "cards-not-checked"
    floor.do(BringCards())
    floor.do(CheckCards())
    assert len(floor.happened(CardsBrought)) == brought + 1
    assert len(floor.happened(CardsChecked)) == 2
    floor.ready().round(*TWO)
    assert floor.state.shuffles_itself
    sound(floor)


@clause("canberra-2006", "19.3(b)")
@clause("canberra-2003", "19.3(b)")
@canberra
def test_one_edition_lets_a_device_that_is_put_right_come_back_and_the_other_does_not(book: str) -> None:
    floor = after_failure(book)
    if book == "canberra-2003":
        assert floor.refused(ReturnDevice()).clause == "19.3(b)"
        return
    floor.do(ReturnDevice())
    assert floor.last(DeviceReturned) == DeviceReturned(True, "19.3(b)")
    floor.ready().round(*TWO)
    sound(floor)


@clause("canberra-2006", "19.1", "19.3(b)", "4.7", "5.1")
@clause("canberra-2003", "19.1", "19.3(b)", "4.7", "5.1")
@canberra
def test_with_an_ordinary_shoe_the_rules_that_a_device_puts_off_apply_again(book: str) -> None:
    floor = after_failure(book)
    assert floor.refused(RestrictForShoe("ann", NOTICES)).clause in ("19.1", "4.7")
    floor.do(ReplaceDevice("shoe"))
    floor.ready()
    assert floor.happened(CutOffered)  # rule 5
    floor.round("bob 2 30")
    floor.do(RestrictForShoe("ann", NOTICES))  # 4.7: who sat a round out
    assert floor.state.shoe.behind == 100  # a cutting card is in the shoe, so 14.8 has something to say again
    assert floor.refused(ReturnDiscards()).clause == "19.1"


@clause("canberra-2006", "19.1")
@clause("canberra-2003", "19.1")
@canberra
def test_discards_complete_no_device_but_the_shoe_that_a_round_is_finished_from(book: str) -> None:
    floor = emptied(stopped(book))
    floor.call("ann", "hit")
    assert floor.refused(completion(floor)).clause == "19.1"
    assert floor.state.shoe.left == 0
    floor = stopped(book)
    floor.do(JAM)
    floor.do(rest(floor))
    floor.decline()
    floor.do(CutForAll(60))
    floor = emptied(floor)
    floor.call("ann", "hit")
    floor.complete_shoe()  # 14.6, as the round is dealt from an ordinary shoe
    floor.finish()
    assert not floor.state.playing


def emptied(floor: Table) -> Table:
    """The table as it would be had all other cards been dealt before and lain in the rack."""
    shoe = floor.state.shoe
    rack = shoe.order[shoe.next :]
    floor.state = floor.state._replace(shoe=shoe._replace(left=0, next=len(shoe.order), discards=rack))
    return floor


def completion(floor: Table) -> CompleteShoe:
    return CompleteShoe(tuple(floor.state.shoe.rack), SALT)


# --------------------------------------------------------------------------------------------------------- Melbourne


@clause(MELBOURNE, "9.12", "9.12.1")
def test_a_round_that_cannot_be_finished_is_void_and_what_was_settled_stands() -> None:
    floor = stopped(MELBOURNE, "As 9s 9d Kh 4c")
    paid = floor.chips("ann")
    assert paid == START + 3000
    assert floor.refused(JAM._replace(harm="unfinishable"), "dealer").clause == "9.12"
    floor.do(JAM._replace(harm="unfinishable"), "tg-higher-duties-dealer")
    assert floor.last(RoundDeclaredVoid)[1:] == ("malfunction", "the carousel is stuck", "9.12")
    assert (floor.chips("ann"), floor.chips("bob")) == (paid, START)
    sound(floor)
    assert floor.refused(ReplaceDevice("shuffling-device"), "dealer").clause == "9.12"
    floor.do(ReplaceDevice("shuffling-device"), "tg-higher-duties-dealer")
    assert floor.last(DeviceReplaced) == DeviceReplaced("shuffling-device", False, "9.12")  # with the cards it had
    floor.ready().round(*TWO)
    sound(floor)


@clause(MELBOURNE, "9.12", "9.12.1")
def test_a_side_wager_that_was_settled_before_the_failure_stands() -> None:
    terms: dict[str, Any] = {"side_bets": {"perfect-pairs": "A"}}
    floor = Table(MELBOURNE, device="shuffling-device", **terms).seat("ann", 1).ready("8s 9d 8s")
    floor.wagers("ann 1 20", "ann 1 5 perfect-pairs").close()
    paid = floor.chips("ann")
    assert paid > START - 2000  # the pair is paid
    floor.do(JAM._replace(harm="unfinishable"))
    assert floor.chips("ann") == paid + 2000


@clause(MELBOURNE, "9.12")
def test_a_round_that_can_be_finished_is_and_the_device_is_seen_to_after_it() -> None:
    floor = stopped(MELBOURNE)
    assert floor.refused(JAM._replace(harm="disadvantage")).clause == "9.12"
    floor.do(JAM._replace(spare=True))  # nothing is moved, and no wager is offered back
    assert floor.last(DeviceFailed).then == "goes-on"
    assert floor.happened(WagersOfferedBack) == []
    floor.finish()
    assert not floor.happened(RoundDeclaredVoid)
    assert floor.refused(ReturnDiscards()).code == "no-shuffling-device"
    assert floor.refused(OpenBetting()).clause == "9.12"
    assert floor.refused(ReturnDevice(), "dealer").clause == "9.12"
    floor.do(ReturnDevice(), "tg-higher-duties-dealer")
    floor.ready().round(*TWO)
    sound(floor)


# --------------------------------------------------------------------------------------------- before and after a round


@clause("sydney-v15", "17.1.2")
@clause("sydney-earlier", "18.1.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("to", ["shoe", "shuffling-device"])
def test_a_device_that_fails_while_wagers_lie_there_is_replaced_before_the_first_card(book: str, to: Any) -> None:
    floor = Table(book, device="shuffling-device").seat("ann", 1).seat("bob", 2).ready(FRONT).wagers(*TWO)
    floor.do(JAM._replace(spare=True))
    assert floor.last(DeviceFailed).then == "between-rounds"  # no card was dealt, so none is moved or offered back
    assert floor.happened(WagersOfferedBack) == []
    assert floor.refused(NoMoreBets(), "dealer").code == "device-first"
    floor.do(ReplaceDevice(to))
    floor.ready().close()
    floor.finish()
    sound(floor)


# ---------------------------------------------------------------------------------------- the discards and the device


@clause("sydney-v15", "7.2")
@clause("sydney-earlier", "7.2")
@sydney
def test_no_card_follows_the_initial_deal_before_the_discards_are_in_the_device(book: str) -> None:
    floor = stopped(book)
    floor.call("ann", "hit")
    assert floor.state.round is not None
    assert floor.state.round.needs == "card"  # it is not dealt by itself
    assert floor.refused(DealCards(), "dealer").clause == "7.2"
    floor.return_discards()
    floor.do(DealCards(), "dealer")
    assert floor.refused(ReturnDiscards()).clause == "7.2"  # there is nothing more to put in
    floor.finish()
    assert floor.state.shoe.discards
    assert floor.refused(ReturnDiscards()).clause == "7.2"  # not between rounds
    floor = stopped(book, source="real")
    floor.do(Call(say.Hit(), "ann"), "dealer")
    assert floor.refused(DealCards((floor.unseen(),)), "dealer").clause == "7.2"
    floor.return_discards().deal("2c")


@clause("sydney-v15", "16.15")
@clause("sydney-earlier", "17.15")
@sydney_by("16.15", "17.15")
def test_discards_that_were_not_put_in_stay_until_the_next_initial_deal_is_complete(book: str, by: str) -> None:
    floor = stopped(book)
    floor.do(LEFT, "dealer")
    assert floor.last(DiscardsLeft) == DiscardsLeft(by)
    assert floor.refused(ReturnDiscards(), "dealer").clause == by
    floor.finish()
    lying = len(floor.state.shoe.discards)
    assert lying
    assert floor.refused(ReturnDiscards(), "dealer").clause in (by, "7.2")  # nor between the rounds
    floor.wagers(*TWO).close()
    while not floor.state.playing:
        floor.wagers(*TWO).close()
    assert len(floor.state.shoe.discards) >= lying
    floor.return_discards()
    assert floor.state.shoe.discards == ()
    assert floor.refused(LEFT).clause == "7.2"  # they are in the device
    floor.finish()
    sound(floor)


# ----------------------------------------------------------------------------------------------- virtual and by itself


def run(floor: Table, until: Any, steps: int = 400) -> None:
    """The house does what is due until something is so."""
    for _ in range(steps):
        if until(floor.state):
            return
        due = next_act(floor.state, Pace(0, 0, 100_000))
        assert due is not None, f"the house has nothing to do: {waiting(floor.state)}"
        floor.do(with_randomness(floor.state, due.command), due.by, at=max(due.at, floor.at))
    raise AssertionError(f"the house does not get on: {waiting(floor.state)}")


@clause("sydney-v15", "7.2")
@clause("sydney-earlier", "7.2")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("damaged", [0, 2])
def test_a_table_that_runs_itself_gets_over_a_failure_and_seals_every_order_anew(book: str, damaged: int) -> None:
    floor = Table(book, device="shuffling-device", runs_itself=True).seat("ann", 1).seat("bob", 2)
    run(floor, lambda state: state.betting == "open")
    floor.wagers_placed(*TWO)
    run(floor, lambda state: state.playing)
    floor.do(JAM._replace(damaged=damaged))
    run(floor, lambda state: not state.playing)
    run(floor, lambda state: state.betting == "open" and state.failure is None)
    assert floor.state.shuffles_itself
    floor.wagers_placed(*TWO)
    run(floor, lambda state: not state.playing and state.betting == "closed")
    sound(floor)
    sealed = {one.shoe: one.commitment for one in floor.happened(ShoeCommitted)}
    assert len(set(sealed.values())) == len(sealed) >= 2
    for ended in floor.happened(ShoeRevealed):
        assert ended.commitment == sealed[ended.shoe]


@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize("source", ["virtual", "real"])
def test_a_device_may_fail_at_any_moment(book: str, source: Any) -> None:
    """Random moments, facts and answers: the money is conserved, the round ends, and the game goes on."""
    random = Random(f"{book} {source}")
    for _ in range(12):
        _any_moment(book, source, random)


def _any_moment(book: str, source: Any, random: Random) -> None:
    floor = Table(book, device="shuffling-device", source=source, by_itself=False).seat("ann", 1).seat("bob", 2).ready()
    fails_after = random.randrange(14)
    ground = load(book).procedures.malfunctions.void_if  # type: ignore[union-attr]
    harm: Any = random.choice(["none", "none", "none" if ground == "never" else ground])
    failure = JAM._replace(spare=random.random() < 0.5, movable=random.random() < 0.7, damaged=random.randrange(3))
    for step in range(80):
        state = floor.state
        if step == fails_after:
            floor.do(failure._replace(harm=harm if state.playing else "none"))
        elif state.failure is not None and state.failure.asked:
            name = state.failure.asked[0]
            answer: Any = random.choice([TakeWagersBack, DeclineOffer])
            floor.do(answer(name if floor.real else None), floor.dealer if floor.real else name)
        elif state.playing:
            _step_in_round(floor, random)
        elif state.failure is not None:
            floor.do(ReplaceDevice(random.choice(["shoe", "shuffling-device"])))
        elif step > fails_after and state.round is not None:
            break
        else:
            _next_round(floor)
        sound(floor)
    assert not floor.state.playing
    assert floor.state.wagered == 0
    while not floor.state.playing:
        _next_round(floor)
    floor.finish()
    sound(floor)


def _next_round(floor: Table) -> None:
    state = floor.state
    if state.shoe.stage in ("no-cards", "unshuffled") or state.shoe.due:
        floor.ready()
    elif state.shuffles_itself and state.shoe.discards and _between_rounds(state):
        floor.return_discards()
    elif state.betting == "closed":
        floor.wagers(*TWO)
    else:
        floor.close()


def _between_rounds(state: TableState) -> bool:
    return state.config.procedures.shoe.device_gets_discards == "after-round"


def _step_in_round(floor: Table, random: Random) -> None:
    state = floor.state
    assert state.round is not None
    if state.failure is not None and state.failure.damaged:
        floor.do(ReplaceDamagedCards(NOTICES))
    elif state.shoe.stage == "unshuffled":
        floor.do(rest(floor))
    elif state.shoe.stage == "uncut":
        floor.decline()
        floor.do(CutForAll(60))
    else:
        done = len(floor.events)
        _one_call(floor, random)
        assert len(floor.events) > done


def _one_call(floor: Table, random: Random) -> None:
    round_ = floor.state.round
    assert round_ is not None
    if discards_due(floor.state):
        floor.return_discards()
    elif round_.needs == "decision":
        control = round_.box.control
        hits = round_.hand.total < 12 or random.random() < 0.3
        call = Call(say.Hit() if hits else say.Stand(), control if floor.real else None)
        floor.do(call, floor.dealer if floor.real else control)
    elif round_.needs == "card":
        floor.do(DealCards((floor.unseen(),) if floor.real else ()), floor.dealer)
    else:
        floor.do(CloseOffers(), floor.dealer)
