"""Double entry: the lines that an event writes, which sum to nothing, and the one way in which a table's money changes.

An account's name begins with its currency: `aud:`, `play:` for chips that are worth nothing outside, `tournament:` for
those of tournaments, `loss:` and `deposit:` for what is counted against players' limits. No event moves money between
them. Within a currency, `player:NAME` is what somebody has in their
pocket, `player:NAME:tokens` their promotional tokens there, `table:ID:player:NAME` and `table:ID:tokens:NAME` what they
have at a table, `table:ID:device:NAME` the balance on their Personal Bet Manager there,
`table:ID:float` the tray, `table:ID:wagers` what lies on the layout, `table:ID:withheld` winnings that are withheld,
`table:ID:drop` money in the drop box, `table:ID:count` what a count of the tray found too much or too little, `cage`
chips there, `cash` money outside, `promotions` vouchers. `jackpot:LINK:METER` is what a meter shows,
`jackpot:LINK:reserve` prizes that are won and not yet paid; `jackpots` is the house's other
side of these and of balances on devices, and has the wagers that a device has paid for. `tournament:NAME:pool` is a
tournament's prize pool, `tournament:NAME:commission` what the house keeps of the fees; `tournament:inventory:NAME` are
the tournament chips that are not at its tables, `tournament:missing:NAME` those that have not come back.
`promotion:NAME:fund`, `promotion:NAME:owed:PLAYER` and `promotion:NAME:paid:MEANS` are the prize money of a promotion,
which is never chips.

`loss:CURRENCY:player:NAME:DAY` is what somebody has lost or has at risk of a day's play, less than nothing if they have
won, and `deposit:CURRENCY:player:NAME:DAY` what they have bought chips for; `loss:CURRENCY:table:ID` and
`deposit:CURRENCY:table:ID` are the other side; `deposit:CURRENCY:player:NAME:DAY:cash-in` and `:cash-out` are what of
it was cash, over a counter or at a table, and what was paid out in cash; `deposit:CURRENCY:cage` is their other side at
the cage. They count money and hold none: any of them may be below nothing. `bank` is money outside that comes by card,
cheque or transfer, `cage:bank` what of it the cage has.

`cards:document:DIGEST` is how many cards are in force that stand against an identity document, one at most, and
`cards:issued` the other side.

A table that an earlier release opened keeps the names which that release gave: without a currency, and with one account
`player:NAME` for all chips of a player.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Literal, NamedTuple

from cutcard.engine.state import made
from cutcard.money import Cents
from cutcard.table.registry import POSTERS, TableEvent
from cutcard.table.session_terms import TOURNAMENT
from cutcard.table.state import Player, TableState

PLAYER = "player:"
TABLE = "table:"
TOKENS = ":tokens"
AT_TABLE = ("player:", "tokens:", "device:")  # a player's chips, tokens and device balance at a table
LOSS = "loss"
DEPOSIT = "deposit"
CARDS = "cards"
CashWay = Literal["in", "out"]
PLAY_MONEY = "play"  # no law on money is about it
CURRENCIES = ("aud", "play", TOURNAMENT, LOSS, DEPOSIT, CARDS)
MONEY = ("aud", "play")  # what prizes, meters and pockets are in
PROMOTION = "promotion"
JACKPOTS = "jackpots"  # the house's other side of meters, reserves and players' devices


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

    What is posted to somebody's pocket is theirs elsewhere.
    """
    if not lines:
        return state
    if not state.currency:
        return _folded_as_before(state, lines)
    accounts: dict[str, Cents] | None = None
    players: dict[str, Player] | None = None
    here = table_account(state, "")
    for account, cents in lines:
        if not account.startswith(here):
            if f"{TABLE}{state.table}:" in account:  # it lies here in another currency
                accounts = accounts if accounts is not None else dict(state.accounts)
                name = account.replace(f"{TABLE}{state.table}:", "" if currency_of(account) else ":")
                accounts[name] = accounts.get(name, 0) + cents
            continue
        name = account[len(here) :]
        if name.startswith(AT_TABLE):
            what, name = name[:6], name[7:]
            players = players if players is not None else dict(state.players)
            player = players.get(name)
            if player is None:
                continue  # they have left, and all of it with them
            if what == "player":
                players[name] = player._replace(chips=player.chips + cents)
            elif what == "tokens":
                players[name] = player._replace(tokens=player.tokens + cents)
            else:
                players[name] = player._replace(device=(player.device or 0) + cents)
        else:
            accounts = accounts if accounts is not None else dict(state.accounts)
            accounts[name] = accounts.get(name, 0) + cents
    if players is None:
        return state if accounts is None else state._replace(accounts=accounts)
    return state._replace(players=players, accounts=state.accounts if accounts is None else accounts)


