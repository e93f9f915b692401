"""The course of an ordinary hand as a table: each card leads from one state to the next, decisions lie in between.

What the rules and the strategy say about a hand that is neither split nor surrendered is worked out here once, from the
tables that the kernel reads. A state is all that later cards and the dealer's hand can tell apart, so that a game takes
a few hundred, which stay near the processor. States that end a hand come last: for each of them and each end of the
dealer's hand it is written down how often the wager is lost and how often its prize is won.

Hands of games that look at suits are not told in this way; of those that tournaments are played by, they have other
rules too that only the general way knows.
"""

from __future__ import annotations

from itertools import product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.simulate import kernel as k
from cutcard.simulate.hand_nodes import VALUE_OF_RANK, doubled_end, looks_at_suits

VALUES = range(1, k.UPS + 1)
CARD_SHIFT = 4  # a card by its value
PAIR_SHIFT = 8  # two cards by theirs
ENDS_SHIFT = 5  # ways in which the dealer's hand ends: its total, or 0 for a natural
WINS_SHIFT = 4  # in `Course.pays`: how often the wager is lost, and from here on how often its prize is won
NATURAL_SHIFT = 6  # and from here on whether that of a natural is
LIVE, WAITS = 1, 2  # in `Course.open`
MOST_STATES = 1 << 16
ALL_RANKS = (1 << 16) - 1


class Course(NamedTuple):
    """The states of a game's ordinary hands, by number: those that take a card, then those that are ends."""

    general: int  # a bit for each rank of the dealer's card: whether the whole round is played in the general way
    start: NDArray[np.uint16]  # by chart, dealer's card and two cards
    next: NDArray[np.uint16]  # by state and card
    ends: int  # the first state that is an end
    others: int  # in `start`: a hand that is split or surrendered, which is played in the general way
    pays: NDArray[np.uint8]  # by end and by the end of the dealer's hand
    open: NDArray[np.uint8]  # by end: LIVE if the dealer's hand decides about it, WAITS if their second card does


class End(NamedTuple):
    """A hand that gets no further card: what it is paid by each end of the dealer's hand, and whether that decides."""

    pays: tuple[int, ...]
    open: int


GENERAL = object()
NOTHING = End((0,) * (1 << ENDS_SHIFT), 0)  # of a box that is settled in another way


