"""Melbourne: which side bets go with which game and how many decks, and who may place them."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, net, record, refused, settled

from cutcard.engine import Deal, NoMoreBets, PlaceWager, Played, Refusal, State, play
from cutcard.engine.commands import Command
from cutcard.records import parse

B = "melbourne-v26"
PONTOON = ["crown-pontoon", "6-to-5-pontoon", "spanish-blackjack"]
FULL = ["blackjack", "crown-blackjack", "premier-blackjack", "premium-doubling-blackjack", "sports-blackjack"]
FULL += ["blackjack-plus", "blackjack-select", "free-bet-blackjack"]
GAMES = [*FULL, "vegas-blackjack", *PONTOON]
TABLES = [(game, decks) for game in GAMES for decks in (4, 5, 6, 7, 8) if game != "vegas-blackjack" or decks == 4]
PLAIN = "9s 8d 9h Kc"  # 18 against 18, nobody has a natural
UNNAMED: dict[str, Any] = {"crown-suits": True, "blackjack-jackpots": True, "blackpot": True, "supernova": True}


def choice(bet: str, game: str, decks: int) -> Any:
    """The pay table under which a side bet is offered in these tests."""
    if bet == "perfect-pairs":
        return "A" if decks in (4, 6) and game not in PONTOON else True
    return "A" if bet == "buster-blackjack" else UNNAMED.get(bet, "1")


def offering(bet: str, game: str = "blackjack", decks: int = 6, **rest: Any) -> dict[str, Any]:
    """A table with one side bet on offer."""
    return {"game": game, "decks": decks, "side_bets": {bet: choice(bet, game, decks)}, **rest}


# ---------------------------------------------------------------------------------------------- games and decks


def forbidden(bet: str, game: str, decks: int) -> str | None:
    """The clause that keeps a side bet from a table, by the notes' table of what goes with what."""
    games, by_game = {
        "pontoon-pandemonium": (["crown-pontoon", "6-to-5-pontoon"], "11.1"),
        "magnificent-sevens": (["blackjack", "crown-blackjack"], "13.2:Magnificent Sevens wager"),
        "crown-suits": (["blackjack", "crown-blackjack", "crown-pontoon"], "16.2:Crown Suits wager"),
        "blackjack-jackpots": (FULL, "21.4.1"),
        "supernova": (FULL, "24.4.1"),
        "pot-of-gold": (["free-bet-blackjack"], "30.1"),
    }.get(bet, (GAMES, ""))
    if game not in games:
        return by_game
    allowed, by_decks = {
        "crown-suits": ([4, 6, 8], "16.4.1"),
        "blackjack-jackpots": ([6], "21.4.1"),
        "supernova": ([6], "24.4.1"),
        "spread-bet": ([4, 6, 8], "28.4.1"),
        "pot-of-gold": ([6, 8], "30.5.1"),
        "perfect-pairs": ([6, 8] if game in PONTOON else [4, 5, 6, 7, 8], "15.4.1"),
    }.get(bet, ([4, 5, 6, 7, 8], ""))
    return None if decks in allowed else by_decks


@pytest.mark.parametrize(("game", "decks"), TABLES)
@pytest.mark.parametrize(
    "bet",
    [
        pytest.param("pontoon-pandemonium", marks=clause(B, "11.1")),
        pytest.param("magnificent-sevens", marks=clause(B, "13.2:Magnificent Sevens wager")),
        pytest.param("perfect-pairs", marks=clause(B, "15.1", "15.4.1")),
        pytest.param("crown-suits", marks=clause(B, "16.2:Crown Suits wager", "16.4.1")),
        pytest.param("blackjack-jackpots", marks=clause(B, "21.4.1")),
        pytest.param("blackpot", marks=clause(B, "23.1")),
        pytest.param("supernova", marks=clause(B, "24.4.1")),
        pytest.param("buster-blackjack", marks=clause(B, "26.1")),
        pytest.param("spread-bet", marks=clause(B, "28.1", "28.4.1")),
        pytest.param("pot-of-gold", marks=clause(B, "30.1", "30.5.1")),
    ],
)
def test_a_side_bet_goes_with_its_own_games_and_decks_only(bet: str, game: str, decks: int) -> None:
    given = offering(bet, game, decks, wagers=["1 ann main 20", f"1 ann {bet} 2"])
    by = forbidden(bet, game, decks)
    if by is None:
        assert net(B, PLAIN, "stand", **given)["ann"] not in ("0", "-20")
    else:
        refusal = refused(B, PLAIN, "stand", **given)
        assert (refusal.clause, refusal.at) == (by, f"side_bets.{bet}")


CHAPTERS = {
    "pontoon-pandemonium": "11",
    "magnificent-sevens": "13",
    "perfect-pairs": "15",
    "crown-suits": "16",
    "blackjack-jackpots": "21",
    "blackpot": "23",
    "supernova": "24",
    "buster-blackjack": "26",
    "spread-bet": "28",
    "pot-of-gold": "30",
}
BESIDE = [
    ("9s 6d 9h Ac 4c", ["stand"]),  # 18 against a soft 17, on which some dealers draw
    ("9s 6d 8h Kc 6c", ["stand"]),  # against 22, which stands off in some games
    ("5s 7d 6h Kc Ks", ["hit"]),  # a drawn 21, which some pay at once
    ("9s 7d 7h Kc Ks", ["hit"]),  # gone over 21, after which the dealer draws for Buster alone
]
WITH = [
    pytest.param(bet, game, marks=clause(B, f"{chapter}.1"))
    for bet, chapter in CHAPTERS.items()
    for game in (*FULL, *PONTOON, "free-bet-blackjack", "blackjack-plus")
    if game != "blackjack-select"  # which draws to an 11 unasked
    if forbidden(bet, game, 6) is None or (bet, game) == ("pot-of-gold", "free-bet-blackjack")
]


