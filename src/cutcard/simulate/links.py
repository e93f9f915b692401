"""A link of tables played round by round, with meters that grow, and how far its figures lie from the exact ones.

Rounds come one after the other, since wins at different tables do; all come from one stream of random numbers, because
a meter goes on from one round to the next.
"""

from __future__ import annotations

import math
import time
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import numpy as np

from cutcard.cards import PACK
from cutcard.lookup.side_bet_outcomes import outcome_table
from cutcard.money import round_up
from cutcard.odds.links.figures import LinkOdds, MeterOdds
from cutcard.odds.links.growth import Between
from cutcard.odds.links.plan import LinkPlan
from cutcard.odds.links.prizes import MeterPrizes
from cutcard.rulebooks.offers import best_row, fixed_prize
from cutcard.simulate import kernel as k
from cutcard.simulate import link_kernel as lk
from cutcard.simulate.run import SEED_LIMIT, RunError
from cutcard.table.link_terms import MILLION

NEVER_SO_LONG = 60  # times the mean time until a meter is won
STRETCH = 1 << 18  # rounds between two reports
Report = Callable[["LinkResult"], None]


@dataclass(frozen=True, slots=True, kw_only=True)
class Estimate:
    """A simulated figure with its standard error, beside the exact one; nothing where nothing was counted."""

    name: str
    simulated: float
    error: float
    exact: Between

    @property
    def errors(self) -> float:
        """Standard errors between the simulated figure and the nearest that the exact one may be."""
        off = max(self.exact.low - self.simulated, self.simulated - self.exact.high, 0.0)
        return off / self.error if self.error else 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterResult:
    """A meter after a simulation, in cents; `paid` and `outlay` are sums, `value` is what it shows at the end."""

    meter: str
    hits: int
    at_hit: float
    at_hit_error: float
    waited: float
    waited_error: float
    value: float
    added: float
    paid: float
    outlay: float


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkResult:
    """What was played. `winners` is, by prize, how many rounds had each number of winners."""

    plan: LinkPlan
    rounds: int
    seconds: float
    house: float  # of each wager, what the meters are owed taken off
    house_error: float
    winners: dict[str, dict[int, int]]
    meters: dict[str, MeterResult]
    complete: bool = True

    @property
    def rounds_per_second(self) -> float:
        return self.rounds / self.seconds if self.seconds else 0.0

    def compared(self, odds: LinkOdds) -> list[Estimate]:
        """Every simulated figure beside the exact one."""
        found = [
            Estimate(name="house edge", simulated=self.house, error=self.house_error, exact=odds.house_edge),
        ]
        for meter in odds.meters:
            found += self._of_meter(meter)
        return found

    def _of_meter(self, odds: MeterOdds) -> list[Estimate]:
        result, found = self.meters[odds.meter], []
        for prize in odds.by_prize:
            counted = self.winners[prize.row.outcome]
            chances = {"won": prize.per_round, "won by several": prize.several * prize.per_round}
            times = {"won": sum(counted.values()), "won by several": sum(n for w, n in counted.items() if w > 1)}
            for name, chance in chances.items():
                exact = float(chance)
                if exact * self.rounds >= 5:  # fewer say nothing
                    error = math.sqrt(exact * (1 - exact) / self.rounds)
                    title = f"{prize.row.outcome} {name}, a round"
                    simulated = times[name] / self.rounds
                    found.append(Estimate(name=title, simulated=simulated, error=error, exact=Between(exact, exact)))
        if result.hits > 1:
            rounds = 1 / float(odds.hit_chance)
            name = f"{odds.meter} when it is won, $"
            at_hit = Between(odds.mean_at_hit.low / 100, odds.mean_at_hit.high / 100)
            found.append(
                Estimate(name=name, simulated=result.at_hit / 100, error=result.at_hit_error / 100, exact=at_hit)
            )
            name = f"{odds.meter}, rounds until it is won"
            exact_rounds = Between(rounds, rounds)
            found.append(Estimate(name=name, simulated=result.waited, error=result.waited_error, exact=exact_rounds))
        return found

    def as_json(self) -> dict[str, Any]:
        """The object that `cutcard simulate --link --json` prints."""
        return {
            "rounds": self.rounds,
            "seconds": self.seconds,
            "rounds_per_second": self.rounds_per_second,
            "house_edge": self.house,
            "house_edge_error": _known(self.house_error),
            "winners": {
                prize: {str(count): times for count, times in by.items()} for prize, by in self.winners.items()
            },
            "meters": {
                name: {
                    "hits": each.hits,
                    "mean_at_hit": _known(each.at_hit / 100),
                    "mean_at_hit_error": _known(each.at_hit_error / 100),
                    "mean_rounds": _known(each.waited),
                    "mean_rounds_error": _known(each.waited_error),
                    "value": each.value / 100,
                    "added": each.added / 100,
                    "paid": each.paid / 100,
                    "outlay": each.outlay / 100,
                }
                for name, each in self.meters.items()
            },
        }


def _known(value: float) -> float | None:
    """Nothing where too little was counted to say."""
    return value if math.isfinite(value) else None


def play_link(plan: LinkPlan, rounds: int, seed: int = 1, report: Report | None = None) -> LinkResult:
    """Play this many rounds of one table after another; an interrupt keeps what has been counted so far."""
    if rounds < 1:
        raise RunError(f"a simulation needs at least one round, not {rounds}")
    if not 0 <= seed < SEED_LIMIT:
        raise RunError(f"a seed is a whole number from 0 to {SEED_LIMIT - 1}, not {seed}")
    _check_room(plan)
    game, tally = link_game(plan), link_tally(plan)
    places = [place for place, card in enumerate(PACK) if card.rank not in plan.rules.cards.removed_ranks]
    work = k.workspace_for(1, 1, np.array(places * plan.decks, np.uint16))
    work.at[k.KEY_LOW], work.at[k.KEY_HIGH] = seed & 0xFFFFFFFF, seed >> 32
    done, started, complete = 0, time.perf_counter(), True
    try:
        while done < rounds:
            stretch = min(STRETCH, rounds - done)
            lk.play_link(game, work, tally, stretch)
            done += stretch
            if report is not None:
                report(_result(plan, tally, time.perf_counter() - started, True))
    except KeyboardInterrupt:
        complete = False
    return _result(plan, tally, time.perf_counter() - started, complete)


