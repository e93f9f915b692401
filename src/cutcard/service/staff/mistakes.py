"""What the form of a report asks about each mistake, by the document's lines that hold at the moment."""

from __future__ import annotations

from cutcard.rulebooks.irregularities import IrregularityKind
from cutcard.table import TableState
from cutcard.table.irregularities import lines_now

ABOUT: dict[str, frozenset[IrregularityKind]] = {
    "card": frozenset(
        {
            "card-faced-in-shoe",
            "card-drawn-in-error",
            "card-to-finished-dealer",
            "card-to-dealer-early",
            "card-burned-in-error",
            "acted-out-of-turn",
        }
    ),
    "cards": frozenset(
        {
            "card-misplaced",
            "hand-without-wager",
            "round-without-wagers",
            "box-not-dealt",
            "box-dealt-one-card",
            "dealer-not-dealt",
            "dealer-stopped-early",
        }
    ),
    "box": frozenset({"box-not-dealt", "box-dealt-one-card"}),
    "entry": frozenset({"player-passed-over", "decision-done-wrongly", "acted-out-of-turn"}),
}


def mistakes_with_field(name: str, state: TableState) -> list[str] | None:
    """The mistakes of this moment about which a report asks for a field; None: about all."""
    lines = lines_now(state)
    match name:
        case "complete":
            found = {line.kind for line in lines if line.then == "count-cards"}
        case "withdrawn":
            found = {line.kind for line in lines if line.withdraw}
        case "told":
            found = {line.kind for line in lines if line.told}
        case _ if name in ABOUT:
            found = {line.kind for line in lines if line.kind in ABOUT[name]}
        case _:
            return None
    return sorted(found)


def rulings_given(state: TableState) -> dict[str, list[str]]:
    """For each ruling the mistakes for which the document gives it at this moment."""
    found: dict[str, list[str]] = {}
    for line in lines_now(state):
        if line.kind not in found.setdefault(line.then, []):
            found[line.then].append(line.kind)
    return found


def notices_of_mistakes(state: TableState) -> tuple[str, ...]:
    """Who has to be told of a mistake, whichever line of the document applies."""
    return tuple(dict.fromkeys(whom for line in lines_now(state) for whom in line.told))
