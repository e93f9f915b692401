"""Rounds of the GPU's kernel in numba's CUDA simulator, beside those of the CPU's kernel on the same cards.

Run as a program with NUMBA_ENABLE_CUDASIM=1: prints, for each game named, the rounds played and those that differ.
"""

from __future__ import annotations

import json
import sys
import warnings

import numpy as np

from cutcard.rulebooks import rules
from cutcard.simulate import Table, gpu, simple
from cutcard.simulate import kernel as k
from cutcard.simulate.compile import compile_game, shoe_of
from cutcard.simulate.program import RESULTS, results_of

BET = 200
TRACE = 200_000


def on_cpu(game: k.Game, cards: list[int]) -> int:
    """What the CPU's kernel pays a round with these cards, dealt in their order."""
    work = k.workspace_for(1, 0, np.array(cards[::-1], np.uint16))
    work.at[k.IN_ORDER], work.at[k.BET] = 1, BET
    hands = work.hand.reshape(-1, 1 << k.HAND_SHIFT)[: k.one_round(game, work)]
    net = hands[:, k.RETURNED] - hands[:, k.STAKED] + hands[:, k.DOUBLED_RETURNED] - hands[:, k.DOUBLED]
    return int(net.sum() + work.box[k.INSURANCE_RETURNED] - work.box[k.INSURED] + work.box[k.SUPER])


def check(game_of_book: str, rounds: int) -> dict[str, int]:
    """How many rounds of a game were played, differed, had a card twice; and whether two threads count as one does."""
    book, _, name = game_of_book.partition("/")
    game_rules = rules(book, name)
    table = Table(rules=game_rules, decks=max(game_rules.cards.decks), bet=BET)
    game, shoe = compile_game(table, simple(game_rules)), shoe_of(table)
    program = gpu.program_for(game, shoe, BET)
    size = (program.cards, program.per_rank, program.ranks, program.suited, len(program.table), gpu.resident(program))
    one = gpu.compiled(*size, len(program.added))
    counts, trace = np.zeros(RESULTS, np.uint64), np.zeros(TRACE, np.uint32)
    key = (np.uint32(7), np.uint32(9))
    one[1, 1, 0, gpu.shared(program)](program.table, program.added, *key, 0, rounds, counts, trace)
    values = {int(card) >> k.RANK_AT & 15: int(card) & k.VALUE for card in shoe}
    ranks, rest = sorted(values), [int(card) for card in shoe[:30]]
    drawn: list[int] = []
    told = {"rounds": 0, "differ": 0, "twice": 0, "counted": int(counts.sum())}
    for entry in map(int, trace):
        if entry < gpu.ROUND_OVER:
            drawn.append(entry)
            continue
        at = np.zeros(RESULTS, np.uint64)
        at[entry - gpu.ROUND_OVER] = 1
        (result,) = results_of(program, at)
        cards = [(ranks[card // program.per_rank], card & 3) for card in drawn]
        codes = [values[rank] | rank << k.RANK_AT | 1 << k.SUIT_AT + suit for rank, suit in cards]
        told["differ"] += on_cpu(game, codes + rest) != result
        told["twice"] += len(set(drawn)) < len(drawn)
        told["rounds"] += 1
        drawn = []
        if told["rounds"] == rounds:
            break
    return told


if __name__ == "__main__":
    warnings.simplefilter("ignore")  # whole numbers of 32 bits wrap around on purpose
    print(json.dumps({name: check(name, int(sys.argv[1])) for name in sys.argv[2:]}))
