"""What the routes of a jackpot's link and of a tournament share: answers to commands, questions, and histories."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from itertools import islice
from typing import Any, NamedTuple
from urllib.parse import quote

from fastapi.responses import JSONResponse

from cutcard import streams
from cutcard.engine import Refusal
from cutcard.floor.decisions import Done
from cutcard.floor.streams import FAMILIES, accounts_read
from cutcard.narration.formatting import capital, money
from cutcard.service.accounts import casino_of
from cutcard.service.api import error_body
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.casino import Casino
from cutcard.service.errors import Forbidden
from cutcard.service.routes.staff import READERS, FormGiven, StaffAnswer
from cutcard.service.routes.tables import FOR_WHO_GAVE_IT
from cutcard.service.staff.catalogue import CommandShown
from cutcard.service.staff.log import event_words
from cutcard.service.staff.stakes import Confirmation
from cutcard.service.staff.stream_forms import StreamForms, label_of
from cutcard.service.stream_doors import StreamDoor
from cutcard.store.chain import Row
from cutcard.store.kinds import kind_of
from cutcard.store.person_keys import PersonKeys
from cutcard.store.sealing import is_sealed
from cutcard.store.store import Store
from cutcard.streams import Acted, Family, Reading
from cutcard.streams.conditions_document import TermsSection
from cutcard.table import Command, Person
from cutcard.table.names import in_words
from cutcard.table.secrecy import declared_event_shown, is_staff
from cutcard.tournaments.approvals import number_requested


def text_answer(media_type: str, says: str) -> dict[int | str, dict[str, Any]]:
    """What an answer that is not JSON is described as; errors are JSON all the same."""
    return {200: {"content": {media_type: {"schema": {"type": "string"}}}, "description": says}}


def attached(name: str) -> dict[str, str]:
    """The header that makes an answer a file of this name."""
    return {"Content-Disposition": f"attachment; filename*=UTF-8''{quote(name, safe='')}"}


class SectionTitle(Body):
    """A section of a desk, with the commands of this group."""

    group: str
    title: str


def section_titles(forms: StreamForms, commands: list[CommandShown]) -> list[SectionTitle]:
    """The sections of a desk that has these commands."""
    return [SectionTitle(group=group, title=title) for group, title in forms.sections(commands).items()]


class TermsSentence(Body):
    """A sentence of terms and conditions, the item it belongs to, and the clause that asks for it; "": none does."""

    item: str
    text: str
    clause: str


class TermsPart(Body):
    title: str
    lines: list[TermsSentence]


def terms_parts(sections: Iterable[TermsSection]) -> list[TermsPart]:
    """The sections of terms and conditions, as the API answers them."""
    return [
        TermsPart(title=part.title, lines=[TermsSentence(**line._asdict()) for line in part.lines]) for part in sections
    ]


class StreamEvent(Body):
    """What happened to a stream, as the caller may see it: in words, and as data."""

    version: int
    position: int
    at: int
    by: str
    text: str
    moved: dict[str, int]  # cents into each of its accounts; what went out is negative
    event: dict[str, Any]


def staff_of(book: str, caller: Caller) -> Person:
    """The caller as one of the staff of a document's casino; raises `Forbidden` for everybody else."""
    person = caller.at(book)
    if caller.plays or person is None:
        raise Forbidden(f"this is for {READERS.format(casino=casino_of(book).capitalize())}")
    return person


def refused(casino: Casino, refusal: Refusal, book: str | None, to: str = "") -> JSONResponse:
    """A refusal of the rules, to somebody of this name."""
    status = 403 if refusal.code in FOR_WHO_GAVE_IT else 409
    casino.metrics.refused.labels(str(status)).inc()
    message = refusal.message_to(to) if to else capital(refusal.message)
    return JSONResponse(error_body(message, refusal.clause, book, refusal.code), status)


class Giving(NamedTuple):
    """Who gives a command to which stream, and the id by which it is done once."""

    casino: Casino
    door: StreamDoor
    name: str
    caller: Caller
    command_id: str

    async def answer(self, command: Command) -> Done | Refusal:
        return await self.casino.act_on(self.door, self.name, command, self.caller, self.command_id)


async def command_given(giving: Giving, body: Any) -> Any:
    """Carry out a command as a program gives it. The answer comes when it is durable; a refusal names the clause."""
    command = giving.door.wire.command(body)
    answer = await giving.answer(command)
    if isinstance(answer, Refusal):
        state = (await giving.casino.floor.stream(giving.door.stream(giving.name))).state
        return refused(giving.casino, answer, state.book or _book_named(command), giving.caller.name)
    number = number_requested(answer.events)
    done = {"version": answer.version, "repeated": answer.repeated}
    return JSONResponse(done if number is None else {**done, "waits_for_approval": number})


def _book_named(command: Command) -> str | None:
    """The book by which a command would have something held."""
    held: Any = getattr(command, "terms", None) or getattr(command, "conditions", None) or command
    return getattr(held, "book", None)


async def given(giving: Giving, command: Command, book: str) -> Any:
    """Carry out a command from a form, and say what came of it."""
    answer = await giving.answer(command)
    if isinstance(answer, Refusal):
        return refused(giving.casino, answer, book)
    number = number_requested(answer.events)
    came = "done." if number is None else f"waits for a second person, as number {number}."
    says = f"{label_of(giving.door.family.registry.commands[type(command)])}: {came}"
    return StaffAnswer(done=True, says=says, version=answer.version, waits_for_approval=number)


