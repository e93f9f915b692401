"""The device that draws a prize for a winning wager: who presses its button, and what happens when it fails."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal, State, Wager, sidebets
from cutcard.engine import commands as say
from cutcard.money import Cents
from cutcard.table.config import PLAYER
from cutcard.table.dealing import deal_due_cards, round_in_play
from cutcard.table.draft import Draft
from cutcard.table.registry import FreeText, command, event, handles, reduces
from cutcard.table.rounds import acting_in_round
from cutcard.table.state import ButtonNominee, TableState
from cutcard.table.wagers import WagerRefused


@command(needs_role=False)
class PressButton(NamedTuple):
    """Press the prize button when it is offered to you. At a virtual table the house's device gives the prize."""

    drawn: Cents = 0  # put in by the house: nobody can bring a prize


@command(needs_role=False)
class NominateForButton(NamedTuple):
    """Decline the prize button and name who presses it instead; your own name takes it back."""

    nominee: str


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


@event(seen_by="everybody", log="{player} has {nominee} press the prize button for them (clause {clause})")
class NomineeNamed(NamedTuple):
    player: str
    nominee: str
    wager: int
    clause: str


@event(
    seen_by="everybody",
    staff_fields=("reason",),
    log="the equipment of {bets:names} has failed: {reason} (clause {clause})",
)
class SideBetsSuspended(NamedTuple):
    bets: tuple[str, ...]
    reason: FreeText
    clause: str
    link: str = ""  # whose system has failed; empty: equipment of this table has


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
    """The owner of a winning wager presses the button, or whom they name; at a real table the dealer enters what the
    device shows.
    """
    given = _acting_at_button(draft)
    if isinstance(given, Refusal):
        return given
    name, round_ = given
    holder = button_holder(draft.state)
    if holder != name:
        return _not_holder(draft.state, name, holder)
    failed = _fixed_prize(draft.state, round_)
    press = say.Press(failed, name, malfunction=True) if failed else say.Press(command.drawn, name)
    return draft.play(press) or deal_due_cards(draft)


@handles(NominateForButton)
def nominate_for_button(draft: Draft, command: NominateForButton) -> Refusal | None:
    """A winner declines the button; the person who presses instead has won no prize themselves (11.5.5(b))."""
    given = _acting_at_button(draft)
    if isinstance(given, Refusal):
        return given
    name, round_ = given
    won, position = to_press(round_), sidebets.pressing(round_)
    if won is None or position is None or won.player != name:
        return _not_holder(draft.state, name, button_holder(draft.state))
    refusal = draft.at_table(command.nominee)
    if refusal is not None:
        return refusal
    clause = round_.rules.clauses[f"side_bets.{won.bet}.nominee"]
    if command.nominee not in possible_nominees(draft.state) and command.nominee != name:
        return Refusal("winner-may-not-press", clause, {"player": command.nominee, "owner": name})
    draft.add(NomineeNamed(name, command.nominee, position, clause))
    return None


def _acting_at_button(draft: Draft) -> tuple[str, State] | Refusal:
    """Which player acts; only players do, and only where the program draws the prize."""
    if draft.by.role != PLAYER or draft.config.source != "virtual":
        return Refusal("button-of-player", press_clause(draft.state))
    return acting_in_round(draft, None)


def _not_holder(state: TableState, name: str, holder: str | None) -> Refusal:
    code = "other-has-button" if holder is not None else "nobody-has-button"
    return Refusal(code, press_clause(state), {"player": name, "holder": holder})


def button_holder(state: TableState) -> str | None:
    """Who presses the prize button now: the winner, or whom they have named; None where it is offered to nobody."""
    round_ = state.round
    won = to_press(round_) if round_ is not None else None
    if round_ is None or won is None:
        return None
    named = state.nominee
    if named is not None and (named.round, named.wager) == (state.number, sidebets.pressing(round_)):
        return named.player if named.player in state.present else won.player
    return won.player


def possible_nominees(state: TableState) -> list[str]:
    """Who is at the table and has won no such prize in the round, so that a winner may have them press."""
    round_ = state.round
    won = to_press(round_) if round_ is not None else None
    if round_ is None or won is None:
        return []
    winners = {w.player for w in round_.wagers if w.bet == won.bet and w.open and sidebets.wins(round_, w)}
    return [name for name in state.present if name not in winners]


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


@reduces(NomineeNamed)
def _nominee_named(state: TableState, event: NomineeNamed) -> TableState:
    return state._replace(nominee=ButtonNominee(state.number, event.wager, event.nominee))


@reduces(SideBetsSuspended)
def _suspended(state: TableState, event: SideBetsSuspended) -> TableState:
    links = {
        bet: linked._replace(failed=True) if event.link == linked.link and bet in event.bets else linked
        for bet, linked in state.links.items()
    }
    return state._replace(suspended=state.suspended | set(event.bets), links=links)


@reduces(SideBetsOfferedAgain)
def _offered_again(state: TableState, event: SideBetsOfferedAgain) -> TableState:
    again = set(event.bets)
    links = {bet: linked._replace(failed=False) if bet in again else linked for bet, linked in state.links.items()}
    return state._replace(suspended=state.suspended - again, halted=state.halted - again, links=links)
