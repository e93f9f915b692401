"""The way of a table's command past FastAPI, which costs more than all the rest of answering it.

Commands are what the service is for, and nearly all of them are alike: a token in the header, a JSON body that is a
command. Those are read and answered here by the same function. Whatever else comes to this address, and whatever is
wrong with it, goes through the route that FastAPI knows and documents, so that it is answered as everything is.
"""

from __future__ import annotations

import json
import re
from collections.abc import MutableMapping
from typing import Any

from pydantic import TypeAdapter, ValidationError
from starlette.datastructures import URLPath
from starlette.routing import BaseRoute, Match, NoMatchFound

from cutcard.service.casino import Casino
from cutcard.service.errors import NotLoggedIn
from cutcard.service.rate_limit import Receive, Send, with_body
from cutcard.service.routes.bodies import Given
from cutcard.service.routes.tables import give_command

_PATH = re.compile(r"/api/tables/([^\x00-\x1f\x7f:/]{1,64})/commands")
_BEARER = b"Bearer "
_PASSED = "cutcard.passed_door"  # in the scope of a request that the usual route answers
GIVEN: TypeAdapter[Given] = TypeAdapter(Given)

Scope = MutableMapping[str, Any]


class CommandDoor(BaseRoute):
    """A route before all others."""

    def __init__(self, casino: Casino) -> None:
        self._casino = casino

    def matches(self, scope: Scope) -> tuple[Match, Scope]:
        if scope["type"] != "http" or scope["method"] != "POST" or scope.get("root_path") or _PASSED in scope:
            return Match.NONE, {}
        found = _PATH.fullmatch(scope["path"])
        return (Match.NONE, {}) if found is None else (Match.FULL, {"path_params": {"table": found[1]}})

    async def handle(self, scope: Scope, receive: Receive, send: Send) -> None:
        message = await receive()  # all of it: `BodyLimit` has read it
        token, given = _token(scope), _command(message)
        if token is None or given is None:
            scope[_PASSED] = True
            await scope["router"](scope, with_body(message.get("body", b""), receive), send)
            return
        caller = await self._casino.logins.caller(token)
        if caller is None:
            raise NotLoggedIn
        response = await give_command(self._casino, caller, scope["path_params"]["table"], given)
        await response(scope, receive, send)

    def url_path_for(self, name: str, /, **path_params: Any) -> URLPath:
        raise NoMatchFound(name, path_params)  # the usual route is the one with a name


def _token(scope: Scope) -> str | None:
    """The token in the header of a request with a JSON body; None where it is not as plain as that."""
    header: dict[bytes, bytes] = dict(reversed(scope["headers"]))  # of several the first counts
    shown = header.get(b"authorization", b"")
    if header.get(b"content-type") != b"application/json" or not shown.startswith(_BEARER):
        return None
    return shown[len(_BEARER) :].decode("latin-1")


def _command(message: MutableMapping[str, Any]) -> Given | None:
    """What a body says; None where it says no command."""
    try:
        return GIVEN.validate_python(json.loads(message["body"]), from_attributes=True)
    except (KeyError, ValueError, RecursionError, ValidationError):
        return None
