"""The house runs a tournament with bots to its prizes, whatever kills the service; `tools.run_tournament` has 500."""

from __future__ import annotations

from support.running_tournament import FEE, run_tournament

from cutcard.service.demonstration_tournament import POOL, PRIZES


def test_a_tournament_of_the_house_goes_on_after_every_kill_and_pays_the_whole_pool(where: str) -> None:
    ran = run_tournament(where, entrants=16, kills=2, rounds=8, pause_s=(0.1, 0.4))
    state = ran.state
    assert ran.kills == 2
    assert len(state.entrants) == 16
    assert {one.status for one in state.entrants.values()} == {"placed"}
    assert sum(one.prize for one in state.entrants.values()) == 16 * FEE + POOL
    assert sorted(one.place for one in state.entrants.values())[0] == 1
    assert sum(one.prize > 0 for one in state.entrants.values()) >= len(PRIZES)
    assert max(len(one.tables) for one in state.sessions.values()) == 3
