"""A round as a story, for tests of the moment at which a thing is done or of the order in which things are done."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from cutcard.cards import cards as read
from cutcard.engine import Command, Deal, NoMoreBets, Refusal, State, play
from cutcard.engine import events as ev
from cutcard.records import parse, replay
from support.records import record


def story_of(book: str, cards: str, *actions: str | dict[str, Any], **rest: Any) -> list[str]:
    """What happened, in order: "ann decides for box 1", "Ts to box 1", "ann main on 1: win", "box 1 stands"."""
    played = replay(parse(record(book, cards, *actions, **rest)))
    return [words for event in played.events for words in _words(event, played.state)]


def _words(event: ev.Event, state: State) -> Iterator[str]:
    match event:
        case ev.BettingClosed(boxes, _):
            yield from (f"{box.control} decides for box {box.number}" for box in boxes)
        case ev.CardDealt(card, box, hand):
            yield f"{card} to dealer" if box is None else f"{card} to box {box}" + (f" hand {hand}" * (hand > 1))
        case ev.CardCalled(box, _):
            yield f"box {box} hits"
        case ev.Stood(box, _):
            yield f"box {box} stands"
        case ev.OffersClosed():
            yield "offers closed"
        case ev.Settled(lines, _, _) | ev.EvenMoneyTaken(_, _, lines):
            for line in lines:
                wager = state.wagers[line.wager]
                yield f"{wager.player} {wager.bet} on {wager.box}: {line.outcome}"


def in_order(story: list[str], *moments: str) -> bool:
    """Whether these moments happened, one after the other."""
    places = [story.index(moment) for moment in moments]
    return places == sorted(places)


def cards_dealt(story: list[str]) -> list[str]:
    """Which card went where."""
    return [moment for moment in story if " to " in moment]


def opened(book: str, cards: str, **rest: Any) -> State:
    """A round with its wagers placed and these cards dealt, waiting for what comes next."""
    given = parse(record(book, cards, **rest))
    state = State(given.setup)
    commands: list[Command] = [*given.wagers, NoMoreBets(), *map(Deal, read(cards))]
    for command in commands:
        state = done(state, command)
    return state


def done(state: State, command: Command) -> State:
    """The state after a command that the rules allow."""
    result = play(state, command)
    assert not isinstance(result, Refusal), result.message
    return result.state


def not_done(state: State, command: Command) -> Refusal:
    """Why a command is refused; fails where it is not."""
    result = play(state, command)
    assert isinstance(result, Refusal), f"{command} should be refused"
    return result
