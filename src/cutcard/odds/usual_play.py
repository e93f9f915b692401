"""A player's usual play: the wagers of a round, and the chances of what they bring together.

>>> from cutcard.rulebooks import rules
>>> play = UsualPlay(rules=rules("sydney-v15", "blackjack"), decks=6, wager=1000)
>>> results = round_results(play)
>>> f"{results.mean:.4f}", f"{results.sd:.2f}"
('-5.5991', '1124.17')
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from math import sqrt

import numpy as np
from numpy.typing import NDArray

from cutcard.cards import PACK
from cutcard.errors import CutcardError
from cutcard.hand_rules import MIXED, SPADES, SUITED
from cutcard.lookup.all_hands import Longs
from cutcard.lookup.side_bet_outcomes import outcome_table
from cutcard.money import Cents, cents
from cutcard.odds import Solution, solve
from cutcard.odds.dealer_hand_joint import dealer_hand_joint, has_joint
from cutcard.odds.dealt_results import Deal, dealers_ranks, dealt_results
from cutcard.odds.decision_values import NO_KIND
from cutcard.odds.query import bet_and_table
from cutcard.odds.side.offered import INSURANCE, TEN_INSURANCE
from cutcard.odds.side.outcomes import LOSE
from cutcard.odds.side_bets import SideBetOdds, checked, side_bet
from cutcard.rulebooks.offers import best_row, pay_table
from cutcard.rulebooks.schema import PayTable, Rules
from cutcard.sidebets import JUDGES
from cutcard.sidebets.view import DEALERS_CARD, DEALERS_HAND, TWO_CARDS

NEGLIGIBLE = 1e-18  # a chance that is left out
PARTS_MOST = 1_000_000  # of a unit, that a result may come in
WAGER_MOST: Cents = 100_000_000
SIDE_BETS_MOST = 8

Nets = dict[Fraction, float]  # cents to chance


@dataclass(frozen=True, slots=True)
class SideStake:
    """A side bet that goes with every round: its pay table, where it has several, and the stake."""

    bet: str
    stake: Cents
    table: str = ""

    @classmethod
    def parse(cls, text: str, wager: Cents) -> SideStake:
        """Read "perfect-pairs", "perfect-pairs=A" or "perfect-pairs=A:5"; without a stake it is the main wager.

        >>> SideStake.parse("perfect-pairs=A:5", 1000), SideStake.parse("insured:2.50", 1000)
        (SideStake(bet='perfect-pairs', stake=500, table='A'), SideStake(bet='insured', stake=250, table=''))
        """
        named, colon, stake = text.partition(":")
        bet, table = bet_and_table(named)
        try:
            return cls(bet, cents(stake.strip()) if colon else wager, table or "")
        except ValueError as error:
            raise CutcardError(f"a side bet is written as ID=TABLE:STAKE, not {text!r:.80}: {error}") from None


@dataclass(frozen=True, kw_only=True)
class UsualPlay:
    """What a player wagers in every round, on one box, with the best play of the main game."""

    rules: Rules
    decks: int
    wager: Cents
    side_bets: tuple[SideStake, ...] = ()
    meters: Mapping[str, Cents] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 0 < self.wager <= WAGER_MOST:
            raise CutcardError(f"a wager must be more than 0 and at most ${WAGER_MOST // 100:,}")
        if len(self.side_bets) > SIDE_BETS_MOST or len({each.bet for each in self.side_bets}) < len(self.side_bets):
            raise CutcardError(f"usual play has up to {SIDE_BETS_MOST} side bets, each once")
        for each in self.side_bets:
            if each.bet in (INSURANCE, TEN_INSURANCE):
                raise CutcardError("insurance is not laid in every round, and is not part of usual play")

    @property
    def staked(self) -> Cents:
        """What is wagered at the beginning of a round."""
        return self.wager + sum(each.stake for each in self.side_bets)

    @cached_property
    def solution(self) -> Solution:
        return solve(self.rules, self.decks, self.wager)

    def check_side_bets(self) -> None:
        """Raise where the game does not offer one of the side bets so; unlike `side_odds` it works nothing out."""
        for each in self.side_bets:
            checked(self.rules, self.decks, each.bet, each.table, stake=each.stake)

    @cached_property
    def side_odds(self) -> tuple[SideBetOdds, ...]:
        return tuple(
            side_bet(self.rules, self.decks, each.bet, each.table, stake=each.stake, meters=self.meters)
            for each in self.side_bets
        )


@dataclass(frozen=True, kw_only=True)
class RoundResults:
    """The chances of what a round brings, in cents, lowest first.

    `moment_off` is an estimate, from above, of what the second moment may be off by: hands of a split share a shoe,
    which the chances have nearly right only. `assumed` says what else is not exact.
    """

    nets: tuple[tuple[Fraction, float], ...]
    moment_off: float = 0.0
    assumed: tuple[str, ...] = ()

    @cached_property
    def mean(self) -> float:
        return sum(float(net) * chance for net, chance in self.nets)

    @cached_property
    def sd(self) -> float:
        return sqrt(sum((float(net) - self.mean) ** 2 * chance for net, chance in self.nets))


def round_results(play: UsualPlay) -> RoundResults:
    """The distribution of a round's result, all wagers together.

    A side bet that the first cards decide is added up exactly with the main wager. One that is decided later is taken
    as independent of it, and `assumed` says so.
    """
    dealt = [each for each in play.side_bets if by_first_cards(play.rules, each.bet)]
    nets = _with_first_cards(play, dealt) if dealt else _main_alone(play)
    assumed = []
    for stake, odds in zip(play.side_bets, play.side_odds, strict=True):
        if stake in dealt:
            continue
        nets = _added(nets, _alone(stake, odds))
        assumed.append(f"{odds.title} is decided after the first cards, and taken as independent of the other wagers")
    solution = play.solution
    second = sum(net * net * chance for net, chance in solution.distribution)
    off = abs(solution.sd**2 + solution.ev**2 - second) + 2 * solution.sd * solution.sd_error
    return RoundResults(
        nets=tuple(sorted((net, chance) for net, chance in nets.items() if chance > NEGLIGIBLE)),
        moment_off=off * play.wager**2,
        assumed=tuple(assumed),
    )


def by_first_cards(rules: Rules, bet: str) -> bool:
    """Whether the first cards decide a side bet: the box's two, with or without the dealer's."""
    return JUDGES[rules.side_bets[bet].judged_by].DECIDED_BY in (TWO_CARDS, DEALERS_CARD)


def by_dealers_hand(rules: Rules, bet: str) -> bool:
    """Whether the dealer's hand decides a side bet, in a game where both can be worked out together."""
    return JUDGES[rules.side_bets[bet].judged_by].DECIDED_BY == DEALERS_HAND and has_joint(rules)


