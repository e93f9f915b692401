"""Log lines that a person reads and a machine parses: logfmt or JSON, over the standard logging module.

`configure` once, then in each part `log = get("room")` and `log.info("command", table="T1", by="ann", ms=3.1)`:

    2026-11-15T10:00:00.123Z info command table=T1 by=~3f0c2a9be1d0 ms=3.1

Nobody is in a log by name or by address: a keyed digest stands for both, the same one in every line (`someone`).
"""

from __future__ import annotations

import hmac
import json
import logging
import math
import re
import secrets
import sys
import traceback
from collections.abc import Mapping
from datetime import UTC, datetime
from functools import lru_cache
from typing import Any, TextIO
from urllib.parse import unquote

from cutcard.errors import CutcardError

ROOT = "cutcard"
HIDDEN = frozenset(
    {"password", "token", "order", "salt", "authorization", "cookie", "secret"}
    | {"personal", "details", "birth", "contact", "document"}  # who somebody is
)
PEOPLE = frozenset({"by", "name", "player", "address", "client"})  # words in the names of values that say who it was
NOBODY = frozenset({"", "house", "console"})
DIGITS = 12
VALUE_MOST = 2000  # characters
TRACE_MOST = 8000
CAUSES_MOST = 5
SHORT = 64  # characters of a text that is remembered
KEPT = 2000  # of those, and of the names of values
_BARE = re.compile(r"[^\s\"=\\]+")
_WORDS = re.compile(r"[^a-z]+")
# What texts of others may carry: a token in an address, the values of a statement that failed.
_SECRETS = (
    (re.compile(r"cct_[A-Za-z0-9_-]+"), "cct_…"),
    (re.compile(r"\[parameters: .*"), "[parameters: …]"),
    (re.compile(r"Failing row contains .*"), "Failing row contains …"),
    (re.compile(r"""(salt\W{1,4})[0-9A-Za-z_-]{8,}"""), r"\1…"),
    (re.compile(r"(?<![0-9A-Za-z])(?:[2-9TJQKA][cdhs](?![0-9A-Za-z])\W{0,4}){2,}"), "(cards)"),
)
_IN_PATHS = re.compile(r"/(players|accounts)/(?!me\b)([^/?#\s\"']+)")
_IN_STREAMS = re.compile(r"\b(player|tokens|device|owed):([^\s:\"']+)")
_QUOTED = re.compile(r"'[^']*'")
_CARD = re.compile(r"(?<![0-9A-Za-z])[2-9TJQKA][cdhs](?![0-9A-Za-z])")  # in what an exception says
_VALUES = "cutcard_values"
_LEVELS = {"debug": logging.DEBUG, "info": logging.INFO, "warning": logging.WARNING, "error": logging.ERROR}
_OURS = (ROOT, "uvicorn")
_SERVERS = ("uvicorn", "uvicorn.error", "uvicorn.access", "uvicorn.asgi")


_key = secrets.token_bytes(32)  # until `stand_for_people` says otherwise


def stand_for_people(key: bytes) -> None:
    """Let digests be made with this key from now on, so that they are the same after the next start."""
    global _key
    _key = key
    _scrubbed_short.cache_clear()


def someone(who: str, key: bytes | None = None) -> str:
    """The code for an account or an address: without the key nobody can tell which one it is.

    >>> someone("ann") == someone("Ann") != someone("bob"), someone("house")
    (True, 'house')
    """
    if who in NOBODY:
        return who
    text = who.casefold().encode("utf-8", "surrogatepass")
    return f"~{hmac.digest(key or _key, text, 'sha256').hex()[:DIGITS]}"


