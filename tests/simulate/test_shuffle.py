"""The generator and the shuffle: known answers, and chi-square over positions and pairs."""

from __future__ import annotations

from math import sqrt

import numpy as np
import pytest
from numpy.typing import NDArray
from support.single_rounds import deal_out

from cutcard.cards import shoe
from cutcard.simulate import kernel as k
from cutcard.simulate.compile import encode_cards
from cutcard.simulate.kernel.dealing import refill

SHUFFLES = 60_000


@pytest.mark.parametrize(
    ("block", "chunk", "key", "words"),
    [
        (0, 0, 0, (0x6627E8D5, 0xE169C58D, 0xBC57AC4C, 0x9B00DBD8)),
        (0x85A308D3243F6A88 - (1 << 64), 0x0370734413198A2E, 0x299F31D0A4093822,
         (0xD16CFE09, 0x94FDCCEB, 0x5001E420, 0x24126EA1)),
    ],
)  # fmt: skip
def test_philox_gives_the_known_answers(block: int, chunk: int, key: int, words: tuple[int, ...]) -> None:
    work = k.workspace_for(1, 0, encode_cards(shoe(1)))
    work.at[k.BLOCK], work.at[k.CHUNK] = block, chunk
    work.at[k.KEY_LOW], work.at[k.KEY_HIGH] = key & 0xFFFFFFFF, key >> 32
    refill(work.at, work.words)
    assert tuple(int(work.words[i * k.BLOCKS]) for i in range(4)) == words


def _shuffles() -> NDArray[np.int64]:
    cards = encode_cards(shoe(1))
    place = {int(code): i for i, code in enumerate(cards)}
    work = k.workspace_for(1, 0, cards)
    work.at[k.KEY_LOW] = 2026
    out = np.zeros(52, np.uint16)
    found = np.zeros((SHUFFLES, 52), np.int64)
    numbers = np.zeros(1 << 12, np.int64)
    for code, i in place.items():
        numbers[code] = i
    for i in range(SHUFFLES):
        deal_out(work, out)
        found[i] = numbers[out]
    return found


def _z(counts: NDArray[np.int64], expected: float, freedom: int) -> float:
    """Chi-square in standard deviations from its mean."""
    chi = float(((counts - expected) ** 2 / expected).sum())
    return (chi - freedom) / sqrt(2 * freedom)


def test_every_card_is_as_likely_in_every_position_and_after_every_other() -> None:
    found = _shuffles()
    positions = np.zeros((52, 52), np.int64)
    pairs = np.zeros((52, 52), np.int64)
    for at in range(52):
        np.add.at(positions[at], found[:, at], 1)
    np.add.at(pairs, (found[:, :-1].ravel(), found[:, 1:].ravel()), 1)
    assert abs(_z(positions, SHUFFLES / 52, 51 * 51)) < 4
    assert not pairs.diagonal().any()
    apart = pairs[~np.eye(52, dtype=bool)]
    assert abs(_z(apart, SHUFFLES * 51 / (52 * 51), 52 * 51 - 1)) < 4


def test_one_shuffle_says_nothing_of_the_next() -> None:
    found = _shuffles()
    follows = np.zeros((52, 52), np.int64)
    np.add.at(follows, (found[:-1, 0], found[1:, 0]), 1)
    assert abs(_z(follows, (SHUFFLES - 1) / 52**2, 51 * 51)) < 4


def test_chunks_have_streams_of_their_own() -> None:
    rooms = [k.workspace_for(1, 0, encode_cards(shoe(1))) for _ in range(2)]
    rooms[1].at[k.CHUNK] = 1
    for work in rooms:
        refill(work.at, work.words)
    assert not np.intersect1d(rooms[0].words[:1000], rooms[1].words[:1000]).size > 2
