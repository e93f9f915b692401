"""Replaying a table: its rounds through the engine, its money into the ledger, its cards out of the sealed shoe."""

from __future__ import annotations

from collections.abc import Sequence

from cutcard.cards import Card
from cutcard.engine import Event, State
from cutcard.engine import events as played
from cutcard.store.chain import Content
from cutcard.store.project import Projection
from cutcard.store.rounds import Lines, RoundReplay, Wrong
from cutcard.store.texts import event_of, is_said, round_line
from cutcard.table import RoundEvent, TableEvent, TableState, evolve
from cutcard.table.changes.rounds import after
from cutcard.table.ledger import postings

# Events of a round that change nothing but the round itself, or, a card, the shoe; the table takes these in when it
# next matters and not one by one, which takes half the time.
_WITHIN = frozenset(
    {played.CardDealt, played.WagerPlaced, played.CardCalled, played.Stood, played.OffersClosed, played.WagerSelected}
)
_PROJECTED: frozenset[type] = frozenset({played.RoundOpened, played.WagerPlaced, played.RoundEnded})


class TableReplay:
    """Follows the stream of one table. Its state is the table's, but for the clock and who spoke last."""

    def __init__(self, stream: str) -> None:
        self.rounds = 0
        self._state = TableState()
        self._round: RoundReplay | None = None
        self._dealt: list[Card] = []
        self.projection = Projection()

    @property
    def state(self) -> TableState:
        """The table after the rows so far."""
        self._take_in()
        return self._state

    def feed(self, content: Content, lines: Lines) -> None:
        """Check the events of the next row and the ledger lines that they moved; raises `Wrong`."""
        due: list[tuple[int, str, int]] = []
        for n, text in enumerate(content.payload.split("\n")):
            try:
                of_round = round_line(text)
                if of_round is not None:
                    moved = self._in_round(content, n, *of_round)
                elif is_said(text):
                    continue
                else:
                    moved = self._at_table(content, n, event_of(text))
            except (Wrong, ValueError) as wrong:
                raise Wrong(str(wrong), n) from wrong
            except Exception as error:  # a state that no table of ours could have got to
                raise Wrong(f"cannot be replayed: {type(error).__name__} {error}", n) from error
            if moved:
                due += [(n, account, cents) for account, cents in moved]
        if due != lines:
            raise _misposted(due, lines)

    def _at_table(self, content: Content, n: int, event: TableEvent) -> Sequence[tuple[str, int]]:
        self._take_in()
        moved = postings(self._state, event)
        self._state = evolve(self._state, event)
        self.projection.take(content, n, event)
        return moved

    def _in_round(self, content: Content, n: int, number: int, event: Event) -> Sequence[tuple[str, int]]:
        if number != self._state.number:
            raise Wrong(f"round {number} is played while the table is at round {self._state.number}")
        kind = type(event)
        if kind in _PROJECTED:
            self.projection.take_round((content.stream, number), content.version + n, content.at_ms, event)
        if self._round is None:
            self._round = RoundReplay(event)
            return ()
        before = self._round.state
        round_ = self._round.feed(event)
        if kind is played.CardDealt:
            self._dealt.append(event.card)  # type: ignore[union-attr]
        if kind in _WITHIN:
            return ()
        return self._taken(RoundEvent(number, event), before, round_)

    def _taken(self, said: RoundEvent, before: State, round_: State) -> Sequence[tuple[str, int]]:
        """An event by which money moves or the round ends."""
        if type(said.event) is not played.BettingClosed:  # which looks at no wager of the round before
            self._take_in(before)
        moved = postings(self._state, said)
        self._state = after(self._state, said.event, round_)
        if round_.phase == "over":
            self._round = None
            self.rounds += 1
        return moved

    def _take_in(self, round_: State | None = None) -> None:
        """Bring the table's state up to the round's: the round itself, and the cards that have left the shoe."""
        state = self._state
        if round_ is None:
            round_ = self._round.state if self._round is not None else state.round
        if not self._dealt:
            if round_ is not state.round:
                self._state = state._replace(round=round_)
            return
        shoe, dealt = state.shoe, tuple(self._dealt)
        self._dealt.clear()
        if shoe.order and shoe.order[shoe.next : shoe.next + len(dealt)] != dealt:
            raise Wrong("a card was dealt that did not lie next in the sealed order of the shoe")
        left = shoe.left - len(dealt)
        shoe = shoe._replace(next=shoe.next + len(dealt), left=left, on_table=shoe.on_table + dealt)
        self._state = state._replace(round=round_, shoe=shoe)


def _misposted(due: list[tuple[int, str, int]], lines: Lines) -> Wrong:
    """Name the first ledger line that differs."""
    for want, have in zip(due, lines, strict=False):
        if want != have:
            return Wrong(
                f"the ledger has {have[2]} cents for {have[1]}; the event moves {want[2]} to {want[1]}", want[0]
            )
    event = due[len(lines)][0] if len(due) > len(lines) else lines[len(due)][0]
    return Wrong(f"the ledger has {len(lines)} lines where the events move {len(due)}", event)
