"""Where the document allows the cutting card, and whether a card is burnt after a shuffle."""

from __future__ import annotations

from fractions import Fraction

from cutcard.errors import CutcardError
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.schema import Rules

USUAL_BEHIND = 1  # decks behind the cutting card if the document does not require more
FEW_DECKS = 0.5  # part of the cards before it where the document would leave all of them behind


def cut_for(rules: Rules, decks: int, cards: int, penetration: float | None) -> tuple[int, int]:
    """Cards before the cutting card, and cards burnt; raises if the document does not allow that place.

    >>> from cutcard.rulebooks import rules
    >>> cut_for(rules("melbourne-v26", "blackjack"), 8, 416, None)
    (338, 1)

    With so few decks that the document would leave all of them undealt, half of the cards are dealt unless told.
    """
    procedures = procedures_of(rules.book)
    shoe = procedures.shoe
    burn = 0 if shoe.burn == "never" else 1
    if shoe.behind_min >= decks:  # a book of your own with fewer decks than its procedures leave undealt
        if penetration is not None and not 0.0 < penetration < 1.0:
            raise CutcardError(f"the cutting card leaves a part of the shoe before it, not {penetration:g}")
        return round(cards * (FEW_DECKS if penetration is None else penetration)), burn
    if penetration is None:
        return cards - round(max(shoe.behind_min, Fraction(USUAL_BEHIND)) * cards / decks), burn
    least = 1 - (shoe.behind_max + shoe.behind_max_tolerance / decks)
    most = 1 - (shoe.behind_min - shoe.behind_min_tolerance) / decks
    if not float(least) - 1e-9 <= penetration <= float(most) + 1e-9:
        field = "shoe.behind_max" if penetration < least else "shoe.behind_min"
        before = f"{float(least):.3g} to {float(most):.3g}"
        message = f"with {decks} decks the cutting card leaves {before} of the shoe before it, not {penetration:g}"
        raise CutcardError(message, procedures.clauses[field])
    return round(cards * penetration), burn
