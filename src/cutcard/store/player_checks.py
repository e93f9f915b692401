"""The audit of players: what their streams and those of the tables say, put together once all are checked.

Each table's check notes who wagered and bought chips when, whose card was put in and taken out, and to which day
somebody's play was said to count; a player's stream is kept as it was read. At the end every player is made again from
their events, in the order of all rows: at each wager they must have been in good standing, with their own card where
the table asks for cards, and within their limits; and what tables say about cards is what players' streams say. What
is paid in cash is followed by `cash_checks`.
"""

from __future__ import annotations

import json
import sys
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Any, NamedTuple

from cutcard.jackpots.meter_lines import Mismatch
from cutcard.money import Cents
from cutcard.players import evolved
from cutcard.players.cards import CardIssued
from cutcard.players.cash_limits import visitor_allowances
from cutcard.players.days import day_of
from cutcard.players.identity import IdentityChecked
from cutcard.players.law import HOUSE_LAW, law_of
from cutcard.players.limit_changes import LimitAsked
from cutcard.players.limits import takes_effect_at
from cutcard.players.play_periods import PlayBegan, PlayEnded
from cutcard.players.player_registry import PLAYERS
from cutcard.players.player_state import PLAYER_KIND, PlayerState
from cutcard.players.reports import ReportDue, ReportMade, cash_moved
from cutcard.players.standing import standing
from cutcard.promotions.promotion_state import PROMOTION_KIND
from cutcard.store.cash_checks import CashChecks, Counted
from cutcard.store.chain import Content
from cutcard.store.rounds import Lines
from cutcard.table.codec import loads
from cutcard.table.config import CardsTaken, TableConfig
from cutcard.table.ledger import DEPOSIT, LOSS, PLAYER
from cutcard.table.names import TABLE_PREFIX
from cutcard.table.registry import EVENTS, TABLE
from cutcard.table.standings import asks_for_card
from cutcard.table.state import TableState
from cutcard.tournaments.tournament_state import TOURNAMENT_KIND

_IS = '"is":"{}"'
_INSERTED, _REMOVED, _COUNTED = (_IS.format(name) for name in ("CardInserted", "CardRemoved", "PlayCounted"))
_VISITOR = _IS.format("VisitorCash")
_EXCHANGES = tuple(_IS.format(EVENTS[kind].wire_name) for kind in TABLE.exchanges)
_LIMITED = (f"{LOSS}:", f"{DEPOSIT}:")
_HELD = ("player", "device")  # what a player has at a table; tokens are the house's until they have won


class Stake(NamedTuple):
    """A row by which somebody has put chips onto the layout of a table, or bought some."""

    position: int
    stream: str
    version: int
    at_ms: int
    player: str
    law: str  # the table's
    currency: str
    day: str  # to which their play counts
    cards: bool  # whether the table asks for their card
    taken: CardsTaken  # which cards it takes
    card: str  # that is in
    since: int  # the position at which the round began


class TableCard(NamedTuple):
    """A card that is put in at a table, or taken out (then it has no number); or a day, to which play counts."""

    position: int
    stream: str
    version: int
    at_ms: int
    player: str
    what: str  # CardInserted, CardRemoved or PlayCounted
    says: str  # the card's number, or the day


class Uncounted(NamedTuple):
    """Cash that changed hands at a table and is counted towards no player's day."""

    position: int
    stream: str
    version: int
    at_ms: int
    player: str
    law: str
    currency: str
    cents: Cents


class PlayerFacts(NamedTuple):
    """What one stream says about players."""

    stakes: Sequence[Stake] = ()
    cards: Sequence[TableCard] = ()
    counted: Sequence[Counted] = ()
    rows: Sequence[Content] = ()  # of a player's own stream
    uncounted: Sequence[Uncounted] = ()


