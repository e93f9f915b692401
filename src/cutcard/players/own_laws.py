"""Laws of your own, kept as text under an id that says what is in them: `our-state@` and a digest.

What was registered or opened under such a law names that id, and is judged by it when the file has long changed.
"""

from __future__ import annotations

import dataclasses
import json
import os
from hashlib import sha256
from pathlib import Path

from cutcard.clauses.library import AT, refuse_name
from cutcard.errors import UnknownName
from cutcard.players.law import KEPT, LAWS, LawError, law_in, read_law
from cutcard.toml_text import read_toml

DIGITS = 32


def own_law(path: str | os.PathLike[str]) -> tuple[str, str]:
    """The id and the text of a law in a file; raises `LawError` with everything that is wrong with it.

    A law of the package is named as `cutcard law` lists it, and has no text of its own.
    """
    if str(path) in LAWS:
        return str(path), ""
    path = Path(path)
    if path.suffix != ".toml" and not path.exists():
        raise UnknownName.of("law", str(path), LAWS)
    refuse_name(path.stem)
    if path.stem in LAWS:
        raise LawError(
            path.name, ["a law of the package has this name: choose that by its name alone, or give the file another"]
        )
    read_law(path)
    raw = read_toml(path.read_text(encoding="utf-8"))
    text = json.dumps(raw, sort_keys=True, separators=(",", ":"), ensure_ascii=False)
    return keep_law(text), text


def law_id(text: str) -> str:
    """The id of a law that is kept as this text."""
    return f"{json.loads(text)['id']}{AT}{sha256(text.encode()).hexdigest()[:DIGITS]}"


def keep_law(text: str) -> str:
    """Make a law known that was kept as text; its id. Raises ValueError, KeyError or TypeError for no such text."""
    name, raw = law_id(text), json.loads(text)
    KEPT[name] = dataclasses.replace(law_in(raw, Path(f"{raw['id']}.toml")), id=name)
    return name
