"""What a promotion is worth to a player and costs the house, from its conditions and the exact odds of the game.

Entries follow from play: naturals, side bets that win, rounds, and what is wagered have exact means in a round. What
entries are worth follows from how prizes are drawn: every entry is as likely as any other, prizes go in the order of
the conditions, and anybody who has won as often as the conditions allow is passed over.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cached_property
from itertools import pairwise
from math import comb, floor, sqrt
from typing import Any, NamedTuple

from cutcard.errors import CutcardError, nearest
from cutcard.lookup.all_hands import ACE, TEN
from cutcard.money import Cents, dollars, priced
from cutcard.odds.game import full_shoe
from cutcard.odds.side.outcomes import LOSE
from cutcard.odds.turnover import turnover
from cutcard.odds.usual_play import UsualPlay, round_results
from cutcard.promotions.conditions import EntryRule, PromotionConditions

MAIN = "main"
ENTRIES_MOST = 10_000_000
PRIZES_MOST = 1_000
ROUNDS_MOST = 1_000_000


@dataclass(frozen=True, kw_only=True)
class PromotionPlay:
    """A promotion, a player's usual play in it, and what others hold.

    `others` are the entries of others, evenly held by `entrants` of them, each by somebody else unless it is said.
    `shares` are what kinds of prizes are worth to the player of what is stated, where that is not all of it.
    """

    conditions: PromotionConditions
    play: UsualPlay
    rounds: int
    others: int
    entrants: int | None = None
    form: bool = False
    shares: Mapping[str, Fraction] = field(default_factory=dict)

    def __post_init__(self) -> None:
        if not 1 <= self.rounds <= ROUNDS_MOST:
            raise CutcardError(f"a promotion is worked out for 1 to {ROUNDS_MOST:,} rounds, not {self.rounds:,}")
        if not 0 <= self.others <= ENTRIES_MOST:
            raise CutcardError(f"the entries that others hold are from 0 to {ENTRIES_MOST:,}, not {self.others:,}")
        if sum(prize.number for prize in self.conditions.prizes) > PRIZES_MOST:
            raise CutcardError(f"a promotion is worked out with up to {PRIZES_MOST:,} prizes")
        kinds = dict.fromkeys(prize.kind for prize in self.conditions.prizes)
        for kind in self.shares.keys() - kinds.keys():
            raise CutcardError(f"no prize of this promotion is of the kind {kind!r:.40}{nearest(kind, kinds)}")
        if self.entrants is not None and (self.entrants < 1 or self.others % self.entrants):
            message = f"{self.others:,} entries cannot be held evenly by {self.entrants:,} others"
            raise CutcardError(message)
        if self.conditions.book != self.play.rules.book:
            message = f"this promotion is for {self.conditions.book}, not for {self.play.rules.book}"
            raise CutcardError(message)

    @property
    def each(self) -> int:
        """Entries of each of the others."""
        return self.others // self.entrants if self.entrants else 1

    def value(self, at: int) -> Fraction:
        """What a prize is worth to the player, by its place in the order in which they are given; cents."""
        prize = self.prizes[at]
        return prize[0] * self.shares.get(prize[1], Fraction(1))

    @cached_property
    def prizes(self) -> tuple[tuple[Cents, str], ...]:
        """Value and kind of every prize, in the order in which they are given."""
        return tuple((prize.value, prize.kind) for prize in self.conditions.prizes for _ in range(prize.number))

    @cached_property
    def uncounted(self) -> str:
        """Why rounds of this play do not count; nothing where they do."""
        conditions, play = self.conditions, self.play
        if conditions.games and play.rules.game not in conditions.games:
            return f"rounds of {play.rules.title} do not count"
        if play.wager < conditions.minimum_wager:
            return f"a round counts with a wager of at least {priced(conditions.minimum_wager)}"
        if conditions.compulsory_bet and conditions.compulsory_bet not in (each.bet for each in play.side_bets):
            return f"a round counts only with a wager on {conditions.compulsory_bet}"
        return ""


@dataclass(frozen=True, slots=True, kw_only=True)
class RuleRate:
    """What one rule of the conditions gives in a round, on the average."""

    rule: EntryRule
    count: float  # how often it comes true, or cents that are wagered
    entries: float

    def as_json(self) -> dict[str, Any]:
        rule = self.rule
        return {
            "earned_by": rule.earned_by,
            "bet": rule.bet,
            "outcome": rule.outcome,
            "count": self.count,
            "entries": self.entries,
        }


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionWorth:
    """What a promotion is worth to a player over some rounds, and what it costs; amounts in cents.

    `worth` lies between `least` and `most`: the number of entries is random, and one's entries are worth the less each
    the more of them one has.
    """

    query: PromotionPlay
    rates: tuple[RuleRate, ...]
    entries: float  # of the rounds, on the average
    first_entry: float  # what the first one is worth
    least: float
    most: float
    wagered: float  # in a round, on the average, all wagers together
    expected: float  # result of a round without the promotion
    cost: Cents  # of all prizes that are given
    notes: tuple[str, ...]

    @property
    def worth(self) -> float:
        return (self.least + self.most) / 2

    @property
    def per_round(self) -> float:
        return self.worth / self.query.rounds

    @property
    def per_dollar(self) -> float:
        """Of each dollar wagered."""
        return self.per_round / self.wagered

    @property
    def cost_per_entry(self) -> float:
        return self.cost / max(self.query.others + self.entries, 1.0)

    @property
    def cost_per_dollar(self) -> float:
        """What the house pays for each dollar that is wagered by such play."""
        return self.cost_per_entry * self.entries / (self.query.rounds * self.wagered)

    def as_json(self) -> dict[str, Any]:
        """The object that `cutcard odds --promotion FILE --json` prints."""
        query, play = self.query, self.query.play
        return {
            "title": query.conditions.title,
            "rulebook": play.rules.book,
            "game": play.rules.game,
            "decks": play.decks,
            "wager": dollars(play.wager),
            "side_bets": [
                {"bet": each.bet, "table": each.table, "stake": dollars(each.stake)} for each in play.side_bets
            ],
            "rounds": query.rounds,
            "others": query.others,
            "entrants": query.entrants if query.entrants is not None else query.others,
            "rules": [rate.as_json() for rate in self.rates],
            "entries": self.entries,
            "first_entry": self.first_entry / 100,
            "worth": self.worth / 100,
            "least": self.least / 100,
            "most": self.most / 100,
            "per_round": self.per_round / 100,
            "per_dollar": self.per_dollar,
            "wagered_per_round": self.wagered / 100,
            "expected_per_round": self.expected / 100,
            "expected_with_promotion": (self.expected + self.per_round) / 100,
            "cost": dollars(self.cost),
            "cost_per_entry": self.cost_per_entry / 100,
            "cost_per_dollar": self.cost_per_dollar,
            "house_edge": -self.expected / self.wagered,
            "house_edge_with_promotion": -self.expected / self.wagered - self.cost_per_dollar,
            "notes": list(self.notes),
        }


def promotion_worth(query: PromotionPlay) -> PromotionWorth:
    """What a promotion is worth with this play."""
    rates = tuple(_rate(query, rule) for rule in query.conditions.entry_rules)
    wagered = _wagered(query.play, "")
    earned = _earned(query, rates, wagered)
    most = _worth(query, earned.mean)
    return PromotionWorth(
        query=query,
        rates=rates,
        entries=min(earned.mean, query.conditions.entries_each or earned.mean),
        first_entry=float(entries_worth(query, 1)),
        least=min(_least_worth(query, earned), most) if _falling(query) else most,
        most=most,
        wagered=wagered,
        expected=round_results(query.play).mean,
        cost=_cost(query, earned.mean),
        notes=_notes(query, wagered),
    )


# --------------------------------------------------------------------------------------------------- entries of a round


def natural_chance(play: UsualPlay) -> Fraction:
    """The chance that the first two cards of a box are a natural."""
    shoe = full_shoe(play.rules, play.decks)
    aces, tens, cards = int(shoe[ACE]), int(shoe[TEN]), int(shoe.sum())
    return Fraction(2 * aces * tens, cards * (cards - 1))


def _wagered(play: UsualPlay, bet: str) -> float:
    """What is wagered on a bet in a round, on the average; without a name, on all of them."""
    main = play.wager * turnover(play.rules, play.decks, play.wager) if bet in ("", MAIN) else 0.0
    return main + sum(each.stake for each in play.side_bets if bet in ("", each.bet))


def _laid(play: UsualPlay, bet: str) -> Cents:
    stakes = {MAIN: play.wager} | {each.bet: each.stake for each in play.side_bets}
    return stakes.get(bet, 0) if bet else sum(stakes.values())


def _rate(query: PromotionPlay, rule: EntryRule) -> RuleRate:
    laid = _laid(query.play, rule.bet)
    count = 0.0
    if not query.uncounted and laid >= rule.least:
        if rule.earned_by == "wagered":
            count = _wagered(query.play, rule.bet)
        elif rule.earned_by == "round":
            count = float(laid > 0)
        elif rule.earned_by == "blackjack":
            count = float(natural_chance(query.play))
        elif rule.earned_by == "side-bet":
            count = float(_side_chance(query.play, rule))
    entries = rule.entries * (count / max(rule.each, 1) if rule.earned_by == "wagered" else count)
    return RuleRate(rule=rule, count=count, entries=entries)


def _side_chance(play: UsualPlay, rule: EntryRule) -> Fraction:
    """The chance that a side bet wins by the row that the rule names, or by any; a drawn prize is of its row."""
    for odds in play.side_odds:
        if odds.bet == rule.bet:
            winning = [outcome for outcome in odds.outcomes if outcome.name != LOSE]
            named = [outcome for outcome in winning if outcome.name == rule.outcome]
            drawn = [outcome for outcome in winning if outcome.name.startswith(f"{rule.outcome}-")]
            counted = winning if not rule.outcome else named or drawn
            return sum((outcome.probability for outcome in counted), Fraction(0))
    return Fraction(0)


class Earned(NamedTuple):
    """Entries that the rounds earn, as if parts of a lot counted: their mean, and a bound of their variance.

    Of what is wagered whole lots count, so that up to `left_over` entries fewer are earned.
    """

    mean: float
    variance: float
    left_over: float


def _earned(query: PromotionPlay, rates: tuple[RuleRate, ...], wagered: float) -> Earned:
    """The entries of all rounds. A round's are at most `highest`, so that their square is at most that times them."""
    conditions = query.conditions
    if conditions.wagered_least and wagered * query.rounds < conditions.wagered_least:
        return Earned(0.0, 0.0, 0.0)
    form = sum(rule.entries for rule in conditions.entry_rules if rule.earned_by == "form") if query.form else 0
    mean = sum(rate.entries for rate in rates) * query.rounds
    highest = sum(_highest(query, rate) for rate in rates)
    left_over = sum(rate.rule.entries for rate in rates if rate.rule.earned_by == "wagered" and rate.count)
    return Earned(form + mean, mean * highest, min(left_over, mean))


