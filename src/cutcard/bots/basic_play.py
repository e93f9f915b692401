"""Basic strategy from a small chart, for bots that have to play at once and need no exact figures.

What a game does not allow is passed over, so the chart serves every game: first the best act, then what comes next.
"""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.engine import State
from cutcard.engine.choices import Act, Choice, choices
from cutcard.engine.state import Hand

_ACE = 11


def basic_decisions(state: State) -> Iterator[Choice]:
    """The allowed calls for the hand whose turn it is, best first."""
    allowed = {choice.act: choice for choice in choices(state) if choice.allowed}
    if not state.dealer:  # passed over in the deal: that card comes first
        blind: tuple[Act, ...] = ("dealer-card", "stand", "hit")
        return (allowed[act] for act in blind if act in allowed)
    up = _ACE if state.up_card.value == 1 else state.up_card.value
    return (allowed[act] for act in preferences(state.hand, up) if act in allowed)


def preferences(hand: Hand, up: int) -> tuple[Act, ...]:
    """What to do with a hand against the dealer's card, best first."""
    acts: list[Act] = []
    values = [card.value for card in hand.cards]
    if len(values) == 2 and values[0] == values[1] and _splits(values[0], up):
        acts.append("split")
    if len(values) == 2 and _doubles(hand, up):
        acts.append("double")
    acts += ["hit", "stand"] if _hits(hand, up) else ["stand", "hit"]
    return tuple(acts)


def _splits(value: int, up: int) -> bool:
    if value in (1, 8):
        return up != _ACE or value == 1
    return {9: up in (2, 3, 4, 5, 6, 8, 9), 7: up <= 7, 6: up <= 6, 3: 4 <= up <= 7, 2: 4 <= up <= 7}.get(value, False)


def _doubles(hand: Hand, up: int) -> bool:
    if hand.soft:
        return 4 <= up <= 6 and 13 <= hand.total <= 18
    return {11: up <= 9, 10: up <= 9, 9: 3 <= up <= 6}.get(hand.total, False)


def _hits(hand: Hand, up: int) -> bool:
    if hand.soft:
        return hand.total <= 17 or (hand.total == 18 and up in (9, 10))
    if hand.total <= 11:
        return True
    if hand.total == 12:
        return not 4 <= up <= 6
    return hand.total <= 16 and up >= 7
