"""Closing a table, with the notice that its document gives to those who play."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import canberra, canberra_by, sydney, sydney_by
from support.tables import BOOKS, MINUTE, SIGN, Table

from cutcard.table import (
    AnnounceLastRounds,
    BringCards,
    CardsChecked,
    CardsCounted,
    CheckCards,
    CloseTable,
    CountCards,
    GiveClosingNotice,
    LastRoundsAnnounced,
    Leave,
    Left,
    OpenBetting,
    OpenTable,
    PlaceWager,
    Shuffle,
    TableClosed,
    signs,
)


@clause("sydney-v15", "18.13")
@clause("sydney-earlier", "19.8")
@sydney_by("18.13", "19.8")
def test_a_table_with_players_closes_after_a_sign_of_twenty_minutes(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1)
    assert floor.refused(CloseTable()).clause == by
    assert floor.refused(GiveClosingNotice(20 * MINUTE - 1)).clause == by
    assert floor.refused(GiveClosingNotice(20 * MINUTE), "dealer").clause == by
    floor.do(GiveClosingNotice(20 * MINUTE), "gaming-supervisor")
    assert "this table closes at 1970-01-01 10:20 AEST" in signs.sign_lines(floor.state)
    assert floor.refused(CloseTable(), at=20 * MINUTE - 1).clause == by
    assert floor.refused(CloseTable(), "dealer", at=20 * MINUTE).clause == by
    floor.do(CloseTable(), "gaming-supervisor", at=20 * MINUTE)
    assert floor.state.phase == "closed"


@clause("melbourne-v26", "32.8")
def test_a_table_closes_after_three_rounds_of_notice() -> None:
    floor = Table("melbourne-v26").seat("ann", 1).ready()
    assert floor.refused(CloseTable()).clause == "32.8"
    assert floor.refused(GiveClosingNotice(), "dealer").clause == "32.8"
    floor.do(GiveClosingNotice(), "tg-higher-duties-dealer")
    for _ in range(3):
        assert floor.refused(CloseTable()).clause == "32.8"
        floor.round("ann 1 20")
    floor.do(CountCards(True), "dealer")
    assert floor.refused(CloseTable(), "dealer").clause == "32.8"
    floor.do(CloseTable(), "tg-higher-duties-dealer")
    assert floor.state.phase == "closed"


@clause("melbourne-v26", "32.8")
def test_a_notice_within_a_round_leaves_three_whole_rounds_after_it() -> None:
    floor = Table("melbourne-v26").seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c")
    floor.wagers("ann 1 20").close()
    assert floor.state.playing
    floor.do(GiveClosingNotice(), "tg-higher-duties-dealer")
    floor.finish()
    for _ in range(3):
        assert floor.refused(CloseTable()).clause == "32.8"
        floor.round("ann 1 20")
    floor.do(CountCards(True), "dealer")
    floor.do(CloseTable(), "tg-higher-duties-dealer")


@clause("canberra-2006", "15.2")
@clause("canberra-2003", "15.2")
@canberra
def test_a_table_closes_early_once_the_players_have_been_told(book: str) -> None:
    floor = Table(book).seat("ann", 1)
    assert floor.refused(CloseTable()).clause == "15.2"
    assert floor.refused(GiveClosingNotice(), "casino-supervisor").clause == "15.2"
    floor.do(GiveClosingNotice())
    floor.do(CloseTable())


@clause("canberra-2006", "5.5")
@clause("canberra-2003", "5.6", "5.6 Note")
@canberra_by("5.5", "5.6 Note")
def test_the_supervisor_announces_the_last_three_rounds_and_no_further_one_is_dealt(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1).ready()
    assert floor.refused(AnnounceLastRounds(), "dealer").clause == by
    floor.do(AnnounceLastRounds(), "casino-supervisor")
    assert floor.last(LastRoundsAnnounced).rounds == 3
    for _ in range(3):
        assert floor.refused(CloseTable()).clause == by
        floor.round("ann 1 20")
    assert floor.refused(OpenBetting()).clause == by
    floor.close_table()


@pytest.mark.parametrize("book", BOOKS)
def test_an_empty_table_closes_at_once_and_its_float_goes_back(book: str) -> None:
    floor = Table(book, chips=123_400)
    floor.do(CloseTable())
    assert floor.last(TableClosed).chips == 123_400
    assert floor.state.tray == 0


@pytest.mark.parametrize("book", BOOKS)
def test_nobody_closes_a_table_in_the_middle_of_a_round(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c 5c")
    floor.do(GiveClosingNotice(20 * MINUTE))
    floor.wagers("ann 1 20").close()
    assert floor.state.playing
    assert "round" in floor.refused(CloseTable(), at=21 * MINUTE).message


@clause("melbourne-v26", "3.2.5")
@clause("canberra-2006", "2.2")
@clause("canberra-2003", "2.2")
@pytest.mark.parametrize(
    ("book", "by"), [("melbourne-v26", "3.2.5"), ("canberra-2006", "2.2"), ("canberra-2003", "2.2")]
)
def test_the_cards_are_checked_before_the_first_round_and_looked_at_again_after_the_last(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1)
    floor.do(BringCards())
    assert floor.refused(Shuffle(*floor.order())).code == "cards-not-checked"
    if book != "melbourne-v26":
        assert floor.refused(CheckCards(by_device=True)).clause == by  # the dealer checks them, one by one
    floor.ready().round("ann 1 20")
    assert len(floor.happened(CardsChecked)) == 1
    floor.do(Leave(), "ann")
    assert floor.refused(CloseTable()).clause == by  # nobody has looked at them
    assert floor.refused(CloseTable(cards_complete=True)).clause == by  # to say so is not to have counted
    floor.do(CountCards(False), "dealer")
    assert floor.last(CardsCounted) == CardsCounted(False, by)
    floor.do(CloseTable())
    assert floor.last(TableClosed).cards_complete is False


@clause("canberra-2006", "2.2")
@clause("canberra-2003", "2.2")
@canberra
def test_a_count_holds_until_another_round_is_dealt(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c 5c")
    floor.wagers("ann 1 20").close()
    assert floor.refused(CountCards(True), "dealer").code == "round-not-finished"
    floor.finish().do(CountCards(True), "dealer")
    floor.round("ann 1 20").do(Leave(), "ann")
    assert floor.refused(CloseTable()).clause == "2.2"
    floor.close_table()
    assert floor.last(TableClosed).cards_complete is True


@sydney
def test_a_document_that_says_nothing_of_it_closes_without_a_count(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready().round("ann 1 20")
    floor.do(Leave(), "ann")
    assert floor.refused(CountCards(True)).code == "nobody-has-power"
    floor.do(CloseTable())
    assert floor.last(TableClosed).cards_complete is None


def test_who_is_there_when_a_table_closes_leaves_with_his_chips() -> None:
    floor = Table("canberra-2006").seat("ann", 1, chips=5000)
    floor.do(GiveClosingNotice())
    floor.do(CloseTable())
    assert floor.last(Left) == Left("ann", 5000, 0)


@pytest.mark.parametrize("book", BOOKS)
def test_a_table_opens_again_with_its_numbers_going_on(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready().round("ann 1 20")
    floor.do(GiveClosingNotice(20 * MINUTE))
    if book == "melbourne-v26":
        for _ in range(3):
            floor.round("ann 1 20")
    floor.close_table(at=20 * MINUTE)
    number, shoe = floor.state.number, floor.state.shoe.number
    opening = OpenTable("T1", book, "blackjack", 6, SIGN, chips=1_000_000, layout_approved=True)
    assert floor.refused(opening._replace(table="T2")).message == "this command is for another table than T1"
    floor.do(opening)
    floor.seat("ann", 1, chips=10_000).ready().round("ann 1 20")
    assert floor.state.number == number + 1
    assert floor.state.shoe.number == shoe + 1


@clause("melbourne-v26", "23.5.3")
def test_a_blackpot_that_stays_after_the_last_announced_round_gets_one_more_without_new_ones() -> None:
    bet = "blackpot"
    staying = "6s 6h 9d 7h 7d 8c 8s 8d 6c"  # two of the three cards, and a win
    floor = Table("melbourne-v26", side_bets={bet: True}).seat("ann", 1).seat("bob", 2).ready(staying)
    floor.do(GiveClosingNotice())
    floor.state = floor.state._replace(noticed_rounds=2)
    floor.wagers("ann 1 20", f"ann 1 10 {bet}", "bob 2 20").close()
    floor.call("ann", "hit")
    floor.finish()
    assert [(one.player, one.bet) for one in floor.state.carried] == [("ann", bet)]
    assert floor.refused(CloseTable()).clause == "23.5.3"
    floor.wagers("ann 1 20", "bob 2 20")
    assert floor.refused(PlaceWager(2, 1000, bet), "bob").clause == "23.5.3"
    assert floor.refused(PlaceWager(1, 1000, bet), "ann").clause == "23.5.3"
    floor.do(PlaceWager(1, 1000, bet, carried=True), "ann")
    floor.close().finish()
    floor.do(CountCards(complete=True))
    floor.do(CloseTable())
