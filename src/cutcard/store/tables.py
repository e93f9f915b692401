"""Replaying a table: its rounds in the engine, its money in the ledger, its cards from the sealed shoe."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.cards import Card
from cutcard.engine import Event, State, Wager
from cutcard.engine import events as played
from cutcard.store.chain import Content
from cutcard.store.editions import OPENED, rules_changed
from cutcard.store.mutable_state import mutable
from cutcard.store.project import Projection
from cutcard.store.rounds import Lines, ReplayMismatch, RoundReplay, RulesChanged, balanced, misposted
from cutcard.store.sealing import is_sealed
from cutcard.store.texts import ROUND, event_of, is_said
from cutcard.table import OrderSealed, ShoeRevealed, TableState
from cutcard.table.commitment import opens
from cutcard.table.evolve import evolved
from cutcard.table.round_events import after_round_event, round_postings
from cutcard.table.state import Bet, Shoe

Moved = Sequence[tuple[str, int]]  # account, and the amount that comes into it

# Events that change nothing but the round itself.
_LEAVING: frozenset[type] = frozenset({played.CardDealt, played.CardDiscarded})  # a card leaves the shoe
_QUIET: frozenset[type] = frozenset({played.CardCalled, played.Stood, played.OffersClosed, played.WagerSelected})


_SHOES = (OrderSealed, ShoeRevealed)


class TableReplay:
    """Replays the stream of one table: its people, layout and shoe, and each round in the engine.

    Chips in the players' hands and in the tray after a round follow from checked events, and no check reads them. So
    only the ledger lines are checked, and only the state that later lines depend on is kept up to date.
    """

    def __init__(self, stream: str) -> None:
        self.rounds = 0
        self.projection = Projection()
        self._stream = stream
        self._passing = False  # True while skipping a table that was opened under another edition
        self._clear()

    def _clear(self) -> None:
        self._state = mutable(TableState())
        self._number = ""  # the round's number, as it ends the round's lines
        self._round: RoundReplay | None = None
        self._dealt: list[Card | None] = []  # None: a card of a real shoe that nobody saw

    def feed(self, content: Content, lines: Lines) -> None:
        """Check the events of the next row and their ledger lines; raises `ReplayMismatch`.

        Raises `RulesChanged` if the row opens a table whose rounds cannot be replayed. Until the table is opened
        again, only the sum of each row's ledger lines is checked.
        """
        if OPENED in content.payload:
            self._open(content, lines)
        if self._passing:
            self._pass_over(content, lines)
        else:
            self._replay(content, lines)

    def _open(self, content: Content, lines: Lines) -> None:
        texts = content.payload.split("\n")
        n = next(n for n, text in enumerate(texts) if OPENED in text)
        other = rules_changed(texts[n])
        self._passing = bool(other)
        if other:
            self._clear()
            self._pass_over(content, lines)
            raise RulesChanged(other, n)

    def _pass_over(self, content: Content, lines: Lines) -> None:
        balanced(lines)
        try:
            self.projection.take_row(content)
        except (ValueError, KeyError, TypeError) as error:
            raise ReplayMismatch("holds no events of a table") from error

    def _replay(self, content: Content, lines: Lines) -> None:
        due: Lines = []
        n = 0
        try:
            texts = content.payload.split("\n")
            first = int(is_said(texts[0]))  # the command itself changes only the time
            for n, text in enumerate(texts[first:], start=first):
                start, of_round, number = text.rpartition(ROUND)
                if of_round:
                    if number != self._number:
                        raise ReplayMismatch(
                            f"round {number[:-1]} is played while the table is at round {self._number[:-1]}"
                        )
                    moved = self._in_round(content, n, start)
                else:
                    moved = self._at_table(content, n, text)
                if moved:
                    due += [(n, account, cents) for account, cents in moved]
        except (ReplayMismatch, ValueError) as wrong:
            raise ReplayMismatch(str(wrong), n) from wrong
        except Exception as error:  # a forged row may lead to an impossible state
            raise ReplayMismatch(f"cannot be replayed: {type(error).__name__} {error}", n) from error
        if due != lines:
            raise misposted(due, lines)

    def _at_table(self, content: Content, n: int, text: str) -> Moved:
        event = OrderSealed((), "") if is_sealed(text) else event_of(text)  # the audit has no key to open it
        if self._round is not None:
            self._take_in(self._round.state)
        if type(event) in _SHOES:
            _check_seal(self._state.shoe, event)
        state, moved = evolved(self._state, event)
        self._state = mutable(state)
        self._number = f"{self._state.number}}}"
        self.projection.take(content, event, content.version + n)
        return moved

    def _in_round(self, content: Content, n: int, start: str) -> Moved:
        replay = self._round
        if replay is None:
            self._begin(content, n, start)
            return ()
        before = replay.state
        event = replay.feed(start)
        kind = type(event)
        if kind in _LEAVING:
            self._dealt.append(event.card)  # type: ignore[union-attr]
        elif kind is played.WagerPlaced:
            self.projection.players[event.player, self._stream, self._state.number] = None  # type: ignore[union-attr]
        elif kind is played.RoundEnded:
            self._end(content, n, replay.state)
        elif kind not in _QUIET:
            return self._moved(event, before, replay.state)
        return ()

    def _begin(self, content: Content, n: int, start: str) -> None:
        self._round = RoundReplay(start)
        own, table = self._round.state.rules, self._state.rules
        if own is not table and (own.book, own.game, own.options) != (table.book, table.game, table.options):
            raise ReplayMismatch("a round is opened under rules that are not the table's")
        self.projection.round_opened((self._stream, self._state.number), content.version + n, content.at_ms)

    def _end(self, content: Content, n: int, round_: State) -> None:
        self._take_in(round_)
        self._round = None
        self.rounds += 1
        self.projection.round_ended((self._stream, self._state.number), content.version + n, content.at_ms)

    def _moved(self, event: Event, before: State, round_: State) -> Moved:
        """The ledger lines of an event that may move money; later lines depend on the tokens that are left."""
        moved = round_postings(self._state, event, before)
        if type(event) is played.BettingClosed:
            _check_laid(self._state.bets, before.wagers)
        if type(event) is played.BettingClosed or self._state.tokens_down:
            self._state = mutable(after_round_event(self._state, event, before, round_))
        return moved

    def _take_in(self, round_: State) -> None:
        """Update the table's state with the round and the cards that have left the shoe."""
        if not self._dealt:
            self._state = self._state._replace(round=round_)
            return
        shoe, dealt = self._state.shoe, tuple(self._dealt)
        self._dealt.clear()
        end = shoe.next + len(dealt)
        if shoe.order and shoe.order[shoe.next : end] != dealt:
            raise ReplayMismatch("a card was dealt that did not lie next in the sealed order of the shoe")
        self._state = self._state._replace(round=round_, shoe=shoe._replace(next=end))


def _check_seal(shoe: Shoe, event: object) -> None:
    """Check a shoe's order against the commitment that was published before its first card, when it is sealed and when
    it is revealed; raises `ReplayMismatch`.
    """
    if isinstance(event, OrderSealed) and event.order and not opens(event.order, event.salt, shoe.commitment):
        raise ReplayMismatch("the sealed order of the shoe is not the one that was committed to")
    if isinstance(event, ShoeRevealed):
        if event.commitment != shoe.commitment or not opens(event.order, event.salt, shoe.commitment):
            raise ReplayMismatch("the revealed order of the shoe is not the one that was committed to")
        if shoe.sealed and event.order != shoe.sealed:
            raise ReplayMismatch("the revealed order of the shoe is not the sealed one")


def _check_laid(bets: tuple[Bet, ...], wagers: tuple[Wager, ...]) -> None:
    """Check that the wagers of a round are those placed on the layout; raises `ReplayMismatch`."""
    placed = [(wager.box, wager.player, wager.bet, wager.staked) for wager in wagers]
    laid = [bet[:4] for bet in bets]
    if placed != laid and sorted(placed) != sorted(laid):
        raise ReplayMismatch("the wagers of the round are not those that lay on the layout")
