"""What comes of an event: the round goes on, and what it decides is settled at once."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cutcard.engine import commands as cmd
from cutcard.engine import events as ev
from cutcard.engine import settle, sidebets
from cutcard.engine.evolve import evolve
from cutcard.engine.legal import refuse
from cutcard.engine.state import Box, Hand, State
from cutcard.refusals import Refusal
from cutcard.rulebooks.schema import Rules

HandCommand = cmd.Hit | cmd.Stand | cmd.Double | cmd.Split | cmd.RefuseCard


class Played(NamedTuple):
    """The events that a command led to, and the state after them."""

    state: State
    events: tuple[ev.Event, ...]


def applied(state: State, *events: ev.Event) -> Played:
    for event in events:
        state = evolve(state, event)
    if state.needs == "settlement":
        return finished(state, events)
    return Played(state, events)


def finished(state: State, events: tuple[ev.Event, ...]) -> Played:
    """Settle what is left and end the round."""
    last = settle.at_end(state)
    if last is not None:
        state = evolve(state, last)
        events = (*events, last)
    ended = ev.RoundEnded()
    return Played(evolve(state, ended), (*events, ended))


def then_settled(state: State, events: tuple[ev.Event, ...], settled: ev.Settled | None) -> Played:
    if settled is not None:
        state, events = evolve(state, settled), (*events, settled)
    return Played(state, events) if state.needs != "settlement" else finished(state, events)


def after_decision(state: State, events: tuple[ev.Event, ...]) -> Played:
    """Side bets that wait for a box's third card are decided when it takes none."""
    settled = None
    if state.setup.side_bets and state.needs != "settlement" and sidebets.any_waits_for_cards(state):
        settled = settle.at_hand_end(state)
    return then_settled(state, events, settled)


_Leaving = ev.WagersVoided | ev.WagersInvalidated | ev.WagerWithdrawn | ev.BoxNotDealt | ev.PlaceSkipped


def without(state: State, event: _Leaving) -> Played:
    """The round goes on without some wagers or cards, which may be what completes the initial deal."""
    after = evolve(state, event)
    early = ("initial", "draws")
    if state.phase in early and after.phase not in early and after.dealer:  # the initial deal is complete by this
        return then_settled(after, (event,), settle.at_interim(after))
    return after_decision(after, (event,)) if after.phase not in early else Played(after, (event,))


def _turn(state: State, command: HandCommand) -> tuple[State, tuple[ev.Event, ...], Hand, Box] | Refusal:
    """The hand that a decision is for, once offers before play are closed by it; or why it is out of turn."""
    events: tuple[ev.Event, ...] = ()
    if state.needs == "offers":
        events = (ev.OffersClosed(),)
        state = evolve(state, events[0])
    rules = state.setup.rules
    if state.needs != "decision":
        return refuse(rules, "deal.decisions", "no-hand-to-act", needs=state.needs)
    hand = state.hands[state.turn]
    box = state.boxes[hand.box]
    number, hand_number, player = command.box, command.hand, command.player
    if number is not None and number != box.number:
        return refuse(rules, "deal.decisions", "other-box-in-turn", box=box.number, other=number)
    if hand_number is not None and hand_number != state.hand_number(hand):
        facts = {"hand": state.hand_number(hand), "box": box.number, "other": hand_number}
        return refuse(rules, "deal.decisions", "hand-not-in-turn", **facts)
    if player is not None and player != box.control:
        return not_controller(rules, "box.control", box, player)
    return state, events, hand, box


def not_controller(rules: Rules, field: str, box: Box, player: str | None) -> Refusal:
    return refuse(rules, field, "not-controller", controller=box.control, box=box.number, player=player)


def decided(
    state: State,
    command: HandCommand,
    refused: Callable[[State, Hand], Refusal | None],
    event_of: Callable[[State, Hand, Box], ev.Event | Refusal],
) -> Played | Refusal:
    """A decision on the hand in turn: out of turn, not allowed, or the event that comes of it."""
    turn = _turn(state, command)
    if isinstance(turn, Refusal):
        return turn
    state, events, hand, box = turn
    refusal = refused(state, hand)
    if refusal is not None:
        return refusal
    event = event_of(state, hand, box)
    if isinstance(event, Refusal):
        return event
    return after_decision(evolve(state, event), (*events, event))
