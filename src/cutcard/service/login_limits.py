"""Limits on logging in that hold back anybody who guesses, and not the owner of the account.

A stranger's attempt is counted three times: for the pair of name and network, for the network, and for the name. So one
address guesses slowly, and so do a thousand addresses that guess one name. A network of IPv6 is counted with its site,
since one customer may have tens of thousands. Those who come from a device or network that
has logged in to this account before is not held up by what strangers do to its name.

Checking a password is dear on purpose, so only a few are checked at once and a few more wait; one place is always kept
for those who are known.
"""

from __future__ import annotations

import asyncio
import hmac
import re
import secrets
import time
from collections import Counter
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from hashlib import sha256
from typing import NamedTuple

from cutcard.service.errors import Overloaded, TooMany
from cutcard.service.passwords import AT_ONCE
from cutcard.service.rate_limit import SITE, RateLimiter, site

WAITING = 16  # that wait for their password to be checked, of strangers and of known ones each
WAITING_NETWORK = 4  # of them from one network
OVERLOADED_S = 2.0
LOOKS_PER_S, LOOKS = 1.0, 20  # how often it is looked up whether a refused network is known for a name
_DEVICE = re.compile(r"[0-9a-f]{16}(\.[0-9a-f]{32}){0,5}")
ATTEMPTS = "attempts to log in"


class Attempt(NamedTuple):
    """What an attempt was counted against; one that succeeds is given back, but for the pair."""

    taken: tuple[tuple[RateLimiter, str], ...]

    def succeeded(self) -> None:
        for limiter, key in self.taken[1:]:
            limiter.refund(key)


class LoginLimits:
    """The counts of one process, in bounded memory."""

    def __init__(self, per_minute: int) -> None:
        def table() -> RateLimiter:
            return RateLimiter(per_minute / 60, per_minute)

        self._sites = RateLimiter(SITE * per_minute / 60, SITE * per_minute)
        self._pairs, self._networks, self._names, self._known = table(), table(), table(), table()
        self._looks = RateLimiter(LOOKS_PER_S, LOOKS)

    def __len__(self) -> int:
        """The buckets in memory."""
        return sum(map(len, (self._pairs, self._networks, self._sites, self._names, self._known, self._looks)))

    def stranger(self, name: str, network: str) -> Attempt | float:
        """Count an attempt; the seconds to wait if it is one too many."""
        return self._take((self._pairs, f"{network} {name}"), *self._place(network), (self._names, name))

    def known(self, name: str, place: str) -> Attempt | float:
        """Count an attempt from a device or network that has logged in before."""
        return self._take((self._known, f"{place} {name}"))

    def guest(self, network: str) -> None:
        """Count a new guest; raises `TooMany`."""
        taken = self._take(*self._place(network))
        if isinstance(taken, float):
            raise TooMany(ATTEMPTS, taken)

    def may_look(self, network: str) -> bool:
        """Whether to look up if the network is known, which costs a query."""
        return self._looks.allow(network, time.monotonic()) is None

    def _place(self, network: str) -> Iterator[tuple[RateLimiter, str]]:
        yield self._networks, network
        if its_site := site(network):
            yield self._sites, its_site

    def _take(self, *wanted: tuple[RateLimiter, str]) -> Attempt | float:
        now = time.monotonic()
        for count, (limiter, key) in enumerate(wanted):
            wait_s = limiter.allow(key, now)
            if wait_s is not None:  # what is refused anyway counts nowhere else
                for earlier, its_key in wanted[:count]:
                    earlier.refund(its_key)
                return wait_s
        return Attempt(wanted)


class Turns:
    """Lets a few password checks run at once, and answers that there are too many instead of letting all wait."""

    def __init__(self, at_once: int = AT_ONCE) -> None:
        self._all = asyncio.Semaphore(at_once)
        self._strangers = asyncio.Semaphore(max(1, at_once - 1))
        self._waiting: Counter[bool] = Counter()
        self._networks: Counter[str] = Counter()

    def full(self, network: str, known: bool = False) -> bool:
        """Whether one more would wait too long, or take more than their network's share."""
        return self._waiting[known] >= WAITING or (not known and self._networks[network] >= WAITING_NETWORK)

    @asynccontextmanager
    async def turn(self, network: str, known: bool = False) -> AsyncIterator[None]:
        """Wait for a turn; raises `Overloaded` if too many wait."""
        if self.full(network, known):
            raise Overloaded("people logging in at this moment", OVERLOADED_S)
        self._waiting[known] += 1
        self._networks[network] += 1
        try:
            if known:
                async with self._all:
                    yield
            else:
                async with self._strangers, self._all:
                    yield
        finally:
            self._waiting[known] -= 1
            self._networks[network] -= 1
            if not self._networks[network]:
                del self._networks[network]


# ------------------------------------------------------------------------------------------------------ known devices


def device_mark(kept: str, name: str, device: str) -> str:
    """What a browser shows to be known for an account: only the service can make it, and a new password ends it."""
    key = sha256(b"cutcard device " + kept.encode()).digest()
    return hmac.new(key, f"{device[:16]} {name.lower()}".encode(), sha256).hexdigest()[:32]


def is_known(kept: str, name: str, device: str) -> bool:
    """Whether a browser has logged in to this account, by its cookie."""
    if not _DEVICE.fullmatch(device):
        return False
    mark = device_mark(kept, name, device)
    return any(hmac.compare_digest(mark, each) for each in device.split(".")[1:])


def with_mark(kept: str, name: str, device: str) -> str:
    """The cookie of a browser that has logged in: its own random id, and a mark for each of the last few accounts."""
    device = device if _DEVICE.fullmatch(device) else secrets.token_hex(8)
    id_, *marks = device.split(".")
    mark = device_mark(kept, name, device)
    return ".".join([id_, *[each for each in marks if each != mark][-4:], mark])
