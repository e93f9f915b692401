"""What all see of a table is made once, however many follow it, and each is shown what they would be shown alone."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.autoplay import GAMES, Autoplay
from support.stacked_shoes import as_given
from support.tables import Table

from cutcard.durations import SECOND_MS
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.floor.live_table import TableUpdate
from cutcard.service.shown_tables import ShownTables
from cutcard.service.table_steps import ViewerStory
from cutcard.store import Store
from cutcard.table import Person, TableState, view
from cutcard.table.config import INSPECTOR

COMMANDS = 120


def played(floor: BlockingFloor, autoplay: Autoplay) -> Iterator[TableUpdate]:
    """What the next commands do to a table that is open."""
    for _ in range(COMMANDS):
        state = floor.state(autoplay.name)
        for command, by in autoplay.step(state):
            done = floor.act(autoplay.name, command, by, at_ms=state.now + SECOND_MS)
            if isinstance(done, Done):
                update = done.updates[0]
                assert isinstance(update, TableUpdate)
                if update.before.config_or_none is not None:
                    yield update
                break
        else:
            raise AssertionError("the table is stuck")


@pytest.mark.parametrize("game", GAMES, ids=["-".join(game) for game in GAMES])
def test_all_who_follow_a_table_share_what_all_see(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: tuple[str, str]
) -> None:
    store = Store.open(tmp_path / "casino.db")
    floor = BlockingFloor(store, randomness=as_given)
    autoplay = Autoplay("T1", *game, 2, Random(3), play_money=True)
    people = [Person(name, "player") for name in autoplay.players]
    viewers = [None, autoplay.boss, Person("ivy", INSPECTOR), Person("somebody", "player"), *people]
    together = [ViewerStory(one, one.id if one in people and one else None) for one in viewers]
    alone = [ViewerStory(one, one.id if one in people and one else None) for one in viewers]
    made: list[TableState] = []
    shared, for_all = ShownTables(), view.ForAll

    def noted(state: TableState) -> view.ForAll:
        made.append(state)
        return for_all(state)

    seen = 0
    for update in played(floor, autoplay):
        with monkeypatch.context() as patched:
            patched.setattr(view, "ForAll", noted)
            told = [story.steps(update, shared) for story in together]
        shown = [shared.of(update.after, viewer) for viewer in viewers]
        shared.keep_only(update.after)
        assert len(shared) == 1
        assert told == [story.steps(update) for story in alone]
        assert shown == [view.table(update.after, viewer) for viewer in viewers]
        seen += len({id(update.after), *map(id, update.states)})
    store.close()
    assert len({id(state) for state in made}) == len(made)  # each state once, for all eight
    assert len(made) <= seen + 1  # and the one before the first update


def test_views_are_told_apart_by_who_looks_and_forgotten_with_their_moment() -> None:
    table = Table("sydney-v15").seat("ann", 1, 5000).seat("bob", 2, 7000).state
    ann, bob = (Person(name, "player") for name in ("ann", "bob"))
    shown = ShownTables()
    chips = [{one.name: one.chips for one in shown.of(table, viewer).players} for viewer in (ann, bob, None)]
    assert chips == [{"ann": 5000, "bob": None}, {"ann": None, "bob": 7000}, {"ann": None, "bob": None}]
    assert shown.of(table, ann) is shown.of(table, ann)
    later = table._replace(now=table.now + 1)
    assert shown.of(later, ann).now == table.now + 1
    assert len(shown) == 2
    shown.keep_only(later)
    assert len(shown) == 1
