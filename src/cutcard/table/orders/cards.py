"""The cards: brought, checked, shuffled, replaced."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal

from cutcard.cards import Card
from cutcard.cards import shoe as pack
from cutcard.engine import Refusal
from cutcard.table import commands as cmd
from cutcard.table import events as ev
from cutcard.table.commitment import difference, seal
from cutcard.table.orders.cut import offer_cut, stage_refused
from cutcard.table.orders.draft import Draft
from cutcard.table.orders.running import reveal

SALT_LENGTH_MIN = 16


def bring_cards(draft: Draft, command: cmd.BringCards) -> Refusal | None:
    refusal = stage_refused(draft, "shoe.checked_by", "no-cards") or _pre_shuffled_refused(draft, command.pre_shuffled)
    if refusal is not None:
        return refusal
    draft.add(ev.CardsBrought(command.pre_shuffled, False))
    return None


def _pre_shuffled_refused(draft: Draft, kind: str) -> Refusal | None:
    if kind and kind not in draft.procedures.shoe.pre_shuffled:
        return draft.refuse("shoe.pre_shuffled", f"{kind} pre-shuffled cards are not used")
    return None


def check_cards(draft: Draft, command: cmd.CheckCards) -> Refusal | None:
    if command.by_device and "deck-checking-device" not in draft.procedures.shoe.checked_by:
        return draft.refuse("shoe.checked_by", "cards are checked by hand")
    refusal = stage_refused(draft, "shoe.checked_by", "unchecked")
    if refusal is not None:
        return refusal
    draft.add(ev.CardsChecked(command.by_device))
    return None


# --------------------------------------------------------------------------------------------------------- shuffle


def shuffle(draft: Draft, command: cmd.Shuffle) -> Refusal | None:
    state = draft.state
    if state.playing:
        return draft.refuse("shoe.within_round", "the round in play is finished before the cards are shuffled")
    shoe = state.shoe
    if shoe.stage != "unshuffled" and not (shoe.stage in ("loaded", "ready") and shoe.due):
        why = "the cards are not checked yet" if shoe.stage in ("no-cards", "unchecked") else "no shuffle is due"
        return draft.refuse("shoe.checked_by" if "not checked" in why else "shoe.at_first_card", why)
    whole = pack(draft.config.decks, state.rules.cards.removed_ranks)
    refusal = _order_refused(draft, command.order, command.salt, whole)
    if refusal is not None:
        return refusal
    how = _how(draft)
    if command.by_hand_first and how != "shuffling-device":
        return draft.refuse("shoe.device_cut", "cards are shuffled by hand first where a device is loaded")
    new_shoe(draft, command.order, command.salt, len(whole), how)
    if how != "shuffling-device":
        offer_cut(draft)
    return None


How = Literal["hand", "multishuffler", "shuffling-device", "discards", "pre-shuffled"]


def _how(draft: Draft) -> How:
    terms, shoe = draft.config, draft.state.shoe
    if terms.shuffles_itself:
        return "shuffling-device"
    if shoe.pre_shuffled and not shoe.rounds:
        return "pre-shuffled"
    return terms.shuffled_by


def _order_refused(draft: Draft, order: tuple[Card, ...], salt: str, wanted: list[Card]) -> Refusal | None:
    """A virtual shoe needs an order of just these cards and a salt; a real one takes neither."""
    if draft.config.source == "real":
        return Refusal("nobody knows the order of a real shoe") if order or salt else None
    wrong = difference(order, wanted)
    if wrong:
        return Refusal(f"the order does not fit: {wrong}", draft.state.rules.clauses["cards.decks"])
    if len(salt) < SALT_LENGTH_MIN:
        return Refusal(f"the seal on an order needs a salt of {SALT_LENGTH_MIN} characters at least")
    return None


def new_shoe(draft: Draft, order: tuple[Card, ...], salt: str, count: int, how: How) -> None:
    """The last order is revealed, the new one sealed, and the cards count as mixed."""
    reveal(draft)
    number = draft.state.shoe.number + 1
    if draft.config.source == "virtual":
        draft.add(ev.ShoeCommitted(number, seal(order, salt)), ev.OrderSealed(order, salt))
    draft.add(ev.Shuffled(number, count, how))


def riffle(draft: Draft, command: cmd.Riffle) -> Refusal | None:
    """Pre-shuffled cards are riffled at a player's wish: those of one kind only just before the cut."""
    clause = draft.procedures.commands["riffle"].clause
    shoe = draft.state.shoe
    if not shoe.pre_shuffled:
        return Refusal("only pre-shuffled cards are riffled", clause)
    if draft.at_table(command.asked_by) is not None:
        return Refusal("a player at the table asks for it", clause)
    if command.before == "multishuffler" and (
        shoe.pre_shuffled == "angel" or shoe.stage != "unshuffled" or draft.config.shuffled_by != "multishuffler"
    ):
        return Refusal(f"{shoe.pre_shuffled} cards are not riffled before the multishuffler here", clause)
    if command.before == "cut" and shoe.stage != "uncut":
        return Refusal("they are riffled just before the cut", clause)
    draft.add(ev.Riffled(command.before, command.asked_by))
    if command.before == "multishuffler":
        return None
    whole = pack(draft.config.decks, draft.state.rules.cards.removed_ranks)
    refusal = _order_refused(draft, command.order, command.salt, whole)
    if refusal is None:
        new_shoe(draft, command.order, command.salt, len(whole), "hand")
        offer_cut(draft)
    return refusal


