"""The service's settings: each defined once, with its type, its default, its limits and a sentence on what it does.

Where they come from, the later wins: the defaults, a TOML file, the environment, the command line.

>>> Settings.read(environment={"CUTCARD_PORT": "8080"}).port
8080
>>> Settings.read(environment={"CUTCARD_PORT": "8080"}, given={"port": 9000, "host": None}).port
9000
>>> Settings.read(environment={"CUTCARD_PORT": "eighty"})
Traceback (most recent call last):
cutcard.service.settings.SettingError: port = 'eighty' in the environment (CUTCARD_PORT) must be a whole number from 0 \
to 65535
"""

from __future__ import annotations

import math
import os
import re
import tomllib
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Any, NamedTuple

from cutcard.errors import CutcardError, listed, nearest

PREFIX = "CUTCARD_"
FILE_ENV = "CUTCARD_SETTINGS"
_WHOLE = re.compile(r"[+-]?\d{1,18}")
_LOGIN = re.compile(r"://.*@")
_YES, _NO = ("on", "true", "yes", "1"), ("off", "false", "no", "0")


class SettingError(CutcardError):
    """A setting that there is not, or a value that it cannot have."""


class Kind(NamedTuple):
    """What values a setting takes: how it is read from what was written, and what it must be, in words."""

    read: Callable[[object], Any]  # raises ValueError
    words: str


class Listed(NamedTuple):
    """A setting as help and documentation show it."""

    name: str
    env: str
    default: str
    help: str


def _text() -> Kind:
    def read(raw: object) -> str:
        if not isinstance(raw, str | Path) or not str(raw).strip():
            raise ValueError
        return str(raw)

    return Kind(read, "a text")


def _file() -> Kind:
    def read(raw: object) -> Path | None:
        if not isinstance(raw, str | Path):
            raise ValueError
        if not str(raw):
            return None
        if not Path(raw).is_file():
            raise ValueError
        return Path(raw)

    return Kind(read, "the name of a file that is there")


def _whole(least: int, most: int) -> Kind:
    def read(raw: object) -> int:
        whole = isinstance(raw, int) and not isinstance(raw, bool)
        if not whole and not (isinstance(raw, str) and _WHOLE.fullmatch(raw.strip())):
            raise ValueError
        number = int(raw)  # type: ignore[call-overload]
        if not least <= number <= most:
            raise ValueError
        return int(number)

    return Kind(read, f"a whole number from {least} to {most}")


def _number(least: float, most: float) -> Kind:
    def read(raw: object) -> float:
        if isinstance(raw, bool) or not isinstance(raw, int | float | str):
            raise ValueError
        number = float(raw)
        if not math.isfinite(number) or not least <= number <= most:
            raise ValueError
        return number

    return Kind(read, f"a number from {least:g} to {most:g}")


def _switch() -> Kind:
    def read(raw: object) -> bool:
        word = str(raw).strip().lower() if isinstance(raw, bool | str) else ""
        if word not in (*_YES, *_NO):
            raise ValueError
        return word in _YES

    return Kind(read, "on or off")


def _one_of(*words: str) -> Kind:
    def read(raw: object) -> str:
        if not isinstance(raw, str) or raw.strip().lower() not in words:
            raise ValueError
        return raw.strip().lower()

    return Kind(read, listed(words, "or"))


