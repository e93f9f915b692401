"""What staff declared in a record, against the clauses that they say allow it."""

from __future__ import annotations

from typing import Any

from cutcard.records.parse import Round
from cutcard.rulebooks.authority import gives_authority

_WORDS = {
    "void-wagers": "declare wagers void",
    "void-round": "declare a round void",
    "pass-control": "pass on the decisions for a box",
    "burn": "burn a card",
    "draw-in-error": "keep a card that was drawn in error",
    "set-aside": "put a card aside for the next round",
    "skip": "leave a place without a card",
    "withdraw": "have a wager taken back",
}


def without_authority(round_: Round) -> list[dict[str, Any]]:
    """A warning for each declaration whose clause lets nobody declare that.

    The round is settled as it was declared: a record says what was done, and this is what is wrong with it.
    """
    book = round_.setup.rules.book
    warnings = []
    for i, action in enumerate(round_.actions):
        clause = getattr(action.declared, "clause", "")
        if clause and not gives_authority(book, action.do, clause):
            message = f"clause {clause} lets nobody {_WORDS[action.do]}; the round is settled as declared"
            warnings.append({"action": i, "message": message, "clause": clause})
    if round_.misdealt is not None and round_.misdealt.discretion is not None:
        ruling, clause = round_.misdealt.discretion
        if not gives_authority(book, "discretion", clause):
            message = f"clause {clause} lets nobody rule on such a mistake; the round is settled as ruled: {ruling}"
            warnings.append({"message": message, "clause": clause})
    return warnings
