"""Many shoes at once: the dealer's ends, the value of every first decision, insurance, and the value of best play.

>>> from cutcard.odds.game import full_shoe
>>> from cutcard.rulebooks import rules
>>> game = rules("melbourne-v26", "blackjack")
>>> found = batch(game, [full_shoe(game, 8)])
>>> round(100 * float(found.ev[0]), 3)
-0.541

Everything is exact but for rounding, except what a split is worth: its error is that of cards which the other hands
of the split take, to the second order. `docs/bench.md` says how large it is in each game.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import ACE, NO_HAND, TEN, VALUES, Floats, Longs
from cutcard.lookup.dealer_hands import standing_hands
from cutcard.money import Cents
from cutcard.odds import batch_kernel as k
from cutcard.odds import splits
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.batch_choice import CHOICES, DECISIONS, HANDS, SURRENDER, FirstHands, choose_shoes, value_shoes
from cutcard.odds.batch_plan import DRAWN_MOST, HELD_MOST, ends_plan, visits
from cutcard.odds.batch_splits import solve_shoes
from cutcard.odds.chart import UPS
from cutcard.odds.dealer_draws import FIRST_TOTAL, NATURAL
from cutcard.odds.dealer_ranks import column_share, surrender_offered
from cutcard.odds.decision_values import TABLE, aces_row, two_cards
from cutcard.odds.game import Game, comparable, full_shoe
from cutcard.odds.kernel import BARRED, FIRST_ACES, KINDS, OPTIONS, always_wins, hand_odds, natural_value, payoff
from cutcard.odds.params import AS_DEALT, LONGEST, OF_SPLIT, OF_SPLIT_ACES, Wager
from cutcard.odds.solution import hand_name, up_value
from cutcard.odds.suits import SuitRow, kind_shares, match_chances
from cutcard.odds.vectors import LANES
from cutcard.rulebooks.schema import Rules

HAND_NAMES = tuple(hand_name(hand) for hand in HANDS)
END_NAMES = ("17", "18", "19", "20", "21", "22", "natural", "over 22")
SLOTS = np.array([*range(17 - FIRST_TOTAL, 23 - FIRST_TOTAL), NATURAL, NATURAL - 1], np.int64)
USUAL_COPIES = 8.0  # of one card in a large shoe
CHUNK = 64  # blocks of lanes that are worked out before their results are put away

Bytes = NDArray[np.int8]

__all__ = ["DECISIONS", "END_NAMES", "HANDS", "HAND_NAMES", "Batch", "batch"]


@dataclass(frozen=True, kw_only=True)
class Batch:
    """What was found for each shoe; impossible hands have the value not-a-number and no best decision (-1).

    Values are for each unit first wagered, before the dealer has looked for a natural.
    """

    ups: tuple[str, ...]
    ev: Floats  # by shoe: of best play, over the dealer's cards that were asked for
    dealer: Floats  # by shoe, dealer's card and `END_NAMES`
    best: Bytes  # by shoe, dealer's card and `HAND_NAMES`: the place in `DECISIONS`
    values: Floats | None  # by shoe, dealer's card, hand and `DECISIONS`, if they were asked for
    insurance: Floats  # by shoe: of each unit insured against an ace, nothing known but that card

    def value(self, hand: str, up: str) -> Floats:
        """The values of a hand such as "T 6" against a card: by shoe and decision."""
        if self.values is None:
            raise CutcardError("the batch was not asked for the values of hands")
        return np.asarray(self.values[:, self.ups.index(up), HAND_NAMES.index(hand)])


def offered_against(rules: Rules, column: str, values: Floats) -> Floats:
    """The values of decisions against a column of the chart: without surrender where it is not offered there."""
    at = UPS.index(next(up for up in UPS if up_value(up) == up_value(column[0])))
    if column_share(rules, column) == 1.0 or surrender_offered(rules, column[0]):
        return values[:, at]
    without = values[:, at].copy()
    without[..., SURRENDER] = np.nan
    return without


def batch(
    rules: Rules,
    shoes: Sequence[Any] | Floats,
    *,
    ups: Sequence[str] = UPS,
    values: bool = False,
    wager: Cents = 1000,
    workers: int | None = None,
    device: str = "cpu",
) -> Batch:
    """Solve a game for many shoes: rows of ten numbers of cards, the ace first and the tens last.

    Numbers need not be whole: an expected shoe, given a count, is worked out likewise. `workers` are threads, one for
    each processor unless given. `device="gpu"` takes an NVIDIA GPU (`pip install 'cutcard[gpu]'`), for games without
    bonuses by suit.
    """
    counts = checked(rules, shoes)
    solver = _solver(rules, wager)
    if device == "gpu":
        from cutcard.odds.gpu_batch import solve_on_gpu

        insurance = _insurance(rules, counts)
        return Batch(ups=tuple(ups), insurance=insurance, **solve_on_gpu(solver, counts, tuple(ups), values))
    if device != "cpu":
        raise CutcardError(f"a batch is solved on a cpu or a gpu, not on {device!r:.40}")
    blocks = _blocks(counts)
    starts = range(0, len(blocks), CHUNK)
    with ThreadPoolExecutor(workers or os.cpu_count() or 1) as pool:
        parts = list(pool.map(lambda at: solver.part(blocks[at : at + CHUNK], tuple(ups), values), starts))
    number = len(counts)
    joined = {
        name: np.concatenate([part[name] for part in parts])[:number] for name in parts[0] if parts[0][name] is not None
    }
    return Batch(ups=tuple(ups), values=joined.pop("values", None), **joined)


def checked(rules: Rules, shoes: Sequence[Any] | Floats) -> Floats:
    """Shoes as an array; raises with a sentence if they are none, or if the batch does not know the game."""
    counts = np.atleast_2d(np.asarray(shoes, np.float64))
    if counts.ndim != 2 or counts.shape[1] != VALUES or not len(counts):
        raise CutcardError("a shoe is ten numbers of cards: aces, twos, up to nines, and all tens")
    if not np.isfinite(counts).all() or (counts < 0).any() or (counts.sum(axis=1) < DRAWN_MOST).any():
        raise CutcardError(f"a shoe has at least {DRAWN_MOST} cards, and a number of each that is not negative")
    dealer = rules.dealer
    if dealer.stands_on != 17 or set(dealer.pushes_on) - {22}:
        raise CutcardError("a batch is for a dealer who stands on 17, with a stand-off on nothing but 22")
    if dealer.natural_takes == "original-cap" and dealer.hole_card != "peeked":
        raise CutcardError("a batch does not know dealer.natural_takes=original-cap: the solver of one shoe does")
    return counts


def _blocks(counts: Floats) -> Floats:
    """Shoes in blocks of lanes, the last filled up with copies of the last shoe."""
    rest = -len(counts) % LANES
    filled = np.concatenate([counts, np.repeat(counts[-1:], rest, axis=0)])
    blocks = filled.reshape(-1, LANES, VALUES).transpose(0, 2, 1)
    return np.ascontiguousarray(blocks).reshape(len(blocks), VALUES * LANES)


@lru_cache(maxsize=4)
def _solver(rules: Rules, wager: Cents) -> Solver:
    return Solver(Game(rules=rules, shoe=full_shoe(rules, 1), super_bonus=super_bonus_units(rules, wager)))


class Solver:
    """A game made ready for any shoe."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.against = {up: _against(game, up_value(up)) for up in UPS}
        self.first = {up: FirstHands.of(game, up_value(up)) for up in UPS}
        self.pairs = {up: tuple(_pair(game, value, up_value(up)) for value in range(VALUES)) for up in UPS}
        self.rows = np.arange(len(TABLE.size) - 1, 0, -1, dtype=np.int64)
        hand_rows = [two_cards(a, b) for a, b in HANDS]
        self.two = np.full(len(TABLE.size), -1, np.int64)
        self.two[hand_rows] = np.arange(len(HANDS))
        self.first_row = np.array([aces_row(game, hand) for hand in HANDS], np.int64)
        self.kept = np.array([0, *hand_rows, *(row.triple for row in game.suit_rows)], np.int64)

    def part(self, blocks: Floats, ups: tuple[str, ...], values: bool) -> dict[str, Any]:
        """Some blocks of shoes, against these cards of the dealer."""
        shoes = _by_shoe(blocks)
        found: dict[str, Any] = {"ev": np.zeros(len(shoes)), "insurance": _insurance(self.game.rules, shoes)}
        columns = [self._column(blocks, shoes, up, values) for up in ups]
        found["ev"] = np.sum([column.ev for column in columns], axis=0)
        found["dealer"] = np.stack([column.dealer for column in columns], axis=1)
        found["best"] = np.stack([column.best for column in columns], axis=1)
        found["values"] = (
            np.stack([column.values for column in columns if column.values is not None], axis=1) if values else None
        )
        return found

    def _column(self, blocks: Floats, shoes: Floats, up: str, values: bool) -> _Column:
        against = self.against[up]
        work, shoe = _room(against)
        raw = np.empty((len(blocks), len(HANDS) * OPTIONS * LANES))
        ends = np.empty((len(blocks), len(self.kept) * k.ALL_ENDS * LANES))
        split = np.full((len(blocks), VALUES, LANES), np.nan)
        solve_shoes(
            TABLE, visits(), self.rows, moves(), against, self.pairs[up], self.two, self.first_row, self.kept,
            blocks, work, shoe, raw, ends, split,
        )  # fmt: skip
        return _Column.of(
            self.game,
            self.first[up],
            shoes,
            _by_shoe(raw),
            _by_shoe(ends),
            _by_shoe(split),
            values,
        )


