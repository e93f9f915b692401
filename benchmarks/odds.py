"""The exact odds on one core, once the kernels are compiled: a base game, Pontoon, and everything there is."""

from __future__ import annotations

import os
import tempfile
import time

from cutcard.rulebooks import BOOKS, Rules, load, rules

AIM_S = {"Melbourne blackjack, 8 decks": 1.0, "Crown Pontoon, 8 decks": 10.0}


def run() -> None:
    """Print how long each takes from nothing, and again from the cache."""
    from cutcard.odds import solve

    kept = os.environ.get("CUTCARD_CACHE")
    print("\nExact odds, processor time on one core, kernels compiled")
    with tempfile.TemporaryDirectory() as folder:
        os.environ["CUTCARD_CACHE"] = folder
        solve(rules("sydney-v15", "blackjack"), 6)  # compiles, where that has not been done
        _timed("Melbourne blackjack, 8 decks", rules("melbourne-v26", "blackjack"))
        _timed("Crown Pontoon, 8 decks", rules("melbourne-v26", "crown-pontoon"))
        _again("Crown Pontoon, 8 decks", rules("melbourne-v26", "crown-pontoon"))
        _everything()
    if kept is None:
        del os.environ["CUTCARD_CACHE"]
    else:
        os.environ["CUTCARD_CACHE"] = kept


def _timed(name: str, game: Rules) -> None:
    from cutcard.odds import solve

    start = time.process_time()
    found = solve(game, 8)
    took = time.process_time() - start
    print(f"  {name:34} {took:7.2f} s   aim {AIM_S[name]:g} s   edge {100 * found.house_edge:.4f} %")


def _again(name: str, game: Rules) -> None:
    from cutcard.odds import solve

    start = time.process_time()
    solve(game, 8)
    print(f"  {name + ', again':34} {time.process_time() - start:7.2f} s   from the cache")


def _everything() -> None:
    """Every game with its most decks, and every side bet of it at every number of decks."""
    from cutcard.odds import solve
    from cutcard.odds.side_bets import side_bets

    start = time.process_time()
    games = bets = 0
    for book in BOOKS:
        for name in load(book).games:
            game = rules(book, name)
            solve(game, max(game.cards.decks))
            games += 1
            for decks in game.cards.decks:
                bets += sum(len(tables) for tables in side_bets(game, decks).values())
    took = time.process_time() - start
    print(f"  {f'{games} games, {bets} pay tables':34} {took:7.2f} s   aim 180 s")
