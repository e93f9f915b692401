"""The schema as numbered steps. A released step is never edited; new ones are added.

A step is a list of statements. `{...}` stands for what differs between the two databases. This is the only place
where tables and columns are declared: `schema` reads its tables off the result.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from sqlalchemy import Connection, inspect, text

from cutcard.store import guards
from cutcard.store.errors import NewerSchema, NotAStore


class Step(NamedTuple):
    name: str
    statements: tuple[str, ...]


SIGNED = "the signed head"  # the step from which on a store's head is signed
SNAPSHOTS = "sealed snapshots"
PEOPLE = "people"
PERSON_KEYS = "keys of people"
METER_ACCOUNTS = " OR ".join(f"(account >= '{c}:jackpot:' AND account < '{c}:jackpot;')" for c in ("aud", "play"))

_WORDS = {
    "sqlite": {"bytes": "BLOB", "name": "TEXT", "clustered": "WITHOUT ROWID"},
    "postgresql": {"bytes": "BYTEA", "name": 'TEXT COLLATE "C"', "clustered": ""},
}

# A row is the result of one command; `version` is that of its first event. Two writers that append at the same place
# need the same key, and only one of them gets it.
_EVENTS = """
CREATE TABLE events (
    stream {name} NOT NULL,
    version BIGINT NOT NULL,
    position BIGINT NOT NULL UNIQUE,
    at_ms BIGINT NOT NULL,
    command {name},
    payload TEXT NOT NULL,
    previous {bytes} NOT NULL,
    hash {bytes} NOT NULL,
    PRIMARY KEY (stream, version)
) {clustered}
"""

_POSTINGS = """
CREATE TABLE postings (
    stream {name} NOT NULL,
    version BIGINT NOT NULL,
    line INTEGER NOT NULL,
    event INTEGER NOT NULL,
    account {name} NOT NULL,
    cents BIGINT NOT NULL,
    PRIMARY KEY (stream, version, line),
    FOREIGN KEY (stream, version) REFERENCES events (stream, version)
) {clustered}
"""

# The last event of each stream, and under the empty name the last row of the store: without it, rows cut off at
# the end would leave no trace.
_HEADS = """
CREATE TABLE heads (
    stream {name} NOT NULL PRIMARY KEY,
    version BIGINT NOT NULL,
    hash {bytes} NOT NULL
) {clustered}
"""

_TABLES = """
CREATE TABLE tables (
    stream {name} NOT NULL PRIMARY KEY,
    book TEXT NOT NULL,
    game TEXT NOT NULL,
    opened_ms BIGINT NOT NULL,
    closed_ms BIGINT
) {clustered}
"""

_ROUNDS = """
CREATE TABLE rounds (
    stream {name} NOT NULL,
    number BIGINT NOT NULL,
    opened_version BIGINT NOT NULL,
    opened_ms BIGINT NOT NULL,
    ended_version BIGINT,
    ended_ms BIGINT,
    PRIMARY KEY (stream, number)
) {clustered}
"""

_PLAYERS = """
CREATE TABLE round_players (
    player {name} NOT NULL,
    stream {name} NOT NULL,
    number BIGINT NOT NULL,
    PRIMARY KEY (player, stream, number)
) {clustered}
"""

# `key` is the name in lower case, which must be unique. No row holds a password or a token, only their hashes.
_ACCOUNTS = """
CREATE TABLE accounts (
    key {name} NOT NULL PRIMARY KEY,
    name {name} NOT NULL,
    role TEXT NOT NULL,
    casino TEXT NOT NULL,
    password TEXT,
    created_ms BIGINT NOT NULL,
    disabled_ms BIGINT,
    expires_ms BIGINT
) {clustered}
"""

_TOKENS = """
CREATE TABLE tokens (
    hash {bytes} NOT NULL PRIMARY KEY,
    account {name} NOT NULL REFERENCES accounts (key),
    issued_ms BIGINT NOT NULL,
    expires_ms BIGINT NOT NULL,
    withdrawn_ms BIGINT
) {clustered}
"""

_SNAPSHOTS = """
CREATE TABLE snapshots (
    stream {name} NOT NULL,
    version BIGINT NOT NULL,
    face_down INTEGER NOT NULL,
    digest {bytes} NOT NULL,
    state TEXT NOT NULL,
    PRIMARY KEY (stream, version)
) {clustered}
"""

# The only row: who signed the last row of the store, and when. A head that was once signed always is.
_SIGNED_HEAD = """
CREATE TABLE signed_head (
    position BIGINT NOT NULL PRIMARY KEY,
    at_ms BIGINT NOT NULL,
    key TEXT NOT NULL,
    signature {bytes} NOT NULL
) {clustered}
"""

# A table as it was at some version, sealed: it holds the order of a shoe. `code` is the release that made it.
_SEALED_SNAPSHOTS = """
CREATE TABLE snapshots (
    stream {name} NOT NULL,
    version BIGINT NOT NULL,
    face_down INTEGER NOT NULL,
    code TEXT NOT NULL,
    sealed TEXT NOT NULL,
    PRIMARY KEY (stream, version)
) {clustered}
"""

# What events have taken for themselves over all streams, such as the number of a voucher.
_CLAIMS = """
CREATE TABLE claims (
    key {name} NOT NULL PRIMARY KEY,
    stream {name} NOT NULL,
    version BIGINT NOT NULL
) {clustered}
"""

# Who a player is, sealed: the only personal data. `known_by` stands for the document, and is one person's.
_PEOPLE = """
CREATE TABLE people (
    player {name} NOT NULL PRIMARY KEY,
    document TEXT NOT NULL,
    checked_ms BIGINT NOT NULL,
    checked_by TEXT NOT NULL,
    known_by {bytes} NOT NULL UNIQUE,
    alike {bytes} NOT NULL,
    sealed TEXT NOT NULL
) {clustered}
"""

# What people leave when they log in is sealed with a key of their own, which is here, sealed itself.
_PERSON_KEYS = """
CREATE TABLE person_keys (
    owner {name} NOT NULL PRIMARY KEY,
    sealed TEXT NOT NULL
) {clustered}
"""

STEPS: tuple[Step, ...] = (
    Step(
        "events, ledger and heads",
        (
            _EVENTS,
            "CREATE UNIQUE INDEX events_command ON events (command) WHERE command IS NOT NULL",
            _POSTINGS,
            _HEADS,
            "INSERT INTO heads (stream, version, hash) VALUES ('', 0, {root})",
            "{guard events}",
            "{guard postings}",
        ),
    ),
    Step(
        "views: balances, tables, rounds",
        (
            "CREATE TABLE balances (account {name} NOT NULL PRIMARY KEY, cents BIGINT NOT NULL) {clustered}",
            _TABLES,
            _ROUNDS,
            "CREATE INDEX rounds_opened ON rounds (opened_ms)",
            _PLAYERS,
        ),
    ),
    Step(
        "accounts and tokens",
        (
            _ACCOUNTS,
            _TOKENS,
            "CREATE INDEX tokens_account ON tokens (account)",
            "CREATE INDEX tokens_expires ON tokens (expires_ms)",
        ),
    ),
    Step("snapshots of tables", (_SNAPSHOTS,)),
    # Who made an account and who last set its password; the secret of its one-time codes and the last one used; where a
    # session began and when it was last used.
    Step(
        "accounts with their history",
        (
            "ALTER TABLE accounts ADD COLUMN made_by TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE accounts ADD COLUMN password_by TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE accounts ADD COLUMN one_time TEXT",
            "ALTER TABLE accounts ADD COLUMN one_time_used BIGINT",
            "ALTER TABLE tokens ADD COLUMN address TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE tokens ADD COLUMN agent TEXT NOT NULL DEFAULT ''",
            "ALTER TABLE tokens ADD COLUMN used_ms BIGINT",
        ),
    ),
    Step(SIGNED, (_SIGNED_HEAD,)),
    Step(SNAPSHOTS, ("DROP TABLE snapshots", _SEALED_SNAPSHOTS)),
    Step("claims", (_CLAIMS, "CREATE INDEX claims_stream ON claims (stream)")),
    Step("whole numbers in range", (*(f"{{numbers {table}}}" for table in guards.NUMBERS), "{chips}")),
    # Only the meters of jackpots are queried by account, so only they are indexed.
    Step(
        "meters of links",
        ("{meters}", f"CREATE INDEX postings_meters ON postings (account, stream, version) WHERE {METER_ACCOUNTS}"),
    ),
    Step(PEOPLE, (_PEOPLE, "CREATE INDEX people_alike ON people (alike)")),
    Step(PERSON_KEYS, (_PERSON_KEYS,)),
)

_LATEST = len(STEPS)
ACCOUNT_EVENTS = next(number for number, step in enumerate(STEPS, 1) if step.name == "accounts with their history")
READABLE = 3  # the first step with everything that reading and auditing need


def reached(current: int, name: str) -> bool:
    """Whether a store at this step has gone through the step of this name."""
    return name in (step.name for step in STEPS[:current])


def upgrade(connection: Connection, to: int = _LATEST) -> tuple[int, int]:
    """Bring a store or an empty database up to a step, in the caller's transaction; returns the old and new step."""
    current = version(connection)
    if current == 0:
        connection.execute(text("CREATE TABLE cutcard_schema (step INTEGER NOT NULL PRIMARY KEY, name TEXT NOT NULL)"))
    for number, step in enumerate(STEPS[current:to], start=current + 1):
        for statement in statements(step, connection.dialect.name):
            connection.exec_driver_sql(statement)
        connection.execute(
            text("INSERT INTO cutcard_schema VALUES (:step, :name)"), {"step": number, "name": step.name}
        )
    return current, max(current, to)


