"""A few kills of the service on both databases; `python -m tools.kill_service` does a hundred on each."""

from __future__ import annotations

from pathlib import Path

import pytest
from support.kill_service import kill_often
from support.postgres import fresh_database


@pytest.mark.parametrize("database", ["sqlite", "postgresql"])
def test_no_acknowledged_command_is_lost_and_no_round_is_stuck(
    database: str, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    if database == "sqlite":
        survived = kill_often(str(tmp_path / "casino.db"), kills=2, seed=1)
    else:
        with fresh_database(request.getfixturevalue("server")) as url:
            survived = kill_often(url, kills=2, seed=2)
    assert survived.acknowledged > 50
    assert survived.rounds >= 3 * 4
    assert survived.contributed > 0
