"""Who may see what: cards that lie face down, the order of a shoe, and the money and measures of others.

Every way out asks here: the API, the WebSocket, the pages, the staff's log, the shoes and the history. What an event or
a view keeps from whom is declared where it is defined, with `@event(seen_by=…)` or `for_player()`.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import field, fields, replace
from functools import cache
from typing import Any, TypeVar

from cutcard.cards import Card
from cutcard.engine import events as played
from cutcard.engine.state import Hand
from cutcard.table.codec import written
from cutcard.table.config import INSPECTOR, PLAYER, Person
from cutcard.table.corrected_rounds import RoundCorrected
from cutcard.table.draft import CommandReceived
from cutcard.table.registry import EVENTS, TABLE, Registry, TableEvent
from cutcard.table.registry import Record as EventRecord
from cutcard.table.round_events import RoundEvent
from cutcard.table.shuffle import ShoeRevealed
from cutcard.table.state import TableState

OPEN_PHASES = ("dealer", "over")  # by then every hand has been turned up
PUBLIC, STAFF = "public", "staff"
_OWN = "own"
Step = tuple[TableState, TableEvent, TableState]  # the table before an event, the event, and the table after it
Record = TypeVar("Record")


# --------------------------------------------------------------------------------------------------------- who is who


def is_staff(viewer: Person | None) -> bool:
    """Whether somebody works at the table's casino or inspects it; staff of another casino are nobody at the table."""
    return viewer is not None and viewer.role != PLAYER


def is_player(viewer: Person | None, name: str) -> bool:
    """Whether somebody is the player of this name."""
    return viewer is not None and viewer.role == PLAYER and viewer.id == name


def audience(concerned: frozenset[str], viewer: Person | None) -> str:
    """Those who are shown the same as the viewer, where no card lies face down and these players are concerned."""
    if is_staff(viewer):
        return STAFF
    return f"player {viewer.id}" if viewer is not None and viewer.id in concerned else PUBLIC


# -------------------------------------------------------------------------------------------------------------- events


def concerned(events: Iterable[TableEvent]) -> frozenset[str]:
    """The players who are shown more of these events than others are."""
    kinds = ((EVENTS[type(event)], event) for event in events)
    return frozenset(
        event.player  # type: ignore[attr-defined]
        for spec, event in kinds
        if spec.seen_by == "player" or spec.player_fields
    )


def events_shown(steps: Iterable[Step], viewer: Person | None) -> list[dict[str, Any] | None]:
    """What one command led to, event by event, as a person may see it; None where they may not know of it.

    Who gave the command and what it was is kept from those who may not see all that came of it: "detain a player" tells
    as much as the detention.
    """
    shown: list[dict[str, Any] | None] = []
    received: int | None = None
    for at, (before, event, after) in enumerate(steps):
        shown.append(event_shown(before, event, after, viewer))
        if isinstance(event, CommandReceived):
            received = at
        elif shown[at] is None and received is not None and EVENTS[type(event)].seen_by in ("player", "staff"):
            shown[received] = None
    return shown


def shown_but_for_the_command(events: Iterable[TableEvent], viewer: Person | None) -> bool:
    """Whether a person is shown everything in these events, other than what the first says of the command.

    Only at a table that deals face up. Whether the order of a shoe is shown depends on more: see `event_shown`.
    """
    return all(isinstance(event, CommandReceived) or _shown_whole(event, viewer) for event in events)


def _shown_whole(event: TableEvent, viewer: Person | None) -> bool:
    spec = EVENTS[type(event)]
    return (
        not isinstance(event, ShoeRevealed)
        and _may_see(event, spec.seen_by, viewer)
        and not spec.secret_fields
        and (not spec.player_fields or _may_see(event, "player", viewer))
        and (not spec.staff_fields or is_staff(viewer))
    )


def event_shown(
    before: TableState, event: TableEvent, after: TableState, viewer: Person | None
) -> dict[str, Any] | None:
    """An event as a person may see it, in the codec's words; None where they may not know of it at all.

    A card that lies face down comes as null; where cards are turned up, `turned_up` has them by box. What is kept back
    here beyond the declaration has to be in `_shown_whole` as well.
    """
    if isinstance(event, ShoeRevealed) and (hole_card_down(before) or _face_down(before, viewer)):
        return None  # a shoe that ends within a round: its order would tell what lies face down
    as_seen = declared_event_shown(event, viewer)
    if as_seen is not None and (before.face_down or after.face_down):
        return _with_cards(as_seen, before, event, after, viewer)
    return as_seen


