"""Solutions cached on disk, keyed by everything in the rules that they depend on."""

from __future__ import annotations

import dataclasses
import hashlib
import json
import tempfile
from collections.abc import Mapping
from contextlib import suppress
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

from cutcard.odds.chart import UPS
from cutcard.odds.compilation import cache_directory
from cutcard.odds.dealer_ranks import chart_columns
from cutcard.odds.solution import Solution, given
from cutcard.rulebooks.schema import Rules
from cutcard.typed_values import fitted

if TYPE_CHECKING:  # what is looked up needs no numpy
    from numpy.typing import ArrayLike, NDArray

VERSION = 6  # of the solver: raise it when an answer changes
BESIDE = ("table", "whole")  # fields of a solution that JSON does not have
GROUPS = ("natural", "insurance", "draw", "double", "split", "surrender", "dealer", "winning")
BYTES_MOST = 2**30  # of all answers on disk: anybody may ask a service what any rule is worth, and each answer is kept
SUFFIX = ".npz"
LATER = (("double", "split_totals"), ("double", "split_aces"))  # rules that came later: where empty, no part of a key


def key(rules: Rules, decks: int, super_bonus: float) -> str:
    """The cache key of a solution: the same for two games with the same rules of play."""
    parts: dict[str, Any] = {group: dataclasses.asdict(getattr(rules, group)) for group in GROUPS}
    for group, name in LATER:
        if not parts[group][name]:
            del parts[group][name]
    for bonus in parts["winning"]["bonuses"]:
        bonus.pop("clause", None)
    if rules.winning.five_and_under and not rules.winning.twenty_one:
        parts["with_21"] = True  # this many cards win with 21, too: answers from before that are others
    parts["removed"] = sorted(rules.cards.removed_ranks)
    if chart_columns(rules) != UPS:
        parts["by_rank"] = True  # answers from before that had one column for all ten-value cards
    return digest([VERSION, decks, super_bonus, parts])


def digest(parts: Any) -> str:
    """A short name for all that an answer depends on."""
    return hashlib.sha256(json.dumps(parts, sort_keys=True, default=str).encode()).hexdigest()[:32]


def load_solution(name: str) -> Solution | None:
    """A solution from the cache, or None if there is none that can be read."""
    stored = load_arrays(f"odds-{name}")
    try:
        fields = json.loads(str(stored["fields"]))
        return cast(Solution, fitted(Solution, {**fields, "table": partial(given, stored["options"])}))
    except (ValueError, KeyError, TypeError):
        return None


def save_solution(name: str, solution: Solution) -> None:
    """Store a solution in the cache."""
    save_arrays(f"odds-{name}", {"fields": json.dumps(plain(solution)), "options": solution.options})


def plain(solution: Solution) -> dict[str, Any]:
    """A solution as JSON has it, without the table of every hand."""
    from pydantic import TypeAdapter

    names = [field.name for field in dataclasses.fields(solution) if field.name not in BESIDE]
    found = {name: TypeAdapter(Any).dump_python(getattr(solution, name), mode="json") for name in names}
    for hand in found["hands"]:
        if not hand["ranks"]:  # as where the rules tell no ranks apart, and in answers of earlier releases
            del hand["ranks"]
    for chart in found["charts"]:
        if tuple(chart["columns"]) == UPS:
            del chart["columns"]
    return found


def load_arrays(name: str) -> dict[str, NDArray[Any]]:
    """Arrays from the cache, by name; empty if there are none that can be read, so that they are made again.

    A broken file fails in as many ways as its bytes can be wrong (compression, encryption, a header that is no
    Python), and none of them matters to who asks.
    """
    import numpy as np

    try:
        with np.load(cache_directory() / f"{name}{SUFFIX}", allow_pickle=False) as stored:
            return dict(stored)
    except Exception:
        return {}


def save_arrays(name: str, arrays: Mapping[str, ArrayLike], compressed: bool = False) -> None:
    """Store arrays in the cache."""
    import numpy as np

    content = BytesIO()
    save: Any = np.savez_compressed if compressed else np.savez
    save(content, **arrays)
    _keep(f"{name}{SUFFIX}", content.getvalue())


def _keep(name: str, content: bytes) -> None:
    """Write a file completely or not at all; errors are ignored, because a cache is optional."""
    made: Path | None = None
    try:
        cache_directory().mkdir(parents=True, exist_ok=True)
        _make_room(len(content))
        with tempfile.NamedTemporaryFile(dir=cache_directory(), suffix=SUFFIX, delete=False) as file:
            made = Path(file.name)
            file.write(content)
        made.replace(cache_directory() / name)
    except OSError:  # a full disk, perhaps: half a file is no use to anybody
        if made is not None:
            with suppress(OSError):
                made.unlink()


def _make_room(wanted: int) -> None:
    """Delete the answers that were written first, until there is room for another of this many bytes."""
    files = [(file.stat(), file) for file in cache_directory().glob(f"*{SUFFIX}")]
    left = sum(about.st_size for about, _ in files) + wanted
    if left <= BYTES_MOST:
        return
    for about, file in sorted(files, key=lambda each: each[0].st_mtime):
        if left <= BYTES_MOST:
            return
        file.unlink(missing_ok=True)
        left -= about.st_size