async def given_or_confirmation(
    giving: Giving,
    state: Any,
    command: Command,
    person: Person,
    *,
    confirmed: bool,
    facts: Callable[[Acted, Reading], list[str]],
    tried: Callable[[Command], Command] = lambda command: command,
) -> Any:
    """Carry out a command from a form; where something is at stake, ask first, with the facts.

    `tried` makes of the command what is only tried, to find those facts.
    """
    casino = giving.casino
    if giving.door.family.registry.commands[type(command)].at_stake and not confirmed:
        asked = await question(casino, state, tried(command), person, facts)
        return (
            refused(casino, asked, state.book) if isinstance(asked, Refusal) else StaffAnswer(done=False, confirm=asked)
        )
    return await given(giving, command, state.book)


async def form_given(
    giving: Giving,
    state: Any,
    body: FormGiven,
    forms: StreamForms,
    *,
    facts: Callable[[Acted, Reading], list[str]],
    tried: Callable[[Command], Command] = lambda command: command,
) -> Any:
    """Carry out a filled-in form of a stream's desk, by those of its staff who may; see `given_or_confirmation`."""
    person = staff_of(state.book, giving.caller)
    barred = giving.door.barred(state, giving.caller, body.do)
    if barred:
        raise Forbidden(barred)
    command = forms.command_from(body.do, body.entries, giving.casino.now())
    return await given_or_confirmation(
        giving, state, command, person, confirmed=body.confirmed, facts=facts, tried=tried
    )


async def question(
    casino: Casino, state: Any, command: Command, person: Person, facts: Callable[[Acted, Reading], list[str]]
) -> Confirmation | Refusal:
    """What to ask about a command, found by trying it: nothing is kept."""
    family = FAMILIES[type(state)]
    beside = streams.touched(family, state, command)
    others = {name: (await casino.floor.stream(name)).state for name in beside}
    accounts = accounts_read((state, *others.values()), casino.now())
    reading = Reading(*await asyncio.to_thread(casino.store.balances_at, accounts))
    acted = streams.act(family, state, command, person, casino.now(), others=others, reading=reading)
    if isinstance(acted, Refusal):
        return acted
    spec = family.registry.commands[type(command)]
    asked = label_of(spec)
    return Confirmation(title=f"{asked}?", label=asked, stake=spec.at_stake, facts=facts(acted, reading))


def moved_facts(acted: Acted, reading: Reading, mark: str, nothing: str) -> list[str]:
    """What each account with this mark in its name would hold before and after."""
    moved: dict[str, int] = {}
    for lines in acted.postings:
        for line in lines:
            moved[line.account] = moved.get(line.account, 0) + line.cents
    facts = []
    for account, cents in moved.items():
        _, _, where = account.partition(mark)
        if where and cents:
            had = reading.balances.get(account, 0)
            name, _, part = where.partition(":")
            facts.append(f"{name}, {in_words(part)}: {money(had)} → {money(had + cents)}")
    return facts or [nothing]


def viewer_of(state: Any, caller: Caller | None) -> Person | None:
    """Somebody as a person before a stream that is held by a document."""
    return caller.at(state.book) if caller is not None else None


async def history(
    casino: Casino,
    reader: str,
    door: StreamDoor,
    name: str,
    viewer: Person | None,
    after: int,
    most: int,
    owner: str | None = None,
) -> list[StreamEvent]:
    """What has happened to a stream after a version, read in the reader's turn; `owner` is the player whose it is."""
    read = partial(_history, casino.store, door, name, viewer, after, most, owner)
    async with casino.reads.turn("events", reader):
        return await asyncio.to_thread(read)


def _history(
    store: Store, door: StreamDoor, name: str, viewer: Person | None, after: int, most: int, owner: str | None
) -> list[StreamEvent]:
    stream, family, mark = door.stream(name), door.family, f":{door.kind}:{name}:"
    found = [*islice(_shown(store, stream, family, viewer, after, owner), most)]
    if not found:
        return []
    PersonKeys(store).read([one.event for one in found])
    moved: dict[int, dict[str, int]] = {}
    for line in store.ledger(stream, found[0].row.version - 1, found[-1].row.version):
        where = line.account.split(mark)
        if len(where) == 2:
            moved.setdefault(line.version + line.event, {})[where[1]] = line.cents
    return [
        StreamEvent(
            version=one.version,
            position=one.row.position,
            at=one.row.at_ms,
            by=one.by if is_staff(viewer) else "",
            text=event_words(one.event, family.registry),
            moved=moved.get(one.version, {}),
            event=one.event,
        )
        for one in found
    ]


class _Shown(NamedTuple):
    """An event as a viewer may see it, the row that it is in, and who gave the command."""

    row: Row
    version: int
    by: str
    event: dict[str, Any]


def _shown(
    store: Store, stream: str, family: Family[Any], viewer: Person | None, after: int, owner: str | None
) -> Iterator[_Shown]:
    kind, by = kind_of(stream), ""
    for row in store.rows(stream, after):
        for version, text in enumerate(row.texts, start=row.version):
            if is_sealed(text):
                continue
            event = kind.loads(text)
            if isinstance(event, family.received):
                by = event.by
                continue
            shown = declared_event_shown(event, viewer, family.registry, owner)
            if shown is not None and version > after:
                yield _Shown(row, version, by, shown)
