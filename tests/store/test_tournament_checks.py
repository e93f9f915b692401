"""The audit of tournaments: what somebody with every right to the database could alter, it finds."""

from __future__ import annotations

import json
import shutil
from collections import defaultdict
from pathlib import Path

import pytest
from sqlalchemy import select
from support.running_tournament import NAME, played
from support.tampering import Fields, forge

from cutcard.floor import drivers
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.chain import Content
from cutcard.store.rounds import Lines
from cutcard.store.schema import postings
from cutcard.store.tournament_checks import GatheredChips, TournamentFacts, check_tournaments

STREAM = f"tournament:{NAME}"


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A store with a tournament of nine bots at two tables that was played to its prizes.

    It has no checkpoints, which would find every forgery before the checks that are tested here.
    """
    where = tmp_path_factory.mktemp("tournament") / "casino.db"
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(drivers, "CHECKPOINT_S", None)
        played(str(where), 9)
    return where


@pytest.fixture
def store(whole: Path, tmp_path: Path) -> Store:
    for file in whole.parent.iterdir():
        shutil.copy(file, tmp_path / file.name)
    return Store.open(str(tmp_path / whole.name))


def says(store: Store) -> str:
    return str(audit(store, processes=1).fault)


def test_a_tournament_that_was_played_has_nothing_wrong(store: Store) -> None:
    report = audit(store, processes=1)
    assert report.fault is None
    assert report.rounds > 5
    balances = store.balances()
    chips = {account: cents for account, cents in balances.items() if account.startswith("tournament:")}
    assert chips
    assert not any(chips.values())
    assert balances[f"play:tournament:{NAME}:pool"] == 0


def test_seats_that_the_ballot_did_not_give(store: Store) -> None:
    def swapped(fields: Fields) -> None:
        one, two = (fields["places"][table] for table in sorted(fields["places"])[:2])
        one["1"], two["1"] = two["1"], one["1"]

    forge(store, STREAM, "SeatsDrawn", swapped)
    assert "the seats of session 1 are not those that the ballot gives" in says(store)


def test_a_secret_that_was_not_committed_to(store: Store) -> None:
    forge(store, STREAM, "BallotRevealed", lambda fields: fields.update(secret="00" * 32))
    assert "the secret of the ballot is not the one that it was committed to" in says(store)


def test_a_commitment_that_was_changed_afterwards(store: Store) -> None:
    forge(store, STREAM, "BallotCommitted", lambda fields: fields.update(commitment="00" * 32))
    assert "the secret of the ballot is not the one that it was committed to" in says(store)


@pytest.mark.parametrize(("stream", "event"), [(STREAM, "TableCounted"), (f"table:{NAME}-01", "SessionEnded")])
def test_chips_that_were_counted_otherwise_than_at_the_table(store: Store, stream: str, event: str) -> None:
    def more(fields: Fields) -> None:
        first = sorted(fields["counts"])[0]
        fields["counts"][first] += 100_000

    forge(store, stream, event, more)
    assert "is counted differently from the table's own record" in says(store)


def test_places_that_the_counts_do_not_give(store: Store) -> None:
    def exchanged(fields: Fields) -> None:
        places = fields["places"]
        first, last = min(places, key=places.__getitem__), max(places, key=places.__getitem__)
        places[first], places[last] = places[last], places[first]

    forge(store, STREAM, "PlacesAwarded", exchanged)
    assert "the places are not those that the counts give" in says(store)


# ------------------------------------------------------------------------------------- what no event can say so


def facts(store: Store) -> list[TournamentFacts]:
    """What all streams of a store say about tournaments, as the audit gathers it."""
    lines: defaultdict[tuple[str, int], list[tuple[int, str, int]]] = defaultdict(list)
    with store.engine.connect() as connection:
        for line in connection.execute(select(postings).order_by(postings.c.line)):
            lines[line.stream, line.version].append((line.event, line.account, line.cents))
    found = []
    for stream in store.streams():
        gathered = GatheredChips(stream)
        for row in store.rows(stream):
            content = Content(row.position, stream, row.version, row.at_ms, None, "\n".join(row.texts))
            gathered.row(content, lines[stream, row.version])
        found.append(gathered.facts)
    return found


def test_a_pool_that_is_not_what_was_paid_in(store: Store) -> None:
    whole = facts(store)
    assert check_tournaments(whole) == []
    pool = f"play:tournament:{NAME}:pool"

    def less(lines: Lines) -> Lines:
        return [(n, account, cents - (account == pool and cents > 0)) for n, account, cents in lines]

    short = [one._replace(rows=[(content, less(lines)) for content, lines in one.rows]) for one in whole]
    assert any("the pool holds" in wrong.says for wrong in check_tournaments(short))


TABLE = "table:T1"
HERE = f"tournament:{TABLE}"


def row(*events: Fields, version: int = 1) -> Content:
    return Content(version, TABLE, version, 0, None, "\n".join(json.dumps(e, separators=(",", ":")) for e in events))


DESIGNATED = {"clause": "19.5.1", "is": "TableDesignated", "tournament": "spring"}
BEGUN = {"is": "SessionBegun", "terms": {"tournament": "spring", "session": 1}}
ENDED = {"counts": {}, "is": "SessionEnded", "session": 1, "tournament": "spring"}


@pytest.mark.parametrize(
    ("lines", "wrong"),
    [
        ([("tournament:inventory:spring", -500), (f"{HERE}:float", 500)], ""),
        ([("tournament:inventory:spring", -500), (f"{HERE}:float", 400)], "out of nothing"),
        ([("tournament:inventory:autumn", -500), (f"{HERE}:float", 500)], "to or from tournament:inventory:autumn"),
        ([("tournament:table:T2:float", -500), (f"{HERE}:float", 500)], "to or from tournament:table:T2:float"),
        ([("tournament:player:ann", 500), (f"{HERE}:float", -500)], "to or from tournament:player:ann"),
        ([("aud:player:ann", 500), (f"{HERE}:float", -500)], "moves tournament chips and aud together"),
    ],
)
def test_tournament_chips_move_within_their_tournament_alone(lines: list[tuple[str, int]], wrong: str) -> None:
    gathered = GatheredChips(TABLE)
    gathered.row(row(DESIGNATED), [])
    gathered.row(row(BEGUN, version=2), [(0, account, cents) for account, cents in lines])
    assert [wrong in one.says for one in gathered.wrong] == ([True] if wrong else [])


@pytest.mark.parametrize("end", [ENDED, {"is": "TableReleased", "tournament": "spring"}])
def test_all_chips_are_back_at_the_end(end: Fields) -> None:
    gathered = GatheredChips(TABLE)
    gathered.row(row(DESIGNATED), [])
    gathered.row(row(BEGUN, version=2), [(0, "tournament:inventory:spring", -500), (0, f"{HERE}:player:ann", 500)])
    gathered.row(row(end, version=3), [(0, "tournament:inventory:spring", 400), (0, f"{HERE}:player:ann", -400)])
    (wrong,) = gathered.wrong
    assert f"{HERE}:player:ann has 100 cents" in wrong.says


def test_a_session_at_a_table_of_another_tournament() -> None:
    gathered = GatheredChips(TABLE)
    gathered.row(row({**DESIGNATED, "tournament": "autumn"}), [])
    gathered.row(row(BEGUN, version=2), [])
    assert "begins a session of spring at a table of autumn" in gathered.wrong[0].says
