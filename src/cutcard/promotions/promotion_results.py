"""The results of a promotion as plain data: who has won what, what was paid, and what is still due."""

from __future__ import annotations

import csv
import io
from typing import Any, NamedTuple

from cutcard.money import Cents
from cutcard.promotions.duties import duties
from cutcard.promotions.promotion_state import PromotionState
from cutcard.spreadsheet_cells import plain_cell

COLUMNS = ("win", "prize", "name", "value", "player", "draw", "ticket", "status", "told_at", "paid_at", "paid")


class WinResult(NamedTuple):
    """One prize that was won."""

    win: int
    prize: int
    name: str
    value: Cents
    player: str
    draw: int
    ticket: int
    status: str
    told_at: int
    paid_at: int
    paid: Cents


class PromotionResults(NamedTuple):
    """A promotion as far as it has come."""

    state: PromotionState
    rows: tuple[WinResult, ...]

    def as_json(self, *, staff: bool = True) -> dict[str, Any]:
        """All of it, money in cents and times in milliseconds; without `staff`, what anybody may see."""
        state, conditions = self.state, self.state.conditions
        fields: dict[str, Any] = {
            "promotion": state.promotion,
            "title": conditions.title,
            "book": conditions.book,
            "phase": state.phase,
            "postponed": state.postponed,
            "currency": conditions.currency,
            "starts_at": conditions.starts_at,
            "entries_close_at": conditions.entries_close_at,
            "draw_at": conditions.draw_at,
            "prizes": [
                {"prize": at, "name": one.name, "value": one.value, "number": one.number, "left": state.left(at)}
                for at, one in enumerate(conditions.prizes, 1)
            ],
            "wins": [row._asdict() for row in self.rows],
            "results_at": state.results_at,
        }
        if not staff:
            return fields
        return fields | {
            "players": len(state.tickets),
            "entries": sum(state.tickets.values()),
            "scrutineers": list(state.scrutineers),
            "claims": [one._asdict() for one in state.claims.values()],
            "complaints": [one._asdict() for one in state.complaints.values()],
            "interruptions": [one._asdict() for one in state.interruptions.values()],
            "duties": [one._asdict() | {"late": one.late} for one in duties(state)],
        }

    def as_csv(self) -> str:
        """A line for each prize that was won, money in cents and times in milliseconds."""
        out = io.StringIO()
        write = csv.writer(out, lineterminator="\n")
        write.writerow(COLUMNS)
        for row in self.rows:
            write.writerow([plain_cell(value) for value in row])
        return out.getvalue()


def results(state: PromotionState) -> PromotionResults:
    """The results of a promotion that has been announced."""
    rows = []
    for one in state.wins.values():
        prize = state.prize(one.prize)
        paid = (one.told_at, one.paid_at, sum(one.paid.values()))
        where = (prize.name, prize.value, one.player, one.draw, one.ticket, one.status)
        rows.append(WinResult(one.number, one.prize, *where, *paid))
    return PromotionResults(state, tuple(rows))
