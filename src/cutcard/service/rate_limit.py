"""Rate limits, as token buckets that refill over time; limits on request bodies, and on the requests of an address.

>>> limiter = RateLimiter(per_second=2, burst=3)
>>> [limiter.allow("ann", now=10.0) for _ in range(4)]
[None, None, None, 0.5]
>>> limiter.allow("bea", now=10.0), limiter.allow("ann", now=10.5)
(None, None)
"""

from __future__ import annotations

import ipaddress
import json
import threading
from collections import Counter, OrderedDict
from collections.abc import Awaitable, Callable, Container, MutableMapping
from typing import Any

KEYS = 10_000  # buckets in memory
ADDRESS, SITES = "address ", "site "  # before what a caller is named by who is known by where they come from
SITE = 8  # times the share of a network, for all networks of a site
_EPSILON = 1e-9  # for floating-point rounding errors

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]


class Bucket:
    """Lets `burst` through at once and `per_second` in the long run."""

    __slots__ = ("_each_s", "_full_at", "_slack_s")

    def __init__(self, per_second: float, burst: int) -> None:
        self._each_s = 1 / per_second
        self._slack_s = (burst - 1) / per_second
        self._full_at = float("-inf")  # when the bucket will be full again

    def allow(self, now: float) -> float | None:
        """None if one more may pass now; otherwise the seconds to wait."""
        full_at = max(self._full_at, now)
        wait_s = full_at - now - self._slack_s
        if wait_s > _EPSILON:
            return wait_s
        self._full_at = full_at + self._each_s
        return None

    def refund(self) -> None:
        """Take one back that was let through."""
        self._full_at -= self._each_s


class RateLimiter:
    """A bucket for each key; if there are too many, the least recently used is dropped. Thread-safe."""

    def __init__(self, per_second: float, burst: int, keys: int = KEYS) -> None:
        self._shape = (per_second, burst)
        self._keys = keys
        self._buckets: OrderedDict[str, Bucket] = OrderedDict()
        self._lock = threading.Lock()

    def allow(self, key: str, now: float) -> float | None:
        """None if one more for this key may pass; otherwise the seconds to wait. `now` must never decrease."""
        with self._lock:
            bucket = self._buckets.get(key)
            if bucket is None:
                bucket = self._buckets[key] = Bucket(*self._shape)
                if len(self._buckets) > self._keys:
                    self._buckets.popitem(last=False)
            else:
                self._buckets.move_to_end(key)
            return bucket.allow(now)

    def refund(self, key: str) -> None:
        """Take one back that was let through for this key."""
        with self._lock:
            bucket = self._buckets.get(key)
            if bucket is not None:
                bucket.refund()

    def __len__(self) -> int:
        return len(self._buckets)


def network(host: str) -> str:
    """The rate-limit key of an address. For IPv6 it is the /64 network, because one customer has all its addresses.

    >>> network("192.0.2.7"), network("2001:db8::7"), network("testclient")
    ('192.0.2.7', '2001:db8::/64', 'testclient')
    """
    try:
        address = ipaddress.ip_address(host.partition("%")[0])
    except ValueError:
        return host[:64]
    if isinstance(address, ipaddress.IPv4Address):
        return str(address)
    if address.ipv4_mapped is not None:
        return str(address.ipv4_mapped)
    return str(ipaddress.ip_network((address, 64), strict=False))


def site(of: str) -> str:
    """The site that a network of IPv6 belongs to, empty for others: one customer may have all 65,536 networks of it.

    >>> site(network("2001:db8:0:7::1")), site(network("2001:db8::1")), site(network("192.0.2.7"))
    ('2001:db8::/48', '2001:db8::/48', '')
    """
    if not of.endswith("/64"):
        return ""
    try:
        return str(ipaddress.IPv6Network(of).supernet(new_prefix=48))
    except ValueError:  # what a proxy passed on as an address
        return ""


