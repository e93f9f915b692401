"""Every event there is, written and read: the same again, in canonical JSON."""

from __future__ import annotations

import json
import types
from collections.abc import Mapping
from typing import Any, Literal, Union, get_args, get_origin, get_type_hints

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutcard.cards import PACK, Card
from cutcard.engine import Event as EngineEvent
from cutcard.engine import events as played
from cutcard.engine.state import PersonalLimit, Setup, TableLimits, Wager
from cutcard.errors import CutcardError
from cutcard.money import Odds
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.offers import pay_table
from cutcard.rulebooks.schema import PayTable, Rules
from cutcard.table import RoundEvent, TableOpened, registry
from cutcard.table.codec import dumps, loads
from cutcard.table.config import TableConfig

TEXT = st.text(max_size=8)
FLAGS: st.SearchStrategy[bool] = st.booleans()
WHOLE = st.integers(-(2**40), 2**60)


def strategy(kind: Any) -> st.SearchStrategy[Any]:
    """Anything that an annotation allows."""
    origin = get_origin(kind)
    if kind in SPECIAL:
        return SPECIAL[kind]
    if origin is Literal:
        return st.sampled_from(get_args(kind))
    if kind is types.NoneType:
        return st.none()
    if origin in (Union, types.UnionType):
        return st.one_of([strategy(one) for one in get_args(kind)])
    if origin is tuple:
        inner = get_args(kind)
        if len(inner) == 2 and inner[1] is Ellipsis:
            return st.lists(strategy(inner[0]), max_size=3).map(tuple)
        return st.tuples(*(strategy(one) for one in inner))
    if origin is frozenset:
        return st.frozensets(strategy(get_args(kind)[0]), max_size=3)
    if origin is not None and issubclass(origin, Mapping):
        key, value = get_args(kind)
        return st.dictionaries(strategy(key), strategy(value), max_size=3)
    hints = get_type_hints(kind)
    return st.tuples(*(strategy(hints[name]) for name in kind._fields)).map(lambda values: kind(*values))


@st.composite
def ruled(draw: st.DrawFn) -> tuple[Rules, int, dict[str, PayTable]]:
    """Rules under some options, decks, and side bets that go with them."""
    book = load(draw(st.sampled_from(BOOKS)))
    game = draw(st.sampled_from(sorted(book.games)))
    options: dict[str, bool | str] = {
        name: draw(st.sampled_from(list(option.values)))
        for name, option in book.options(game).items()
        if draw(FLAGS) and option.values
    }
    said = rules(book.id, game, options)
    decks = draw(st.sampled_from(said.cards.decks))
    tables = {}
    for bet, side in said.side_bets.items():
        for choice in (True, *(table.name for table in side.tables)):
            try:
                tables[bet] = pay_table(said, decks, bet, choice)
            except CutcardError:
                continue
    chosen = draw(st.sets(st.sampled_from(sorted(tables)))) if tables else set()
    return said, decks, {bet: tables[bet] for bet in sorted(chosen)}


@st.composite
def setups(draw: st.DrawFn) -> Setup:
    said, decks, tables = draw(ruled())
    limits = draw(strategy(TableLimits))
    seats = draw(st.dictionaries(st.integers(1, 9), st.none() | TEXT, max_size=4))
    meters = draw(st.dictionaries(TEXT, WHOLE, max_size=2))
    seeds = draw(st.dictionaries(TEXT, WHOLE, max_size=2))
    warned = draw(st.frozensets(TEXT, max_size=2))
    return Setup(said, decks, tables, limits, draw(WHOLE), seats, meters, warned, seeds)


@st.composite
def terms(draw: st.DrawFn) -> TableConfig:
    said, decks, tables = draw(ruled())
    hints = get_type_hints(TableConfig)
    names = (name for name in TableConfig._fields if name not in ("rules", "decks", "side_bets"))
    rest = {name: draw(strategy(hints[name])) for name in names}
    return TableConfig(rules=said, decks=decks, side_bets=tables, **rest)


SPECIAL: dict[Any, st.SearchStrategy[Any]] = {
    Any: st.recursive(st.integers() | st.text() | st.booleans(), lambda inner: st.lists(inner, max_size=3)),
    int: WHOLE,
    str: TEXT,
    bool: st.booleans(),
    Card: st.sampled_from(PACK),
    Odds: st.tuples(st.integers(1, 99), st.integers(1, 99)).map(lambda pair: Odds(*pair)),
    Setup: setups(),
    TableConfig: terms(),
    PersonalLimit: st.tuples(WHOLE, st.none() | WHOLE).map(lambda pair: PersonalLimit(*pair)),
}
EVENTS = tuple(registry.EVENTS)


