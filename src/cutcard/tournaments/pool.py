"""The prize pool beside fees: what the house adds to it, and what happens to it when a tournament is cancelled."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.players.player_state import stream_of_player
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.table.ledger import PLAY_MONEY, house_account, moved, pool_account
from cutcard.table.registry import FreeText, SecondPerson
from cutcard.tournaments.cash_fees import fee_counted, fee_day, payer_of, refund_reported
from cutcard.tournaments.fees import commission_paid, paid_into_pool
from cutcard.tournaments.publication import PROMOTIONS
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, posts, reduces, touches
from cutcard.tournaments.tournament_state import Goods, TournamentState

OVER = ("refused", "withdrawn")  # such an entry stays as it is when the tournament is cancelled


@command("add to the prize pool", group="prizes", second_person=SecondPerson(), at_stake="money")
class AddToPool(NamedTuple):
    """Add money of the house to the prize pool, or goods and services as further prizes."""

    amount: Cents = 0
    goods: str = ""
    place: int = 1  # who gets the goods


@command("cancel a tournament", group="tournament", second_person=SecondPerson(), at_stake="money")
class CancelTournament(NamedTuple):
    """Cancel the tournament: everybody gets back what they have paid, with any commission; then release its tables."""

    reason: str


@event(seen_by="everybody", log="the house adds {amount:money} to the pool {goods}")
class PoolAdded(NamedTuple):
    amount: Cents
    goods: str
    clause: str
    place: int = 1


@event(
    seen_by="everybody",
    staff_fields=("fees", "commissions", "days", "pockets"),
    log="the tournament is cancelled: {reason}",
)
class TournamentCancelled(NamedTuple):
    reason: FreeText
    fees: Mapping[int, Cents]  # what each entrant gets back out of the pool
    commissions: Mapping[int, Cents]  # and of what the house has kept
    returned: Cents  # what the house had put in
    clause: str
    days: Mapping[int, str] = {}  # to which what each gets back counts, where it is cash of a registered player
    pockets: Mapping[int, Cents] = {}  # of `fees`, what goes to a pocket although the entry was paid in cash


@handles(AddToPool)
def add_to_pool(draft: TournamentDraft, command: AddToPool) -> Refusal | None:
    if command.amount < 0 or not (command.amount or command.goods.strip()):
        return Refusal("pool-gets-nothing", draft.power(command).clause)
    if command.goods.strip() and not 1 <= command.place <= draft.state.terms.most:
        return Refusal("goods-for-no-place", draft.power(command).clause, {"most": draft.state.terms.most})
    draft.add(PoolAdded(command.amount, command.goods, draft.power(command).clause, command.place))
    return None


@touches(CancelTournament)
def _payers(state: TournamentState, command: CancelTournament) -> tuple[str, ...]:
    """The pages of the register of those who get cash back."""
    paying = [one for one in state.entrants.values() if one.paid and one.cash]
    if not paying or state.terms.currency == PLAY_MONEY:
        return ()
    return tuple(stream_of_player(payer_of(one)) for one in paying)


@handles(CancelTournament)
def cancel_tournament(draft: TournamentDraft, command: CancelTournament) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if not command.reason.strip():
        return Refusal("reason-missing", clause)
    if any(one.prize for one in state.entrants.values()):
        return Refusal("prizes-awarded", clause)
    paying = [one for one in state.entrants.values() if one.paid]
    fees = {one.number: one.paid - one.commission for one in paying}
    commissions = {one.number: one.commission for one in paying if one.commission}
    returned = draft.holds(pool_account(state.terms.currency, state.tournament)) - sum(fees.values())
    days = {one.number: day for one in paying if (day := fee_day(draft, payer_of(one), cash=one.cash))}
    pockets = {one.number: one.for_chips for one in paying if one.cash and one.for_chips}
    draft.add(TournamentCancelled(command.reason, fees, commissions, returned, clause, days, pockets))
    for payer in dict.fromkeys(map(payer_of, paying)):
        refund_reported(draft, payer)
    return None


@reduces(PoolAdded)
def _added(state: TournamentState, event: PoolAdded) -> TournamentState:
    goods = (*state.goods, Goods(event.goods, event.place)) if event.goods.strip() else state.goods
    return state._replace(contributed=state.contributed + event.amount, goods=goods)


@posts(PoolAdded)
def _post_added(state: TournamentState, event: PoolAdded) -> Postings:
    currency = state.terms.currency
    return moved(house_account(currency, PROMOTIONS), pool_account(currency, state.tournament), event.amount)


@reduces(TournamentCancelled)
def _cancelled(state: TournamentState, event: TournamentCancelled) -> TournamentState:
    """Nobody takes part any more: every entry that stood is withdrawn, and nobody has paid anything."""
    entrants = {
        number: one._replace(
            status=one.status if one.status in OVER else "withdrawn", paid=0, commission=0, for_chips=0
        )
        for number, one in state.entrants.items()
    }
    return state._replace(phase="cancelled", entrants=entrants, contributed=0)


@posts(TournamentCancelled)
def _post_refunds(state: TournamentState, event: TournamentCancelled) -> Postings:
    currency = state.terms.currency
    lines = moved(pool_account(currency, state.tournament), house_account(currency, PROMOTIONS), event.returned)
    for number, fee in sorted(event.fees.items()):
        entrant = state.entrants[number]
        payer, commission = (state, payer_of(entrant)), event.commissions.get(number, 0)
        pocket = event.pockets.get(number, 0)
        back = fee - pocket
        lines += paid_into_pool(*payer, -back, entrant.cash) + commission_paid(*payer, -commission, entrant.cash)
        lines += paid_into_pool(*payer, -pocket)
        lines += fee_counted(*payer, -back - commission, event.days.get(number, ""))
    return lines
