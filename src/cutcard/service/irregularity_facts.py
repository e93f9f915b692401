"""What a book says is done when the deal goes wrong, as anybody may read it."""

from __future__ import annotations

from cutcard.narration.irregularities import KIND_WORDS, MOMENT_WORDS, RULING_WORDS, irregularity_words
from cutcard.rulebooks import load
from cutcard.service.body import Body
from cutcard.table.names import in_words


class IrregularityListed(Body):
    """A mistake and what is done about it; `card_seen` is null where that makes no difference."""

    kind: str
    ruling: str
    happened: str
    done: str
    noticed: str
    text: str  # all of it in one sentence
    card_seen: bool | None
    dealt_from: str  # "": a shoe or a shuffling device
    role: str  # the lowest that rules on it
    ruled_by: str
    told: list[str]
    clause: str


def irregularities(book: str) -> list[IrregularityListed]:
    """Every line of a book, in its own order; none where it does not say how a table is run."""
    procedures = load(book).procedures
    return [
        IrregularityListed(
            kind=line.kind,
            ruling=line.then,
            happened=KIND_WORDS[line.kind],
            done=RULING_WORDS[line.then],
            noticed=MOMENT_WORDS[line.when],
            text=irregularity_words(line),
            card_seen=line.exposed,
            dealt_from=line.dealt_from,
            role=line.role,
            ruled_by=in_words(line.role),
            told=list(line.told),
            clause=line.clause,
        )
        for line in (procedures.irregularities if procedures is not None else ())
    ]
