"""An id belongs to one command with its values: sent again it is answered as before, with other values refused."""

from __future__ import annotations

import pytest
from support.carded import carded
from support.tables import Table

from cutcard.engine import Refusal
from cutcard.floor import BlockingFloor, Done
from cutcard.store import Store
from cutcard.store.project import stream_of
from cutcard.table import (
    BringCards,
    CheckCards,
    CommandReceived,
    CutForAll,
    OpenTable,
    Person,
    SellChips,
    Shuffle,
    Sign,
    Sit,
)
from cutcard.table.codec import dumps, loads
from cutcard.table.secrecy import event_shown

BOSS = Person("mia", "gaming-manager")
ANN = Person("ann", "player")


@pytest.fixture
def floor(store: Store) -> BlockingFloor:
    floor = BlockingFloor(store)
    carded(floor, "ann")
    opening = OpenTable("T1", "sydney-v15", "blackjack", 6, Sign(1000, 50_000), chips=10_000_000, layout_approved=True)
    assert isinstance(floor.act("T1", opening, BOSS, 0, "boss:open"), Done)
    assert isinstance(floor.act("T1", Sit(1), ANN, 0, "ann:sit"), Done)
    return floor


def test_the_same_id_with_other_values_is_refused_also_by_another_process(floor: BlockingFloor, store: Store) -> None:
    first = floor.act("T1", SellChips("ann", 10_000), BOSS, 0, "boss:1")
    assert isinstance(first, Done)
    for each in (floor, BlockingFloor(store)):
        again = each.act("T1", SellChips("ann", 10_000), BOSS, 0, "boss:1")
        assert isinstance(again, Done)
        assert (again.version, again.repeated) == (first.version, True)
        other = each.act("T1", SellChips("ann", 20_000), BOSS, 0, "boss:1")
        assert isinstance(other, Refusal)
        assert other.code == "id-used-with-other-fields"
    assert floor.state("T1").players["ann"].chips == 10_000


def test_the_chance_that_the_house_adds_does_not_make_it_another_command(floor: BlockingFloor) -> None:
    assert isinstance(floor.act("T1", BringCards(), BOSS, 0, "boss:bring"), Done)
    assert isinstance(floor.act("T1", CheckCards(), BOSS, 0, "boss:check"), Done)
    first = floor.act("T1", Shuffle(), BOSS, 0, "boss:shuffle")
    again = floor.act("T1", Shuffle(), BOSS, 0, "boss:shuffle")
    assert isinstance(first, Done)
    assert isinstance(again, Done)
    assert (again.version, again.repeated) == (first.version, True)
    other = floor.act("T1", Shuffle(by_hand_first=True), BOSS, 0, "boss:shuffle")
    assert isinstance(other, Refusal)
    other = floor.act("T1", CutForAll(60), BOSS, 0, "boss:shuffle")
    assert isinstance(other, Refusal)
    assert other.code == "id-used-for-another-command"


def test_a_command_that_was_stored_before_there_were_digests_is_still_answered(store: Store) -> None:
    old = '{"at":0,"by":"mia","command":"sit","is":"Said","role":"player"}'
    assert loads(old) == CommandReceived("mia", "player", 0, "sit", "")
    assert loads(dumps(loads(old))) == loads(old)


def test_the_digest_is_kept_from_players(floor: BlockingFloor, store: Store) -> None:
    event = loads(next(iter(store.rows(stream_of("T1")))).texts[0])
    assert isinstance(event, CommandReceived)
    assert len(event.digest) == 16
    state = Table("sydney-v15").state
    for viewer in (ANN, None):
        assert "digest" not in (event_shown(state, event, state, viewer) or {})
