"""Collects the examples in the package's docstrings: only from modules that have some, since most have none."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parent / "src"


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    without = collection_path.suffix == ".py" and ">>> " not in collection_path.read_text(encoding="utf-8")
    return True if without and PACKAGE in collection_path.parents else None
