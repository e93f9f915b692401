"""Commands of a tournament as forms: what their fields are called, and what may be chosen from the tournament."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cutcard.errors import listed
from cutcard.rulebooks import procedures_of
from cutcard.service.caller import Caller
from cutcard.service.staff.catalogue import CommandShown
from cutcard.service.staff.fields import Choice
from cutcard.service.staff.log import fields_words
from cutcard.service.staff.stream_forms import Barred, Offered, Powers, StreamForms, StreamNeed, powers_as_it_is
from cutcard.service.tournaments import TournamentShown
from cutcard.service.wire import TOURNAMENT_WIRE
from cutcard.table.registry import phrase
from cutcard.table.state import Approval
from cutcard.tournaments import TOURNAMENT_FAMILY, TOURNAMENTS, TournamentState
from cutcard.tournaments.progress import stage_played, ties

OPENS = "announce-tournament"  # which has a form of its own
APPROVALS = "approvals"
# The sections of the director's desk, in their order.
GROUPS = {
    APPROVALS: "Waiting for a second person",
    "entries": "Entries",
    "draw": "The draw",
    "tables": "Tables",
    "sessions": "Sessions",
    "play": "Play",
    "counts": "Counts",
    "rulings": "Rulings",
    "prizes": "Places and prizes",
    "tournament": "The tournament",
}
LABELS = {
    "person": "Name of the account",
    "number": "Entry",
    "entrant": "Entry",
    "instead_of": "In place of which entry",
    "player": "Player",
    "table": "Table",
    "session": "Session",
    "stage": "Stage",
    "starts_at": "Starts in how many minutes",
    "until": "Until in how many minutes",
    "places": "Box and entry, such as 1 12, 2 7",
    "counts": "Entry and chips, such as 12 1500, 7 0",
    "about": "What it is about",
    "ruling": "What is ruled",
    "agrees": "The player has been given the terms and agrees to them",
    "employee": "The player is an employee of the casino",
    "cash": "Paid in cash",
    "promotion": "They let the house use their name and picture",
    "approved_by": "Approved by",
    "reference": "Reference of the approval",
    "told": "Who was told, such as inspector M. Reed",
    "goods": "Goods, where it is not money",
    "place": "The place that gets the goods",
    "amount": "Amount in dollars",
    "office": "Office of the employee",
    "reason": "Reason",
    "request": "What was asked for",
    "refund": "The entry fee goes back",
    "round": "Number of the round",
    "quantity": "How many of them are missing",
    "agreed": "Entries that agree, with commas between them",
    "absent": "Entries whose players are not there, with commas between them",
    "understood": "The players understand the terms",
    "hands": "Practice hands (0: it is only shown)",
    "ground": "What for",
    "players_each": "Players at a table at most (empty: as the terms say)",
    "tables": "Tables, with commas between them (empty: all that are free)",
    "bet_ms": "Seconds for a wager",
}
GROUNDS = {  # on which somebody is disqualified
    "rules": "Breaking the rules",
    "concealing": "Concealing chips",
    "buy-in": "Adding to the chips other than by winning",
    "tournament-rules": "Breaking the rules of tournaments",
    "terms": "Breaking the terms",
}
FORMS = StreamForms(
    registry=TOURNAMENTS, wire=TOURNAMENT_WIRE, groups=GROUPS, labels=LABELS, without=frozenset({OPENS})
)
NEW_SESSION = Choice(value="", label="A new one")
ABOUT_ENTRANTS = ("sign-terms", "withdraw-entry", "name-substitute", "buy-back-in", "disqualify", "disqualify-absent")
AT_TABLES = ("release-table", "begin-at-table", "call-count", "count-table", "record-shortfall")
ENTRIES = ("number", "entrant", "instead_of")  # fields that name an entry


class About(NamedTuple):
    """What the choices of a tournament's forms are made from."""

    state: TournamentState
    tables: tuple[str, ...] = ()  # open tables of the same document that it may take

    @property
    def offered(self) -> Offered:
        state = self.state
        entries = [str(number) for number in state.entrants]
        sessions = [
            Choice(value=str(one.number), label=f"{one.number}: {state.terms.stages[one.stage - 1].name}")
            for one in state.sessions.values()
        ]
        requests = [
            Choice(value=str(number), label=request_words(number, one)) for number, one in state.approvals.items()
        ]
        applied = [str(one.number) for one in state.entrants.values() if one.status == "applied"]
        by_book = procedures_of(state.terms.book).tournaments
        known = by_book.grounds if by_book is not None else {}
        choices = {
            "request": requests,
            "session": sessions,
            "allocate-seats.session": [NEW_SESSION, *sessions],
            "ground": [Choice(value=ground, label=GROUNDS[ground]) for ground in known],
        }
        return Offered(
            choices,
            {
                "table": [*state.tables, *(name for name in self.tables if name not in state.tables)],
                "player": [one.player for one in state.entrants.values()],
                **dict.fromkeys(ENTRIES, entries),
                **dict.fromkeys(("accept-entry.number", "refuse-entry.number"), applied),
            },
            dict(_idle(state)),
        )


