"""A round as an automaton: each card leads from one state to the next, and the strategy's decisions lie in between.

Played by one box with a flat wager, a round is a function of its cards alone. All that the rules and the strategy say
is worked out here once, from the tables that the kernel reads. What is left to do with a card is one look-up: it gives
the next state and what the card has settled. A hand that is done adds its results, one for each way in which the
dealer's hand can end, to those of the hands before it; the dealer's last card picks one of the sums.

States that no card can tell apart are made one, so that a game takes a few hundred to a few thousand.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.cards import RANKS
from cutcard.simulate import kernel as k
from cutcard.simulate.hand_nodes import MIXED, NATURAL_END, SPLITS, VALUE_OF_RANK, Done, Hand, HandNodes

SUPER_BONUS, PUSH, POP = 1, 2, 4  # in `Automaton.flags`
TEN_RANKS = [rank for rank, value in enumerate(VALUE_OF_RANK) if value == 10]


class Box(NamedTuple):
    """What the round knows beside the hand in play."""

    up: int
    hole: int = 0  # the state of the dealer's hand once a hole card was looked at
    live: bool = False
    waits: bool = False
    exposed: bool = False
    lost: bool = False
    insured: int = 0
    pending: int = 0  # cards that wait to be played as hands of their own
    made: int = 1
    rank: int = -1  # of those cards
    declined: bool = False


class Step(NamedTuple):
    """What a card leads to."""

    state: Any
    results: tuple[int, ...] = ()  # added to those of the round, one for each way in which the dealer's hand can end
    end: int = -1  # how the dealer's hand ended; -1: the round goes on
    super_bonus: bool = False
    push: bool = False  # the card waits as the first of another hand
    pop: bool = False  # and such a card is played now


class Automaton(NamedTuple):
    """The states of a game, the first of them that of a round without a card."""

    columns: int  # symbols: 13 ranks, or 39 with suits
    ends: int  # ways in which the dealer's hand can end
    next: NDArray[np.int32]  # by state and symbol
    results: NDArray[np.int32]  # which line of `added`, by state and symbol
    end: NDArray[np.int8]  # how the dealer's hand ended, by state and symbol; -1: the round goes on
    flags: NDArray[np.uint8]  # bits: SUPER_BONUS, PUSH, POP
    added: NDArray[np.int64]  # cents, by line and end

    @property
    def states(self) -> int:
        return len(self.next)


class Builder:
    """Explores every state that a round can come to.

    A hand's own course is worked out first and once (`HandNodes`). The box then needs to know only the node of its hand
    and what the hands before it have left.
    """

    def __init__(self, game: k.Game, bet: int) -> None:
        self.game, self.bet = game, bet
        self.hands = HandNodes(game, bet)
        self.ends, self.suited = self.hands.ends, self.hands.suited
        tens_alike = len({game.surrender_ranks >> rank & 1 for rank in TEN_RANKS}) == 1
        self.tens_alike = tens_alike and not (game.super_row and game.super_rank in TEN_RANKS)

    @property
    def symbols(self) -> list[tuple[int, int]]:
        return [(rank, suits) for suits in range(3 if self.suited else 1) for rank in range(len(RANKS))]

    def alike(self, state: Any, rank: int, suits: int) -> Any:
        """The same for cards that lead a state to the same: only a hand's first cards look at more than values."""
        if state[0] == "hand":
            return self.hands.leads[state[1]][suits * 10 + VALUE_OF_RANK[rank] - 1]
        if state[0] in ("dealer", "peek", "hole"):
            return VALUE_OF_RANK[rank]
        return rank, suits if state[0] in ("up", "split") else MIXED

    def step(self, state: Any, rank: int, suits: int) -> Step:
        """What a card of a rank leads to; `suits` says how its suit is to that of the hand's first card."""
        what, value = state[0], VALUE_OF_RANK[rank]
        if what == "hand":
            return self.after_hand(state[2], self.hands.leads[state[1]][suits * 10 + value - 1])
        if what == "split":
            return self.split_card(state[1], state[2], rank, suits)
        if what == "dealer":
            after = int(self.game.dealer_after[state[1] << 4 | value])
            return Step(("dealer", after)) if after < k.FIRST_STOP else Step(("start",), end=self._ending(after))
        if what == "peek":
            after = int(self.game.dealer_after[state[1] << 4 | value])
            return Step(("start",), end=NATURAL_END if after == k.NATURAL_STATE else 1)
        if what == "hole":
            return self.hole(state[1], state[2], state[3], (state[4], state[5]), value)
        if what == "start":
            return Step(("first", rank))
        if what == "first":
            alike = self.tens_alike and value == 10
            return Step(("up", state[1], TEN_RANKS[0] if alike else rank))
        return self.second(state[1], state[2], rank, suits)

    def _ending(self, state: int) -> int:
        return NATURAL_END if state == k.NATURAL_STATE else self.hands.end_of[int(self.game.dealer_total[state])]

    def second(self, first: int, up: int, rank: int, suits: int) -> Step:
        """The second card of the box: offers are taken, and a natural or a surrender ends the hand."""
        values = (VALUE_OF_RANK[first], VALUE_OF_RANK[rank])
        row = self.hands.after[values[0] << 4 | values[1]]
        natural = self.hands.info[row] & k.FIVE_BITS == 21
        insured, even = self.offers(row, up, natural)
        box = Box(up, insured=insured)
        hand = Hand(up, row, suits if self.suited else MIXED, values.count(1), k.UNSPLIT)
        if self.game.peeks >> VALUE_OF_RANK[up] & 1:
            by_rank = bool(self.game.split_by_rank)
            cards = (first, rank) if by_rank else (self._one_ten(first), self._one_ten(rank))
            return Step(("hole", box, hand, even, *cards))
        return self.first_hand(box, hand, even, first, rank)

    def _one_ten(self, rank: int) -> int:
        return TEN_RANKS[0] if rank in TEN_RANKS else rank

    def first_hand(self, box: Box, hand: Hand, even: bool, first: int, second: int) -> Step:
        """The box is called to act, unless its natural or a surrender has ended it."""
        if self.hands.info[hand.row] & k.FIVE_BITS == 21:
            return self.natural(box, even)
        if self._given_up(hand.row, box.up):
            return self.after_hand(box, self.hands.done(hand, k.SURRENDERED, 0))
        return self.two_cards(box, hand, first, second)

    def hole(self, box: Box, hand: Hand, even: bool, cards: tuple[int, int], value: int) -> Step:
        """The dealer looks at the hole card: a natural ends the round."""
        after = int(self.game.dealer_after[VALUE_OF_RANK[box.up] << 4 | value])
        if after != k.NATURAL_STATE:
            return self.first_hand(box._replace(hole=after), hand, even, *cards)
        if self.hands.info[hand.row] & k.FIVE_BITS == 21:
            lost = self.hands.natural_results(even, VALUE_OF_RANK[box.up])[NATURAL_END]
        elif self._given_up(hand.row, box.up):
            lost = self.hands.done(hand, k.SURRENDERED, 0).results[NATURAL_END]
        else:
            lost = -self.bet
        return self.closed(box._replace(hole=after), (lost, *(0,) * (self.ends - 1)))

    def offers(self, row: int, up: int, natural: bool) -> tuple[int, bool]:
        """What is staked on insurance and not returned at once, and whether even money is taken."""
        game, value = self.game, VALUE_OF_RANK[up]
        pays = int(game.insurance_pays[0] if value == 1 else game.insurance_pays[1] if value == 10 else 0)
        insurable = pays > 0 and bool(game.natural_insures or not natural)
        if not insurable and (natural or not self._before_play(up)):
            return 0, False
        insured, even = 0, False
        paid = natural and game.natural_at_once >> value & 1 and game.even_money_and_insurance != k.BOTH_STAND
        if insurable and not paid and game.insures[row]:
            insured = self.bet * game.insurance_most // game.insurance_of // game.unit * game.unit
        if value == 1 and natural and game.even_money:
            even = bool(game.evens) and not (game.even_money_and_insurance == k.ONE_OR_OTHER and insured)
        if even and game.even_money_and_insurance == k.INSURANCE_RETURNS:
            insured = 0
        return insured, even

    def _before_play(self, up: int) -> bool:
        """Whether hands are given up before play, against this card."""
        return self.game.surrender == k.BEFORE_PLAY and bool(self.game.surrender_ranks >> up & 1)

    def _given_up(self, row: int, up: int) -> bool:
        chosen = self.game.play[(VALUE_OF_RANK[up] - 1) * self.hands.rows + row]
        return self._before_play(up) and bool(chosen == k.SURRENDER)

    def two_cards(self, box: Box, hand: Hand, first: int, second: int) -> Step:
        """A hand with its second card: it may be split where the two are alike."""
        game, own = self.game, VALUE_OF_RANK[first]
        pair = bool(self.hands.info[hand.row] & k.PAIR) and not (game.split_by_rank and first != second)
        most = game.aces_hands_max if own == 1 else game.hands_max
        splits = pair and not box.declined and box.made < most
        if hand.kind != k.UNSPLIT and (ended := self.hands.ended_by_second_card(hand, splits)):
            return self.after_hand(box, self.hands.done(hand, ended, 0))
        comes = self.hands.decided(hand, splits)
        if comes is SPLITS:
            kind = k.ORIGINAL if hand.kind == k.UNSPLIT else hand.kind
            more = box._replace(pending=box.pending + 1, made=box.made + 1, rank=first)
            return Step(("split", kind, more), push=True)
        if splits and game.declined_bars:
            box = box._replace(declined=True)
        return self.after_hand(box, comes)

    def split_card(self, kind: int, box: Box, rank: int, suits: int) -> Step:
        """The second card of a hand that was split."""
        values = (VALUE_OF_RANK[box.rank], VALUE_OF_RANK[rank])
        row = self.hands.after[values[0] << 4 | values[1]]
        hand = Hand(box.up, row, suits if self.suited else MIXED, values.count(1), kind, split_ace=values[0] == 1)
        return self.two_cards(box, hand, box.rank, rank)

    def after_hand(self, box: Box, comes: Any) -> Step:
        """A hand goes on as a node, or is done: then the next of the box is played, or the dealer's."""
        if not isinstance(comes, Done):
            return Step(("hand", comes, box))
        cap = self.game.natural_takes == k.TAKES_TO_CAP
        box = box._replace(
            live=box.live or comes.live,
            waits=box.waits or comes.waits,
            exposed=box.exposed or comes.exposed,
            lost=box.lost or (comes.lost and cap),
        )
        if box.pending:
            token = self.game.split_tokens >> VALUE_OF_RANK[box.rank] & 1
            kind = k.FURTHER_TOKEN if token else k.FURTHER
            after = ("split", kind, box._replace(pending=box.pending - 1))
            return Step(after, comes.results, super_bonus=comes.super_bonus, pop=True)
        return self.closed(box, comes.results, comes.super_bonus)

    def natural(self, box: Box, even: bool) -> Step:
        """A box whose first two cards are a natural."""
        results = self.hands.natural_results(even, VALUE_OF_RANK[box.up])
        return self.closed(box._replace(waits=self.hands.natural_waits(box.up) and not even), results)

    def closed(self, box: Box, results: tuple[int, ...], super_bonus: bool = False) -> Step:
        """All hands of the box are done: the dealer draws, shows a second card, or the round is over."""
        game, value = self.game, VALUE_OF_RANK[box.up]
        summed = list(results)
        if box.exposed and not (game.natural_takes == k.TAKES_TO_CAP and box.lost):
            summed[NATURAL_END] -= self.bet
        if box.insured:
            place = 0 if value == 1 else 1
            won = self.hands.pays(box.insured, int(game.insurance_pays[place]), int(game.insurance_for[place]))
            summed = [one + (won if end == NATURAL_END else -box.insured) for end, one in enumerate(summed)]
        if box.hole >= k.FIRST_STOP:
            return Step(("start",), tuple(summed), self._ending(box.hole), super_bonus)
        if box.live or game.draws_out:
            return Step(("dealer", box.hole or value), tuple(summed), super_bonus=super_bonus)
        if not box.hole and (box.waits or box.insured or game.hole_card):
            return Step(("peek", value), tuple(summed), super_bonus=super_bonus)
        return Step(("start",), tuple(summed), 1, super_bonus)


