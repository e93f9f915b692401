"""Keys of people: destroying one erases logins and texts about a person from events that must stay.

An address, what a browser says of itself, and why something was done about a player is sealed with a key of its owner's
before it is written anywhere. The key is a row of `person_keys`, itself sealed with the store's key ring. Erasing takes
the row away: every hash still fits, and nobody can read any more what was sealed. Guests share a key a day. What an
earlier release wrote is not sealed, and is read as it is.
"""

from __future__ import annotations

import base64
import hmac
import secrets
from collections.abc import Iterable, Sequence
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from sqlalchemy import Connection, delete, select
from sqlalchemy import text as statement

from cutcard.durations import HOUR_MS
from cutcard.store import database
from cutcard.store.keys import KeyRing
from cutcard.store.schema import person_keys

if TYPE_CHECKING:
    from cutcard.store.store import Store

SEALED = "sealed:"
ERASED = "(erased)"  # what is read where the key is gone
GUESTS = "guests "
GUESTS_KEPT_MS = 24 * HOUR_MS  # how long what guests leave stays after their sessions have expired
KEY_BYTES, NONCE_BYTES = 32, 12
_INSERT = "INSERT INTO person_keys (owner, sealed) VALUES (:owner, :sealed) ON CONFLICT DO NOTHING"
DIGITS = 16


def guests_of(at_ms: int) -> str:
    """The owner of the key that seals the data of a day's guests."""
    return f"{GUESTS}{datetime.fromtimestamp(at_ms / 1000, UTC):%Y-%m-%d}"


class PersonKeys:
    """The keys of a store's people; a store without its ring has none and seals nothing."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def seal(self, connection: Connection, owner: str, *texts: str) -> list[str]:
        """Texts as they are written, in the caller's transaction; the same text of an owner is always the same."""
        return [*texts] if self._store.keys is None else seal(connection, self._store.keys, owner, *texts)

    def open(self, texts: Iterable[str]) -> dict[str, str]:
        """What was sealed, by how it is written; empty where the key is gone."""
        distinct = {*texts}
        if all(owner_of(text) is None for text in distinct):
            return {text: text for text in distinct}
        with database.reading(self._store.engine) as connection:
            return opened(connection, self._store.keys, distinct)

    def sealed(self, player: str, text: str) -> str:
        """What staff wrote about a player, as it is written; in a transaction of its own."""
        with database.writing(self._store.engine) as connection:
            return self.seal(connection, player.lower(), text)[0]

    def read(self, events: Sequence[dict[str, Any]]) -> None:
        """Put into the fields of events what was sealed in them."""
        places = [(one, name) for one in events for name, text in one.items() if owner_of(text) is not None]
        texts = self.open(one[name] for one, name in places)
        for one, name in places:
            one[name] = texts[one[name]] or ERASED

    def stand_in(self, text: str) -> str:
        """What is written of somebody who has no account: the same for the same place, and nobody reads it."""
        if self._store.keys is None or not text:
            return text
        return f"~{self._store.keys.stand_in(text).hex()[:DIGITS]}"


def seal(connection: Connection, ring: KeyRing, owner: str, *texts: str) -> list[str]:
    """Texts as they are written, in the caller's transaction; the same text of an owner is always the same."""
    if not any(texts):
        return [*texts]
    key = _keys(connection, ring, [owner]).get(owner) or _made(connection, ring, owner)
    return [f"{SEALED}{owner}:{_sealed(key, text)}" if text else "" for text in texts]


def opened(connection: Connection, ring: KeyRing | None, texts: Iterable[str]) -> dict[str, str]:
    """What was sealed, by how it is written; empty where the key is gone."""
    distinct = {*texts}
    owners = {owner for text in distinct if (owner := owner_of(text)) is not None}
    keys = _keys(connection, ring, owners)
    return {text: _opened(keys, text) for text in distinct}


def _keys(connection: Connection, ring: KeyRing | None, owners: Iterable[str]) -> dict[str, bytes]:
    query = select(person_keys.c.owner, person_keys.c.sealed).where(person_keys.c.owner.in_([*owners]))
    if ring is None:
        return {}
    return {owner: key_of(ring, owner, sealed) for owner, sealed in connection.execute(query)}


def key_of(ring: KeyRing, owner: str, sealed: str) -> bytes:
    """An owner's key; raises `KeyMissing`, or `Forged` where it is not what was kept for them."""
    return bytes.fromhex(ring.unseal(sealed, about=_about(owner)))


def _made(connection: Connection, ring: KeyRing, owner: str) -> bytes:
    """A new key, or the one that another process has just made."""
    sealed = ring.seal(secrets.token_hex(KEY_BYTES), about=_about(owner))
    connection.execute(statement(_INSERT), {"owner": owner, "sealed": sealed})
    return _keys(connection, ring, [owner])[owner]


def forget(connection: Connection, owner: str) -> bool:
    """Take an owner's key away for good; whether there was one."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    return bool(connection.execute(delete(person_keys).where(person_keys.c.owner == owner)).rowcount)


def forget_guests(connection: Connection, before_ms: int) -> None:
    """Take the keys of guests away who came before a day."""
    old = (person_keys.c.owner >= GUESTS) & (person_keys.c.owner < guests_of(before_ms))
    connection.execute(delete(person_keys).where(old))


def _about(owner: str) -> str:
    return f"key of {owner}"


def owner_of(text: object) -> str | None:
    """The owner of the key that opens a text; None if it is not sealed."""
    sealed = isinstance(text, str) and text.startswith(SEALED)
    return str(text).removeprefix(SEALED).rpartition(":")[0] if sealed else None


def _sealed(key: bytes, text: str) -> str:
    """The nonce is made from the text, so that places can be told apart, and the same text is sealed the same way."""
    plain = text.encode("utf-8", "surrogatepass")
    nonce = hmac.digest(key, b"nonce" + plain, "sha256")[:NONCE_BYTES]
    return base64.urlsafe_b64encode(nonce + AESGCM(key).encrypt(nonce, plain, None)).decode()


def _opened(keys: dict[str, bytes], text: str) -> str:
    owner = owner_of(text)
    if owner is None:
        return text
    try:
        hidden = base64.urlsafe_b64decode(text.rpartition(":")[2])
        plain = AESGCM(keys[owner]).decrypt(hidden[:NONCE_BYTES], hidden[NONCE_BYTES:], None)
    except (KeyError, ValueError, InvalidTag):
        return ""
    return plain.decode("utf-8", "surrogatepass")
