"""The device that draws a prize for a winning wager: who presses its button, and what happens when it fails."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal, State, Wager, sidebets
from cutcard.engine import commands as say
from cutcard.money import Cents
from cutcard.table.config import PLAYER
from cutcard.table.draft import Draft
from cutcard.table.registry import FreeText, command, event, handles, reduces
from cutcard.table.rounds import acting_in_round, deal_due_cards, round_in_play
from cutcard.table.state import TableState
from cutcard.table.wagers import WagerRefused


@command(needs_role=False)
class PressButton(NamedTuple):
    """Press the prize button that is one's own to press. At a virtual table the house's device gives the prize."""

    drawn: Cents = 0  # put in by the house: nobody can bring a prize


@command("press the button for a player", group="play")
class PressForPlayer(NamedTuple):
    """The prize button was pressed, and what the device gave: by a player, or by the dealer for one who is idle."""

    prize: Cents
    player: str | None = None  # who pressed it; None: the dealer did
    void: bool = False
    malfunction: bool = False


@command("declare a prize device to have failed", group="play", at_stake="money")
class DeclarePrizeMalfunction(NamedTuple):
    """The prize device has failed: its wager is not offered until it is put right."""

    reason: str
    panel: Cents = 0  # what the control panel shows for the wager being paid; 0: nothing


@command("offer the wager of a prize device again", group="play")
class EndPrizeMalfunction(NamedTuple):
    """The prize device is put right."""


@command("void a press of the prize button", group="play")
class VoidPress(NamedTuple):
    """The prize button was activated while it was offered to nobody: what it gave counts for nothing."""

    prize: Cents
    pressed_by: str = ""


@event(
    seen_by="everybody",
    staff_fields=("reason",),
    log="the equipment of {bets:names} has failed: {reason} (clause {clause})",
)
class SideBetsSuspended(NamedTuple):
    bets: tuple[str, ...]
    reason: FreeText
    clause: str


@event(seen_by="everybody", log="{bets:names} is offered again (clause {clause})")
class SideBetsOfferedAgain(NamedTuple):
    bets: tuple[str, ...]
    clause: str


@event(seen_by="everybody", log="a prize of {prize:money} is void: the button was offered to nobody (clause {clause})")
class StrayPressVoided(NamedTuple):
    prize: Cents
    pressed_by: str
    clause: str


@handles(PressForPlayer)
def press_for_player(draft: Draft, command: PressForPlayer) -> Refusal | None:
    round_ = round_in_play(draft)
    if isinstance(round_, Refusal):
        return round_
    by = command.player or draft.by.id
    failed = _fixed_prize(draft.state, round_)
    if failed:
        return draft.play(say.Press(failed, by, malfunction=True)) or deal_due_cards(draft)
    refusal = draft.play(say.Press(command.prize, by, command.void, command.malfunction))
    if refusal is None and command.malfunction:
        suspend(draft, "the meter and the control panel differ")
    return refusal or deal_due_cards(draft)


def _fixed_prize(state: TableState, round_: State) -> Cents:
    """What a winner gets whose prize device has failed before they were paid; 0: it works."""
    won = to_press(round_)
    return state.rules.side_bets[won.bet].malfunction_prize if won is not None and won.bet in state.suspended else 0


@handles(PressButton)
def press_button(draft: Draft, command: PressButton) -> Refusal | None:
    """The owner of a winning wager presses the button; at a real table the dealer enters what the device shows."""
    clause = press_clause(draft.state)
    if draft.by.role != PLAYER or draft.config.source != "virtual":
        return Refusal("button-of-player", clause)
    given = acting_in_round(draft, None)
    if isinstance(given, Refusal):
        return given
    name, round_ = given
    won = to_press(round_)
    if won is None or won.player != name:
        code = "other-has-button" if won is not None else "nobody-has-button"
        return Refusal(code, clause, {"player": name, "holder": won.player if won is not None else None})
    failed = _fixed_prize(draft.state, round_)
    press = say.Press(failed, name, malfunction=True) if failed else say.Press(command.drawn, name)
    return draft.play(press) or deal_due_cards(draft)


def to_press(round_: State) -> Wager | None:
    """The wager for which the prize button is to be pressed now; none where the round waits for something else."""
    position = sidebets.pressing(round_) if round_.needs == "press" else None
    return None if position is None else round_.wagers[position]


def press_clause(state: TableState) -> str | None:
    """The clause that gives the winner the button (11.5.5); what the dealer does in their place stands below it."""
    power = state.config.procedures.commands.get("press-for-player")
    return None if power is None else power.clause.partition("(")[0]


@handles(DeclarePrizeMalfunction)
def declare_prize_malfunction(draft: Draft, command: DeclarePrizeMalfunction) -> Refusal | None:
    """Who is being paid gets what the panel shows, winners after them a fixed prize; then it is out of use."""
    refusal = draft.require_reason(command)
    if refusal is not None:
        return refusal
    bets = _with_device(draft.state)
    if not bets or bets <= draft.state.suspended:
        return Refusal("no-prize-device", draft.power(command).clause)
    won = to_press(draft.state.round) if draft.state.playing and draft.state.round is not None else None
    if won is not None:
        prize = command.panel or draft.state.rules.side_bets[won.bet].malfunction_prize
        refusal = draft.play(say.Press(prize, malfunction=True))
        if refusal is not None:
            return refusal
    suspend(draft, command.reason)
    return deal_due_cards(draft)


def _with_device(state: TableState) -> frozenset[str]:
    return frozenset(bet for bet, table in state.config.side_bets.items() if table.draws)


def suspend(draft: Draft, reason: str) -> None:
    """The wager is not offered from now on; what lies there before the first card goes back."""
    bets = tuple(sorted(_with_device(draft.state) - draft.state.suspended))
    clause = draft.procedures.commands["end-prize-malfunction"].clause
    if not bets:
        return
    draft.add(SideBetsSuspended(bets, reason, clause))
    for bet in [bet for bet in draft.state.bets if bet.bet in bets]:
        draft.add(WagerRefused(bet.box, bet.player, bet.bet, reason, clause))


@handles(EndPrizeMalfunction)
def end_prize_malfunction(draft: Draft, command: EndPrizeMalfunction) -> Refusal | None:
    clause = draft.power(command).clause
    failed = draft.state.suspended & _with_device(draft.state)
    if not failed:
        return Refusal("prize-device-works", clause)
    if draft.state.playing:
        return Refusal("device-after-round", clause)
    draft.add(SideBetsOfferedAgain(tuple(sorted(failed)), clause))
    return None


@handles(VoidPress)
def void_press(draft: Draft, command: VoidPress) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if not _with_device(state):
        return Refusal("no-prize-device", clause)
    if state.playing and state.round is not None and to_press(state.round) is not None:
        return Refusal("button-is-offered", clause)
    draft.add(StrayPressVoided(command.prize, command.pressed_by, clause))
    return draft.play(say.Press(command.prize, command.pressed_by or None, void=True)) if state.playing else None


@reduces(SideBetsSuspended)
def _suspended(state: TableState, event: SideBetsSuspended) -> TableState:
    return state._replace(suspended=state.suspended | set(event.bets))


@reduces(SideBetsOfferedAgain)
def _offered_again(state: TableState, event: SideBetsOfferedAgain) -> TableState:
    again = set(event.bets)
    return state._replace(suspended=state.suspended - again, halted=state.halted - again)
