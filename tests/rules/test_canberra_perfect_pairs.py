"""Canberra: Perfect Pairs."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from support.clauses import clause
from support.editions import canberra, canberra_by
from support.records import line, lines, refused, settled
from support.round_story import done, in_order, not_done, opened, story_of

from cutcard.engine import PlaceWager, State

OFFERED: dict[str, Any] = {"side_bets": {"perfect-pairs": True}}
WAGERS = ["1 ann main 20", "1 ann perfect-pairs 5"]


def pairs(book: str, cards: str, *actions: str) -> dict[str, Any]:
    return line(settled(book, cards, *actions, wagers=WAGERS, **OFFERED), bet="perfect-pairs")


@clause("canberra-2006", "18.1", "18.8")
@clause("canberra-2003", "18.1", "18.8")
@canberra
def test_perfect_pairs_is_placed_before_the_first_card_where_it_is_offered(book: str) -> None:
    assert refused(book, "8s 6d 8h Tc 5d", "stand", wagers=WAGERS).at == "wagers[1]"
    dealt = opened(book, "8s", **OFFERED)
    assert done(State(dealt.setup), PlaceWager(1, "ann", "perfect-pairs", 500)).needs == "wagers"
    assert not_done(dealt, PlaceWager(1, "ann", "perfect-pairs", 500)).clause == "4.3"


@clause("canberra-2006", "18.10", 'A "Void"')
@clause("canberra-2003", "18.10", 'A "Void"')
@canberra
@pytest.mark.parametrize("cards", ["8s 6d 8h Tc 5d", "8s 6d 9h Tc 5d"])
@pytest.mark.parametrize("box", [1, 2])
def test_perfect_pairs_without_a_blackjack_wager_is_void(book: str, cards: str, box: int) -> None:
    wagers = ["1 ann main 20", f"{box} bob perfect-pairs 5"]
    back = line(settled(book, cards, "stand", wagers=wagers, **OFFERED), player="bob")
    assert (back["outcome"], back["returned"], back["clause"]) == ("void", "5", "18.10")


@clause("canberra-2006", "18.8", "18.10")
@clause("canberra-2003", "18.8", "18.10")
@canberra
def test_everybody_on_a_box_has_perfect_pairs_beside_their_own_wager_and_may_add_to_it(book: str) -> None:
    wagers = [f"1 {name} main 20" for name in ("ann", "bob", "cal")]
    wagers += [f"1 {name} perfect-pairs 5" for name in ("bob", "ann", "cal", "bob")]
    result = settled(book, "8s 6d 8h Tc 5d", "stand", wagers=wagers, **OFFERED)
    won = Counter[str]()
    for each in lines(result, bet="perfect-pairs"):
        won[each["player"]] += int(each["returned"])
    assert won == {"ann": 35, "bob": 70, "cal": 35}


MIXED = ("8s 6d 8h", "Ks 6d Kd", "8c 6d 8h", "Ac 6d Ad")
COLOURED = ("8h 6d 8d", "8s 6d 8c", "Qd 6d Qh", "Ac 6d As")  # hearts with diamonds, spades with clubs
PERFECT = ("8s 6d 8s", "Jh 6d Jh", "Td 6d Td", "Ac 6d Ac")


@clause("canberra-2006", "18.5", "18.11", "18.11(a)", "18.14", "18.14(a)")
@clause("canberra-2003", "18.5", "18.11", "18.11(a)", "18.13", "18.13(a)")
@canberra_by("18.14(a)", "18.13(a)")
@pytest.mark.parametrize("cards", MIXED)
def test_mixed_pair_pays_six_to_one(book: str, by: str, cards: str) -> None:
    paid = pairs(book, f"{cards} Tc 5d", "stand")
    assert (paid["odds"], paid["returned"], paid["clause"]) == ("6:1", "35", by)


@clause("canberra-2006", "18.6", "18.6(a)", "18.6(b)", "18.11", "18.11(b)", "18.14", "18.14(b)")
@clause("canberra-2003", "18.6", "18.6(a)", "18.6(b)", "18.11", "18.11(b)", "18.13", "18.13(b)")
@canberra_by("18.14(b)", "18.13(b)")
@pytest.mark.parametrize("cards", COLOURED)
def test_coloured_pair_pays_twelve_to_one(book: str, by: str, cards: str) -> None:
    paid = pairs(book, f"{cards} Tc 5d", "stand")
    assert (paid["odds"], paid["returned"], paid["clause"]) == ("12:1", "65", by)


@clause("canberra-2006", "18.7", "18.11", "18.11(c)", "18.12", "18.14", "18.14(c)", 'A "Suited"')
@clause("canberra-2003", "18.7", "18.11", "18.11(c)", "18.13", "18.13(c)", 'A "Suited"')
@canberra_by("18.14(c)", "18.13(c)")
@pytest.mark.parametrize("cards", PERFECT)
def test_perfect_pair_pays_twenty_five_to_one_and_nothing_beside_it(book: str, by: str, cards: str) -> None:
    paid = pairs(book, f"{cards} Tc 5d", "stand")
    assert (paid["odds"], paid["returned"], paid["clause"]) == ("25:1", "130", by)


@clause("canberra-2006", "18.3", "18.3(a)", "18.3(b)", "18.4")
@clause("canberra-2003", "18.3", "18.3(a)", "18.3(b)", "18.4")
@canberra
@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_pair_is_two_cards_of_one_number_or_type(book: str, rank: str) -> None:
    actions = ["stand"] if rank in "6789TJQKA" else ["hit", "stand"]
    assert pairs(book, f"{rank}s 6d {rank}h 9c Tc Kc", *actions)["outcome"] == "win"


@clause("canberra-2006", "18.3", "18.3(b)", "18.4", "18.11", "18.11(d)")
@clause("canberra-2003", "18.3", "18.3(b)", "18.4", "18.11", "18.11(d)")
@canberra
@pytest.mark.parametrize("cards", ["Ks 6d Qs", "Ks 6d Ts", "Js 6d Ts", "8s 6d 7s"])
def test_cards_of_equal_value_but_another_type_are_no_pair(book: str, cards: str) -> None:
    lost = pairs(book, f"{cards} Tc 5d", "stand")
    assert (lost["returned"], lost["clause"]) == ("0", "18.11(d)")


@clause("canberra-2006", "18.11")
@clause("canberra-2003", "18.11")
@canberra
def test_only_the_first_two_cards_make_a_pair(book: str) -> None:
    assert pairs(book, "8s 8d 4h 8c Tc Kc", "hit", "stand")["outcome"] == "lose"


@clause("canberra-2006", "18.13", "18.13(a)", "18.13(b)", "18.15")
@clause("canberra-2003", "18.12", "18.12(a)", "18.12(b)", "18.14")
@canberra
@pytest.mark.parametrize(("cards", "outcome"), [("8s 6d 8h Tc 5d", "win"), ("8s 6d 9h Tc 5d", "lose")])
def test_perfect_pairs_is_settled_before_play_goes_on(book: str, cards: str, outcome: str) -> None:
    story = story_of(book, cards, "stand", wagers=WAGERS, **OFFERED)
    assert in_order(story, f"{cards[6:8]} to box 1", f"ann perfect-pairs on 1: {outcome}", "box 1 stands")


@clause("canberra-2006", "18.13(a)", "18.13(b)")
@clause("canberra-2003", "18.12(a)", "18.12(b)")
@canberra
def test_every_loser_is_taken_and_every_winner_paid_before_the_first_player_decides(book: str) -> None:
    names = ("ann", "bob", "cal", "dan")
    wagers = [f"{box} {name} {bet}" for box, name in enumerate(names, 1) for bet in ("main 20", "perfect-pairs 5")]
    cards = "8s 9s 7s Ts 6d 4h 9h 7h 9c Tc 5c"
    story = story_of(book, cards, *["stand"] * 4, wagers=wagers, **OFFERED)
    between = story[story.index("9c to box 4") : story.index("box 1 stands")]  # the initial deal and the first decision
    assert {each.split()[0]: each.split()[-1] for each in between if "perfect-pairs on" in each} == {
        "ann": "lose",
        "bob": "win",
        "cal": "win",
        "dan": "lose",
    }
