"""The independent parts of an audit: checks of one stream, or of a range of the global order."""

from __future__ import annotations

import sqlite3
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import groupby, islice
from typing import Literal, NamedTuple

from sqlalchemy import Connection

from cutcard.durations import DAY_MS, HOUR_MS
from cutcard.players.player_state import PLAYER_KIND
from cutcard.store import database
from cutcard.store.account_events import STREAM as ACCOUNTS
from cutcard.store.account_events import ClockSetBack
from cutcard.store.chain import ROOT, Content, digest
from cutcard.store.errors import Forged, KeyMissing, Unreachable
from cutcard.store.keys import KeyRing
from cutcard.store.kinds import EventReplay, replay_of
from cutcard.store.link_checks import Gathered, LinkFacts
from cutcard.store.player_checks import GatheredPlay, PlayerFacts
from cutcard.store.promotion_checks import PromotionCheck
from cutcard.store.rounds import ReplayMismatch, RulesChanged
from cutcard.store.row_blocks import LedgerLines, Row, RowBlock, blocks
from cutcard.store.sealed_lines import SealedLines
from cutcard.store.sealing import SEALED
from cutcard.store.snapshot_check import snapshot_fault
from cutcard.store.tables import TableReplay
from cutcard.store.tournament_checks import GatheredChips, TournamentFacts
from cutcard.store.usual_rounds import BETTING_ROW, Stretch, UsualRounds
from cutcard.store.view_check import view_mismatch
from cutcard.table import ClockPutBack
from cutcard.table.ledger import MONEY, PLAYER, currency_of, guarded
from cutcard.table.names import TABLE_PREFIX
from cutcard.table.registry import EVENTS
from cutcard.table.session_terms import TOURNAMENT

Tick = Callable[[int], None]
TICK_EVENTS = 2000
CLOCK_PUT_BACK = f'"is":"{EVENTS[ClockPutBack].wire_name}"'  # a table says itself that it was ahead of the clock
BACK_MS = DAY_MS  # how far the clocks of machines may differ, one of them set wrongly for a while
PLAYER_STREAMS = (f"{PLAYER_KIND}:", f"{PLAYER_KIND};")  # the first name that one may have, and beyond the last
POCKETS = tuple(f"{currency}:{PLAYER}" for currency in MONEY)  # accounts of players that all tables share
METERS = tuple(f"{currency}:jackpot:" for currency in MONEY)
SHARED = (*POCKETS, *METERS, *(f"{currency}:{TOURNAMENT}:" for currency in MONEY))  # and meters and prize pools


def unreadable(*besides: type[Exception]) -> tuple[type[Exception], ...]:
    """What reading a row raises where its text cannot be read, and what else a caller expects there."""
    return (sqlite3.Error, database.postgres_error(), UnicodeDecodeError, OverflowError, *besides)


def _unreadable(error: Exception) -> str:
    """Why a row cannot be read. A lost connection to the server is not the row's fault and raises `Unreachable`."""
    import psycopg  # takes long to import, and only a fault needs it

    if isinstance(error, psycopg.OperationalError):
        raise Unreachable(f"the database does not answer any more: {' '.join(str(error).split())}") from error
    return f"cannot be read: {' '.join(str(error).split())}"


class Fault(NamedTuple):
    """The first fault, and the row it is in.

    Its kind is "edition" if no fault was found, but some rounds could not be checked because their rules have changed,
    and "clock" if nothing else was found than rows of different streams whose times do not fit their order.
    """

    position: int  # 0 if the fault is not in a row
    stream: str
    version: int
    says: str
    kind: Literal["unsound", "edition", "clock"] = "unsound"

    def __str__(self) -> str:
        if not self.stream or self.kind == "edition":
            return f"row {self.position}: {self.says}" if self.position else self.says
        row = f"row {self.position}, " if self.position else ""
        return f"{row}version {self.version} of {self.stream}: {self.says}"


class Stream(NamedTuple):
    """A stream as its head records it."""

    name: str
    version: int
    hash: bytes


class Move(NamedTuple):
    """What a row does to an account."""

    position: int
    stream: str
    version: int
    account: str
    cents: int


class Checked(NamedTuple):
    """The result of checking a stream, or a range of the global order."""

    rows: int = 0
    events: int = 0
    postings: int = 0
    rounds: int = 0
    players: int = 0  # counted once for each round they played in
    balances: Mapping[str, int] | None = None
    claims: int = 0
    pockets: Sequence[Move] = ()  # what moved in guarded accounts that several streams share, in order
    fault: Fault | None = None
    unchecked: tuple[str, ...] = ()  # what could not be checked, in words
    links: LinkFacts = LinkFacts()  # what it says about jackpots, for the end
    tournaments: TournamentFacts = TournamentFacts()  # and about tournaments
    registered: PlayerFacts = PlayerFacts()  # and about those whom the register knows


