"""The environment on the engine: every game passes Gymnasium's checker; steps, rewards and values are the rules'."""

from __future__ import annotations

import subprocess
import sys
import warnings
from itertools import pairwise
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from support.own_books import named_book

from cutcard.cards import cards
from cutcard.environments import DECISIONS, BlackjackEnv
from cutcard.environments.action_values import cards_before
from cutcard.errors import CutcardError
from cutcard.odds import OpenBox, solve
from cutcard.odds.open_box import choice_values_from, full
from cutcard.odds.side_bets import side_bet
from cutcard.rulebooks import BOOKS, load, rules

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
STAND, HIT, DOUBLE, SPLIT, SURRENDER, INSURE, EVEN_MONEY, RESCUE, DECLINE = range(9)


def dealt(front: str, **named: Any) -> tuple[BlackjackEnv, dict[str, Any]]:
    """A table that deals these cards first."""
    env = BlackjackEnv(**named)
    _, info = env.reset(seed=1)
    assert env.table is not None
    shoe = env.table.shoe
    for card in cards(front):
        shoe.cards.remove(card)
    shoe.cards += reversed(cards(front))
    return env, info


def play(env: BlackjackEnv, *names: str) -> tuple[float, bool, dict[str, Any]]:
    """Take actions by name; the sum of rewards, whether the last ended the episode, and its info."""
    total, over = 0.0, False
    info: dict[str, Any] = {}
    for name in names:
        assert not over
        _, reward, over, _, info = env.step(env.actions.names.index(name))
        assert "refusal" not in info, info
        total += float(reward)
    return total, over, info


def legal(env: BlackjackEnv, info: dict[str, Any]) -> list[str]:
    return [name for name, allowed in zip(env.actions.names, info["action_mask"], strict=True) if allowed]


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_game_passes_the_checker_without_a_warning(book: str, game: str) -> None:
    env = gymnasium.make("cutcard/Blackjack-v0", rulebook=book, game=game, observation="cards", bets=(1, 5))
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env.unwrapped)


def test_hands_of_a_split_are_decided_one_after_the_other() -> None:
    env, _ = dealt("8s 6d 8h 3c Ts 9d Tc Th")
    play(env, "bet 1")
    _, _, info = play(env, "split")
    assert legal(env, info) == ["stand", "hit", "double"]  # eight and three
    reward, over, _ = play(env, "double", "stand")  # 21 doubled, and 17, against 6 and T and T
    assert (reward, over) == (3.0, True)


def test_a_natural_ends_the_round_with_the_bet() -> None:
    env, _ = dealt("As 9d Kh", bets=(1, 4))
    assert play(env, "bet 4")[:2] == (6.0, True)


def test_side_bets_are_added_before_the_bet_and_paid_with_the_round() -> None:
    env, info = dealt("8s 6d 8s Ts Td", side_bets=("perfect-pairs",))
    assert legal(env, info) == ["perfect-pairs", "bet 1"]
    _, _, info = play(env, "perfect-pairs")
    assert legal(env, info) == ["bet 1"]
    reward, over, _ = play(env, "bet 1", "stand")
    row = next(row for row in env.plan.side_bets["perfect-pairs"].rows if row.outcome == "suited")
    assert row.pays is not None
    assert (reward, over) == (float(row.pays.ratio) + 1.0, True)  # the dealer goes over 21


def test_offers_are_answered_before_play() -> None:
    env, _ = dealt("Ts Ad 9h Kc")
    _, _, info = play(env, "bet 1")
    assert legal(env, info) == ["insure", "decline"]
    assert play(env, "insure", "stand")[0] == 0.0  # insurance pays for the lost wager


