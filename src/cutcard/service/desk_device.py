"""A player's Personal Bet Manager on their desk: the balance, the bet button, and how money gets on and off it."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard import table as t
from cutcard.money import Cents
from cutcard.narration.formatting import money
from cutcard.service.own_wagers import MAIN
from cutcard.service.routes.bodies_table import Amount, BetManager, Button
from cutcard.service.tried_buttons import tried_button
from cutcard.table import TableState
from cutcard.table.bet_managers import placed_so, price
from cutcard.table.view_records import PlayerView, TableView

WAGERS_OFFERED = 10  # a first balance that is enough for this many wagers


def bet_manager(state: TableState, table: TableView, me: PlayerView) -> BetManager | None:
    """The device of a player, where the table has such; without its side bet only a balance that is left."""
    bet = placed_so(state.config)
    if bet is None and not me.device:
        return None
    title = state.rules.side_bets[bet].title if bet is not None else ""
    return BetManager(
        title=title,
        balance=me.device,
        shown=money(me.device or 0),
        buttons=list(_buttons(state, table, me, bet)),
    )


def _buttons(state: TableState, table: TableView, me: PlayerView, bet: str | None) -> Iterator[Button]:
    if bet is not None and table.betting != "closed":
        yield from _bet_buttons(state, me, bet)
    if bet is not None:
        yield _credit(state, table, me, price(state, me.name, bet))
    if me.device:
        yield _cash_out(state, table, me.name, me.device)


def _bet_buttons(state: TableState, me: PlayerView, bet: str) -> Iterator[Button]:
    """The bet button for each box with a main wager of the player's, or for the box where they sit."""
    boxes = sorted({one.box for one in state.laid(player=me.name, bet=MAIN)}) or list(me.boxes[:1])
    for box in boxes:
        where = f", box {box}" if len(boxes) > 1 else ""
        if any(state.laid(box=box, player=me.name, bet=bet)):
            yield tried_button(state, me.name, f"bet-off-{box}", f"Take back{where}", t.TakeBackWager(box, bet))
            continue
        pressed = tried_button(state, me.name, f"bet-{box}", f"Bet{where}", t.PressBetButton(box), key="J")
        pressed.kind, pressed.detail = "primary", money(price(state, me.name, bet))
        pressed.key = "J" if box == boxes[0] else ""
        yield pressed


def _credit(state: TableState, table: TableView, me: PlayerView, cost: Cents) -> Button:
    """Buy in, or top up, with chips; cash and vouchers are handed to the dealer."""
    most = (me.chips or 0) - (me.chips or 0) % table.chip
    value = max(min(WAGERS_OFFERED * cost, most), table.chip)
    label = "Buy in" if me.device is None else "Top up"
    made = tried_button(state, me.name, "credit", label, t.CreditBetManager(value))
    made.detail = money(value)
    if made.enabled and most > table.chip:
        made.amount = Amount(least=table.chip, most=most, step=table.chip, value=value, path=["amount"])
    return made


def _cash_out(state: TableState, table: TableView, name: str, balance: Cents) -> Button:
    """All of it, or a part in whole chips."""
    made = tried_button(state, name, "cash-out", "Cash out", t.CashOutBetManager(balance))
    made.detail = money(balance)
    if made.enabled and balance > table.chip and not balance % table.chip:
        made.amount = Amount(least=table.chip, most=balance, step=table.chip, value=balance, path=["amount"])
    return made
