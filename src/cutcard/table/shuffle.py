"""Shuffling: a stack, a device or the discards become a shoe, sealed where it is virtual."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Literal, NamedTuple

from cutcard.cards import Card
from cutcard.cards import shoe as pack
from cutcard.engine import Refusal
from cutcard.table.commitment import difference, seal
from cutcard.table.cut import CutForAll, cut_for_all, offer_cut
from cutcard.table.discards import cards_of, collected_hands, in_rack, mixed_cards, place_of, without
from cutcard.table.draft import Draft
from cutcard.table.registry import FreeText, command, event, handles, reduces
from cutcard.table.state import (
    HandPlace,
    Shoe,
    Stage,
    TableState,
    with_shoe,
)

SALT_LENGTH_MIN = 16


How = Literal["hand", "multishuffler", "shuffling-device", "discards", "pre-shuffled"]


@command(group="cards")
class Shuffle(NamedTuple):
    """Mix the cards. A virtual shoe's order comes from outside, with a salt that seals it; a real shoe has none."""

    order: tuple[Card, ...] = ()
    salt: str = ""
    by_hand_first: bool = False  # before a device is loaded


@command(group="cards")
class Riffle(NamedTuple):
    """Riffle pre-shuffled cards, since a player asked; where in the procedure says `before`."""

    before: Literal["multishuffler", "cut"]
    asked_by: str
    order: tuple[Card, ...] = ()
    salt: str = ""


def _ordered_by(draft: Draft, command: OrderShuffle) -> str:
    """The clause that has a shuffle ordered: Melbourne has one of its own for an abnormal sequence."""
    by_book = draft.procedures
    return by_book.clauses["shoe.abnormal_sequence"] if command.abnormal else by_book.commands["order-shuffle"].clause


@command("order a shuffle", group="cards", role_clause=_ordered_by)
class OrderShuffle(NamedTuple):
    """Have the cards shuffled before the next round; where the document says so, at once if they come abnormally."""

    reason: str
    abnormal: bool = False


@command("complete the shoe", group="cards")
class CompleteShoe(NamedTuple):
    """The shoe has run out within a round: go on with the discards, shuffled and then cut as any cards are."""

    order: tuple[Card, ...] = ()
    salt: str = ""
    at: int = 0  # where one of the staff has cut them who may do so at once; 0: the cut is offered first


@command("return the discards", group="cards")
class ReturnDiscards(NamedTuple):
    """The discards go back into the shuffling device."""

    order: tuple[Card, ...] = ()
    salt: str = ""


@event(seen_by="everybody")
class ShoeCommitted(NamedTuple):
    """The hash of a virtual shoe's order, published before the first card."""

    shoe: int
    commitment: str


@event(seen_by="nobody")
class OrderSealed(NamedTuple):
    """The order behind a commitment. Nobody is shown this one before the shoe ends."""

    order: tuple[Card, ...]
    salt: str


@event(seen_by="everybody")
class Shuffled(NamedTuple):
    """The cards were mixed: a whole stack, or what a device or the discards hold."""

    shoe: int
    cards: int
    how: Literal["hand", "multishuffler", "shuffling-device", "discards", "pre-shuffled"]


@event(seen_by="everybody")
class Riffled(NamedTuple):
    before: Literal["multishuffler", "cut"]
    asked_by: str


@event(seen_by="everybody", staff_fields=("reason",))
class ShuffleOrdered(NamedTuple):
    reason: FreeText
    at_once: bool = False  # what is left in the shoe, within a round that is finished from it


@event(seen_by="everybody")
class ShoeCompleted(NamedTuple):
    """The discards became the shoe, in the middle of a round."""

    cards: int
    uncut: bool = False  # the round waits for the cut, which is offered to the players
    hands: tuple[HandPlace, ...] = ()  # whose cards, of this round, were in the rack by then and are among them


@event(seen_by="everybody", log="the discards stay in the rack until the next initial deal (clause {clause})")
class DiscardsLeft(NamedTuple):
    clause: str


@event(seen_by="everybody", log="the order of shoe {shoe} is public now")
class ShoeRevealed(NamedTuple):
    """A virtual shoe has ended: its order, for anybody to check against the commitment."""

    shoe: int
    order: tuple[Card, ...]
    salt: str
    commitment: str