def test_a_double_and_insurance_for_less_are_paid_for_what_was_put_down() -> None:
    env, _ = dealt("5s 6d 6h 9c Ts Td", for_less=(0.5,), values="full", dealing="fresh")
    _, _, info = play(env, "bet 1")
    assert legal(env, info) == ["stand", "hit", "double", "double 0.5"]
    assert play(env, "double 0.5")[:2] == (1.5, True)  # 20 against 26
    env, _ = dealt("Ts Ad 9h Kc", for_less=(0.5,), values="full", dealing="fresh")
    _, _, info = play(env, "bet 1")
    assert legal(env, info) == ["insure", "decline", "insure 0.5"]
    chance = (8 * 16 - 1) / (8 * 52 - 3)
    values = dict(zip(env.actions.names, info["values"], strict=True))
    assert values["insure 0.5"] - values["decline"] == pytest.approx(0.25 * (chance * 3 - 1))
    _, _, info = play(env, "insure 0.5")
    assert legal(env, info) == ["insure", "decline", "insure 0.5"]  # the rest may be insured as well
    assert play(env, "decline", "stand")[0] == -0.5


@pytest.mark.parametrize(
    ("book", "game", "up"),
    [("melbourne-v26", "blackjack", "Td"), ("melbourne-v26", "blackjack", "6d"), ("sydney-v15", "blackjack", "Ad")],
)
def test_a_double_for_less_is_worth_one_card_and_a_part_of_what_doubling_adds(book: str, game: str, up: str) -> None:
    """Half of the double is worth half of the way from one card without any to the whole."""
    env, _ = dealt(f"5s {up} 6h", rulebook=book, game=game, for_less=(0.5, 0.001), values="full", dealing="fresh")
    _, _, info = play(env, "bet 1")
    if "decline" in legal(env, info):
        _, _, info = play(env, "decline")
    values = dict(zip(env.actions.names, info["values"], strict=True))
    once = values["double 0.001"] - 0.001 * (values["double"] - values["double 0.001"]) / 0.999
    assert values["double 0.5"] == pytest.approx((once + values["double"]) / 2)
    assert once < values["hit"]  # which may draw again


def test_several_boxes_are_bet_on_and_played_one_after_the_other() -> None:
    front = "Ts 8s Ad 9h 8h 3c Ts 9d Kc"  # two boxes, the ace, two boxes; the second is split
    env, info = dealt(front, boxes=2, bets=(1, 2), side_bets=("perfect-pairs",))
    assert legal(env, info) == ["perfect-pairs", "bet 1", "bet 2"]
    _, _, info = play(env, "bet 1")
    assert legal(env, info) == ["perfect-pairs", "bet 1", "bet 2"]
    observation, _, _, _, info = env.step(np.int64(env.actions.names.index("bet 2")))
    assert (observation["box"], observation["total"], observation["wager"][0]) == (1, 19, 1.0)
    assert legal(env, info) == ["insure", "decline"]
    play(env, "insure")
    assert env.box == 2
    _, _, info = play(env, "decline")
    assert (env.box, legal(env, info)) == (1, ["stand", "hit"])
    play(env, "stand", "split", "double")
    reward, over, _ = play(env, "stand")
    assert over
    assert reward == 1.0 - 1.0 - 2.0  # a natural: insurance pays for the first box, and one wager of the second goes


@pytest.mark.parametrize(("book", "game"), [("melbourne-v26", "crown-pontoon"), ("sydney-v15", "blackjack")])
def test_several_boxes_and_parts_pass_the_checker(book: str, game: str) -> None:
    more: dict[str, Any] = {"boxes": 3, "bets": (1, 5), "for_less": (0.5,), "values": "full"}
    env: Any = gymnasium.make("cutcard/Blackjack-v0", rulebook=book, game=game, **more).unwrapped
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        check_env(env)
    rewards, over = 0.0, True
    random = np.random.default_rng(1)
    for _ in range(150):
        if over:
            _, info = env.reset()
        _, reward, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
        assert "refusal" not in info
        assert info["regret"] >= 0.0
        rewards += float(reward)
    assert rewards != 0.0


def test_what_is_not_allowed_changes_nothing_and_says_why() -> None:
    env, _ = dealt("Ts 5d 9h")
    play(env, "bet 1")
    before = env.table.state if env.table is not None else None
    _, reward, over, _, info = env.step(np.int64(SPLIT))
    assert env.table is not None
    assert (reward, over, env.table.state) == (0.0, False, before)
    assert info["refusal"].endswith("(7.5.6(a))")
    assert "refusal" in env.step(np.int64(len(DECISIONS)))[4]


