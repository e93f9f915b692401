"""Side bets by count: what a side bet is worth at a true count, how often that comes, and what waiting for it wins.

Bets on the first cards are exact. Cards to come and cards seen are both random parts of one shoe, so that by Bayes'
rule a deal's chance at a count is its chance from the full shoe, times how likely that count is among the other cards,
over how likely it is at all. A bet on the dealer's hand is worked out for the shoe that a count lets one expect.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import product
from math import floor
from typing import Any

import numpy as np

from cutcard.cards import PACK
from cutcard.counting.expected_shoe import DECK, expected_shoes
from cutcard.counting.fit import column, correlation
from cutcard.counting.frequencies import count_table
from cutcard.counting.round_starts import round_starts
from cutcard.counting.systems import RANKS, CountingSystem
from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import VALUES, Floats
from cutcard.lookup.dealer_hands import standing_hands
from cutcard.lookup.side_bet_outcomes import outcome_table
from cutcard.money import Cents
from cutcard.odds.game import full_shoe
from cutcard.odds.side import dealer_bust, first_cards
from cutcard.odds.side.outcomes import won
from cutcard.odds.side_bets import ALWAYS, SideBetOdds, plays_of, side_bet
from cutcard.rulebooks.offers import best_row, pay_table
from cutcard.rulebooks.schema import PayTable, Rules, SideBet
from cutcard.sidebets import JUDGES
from cutcard.sidebets.view import DEALERS_CARD, DEALERS_HAND, THIRD_CARD, TWO_CARDS, Names

EXACT = "exact, but that rounds begin at even steps of the shoe"
EXPECTED = "of the expected shoe at each count, its spread left out; rounds begin at even steps of the shoe"
RARE = 1e-12  # counts that come more seldom are left out
COUNTS = np.arange(-20.0, 20.5, 1.0)
SHOWN_MOST = 10  # true counts beyond are shown together with it


@dataclass(frozen=True, slots=True, kw_only=True)
class SideCount:
    """A side bet for somebody who counts, in stakes."""

    odds: SideBetOdds
    system: CountingSystem
    effects: Mapping[str, float]  # what removing a card of a rank changes: exact
    correlation: float  # of the tags with the effects, the sign such that more is better for the player
    counts: tuple[tuple[int, float, float], ...]  # true count rounded down, how often, worth on the average
    placed: float  # part of the rounds in which it is worth more than nothing
    gain: float  # of a round, if it is placed then and only then
    error: str

    @property
    def pays_from(self) -> int | None:
        """The lowest true count, rounded down, from which on the bet is worth more than nothing on the average."""
        found = None
        for count, chance, worth in reversed(self.counts):
            if chance and worth <= 0.0:
                break
            found = count if chance else found
        return found

    def as_json(self) -> dict[str, Any]:
        return {
            "bet": self.odds.bet,
            "table": self.odds.table,
            "ev": self.odds.ev,
            "effects": dict(self.effects),
            "correlation": self.correlation,
            "counts": [
                {"true_count": count, "chance": chance, "worth": worth}
                for count, chance, worth in self.counts
                if chance
            ],
            "pays_from": self.pays_from,
            "placed": self.placed,
            "win_per_100_rounds": 100 * self.gain,
            "error": self.error,
        }


def side_count(
    rules: Rules,
    decks: int,
    system: CountingSystem,
    bet: str,
    table: str = "",
    *,
    penetration: float,
    boxes: int = 1,
    stake: Cents | None = None,
    meters: Mapping[str, Cents] | None = None,
) -> SideCount:
    """A side bet by the true count of a system, placed whenever the count makes it worth more than nothing.

    >>> from cutcard.counting.systems import counting_system
    >>> from cutcard.rulebooks import rules
    >>> game = rules("sydney-v15", "blackjack")
    >>> found = side_count(game, 6, counting_system("hi-lo"), "perfect-pairs", penetration=0.75)
    >>> found.pays_from is None, found.correlation  # any card is as good as any other
    (True, 0.0)
    """
    if bet not in rules.side_bets:
        raise CutcardError("counts are for side bets; insurance has its own among the index numbers")
    play = ALWAYS if ALWAYS in plays_of(rules, bet) else None
    odds = side_bet(rules, decks, bet, table, play=play, stake=stake, meters=meters)
    side, pays = rules.side_bets[bet], pay_table(rules, decks, bet, table or True)
    nets = _Nets(odds, side, pays)
    if JUDGES[side.judged_by].DECIDED_BY == DEALERS_HAND:
        return _by_expected_shoes(rules, odds, nets, system, penetration, boxes)
    if JUDGES[side.judged_by].DECIDED_BY not in (TWO_CARDS, DEALERS_CARD, THIRD_CARD) or side.carries:
        raise CutcardError(f"what {side.title} is worth at a count is not worked out: it depends on the play of rounds")
    return _by_cards(rules, odds, _Deals.of(rules, decks, side.judged_by, nets), system, penetration, boxes)


class _Nets:
    """What a side bet brings for each answer of its judge, in stakes."""

    def __init__(self, odds: SideBetOdds, side: SideBet, table: PayTable) -> None:
        self.odds, self.side, self.table = odds, side, table

    def net(self, names: Names) -> float:
        row = best_row(self.table, names, self.odds.stake)
        if row is None:
            return -1.0
        if self.table.draws:
            found = first_cards.drawn_prizes(self.side, self.table, {names: Fraction(1)})
            return float(sum(self.odds.net(each) * each.probability for each in found))
        return float(self.odds.net(won(self.side, row, self.odds.stake, Fraction(1))))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Deals:
    """Deals of two or three cards by value: their chance from the full shoe times what they bring."""

    brings: Floats  # by the values of the cards
    shoe: Floats

    @classmethod
    def of(cls, rules: Rules, decks: int, judged_by: str, nets: _Nets) -> _Deals:
        table = outcome_table(judged_by)
        numbers = table.numbers[0]
        third = numbers.shape[-1] > 1
        numbers = numbers[:, :, : len(PACK) if third else 1]
        net = np.array([nets.net(names) for names in table.classes])[numbers]
        copies = np.array([0.0 if card.rank in rules.cards.removed_ranks else float(decks) for card in PACK])
        same = np.eye(len(PACK))
        ways = (copies[:, None] * (copies[None, :] - same))[:, :, None]
        if third:
            ways = ways * (copies[None, None, :] - same[:, None, :] - same[None, :, :])
        total = copies.sum()
        chances = ways / (total * (total - 1) * (total - 2 if third else 1))
        value = np.array([card.value - 1 for card in PACK])
        of_value = (value[:, None] == np.arange(VALUES)).astype(float)
        brings = np.einsum("ijk,ia->ajk", net * chances, of_value)
        brings = np.einsum("ajk,jb->abk", brings, of_value)
        brings = np.einsum("abk,kc->abc", brings, of_value if third else np.ones((1, 1)))
        return cls(brings=brings, shoe=full_shoe(rules, decks))

    @property
    def cards(self) -> int:
        return 3 if self.brings.shape[2] > 1 else 2

    def without(self, value: int) -> float:
        """The bet's worth when one card of a value, any of them, has gone."""
        total = self.shoe.sum()
        worth = 0.0
        for deal, brings in self.each():
            if brings:
                worth += (
                    brings * (self.shoe[value] - deal.count(value)) / self.shoe[value] * total / (total - self.cards)
                )
        return worth

    def each(self) -> list[tuple[tuple[int, ...], float]]:
        places = product(*(range(size) for size in self.brings.shape[: self.cards]))
        return [(deal, float(self.brings[deal] if self.cards == 3 else self.brings[(*deal, 0)])) for deal in places]

    def by_tags(self, system: CountingSystem) -> dict[tuple[float, ...], tuple[tuple[int, ...], float]]:
        """Deals with the same tags are alike to a count: one of each with what all of them bring."""
        found: dict[tuple[float, ...], tuple[tuple[int, ...], float]] = {}
        for deal, brings in self.each():
            if brings:
                tags = tuple(sorted(system.tags[value] for value in deal))
                found[tags] = (deal, found.get(tags, (deal, 0.0))[1] + brings)
        return found


