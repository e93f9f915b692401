"""What bets bring, as the API says it: a counter's spread, and how much the house's win varies.

The functions run in the solver's processes and return JSON text. They import what they need, so that the service itself
starts without the compiler.
"""

from __future__ import annotations

from math import isfinite
from typing import TYPE_CHECKING, NamedTuple

from cutcard.odds import solve
from cutcard.odds.bands import PERIODS, bands, variance_parts
from cutcard.service.bench_facts import CountValue, system_known
from cutcard.service.body import Body
from cutcard.service.odds_question import Question
from cutcard.simulate.cut_card import cut_for
from cutcard.simulate.scenario import parse_spread

if TYPE_CHECKING:  # slow to import
    from cutcard.counting.bets import BetPlan, BetResult

UNIT = 1000  # cents: results are told in wagers
METHOD_OF_BANDS = "normal, one box, rounds independent, which they nearly are"


class CountBet(CountValue):
    wager: float


class BetsShown(Body):
    """What a counter's spread wins, in smallest wagers; `n0` is null where nothing is won.

    `ruin` has the chances to lose the bankroll that was named: `ever`, `before_goal`, `in_session`.
    """

    rulebook: str
    game: str
    decks: int
    system: str
    spread: str
    skill: float
    penetration: float
    win_per_100_rounds: float
    sd_per_100_rounds: float
    average_wager: float
    edge: float
    played: float
    di: float
    score: float
    n0: float | None
    ruin: dict[str, float]
    counts: list[CountBet]
    method: str


class PeriodShown(Body):
    """So many rounds: the house's win and its deviation in wagers, and bands of it as a part of what is wagered."""

    rounds: int
    expected: float
    sd: float
    bands: dict[str, tuple[float, float]]


class OutcomeShown(Body):
    net: float
    chance: float
    part_of_variance: float


class VolatilityShown(Body):
    rulebook: str
    game: str
    decks: int
    house_edge: float
    error_bound: float
    sd: float
    sd_error: float
    periods: list[PeriodShown]
    outcomes: list[OutcomeShown]
    method: str


class BetsQuestion(NamedTuple):
    question: Question
    system: str
    spread: str
    skill: float
    penetration: float | None = None  # None: where the book usually has the cutting card
    bankroll: float | None = None  # this and the goal in smallest wagers
    goal: float | None = None
    rounds: float | None = None
    kelly: float | None = None  # instead of the spread: this part of what makes the bankroll grow fastest
    most_bet: float = 50.0  # with that, in smallest wagers


def bets_json(asked: BetsQuestion) -> str:
    """What a counter wins with a spread."""
    from cutcard.counting.bets import BetPlan, best_spread, bet_result
    from cutcard.odds.removal import effects_of_removal

    question, system = asked.question, system_known(asked.system)
    rules, decks = question.rules, question.size
    cards = decks * (52 - 4 * len(rules.cards.removed_ranks))
    cut = asked.penetration or cut_for(rules, decks, cards, None)[0] / cards
    steps = parse_spread(asked.spread, UNIT)
    plan = BetPlan(rules=rules, decks=decks, system=system, penetration=cut, spread=steps, skill=asked.skill)
    effects = effects_of_removal(rules, decks)
    if asked.kelly is not None and asked.bankroll is not None:
        plan = best_spread(plan, effects, round(asked.bankroll * UNIT), UNIT, round(asked.most_bet * UNIT), asked.kelly)
    found = bet_result(plan, effects)
    return BetsShown(
        rulebook=question.book,
        game=question.game,
        decks=decks,
        system=system.name,
        spread=asked.spread if asked.kelly is None else _spread_in_words(plan),
        skill=asked.skill,
        penetration=cut,
        win_per_100_rounds=100 * found.win / UNIT,
        sd_per_100_rounds=10 * found.sd / UNIT,
        average_wager=found.average_bet / UNIT,
        edge=found.as_json()["edge"],
        played=found.played,
        di=found.desirability,
        score=found.score,
        n0=found.rounds_to_deviation if found.win > 0 else None,
        ruin=_ruin(found, asked),
        counts=[
            CountBet(true_count=count, chance=chance, worth=worth, wager=bet / UNIT)
            for count, chance, worth, bet in found.frequencies
        ],
        method=found.as_json()["method"],
    ).model_dump_json()


def _spread_in_words(plan: BetPlan) -> str:
    """The wagers of a plan as a spread is written."""
    return ",".join(f"{count:g}:{bet / UNIT:g}" for count, bet in plan.spread if isfinite(count))


def _ruin(found: BetResult, asked: BetsQuestion) -> dict[str, float]:
    if asked.bankroll is None:
        return {}
    goal = None if asked.goal is None else round(asked.goal * UNIT)
    return found.risks(round(asked.bankroll * UNIT), goal, asked.rounds)


def volatility_json(question: Question) -> str:
    """How much the house's win varies by number of rounds, and which results of a round that comes from."""
    found = solve(question.rules, question.size, UNIT)
    parts = variance_parts(found.distribution)
    return VolatilityShown(
        rulebook=question.book,
        game=question.game,
        decks=question.size,
        house_edge=found.house_edge,
        error_bound=found.error_bound,
        sd=found.sd,
        sd_error=found.sd_error,
        periods=[
            PeriodShown(
                rounds=rounds,
                expected=found.house_edge * rounds,
                sd=found.sd * rounds**0.5,
                bands=bands(found.house_edge, found.sd, rounds),
            )
            for rounds in PERIODS
        ],
        outcomes=[
            OutcomeShown(net=net, chance=chance, part_of_variance=part)
            for (net, chance), part in zip(found.distribution, parts, strict=True)
        ],
        method=METHOD_OF_BANDS,
    ).model_dump_json()
