"""The value of each choice for a hand with the cards on the table: a full shoe minus every visible card.

This is the value for one hand at a table, which may be a split hand. It is exact under these definitions:

- The shoe is a full one minus the visible cards; cards dealt in earlier rounds are ignored.
- A hand's value is the result of its own wager, including further hands made by splitting it. The results of the box's
  other hands do not depend on the choice: cards are exchangeable, so the order of drawing does not matter.
- If a dealer's natural takes one wager of the whole box, the hand bears that cost as far as no other hand does.
- Hands still to come are split again if they pair, and played in the best way for their own cards.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property

import numpy as np

from cutcard.cards import RANKS, SUITS, card
from cutcard.hand_rules import MIXED, SPADES, SUITED
from cutcard.lookup.all_hands import ACE, NO_HAND, VALUE_OF, VALUES, Floats, row_of
from cutcard.odds import kernel
from cutcard.odds.dealer_draws import NATURAL
from cutcard.odds.decision_values import TABLE, DecisionValues, aces_row, suited_options
from cutcard.odds.game import Game
from cutcard.odds.joint import natural_cost, settled
from cutcard.odds.kernel import BARRED, DOUBLE, FIRST_ACES, HIT, STAND
from cutcard.odds.params import AS_DEALT, LONGEST, Wager
from cutcard.odds.pending_splits import UNKNOWN, PendingSplits, SplitSeed
from cutcard.odds.solution import ChoiceValues, HandError, OpenBox
from cutcard.odds.upcard_solver import OPTION_NAMES, SPLIT, SURRENDER, UpcardSolver
from cutcard.rulebooks.known_values import unknown_value
from cutcard.rulebooks.schema import Rules

DRAWN_MOST = 2.0  # the cards that a hand draws do not make what comes after them likelier than by this


def choice_values_from(rules: Rules, cards: Floats, box: OpenBox, super_bonus: float = 0.0) -> ChoiceValues:
    """The value of every option of the hand, from a shoe of these cards by value and suit."""
    return _BoxSolver(rules, cards, box, super_bonus).solve()


def double_value_from(rules: Rules, cards: Floats, box: OpenBox, double_part: float) -> ChoiceValues:
    """The value of doubling the hand for a part of its wager, for each unit of the wager."""
    return _BoxSolver(rules, cards, box, 0.0, double_part).double()


def full(rules: Rules, decks: int) -> Floats:
    """How many cards of each value and suit a full shoe has."""
    cards = np.zeros((VALUES, len(SUITS)))
    for rank in RANKS:
        if rank not in rules.cards.removed_ranks:
            cards[VALUE_OF[rank]] += decks
    return cards


class _BoxSolver:
    """One box being worked out."""

    def __init__(self, rules: Rules, cards: Floats, box: OpenBox, super_bonus: float, double_part: float = 1.0) -> None:
        refusal = unknown_value("hand-values", rules)
        if refusal is not None:
            raise HandError(refusal.message, refusal.clause)
        self.rules, self.box, self.super_bonus = rules, box, super_bonus
        self.up = VALUE_OF[box.up[0]]
        self.values = [VALUE_OF[text[0]] for text in box.hand]
        self.pair = self.values[0]
        self.left = _left(cards, (box.up, *box.hand, *box.waiting, *box.others))
        self.shoe = self.left.sum(axis=1)
        self.row = row_of(TABLE, *self.values)
        if self.row == NO_HAND:
            raise HandError("the hand is over 21")
        self.solver = self._solver_with(TABLE.counts[self.row], double_part)
        self.bound = 0.0

    def _solver_with(self, held: Floats, double_part: float = 1.0) -> UpcardSolver:
        """Play from what is left in the shoe, with these cards of the hand's own put back."""
        shoe = self.shoe + held
        shoe[self.up] += 1
        game = Game(rules=self.rules, shoe=shoe, super_bonus=self.super_bonus, double_part=double_part)
        return UpcardSolver.of(game, self.up)

    @cached_property
    def pending(self) -> PendingSplits:
        return self._pending(costs_nothing=self.one_of_box)

    def _pending(self, costs_nothing: bool) -> PendingSplits:
        one = np.eye(VALUES)[self.pair]
        return PendingSplits(solver=self._solver_with(one), pair=self.pair, left=self.left, costs_nothing=costs_nothing)

    @property
    def split(self) -> bool:
        return self.box.hands > 1

    @cached_property
    def one_of_box(self) -> bool:
        """Whether a dealer's natural, which may come, takes one wager of all that the player has on the box."""
        takes = self.rules.dealer.natural_takes
        may_come = int(kernel.natural_value(self.up)) >= 0 and not self.solver.game.params.peeked
        own = self.solver.further_wager(self.pair).lose > 0.0  # else only the first hand has a wager to lose
        return may_come and own and takes in ("busted-plus-one", "original-cap")

    @cached_property
    def wager(self) -> Wager:
        original = self.box.original or not self.split
        wager = self.solver.first_wager if original else self.solver.further_wager(self.pair)
        return wager._replace(natural=0.0, natural_doubled=0.0) if self.one_of_box else wager

    # ------------------------------------------------------------------------------------------------- what it is worth

    def solve(self) -> ChoiceValues:
        options = self._own()
        if len(self.values) == 2 and self.values[0] == self.values[1] and self._may_split():
            options[SPLIT] = self._split_value()
        if not self.split and len(self.values) == 2:
            options[SURRENDER] = self.solver.surrendered(self.row)
        if "pending" in self.__dict__:
            self.bound += DRAWN_MOST * self.pending.left_out
        return ChoiceValues(
            values={OPTION_NAMES[option]: self._after_peek(float(value)) for option, value in options.items()},
            bound=self.bound,
        )

    def double(self) -> ChoiceValues:
        """Only the double: further hands, and what a natural takes of them, are as with the whole wager."""
        value = self._after_peek(float(self._own()[DOUBLE]))
        return ChoiceValues(values={OPTION_NAMES[DOUBLE]: value}, bound=self.bound)

    def _after_peek(self, value: float) -> float:
        """A value where the dealer has looked, and has no natural: one would have cost the same whatever is chosen."""
        natural = float(self.solver.ends[self.row, NATURAL]) if self.solver.game.params.peeked else 0.0
        return (value + natural * self.wager.natural) / (1.0 - natural)

    def _own(self) -> dict[int, float]:
        """Stand, hit and double, as far as the rules give them."""
        kind = self.solver.game.kind_of_split(self.pair) if self.split else AS_DEALT
        decisions = self.solver.decisions(self.wager, kind)
        played = _HandPlay(self, decisions)
        options = played.options(self.row)
        for row in self.solver.game.suit_rows:
            if len(self.values) == 2 and row.hand == self.row:
                options = self._suited(decisions, options)
        return options

    def _suited(self, decisions: DecisionValues, options: dict[int, float]) -> dict[int, float]:
        """The same for two cards whose suits say what a third would bring."""
        row = next(row for row in self.solver.game.suit_rows if row.hand == self.row)
        first, second = (text[1] for text in self.box.hand)
        match = np.array([1.0, 0.0, 0.0])
        if first == second:
            third = self.left[row.third]
            same = float(third[SUITS.index(first)]) / max(float(third.sum()), 1.0)
            match[MIXED], match[SPADES if first == "s" else SUITED] = 1.0 - same, same
        extra = 0.0 if self.split or not row.super_bonus else self.solver.game.super_bonus_against(self.up)
        plain = {option: float(decisions.options[option, 0, self.row]) for option in options}
        found = suited_options(self.solver.game, decisions, row, match, extra, self.solver.ends, self.solver.shoe)
        return {option: value + found[option] - plain[option] for option, value in options.items()}

    def _may_split(self) -> bool:
        return self.solver.game.may_split(self.pair) and self.room > 0

    @property
    def room(self) -> int:
        """How many hands more the rules allow on the box."""
        return self.solver.game.hands_max(self.pair) - self.box.hands

    def _split_value(self) -> float:
        """What the two hands bring and those that they lead to, beyond what the waiting hands bring without them."""
        if self.one_of_box and not self.split and not self.pending.suits_matter:
            return self._first_split()
        first = self.box.original or not self.split
        mine = [SplitSeed(i == 0 and first, self._suit(text)) for i, text in enumerate(self.box.hand)]
        later = self._seeds()
        then, now = ((*mine, *later), self.room - 1), (later, self.room)
        value = self.pending.value(*then) - self.pending.value(*now)
        if self.one_of_box and not self.box.left:
            if self.rules.dealer.natural_takes == "original-cap":
                self.bound += float(self.solver.ends[self.row, NATURAL])
            else:
                value += self._all_go(*then) - self._all_go(*now)
        return value

    def _first_split(self) -> float:
        """The same of a pair as it was dealt, with what a natural takes of the box as the solver sums it up."""
        both = self._pending(costs_nothing=False)
        trails = (both.trail(SplitSeed(True)), both.trail(SplitSeed(False)))
        cost = natural_cost(both.solver, self.pair, trails, self.shoe)
        self.bound += cost.bound
        return both.value((SplitSeed(True), SplitSeed(False)), self.room - 1) - cost.cost

    def _seeds(self) -> tuple[SplitSeed, ...]:
        return tuple(SplitSeed(False, self._suit(text)) for text in self.box.waiting)

    def _suit(self, text: str) -> int:
        return SUITS.index(text[1]) if self.pending.suits_matter else UNKNOWN

    def _all_go(self, hands: tuple[SplitSeed, ...], room: int) -> float:
        return float(self.pending.with_natural(self.pending.all_go(hands, room))[0])

    # ---------------------------------------------------------------------------------------------- a dealer's natural

    def natural_costs(self, rows: Sequence[int]) -> Floats:
        """What a natural costs each hand that is left when it comes: one unit where no other hand bears it."""
        costs = np.zeros(len(TABLE.size))
        if not self.one_of_box or self.box.left:
            return costs
        if self.rules.dealer.natural_takes == "original-cap":
            if self.box.lost:
                return costs
            if self.box.waiting:
                self.bound = max(self.bound, float(self.solver.ends[self.row, NATURAL]))
        elif self.box.waiting:
            ways = self.pending.all_go(self._seeds(), self.room)
            costs[rows] = self.pending.with_natural(ways, TABLE.counts[rows] - TABLE.counts[self.row])
            return costs
        costs[:] = self.solver.ends[:, NATURAL]
        return costs

    @property
    def spared(self) -> bool:
        """Whether a hand that is lost spares another: the natural takes no more than one wager is in all."""
        capped = self.one_of_box and self.rules.dealer.natural_takes == "original-cap"
        return capped and self.box.left and not self.box.lost


