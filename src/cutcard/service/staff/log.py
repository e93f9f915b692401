"""The log of a table, line by line in words: who gave which command, when, and what it led to.

It is made only from what the viewer may see, so no face-down or undealt card gets into it.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, NamedTuple

from pydantic import BaseModel

from cutcard.engine import events as played
from cutcard.floor.live_table import TableUpdate
from cutcard.narration.corrections import changes_in_words
from cutcard.narration.formatting import faces, gain, listed, money, utc
from cutcard.narration.irregularities import KIND_WORDS, RULING_WORDS
from cutcard.narration.story import Entry, Story
from cutcard.narration.undisclosed import forms_in_words
from cutcard.service.body import Body
from cutcard.service.staff.steps import power_of
from cutcard.table import CommandReceived, Person, RoundEvent, secrecy
from cutcard.table.codec import NAME
from cutcard.table.names import in_words
from cutcard.table.registry import TABLE, Registry
from cutcard.table.state import TableState

MONEY = {"amount", "minimum", "maximum", "chips", "tokens", "carried", "over", "prize", "paid", "due"}
UNSAID = {NAME, "round", "clause"}  # fields that a line leaves out
VOIDED = (played.RoundVoided, played.WagersVoided, played.WagersInvalidated, played.LimitKept)
NOTHING: tuple[Any, ...] = (None, "", 0, {}, [])


class Line(NamedTuple):
    """One command: when, who gave it, what it was, and what it led to."""

    version: int
    at: int
    by: str
    role: str
    command: str
    do: str  # the command's name on the wire
    came_of: tuple[str, ...]
    payments: tuple[Entry, ...]


def line_of(update: TableUpdate, viewer: Person | None) -> Line:
    """A command and what it led to, as the viewer may see it."""
    received: CommandReceived | None = None
    came: list[str] = []
    story, told_before = Story(), 0
    steps = [(before, event, after) for _, before, event, after in update.steps()]
    for (before, event, after), shown in zip(steps, secrecy.events_shown(steps, viewer), strict=True):
        if shown is None:
            continue
        if isinstance(event, CommandReceived):
            received = event
            continue
        if isinstance(event, RoundEvent):
            if before.round is not None and after.round is not None:
                story.tell(before.round, after.round, (event.event,), secrecy.covered(before, viewer))
            came += _in_round(shown["event"], event.event)
            if not isinstance(event.event, VOIDED):  # the table's own events report that, with the reason
                came += [f"{entry.who} {entry.text}" for entry in story.entries[told_before:] if entry.amount is None]
            told_before = len(story.entries)
        else:
            came.append(event_words(shown))
    return Line(
        update.version,
        update.at,
        received.by if received is not None else "",
        in_words(received.role) if received is not None else "",
        in_words(received.command) if received is not None else "",
        received.command if received is not None else "",
        tuple(came),
        tuple(entry for entry in story.entries if entry.amount is not None),
    )


def _in_round(shown: Mapping[str, Any], event: played.Event) -> list[str]:
    match event:
        case played.CardDealt(_, box, hand):
            card = faces(shown["card"]) if shown["card"] is not None else "a card face down"
            which = f", hand {hand}" if hand > 1 else ""
            return [f"{card} to {f'box {box}{which}' if box is not None else 'the dealer'}"]
        case played.HoleCardDealt():
            return ["a card face down to the dealer"]
        case played.CardCalled(box, hand):
            return [f"a card for box {box}{f', hand {hand}' if hand > 1 else ''}"]
        case played.RoundEnded():
            return ["the round is over"]
        case played.OffersClosed() | played.PressVoided() | played.WagerSelected() | played.Joined():
            return [event_words(shown)]
        case _:
            return []  # reported by the story, or by the table's own events


def event_words(shown: Mapping[str, Any], registry: Registry = TABLE) -> str:
    """An event in plain words: its name and its fields.

    >>> event_words({"is": "Seated", "player": "ann", "box": 3})
    'seated: player ann, box 3'
    """
    kind = registry.kinds.get(shown[NAME])
    log = registry.events[kind].log if kind is not None else ""
    if log and shown.keys() >= {*vars(kind)["_fields"]}:  # the viewer may see all of it
        return _SENTENCES.vformat(log, (), shown)
    fields = fields_words(shown)
    return f"{in_words(shown[NAME])}{f': {fields}' if fields else ''}"


def fields_words(fields: Mapping[str, Any]) -> str:
    """The fields of an event or a command that say something."""
    filled = (each for each in fields.items() if each[0] not in UNSAID and each[1] not in NOTHING)
    return ", ".join(f"{_named(name)}{_value(name, value)}" for name, value in filled)


class _Sentences(Formatter):
    """Fills in the log sentences of events: `{amount:money}`, `{cause:words}`, `{player:or nobody}`."""

    def format_field(self, value: Any, format_spec: str) -> str:
        if format_spec.startswith("or "):
            return str(value or format_spec.removeprefix("or "))
        return _FORMS[format_spec](value) if format_spec else str(value)


_SENTENCES = _Sentences()


def _yes(value: bool) -> str:
    return "yes" if value else "no"


def _limits(sign: Mapping[str, Any]) -> str:
    sides = "".join(
        f", {bet.replace('-', ' ')} {' to '.join(money(each) for each in limit.values() if each is not None)}"
        for bet, limit in sign["side_bets"].items()
    )
    return f"minimum {money(sign['minimum'])}, maximum {money(sign['maximum'])}{sides}"


_FORMS: dict[str, Callable[[Any], str]] = {
    "money": money,
    "words": in_words,
    "time": utc,
    "card": faces,
    "names": listed,
    "limits": _limits,
    "yes": _yes,
    "irregularity": KIND_WORDS.__getitem__,
    "ruling": RULING_WORDS.__getitem__,
    "changes": changes_in_words,
    "forms": forms_in_words,
    "and": lambda who: f" and {who}" if who else "",
}


def _named(name: str) -> str:
    return f"{name.replace('_', ' ')} "


def _value(name: str, value: Any) -> str:
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, int):
        return money(value) if name in MONEY else clock(value) if name in ("closes_at", "holds_from") else str(value)
    if isinstance(value, Mapping):
        if name in ("chips", "gives", "gets"):
            return " + ".join(f"{count}×{money(int(cents))}" for cents, count in value.items())
        return ", ".join(f"{_named(str(key))}{_value(str(key), each)}" for key, each in value.items())
    if isinstance(value, list):
        return " ".join(str(each) for each in value)
    text = str(value)
    return text if len(text) <= 60 else f"{text[:16]}…"


def clock(at_ms: int) -> str:
    """A time of day in UTC.

    >>> clock(1_700_000_000_000)
    '22:13:20'
    """
    return utc(at_ms, "%H:%M:%S")


class PaymentLogged(BaseModel):
    who: str
    text: str
    gain: str
    clause: str


class LineShown(Body):
    """A command in the log: when, who gave it, what it was and by which clause, and what it led to."""

    version: int
    at: int
    by: str
    role: str
    command: str
    clause: str
    book: str
    came_of: list[str]
    payments: list[PaymentLogged]


def line_shown(update: TableUpdate, viewer: Person | None, table: TableState) -> LineShown:
    """A line of the log as data; the clause is the one by which somebody may give such a command at the table."""
    line = line_of(update, viewer)
    power = power_of(table, line.do) if line.do else None
    return LineShown(
        version=line.version,
        at=line.at,
        by=line.by,
        role=line.role,
        command=line.command,
        clause=power.clause if power is not None else "",
        book=table.rules.book,
        came_of=list(line.came_of),
        payments=[
            PaymentLogged(who=one.who, text=one.text, gain=gain(one.amount or 0), clause=one.clause)
            for one in line.payments
        ],
    )
