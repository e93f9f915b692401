"""The rules of a hand, each written once, over plain values.

The engine asks with the hand on the table; the simulator and the solver ask for every hand there is when they compile
a game. A function named `..._refused` answers None where the rules allow the act, else the reason: the field of the
rules that forbids it and the code of the refusal.

>>> from cutcard.rulebooks import rules
>>> game = rules("sydney-v15", "blackjack")
>>> double_refused(game, cards=2, hard=11, total=11) is None
True
>>> double_refused(game, cards=3, hard=11, total=11).field
'double.cards'
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from cutcard.cards import Card
from cutcard.money import Cents, Odds, round_up
from cutcard.rulebooks.procedures import Shoe
from cutcard.rulebooks.schema import Bonus, Rules

Suits = Literal[0, 1, 2]
MIXED: Suits = 0
SUITED: Suits = 1  # of one suit
SPADES: Suits = 2  # of one suit, and that is spades
_LEAST_SUITS = {"any": MIXED, "same": SUITED, "spades": SPADES}

CardEnds = Literal["", "bust", "natural", "won", "doubled", "one-card", "full"]


class Reason(NamedTuple):
    """Why a hand may not do something: the field of the rules that says so, and the code of the refusal."""

    field: str
    code: str


# --------------------------------------------------------------------------------------------------- what a hand may do

_ACE_FULL = Reason("split.aces_cards", "split-ace-has-its-card")
_TOTAL_FULL = Reason("draw.ends_at", "total-may-not-draw")
_CARDS_FULL = Reason("draw.cards_max", "hand-is-full")
_MUST_DRAW = Reason("draw.must_below", "total-must-draw")


def hit_refused(rules: Rules, *, cards: int, total: int, split_aces: bool = False) -> Reason | None:
    """Why a hand of this many cards and this total may not take another one."""
    if split_aces and cards > rules.split.aces_cards:
        return _ACE_FULL
    if total >= rules.draw.ends_at:
        return _TOTAL_FULL
    if rules.draw.cards_max and cards >= rules.draw.cards_max:
        return _CARDS_FULL
    return None


def stand_refused(rules: Rules, *, total: int) -> Reason | None:
    """Why a hand may not stand: its total is one that must draw."""
    return _MUST_DRAW if total < rules.draw.must_below else None


_NO_DOUBLING = Reason("double.allowed", "no-doubling")
_ACE_NOT_DOUBLED = Reason("split.aces_cards", "split-ace-not-doubled")
_SPLIT_NOT_DOUBLED = Reason("double.after_split", "split-hand-not-doubled")
_CARDS_NOT_DOUBLED = Reason("double.cards", "cards-not-doubled")
_FULL_NOT_DOUBLED = Reason("draw.ends_at", "full-total-not-doubled")
_TOTAL_NOT_DOUBLED = Reason("double.totals", "total-not-doubled")
_SPLIT_TOTAL_NOT_DOUBLED = Reason("double.split_totals", "total-not-doubled")


def double_refused(
    rules: Rules, *, cards: int, hard: int, total: int, split: bool = False, split_aces: bool = False
) -> Reason | None:
    """Why a hand may not double. `hard` counts every ace as one; `split`: it came of a split, `split_aces`: of aces."""
    terms = rules.double
    if not terms.allowed:
        return _NO_DOUBLING
    if split_aces and not (terms.split_aces and rules.split.aces_cards > 1):
        return _ACE_NOT_DOUBLED
    if split and not terms.after_split:
        return _SPLIT_NOT_DOUBLED
    if terms.cards and cards not in terms.cards:
        return _CARDS_NOT_DOUBLED
    if total >= rules.draw.ends_at:
        return _FULL_NOT_DOUBLED
    own = split and bool(terms.split_totals)
    totals = terms.split_totals if own else terms.totals
    if totals:
        counted = hard if terms.ace_is_one else total if total == hard else 0  # 0: a soft total is none of those
        if counted not in totals:
            return _SPLIT_TOTAL_NOT_DOUBLED if own else _TOTAL_NOT_DOUBLED
    return None


_NO_SPLITTING = Reason("split.hands_max", "no-splitting")
_NOT_TWO_CARDS = Reason("split.alike", "only-two-cards-split")
_NOT_ALIKE = Reason("split.alike", "cards-not-alike")
_ALL_HANDS_MADE = Reason("split.hands_max", "all-hands-made")
_ALL_ACES_MADE = Reason("split.aces_hands_max", "all-hands-made")
_SPLIT_DECLINED = Reason("split.declined_bars_later", "split-declined-before")


def split_refused(
    rules: Rules, *, cards: int, alike: bool, aces: bool = False, hands_made: int = 1, declined: bool = False
) -> Reason | None:
    """Why a hand may not split.

    `alike`: its two cards are so as `cards_alike` says, `aces`: and they are aces; `hands_made`: how many hands its
    box has by now; `declined`: the box could have split before and did something else.
    """
    terms = rules.split
    if terms.hands_max < 2:
        return _NO_SPLITTING
    if cards != 2:
        return _NOT_TWO_CARDS
    if not alike:
        return _NOT_ALIKE
    if hands_made >= (terms.aces_hands_max if aces else terms.hands_max):
        return _ALL_ACES_MADE if aces else _ALL_HANDS_MADE
    if declined and terms.declined_bars_later:
        return _SPLIT_DECLINED
    return None


def cards_alike(rules: Rules, first: Card, second: Card) -> bool:
    """Whether two cards are alike in what a split asks for, their value or their rank."""
    return first.value == second.value if rules.split.alike == "value" else first.rank == second.rank


_NO_SURRENDER = Reason("surrender.offered", "no-surrender")
_SURRENDER_LAPSED = Reason("surrender.offered", "surrender-lapsed")
_NOT_AGAINST = Reason("surrender.against", "no-surrender-against")
_NOT_FIRST_CARDS = Reason("surrender.offered", "only-first-cards-surrender")
_NOT_THIS_HAND = Reason("surrender.offered", "hand-not-surrendered")


def surrendered_against(rules: Rules) -> frozenset[str]:
    """The ranks of the dealer's first card against which hands may be surrendered; none where no hand may."""
    return frozenset(rules.surrender.against) if rules.surrender.offered != "never" else frozenset()


