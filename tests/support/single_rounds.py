"""One round, or the cards of one shoe, by the simulator's kernel, compiled as it is itself."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutcard.simulate.kernel import LEFT, RESERVE, START, WORD, WORDS, Game, Workspace
from cutcard.simulate.kernel.dealing import deal, initial_deal, refill
from cutcard.simulate.kernel.decorators import compiled
from cutcard.simulate.kernel.round_play import play_on, wager_alike


@compiled
def one_round(game: Game, work: Workspace) -> int:
    """One round from the shoe as it lies; the number of hands is returned."""
    at = work.at
    at[START] = at[LEFT]
    if at[WORD] > WORDS - RESERVE:
        refill(at, work.words)
        at[WORD] = 0
    wager_alike(game, work)
    up, left, word = initial_deal(game, work, game.boxes, at[LEFT], at[WORD])
    at[LEFT], at[WORD], hands = play_on(game, work, game.boxes, up, left, word)
    return hands


@compiled
def deal_out(work: Workspace, out: NDArray[np.uint16]) -> None:
    """Shuffle everything and deal so many cards."""
    if work.at[WORD] > WORDS - RESERVE:
        refill(work.at, work.words)
        work.at[WORD] = 0
    left, word = len(work.deck), work.at[WORD]
    for i in range(len(out)):
        card, left, word = deal(work, left, word)
        out[i] = card
    work.at[WORD] = word
