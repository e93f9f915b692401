"""Rounds of one box as a graph, tabulated from the engine for the audit, which follows many rounds along it at once.

A node is what a round may be at: whose card is next, or that a decision is due, with what the rules look at in the
hands. An edge is the next line of the round: a card by its value, or a call. It leads to where the engine leads, with
what the engine settles there. Two rounds share a node where the engine treats them alike from there on, whatever their
stakes, names and suits; where it might not, there is no graph, and what an edge cannot hold is left out. What has no
edge here is for the engine to judge.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any, NamedTuple

import numpy as np

from cutcard import hand_rules
from cutcard.cards import PACK
from cutcard.engine import Refusal, State, play
from cutcard.engine import commands as cmd
from cutcard.engine import events as ev
from cutcard.engine.state import DEALER, Hand, Setup, TableLimits
from cutcard.money import Cents, payment
from cutcard.rulebooks.schema import Rules

VALUES = 10  # the first tokens: cards by their values
HIT, STAND, DOUBLE, CLOSE = range(VALUES, VALUES + 4)
TOKENS = VALUES + 4
TO_PLAYER, TO_DEALER, DECISION, OFFERS, OTHER = range(5)  # what a node waits for
UNKNOWN, NONE = -2, -1  # an edge that was not asked for yet, and one that is not there
STAKE: Cents = 1_000_000  # with which the engine is asked; every payment of it is exact
LINES = 2  # wagers that are settled together, at most: the first one and its double
NODES = 1 << 14
PATTERNS = 64
_PLAYER, _BOX = "a", 1
_CALLS: dict[int, tuple[cmd.Command, ev.Event]] = {
    HIT: (cmd.Hit(_BOX, 1), ev.CardCalled(_BOX, 1)),
    STAND: (cmd.Stand(_BOX, 1), ev.Stood(_BOX, 1)),
    DOUBLE: (cmd.Double(_BOX, 1, _PLAYER, STAKE), ev.Doubled(_BOX, 1, _PLAYER, STAKE)),
}
_RANKS = {value: [card for card in PACK if card.value == value and card.suit == "s"] for value in range(1, 11)}


class Edge(NamedTuple):
    """Where a line leads: the next node, the number of the settlement that follows (or -1), and whether the round
    ends.
    """

    node: int
    settled: int
    ends: bool


class _Seen(NamedTuple):
    """What the engine says to a line: what follows it, and the round then."""

    settled: ev.Settled | None
    ends: bool
    key: tuple[Any, ...] | None
    state: State


def representable(setup: Setup) -> bool:
    """Whether rounds set up like this have a graph: nothing in them hangs on ranks or suits, or on other tables."""
    winning = setup.rules.winning
    plain = not winning.bonuses and winning.super_bonus is None and setup.rules.dealer.hole_card == "none"
    return plain and not (setup.side_bets or setup.meters or setup.linked or setup.others or setup.seeds)


def graph_of(setup: Setup) -> RoundGraph:
    """The graph of rounds set up like this, which all tables with these rules share."""
    rules = setup.rules
    return _graph((rules.book, rules.game, tuple(sorted(rules.options.items()))), _Same(setup))


class _Same:
    """A setup that does not count as part of a key."""

    def __init__(self, setup: Setup) -> None:
        self.setup = setup

    def __hash__(self) -> int:
        return 0

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Same)


@lru_cache(64)
def _graph(key: tuple[Any, ...], setup: _Same) -> RoundGraph:
    return RoundGraph(setup.setup)


class RoundGraph:
    """The nodes and edges found so far, in arrays for the compiled code; `expand` finds the edges of a node."""

    def __init__(self, setup: Setup) -> None:
        self.rules = setup.rules
        self.patterns: list[ev.Settled] = []  # settlements as the engine makes them of the stake
        self.nodes = np.full((NODES, TOKENS), UNKNOWN, np.int32)
        self.settled = np.full((NODES, TOKENS), NONE, np.int8)
        self.ends = np.zeros((NODES, TOKENS), np.bool_)
        self.waits = np.full(NODES, OTHER, np.int8)
        self._states: list[State] = []
        self._numbers: dict[tuple[Any, ...], int] = {}
        plain = setup._replace(limits=TableLimits(), chip=1, seats={}, warned=frozenset(), first_box=0)
        state = State(plain)
        for command in (cmd.PlaceWager(_BOX, _PLAYER, "main", STAKE), cmd.NoMoreBets()):
            played = play(state, command)
            assert not isinstance(played, Refusal)
            state = played.state
        key = key_of(state)
        assert key is not None
        self.start = self._number(key, state)

    def expand(self, node: int) -> None:
        """Ask the engine for every edge of a node."""
        state = self._states[node]
        for token in range(TOKENS):
            self._set(node, token, None)
        if state.needs == "card":
            for value in range(1, VALUES + 1):
                self._set(node, value - 1, self._card(state, value))
        elif state.needs == "decision":
            for token, (command, event) in _CALLS.items():
                self._set(node, token, self._edge(_seen(state, command, event)))
        elif state.needs == "offers":
            self._set(node, CLOSE, self._edge(_seen(state, cmd.CloseOffers(), ev.OffersClosed())))

    def edge(self, node: int, token: int) -> Edge | None:
        """The edge of a node for a line, None where the line is for the engine."""
        if self.nodes[node, token] == UNKNOWN:
            self.expand(node)
        if self.nodes[node, token] == NONE:
            return None
        return Edge(int(self.nodes[node, token]), int(self.settled[node, token]), bool(self.ends[node, token]))

    def _set(self, node: int, token: int, edge: Edge | None) -> None:
        self.nodes[node, token] = NONE if edge is None else edge.node
        self.settled[node, token] = NONE if edge is None else edge.settled
        self.ends[node, token] = edge is not None and edge.ends

    def _card(self, state: State, value: int) -> Edge | None:
        """The edge for a card of this value: the engine must say the same to each rank that has it."""
        to = None if state.turn == DEALER else _BOX
        edges = {self._edge(_seen(state, cmd.Deal(card), ev.CardDealt(card, to))) for card in _RANKS[value]}
        return edges.pop() if len(edges) == 1 else None

    def _edge(self, seen: _Seen | None) -> Edge | None:
        if seen is None or (seen.key is None and not seen.ends):
            return None
        settled = NONE if seen.settled is None else self._pattern(seen.settled)
        if seen.settled is not None and settled == NONE:
            return None
        if seen.ends:
            return Edge(self.start, settled, True)
        assert seen.key is not None
        node = self._number(seen.key, seen.state)
        return None if node == NONE else Edge(node, settled, False)

    def _number(self, key: tuple[Any, ...], state: State) -> int:
        node = self._numbers.get(key)
        if node is None:
            node = len(self._states)
            if node >= NODES:
                return NONE
            self._numbers[key] = node
            self._states.append(state)
            self.waits[node] = _waits(state)
        return node

    def _pattern(self, settled: ev.Settled) -> int:
        if settled in self.patterns:
            return self.patterns.index(settled)
        if len(self.patterns) == PATTERNS or not all(_plain(line) for line in settled.lines):
            return NONE
        if settled.paid or settled.extras or len(settled.lines) > LINES:
            return NONE
        self.patterns.append(settled)
        return len(self.patterns) - 1


def returned(line: ev.Line, stake: Cents, unit: Cents) -> Cents:
    """What a wager of this stake gets back where it is settled like this."""
    if line.outcome == "win":
        assert line.odds is not None
        return stake + payment(stake, line.odds, unit)
    return stake if line.outcome == "stand-off" else 0


def _plain(line: ev.Line) -> bool:
    known = line.outcome in ("win", "lose", "stand-off") and (line.outcome != "win" or line.odds is not None)
    return known and line.returned == returned(line, STAKE, 1)


def _waits(state: State) -> int:
    if state.needs == "card":
        return TO_DEALER if state.turn == DEALER else TO_PLAYER
    return DECISION if state.needs == "decision" else OFFERS if state.needs == "offers" else OTHER


def _seen(state: State, command: cmd.Command, event: ev.Event) -> _Seen | None:
    """What the engine says to a command, if its first event is this one and an edge can hold what follows it."""
    played = play(state, command)
    if isinstance(played, Refusal) or played.events[0] != event:
        return None
    rest = list(played.events[1:])
    settled = rest.pop(0) if rest and isinstance(rest[0], ev.Settled) else None
    ends = bool(rest) and isinstance(rest.pop(0), ev.RoundEnded)
    assert settled is None or isinstance(settled, ev.Settled)
    return None if rest else _Seen(settled, ends, key_of(played.state), played.state)


def key_of(state: State) -> tuple[Any, ...] | None:
    """What the engine looks at from here on in a round of one box; None where it looks at more than a node holds."""
    odd = state.irregular or state.findings or state.void or state.joining or state.answered or state.read
    if odd or state.picked or len(state.hands) != 1 or len(state.boxes) != 1:
        return None
    hand = state.hands[0]
    wagers = tuple((wager.bet, wager.worth == wager.staked, wager.returned is None) for wager in state.wagers)
    dealer = (min(len(state.dealer), 3), state.dealer_hard, state.dealer_aces > 0)
    mine = (hand.total, hand.ended, hand.doubled) if hand.ended else tuple(_open_hand(state.rules, hand))
    ranked = bool(state.dealer) and state.up_card.rank in state.rules.surrender.against  # the one rule about its rank
    return (state.phase, state.needs, state.turn, wagers, dealer, ranked, mine)


def _open_hand(rules: Rules, hand: Hand) -> Iterator[object]:
    """What the rules look at in a hand that may still get a card."""
    numbers = (2, *rules.double.cards, rules.draw.cards_max, rules.winning.five_and_under)
    yield min(len(hand.cards), max(numbers) + 1)  # they name no greater number of cards
    yield hand.hard
    yield hand.aces > 0
    yield hand.total
    yield hand.doubled
    yield hand.drawing
    if rules.double.doubled_ace == "one":
        yield any(card.value == 1 for card in hand.cards[2:])
    if rules.draw.automatic == "when-no-choice":  # a pair has the choice to split
        yield len(hand.cards) == 2 and hand_rules.cards_alike(rules, *hand.cards)