@handles(Shuffle)
def shuffle(draft: Draft, command: Shuffle) -> Refusal | None:
    state = draft.state
    if state.playing:
        return _shuffle_rest(draft, command)
    if state.failure is not None:
        return draft.refuse("malfunctions.device_after", "device-first")
    shoe = state.shoe
    if shoe.stage != "unshuffled" and not (shoe.stage in ("loaded", "ready") and shoe.due):
        if shoe.stage in ("no-cards", "unchecked"):
            return draft.refuse("shoe.checked_by", "cards-not-checked")
        return draft.refuse("shoe.at_first_card", "no-shuffle-due")
    whole = pack(draft.config.decks, state.rules.cards.removed_ranks)
    refusal = _order_refused(draft, command.order, command.salt, whole)
    if refusal is not None:
        return refusal
    how = _how(draft)
    if command.by_hand_first and how != "shuffling-device":
        return draft.refuse("shoe.device_cut", "hand-shuffle-first")
    if hand_shuffle_due(state) and not command.by_hand_first:
        return draft.refuse("shoe.device_loaded", "hand-shuffle-missing")
    new_shoe(draft, command.order, command.salt, len(whole), how)
    if how != "shuffling-device":
        offer_cut(draft)
    return None


def hand_shuffle_due(state: TableState) -> bool:
    """Whether the dealer has to shuffle the cards before they go into the device (Canberra 19.2)."""
    return state.shuffles_itself and state.config.procedures.shoe.device_loaded == "shuffled-by-hand"


def _shuffle_rest(draft: Draft, command: Shuffle) -> Refusal | None:
    """Within a round only what has come out of a device or shoe for it is mixed; the rack and the layout are not."""
    state, shoe = draft.state, draft.state.shoe
    if shoe.stage != "unshuffled":
        return draft.refuse("shoe.within_round", "shuffle-after-round")
    if state.failure is not None and state.failure.asked:
        return draft.refuse("malfunctions.wagers_offered", "wagers-offered-first", players=state.failure.asked)
    if state.failure is not None and state.failure.damaged:
        return draft.refuse("malfunctions.damaged_replaced", "damaged-first", cards=state.failure.damaged)
    refusal = _order_refused(draft, command.order, command.salt, list(shoe.order[shoe.next :]))
    if refusal is not None:
        return refusal
    how: How = "shuffling-device" if state.shuffles_itself else draft.config.shuffled_by
    new_shoe(draft, command.order, command.salt, shoe.left, how)
    if draft.state.shoe.stage == "uncut":
        offer_cut(draft)
    return None


def _how(draft: Draft) -> How:
    config, shoe = draft.config, draft.state.shoe
    if draft.state.shuffles_itself:
        return "shuffling-device"
    if shoe.pre_shuffled and not shoe.rounds:
        return "pre-shuffled"
    return config.shuffled_by


def _order_refused(draft: Draft, order: tuple[Card, ...], salt: str, wanted: list[Card]) -> Refusal | None:
    """A virtual shoe needs an order of just these cards and a salt; a real one takes neither."""
    if draft.config.source == "real":
        return Refusal("order-of-real-shoe") if order or salt else None
    wrong = difference(order, wanted)
    if wrong:
        return Refusal("order-does-not-fit", draft.state.rules.clauses["cards.decks"], {"wrong": wrong})
    if len(salt) < SALT_LENGTH_MIN:
        return Refusal("salt-too-short", None, {"least": SALT_LENGTH_MIN})
    return None


def new_shoe(draft: Draft, order: tuple[Card, ...], salt: str, count: int, how: How) -> None:
    """The last order is revealed, the new one sealed, and the cards count as mixed."""
    reveal(draft)
    number = draft.state.shoe.number + 1
    if draft.config.source == "virtual":
        draft.add(ShoeCommitted(number, seal(order, salt)), OrderSealed(order, salt))
    draft.add(Shuffled(number, count, how))


def reveal(draft: Draft) -> None:
    """A virtual shoe ends: its order is shown."""
    shoe = draft.state.shoe
    if shoe.commitment and shoe.sealed:
        draft.add(ShoeRevealed(shoe.number, shoe.sealed, shoe.salt, shoe.commitment))


