"""Write the answers that come with the package: every game solved with every number of decks, and every side bet.

    python -m tools.solutions           work out what is not there yet, and remove what no game asks for any more
    python -m tools.solutions --check   work out everything and compare: exit status 1 where something differs

Games with the same rules of play share an answer.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Iterable, Iterator, Mapping
from concurrent.futures import ProcessPoolExecutor
from itertools import filterfalse
from typing import Any, NamedTuple

from cutcard.clauses.library import is_own
from cutcard.odds import cache, shipped
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.solver import SHIPPED_HANDS, chart_value, describe, solved
from cutcard.reports.odds_report import side_bet_odds
from cutcard.rulebooks import BOOKS, Rules, load, rules

OFF_MOST = 1e-12  # that two machines may differ by, in wagers: their sums are rounded in another order


class Shipped(NamedTuple):
    """A game with a number of decks."""

    rules: Rules
    decks: int

    @property
    def key(self) -> str:
        return cache.key(self.rules, self.decks, super_bonus_units(self.rules, shipped.WAGER))

    @property
    def title(self) -> str:
        return f"{self.rules.book} {self.rules.game}, {self.decks} decks"


def every_game() -> Iterator[Shipped]:
    """Every game of the package's rulebooks with every number of decks that it is played with."""
    for book in filterfalse(is_own, BOOKS):
        for game in load(book).games:
            made = rules(book, game)
            for decks in made.cards.decks:
                yield Shipped(made, decks)


def worked_out(one: Shipped) -> dict[str, Any]:
    """What the package keeps of a game, solved now."""
    known = one.rules, one.decks, shipped.WAGER
    found = describe(*known, solved(*known))
    return {
        "solution": cache.plain(found),
        "shape": list(found.options.shape),
        "options": found.options[..., SHIPPED_HANDS].ravel().tolist(),
        "chart_ev": chart_value(*known),
    }


def side_bet_chances(games: Iterable[Shipped]) -> dict[str, Any]:
    """The chances of every side bet of these games under every play, worked out now."""
    with shipped.recorded() as found:
        for one in games:
            side_bet_odds(one.rules, one.decks)
    return found


def differences(kept: Any, anew: Any, where: str = "") -> Iterator[str]:
    """Where two answers differ by more than rounding."""
    if isinstance(kept, float) and isinstance(anew, float):
        if abs(kept - anew) > OFF_MOST * max(1.0, abs(anew)):
            yield f"{where}: {kept!r} is kept, {anew!r} worked out"
    elif isinstance(kept, Mapping) and isinstance(anew, Mapping) and kept.keys() == anew.keys():
        for name in anew:
            yield from differences(kept[name], anew[name], f"{where}/{name}")
    elif isinstance(kept, list) and isinstance(anew, list) and len(kept) == len(anew):
        for number, pair in enumerate(zip(kept, anew, strict=True)):
            yield from differences(*pair, f"{where}/{number}")
    elif kept != anew:
        yield f"{where}: {str(kept)[:60]} is kept, {str(anew)[:60]} worked out"


def main() -> int:
    parser = argparse.ArgumentParser(description="The answers that come with the package.")
    parser.add_argument("--check", action="store_true", help="compare with what is there, and write nothing")
    args = parser.parse_args()
    games = list({one.key: one for one in every_game()}.values())
    return check(games) if args.check else write(games)


def write(games: list[Shipped]) -> int:
    shipped.FOLDER.mkdir(exist_ok=True)
    names = {shipped.CHANCES, *(one.key for one in games)}
    for file in shipped.FOLDER.glob(f"*{shipped.SUFFIX}"):
        if file.stem not in names:
            file.unlink()
    missing = [one for one in games if not shipped.file_of(one.key).exists()]
    with ProcessPoolExecutor() as pool:
        side_bets = pool.submit(side_bet_chances, list(every_game()))
        for one, (found, took) in zip(missing, pool.map(_timed, missing), strict=True):
            size = shipped.file_of(one.key).write_bytes(shipped.packed(found))
            print(f"{one.title}: {took:.1f} s of processor, {size:,} bytes", flush=True)
        chances = side_bets.result()
    size = shipped.file_of(shipped.CHANCES).write_bytes(shipped.packed(chances))
    print(f"side bets: {len(chances)} chances, {size:,} bytes")
    print(f"all: {sum(file.stat().st_size for file in shipped.FOLDER.iterdir()):,} bytes")
    return 0


def _timed(one: Shipped) -> tuple[dict[str, Any], float]:
    """What the package keeps of a game, and the processor's seconds for it."""
    started = time.process_time()
    return as_kept(worked_out(one)), time.process_time() - started


def as_kept(answers: Mapping[str, Any]) -> dict[str, Any]:
    """Games of the same play share a file, which must not depend on which of them was solved."""
    return {**answers, "solution": {**answers["solution"], "book": "", "game": ""}}


def check(games: list[Shipped]) -> int:
    faults, started = 0, time.perf_counter()
    with ProcessPoolExecutor() as pool:
        side_bets = pool.submit(side_bet_chances, list(every_game()))
        for one, (anew, took) in zip(games, pool.map(_timed, games), strict=True):
            found = list(differences(shipped.answers(one.key), anew))
            print(f"{one.title}: {len(found)} differences, {took:.1f} s of processor", flush=True)
            print(*found[:3], sep="\n", end="\n" if found else "")
            faults += len(found)
        found = list(differences(shipped.answers(shipped.CHANCES), side_bets.result()))
    print(*found[:3], f"side bets: {len(found)} differences", sep="\n")
    print(f"all of it took {time.perf_counter() - started:.0f} s")
    return 1 if faults + len(found) else 0


if __name__ == "__main__":
    sys.exit(main())
