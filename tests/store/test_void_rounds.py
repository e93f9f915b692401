"""Void rounds in a store: the audit plays them again, and history tells of them with their clauses."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.kept_table import Kept
from support.tables import BOOKS

from cutcard.cli.history import story_of
from cutcard.engine import State
from cutcard.records import settle
from cutcard.service import replays
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.history import PlayedRound, played_rounds
from cutcard.table import VoidDisruptedRound, VoidWagers, WithholdWinnings


def evening(store: Store, book: str) -> list[PlayedRound]:
    """Three rounds: in the first bob's wagers are void, the second is void, the third is played."""
    floor = Kept(store, book).seat("ann", 1).seat("bob", 2)
    floor.ready("8s 7d 9d Th 8h Tc 6d Ts 9h 9c 6h 7c Kc As Td 9s Ks 8c")
    floor.wagers("ann 1 20", "bob 2 30").close()
    floor.do(VoidWagers("bob", "a device"))
    floor.finish()
    floor.wagers("ann 1 20", "bob 2 30").close()
    floor.call("ann", "hit")
    floor.do(VoidDisruptedRound("a fire alarm"))
    floor.wagers("ann 1 20", "bob 2 30")
    floor.do(VoidDisruptedRound("another one"))  # before a card: no round of play
    floor.round("ann 1 20", "bob 2 30")
    floor.say(WithholdWinnings("ann", floor.state.number, "a device"), None, None)
    return list(played_rounds(store, store.rounds()))


@pytest.mark.parametrize("book", BOOKS)
def test_the_audit_and_the_history_cope_with_void_rounds(book: str, tmp_path: Path) -> None:
    store = Store.open(f"{tmp_path}/casino.db")
    found = sorted(evening(store, book), key=lambda each: each.view.number)
    report = audit(store)
    assert report.fault is None
    assert report.rounds == len(found) == 3
    assert [each.view.number for each in found] == [1, 2, 4]
    wagers, void, whole = found
    assert wagers.nets["bob"] == 0 != wagers.nets["ann"]
    assert void.nets == {"ann": 0, "bob": 0}
    for each in found:
        assert settle(each.record)["settlement"] == each.record["settlement"]
        assert replays.verdict(each.record)[0]
    assert "void" not in " ".join(story_of(whole))
    store.close()


@pytest.mark.parametrize(
    ("book", "by", "settled_by", "wagers_by"),
    [
        ("melbourne-v26", "32.4", "32.5", "32.2.1"),
        ("sydney-v15", "18.9.1", "18.10", "18.8.1"),
        ("canberra-2003", "16.1", "16.5", "16.3(a)"),
    ],
)
def test_a_void_round_is_told_as_void_by_its_clause(
    book: str, by: str, settled_by: str, wagers_by: str, tmp_path: Path
) -> None:
    store = Store.open(f"{tmp_path}/casino.db")
    wagers, void, _ = sorted(evening(store, book), key=lambda each: each.view.number)
    words = "\n".join(story_of(wagers))
    assert f"Dealer: Bob's wagers are declared void  (clause {wagers_by})" in words
    assert f"Bob: wager $30: declared void  ±$0  (clause {wagers_by})" in words
    words = "\n".join(story_of(void))
    assert f"Dealer: the round is declared void  (clause {by})" in words
    assert words.count(f"(clause {settled_by})") == 2
    assert "Ann: wager $20: over 21 with" in words  # lost first, and given back then
    assert f"Ann: wager $20: declared void  +$20  (clause {settled_by})" in words
    replay = replays.replay_json(replays.Round("T1", 1, State(void.state.setup), void.events))
    lines = [line for step in replay["steps"] for line in step["lines"]]
    assert [line["clause"] for line in lines if "void" in line["text"]] == [by, settled_by, settled_by]
    assert [each["why"] for each in replay["settlement"]] == ["declared void"] * 2
    store.close()