def order_shuffle(draft: Draft, command: cmd.OrderShuffle) -> Refusal | None:
    clause = draft.procedures.commands["order-shuffle"].clause
    if draft.state.playing:
        return Refusal("a shuffle is ordered once the round is over", clause)
    if draft.state.shoe.stage != "ready" or draft.config.shuffles_itself:
        return Refusal("there is no shoe in play to shuffle", clause)
    draft.add(ev.ShuffleOrdered(command.reason))
    return None


def complete_shoe(draft: Draft, command: cmd.CompleteShoe) -> Refusal | None:
    """A shoe that runs out within a round is completed from the discards, shuffled and cut."""
    state = draft.state
    shoe = state.shoe
    if not state.playing or state.round is None or state.round.needs != "card" or shoe.left > 0:
        return draft.refuse("shoe.short", "the shoe has not run out")
    count = len(shoe.discards) + len(shoe.burned)  # burned cards lie in the discard rack
    if not count:
        return draft.refuse("shoe.short", "there are no discards to go on with")
    refusal = _order_refused(draft, command.order, command.salt, shoe.rack)
    if refusal is None and not 0 < command.at < max(count, 2):
        refusal = draft.refuse("shoe.cut_decks", "the discards are cut somewhere within")
    if refusal is not None:
        return refusal
    new_shoe(draft, command.order, command.salt, count, "discards")
    draft.add(ev.StackCut(draft.by.id, command.at), ev.ShoeCompleted(count))
    return None


def return_discards(draft: Draft, command: cmd.ReturnDiscards) -> Refusal | None:
    """The discards go into the shuffling device, which mixes them with what it holds."""
    state, terms = draft.state, draft.procedures.shoe
    shoe = state.shoe
    if not draft.config.shuffles_itself or shoe.stage != "ready":
        return draft.refuse("shoe.device_gets_discards", "there is no shuffling device in play")
    dealing = state.playing and state.round is not None and state.round.phase == "initial"
    if dealing or (state.playing and terms.device_gets_discards == "after-round"):
        when = terms.device_gets_discards.replace("-", " ")
        return draft.refuse("shoe.device_gets_discards", f"the discards go into the device {when}")
    refusal = _order_refused(draft, command.order, command.salt, [*shoe.order[shoe.next :], *shoe.rack])
    if refusal is not None:
        return refusal
    count = shoe.left + len(shoe.discards) + len(shoe.burned)
    new_shoe(draft, command.order, command.salt, count, "shuffling-device")
    return None


# ------------------------------------------------------------------------------------------------------ replacement


def replace_cards(draft: Draft, command: cmd.ReplaceCards) -> Refusal | None:
    """New cards for all: with a shoe only before a shuffle that is due, with a device after any round."""
    clause = draft.procedures.commands["replace-cards"].clause
    if draft.state.playing or draft.state.bets:
        return Refusal("cards are replaced once the round is over", clause)
    if draft.state.shoe.stage == "no-cards":
        return Refusal("there are no cards to replace", clause)
    early = draft.state.shoe.stage == "ready" and not draft.state.shoe.due
    if early and not draft.config.shuffles_itself and draft.procedures.shoe.replaced == "before-shuffle":
        return Refusal("the cards of a shoe are replaced after its last round, before the shuffle", clause)
    refusal = draft.require_notice("replace-cards", command.told) or _pre_shuffled_refused(draft, command.pre_shuffled)
    if refusal is not None:
        return refusal
    reveal(draft)
    draft.add(ev.CardsBrought(command.pre_shuffled, True))
    return None


def replace_card(draft: Draft, command: cmd.ReplaceCard) -> Refusal | None:
    clause = draft.procedures.commands["replace-card"].clause
    if command.card.rank in draft.state.rules.cards.removed_ranks or draft.state.shoe.stage == "no-cards":
        return Refusal(f"there is no {command.card} in play", clause)
    if draft.procedures.shoe.card_replaced == "between-rounds" and draft.state.playing:
        return Refusal("cards are replaced while no hand is in progress", clause)
    refusal = draft.require_notice("replace-card", command.told)
    if refusal is not None:
        return refusal
    draft.add(ev.CardReplaced(command.card))
    return None


def deal_face_down(draft: Draft, command: cmd.DealFaceDown) -> Refusal | None:
    if draft.procedures.style.face_down == "never":
        return draft.refuse("style.face_down", "every card lies face up")
    if draft.state.playing:
        return draft.refuse("style.face_down", "the style of dealing changes between rounds")
    refusal = draft.require_notice("deal-face-down", command.told)
    if refusal is not None:
        return refusal
    draft.add(ev.StyleChanged(True))
    return None


def deal_face_up(draft: Draft, command: cmd.DealFaceUp) -> Refusal | None:
    if draft.state.playing:
        return draft.refuse("style.face_down", "the style of dealing changes between rounds")
    draft.add(ev.StyleChanged(False))
    return None


ORDERS: dict[type, Callable[[Draft, Any], Refusal | None]] = {
    cmd.BringCards: bring_cards,
    cmd.CheckCards: check_cards,
    cmd.Shuffle: shuffle,
    cmd.Riffle: riffle,
    cmd.OrderShuffle: order_shuffle,
    cmd.CompleteShoe: complete_shoe,
    cmd.ReturnDiscards: return_discards,
    cmd.ReplaceCards: replace_cards,
    cmd.ReplaceCard: replace_card,
    cmd.DealFaceDown: deal_face_down,
    cmd.DealFaceUp: deal_face_up,
}
