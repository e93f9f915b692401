"""How many free bet tokens a round sees, exactly (Melbourne 29.7, 29.8, 30.5.1).

A token is played for a free double and for each free split. A hand doubles on its first two cards, so after a split
only the second cards of its hands count; drawn from a shuffled shoe they are exchangeable with the cards that come
between, and can be taken as the next cards of the shoe, one for each hand in turn.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache

from cutcard.odds.game import full_shoe
from cutcard.odds.multisets import ACE, TEN, VALUES
from cutcard.odds.side import main_play
from cutcard.odds.side.first_cards import Chances
from cutcard.rulebooks.schema import Rules
from cutcard.sidebets import View, pot_of_gold

Tokens = dict[int, Fraction]  # number of tokens to chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is done with two cards against one card of the dealer's, and with the hands of a split pair."""

    doubled: frozenset[tuple[int, int]]
    split: frozenset[int]
    after: dict[int, tuple[frozenset[int], frozenset[int]]]  # pair to second cards: of the first hand, of others


def chances(rules: Rules, decks: int, best: bool) -> Chances:
    """How likely each number of tokens is, under the best play or when every token is taken."""
    found: Chances = {}
    for count, chance in tokens(rules, decks, best).items():
        verdict = pot_of_gold.judge(View((), over=True, tokens=count))
        assert verdict is not None
        found[verdict.outcomes] = found.get(verdict.outcomes, Fraction(0)) + chance
    return found


@lru_cache(maxsize=64)
def tokens(rules: Rules, decks: int, best: bool) -> Tokens:
    """The number of tokens of a round, from a full shoe."""
    shoe = [int(copies) for copies in full_shoe(rules, decks)]
    size = sum(shoe)
    found: Tokens = defaultdict(Fraction)
    chosen = main_play.openings(rules, decks) if best else {}
    for up in range(VALUES):
        plan = _best_plan(rules, decks, up, chosen[up]) if best else greedy_plan(rules)
        rest = _less(shoe, up)
        for a in range(VALUES):
            for b in range(VALUES):
                chance = Fraction(shoe[up] * rest[a] * _less(rest, a)[b], size * (size - 1) * (size - 2))
                if a == b and a in plan.split:
                    for count, part in split_tokens(rules, plan, a, _less(_less(rest, a), a)).items():
                        found[count] += chance * part
                else:
                    found[int((min(a, b), max(a, b)) in plan.doubled)] += chance
    return dict(found)


def _less(shoe: list[int], value: int) -> list[int]:
    return [copies - (v == value) for v, copies in enumerate(shoe)]


def _best_plan(rules: Rules, decks: int, up: int, chosen: dict[tuple[int, int], str]) -> Plan:
    split = frozenset(a for (a, b), option in chosen.items() if option == "split")
    return Plan(
        doubled=frozenset(hand for hand, option in chosen.items() if option == "double"),
        split=split,
        after={pair: main_play.doubles_after(rules, decks, up, pair) for pair in split},
    )


def greedy_plan(rules: Rules) -> Plan:
    """Take every token: double what may be doubled, split every other pair but tens."""
    may = frozenset((a, b) for a in range(VALUES) for b in range(a, VALUES) if _may_double(rules, a, b))
    pairs = frozenset(v for v in range(VALUES) if (v, v) not in may and _free(rules, v))
    after = {
        pair: frozenset(v for v in range(VALUES) if (min(v, pair), max(v, pair)) in may and _doubles_after(rules, pair))
        for pair in pairs
    }
    return Plan(doubled=may, split=pairs, after={pair: (second, second) for pair, second in after.items()})


def _may_double(rules: Rules, a: int, b: int) -> bool:
    double = rules.double
    hard = a + b + 2
    soft = ACE in (a, b) and not double.ace_is_one
    allowed = not double.totals or (hard in double.totals and not soft)
    return double.allowed and 2 in (double.cards or (2,)) and allowed and (a, b) != (ACE, TEN)


def _doubles_after(rules: Rules, pair: int) -> bool:
    return rules.double.after_split and (pair != ACE or rules.split.aces_cards > 1)


def _free(rules: Rules, value: int) -> bool:
    """Whether splitting cards of this value is paid for by a token."""
    paid_by = rules.split.paid_by
    return paid_by == "token" or (paid_by == "token-except-tens" and value != TEN)


def _hands_max(rules: Rules, value: int) -> int:
    split = rules.split
    return min(split.aces_hands_max, split.hands_max) if value == ACE else split.hands_max


def split_tokens(rules: Rules, plan: Plan, pair: int, left: list[int]) -> Tokens:
    """Tokens of a pair that is split; the second cards fall into kinds by what they do to each hand."""
    first, further = plan.after[pair]
    kinds: dict[tuple[bool, bool, bool], int] = defaultdict(int)
    for value, copies in enumerate(left):
        kinds[value == pair, value in first, value in further] += copies
    a_split = int(_free(rules, pair))
    a_double = int(rules.double.paid_by == "token")
    most = _hands_max(rules, pair)
    found: Tokens = defaultdict(Fraction)

    def deal(done: int, hands: int, count: int, chance: Fraction, cards: dict[tuple[bool, bool, bool], int]) -> None:
        if done == hands:
            found[count] += chance
            return
        size = sum(cards.values())
        for kind, copies in cards.items():
            if copies == 0:
                continue
            paired, *doubles = kind
            part = chance * Fraction(copies, size)
            rest = {**cards, kind: copies - 1}
            if paired and hands < most:
                deal(done, hands + 1, count + a_split, part, rest)
            else:
                deal(done + 1, hands, count + a_double * doubles[done > 0], part, rest)

    deal(0, 2, a_split, Fraction(1), dict(kinds))
    return found
