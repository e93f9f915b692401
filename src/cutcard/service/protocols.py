"""How a connection is read: uvicorn's protocols, with limits on what a client may send and how long it may take."""

from __future__ import annotations

import logging
from collections import deque
from collections.abc import Callable
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol, RequestResponseCycle
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame

from cutcard.service.connections import LATE, Connection
from cutcard.service.rate_limit import Bucket

PIPELINED_MOST = 24  # requests of a connection that wait for the one before them; browsers and proxies send none so
HEAD_BYTES = 16_384  # for the address and all headers: what is in them is taken apart several times
HEAD_SAYS = f"A request has at most {HEAD_BYTES} bytes of headers."
SLICE_BYTES = 4096  # of a WebSocket read at once: frames may have six bytes, and each takes time
INVALID_TEXT, TOO_OFTEN = 1007, 1008  # how a WebSocket is closed
FRAMES = "cutcard.frames"  # under which a WebSocket's own connection is found among its extensions
BEHIND_BYTES = 262_144  # that may wait for a client; one that is further behind is dropped
_errors_only = logging.getLogger("uvicorn.error.requests")  # anybody could fill the log with requests that are none
_errors_only.setLevel(logging.ERROR)


class TooManyWaiting(Exception):
    """A client sends requests without waiting for answers: each one read takes time and memory, done or not."""


class HeadTooLong(Exception):
    """A request has more in its address and headers than anybody needs."""


