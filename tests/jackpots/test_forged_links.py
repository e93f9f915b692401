"""What the audit finds of somebody who alters draws, transfers, adjustments, shared wins or corrections of a link.

A store with all of these is made once, and each test alters a copy of it.
"""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random

import pytest
from support.forged_events import Fields, Forged, added, altered, put
from support.linked_floor import ACES, MELBOURNE, LinkedFloor
from support.linked_play import LinkedPlay, play
from support.linked_tables import LINK, OneLink
from support.links import NOVA, SEVENS

from cutcard.cards import card
from cutcard.floor import Done
from cutcard.jackpots import (
    ApproveAdjustment,
    CloseLink,
    FindSimultaneous,
    JoinLink,
    LeaveLink,
    MeterReset,
    PostLinkSign,
    ProposeAdjustment,
    winning,
)
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.meters import link_events
from cutcard.table import CorrectCard, round_edits
from cutcard.table.round_events import RoundEvent

METER, HOUSE = "aud:jackpot:aces-1:blackjack-jackpots", "aud:jackpots"
NEXT = "aud:jackpot:aces-2:blackjack-jackpots"
SHARED, RESERVE = f"aud:jackpot:{LINK}:blazing-7s", f"aud:jackpot:{LINK}:reserve"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A link whose device picks a box in every round, whose meter is adjusted, and which closes."""
    folder = tmp_path_factory.mktemp("aces")
    store = Store.open(str(folder / "c.db"))
    house = LinkedFloor(store)
    for name in ("aces-1", "aces-2"):
        house.opened(ACES, link=name, selected_per_million=1_000_000)
    table = LinkedPlay("M1", MELBOURNE, 2, Random(1))
    house.done(house.floor.act("M1", table.opening(), table.boss, house.now))
    house.do("aces-1", PostLinkSign("join", "M1"))
    house.later(20).do("aces-1", JoinLink("M1"))
    play(house, table, 1)
    for number, (cents, cause) in enumerate(((700, "added-by-the-house"), (-200, "entered-wrongly")), start=1):
        house.do("aces-1", ProposeAdjustment("blackjack-jackpots", cents, cause, "as counted"))  # type: ignore[arg-type]
        house.do("aces-1", ApproveAdjustment(number), by="kim")
    house.do("aces-1", PostLinkSign("close"))
    house.later(20).do("aces-1", LeaveLink("M1"))
    house.do("aces-1", CloseLink(("aces-2",)))
    assert audit(store, processes=1).fault is None
    store.close()
    return folder


@pytest.fixture
def store(made: Path, tmp_path: Path) -> Iterator[Store]:
    copy = shutil.copytree(made, tmp_path / "copy")
    store = Store.open(str(copy / "c.db"))
    yield store
    store.close()


def nothing(fields: Fields) -> Fields:
    """In the event's place something that says nothing."""
    return {"is": "Said", "at": 3_000_000, "by": "mia", "command": "no-more-bets", "digest": "", "role": ""}


FORGED: list[tuple[str, list[Forged]]] = [
    # draws
    ("no device has drawn it", [Forged("BoxDrawn", lambda said: said.update(box=3 - said["box"]))]),
    ("no device has drawn it", [Forged("BoxDrawn", put(box=0))]),
    ("no device has drawn it", [Forged("BoxDrawn", nothing)]),
    ("have a wager", [Forged("BoxDrawn", put(boxes=[1]))]),
    ("and not of this table", [Forged("BoxDrawn", put(round=7))]),
    ("the link aces-1 has no device 2", [Forged("BoxDrawn", put(device=2))]),
    ("is not the one that it was committed to", [Forged("DeviceRevealed", put(secret="ab" * 32))]),
    ("is not the one that it was committed to", [Forged("DeviceCommitted", put(commitment="ab" * 32))]),
    # transfers
    ("which says otherwise", [Forged("TransferReceived", added("cents", -1))]),
    ("which says otherwise", [Forged("TransferReceived", put(link="aces-3"))]),
    (
        "which is more than its seed",
        [
            Forged("MeterTransferred", added("cents", -100), {METER: 100, NEXT: -100}),
            Forged("TransferReceived", added("cents", -100)),
            Forged(
                "LinkClosed",
                lambda said: said["seeds"].update({"blackjack-jackpots": 2_500_100}),
                {METER: -100, HOUSE: 100},
            ),
        ],
    ),
    # adjustments
    ("by the same person", [Forged("MeterAdjusted", put(approved_by="Mia"))]),
    ("is not what somebody had proposed", [Forged("MeterAdjusted", put(proposed_by="max"))]),
    ("is not what somebody had proposed", [Forged("MeterAdjusted", put(number=9))]),
    ("is not what somebody had proposed", [Forged("MeterAdjusted", added("amount", 5), {METER: 5, HOUSE: -5})]),
    ("is not what somebody had proposed", [Forged("AdjustmentProposed", added("amount", 5))]),
    (
        "beyond what was added",
        [
            Forged("AdjustmentProposed", put(cause="missed-wagers"), n=1),
            Forged("MeterAdjusted", put(cause="missed-wagers"), n=1),
        ],
    ),
    (
        "beyond what was added",
        [
            Forged("AdjustmentProposed", added("amount", -550), n=1),
            Forged("MeterAdjusted", added("amount", -550), {METER: -550, HOUSE: 550}, n=1),
        ],
    ),
]


