"""Wrong payments in words: what was paid wrongly, whether intent is suspected, and what came of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from cutcard.narration.formatting import money

WHAT = {"wager": "wager", "cash-change": "Cash Change", "colour-change": "Colour Change"}
INTENT = {"not-enquired": "not enquired yet", "not-suspected": "not suspected", "suspected": "suspected"}
ATTEMPTS = {
    "identify": "tried to identify the patron",
    "contact": "tried to contact the patron",
    "liaise": "tried to come to terms with the patron",
    "reimburse": "tried to reimburse the patron",
    "request-return": "asked the patron to return it",
}
DID = {"enquired": "enquiries made", "reported": "the regulator was told", "closed": "closed"}


def cause(row: Mapping[str, Any]) -> str:
    """What was paid wrongly.

    >>> cause({"kind": "overpayment", "what": "wager", "round": 12, "box": 3})
    'overpayment of a wager, round 12, box 3'
    >>> cause({"kind": "underpayment", "what": "cash-change", "round": 0, "box": 0})
    'underpayment of a Cash Change'
    """
    where = "".join(f", {name} {row[name]}" for name in ("round", "box") if row[name])
    return f"{row['kind']} of a {WHAT[row['what']]}{where}"


def came_of(row: Mapping[str, Any]) -> str:
    """What has come of a wrong payment so far.

    >>> came_of({"outstanding": 5000, "amount": 5000, "told_regulator": True, "closed": True, "breach": False})
    '$50 outstanding, regulator told, closed, no breach'
    """
    phrases = [f"{money(row['outstanding'])} outstanding" if row["outstanding"] else "put right"]
    phrases += ["regulator told"] if row["told_regulator"] else []
    phrases += ["closed", "breach" if row["breach"] else "no breach"] if row["closed"] else ["open"]
    return ", ".join(phrases)


def step_words(step: Mapping[str, Any]) -> str:
    """Something that was done about a wrong payment, without its note.

    >>> step_words({"did": "attempted", "attempt": "contact", "succeeded": False, "amount": 0})
    'tried to contact the patron, without success'
    """
    if step["did"] == "attempted":
        return f"{ATTEMPTS[step['attempt']]}, {'with' if step['succeeded'] else 'without'} success"
    return f"{money(step['amount'])} put right" if step["did"] == "rectified" else DID[step["did"]]
