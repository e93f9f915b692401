"""Numbers and words that nobody means: every command refuses them with a sentence, or does something that is kept."""

from __future__ import annotations

import types
from collections.abc import Iterator, Mapping
from random import Random
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from support.tables import BOOKS, MINUTE, SIGN, Table

from cutcard.cards import Card
from cutcard.cards import cards as read
from cutcard.rulebooks import load
from cutcard.table import (
    CloseTable,
    GiveClosingNotice,
    NoMoreBets,
    OpenTable,
    Person,
    Refusal,
    TableState,
    act,
    registry,
    view,
)
from cutcard.table.codec import dumps, loads, state_dumps, state_loads

NUMBERS = (0, 1, 2, 7, 100, 1000, -1, -(10**9), 10**9, 10**12, 2**63, -(2**63) - 1, 10**15, 10**40, -(10**40))
TEXTS = ("", "ann", "bob", "main", "perfect-pairs", "a:b", "house", "x" * 300, "\x00", "é\u202e", " ", "'; --", "1")
YEAR_MS = 366 * 24 * 60 * MINUTE


def some(kind: Any, random: Random) -> Any:
    """Some value of a type, more often than not an extreme one."""
    origin, args = get_origin(kind), get_args(kind)
    if kind is int:
        return random.choice(NUMBERS)
    if kind is str:
        return random.choice(TEXTS)
    if kind is bool:
        return random.random() < 0.5
    if kind is types.NoneType:
        return None
    if kind is Card:
        return random.choice(read("As Td 5h"))
    if origin is Literal:
        return random.choice(args)
    if origin in (Union, types.UnionType):
        return some(random.choice(args), random)
    if origin is tuple:
        kinds = args[:1] * random.choice((0, 1, 3)) if args[-1] is Ellipsis else args
        return tuple(some(each, random) for each in kinds)
    if origin is not None and issubclass(origin, Mapping):
        return {some(args[0], random): some(args[1], random) for _ in range(random.choice((0, 1, 2)))}
    hints = get_type_hints(kind)
    return kind(**{field: some(hints[field], random) for field in kind._fields})


def moments(book: str) -> Iterator[Table]:
    """A table before its first player, with wagers, in a round, after it, and closed."""
    yield Table(book)
    yield Table(book, two_people=True)  # whose first fill waits for a second person
    yield Table(book).seat("ann", 1).ready()
    yield Table(book).seat("ann", 1).seat("bob", 2).ready().wagers("ann 1 20", "bob 2 20")
    yield Table(book).seat("ann", 1).ready("Ts 6d 5h 2c 3c 4c").wagers("ann 1 20").close()
    yield Table(book, source="real").seat("ann", 1).ready().wagers("ann 1 20").close()
    yield Table(book).seat("ann", 1).ready().round("ann 1 20")
    closed = Table(book)
    closed.do(CloseTable())
    yield closed


@pytest.mark.parametrize("book", BOOKS)
def test_no_value_of_any_field_breaks_a_table(book: str) -> None:
    random = Random(book)
    people = [Person("mia", load(book).roles[-1]), Person("dan", "dealer"), Person("ann", "player")]
    for table in moments(book):
        for kind in registry.COMMANDS:
            for by in people:
                for _ in range(3):
                    check(table.state, some(kind, random), by)


def check(state: TableState, command: Any, by: Person) -> None:
    result = act(state, command, by, state.now + 1000)
    if isinstance(result, Refusal):
        assert result.message
        assert "\n" not in result.message
        return
    for event in result.events:
        assert loads(dumps(event)) == event
    after = result.state
    assert state_loads(state_dumps(after)) == after
    if after.config_or_none is not None:
        for viewer in (by, None):
            assert view.table(after, viewer)
            assert view.waiting(after)


@pytest.mark.parametrize("closes_at", [10**15, 10**40, -1, YEAR_MS + MINUTE])
def test_a_closing_time_lies_within_a_year(closes_at: int) -> None:
    table = Table("sydney-v15")
    assert table.refused(GiveClosingNotice(closes_at)).message == "closes at must be a time within 366 days from now"
    assert table.state.closes_at is None


def test_a_closing_time_that_was_wrong_is_put_right_by_another_notice() -> None:
    table = Table("sydney-v15").seat("ann", 1)
    table.do(GiveClosingNotice(YEAR_MS))
    assert table.refused(CloseTable()).code == "closing-too-early"
    table.do(GiveClosingNotice(30 * MINUTE))
    table.do(CloseTable(), at=30 * MINUTE)
    assert table.state.phase == "closed"


@pytest.mark.parametrize(
    ("field", "value", "said"),
    [
        ("decision_ms", -1, "decision must be from 100 to 3600000"),
        ("decision_ms", 0, "decision must be from 100 to 3600000"),
        ("decision_ms", 10**15, "decision must be from 100 to 3600000"),
        ("betting_ms", -5000, "betting must be from 0 to 3600000"),
        ("betting_ms", 10**40, "betting must be from 0 to 3600000"),
        ("decks", 10**40, "decks must be from -1000000 to 1000000"),
        ("boxes", -(10**40), "boxes must be from -1000000 to 1000000"),
    ],
)
def test_a_table_does_not_open_with_absurd_numbers(field: str, value: int, said: str) -> None:
    given: dict[str, Any] = {"decks": 6, "sign": SIGN, "layout_approved": True, field: value}
    opening = OpenTable("T1", "sydney-v15", "blackjack", **given)
    refused = act(TableState(), opening, Person("mia", "gaming-manager"), 0)
    assert isinstance(refused, Refusal)
    assert refused.message.replace(",", "") == said


def test_a_round_is_dealt_after_all_that() -> None:
    """Nothing that was refused has left a trace."""
    table = Table("sydney-v15").seat("ann", 1).ready().wagers("ann 1 20")
    before = table.state
    for kind in registry.COMMANDS:
        for seed in range(3):
            result = act(before, some(kind, Random(seed)), table.boss, before.now)
            assert isinstance(result, Refusal) or result.state is not before or not result.events
    assert table.state == before
    table.do(NoMoreBets())
    assert table.finish().state.round is not None
