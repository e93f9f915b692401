"""Rounds of one box that are checked in bulk, by what the engine has accepted for rounds of the same kind.

The first round of a table, and whatever is unusual, goes through the engine. A round that it has accepted is the model
for those that follow: they must begin with the same line, and lay stakes that it has accepted before.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.cards import PACK, Card
from cutcard.engine import State
from cutcard.engine.state import Setup
from cutcard.money import Cents
from cutcard.store.project import RoundView
from cutcard.store.round_graph import LINES, TOKENS, RoundGraph, graph_of, representable
from cutcard.store.round_texts import AMOUNTS, Pieces, Seat, Settlements, line_pieces, packed, seat_of, settlements
from cutcard.store.rounds import MOST, Closing, same_rules
from cutcard.store.row_blocks import Numbers, RowBlock
from cutcard.store.texts import BETTING
from cutcard.table import TableState
from cutcard.table.ledger import player_chips, table_account
from cutcard.table.state import Shoe

if TYPE_CHECKING:
    from cutcard.store.round_kernel import Block, Game

followed: bool | None = None  # whether audits follow usual rounds, for comparisons; None: those of large stores do
MODELS = 20  # that a table has at a time
BETTING_ROW = 4  # the column of a stretch's rounds that has the row in which betting was opened
# what is empty at a table at which only usual rounds are played
_EMPTY = (
    *("bets", "carried", "tokens_down", "declined", "ready", "shown", "jackpot_hands", "determined", "played"),
    *("links", "play_days", "tournament", "session"),
)


class Stretch(NamedTuple):
    """Rows of a block that hold usual rounds and nothing else, and what they lead to."""

    first: int
    last: int  # the row after them
    number: int  # of the last round
    next_card: int
    laid: Cents  # on the layout, in all rounds together
    seat: Seat
    sums: Mapping[str, Cents]  # of the accounts that moved
    lines: int  # the ledger line after theirs
    rounds: Numbers  # of each round: the row and event that opened it, those that ended it, and the row of its betting

    def views(self, stream: str, block: RowBlock) -> Iterator[tuple[tuple[str, int], RoundView]]:
        """What the view of rounds must show of these."""
        numbers = range(self.number - len(self.rounds) + 1, self.number + 1)
        versions, times = block.columns[1], block.columns[2]
        for number, (opened, opens, ended, ends, _) in zip(numbers, self.rounds.tolist(), strict=True):
            places = (versions[opened] + opens, times[opened], versions[ended] + ends, times[ended])
            yield (stream, number), RoundView(stream, number, *places)

    def last_round(self, block: RowBlock) -> list[str]:
        """The payloads of the last of them."""
        opened, _, ended, _, _ = self.rounds[-1].tolist()
        return [row[4] for row in block.rows[opened : ended + 1]]


class Model:
    """A round that the engine has accepted, and the stakes that it has accepted with the same first line."""

    def __init__(self, opening: str, closing: Closing, seat: Seat, graph: RoundGraph, setup: Setup) -> None:
        self.opening = opening
        self.of_nothing = closing.of_nothing
        self.rules = setup.rules
        self.seat = seat
        self.graph = graph
        self.amounts: list[Cents] = []
        self._unit = setup.unit
        self._texts: Pieces = line_pieces(opening, closing.event, seat)
        self._settlements: tuple[tuple[int, int], Settlements] | None = None

    @property
    def settlements(self) -> Settlements:
        """The settlements that are known by now."""
        known = (len(self.graph.patterns), len(self.amounts))
        if self._settlements is None or self._settlements[0] != known:
            self._settlements = (known, settlements(self.graph, self.amounts, self._unit))
        return self._settlements[1]

    def game(self, shoe: tuple[Card | None, ...]) -> Game:
        """What the compiled code plays."""
        from cutcard.store.round_kernel import Game

        graph = self.graph
        edges = (graph.nodes, graph.settled, graph.ends, graph.waits, graph.start)
        amounts = np.array(self.amounts, np.int64)
        return Game(*edges, self._texts, self.settlements, amounts, _codes_of(shoe), *_cards())


def prepare() -> None:
    """Load the compiled code, or compile it, once on a machine, by following no round."""
    from cutcard.store import round_kernel as kernel

    numbers = np.zeros((1, 4), np.int64)
    found = np.zeros((1, kernel.FOUND), np.int64)
    block = kernel.Block(
        np.frombuffer(b"\n", np.uint8), np.array([0, 1]), np.ones(1, np.int64), numbers, numbers, found
    )
    edges = np.zeros((1, TOKENS), np.int32), np.zeros((1, TOKENS), np.int8), np.zeros((1, TOKENS), np.bool_)
    known = Settlements(packed([]), np.zeros(1, np.int64), np.zeros((1, LINES, 1), np.int64))
    game = kernel.Game(
        *edges, np.zeros(1, np.int8), 0, packed(["no line"]), known, np.zeros(1, np.int64), _codes_of(()), *_cards()
    )
    now = np.zeros(kernel.NOW, np.int64)
    kernel.follow(block, 0, game, now, now.copy())


@cache
def _cards() -> tuple[NDArray[np.int8], NDArray[np.int8]]:
    """The codes of cards by rank and suit, and the values of cards by code."""
    codes = np.full((128, 128), -1, np.int8)
    for code, card in enumerate(PACK):
        codes[ord(card.rank), ord(card.suit)] = code
    return codes, np.array([card.value for card in PACK], np.int8)


_CODES = {card: code for code, card in enumerate(PACK)}


def _codes_of(shoe: tuple[Card | None, ...]) -> NDArray[np.int8]:
    return np.array([-1 if card is None else _CODES[card] for card in shoe], np.int8)


class UsualRounds:
    """Follows the usual rounds of one table."""

    def __init__(self) -> None:
        self._models: dict[str, Model] = {}
        self._model: Model | None = None
        self._order: tuple[Card, ...] | None = None  # of the shoe that the game is dealt from
        self._game: tuple[Settlements, Game] | None = None
        self._arrays: tuple[RowBlock, list[str], Block | None] | None = None

    def forget(self) -> None:
        """Know nothing: the table is opened, perhaps with another game."""
        self._model = None
        self._models.clear()

    def learn(self, opening: str, closing: Closing | None, round_: State) -> None:
        """Take a round that the engine has accepted as the model for those to come, if it can be one."""
        seat, setup, self._model = seat_of(round_), round_.setup, None
        if closing is None or not closing.amount or seat is None or not representable(setup):
            return
        model = self._models.get(opening)
        if model is None or model.seat != seat or model.of_nothing != closing.of_nothing:
            if len(self._models) == MODELS:
                self._models.clear()
            model = self._models[opening] = Model(opening, closing, seat, graph_of(setup), setup)
        if closing.amount not in model.amounts and len(model.amounts) < AMOUNTS:
            model.amounts.append(closing.amount)
        self._model = model

    def ready(self, state: TableState, payload: object, apart: Collection[str]) -> bool:
        """Whether usual rounds may follow here: the row at hand opens betting, the table is as they leave it, and their
        player is none of those who are looked at apart.
        """
        model = self._model
        if model is None or model.seat.player in apart or not isinstance(payload, str):
            return False
        if not payload.endswith(f"{BETTING}{state.number + 1}}}"):
            return False
        return same_rules(model.rules, state.rules) and state.number < MOST and steady(state, model.seat.player)

    def follow(self, block: RowBlock, first: int, state: TableState, sums: Mapping[str, Cents]) -> Stretch | None:
        """The usual rounds from a row on, where the table is `ready`; `sums` is what its accounts have."""
        from cutcard.store import round_kernel as kernel

        model = self._model
        assert model is not None
        accounts = {
            table_account(state, "wagers"): kernel.WAGERS,
            table_account(state, "float"): kernel.FLOAT,
            player_chips(state, model.seat.player): kernel.PLAYER,
        }
        if not all(account in sums and 0 <= sums[account] < MOST for account in accounts):
            return None
        arrays = self._read(block, accounts)
        if arrays is None:
            return None
        now = np.zeros(kernel.NOW, np.int64)
        for account, place in accounts.items():
            now[place] = sums[account]
        now[kernel.NUMBER], now[kernel.NEXT_CARD], now[kernel.NEEDED] = state.number, state.shoe.next, -1
        now[kernel.VERSION], now[kernel.LINE] = arrays.versions[first], arrays.ranges[first, 0]
        last, reached = first, now.copy()
        while True:
            now = reached.copy()
            last = kernel.follow(arrays, last, self._played(model, state.shoe), now, reached)
            if now[kernel.NEEDED] < 0:
                break
            model.graph.expand(int(now[kernel.NEEDED]))
        if last == first:
            return None
        balances = {account: int(reached[place]) for account, place in accounts.items()}
        return Stretch(
            first,
            last,
            number=int(reached[kernel.NUMBER]),
            next_card=int(reached[kernel.NEXT_CARD]),
            laid=int(reached[kernel.LAID_CENTS]),
            seat=model.seat,
            sums=balances,
            lines=int(arrays.ranges[last - 1, 1]),
            rounds=arrays.found[: reached[kernel.ROUNDS]].copy(),
        )

    def _played(self, model: Model, shoe: Shoe) -> Game:
        known = model.settlements
        if self._game is None or self._game[0] is not known or self._order is not shoe.order:
            self._order = shoe.order
            self._game = (known, model.game(shoe.order))
        return self._game[1]

    def _read(self, block: RowBlock, accounts: Mapping[str, int]) -> Block | None:
        if self._arrays is None or self._arrays[0] is not block or self._arrays[1] != [*accounts]:
            self._arrays = (block, [*accounts], _arrays(block, accounts))
        return self._arrays[2]


def _arrays(block: RowBlock, accounts: Mapping[str, int]) -> Block | None:
    """A block as the compiled code reads it, None where some value in it is not of its kind."""
    from cutcard.store.round_kernel import ELSEWHERE, FOUND, Block

    text, versions, ranges, ledger = block.text, block.versions, block.ranges, block.ledger
    if text is None or versions is None or ranges is None or ledger is None:
        return None
    numbers, events, names, cents = ledger
    places = np.array([accounts.get(name, ELSEWHERE) for name in names], np.int64)
    lines = np.stack([numbers, events, places, cents], axis=1)
    return Block(*text, versions, ranges, lines, np.zeros((len(versions) + 1, FOUND), np.int64))


def steady(state: TableState, player: str) -> bool:
    """Whether a usual round of this player changes nothing here but the number, the cards and the chips laid."""
    config = state.config_or_none
    if config is None or config.source == "real" or config.idle_minutes or not config.currency:
        return False
    one = state.players.get(player)
    if one is None or one.leaving or one.warned or state.betting != "closed" or state.playing:
        return False
    return not state.shoe.held and not any(getattr(state, name) for name in _EMPTY)
