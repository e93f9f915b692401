"""The audit of jackpots' links: what single streams say about them, put together once all streams are checked.

A meter is moved by its link and by every table of it, and a prize is won at the link and paid at a table. So each
stream's check only gathers facts, which are compared at the end: every meter line by line (`LinkBooks`), every draw of
a device with the secret that it had committed to, and every prize with what the table has paid.
"""

from __future__ import annotations

import hashlib
import hmac
import json
from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cutcard.jackpots.meter_lines import MeterLine, Mismatch, is_meter
from cutcard.jackpots.reconciliation import LinkBooks, books_of
from cutcard.jackpots.state import LINK_KIND, stream_of_link
from cutcard.money import Cents
from cutcard.store.chain import Content
from cutcard.store.rounds import Lines
from cutcard.store.sealing import is_sealed

DRAWN = '"is":"BoxDrawn"'
_DEVICE = ("DeviceSecret", "DeviceCommitted", "DeviceRevealed")
_BY_TWO = ("AdjustmentProposed", "AdjustmentRejected", "MeterAdjusted")
_GIVEN, _GOT = "MeterTransferred", "TransferReceived"
_JOINED, _LEFT = "TableJoined", "TableLeft"
_OF_LINK = tuple(f'"is":"{name}"' for name in (*_DEVICE, *_BY_TWO, _GIVEN, _GOT, _JOINED, _LEFT))
_MILLION = 1_000_000


class WrittenEvent(NamedTuple):
    """An event about a device, an adjustment or a transfer, as it is written, and where."""

    position: int
    stream: str
    version: int
    fields: dict[str, Any]

    def mismatch(self, message: str) -> Mismatch:
        return Mismatch(self.position, self.stream, self.version, message)


class PrizeSettled(NamedTuple):
    """What a round has returned to a wager that won a part of a linked meter."""

    link: str
    table: str
    round: int
    box: int
    returned: Cents
    beside: Cents  # what of it is the wager itself, or was won beside the meter
    position: int
    version: int

    @property
    def hand(self) -> tuple[str, str, int, int]:
        return self.link, self.table, self.round, self.box


class LinkFacts(NamedTuple):
    """What one stream says about links."""

    lines: Sequence[MeterLine] = ()
    draws: Sequence[WrittenEvent] = ()
    link_events: Sequence[WrittenEvent] = ()  # by a link, about its device, adjustments and transfers
    settled: Sequence[PrizeSettled] = ()
    table: str = ""  # whose stream it is, if every round of it was replayed


class Gathered:
    """Gathers the facts of one stream, row by row."""

    def __init__(self, stream: str) -> None:
        self._of_link = stream.startswith(f"{LINK_KIND}:")
        self.lines: list[MeterLine] = []
        self.draws: list[WrittenEvent] = []
        self.link_events: list[WrittenEvent] = []

    def row(self, content: Content) -> None:
        """Take a row whose sealed lines are opened as far as that is possible."""
        if not self._of_link and DRAWN not in content.payload:
            return
        for n, text in enumerate(content.payload.split("\n")):
            if is_sealed(text):
                continue
            if DRAWN in text:
                self.draws.append(_written(content, n, text))
            elif self._of_link and any(mark in text for mark in _OF_LINK):
                self.link_events.append(_written(content, n, text))

    def money(self, content: Content, lines: Lines) -> None:
        """Take the ledger lines of a row that moves a meter."""
        texts = content.payload.split("\n")
        for n, account, cents in lines:
            if is_meter(account):
                where = (content.position, content.at_ms, content.stream, content.version + n)
                self.lines.append(MeterLine(*where, texts[n], account, cents))


def _written(content: Content, n: int, text: str) -> WrittenEvent:
    return WrittenEvent(content.position, content.stream, content.version + n, json.loads(text))


