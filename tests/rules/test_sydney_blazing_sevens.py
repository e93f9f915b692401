"""Sydney, version 15: Blazing 7's, who may place it, its fixed prizes, and the arithmetic of its jackpot."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, net, refused, settled
from support.round_story import in_order, opened, story_of

from cutcard.engine.sidebets.pay import Winner, meter_prizes, shared
from cutcard.money import cents, round_up

BOOK = "sydney-v15"
OFFERED: dict[str, Any] = {"side_bets": {"blazing-7s": True}}


def jackpot(meter: str, minimum: str = "10000") -> dict[str, Any]:
    return {**OFFERED, "meters": {"blazing-7s": meter}, "options": {"blazing-7s-minimum": minimum}}


def with_bet(*boxes: int, stake: str = "5") -> list[str]:
    """A main wager and Blazing 7's on each box, by a player of its own."""
    names = dict(enumerate(("ann", "bob", "cal", "dan"), start=1))
    mains = [f"{box} {names[box]} main 20" for box in boxes]
    return mains + [f"{box} {names[box]} blazing-7s {stake}" for box in boxes]


def prize(cards: str, stake: str = "5", **rest: Any) -> dict[str, Any]:
    wagers = with_bet(1, stake=stake)
    return line(settled(BOOK, f"{cards} Tc Kc", "stand", wagers=wagers, **(rest or OFFERED)), bet="blazing-7s")


FIXED = [
    ("7h 7d 7d", "1250", "2500"),  # of one colour
    ("7s 7c 7c", "1250", "2500"),
    ("7h 7c 7d", "500", "1000"),  # of both colours
    ("7h 7h 7c", "500", "1000"),
    ("7h 6d 7h", "50", "100"),  # two, and the dealer has none
    ("7h 7d 6h", "25", "50"),  # one, and the dealer's
    ("6h 7d 7h", "25", "50"),
]


@clause(BOOK, "14.21", "14.24", "14.24.1", "14.24 table")
@pytest.mark.parametrize(("cards", "small", "large"), FIXED)
def test_fixed_prizes(cards: str, small: str, large: str) -> None:
    paid = [prize(cards, stake) for stake in ("2.50", "5")]
    assert [found["returned"] for found in paid] == [small, large]
    assert {found["clause"] for found in paid} == {"14.24 table"}


@clause(BOOK, "14.24", "14.24 table")
@pytest.mark.parametrize("stake", ["2.50", "5"])
@pytest.mark.parametrize(
    ("cards", "won"),
    [("7d 7d 7d", "73412.50"), ("7h 7h 7h", "7341.25"), ("7s 7s 7s", "7341.25"), ("7c 7c 7c", "7341.25")],
)
def test_three_sevens_of_one_suit_win_a_part_of_the_jackpot(cards: str, won: str, stake: str) -> None:
    paid = prize(cards, stake, **jackpot("73412.50"))
    assert (paid["returned"], paid["clause"]) == (won, "14.24 table")


@clause(BOOK, "14.22")
@pytest.mark.parametrize("cards", ["7h 6d 6h", "6h 7d 6c", "8h 6d 9h"])
def test_any_other_three_cards_lose(cards: str) -> None:
    lost = prize(cards)
    assert (lost["returned"], lost["clause"]) == ("0", "14.22")


@clause(BOOK, "14.21", "14.24.1")
def test_only_the_first_two_cards_and_the_dealers_first_count() -> None:
    rest = {"wagers": with_bet(1), **OFFERED}
    assert line(settled(BOOK, "7h 6d 5h 7d Tc Kc", "hit", "stand", **rest), bet="blazing-7s")["returned"] == "0"
    assert line(settled(BOOK, "7h Kd 5h 2d 7c", "hit", "stand", **rest), bet="blazing-7s")["returned"] == "0"


@clause(BOOK, "14.21")
def test_jackpot_wager_is_settled_before_the_subsequent_deal() -> None:
    story = story_of(BOOK, "7h 7d 6h Tc Kc", "stand", wagers=with_bet(1), **OFFERED)
    assert in_order(story, "6h to box 1", "ann blazing-7s on 1: win", "box 1 stands")


