"""The exact odds on one core: the first answer of a new installation, and the solver once its kernels are compiled."""

from __future__ import annotations

import os
import resource
import subprocess
import sys
import tempfile
import time

from cutcard.rulebooks import BOOKS, Rules, load, rules

AIM_S = {"Melbourne blackjack, 8 decks": 0.35, "Crown Pontoon, 8 decks": 10.0}
FIRST_ANSWERS = ("odds melbourne-v26 blackjack", "strategy melbourne-v26 crown-pontoon")


def run() -> None:
    """Print how long each takes from nothing, and again from the cache."""
    from cutcard.odds.solver import solved_here

    kept = os.environ.get("CUTCARD_CACHE")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CUTCARD_CACHE"] = folder
        print("\nThe first answer of a new installation, processor time of the whole command")
        for words in FIRST_ANSWERS:
            _first(words)
        print("\nExact odds, processor time on one core, kernels compiled")
        solved_here(rules("sydney-v15", "blackjack"), 6, 1000)  # compiles, where that has not been done
        _timed("Melbourne blackjack, 8 decks", rules("melbourne-v26", "blackjack"))
        _timed("Crown Pontoon, 8 decks", rules("melbourne-v26", "crown-pontoon"))
        _again("Crown Pontoon, 8 decks", rules("melbourne-v26", "crown-pontoon"))
        _everything()
    if kept is None:
        del os.environ["CUTCARD_CACHE"]
    else:
        os.environ["CUTCARD_CACHE"] = kept


def _first(words: str) -> None:
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    subprocess.run([sys.executable, "-m", "cutcard", *words.split()], check=True, stdout=subprocess.DEVNULL)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    took = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    print(f"  {words:38} {took:7.2f} s   aim 0.5 s")


def _timed(name: str, game: Rules) -> None:
    from cutcard.odds.solver import solved_here

    start = time.process_time()
    found = solved_here(game, 8, 1000)
    took = time.process_time() - start
    print(f"  {name:34} {took:7.2f} s   aim {AIM_S[name]:g} s   edge {100 * found.house_edge:.4f} %")


def _again(name: str, game: Rules) -> None:
    from cutcard.odds.solver import solved_here

    start = time.process_time()
    solved_here(game, 8, 1000)
    print(f"  {name + ', again':34} {time.process_time() - start:7.2f} s   from the cache")


def _everything() -> None:
    """Every game with every number of decks, and every side bet, none of it taken from the package."""
    from cutcard.odds import shipped
    from cutcard.odds.side_bets import side_bets
    from cutcard.odds.solver import solved_here

    start = time.process_time()
    games = bets = 0
    with shipped.recorded():
        for book in BOOKS:
            for name in load(book).games:
                game = rules(book, name)
                for decks in game.cards.decks:
                    solved_here(game, decks, 1000)
                    games += 1
                    bets += sum(len(tables) for tables in side_bets(game, decks).values())
    took = time.process_time() - start
    print(f"  {f'{games} shoes, {bets} pay tables':34} {took:7.2f} s   aim 120 s, which is 60 s on two cores")
