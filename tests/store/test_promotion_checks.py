"""The audit of promotions: what somebody with every right to the database could alter, it finds."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from sqlalchemy import text
from support.clauses import clause
from support.promotion_floor import PromotionFloor
from support.promotions import START, money_prize
from support.tampering import Fields, forge, rehashed, resigned, unguarded

from cutcard.players import Exclude
from cutcard.promotions import (
    ClaimPrize,
    CountPlay,
    EnterPromotion,
    EntryRule,
    PayPrize,
    Prize,
    RefuseClaim,
)
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import Person

STREAM = "promotion:spring"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a promotion that was counted, drawn and partly paid."""
    where = tmp_path_factory.mktemp("promotion") / "casino.db"
    store = Store.open(str(where))
    rules, prizes = (EntryRule("blackjack"), EntryRule("round"), EntryRule("form")), (money_prize(8000, number=3),)
    house = PromotionFloor(store, entry_rules=rules, prizes=prizes).started()
    house.table.at = START + 1000
    for _ in range(8):
        house.table.round("ann 1 50")
    house.do(CountPlay())
    for name in ("bob", "cia"):
        house.do(EnterPromotion(name))
    house.drawn().do(PayPrize(1, {"transfer": 8000}))
    claimant = house.state.wins[2].player
    house.do(ClaimPrize(claimant, 1), Person(claimant, "player")).do(RefuseClaim(1, "not their ticket", "mail"))
    store.close()
    return where


@pytest.fixture
def store(whole: Path, tmp_path: Path) -> Iterator[Store]:
    for file in whole.parent.iterdir():
        shutil.copy(file, tmp_path / file.name)
    opened = Store.open(str(tmp_path / whole.name))
    yield opened
    opened.close()


def says(store: Store) -> str:
    return str(audit(store, processes=1).fault)


def test_a_promotion_that_was_held_has_nothing_wrong(store: Store) -> None:
    assert audit(store, processes=1).fault is None
    held = {name: cents for name, cents in store.balances().items() if ":promotion:" in name}
    assert held["aud:promotion:spring:paid:transfer"] == 8000
    assert held["aud:promotion:spring:fund"] == 8000  # the prize that was refused
    assert sum(held.values()) == 24_000


def test_entries_that_nobody_has_earned(store: Store) -> None:
    def more(fields: Fields) -> None:
        fields["play"]["ann"]["counts"][0] += 1

    forge(store, STREAM, "RoundsCounted", more)
    assert "of T1 give other entries than were counted" in says(store)


def test_rounds_that_are_counted_twice(store: Store) -> None:
    forge(store, STREAM, "RoundsCounted", lambda fields: fields.update(after=1))
    assert "do not follow those counted before" in says(store)


def test_a_secret_that_was_not_committed_to(store: Store) -> None:
    forge(store, STREAM, "DrawRevealed", lambda fields: fields.update(secret="00" * 32))
    assert "the secret of the draw is not the one that it was committed to" in says(store)


def test_tickets_that_there_are_not(store: Store) -> None:
    forge(store, STREAM, "PrizesDrawn", lambda fields: fields["tickets"].update(bob=7))
    assert "the draw is not over the entries that there are" in says(store)


def test_a_winner_whom_the_draw_did_not_give(store: Store) -> None:
    forge(store, STREAM, "PrizeWon", lambda fields: fields.update(ticket=fields["ticket"] + 1))
    assert "the prizes are not won by the tickets that the draw gives" in says(store)


def test_a_start_of_which_the_regulator_had_too_little_notice(store: Store) -> None:
    forge(store, STREAM, "ConditionsSubmitted", lambda fields: fields.update(at=START - 1000))
    assert "the regulator did not have its conditions for 24 hours" in says(store)


def test_conditions_that_were_changed_afterwards(store: Store) -> None:
    forge(store, STREAM, "PromotionAnnounced", lambda fields: fields["conditions"].update(title="Another"))
    assert "the conditions are not those of their digest" in says(store)


def test_a_refusal_without_reasons(store: Store) -> None:
    forge(store, STREAM, "ClaimRefused", lambda fields: fields.update(reasons=""))
    assert "a claim is refused without reasons" in says(store)


@pytest.mark.parametrize(
    ("payments", "altered", "fault"),
    [
        ({"cash": 8000}, "account = replace(account, 'transfer', 'cash')", "win 1 is paid by cash, and no prize is"),
        ({"transfer": 7000}, "cents = cents * 7 / 8", "win 1 is paid 7000 cents, and comes to 8000"),
    ],
)
@clause("sydney-v15", "20.4")
def test_a_prize_that_is_paid_in_cash_or_in_part(store: Store, payments: Fields, altered: str, fault: str) -> None:
    """Also by somebody who has made the ledger fit."""
    forge(store, STREAM, "PrizePaid", lambda fields: fields.update(payments=payments))
    with unguarded(store.engine) as connection:
        paid = "SELECT version FROM postings WHERE stream = :stream AND account LIKE '%:paid:transfer'"
        connection.execute(
            text(f"UPDATE postings SET {altered} WHERE stream = :stream AND version = ({paid})"), {"stream": STREAM}
        )
        rehashed(connection)
        resigned(connection, store.keys)
    assert fault in says(store)


def test_money_of_the_fund_that_is_gone(store: Store) -> None:
    with unguarded(store.engine) as connection:
        fund = {"stream": STREAM, "fund": "aud:promotion:spring:fund", "owed": "aud:promotion:spring:owed:zed"}
        set_ = "UPDATE postings SET account = :owed WHERE stream = :stream AND account = :fund AND cents > 0"
        connection.execute(text(set_), fund)
        rehashed(connection)
        resigned(connection, store.keys)
    assert audit(store, processes=1).fault is not None


@pytest.mark.parametrize(("forged", "fault"), [("reason", "does not keep out so"), ("winner", "who is kept away")])
def test_a_draw_with_somebody_who_was_kept_away(tmp_path: Path, forged: str, fault: str) -> None:
    """Ann was excluded before the draw: that she was left out for something else is found, and that she has won."""
    store = Store.open(str(tmp_path / "casino.db"))
    hamper = Prize("Hamper", "goods", 20_000, ("handed-over",), "food")
    house = PromotionFloor(store, entry_rules=(EntryRule("form"),), prizes=(hamper,)).started()
    house.do(EnterPromotion("ann")).do(EnterPromotion("bob"))
    house.floor.act_on_player("ann", Exclude("voluntary"), Person("ann", "player"), house.at)
    house.drawn()
    assert audit(store, processes=1).fault is None

    def in_it(fields: Fields) -> None:
        fields["tickets"]["ann"] = 1
        fields["left_out"] = []

    if forged == "reason":
        forge(store, STREAM, "PrizesDrawn", lambda fields: fields["left_out"][0].update(because="player-suspended"))
    else:
        forge(store, STREAM, "PrizesDrawn", in_it)
        forge(store, STREAM, "PrizeWon", lambda fields: fields.update(player="ann"))
    assert fault in says(store)
    store.close()
