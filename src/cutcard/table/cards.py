"""The cards: brought to the table, checked, replaced, and how they are dealt."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.cards import Card
from cutcard.engine import Refusal
from cutcard.table.config import Notices
from cutcard.table.cut import stage_refused
from cutcard.table.draft import Draft
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.shuffle import reveal
from cutcard.table.state import (
    Shoe,
    TableState,
    with_shoe,
)


@command(group="cards")
class BringCards(NamedTuple):
    """Cards come to the table, shuffled beforehand or not."""

    pre_shuffled: Literal["", "casino", "angel"] = ""


@command(group="cards")
class CheckCards(NamedTuple):
    by_device: bool = False


@command(group="cards")
class ReplaceCards(NamedTuple):
    """New cards for all: when the document has it so, or because they have become unfit."""

    pre_shuffled: Literal["", "casino", "angel"] = ""
    told: Notices = ()
    unfit: bool = False  # for anybody who may replace a single card, in the middle of a shoe too


@command("replace a card", group="cards")
class ReplaceCard(NamedTuple):
    """Replace one damaged or marked card by its like."""

    card: Card
    told: Notices = ()


@command(group="cards")
class DealFaceDown(NamedTuple):
    told: Notices = ()


@command(group="cards")
class DealFaceUp(NamedTuple):
    pass


@event(seen_by="everybody")
class CardsBrought(NamedTuple):
    pre_shuffled: Literal["", "casino", "angel"]
    replaced: bool


@event(seen_by="everybody")
class CardsChecked(NamedTuple):
    by_device: bool


@event(seen_by="everybody", log="a new {card:card} replaces the old one")
class CardReplaced(NamedTuple):
    card: Card


@event(seen_by="everybody")
class StyleChanged(NamedTuple):
    face_down: bool


@handles(BringCards)
def bring_cards(draft: Draft, command: BringCards) -> Refusal | None:
    refusal = stage_refused(draft, "shoe.checked_by", "no-cards") or _pre_shuffled_refused(draft, command.pre_shuffled)
    if refusal is not None:
        return refusal
    draft.add(CardsBrought(command.pre_shuffled, False))
    return None


def _pre_shuffled_refused(draft: Draft, kind: str) -> Refusal | None:
    if kind and kind not in draft.procedures.shoe.pre_shuffled:
        return draft.refuse("shoe.pre_shuffled", "pre-shuffled-not-used", kind=kind)
    return None


@handles(CheckCards)
def check_cards(draft: Draft, command: CheckCards) -> Refusal | None:
    if command.by_device and "deck-checking-device" not in draft.procedures.shoe.checked_by:
        return draft.refuse("shoe.checked_by", "checked-by-hand")
    refusal = stage_refused(draft, "shoe.checked_by", "unchecked")
    if refusal is not None:
        return refusal
    draft.add(CardsChecked(command.by_device))
    return None


@handles(ReplaceCards)
def replace_cards(draft: Draft, command: ReplaceCards) -> Refusal | None:
    """With a shoe only before a shuffle that is due, with a device after any round; unfit cards between two hands."""
    if command.unfit:
        return draft.needs_role("replace-card") or _replace_unfit(draft, command)
    clause = draft.power(command).clause
    if draft.state.playing or draft.state.bets:
        return Refusal("replaced-after-round", clause)
    if draft.state.shoe.stage == "no-cards":
        return Refusal("no-cards-to-replace", clause)
    early = draft.state.shoe.stage == "ready" and not draft.state.shoe.due
    if early and not draft.state.shuffles_itself and draft.procedures.shoe.replaced == "before-shuffle":
        return Refusal("replaced-before-shuffle", clause)
    return _bring_new(draft, command)


def _replace_unfit(draft: Draft, command: ReplaceCards) -> Refusal | None:
    """All cards are unfit for further use, and no hand is in progress (Melbourne 4.4.2)."""
    clause = draft.procedures.commands["replace-card"].clause
    if draft.state.playing:
        return Refusal("replaced-between-hands", clause)
    if draft.state.shoe.stage == "no-cards":
        return Refusal("no-cards-to-replace", clause)
    return _bring_new(draft, command)


def _bring_new(draft: Draft, command: ReplaceCards) -> Refusal | None:
    refusal = draft.require_notice(command) or _pre_shuffled_refused(draft, command.pre_shuffled)
    if refusal is not None:
        return refusal
    reveal(draft)
    draft.add(CardsBrought(command.pre_shuffled, True))
    return None


@handles(ReplaceCard)
def replace_card(draft: Draft, command: ReplaceCard) -> Refusal | None:
    clause = draft.power(command).clause
    if command.card.rank in draft.state.rules.cards.removed_ranks or draft.state.shoe.stage == "no-cards":
        return Refusal("card-not-in-play", clause, {"card": str(command.card)})
    if draft.procedures.shoe.card_replaced == "between-rounds" and draft.state.playing:
        return Refusal("replaced-between-hands", clause)
    refusal = draft.require_notice(command)
    if refusal is not None:
        return refusal
    draft.add(CardReplaced(command.card))
    return None


@handles(DealFaceDown)
def deal_face_down(draft: Draft, command: DealFaceDown) -> Refusal | None:
    if draft.procedures.style.face_down == "never":
        return draft.refuse("style.face_down", "always-face-up")
    if draft.state.playing:
        return draft.refuse("style.face_down", "style-between-rounds")
    refusal = draft.require_notice(command)
    if refusal is not None:
        return refusal
    draft.add(StyleChanged(True))
    return None


@handles(DealFaceUp)
def deal_face_up(draft: Draft, command: DealFaceUp) -> Refusal | None:
    if draft.state.playing:
        return draft.refuse("style.face_down", "style-between-rounds")
    draft.add(StyleChanged(False))
    return None


@reduces(CardsBrought)
def _brought(state: TableState, event: CardsBrought) -> TableState:
    old = state.shoe
    shoe = Shoe(old.number, "unchecked", event.pre_shuffled, event.replaced, old.opening)
    return state._replace(shoe=shoe._replace(out=old.out, out_box=old.out_box))


@reduces(CardsChecked)
def _checked(state: TableState, event: CardsChecked) -> TableState:
    return with_shoe(state, stage="unshuffled")


@reduces(StyleChanged)
def _style_changed(state: TableState, event: StyleChanged) -> TableState:
    return state._replace(face_down=event.face_down)
