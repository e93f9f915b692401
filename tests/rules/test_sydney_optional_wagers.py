"""Sydney: who may place an optional wager, and Perfect Pairs, Any Pairs, Star Pairs and Lucky Lucky."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.editions import sydney
from support.records import line, lines, net, refused, settled
from support.round_story import in_order, not_done, opened, story_of

from cutcard.engine import PlaceWager

PAIRS = [
    pytest.param("sydney-v15", "perfect-pairs", id="v15-perfect"),
    pytest.param("sydney-earlier", "perfect-pairs", id="earlier-perfect"),
    pytest.param("sydney-v15", "any-pairs", id="v15-any"),
    pytest.param("sydney-earlier", "any-pairs", id="earlier-any"),
    pytest.param("sydney-v15", "star-pairs", id="v15-star"),
    pytest.param("sydney-v15", "lucky-lucky", id="v15-lucky"),
]
every_bet = pytest.mark.parametrize(("book", "bet"), PAIRS)


def offered(bet: str) -> dict[str, Any]:
    return {"side_bets": {bet: "1" if bet == "lucky-lucky" else True}}


def won(book: str, bet: str, cards: str, *actions: str, table: object = True) -> dict[str, Any]:
    """The settled line of a wager of 5 by ann, beside a main wager of 20."""
    wagers = ["1 ann main 20", f"1 ann {bet} 5"]
    return line(settled(book, cards, *actions, wagers=wagers, side_bets={bet: table}), bet=bet)


@clause("sydney-v15", "14.3")
@clause("sydney-earlier", "14.2", "15.1")
@every_bet
def test_anybody_may_wager_before_the_round_on_a_box_with_a_main_wager(book: str, bet: str) -> None:
    wagers = ["1 ann main 20", f"1 bob {bet} 5"]
    assert set(net(book, "Ts 8d 8h Tc", "stand", wagers=wagers, **offered(bet))) == {"ann", "bob"}
    late = not_done(opened(book, "Ts", **offered(bet)), PlaceWager(1, "bob", bet, 500))
    assert late.clause == {"sydney-v15": "5.4", "sydney-earlier": "5.3"}[book]


NO_MAIN_WAGER = {"perfect-pairs": "14.5", "any-pairs": "15.4"}


@clause("sydney-v15", "14.8")
@clause("sydney-earlier", "14.5", "15.4")
@every_bet
def test_box_without_any_main_wager_takes_no_optional_wager(book: str, bet: str) -> None:
    wagers = ["1 ann main 20", f"2 bob {bet} 5"]
    refusal = refused(book, "Ts 8d 8h Tc", "stand", wagers=wagers, **offered(bet))
    assert refusal.at == "wagers[1]"
    assert refusal.clause == ("14.8" if book == "sydney-v15" else NO_MAIN_WAGER[bet])


OWN_WAGER = {"perfect-pairs": "14.4", "any-pairs": "15.3"}


@clause("sydney-v15", "14.6")
@clause("sydney-earlier", "14.4", "15.3")
@every_bet
def test_own_main_wager_may_be_demanded(book: str, bet: str) -> None:
    wagers = ["1 ann main 20", f"1 bob {bet} 5"]
    options = {"optional-wagers-need-initial": True}
    refusal = refused(book, "Ts 8d 8h Tc", "stand", wagers=wagers, options=options, **offered(bet))
    assert refusal.clause == ("14.6" if book == "sydney-v15" else OWN_WAGER[bet])


AT_MOST = {"perfect-pairs": "14.6", "any-pairs": "15.5"}


@clause("sydney-v15", "14.9")
@clause("sydney-earlier", "14.6", "15.5")
@every_bet
def test_more_chips_of_one_player_on_one_area_are_one_wager_of_the_three(book: str, bet: str) -> None:
    placed = [f"1 {name} {bet} 5" for name in ("ann", "bob", "cid", "ann")]
    result = settled(book, "9s 9d 9h 5c 8c", "stand", wagers=["1 ann main 20", *placed], **offered(bet))
    assert [one["staked"] for one in lines(result, bet=bet)] == ["10", "5", "5"]


@clause("sydney-v15", "14.9")
@clause("sydney-earlier", "14.6", "15.5")
@every_bet
def test_three_of_a_kind_may_lie_on_a_box_and_the_first_placed_have_them(book: str, bet: str) -> None:
    three = ["1 ann main 20", f"1 bob {bet} 5", f"1 cal {bet} 5", f"1 dan {bet} 5"]
    assert len(net(book, "Ts 8d 8h Tc", "stand", wagers=three, **offered(bet))) == 4
    refusal = refused(book, "Ts 8d 8h Tc", "stand", wagers=[*three, f"1 eve {bet} 5"], **offered(bet))
    assert refusal.clause == ("14.9" if book == "sydney-v15" else AT_MOST[bet])
    assert refusal.at == "wagers[4]"


@clause("sydney-v15", "14.9")
@clause("sydney-earlier", "14.6", "15.5")
@every_bet
def test_players_with_a_main_wager_on_the_box_come_first(book: str, bet: str) -> None:
    wagers = ["1 ann main 20", f"1 bob {bet} 5", f"1 cal {bet} 5", f"1 dan {bet} 5", f"1 ann {bet} 5"]
    assert refused(book, "Ts 8d 8h Tc", "stand", wagers=wagers, **offered(bet)).at == "wagers[3]"


@clause("sydney-v15", "14.2", "14.4")
def test_several_optional_wagers_may_run_together_and_others_are_not_on_offer() -> None:
    offer = {"perfect-pairs": True, "any-pairs": True, "star-pairs": True, "lucky-lucky": "1", "blazing-7s": True}
    wagers = ["1 ann main 20", *(f"1 ann {bet} 5" for bet in offer)]
    result = settled("sydney-v15", "7s 6d 7h Td Kc", "stand", wagers=wagers, side_bets=offer)
    assert result["net"] == {"ann": "230"}  # 20, and 5 at 5, 11, 5 and 2 to 1, and 100 for the 5 of the jackpot
    without = refused("sydney-v15", "7s 6d 7h Td Kc", "stand", wagers=wagers, side_bets={"any-pairs": True})
    assert without.at == "wagers[1]"


MIXED, COLOURED, SUITED = ["8s 6d 8h", "Ks 6d Kd"], ["8s 6d 8c", "Qh 6d Qd"], ["8s 6d 8s", "Jh 6d Jh"]


@clause("sydney-v15", "14.11", "14.12.1", "14.12.2", "14.12.3")
@clause("sydney-earlier", "14.7", "14.8.1", "14.8.2", "14.8.3")
@sydney
@pytest.mark.parametrize(("hands", "odds", "number"), [(MIXED, "5:1", 1), (COLOURED, "10:1", 2), (SUITED, "30:1", 3)])
def test_perfect_pairs_pays_by_colour_and_suit(book: str, hands: list[str], odds: str, number: int) -> None:
    for cards in hands:
        paid = won(book, "perfect-pairs", f"{cards} Tc Kc", "stand")
        assert (paid["odds"], paid["returned"]) == (odds, str(5 + 5 * int(odds[:-2])))
        assert paid["clause"] == {"sydney-v15": f"14.12.{number}", "sydney-earlier": f"14.8.{number}"}[book]


@clause("sydney-v15", "14.30.1", "14.30.2", "14.30.3", "14.30.4", "14.32", "14.29")
@pytest.mark.parametrize(
    ("hands", "odds", "number"),
    [
        (MIXED, "5:1", 1),
        (COLOURED, "8:1", 2),
        (SUITED, "20:1", 3),
        (["As 6d Ah", "As 6d Ac", "As 6d As"], "30:1", 4),  # aces of one suit are a suited pair too
    ],
)
def test_star_pairs_pays_the_highest_that_fits(hands: list[str], odds: str, number: int) -> None:
    for cards in hands:
        paid = won("sydney-v15", "star-pairs", f"{cards} Tc Kc", "stand")
        assert (paid["odds"], paid["returned"]) == (odds, str(5 + 5 * int(odds[:-2])))
        assert paid["clause"] == f"14.30.{number}"


@clause("sydney-v15", "14.14", "14.15")
@clause("sydney-earlier", "15.6", "15.7")
@sydney
@pytest.mark.parametrize("cards", [*MIXED, *COLOURED, *SUITED, "As 6d Ah"])
def test_any_pairs_pays_every_pair_alike(book: str, cards: str) -> None:
    paid = won(book, "any-pairs", f"{cards} Tc Kc", "stand")
    assert (paid["odds"], paid["returned"]) == ("11:1", "60")
    assert paid["clause"] == {"sydney-v15": "14.15", "sydney-earlier": "15.7"}[book]


@clause("sydney-v15", "14.11.1", "14.11.2", "14.14.1", "14.14.2", "14.29.1", "14.29.2")
@clause("sydney-earlier", "14.7.1", "14.7.2", "15.6.1", "15.6.2")
@pytest.mark.parametrize(("book", "bet"), PAIRS[:5])
def test_pair_is_of_one_number_or_one_kind_of_picture(book: str, bet: str) -> None:
    for rank in "A23456789TJQK":
        actions = ["stand"] if rank in "6789TJQKA" else ["hit", "stand"]
        assert won(book, bet, f"{rank}s 6d {rank}h 9c Tc Kc", *actions)["outcome"] == "win"
    for cards in ("Ks 6d Qs", "Ts 6d Js", "Js 6d Ks", "8s 6d 7s"):
        assert won(book, bet, f"{cards} Tc Kc", "stand")["outcome"] == "lose"


@clause("sydney-v15", "14.11", "14.14", "14.29")
@clause("sydney-earlier", "14.7", "15.6")
@pytest.mark.parametrize(("book", "bet"), PAIRS[:5])
def test_pair_is_of_the_first_two_cards_alone(book: str, bet: str) -> None:
    assert won(book, bet, "8s 6d 4h 8c Tc Kc", "hit", "stand")["outcome"] == "lose"
    assert won(book, bet, "8s 8d 4h 8c Tc Kc", "hit", "stand")["outcome"] == "lose"


@clause("sydney-v15", "14.13", "14.16", "14.19", "14.31")
@clause("sydney-earlier", "14.9", "15.8")
@every_bet
@pytest.mark.parametrize(("cards", "outcome"), [("7s 7d 7s Tc", "win"), ("8s 7d Ts Tc", "lose")])
def test_optional_wager_is_settled_before_the_subsequent_deal(book: str, bet: str, cards: str, outcome: str) -> None:
    wagers = ["1 ann main 20", f"1 ann {bet} 5"]
    story = story_of(book, cards, "stand", wagers=wagers, **offered(bet))
    assert in_order(story, f"{cards[6:8]} to box 1", f"ann {bet} on 1: {outcome}", "box 1 stands")


LOSES = {
    "sydney-v15": {"perfect-pairs": "14.13", "any-pairs": "14.16", "star-pairs": "14.31", "lucky-lucky": "14.18"},
    "sydney-earlier": {"perfect-pairs": "14.9", "any-pairs": "15.8"},
}


@clause("sydney-v15", "14.13", "14.16", "14.18", "14.19", "14.31")
@clause("sydney-earlier", "14.9", "15.8")
@every_bet
def test_losing_optional_wager_is_collected_whatever_the_hand_does(book: str, bet: str) -> None:
    wagers = ["1 ann main 20", f"1 ann {bet} 5"]
    result = settled(book, "As 7d Ts", wagers=wagers, **offered(bet))
    assert (line(result, bet=bet)["returned"], line(result, bet=bet)["clause"]) == ("0", LOSES[book][bet])
    assert result["net"] == {"ann": "25"}


LUCKY = [
    ("7h 7h 7h", (200, 200, 200)),
    ("6c 8c 7c", (100, 100, 100)),
    ("7h 7c 7h", (50, 50, 50)),
    ("6c 8d 7c", (30, 30, 30)),
    ("5s 7s 9s", (10, 15, 10)),
    ("5s 7d 9s", (3, 3, 3)),
    ("4s 7d 9s", (2, 2, 2)),
    ("4s 7s 9s", (2, 2, 2)),
    ("3s 7d 9s", (2, 1, 1)),
    ("3s 7s 9s", (2, 1, 1)),
]


@clause("sydney-v15", "14.17", "14.20 table")
@pytest.mark.parametrize("table", ["1", "2", "3"])
@pytest.mark.parametrize(("cards", "pays"), LUCKY)
def test_lucky_lucky_pays_by_its_table(table: str, cards: str, pays: tuple[int, ...]) -> None:
    paid = won("sydney-v15", "lucky-lucky", f"{cards} Tc Kc", "stand", table=table)
    odds = pays[int(table) - 1]
    assert (paid["odds"], paid["returned"], paid["clause"]) == (f"{odds}:1", str(5 + 5 * odds), "14.20 table")


@clause("sydney-v15", "14.20")
@pytest.mark.parametrize(
    ("cards", "odds"),
    [("7h 7h 7h", "200:1"), ("8c 6c 7c", "100:1"), ("7c 6d 8c", "30:1"), ("7s 7d 7h", "50:1")],
)
def test_lucky_lucky_pays_the_highest_of_several_that_fit(cards: str, odds: str) -> None:
    paid = won("sydney-v15", "lucky-lucky", f"{cards} Tc Kc", "stand", table="2")
    assert paid["odds"] == odds  # all of these are 21 as well


@clause("sydney-v15", "14.17", "3.2.1")
@pytest.mark.parametrize(
    ("cards", "odds"), [("As 9d Ah", "3:1"), ("As 6d 2h", "2:1"), ("As 9d Kh", "2:1"), ("As 8d Ah", "2:1")]
)
def test_ace_counts_best_in_the_three_cards_of_lucky_lucky(cards: str, odds: str) -> None:
    actions = [] if "K" in cards else ["stand"]
    assert won("sydney-v15", "lucky-lucky", f"{cards} Tc Kc Kd", *actions, table="1")["odds"] == odds


@clause("sydney-v15", "14.18")
@pytest.mark.parametrize("cards", ["3s 6d 9s", "9s 6d 7s", "Ts 6d Th", "8s 2d 8h"])
def test_lucky_lucky_loses_on_any_other_total(cards: str) -> None:
    lost = won("sydney-v15", "lucky-lucky", f"{cards} Tc Kc", "stand", table="1")
    assert (lost["returned"], lost["clause"]) == ("0", "14.18")


@clause("sydney-v15", "5.5", "14.9")
def test_a_record_counts_main_wagers_and_each_kind_of_side_bet_apart() -> None:
    """The reading of docs/round-record.md: three of each kind; a table counts people (`seats.box_uncounted`)."""
    three = ["1 ann main 20", "1 bob main 20", "1 cal main 20"]
    offered: dict[str, Any] = {"side_bets": {"perfect-pairs": True}}
    cards = ("sydney-v15", "Ts 9d 8h Td", "stand")
    fourth = settled(*cards, wagers=[*three, "1 dan perfect-pairs 5"], **offered)
    assert fourth["net"] == {"ann": "-20", "bob": "-20", "cal": "-20", "dan": "-5"}
    assert refused(*cards, wagers=[*three, "1 dan main 20"], **offered).clause == "5.5"
    pairs = [f"1 {name} perfect-pairs 5" for name in ("ann", "bob", "cal", "dan")]
    assert refused(*cards, wagers=[*three, *pairs], **offered).clause == "14.9"
