"""What a table has taken and won since it opened, by its accounts alone."""

from __future__ import annotations

from support.tables import Table

from cutcard.table import (
    CloseTable,
    CountFloat,
    CreditFloat,
    FillFloat,
    ForfeitWinnings,
    Leave,
    OpenTable,
    SellChips,
    WithholdWinnings,
)
from cutcard.table.takings import Takings, takings


def test_the_win_is_what_players_lost_whatever_the_cage_brings_and_counts_find() -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready("9s Kh 8d Tc")
    start = takings(floor.state)
    assert start.win == 0
    floor.do(SellChips("ann", 10_000))
    floor.round("ann 1 20")  # 17 against 20
    assert takings(floor.state) == Takings(start.drop + 10_000, 2000)
    for command in (FillFloat({500: 100}), CreditFloat({500: 30}), CountFloat({100: floor.state.tray // 100 + 3})):
        floor.do(command)
    assert takings(floor.state).win == 2000


def test_what_lies_on_the_layout_is_nobodys_yet() -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready("9s Kh 8d Tc").wagers("ann 1 20")
    assert takings(floor.state).win == 0


def test_winnings_that_are_withheld_are_not_won_until_they_are_forfeited() -> None:
    floor = Table("melbourne-v26").seat("ann", 1).ready("As 9c Ks 9h").round("ann 1 20")
    assert takings(floor.state).win == -3000
    floor.do(WithholdWinnings("ann", 1, "a device"))
    assert takings(floor.state).win == -3000
    floor.do(ForfeitWinnings(0))
    assert takings(floor.state).win == 0


def test_a_table_that_opens_again_begins_anew() -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready("9s Kh 8d Tc").round("ann 1 20")
    floor.do(Leave(), "ann")
    floor.do(CloseTable())
    assert floor.state.phase == "closed"
    terms = floor.state.config
    sign = floor.state.sign
    again = OpenTable(
        floor.state.table, "sydney-v15", "blackjack", terms.decks, sign, chips=50_000, layout_approved=True
    )
    floor.do(again)
    assert takings(floor.state) == Takings(0, 0)