class _HandPlay:
    """The hand played on from its cards, best by its own cards."""

    def __init__(self, box_solver: _BoxSolver, decisions: DecisionValues) -> None:
        self.of, self.decisions = box_solver, decisions
        self.game, self.solver = box_solver.solver.game, box_solver.solver
        params = self.game.params
        self.aces = aces_row(self.game, box_solver.values[:2])
        self.most = params.ace_cards if box_solver.split and box_solver.pair == ACE else LONGEST
        self.rows = [row for row in range(len(TABLE.size)) if (TABLE.counts[row] >= TABLE.counts[box_solver.row]).all()]
        self.lost = -box_solver.wager.lose
        spares = box_solver.wager.lose - box_solver.wager.natural if params.peeked else 1.0
        self.natural_spares = spares if params.peeked or box_solver.spared else 0.0  # of what a hand over 21 has lost
        self.stand, self.doubled = self._standing()
        self.best: dict[int, float] = {}

    def _standing(self) -> tuple[Floats, Floats]:
        """What each hand is worth if it stands, and doubled by aces that count one, with what a natural costs it."""
        params, wager, ends = self.game.params, self.of.wager, self.solver.ends
        stand, doubled = np.zeros(len(TABLE.size)), np.zeros((FIRST_ACES, len(TABLE.size)))
        rescued = np.zeros((FIRST_ACES, len(TABLE.size)), np.int32)
        kernel.standing_values(params, wager, self.game.gains(wager), TABLE, ends, stand, doubled, rescued)
        costs = self.of.natural_costs(self.rows)
        natural = (TABLE.size == 2) & (TABLE.total == 21) & (params.natural_odds > 0.0)
        stand -= costs * ~(settled(params, TABLE.total) | natural)
        given_up = self.lost + ends[:, NATURAL] * self.natural_spares
        for fixed in range(FIRST_ACES):
            totals = TABLE.hard + 10 * ((TABLE.counts[:, ACE] > fixed) & (TABLE.hard <= 11))
            value = doubled[fixed] - costs * ~settled(params, totals)
            gives_up = params.rescue & (totals < 21) & ((rescued[fixed] > 0) | (value < given_up))
            doubled[fixed] = np.where(gives_up, given_up, value)
        return stand, doubled

    def options(self, row: int) -> dict[int, float]:
        """The worth of every option of a hand."""
        allowed = [option for option in (STAND, HIT, DOUBLE) if self.decisions.options[option, self.aces, row] > BARRED]
        if TABLE.size[row] >= self.most:
            allowed = [STAND]
        fixed = self.aces if self.game.tracked > 1 else min(int(TABLE.counts[row, ACE]), FIRST_ACES - 1)
        fixed = fixed if self.game.params.ace_stays_one else 0
        found: dict[int, float] = {}
        for option in allowed:
            if option == STAND:
                found[option] = float(self.stand[row])
            else:
                found[option] = self._one_more(row, option == DOUBLE, fixed)
        return found

    def _one_more(self, row: int, doubled: bool, fixed: int) -> float:
        left = self.solver.shoe - TABLE.counts[row]
        total = float(left.sum())
        value = 0.0
        for card_value in range(VALUES):
            if left[card_value] <= 0.0:
                continue
            after = int(TABLE.after[row, card_value])
            if after == NO_HAND:
                then = self._bust(left, card_value, doubled)
            else:
                then = float(self.doubled[fixed, after]) if doubled else self._best(after)
            value += float(left[card_value]) / total * then
        return value

    def _best(self, row: int) -> float:
        if row not in self.best:
            self.best[row] = max(self.options(row).values())
        return self.best[row]

    def _bust(self, left: Floats, drawn: int, doubled: bool) -> float:
        lost = -self.of.wager.lose_doubled if doubled else self.lost
        partner = int(kernel.natural_value(self.of.up))
        spared = self.natural_spares + (-lost + self.lost if self.game.params.peeked else 0.0)
        if not spared or partner < 0:
            return lost
        return lost + spared * (float(left[partner]) - (partner == drawn)) / (float(left.sum()) - 1.0)


def _left(cards: Floats, seen: Sequence[str]) -> Floats:
    """The shoe less the cards that are seen."""
    left = cards.copy()
    for text in seen:
        left[VALUE_OF[card(text).rank], SUITS.index(card(text).suit)] -= 1
    if left.min() < 0.0:
        raise HandError("the shoe does not hold that many of these cards")
    return left
