"""Whether a table was opened under the current edition of its rules.

A rulebook may be corrected. Rounds played before are then not wrong, but the corrected rulebook cannot replay them.
"""

from __future__ import annotations

import json

from cutcard.errors import CutcardError
from cutcard.rulebooks import rules_stored
from cutcard.store.rulebook_events import OPENED as OPENED
from cutcard.table.codec import EDITION
from cutcard.table.edition import edition


def rules_changed(line: str) -> str:
    """Why the rounds of the table that this line opens cannot be replayed; empty if they can.

    A table that was opened before editions were recorded counts as opened under the current one.
    """
    try:
        event = json.loads(line)
        terms = event["terms"]
        book, game, then = terms["book"], terms["game"], terms.get(EDITION)
    except (ValueError, KeyError, TypeError, AttributeError):  # no event; the reader reports it
        return ""
    try:
        now = edition(rules_stored(book, game, terms["options"]))
    except CutcardError:  # a game or option that no longer exists
        now = "none"
    if then is None or then == now:
        return ""
    return (
        f"table {event['table']} was opened under another edition of {book} (its {game} was {then} and is {now} here): "
        "its rounds cannot be replayed by this one"
    )
