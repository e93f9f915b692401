"""What a WebSocket says of a command: the store's own text where an event is shown whole, and nothing beyond that."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random

from support.autoplay import GAMES, Autoplay

from cutcard.floor.blocking import BlockingFloor, as_given
from cutcard.floor.decisions import Done
from cutcard.floor.live_table import TableUpdate
from cutcard.service.messages import message, numbered
from cutcard.store import Store
from cutcard.table import Person
from cutcard.table.secrecy import INSPECTOR

COMMANDS = 150


def played(floor: BlockingFloor, autoplay: Autoplay) -> TableUpdate:
    """What the next command of a table does to it."""
    for command, by in autoplay.step(floor.state(autoplay.name)):
        done = floor.act(autoplay.name, command, by)
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
        table = Autoplay("-".join(game), *game, 2, Random(3))
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