def _highest(query: PromotionPlay, rate: RuleRate) -> float:
    """The most entries that a rule can give in a round; of a wager, hands of a split and doubles make the most."""
    rule = rate.rule
    if not rate.count or rule.earned_by != "wagered":
        return float(rule.entries if rate.count else 0)
    return rule.entries * 2 * query.play.rules.split.hands_max * _laid(query.play, rule.bet) / max(rule.each, 1)


# ------------------------------------------------------------------------------------------------------ what they win


def entries_worth(query: PromotionPlay, entries: int) -> Fraction:
    """What this many entries win on the average, in cents: exact."""
    if entries <= 0:
        return Fraction(0)
    most = query.conditions.wins_each
    if query.conditions.awarded == "at-once":
        return _won_at_once(query, entries, most)
    if most == 1:
        return _first_win(query, entries)
    if query.each > most:
        raise CutcardError("with more than one prize to a player, others are worked out with no more entries than that")
    return _wins(query, entries, most)


def _won_at_once(query: PromotionPlay, entries: int, most: int) -> Fraction:
    """Every entry wins the next prize, after those that others have won."""
    last = min(query.others + min(entries, most), len(query.prizes))
    return sum((query.value(at) for at in range(query.others, last)), Fraction(0))


def _first_win(query: PromotionPlay, entries: int) -> Fraction:
    """One prize to a player: anybody who has won is out with all their entries, and the rest are drawn from."""
    found, still = Fraction(0), Fraction(1)
    left = query.others
    for at in range(len(query.prizes)):
        chance = Fraction(entries, entries + left)
        found += still * chance * query.value(at)
        still *= 1 - chance
        left -= query.each
        if left < 0 or not still:
            break
    return found


