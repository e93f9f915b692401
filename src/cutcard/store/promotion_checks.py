"""The audit of promotions: each is made again from its events, and what they claim is worked out again.

After every event the fund holds what the prizes that nobody has won come to, and each winner is owed what they have won
and were not paid. Play at the tables is counted again from the tables' events, draws are made again from the secrets
that they had committed to; neither they nor prizes at once are won by who was kept away, and what a document forbids
has not been done.
"""

from __future__ import annotations

import hashlib
import hmac
from collections import Counter
from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlalchemy import Connection, select

from cutcard.durations import HOUR_MS
from cutcard.money import Cents
from cutcard.players import evolved as player_evolved
from cutcard.players.player_registry import PLAYERS
from cutcard.players.player_state import PlayerState, stream_of_player
from cutcard.players.standing import kept_from_draws
from cutcard.promotions import (
    ClaimRefused,
    ConditionsAmended,
    DrawCommitted,
    DrawRevealed,
    PrizePaid,
    PrizesDrawn,
    PrizeWon,
    PromotionAnnounced,
    PromotionStarted,
    RoundsCounted,
    evolved,
)
from cutcard.promotions.announcement import money_in
from cutcard.promotions.conditions import conditions_digest
from cutcard.promotions.conditions_checks import conditions_faults
from cutcard.promotions.play import counted_play
from cutcard.promotions.prize_money import fund_account, owed_account
from cutcard.promotions.promotion_draft import promotions_of
from cutcard.promotions.promotion_registry import PROMOTIONS
from cutcard.promotions.promotion_state import PROMOTION_KIND, PromotionState
from cutcard.promotions.winners import due_for
from cutcard.store.chain import Content
from cutcard.store.promotion_reading import rounds_between
from cutcard.store.rounds import Lines
from cutcard.store.schema import events, rounds
from cutcard.store.sealing import is_sealed
from cutcard.table.codec import loads
from cutcard.table.names import stream_of_table


class PromotionFault(NamedTuple):
    """What is wrong, and where."""

    position: int
    version: int
    says: str


class PromotionCheck:
    """Takes the rows of one stream; one that is not a promotion's has nothing to say."""

    def __init__(self, stream: str) -> None:
        self._own = stream.startswith(f"{PROMOTION_KIND}:")
        self._rows: list[tuple[Content, Lines]] = []

    def row(self, content: Content, lines: Lines) -> None:
        """Take a row whose sealed lines are opened as far as that is possible."""
        if self._own:
            self._rows.append((content, [*lines]))

    def fault(self, connection: Connection) -> PromotionFault | None:
        """The first thing that does not fit, once the whole stream is read."""
        promotion = _Promotion(connection)
        for content, lines in self._rows:
            for n, text in enumerate(content.payload.split("\n")):
                moved = [(account, cents) for at, account, cents in lines if at == n]
                promotion.position = content.position
                for message in () if is_sealed(text) else promotion.faults(loads(text, registry=PROMOTIONS), moved):
                    return PromotionFault(content.position, content.version + n, message)
            if promotion.drawing is not None:
                return PromotionFault(
                    content.position, content.version, "a draw is made, and what from is not revealed"
                )
        return None


class _Drawing(NamedTuple):
    """A draw whose secret is not revealed yet."""

    made: PrizesDrawn
    before: PromotionState
    won: tuple[PrizeWon, ...] = ()


