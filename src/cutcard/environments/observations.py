"""What a player at a table sees, as spaces of Gymnasium and as arrays."""

from __future__ import annotations

from typing import Any, Literal

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from cutcard.cards import PACK, Card
from cutcard.engine import OFFER_NEEDS, Hand, State
from cutcard.environments.engine_table import EngineTable, TablePlan
from cutcard.errors import CutcardError, listed
from cutcard.simulate.table import Count

Seen = Literal["hand", "count", "cards"]
SEEN: tuple[Seen, ...] = ("hand", "count", "cards")
BETTING, OFFERS, DECISION, OVER = range(4)
PHASES = 4
UNSPLIT, FIRST_OF_SPLIT, FURTHER = range(3)
KINDS = 3
HANDS_MOST = 32
TOTAL_MOST = 31
TIMES_MOST = 10_000
PLACE = {card.text: place for place, card in enumerate(PACK)}
COUNT_MOST = 1000.0

Observation = dict[str, Any]


def check_seen(seen: str) -> None:
    if seen not in SEEN:
        raise CutcardError(f"an observation shows {listed(SEEN, 'or')}, not {seen!r}")


def observation_space(plan: TablePlan, seen: str) -> spaces.Dict:
    """The space of what a player sees."""
    check_seen(seen)
    fields: dict[str, spaces.Space[Any]] = {
        "phase": spaces.Discrete(PHASES),
        "total": spaces.Discrete(TOTAL_MOST + 1),
        "soft": spaces.Discrete(2),
        "pair": spaces.Discrete(11),
        "up": spaces.Discrete(11),
        "kind": spaces.Discrete(KINDS),
        "hands": spaces.Discrete(HANDS_MOST),
        "waiting": spaces.Discrete(HANDS_MOST),
        "cards": spaces.Box(0, 32, (len(PACK),), np.int8),
        "wager": spaces.Box(0, TIMES_MOST, (1,), np.float32),
    }
    if seen == "count":
        fields["count"] = spaces.Box(-COUNT_MOST, COUNT_MOST, (2,), np.float32)
        fields["left"] = spaces.Box(0, plan.decks, (1,), np.float32)
    if seen == "cards":
        fields["unseen"] = spaces.Box(0, plan.decks, (len(PACK),), np.int8)
    return spaces.Dict(fields)


def observed(table: EngineTable, player: str, seen: str, unit: int, box: int | None = None) -> Observation:
    """What a player sees: their hand in turn (otherwise their first), the dealer's card, and what has been dealt."""
    state = table.state
    hand = hand_of(state, player, box)
    observation: Observation = {
        "phase": phase_of(state),
        "total": min(hand.total, TOTAL_MOST) if hand else 0,
        "soft": int(hand.soft) if hand else 0,
        "pair": pair_of(hand) if hand else 0,
        "up": state.up_card.value if state.dealer else 0,
        "kind": kind_of(hand) if hand else UNSPLIT,
        "hands": state.boxes[hand.box].hands_made if hand else 0,
        "waiting": _waiting(state, hand) if hand else 0,
        "cards": places(hand.cards if hand else ()),
        "wager": np.array([_wager(state, player, box) / unit], np.float32),
    }
    if seen == "count":
        running, left = high_low(table), len(table.unseen) / 52
        observation["count"] = np.array([running, running / max(left, 0.5)], np.float32)
        observation["left"] = np.array([left], np.float32)
    if seen == "cards":
        observation["unseen"] = places(table.unseen)
    return observation


def phase_of(state: State) -> int:
    if state.needs == "wagers":
        return BETTING
    if state.needs in OFFER_NEEDS:
        return OFFERS
    return DECISION if state.needs == "decision" else OVER


def hand_of(state: State, player: str, box: int | None = None) -> Hand | None:
    """The player's hand in turn; where it is not their turn, the first of theirs, on one box or any."""
    boxes = [(hand, state.boxes[hand.box]) for hand in state.hands]
    own = [hand for hand, its in boxes if its.control == player and box in (None, its.number)]
    in_turn = state.hands[state.turn] if 0 <= state.turn < len(state.hands) else None
    return in_turn if in_turn in own else own[0] if own else None


def pair_of(hand: Hand) -> int:
    """The value of two cards of equal value, the ace as one; 0 where they are not a pair."""
    values = [card.value for card in hand.cards]
    return values[0] if len(values) == 2 and values[0] == values[1] else 0


def kind_of(hand: Hand) -> int:
    return UNSPLIT if not hand.split else FIRST_OF_SPLIT if hand.key == 0 else FURTHER


def _waiting(state: State, hand: Hand) -> int:
    """Hands of the same box that wait for their second card."""
    return sum(other.box == hand.box and len(other.cards) == 1 for other in state.hands)


def _wager(state: State, player: str, box: int | None) -> int:
    own = (wager for wager in state.wagers if wager.player == player and box in (None, wager.box))
    return sum(wager.staked for wager in own if wager.bet == "main")


def places(cards: tuple[Card, ...] | list[Card]) -> NDArray[np.int8]:
    """How many there are of each card of a pack: ranks from two to ace, four suits each."""
    return np.bincount([PLACE[card.text] for card in cards], minlength=len(PACK)).astype(np.int8)


def high_low(table: EngineTable) -> int:
    """The high-low count of every card seen since the shuffle."""
    tags = Count().tags
    return sum(tags[card.value - 1] for card in table.seen)


# ------------------------------------------------------------------------------------------------------- as one row


def row_space(space: spaces.Dict) -> spaces.Box:
    """The same as one row of numbers, field after field in the order of their names."""
    low, high = [], []
    for name in sorted(space.spaces):
        field: Any = space[name]
        if isinstance(field, spaces.Discrete):
            low.append(np.zeros(1))
            high.append(np.full(1, float(field.n - 1)))
        else:
            low.append(np.ravel(field.low))
            high.append(np.ravel(field.high))
    return spaces.Box(np.concatenate(low).astype(np.float32), np.concatenate(high).astype(np.float32))


def row_of_fields(observation: Observation) -> NDArray[np.float32]:
    return np.concatenate([np.ravel(observation[name]) for name in sorted(observation)]).astype(np.float32)
