"""Double entry: the lines that an event writes, which sum to nothing, and the one way in which a table's money changes.

Accounts are `player:NAME` for a player's chips, `player:NAME:tokens` for their promotional tokens, `table:ID:float` for
the tray, `table:ID:wagers` for what lies on the layout, `table:ID:withheld` for winnings that are withheld,
`table:ID:drop` for money in the drop box, `cage` for chips there, `cash` for money outside, `promotions` for vouchers,
`table:ID:count` for what a count of the tray found too much or too little.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine.state import made
from cutcard.money import Cents
from cutcard.table.registry import POSTERS, TableEvent
from cutcard.table.state import Player, TableState

PLAYER = "player:"
TOKENS = ":tokens"


class Posting(NamedTuple):
    """So many cents to an account, or from it."""

    account: str
    cents: int


Postings = tuple[Posting, ...]


def postings(state_before: TableState, event: TableEvent) -> Postings:
    """The ledger lines of an event, from the table as it was before; they sum to nothing.

    >>> from cutcard.table import ChipsSold
    >>> postings(TableState(table="T1"), ChipsSold("ann", 5000))[:2]
    (Posting(account='player:ann', cents=5000), Posting(account='table:T1:float', cents=-5000))
    """
    post = POSTERS.get(type(event))
    return () if post is None else tuple([line for line in post(state_before, event) if line.cents])


def folded(state: TableState, lines: Postings) -> TableState:
    """The table with ledger lines taken in: nothing else changes chips, tokens or the table's accounts.

    What is posted to somebody who is not at the table stays theirs elsewhere. Only while a round is played are they
    kept in mind, since they may come back before it ends.
    """
    if not lines:
        return state
    accounts: dict[str, Cents] = dict(state.accounts)
    chips: dict[str, Cents] = {}
    tokens: dict[str, Cents] = {}
    here = f"table:{state.table}:"
    for account, cents in lines:
        if account.startswith(here):
            name = account[len(here) :]
            accounts[name] = accounts.get(name, 0) + cents
        elif account.startswith(PLAYER):
            moved_in, name = chips, account[len(PLAYER) :]
            if name.endswith(TOKENS):
                moved_in, name = tokens, name.removesuffix(TOKENS)
            moved_in[name] = moved_in.get(name, 0) + cents
    if not chips and not tokens:
        return state._replace(accounts=accounts)
    players = dict(state.players)
    for name in chips | tokens:
        player = players.get(name)
        if player is None:
            if not state.playing:
                continue
            player = Player(leaving=True)
        more = player.chips + chips.get(name, 0)
        players[name] = player._replace(chips=more, tokens=player.tokens + tokens.get(name, 0))
    return state._replace(accounts=accounts, players=players)


# -------------------------------------------------------------------------------------------- for those who post


def player_chips(name: str) -> str:
    return f"{PLAYER}{name}"


def player_tokens(name: str) -> str:
    return f"{PLAYER}{name}{TOKENS}"


def table_account(state: TableState, which: str) -> str:
    return f"table:{state.table}:{which}"


def moved(source: str, target: str, amount: Cents) -> Postings:
    """The two lines by which an amount goes from one account to another."""
    return made(Posting, (target, amount)), made(Posting, (source, -amount))
