"""Replaying a table for an audit: whatever random people do at it replays, in every game."""

from __future__ import annotations

from random import Random

import pytest
from support.autoplay import written
from support.random_players import RandomPlayers

from cutcard import table as t
from cutcard.engine import Refusal
from cutcard.rulebooks import BOOKS, load
from cutcard.store.chain import Content
from cutcard.store.mutable_state import mutable
from cutcard.store.tables import TableReplay
from cutcard.table.state import Shoe

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
STEPS = 300
SEEDS = range(3)
Done = list[tuple[t.TableState, tuple[t.TableEvent, ...]]]


def wandered(book: str, game: str, seed: int) -> Done:
    """What random people do: the state before each command that is not refused, and its events."""
    people = RandomPlayers(Random(seed), book, game)
    state = t.TableState()
    done: Done = []
    for step in range(STEPS):
        command, by = people.next(state)
        acted = t.act(state, command, by, step * 4000)
        if not isinstance(acted, Refusal) and acted.events:
            done.append((state, acted.events))
            state = acted.state
    return done


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_what_random_people_do_replays_to_the_same_ledger_lines(book: str, game: str) -> None:
    rounds = moved = 0
    for seed in SEEDS:
        replay = TableReplay("table:T1")
        version = 1
        for before, events in wandered(book, game, seed):
            new = written(before, events)
            payload = "\n".join(event.payload for event in new)
            lines = [(n, account, cents) for n, event in enumerate(new) for account, cents in event.postings]
            replay.feed(Content(1, "table:T1", version, 0, None, payload), lines)
            version += len(new)
            moved += len(lines)
        rounds += replay.rounds
        assert replay.rounds == sum(view.ended_version is not None for view in replay.projection.rounds.values())
    assert rounds > 3
    assert moved > 3 * rounds


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_a_state_that_is_changed_in_place_is_what_the_others_are(book: str, game: str) -> None:
    for seed in SEEDS:
        kept = mutable(t.TableState())
        for before, events in wandered(book, game, seed):
            assert t.TableState(**{**vars(kept), "shoe": Shoe(**vars(kept.shoe))}) == before
            for event in events:
                kept = mutable(t.evolve(kept, event))
