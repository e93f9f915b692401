"""Failed devices in a store: the audit plays their rounds again, and every shoe is as it was sealed."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause
from support.editions import CANBERRA
from support.kept_table import Kept
from support.tables import BOOKS, NOTICES, SALT

from cutcard.cli.verify_shoe import faults
from cutcard.rulebooks import load
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.shoes import shoes, shoes_of
from cutcard.table import (
    CutForAll,
    DeclineOffer,
    ReplaceDamagedCards,
    ReplaceDevice,
    ReportDeviceFailure,
    Shuffle,
    TakeWagersBack,
)

FAILED = ReportDeviceFailure("it jams", damaged=1)


def carried_on(table: Kept) -> None:
    """A failure in a round, carried through to the end of that round; the first who is asked leaves it."""
    while table.state.failure is not None and table.state.failure.asked:
        first, *others = table.state.failure.asked
        table.do(TakeWagersBack() if others else DeclineOffer(), first)
    if table.state.failure is not None and table.state.failure.damaged:
        table.do(ReplaceDamagedCards(NOTICES))
    if table.state.shoe.stage == "unshuffled" and table.state.playing:
        shoe = table.state.shoe
        table.do(Shuffle(tuple(reversed(shoe.order[shoe.next :])), SALT))
        table.decline()
        if not table.state.shuffles_itself:
            table.do(CutForAll(60))
    table.finish()


@clause("sydney-v15", "17.2", "17.4", "17.5")
@clause("sydney-earlier", "18.2", "18.4", "18.5")
@clause("melbourne-v26", "9.12")
@clause("canberra-2006", "19.3")
@clause("canberra-2003", "19.3")
@pytest.mark.parametrize("facts", [{}, {"spare": True}, {"harm": "by the book"}])
@pytest.mark.parametrize("book", BOOKS)
def test_the_audit_finds_nothing_wrong_with_a_table_whose_device_failed(
    tmp_path: Path, book: str, facts: dict[str, Any]
) -> None:
    procedures = load(book).procedures
    assert procedures is not None
    ground = procedures.malfunctions.void_if
    if "harm" in facts:
        facts = {"harm": "none" if ground == "never" else ground}
    store = Store.open(str(tmp_path / "casino.db"))
    table = Kept(store, book, device="shuffling-device")
    table.seat("ann", 1).seat("bob", 2).ready("8s 9s 9d 3h 4c").wagers("ann 1 20", "bob 2 30").close()
    table.do(FAILED._replace(**facts))
    carried_on(table)
    if table.state.failure is not None:
        table.do(ReplaceDevice("shoe"))
        table.ready()
    table.round("ann 1 20")
    report = audit(store)
    assert report.fault is None, str(report.fault)
    assert report.rounds == 2
    *ended, in_play = shoes(store, "T1")
    assert in_play.file is None
    for each in ended:
        assert each.file is not None
        assert faults(each.file) == []
    dealt = [len(shoes_of(store, view)) for view in store.rounds("T1")]
    assert dealt[0] >= (2 if book in CANBERRA else 1)  # the device, and then the shoe
    store.close()
