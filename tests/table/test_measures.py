"""Measures against a wrongdoer, and what nobody may do for another at the table."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import sydney_by
from support.tables import BOOKS, Table, balances

from cutcard.engine import commands as say
from cutcard.table import (
    Arrive,
    BarPlayer,
    Call,
    CashChips,
    Command,
    DetainPlayer,
    DetentionEnded,
    EndDetention,
    ExcludePlayer,
    ForfeitWinnings,
    Leave,
    OpenTable,
    Person,
    PlayerExcluded,
    ReleaseWinnings,
    Sit,
    TableClosed,
    TableOpened,
    VoidWagers,
    WinningsWithheld,
    WithholdWinnings,
    evolve,
)

MELBOURNE = "melbourne-v26"
MANAGER = "tg-assistant-casino-manager"
START = 1_000_000


@clause("sydney-v15", "18.8", "18.8.3")
@clause("sydney-earlier", "19.3", "19.3.3")
@sydney_by("18.8.3", "19.3.3")
def test_who_is_excluded_from_the_casino_leaves_the_table_and_does_not_come_back(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready().wagers("ann 1 20")
    assert floor.refused(ExcludePlayer("ann", "a device"), "dealer").clause == by
    assert "reason" in floor.refused(ExcludePlayer("ann", "")).message
    floor.do(ExcludePlayer("ann", "a device"), "gaming-supervisor")
    assert floor.last(PlayerExcluded) == PlayerExcluded("ann", "a device", by)
    assert "ann" not in floor.state.players
    assert floor.state.bets == ()
    assert 1 not in floor.state.seats
    assert "may not take part" in floor.refused(Sit(1), "ann").message
    assert "may not take part" in floor.refused(Arrive(), "ann").message
    floor.do(ExcludePlayer("eve", "known from elsewhere"))  # who was never here
    assert "may not take part" in floor.refused(Arrive(), "eve").message


@clause("sydney-v15", "18.8.4")
@clause("sydney-earlier", "19.3.4")
@clause("melbourne-v26", "32.2.4")
@pytest.mark.parametrize(
    ("book", "role", "below", "by"),
    [
        ("sydney-v15", "gaming-supervisor", "dealer", "18.8.4"),
        ("sydney-earlier", "gaming-supervisor", "dealer", "19.3.4"),
        (MELBOURNE, MANAGER, "tg-area-manager", "32.2.4"),
    ],
)
def test_a_detention_is_written_down_until_somebody_has_taken_over(book: str, role: str, below: str, by: str) -> None:
    floor = Table(book).seat("ann", 1)
    assert floor.refused(DetainPlayer("ann", "a device"), below).clause == by
    assert floor.refused(EndDetention("ann", "the police"), role).clause == by
    floor.do(DetainPlayer("ann", "a device"), role)
    assert floor.refused(DetainPlayer("ann", "a device"), role).clause == by
    assert floor.state.detained == {"ann"}
    assert "taken over" in floor.refused(EndDetention("ann", " "), role).message
    assert floor.refused(EndDetention("ann", "Constable Hill"), below).message.startswith("only the ")
    floor.do(EndDetention("ann", "Constable Hill"), role)
    assert floor.last(DetentionEnded).handed_to == "Constable Hill"
    assert floor.state.detained == frozenset()


# -------------------------------------------------------------------------------------------------- winnings withheld


def won() -> Table:
    """Ann has won 30 on a blackjack, bob has lost 20."""
    floor = Table(MELBOURNE).seat("ann", 1).seat("bob", 2).ready("As Td 9c Ks 7h 9h")
    floor.round("ann 1 20", "bob 2 20")
    assert (floor.chips("ann"), floor.chips("bob")) == (START + 3000, START - 2000)
    return floor


def balance(floor: Table, account: str) -> int:
    sums = dict(balances(floor.events))
    assert sum(sums.values()) == 0
    return sums.get(account, 0)


@clause("melbourne-v26", "32.2.3")
def test_winnings_are_withheld_until_the_same_role_releases_them() -> None:
    floor = won()
    for below in ("tg-area-manager", "dealer"):
        assert floor.refused(WithholdWinnings("ann", 1, "a device"), below).clause == "32.2.3"
    floor.do(WithholdWinnings("ann", 1, "a device"), MANAGER)
    assert floor.last(WinningsWithheld).amount == 3000
    assert floor.chips("ann") == START
    assert balance(floor, "aud:table:T1:withheld") == 3000
    assert "already" in floor.refused(WithholdWinnings("ann", 1, "a device")).message
    assert floor.refused(ReleaseWinnings(0), "tg-area-manager").clause == "32.2.3"
    assert floor.refused(ReleaseWinnings(1), MANAGER).clause == "32.2.3"
    floor.do(ReleaseWinnings(0), MANAGER)
    assert floor.chips("ann") == START + 3000
    assert balance(floor, "aud:table:T1:withheld") == 0
    assert balance(floor, "aud:table:T1:player:ann") == START + 3000
    assert floor.state.withheld[0].decided == "released"
    assert floor.refused(ForfeitWinnings(0), MANAGER).clause == "32.2.3"


@clause("melbourne-v26", "32.2.3")
def test_winnings_that_are_forfeited_go_to_the_float() -> None:
    floor = won()
    floor.do(WithholdWinnings("ann", 1, "a device"))
    tray = floor.state.tray
    assert floor.refused(ForfeitWinnings(0), "tg-area-manager").message.startswith("only the ")
    floor.do(ForfeitWinnings(0), MANAGER)
    assert floor.chips("ann") == START
    assert floor.state.tray == tray + 3000 == balance(floor, "aud:table:T1:float")
    assert balance(floor, "aud:table:T1:withheld") == 0
    assert floor.refused(ReleaseWinnings(0)).clause == "32.2.3"


def test_only_what_was_won_and_is_still_there_is_withheld() -> None:
    floor = won()
    assert "won nothing" in floor.refused(WithholdWinnings("bob", 1, "a device")).message
    assert "won nothing" in floor.refused(WithholdWinnings("ann", 2, "a device")).message
    assert "not at the table" in floor.refused(WithholdWinnings("eve", 1, "a device")).message
    floor.do(CashChips("ann", START + 2000))
    floor.do(WithholdWinnings("ann", 1, "a device"))
    assert floor.last(WinningsWithheld).amount == 1000
    assert floor.chips("ann") == 0


def test_a_later_round_does_not_make_the_table_forget_what_was_won() -> None:
    floor = won().round("bob 2 20")
    floor.wagers("bob 2 20")
    floor.do(WithholdWinnings("ann", 1, "a device"))
    assert floor.last(WinningsWithheld).round == 1


def test_winnings_are_released_to_somebody_who_has_gone_and_outlive_the_closing_of_the_table() -> None:
    floor = won()
    floor.do(WithholdWinnings("ann", 1, "a device"))
    floor.do(Leave(), "ann")
    floor.do(ReleaseWinnings(0))
    assert "ann" not in floor.state.players
    assert balance(floor, "aud:player:ann") == START + 3000
    floor = won()
    floor.do(WithholdWinnings("ann", 1, "a device"))
    closed = evolve(floor.state, TableClosed(floor.state.tray, True))
    assert evolve(closed, floor.happened(TableOpened)[0]).withheld == floor.state.withheld


@pytest.mark.parametrize(
    ("decision", "goes_to"), [(ReleaseWinnings(0), "aud:player:ann"), (ForfeitWinnings(0), "aud:cage")]
)
def test_winnings_keep_their_currency_where_the_table_opens_again_in_another(decision: Command, goes_to: str) -> None:
    floor = won()
    floor.do(WithholdWinnings("ann", 1, "a device"))
    for name in ("ann", "bob"):
        floor.do(Leave(), name)
    floor.close_table()
    opened = floor.happened(TableOpened)[0]
    game = opened.terms.rules.game
    floor.do(OpenTable("T1", MELBOURNE, game, 6, opened.sign, layout_approved=True, play_money=True))
    floor.do(Arrive(), "ann")
    before = floor.accounts[goes_to]
    assert floor.state.accounts["aud:withheld"] == 3000
    floor.do(decision)
    assert floor.accounts[goes_to] == before + 3000
    assert floor.accounts["aud:table:T1:withheld"] == floor.state.accounts["aud:withheld"] == 0
    assert floor.chips("ann") == 0


@pytest.mark.parametrize("book", [book for book in BOOKS if book != MELBOURNE])
def test_winnings_are_withheld_in_melbourne_only(book: str) -> None:
    floor = Table(book).seat("ann", 1)
    for command in (WithholdWinnings("ann", 1, "a device"), ReleaseWinnings(0), ForfeitWinnings(0)):
        assert "gives nobody the power" in floor.refused(command).message


# ------------------------------------------------------------------------------------------------------------ conduct


@clause("melbourne-v26", "32.7")
@pytest.mark.parametrize("book", BOOKS)
def test_nobody_but_who_controls_a_box_decides_for_it(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("8s 9d 3h").wagers("ann 1 20", "bob 1 30").close()
    floor.do(Arrive(), "cem")
    for act in (say.Hit(), say.Stand(), say.Double(), say.Split()):
        for other in ("bob", "cem"):
            assert floor.refused(Call(act), other).clause == floor.state.rules.clauses["box.control"]
        assert floor.refused(Call(act, "ann"), "bob").message == "bob may not act for ann"
        assert floor.refused(Call(act), Person("eve", "player")).message == "eve is not at the table"
        assert "players can only act for themselves" in floor.refused(Call(act, "ann"), floor.dealer).message
    floor.call("ann", "hit")


@clause("melbourne-v26", "32.1")
@pytest.mark.parametrize("book", BOOKS)
def test_a_player_in_breach_may_lose_his_wagers_and_his_place_in_one_go(book: str) -> None:
    """The measures are joined by "and" or "or": each may be taken, after each other."""
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("8s 7d 9d 3h 8h").wagers("ann 1 20", "bob 2 20").close()
    floor.do(VoidWagers("ann", "a device"))
    floor.do(BarPlayer("ann", "a device"))
    assert "ann" not in floor.state.present
    floor.finish()
    assert "ann" not in floor.state.players
    assert dict(balances(floor.events))["aud:player:ann"] == START
