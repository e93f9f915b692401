"""Counting systems as data: the package's, or a TOML file of your own."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from math import isfinite
from pathlib import Path
from typing import Any

import numpy as np

from cutcard.errors import CutcardError, UnknownName
from cutcard.lookup.all_hands import Floats
from cutcard.toml_text import read_toml

RANKS = "A23456789T"
PACKAGED = Path(__file__).parent / "systems.toml"
TAG_MOST = 100


@dataclass(frozen=True, slots=True, kw_only=True)
class CountingSystem:
    """Tags by rank; an unbalanced count begins at `begin` and `per_deck` for each deck."""

    name: str
    title: str
    tags: tuple[float, ...]  # by value: ace, two, up to the tens
    begin: float = 0.0
    per_deck: float = 0.0

    @property
    def values(self) -> Floats:
        return np.array(self.tags)

    def mean(self, shoe: Floats) -> float:
        """The average tag of a shoe's cards: zero for a balanced count."""
        return float(self.values @ shoe / shoe.sum())

    def as_json(self) -> dict[str, Any]:
        tags = dict(zip(RANKS, self.tags, strict=True))
        return {"name": self.name, "title": self.title, "tags": tags, "begin": self.begin, "per_deck": self.per_deck}


@cache
def packaged_systems() -> Mapping[str, CountingSystem]:
    """The systems that come with the package, by name.

    >>> sorted(packaged_systems())
    ['halves', 'hi-lo', 'ko', 'omega-ii', 'zen']
    """
    return read_systems(PACKAGED)


def counting_system(name: str) -> CountingSystem:
    """A system by its name, or the one in a TOML file.

    >>> counting_system("hi-lo").tags[0]
    -1.0
    """
    if not name.endswith(".toml"):
        known = packaged_systems()
        if name not in known:
            raise UnknownName.of("counting system called", name, known)
        return known[name]
    found = read_systems(Path(name))
    if len(found) != 1:
        raise CutcardError(f"{name} has {len(found)} counting systems: a file of your own has one")
    return next(iter(found.values()))


def read_systems(path: Path) -> Mapping[str, CountingSystem]:
    """All systems of a file; raises with a sentence if one is not as it should be."""
    try:
        tables = read_toml(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise CutcardError(f"{path} could not be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise CutcardError(f"{path} is not text in UTF-8") from None
    except tomllib.TOMLDecodeError as error:
        raise CutcardError(f"{path} is not TOML: {error}") from None
    return {name: _system(name, table) for name, table in tables.items()}


def _system(name: str, table: Any) -> CountingSystem:
    if not isinstance(table, dict) or not isinstance(table.get("tags"), dict):
        raise CutcardError(f"the counting system {name} has no tags")
    unknown = sorted(set(table) - {"title", "tags", "begin", "per_deck"})
    if unknown:
        raise CutcardError(f"the counting system {name} has {unknown[0]}, which is not known")
    tags = table["tags"]
    if set(tags) != set(RANKS):
        raise CutcardError(f"the counting system {name} needs a tag for each of A, 2 to 9 and T, and for no other rank")
    numbers = [*tags.values(), table.get("begin", 0), table.get("per_deck", 0)]
    if not all(isinstance(n, int | float) and isfinite(n) and abs(n) <= TAG_MOST for n in numbers):
        raise CutcardError(f"the tags of the counting system {name} are numbers from -{TAG_MOST} to {TAG_MOST}")
    if len(set(tags.values())) == 1:
        raise CutcardError(f"the tags of the counting system {name} are all the same, so that it counts nothing")
    return CountingSystem(
        name=name,
        title=str(table.get("title", name)),
        tags=tuple(float(tags[rank]) for rank in RANKS),
        begin=float(table.get("begin", 0)),
        per_deck=float(table.get("per_deck", 0)),
    )
