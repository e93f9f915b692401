"""Open connections: how many there may be, from whom, and how long one may keep the service waiting.

Each connection takes a descriptor, of which a process has a fixed number. So the service itself accepts connections:
it counts them by address and in all before anything is read, and once a second it closes those that owe it a
request, or do not take their answer, for too long. When it is full, the connection that has waited longest for its
client makes room for a new one; only if all of them are busy is the new one refused.
"""

from __future__ import annotations

import asyncio
import json
import os
import resource
from collections import Counter, OrderedDict
from collections.abc import Container
from typing import Any, NamedTuple, Protocol

from uvicorn.middleware.proxy_headers import ProxyHeadersMiddleware

from cutcard import logs
from cutcard.service.metrics import Metrics
from cutcard.service.rate_limit import Bucket, Places, network
from cutcard.service.settings import Settings

log = logs.get("connections")
DESCRIPTORS_MOST = 65_536  # more than a process needs; some systems allow a thousand times as many
DESCRIPTORS_KEPT = 200  # for the database, files and the program itself
IDLE_S = 5.0  # between an answer and the next request on the same connection
SWEEP_S = 1.0
FRAMES_MORE = 2  # times as many frames as commands: one may come in parts, and those beyond the limit are told so
FRAMES_BESIDE_PER_S, FRAMES_BESIDE = 20.0, 100  # for greetings and pings, where few commands are allowed
LOG_EVERY_S = 10.0


class Limits(NamedTuple):
    """How many connections, and for how long."""

    total: int
    per_address: int
    request_s: float  # for a client to send a request
    answer_s: float  # for a client to take an answer
    idle_s: float = IDLE_S
    frames_per_s: float = 60.0  # that a client may send over a WebSocket, in the long run and at once
    frames_burst: int = 200


class Transporting(Protocol):
    """What is needed of a protocol: a way to tell a client that its request took too long."""

    def too_late(self) -> None: ...


class Connection:
    """One client's connection, from its acceptance until its socket is closed."""

    __slots__ = ("_all", "address", "blocked_since", "limit_s", "protocol", "since", "starting", "transport")

    def __init__(self, connections: Connections, address: str, now: float) -> None:
        self._all = connections
        self.address = address
        self.since = now
        self.limit_s = connections.limits.request_s
        self.blocked_since: float | None = None
        self.starting: asyncio.Task[None] | None = None  # the TLS handshake
        self.transport: asyncio.Transport | None = None
        self.protocol: Transporting | None = None

    def owes_request(self) -> None:
        """The client has begun a request, or has just connected: it has so long to send all of it."""
        self._all.wait_for(self, self._all.limits.request_s)

    def idle(self) -> None:
        """The client has its answer, and may send another request soon."""
        self._all.wait_for(self, self._all.limits.idle_s)

    def busy(self) -> None:
        """The client has done its part."""
        self._all.waiting.pop(self, None)

    @property
    def owing(self) -> bool:
        return self in self._all.waiting and self.limit_s == self._all.limits.request_s

    def frames_allowed(self) -> Bucket:
        """How many frames its client may send once it is a WebSocket."""
        return Bucket(self._all.limits.frames_per_s, self._all.limits.frames_burst)

    def ended(self, reason: str) -> None:
        self._all.note(reason, self.address)

    def closed(self) -> None:
        self._all.remove(self)

    def abort(self) -> None:
        """Close it now, whatever is still to be sent."""
        if self.transport is not None:
            self.transport.abort()
        elif self.starting is not None:
            self.starting.cancel()


