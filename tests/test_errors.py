"""The tree of errors in `cutcard.errors` is the whole one."""

from __future__ import annotations

import ast
from pathlib import Path

import cutcard
from cutcard import errors

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
