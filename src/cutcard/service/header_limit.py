"""A limit on the size of a request's headers: the parser itself has none and would buffer everything."""

from __future__ import annotations

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol

HEAD_BYTES = 65_536  # for the request line and all headers; exceeded by at most one chunk


class LimitedHeaders(HttpToolsProtocol):
    """Closes a connection whose request headers exceed the limit."""

    _in_head = True
    _head_bytes = 0

    def data_received(self, data: bytes) -> None:
        self._head_bytes += len(data)
        super().data_received(data)
        if self._in_head and self._head_bytes > HEAD_BYTES and not self.transport.is_closing():
            self.send_400_response(f"A request has at most {HEAD_BYTES} bytes of headers.")

    def on_message_begin(self) -> None:
        self._in_head, self._head_bytes = True, 0
        super().on_message_begin()

    def on_headers_complete(self) -> None:
        self._in_head = False
        super().on_headers_complete()
