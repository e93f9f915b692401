"""The same benchmarks of two checkouts, in turns on one machine, and the ratio of what they came to.

Each checkout is measured by its own benchmarks, since names differ from release to release. What they print is
compared line by line: a figure is a number with a unit, and a line that says the same in both is the same figure.
"""

from __future__ import annotations

import os
import re
import statistics
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent.parent
NUMBER = r"[-+]?\d[\d,]*(?:\.\d+)?"
FIGURE = re.compile(rf"({NUMBER}) (million rounds/s|[a-z]+/s|s|ms|cores|KiB|MiB|MB)\b")
Figures = dict[str, list[float]]  # what a line says of a figure, to what was measured


def compare(older: Path, names: Sequence[str], turns: int) -> None:
    """Run the benchmarks of both checkouts that many times, and print the medians and their ratio."""
    for name in names:
        before: Figures = defaultdict(list)
        after: Figures = defaultdict(list)
        for _ in range(turns):
            for checkout, found in ((older.resolve(), before), (HERE, after)):
                for label, figure in figures(_printed(checkout, name)):
                    found[label].append(figure)
        _print(name, before, after)


def _printed(checkout: Path, name: str) -> str:
    """What a checkout's own benchmark prints."""
    environment = os.environ | {"PYTHONPATH": os.pathsep.join((str(checkout / "src"), str(checkout)))}
    command = [sys.executable, "-m", "benchmarks", name]
    done = subprocess.run(command, cwd=checkout, env=environment, stdout=subprocess.PIPE, text=True, check=True)
    return done.stdout


def figures(printed: str) -> Iterator[tuple[str, float]]:
    """The figures of a benchmark, each with the words before it and its unit; aims are left out.

    >>> list(figures("  blackjack, 8 decks   27.50 million rounds/s, median  0.10 ms   aim 18 s"))
    [('blackjack, 8 decks: million rounds/s', 27.5), ('blackjack, 8 decks: median ms', 0.1)]
    """
    for line in printed.splitlines():
        begins, after = "", 0
        for figure in FIGURE.finditer(line):
            words = " ".join(line[after : figure.start()].strip(" ,;:(").split())
            begins, words = (begins, words) if begins else (words, "")
            after = figure.end()
            if not words.endswith("aim"):
                yield f"{begins}: {words} {figure[2]}".replace("  ", " "), float(figure[1].replace(",", ""))


def _print(name: str, before: Figures, after: Figures) -> None:
    print(f"\n{name}: the older checkout, this one, and the ratio of this one to the older", flush=True)
    for label, measured in after.items():
        if label in before:
            old, new = statistics.median(before[label]), statistics.median(measured)
            ratio = f"{new / old:6.2f}" if old else "     –"
            print(f"  {old:>14,.2f} {new:>14,.2f} {ratio}   {label}", flush=True)
    for label in sorted(before.keys() ^ after.keys()):
        print(f"  only in {'the older' if label in before else 'this'}: {label}", flush=True)