_ROWS = (
    "SELECT position, version, at_ms, command, payload, previous, hash FROM events "
    "WHERE stream = ? AND version <= ? ORDER BY version"
)
_LATER = "SELECT version, at_ms, payload FROM events WHERE stream = ? AND version > ? ORDER BY version"
_LINES = (
    "SELECT version, line, event, account, cents FROM postings WHERE stream = ? AND version <= ? ORDER BY version, line"
)


def _registered(connection: Connection) -> frozenset[str]:
    """The players who have a stream of their own."""
    found = database.scan(connection, "SELECT stream FROM heads WHERE stream >= ? AND stream < ?", PLAYER_STREAMS)
    return frozenset(stream.removeprefix(PLAYER_STREAMS[0]) for (stream,) in found)


def check_stream(connection: Connection, stream: Stream, keys: KeyRing | None, bulk: bool, tick: Tick) -> Checked:
    """Check a stream up to its head: every row's hash, the round it belongs to, and its ledger lines.

    With `bulk`, usual rounds are settled by compiled code; what is unusual, and what is wrong, the engine says.
    """
    return StreamCheck(connection, stream, keys, bulk, tick).run()


class StreamCheck:
    """Checks one stream, row by row, usual rounds many rows at a time."""

    def __init__(self, connection: Connection, stream: Stream, keys: KeyRing | None, bulk: bool, tick: Tick) -> None:
        self.connection = connection
        self.stream = stream
        self.tick = tick
        self.opener = SealedLines(connection, stream.name, keys)
        self.version = 0  # of the last correct event
        self.position = 0
        self.hash = ROOT
        self.at_ms = 0
        self.of_table = stream.name.startswith(TABLE_PREFIX)
        self.back_ms = 0 if self.of_table else BACK_MS  # a table's own clock never runs back
        self.rows = 0
        self.lines = 0
        self.sums: defaultdict[str, int] = defaultdict(int)
        self.replay = replay_of(stream.name)
        if bulk and isinstance(self.replay, TableReplay):
            self.replay.usual = UsualRounds()
        self.players = 0
        self.claims = 0
        self.pockets: list[Move] = []
        self.own = stream.name  # as it stands in the names of the table's own accounts
        self.edition: Fault | None = None
        self.gathered = Gathered(stream.name)
        self.tournaments = GatheredChips(stream.name)
        self.promotion = PromotionCheck(stream.name)
        self.play = GatheredPlay(stream.name, _registered(connection) if self.of_table else ())

    def run(self) -> Checked:
        try:
            fault = self._rows()
        except unreadable() as error:
            fault = self._fault(self.version + 1, _unreadable(error), 0)
        return Checked(
            rows=self.rows,
            events=self.version,
            postings=self.lines,
            rounds=self.replay.rounds,
            players=self.players,
            balances=dict(self.sums),
            claims=self.claims,
            pockets=self.pockets,
            fault=fault or self.edition,
            unchecked=tuple(self.opener.unchecked),
            links=self._links(),
            tournaments=self.tournaments.facts,
            registered=self.play.facts,
        )

    def _links(self) -> LinkFacts:
        gathered, replay = self.gathered, self.replay
        facts = LinkFacts(gathered.lines, gathered.draws, gathered.link_events)
        if not isinstance(replay, TableReplay):
            return facts
        table = "" if replay.linked.passed else self.stream.name.removeprefix(TABLE_PREFIX)
        return facts._replace(settled=replay.prizes(self.position, self.version), table=table)

    def _rows(self) -> Fault | None:
        name, last, _ = self.stream
        lines = LedgerLines(database.scan(self.connection, _LINES, (name, last)))
        ticked = 0
        for block in blocks(database.scan(self.connection, _ROWS, (name, last)), lines):
            at = 0
            while at < len(block.rows):
                at = self._followed(block, at)
                if at < len(block.rows):
                    fault = self._next(block.rows[at], lines)
                    if fault is not None:
                        return fault
                    at += 1
                if self.version - ticked >= TICK_EVENTS:
                    self.tick(self.version - ticked)
                    ticked = self.version
        self.tick(self.version - ticked)
        return self._end(lines)

    def _next(self, row: Row, lines: LedgerLines) -> Fault | None:
        position, version, at_ms, command, payload, previous, own = row
        if version != self.version + 1:
            return self._fault(self.version + 1, "is missing", 0)
        content = tuple.__new__(Content, (position, self.stream.name, version, at_ms, command, payload))
        return self._row(content, previous, own, lines.of(version))

    def _followed(self, block: RowBlock, first: int) -> int:
        """The row after the usual rounds that begin with this one; they are right, and taken in, hashes and all."""
        replay = self.replay
        if not isinstance(replay, TableReplay) or not replay.expects(block.rows[first], self.play.registered):
            return first
        if block.rows[first][1] != self.version + 1 or not (block.sound and block.begins(first)):
            return first
        stretch = None if self.tournaments.of_tournament else replay.follow(block, first, self.sums)
        if stretch is None:
            return first
        if not self._chained(block, stretch):
            replay.usual = None  # the engine says what is wrong, and nothing comes after that
            return first
        replay.skip(stretch, block)
        self.lines += stretch.lines - int(block.ranges[first, 0])  # type: ignore[index]
        self.sums.update(stretch.sums)
        position, version, self.at_ms, _, payload, _, self.hash = block.rows[stretch.last - 1]
        self.rows += stretch.last - first
        self.position, self.version = position, version + payload.count("\n")
        self.play.skip(stretch.number, block.rows[int(stretch.rounds[-1, BETTING_ROW])][0])
        block.go_to(stretch.lines)
        return stretch.last

    def _chained(self, block: RowBlock, stretch: Stretch) -> bool:
        """Whether the rows of a stretch are hashed as they should, and come in the order of their places and times."""
        name, before, place, clock = self.stream.name, self.hash, self.position, self.at_ms
        rows = islice(block.rows, stretch.first, stretch.last)
        for row, lines in zip(rows, block.lines_of(stretch.first, stretch.last), strict=True):
            position, version, at_ms, command, payload, previous, own = row
            content = tuple.__new__(Content, (position, name, version, at_ms, command, payload))
            if position <= place or at_ms < clock or digest(previous, before, content, lines) != own:
                return False
            before, place, clock = own, position, at_ms
        return True

    def _row(self, content: Content, previous: bytes, own: bytes, lines: list[tuple[int, str, int]]) -> Fault | None:
        position, _, version, at_ms, _, payload = content
        if not isinstance(payload, str) or digest(previous, self.hash, content, lines) != own:
            return self._fault(version, "does not match its hash", position)
        if position <= self.position:
            return self._fault(version, "comes before an earlier one in the order of all", position)
        if at_ms < self.at_ms - self.back_ms and CLOCK_PUT_BACK not in payload:
            return self._fault(version, "has a time that lies before that of the row before it", position)
        try:
            opened = self.opener.opened(content) if SEALED in payload else content
            self.replay.feed(opened, lines)
            self.gathered.row(opened)
            self.tournaments.row(opened, lines)
            self.promotion.row(opened, lines)
            self.play.row(opened, lines, self.replay.table if isinstance(self.replay, TableReplay) else None)
        except RulesChanged as other:
            self.edition = self.edition or Fault(
                position, self.stream.name, version + other.event, str(other), "edition"
            )
        except ReplayMismatch as wrong:
            return self._fault(version + wrong.event, str(wrong), position)
        except (Forged, KeyMissing) as forged:
            return self._fault(version, str(forged), position)
        if lines:
            spent = self._reckon(content, lines)
            if spent:
                return self._fault(version, overspent(spent, self.sums[spent]), position)
        self.rows += 1
        self.hash, self.position, self.version = own, position, version + payload.count("\n")
        self.at_ms = max(at_ms, self.at_ms) if self.back_ms else at_ms  # a table that was put back goes on from there
        return None

    def _reckon(self, content: Content, lines: list[tuple[int, str, int]]) -> str:
        """Add the lines of a row; the account of the table's own that it takes below nothing, if any.

        What a pocket or a meter holds depends on other streams too, so its moves are kept for the end.
        """
        sums, low, meters = self.sums, False, False
        for _, account, cents in lines:
            sums[account] += cents
            low = low or sums[account] < 0
            if account.startswith(SHARED):
                self.pockets.append(Move(content.position, self.stream.name, content.version, account, cents))
                meters = meters or account.startswith(METERS)
        if meters:
            self.gathered.money(content, lines)
        self.lines += len(lines)
        return next((a for _, a, _ in lines if sums[a] < 0 and guarded(a) and self._mine(a)), "") if low else ""

    def _mine(self, account: str) -> bool:
        currency = currency_of(account)
        return bool(currency) and account.startswith(f"{currency}:{self.own}:")

    def _end(self, lines: LedgerLines) -> Fault | None:
        _, last, hash_ = self.stream
        if self.version != last:
            return self._fault(self.version + 1, f"is missing: the stream ends there and its head is {last}", 0)
        if self.hash != hash_:
            return self._fault(last, "is not what the stream's head says", self.position)
        if lines.next is not None:
            return self._fault(lines.next[0], "has ledger lines that belong to no event", 0)
        self.players = len(self.replay.projection.players)
        self.claims = len(self.replay.projection.claims)
        wrong = self.promotion.fault(self.connection)
        if wrong is not None:
            return self._fault(wrong.version, wrong.says, wrong.position)
        message = self._shown_wrong()
        return self._fault(last, message, 0) if message else None

    def _shown_wrong(self) -> str:
        """What a view shows wrongly. The views may be ahead of the stream's head if others are writing."""
        name, last, _ = self.stream
        due = self.replay.projection
        found = database.scan(self.connection, _LATER, (name, last))
        later = (Content(0, name, version, at_ms, None, payload) for version, at_ms, payload in found)
        if isinstance(self.replay, EventReplay) and (wrong := self.replay.view_fault(self.connection, later)):
            return wrong
        try:
            for content in later:
                due.take_row(content)
        except Exception:  # a forged row may lead to an impossible state
            return "what was written since holds no events of a table"
        return view_mismatch(self.connection, name, due)

    def _fault(self, version: int, message: str, position: int) -> Fault:
        return Fault(position, self.stream.name, version, message)


