"""The tables as SQLAlchemy Core knows them, for queries; `migrations` makes them."""

from __future__ import annotations

from sqlalchemy import BigInteger, Column, Integer, LargeBinary, MetaData, Table, Text

metadata = MetaData()

events = Table(
    "events",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", BigInteger, primary_key=True),
    Column("position", BigInteger, nullable=False, unique=True),
    Column("at_ms", BigInteger, nullable=False),
    Column("command", Text),
    Column("payload", Text, nullable=False),
    Column("previous", LargeBinary, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)

postings = Table(
    "postings",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", BigInteger, primary_key=True),
    Column("line", Integer, primary_key=True),
    Column("event", Integer, nullable=False),
    Column("account", Text, nullable=False),
    Column("cents", BigInteger, nullable=False),
)

heads = Table(
    "heads",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", BigInteger, nullable=False),
    Column("hash", LargeBinary, nullable=False),
)

balances = Table(
    "balances",
    metadata,
    Column("account", Text, primary_key=True),
    Column("cents", BigInteger, nullable=False),
)

tables = Table(
    "tables",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("book", Text, nullable=False),
    Column("game", Text, nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    Column("closed_ms", BigInteger),
)

rounds = Table(
    "rounds",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True),
    Column("opened_version", BigInteger, nullable=False),
    Column("opened_ms", BigInteger, nullable=False),
    Column("ended_version", BigInteger),
    Column("ended_ms", BigInteger),
)

round_players = Table(
    "round_players",
    metadata,
    Column("player", Text, primary_key=True),
    Column("stream", Text, primary_key=True),
    Column("number", BigInteger, primary_key=True),
)

snapshots = Table(
    "snapshots",
    metadata,
    Column("stream", Text, primary_key=True),
    Column("version", BigInteger, primary_key=True),
    Column("face_down", Integer, nullable=False),
    Column("digest", LargeBinary, nullable=False),
    Column("state", Text, nullable=False),
)

accounts = Table(
    "accounts",
    metadata,
    Column("key", Text, primary_key=True),
    Column("name", Text, nullable=False),
    Column("role", Text, nullable=False),
    Column("casino", Text, nullable=False),
    Column("password", Text),
    Column("created_ms", BigInteger, nullable=False),
    Column("disabled_ms", BigInteger),
    Column("expires_ms", BigInteger),
)

tokens = Table(
    "tokens",
    metadata,
    Column("hash", LargeBinary, primary_key=True),
    Column("account", Text, nullable=False),
    Column("issued_ms", BigInteger, nullable=False),
    Column("expires_ms", BigInteger, nullable=False),
    Column("withdrawn_ms", BigInteger),
)
