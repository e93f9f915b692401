"""Following rounds of one box through a block of rows, compiled.

`follow` reads rows as bytes and goes on as long as each is, to the last byte, what the engine would have written: the
lines of usual rounds along the graph, the cards as they lie in the shoe, the ledger lines of every row. It stops at the
first row that is anything else and says nothing about it: that is for the engine.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from cutcard.odds.compilation import njit
from cutcard.store import round_graph, round_texts
from cutcard.store.round_graph import (
    CLOSE,
    DECISION,
    DOUBLE,
    HIT,
    LINES,
    OFFERS,
    STAND,
    TO_DEALER,
    TO_PLAYER,
    UNKNOWN,
)
from cutcard.store.round_texts import (
    BETTING,
    CALLED,
    CARD,
    CARD_END,
    CLOSED,
    CLOSED_END,
    CLOSED_WORTH,
    DEALER_CARD,
    DOUBLED,
    DOUBLED_END,
    END,
    ENDED,
    IS,
    IS_SAID,
    LAID,
    LAID_END,
    OF_ROUND,
    OFFERS_LINE,
    OPENING,
    PLACED,
    PLACED_END,
    SAID,
    SEALED_LINE,
    STOOD,
    Pieces,
    Settlements,
)

P = ParamSpec("P")
R = TypeVar("R")
_USES = (str(round_graph.__file__), str(round_texts.__file__))
WAGERS, FLOAT, PLAYER, ELSEWHERE = range(4)  # accounts of ledger lines
BETWEEN, OPEN, BETS_DOWN, ROUND_OPEN, WAGER_IN, PLAYING = range(6)  # how far a round has come
# the places of `now`: what wagers, float and player have, then where the rows have led to
NUMBER, NEXT_CARD, LAID_CENTS, ROUNDS, VERSION, LINE = range(3, 9)
STAGE, NODE, PATTERN, ENDING, AMOUNT, STAKE, NEEDED, NOW = range(9, 17)
OPENED_ROW, OPENED_EVENT, ENDED_ROW, ENDED_EVENT, BETTING_ROW, FOUND = range(6)  # the columns of what is found
DIGITS = 15  # of the largest number that is read; larger ones are for the engine
FAILED = -1
NEWLINE = 10
QUOTE = 34
Bytes = NDArray[np.uint8]
Numbers = NDArray[np.int64]


class Block(NamedTuple):
    """Rows of a stream, their ledger lines, and a place for what is found in them."""

    text: Bytes  # their payloads, each followed by a line's end
    rows: Numbers  # where each begins; the last place is the end
    versions: Numbers
    ranges: Numbers  # of each row: its first ledger line, and the one after its last
    lines: Numbers  # the number of each ledger line in its row, its event, its account and its cents
    found: Numbers  # of each round: its rows and events


class Game(NamedTuple):
    """What a table plays: its graph, its texts, its settlements, the stakes that are known, and its shoe."""

    nodes: NDArray[np.int32]
    settled: NDArray[np.int8]
    ends: NDArray[np.bool_]
    waits: NDArray[np.int8]
    start: int
    texts: Pieces
    settlements: Settlements
    amounts: Numbers
    shoe: NDArray[np.int8]  # empty where the order is not known
    codes: NDArray[np.int8]  # of cards by rank and suit
    values: NDArray[np.int8]  # of cards by code


def _jit(function: Callable[P, R]) -> Callable[P, R]:
    return njit(function, uses=_USES, error_model="numpy", _nrt=False)


# ------------------------------------------------------------------------------------------------- pieces and values


@_jit
def matched(block: Block, at: int, end: int, pieces: Pieces, piece: int) -> int:
    """The end of the piece at `at`, or FAILED."""
    first, last = pieces.at[piece], pieces.at[piece + 1]
    if at < 0 or end - at < last - first:
        return FAILED
    for i in range(last - first):
        if block.text[at + i] != pieces.text[first + i]:
            return FAILED
    return int(at + last - first)


@_jit
def number_at(block: Block, at: int, end: int) -> tuple[int, int]:
    """The whole number at `at`, as JSON writes it, and where it ends, or FAILED."""
    value, i = 0, at
    while 0 <= i < end and 48 <= block.text[i] <= 57 and i - at < DIGITS:
        value = value * 10 + (int(block.text[i]) - 48)
        i += 1
    if at < 0 or i == at or (block.text[at] == 48 and i > at + 1):
        return 0, FAILED
    return value, i


@_jit
def value_at(block: Block, at: int, end: int, due: int) -> int:
    """The end of the number at `at`, if it is the one that is due, or FAILED."""
    value, after = number_at(block, at, end)
    return after if value == due else FAILED


@_jit
def with_number(block: Block, at: int, end: int, texts: Pieces, number: int) -> int:
    """Where a line of the round ends of which all but the round's number is read, or FAILED."""
    at = value_at(block, matched(block, at, end, texts, OF_ROUND), end, number)
    return matched(block, at, end, texts, END)


