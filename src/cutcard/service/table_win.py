"""What the tables of a store have won, beside what was to be expected, and how fast rounds came there."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from functools import lru_cache
from math import sqrt
from typing import Any

from cutcard.engine.events import WagerPlaced
from cutcard.engine.state import State
from cutcard.errors import CutcardError
from cutcard.odds import solve
from cutcard.odds.side_bets import side_bet
from cutcard.rulebooks.schema import Rules
from cutcard.store import Store
from cutcard.store.history import PlayedRound, played_rounds
from cutcard.table.ledger import account_at_table

PAUSE_MS = 10 * 60 * 1000  # a longer time between two rounds is no round's


@dataclass(slots=True)
class TableWin:
    """A table's finished rounds; money in cents."""

    table: str
    rounds: int = 0
    turnover: int = 0  # first wagers and side bets
    win: int = 0
    theoretical: float = 0.0
    variance: float = 0.0  # of the win: boxes of a round taken as independent
    drop: int = 0
    not_priced: int = 0  # wagers whose odds are not known
    seconds: dict[int, list[float]] = field(default_factory=lambda: defaultdict(list))  # from round to round, by boxes

    def as_json(self) -> dict[str, Any]:
        return {
            "table": self.table,
            "rounds": self.rounds,
            "turnover": self.turnover / 100,
            "win": self.win / 100,
            "theoretical_win": self.theoretical / 100,
            "deviation": sqrt(self.variance) / 100,
            "drop": self.drop / 100,
            "hold": self.win / self.drop if self.drop else None,
            "theoretical_hold": self.theoretical / self.drop if self.drop else None,
            "not_priced": self.not_priced,
            "pace": [
                {"boxes": boxes, "rounds": len(found), "rounds_an_hour": 3600 / mean, "error": 3600 / mean**2 * error}
                for boxes, found in sorted(self.seconds.items())
                for mean, error in (_mean(found),)
                if mean > 0
            ],
        }


def table_wins(store: Store, table: str | None = None) -> list[TableWin]:
    """All tables of a store that have finished a round, or one of them, by name."""
    views = [view for view in store.rounds(table=table) if view.ended_version is not None]
    found: dict[str, TableWin] = {}
    before: dict[str, tuple[int, int]] = {}  # when each table's last round began, and its boxes
    for each in played_rounds(store, views):
        of_table = found.setdefault(each.view.table, TableWin(each.view.table))
        _take(of_table, each)
        boxes = len({wager.box for wager in each.state.wagers if wager.bet == "main"})
        if each.view.table in before:
            began, boxes_then = before[each.view.table]
            if 0 < each.view.opened_ms - began <= PAUSE_MS:
                of_table.seconds[boxes_then].append((each.view.opened_ms - began) / 1000)
        before[each.view.table] = each.view.opened_ms, boxes
    accounts = store.balances()
    for of_table in found.values():
        drops = {account for account in accounts if account.endswith(account_at_table("", of_table.table, "drop"))}
        of_table.drop = sum(accounts[account] for account in drops)
    return sorted(found.values(), key=lambda one: one.table)


def _take(of_table: TableWin, each: PlayedRound) -> None:
    state = each.state
    of_table.rounds += 1
    for wager in state.wagers:
        of_table.win += wager.staked - (wager.returned or 0)
    if state.void:
        return
    for event in each.events:  # as they were placed: what is added in play is part of the main wager's figures
        if isinstance(event, WagerPlaced):
            known = _edge(state, event.bet, event.amount)
            if known is None:
                of_table.not_priced += 1
                continue
            of_table.turnover += event.amount
            of_table.theoretical += event.amount * known[0]
            of_table.variance += (event.amount * known[1]) ** 2


def _edge(state: State, bet: str, staked: int) -> tuple[float, float] | None:
    """The house edge and the deviation of a wager; None where its odds are not known."""
    table = state.setup.side_bets.get(bet)
    try:
        if bet == "main":
            return _main(state.rules, state.setup.decks)
        return None if table is None else _side(state.rules, state.setup.decks, bet, table.name, staked)
    except CutcardError:
        return None


@lru_cache(maxsize=64)
def _main(rules: Rules, decks: int) -> tuple[float, float]:
    found = solve(rules, decks)
    return found.house_edge, found.sd


@lru_cache(maxsize=512)
def _side(rules: Rules, decks: int, bet: str, table: str, stake: int) -> tuple[float, float]:
    found = side_bet(rules, decks, bet, table, stake=stake)
    return found.house_edge, found.sd


def _mean(found: list[float]) -> tuple[float, float]:
    mean = sum(found) / len(found)
    if len(found) < 2:
        return mean, mean
    return mean, sqrt(sum((one - mean) ** 2 for one in found) / (len(found) - 1) / len(found))
