"""The audit of tournaments: what their streams and those of their tables say, put together once all are checked.

Each table's check follows its tournament chips event by event; a tournament's stream is kept as it was read. At the end
every tournament is made again from its events, and after each of them the prize pool must be what was paid in, added
and paid out. Ballots are drawn again from the secrets that they had committed to, counts are compared with the tables,
and a tournament that is finished has given every entrant one place and paid out the whole pool.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cutcard.jackpots.meter_lines import Mismatch
from cutcard.money import Cents
from cutcard.store.chain import Content
from cutcard.store.rounds import Lines
from cutcard.store.sealing import is_sealed
from cutcard.table.codec import loads
from cutcard.table.ledger import commission_account, currency_of, inventory_account, pool_account
from cutcard.table.names import TABLE_PREFIX
from cutcard.table.session_terms import TOURNAMENT
from cutcard.tournaments import BallotCommitted, BallotRevealed, PlacesAwarded, SeatsDrawn, TableCounted, evolved
from cutcard.tournaments.counts import chips_paid
from cutcard.tournaments.prize_division import awarded, divided
from cutcard.tournaments.progress import orders_by_stage
from cutcard.tournaments.ranking import overall, tied_places
from cutcard.tournaments.tournament_registry import TOURNAMENTS
from cutcard.tournaments.tournament_state import TOURNAMENT_KIND, TournamentState

_DESIGNATED, _RELEASED, _BEGUN, _ENDED = (
    f'"is":"{name}"' for name in ("TableDesignated", "TableReleased", "SessionBegun", "SessionEnded")
)
_CHIPS = f"{TOURNAMENT}:"


class SessionEnd(NamedTuple):
    """A session that a table says has ended, and what everybody had then."""

    position: int
    stream: str
    version: int
    tournament: str
    session: int
    counts: Mapping[str, Cents]


class TournamentFacts(NamedTuple):
    """What one stream says about tournaments."""

    wrong: Sequence[Mismatch] = ()
    ends: Sequence[SessionEnd] = ()
    rows: Sequence[tuple[Content, Lines]] = ()  # of a tournament's own stream


class GatheredChips:
    """Follows the tournament chips at one table, or keeps the rows of one tournament."""

    def __init__(self, stream: str) -> None:
        self._stream = stream
        self._own = stream.startswith(f"{TOURNAMENT_KIND}:")
        self._of = ""  # the tournament that the table is designated for
        self._held: Counter[str] = Counter()
        self.wrong: list[Mismatch] = []
        self.ends: list[SessionEnd] = []
        self.rows: list[tuple[Content, Lines]] = []

    @property
    def facts(self) -> TournamentFacts:
        return TournamentFacts(self.wrong, self.ends, self.rows)

    @property
    def of_tournament(self) -> bool:
        """Whether the table is designated for a tournament now."""
        return bool(self._of)

    def row(self, content: Content, lines: Lines) -> None:
        """Take a row whose sealed lines are opened as far as that is possible."""
        if self._own:
            self.rows.append((content, [*lines]))
        elif (self._of or _DESIGNATED in content.payload) and self._stream.startswith(TABLE_PREFIX):
            moved: defaultdict[int, list[tuple[str, Cents]]] = defaultdict(list)
            for n, account, cents in lines:
                moved[n].append((account, cents))
            for n, text in enumerate(content.payload.split("\n")):
                message = self._event(content, n, text, moved.get(n, ()))
                if message:
                    self.wrong.append(Mismatch(content.position, self._stream, content.version + n, message))

    def _event(self, content: Content, n: int, text: str, moved: Sequence[tuple[str, Cents]]) -> str:
        message = _misplaced(self._of, f"{_CHIPS}{self._stream}:", moved) if moved else ""
        for account, cents in moved:
            self._held[account] += cents
        if _DESIGNATED in text:
            self._of = str(json.loads(text)["tournament"])
        elif _RELEASED in text:
            self._of = ""
            message = message or self._left_over("the table is released")
        elif _ENDED in text:
            event = json.loads(text)
            where = (content.position, self._stream, content.version + n)
            self.ends.append(SessionEnd(*where, event["tournament"], event["session"], event["counts"]))
            message = message or self._left_over("the session is over")
        elif _BEGUN in text and (terms := json.loads(text)["terms"])["tournament"] != self._of:
            message = (
                message or f"begins a session of {terms['tournament']} at a table of {self._of or 'no tournament'}"
            )
        return message

    def _left_over(self, when: str) -> str:
        """Everything goes back to the inventory, to the last chip."""
        here = f"{_CHIPS}{self._stream}:"
        left = {account: cents for account, cents in self._held.items() if cents and account.startswith(here)}
        return f"{when} and {', '.join(f'{a} has {c} cents' for a, c in sorted(left.items()))}" if left else ""


def _misplaced(tournament: str, here: str, moved: Sequence[tuple[str, Cents]]) -> str:
    """Why an event moves tournament chips as none may: only within the table, to it and from it, for nothing else."""
    chips = [(account, cents) for account, cents in moved if account.startswith(_CHIPS)]
    if not chips:
        return ""
    if len(chips) != len(moved):
        other = next(account for account, _ in moved if not account.startswith(_CHIPS))
        return f"moves tournament chips and {currency_of(other)} together: they are never exchanged"
    over = sum(cents for _, cents in chips)
    if over:
        return f"makes {over} cents of tournament chips out of nothing"
    inventory = inventory_account(tournament)
    strange = next((account for account, _ in chips if account != inventory and not account.startswith(here)), "")
    return f"moves tournament chips to or from {strange}" if strange else ""


# --------------------------------------------------------------------------------------------------- all together


def check_tournaments(facts: Iterable[TournamentFacts]) -> list[Mismatch]:
    """Everything about tournaments that does not fit."""
    found = [*facts]
    ends = {(one.tournament, one.session, one.stream): one for each in found for one in each.ends}
    wrong = [one for each in found for one in each.wrong]
    for each in found:
        if each.rows:
            wrong += _Tournament(ends).checked(each.rows)
    return wrong


class _Event(NamedTuple):
    """An event of a tournament and its place, with the tournament before and after it."""

    place: tuple[int, str, int]  # position, stream, version
    event: Any
    before: TournamentState
    after: TournamentState


class _Tournament:
    """One tournament, made again from its events."""

    def __init__(self, ends: Mapping[tuple[str, int, str], SessionEnd]) -> None:
        self.ends = ends
        self.held: Counter[str] = Counter()
        self.committed: dict[int, str] = {}
        self.drawn: _Event | None = None  # a draw whose secret is not revealed yet

    def checked(self, rows: Sequence[tuple[Content, Lines]]) -> Iterator[Mismatch]:
        state = TournamentState()
        for content, lines in rows:
            texts = content.payload.split("\n")
            for n, text in enumerate(texts):
                moved = [(account, cents) for at, account, cents in lines if at == n]
                for account, cents in moved:
                    self.held[account] += cents
                if is_sealed(text):
                    continue
                event = loads(text, registry=TOURNAMENTS)
                before, (state, _) = state, evolved(state, event)
                here = _Event((content.position, content.stream, content.version + n), event, before, state)
                yield from (Mismatch(*here.place, message) for message in self._faults(here, moved=bool(moved)))
            if self.drawn is not None:
                yield Mismatch(*self.drawn.place, "seats are drawn by ballot, and what from is not revealed")
                self.drawn = None

    def _faults(self, here: _Event, *, moved: bool) -> Iterator[str]:
        if here.after.terms_or_none is None:
            return
        if moved or here.before.entrants is not here.after.entrants:
            yield from self._pool(here.after)
        yield from _entrants(here)
        if isinstance(here.event, BallotCommitted):
            self.committed[here.event.number] = here.event.commitment
        elif isinstance(here.event, SeatsDrawn):
            self.drawn = here if here.event.how == "ballot" else None
        elif isinstance(here.event, BallotRevealed):
            yield from self._ballot(here.event)
        elif isinstance(here.event, TableCounted):
            yield from self._counted(here.event, here.before)
        elif isinstance(here.event, PlacesAwarded):
            yield from _awarded(here.event, here.before)
        if here.after.phase == "finished" and here.before.phase != "finished":
            yield from self._finished(here.after)

    # -------------------------------------------------------------------------------------------------------- money

    def _pool(self, state: TournamentState) -> Iterator[str]:
        """Fees + what the house adds - refunds - commission - prizes = the pool, after every event."""
        currency, name = state.terms.currency, state.tournament
        kept = sum(one.commission for one in state.entrants.values())
        fees = sum(one.paid for one in state.entrants.values()) - kept
        prizes = sum(one.prize for one in state.entrants.values())
        pool, commission = self.held[pool_account(currency, name)], self.held[commission_account(currency, name)]
        if pool != fees + state.contributed - prizes:
            yield (
                f"the pool holds {pool} cents: {fees} of fees and {state.contributed} of the house, less {prizes} of "
                f"prizes, are {fees + state.contributed - prizes}"
            )
        if commission != kept:
            yield f"the commission is {commission} cents, and {kept} of what was paid"

    def _finished(self, state: TournamentState) -> Iterator[str]:
        """Every entrant who has played has one place, the whole pool is paid, and all chips are back."""
        pool = self.held[pool_account(state.terms.currency, state.tournament)]
        if pool and any(one.prize for one in state.entrants.values()):
            yield f"the tournament is finished, and {pool} cents of its pool are paid to nobody"
        placed = Counter(one.place for one in state.entrants.values() if one.place)
        for one in state.entrants.values():
            if one.status in ("applied", "entered", "seated", "reserve") and one.stage:
                yield f"the tournament is finished, and entrant {one.number} is still {one.status}"
        due = 1
        for place, shared in sorted(placed.items()):
            if place != due:
                yield f"{shared} entrants have place {place}, which is place {due}"
                break
            due += shared
        for session in state.sessions.values():
            if session.status != "over":
                yield f"the tournament is finished, and session {session.number} is {session.status}"

    # ------------------------------------------------------------------------------------------------------ ballots

    def _ballot(self, event: BallotRevealed) -> Iterator[str]:
        """A draw is made again from the secret that it was committed to, and from who was in it."""
        here, self.drawn = self.drawn, None
        sealed = hashlib.sha256(bytes.fromhex(event.secret)).hexdigest()
        if sealed != self.committed.pop(event.number, ""):
            yield "the secret of the ballot is not the one that it was committed to"
        if here is None:
            return
        drawn: SeatsDrawn = here.event
        state = here.before
        waiting = [one for one in state.entrants.values() if one.status == "entered" and one.stage in (0, drawn.stage)]
        if sorted(drawn.entrants) != sorted(one.number for one in waiting):
            yield "the ballot is not over those who wait for a seat"
        order = _order(event.secret, f"{state.tournament}:{drawn.session}", drawn.entrants)
        players: dict[str, int] = {}
        there = _seated(state)
        for number in order:
            if number in state.entrants and state.entrants[number].player not in there:
                players.setdefault(state.entrants[number].player, number)
        if drawn.places != _seats([*players.values()], drawn):
            yield f"the seats of session {drawn.session} are not those that the ballot gives"

    def _counted(self, event: TableCounted, state: TournamentState) -> Iterator[str]:
        """What the tournament has counted must be what the table recorded."""
        end = self.ends.get((state.tournament, event.session, f"{TABLE_PREFIX}{event.table}"))
        if end is None:
            yield f"{event.table} is counted and has ended no session {event.session}"
        elif {state.entrants[one].player: cents for one, cents in event.counts.items()} != end.counts:
            yield f"{event.table} is counted differently from the table's own record"
        if dict(event.paid) != chips_paid(state, state.sessions[event.session], event.counts, event.eliminated):
            yield f"what is paid for chips at {event.table} is not what the terms give for them"


def _seated(state: TournamentState) -> set[str]:
    """The entrants who have a seat already, and so get none by another entry."""
    tables = [table for session in state.sessions.values() for table in session.tables.values()]
    open_yet = [number for table in tables if table.status != "counted" for number in table.places.values()]
    return {state.entrants[one].player for one in open_yet if state.entrants[one].status == "seated"}


def _awarded(event: PlacesAwarded, state: TournamentState) -> Iterator[str]:
    """Places follow from what was counted, and prizes from the places and the terms."""
    order = overall(orders_by_stage(state))
    barred = frozenset(number for number, one in state.entrants.items() if one.employee)
    places = tied_places(order)
    if dict(event.places) != places:
        yield "the places are not those that the counts give"
    eligible = sum(number not in barred for number in places)
    if dict(event.prizes) != awarded(order, divided(event.pool, state.terms.prizes, eligible), barred):
        yield "the prizes are not those that the terms give for these places"


def _order(secret: str, about: str, entrants: Iterable[int]) -> list[int]:
    """The order in which a ballot draws entrants, as docs/tournaments.md describes it."""
    key = bytes.fromhex(secret)
    return sorted(entrants, key=lambda one: hmac.digest(key, f"{about}:{one}".encode(), "sha256"))


def _seats(order: Sequence[int], drawn: SeatsDrawn) -> dict[str, dict[int, int]]:
    """The seats that an order gives at the tables of a draw, which come in the order of those in their first box."""
    tables = sorted(drawn.places, key=lambda table: order.index(drawn.places[table].get(1, -1)) if order else 0)
    places: dict[str, dict[int, int]] = {table: {} for table in tables}
    for at, number in enumerate(order[: sum(len(boxes) for boxes in drawn.places.values())]):
        places[tables[at % len(tables)]][at // len(tables) + 1] = number
    return places


_LAST = frozenset({"refused", "withdrawn", "forfeited", "disqualified", "placed"})  # nobody comes back from these
_AGAIN = {("disqualified", "placed"), ("forfeited", "placed"), ("withdrawn", "placed"), ("refused", "applied")}


def _entrants(here: _Event) -> Iterator[str]:
    """Every entrant is in one state and stays in a last one; anybody who is seated has one seat, and nobody has two."""
    if here.before.entrants is here.after.entrants and here.before.sessions is here.after.sessions:
        return
    for number, one in here.after.entrants.items() if here.after.phase != "cancelled" else ():
        was = here.before.entrants.get(number)
        if was is None or was.status not in _LAST or one.status == was.status:
            continue
        if (was.status, one.status) not in _AGAIN:
            yield f"entrant {number} was {was.status} and is {one.status}"
    seats = Counter(
        number
        for session in here.after.sessions.values()
        for table in session.tables.values()
        if table.status != "counted"
        for number in table.places.values()
    )
    twice = next((number for number, count in seats.items() if count > 1), None)
    if twice is not None:
        yield f"entrant {twice} has two seats at once"
    playing = [one for one in here.after.entrants.values() if one.number in seats and one.status == "seated"]
    names = Counter(one.player for one in playing)
    if names and names.most_common(1)[0][1] > 1:
        yield f"{names.most_common(1)[0][0]} has two seats at once"
