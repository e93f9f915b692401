"""What to do with a dealt hand: the chance to advance of each thing that it may do.

Two players: exact from the cards that are left, with all that lie on the table known. More: with constant chances.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import NO_HAND, VALUE_OF, VALUES, Floats, all_hands, row_of
from cutcard.odds.tournaments.exact_last_hand import ExactAgainstUp
from cutcard.odds.tournaments.field import Field
from cutcard.odds.tournaments.hand_states import NONE, States, tens_left_unsplit
from cutcard.odds.tournaments.outcomes import GIVEN_UP, NATURAL_HAND, OVER, BoxEnds, outcome_of_cards
from cutcard.odds.tournaments.play_kernel import best_box, split_worth
from cutcard.odds.tournaments.standing import Seat, Standing
from cutcard.odds.tournaments.two_players import LastHand, ahead, shoe_of, tables_of
from cutcard.odds.tournaments.wagers import lesser_doubles

HANDS = all_hands()
SPLIT_ONCE, TENS_LEFT = "a pair is split once", "tens are not split"
ROUNDS_NOTE = "as if this were the last round: what chips are worth in later rounds is not looked at"


@dataclass(frozen=True, slots=True, kw_only=True)
class Choice:
    """Something that a hand may do, and the chance to advance with it."""

    act: str  # stand, hit, double, double for N, split, surrender
    chance: float


def choices(at: Standing) -> tuple[list[Choice], bool, list[str]]:
    """What the asker's hand may do, best first; whether that is exact; what is assumed."""
    assumed = [SPLIT_ONCE, "insurance is not looked at"]
    if tens_left_unsplit(at.rules):
        assumed.append(TENS_LEFT)
    if at.rounds_left > 1:
        assumed.append(ROUNDS_NOTE)
    seats = [at.seats[seat] for seat in at.playing_order]
    mine = at.playing_order.index(at.you)
    _check_turn(seats, mine)
    if len(seats) == 2 and all(seat.wager for seat in seats):
        assumed.append("the other plays for their own best chance; what a split is worth is told with constant chances")
        found = _first(at, seats) if mine == 0 else _second(at, seats)
        exact = True
    else:
        assumed.append("all others play for the most chips on average; cards come with constant chances")
        found, exact = _in_field(at, seats, mine), False
    return sorted(found, key=lambda one: -one.chance), exact, assumed


def _check_turn(seats: list[Seat], mine: int) -> None:
    waiting = [seat.name for seat in seats[:mine] if not seat.stood and seat.wager]
    if waiting:
        raise CutcardError(f"{waiting[0]} acts before {seats[mine].name} and has not played: mark them as stood")


def _values(seat: Seat) -> list[int]:
    return [VALUE_OF[rank] for rank in seat.cards]


def _row(seat: Seat) -> int:
    return row_of(HANDS, *_values(seat))


def _boxes(at: Standing, seats: list[Seat]) -> tuple[BoxEnds, BoxEnds]:
    shoe = shoe_of(at.rules, at.decks)
    made = []
    for seat, other in ((seats[0], seats[1]), (seats[1], seats[0])):
        less = lesser_doubles(seat.chips, seat.wager or 0, other.chips, other.wager or 0, at.chip)
        extra = (seat.doubled,) if seat.doubled else ()
        made.append(shoe.box(seat.chips, seat.wager or 0, at.chip, less=tuple(dict.fromkeys((*less, *extra)))))
    return made[0], made[1]


def ended_class(box: BoxEnds, seat: Seat) -> int:
    """The class of ends of a hand that has been played."""
    _, plain, doubled, _ = box.tables
    row = _row(seat)
    total = int(HANDS.total[row]) if row != NO_HAND else 22
    outcome = outcome_of_cards(box.rules, len(seat.cards), total, doubled=seat.doubled > 0)
    if seat.doubled:
        return int(doubled[box.doubles.index(seat.doubled), outcome])
    if len(seat.cards) == 2 and total == 21:
        return int(plain[NATURAL_HAND])
    return int(plain[outcome])


def _first(at: Standing, seats: list[Seat]) -> list[Choice]:
    """The first to act: the second holds two cards, and will see what happens to this hand."""
    shoe = shoe_of(at.rules, at.decks)
    first, second = _boxes(at, seats)
    hand = LastHand(shoe=shoe, first=first, second=second, worth=ahead(at.tie_of_first))
    row, other = _row(seats[0]), _row(seats[1])
    starts = (np.array([row], np.int64), np.array([other], np.int64))
    sums = ExactAgainstUp(hand=hand, up=VALUE_OF[at.up], first=first, second=second, starts=starts, every_card=True)
    ways, replied = sums.replied
    value = sums.values_beside(0)
    left = sums.shoe - HANDS.counts[other] - HANDS.counts[row]
    state, chance = int(shoe.states.row_state[row]), left / left.sum()
    found = []
    if ways.stand[row] != NONE:
        found.append(Choice(act="stand", chance=float(replied[ways.stand[row], 0])))
    if shoe.states.hit[state]:
        then = [
            replied[ways.over[row, card, 0], 0] if HANDS.after[row, card] == NO_HAND else value[HANDS.after[row, card]]
            for card in range(VALUES)
        ]
        found.append(Choice(act="hit", chance=float(chance @ np.array(then))))
    for amount, added in enumerate(first.doubles if shoe.states.double[state, 0] != NONE else ()):
        at_ways = [
            ways.over[row, card, 1 + amount] if HANDS.after[row, card] == NO_HAND else ways.double[amount, row, card]
            for card in range(VALUES)
        ]
        found.append(Choice(act=_double(first, added), chance=float(chance @ replied[at_ways, 0])))
    split = sums.first_split(other)
    if shoe.states.pair[state] != NONE and split.size:
        found.append(Choice(act="split", chance=float(split[shoe.states.pair[state]])))
    if ways.given_up[row] != NONE:
        found.append(Choice(act="surrender", chance=float(replied[ways.given_up[row], 0])))
    return found


