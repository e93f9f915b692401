"""What an entry costs, where the money goes, and how it comes back."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import Cents
from cutcard.streams import Postings
from cutcard.table.ledger import commission_account, house_account, moved, pocket, pool_account
from cutcard.tournaments.cash_fees import fee_counted, fee_day, payer_of, refund_reported
from cutcard.tournaments.terms import TournamentTerms
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import event, posts, reduces
from cutcard.tournaments.tournament_state import Entrant, TournamentState

MILLION = 1_000_000


class Price(NamedTuple):
    """What an entry costs: the part that goes to the prize pool, and the part that the house keeps."""

    pool: Cents
    commission: Cents

    @property
    def total(self) -> Cents:
        return self.pool + self.commission


def entry_price(terms: TournamentTerms) -> Price:
    """The price of one entry. The commission is rounded down to the cent, so that the players have the difference.

    >>> from cutcard.tournaments.terms import TournamentTerms
    >>> terms = TournamentTerms("T", "canberra-2006", "blackjack", 6, 1, "", 2, 7, (), (), entry_fee=10_001)
    >>> entry_price(terms._replace(commission_per_million=100_000))
    Price(pool=9001, commission=1000)
    >>> entry_price(terms._replace(commission_per_million=100_000, commission_on_top=True)).total
    11001
    """
    commission = terms.entry_fee * terms.commission_per_million // MILLION
    return Price(terms.entry_fee if terms.commission_on_top else terms.entry_fee - commission, commission)


@event(seen_by="player", log="entry {number}: {player} gets {fee:money} and a commission of {commission:money} back")
class FeeRefunded(NamedTuple):
    """Somebody gets back what they have paid."""

    number: int
    player: str
    fee: Cents  # out of the pool
    commission: Cents
    cash: bool
    clause: str
    day: str = ""  # to which it counts as cash of a registered player


def fee_in_pool(entrant: Entrant) -> Cents:
    """What the pool holds of somebody's entry fee; the rest of what they have paid was for chips, out of the pocket."""
    return entrant.paid - entrant.commission - entrant.for_chips


def refund(draft: TournamentDraft, number: int, clause: str) -> None:
    """Give an entrant the entry fee back. What they have paid for chips since is not a fee (Sydney 19.5.6.2)."""
    entrant = draft.state.entrants[number]
    fee = fee_in_pool(entrant)
    if fee or entrant.commission:
        payer, cash = payer_of(entrant), entrant.cash
        day = fee_day(draft, payer, cash=cash)
        draft.add(FeeRefunded(number, payer, fee, entrant.commission, cash, clause, day))
        refund_reported(draft, payer)


def purse(state: TournamentState, player: str, cash: bool) -> str:
    """Where a player's money comes from and goes to: their pocket, or cash over the desk."""
    currency = state.terms.currency
    return house_account(currency, "cash") if cash else pocket(currency, player)


def paid_into_pool(state: TournamentState, player: str, amount: Cents, cash: bool = False) -> Postings:
    """Money of a player that goes into the prize pool, as for buying back."""
    return moved(purse(state, player, cash), pool_account(state.terms.currency, state.tournament), amount)


def commission_paid(state: TournamentState, player: str, amount: Cents, cash: bool = False) -> Postings:
    """Money of a player that the house keeps."""
    return moved(purse(state, player, cash), commission_account(state.terms.currency, state.tournament), amount)


def paid_for_chips(entrant: Entrant, amount: Cents) -> Entrant:
    """An entrant who has paid so much more, out of the pocket, for a buy-in or to buy back."""
    return entrant._replace(paid=entrant.paid + amount, for_chips=entrant.for_chips + amount)


def with_entrant(state: TournamentState, entrant: Entrant) -> TournamentState:
    """The tournament with an entry as it is now."""
    return state._replace(entrants={**state.entrants, entrant.number: entrant})


@reduces(FeeRefunded)
def _refunded(state: TournamentState, event: FeeRefunded) -> TournamentState:
    entrant = state.entrants[event.number]
    paid, commission = entrant.paid - event.fee - event.commission, entrant.commission - event.commission
    return with_entrant(state, entrant._replace(paid=paid, commission=commission))


@posts(FeeRefunded)
def _post_refund(state: TournamentState, event: FeeRefunded) -> Postings:
    payer = (state, event.player)
    fee = paid_into_pool(*payer, -event.fee, event.cash) + commission_paid(*payer, -event.commission, event.cash)
    return fee + fee_counted(*payer, -event.fee - event.commission, event.day)
