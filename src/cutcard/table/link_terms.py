"""What is agreed about a link of tables before it starts, and what a wager adds to its meters.

An increment is given in millionths of the wager, so every contribution is a whole number of millionths of a cent.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.rulebooks import load, procedures_of, rules
from cutcard.rulebooks.schema import SideBet

MILLION = 1_000_000


class MeterTerms(NamedTuple):
    """A meter of a link: what it starts from and is reset to, and its part of every wager."""

    seed: Cents
    per_million: int


class LinkTerms(NamedTuple):
    """A link: one side bet at one price at all its tables (Sydney 14.26, Melbourne 21.5.1(d), 24.5.1(d))."""

    book: str
    bet: str
    currency: str
    price: Cents
    meters: Mapping[str, MeterTerms]
    pay_table: str = ""  # its name in the rulebook; empty where the side bet has only one
    selected_per_million: int = 0  # how often, of a million rounds of a table, the system picks a box


class LinkedBet(NamedTuple):
    """A side bet of a table that is part of a link, and what the table has paid ahead into each of its meters."""

    link: str
    terms: LinkTerms
    ahead: Mapping[str, int] = {}  # millionths of a cent, by meter
    failed: bool = False  # the wager is off this table since the link's system has failed


class Selector(NamedTuple):
    """The device of a link as it is when betting closes at a table."""

    number: int  # of the secret, since the link opened
    secret: str
    per_million: int


class LockedPrize(NamedTuple):
    """What hands of one round at a table have won of a meter: taken out of it, and not paid yet."""

    number: int  # of the win, at its link
    meter: str
    outcome: str
    value: Cents  # what the meter showed at the time for settlement
    prize: Cents  # for each of the hands
    others: int = 0  # winners of the same at other tables at the identical moment
    beside: Mapping[str, int] = {}  # winners of something else of the meter there and then, by outcome


class LinkReading(NamedTuple):
    """A link as a table's command finds it: what its meters show, and what this round of the table has won there."""

    position: int  # of the store's row after which they showed that
    shows: Mapping[str, Cents]
    locked: tuple[LockedPrize, ...] = ()
    failed: bool = False  # its system does not work properly


@cache
def side_bet_of(book: str, bet: str) -> SideBet:
    """A side bet as its book has it, whatever game it is played with."""
    return rules(book, next(iter(load(book).games))).side_bets[bet]


def link_clauses(terms: LinkTerms) -> Mapping[str, str]:
    """The clauses that the document has for links of this wager, by what they are about."""
    return procedures_of(terms.book).equipment.links.get(terms.bet, {})


class Fed(NamedTuple):
    """What wagers add to a meter: whole cents now, and what is paid ahead of the exact amount from then on."""

    cents: Cents
    ahead: int  # millionths of a cent


def fed(exact: int, ahead: int) -> Fed:
    """What goes into a meter for an exact contribution in millionths of a cent, at a table that is so much ahead.

    Whole cents, rounded up: a meter never shows less than the documents ask (Melbourne 21.5.2, 24.5.2), and what was
    rounded comes off the next contribution, so no fraction is ever lost.

    >>> fed(3_750_000, 0)
    Fed(cents=4, ahead=250000)
    >>> fed(3_750_000, 250_000), fed(500_000, 500_000)
    (Fed(cents=4, ahead=500000), Fed(cents=0, ahead=0))
    """
    due = max(exact - ahead, 0)
    cents = -(-due // MILLION)
    return Fed(cents, ahead + cents * MILLION - exact)


def contribution(terms: LinkTerms, wagers: int) -> dict[str, int]:
    """What this many wagers add to each meter, in millionths of a cent."""
    return {meter: wagers * terms.price * one.per_million for meter, one in terms.meters.items()}
