"""Files about people: what somebody has played and paid is for the person who asked for the file, not for all.

The file is made for its owner alone, whatever the shell's mask says; one that is there already keeps its mode. What is
written before an error stays: a library that is given a path instead may remove what lay there.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import BinaryIO, TextIO

PRIVATE = 0o600


def _opener(path: str, flags: int) -> int:
    return os.open(path, flags, PRIVATE)


def private_text(path: Path, newline: str | None = None) -> TextIO:
    """A file to write text to."""
    return open(path, "w", encoding="utf-8", newline=newline, opener=_opener)


def private_bytes(path: Path) -> BinaryIO:
    """A file to write bytes to."""
    return open(path, "wb", opener=_opener)
