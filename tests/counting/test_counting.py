"""Correlations and index numbers beside published ones, and a counter's bets beside the simulator."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import replace
from math import exp, inf

import numpy as np
import pytest
from support.variants import analysers_game
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.counting.bets import BetPlan, best_spread, bet_result
from cutcard.counting.cards_a_round import round_length
from cutcard.counting.fit import best_tags, decision_effects, fit
from cutcard.counting.indices import index_plays, insurance_index
from cutcard.counting.second_moments import second_moments
from cutcard.counting.systems import counting_system, packaged_systems
from cutcard.errors import CutcardError
from cutcard.odds import solve, total_only_ev
from cutcard.odds.bands import bands
from cutcard.odds.batch import HANDS, batch
from cutcard.odds.chart import UPS
from cutcard.odds.game import full_shoe
from cutcard.odds.query import with_change
from cutcard.odds.removal import Effects
from cutcard.odds.solution import up_value
from cutcard.rulebooks import rules
from cutcard.service.bench_results import BetsQuestion, bets_json, volatility_json
from cutcard.service.odds_question import Question
from cutcard.simulate import Scenario, run_simulation

WEIGHTS = {rank: 16 if rank == "T" else 4 for rank in "A23456789T"}
MELBOURNE = dict(  # of `cutcard effects melbourne-v26 blackjack`, which the tests of the odds check
    zip("A23456789T", (-0.0711, 0.0461, 0.0531, 0.0683, 0.0861, 0.0557, 0.0321, -0.0041, -0.0243, -0.0605), strict=True)
)


def effects(decks: int) -> Effects:
    chart = {rank: effect / 100 for rank, effect in MELBOURNE.items()}
    cards = 52 * decks
    tens = 16 * decks
    insured = {rank: 3 * (tens - (rank == "T")) / (cards - 2) - 3 * tens / (cards - 1) for rank in WEIGHTS}
    return Effects(
        decks=decks, ev=-0.005415, chart_ev=-0.005434, best=chart, chart=chart, insurance=insured, insurance_ev=-0.0747,
        weights=WEIGHTS,
    )  # fmt: skip


# betting correlation, playing efficiency, insurance correlation, as books and trainers print them
PUBLISHED = {
    "hi-lo": (0.97, 0.51, 0.76),
    "ko": (0.98, 0.55, 0.78),
    "zen": (0.96, 0.63, 0.85),
    "omega-ii": (0.92, 0.67, 0.85),
    "halves": (0.99, 0.56, 0.72),
}


def test_systems_fit_as_published() -> None:
    game = rules("melbourne-v26", "blackjack")
    playing = decision_effects(game, 8)
    for name, (betting, playing_efficiency, insurance) in PUBLISHED.items():
        found = fit(game, counting_system(name), effects(8), playing)
        assert found.betting == pytest.approx(betting, abs=0.011)
        assert found.insurance == pytest.approx(insurance, abs=0.006)
        # first decisions only, and a game without a hole card: two hundredths of the published figures
        assert found.playing == pytest.approx(playing_efficiency, abs=0.02)


def test_the_best_tags_are_no_worse_than_any_system_of_their_level() -> None:
    game = rules("melbourne-v26", "blackjack")
    for level, names in ((1, ("hi-lo", "ko")), (2, ("zen", "omega-ii"))):
        system, correlation = best_tags(effects(8), level)
        assert max(abs(tag) for tag in system.tags) <= level
        assert correlation >= max(fit(game, packaged_systems()[name], effects(8)).betting for name in names)
    with pytest.raises(CutcardError, match="level 1 to"):
        best_tags(effects(8), 0)


# Schlesinger's eighteen for six decks, dealer standing on soft 17 with a hole card, Hi-Lo
ILLUSTRIOUS = [
    ("hard 16", "T", "stand", 0), ("hard 15", "T", "stand", 4), ("T T", "5", "split", 5), ("T T", "6", "split", 4),
    ("hard 10", "T", "double", 4), ("hard 12", "3", "stand", 2), ("hard 12", "2", "stand", 3),
    ("hard 11", "A", "double", 1), ("hard 9", "2", "double", 1), ("hard 10", "A", "double", 4),
    ("hard 9", "7", "double", 3), ("hard 16", "9", "stand", 5), ("hard 13", "2", "stand", -1),
    ("hard 12", "4", "stand", 0), ("hard 12", "5", "stand", -2), ("hard 12", "6", "stand", -1),
    ("hard 13", "3", "stand", -2),
]  # fmt: skip


def test_index_numbers_are_within_one_of_the_published_ones() -> None:
    game, system = analysers_game(), counting_system("hi-lo")
    plays = {
        (play.hand, play.up): {what: count for count, what in play.changes} for play in index_plays(game, 6, system)
    }
    for hand, up, play, index in ILLUSTRIOUS:
        assert plays[hand, up][play] == pytest.approx(index, abs=1.01), (hand, up)
    assert insurance_index(game, 6, system) == pytest.approx(3.0, abs=0.5)


def test_risk_averse_numbers_are_the_printed_ones() -> None:
    """As the makers of SBA print them for Hi-Lo: 4 4 against 6 is doubled from +6 on, 10 against T from +8."""
    game, system = analysers_game(), counting_system("hi-lo")
    found = index_plays(game, 6, system, risk_averse=True, largest_from=6)
    plays = {(play.hand, play.up): {what: count for count, what in play.changes} for play in found}
    assert plays["4 4", "6"]["double"] == pytest.approx(6.0, abs=0.5)
    assert plays["hard 10", "T"]["double"] == pytest.approx(8.0, abs=0.5)
    assert plays["8 8", "T"]["stand"] == pytest.approx(5.0, abs=0.5)
    bold = {
        (play.hand, play.up): {what: count for count, what in play.changes} for play in index_plays(game, 6, system)
    }
    assert plays["T T", "5"]["split"] > bold["T T", "5"]["split"] + 0.5  # risk is taken later
    assert plays["hard 13", "2"] == pytest.approx(bold["hard 13", "2"])  # where nothing is wagered on, nothing changes


@pytest.mark.parametrize(
    ("book", "game", "decks", "off"),
    [("melbourne-v26", "blackjack", 8, 0.01), ("melbourne-v26", "crown-pontoon", 8, 0.06)],
)
def test_mean_squares_add_up_to_the_solvers_variance(book: str, game: str, decks: int, off: float) -> None:
    of_game = rules(book, game)
    full = full_shoe(of_game, decks)
    found = batch(of_game, [full], values=True)
    squares = second_moments(of_game, np.array([full]), found)
    total = 0.0
    for at, up in enumerate(UPS):
        left = full - (np.arange(10) == up_value(up))
        for hand, (a, b) in enumerate(HANDS):
            ways = left[a] * (left[b] - (a == b)) * (1 if a == b else 2)
            chance = full[up_value(up)] / full.sum() * ways / (left.sum() * (left.sum() - 1))
            if chance > 0:
                total += chance * squares[0, at, hand, found.best[0, at, hand]]
    exact = solve(of_game, decks)
    assert total == pytest.approx(exact.sd**2 + exact.ev**2, rel=off)


def test_pontoon_has_index_numbers_too() -> None:
    plays = index_plays(rules("melbourne-v26", "crown-pontoon"), 8, counting_system("hi-lo"), most=6)
    assert {("hard 15", "T"), ("hard 12", "6")} <= {(play.hand, play.up) for play in plays}


SPREAD = ((-inf, 1000), (1.0, 2000), (2.0, 4000), (3.0, 6000), (4.0, 8000))


def plan(**fields: object) -> BetPlan:
    usual = BetPlan(
        rules=rules("melbourne-v26", "blackjack"), decks=8, system=counting_system("hi-lo"), penetration=338 / 416,
        spread=SPREAD, skill=0.0,
    )  # fmt: skip
    return replace(usual, **fields)  # type: ignore[arg-type]


def test_a_counters_win_is_that_of_the_simulator() -> None:
    found = bet_result(plan(), effects(8))
    scenario = Scenario(book="melbourne-v26", game="blackjack", spread="1:2,2:4,3:6,4:8")
    played = run_simulation(scenario, rounds=2_000_000, seed=5)
    # the simulator insures from a true count of 3 and ends a shoe with the round in which the cutting card comes
    assert found.average_bet == pytest.approx(played.average_bet, rel=0.02)
    assert found.win / found.average_bet == pytest.approx(played.ev, abs=4 * played.se)
    assert found.sd == pytest.approx(played.sd * played.average_bet, rel=0.05)
    assert sum(chance for _, chance, _, _ in found.frequencies) == pytest.approx(1.0)


# As `tools.counter` simulates it, 50 million rounds: by skill the win of a round in the smallest wagers, its standard
# error, and from 20 million of them how often each true count came, in percent.
SIMULATED = ((0.0, 0.00369, 0.00041), (0.5, 0.00523, 0.00040), (1.0, 0.00660, 0.00044))
COUNTED = {-4: 3.583, -3: 6.402, -2: 12.244, -1: 20.864, 0: 26.942, 1: 11.683, 2: 6.175, 3: 3.391, 4: 1.909, 6: 0.597}


def test_a_counter_of_any_skill_wins_what_was_simulated() -> None:
    for skill, won, error in SIMULATED:
        found = bet_result(plan(skill=skill), effects(8))
        assert found.win / 1000 == pytest.approx(won, abs=3 * error), skill
    assert found.average_bet / 1000 == pytest.approx(1.7721, rel=0.005)
    often = {count: 100 * chance for count, chance, _, _ in found.frequencies}
    assert {count: often[count] for count in COUNTED} == pytest.approx(COUNTED, rel=0.012)


def test_the_api_tells_bets_as_the_library_does() -> None:
    asked = BetsQuestion(Question(book="melbourne-v26", game="blackjack", decks=8), "hi-lo", "1:2,2:4,3:6,4:8", 0.0)
    told, found = json.loads(bets_json(asked)), bet_result(plan(), effects(8))
    assert told["penetration"] == pytest.approx(338 / 416)  # where the book usually has the cutting card
    assert told["win_per_100_rounds"] == pytest.approx(found.win / 10, rel=1e-3)
    assert (told["score"], told["average_wager"]) == pytest.approx((found.score, found.average_bet / 1000), rel=1e-3)
    assert [line["wager"] for line in told["counts"][9:16]] == [1, 1, 2, 4, 6, 8, 8]


def test_the_api_tells_volatility_as_the_library_does() -> None:
    varies = json.loads(volatility_json(Question(book="canberra-2003", game="blackjack", decks=8)))
    assert sum(each["part_of_variance"] for each in varies["outcomes"]) == pytest.approx(1.0)
    thousand = varies["periods"][0]
    assert thousand["bands"]["95 %"] == pytest.approx(bands(varies["house_edge"], varies["sd"], 1000)["95 %"])
    assert thousand["expected"] == pytest.approx(1000 * varies["house_edge"])


def test_a_round_takes_as_many_cards_as_were_simulated_and_fewer_at_high_counts() -> None:
    length = round_length(rules("melbourne-v26", "blackjack"), 8, counting_system("hi-lo"), 1)
    assert length.cards == pytest.approx(5.3247, abs=0.005)  # 20 million rounds
    assert length.slope == pytest.approx(-0.0370, abs=0.001)  # from 5.306 at 0 to 5.165 at +4, each up to the next


def test_deeper_shoes_and_wider_spreads_win_more_and_watching_costs_no_wager() -> None:
    shallow, deep = (bet_result(plan(penetration=part), effects(8)) for part in (0.5, 0.8))
    assert deep.win > shallow.win
    watching = bet_result(plan(spread=((-inf, 0), *SPREAD[1:])), effects(8))
    assert watching.played < 0.5
    assert watching.win > deep.win
    flat = bet_result(plan(spread=((-inf, 1000),)), effects(8))
    # a flat wager gains nothing by the count, and loses by the cutting card what was simulated: 0.021 ± 0.004 %
    assert flat.win / 1000 - effects(8).chart_ev == pytest.approx(-0.00021, abs=0.00008)
    # The chart's worth bends: 30 million simulated rounds had -7.30 ± 0.47 % at -10, +1.39 ± 0.15 % at +4 (up to +5)
    # and +2.39 ± 0.49 % at +8, where effects of removal alone, a straight line, come to -5.61, +1.66 and +3.63 %.
    worth = {count: value for count, _, value, _ in flat.frequencies}
    assert (worth[-10], worth[4], worth[8]) == pytest.approx((-0.0730, 0.0139, 0.0239), abs=0.006)
    kelly = best_spread(plan(), effects(8), 1_000_000, 1000, 20_000)
    assert [bet for _, bet in kelly.spread] == sorted(bet for _, bet in kelly.spread)


def test_risk_of_ruin_has_its_known_limits() -> None:
    found = bet_result(plan(), effects(8))
    money = 500_000
    assert found.ruin(money) == pytest.approx(exp(-2 * found.win * money / found.sd**2))
    assert found.ruin_within(money, 1e9) == pytest.approx(found.ruin(money), rel=1e-6)
    assert found.ruin_before_goal(money, 10**10) == pytest.approx(found.ruin(money), rel=1e-6)
    losing = bet_result(plan(spread=((-inf, 1000),)), effects(8))
    assert losing.ruin(money) == 1.0
    assert losing.ruin_before_goal(money, money) > 0.5


@pytest.mark.parametrize(
    ("fields", "said"),
    [
        ({"penetration": 0.99}, "cutting card"),
        ({"skill": 2.0}, "skill"),
        ({"boxes": 0}, "box"),
        ({"spread": ((-inf, 0),)}, "never wagers"),
    ],
)
def test_a_plan_that_cannot_be_is_refused(fields: dict[str, object], said: str) -> None:
    with pytest.raises(CutcardError, match=said):
        bet_result(plan(**fields), effects(8))


def run(*words: str) -> str:
    return subprocess.run([sys.executable, "-m", "cutcard", *words], check=True, capture_output=True, text=True).stdout


def test_the_commands_print_json() -> None:
    assert len(json.loads(run("count", "systems", "--json"))) == 5
    found = json.loads(run("volatility", "melbourne-v26", "blackjack", "--rounds", "10000", "--json"))
    low, high = found["periods"][0]["bands"]["95 %"]
    assert (low + high) / 2 == pytest.approx(found["house_edge"])
    assert (high - low) / 2 == pytest.approx(1.959964 * found["sd"] / 100)


def test_index_numbers_know_against_which_tens_hands_may_be_given_up() -> None:
    game = analysers_game(surrender__offered="on-turn", surrender__against=("J", "Q"))
    plays = {(play.hand, play.up): play for play in index_plays(game, 6, packaged_systems()["hi-lo"])}
    assert plays["hard 15", "JQ"].changes[-1][1] == "surrender"
    assert all(
        "surrender" not in (play.play, play.below, *(to for _, to in play.changes))
        for (_, up), play in plays.items()
        if up != "JQ"
    )
    offered = analysers_game(surrender__offered="on-turn", surrender__against=tuple("TJQK"))
    every = {play.hand: play for play in index_plays(offered, 6, packaged_systems()["hi-lo"]) if play.up == "T"}
    mine = {hand: play for (hand, up), play in plays.items() if up == "JQ"}
    assert {hand: play.changes for hand, play in mine.items()} == {hand: play.changes for hand, play in every.items()}


def test_a_rule_changes_what_a_counter_wins_by_what_it_is_worth() -> None:
    """With flat wagers and the chart that is what the rule changes of the chart's value, but for where rounds begin."""
    words = "count bets canberra-2006 blackjack --decks 6 --spread 0:1 --skill 0 --what-if natural.pays=6:5 --json"
    plain, changed = json.loads(run(*words.split()))["results"]
    assert (plain["change"], changed["change"]) == ("", "natural.pays=6:5")
    game = rules("canberra-2006", "blackjack")
    worth = total_only_ev(with_change(game, "natural.pays=6:5"), 6) - total_only_ev(game, 6)
    assert (changed["win_per_100_rounds"] - plain["win_per_100_rounds"]) / 1000 == pytest.approx(worth, abs=2e-4)
    table = run("count", "bets", *["canberra-2006", "blackjack", "--decks", "6", "--spread", "0:1", "--skill", "0"])
    assert "rules" not in table
    refused = CliRunner().invoke(app, words.replace("6:5", "6:0").split())
    assert isinstance(refused.exception, CutcardError)


def test_a_part_of_the_shoe_that_no_table_deals_is_refused_before_anything_slow(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def slow(*_: object) -> None:
        raise AssertionError("the effects of removal were asked for")

    monkeypatch.setattr("cutcard.odds.removal.effects_of_removal", slow)
    words = "count bets melbourne-v26 blackjack --spread 1:2 --penetration 0.7 --penetration 3"
    found = CliRunner().invoke(app, words.split())
    assert isinstance(found.exception, CutcardError)
    assert "from 0.05 to 0.95, not 3" in found.exception.message
