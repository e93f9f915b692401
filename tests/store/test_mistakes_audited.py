"""Tables at which the deal goes wrong, in a store: the audit replays every ruling and correction and finds no fault."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import pytest
from support.kept_table import Kept
from support.random_mistakes import Mistakes
from support.tables import BOOKS

from cutcard.store import Store
from cutcard.store.audit import audit


@pytest.mark.parametrize("source", ["real", "virtual"])
@pytest.mark.parametrize("book", BOOKS)
def test_the_audit_understands_every_mistake(tmp_path: Path, book: str, source: str) -> None:
    ruled = 0
    for seed in range(4):
        store = Store.open(str(tmp_path / f"{seed}.db"))
        table = Mistakes(seed, book, source, partial(Kept, store))
        for _ in range(2):
            table.round()
        ruled += len(table.ruled)
        report = audit(store, processes=1)
        store.close()
        assert report.fault is None, report.fault
    assert ruled
