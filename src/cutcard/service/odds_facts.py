"""What a game is worth, as the API says it: figures as the library has them, and the same in words.

The functions that take a `Question` run in the solver's processes and return JSON text, so that the service only passes
it on.
"""

from __future__ import annotations

from typing import Any

from cutcard.money import dollars
from cutcard.narration.formatting import name
from cutcard.narration.rule_words import option_title, option_value
from cutcard.odds import Solution, solve, total_only_ev
from cutcard.odds.side_bets import SideBetOdds
from cutcard.reports.odds_report import Edges, side_bet_edges, side_bet_odds
from cutcard.reports.poster import CODES, Poster, PosterCell, posters
from cutcard.reports.sheet import percent
from cutcard.rulebooks import Rules, load
from cutcard.service.body import Body
from cutcard.service.book_facts import outcome_in_words
from cutcard.service.odds_question import Question

RARE = 5e-7  # results of a round with a lower chance are left out
HUNDRED = 10_000  # cents
UPS_IN_WORDS = {"A": "an ace", "T": "a ten"}


class InsuranceShown(Body):
    up: str
    pays: str
    ev: float
    best_ev: float
    best_hand: str
    says: str


class EvenMoneyShown(Body):
    take: float
    wait: float
    says: str


class Figures(Body):
    """The figures of a game under best play, for each unit first wagered."""

    ev: float
    house_edge: float
    sd: float
    sd_error: float
    sd_bound: float
    exact: bool
    error_bound: float


class OddsShown(Figures):
    """What a game is worth. `chosen` are the options that are not as usual, in words.

    `distribution` is each result of a round, in first wagers, with its chance; `dealer` the dealer's final hands by
    first card.
    """

    rulebook: str
    book_title: str
    game: str
    title: str
    decks: int
    options: dict[str, bool | str]
    chosen: list[str]
    edge: str
    expectation: str
    deviation: str
    exactness: str
    says: str
    notes: list[str]
    insurance: list[InsuranceShown]
    even_money: EvenMoneyShown | None
    distribution: list[tuple[float, float]]
    dealer: dict[str, dict[str, float]]


class CellShown(Body):
    """What to do with a hand against a card: letters as on a printed chart, and the same in words."""

    code: str
    action: str
    otherwise: str
    says: str


class RowShown(Body):
    name: str
    cells: list[CellShown]


class SectionShown(Body):
    name: str
    rows: list[RowShown]


class LetterShown(Body):
    code: str
    action: str


class ChartShown(Body):
    """A chart of play: `columns` are the dealer's first cards; `departures` are hands better played differently."""

    wager: str
    columns: list[str]
    legend: list[LetterShown]
    sections: list[SectionShown]
    departures: list[str]


class StrategyShown(Figures):
    rulebook: str
    game: str
    title: str
    decks: int
    charts: list[ChartShown]


class ChartValue(Body):
    """What playing by the chart's totals alone is worth, and what it gives up against exact play."""

    chart_ev: float
    gives_up: float
    says: str


class OutcomeShown(Body):
    name: str
    title: str
    odds: str
    probability: str
    p: float
    net: float
    clause: str


class PlayShown(Body):
    play: str
    says: str
    house_edge: float
    edge: str


class PayTableShown(Body):
    """A side bet with one pay table; `plays` are other ways to play it, where its result depends on that."""

    table: str
    ev: float
    house_edge: float
    sd: float
    edge: str
    play: str
    plays: list[PlayShown]
    outcomes: list[OutcomeShown]
    notes: list[str]


class SideBetShown(Body):
    id: str
    title: str
    edge: str  # of its pay tables, from the least to the most
    tables: list[PayTableShown]


class DeckEdge(Body):
    decks: int
    house_edge: float
    edge: str


class SideBetEdges(Body):
    bet: str
    title: str
    table: str
    by_decks: list[DeckEdge]


class SideBetsShown(Body):
    rulebook: str
    game: str
    decks: int
    side_bets: list[SideBetShown]
    edges: list[SideBetEdges]
    note: str = "A negative edge favours the player; jackpots are at their minimum, or at zero."


# ------------------------------------------------------------------------------------------------ what a process works


def odds_json(question: Question) -> str:
    """The edge of a game and what follows from it."""
    return odds_shown(question, solve(question.rules, question.size)).model_dump_json()


def strategy_json(question: Question) -> str:
    """The best play of a game as charts."""
    return strategy_shown(question, solve(question.rules, question.size)).model_dump_json()


def chart_value_json(question: Question) -> str:
    """What the chart alone is worth; takes much longer than the chart."""
    exact, chart = solve(question.rules, question.size).ev, total_only_ev(question.rules, question.size)
    says = f"Playing by the chart alone gives up {percent(exact - chart, 5)} against exact play."
    return ChartValue(chart_ev=chart, gives_up=exact - chart, says=says).model_dump_json()


def side_bets_json(question: Question) -> str:
    """Every side bet of a game with its pay tables, and its edge by number of decks."""
    rules = question.rules
    found = side_bet_odds(rules, question.size)
    return SideBetsShown(
        rulebook=question.book,
        game=question.game,
        decks=question.size,
        side_bets=[_side_bet(bet, list(tables.values())) for bet, tables in found.items()],
        edges=[_edges(rules, line) for line in side_bet_edges([rules])],
    ).model_dump_json()


# --------------------------------------------------------------------------------------------------------- in words


