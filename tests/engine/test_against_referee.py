"""The engine against a referee that shares no code with it, over random rounds of every game with every side bet."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from typing import Any

import pytest
import referee
from referee.rounds import random_record

from cutcard.records import export, parse, replay, settle
from cutcard.rulebooks import BOOKS, load

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
SIDE_BETS = {bet for book in BOOKS for bet in load(book).side_bets}
ROUNDS = 400


def decimals(net: dict[str, str]) -> dict[str, Decimal]:
    return {player: Decimal(amount) for player, amount in net.items()}


def by_player_and_box(lines: list[dict[str, Any]]) -> dict[tuple[int, str], Decimal]:
    sums: dict[tuple[int, str], Decimal] = {}
    for line in lines:
        key = (line["box"], line["player"])
        sums[key] = sums.get(key, Decimal(0)) + Decimal(line["returned"]) - Decimal(line["staked"])
    return sums


def by_side_bet(lines: list[dict[str, Any]]) -> dict[tuple[int, str, str], Decimal]:
    sums: dict[tuple[int, str, str], Decimal] = {}
    for line in lines:
        if line["bet"] in SIDE_BETS:
            key = (line["box"], line["player"], line["bet"])
            sums[key] = sums.get(key, Decimal(0)) + Decimal(line["returned"]) - Decimal(line["staked"])
    return sums


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_engine_and_referee_pay_the_same(book: str, game: str) -> None:
    rng = random.Random(f"{book} {game}")
    for _ in range(ROUNDS):
        record = random_record(rng, book, game)
        ours, theirs = settle(record), referee.settle(record)
        said = json.dumps(record)
        assert decimals(ours["net"]) == decimals(theirs["net"]), said
        assert by_player_and_box(ours["settlement"]) == by_player_and_box(theirs["lines"]), said
        assert by_side_bet(ours["settlement"]) == by_side_bet(theirs["lines"]), said
        assert ours["dealer"]["cards"] == theirs["dealer"]["cards"], said
        assert ours["unused"] == theirs["unused"], said


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_exported_round_replays_to_the_same_settlement(book: str, game: str) -> None:
    rng = random.Random(f"export {book} {game}")
    for _ in range(ROUNDS // 4):
        record = random_record(rng, book, game)
        round_ = parse(record)
        again = export(round_.setup, replay(round_).events)
        first, second = settle(record), settle(json.loads(json.dumps(again)))
        for key in ("dealer", "hands", "settlement", "net"):
            assert first[key] == second[key], json.dumps(record)
