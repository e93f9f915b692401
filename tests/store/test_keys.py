"""The key ring lies outside the database: who can change only the database can neither sign nor read what is sealed."""

from __future__ import annotations

import json
import os
import shutil
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from support import plain_streams  # noqa: F401 (declares the streams that these tests write)
from support.older_stores import as_of_step
from support.tampering import rehashed, unguarded
from support.warm_cutcard import Cutcard

from cutcard.store import Forged, KeyRing, KeysUnusable, NewEvent, Store
from cutcard.store.audit import audit
from cutcard.store.keys import PublicKeys
from cutcard.store.signed_head import SignedHead


def ring_of(store: Store) -> KeyRing:
    assert store.keys is not None
    return store.keys


def say(store: Store, word: str = "{}") -> None:
    store.append("a", store.head("a").version, [NewEvent(word)], at_ms=0)


def fault(store: Store, public: PublicKeys | None = None) -> str:
    return str(audit(store, processes=1, public=public).fault or "")


def test_a_new_store_has_a_ring_that_only_its_owner_may_read(store: Store) -> None:
    path = ring_of(store).path
    assert path is not None
    assert path.stat().st_mode & 0o777 == 0o600
    assert ring_of(store).newest.secret not in path.read_bytes()  # it is written in base64
    assert "secret" not in repr(ring_of(store))


def test_a_ring_that_others_may_read_is_refused(where: str) -> None:
    store = Store.open(where)
    path = ring_of(store).path
    assert path is not None
    store.close()
    path.chmod(0o640)
    for create in (True, False):
        with pytest.raises(KeysUnusable, match="others may read"):
            Store.open(where, create=create)


def test_a_store_is_not_written_without_its_ring_nor_with_another(where: str, tmp_path: Path) -> None:
    store = Store.open(where)
    say(store)
    path = ring_of(store).path
    assert path is not None
    store.close()
    with pytest.raises(KeysUnusable, match="which the key ring"):
        Store.open(where, keys=KeyRing.made(tmp_path / "other.keys").path)
    shutil.move(path, tmp_path / "away.keys")
    with pytest.raises(KeysUnusable, match="there is no key ring"):
        Store.open(where)
    assert not path.exists()
    store = Store.open(where, create=False)
    assert [each.text for each in store.read("a")] == ["{}"]
    with pytest.raises(KeysUnusable, match="cannot be written to"):
        say(store)
    report = audit(store, processes=1)
    assert report.fault is None
    assert "signature" in report.unchecked[0]
    store.close()


def test_processes_that_start_at_once_make_one_ring(tmp_path: Path) -> None:
    with ThreadPoolExecutor(8) as pool:
        made = list(pool.map(lambda _: KeyRing.made(tmp_path / "r.keys").newest.id, range(16)))
    assert len(set(made)) == 1
    assert [path.name for path in tmp_path.iterdir()] == ["r.keys"]


def test_a_new_key_signs_and_the_old_one_still_verifies(where: str) -> None:
    store = Store.open(where)
    say(store)
    sealed = ring_of(store).seal("a secret", about="here")
    ring_of(store).with_new_key()
    store.close()
    store = Store.open(where)
    assert fault(store) == ""
    say(store)
    assert fault(store) == ""
    assert ring_of(store).unseal(sealed, about="here") == "a secret"
    report = audit(store, processes=1)
    assert report.signed is not None
    assert report.signed.key == ring_of(store).newest.id != sealed.partition(":")[0]
    store.close()


def test_rotation_and_noting_a_store_do_not_undo_each_other(tmp_path: Path) -> None:
    ring = KeyRing.made(tmp_path / "r.keys")
    with ThreadPoolExecutor(4) as pool:
        for each in [pool.submit(ring.with_new_key) for _ in range(4)] + [
            pool.submit(ring.with_signed, str(n)) for n in range(4)
        ]:
            each.result()
    found = KeyRing.read(tmp_path / "r.keys")
    assert found is not None
    assert len(found.keys) == 5
    assert sorted(found.signed) == ["0", "1", "2", "3"]


@pytest.mark.parametrize(
    "text", ["", "nonsense", "{}", '{"keys":[]}', '{"keys":[{"id":"1","made_ms":1,"secret":"AA=="}]}']
)
def test_a_file_that_is_no_ring_is_refused(tmp_path: Path, text: str) -> None:
    path = tmp_path / "r.keys"
    path.write_text(text)
    path.chmod(0o600)
    with pytest.raises(KeysUnusable, match="not a key ring"):
        KeyRing.read(path)


