"""Closing a table: the notice that players have, the last rounds, and the float's way back to the cage."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.durations import MINUTE_MS
from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.draft import Draft
from cutcard.table.ledger import Postings, house_account, moved, table_account
from cutcard.table.players import leave_table
from cutcard.table.ranges import Time
from cutcard.table.registry import command, event, handles, posts, reduces
from cutcard.table.shuffle import reveal
from cutcard.table.state import (
    TableState,
    with_shoe,
)
from cutcard.table.versions import with_versions_played
from cutcard.table.wager_refusals import EXTRA_ROUND, extra_round


@command("give a closing notice", group="closing", at_tournament="tournament-releases-first")
class GiveClosingNotice(NamedTuple):
    """Tell the players that the table will close; with a sign, at what time."""

    closes_at: Time = 0


@command("announce the last rounds", group="closing", at_tournament="tournament-releases-first")
class AnnounceLastRounds(NamedTuple):
    pass


@command("count the cards", group="closing")
class CountCards(NamedTuple):
    """Gaming is over: look at the cards one by one and say whether all of them are there."""

    complete: bool


@command("close the table", group="closing", at_stake="money", at_tournament="tournament-releases-first")
class CloseTable(NamedTuple):
    """Close the table; the float goes back to the cage."""

    cards_complete: bool | None = None  # None: as a count has found them


@event(seen_by="everybody")
class ClosingNoticed(NamedTuple):
    closes_at: int  # 0: a notice that names no time


@event(seen_by="everybody")
class LastRoundsAnnounced(NamedTuple):
    rounds: int


@event(seen_by="everybody", staff_fields=("complete",), log="the cards were counted, complete: {complete} ({clause})")
class CardsCounted(NamedTuple):
    complete: bool
    clause: str


@event(seen_by="everybody", staff_fields=("chips",))
class TableClosed(NamedTuple):
    chips: Cents  # what went back to the cage
    cards_complete: bool | None  # None: nobody has counted them


@handles(GiveClosingNotice)
def give_closing_notice(draft: Draft, command: GiveClosingNotice) -> Refusal | None:
    by_book = draft.procedures.closing
    if by_book.notice == "minutes" and command.closes_at - draft.at < by_book.minutes * MINUTE_MS:
        return draft.refuse("closing.minutes", "closing-sign-too-late", minutes=by_book.minutes)
    draft.add(ClosingNoticed(command.closes_at if by_book.notice == "minutes" else 0))
    return None


@handles(AnnounceLastRounds)
def announce_last_rounds(draft: Draft, command: AnnounceLastRounds) -> Refusal | None:
    if draft.state.playing:
        return draft.refuse("closing.announced_rounds", "announced-between-rounds")
    if draft.state.last_rounds is not None:
        return draft.refuse("closing.announced_rounds", "announced-already")
    draft.add(LastRoundsAnnounced(draft.procedures.closing.announced_rounds))
    return None


def count_due(state: TableState) -> bool:
    """Whether the cards have been played with and the document wants them looked at before the table closes."""
    wanted = state.config.procedures.closing.cards_after != "unsaid"
    there = state.shoe.stage != "no-cards" and not state.shoe.opening
    return wanted and there and state.shoe.complete is None


@handles(CountCards)
def count_cards(draft: Draft, command: CountCards) -> Refusal | None:
    """At the end of gaming, after the last round: if another is dealt, the cards are counted again."""
    state, clause = draft.state, draft.power(command).clause
    if state.playing or state.bets:
        return Refusal("round-not-finished", clause)
    if state.shoe.stage == "no-cards":
        return Refusal("no-cards-to-count", clause)
    draft.add(CardsCounted(command.complete, clause))
    return None


@handles(CloseTable)
def close_table(draft: Draft, command: CloseTable) -> Refusal | None:
    state = draft.state
    if state.playing or state.bets:
        return Refusal("round-not-finished")
    refusal = _closing_refused(draft) if state.present else None
    if refusal is None and count_due(state):
        refusal = draft.refuse("closing.cards_after", "cards-not-counted", how=draft.procedures.closing.cards_after)
    if refusal is not None:
        return refusal
    reveal(draft)
    for name in state.present:
        leave_table(draft, name)
    found = state.shoe.complete if command.cards_complete is None else command.cards_complete
    draft.add(TableClosed(draft.state.tray, found))  # less what devices were paid out
    return None


def _closing_refused(draft: Draft) -> Refusal | None:
    """Whether those who play have had the notice that the document gives them."""
    state, by_book = draft.state, draft.procedures.closing
    if state.closes_at is None and not (by_book.announced_rounds and state.last_rounds is not None):
        return draft.refuse("closing.notice", "closing-without-notice")
    if by_book.notice == "minutes" and draft.at < (state.closes_at or 0):
        return draft.refuse("closing.minutes", "closing-too-early")
    if by_book.notice == "rounds" and state.noticed_rounds < by_book.rounds:
        left = by_book.rounds - state.noticed_rounds
        return draft.refuse("closing.rounds", "rounds-before-closing", left=left)
    if extra_round(state) and state.round is not None:  # once betting for it is open, it is the player's to wager
        return draft.refuse(EXTRA_ROUND, "extra-round-first")
    if state.last_rounds:
        return draft.refuse("closing.announced_rounds", "announced-rounds-left", left=state.last_rounds)
    return None


@reduces(ClosingNoticed)
def _closing_noticed(state: TableState, event: ClosingNoticed) -> TableState:
    return state._replace(closes_at=event.closes_at, noticed_rounds=-1 if state.playing else 0)  # whole rounds count


@reduces(LastRoundsAnnounced)
def _last_rounds(state: TableState, event: LastRoundsAnnounced) -> TableState:
    return state._replace(last_rounds=event.rounds)


@reduces(CardsCounted)
def _counted(state: TableState, event: CardsCounted) -> TableState:
    return with_shoe(state, complete=event.complete)


@reduces(TableClosed)
def _closed(state: TableState, event: TableClosed) -> TableState:
    return with_versions_played(state)._replace(phase="closed", betting="closed", approvals={})


@posts(TableClosed)
def _post_closed(state: TableState, event: TableClosed) -> Postings:
    return moved(table_account(state, "float"), house_account(state.currency, "cage"), event.chips)
