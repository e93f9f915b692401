"""A rulebook that was corrected, and a store from before it knew editions: old rounds are not called wrong."""

from __future__ import annotations

import dataclasses
import json
import os
import re
import subprocess
import sys
from collections.abc import Callable
from fractions import Fraction
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text
from support.autoplay import GAMES, Autoplay, played, written
from support.stacked_shoes import as_given
from support.tampering import unguarded

import cutcard.rulebooks
from cutcard import table as t
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.money import Odds
from cutcard.rulebooks import BOOKS, load, read, rules
from cutcard.store import Batch, NewEvent, Store
from cutcard.store.audit import Report, audit
from cutcard.store.history import played_rounds
from cutcard.store.project import stream_of
from cutcard.table.codec import dumps, loads
from cutcard.table.edition import edition

ROUNDS = 7
Rewrite = Callable[[str], str]
FILES = Path(cutcard.rulebooks.__file__).parent


# --------------------------------------------------------------------------------------------------------- the digest


def test_every_game_of_every_book_has_an_edition_of_its_own() -> None:
    games = [rules(book, game) for book in BOOKS for game in load(book).games]
    found = [edition(each) for each in games]
    assert len(set(found)) == len(found)
    assert all(re.fullmatch("[0-9a-f]{16}", one) for one in found)


def test_an_edition_hangs_on_no_order_and_on_no_hash_seed() -> None:
    said = rules("melbourne-v26", "blackjack")
    bets = {name: said.side_bets[name] for name in reversed(list(said.side_bets))}
    clauses = {name: said.clauses[name] for name in reversed(list(said.clauses))}
    assert edition(dataclasses.replace(said, side_bets=bets, clauses=clauses)) == edition(said)
    program = (
        "from cutcard.rulebooks import rules; from cutcard.table.edition import edition; "
        "print(edition(rules('melbourne-v26', 'blackjack')))"
    )
    for seed in "1", "2":
        done = subprocess.run(
            [sys.executable, "-c", program], capture_output=True, text=True, env={**os.environ, "PYTHONHASHSEED": seed}
        )
        assert done.stdout.strip() == edition(said)


def test_an_edition_hangs_on_no_comment_and_no_layout(tmp_path: Path) -> None:
    file = tmp_path / "canberra-2006.toml"
    lines = (FILES / file.name).read_text(encoding="utf-8").splitlines()
    file.write_text("\n\n".join(line for line in lines if not line.startswith("#")), encoding="utf-8")
    assert edition(read(file).rules("blackjack")) == edition(rules("canberra-2006", "blackjack"))


def test_a_value_a_clause_or_an_option_makes_another_edition() -> None:
    said = rules("canberra-2006", "blackjack")
    natural = dataclasses.replace(said.natural, pays=Odds(6, 5))
    insurance = dataclasses.replace(said.insurance, at_most=Fraction(1, 3))
    clauses = {**said.clauses, "natural.pays": "1.1"}
    others = [
        dataclasses.replace(said, natural=natural),
        dataclasses.replace(said, insurance=insurance),
        dataclasses.replace(said, clauses=clauses),
        rules("sydney-v15", "blackjack", {"resplit": True}),
        rules("sydney-v15", "blackjack"),
    ]
    assert len({edition(said), *map(edition, others)}) == 6


def test_what_has_its_default_and_what_people_read_make_no_other_edition() -> None:
    said = rules("canberra-2006", "blackjack")
    assert said.dealer.hole_card == "none"
    peeking = dataclasses.replace(said.dealer, hole_card="peeked")
    assert edition(dataclasses.replace(said, dealer=peeking)) != edition(said)
    assert edition(dataclasses.replace(said, title="21")) == edition(said)
    floats = dataclasses.replace(said.insurance, at_most=0.5)  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="float"):
        edition(dataclasses.replace(said, insurance=floats))


# --------------------------------------------------------------------------------------------------- tables in a store


def fill(store: Store, rewrite: Rewrite, table: str = "T0", first: int = 0, version: int = 0) -> int:
    """A table of two with some rounds, every line as it is rewritten; the version that its stream has then."""
    state = t.TableState(number=first)
    autoplay = Autoplay(table, *GAMES[1], 2, Random(first))
    batches: list[Batch] = []
    while state.number <= first + ROUNDS:
        for command, by in autoplay.step(state):
            at_ms = 1_000_000 * first + 1000 * len(batches)
            acted = t.act(state, command, by, at_ms)
            if isinstance(acted, t.Acted):
                break
        assert isinstance(acted, t.Acted)
        events = [NewEvent(rewrite(event.payload), event.postings) for event in written(state, acted.events)]
        batches.append(Batch(stream_of(table), version, events, at_ms))
        version += len(events)
        state = acted.state
    store.append_all(batches)
    return version