def _wins(query: PromotionPlay, entries: int, most: int) -> Fraction:
    """Several prizes to a player, and nobody else who could be passed over.

    The prize at a place is the player's if the entry drawn there is, and fewer than the most were drawn before.
    """
    together = entries + query.others
    found = Fraction(0)
    for at in range(min(len(query.prizes), together)):
        before = comb(together - 1, at)
        fewer = sum(comb(entries - 1, own) * comb(query.others, at - own) for own in range(min(most, at + 1)))
        found += Fraction(entries, together) * Fraction(fewer, before) * query.value(at)
    return found


def _worth(query: PromotionPlay, entries: float) -> float:
    """The worth of a number of entries, which need not be whole: then it is on the line between its neighbours."""
    entries = min(entries, query.conditions.entries_each or entries)
    below = floor(entries)
    part = entries - below
    worth = float(entries_worth(query, below))
    return worth if not part else (1 - part) * worth + part * float(entries_worth(query, below + 1))


def _least_worth(query: PromotionPlay, earned: Earned) -> float:
    """A lower bound of the worth of a random number of entries.

    Up to a number m the worth is above the line from nothing to that of m. Beyond m lie at most
    (√(variance + d²) - d) / 2 entries on the average, where d is how far m is above the mean (Scarf's bound).
    """
    best = 0.0
    for deviations in (1.0, 2.0, 4.0, 8.0, 16.0):
        apart = deviations * sqrt(earned.variance)
        m = max(earned.mean + apart, 1.0)
        beyond = (sqrt(earned.variance + apart**2) - apart) / 2
        best = max(best, (earned.mean - earned.left_over - beyond) * _worth(query, m) / m)
    return best