@clause(BOOK, "14.23", "14.25")
def test_stake_was_taken_before_the_deal_and_the_prize_is_beside_the_main_wager() -> None:
    assert net(BOOK, "7h 6d 7h Tc Kc", "stand", wagers=with_bet(1), **OFFERED) == {"ann": "115"}  # 20, and 100 for 5
    assert net(BOOK, "7h 8d 7h Tc", "stand", wagers=with_bet(1), **OFFERED) == {"ann": "75"}


@clause(BOOK, "14.24 table")
def test_jackpot_wager_is_of_two_sizes_alone() -> None:
    assert refused(BOOK, "7h 6d 7h Tc Kc", "stand", wagers=with_bet(1, stake="3"), **OFFERED).clause == "14.24 table"


@clause(BOOK, "5.6", "14.7")
def test_one_jackpot_wager_lies_on_a_box() -> None:
    wagers = ["1 ann main 20", "1 bob main 20", "1 ann blazing-7s 5"]
    assert net(BOOK, "7h 6d 7h Tc Kc", "stand", wagers=wagers, **OFFERED) == {"ann": "115", "bob": "20"}
    for second in ("1 bob blazing-7s 5", "1 ann blazing-7s 5"):
        assert refused(BOOK, "7h 6d 7h Tc Kc", "stand", wagers=[*wagers, second], **OFFERED).clause == "14.7"


@clause(BOOK, "5.8", "14.7")
def test_jackpot_wager_needs_a_main_wager_of_its_owner_on_the_box() -> None:
    wagers = ["1 ann main 20", "2 bob main 20", "1 bob blazing-7s 5"]
    refusal = refused(BOOK, "7h 8h 6d 7h Th Tc Kc", "stand", "stand", wagers=wagers, **OFFERED)
    assert (refusal.clause, refusal.at) == ("14.7", "wagers[2]")


@clause(BOOK, "5.8", "14.7", "14.10")
def test_sharer_may_have_the_jackpot_wager_that_the_controlling_player_leaves() -> None:
    wagers = ["1 ann main 20", "1 bob main 20", "1 bob blazing-7s 5"]
    assert net(BOOK, "7h 6d 7h Tc Kc", "stand", wagers=wagers, **OFFERED) == {"ann": "20", "bob": "115"}


@clause(BOOK, "5.8", "5.8.1", "5.8.2", "5.8.3", "14.10", "14.10.1", "14.10.2", "14.10.3")
@pytest.mark.parametrize(
    ("mains", "seat"),
    [
        (["1 ann main 50", "1 bob main 20"], "bob"),  # seated
        (["1 ann main 20", "1 bob main 50"], None),  # nobody is, and bob has the highest wager
        (["1 bob main 20", "1 ann main 20"], None),  # all equal, and bob lies nearest the dealer
    ],
)
def test_jackpot_wager_that_two_want_is_the_controlling_players(mains: list[str], seat: str | None) -> None:
    wagers = [*mains, "1 ann blazing-7s 5", "1 bob blazing-7s 5"]
    refusal = refused(BOOK, "7h 6d 7h Tc Kc", "stand", wagers=wagers, seats={"1": seat}, **OFFERED)
    assert refusal.at == "wagers[2]"  # ann's, though hers was placed first


@clause(BOOK, "14.28", "14.28.1", "14.28.2", "14.28.3")
@pytest.mark.parametrize(("minimum", "tenth"), [("10000", "1000"), ("25000", "2500"), ("50000", "5000")])
def test_jackpot_under_its_minimum_stands_at_the_minimum(minimum: str, tenth: str) -> None:
    assert prize("7d 7d 7d", **jackpot("9000", minimum))["returned"] == minimum
    assert prize("7h 7h 7h", **jackpot("9000", minimum))["returned"] == tenth
    assert refused(BOOK, "7d 7d 7d Tc Kc", "stand", wagers=with_bet(1), **jackpot("9000", "20000")).at == "options"


@clause(BOOK, "14.27.2")
def test_two_suited_winners_share_as_the_document_works_out() -> None:
    cards = "7h 7h 7h 7h 7h Tc Kc"
    result = settled(BOOK, cards, "stand", "stand", wagers=with_bet(1, 2), **jackpot("500000", "50000"))
    assert [found["returned"] for found in lines(result, bet="blazing-7s")] == ["47500", "47500"]


