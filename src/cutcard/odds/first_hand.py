"""What the choices of a hand are worth, looked up: for a hand of few cards that is the only one at the table.

The values are in the solutions that come with the package. Any other hand needs `open_box`, and so the compiler.
"""

from __future__ import annotations

from cutcard.lookup.values import VALUE_OF
from cutcard.odds import shipped
from cutcard.odds.answers import CARDS_SHIPPED, shipped_solution
from cutcard.odds.solution import ChoiceValues, OpenBox
from cutcard.rulebooks.schema import Rules


def known_values(rules: Rules, decks: int, box: OpenBox) -> ChoiceValues | None:
    """The same as `choice_values`, or None where it has to be worked out.

    A pair has to be, as each hand of a split knows that the other card is out; and so has a hand that may win a prize
    of a fixed sum, which depends on the wager.

    >>> from cutcard.rulebooks import rules
    >>> known_values(rules("melbourne-v26", "blackjack"), 8, OpenBox(up="7d", hand=("8s", "8c"))) is None
    True
    """
    values = [VALUE_OF[card[0]] for card in box.hand]
    alone = box == OpenBox(up=box.up, hand=box.hand)
    pair = len(values) == 2 and values[0] == values[1]
    if not alone or pair or len(values) > CARDS_SHIPPED or rules.dealer.hole_card == "peeked":
        return None
    bonus = rules.winning.super_bonus
    if bonus is not None and VALUE_OF[bonus.dealer_rank] == VALUE_OF[box.up[0]]:
        return None
    solution = shipped_solution(rules, decks, shipped.WAGER)
    if solution is None:
        return None
    return ChoiceValues(values=solution.hand(" ".join(box.hand), box.up).values)