def test_a_seed_gives_the_same_rounds() -> None:
    def rewards() -> list[float]:
        env, found = BlackjackEnv(), []
        _, info = env.reset(seed=7)
        random = np.random.default_rng(1)
        for _ in range(200):
            _, reward, over, _, info = env.step(random.choice(np.flatnonzero(info["action_mask"])))
            found.append(float(reward))
            if over:
                _, info = env.reset()
        return found

    assert rewards() == rewards()


def test_a_shoe_lasts_until_the_cutting_card_and_a_fresh_one_for_a_round() -> None:
    left: dict[str, list[int]] = {}
    for dealing in ("shoe", "fresh"):
        env = BlackjackEnv("sydney-v15", decks=6, dealing=dealing, observation="cards")
        shown, info = env.reset(seed=1)
        left[dealing] = []
        for _ in range(120):
            left[dealing].append(int(shown["unseen"].sum()))
            over = False
            while not over:
                stand = STAND if info["action_mask"][STAND] else int(np.flatnonzero(info["action_mask"])[-1])
                shown, _, over, _, info = env.step(np.int64(stand))
            shown, info = env.reset()
    assert set(left["fresh"]) == {312}
    assert left["shoe"].count(312) > 1
    behind = BlackjackEnv("sydney-v15", decks=6).plan.behind
    for one, two in pairwise(left["shoe"]):
        assert two < one or (two == 312 and one - 20 <= behind + 1)


def test_an_episode_may_be_a_shoe() -> None:
    env = BlackjackEnv(episode="shoe")
    _, info = env.reset(seed=2)
    rounds, over = 0, False
    while not over:
        _, reward, over, _, info = env.step(np.int64(np.flatnonzero(info["action_mask"])[-1]))
        rounds += reward != 0.0
    assert rounds > 20


def test_a_book_of_ones_own_is_played_by_its_path(tmp_path: Path) -> None:
    text = '[games.kitchen]\ntitle = "K"\nlike = "melbourne-v26/blackjack"\nnatural.pays = "6:5"\n'
    with named_book(tmp_path, "kitchen-env", text):
        env, _ = dealt("As 9d Kh", rulebook=str(tmp_path / "kitchen-env.toml"), game="kitchen")
        assert play(env, "bet 1")[0] == pytest.approx(1.2)


@pytest.mark.parametrize(
    ("named", "said"),
    [
        ({"episode": "day"}, "an episode is a round or shoe, not 'day'"),
        ({"observation": "all"}, "an observation shows hand, count or cards, not 'all'"),
        ({"values": "yes"}, "values are those of shoe or full, not 'yes'"),
        ({"dealing": "hat"}, "cards are dealt from a shoe or fresh shoe, not 'hat'"),
        ({"boxes": 0}, "boxes, not 0"),
        ({"for_less": (1.5,)}, "a part for less lies between 0 and 1"),
        ({"for_less": (0.5, 0.5)}, "up to 10 parts for less, each once"),
        ({"bets": (0,)}, "a bet is a whole number of wagers from 1 to 10,000"),
        ({"game": "poker"}, "poker"),
    ],
)
def test_bad_arguments_are_one_sentence(named: dict[str, Any], said: str) -> None:
    with pytest.raises(CutcardError) as error:
        BlackjackEnv(**named)
    assert said in str(error.value)
    assert "\n" not in str(error.value)


