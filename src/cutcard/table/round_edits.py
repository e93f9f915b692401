"""A round played again with some of its entries corrected: what that makes of wagers, cards and money."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence

from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.engine import events as ev
from cutcard.engine.betting import under_minimum
from cutcard.records.entries import (
    Edit,
    Misfit,
    Rest,
    entries,
    kind_of,
    worded,
)
from cutcard.table.approvals import Approved
from cutcard.table.corrected_rounds import (
    Change,
    Owed,
    RoundCorrected,
    changes_jackpot,
    differences,
)
from cutcard.table.draft import Draft
from cutcard.table.evolve import evolved
from cutcard.table.jackpot_links import repriced
from cutcard.table.ledger import device_account, player_chips, player_tokens
from cutcard.table.limits import warn_under_minimum
from cutcard.table.remade_rounds import is_over, made_again, remembered, round_after
from cutcard.table.state import PlayedRound, TableState
from cutcard.table.voids import end_without_result
from cutcard.table.wrong_payments import record_difference


def correct_round(
    draft: Draft, edits: Sequence[Edit], *, number: int, reason: str, clause: str, rest: Rest = "must-fit"
) -> Refusal | None:
    """Play a round again with some of its entries corrected, and post what that changes.

    Whether it may still be done, and by whom, is for the caller to say.
    """
    if draft.config.source != "real":  # what the program deals is entered by nobody
        return Refusal("round-not-remembered", clause, {"round": number})
    return change_round(draft, edits, number=number, reason=reason, clause=clause, rest=rest)


def change_round(
    draft: Draft, edits: Sequence[Edit], *, number: int, reason: str, clause: str, rest: Rest = "must-fit"
) -> Refusal | None:
    """The same wherever the cards come from: a round without an outcome was not entered wrongly."""
    state = draft.state
    one = remembered(state, number)
    if one is None:
        return Refusal("round-not-remembered", clause, {"round": number})
    if state.tournament and (state.session is None or number <= state.session.first_round):
        return Refusal("session-counted", clause, {"round": number})
    if state.session is not None and state.betting != "closed":  # who may wager, and on what, may become another
        refusal = end_without_result(draft, "irregularity", reason, say.VoidRound(clause))
        if refusal is not None:
            return refusal
    return replay_round(draft, one, edits, reason=reason, clause=clause, rest=rest)


def replay_round(
    draft: Draft,
    one: PlayedRound,
    edits: Sequence[Edit],
    *,
    reason: str,
    clause: str,
    rest: Rest = "must-fit",
    read_out: bool = False,
) -> Refusal | None:
    """Play a remembered round again with some of its entries changed, and post the differences."""
    number = one.number
    made = made_again(one, edits, rest)
    if isinstance(made, Misfit):
        facts = {"entry": made.entry, "what": worded(made.command), "why": made.refusal.message}
        return Refusal("correction-does-not-fit", made.refusal.clause or clause, facts)
    events, bets, dropped = made
    if (list(map(type, events)), events, bets) == (list(map(type, one.events)), one.events, one.bets):
        return Refusal("nothing-to-correct", clause)
    if changes_jackpot(one.events, events):
        return Refusal("jackpot-stands", clause, {"round": number})
    refusal = repriced(draft.state, one.bets, bets)
    if refusal is not None:
        return refusal
    approved = next((each for each in draft.events if isinstance(each, Approved)), None)
    by, second = (draft.by.id, "") if approved is None else (approved.asked_by, approved.by)
    event = RoundCorrected(number, _changes(one, edits), by, reason, clause, events, bets, second, dropped)
    event = event._replace(owed=_owed(draft.state, event), read_out=read_out)
    after = evolved(draft.state, event)[0]
    refusal = (
        _reopening_refused(draft, one, after, clause)
        or _cards_refused(draft, one, event, after)
        or _means_refused(draft, edits, event, after)
    )
    if refusal is not None:
        return refusal
    draft.add(event)
    told_before = {placed.wager.player for placed in under_minimum(round_after(one.events))}
    warn_under_minimum(draft, round_after(events), told=one.warned | told_before)
    for name, *owed in event.owed:
        due = sum(wager.returned or 0 for wager in round_after(events).wagers if wager.player == name)
        note = f"a correction of round {number}: {reason}"
        record_difference(
            draft, player=name, round_number=number, paid=due + sum(owed), due=due, note=note, clause=clause
        )
    return None


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
    old = Counter(each.card for each in one.events if isinstance(each, ev.CardDealt | ev.HoleCardTurned))
    new = Counter(each.card for each in event.events if isinstance(each, ev.CardDealt | ev.HoleCardTurned))
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
