"""A side bet whose meters a table shares with others: it joins a link, leaves it, and feeds the meters every round.

A link has a stream of its own (`cutcard.jackpots`), whose commands write these events to the tables that they touch.
What a table adds to a meter is posted by the table alone, so that tables do not wait for each other.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.rulebooks import offers
from cutcard.table.draft import Draft
from cutcard.table.ledger import JACKPOTS, Postings, house_account, meter_account, moved
from cutcard.table.link_terms import LinkedBet, LinkTerms, contribution, fed
from cutcard.table.registry import event, posts, reduces
from cutcard.table.state import Bet, TableState


@event(seen_by="everybody", log="the table joins the link {link}")
class LinkJoined(NamedTuple):
    """The table is part of a link from now on, and offers its side bet."""

    bet: str
    link: str
    terms: LinkTerms


@event(seen_by="everybody", log="the table leaves the link {link}")
class LinkLeft(NamedTuple):
    """The table is no longer part of a link, and does not offer its side bet."""

    bet: str
    link: str


@event(seen_by="everybody", log="{wagers} wagers of {bet} feed the meters of the link {link}")
class MetersFed(NamedTuple):
    """What the wagers of a round add to the meters of a link, by meter: exactly, and in whole cents.

    It stands, also where a wager goes back later: the documents say only what a meter shows at least (Melbourne 21.5.2,
    24.5.2), and nothing but a prize lowers it.
    """

    bet: str
    link: str
    round: int
    wagers: int
    exact: Mapping[str, int]  # in millionths of a cent
    cents: Mapping[str, Cents]


def feed_meters(draft: Draft) -> None:
    """Betting is closed: every wager of a linked side bet adds its part to each meter of the link."""
    round_ = draft.state.round
    for bet, linked in draft.state.links.items():
        wagers = sum(w.bet == bet and w.open for w in round_.wagers) if round_ is not None else 0
        if not wagers:
            continue
        exact = contribution(linked.terms, wagers)
        cents = {meter: fed(due, linked.ahead.get(meter, 0)).cents for meter, due in exact.items()}
        draft.add(MetersFed(bet, linked.link, draft.state.number, wagers, exact, cents))


def price_refused(state: TableState, bet: str, amount: Cents) -> Refusal | None:
    """A linked side bet costs the same at every table of the link."""
    linked = state.links.get(bet)
    if linked is None or amount == linked.terms.price:
        return None
    return _other_price(state, bet, linked.terms.price, amount)


def repriced(state: TableState, was: Iterable[Bet], now: Iterable[Bet]) -> Refusal | None:
    """Refuse a correction that makes a linked wager cost something else than the others of its round."""
    prices = {bet.bet: bet.amount for bet in was if bet.bet in state.links}
    for bet in now:
        price = prices.get(bet.bet, bet.amount)
        if bet.amount != price:
            return _other_price(state, bet.bet, price, bet.amount)
    return None


def _other_price(state: TableState, bet: str, price: Cents, amount: Cents) -> Refusal:
    clause = state.config.procedures.equipment.link_price.get(bet)
    facts = {"title": state.rules.side_bets[bet].title, "price": price, "amount": amount}
    return Refusal("link-has-one-price", clause, facts)


@reduces(LinkJoined)
def _joined(state: TableState, event: LinkJoined) -> TableState:
    config = state.config
    table = offers.pay_table(config.rules, config.decks, event.bet, event.terms.pay_table or True)
    config = config._replace(side_bets={**config.side_bets, event.bet: table})
    links = {**state.links, event.bet: LinkedBet(event.link, event.terms)}
    return _without_sign(state, event.bet)._replace(config_or_none=config, links=links)


def _without_sign(state: TableState, bet: str) -> TableState:
    """What the sign about a side bet's link has said is done."""
    return state._replace(side_bet_notices=tuple(one for one in state.side_bet_notices if one.bet != bet))


@reduces(LinkLeft)
def _left(state: TableState, event: LinkLeft) -> TableState:
    tables = {bet: table for bet, table in state.config.side_bets.items() if bet != event.bet}
    links = {bet: linked for bet, linked in state.links.items() if bet != event.bet}
    config = state.config._replace(side_bets=tables)
    gone = {event.bet} if state.links[event.bet].failed else set()  # with the link goes what its failure had done
    suspended, halted = state.suspended - gone, state.halted - gone
    state = state._replace(config_or_none=config, links=links, suspended=suspended, halted=halted)
    return _without_sign(state, event.bet)


@reduces(MetersFed)
def _fed(state: TableState, event: MetersFed) -> TableState:
    linked = state.links[event.bet]
    ahead = {meter: fed(due, linked.ahead.get(meter, 0)).ahead for meter, due in event.exact.items()}
    return state._replace(links={**state.links, event.bet: linked._replace(ahead={**linked.ahead, **ahead})})


@posts(MetersFed)
def _post_contributions(state: TableState, event: MetersFed) -> Postings:
    currency = state.links[event.bet].terms.currency
    house = house_account(currency, JACKPOTS)
    lines: Postings = ()
    for meter, cents in event.cents.items():
        lines += moved(house, meter_account(currency, event.link, meter), cents)
    return lines
