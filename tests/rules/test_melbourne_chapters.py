"""Melbourne: a chapter's game keeps every rule of the game that it builds on and does not change."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.records import lines, net, refused, settled

B = "melbourne-v26"
ON_BLACKJACK = {
    "crown-pontoon": 6,
    "vegas-blackjack": 4,
    "crown-blackjack": 6,
    "premier-blackjack": 6,
    "premium-doubling-blackjack": 6,
    "sports-blackjack": 6,
    "blackjack-plus": 6,
    "blackjack-select": 6,
    "free-bet-blackjack": 6,
}


@clause(B, "10.1", "12.1", "14.1", "17.1", "18.1", "19.1", "22.1", "27.1", "29.1")
@pytest.mark.parametrize(("game", "decks"), ON_BLACKJACK.items())
def test_every_game_keeps_the_common_rules_on_who_may_wager_on_a_box(game: str, decks: int) -> None:
    five = [f"1 player{number} main 20" for number in range(5)]
    result = settled(B, "Ks 9d 8h Kc", "stand", game=game, decks=decks, wagers=five)
    assert set(result["net"].values()) == {"-20"}
    six = [*five, "1 player5 main 20"]
    assert refused(B, "Ks 9d 8h Kc", "stand", game=game, decks=decks, wagers=six).clause == "5.8"


SOFT_17 = ("Ts 6d 8h Ac 4c", "stand")  # 18 against a soft 17, on which the dealer draws a four or stands
OTHERWISE = [
    pytest.param("crown-pontoon", ("6s Kd 5h Jc Ac", "hit"), "20", "-20", marks=clause(B, "10.1")),  # a drawn 21
    pytest.param("vegas-blackjack", ("7s 6d 5h 2c Kh Qh", "double"), "40", None, marks=clause(B, "12.1")),
    pytest.param("crown-blackjack", SOFT_17, "-20", "20", marks=clause(B, "14.1")),
    pytest.param("premier-blackjack", SOFT_17, "-20", "20", marks=clause(B, "17.1")),
    pytest.param("premium-doubling-blackjack", SOFT_17, "-20", "20", marks=clause(B, "18.1")),
    pytest.param("sports-blackjack", ("As 9d Kh 8c",), "24", "30", marks=clause(B, "19.1")),  # 6 to 5
    pytest.param("blackjack-plus", ("Ts 6d 8h Kc 6c", "stand"), "0", "20", marks=clause(B, "22.1")),  # 22
    pytest.param("blackjack-select", SOFT_17, "-20", "20", marks=clause(B, "27.1")),
    pytest.param("free-bet-blackjack", ("Ts 6d 8h Kc 6c", "stand"), "0", "20", marks=clause(B, "29.1")),
]


@pytest.mark.parametrize(("game", "round_", "own", "common"), OTHERWISE)
def test_where_a_game_says_otherwise_its_own_chapter_prevails(
    game: str, round_: tuple[str, ...], own: str, common: str | None
) -> None:
    assert net(B, *round_, game=game, decks=ON_BLACKJACK[game]) == {"ann": own}
    if common is None:
        assert refused(B, *round_).at == 0
    else:
        assert net(B, *round_) == {"ann": common}


@clause(B, "20.1", "25.1")
@pytest.mark.parametrize("game", ["6-to-5-pontoon", "spanish-blackjack"])
def test_the_other_pontoons_are_settled_by_the_chapter_of_crown_pontoon(game: str) -> None:
    (lower,) = lines(settled(B, "Ks 9d 8h Kc", "stand", game=game), bet="main")
    assert (lower["outcome"], lower["clause"]) == ("lose", "10.4.7")
    (drawn_21,) = lines(settled(B, "6s 9d 5h Kc Kd", "hit", game=game), bet="main")
    assert (drawn_21["outcome"], drawn_21["clause"]) == ("win", "10.4.4")
