"""Insurance: the dealer's second card, with only the first one seen."""

from __future__ import annotations

from fractions import Fraction

from cutcard.money import Odds
from cutcard.odds.side.first_cards import kinds
from cutcard.odds.side.offered import TEN_INSURANCE
from cutcard.odds.side.outcomes import LOSE, Outcome
from cutcard.rulebooks.schema import Rules

NATURAL = "dealer-natural"


def odds(rules: Rules, bet: str) -> Odds:
    """What it pays against an ace, or against a ten-value card."""
    pays = rules.insurance.ten if bet == TEN_INSURANCE else rules.insurance.ace
    assert pays is not None  # a bet that is not offered is refused before
    return pays


def natural_chance(rules: Rules, decks: int, bet: str, own: tuple[int, ...] = ()) -> Fraction:
    """The chance of a dealer's natural, with cards of these values in the player's hand.

    >>> from cutcard.rulebooks import rules
    >>> natural_chance(rules("sydney-v15", "blackjack"), 6, "insurance")
    Fraction(96, 311)
    """
    needed = 1 if bet == TEN_INSURANCE else 10
    pack = kinds(rules.cards.removed_ranks)
    copies = decks * sum(card.value == needed for card in pack) - own.count(needed)
    return Fraction(copies, decks * len(pack) - 1 - len(own))


def outcomes(rules: Rules, decks: int, bet: str) -> list[Outcome]:
    settles = rules.settles
    pays = odds(rules, bet)
    chance = natural_chance(rules, decks, bet)
    ten = bet == TEN_INSURANCE
    wins = settles.ten_insurance_wins if ten else settles.insurance_wins
    loses = settles.ten_insurance_loses if ten else settles.insurance_loses
    won = Outcome(name=NATURAL, odds=str(pays), probability=chance, net=pays.ratio, clause=wins or "")
    return [won, Outcome(name=LOSE, odds=None, probability=1 - chance, net=Fraction(-1), clause=loses or "")]


def notes(rules: Rules, decks: int, bet: str) -> tuple[str, ...]:
    """Whether it is ever right from a full shoe, by the player's own two cards; and even money, which is the same."""
    pays = odds(rules, bet).ratio
    needed = 1 if bet == TEN_INSURANCE else 10
    best = max(natural_chance(rules, decks, bet, own) for own in ((2, 2), (needed, 2), (needed, needed)))
    worth = best * (pays + 1) - 1
    notes = [
        f"with the most favourable two cards in hand it is worth {100 * float(worth):.4f} %: ".replace("-", "−")
        + ("right" if worth > 0 else "wrong with every hand from a full shoe")
    ]
    if bet != TEN_INSURANCE and rules.natural.even_money:
        kept = rules.natural.pays.ratio * (1 - natural_chance(rules, decks, bet, (1, 10)))
        right = "right" if kept < 1 else "wrong"
        notes.append(f"a natural that is kept against an ace is worth {float(kept):.6f}, so even money is {right}")
    return tuple(notes)
