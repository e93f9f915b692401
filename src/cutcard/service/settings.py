"""The service's settings: each defined once, with its type, default, limits and a sentence of help.

They come from the defaults, a TOML file, the environment and the command line; later sources win.

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

import os
import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass, field, fields
from pathlib import Path
from typing import Annotated, Any, Literal, NamedTuple, get_type_hints

from pydantic import AfterValidator, BeforeValidator, Field, FilePath, TypeAdapter, ValidationError

from cutcard.errors import CutcardError, listed, nearest
from cutcard.service import cross_site, host_names
from cutcard.time_zones import zone_of
from cutcard.toml_text import read_toml

PREFIX = "CUTCARD_"
FILE_ENV = "CUTCARD_SETTINGS"
_LOGIN = re.compile(r"://.*@")


class SettingError(CutcardError):
    """An unknown setting, or an invalid value."""

    about_nobody = True


class Listed(NamedTuple):
    """A setting as help and documentation show it."""

    name: str
    env: str
    default: str
    help: str


def _not_blank(raw: str) -> str:
    if not raw.strip():
        raise ValueError
    return raw


def _none_if_empty(raw: object) -> object:
    return None if raw == "" else raw


def _origins(raw: str) -> str:
    return ", ".join(cross_site.written(each.strip()) for each in raw.split(",") if each.strip())


def _hosts(raw: str) -> str:
    return ", ".join(host_names.written(each.strip()) for each in raw.split(",") if each.strip())


def _zone(raw: str) -> str:
    try:
        return zone_of(raw).key
    except CutcardError as error:
        raise ValueError from error


def _small_letters(raw: object) -> object:
    return raw.strip().lower() if isinstance(raw, str) else raw


Name = Annotated[str, AfterValidator(_not_blank)]
Text = Annotated[str | None, BeforeValidator(_none_if_empty)]
File = Annotated[FilePath | None, BeforeValidator(_none_if_empty)]
Origins = Annotated[
    str, AfterValidator(_origins), Field(description="addresses like https://casino.example, with commas between them")
]
Hosts = Annotated[
    str, AfterValidator(_hosts), Field(description="names like casino.example or *.casino.example, without a port")
]
Zone = Annotated[
    str, AfterValidator(_zone), Field(description="a time zone of the IANA's list, such as Australia/Sydney or UTC")
]
Switch = Annotated[bool, BeforeValidator(_small_letters)]
Hours = Annotated[float, Field(ge=0.01, le=8760)]
Seconds = Annotated[float, Field(ge=0.1, le=3600)]
Pause = Annotated[int, Field(ge=0, le=600_000)]
Count = Annotated[int, Field(ge=1, le=1_000_000)]


def _setting(default: Any, says: str, shown: bool = True) -> Any:
    return field(default=default, repr=shown, metadata={"help": says})


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """The settings of a service."""

    db: Name = _setting(
        "cutcard.db", "the store: an SQLite file, or postgresql://…", shown=False
    )  # its URL may hold a password
    keys: Text = _setting(
        None, "the file of the store's key ring; without it, beside an SQLite store or in the user's folder of state"
    )
    rulebooks: str = _setting(
        "", "your own rulebooks: TOML files and folders of them, separated as in PATH; clients refer to them by name"
    )
    law: Text = _setting(
        None,
        "a law for the protection of players, by its name or a TOML file, in place of the documents' laws",
    )
    anchor_file: Text = _setting(None, "a file to which the store's signed head is added, a line each time")
    anchor_url: Text = _setting(None, "an address to which the store's signed head is sent by POST", shown=False)
    anchor_mail: Text = _setting(None, "an address to which the store's signed head is mailed, through mail_server")
    mail_server: Annotated[str, Field(pattern=r"^[^:]+:\d{1,5}$")] = _setting(
        "localhost:25", "the mail server for anchor_mail, as host:port"
    )
    anchor_minutes: Annotated[float, Field(ge=0.01, le=10_080)] = _setting(
        15.0, "minutes between two anchors; one more is written when the service stops"
    )
    audit_every_hours: Annotated[float, Field(ge=0, le=8760)] = _setting(
        24.0, "how often the service audits its store, in a process of its own; 0 is never"
    )
    host: Name = _setting("127.0.0.1", "the address to listen on; 0.0.0.0 is every address of this machine")
    port: Annotated[int, Field(ge=0, le=65535)] = _setting(8421, "the port to listen on; 0 takes a free one")
    tls_certificate: File = _setting(None, "the file of the TLS certificate chain, with tls_key")
    tls_key: File = _setting(None, "the file of the certificate's private key, with tls_certificate")
    token_hours: Hours = _setting(12.0, "how many hours a login is valid")
    idle_minutes: Annotated[float, Field(ge=0, le=525_600)] = _setting(
        60.0, "after how many minutes without a request a login ends; 0 is never"
    )
    second_factor: Annotated[Literal["off", "staff", "all"], BeforeValidator(_small_letters)] = _setting(
        "off", "who needs a one-time code to log in: off (only those who have set codes up), staff, or all"
    )
    guest_hours: Hours = _setting(24.0, "how many hours a guest's account is valid")
    play_money: Annotated[int, Field(ge=0, le=10**12)] = _setting(
        100_000, "cents given to each player who sits down at a play-money table"
    )
    after_round_ms: Pause = _setting(
        4000, "how long a table that runs itself shows the payments before betting opens again"
    )
    after_wager_ms: Pause = _setting(
        5000,
        "how long it waits after the last chip once everybody seated has wagered; "
        "three times as long while somebody may still press the button of a bet manager",
    )
    bot_think_ms: Pause = _setting(
        900, "how long, on average, the house's own players in a tournament think before they act"
    )
    commands_per_second: Annotated[float, Field(ge=0.1, le=100_000)] = _setting(
        20.0, "commands that an account may send each second in the long run"
    )
    commands_burst: Count = _setting(40, "commands that an account may send in one burst")
    reads_per_second: Annotated[float, Field(ge=0.1, le=100_000)] = _setting(
        20.0, "costly reads (pages, events, shoes, rounds, odds) that a caller may ask for each second in the long run"
    )
    reads_burst: Count = _setting(
        100, "costly reads that a caller may ask for in one burst; a caller is an account or address"
    )
    allowed_origins: Origins = _setting(
        "",
        "addresses of this service's own pages, separated by commas, behind a proxy that does not pass on `Host`",
    )
    allowed_hosts: Hosts = _setting(
        "",
        "names in `Host` that this service answers to, besides this machine's own, separated by commas; * is any; "
        "without it, any name, but a service called directly on a loopback address knows only this machine's own",
    )
    logins_per_minute: Count = _setting(
        10, "attempts to log in each minute, from one network, under one name, and of both together"
    )
    body_bytes: Annotated[int, Field(ge=1024, le=2**30)] = _setting(65_536, "the largest body of a request, in bytes")
    message_bytes: Annotated[int, Field(ge=256, le=2**24)] = _setting(
        4096, "the largest WebSocket message of a client, in bytes"
    )
    queue_events: Count = _setting(1000, "events that wait for a client; one that is further behind is dropped")
    connections: Count = _setting(
        4000, "connections open at once; at most the process's descriptors, less some that it keeps for itself"
    )
    connections_per_address: Count = _setting(
        200, "connections of one address at once; a proxy's are counted by the address that it forwards"
    )
    request_seconds: Seconds = _setting(20.0, "seconds for a client to send a request, or to agree on TLS")
    answer_seconds: Seconds = _setting(30.0, "seconds for a client to receive what is sent to it")
    log_level: Annotated[Literal["debug", "info", "warning", "error"], BeforeValidator(_small_letters)] = _setting(
        "info", "the lowest level that is logged"
    )
    log_format: Annotated[Literal["words", "json"], BeforeValidator(_small_letters)] = _setting(
        "words", "how log lines are written: words or json"
    )
    seats_per_address: Count = _setting(
        12, "boxes that players from one address may hold at all tables; this machine and trusted proxies may hold more"
    )
    table_seats_per_address: Count = _setting(
        3, "boxes that players from one address may hold at one table; this machine and trusted proxies: all but one"
    )
    clock_confirm_seconds: Annotated[int, Field(ge=10, le=86_400)] = _setting(
        300, "seconds that the machine's clock has to stay at a new time before it is accepted"
    )
    idle_seat_minutes: Annotated[int, Field(ge=0, le=1440)] = _setting(
        15, "minutes without a wager after which the house takes a seat, in addition to the document's rule; 0: never"
    )
    idle_seat_rounds: Annotated[int, Field(ge=0, le=100)] = _setting(
        5, "rounds without a wager after which the house takes a seat at a table of play money; 0: never"
    )
    time_zone: Zone = _setting("UTC", "the time zone in which the months of reports to the regulator begin and end")
    two_people: Switch = _setting(
        True,
        "whether fills, voids, prizes and the like take a second person at tables, tournaments, links and promotions "
        "for real money",
    )
    two_people_over: Annotated[int, Field(ge=0, le=10**12)] = _setting(
        1_000_000, "cents in total that a player may cash at such a table before it takes a second person"
    )
    metrics: Switch = _setting(True, "whether /metrics answers, in Prometheus's format")
    web: Switch = _setting(True, "whether the pages for a browser are served")

    @classmethod
    def read(
        cls,
        file: str | os.PathLike[str] | None = None,
        environment: Mapping[str, str] | None = None,
        given: Mapping[str, object] | None = None,
    ) -> Settings:
        """The settings from all sources; `given` is the command line, where None means not given."""
        environment = os.environ if environment is None else environment
        file = file or environment.get(FILE_ENV) or None
        written = {} if file is None else _of_file(Path(file))
        found = [(name, raw, f"in the file {file}") for name, raw in written.items()]
        found += [
            (name, environment[env(name)], f"in the environment ({env(name)})")
            for name in _TYPES
            if env(name) in environment
        ]
        from_line = {name: str(raw) if isinstance(raw, Path) else raw for name, raw in (given or {}).items()}
        found += [(name, raw, "on the command line") for name, raw in from_line.items() if raw is not None]
        made = cls(**{name: _read(name, raw, where) for name, raw, where in found})
        if (made.tls_certificate is None) != (made.tls_key is None):
            one, other = ("tls_key", "tls_certificate") if made.tls_key else ("tls_certificate", "tls_key")
            raise SettingError(f"{one} = {str(getattr(made, one))!r} needs {other} as well")
        return made


_TYPES = get_type_hints(Settings, include_extras=True)


def listing() -> list[Listed]:
    """Every setting: its name, environment variable, default in words, and help.

    >>> listing()[11]
    Listed(name='port', env='CUTCARD_PORT', default='8421', help='the port to listen on; 0 takes a free one')
    """
    return [Listed(one.name, env(one.name), _shown(one.default), one.metadata["help"]) for one in fields(Settings)]


def env(name: str) -> str:
    """The environment variable of a setting."""
    return PREFIX + name.upper()


def _of_file(path: Path) -> dict[str, object]:
    try:
        return read_toml(path.read_text("utf-8"))
    except OSError as error:
        why = (error.strerror or "unknown").lower()
        raise SettingError(f"the settings file {path} cannot be read: {why}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingError(f"the settings file {path} is not TOML: {error}") from None


def _read(name: str, raw: object, where: str) -> Any:
    """Text is parsed, as the environment has nothing else; any other value must be of the right type as it stands."""
    if name not in _TYPES:
        raise SettingError(f"there is no setting {name} = {_written(raw)} {where}{nearest(name, _TYPES)}")
    setting: TypeAdapter[Any] = TypeAdapter(_TYPES[name])
    try:
        return setting.validate_python(raw, strict=not isinstance(raw, str))
    except ValidationError:
        message = f"{name} = {_written(raw)} {where} must be {_words(setting.json_schema())}"
        raise SettingError(message) from None


def _words(schema: dict[str, Any]) -> str:
    """The values that a setting takes, for a sentence.

    >>> _words({"type": "integer", "minimum": 0, "maximum": 65535}), _words({"enum": ["words", "json"]})
    ('a whole number from 0 to 65535', 'words or json')
    """
    match schema:
        case {"enum": words}:
            return listed(words, "or")
        case {"type": "integer" | "number" as kind, "minimum": least, "maximum": most}:
            number = "a whole number" if kind == "integer" else "a number"
            return f"{number} from {least:.15g} to {most:.15g}"
        case {"type": "boolean"}:
            return "on or off"
        case {"type": "string", "description": words}:
            return str(words)
        case {"type": "string"}:
            return "text that is not blank"
    return "the name of a file that exists"


def _written(raw: object) -> str:
    """A value for a message: short, and without the password of a URL.

    >>> _written("postgresql://cutcard:secret@db/casino")
    "'postgresql://…@db/casino'"
    """
    return _LOGIN.sub("://…@", repr(raw))[:80]


def _shown(default: object) -> str:
    if isinstance(default, bool):
        return "on" if default else "off"
    if default in (None, ""):
        return "none"
    return f"{default:g}" if isinstance(default, float) else str(default)
