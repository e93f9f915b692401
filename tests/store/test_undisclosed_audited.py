"""The audit opens every form, holds it against what was read out, and settles the round by itself."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from random import Random

import pytest
from sqlalchemy import text
from support.tampering import rehashed, resigned, unguarded
from support.tournament_floor import HEAT, TournamentFloor

from cutcard.engine import commands as say
from cutcard.floor.decisions import Done
from cutcard.floor.house_dealer import Pace, next_act
from cutcard.store import Store
from cutcard.store.audit import Report, audit
from cutcard.store.sealing import is_sealed
from cutcard.table import Call, FormsRead, FormWritten, HandInForm, Person, TableState, view

STAGE = HEAT._replace(undisclosed=20, rounds=30)


class FormsPlayed:
    """A session at a table that runs itself, in which everybody hands in a form on every round."""

    def __init__(self, store: Store, seed: int) -> None:
        self.rng = Random(seed)
        floor = self.floor = TournamentFloor(store, fewest=2, stages=(STAGE, STAGE._replace(name="final")))
        floor.in_session("ann", "bea", runs_itself=True, betting_ms=0, decision_ms=600_000)

    def play(self, rounds: int, *, read_out: bool = True) -> FormsPlayed:
        """So many rounds by what the house does next and what players like; the last is read out or not."""
        while True:
            state = self.floor.table("T1")
            assert state.session is not None
            over = state.number == rounds and state.round is not None and not state.playing
            if state.session.over or (over and (not read_out or not state.session.forms)):
                return self
            if not self._players(state):
                act = next_act(state, Pace(0, 0))
                assert act is not None
                self.floor.now = max(self.floor.now, act.at)
                self.floor.done(self.floor.at("T1", act.command, act.by))

    def _players(self, state: TableState) -> bool:
        """Whether a player has done something: handed in a form in their turn, or decided."""
        assert state.session is not None
        if state.betting != "closed" and state.shoe.stage == "ready" and not state.shoe.due:
            name = state.session.playing.get(state.session.turn, "")
            if name and not any(state.laid(player=name)):
                most = min(state.players[name].chips, 50_000) // 1000
                self._give(name, HandInForm("main", self.rng.randint(1, most) * 1000))
                return True
        if not state.playing or state.round is None or state.round.needs != "decision":
            return False
        player = Person(state.round.box.control, "player")
        able = [one.act for one in view.own_choices(state, player) if one.allowed and one.most in (0, 1000)]
        liked = say.Split() if "split" in able else say.Double() if "double" in able else None
        drawn = say.Hit() if state.round.hand.total < 14 else say.Stand()
        self._give(player.id, Call(liked or drawn))
        return True

    def _give(self, name: str, command: HandInForm | Call) -> None:
        done = self.floor.at("T1", command, Person(name, "player"))
        assert isinstance(done, Done), done.message


@pytest.fixture
def where(tmp_path: Path) -> str:
    return str(tmp_path / "casino.db")


def audited(where: str, *, keys: bool = True) -> Report:
    with closing(Store.open(where)) as store:
        ring = store.keys
        store.keys = ring if keys else None
        report = audit(store, processes=1)
        store.keys = ring
        return report


@pytest.mark.parametrize("seed", [1, 2])
def test_forms_are_sealed_in_the_store_and_every_round_of_them_is_replayed(where: str, seed: int) -> None:
    with closing(Store.open(where)) as store:
        floor = FormsPlayed(store, seed).play(5).floor
        written = [one for one in floor.events("table:T1") if isinstance(one, FormWritten)]
        read = [form for one in floor.events("table:T1") if isinstance(one, FormsRead) for form in one.forms]
        assert [one.amount for one in written] == [form.written for form in read]
        assert len(read) >= 4
        with store.engine.connect() as connection:
            rows = connection.execute(text("SELECT payload FROM events WHERE stream = 'table:T1'")).scalars()
            lines = [line for row in rows for line in row.split("\n") if '"FormWritten"' in line]
        assert len(lines) == len(written)
        assert all(map(is_sealed, lines))
    for keys in (True, False):
        report = audited(where, keys=keys)
        assert report.fault is None, report.fault


def test_without_the_key_the_audit_says_which_form_it_could_not_open(where: str) -> None:
    with closing(Store.open(where)) as store:
        FormsPlayed(store, 3).play(1, read_out=False)
    assert audited(where).unchecked == ()
    report = audited(where, keys=False)
    assert report.fault is None
    assert any("undisclosed wager at table T1" in what for what in report.unchecked)


def test_a_form_that_was_not_read_out_as_it_was_written_is_found(where: str) -> None:
    with closing(Store.open(where)) as store:
        floor = FormsPlayed(store, 1).play(1).floor
        (read,) = [one for one in floor.events("table:T1") if isinstance(one, FormsRead)]
        keys = store.keys
        assert keys is not None
        was = f'"written":{read.forms[0].written}'
        with unguarded(store.engine) as connection:
            connection.execute(
                text("UPDATE events SET payload = REPLACE(payload, :was, :now) WHERE payload LIKE :like"),
                {"was": was, "now": '"written":7000', "like": f"%{was}%"},
            )
            rehashed(connection)
            resigned(connection, keys)
    report = audited(where)
    assert report.fault is not None
    assert "were not written as they are read out" in report.fault.says
