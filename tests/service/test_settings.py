"""Settings: where they come from, which wins, what is refused, and that each is documented."""

from __future__ import annotations

import dataclasses
from pathlib import Path

import pytest

from cutcard.errors import CutcardError
from cutcard.service.settings import SettingError, Settings, env, listing

# A value that is not the default, as a file, the environment and a person would write it.
OTHERS: dict[str, tuple[str, str, object]] = {
    "db": ('"casino.db"', "casino.db", "casino.db"),
    "keys": ('"casino.keys"', "casino.keys", "casino.keys"),
    "law": ('"state.toml"', "state.toml", "state.toml"),
    "rulebooks": ('"books:home.toml"', "books:home.toml", "books:home.toml"),
    "anchor_file": ('"heads"', "heads", "heads"),
    "anchor_url": ('"http://a/b"', "http://a/b", "http://a/b"),
    "anchor_mail": ('"a@b.example"', "a@b.example", "a@b.example"),
    "mail_server": ('"mail:587"', "mail:587", "mail:587"),
    "anchor_minutes": ("1.5", "1.5", 1.5),
    "audit_every_hours": ("0", "0", 0.0),
    "host": ('"0.0.0.0"', "0.0.0.0", "0.0.0.0"),
    "port": ("9000", "9000", 9000),
    "tls_certificate": ('"FILE"', "FILE", Path("FILE")),
    "tls_key": ('"FILE"', "FILE", Path("FILE")),
    "token_hours": ("1.5", "1.5", 1.5),
    "idle_minutes": ("1.5", "1.5", 1.5),
    "second_factor": ('"staff"', "STAFF", "staff"),
    "guest_hours": ("2", "2", 2.0),
    "play_money": ("5000", "5000", 5000),
    "commands_per_second": ("0.5", "0.5", 0.5),
    "commands_burst": ("7", "7", 7),
    "reads_per_second": ("0.5", "0.5", 0.5),
    "reads_burst": ("7", "7", 7),
    "allowed_origins": ('"https://casino.example"', "https://casino.example", "https://casino.example:443"),
    "allowed_hosts": ('"Casino.example, *"', "casino.example,*", "casino.example, *"),
    "logins_per_minute": ("3", "3", 3),
    "body_bytes": ("2048", "2048", 2048),
    "message_bytes": ("512", "512", 512),
    "queue_events": ("10", "10", 10),
    "connections": ("50", "50", 50),
    "connections_per_address": ("5", "5", 5),
    "request_seconds": ("2.5", "2.5", 2.5),
    "answer_seconds": ("2.5", "2.5", 2.5),
    "after_wager_ms": ("900", "900", 900),
    "bot_think_ms": ("50", "50", 50),
    "after_round_ms": ("900", "900", 900),
    "log_level": ('"debug"', "DEBUG", "debug"),
    "log_format": ('"json"', "json", "json"),
    "seats_per_address": ("9", "9", 9),
    "table_seats_per_address": ("2", "2", 2),
    "clock_confirm_seconds": ("60", "60", 60),
    "idle_seat_minutes": ("5", "5", 5),
    "idle_seat_rounds": ("7", "7", 7),
    "time_zone": ('"Australia/Sydney"', "Australia/Sydney", "Australia/Sydney"),
    "two_people": ("false", "off", False),
    "two_people_over": ("5000", "5000", 5000),
    "metrics": ("false", "off", False),
    "web": ("false", "no", False),
}


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder to run in, with a file FILE."""
    monkeypatch.chdir(tmp_path)
    (tmp_path / "FILE").write_text("a certificate")
    return tmp_path


def test_without_a_word_the_defaults_hold() -> None:
    made = Settings.read(environment={})
    assert made == Settings()
    assert (made.db, made.host, made.port) == ("cutcard.db", "127.0.0.1", 8421)
    assert (made.token_hours, made.guest_hours, made.play_money) == (12, 24, 100_000)
    assert (made.commands_per_second, made.commands_burst, made.logins_per_minute) == (20, 40, 10)
    assert (made.body_bytes, made.message_bytes, made.queue_events) == (65536, 4096, 1000)
    assert (made.tls_certificate, made.tls_key) == (None, None)
    assert (made.log_level, made.log_format, made.metrics, made.web) == ("info", "words", True, True)


def test_every_default_is_a_value_that_the_setting_would_take() -> None:
    written = {one.env: "" if one.default == "none" else one.default for one in listing()}
    assert Settings.read(environment=written) == Settings()


@pytest.mark.parametrize("source", ["file", "environment", "line"])
def test_every_setting_can_be_set_by_every_source(there: Path, source: str) -> None:
    expected = Settings(**{name: value for name, (_, _, value) in OTHERS.items()})  # type: ignore[arg-type]
    assert set(OTHERS) == {one.name for one in dataclasses.fields(Settings)}
    if source == "file":
        (there / "s.toml").write_text("".join(f"{name} = {toml}\n" for name, (toml, _, _) in OTHERS.items()))
        made = Settings.read("s.toml", {})
    elif source == "environment":
        made = Settings.read(environment={env(name): said for name, (_, said, _) in OTHERS.items()})
    else:
        made = Settings.read(environment={}, given={name: value for name, (_, _, value) in OTHERS.items()})
    assert made == expected
    assert all(getattr(made, name) != getattr(Settings(), name) for name in OTHERS)


def test_the_later_source_wins(there: Path) -> None:
    (there / "s.toml").write_text("port = 1\nqueue_events = 1\nplay_money = 1\n")
    environment = {"CUTCARD_PORT": "2", "CUTCARD_QUEUE_EVENTS": "2", "CUTCARD_SETTINGS": str(there / "s.toml")}
    made = Settings.read(environment=environment, given={"port": 3, "web": None})
    assert (made.port, made.queue_events, made.play_money, made.web) == (3, 2, 1, True)
    (there / "t.toml").write_text("play_money = 7\n")
    assert Settings.read("t.toml", environment).play_money == 7  # the file that is named, not that of the environment


def test_the_real_environment_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_PORT", "8500")
    assert Settings.read().port == 8500


@pytest.mark.parametrize(
    ("name", "bad"),
    [
        ("port", "eighty"),
        ("port", "65536"),
        ("port", "-1"),
        ("port", "8.5"),
        ("port", ""),
        ("db", " "),
        ("token_hours", "0"),
        ("token_hours", "nan"),
        ("token_hours", "inf"),
        ("play_money", "-5"),
        ("metrics", "perhaps"),
        ("log_level", "loud"),
        ("log_format", "xml"),
        ("allowed_hosts", "casino.example:8421"),
        ("allowed_hosts", "https://casino.example"),
        ("tls_key", "nowhere.pem"),
        ("queue_events", "0"),
        ("commands_burst", "9" * 30),
    ],
)
def test_a_bad_value_is_said_with_key_value_and_source(there: Path, name: str, bad: str) -> None:
    (there / "s.toml").write_text(f'{name} = "{bad}"\n')
    environment, given = {env(name): bad}, {name: bad}
    for file, told_by, line, source in (
        ("s.toml", {}, {}, "in the file s.toml"),
        (None, environment, {}, f"in the environment ({env(name)})"),
        (None, {}, given, "on the command line"),
    ):
        with pytest.raises(SettingError) as told:
            Settings.read(file, told_by, line)
        said = str(told.value)
        assert said.startswith(f"{name} = {bad!r} {source} must be ")
        assert "\n" not in said


@pytest.mark.parametrize("written", ["port = true", "port = 1.0", "metrics = 1", "db = 5", "host = []", "tls_key = 1"])
def test_a_value_of_the_wrong_type_in_a_file_is_refused(there: Path, written: str) -> None:
    (there / "s.toml").write_text(written)
    with pytest.raises(SettingError, match=r"in the file s\.toml must be"):
        Settings.read("s.toml", {})


def test_an_unknown_key_is_said_with_what_it_looks_like(there: Path) -> None:
    (there / "s.toml").write_text("prot = 80\n")
    with pytest.raises(SettingError) as told:
        Settings.read("s.toml", {})
    assert str(told.value) == "there is no setting prot = 80 in the file s.toml; did you mean port?"
    (there / "s.toml").write_text("[server]\nport = 80\n")
    with pytest.raises(SettingError, match=r"there is no setting server"):
        Settings.read("s.toml", {})
    with pytest.raises(SettingError, match="there is no setting prot = 80 on the command line"):
        Settings.read(environment={}, given={"prot": 80})


def test_the_password_in_a_url_is_never_said(there: Path) -> None:
    (there / "s.toml").write_text('dbs = "postgresql://casino:hush@host/x"\n')
    with pytest.raises(SettingError) as told:
        Settings.read("s.toml", {})
    assert "hush" not in str(told.value)
    assert "hush" not in repr(Settings(db="postgresql://casino:hush@host/x"))


def test_a_file_that_cannot_be_read_is_said_in_a_sentence(there: Path) -> None:
    (there / "s.toml").write_text("port = \n")
    (there / "bytes.toml").write_bytes(b"\xff\xfe")
    for name, says in (("none.toml", "no such file"), ("s.toml", "is not TOML"), ("bytes.toml", "is not TOML")):
        with pytest.raises(SettingError, match=says) as told:
            Settings.read(name, {})
        assert name in str(told.value)
        assert isinstance(told.value, CutcardError)


@pytest.mark.parametrize(("one", "other"), [("tls_key", "tls_certificate"), ("tls_certificate", "tls_key")])
def test_tls_needs_both_files(there: Path, one: str, other: str) -> None:
    with pytest.raises(SettingError, match=f"{one} = 'FILE' needs {other} as well"):
        Settings.read(environment={env(one): "FILE"})


def test_every_setting_is_documented() -> None:
    listed = listing()
    assert [one.name for one in listed] == [one.name for one in dataclasses.fields(Settings)]
    for one in listed:
        assert one.env == f"CUTCARD_{one.name.upper()}"
        assert len(one.help.split()) > 3, one.name
        assert "\n" not in one.help
        assert not one.help.endswith(".")
        assert one.default
    assert len({one.help for one in listed}) == len(listed)
