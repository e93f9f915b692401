"""A shoe that has ended is anybody's to check: over the API and on the command line."""

from __future__ import annotations

import json
from pathlib import Path
from random import Random

from support.autoplay import GAMES, Autoplay, fill
from support.running_service import running
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.store import Store


def test_anybody_fetches_a_shoe_that_has_ended_and_checks_it(tmp_path: Path) -> None:
    where = str(tmp_path / "casino.db")
    store = Store.open(where)
    fill(store, Autoplay("T1", *GAMES[0], 7, Random(5)), 40)
    store.close()
    with running(where) as service:
        listed = service.get("/api/tables/T1/shoes").json()
        assert [each["ended"] for each in listed] == [True] * (len(listed) - 1) + [False]
        shown = service.get("/api/tables/T1/shoes/1")
        assert (shown.status_code, shown.json()["commitment"]) == (200, listed[0]["commitment"])
        last = service.get(f"/api/tables/T1/shoes/{len(listed)}")
        assert last.status_code == 404
        assert last.json()["error"]["message"].endswith("that has ended")
        assert service.get("/api/tables/T2/shoes").status_code == 404
    printed = CliRunner().invoke(app, ["shoe", where, "T1", "1"])
    assert json.loads(printed.output) == shown.json()
    held = CliRunner().invoke(app, ["verify-shoe", "-"], input=printed.output)
    assert (held.exit_code, "sealed before the first" in held.output) == (0, True)
    changed = json.dumps(shown.json() | {"salt": "0" * 32})
    assert CliRunner().invoke(app, ["verify-shoe", "-"], input=changed).exit_code == 1
    listed_there = CliRunner().invoke(app, ["shoe", where, "T1"]).output
    assert "in play" in listed_there