class GatheredPlay:
    """Follows those whom the register knows at one table, or keeps the rows of one player."""

    def __init__(self, stream: str, registered: Collection[str]) -> None:
        self._stream = stream
        self._own = stream.startswith(f"{PLAYER_KIND}:")
        self._entries = stream.startswith((f"{TOURNAMENT_KIND}:", f"{PROMOTION_KIND}:"))
        self.registered = registered if stream.startswith(TABLE_PREFIX) else ()
        self._round = (-1, 0)  # the last round's number, and the position of the row that began it
        self._stakes: list[Stake] = []
        self._cards: list[TableCard] = []
        self._counted: list[Counted] = []
        self._rows: list[Content] = []
        self._uncounted: list[Uncounted] = []

    @property
    def facts(self) -> PlayerFacts:
        return PlayerFacts(self._stakes, self._cards, self._counted, self._rows, self._uncounted)

    def row(self, content: Content, lines: Lines, table: TableState | None) -> None:
        """Take a row that holds; `table` is the table after it."""
        if self._own:
            self._rows.append(content)
        if self._own or self._entries:
            self._count(content, lines)
        if table is not None and not self.registered and _VISITOR in content.payload:
            self._count(content, lines, table.config)
        if table is not None and table.phase == "open" and table.config.own_law and not table.tournament:
            self._cash(content, lines, table)
        if not self.registered or table is None or table.tournament:
            return
        if table.number != self._round[0]:
            self._round = (table.number, content.position)
        if lines:
            self._money(content, lines, table)
        if _INSERTED in content.payload or _REMOVED in content.payload or _COUNTED in content.payload:
            self._cards.extend(self._card_events(content))

    def skip(self, number: int, position: int) -> None:
        """Continue after rounds of an unregistered player: the last round's number, and the row that began it."""
        self._round = (number, position)

    def _money(self, content: Content, lines: Lines, table: TableState) -> None:
        self._count(content, lines, table.config)
        texts = content.payload.split("\n")
        names = {name for n, moved in _events(lines).items() for name in _concerned(texts[n], moved, self._stream)}
        for name in sorted(names.intersection(self.registered)):
            self._stakes.append(self._stake(content, name, table))

    def _cash(self, content: Content, lines: Lines, table: TableState) -> None:
        """Note cash that somebody has paid or been paid by a row, and that it does not count."""
        cash = f"{table.currency}:cash"
        if all(account != cash for _, account, _ in lines):
            return
        texts = content.payload.split("\n")
        paid: Counter[tuple[str, str]] = Counter()
        for n, moved in _events(lines).items():
            cents = sum(more for account, more in moved if account == cash)
            if cents and any(mark in texts[n] for mark in _EXCHANGES):
                for name in _held(moved, self._stream):
                    paid[name, "in" if cents < 0 else "out"] += abs(cents)
        for one in cash_moved({account: cents for _, account, cents in lines}) if paid else ():
            paid[one.player, one.way] -= one.cents
        place = (content.position, self._stream, content.version, content.at_ms)
        for (name, _), cents in paid.items():
            if cents > 0:
                self._uncounted.append(Uncounted(*place, name, table.config.law, table.currency, cents))

    def _count(self, content: Content, lines: Lines, config: TableConfig | None = None) -> None:
        """Take what is counted of players' days, at a table, at the cage, by entering a tournament or as a prize."""
        counted: Counter[str] = Counter()
        for _, account, cents in lines:
            if account.startswith(_LIMITED) and f":{PLAYER}" in account:
                counted[account] += cents
        for account, cents in counted.items():
            if cents:
                place = (content.position, self._stream, content.version, content.at_ms)
                law = (config.law, config.documented) if config is not None else ()
                self._counted.append(Counted(*place, sys.intern(account), cents, *law))

    def _stake(self, content: Content, name: str, table: TableState) -> Stake:
        place = (content.position, self._stream, content.version, content.at_ms)
        law, day = table.config.law, table.play_days.get(name, "")
        card = (asks_for_card(table.config, registered=True), table.config.cards_taken, table.cards.get(name, ""))
        return Stake(*place, name, law, table.currency, day, *card, self._round[1])

    def _card_events(self, content: Content) -> Iterator[TableCard]:
        for n, text in enumerate(content.payload.split("\n")):
            if any(mark in text for mark in (_INSERTED, _REMOVED, _COUNTED)):
                event = json.loads(text)
                if event.get("player") in self.registered:
                    place = (content.position, self._stream, content.version + n, content.at_ms)
                    yield TableCard(*place, event["player"], event["is"], event.get("card", event.get("day", "")))


