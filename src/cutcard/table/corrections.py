"""Corrections at a real shoe: a card, a wager, an amount or a call that was entered wrongly is put right.

History stays as it is. A correction is an event of its own: the round is played again from the corrected entries, and
the differences in money are posted. Until when that is done, and by whom, is in the book.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple

from cutcard.cards import Card
from cutcard.engine import Command as RoundCommand
from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.engine import events as ev
from cutcard.money import Cents
from cutcard.records.entries import (
    Edit,
    Entry,
    Kind,
    Rest,
    entries,
    paid_early,
    worded,
)
from cutcard.rulebooks.void_rounds import outcome_stands
from cutcard.table.betting import reopen_betting
from cutcard.table.draft import Draft
from cutcard.table.ranges import RoundNumber
from cutcard.table.registry import SecondPerson, command, handles
from cutcard.table.remade_rounds import is_over, remembered
from cutcard.table.round_edits import change_round, correct_round
from cutcard.table.state import PlayedRound, TableState

Act = Literal["nothing", say.PlayerAct]
OF_ENTRIES = SecondPerson(about=lambda state: state.corrections)  # by another correction entries have other numbers


def _dealt_by_program(state: TableState) -> Refusal | None:
    return Refusal("real-shoe-only") if state.config.source != "real" else None


@command("correct a card", group="corrections", second_person=OF_ENTRIES, at_stake="money", unneeded=_dealt_by_program)
class CorrectCard(NamedTuple):
    """A card was entered wrongly: say which card really lay there."""

    entry: int
    card: Card
    reason: str
    rest: Rest = "must-fit"
    round: RoundNumber = 0  # 0: the one that is played, or was played last


@command("correct a call", group="corrections", second_person=OF_ENTRIES, at_stake="money", unneeded=_dealt_by_program)
class CorrectCall(NamedTuple):
    """A call was entered wrongly: say what the player really called, or that they called nothing."""

    entry: int
    act: Act
    reason: str
    amount: Cents = 0  # of insurance, a double or a share in one; 0: as the rules have it
    rest: Rest = "must-fit"
    round: RoundNumber = 0


@command("add a call", group="corrections", second_person=OF_ENTRIES, at_stake="money", unneeded=_dealt_by_program)
class AddCall(NamedTuple):
    """A call was not entered: say which entry it came before."""

    entry: int
    act: Act
    reason: str
    box: int | None = None
    player: str | None = None
    amount: Cents = 0
    rest: Rest = "must-fit"
    round: RoundNumber = 0


@command("correct a wager", group="corrections", second_person=OF_ENTRIES, at_stake="money", unneeded=_dealt_by_program)
class CorrectWager(NamedTuple):
    """A wager was entered wrongly: say how much it was, or whose and where. Nothing at all: it never lay there."""

    entry: int
    amount: Cents
    reason: str
    box: int | None = None  # None: as it was entered
    player: str | None = None
    bet: str | None = None
    rest: Rest = "must-fit"
    round: RoundNumber = 0


@command("add a wager", group="corrections", second_person=OF_ENTRIES, at_stake="money", unneeded=_dealt_by_program)
class AddWager(NamedTuple):
    """A wager lay there when betting closed and was not entered."""

    box: int
    player: str
    amount: Cents
    reason: str
    bet: str = "main"
    rest: Rest = "must-fit"
    round: RoundNumber = 0


@command(
    "correct an amount", group="corrections", second_person=OF_ENTRIES, at_stake="money", unneeded=_dealt_by_program
)
class CorrectAmount(NamedTuple):
    """The amount of insurance, of a double or of a prize was entered wrongly."""

    entry: int
    amount: Cents
    reason: str
    rest: Rest = "must-fit"
    round: RoundNumber = 0


@command("take back the last entry", group="play", unneeded=_dealt_by_program)
class TakeBackEntry(NamedTuple):
    """The card or the call entered last was wrong, or no more bets was called too early; nothing has come after it."""

    reason: str = ""


@command(
    "declare a played round void",
    group="corrections",
    second_person=OF_ENTRIES,
    at_stake="round",
    unneeded=_dealt_by_program,
)
class VoidPlayedRound(NamedTuple):
    """A misplaced card is found once a later round has begun: that round is void, and later ones stand."""

    round: RoundNumber
    reason: str


OfEntry = CorrectCard | CorrectCall | AddCall | CorrectWager | CorrectAmount


# ------------------------------------------------------------------------------------------------------------- commands


@handles(CorrectCard)
def correct_card(draft: Draft, command: CorrectCard) -> Refusal | None:
    def put(entry: Entry) -> say.Command:
        turned = isinstance(entry.command, say.TurnHoleCard)
        return say.TurnHoleCard(command.card) if turned else say.Deal(command.card)

    return _correct(draft, command, "card", put)


@handles(CorrectCall)
def correct_call(draft: Draft, command: CorrectCall) -> Refusal | None:
    return _correct(draft, command, "call", lambda entry: _call(command.act, command.amount, entry.command))


@handles(AddCall)
def add_call(draft: Draft, command: AddCall) -> Refusal | None:
    if command.act == "nothing":
        return Refusal("nothing-to-correct", draft.power(command).clause)
    named = say.Surrender(command.box, command.player)  # says where and whose, as any call does
    return _correct(draft, command, None, lambda entry: _call(command.act, command.amount, named), insert=True)


@handles(CorrectWager)
def correct_wager(draft: Draft, command: CorrectWager) -> Refusal | None:
    if command.player is not None and (refusal := draft.at_table(command.player)) is not None:
        return refusal
    if command.amount < 0:
        return Refusal("wager-is-nothing", draft.state.rules.clauses["deal.wagers_in"])

    def wager(entry: Entry) -> RoundCommand | None:
        given = entry.command
        if not command.amount or not isinstance(given, say.PlaceWager):
            return None
        return given._replace(
            box=given.box if command.box is None else command.box,
            player=command.player or given.player,
            bet=command.bet or given.bet,
            amount=command.amount,
        )

    return _correct(draft, command, "wager", wager)


@handles(AddWager)
def add_wager(draft: Draft, command: AddWager) -> Refusal | None:
    """What nobody entered is put before the close of betting, as if it had been."""
    clause = draft.power(command).clause
    number = _number(draft.state, command)
    refusal = draft.require_reason(command) or draft.at_table(command.player) or _too_late(draft, number, clause)
    if refusal is not None:
        return refusal
    if command.amount <= 0:
        return Refusal("wager-is-nothing", draft.state.rules.clauses["deal.wagers_in"])
    one = remembered(draft.state, number)
    assert one is not None
    closed = next(entry.number for entry in entries(one.events) if isinstance(entry.command, say.NoMoreBets))
    put = say.PlaceWager(command.box, command.player, command.bet, command.amount)
    edit = Edit(closed, put, insert=True)
    return correct_round(draft, [edit], number=number, reason=command.reason, clause=clause, rest=command.rest)


@handles(CorrectAmount)
def correct_amount(draft: Draft, command: CorrectAmount) -> Refusal | None:
    def amount(entry: Entry) -> RoundCommand | None:
        given: Any = entry.command
        field = "prize" if isinstance(given, say.Press) else "amount"
        put: RoundCommand = given._replace(**{field: command.amount}) if field in given._fields else given
        return put

    return _correct(draft, command, None, amount)


def _call(act: Act, amount: Cents, like: Any) -> RoundCommand | None:
    """The call of a player, where another one is entered or should have been."""
    if act == "nothing":
        return None
    box, hand, player = (getattr(like, name, None) for name in ("box", "hand", "player"))
    if act in ("hit", "stand"):
        player = None  # it is of the player who controls the box
    elif act in ("insure", "even-money"):
        box = box or 0
    return say.called(act, box=box, hand=hand, player=player, amount=amount if act == "insure" else amount or None)


def _correct(draft: Draft, command: OfEntry, kind: Kind | None, put: Any, insert: bool = False) -> Refusal | None:
    """Correct one entry of a round, where that is not too late by the book."""
    clause = draft.power(command).clause
    number = _number(draft.state, command)
    refusal = draft.require_reason(command) or _too_late(draft, number, clause)
    if refusal is not None:
        return refusal
    one = remembered(draft.state, number)
    assert one is not None
    found = next((entry for entry in entries(one.events) if entry.number == command.entry), None)
    if found is None:
        return Refusal("no-such-entry", clause, {"entry": command.entry, "round": number})
    if (kind or found.kind) != found.kind or (not insert and found.kind in ("step", "ruling")):
        return Refusal("entry-of-another-kind", clause, {"entry": command.entry, "was": worded(found.command)})
    edit = Edit(command.entry, put(found), insert)
    return correct_round(draft, [edit], number=number, reason=command.reason, clause=clause, rest=command.rest)


def _number(state: TableState, command: OfEntry | AddWager) -> int:
    """The number of the round that is corrected: the one named, or the one that is played or was played last."""
    return command.round or (state.played[-1].number if state.played else 0)


def _too_late(draft: Draft, number: int, clause: str) -> Refusal | None:
    """Refuse a correction that the document no longer allows: Sydney 16.8, Canberra 14.5, Melbourne 9.9.1."""
    state, by_book = draft.state, draft.procedures.corrections
    if state.config.source != "real":
        return Refusal("real-shoe-only", clause)
    one = remembered(state, number)
    if one is None:
        return Refusal("round-not-remembered", clause, {"round": number})
    if is_over(one.events) and by_book.until == "settled":
        return draft.refuse("corrections.until", "settled-stands")
    last = state.played[-1]
    if last.number > number and _begun(last):
        if by_book.later == "void":
            return draft.refuse("corrections.later", "next-round-begun-void")
        return draft.refuse("corrections.until", "next-round-begun")
    return None


def _begun(one: PlayedRound) -> bool:
    """Whether a round has commenced: its first card has left the shoe."""
    return any(isinstance(each, ev.CardDealt) for each in one.events)


@handles(TakeBackEntry)
def take_back_entry(draft: Draft, command: TakeBackEntry) -> Refusal | None:
    """The dealer's own mistake. Once something was settled by it, somebody in authority has to put it right."""
    state, clause = draft.state, draft.power(command).clause
    if state.config.source != "real":
        return Refusal("real-shoe-only", clause)
    if not state.playing or not state.played:
        return Refusal("nothing-to-take-back", clause)
    one = state.played[-1]
    last = entries(one.events)[-1]
    if isinstance(last.command, say.NoMoreBets):
        return reopen_betting(draft, command.reason, clause)
    if last.kind not in ("card", "call") or (last.kind == "call" and not one.entered_by):
        return Refusal("nothing-to-take-back", clause)
    if one.entered_by in state.players:
        return Refusal("players-own-call", clause, {"player": one.entered_by})
    if one.events[-1] is not last.event:  # something was settled by it
        return Refusal("settled-by-entry", clause)
    reason = command.reason.strip() or "entered by mistake"
    return correct_round(draft, [Edit(last.number, None)], number=one.number, reason=reason, clause=clause)


