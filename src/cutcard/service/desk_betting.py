"""The chip tray while betting is open: the chips, the spots that they may be laid on, and what else may be pressed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from cutcard import table as t
from cutcard.money import Cents
from cutcard.narration.formatting import listed, money, sentence
from cutcard.service.own_wagers import MAIN, Laid, stayed
from cutcard.service.routes.bodies_table import Bets, Button, Chip, Spot
from cutcard.service.table_steps import ViewerStory
from cutcard.service.tried_buttons import refused, tried_button
from cutcard.table import TableState
from cutcard.table.limits import limit_in_force
from cutcard.table.ready import waited_for
from cutcard.table.view_records import PlayerView, TableView

CHIPS = (1, 5, 25, 50, 100, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000, 500_000, 1_000_000)
CHIPS_SHOWN = 7


def bets(state: TableState, table: TableView, me: PlayerView, viewer_story: ViewerStory) -> Bets:
    """Where the player may bet, with which chips, and the quick ways to do so."""
    spots = list(_spots(state, table, me))
    values = chip_values(table)
    chips = [_chip(value, spots, me) for value in values]
    usual = next((chip.value for chip in chips if chip.enabled and chip.value >= me.minimum), None)
    chosen = usual or next((chip.value for chip in chips if chip.enabled), values[0] if values else table.chip)
    return Bets(
        chips=chips,
        chosen=chosen,
        note=_note(table, me),
        spots=spots,
        buttons=list(_buttons(state, table, me.name, viewer_story)),
    )


def chip_values(table: TableView) -> list[Cents]:
    """The chips to choose from: the useful ones between the smallest chip and the maximum, smallest first."""
    low = max(min([table.chip, *(bet.minimum for bet in table.side_bets)]), table.chip)
    fitting = [value for value in CHIPS if low <= value <= max(table.maximum, low) and value % table.chip == 0]
    useful = [value for value in fitting if value * 100 >= table.minimum] or fitting
    return useful[:CHIPS_SHOWN]


def _note(table: TableView, me: PlayerView) -> str:
    most = f", maximum {money(me.maximum)}" if me.maximum is not None else ""
    return f"Minimum {money(me.minimum)}{most}."


def _chip(value: Cents, spots: Sequence[Spot], me: PlayerView) -> Chip:
    """A chip that fits no spot at the moment is disabled, and says why."""
    label = money(value)
    own = [spot for spot in spots if spot.enabled]
    if value > (me.chips or 0):
        return Chip(value=value, label=label, enabled=False, why=f"You have {money(me.chips or 0)} in chips.")
    if not own or any(chip_fits(value, spot) for spot in own):
        return Chip(value=value, label=label, enabled=True)
    if value < min(spot.least for spot in own):
        why = f"The first chip is at least {money(min(spot.least for spot in own))}."
    elif value > max(spot.most for spot in own):
        why = f"Maximum bet is {money(max(spot.laid + spot.most for spot in own))}."
    else:
        why = f"Bets go up by {money(own[0].step)}."
    return Chip(value=value, label=label, enabled=False, why=why)


def chip_fits(value: Cents, spot: Spot) -> bool:
    first = 0 if spot.laid else spot.least
    return spot.least <= value <= spot.most and (value - first) % spot.step == 0


# --------------------------------------------------------------------------------------------------------------- spots


def _spots(state: TableState, table: TableView, me: PlayerView) -> Iterator[Spot]:
    """The main spot of every box that is held, and the side bets of your own."""
    for box in table.boxes:
        if box.holder is None:
            continue
        own = box.holder == me.name
        if table.tournament and not own:
            continue
        title = f"Box {box.number}" if own else f"Behind {box.holder}, box {box.number}"
        yield _spot(state, table, me, box.number, MAIN, title)
        mine = own or any(state.laid(box=box.number, player=me.name, bet=MAIN))
        for side in table.side_bets if mine else ():
            if side.on_device:
                continue  # placed with the bet button, not with chips
            yield _spot(state, table, me, box.number, side.bet, f"{side.title}, box {box.number}")


def _spot(state: TableState, table: TableView, me: PlayerView, box: int, bet: str, title: str) -> Spot:
    low, high = limit_in_force(state, me.name, bet)
    laid = sum(each.amount for each in state.laid(box=box, player=me.name, bet=bet))
    step = _step(state, bet)
    least = max(low - laid, step)
    most = max(high - laid, 0) if high is not None else max(me.chips or 0, least)
    refusal = refused(state, me.name, t.PlaceWager(box, max(least, table.chip), bet)) if most >= least else None
    full = most < least
    why = f"Maximum bet is {money(high or 0)}." if full else ""
    if refusal is not None:
        why = sentence(refusal.message_to(me.name))
    return Spot(
        box=box,
        bet=bet,
        title=title,
        least=least,
        most=most,
        step=step,
        laid=laid,
        enabled=not full and refusal is None,
        why=why,
        clause=(refusal.clause or "") if refusal is not None else "",
    )


def _step(state: TableState, bet: str) -> Cents:
    sign = state.sign
    if bet != MAIN:
        return state.config.chip
    return sign.minimum if sign.multiples else max(sign.unit, state.config.chip)


# ------------------------------------------------------------------------------------------------------------- buttons


def _buttons(state: TableState, table: TableView, name: str, viewer_story: ViewerStory) -> Iterator[Button]:
    laid = list(state.laid(player=name))
    last = [one for one in viewer_story.last_wagers if not any(state.laid(box=one.box, player=name, bet=one.bet))]
    ready = t.ReadyToDeal()
    if last and not laid:
        yield _betting(state, name, "repeat", "Repeat", "A", _wagers(state, name, last))
        if table.runs_itself:
            yield _betting(
                state, name, "repeat-deal", "Repeat and deal", "G", [*_wagers(state, name, last), ready], "primary"
            )
        doubled = [one if state.config.on_device(one.bet) else one._replace(amount=2 * one.amount) for one in last]
        yield _betting(state, name, "double-bet", "Double last bet", "L", _wagers(state, name, doubled))
    if laid and table.runs_itself:
        deal = _betting(state, name, "deal", "Deal", "G", [ready], "primary")
        yield _waits(deal, state, name)
    if viewer_story.chips_laid and laid:
        yield _betting(state, name, "undo", "Undo", "Z", [_undo(state, name, viewer_story.chips_laid[-1])])
    if laid:
        off = [t.TakeBackWager(bet.box, bet.bet) for bet in sorted(laid, key=lambda bet: bet.bet == MAIN)]
        yield _betting(state, name, "clear", "Clear", "C", off)
    titles = {side.bet: side.title for side in table.side_bets}
    for one in stayed(state, name):
        stay = t.PlaceWager(one.box, one.amount, one.bet, carried=True)
        label = f"Let {titles.get(one.bet, one.bet)} stay"
        yield _betting(state, name, f"stay-{one.box}-{one.bet}", label, "", [stay])


def next_round(state: TableState, table: TableView, name: str, viewer_story: ViewerStory) -> list[Button]:
    """Between rounds, at a table that runs itself: on with it, with the same wagers or without."""
    waits = state.playing or state.betting != "closed" or bool(table.tournament)
    if not table.runs_itself or name not in state.seats.values() or waits:
        return []
    deal = _waits(_betting(state, name, "deal", "Next round", "G", [t.ReadyToDeal()], "primary"), state, name)
    opens = not (waited_for(state) - {name}) and deal.enabled
    wagers = _wagers(state, name, viewer_story.last_wagers)
    if not opens or not wagers:
        return [deal]
    deal.key = ""
    again = _betting(state, name, "repeat-deal", "Repeat and deal", "G", [t.ReadyToDeal(), *wagers, t.ReadyToDeal()])
    again.kind = "primary"
    return [again, deal] if again.enabled else [deal]


def _waits(deal: Button, state: TableState, name: str) -> Button:
    """A player who is ready waits for the others."""
    if deal.enabled and name in state.ready:
        others = sorted(waited_for(state) - state.ready)
        deal.enabled, deal.why = False, f"Waiting for {listed(others)}." if others else "The cards are coming."
    return deal


def _undo(state: TableState, name: str, chip: Laid) -> t.TakeBackWager:
    """Take the last chip back; where it is all that lies there, the wager."""
    lying = sum(bet.amount for bet in state.laid(box=chip.box, player=name, bet=chip.bet))
    return t.TakeBackWager(chip.box, chip.bet, amount=chip.amount if chip.amount < lying else 0)


def _wagers(state: TableState, name: str, laid: Sequence[Laid]) -> list[t.Command]:
    """Wagers to place: main wagers first, which side bets may need. What a device cannot pay for is left out."""
    balance = state.players[name].device or 0 if name in state.players else 0
    found: list[t.Command] = []
    for one in sorted(laid, key=lambda one: one.bet != MAIN):
        if not state.config.on_device(one.bet):
            found.append(t.PlaceWager(one.box, one.amount, one.bet))
        elif one.amount <= balance and one.bet not in state.suspended:
            found.append(t.PressBetButton(one.box, one.amount, one.bet))
            balance -= one.amount
    return found


def _betting(
    state: TableState,
    name: str,
    button_id: str,
    label: str,
    key: str,
    commands: Sequence[t.Command],
    kind: Literal["primary", "plain", "quiet"] = "plain",
) -> Button:
    """A button for these commands, with what they wager."""
    amount = sum(command.amount for command in commands if isinstance(command, t.PlaceWager | t.PressBetButton))
    detail = money(amount) if amount else ""
    return tried_button(state, name, button_id, label, *commands, detail=detail, key=key, kind=kind)
