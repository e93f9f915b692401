"""Players of a session who do not wager in time, or not at all, and wagers that are found outside the limits."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.money import Cents
from cutcard.table.dealing import deal_due_cards
from cutcard.table.draft import Draft
from cutcard.table.registry import SecondPerson, command, event, handles
from cutcard.table.session_rounds import eliminate_one
from cutcard.table.session_rules import (
    clause_of,
    due_to_wager,
    limits_of,
    no_session,
    refused_by,
    session_of,
    to_wager,
    tournament_rules,
    wager_due,
)
from cutcard.table.state import Bet
from cutcard.table.wagers import WagerLaid, WagerTakenBack

Fault = Literal["over-maximum", "part-unit", "under-minimum"]


@command("hold a player to the minimum", group="play", plays=True, unneeded=no_session)
class HoldToMinimum(NamedTuple):
    """The time for a wager is over: the person who was asked and has not wagered has the minimum on their box."""

    player: str | None = None  # left out: everybody whose wager the table waits for


@command(
    "disqualify a player without a wager",
    group="play",
    second_person=SecondPerson(),
    at_stake="money",
    plays=True,
    unneeded=no_session,
)
class DisqualifyUnwagered(NamedTuple):
    """A player of the session wagers nothing on the round, and plays no pass card."""

    player: str
    reason: str


@command(
    "void a wager under the minimum",
    group="play",
    second_person=SecondPerson(),
    at_stake="round",
    plays=True,
    unneeded=no_session,
)
class VoidShortWager(NamedTuple):
    """A wager in the round is found under the minimum and cannot be made up: the cards go, and the player is out."""

    player: str
    reason: str


@event(seen_by="everybody", log="{player} has not wagered in time and is held to {amount:money} (clause {clause})")
class HeldToMinimum(NamedTuple):
    player: str
    box: int
    amount: Cents
    clause: str


@event(seen_by="everybody", log="the wager of {player} is {now:money}, not {was:money} (clause {clause})")
class WagerPutRight(NamedTuple):
    """A wager that was found outside the limits of the round; at `now` 0 it is void."""

    player: str
    box: int
    was: Cents
    now: Cents
    fault: Fault
    clause: str


@handles(HoldToMinimum)
def hold_to_minimum(draft: Draft, command: HoldToMinimum) -> Refusal | None:
    state = draft.state
    names = due_to_wager(state) if state.session is not None and state.betting != "closed" else []
    if command.player is not None:
        names = [name for name in names if name == command.player]
    if not names:
        return refused_by(state, "time_missed", "nobody-to-hold")
    due = wager_due(state)
    if due is None:
        return refused_by(state, "wager_time", "no-time-for-wagers")
    if draft.at < due:
        return refused_by(state, "wager_time", "time-to-wager", player=names[0])
    clause = clause_of(state, "time_missed") or ""
    minimum, playing = limits_of(state).minimum, session_of(state).playing
    for box in [box for box, name in playing.items() if name in names]:
        draft.add(HeldToMinimum(playing[box], box, minimum, clause))
        draft.add(WagerLaid(box, playing[box], "main", minimum, 0, 0))
    return None


@handles(DisqualifyUnwagered)
def disqualify_unwagered(draft: Draft, command: DisqualifyUnwagered) -> Refusal | None:
    state = draft.state
    if state.session is None or state.betting == "closed" or command.player not in to_wager(state):
        return refused_by(state, "no_wager", "has-wagered", player=command.player)
    if tournament_rules(state).no_wager != "disqualified":
        return refused_by(state, "no_wager", "not-disqualified-for-that")
    refusal = draft.require_reason(command)
    if refusal is None:
        eliminate_one(draft, command.player, "disqualified", draft.power(command).clause)
    return refusal


@handles(VoidShortWager)
def void_short_wager(draft: Draft, command: VoidShortWager) -> Refusal | None:
    """Found after the deal: the hands end, their cards go to the discard rack with the others, the rest plays on."""
    state, clause = draft.state, draft.power(command).clause
    if state.session is None or not state.playing or state.round is None:
        return Refusal("no-round", clause)
    minimum = limits_of(state).minimum
    own = [w for w in state.round.wagers if w.player == command.player and w.bet == "main" and w.open]
    short = sum(minimum - w.staked for w in own if w.staked < minimum)
    if not short or state.players[command.player].chips >= short:
        return Refusal("wager-not-short", clause, {"player": command.player, "minimum": minimum})
    refusal = draft.require_reason(command) or draft.play(say.VoidWagers(command.player, clause))
    if refusal is not None:
        return refusal
    eliminate_one(draft, command.player, "under-minimum", clause)
    return deal_due_cards(draft)


# ----------------------------------------------------------------------------------------- as they are found at closing


def put_right(draft: Draft) -> None:
    """Wagers as a dealer has entered them, within the limits of the round: cut back, made up, or void."""
    if draft.state.session is None or tournament_rules(draft.state).outside != "put-right":
        return
    for bet in list(draft.state.laid(bet="main")):
        step = limits_of(draft.state)
        if bet.amount > step.maximum:
            _cut(draft, bet, step.maximum, "over-maximum")
        elif bet.amount < step.minimum:
            _make_up(draft, bet, step.minimum)
        elif bet.amount % step.minimum:
            _cut(draft, bet, bet.amount - bet.amount % step.minimum, "part-unit")


def _cut(draft: Draft, bet: Bet, to: Cents, fault: Fault) -> None:
    clause = clause_of(draft.state, "outside") or ""
    draft.add(WagerPutRight(bet.player, bet.box, bet.amount, to, fault, clause))
    draft.add(WagerTakenBack(bet.box, bet.player, bet.bet, bet.amount - to))


def _make_up(draft: Draft, bet: Bet, minimum: Cents) -> None:
    """A wager under the minimum is made up to it; anybody who cannot is out of the session."""
    clause, missing = clause_of(draft.state, "outside") or "", minimum - bet.amount
    able = draft.state.players[bet.player].chips >= missing
    now = minimum if able else 0
    draft.add(WagerPutRight(bet.player, bet.box, bet.amount, now, "under-minimum", clause))
    if able:
        draft.add(WagerLaid(bet.box, bet.player, bet.bet, missing, 0, 0))
    else:
        eliminate_one(draft, bet.player, "under-minimum", clause)
