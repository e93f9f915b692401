"""A settlement line names what paid it: the row of the pay table or the bonus."""

from __future__ import annotations

from random import Random

from referee.rounds import random_record

from cutcard.engine import evolve
from cutcard.engine.events import RoundOpened, Settled
from cutcard.engine.evolve import opened
from cutcard.records.parse import parse
from cutcard.records.replay import replay

ROUNDS = 150


def test_a_line_names_its_row_and_one_of_an_earlier_release_is_named_as_it_was_paid() -> None:
    named: set[str] = set()
    rng = Random(4)
    for _ in range(ROUNDS):
        played = replay(round_ := parse(random_record(rng, rulebook="melbourne-v26")))
        state = opened(RoundOpened(round_.setup))
        for event in played.events:
            after = evolve(state, event)
            if isinstance(event, Settled):
                assert evolve(state, event.without_rows()) == after
                named |= {line.row for line in event.lines if line.row} | {extra.row for extra in event.extras}
            state = after
        assert state == played.state
        for wager in state.wagers:
            side = state.setup.side_bets.get(wager.bet)
            if side is not None and wager.outcome == "win":
                row = next(row for row in side.rows if row.outcome == wager.row)
                assert row.clause == wager.clause
    assert len(named) > 15, named
