"""What a decision costs its player, and why they cannot pay for it."""

from __future__ import annotations

from typing import Any

from cutcard.engine import Refusal, State
from cutcard.engine import commands as say
from cutcard.engine.decide import split_by_token
from cutcard.hand_rules import token_pays_double
from cutcard.money import Cents
from cutcard.table.draft import Draft
from cutcard.table.forms import clauses
from cutcard.table.state import TableState
from cutcard.table.undisclosed_settlement import true_call, true_position


def added_to_invalid(round_: State, name: str, command: Any) -> Refusal | None:
    """Nobody adds money to wagers that have been found to be invalid."""
    if round_.findings is None or not _cost(round_, name, command):
        return None
    box = command.box if isinstance(command, say.Insure) else round_.box.number
    if any(wager.invalid and (wager.player, wager.box, wager.bet) == (name, box, "main") for wager in round_.wagers):
        return Refusal("wager-is-invalid", round_.rules.settles.invalid_during, {"player": name, "box": box})
    return None


def unaffordable(draft: Draft, round_: State, name: str, command: Any) -> Refusal | None:
    return cost_refused(draft.state, name, _cost(round_, name, command)) or form_uncovered(draft.state, name, command)


def form_uncovered(state: TableState, name: str, command: Any) -> Refusal | None:
    """Refuse what somebody has no chips for beside what they wrote on their form; it says no amount."""
    truly = true_position(state, name)
    if truly is None or state.round is None:
        return None
    if _cost(truly.round, name, true_call(state.round, name, command)) <= truly.chips:
        return None
    return Refusal("form-uncovered", clauses(state)["limits"], {"player": name})


def cost_refused(state: TableState, name: str, cost: Cents) -> Refusal | None:
    """Why a player cannot put down so much: a wager is made of chips that they have."""
    chips = state.players[name].chips
    if cost <= chips:
        return None
    facts = {"player": name, "chips": chips, "cost": cost}
    return Refusal("too-dear", state.rules.clauses["deal.wagers_in"], facts)


def _cost(round_: State, name: str, command: Any) -> Cents:
    """What a decision takes out of a player's own chips."""
    if isinstance(command, say.Insure):
        return command.amount
    if round_.needs not in ("decision", "join", "offers") or round_.turn < 0:
        return 0
    joining = round_.joining if isinstance(command, say.Join) else ""
    if isinstance(command, say.Double) or joining == "double":
        base = round_.base(round_.hand, name)
        whole = base.worth if base is not None else 0
        return 0 if token_pays_double(round_.rules) else command.amount or whole
    if isinstance(command, say.Split) or joining == "split":
        original = round_.original(round_.box.number, name)
        cards = round_.hand.cards
        free = bool(cards) and split_by_token(round_, round_.hand)
        return 0 if original is None or free else original.staked
    return 0