def _folded_as_before(state: TableState, lines: Postings) -> TableState:
    """The same at a table that an earlier release opened.

    What is posted to somebody who is not at the table stays theirs elsewhere. Only while a round is played are they
    kept in mind, since they may come back before it ends.
    """
    accounts: dict[str, Cents] = dict(state.accounts)
    chips: dict[str, Cents] = {}
    tokens: dict[str, Cents] = {}
    here = f"{TABLE}{state.table}:"
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


# ------------------------------------------------------------------------------------------------- accounts by name


def currency_of(account: str) -> str:
    """The currency of an account; empty for one that an earlier release has named.

    >>> currency_of("aud:player:ann"), currency_of("player:ann")
    ('aud', '')
    """
    first = account.partition(":")[0]
    return first if first in CURRENCIES else ""


@lru_cache(10_000)
def guarded(account: str) -> bool:
    """Whether an account may never go below zero: it holds chips that lie somewhere.

    What a player has, in the pocket or at a table, and what lies at a table. A count may find less than the book says,
    and the cage, the cash desk and promotions are counted from where the casino's own books begin.

    >>> [guarded(f"aud:{name}") for name in ("player:ann", "table:T1:float", "table:T1:count", "cage")]
    [True, True, False, False]
    >>> guarded("aud:jackpot:L1:blazing-7s"), guarded("aud:jackpots")
    (True, False)
    >>> guarded("aud:tournament:spring:pool"), guarded("tournament:inventory:spring")
    (True, False)
    >>> guarded(day_account(LOSS, "aud", "ann", "2026-11-16")), guarded(counted_at(LOSS, "aud", "T1"))
    (False, False)
    >>> guarded("aud:promotion:spring:fund"), guarded("aud:promotions")
    (True, False)
    """
    kind, *rest = account.removeprefix(f"{currency_of(account)}:").split(":")
    return (kind in ("player", "jackpot", TOURNAMENT, PROMOTION) and bool(rest)) or (
        kind == "table" and rest[1:] != ["count"]
    )


# -------------------------------------------------------------------------------------------- for those who post


def house_account(currency: str, which: str) -> str:
    """An account of the whole casino in a currency: "cage", "cash"."""
    return f"{currency}:{which}" if currency else which


def pocket(currency: str, name: str) -> str:
    """What somebody has that is not at any table."""
    return house_account(currency, f"{PLAYER}{name}")


def pocket_tokens(currency: str, name: str) -> str:
    return house_account(currency, f"{PLAYER}{name}{TOKENS}")


def meter_account(currency: str, link: str, meter: str) -> str:
    """What a meter of a link of tables shows."""
    return house_account(currency, f"jackpot:{link}:{meter}")


def reserve_account(currency: str, link: str) -> str:
    """Prizes of a link that are won and not yet paid."""
    return house_account(currency, f"jackpot:{link}:reserve")


def pool_account(currency: str, tournament: str) -> str:
    """The prize pool of a tournament."""
    return house_account(currency, f"{TOURNAMENT}:{tournament}:pool")


def commission_account(currency: str, tournament: str) -> str:
    """What the house keeps of a tournament's fees."""
    return house_account(currency, f"{TOURNAMENT}:{tournament}:commission")


