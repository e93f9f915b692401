"""The virtual shoes of a table: the seal of each, and the file to check it with once the shoe has ended.

A shoe in play shows its seal and no card. Anybody can check a shoe that has ended, with `cutcard verify-shoe`.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import select

from cutcard.cards import Card, joined
from cutcard.engine import events as played
from cutcard.errors import CutcardError
from cutcard.rulebooks import rules
from cutcard.store import database
from cutcard.store.chain import Row
from cutcard.store.editions import OPENED
from cutcard.store.project import RoundView, stream_of, table_of
from cutcard.store.schema import events, rounds
from cutcard.store.store import LAST, Store
from cutcard.store.texts import event_of
from cutcard.table import (
    CardBurned,
    RoundEvent,
    ShoeCommitted,
    ShoeRevealed,
    Shuffled,
    StackCut,
    TableEvent,
)
from cutcard.table.commitment import as_cut
from cutcard.table.secrecy import order_shown
from cutcard.table.shuffle import revealed

_COMMITTED = '"is":"ShoeCommitted"'
_HOLE = ("HoleCardDealt", "HoleCardTurned")
_MARKED = ("Shuffled", "StackCut", "CardBurned", "CardDealt", "CardDiscarded", "ShoeRevealed", *_HOLE)
_MARKS = tuple(f'"is":"{name}"' for name in _MARKED)


class SealedShoe(NamedTuple):
    """A virtual shoe, whose order was sealed before its first card."""

    table: str
    number: int
    commitment: str
    version: int  # of the event that published the seal
    sealed_ms: int
    rounds: tuple[int, ...] = ()  # the rounds dealt from it
    ended_ms: int | None = None
    file: dict[str, Any] | None = None  # what `cutcard verify-shoe` reads; None while its cards are in play


def shoes(store: Store, table: str) -> Iterator[SealedShoe]:
    """Every virtual shoe of a table, oldest first; a shoe in play has only its seal."""
    return _shoes(store, stream_of(table))


def shoe(store: Store, table: str, number: int) -> SealedShoe | None:
    """A virtual shoe of a table by its number. The number counts all shuffles at the table, real shoes included."""
    at = _last(store, stream_of(table), f'{_COMMITTED},"shoe":{number}}}')
    return next(_shoes(store, stream_of(table), at, at), None) if at else None


def shoes_of(store: Store, view: RoundView) -> list[SealedShoe]:
    """The virtual shoes that a round was dealt from: usually one, more if it ran out or a device shuffled."""
    end = LAST if view.ended_version is None else view.ended_version
    at = _last(store, view.stream, _COMMITTED, view.opened_version)
    return [each for each in _shoes(store, view.stream, at, end) if view.number in each.rounds] if at else []


def _last(store: Store, stream: str, mark: str, upto: int = LAST) -> int:
    """The version of the last row up to a version that contains a mark; 0 if there is none."""
    query = select(events.c.version).where(events.c.stream == stream, events.c.version <= upto)
    query = query.where(events.c.payload.contains(mark, autoescape=True)).order_by(events.c.version.desc()).limit(1)
    with database.reading(store.engine) as connection:
        return connection.execute(query).scalar() or 0


def _shoes(store: Store, stream: str, start: int = 0, until: int = LAST) -> Iterator[SealedShoe]:
    """The shoes that were sealed between two versions."""
    opening = _last(store, stream, OPENED, start) if start else 0
    whole = next((_whole(row) for row in store.rows(stream, opening - 1)), None) if opening else None
    scan = ShoeScan(stream, whole)
    for row in store.rows(stream, max(start - 1, 0)):
        if scan.in_play is None and row.version > until:
            return
        for ended in scan.take(row):
            open_to_all = order_shown(ended.revealed, last_round(store, stream))
            yield ended.shoe if open_to_all else ended.shoe._replace(file=None)
    if scan.in_play is not None:
        yield scan.in_play


def last_round(store: Store, stream: str) -> tuple[int, int | None] | None:
    """The versions of the opening and the end of a table's last round; None if none was opened."""
    last = select(rounds.c.opened_version, rounds.c.ended_version).where(rounds.c.stream == stream)
    with database.reading(store.engine) as connection:
        found = connection.execute(last.order_by(rounds.c.number.desc()).limit(1)).first()
    return (found[0], found[1]) if found is not None else None