class HttpConnection(HttpToolsProtocol):
    """Closes a connection whose request is too long in coming, or whose headers or waiting requests are too many."""

    connection: Connection | None = None
    _full = False  # nothing more is read: it is closed once what waits has been answered
    _in_head = True
    _received = 0  # bytes, since the last request began
    _head_bytes = 0  # of its address and headers

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.logger = _errors_only
        self._unanswered: deque[RequestResponseCycle] = deque()

    def connection_made(self, transport: Any) -> None:
        super().connection_made(transport)
        if self.connection is not None:
            self.connection.transport, self.connection.protocol = transport, self

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        for cycle in self._unanswered:  # uvicorn tells the last one only, and the others would write to nobody
            cycle.disconnected = True
            cycle.message_event.set()
        if self.connection is not None:
            self.connection.closed()

    def data_received(self, data: bytes) -> None:
        if self._full:
            return
        if self.connection is not None and self._answered and not self.connection.owing:
            self.connection.owes_request()  # also by a blank line, which is not yet a request
        self._received += len(data)
        super().data_received(data)
        if self._in_head and self._received > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response(HEAD_SAYS)

    def on_message_begin(self) -> None:
        if len(self.pipeline) >= PIPELINED_MOST:
            self._full, self.cycle.keep_alive = True, False
            raise TooManyWaiting  # which ends the reading of what has arrived
        self._in_head, self._received, self._head_bytes = True, 0, 0
        super().on_message_begin()
        if self.connection is not None and not self.connection.owing:
            self.connection.owes_request()

    def on_url(self, url: bytes) -> None:
        self._count(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        self._count(len(name) + len(value) + 4)  # with the separators
        if b"\\" in value and name.lower() == b"cookie":
            value = without_escapes(value)
        super().on_header(name, value)

    def _count(self, size: int) -> None:
        self._head_bytes += size
        if self._head_bytes > HEAD_BYTES:
            raise HeadTooLong  # which also ends it, and is answered with 400

    def on_headers_complete(self) -> None:
        self._in_head = False
        before = self.cycle
        super().on_headers_complete()
        if self.cycle is not before:  # no WebSocket
            self._unanswered.append(self.cycle)

    def on_message_complete(self) -> None:
        super().on_message_complete()
        if self.connection is not None:
            self.connection.idle() if self._answered else self.connection.busy()

    def on_response_complete(self) -> None:
        super().on_response_complete()
        self._unanswered.popleft()
        if self.connection is not None and not self.connection.owing:
            self.connection.idle()

    def handle_websocket_upgrade(self) -> None:
        super().handle_websocket_upgrade()
        upgraded = self.transport.get_protocol()
        if self.connection is not None and isinstance(upgraded, LiveConnection):
            upgraded.connection = self.connection
            upgraded.frames_allowed = self.connection.frames_allowed()
            self.connection.protocol = upgraded
            self.connection.busy()

    def send_400_response(self, msg: str) -> None:
        if self.connection is not None:
            self.connection.ended("flood" if self._full else "not-http")
        if self._full:
            return
        super().send_400_response(HEAD_SAYS if self._head_bytes > HEAD_BYTES else msg)

    def too_late(self) -> None:
        """The client has not sent what it owes in time."""
        assert self.connection is not None
        if self.flow.read_paused:  # it may have: we are not reading while another of its requests is answered
            self.connection.owes_request()
            return
        if self.connection.owing:
            self.connection.ended("late")
            if self._answered or not self.cycle.response_started:
                self.transport.write(LATE)
        self.connection.busy()
        self.transport.close()

    @property
    def _answered(self) -> bool:
        """Whether no request is being answered."""
        return self.cycle is None or self.cycle.response_complete


class LiveConnection(WebSocketsSansIOProtocol):
    """A WebSocket. Its first message and its pings have time limits of their own.

    A client may send this many frames: also a ping, an empty part of a message and what nobody wants to hear is work.
    """

    connection: Connection | None = None
    take: Callable[[bytes], None] | None = None  # gets each text after the first message, if anybody wants them
    frames_allowed: Bucket | None = None

    def __init__(self, *args: Any, **named: Any) -> None:
        super().__init__(*args, **named)
        self.logger = _errors_only

    def data_received(self, data: bytes) -> None:
        for start in range(0, len(data), SLICE_BYTES):
            super().data_received(data[start : start + SLICE_BYTES])
            if self.transport.is_closing():
                return

    def handle_text(self, event: Frame) -> None:
        if self._may_send():
            super().handle_text(event)

    def handle_bytes(self, event: Frame) -> None:
        if self._may_send():
            super().handle_bytes(event)

    def handle_cont(self, event: Frame) -> None:
        if self._may_send():
            super().handle_cont(event)

    def handle_ping(self) -> None:
        if self._may_send():
            super().handle_ping()

    def handle_pong(self, event: Frame) -> None:
        if self._may_send():
            super().handle_pong(event)

    def _may_send(self) -> bool:
        """Whether a client may have sent one more frame; if not, it is disconnected."""
        if self.transport.is_closing():
            return False
        if self.frames_allowed is None or self.frames_allowed.allow(self.loop.time()) is None:
            return True
        if self.connection is not None:
            self.connection.ended("flood")
        self._fail(TOO_OFTEN, "too many messages: slow down")
        return False

    def _fail(self, code: int, says: str) -> None:
        self.conn.fail(code, says)
        if self.close_sent:  # by us before: it need not be said again
            self.transport.close()
        else:
            self.handle_parser_exception()

    def send_receive_event_to_app(self) -> None:
        if self.close_sent or self.curr_msg_data_type != "text":
            super().send_receive_event_to_app()
            return
        data = b"".join(self.frames)
        if self.take is not None:
            self.frames = []
            self.take(data)
        elif _is_text(data):
            super().send_receive_event_to_app()
        else:  # uvicorn would write an error with a trace into the log
            self._fail(INVALID_TEXT, "a text is UTF-8")

    def take_from_now_on(self, take: Callable[[bytes], None]) -> None:
        """Hand every further text to somebody, and first those that came right behind the first message."""
        self.take = take
        early = [self.queue.get_nowait() for _ in range(self.queue.qsize())]
        for event in early:
            text = event.get("text") if event["type"] == "websocket.receive" else None
            if isinstance(text, str):
                take(text.encode())
            else:
                self.queue.put_nowait(event)

    def read_on(self, wanted: bool) -> None:
        """Read what the client sends, or let it wait."""
        if wanted != self.read_paused or self.transport.is_closing():
            return
        self.read_paused = not wanted
        self.transport.resume_reading() if wanted else self.transport.pause_reading()

    async def run_asgi(self) -> None:
        extensions: Any = self.scope["extensions"]
        extensions[FRAMES] = self
        app = self.app

        async def answered(*asked: Any) -> None:
            await app(*asked)
            if self.close_sent:  # refused: uvicorn takes that for a mistake of ours, and would log every such request
                self.handshake_complete = True

        self.app = answered
        await super().run_asgi()

    def write_at_once(self, frame: bytes) -> bool:
        """Send a frame if the client has taken everything before it; whether it was sent."""
        transport = self.transport
        if self.disconnected or self.close_sent or transport.is_closing() or transport.get_write_buffer_size():
            return False
        transport.write(frame)
        return True

    def write_frame(self, frame: bytes) -> bool:
        """Send a frame that was made for many; whether the client is near enough behind to be sent more."""
        if self.disconnected or self.close_sent or self.transport.is_closing():
            return True  # it is ending anyway
        if self.transport.get_write_buffer_size() > BEHIND_BYTES:
            return False
        self.transport.write(frame)
        return True

    def connection_lost(self, exc: Exception | None) -> None:
        super().connection_lost(exc)
        if self.connection is not None:
            self.connection.closed()

    def too_late(self) -> None:
        """It owes no request."""


def _is_text(data: bytes) -> bool:
    try:
        data.decode()
    except UnicodeDecodeError:
        return False
    return True


def without_escapes(cookies: bytes) -> bytes:
    """Cookies without those in which something is escaped.

    None of ours is, and undoing it takes Python a second for a few kilobytes of signs (CVE-2024-7592).

    >>> without_escapes(b'a=1; b="\\\\"\\\\""; c=2')
    b'a=1; c=2'
    """
    return b";".join(each for each in cookies.split(b";") if b"\\" not in each)
