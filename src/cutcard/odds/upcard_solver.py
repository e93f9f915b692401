"""Play against one first card of the dealer: every two-card hand, its options and their values."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

import numpy as np

from cutcard.lookup.all_hands import ACE, TEN, VALUES, Floats, Ints
from cutcard.odds import joint, kernel, result_kernel, splits
from cutcard.odds.dealer_draws import NATURAL, SLOTS
from cutcard.odds.dealer_ranks import rank_groups, surrender_offered
from cutcard.odds.decision_values import (
    NO_KIND,
    TABLE,
    DecisionValues,
    aces_row,
    best_of,
    decision_values,
    empty_books,
    empty_trace,
    known_match_chances,
    known_suit_shares,
    play_of,
    suited_options,
    two_cards,
)
from cutcard.odds.game import Game, comparable, two_card_hands
from cutcard.odds.kernel import BARRED, DOUBLE, HIT, KINDS, OPTIONS, STAND
from cutcard.odds.params import AS_DEALT, LONGEST, Wager
from cutcard.odds.result_kernel import Play, Trace
from cutcard.odds.suits import SuitRow, kind_shares, match_chances

BY_SIZE = np.argsort(TABLE.size, kind="stable").astype(np.int32)  # rows of hands, those of one size together
BY_PAIR = [  # for each value the rows of hands that have it, those with as many of it and of one size together
    rows[np.lexsort((TABLE.size[rows], TABLE.counts[rows, value]))].astype(np.int32)
    for value in range(VALUES)
    for rows in [np.nonzero(TABLE.counts[:, value])[0]]
]
SURRENDER, SPLIT, PAID = 3, 4, 5  # beside STAND, HIT and DOUBLE; PAID: a natural, nothing to choose
OPTION_NAMES = {
    STAND: "stand", HIT: "hit", DOUBLE: "double", SURRENDER: "surrender", SPLIT: "split", PAID: "natural"
}  # fmt: skip


@dataclass(frozen=True, slots=True, kw_only=True)
class Cell:
    """A two-card hand, of one kind of suits where suits matter: its chance and the values of its options."""

    first: int
    second: int
    kind: int
    chance: float  # given the dealer's card
    options: dict[int, float]
    chosen: int
    ranks: str = ""  # of the dealer's card, where the rules tell some of its value apart

    @property
    def value(self) -> float:
        return self.options[self.chosen]


@dataclass(frozen=True, slots=True, kw_only=True)
class HandBook:
    """What hands of one wager bring, by whether their second card pairs and by the dealer's end, as in `Books`."""

    results: Floats


@dataclass(frozen=True, slots=True, kw_only=True)
class SplitHands:
    """A pair split: what the first hand and the further hands bring, how many there are, and the whole's value.

    Where the first hand's wager is like the others', both books are one and hold all hands.
    """

    first: HandBook
    further: HandBook
    trails: tuple[Trail, Trail]  # by which both are played
    patterns: tuple[tuple[splits.Pattern, Floats], ...]  # with their chances by the dealer's end
    extra_cost: float  # what a dealer's natural takes beyond the first hand's wager
    after_win: float  # the part of that where the first hand has won at once; else it is over 21
    bound: float  # most by which the value may be off
    value: float
    round: dict[float, float] = field(default_factory=dict)  # the results of all hands, as `distribution` works out

    @property
    def alike(self) -> bool:
        return self.first is self.further

    @property
    def books(self) -> tuple[HandBook, ...]:
        return (self.first,) if self.alike else (self.first, self.further)


@dataclass(frozen=True, slots=True, kw_only=True)
class Trail:
    """A wager, a way to play it, and where that leads."""

    wager: Wager
    play: Play
    trace: Trace


