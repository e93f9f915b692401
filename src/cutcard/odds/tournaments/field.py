"""The last hand of a whole table: one player's best play where all others play ordinarily.

Given the dealer's first card and final hand, the boxes are independent: what each of the others ends with is a
distribution, and the chance to be among those who advance a sum over how many have more and how many as much.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import product

import numpy as np

from cutcard.lookup.all_hands import VALUES, Floats, Longs
from cutcard.money import Cents
from cutcard.odds.tournaments.outcomes import ENDS, BoxEnds
from cutcard.odds.tournaments.play_kernel import best_box
from cutcard.odds.tournaments.two_players import Shoe, ordinary, tables_of


def advance_chances(mine: Longs, others: Sequence[tuple[Longs, Floats]], advance: int, tie: float) -> Floats:
    """The chance to advance with each of these chips, against others who have chips, in rising order, with chances.

    Chances may have further dimensions before that of the chips. Of several with equal chips at the last place each has
    the same chance; of two, `tie`.

    >>> advance_chances(np.array([3, 2]), [(np.array([1, 2]), np.array([0.5, 0.5]))], 1, 0.5).tolist()
    [1.0, 0.75]
    """
    many = len(others)
    shape = others[0][1].shape[:-1] if others else ()
    state = np.zeros((advance + 1, many + 1, *shape, len(mine)))  # those with more, as far as it matters; those alike
    state[0, 0] = 1.0
    for chips, chance in others:
        upto = np.concatenate([np.zeros((*chance.shape[:-1], 1)), np.cumsum(chance, axis=-1)], axis=-1)
        below = upto[..., np.searchsorted(chips, mine, "left")]
        level = upto[..., np.searchsorted(chips, mine, "right")] - below
        above = np.maximum(upto[..., -1:] - below - level, 0.0)
        after = state * below
        after[1:] += state[:-1] * above
        after[-1] += state[-1] * above
        after[:, 1:] += state[:, :-1] * level
        state = after
    total = np.zeros((*shape, len(mine)))
    for more in range(advance):
        for alike in range(many + 1):
            share = min(1.0, (advance - more) / (alike + 1))
            total += state[more, alike] * (tie if (advance - more, alike) == (1, 1) else share)
    return total


@dataclass(frozen=True, kw_only=True)
class Field:
    """A table of players with their wagers laid."""

    shoe: Shoe
    boxes: tuple[BoxEnds, ...]
    advance: int = 1
    tie: float = 0.5

    @cached_property
    def ends(self) -> list[BoxChips]:
        return [box_chips(self.shoe, box) for box in self.boxes]

    def worth(self, seat: int, known: dict[int, int] | None = None) -> Floats:
        """A seat's chance to advance, by the dealer's first card and class of its own ends.

        `known` has the classes of boxes that have been played.
        """
        finals = self.boxes[seat].finals
        total, known = np.zeros((VALUES, len(finals))), known or {}
        for end in range(ENDS):
            others = []
            for at, other in enumerate(self.boxes):
                if at != seat and at in known:
                    others.append((other.finals[[known[at]], end], np.ones((VALUES, 1))))
                elif at != seat:
                    others.append((self.ends[at].chips[end], self.ends[at].chance[end]))
            mine, where = np.unique(finals[:, end], return_inverse=True)
            chances = advance_chances(mine, others, self.advance, self.tie)
            total += self.shoe.ends[:, [end]] * chances[:, where]
        return total

    def ordinary_value(self, seat: int) -> float:
        """A seat's chance where everybody plays ordinarily."""
        total = np.zeros(VALUES)
        for end in range(ENDS):
            others = [(one.chips[end], one.chance[end]) for at, one in enumerate(self.ends) if at != seat]
            mine = self.ends[seat]
            chances = advance_chances(mine.chips[end], others, self.advance, self.tie)
            total += self.shoe.ends[:, end] * (mine.chance[end] * chances).sum(axis=1)
        return float(total @ self.shoe.up)

    def best_value(self, seat: int) -> float:
        """A seat's chance where it plays its best against ordinary play of all others, without insurance."""
        shoe, box = self.shoe, self.boxes[seat]
        total, worth = 0.0, self.worth(seat)
        for up in range(VALUES):
            value, play = np.zeros(len(shoe.states.stand)), shoe.no_play(box)
            best_box(
                shoe.states, shoe.split_states, tables_of(box), shoe.chance[up], worth[up],
                shoe.gives_up(up), 1.0, value, play,
            )  # fmt: skip
            total += float(shoe.up[up] * (shoe.begin[up] @ value))
        return total


