"""The audit: is every row unchanged, every round as the engine plays it, and every cent accounted for?

It checks the store as it is at the start; others may go on writing. With many events it divides the work among
processes: each checks whole streams and ranges of the global order.
"""

from __future__ import annotations

import gc
import multiprocessing
import os
import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from typing import Any, Literal, NamedTuple

from sqlalchemy import Connection, Engine, func, select
from sqlalchemy.exc import SQLAlchemyError

from cutcard.store import (
    account_fold,
    database,
    identity_events,
    migrations,
    rulebook_events,
    schema,
    schema_check,
    signed_head,
    usual_rounds,
    view_check,
)
from cutcard.store.append import STORE
from cutcard.store.chain import Head
from cutcard.store.checkpoint_check import check_checkpoints
from cutcard.store.checkpoints import NotedCheckpoint
from cutcard.store.checks import (
    Checked,
    Fault,
    Stream,
    check_order,
    check_pages,
    check_pockets,
    check_snapshots,
    check_stream,
    unreadable,
)
from cutcard.store.errors import StoreError
from cutcard.store.ghosts import ghost
from cutcard.store.keys import PublicKeys
from cutcard.store.kinds import KINDS, StreamKind
from cutcard.store.link_checks import check_links
from cutcard.store.person_key_check import check_person_keys
from cutcard.store.player_checks import check_players
from cutcard.store.signed_head import SignedHead
from cutcard.store.spending import uneven
from cutcard.store.store import Store
from cutcard.store.tournament_checks import check_tournaments

ALONE_EVENTS = 50_000  # below this, starting processes takes longer than they save
BULK_EVENTS = 400_000  # below this, the engine has them replayed by the time the compiled code is loaded
ORDER_ROWS = 200_000
POLL_S = 0.1

Progress = Callable[[int, int], None]  # events done, of how many
_Task = tuple[Callable[..., Checked], tuple[Any, ...]]


class Report(NamedTuple):
    """What an audit found. `fault` is the first faulty row, in the order of the store. If there is none, it is the
    first row that opened a table under another edition of its rules; `rounds` does not count that table's rounds.
    """

    events: int
    streams: int
    rounds: int
    postings: int
    head: Head
    fault: Fault | None
    signed: SignedHead | None = None  # the head with its signature
    unchecked: tuple[str, ...] = ()  # what could not be checked, in words


class _Snapshot(NamedTuple):
    """The small part of a store, read at one moment."""

    head: Head
    streams: list[Stream]
    rows: int
    last: int
    postings: int
    players: int
    claims: int
    balances: dict[str, int]
    snapshots: list[str]  # the streams that have some


def audit(
    store: Store,
    progress: Progress = lambda done, of: None,
    processes: int | None = None,
    noted: Sequence[SignedHead | Head | NotedCheckpoint] = (),
    public: PublicKeys | None = None,
) -> Report:
    """Check a whole store. `noted` are heads and checkpoints recorded earlier, which the store must still contain.

    Signatures are checked with the store's key ring, or with `public` keys; what is sealed only with the ring.
    """
    keys = public or (store.keys.public if store.keys is not None else None)
    shape: Fault | None = None
    uncompared: tuple[str, ...] = ()
    try:
        with database.reading(store.engine) as connection:
            shape, uncompared = _shape(connection)
        report = _audited(store, progress, processes, noted, keys)
    except unreadable() as error:
        return Report(0, 0, 0, 0, Head(0, b""), shape or Fault(0, "", 0, f"the store cannot be read: {error}"))
    except (StoreError, SQLAlchemyError):
        if shape is None:
            raise
        return Report(0, 0, 0, 0, Head(0, b""), shape)  # a table or a column is missing
    if shape is not None and (report.fault is None or not report.fault.position):
        report = report._replace(fault=shape)
    return report._replace(unchecked=(*uncompared, *report.unchecked))


def _audited(
    store: Store,
    progress: Progress,
    processes: int | None,
    noted: Sequence[SignedHead | Head | NotedCheckpoint],
    keys: PublicKeys | None,
) -> Report:
    checkpoints = [each for each in noted if isinstance(each, NotedCheckpoint)]
    heads = [each for each in noted if not isinstance(each, NotedCheckpoint)]
    with database.reading(store.engine) as connection:
        taken = _snapshot(connection)
        signed = signed_head.with_signature(connection, taken.head)
        unheld = _first(_noted(connection, heads, keys)) or _unsigned(connection, keys, taken.head)
        unheld = unheld or _unrecorded(connection)
        message = ghost(connection)
    bound: _Task = (check_checkpoints, (taken.head.version, keys, checkpoints))
    found = _run(store, taken, progress, processes, bound)
    faults = [each.fault for each in found if each.fault is not None]
    overspent = check_pockets(move for each in found for move in each.pockets)
    faults += [overspent] if overspent is not None else []
    wrong, undrawn = check_links(each.links for each in found)
    if not any(each.kind == "unsound" for each in faults):  # what they say together needs all of every stream
        wrong += check_tournaments(each.tournaments for each in found)
        if not any(each.kind == "edition" for each in faults):  # of such tables not everything is known
            wrong += check_players(each.registered for each in found)
    faults += [Fault(*each) for each in wrong]
    fault = _first(fault for fault in faults if fault.kind == "unsound")
    fault = fault or unheld or _counts(taken, found) or _sums(taken, found)
    fault = fault or (Fault(0, "", 0, message) if message else None) or _first(faults)
    return Report(
        sum(each.events for each in found),
        len(taken.streams),
        sum(each.rounds for each in found),
        sum(each.postings for each in found),
        taken.head,
        fault,
        signed,
        (*_UNSIGNED[keys is not None :], *sorted([*undrawn, *(what for each in found for what in each.unchecked)])),
    )


