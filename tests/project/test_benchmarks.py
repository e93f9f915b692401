"""The benchmarks can be run: those that are quick to start are started here, for a moment each."""

from __future__ import annotations

import importlib
import pkgutil

import pytest

import benchmarks
from benchmarks import pages, store
from benchmarks.databases import sqlite

MODULES = sorted(found.name for found in pkgutil.iter_modules(benchmarks.__path__) if found.name != "__main__")


@pytest.mark.parametrize("name", MODULES)
def test_every_benchmark_can_be_imported(name: str) -> None:
    importlib.import_module(f"benchmarks.{name}")


def test_the_store_is_measured(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(store, "SECONDS", 0.05)
    for measured in (store.appends, store.whole_table):
        with sqlite() as where:
            measured("SQLite", where)
    with sqlite() as where:
        store.made(where, tables=1, rounds=2, players=1)
        store.audit_rates("SQLite", where, "one box")
    printed = capsys.readouterr().out
    assert "commands/s" in printed
    assert "in bulk takes" in printed


def test_what_pages_cost_is_measured(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pages, "FIRST", 30)
    alone, watched = (pages.measure(*pages.GAMES[0], pages=count, commands=3) for count in (0, 2))
    assert alone.sent == 0 < watched.sent
    assert watched.ms > 0