def by_other_clauses(line: str) -> str:
    """As it would have been written under a book that numbers its clauses otherwise."""
    return re.sub('"clause":"([0-9.]+)"', r'"clause":"9\1"', line)


def of_another_edition(line: str) -> str:
    return by_other_clauses(re.sub('"edition":"[0-9a-f]{16}"', '"edition":"00112233aabbccdd"', line))


def audited(store: Store) -> Report:
    return audit(store, processes=1)


def test_a_table_of_another_edition_is_named_and_the_others_are_replayed(store: Store) -> None:
    fill(store, of_another_edition)
    fill(store, str, "T1")
    report = audited(store)
    assert report.fault is not None
    assert report.fault.kind == "edition", str(report.fault)
    today = edition(rules(*GAMES[1]))
    assert str(report.fault) == (
        "row 1: table T0 was opened under another edition of sydney-earlier "
        f"(its blackjack was 00112233aabbccdd and is {today} here): its rounds cannot be replayed by this one"
    )
    assert report.rounds == ROUNDS
    assert report.events == sum(store.streams().values())
    assert report == audit(store, processes=2)


def test_a_game_that_is_no_longer_there_is_of_another_edition_too(store: Store) -> None:
    fill(store, lambda line: line.replace('"game":"blackjack"', '"game":"vingt-et-un"'))
    fault = audited(store).fault
    assert fault is not None
    assert fault.kind == "edition"
    assert "and is none here" in str(fault)
    store.rebuild_views()
    assert [view.game for view in store.tables()] == ["vingt-et-un"]


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE events SET at_ms = at_ms + 1 WHERE position = 30",
        "UPDATE postings SET cents = cents + 1 WHERE line = 0",
        "UPDATE balances SET cents = cents + 1",
        "UPDATE rounds SET ended_ms = 7 WHERE number = 3",
        "DELETE FROM round_players WHERE number = 3",
        "DELETE FROM events WHERE position = (SELECT max(position) FROM events)",
    ],
)
def test_what_was_altered_at_such_a_table_is_still_found_and_comes_first(store: Store, change: str) -> None:
    fill(store, of_another_edition)
    with unguarded(store.engine) as connection:
        connection.execute(text(change))
    fault = audited(store).fault
    assert fault is not None
    assert fault.kind == "unsound"


def test_such_a_table_is_replayed_again_once_it_is_opened_under_the_edition_of_today(store: Store) -> None:
    version = fill(store, of_another_edition)
    fill(store, str, first=ROUNDS + 1, version=version)
    report = audited(store)
    assert report.fault is not None
    assert report.fault.kind == "edition", str(report.fault)
    assert report.rounds == ROUNDS
    assert len(list(store.rounds())) == 2 * ROUNDS


def test_the_same_rounds_are_wrong_where_the_edition_is_that_of_today(store: Store) -> None:
    fill(store, by_other_clauses)
    fault = audited(store).fault
    assert fault is not None
    assert fault.kind == "unsound"
    assert "the engine says" in str(fault)


# ----------------------------------------------------------------------------------- what earlier releases have written


def of_an_earlier_release(line: str) -> str:
    """Without what was added since: the edition, and two of the terms."""
    said = json.loads(line)
    if said["is"] == "TableOpened":
        for name in ("edition", "play_money", "runs_itself"):
            del said["terms"][name]
    return json.dumps(said, sort_keys=True, separators=(",", ":"), ensure_ascii=False)


def test_a_store_of_an_earlier_release_opens_replays_and_audits(store: Store) -> None:
    fill(store, of_an_earlier_release)
    assert not any('"edition"' in event.text or '"play_money"' in event.text for event in store.read(stream_of("T0")))
    report = audited(store)
    assert report.fault is None
    assert report.rounds == ROUNDS
    assert len(list(played_rounds(store, store.rounds()))) == ROUNDS
    floor = BlockingFloor(store, randomness=as_given)
    assert not floor.state("T0").config.play_money
    autoplay = Autoplay("T0", *GAMES[1], 2, Random(9))
    for n in range(20):
        done = (floor.act("T0", command, by, 10**6 + n) for command, by in autoplay.step(floor.state("T0")))
        assert any(isinstance(each, Done) for each in done)
    assert audited(store).fault is None


def test_an_opening_is_written_with_its_edition_and_read_without() -> None:
    opening = played(Autoplay("T1", *GAMES[0], 1, Random(1)), 1)[0][1][1]
    line = dumps(opening)
    assert f'"edition":"{edition(rules(*GAMES[0]))}"' in line
    assert loads(of_an_earlier_release(line)) == loads(line) == opening
