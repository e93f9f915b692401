"""What was entered in the last round at a real shoe, for the person who looks for the entry that is wrong."""

from __future__ import annotations

from collections.abc import Callable

from cutcard.engine import commands as say
from cutcard.narration.corrections import entry_in_words
from cutcard.records.entries import Entry, entries
from cutcard.table import TableState
from cutcard.table.secrecy import covered


def _staked(entry: Entry) -> bool:
    return isinstance(entry.command, say.Insure | say.Double | say.Join | say.Press)


# Which entries each command is about.
CORRECTED_BY: dict[str, Callable[[Entry], bool]] = {
    "correct-card": lambda entry: entry.kind == "card",
    "correct-call": lambda entry: entry.kind == "call",
    "add-call": lambda entry: entry.kind in ("card", "call", "prize") or isinstance(entry.command, say.CloseOffers),
    "correct-wager": lambda entry: entry.kind == "wager",
    "correct-amount": _staked,
}


def entries_listed(state: TableState, word: str = "") -> list[tuple[str, str]]:
    """The entries of the last round by number, in words: all, or those that a command may correct, the last first.

    Nobody reads here which cards lie face down.
    """
    if not state.played:
        return []
    found, hidden = entries(state.played[-1].events), covered(state, None)
    if word:
        found = [one for one in found[::-1] if CORRECTED_BY[word](one)]
    return [(str(one.number), entry_in_words(one, hidden)) for one in found]