def _by_shoe(blocks: Floats) -> Floats:
    """By shoe and row from by block, row and lane."""
    rows = blocks.reshape(len(blocks), -1, LANES).transpose(0, 2, 1)
    return np.ascontiguousarray(rows).reshape(len(blocks) * LANES, -1)


@dataclass(frozen=True, kw_only=True)
class _Column:
    """All first decisions of some shoes against one card of the dealer."""

    ev: Floats  # times the chance of the card
    dealer: Floats
    best: Bytes
    values: Floats | None

    @classmethod
    def of(
        cls, game: Game, rules: FirstHands, shoes: Floats, plain: Floats, ends: Floats, split: Floats, values: bool
    ) -> _Column:
        number, hands = len(shoes), len(HANDS)
        options = np.empty((number, hands * CHOICES))
        chance, worth = np.empty((number, hands)), np.empty((number, hands))
        of_card, ev, best = np.empty(number), np.empty(number), np.empty((number, hands), np.int8)
        value_shoes(rules, shoes, plain, ends, split, chance, options, worth, of_card)
        by_end = ends.reshape(number, -1, k.ALL_ENDS)
        by_choice = options.reshape(number, hands, CHOICES)
        for at, row in enumerate(game.suit_rows):
            _by_suits(game, rules, row, shoes, by_end[:, 1 + hands + at], by_choice, worth)
        choose_shoes(chance, worth, options, best, of_card, ev)
        return cls(ev=ev, dealer=by_end[:, 0].copy(), best=best, values=by_choice if values else None)