@pytest.mark.parametrize("kind", EVENTS, ids=lambda kind: kind.__name__)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_event_of_a_table_reads_back_the_same(kind: Any, data: st.DataObject) -> None:
    check(data.draw(strategy(kind)))


@pytest.mark.parametrize("kind", get_args(EngineEvent), ids=lambda kind: kind.__name__)
@settings(max_examples=25, deadline=None)
@given(data=st.data())
def test_every_event_of_a_round_reads_back_the_same(kind: Any, data: st.DataObject) -> None:
    check(RoundEvent(7, data.draw(strategy(kind))))


def check(event: Any) -> None:
    text = dumps(event)
    read = loads(text)
    assert read == event
    assert type(read) is type(event)
    assert dumps(read) == text
    whole = json.loads(text, parse_float=lambda number: pytest.fail(f"a float: {number}"))
    assert whole["is"] == registry.EVENTS[type(event)].wire_name
    assert json.dumps(whole, sort_keys=True, separators=(",", ":"), ensure_ascii=False) == text


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "{}",
        "null",
        '"Seated"',
        '{"is":"Sat"}',
        '{"is":"Seated"}',
        '{"is":"Seated","box":1,"player":"ann","more":2}',
        '{"is":"CardBurned","card":"Xx","shown":true}',
        '{"is":"RoundEvent","round":1,"event":{"is":"Seated","box":1,"player":"ann"}}',
    ],
)
def test_what_is_no_event_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"."):
        loads(text)


# --------------------------------------------------------------------------------- what other releases have written


def left_out(event: Any, *names: str) -> str:
    """An event as text, without the field that these names lead to."""
    written = json.loads(dumps(event))
    inner = written
    for name in names[:-1]:
        inner = inner[int(name) if name.isdigit() else name]
    del inner[names[-1]]
    return json.dumps(written)


@pytest.mark.parametrize("kind", [*EVENTS, *get_args(EngineEvent)], ids=lambda kind: kind.__name__)
@settings(max_examples=5, deadline=None)
@given(data=st.data())
def test_a_field_that_came_later_takes_its_default_and_every_other_is_needed(kind: Any, data: st.DataObject) -> None:
    event = data.draw(strategy(kind))
    for name in kind._fields:
        of_round = kind not in EVENTS
        text = left_out(RoundEvent(7, event), "event", name) if of_round else left_out(event, name)
        if name not in kind._field_defaults:
            with pytest.raises(ValueError, match="this is not an event of a table"):
                loads(text)
            continue
        due = event._replace(**{name: kind._field_defaults[name]})
        assert loads(text) == (RoundEvent(7, due) if of_round else due)


@settings(max_examples=10, deadline=None)
@given(opened=strategy(TableOpened))
def test_terms_of_an_earlier_release_are_read(opened: TableOpened) -> None:
    defaults = TableConfig._field_defaults
    assert {"play_money", "runs_itself"} <= defaults.keys()
    for name in defaults:
        assert loads(left_out(opened, "terms", name)) == opened._replace(
            terms=opened.terms._replace(**{name: defaults[name]})
        )
    assert loads(left_out(opened, "terms", "edition")) == opened
    for name in ("decks", "boxes", "book", "game", "options"):
        with pytest.raises(ValueError, match="this is not an event of a table"):
            loads(left_out(opened, "terms", name))


@settings(max_examples=10, deadline=None)
@given(setup=setups(), wager=strategy(Wager))
def test_what_lies_deeper_takes_its_defaults_too(setup: Setup, wager: Wager) -> None:
    limits = setup.limits._replace(places={})
    text = left_out(RoundEvent(1, played.RoundOpened(setup)), "event", "setup", "limits", "places")
    assert loads(text) == RoundEvent(1, played.RoundOpened(setup._replace(limits=limits)))
    text = left_out(RoundEvent(1, played.BettingClosed((), (wager,))), "event", "wagers", "0", "also")
    assert loads(text) == RoundEvent(1, played.BettingClosed((), (wager._replace(also=""),)))


@pytest.mark.parametrize("where", [(), ("terms",), ("sign",)])
@settings(max_examples=3, deadline=None)
@given(opened=strategy(TableOpened))
def test_a_field_that_this_release_does_not_know_is_refused(where: tuple[str, ...], opened: TableOpened) -> None:
    written = json.loads(dumps(opened))
    inner = written
    for name in where:
        inner = inner[name]
    inner["later"] = 1
    with pytest.raises(ValueError, match="this is not an event of a table"):
        loads(json.dumps(written))
