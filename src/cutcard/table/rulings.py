"""What each ruling on a mistake in the deal does to the round, the shoe and the wagers.

A round under way takes commands of its own for it (`engine/irregular.py`); what was entered wrongly is entered again
(`corrections`); void rounds and shuffles go the way that they always go.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from cutcard.cards import Card
from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.rulebooks.irregularities import IrregularityKind, Ruling
from cutcard.table.cards import CardsBrought
from cutcard.table.case import Case
from cutcard.table.corrections import void_played_round
from cutcard.table.cut import CardBurned
from cutcard.table.dealing import real_card_refused
from cutcard.table.draft import Draft
from cutcard.table.misdeals import go_back, lay_anew, pass_over
from cutcard.table.registry import event, reduces
from cutcard.table.shuffle import ShuffleOrdered, leave_discards, reveal
from cutcard.table.state import TableState, with_shoe
from cutcard.table.voids import end_shoe, end_without_result

OF_CALLS: frozenset[IrregularityKind] = frozenset({"player-passed-over", "decision-done-wrongly", "acted-out-of-turn"})
FACE_UP: frozenset[IrregularityKind] = frozenset({"card-faced-in-shoe", "round-without-wagers", "hand-without-wager"})


@event(seen_by="everybody", log="the {card:card} is kept: it is the next card that is dealt (clause {clause})")
class CardKept(NamedTuple):
    """A card that was seen and is out of the shoe between rounds is the first of the next."""

    card: Card
    clause: str


@event(seen_by="everybody", log="no card was burned: the shoe is dealt from as it is (clause {clause})")
class BurnForgotten(NamedTuple):
    clause: str


@event(seen_by="everybody", log="insurance may still be placed, since it was not offered (clause {clause})")
class InsuranceStillOpen(NamedTuple):
    round: int
    clause: str


# -------------------------------------------------------------------------------------------------- cards by themselves


def _burn(draft: Draft, case: Case) -> Refusal | None:
    """The card is burned. One that lay face up is named; another may have been burned unseen."""
    if case.kind in FACE_UP and draft.config.source == "real" and case.card is None and not case.cards:
        return Refusal("card-to-name", case.clause)
    for card in case.cards or (case.card,):
        refusal = _burned(draft, card, case.clause)
        if refusal is not None:
            return refusal
    return None


def _burned(draft: Draft, card: Card | None, clause: str) -> Refusal | None:
    refusal = _not_in_shoe(draft, card)
    if refusal is not None:
        return refusal
    shoe = draft.state.shoe
    if draft.config.source == "virtual":
        card = shoe.order[shoe.next]
    if draft.state.playing:
        return draft.play(say.Burn(card, clause))
    draft.add(CardBurned(card, card is not None, clause))
    return None


def _not_in_shoe(draft: Draft, card: Card | None) -> Refusal | None:
    """Whether there is such a card to take out of the shoe."""
    shoe = draft.state.shoe
    if shoe.stage not in ("loaded", "ready"):
        return draft.refuse("shoe.at_first_card", "no-shoe-yet", stage=shoe.stage)
    if not shoe.left:
        return draft.refuse("shoe.short", "shoe-run-out")
    if draft.config.source == "virtual":
        return Refusal("virtual-shoe-knows") if card is not None else None
    return real_card_refused(draft, card, _waiting(draft.state)) if card is not None else None


def _waiting(state: TableState) -> list[Card]:
    """Cards that were drawn too early and seen, and have not been dealt yet."""
    held = state.round.held if state.playing and state.round is not None else state.shoe.held
    return [card for card in held if card is not None]


def _next_card(draft: Draft, case: Case) -> Refusal | None:
    """A card that was drawn too early is the next one, in the round or in the next; unseen it is as if undrawn."""
    if case.kind in OF_CALLS and (case.entry is not None or case.card is None):
        return go_back(draft, case)
    refusal = _not_in_shoe(draft, case.card)
    if refusal is not None:
        return refusal
    if draft.state.playing:
        return draft.play(say.DrawInError(case.card, case.clause))
    if case.card is not None:
        draft.add(CardKept(case.card, case.clause))
    return None


def _first_of_next_round(draft: Draft, case: Case) -> Refusal | None:
    """Within a round a card that nobody saw waits under the shoe until the next one (Sydney 16.6)."""
    if not draft.state.playing:
        return _next_card(draft, case)
    return _not_in_shoe(draft, None) or draft.play(say.SetAside(case.clause))


def _discard_hand(draft: Draft, case: Case) -> Refusal | None:
    return Refusal("cards-to-name", case.clause) if not case.cards else _burn(draft, case)


# ------------------------------------------------------------------------------------------------- the shoe as a whole


def _finish_then_shuffle(draft: Draft, case: Case) -> Refusal | None:
    """The round in play is finished; in announced last rounds there is no shuffle any more."""
    state = draft.state
    if state.shoe.stage != "ready" or state.shuffles_itself:
        return Refusal("no-shoe-to-shuffle", case.clause)
    last = bool(draft.procedures.shoe.last_rounds) and state.last_rounds is not None
    if not state.shoe.due and not last:
        draft.add(ShuffleOrdered(case.reason))
    return None


def _count_cards(draft: Draft, case: Case) -> Refusal | None:
    """All cards are there; those that may lie face up in a device come out, and are checked before more are dealt."""
    if not case.complete:
        return Refusal("cards-not-complete", case.clause)
    if case.kind == "card-faced-in-shoe":
        reveal(draft)
        draft.add(CardsBrought("", False))
    return None


def _goes_on(draft: Draft, case: Case) -> Refusal | None:
    if case.kind != "burn-forgotten":
        return None
    shoe = draft.state.shoe
    if shoe.stage not in ("loaded", "ready"):
        return draft.refuse("shoe.at_first_card", "no-shoe-yet", stage=shoe.stage)
    if draft.config.source == "virtual" and shoe.stage == "ready":
        return Refusal("burned-already", case.clause)
    draft.add(BurnForgotten(case.clause))
    return None


def _shuffle_discards(draft: Draft, case: Case) -> Refusal | None:
    return Refusal("shoe-completed-by-command", case.clause)


def _stay_in_rack(draft: Draft, case: Case) -> Refusal | None:
    return leave_discards(draft, case.clause)


# --------------------------------------------------------------------------------------------------------- void rounds


def _void_round(draft: Draft, case: Case) -> Refusal | None:
    if case.kind == "round-without-wagers":
        return _no_round(draft, case)
    state = draft.state
    if state.playing and case.round == state.number:
        order = say.VoidRound(case.clause)
        return end_without_result(draft, "irregularity", case.reason, order, case.settled_stands)
    return void_played_round(draft, case.round, case.reason, case.clause)


def _no_round(draft: Draft, case: Case) -> Refusal | None:
    """Cards that were dealt though nobody had wagered: there was no round, and what was seen of them is burned."""
    if draft.state.bets:
        return Refusal("wagers-are-laid", case.clause)
    return _burn(draft, case)


def _void_shoe(draft: Draft, case: Case) -> Refusal | None:
    return end_shoe(draft, case.reason, case.clause)


# ------------------------------------------------------------------------------------------------ what players decide


def _player_chooses(draft: Draft, case: Case) -> Refusal | None:
    if case.kind == "insurance-not-offered":
        draft.add(InsuranceStillOpen(draft.state.number, case.clause))
        return None
    return pass_over(draft, case)


def _void_wager(draft: Draft, case: Case) -> Refusal | None:
    """What lies on a box goes back: one that had no cards was passed over, from another it is taken off."""
    round_ = draft.state.round
    if not draft.state.playing or round_ is None:
        return Refusal("no-round", case.clause)
    if case.kind == "box-not-dealt" and round_.rules.misdeal.place_skipped == "stands":
        return pass_over(draft, case)
    owners = dict.fromkeys(wager.player for wager in round_.wagers if wager.open and wager.box == case.box)
    if not owners:
        return Refusal("box-to-name", case.clause)
    for name in owners:
        if draft.state.playing:
            refusal = draft.play(say.WithdrawWager(case.box or 0, name, case.clause))
            if refusal is not None:
                return refusal
    return None


RULINGS: dict[Ruling, Callable[[Draft, Case], Refusal | None]] = {
    "burn": _burn,
    "next-card": _next_card,
    "first-of-next-round": _first_of_next_round,
    "reconstruct": lay_anew,
    "void-round": _void_round,
    "void-wager": _void_wager,
    "void-shoe": _void_shoe,
    "discard-hand": _discard_hand,
    "player-chooses": _player_chooses,
    "finish-then-shuffle": _finish_then_shuffle,
    "shuffle-discards": _shuffle_discards,
    "goes-on": _goes_on,
    "stay-in-rack": _stay_in_rack,
    "count-cards": _count_cards,
}


@reduces(CardKept)
def _kept(state: TableState, event: CardKept) -> TableState:
    return with_shoe(state, held=(*state.shoe.held, event.card))


@reduces(BurnForgotten)
def _not_burned(state: TableState, event: BurnForgotten) -> TableState:
    """A burn that was put down all the same did not take place: the card is in the shoe, or was dealt.

    Cards that were burned for a mistake stay burned.
    """
    shoe, at = state.shoe, state.shoe.first_burned
    if at is not None and shoe.stage == "ready":
        burned = (*shoe.burned[:at], *shoe.burned[at + 1 :])
        shoe = shoe._replace(burned=burned, first_burned=None, left=shoe.left + 1)
    return state._replace(shoe=shoe if shoe.stage == "ready" else shoe.in_play(), since=state.now)


@reduces(InsuranceStillOpen)
def _still_open(state: TableState, event: InsuranceStillOpen) -> TableState:
    return state._replace(insurance_late=event.round)
