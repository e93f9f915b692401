"""`cutcard serve` as a real process: what it prints, how it is set, TLS, and who else has the store."""

from __future__ import annotations

import os
import re
import signal
import ssl
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
import trustme
from support.waiting import PATIENCE_S

from cutcard.service.settings import listing
from cutcard.service.wire import WORDS

ROOT = Path(__file__).resolve().parent.parent.parent
SERVE = [sys.executable, "-m", "cutcard", "serve"]
ADDRESS = re.compile(r"Cutcard is at (\S+)")
PASSWORD = re.compile(r"password +(\S+)")


@contextmanager
def serving(folder: Path, *options: str, **environment: str) -> Iterator[tuple[str, str]]:
    """A service of its own: the address that it prints, and everything that it printed until then."""
    env = {**os.environ, "CUTCARD_WEB": "off", "CUTCARD_LOG_LEVEL": "error", **environment}
    command = [*SERVE, "--db", "casino.db", "--port", "0", *options]
    process = subprocess.Popen(
        command, cwd=folder, env=env, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    try:
        assert process.stdout is not None
        said = ""
        for line in process.stdout:
            said += line
            if match := ADDRESS.search(line):
                yield match[1], said
                break
        else:
            raise AssertionError(said)
    finally:
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE_S) == 0


def refused(folder: Path, *options: str, **environment: str) -> str:
    """What a service says that cannot be started."""
    env = {**os.environ, "CUTCARD_WEB": "off", **environment}
    command = [*SERVE, "--db", "casino.db", "--port", "0", *options]
    done = subprocess.run(command, cwd=folder, env=env, capture_output=True, text=True, timeout=PATIENCE_S, check=False)
    assert done.returncode == 2, done
    return done.stderr


def test_a_first_start_prints_the_administrators_password_once(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, said):
        match = PASSWORD.search(said)
        assert match is not None
        login = {"name": "administrator", "password": match[1]}
        answer = httpx.post(f"{address}/api/login", json=login, timeout=PATIENCE_S).json()
        assert (answer["name"], answer["role"]) == ("administrator", "administrator")
        assert "another service has" in refused(tmp_path)
    with serving(tmp_path) as (address, said):
        assert "password" not in said
        assert httpx.get(f"{address}/health", timeout=PATIENCE_S).json()["status"] == "ok"


def test_a_service_speaks_tls_with_the_files_it_is_given(tmp_path: Path) -> None:
    authority = trustme.CA()
    issued = authority.issue_cert("localhost")
    issued.cert_chain_pems[0].write_to_path(tmp_path / "chain.pem")
    issued.private_key_pem.write_to_path(tmp_path / "key.pem")
    (tmp_path / "service.toml").write_text('tls_certificate = "chain.pem"\ntls_key = "key.pem"\n')
    trusted = ssl.create_default_context()
    authority.configure_trust(trusted)
    with serving(tmp_path, "--settings", "service.toml") as (address, _):
        assert address.startswith("https://localhost:")
        answer = httpx.post(f"{address}/api/guest", verify=trusted, timeout=PATIENCE_S)
        assert "secure" in answer.headers["set-cookie"].lower()
        with pytest.raises(httpx.ConnectError):
            httpx.get(f"{address}/health", timeout=PATIENCE_S)  # by the world's authorities it is nobody


def test_a_setting_that_cannot_be_is_said_in_one_sentence(tmp_path: Path) -> None:
    said = refused(tmp_path, CUTCARD_TOKEN_HOURS="ever")
    assert said.startswith("cutcard: token_hours = 'ever' in the environment (CUTCARD_TOKEN_HOURS) must be a number")
    assert said.count("\n") == 1


def test_a_port_that_is_taken_is_said_in_one_sentence(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, _):
        port = address.rpartition(":")[2]
        said = refused(tmp_path, "--db", "other.db", "--port", port)
    assert said == f"cutcard: 127.0.0.1:{port} cannot be listened on: address already in use\n"


def test_the_help_and_the_documentation_list_every_setting() -> None:
    done = subprocess.run(
        [*SERVE, "--help"], capture_output=True, text=True, check=True, env={**os.environ, "COLUMNS": "200"}
    )
    documented = (ROOT / "docs" / "service.md").read_text()
    for one in listing():
        assert one.name in done.stdout
        assert one.env in done.stdout
        assert f"`{one.name}`" in documented, one.name


def test_the_api_can_be_read_without_the_internet(tmp_path: Path) -> None:
    with serving(tmp_path) as (address, _):
        page = httpx.get(f"{address}/api/docs", timeout=PATIENCE_S).text
        paths = httpx.get(f"{address}/api/openapi.json", timeout=PATIENCE_S).json()["paths"]
    assert all(f" {path}</code>" in page for path in paths)
    assert all(f'{{"do": "{word}"}}' in page for word in WORDS)
    assert "http://" not in page
    assert "https://" not in page