def check_links(facts: Iterable[LinkFacts]) -> tuple[list[Mismatch], list[str]]:
    """Everything about links that does not fit, and what could not be checked, in words."""
    found = [*facts]
    lines = sorted((line for one in found for line in one.lines), key=lambda line: (line.position, line.version))
    books = books_of(lines)
    wrong = [each for one in books.values() for each in one.wrong]
    settled = [each for one in found for each in one.settled]
    wrong += _unpaid(settled, books, {one.table for one in found})
    by_kind: dict[str, list[WrittenEvent]] = defaultdict(list)
    for each in (each for one in found for each in one.link_events):
        by_kind[each.fields["is"]].append(each)
    wrong += _adjusted(by_kind)
    wrong += _transfers(by_kind)
    wrong += _beyond(books, [*by_kind[_JOINED], *by_kind[_LEFT]])
    devices, faults = _devices([each for kind in _DEVICE for each in by_kind[kind]])
    wrong += faults
    drawn, unchecked = _draws([each for one in found for each in one.draws], devices)
    return wrong + drawn, unchecked


# -------------------------------------------------------------------------------------------------------- prizes


def _unpaid(settled: Sequence[PrizeSettled], books: dict[str, LinkBooks], tables: set[str]) -> Iterator[Mismatch]:
    """Prizes that a table has not paid as the link says, or not at all, or that no meter has lost.

    `tables` are those of which every round is known, as it was played or corrected last.
    """
    due: dict[tuple[str, str, int, int], Cents] = {}
    have = {paid.hand for paid in settled}
    for link, one in books.items():
        for win in one.wins.values():
            if win.stage == "paid":
                for box in sorted({*win.boxes} - win.back):
                    key = (link, win.table, win.round, box)
                    due[key] = due.get(key, 0) + win.each
                    if win.table in tables and key not in have:
                        message = (
                            f"win {win.number} was paid to box {box}, which round {win.round} of {win.table} has not"
                        )
                        yield Mismatch(win.position, stream_of_link(link), 0, message)
    for paid in settled:
        prize = due.get(paid.hand)
        message = (
            f"round {paid.round} pays box {paid.box} {paid.returned - paid.beside} cents of the link {paid.link}, "
        )
        if prize is None:
            yield Mismatch(paid.position, f"table:{paid.table}", paid.version, f"{message}which lost no prize to it")
        elif prize != paid.returned - paid.beside:
            yield Mismatch(paid.position, f"table:{paid.table}", paid.version, f"{message}whose prize was {prize}")


# ------------------------------------------------------------------------------------- adjustments and transfers


def _adjusted(events: Mapping[str, Sequence[WrittenEvent]]) -> Iterator[Mismatch]:
    """Meters that were not adjusted as one person had proposed, or without another who approved it."""
    proposed = {_number(one): one.fields for one in events["AdjustmentProposed"]}
    for one in events["AdjustmentRejected"]:
        proposed.pop(_number(one), None)
    for one in events["MeterAdjusted"]:
        proposal, fields = proposed.pop(_number(one), None), one.fields
        same = ("meter", "amount", "cause", "reason")
        if (
            proposal is None
            or any(proposal[name] != fields[name] for name in same)
            or proposal["by"] != fields["proposed_by"]
        ):
            yield one.mismatch(f"adjustment {fields['number']} is not what somebody had proposed")
        elif fields["proposed_by"].casefold() == fields["approved_by"].casefold():
            yield one.mismatch(f"adjustment {fields['number']} was proposed and approved by the same person")


def _beyond(books: Mapping[str, LinkBooks], moves: Sequence[WrittenEvent]) -> Iterator[Mismatch]:
    """Resets that give a meter more beyond its seed than a cent for each table that is in the link then."""
    for link, one in books.items():
        for line, cents in one.beyond:
            before = [move for move in moves if _link(move) == link and move[:3:2] < (line.position, line.version)]
            tables = sum(1 if move.fields["is"] == _JOINED else -1 for move in before)
            if cents > tables:
                message = f"a reset gives a meter of {tables} tables {cents} cents beyond its seed"
                yield Mismatch(line.position, line.stream, line.version, message)


