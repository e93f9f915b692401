"""A rulebook file to begin with: a game like one of the package, and every rule that may be given otherwise.

>>> print(template("home", "melbourne-v26/blackjack").splitlines()[-1])
# settles.earlier_rounds = "none"
"""

from __future__ import annotations

import dataclasses
import json
from collections.abc import Iterator
from fractions import Fraction
from typing import Any

from cutcard.errors import UnknownName
from cutcard.money import Odds, dollars
from cutcard.rulebooks.inheritance import games_of_package
from cutcard.rulebooks.loader import load
from cutcard.rulebooks.schema import GROUPS, Bonus, Rules
from cutcard.rulebooks.words import words

HEAD = """\
# A rulebook of your own, for cutcard {release}.
#
# The game below is like one of the package, and differs from it in what this file says. Take away the # before a rule
# and give it another value; everything that stays a comment is as it is there. A value may cite a clause of your own
# rules, natural.pays = {{ is = "6:5", clause = "4.2" }}; without one, the rule's own name stands for it.
#
#   cutcard rulebook check {file}     every fault of this file
#   cutcard rules {file} {game}     what the game says
#   cutcard odds {file} {game}     the house edge
#   cutcard serve --rulebook {file}     tables of it on the network

# [document]
# title = "{title}"
# edition = "first edition"

[games.{game}]
title = "{title}"
like = "{like}"      # any game that `cutcard rules` lists, as BOOK/GAME
"""


def template(name: str, like: str, release: str = "") -> str:
    """The text of a new file: of a book with one game, like this one."""
    if like not in games_of_package():
        raise UnknownName.of("game of the package called", like, games_of_package())
    book, _, game = like.partition("/")
    rules = load(book).rules(game)
    title = name.replace("-", " ").capitalize()
    head = HEAD.format(release=release, file=f"{name}.toml", game=game, title=title, like=like)
    return head + "\n".join(_lines(rules)) + "\n"


def _lines(rules: Rules) -> Iterator[str]:
    for group, cls in GROUPS.items():
        yield f"\n# {' '.join((cls.__doc__ or group).split())}"
        for one in dataclasses.fields(cls):
            value = getattr(getattr(rules, group), one.name)
            yield f"# {one.metadata['meaning']}"
            yield f"# {group}.{one.name} = {_toml(value)}"


def _toml(value: Any) -> str:
    """A rule's value as a file writes it."""
    match value:
        case None:
            return '"none"'
        case bool():
            return "true" if value else "false"
        case int():
            return str(value)
        case Odds() | Fraction():
            return json.dumps(str(value))
        case str():
            return json.dumps(value, ensure_ascii=False)
        case tuple():
            return f"[{', '.join(map(_toml, value))}]"
        case Bonus():
            return json.dumps(f"{value.name}: {words(value.pays)}")
    return _record(value)


def _record(value: Any) -> str:
    """The sum on top, whose amounts are money."""
    given = {one.name: getattr(value, one.name) for one in dataclasses.fields(value)}
    given = {name: one for name, one in given.items() if one not in ("", 0) and name != "clause"}
    if "prizes" in given:
        given["prizes"] = tuple((dollars(wager), dollars(prize)) for wager, prize in given["prizes"])
        given["others"] = dollars(given["others"])
    inside = ", ".join(f"{name} = {_toml(one)}" for name, one in given.items())
    return f"{{ {inside} }}"
