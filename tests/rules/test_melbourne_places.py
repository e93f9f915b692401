"""Fewer places for a side bet on a box than the document allows, or no more room."""

from __future__ import annotations

from support.clauses import clause
from support.records import refused, settled

MELBOURNE = "melbourne-v26"
CARDS = "Ts 9s 8s 6d 9h 9d 8h Kc Kd"
STANDS = ("stand", "stand", "stand")


def limits(bet: str, places: int) -> dict[str, dict[str, dict[str, int]]]:
    return {"side_bets": {bet: {"places": places}}}


@clause(MELBOURNE, "23.3.4(b)")
def test_the_one_blackpot_place_is_the_controlling_players() -> None:
    wagers = ["1 ann main 20", "1 bob main 20", "1 bob blackpot 5", "1 ann blackpot 5"]
    refusal = refused(
        MELBOURNE, CARDS, "stand", wagers=wagers, side_bets={"blackpot": True}, limits=limits("blackpot", 1)
    )
    assert (refusal.at, refusal.clause) == ("wagers[2]", "23.3.3")
    given = {"side_bets": {"blackpot": True}, "limits": limits("blackpot", 1), "seats": {"1": "bob"}}
    seated = [*wagers[:2], "1 ann blackpot 5", "1 bob blackpot 5"]  # bob sits there, though ann has wagered first
    assert refused(MELBOURNE, CARDS, "stand", wagers=seated, **given).at == "wagers[2]"


@clause(MELBOURNE, "26.3.3", "26.3.3(a)")
def test_buster_places_go_to_players_with_a_main_wager_first_and_then_clockwise() -> None:
    busters = ["2 zed buster-blackjack 5", "2 cal buster-blackjack 5", "2 ann buster-blackjack 5"]
    wagers = ["1 ann main 20", "2 bob main 20", "3 cal main 20", *busters, "2 bob buster-blackjack 5"]
    offered = {"side_bets": {"buster-blackjack": "A"}}
    first = refused(MELBOURNE, CARDS, wagers=wagers, limits=limits("buster-blackjack", 3), **offered)
    assert first.at == "wagers[3]", "zed has no main wager anywhere"
    seated = [wager for wager in wagers if "zed" not in wager]
    second = refused(MELBOURNE, CARDS, wagers=seated, limits=limits("buster-blackjack", 2), **offered)
    assert second.at == "wagers[4]", "from box 2 clockwise comes box 3 and then, all the way round, box 1"
    assert "net" in settled(MELBOURNE, CARDS, *STANDS, wagers=seated, **offered)
