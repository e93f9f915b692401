"""The house's side as the API says it: win and hold by boxes, what side bets bring beside the main wager, mistakes.

All is told in wagers. The functions run in the solver's processes and return JSON text.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.money import dollars
from cutcard.odds.house_win import HOLD_ERROR
from cutcard.odds.usual_play import SideStake, UsualPlay
from cutcard.service.body import Body
from cutcard.service.odds_question import Question
from cutcard.simulate.scenario import Scenario

UNIT = 1000  # cents of a wager, which matters where a prize is a fixed sum
MISTAKE_ROUNDS = 2_000  # of the engine, to count how often there is an occasion


class BoxesShown(Body):
    """So many boxes in play for an hour; `hold` is the part of a buy-in that the house may expect to keep."""

    boxes: int
    rounds_an_hour: float
    win: float
    sd: float
    rounds_of_a_buy_in: float
    chance_all_lost: float
    hold: float


class WinShown(Body):
    rulebook: str
    game: str
    decks: int
    house_edge: float
    error_bound: float
    buy_in: float
    stays: float
    box_covariance: float
    boxes: list[BoxesShown]
    method: str


class SideCovarianceShown(Body):
    """A side bet of one wager beside the main wager; `joint` has what both bring, with the chance."""

    bet: str
    table: str
    sd: float
    covariance: float
    standard_error: float
    correlation: float
    joint: list[tuple[float, float, float]]
    error: str


class CovariancesShown(Body):
    rulebook: str
    game: str
    decks: int
    sd: float
    side_bets: list[SideCovarianceShown]


class MistakeShown(Body):
    """A kind of mistake: occasions in a round, and what one costs the house, in wagers, each with its standard error.

    `always` is what a round costs where a dealer makes it at every occasion: exact, and null where it is not known.
    """

    clause: str
    occasion: str
    mistake: str
    chance: float
    chance_error: float
    cost: float
    cost_error: float
    always: float | None


class MistakesShown(Body):
    rulebook: str
    game: str
    decks: int
    rounds: int
    mistakes: list[MistakeShown]
    method: str


class WinQuestion(NamedTuple):
    question: Question
    buy_in: float  # in wagers
    stays: float  # hours of a player


class SidesQuestion(NamedTuple):
    question: Question
    side_bets: tuple[str, ...]  # "perfect-pairs", "buster-blackjack=C"


def stakes_of(question: Question, side_bets: tuple[str, ...]) -> tuple[SideStake, ...]:
    """The side bets of a question, each of one wager; raises with a sentence where the game has none such."""
    stakes = tuple(SideStake.parse(text.partition(":")[0], UNIT) for text in side_bets)
    UsualPlay(rules=question.rules, decks=question.size, wager=UNIT, side_bets=stakes).check_side_bets()
    return stakes


def win_json(asked: WinQuestion) -> str:
    """What a table wins in an hour by its boxes."""
    from cutcard.simulate.win_by_boxes import COVARIANCE_ERROR, win_by_boxes

    question = asked.question
    scenario = Scenario(
        book=question.book, game=question.game, decks=question.size, options=question.options, bet=dollars(UNIT)
    )
    found = win_by_boxes(scenario, hours=1.0, buy_in=round(asked.buy_in * UNIT), stays=asked.stays)
    return WinShown(
        rulebook=question.book,
        game=question.game,
        decks=question.size,
        house_edge=found.house_edge,
        error_bound=found.error_bound,
        buy_in=asked.buy_in,
        stays=asked.stays,
        box_covariance=found.covariance,
        boxes=[
            BoxesShown(
                boxes=line.boxes,
                rounds_an_hour=line.rounds_an_hour,
                win=line.win / UNIT,
                sd=line.deviation / UNIT,
                rounds_of_a_buy_in=hold.expected_rounds,
                chance_all_lost=hold.gone,
                hold=hold.hold,
            )
            for line, hold in found.boxes
        ],
        method=f"best play and flat wagers; rounds an hour are Kilby's, an assumption; deviation: the covariance of "
        f"boxes is {COVARIANCE_ERROR}; hold: {HOLD_ERROR}",
    ).model_dump_json()


def covariances_json(asked: SidesQuestion) -> str:
    """How side bets go with the main wager."""
    from cutcard.simulate.side_covariance import side_covariances

    question = asked.question
    stakes = stakes_of(question, asked.side_bets)
    play = UsualPlay(rules=question.rules, decks=question.size, wager=UNIT, side_bets=stakes)
    return CovariancesShown(
        rulebook=question.book,
        game=question.game,
        decks=question.size,
        sd=play.solution.sd,
        side_bets=[
            SideCovarianceShown(
                bet=one.bet,
                table=stake.table,
                sd=one.sd / UNIT,
                covariance=one.covariance / UNIT**2,
                standard_error=one.standard_error / UNIT**2,
                correlation=one.correlation,
                joint=[(main / UNIT, side / UNIT, chance) for (main, side), chance in sorted(one.joint.items())],
                error=one.error,
            )
            for stake, one in zip(stakes, side_covariances(play), strict=True)
        ],
    ).model_dump_json()


def mistakes_json(asked: SidesQuestion) -> str:
    """What each kind of dealer's mistake costs, by clause."""
    from cutcard.odds.dealer_errors import dealer_errors

    question = asked.question
    beside = {stake.bet: (stake.table, stake.stake) for stake in stakes_of(question, asked.side_bets)}
    found = dealer_errors(question.rules, question.size, wager=UNIT, side_bets=beside, rounds=MISTAKE_ROUNDS)
    return MistakesShown(
        rulebook=question.book,
        game=question.game,
        decks=question.size,
        rounds=MISTAKE_ROUNDS,
        mistakes=[
            MistakeShown(
                clause=line.clause,
                occasion=line.occasion,
                mistake=line.mistake,
                chance=line.chance,
                chance_error=line.chance_error,
                cost=line.cost / UNIT,
                cost_error=line.cost_error / UNIT,
                always=None if line.always is None else line.always / UNIT,
            )
            for line in found
        ],
        method=f"occasions counted in {MISTAKE_ROUNDS:,} rounds of one box under best play; errors are standard "
        "errors; a dealer who always draws wrongly: exact, for players who follow the chart",
    ).model_dump_json()