def test_importing_cutcard_does_not_import_gymnasium_and_a_missing_one_is_a_sentence() -> None:
    code = (
        "import sys, cutcard, cutcard.engine, cutcard.odds; assert 'gymnasium' not in sys.modules\n"
        "sys.modules['pettingzoo'] = None\n"
        "try:\n import cutcard.environments\nexcept Exception as error: print(type(error).__name__, error)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    needs = "cutcard.environments needs a package that is not installed: pip install 'cutcard[env]'"
    assert done.stdout == f"MissingPackage {needs}\n"


# --------------------------------------------------------------------------------------------------------------- values


def test_values_of_a_full_shoe_are_the_solvers_and_regret_is_what_a_choice_costs() -> None:
    env, info = dealt("Ts Td 6h 5c Jc", values="full", dealing="fresh", bets=(1, 2), side_bets=("perfect-pairs",))
    game = rules("melbourne-v26", "blackjack")
    values = dict(zip(env.actions.names, info["values"], strict=True))
    ev = solve(game, 8).ev
    assert (values["bet 1"], values["bet 2"]) == (ev, 2 * ev)
    assert values["perfect-pairs"] == pytest.approx(ev + side_bet(game, 8, "perfect-pairs").ev)
    _, _, info = play(env, "bet 2")
    assert info["regret"] == pytest.approx(-ev)
    solved = solve(game, 8).hand("T 6", "T").values
    assert info["values_of"] == "a full shoe"
    assert [info["values"][act] for act in (STAND, HIT)] == [2 * solved["stand"], 2 * solved["hit"]]
    assert np.isneginf(info["values"][SPLIT])
    _, _, info = play(env, "stand")
    assert info["regret"] == pytest.approx(2 * max(solved["hit"] - solved["stand"], 0.0))


def test_values_of_the_shoe_are_exact_for_the_cards_that_are_left() -> None:
    env, _ = dealt("Ts Td 6h", values="shoe", observation="cards")
    assert env.table is not None
    gone = [card for card in env.table.shoe.cards if card.value == 5][:20]  # fives are seen and gone
    for card in gone:
        env.table.shoe.cards.remove(card)
        env.table.shoe.discards.append(card)
    env.values_of = ""
    env.step(np.int64(len(DECISIONS)))
    env.values_of = "shoe"
    counts = full(env.plan.rules, 8)
    for card in gone:
        counts[4, "cdhs".index(card.suit)] -= 1
    assert (cards_before(env.table, "shoe") == counts).all()
    expected = choice_values_from(env.plan.rules, counts, OpenBox(up="Td", hand=("Ts", "6h"))).values
    info = env.step(np.int64(SPLIT))[4]
    assert [info["values"][act] for act in (STAND, HIT)] == [expected["stand"], expected["hit"]]
    assert expected["stand"] > expected["hit"]  # without fives, 16 stands against a ten


def test_insurance_is_worth_what_the_tens_left_make_it() -> None:
    env, _ = dealt("Ts Ad 9h", values="full", dealing="fresh")
    _, _, info = play(env, "bet 1")
    chance = (8 * 16 - 1) / (8 * 52 - 3)
    gained = info["values"][INSURE] - info["values"][DECLINE]
    assert gained == pytest.approx(0.5 * (chance * 3 - 1))
    assert info["values"][DECLINE] == max(solve(env.plan.rules, 8).hand("T 9", "A").values.values())


def test_a_rescue_is_worth_one_wager_beside_what_the_doubled_hand_brings() -> None:
    env, _ = dealt("5s 9d 6h 2c", game="crown-pontoon", values="full", dealing="fresh")
    _, _, info = play(env, "bet 1", "double")
    assert legal(env, info) == ["rescue", "decline"]
    assert info["values"][RESCUE] == -1.0
    shoe = full(env.plan.rules, 8).sum(axis=1)
    for value in (5, 9, 6, 2):
        shoe[value - 1] -= 1
    over = _dealer_over(shoe, 9, 0)  # a doubled 13 wins only then, and never stands off
    assert info["values"][DECLINE] == pytest.approx(2 * over - 2 * (1 - over))


def _dealer_over(left: Any, hard: int, aces: int) -> float:
    """The chance that a dealer who stands on 17, soft or not, goes over 21."""
    total = hard + 10 if aces and hard <= 11 else hard
    if total >= 17:
        return float(total > 21)
    chance = 0.0
    for value in range(10):
        if left[value]:
            after = left.copy()
            after[value] -= 1
            chance += left[value] / left.sum() * _dealer_over(after, hard + value + 1, aces + (value == 0))
    return chance
