"""`cutcard settle`: round records in, settled round records out."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Any

import typer

from cutcard.records import RecordRefused
from cutcard.records import settle as settle_record


class Unreadable(Exception):
    """A file that holds no round records at all."""


def settle(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Files of round records; - is standard input.")],
) -> None:
    """Settle round records, one JSON object a line.

    A file holds one record, a JSON list of them, or one a line. A record that breaks a rule gets an
    error in its place; the others still settle. Exit status: 0 all settled, 1 some refused, 2 a file could not be read.
    """
    status = 0
    for name in files:
        try:
            for record in _records(name):
                settled = settled_or_error(record)
                status = max(status, int("error" in settled))
                print(json.dumps(settled))
        except Unreadable as error:
            print(f"cutcard: {error}", file=sys.stderr)
            status = 2
    raise typer.Exit(status)


def settled_or_error(record: object) -> dict[str, Any]:
    """A record with its settlement, or the public format's `error`."""
    if isinstance(record, _NotJson):
        return RecordRefused(f"line {record.line} is not JSON: {record.reason}").as_error()
    try:
        return settle_record(record)  # type: ignore[arg-type]
    except RecordRefused as refused:
        return refused.as_error()


class _NotJson:
    """A line that ought to be a record and is not even JSON."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason


def _records(name: str) -> Iterator[object]:
    text = _text(name)
    if not text.strip():
        raise Unreadable(f"{name} is empty")
    try:
        whole = json.loads(text)
    except (ValueError, RecursionError):
        yield from _lines(name, text)
        return
    if isinstance(whole, list):
        yield from whole
    else:
        yield whole


def _text(name: str) -> str:
    try:
        raw = sys.stdin.buffer.read() if name == "-" else Path(name).read_bytes()
        return raw.decode("utf-8-sig")
    except OSError as error:
        raise Unreadable(f"{name} could not be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{name} is not text in UTF-8") from None


def _lines(name: str, text: str) -> Iterator[object]:
    records: list[object] = []
    good = 0
    for number, line in enumerate(text.splitlines(), start=1):
        if not line.strip():
            continue
        try:
            records.append(json.loads(line))
            good += 1
        except (ValueError, RecursionError) as error:
            records.append(_NotJson(number, str(error)))
    if not good:
        raise Unreadable(f"{name} is neither a JSON record, a list of them, nor one a line")
    yield from records
