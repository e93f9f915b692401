"""Time-based one-time codes (RFC 6238) as the second thing that a login asks for.

>>> secret = new_secret()
>>> code = pyotp.TOTP(secret).at(59)
>>> step_of(secret, code, 59_000), step_of(secret, code, 89_000), step_of(secret, code, 200_000)
(1, 1, None)
"""

from __future__ import annotations

import hmac
import re

import pyotp

from cutcard.store import KeyRing

ISSUER = "Cutcard"
STEP_S = 30
AROUND = 1  # steps before and after, for clocks that differ and for slow fingers
_SECRET = re.compile(r"[A-Z2-7]{32}")
_CODE = re.compile(r"[0-9]{6}")


def new_secret() -> str:
    """A secret of 160 bits, as authenticator programs take it."""
    return pyotp.random_base32()


def uri(secret: str, name: str) -> str:
    """The secret as a link that authenticator programs read, also from a square code."""
    return pyotp.TOTP(secret).provisioning_uri(name=name, issuer_name=ISSUER)


def step_of(secret: str, code: str, at_ms: int) -> int | None:
    """The step of time that a code is for; None if it is for none around now."""
    code = code.replace(" ", "")
    if not _SECRET.fullmatch(secret) or not _CODE.fullmatch(code):
        return None
    now, totp = at_ms // 1000 // STEP_S, pyotp.TOTP(secret)
    steps = [step for step in range(now - AROUND, now + AROUND + 1) if step >= 0]
    fits = [step for step in steps if hmac.compare_digest(totp.generate_otp(step), code)]  # all, to take equally long
    return fits[-1] if fits else None


def sealed(ring: KeyRing, secret: str, key: str) -> str:
    """A secret as the database keeps it: only the service's key ring opens it, and only for this account."""
    return ring.seal(secret, about=_about(key))


def unsealed(ring: KeyRing, kept: str, key: str) -> str:
    return ring.unseal(kept, about=_about(key))


def _about(key: str) -> str:
    return f"one-time codes of {key}"