def version(connection: Connection) -> int:
    """The step that a database is at, 0 if it is empty. Raises for a database that is not a store, or is newer."""
    names = set(inspect(connection).get_table_names())
    if not names:
        return 0
    if "cutcard_schema" not in names:
        raise NotAStore(f"this database holds other tables ({', '.join(sorted(names)[:3])}) and is no Cutcard store")
    current = connection.execute(text("SELECT max(step) FROM cutcard_schema")).scalar_one() or 0
    if current > _LATEST:
        message = (
            f"this store has schema {current}, and this release knows schemas up to {_LATEST}: install a later one"
        )
        raise NewerSchema(message)
    return int(current)


def statements(step: Step, dialect: str) -> Iterator[str]:
    """The statements of a step in the words of this database."""
    zeros = "00" * 32
    root = f"X'{zeros}'" if dialect == "sqlite" else f"'\\x{zeros}'"
    for statement in step.statements:
        what, _, table = statement.strip("{}").partition(" ")
        if what == "guard":
            yield from guards.append_only(table, dialect)
        elif what == "numbers":
            yield from guards.numbers(table, dialect)
        elif what == "chips":
            yield from guards.chips(dialect)
        elif what == "meters":
            yield from guards.meters(dialect)
        else:
            yield statement.format(**_WORDS[dialect], root=root)