@handles(VoidPlayedRound)
def declare_played_round_void(draft: Draft, command: VoidPlayedRound) -> Refusal | None:
    clause = draft.power(command).clause
    refusal = draft.require_reason(command)
    if refusal is None and draft.config.source != "real":
        refusal = Refusal("real-shoe-only", clause)
    if refusal is not None:
        return refusal
    last = draft.state.played[-1] if draft.state.played else None
    if last is None or last.number <= command.round or not _begun(last):
        return Refusal("reconstructed-instead", clause)
    return void_played_round(draft, command.round, command.reason, clause)


def void_played_round(draft: Draft, number: int, reason: str, clause: str) -> Refusal | None:
    """A round that is over has no result after all, except for what the document lets stand."""
    one = remembered(draft.state, number)
    if one is None or not is_over(one.events):
        return Refusal("round-not-remembered", clause, {"round": number})
    first = one.events[0]
    assert isinstance(first, ev.RoundOpened)
    paid_stands = outcome_stands(draft.procedures.voids, "paid", draft.config.side_bets)
    stands = paid_early(first.setup, one.events) if paid_stands else ()
    settled_by = draft.procedures.clauses["voids.refund"]
    order = say.VoidRound(clause, settled_by, late=True, stands=stands)
    edit = Edit(len(entries(one.events)) + 1, order, insert=True)
    return change_round(draft, [edit], number=number, reason=reason, clause=clause)
