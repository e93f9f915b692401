"""A hand of one box by itself: what each card makes of it under a strategy, and what it brings when it is done.

Hands that the same cards lead to the same ends are one node.
"""

from __future__ import annotations

from typing import Any, NamedTuple

from cutcard.cards import RANKS
from cutcard.simulate import kernel as k

NATURAL_END = 0  # the first way in which the dealer's hand ends; then its totals, and over 21
MIXED, SUITED, SPADES = range(3)
SPLITS = object()  # what happens to two cards that are split
VALUE_OF_RANK = tuple({"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank) for rank in RANKS)


class Done(NamedTuple):
    """A hand that gets no further card: its result for each end of the dealer's, and what that leaves for the box."""

    results: tuple[int, ...]
    live: bool = False  # whether the dealer's hand decides about it
    waits: bool = False  # whether the dealer's second card does
    exposed: bool = False  # whether it would lose its wager to a dealer's natural
    lost: bool = False  # whether it has lost its wager already
    super_bonus: bool = False


class Hand(NamedTuple):
    """A hand in play by itself, which is all that the strategy looks at."""

    up: int  # the dealer's rank
    row: int
    suits: int
    aces: int  # among the first two cards
    kind: int
    split_ace: bool = False
    drawing: bool = False
    doubling: bool = False


def looks_at_suits(game: k.Game) -> bool:
    """Whether a bonus or the strategy depends on suits."""
    return bool((game.info & (k.BONUS | k.BY_SUIT)).any() or game.super_row)


def doubled_end(game: k.Game, info: int, first_aces: int) -> tuple[int, int]:
    """The total of a doubled hand that is not over 21, and how it has ended: as `hand_play.doubled_end`."""
    hard, aces = info >> k.HARD_AT & k.FIVE_BITS, info >> k.ACES_AT & k.FIVE_BITS
    if game.double_aces_one:
        aces -= first_aces
    total = hard + 10 if aces > 0 and hard <= 11 else hard
    wins = (total == 21 and game.twenty_one) or (info >> k.SIZE_AT & k.FIVE_BITS) == game.five_and_under
    return total, k.WON if wins else k.DOUBLE_DOWN


class HandNodes:
    """Every hand that a box can come to; a node is a number, and `leads` has what each card leads it to."""

    def __init__(self, game: k.Game, bet: int) -> None:
        self.game, self.bet = game, bet
        self.rows = len(game.info)
        stops = {int(t) for s, t in enumerate(game.dealer_total) if s > k.NATURAL_STATE and t}
        decided = sorted(t for t in stops if t <= 21 or game.pushes >> t & 1)
        over = [t for t in stops if t not in decided]
        self.totals = (21, *decided, *over[:1])
        self.end_of = {t: 1 + (decided.index(t) if t in decided else len(decided)) for t in stops}
        self.ends = len(self.totals)
        self.suited = looks_at_suits(game)
        self.info = game.info.tolist()
        self.after = game.after.tolist()
        self.nodes: dict[tuple[Any, ...], int] = {}  # by what each card leads to
        self.leads: list[tuple[Any, ...]] = []
        self.known: dict[Hand, Any] = {}

    def node(self, hand: Hand) -> int:
        """The node of a hand that waits for a card."""
        found = self.known.get(hand)
        if found is None:
            plain = tuple(self._drawn(hand, value, MIXED) for value in range(1, 11))
            leads = plain
            for suits in (SUITED, SPADES) if self.suited else ():  # of another suit than the hand: as if mixed
                same = hand.suits == suits
                leads += tuple(self._drawn(hand, value, suits) for value in range(1, 11)) if same else plain
            found = self.nodes.setdefault(leads, len(self.nodes))
            if found == len(self.leads):
                self.leads.append(leads)
            self.known[hand] = found
        return int(found)

    def _drawn(self, hand: Hand, value: int, suits: int) -> Any:
        """What a card of a value makes of a hand: another node, or its end."""
        row = self.after[hand.row << 4 | value]
        kept = (suits if suits == hand.suits else MIXED) if self.suited else MIXED
        drawn = hand._replace(row=row, suits=kept)
        if hand.doubling:
            return self.done(drawn, k.DOUBLE_DOWN if row else k.BUST, self.bet)
        ended = self._ended(drawn)
        return self.done(drawn, ended, 0) if ended else self.decided(drawn, False)

    def _ended(self, hand: Hand, splits: bool = False) -> int:
        """How a card of the subsequent deal has ended a hand; 0: it has not."""
        info = self.info[hand.row]
        ended = info >> k.ENDED_AT & 3
        full = hand.split_ace and (info >> k.SIZE_AT & k.FIVE_BITS) > self.game.aces_cards
        if full and ended not in (k.WON, k.BUST):
            return 0 if splits else k.ONE_CARD
        return int(ended)

    def decided(self, hand: Hand, splits: bool) -> Any:
        """What the strategy does with a hand that has not ended: a node, its end, or SPLIT."""
        info = self.info[hand.row]
        if self.game.automatic and not hand.split_ace and self._unasked(hand, info, splits):
            return self.node(hand._replace(drawing=True))
        action = self._chosen(hand, info, splits)
        if action == k.STAND:
            return self.done(hand, k.STOOD, 0)
        if action == k.SURRENDER:
            return self.done(hand, k.SURRENDERED, 0)
        if action == k.SPLIT:
            return SPLITS
        return self.node(hand._replace(doubling=action == k.DOUBLE))

    def _unasked(self, hand: Hand, info: int, splits: bool) -> bool:
        if self.game.automatic == 2 or hand.drawing:
            return info & k.LOW != 0
        doubles = info & (k.DOUBLES_SPLIT if hand.kind != k.UNSPLIT else k.DOUBLES)
        return info & k.LOW_HARD != 0 and doubles == 0 and not splits

    def _chosen(self, hand: Hand, info: int, splits: bool) -> int:
        game = self.game
        table = self._table(hand) * game.aces_tracked + (hand.aces if game.aces_tracked > 1 else 0)
        at = (table * k.UPS + VALUE_OF_RANK[hand.up] - 1) * self.rows + hand.row
        action = int(game.by_suit[at * 4 + hand.suits]) if info & k.BY_SUIT else k.SURRENDER + 1
        if action > k.SURRENDER:
            action = int(game.play[at])
        surrenders = game.surrender == k.ON_TURN and bool(game.surrender_ranks >> hand.up & 1)
        if action < k.SPLIT or (action == k.SPLIT and splits):
            return action
        if action == k.SURRENDER and surrenders and hand.kind == k.UNSPLIT:
            return action
        instead = int(game.instead[at])
        return k.SPLIT if instead & k.OR_SPLIT and splits else instead & ~k.OR_SPLIT

    def _table(self, hand: Hand) -> int:
        """The kind of hand as the strategy counts it: where split aces may draw, they are kinds of their own."""
        return hand.kind + (k.ACES_ON if hand.split_ace and self.game.aces_cards > 1 else 0)

    def pays(self, stake: int, pays: int, for_each: int) -> int:
        unit = self.game.unit
        return -(-stake * pays // (for_each * unit)) * unit

    def done(self, hand: Hand, ended: int, worth: int) -> Done:
        """A hand that gets no further card; `worth` is what was added to double it."""
        game, bet, info = self.game, self.bet, self.info[hand.row]
        total = info & k.FIVE_BITS
        if ended == k.DOUBLE_DOWN:
            total, ended = doubled_end(game, info, hand.aces)
        odds = 0
        if info & k.BONUS and total == 21 and not (worth and game.double_bonuses == 0):
            odds = int(game.bonus[hand.row * 4 + hand.suits])
        prize = self.pays(bet, int(game.pays[odds]), int(game.for_each[odds]))
        prize += self.pays(worth, int(game.pays[odds]), int(game.for_each[odds]))
        staked = 0 if hand.kind == k.FURTHER_TOKEN else bet
        out = staked + (0 if game.double_token else worth)
        made = self._settled(hand, ended, total, staked, out, prize, worth)
        return made._replace(super_bonus=self._super(hand, worth))

    def _super(self, hand: Hand, worth: int) -> bool:
        game = self.game
        fits = game.super_row and hand.row == game.super_row and hand.suits != MIXED
        return bool(fits and hand.kind == k.UNSPLIT and not worth and hand.up == game.super_rank)

    def _settled(self, hand: Hand, ended: int, total: int, staked: int, out: int, prize: int, worth: int) -> Done:
        game = self.game
        if ended == k.BUST:
            return Done((-out,) * self.ends, lost=out > 0)
        if ended == k.WON:
            return Done((prize,) * self.ends)
        if ended == k.DOUBLE_DOWN and game.rescue and self._rescued(hand):
            return Done((worth - out,) * self.ends, lost=True)
        if ended == k.SURRENDERED:
            half = min(self.pays(staked, int(game.surrender_part), int(game.surrender_of)), staked)
            void = bool(game.surrender_void)
            return Done((-out if void else half - out, *(half - out,) * (self.ends - 1)), waits=void)
        if ended == k.NATURAL:
            return Done(self.natural_results(), waits=self.natural_waits(hand.up))
        level = [total == end or bool(game.pushes >> end & 1) for end in self.totals]
        ahead = [(end > 21 or total > end) and not same for end, same in zip(self.totals, level, strict=True)]
        results = [prize if won else 0 if same else -out for won, same in zip(ahead, level, strict=True)]
        safe = total == 21 and bool(game.drawn_21_pushes)
        results[NATURAL_END] = 0 if safe or game.natural_takes != k.TAKES_ALL else -out
        first = hand.kind in (k.UNSPLIT, k.ORIGINAL)
        exposed = not safe and staked > 0 and (game.natural_takes != k.TAKES_FIRST or first)
        return Done(tuple(results), live=True, exposed=exposed and game.natural_takes != k.TAKES_ALL)

    def _rescued(self, hand: Hand) -> bool:
        fixed = hand.aces * self.game.double_aces_one
        at = ((self._table(hand) * 3 + fixed) * k.UPS + VALUE_OF_RANK[hand.up] - 1) * self.rows + hand.row
        return bool(self.game.rescued[at])

    def ended_by_second_card(self, hand: Hand, splits: bool) -> int:
        """How its second card ends a hand that was split; 0: it does not."""
        if self.game.natural_after_split and self.info[hand.row] & k.FIVE_BITS == 21:
            return k.NATURAL
        return self._ended(hand, splits)

    def natural_results(self, even: bool = False, up_value: int = 0) -> tuple[int, ...]:
        """What a natural brings by the dealer's ends; `up_value` where it may be paid at once."""
        game = self.game
        prize = self.pays(self.bet, int(game.natural_pays), int(game.natural_for))
        if game.natural_at_once >> up_value & 1:
            return (prize,) * self.ends
        if even:
            return (self.pays(self.bet, 1, 1),) * self.ends
        return (prize if game.natural_beats else 0, *(prize,) * (self.ends - 1))

    def natural_waits(self, up: int) -> bool:
        value = VALUE_OF_RANK[up]
        return value in (1, 10) and not self.game.natural_at_once >> value & 1