def party(caller: str) -> str:
    """Who counts as one where turns are given out: the site of an IPv6 address, and everybody else for themselves.

    >>> party("address 2001:db8:0:7::/64"), party("address 192.0.2.7"), party("account ann")
    ('site 2001:db8::/48', 'address 192.0.2.7', 'account ann')
    """
    its_site = site(caller.removeprefix(ADDRESS)) if caller.startswith(ADDRESS) else ""
    return f"{SITES}{its_site}" if its_site else caller


class Places:
    """How much each network has open, and each site."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._open: Counter[str] = Counter()

    def full(self, of: str) -> bool:
        """Whether a network, or its site, has as much open as it may."""
        its_site = site(of)
        return self._open[of] >= self._most or (its_site != "" and self._open[its_site] >= SITE * self._most)

    def take(self, of: str) -> None:
        for each in filter(None, (of, site(of))):
            self._open[each] += 1

    def leave(self, of: str) -> None:
        for each in filter(None, (of, site(of))):
            self._open[each] -= 1
            if not self._open[each]:
                del self._open[each]


class AddressLimit:
    """Answers 429 to an address that has too many requests and WebSockets open at once.

    The limit on connections cannot tell clients behind a proxy apart; the address that the proxy forwards does.
    """

    def __init__(self, app: App, most: int, unlimited: Container[str]) -> None:
        self.app = app
        self.most = most
        self._unlimited = unlimited
        self._open = Places(most)

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        host = scope["client"][0] if scope.get("client") else "unknown"
        if scope["type"] not in ("http", "websocket") or host in self._unlimited:
            return await self.app(scope, receive, send)
        address = network(host)
        if self._open.full(address):
            return await refuse(scope, send, 429, f"one address has at most {self.most:,} requests at once")
        self._open.take(address)
        try:
            return await self.app(scope, receive, send)
        finally:
            self._open.leave(address)


class BodyLimit:
    """Answers 413 to a request whose body is too large, and reads no more of it than the limit.

    The body is read before the application is called, because an application that hit the limit while reading might
    mistake it for another error.
    """

    def __init__(self, app: App, most_bytes: int) -> None:
        self.app = app
        self.most_bytes = most_bytes

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            return await self.app(scope, receive, send)
        too_large = f"a request has at most {self.most_bytes:,} bytes"
        if _announced(scope) > self.most_bytes:
            return await refuse(scope, send, 413, too_large)
        chunks: list[bytes] = []
        read = 0
        more = True
        while more:
            message = await receive()
            if message["type"] != "http.request":  # the client has disconnected
                return None
            chunks.append(message.get("body", b""))
            read += len(chunks[-1])
            if read > self.most_bytes:
                return await refuse(scope, send, 413, too_large)
            more = message.get("more_body", False)
        return await self.app(scope, with_body(b"".join(chunks), receive), send)


async def refuse(scope: MutableMapping[str, Any], send: Send, status: int, sentence: str) -> None:
    """Answer a request or a WebSocket before the application sees it, and close the connection."""
    body = json.dumps({"error": {"message": sentence}}).encode()
    kind = "websocket.http.response" if scope["type"] == "websocket" else "http.response"
    if scope["type"] == "websocket" and kind not in scope.get("extensions", {}):
        await send({"type": "websocket.close"})
        return
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
        (b"connection", b"close"),  # do not wait for the rest of the body
    ]
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})


def _announced(scope: MutableMapping[str, Any]) -> int:
    for name, value in scope["headers"]:
        if name == b"content-length" and value.isdigit():
            return int(value[:18])
    return 0


def with_body(body: bytes, receive: Receive) -> Receive:
    """A `receive` that returns the body already read, and then continues with the original."""
    waiting: list[Message] = [{"type": "http.request", "body": body, "more_body": False}]

    async def next_message() -> Message:
        return waiting.pop() if waiting else await receive()

    return next_message
