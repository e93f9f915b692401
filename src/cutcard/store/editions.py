"""Whether a table was opened under the edition of its rules that is here now.

A rulebook may be corrected. What was played before is then not wrong, but cannot be replayed by the corrected one.
"""

from __future__ import annotations

import json

from cutcard.errors import CutcardError
from cutcard.rulebooks import rules
from cutcard.table.codec import EDITION
from cutcard.table.edition import edition

OPENED = '"is":"TableOpened"'  # in the line by which a table opens, and in no other


def rules_changed(line: str) -> str:
    """Why the rounds of a table that this line opens cannot be replayed here; nothing where they can.

    A table that was opened before editions were written down is taken to have been opened under today's.
    """
    try:
        said = json.loads(line)
        terms = said["terms"]
        book, game, then = terms["book"], terms["game"], terms.get(EDITION)
    except (ValueError, KeyError, TypeError, AttributeError):  # no event at all, which reading it will say
        return ""
    try:
        now = edition(rules(book, game, terms["options"]))
    except CutcardError:  # a game, or an option, that there was then
        now = "none"
    if then is None or then == now:
        return ""
    return (
        f"table {said['table']} was opened under another edition of {book} (its {game} was {then} and is {now} here): "
        "its rounds cannot be replayed by this one"
    )