class Connections:
    """All connections of a service. Belongs to its event loop."""

    def __init__(self, limits: Limits, metrics: Metrics, unlimited: Container[str] = ()) -> None:
        self.limits = limits
        self.waiting: OrderedDict[Connection, None] = OrderedDict()  # for their clients, the longest first
        self._unlimited = unlimited  # proxies, behind whose address there are many clients
        self._open: set[Connection] = set()
        self._by_address = Places(limits.per_address)
        self._metrics = metrics
        self._not_logged: Counter[str] = Counter()
        self._last_address = ""
        self._logged_at = float("-inf")

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, host: str, now: float) -> Connection | None:
        """A place for a new connection; None if its address has enough, or if all others are busy."""
        address = network(host)
        if host not in self._unlimited and self._by_address.full(address):
            self.note("address", address)
            return None
        if len(self._open) >= self.limits.total and not self.make_room():
            self.note("full", address)
            return None
        made = Connection(self, address, now)
        self._open.add(made)
        self._by_address.take(address)
        self.waiting[made] = None
        self._metrics.connections.set(len(self._open))
        return made

    def make_room(self) -> bool:
        """Close the connection that has waited longest for its client, if any."""
        if not self.waiting:
            return False
        longest = next(iter(self.waiting))
        longest.ended("room")
        longest.abort()
        self.remove(longest)  # its descriptor is free in the next turn of the loop
        return True

    def wait_for(self, connection: Connection, limit_s: float) -> None:
        if connection in self._open:
            connection.since, connection.limit_s = asyncio.get_running_loop().time(), limit_s
            self.waiting[connection] = None
            self.waiting.move_to_end(connection)

    def remove(self, connection: Connection) -> None:
        if connection not in self._open:
            return
        self._open.discard(connection)
        self.waiting.pop(connection, None)
        self._by_address.leave(connection.address)
        self._metrics.connections.set(len(self._open))

    def note(self, reason: str, address: str) -> None:
        """Count a connection that was refused or closed early; `sweep` logs them together."""
        self._metrics.connections_ended.labels(reason).inc()
        self._not_logged[reason] += 1
        self._last_address = address

    def sweep(self, now: float) -> None:
        """Close connections that have kept the service waiting for too long, and log what was closed or refused."""
        for connection in [one for one in self.waiting if now - one.since > one.limit_s]:
            if connection.protocol is not None:
                connection.protocol.too_late()
        for connection in list(self._open):
            if self._stuck(connection, now):
                connection.ended("slow")
                connection.abort()
        self.log_ended(now)

    def _stuck(self, connection: Connection, now: float) -> bool:
        """Whether a client has not taken what was sent to it, at no time since `answer_s` ago."""
        transport = connection.transport
        if transport is None or not (transport.is_closing() or transport.get_write_buffer_size()):
            connection.blocked_since = None
            return False
        if connection.blocked_since is None:
            connection.blocked_since = now
        return now - connection.blocked_since > self.limits.answer_s

    def log_ended(self, now: float) -> None:
        """One line in the log for everything since the last, at most one every ten seconds."""
        if self._not_logged and now - self._logged_at >= LOG_EVERY_S:
            counts = {f"ended_{reason}": count for reason, count in sorted(self._not_logged.items())}
            log.warning("connections", open=len(self._open), last_address=self._last_address, **counts)
            self._not_logged.clear()
            self._logged_at = now


def limits(settings: Settings, descriptors: int) -> Limits:
    """The limits for a process that may have this many descriptors.

    >>> limits(Settings(connections=4000), 1024).total, limits(Settings(connections=4000), 65536).total
    (824, 4000)
    """
    room = max(descriptors // 4, descriptors - DESCRIPTORS_KEPT)
    return Limits(
        min(settings.connections, room),
        settings.connections_per_address,
        settings.request_seconds,
        settings.answer_seconds,
        frames_per_s=FRAMES_MORE * settings.commands_per_second + FRAMES_BESIDE_PER_S,
        frames_burst=FRAMES_MORE * settings.commands_burst + FRAMES_BESIDE,
    )


def proxies() -> Container[str]:
    """The addresses whose word about a client's address is taken, as uvicorn reads them: by default this machine."""
    nothing: Any = None
    trusted: Any = ProxyHeadersMiddleware(nothing, os.environ.get("FORWARDED_ALLOW_IPS", "127.0.0.1,::1")).trusted_hosts
    return trusted  # type: ignore[no-any-return]


def raise_descriptor_limit() -> int:
    """Take as many descriptors as the system lets this process have; how many those are."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = DESCRIPTORS_MOST if hard == resource.RLIM_INFINITY else min(hard, DESCRIPTORS_MOST)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
        soft = wanted
    return DESCRIPTORS_MOST if soft == resource.RLIM_INFINITY else soft


def answer(status: str, sentence: str) -> bytes:
    """A whole HTTP answer, for a client that the application never sees."""
    body = json.dumps({"error": {"message": sentence}}).encode()
    head = (
        f"HTTP/1.1 {status}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\nConnection: close\r\n"
    )
    return head.encode() + b"Retry-After: 10\r\n\r\n" + body


REFUSED = answer("503 Service Unavailable", "there are too many connections: try again later")
LATE = answer("408 Request Timeout", "the request took too long to arrive")