class Log:
    """Says what happened, with values by name."""

    __slots__ = ("_logger",)

    def __init__(self, logger: logging.Logger) -> None:
        self._logger = logger

    def debug(self, happened: str, /, **values: object) -> None:
        self._write(logging.DEBUG, happened, values)

    def info(self, happened: str, /, **values: object) -> None:
        self._write(logging.INFO, happened, values)

    def warning(self, happened: str, /, **values: object) -> None:
        self._write(logging.WARNING, happened, values)

    def error(self, happened: str, /, **values: object) -> None:
        self._write(logging.ERROR, happened, values)

    def exception(self, happened: str, /, **values: object) -> None:
        """An error with the exception that is being handled."""
        self._write(logging.ERROR, happened, values, trace=True)

    def mistake(self, error: BaseException, /, **values: object) -> str:
        """An unexpected error, under a random id; a visitor sees only that id."""
        id_ = secrets.token_hex(4)
        self._write(logging.ERROR, "mistake", {"id": id_, **values}, error)
        return id_

    def _write(self, level: int, happened: str, values: dict[str, object], trace: bool | BaseException = False) -> None:
        logger = self._logger
        if trace:
            logger.log(level, "%s", happened, extra={_VALUES: values}, exc_info=trace)
        elif logger.isEnabledFor(level):  # past `log`, which would look up the line of code that no line of ours shows
            logger.handle(
                logger.makeRecord(logger.name, level, "", 0, "%s", (happened,), None, extra={_VALUES: values})
            )


def get(name: str) -> Log:
    """The log of a part of the service."""
    return Log(logging.getLogger(f"{ROOT}.{name}"))


def configure(level: str = "info", format: str = "words", stream: TextIO | None = None) -> None:
    """Send our lines and the server's to a stream, by default standard error; again, it replaces what was.

    Uvicorn must be started with `log_config=None`, or it puts its own handlers back.
    """
    root = logging.getLogger()
    for old in [one for one in root.handlers if isinstance(one, _Handler)]:
        root.removeHandler(old)
    handler = _Handler(stream or sys.stderr)
    handler.setFormatter(_Json() if format == "json" else _Words())
    root.addHandler(handler)
    for name in _OURS:
        logging.getLogger(name).setLevel(_LEVELS[level])
    # that a page was opened is news to the server alone
    logging.getLogger("uvicorn.error").setLevel(logging.NOTSET if level == "debug" else logging.WARNING)
    for name in _SERVERS:
        logger = logging.getLogger(name)
        logger.handlers.clear()
        logger.propagate = True


class _Handler(logging.StreamHandler[TextIO]):
    """Ours, to be known again."""