SIMULTANEOUS = [
    # suit, meter, minimum, what each of two winners on two boxes has
    ("d", "120000", "25000", "60000"),
    ("d", "40000", "25000", "25000"),  # half would be less than the minimum
    ("h", "80000", "50000", "7600"),
    ("h", "50000", "50000", "5000"),  # half of 9,500 is less than a tenth of the minimum
    ("h", "52000", "50000", "5000"),  # the minimum is restored when all are paid, not between two
]


@clause(BOOK, "14.27.1", "14.27.2", "14.27.4(i)")
@pytest.mark.parametrize(("suit", "meter", "minimum", "each"), SIMULTANEOUS)
def test_winners_of_one_round_share_the_jackpot(suit: str, meter: str, minimum: str, each: str) -> None:
    cards = " ".join([f"7{suit}"] * 5)
    result = settled(BOOK, f"{cards} Tc Kc", "stand", "stand", wagers=with_bet(1, 2), **jackpot(meter, minimum))
    assert [found["returned"] for found in lines(result, bet="blazing-7s")] == [each, each]


@clause(BOOK, "14.27.2", "14.27.4(i)")
def test_two_winning_boxes_of_one_player_count_as_two_hands() -> None:
    wagers = [f"{box} ann {bet}" for bet in ("main 20", "blazing-7s 5") for box in (1, 2)]
    result = settled(BOOK, "7h 7h 7h 7h 7h Tc Kc", "stand", "stand", wagers=wagers, **jackpot("80000", "50000"))
    assert [found["returned"] for found in lines(result, bet="blazing-7s")] == ["7600", "7600"]


TENTH, WHOLE = Fraction(1, 10), Fraction(1)
WORKED = [
    # part, winners, meter, minimum, what each has, what the meter shows then
    pytest.param(WHOLE, 1, "73412.50", "10000", "73412.50", "10000", id="one in diamonds"),
    pytest.param(TENTH, 1, "73412.50", "10000", "7341.25", "66071.25", id="one suited"),
    pytest.param(TENTH, 1, "10400", "10000", "1040", "10000", id="one suited near the minimum"),
    pytest.param(WHOLE, 2, "120000", "25000", "60000", "25000", id="two in diamonds"),
    pytest.param(WHOLE, 2, "40000", "25000", "25000", "25000", id="two in diamonds, at least the minimum"),
    pytest.param(TENTH, 2, "80000", "50000", "7600", "64800", id="two suited"),
    pytest.param(TENTH, 2, "50000", "50000", "5000", "50000", id="two suited, at least a tenth of the minimum"),
    pytest.param(TENTH, 3, "200000", "50000", "18066.67", "145800", id="three suited, rounded up to a cent"),
    pytest.param(TENTH, 3, "55000", "50000", "5000", "50000", id="three suited, at least a tenth of the minimum"),
    pytest.param(TENTH, 2, "500000", "50000", "47500", "405000", id="the document's own example"),
    # 75,399.52 x (1 - 0.9 x 0.9 x 0.9) is 20,433.26992, a third of which is 6,811.08997
    pytest.param(TENTH, 3, "75399.52", "10000", "6811.09", "54966.26", id="three suited, rounded once"),
    pytest.param(TENTH, 2, "52000", "50000", "5000", "50000", id="no reset between two winners"),
]


@clause(BOOK, "14.27.1", "14.27.2")
@pytest.mark.parametrize(("part", "winners", "meter", "minimum", "each", "after"), WORKED)
def test_worked_examples_of_shares(
    part: Fraction, winners: int, meter: str, minimum: str, each: str, after: str
) -> None:
    paid, left = shared(Fraction(cents(meter)), part, winners, cents(minimum), 1)
    assert (paid, max(round_up(left, 1), cents(minimum))) == (cents(each), cents(after))


