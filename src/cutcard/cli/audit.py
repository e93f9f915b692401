"""`cutcard audit`: checks a store from its first row to its last."""

from __future__ import annotations

import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, TypeVar

import typer
from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeRemainingColumn

from cutcard.cli.options import Database
from cutcard.errors import CutcardError
from cutcard.store import Damaged, Store
from cutcard.store.audit import Report
from cutcard.store.audit import audit as check
from cutcard.store.checkpoints import NotedCheckpoint
from cutcard.store.keys import PublicKeys
from cutcard.store.signed_head import SignedHead

T = TypeVar("T")
KEYS_HELP = "The store's key ring, if it is not beside the store or where CUTCARD_KEYS says."


def audit(
    db: Database,
    head: Annotated[
        str, typer.Option(metavar="N:HASH", help="A head that an earlier audit printed: the store must contain it.")
    ] = "",
    anchors: Annotated[
        Path | None, typer.Option(metavar="FILE", help="A file of anchors: the store must contain every head in it.")
    ] = None,
    checkpoint: Annotated[
        str,
        typer.Option(
            metavar="N:HASH", help="A checkpoint that `cutcard store checkpoint` printed: the store must contain it."
        ),
    ] = "",
    processes: Annotated[int | None, typer.Option(min=1, help="Processes to use; by default one per core.")] = None,
    keys: Annotated[Path | None, typer.Option(metavar="FILE", help=KEYS_HELP)] = None,
    public_keys: Annotated[
        Path | None,
        typer.Option(metavar="FILE", help="Check signatures with these, as `cutcard store public-keys` prints them."),
    ] = None,
) -> None:
    """Check every row of a store.

    It follows the chain of hashes, replays and settles every round again, and adds up the ledger to the cent. With the
    store's key ring it also checks the signature of the head and the sealed shoes. It prints the head: keep it
    elsewhere to prove later that nothing was cut off. Exit status: 0 if the store is sound; 1 if it is not, with the
    first wrong row named; 2 if it could not be opened.
    """
    noted: list[SignedHead | NotedCheckpoint] = [_noted(head, SignedHead.read)] if head else []
    noted += [_noted(checkpoint, NotedCheckpoint.read)] if checkpoint else []
    if anchors is not None:
        from cutcard.service.anchors import read  # slow to import

        noted += read(anchors)
    public = _public(public_keys) if public_keys is not None else None
    try:
        store = Store.open(db, create=False, keys=keys)
        start = time.perf_counter()
        report = _with_progress(store, processes, noted, public)
        took_s = time.perf_counter() - start
        store.close()
    except Damaged as damaged:
        print(f"does not hold: {damaged}")
        raise typer.Exit(1) from None
    if report.fault is not None:
        print(f"does not hold: {report.fault}")
        raise typer.Exit(1)
    print(_summary(report, took_s))
    for what in report.unchecked:
        print(f"not checked: {what}")
    print(f"head {report.signed or report.head}")


def _noted(text: str, read: Callable[[str], T]) -> T:
    try:
        return read(text)
    except ValueError as error:
        raise CutcardError(str(error)) from None


def _public(path: Path) -> PublicKeys:
    try:
        return PublicKeys.read(path.read_text("utf-8"))
    except (OSError, UnicodeDecodeError):
        raise CutcardError(f"{path} cannot be read") from None


def _with_progress(
    store: Store, processes: int | None, noted: list[SignedHead | NotedCheckpoint], public: PublicKeys | None
) -> Report:
    """The audit, with a bar on a terminal; no thread draws it, so that the audit's processes may be forked."""
    console = Console(stderr=True)
    columns = (TextColumn("auditing"), BarColumn(), MofNCompleteColumn(), TextColumn("events"), TimeRemainingColumn())
    quiet = not sys.stderr.isatty()
    with Progress(*columns, console=console, transient=True, disable=quiet, auto_refresh=False) as bar:
        task = bar.add_task("", total=None)

        def progressed(done: int, of: int) -> None:
            bar.update(task, completed=done, total=of, refresh=True)

        return check(store, progressed, processes, noted, public)


def _summary(report: Report, took_s: float) -> str:
    found = f"{report.events:,} events of {report.streams:,} streams, {report.rounds:,} rounds"
    return f"holds: {found}, {report.postings:,} ledger lines that sum to zero ({took_s:.1f} s)"