def test_a_key_cannot_be_passed_off_as_another(tmp_path: Path) -> None:
    ring = KeyRing.made(tmp_path / "r.keys")
    written = json.loads((tmp_path / "r.keys").read_text())
    written["keys"][0]["id"] = "0" * 16
    (tmp_path / "r.keys").write_text(json.dumps(written))
    with pytest.raises(KeysUnusable):
        KeyRing.read(tmp_path / "r.keys")
    assert ring.newest.id in str(ring.public)


# ---------------------------------------------------------------------------------------------------- the signed head


def test_a_chain_that_is_hashed_again_is_seen_without_a_noted_head(where: str) -> None:
    """Every hash, head and view fits; only the signature cannot be made without the key."""
    store = Store.open(where)
    for word in ("{}", '{"a":1}', "{}"):
        say(store, word)
    public = ring_of(store).public
    store.engine.dispose()
    with unguarded(store.engine) as connection:
        connection.exec_driver_sql("UPDATE events SET payload = '{\"a\":9}' WHERE version = 2")
        rehashed(connection)
    assert "not what was signed" in fault(store)
    assert "not what was signed" in fault(store, public)  # an inspector has no more than the public key
    other = Store.open(where, create=False)
    with pytest.raises(Forged, match="something other than Cutcard"):  # nor does the service sign it
        say(other)
    with pytest.raises(Forged):
        Store.open(where)
    other.close()
    store.close()


@pytest.mark.parametrize(
    "harm",
    [
        "DELETE FROM signed_head",
        "UPDATE signed_head SET position = position - 1",
        "UPDATE signed_head SET at_ms = at_ms - 1",
        "UPDATE signed_head SET key = '0000000000000000'",
        "INSERT INTO signed_head SELECT position - 1, at_ms, key, signature FROM signed_head",
    ],
)
def test_a_signature_that_was_altered_or_removed_is_a_fault(store: Store, harm: str) -> None:
    say(store)
    with store.engine.begin() as connection:
        connection.exec_driver_sql(harm)
    assert fault(store)


def test_a_store_cannot_be_made_to_look_like_one_that_was_never_signed(where: str, tmp_path: Path) -> None:
    """With all its rows, but under the schema of a release that did not sign."""
    store = Store.open(where)
    say(store)
    copy = Store.open(tmp_path / "copy.db")
    say(copy)
    if "://" in where:
        with store.engine.begin() as connection:
            connection.exec_driver_sql("DROP SCHEMA public CASCADE")
            connection.exec_driver_sql("CREATE SCHEMA public")
    store.close()
    if "://" not in where:
        Path(where).unlink()
    as_of_step(where, 4, copy)
    copy.close()
    store = Store.open(where, create=False)
    assert "not signed" in fault(store)
    store.close()
    with pytest.raises(Forged, match="had one"):
        Store.open(where)


def test_a_head_is_printed_with_its_signature_and_read_back(tmp_path: Path, cutcard: Cutcard) -> None:
    where = tmp_path / "casino.db"
    Store.open(where).close()
    done = cutcard("audit", where)
    assert done.returncode == 0, done.stdout + done.stderr
    head = done.stdout.splitlines()[-1].removeprefix("head ")
    assert SignedHead.read(head).key
    assert cutcard("audit", where, "--head", head).returncode == 0
    forged = head[:-1] + ("0" if head[-1] != "0" else "1")
    done = cutcard("audit", where, "--head", forged)
    assert done.returncode == 1
    assert "no key of this store" in done.stdout


def test_an_inspector_checks_with_public_keys_and_the_owner_rotates(tmp_path: Path, cutcard: Cutcard) -> None:
    where = tmp_path / "casino.db"
    Store.open(where).close()
    public = tmp_path / "public.txt"
    shown = cutcard("store", "public-keys", "--db", where)
    public.write_text(shown.stdout)
    away = tmp_path / "elsewhere"
    away.mkdir()
    shutil.copy(where, away / "casino.db")  # without the ring
    done = cutcard("audit", away / "casino.db", "--public-keys", public)
    assert (done.returncode, "not checked" in done.stdout) == (0, False), done.stdout + done.stderr
    public.write_text("0" * 64)
    assert cutcard("audit", away / "casino.db", "--public-keys", public).returncode == 1
    assert "has a new key" in cutcard("store", "new-key", "--db", where).stdout
    assert len(cutcard("store", "public-keys", "--db", where).stdout.splitlines()) == 2
    assert cutcard("audit", where).returncode == 0


def test_a_setting_says_where_the_ring_is(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTCARD_KEYS", str(tmp_path / "kept" / "one.keys"))
    store = Store.open(tmp_path / "casino.db")
    say(store)
    store.close()
    assert sorted(os.listdir(tmp_path / "kept")) == ["one.keys"]
    assert not (tmp_path / "casino.db.keys").exists()
