"""Passwords: stored as argon2id hashes; checking takes equally long whether or not the account exists.

>>> passwords = Passwords(CHEAP)
>>> kept = passwords.hashed("a long enough secret")
>>> passwords.matches(kept, "a long enough secret"), passwords.matches(kept, "another secret")
(True, False)
"""

from __future__ import annotations

import secrets
import threading
import unicodedata
from functools import cache

from argon2 import Parameters, PasswordHasher, Type
from argon2.exceptions import InvalidHashError, VerificationError
from argon2.profiles import get_default_parameters

from cutcard.errors import CutcardError

LEAST = 10  # characters
MOST = 200
RATED = 72  # characters whose strength is estimated; what follows only makes it stronger
GOOD_SCORE = 3  # of 0 to 4: at least 10^8 guesses
EXPECTED = ("cutcard", "casino", "blackjack", "dealer", "administrator")  # as likely as the most common passwords
AT_ONCE = 4  # each hash takes 64 MiB with the library's parameters
_ALPHABET = "abcdefghjkmnpqrstuvwxyz23456789"  # no characters that look alike
_GROUPS, _GROUP = 4, 5

# For tests: the same algorithm with minimal work.
CHEAP = Parameters(type=Type.ID, version=19, salt_len=16, hash_len=32, time_cost=1, memory_cost=8, parallelism=1)


class PasswordError(CutcardError):
    """A password that is too short, too long or too easy to guess."""


class Passwords:
    """Hashes and checks passwords, a limited number at once. Thread-safe."""

    def __init__(self, parameters: Parameters | None = None) -> None:
        self._hasher = PasswordHasher.from_parameters(parameters or get_default_parameters())
        self._free = threading.BoundedSemaphore(AT_ONCE)
        self._nobodys = _nobodys(self._hasher.time_cost, self._hasher.memory_cost, self._hasher.parallelism)

    def hashed(self, password: str) -> str:
        """The hash to store for a password."""
        with self._free:
            return self._hasher.hash(_bytes(password))

    def matches(self, kept: str | None, password: str) -> bool:
        """Whether the password matches the stored hash; takes just as long if there is none."""
        with self._free:
            try:
                self._hasher.verify(kept or self._nobodys, _bytes(password[: MOST + 1]))
            except (VerificationError, InvalidHashError):
                return False
        return kept is not None

    def outdated(self, kept: str) -> bool:
        """Whether a hash was made with outdated parameters."""
        return self._hasher.check_needs_rehash(kept)


@cache
def _nobodys(time_cost: int, memory_cost: int, parallelism: int) -> str:
    """The hash of a password that nobody has, made with as much work as others, once in a process."""
    return PasswordHasher(time_cost, memory_cost, parallelism).hash(secrets.token_bytes(32))


def check_password(password: str, name: str = "") -> None:
    """Refuse a password that is too short or too long, or that somebody would guess in a hundred million tries.

    >>> check_password("1234567890")
    Traceback (most recent call last):
    cutcard.service.passwords.PasswordError: this password is too easy to guess (this is a top-100 common password): \
add a word or two that others would not think of
    """
    if not LEAST <= len(password) <= MOST:
        raise PasswordError(f"a password has {LEAST} to {MOST} characters, not {len(password)}")
    from zxcvbn import zxcvbn  # type: ignore[import-untyped]  # its lists of common words take a moment to load

    found = zxcvbn(password[:RATED], user_inputs=[name, *EXPECTED] if name else list(EXPECTED), max_length=RATED)
    if found["score"] < GOOD_SCORE:
        warning = str(found["feedback"]["warning"]).rstrip(".")
        why = f" ({warning[:1].lower()}{warning[1:]})" if warning else ""
        raise PasswordError(
            f"this password is too easy to guess{why}: add a word or two that others would not think of"
        )


def random_password() -> str:
    """A password of about 99 random bits that a person can copy by hand.

    >>> len(random_password())
    23
    """
    letters = ["".join(secrets.choice(_ALPHABET) for _ in range(_GROUP)) for _ in range(_GROUPS)]
    return "-".join(letters)


def _bytes(password: str) -> bytes:
    """The password as bytes, normalised so that different keyboards give the same bytes."""
    return unicodedata.normalize("NFC", password).encode("utf-8", "surrogatepass")
