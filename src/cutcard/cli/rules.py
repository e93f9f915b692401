"""`cutcard rules`: what the books say, parameter by parameter, and in what two of them differ."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Annotated, Any

import typer
from rich.console import Console
from rich.table import Table

from cutcard.cli.options import AnyBook, AsJson, game_given, games_typed, one_game
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.reports.rules_report import (
    RuleLine,
    fixed_clauses,
    pay_tables,
    pays,
    rule_groups,
    settling_clauses,
    side_bet_lines,
)
from cutcard.rulebooks import BOOKS, Option, Rulebook, Rules, load
from cutcard.rulebooks.compare import CitedValue, Difference, differences
from cutcard.rulebooks.schema import PayTable, SideBet
from cutcard.rulebooks.words import field_at, words

GAMES_MOST = 3  # that a side bet's line names
SIDE_BY_SIDE = 3  # pay tables that stand beside each other; more of them have a line each
Columns = list[tuple[PayTable, tuple[int, ...]]]  # pay tables, and the decks that they are for


def rules(
    book: AnyBook = None,
    game: Annotated[
        str | None, typer.Argument(help="A game of that book.", autocompletion=games_typed, callback=one_game)
    ] = None,
    diff: Annotated[
        tuple[str, str] | None,
        typer.Option(
            metavar="A B",
            help="Compare two books or games, each written BOOK or BOOK/GAME.",
        ),
    ] = None,
    clauses: Annotated[
        bool, typer.Option("--clauses", help="With --diff: also list rules of which only the clause number differs.")
    ] = False,
    as_json: AsJson = False,
) -> None:
    """List the rulebooks, print one, or compare two.

    Without arguments it lists every book with its games; with BOOK GAME it prints each rule of that game.
    """
    out = console()
    if diff is not None:
        if book is not None:
            raise CutcardError("--diff takes two books or games and nothing else")
        if as_json:
            print(json.dumps([_compared_json(*pair, clauses=clauses) for pair in _pairs(*diff)], indent=2))
        else:
            _compare(out, *diff, clauses=clauses)
    elif as_json:
        found = [_book_json(each) for each in map(load, BOOKS)] if book is None else _one_json(load(book), game)
        print(json.dumps(found, indent=2))
    elif book is None:
        _books(out)
    elif game is None:
        _book(out, load(book))
    else:
        _game(out, load(book), load(book).rules(game))


# -------------------------------------------------------------------------------------------------------- lists


def _books(out: Console) -> None:
    rows = table("book", "game", "title")
    for book in map(load, BOOKS):
        rows.add_row(f"[bold]{book.id}[/]", "", f"{book.title}, {book.edition}")
        for game in book.games.values():
            rows.add_row("", game.id, game.title)
    out.print(rows)
    out.print("\ncutcard rules BOOK GAME prints the rules of a game; cutcard rules --diff A B compares two.")


def _book(out: Console, book: Rulebook) -> None:
    out.print(f"[bold]{book.title}[/], {book.edition}\n{book.regulator}; roles: {', '.join(book.roles)}\n")
    games = table("game", "title", "like", "clause", title="Games")
    for game in book.games.values():
        games.add_row(game.id, game.title, game.like or game.based_on, game.like_clause)
    out.print(games, "")
    options: dict[str, tuple[Option, list[str]]] = {}
    for name in book.games:
        for option in book.options(name).values():
            options.setdefault(option.id, (option, []))[1].append(name)
    _options(out, [(option, names) for option, names in options.values()], len(book.games))
    bets = table("side bet", "title", "goes with", title="Side bets")
    for name, bet in book.rules(next(iter(book.games))).side_bets.items():
        also = f" (doubtful: {', '.join(bet.doubtful_games)})" if bet.doubtful_games else ""
        bets.add_row(name, bet.title, _games(bet.games, len(book.games)) + also)
    out.print(bets)


def _options(out: Console, options: Iterable[tuple[Option, list[str]]], games: int) -> None:
    rows = table("option", "values, default first", title="Options and readings")
    for option, names in options:
        where = "" if games == 1 or len(names) == games else f"\nin {_games(names, games)}"
        rows.add_row(option.id, f"{_values(option)} ({option.kind}, {option.clause})\n{option.why}{where}")
    out.print(rows, "")


def _values(option: Option) -> str:
    values = [option.default, *(value for value in option.values if value != option.default)]
    return ", ".join(str(value).lower() for value in values) + ("" if option.values else ", an amount of money")


def _games(names: Iterable[str], games: int) -> str:
    names = list(names)
    return "every game" if len(names) == games and games > 1 else ", ".join(names)


# ----------------------------------------------------------------------------------------------------- one game


def _game(out: Console, book: Rulebook, rules: Rules) -> None:
    game = book.games[rules.game]
    like = f"; like {game.like}, {game.like_clause}" if game.like else ""
    like = f"; like {game.based_on}" if game.based_on else like
    out.print(f"[bold]{game.title}[/] in {book.title}, {book.edition}{like}\n")
    for group, title, lines in rule_groups(rules):
        out.print(_lines(f"{group}: {title}", lines), "")
    _clauses(out, "clauses: Rules that leave nothing to choose", "says that", fixed_clauses(rules))
    _clauses(out, "settles: Which clause decides a wager", "decides when", settling_clauses(rules))
    options = list(book.options(rules.game).values())
    if options:
        _options(out, [(option, []) for option in options], 1)
    for name, bet, lines in side_bet_lines(rules, GAMES_MOST):
        doubt = "" if rules.game in bet.games else ", doubtful with this game"
        out.print(_lines(f"side bet {name}: {bet.title}{doubt}", lines))
        _pay_tables(out, rules, bet)
        out.print(f"[dim]placed by[/] {bet.placed}[dim], loses by[/] {bet.loses}\n")


def _lines(title: str, lines: Iterable[RuleLine]) -> Table:
    rows = table("parameter", "value", "clause", "meaning", title=title)
    for line in lines:
        rows.add_row(line.name, line.value + (f"\nby {line.option}" if line.option else ""), line.clause, line.meaning)
    return rows


def _clauses(out: Console, title: str, says: str, clauses: Iterable[tuple[str, str]]) -> None:
    rows = table("clause", says, title=title)
    for clause, meaning in clauses:
        rows.add_row(clause, meaning)
    out.print(rows, "")


def _pay_tables(out: Console, rules: Rules, bet: SideBet) -> None:
    columns = pay_tables(rules, bet)
    if columns[0][0].draws:
        rows = table("table", "clause", "prizes for each dollar, one drawn at random")
        for each, _ in columns:
            rows.add_row(each.name, each.rows[0].clause, words(each.draws))
        out.print(rows)
    else:
        out.print(_table_a_line(columns) if len(columns) > SIDE_BY_SIDE else _outcome_a_line(columns))
    notes = {f"{row.outcome} also wins {row.also}" for each, _ in columns for row in each.rows if row.also}
    for note in sorted(notes):
        out.print(note)


def _outcome_a_line(columns: Columns) -> Table:
    rows = table("outcome", *(f"table {each.name}" if each.name else "pays" for each, _ in columns), "clause")
    outcomes = dict.fromkeys(row.outcome for each, _ in columns for row in each.rows)
    for outcome in outcomes:
        found = [row for each, _ in columns for row in each.rows if row.outcome == outcome]
        clauses = ", ".join(dict.fromkeys(row.clause for row in found))
        rows.add_row(outcome, *map(pays, found), clauses)
    return rows


def _table_a_line(columns: Columns) -> Table:
    outcomes = dict.fromkeys(row.outcome for each, _ in columns for row in each.rows)
    rows = table("table", "decks", *outcomes, "clause")
    for each, decks in columns:
        paid = {row.outcome: pays(row) for row in each.rows}
        clauses = ", ".join(dict.fromkeys(row.clause for row in each.rows))
        rows.add_row(each.name, words(decks), *(paid.get(name, "") for name in outcomes), clauses)
    return rows


# --------------------------------------------------------------------------------------------------- comparison


def _compare(out: Console, left: str, right: str, *, clauses: bool) -> None:
    one, other = _sides(left), _sides(right)
    if len(one) > 1 and len(other) > 1:
        for side, rest in ((left, one.keys() - other.keys()), (right, other.keys() - one.keys())):
            if rest:
                out.print(f"Only in {side}: {', '.join(sorted(rest))}\n")
    for ours, theirs in _pairs(left, right):
        _difference(out, ours, theirs, clauses=clauses)


def _pairs(left: str, right: str) -> list[tuple[Rules, Rules]]:
    """The games that are compared: of two books those that both have, else one with one."""
    one, other = _sides(left), _sides(right)
    if len(one) > 1 and len(other) > 1:
        return [(one[name], other[name]) for name in one if name in other]
    return [(_first(one), _first(other))]


def _sides(name: str) -> dict[str, Rules]:
    book, game = game_given(name)
    games = [game] if game else list(load(book).games)
    return {each: load(book).rules(each) for each in games}


def _first(side: dict[str, Rules]) -> Rules:
    return side.get("blackjack") or next(iter(side.values()))


def _difference(out: Console, ours: Rules, theirs: Rules, *, clauses: bool) -> None:
    found = differences(ours, theirs)
    listed_differences = [each for each in found if clauses or not each.in_clause_only]
    left, right = f"{ours.book}/{ours.game}", f"{theirs.book}/{theirs.game}"
    if listed_differences:
        rows = table("parameter", left, right, title=f"{left} and {right}")
        for each in listed_differences:
            rows.add_row(each.path, _side(each, each.left), _side(each, each.right))
        out.print(rows)
    else:
        out.print(f"{left} and {right} say the same.")
    rest = len(found) - len(listed_differences)
    if rest:
        out.print(f"[dim]{rest} more differ in the clause's number only (--clauses shows them).[/]")
    out.print()


def _side(difference: Difference, cited: CitedValue) -> str:
    if cited.value == "":
        return cited.clause or "none"
    clause = f" ({cited.clause})" if cited.clause else ""
    return words(cited.value, field_at(difference.path)) + clause


# --------------------------------------------------------------------------------------------------------- JSON


def _book_json(book: Rulebook) -> dict[str, Any]:
    games = [
        {"game": game.id, "title": game.title, "like": game.like or game.based_on or None}
        for game in book.games.values()
    ]
    return {"rulebook": book.id, "title": book.title, "edition": book.edition, "games": games}


def _one_json(book: Rulebook, game: str | None) -> dict[str, Any]:
    """A book with its options and side bets, or every rule of one of its games; values as they are typed."""
    if game is None:
        every = {option.id: option for name in book.games for option in book.options(name).values()}
        bets = {name: bet.title for name, bet in book.rules(next(iter(book.games))).side_bets.items()}
        more = {"regulator": book.regulator, "roles": list(book.roles)}
        return {**_book_json(book), **more, "options": _options_json(every.values()), "side_bets": bets}
    rules = book.rules(game)
    lines = {line.path: _line_json(line) for _, _, lines in rule_groups(rules) for line in lines}
    side_bets = {
        name: {"title": bet.title, "rules": {line.name: _line_json(line) for line in lines}}
        for name, bet, lines in side_bet_lines(rules)
    }
    return {
        "rulebook": book.id,
        "game": game,
        "title": rules.title,
        "rules": lines,
        "fixed": [{"clause": clause, "says": says} for clause, says in fixed_clauses(rules)],
        "settles": [{"clause": clause, "when": when} for clause, when in settling_clauses(rules)],
        "options": _options_json(book.options(game).values()),
        "side_bets": side_bets,
    }


def _line_json(line: RuleLine) -> dict[str, Any]:
    return {"value": line.value, "clause": line.clause, "option": line.option or None, "meaning": line.meaning}


def _options_json(options: Iterable[Option]) -> list[dict[str, Any]]:
    return [
        {"option": one.id, "kind": one.kind, "default": one.default, "values": list(one.values), "clause": one.clause}
        for one in options
    ]


def _compared_json(ours: Rules, theirs: Rules, *, clauses: bool) -> dict[str, Any]:
    found = [each for each in differences(ours, theirs) if clauses or not each.in_clause_only]
    return {
        "left": f"{ours.book}/{ours.game}",
        "right": f"{theirs.book}/{theirs.game}",
        "differences": [
            {"path": each.path, "left": _cited_json(each, each.left), "right": _cited_json(each, each.right)}
            for each in found
        ],
    }


def _cited_json(difference: Difference, cited: CitedValue) -> dict[str, str]:
    value = "" if cited.value == "" else words(cited.value, field_at(difference.path))
    return {"value": value, "clause": cited.clause}
