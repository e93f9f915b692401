"""The end of a tournament: everybody's place, and the prizes, which are the whole pool."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.table.ledger import moved, pocket, pool_account
from cutcard.table.registry import SecondPerson
from cutcard.tournaments.cash_fees import payer_of
from cutcard.tournaments.prize_division import awarded, divided
from cutcard.tournaments.progress import orders_by_stage
from cutcard.tournaments.ranking import Order, overall, tied_places
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, posts, reduces
from cutcard.tournaments.tournament_state import TournamentState


@command("award places and prizes", group="prizes", second_person=SecondPerson(), at_stake="money")
class AwardPlaces(NamedTuple):
    """Announce everybody's place and pay the prizes: the tournament is over."""


@event(seen_by="everybody", log="places are awarded, and {pool:money} of prizes are paid (clause {clause})")
class PlacesAwarded(NamedTuple):
    """The place of every entrant who has one, and what they win; level players have the same place."""

    places: Mapping[int, int]
    prizes: Mapping[int, Cents]
    pool: Cents
    clause: str
    goods: Mapping[int, tuple[str, ...]] = {}  # what they get beside money


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
    draft.add(PlacesAwarded(placed, prizes, pool, clause, _goods(state, order, barred)))
    return None


def _goods(state: TournamentState, order: Order, barred: Collection[int]) -> Mapping[int, tuple[str, ...]]:
    """Who gets which goods: of level players the entry made first, since goods are not divided."""
    in_order = [one for group in order for one in sorted(group) if one not in barred]
    won: dict[int, tuple[str, ...]] = {}
    for goods, place in state.goods:
        if place <= len(in_order):
            one = in_order[place - 1]
            won[one] = (*won.get(one, ()), goods)
    return won


@reduces(PlacesAwarded)
def _awarded(state: TournamentState, event: PlacesAwarded) -> TournamentState:
    entrants = dict(state.entrants)
    for number, place in event.places.items():
        won = {"prize": event.prizes.get(number, 0), "goods": event.goods.get(number, ())}
        entrants[number] = entrants[number]._replace(status="placed", place=place, **won)  # type: ignore[arg-type]
    return state._replace(entrants=entrants, phase="finished")


@posts(PlacesAwarded)
def _post_prizes(state: TournamentState, event: PlacesAwarded) -> Postings:
    currency = state.terms.currency
    pool = pool_account(currency, state.tournament)
    lines: Postings = ()
    for number, prize in sorted(event.prizes.items()):
        lines += moved(pool, pocket(currency, payer_of(state.entrants[number])), prize)
    return lines
