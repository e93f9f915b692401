"""Stores as earlier releases left them."""

from __future__ import annotations

from sqlalchemy import inspect, text

from cutcard.store import Store, database, migrations


def as_of_step(where: str, step: int, filled: Store) -> None:
    """An older schema with the rows of a store, as an earlier release would have left it."""
    engine = database.engine(where)
    with database.writing(engine) as connection, database.reading(filled.engine) as full:
        migrations.upgrade(connection, step)
        connection.execute(text("DELETE FROM heads"))
        for name in ("events", "postings", "heads", "balances", "tables", "rounds", "round_players"):
            columns = [column["name"] for column in inspect(connection).get_columns(name)]
            rows = [dict(row) for row in full.execute(text(f"SELECT {', '.join(columns)} FROM {name}")).mappings()]
            values = ", ".join(f":{column}" for column in columns)
            if not rows:
                continue
            connection.execute(text(f"INSERT INTO {name} ({', '.join(columns)}) VALUES ({values})"), rows)
    engine.dispose()
