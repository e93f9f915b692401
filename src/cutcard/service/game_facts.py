"""How a game differs from the plain one: what it says itself, rule by rule, in words and with both clauses."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from cutcard.narration.rule_words import GROUP_TITLES, title_of, value_of
from cutcard.rulebooks import BOOKS, Rules, load
from cutcard.rulebooks.compare import differences
from cutcard.rulebooks.offers import offered
from cutcard.rulebooks.words import meaning_of
from cutcard.service.accounts import casino_of
from cutcard.service.body import Body
from cutcard.service.book_facts import SideBetListed

# What somebody asks first about a game, in that order.
IN_SHORT = (
    "natural.pays",
    "winning.pays",
    "dealer.hits_soft_17",
    "double.totals",
    "double.after_split",
    "split.hands_max",
    "surrender.offered",
    "insurance.ace",
    "insurance.ten",
    "dealer.natural_takes",
    "cards.decks",
)
PLAY_GROUPS = ("natural", "winning", "dealer", "double", "split", "surrender", "insurance", "draw", "cards")


class Fact(Body):
    path: str
    title: str
    value: str
    clause: str


class Difference(Body):
    """One rule on which two games differ: what each says, by which clause of its book."""

    group: str
    path: str
    title: str
    meaning: str
    here: str
    here_clause: str
    there: str
    there_clause: str


class GameNamed(Body):
    book: str
    book_title: str
    edition: str
    casino: str
    game: str
    title: str


class GameDifferences(Body):
    """`against` is the plain game of the same book, or the game asked for; null for a plain game itself.

    `differences` are about a hand's play and payment, `at_the_table` about boxes, limits and idle players;
    `renumbered` are rules that both have alike, by clauses of other numbers.
    """

    game: GameNamed
    against: GameNamed | None
    like_clause: str
    in_short: list[Fact]
    differences: list[Difference]
    at_the_table: list[Difference]
    side_bets_here: list[SideBetListed]
    side_bets_there: list[SideBetListed]
    side_bets_both: list[SideBetListed]
    renumbered: list[Difference]
    others: list[GameNamed]


@cache
def game_differences(book_id: str, game_id: str, against: str = "") -> GameDifferences:
    """How a game differs from the plain game of its book, or from another, "book/game"; raises `UnknownName`."""
    book = load(book_id)
    game, rules = book.game(game_id), book.rules(game_id)
    other = _other(book_id, game_id, against)
    found = [] if other is None else [each for each in differences(rules, other) if _is_rule(each.path)]
    lines = [_difference(rules, other, each.path) for each in found if other and not each.in_clause_only]
    alike = [_difference(rules, other, each.path) for each in found if other and each.in_clause_only]
    here, there = offered(rules), offered(other) if other else offered(rules)
    return GameDifferences(
        game=_named(rules),
        against=_named(other) if other else None,
        like_clause=game.like_clause,
        in_short=[_fact(rules, path) for path in IN_SHORT],
        differences=_in_order(line for line in lines if line.path.partition(".")[0] in PLAY_GROUPS),
        at_the_table=[line for line in lines if line.path.partition(".")[0] not in PLAY_GROUPS],
        side_bets_here=[_side_bet(id, bet.title) for id, bet in here.items() if id not in there],
        side_bets_there=[_side_bet(id, bet.title) for id, bet in there.items() if id not in here],
        side_bets_both=[_side_bet(id, bet.title) for id, bet in here.items() if id in there],
        renumbered=alike,
        others=[each for each in _all_games() if (each.book, each.game) != (book_id, game_id)],
    )


def _other(book_id: str, game_id: str, against: str) -> Rules | None:
    """The game to compare with: the one named, or the one at the root of what a game says it is like."""
    if against:
        other_book, _, other_game = against.partition("/")
        book = load(other_book)
        return book.rules(other_game or next(iter(book.games)))
    book, root = load(book_id), game_id
    while (like := book.game(root).like) is not None:
        root = like
    return book.rules(root) if root != game_id else None


def _is_rule(path: str) -> bool:
    group, _, field = path.partition(".")
    return group in GROUP_TITLES and hasattr(_schema(group), field)


@cache
def _schema(group: str) -> Any:
    first = load(BOOKS[0])
    return getattr(first.rules(next(iter(first.games))), group)


def _fact(rules: Rules, path: str) -> Fact:
    return Fact(
        path=path,
        title=title_of(path, rules.natural.name),
        value=_value(rules, path),
        clause=rules.clauses.get(path, ""),
    )


def _difference(rules: Rules, other: Rules, path: str) -> Difference:
    group = path.partition(".")[0]
    return Difference(
        group=GROUP_TITLES[group],
        path=path,
        title=title_of(path, rules.natural.name),
        meaning=meaning_of(path),
        here=_value(rules, path),
        here_clause=rules.clauses.get(path, ""),
        there=_value(other, path),
        there_clause=other.clauses.get(path, ""),
    )


def _value(rules: Rules, path: str) -> str:
    group, _, field = path.partition(".")
    return value_of(path, getattr(getattr(rules, group), field))


def _in_order(lines: Iterable[Difference]) -> list[Difference]:
    """What matters most to a player first: how wins are paid, the dealer, then their own choices."""
    return sorted(lines, key=lambda line: PLAY_GROUPS.index(line.path.partition(".")[0]))


def _named(rules: Rules) -> GameNamed:
    book = load(rules.book)
    return GameNamed(
        book=rules.book,
        book_title=book.title,
        edition=book.edition,
        casino=casino_of(rules.book),
        game=rules.game,
        title=rules.title,
    )


@cache
def _all_games() -> tuple[GameNamed, ...]:
    return tuple(_named(load(book).rules(game)) for book in BOOKS for game in load(book).games)


def _side_bet(id: str, title: str) -> SideBetListed:
    return SideBetListed(id=id, title=title)
