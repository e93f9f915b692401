"""Finding a clause: what is searched is what is shown, and what fits best comes first.

A word is looked for in a clause's number, in what it says in our words, in its topic, and in the titles of the rules
that it gives. The tests that show a clause are told with it, but nothing is found by their names.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

from cutcard.clauses import Clause, ledger, named, recorded, shown
from cutcard.errors import UnknownName
from cutcard.narration.rule_words import title_of
from cutcard.rulebooks import load
from cutcard.service.body import Body

# What a program has to do with a clause, as the ledger sorts them.
DUTIES = {
    "enforce": "enforced by the engine or the table",
    "choose": "a choice that a player makes",
    "command": "an order that staff give",
    "configure": "set up before play",
    "display": "shown to players",
    "record": "written down",
    "inform": "told, nothing to do",
}
GIVEN_SHOWN = 8  # rules named with a clause that gives them
WORDS_MOST = 12  # of a question that are looked for


class TestShown(Body):
    """A test that shows a clause: the sentence that its name is, and its file."""

    __test__ = False

    says: str
    file: str


class ClauseShown(Body):
    """A clause in our own words; `gives` are the rules whose value it gives, `tests` show it by what the program does.

    `recorded` are tests that find it written down only.
    """

    book: str
    clause: str
    topic: str
    duty: str
    duty_says: str
    says: str
    gives: list[str]
    tests: list[TestShown]
    recorded: list[TestShown]


class ClauseFound(ClauseShown):
    """`marks` are the places in `says` where words of the question are: from and to, in characters."""

    score: int
    marks: list[tuple[int, int]]


class ClausesFound(Body):
    """`total` clauses has the book, `found` of them fit; the best fit comes first, without a question all in order."""

    book: str
    q: str
    total: int
    found: int
    topics: list[str]
    clauses: list[ClauseFound]


class _Entry(NamedTuple):
    """A clause and the texts in which it is found, in small letters."""

    shown: ClauseShown
    number: str
    says: str
    topic: str
    gives: str


def clause(book: str, clause_id: str) -> ClauseShown:
    """One clause; raises `UnknownName`."""
    entry = _entries(book).get(clause_id)
    if entry is None:
        raise UnknownName.of(f"clause in {book} called", clause_id, ledger(book))
    return entry.shown


def topics(book: str) -> list[str]:
    """What the clauses of a book are about, in alphabetical order."""
    return sorted({each.topic for each in ledger(book).values()})


def find(book: str, q: str = "", topic: str = "", duty: str = "", tested: str = "", most: int = 1000) -> ClausesFound:
    """The clauses of a book that have every word of a question, the best first.

    >>> [each.clause for each in find("sydney-v15", "12.6.2").clauses]
    ['12.6.2']
    """
    words = [word for word in re.split(r"[\s,;\"]+", q.lower()) if word][:WORDS_MOST]
    found = []
    for entry in _entries(book).values():
        if not _matches(entry.shown, topic, duty, tested):
            continue
        scores = [_score(entry, word) for word in words]
        if all(scores):
            found.append(ClauseFound(**dict(entry.shown), score=sum(scores), marks=_marks(entry.says, words)))
    found.sort(key=lambda each: -each.score)  # stable: in the document's order where they fit alike
    return ClausesFound(
        book=book, q=q, total=len(_entries(book)), found=len(found), topics=topics(book), clauses=found[:most]
    )


def _matches(clause: ClauseShown, topic: str, duty: str, tested: str) -> bool:
    about = (not topic or clause.topic == topic) and (not duty or clause.duty == duty)
    return about and (not tested or (tested == "yes") == bool(clause.tests))


def _score(entry: _Entry, word: str) -> int:
    """How well a word fits a clause; 0 if not at all. A number fits the clause and its subclauses."""
    if word[:1].isdigit() and entry.number.startswith(word):
        exact = entry.number == word
        under = not entry.number[len(word) : len(word) + 1].isdigit()
        return 100 if exact else 60 if under else 20
    score = 0
    if word in entry.number:
        score += 12
    at = re.search(rf"\b{re.escape(word)}", entry.says)
    if at is not None:
        whole = re.search(rf"\b{re.escape(word)}\b", entry.says) is not None
        score += (10 if whole else 6) + (3 if at.start() < 40 else 0)
    elif word in entry.says:
        score += 2
    if word in entry.topic:
        score += 8
    if word in entry.gives:
        score += 4
    return score


def _marks(says: str, words: list[str]) -> list[tuple[int, int]]:
    """The places of the words in a text, from left to right, without overlaps.

    >>> _marks("an ace and another ace", ["ace", "an"])
    [(0, 2), (3, 6), (7, 9), (11, 13), (19, 22)]
    """
    if not words:
        return []
    longest_first = sorted(words, key=len, reverse=True)
    pattern = "|".join(re.escape(word) for word in longest_first)
    return [at.span() for at in re.finditer(pattern, says)]


@cache
def _entries(book: str) -> dict[str, _Entry]:
    given = _given(book)
    found = {}
    for each in ledger(book).values():
        shown_here = _shown(each, given.get(each.id, []))
        found[each.id] = _Entry(
            shown_here, each.id.lower(), each.says.lower(), each.topic.lower(), " ".join(shown_here.gives).lower()
        )
    return found


def _shown(clause: Clause, gives: list[str]) -> ClauseShown:
    where = (clause.book, clause.id)
    return ClauseShown(
        book=clause.book,
        clause=clause.id,
        topic=clause.topic,
        duty=clause.how,
        duty_says=DUTIES.get(clause.how, ""),
        says=clause.says,
        gives=gives[:GIVEN_SHOWN] + ([f"{len(gives) - GIVEN_SHOWN} more"] if len(gives) > GIVEN_SHOWN else []),
        tests=_tests(shown().get(where, ())),
        recorded=_tests(recorded().get(where, ())),
    )


def _tests(tests: tuple[str, ...]) -> list[TestShown]:
    return [TestShown(says=named(test), file=test.partition("::")[0]) for test in tests]


def _given(book_id: str) -> dict[str, list[str]]:
    """The titles of the rules that a clause gives in any game of the book, by clause."""
    book = load(book_id)
    found: dict[str, list[str]] = {}
    for game in book.games:
        rules = book.rules(game)
        for path, clause in rules.clauses.items():
            bet = rules.side_bets.get(path.split(".")[1]) if path.startswith("side_bets.") else None
            title = title_of(path, rules.natural.name)
            title = f"{bet.title}: {title}" if bet else title
            titles = found.setdefault(clause, [])
            if title not in titles:
                titles.append(title)
    return found
