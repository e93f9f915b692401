"""The best wager and play at the last rounds of a tournament table."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from support.clauses import clause
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import VALUES
from cutcard.odds import solve
from cutcard.odds.tournaments import Advice, StandingError, advise, example, standing_of
from cutcard.odds.tournaments.field import Field
from cutcard.odds.tournaments.matrix_game import solve_matrix
from cutcard.odds.tournaments.means import buy_backs, last_hand_means
from cutcard.odds.tournaments.outcomes import GIVEN_UP, BoxEnds
from cutcard.odds.tournaments.standing_file import EXAMPLES
from cutcard.odds.tournaments.two_players import LastHand, Shoe, ahead, ordinary, shoe_of
from cutcard.odds.tournaments.wagers import TwoPlayers, lesser_doubles
from cutcard.rulebooks import changed, rules
from cutcard.rulebooks.known_values import refuse_unknown

SYDNEY = rules("sydney-v15", "blackjack")


@pytest.fixture(scope="module")
def shoe() -> Shoe:
    return shoe_of(SYDNEY, 6)


def asked(players: list[dict[str, Any]], **settings: Any) -> Advice:
    return advise(standing_of({**example("two-players"), "players": players, **settings}))


def player(name: str, chips: str, **settings: Any) -> dict[str, Any]:
    return {"name": name, "chips": chips, **settings}


# ------------------------------------------------------------------------------------------------------ a box by itself


@pytest.mark.parametrize(("book", "decks"), [("sydney-v15", 6), ("canberra-2006", 8), ("melbourne-v26", 8)])
def test_ordinary_play_brings_what_the_solver_says(book: str, decks: int) -> None:
    game = rules(book, "blackjack")
    shoe = shoe_of(game, decks)
    box = shoe.box(100_000, 1000)
    played = ordinary(shoe, box)
    means = [played.ends[up] @ (box.finals @ shoe.ends[up]) for up in range(VALUES)]
    result = (float(shoe.up @ np.array(means)) - 100_000) / 1000
    assert result == pytest.approx(-solve(game, decks).house_edge, abs=0.0015)  # a pair is split only once


@pytest.mark.parametrize("game", ["blackjack-plus", "blackjack-select", "free-bet-blackjack"])
def test_ordinary_play_of_games_of_their_own_brings_what_the_solver_says(game: str) -> None:
    """With pairs that are split once, as the advice has it."""
    made = rules("melbourne-v26", game)
    if made.split.hands_max > 2:
        made = changed(made, "split.hands_max", 2)
    shoe = shoe_of(made, 8)
    box = shoe.box(100_000, 1000)
    played = ordinary(shoe, box)
    means = [played.ends[up] @ (box.finals @ shoe.ends[up]) for up in range(VALUES)]
    result = (float(shoe.up @ np.array(means)) - 100_000) / 1000
    assert result == pytest.approx(-solve(made, 8).house_edge, abs=0.0007)


def test_chips_at_the_end_follow_the_rules() -> None:
    box = BoxEnds(rules=SYDNEY, chips=1000, bet=100)
    finals, plain, doubled, split = box.tables
    assert finals[plain[0]].tolist() == [900] * 8  # over 21
    assert finals[plain[4]].tolist() == [1100, 1100, 1000, 900, 900, 1100, 900, 1100]  # 19
    assert finals[plain[7]].tolist() == [1150] * 6 + [1000, 1150]  # a natural
    # 12.6.3: one wager to a natural
    assert finals[doubled[0, 4]].tolist() == [1200, 1200, 1000, 800, 800, 1200, 900, 1200]
    assert finals[split[4, 5]].tolist() == [1200, 1200, 1100, 900, 800, 1200, 900, 1200]  # 19 and 20


def test_what_the_house_adds_with_a_token_wins_and_is_never_lost() -> None:
    box = BoxEnds(rules=rules("melbourne-v26", "free-bet-blackjack"), chips=100, bet=100)
    finals, plain, doubled, split = box.tables
    assert (box.doubles, box.further, box.split_doubles) == ((100,), True, (100,))
    assert finals[plain[4]].tolist() == [200, 200, 100, 0, 0, 200, 0, 100]  # 19; a dealer's 22 is a stand-off
    assert finals[doubled[0, 4]].tolist() == [300, 300, 100, 0, 0, 300, 0, 100]
    assert finals[split[4, 5]].tolist() == [300, 300, 200, 0, 0, 300, 0, 100]  # 19, and 20 on the token
    assert finals[split[5, 4]].tolist() == [300, 300, 200, 100, 0, 300, 0, 100]
    assert finals[split[0, 5]].tolist() == [100, 100, 100, 0, 0, 100, 0, 0]  # over 21, and 20 on the token


def test_a_21_or_five_cards_win_at_once_in_blackjack_plus() -> None:
    box = BoxEnds(rules=rules("melbourne-v26", "blackjack-plus"), chips=1000, bet=100, insured=True)
    finals, plain, doubled, split = box.tables
    insured = [50 * won for won in (-1, -1, -1, -1, -1, -1, 2, -1)]
    assert finals[plain[6]].tolist() == [1100 + more for more in insured]
    assert finals[plain[7]].tolist() == [1150] * 8  # a natural is paid at once, and may not be insured
    assert finals[doubled[0, 6]].tolist() == [1200 + more for more in insured]
    assert finals[split[6, 4]].tolist() == [
        base + more for base, more in zip((1200, 1200, 1100, 1000, 1000, 1200, 1000, 1100), insured, strict=True)
    ]


@clause("melbourne-v26", "6.2.3")
def test_what_comes_back_of_a_hand_that_is_given_up_is_in_whole_chips() -> None:
    """Half of 25 chips of 5 is 12.50, which the house makes up to 15, as the engine does."""
    box = BoxEnds(rules=rules("melbourne-v26", "crown-pontoon"), chips=10_000, bet=2500, chip=500)
    finals, plain, _, _ = box.tables
    assert finals[plain[GIVEN_UP]].tolist() == [9000] * 6 + [7500, 9000]  # 10.5.4(c): all of it to a natural
    assert box.special_results() == [4000, -1000]


def test_a_player_without_chips_neither_doubles_nor_splits() -> None:
    box = BoxEnds(rules=SYDNEY, chips=1000, bet=1000)
    assert (box.doubles, box.further, box.insurable) == ((), False, 0)
    short = BoxEnds(rules=SYDNEY, chips=1000, bet=700)
    assert (short.doubles, short.further) == ((300,), False)  # for less, which Sydney allows


def test_a_double_for_less_may_just_pass_the_other() -> None:
    assert 55 in lesser_doubles(1000, 100, 1150, 10, 5)


@pytest.mark.parametrize(
    ("book", "decks", "chips", "bets", "chance"),
    [
        ("canberra-2006", 6, (30_000, 35_000), (20_000, 20_000), 0.2678746),
        ("melbourne-v26", 8, (25_000, 30_000), (20_000, 20_000), 0.2573352),
        ("sydney-v15", 6, (30_000, 25_000), (20_000, 15_000), 0.6161497),
        ("melbourne-v26", 8, (40_000, 30_000), (20_000, 20_000), 0.7465259),
    ],
)
def test_a_last_hand_is_worth_what_a_second_program_says_in_which_every_chip_may_be_added(
    book: str, decks: int, chips: tuple[int, int], bets: tuple[int, int], chance: float
) -> None:
    """A plain enumeration, with insurance, in which every number of chips of $50 may be added to double."""
    game = TwoPlayers(shoe=shoe_of(rules(book, "blackjack"), decks), chips=chips, chip=5000)
    assert game.value(*bets) == pytest.approx(chance, abs=1e-7)


def test_games_with_bonuses_are_refused_by_name() -> None:
    with pytest.raises(CutcardError, match="Pontoon"):
        refuse_unknown("tournament-advice", rules("melbourne-v26", "crown-pontoon"))


# ------------------------------------------------------------------------------------------------------ two players


def test_each_does_better_by_their_best_play_and_worse_against_it(shoe: Shoe) -> None:
    game = TwoPlayers(shoe=shoe, chips=(1000, 1200), chip=5)
    hand = game.hand(500, 400)
    ordinarily = game.ordinary_value(500, 400)
    assert hand.value_against_ordinary(1) < hand.value < hand.value_against_ordinary(0)
    assert hand.value_against_ordinary(1) < ordinarily < hand.value_against_ordinary(0)


def test_to_act_last_is_worth_something(shoe: Shoe) -> None:
    hand = LastHand(shoe=shoe, first=shoe.box(1000, 500), second=shoe.box(1000, 500), worth=ahead(0.5))
    assert 0.49 < hand.value < 0.5


def test_a_pass_card_and_a_certain_lead(shoe: Shoe) -> None:
    game = TwoPlayers(shoe=shoe, chips=(1000, 1500))
    assert game.value(100, 0) == 0.0
    assert game.value(500, 0) > 0.0  # a double or a split may still do it


@pytest.mark.parametrize("rounds_left", [1, 2])
@pytest.mark.parametrize(("you", "marker"), [("ann", "ann"), ("ann", "bob"), ("bob", "ann"), ("bob", "bob")])
def test_what_equal_chips_are_worth_is_said_of_who_asks(you: str, marker: str, rounds_left: int) -> None:
    """Whoever would act or bet first: an even play-off is worth less than one that is surely won."""
    laid: dict[str, Any] = {marker: {"wager": "50"}} if marker != you else {}
    both = [player(name, "50", **laid.get(name, {})) for name in ("ann", "bob")]
    told = {"minimum": "50", "maximum": "50", "step": "50", "you": you, "marker": marker, "rounds_left": rounds_left}
    lost, even, won = (asked(both, tie=tie, **told).chance for tie in (0.0, 0.5, 1.0))
    assert lost + 0.05 < even < won - 0.05


def test_the_play_of_who_acts_second_counts_equal_chips_as_their_own_chance() -> None:
    """Ann stands on 20 and so does bob, with the same wager and chips: it is a play-off, whatever the dealer has."""
    ann = player("ann", "1000", wager="500", cards="T T", stood=True)
    bob = player("bob", "1000", wager="500", cards="T T")
    found = asked([ann, bob], you="bob", up="7", tie=0.75)
    assert {one.act: one.chance for one in found.plays}["stand"] == pytest.approx(0.75)


def test_all_alike_is_a_tie(shoe: Shoe) -> None:
    assert TwoPlayers(shoe=shoe, chips=(700, 700)).value(0, 0) == pytest.approx(0.5)
    assert TwoPlayers(shoe=shoe, chips=(700, 700), tie=0.25).value(0, 0) == pytest.approx(0.25)


def test_the_second_to_bet_with_a_small_lead_matches_the_first() -> None:
    """The rule of thumb that every book has: the one who leads and bets last bets as the other does."""
    found = asked(
        [player("ann", "1050"), player("bob", "1000", wager="100")],
        marker="bob",
        minimum="50",
        step="50",
        maximum="500",
    )
    assert found.best == 10_000
    assert found.chance > 0.7


def test_the_first_to_bet_is_answered_by_the_best_reply() -> None:
    players = [player("ann", "300"), player("bob", "350")]
    found = asked(players, minimum="50", step="50", maximum="300")
    best = found.wagers[0]
    replies = [
        asked([player("ann", "300", wager=str(best.wager // 100)), player("bob", "350")], you="bob",
              minimum="50", step="50", maximum="300")
    ]  # fmt: skip
    assert best.chance == pytest.approx(1 - replies[0].chance, abs=1e-9)


def test_wagers_that_nobody_sees_are_mixed_within_a_certified_gap() -> None:
    players = [player("ann", "300", undisclosed=True), player("bob", "350")]
    hidden = asked(players, minimum="100", step="100", maximum="300")
    shown = asked([player("ann", "300"), player("bob", "350")], minimum="100", step="100", maximum="300")
    assert sum(one.share or 0 for one in hidden.wagers) == pytest.approx(1)
    assert hidden.chance >= shown.chance - 1e-9


def test_a_matrix_is_solved_with_a_certificate() -> None:
    random = np.random.default_rng(3)
    for _ in range(50):
        solved = solve_matrix(random.random(random.integers(1, 12, 2)))
        assert solved.most - solved.least < 1e-4
        assert solved.rows.sum() == pytest.approx(1)
        assert solved.columns.sum() == pytest.approx(1)


# -------------------------------------------------------------------------------------------------- tables and rounds


def test_a_table_of_two_is_the_same_as_two_players(shoe: Shoe) -> None:
    boxes = (shoe.box(1000, 500, 5), shoe.box(1200, 400, 5))
    table = Field(shoe=shoe, boxes=boxes)
    expected = TwoPlayers(shoe=shoe, chips=(1000, 1200), chip=5).ordinary_value(500, 400)
    assert table.ordinary_value(0) == pytest.approx(expected)
    assert table.ordinary_value(0) + table.ordinary_value(1) == pytest.approx(1)


def test_the_chances_of_a_table_add_up_to_those_who_advance(shoe: Shoe) -> None:
    boxes = tuple(shoe.box(chips, bet, 5) for chips, bet in ((1000, 500), (1200, 400), (900, 300), (1000, 500)))
    table = Field(shoe=shoe, boxes=boxes, advance=2)
    assert sum(table.ordinary_value(seat) for seat in range(4)) == pytest.approx(2)
    assert table.best_value(0) > table.ordinary_value(0)


def test_a_table_is_advised_between_bounds() -> None:
    found = asked(
        [player("ann", "1000"), player("bob", "1200"), player("cat", "900")], advance=1, minimum="100", step="100"
    )
    assert found.least <= found.chance <= found.most
    assert {name for one in found.wagers for name, _ in one.others} == {"bob", "cat"}


def test_earlier_rounds_have_bounds_that_hold_the_last_hand_too() -> None:
    settings = {"minimum": "100", "step": "100", "maximum": "300"}
    found = asked([player("ann", "600"), player("bob", "700")], rounds_left=2, **settings)
    assert 0 < found.least <= found.chance <= found.most < 1
    assert found.most - found.least < 0.02


def test_a_table_with_rounds_to_come_is_played_out() -> None:
    found = asked([player("ann", "1000"), player("bob", "1200"), player("cat", "900")], rounds_left=2)
    assert found.least < found.chance < found.most


# -------------------------------------------------------------------------------------------------------------- play


def test_the_second_to_act_stands_once_the_first_is_over() -> None:
    players = [
        player("ann", "1000", wager="500", cards="T 6 9", stood=True),
        player("bob", "1000", wager="100", cards="T 2"),
    ]
    found = asked(players, you="bob", up="T")
    assert found.best in ("stand", "hit", "double")
    assert {one.act: round(one.chance, 6) for one in found.plays}["stand"] == 1.0  # they have more, whatever comes


def test_five_cards_that_have_won_are_beaten_by_a_larger_wager_alone() -> None:
    players = [
        player("ann", "1000", wager="500", cards="2 3 4 2 3", stood=True),
        player("bob", "1000", wager="400", cards="T 9"),
    ]
    found = asked(players, you="bob", up="T", book="melbourne-v26", game="blackjack-plus")
    values = {one.act: one.chance for one in found.plays}
    assert values["stand"] == pytest.approx(0)
    assert 0 < values["hit"] < values["double"]  # three cards may be doubled too


def test_a_low_hand_in_blackjack_select_only_takes_cards() -> None:
    players = [
        player("ann", "1000", wager="500", cards="T 9", stood=True),
        player("bob", "1000", wager="500", cards="5 6"),
    ]
    found = asked(players, you="bob", up="6", book="melbourne-v26", game="blackjack-select")
    assert [one.act for one in found.plays] == ["hit"]


def test_a_token_doubles_without_chips() -> None:
    players = [
        player("ann", "1000", wager="500", cards="T 9", stood=True),
        player("bob", "500", wager="500", cards="5 6"),
    ]
    found = asked(players, you="bob", up="6", book="melbourne-v26", game="free-bet-blackjack")
    values = {one.act: one.chance for one in found.plays}
    assert values["double"] > values["hit"] > 0
    assert "tens are not split" in found.assumed
    done = [player("ann", "500", wager="500", doubled="500", cards="5 6 T", stood=True), players[1]]
    assert asked(done, you="bob", up="6", book="melbourne-v26", game="free-bet-blackjack").chance < 0.5


def test_the_second_must_beat_a_hand_that_has_won() -> None:
    players = [
        player("ann", "1000", wager="500", cards="T T", stood=True),
        player("bob", "1000", wager="500", cards="T 9"),
    ]
    found = asked(players, you="bob", up="6")
    values = {one.act: one.chance for one in found.plays}
    assert 0 < values["hit"] < 0.5
    assert values["stand"] < 0.5
    assert "double" not in values  # 19 may not be doubled in Sydney


def test_what_is_asked_out_of_turn_is_refused() -> None:
    players = [player("ann", "1000", wager="500", cards="T 9"), player("bob", "1000", wager="500", cards="T 9")]
    with pytest.raises(CutcardError, match="ann acts before bob"):
        asked(players, you="bob", up="6")
    with pytest.raises(CutcardError, match="bob bets before ann"):
        asked([player("ann", "1000"), player("bob", "1000")], marker="bob")


# --------------------------------------------------------------------------------------------------------------- means


def test_the_documented_worth_of_seat_marker_hidden_wager_and_pass_card_is_true(shoe: Shoe) -> None:
    documented = (Path(__file__).parents[2] / "docs" / "tournament-strategy.md").read_text(encoding="utf-8")
    found = last_hand_means(shoe, 105_000)
    assert f"| {' | '.join(found.cells)} |" in documented
    assert min(found.act_last, found.bet_last, found.hidden, found.pass_card) > 0
    for back in buy_backs(shoe, (3,)):
        assert f"| {' | '.join(back.cells)} |" in documented


# --------------------------------------------------------------------------------------------------------------- files


@pytest.mark.parametrize(
    ("change", "words"),
    [
        ({"book": "nowhere"}, "no book"),
        ({"game": "crown-pontoon", "book": "melbourne-v26"}, "hand is worth its total"),
        ({"minimum": 25}, "money is written as a string"),
        ({"maximum": "5"}, "maximum is less than the minimum"),
        ({"rounds_left": 0}, "rounds_left is a whole number from 1 to 30"),
        ({"advance": 2}, "advance is a whole number from 1 to 1"),
        ({"you": "zoe"}, "you: there is no player called 'zoe'; there are"),
        ({"tie": 2}, "tie is the chance"),
        ({"colour": "red"}, "no setting called 'colour'"),
        ({"players": []}, "a list of 2 to 9"),
        ({"players": [player("ann", "10"), player("bob", "100")]}, "ann has fewer chips than the minimum"),
        ({"players": [player("ann", "10"), player("ann", "100")]}, "the same name"),
        ({"players": [player("ann", "100", cards="9 9"), player("bob", "100")]}, "the dealer's first card is missing"),
        ({"players": [player("ann", "100", wager="200"), player("bob", "100")]}, "more than their chips"),
        ({"up": "9"}, "the wager of ann and bob is missing"),
        ({"up": "Z"}, "ranks are written such as"),
        (
            {
                "up": "6",
                "players": [
                    player("ann", "100", wager="25", doubled="50", cards="5 6 T", stood=True),
                    player("bob", "100", wager="25", cards="T 6"),
                ],
            },
            "ann can have doubled by their wager",
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused_in_words(change: dict[str, Any], words: str) -> None:
    with pytest.raises(StandingError, match=words):
        standing_of({**example("two-players"), **change})


def test_every_example_is_a_table() -> None:
    for path in EXAMPLES.glob("*.toml"):
        assert standing_of(example(path.stem)).seats


def test_the_command_prints_words_and_json(tmp_path: Path) -> None:
    file = tmp_path / "table.json"
    table = {**example("two-players"), "minimum": "250", "step": "250", "marker": "bob",
             "players": [player("ann", "1000"), player("bob", "1200", wager="250")]}  # fmt: skip
    file.write_text(json.dumps(table))
    words = CliRunner().invoke(app, ["tournament", "advise", str(file)])
    assert words.exit_code == 0
    assert "Best wager: $500" in words.stdout
    found = json.loads(CliRunner().invoke(app, ["tournament", "advise", str(file), "--json"]).stdout)
    assert (found["you"], found["best"], found["asked"]) == ("ann", "500", "wager")
    assert found["wagers"][0]["others"] == {"bob": "250"}
