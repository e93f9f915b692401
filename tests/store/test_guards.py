"""What the databases refuse by themselves, whoever writes to them."""

from __future__ import annotations

import pytest
from sqlalchemy import LargeBinary, Text
from sqlalchemy.exc import DBAPIError

from cutcard.store import NewEvent, Store, StoreError, schema
from cutcard.store.guards import NUMBERS


def refused(store: Store, statement: str) -> str:
    """What the database says to a statement; empty if it takes it."""
    try:
        with store.engine.begin() as connection:
            connection.exec_driver_sql(statement)
    except DBAPIError as error:
        return str(error.orig)
    return ""


def test_the_database_refuses_what_is_not_a_whole_number_in_range(store: Store) -> None:
    sqlite = store.engine.dialect.name == "sqlite"
    for table, numbers in NUMBERS.items():
        kinds = {column.name: column.type for column in getattr(schema, table).columns}
        values = {name: "'x'" if isinstance(kind, Text) else "1" for name, kind in kinds.items()}
        for name, kind in kinds.items():
            if isinstance(kind, LargeBinary):
                values[name] = "X'00'" if sqlite else r"'\x00'"
        for column, least, most in numbers:
            wrong = [least - 1, most + 1, 10**40, "'many'", *(["1.5"] if sqlite else [])]  # PostgreSQL rounds that one
            for value in wrong:
                row = {**values, column: str(value)}
                says = refused(store, f"INSERT INTO {table} ({', '.join(row)}) VALUES ({', '.join(row.values())})")
                assert says, (table, column, value)
                assert "foreign key" not in says.lower(), (table, column, value, says)


def test_the_database_refuses_an_overdrawn_account_of_chips_and_lets_the_house_owe(store: Store) -> None:
    for account in ("aud:player:ann", "play:player:ann:tokens", "aud:table:T1:float", "aud:table:T1:player:count"):
        assert refused(store, f"INSERT INTO balances VALUES ('{account}', -1)")
        assert not refused(store, f"INSERT INTO balances VALUES ('{account}', 1)")
        assert refused(store, f"UPDATE balances SET cents = -1 WHERE account = '{account}'")
        for less, enough in ((2, False), (1, True)):
            add = (
                f"INSERT INTO balances VALUES ('{account}', -{less}) "
                "ON CONFLICT (account) DO UPDATE SET cents = balances.cents + excluded.cents"
            )
            assert bool(refused(store, add)) is not enough
    for account in ("aud:cage", "player:ann", "aud:table:T1:count", "cash"):
        assert not refused(store, f"INSERT INTO balances VALUES ('{account}', -1)")


def test_sums_do_not_turn_into_floating_point(store: Store) -> None:
    """Each line is in range, and their sum is not."""
    most = 10**15
    new = [NewEvent("{}", [("cage", most), ("cash", -most)])]
    store.append("a", 0, new, at_ms=0)
    with pytest.raises(StoreError):
        store.append("a", 1, new, at_ms=0)
    assert store.balances() == {"cage": most, "cash": -most}
