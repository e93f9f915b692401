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

NATURAL_END = 0  # the first way in which the dealer's hand ends; then its totals, and over 21
MIXED, SUITED, SPADES = range(3)
SUPER_BONUS, PUSH, POP = 1, 2, 4  # in `Automaton.flags`
SPLITS = object()  # what becomes of two cards that are split
VALUE_OF_RANK = tuple({"A": 1, "T": 10, "J": 10, "Q": 10, "K": 10}.get(rank) or int(rank) for rank in RANKS)
TEN_RANKS = [rank for rank, value in enumerate(VALUE_OF_RANK) if value == 10]


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


def looks_at_suits(game: k.Game) -> bool:
    """Whether a bonus or the strategy tells cards of one suit from others."""
    return bool((game.info & (k.BONUS | k.BY_SUIT)).any() or game.super_row)


def doubled_end(game: k.Game, info: int, first_aces: int) -> tuple[int, int]:
    """The total of a doubled hand that is not over 21, and how it has ended: as `kernel.doubled_end`."""
    hard, aces = info >> k.HARD_AT & k.FIVE_BITS, info >> k.ACES_AT & k.FIVE_BITS
    if game.double_aces_one:
        aces -= first_aces
    total = hard + 10 if aces > 0 and hard <= 11 else hard
    wins = (total == 21 and game.twenty_one) or (info >> k.SIZE_AT & k.FIVE_BITS) == game.five_and_under
    return total, k.WON if wins else k.DOUBLE_DOWN


