"""How every cent came into a meter and went out of it again, reckoned from what the events say.

For each meter, at every event: seeds + contributions ± transfers and adjustments − prizes paid = what it shows + what
is won of it and not paid yet. The left side is read off the events as they are written, the right side off the ledger,
and an event that has no business with a meter is a fault. Nothing here asks the functions that post or reckon prizes.
"""

from __future__ import annotations

import json
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import Any, NamedTuple

from cutcard.jackpots.adjustments import LOWERING
from cutcard.jackpots.expected_prizes import Winning, expected
from cutcard.jackpots.meter_lines import RESERVE, MeterLine, Mismatch, link_of, place_of
from cutcard.jackpots.state import LINK_KIND, stream_of_link
from cutcard.money import Cents
from cutcard.table.link_terms import MILLION

BESIDE = 2  # rows that one command writes for a table and its links: the table's stands so close before the link's
FED = "MetersFed"  # the one event of a table that moves a meter


@dataclass(slots=True)
class MeterBook:
    """What has happened to a meter: by the words of events, and (`display`, `reserved`) by the ledger."""

    meter: str
    seed: Cents = 0
    resets: Cents = 0
    contributions: Cents = 0
    exact: int = 0  # contributions in millionths of a cent
    transfers_in: Cents = 0
    transfers_out: Cents = 0
    adjustments: Cents = 0
    returned: Cents = 0  # seeds that went back to the house when the link closed
    won: Cents = 0
    cancelled: Cents = 0  # prizes of void wagers
    given_back: Cents = 0  # prizes that were paid to wagers that were not valid
    reset_back: Cents = 0  # what the house has back of resets for such prizes
    shared: Cents = 0  # of prizes that winners at several tables share: back to the house
    paid: Cents = 0
    display: Cents = 0
    reserved: Cents = 0

    @property
    def ahead(self) -> int:
        """What tables have paid into the meter ahead of the exact contributions, in millionths of a cent."""
        return self.contributions * MILLION - self.exact

    @property
    def due(self) -> Cents:
        """What the meter must show, together with what is won of it and not paid."""
        came = self.seed + self.resets + self.contributions + self.transfers_in + self.adjustments + self.given_back
        return came - self.transfers_out - self.returned - self.shared - self.paid - self.reset_back

    @property
    def holds(self) -> bool:
        return self.due == self.display + self.reserved and self.ahead >= 0


@dataclass(slots=True)
class Locked:
    """A prize from when it is won until it is paid."""

    number: int
    meter: str
    table: str
    round: int
    boxes: tuple[int, ...]
    outcome: str
    value: Cents
    each: Cents
    position: int  # of the row in which it was won
    read: int  # of the row after which its meter was read
    stage: str = "won"
    back: frozenset[int] = frozenset()  # boxes that have given it back
    reset: Cents = 0  # what the house has put into the meter for it

    @property
    def cents(self) -> Cents:
        return self.each * len(self.boxes)


class _Moved(NamedTuple):
    """A prize that a meter loses, or what the house puts into it."""

    kind: str  # "won", or the cause of a reset
    cents: Cents
    line: MeterLine


