"""A round as moments: each card, call and single payment in words, with the round before and after it."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from cutcard.engine import Event, State, evolve
from cutcard.engine import events as ev
from cutcard.engine.evolve import opened
from cutcard.narration.formatting import capital, dealer_total, face, gain, name, worth
from cutcard.narration.story import Entry, Story, payments_in_order

BEFORE_CARDS = (ev.RoundOpened, ev.WagerPlaced, ev.BettingClosed)


class Moment(NamedTuple):
    """What happened, in words, and the round after it."""

    version: int
    before: State
    after: State
    event: Event
    say: str
    entries: tuple[Entry, ...]
    paid: int | None = None  # the position of the wager that is settled now


def states_of(first: State, events: Iterable[Event]) -> Iterator[tuple[int, State, Event, State]]:
    """Each event of a round with its number within it, the round before it and the round after it."""
    state = first
    for version, event in enumerate(events, start=1):
        before = state
        state = opened(event) if isinstance(event, ev.RoundOpened) else evolve(before, event)
        yield version, before, event, state


def moments_of(first: State, events: Iterable[Event], viewer: str | None = None) -> tuple[State, list[Moment]]:
    """The round with its wagers down, and every moment after that; a viewer is spoken to."""
    start = first
    moments: list[Moment] = []
    story = Story(viewer, cards=True)
    for version, before, event, after in states_of(first, events):
        if isinstance(event, BEFORE_CARDS):
            start = after
            continue
        told_before = len(story.entries)
        story.tell(before, after, (event,))
        entries = tuple(story.entries[told_before:])
        if isinstance(event, ev.Settling) and event.lines:
            moments += _payments(version, before, after, event, entries)
        elif (words := _words(after, event) or sentence(entries)) or entries:
            moments.append(Moment(version, before, after, event, words, entries))
    return start, moments


def _payments(
    version: int, before: State, after: State, event: ev.Settling, entries: tuple[Entry, ...]
) -> Iterator[Moment]:
    """A settlement, one wager after the other."""
    paid = payments_in_order(after, event)
    first = len(entries) - len(paid)
    if first:  # what was declared or taken, before the money moves
        yield Moment(version, before, before, event, sentence(entries[:first]), entries[:first])
    state, waiting = before, list[Entry]()
    last = max(i for i, one in enumerate(paid) if isinstance(one, ev.Line))
    for i, (one, entry) in enumerate(zip(paid, entries[first:], strict=True)):
        waiting.append(entry)  # what is paid beside a stake is told with the next wager that is settled
        if i > last or not isinstance(one, ev.Line):
            continue
        narrated = (*waiting, *(entries[first + last + 1 :] if i == last else ()))
        now = after if i == last else state.with_wager(one.wager, after.wagers[one.wager])
        yield Moment(version, state, now, event, sentence(narrated), narrated, one.wager)
        state, waiting = now, []


def _words(after: State, event: Event) -> str:
    """A card or a call in words; "" where the story has them."""
    match event:
        case ev.CardDealt(card, None, _):
            total = worth(after.dealer_total, after.dealer_total != after.dealer_hard)
            return f"{face(card)} to the dealer, who has {total}."
        case ev.HoleCardDealt():
            return "A card face down to the dealer."
        case ev.HoleCardPeeked():
            return f"The dealer looks at the card face down: no {after.rules.natural.name}."
        case ev.HoleCardTurned(card):
            has = after.rules.natural.name if after.dealer_natural else dealer_total(after)
            return f"The dealer turns {face(card)}: {has}."
        case ev.CardDealt(card, box, hand):
            return f"{face(card)} to box {box}{_hand(after, box, hand)}."
        case ev.CardCalled(box, _):
            control = next(one.control for one in after.boxes if one.number == box)
            return f"{name(control)} calls for a card on box {box}."
        case ev.OffersClosed():
            return "The offers are closed."
        case ev.RoundEnded():
            return "The round is over."
    return ""


def _hand(state: State, box: int | None, number: int) -> str:
    for hand in state.hands:
        if state.boxes[hand.box].number == box and state.hand_number(hand) == number:
            which = f", hand {number}" if state.boxes[hand.box].hands_made > 1 else ""
            return f"{which}: {worth(hand.total, hand.soft)}"
    return ""


def sentence(entries: Iterable[Entry]) -> str:
    """Entries of a story as one sentence."""
    parts = (
        f"{entry.who}: {entry.text}{f', {gain(entry.amount)}' if entry.amount is not None else ''}" for entry in entries
    )
    return capital("; ".join(parts)) if entries else ""