class _Promotion:
    """One promotion, made again from its events."""

    def __init__(self, connection: Connection) -> None:
        self.connection = connection
        self.position = 0  # of the row at hand
        self.state = PromotionState()
        self.held: Counter[str] = Counter()
        self.committed: dict[int, str] = {}
        self.drawing: _Drawing | None = None

    def faults(self, event: Any, moved: list[tuple[str, Cents]]) -> Iterator[str]:
        """What is wrong with an event and the lines that it has posted."""
        for account, cents in moved:
            self.held[account] += cents
        before, (self.state, _) = self.state, evolved(self.state, event)
        yield from self._event_faults(event, before)
        if self.state.conditions_or_none is not None:
            yield from self._money()

    def _event_faults(self, event: Any, before: PromotionState) -> Iterator[str]:
        match event:
            case PromotionAnnounced() | ConditionsAmended():
                yield from _conditions(event)
            case PromotionStarted():
                yield from _started(event, before)
            case RoundsCounted():
                yield from self._counted(event, before)
            case DrawCommitted():
                self.committed[event.number] = event.commitment
            case PrizesDrawn():
                self.drawing = _Drawing(event, before)
                yield from _overseen(event, before)
            case PrizeWon() if event.draw:
                if self.drawing is None:
                    yield "a prize is won by a draw that was not made"
                else:
                    self.drawing = self.drawing._replace(won=(*self.drawing.won, event))
            case PrizeWon():
                kept = self._kept_out(event.player, event.at)
                if kept:
                    yield f"a prize is won at once by {event.player}, who is kept away: {kept}"
            case DrawRevealed():
                yield from self._drawn(event)
            case PrizePaid():
                yield from _paid(event, before)
            case ClaimRefused():
                yield from _refused(event, before)

    # -------------------------------------------------------------------------------------------------------- money

    def _money(self) -> Iterator[str]:
        """What is set aside, and what is owed, follows from the conditions and from who has won what."""
        state = self.state
        currency, name = state.conditions.currency, state.promotion
        on = state.phase in ("running", "closed", "drawn")
        won = sum(state.prize(one.prize).value for one in _live(state) if state.prize(one.prize).monetary)
        due = money_in(state.conditions) - won if on else 0
        if self.held[fund_account(currency, name)] != due:
            yield f"the fund holds {self.held[fund_account(currency, name)]} cents, and the prizes left are {due}"
        owed: Counter[str] = Counter()
        for one in _live(state):
            if one.status == "won":
                prize = state.prize(one.prize)
                owed[one.player] += one.taken + (prize.value if prize.monetary else 0)
        for player in {one.player for one in state.wins.values()}:
            balance = self.held[owed_account(currency, name, player)]
            if balance != owed[player]:
                yield f"{player} is owed {balance} cents, and has won {owed[player]} that are not paid"

    # -------------------------------------------------------------------------------------------------------- entries

    def _counted(self, event: RoundsCounted, before: PromotionState) -> Iterator[str]:
        """Rounds are counted one after the other, and anybody who counts them again finds the same."""
        if event.after != before.counted.get(event.table, 0) or event.upto < event.after:
            yield f"rounds {event.after} to {event.upto} of {event.table} do not follow those counted before"
            return
        stream = stream_of_table(event.table)
        found = self.connection.execute(
            select(rounds.c.number, rounds.c.opened_version)
            .where(rounds.c.stream == stream, rounds.c.number > event.after, rounds.c.number <= event.upto)
            .order_by(rounds.c.number)
        ).all()
        numbers = [row.number for row in found]
        first = found[0].opened_version if found else event.version
        read = rounds_between(self.connection, event.table, first, event.version, numbers)
        started, valid_only = before.started_at, event.valid_only
        play = counted_play(before.conditions, event.table, started, read, valid_only=valid_only)
        if play != dict(event.play):
            yield f"rounds {event.after} to {event.upto} of {event.table} give other entries than were counted"

    # ---------------------------------------------------------------------------------------------------------- draws

    def _drawn(self, event: DrawRevealed) -> Iterator[str]:
        """A draw is made again from the secret that it was committed to, and from who was in it."""
        drawing, self.drawing = self.drawing, None
        if hashlib.sha256(bytes.fromhex(event.secret)).hexdigest() != self.committed.pop(event.number, ""):
            yield "the secret of the draw is not the one that it was committed to"
        if drawing is None:
            return
        made, before = drawing.made, drawing.before
        tickets = before.tickets
        if before.conditions.must_be_present:
            there = {*made.tickets, *(one.player for one in made.left_out)}
            tickets = {name: number for name, number in tickets.items() if name in there}
        if {**made.tickets, **{one.player: one.entries for one in made.left_out}} != tickets:
            yield "the draw is not over the entries that there are"
        yield from self._eligible(made, drawing.won)
        due = _winners(event.secret, made, before)
        if [(one.prize, one.player, one.ticket) for one in drawing.won] != due:
            yield "the prizes are not won by the tickets that the draw gives"

    def _eligible(self, made: PrizesDrawn, won: tuple[PrizeWon, ...]) -> Iterator[str]:
        """Anybody who was left out was kept away at that moment, and nobody has won who was."""
        for one in made.left_out:
            kept = self._kept_out(one.player, made.at)
            if kept != one.because or one.player in made.tickets:
                yield f"the draw leaves {one.player} out ({one.because}), whom the register does not keep out so"
        for player in dict.fromkeys(one.player for one in won):
            kept = self._kept_out(player, made.at)
            if kept:
                yield f"the draw is won by {player}, who is kept away: {kept}"

    def _kept_out(self, player: str, at: int) -> str:
        """Why a player was kept away at a moment, by their stream up to the row at hand; "": they were not."""
        own = (events.c.stream == stream_of_player(player)) & (events.c.position < self.position)
        rows = self.connection.execute(select(events.c.payload).where(own).order_by(events.c.version)).scalars()
        state = PlayerState()
        for text in (text for payload in rows for text in payload.split("\n")):
            state, _ = player_evolved(state, loads(text, registry=PLAYERS))
        refusal = kept_from_draws(state, player, at)
        return refusal.code if refusal is not None else ""


