"""Winning a part of a linked meter: keypad, determination, payment, and the order over linked tables."""

from __future__ import annotations

import random
from decimal import Decimal
from fractions import Fraction
from math import ceil
from typing import Any

import pytest
from support.clauses import clause
from support.linked_tables import LINK, LinkedTable, OneLink
from support.links import ACES, NOVA, SEVENS

from cutcard.cards import card
from cutcard.engine import Deal, Refusal
from cutcard.engine import PlaceWager as Lay
from cutcard.engine.sidebets.pay import shared
from cutcard.floor import Done, linked_play
from cutcard.floor.house_dealer import Pace, next_act
from cutcard.jackpots import (
    ApproveAdjustment,
    FindSimultaneous,
    LinkTerms,
    ProposeAdjustment,
    prizes,
    stream_of_link,
)
from cutcard.jackpots.expected_prizes import Winning, expected
from cutcard.jackpots.prizes import meter_rows
from cutcard.records import settle
from cutcard.records.entries import entries
from cutcard.service.staff.steps import next_step, power_over
from cutcard.store import Store
from cutcard.table import (
    CorrectCard,
    CorrectWager,
    DetermineJackpot,
    EnterJackpotHand,
    NoMoreBets,
    VoidDisruptedRound,
    VoidRoundForFraud,
    VoidWagers,
    record_of,
)
from cutcard.table.link_terms import MeterTerms, side_bet_of

SUITED = "7s 7s 7s"  # the first box wins a tenth of Blazing 7's
DIAMONDS = "7d 7d 7d"
PICKED = NOVA._replace(selected_per_million=1_000_000)  # the system picks a box in every round


def entry_of(table: LinkedTable, text: str) -> int:
    """The entry of the round that was played last by which a card was dealt."""
    found = entries(table.state.played[-1].events)
    return next(entry.number for entry in found if isinstance(entry.command, Deal) and str(entry.command.card) == text)


@clause("sydney-v15", "14.21", "14.25", "14.28")
def test_a_hand_is_entered_determined_and_paid_and_the_meter_goes_back_to_its_minimum(store: Store) -> None:
    link = OneLink(store, SEVENS)
    table = link.table()
    table.dealt(DIAMONDS, "ann")
    assert link.shows() == 1_000_075
    assert table.refused(DetermineJackpot("diamond-777")).code == "hands-entered-first"
    assert table.refused(EnterJackpotHand(1, "suited-777"), "dealer").code == "hand-wins-otherwise"
    assert table.refused(EnterJackpotHand(2, "diamond-777"), "dealer").clause == "14.27.4"

    assert next_step(table.state).command == EnterJackpotHand(1, "diamond-777")
    shown = table.enter(1, "diamond-777")
    assert next_step(table.state).command == DetermineJackpot("diamond-777")
    assert (shown.shown, shown.value, shown.number) == (1_000_075, 1_000_075, 1)
    assert (link.shows(), link.reserve) == (1_000_000, 1_000_075)  # locked, and back at the minimum for all others
    assert table.refused(EnterJackpotHand(1, "diamond-777"), "dealer").code == "hand-entered-already"
    assert table.refused(DetermineJackpot("diamond-777"), "dealer").clause == "14.24"
    chips = table.chips("ann")
    table.determine("diamond-777", "gaming-supervisor")
    assert table.returned("ann") == 1_000_075
    assert table.chips("ann") == chips + 1_000_075
    assert link.reserve == 0
    assert link.state.wins[1].stage == "paid"
    assert table.state.round is not None
    assert table.state.round.needs == "decision"  # the blackjack wager plays on beside it
    assert table.refused(EnterJackpotHand(1, "diamond-777"), "dealer").code == "no-jackpot-won"
    link.audited()


