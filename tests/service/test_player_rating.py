"""Players rated by what their decisions cost, and by how their bets follow a count."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from support.autoplay import Autoplay, fill

from cutcard.counting.systems import counting_system
from cutcard.engine.events import WagerPlaced
from cutcard.engine.evolve import opened
from cutcard.odds import solve
from cutcard.rulebooks import rules
from cutcard.service.past_decisions import decisions_of
from cutcard.service.player_rating import Rating, rate_players
from cutcard.service.table_win import table_wins
from cutcard.store import Store
from cutcard.store.history import played_rounds


@pytest.fixture
def store(tmp_path: Path) -> Store:
    made = Store.open(str(tmp_path / "casino.db"))
    fill(made, Autoplay("T1", "melbourne-v26", "blackjack", 2, Random(3)), 12)
    return made


def test_decisions_cost_what_the_solver_says(store: Store) -> None:
    found = {rating.player: rating for rating in rate_players(store, counting_system("hi-lo"))}
    solution = solve(rules("melbourne-v26", "blackjack"), next(played_rounds(store, store.rounds())).state.setup.decks)
    for player, rating in found.items():
        costs = []
        for each in played_rounds(store, store.rounds()):
            for decision in decisions_of(opened(each.events[0]), each.events[1:], player):  # type: ignore[arg-type]
                if decision.act in ("stand", "hit", "double", "split") and not decision.hand.split:
                    hand = " ".join(str(card) for card in decision.hand.cards)
                    costs.append(solution.hand(hand, str(decision.state.up_card)).costs[decision.act])
        assert rating.costs == pytest.approx(costs)
        assert rating.rounds > 0
        placed = [
            sum(event.amount for event in each.events if isinstance(event, WagerPlaced) and event.player == player)
            for each in played_rounds(store, store.rounds())
        ]
        assert rating.bets == [amount for amount in placed if amount]
        assert rating.counts[0] == 0.0
        assert len(set(rating.counts)) > 1
    assert any(rating.cost > 0 for rating in found.values())  # they play at random
    only = rate_players(store, counting_system("hi-lo"), player="T1-p1")
    assert [rating.player for rating in only] == ["T1-p1"]


def test_bets_that_follow_the_count_are_found_with_their_interval() -> None:
    counts = [-2.0, -1.0, 0.0, 1.0, 2.0, 3.0, 4.0, 0.5]
    follows = Rating("ann", bets=[10.0, 10.0, 10.0, 20.0, 40.0, 60.0, 80.0, 15.0], counts=counts)
    known = follows.correlation()
    assert known is not None
    value, low, high = known
    assert value > 0.9
    assert low < value < high < 1.0
    assert Rating("bob", bets=[10.0] * 8, counts=counts).correlation() is None


def test_a_tables_win_stands_beside_what_was_to_be_expected(store: Store) -> None:
    (found,) = table_wins(store)
    staked = returned = expected = 0.0
    for each in played_rounds(store, store.rounds()):
        exact = solve(each.state.rules, each.state.setup.decks)
        expected += sum(event.amount for event in each.events if isinstance(event, WagerPlaced)) * exact.house_edge
        staked += sum(wager.staked for wager in each.state.wagers)
        returned += sum(wager.returned or 0 for wager in each.state.wagers)
    told = found.as_json()
    assert told["rounds"] == sum(view.ended_version is not None for view in store.rounds()) > 10
    assert told["win"] == pytest.approx((staked - returned) / 100)
    assert told["theoretical_win"] == pytest.approx(expected / 100)
    assert told["not_priced"] == 0
    assert told["hold"] is None or told["hold"] == pytest.approx(told["win"] / told["drop"])
    assert all(line["rounds_an_hour"] > 0 and line["boxes"] in (1, 2) for line in told["pace"])
