"""Linked meters beside what a table has of its own: devices that prizes are credited to, and equipment that fails."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.linked_tables import OneLink
from support.links import ACES, NOVA, SEVENS

from cutcard.jackpots import LinkTerms
from cutcard.store import Store
from cutcard.table import (
    CashChips,
    CreditBetManager,
    Leave,
    PressBetButton,
    ReleaseWinnings,
    ReportJackpotFailure,
    WinningsWithheld,
    WithholdWinnings,
)


@clause("melbourne-v26", "21.8.1(a)")
def test_a_part_of_a_linked_meter_is_credited_to_the_device(store: Store) -> None:
    link = OneLink(store, ACES)
    table = link.table()
    table.wagers("ann 1 20").press("ann", 1, ACES.price, credit=True)
    assert table.state.wagered == 2000 + ACES.price
    table.close().deal("Ah Ah Ah")
    table.enter(1, "suited-aces")
    chips, tray = table.chips("ann"), table.state.tray
    table.determine("suited-aces")
    prize = table.returned("ann")
    assert prize is not None
    assert prize > 100 * ACES.price
    assert (table.state.players["ann"].device, table.chips("ann"), table.state.tray) == (prize, chips, tray)
    link.audited()
    table.finish()
    pocket = store.balance("aud:player:ann")
    table.do(Leave("ann"), table.dealer)
    assert store.balance("aud:player:ann") >= pocket + prize  # with all else that ann has
    link.audited()


@clause("melbourne-v26", "32.2.3", "21.8.1(a)")
def test_a_jackpot_that_was_credited_to_the_device_can_be_withheld_and_released(store: Store) -> None:
    link = OneLink(store, ACES)
    table = link.table()
    table.wagers("ann 1 20").press("ann", 1, ACES.price, credit=True)
    table.close().deal("Ah Ah Ah")
    table.enter(1, "suited-aces")
    table.determine("suited-aces")
    table.finish()
    table.do(CashChips("ann", table.chips("ann")))
    device = table.state.players["ann"].device or 0
    table.do(WithholdWinnings("ann", 1, "a marked card"))
    held = table.last(WinningsWithheld)
    assert held.amount == held.from_device > 100 * ACES.price
    assert table.state.players["ann"].device == device - held.amount
    assert store.balance("aud:table:T1:withheld") == held.amount
    table.do(ReleaseWinnings(0))
    assert table.chips("ann") == held.amount
    link.audited()


@clause("melbourne-v26", "21.5.1(d)")
def test_the_bet_button_places_what_the_link_costs_at_each_of_its_tables(store: Store) -> None:
    link = OneLink(store, ACES)
    for table in (link.table("T1"), link.table("T2")):
        table.wagers("ann 1 20")
        table.do(CreditBetManager(5 * ACES.price, player="ann"), table.dealer)
        for other in (ACES.price - 100, 2 * ACES.price):
            refusal = table.refused(PressBetButton(1, other, player="ann"), table.dealer)
            assert (refusal.code, refusal.clause) == ("link-has-one-price", "21.5.1(d)")
        table.do(PressBetButton(1, player="ann"), table.dealer)
        assert table.state.players["ann"].device == 4 * ACES.price


@clause("sydney-v15", "16.18.1")
@pytest.mark.parametrize("entered", [False, True])
def test_a_prize_that_is_not_paid_when_the_equipment_fails_goes_back_with_the_wager(
    store: Store, entered: bool
) -> None:
    link = OneLink(store, SEVENS)
    table = link.table()
    table.dealt("7d 7d 7d", "ann")
    if entered:
        table.enter(1, "diamond-777")
    chips = table.chips("ann")
    table.do(ReportJackpotFailure("blazing-7s", "jackpot-recorder", "dark"), table.dealer)
    assert table.returned("ann") == SEVENS.price
    assert table.chips("ann") == chips + SEVENS.price
    assert link.reserve == 0
    assert link.shows() >= 1_000_075  # nothing has left the meter
    table.finish()
    link.audited()


@clause("melbourne-v26", "21.11.1(a)", "24.10.1(a)")
@pytest.mark.parametrize(
    ("terms", "cards", "outcome"), [(ACES, "Ah Ah Ah", "suited-aces"), (NOVA, "Ks 9d As", "minor")]
)
def test_a_prize_of_a_round_in_which_the_equipment_fails_is_paid(
    store: Store, terms: LinkTerms, cards: str, outcome: str
) -> None:
    link = OneLink(store, terms)
    table = link.table()
    table.dealt(cards, "ann")
    table.do(ReportJackpotFailure(terms.bet, "meter-reading", "dark"), table.dealer)
    table.enter(1, outcome)
    table.determine(outcome)
    assert (table.returned("ann") or 0) > terms.price
    table.finish()
    link.audited()