def check_pockets(moves: Iterable[Move]) -> Fault | None:
    """Check that players spend only what they have: the first row that takes a pocket below nothing."""
    pockets: defaultdict[str, int] = defaultdict(int)
    for (position, stream, version), row in groupby(sorted(moves), key=lambda move: move[:3]):
        touched = set()
        for move in row:
            pockets[move.account] += move.cents
            touched.add(move.account)
        for account in sorted(touched):
            if pockets[account] < 0:
                return Fault(position, stream, version, overspent(account, pockets[account]))
    return None


def overspent(account: str, cents: int) -> str:
    return f"takes {account} to {cents} cents: nobody spends what they do not have"


_ORDER = "SELECT position, at_ms, previous, hash FROM events WHERE position >= ? AND position <= ? ORDER BY position"


def check_order(connection: Connection, first: int, last: int, head: bytes | None, tick: Tick) -> Checked:
    """Check that the rows in a range of positions have no gaps and that each is chained to the one before.

    `head` is the hash that the last row must have, if it is the last of the store.
    """
    position, before, latest_ms = first - 1, ROOT, 0
    backwards: Fault | None = None
    try:
        if position:
            found = next(database.scan(connection, _ORDER, (position, position)), None)
            before, latest_ms = (found[3], found[1]) if found else (b"", 0)
        for at, at_ms, previous, own in database.scan(connection, _ORDER, (first, last)):
            if at != position + 1:
                return _unordered(position + 1, "is missing")
            if previous != before:
                return _unordered(at, "is not chained to the row before it")
            before, position = own, at
            if at_ms > latest_ms:
                latest_ms = at_ms
            elif at_ms < latest_ms - BACK_MS and backwards is None:
                message = f"has a time that lies {(latest_ms - at_ms) // HOUR_MS} hours before that of an earlier row"
                backwards = Fault(at, "", 0, message, "clock")
    except unreadable() as error:
        return _unordered(position + 1, _unreadable(error))
    if position != last:
        return _unordered(position + 1, "is missing")
    if head is not None and before != head:
        return _unordered(position, "is not what the store's head says")
    return Checked(fault=None if backwards is not None and _clock_put_back(connection) else backwards)