def _falling(query: PromotionPlay) -> bool:
    """Whether no prize is worth more than one that is given before it."""
    values = [query.value(at) for at in range(len(query.prizes))]
    return all(one >= other for one, other in pairwise(values))


def _cost(query: PromotionPlay, entries: float) -> Cents:
    """What all given prizes cost, with this number of entries; a player wins only up to a number of times."""
    holders = (query.entrants if query.entrants is not None else query.others) + (1 if entries > 0 else 0)
    wins = min(floor(query.others + entries), holders * query.conditions.wins_each)
    return sum(value for value, _ in query.prizes[: max(wins, 0)])


def _notes(query: PromotionPlay, wagered: float) -> tuple[str, ...]:
    notes = [query.uncounted] if query.uncounted else []
    notes += [
        "every round comes from a full shoe and is played by the best play of the main game, with the same wagers",
        "prizes count with the value that the conditions state"
        + "".join(f", {kind} with {float(share):.0%} of it" for kind, share in query.shares.items()),
        "others hold as many entries as was said, and as many each",
    ]
    if not _falling(query):
        notes.append("a prize is worth more than one that is given before it: the worth is that of the mean of entries")
    needed = query.conditions.wagered_least
    if needed > query.rounds * query.play.staked:
        enough = "is" if wagered * query.rounds >= needed else "is not"
        notes.append(f"{priced(needed)} must be wagered in all, which on the average {enough} reached")
    return tuple(notes)
