"""A check of every request's address: no name, number or question in it has a control character.

Nothing here is called by a name with one, logs and pages would have to show it, and PostgreSQL stores no NUL at all.
What is in a body is checked by the types of its fields.
"""

from __future__ import annotations

import re
from collections.abc import MutableMapping
from typing import Any
from urllib.parse import unquote_to_bytes

from cutcard.service.rate_limit import App, Receive, Send, refuse

_CONTROL = re.compile(rb"[\x00-\x1f\x7f]")
SENTENCE = "the address has a control character in it"


class PlainText:
    """Answers 422 to a request or a WebSocket whose path or query has a control character."""

    def __init__(self, app: App) -> None:
        self.app = app

    async def __call__(self, scope: MutableMapping[str, Any], receive: Receive, send: Send) -> None:
        if scope["type"] in ("http", "websocket") and not is_plain(scope["path"], scope["query_string"]):
            return await refuse(scope, send, 422, SENTENCE)
        return await self.app(scope, receive, send)


def is_plain(path: str, query: bytes) -> bool:
    """Whether neither a path nor a query, once decoded, has a control character.

    >>> is_plain("/api/tables/T1", b"most=5"), is_plain("/api/tables/\\0", b""), is_plain("/", b"player=a%00b")
    (True, False, False)
    """
    if not query and path.isprintable():
        return True
    return not (_CONTROL.search(path.encode("utf-8", "replace")) or _CONTROL.search(unquote_to_bytes(query)))
