"""The names that callers may rely on: `make public-names` writes them into tests/data/public_names.txt."""

from __future__ import annotations

import importlib
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "data" / "public_names.txt"
PACKAGES = (
    "cutcard",
    "cutcard.client",
    "cutcard.engine",
    "cutcard.environments",
    "cutcard.floor",
    "cutcard.jackpots",
    "cutcard.odds",
    "cutcard.records",
    "cutcard.rulebooks",
    "cutcard.sidebets",
    "cutcard.simulate",
    "cutcard.store",
    "cutcard.table",
)


def public_names() -> list[str]:
    """Every name on the list `__all__` of a public package."""
    return sorted(f"{package}.{name}" for package in PACKAGES for name in importlib.import_module(package).__all__)


if __name__ == "__main__":
    FILE.write_text("\n".join(public_names()) + "\n", encoding="utf-8")
