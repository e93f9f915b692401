"""The tournament of the demonstration: one at a time, with stages for any number of entrants, and bots of the house."""

from __future__ import annotations

import asyncio
from math import ceil
from pathlib import Path

import pytest

from cutcard.floor.tournament_director import house_player, is_house_player, next_act, runs_itself
from cutcard.service.accounts import AccountError, check_name
from cutcard.service.casino import Casino
from cutcard.service.demonstration_tournament import PRIZES, SEATS, stages_for, start_demonstration, terms_for
from cutcard.service.settings import Settings
from cutcard.store import Store
from cutcard.table.config import HOUSE
from cutcard.tournaments import ApplyToEnter, OpenEntries, stream_of_tournament
from cutcard.tournaments.terms_checks import terms_faults


@pytest.mark.parametrize("entrants", [2, 7, 8, 49, 50, 100, 112, 343, 500, 2401])
def test_stages_bring_any_number_of_entrants_down_to_one_table(entrants: int) -> None:
    left = entrants
    *earlier, final = stages_for(entrants)
    for stage in earlier:
        tables = ceil(left / stage.seats)
        assert left > SEATS
        left = tables * stage.advance + stage.best_others
    assert left <= SEATS
    assert final.name == "final"
    assert not terms_faults(terms_for(entrants, 10**12))
    assert sum(PRIZES) == 1_000_000


def test_whoever_asks_for_one_gets_the_one_that_is_on(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "casino.db"))
    casino = Casino(store, Settings.read(environment={}))  # its tasks are not started: nobody runs it

    async def started() -> None:
        name = await start_demonstration(casino, entrants=8)
        assert await start_demonstration(casino) == name == "demo-1"
        state = (await casino.floor.stream(stream_of_tournament(name))).state
        assert (state.phase, state.directors, runs_itself(state)) == ("announced", (HOUSE,), True)
        act = next_act(state, {}, casino.now())
        assert act is not None
        assert isinstance(act.command, OpenEntries)
        entering = next_act(state._replace(phase="entry"), {}, casino.now())
        assert entering is not None
        assert entering.command == ApplyToEnter(house_player(0), agrees=True, cash=True)
        for_money = state._replace(terms_or_none=state.terms._replace(currency="aud"))
        assert next_act(for_money, {}, casino.now()) is None  # people run what is played for money
        assert next_act(state._replace(directors=("dot",)), {}, casino.now()) is None

    asyncio.run(started())
    store.close()


def test_nobody_else_is_called_like_the_houses_own_players() -> None:
    assert len({house_player(n) for n in range(600)}) == 600
    assert all(is_house_player(house_player(n)) for n in range(600))
    with pytest.raises(AccountError, match="the house's own players"):
        check_name("Bot-Ada")
