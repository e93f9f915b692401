"""`cutcard settle`: round records in, settled round records out."""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from dataclasses import dataclass
from io import TextIOWrapper
from itertools import chain
from pathlib import Path
from typing import Annotated, Any, TextIO

import typer
from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn

from cutcard.clauses.library import only_book
from cutcard.cli.options import is_path
from cutcard.errors import CutcardError
from cutcard.records import RecordRefused, differing_results, read_json, refuse_keys_twice
from cutcard.records import settle as settle_record
from cutcard.records.compare import has_settlement
from cutcard.records.fields import mapping
from cutcard.rulebooks import RulebookError, load

BAD_LINES_MOST = 1000  # before the first record: then the file is taken to hold none
SHOWN_EACH = 100  # records between two looks at the progress


class Unreadable(Exception):
    """A file that holds no round records at all."""


def settle(
    files: Annotated[list[str], typer.Argument(metavar="FILE…", help="Files of round records; - is standard input.")],
    check: Annotated[
        bool, typer.Option("--check", help="Compare each record's own settlement, and print only what differs.")
    ] = False,
) -> None:
    """Settle round records, one JSON object per line.

    A file holds one record, a JSON list of records, or one record per line; lines are settled as they are read. A
    record that breaks a rule gets an error in its place; the others still settle. With --check, it prints a line for
    each record that has no settlement or one that differs from the engine's, and the counts at the end. Exit status: 0
    if all settled (with --check, as their records say), 1 if some were refused or differ, 2 if a file could not be
    read.
    """
    counts = _Counts()
    with _progress() as progress:
        for name in files:
            try:
                for number, record in enumerate(_records(name), start=1):
                    answer = _checked(name, number, record, counts) if check else settled_or_error(record)
                    if answer is not None:
                        counts.refused += "error" in answer
                        print(json.dumps(answer), flush=True)
                    counts.done += 1
                    progress(counts)
            except Unreadable as error:
                print(f"cutcard: {error}", file=sys.stderr)
                counts.unreadable += 1
    if check:
        print(counts.in_words(), file=sys.stderr)
    raise typer.Exit(2 if counts.unreadable else int(counts.refused + counts.differ > 0))


@dataclass(slots=True)
class _Counts:
    done: int = 0
    refused: int = 0
    differ: int = 0
    unreadable: int = 0

    def in_words(self) -> str:
        hold = self.done - self.refused - self.differ
        return f"{self.done:,} records: {hold:,} hold, {self.differ:,} do not, {self.refused:,} are refused"


def settled_or_error(record: object) -> dict[str, Any]:
    """A record with its settlement, or the public format's `error`."""
    try:
        whole = _checked_record(record)
        return {**settle_record(_by_name(whole)), **_book_of(whole)}
    except RecordRefused as refused:
        return refused.as_error()


def _book_of(record: Any) -> dict[str, Any]:
    return {"rulebook": record["rulebook"]} if isinstance(record, dict) and "rulebook" in record else {}


def _by_name(record: Any) -> Any:
    """A record that names its rulebook by the path of a file, with the book's name instead.

    Only here, where somebody settles files of their own: nothing else that reads records opens a file for them.
    """
    book = _book_of(record).get("rulebook")
    if not isinstance(book, str) or not is_path(book):
        return record
    try:
        name = only_book(book)
        load(name)
    except RulebookError as error:
        more = f"; `cutcard rulebook check {book}` names {len(error.faults)}" if len(error.faults) > 1 else ""
        raise RecordRefused(f"{error.faults[0]}{more}", at="rulebook") from None
    except CutcardError as error:
        raise RecordRefused(error.message, at="rulebook") from None
    return {**record, "rulebook": name}


def _checked_record(record: object) -> Mapping[str, Any]:
    """A record as it was read, an object with every key once; raises `RecordRefused` for any other."""
    if isinstance(record, _NotJson):
        raise RecordRefused(f"line {record.line} is not JSON: {record.reason}")
    refuse_keys_twice(record)
    return mapping(record, "a record")


