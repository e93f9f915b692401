"""Sealed lines as the audit reads them: opened with the key ring, or with what was revealed later."""

from __future__ import annotations

from sqlalchemy import Connection

from cutcard.store import database
from cutcard.store.chain import Content
from cutcard.store.keys import KeyRing
from cutcard.store.project import table_of
from cutcard.store.sealing import is_sealed, open_line
from cutcard.store.texts import event_of
from cutcard.table import FormHandedIn, FormsRead, FormWritten, OrderSealed, ShoeCommitted, ShoeRevealed
from cutcard.table.codec import dumps
from cutcard.table.names import TABLE_PREFIX

_REVEALED = '"is":"ShoeRevealed"'
_FORM, _READ = '"is":"FormWritten"', '"is":"FormsRead"'
_LATER = "SELECT payload FROM events WHERE stream = ? AND version > ? AND payload LIKE ? ORDER BY version LIMIT 1"


class SealedLines:
    """Opens the sealed lines of one stream. Without the key, a shoe that has ended is replayed with the order that was
    revealed, and of one that is in play it is noted that its order could not be checked.
    """

    def __init__(self, connection: Connection, stream: str, keys: KeyRing | None) -> None:
        self.unchecked: list[str] = []
        self._connection = connection
        self._stream = stream
        self._keys = keys

    def opened(self, content: Content) -> Content:
        """A row's content with its sealed lines opened as far as that is possible; raises `Forged` or `KeyMissing`."""
        texts = content.payload.split("\n")
        for n, text in enumerate(texts):
            if is_sealed(text):
                texts[n] = self._opened(
                    content.version + n, text, texts[n - 1] if n else "", "".join(texts[n + 1 : n + 2])
                )
        return content._replace(payload="\n".join(texts))

    def _opened(self, version: int, text: str, committed: str, following: str) -> str:
        if self._keys is not None:
            return open_line(self._keys, self._stream, version, text)
        if not self._stream.startswith(TABLE_PREFIX):
            self.unchecked.append(f"version {version} of {self._stream}, which is sealed")
            return text
        if _FORM in text:
            return self._form(version, following)
        later = next(database.scan(self._connection, _LATER, (self._stream, version, f"%{_REVEALED}%")), None)
        revealed = [line for line in later[0].split("\n") if _REVEALED in line] if later else []
        if revealed:
            event = event_of(revealed[0])
            assert isinstance(event, ShoeRevealed)
            return dumps(OrderSealed(event.order, event.salt))
        try:
            before = event_of(committed)
        except ValueError:
            before = None
        shoe = f"shoe {before.shoe}" if isinstance(before, ShoeCommitted) else "a shoe"
        self.unchecked.append(f"the order of {shoe} of table {table_of(self._stream)}, which is sealed and in play")
        return text

    def _form(self, version: int, following: str) -> str:
        """An undisclosed wager, which the next line says was handed in: as it was read out later, if it was."""
        handed_in = event_of(following)
        assert isinstance(handed_in, FormHandedIn)
        later = next(database.scan(self._connection, _LATER, (self._stream, version, f"%{_READ}%")), None)
        lines = [line for line in later[0].split("\n") if _READ in line] if later else []
        read = event_of(lines[0]) if lines else None
        forms = read.forms if isinstance(read, FormsRead) else ()
        found = next((form for form in forms if form.player == handed_in.player), None)
        if found is not None:
            return dumps(FormWritten(found.player, found.bet, found.written))
        self.unchecked.append(f"an undisclosed wager at table {table_of(self._stream)}, which was not read out")
        return dumps(FormWritten(handed_in.player, "", 0))
