"""A player's sessions as the API says them: how they end, how likely the money runs out, and what limits are worth.

All is told in wagers. The sessions are simulated in the solver's processes.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.errors import CutcardError
from cutcard.money import Cents, dollars
from cutcard.service.body import Body
from cutcard.service.odds_question import Question
from cutcard.simulate.scenario import Scenario

UNIT = 1000  # cents of a wager, which matters where a prize is a fixed sum
ROUNDS_MOST = 10_000_000  # of all sessions of a question together
SESSION_MOST = 10_000  # rounds of one
SESSIONS_MOST = 20_000
COLUMNS = 40  # of the chart of results
METHOD = "simulated with exact play and flat wagers from a shoe with a cutting card; errors are standard errors"


class ColumnShown(Body):
    """Sessions that end with a result from `least` to `most`."""

    least: float
    most: float
    share: float


class LosingRunShown(Body):
    """Sessions whose longest run of lost rounds is so long."""

    rounds: int
    share: float


class SessionsShown(Body):
    """How sessions end, in wagers. `value` is what limits and promotion change in the mean result of a session.

    `ruined` is the part of sessions whose money did not cover the next round's wagers.
    """

    rulebook: str
    game: str
    decks: int
    sessions: int
    rounds: int  # that were played in all
    bankroll: float
    mean: float
    mean_error: float
    sd: float
    ahead: float
    ahead_error: float
    ruined: float
    ruined_error: float
    value: float
    quantiles: dict[str, float]
    columns: list[ColumnShown]
    losing_runs: list[LosingRunShown]
    method: str


class SessionQuestion(NamedTuple):
    """Sessions of so many rounds at most; sums of money are in wagers."""

    question: Question
    bankroll: float
    rounds: int
    loss_limit: float | None = None
    win_goal: float | None = None
    rebate: float = 0.0
    gift: float = 0.0
    side_bets: tuple[str, ...] = ()
    seed: int = 1

    @property
    def scenario(self) -> Scenario:
        question = self.question
        return Scenario(
            book=question.book,
            game=question.game,
            decks=question.size,
            options=question.options,
            side_bets=self.side_bets,
            bet=dollars(UNIT),
        )


def check_sessions(asked: SessionQuestion) -> None:
    """Refuse with a sentence what no session can be."""
    from cutcard.simulate.scenario import table_for

    table = table_for(asked.scenario)
    need = table.bet + sum(wager.stake for wager in table.side_bets.values())
    if _cents(asked.bankroll) + _cents(asked.gift) < need:
        raise CutcardError(
            f"a bankroll of {asked.bankroll:g} wagers does not cover the wagers of a round, {need / UNIT:g}"
        )


def sessions_json(asked: SessionQuestion) -> str:
    """Play the sessions."""
    from cutcard.simulate import job_for, strategy_for, table_for
    from cutcard.simulate.bankroll import Plan, sessions
    from cutcard.simulate.run import CHUNK

    table = table_for(asked.scenario)
    plan = Plan(
        rounds=asked.rounds,
        bankroll=_cents(asked.bankroll),
        need=table.bet + sum(wager.stake for wager in table.side_bets.values()),
        loss_limit=None if asked.loss_limit is None else _cents(asked.loss_limit),
        win_goal=None if asked.win_goal is None else _cents(asked.win_goal),
        rebate=asked.rebate,
        gift=_cents(asked.gift),
    )
    count = min(SESSIONS_MOST, ROUNDS_MOST // asked.rounds)
    most = -(-count // (CHUNK // asked.rounds)) * CHUNK
    found = sessions(job_for(table, strategy_for(asked.scenario, table), most, asked.seed), plan, count)
    shares, edges = found.histogram(COLUMNS)
    told = found.as_json()
    runs = found.losing_runs / count
    return SessionsShown(
        rulebook=asked.question.book,
        game=asked.question.game,
        decks=asked.question.size,
        sessions=count,
        rounds=found.rounds,
        bankroll=asked.bankroll,
        mean=100 * told["mean"] / UNIT,
        mean_error=100 * told["se"] / UNIT,
        sd=100 * told["sd"] / UNIT,
        ahead=told["ahead"],
        ahead_error=_share_error(told["ahead"], count),
        ruined=told["risk_of_ruin"],
        ruined_error=_share_error(told["risk_of_ruin"], count),
        value=100 * told["value"] / UNIT,
        quantiles={name: 100 * value / UNIT for name, value in told["quantiles"].items()},
        columns=[
            ColumnShown(least=float(low) / UNIT, most=float(high) / UNIT, share=float(share))
            for low, high, share in zip(edges[:-1], edges[1:], shares, strict=True)
        ],
        losing_runs=[LosingRunShown(rounds=at, share=float(share)) for at, share in enumerate(runs) if share],
        method=METHOD,
    ).model_dump_json()


def _cents(wagers: float) -> Cents:
    return round(wagers * UNIT)


def _share_error(share: float, count: int) -> float:
    return float((share * (1.0 - share) / count) ** 0.5)
