"""Answers kept on disk, keyed by everything in the rules that they depend on."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import tempfile
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
from pydantic import TypeAdapter

from cutcard.odds.compilation import cache_directory
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
    """Keep an answer."""
    fields = {f.name: getattr(solution, f.name) for f in dataclasses.fields(solution) if f.name != "options"}
    text = json.dumps({k: TypeAdapter(Any).dump_python(v, mode="json") for k, v in fields.items()})
    made = BytesIO()
    np.savez(made, fields=np.array(text), options=solution.options)
    _keep(f"odds-{name}.npz", made.getvalue())


def load_figure(name: str) -> float | None:
    """A single figure kept before, or None if there is none that can be read."""
    try:
        return float((cache_directory() / f"{name}.txt").read_text())
    except (OSError, ValueError):
        return None


def save_figure(name: str, figure: float) -> None:
    """Keep a figure, to the last digit."""
    _keep(f"{name}.txt", repr(figure).encode())


def _keep(name: str, content: bytes) -> None:
    """Write a file whole or not at all; a cache that cannot be written is no reason to fail."""
    try:
        cache_directory().mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=cache_directory(), delete=False) as file:
            file.write(content)
        Path(file.name).replace(cache_directory() / name)
    except OSError:
        return
