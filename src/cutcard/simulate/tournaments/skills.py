"""How the players of a simulated tournament bet and play, and a field of them."""

from __future__ import annotations

import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import numpy as np

from cutcard.errors import CutcardError, UnknownName, listed
from cutcard.simulate.tournaments import betting as b
from cutcard.simulate.tournaments.tallies import Field
from cutcard.toml_text import read_toml

WAYS = {
    "minimum": b.MINIMUM,
    "proportional": b.PROPORTIONAL,
    "random": b.RANDOM,
    "follower": b.FOLLOWER,
    "sensible": b.SENSIBLE,
}
SKILLS_MOST = 32


@dataclass(frozen=True, slots=True, kw_only=True)
class Skill:
    """A kind of player.

    `bets` says how they wager: always the minimum; a share of their chips; at random; like a follower, who in the last
    rounds matches the player they must beat, or bets what they are behind by; or as `betting.sensible_bet` says.
    Everybody plays their hands by the best play from a full shoe, but for a share of `errors`, which they play as the
    dealer does: drawing to 17, never doubling or splitting.
    """

    name: str
    bets: str = "sensible"
    share: float = 0.05  # of their chips, before the last rounds; at least the minimum
    last_rounds: int = 5  # in which they look at the others
    errors: float = 0.0  # share of hands that are played badly
    undisclosed: bool = True  # whether they use undisclosed wagers at the end, where there are any
    pass_cards: bool = True  # and pass cards
    buys_back: float = 1.0  # chance that they pay for a second chance

    def numbers(self) -> list[int]:
        """The skill as the kernel reads it."""
        found = {
            b.BETS: WAYS[self.bets],
            b.SHARE: round(self.share * (1 << b.SHARE_BITS)),
            b.LAST_ROUNDS: self.last_rounds,
            b.ERRORS: round(self.errors * b.CHANCES),
            b.HIDES: int(self.undisclosed),
            b.KEEPS: int(self.pass_cards),
            b.BUYS_BACK: round(self.buys_back * b.CHANCES),
        }
        return [found.get(at, 0) for at in range(1 << b.SKILL_SHIFT)]


@dataclass(frozen=True, slots=True, kw_only=True)
class Players:
    """So many entrants of one skill; 0: all that are left over."""

    skill: Skill
    count: int = 0


DEFAULT = (Players(skill=Skill(name="sensible")),)


def field_of(players: tuple[Players, ...], entrants: int) -> Field:
    """A field of this many entrants; raises if the numbers do not come to that."""
    counts = counts_of(players, entrants)
    return Field(
        of=np.repeat(np.arange(len(players)), counts).astype(np.int64),
        skills=np.array([each.skill.numbers() for each in players], np.int64).reshape(-1),
    )


def counts_of(players: tuple[Players, ...], entrants: int) -> tuple[int, ...]:
    """How many there are of each.

    >>> counts_of((Players(skill=Skill(name="a"), count=9), Players(skill=Skill(name="b"))), 49)
    (9, 40)
    """
    given = sum(each.count for each in players)
    open_ = [each for each in players if each.count == 0]
    if len(open_) > 1 or given + len(open_) > entrants or (not open_ and given != entrants):
        raise CutcardError(f"the players of the field are {given}, and the tournament has {entrants} entrants")
    return tuple(each.count or entrants - given for each in players)


def read_field(path: Path) -> tuple[Players, ...]:
    """The players in a TOML file, a table [[players]] for each kind; raises with a sentence for the first fault."""
    try:
        found = read_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CutcardError(f"{path} could not be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise CutcardError(f"{path} is not TOML: {error}") from None
    return players_of(found, str(path))


def players_of(found: Mapping[str, Any], where: str = "the field") -> tuple[Players, ...]:
    """The players of a field as its file has them.

    >>> players_of({"players": [{"name": "novices", "bets": "minimum", "count": 40}, {"name": "others"}]})[0].count
    40
    """
    rows = found.get("players")
    if set(found) != {"players"} or not isinstance(rows, list) or not 1 <= len(rows) <= SKILLS_MOST:
        raise CutcardError(f"{where} has 1 to {SKILLS_MOST} kinds of players, each under [[players]]")
    made = tuple(_players(row) for row in rows)
    names = [each.skill.name for each in made]
    if len(set(names)) < len(names):
        raise CutcardError(f"{where} has two kinds of players of one name")
    return made


def _players(row: Mapping[str, Any]) -> Players:
    known = {one.name: one for one in fields(Skill)}
    for key in row:
        if key not in known and key != "count":
            raise UnknownName.of("setting of players called", key, [*known, "count"])
    for fault in _faults(row):
        raise CutcardError(f"players {row.get('name', '')!r}: {fault}")
    return Players(
        skill=Skill(**{key: value for key, value in row.items() if key != "count"}), count=row.get("count", 0)
    )


def _faults(row: Mapping[str, Any]) -> Iterator[str]:
    if not isinstance(row.get("name"), str) or not row["name"]:
        yield "they need a name"
    if row.get("bets", "sensible") not in WAYS:
        yield f"they bet {listed(tuple(WAYS), 'or')}, not {row['bets']!r}"
    for key in ("share", "errors", "buys_back"):
        value = row.get(key, 0)
        if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value <= 1:
            yield f"{key} is a part from 0 to 1"
    for key in ("last_rounds", "count"):
        value = row.get(key, 1)
        if isinstance(value, bool) or not isinstance(value, int) or value < (key == "count"):
            yield f"{key} is a whole number"
    for key in ("undisclosed", "pass_cards"):
        if not isinstance(row.get(key, True), bool):
            yield f"{key} is true or false"
