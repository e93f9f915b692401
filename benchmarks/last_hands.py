"""Tournaments: last hands of two players on one core, and how long the advice takes once the kernels are compiled."""

from __future__ import annotations

import time
from typing import Any

from cutcard.rulebooks import rules

HANDS = 10_000_000
AIM = 1_000_000  # last hands a second


def run() -> None:
    """Print last hands a second, and the time of each kind of question."""
    from support.last_hands import play

    from cutcard.odds.tournaments import advise, example, standing_of
    from cutcard.odds.tournaments.two_players import LastHand, ahead, shoe_of

    print("\nTournaments, processor time on one core, kernels compiled")
    shoe = shoe_of(rules("sydney-v15", "blackjack"), 6)
    hand = LastHand(shoe=shoe, first=shoe.box(1000, 500), second=shoe.box(1200, 400), worth=ahead(0.5), insures=False)
    play(hand, 1000)
    start = time.process_time()
    played = play(hand, HANDS)
    took = time.process_time() - start
    result = f"{played.chance:.4%} ± {played.error:.4%}, told {hand.value:.4%}"
    print(f"  {'last hands of two players':34} {HANDS / took:14,.0f} /s   aim {AIM:,}   {result}")
    three = [{"name": name, "chips": chips} for name, chips in (("ann", "1000"), ("bob", "1200"), ("cat", "900"))]
    questions: dict[str, dict[str, Any]] = {
        "two players, the last wager": {"marker": "bob", "players": [three[0], {**three[1], "wager": "100"}]},
        "two players, the first wager": {},
        "three players, the first wager": {"players": three},
        "two players, three rounds left": {"rounds_left": 3},
    }
    for name, change in questions.items():
        standing = standing_of({**example("two-players"), **change})
        start = time.process_time()
        found = advise(standing)
        print(f"  {name:34} {time.process_time() - start:14.2f} s    {found.chance:.4%}")
