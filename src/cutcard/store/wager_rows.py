"""Every wager of finished rounds as a row, for other tools: CSV or Parquet."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator
from itertools import islice
from pathlib import Path
from typing import Any

from cutcard.extras import require_extra
from cutcard.private_files import private_bytes, private_text
from cutcard.spreadsheet_cells import plain_cell
from cutcard.store.history import GROUP, PlayedRound, iso

COLUMNS = (
    "table", "round", "opened_at", "ended_at", "rulebook", "game", "decks", "box", "player", "bet", "staked_cents",
    "returned_cents",
)  # fmt: skip
WHOLE = ("round", "decks", "box", "staked_cents", "returned_cents")


def wager_rows(rounds: Iterable[PlayedRound]) -> Iterator[dict[str, Any]]:
    """A row for each wager, side bets and what was added in play included, in the order of the rounds."""
    for each in rounds:
        view, state = each.view, each.state
        for wager in state.wagers:
            yield {
                "table": view.table,
                "round": view.number,
                "opened_at": iso(view.opened_ms),
                "ended_at": None if view.ended_ms is None else iso(view.ended_ms),
                "rulebook": state.rules.book,
                "game": state.rules.game,
                "decks": state.setup.decks,
                "box": wager.box,
                "player": wager.player,
                "bet": wager.bet,
                "staked_cents": wager.staked,
                "returned_cents": wager.returned or 0,
            }


def write_wagers(rounds: Iterable[PlayedRound], path: Path) -> int:
    """Write the wagers to a file that ends in .csv or .parquet; returns how many there are."""
    return _parquet(rounds, path) if path.suffix == ".parquet" else _csv(rounds, path)


def _csv(rounds: Iterable[PlayedRound], path: Path) -> int:
    count = 0
    with private_text(path, newline="") as file:
        writer = csv.DictWriter(file, COLUMNS)
        writer.writeheader()
        for row in wager_rows(rounds):
            writer.writerow({name: plain_cell(value) for name, value in row.items()})
            count += 1
    return count


def _parquet(rounds: Iterable[PlayedRound], path: Path) -> int:
    pa, pq = require_extra("pyarrow", "Parquet", "parquet"), require_extra("pyarrow.parquet", "Parquet", "parquet")
    schema = pa.schema([(name, pa.int64() if name in WHOLE else pa.string()) for name in COLUMNS])
    count = 0
    rows = wager_rows(rounds)
    with private_bytes(path) as file, pq.ParquetWriter(file, schema, compression="zstd") as writer:
        while group := list(islice(rows, GROUP)):
            writer.write_table(pa.Table.from_pylist(group, schema))
            count += len(group)
    return count
