"""The list of attacks, and running them.

An attack is a function with a docstring that says what it tries. It raises `Succeeded` if it got what it wanted, and
returns if the service held. Any other exception counts as a failure of the suite, since nothing was shown.
"""

from __future__ import annotations

import time
import traceback
from collections.abc import Callable, Iterable
from typing import NamedTuple

from tools.attack.house import House

Run = Callable[[House], None]


class Succeeded(Exception):
    """The attack got what it wanted."""


class Attack(NamedTuple):
    item: str  # the cause that it goes for, by the number in the list of causes
    name: str
    tries: str
    run: Run
    quick: bool


class Outcome(NamedTuple):
    attack: Attack
    database: str
    held: bool
    says: str
    took_s: float


ATTACKS: dict[str, list[Attack]] = {"money": [], "integrity": [], "access": [], "abuse": []}


def attack(item: str, quick: bool = True) -> Callable[[Run], Run]:
    """Add a function to the attacks of its module's family; quick ones are part of `make test`."""

    def add(run: Run) -> Run:
        family = run.__module__.rpartition(".")[2]
        tries = " ".join((run.__doc__ or "").split())
        ATTACKS[family].append(Attack(item, run.__name__.replace("_", " "), tries, run, quick))
        return run

    return add


def expect(condition: object, otherwise: str) -> None:
    """The attack has succeeded unless this is so."""
    if not condition:
        raise Succeeded(otherwise)


def tried(attacks: Iterable[Attack], house: House, database: str) -> Iterable[Outcome]:
    """Try attacks one after another on one house."""
    for each in attacks:
        began = time.monotonic()
        held, message = True, ""
        try:
            each.run(house)
        except Succeeded as succeeded:
            held, message = False, str(succeeded)
        except Exception as error:
            last = traceback.extract_tb(error.__traceback__)[-1]
            held, message = False, f"not tried to the end: {error!r:.300} ({last.filename}:{last.lineno})"
        yield Outcome(each, database, held, message, time.monotonic() - began)
