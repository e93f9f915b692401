"""Personal data: in one place, sealed, exported, erased without a broken hash, and audited."""

from __future__ import annotations

import io
import json
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from sqlalchemy import inspect, text
from support.carded import carded
from support.dated_floor import DatedFloor
from support.kept_table import Kept
from support.tampering import unguarded

from cutcard import logs
from cutcard.floor import BlockingFloor
from cutcard.players import ReportSuspicion, RestoreCard, SuspendCard, WithdrawCard
from cutcard.service import account_log
from cutcard.service.accounts import CHEAP, Accounts
from cutcard.service.failed_logins import FailedLogins
from cutcard.service.tokens import Tokens
from cutcard.store import KeysUnusable, Store, database
from cutcard.store.account_events import SessionStarted, record
from cutcard.store.audit import audit
from cutcard.store.backup import backup
from cutcard.store.identity_events import STREAM, IdentityErased, IdentityRecorded, loads
from cutcard.store.people import People
from cutcard.store.personal_details import PersonalDetails, PersonError

NOW = 1_795_000_000_000  # in November 2026
ANN = PersonalDetails(
    "Annabel Testperson", "1984-02-29", "17 Quokka Lane, Woy Woy", "+61 5550 1234", "N7654321", "Australia"
)
BEN = PersonalDetails("Benedict Other", "1990-07-01", "3 Emu Parade", "ben@example.org", "X1", "Australia")
SECRETS = (
    "Annabel",
    "Testperson",
    "1984-02-29",
    "Quokka",
    "5550 1234",
    "N7654321",
    "n7654321",
    "Benedict",
    "Emu Parade",
)


@pytest.fixture
def people(store: Store) -> People:
    """Ann and Ben are known."""
    made = People(store)
    made.record("ann", ANN, "passport", by="mia", at_ms=NOW)
    made.record("ben", BEN, "driver-licence", by="mia", at_ms=NOW)
    return made


def fault(store: Store) -> str:
    found = audit(store, processes=1).fault
    return "" if found is None else found.says


def everything(store: Store) -> Iterator[str]:
    """Every value of every row of every table, as text."""
    with database.reading(store.engine) as connection:
        for name in inspect(connection).get_table_names():
            for row in connection.execute(text(f"SELECT * FROM {name}")):
                yield from (repr(bytes(value)) if isinstance(value, memoryview) else repr(value) for value in row)


def test_what_is_recorded_is_read_again_and_the_audit_is_clean(store: Store, people: People) -> None:
    assert people.details("ann") == ANN
    identity = people.identity("ann")
    assert identity is not None
    assert (identity.document, identity.checked_by, identity.checked_ms) == ("passport", "mia", NOW)
    assert [each.player for each in people.identities()] == ["ann", "ben"]
    assert people.identity("cat") is None
    assert fault(store) == ""


def test_nothing_in_the_database_shows_who_somebody_is(store: Store, people: People) -> None:
    """Not an event, not a view, not the row itself: its text is sealed."""
    shown = "\n".join(everything(store))
    assert "ann" in shown
    assert not [secret for secret in SECRETS if secret in shown]


def test_an_event_says_who_saw_which_document_and_never_what_it_says(store: Store, people: People) -> None:
    first, second = (loads(event.text) for event in store.read(STREAM))
    assert isinstance(first, IdentityRecorded)
    assert isinstance(second, IdentityRecorded)
    assert (first.player, first.document, first.by) == ("ann", "passport", "mia")
    people.record("ann", ANN, "passport", by="mia", at_ms=NOW)
    again = loads([*store.read(STREAM)][-1].text)
    assert isinstance(again, IdentityRecorded)
    assert (again.digest, "") == (people.known_by("ann").row, people.known_by("nobody").row)
    assert again.digest != first.digest  # the same data again: nobody can tell from a digest that they are the same


def test_erasing_takes_the_row_and_breaks_no_hash(store: Store, people: People) -> None:
    before = store.head()
    people.erase("ann", "asked", by="mia", at_ms=NOW + 1)
    assert people.identity("ann") is None
    with pytest.raises(PersonError, match="nothing is known"):
        people.details("ann")
    assert isinstance(loads([*store.read(STREAM)][-1].text), IdentityErased)
    report = audit(store, processes=1, noted=[before])
    assert report.fault is None
    assert people.details("ben") == BEN