def surrender_returned(rules: Rules, wager: Cents, unit: Cents) -> Cents:
    """What comes back of a wager whose hand is surrendered, in whole units of a payment."""
    return min(round_up(wager * rules.surrender.returns, unit), wager)


def surrender_refused(
    rules: Rules, *, up_rank: str, cards: int, total: int, split: bool = False, before_play: bool = True
) -> Reason | None:
    """Why a hand may not be surrendered against the dealer's first card; `before_play`: no box has acted yet."""
    terms = rules.surrender
    if terms.offered == "never":
        return _NO_SURRENDER
    if up_rank not in terms.against:
        return _NOT_AGAINST
    if terms.offered == "before-play" and not before_play:
        return _SURRENDER_LAPSED
    if split or cards != 2:
        return _NOT_FIRST_CARDS
    if total >= rules.draw.ends_at:
        return _NOT_THIS_HAND
    return None


# -------------------------------------------------------------------------------------------- what a card or total does


def ended_by_card(
    rules: Rules,
    *,
    cards: int,
    total: int,
    split: bool = False,
    split_aces: bool = False,
    doubled: bool = False,
) -> CardEnds:
    """How a hand ends by a card dealt after the initial deal; "" where it does not.

    "one-card" is a split ace that has its card: where it may split again, it does not end yet.
    """
    if total > 21:
        return "bust"
    if total == 21 and split and cards == 2 and rules.natural.after_split:
        return "natural"
    if (total == 21 and rules.winning.twenty_one) or cards == rules.winning.five_and_under:
        return "won"
    if doubled:
        return "doubled"
    if split_aces and cards > rules.split.aces_cards:
        return "one-card"
    return "full" if total == rules.draw.ends_at or cards == rules.draw.cards_max else ""