@_jit
def whole(block: Block, at: int, end: int, texts: Pieces, piece: int, number: int) -> int:
    """Where a line of the round ends that goes on with this piece and the round's number, or FAILED."""
    return with_number(block, matched(block, at, end, texts, piece), end, texts, number)


@_jit
def command_line(block: Block, at: int, end: int, texts: Pieces) -> int:
    """Where the line ends that begins every command, or FAILED: it names one event, and nothing is sealed in it."""
    i = matched(block, at, end, texts, SAID)
    if i < 0:
        return FAILED
    named = 0
    while i < end and block.text[i] != NEWLINE:
        if block.text[i] == QUOTE:
            after = matched(block, i, end, texts, IS)
            if after >= 0:
                named += 1
                if matched(block, after, end, texts, IS_SAID) < 0:
                    return FAILED
            elif matched(block, i, end, texts, SEALED_LINE) >= 0:
                return FAILED
        i += 1
    return i if named == 1 else FAILED


@_jit
def card_line(block: Block, at: int, end: int, game: Game, piece: int, number: int) -> tuple[int, int]:
    """The card of a line that deals one, and where the line ends, or FAILED."""
    at = matched(block, at, end, game.texts, piece)
    if at < 0 or end - at < 2 or max(block.text[at], block.text[at + 1]) > 127:
        return 0, FAILED
    card = int(game.codes[block.text[at], block.text[at + 1]])
    if card < 0:
        return 0, FAILED
    return card, whole(block, at + 2, end, game.texts, CARD_END, number)


@_jit
def call_line(block: Block, at: int, end: int, game: Game, wait: int, now: Numbers) -> tuple[int, int]:
    """Which call a line is, and where the line ends, or FAILED."""
    texts, number = game.texts, now[NUMBER]
    if wait == OFFERS:
        return CLOSE, whole(block, at, end, texts, OFFERS_LINE, number)
    after = whole(block, at, end, texts, STOOD, number)
    if after >= 0:
        return STAND, after
    after = whole(block, at, end, texts, CALLED, number)
    if after >= 0:
        return HIT, after
    after = value_at(block, matched(block, at, end, texts, DOUBLED), end, now[AMOUNT])
    return DOUBLE, whole(block, after, end, texts, DOUBLED_END, number)


# ------------------------------------------------------------------------------------------------------------- money


@_jit
def post(block: Block, row: int, event: int, account: int, cents: int, now: Numbers) -> None:
    """Take the next ledger line of a row, which must be this; where nothing moves, none is written."""
    now[account] += cents
    line = now[LINE]
    if line < 0 or cents == 0:
        return
    lines, first, last = block.lines, block.ranges[row, 0], block.ranges[row, 1]
    due = line < last and lines[line, 0] == line - first and lines[line, 1] == event
    now[LINE] = line + 1 if due and lines[line, 2] == account and lines[line, 3] == cents else FAILED


@_jit
def stake_more(block: Block, row: int, event: int, now: Numbers) -> None:
    """The player puts the stake onto the layout."""
    post(block, row, event, WAGERS, now[AMOUNT], now)
    post(block, row, event, PLAYER, -now[AMOUNT], now)


# ------------------------------------------------------------------------------------------------------------- lines


@_jit
def settle(block: Block, row: int, event: int, at: int, end: int, game: Game, now: Numbers) -> int:
    """Where the line of the settlement ends that is due, or FAILED."""
    pattern, stake, amount = now[PATTERN], now[STAKE], now[AMOUNT]
    pieces, returns = game.settlements.pieces, game.settlements.returns
    first, count = pattern * (LINES + 1), game.settlements.lines[pattern]
    for i in range(count):
        back = returns[pattern, i, stake]
        at = value_at(block, matched(block, at, end, pieces, first + i), end, back)
        post(block, row, event, WAGERS, -amount, now)
        post(block, row, event, FLOAT, amount - back, now)
        post(block, row, event, PLAYER, back, now)
    now[PATTERN] = -1
    return with_number(block, matched(block, at, end, pieces, first + count), end, game.texts, now[NUMBER])


