"""Answers kept on disk, keyed by everything in the rules that they depend on."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import tempfile
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from cutcard.odds.compiled import cache_directory
from cutcard.odds.solution import Solution
from cutcard.rulebooks.schema import Rules

VERSION = 4  # of the solver: raise it when an answer changes
GROUPS = ("natural", "insurance", "draw", "double", "split", "surrender", "dealer", "winning")


def key(rules: Rules, decks: int, super_bonus: float) -> str:
    """A name for the answer: the same for two games whose rules of play do not differ."""
    parts: dict[str, Any] = {group: dataclasses.asdict(getattr(rules, group)) for group in GROUPS}
    for bonus in parts["winning"]["bonuses"]:
        bonus.pop("clause", None)
    parts["removed"] = sorted(rules.cards.removed_ranks)
    text = json.dumps([VERSION, decks, super_bonus, parts], sort_keys=True, default=str)
    return hashlib.sha256(text.encode()).hexdigest()[:32]


def load(name: str) -> Solution | None:
    """An answer kept before, or None if there is none that can be read."""
    path = cache_directory() / f"odds-{name}.npz"
    try:
        with np.load(path, allow_pickle=False) as stored:
            fields = json.loads(str(stored["fields"]))
            return TypeAdapter(Solution).validate_python({**fields, "options": stored["options"]})
    except (OSError, ValueError, KeyError):
        return None


def save(name: str, solution: Solution) -> None:
    """Keep an answer; a cache that cannot be written is no reason to fail."""
    fields = {f.name: getattr(solution, f.name) for f in dataclasses.fields(solution) if f.name != "options"}
    text = json.dumps({k: TypeAdapter(Any).dump_python(v, mode="json") for k, v in fields.items()})
    try:
        cache_directory().mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=cache_directory(), suffix=".npz", delete=False) as file:
            np.savez(file, fields=np.array(text), options=solution.options)
        Path(file.name).replace(cache_directory() / f"odds-{name}.npz")
    except OSError:
        return