def _by_suits(
    game: Game, rules: FirstHands, row: SuitRow, shoes: Floats, ends: Floats, options: Floats, worth: Floats
) -> None:
    """Two cards that a third may turn into a suited 21: each kind decides for itself, `options` become averages."""
    up = rules.up
    left = shoes.copy()
    left[:, up] -= 1.0
    at = HANDS.index((min(row.first, row.second), max(row.first, row.second)))
    held = (row.first == row.third) + (row.second == row.third)
    chance = np.maximum(left[:, row.third] - held, 0.0) / (left.sum(axis=1) - 2)
    shares, match = kind_shares(row, shoes[:, row.first] / 4), match_chances(row, shoes[:, row.third] / 4)
    extra = game.super_bonus_against(up) if row.super_bonus else 0.0
    average, value = np.zeros_like(options[:, at]), np.zeros(len(shoes))
    for kind in range(KINDS):
        of_kind = options[:, at].copy()
        for option, doubled in ((1, False), (2, True)):
            if doubled and not game.params.double_bonuses:
                continue
            plain = ends @ _pays_21(game, up, float(hand_odds(game.params, 21, 3, doubled)), doubled)
            made: Floats = (0.0 if doubled else extra) * (match[kind][1] + match[kind][2])
            for chance_of, odds in zip(match[kind], row.odds, strict=True):
                made = made + chance_of * (ends @ _pays_21(game, up, odds, doubled))
            of_kind[:, option] += chance * (made - plain)
        average += shares[kind][:, np.newaxis] * of_kind
        value += shares[kind] * _worth(of_kind, rules.surrender_share)
    options[:, at], worth[:, at] = average, value


