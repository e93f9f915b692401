"""A refusal is data: a code, the clause that forbids it, and the facts. `SENTENCES` makes words of it for a reader.

No code reads the words: what was refused is told apart by its code.

>>> refusal = Refusal("nothing-to-insure", "7.5.7", {"player": "ann", "box": 3})
>>> refusal.message
'ann has no wager on box 3 to insure'
>>> refusal.message_to("ann")
'you have no wager on box 3 to insure'
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from typing import Any, NamedTuple

from cutcard.errors import listed
from cutcard.money import priced
from cutcard.refusal_sentences import SENTENCES

PEOPLE = frozenset({"player", "controller", "holder", "owner"})  # facts that name somebody, who may be the reader
PLACEHOLDER = re.compile(r"\{(\w+)(?::([\w']+))?\}")
FORMS: dict[str, Callable[[Any], str]] = {
    "money": priced,
    "or": lambda values: listed(values, "or"),
    "and": listed,
    "money_or": lambda amounts: listed(map(priced, amounts), "or"),
    "plain": lambda name: str(name).replace("-", " "),
    "quoted": repr,
    "place": lambda box: "the dealer" if box is None else f"box {box}",
    "a": lambda name: f"{'an' if name[:1] in 'aeiou' else 'a'} {name.replace('-', ' ')}",
}
_TO_YOU = {"is": "are", "has": "have", "was": "were", "does": "do"}


class Refusal(NamedTuple):
    """Why a command is refused; `wager` says which wager where it is one of several."""

    code: str
    clause: str | None = None
    facts: Mapping[str, object] = {}
    wager: int | None = None

    @property
    def message(self) -> str:
        """The reason in one sentence, said of everybody by name."""
        return self.message_to(None)

    def message_to(self, reader: str | None) -> str:
        """The same for somebody who may be the person it is about: "you have" instead of "ann has"."""
        facts = self.facts

        def word(match: re.Match[str]) -> str:
            name, form = match.groups()
            return _person(facts[name], form, reader) if name in PEOPLE else FORMS.get(form, str)(facts[name])

        return PLACEHOLDER.sub(word, SENTENCES[self.code])


def _person(name: object, form: str | None, reader: str | None) -> str:
    """A name, its possessive, or a verb that goes with it."""
    you = name == reader and name is not None
    if form is None:
        return "you" if you else str(name)
    if form == "'s":
        return "your" if you else f"{name}'s"
    return _TO_YOU.get(form, form.removesuffix("s")) if you else form
