"""The engine against a referee that shares no code with it, over random rounds of every game with every side bet."""

from __future__ import annotations

import json
import os
import random
from collections.abc import Callable
from decimal import Decimal
from typing import Any

import pytest
import referee
from referee.found import found
from referee.mishaps import KINDS, kinds_of, mishap
from referee.rounds import random_jackpot, random_record
from referee.spoiled import spoiled
from support.clauses import clause
from support.records import by_player_and_box, decimals, doubted

from cutcard.records import RecordRefused, export, parse, replay, settle
from cutcard.rulebooks import BOOKS, load

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
SIDE_BETS = {bet for book in BOOKS for bet in load(book).side_bets}
ROUNDS = 400
SPOILED = 150  # records with something changed in them
MISHAPS = int(os.environ.get("CUTCARD_MISDEALT_ROUNDS", "1000"))  # rounds of each kind of mistake
FOUND = int(os.environ.get("CUTCARD_FOUND_ROUNDS", "1500"))  # rounds with invalid wagers and loss limits


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


JACKPOTS = {
    ("sydney-v15", "blackjack"): ["blazing-7s"],
    ("melbourne-v26", "blackjack"): ["blackjack-jackpots", "supernova"],
}


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_engine_and_referee_refuse_the_same_records(book: str, game: str) -> None:
    rng = random.Random(f"spoiled {book} {game}")
    refused = 0
    for i in range(SPOILED):
        bets = JACKPOTS.get((book, game), []) if i % 3 == 0 else []
        record = spoiled(rng, random_jackpot(rng, book, rng.choice(bets)) if bets else random_record(rng, book, game))
        ours, theirs = _outcome(settle, record), _outcome(referee.settle, record)
        refused += theirs is None
        assert ours == theirs, json.dumps(record)
    assert SPOILED // 10 < refused < SPOILED


def _outcome(settled: Callable[[dict[str, Any]], dict[str, Any]], record: dict[str, Any]) -> dict[str, Decimal] | None:
    """What everybody has won or lost; None where the record is refused."""
    try:
        return decimals(settled(record)["net"])
    except (RecordRefused, referee.Refused):
        return None


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


@clause("sydney-v15", "16.1", "16.2", "16.3", "16.4", "16.6", "16.8", "16.16.2", "17.4")
@clause("sydney-earlier", "17.1", "17.2", "17.3", "17.4", "17.6", "17.8", "17.16.2", "18.4")
@clause("canberra-2006", "14.1", "14.2", "14.3", "14.4", "14.5", "16.2(a)", 'A "Void"')
@clause("canberra-2003", "14.1", "14.2", "14.3", "14.4", "14.5", "16.3(a)", 'A "Void"')
@clause("melbourne-v26", "9.2", "9.3", "9.5", "9.7", "9.7.1", "9.7.2", "9.8", "9.8.1", "9.9", "9.9.1")
@clause("melbourne-v26", "9.1.1", "9.12", "9.12.1", "9.15", "21.11.2", "24.10.2")
@pytest.mark.parametrize("kind", KINDS)
def test_engine_and_referee_pay_the_same_where_the_deal_went_wrong(kind: str) -> None:
    games = [(book, game) for book, game in GAMES if kind in kinds_of(book, game)]
    for book, game in games:
        rng = random.Random(f"{kind} {book} {game}")
        for i in range(-(-MISHAPS // len(games))):
            record, theirs = mishap(rng, kind, book, game)
            ours, said = settle(record), json.dumps(record)
            assert decimals(ours["net"]) == decimals(theirs["net"]), said
            assert by_player_and_box(ours["settlement"]) == by_player_and_box(theirs["lines"]), said
            assert by_side_bet(ours["settlement"]) == by_side_bet(theirs["lines"]), said
            assert ours["dealer"]["cards"] == theirs["dealer"]["cards"], said
            assert [hand["cards"] for hand in ours["hands"]] == [hand["cards"] for hand in theirs["hands"]], said
            assert not doubted(ours), said
            if i % 10 == 0 and "misdealt" not in record:
                round_ = parse(record)
                again = settle(export(round_.setup, replay(round_).events))
                assert again["settlement"] == ours["settlement"], said


@clause("sydney-v15", '1.1 "Invalid Wager"', "16.22.1", "16.22.2", "16.22.3", "16.23", "16.23.1")
def test_engine_and_referee_pay_the_same_where_wagers_are_invalid_or_beyond_a_limit() -> None:
    rng = random.Random("found")
    for i in range(FOUND):
        record, theirs = found(rng)
        ours, said = settle(record), json.dumps(record)
        assert decimals(ours["net"]) == decimals(theirs["net"]), said
        if i % 10 == 0:
            round_ = parse(record)
            again = settle(export(round_.setup, replay(round_).events))
            assert again["settlement"] == ours["settlement"], said
