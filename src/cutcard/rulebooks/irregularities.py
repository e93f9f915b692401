"""What a document says is done when the deal goes wrong: which mistake, noticed when, is put right how, and by whom.

Each line stands in the TOML under `[irregularities]`, by the kind of mistake: what is done then, the clause, and the
lowest role that rules on it. `when` says at which moments it holds, `exposed` for which cards, `dealt_from` at which
tables. A mistake for which a document has no line at that moment is left to the discretion of those to whom it gives
disputes to.

>>> from cutcard.rulebooks import procedures_of
>>> lines = procedures_of("sydney-v15").irregularities
>>> [(line.then, line.clause) for line in rulings(lines, "card-to-finished-dealer", ("round-over",), exposed=True)]
[('burn', '16.5')]
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from dataclasses import dataclass
from typing import Literal

IrregularityKind = Literal[
    "card-faced-in-shoe",
    "card-drawn-in-error",
    "card-to-finished-dealer",
    "card-to-dealer-early",
    "card-misplaced",
    "round-without-wagers",
    "hand-without-wager",
    "box-not-dealt",
    "box-dealt-one-card",
    "dealer-not-dealt",
    "dealer-stopped-early",
    "player-passed-over",
    "decision-done-wrongly",
    "acted-out-of-turn",
    "insurance-not-offered",
    "burn-forgotten",
    "cut-not-made",
    "shuffle-missed",
    "cards-short",
    "discards-not-loaded",
    "card-missing-or-foreign",
    "wrong-deck",
    "card-burned-in-error",
    "cards-dropped",
    "cards-came-together",
    "hole-card-exposed",
]
Ruling = Literal[
    "burn",
    "next-card",
    "first-of-next-round",
    "reconstruct",
    "void-round",
    "void-wager",
    "void-shoe",
    "discard-hand",
    "player-chooses",
    "finish-then-shuffle",
    "shuffle-discards",
    "goes-on",
    "stay-in-rack",
    "count-cards",
]
# When a mistake is noticed. A moment may be several of these at once: `rulings` is asked with all that it is.
Moment = Literal[
    "any",
    "between-rounds",  # no card of a round is out
    "in-round",  # from a round's first card to its last settlement
    "before-subsequent-deal",  # in a round that has settled nothing and dealt no card after the initial deal
    "subsequent-deal",  # in a round, once the initial deal is complete
    "first-round",  # in the first round of a shoe
    "round-over",  # a round is settled, and no card of the next is out
    "before-next-round",  # in a round, or after it while no card of the next is out
    "next-round-begun",  # the mistake was in a round before the one whose cards are out
    "settled",  # all wagers of the round with the mistake are settled
]


@dataclass(frozen=True, slots=True, kw_only=True)
class Irregularity:
    """What is done about one kind of mistake, by which clause and on whose word."""

    kind: IrregularityKind
    then: Ruling
    clause: str
    role: str
    when: Moment = "any"
    exposed: bool | None = None  # whether the card was seen; None: that makes no difference
    dealt_from: Literal["", "shoe", "shuffling-device"] = ""  # "": either
    withdraw: bool = False  # whether players may take their wagers back first
    settled_stands: bool = False  # of a void round what was settled before stands, whatever else the document says
    told: tuple[str, ...] = ()  # who must be told
    told_clause: str = ""

    def holds(self, moments: Collection[Moment], exposed: bool | None = None, dealt_from: str = "") -> bool:
        """Whether the line is for a mistake of such a moment, of such a card and at such a table."""
        return (
            (self.when == "any" or self.when in moments)
            and (self.exposed is None or exposed is None or self.exposed == exposed)
            and (not self.dealt_from or not dealt_from or self.dealt_from == dealt_from)
        )


def rulings(
    lines: Iterable[Irregularity],
    kind: IrregularityKind,
    moments: Collection[Moment],
    *,
    exposed: bool | None = None,
    dealt_from: str = "",
) -> list[Irregularity]:
    """What a document lets be done about a mistake at a moment, in its own order; nothing where it does not reach."""
    return [line for line in lines if line.kind == kind and line.holds(moments, exposed, dealt_from)]