def _exactly(units: float, wager: Cents) -> Fraction:
    """The main wager's result in cents: the solver books it in parts of a unit, as a float."""
    return (Fraction(units) * wager).limit_denominator(PARTS_MOST)


def _main_alone(play: UsualPlay) -> Nets:
    return {_exactly(net, play.wager): chance for net, chance in play.solution.distribution}


def _alone(stake: SideStake, odds: SideBetOdds) -> Nets:
    found: Nets = defaultdict(float)
    for outcome in odds.outcomes:
        found[odds.net(outcome) * stake.stake] += outcome.p
    return found


def _added(one: Nets, other: Nets) -> Nets:
    found: Nets = defaultdict(float)
    for net, chance in one.items():
        for more, part in other.items():
            found[net + more] += chance * part
    return found


# ------------------------------------------------------------------------------------------------- with the first cards


def _with_first_cards(play: UsualPlay, stakes: list[SideStake]) -> Nets:
    found: Nets = defaultdict(float)
    for (net, beside), chance in joint_results(play, stakes).items():
        found[net + beside] += chance
    return found


def joint_results(play: UsualPlay, stakes: Sequence[SideStake]) -> dict[tuple[Fraction, Fraction], float]:
    """The chances of what main wager and side bets that the first cards decide bring in one round, in cents.

    By the deal they are independent, as the deal says how side bets end.
    """
    main = dealt_results(play.rules, play.decks, play.wager)
    results = [_exactly(net, play.wager) for net in main.nets.tolist()]
    ways = _ways(play)
    classes, ends = _ends(play, stakes)
    found: dict[tuple[Fraction, Fraction], float] = defaultdict(float)
    for at, deal in enumerate(main.deals):
        block, counted = _counted(play.rules, deal, ways, classes)
        for number, weight in zip(block.tolist(), counted.tolist(), strict=True):
            for beside, share in ends[number].items():
                chance = float(main.chances[at]) * weight * share
                for net, part in zip(results, main.given[at].tolist(), strict=True):
                    if part:
                        found[net, beside] += chance * part
    return found