def odds_shown(question: Question, solution: Solution) -> OddsShown:
    """A solution as the API says it."""
    rules = question.rules
    kept = round(HUNDRED * solution.house_edge)
    whose = "the house keeps" if kept >= 0 else "the player gains"
    return OddsShown(
        **_figures(solution),
        rulebook=question.book,
        book_title=load(question.book).title,
        game=question.game,
        title=rules.title,
        decks=question.size,
        options=dict(rules.options),
        chosen=chosen_in_words(question),
        edge=percent(solution.house_edge),
        expectation=percent(solution.ev),
        deviation=f"{solution.sd:.4f}",
        exactness=f"to within {100 * solution.error_bound:.1g} %" if solution.error_bound else "exact",
        says=f"Of each $100 first wagered, {whose} ${dollars(abs(kept))} on average, if every hand is played best.",
        notes=[name(note) for note in solution.notes],
        insurance=_insurance(solution),
        even_money=_even_money(solution),
        distribution=[(net, chance) for net, chance in solution.distribution if chance > RARE],
        dealer={up: dict(finals) for up, finals in solution.dealer.items()},
    )


def chosen_in_words(question: Question) -> list[str]:
    """The options of a question that are not as usual.

    >>> chosen_in_words(Question(book="sydney-v15", game="blackjack", options=("resplit=true",)))
    ['Splitting again: yes']
    """
    known, rules = load(question.book).options(question.game), question.rules
    return [f"{option_title(id)}: {option_value(known[id], rules.options[id])}" for id in question.chosen()]


def _figures(solution: Solution) -> dict[str, Any]:
    return {field: getattr(solution, field) for field in Figures.model_fields}


def _insurance(solution: Solution) -> list[InsuranceShown]:
    return [
        InsuranceShown(
            up=each.up,
            pays=each.pays,
            ev=each.ev,
            best_ev=each.best_ev,
            best_hand=each.best_hand,
            says=f"Insurance against {UPS_IN_WORDS.get(each.up, each.up)} pays {each.pays.replace(':', ' to ')} and "
            f"costs {percent(-each.ev, 2)} of what is insured.",
        )
        for each in solution.insurance
    ]


def _even_money(solution: Solution) -> EvenMoneyShown | None:
    if solution.even_money is None:
        return None
    take, wait = solution.even_money.take, solution.even_money.wait
    better = "waiting" if wait > take else "taking it"
    says = f"Even money is worth {take:+.4f}, waiting {wait:+.4f}: {better} is better.".replace("-", "−")
    return EvenMoneyShown(take=take, wait=wait, says=says)


def strategy_shown(question: Question, solution: Solution) -> StrategyShown:
    """The charts of a solution as the API says them."""
    return StrategyShown(
        **_figures(solution),
        rulebook=question.book,
        game=question.game,
        title=question.rules.title,
        decks=question.size,
        charts=[_chart(poster) for poster in posters(solution, question.rules.title)],
    )


def _chart(poster: Poster) -> ChartShown:
    return ChartShown(
        wager=poster.wager,
        columns=list(poster.columns),
        legend=[LetterShown(code=code, action=action) for code, action, _ in poster.legend],
        sections=[
            SectionShown(
                name=section.name,
                rows=[RowShown(name=row.name, cells=[_cell(cell) for cell in row.cells]) for row in section.rows],
            )
            for section in poster.sections
        ],
        departures=[name(each) for each in poster.departures],
    )


def _cell(cell: PosterCell) -> CellShown:
    actions = {code: action for action, code in CODES.items()}
    otherwise = actions[cell.code[1].upper()] if len(cell.code) > 1 else ""
    return CellShown(code=cell.code, action=cell.action, otherwise=otherwise, says=name(cell.says))


def _side_bet(bet: str, tables: list[tuple[SideBetOdds, ...]]) -> SideBetShown:
    edges = sorted(plays[0].house_edge for plays in tables)
    edge = percent(edges[0], 3) if len(edges) == 1 else f"{percent(edges[0], 3)} to {percent(edges[-1], 3)}"
    return SideBetShown(id=bet, title=tables[0][0].title, edge=edge, tables=[_pay_table(*plays) for plays in tables])


def _pay_table(odds: SideBetOdds, *others: SideBetOdds) -> PayTableShown:
    meters = [
        f"Without the jackpot {percent(float(line.without), 3)}; each dollar in it adds {100 * line.per_dollar:.6f} %, "
        f"so that ${dollars(round(line.break_even))} makes a stake of ${dollars(line.stake)} even."
        for line in odds.per_meter
    ]
    notes = [f"Calculated for this play: {odds.says}"] if odds.says else []
    return PayTableShown(
        table=odds.table,
        ev=odds.ev,
        house_edge=odds.house_edge,
        sd=odds.sd,
        edge=percent(odds.house_edge, 3),
        play=odds.play,
        plays=[
            PlayShown(play=each.play, says=each.says, house_edge=each.house_edge, edge=percent(each.house_edge, 3))
            for each in others
        ],
        outcomes=[
            OutcomeShown(
                name=outcome.name,
                title=outcome_in_words(outcome.name),
                odds=outcome.odds or "",
                probability=f"{outcome.probability.numerator}/{outcome.probability.denominator}",
                p=outcome.p,
                net=float(odds.net(outcome)),
                clause=outcome.clause,
            )
            for outcome in odds.outcomes
        ],
        notes=[*notes, *meters, *(name(note) for note in odds.notes)],
    )


def _edges(rules: Rules, line: Edges) -> SideBetEdges:
    bet = rules.side_bets.get(line.bet)
    title = bet.title if bet else outcome_in_words(line.bet)
    by_decks = [DeckEdge(decks=d, house_edge=edge, edge=percent(edge, 3)) for d, edge in sorted(line.edges.items())]
    return SideBetEdges(bet=line.bet, title=title, table=line.table, by_decks=by_decks)