@pytest.mark.parametrize(("says", "forged"), FORGED)
def test_who_alters_a_draw_a_transfer_or_an_adjustment_is_found(store: Store, says: str, forged: list[Forged]) -> None:
    assert says in altered(store, *forged)


# ------------------------------------------------------------------------------------------------------ shared wins


@pytest.fixture(scope="module")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two tenths of Blazing 7's that Surveillance has found simultaneous, and somebody has wagered between."""
    folder = tmp_path_factory.mktemp("sevens")
    store = Store.open(str(folder / "c.db"))
    link = OneLink(store, SEVENS)
    tables = [link.table(name) for name in ("T1", "T2", "T3")]
    for table in tables[:2]:
        table.dealt("7d 7d 7d", "ann")
        table.enter(1, "diamond-777")
        tables[2].dealt("9c 8d 9d", "ann").finish()
    assert isinstance(link.give(FindSimultaneous((1, 2), "R. Kent")), Done)
    for table in tables[:2]:
        table.determine("diamond-777")
    link.audited()
    store.close()
    return folder


Change = Callable[[Fields], None]


@pytest.mark.parametrize(
    ("change", "moves", "says"),
    [
        (put(prize=1_000_001, prizes={"diamond-777": 1_000_001}), {}, "which is not their share"),
        (put(wins=[1]), {}, "which is not their share"),
        (
            lambda said: said.update(_moved_to_house(said, 10)),
            {RESERVE: 10, SHARED: -10, f"{RESERVE}#1": -10, HOUSE: 10},
            "go back into blazing-7s",
        ),
        (added("house_cents", -1), {f"{RESERVE}#1": 1, HOUSE: -1}, "are shared and leave"),
    ],
)
def test_who_alters_what_simultaneous_winners_share_is_found(
    shared: Path, tmp_path: Path, change: Change, moves: dict[str, int], says: str
) -> None:
    store = Store.open(str(shutil.copytree(shared, tmp_path / "copy") / "c.db"))
    assert says in altered(store, Forged("SimultaneousFound", change, moves))
    store.close()


def _moved_to_house(said: Fields, cents: int) -> Fields:
    return {"meter_cents": said["meter_cents"] - cents, "house_cents": said["house_cents"] + cents}


# ----------------------------------------------------------------------------------------------------------- resets


@pytest.fixture(scope="module")
def reset(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Two Minors, of $500 and cents that are rounded up to a chip, and of the seed; the second reset may be altered."""
    folder = tmp_path_factory.mktemp("nova")
    store = Store.open(str(folder / "c.db"))
    link = OneLink(store, NOVA)
    for name in ("T1", "T2"):
        table = link.table(name).dealt("Ah 9c 5c Kh 9d", "ann", "bob")
        table.enter(1, "minor")
        table.determine("minor")
    link.audited()
    causes = [event.cause for _, event in link_events(store, LINK) if isinstance(event, MeterReset)]
    assert causes == ["prize", "seed", "prize", "seed"]
    store.close()
    return folder


MINOR = f"aud:jackpot:{LINK}:supernova-minor"


@pytest.mark.parametrize(
    ("at", "change", "cents", "says"),
    [
        (3, added("cents", 1), 1, "a reset gives a meter of 0 tables 1 cents beyond its seed"),
        (3, added("cents", -1), -1, "below its seed"),
        (2, added("cents", 1), 1, "which lacks"),
        (3, put(cause="prize"), 0, "which lacks 0"),
        (2, put(cause="seed"), 0, "which lacks"),
    ],
)
def test_who_alters_what_the_house_puts_into_a_meter_that_was_won_is_found(
    reset: Path, tmp_path: Path, at: int, change: Change, cents: int, says: str
) -> None:
    store = Store.open(str(shutil.copytree(reset, tmp_path / "copy") / "c.db"))
    moves = {MINOR: cents, HOUSE: -cents} if cents else {}
    assert says in altered(store, Forged("MeterReset", change, moves, n=at))
    store.close()


# ------------------------------------------------------------------------------------------------------ corrections


def test_a_correction_that_takes_a_paid_jackpot_from_its_winner_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The table refuses such a correction; whoever has altered the program makes it, and it is consistent in itself."""
    store = Store.open(str(tmp_path / "c.db"))
    link = OneLink(store, NOVA)
    table = link.table().dealt("Ah 9c 5c Kh 9d", "ann", "bob")
    table.enter(1, "minor")
    table.determine("minor")
    link.audited()
    dealt = [event for event in table.events if isinstance(event, RoundEvent)]
    king = 1 + next(at for at, one in enumerate(_commands(dealt)) if "Kh" in str(one))
    monkeypatch.setattr(round_edits, "changes_jackpot", lambda before, after: False)
    monkeypatch.setattr(winning, "taken_back", lambda before, after: iter(()))
    monkeypatch.setattr(winning, "give_back", lambda draft, before, after: None)
    table.do(CorrectCard(king, card("Kc"), "it was the king of clubs", rest="drop"))
    fault = str(audit(store, processes=1).fault)
    assert "win 1 was paid to box 1, which round 1 of T1 has not" in fault
    store.close()


def _commands(events: list[RoundEvent]) -> list[object]:
    from cutcard.records.entries import entries

    return [entry.command for entry in entries(tuple(one.event for one in events))]