@dataclass(slots=True)
class LinkBooks:
    """The books of one link, line by line in the order of the store."""

    link: str
    terms: Mapping[str, Any] = field(default_factory=dict)  # as they are written in the opening
    meters: dict[str, MeterBook] = field(default_factory=dict)
    wins: dict[int, Locked] = field(default_factory=dict)
    wrong: list[Mismatch] = field(default_factory=list)
    position: int = 0
    _shown: defaultdict[str, list[tuple[int, Cents, str]]] = field(default_factory=lambda: defaultdict(list))
    _added: defaultdict[str, list[tuple[int, Cents]]] = field(default_factory=lambda: defaultdict(list))
    _lowerable: defaultdict[str, Cents] = field(
        default_factory=lambda: defaultdict(int)
    )  # by adjustments, since a reset
    _transferred_at: int = 0  # the row in which the link gave money to others, which only one that closes does
    _in_row: dict[str, list[_Moved]] = field(default_factory=dict)  # in this row: prizes and resets of each meter
    beyond: list[tuple[MeterLine, Cents]] = field(default_factory=list)  # what a reset gives a meter over its seed

    @property
    def reserve(self) -> Cents:
        return sum(book.reserved for book in self.meters.values())

    @property
    def holds(self) -> bool:
        return not self.wrong and all(book.holds for book in self.meters.values())

    def take(self, lines: Iterable[MeterLine]) -> None:
        """Enter further lines, those of whole rows."""
        for _, row in groupby(lines, key=lambda line: line.position):
            events = [[*some] for _, some in groupby(row, key=lambda line: line.version)]
            for some in events:
                self._event(some)
            self._after_row([some[0] for some in events])
            self.position = events[0][0].position

    def checked(self, balances: Mapping[str, Cents]) -> list[Mismatch]:
        """All that is wrong, given what the store says that the link's accounts hold now."""
        found = [*self.wrong]
        for book in self.meters.values():
            shown = next(
                (cents for account, cents in balances.items() if place_of(account) == (self.link, book.meter)), 0
            )
            if shown != book.display:
                message = f"the meter {book.meter} is shown at {shown} cents, and its history makes {book.display}"
                found.append(Mismatch(self.position, stream_of_link(self.link), 0, message))
            if not book.holds:
                message = f"the meter {book.meter} is due {book.due} cents; it and its reserve hold "
                found.append(
                    Mismatch(self.position, stream_of_link(self.link), 0, f"{message}{book.display + book.reserved}")
                )
        reserve = next((cents for account, cents in balances.items() if place_of(account) == (self.link, RESERVE)), 0)
        if reserve != self.reserve:
            message = f"the reserve is shown at {reserve} cents, and prizes won and not paid make {self.reserve}"
            found.append(Mismatch(self.position, stream_of_link(self.link), 0, message))
        return found

    # ------------------------------------------------------------------------------------------------- one event

    def _event(self, lines: Sequence[MeterLine]) -> None:
        first = lines[0]
        event: Mapping[str, Any] = json.loads(first.event)
        try:
            due = self._entered(first, event)
        except (KeyError, TypeError, ValueError) as error:
            self._fault(first, f"{event.get('is')} does not say what it does to the meter: {error!r}")
            due = {}
        moved: dict[str, Cents] = {}
        for line in lines:
            name = place_of(line.account)[1]
            moved[name] = moved.get(name, 0) + line.cents
            if name != RESERVE:
                self._show(name, line)
                if event["is"] not in ("PrizeWon", "MeterReset"):
                    self._added[name].append((line.position, line.cents))
        moves = {name: cents for name, cents in moved.items() if cents}
        if due is not None and {name: cents for name, cents in due.items() if cents} != moves:
            self._fault(first, f"{event['is']} moves {moved}, and says {due}")
        if RESERVE in moves:
            self._reserve(event, moves[RESERVE])

    def _book(self, meter: str) -> MeterBook:
        return self.meters.setdefault(meter, MeterBook(meter))

    def _show(self, meter: str, line: MeterLine) -> None:
        book = self._book(meter)
        book.display += line.cents
        self._shown[meter].append((line.position, book.display, line.stream))
        if book.display < 0:
            self._fault(line, f"takes the meter {meter} to {book.display} cents")

    def _reserve(self, event: Mapping[str, Any], cents: Cents) -> None:
        number = event["wins"][0] if "wins" in event else event.get("number")
        win = self.wins.get(number) if isinstance(number, int) else None
        book = self._book(win.meter if win is not None else "")
        book.reserved += cents

    def _entered(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents] | None:
        """What an event says it does to meters and reserve, entered in the books; None after a fault."""
        kind = str(event["is"])
        enter = _ENTRIES.get(kind)
        own = line.stream == stream_of_link(self.link)
        fed, transferred = kind == FED, kind == "MeterTransferred" and line.stream.startswith(f"{LINK_KIND}:")
        here = (own and not fed) or (fed and line.stream.startswith("table:")) or transferred
        if enter is None or not here:
            self._fault(line, f"{kind} has no business with the meters of {self.link}")
            return None
        return enter(self, line, event)

    def _fault(self, line: MeterLine, message: str) -> None:
        self.wrong.append(Mismatch(line.position, line.stream, line.version, message))

    # ---------------------------------------------------------------------------------------- what each event says

    def _opened(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        self.terms = event["terms"]
        for meter, one in self.terms["meters"].items():
            self._book(meter).seed += one["seed"]
        return {meter: one["seed"] for meter, one in self.terms["meters"].items()}

    def _fed(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        for meter, cents in event["cents"].items():
            book, one = self._book(meter), self.terms["meters"][meter]
            due = event["wagers"] * self.terms["price"] * one["per_million"]
            if event["exact"][meter] != due:
                self._fault(line, f"{event['wagers']} wagers add {event['exact'][meter]} to {meter}, not {due}")
            book.contributions += cents
            book.exact += due
        return dict(event["cents"])

    def _reset(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        if event["cents"] <= 0:
            self._fault(line, f"resets {event['meter']} by {event['cents']} cents")
        self._book(event["meter"]).resets += event["cents"]
        self._in_row.setdefault(event["meter"], []).append(_Moved(event["cause"], event["cents"], line))
        if event["cause"] == "seed":
            self._lowerable[event["meter"]] = 0
        return {event["meter"]: event["cents"]}

    def _won(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        win = Locked(
            number=event["number"],
            meter=event["meter"],
            table=event["table"],
            round=event["round"],
            boxes=tuple(event["boxes"]),
            outcome=event["outcome"],
            value=event["value"],
            each=event["prize"],
            position=line.position,
            read=event["position"],
        )
        if win.number != len(self.wins) + 1:
            self._fault(line, f"win {win.number} follows win {len(self.wins)}")
        if any((one.table, one.round, one.meter) == (win.table, win.round, win.meter) for one in self._earlier(win)):
            self._fault(line, f"round {win.round} of {win.table} wins of {win.meter} a second time")
        self.wins[win.number] = win
        shown = self._at(win.meter, event["position"], line.position, f"table:{win.table}")
        if shown != win.value:
            message = f"win {win.number} found {win.value} cents in {win.meter}, which showed {shown}"
            self._fault(line, f"{message} after row {event['position']}")
        self._in_row.setdefault(win.meter, []).append(_Moved("won", win.cents, line))
        self._book(win.meter).won += win.cents
        return {win.meter: -win.cents, RESERVE: win.cents}

    def _earlier(self, win: Locked) -> Iterable[Locked]:
        """Prizes won in earlier rows that were not cancelled."""
        return (one for one in self.wins.values() if one.position < win.position and one.stage != "cancelled")

    def _at(self, meter: str, position: int, before: int, table: str) -> Cents:
        """What a meter showed after a row, and what the winning table's own command has added since."""
        values = self._shown[meter]
        at = bisect_right(values, position, key=lambda each: each[0])
        found = values[at - 1][1] if at else 0
        for i in range(at, len(values)):
            if before - BESIDE <= values[i][0] < before and values[i][2] == table:
                found += values[i][1] - values[i - 1][1]
        return found

    def _paid(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        win = self._locked(line, event, "paid")
        if win is not None:
            self._book(win.meter).paid += event["cents"]
        return {RESERVE: -event["cents"]}

    def _cancelled(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        win, to_house = self._locked(line, event, "cancelled"), event.get("house_cents", 0)
        if win is not None:
            self._book(win.meter).cancelled += event["cents"] + to_house
            self._book(win.meter).reset_back += to_house
            if "house_cents" in event and to_house != min(win.reset, win.cents):
                self._fault(
                    line, f"the house has {to_house} cents of win {win.number}, for which it put in {win.reset}"
                )
        return {RESERVE: -event["cents"] - to_house, event["meter"]: event["cents"]}

    def _given_back(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        where, box = (event["table"], event["round"], event["meter"], "paid"), event["box"]
        found = (one for one in self.wins.values() if (one.table, one.round, one.meter, one.stage) == where)
        win = next((one for one in found if box in set(one.boxes) - one.back), None)
        cents, to_house = event["cents"] + event["house_cents"], event["house_cents"]
        if win is None or cents != win.each or to_house != min(win.reset, win.each):
            self._fault(line, f"box {box} gives back {cents} cents of {event['meter']}, which it was not paid so")
        else:
            win.back |= {box}
            win.reset -= to_house
        self._book(event["meter"]).given_back += cents
        self._book(event["meter"]).reset_back += to_house
        return {event["meter"]: event["cents"]}

    def _locked(self, line: MeterLine, event: Mapping[str, Any], stage: str) -> Locked | None:
        win = self.wins.get(event["number"])
        if win is None or win.stage != "won":
            was = "was not won" if win is None else f"was {win.stage} before"
            self._fault(line, f"win {event['number']} is {stage}, and {was}")
            return None
        cents = event["cents"] + event.get("house_cents", 0)
        if win.cents != cents:
            self._fault(line, f"win {win.number} is {stage} with {cents} cents, and is {win.cents}")
        win.stage = stage
        return win

    def _simultaneous(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        wins = [self.wins[number] for number in event["wins"]]
        first, winners = wins[0], dict[str, int]()
        for win in wins:
            winners[win.outcome] = winners.get(win.outcome, 0) + len(win.boxes)
        each = event.get("prizes") or {first.outcome: event["prize"]}
        if each not in expected(self.terms, first.meter, Winning(first.value, winners)):
            self._fault(line, f"winners at several tables have {each} cents each, which is not their share")
        if any(win.stage != "won" for win in wins):
            self._fault(line, "wins are found simultaneous after one of them was paid")
        book, locked = self._book(first.meter), sum(win.cents for win in wins)
        for win in wins:
            win.each, win.reset = each.get(win.outcome, 0), 0
        if event["meter_cents"] + event["house_cents"] != locked - sum(win.cents for win in wins):
            self._fault(line, f"wins of {locked} cents are shared and leave {sum(win.cents for win in wins)}")
        # the meter has what was wagered since the first of them, beside what the prizes leave or its seed
        shows = max(first.value - sum(win.cents for win in wins), self.terms["meters"][first.meter]["seed"])
        since = self._since(first.meter, first.read)
        if event["meter_cents"] != max(min(shows + since - book.display, locked - sum(win.cents for win in wins)), 0):
            self._fault(line, f"{event['meter_cents']} cents of simultaneous wins go back into {first.meter}")
        book.cancelled += event["meter_cents"]
        book.shared += event["house_cents"]
        return {RESERVE: -event["meter_cents"] - event["house_cents"], first.meter: event["meter_cents"]}

    def _since(self, meter: str, position: int) -> Cents:
        """What anything but prizes and resets has added to a meter after a row."""
        added = self._added[meter]
        return sum(cents for _, cents in added[bisect_right(added, position, key=lambda each: each[0]) :])

    def _transferred(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        meter, cents = event["meter"], event["cents"]
        if line.stream == stream_of_link(self.link):
            self._transferred_at = line.position
            self._book(meter).transfers_out += cents
            return {meter: -cents}
        if event["to"] != self.link:
            self._fault(line, f"a transfer to {event['to']} has come to {self.link}")
        self._book(meter).transfers_in += cents
        return {meter: cents}

    def _closed(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        self._transferred_at = 0
        for meter, cents in event["seeds"].items():
            if cents > self.terms["meters"][meter]["seed"]:
                self._fault(line, f"the house takes back {cents} cents of {meter}, which is more than its seed")
            self._book(meter).returned += cents
        return {meter: -cents for meter, cents in event["seeds"].items()}

    def _adjusted(self, line: MeterLine, event: Mapping[str, Any]) -> dict[str, Cents]:
        meter, amount = event["meter"], event["amount"]
        self._lowerable[meter] += amount
        if amount < 0 and (event["cause"] not in LOWERING or self._lowerable[meter] < 0):
            self._fault(line, f"{meter} is lowered by {-amount} cents for {event['cause']}, beyond what was added")
        self._book(meter).adjustments += amount
        return {event["meter"]: event["amount"]}

    # ------------------------------------------------------------------------------------------------ after a row

    def _after_row(self, firsts: Sequence[MeterLine]) -> None:
        """Prizes that were won together, and that no prize has left a meter below its seed."""
        if self._transferred_at:
            self._fault(firsts[0], f"{self.link} gives money to other links and does not close")
            self._transferred_at = 0
        won: dict[str, list[Locked]] = {}
        for win in reversed(self.wins.values()):
            if win.position != firsts[0].position:
                break
            won.setdefault(win.meter, []).append(win)
        for meter, moved in self._in_row.items():
            self._resets(meter, moved, won.get(meter, []))
        self._in_row = {}
        for meter, wins in won.items():
            numbers = {win.outcome: len(win.boxes) for win in wins}
            found = {win.outcome: win.each for win in wins}
            if found not in expected(self.terms, meter, Winning(wins[0].value, numbers)):
                message = ", ".join(f"{cents} cents for {outcome}" for outcome, cents in sorted(found.items()))
                self._fault(firsts[0], f"each winner has {message}, which the terms of {self.link} do not give")
            if self.meters[meter].display < self.terms["meters"][meter]["seed"]:
                self._fault(
                    firsts[0], f"the meter {meter} is left at {self.meters[meter].display} cents, below its seed"
                )

    def _resets(self, meter: str, moved: Sequence[_Moved], wins: Sequence[Locked]) -> None:
        """What the house has put into a meter for prizes of this row: what the meter lacked as the prizes found it.

        What other tables have added meanwhile stays in the meter beside it.
        """
        if not wins:
            return self._fault(moved[0].line, f"resets {meter}, of which nobody has won")
        shows, seed = wins[0].value, self.terms["meters"][meter]["seed"]
        in_order, lacked = reversed(wins), 0  # the last win of the row comes first
        win: Locked | None = None
        for one, then in zip(moved, [*moved[1:], None], strict=True):
            if one.kind == "won":
                win, shows = next(in_order, None), shows - one.cents
                if win is not None:
                    win.reset, lacked = lacked, 0
                continue
            if one.kind == "seed" and win is not None:
                win.reset += one.cents
            elif one.kind != "seed":
                lacked = one.cents
            due = seed if one.kind == "seed" else then.cents if then is not None and then.kind == "won" else 0
            lacks, exact = due - shows, one.kind != "seed"
            if lacks <= 0 or one.cents < lacks or (exact and one.cents != lacks):
                self._fault(one.line, f"the house puts {one.cents} cents into {meter}, which lacks {max(lacks, 0)}")
            if one.kind == "seed":
                self.beyond.append((one.line, one.cents - lacks))
            shows += one.cents
        return None


_ENTRIES = {
    "LinkOpened": LinkBooks._opened,
    FED: LinkBooks._fed,
    "MeterReset": LinkBooks._reset,
    "PrizeWon": LinkBooks._won,
    "PrizePaid": LinkBooks._paid,
    "PrizeCancelled": LinkBooks._cancelled,
    "PrizeGivenBack": LinkBooks._given_back,
    "SimultaneousFound": LinkBooks._simultaneous,
    "MeterTransferred": LinkBooks._transferred,
    "LinkClosed": LinkBooks._closed,
    "MeterAdjusted": LinkBooks._adjusted,
}
CAUSES = frozenset(_ENTRIES)  # the events that may move a meter or a reserve


def books_of(lines: Iterable[MeterLine]) -> dict[str, LinkBooks]:
    """The books of every link in these lines of a whole store, in its order."""
    by_link: dict[str, list[MeterLine]] = {}
    for line in lines:
        by_link.setdefault(link_of(line.account), []).append(line)
    books = {link: LinkBooks(link) for link in by_link}
    for link, some in by_link.items():
        books[link].take(some)
    return books
