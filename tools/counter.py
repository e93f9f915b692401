"""Play a counter by index numbers in the vector environment, beside what `cutcard count bets` works out.

    python -m tools.counter 10e6
    python -m tools.counter 10e6 sydney-v15 blackjack

plays so many rounds with a spread of 1 to 8 by Hi-Lo. Where the index numbers and the chart differ, a coin decides.
With a counter of another skill that round would have come about with another chance, and so one run shows every skill:
each round weighs as much as it is likelier with that skill than with the coin. It prints what each skill wins, and for
each true count, rounded down, how often it came. The figures in docs/bench.md are from here. All tables begin
a shoe together, so less than some million rounds are of the beginnings of shoes only.
"""

from __future__ import annotations

import sys
from math import inf, sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.counting.bets import BetPlan, BetResult, bet_result
from cutcard.counting.indices import index_plays, insurance_index
from cutcard.counting.systems import counting_system
from cutcard.environments import DECISIONS, BlackjackVectorEnv
from cutcard.environments.engine_table import table_plan
from cutcard.environments.vector_env import FIELDS
from cutcard.odds import solve
from cutcard.odds.chart import UPS
from cutcard.odds.removal import effects_of_removal
from cutcard.odds.solution import up_value
from cutcard.rulebooks import rules
from cutcard.rulebooks.schema import Rules

TABLES = 4096
SKILLS = np.array([0.0, 0.25, 0.5, 0.75, 1.0])
STEPS = ((-inf, 1), (1.0, 2), (2.0, 4), (3.0, 6), (4.0, 8))  # times the wager from each true count on
BETS = tuple(times for _, times in STEPS)
COUNTS = np.arange(-10.0, 10.5, 0.5)
NUMBER = {name: number for number, name in enumerate(DECISIONS)}
STAND, HIT, INSURE, DECLINE = (NUMBER[name] for name in ("stand", "hit", "insure", "decline"))
AT = {name: place for place, name in enumerate(FIELDS)}
Plays = NDArray[np.int8]


def chart_plays(game: Rules, decks: int) -> Plays:
    """First and second wish of the chart by dealer's value, soft, total and pair."""
    plays = np.full((2, 11, 2, 32, 11), HIT, np.int8)
    plays[:, :, :, 17:] = STAND
    chart: Any = solve(game, decks).charts[0]
    for soft, rows in enumerate((chart.hard, chart.soft)):
        for total, row in rows.items():
            for up, cell in zip(UPS, row, strict=True):
                if cell is not None:
                    _put(plays, up_value(up) + 1, soft, int(total), slice(None), cell)
    for rank, row in chart.pairs.items():
        value = "A23456789T".index(rank) + 1
        soft, total = (1, 12) if value == 1 else (0, 2 * value)
        for up, cell in zip(UPS, row, strict=True):
            if cell is not None:
                where = (up_value(up) + 1, soft, total, value)
                plays[(1, *where)] = plays[(0, *where)]  # a pair that may not be split is played by its total
                _put(plays, *where, cell)
    return plays


def _put(plays: Plays, up: int, soft: int, total: int, pair: Any, cell: Any) -> None:
    plays[0, up, soft, total, pair] = NUMBER[cell.action]
    if cell.otherwise in NUMBER:
        plays[1, up, soft, total, pair] = NUMBER[cell.otherwise]


def index_wishes(game: Rules, decks: int, chart: Plays) -> Plays:
    """The same by true count: index numbers over the chart."""
    plays = np.repeat(chart[np.newaxis], len(COUNTS), axis=0)
    for play in index_plays(game, decks, counting_system("hi-lo")):
        up = up_value(play.up) + 1
        kind, _, rest = play.hand.partition(" ")
        if kind in ("hard", "soft"):
            where: Any = (up, int(kind == "soft"), int(rest), slice(None) if rest == "21" else 0)
        else:
            value = "A23456789T".index(kind) + 1
            where = (up, *((1, 12) if value == 1 else (0, 2 * value)), value)
        for at, count in enumerate(COUNTS):
            chosen = next((what for start, what in reversed(play.changes) if count >= start), play.below)
            plays[(at, 0, *where)] = NUMBER[chosen]
    return plays


class SkillResult(NamedTuple):
    """What a counter of some skill wins a round, in units of the smallest wager."""

    skill: float
    won: float
    error: float  # one standard error


class Simulated(NamedTuple):
    """Results by skill, the average wager, the cards that a round took, and the part of rounds by true count."""

    skills: tuple[SkillResult, ...]
    wager: float
    cards: float
    counts: NDArray[np.float64]  # from -10 to 10, rounded down