def _by_cards(
    rules: Rules, odds: SideBetOdds, deals: _Deals, system: CountingSystem, penetration: float, boxes: int
) -> SideCount:
    full = deals.shoe
    table = count_table(system, tuple(full.tolist()))
    starts = round_starts(int(full.sum()), penetration, boxes)
    worth = np.zeros((len(starts), len(table.tags)))
    chances = table.chances[starts] / len(starts)
    for deal, brings in deals.by_tags(system).values():
        less = full - np.bincount(deal, minlength=VALUES)
        part = count_table(system, tuple(less.tolist()))
        at = np.rint((table.tags - part.tags[0]) / (part.tags[1] - part.tags[0])).astype(int)
        inside = (at >= 0) & (at < len(part.tags))
        worth[:, inside] += brings * part.chances[np.ix_(starts, at[inside])]
    known = chances > RARE
    worth = np.divide(worth, table.chances[starts], out=np.zeros_like(worth), where=known)
    effects = {RANKS[value]: deals.without(value) - odds.ev for value in range(VALUES) if full[value] > 0}
    left = full.sum() - np.array(starts)
    counts = (table.tags[None, :] - system.mean(full) * np.array(starts)[:, None]) * DECK / left[:, None]
    return _summed(odds, system, full, effects, (counts, np.where(known, chances, 0.0), worth), EXACT)