@handles(Riffle)
def riffle(draft: Draft, command: Riffle) -> Refusal | None:
    """Pre-shuffled cards are riffled at a player's wish: those of one kind only just before the cut."""
    clause = draft.power(command).clause
    shoe = draft.state.shoe
    if not shoe.pre_shuffled:
        return Refusal("only-pre-shuffled-riffled", clause)
    if draft.at_table(command.asked_by) is not None:
        return Refusal("riffle-not-asked", clause)
    if command.before == "multishuffler" and (
        shoe.pre_shuffled == "angel" or shoe.stage != "unshuffled" or draft.config.shuffled_by != "multishuffler"
    ):
        return Refusal("not-riffled-before", clause, {"kind": shoe.pre_shuffled})
    if command.before == "cut" and shoe.stage != "uncut":
        return Refusal("riffled-before-cut", clause)
    draft.add(Riffled(command.before, command.asked_by))
    if command.before == "multishuffler":
        return None
    whole = pack(draft.config.decks, draft.state.rules.cards.removed_ranks)
    refusal = _order_refused(draft, command.order, command.salt, whole)
    if refusal is None:
        new_shoe(draft, command.order, command.salt, len(whole), "hand")
        offer_cut(draft)
    return refusal


@handles(OrderShuffle)
def order_shuffle(draft: Draft, command: OrderShuffle) -> Refusal | None:
    """Between rounds; within one only for an abnormal sequence, where the document has that shuffled at once."""
    state, by_book = draft.state, draft.procedures.shoe
    at_once = state.playing and command.abnormal and by_book.abnormal_sequence == "rest-at-once"
    clause = _ordered_by(draft, command)
    if state.playing and not at_once:
        return Refusal("shuffle-ordered-after-round", clause)
    if state.shoe.stage != "ready" or state.shuffles_itself:
        return Refusal("no-shoe-to-shuffle", clause)
    if state.playing and state.round is not None and state.round.held:
        return Refusal("shuffle-after-held-card", clause)
    draft.add(ShuffleOrdered(command.reason, at_once))
    return None


@handles(CompleteShoe)
def complete_shoe(draft: Draft, command: CompleteShoe) -> Refusal | None:
    """A shoe that runs out within a round is completed from the discards, shuffled and, unless a device deals, cut."""
    state = draft.state
    shoe, round_ = state.shoe, state.round
    needed = round_ is not None and round_.needs in ("card", "hole-card")
    if round_ is None or not state.playing or not needed or shoe.left > 0 or shoe.stage != "ready":
        return draft.refuse("shoe.short", "shoe-not-run-out")
    if state.shuffles_itself and not draft.procedures.shoe.device_completed:
        return draft.refuse("shoe.device_completed", "device-not-completed")
    if state.shuffles_itself and command.at:
        return draft.refuse("shoe.device_cut", "device-not-cut")
    hands = collected_hands(state)
    count = len(shoe.discards) + len(shoe.burned)  # burned cards lie in the discard rack
    count += len(cards_of(hands))
    if not count:
        return draft.refuse("shoe.short", "no-discards")
    refusal = _order_refused(draft, command.order, command.salt, in_rack(state))
    if refusal is not None:
        return refusal
    new_shoe(draft, command.order, command.salt, count, "discards")
    uncut = not state.shuffles_itself and count > 1
    draft.add(ShoeCompleted(count, uncut, tuple(place_of(round_, hand) for hand in hands)))
    if uncut:
        offer_cut(draft)
    if uncut and command.at:
        return draft.needs_role("cut-for-all") or cut_for_all(draft, CutForAll(command.at))
    return None


@handles(ReturnDiscards)
def return_discards(draft: Draft, command: ReturnDiscards) -> Refusal | None:
    """The discards go into the shuffling device, which mixes them with what it holds."""
    state, by_book = draft.state, draft.procedures.shoe
    shoe = state.shoe
    if not state.shuffles_itself or shoe.stage != "ready" or state.failure is not None:
        return draft.refuse("shoe.device_gets_discards", "no-shuffling-device")
    if shoe.discards_stay:
        return draft.refuse("shoe.discards_left", "discards-stay")
    when = by_book.device_gets_discards
    if state.playing if when == "after-round" else not discards_due(state):
        return draft.refuse("shoe.device_gets_discards", "device-gets-discards", when=when)
    refusal = _order_refused(draft, command.order, command.salt, [*shoe.order[shoe.next :], *shoe.rack])
    if refusal is not None:
        return refusal
    count = shoe.left + len(shoe.discards) + len(shoe.burned)
    new_shoe(draft, command.order, command.salt, count, "shuffling-device")
    return None