def _checked(name: str, number: int, record: object, counts: _Counts) -> dict[str, Any] | None:
    """What is wrong with a record's own settlement; nothing where it is the engine's."""
    where = {"file": name, "record": number}
    try:
        whole = _checked_record(record)
        if not has_settlement(whole):
            counts.differ += 1
            return {**where, "holds": False, "says": "the record has no settlement of its own"}
        differs = differing_results(_by_name(whole))
    except RecordRefused as refused:
        return {**where, "holds": False, **refused.as_error()}
    if not differs:
        return None
    counts.differ += 1
    mismatches = {each.key: {"record": each.record, "engine": each.engine} for each in differs}
    return {**where, "holds": False, "differs": mismatches}


@contextmanager
def _progress() -> Iterator[Any]:
    """How many records are done, on the error stream where a person watches it and the results go elsewhere."""
    stderr = Console(stderr=True)
    if not stderr.is_terminal or sys.stdout.isatty():
        yield lambda _: None
        return
    words = TextColumn(
        "{task.completed:,.0f} records, {task.fields[bad]:,} refused or other, {task.fields[speed]:,.0f} a second"
    )
    began = time.monotonic()
    # Rich would otherwise send what is printed to the terminal, and not into the file.
    with Progress(
        TextColumn("settling"), BarColumn(), words, console=stderr, transient=True, redirect_stdout=False
    ) as bar:
        task = bar.add_task("", total=None, bad=0, speed=0.0)

        def show(counts: _Counts) -> None:
            if counts.done % SHOWN_EACH == 0:
                speed = counts.done / max(time.monotonic() - began, 1e-9)
                bar.update(task, completed=counts.done, bad=counts.refused + counts.differ, speed=speed)

        yield show


class _NotJson:
    """A line that should be a record and is not JSON."""

    def __init__(self, line: int, reason: str) -> None:
        self.line = line
        self.reason = reason


def _records(name: str) -> Iterator[object]:
    """The records of a file, each as soon as it is read where there is one a line."""
    try:
        with _opened(name) as file:
            yield from _read(name, file)
    except OSError as error:
        raise Unreadable(f"{name} could not be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise Unreadable(f"{name} is not text in UTF-8") from None


def _opened(name: str) -> TextIO:
    if name == "-":
        return TextIOWrapper(sys.stdin.buffer, encoding="utf-8-sig")
    return Path(name).open(encoding="utf-8-sig")


def _read(name: str, file: TextIO) -> Iterator[object]:
    lines = ((number, line) for number, line in enumerate(file, start=1) if line.strip())
    first = next(lines, None)
    if first is None:
        raise Unreadable(f"{name} is empty")
    found = _parsed(*first)
    if isinstance(found, dict):  # one a line, or one alone
        yield found
        yield from (_parsed(*line) for line in lines)
        return
    rest = list(lines)  # a value over several lines, or a list
    try:
        whole = read_json("".join(line for _, line in (first, *rest)))
    except (ValueError, RecursionError):
        yield from _after_bad_lines(name, (_parsed(*line) for line in chain((first,), rest)))
        return
    if isinstance(whole, list):
        yield from whole
    else:
        yield whole


def _parsed(number: int, line: str) -> object:
    try:
        return read_json(line)
    except (ValueError, RecursionError) as error:
        return _NotJson(number, str(error))


def _after_bad_lines(name: str, records: Iterator[object]) -> Iterator[object]:
    """Records one a line, if there is one at all."""
    bad: list[object] = []
    for record in records:
        if not isinstance(record, _NotJson):
            yield from bad
            yield record
            yield from records
            return
        bad.append(record)
        if len(bad) > BAD_LINES_MOST:
            break
    raise Unreadable(f"{name} is not JSON: it must hold one record, a list of records, or one record per line")
