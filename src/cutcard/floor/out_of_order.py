"""A stream that cannot be read: fenced off, so that all others go on."""

from __future__ import annotations

import time
from typing import NamedTuple

from cutcard import logs
from cutcard.errors import CutcardError
from cutcard.store.project import table_of

AGAIN_S = 60.0  # until a stream that could not be read is tried again: somebody may have restored it
log = logs.get("floor")


class OutOfOrder(CutcardError):
    """A table cannot be used. The sentence names the error by its id; what is wrong stands in the log."""

    def __init__(self, stream: str, error_id: str) -> None:
        super().__init__(f"{table_of(stream)} is out of order: error {error_id} in the service's log")
        self.stream = stream
        self.error_id = error_id


class Fence(NamedTuple):
    error_id: str
    until_s: float  # when the stream may be tried again


class Fences:
    """The streams that are fenced off."""

    def __init__(self) -> None:
        self._fences: dict[str, Fence] = {}

    def __contains__(self, stream: str) -> bool:
        return stream in self._fences

    def ids(self) -> dict[str, str]:
        """The streams, each with the id of its error."""
        return {stream: fence.error_id for stream, fence in self._fences.items()}

    def check(self, stream: str) -> None:
        """Raises `OutOfOrder` for a stream that is not to be tried yet."""
        fence = self._fences.get(stream)
        if fence is not None and time.monotonic() < fence.until_s:
            raise OutOfOrder(stream, fence.error_id)

    def put(self, stream: str, error: BaseException) -> OutOfOrder:
        """Fence a stream off; the same error keeps its id when the stream is tried again."""
        known = self._fences.get(stream)
        error_id = log.mistake(error, stream=stream, **({"first": known.error_id} if known else {}))
        error_id = known.error_id if known else error_id
        self._fences[stream] = Fence(error_id, time.monotonic() + AGAIN_S)
        return OutOfOrder(stream, error_id)

    def lift(self, stream: str) -> None:
        if self._fences.pop(stream, None) is not None:
            log.info("in order again", stream=stream)
