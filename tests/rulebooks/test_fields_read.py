"""Every parameter of the schema is read by the program: one that nothing reads is a plain clause, not a parameter."""

from __future__ import annotations

import ast
import dataclasses
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Literal, get_args, get_origin

import pytest

import cutcard
from cutcard.rulebooks.book import hints
from cutcard.rulebooks.procedures import PROCEDURES, SOME_PROCEDURES, Schedule, ScheduleColumn
from cutcard.rulebooks.schema import GROUPS, Bonus, PayTable, Row, SideBet, SuperBonus

SOURCE = Path(cutcard.__file__).parent
# These carry fields from the file to the reader and act on none of them.
CARRIERS = ("schema.py", "procedures.py", "loader.py", "line_reader.py", "book.py", "compare.py", "words.py")
PARTS: dict[str, type] = {
    **GROUPS,
    **PROCEDURES,
    **SOME_PROCEDURES,
    "side_bets": SideBet,
    "bonuses": Bonus,
    "super_bonus": SuperBonus,
    "tables": PayTable,
    "rows": Row,
    "schedules": Schedule,
    "columns": ScheduleColumn,
}
GROUP_OF = {cls.__name__: group for group, cls in PARTS.items()}
FIELDS = [(group, field.name) for group, cls in PARTS.items() for field in dataclasses.fields(cls)]


@pytest.mark.parametrize(("group", "name"), FIELDS)
def test_something_reads_it(group: str, name: str) -> None:
    assert (group, name) in _reads(), f"nothing reads {group}.{name}: give it behaviour, or make it a plain clause"


@pytest.mark.parametrize(("group", "name"), FIELDS)
def test_it_has_more_than_one_legal_value(group: str, name: str) -> None:
    hint = hints(PARTS[group])[name]
    assert not (get_origin(hint) is Literal and len(get_args(hint)) == 1), f"{group}.{name} leaves nothing to choose"


def test_the_check_finds_a_field_that_nothing_reads() -> None:
    tree = ast.parse(
        "def f(rules, side: SideBet):\n shoe = rules.shoe\n return shoe.burn, rules.split.alike, side.needs, x.order"
    )
    assert set(_of_module(tree)) >= {("shoe", "burn"), ("split", "alike"), ("side_bets", "needs")}
    assert ("split", "order") not in set(_of_module(tree))


@cache
def _modules() -> dict[Path, ast.Module]:
    return {path: ast.parse(path.read_text(encoding="utf-8")) for path in SOURCE.rglob("*.py")}


@cache
def _reads() -> frozenset[tuple[str, str]]:
    carriers = [SOURCE / "rulebooks" / name for name in CARRIERS]
    return frozenset(read for path, tree in _modules().items() if path not in carriers for read in _of_module(tree))


@cache
def _returns() -> dict[str, str]:
    """Functions that give a part of the rules, by name."""
    functions = [node for tree in _modules().values() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    return {each.name: group for each in functions if (group := _annotated(each.returns))}


@cache
def _properties() -> dict[str, str]:
    """Properties that give a part of the rules, by name."""
    functions = [node for tree in _modules().values() for node in ast.walk(tree) if isinstance(node, ast.FunctionDef)]
    read = [
        each for each in functions if any(isinstance(d, ast.Name) and d.id == "property" for d in each.decorator_list)
    ]
    return {each.name: group for each in read if (group := _annotated(each.returns))}


def _annotated(said: ast.expr | None) -> str:
    """The part of the rules whose class an annotation names."""
    words = [word.id for word in ast.walk(said) if isinstance(word, ast.Name)] if said is not None else []
    return next((GROUP_OF[word] for word in words if word in GROUP_OF), "")


def _of_module(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """The part and the name of every attribute that a module reads off a part of the rules.

    A part is reached as `rules.double`, or by a name that is assigned it, runs over it or is annotated with its class.
    """
    names: dict[str, set[str]] = {}
    for name, group in _names(tree):
        names.setdefault(name, set()).add(group)
    for node in ast.walk(tree):
        if isinstance(node, ast.Attribute) and isinstance(node.ctx, ast.Load):
            base = node.value
            found = names.get(base.id, set()) if isinstance(base, ast.Name) else {_part(base)}
            yield from ((group, node.attr) for group in found)


def _names(tree: ast.Module) -> Iterator[tuple[str, str]]:
    """Names that stand for a part of the rules somewhere in a module."""
    for node in ast.walk(tree):
        match node:
            case ast.Assign(targets=[ast.Tuple(elts=targets)], value=ast.Tuple(elts=values)):
                for target, value in zip(targets, values, strict=False):
                    yield from _named(target, _part(value))
            case ast.Assign(targets=[target], value=value) | ast.NamedExpr(target=target, value=value):
                yield from _named(target, _part(value))
            case ast.For(target=target, iter=value) | ast.comprehension(target=target, iter=value):
                yield from _named(target.elts[-1] if isinstance(target, ast.Tuple) else target, _part(value))
            case ast.arg(arg=name, annotation=said) | ast.AnnAssign(target=ast.Name(id=name), annotation=said):
                yield from _named(ast.Name(name), _annotated(said))


def _named(target: ast.expr, group: str) -> Iterator[tuple[str, str]]:
    if isinstance(target, ast.Name) and group:
        yield target.id, group


def _part(node: ast.expr) -> str:
    """The part of the rules that an expression gives, or one of its elements; empty where it gives none."""
    match node:
        case ast.Attribute(attr=attr):
            return attr if attr in PARTS else _properties().get(attr, "")
        case ast.Subscript(value=value) | ast.Call(func=ast.Attribute(value=value, attr="items" | "values" | "get")):
            return _part(value)
        case ast.Call(func=ast.Name(id="enumerate" | "reversed" | "next" | "max" | "iter"), args=[first, *_]):
            return _part(first)
        case ast.Call(func=ast.Name(id=name) | ast.Attribute(attr=name)):
            return _returns().get(name, "")
        case ast.GeneratorExp(elt=ast.Name(), generators=[ast.comprehension(iter=value), *_]):
            return _part(value)
    return ""
