"""The tree of errors in `cutcard.errors` is the whole one."""

from __future__ import annotations

import ast
import pickle
from pathlib import Path

import pytest

import cutcard
from cutcard import errors
from cutcard.odds.tournaments import StandingError, example, standing_of

DRAWN_ELSEWHERE = ("StoreError", "ServiceError", "ClientError")  # each in a file of its own, with its branches


def _errors_by_base() -> dict[str, str]:
    """Every class of the package that has an error for a base, to that base."""
    found: dict[str, str] = {}
    for path in Path(cutcard.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.ClassDef) and node.bases and isinstance(node.bases[0], ast.Name):
                found[node.name] = node.bases[0].id
    return found


def test_every_kind_of_error_is_in_the_tree() -> None:
    tree = errors.__doc__ or ""
    direct = {name for name, base in _errors_by_base().items() if base == "CutcardError"}
    assert {"UnknownName", "RecordRefused", *DRAWN_ELSEWHERE} <= direct
    drawn = {line.split()[1] for line in tree.splitlines() if "── " in line}
    assert drawn == direct


def test_an_error_comes_out_of_another_process_as_it_was_raised() -> None:
    """One that could not be made again there would take the process that works out odds with it."""
    with pytest.raises(StandingError) as raised:
        standing_of({**example("two-players"), "you": "zoe", "decks": 0})
    again = pickle.loads(pickle.dumps(raised.value))
    assert (type(again), str(again), again.clause) == (StandingError, str(raised.value), raised.value.clause)
    assert [fault.message for fault in again.faults] == [fault.message for fault in raised.value.faults]
