"""How bots bet in a tournament, by their place and the rounds left, and how they play a hand."""

from __future__ import annotations

from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutcard.bots.basic_play import preferences
from cutcard.bots.tournament_betting import Intent, Rival, Standing, intent, wager
from cutcard.cards import cards
from cutcard.engine.state import Hand
from cutcard.hands import worth

MINIMUM, MAXIMUM = 1000, 50_000


def standing(chips: int, *rivals: int | tuple[int, int], left: int = 1, advance: int = 1, **more: int) -> Standing:
    others = tuple(Rival(*one) if isinstance(one, tuple) else Rival(one) for one in rivals)
    return Standing(chips, others, left, advance, MINIMUM, MAXIMUM, **more)


def bet(where: Standing) -> int:
    return wager(where, Random(1))


chips = st.integers(1, 400).map(lambda units: units * 500)


@given(own=chips.filter(lambda own: own >= MINIMUM), others=st.lists(chips, max_size=6), left=st.integers(1, 30))
def test_a_wager_is_always_one_that_the_table_takes(own: int, others: list[int], left: int) -> None:
    amount = bet(standing(own, *others, left=left))
    assert MINIMUM <= amount <= MAXIMUM
    assert amount % MINIMUM == 0
    assert amount <= own


def test_early_on_a_bot_keeps_its_chips() -> None:
    bets = [wager(standing(100_000, 140_000, 60_000, left=20), Random(seed)) for seed in range(200)]
    assert bets.count(MINIMUM) > 150
    assert max(bets) <= 5 * MINIMUM


def test_from_behind_on_the_last_round_it_bets_what_passes_the_leader_if_it_wins() -> None:
    where = standing(80_000, (100_000, 10_000), 70_000)
    assert 80_000 + bet(where) > 100_000 + 10_000
    assert bet(where) < bet(standing(70_000, (100_000, 10_000)))
    assert bet(where._replace(rounds_left=3)) < bet(where)


def test_from_ahead_it_bets_little_if_the_lead_is_safe_and_covers_the_chaser_if_not() -> None:
    assert bet(standing(200_000, 90_000, 80_000)) == MINIMUM
    close = standing(100_000, (95_000, 40_000))
    assert 100_000 + bet(close) > 95_000 + 40_000


def test_where_two_go_on_it_looks_at_the_second_of_the_others() -> None:
    assert standing(80_000, 150_000, 70_000, advance=2).to_beat == Rival(70_000)
    assert standing(80_000, 150_000, advance=2).to_beat is None
    assert bet(standing(80_000, 150_000, advance=2)) == MINIMUM


def test_a_pass_card_keeps_a_lead_and_a_form_hides_a_wager_from_behind() -> None:
    assert intent(standing(100_000, 90_000, pass_cards=1), Random(1)).passes
    assert not intent(standing(80_000, 90_000, pass_cards=1), Random(1)).passes
    forms = [intent(standing(80_000, 90_000, left=2, undisclosed=1), Random(seed)).form for seed in range(50)]
    assert 10 < sum(forms) < 40
    assert intent(standing(80_000, 90_000, left=2), Random(1)) == Intent(bet(standing(80_000, 90_000, left=2)))


def hand(text: str) -> Hand:
    dealt = cards(text)
    total, _ = worth(dealt)
    return Hand(0, 0, tuple(dealt), hard=sum(card.value for card in dealt), total=total)


@pytest.mark.parametrize(
    ("dealt", "up", "first"),
    [
        ("Ks 6d", 10, "hit"),
        ("Ks 6d", 6, "stand"),
        ("Ks 2d", 3, "hit"),
        ("Ks 2d", 4, "stand"),
        ("6s 5d", 6, "double"),
        ("6s 5d", 11, "hit"),
        ("As 6d", 5, "double"),
        ("As 7d", 9, "hit"),
        ("As 7d", 8, "stand"),
        ("8s 8d", 10, "split"),
        ("Ts Td", 6, "stand"),
        ("As Ad", 6, "split"),
        ("5s 5d", 6, "double"),
    ],
)
def test_basic_strategy(dealt: str, up: int, first: str) -> None:
    assert preferences(hand(dealt), up)[0] == first


def test_every_hand_has_something_that_every_game_allows() -> None:
    for dealt in ("As Ad", "8s 8d", "6s 5d", "Ks Qd", "2s 3d"):
        assert {"hit", "stand"} <= set(preferences(hand(dealt), 7))
