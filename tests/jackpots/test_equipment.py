"""What each piece of jackpot equipment does in a round: the keypad, the jackpot system, the jackpot button."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.clauses import clause
from support.linked_tables import OneLink
from support.links import ACES, NOVA, SEVENS
from support.tables import Table

from cutcard.cards import cards
from cutcard.engine import Refusal
from cutcard.jackpots import LinkTerms
from cutcard.store import Store
from cutcard.table import BoxDrawn, DealCards, MetersFed, PressButton

MELBOURNE = "melbourne-v26"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    found = Store.open(str(tmp_path / "casino.db"))
    yield found
    found.close()


@clause(MELBOURNE, "21.3.1", "24.3.1")
@clause(MELBOURNE, "21.2:Game Controller Keypad", "24.2:Game Controller Keypad")
@pytest.mark.parametrize(
    ("terms", "dealt", "outcome", "unit"),
    [(ACES, "As As As", "spade-aces", 100), (NOVA, "As 9d Js", "major", 50)],
    ids=["aces", "nova"],
)
def test_a_winning_hand_is_paid_once_it_is_confirmed_on_the_keypad(
    store: Store, terms: LinkTerms, dealt: str, outcome: str, unit: int
) -> None:
    link = OneLink(store, terms)
    table = link.table().dealt(dealt, "ann")
    prize = -(-link.shows() // unit) * unit
    assert table.refused(DealCards(cards("5c")), "dealer").code == "no-card-due"  # the round waits
    assert (table.returned("ann"), link.reserve) == (None, 0)
    table.enter(1, outcome)
    assert (table.returned("ann"), link.reserve) == (None, prize)
    table.determine(outcome)
    assert table.returned("ann") == prize + terms.price


@clause(MELBOURNE, "21.3.4", "24.3.3")
@pytest.mark.parametrize("terms", [ACES, NOVA], ids=["aces", "nova"])
def test_the_jackpot_system_counts_every_wager_and_conducts_all_its_jackpots(store: Store, terms: LinkTerms) -> None:
    link = OneLink(store, terms)
    table = link.table().dealt("8s 7d 9d 5h 5c", "ann", "bob")
    assert table.last(MetersFed).wagers == 2
    for meter, one in terms.meters.items():
        due = 2 * terms.price * one.per_million
        assert link.shows(meter) == one.seed - -due // 1_000_000  # whole cents, rounded up
    assert not table.happened(BoxDrawn)


@clause("sydney-v15", "2.3.4.1", "14.26.2")
def test_the_equipment_of_every_table_records_what_is_wagered_and_adds_the_same_part_to_the_jackpot(
    store: Store,
) -> None:
    link = OneLink(store, SEVENS)
    for number, name in enumerate(("T1", "T2"), start=1):
        table = link.table(name).dealt("8s 6d 9d 5h 5c", "ann", "bob")
        fed = table.last(MetersFed)
        assert (fed.wagers, fed.cents) == (2, {"blazing-7s": 150})  # 15 % of $10, at each table alike
        assert link.shows() == 1_000_000 + number * 150


@clause(MELBOURNE, "21.3.4", "24.3.3")
@pytest.mark.parametrize("terms", [ACES, NOVA], ids=["aces", "nova"])
def test_the_jackpot_system_picks_among_the_boxes_with_a_jackpot_wager(store: Store, terms: LinkTerms) -> None:
    table = OneLink(store, terms._replace(selected_per_million=1_000_000)).table()
    table.dealt("8s 9d 5h", "bob")
    assert (table.last(BoxDrawn).box, table.last(BoxDrawn).boxes) == (2, (2,))


@clause(MELBOURNE, "11.3.1", "11.2:Jackpot button")
def test_the_button_is_offered_to_each_winner_in_turn_and_selects_their_prize() -> None:
    bet = "pontoon-pandemonium"
    floor = Table(MELBOURNE, "crown-pontoon", side_bets={bet: "9"}).seat("ann", 1).seat("bob", 2)
    floor.ready("As Ad 9d Kh Kc 5c 6c 7c")
    floor.wagers("ann 1 20", f"ann 1 10 {bet}", "bob 2 20", f"bob 2 10 {bet}").close()
    assert floor.state.round is not None
    prize = max(prize for _, prize in floor.state.round.setup.side_bets[bet].draws)
    for name, other in (("ann", "bob"), ("bob", "ann")):
        before = floor.chips(name)
        assert isinstance(floor.say(PressButton(prize), other, None), Refusal)  # it is not offered to them
        floor.do(PressButton(prize), name)
        assert floor.chips(name) >= before + 10 * prize  # that prize for each of ten dollars
    assert floor.state.round.needs != "press"