def _worth(options: Floats, surrender_share: float) -> Floats:
    """`batch_choice.best_value` of one hand of every shoe."""
    with_all = np.where(np.isnan(options), BARRED, options)
    without = np.delete(with_all, SURRENDER, axis=-1)
    share = surrender_share or 1.0
    return np.asarray(share * with_all.max(axis=-1) + (1.0 - share) * without.max(axis=-1))


def _pays_21(game: Game, up: int, odds: float, doubled: bool) -> Floats:
    wager = comparable(game.first, up)
    return np.array([payoff(game.params, wager, 21, 3, odds, doubled, int(slot)) for slot in SLOTS])


def _insurance(rules: Rules, shoes: Floats) -> Floats:
    """Of each unit insured against an ace, nothing known but that card; not a number where it is not offered."""
    if rules.insurance.ace is None:
        return np.full(len(shoes), np.nan)
    return np.asarray(shoes[:, TEN] / (shoes.sum(axis=1) - 1.0) * (float(rules.insurance.ace.ratio) + 1.0) - 1.0)


# ------------------------------------------------------------------------------------------- the same for every shoe


def _against(game: Game, up: int) -> k.Against:
    first, further, tens = (comparable(wager, up) for wager in (game.first, game.further(1), game.further(TEN)))
    further_kind = 0 if further == first else 1
    return k.Against(
        up=up,
        partner=int(natural_value(up)),
        peeked=bool(game.params.peeked),
        tracked=game.tracked,
        plan=ends_plan(up, standing_hands(game.rules)),
        first=_pays(game, first),
        first_split=_pays_after_split(game, first),
        further=_pays_after_split(game, further),
        of_tens=_pays_after_split(game, tens),
        gone=_gone(game, first),
        alike=game.kind_of_split(TEN) == AS_DEALT,
        suits=bool(game.suit_rows),
        further_kind=further_kind,
        tens_kind=0 if tens == first else further_kind if tens == further else 2,
    )


def _empty_pays(game: Game, wager: Wager) -> k.Pays:
    rows = len(TABLE.size)
    return k.Pays(
        stand=np.zeros(rows * k.ALL_ENDS),
        doubled=np.zeros(FIRST_ACES * rows * k.ALL_ENDS),
        may=np.zeros(rows * OPTIONS, np.int8),
        double_made=np.zeros(rows, np.int8),
        fixed_most=FIRST_ACES if game.params.ace_stays_one else 1,
        fixed=np.zeros(FIRST_ACES * rows, np.int8),
        lose=wager.lose,
        lose_doubled=wager.lose_doubled,
        natural=wager.natural,
    )


def _pays(game: Game, wager: Wager, kind: int = AS_DEALT) -> k.Pays:
    pays = _empty_pays(game, wager)
    k.fill_pays(game.params, wager, TABLE, SLOTS, kind, game.tracked, pays)
    return pays


def _pays_after_split(game: Game, wager: Wager) -> k.Pays:
    """The same after a split, where a 21 by ranks is paid its average over the suits of a large shoe."""
    pays = _pays(game, wager, OF_SPLIT)
    for row in game.suit_rows:
        match = match_chances(row, USUAL_COPIES)
        shares = kind_shares(row, USUAL_COPIES)
        odds = sum(float(share * (of_kind @ np.array(row.odds))) for share, of_kind in zip(shares, match, strict=True))
        for doubled in (False, True) if game.params.double_bonuses else (False,):
            paid = [payoff(game.params, wager, 21, 3, odds, doubled, int(slot)) for slot in SLOTS]
            into = pays.doubled if doubled else pays.stand
            into[row.triple * k.ALL_ENDS : (row.triple + 1) * k.ALL_ENDS] = paid
    return pays


def _gone(game: Game, wager: Wager) -> k.Pays:
    """Payments that count hands which are gone before a dealer's natural: over 21, or paid at once."""
    pays = _pays(game, wager)._replace(lose=1.0, lose_doubled=1.0)
    params = game.params
    for hand in range(1, len(TABLE.size)):
        won = always_wins(params, int(TABLE.total[hand]), int(TABLE.size[hand]))
        pays.stand[hand * k.ALL_ENDS : (hand + 1) * k.ALL_ENDS] = -1.0 if won else 0.0
    pays.doubled[:] = 0.0
    pays.double_made[:] &= 1
    return pays


