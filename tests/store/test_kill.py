"""Nothing acknowledged is lost: a short run of `tools/kill_test.py`."""

from __future__ import annotations

from store.killing import kill_once

KILLS = 4


def test_a_process_that_plays_tables_may_die_at_any_moment(where: str) -> None:
    survived = [kill_once(where, seed) for seed in range(KILLS)]
    assert sum(each.acknowledged for each in survived) > 20
    assert survived[-1].rounds > 0