def _events(lines: Lines) -> dict[int, list[tuple[str, Cents]]]:
    """The lines of a row by event, without those of players' days."""
    events: defaultdict[int, list[tuple[str, Cents]]] = defaultdict(list)
    for n, account, cents in lines:
        if not account.startswith(_LIMITED):
            events[n].append((account, cents))
    return events


def _held(moved: Sequence[tuple[str, Cents]], stream: str) -> Counter[str]:
    """What players have more or less of by an event: chips here, in a device or in their pocket."""
    totals: Counter[str] = Counter()
    for account, cents in moved:
        currency, _, rest = account.partition(":")
        if rest.startswith(f"{stream}:"):
            what, _, name = rest.removeprefix(f"{stream}:").partition(":")
            if what in _HELD:
                totals[name] += cents
        elif currency and rest.startswith(PLAYER) and ":" not in (name := rest.removeprefix(PLAYER)):
            totals[name] += cents
    return totals


def _concerned(text: str, moved: Sequence[tuple[str, Cents]], stream: str) -> Iterator[str]:
    """The player whose chips an event puts onto the layout, or who buys chips by it."""
    laid = any(cents > 0 and account.endswith(f":{stream}:wagers") for account, cents in moved)
    bought = any(mark in text for mark in _EXCHANGES)
    for name, cents in _held(moved, stream).items():
        if (laid and cents < 0) or (bought and cents > 0):
            yield name


# --------------------------------------------------------------------------------------------------- all together


def check_players(facts: Iterable[PlayerFacts]) -> list[Mismatch]:
    """Everything about players that does not fit."""
    found = [*facts]
    timeline: list[tuple[int, int, Any]] = []
    for order, kind in enumerate(("rows", "counted", "cards", "stakes", "uncounted")):  # at one position, in this order
        timeline += [(one.position, order, one) for each in found for one in getattr(each, kind)]
    if not timeline:
        return []
    register = _Register()
    for _, _, one in sorted(timeline, key=lambda entry: entry[:2]):
        register.take(one)
    return [*register.wrong, *register.left_over()]


