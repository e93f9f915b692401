"""Requests that another site's page makes a browser send.

A browser adds our cookie to whatever it sends here, whichever page asked for it; a page on another port of the same
host even counts as the same site. So what changes something must say that a page of ours has sent it: by its `Origin`,
and where an old browser sends none by `Sec-Fetch-Site` or the `Referer`. Logging in is held to the same, or a page
could log a visitor in under another name. A program that sends its token in a header, and no cookie, may come from
anywhere.
"""

from __future__ import annotations

import json
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import urlsplit

from starlette.datastructures import Headers
from starlette.requests import cookie_parser

COOKIE = "cutcard_token"
API = "/api/"
JSON = "application/json"
SAFE = frozenset({"GET", "HEAD", "OPTIONS", "TRACE"})
PORTS = {"http": 80, "https": 443}
POLICY_VIOLATION = 1008  # how a WebSocket is closed

ELSEWHERE = "this came from a page of another site"
UNNAMED = (
    "this came with a cookie and does not say from which page: programs send their token as `Authorization: Bearer …`"
)
NOT_JSON = "a request to the API is JSON, with `Content-Type: application/json`"

Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[MutableMapping[str, Any], Receive, Send], Awaitable[None]]
Refused = tuple[int, str]  # the status, and why


class OwnPagesOnly:
    """Answers 403 to what a page of another site has sent, before anything is done; `refused` counts the answers."""

    def __init__(self, app: App, allowed: frozenset[str], refused: Callable[[int], None]) -> None:
        self.app = app
        self._allowed = allowed  # other origins under which our own pages are known, behind a proxy
        self._refused = refused

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        changes = scope["type"] == "websocket" or (scope["type"] == "http" and scope["method"] not in SAFE)
        wrong = verdict(scope, self._allowed) if changes else None
        if wrong is None:
            return await self.app(scope, receive, send)
        status, says = wrong
        self._refused(status)
        if scope["type"] == "websocket":
            await receive()
            await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": says})
            return None
        body = json.dumps({"error": {"message": says}}).encode()
        headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
        await send({"type": "http.response.start", "status": status, "headers": headers})
        await send({"type": "http.response.body", "body": body})
        return None


def verdict(scope: MutableMapping[str, Any], allowed: frozenset[str]) -> Refused | None:
    """Why a request that changes something is refused; None if it is not."""
    names = dict(reversed(scope["headers"]))  # of several the first counts
    if b"cookie" not in names and names.get(b"authorization", b"").lower().startswith(b"bearer "):
        return None  # as nearly every program's
    headers = Headers(scope=dict(scope))
    cookie = COOKIE in cookie_parser(headers.get("cookie", ""))
    if headers.get("authorization", "").lower().startswith("bearer ") and not cookie:
        return None
    from_us = _from_own_page(headers, scope["scheme"], allowed)
    if from_us is False:
        return 403, ELSEWHERE
    to_api = scope["path"].startswith(API)
    if from_us is None and (cookie or not to_api):
        return 403, UNNAMED
    if scope["type"] == "http" and to_api and _has_body(headers) and _kind(headers) != JSON:
        return 415, NOT_JSON
    return None


def _from_own_page(headers: Headers, scheme: str, allowed: frozenset[str]) -> bool | None:
    """Whether a page of ours has sent this; None if no browser says so, for or against."""
    origin = headers.get("origin")
    if origin is None and "sec-fetch-site" in headers:
        return headers["sec-fetch-site"] in ("same-origin", "none")
    origin = headers.get("referer") if origin is None else origin
    if origin is None:
        return None
    page = origin_of(origin)
    if page is None:
        return False
    if "{}://{}:{}".format(*page) in allowed:
        return True
    hosts = [headers[name] for name in ("host", "x-forwarded-host") if name in headers]  # the latter behind a proxy
    if scheme in ("https", "wss") and page[0] != "https":
        return False
    return any(origin_of(f"{page[0]}://{host}") == page for host in hosts)


def origin_of(url: str) -> tuple[str, str, int] | None:
    """Scheme, host and port of a URL; None if it is none of a web page.

    >>> origin_of("https://casino.example/table/T1"), origin_of("http://LOCALHOST:8421"), origin_of("null")
    (('https', 'casino.example', 443), ('http', 'localhost', 8421), None)
    """
    try:
        parts = urlsplit(url)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in PORTS or not parts.hostname:
        return None
    return parts.scheme, parts.hostname, PORTS[parts.scheme] if port is None else port


def written(url: str) -> str:
    """An origin with its port, as `allowed` has them; raises ValueError.

    >>> written("https://casino.example")
    'https://casino.example:443'
    """
    found = origin_of(url)
    if found is None or urlsplit(url).path not in ("", "/"):
        raise ValueError(url)
    return "{}://{}:{}".format(*found)


def _has_body(headers: Headers) -> bool:
    return headers.get("content-length", "0") != "0" or "transfer-encoding" in headers


def _kind(headers: Headers) -> str:
    return headers.get("content-type", "").partition(";")[0].strip().lower()