class Builder:
    """Explores every state that a round can come to.

    A hand's own course is worked out first and once: hands that the same cards lead to the same ends are one node. The
    box then needs to know only the node and what the hands before it have left.
    """

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
        tens_alike = len({game.surrender_ranks >> rank & 1 for rank in TEN_RANKS}) == 1
        self.tens_alike = tens_alike and not (game.super_row and game.super_rank in TEN_RANKS)

    @property
    def symbols(self) -> list[tuple[int, int]]:
        return [(rank, suits) for suits in range(3 if self.suited else 1) for rank in range(len(RANKS))]

    def alike(self, state: Any, rank: int, suits: int) -> Any:
        """The same for cards that lead a state to the same: only a hand's first cards look at more than values."""
        if state[0] == "hand":
            return self.leads[state[1]][suits * 10 + VALUE_OF_RANK[rank] - 1]
        if state[0] in ("dealer", "peek", "hole"):
            return VALUE_OF_RANK[rank]
        return rank, suits if state[0] in ("up", "split") else MIXED

    # --------------------------------------------------------------------------------------------- a hand by itself

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
        return int(game.instead[at])

    def _table(self, hand: Hand) -> int:
        """The kind of hand as the strategy counts it: where split aces may draw, they are kinds of their own."""
        return hand.kind + (k.ACES_ON if hand.split_ace and self.game.aces_cards > 1 else 0)

    # ------------------------------------------------------------------------------------------------- its result

    def _pays(self, stake: int, pays: int, for_each: int) -> int:
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
        prize = self._pays(bet, int(game.pays[odds]), int(game.for_each[odds]))
        prize += self._pays(worth, int(game.pays[odds]), int(game.for_each[odds]))
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
            half = min(self._pays(staked, int(game.surrender_part), int(game.surrender_of)), staked)
            void = bool(game.surrender_void)
            return Done((-out if void else half - out, *(half - out,) * (self.ends - 1)), waits=void)
        if ended == k.NATURAL:
            return Done(self._natural_results(), waits=self._natural_waits(hand.up))
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

    # -------------------------------------------------------------------------------------------------- the round

    def step(self, state: Any, rank: int, suits: int) -> Step:
        """What a card of a rank leads to; `suits` says how its suit is to that of the hand's first card."""
        what, value = state[0], VALUE_OF_RANK[rank]
        if what == "hand":
            return self.after_hand(state[2], self.leads[state[1]][suits * 10 + value - 1])
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
        return NATURAL_END if state == k.NATURAL_STATE else self.end_of[int(self.game.dealer_total[state])]

    def second(self, first: int, up: int, rank: int, suits: int) -> Step:
        """The second card of the box: offers are taken, and a natural or a surrender ends the hand."""
        values = (VALUE_OF_RANK[first], VALUE_OF_RANK[rank])
        row = self.after[values[0] << 4 | values[1]]
        natural = self.info[row] & k.FIVE_BITS == 21
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
        if self.info[hand.row] & k.FIVE_BITS == 21:
            return self.natural(box, even)
        if self._given_up(hand.row, box.up):
            return self.after_hand(box, self.done(hand, k.SURRENDERED, 0))
        return self.two_cards(box, hand, first, second)

    def hole(self, box: Box, hand: Hand, even: bool, cards: tuple[int, int], value: int) -> Step:
        """The dealer looks at the hole card: a natural ends the round."""
        after = int(self.game.dealer_after[VALUE_OF_RANK[box.up] << 4 | value])
        if after != k.NATURAL_STATE:
            return self.first_hand(box._replace(hole=after), hand, even, *cards)
        if self.info[hand.row] & k.FIVE_BITS == 21:
            lost = self._natural_results(even, VALUE_OF_RANK[box.up])[NATURAL_END]
        elif self._given_up(hand.row, box.up):
            lost = self.done(hand, k.SURRENDERED, 0).results[NATURAL_END]
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
        chosen = self.game.play[(VALUE_OF_RANK[up] - 1) * self.rows + row]
        return self._before_play(up) and bool(chosen == k.SURRENDER)

    def two_cards(self, box: Box, hand: Hand, first: int, second: int) -> Step:
        """A hand with its second card: it may be split where the two are alike."""
        game, own = self.game, VALUE_OF_RANK[first]
        pair = bool(self.info[hand.row] & k.PAIR) and not (game.split_by_rank and first != second)
        most = game.aces_hands_max if own == 1 else game.hands_max
        splits = pair and not box.declined and box.made < most
        if hand.kind != k.UNSPLIT and (ended := self._after_split(hand, splits)):
            return self.after_hand(box, self.done(hand, ended, 0))
        comes = self.decided(hand, splits)
        if comes is SPLITS:
            kind = k.ORIGINAL if hand.kind == k.UNSPLIT else hand.kind
            more = box._replace(pending=box.pending + 1, made=box.made + 1, rank=first)
            return Step(("split", kind, more), push=True)
        if splits and game.declined_bars:
            box = box._replace(declined=True)
        return self.after_hand(box, comes)

    def _after_split(self, hand: Hand, splits: bool) -> int:
        """How its second card ends a hand that was split; 0: it does not."""
        if self.game.natural_after_split and self.info[hand.row] & k.FIVE_BITS == 21:
            return k.NATURAL
        return self._ended(hand, splits)

    def split_card(self, kind: int, box: Box, rank: int, suits: int) -> Step:
        """The second card of a hand that was split."""
        values = (VALUE_OF_RANK[box.rank], VALUE_OF_RANK[rank])
        row = self.after[values[0] << 4 | values[1]]
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
        results = self._natural_results(even, VALUE_OF_RANK[box.up])
        return self.closed(box._replace(waits=self._natural_waits(box.up) and not even), results)

    def _natural_results(self, even: bool = False, up_value: int = 0) -> tuple[int, ...]:
        """What a natural brings by the dealer's ends; `up_value` where it may be paid at once."""
        game = self.game
        prize = self._pays(self.bet, int(game.natural_pays), int(game.natural_for))
        if game.natural_at_once >> up_value & 1:
            return (prize,) * self.ends
        if even:
            return (self._pays(self.bet, 1, 1),) * self.ends
        return (prize if game.natural_beats else 0, *(prize,) * (self.ends - 1))

    def _natural_waits(self, up: int) -> bool:
        value = VALUE_OF_RANK[up]
        return value in (1, 10) and not self.game.natural_at_once >> value & 1

    def closed(self, box: Box, results: tuple[int, ...], super_bonus: bool = False) -> Step:
        """All hands of the box are done: the dealer draws, shows a second card, or the round is over."""
        game, value = self.game, VALUE_OF_RANK[box.up]
        summed = list(results)
        if box.exposed and not (game.natural_takes == k.TAKES_TO_CAP and box.lost):
            summed[NATURAL_END] -= self.bet
        if box.insured:
            place = 0 if value == 1 else 1
            won = self._pays(box.insured, int(game.insurance_pays[place]), int(game.insurance_for[place]))
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
    """The automaton with states made one that no sequence of cards can tell apart."""
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
