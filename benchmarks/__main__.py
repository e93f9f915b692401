"""Run the benchmarks: `make bench`, or `python -m benchmarks engine` for one of them.

    python -m benchmarks --against ../older engine simulate

runs each benchmark of another checkout and of this one in turns, and prints what both came to beside each other.
"""

from __future__ import annotations

import argparse
import importlib
import pkgutil
from pathlib import Path
from types import ModuleType

import benchmarks
from benchmarks.compare import compare


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m benchmarks", description="Run the benchmarks.")
    parser.add_argument("names", nargs="*", help="which of them, all unless named")
    parser.add_argument("--against", type=Path, metavar="CHECKOUT", help="compare with this older checkout")
    parser.add_argument("--turns", type=int, default=3, help="how often both checkouts are measured; 3 by default")
    args = parser.parse_args()
    names = args.names or sorted(name for name in _modules() if hasattr(_module(name), "run"))
    if args.against:
        compare(args.against, names, args.turns)
        return
    for name in names:
        _module(name).run()


def _modules() -> list[str]:
    return [found.name for found in pkgutil.iter_modules(benchmarks.__path__) if found.name != "__main__"]


def _module(name: str) -> ModuleType:
    """Imported when it is needed: one benchmark runs without the packages that another takes."""
    return importlib.import_module(f"benchmarks.{name}")


main()