class EndedShoe(NamedTuple):
    """A shoe with its file, the version of the event that revealed it, and the complete shoe of its table."""

    shoe: SealedShoe
    revealed: int
    whole: _Whole | None


class ShoeScan:
    """Follows the shoes of a table row by row."""

    def __init__(self, stream: str, whole: _Whole | None = None) -> None:
        self._stream = stream
        self._whole = whole
        self._dealing: _Dealing | None = None

    @property
    def in_play(self) -> SealedShoe | None:
        """The shoe that has been sealed and has not ended."""
        return self._dealing.shoe if self._dealing is not None else None

    def take(self, row: Row) -> Iterator[EndedShoe]:
        """The shoes that end in a row."""
        if OPENED in row.payload:
            self._whole = _whole(row)
        for version, text in enumerate(row.texts, start=row.version):
            if _COMMITTED in text:
                sealed = SealedShoe(table_of(self._stream), *_seal(text), version, row.at_ms)
                self._dealing = _Dealing(sealed, self._whole)
            elif self._dealing is not None and any(mark in text for mark in _MARKS):
                self._dealing.take(event_of(text), row.at_ms)
                if self._dealing.shoe.file is not None:
                    yield EndedShoe(self._dealing.shoe, version, self._dealing.whole)
                    self._dealing = None


def _seal(text: str) -> tuple[int, str]:
    event = event_of(text)
    assert isinstance(event, ShoeCommitted)
    return event


class _Whole(NamedTuple):
    """The cards of a complete shoe."""

    decks: int
    removed_ranks: tuple[str, ...]

    @property
    def cards(self) -> int:
        return self.decks * (52 - 4 * len(self.removed_ranks))


def _whole(row: Row) -> _Whole | None:
    """The complete shoe of the table that this row opens; None if its game is no longer in any book."""
    config = json.loads(next(text for text in row.texts if OPENED in text))["terms"]
    try:
        game = rules(config["book"], config["game"], config["options"])
    except CutcardError:
        return None
    return _Whole(config["decks"], tuple(game.cards.removed_ranks))


class _Dealing:
    """Follows one shoe from its seal to its end."""

    def __init__(self, sealed: SealedShoe, whole: _Whole | None) -> None:
        self.shoe, self.whole = sealed, whole
        self.cards = 0
        self.cut = 0
        self.dealt: list[Card | None] = []  # None for a card that nobody saw, burned or in the hole
        self.hole: int | None = None  # where among them a hole card is that was not turned yet

    def take(self, event: TableEvent, at_ms: int) -> None:
        match event:
            case Shuffled():
                self.cards = event.cards
            case StackCut():
                self.cut = event.at
            case CardBurned():
                self.dealt.append(event.card)
            case RoundEvent(number, played.CardDealt(card=card)):
                self.dealt.append(card)
                if number not in self.shoe.rounds[-1:]:
                    self.shoe = self.shoe._replace(rounds=(*self.shoe.rounds, number))
            case RoundEvent(_, played.HoleCardDealt()):
                self.hole = len(self.dealt)
                self.dealt.append(None)
            case RoundEvent(_, played.HoleCardTurned(card=card)) if self.hole is not None:
                self.dealt[self.hole] = card
                self.hole = None
            case RoundEvent(_, played.CardDiscarded(card=card)):
                self.dealt.append(card)
            case ShoeRevealed():
                self.shoe = self.shoe._replace(ended_ms=at_ms, file=self._file(event))

    def _file(self, event: ShoeRevealed) -> dict[str, Any]:
        """The revealed shoe with its cut and the cards in the order dealt; a partial shoe is not marked as complete."""
        whole = self.whole
        lay = as_cut(event.order, self.cut)
        dealt = (card or lay[place] for place, card in enumerate(self.dealt))
        made = revealed(event, whole.decks if whole else 0, whole.removed_ranks if whole else ())
        if whole is None or self.cards != whole.cards:
            made = {key: value for key, value in made.items() if key not in ("decks", "removed_ranks")}
        return {"table": self.shoe.table, **made, "cut": self.cut, "dealt": joined(dealt)}
