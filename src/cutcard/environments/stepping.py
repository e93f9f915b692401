"""Many tables of one box, each a decision further with every call: rounds of the simulator's kernel, stopped to ask.

The functions that know the rules are the kernel's own. What is here is the order in which a round asks, so that it can
be left at a decision and taken up again: all that is known of it lies in a line of `Fleet.now`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from cutcard.environments.fleet import (
    ADDED,
    ASKS,
    BETTING,
    DECISION,
    DECLINED,
    FIRST_BET,
    OVER,
    RESCUING,
    ROW,
    Fleet,
    compiled,
    ensure_words,
    inlined,
    observe,
    ready,
    table_at,
)
from cutcard.environments.round_in_steps import (
    ASKED,
    DECLINE,
    DONE,
    INSURE,
    PLAYS,
    RESCUE,
    TAKE_EVEN_MONEY,
    ask_offers,
    close_offers,
    deal_round,
    finish,
    may_split_now,
    one_card,
    play_on,
    split_hand,
)
from cutcard.simulate import kernel
from cutcard.simulate.kernel import (
    BUST,
    DOUBLE,
    DOUBLE_DOWN,
    EVEN_MONEY,
    GIVEN_UP,
    INSURED,
    LEFT,
    NET,
    SPLIT,
    STAND,
    STOOD,
    SURRENDER,
    SURRENDERED,
    TOKENS,
    WAGER,
    Game,
    Longs,
    Workspace,
)


@inlined
def answer_offer(game: Game, work: Workspace, now: Longs, mask: NDArray[np.int8], action: int) -> int:
    """An answer to what is on offer before play, and what comes next."""
    box = work.box
    if action == INSURE:
        most = box[WAGER] * game.insurance_most // game.insurance_of
        box[INSURED] = most // game.unit * game.unit
    elif action == TAKE_EVEN_MONEY:
        box[EVEN_MONEY] = 1
    elif action == SURRENDER:
        box[GIVEN_UP] = 1
    if action != DECLINE and ask_offers(game, work, now, mask):
        return ASKED
    return close_offers(game, work, now)


@inlined
def apply_decision(game: Game, work: Workspace, now: Longs, action: int, left: int, word: int) -> tuple[int, int, int]:
    """A decision on the hand in turn: how it ends the hand; 0: it does not."""
    if action != SPLIT and game.declined_bars and may_split_now(game, now):
        now[DECLINED] = 1
    if action == STAND:
        return STOOD, left, word
    if action == SURRENDER:
        return SURRENDERED, left, word
    if action == SPLIT:
        return split_hand(game, work, now, left, word)
    ended, left, word = one_card(game, work, now, left, word)
    if action == DOUBLE:
        now[ADDED] = work.box[WAGER]
        work.box[TOKENS] += game.double_token
        ended = DOUBLE_DOWN if now[ROW] else BUST
    return ended, left, word


@inlined
def apply_action(
    game: Game, fleet: Fleet, work: Workspace, now: Longs, mask: NDArray[np.int8], action: int, left: int, word: int
) -> tuple[bool, int, int]:
    """An action that is allowed; whether all hands of the box are done then."""
    comes, ended = PLAYS, 0
    if now[ASKS] == DECISION:
        ended, left, word = apply_decision(game, work, now, action, left, word)
    elif now[ASKS] == BETTING:
        work.box[WAGER] = fleet.bets[action - FIRST_BET] * fleet.wager
        comes, left, word = deal_round(game, work, now, mask, left, word)
    elif now[RESCUING]:
        now[RESCUING], ended = 2 if action == RESCUE else 1, DOUBLE_DOWN
    else:
        comes = answer_offer(game, work, now, mask, action)
    if comes == PLAYS:
        return play_on(game, fleet, work, now, mask, ended, left, word)
    return comes == DONE, left, word


@compiled
def open_all(game: Game, fleet: Fleet) -> None:
    """Shuffle at every table and make it ready for bets."""
    word = fleet.stream[kernel.WORD]
    for e in range(len(fleet.at)):
        word = ensure_words(fleet, word)
        work, now = table_at(fleet, e), fleet.now[e]
        left, word = ready(game, fleet, work, now, e, 0, word)
        work.at[LEFT] = left
        observe(game, fleet, work, now, e, left, BETTING, fleet.observed[e])
    fleet.stream[kernel.WORD] = word


@compiled
def step_all(game: Game, fleet: Fleet, actions: Longs) -> None:
    """One action at every table. Where it ends the round, the table is ready for the next bet at once."""
    word = fleet.stream[kernel.WORD]
    for e in range(len(actions)):
        action = actions[e]
        mask = fleet.mask[e]
        fleet.rewards[e], fleet.done[e] = 0.0, False
        legal = 0 <= action < len(mask) and mask[action] != 0
        fleet.refused[e] = not legal
        if not legal:
            continue
        word = ensure_words(fleet, word)
        work, now = table_at(fleet, e), fleet.now[e]
        over, left, word = apply_action(game, fleet, work, now, mask, action, work.at[LEFT], word)
        if over:
            left, word = finish(game, work, now, left, word)
            fleet.rewards[e] = float(work.box[NET]) / float(fleet.wager)
            fleet.done[e] = True
            observe(game, fleet, work, now, e, left, OVER, fleet.last[e])
            left, word = ready(game, fleet, work, now, e, left, word)
        work.at[LEFT] = left
        observe(game, fleet, work, now, e, left, now[ASKS], fleet.observed[e])
    fleet.stream[kernel.WORD] = word