def test_an_erased_document_may_be_recorded_again(store: Store, people: People) -> None:
    people.erase("ann", "mistake", by="mia", at_ms=NOW)
    people.record("anna", ANN, "passport", by="mia", at_ms=NOW)
    people.record("ann", BEN, "passport", by="mia", at_ms=NOW)
    assert fault(store) == ""


def test_an_erased_text_is_in_no_file_any_more(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "casino.db")
    people = People(store)
    people.record("ann", ANN, "passport", by="mia", at_ms=NOW)
    with database.reading(store.engine) as connection:
        sealed: str = connection.execute(text("SELECT sealed FROM people")).scalar_one()
    part = sealed[40:80].encode()
    assert any(part in file.read_bytes() for file in tmp_path.iterdir())
    people.erase("ann", "asked", by="mia", at_ms=NOW)
    backup(store, tmp_path / "copy.db")
    assert not any(part in file.read_bytes() for file in tmp_path.iterdir())
    store.close()


def test_one_document_is_one_person(people: People) -> None:
    typed_otherwise = PersonalDetails("A. Testperson", "1984-02-29", "elsewhere", "-1", "n 765-4321", "AUSTRALIA")
    with pytest.raises(PersonError, match="another player's already"):
        people.record("anna", typed_otherwise, "passport", by="mia", at_ms=NOW)
    assert people.identity("anna") is None
    people.record("anna", typed_otherwise, "driver-licence", by="mia", at_ms=NOW)
    assert people.alike("anna") == ["ann"]  # the same number, on what is said to be another document
    people.record("anna", replace(ANN, document_number="Y-9"), "driver-licence", by="mia", at_ms=NOW)
    assert people.alike("anna") == ["ann"]  # somebody of the same name and day of birth


def test_a_new_key_changes_nothing_for_what_is_recorded(where: str, store: Store, people: People) -> None:
    assert store.keys is not None
    store.keys.with_new_key()
    opened = Store.open(where)
    assert People(opened).details("ann") == ANN
    with pytest.raises(PersonError, match="another player's already"):
        People(opened).record("anna", ANN, "passport", by="mia", at_ms=NOW)
    opened.close()


def test_without_the_key_ring_nobody_reads_them_and_the_audit_still_checks_them(store: Store, people: People) -> None:
    store.keys = None
    with pytest.raises(KeysUnusable):
        people.details("ann")
    assert fault(store) == ""


@pytest.mark.parametrize(
    ("change", "says"),
    [
        ("UPDATE people SET sealed = sealed || 'x' WHERE player = 'ann'", "'ann' are not what was recorded"),
        ("UPDATE people SET document = 'other' WHERE player = 'ann'", "'ann' are not what was recorded"),
        ("UPDATE people SET checked_by = 'eve' WHERE player = 'ben'", "'ben' are not what was recorded"),
        ("UPDATE people SET checked_ms = 5 WHERE player = 'ben'", "'ben' are not what was recorded"),
        ("UPDATE people SET player = 'eve' WHERE player = 'ann'", "'eve' are there, and no event has recorded them"),
        ("DELETE FROM people WHERE player = 'ann'", "'ann' are missing, and no event has erased them"),
    ],
)
def test_the_audit_finds_a_row_that_was_changed(store: Store, people: People, change: str, says: str) -> None:
    with unguarded(store.engine) as connection:
        connection.execute(text(change))
    assert says in fault(store)


def test_the_audit_finds_an_erased_row_that_is_put_back(store: Store, people: People) -> None:
    with database.reading(store.engine) as connection:
        row = dict(connection.execute(text("SELECT * FROM people WHERE player = 'ann'")).mappings().one())
    people.erase("ann", "asked", by="mia", at_ms=NOW)
    with database.writing(store.engine) as connection:
        names = ", ".join(row)
        connection.execute(text(f"INSERT INTO people ({names}) VALUES ({', '.join(f':{name}' for name in row)})"), row)
    assert "'ann' are there, and they were erased" in fault(store)


def test_the_audit_finds_a_row_in_a_store_whose_events_know_nobody(store: Store) -> None:
    values = "'eve', 'passport', 1, 'mia', :some, :some, 'x'"
    with database.writing(store.engine) as connection:
        connection.execute(text(f"INSERT INTO people VALUES ({values})"), {"some": b"1"})
    assert "'eve' are there, and no event has recorded them" in fault(store)


