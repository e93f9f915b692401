"""What a WebSocket says of a command: the store's own text where an event is shown whole, and nothing beyond that."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

from support.autoplay import GAMES, Autoplay
from support.stacked_shoes import as_given

from cutcard.durations import SECOND_MS
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.floor.live_table import TableUpdate
from cutcard.service.messages import message, numbered
from cutcard.store import Store
from cutcard.table import Person, TableState
from cutcard.table.config import INSPECTOR
from cutcard.table.shuffle import ShoeRevealed

COMMANDS = 150


def played(floor: BlockingFloor, autoplay: Autoplay) -> TableUpdate:
    """What the next command of a table does to it."""
    state = floor.state(autoplay.name)
    for command, by in autoplay.step(state):
        done = floor.act(autoplay.name, command, by, at_ms=state.now + SECOND_MS)
        if isinstance(done, Done):
            update = done.updates[0]
            assert isinstance(update, TableUpdate)
            return update
    raise AssertionError("the table is stuck")


def test_a_message_says_the_same_from_the_stores_text_as_from_the_events(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "casino.db")
    floor = BlockingFloor(store, randomness=as_given)
    spliced, secret = 0, 0
    for game in (GAMES[0], GAMES[2]):  # the second deals face up and has other events
        table = Autoplay("-".join(game), *game, 2, Random(3), play_money=True)
        viewers = [None, Person("somebody", "player"), table.boss, Person("inspector", INSPECTOR)]
        viewers += [Person(name, "player") for name in table.players]
        for _ in range(COMMANDS):
            update = played(floor, table)
            assert [event.text for event in store.read(f"table:{table.name}", update.first - 1)] == [*update.texts]
            for viewer in viewers:
                said = json.loads(message(update, viewer))
                assert said["events"] == numbered(update, viewer)
                assert said == json.loads(message(replace(update, texts=(), messages={}, frames={}), viewer))
                spliced += sum(event["is"] != "CommandReceived" for event in said["events"])
                secret += sum(event["is"] == "Hidden" for event in said["events"])
                assert all("digest" not in event for event in said["events"])
    store.close()
    assert spliced > COMMANDS
    assert secret  # the order of a shoe, which nobody is told


def test_the_order_of_a_shoe_is_not_told_while_a_card_lies_face_down_before_the_dealer(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "casino.db")
    floor = BlockingFloor(store, randomness=as_given)
    table = Autoplay("T1", *GAMES[0], 2, Random(3), play_money=True)
    playing: TableState | None = None
    update = played(floor, table)
    while not any(isinstance(event, ShoeRevealed) for event in update.events):
        playing = update.after if update.after.playing else playing
        update = played(floor, table)
    store.close()
    assert playing is not None
    assert playing.round is not None
    told = [event["is"] for event in json.loads(message(update, table.boss))["events"]]
    assert "ShoeRevealed" in told
    within = playing._replace(round=playing.round._replace(hole="down"))
    alone = [
        (event, text)
        for event, text in zip(update.events, update.texts, strict=True)
        if isinstance(event, ShoeRevealed)
    ]
    events, texts = zip(*alone, strict=True)
    hidden = replace(update, events=events, texts=texts, before=within, messages={}, frames={})
    for viewer in (None, table.boss, Person("inspector", INSPECTOR)):
        said = json.loads(message(hidden, viewer))["events"]
        assert said == numbered(hidden, viewer)
        assert "ShoeRevealed" not in [event["is"] for event in said]