def _idle(state: TournamentState) -> Iterator[tuple[str, str]]:
    """The commands of a tournament for which there is nothing to do now, each with why."""
    if not state.entrants:
        yield from dict.fromkeys(ABOUT_ENTRANTS, "Nobody has entered yet.").items()
    if not any(one.status == "applied" for one in state.entrants.values()):
        yield from dict.fromkeys(("accept-entry", "refuse-entry"), "No entry waits to be accepted or refused.").items()
    if not state.tables:
        yield from dict.fromkeys(AT_TABLES, "No table is designated yet.").items()
    if not state.sessions:
        yield "move-start", "No session is drawn yet."


def request_words(number: int, one: Approval) -> str:
    """What waits for a second person, and who asked for it."""
    fields = fields_words(one.fields)
    return f"{number}: {phrase(one.command)}{f', {fields},' if fields else ','} asked for by {one.by}"


def powers(state: TournamentState, now: int) -> Powers:
    """Who may do what with a tournament, as it is."""
    return powers_as_it_is(TOURNAMENT_FAMILY, state, procedures_of(state.book).tournament_commands, now)


def tournament_catalogue(about: About, caller: Caller, barred: Barred, now: int) -> list[CommandShown]:
    """Every command of a tournament, by section, first those that the caller may give."""
    who = caller.at(about.state.terms.book)
    shown = FORMS.catalogue(powers(about.state, now), about.offered, who, barred)
    known = [one for one in shown if not one.nobody]  # what another document has is not missed here
    state = about.state
    return [
        one.model_copy(update={"two_people": one.two_people and state.two_people})
        for one in known
        if one.group != APPROVALS or state.approvals
    ]


def tournament_needs(state: TournamentState, shown: TournamentShown, now: int) -> Iterator[StreamNeed]:
    """What staff have to do about a tournament now."""
    for number, asked in state.approvals.items():
        yield StreamNeed(text=f"A second person has to approve or reject number {request_words(number, asked)}.")
    if state.halted:
        yield StreamNeed(text=f"Play waits everywhere: {state.halted}.")
    if not state.directors:
        yield StreamNeed(text="Nobody runs the tournament yet.")
    waiting = [one for one in state.entrants.values() if one.status == "applied"]
    for one in waiting:
        yield StreamNeed(text=f"Entry {one.number}, {one.player}, waits to be accepted or refused.")
    for table in shown.tables:
        if table.halted:
            yield StreamNeed(text=f"Play waits at table {table.table}: {table.halted}.", table=table.table)
        if table.over and table.status == "playing":
            yield StreamNeed(text=f"The session is over at table {table.table}: its chips are to be counted.")
    yield from (StreamNeed(text=text) for text in steps_due(state, now))


def steps_due(state: TournamentState, now: int) -> Iterator[str]:
    """What comes next in a tournament, in words; nothing while its tables play."""
    if state.phase == "announced":
        yield "Entries are not open yet."
    elif not state.closed and state.phase == "entry":
        if now >= (state.terms.entries_close_at or state.terms.starts_at):
            yield "It is time to close the entries."
    elif state.phase in ("entry", "running"):
        open_sessions = [one for one in state.sessions.values() if one.status != "over"]
        for session in open_sessions:
            drawn = [name for name, table in session.tables.items() if table.status == "drawn"]
            if drawn and now >= session.starts_at:
                yield f"Session {session.number} can begin at {listed(drawn)}."
        if not open_sessions:
            yield _between_sessions(state)


def _between_sessions(state: TournamentState) -> str:
    """What comes next where no session is drawn or played."""
    level = ties(state)
    if state.play_over:
        return "Play is over: places and prizes can be awarded."
    if level:
        return f"Entries {listed(map(str, level[0].entrants))} are level: they play off."
    if stage_played(state):
        return "Every table of the stage is counted: it can be closed."
    return "Seats are to be drawn for the next session." if state.tables else "Tables are to be designated."