@dataclass(frozen=True, kw_only=True)
class BoxChips:
    """What a box ends with under ordinary play: by the dealer's end the chips, and by first card their chances."""

    chips: list[Longs]
    chance: list[Floats]


_KNOWN: dict[tuple[int, Cents, Cents, Cents], tuple[Shoe, BoxChips]] = {}
KNOWN_MOST = 4096


def box_chips(shoe: Shoe, box: BoxEnds) -> BoxChips:
    """What ordinary play of a box comes to; known boxes are not played again."""
    key = (id(shoe), box.chips, box.bet, box.chip)
    if key not in _KNOWN:
        if len(_KNOWN) > KNOWN_MOST:
            _KNOWN.clear()
        ends, chips, chance = ordinary(shoe, box).ends, [], []
        for end in range(ENDS):
            amounts, where = np.unique(box.finals[:, end], return_inverse=True)
            merged = np.zeros((VALUES, len(amounts)))
            np.add.at(merged.T, where, ends.T)
            chips.append(amounts)
            chance.append(merged)
        _KNOWN[key] = (shoe, BoxChips(chips=chips, chance=chance))
    return _KNOWN[key][1]


@dataclass(frozen=True, slots=True, kw_only=True)
class Reply:
    """What a wager comes to at a table: the chance if those after it bet for their own best, and in any case."""

    wager: Cents
    chance: float
    least: float  # over all wagers of those after it that were tried
    most: float
    others: tuple[Cents, ...]  # the wagers of those after it, in the order of betting


def replies_to(
    shoe: Shoe, chips: Sequence[Cents], laid: dict[int, Cents], order: Sequence[int],
    options: Sequence[Sequence[Cents]], *, chip: Cents, advance: int, tie: float,
    progress: Callable[[int, int], None] | None = None,
) -> list[Reply]:  # fmt: skip
    """For each wager of the first in `order`: the others there bet one after the other, each for their own chance.

    `laid` are the wagers that lie already. The first plays their best, all others ordinarily; `options` are by place
    in the order.
    """
    values: dict[tuple[Cents, ...], list[float]] = {}
    all_bets = list(product(*options))
    for bets in all_bets:
        if progress is not None:
            progress(len(values), len(all_bets))
        wagers = {**laid, **dict(zip(order, bets, strict=True))}
        boxes = tuple(shoe.box(chips[seat], wagers[seat], chip) for seat in range(len(chips)))
        table = Field(shoe=shoe, boxes=boxes, advance=advance, tie=tie)
        values[bets] = [table.best_value(order[0]), *(table.ordinary_value(seat) for seat in order[1:])]
    found = []
    for wager in options[0]:
        line = _played_out((wager,), options, values)
        mine = [value[0] for bets, value in values.items() if bets[0] == wager]
        found.append(Reply(wager=wager, chance=values[line][0], least=min(mine), most=max(mine), others=line[1:]))
    return found


def _played_out(
    bets: tuple[Cents, ...], options: Sequence[Sequence[Cents]], values: dict[tuple[Cents, ...], list[float]]
) -> tuple[Cents, ...]:
    """The wagers that follow, each the best for the one who lays it, seeing those before."""
    at = len(bets)
    if at == len(options):
        return bets
    lines = [_played_out((*bets, bet), options, values) for bet in options[at]]
    return max(lines, key=lambda line: values[line][at])


def some_of(allowed: Sequence[Cents], many: int) -> tuple[Cents, ...]:
    """So many of the wagers, the smallest and the largest among them.

    >>> some_of((1, 2, 3, 4, 5), 3)
    (1, 3, 5)
    """
    if len(allowed) <= many:
        return tuple(allowed)
    at = np.linspace(0, len(allowed) - 1, many).round().astype(int)
    return tuple(allowed[i] for i in sorted(set(at.tolist())))