def _pair(game: Game, value: int, up: int) -> k.PairPlay:
    """How a pair is split; one without patterns is not."""
    most = game.hands_max(value) if game.may_split(value) else 1
    needed = splits.needs(most) if most > 1 else {}
    terms = [
        (int(first), int(paired), others.pairs, others.plain, times)
        for (first, paired), counter in needed.items()
        for others, times in counter.items()
    ]
    columns = np.array(terms, np.float64).reshape(-1, 5).T
    shapes = splits.patterns(most) if most > 1 else ()
    takes_one = game.rules.dealer.natural_takes == "busted-plus-one" and not game.params.peeked
    aces = value == ACE
    return k.PairPlay(
        value=value,
        rows=_descendants(value, int(game.params.ace_cards) if aces else LONGEST),
        doubles=bool(game.params.may_double[OF_SPLIT_ACES if aces else OF_SPLIT].any()),
        most_cards=int(game.params.ace_cards) if aces else LONGEST,
        takes_one=bool(takes_one and natural_value(up) >= 0 and game.further(value).lose > 0.0),
        hand_first=columns[0].astype(np.int64),
        paired=columns[1].astype(np.int64),
        pairs=columns[2].astype(np.int64),
        plain=columns[3].astype(np.int64),
        times=np.ascontiguousarray(columns[4]),
        hands=np.array([(p.hands, p.hands - 2, sum(p.plain), 1.0) for p in shapes], np.float64).reshape(-1, 4),
    )


@lru_cache(maxsize=2 * VALUES)
def _descendants(value: int, most: int) -> Longs:
    """Hands of two cards or more, and at most this many, that one card may become, the largest first."""
    own = (TABLE.counts[:, value] > 0) & (TABLE.size > 1) & (TABLE.size <= most)
    return np.nonzero(own)[0][::-1].astype(np.int64)


@lru_cache(maxsize=1)
def moves() -> k.Moves:
    first, over, to, left = [0], [], [], []
    for hand in range(len(TABLE.size)):
        drawn = [(int(TABLE.after[hand, v]), v * HELD_MOST + int(TABLE.counts[hand, v])) for v in range(VALUES)]
        within = [move for move in drawn if move[0] != NO_HAND]
        beyond = [(0, place) for made, place in drawn if made == NO_HAND]
        to += [made for made, _ in within + beyond]
        left += [place for _, place in within + beyond]
        over.append(first[-1] + len(within))
        first.append(len(to))
    return k.Moves(
        first=np.array(first, np.int64),
        over=np.array(over, np.int64),
        to=np.array(to, np.int32),
        none=np.zeros(len(to), np.int32),
        left=np.array(left, np.int32),
    )


def room_for(against: k.Against) -> tuple[dict[str, int], dict[str, int], dict[str, int]]:
    """How many numbers for each shoe the fields of `Work` and `Shoe` hold: numbers of work, bytes of work, shoe."""
    hands = FIRST_ACES * len(TABLE.size)
    numbers = {
        "factors": VALUES * HELD_MOST * DRAWN_MOST,
        "chances": k.SIZES * DRAWN_MOST,
        "states": against.plan.states,
        "ends": len(TABLE.size) * k.ALL_ENDS,
        "ones": 1,
        "scratch": 1,
        "best": 3 * hands,
        "doubled": hands,
        "value": hands,
        "option": OPTIONS,
        "zero": k.ALL_ENDS,
        "counts": VALUES,
        "shift": k.ALL_ENDS,
        "second": k.SECONDS,
        "options": against.tracked * k.FIRST_HANDS * OPTIONS,
    }
    small = {"action": 3 * hands, "need": len(TABLE.size)}
    return numbers, small, {"left": VALUES * HELD_MOST, "share": k.SIZES}


def _room(against: k.Against) -> tuple[k.Work, k.Shoe]:
    numbers, small, of_shoe = room_for(against)
    room: dict[str, Any] = {name: _vectors(number, float(name == "ones")) for name, number in numbers.items()}
    room |= {name: np.zeros(number * LANES, np.int8) for name, number in small.items()}
    return k.Work(**room), k.Shoe(**{name: _vectors(number) for name, number in of_shoe.items()})


def _vectors(number: int, value: float = 0.0) -> Floats:
    """Room for vectors of lanes, each in one line of the cache: loading one that lies in two takes twice as long."""
    room = np.full((number + 1) * LANES, value)
    start = -room.ctypes.data % (LANES * room.itemsize) // room.itemsize
    return room[start : start + number * LANES]