class _Register:
    """Every player, as the rows up to now have made them."""

    def __init__(self) -> None:
        self.wrong: list[Mismatch] = []
        self._since: dict[str, int] = {}  # when somebody was registered
        self._players: defaultdict[str, PlayerState] = defaultdict(PlayerState)
        self._held: Counter[str] = Counter()
        self._cash = CashChecks()
        self._added: dict[str, Cents] = {}  # by the row at hand
        self._position = 0
        self._numbers: dict[str, str] = {}  # cards that were issued, and to whom
        self._documents: dict[str, str] = {}  # digests of documents, and who had the last card against each
        self._in: defaultdict[str, list[tuple[TableCard, tuple[str, str, str]]]] = defaultdict(list)

    def take(self, one: Any) -> None:
        if one.position != self._position:
            self._position, self._added = one.position, {}
        match one:
            case Content():
                self._row(one)
            case Counted():
                self.wrong += self._cash.counted(one, self._held, self._players)
                self._held[one.account] += one.cents
                self._added[one.account] = self._added.get(one.account, 0) + one.cents
            case TableCard():
                self._card(one)
            case Stake():
                self._stake(one)
            case Uncounted() if not self._players[one.player].registered:
                law = law_of(one.law)
                if any(visitor_allowances(one.player, law, one.currency, day_of(law, one.at_ms))):
                    message = (
                        f"does not count {one.cents} cents of cash of {one.player}, whom the register does not know"
                    )
                    self.wrong.append(self._wrong(one, message))

    def left_over(self) -> Iterator[Mismatch]:
        """Cards that tables say were put in or taken out and their owners' streams do not, and reports that miss."""
        yield from self._cash.left_over()
        for waiting in self._in.values():
            for card, (_, table, _) in waiting[:1]:
                yield self._wrong(card, f"{card.what} of {card.player} at {table} is not in their own stream")

    def _row(self, content: Content) -> None:
        name = content.stream.removeprefix(f"{PLAYER_KIND}:")
        self._since.setdefault(name, content.position)
        for n, text in enumerate(content.payload.split("\n")):
            event = loads(text, registry=PLAYERS)
            before = self._players[name]
            where = Mismatch(content.position, content.stream, content.version + n, "")
            if isinstance(event, ReportDue | ReportMade):
                message = self._cash.event(before, event, where)
            else:
                message = self._event(name, before, event)
            self._players[name], _ = evolved(before, event)
            if message:
                self.wrong.append(where._replace(says=message))

    def _event(self, name: str, before: PlayerState, event: Any) -> str:
        """What is wrong with an event of a player's stream, in words."""
        match event:
            case CardIssued(number):
                card = before.card
                if card is not None and card.in_force:
                    return f"issues a second card to {name}, who has one"
                if event.document == "" and law_of(before.law or HOUSE_LAW).cards.identity_checked:
                    return f"issues a card to {name}, whose identity is not recorded"
                if self._documented(name, event.document):
                    return f"issues a card to {name} against a document that already has a valid card"
                if number in self._numbers:
                    return f"issues a card to {name} with the number of one that {self._numbers[number]} has had"
                self._numbers[number] = name
            case IdentityChecked() if self._documented(name, event.card_against):
                return f"ties the card of {name} to a document that already has a valid card"
            case LimitAsked(kind, period, most, in_force_at):
                law = law_of(before.law or HOUSE_LAW)
                due = takes_effect_at(law, before.limits, (kind, period), most, before.now)
                if in_force_at < due:
                    return f"has a limit take effect at {in_force_at}, which by law it does at {due}"
            case PlayBegan(table, number):
                return self._follows(name, ("CardInserted", table, number))
            case PlayEnded(table):
                return self._follows(name, ("CardRemoved", table, ""))
        return ""

    def _documented(self, name: str, document: str | None) -> bool:
        """Whether a document already has a valid card; from now on it has this one."""
        if not document:
            return False
        holder = self._players[self._documents.get(document, name)]
        self._documents[document] = name
        card = holder.card
        return holder.player != name and card is not None and card.in_force and card.document == document

    def _follows(self, name: str, change: tuple[str, str, str]) -> str:
        """What is wrong with a line that has to follow one of a table, in words."""
        waiting = self._in[name]
        for at, (_, due) in enumerate(waiting):
            if due == change:
                del waiting[at]
                return ""
        return f"says that a card of {name} was put in or taken out at {change[1]}, and the table does not"

    def _card(self, one: TableCard) -> None:
        player = self._players[one.player]
        if one.what == "PlayCounted":
            if not player.registered:
                self.wrong.append(self._wrong(one, f"counts the play of {one.player}, whom the register does not know"))
            elif one.says != (due := day_of(law_of(player.law or HOUSE_LAW), one.at_ms)):
                self.wrong.append(self._wrong(one, f"counts the play of {one.player} to {one.says}, and it is {due}"))
            return
        if one.what == "CardInserted" and one.says != player.valid_card:
            self.wrong.append(self._wrong(one, f"takes a card of {one.player} that is not their valid one"))
        card = one.says if one.what == "CardInserted" else ""
        self._in[one.player].append((one, (one.what, one.stream.removeprefix(TABLE_PREFIX), card)))

    def _stake(self, one: Stake) -> None:
        player = self._players[one.player]
        if not player.registered:
            return
        judged = standing(player, one.player, one.law, one.at_ms, one.currency, one.day, cards=one.taken)
        if judged.refused is not None:
            self.wrong.append(self._wrong(one, f"lets {one.player} play, who may not: {judged.refused.code}"))
        elif not one.day and self._since[one.player] < one.since:  # a round that had begun before goes on uncounted
            self.wrong.append(self._wrong(one, f"counts the play of {one.player} to no day"))
        elif one.cards and (not one.card or one.card != judged.card):
            self.wrong.append(self._wrong(one, f"lets {one.player} play without their card"))
        for limit in judged.allowances:
            if limit.kind not in (LOSS, DEPOSIT):
                continue
            total = sum(self._held[account] for account in limit.accounts)
            added = sum(self._added.get(account, 0) for account in limit.accounts)
            if added > 0 and total > limit.most:
                message = (
                    f"takes the {limit.kind} of {one.player} by {limit.period} to {total} cents, over {limit.most}"
                )
                self.wrong.append(self._wrong(one, message))

    def _wrong(self, one: TableCard | Stake | Uncounted, message: str) -> Mismatch:
        return Mismatch(one.position, one.stream, one.version, message)
