"""Each procedure of docs/operations.md is run as it stands there, on a machine that is a folder."""

from __future__ import annotations

import lzma
import re
import shutil
import sqlite3
import stat
import subprocess
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
import trustme
from support.machine import DOCUMENT, ROOT, Machine, procedures
from support.postgres import fresh_database, programs
from support.running_service import free_port

from cutcard.service.metrics import Metrics

STORE, KEYS = "/var/lib/cutcard/casino.db", "/var/lib/cutcard/casino.keys"
TEXT = DOCUMENT.read_text(encoding="utf-8")
RUN = {  # by the tests below
    "environment",
    "Install as a service",
    "TLS and proxy",
    "Back up SQLite",
    "Restore SQLite",
    "Back up PostgreSQL",
    "Restore PostgreSQL",
    "Upgrade and roll back",
    "Keys",
    "Anchors, and views that do not hold",
    "Shut somebody out",
    "Retention and privacy",
}


@pytest.fixture
def machine(tmp_path: Path, warmed: Path) -> Iterator[Machine]:
    made = Machine(tmp_path, warmed, free_port(), PASSWORD="mulberry-Carpet-71-tin")
    yield made
    made.close()


def installed(machine: Machine, instead: dict[str, str] | None = None) -> str:
    """Install, and return the administrator's password."""
    said = machine.run("Install as a service", instead)
    found = re.search(r"password\s+(\S+)", said)
    assert found is not None, said
    return found[1]


def log_in(machine: Machine, password: str) -> str:
    answer = httpx.post(
        f"http://127.0.0.1:{machine.port}/api/login", json={"name": "administrator", "password": password}
    )
    assert answer.status_code == 200, answer.text
    return str(answer.json()["token"])


def knows(machine: Machine, token: str) -> bool:
    headers = {"Authorization": f"Bearer {token}"}
    return httpx.get(f"http://127.0.0.1:{machine.port}/api/me", headers=headers).status_code == 200


def test_every_procedure_is_run() -> None:
    assert set(procedures()) == RUN


def test_install_back_up_and_restore_sqlite(machine: Machine) -> None:
    password = installed(machine)
    files = [machine.path(STORE), machine.path(KEYS)]
    assert {stat.S_IMODE(file.stat().st_mode) for file in files} == {0o600}
    withdrawn_later = log_in(machine, password)
    assert "head " in machine.run("Back up SQLite")
    after = log_in(machine, password)

    said = machine.run("Restore SQLite")
    assert "holds: " in said
    assert "all tokens are withdrawn" in said
    assert not knows(machine, withdrawn_later)  # it was good when the backup was made
    assert not knows(machine, after)  # the restored store has never heard of it
    assert knows(machine, log_in(machine, password))
    assert machine.path("/var/lib/cutcard/aside/casino.db").exists()

    # A copy that lacks what was there when its head was noted is not started.
    head = machine.shell("cutcard audit /var/lib/cutcard/casino.db --keys /var/lib/cutcard/casino.keys")
    next(machine.path("/var/backups/cutcard").glob("*.head")).write_text(head.splitlines()[-1])
    with pytest.raises(AssertionError, match="does not hold"):
        machine.run("Restore SQLite")


def test_keys_are_renewed_and_people_shut_out(machine: Machine) -> None:
    installed(machine)
    said = machine.run("Keys")
    assert "has a new key" in said
    assert "holds: " in said
    assert len(machine.shell("cutcard store public-keys").splitlines()) == 2
    copy = machine.path("/var/backups/cutcard/casino.keys")
    assert (copy.read_bytes(), stat.S_IMODE(copy.stat().st_mode)) == (machine.path(KEYS).read_bytes(), 0o600)
    assert "disabled since" in machine.run("Shut somebody out")
    said = machine.run("Retention and privacy")
    assert '"full_name": "Pat Example"' in said
    assert "the identity of patron is erased" in said
    assert "holds: " in said
    assert machine.run("Anchors, and views that do not hold").count("holds: ") == 2
    assert machine.path("/var/lib/cutcard/heads").read_text()


def test_a_certificate_of_its_own(machine: Machine) -> None:
    installed(machine)
    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    issued.private_key_pem.write_to_path(machine.path("/etc/cutcard/key.pem"))
    machine.path("/etc/cutcard/chain.pem").write_bytes(b"".join(each.bytes() for each in issued.cert_chain_pems))
    authority.cert_pem.write_to_path(machine.path("/etc/cutcard/authority.pem"))
    assert '"ok"' in machine.run("TLS and proxy")


def test_a_store_of_the_release_before_is_upgraded(machine: Machine) -> None:
    old = sqlite3.connect(machine.path(STORE))
    old.executescript(lzma.decompress((ROOT / "tests/store/data/release-0.1.0.sql.xz").read_bytes()).decode())
    old.close()
    machine.path("/etc/cutcard/cutcard.toml").write_text(machine.here(f'db = "{STORE}"\nkeys = "{KEYS}"\n'))
    shutil.copy(machine.checkout / "deploy" / "cutcard.service", machine.path("/etc/systemd/system"))
    machine.path("/var/backups/cutcard").mkdir()
    said = machine.run("Upgrade and roll back")
    assert "holds: " in said
    backup = machine.path("/var/backups/cutcard/before-upgrade.db")
    assert sqlite3.connect(backup).execute("SELECT count(*) FROM events").fetchone()[0] == 3520
    backup.rename(backup.with_name("old.db"))  # and back again, with what the old release left
    backup.with_suffix(".head").rename(backup.with_name("old.head"))
    machine.path(KEYS).rename(machine.path("/var/lib/cutcard/casino.keys.newer"))
    assert "holds: " in machine.run("Restore SQLite")


def test_back_up_and_restore_postgresql(tmp_path: Path, warmed: Path, server: str) -> None:
    with fresh_database(server) as old, fresh_database(server) as new:
        machine = Machine(tmp_path, warmed, free_port(), programs(), DB=old, NEW=new)
        try:
            password = installed(machine, {'db = "/var/lib/cutcard/casino.db"': f'db = "{old}"'})
            token = log_in(machine, password)
            machine.run("Back up PostgreSQL")
            assert "holds: " in machine.run("Restore PostgreSQL")
            assert new in machine.path("/etc/cutcard/cutcard.toml").read_text()
            assert not knows(machine, token)
            assert knows(machine, log_in(machine, password))
        finally:
            machine.close()


def test_the_unit_file_says_what_systemd_understands(tmp_path: Path) -> None:
    program = shutil.which("systemd-analyze")
    if program is None:
        pytest.skip("systemd is not installed here")
    unit = (ROOT / "deploy" / "cutcard.service").read_text()
    copy = tmp_path / "cutcard.service"
    copy.write_text(unit.replace("/opt/cutcard/.venv/bin/cutcard", shutil.which("true") or "/bin/true"))
    done = subprocess.run([program, "verify", "--man=no", copy], capture_output=True, text=True)
    assert not [line for line in done.stderr.splitlines() if "cutcard.service" in line], done.stderr


def test_every_alarm_is_explained() -> None:
    families = {family.name for family in Metrics().registry.collect() if family.name.startswith("cutcard_")}
    unexplained = {name for name in families if name not in TEXT}
    lines = set()
    for file in (ROOT / "src").rglob("*.py"):
        lines |= set(re.findall(r'\blog\.(?:warning|error|exception)\(\s*"([^"]+)"', file.read_text(encoding="utf-8")))
    assert len(lines) > 5
    assert not unexplained | {line for line in lines if f"`{line}`" not in TEXT}