_UNSIGNED = ("the signature of the head, since there is no key ring and no public key",)


def _first(faults: Iterable[Fault]) -> Fault | None:
    return min(faults, key=_place, default=None)


def _place(fault: Fault) -> tuple[bool, int, str, int]:
    """A fault's place in the order of the store; one without a position comes last."""
    return (fault.position == 0, fault.position, fault.stream, fault.version)


def _snapshot(connection: Connection) -> _Snapshot:
    heads = [Stream(row.stream, row.version, row.hash) for row in connection.execute(select(schema.heads))]
    of_store = next((Head(each.version, each.hash) for each in heads if each.name == STORE), Head(-1, b""))
    events = schema.events.c.position
    count, last = connection.execute(select(func.count(events), func.max(events))).one()
    return _Snapshot(
        of_store,
        sorted((each for each in heads if each.name != STORE), key=lambda each: each.version, reverse=True),
        count,
        last or 0,
        connection.execute(select(func.count()).select_from(schema.postings)).scalar_one(),
        connection.execute(select(func.count()).select_from(schema.round_players)).scalar_one(),
        view_check.claims_shown(connection),
        {row.account: row.cents for row in connection.execute(select(schema.balances))},
        _with_snapshots(connection),
    )


def _unrecorded(connection: Connection) -> Fault | None:
    """Rows of accounts or people in a store whose events know none. Release 0.1 had such rows until the upgrade."""
    step = migrations.version(connection)
    message = account_fold.unrecorded(connection) if step >= migrations.ACCOUNT_EVENTS else ""
    if not message and migrations.reached(step, migrations.PEOPLE):
        message = identity_events.unrecorded(connection)
    return Fault(0, "", 0, message) if message else None


def _with_snapshots(connection: Connection) -> list[str]:
    if not migrations.reached(migrations.version(connection), migrations.SNAPSHOTS):
        return []  # those of an earlier release are not used any more
    stream = schema.snapshots.c.stream
    return [*connection.execute(select(stream).distinct().order_by(stream)).scalars()]


def put_back(store: Store, noted: Sequence[SignedHead | Head]) -> Fault | None:
    """Which of some heads that were recorded earlier the store does not contain any more; nothing else is checked."""
    keys = store.keys.public if store.keys is not None else None
    with database.reading(store.engine) as connection:
        return _first(_noted(connection, noted, keys))


def _noted(connection: Connection, noted: Sequence[SignedHead | Head], keys: PublicKeys | None) -> Iterator[Fault]:
    """What is wrong with heads that were recorded earlier."""
    for each in noted:
        signed = each if isinstance(each, SignedHead) else SignedHead(each)
        position, hash_ = signed.head
        if signed.key and keys is not None and not signed.verified(keys):
            yield Fault(position, "", 0, "was noted with a signature that no key of this store made")
        if position == 0:
            continue
        row = connection.execute(select(schema.events).where(schema.events.c.position == position)).first()
        if row is None:
            yield Fault(position, "", 0, "is missing, and was the last when its hash was noted")
        elif row.hash != hash_:
            yield Fault(position, row.stream, row.version, "is not the row whose hash was noted")


def _shape(connection: Connection) -> tuple[Fault | None, tuple[str, ...]]:
    """What is wrong with the schema, and whether it could not be compared."""
    try:
        return schema_check.fault(connection), ()
    except schema_check.NotCompared as reason:
        return None, (str(reason),)


def _unsigned(connection: Connection, keys: PublicKeys | None, head: Head) -> Fault | None:
    """What is wrong with the signature of the store's head."""
    if migrations.reached(migrations.version(connection), migrations.SIGNED):
        message = signed_head.fault(connection, keys, head)
    else:
        message = "its head is not signed, though it has a key ring" if keys is not None else ""
    return Fault(0, "", 0, message) if message else None


def _counts(taken: _Snapshot, found: list[Checked]) -> Fault | None:
    """Check that the head, the global order and the streams agree on the rows."""
    in_streams = sum(each.rows for each in found)
    if not taken.head.version == taken.last == taken.rows == in_streams:
        message = (
            f"the store has {taken.rows} rows up to position {taken.last}; "
            f"its head says {taken.head.version} and its streams have {in_streams}"
        )
        return Fault(min(taken.head.version, taken.last, taken.rows, in_streams) + 1, "", 0, message)
    return None


