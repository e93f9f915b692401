"""The rulebooks as anybody may read them: books and their games, options and side bets, every parameter in words."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache

from cutcard.clauses import ledger, shown
from cutcard.narration.formatting import name
from cutcard.narration.rule_words import GROUP_TITLES, option_title, option_value, title_of, value_of
from cutcard.reports.rules_report import (
    RuleLine,
    fixed_clauses,
    pay_tables,
    pays,
    rule_groups,
    settling_clauses,
    side_bet_lines,
)
from cutcard.rulebooks import BOOKS, Option, Rules, load
from cutcard.rulebooks.offers import offered
from cutcard.rulebooks.schema import PayTable, Row, SideBet
from cutcard.rulebooks.words import words
from cutcard.service.accounts import casino_of
from cutcard.service.body import Body
from cutcard.service.odds_question import text_of


class ValueListed(Body):
    value: str  # as in `option=NAME=VALUE`
    text: str
    usual: bool


class OptionListed(Body):
    """What a casino may choose, or how an open clause is read; `money`: any amount of money, or "none"."""

    id: str
    kind: str
    title: str
    why: str
    clause: str
    values: list[ValueListed]
    money: bool
    usual: str


class SideBetListed(Body):
    id: str
    title: str


class GameListed(Body):
    id: str
    title: str
    like: str | None  # the game that it takes everything from but what it says itself
    decks: list[int]
    options: list[OptionListed]
    side_bets: list[SideBetListed]


class BookListed(Body):
    id: str
    title: str
    edition: str
    regulator: str
    casino: str
    clauses: int
    clauses_shown: int  # by a test
    games: list[GameListed]


class Parameter(Body):
    """One thing that a game says: its value in words, the clause that gives it, and what it means in a sentence."""

    path: str
    title: str
    value: str
    clause: str
    meaning: str
    option: str  # the title of the option that decides it; "": none does


class ParameterGroup(Body):
    id: str
    title: str
    parameters: list[Parameter]


class ClauseLine(Body):
    says: str
    clause: str


class PayRow(Body):
    outcome: str
    pays: str
    table: str
    decks: str
    clause: str


class SideBetRules(Body):
    id: str
    title: str
    doubtful: bool  # the clauses disagree about whether it goes with this game
    placed: str  # clauses
    loses: str
    parameters: list[Parameter]
    rows: list[PayRow]


class BookShown(BookListed):
    """A book with every parameter of one of its games."""

    game: str
    game_title: str
    groups: list[ParameterGroup]
    fixed: list[ClauseLine]  # rules that leave nothing to choose
    settles: list[ClauseLine]  # which clause decides a wager
    side_bet_rules: list[SideBetRules]


def books() -> tuple[BookListed, ...]:
    """All books in their order."""
    return tuple(_listed(book) for book in BOOKS)


@cache
def _listed(book_id: str) -> BookListed:
    book, clauses = load(book_id), ledger(book_id)
    return BookListed(
        id=book.id,
        title=book.title,
        edition=book.edition,
        regulator=book.regulator,
        casino=casino_of(book.id),
        clauses=len(clauses),
        clauses_shown=sum((book.id, clause) in shown() for clause in clauses),
        games=[_game(book_id, game) for game in book.games],
    )


def _game(book_id: str, game_id: str) -> GameListed:
    book = load(book_id)
    game, rules = book.games[game_id], book.rules(game_id)
    return GameListed(
        id=game.id,
        title=game.title,
        like=game.like,
        decks=list(rules.cards.decks),
        options=[_option(option) for option in book.options(game_id).values()],
        side_bets=[SideBetListed(id=id, title=bet.title) for id, bet in offered(rules).items()],
    )


def _option(option: Option) -> OptionListed:
    values = [
        ValueListed(value=text_of(value), text=option_value(option, value), usual=value == option.default)
        for value in option.values
    ]
    return OptionListed(
        id=option.id,
        kind=option.kind,
        title=option_title(option.id),
        why=option.why,
        clause=option.clause,
        values=values,
        money=not option.values,
        usual=text_of(option.default),
    )


@cache
def book_shown(book_id: str, game: str) -> BookShown:
    """A book with every parameter of a game; raises `UnknownName` where there is no such game."""
    rules = load(book_id).rules(game)
    listed = _listed(book_id)
    return BookShown(
        **dict(listed),
        game=game,
        game_title=rules.title,
        groups=[
            ParameterGroup(id=group, title=GROUP_TITLES[group], parameters=_parameters(rules, lines))
            for group, _, lines in rule_groups(rules)
        ],
        fixed=_clause_lines(fixed_clauses(rules)),
        settles=_clause_lines(settling_clauses(rules)),
        side_bet_rules=[_side_bet(rules, id, bet, lines) for id, bet, lines in side_bet_lines(rules)],
    )


def _parameters(rules: Rules, lines: Iterable[RuleLine]) -> list[Parameter]:
    return [
        Parameter(
            path=line.path,
            title=title_of(line.path, rules.natural.name),
            value=_value(rules, line),
            clause=line.clause,
            meaning=line.meaning,
            option=option_title(line.option) if line.option else "",
        )
        for line in lines
    ]


def _value(rules: Rules, line: RuleLine) -> str:
    """A parameter's value in the words of a player; lists of games and side bets by their titles."""
    book = load(rules.book)
    group, _, field = line.path.rpartition(".")
    if not group.startswith("side_bets."):
        return value_of(line.path, getattr(getattr(rules, group), field))
    bet = rules.side_bets[group.removeprefix("side_bets.")]
    if not hasattr(bet, field):  # a clause that leaves nothing to choose
        return line.value
    value = getattr(bet, field)
    if field in ("games", "doubtful_games"):
        return ", ".join(book.games[each].title for each in value) or "none"
    if field == "not_with":
        return ", ".join(rules.side_bets[each].title for each in value) or "none"
    return value_of(line.path, value)


def _clause_lines(clauses: Iterable[tuple[str, str]]) -> list[ClauseLine]:
    return [ClauseLine(says=name(says), clause=clause) for clause, says in clauses]


def _side_bet(rules: Rules, id: str, bet: SideBet, lines: list[RuleLine]) -> SideBetRules:
    tables = sorted(pay_tables(rules, bet), key=lambda each: (each[0].name, each[1]))
    return SideBetRules(
        id=id,
        title=bet.title,
        doubtful=rules.game not in bet.games,
        placed=bet.placed,
        loses=bet.loses,
        parameters=_parameters(rules, lines),
        rows=[_pay_row(row, table, decks) for table, decks in tables for row in table.rows],
    )


def outcome_in_words(outcome: str) -> str:
    """An outcome of a side bet as a pay table shows it.

    >>> outcome_in_words("three-sevens-suited")
    'Three sevens suited'
    """
    return name(outcome.replace("_", " ").replace("-", " "))


def _pay_row(row: Row, table: PayTable, decks: tuple[int, ...]) -> PayRow:
    paid = (words(table.draws) if table.draws else pays(row)) + (f", and {row.also}" if row.also else "")
    outcome = outcome_in_words(row.outcome)
    return PayRow(outcome=outcome, pays=paid, table=table.name, decks=words(decks), clause=row.clause)
