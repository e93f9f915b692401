"""The end of a tournament: everybody's place, and the prizes, which are the whole pool."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.table.ledger import moved, pocket, pool_account
from cutcard.tournaments.prize_division import awarded, divided
from cutcard.tournaments.progress import orders_by_stage
from cutcard.tournaments.ranking import overall, tied_places
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, posts, reduces
from cutcard.tournaments.tournament_state import Entrant, TournamentState


@command("award places and prizes", group="prizes", at_stake="money")
class AwardPlaces(NamedTuple):
    """Announce everybody's place and pay the prizes: the tournament is over."""


@event(seen_by="everybody", log="places are awarded, and {pool:money} of prizes are paid (clause {clause})")
class PlacesAwarded(NamedTuple):
    """The place of every entrant who has one, and what they win; level players have the same place."""

    places: Mapping[int, int]
    prizes: Mapping[int, Cents]
    pool: Cents
    clause: str


@handles(AwardPlaces)
def award_places(draft: TournamentDraft, command: AwardPlaces) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if not state.play_over:
        return Refusal("play-not-over", clause)
    order = overall(orders_by_stage(state))
    barred = frozenset(number for number, one in state.entrants.items() if one.employee)
    placed = tied_places(order)
    eligible = sum(1 for number in placed if number not in barred)
    pool = draft.holds(pool_account(state.terms.currency, state.tournament))
    if pool and not eligible:
        return Refusal("nobody-to-pay", clause)
    prizes = awarded(order, divided(pool, state.terms.prizes, eligible), barred)
    draft.add(PlacesAwarded(placed, prizes, pool, clause))
    return None


def payee(entrant: Entrant) -> str:
    """Whom a prize is paid to: whose entry it is, also where a substitute has played it."""
    return entrant.applicant or entrant.player


@reduces(PlacesAwarded)
def _awarded(state: TournamentState, event: PlacesAwarded) -> TournamentState:
    entrants = dict(state.entrants)
    for number, place in event.places.items():
        entrants[number] = entrants[number]._replace(status="placed", place=place, prize=event.prizes.get(number, 0))
    return state._replace(entrants=entrants, phase="finished")


@posts(PlacesAwarded)
def _post_prizes(state: TournamentState, event: PlacesAwarded) -> Postings:
    currency = state.terms.currency
    pool = pool_account(currency, state.tournament)
    lines: Postings = ()
    for number, prize in sorted(event.prizes.items()):
        lines += moved(pool, pocket(currency, payee(state.entrants[number])), prize)
    return lines
