"""The ranks of the dealer's first card that the rules tell apart, though they count the same.

Only surrender can do that: it may be offered against a jack and not against a king. Everything else goes by value.
"""

from __future__ import annotations

from cutcard.hand_rules import surrendered_against
from cutcard.lookup.values import RANKS_OF, VALUE_OF
from cutcard.odds.chart import UPS
from cutcard.rulebooks.schema import Rules


def rank_groups(rules: Rules, value: int) -> tuple[str, ...]:
    """The ranks of a value that are in the deck, those together that the rules treat alike: one group, or two.

    >>> from cutcard.rulebooks import changed, rules
    >>> game = changed(rules("melbourne-v26", "blackjack"), "surrender.against", ("J", "Q"))
    >>> rank_groups(game, 9), rank_groups(changed(game, "surrender.offered", "on-turn"), 9)
    (('TJQK',), ('TK', 'JQ'))
    """
    ranks = [rank for rank in RANKS_OF[value] if rank not in rules.cards.removed_ranks]
    groups: dict[bool, str] = {}
    for rank in ranks:
        offered = surrender_offered(rules, rank)
        groups[offered] = groups.get(offered, "") + rank
    return tuple(groups.values())


def surrender_offered(rules: Rules, rank: str) -> bool:
    """Whether hands may be surrendered against a dealer's first card of this rank."""
    return rank in surrendered_against(rules)


def chart_columns(rules: Rules) -> tuple[str, ...]:
    """The columns of a chart: the dealer's values, and groups of ranks where the rules tell them apart."""
    found: list[str] = []
    for up in UPS:
        groups = rank_groups(rules, VALUE_OF[up])
        found += groups if len(groups) > 1 else (up,)
    return tuple(found)


def column_share(rules: Rules, column: str) -> float:
    """The part of the dealer's cards of a value that a column of the chart is about."""
    groups = rank_groups(rules, VALUE_OF[column[0]])
    return len(column) / sum(map(len, groups)) if len(groups) > 1 else 1.0
