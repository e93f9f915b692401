"""The results of a tournament as plain data: who came where, what was counted, what was paid, what was ruled."""

from __future__ import annotations

import csv
import io
from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard.money import Cents
from cutcard.spreadsheet_cells import plain_cell
from cutcard.tournaments.tournament_state import Entrant, SessionState, SessionTable, TournamentState

COLUMNS = ("place", "entrant", "player", "status", "stage", "paid", "prize", "reason")


class Result(NamedTuple):
    """One entry, as far as it has come."""

    place: int  # 0: none yet
    number: int
    player: str
    status: str
    stage: str  # the last one that they have been in
    paid: Cents
    prize: Cents
    reason: str
    chips: Mapping[int, Cents]  # what was counted, by session
    goods: tuple[str, ...] = ()  # prizes beside money


class TournamentResults(NamedTuple):
    """A tournament as far as it has come. Rows are in the order of places; those without one follow."""

    state: TournamentState
    rows: tuple[Result, ...]

    def as_json(self) -> dict[str, Any]:
        """All of it; money and chips in cents."""
        state, terms = self.state, self.state.terms
        return {
            "tournament": state.tournament,
            "title": terms.title,
            "book": terms.book,
            "game": terms.game,
            "phase": state.phase,
            "currency": terms.currency,
            "stages": [stage.name for stage in terms.stages],
            "directors": list(state.directors),
            "results": [
                {**row._asdict(), "chips": {str(session): cents for session, cents in row.chips.items()}}
                for row in self.rows
            ],
            "sessions": [_session(state, one) for one in state.sessions.values()],
            "rulings": [one._asdict() for one in state.rulings],
        }

    def as_csv(self) -> str:
        """A line for each entry; a column for each session has the chips that were counted, in cents."""
        out = io.StringIO()
        write = csv.writer(out, lineterminator="\n")
        sessions = [*self.state.sessions]
        write.writerow([*COLUMNS, *(f"session {number}" for number in sessions)])
        for row in self.rows:
            chips = [row.chips.get(number, "") for number in sessions]
            write.writerow([row.place or "", *map(plain_cell, row[1:8]), *chips])
        return out.getvalue()


def results(state: TournamentState) -> TournamentResults:
    """The results of a tournament that has been announced."""
    rows = [_result(state, one) for one in state.entrants.values()]
    rows.sort(key=lambda row: (row.place == 0, row.place, -state.entrants[row.number].stage, row.number))
    return TournamentResults(state, tuple(rows))


def _result(state: TournamentState, entrant: Entrant) -> Result:
    counted = (
        (number, table.counts[entrant.number])
        for number, session in state.sessions.items()
        for table in session.tables.values()
        if entrant.number in table.counts
    )
    stage = state.terms.stages[entrant.stage - 1].name if entrant.stage else ""
    return Result(
        place=entrant.place,
        number=entrant.number,
        player=entrant.player,
        status=entrant.status,
        stage=stage,
        paid=entrant.paid,
        prize=entrant.prize,
        reason=entrant.reason,
        chips=dict(counted),
        goods=entrant.goods,
    )


def _session(state: TournamentState, session: SessionState) -> dict[str, Any]:
    return {
        "number": session.number,
        "stage": state.terms.stages[session.stage - 1].name,
        "play_off": session.play_off,
        "starts_at": session.starts_at,
        "status": session.status,
        "tables": [_table(state, name, table) for name, table in session.tables.items()],
    }


def _table(state: TournamentState, name: str, table: SessionTable) -> dict[str, Any]:
    out = {one.player: one for one in table.eliminated}
    places = []
    for box, number in table.places.items():
        player = state.entrants[number].player
        elimination = out.get(player)
        places.append(
            {
                "box": box,
                "entrant": number,
                "player": player,
                "chips": table.counts.get(number),
                "out_in_round": elimination.round if elimination is not None else None,
                "cause": elimination.cause if elimination is not None else "",
            }
        )
    return {"table": name, "status": table.status, "places": places}
