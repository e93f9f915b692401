"""The vector environment beside the engine: the same cards and actions, and every mask and every wager compared."""

from __future__ import annotations

from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from support.random_tables import random_cards
from support.variants import mixed

from cutcard.cards import Card, cards
from cutcard.engine import State
from cutcard.environments import BlackjackVectorEnv, vector_env
from cutcard.environments.actions import DECISIONS, commands
from cutcard.environments.engine_table import EngineTable, TablePlan, table_plan
from cutcard.environments.vector_env import FIELDS
from cutcard.rulebooks import load
from cutcard.simulate import kernel as k
from cutcard.simulate.compile import encode_cards

GAMES = [(book, game) for book in ("sydney-v15", "melbourne-v26", "canberra-2006") for game in load(book).games]
WORLD_GAMES = ("blackjack", "blackjack-plus", "crown-pontoon", "free-bet-blackjack", "vegas-blackjack")
STRIP = str(Path(__file__).resolve().parent.parent.parent / "examples" / "strip.toml")
TABLES, ROUNDS = 8, 30
PLAYER = "player"
Wagers = dict[tuple[str, int], tuple[int, int]]  # by bet and hand: staked and returned


def engine_wagers(state: State) -> Wagers:
    found: Wagers = {}
    for wager in state.wagers:
        assert wager.returned is not None
        found[wager.bet, max(wager.hand, 0)] = (wager.staked, wager.returned)
    return found


def kernel_wagers(env: BlackjackVectorEnv, at: int) -> Wagers:
    found: Wagers = {}
    box = env.fleet.box[at].tolist()
    for hand in env.fleet.hand[at].reshape(-1, 1 << k.HAND_SHIFT)[: env.hands_played(at)].tolist():
        found["split" if hand[k.KEY] else "main", hand[k.KEY]] = (hand[k.STAKED], hand[k.RETURNED])
        if hand[k.DOUBLED_WORTH]:
            found["double", hand[k.KEY]] = (hand[k.DOUBLED], hand[k.DOUBLED_RETURNED])
    if box[k.INSURED]:
        found["insurance", 0] = (box[k.INSURED], box[k.INSURANCE_RETURNED])
    if box[k.SUPER]:
        found["super-bonus", 0] = (0, box[k.SUPER])
    return found


class BothTables:
    """One table of the vector environment, and an engine that is dealt the same cards."""

    def __init__(self, env: BlackjackVectorEnv, at: int, rng: Random) -> None:
        self.env, self.at, self.rng = env, at, rng
        self.engine = EngineTable(env.plan, Random(0))
        self.new_cards()

    def new_cards(self) -> None:
        """Cards that often make what seldom happens, in the same order for both."""
        cards: list[Card] = random_cards(self.rng, self.env.plan.rules, 1)
        self.engine.clear()
        self.engine.shoe.cards = [*cards[::-1]]
        self.env.fleet.deck[self.at, -len(cards) :] = encode_cards(cards)[::-1]

    def legal(self) -> list[int]:
        """The legal actions, which both agree on; a bet is made with the next number."""
        mask = np.flatnonzero(self.env.fleet.mask[self.at]).tolist()
        if self.engine.state.needs == "wagers":
            assert mask == [len(DECISIONS)]
            return mask
        assert sorted(commands(self.engine.state, PLAYER)) == mask, self.engine.state
        return mask

    def act(self, action: int) -> None:
        if action == len(DECISIONS):
            assert self.engine.bet([(1, PLAYER, "main", self.env.fleet.wager)]) is None
        else:
            assert self.engine.act(commands(self.engine.state, PLAYER)[action]) is None
        while list(commands(self.engine.state, PLAYER)) == [DECISIONS.index("decline")]:
            self.engine.act(commands(self.engine.state, PLAYER)[DECISIONS.index("decline")])


def played(env: BlackjackVectorEnv, rng: Random, rounds: int) -> int:
    """Random rounds at every table of the environment beside the engine; how many uncommon decisions there were."""
    env.reset(seed=1)
    env.fleet.stream[k.IN_ORDER], env.fleet.stream[k.WORD] = 1, k.WORDS
    both = [BothTables(env, at, rng) for at in range(TABLES)]
    done = acts = 0
    while done < TABLES * rounds:
        actions = [rng.choice(table.legal()) for table in both]
        acts += len(set(actions) - {0, 1, len(DECISIONS)})
        for table, action in zip(both, actions, strict=True):
            table.act(action)
        _, rewards, over, _, _ = env.step(np.array(actions))
        for table in both:
            ended = table.engine.state.needs == "nothing"
            assert ended == over[table.at], table.engine.state
            if ended:
                wagers = engine_wagers(table.engine.state)
                assert kernel_wagers(env, table.at) == wagers, table.engine.state
                assert rewards[table.at] == sum(back - out for out, back in wagers.values()) / 2500
                table.new_cards()
                done += 1
    return acts


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_wager_of_a_round_is_settled_as_by_the_engine(book: str, game: str) -> None:
    env = BlackjackVectorEnv(TABLES, book, game, wager=2500, dealing="fresh")
    assert played(env, Random(f"{book} {game}"), ROUNDS) > ROUNDS


@pytest.mark.parametrize("seed", range(24))
def test_rules_of_other_houses_are_played_as_by_the_engine(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """Hole cards, drawing aces, surrender of any kind and whatever else no approved document has, mixed at random."""
    rng = Random(seed)

    def other_rules(*asked: Any, **named: Any) -> TablePlan:
        plan = table_plan(*asked, **named)
        return plan._replace(rules=mixed(rng, plan.rules))

    monkeypatch.setattr(vector_env, "table_plan", other_rules)
    env = BlackjackVectorEnv(TABLES, "melbourne-v26", WORLD_GAMES[seed % len(WORLD_GAMES)], wager=2500, dealing="fresh")
    played(env, rng, ROUNDS)


def test_a_hole_card_is_not_among_the_cards_seen_before_it_is_turned() -> None:
    env = BlackjackVectorEnv(2, STRIP, "stands", dealing="fresh", observation="cards")
    env.reset(seed=1)
    env.fleet.stream[k.IN_ORDER], env.fleet.stream[k.WORD] = 1, k.WORDS
    for at, dealt in enumerate(("Ts 6d 9h 5c", "Ts Kd 9h As")):
        env.fleet.deck[at, -4:] = encode_cards([*cards(dealt)])[::-1]
    seen, *_, infos = env.step(np.full(2, len(DECISIONS)))
    assert infos["_final_obs"].tolist() == [False, True]  # the second dealer looked, and had a natural
    shown, whole = seen[0, len(FIELDS) :], infos["final_obs"][1, len(FIELDS) :]
    assert shown.tolist() == [0, 0, 0, 0, 0, 1, 0, 0, 1, 1]
    assert whole.tolist() == [1, 0, 0, 0, 0, 0, 0, 0, 1, 2]
    env.fleet.deck[0, -5] = encode_cards([*cards("Jd")])[0]
    *_, infos = env.step(np.array([DECISIONS.index("stand"), len(DECISIONS)]))
    assert infos["final_obs"][0, len(FIELDS) :].tolist() == [0, 0, 0, 0, 1, 1, 0, 0, 1, 2]