def _clock_put_back(connection: Connection) -> bool:
    """Whether a table or the service has recorded that the clock was wrong: times that do not fit are explained."""
    at_table = "SELECT 1 FROM events WHERE payload LIKE ? LIMIT 1"
    by_service = "SELECT 1 FROM events WHERE stream = ? AND payload LIKE ? LIMIT 1"
    found = (
        next(database.scan(connection, at_table, (f"%{CLOCK_PUT_BACK}%",)), None),
        next(database.scan(connection, by_service, (ACCOUNTS, f'%"is":"{ClockSetBack.__name__}"%')), None),
    )
    return any(one is not None for one in found)


def _unordered(position: int, message: str) -> Checked:
    return Checked(fault=Fault(position, "", 0, message))


def check_snapshots(connection: Connection, stream: str, keys: KeyRing | None, tick: Tick) -> Checked:
    """Check the snapshots of a stream."""
    try:
        message, unchecked = snapshot_fault(connection, stream, keys)
    except unreadable() as error:
        message, unchecked = _unreadable(error), ""
    except Exception:  # a row before it is forged, and its own check says so
        message, unchecked = "its snapshots lie after rows that cannot be read", ""
    fault = Fault(0, stream, 0, message) if message else None
    return Checked(fault=fault, unchecked=(unchecked,) if unchecked else ())


def check_pages(connection: Connection, tick: Tick) -> Checked:
    """Let SQLite check its own pages and indexes, to find damage that reading the rows would not show."""
    try:
        answers = [row[0] for row in database.scan(connection, "PRAGMA integrity_check(1)")]
    except unreadable() as error:
        answers = [str(error)]
    if answers == ["ok"]:
        return Checked()
    return Checked(fault=Fault(0, "", 0, f"the file is damaged: {' '.join(answers[0].split())}"))
