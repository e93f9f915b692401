"""The key ring: the keys of a store, in a file outside its database, so that anybody who can write there cannot forge.

Each key seals what nobody may read yet (AES-256-GCM), and signs the store's head (Ed25519, so that an inspector needs
only the public key to check it). The newest key is used; older ones still open and verify. A key's id is a hash of its
public key, so that no key can be passed off as another.

>>> ring = KeyRing((Key.new(0),))
>>> sealed = ring.seal("As Kd", about="table:T1 12")
>>> ring.unseal(sealed, about="table:T1 12"), "As" in sealed
('As Kd', False)
>>> ring.unseal(sealed, about="table:T2 12")
Traceback (most recent call last):
cutcard.store.errors.Forged: what is sealed for table:T2 12 is not what was written there
>>> id_, signature = ring.sign(b"the end")
>>> ring.public.verifies(id_, b"the end", signature), ring.public.verifies(id_, b"another end", signature)
(True, False)
"""

from __future__ import annotations

import base64
import contextlib
import fcntl
import hmac
import json
import os
import secrets
import stat
import tempfile
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from functools import cache, cached_property
from hashlib import sha256
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import AESGCM
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from cutcard.store.errors import Forged, KeyMissing, KeysUnusable

ENV = "CUTCARD_KEYS"
SECRET_BYTES = 32
NONCE_BYTES = 12
ID_DIGITS = 16


@dataclass(frozen=True)
class Key:
    """One key. What it is used for is derived from its secret, a different key for each purpose."""

    made_ms: int
    secret: bytes = field(repr=False)

    @classmethod
    def new(cls, made_ms: int) -> Key:
        return cls(made_ms, secrets.token_bytes(SECRET_BYTES))

    @cached_property
    def id(self) -> str:
        return key_id(self.public)

    @cached_property
    def public(self) -> bytes:
        return self.signing.public_key().public_bytes_raw()

    @cached_property
    def signing(self) -> Ed25519PrivateKey:
        return Ed25519PrivateKey.from_private_bytes(self._derived("sign heads"))

    @cached_property
    def sealing(self) -> AESGCM:
        return AESGCM(self._derived("seal texts"))

    @cached_property
    def stand_ins(self) -> bytes:
        return self._derived("stand for texts")

    def __reduce__(self) -> tuple[type[Key], tuple[int, bytes]]:
        """For the audit's processes: what is derived cannot be sent, and is derived again there."""
        return Key, (self.made_ms, self.secret)

    def _derived(self, purpose: str) -> bytes:
        return HKDF(SHA256(), SECRET_BYTES, salt=None, info=f"cutcard: {purpose}".encode()).derive(self.secret)


def key_id(public: bytes) -> str:
    """The id of the key with this public half."""
    return sha256(public).hexdigest()[:ID_DIGITS]


_public_key = cache(Ed25519PublicKey.from_public_bytes)  # making one takes as long as verifying with it


@dataclass(frozen=True)
class PublicKeys:
    """The public halves of a ring, which verify and cannot sign: what an inspector gets."""

    by_id: Mapping[str, bytes]

    @classmethod
    def read(cls, text: str) -> PublicKeys:
        """The keys in a text, one in hexadecimal a line, as `cutcard store public-keys` prints them."""
        try:
            keys = [bytes.fromhex(line.split()[-1]) for line in text.splitlines() if line.strip()]
        except ValueError:
            keys = []
        if not keys or any(len(key) != SECRET_BYTES for key in keys):
            raise KeysUnusable("a public key is 64 hexadecimal digits, as `cutcard store public-keys` prints it")
        return cls({key_id(key): key for key in keys})

    def verifies(self, id_: str, message: bytes, signature: bytes) -> bool:
        """Whether one of these keys has signed a message."""
        if id_ not in self.by_id:
            return False
        try:
            _public_key(self.by_id[id_]).verify(signature, message)
        except InvalidSignature:
            return False
        return True


