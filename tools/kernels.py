"""Compile the kernels that the tests call, once: two processes that meet a kernel at the same time compile it twice.

    python -m tools.kernels      beside something that keeps one core busy, as `make test` does

What is compiled already is only looked up.
"""

from __future__ import annotations

import time
from collections.abc import Callable

import numpy as np

from cutcard.environments import BlackjackVectorEnv
from cutcard.odds.batch import batch
from cutcard.odds.game import full_shoe
from cutcard.odds.links.link_file import example, plan_of
from cutcard.odds.solver import game_of, work_out
from cutcard.odds.tournaments import advise, standing_of
from cutcard.odds.tournaments import example as standing_example
from cutcard.rulebooks import rules
from cutcard.simulate import Scenario, run_simulation
from cutcard.simulate.links import play_link
from cutcard.simulate.run import AUTOMATON_FROM
from cutcard.simulate.tournaments.formats import format_of
from cutcard.simulate.tournaments.simulation import plan_for, play_tournaments
from cutcard.simulate.tournaments.skills import DEFAULT
from cutcard.store import usual_rounds
from cutcard.tournaments.terms_file import example_terms

BOOK, GAME, DECKS = "melbourne-v26", "blackjack", 8
WAGER = 1000


def solver() -> None:
    work_out(game_of(rules(BOOK, GAME), DECKS, WAGER))


def simulator() -> None:
    run_simulation(Scenario(book=BOOK, game=GAME, strategy="simple"), rounds=1000)


def walk() -> None:
    run_simulation(Scenario(book=BOOK, game=GAME, strategy="simple", dealing="fresh"), rounds=AUTOMATON_FROM)


def links() -> None:
    play_link(plan_of(example("supernova")), 1000, seed=1)


def many_shoes() -> None:
    made = rules(BOOK, GAME)
    batch(made, [full_shoe(made, DECKS)])


def tournaments() -> None:
    play_tournaments(plan_for(format_of(example_terms(BOOK), 49), DEFAULT), 1)


def advice() -> None:
    advise(standing_of(standing_example("two-players")))


def environment() -> None:
    with_tables = BlackjackVectorEnv(2)
    with_tables.reset(seed=1)
    with_tables.step(np.zeros(2, np.int64))


KINDS: tuple[Callable[[], None], ...] = (
    solver,
    simulator,
    usual_rounds.prepare,
    tournaments,
    environment,
    many_shoes,
    advice,
    walk,
    links,
)


def main() -> None:
    """Compile one after the other, and say what each took."""
    for kind in KINDS:
        begun = time.monotonic()
        kind()
        print(f"{kind.__name__}: {time.monotonic() - begun:.1f} s", flush=True)


if __name__ == "__main__":
    main()
