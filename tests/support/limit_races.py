"""Two processes, each with a table, that take wagers of one card at the same instant, again and again.

Whichever is first, the limit is never passed, and no wager within it is refused: where both fit, both are taken; where
each fits and not both, exactly one is; and whoever does not fit is refused, whatever the other does.
"""

from __future__ import annotations

import multiprocessing
from multiprocessing.connection import Connection
from multiprocessing.queues import Queue
from random import Random
from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.floor import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.players import SetLimit
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import (
    BringCards,
    BurnCard,
    CheckCards,
    Command,
    CutForAll,
    DeclineCut,
    OpenBetting,
    OpenTable,
    Person,
    PlaceCuttingCard,
    PlaceWager,
    SellChips,
    Shuffle,
    Sign,
    Sit,
    TakeBackWager,
)
from cutcard.table.ledger import LOSS, day_account
from support.carded import carded

SPAWN = multiprocessing.get_context("spawn")
PATIENCE_S = 600
TABLES = ("T1", "T2")
BOSS, ANN = Person("mia", "gaming-manager"), Person("ann", "player")
BOOK = "sydney-v15"
MOST = 100_000  # cents that may be lost in a day
CHIP = 500
MIN = 1000
TOGETHER = 4  # moments until both take everything back
Told = tuple[str, list[bool]]  # a table, and whether each of its wagers was taken


class Raced(NamedTuple):
    """What came of it, by moments."""

    both: int  # there was room for both
    one: int  # there was room for either, and one of them was taken
    other: int  # one of them was too high in any case
    none: int


class Moment(NamedTuple):
    """What the tables are asked to take at the same instant, by table."""

    amounts: tuple[int, int]
    last: bool  # afterwards everything is taken back


def moments(count: int, seed: int) -> list[Moment]:
    """Wagers of all sizes up to the limit, mostly such that there is room for one or two of them."""
    chance = Random(seed)

    def amount() -> int:
        return chance.randrange(MIN, MOST // chance.choice((1, 2, 4)) + CHIP + 1, CHIP)

    return [Moment((amount(), amount()), at % TOGETHER == TOGETHER - 1) for at in range(count)]


def race(where: str, count: int, seed: int = 0) -> Raced:
    """Let both tables take wagers so often; raises AssertionError where the limit did not hold, or was too low."""
    prepare(where)
    told = SPAWN.Queue()
    tables = [
        SPAWN.Process(target=contender, args=(where, name, count, seed, other, told))
        for name, other in zip(TABLES, SPAWN.Pipe(), strict=True)
    ]
    for table in tables:
        table.start()
    try:
        heard = dict(told.get(timeout=PATIENCE_S + count) for _ in tables)
    finally:
        for table in tables:
            table.join(10)
            if table.is_alive():
                table.terminate()
    taken = [*zip(*(heard[name] for name in TABLES), strict=True)]
    raced, held = judged(moments(count, seed), taken)
    store = Store.open(where)
    try:
        assert store.balance(day_account(LOSS, "aud", ANN.id, "1970-01-01")) == held
        report = audit(store)
        assert report.fault is None, str(report.fault)
    finally:
        store.close()
    return raced


def prepare(where: str) -> None:
    """Ann has a card, a limit, and chips at both tables, which have betting open."""
    store = Store.open(where)
    floor = BlockingFloor(store)
    carded(floor, ANN.id)
    done = floor.act_on_player(ANN.id, SetLimit("loss", "day", MOST), ANN, 0)
    assert isinstance(done, Done), done
    for table in TABLES:
        opening = OpenTable(table, BOOK, "blackjack", 6, Sign(MIN, 10 * MOST), chips=100 * MOST, layout_approved=True)
        _do(floor, table, opening)
        _do(floor, table, Sit(1), ANN)
        _do(floor, table, SellChips(ANN.id, 2 * MOST + 10 * CHIP))
        for command in (BringCards(), CheckCards(), Shuffle()):
            _do(floor, table, command)
        _do(floor, table, DeclineCut(), ANN)
        for last in (CutForAll(80), PlaceCuttingCard(78), BurnCard(), OpenBetting()):
            _do(floor, table, last)
    store.close()


def _do(floor: BlockingFloor, table: str, command: Command, by: Person = BOSS) -> None:
    answer = floor.act(table, command, by, 0)
    assert isinstance(answer, Done), (command, answer)


def meet(other: Connection) -> None:
    """Go on at the same instant as the other process: a byte each way, which costs less than a barrier."""
    other.send_bytes(b".")
    assert other.poll(PATIENCE_S), "the other table does not answer"
    other.recv_bytes()


def contender(where: str, name: str, count: int, seed: int, other: Connection, told: Queue[Told]) -> None:
    """One process with one of the tables."""
    store = Store.open(where)
    floor = BlockingFloor(store)
    taken: list[bool] = []
    lies = False
    for at, moment in enumerate(moments(count, seed), start=1):
        meet(other)
        answer = floor.act(name, PlaceWager(1, moment.amounts[TABLES.index(name)]), ANN, at)
        assert not isinstance(answer, Refusal) or answer.code == "loss-limit", answer
        taken.append(isinstance(answer, Done))
        lies = lies or taken[-1]
        if moment.last:
            meet(other)  # both have wagered
            back = floor.act(name, TakeBackWager(1), ANN, at) if lies else None
            assert isinstance(back, Done | None), back
            lies = False
    store.close()
    told.put((name, taken))


def judged(asked: list[Moment], taken: list[tuple[bool, ...]]) -> tuple[Raced, int]:
    """What the tables took, judged moment by moment, and what is at risk at the end."""
    both, one, other, none, held = 0, 0, 0, 0, 0
    for at, ((first, second), last) in enumerate(asked):
        fit = (held + first <= MOST, held + second <= MOST)
        said = f"moment {at}: {held} of {MOST} at risk, asked {first} and {second}, taken {taken[at]}"
        if held + first + second <= MOST:
            both += 1
            assert taken[at] == (True, True), f"{said}: there was room for both"
        elif fit == (True, True):
            one += 1
            assert sum(taken[at]) == 1, f"{said}: there was room for one of them"
        else:
            other, none = other + any(fit), none + (not any(fit))
            assert taken[at] == fit, f"{said}: there was room for {sum(fit)}"
        held += sum(amount for amount, yes in zip((first, second), taken[at], strict=True) if yes)
        assert held <= MOST, f"{said}: the limit is passed"
        held = 0 if last else held
    return Raced(both, one, other, none), held