def _setting(default: Any, kind: Kind, says: str, shown: bool = True) -> Any:
    return field(default=default, repr=shown, metadata={"kind": kind, "help": says})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """What a service runs by."""

    db: str = _setting(
        "cutcard.db", _text(), "the store: an SQLite file, or postgresql://…", shown=False
    )  # its URL may hold a password
    host: str = _setting("127.0.0.1", _text(), "the address to listen on; 0.0.0.0 is every one of this machine")
    port: int = _setting(8421, _whole(0, 65535), "the port to listen on; 0 takes a free one")
    tls_certificate: Path | None = _setting(None, _file(), "the file of the TLS certificate chain, with tls_key")
    tls_key: Path | None = _setting(None, _file(), "the file of the certificate's private key, with tls_certificate")
    token_hours: float = _setting(12.0, _number(0.01, 8760), "how many hours a login is good for")
    guest_hours: float = _setting(24.0, _number(0.01, 8760), "how many hours a guest's account is good for")
    play_money: int = _setting(100_000, _whole(0, 10**12), "cents given to whoever sits down at a table of play money")
    after_round_ms: int = _setting(
        4000, _whole(0, 600_000), "how long a table that runs itself shows the payments before betting opens again"
    )
    after_wager_ms: int = _setting(
        5000, _whole(0, 600_000), "how long it waits after the last chip once everybody seated has wagered"
    )
    commands_per_second: float = _setting(
        20.0, _number(0.1, 100_000), "commands that an account may send each second in the long run"
    )
    commands_burst: int = _setting(40, _whole(1, 1_000_000), "commands that an account may send at once")
    logins_per_minute: int = _setting(
        10, _whole(1, 1_000_000), "attempts to log in from one address, and under one name, each minute"
    )
    body_bytes: int = _setting(65_536, _whole(1024, 2**30), "the largest body of a request, in bytes")
    message_bytes: int = _setting(4096, _whole(256, 2**24), "the largest WebSocket message of a client, in bytes")
    queue_events: int = _setting(
        1000, _whole(1, 1_000_000), "events that wait for a client; one that is further behind is dropped"
    )
    log_level: str = _setting("info", _one_of("debug", "info", "warning", "error"), "the least that is logged")
    log_format: str = _setting("words", _one_of("words", "json"), "how log lines are written: words or json")
    metrics: bool = _setting(True, _switch(), "whether /metrics answers, in Prometheus's format")
    web: bool = _setting(True, _switch(), "whether the pages for a browser are served")

    @classmethod
    def read(
        cls,
        file: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
        given: Mapping[str, object] | None = None,
    ) -> Settings:
        """The settings from all sources; in `given`, what the command line says, None is what it does not say."""
        environment = os.environ if environment is None else environment
        file = file or environment.get(FILE_ENV) or None
        values: dict[str, Any] = {}
        for source in ({} if file is None else _of_file(Path(file)), _of(environment), _of_line(given or {})):
            values |= {name: _read(name, raw, where) for name, (raw, where) in source.items()}
        made = cls(**values)
        if (made.tls_certificate is None) != (made.tls_key is None):
            one, other = ("tls_key", "tls_certificate") if made.tls_key else ("tls_certificate", "tls_key")
            raise SettingError(f"{one} = {str(getattr(made, one))!r} needs {other} as well")
        return made


_KINDS: dict[str, Kind] = {one.name: one.metadata["kind"] for one in fields(Settings)}


def listing() -> list[Listed]:
    """Every setting: its name, environment variable, default in words, and what it does.

    >>> listing()[2]
    Listed(name='port', env='CUTCARD_PORT', default='8421', help='the port to listen on; 0 takes a free one')
    """
    return [Listed(one.name, env(one.name), _shown(one.default), one.metadata["help"]) for one in fields(Settings)]


def env(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


_Source = dict[str, tuple[object, str]]  # what was written, and where, in words


def _of_file(path: Path) -> _Source:
    try:
        written = tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        said = (error.strerror or "unknown").lower()
        raise SettingError(f"the settings file {path} cannot be read: {said}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(f"the settings file {path} is no TOML: {error}") from None
    _check_known(written, f"in the file {path}")
    return {name: (raw, f"in the file {path}") for name, raw in written.items()}


def _of(environment: Mapping[str, str]) -> _Source:
    return {
        name: (environment[env(name)], f"in the environment ({env(name)})")
        for name in _KINDS
        if env(name) in environment
    }


def _of_line(given: Mapping[str, object]) -> _Source:
    said = {name: raw for name, raw in given.items() if raw is not None}
    _check_known(said, "on the command line")
    return {name: (raw, "on the command line") for name, raw in said.items()}


def _check_known(names: Mapping[str, object], where: str) -> None:
    for name, raw in names.items():
        if name not in _KINDS:
            raise SettingError(f"there is no setting {name} = {_written(raw)} {where}{nearest(name, _KINDS)}")


def _read(name: str, raw: object, where: str) -> Any:
    try:
        return _KINDS[name].read(raw)
    except ValueError:
        raise SettingError(f"{name} = {_written(raw)} {where} must be {_KINDS[name].words}") from None


def _written(raw: object) -> str:
    """A value for a sentence: short, and without the password of a URL.

    >>> _written("postgresql://cutcard:secret@db/casino")
    "'postgresql://…@db/casino'"
    """
    return _LOGIN.sub("://…@", f"{str(raw) if isinstance(raw, Path) else raw!r}")[:80]


def _shown(default: object) -> str:
    if isinstance(default, bool):
        return "on" if default else "off"
    if default is None:
        return "none"
    return f"{default:g}" if isinstance(default, float) else str(default)