def _check_room(plan: LinkPlan) -> None:
    """Refuse a meter that might grow beyond what is counted, in millionths of a cent, before it is won."""
    for name, terms in plan.terms.meters.items():
        highest = terms.seed + plan.increment(name) * NEVER_SO_LONG / MeterPrizes(plan, name).hit_chance
        if highest * lk.MICRO >= 2**62:
            raise RunError(f"the meter {name} might grow beyond what the simulator counts")


def link_game(plan: LinkPlan) -> lk.LinkGame:
    """A link's terms as the kernel reads them."""
    terms, side, rows = plan.terms, plan.side, plan.table.rows
    answers, names = outcome_table(side.judged_by), list(terms.meters)
    best = [best_row(plan.table, each, terms.price) if each else None for each in answers.classes]
    numbers = np.array([0 if row is None else rows.index(row) + 1 for row in best], np.uint8)
    back = terms.price if side.stake_returned else 0
    prizes = [round_up(fixed_prize(row, terms.price), 1) for row in rows]
    order = sorted((at for at, row in enumerate(rows, 1) if row.share), key=lambda at: rows[at - 1].share or 0)
    selected = plan.selected
    return lk.LinkGame(
        boxes=plan.boxes,
        ups=answers.numbers.shape[-1],
        rows=numbers[answers.numbers[0]].reshape(-1),
        returns=np.array([0, *(prize + back for prize in prizes)], np.int64),
        meter=np.array([lk.NOBODY, *(names.index(r.meter) if r.meter else lk.NOBODY for r in rows)], np.int64),
        share=np.array([0, *(int((row.share or 0) * MILLION) for row in rows)], np.int64),
        order=np.array(order, np.int64),
        seeds=np.array([each.seed * lk.MICRO for each in terms.meters.values()], np.int64),
        adds=np.array([plan.wagered * each.per_million for each in terms.meters.values()], np.int64),
        minimum=np.array([each.seed if side.meter_minimum else 0 for each in terms.meters.values()], np.int64),
        unit=plan.unit,
        price=terms.price,
        stake_back=int(side.stake_returned),
        selected=terms.selected_per_million if selected else 0,
        selected_row=rows.index(selected) + 1 if selected else 0,
    )


def link_tally(plan: LinkPlan) -> lk.LinkTally:
    """Nothing counted yet, every meter at its seed."""
    meters = plan.terms.meters
    return lk.LinkTally(
        meters=np.array([each.seed * lk.MICRO for each in meters.values()], np.int64),
        of_meter=np.zeros(len(meters) * lk.METER_FIELDS),
        times=np.zeros((len(plan.table.rows) + 1) * lk.WINNERS, np.int64),
        sums=np.zeros(lk.SUM_FIELDS),
    )


def _result(plan: LinkPlan, tally: lk.LinkTally, seconds: float, complete: bool) -> LinkResult:
    rounds, batches = int(tally.sums[lk.ROUNDS]), int(tally.sums[lk.BATCHES])
    mean = float(tally.sums[lk.NET]) / max(rounds, 1)
    batched = float(tally.sums[lk.NET] - tally.sums[lk.BATCH_NET]) / max(batches, 1)
    spread = float(tally.sums[lk.NET_SQUARED]) / max(batches, 1) - batched**2
    error = math.sqrt(max(spread, 0.0) / max(batches - 1, 1)) / lk.BATCH if batches > 1 else math.inf
    by_row = tally.times.reshape(-1, lk.WINNERS)
    return LinkResult(
        plan=plan,
        rounds=rounds,
        seconds=seconds,
        house=mean / plan.wagered,
        house_error=error / plan.wagered,
        winners={
            row.outcome: {count: int(by_row[at, count]) for count in range(1, lk.WINNERS) if by_row[at, count]}
            for at, row in enumerate(plan.table.rows, 1)
        },
        meters={name: _meter(plan, tally, at, name, rounds) for at, name in enumerate(plan.terms.meters)},
        complete=complete,
    )


def _meter(plan: LinkPlan, tally: lk.LinkTally, at: int, name: str, rounds: int) -> MeterResult:
    of = tally.of_meter[at * lk.METER_FIELDS : (at + 1) * lk.METER_FIELDS]
    hits = int(of[lk.HITS])
    at_hit, at_hit_error = _mean(hits, float(of[lk.AT_HIT]), float(of[lk.AT_HIT_SQUARED]))
    waited, waited_error = _mean(hits, float(of[lk.WAITED]), float(of[lk.WAITED_SQUARED]))
    return MeterResult(
        meter=name,
        hits=hits,
        at_hit=at_hit,
        at_hit_error=at_hit_error,
        waited=waited,
        waited_error=waited_error,
        value=int(tally.meters[at]) / lk.MICRO,
        added=rounds * float(plan.increment(name)),
        paid=float(of[lk.PAID]),
        outlay=float(of[lk.OUTLAY]),
    )


def _mean(count: int, total: float, squares: float) -> tuple[float, float]:
    if count < 2:
        return (total if count else math.nan), math.inf
    mean = total / count
    return mean, math.sqrt(max(squares / count - mean * mean, 0.0) / (count - 1))
