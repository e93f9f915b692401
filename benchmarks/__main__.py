"""Run the benchmarks: `make bench`, or `python -m benchmarks engine` for one of them."""

from __future__ import annotations

import importlib
import pkgutil
import sys

import benchmarks


def main() -> None:
    names = sys.argv[1:] or sorted(m.name for m in pkgutil.iter_modules(benchmarks.__path__) if m.name != "__main__")
    for name in names:
        importlib.import_module(f"benchmarks.{name}").run()


main()
