"""Replaying a table: its rounds in the engine, its money in the ledger, its cards from the sealed shoe."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Mapping, Sequence
from typing import TYPE_CHECKING

from cutcard.cards import Card
from cutcard.engine import Command, Event, State, Wager
from cutcard.engine import events as played
from cutcard.engine.commands import PlaceWager
from cutcard.money import Cents
from cutcard.records.entries import Entry, Misfit, entries, worded
from cutcard.store.chain import Content
from cutcard.store.editions import OPENED, rules_changed
from cutcard.store.link_checks import PrizeSettled
from cutcard.store.linked_rounds import LinkedRounds, paid_so_far
from cutcard.store.mutable_state import mutable
from cutcard.store.project import Projection
from cutcard.store.rounds import (
    Closing,
    Lines,
    ReplayMismatch,
    RoundReplay,
    RulesChanged,
    balanced,
    misposted,
    replayed_whole,
    same_rules,
)
from cutcard.store.sealing import is_sealed
from cutcard.store.texts import BETTING, ROUND, event_of, is_received, round_event
from cutcard.table import (
    BettingOpened,
    BettingReopened,
    BoxDrawn,
    FormsRead,
    MetersFed,
    OrderSealed,
    RoundCorrected,
    ShoeRevealed,
    TableState,
)
from cutcard.table.commitment import opens
from cutcard.table.evolve import evolved
from cutcard.table.forms import forms_waiting
from cutcard.table.ledger import Postings, folded, moved, player_chips, table_account
from cutcard.table.play_accounts import counted
from cutcard.table.remade_rounds import is_over, made_again, place_of, remembered
from cutcard.table.round_events import RoundEvent, after_round_event, round_postings
from cutcard.table.state import Bet, PlayedRound, Shoe
from cutcard.table.undisclosed_settlement import read_forms

if TYPE_CHECKING:  # arrays, which only an audit needs
    from cutcard.store.row_blocks import Row, RowBlock
    from cutcard.store.usual_rounds import Stretch, UsualRounds

Moved = Sequence[tuple[str, int]]  # account, and the amount that comes into it

_LEAVING: frozenset[type] = frozenset({played.CardDealt, played.CardDiscarded})  # a card leaves the shoe
# Events that move no money.
_QUIET: frozenset[type] = _LEAVING | {
    played.HoleCardDealt,
    played.HoleCardPeeked,
    played.HoleCardTurned,
    played.WagerPlaced,
    played.CardCalled,
    played.Stood,
    played.OffersClosed,
    played.WagerSelected,
    played.MetersRead,
    played.RoundEnded,
}


_SHOES = (OrderSealed, ShoeRevealed)
OUT_OF_ORDER = "a card was dealt that did not lie next in the sealed order of the shoe"


class TableReplay:
    """Replays the stream of one table: its people, layout and shoe, and each round in the engine.

    Chips in the players' hands and in the tray after a round follow from checked events, and only the end of a
    tournament's session reads them. So elsewhere only the ledger lines are checked, and only the state that later lines
    depend on is kept up to date.
    """

    def __init__(self, stream: str) -> None:
        self.rounds = 0
        self.projection = Projection()
        self.linked = LinkedRounds()
        self._stream = stream
        self._passing = False  # True while skipping a table that was opened under another edition
        self.followed = 0  # of the rounds, how many in bulk
        self.usual: UsualRounds | None = None  # looks for usual rounds, which the caller may then follow
        self._clear()

    @property
    def table(self) -> TableState | None:
        """The table after what was fed; None where rounds are passed over."""
        self._recall()
        return None if self._passing or self._state.config_or_none is None else self._state

    def prizes(self, position: int, version: int) -> list[PrizeSettled]:
        """What its rounds have paid of linked meters, the one that is played included."""
        if self._round is None:
            return self.linked.prizes
        return [*self.linked.prizes, *paid_so_far(self._state, self._round.state, position, version)]

    def _clear(self) -> None:
        self._state = mutable(TableState())
        self._number = ""  # the round's number, as it ends the round's lines
        self._round: RoundReplay | None = None
        self._dealt: list[Card | None] = []  # None: a card of a real shoe that nobody saw
        self._hole: Card | None = None  # of a virtual shoe: what lies face down before the dealer
        self._due: tuple[Event, ...] | None = None  # the round as undisclosed wagers that were read out make it
        self.linked.clear()
        self._opening = ""  # the first line of the round
        self._lines: list[str] = []  # all of its lines so far, where the table's state does not keep its events
        self._lay: tuple[Bet, ...] = ()  # the wagers as they lay when it was opened
        self._closing: Closing | None = None  # how its betting was closed
        self._unread: list[str] = []  # the payloads of a round that was followed in bulk and is not replayed

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
        self.linked.passed |= self._passing
        if self.usual is not None:
            self.usual.forget()
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
            first = int(is_received(texts[0]))  # the command itself changes only the time
            if not first or not texts[1:] or not texts[1].startswith(BETTING):  # the next round forgets the last
                self._recall()
            self._unread = []
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
        if isinstance(event, FormsRead):
            self._check_forms(event)
        if isinstance(event, RoundCorrected):
            self._check_correction(content, n, event)
        if isinstance(event, MetersFed):
            self.linked.fed(self._state, event)
        if isinstance(event, BoxDrawn):
            self.linked.drawn(self._state, event)
        if isinstance(event, BettingReopened):
            self._check_reopening(event)
        if isinstance(event, BettingOpened) and self._due is not None:
            raise ReplayMismatch("undisclosed wagers were read out and not settled")
        if type(event) in _SHOES:
            _check_seal(self._state.shoe, event)
        state, moved = evolved(self._state, event)
        self._state = mutable(state)
        self._number = f"{self._state.number}}}"
        self.projection.take(content, event, content.version + n)
        return moved

    def expects(self, row: Row, apart: Collection[str]) -> bool:
        """Whether usual rounds may begin with a row: it opens betting at a table at which nothing else is under way.

        The rounds of those who are looked at `apart` are not usual.
        """
        if self.usual is None or self._passing or self._round is not None or self._due is not None:
            return False
        return not self.linked.waits and not self._dealt and self.usual.ready(self._state, row[4], apart)

    def follow(self, block: RowBlock, row: int, sums: Mapping[str, Cents]) -> Stretch | None:
        """The usual rounds from a row on that is expected to begin one; `sums` is what the accounts have."""
        assert self.usual is not None
        return self.usual.follow(block, row, self._state, sums)

    def skip(self, stretch: Stretch, block: RowBlock) -> None:
        """Go on after usual rounds: only what they change at the table is changed."""
        state, seat = self._state, stretch.seat
        chips = moved(player_chips(state, seat.player), table_account(state, "wagers"), stretch.laid)
        self._state = mutable(folded(state, chips))
        first = stretch.number - len(stretch.rounds) + 1
        self._state = self._state._replace(number=stretch.number, since=state.now)
        self._state = self._state._replace(shoe=self._state.shoe.in_play()._replace(next=stretch.next_card))
        self._number = f"{stretch.number}}}"
        self.rounds += len(stretch.rounds)
        self.projection.rounds.update(stretch.views(self._stream, block))
        self.projection.players.update(
            dict.fromkeys([(seat.player, self._stream, number) for number in range(first, stretch.number + 1)])
        )
        self._unread = stretch.last_round(block)
        self.followed += len(stretch.rounds)

    def _recall(self) -> None:
        """Replay the last of the rounds that were followed in bulk, if it was not yet."""
        payloads, self._unread = self._unread, []
        if not payloads:
            return
        starts = [line.rpartition(ROUND)[0] for payload in payloads for line in payload.split("\n") if ROUND in line]
        replay = RoundReplay(starts[0])
        for start in starts[1:]:
            replay.feed(start)
        self._state = self._state._replace(round=replay.state)
        self._lines, self._lay = starts, ()

    def _in_round(self, content: Content, n: int, start: str) -> Moved:
        replay = self._round
        if replay is None:
            self._begin(content, n, start)
            return ()
        before = replay.state
        event = replay.feed(start)
        self._lines.append(start)
        kind = type(event)
        if kind in _LEAVING and not self._real:
            self._leaves_shoe(event.card)  # type: ignore[union-attr]
        elif kind is played.HoleCardDealt and not self._real:
            self._hole_leaves_shoe()
        elif kind is played.HoleCardTurned and self._hole not in (None, event.card):  # type: ignore[union-attr]
            raise ReplayMismatch(OUT_OF_ORDER)
        elif kind is played.WagerPlaced:
            self.projection.players[event.player, self._stream, self._state.number] = None  # type: ignore[union-attr]
        moved = self._moved(event, before) if kind not in _QUIET else ()
        if moved and self._state.session is not None:  # at its end everything that is left goes back
            self._state = mutable(folded(self._state, moved))
        if self._remembers or kind is played.BettingClosed or (self._state.tokens_down and kind not in _QUIET):
            self._state = mutable(after_round_event(self._state, event, before, replay.state))
        if kind is played.BettingClosed:
            self._closing = Closing(before.wagers, event)  # type: ignore[arg-type]
        if kind is played.BettingClosed and self._state.links:
            self.linked.closed(self._state, replay.state)
        if kind is played.WagerSelected:
            self.linked.selected(self._state, before, event)  # type: ignore[arg-type]
        if kind is played.RoundEnded:
            self._end(content, n, replay.state)
        return moved

    @property
    def _real(self) -> bool:
        return self._state.config.source == "real"

    @property
    def _remembers(self) -> bool:
        """Whether the table is kept up to date card by card: its rounds may be corrected, or settled again by forms."""
        return self._real or (self._state.session is not None and bool(self._state.session.forms))

    def _leaves_shoe(self, card: Card | None) -> None:
        """A card of a virtual shoe, which is checked when the round is over, or at once where the table keeps count."""
        shoe = self._state.shoe
        if not self._remembers:
            self._dealt.append(card)
        elif shoe.order and shoe.order[shoe.next] != card:
            raise ReplayMismatch(OUT_OF_ORDER)

    def _hole_leaves_shoe(self) -> None:
        """The card that lies face down is the next of the sealed order, and must be that one when it is turned."""
        shoe = self._state.shoe
        self._hole = shoe.order[shoe.next + len(self._dealt)] if shoe.order else None
        if not self._remembers:
            self._dealt.append(self._hole)

    def _begin(self, content: Content, n: int, start: str) -> None:
        self._round = RoundReplay(start)
        self._opening, self._closing = start, None
        self._lines, self._lay = [start], self._state.bets
        if not same_rules(self._round.state.rules, self._state.rules):
            raise ReplayMismatch("a round is opened under rules that are not the table's")
        if self._remembers:
            first = round_event(start)
            self._state = mutable(after_round_event(self._state, first, None, self._round.state))
        self.projection.round_opened((self._stream, self._state.number), content.version + n, content.at_ms)

    def _end(self, content: Content, n: int, round_: State) -> None:
        self._take_in(round_)
        self._round = None
        self.linked.ended(self._state, round_, content.position, content.version + n)
        self.rounds += 1
        self.projection.round_ended((self._stream, self._state.number), content.version + n, content.at_ms)
        if self.usual is not None:
            self.usual.learn(self._opening, self._closing, round_)

    def _moved(self, event: Event, before: State) -> Postings:
        """The ledger lines of an event that may move money; later lines depend on the tokens that are left."""
        if type(event) is played.BettingClosed:
            _check_laid(self._state.bets, before.wagers)
        return counted(self._state, round_postings(self._state, event, before), RoundEvent)

    def _check_correction(self, content: Content, n: int, event: RoundCorrected) -> None:
        """Play the corrected round in the engine, and go on from there if it is the one that is played."""
        self._remember_virtual()
        one = remembered(self._state, event.round)
        if one is None or not event.events or event.events[0] != one.events[0]:
            raise ReplayMismatch(f"round {event.round} is corrected, which was not played so")
        _check_changes(one.events, event)
        if event.read_out and event.events != self._due:
            raise ReplayMismatch(f"round {event.round} is not settled as its undisclosed wagers were read out")
        self._due = None if event.read_out else self._due
        replay = replayed_whole(event.events)
        closed = next((at for at, each in enumerate(event.events) if type(each) is played.BettingClosed), 0)
        placed = [each for each in event.events[:closed] if isinstance(each, played.WagerPlaced)]
        _check_laid(event.bets, tuple(Wager(each.box, 0, each.player, each.bet, each.amount, 0) for each in placed))
        self.linked.corrected(self._state, one.events, event, replay.state, (content.position, content.version + n))
        was_over, now_over = is_over(one.events), is_over(event.events)
        self.rounds += now_over - was_over
        if one is self._state.played[-1] and self._state.number == event.round:
            self._round = None if now_over else replay

    def _remember_virtual(self) -> None:
        """The last round of a virtual shoe, from its lines, where it loses its outcome: that is seldom.

        What the table keeps with it, such as who sat out, moves no money, and so the audit does not have it.
        """
        state = self._state
        if self._remembers or self._round is not None or not self._lines or remembered(state, state.number):
            return
        events = tuple(map(round_event, self._lines))
        placed = (each for each in events if isinstance(each, played.WagerPlaced))
        bets = self._lay or tuple(Bet(w.box, w.player, w.bet, w.amount, 0, w.carried) for w in placed)
        nobody: frozenset[str] = frozenset()
        one = PlayedRound(state.number, events, bets, state.shoe.number, 0, nobody, nobody, {})
        self._state = mutable(state._replace(played=(one,)))

    def _check_forms(self, event: FormsRead) -> None:
        """What is read out is what was written, and counts for what the rules make of it."""
        if event.round != self._state.number or not forms_waiting(self._state):
            raise ReplayMismatch(f"undisclosed wagers of round {event.round} are read out, which is not just over")
        forms, edits = read_forms(self._state)
        if forms != event.forms:
            raise ReplayMismatch(f"the undisclosed wagers of round {event.round} were not written as they are read out")
        one = remembered(self._state, event.round)
        made = made_again(one, edits) if one is not None and edits else None
        self._due = None if made is None or isinstance(made, Misfit) else made[0]

    def _check_reopening(self, event: BettingReopened) -> None:
        """Betting opens again only for a round of which no card is out, and that round is not played."""
        last = self._state.played[-1] if self._state.played else None
        closed = last is not None and last.number == event.round and isinstance(last.events[-1], played.BettingClosed)
        if not closed or event.next != event.round + 1:
            raise ReplayMismatch(f"betting is opened again for round {event.round}, which was not just closed")
        self._round = None

    def _take_in(self, round_: State) -> None:
        """Update the table's state with the round and the cards that have left the shoe."""
        if not self._dealt:
            self._state = self._state._replace(round=round_)
            return
        shoe, dealt = self._state.shoe, tuple(self._dealt)
        self._dealt.clear()
        end = shoe.next + len(dealt)
        if shoe.order and shoe.order[shoe.next : end] != dealt:
            raise ReplayMismatch(OUT_OF_ORDER)
        self._state = self._state._replace(round=round_, shoe=shoe._replace(next=end))


