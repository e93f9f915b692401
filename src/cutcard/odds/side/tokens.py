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

from cutcard.hand_rules import double_refused, token_pays_double, token_pays_split
from cutcard.lookup.all_hands import ACE, VALUES
from cutcard.lookup.side_bet_outcomes import outcome_table
from cutcard.odds.game import full_shoe, hands_max
from cutcard.odds.side import main_play
from cutcard.odds.side.first_cards import Chances
from cutcard.rulebooks.schema import Rules

Tokens = dict[int, Fraction]  # number of tokens to chance


@dataclass(frozen=True, slots=True, kw_only=True)
class Plan:
    """What is done with two cards against one card of the dealer's, and with the hands of a split pair."""

    doubled: frozenset[tuple[int, int]]
    split: frozenset[int]
    after: dict[int, tuple[frozenset[int], frozenset[int]]]  # pair to second cards: of the first hand, of others


def chances(rules: Rules, decks: int, judged_by: str, best: bool) -> Chances:
    """How likely each number of tokens is, under the best play or when every token is taken."""
    table = outcome_table(judged_by)
    found: Chances = {}
    for count, chance in tokens(rules, decks, best).items():
        names = table.classes[table.numbers[0, 0, 0, count]]
        found[names] = found.get(names, Fraction(0)) + chance
    return found


@lru_cache(maxsize=64)
def tokens(rules: Rules, decks: int, best: bool) -> Tokens:
    """The number of tokens of a round, from a full shoe."""
    shoe = [int(copies) for copies in full_shoe(rules, decks)]
    size = sum(shoe)
    found: Tokens = defaultdict(Fraction)
    all_ups = [main_play.Opening(up, Fraction(1), {}) for up in range(VALUES)]
    for up, share, chosen in main_play.openings(rules, decks) if best else all_ups:
        plan = _best_plan(rules, decks, up, chosen) if best else greedy_plan(rules)
        rest = _less(shoe, up)
        for a in range(VALUES):
            for b in range(VALUES):
                ways = shoe[up] * rest[a] * _less(rest, a)[b]
                chance = share * Fraction(ways, size * (size - 1) * (size - 2))
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
    hands = [(a, b) for a in range(VALUES) for b in range(a, VALUES)]
    doubled = frozenset(hand for hand in hands if _may_double(rules, *hand))
    pairs = frozenset(v for v in range(VALUES) if (v, v) not in doubled and token_pays_split(rules, v + 1))
    after = {pair: frozenset(v for v in range(VALUES) if _may_double(rules, pair, v, split=True)) for pair in pairs}
    return Plan(doubled=doubled, split=pairs, after={pair: (second, second) for pair, second in after.items()})


def _may_double(rules: Rules, a: int, b: int, split: bool = False) -> bool:
    """Whether two cards may be doubled, the first of them split from a pair perhaps."""
    hard = a + b + 2
    total = hard + 10 if ACE in (a, b) else hard
    aces = split and a == ACE
    return double_refused(rules, cards=2, hard=hard, total=total, split=split, split_aces=aces) is None


def split_tokens(rules: Rules, plan: Plan, pair: int, left: list[int]) -> Tokens:
    """Tokens of a pair that is split; the second cards fall into kinds by what they do to each hand."""
    first, further = plan.after[pair]
    kinds: dict[tuple[bool, bool, bool], int] = defaultdict(int)
    for value, copies in enumerate(left):
        kinds[value == pair, value in first, value in further] += copies
    a_split, a_double = int(token_pays_split(rules, pair + 1)), int(token_pays_double(rules))
    most = hands_max(rules, pair)
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