@clause("melbourne-v26", "21.9.1", "21.5.3", "21.8.1", "21.8.1(a)", "21.10.2(a)", "21.10.2(c)")
@clause("melbourne-v26", "21.10.3", "21.10.3(a)", "21.10.3(a)(i)", "21.10.3(a)(ii)", "21.10.3(b)", "21.10.3(c)")
def test_simultaneous_aces_are_entered_and_determined_by_an_area_manager_and_shared(store: Store) -> None:
    link = OneLink(store, ACES)
    table = link.table().dealt("As As As As As", "ann", "bob")
    shows = link.shows()
    refused = table.refused(EnterJackpotHand(1, "spade-aces"), "dealer")
    assert (refused.code, refused.clause) == ("role-below", "21.10.3")
    power = power_over(table.state, next_step(table.state).command)  # type: ignore[arg-type]
    assert power is not None  # the staff's page says so before somebody tries
    assert (power.role, power.clause) == ("tg-area-manager", "21.10.3")
    first = table.enter(1, "spade-aces", "tg-area-manager")
    assert first.value == -(-shows // 100) * 100  # rounded up to a whole dollar
    assert table.refused(DetermineJackpot("spade-aces"), "tg-area-manager").code == "hands-entered-first"
    second = table.enter(2, "spade-aces", "tg-area-manager")
    assert (second.number, second.value) == (2, 2_500_000)  # the meter had fallen below its seed
    assert table.refused(DetermineJackpot("spade-aces"), "dealer").clause == "21.9.1"
    table.determine("spade-aces", "tg-area-manager")
    each = (first.value + second.value) // 2
    assert (table.returned("ann"), table.returned("bob")) == (each + 500, each + 500)
    assert (link.shows(), link.reserve) == (2_500_000, 0)
    link.audited()


@clause("melbourne-v26", "24.7.1(a)", "24.7.1(a)(i)", "24.7.1(a)(ii)", "24.8.1", "24.9.2(a)", "24.9.2(c)", "24.5.3")
def test_tables_win_in_the_order_in_which_their_hands_are_entered(store: Store) -> None:
    link = OneLink(store, NOVA)
    one, two = link.table("T1").dealt("Ah 5c Kh", "ann"), link.table("T2").dealt("Ac 5c Kc", "ann")
    assert link.shows("supernova-minor") == 50_040
    power = power_over(two.state, next_step(two.state).command)  # type: ignore[arg-type]
    assert power is not None
    assert (power.role, power.clause) == ("dealer", "24.7.1(a)")
    late = two.enter(1, "minor")
    early = one.enter(1, "minor")
    assert (late.value, early.value) == (50_050, 50_000)  # rounded up to a chip of fifty cents; then from the seed
    assert link.reserve == 100_050
    one.determine("minor", "dealer")
    assert one.returned("ann") == 50_000 + 200
    assert link.reserve == 50_050
    two.determine("minor", "dealer")
    assert two.returned("ann") == 50_050 + 200
    assert (link.shows("supernova-minor"), link.reserve) == (50_000, 0)
    assert [win.table for win in link.state.wins.values()] == ["T2", "T1"]
    link.audited()


@clause("melbourne-v26", "24.7.1(b)", "24.8.3", "24.2:Mystery Jackpot")
def test_a_mystery_is_locked_when_the_system_awards_it_and_paid_once_it_is_verified(store: Store) -> None:
    link = OneLink(store, PICKED)
    table = link.table()
    before = link.shows("supernova-mystery")
    table.wagers("ann 1 20", "bob 2 20", "bob 2 2 supernova").close()
    assert link.reserve == before + 50  # with what this wager has put in, rounded up to a chip
    assert link.state.wins[1].boxes == (2,)
    assert link.shows("supernova-mystery") == 20_000
    table.deal("Th 9h 5c 9c 8c")
    refused = table.refused(DetermineJackpot("mystery"), "tg-area-manager")
    assert (refused.code, refused.clause) == ("role-too-low", "24.8.3")
    table.determine("mystery", "tg-assistant-casino-manager")
    assert table.returned("bob") == 200 + before + 50
    assert link.reserve == 0
    link.audited()


@clause("melbourne-v26", "24.9.2(b)")
def test_a_minor_and_a_mystery_of_one_wager_are_determined_one_by_one_and_paid_together(store: Store) -> None:
    link = OneLink(store, PICKED)
    table = link.table()
    table.wagers("ann 1 20", "ann 1 2 supernova").close()
    table.deal("Ah 5c Kh")
    assert table.refused(DetermineJackpot("minor"), "dealer").code == "hands-entered-first"
    minor = table.enter(1, "minor").value
    table.determine("minor", "dealer")
    assert table.returned("ann") is None
    assert table.refused(DetermineJackpot("minor"), "dealer").code == "no-jackpot-to-determine"
    mystery = link.state.wins[1].prize
    table.determine("mystery")
    assert table.returned("ann") == 200 + minor + mystery
    assert link.reserve == 0
    link.audited()


@clause("sydney-v15", "14.26", "14.27.4(ii)", "14.27.2")
def test_surveillance_finds_two_tenths_simultaneous_and_each_has_the_same(store: Store) -> None:
    link = OneLink(store, SEVENS)
    tables = [link.table(name).dealt(SUITED, "ann") for name in ("T1", "T2")]
    for table in tables:
        table.enter(1, "suited-777")
    first, second = link.state.wins[1], link.state.wins[2]
    assert first.prize > second.prize
    for wrong, code in (
        (FindSimultaneous((1,), "R. Kent"), "wins-not-at-different-tables"),
        (FindSimultaneous((1, 7), "R. Kent"), "wins-not-at-different-tables"),
        (FindSimultaneous((1, 2), " "), "notice-missing"),
    ):
        refused = link.give(wrong)
        assert isinstance(refused, Refusal)
        assert (refused.code, refused.clause) == (code, "14.27.4")
    assert isinstance(link.give(FindSimultaneous((1, 2), "R. Kent"), "gaming-supervisor"), Done)
    each = link.state.wins[1].prize
    assert link.state.wins[2].prize == each
    in_turn = Fraction(first.value, 10) + Fraction(first.value * 9, 100)
    assert each == max(ceil(in_turn / 2), 100_000)  # a tenth of the minimum at least
    assert link.reserve == 2 * each
    for table in tables:
        table.determine("suited-777")
        assert table.returned("ann") == each
    assert link.reserve == 0
    refused = link.give(FindSimultaneous((1, 2), "R. Kent"))
    assert isinstance(refused, Refusal)
    assert refused.code == "win-paid-already"
    link.audited()


@clause("sydney-v15", "14.27.1", "14.27.4(ii)", "14.28")
def test_a_whole_jackpot_that_is_found_shared_gives_the_second_prize_back(store: Store) -> None:
    link = OneLink(store, SEVENS)
    tables = [link.table(name) for name in ("T1", "T2")]
    for _ in range(2):
        tables[0].dealt("9c 8d 9d", "ann").finish()
    for table in tables:
        table.dealt(DIAMONDS, "ann")
        table.enter(1, "diamond-777")
    shown = link.state.wins[1].value
    assert (link.state.wins[2].value, link.shows()) == (1_000_075, 1_000_000)
    assert isinstance(link.give(FindSimultaneous((1, 2), "R. Kent")), Done)
    again = link.give(FindSimultaneous((1, 2), "R. Kent"))
    assert isinstance(again, Refusal)
    assert again.code == "wins-found-already"
    each = 1_000_000  # the minimum is more than half of what was shown
    assert shown < 2 * each
    assert link.reserve == 2 * each
    assert link.shows() == 1_000_075  # what was wagered between stays in the meter
    for table in tables:
        table.determine("diamond-777")
        assert table.returned("ann") == each
    link.audited()


@clause("sydney-v15", "14.27.1", "14.27.4(ii)")
@pytest.mark.parametrize("then", [(1, 2, 3), (2, 3)])
def test_wins_that_share_already_are_not_found_simultaneous_with_another(store: Store, then: tuple[int, ...]) -> None:
    """What they share is locked: a third winner would take a part of it again from the meter or from the house."""
    link = OneLink(store, SEVENS)
    assert isinstance(link.give(ProposeAdjustment("blazing-7s", 5_000_000, "added-by-the-house", "a promotion")), Done)
    assert isinstance(link.give(ApproveAdjustment(1), link.boss.role), Done)
    tables = [link.table(name).dealt(DIAMONDS, "ann") for name in ("T1", "T2", "T3")]
    for table in tables:
        table.enter(1, "diamond-777")
    assert isinstance(link.give(FindSimultaneous((1, 2), "R. Kent")), Done)
    before = link.state.wins, link.reserve, link.shows()
    refused = link.give(FindSimultaneous(then, "R. Kent"))
    assert isinstance(refused, Refusal)
    assert refused.code == "wins-found-already"
    assert (link.state.wins, link.reserve, link.shows()) == before
    for table in tables:
        table.determine("diamond-777")
    assert link.reserve == 0
    link.audited()


@clause("sydney-v15", "14.26.3")
def test_a_correction_leaves_a_wager_at_the_price_of_its_link(store: Store) -> None:
    link = OneLink(store, SEVENS._replace(price=250))
    table = link.table().dealt("9c 8d 9d", "ann", "bob")
    assert table.state.round is not None
    found = entries(table.state.played[-1].events)
    mine = [one.number for one in found if isinstance(one.command, Lay) and one.command.bet == SEVENS.bet]
    refused = table.refused(CorrectWager(mine[0], 500, "it was five"))
    assert (refused.code, refused.clause) == ("link-has-one-price", "14.26.3")
    table.do(CorrectWager(mine[1], 0, "it never lay there"))
    table.finish()
    link.audited()


@clause("sydney-v15", "14.27", "14.27.1", "14.27.2", "14.27.4(ii)", "14.28")
@pytest.mark.parametrize("first", ["diamond-777", "suited-777"])
def test_a_whole_jackpot_and_a_tenth_at_the_identical_moment_come_from_one_value_the_tenth_first(
    store: Store, first: str
) -> None:
    """Whichever dealer was entered first: nothing beyond what the meter showed is paid."""
    link = OneLink(store, SEVENS)
    filler, order = link.table("T0"), (first, *{"diamond-777", "suited-777"} - {first})
    assert isinstance(link.give(ProposeAdjustment("blazing-7s", 500_000, "added-by-the-house", "a promotion")), Done)
    assert isinstance(link.give(ApproveAdjustment(1), link.boss.role), Done)
    tables = {won: link.table(won[:3]).dealt(DIAMONDS if won == "diamond-777" else SUITED, "ann") for won in order}
    for won, table in tables.items():
        table.enter(1, won)
    shown = link.state.wins[1].value
    filler.dealt("9c 8d 9d", "ann").finish()
    after = link.shows()
    assert isinstance(link.give(FindSimultaneous((1, 2), "R. Kent")), Done)
    tenth, rest = ceil(Fraction(shown, 10)), ceil(Fraction(shown * 9, 10))
    assert rest > 1_000_000
    due = {"diamond-777": rest, "suited-777": tenth}
    assert {win.outcome: win.prize for win in link.state.wins.values()} == due
    assert link.reserve == sum(due.values())
    assert link.shows() == after  # at its minimum, and what was wagered since
    for won, table in tables.items():
        table.determine(won)
        assert table.returned("ann") == due[won]
        table.finish()
        (line,) = [one for one in settle(record_of(table.events))["settlement"] if one["bet"] == "blazing-7s"]
        assert Decimal(line["returned"]) * 100 == due[won]
    assert link.reserve == 0
    link.audited()


@clause("melbourne-v26", "21.10.1", "21.10.2(c)")
def test_a_lucky_player_who_also_wins_a_part_of_the_meter_has_both(store: Store) -> None:
    link = OneLink(store, ACES._replace(selected_per_million=1_000_000))
    table = link.table().dealt("Ad Ad Ad", "ann")
    entered = table.enter(1, "suited-aces")
    table.determine("suited-aces", "tg-area-manager")
    assert table.returned("ann") == 500 + entered.value + 6 * 500
    link.audited()


@clause("sydney-v15", "14.28")
def test_what_another_table_adds_between_a_reading_and_its_prize_stays_in_the_meter(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    link = OneLink(store, SEVENS)
    table, other = link.table().dealt(DIAMONDS, "ann"), link.table("T2").wagers("bob 2 20", "bob 2 5 blazing-7s")
    read, process = linked_play.read, OneLink(store, SEVENS, opens=False).floor

    def read_just_before(*given: Any) -> Any:
        reading = read(*given)
        if process.state("T2").betting != "closed":
            assert isinstance(process.act("T2", NoMoreBets(), other.dealer, at_ms=other.at), Done)
        return reading

    monkeypatch.setattr(linked_play, "read", read_just_before)
    assert table.enter(1, "diamond-777").shown == 1_000_075
    assert (link.shows(), link.reserve) == (1_000_075, 1_000_075)
    link.audited()


@clause("melbourne-v26", "21.11.2", "24.10.2")
def test_a_void_round_keeps_what_was_paid_and_puts_back_what_was_only_entered(store: Store) -> None:
    link = OneLink(store, NOVA)
    table = link.table().dealt("Ah 5c Kh", "ann")
    shown = link.shows("supernova-minor")
    table.enter(1, "minor")
    table.do(VoidDisruptedRound("the dealer fell ill"), table.boss)
    assert link.state.wins[1].stage == "cancelled"
    assert (link.shows("supernova-minor"), link.reserve) == (shown, 0)  # the house has what it had put in
    assert table.returned("ann") == 200

    table.dealt("Ah 9c 5c Kh 9d", "ann", "bob")
    table.enter(1, "minor")
    table.determine("minor")
    paid = table.returned("ann")
    table.do(VoidDisruptedRound("the dealer fell ill"), table.boss)
    assert table.returned("ann") == paid
    assert link.state.wins[2].stage == "paid"
    link.audited()


def test_two_processes_that_enter_at_once_are_put_in_order(where: str) -> None:
    with_stores = [Store.open(where), Store.open(where)]
    first = OneLink(with_stores[0], NOVA)
    one, two = first.table("T1").dealt("Ah 5c Kh", "ann"), first.table("T2").dealt("Ac 5c Kc", "ann")
    second = OneLink(with_stores[1], NOVA, opens=False)
    assert second.state.won == 0  # as the other process knows it when both press
    one.enter(1, "minor")
    done = second.floor.act("T2", EnterJackpotHand(1, "minor"), two.dealer, at_ms=9)
    assert isinstance(done, Done), done
    wins = first.state.wins
    assert [(win.table, win.prize) for win in wins.values()] == [("T1", 50_050), ("T2", 50_000)]
    assert first.reserve == 100_050
    for name, process in (("T1", second), ("T2", first)):
        done = process.floor.act(name, DetermineJackpot("minor"), first.boss, at_ms=10)
        assert isinstance(done, Done), done
    assert (first.reserve, first.shows("supernova-minor")) == (0, 50_000)
    first.audited()
    for opened in with_stores:
        opened.close()


@pytest.mark.parametrize("outcome", ["diamond-777", "suited-777"])
def test_the_meter_a_hand_reads_goes_on_growing_while_other_tables_play(store: Store, outcome: str) -> None:
    link = OneLink(store, SEVENS)
    one, two = link.table("T1"), link.table("T2")
    one.dealt(DIAMONDS if outcome == "diamond-777" else SUITED, "ann")
    one.enter(1, outcome)
    locked, shows, version = link.reserve, link.shows(), link.floor.stream(stream_of_link(LINK)).version
    two.dealt("9c 8d 9d", "ann").finish()
    assert (link.reserve, link.shows()) == (locked, shows + 75)
    assert link.floor.stream(stream_of_link(LINK)).version == version  # no table waits for another to contribute
    one.determine(outcome)
    assert one.returned("ann") == locked
    link.audited()


@pytest.mark.parametrize("terms", [SEVENS, ACES, NOVA], ids=lambda terms: terms.bet)
def test_the_link_reckons_every_prize_as_the_round_does(terms: LinkTerms) -> None:
    """Two readings of the same clauses: the link's own, and the engine's, over random meters and winners."""
    rng = random.Random(terms.bet)
    side = side_bet_of(terms.book, terms.bet)
    for _ in range(300):
        row = rng.choice(list(meter_rows(terms).values()))
        meter, winners, chip = row.meter or "", rng.randint(1, 9), rng.choice([1, 50, 100, 250, 500])
        seed = terms.meters[meter].seed
        value = rng.choice([seed, seed + rng.randint(0, 5000), rng.randint(seed, 80_000_000)])
        unit = {"cent": 1, "dollar": 100, "chip": chip}[side.meter_rounds_to]
        minimum, least = (seed, 0) if side.meter_minimum else (0, seed)
        each, _ = shared(Fraction(value), row.share or Fraction(0), winners, minimum, unit, least)
        assert prizes(terms, meter, value, {row.outcome: winners}, chip)[row.outcome].each == each


@clause("sydney-v15", "14.27.2")
def test_winners_of_a_tenth_at_three_tables_share_what_is_rounded_once() -> None:
    # 75,399.52 x (1 - 0.9 x 0.9 x 0.9) is 20,433.26992, a third of which is 6,811.08997
    given = LinkTerms("sydney-v15", "blazing-7s", "aud", 500, {"blazing-7s": MeterTerms(1_000_000, 150_000)})
    assert prizes(given, "blazing-7s", 7_539_952, {"suited-777": 3}, chip=100)["suited-777"].each == 681_109
    stored = {"book": "sydney-v15", "bet": "blazing-7s", "meters": {"blazing-7s": {"seed": 1_000_000}}}
    answers = expected(stored, "blazing-7s", Winning(7_539_952, {"suited-777": 3}))
    assert answers == [{"suited-777": 681_109}, {"suited-777": 681_110}]  # and as older stores may have it


def test_a_correction_leaves_a_paid_jackpot_and_takes_back_one_that_was_only_entered(store: Store) -> None:
    link = OneLink(store, NOVA)
    table = link.table().dealt("Ah 9c 5c Kh 9d", "ann", "bob")
    before = link.shows("supernova-minor")
    entered = table.enter(1, "minor")
    assert link.reserve == entered.value
    king = entry_of(table, "Kh")
    table.do(CorrectCard(king, card("Kc"), "it was the king of clubs"))  # no suited natural after all
    assert link.state.wins[1].stage == "cancelled"
    assert (link.reserve, link.shows("supernova-minor")) == (0, before)  # as if nobody had won
    assert entered.value >= before

    table.do(CorrectCard(king, card("Kh"), "it was the king of hearts, as we said"))
    table.enter(1, "minor")
    table.determine("minor")
    paid = table.returned("ann")
    refused = table.refused(CorrectCard(king, card("Kc"), "it was the king of clubs"))
    assert refused.code in ("jackpot-stands", "correction-does-not-fit")
    refused = table.refused(CorrectCard(king, card("Kc"), "it was the king of clubs", rest="drop"))
    assert refused.code == "jackpot-stands"
    table.do(
        CorrectCard(entry_of(table, "9d"), card("8d"), "it was an eight")
    )  # which has nothing to do with the jackpot
    assert table.returned("ann") == paid
    assert link.reserve == 0
    link.audited()


@clause("melbourne-v26", "24.9.3", "24.9.3(a)", "24.9.3(a)(i)", "24.9.3(a)(ii)", "24.9.3(b)", "24.9.3(c)")
def test_minors_of_one_round_are_entered_one_by_one_and_shared_equally(store: Store) -> None:
    link = OneLink(store, NOVA)
    table = link.table().dealt("Ah Ac 5c Kh Kc", "ann", "bob")
    assert link.shows("supernova-minor") == 50_040
    first = table.enter(1, "minor").value
    assert table.refused(DetermineJackpot("minor"), "dealer").code == "hands-entered-first"  # nobody is paid before
    assert [first, table.enter(2, "minor").value] == [50_050, 50_000]  # then from the seed
    table.determine("minor", "dealer")
    assert [table.returned(player) for player in ("ann", "bob")] == [50_025 + 200] * 2
    assert (link.shows("supernova-minor"), link.reserve) == (50_000, 0)
    link.audited()


@clause("melbourne-v26", "24.9.3", "24.9.3(a)", "24.9.3(a)(i)", "24.9.3(a)(ii)", "24.9.3(b)")
def test_a_winner_whose_wagers_are_void_does_not_share_with_the_one_who_is_left(store: Store) -> None:
    link = OneLink(store, NOVA)
    table = link.table().dealt("Ah Ac 5c Kh Kc", "ann", "bob")
    first, second = table.enter(1, "minor"), table.enter(2, "minor")
    assert (first.number, second.number, second.value) == (1, 2, 50_000)
    assert link.reserve == first.value + second.value
    table.do(VoidWagers("bob", "they swore at the dealer"))
    assert link.state.wins[1].stage == "cancelled"
    assert link.reserve == 0
    assert table.refused(DetermineJackpot("minor"), "dealer").code == "hands-entered-first"
    table.enter(1, "minor")
    table.determine("minor", "dealer")
    assert table.returned("bob") == 200
    assert table.returned("ann") == 200 + link.state.wins[2].prize
    link.audited()


@clause("melbourne-v26", "24.8.3")
def test_a_table_that_runs_itself_enters_and_determines_every_prize(store: Store) -> None:
    link = OneLink(store, PICKED)
    table = link.table(source="virtual", runs_itself=True)
    table.ready("Ah Ac 5c Kh Kc").wagers("ann 1 20", "bob 2 20", "ann 1 2 supernova", "bob 2 2 supernova").close()
    done, determined = [], {}
    while table.state.round is not None and table.state.round.needs == "meters":
        due = next_act(table.state, Pace())
        assert due is not None
        table.do(due.command, due.by, at=due.at)
        done.append(type(due.command).__name__)
        if isinstance(due.command, DetermineJackpot):
            determined[due.command.outcome] = due.by.role
    assert done == ["EnterJackpotHand"] * 2 + ["DetermineJackpot"] * 2
    assert determined == {"minor": "dealer", "mystery": "tg-assistant-casino-manager"}
    assert {win.stage for win in link.state.wins.values()} == {"paid"}
    prizes_paid = sum(win.prize * len(win.boxes) for win in link.state.wins.values())
    assert (table.returned("ann") or 0) + (table.returned("bob") or 0) == 400 + prizes_paid
    assert link.reserve == 0
    link.audited()


@clause("melbourne-v26", "24.8.2", "24.2:Major Jackpot", "24.2:Minor Jackpot", "24.2:Supernova", "24.9.1", "24.5.2(b)")
def test_a_major_and_a_minor_of_one_round_come_from_their_own_meters(store: Store) -> None:
    link = OneLink(store, NOVA)
    table = link.table().dealt("As Ac 5c Js Kc", "ann", "bob")
    assert table.refused(EnterJackpotHand(1, "minor"), "dealer").code == "hand-wins-otherwise"
    major, minor = table.enter(1, "major"), table.enter(2, "minor")
    assert (major.meter, minor.meter) == ("supernova-major", "supernova-minor")
    table.determine("major", "dealer")
    assert table.returned("ann") is None  # the round goes on once every prize is determined
    table.determine("minor", "dealer")
    assert (table.returned("ann"), table.returned("bob")) == (major.value + 200, minor.value + 200)
    assert (link.shows("supernova-major"), link.shows("supernova-minor"), link.reserve) == (5_000_000, 50_000, 0)
    link.audited()


@clause("melbourne-v26", "21.8.1", "21.9.1", "21.9.2", "21.10.2(b)(i)", "21.10.2(d)", "21.5.2", "21.5.2(a)")
@clause("melbourne-v26", "21.10.1")
def test_tenths_are_taken_in_the_order_of_entering_and_fixed_prizes_need_no_keypad(store: Store) -> None:
    link = OneLink(store, ACES)
    one, two = link.table("T1"), link.table("T2")
    one.dealt("Ad Ac Ad Ad Kc", "ann", "bob")
    assert one.returned("bob") == 500 * 13  # twelve to one, paid by the dealer at once
    two.dealt("Ad Ad Ad", "ann")
    link.table("T3").dealt("9c 8d 9d", "ann")  # between the deal and the keypad
    wagered, shown = 4 * 500, link.shows()
    assert shown >= 2_500_000 + wagered * 123_457 / 1_000_000
    second_table = two.enter(1, "suited-aces")
    assert second_table.shown == shown  # as it is when the hand is entered, not when it was dealt
    left = link.shows()
    first_table = one.enter(1, "suited-aces")
    assert first_table.shown == left < shown
    for table, entered in ((one, first_table), (two, second_table)):
        assert table.refused(DetermineJackpot("suited-aces"), "dealer").clause == "21.9.1"
        table.determine("suited-aces", "tg-area-manager")
        assert table.returned("ann") == entered.value + 500
    assert (link.shows(), link.reserve) == (2_500_000, 0)  # it had fallen below the seed both times
    link.audited()


@clause("melbourne-v26", "21.5.2", "21.5.2(b)", "21.10.1", "21.10.2(a)")
def test_a_tenth_leaves_nine_tenths_where_that_is_more_than_the_seed(store: Store) -> None:
    link = OneLink(store, ACES)
    assert isinstance(link.give(ProposeAdjustment(ACES.bet, 1_500_000, "added-by-the-house", "a gift")), Done)
    assert isinstance(link.give(ApproveAdjustment(1), link.boss.role), Done)
    table = link.table().dealt("Ad Ad Ad", "ann")
    shown = link.shows()
    prize = table.enter(1, "suited-aces").value
    assert prize == -(-shown // 100) * 10  # a tenth of whole dollars
    assert link.shows() == shown - prize > 2_500_000
    table.determine("suited-aces", "tg-area-manager")
    assert (link.shows(), link.reserve) == (shown - prize, 0)
    link.audited()


def test_the_record_of_a_round_that_won_settles_by_itself_with_what_its_meters_showed(store: Store) -> None:
    link = OneLink(store, SEVENS)
    tables = [link.table(name).dealt(SUITED, "ann") for name in ("T1", "T2")]
    for table in tables:
        table.enter(1, "suited-777")
    assert isinstance(link.give(FindSimultaneous((1, 2), "R. Kent")), Done)
    for table in tables:
        table.determine("suited-777")
        table.finish()
        record = record_of(table.events)
        assert record["others"] == {"suited-777": 1}
        assert Decimal(record["meters"]["blazing-7s"]) * 100 == link.state.wins[1].value
        (line,) = [each for each in settle(record)["settlement"] if each["bet"] == "blazing-7s"]
        assert Decimal(line["returned"]) * 100 == table.returned("ann")


@clause("melbourne-v26", "24.10.2", "32.3")
def test_a_fraud_found_after_the_round_leaves_what_a_link_has_paid(store: Store) -> None:
    link = OneLink(store, NOVA)
    table = link.table().dealt("Ah 9c 5c Kh 9d", "ann", "bob")
    table.enter(1, "minor")
    table.determine("minor")
    paid = table.returned("ann")
    table.finish()
    table.do(VoidRoundForFraud("a marked card"), "tg-assistant-casino-manager")
    assert table.returned("ann") == paid
    assert link.reserve == 0
    link.audited()


def test_a_round_of_a_linked_table_that_is_corrected_once_it_is_over_is_audited(store: Store) -> None:
    link = OneLink(store, SEVENS)
    table = link.table().dealt("9c 8d 9d", "ann")
    table.finish()
    assert not table.state.playing
    table.do(CorrectCard(entry_of(table, "9d"), card("8c"), "it was an eight"))
    link.audited()
