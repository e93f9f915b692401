"""Every cent of a meter is accounted for, and whoever alters one is found, also with every right to the database."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import text
from support.forged_events import Fields, Forged, added, altered, put
from support.linked_floor import SYDNEY
from support.linked_tables import LINK, OneLink
from support.links import NOVA, SEVENS
from support.tampering import rehashed, resigned, unguarded
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.errors import CutcardError
from cutcard.jackpots import LINKS
from cutcard.jackpots.expected_prizes import Winning, expected
from cutcard.jackpots.reconciliation import CAUSES
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.meters import Reconciler, reconciled
from cutcard.table.registry import KINDS

METER = f"aud:jackpot:{LINK}:blazing-7s"
RESERVE = f"aud:jackpot:{LINK}:reserve"


def played(store: Store) -> OneLink:
    """A link of which a tenth was won and paid, and then all that is left is won."""
    link = OneLink(store, SEVENS)
    table = link.table()
    table.dealt("7s 7s 7s", "ann").enter(1, "suited-777")
    table.determine("suited-777", "gaming-supervisor")
    other = link.table("T2")
    other.dealt("7d 7d 7d", "ann").enter(1, "diamond-777")
    return link


def test_a_meter_is_seed_and_contributions_less_prizes_at_every_moment(store: Store) -> None:
    again = Reconciler(store, LINK)
    link = played(store)
    found = reconciled(store, LINK)
    (book,) = found.books.meters.values()
    assert found.holds, found.wrong
    assert (book.seed, book.contributions, book.exact) == (1_000_000, 150, 150_000_000)
    assert book.seed + book.resets + book.contributions - book.paid == book.display + book.reserved == book.due
    assert book.won == book.paid + book.reserved
    assert (book.display, found.books.reserve) == (link.shows(), link.reserve)
    assert (book.paid, book.display, book.reserved) == (100_008, 1_000_000, 1_000_075)
    assert again.reconciled().fields() == found.fields()
    assert again.reconciled().fields() == found.fields()  # nothing is taken in twice


def test_fractions_of_a_cent_are_conserved(store: Store) -> None:
    link = OneLink(store, NOVA)
    table = link.table()
    for _ in range(3):
        table.dealt("Th 9h 5c 9c 8c", "ann", "bob")
        table.finish()
    found = reconciled(store, LINK)
    assert found.holds, found.wrong
    for meter, one in NOVA.meters.items():
        book = found.books.meters[meter]
        assert book.exact == 6 * 200 * one.per_million
        assert 0 <= book.ahead < 1_000_000
        assert book.contributions * 1_000_000 == book.exact + book.ahead


@pytest.mark.parametrize(
    ("value", "winners", "each"),
    [
        (50_000_000, {"suited-777": 2}, {"suited-777": 4_750_000}),  # the document's own example
        (50_000_000, {"diamond-777": 2}, {"diamond-777": 25_000_000}),
        (1_200_000, {"diamond-777": 2}, {"diamond-777": 1_000_000}),  # no less than the minimum for each
        (1_000_000, {"suited-777": 1, "diamond-777": 1}, {"suited-777": 100_000, "diamond-777": 1_000_000}),
    ],
)
def test_prizes_are_reckoned_from_the_document(value: int, winners: dict[str, int], each: dict[str, int]) -> None:
    terms = {"book": SYDNEY, "bet": "blazing-7s", "meters": {"blazing-7s": {"seed": 1_000_000}}}
    assert expected(terms, "blazing-7s", Winning(value, winners)) == [each]


# ------------------------------------------------------------------------------------------------------- tampering


HOUSE = "aud:jackpots"
FORGED: list[tuple[str, Callable[[Fields], None], dict[str, int], str]] = [
    # a prize that is higher than the terms give, with the ledger to match
    ("PrizeWon", added("prize", 500), {METER: -500, RESERVE: 500}, "the terms of L1 do not give"),
    ("PrizeWon", added("value", 100), {}, "which showed"),
    ("PrizeWon", put(position=1), {}, "which showed"),
    ("PrizeWon", put(outcome="diamond-777"), {}, "the terms of L1 do not give"),
    ("PrizeWon", put(number=7), {}, "follows win"),
    ("PrizePaid", added("cents", -1), {RESERVE: 1, HOUSE: -1}, "win 1 is paid with"),
    ("PrizePaid", added("cents", 1), {RESERVE: -1, HOUSE: 1}, "nobody spends what they do not have"),
    ("PrizePaid", put(number=2), {}, "which lost no prize to it"),
    ("MeterReset", added("cents", -5), {METER: -5, HOUSE: 5}, "below its seed"),
    ("MetersFed", put(wagers=2), {}, "2 wagers of blazing-7s feed the meters, and 1 were placed"),
    ("MetersFed", put(cents={"blazing-7s": 76}), {METER: 1, HOUSE: -1}, "is fed 76 cents, and 75 are due"),
    ("MetersFed", put(exact={"blazing-7s": 1}), {}, "is fed 75 cents, and 75 are due"),
    ("LinkOpened", lambda said: said["terms"].update(price=250), {}, "75"),
]


@pytest.mark.parametrize(("kind", "change", "moves", "says"), FORGED)
def test_who_alters_a_link_with_all_its_money_is_found(
    store: Store, kind: str, change: Callable[[Fields], None], moves: dict[str, int], says: str
) -> None:
    played(store)
    assert audit(store, processes=1).fault is None
    assert says in altered(store, Forged(kind, change, moves))


def test_a_meter_that_is_moved_by_another_event_is_a_fault_named_by_its_row(store: Store) -> None:
    link = played(store)
    with unguarded(store.engine) as connection:
        query = "SELECT stream, version, position FROM events WHERE stream = 'table:T1' AND payload LIKE :mark LIMIT 1"
        row = connection.execute(text(query), {"mark": "%ChipsSold%"}).one()
        last = connection.execute(
            text("SELECT max(line), max(event) FROM postings WHERE stream = :s AND version = :v"),
            {"s": row.stream, "v": row.version},
        ).one()
        for n, (account, cents) in enumerate(((METER, -5000), ("aud:cage", 5000)), start=1):
            more = {"s": row.stream, "v": row.version, "l": last[0] + n, "e": last[1], "a": account, "c": cents}
            connection.execute(text("INSERT INTO postings VALUES (:s, :v, :l, :e, :a, :c)"), more)
            added_to = "INSERT INTO balances VALUES (:a, :c) ON CONFLICT (account) DO UPDATE SET "
            connection.execute(text(f"{added_to} cents = balances.cents + excluded.cents"), more)
        rehashed(connection)
        resigned(connection, store.keys)
    found = reconciled(store, LINK)
    assert not found.holds
    assert str(found.wrong[0]).startswith(f"row {row.position}, version ")
    assert "ChipsSold has no business with the meters of L1" in str(found.wrong[0])
    assert link.shows() == found.books.meters["blazing-7s"].display
    assert f"row {row.position}, " in str(audit(store, processes=1).fault)


def test_the_command_prints_every_meter_and_fails_where_one_does_not_reconcile(tmp_path: Path) -> None:
    where = str(tmp_path / "casino.db")
    store = Store.open(where)
    played(store)
    run = CliRunner()
    said = run.invoke(app, ["jackpots", where, "--history"])
    assert said.exit_code == 0, said.output
    assert "reconciles to the cent" in said.output
    assert "win 2" in said.output
    made = json.loads(run.invoke(app, ["jackpots", where, "--json", "--link", LINK]).stdout)
    assert made["holds"]
    assert made["links"][0]["reconciliation"]["reserve"] > 0
    wrong = run.invoke(app, ["jackpots", where, "--link", "L2"]).exception
    assert isinstance(wrong, CutcardError)
    assert "there is no link 'L2'" in wrong.message
    with unguarded(store.engine) as connection:
        connection.execute(text("UPDATE balances SET cents = cents - 1 WHERE account = :a"), {"a": METER})
    store.close()
    said = run.invoke(app, ["jackpots", where])
    assert (said.exit_code, "does not reconcile" in said.output) == (1, True)


def test_every_cause_is_an_event_that_there_is() -> None:
    assert {*LINKS.kinds, *KINDS} >= CAUSES
