"""Log lines: a person reads them, a machine parses them back, and no secret is in them."""

from __future__ import annotations

import io
import json
import logging
import re
import shlex
import socket
import threading
import time
from typing import Any

import httpx
import pytest
import uvicorn
from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.exc import IntegrityError
from support.waiting import eventually

from cutcard import logs

TIME = r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z"
TOKEN = "cct_" + "A1_-" * 10 + "xyz"
WAIT_S = 60


pytestmark = pytest.mark.usefixtures("logging_restored")


@pytest.fixture
def words() -> io.StringIO:
    stream = io.StringIO()
    logs.configure("info", "words", stream)
    return stream


@pytest.fixture
def lines() -> io.StringIO:
    stream = io.StringIO()
    logs.configure("debug", "json", stream)
    return stream


def parsed(line: str) -> dict[str, str]:
    """A line of words, read as any reader of logfmt would."""
    at, level, rest = line.rstrip("\n").split(" ", 2)
    assert re.fullmatch(TIME, at)
    pairs = re.findall(r'(?:^| )([^\s"=]+)=("(?:[^"\\]|\\.)*"|[^\s"]+)', rest)
    return {"level": level} | {key: json.loads(said) if said[0] == '"' else said for key, said in pairs}


def test_a_line_says_when_how_grave_what_and_with_which_values(words: io.StringIO) -> None:
    logs.get("room").info("command", table="T1", by="ann", command="place-wager", ms=3.1)
    said = words.getvalue()
    assert re.fullmatch(TIME + r" info command table=T1 by=~[0-9a-f]{12} command=place-wager ms=3\.1\n", said)


def test_the_time_is_utc(words: io.StringIO) -> None:
    logs.get("room").info("command")
    written = words.getvalue().split(".")[0]
    times = [time.strftime("%Y-%m-%dT%H:%M:%S", time.gmtime(time.time() - back)) for back in range(60)]
    assert written in times


def test_values_are_quoted_where_they_must_be(words: io.StringIO) -> None:
    log = logs.get("room")
    log.info("x", a="two words", b='says "no"', c="a=b", d="back\\slash", e="", f=None, g=True, h=[1, "b"], i={"j": 2})
    said = words.getvalue()
    assert 'a="two words" b="says \\"no\\"" c="a=b" d="back\\\\slash" e="" f=null g=true' in said
    assert parsed(said)["h"] == '[1, "b"]'
    assert parsed(said)["i"] == '{"j": 2}'


@given(value=st.text(st.characters(), max_size=60))
def test_whatever_a_client_sends_stays_in_one_line_and_is_read_back(value: str) -> None:
    stream = io.StringIO()
    logs.configure("info", "words", stream)
    logs.get("room").info("said", by="ann", text=value, after="yes")
    logs.configure("info", "json", stream)
    logs.get("room").info("said", text=value)
    said = stream.getvalue()
    assert len(said.splitlines()) == 2
    said.encode()  # also lone surrogates
    line, as_json = said.splitlines()
    assert parsed(line) == {"level": "info", "by": logs.someone("ann"), "text": value, "after": "yes"}
    assert json.loads(as_json)["text"] == value


def test_json_lines_hold_the_same(lines: io.StringIO) -> None:
    logs.get("room").warning("command", table="T1", ms=3.1234567, done=True, level="high", nothing=float("nan"))
    made = json.loads(lines.getvalue())
    assert list(made)[:3] == ["at", "level", "happened"]
    assert re.fullmatch(TIME, made.pop("at"))
    expected = {"level": "warning", "happened": "command", "table": "T1", "ms": 3.12346, "done": True, "nothing": "nan"}
    assert made == expected


def test_below_the_level_nothing_is_said(words: io.StringIO) -> None:
    log = logs.get("room")
    log.debug("detail")
    assert words.getvalue() == ""
    log.info("a")
    log.warning("b")
    log.error("c")
    assert [line.split()[1:] for line in words.getvalue().splitlines()] == [
        ["info", "a"],
        ["warning", "b"],
        ["error", "c"],
    ]


def test_configured_again_each_line_comes_once_and_on_the_new_stream(words: io.StringIO) -> None:
    stream = io.StringIO()
    logs.configure("info", "words", stream)
    logs.get("room").info("command")
    assert words.getvalue() == ""
    assert stream.getvalue().count("command") == 1


@pytest.mark.parametrize("format", ["words", "json"])
def test_no_secret_is_ever_said(format: str) -> None:
    stream = io.StringIO()
    logs.configure("debug", format, stream)
    log = logs.get("room")
    hush = "hush-hush"
    log.info("a", password=hush, token=hush, order=hush, salt=hush, new_password=hush, Token=hush)
    log.info("b", nested={"salt": hush, "deep": [{"order": hush}]})
    log.info(f"logged in with {TOKEN}", path=f"/tables/T1/events?token={TOKEN}", nested=[TOKEN])
    try:
        raise IntegrityError("INSERT INTO events", {"payload": hush}, ValueError("UNIQUE"))
    except IntegrityError:
        log.exception("append", table="T1")
    logging.getLogger("uvicorn.error").info('"WebSocket %s" [accepted]', f"/tables/T1?token={TOKEN}")
    said = stream.getvalue()
    assert len(said.splitlines()) == 5
    assert "table" in said
    assert hush not in said
    assert TOKEN not in said
    assert TOKEN[-20:] not in said


def test_an_exception_is_told_in_the_same_line(words: io.StringIO) -> None:
    try:
        raise ValueError("no such\nthing")
    except ValueError:
        logs.get("room").exception("failed", table="T1")
    line = words.getvalue()
    assert line.count("\n") == 1
    made = parsed(line)
    assert made["error"] == "ValueError"  # its text may quote what it read
    assert 'raise ValueError("no such' in made["trace"]


def test_a_long_value_is_cut(words: io.StringIO) -> None:
    logs.get("room").info("said", text="x" * 100_000)
    assert len(words.getvalue()) < logs.VALUE_MOST + 100


async def _app(scope: Any, receive: Any, send: Any) -> None:
    if scope["type"] == "http":
        if scope["path"] == "/broken":
            raise RuntimeError("out of order")
        await send({"type": "http.response.start", "status": 204, "headers": []})
        await send({"type": "http.response.body", "body": b""})


def test_the_servers_own_lines_have_the_same_form(words: io.StringIO) -> None:
    server = uvicorn.Server(uvicorn.Config(_app, log_config=None, lifespan="off"))
    with socket.socket() as listening:
        listening.bind(("127.0.0.1", 0))
        thread = threading.Thread(target=server.run, args=([listening],))
        thread.start()
        try:
            eventually(lambda: server.started, "the server to start")
            at = f"http://127.0.0.1:{listening.getsockname()[1]}"
            assert httpx.get(f"{at}/health?token={TOKEN}", timeout=WAIT_S).status_code == 204
            assert httpx.get(f"{at}/broken", timeout=WAIT_S).status_code == 500
        finally:
            server.should_exit = True
            thread.join(WAIT_S)
    said = words.getvalue().splitlines()
    assert all(parsed(line) for line in said)
    health = next(shlex.split(line) for line in said if "path=/health" in line)
    assert health[1:3] == ["info", "uvicorn.access"]
    assert health[4:] == ["method=GET", "path=/health", "status=204"]
    broken = next(parsed(line) for line in said if "out of order" in line)
    assert broken["level"] == "error"
    assert broken["error"] == "RuntimeError"
    assert TOKEN not in words.getvalue()