def _check_changes(before: tuple[Event, ...], event: RoundCorrected) -> None:
    """Check that a correction names every entry that it changes; raises `ReplayMismatch`."""
    old, new = entries(before), entries(event.events)
    made = {(entry.number, worded(entry.command)) for entry in old}
    if any((change.entry, change.was) not in made for change in event.changes if change.was != "nothing"):
        raise ReplayMismatch(f"an entry of round {event.round} is corrected that was not made")
    facts = ("card", "wager", "prize", "call")
    was, now = (Counter(worded(entry.command) for entry in part if entry.kind in facts) for part in (old, new))
    named = Counter(change.now for change in event.changes)
    added = {worded(entry.command): _added(entry.command, old, event) for entry in new if entry.kind == "wager"}
    differ = [added.get(word) or word for word in (now - was).elements()]
    # a double or a share may be named without its amount, which is then the whole
    if Counter(word if word in named else word.partition(" of ")[0] for word in differ) - named:
        raise ReplayMismatch(f"an entry of round {event.round} differs that the correction does not name")


def _added(wager: Command, old: Sequence[Entry], event: RoundCorrected) -> str | None:
    """What a correction has put beside a wager that its player had there already, as the correction names it: the two
    are one wager then.
    """
    if not isinstance(wager, PlaceWager):
        return None
    gone = {change.entry for change in event.changes if change.was != "nothing"}
    had = sum(
        one.command.amount
        for one in old
        if isinstance(one.command, PlaceWager) and one.number not in gone and place_of(one.command) == place_of(wager)
    )
    return worded(wager._replace(amount=wager.amount - had)) if had else None


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
    laid = [(bet.box, bet.player, bet.bet, bet.amount) for bet in bets]
    if placed != laid and sorted(placed) != sorted(laid):
        raise ReplayMismatch("the wagers of the round are not those that lay on the layout")
