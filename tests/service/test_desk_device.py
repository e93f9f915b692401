"""The bet manager on a player's desk: what may be pressed, and why not."""

from __future__ import annotations

from typing import Any

from support.tables import Table

from cutcard.engine.state import PersonalLimit
from cutcard.service.desk_betting import bets
from cutcard.service.desk_device import bet_manager
from cutcard.service.own_wagers import Laid
from cutcard.service.routes.bodies_table import Button
from cutcard.service.table_steps import ViewerStory
from cutcard.table import CashOutBetManager, CreditBetManager, Person, Sign
from cutcard.table.view import table as view

JACKPOTS = "blackjack-jackpots"


def at_table(**terms: Any) -> Table:
    sign = Sign(1000, 50_000, side_bets={JACKPOTS: PersonalLimit(500, 500)})
    meters = {JACKPOTS: 1_000_000}
    return Table("melbourne-v26", side_bets={JACKPOTS: True}, meters=meters, sign=sign, **terms).seat("ann", 1).ready()


def buttons(table: Table) -> dict[str, Button]:
    seen = view(table.state, Person("ann", "player"))
    device = bet_manager(table.state, seen, seen.players[0])
    return {button.id: button for button in device.buttons} if device is not None else {}


def test_the_device_says_what_may_be_pressed_and_why_not() -> None:
    table = at_table().wagers()
    assert buttons(table)["credit"].why == "You have no main wager, and so no device."
    assert buttons(table)["bet-1"].clause == "21.7.3(a)"
    table.wagers_placed("ann 1 20")
    assert buttons(table)["bet-1"].clause == "21.7.3(c)"
    credit = buttons(table)["credit"]
    assert (credit.label, credit.detail, credit.enabled) == ("Buy in", "$50", True)
    table.do(CreditBetManager(700), "ann")
    assert {name: button.label for name, button in buttons(table).items()} == {
        "bet-1": "Bet",
        "credit": "Top up",
        "cash-out": "Cash out",
    }
    table.press("ann", 1, 500)
    assert "bet-off-1" in buttons(table)
    table.close().finish()
    assert set(buttons(table)) == {"credit", "cash-out"}  # at any time


def test_at_a_real_table_the_player_is_sent_to_the_dealer() -> None:
    table = at_table(source="real").wagers("ann 1 20")
    assert buttons(table)["credit"].clause == "21.2:Game Controller Keypad"
    assert not buttons(Table("melbourne-v26").seat("ann", 1))


def test_what_the_balance_does_not_pay_for_is_left_out_when_wagers_are_repeated() -> None:
    table = at_table().wagers("ann 1 20")
    table.do(CreditBetManager(700), "ann")
    table.close().finish().wagers()
    telling = ViewerStory(None, "ann")
    telling.last_wagers = [Laid(1, JACKPOTS, 500), Laid(1, "main", 2000)]

    def repeated() -> list[str]:
        seen = view(table.state, Person("ann", "player"))
        (repeat,) = [one for one in bets(table.state, seen, seen.players[0], telling).buttons if one.id == "repeat"]
        assert repeat.enabled
        return [command["do"] for command in repeat.commands]

    assert repeated() == ["place-wager", "press-bet-button"]
    table.do(CashOutBetManager(500), "ann")
    assert repeated() == ["place-wager"]
