"""How commands of a tournament are decided: the shared door of streams, with what is a tournament's own."""

from __future__ import annotations

from cutcard.refusals import Refusal
from cutcard.streams import Family
from cutcard.table.ledger import commission_account, pocket, pool_account
from cutcard.table.registry import CommandSpec
from cutcard.tournaments.approvals import handled
from cutcard.tournaments.cash_fees import payer_of
from cutcard.tournaments.tournament_draft import TournamentCommandReceived, TournamentDraft
from cutcard.tournaments.tournament_registry import TOURNAMENTS
from cutcard.tournaments.tournament_state import TournamentState, stream_of_tournament

CLEARING = "release-table"  # what is still done when a tournament is over


def accounts_of(state: TournamentState) -> tuple[str, ...]:
    """The pool and the commission of a tournament, and the pockets of those who may have to pay for more chips."""
    if state.terms_or_none is None:
        return ()
    terms, currency = state.terms, state.terms.currency
    found = pool_account(currency, state.tournament), commission_account(currency, state.tournament)
    if terms.buy_back is None and not any(stage.buy_in for stage in terms.stages):
        return found
    who = (payer_of(one) for one in state.entrants.values() if one.status in ("seated", "eliminated"))
    return (*found, *(pocket(currency, name) for name in dict.fromkeys(who)))


def _refused(draft: TournamentDraft, spec: CommandSpec) -> Refusal | None:
    """A tournament that takes no commands, and somebody whom the document does not give this one."""
    over = draft.state.phase in ("cancelled", "finished")
    if not draft.state.phase or (over and spec.name != CLEARING):
        return Refusal("tournament-not-on", None, {"tournament": draft.state.tournament})
    return draft.role_missing(spec)


TOURNAMENT_FAMILY: Family[TournamentState] = Family(
    registry=TOURNAMENTS,
    received=TournamentCommandReceived,
    draft=TournamentDraft,
    stream=lambda state: stream_of_tournament(state.tournament),
    accounts=accounts_of,
    refused=_refused,
    handled=handled,
)
