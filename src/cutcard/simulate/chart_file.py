"""Reading a chart file: a familiar strategy chart by totals.

A chart is a CSV file with up to three blocks. Each begins with its name and the dealer's cards, then has a line for
every total or pair:

    hard,2,3,4,5,6,7,8,9,T,A
    16,S,S,S,S,S,H,H,Rh,Rh,Rh
    soft,2,3,4,5,6,7,8,9,T,A
    18,S,Ds,Ds,Ds,Ds,S,S,H,H,H
    pairs,2,3,4,5,6,7,8,9,T,A
    8,P,P,P,P,P,P,P,P,H,H

S stands, H hits, D doubles and else hits, Ds doubles and else stands, P splits and else plays by the total, R or Rh
surrenders and else hits, Rs surrenders and else stands, Rp surrenders and else splits. Missing totals are played by the
simple strategy. Lines that begin with # are comments.
"""

from __future__ import annotations

import csv
from collections.abc import Sequence
from pathlib import Path

from cutcard.errors import CutcardError
from cutcard.lookup.all_hands import NO_PAIR
from cutcard.rulebooks.schema import Rules
from cutcard.simulate import kernel as k
from cutcard.simulate.strategy import HANDS, Strategy, allowed, build_strategy, simple_preferences

CODES: dict[str, tuple[int, ...]] = {
    "S": (k.STAND,),
    "H": (k.HIT,),
    "D": (k.DOUBLE, k.HIT),
    "DH": (k.DOUBLE, k.HIT),
    "DS": (k.DOUBLE, k.STAND),
    "P": (k.SPLIT,),
    "R": (k.SURRENDER, k.HIT),
    "RH": (k.SURRENDER, k.HIT),
    "RS": (k.SURRENDER, k.STAND),
    "RP": (k.SURRENDER, k.SPLIT),
}
NAMES = {k.STAND: "stand", k.HIT: "hit", k.DOUBLE: "double", k.SPLIT: "split", k.SURRENDER: "surrender"}
BLOCKS = ("hard", "soft", "pairs")
Cells = dict[tuple[str, int, int], tuple[int, ...]]  # keys: block, total or pair's value, dealer's value


class ChartError(CutcardError):
    """An invalid chart file."""


def from_file(rules: Rules, path: str) -> Strategy:
    """The strategy in a chart file; raises for a cell that the rules do not allow, naming it."""
    try:
        text = Path(path).read_text(encoding="utf-8-sig")
    except OSError as error:
        names = "a strategy is exact, simple or the file of a chart"
        raise ChartError(f"{names}, and {path} could not be read: {error.strerror}") from None
    except UnicodeDecodeError:
        raise ChartError(f"the strategy file {path} is not text in UTF-8") from None
    cells = parse_chart(text)
    _check(rules, cells)
    return build_strategy(Path(path).name, rules, lambda kind, aces, up, row: _preferences(cells, up, row))


def parse_chart(text: str) -> Cells:
    """The cells of a chart.

    >>> parse_chart("hard,9,T\\n16,H,Rs")[("hard", 16, 10)] == (k.SURRENDER, k.STAND)
    True
    """
    cells: Cells = {}
    block, ups = "", []
    for number, line in enumerate(csv.reader(text.splitlines()), start=1):
        words = [word.strip() for word in line]
        if not any(words) or words[0].startswith("#"):
            continue
        if words[0].lower() in BLOCKS:
            block, ups = words[0].lower(), [_value(word, number) for word in words[1:]]
            continue
        if not block:
            raise ChartError(f"line {number} of the strategy stands before any of hard, soft and pairs")
        if len(words) != len(ups) + 1:
            raise ChartError(f"line {number} of the strategy has {len(words) - 1} cells for {len(ups)} dealer's cards")
        name = _value(words[0], number) if block == "pairs" else _total(words[0], number)
        for up, word in zip(ups, words[1:], strict=True):
            if word.upper() not in CODES:
                known = "S, H, D, Ds, P, R, Rs, Rp"
                raise ChartError(f"{_cell(block, name, up)} says {word!r}, which is none of {known}")
            cells[block, name, up] = CODES[word.upper()]
    if not cells:
        raise ChartError("the strategy file has no cells")
    return cells


def _value(word: str, number: int) -> int:
    names = {"A": 1, "T": 10, "10": 10, **{str(n): n for n in range(2, 10)}}
    if word.upper() not in names:
        raise ChartError(f"line {number} of the strategy names a card {word!r}: they are 2 to 9, T and A")
    return names[word.upper()]


def _total(word: str, number: int) -> int:
    if not word.isdecimal() or not 2 <= int(word) <= 21:
        raise ChartError(f"line {number} of the strategy names a total {word!r}: they are 4 to 21")
    return int(word)


def _cell(block: str, name: int, up: int) -> str:
    cards = {1: "A", 10: "T"}
    what = f"a pair of {cards.get(name, name)}" if block == "pairs" else f"{block} {name}"
    return f"{what} against {cards.get(up, up)}"


def _check(rules: Rules, cells: Cells) -> None:
    """Check that the first choice of every cell is allowed for at least one of its hands."""
    may: dict[tuple[str, int], set[int]] = {}
    for row in range(1, len(HANDS.size)):
        if HANDS.size[row] >= 2:
            for place in _places(row):
                may.setdefault(place, set()).update(allowed(rules, row, k.UNSPLIT))
    for (block, name, up), (first, *_) in cells.items():
        legal = may.get((block, name), set())
        fits = first in legal and (first != k.SURRENDER or _surrenders(rules, up))
        if not fits:
            message = f"{_cell(block, name, up)} says {NAMES[first]}, which {rules.title} does not allow"
            raise ChartError(message, _clause(rules, first))


def _surrenders(rules: Rules, up: int) -> bool:
    ranks = {1: "A", 10: "TJQK"}.get(up, str(up))
    return any(rank in rules.surrender.against for rank in ranks)


def _clause(rules: Rules, action: int) -> str:
    fields = {
        k.STAND: "draw.must_below",
        k.HIT: "draw.ends_at",
        k.DOUBLE: "double.totals" if rules.double.allowed else "double.allowed",
        k.SPLIT: "split.hands_max",
        k.SURRENDER: "surrender.offered" if rules.surrender.offered == "never" else "surrender.against",
    }
    return rules.clauses[fields[action]]


def _places(row: int) -> list[tuple[str, int]]:
    """The lines of a chart that apply to a hand: its pair first, then its total."""
    pair, total = int(HANDS.pair[row]), int(HANDS.total[row])
    by_total = ("soft" if total != HANDS.hard[row] else "hard", total)
    return [by_total] if pair == NO_PAIR else [("pairs", pair + 1), by_total]


def _preferences(cells: Cells, up: int, row: int) -> Sequence[int]:
    preferences: list[int] = []
    for block, name in _places(row):
        preferences += cells.get((block, name, up), ())
    return [*preferences, *simple_preferences(row)[up]]
