"""Corrections at a real shoe: a card, a wager, an amount or a call that was entered wrongly is put right.

History stays as it is. A correction is an event of its own: the round is played again from the corrected entries, and
the differences in money are posted. Until when that is done, and by whom, is in the book.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
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
    Misfit,
    Rest,
    edited,
    entries,
    kind_of,
    paid_early,
    replayed,
    worded,
)
from cutcard.table.approvals import Approved
from cutcard.table.corrected_rounds import (
    Change,
    Owed,
    RoundCorrected,
    changes_jackpot,
    differences,
    is_over,
    remembered,
    whole,
)
from cutcard.table.draft import Draft
from cutcard.table.evolve import evolved
from cutcard.table.ledger import device_account, player_chips, player_tokens
from cutcard.table.ranges import RoundNumber
from cutcard.table.registry import SecondPerson, command, handles
from cutcard.table.state import Bet, PlayedRound, TableState
from cutcard.table.wrong_payments import record_difference

Act = Literal["nothing", "hit", "stand", "double", "split", "surrender", "insure", "even-money", "join", "rescue"]
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
    """The card or the call entered last was wrong, and nothing has come after it."""

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


Correcting = CorrectCard | CorrectCall | AddCall | CorrectWager | CorrectAmount


# ------------------------------------------------------------------------------------------------------------- commands


@handles(CorrectCard)
def correct_card(draft: Draft, command: CorrectCard) -> Refusal | None:
    return _correct(draft, command, "card", lambda entry: say.Deal(command.card))


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


@handles(CorrectAmount)
def correct_amount(draft: Draft, command: CorrectAmount) -> Refusal | None:
    def amount(entry: Entry) -> RoundCommand | None:
        given: Any = entry.command
        field = "prize" if isinstance(given, say.Press) else "amount"
        put: RoundCommand = given._replace(**{field: command.amount}) if field in given._fields else given
        return put

    return _correct(draft, command, None, amount)


def _call(act: Act, amount: Cents, like: Any) -> RoundCommand | None:
    """The call of a player, where another one stands or should have stood."""
    box, hand, player = (getattr(like, name, None) for name in ("box", "hand", "player"))
    made: dict[Act, RoundCommand | None] = {
        "nothing": None,
        "hit": say.Hit(box, hand),
        "stand": say.Stand(box, hand),
        "double": say.Double(box, hand, player, amount or None),
        "split": say.Split(box, hand, player),
        "surrender": say.Surrender(box, player),
        "insure": say.Insure(box or 0, player, amount),
        "even-money": say.EvenMoney(box or 0, player),
        "join": say.Join(player, amount or None),
        "rescue": say.Rescue(player),
    }
    return made[act]


def _correct(draft: Draft, command: Correcting, kind: Kind | None, put: Any, insert: bool = False) -> Refusal | None:
    """Correct one entry of a round, where that is not too late by the book."""
    clause = draft.power(command).clause
    number = command.round or (draft.state.played[-1].number if draft.state.played else 0)
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
    """A round that is over has no result after all; what the document lets stand of it does."""
    one = remembered(draft.state, number)
    if one is None or not is_over(one.events):
        return Refusal("round-not-remembered", clause, {"round": number})
    first = one.events[0]
    assert isinstance(first, ev.RoundOpened)
    stands = paid_early(first.setup, one.events) if draft.procedures.voids.paid == "stands" else ()
    settled_by = draft.procedures.clauses["voids.refund"]
    order = say.VoidRound(clause, settled_by, late=True, stands=stands)
    edit = Edit(len(entries(one.events)) + 1, order, insert=True)
    return correct_round(draft, [edit], number=number, reason=reason, clause=clause)


# ------------------------------------------------------------------------------------------------------ the correction


def correct_round(
    draft: Draft, edits: Sequence[Edit], *, number: int, reason: str, clause: str, rest: Rest = "must-fit"
) -> Refusal | None:
    """Play a round again with some of its entries corrected, and post what that changes.

    Whether it may still be done, and by whom, is for the caller to say.
    """
    one = remembered(draft.state, number)
    if one is None or draft.config.source != "real":
        return Refusal("round-not-remembered", clause, {"round": number})
    made = _made_again(one, edits, rest)
    if isinstance(made, Misfit):
        facts = {"entry": made.entry, "what": worded(made.command), "why": made.refusal.message}
        return Refusal("correction-does-not-fit", made.refusal.clause or clause, facts)
    events, bets, dropped = made
    if (list(map(type, events)), events, bets) == (list(map(type, one.events)), one.events, one.bets):
        return Refusal("nothing-to-correct", clause)
    if changes_jackpot(one.events, events):
        return Refusal("jackpot-stands", clause, {"round": number})
    approved = next((each for each in draft.events if isinstance(each, Approved)), None)
    by, second = (draft.by.id, "") if approved is None else (approved.asked_by, approved.by)
    event = RoundCorrected(number, _changes(one, edits), by, reason, clause, events, bets, second, dropped)
    event = event._replace(owed=_owed(draft.state, event))
    after = evolved(draft.state, event)[0]
    refusal = (
        _reopening_refused(draft, one, after, clause)
        or _cards_refused(draft, one, event, after)
        or _means_refused(draft, edits, event, after)
    )
    if refusal is not None:
        return refusal
    draft.add(event)
    for name, *owed in event.owed:
        due = sum(wager.returned or 0 for wager in whole(events).wagers if wager.player == name)
        note = f"a correction of round {number}: {reason}"
        record_difference(
            draft, player=name, round_number=number, paid=due + sum(owed), due=due, note=note, clause=clause
        )
    return None


def _made_again(one: PlayedRound, edits: Sequence[Edit], rest: Rest) -> tuple[Any, tuple[Bet, ...], int] | Misfit:
    """The events and the wagers of a round with its entries corrected, and how many of them were dropped."""
    first = one.events[0]
    assert isinstance(first, ev.RoundOpened)
    found = entries(one.events)
    bets = _bets(one, found, edits)
    seats = first.setup.seats
    wagers = [
        (0, say.PlaceWager(bet.box, bet.player, bet.bet, bet.amount, bet.carried))
        for bet in sorted(bets, key=lambda bet: seats.get(bet.box) != bet.player)
    ]
    others = [(entry.number, entry.command) for entry in found if entry.kind != "wager"]
    of_others = [edit for edit in edits if edit.put is None or kind_of(edit.put) != "wager"]
    again = replayed(first, [*wagers, *edited(others, of_others)], rest)
    return again if isinstance(again, Misfit) else (again.events, bets, len(again.dropped))


def _bets(one: PlayedRound, found: Sequence[Entry], edits: Sequence[Edit]) -> tuple[Bet, ...]:
    """The wagers as they lay, corrected; tokens stay in a wager of their owner as far as it goes."""
    edit_of = {edit.at: edit for edit in edits}
    placed: dict[Any, Edit] = {}
    for entry in found:
        if isinstance(entry.command, say.PlaceWager) and entry.number in edit_of:
            placed[entry.command[:3]] = edit_of[entry.number]
    made: dict[Any, Bet] = {}
    for bet in one.bets:
        edit = placed.get(bet[:3])
        now: Any = bet if edit is None else edit.put
        if now is None:
            continue
        tokens = min(bet.tokens if now.player == bet.player else 0, now.amount)
        new = Bet(now.box, now.player, now.bet, now.amount, tokens, now.carried)
        same = made.get(new[:3])
        if same is not None:
            new = same._replace(amount=same.amount + new.amount, tokens=same.tokens + new.tokens)
        made[new[:3]] = new
    return tuple(made.values())


def _changes(one: PlayedRound, edits: Sequence[Edit]) -> tuple[Change, ...]:
    found = {entry.number: entry for entry in entries(one.events)}
    return tuple(
        Change(
            edit.at,
            kind_of(edit.put) if edit.put is not None else found[edit.at].kind,
            "nothing" if edit.insert else worded(found[edit.at].command),
            worded(edit.put),
        )
        for edit in edits
    )


def _owed(state: TableState, event: RoundCorrected) -> tuple[Owed, ...]:
    """What players should give back and do not have at the table; who has left gives nothing back."""
    moved = differences(state, event)
    names = {wager.player: None for one in (event.bets, remembered(state, event.round).bets) for wager in one}  # type: ignore[union-attr]
    owed = []
    for name in names:
        here = state.present.get(name)
        chips = max(-moved.get(player_chips(state, name), 0) - (here.chips if here is not None else 0), 0)
        tokens = max(-moved.get(player_tokens(state, name), 0) - (here.tokens if here is not None else 0), 0)
        device = max(-moved.get(device_account(state, name), 0) - ((here.device or 0) if here is not None else 0), 0)
        if chips or tokens or device:
            owed.append(Owed(name, chips, tokens, device))
    return tuple(owed)


def _reopening_refused(draft: Draft, one: PlayedRound, after: TableState, clause: str) -> Refusal | None:
    """A round that was over goes on only while its cards are where they were: before the next betting or shuffle."""
    goes_on = not is_over(next(each for each in after.played if each.number == one.number).events)
    if not is_over(one.events) or not goes_on:
        return None
    state = draft.state
    there = state.number == one.number and state.round is not None and state.shoe.stage == "ready"
    if there and state.shoe.number == one.shoe:
        return None
    return Refusal("round-cannot-reopen", clause, {"round": one.number})


def _cards_refused(draft: Draft, one: PlayedRound, event: RoundCorrected, after: TableState) -> Refusal | None:
    """A shoe holds each card only so often, and some not at all."""
    clauses, decks = after.rules.clauses, after.config.decks
    old = Counter(each.card for each in one.events if isinstance(each, ev.CardDealt))
    new = Counter(each.card for each in event.events if isinstance(each, ev.CardDealt))
    lying = Counter((*after.shoe.on_table, *after.shoe.rack))
    for card in new - old:
        if card.rank in after.rules.cards.removed_ranks:
            facts = {"game": after.rules.title, "card": str(card)}
            return Refusal("rank-not-played", clauses["cards.removed_ranks"], facts)
        if max(lying[card], new[card]) > decks:
            return Refusal("card-too-often", clauses["cards.decks"], {"decks": decks, "card": str(card)})
    return None


def _means_refused(draft: Draft, edits: Sequence[Edit], event: RoundCorrected, after: TableState) -> Refusal | None:
    """While a round is played, nobody has a wager on the layout that they have no chips for."""
    staking = any(edit.put is not None and kind_of(edit.put) in ("wager", "call") for edit in edits)
    if not event.owed or not staking or is_over(event.events):
        return None
    name, short, _, of_device = event.owed[0]
    here = draft.state.players.get(name)
    if of_device:
        clause = draft.state.rules.clauses["deal.wagers_in"]
        return Refusal("device-balance-short", clause, {"player": name, "short": of_device})
    chips = here.chips if here is not None else 0
    facts = {"player": name, "chips": chips, "cost": chips + short}
    return Refusal("too-dear", draft.state.rules.clauses["deal.wagers_in"], facts)
