"""What has to be in order before the first draw, and before a table is used."""

from __future__ import annotations

from cutcard.refusals import Refusal
from cutcard.rulebooks import rules
from cutcard.table.state import TableState
from cutcard.tournaments.publication import approval_refused
from cutcard.tournaments.schedules import schedule_of
from cutcard.tournaments.terms import TournamentTerms
from cutcard.tournaments.tournament_draft import TournamentDraft


def start_refused(draft: TournamentDraft) -> Refusal | None:
    """Refuse the first draw while entries are open, or something about them is still to be done."""
    state, items = draft.state, draft.by_book.items
    refusal = approval_refused(draft)
    if refusal is not None:
        return refusal
    if not (state.closed or state.scheduled):
        return Refusal("entries-to-close")
    unsigned = [one.player for one in state.entrants.values() if one.status == "entered" and not one.signed]
    if state.terms.signed and unsigned:
        return Refusal("agreement-to-come", items.get("signed"), {"player": unsigned[0]})
    return None


def by_shoes(terms: TournamentTerms) -> bool:
    """Whether a session of the tournament, or a play-off, is measured in shoes."""
    return schedule_of(terms) is not None or any(stage.shoes or stage.play_off_shoes for stage in terms.stages)


def designation_refused(draft: TournamentDraft, table: TableState) -> Refusal | None:
    """Refuse a table that the tournament cannot be played at."""
    terms, config = draft.state.terms, table.config
    low_limit = draft.by_book.rules_out.get("low_limit")
    if config.low_limit and low_limit is not None:
        return Refusal("low-limit-tournament", low_limit, {"table": table.table})
    if (config.rules.book, config.rules.game) != (terms.book, terms.game):
        return Refusal("table-of-another-game", None, {"table": table.table, "game": terms.game})
    if dict(config.rules.options) != dict(rules(terms.book, terms.game, terms.options).options):
        return Refusal("table-of-other-options", None, {"table": table.table})
    if config.decks != terms.decks:
        return Refusal("table-of-other-decks", None, {"table": table.table, "decks": terms.decks})
    if table.shuffles_itself and by_shoes(terms):
        return Refusal("no-shoes-at-device", draft.by_book.items.get("rounds"), {"table": table.table})
    if config.boxes < max((stage.seats for stage in terms.stages), default=0):
        return Refusal("table-too-small", None, {"table": table.table, "boxes": config.boxes})
    return None