def day_account(counted: str, currency: str, player: str, day: str) -> str:
    """What is counted of a player's day, as `LOSS` or as `DEPOSIT`; the day is written as 2026-11-16.

    >>> day_account(LOSS, "aud", "ann", "2026-11-16")
    'loss:aud:player:ann:2026-11-16'
    """
    return f"{counted}:{pocket(currency, player)}:{day}"


def cash_account(currency: str, player: str, day: str, way: CashWay) -> str:
    """What a player has paid in cash on a day, or was paid.

    >>> cash_account("aud", "ann", "2026-11-16", "in")
    'deposit:aud:player:ann:2026-11-16:cash-in'
    """
    return f"{day_account(DEPOSIT, currency, player, day)}:cash-{way}"


def counted_at_cage(currency: str) -> str:
    """The other side of what is counted of players' days at the cage."""
    return f"{DEPOSIT}:{house_account(currency, 'cage')}"


def document_account(digest: str) -> str:
    """The account that counts the valid cards issued against an identity document."""
    return f"{CARDS}:document:{digest}"


def counted_at(counted: str, currency: str, table: str) -> str:
    """The other side of what is counted of players' days at a table."""
    return f"{counted}:{house_account(currency, f'{TABLE}{table}')}"


def promotion_account(currency: str, promotion: str, which: str) -> str:
    """An account of a promotion: its fund, what it owes to a winner, what it has paid by some means."""
    return house_account(currency, f"{PROMOTION}:{promotion}:{which}")


def chips_from(state: TableState) -> str:
    """Where chips for the tray come from: the cage, or the inventory of the tournament that the table is part of."""
    return inventory_account(state.tournament) if state.tournament else house_account(state.currency, "cage")


def inventory_account(tournament: str) -> str:
    """The chips of a tournament that are not at its tables: what is issued comes out of it."""
    return house_account(TOURNAMENT, f"inventory:{tournament}")


def missing_account(tournament: str) -> str:
    """The chips of a tournament that have not come back."""
    return house_account(TOURNAMENT, f"missing:{tournament}")


def player_chips(state: TableState, name: str) -> str:
    """Where chips go to for a player, and come from: their chips at the table, or the pocket of one who has left."""
    currency = state.currency
    if currency and name in state.players and not state.players[name].leaving:
        return f"{currency}:table:{state.table}:player:{name}"
    return pocket(currency, name)


def player_tokens(state: TableState, name: str) -> str:
    currency = state.currency
    if currency and name in state.players and not state.players[name].leaving:
        return f"{currency}:table:{state.table}:tokens:{name}"
    return pocket_tokens(currency, name)


def device_account(state: TableState, name: str) -> str:
    """The balance on a player's Personal Bet Manager."""
    return table_account(state, f"device:{name}")


def table_account(state: TableState, which: str) -> str:
    currency = state.currency  # written out, since rounds ask for it more than for anything else
    return f"{currency}:table:{state.table}:{which}" if currency else f"table:{state.table}:{which}"


def account_at_table(currency: str, table: str, which: str) -> str:
    return f"{currency}:table:{table}:{which}" if currency else f"table:{table}:{which}"


def moved(source: str, target: str, amount: Cents) -> Postings:
    """The two lines by which an amount goes from one account to another."""
    return made(Posting, (target, amount)), made(Posting, (source, -amount))


def credited(state: TableState, name: str, amount: Cents) -> Postings:
    """What the jackpot system credits to a player; anybody who has no device here any more gets chips for it."""
    player = state.players.get(name)
    if player is None or player.leaving or player.device is None:
        return moved(table_account(state, "float"), player_chips(state, name), amount)
    return moved(house_account(state.currency, JACKPOTS), device_account(state, name), amount)


def device_wager(state: TableState, name: str, staked: Cents, returned: Cents) -> Postings:
    """A wager that a device has paid for leaves the layout: the stake to the house, what it returns to its owner.

    With both below nothing, it is laid.
    """
    jackpots = house_account(state.currency, JACKPOTS)
    return moved(table_account(state, "wagers"), jackpots, staked) + credited(state, name, returned)
