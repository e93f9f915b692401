"""A player's own play: what they won and lost session by session, and what their side bets cost.

What is expected of a side bet is exact (`cutcard.odds.side_bets`), so that luck and price can be told apart.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import islice
from typing import Any, NamedTuple

from cutcard.engine import State, Wager
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.narration.formatting import gain
from cutcard.odds.side.offered import INSURANCE, TEN_INSURANCE
from cutcard.odds.side_bets import side_bet
from cutcard.service.found_rounds import cursor, place_of
from cutcard.service.odds_question import Question
from cutcard.service.solver_pool import worked
from cutcard.store.history import PlayedRound, played_rounds
from cutcard.store.store import Store

ROUNDS_MOST = 200
BREAK_MS = 30 * 60 * 1000  # without a round: then another session begins
ASKED_MOST = 40  # kinds of side bets whose price is worked out for one answer


class Page(NamedTuple):
    """Some of a player's rounds, newest first, and where the next page goes on."""

    rounds: list[PlayedRound]
    before: str | None


def rounds_of(store: Store, player: str, before: str | None, most: int) -> Page:
    """A player's finished rounds, newest first."""
    beyond = place_of(before) if before else None
    views = store.rounds(player=player, newest_first=True, beyond=beyond)
    ended = list(islice((view for view in views if view.ended_version is not None), most + 1))
    found = list(played_rounds(store, ended[:most]))
    return Page(found, cursor(ended[most - 1]) if len(ended) > most else None)


# ------------------------------------------------------------------------------------------------------------- sessions


def sessions(rounds: Iterable[PlayedRound], player: str) -> list[dict[str, Any]]:
    """A player's rounds by session, newest session first; within one the rounds are in the order of play."""
    groups: list[list[PlayedRound]] = []
    for each in sorted(rounds, key=lambda one: (one.view.opened_ms, one.view.stream, one.view.number)):
        if not groups or each.view.opened_ms - _end(groups[-1][-1]) > BREAK_MS:
            groups.append([])
        groups[-1].append(each)
    return [_session(group, player) for group in reversed(groups)]


def _end(each: PlayedRound) -> int:
    return each.view.ended_ms or each.view.opened_ms


def _session(group: list[PlayedRound], player: str) -> dict[str, Any]:
    rows = []
    total = staked = 0
    for each in group:
        result = each.nets.get(player, 0)
        total += result
        own = sum(wager.staked for wager in each.state.wagers if wager.player == player)
        staked += own
        rows.append(
            {
                "table": each.view.table,
                "round": each.view.number,
                "at": each.view.opened_ms,
                "title": each.state.rules.title,
                "staked": own,
                "net": result,
                "gain": gain(result),
                "total": total,
            }
        )
    return {
        "began": group[0].view.opened_ms,
        "ended": _end(group[-1]),
        "rounds": rows,
        "staked": staked,
        "net": total,
        "gain": gain(total),
    }


# ------------------------------------------------------------------------------------------------------------ side bets


class SideBetAsked(NamedTuple):
    """A side bet as it was made: what its price depends on."""

    question: Question
    bet: str
    table: str
    stake: Cents | None
    meters: tuple[tuple[str, Cents], ...]


@dataclass
class Placed:
    """All wagers of a player on one side bet of a game."""

    title: str
    game: str
    number: int = 0
    staked: Cents = 0
    returned: Cents = 0
    expected: Fraction | None = Fraction(0)  # None: the price of one of them is not known


async def side_bets(rounds: Iterable[PlayedRound], player: str, reader: str) -> list[dict[str, Any]]:
    """What a player's side bets cost: staked, returned, and what exactly was to be expected."""
    found: dict[tuple[str, str, str], Placed] = {}
    prices: dict[SideBetAsked, Fraction | None] = {}
    asked: dict[tuple[str, str, str], dict[SideBetAsked, Cents]] = defaultdict(lambda: defaultdict(int))
    for each in rounds:
        for wager, price in _own_side_bets(each.state, player):
            rules = each.state.rules
            key = (rules.book, rules.game, price.bet)
            title = rules.side_bets[wager.bet].title if wager.bet in rules.side_bets else "Insurance"
            row = found.setdefault(key, Placed(title, rules.title))
            row.number += 1
            row.staked += wager.staked
            row.returned += wager.returned or 0
            if not wager.carried:  # it was counted when it was laid
                asked[key][price] += wager.staked
    for key, kinds in asked.items():
        for price, staked in kinds.items():
            if price not in prices:
                prices[price] = await _price(price, reader) if len(prices) < ASKED_MOST else None
            known = prices[price]
            so_far = found[key].expected
            found[key].expected = so_far + known * staked if so_far is not None and known is not None else None
    return [_row_json(row) for row in sorted(found.values(), key=lambda row: -row.staked)]


def _own_side_bets(state: State, player: str) -> Iterator[tuple[Wager, SideBetAsked]]:
    question = Question.of(state.rules, state.setup.decks)
    for wager in state.wagers:
        if wager.player != player or not wager.staked or wager.outcome == "void":
            continue
        if wager.bet in state.setup.side_bets:
            side = state.rules.side_bets[wager.bet]
            stake = wager.staked if side.amounts or side.payout_max is not None else None
            meters = tuple(sorted(state.setup.meters.items()))
            yield wager, SideBetAsked(question, wager.bet, state.setup.side_bets[wager.bet].name or "", stake, meters)
        elif wager.bet == "insurance":
            kind = INSURANCE if state.up_card.value == 1 else TEN_INSURANCE
            yield wager, SideBetAsked(question, kind, "", None, ())


async def _price(asked: SideBetAsked, reader: str) -> Fraction | None:
    try:
        return await worked(price_of, asked, caller=reader)
    except CutcardError:  # the book offers it no more, or the pool is full: the page says that it is not known
        return None


def price_of(asked: SideBetAsked) -> Fraction:
    """What a stake of one brings on the average; runs in a separate process."""
    odds = side_bet(
        asked.question.rules,
        asked.question.size,
        asked.bet,
        asked.table,
        stake=asked.stake,
        meters=dict(asked.meters),
    )
    return odds.expectation


def _row_json(row: Placed) -> dict[str, Any]:
    net = row.returned - row.staked
    expected = None if row.expected is None else round(row.expected)
    return {
        "title": row.title,
        "game": row.game,
        "placed": row.number,
        "staked": row.staked,
        "returned": row.returned,
        "net": net,
        "gain": gain(net),
        "expected": expected,
        "expected_gain": "" if expected is None else gain(expected),
        "edge": None if row.expected is None or not row.staked else float(-row.expected / row.staked),
    }
