"""Rounds of the GPU's kernel in numba's CUDA simulator, beside those of the CPU's kernel on the same cards.

Run as a program with a number of rounds, with NUMBA_ENABLE_CUDASIM=1 where there is no GPU: prints, for each case named
as book/game or book/game/cards before the cutting card, what was played and what differed. Every side bet that the
first cards decide lies on the box.
"""

from __future__ import annotations

import json
import sys
import warnings
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.rulebooks import rules
from cutcard.rulebooks.offers import meters, offered, tables
from cutcard.rulebooks.schema import Rules
from cutcard.sidebets import JUDGES
from cutcard.sidebets.view import DEALERS_CARD, TWO_CARDS
from cutcard.simulate import SideWager, Table, gpu, gpu_kernel, job_for, run_job, simple
from cutcard.simulate import kernel as k
from cutcard.simulate.compile import compile_game, shoe_of
from cutcard.simulate.program import RESULTS, cents_of
from support.single_rounds import one_round

BET = 200
TRACE = 200_000
LOW, HIGH = 7, 9
SEED = LOW | HIGH << 32


def first_card_bets(game_rules: Rules, decks: int) -> dict[str, SideWager]:
    """The side bets of a game that the first cards decide in their own round, each with its first pay table."""
    found: dict[str, SideWager] = {}
    for bet, side in offered(game_rules).items():
        fitting = [table for (_, at), table in tables(game_rules, side).items() if at == decks and not table.draws]
        by = JUDGES[side.judged_by].DECIDED_BY
        if fitting and by in (TWO_CARDS, DEALERS_CARD) and not side.carries and not set(side.not_with) & found.keys():
            found[bet] = SideWager(table=fitting[0], stake=side.amounts[0] if side.amounts else BET)
    return found


def table_of(case: str) -> Table:
    book, name, *cut = case.split("/")
    game_rules = rules(book, name)
    decks = max(game_rules.cards.decks)
    return Table(
        rules=game_rules,
        decks=decks,
        bet=BET,
        side_bets=first_card_bets(game_rules, decks),
        meters=dict.fromkeys(meters(game_rules), 5_000_000),
        dealing="shoe" if cut else "fresh",
        cut=int(cut[0]) if cut else 0,
    )


class Round(NamedTuple):
    """A round of a trace, from a shoe that had dealt so many cards before it."""

    cards: list[int]
    outcomes: list[int]
    result: int  # its counter
    before: int


class Shoe(NamedTuple):
    """The rounds between two shuffles, and all cards dealt in them, burnt ones included."""

    rounds: list[Round]
    cards: list[int]


def shoes_of(trace: NDArray[np.uint32], fresh: bool) -> list[Shoe]:
    """A trace as shoes; from a full shoe for each round, each has one round."""
    shoes = [Shoe([], [])]
    cards: list[int] = []
    outcomes: list[int] = []
    for entry in map(int, trace):
        now = shoes[-1]
        if entry == gpu_kernel.SHUFFLED:
            shoes.append(Shoe([], []))
        elif entry >= gpu_kernel.SIDE_BET:
            outcomes.append(entry - gpu_kernel.SIDE_BET - RESULTS)
        elif entry >= gpu_kernel.ROUND_OVER:
            now.rounds.append(Round(cards, outcomes, entry - gpu_kernel.ROUND_OVER, len(now.cards) - len(cards)))
            cards, outcomes = [], []
            shoes += [Shoe([], [])] if fresh else []
        else:
            now.cards.append(entry & gpu_kernel.BURNT - 1)
            cards += [entry] if entry < gpu_kernel.BURNT else []
    return shoes


def on_cpu(game: k.Game, cards: list[int]) -> tuple[int, list[int], NDArray[np.int64]]:
    """A round with these cards in the CPU's kernel: its result, its side bets' outcomes and what those return."""
    work = k.workspace_for(1, game.sides, np.array(cards[::-1], np.uint16))
    work.at[k.IN_ORDER], work.at[k.BET] = 1, BET
    hands = work.hand.reshape(-1, 1 << k.HAND_SHIFT)[: one_round(game, work)]
    net = hands[:, k.RETURNED] - hands[:, k.STAKED] + hands[:, k.DOUBLED_RETURNED] - hands[:, k.DOUBLED]
    result = int(net.sum() + work.box[k.INSURANCE_RETURNED] - work.box[k.INSURED] + work.box[k.SUPER])
    outcomes = [side * k.OUTCOMES + int(work.outcome[side]) for side in range(game.sides)]
    return result, outcomes, work.returned[: game.sides]