def joint_with_dealers_hand(play: UsualPlay, stake: SideStake) -> dict[tuple[Fraction, Fraction], float]:
    """The same for one side bet that the dealer's number of cards over 21 decides."""
    (odds,) = (odds for odds in play.side_odds if odds.bet == stake.bet)
    table = pay_table(play.rules, play.decks, stake.bet, stake.table or True)
    left = dict(_main_alone(play))
    found: dict[tuple[Fraction, Fraction], float] = defaultdict(float)
    over = dealer_hand_joint(play.rules, play.decks, play.wager, play.rules.side_bets[stake.bet].judged_by)
    for (units, names), chance in over.items():
        net = _exactly(units, play.wager)
        left[net] = left.get(net, 0.0) - chance
        for beside, share in _end(odds, table, names, stake.stake).items():
            found[net, beside] += chance * share
    for net, chance in left.items():
        found[net, -Fraction(stake.stake)] += chance
    return {pair: chance for pair, chance in found.items() if chance > NEGLIGIBLE}


def _ways(play: UsualPlay) -> Longs:
    """In how many ways two cards and then the dealer's are dealt, by their places in the pack."""
    there = np.array([card.rank not in play.rules.cards.removed_ranks for card in PACK])
    same = np.eye(len(PACK), dtype=np.int64)
    copies = play.decks * there.astype(np.int64)
    second = copies[None, :] - same
    third = copies[None, None, :] - same[:, None, :] - same[None, :, :]
    return np.asarray(copies[:, None, None] * second[:, :, None] * np.maximum(third, 0), np.int64)


def _ends(play: UsualPlay, stakes: Sequence[SideStake]) -> tuple[NDArray[np.int64], dict[int, Nets]]:
    """For each deal a number, and for each number what the side bets then bring."""
    numbers = np.zeros((len(PACK),) * 3, np.int64)
    ends: dict[int, Nets] = {0: {Fraction(0): 1.0}}
    odds_of = {odds.bet: odds for odds in play.side_odds}
    for stake in stakes:
        known = outcome_table(play.rules.side_bets[stake.bet].judged_by)
        table = pay_table(play.rules, play.decks, stake.bet, stake.table or True)
        of_class = [_end(odds_of[stake.bet], table, names, stake.stake) for names in known.classes]
        numbers = numbers * len(of_class) + known.numbers[0]
        ends = {
            number * len(of_class) + at: _added(so_far, end)
            for number, so_far in ends.items()
            for at, end in enumerate(of_class)
        }
    return numbers, ends


def _end(odds: SideBetOdds, table: PayTable, names: tuple[str, ...], stake: Cents) -> Nets:
    """What a stake brings with these outcomes: one sum, or several where a device draws the prize."""
    row = best_row(table, names, stake) if names else None
    if row is None:
        return {-Fraction(stake): 1.0}
    if table.draws:
        drawn = [outcome for outcome in odds.outcomes if outcome.name != LOSE]
        all_of_them = sum(outcome.probability for outcome in drawn)
        return {odds.net(outcome) * stake: float(outcome.probability / all_of_them) for outcome in drawn}
    return {next(odds.net(outcome) * stake for outcome in odds.outcomes if outcome.name == row.outcome): 1.0}


def _counted(
    rules: Rules, deal: Deal, ways: Longs, numbers: NDArray[np.int64]
) -> tuple[NDArray[np.int64], NDArray[np.float64]]:
    """The numbers that a deal may have, and their shares of it."""
    found: dict[int, int] = defaultdict(int)
    ranks = dealers_ranks(rules, deal)
    ups = np.array([at for at, card in enumerate(PACK) if card.rank in ranks])
    orders = {(deal.first, deal.second), (deal.second, deal.first)}
    for first, second in orders:
        for one, two in _cards(first, second, deal.kind):
            for number, count in zip(numbers[one, two, ups].tolist(), ways[one, two, ups].tolist(), strict=True):
                found[number] += count
    counts = np.array([*found.values()], np.float64)
    return np.array([*found], np.int64), counts / counts.sum()


def _cards(first: int, second: int, kind: int) -> Iterator[tuple[int, int]]:
    """Two cards of these values and, where suits matter, of this kind, by their places in the pack."""
    for one, card in enumerate(PACK):
        if card.value - 1 != first:
            continue
        for two, other in enumerate(PACK):
            suits = MIXED if card.suit != other.suit else SPADES if card.suit == "s" else SUITED
            if other.value - 1 == second and kind in (NO_KIND, suits):
                yield one, two
