"""A second reading of the rules, by plain enumeration with fractions: slow, short, and blind to the solver's ways.

Cards are dealt one at a time in the order of a real table, one box, from a small shoe. A card is a pair of a value
(an ace is 1) and a suit ("" where suits do not matter). Each hand is played by its own cards, as in the solver; the box
is settled as a whole at the end.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from cutcard.rulebooks.schema import Rules

Card = tuple[int, str]
Left = tuple[tuple[Card, int], ...]
ZERO, ONE = Fraction(0), Fraction(1)


def left_of(cards: Counter[Card]) -> Left:
    return tuple(sorted((card, n) for card, n in cards.items() if n))


def deals(left: Left) -> Iterator[tuple[Card, Fraction, Left]]:
    total = sum(n for _, n in left)
    for card, n in left:
        rest = tuple((c, m - (c == card)) for c, m in left if m - (c == card))
        yield card, Fraction(n, total), rest


def total_of(values: tuple[int, ...]) -> tuple[int, bool]:
    hard = sum(values)
    soft = 1 in values and hard <= 11
    return (hard + 10 if soft else hard), soft


@dataclass(frozen=True)
class Done:
    """A finished hand of the box: how it ended and what is staked on it."""

    how: str  # "stands", "bust", "won", "rescued"
    total: int
    odds: Fraction  # if it wins
    decisions: int  # units that are paid on
    real: int  # units that are the player's own
    own_base: int  # the part of `real` that is not from a double
    natural: bool = False


@dataclass
class BruteForce:
    rules: Rules
    shoe: Counter[Card]
    up: int
    prize: Fraction = ZERO
    memo: dict[object, object] = field(default_factory=dict)

    # ------------------------------------------------------------------------------------------- the dealer

    def dealer(self, left: Left) -> dict[str, Fraction]:
        return self._dealer((self.up,), left)

    def _dealer(self, held: tuple[int, ...], left: Left) -> dict[str, Fraction]:
        total, soft = total_of(held)
        if len(held) == 2 and total == 21:
            return {"natural": ONE}
        rule = self.rules.dealer
        if total >= rule.stands_on and not (total == 17 and soft and rule.hits_soft_17):
            return {str(total): ONE}
        key = ("dealer", tuple(sorted(held)) if len(held) > 1 else held, self._values(left))
        if key not in self.memo:
            ends: dict[str, Fraction] = defaultdict(Fraction)
            for (value, _), chance, rest in deals(self._values(left)):
                for end, part in self._dealer((*held, value), rest).items():
                    ends[end] += chance * part
            self.memo[key] = dict(ends)
        return self.memo[key]  # type: ignore[return-value]

    @staticmethod
    def _values(left: Left) -> Left:
        by_value: Counter[Card] = Counter()
        for (value, _), n in left:
            by_value[value, ""] += n
        return left_of(by_value)

    # ------------------------------------------------------------------------------------ one hand's settlement

    def done(self, cards: tuple[Card, ...], doubled: bool, first: bool, split: bool, rescued: bool = False) -> Done:
        rules = self.rules
        values = tuple(v for v, _ in cards)
        fixed = sum(v == 1 for v in values[:2]) if doubled and rules.double.doubled_ace == "one" else 0
        hard = sum(values)
        total = hard + 10 if values.count(1) > fixed and hard <= 11 else hard
        token = rules.split.paid_by == "token" or (rules.split.paid_by == "token-except-tens" and values[0] != 10)
        base = 1 if first or not token else 0
        real = base + (1 if doubled and rules.double.paid_by == "player" else 0)
        how = "stands"
        if rescued:
            how, real = "rescued", base
        elif total > 21:
            how = "bust"
        elif (total == 21 and rules.winning.twenty_one) or (
            rules.winning.five_and_under and len(cards) >= rules.winning.five_and_under
        ):
            how = "won"
        return Done(how, total, self.odds(cards, total, doubled), 2 if doubled else 1, real, base)

    def odds(self, cards: tuple[Card, ...], total: int, doubled: bool) -> Fraction:
        rules = self.rules
        best = rules.winning.pays.ratio
        if total != 21 or (doubled and not rules.double.bonuses):
            return best
        ranks = "".join(sorted(str(v) for v, _ in cards))
        suits = {s for _, s in cards}
        for bonus in rules.winning.bonuses:
            if bonus.ranks:
                fits = ranks == "".join(sorted(bonus.ranks)) and (
                    bonus.suits == "any" or (len(suits) == 1 and (bonus.suits == "same" or suits == {"s"}))
                )
            else:
                fits = len(cards) >= bonus.cards_min
            if fits:
                best = max(best, bonus.pays.ratio)
        return best

    def settle(self, box: tuple[Done, ...], end: str) -> Fraction:
        """What the whole box brings; the first hand of `box` is the one with the original wager."""
        rules = self.rules
        if end == "natural" and rules.dealer.hole_card == "peeked":
            return -ONE
        result = ZERO
        live = []
        for i, hand in enumerate(box):
            if hand.how in ("bust", "rescued"):
                result -= hand.real
            elif hand.how == "won":
                result += hand.decisions * hand.odds
            elif end == "natural":
                if hand.total == 21 and rules.dealer.drawn_21_against_natural != "lose":
                    result += hand.decisions * hand.odds * (rules.dealer.drawn_21_against_natural == "win")
                else:
                    live.append((i, hand))
            else:
                result += self._compare(hand, int(end))
        if end == "natural":
            result -= self._natural_takes(box, live)
        return result

    def _compare(self, hand: Done, dealer: int) -> Fraction:
        if dealer > 21:
            return ZERO if dealer in self.rules.dealer.pushes_on else hand.decisions * hand.odds
        if hand.total == dealer:
            return ZERO
        return hand.decisions * hand.odds if hand.total > dealer else Fraction(-hand.real)

    def _natural_takes(self, box: tuple[Done, ...], live: list[tuple[int, Done]]) -> int:
        takes = self.rules.dealer.natural_takes
        if takes == "all":
            return sum(hand.real for _, hand in live)
        if takes == "first-hand":
            return sum(1 for i, _ in live if i == 0)
        left = [hand for _, hand in live if hand.own_base]
        if takes == "original-cap" and sum(hand.real for hand in box if hand.how == "bust") >= 1:
            return 0
        return 1 if left else 0

    # --------------------------------------------------------------------------- a hand by its own cards alone

    def alone(self, hand: Done, end: str, natural_costs: bool) -> Fraction:
        """What one hand brings by itself, where a natural takes its real stake or nothing of it."""
        rules = self.rules
        if end == "natural":
            if rules.dealer.hole_card == "peeked":
                return -ONE if natural_costs else ZERO
            if hand.how == "stands":
                if hand.total == 21 and rules.dealer.drawn_21_against_natural != "lose":
                    return hand.decisions * hand.odds * (rules.dealer.drawn_21_against_natural == "win")
                if rules.dealer.natural_takes == "all":
                    return Fraction(-hand.real)
                return -ONE if natural_costs else ZERO
        if hand.how in ("bust", "rescued"):
            return Fraction(-hand.real)
        if hand.how == "won":
            return hand.decisions * hand.odds
        return self._compare(hand, int(end))

    def finished(self, cards: tuple[Card, ...], doubled: bool, how: tuple[bool, bool, bool], rescued: bool) -> Fraction:
        """Expectation of a finished hand by own cards; `how` is first wager, split, natural costs."""
        first, split, costs = how
        hand = self.done(cards, doubled, first, split, rescued)
        ends = self.dealer(self._without(cards))
        return sum((p * self.alone(hand, end, costs) for end, p in ends.items()), ZERO)

    def _without(self, cards: tuple[Card, ...]) -> Left:
        left = Counter(dict(self.shoe))
        left[self.up_card] -= 1
        for card in cards:
            left[card] -= 1
        assert min(left.values()) >= 0
        return left_of(left)

    @property
    def up_card(self) -> Card:
        return next(card for card in self.shoe if card[0] == self.up)

    def options(self, cards: tuple[Card, ...], how: tuple[bool, bool, bool]) -> dict[str, Fraction]:
        """Stand, hit and double by own cards; draws as from the shoe without them and the dealer's card."""
        key = ("options", cards[:2], tuple(sorted(cards[2:])), how)
        if key not in self.memo:
            self.memo[key] = self._options(cards, how)
        return self.memo[key]  # type: ignore[return-value]

    def _options(self, cards: tuple[Card, ...], how: tuple[bool, bool, bool]) -> dict[str, Fraction]:
        rules = self.rules
        first, split, _ = how
        values = tuple(v for v, _ in cards)
        total, soft = total_of(values)
        stand = self.finished(cards, False, how, False)
        may_hit = (
            total < rules.draw.ends_at
            and not (rules.draw.cards_max and len(cards) >= rules.draw.cards_max)
            and self.done(cards, False, first, split).how == "stands"
            and not (split and values[0] == 1 and len(cards) > rules.split.aces_cards)
        )
        if not may_hit:
            return {"stand": stand}
        hit, double = ZERO, ZERO
        may_double = self.may_double(cards, split)
        for card, chance, _ in deals(self._without(cards)):
            longer = (*cards, card)
            over = sum(v for v, _ in longer) > 21
            hit += chance * (self.finished(longer, False, how, False) if over else self.best(longer, how)[1])
            if not split and len(longer) == 3:
                hit += chance * self.super_bonus(longer)
            if may_double:
                double += chance * self.doubled(longer, how)[1]
        low = total < (rules.draw.automatic_soft if soft else rules.draw.automatic_hard)
        if rules.draw.automatic == "always" and low:
            return {"hit": hit}
        found = {"stand": stand, "hit": hit}
        if may_double:
            found["double"] = double
        if not soft and total < rules.draw.must_below:
            del found["stand"]
        return found

    def super_bonus(self, cards: tuple[Card, ...]) -> Fraction:
        bonus = self.rules.winning.super_bonus
        if bonus is None or str(self.up) != bonus.dealer_rank or len({s for _, s in cards}) > 1:
            return ZERO
        return self.prize if sorted(str(v) for v, _ in cards) == sorted(bonus.ranks) else ZERO

    def may_double(self, cards: tuple[Card, ...], split: bool) -> bool:
        double = self.rules.double
        values = tuple(v for v, _ in cards)
        total, soft = total_of(values)
        if not double.allowed or (split and (not double.after_split or (values[0] == 1 and not double.split_aces))):
            return False
        if double.cards and len(cards) not in double.cards:
            return False
        tested = sum(values) if double.ace_is_one else 0 if soft else total
        totals = double.split_totals if split and double.split_totals else double.totals
        return not totals or tested in totals

    def doubled(self, cards: tuple[Card, ...], how: tuple[bool, bool, bool]) -> tuple[bool, Fraction]:
        """Whether a doubled hand is given up after its card, and its value."""
        value = self.finished(cards, True, how, False)
        if self.rules.double.rescue and self.done(cards, True, how[0], how[1]).total < 21:
            given_up = self.finished(cards, True, how, True)
            if given_up > value:
                return True, given_up
        return False, value

    def best(self, cards: tuple[Card, ...], how: tuple[bool, bool, bool]) -> tuple[str, Fraction]:
        options = self.options(cards, how)
        name = max(options, key=lambda o: options[o])
        return name, options[name]

    # --------------------------------------------------------------------------------------- a whole split box

    def split(self, one: Card, two: Card) -> dict[Fraction, Fraction]:
        """Chances of what a split pair brings in all: every card dealt in turn, the dealer's last."""
        left = self._without((one, two))
        results: dict[Fraction, Fraction] = defaultdict(Fraction)
        for box, chance, rest in self.hands((), ((one,), (two,)), left, ONE):
            for end, part in self.dealer(rest).items():
                results[self.settle(box, end)] += chance * part
        return dict(results)

    def _how(self, first: bool, value: int) -> tuple[bool, bool, bool]:
        """Whether the hand has the original wager, that it is split, and whether a natural's cost guides its play."""
        rules = self.rules
        token = rules.split.paid_by == "token" or (rules.split.paid_by == "token-except-tens" and value != 10)
        costs = {"busted-plus-one": first and token, "original-cap": first or not token}
        peeked = rules.dealer.hole_card == "peeked"
        return first, True, first if peeked else costs.get(rules.dealer.natural_takes, first)

    def hands(
        self, done: tuple[Done, ...], waiting: tuple[tuple[Card, ...], ...], left: Left, chance: Fraction
    ) -> Iterator[tuple[tuple[Done, ...], Fraction, Left]]:
        if not waiting:
            yield done, chance, left
            return
        current, rest = waiting[0], waiting[1:]
        made = len(done) + len(waiting)
        most = self.rules.split.aces_hands_max if current[0][0] == 1 else self.rules.split.hands_max
        merged: dict[tuple[Done, Left], Fraction] = defaultdict(Fraction)
        for card, part, after in deals(left):
            if card[0] == current[0][0] and made < most:
                yield from self.hands(done, (current, (card,), *rest), after, chance * part)
                continue
            how = self._how(not done, current[0][0])
            for ended, p, still in self._played((*current, card), how, after, chance * part):
                merged[ended, still] += p
        for (ended, still), p in merged.items():
            yield from self.hands((*done, ended), rest, still, p)

    def _played(
        self, cards: tuple[Card, ...], how: tuple[bool, bool, bool], left: Left, chance: Fraction
    ) -> Iterator[tuple[Done, Fraction, Left]]:
        """Play one hand out by what is best for its own cards."""
        first, split, _ = how
        if sum(v for v, _ in cards) > 21:
            yield self.done(cards, False, first, split), chance, left
            return
        option = self.best(cards, how)[0]
        if option == "stand":
            yield self.done(cards, False, first, split), chance, left
            return
        for card, part, after in deals(left):
            longer = (*cards, card)
            if option == "hit":
                yield from self._played(longer, how, after, chance * part)
            else:
                rescued = sum(v for v, _ in longer) <= 21 and self.doubled(longer, how)[0]
                yield self.done(longer, True, first, split, rescued), chance * part, after


__all__ = ["BruteForce", "Card"]
