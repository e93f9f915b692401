"""A side bet whose meters a table shares with others: its price, and what its wagers add to the meters."""

from __future__ import annotations

import random

import pytest
from support.clauses import clause
from support.links import ACES, NOVA, SEVENS, join, shows
from support.tables import Table

from cutcard.table import Approve, LinkLeft, MetersFed, Person, PlaceWager, TakeBackWager, VoidWagers, evolve
from cutcard.table.codec import dumps, loads
from cutcard.table.link_terms import MILLION, LinkTerms
from cutcard.table.next_round import setup
from cutcard.table.takings import takings


@pytest.mark.parametrize(
    ("terms", "by"),
    [
        pytest.param(SEVENS, "14.26.3", marks=clause("sydney-v15", "14.26.3")),
        pytest.param(NOVA, "24.5.1(d)", marks=clause("melbourne-v26", "24.5.1(d)")),
    ],
)
def test_the_wager_costs_the_same_at_every_table_of_a_link(terms: LinkTerms, by: str) -> None:
    table = join(Table(terms.book, device="shuffling-device", chip=50), terms).seat("ann", 1).ready()
    table.wagers("ann 1 20")
    refused = table.refused(PlaceWager(1, 250, terms.bet), "ann")
    assert (refused.code, refused.clause) == ("link-has-one-price", by)
    table.do(PlaceWager(1, terms.price, terms.bet), "ann")
    assert table.refused(PlaceWager(1, terms.price, terms.bet), "ann").clause is not None  # not twice either


def test_a_linked_side_bet_is_open_at_a_table_under_dual_control_which_has_no_meter_to_set() -> None:
    table = join(Table("melbourne-v26", two_people=True), NOVA)
    table.do(Approve(1), Person("zoe", table.boss.role))  # the first fill
    table.seat("ann", 1).ready().round("ann 1 10", "ann 1 2 supernova")
    assert table.last(MetersFed).wagers == 1


@clause("melbourne-v26", "24.5.2", "24.5.2(a)")
def test_every_wager_adds_its_part_to_each_meter_and_no_fraction_is_lost() -> None:
    rng = random.Random(3)
    table = join(Table("melbourne-v26"), NOVA).seat("ann", 1).seat("bob", 2).ready()
    wagers = 0
    for _ in range(12):
        table.new_shoe_if_due()
        laid = rng.randint(1, 2)
        both = ["ann 1 2 supernova", "bob 2 2 supernova"][:laid]
        table.round("ann 1 10", "bob 2 10", *both)
        wagers += laid
        for meter, one in NOVA.meters.items():
            exact = wagers * NOVA.price * one.per_million
            ahead = table.state.links["supernova"].ahead[meter]
            assert 0 <= ahead < MILLION
            assert shows(table, meter) - one.seed == (exact + ahead) // MILLION
            assert (exact + ahead) % MILLION == 0
    assert sum(event.wagers for event in table.happened(MetersFed)) == wagers
    assert sum(table.accounts.values()) == sum(one.seed for one in NOVA.meters.values())


def test_a_wager_that_is_taken_back_adds_nothing_and_one_that_goes_back_later_has_added_its_part() -> None:
    table = join(Table("melbourne-v26"), NOVA).seat("ann", 1).seat("bob", 2).ready()
    table.wagers("ann 1 10", "bob 2 10", "ann 1 2 supernova", "bob 2 2 supernova")
    table.do(TakeBackWager(1, "supernova"), "ann")
    assert shows(table, "supernova-major") == 5_000_000
    table.close()
    fed = table.last(MetersFed)
    assert (fed.link, fed.round, fed.wagers, fed.cents["supernova-minor"]) == ("L1", 1, 1, 20)
    assert shows(table, "supernova-minor") == 50_020
    assert loads(dumps(fed)) == fed


def test_the_rounds_of_a_linked_table_read_their_meters_and_know_the_seeds() -> None:
    table = join(Table("melbourne-v26", side_bets={"perfect-pairs": "A"}), ACES)
    assert setup(table.state).linked == {"blackjack-jackpots"}
    assert setup(table.state).seeds == {"blackjack-jackpots": 2_500_000}
    left = evolve(table.state, LinkLeft("blackjack-jackpots", "L1"))
    assert setup(left).linked == frozenset()
    assert set(left.config.side_bets) == {"perfect-pairs"}


@clause("sydney-v15", "14.23")
@pytest.mark.parametrize("opened_before", [False, True])
def test_blazing_sevens_wagers_are_in_the_float_before_the_first_card(opened_before: bool) -> None:
    table = join(Table("sydney-v15", device="shuffling-device", source="real"), SEVENS).seat("ann", 1).seat("bob", 2)
    if opened_before:  # by a release that left them on the layout until they were settled
        table.state = table.state._replace(config_or_none=table.state.config._replace(collects_first=False))
    table.ready().wagers("ann 1 20", "bob 2 20", "ann 1 5 blazing-7s", "bob 2 5 blazing-7s")
    tray, win = table.state.tray, takings(table.state).win
    table.close()
    assert takings(table.state).win == win  # what is collected is not won yet
    collected = 0 if opened_before else 1000
    assert not table.state.shoe.on_table
    assert (table.state.tray, table.state.wagered) == (tray + collected, 5000 - collected)
    table.do(VoidWagers("bob", "a marked card"))
    assert (table.state.tray, table.chips("bob")) == (tray + collected // 2, 1_000_000)
    table.deal("9h 8d 9d")  # ann's loses
    assert (table.state.tray, table.state.wagered) == (tray + 500, 2000)
    table.finish()
    assert table.state.wagered == 0
    assert sum(table.accounts.values()) == sum(one.seed for one in SEVENS.meters.values())