@dataclass(kw_only=True)
class UpcardSolver:
    """Play against one card of the dealer; `follows` replaces the best play by a given plan."""

    game: Game
    up: int
    shoe: Floats  # without the dealer's card
    ends: Floats  # of the dealer's hand, by player's hand
    follows: dict[tuple[Wager, int], Ints] = field(default_factory=dict)
    by_suits: bool = True  # whether a plan that is followed leaves hands that suits can pay for to the best play
    known_decisions: dict[tuple[Wager, int], DecisionValues] = field(default_factory=dict)
    split_hands: dict[tuple[int, int], SplitHands] = field(default_factory=dict)

    @classmethod
    def of(cls, game: Game, up: int) -> UpcardSolver:
        shoe = game.without(up)
        ends = np.zeros((len(TABLE.size), SLOTS))
        kernel.all_ends(game.tree(up), TABLE, BY_SIZE, shoe, ends)
        return cls(game=game, up=up, shoe=shoe, ends=ends)

    def following(self, follows: dict[tuple[Wager, int], Ints], by_suits: bool = False) -> UpcardSolver:
        """The same shoe and dealer's card, played by a given plan for each kind of wager and hand."""
        return replace(self, follows=follows, by_suits=by_suits, known_decisions={}, split_hands={})

    @property
    def first_wager(self) -> Wager:
        return comparable(self.game.first, self.up)

    def further_wager(self, pair: int) -> Wager:
        return comparable(self.game.further(pair), self.up)

    def decisions(self, wager: Wager, kind: int = AS_DEALT) -> DecisionValues:
        """Best play of a hand of a kind with this wager, by its own cards."""
        key = (wager, kind)
        if key not in self.known_decisions:
            follow = self.follows.get(key)
            self.known_decisions[key] = decision_values(self.game, wager, self.ends, self.shoe, self.up, kind, follow)
        return self.known_decisions[key]

    def cells(self) -> list[Cell]:
        """Every two-card hand with its options, best play chosen."""
        found = []
        total = self.shoe.sum()
        for a, b in two_card_hands():
            ways = self.shoe[a] * (self.shoe[b] - (a == b)) * (1 if a == b else 2)
            chance = float(ways / (total * (total - 1)))
            if chance > 0.0:
                found += self._cells(a, b, chance)
        return found

    def _cells(self, a: int, b: int, chance: float) -> list[Cell]:
        hand = two_cards(a, b)
        kinds = [(NO_KIND, 1.0)]
        for row in self.game.suit_rows:
            if row.hand == hand:
                kinds = list(enumerate(kind_shares(row, self.game.copies(a)).tolist()))
        return [cell for kind, share in kinds if share > 0.0 for cell in self._cell(a, b, kind, chance * share)]

    def _cell(self, a: int, b: int, kind: int, chance: float) -> list[Cell]:
        """The hand as one cell, or as one for each group of ranks that the rules tell apart."""
        options = self.options(a, b, kind)
        groups = rank_groups(self.game.rules, self.up)
        if len(groups) == 1:
            return [Cell(first=a, second=b, kind=kind, chance=chance, options=options, chosen=best_of(options))]
        without = {option: value for option, value in options.items() if option != SURRENDER}
        found, ranks = [], sum(map(len, groups))
        for group in groups:
            own = options if surrender_offered(self.game.rules, group[0]) else without
            part = chance * len(group) / ranks
            cell = Cell(first=a, second=b, kind=kind, chance=part, options=own, chosen=best_of(own), ranks=group)
            found.append(cell)
        return found

    def options(self, a: int, b: int, kind: int = NO_KIND) -> dict[int, float]:
        """What each option of two cards is worth."""
        hand = two_cards(a, b)
        if (a, b) == (ACE, TEN):
            return {PAID: self._natural_value(hand)}
        decisions = self.decisions(self.first_wager)
        row = aces_row(self.game, (a, b))
        options = {o: float(decisions.options[o, row, hand]) for o in range(OPTIONS)}
        options = {o: v for o, v in options.items() if v > BARRED}
        if kind != NO_KIND:
            options = self._suited(decisions, hand, kind, self.game.super_bonus_against(self.up))
        if self.game.surrender_share(self.up) and TABLE.total[hand] < self.game.rules.draw.ends_at:
            options[SURRENDER] = self.surrendered(hand)
        if a == b and self.game.may_split(a):
            options[SPLIT] = self.split(a, kind).value
        return options

    def _suited(self, decisions: DecisionValues, hand: int, kind: int, extra: float) -> dict[int, float]:
        row = next(row for row in self.game.suit_rows if row.hand == hand)
        extra = extra if row.super_bonus else 0.0
        match = match_chances(row, self.game.copies(row.third))[kind]
        return suited_options(self.game, decisions, row, match, extra, self.ends, self.shoe)

    def surrendered(self, hand: int) -> float:
        """The expectation of surrendering a hand."""
        surrender = self.game.rules.surrender
        lost = 1.0 - float(surrender.returns)
        void = self.ends[hand, NATURAL] if self.game.surrender_void else 0.0
        return float(-lost * (1.0 - void) - void)

    def _natural_value(self, hand: int) -> float:
        natural = self.game.rules.natural
        pays = float(natural.pays.ratio)
        if self.game.params.natural_wins:
            return pays
        return float(pays * (1.0 - self.ends[hand, NATURAL]))

    def split(self, pair: int, kind: int = NO_KIND) -> SplitHands:
        """A pair split and split again as often as the rules allow, each hand played by its own cards."""
        if all(row.first != row.second or row.first != pair for row in self.game.suit_rows):
            kind = NO_KIND
        key = (pair, kind)
        if key not in self.split_hands:
            self.split_hands[key] = self._split(pair, kind)
        return self.split_hands[key]

    def _split(self, pair: int, kind: int) -> SplitHands:
        game = self.game
        shoe = game.without(self.up, pair, pair)
        most = game.hands_max(pair)
        left, cards = float(shoe[pair]), float(shoe.sum())
        first = splits.weights(left, cards, most, True)
        further = splits.weights(left, cards, most, False)
        trail = self.split_trail(pair, kind, self.first_wager)
        if self.first_wager == self.further_wager(pair):
            trails = (trail, trail)
            books = [self.results(pair, trail, first + further, shoe)]
        else:
            trails = (trail, self.split_trail(pair, kind, self.further_wager(pair)))
            books = [self.results(pair, trails[0], first, shoe), self.results(pair, trails[1], further, shoe)]
        cost = joint.natural_cost(self, pair, trails, shoe)
        return SplitHands(
            first=books[0],
            further=books[-1],
            trails=trails,
            patterns=splits.patterns_by_end(game.tree(self.up), shoe, pair, most),
            extra_cost=cost.cost,
            after_win=cost.after_win,
            bound=cost.bound,
            value=sum(game.mean(book.results) for book in books) - cost.cost,
        )

    def split_trail(self, pair: int, kind: int, wager: Wager) -> Trail:
        """Follow a hand of a split from the pair's one card to its ends."""
        suits = []
        for row in self.game.suit_rows:
            copies = self.game.copies(row.third)
            match = known_match_chances(row, pair, kind, copies)
            suits.append((known_suit_shares(row, pair, kind, copies), match))
        return self.trail_by_suits(pair, wager, suits)

    def trail_by_suits(self, pair: int, wager: Wager, suits: Sequence[tuple[tuple[float, ...], Floats]]) -> Trail:
        """The same with given suits: for each suit row the shares of the kinds, and the chances to match."""
        game = self.game
        decisions = self.decisions(self.decides(pair, wager), self.game.kind_of_split(pair))
        rows = []
        for row, (shares, match) in zip(game.suit_rows, suits, strict=True):
            rows.append((shares, tuple(self.suited_choice(decisions, row, match[k]) for k in range(KINDS)), match))
        play = play_of(game, decisions, rows)
        trace = empty_trace(game)
        for value in range(VALUES):
            hand = TABLE.after[TABLE.after[0, pair], value]
            trace.orders[int(value == pair), aces_row(game, (pair, value)), hand] = 1.0
        result_kernel.trace(game.params, TABLE, play, game.params.ace_cards if pair == ACE else LONGEST, trace)
        return Trail(wager=wager, play=play, trace=trace)

    def decides(self, pair: int, wager: Wager) -> Wager:
        """The wager that decides how a split hand is played, where a natural takes only one wager of the whole box.

        Under busted-plus-one that wager is lost whatever becomes of this hand, as long as another hand is left, so it
        does not count. Under original-cap a hand that goes over 21 loses what the natural would have taken.
        """
        takes = self.game.rules.dealer.natural_takes
        if self.game.params.peeked or self.further_wager(pair).lose == 0.0:
            return wager
        if takes == "busted-plus-one":
            return self.further_wager(pair)
        return self.first_wager if takes == "original-cap" else wager

    def suited_choice(self, decisions: DecisionValues, row: SuitRow, match: Floats) -> int:
        """The option that a hand of known suits takes, unless a plan that looks at totals only decides."""
        if not self.by_suits:
            return int(decisions.action[0, row.hand])
        options = suited_options(self.game, decisions, row, match, 0.0, self.ends, self.shoe)
        return best_of(options) if options else kernel.STAND  # a hand that this shoe cannot make

    def results(self, pair: int, trail: Trail, weights: Floats, shoe: Floats) -> HandBook:
        """The results of hands of a split played by a trail; `weights` say how often, by the cards they need."""
        game = self.game
        books = [empty_books(game), empty_books(game)]
        for paired in range(2):
            result_kernel.split_results(
                game.params, trail.wager, game.gains(trail.wager), TABLE, BY_PAIR[pair], game.tree(self.up), shoe,
                self.up, pair, paired, trail.play, weights[paired], game.grain, trail.trace, books[paired],
            )  # fmt: skip
        return HandBook(results=np.stack([book.results for book in books]))
