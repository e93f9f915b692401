"""Double entry: the lines that an event writes, which sum to nothing.

Accounts are `player:NAME` for chips that a player has, `player:NAME:tokens` for his promotional tokens,
`table:ID:float` for the tray, `table:ID:wagers` for what lies on the layout, `table:ID:drop` for money in the drop
box, `cage` for chips there, `cash` for money outside, `promotions` for vouchers, `table:ID:count` for what a count of
the tray found too much or too little.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from cutcard.engine import State
from cutcard.engine import events as played
from cutcard.engine.state import Wager, made
from cutcard.money import Cents
from cutcard.table import events as ev
from cutcard.table.changes.rounds import Key, tokens_back, worth
from cutcard.table.state import TableState


class Posting(NamedTuple):
    """So many cents to an account, or from it."""

    account: str
    cents: int


Postings = tuple[Posting, ...]


def postings(state_before: TableState, event: ev.TableEvent) -> Postings:
    """The ledger lines of an event, from the table as it was before; they sum to nothing.

    >>> postings(TableState(table="T1"), ev.ChipsSold("ann", 5000))[:2]
    (Posting(account='player:ann', cents=5000), Posting(account='table:T1:float', cents=-5000))
    """
    post = _POSTS.get(type(event))
    return () if post is None else tuple([line for line in post(state_before, event) if line.cents])


def round_postings(state_before: TableState, event: played.Event) -> Postings:
    """The same of an event of the table's round."""
    post = _ROUND_POSTS.get(type(event))
    if post is None:
        return ()
    return tuple([line for line in post(state_before, event, state_before.round) if line.cents])


def _player(name: str) -> str:
    return f"player:{name}"


def _tokens(name: str) -> str:
    return f"player:{name}:tokens"


def _account(state: TableState, which: str) -> str:
    return f"table:{state.table}:{which}"


def _moved(source: str, target: str, amount: Cents) -> Postings:
    return made(Posting, (target, amount)), made(Posting, (source, -amount))


# ---------------------------------------------------------------------------------------------- the float and chips


def _opened(state: TableState, event: ev.TableOpened) -> Postings:
    return _moved("cage", f"table:{event.table}:float", event.chips)


def _closed(state: TableState, event: ev.TableClosed) -> Postings:
    return _moved(_account(state, "float"), "cage", event.chips)


def _sold(state: TableState, event: ev.ChipsSold) -> Postings:
    chips = _moved(_account(state, "float"), _player(event.player), event.amount)
    return chips + _moved("cash", _account(state, "drop"), event.amount)


def _cashed(state: TableState, event: ev.ChipsCashed) -> Postings:
    return _moved(_player(event.player), "cage", event.amount) + _moved("cage:cash", "cash", event.amount)


def _colour(state: TableState, event: ev.ColourChanged) -> Postings:
    amount = worth(event.gives)
    tray, player = _account(state, "float"), _player(event.player)
    return _moved(player, tray, amount) + _moved(tray, player, amount)


def _voucher(state: TableState, event: ev.VoucherExchanged) -> Postings:
    return _moved("promotions", _tokens(event.player), event.amount)


def _filled(state: TableState, event: ev.FloatFilled) -> Postings:
    return _moved("cage", _account(state, "float"), worth(event.chips))


def _credited(state: TableState, event: ev.FloatCredited) -> Postings:
    return _moved(_account(state, "float"), "cage", worth(event.chips))


def _counted(state: TableState, event: ev.FloatCounted) -> Postings:
    return _moved(_account(state, "count"), _account(state, "float"), event.over)


# ---------------------------------------------------------------------------------------------------------- wagers


def _laid(state: TableState, event: ev.WagerLaid) -> Postings:
    wagers = _account(state, "wagers")
    chips = _moved(_player(event.player), wagers, event.amount - event.tokens)
    return chips + _moved(_tokens(event.player), wagers, event.tokens) if event.tokens else chips


