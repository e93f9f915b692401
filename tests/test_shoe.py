"""The virtual shoe: an unbiased shuffle, the burn, the cutting card, and running out."""

from __future__ import annotations

from collections import Counter
from itertools import permutations
from random import Random
from secrets import SystemRandom

import pytest
from support.clauses import clause

from cutcard.cards import shoe as all_cards
from cutcard.shoe import Shoe, ShoeEmpty, shuffled

SHUFFLES = 20_000


def chi_square(counts: Counter[tuple[int, ...]], cells: int) -> float:
    expected = sum(counts.values()) / cells
    return sum((counts[cell] - expected) ** 2 / expected for cell in counts) + expected * (cells - len(counts))


@clause("sydney-v15", "4.1")
@clause("melbourne-v26", "4.1.1")
def test_every_order_is_as_likely_as_any_other() -> None:
    random = Random(20)
    counts = Counter(tuple(shuffled(range(4), random)) for _ in range(SHUFFLES))
    assert set(counts) == set(permutations(range(4)))
    assert chi_square(counts, 24) < 49.7  # 23 degrees of freedom, one time in a thousand


def test_every_card_is_as_likely_in_every_place() -> None:
    random = Random(21)
    counts: Counter[tuple[int, ...]] = Counter()
    for _ in range(SHUFFLES // 4):
        counts.update((place, one) for place, one in enumerate(shuffled(range(13), random)))
    assert chi_square(counts, 13 * 13) < 200  # 12 times 12 degrees of freedom, about one time in a thousand


def test_the_operating_systems_generator_shuffles_unless_told_otherwise() -> None:
    assert isinstance(Shoe(6).random, SystemRandom)
    assert Shoe(6).cards != Shoe(6).cards
    assert Shoe(6, random=Random(1)).cards == Shoe(6, random=Random(1)).cards


@clause("melbourne-v26", "4.1.1(a)")
@clause("canberra-2006", "5.1")
@clause("canberra-2003", "5.1", "5.7")
def test_a_new_shoe_holds_every_card_and_the_first_is_burned() -> None:
    shoe = Shoe(8, "T", Random(1))
    assert sorted([*shoe.cards, *shoe.burned]) == sorted(all_cards(8, "T"))
    assert len(shoe.burned) == 1
    before = shoe.burned + shoe.cards
    shoe.next()
    shoe.shuffle()
    assert sorted([*shoe.cards, *shoe.burned]) == sorted(all_cards(8, "T"))
    assert shoe.burned + shoe.cards != before
    assert shoe.table == []


@clause("melbourne-v26", "4.2.5(b)")
@pytest.mark.parametrize("decks", [4, 6, 8])
def test_the_cutting_card_lies_a_deck_and_a_half_from_the_back_and_never_beyond_the_middle(decks: int) -> None:
    shoe = Shoe(decks)
    assert shoe.behind == 78
    assert shoe.behind <= len(shoe.pack) // 2


@clause("sydney-v15", "4.1.2", "4.1.3")
@clause("melbourne-v26", "4.1.1(b)", "4.1.1(c)")
@clause("canberra-2006", "5.4(a)", "5.4(b)")
@clause("canberra-2003", "5.5(a)", "5.5(b)")
def test_a_shuffle_is_due_once_the_cutting_card_is_out_or_comes_first() -> None:
    shoe = Shoe(1, random=Random(1), behind=10)
    while shoe.to_cut > 1:
        shoe.next()
        assert not shoe.due
    shoe.next()
    assert shoe.due  # the next round would begin with the cutting card
    shoe.next()
    assert shoe.due
    assert len(shoe.cards) == 9  # and the round that has begun is finished with what lies behind it


def test_a_shoe_that_runs_out_goes_on_with_its_discards_shuffled() -> None:
    shoe = Shoe(1, random=Random(1))
    earlier = [shoe.next() for _ in range(30)]
    shoe.round_over()
    now = [shoe.next() for _ in range(21)]
    assert not shoe.cards
    drawn = [shoe.next() for _ in range(30)]
    assert sorted(drawn) == sorted(earlier)
    assert drawn != earlier
    assert shoe.table == now + drawn
    with pytest.raises(ShoeEmpty):
        shoe.next()


def test_a_shoe_that_cannot_be_is_a_mistake() -> None:
    with pytest.raises(ValueError, match="at least one deck"):
        Shoe(0)
    with pytest.raises(ValueError, match="cutting card"):
        Shoe(1, behind=52)