@clause(BOOK, "14.27.1", "14.27.2")
@pytest.mark.parametrize(
    ("part", "winners", "meter", "minimum", "left"),
    [
        (TENTH, 1, "10400", "10000", "9360"),
        (TENTH, 2, "50000", "50000", "40500"),
        (TENTH, 3, "55000", "50000", "40095"),
        (WHOLE, 2, "40000", "25000", "0"),
    ],
)
def test_what_is_left_before_the_meter_is_set_back(
    part: Fraction, winners: int, meter: str, minimum: str, left: str
) -> None:
    assert shared(Fraction(cents(meter)), part, winners, cents(minimum), 1)[1] == cents(left)


@clause(BOOK, "14.27.4", "14.27.2")
def test_winners_of_two_rounds_are_paid_one_after_the_other() -> None:
    cards = "7h 7h 7h Tc Kc"
    assert prize("7h 7h 7h", **jackpot("80000", "50000"))["returned"] == "8000"
    _, left = shared(Fraction(cents("80000")), TENTH, 1, cents("50000"), 1)
    assert left == cents("72000")
    second = settled(BOOK, cards, "stand", wagers=with_bet(1), **jackpot("72000", "50000"))
    assert line(second, bet="blazing-7s")["returned"] == "7200"
    assert shared(left, TENTH, 1, cents("50000"), 1)[1] == cents("64800")


@clause(BOOK, "14.27")
def test_suited_winner_on_a_linked_table_is_paid_before_the_diamonds() -> None:
    state = opened(BOOK, "Ts 9s", wagers=with_bet(1, 2), **jackpot("100000", "25000"))
    rows = {row.outcome: row for row in state.setup.side_bets["blazing-7s"].rows}
    winners = [
        Winner(2, state.wagers[2], rows["diamond-777"], False),
        Winner(3, state.wagers[3], rows["suited-777"], False),
    ]
    assert meter_prizes(state, winners) == {2: cents("90000"), 3: cents("10000")}


@clause(BOOK, "3.1")
def test_six_decks_cannot_hold_a_third_hand_of_one_suit() -> None:
    cards = " ".join(["7d"] * 7)
    refusal = refused(BOOK, cards, "stand", "stand", "stand", wagers=with_bet(1, 2, 3), **jackpot("100000"))
    assert (refusal.at, refusal.clause) == ("cards", "3.1")


DIAMONDS_AND_FIXED: dict[str, Any] = {"wagers": with_bet(1, 2, 3), **jackpot("100000", "25000")}
THREE_BOXES = (BOOK, "7d 7h 7s 7d 7d 7d Tc Tc", "stand", "stand", "stand")


@clause(BOOK, "14.25")
def test_fixed_prizes_of_the_round_are_no_part_of_the_jackpot() -> None:
    result = settled(*THREE_BOXES, **DIAMONDS_AND_FIXED)
    assert [found["returned"] for found in lines(result, bet="blazing-7s")] == ["100000", "2500", "50"]


@clause(BOOK, "14.27.3")
def test_fixed_prizes_of_the_round_are_paid_before_the_jackpot() -> None:
    story = story_of(*THREE_BOXES, **DIAMONDS_AND_FIXED)
    fixed = ["bob blazing-7s on 2: win", "cal blazing-7s on 3: win"]
    assert in_order(story, *fixed, "ann blazing-7s on 1: win")


@clause(BOOK, "6.3", "14.24 table")
@pytest.mark.parametrize(("maximum", "kept", "won"), [("2", 0, None), ("2.50", 250, "50"), ("4", 250, "50")])
def test_a_jackpot_wager_over_its_maximum_is_cut_to_an_amount_that_the_game_has(
    maximum: str, kept: int, won: str | None
) -> None:
    limits = {"side_bets": {"blazing-7s": {"maximum": maximum}}}
    result = settled(BOOK, "7h 6d 7h Tc Kc", "stand", wagers=with_bet(1), limits=limits, **OFFERED)
    found = lines(result, bet="blazing-7s")
    assert sum(cents(one["staked"]) for one in found if one["outcome"] != "void") == kept
    assert sum(cents(one["staked"]) for one in found) == 500
    assert [one["clause"] for one in found if one["outcome"] == "void"] == ["6.3"]
    assert [one["returned"] for one in found if one["outcome"] == "win"] == ([won] if won else [])