def _sums(taken: _Snapshot, found: list[Checked]) -> Fault | None:
    """Check that every ledger line was checked, that the lines sum to zero and to the balances shown, and that the
    view of rounds has no player who is missing from the events.
    """
    players = sum(each.players for each in found)
    if players != taken.players:
        message = f"the view of rounds has {taken.players} rows of players and the events have {players}"
        return Fault(0, "", 0, message)
    claims = sum(each.claims for each in found)
    if claims != taken.claims:
        return Fault(0, "", 0, f"the view of claims has {taken.claims} rows and the events have {claims}")
    lines = sum(each.postings for each in found)
    if lines != taken.postings:
        return Fault(0, "", 0, f"the ledger has {taken.postings} lines and the events have {lines}")
    sums: Counter[str] = Counter()
    for each in found:
        sums.update(each.balances or {})
    if over := uneven(sums.items()):
        return Fault(0, "", 0, f"the ledger sums to {over}, not to 0")
    for account in sorted({*sums, *taken.balances}):
        stored, due = taken.balances.get(account), sums.get(account)
        if stored != due or type(stored) is not type(due):
            return Fault(0, "", 0, f"the balance of {account} is shown as {stored} cents and is {due}")
    return None


def _run(store: Store, taken: _Snapshot, progress: Progress, processes: int | None, bound: _Task) -> list[Checked]:
    events = sum(each.version for each in taken.streams)
    bulk = events >= BULK_EVENTS if usual_rounds.followed is None else usual_rounds.followed
    if bulk:
        usual_rounds.prepare()  # once, and not in every process
    tasks = [bound, *_tasks(taken, store, bulk)]
    workers = min(processes or _cores(), len(tasks))
    if workers <= 1 or (processes is None and events < ALONE_EVENTS):
        return _alone(store.engine, tasks, events, progress)
    return list(_together(store.engine, tasks, events, progress, workers))


def _cores() -> int:
    """The number of CPU cores this process may use."""
    if sys.platform == "linux":
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


def _tasks(taken: _Snapshot, store: Store, bulk: bool) -> list[_Task]:
    """The audit's tasks, longest first, so that the processes finish at about the same time."""
    tasks: list[_Task] = [(check_stream, (each, store.keys, bulk)) for each in taken.streams]
    last = taken.head.version
    tasks += [
        (
            check_order,
            (first, min(first + ORDER_ROWS - 1, last), taken.head.hash if first + ORDER_ROWS > last else None),
        )
        for first in range(1, last + 1, ORDER_ROWS)
    ]
    tasks += [(check_snapshots, (stream, store.keys)) for stream in taken.snapshots]
    tasks.append((check_person_keys, (store.keys,)))
    if store.engine.dialect.name == "sqlite":
        tasks.insert(0, (check_pages, ()))
    return tasks


def _alone(engine: Engine, tasks: list[_Task], events: int, progress: Progress) -> list[Checked]:
    done = 0

    def tick(more: int) -> None:
        nonlocal done
        done += more
        progress(done, events)

    found = []
    for check, args in tasks:
        with database.reading(engine) as connection:
            found.append(check(connection, *args, tick))
    return found


def _together(engine: Engine, tasks: list[_Task], events: int, progress: Progress, workers: int) -> Iterator[Checked]:
    """Run the tasks in processes. Each opens the database itself; a shared counter reports the progress of all."""
    context = multiprocessing.get_context(start_method())
    kept = _kept_rulebooks(engine)
    engine.dispose()  # a forked process must not inherit a connection; the engine reconnects when needed
    counter = context.Value("q", 0)
    url = engine.url.render_as_string(hide_password=False)
    with ProcessPoolExecutor(workers, context, _prepare, (url, counter, KINDS, kept)) as pool:
        open_: set[Future[Checked]] = {pool.submit(_task, check, args) for check, args in tasks}
        while open_:
            done, open_ = wait(open_, timeout=POLL_S, return_when=FIRST_COMPLETED)
            progress(counter.value, events)
            for future in done:
                yield future.result()


def start_method() -> Literal["fork", "spawn"]:
    """How to start processes. Forking saves loading everything again, but is safe only with a single thread."""
    return "fork" if sys.platform == "linux" and threading.active_count() == 1 else "spawn"


_own: dict[str, Any] = {}


def _kept_rulebooks(engine: Engine) -> list[str]:
    with database.reading(engine) as connection:
        lines = connection.execute(
            select(schema.events.c.payload).where(schema.events.c.stream == rulebook_events.STREAM)
        )
        return [*lines.scalars()]


def _prepare(url: str, counter: Any, kinds: dict[str, StreamKind[Any, Any]], kept: Sequence[str]) -> None:
    KINDS.update(kinds)
    rulebook_events.make_known(kept)
    _own["engine"] = database.engine(url, create=False)
    _own["counter"] = counter
    gc.freeze()  # everything loaded so far stays, so the garbage collector need not scan it again


def _task(check: Callable[..., Checked], args: tuple[Any, ...]) -> Checked:
    def tick(more: int) -> None:
        counter = _own["counter"]
        with counter.get_lock():
            counter.value += more

    with database.reading(_own["engine"]) as connection:
        return check(connection, *args, tick)
