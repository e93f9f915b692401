"""The terms and conditions of a tournament: what is announced is what is enforced.

Every document says what they have to state (`[table.tournaments]` in its rulebook). What decides play is a field here;
what is only said to the players stands in `statements`, under the names that the rulebooks give.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from typing import Literal, NamedTuple

from cutcard.money import Cents
from cutcard.rulebooks.schema import OptionValue
from cutcard.table.codec import command_fields
from cutcard.table.ranges import Pause, Time
from cutcard.table.session_terms import LimitStep

ADDED_LATER = ("absent_rounds",)


class StageTerms(NamedTuple):
    """One stage, such as heats or the final: all its sessions are alike. Of the lengths, one is given."""

    name: str  # "heat", "repechage", "semi-final", "final"
    chips: Cents  # what everybody has at the start of a session
    limits: tuple[LimitStep, ...]
    rounds: int = 0
    shoes: int = 0
    minutes: int = 0
    seats: int = 7  # players at a table, at most
    tables: int = 0  # active at once; 0: as many as its players need
    advance: int = 1  # how many go on from each table
    best_others: int = 0  # how many more go on, those with the most chips over all tables
    buy_in: Cents = 0  # money that everybody pays for the chips of a session; 0: they are given
    pass_cards: int = 0
    undisclosed: int = 0
    repechage: bool = False  # for those who did not go on from the stage before
    play_off_shoes: int = 0  # of the first play-off for the first place; 0: it goes over one round, as all others do


class BuyBack(NamedTuple):
    """How somebody who is eliminated may come in again."""

    most: int  # times for one entrant
    price: Cents
    until_stage: int  # the last stage, counted from 1, that one can buy back into


class TournamentTerms(NamedTuple):
    """What a tournament is run by. Amounts of `currency` are money; chips and limits are tournament chips."""

    title: str
    book: str
    game: str
    decks: int
    starts_at: Time
    place: str
    fewest: int  # entrants
    most: int
    stages: tuple[StageTerms, ...]
    prizes: tuple[int, ...]  # by place, in millionths of the pool
    currency: str = "aud"
    options: Mapping[str, OptionValue] = {}
    side_bets: Mapping[str, str | bool] = {}  # those that may be bet in tournament play
    entry_fee: Cents = 0
    commission_per_million: int = 0  # of the fees, kept by the house where the document lets it
    commission_on_top: bool = False  # charged beside the fee and not out of it
    added: Cents = 0  # what the house puts into the pool
    guaranteed: Cents = 0  # what the pool holds at least
    schedule: str = ""  # of the document's own, by which entrants decide stages and prizes: "magnificent-sevens"
    entries_close_at: Time = 0  # 0: when it starts
    withdraw_until: Time = 0  # without a penalty; 0: never
    entries_each: int = 1
    substitutes: bool = False
    substitute_until: Time = 0  # 0: until the first session
    below_fewest: Literal["cancelled", "played"] = "cancelled"  # what happens to it with too few entrants
    signed: bool = False  # everybody signs a copy of the terms
    may_refuse: bool = False
    criteria: str = ""  # by which entrants are selected
    excluded: str = ""  # groups of players that may not enter, or only with a limit
    charity_or_media: bool = False  # where employees may be let in
    allocation: Literal["ballot", "director"] = "ballot"
    marker: bool = True  # wagers go round from a marker
    deal_from_marker: bool = False
    bet_ms: Pause = 0  # the time for each wager; 0: none is set
    buy_back: BuyBack | None = None
    absent_rounds: int = 0  # for which anybody who is away loses the minimum; 0: as the document says, if it says so
    chips_at_end: Literal["returned", "cash"] = "returned"
    notice_minutes: int = 15  # that players have before a session begins at another time
    statements: Mapping[str, str] = {}  # what is only said, by the names of the document's items


def terms_digest(terms: TournamentTerms) -> str:
    """The hash that identifies a version of terms."""
    fields = command_fields(terms)
    for name in ADDED_LATER:
        if not fields[name]:
            del fields[name]  # so that terms of an earlier release keep their hash
    text = json.dumps(fields, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return hashlib.sha256(text.encode()).hexdigest()