def test_rows_of_two_people_cannot_be_exchanged(store: Store, people: People) -> None:
    with unguarded(store.engine) as connection:
        sealed = connection.execute(text("SELECT sealed FROM people WHERE player = 'ben'")).scalar_one()
        connection.execute(text("UPDATE people SET sealed = :sealed WHERE player = 'ann'"), {"sealed": sealed})
    with pytest.raises(Exception, match="not what was written there"):
        people.details("ann")
    assert "'ann' are not what was recorded" in fault(store)


@pytest.mark.parametrize(
    ("field", "value", "says"),
    [
        ("full_name", " ", "full name"),
        ("address", "a" * 201, "address"),
        ("contact", "a\nb", "contact"),
        ("birth_date", "1984-02-30", "birth date"),
        ("birth_date", "19840229", "birth date"),
        ("birth_date", "2008-12-01", "nobody under 18"),
        ("birth_date", "2100-01-01", "nobody under 18"),
        ("document_number", "---", "document number"),
    ],
)
def test_details_are_checked_and_a_complaint_shows_none_of_them(
    people: People, field: str, value: str, says: str
) -> None:
    details = PersonalDetails.read({**vars(ANN), field: value})
    with pytest.raises(PersonError, match=says) as refused:
        people.record("cat", details, "passport", by="mia", at_ms=NOW)
    assert not [secret for secret in SECRETS if secret in str(refused.value)]
    assert people.identity("cat") is None


def test_only_whole_details_are_read() -> None:
    for wrong in ({}, {**vars(ANN), "more": "x"}, {**vars(ANN), "address": 5}):
        with pytest.raises(PersonError):
            PersonalDetails.read(wrong)


def test_an_export_has_the_data_and_their_history(store: Store, people: People) -> None:
    people.record("ann", ANN, "passport", by="zoe", at_ms=NOW + 1)
    told = json.loads(json.dumps(people.export("ann")))
    assert told["personal_data"]["full_name"] == "Annabel Testperson"
    assert [each["by"] for each in told["identity"]] == ["mia", "zoe"]
    people.erase("ann", "asked", by="mia", at_ms=NOW + 2)
    told = people.export("ann")
    assert told["personal_data"] is None
    assert [each["is"] for each in told["identity"]] == ["IdentityRecorded", "IdentityRecorded", "IdentityErased"]
    assert "Benedict" not in json.dumps(told)


def test_an_export_says_where_somebody_logged_in_and_which_rounds_they_played(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "casino.db")
    accounts = Accounts(store, CHEAP)
    accounts.create("ann", "player", "a long enough secret", at_ms=NOW)
    with database.writing(store.engine) as connection:
        started = SessionStarted("ann", "f" * 64, NOW, NOW + 1, "192.0.2.7", "a browser")
        record(store, connection, [started, started._replace(name="ben", address="192.0.2.8")], NOW)
    carded(BlockingFloor(store), "ann")
    Kept(store, "canberra-2006").seat("ann", 1, 10_000).seat("bob", 2).ready().round("ann 1 20").round("bob 2 20")
    told = People(store).export("ann")
    store.close()
    assert [(each["is"], each.get("address")) for each in told["logins"]] == [
        ("AccountMade", None),
        ("SessionStarted", "192.0.2.7"),
    ]
    assert "f" * 64 not in json.dumps(told)
    assert [(each["table"], each["round"]) for each in told["rounds"]] == [("T1", 1)]


