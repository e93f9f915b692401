"""A service that runs by a law of one's own: kept in the store, in force at its tables, and audited by it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from support.dated_floor import DatedFloor
from support.running_service import Running, bearer, running
from support.tampering import unguarded
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.players import RegisterPlayer
from cutcard.players.law import DIRECTORY, KEPT, LawError, law_of
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.rulebook_events import STREAM
from cutcard.table import CashChips, SellChips, Sit

BOOK = "canberra-2006"  # which names no law of its own


def file_of(folder: Path, most: str = "300", name: str = "our-state") -> Path:
    """A law like that of New South Wales, with another limit on cash."""
    text = (DIRECTORY / "new-south-wales.toml").read_text(encoding="utf-8")
    for old, new in (
        ('id          = "new-south-wales"', f'id = "{name}"'),
        ('title       = "New South Wales"', 'title = "Our State"'),
        ('most    = "5000"', f'most = "{most}"'),
        ('"s 73A(1)"', '"Our Act 7"'),
    ):
        assert old in text
        text = text.replace(old, new)
    path = folder / f"{name}.toml"
    path.write_text(text, encoding="utf-8")
    return path


def bought(service: Running, player: str, amount: int, **fields: Any) -> Any:
    command = {"do": "buy-chips-at-cage", "amount": amount, "paid_by": "cash", **fields}
    body = {"id": f"{player}-{amount}", "command": command}
    token = service.person("boss", "administrator")
    return service.http.post(f"/api/players/{player}/commands", json=body, headers=bearer(token))


def test_tables_and_players_go_by_it_and_the_store_keeps_it(where: str, tmp_path: Path) -> None:
    with running(where, law=str(file_of(tmp_path))) as service:
        ann = service.person("ann")
        page = service.get("/api/players/me", ann).json()["player"]
        assert page["law"]["title"] == "Our State"
        table = service.real("T1", book=BOOK)
        config = service.live(table).state.config
        assert (law_of(config.law).title, config.player_cards) == ("Our State", True)
        assert bought(service, "ann", 30_000).status_code == 200
        refused = bought(service, "ann", 1000)
        assert refused.status_code == 409
        assert refused.json()["error"]["clause"] == "Our Act 7"
    KEPT.clear()
    law_of.cache_clear()
    file_of(tmp_path, most="900")  # the file has changed since; what was done is judged by the law as it was
    store = Store.open(where)
    assert audit(store, processes=1).fault is None
    assert len([*store.read(STREAM)]) == 1
    store.close()
    with running(where) as service:  # who is registered under it stays so
        assert service.get("/api/players/me", service.person("ann")).json()["player"]["law"]["title"] == "Our State"
        assert bought(service, "ann", 1000).json()["error"]["clause"] == "Our Act 7"


@pytest.mark.parametrize(
    ("book", "most", "clause"),
    [
        ("melbourne-v26", 100_000, "Royal Commission reforms of 2022"),
        ("sydney-earlier", 500_000, "AML/CTF Act s 28"),
        (BOOK, None, None),
    ],
)
def test_cash_of_strangers_is_counted_by_the_law_of_the_document_where_no_law_is_chosen(
    where: str, book: str, most: int | None, clause: str | None
) -> None:
    """Nobody pays or is paid more cash for being unknown than somebody whom the register knows."""
    with running(where) as service:
        table, boss = service.real("T1", book=book, source="real"), service.person("boss", "administrator")
        sat = service.give(table, Sit(3, "guest"), boss)
        assert sat.status_code == 200, sat.text
        assert service.give(table, SellChips("guest", (most or 900_000) - 1000), boss).status_code == 200
        more = service.give(table, SellChips("guest", 1000), boss)
        out = [service.give(table, CashChips("guest", amount), boss) for amount in ((most or 900_000) - 1000, 1000)]
        if most is None:
            assert [one.status_code for one in (more, *out)] == [200, 200, 200]
        else:
            assert more.status_code == 409
            assert (more.json()["error"]["code"], more.json()["error"]["clause"]) == ("identity-limit", clause)
            assert [one.status_code for one in out] == [200, 409]
    store = Store.open(where)
    assert audit(store, processes=1).fault is None
    store.close()


def test_another_law_under_the_same_id_is_found(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "casino.db"))
    store.run_by(file_of(tmp_path), 0)
    store.run_by(file_of(tmp_path), 0)
    assert (len([*store.read(STREAM)]), audit(store, processes=1).fault) == (1, None)
    with unguarded(store.engine) as connection:
        connection.exec_driver_sql("UPDATE events SET payload = replace(payload, '300', '99999')")
    assert "rulebooks" in str(audit(store, processes=1).fault)
    store.close()


def test_a_law_of_the_package_is_chosen_by_its_name(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "casino.db"))
    store.run_by("victoria", 0)
    assert (store.law, [*store.read(STREAM)]) == ("victoria", [])
    floor = DatedFloor(store, own_law=store.law)
    floor.desk("ann", RegisterPlayer("ann", "sydney-v15"))
    assert (floor.table().config.law, floor.player("ann").law) == ("victoria", "victoria")
    floor.audited()
    store.close()


def test_a_file_with_faults_starts_nothing(tmp_path: Path) -> None:
    store = Store.open(str(tmp_path / "casino.db"))
    with pytest.raises(LawError, match="must be more than 0"):
        store.run_by(file_of(tmp_path, most="0"), 0)
    with pytest.raises(LawError, match="a law of the package has this name"):
        store.run_by(DIRECTORY / "victoria.toml", 0)
    assert (store.law, [*store.read(STREAM)]) == ("", [])
    store.close()
    answer = CliRunner().invoke(
        app, ["serve", "--law", str(tmp_path / "our-state.toml"), "--db", str(tmp_path / "x.db")]
    )
    assert answer.exit_code != 0
    assert "must be more than 0" in str(answer.exception or answer.output)
    assert not (tmp_path / "x.db").exists()