def dealer_stands(rules: Rules, *, hard: int, total: int) -> bool:
    """Whether the dealer's hand takes no further card; `hard` counts every ace as one."""
    dealer = rules.dealer
    return total >= dealer.stands_on and not (dealer.hits_soft_17 and total == 17 and hard == 7)


def natural_paid_at_once(rules: Rules, up_value: int) -> bool:
    """Whether a player's natural is settled before the subsequent deal against a first card of this value."""
    paid = rules.natural.paid
    return paid == "at-once" or (paid == "at-once-unless-ten-or-ace" and up_value not in (1, 10))


# -------------------------------------------------------------------------------------------------- what a hand is paid


def suits_of(suits: Iterable[str]) -> Suits:
    """How the suits of some cards go together.

    >>> suits_of("sss"), suits_of("hhh"), suits_of("shh")
    (2, 1, 0)
    """
    kinds = set(suits)
    return MIXED if len(kinds) > 1 else SPADES if kinds == {"s"} else SUITED


def bonus_fits(bonus: Bonus, *, cards: int, ranks: str, suits: Suits) -> bool:
    """Whether a 21 of this many cards fits a bonus: `ranks` of the cards in any order, and how their suits go."""
    if bonus.ranks:
        return cards == 3 and suits >= _LEAST_SUITS[bonus.suits] and sorted(ranks) == sorted(bonus.ranks)
    return cards >= bonus.cards_min


def bonus_for(rules: Rules, *, cards: int, total: int, ranks: str, suits: Suits, doubled: bool = False) -> Bonus | None:
    """The best bonus of a winning hand, None where it has the plain odds."""
    bonuses = rules.winning.bonuses
    if total != 21 or not bonuses or (doubled and not rules.double.bonuses):
        return None
    fitting = (bonus for bonus in bonuses if bonus_fits(bonus, cards=cards, ranks=ranks, suits=suits))
    return max(fitting, key=lambda bonus: bonus.pays.ratio, default=None)


def super_bonus_fits(rules: Rules, *, ranks: str, suits: Suits, split: bool = False, doubled: bool = False) -> bool:
    """Whether a hand has what the Super Bonus asks for: its ranks in one suit, neither split nor doubled."""
    terms = rules.winning.super_bonus
    return terms is not None and not (split or doubled) and suits != MIXED and sorted(ranks) == sorted(terms.ranks)


def super_bonus_prize(rules: Rules, wager: Cents) -> Cents:
    """What the Super Bonus pays on top of a wager."""
    terms = rules.winning.super_bonus
    return max((prize for least, prize in terms.prizes if wager >= least), default=0) if terms is not None else 0


def insurance_odds(rules: Rules, up_value: int) -> Odds | None:
    """The odds of insurance against a dealer's first card of this value, None where it is not offered."""
    return rules.insurance.ace if up_value == 1 else rules.insurance.ten if up_value == 10 else None


# ----------------------------------------------------------------------------------------- who pays for a further wager


def token_pays_split(rules: Rules, value: int) -> bool:
    """Whether the house pays, with a free bet token, for the new hand when cards of this value are split."""
    paid_by = rules.split.paid_by
    return paid_by == "token" or (paid_by == "token-except-tens" and value != 10)


def token_pays_double(rules: Rules) -> bool:
    """Whether the house pays for a double with a free bet token."""
    return rules.double.paid_by == "token"


def collected_endings(shoe: Shoe, game: str) -> frozenset[str]:
    """Endings after which a game has the cards of a settled hand put into the rack at once."""
    return frozenset(ending for ending, games in shoe.collected.items() if not games or game in games)
