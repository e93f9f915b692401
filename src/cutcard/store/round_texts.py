"""The lines of a round of one box as the codec writes them, cut at the values that differ from round to round.

They are for the compiled code, which compares bytes: a text is a row of pieces, and between them stand values.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.cards import PACK
from cutcard.engine import State
from cutcard.engine import events as ev
from cutcard.money import Cents
from cutcard.store.round_graph import LINES, PATTERNS, RoundGraph, returned
from cutcard.store.texts import ROUND
from cutcard.table import BettingOpened, RoundEvent, TableEvent, WagerLaid
from cutcard.table.codec import dumps

SAID, IS_SAID, IS, SEALED_LINE, BETTING, END, LAID, LAID_END, OPENING, OF_ROUND, PLACED, PLACED_END = range(12)
CLOSED, CLOSED_WORTH, CLOSED_END, CARD, DEALER_CARD, CARD_END, CALLED, STOOD = range(12, 20)
DOUBLED, DOUBLED_END, OFFERS_LINE, ENDED = range(20, 24)
AMOUNTS = 256  # different stakes that are known of one table at a time
_SENTINELS = (918_273_645_001, 918_273_645_002)  # stand for the values while a text is cut

Bytes = NDArray[np.uint8]
Places = NDArray[np.int64]


class Pieces(NamedTuple):
    """Pieces of text one after another, and where each begins; the last place is the end."""

    text: Bytes
    at: Places


def packed(pieces: list[str]) -> Pieces:
    """The pieces as bytes."""
    encoded = [piece.encode() for piece in pieces]
    ends = np.cumsum([0, *map(len, encoded)], dtype=np.int64)
    return Pieces(np.frombuffer(b"".join(encoded), np.uint8), ends)


class Seat(NamedTuple):
    """Who plays on which box."""

    box: int
    player: str


def seat_of(round_: State) -> Seat | None:
    """The seat of a round that one player has played with a main wager on one box, which the limits left whole."""
    mains = [wager for wager in round_.wagers if wager.bet == "main"]
    if len(mains) != 1 or len(round_.boxes) != 1 or mains[0].carried:
        return None
    box, player = round_.boxes[0], mains[0].player
    if (box.number, box.players, box.control) != (mains[0].box, (player,), player):
        return None
    return Seat(mains[0].box, mains[0].player)


def line_pieces(opening: str, closed: ev.BettingClosed, seat: Seat) -> Pieces:
    """The pieces of the lines of rounds that begin with the line `opening` and are closed like this one."""
    box, player = seat
    stake = _SENTINELS[0]
    laid = _cut(dumps(WagerLaid(box, player, "main", stake, 0, 0)), 1)
    placed = _cut(_start(ev.WagerPlaced(box, player, "main", stake)), 1)
    wager = closed.wagers[0]._replace(staked=stake, worth=stake)
    shut = _cut(_start(closed._replace(wagers=(wager,))), 2)
    doubled = _cut(_start(ev.Doubled(box, 1, player, stake)), 1)
    card, card_end = _start(ev.CardDealt(PACK[0], box)).split(PACK[0].text)
    dealer_card, dealer_end = _start(ev.CardDealt(PACK[0], None)).split(PACK[0].text)
    assert card_end == dealer_end
    betting, end = _cut(dumps(BettingOpened(stake)), 1)
    calls = [_start(ev.CardCalled(box, 1)), _start(ev.Stood(box, 1))]
    last = [_start(ev.OffersClosed()), _start(ev.RoundEnded())]
    pieces = ['{"at":', 'Said",', '"is":"', '"sealed":"']
    lines = [betting, end, *laid, opening, ROUND, *placed, *shut, card, dealer_card, card_end, *calls, *doubled, *last]
    return packed(pieces + lines)


def _start(event: ev.Event) -> str:
    """A line of a round up to where its number follows."""
    return _written(RoundEvent(0, event)).rpartition(ROUND)[0]


def _written(event: TableEvent) -> str:
    return dumps(event)


def _cut(text: str, times: int) -> list[str]:
    pieces = text.split(str(_SENTINELS[0]))
    assert len(pieces) == times + 1, text
    return pieces


class Settlements(NamedTuple):
    """The settlements of a graph as they are written, and what each of their wagers gets back by its stake."""

    pieces: Pieces  # LINES + 1 of each
    lines: NDArray[np.int64]  # how many wagers each settles
    returns: NDArray[np.int64]  # by settlement, line and stake


def settlements(graph: RoundGraph, amounts: list[Cents], unit: Cents) -> Settlements:
    """The settlements found so far."""
    pieces: list[str] = []
    returns = np.full((PATTERNS, LINES, max(len(amounts), 1)), -1, np.int64)
    for n, settled in enumerate(graph.patterns):
        marked = zip(settled.lines, _SENTINELS, strict=False)
        text = _start(settled._replace(lines=tuple(line._replace(returned=mark) for line, mark in marked)))
        for mark in _SENTINELS[: len(settled.lines)]:
            before, _, text = text.partition(str(mark))
            pieces.append(before)
        pieces += [text, *[""] * (LINES - len(settled.lines))]
        for i, line in enumerate(settled.lines):
            returns[n, i, : len(amounts)] = [returned(line, amount, unit) for amount in amounts]
    lines = np.array([len(settled.lines) for settled in graph.patterns] or [0], np.int64)
    return Settlements(packed(pieces), lines, returns)
