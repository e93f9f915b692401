"""Requests that name a host which is not this service.

A page elsewhere can have its own name lead to this machine after it is loaded (DNS rebinding): the browser then takes
the service for that page's own site. Such a request still says in `Host` by which name it was sent. And where an
answer repeats `Host`, as a redirect does, a made-up name there would become part of a link.

Without `allowed_hosts` a service that listens on this machine only is for this machine and for a proxy. Who comes
straight to it gives its own port with the name, since a browser adds every port but the usual one, and has to call it
by a name of this machine. A proxy passes on the name under which it is known itself, with its own port or none.
"""

from __future__ import annotations

import ipaddress
import re
from collections.abc import Callable, MutableMapping
from functools import lru_cache
from typing import Any

from cutcard.service.cross_site import PORTS
from cutcard.service.rate_limit import App, Receive, Send, refuse

_HOST = re.compile(r"(?:\[([0-9A-Fa-f:.]+)\]|([0-9A-Za-z_.-]+))(?::([0-9]{0,5}))?")
ANY = "*"
BELOW = "*."  # before a name: every name that ends in it
HOST_MOST = 260  # characters: a name has 253, and a port after it
MISDIRECTED = 421
SENTENCE = "this service is not known under the name in `Host`: its operator names its hosts in `allowed_hosts`"


class KnownHosts:
    """Answers 421 to a request or a WebSocket for a host that is not this one; `refused` counts the answers."""

    def __init__(self, app: App, allowed: str, listens_on: str, refused: Callable[[int], None]) -> None:
        self.app = app
        self._refused = refused
        self._is_known = lru_cache(1024)(knows(allowed, listens_on))

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] not in ("http", "websocket") or self._for_us(scope):
            return await self.app(scope, receive, send)
        self._refused(MISDIRECTED)
        return await refuse(scope, send, MISDIRECTED, SENTENCE)

    def _for_us(self, scope: MutableMapping[str, Any]) -> bool:
        """Whether every `Host` is ours. A request without one comes from no browser, and nothing repeats it."""
        port = (scope.get("server") or ("", None))[1]
        usual = PORTS["https" if scope["scheme"] in ("https", "wss") else "http"]
        return all(
            len(value) <= HOST_MOST and self._is_known(value.decode("latin-1"), port, usual)
            for name, value in scope["headers"]
            if name == b"host"
        )


def knows(allowed: str, listens_on: str) -> Callable[[str, int | None, int], bool]:
    """Whether a `Host` is ours, given the port that was reached and the port that goes without saying.

    >>> by_itself = knows("", "127.0.0.1")
    >>> by_itself("localhost:8421", 8421, 80), by_itself("casino.example", 8421, 443)
    (True, True)
    >>> by_itself("elsewhere.example:8421", 8421, 80)
    False
    >>> named = knows("casino.example, *.tables.example", "0.0.0.0")
    >>> [named(host, 8421, 80) for host in ("casino.example:9000", "a.tables.example", "elsewhere.example", "[::1]")]
    [True, True, False, True]
    """
    names = frozenset(filter(None, allowed.split(", ")))
    endings = tuple(name.removeprefix("*") for name in names if name.startswith(BELOW))

    def known(host: str, reached: int | None, usual: int) -> bool:
        found = split(host)
        if found is None:
            return False
        name, port = found
        if ANY in names or is_this_machine(name):
            return True
        if names:
            return name in names or name.endswith(endings)
        return not is_this_machine(listens_on) or (usual if port is None else port) != reached

    return known


def split(host: str) -> tuple[str, int | None] | None:
    """The name in a `Host`, in small letters and without a last dot, and its port; None if it is not a host.

    >>> split("Casino.Example.:443"), split("[::1]:8421"), split("casino.example"), split("a@b"), split("a:b")
    (('casino.example', 443), ('::1', 8421), ('casino.example', None), None, None)
    """
    found = _HOST.fullmatch(host)
    if found is None:
        return None
    address, name, port = found.groups()
    return (address or name).lower().removesuffix("."), int(port) if port else None


def is_this_machine(name: str) -> bool:
    """Whether a name or an address leads to this machine for anybody who uses it.

    >>> is_this_machine("localhost"), is_this_machine("127.0.0.2"), is_this_machine("::1"), is_this_machine("0.0.0.0")
    (True, True, True, False)
    """
    if name == "localhost" or name.endswith(".localhost"):
        return True
    try:
        return ipaddress.ip_address(name).is_loopback
    except ValueError:
        return False


def written(name: str) -> str:
    """A host as `allowed_hosts` has it; raises ValueError.

    >>> written("Casino.Example"), written("*.casino.example"), written("[2001:DB8::1]"), written("*")
    ('casino.example', '*.casino.example', '2001:db8::1', '*')
    """
    if name == ANY:
        return ANY
    below = BELOW if name.startswith(BELOW) else ""
    found = split(name.removeprefix(below))
    if found is None or found[1] is not None:
        raise ValueError(name)
    return below + found[0]