def declared_event_shown(
    event: EventRecord, viewer: Person | None, registry: Registry = TABLE, owner: str | None = None
) -> dict[str, Any] | None:
    """An event of any stream as its declaration shows it to a person; None where they may not know of it at all.

    `owner` is the player whose own stream it is; elsewhere the event names the player whom it is about.
    """
    spec = registry.events[type(event)]
    if not _may_see(event, spec.seen_by, viewer, owner):
        return None
    as_seen = written(event, registry)
    for names, seen_by in (
        (spec.player_fields, "player"),
        (spec.staff_fields, "staff"),
        (spec.secret_fields, "nobody"),
    ):
        if names and not _may_see(event, seen_by, viewer, owner):
            for name in names:
                del as_seen[name]
    return as_seen


def _may_see(event: Any, seen_by: str, viewer: Person | None, owner: str | None = None) -> bool:
    if seen_by == "everybody":
        return True
    if seen_by == "nobody":
        return False
    return is_staff(viewer) or (seen_by == "player" and is_player(viewer, event.player if owner is None else owner))


def _with_cards(
    as_seen: dict[str, Any], before: TableState, event: TableEvent, after: TableState, viewer: Person | None
) -> dict[str, Any]:
    """An event at a table that deals face down: without the cards of others, and with those that it turns up."""
    if isinstance(event, RoundCorrected) and (_face_down(before, viewer) or _face_down(after, viewer)):
        as_seen["events"] = []
        for change in as_seen["changes"]:
            change |= {"was": None, "now": None} if change["kind"] == "card" else {}
    owner = seen_only_by(before, event)
    if (owner is not None and not _sees(viewer, owner)) or _dealt_to(event) in covered(after, viewer):
        as_seen["event"]["card"] = None
    turned = {
        str(box): " ".join(card.text for card in cards)
        for box, cards in _face_down(before, viewer).items()
        if box not in _face_down(after, viewer) and _still_there(after, box, cards)
    }
    return {**as_seen, "turned_up": turned} if turned else as_seen


def _still_there(state: TableState, number: int, cards: Iterable[Card]) -> bool:
    """Whether a box has these cards; a correction may have taken them away, and then nobody has turned them up."""
    if state.round is None:
        return False
    boxes = state.round.boxes
    has = Counter(card for hand in state.round.hands if boxes[hand.box].number == number for card in hand.cards)
    return not Counter(cards) - has


# --------------------------------------------------------------------------------------------------------------- views


def for_player() -> Any:
    """A field of a view that is only for the player whom the view names, and for staff; others are shown None."""
    return field(metadata={_OWN: True})


def sees_own(viewer: Person | None, owner: str) -> bool:
    """Whether somebody may see what is a player's alone."""
    return is_staff(viewer) or is_player(viewer, owner)


def shown(record: Record, owner: str, viewer: Person | None) -> Record:
    """A view of a player, without what is theirs alone unless the viewer may see it."""
    if sees_own(viewer, owner):
        return record
    kind: Any = type(record)
    return replace(record, **dict.fromkeys(_own_fields(kind)))  # type: ignore[type-var]


@cache
def _own_fields(kind: Any) -> tuple[str, ...]:
    return tuple(each.name for each in fields(kind) if each.metadata.get(_OWN))


# --------------------------------------------------------------------------------------------------------------- cards


def hole_card_down(state: TableState) -> bool:
    """Whether a card lies face down before the dealer, which nobody may know."""
    return state.playing and state.round is not None and bool(state.round.hole)


def seen_only_by(state: TableState, event: TableEvent) -> str | None:
    """Who alone may see a card that is dealt face down, from the table as it was before; None: anybody may."""
    if not (state.face_down and isinstance(event, RoundEvent) and isinstance(event.event, played.CardDealt)):
        return None
    if state.round is None or state.round.phase != "initial" or event.event.box is None:
        return None
    return next(box.control for box in state.round.boxes if box.number == event.event.box)


def _dealt_to(event: TableEvent) -> int | None:
    """The box that gets a card, which may be its second one late in the round (Melbourne 9.8.1); None: no box does."""
    return event.event.box if isinstance(event, RoundEvent) and isinstance(event.event, played.CardDealt) else None


def _sees(viewer: Person | None, owner: str) -> bool:
    """Whether somebody may look at cards that lie face down before their owner."""
    return viewer is not None and (viewer.role == INSPECTOR or is_player(viewer, owner))


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


def order_shown(revealed_version: int, last_round: tuple[int, int | None] | None) -> bool:
    """Whether a shoe that has ended may be shown with its cards: not within the round in which it ended.

    A shoe can end within a round, when a device shuffles or the discards complete it. Then its order, and the cards
    that are missing from it, would tell what lies face down. `last_round` has the versions of the opening and the end
    of the table's last round; None: no round was opened.
    """
    if last_round is None:
        return True
    opened, ended = last_round
    return ended is not None or revealed_version < opened
