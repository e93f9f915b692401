"""Games of other houses, with a hole card or without: the engine against the referee over random rounds."""

from __future__ import annotations

import json
import random
from collections.abc import Iterator

import pytest
from referee.games import HOUSE_GAMES
from referee.rounds import random_result
from support.own_books import named_book
from support.records import by_player_and_box, decimals

from cutcard.records import export, parse, replay, settle

ROUNDS = 1000
_COMMON = """
cards.decks = [6]
split.declined_bars_later = false
split.hands_max = 4
double.totals = []
surrender.against = ["2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K", "A"]
"""
_HOUSE = f'like = "melbourne-v26/blackjack"{_COMMON}surrender.offered = "on-turn"\n'
_EARLY = 'surrender.offered = "before-play"\nsurrender.void_on_natural = false\n'
_ACES = "split.aces_hands_max = 4\nsplit.aces_cards = 12\ndouble.split_aces = true\n"
GAMES = {
    "strip": _HOUSE + 'dealer.hole_card = "peeked"\ndealer.hits_soft_17 = true',
    "unpeeked": _HOUSE + 'dealer.hole_card = "unpeeked"',
    "early": _HOUSE.replace('surrender.offered = "on-turn"\n', _EARLY) + 'dealer.hole_card = "peeked"',
    "six-cards": _HOUSE.replace('surrender.offered = "on-turn"\n', _EARLY)
    + 'dealer.hole_card = "unpeeked"\nwinning.five_and_under = 6',
    "seven-cards": _HOUSE.replace("on-turn", "never") + "winning.five_and_under = 7",
    "five-cards": _HOUSE + 'dealer.hole_card = "peeked"\nwinning.five_and_under = 5',
    "aces-again": _HOUSE + 'dealer.hole_card = "peeked"\nsplit.aces_hands_max = 4\ndouble.split_totals = [10, 11]',
    "aces-draw": _HOUSE + f'dealer.hole_card = "unpeeked"\n{_ACES}',
    "nevada-spanish": f'like = "melbourne-v26/crown-pontoon"{_COMMON}dealer.hole_card = "peeked"\n{_ACES}',
}


@pytest.fixture(scope="module", autouse=True)
def house_games(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    text = "\n".join(f"[games.{name}]\n{lines}" for name, lines in GAMES.items())
    with named_book(tmp_path_factory.mktemp("books"), "house-games", text):
        yield


def test_the_referee_knows_the_same_games() -> None:
    assert {("house-games", name) for name in GAMES} == set(HOUSE_GAMES)


@pytest.mark.parametrize("game", GAMES)
def test_engine_and_referee_pay_the_same(game: str) -> None:
    rng = random.Random(game)
    for i in range(ROUNDS):
        record, theirs = random_result(rng, "house-games", game, side_bets=game in ("strip", "unpeeked"))
        ours, said = settle(record), json.dumps(record)
        assert decimals(ours["net"]) == decimals(theirs["net"]), said
        assert by_player_and_box(ours["settlement"]) == by_player_and_box(theirs["lines"]), said
        assert ours["dealer"]["cards"] == theirs["dealer"]["cards"], said
        assert ours["unused"] == theirs["unused"], said
        if i % 10 == 0:
            round_ = parse(record)
            again = settle(json.loads(json.dumps(export(round_.setup, replay(round_).events))))
            assert [again[key] for key in ("dealer", "hands", "settlement")] == [
                ours[key] for key in ("dealer", "hands", "settlement")
            ], said
