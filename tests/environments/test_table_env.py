"""Tables with several players and tournaments: they pass PettingZoo's tests, and money and turns are the rules'."""

from __future__ import annotations

import contextlib
import io
from typing import Any

import numpy as np
import pytest
from pettingzoo.test import api_test, seed_test  # type: ignore[import-untyped]

from cutcard.engine import net
from cutcard.environments import TableEnv, TournamentEnv
from cutcard.environments.tournament_env import FIELDS
from cutcard.errors import CutcardError
from cutcard.odds import OpenBox
from cutcard.odds.open_box import choice_values_from, full
from cutcard.table.session_rules import session_of

TABLES = [("melbourne-v26", "blackjack"), ("melbourne-v26", "crown-pontoon"), ("sydney-v15", "blackjack")]
BOOKS = ("sydney-v15", "melbourne-v26", "canberra-2006")


def played(env: Any, seed: int) -> tuple[dict[str, float], list[tuple[str, int]]]:
    """Legal actions at random to the end: everybody's rewards, and who took which action."""
    random = np.random.default_rng(seed)
    env.reset(seed=seed)
    rewards, acts = dict.fromkeys(env.possible_agents, 0.0), []
    for agent in env.agent_iter():
        seen, reward, over, _, info = env.last()
        assert "refusal" not in info
        rewards[agent] += reward
        action = None if over else int(random.choice(np.flatnonzero(seen["action_mask"])))
        if action is not None:
            acts.append((agent, action))
        env.step(action)
    return rewards, acts