class Builder:
    """Works out the states of a game, whose strategy has this many charts."""

    def __init__(self, game: k.Game, charts: int) -> None:
        self.game, self.charts = game, charts
        self.rows = len(game.info)
        self.info, self.after, self.play = game.info.tolist(), game.after.tolist(), game.play.tolist()
        self.nodes: dict[tuple[int | End, ...], int] = {}  # by what each card leads to
        self.known: dict[tuple[int, int, int, int], int] = {}
        self.ended: dict[tuple[int, int, int], End] = {}

    def first(self, chart: int, up: int, one: int, other: int) -> object:
        """What two cards are against a dealer's card: a node, an end, or no ordinary hand."""
        game = self.game
        row, aces = self.after[one << 4 | other], (one == 1) + (other == 1)
        if self.info[row] & k.FIVE_BITS == 21:
            return self.natural(up)
        table = aces if game.aces_tracked > 1 else 0
        table = (table * k.UPS + up - 1) * self.rows + chart * len(self.play) // self.charts
        action = self.play[table + row]
        return GENERAL if action >= k.SPLIT else self.led(table, aces, row, action)

    def natural(self, up: int) -> End:
        """What happens to a natural that is not given for even money: as `hand_play.natural_hand` says it."""
        game, wins = self.game, 1 << NATURAL_SHIFT
        at_once = bool(game.natural_at_once >> up & 1)
        both = wins if at_once or game.natural_beats else 0
        return End((both, *(wins,) * ((1 << ENDS_SHIFT) - 1)), 0 if at_once or 1 < up < 10 else WAITS)

    def led(self, table: int, aces: int, row: int, action: int) -> int | End:
        """Where an action leads: to a node that waits for a card, or to the hand's end."""
        if action == k.STAND:
            return self.end(row, aces, 0)
        doubles = int(action == k.DOUBLE)
        held = aces if self.game.double_aces_one else 0
        key = (table, held, row, doubles)
        found = self.known.get(key)
        if found is None:
            leads = tuple(self._drawn(table, aces, row, doubles, value) for value in VALUES)
            found = self.known[key] = self.nodes.setdefault(leads, len(self.nodes))
        return found

    def _drawn(self, table: int, aces: int, row: int, doubles: int, value: int) -> int | End:
        after = self.after[row << 4 | value]
        if doubles:
            return self.end(after, aces, 1)
        return self.led(table, aces, after, self.play[table + after])

    def end(self, row: int, aces: int, doubles: int) -> End:
        """What happens to a hand by the dealer's: as `hand_play.done_with_cards` and the settlement say it."""
        game, info = self.game, self.info[row]
        held = aces if game.double_aces_one and doubles else 0
        known = self.ended.get((row, held, doubles))
        if known is not None:
            return known
        ended, total = info >> k.ENDED_AT & 3, info & k.FIVE_BITS
        if doubles and row:
            total, ended = doubled_end(game, info, aces)
        wagers = 1 + doubles
        if ended == k.WON:
            made = End((wagers << WINS_SHIFT,) * (1 << ENDS_SHIFT), 0)
        elif k.OPEN_ENDS >> ended & 1:
            made = End(self._against(total, wagers), LIVE)
        else:
            made = End((wagers,) * (1 << ENDS_SHIFT), 0)
        self.ended[(row, held, doubles)] = made
        return made

    def _against(self, total: int, wagers: int) -> tuple[int, ...]:
        """What it is paid by each end of the dealer's; a natural takes all, or the wager without its double."""
        game = self.game
        taken = wagers if game.natural_takes == k.TAKES_ALL else 1
        pays = [0 if total == 21 and game.drawn_21_pushes else taken]
        for dealer in range(1, 1 << ENDS_SHIFT):
            level = total == dealer or bool(game.pushes >> dealer & 1)
            ahead = dealer > 21 or total > dealer
            pays.append(0 if level else wagers << WINS_SHIFT if ahead else wagers)
        return tuple(pays)


def _general(game: k.Game) -> int:
    """The ranks of the dealer's card under which something is offered to all that is taken, or every rank."""
    rare = game.sides or game.super_row or game.rescue or game.double_token or game.peeks or not game.short_hands
    if rare or looks_at_suits(game):
        return ALL_RANKS
    found = game.surrender_ranks if game.surrender == k.BEFORE_PLAY else 0
    for rank, value in enumerate(VALUE_OF_RANK):
        if game.insurable >> value & 1 or (game.evens and value == 1):
            found |= 1 << rank
    return int(found)


def course_of(game: k.Game, charts: int) -> Course:
    """The courses of a game's ordinary hands under a strategy of this many charts."""
    made, general = Builder(game, charts), _general(game)
    fits = general != ALL_RANKS
    places = {
        ((chart * k.UPS + up - 1) << PAIR_SHIFT | one << 4 | other): made.first(chart, up, one, other)
        for chart, up, one, other in product(range(charts if fits else 0), VALUES, VALUES, VALUES)
    }
    nodes = list(made.nodes)
    ends = [NOTHING, *sorted({to for to in (*places.values(), *(t for n in nodes for t in n)) if isinstance(to, End)})]
    number: dict[object, int] = {end: len(nodes) + at for at, end in enumerate(ends)}
    others = len(nodes) + len(ends)
    number |= {at: at for at in range(len(nodes))} | {GENERAL: others}
    if others >= MOST_STATES:
        raise ValueError(f"hands have {others} states, and a table holds {MOST_STATES - 1}")
    start = np.zeros(charts * k.UPS << PAIR_SHIFT, np.uint16)
    for place, to in places.items():
        start[place] = number[to]
    table = np.zeros((len(nodes), 1 << CARD_SHIFT), np.uint16)
    for at, leads in enumerate(nodes):
        table[at, 1 : 1 + k.UPS] = [number[lead] for lead in leads]
    return Course(
        general=general,
        start=start,
        next=table.reshape(-1),
        ends=len(nodes),
        others=others,
        pays=np.array([end.pays for end in ends], np.uint8).reshape(-1),
        open=np.array([end.open for end in ends], np.uint8),
    )
