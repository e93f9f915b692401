"""Orders of exclusion: who is kept from every table at once, by whom, and how that ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Annotated, Any, NamedTuple

from cutcard.players.cards import CardChanged, PlayerRegistered
from cutcard.players.law import DAY, HOUSE_LAW, ExclusionKind, Law, law_of
from cutcard.players.player_draft import PlayerDraft
from cutcard.players.player_registry import command, event, handles, reduces
from cutcard.players.player_state import PlayerState
from cutcard.players.restraints import Exclusion
from cutcard.refusals import Refusal
from cutcard.table import PlayerExcluded, TableState
from cutcard.table.config import PLAYER
from cutcard.table.ranges import Range
from cutcard.table.registry import FreeText

ExclusionDays = Annotated[int, Range(0, 20 * 366)]
OWN_KINDS = ("voluntary",)  # what somebody may order for themselves
TOLD_LENGTH = 200  # characters of how the other casino was told


@command("exclude a player", group="exclusions", needs_role=False, by_power="exclude")
class Exclude(NamedTuple):
    """Keep somebody from every table at once. Players may ask for it themselves; all other orders are the staff's."""

    kind: ExclusionKind
    reason: str = ""
    days: ExclusionDays = 0  # 0: until it is lifted


@command("lift an exclusion", group="exclusions")
class LiftExclusion(NamedTuple):
    """End an order of exclusion; a card has to be issued again."""

    number: int
    reason: str


@command("record that another casino was told", group="exclusions")
class RecordCasinoTold(NamedTuple):
    """Record how and when another casino was told of an order."""

    number: int
    told: str


@event(seen_by="player", staff_fields=("reason",), log="exclusion {number} ({kind}): {reason}")
class ExclusionOrdered(NamedTuple):
    """An order begins now; `until` is None where it has no end of its own."""

    number: int
    kind: ExclusionKind
    until: int | None
    by: str
    reason: str
    clause: str | None = None


@event(seen_by="player", staff_fields=("reason",), log="exclusion {number} is lifted: {reason}")
class ExclusionLifted(NamedTuple):
    number: int
    reason: str


@event(seen_by="staff", log="another casino is told of exclusion {number}: {told}")
class CasinoTold(NamedTuple):
    number: int
    told: FreeText
    clause: str | None = None


@handles(Exclude)
def exclude(draft: PlayerDraft, command: Exclude) -> Refusal | None:
    field = command.kind.replace("-", "_")
    clause = draft.law.clause(f"exclusion.{field}")
    if not getattr(draft.law.exclusion, field):
        return Refusal("no-such-order", clause, {"law": draft.law.title, "kind": command.kind})
    if draft.by.role == PLAYER and command.kind not in OWN_KINDS:
        return Refusal("only-oneself-excluded", clause, {"player": draft.by.id})
    refusal = draft.own_or_staff("exclude")
    if refusal is None and command.kind not in OWN_KINDS and not command.reason.strip():
        refusal = Refusal("reason-missing", clause)
    if refusal is not None:
        return refusal
    until = draft.at + command.days * DAY if command.days else None
    if command.kind in OWN_KINDS and (standing := _lasting_order(draft, command.kind, until)) is not None:
        facts = {"player": draft.state.player, "number": standing.number}
        return Refusal("excluded-as-long-already", clause, facts)
    number = len(draft.state.exclusions) + 1
    draft.add(ExclusionOrdered(number, command.kind, until, draft.by.id, command.reason, clause))
    draft.add(*_card_withdrawn(draft.state, draft.law))
    return None


def _lasting_order(draft: PlayerDraft, kind: ExclusionKind, until: int | None) -> Exclusion | None:
    """An order of the same kind that lasts as long as a new one would: asking again would add nothing."""
    orders = (one for one in draft.state.excluded(draft.at) if one.kind == kind)
    return next((one for one in orders if one.until is None or (until is not None and until <= one.until)), None)


def excluded_at_table(table: TableState, state: PlayerState, event: PlayerExcluded, by: str) -> Iterator[Any]:
    """What it is in a player's stream that a supervisor at a table excluded them; the register then knows them."""
    if not state.registered:
        yield PlayerRegistered(event.player, table.rules.book, table.config.law)
    yield ExclusionOrdered(len(state.exclusions) + 1, "house", None, by, event.reason, event.clause)
    yield from _card_withdrawn(state, law_of(state.law or HOUSE_LAW))


def _card_withdrawn(state: PlayerState, law: Law) -> tuple[CardChanged, ...]:
    """Anybody who is excluded has no card any more, where the law says so."""
    has_one = state.card is not None and state.card.in_force
    return (CardChanged("withdrawn", "excluded"),) if has_one and law.exclusion.cancels_card else ()


@handles(LiftExclusion)
def lift_exclusion(draft: PlayerDraft, command: LiftExclusion) -> Refusal | None:
    clause = draft.power(command).clause
    if not any(one.number == command.number for one in draft.state.excluded(draft.at)):
        return Refusal("no-such-exclusion", clause, {"player": draft.state.player, "number": command.number})
    if not command.reason.strip():
        return Refusal("reason-missing", clause)
    draft.add(ExclusionLifted(command.number, command.reason))
    return None


@handles(RecordCasinoTold)
def record_casino_told(draft: PlayerDraft, command: RecordCasinoTold) -> Refusal | None:
    clause = draft.law.clause("exclusion.others_told")
    if not 1 <= command.number <= len(draft.state.exclusions):
        return Refusal("no-such-exclusion", clause, {"player": draft.state.player, "number": command.number})
    if not command.told.strip() or len(command.told) > TOLD_LENGTH:
        return Refusal("reason-missing", clause)
    draft.add(CasinoTold(command.number, command.told, clause))
    return None


@reduces(ExclusionOrdered)
def _excluded(state: PlayerState, event: ExclusionOrdered) -> PlayerState:
    order = Exclusion(event.number, state.now, event.until, event.kind, event.by, event.clause)
    return state._replace(exclusions=(*state.exclusions, order))


@reduces(ExclusionLifted)
def _lifted(state: PlayerState, event: ExclusionLifted) -> PlayerState:
    return _with_order(state, event.number, lambda one: one._replace(until=state.now))


@reduces(CasinoTold)
def _casino_told(state: PlayerState, event: CasinoTold) -> PlayerState:
    return _with_order(state, event.number, lambda one: one._replace(told_at=state.now))


def _with_order(state: PlayerState, number: int, change: Callable[[Exclusion], Exclusion]) -> PlayerState:
    orders = [change(one) if one.number == number else one for one in state.exclusions]
    return state._replace(exclusions=tuple(orders))