def test_from_where_somebody_logged_in_is_erased_with_who_they_are(tmp_path: Path) -> None:
    """Events and rows have it sealed with a key of its owner's, and the key goes."""
    store = Store.open(tmp_path / "casino.db")
    accounts, tokens = Accounts(store, CHEAP), Tokens(store, hours=1)
    for name in ("ann", "ben"):
        accounts.create(name, "player", "a long enough secret", at_ms=NOW)
        tokens.issue(name, NOW, address="192.0.2.77", agent="Mosaic of Ann")
        FailedLogins(store).failed(name, "192.0.2.78", "password", NOW)
    FailedLogins(store).failed("nobody", "192.0.2.79", "password", NOW)
    guest = accounts.guest(NOW, 1, "192.0.2.80").name
    tokens.issue(guest, NOW, address="192.0.2.80")
    shown = "\n".join(everything(store))
    assert not [text for text in ("192.0.2", "Mosaic") if text in shown]
    assert [one.address for one in tokens.sessions("ann", NOW)] == ["192.0.2.77"]
    assert tokens.seen_from("ann", lambda address: address == "192.0.2.77")
    assert tokens.last_addresses([guest]) == {guest: "192.0.2.80"}
    assert "192.0.2.78" in json.dumps(People(store).export("ann")["logins"])
    before = store.head()
    People(store).erase("ann", "asked", by="mia", at_ms=NOW)
    assert [one.address for one in tokens.sessions("ann", NOW)] == [""]
    assert "192.0.2" not in json.dumps(People(store).export("ann"))
    assert [one.address for one in tokens.sessions("ben", NOW)] == ["192.0.2.77"]
    assert audit(store, processes=1, noted=[before]).fault is None
    tokens.tidy(NOW + 40 * 24 * 3_600_000)
    assert tokens.last_addresses([guest]) == {}
    assert not [one for one in account_log.events(store, None, 100)[1] if one.get("address") == "192.0.2.80"]
    assert audit(store, processes=1).fault is None
    store.close()


def test_no_log_shows_them(where: str) -> None:
    """Not even one that is told them by mistake, or by an error that has them in it."""
    out = io.StringIO()
    logs.configure("debug", "json", out)
    log = logs.get("test")
    try:
        store = Store.open(where)
        made = People(store)
        made.record("ann", ANN, "passport", by="mia", at_ms=NOW)
        log.info("recorded", person=ANN, details=vars(ANN))
        try:
            made.record("anna", ANN, "passport", by="mia", at_ms=NOW)
        except PersonError as error:
            log.error("not recorded", error=error)
        try:
            with database.writing(store.engine) as connection:
                connection.execute(
                    text("INSERT INTO people (player, sealed) VALUES ('x', :it)"), {"it": str(vars(ANN))}
                )
        except Exception as error:
            log.error("not written", error=error, exc=str(error))
        made.erase("ann", "asked", by="mia", at_ms=NOW)
        audit(store, processes=1)
        store.close()
    finally:
        logs.configure("error")
    assert "recorded" in out.getvalue()
    assert not [secret for secret in SECRETS if secret in out.getvalue()]


def test_why_something_was_done_about_a_player_is_sealed_and_goes_with_who_they_are(tmp_path: Path) -> None:
    """Events have it sealed with a key of the player's, and staff read it until the key is gone."""
    store = Store.open(tmp_path / "casino.db")
    floor = DatedFloor(store)
    floor.card("ann")
    for command in (
        SuspendCard("owes Benedict money"),
        RestoreCard("Benedict was paid"),
        ReportSuspicion("suspicion", "Benedict stood behind them"),
        WithdrawCard("moved to Benedict's"),
    ):
        floor.desk("ann", command)
    assert not any("Benedict" in stored.text for stored in store.read("player:ann"))
    told = json.dumps(People(store).export("ann"))
    assert "owes Benedict money" in told
    assert "stood behind them" not in told, "nobody is told of a report about them"
    assert "ReportDue" not in told
    assert "report-suspicion" not in told
    People(store).erase("ann", "asked", by="mia", at_ms=floor.at)
    told = json.dumps(People(store).export("ann"))
    assert "Benedict" not in told
    assert "(erased)" in told
    floor.audited()
    store.close()


def test_a_suspicion_longer_than_a_form_takes_is_refused(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "casino.db")
    floor = DatedFloor(store)
    floor.card("ann")
    floor.desk("ann", ReportSuspicion("suspicion", "é" * 500))
    assert floor.desk_refuses("ann", ReportSuspicion("suspicion", "e" * 501)).code == "reason-missing"
    store.close()


def test_nobody_is_recorded_under_an_account_whose_name_tells_who_they_are(store: Store, people: People) -> None:
    """What is in events cannot be erased, so the name of an account that plays for money means nothing outside."""
    for name in ("annabel.testperson", "TestpersonAnnabel", "atestperson9", "055501234", "p-19840229", "N7654321"):
        with pytest.raises(PersonError, match="stays in every event for good"):
            people.record(name, ANN, "passport", by="mia", at_ms=NOW)