def played(game: gpu.GpuGame, rounds: int, blocks: int, threads: int, trace: NDArray[np.uint32]) -> NDArray[np.uint64]:
    """What so many blocks of so many threads count; every thread plays chunk after chunk in turn with the others."""
    counts = np.zeros(game.shape.counters, np.uint64)
    tables = (game.program.table, game.program.added, game.pairs, game.rows)
    kernel, first, key = gpu_kernel.compiled(game.shape), 0, (np.uint32(LOW), np.uint32(HIGH))
    gpu.prepared(kernel, (*tables, *key, first, rounds, counts, trace), game.shape)
    while first * gpu_kernel.CHUNK < rounds:
        kernel[blocks, threads, 0, game.shape.shared(threads)](*tables, *key, first, rounds, counts, trace)
        first += blocks * threads
    return counts


def check(case: str, rounds: int) -> dict[str, int]:
    """How many rounds and side bets of a case were played, and what was not as it should be."""
    table = table_of(case)
    compiled, cards = compile_game(table, simple(table.rules)), shoe_of(table)
    game = gpu.game_for(compiled, cards, BET)
    trace = np.zeros(TRACE, np.uint32)
    counts = played(game, rounds, 1, 1, trace)
    shoes = shoes_of(trace[: np.flatnonzero(trace)[-1] + 1], not game.shape.shoe)
    dealt = [one for shoe in shoes for one in shoe.rounds]
    codes = {(int(c) >> k.RANK_AT & 15, int(c) >> k.SUIT_AT): int(c) for c in cards}
    ranks, rest, cents = sorted({rank for rank, _ in codes}), [int(card) for card in cards[:30]], cents_of(game.program)
    differ, side_nets = 0, np.zeros(compiled.sides, np.int64)
    for one in dealt:
        coded = [codes[ranks[card // game.shape.per_rank], 1 << (card & 3)] for card in one.cards]
        result, outcomes, returned = on_cpu(compiled, coded + rest)
        differ += (result, outcomes) != (int(cents[one.result]), one.outcomes)
        side_nets += returned - compiled.side_stake[: compiled.sides]
    totals, _, _ = run_job(job_for(table, simple(table.rules), rounds, SEED), device="gpu")
    nets = int((cents * counts[:RESULTS].astype(np.int64)).sum())
    summed = [totals.rounds, totals.sums[k.NETS], *totals.side_sums[: 2 * compiled.sides : 2]]
    gpu_kernel.CHUNK = 5
    shapes = [played(game, 33, *shape, np.zeros(0, np.uint32)).tolist() for shape in ((1, 1), (2, 2), (3, 1))]
    return {
        "rounds": len(dealt),
        "counted": int(counts[:RESULTS].sum()),
        "side bets": int(counts[RESULTS:].sum()) // rounds,
        "differ": differ,
        "totals differ": int(summed != [rounds, nets, *side_nets.tolist()]),
        "twice": sum(len(set(shoe.cards)) < len(shoe.cards) for shoe in shoes),
        "after the cutting card": sum(game.shape.shoe and one.before >= table.cut for one in dealt),
        "shuffled early": sum(game.shape.shoe and len(shoe.cards) < table.cut for shoe in shoes[:-1]),
        "not burnt": sum(game.shape.shoe and shoe.rounds[0].before != table.burn for shoe in shoes if shoe.rounds),
        "shoes": len(shoes) - 1 if game.shape.shoe else 0,
        "by other blocks and threads": sum(shape != shapes[0] for shape in shapes),
    }


def main() -> None:
    warnings.simplefilter("ignore")  # whole numbers of 32 bits wrap around on purpose
    told, chunk = {}, gpu_kernel.CHUNK
    for case in sys.argv[2:]:
        gpu_kernel.CHUNK = chunk
        told[case] = check(case, int(sys.argv[1]))
    print(json.dumps(told))


if __name__ == "__main__":
    main()