def build(game: k.Game, bet: int) -> Automaton:
    """The automaton of a game's rounds with this wager."""
    builder = Builder(game, bet)
    symbols = builder.symbols
    start = ("start",)
    numbers: dict[Any, int] = {start: 0}
    lines: dict[tuple[int, ...], int] = {(0,) * builder.ends: 0, (): 0}
    rows: list[list[tuple[int, int, int, int]]] = []
    waiting = [start]
    for state in waiting:  # grows while it is walked
        row = []
        known: dict[Any, tuple[int, int, int, int]] = {}
        for rank, suits in symbols:
            alike = builder.alike(state, rank, suits)
            if alike in known:
                row.append(known[alike])
                continue
            step = builder.step(state, rank, suits)
            if step.state not in numbers:
                numbers[step.state] = len(numbers)
                waiting.append(step.state)
            line = lines.setdefault(step.results, len(lines) - 1) if step.results else 0
            flags = step.super_bonus | step.push << 1 | step.pop << 2
            known[alike] = (numbers[step.state], line, step.end, flags)
            row.append(known[alike])
        rows.append(row)
    added = np.zeros((max(lines.values()) + 1, builder.ends), np.int64)
    for results, line in lines.items():
        if results:
            added[line] = results
    table = np.array(rows, np.int64)
    return _smallest(len(symbols), builder.ends, table, added)


def _smallest(columns: int, ends: int, table: NDArray[np.int64], added: NDArray[np.int64]) -> Automaton:
    """The automaton with equivalent states merged: those that no sequence of cards distinguishes."""
    does = table[:, :, 1:].reshape(len(table), -1)
    _, group = np.unique(does, axis=0, return_inverse=True)
    group = group.reshape(-1)
    while True:
        key = np.concatenate([group[:, None], group[table[:, :, 0]]], axis=1)
        _, finer = np.unique(key, axis=0, return_inverse=True)
        finer = finer.reshape(-1)
        if finer.max() == group.max():
            break
        group = finer
    first = np.zeros(group.max() + 1, np.int64)
    first[group[::-1]] = np.arange(len(table))[::-1]
    order = np.argsort(first)  # the state without a card stays the first
    place = np.argsort(order)
    chosen = table[first[order]]
    return Automaton(
        columns=columns,
        ends=ends,
        next=place[group[chosen[:, :, 0]]].astype(np.int32),
        results=chosen[:, :, 1].astype(np.int32),
        end=chosen[:, :, 2].astype(np.int8),
        flags=chosen[:, :, 3].astype(np.uint8),
        added=added,
    )
