"""Anybody who gets an account as a player is in the register of players from then on.

The desk issues their card, against an identity document. Only under a law of your own that asks for no document does
a card come with the account.
"""

from __future__ import annotations

import secrets
from functools import cache

from sqlalchemy import Connection, select

from cutcard import streams
from cutcard.clauses.library import books
from cutcard.players import PLAYER_FAMILY, IssueCard, PlayerState, RegisterPlayer, stream_of_player
from cutcard.players.law import law_of
from cutcard.refusals import Refusal
from cutcard.rulebooks import load, procedures_of
from cutcard.store import Store
from cutcard.store.append import NewEvent
from cutcard.store.kinds import PLAYER
from cutcard.store.schema import heads
from cutcard.streams import Reading
from cutcard.table.config import HOUSE, Person
from cutcard.table.registry import Command


@cache
def default_book() -> str:
    """The document under which accounts are registered: the first that asks for cards."""
    players = ((book, procedures_of(book).players) for book in books())
    return next(book for book, rules in players if rules is not None and rules.cards)


def is_registered(connection: Connection, player: str) -> bool:
    """Whether the register knows somebody, as one whom a desk has registered before they had an account."""
    known = select(heads.c.version).where(heads.c.stream == stream_of_player(player))
    return connection.execute(known).scalar() is not None


def register(store: Store, connection: Connection, player: str, at_ms: int) -> None:
    """Register a player in the transaction that makes their account, with a card where it needs no document.

    The person who makes the account has asked them about limits; they can set some at any time.
    """
    house = Person(HOUSE, load(default_book()).roles[-1])
    commands: list[Command] = [RegisterPlayer(player, default_book(), store.law)]
    if not law_of(store.law or load(default_book()).law).cards.identity_checked:
        commands.append(IssueCard(limits_declined=True, card_number=secrets.token_hex(8)))
    state, events = PlayerState(), list[NewEvent]()
    for command in commands:
        acted = streams.act(PLAYER_FAMILY, state, command, house, at_ms, others={}, reading=Reading(0, {}))
        assert not isinstance(acted, Refusal), acted
        events += [NewEvent(PLAYER.dumps(event), (), event) for event in acted.events]
        state = acted.states[-1]
    store.extend(connection, stream_of_player(player), events, at_ms)
