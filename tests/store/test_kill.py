"""Nothing acknowledged is lost: a short run of `tools/kill_test.py`."""

from __future__ import annotations

from support.kill_store import kill_once, kill_server_once
from support.postgres import fresh_database, serving

KILLS = 4
SERVER_KILLS = 4


def test_a_process_that_plays_tables_may_die_at_any_moment(where: str) -> None:
    survived = [kill_once(where, seed) for seed in range(KILLS)]
    assert sum(each.acknowledged for each in survived) > 20
    assert survived[-1].rounds > 0


def test_the_database_server_may_die_at_any_moment() -> None:
    """By SIGQUIT and by SIGKILL in turns, and each time it recovers from its log."""
    with serving() as server, fresh_database(server.url) as where:
        survived = [kill_server_once(server, where, seed) for seed in range(SERVER_KILLS)]
    assert sum(each.acknowledged for each in survived) > 20
    assert survived[-1].rounds > 0