def _transfers(events: Mapping[str, Sequence[WrittenEvent]]) -> Iterator[Mismatch]:
    """Money that one link says it gave and the other does not say it got, or the other way round."""
    given = Counter((one.fields["to"], _link(one), one.fields["meter"], one.fields["cents"]) for one in events[_GIVEN])
    got = Counter((_link(one), one.fields["link"], one.fields["meter"], one.fields["cents"]) for one in events[_GOT])
    for one in events[_GIVEN]:
        if (one.fields["to"], _link(one), one.fields["meter"], one.fields["cents"]) in given - got:
            yield one.mismatch(f"{one.fields['cents']} cents go to {one.fields['to']}, which says otherwise")
    for one in events[_GOT]:
        if (_link(one), one.fields["link"], one.fields["meter"], one.fields["cents"]) in got - given:
            yield one.mismatch(f"{one.fields['cents']} cents come from {one.fields['link']}, which says otherwise")


# ------------------------------------------------------------------------------------------------------- devices


class _Device(NamedTuple):
    per_million: int
    secret: str  # "": it is sealed, and there is no key
    revealed: int = 0  # the row in which everybody learnt the secret; 0: it is still in use


def _devices(events: Sequence[WrittenEvent]) -> tuple[dict[tuple[str, int], _Device], list[Mismatch]]:
    """The devices of all links by their numbers; what does not fit their commitments."""
    committed = {_number(one): one for one in events if one.fields["is"] == "DeviceCommitted"}
    found = {key: _Device(one.fields["per_million"], "") for key, one in committed.items()}
    wrong = []
    for one in events:
        if one.fields["is"] == "DeviceCommitted":
            continue
        key, secret = _number(one), str(one.fields["secret"])
        known = committed.get(key)
        if known is None or hashlib.sha256(bytes.fromhex(secret)).hexdigest() != known.fields["commitment"]:
            wrong.append(one.mismatch("the secret of the device is not the one that it was committed to"))
        else:
            revealed_at = one.position if one.fields["is"] == "DeviceRevealed" else found[key].revealed
            found[key] = found[key]._replace(secret=secret, revealed=revealed_at)
    return found, wrong


def _link(event: WrittenEvent) -> str:
    return event.stream.partition(":")[2]


def _number(event: WrittenEvent) -> tuple[str, int]:
    return _link(event), int(event.fields["number"])


def _draws(draws: Sequence[WrittenEvent], devices: dict[tuple[str, int], _Device]) -> tuple[list[Mismatch], list[str]]:
    """Draws that are not those of their device."""
    wrong, sealed = [], dict[tuple[str, int], int]()
    for one in draws:
        fields = one.fields
        key = (fields["link"], fields["device"])
        device = devices.get(key)
        if device is None:
            wrong.append(one.mismatch(f"the link {key[0]} has no device {key[1]}"))
        elif 0 < device.revealed < one.position:
            wrong.append(one.mismatch(f"device {key[1]} of {key[0]} draws, and everybody knew its secret already"))
        elif not device.secret:
            sealed[key] = sealed.get(key, 0) + 1
        elif fields["box"] != _picked(device, one.stream.partition(":")[2], fields["round"], fields["boxes"]):
            wrong.append(one.mismatch(f"box {fields['box']} is not what the device of {key[0]} draws"))
    return wrong, [
        f"{count} draws of device {number} of the link {link}, which is sealed and in use"
        for (link, number), count in sorted(sealed.items())
    ]


def _picked(device: _Device, table: str, round_: int, boxes: Sequence[int]) -> int:
    """The box that a device picks, 0 for none, as docs/jackpots.md describes it."""
    about = f"{table}:{round_}".encode()
    number = int(hmac.digest(bytes.fromhex(device.secret), about, "sha256").hex(), 16)
    rest, chance = divmod(number, _MILLION)
    return boxes[rest % len(boxes)] if boxes and chance < device.per_million else 0
