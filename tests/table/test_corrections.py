"""A card, a wager, an amount or a call that was entered wrongly at a real shoe is put right."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.editions import canberra, sydney
from support.links import NOVA, join
from support.tables import BOOKS, NOTICES, Table, balances

from cutcard.cards import card
from cutcard.cards import shoe as pack
from cutcard.engine import commands as say
from cutcard.records import settle
from cutcard.records.entries import entries
from cutcard.service.staff.entered import entries_listed
from cutcard.service.staff.log import event_words
from cutcard.table import (
    AddCall,
    AddWager,
    Approve,
    Call,
    CashChips,
    CloseOffers,
    Command,
    CorrectAmount,
    CorrectCall,
    CorrectCard,
    CorrectWager,
    DealFaceDown,
    ExchangeVoucher,
    FillFloat,
    Leave,
    OpenBetting,
    Person,
    PlaceWager,
    ReportIrregularity,
    RoundCorrected,
    Sign,
    TableState,
    TakeBackEntry,
    UnderMinimumWarned,
    VoidPlayedRound,
    evolve,
    record_of,
)
from cutcard.table.secrecy import event_shown

SUPERVISORS = {
    "sydney-v15": "gaming-supervisor",
    "sydney-earlier": "gaming-supervisor",
    "canberra-2006": "casino-supervisor",
    "canberra-2003": "casino-supervisor",
    "melbourne-v26": "tg-higher-duties-dealer",
}
CLAUSES = {
    "sydney-v15": "16.8",
    "sydney-earlier": "17.8",
    "canberra-2006": "14.4",
    "canberra-2003": "14.4",
    "melbourne-v26": "9.5",
}


def real(book: str = "sydney-v15", *wagers: str, **terms: Any) -> Table:
    """A table with a real shoe, where ann and bea have wagered and betting is closed."""
    table = Table(book, source="real", **terms).seat("ann", 1).seat("bea", 2).ready()
    return table.wagers(*(wagers or ("ann 1 20", "bea 2 50"))).close()


def entry(table: Table, text: str, nth: int = 0) -> int:
    """The number of the entry of a card, the first one of this name or a later one."""
    dealt = [one.number for one in entries(table.state.played[-1].events) if one.command == say.Deal(card(text))]
    return dealt[nth]


def call(table: Table, name: str, command: Any) -> None:
    table.do(Call(command, name), table.dealer)


def same(one: Table, other: Table) -> None:
    """Both tables are alike but for how they came to be so, and the one is what its own events make of it."""
    apart = ("now", "since", "commanded_by", "played", "corrections")
    for name in TableState._fields:
        if name not in apart:
            assert getattr(one.state, name) == getattr(other.state, name), name
    assert one.state.played[-1]._replace(entered_by="") == other.state.played[-1]._replace(entered_by="")
    state = TableState()
    for event in one.events:
        state = evolve(state, event)
    assert state == one.state
    assert +one.accounts == +other.accounts
    assert sum(one.accounts.values()) == 0
    assert sorted(one.accounts.items()) == sorted(balances(one.events))


@pytest.mark.parametrize("book", BOOKS)
@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@clause("canberra-2006", "14.4")
@clause("canberra-2003", "14.4")
@clause("melbourne-v26", "9.5")
def test_no_correction_is_made_on_the_word_of_a_dealer(book: str) -> None:
    table, by = real(book).deal("Th 9c 7d 5h 8s"), CLAUSES[book]
    corrections: list[Command] = [
        CorrectCard(1, card("Kh"), "it was the king"),
        CorrectCall(1, "hit", "ann drew"),
        AddCall(1, "hit", "ann drew"),
        CorrectWager(1, 500, "there were five"),
        AddWager(1, "ann", 1000, "it lay there"),
        CorrectAmount(1, 500, "there were five"),
    ]
    for correction in corrections:
        refused = table.refused(correction, table.dealer)
        assert (refused.code, refused.clause) == ("role-below", by)


@pytest.mark.parametrize("book", BOOKS)
@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@clause("canberra-2006", "14.4")
@clause("canberra-2003", "14.4")
@clause("melbourne-v26", "9.5")
def test_a_mistyped_card_is_put_right_by_a_supervisor_while_the_round_is_played(book: str) -> None:
    wrong, right = real(book), real(book)
    wrong.deal("Th 9c 7d 5h 8s")
    right.deal("Th 9c 7d Kh 8s")  # ann has two tens, not fifteen
    at = entry(wrong, "5h")
    refused = wrong.refused(CorrectCard(at, card("Kh"), "it was the king"), wrong.dealer)
    assert refused.code == "role-below"
    wrong.do(CorrectCard(at, card("Kh"), "it was the king"), SUPERVISORS[book])
    same(wrong, right)
    for table in (wrong, right):
        call(table, "ann", say.Stand())
        call(table, "bea", say.Stand())
        table.deal("Td")
    same(wrong, right)
    assert wrong.chips("ann") == 1_002_000
    event = wrong.last(RoundCorrected)
    assert event.by == "sam"
    assert event.changes[0][2:] == ("5h", "Kh")


@clause("canberra-2006", "14.4")
@clause("canberra-2003", "14.4")
@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "canberra-2006", "canberra-2003"])
def test_a_round_that_is_over_is_put_right_before_the_next_begins_and_differences_are_posted(book: str) -> None:
    wrong = real(book)
    wrong.deal("Th 9c 7d Kh 8s")
    call(wrong, "ann", say.Stand())
    call(wrong, "bea", say.Stand())
    wrong.deal("Tc")
    assert not wrong.state.playing
    # the dealer had 17 with the ten; the card really was a four, so the dealer draws on
    wrong.do(CorrectCard(entry(wrong, "Tc"), card("4d"), "a four, by the camera"))
    right = real(book)
    right.deal("Th 9c 7d Kh 8s")
    call(right, "ann", say.Stand())
    call(right, "bea", say.Stand())
    right.deal("4d")
    same(wrong, right)
    assert wrong.state.playing
    assert wrong.state.wagered == 7000
    for table in (wrong, right):
        table.deal("Ts")
    same(wrong, right)
    assert wrong.chips("ann") == right.chips("ann") == 998_000


def test_the_money_of_a_settled_round_differs_by_the_correction_also_while_betting_is_open() -> None:
    wrong = real()
    wrong.deal("Th 9c 7d Kh 8s")
    call(wrong, "ann", say.Stand())
    call(wrong, "bea", say.Stand())
    wrong.deal("Tc")
    assert (wrong.chips("ann"), wrong.chips("bea")) == (1_002_000, 1_000_000)
    wrong.do(OpenBetting(), wrong.dealer)
    wrong.do(CorrectCard(entry(wrong, "9c"), card("8c"), "an eight"))
    assert (wrong.chips("ann"), wrong.chips("bea")) == (1_002_000, 995_000)
    assert card("8c") in wrong.state.shoe.discards
    assert card("9c") not in wrong.state.shoe.discards
    assert wrong.state.betting == "open"
    assert wrong.state.won[0].amount == 2000


@clause("melbourne-v26", "9.9.1")
def test_in_melbourne_a_mistake_found_once_all_is_settled_changes_nothing() -> None:
    table = real("melbourne-v26")
    table.deal("Th 9c 7d Kh 8s")
    call(table, "ann", say.Stand())
    call(table, "bea", say.Stand())
    table.deal("Tc")
    refused = table.refused(CorrectCard(entry(table, "9c"), card("8c"), "an eight"))
    assert (refused.code, refused.clause) == ("settled-stands", "9.9.1")


@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@sydney
def test_in_sydney_nothing_is_put_right_once_the_next_round_has_begun(book: str) -> None:
    table = real(book)
    table.deal("Th 9c 7d Kh 8s")
    call(table, "ann", say.Stand())
    call(table, "bea", say.Stand())
    table.deal("Tc")
    number = table.state.number
    at = entry(table, "9c")
    table.wagers("ann 1 20").close()
    table.do(CorrectCard(at, card("8c"), "no card of the next round yet", round=number))
    table.deal("2c")
    refused = table.refused(CorrectCard(at, card("9c"), "too late", round=number))
    assert (refused.code, refused.clause) == ("next-round-begun", CLAUSES[book])


@clause("sydney-v15", "6.3")
@clause("sydney-earlier", "6.3")
@pytest.mark.parametrize(("book", "by"), [("sydney-v15", "16.8"), ("sydney-earlier", "17.8")])
def test_a_wager_over_the_maximum_counts_up_to_it_and_stands_once_another_round_has_begun(book: str, by: str) -> None:
    table = Table(book, source="real").seat("ann", 1).ready().wagers("ann 1 20").close().deal("Ts 9d 9h")
    call(table, "ann", say.Stand())
    table.deal("8c")  # 19 against 17
    assert table.chips("ann") == 1_002_000
    table.do(CorrectWager(1, 70_000, "700 lay there"))
    assert table.chips("ann") == 1_050_000  # the maximum is 500
    table.wagers("ann 1 20").close().deal("2c")
    before = table.chips("ann")
    refused = table.refused(CorrectWager(1, 2000, "found later", round=1))
    assert (refused.code, refused.clause) == ("next-round-begun", by)
    assert table.chips("ann") == before


@pytest.mark.parametrize("book", ["canberra-2006", "canberra-2003"])
@clause("canberra-2006", "14.5", 'A "Void"')
@clause("canberra-2003", "14.5", 'A "Void"')
def test_in_canberra_a_round_with_a_misplaced_card_is_void_once_a_later_one_has_begun_which_stands(book: str) -> None:
    table = real(book)
    table.deal("Th 9c 7d Kh 8s")
    call(table, "ann", say.Stand())
    call(table, "bea", say.Stand())
    table.deal("Tc")
    faulty = table.state.number
    assert (table.chips("ann"), table.chips("bea")) == (1_002_000, 1_000_000)
    early = table.refused(VoidPlayedRound(faulty, "a card went to the wrong box"))
    assert (early.code, early.clause) == ("reconstructed-instead", "14.5")
    table.wagers("ann 1 30", "bea 2 30").close().deal("Ts 9d 6d Ks 8d")
    late = table.refused(CorrectCard(entry(table, "9d"), card("8c"), "too late", round=faulty))
    assert (late.code, late.clause) == ("next-round-begun-void", "14.5")
    before = table.state
    table.do(VoidPlayedRound(faulty, "a card went to the wrong box"))
    assert (table.chips("ann"), table.chips("bea")) == (997_000, 997_000)
    assert table.state.round == before.round
    assert table.state.shoe == before.shoe
    call(table, "ann", say.Stand())
    call(table, "bea", say.Stand())
    table.deal("Td Tc")
    assert (table.chips("ann"), table.chips("bea")) == (1_003_000, 1_003_000)
    again = table.refused(VoidPlayedRound(faulty, "twice"))
    assert again.code in ("correction-does-not-fit", "reconstructed-instead")


def test_a_mistyped_wager_is_put_right_with_its_money() -> None:
    wrong, right = real("sydney-v15", "ann 1 20", "bea 2 50"), real("sydney-v15", "ann 1 200", "bea 2 50")
    for table in (wrong, right):
        table.deal("Th 9c 7d Kh 8s")
    wrong.do(CorrectWager(1, 20_000, "two hundred, not twenty"))
    same(wrong, right)
    wrong.do(CorrectWager(1, 2_000, "twenty after all"))
    assert wrong.chips("ann") == 998_000


@clause("canberra-2006", "3.4")
@clause("canberra-2003", "3.4")
@canberra
def test_who_is_found_to_have_wagered_under_the_minimum_is_told_so_once(book: str) -> None:
    table = real(book, "ann 1 20", "bea 2 5").deal("Th 9c 7d Kh 8s")
    table.do(CorrectWager(1, 500, "five, not twenty"))
    table.do(CorrectWager(1, 600, "six, to be exact"))
    assert [(one.player, one.amount) for one in table.happened(UnderMinimumWarned)] == [("bea", 500), ("ann", 500)]
    table.finish()
    assert table.state.warned == {"ann", "bea"}


def test_a_wager_that_somebody_cannot_pay_is_not_put_on_the_layout() -> None:
    table = Table("sydney-v15", source="real").seat("ann", 1, 3_000).seat("bea", 2).ready()
    table.wagers("ann 1 20", "bea 2 50").close().deal("Th 9c 7d")
    refused = table.refused(CorrectWager(1, 20_000, "two hundred"))
    assert refused.code == "too-dear"


def test_a_mistyped_call_and_one_that_was_not_entered_are_put_right() -> None:
    wrong, right = real(), real()
    for table in (wrong, right):
        table.deal("5h 9c 7d 6h 8s")
    call(wrong, "ann", say.Hit())
    call(right, "ann", say.Double())
    at = entries(wrong.state.played[-1].events)[-1].number
    wrong.do(CorrectCall(at, "double", "ann doubled"))
    same(wrong, right)
    for table in (wrong, right):
        table.deal("9s")
    call(right, "bea", say.Stand())
    call(wrong, "bea", say.Stand())
    same(wrong, right)


def test_insurance_that_was_not_entered_is_added_before_the_first_call() -> None:
    wrong, right = real(), real()
    for table in (wrong, right):
        table.deal("Th 9c Ad Kh 8s")
    call(right, "ann", say.Insure(1, "ann", 1000))
    for table in (wrong, right):
        table.do(CloseOffers(), table.dealer)
        call(table, "ann", say.Stand())
    closing = next(
        one.number for one in entries(wrong.state.played[-1].events) if isinstance(one.command, say.CloseOffers)
    )
    wrong.do(AddCall(closing, "insure", "ann put ten dollars down", box=1, player="ann", amount=1000))
    same(wrong, right)
    insured = next(one for one in entries(wrong.state.played[-1].events) if isinstance(one.command, say.Insure))
    wrong.do(CorrectAmount(insured.number, 500, "five dollars"))
    assert wrong.chips("ann") == right.chips("ann") + 500


def test_what_does_not_fit_any_more_is_named_or_dropped_and_entered_anew() -> None:
    wrong, right = real(), real()
    wrong.deal("Th 9c 7d 5h 8s")
    call(wrong, "ann", say.Hit())
    wrong.deal("2c")
    at = entry(wrong, "5h")
    refused = wrong.refused(CorrectCard(at, card("Ah"), "an ace"))
    assert refused.code == "correction-does-not-fit"
    assert "hit" in refused.message
    wrong.do(CorrectCard(at, card("Ah"), "an ace: a blackjack", rest="drop"))
    assert wrong.last(RoundCorrected).dropped == 2
    right.deal("Th 9c 7d Ah 8s")
    same(wrong, right)
    assert wrong.chips("ann") == 1_003_000  # paid at once


@pytest.mark.parametrize("book", BOOKS)
def test_wagers_and_the_close_of_betting_are_never_dropped_with_what_does_not_fit(book: str) -> None:
    """Otherwise a round would be under way in which nobody has a wager, and which nothing could end."""
    table = real(book, "ann 1 20").deal("6h 9c 5h")
    for wrong in (
        CorrectWager(1, 0, "it never lay there", rest="drop"),
        AddWager(1, "bea", 500, "it lay there", "perfect-pairs", rest="drop"),
    ):
        assert table.refused(wrong).code == "correction-does-not-fit"
    table.finish()


@pytest.mark.parametrize("book", BOOKS)
def test_a_burned_card_that_was_shuffled_in_again_is_in_the_shoe_once_also_after_a_correction(book: str) -> None:
    """The shoe runs out with the burned card in the rack, so that is dealt again; then a card before it was wrong."""
    table = real(book, "ann 1 20").deal("8h 9c 8s")
    faced = ReportIrregularity("card-faced-in-shoe", "burn", "it lay face up", card=card("Kc"))
    table.do(Call(say.Split(), "ann"), "dealer")
    table.do(faced, "dealer")
    shoe = table.state.shoe
    gone = pack(table.state.config.decks, frozenset())
    for one in [*shoe.on_table, *(burned for burned in shoe.burned if burned is not None)]:
        gone.remove(one)
    rack = tuple(gone[: table.state.config.cards - len(shoe.on_table) - len(shoe.burned)])
    table.state = table.state._replace(shoe=shoe._replace(left=0, discards=rack, behind=None))
    table.complete_shoe().deal("Td")
    table.do(CorrectCard(entry(table, "8s"), card("7s"), "a seven", rest="drop"))
    shoe = table.state.shoe
    assert shoe.burned == ()
    assert shoe.left + len(shoe.on_table) + len(shoe.discards) == table.state.config.cards
    table.finish()


@clause("melbourne-v26", "5.4", "9.5")
def test_wagers_that_do_not_fit_any_more_are_not_dropped_since_betting_could_not_be_closed_again() -> None:
    table = Table("melbourne-v26", source="real", side_bets={"perfect-pairs": "A"}).seat("ann", 1).seat("bob", 2)
    table.ready().wagers("ann 1 20", "ann 1 5 perfect-pairs", "bob 2 20").close().deal("Th 9c 7d")
    moved = CorrectWager(1, 2000, "it lay on box 2", box=2, rest="drop")
    refused = table.refused(moved)
    assert (refused.code, refused.facts["entry"]) == ("correction-does-not-fit", 4)  # "no more bets"
    table.do(CorrectWager(2, 500, "so did this", box=2))
    table.do(CorrectWager(1, 2000, "it lay on box 2", box=2, rest="drop"))
    call(table, "bob", say.Stand())  # one box is left, and its two cards are dealt
    table.deal("8d")
    assert not table.state.playing


def test_the_dealer_takes_back_the_last_entry_as_if_it_had_never_been_made() -> None:
    table, right = real(), real()
    for one in (table, right):
        one.deal("6h 9c 7d 5h")
    table.deal("8s")
    table.do(TakeBackEntry(), table.dealer)
    same(table, right)
    for one in (table, right):
        one.deal("9s")
    call(table, "ann", say.Double())
    table.do(TakeBackEntry("ann only asked"), table.dealer)
    same(table, right)
    assert table.chips("ann") == 998_000


def test_a_wager_that_was_never_entered_is_added_with_its_money() -> None:
    wrong, right = real("sydney-v15", "ann 1 20"), real("sydney-v15", "ann 1 20", "bea 2 50", "bea 1 30")
    added = AddWager(2, "bea", 5_000, "it lay there, by the camera")
    assert wrong.refused(added, wrong.dealer).code == "role-below"
    wrong.do(added, "gaming-supervisor")
    wrong.do(AddWager(1, "bea", 3_000, "and one behind ann"))
    same(wrong, right)
    for table in (wrong, right):
        table.deal("Th 9c 7d Kh 8s")
        call(table, "ann", say.Stand())
    wrong.do(AddWager(1, "ann", 1_000, "and ten on top"))
    assert wrong.chips("ann") == right.chips("ann") - 1_000
    assert wrong.refused(AddWager(1, "zoe", 1_000, "of nobody")).code == "not-at-table"
    assert wrong.last(RoundCorrected).changes[0][2:] == ("nothing", "main of $10 by ann on box 1")


def test_a_wager_that_is_added_has_to_be_paid_for() -> None:
    table = Table("sydney-v15", source="real").seat("ann", 1, 3_000).seat("bea", 2).ready()
    table.wagers("ann 1 20").close().deal("Th 9c")
    assert table.refused(AddWager(1, "ann", 2_000, "twenty more")).code == "too-dear"
    assert table.refused(AddWager(1, "ann", 0, "nothing")).code == "wager-is-nothing"
    assert table.refused(AddWager(1, "ann", 500, " ")).code == "reason-missing"


def test_a_box_that_was_never_entered_takes_its_cards_from_those_after_it() -> None:
    """What no longer fits then is dropped, and entered anew."""
    wrong, right = real("sydney-v15", "ann 1 20"), real("sydney-v15", "ann 1 20", "bea 2 50")
    for table in (wrong, right):
        table.deal("Th 9c 7d")
    wrong.do(AddWager(2, "bea", 5_000, "bea's chips lay on box 2", rest="drop"))
    same(wrong, right)


def test_no_more_bets_is_taken_back_before_the_first_card() -> None:
    """The wagers lie there as they lay, and may be changed; a wager that the limit had cut lies there whole again."""
    table = real("sydney-v15", "ann 1 20", "bea 2 50", sign=Sign(1000, 10_000, per="box"))
    table.do(TakeBackEntry("cal had chips in hand"), table.dealer)
    assert table.state.betting == "last"
    assert {(bet.player, bet.amount) for bet in table.state.bets} == {("ann", 2_000), ("bea", 5_000)}
    assert (table.state.number, table.state.round, table.state.playing) == (2, None, False)
    assert table.state.wagered == 7_000
    table.wagers_placed("bea 1 30")
    table.close().deal("Th 9c 7d Kh 8s")
    call(table, "ann", say.Stand())
    call(table, "bea", say.Stand())
    table.deal("Tc")
    assert (table.chips("ann"), table.chips("bea")) == (1_002_000, 1_003_000)
    assert sum(table.accounts.values()) == 0
    assert sorted(table.accounts.items()) == sorted(balances(table.events))


def test_what_a_limit_sent_back_when_betting_closed_lies_there_again_once_that_is_taken_back() -> None:
    table = Table("canberra-2006", source="real", sign=Sign(1000, 4_000)).seat("ann", 1).seat("bea", 2).ready()
    table.wagers("ann 1 30", "bea 1 10").close()
    before = table.chips("ann"), table.chips("bea")
    table.do(TakeBackEntry(), table.dealer)
    assert table.state.wagered == 4_000
    assert (table.chips("ann"), table.chips("bea")) == before == (997_000, 999_000)


def test_betting_stays_closed_where_its_wagers_have_fed_a_jackpot() -> None:
    """Its boxes were drawn, and nobody may have that done again."""
    table = join(Table("melbourne-v26", source="real"), NOVA).seat("ann", 1).ready()
    table.wagers("ann 1 20", "ann 1 2 supernova").close()
    assert table.refused(TakeBackEntry(), table.dealer).code == "meters-are-fed"


def test_what_settled_wagers_and_a_call_that_a_player_made_are_not_the_dealers_to_take_back() -> None:
    table = real()
    table.deal("Th 9c 7d Ah 8s")  # ann's blackjack is paid
    assert table.refused(TakeBackEntry(), table.dealer).code == "settled-by-entry"
    table.do(Call(say.Stand()), "bea")
    assert table.refused(TakeBackEntry(), table.dealer).code == "players-own-call"
    table.deal("Tc")
    assert table.refused(TakeBackEntry(), table.dealer).code == "nothing-to-take-back"


def test_what_a_player_cannot_give_back_is_owed_and_no_account_goes_below_nothing() -> None:
    table = real()
    table.deal("Th 9c 7d Kh 8s")
    call(table, "ann", say.Stand())
    call(table, "bea", say.Stand())
    table.deal("Tc")
    table.do(CashChips("ann", 1_000_000))
    assert table.chips("ann") == 2_000
    tray = table.state.tray
    table.do(CorrectCard(entry(table, "Kh"), card("6h"), "a six: sixteen"))
    assert table.chips("ann") == 0
    event = table.last(RoundCorrected)
    assert [tuple(one) for one in event.owed] == [("ann", 2_000, 0, 0)]
    (case,) = table.state.wrong_payments
    assert (case.patron, case.paid, case.due, case.outstanding) == ("ann", 2_000, 0, 2_000)
    assert table.state.tray == tray + 2_000
    assert sum(table.accounts.values()) == 0


def test_who_has_left_owes_all_of_it_and_gets_what_is_theirs() -> None:
    table = real()
    table.deal("Th 9c 7d Kh 8s")
    call(table, "ann", say.Stand())
    call(table, "bea", say.Stand())
    table.deal("Tc")
    table.do(Leave("ann"), table.dealer)
    table.do(CorrectCard(entry(table, "Kh"), card("6h"), "a six: sixteen"))
    assert [tuple(one) for one in table.last(RoundCorrected).owed] == [("ann", 4_000, 0, 0)]
    table.do(CorrectCard(entry(table, "6h"), card("Kh"), "a king after all"))
    assert table.last(RoundCorrected).owed == ()


def test_money_at_stake_takes_two_people_where_the_table_has_it_so() -> None:
    table = Table("sydney-v15", source="real", two_people=True)
    table.do(FillFloat({10_000: 1000}), "gaming-supervisor")
    table.do(Approve(table.state.approvals_asked), table.boss)
    table.seat("ann", 1).ready().wagers("ann 1 20").close().deal("Th 7d 5h")
    at = entry(table, "5h")
    table.do(CorrectCard(at, card("Kh"), "the king"), "gaming-supervisor")
    assert table.state.round is not None
    assert table.state.corrections == 0
    table.do(Approve(table.state.approvals_asked), table.boss)
    assert table.state.corrections == 1
    assert (table.last(RoundCorrected).by, table.last(RoundCorrected).approved_by) == ("sam", "mia")


def test_corrections_are_refused_where_they_make_no_sense() -> None:
    table = real()
    table.deal("Th 9c 7d 5h")
    at = entry(table, "5h")
    codes: dict[Any, str] = {
        CorrectCard(at, card("Kh"), " "): "reason-missing",
        CorrectCard(at, card("5h"), "the same"): "nothing-to-correct",
        CorrectCard(1, card("Kh"), "a wager"): "entry-of-another-kind",
        CorrectCard(99, card("Kh"), "none"): "no-such-entry",
        CorrectCard(at, card("Kh"), "no such round", round=7): "round-not-remembered",
        CorrectWager(at, 500, "a card"): "entry-of-another-kind",
        CorrectAmount(at, 500, "a card"): "nothing-to-correct",
    }
    for command, code in codes.items():
        before = table.state
        assert table.refused(command).code == code
        assert table.state == before
    virtual = Table("sydney-v15").seat("ann", 1).ready().wagers("ann 1 20").close()
    assert virtual.refused(CorrectCard(1, card("Kh"), "no")).code == "real-shoe-only"
    assert virtual.refused(TakeBackEntry(), virtual.dealer).code == "real-shoe-only"
    assert [one.number for one in virtual.state.played] == [1]  # remembered, but nobody has entered anything


def test_a_card_is_not_corrected_to_one_that_the_shoe_cannot_hold() -> None:
    table = Table("sydney-v15", source="real").seat("ann", 1).seat("bea", 2).ready()
    for _ in range(6):
        table.wagers("ann 1 20").close().deal("Kh 7c 9d")
        call(table, "ann", say.Stand())
        table.deal("Td")
    table.wagers("ann 1 20").close().deal("5h")
    refused = table.refused(CorrectCard(entry(table, "5h"), card("Kh"), "a seventh king of hearts"))
    assert refused.code == "card-too-often"


def test_the_record_of_a_corrected_round_says_what_really_happened() -> None:
    table = real()
    table.deal("Th 9c 7d 5h 8s")
    table.do(CorrectCard(entry(table, "5h"), card("Kh"), "the king"))
    call(table, "ann", say.Stand())
    call(table, "bea", say.Stand())
    table.deal("Td")
    record = record_of(table.events)
    assert record["cards"] == "Th 9c 7d Kh 8s Td"
    assert settle(record)["net"] == {"ann": "20", "bea": "0"}
    (said,) = record["corrected"]
    assert said["changes"] == [{"entry": 7, "kind": "card", "was": "5h", "now": "Kh"}]
    assert (said["by"], said["reason"], said["clause"]) == ("mia", "the king", "16.8")


def test_a_correction_tells_nobody_which_cards_lie_face_down() -> None:
    table = Table("sydney-v15", source="real").seat("ann", 1).seat("bea", 2).ready()
    table.do(DealFaceDown(NOTICES))
    table.wagers("ann 1 20", "bea 2 50").close().deal("Th 9c 7d 5h")
    before = table.state
    table.do(CorrectCard(entry(table, "5h"), card("6h"), "a six"))
    event = table.last(RoundCorrected)
    for viewer in (None, Person("bea", "player"), Person("dan", "dealer")):
        shown = event_shown(before, event, table.state, viewer)
        assert shown is not None
        assert (shown["events"], shown["changes"][0]["was"], shown["changes"][0]["now"]) == ([], None, None)
        assert "6h" not in str(shown)
        assert "is another card" in event_words({**shown, "reason": "", "owed": []})
    assert all("face down" in text for _, text in entries_listed(table.state, "correct-card") if "box" in text)
    assert not any(text.startswith(("T", "9", "6")) for _, text in entries_listed(table.state, "correct-card"))


@pytest.mark.parametrize("over", [False, True])
def test_a_wager_of_another_player_is_theirs_with_seats_and_idle_rounds_as_they_should_be(over: bool) -> None:
    tables = []
    for name in ("bea", "cal"):
        table = Table("sydney-v15", source="real").seat("ann", 1).seat("bea", 2).seat("cal", 3).ready()
        table.wagers("ann 1 20", f"{name} 2 50").close().deal("Th 9c 7d Kh 8s")
        tables.append(table)
    wrong, right = tables
    if over:
        for table, second in ((wrong, "bea"), (right, "cal")):
            call(table, "ann", say.Stand())
            call(table, second, say.Stand())
            table.deal("Tc")
    wrong.do(CorrectWager(2, 5000, "it was cal's", player="cal"))
    same(wrong, right)
    assert wrong.state.players["bea"].idle == (1 if over else 0)


def test_tokens_in_a_wager_come_back_as_tokens_after_a_correction() -> None:
    tables = [Table("sydney-v15", source="real").seat("ann", 1).ready() for _ in range(2)]
    for table in tables:
        table.do(ExchangeVoucher("ann", "V1", 5000))
        table.do(OpenBetting(), table.dealer)
        table.do(PlaceWager(1, 5000, tokens=3000, player="ann"), table.dealer)
        table.close()
    wrong, right = tables
    for table, second in ((wrong, "5h"), (right, "Kh")):
        table.deal(f"Th 7d {second}")
        call(table, "ann", say.Stand())
        table.deal("Tc")
    wrong.do(CorrectCard(entry(wrong, "5h"), card("Kh"), "the king"))
    same(wrong, right)
    assert wrong.state.players["ann"].tokens == 5000
    wrong.do(CorrectCard(entry(wrong, "Kh"), card("5h"), "no, the five"))
    assert wrong.state.players["ann"].tokens == 2000


def test_who_leaves_in_mid_round_is_settled_by_the_corrected_round() -> None:
    wrong, right = real(), real()
    for table, second in ((wrong, "5h"), (right, "Kh")):
        table.deal(f"Th 9c 7d {second} 8s")
        call(table, "ann", say.Stand())
        table.do(Leave("ann"), table.dealer)
    wrong.do(CorrectCard(entry(wrong, "5h"), card("Kh"), "the king"))
    same(wrong, right)
    for table in (wrong, right):
        call(table, "bea", say.Stand())
        table.deal("Tc")
    same(wrong, right)
    assert "ann" not in wrong.state.players