@dataclass(frozen=True)
class KeyRing:
    """The keys of a store, oldest first."""

    keys: tuple[Key, ...]
    path: Path | None = None
    signed: tuple[str, ...] = ()  # the stores that have been signed with it

    @cached_property
    def public(self) -> PublicKeys:
        return PublicKeys({key.id: key.public for key in self.keys})

    @property
    def newest(self) -> Key:
        return self.keys[-1]

    def seal(self, text: str, about: str) -> str:
        """A text that only the ring can read, bound to what it is about: elsewhere it cannot be opened."""
        nonce = secrets.token_bytes(NONCE_BYTES)
        hidden = self.newest.sealing.encrypt(nonce, text.encode("utf-8", "surrogatepass"), about.encode())
        return f"{self.newest.id}:{base64.b64encode(nonce + hidden).decode()}"

    def unseal(self, sealed: str, about: str) -> str:
        """The text that was sealed; raises `KeyMissing`, or `Forged` if it was altered or comes from elsewhere."""
        id_, _, written = sealed.partition(":")
        key = next((key for key in self.keys if key.id == id_), None)
        if key is None:
            raise KeyMissing(f"{about} is sealed with key {id_[:ID_DIGITS]}, which {self} does not have")
        try:
            hidden = base64.b64decode(written, validate=True)
            text = key.sealing.decrypt(hidden[:NONCE_BYTES], hidden[NONCE_BYTES:], about.encode())
        except (InvalidTag, ValueError):
            raise Forged(f"what is sealed for {about} is not what was written there") from None
        return text.decode("utf-8", "surrogatepass")

    def stand_in(self, text: str) -> bytes:
        """A number for a text, always the same one: without the ring nobody can tell which text it is."""
        return hmac.digest(self.keys[0].stand_ins, text.encode("utf-8", "surrogatepass"), "sha256")

    @property
    def log_key(self) -> bytes:
        """The key for the codes of accounts and addresses in a service's log."""
        return self.stand_in("people in logs")

    def sign(self, message: bytes) -> tuple[str, bytes]:
        """The id of the newest key, and its signature."""
        return self.newest.id, self.newest.signing.sign(message)

    def __str__(self) -> str:
        return f"the key ring {self.path}" if self.path is not None else "the key ring"

    # --------------------------------------------------------------------------------------------------------- its file

    @classmethod
    def read(cls, path: Path) -> KeyRing | None:
        """The ring in a file, None if there is no file. Raises `KeysUnusable`, also if others may read it."""
        try:
            with path.open("rb") as file:
                mode = stat.S_IMODE(os.fstat(file.fileno()).st_mode)
                content = file.read()
        except FileNotFoundError:
            return None
        except OSError as error:
            raise KeysUnusable(f"the key ring {path} cannot be read: {(error.strerror or 'unknown').lower()}") from None
        if mode & 0o077:
            raise KeysUnusable(
                f"others may read the key ring {path} (mode {mode:04o}): make it 0600, and if anybody may have read "
                "it, add a new key with `cutcard store new-key`"
            )
        try:
            written = json.loads(content)
            keys = tuple(_key(each) for each in written["keys"])
            ring = cls(keys, path, tuple(map(str, written.get("signed", ()))))
        except (ValueError, KeyError, TypeError):
            ring = cls(())
        if not ring.keys:
            raise KeysUnusable(f"{path} is not a key ring")
        return ring

    @classmethod
    def made(cls, path: Path) -> KeyRing:
        """The ring in a file, which is made if it is missing; of two processes that make it at once, one wins."""
        found = cls.read(path)
        if found is not None:
            return found
        new = cls((Key.new(time.time_ns() // 1_000_000),), path)
        with contextlib.suppress(FileExistsError):
            new._write(os.link)
        found = cls.read(path)
        assert found is not None
        return found

    def with_new_key(self) -> KeyRing:
        """The ring with another key, which is used from now on; its file is replaced."""
        return self._replaced(lambda now: replace(now, keys=(*now.keys, Key.new(time.time_ns() // 1_000_000))))

    def with_signed(self, store: str) -> KeyRing:
        """The ring, noting that it has signed a store: one without a signature has then lost it."""
        if store in self.signed:
            return self
        return self._replaced(lambda now: replace(now, signed=(*{*now.signed, store},)))

    def _replaced(self, change: Callable[[KeyRing], KeyRing]) -> KeyRing:
        """Change the ring as it is in its file now, which others may be changing too."""
        if self.path is None:
            return change(self)
        folder = os.open(self.path.parent, os.O_RDONLY)
        try:
            fcntl.flock(folder, fcntl.LOCK_EX)
            made = change(KeyRing.read(self.path) or self)
            made._write(os.replace)
            return made
        finally:
            os.close(folder)

    def _write(self, place: Any) -> None:
        """Write the file whole under another name, flush it to disk, and then give it its name."""
        if self.path is None:
            return
        keys = [{"id": k.id, "made_ms": k.made_ms, "secret": base64.b64encode(k.secret).decode()} for k in self.keys]
        text = json.dumps({"keys": keys, "signed": list(self.signed)}, indent=1) + "\n"
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            descriptor, name = tempfile.mkstemp(prefix=f".{self.path.name}.", dir=self.path.parent)  # of mode 0600
            try:
                with os.fdopen(descriptor, "w", encoding="utf-8") as file:
                    file.write(text)
                    file.flush()
                    os.fsync(file.fileno())
                place(name, self.path)
            finally:
                with contextlib.suppress(FileNotFoundError):
                    os.unlink(name)
        except FileExistsError:
            raise
        except OSError as error:
            why = (error.strerror or "unknown").lower()
            raise KeysUnusable(f"the key ring {self.path} cannot be written: {why}") from None


def _key(written: dict[str, Any]) -> Key:
    key = Key(int(written["made_ms"]), base64.b64decode(written["secret"], validate=True))
    if key.id != written["id"]:
        raise ValueError("a key does not have its id")
    return key


def default_path(dialect: str, database: str) -> Path:
    """Where a store's ring is unless a setting says otherwise: beside an SQLite file, in the user's folder of program
    state for PostgreSQL, under the name of the database.
    """
    given = os.environ.get(ENV, "").strip()
    if given:
        return Path(given)
    if dialect == "sqlite":
        return Path(f"{database}.keys")
    state = os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state"
    return Path(state) / "cutcard" / f"{database.replace(os.sep, '_')}.keys"