def simulated(game: Rules, decks: int, rounds: float, seed: int = 1, tables: int = TABLES) -> Simulated:
    """Play the counter."""
    env = BlackjackVectorEnv(tables, game.book, game.game, decks=decks, observation="count", bets=BETS, copy=False)
    choose = _Choices(game, decks)
    rng = np.random.default_rng(seed)
    seen, infos = env.reset(seed=seed)
    mask = infos["action_mask"]
    played = cards = wagered = 0.0
    sums, counts = np.zeros((2, len(SKILLS))), np.zeros(21)
    bucket, bet, before = np.zeros(tables, int), np.zeros(tables), np.zeros(tables)
    chances = np.ones((len(SKILLS), tables))  # how much likelier the round is with each skill than with the coin
    while played < rounds:
        running, left = seen[:, len(FIELDS)], seen[:, len(FIELDS) + 1]
        count = running * 52.0 / np.maximum(left, 26)
        by_index, by_chart = choose(seen, mask, count)
        coin = rng.random(tables) < 0.5
        action = np.where(coin, by_index, by_chart)
        betting = seen[:, AT["phase"]] == 0
        chances[:, betting] = 1.0
        differ = (by_index != by_chart) & ~betting
        chances[:, differ] *= 2.0 * np.where(coin[differ], SKILLS[:, np.newaxis], 1.0 - SKILLS[:, np.newaxis])
        steps = np.searchsorted([start for start, _ in STEPS[1:]], count, side="right")
        action = np.where(betting, len(DECISIONS) + steps, action)
        bucket[betting] = np.floor(np.clip(count[betting], -10, 10)).astype(int) + 10
        bet[betting], before[betting] = np.array(BETS)[steps[betting]], left[betting]
        seen, reward, over, _, infos = env.step(action)
        mask = infos["action_mask"]
        assert not np.any(infos.get("refused", False))
        ended = np.flatnonzero(over)
        each = reward[ended] * chances[:, ended]
        sums += each.sum(axis=1), (each**2).sum(axis=1)
        counts += np.bincount(bucket[ended], minlength=21)
        wagered += float(bet[ended].sum())
        cards += float((before[ended] - infos["final_obs"][ended, len(FIELDS) + 1]).sum())
        played += len(ended)
    found = (
        SkillResult(float(one), won / played, sqrt(own) / played) for one, won, own in zip(SKILLS, *sums, strict=True)
    )
    return Simulated(tuple(found), wagered / played, cards / played, counts / played)


class _Choices:
    """What the index numbers and the chart say at every table."""

    def __init__(self, game: Rules, decks: int) -> None:
        self.chart = chart_plays(game, decks)
        self.wishes = index_wishes(game, decks, self.chart)
        self.insures_from = insurance_index(game, decks, counting_system("hi-lo")) or inf

    def __call__(self, seen: Plays, mask: Plays, count: NDArray[np.float64]) -> tuple[Any, Any]:
        row = tuple(seen[:, AT[name]] for name in ("up", "soft", "total", "pair"))
        place = np.clip(np.rint((count - COUNTS[0]) * 2), 0, len(COUNTS) - 1).astype(int)
        line = np.arange(len(seen))
        plain = np.where(mask[line, HIT] & (seen[:, AT["total"]] < 17), HIT, STAND)

        def allowed(first: Plays, second: Plays) -> Any:
            return np.where(mask[line, first], first, np.where(mask[line, second], second, plain))

        by_index = allowed(self.wishes[(place, 0, *row)], self.wishes[(place, 1, *row)])
        by_chart = allowed(self.chart[(0, *row)], self.chart[(1, *row)])
        insures = (count >= self.insures_from) & (mask[line, INSURE] > 0)
        offered = seen[:, AT["phase"]] == 1
        by_index = np.where(offered, np.where(insures, INSURE, DECLINE), by_index)
        return by_index, np.where(offered, DECLINE, by_chart)


def worked_out(game: Rules, decks: int, skill: float) -> BetResult:
    """The same counter by `cutcard count bets`."""
    spread = tuple((start, 1000 * times) for start, times in STEPS)
    env = table_plan(game.book, game.game, decks=decks)
    cut = (env.cards - env.behind) / env.cards
    plan = BetPlan(
        rules=game, decks=decks, system=counting_system("hi-lo"), penetration=cut, spread=spread, skill=skill
    )
    return bet_result(plan, effects_of_removal(game, decks))


def main() -> None:
    book, name = sys.argv[2:4] or ("melbourne-v26", "blackjack")
    game = rules(book, name)
    decks = game.cards.decks[-1]
    played = simulated(game, decks, float(sys.argv[1]))
    found = [worked_out(game, decks, one.skill) for one in played.skills]
    for one, ours in zip(played.skills, found, strict=True):
        errors = (one.won - ours.win / 1000) / one.error
        comparison = f"simulated {one.won:+.5f} ± {one.error:.5f}, {errors:+.1f} errors"
        print(f"skill {one.skill:g}: worked out {ours.win / 1000:+.5f}, {comparison}")
    print(f"average wager {found[0].average_bet / 1000:.3f} and {played.wager:.3f}, {played.cards:.3f} cards a round")
    for (count, chance, _, _), share in zip(found[0].frequencies, played.counts, strict=True):
        print(f"{count:+d}  {chance:.3%} {share:.3%}")


if __name__ == "__main__":
    main()