@pytest.mark.filterwarnings("ignore::UserWarning")  # PettingZoo would like an observation without a mask better
@pytest.mark.parametrize(("book", "game"), TABLES)
def test_a_table_passes_the_tests_of_pettingzoo(book: str, game: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(TableEnv(3, book, game, rounds=2, bets=(1, 2), observation="cards"), num_cycles=100)
        seed_test(lambda: TableEnv(3, book, game, rounds=2), num_cycles=40)


@pytest.mark.filterwarnings("ignore::UserWarning")
@pytest.mark.parametrize("book", BOOKS)
def test_a_tournament_passes_the_tests_of_pettingzoo(book: str) -> None:
    with contextlib.redirect_stdout(io.StringIO()):
        api_test(TournamentEnv(3, book, rounds=2), num_cycles=20)
        seed_test(lambda: TournamentEnv(3, book, rounds=2), num_cycles=20)


def test_everybody_has_the_result_of_their_own_box() -> None:
    env = TableEnv(4, "sydney-v15", bets=(1, 3), side_bets=("perfect-pairs",))
    for seed in range(20):
        rewards, _ = played(env, seed)
        assert rewards == {agent: cents / 1000 for agent, cents in net(env.table.state.wagers).items()}


def test_an_offer_that_one_player_declines_stays_open_to_the_next() -> None:
    env = TableEnv(3, "sydney-v15")
    insure, decline = env.actions.names.index("insure"), env.actions.names.index("decline")
    for seed in range(200):
        _, acts = played(env, seed)
        answers = [agent for agent, action in acts if action in (insure, decline)]
        if ("player_1", decline) in acts and len(set(answers)) == 3:
            return
    pytest.fail("no ace came up with a player who declined first")


def test_values_at_a_table_take_the_cards_of_others_into_account() -> None:
    env = TableEnv(2, values="full", dealing="fresh")
    env.reset(seed=1)
    while env.table.state.needs == "wagers":
        env.step(len(env.actions) - 1)
    agent = env.agent_selection
    values = env.infos[agent]["values"]
    mask = env.observe(agent)["action_mask"]
    assert (np.isfinite(values) == mask.astype(bool)).all()
    worst = int(np.argmin(np.where(mask, values, np.inf)))
    env.step(worst)
    assert env.infos[agent]["regret"] == pytest.approx(values.max() - values[worst])


def test_bets_go_round_from_the_marker_and_it_moves_on() -> None:
    env = TournamentEnv(3, "sydney-v15", rounds=3, chips=1_000_000)
    env.reset(seed=4)
    orders: dict[int, list[str]] = {}
    random = np.random.default_rng(4)
    for agent in env.agent_iter():
        seen, _, over, _, _ = env.last()
        if over:
            break
        if env.table.round is None:
            orders.setdefault(env.table.round_number, []).append(agent)
        env.step(int(random.choice(np.flatnonzero(seen["action_mask"]))))
    firsts = [order[0] for _, order in sorted(orders.items())]
    assert [sorted(order) for order in orders.values()] == [env.possible_agents] * 3
    assert len(set(firsts)) == 3
    for order in orders.values():
        start = env.possible_agents.index(order[0])
        assert order == env.possible_agents[start:] + env.possible_agents[:start]


@pytest.mark.parametrize("book", BOOKS)
def test_the_places_go_to_those_with_the_most_chips(book: str) -> None:
    env = TournamentEnv(4, book, rounds=4, advance=2)
    for seed in range(3):
        rewards, _ = played(env, seed)
        held = {agent: env.table.chips(agent) for agent in env.possible_agents}
        assert sum(rewards.values()) == pytest.approx(2.0)
        winners = sorted(held, key=lambda agent: -held[agent])[:2]
        assert min(rewards[agent] for agent in winners) > 0.0
        assert session_of(env.table.state).over or env.table.round_number == 4


def test_a_bet_takes_chips_and_nobody_bets_more_than_they_have() -> None:
    env = TournamentEnv(2, rounds=2, chips=7000, minimum=1000, bets=(1, 5, 25))
    env.reset(seed=1)
    first = env.agent_selection
    names = [name for name, may in zip(env.names, env.observe(first)["action_mask"], strict=True) if may]
    assert names == ["bet 1", "bet 5", "bet all"]
    env.step(env.names.index("bet 5"))
    second = env.agent_selection
    row = env.observe(second)["observation"][len(FIELDS) :]
    assert row.tolist() == [7.0, 7.0, 5.0, 0.0]  # chips with what lies there, and wagers
    env.step(0)
    assert env.infos[second]["refusal"] == "that is not among what may be done now"
    assert env.agent_selection == second


@pytest.mark.parametrize("made", [lambda: TableEnv(99), lambda: TableEnv(2, rounds=0), lambda: TournamentEnv(1)])
def test_bad_arguments_are_refused(made: Any) -> None:
    with pytest.raises(CutcardError):
        made()
    with pytest.raises(CutcardError, match="advance"):
        TournamentEnv(3, advance=3)
    with pytest.raises(CutcardError, match="rounds"):
        TournamentEnv(3, rounds=0)


def test_a_tournament_tells_what_each_decision_brings_in_chips() -> None:
    env = TournamentEnv(2, rounds=1, bets=(2,), values="full")
    seen_values = 0
    for seed in range(6):
        env.reset(seed=seed)
        for agent in env.agent_iter():
            seen, _, over, _, info = env.last()
            action = None if over else int(np.flatnonzero(seen["action_mask"])[0])
            if "values" in info and env.table.round is not None and env.table.round.needs == "decision":
                round_ = env.table.round
                if len(round_.hand.cards) == 2 and action is not None:
                    hand = " ".join(card.rank for card in round_.hand.cards)
                    legal = np.flatnonzero(seen["action_mask"])
                    assert np.isfinite(info["values"][legal]).all(), (agent, hand)
                    assert info["values"][action] == pytest.approx(2 * value_of(env, round_, env.names[action]))
                    seen_values += 1
            env.step(action)
    assert seen_values > 5
    with pytest.raises(CutcardError, match="those of a full shoe"):
        TournamentEnv(values="shoe")


def value_of(env: TournamentEnv, round_: Any, act: str) -> float:
    """What an act is worth for each unit, from a full shoe less all cards that lie on the table."""
    others = tuple(c.text for hand in round_.hands if hand is not round_.hand for c in hand.cards)
    box = OpenBox(up=round_.up_card.text, hand=tuple(c.text for c in round_.hand.cards), others=others)
    return choice_values_from(env.rules, full(env.rules, env.decks), box).values[act]
