"""A rulebook as HTML: every clause in the project's own words, every parameter of a game, and two games compared."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import cache
from html import escape

from cutcard.clauses import Clause, ledger, named, recorded, shown
from cutcard.narration.formatting import capital, counted
from cutcard.reports.rules_report import (
    RuleLine,
    fixed_clauses,
    pay_tables,
    pays,
    rule_groups,
    settling_clauses,
    side_bet_lines,
)
from cutcard.rulebooks import Option, Rulebook, Rules, load
from cutcard.rulebooks.compare import CitedValue, Difference, differences
from cutcard.rulebooks.schema import PayTable, Row, SideBet
from cutcard.rulebooks.words import field_at, meaning_of, words
from cutcard.web.old_frame import clause_anchor, clause_html, table_html

# The ledger's categories of clauses, by what a program has to do with them.
DUTIES = {
    "enforce": "enforced by the engine or the table",
    "choose": "a choice that a player makes",
    "command": "an order that staff give",
    "configure": "set up before play",
    "display": "shown to players",
    "record": "written down",
    "inform": "told, nothing to do",
}
GIVEN_SHOWN = 8  # parameters named under a clause that gives them


# ------------------------------------------------------------------------------------------------------------- clauses


@cache
def clauses_html(book: str) -> str:
    """All clauses of a book as one list; the browser filters it."""
    given = _given(book)
    return "".join(_clause(clause, given.get(clause.id, ())) for clause in ledger(book).values())


def _clause(clause: Clause, given: Sequence[str]) -> str:
    where = (clause.book, clause.id)
    tests, noted = shown().get(where, ()), recorded().get(where, ())
    gives = ""
    if given:
        listed = ", ".join(f"<code>{escape(path)}</code>" for path in given[:GIVEN_SHOWN])
        more = f" and {len(given) - GIVEN_SHOWN} more" if len(given) > GIVEN_SHOWN else ""
        gives = f'<p class="cc-given">Gives {listed}{more}</p>'
    return (
        f'<li class="cc-entry" id="{escape(clause_anchor(clause.id))}" data-topic="{escape(clause.topic)}" '
        f'data-duty="{escape(clause.how)}" data-shown="{len(tests)}" data-clause="{escape(clause.id)}">'
        f'<div class="cc-entry-head">{clause_html(clause.book, clause.id)}'
        f'<span class="cc-tag">{escape(clause.topic)}</span><span class="cc-tag">{escape(clause.how)}</span></div>'
        f"<p>{escape(clause.says)}</p>{gives}{_tests(tests, 'show')}{_tests(noted, 'record')}</li>"
    )


def _tests(tests: Sequence[str], verb: str) -> str:
    if not tests:
        return ""
    count = f"{len(tests)} tests {verb} it" if len(tests) > 1 else f"1 test {verb}s it"
    items = "".join(
        f'<li title="{escape(test)}">{escape(named(test))} <code>{escape(test.partition("::")[0])}</code></li>'
        for test in tests
    )
    return f'<details class="cc-tests"><summary>{count}</summary><ul>{items}</ul></details>'


def _given(book: str) -> dict[str, list[str]]:
    """The parameters that a clause gives in any game of the book, by clause."""
    found: dict[str, list[str]] = {}
    for game in load(book).games:
        for path, clause in load(book).rules(game).clauses.items():
            paths = found.setdefault(clause, [])
            if path not in paths:
                paths.append(path)
    return found


def topics(book: str) -> list[str]:
    """What the clauses of a book are about, in alphabetical order."""
    return sorted({clause.topic for clause in ledger(book).values()})


def counts(book: str) -> tuple[int, int]:
    """How many clauses a book has, and how many of them a test shows."""
    clauses = ledger(book)
    return len(clauses), sum((book, clause) in shown() for clause in clauses)


# ---------------------------------------------------------------------------------------------------------- parameters


@cache
def game_html(book_id: str, game: str) -> str:
    """Every parameter of a game with its value, its clause and what it means, by group."""
    book = load(book_id)
    rules = book.rules(game)
    parts = [
        _part(f"{group.capitalize()}: {title.lower()}", _lines(book_id, lines))
        for group, title, lines in rule_groups(rules)
    ]
    parts.append(_clauses(rules, "Clauses: rules that leave nothing to choose", "It says that", fixed_clauses(rules)))
    parts.append(_clauses(rules, "Settles: which clause decides a wager", "It ends so", settling_clauses(rules)))
    if options := book.options(game):
        parts.append(_options(book, options.values()))
    parts += [_side_bet(rules, bet, lines) for _, bet, lines in side_bet_lines(rules)]
    return "".join(parts)


def _part(title: str, table: str, said: str = "") -> str:
    return f'<section class="cc-group"><h2>{escape(title)}</h2>{said}{table}</section>'


def _lines(book: str, lines: Iterable[RuleLine]) -> str:
    return table_html(("Parameter", "Value", "Clause", "Meaning"), (_row(book, line) for line in lines))


def _row(book: str, line: RuleLine) -> tuple[str, str, str, str]:
    option = f'<br><span class="cc-muted">by the option {escape(line.option)}</span>' if line.option else ""
    value = escape(line.value).replace("\n", "<br>") + option
    return f"<code>{line.name}</code>", value, clause_html(book, line.clause), escape(line.meaning)


def _clauses(rules: Rules, title: str, says: str, clauses: Iterable[tuple[str, str]]) -> str:
    rows = [(escape(capital(meaning)), clause_html(rules.book, clause)) for clause, meaning in clauses]
    return _part(title, table_html((says, "Clause"), rows))


def _options(book: Rulebook, options: Iterable[Option]) -> str:
    rows = [
        (f"<code>{option.id}</code>", escape(_values(option)), clause_html(book.id, option.clause), escape(option.why))
        for option in options
    ]
    return _part("Options and readings", table_html(("Option", "Values, the usual first", "Clause", "Why"), rows))


def _values(option: Option) -> str:
    values = [option.default, *(value for value in option.values if value != option.default)]
    return ", ".join(words(value) for value in values) + ("" if option.values else ", or an amount of money")


def _side_bet(rules: Rules, bet: SideBet, lines: list[RuleLine]) -> str:
    doubt = "" if rules.game in bet.games else ", doubtful with this game"
    said = f"<p>Placed by {clause_html(rules.book, bet.placed)}, loses by {clause_html(rules.book, bet.loses)}.</p>"
    both = _lines(rules.book, lines) + _pay_tables(rules, bet)
    return _part(f"Side bet: {bet.title}{doubt}", both, said)


def _pay_tables(rules: Rules, bet: SideBet) -> str:
    rows = [
        (*_paid(row, table), words(decks), clause_html(rules.book, row.clause))
        for table, decks in sorted(pay_tables(rules, bet), key=lambda each: (each[0].name, each[1]))
        for row in table.rows
    ]
    return table_html(("Outcome", "Pays", "Pay table", "Decks", "Clause"), rows)


def _paid(row: Row, table: PayTable) -> tuple[str, str, str]:
    paid = (words(table.draws) if table.draws else pays(row)) + (f", and {row.also}" if row.also else "")
    return escape(row.outcome.replace("_", " ")), escape(paid), escape(table.name or "–")


# ---------------------------------------------------------------------------------------------------------- comparison


def comparison_html(ours: Rules, theirs: Rules, numbers_too: bool = False) -> str:
    """The differences between two games, with the clause on each side; `numbers_too`: also differing clause numbers."""
    found = differences(ours, theirs)
    shown_here = [each for each in found if numbers_too or not each.in_clause_only]
    rest = len(found) - len(shown_here)
    differ = f"{rest} more {'differs' if rest == 1 else 'differ'} in the clause's number only"
    more = f"<p class='cc-small cc-muted'>{differ}.</p>" if rest else ""
    if not shown_here:
        return f"<p>Both say the same.</p>{more}"
    return differences_html(ours, theirs, shown_here, counted(len(shown_here), "difference")) + more


def differences_html(ours: Rules, theirs: Rules, found: Iterable[Difference], caption: str) -> str:
    """Differences as a table: each side's value with its clause."""
    rows = [
        (
            f"<code>{escape(each.path)}</code>",
            _side(ours, each, each.left),
            _side(theirs, each, each.right),
            escape(meaning_of(each.path)),
        )
        for each in found
    ]
    heads = tuple(f"{escape(rules.title)}, {rules.book}" for rules in (ours, theirs))
    return table_html(("Parameter", *heads, "Meaning"), rows, caption=caption)


def _side(rules: Rules, difference: Difference, cited: CitedValue) -> str:
    """One side's value with its clause; a field that has only a clause shows the clause."""
    clause = clause_html(rules.book, cited.clause)
    if cited.value == "":
        return clause or "none"
    value = escape(words(cited.value, field_at(difference.path))).replace("\n", "<br>")
    return f"{value} {clause}".strip()