def discards_due(state: TableState) -> bool:
    """Whether the initial deal is complete and the discards are to go into the device before another card."""
    shoe, round_ = state.shoe, state.round
    if not state.playing or round_ is None or round_.phase == "initial" or not state.shuffles_itself:
        return False
    if state.config.procedures.shoe.device_gets_discards != "after-initial-deal" or shoe.discards_stay:
        return False
    return bool(shoe.discards or shoe.burned) and state.failure is None


def leave_discards(draft: Draft, clause: str) -> Refusal | None:
    """What was not put into the device when it should have been stays in the rack for the rest of the round."""
    if not discards_due(draft.state):
        return draft.refuse("shoe.device_gets_discards", "no-discards-due")
    draft.add(DiscardsLeft(clause))
    return None


@reduces(DiscardsLeft)
def _discards_left(state: TableState, event: DiscardsLeft) -> TableState:
    return with_shoe(state, discards_stay=True)


@reduces(ShoeCommitted)
def _committed(state: TableState, event: ShoeCommitted) -> TableState:
    return with_shoe(state, commitment=event.commitment)


@reduces(OrderSealed)
def _sealed(state: TableState, event: OrderSealed) -> TableState:
    return with_shoe(state, sealed=event.order, order=event.order, salt=event.salt, next=0)


@reduces(Shuffled)
def _shuffled(state: TableState, event: Shuffled) -> TableState:
    """A whole stack is a new shoe, for which restrictions that last a shoe end."""
    shoe = state.shoe._replace(left=event.cards, number=event.shoe)
    if state.playing and state.shoe.stage == "unshuffled":
        return _rest_shuffled(state, event, shoe)
    if event.how == "discards":
        return state._replace(shoe=shoe._replace(discards=(), burned=(), first_burned=None, behind=None))
    if event.how == "shuffling-device" and state.shoe.stage == "ready":
        return state._replace(shoe=shoe._replace(discards=(), burned=(), first_burned=None))
    stage: Stage = "loaded" if event.how == "shuffling-device" else "uncut"
    shoe = shoe._replace(stage=stage, behind=None, due=False, asked=(), offered=None, burned=(), first_burned=None)
    shoe = shoe._replace(on_table=(), discards=(), rounds=0, every_round=frozenset(), held=(), entered=frozenset())
    restricted = {name: how for name, how in state.restricted.items() if how != "shoe"}
    return state._replace(shoe=shoe, restricted=restricted)


def _rest_shuffled(state: TableState, event: Shuffled, shoe: Shoe) -> TableState:
    """The round goes on from what was mixed: at once from a device, from a shoe once it is cut."""
    by_device = event.how == "shuffling-device"
    shoe = shoe._replace(
        stage="ready" if by_device or event.cards < 2 else "uncut", behind=None, asked=(), offered=None
    )
    return state._replace(shoe=shoe, failure=None if by_device else state.failure)


@reduces(ShoeCompleted)
def _completed(state: TableState, event: ShoeCompleted) -> TableState:
    """An earlier release had the dealer enter the cut, which came first; then the round goes on at once."""
    if event.hands:
        shoe = state.shoe._replace(mixed=event.hands)
        lying = without(shoe.on_table, mixed_cards(shoe, state.round))
        state = with_shoe(state, on_table=lying, mixed=(*state.shoe.mixed, *event.hands))
    return with_shoe(state, stage="uncut", asked=(), offered=None) if event.uncut else state


@reduces(ShuffleOrdered)
def _shuffle_ordered(state: TableState, event: ShuffleOrdered) -> TableState:
    """What is mixed within a round has no cutting card, so all cards are shuffled once it is over."""
    unmixed = event.at_once and state.shoe.left > 1
    return with_shoe(state, due=True, stage="unshuffled" if unmixed else state.shoe.stage)


def revealed(event: ShoeRevealed, decks: int, removed_ranks: Iterable[str] = ()) -> dict[str, Any]:
    """A shoe that has ended, as the file that `cutcard verify-shoe` reads."""
    return {
        "shoe": event.shoe,
        "decks": decks,
        "removed_ranks": "".join(removed_ranks),
        "order": " ".join(card.text for card in event.order),
        "salt": event.salt,
        "commitment": event.commitment,
    }