@pytest.mark.parametrize(("cards", "actions"), BESIDE)
@pytest.mark.parametrize(("bet", "game"), WITH)
def test_beside_a_side_bet_the_game_is_played_by_its_own_rules_and_the_bet_by_its_chapter(
    bet: str, game: str, cards: str, actions: list[str]
) -> None:
    alone = settled(B, cards, *actions, game=game)
    both = settled(B, cards, *actions, **offering(bet, game, wagers=["1 ann main 20", f"1 ann {bet} 2"]))
    assert lines(both, bet="main") == lines(alone, bet="main")
    assert both["hands"] == alone["hands"]
    assert line(both, bet=bet)["clause"].startswith(f"{CHAPTERS[bet]}.")
    if bet == "buster-blackjack":
        assert both["dealer"]["total"] >= 17  # 26.4.3(a) goes before what the game says of a decided round
    else:
        assert both["dealer"] == alone["dealer"]


@clause(B, "13.1", "16.1")
@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("bet", ["magnificent-sevens", "crown-suits"])
def test_a_table_may_enable_a_side_bet_whose_clauses_disagree_about_its_games(bet: str, game: str) -> None:
    given = offering(bet, game, 4, wagers=["1 ann main 20", f"1 ann {bet} 2"])
    assert net(B, PLAIN, "stand", options={"doubtful-side-bets": True}, **given) == {"ann": "-2"}


@clause(B, "21.5.1(c)", "24.5.1(c)")
@pytest.mark.parametrize(
    ("bets", "by"),
    [(["blackjack-jackpots", "supernova"], "21.5.1(c)"), (["supernova", "blackjack-jackpots"], "24.5.1(c)")],
)
def test_a_table_belongs_to_one_group_of_jackpot_tables(bets: list[str], by: str) -> None:
    assert refused(B, PLAIN, "stand", side_bets=dict.fromkeys(bets, True)).clause == by


@pytest.mark.parametrize(
    ("bet", "game", "unknown"),
    [
        pytest.param("perfect-pairs", "blackjack", "C", marks=clause(B, "15.4.1")),
        pytest.param("magnificent-sevens", "blackjack", "3", marks=clause(B, "13.6.1")),
        pytest.param("spread-bet", "blackjack", "4", marks=clause(B, "28.4.1")),
        pytest.param("buster-blackjack", "blackjack", "F", marks=clause(B, "26.4.1")),
        pytest.param("pot-of-gold", "free-bet-blackjack", "3", marks=clause(B, "30.5.1")),
        pytest.param("pontoon-pandemonium", "crown-pontoon", "11", marks=clause(B, "11.5.3")),
    ],
)
def test_one_of_the_pay_tables_that_exist_must_be_named(bet: str, game: str, unknown: str) -> None:
    assert refused(B, PLAIN, "stand", game=game, side_bets={bet: unknown}).at == f"side_bets.{bet}"
    assert refused(B, PLAIN, "stand", game=game, side_bets={bet: True}).at == f"side_bets.{bet}"


# ------------------------------------------------------------------------------------------------ when it is placed


def after_one_card(given: dict[str, Any]) -> State:
    """The round with its betting closed and the first card dealt."""
    start = parse(given)
    state = State(start.setup)
    commands: tuple[Command, ...] = (*start.wagers, NoMoreBets(), Deal(start.cards[0]))
    for command in commands:
        played = play(state, command)
        assert isinstance(played, Played)
        state = played.state
    return state


@pytest.mark.parametrize(
    ("bet", "game"),
    [
        pytest.param("pontoon-pandemonium", "crown-pontoon", marks=clause(B, "11.4.1")),
        pytest.param("magnificent-sevens", "blackjack", marks=clause(B, "13.4.1")),
        pytest.param("perfect-pairs", "blackjack", marks=clause(B, "15.3.1")),
        pytest.param("crown-suits", "blackjack", marks=clause(B, "16.3.1")),
        pytest.param("blackjack-jackpots", "blackjack", marks=clause(B, "21.7.2")),
        pytest.param("blackpot", "blackjack", marks=clause(B, "23.3.1")),
        pytest.param("supernova", "blackjack", marks=clause(B, "24.6.2")),
        pytest.param("buster-blackjack", "blackjack", marks=clause(B, "26.3.1")),
        pytest.param("spread-bet", "blackjack", marks=clause(B, "28.3.1")),
        pytest.param("pot-of-gold", "free-bet-blackjack", marks=clause(B, "30.3.1")),
    ],
)
def test_a_side_bet_is_placed_before_the_first_card_and_not_after(bet: str, game: str) -> None:
    on_time = settled(B, PLAIN, "stand", **offering(bet, game, wagers=["1 ann main 20", f"1 ann {bet} 2"]))
    assert line(on_time, bet=bet)["staked"] == "2"
    late = play(after_one_card(record(B, PLAIN, **offering(bet, game))), PlaceWager(1, "ann", bet, 200))
    assert isinstance(late, Refusal)
    assert late.clause == "5.4"
