"""Undisclosed wagers in words, as they are read out after the round."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from cutcard.errors import listed
from cutcard.narration.formatting import money
from cutcard.table.undisclosed import FormsRead


def forms_in_words(forms: Iterable[Mapping[str, Any]]) -> str:
    """The forms of a round, as they are stored or shown.

    >>> form = {"player": "ann", "bet": "main", "written": 70_000, "counted": 50_000, "clause": "19.8.3.2"}
    >>> forms_in_words([form])
    'ann has $700 on main, which counts as $500 (clause 19.8.3.2)'
    """
    return listed([form_in_words(form) for form in forms])


def form_in_words(form: Mapping[str, Any]) -> str:
    """One form as it is read out: what was written, what it counts for, and by which clause where that is another."""
    amount = money(form["written"]) if form["written"] else "no amount"
    sentence = f"{form['player']} has {amount} on {form['bet'].replace('-', ' ') or 'no named wager'}"
    if form.get("void"):
        return f"{sentence}, which goes back with the round"
    if form.get("deducted"):
        return f"{sentence}, for which {money(form['deducted'])} is deducted (clause {form['clause']})"
    if form["counted"] != form["written"]:
        return f"{sentence}, which counts as {money(form['counted'])} (clause {form['clause']})"
    return sentence


def read_in_words(read: FormsRead | None) -> tuple[str, ...]:
    """What was read out after a round, a line for each form."""
    forms = read.forms if read is not None else ()
    return tuple(f"Read out: {form_in_words(form._asdict())}" for form in forms)