class _Words(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        happened, values = _message_and_values(record)
        pairs = [f"{_plain_key(key)}={_word(value)}" for key, value in values.items()]
        return " ".join([_time(record), record.levelname.lower(), _word(happened), *pairs])


class _Json(logging.Formatter):
    def format(self, record: logging.LogRecord) -> str:
        happened, values = _message_and_values(record)
        head = {"at": _time(record), "level": record.levelname.lower(), "happened": happened}
        return json.dumps({**head, **values, **head})


def _message_and_values(record: logging.LogRecord) -> tuple[str, dict[str, Any]]:
    """What happened and its values, with nothing in them that must not be said."""
    own = getattr(record, _VALUES, None)
    happened = record.getMessage() if own is not None else record.name
    values = dict(own) if own is not None else _of_others(record)
    if record.exc_info and record.exc_info[0] is not None:
        error = record.exc_info[1]
        assert error is not None
        values |= {"error": _error(error), "trace": _trace(error)[-TRACE_MOST:]}
    return _scrubbed(happened), {key: _loggable(key, value) for key, value in values.items() if not _hidden(key)}


def _loggable(key: str, value: object) -> Any:
    """A value, or its keyed digest where it says who somebody is."""
    if isinstance(value, str) and _names_somebody(key):
        return someone(value)
    return _clean(value)


@lru_cache(KEPT)
def _names_somebody(key: str) -> bool:
    return not PEOPLE.isdisjoint(_WORDS.split(key.lower()))


def _error(error: BaseException) -> str:
    """An error for the log, in words only where it is our own and not about a person: others may name somebody."""
    name, in_words = type(error).__name__, isinstance(error, CutcardError) and error.about_nobody
    return f"{name}: {_QUOTED.sub('…', _CARD.sub('(card)', str(error)))}" if in_words else name


def _trace(error: BaseException) -> str:
    """Where an error comes from, and the errors that it came of, the first one first."""
    parts: list[str] = []
    each: BaseException | None = error
    while each is not None and len(parts) < CAUSES_MOST:
        parts.append("".join(traceback.format_tb(each.__traceback__)) + _error(each))
        each = each.__cause__ or (None if each.__suppress_context__ else each.__context__)
    return "\n".join(reversed(parts))


def _of_others(record: logging.LogRecord) -> dict[str, object]:
    """A line of the server's or of a library's: a request by its parts, anything else as it is said."""
    if record.name == "uvicorn.access" and isinstance(record.args, tuple) and len(record.args) == 5:
        client, method, path, _version, status = record.args
        return {"client": client, "method": method, "path": str(path).partition("?")[0], "status": status}
    return {"says": record.getMessage()}


def _hidden(key: object) -> bool:
    return _hides(str(key))


@lru_cache(KEPT)
def _hides(key: str) -> bool:
    return not HIDDEN.isdisjoint(_WORDS.split(key.lower()))


def _clean(value: object) -> Any:
    """A value as JSON can say it, without what is hidden and no longer than allowed."""
    if value is None or isinstance(value, bool | int):
        return value
    if isinstance(value, float):
        return float(f"{value:.6g}") if math.isfinite(value) else str(value)
    if isinstance(value, str):
        return _scrubbed(value)
    if isinstance(value, Mapping):
        return {str(key): _clean(one) for key, one in value.items() if not _hidden(key)}
    if isinstance(value, list | tuple | set | frozenset):
        return [_clean(one) for one in value]
    return _scrubbed(str(value))


def _scrubbed(text: str) -> str:
    """A text without secrets and names; what lines say again and again, such as tables and roles, is remembered."""
    return _scrubbed_short(text) if len(text) <= SHORT else _scrubbed_whole(text)


@lru_cache(KEPT)
def _scrubbed_short(text: str) -> str:
    return _scrubbed_whole(text)


def _scrubbed_whole(text: str) -> str:
    for secret, instead in _SECRETS:
        text = secret.sub(instead, text)
    text = _IN_PATHS.sub(lambda found: f"/{found[1]}/{someone(unquote(found[2]))}", text)
    text = _IN_STREAMS.sub(lambda found: f"{found[1]}:{someone(found[2])}", text)
    most = TRACE_MOST if "\n" in text else VALUE_MOST
    return text if len(text) <= most else f"{text[:most]}…"


def _word(value: object) -> str:
    """A value in logfmt: bare where it can be, else quoted as JSON quotes.

    >>> _word("T1"), _word(3.1), _word('says "no"'), _word("a\\nb"), _word(None)
    ('T1', '3.1', '"says \\\\"no\\\\""', '"a\\\\nb"', 'null')
    """
    if value is None or isinstance(value, bool):
        return json.dumps(value)
    text = value if isinstance(value, str) else json.dumps(value) if isinstance(value, list | dict) else f"{value}"
    if not text.isprintable():
        return json.dumps(text)
    return text if _BARE.fullmatch(text) else json.dumps(text, ensure_ascii=False)


@lru_cache(KEPT)
def _plain_key(key: str) -> str:
    return key if _BARE.fullmatch(key) and key.isprintable() else json.dumps(key)


def _time(record: logging.LogRecord) -> str:
    """Milliseconds, in UTC.

    >>> _time(logging.makeLogRecord({"created": 0.0625}))
    '1970-01-01T00:00:00.062Z'
    """
    return datetime.fromtimestamp(record.created, UTC).isoformat(timespec="milliseconds").removesuffix("+00:00") + "Z"
