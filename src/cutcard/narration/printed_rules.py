"""What is printed on a layout: what the game pays, how the dealer draws, what insurance pays."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.narration.formatting import name, odds
from cutcard.rulebooks.schema import Rules

LONGEST = 40  # letters on the first line of the cloth


def facts(rules: Rules) -> list[str]:
    """What a natural pays, and what else decides a round.

    >>> from cutcard.rulebooks import rules
    >>> facts(rules("melbourne-v26", "crown-pontoon"))
    ['Pontoon pays 3 to 2', '21 always wins']
    """
    sentences = [f"{rules.natural.name} pays {odds(rules.natural.pays)}"]
    if rules.winning.twenty_one:
        sentences.append("21 always wins")
    if rules.winning.five_and_under:
        sentences.append(f"{rules.winning.five_and_under} cards win")
    return sentences + [f"dealer's {total} is a stand-off" for total in rules.dealer.pushes_on]


def drawing(rules: Rules) -> str:
    """What the dealer does on a soft 17."""
    return f"dealer {'draws' if rules.dealer.hits_soft_17 else 'stands'} on soft 17"


def insurance(rules: Rules) -> str:
    return f"insurance pays {odds(rules.insurance.ace)}"


def cloth(rules: Rules, prescribed: Sequence[str]) -> tuple[str, str, str]:
    """The three lines on the cloth: what the game pays, how it is dealt, what insurance pays.

    If the document prescribes the words, they are the lines, in its order.
    """
    if prescribed:
        lines = (*prescribed, "", "")
        return lines[0], lines[1], " · ".join(filter(None, lines[2:]))
    first, *rest = facts(rules)
    while rest and len(f"{first} · {rest[0]}") <= LONGEST:
        first += f" · {rest.pop(0)}"
    return first, name(" · ".join((*rest, drawing(rules)))), name(insurance(rules))
