"""Prizes of a link that a table has had back, since the wager was not valid: their meter has them again."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.clauses import clause
from support.forged_events import Forged, added, altered, put
from support.linked_tables import LinkedTable, OneLink
from support.links import SEVENS

from cutcard.jackpots import PrizeGivenBack
from cutcard.store import Store
from cutcard.store.meters import link_events, reconciled
from cutcard.table import CashChips, Command, InvalidateWager, ReportLimitPassed

DIAMONDS, SUITED = "7d 7d 7d", "7s 7s 7s 7s 7s"
INVALID = InvalidateWager("ann", "card-of-another", "seen", 1, "blazing-7s")
LIMIT = ReportLimitPassed("ann", 2000, "mia", "counted")  # her main wager lies within it


def paid(link: OneLink, table: LinkedTable, cards: str, outcome: str, *players: str) -> LinkedTable:
    """A round in which these win, enter their hands, and are paid."""
    table.dealt(cards, *players)
    for player in players:
        table.enter(("ann", "bob").index(player) + 1, outcome)
    table.determine(outcome)
    assert link.reserve == 0
    return table


@clause("sydney-v15", "16.22.2", "16.23.1")
@pytest.mark.parametrize("finding", [INVALID, LIMIT])
def test_a_prize_that_was_paid_to_a_wager_that_is_not_valid_is_in_the_meter_again(
    store: Store, finding: Command
) -> None:
    link = OneLink(store, SEVENS)
    table = link.table()
    before = table.chips("ann")
    paid(link, table, DIAMONDS, "diamond-777", "ann")
    assert (table.chips("ann"), link.shows()) == (before - 2500 + 1_000_075, 1_000_000)
    table.do(finding)
    assert table.chips("ann") == before - 2000  # the wager has come back, and the prize has gone
    assert link.shows() == 1_000_075  # as if nobody had won: the house has its reset back
    assert link.state.wins[1].stage == "cancelled"
    books = reconciled(store, "L1")
    assert books.holds
    (book,) = books.fields()["meters"]
    assert (book["given_back"], book["reset_back"]) == (1_000_075, 1_000_000)
    table.finish()
    link.audited()


@clause("sydney-v15", "16.22.2")
def test_of_several_that_share_only_the_wager_that_is_not_valid_gives_its_prize_back(store: Store) -> None:
    link = OneLink(store, SEVENS)
    table = paid(link, link.table(), SUITED, "suited-777", "ann", "bob")
    each, bob = link.state.wins[1].prize, table.chips("bob")
    assert (each, link.shows()) == (100_000, 1_000_000)  # a tenth of the minimum; the house had put in 199,850 cents
    table.do(INVALID)
    assert (link.shows(), table.chips("bob")) == (1_000_000, bob)
    assert (link.state.wins[1].boxes, link.state.wins[1].stage) == ((2,), "paid")
    table.do(INVALID._replace(player="bob", box=2))
    assert link.shows() == 1_000_150  # what all have wagered
    table.finish()
    link.audited()


@clause("sydney-v15", "16.22.2")
def test_a_prize_whose_winner_has_cashed_it_stands(store: Store) -> None:
    link = OneLink(store, SEVENS)
    table = paid(link, link.table(), DIAMONDS, "diamond-777", "ann")
    table.do(CashChips("ann", table.chips("ann")))
    table.do(INVALID)
    assert link.shows() == 1_000_000
    assert link.state.wins[1].stage == "paid"
    table.finish()
    link.audited()


@clause("sydney-v15", "14.27.2", "16.22.2")
def test_of_two_winners_of_whom_one_is_not_valid_before_the_prize_is_determined_the_other_has_it_alone(
    store: Store,
) -> None:
    link = OneLink(store, SEVENS)
    table = link.table().dealt(SUITED, "ann", "bob")
    table.enter(1, "suited-777")
    table.enter(2, "suited-777")
    table.do(INVALID)
    table.enter(2, "suited-777")
    table.determine("suited-777")
    assert table.returned("bob") == 100_015  # a tenth of what the meter showed, to the cent
    assert link.reserve == 0
    table.finish()
    assert table.returned("ann") == 500
    link.audited()


@pytest.fixture
def given_back(tmp_path: Path) -> Iterator[Store]:
    """A store in which a prize was given back."""
    store = Store.open(str(tmp_path / "casino.db"))
    link = OneLink(store, SEVENS)
    paid(link, link.table(), DIAMONDS, "diamond-777", "ann").do(INVALID)
    yield store
    store.close()


METER, HOUSE = "aud:jackpot:L1:blazing-7s", "aud:jackpots"


@pytest.mark.parametrize(
    ("forged", "fault"),
    [
        (Forged("PrizeGivenBack", added("house_cents", -75), {METER: 75, HOUSE: -75}), "which it was not paid so"),
        (Forged("PrizeGivenBack", put(box=2)), "which it was not paid"),
        (Forged("PrizeGivenBack", put(round=2)), "which it was not paid"),
        (Forged("PrizeGivenBack", added("cents", -100), {METER: -100, HOUSE: 100}), "which it was not paid"),
        (Forged("PrizeGivenBack", put(table="T2")), "which it was not paid"),
    ],
)
def test_the_audit_finds_a_prize_that_was_given_back_otherwise(given_back: Store, forged: Forged, fault: str) -> None:
    altered(given_back, forged)
    assert fault in " ".join(map(str, reconciled(given_back, "L1").wrong))
    assert any(isinstance(event, PrizeGivenBack) for _, event in link_events(given_back, "L1"))


def test_the_audit_finds_a_prize_that_is_not_had_back_at_the_link(given_back: Store) -> None:
    """The round has taken it back, and the link says nothing of it."""
    nothing = {"is": "LinkCommandReceived", "at": 0, "by": "mia", "role": "", "command": "x", "digest": ""}
    fault = altered(given_back, Forged("PrizeGivenBack", lambda said: nothing, {METER: -75, HOUSE: 75}))
    assert "was paid to box 1, which round 1 of T1 has not" in fault
