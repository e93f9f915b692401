"""Who takes part: play at tables is counted, forms are handed in, and some people are not eligible.

Counting is given to the promotion as rounds of tables that were not counted before, and nothing counts twice: each
count says up to which round of a table it goes. Anybody with the tables' events can count again.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.players.player_state import stream_of_player
from cutcard.players.standing import kept_from_play
from cutcard.promotions.awards import award_at_once, winners_at_once
from cutcard.promotions.play import NO_PLAY, Play
from cutcard.promotions.promotion_draft import PromotionDraft, by_player_too
from cutcard.promotions.promotion_registry import command, event, handles, reduces, touches
from cutcard.promotions.promotion_state import PromotionState
from cutcard.refusals import Refusal
from cutcard.table.bounds import is_name
from cutcard.table.config import is_house


class TableCount(NamedTuple):
    """What some rounds of a table count for: those after a round up to another, as the table was at a version."""

    table: str
    after: int
    upto: int
    version: int
    play: Mapping[str, Play]


@command("bar somebody from a promotion", group="entries")
class BarFromPromotion(NamedTuple):
    """Write down that somebody is not eligible; entries that they have do not count any more."""

    player: str
    reason: str


@command("enter a promotion by a form", group="entries", role_check=by_player_too)
class EnterPromotion(NamedTuple):
    """Hand in an entry form, where the conditions give an entry for one."""

    player: str


@command("count play for a promotion", group="entries")
class CountPlay(NamedTuple):
    """Count what was played at the tables since it was counted last."""

    table_counts: tuple[TableCount, ...] = ()  # put in by the house


@command("close the entries of a promotion", group="entries")
class ClosePromotion(NamedTuple):
    """Count what was played until entries close, and take none any more."""

    table_counts: tuple[TableCount, ...] = ()  # put in by the house


@event(seen_by="staff", log="{player} is not eligible: {reason}")
class PersonNotEligible(NamedTuple):
    player: str
    reason: str
    clause: str


@event(seen_by="player", log="{player} has handed in an entry form")
class FormEntered(NamedTuple):
    player: str
    clause: str


@event(seen_by="staff", log="rounds {after} to {upto} of table {table} are counted")
class RoundsCounted(NamedTuple):
    """The rounds of a table after one, up to another, as its events up to a version have them, and what they count."""

    table: str
    after: int
    upto: int
    version: int
    play: Mapping[str, Play]
    clause: str
    valid_only: bool = False  # nothing of invalid wagers counts; in earlier releases what went back of them did


@event(seen_by="everybody", log="entries are closed: {players} players have {entries} entries")
class PromotionClosed(NamedTuple):
    at: int
    players: int
    entries: int
    clause: str


@handles(BarFromPromotion)
def bar_from_promotion(draft: PromotionDraft, command: BarFromPromotion) -> Refusal | None:
    clause = draft.power(command).clause
    if not command.reason.strip():
        return Refusal("reason-missing", clause)
    if command.player in draft.state.barred:
        return Refusal("entrant-barred", clause, {"player": command.player})
    if draft.state.phase not in ("announced", "running", "closed"):
        return Refusal("promotion-drawn-already", clause)
    draft.add(PersonNotEligible(command.player, command.reason, clause))
    return None


@touches(EnterPromotion)
def _register(state: PromotionState, command: EnterPromotion) -> tuple[str, ...]:
    """The player's page of the register, which says whether they may gamble, and those of anybody who may win by it."""
    own = (stream_of_player(command.player),) if is_name(command.player) else ()
    return (*own, *winners_at_once(state, ()))


@touches(CountPlay, ClosePromotion)
def _registers(state: PromotionState, command: CountPlay | ClosePromotion) -> tuple[str, ...]:
    return winners_at_once(state, (name for one in command.table_counts for name in one.play))


@handles(EnterPromotion)
def enter_promotion(draft: PromotionDraft, command: EnterPromotion) -> Refusal | None:
    state, clause = draft.state, draft.prize_rules.items["eligible"]
    refusal = draft.acting_for(command.player, "enter-promotion") or _not_running(draft)
    if refusal is not None:
        return refusal
    if not any(rule.earned_by == "form" for rule in state.conditions.entry_rules):
        return Refusal("promotion-without-forms", clause)
    if command.player in state.barred or is_house(command.player):
        return Refusal("entrant-barred", clause, {"player": command.player})
    if command.player in state.forms:
        return Refusal("form-entered-already", clause, {"player": command.player})
    kept_out = kept_from_play(draft.others.get(stream_of_player(command.player)), command.player, draft.at)
    if kept_out is not None:
        return kept_out
    draft.add(FormEntered(command.player, clause))
    award_at_once(draft)
    return None


def _not_running(draft: PromotionDraft) -> Refusal | None:
    """Refuse an entry before the start, and after the time that the conditions give."""
    closes = draft.prize_rules.items["closing"]
    if draft.state.phase != "running":
        return Refusal("promotion-not-running", closes)
    if draft.at > draft.state.conditions.entries_close_at:
        return Refusal("promotion-closed-at", closes)
    return None


@handles(CountPlay)
def count_play(draft: PromotionDraft, command: CountPlay) -> Refusal | None:
    if draft.state.phase != "running":
        return Refusal("promotion-not-running", draft.power(command).clause)
    return _count(draft, command.table_counts, draft.power(command).clause)


def _count(draft: PromotionDraft, counts: tuple[TableCount, ...], clause: str) -> Refusal | None:
    for one in counts:
        if one.after != draft.state.counted.get(one.table, 0):
            return Refusal("counted-already", clause, {"table": one.table})
        draft.add(RoundsCounted(**one._asdict(), clause=clause, valid_only=True))
        award_at_once(draft)
    award_at_once(draft)  # also to anybody who was kept away when their entries were counted, and is not any more
    return None


@handles(ClosePromotion)
def close_promotion(draft: PromotionDraft, command: ClosePromotion) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if state.phase != "running":
        return Refusal("promotion-not-running", clause)
    if draft.at < state.conditions.entries_close_at:
        return Refusal("promotion-closes-later", clause)
    if state.conditions.awarded == "draw" and not state.commitment:
        return Refusal("draw-not-sealed", draft.prize_rules.items["awarding"])
    refusal = _count(draft, command.table_counts, clause)
    if refusal is not None:
        return refusal
    tickets = draft.state.tickets
    draft.add(PromotionClosed(draft.at, len(tickets), sum(tickets.values()), clause))
    return None


@reduces(PersonNotEligible)
def _barred(state: PromotionState, event: PersonNotEligible) -> PromotionState:
    return state._replace(barred={**state.barred, event.player: event.reason})


@reduces(FormEntered)
def _entered(state: PromotionState, event: FormEntered) -> PromotionState:
    state = state._replace(forms=state.forms | {event.player})
    if state.commanded_by == event.player:
        return state
    return state._replace(entered_by={**state.entered_by, event.player: state.commanded_by})


@reduces(RoundsCounted)
def _counted(state: PromotionState, event: RoundsCounted) -> PromotionState:
    play = dict(state.play)
    for player, more in event.play.items():
        play[player] = play.get(player, NO_PLAY).plus(more)
    return state._replace(play=play, counted={**state.counted, event.table: event.upto})


@reduces(PromotionClosed)
def _closed(state: PromotionState, event: PromotionClosed) -> PromotionState:
    at_once = state.conditions.awarded == "at-once"
    return state._replace(phase="drawn" if at_once else "closed", closed_at=event.at)
