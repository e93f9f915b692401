"""A game's rules as plain numbers, the form in which the kernels read them: one compilation serves all games."""

from __future__ import annotations

from fractions import Fraction
from math import lcm
from typing import NamedTuple

import numpy as np

from cutcard.hand_rules import MIXED, Suits, bonus_for, token_pays_double, token_pays_split
from cutcard.lookup.all_hands import Bools, Floats
from cutcard.lookup.hand_choices import hand_choices
from cutcard.odds.dealer_draws import FIRST_TOTAL, SLOTS
from cutcard.rulebooks.schema import Rules

LONGEST = 32  # more cards than any hand of 21 or less can hold
NEVER, WITHOUT_CHOICE, ALWAYS = 0, 1, 2
LOSES, STANDS_OFF, WINS = 0, 1, 2
AS_DEALT, OF_SPLIT, OF_SPLIT_ACES = 0, 1, 2  # kinds of hands that the rules give different choices


class OddsParams(NamedTuple):
    """How a hand is played and what it is paid: the part of the rules that is the same for every wager on a box."""

    may_hit: Bools  # by kind of hand, AS_DEALT or of a split, then by hand
    may_stand: Bools  # by hand
    may_double: Bools  # as `may_hit`
    doubled_cards: Bools  # by number of cards: whether a doubled hand may have this many
    automatic: int
    automatic_hard: int
    automatic_soft: int
    ace_stays_one: bool
    double_bonuses: bool
    rescue: bool
    ace_cards: int  # most cards of a hand from split aces
    pays: float
    odds_21: Floats  # by number of cards
    twenty_one_wins: bool
    five_and_under: int
    pushes: Bools  # by the dealer's slot
    drawn_21: int
    natural_odds: float  # of an ace and a ten on a split hand, where that is a natural; 0: it is not
    natural_wins: bool  # whether it beats the dealer's own
    peeked: bool


class Wager(NamedTuple):
    """What a hand stakes: wins and losses in units, plain and doubled, and its cost against a dealer's natural."""

    win: float
    lose: float
    natural: float
    win_doubled: float
    lose_doubled: float
    natural_doubled: float


def odds_params(rules: Rules) -> OddsParams:
    """The numbers of one game."""
    draw, double, winning, dealer = rules.draw, rules.double, rules.winning, rules.dealer
    choices = hand_choices(rules)
    return OddsParams(
        may_hit=np.stack([choices.hit, choices.hit, choices.hit_split_ace]),
        may_stand=choices.stand,
        may_double=np.stack([choices.double, choices.double_after_split, choices.double_split_ace]),
        doubled_cards=np.array([cards - 1 in (double.cards or (cards - 1,)) for cards in range(LONGEST)]),
        automatic={"never": NEVER, "when-no-choice": WITHOUT_CHOICE, "always": ALWAYS}[draw.automatic],
        automatic_hard=draw.automatic_hard,
        automatic_soft=draw.automatic_soft,
        ace_stays_one=double.doubled_ace == "one",
        double_bonuses=double.bonuses,
        rescue=double.rescue,
        ace_cards=1 + rules.split.aces_cards,
        pays=float(winning.pays.ratio),
        odds_21=np.array([bonus_odds(rules, cards) for cards in range(LONGEST)]),
        twenty_one_wins=winning.twenty_one,
        five_and_under=winning.five_and_under or LONGEST,
        pushes=_pushes(rules),
        drawn_21={"lose": LOSES, "stand-off": STANDS_OFF, "win": WINS}[dealer.drawn_21_against_natural],
        natural_odds=float(rules.natural.pays.ratio) if rules.natural.after_split else 0.0,
        natural_wins=rules.natural.against_natural == "win" or rules.natural.paid == "at-once",
        peeked=dealer.hole_card == "peeked",
    )


def first_wager(rules: Rules, double_part: float = 1.0) -> Wager:
    """The box's original wager: it is lost to a dealer's natural under every rule.

    `double_part` is what a double adds to it, 1 for the whole wager and less for a double for less.
    """
    doubled = 0.0 if token_pays_double(rules) else double_part
    takes_all = rules.dealer.natural_takes == "all" and rules.dealer.hole_card != "peeked"
    return Wager(1.0, 1.0, 1.0, 1.0 + double_part, 1.0 + doubled, 1.0 + doubled * takes_all)


def further_wager(rules: Rules, value: int, double_part: float = 1.0) -> Wager:
    """The wager on a hand that splitting cards of this value has added, a token where the house pays for it.

    Unless a dealer's natural takes all, it costs this hand nothing: the original wager pays. Where the document
    takes one wager of those left when the first hand has gone, `joint` adds what that costs.
    """
    doubled = 0.0 if token_pays_double(rules) else double_part
    stake = 0.0 if token_pays_split(rules, value) else 1.0
    takes_all = rules.dealer.natural_takes == "all" and rules.dealer.hole_card != "peeked"
    return Wager(1.0, stake, stake * takes_all, 1.0 + double_part, stake + doubled, (stake + doubled) * takes_all)


def grain(rules: Rules) -> int:
    """The smallest part of a unit in which every payment of the game is a whole number of parts.

    A surrendered half and a natural at 6 to 5 make ten parts.
    """
    odds = [rules.winning.pays, rules.natural.pays, *(bonus.pays for bonus in rules.winning.bonuses)]
    parts = [o.ratio for o in odds] + [Fraction(rules.surrender.returns)]
    return lcm(*(part.denominator for part in parts))


def bonus_odds(rules: Rules, cards: int, ranks: str = "", suits: Suits = MIXED) -> float:
    """What a winning 21 of such cards is paid."""
    bonus = bonus_for(rules, cards=cards, total=21, ranks=ranks, suits=suits)
    return float((bonus or rules.winning).pays.ratio)


def _pushes(rules: Rules) -> Bools:
    pushes = np.zeros(SLOTS, np.bool_)
    pushes[[total - FIRST_TOTAL for total in rules.dealer.pushes_on]] = True
    return pushes
