"""A second reading of the documents settles rounds at a table in which much went wrong and no card was changed."""

from __future__ import annotations

import os
from collections import Counter

import pytest
from referee.games import GAMES
from support.clauses import clause
from support.mistaken_rounds import SHORT, STOPPED, TO_DEALER, differences

ROUNDS = int(os.environ.get("CUTCARD_MISDEALT_ROUNDS", "1000"))


@clause("sydney-v15", "4.6.1", "16.2", "16.6", "16.8", "16.9", "16.11", "16.12", "16.14")
@clause("sydney-earlier", "4.6.1", "17.2", "17.6", "17.8", "17.9", "17.11", "17.12", "17.14")
@clause("canberra-2006", "14.3", "14.4", "14.6", "14.8")
@clause("canberra-2003", "14.3", "14.4", "14.6", "14.8")
@clause("melbourne-v26", "9.1", "9.3", "9.10", "9.11")
@pytest.mark.parametrize(
    ("city", "rounds"), [("sydney", ROUNDS), ("canberra", ROUNDS // 4), ("melbourne", ROUNDS // 2)]
)
def test_what_is_missed_with_the_shoe_or_the_dealers_hand_changes_nobodys_money(city: str, rounds: int) -> None:
    games = [(book, game) for book, game in GAMES if book.startswith(city)]
    reported: Counter[str] = Counter()
    for book, game in games:
        wrong, shoe = differences(book, game, -(-rounds // len(games)))
        assert wrong == []
        reported += shoe.reported
        expected = shoe.kinds
    assert all(reported[kind] >= rounds for kind in expected), reported
    assert min(reported[SHORT], reported[STOPPED.kind], reported[TO_DEALER]) > rounds // 2, reported
