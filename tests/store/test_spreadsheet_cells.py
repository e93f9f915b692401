"""No CSV file that we write holds a cell that a spreadsheet would run as a formula."""

from __future__ import annotations

import csv
import re
from io import StringIO
from pathlib import Path

import cutcard
from cutcard.store.registers import KINDS, REGISTERS, Row, register_csv

FORMULA = '=HYPERLINK("http://elsewhere.example","ann")'


def test_a_register_has_names_and_reasons_as_text() -> None:
    for which, register in REGISTERS.items():
        words: Row = dict.fromkeys((name for name in register.columns if KINDS.get(name) != "time"), FORMULA)
        [header, cells] = csv.reader(StringIO(register_csv(which, [words])))
        assert {name for name, cell in zip(header, cells, strict=True) if cell == f"'{FORMULA}"} == words.keys(), which


def test_whatever_writes_such_a_file_writes_plain_cells() -> None:
    package = Path(cutcard.__file__).parent
    texts = {path: path.read_text(encoding="utf-8") for path in package.rglob("*.py")}
    writing = {path for path, text in texts.items() if re.search(r"csv\.(Dict)?[Ww]riter\(", text)}
    assert len(writing) >= 6
    assert [
        path.name for path in writing if "plain_cell(" not in texts[path] and "plain_cell," not in texts[path]
    ] == []