def _live(state: PromotionState) -> Iterator[Any]:
    return (one for one in state.wins.values() if one.status != "refused")


def _conditions(event: PromotionAnnounced | ConditionsAmended) -> Iterator[str]:
    if conditions_digest(event.conditions) != event.digest:
        yield "the conditions are not those of their digest"
    fault = next(iter(conditions_faults(event.conditions)), None)
    if fault is not None:
        yield f"the conditions are not as the document wants them: {fault.message}"


def _started(event: PromotionStarted, before: PromotionState) -> Iterator[str]:
    given, hours = before.submission, promotions_of(before.conditions.book).submitted_hours
    if given is None or event.at - given.at < hours * HOUR_MS:
        yield f"the promotion starts, and the regulator did not have its conditions for {hours} hours"
    if before.publication is None:
        yield "the promotion starts, and its conditions are not published"


def _overseen(event: PrizesDrawn, before: PromotionState) -> Iterator[str]:
    left = [prize for at, prize in enumerate(before.conditions.prizes, 1) if before.left(at)]
    over = promotions_of(before.conditions.book).scrutineer_over
    if any(prize.value > over for prize in left) and event.scrutineer not in before.scrutineers:
        yield "nobody who was nominated for it oversees the draw"


def _paid(event: PrizePaid, before: PromotionState) -> Iterator[str]:
    """A win is paid once, to its winner, as a whole, and by no means that the document does not know."""
    win, document = before.wins.get(event.win), promotions_of(before.conditions.book)
    if win is None or win.status != "won" or win.player != event.player:
        yield f"win {event.win} is paid to {event.player}, who has none such to be paid"
        return
    wrong = sorted(event.payments.keys() - {*document.paid_by})
    if wrong:
        yield f"win {event.win} is paid by {wrong[0]}, and no prize is"
    if sum(event.payments.values()) != due_for(before, win):
        yield f"win {event.win} is paid {sum(event.payments.values())} cents, and comes to {due_for(before, win)}"


def _refused(event: ClaimRefused, before: PromotionState) -> Iterator[str]:
    prize, document = before.prize(before.claims[event.claim].prize), promotions_of(before.conditions.book)
    if not event.reasons.strip() or event.told_by not in document.notified_by:
        yield "a claim is refused without reasons, or the claimant was not told"
    if prize.value > document.claims_kept_over and not event.identity:
        yield "a claim is refused, and who made it is not kept"


def _winners(secret: str, made: PrizesDrawn, before: PromotionState) -> list[tuple[int, str, int]]:
    """The prize, the player and the ticket of every win that a draw gives, as docs/promotions.md describes it."""
    key, about = bytes.fromhex(secret), f"{before.promotion}:{made.number}"
    owners = [name for name in sorted(made.tickets) for _ in range(made.tickets[name])]
    order = sorted(range(1, len(owners) + 1), key=lambda n: hmac.digest(key, f"{about}:{n}".encode(), "sha256"))
    left: list[int] = []
    for at in range(1, len(before.conditions.prizes) + 1):
        left += [at] * before.left(at)
    times = Counter(one.player for one in before.wins.values())
    found: list[tuple[int, str, int]] = []
    for ticket in order:
        player = owners[ticket - 1]
        if left and times[player] < before.conditions.wins_each:
            times[player] += 1
            found.append((left.pop(0), player, ticket))
    return found
