"""Who may see what: cards that lie face down, the order of a shoe, and the events that would give them away."""

from __future__ import annotations

from typing import Any

from cutcard.engine import events as played
from cutcard.engine.state import Hand
from cutcard.table.codec import written
from cutcard.table.config import PLAYER, Person
from cutcard.table.draft import CommandReceived
from cutcard.table.registry import EVENTS, TableEvent
from cutcard.table.round_events import RoundEvent
from cutcard.table.shuffle import ShoeRevealed
from cutcard.table.state import TableState

INSPECTOR = "inspector"
OPEN_PHASES = ("dealer", "over")  # by then every hand has been turned up


def seen_only_by(state: TableState, event: TableEvent) -> str | None:
    """Who alone may see a card that is dealt face down, from the table as it was before; None: anybody may."""
    if not (state.face_down and isinstance(event, RoundEvent) and isinstance(event.event, played.CardDealt)):
        return None
    if state.round is None or state.round.phase != "initial" or event.event.box is None:
        return None
    return next(box.control for box in state.round.boxes if box.number == event.event.box)


def public(event: TableEvent) -> bool:
    """Whether an event may be shown to anybody before its shoe has ended."""
    return not EVENTS[type(event)].secret


def event_shown(
    before: TableState, event: TableEvent, after: TableState, viewer: Person | None
) -> dict[str, Any] | None:
    """An event as a person may see it, in the codec's words; None where they may not know of it at all.

    A card that lies face down comes as null; where cards are turned up, `turned_up` has them by box.
    """
    if not public(event):
        return None
    if isinstance(event, ShoeRevealed) and _face_down(before, viewer):
        return None  # a shoe that ends within a round: its order would tell what lies face down
    said = written(event)
    if isinstance(event, CommandReceived):
        del said["digest"]  # one could try amounts until it fits
    owner = seen_only_by(before, event)
    if owner is not None and not _sees(viewer, owner):
        said["event"]["card"] = None
    turned = {
        str(box): " ".join(card.text for card in cards)
        for box, cards in _face_down(before, viewer).items()
        if box not in _face_down(after, viewer)
    }
    return {**said, "turned_up": turned} if turned else said


def _sees(viewer: Person | None, owner: str) -> bool:
    """Whether somebody may look at cards that lie face down before their owner."""
    return viewer is not None and (viewer.role == INSPECTOR or (viewer.role == PLAYER and viewer.id == owner))


def hidden(state: TableState, hand: Hand, viewer: Person | None) -> bool:
    """Whether a hand lies face down and is not for this viewer to see."""
    round_ = state.round
    if not state.face_down or round_ is None or round_.phase in OPEN_PHASES:
        return False
    box = round_.boxes[hand.box]
    turned = box.number in state.shown or hand.split or len(hand.cards) > 2 or hand.ended in ("natural", "bust", "won")
    return not turned and not _sees(viewer, box.control)


def covered(state: TableState, viewer: Person | None) -> frozenset[int]:
    """The boxes with cards that a viewer may not see."""
    return frozenset(_face_down(state, viewer))


def _face_down(state: TableState, viewer: Person | None) -> dict[int, Any]:
    """The boxes with cards that this viewer cannot see, and the cards."""
    if not state.face_down or state.round is None:
        return {}
    hands = (hand for hand in state.round.hands if hand.cards and hidden(state, hand, viewer))
    return {state.round.boxes[hand.box].number: hand.cards for hand in hands}
