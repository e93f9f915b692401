"""Whoever may not play does not by any way into the service, and reports about players are only the staff's to read."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.running_service import Running, bearer, running

from cutcard.table import Arrive, PlaceWager, Sit


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(str(tmp_path_factory.mktemp("doors") / "casino.db")) as service:
        service.open("T1")
        yield service


def tell(service: Running, player: str, token: str, do: str, **fields: Any) -> None:
    body = {"id": f"{player}-{do}", "command": {"do": do, **fields}}
    answer = service.http.post(f"/api/players/{player}/commands", json=body, headers=bearer(token))
    assert answer.status_code == 200, answer.text


@pytest.mark.parametrize(("do", "fields"), [("exclude", {"kind": "voluntary"}), ("suspend-myself", {"hours": 24})])
def test_whoever_is_kept_out_leaves_the_table_and_no_command_brings_them_back(
    house: Running, do: str, fields: dict[str, Any]
) -> None:
    name = do.replace("-", "")
    token = house.person(name)
    assert house.give("T1", Sit(3 if do == "exclude" else 4), token).status_code == 200
    assert name in house.live("T1").state.players
    tell(house, name, token, do, **fields)
    assert name not in house.live("T1").state.players
    for command in (Sit(5), Arrive(), PlaceWager(5, 1000)):
        assert house.give("T1", command, token).status_code in (403, 409), command
    assert name not in house.live("T1").state.players


def test_reports_are_a_register_that_players_do_not_read(house: Running) -> None:
    token, boss = house.person("rex"), house.person("rae", "gaming-manager", "sydney")
    tell(house, "rex", boss, "report-suspicion", about="suspicion", reason="chips are passed to others")
    assert house.get("/api/player-registers/reports", token).status_code == 403
    rows = house.get("/api/player-registers/reports", house.person("ines", "inspector")).json()["rows"]
    (row,) = [row for row in rows if row["player"] == "rex"]
    assert (row["kind"], row["status"], row["authority"]) == ("suspicious-matter", "due", "AUSTRAC")
    tell(house, "rex", boss, "make-report", number=1, reference="SMR-1")
    for path in ("/api/players/me", "/api/players/me/events"):
        assert "suspici" not in house.get(path, token).text