def _taken_back(state: TableState, event: ev.WagerTakenBack | ev.WagerRefused) -> Postings:
    lines: Postings = ()
    wagers = _account(state, "wagers")
    for bet in state.laid(box=event.box, player=event.player, bet=event.bet):
        lines += _moved(wagers, _player(bet.player), bet.amount - bet.tokens)
        lines += _moved(wagers, _tokens(bet.player), bet.tokens)
    return lines


def _round(state: TableState, event: ev.RoundEvent) -> Postings:
    return round_postings(state, event.event)


def _betting_closed(state: TableState, event: played.BettingClosed, before: State) -> Postings:
    void = [(wager._replace(returned=None), wager.returned) for wager in event.wagers if wager.returned is not None]
    if not void:
        return ()
    return _returns(state, {bet[:3]: bet.tokens for bet in state.bets if bet.tokens}, void)


def _staked(state: TableState, event: Any, before: State) -> Postings:
    amount = 0 if getattr(event, "token", False) else event.amount
    return _moved(_player(event.player), _account(state, "wagers"), amount)


def _settled(state: TableState, event: Any, before: State) -> Postings:
    lines = _returns(state, dict(state.tokens_down), [(before.wagers[one.wager], one.returned) for one in event.lines])
    for extra in getattr(event, "extras", ()):
        lines += _moved(_account(state, "float"), _player(extra.player), extra.returned or 0)
    return lines


def _returns(state: TableState, down: dict[Key, Cents], settled: list[tuple[Wager, Cents]]) -> Postings:
    """Stakes leave the layout: to their owners what they return, the rest to the float, or from it.

    Of one that has left it before and is settled anew, where the round is void, only the difference moves.
    """
    lines: list[Posting] = []
    wagers, tray = _account(state, "wagers"), _account(state, "float")
    for wager, returned in settled:
        lying = wager.staked if wager.open else 0
        more = returned - (wager.returned or 0)
        tokens = tokens_back(down, wager, more)
        lines += (
            made(Posting, (wagers, -lying)),
            made(Posting, (tray, lying - more)),
            made(Posting, (_player(wager.player), more - tokens)),
        )
        if tokens:
            down[wager.box, wager.player, wager.bet] -= tokens
            lines.append(Posting(_tokens(wager.player), tokens))
    return tuple(lines)


def _withheld(state: TableState, event: ev.WinningsWithheld) -> Postings:
    return _moved(_player(event.player), _account(state, "withheld"), event.amount)


def _released(state: TableState, event: ev.WinningsReleased) -> Postings:
    return _moved(_account(state, "withheld"), _player(event.player), event.amount)


def _forfeited(state: TableState, event: ev.WinningsForfeited) -> Postings:
    return _moved(_account(state, "withheld"), _account(state, "float"), event.amount)


_POSTS: dict[type, Callable[[TableState, Any], Postings]] = {
    ev.TableOpened: _opened,
    ev.TableClosed: _closed,
    ev.ChipsSold: _sold,
    ev.ChipsCashed: _cashed,
    ev.ColourChanged: _colour,
    ev.VoucherExchanged: _voucher,
    ev.FloatFilled: _filled,
    ev.FloatCredited: _credited,
    ev.FloatCounted: _counted,
    ev.WagerLaid: _laid,
    ev.WagerTakenBack: _taken_back,
    ev.WagerRefused: _taken_back,
    ev.RoundEvent: _round,
    ev.WinningsWithheld: _withheld,
    ev.WinningsReleased: _released,
    ev.WinningsForfeited: _forfeited,
}
_ROUND_POSTS: dict[type, Callable[[TableState, Any, Any], Postings]] = {
    played.BettingClosed: _betting_closed,
    played.Insured: _staked,
    played.Doubled: _staked,
    played.HandSplit: _staked,
    played.Joined: _staked,
    played.EvenMoneyTaken: _settled,
    played.Rescued: _settled,
    played.Settled: _settled,
    played.WagersVoided: _settled,
    played.RoundVoided: _settled,
}
