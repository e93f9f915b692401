"""What the databases themselves refuse: changes of what is kept, and numbers that are not whole or out of range.

The program checks all of this before it writes. The database checks it again, for anybody who writes to it otherwise.
"""

from __future__ import annotations

from typing import NamedTuple

COUNT_MAX = 2**53
MS_MAX = 253_402_300_799_999  # the end of the year 9999
CENTS_MAX = 10**15


class Number(NamedTuple):
    """A column of whole numbers and its range."""

    column: str
    least: int
    most: int


def _count(column: str, least: int = 1) -> Number:
    return Number(column, least, COUNT_MAX)


def _ms(column: str) -> Number:
    return Number(column, 0, MS_MAX)


def _cents(column: str) -> Number:
    return Number(column, -CENTS_MAX, CENTS_MAX)


NUMBERS: dict[str, tuple[Number, ...]] = {
    "events": (_count("version"), _count("position"), _ms("at_ms")),
    "postings": (_count("version"), _count("line", 0), _count("event", 0), _cents("cents")),
    "heads": (_count("version", 0),),
    "balances": (_cents("cents"),),
    "tables": (_ms("opened_ms"), _ms("closed_ms")),
    "rounds": (
        _count("number"),
        _count("opened_version"),
        _ms("opened_ms"),
        _count("ended_version"),
        _ms("ended_ms"),
    ),
    "round_players": (_count("number"),),
}
# The accounts of tables and players stand for chips that lie somewhere: there are never fewer than none. A count may
# find less than the book says. Accounts that an earlier release has named begin with no currency.
_CHIPS = {
    "sqlite": " OR ".join(
        f"NEW.account LIKE '{currency}:player:%' OR (NEW.account LIKE '{currency}:table:%' AND NOT "
        f"(NEW.account LIKE '{currency}:table:%:count' AND NEW.account NOT LIKE '{currency}:table:%:%:count'))"
        for currency in ("aud", "play")
    ),
    "postgresql": "NEW.account ~ '^(aud|play):(player|table):' AND NEW.account !~ '^(aud|play):table:[^:]*:count$'",
}


def append_only(table: str, dialect: str) -> list[str]:
    """Triggers that refuse every update and deletion."""
    says = f"{table} are never changed or removed"
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER {table}_{verb.lower()} BEFORE {verb} ON {table} BEGIN SELECT RAISE(ABORT, '{says}'); END"
            for verb in ("UPDATE", "DELETE")
        ]
    return [
        f"CREATE FUNCTION {table}_kept() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION '{says}'; END $$",
        f"CREATE TRIGGER {table}_rows BEFORE UPDATE OR DELETE ON {table} FOR EACH ROW EXECUTE FUNCTION {table}_kept()",
        f"CREATE TRIGGER {table}_all BEFORE TRUNCATE ON {table} FOR EACH STATEMENT EXECUTE FUNCTION {table}_kept()",
    ]


def numbers(table: str, dialect: str) -> list[str]:
    """What keeps the columns of a table to whole numbers in range. SQLite would store anything in any column."""
    columns = NUMBERS[table]
    if dialect == "postgresql":  # rows that an earlier release wrote stay as they are, and the audit checks them
        return [
            f"ALTER TABLE {table} ADD CONSTRAINT {table}_{column}_range "
            f"CHECK ({column} BETWEEN {least} AND {most}) NOT VALID"
            for column, least, most in columns
        ]
    wrong = " OR ".join(
        f"(NEW.{column} IS NOT NULL AND (typeof(NEW.{column}) <> 'integer' OR "
        f"NEW.{column} NOT BETWEEN {least} AND {most}))"
        for column, least, most in columns
    )
    says = f"{table} take whole numbers in their range"
    return [
        f"CREATE TRIGGER {table}_{verb.lower()}_numbers AFTER {verb} ON {table} WHEN {wrong} "
        f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
        for verb in ("INSERT", "UPDATE")
    ]


# What a meter shows, and prizes that are won and not paid.
_METERS = {
    "sqlite": "NEW.account LIKE 'aud:jackpot:%' OR NEW.account LIKE 'play:jackpot:%'",
    "postgresql": "NEW.account ~ '^(aud|play):jackpot:'",
}


def meters(dialect: str) -> list[str]:
    """Triggers that refuse to take a meter or a reserve below nothing."""
    return _never_overdrawn("meters", _METERS[dialect], dialect)


def chips(dialect: str) -> list[str]:
    """Triggers that refuse to take an account of chips below nothing. Afterwards, since a balance is added to."""
    return _never_overdrawn("chips", _CHIPS[dialect], dialect)


def _never_overdrawn(what: str, accounts: str, dialect: str) -> list[str]:
    wrong = f"NEW.cents < 0 AND ({accounts})"
    says = f"an account of {what} never holds less than nothing"
    if dialect == "sqlite":
        return [
            f"CREATE TRIGGER balances_{verb.lower()}_{what} AFTER {verb} ON balances WHEN {wrong} "
            f"BEGIN SELECT RAISE(ABORT, '{says}'); END"
            for verb in ("INSERT", "UPDATE")
        ]
    return [
        f"CREATE FUNCTION balances_{what}() RETURNS trigger LANGUAGE plpgsql AS "
        f"$$ BEGIN RAISE EXCEPTION '{says}' USING ERRCODE = 'check_violation'; END $$",
        f"CREATE TRIGGER balances_{what} AFTER INSERT OR UPDATE ON balances FOR EACH ROW WHEN ({wrong}) "
        f"EXECUTE FUNCTION balances_{what}()",
    ]
