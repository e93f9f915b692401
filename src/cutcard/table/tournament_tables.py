"""Tables of a tournament: designated, released, and the sessions that begin and end there.

A tournament has a stream of its own (`cutcard.tournaments`), whose commands write these events to its tables. While a
table is designated its chips are tournament chips, in a currency of their own.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.money import Cents
from cutcard.table.config import TableConfig
from cutcard.table.ledger import Postings, inventory_account, moved, table_account
from cutcard.table.registry import event, posts, reduces
from cutcard.table.session_rules import session_sign
from cutcard.table.session_terms import TOURNAMENT, Session, SessionPlayer, SessionTerms
from cutcard.table.state import Player, TableState


@event(seen_by="everybody", log="the table is designated for the tournament {tournament}")
class TableDesignated(NamedTuple):
    """The table takes tournament play only, in tournament chips."""

    tournament: str
    clause: str


@event(seen_by="everybody", log="the table is released by the tournament {tournament}")
class TableReleased(NamedTuple):
    """The table is an ordinary one again."""

    tournament: str


@event(seen_by="everybody", log="session {terms[session]} of the tournament begins: {terms[stage]}")
class SessionBegun(NamedTuple):
    """Everybody sits in their place with the same chips, and the tray has its float."""

    terms: SessionTerms
    places: Mapping[int, str]  # box to player
    holdings: Mapping[str, Cents]  # what each player starts with
    tray: Cents
    warned: Mapping[str, int] = {}  # how often players were warned before in the tournament for betting out of turn


@event(seen_by="everybody", log="session {session} of the tournament is over at this table")
class SessionEnded(NamedTuple):
    """All chips go back to the inventory, and everybody leaves."""

    tournament: str
    session: int
    counts: Mapping[str, Cents]  # what each player had at the end


@reduces(TableDesignated)
def _designated(state: TableState, event: TableDesignated) -> TableState:
    config = state.config
    ordinary = {"currency": config.currency}
    return state._replace(
        tournament=event.tournament,
        config_or_none=config._replace(currency=TOURNAMENT),
        before_tournament=ordinary,
        accounts=_kept_apart(state, config),
    )


def _kept_apart(state: TableState, config: TableConfig) -> dict[str, Cents]:
    """What lies at the table in the currency that it leaves, under names with that currency."""
    return {
        f"{config.currency}:{name}" if config.currency and ":" not in name else name: cents
        for name, cents in state.accounts.items()
    }


@reduces(TableReleased)
def _released(state: TableState, event: TableReleased) -> TableState:
    currency = state.before_tournament["currency"]
    own = f"{currency}:"
    config = state.config._replace(currency=currency)
    back = {name.removeprefix(own): cents for name, cents in state.accounts.items() if name.startswith(own)}
    left = {f"{TOURNAMENT}:{name}": cents for name, cents in state.accounts.items() if ":" not in name and cents}
    state = state._replace(accounts={**left, **back}, config_or_none=config)
    return state._replace(tournament="", session=None, before_tournament={})


@reduces(SessionBegun)
def _begun(state: TableState, event: SessionBegun) -> TableState:
    terms = event.terms
    own = SessionPlayer(terms.pass_cards, terms.undisclosed)
    everybody = {name: own._replace(warned=event.warned.get(name, 0)) for name in event.places.values()}
    session = Session(terms, event.places, everybody, state.now, state.number, sign_before=state.sign)
    players = {**state.players, **{name: Player(home=box) for box, name in event.places.items()}}
    state = state._replace(session=session, players=players, seats={**state.seats, **event.places})
    return state._replace(sign=session_sign(state, terms.limit(1)), carried=(), warned=frozenset(), ready=frozenset())


@posts(SessionBegun)
def _post_begun(state: TableState, event: SessionBegun) -> Postings:
    inventory = inventory_account(event.terms.tournament)
    lines = moved(inventory, table_account(state, "float"), event.tray)
    for name, chips in sorted(event.holdings.items()):
        lines += moved(inventory, table_account(state, f"player:{name}"), chips)
    return lines


@reduces(SessionEnded)
def _ended(state: TableState, event: SessionEnded) -> TableState:
    assert state.session is not None
    gone = set(state.session.places.values())
    players = {name: player for name, player in state.players.items() if name not in gone}
    seats = {box: name for box, name in state.seats.items() if name not in gone}
    sign = state.session.sign_before or state.sign
    return state._replace(session=None, players=players, seats=seats, sign=sign)


@posts(SessionEnded)
def _post_ended(state: TableState, event: SessionEnded) -> Postings:
    inventory = inventory_account(event.tournament)
    lines = moved(table_account(state, "float"), inventory, state.tray)
    for name, player in sorted(state.players.items()):
        lines += moved(table_account(state, f"player:{name}"), inventory, player.chips)
    return lines