@_jit
def turn(block: Block, row: int, event: int, at: int, end: int, game: Game, now: Numbers) -> int:
    """Where the next line ends along the graph, a card or a call, or FAILED."""
    node = now[NODE]
    wait = game.waits[node]
    if wait in (TO_PLAYER, TO_DEALER):
        card, at = card_line(block, at, end, game, CARD if wait == TO_PLAYER else DEALER_CARD, now[NUMBER])
        place = now[NEXT_CARD]
        if place < 0 or (len(game.shoe) and (place >= len(game.shoe) or game.shoe[place] != card)):
            return FAILED
        now[NEXT_CARD] += 1
        token = int(game.values[card]) - 1
    elif wait in (DECISION, OFFERS):
        token, at = call_line(block, at, end, game, wait, now)
    else:
        return FAILED
    if at < 0:
        return FAILED
    following = game.nodes[node, token]
    if following < 0:
        now[NEEDED] = node if following == UNKNOWN else FAILED
        return FAILED
    if token == DOUBLE:
        stake_more(block, row, event, now)
    now[PATTERN], now[ENDING], now[NODE] = game.settled[node, token], int(game.ends[node, token]), following
    return at


@_jit
def begin(block: Block, row: int, event: int, at: int, end: int, game: Game, now: Numbers) -> int:
    """Where the next line ends before the first card, or FAILED."""
    texts, found, stage = game.texts, block.found[now[ROUNDS]], now[STAGE]
    now[STAGE] += 1
    if stage == BETWEEN:
        if event != 1:  # no two rounds share a row
            return FAILED
        now[NUMBER] += 1
        found[BETTING_ROW] = row
        at = value_at(block, matched(block, at, end, texts, BETTING), end, now[NUMBER])
        return matched(block, at, end, texts, END)
    if stage == OPEN:
        now[AMOUNT], at = number_at(block, matched(block, at, end, texts, LAID), end)
        now[STAKE] = FAILED
        for i in range(len(game.amounts)):
            if game.amounts[i] == now[AMOUNT]:
                now[STAKE] = i
        stake_more(block, row, event, now)
        return FAILED if now[STAKE] == FAILED else matched(block, at, end, texts, LAID_END)
    if stage == BETS_DOWN:
        found[OPENED_ROW], found[OPENED_EVENT] = row, event
        return whole(block, at, end, texts, OPENING, now[NUMBER])
    if stage == ROUND_OPEN:
        at = value_at(block, matched(block, at, end, texts, PLACED), end, now[AMOUNT])
        return whole(block, at, end, texts, PLACED_END, now[NUMBER])
    at = value_at(block, matched(block, at, end, texts, CLOSED), end, now[AMOUNT])
    at = value_at(block, matched(block, at, end, texts, CLOSED_WORTH), end, now[AMOUNT])
    now[LAID_CENTS] += now[AMOUNT]
    now[NODE], now[PATTERN], now[ENDING] = game.start, -1, 0
    return whole(block, at, end, texts, CLOSED_END, now[NUMBER])


@_jit
def read_line(block: Block, row: int, event: int, at: int, end: int, game: Game, now: Numbers) -> int:
    """Where the next line ends, if it is one that usual rounds have here, or FAILED."""
    if now[STAGE] != PLAYING:
        return begin(block, row, event, at, end, game, now)
    if now[PATTERN] >= 0:
        return settle(block, row, event, at, end, game, now)
    if not now[ENDING]:
        return turn(block, row, event, at, end, game, now)
    found = block.found[now[ROUNDS]]
    found[ENDED_ROW], found[ENDED_EVENT] = row, event
    now[STAGE] = BETWEEN
    now[ROUNDS] += 1
    return whole(block, at, end, game.texts, ENDED, now[NUMBER])


@_jit
def follow(block: Block, first: int, game: Game, now: Numbers, reached: Numbers) -> int:
    """How far usual rounds go from row `first` on: the row after the last whole one, after which all is as `reached`
    says. `now` and `reached` begin alike, with the version and the ledger line that are next. Where an edge is not
    known yet, `now` has its node as NEEDED.
    """
    done = first
    for row in range(first, len(block.versions)):
        end, event = block.rows[row + 1] - 1, 0
        if block.versions[row] != now[VERSION] or block.ranges[row, 0] != now[LINE]:
            return done
        at = command_line(block, block.rows[row], end, game.texts)
        while 0 <= at < end:
            if block.text[at] != NEWLINE:
                return done
            event += 1
            at = read_line(block, row, event, at + 1, end, game, now)
        if (
            at != end
            or event == 0
            or now[LINE] != block.ranges[row, 1]
            or min(now[WAGERS], now[FLOAT], now[PLAYER]) < 0
        ):
            return done
        now[VERSION] += event + 1
        if now[STAGE] == BETWEEN:
            done = row + 1
            for place in range(NOW):
                reached[place] = now[place]
    return done