def _by_expected_shoes(
    rules: Rules, odds: SideBetOdds, nets: _Nets, system: CountingSystem, penetration: float, boxes: int
) -> SideCount:
    full = full_shoe(rules, odds.decks)
    judged_by, standing = nets.side.judged_by, standing_hands(rules)

    def worth_of(shoe: Floats) -> float:
        found = dealer_bust.chances_from(judged_by, tuple(float(cards) for cards in shoe), standing)
        return float(sum(chance * nets.net(names) for names, chance in found.items()))

    base = worth_of(full)
    effects = {
        RANKS[value]: worth_of(full - (np.arange(VALUES) == value)) - base for value in range(VALUES) if full[value] > 0
    }
    solved = [worth_of(shoe) for shoe in expected_shoes(system, full, float(full.sum()) / 2, COUNTS)]
    table = count_table(system, tuple(full.tolist()))
    starts = round_starts(int(full.sum()), penetration, boxes)
    left = full.sum() - np.array(starts)
    counts = (table.tags[None, :] - system.mean(full) * np.array(starts)[:, None]) * DECK / left[:, None]
    worth = np.interp(counts, COUNTS, solved)
    return _summed(odds, system, full, effects, (counts, table.chances[starts] / len(starts), worth), EXPECTED)


def _summed(
    odds: SideBetOdds,
    system: CountingSystem,
    full: Floats,
    effects: Mapping[str, float],
    found: tuple[Floats, Floats, Floats],
    error: str,
) -> SideCount:
    """Sum up counts, their chances and the worth there, each by start of a round and by sum of tags."""
    counts, chances, worth = found
    pays = worth > 0.0
    floors = np.clip(np.floor(counts), -SHOWN_MOST, SHOWN_MOST)
    lines = []
    for whole in range(-SHOWN_MOST, SHOWN_MOST + 1):
        inside = floors == whole
        chance = float(chances[inside].sum())
        lines.append((floor(whole), chance, float((chances * worth)[inside].sum()) / chance if chance else 0.0))
    return SideCount(
        odds=odds,
        system=system,
        effects=effects,
        correlation=correlation(system.values, column(effects), full),
        counts=tuple(lines),
        placed=float(chances[pays].sum()),
        gain=float((chances * worth)[pays].sum()),
        error=error,
    )