def _double(box: BoxEnds, added: int) -> str:
    return "double" if added == box.bet else f"double for {added / 100:g}"


def _second(at: Standing, seats: list[Seat]) -> list[Choice]:
    """The second to act: the first's cards and result are known."""
    shoe = shoe_of(at.rules, at.decks)
    first, second = _boxes(at, seats)
    hand = LastHand(shoe=shoe, first=first, second=second, worth=ahead(at.tie_of_first))
    row, up = _row(seats[1]), VALUE_OF[at.up]
    starts = (np.array([row], np.int64), np.array([row], np.int64))
    sums = ExactAgainstUp(hand=hand, up=up, first=first, second=second, starts=starts, every_card=True)
    dealt = np.bincount(_values(seats[0]), minlength=VALUES).astype(np.int32)
    ended = ended_class(first, seats[0])
    value, ends, worth = sums.after_first(dealt, ended)
    left = sums.shoe - dealt - HANDS.counts[row]
    return _second_choices(shoe.states, second, row, value, ends, worth, left / left.sum(), sums.second_split[ended],
                           shoe.gives_up(up))  # fmt: skip


def _second_choices(
    states: States, box: BoxEnds, row: int, value: Floats, ends: Floats, worth: Floats, chance: Floats, split: Floats,
    gives_up: bool,
) -> list[Choice]:  # fmt: skip
    state, (_, plain, doubled, _) = int(states.row_state[row]), box.tables
    after = HANDS.after[row]
    not_over = [card for card in range(VALUES) if after[card] != NO_HAND and chance[card] > 0]
    rest = ends[row] - sum((chance[card] * ends[after[card]] for card in not_over), np.zeros(ends.shape[1]))
    found = []
    if states.stand[state] != NONE:
        found.append(("stand", float(ends[row] @ worth[plain[states.stand[state]]])))
    if states.hit[state]:
        lost = float(rest @ worth[plain[OVER]])
        found.append(("hit", lost + sum(float(chance[card] * value[after[card]]) for card in not_over)))
    for amount, added in enumerate(box.doubles if states.double[state, 0] != NONE else ()):
        made = [float(chance[c] * (ends[after[c]] @ worth[doubled[amount, states.double[state, c]]])) for c in not_over]
        found.append((_double(box, added), float(rest @ worth[doubled[amount, OVER]]) + sum(made)))
    if states.pair[state] != NONE and split.size:
        found.append(("split", float(split[states.pair[state]])))
    if gives_up and states.two_cards[state] and not states.done[state]:
        found.append(("surrender", float(ends[row] @ worth[plain[GIVEN_UP]])))
    return [Choice(act=act, chance=1.0 - other) for act, other in found]


def _in_field(at: Standing, seats: list[Seat], mine: int) -> list[Choice]:
    """A table: the boxes before are known, those after are played ordinarily from any two cards."""
    shoe, up = shoe_of(at.rules, at.decks), VALUE_OF[at.up]
    boxes = tuple(shoe.box(s.chips, s.wager or 0, at.chip, less=(s.doubled,) if s.doubled else ()) for s in seats)
    table = Field(shoe=shoe, boxes=boxes, advance=at.advance, tie=at.tie)
    known = {i: ended_class(boxes[i], seat) for i, seat in enumerate(seats) if seat.stood and seat.wager}
    worth, box = table.worth(mine, known)[up], boxes[mine]
    states, chance, tables = shoe.states, shoe.chance[up], tables_of(box)
    value, play = np.zeros(len(states.stand)), shoe.no_play(box)
    best_box(states, shoe.split_states, tables, chance, worth, shoe.gives_up(up), 1.0, value, play)
    state = int(states.row_state[_row(seats[mine])])
    found = []
    if states.stand[state] != NONE:
        found.append(Choice(act="stand", chance=float(worth[tables.plain[states.stand[state]]])))
    if states.hit[state]:
        then = [worth[tables.plain[OVER]] if a == NONE else value[a] for a in states.after[state].tolist()]
        found.append(Choice(act="hit", chance=float(chance @ np.array(then))))
    for amount, added in enumerate(box.doubles if states.double[state, 0] != NONE else ()):
        made = worth[tables.doubled[amount, states.double[state]]]
        found.append(Choice(act=_double(box, added), chance=float(chance @ made)))
    split = split_worth(shoe.split_states, tables, chance, worth, 1.0, play)
    if states.pair[state] != NONE and split.size:
        found.append(Choice(act="split", chance=float(split[states.pair[state]])))
    if shoe.gives_up(up) and states.two_cards[state] and not states.done[state]:
        found.append(Choice(act="surrender", chance=float(worth[tables.plain[GIVEN_UP]])))
    return found
