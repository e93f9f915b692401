"""Which clauses of a document let staff declare something in a round: that wagers are void, that a card is burned.

Every clause that a table itself would cite for it is one: of the power, of the mistake in the deal, of the device that
failed, and of those to whom the document leaves what it has nothing on.

>>> gives_authority("melbourne-v26", "void-round", "32.4"), gives_authority("melbourne-v26", "void-round", "3.2.1")
(True, False)
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from cutcard.rulebooks.irregularities import Ruling
from cutcard.rulebooks.loader import load
from cutcard.rulebooks.procedures import JackpotFailures, Procedures
from cutcard.rulebooks.schema import Rules


class Ground(NamedTuple):
    """Where the clauses stand that allow one kind of declaration."""

    powers: tuple[str, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    fields: tuple[str, ...] = ()  # of procedures
    rules: tuple[str, ...] = ()  # fields of a game's rules, and the clauses of its settlements
    withdrawn: bool = False  # whether also where players may take their wagers back first
    jackpots: bool = False  # whether also where the equipment of a jackpot fails


_CORRECTIONS = ("correct-card", "correct-call", "add-call", "correct-wager", "add-wager", "correct-amount")
_ANYTHING = ("rule-by-discretion", "rule-on-dispute")  # what the document has nothing on
_TAKEN_BACK = ("malfunctions.wagers_offered", "malfunctions.from_shoe")
_OF_ROUNDS = Ground(
    powers=(
        *("void-disrupted-round", "void-round-for-fraud", "void-unplayable-round", "void-played-round"),
        *("void-shoe", "report-device-failure", *_CORRECTIONS),
    ),
    rulings=("void-round", "void-shoe"),
    fields=("malfunctions.void_if", "malfunctions.settled_stands", "voids.refund", "voids.paid", "voids.interim"),
)
_GROUNDS: dict[str, Ground] = {
    "void-wagers": Ground(
        powers=("void-wagers", "void-wagers-for-fraud", "void-short-wager", "void-out-of-turn", "invalidate-wager"),
        rulings=("void-wager", "discard-hand"),
        fields=(*_TAKEN_BACK, "voids.paid", "voids.refund"),
        rules=("settles.invalid_before", "settles.invalid_during", "settles.over_limit", "settles.under_minimum"),
        withdrawn=True,
        jackpots=True,
    ),
    "void-round": _OF_ROUNDS,
    "discretion": _OF_ROUNDS._replace(rulings=("void-round", "void-shoe", "reconstruct", "goes-on")),
    "pass-control": Ground(
        powers=("play-for-absent",), fields=("seats.absent_control",), rules=("box.control", "idle.ordered_by")
    ),
    "burn": Ground(
        powers=("burn-card",),
        rulings=("burn", "discard-hand", "reconstruct", "void-round"),
        fields=("shoe.burn",),
        rules=("misdeal.dealer_exposed", "misdeal.dealer_unexposed"),
    ),
    "draw-in-error": Ground(
        powers=_CORRECTIONS,
        rulings=("next-card", "reconstruct", "first-of-next-round", "player-chooses"),
        rules=("deal.order", "misdeal.dealer_exposed", "misdeal.dealer_unexposed"),
    ),
    "set-aside": Ground(rulings=("first-of-next-round",), rules=("misdeal.dealer_unexposed",)),
    "skip": Ground(
        powers=_CORRECTIONS,
        rulings=("void-wager", "player-chooses", "reconstruct", "goes-on"),
        rules=("misdeal.place_skipped", "misdeal.one_card", "misdeal.no_dealer_card"),
    ),
    "withdraw": Ground(
        rulings=("void-wager", "player-chooses"),
        fields=_TAKEN_BACK,
        rules=("misdeal.one_card",),
        withdrawn=True,
    ),
}


def gives_authority(book: str, act: str, clause: str) -> bool:
    """Whether a clause, one above it or one below it lets staff declare this."""
    procedures = load(book).procedures
    if procedures is None or act not in _GROUNDS:
        return True
    return any(_within(clause, one) or _within(one, clause) for one in _clauses(book, act))


def _within(part: str, whole: str) -> bool:
    return part == whole or part.startswith((f"{whole}.", f"{whole}("))


@cache
def _clauses(book: str, act: str) -> frozenset[str]:
    loaded, ground = load(book), _GROUNDS[act]
    assert loaded.procedures is not None
    found = {*_of_procedures(loaded.procedures, ground)}
    for game in loaded.games:
        found |= {*_of_rules(loaded.rules(game), ground)}
    return frozenset(found)


def _of_procedures(procedures: Procedures, ground: Ground) -> Iterator[str]:
    commands = procedures.commands
    yield from (commands[name].clause for name in (*ground.powers, *_ANYTHING) if name in commands)
    for line in procedures.irregularities:
        if line.then in ground.rulings or (ground.withdrawn and line.withdraw):
            yield line.clause
    yield from (procedures.clauses[field] for field in ground.fields if field in procedures.clauses)
    if ground.jackpots and procedures.jackpot_failures is not None:
        yield from _of_jackpots(procedures.jackpot_failures)


def _of_jackpots(failures: JackpotFailures) -> Iterator[str]:
    for clauses in (failures.returned, failures.retracted, failures.not_offered):
        yield from clauses.values()


def _of_rules(rules: Rules, ground: Ground) -> Iterator[str]:
    for field in ground.rules:
        kind, _, name = field.partition(".")
        clause = getattr(rules.settles, name, None) if kind == "settles" else rules.clauses.get(field)
        if clause:
            yield clause
