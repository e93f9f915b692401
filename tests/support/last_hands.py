"""Plays last hands by the advice, to see that its chances are what comes of it."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import VALUES, Bools, Ints, Longs
from cutcard.lookup.dealer_hands import MOST, standing_hands
from cutcard.odds.tournaments.play_kernel import BoxPlay
from cutcard.odds.tournaments.two_players import LastHand, tables_of
from cutcard.rulebooks.schema import Rules
from support.last_hand_kernel import LOG_PLACES, Dealing, TablePlay, play_last_hands


@dataclass(frozen=True, slots=True, kw_only=True)
class Played:
    """The first player's chance to advance as it came out, and its standard error."""

    hands: int
    chance: float
    error: float


def play(hand: LastHand, hands: int, seed: int = 1) -> Played:
    """Deal and play so many last hands, each from a full shoe, both players by the best play of constant chances."""
    dealing = Dealing(_deck(hand), np.array([seed], np.uint64), np.zeros(4, np.int64), np.zeros(LOG_PLACES, np.int32))
    total, squares = _played(hand, dealing, hands, np.zeros(2, np.int64))
    mean = float(total) / hands
    spread = max(float(squares) / hands - mean * mean, 0.0)
    return Played(hands=hands, chance=mean, error=float(np.sqrt(spread / hands)))


def play_in_order(hand: LastHand, values: list[int]) -> tuple[Longs, list[int], int]:
    """Play one hand from cards in this order: both players' chips after it, what they did, how many cards it took."""
    deck = np.array(values[::-1], np.int32)
    at = np.array([0, 0, 1, hand.shoe.rules.draw.automatic == "always"], np.int64)
    dealing = Dealing(deck, np.zeros(1, np.uint64), at, np.zeros(LOG_PLACES, np.int32))
    ended = np.zeros(2, np.int64)
    _played(hand, dealing, 1, ended)
    return ended, dealing.log[: at[1]].tolist(), len(values) - int(at[0])


def _played(hand: LastHand, dealing: Dealing, hands: int, ended: Longs) -> tuple[float, float]:
    if hand.insures:
        raise CutcardError("last hands are played without insurance")
    shoe, boxes = hand.shoe, (hand.first, hand.second)
    lead = _stacked([against.first for against in hand.against])
    reply = _stacked([against.second for against in hand.against])
    tables = (tables_of(boxes[0]), tables_of(boxes[1]))
    tie = float(hand.worth(np.zeros(1, np.int64), np.zeros(1, np.int64))[0])
    sums = np.zeros(2)
    play_last_hands(
        shoe.states, shoe.split_states, tables, (lead, reply), (boxes[0].finals, boxes[1].finals),
        _stands(shoe.rules), _pushes(shoe.rules), tie, dealing, hands, ended, sums,
    )  # fmt: skip
    return float(sums[0]), float(sums[1])


def _stacked(plays: list[BoxPlay]) -> TablePlay:
    """The tables against all first cards of the dealer one after the other."""
    rows = (np.stack(column).astype(np.int8).reshape(-1) for column in zip(*plays, strict=True))
    return TablePlay(len(plays[0].action), *rows)


def _deck(hand: LastHand) -> Ints:
    return np.repeat(np.arange(VALUES), hand.shoe.cards.astype(int)).astype(np.int32)


def _pushes(rules: Rules) -> Bools:
    """By total, whether it is a stand-off although it is over 21."""
    pushes = np.zeros(MOST + 11, np.bool_)
    pushes[list(rules.dealer.pushes_on)] = True
    return pushes


def _stands(rules: Rules) -> Bools:
    """By the sum with aces as one, and whether an ace counts eleven."""
    stands = np.zeros((MOST + 11, 2), np.bool_)
    for hard, total in standing_hands(rules):
        stands[hard, int(total != hard)] = True
    return stands
