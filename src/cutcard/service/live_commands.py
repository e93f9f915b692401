"""Commands over the WebSocket of a table: one frame each way instead of a request with all its layers.

The checks are those of a command by POST: the token is looked up each time, roles, rate limits and ids hold as there,
and the answer comes when the events are durable. Commands of one connection are carried out one after the other; what
comes meanwhile waits, and the client is not read from until then.
"""

from __future__ import annotations

import json
from collections import deque
from typing import Any

from pydantic import ValidationError

from cutcard import validation
from cutcard.errors import CutcardError
from cutcard.service.accounts import AccountError
from cutcard.service.api import error_body, failure_body
from cutcard.service.casino import Casino
from cutcard.service.command_door import GIVEN
from cutcard.service.errors import Busy, NotLoggedIn, TooMany, sentence_for, status_of
from cutcard.service.messages import as_json, frame_of
from cutcard.service.protocols import LiveConnection
from cutcard.service.routes.tables import answered

_NOT_JSON = "a command is a JSON object with an id"


class LiveCommands:
    """The commands of one connection."""

    def __init__(self, casino: Casino, connection: LiveConnection, table: str, token: str | None) -> None:
        self._casino = casino
        self._connection = connection
        self._table = table
        self._token = token
        self._waiting: deque[bytes] = deque()
        self._busy = False

    def take(self, data: bytes) -> None:
        """Carry out a command, or let it wait for the one before it."""
        if self._busy:
            self._waiting.append(data)
            self._connection.read_on(False)
            return
        self._busy = True
        self._casino.tasks.spawn(self._carry_out(data))

    async def _carry_out(self, data: bytes) -> None:
        try:
            await self._write(await self._answer(data))
            while self._waiting and not self._connection.disconnected:
                await self._write(await self._answer(self._waiting.popleft()))
        finally:
            self._busy = False
            self._connection.read_on(True)

    async def _write(self, answer: dict[str, Any]) -> None:
        connection = self._connection
        await connection.writable.wait()  # of a client that does not take its answers no more commands are read
        if not (connection.disconnected or connection.close_sent or connection.transport.is_closing()):
            connection.transport.write(frame_of(as_json(answer)))

    async def _answer(self, data: bytes) -> dict[str, Any]:
        """The answer to a message: that of the API, under the command's id and, where it is an error, its status."""
        most = self._casino.settings.message_bytes
        if len(data) > most:
            return self._refused(None, 413, error_body(f"a message has at most {most:,} bytes"))
        id_: str | None = None
        try:
            fields = json.loads(data)
            id_ = _echoed(fields["id"])
            given = GIVEN.validate_python(fields)
        except ValidationError as error:
            return self._refused(id_, 422, error_body(validation.sentence(error.errors()[0])[:500]))
        except (ValueError, KeyError, TypeError, RecursionError):
            return self._refused(id_, 422, error_body(_NOT_JSON))
        try:
            caller = await self._casino.logins.caller(self._token) if self._token is not None else None
            if caller is None:
                raise NotLoggedIn
            status, body = await answered(self._casino, caller, self._table, given, undisturbed=True)
        except AccountError as error:
            return self._refused(id_, 409, error_body(error.message))
        except CutcardError as error:
            wait = {"retry_after": max(1, round(error.wait_s + 0.5))} if isinstance(error, TooMany | Busy) else {}
            return self._refused(id_, status_of(error), failure_body(error, table=self._table) | wait)
        except Exception as error:
            return self._refused(id_, 500, error_body(sentence_for(error, table=self._table)))
        return {"answer": id_, **body} if status == 200 else {"answer": id_, "status": status, **body}

    def _refused(self, id_: str | None, status: int, body: dict[str, Any]) -> dict[str, Any]:
        self._casino.metrics.refused.labels(str(status)).inc()
        return {"answer": id_, "status": status, **body}


def _echoed(id_: Any) -> str | None:
    """The id of a message as an answer can have it: half of a sign that takes two is no text.

    >>> _echoed("a-1"), _echoed(chr(0xD800)), _echoed(7)
    ('a-1', '?', None)
    """
    return id_.encode(errors="replace").decode() if isinstance(id_, str) else None
