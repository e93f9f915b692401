"""The cut and the cutting card: who is asked, where it may lie, the burn, and when it comes out."""

from __future__ import annotations

from fractions import Fraction
from typing import Literal, NamedTuple

from cutcard.cards import Card
from cutcard.engine import Refusal
from cutcard.table.config import PLAYER
from cutcard.table.draft import Draft
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.state import (
    Stage,
    TableState,
    with_shoe,
)


@command(group="players", needs_role=False)
class Cut(NamedTuple):
    """Put the cutting card into the stack, this many cards from the front."""

    at: int
    player: str | None = None


@command(group="players", needs_role=False)
class DeclineCut(NamedTuple):
    player: str | None = None


@command("cut the cards for all", group="cards")
class CutForAll(NamedTuple):
    """One of the staff cuts: where the document wants players asked first, once every one has declined."""

    at: int


@command("place the cutting card", group="cards")
class PlaceCuttingCard(NamedTuple):
    """Put the cutting card in for the deal, this many cards from the back, and the stack into the shoe."""

    behind: int


@command("burn a card", group="cards")
class BurnCard(NamedTuple):
    show: bool = False
    asked_by: str = ""
    card: Card | None = None  # of a real shoe, where it is shown


@command("show the cutting card", group="cards")
class ShowCuttingCard(NamedTuple):
    """The cutting card of a real shoe has come out."""


@event(seen_by="everybody", log="the cut is offered to {player:or nobody, the staff cut}")
class CutOffered(NamedTuple):
    player: str | None  # None: to nobody, the staff cut
    clause: str


@event(seen_by="everybody")
class CutDeclined(NamedTuple):
    player: str


@event(seen_by="everybody")
class StackCut(NamedTuple):
    by: str
    at: int


@event(seen_by="everybody")
class CuttingCardPlaced(NamedTuple):
    behind: int


@event(seen_by="everybody")
class CardBurned(NamedTuple):
    card: Card | None  # None: nobody saw it
    shown: bool
    clause: str = ""  # by which it was burned for a mistake in the deal; "": it is the shoe's first card


@event(seen_by="everybody")
class CuttingCardOut(NamedTuple):
    """It came out as a round's first card, on a box, or on the dealer's hand."""

    where: Literal["first", "box", "dealer"]
    box: int | None
    ignored: bool  # in the announced last rounds dealing goes on


def stage_refused(draft: Draft, path: str, *stages: Stage) -> Refusal | None:
    """Refuse what is not due at this stage of the cards."""
    stage = draft.state.shoe.stage
    if stage in stages:
        return None
    return draft.refuse(path, "cards-at-other-stage", stage=stage)


def offer_cut(draft: Draft) -> None:
    """Ask the next player in the document's order, or the staff once all have declined."""
    first, path = _first_to_cut(draft)
    asked = draft.state.shoe.asked
    if asked:
        path = "shoe.offer_next"
    for name in _clockwise_from(draft.state, first):
        if name not in asked:
            draft.add(CutOffered(name, draft.procedures.clauses[path]))
            return
    draft.add(CutOffered(None, draft.procedures.commands["cut-for-all"].clause))


def _first_to_cut(draft: Draft) -> tuple[str | None, str]:
    """Who is asked first, by how the last shoe ended, and the field that says so."""
    state, by_book = draft.state, draft.procedures.shoe
    shoe = state.shoe
    there = list(state.present)
    if state.playing and state.failure is not None:
        return _at(state, draft.procedures.malfunctions.cut_first), "malfunctions.cut_first"
    if shoe.replaced:
        return _at(state, by_book.offer_replaced), "shoe.offer_replaced"
    if shoe.opening and not shoe.out:
        return (there[0] if there else None), "shoe.offer_opening"
    if shoe.out == "box":
        return _holder(state, shoe.out_box), "shoe.offer_box"
    if shoe.out == "dealer":
        return _at(state, "furthest-right"), "shoe.offer_dealer"
    return _at(state, by_book.offer_first), "shoe.offer_first"


def _at(state: TableState, who: str) -> str | None:
    seated = _seated(state)
    if not seated:
        return None
    return seated[-1] if who == "furthest-right" else seated[0]


def _holder(state: TableState, box: int | None) -> str | None:
    """Who decided for the box where the cutting card came out."""
    if state.round is not None:
        for one in state.round.boxes:
            if one.number == box and one.control in state.present:
                return one.control
    return _at(state, "furthest-right")


def _seated(state: TableState) -> list[str]:
    """Seated players clockwise from the dealer's left, each once."""
    return list(dict.fromkeys(state.seats[box] for box in sorted(state.seats)))


def _clockwise_from(state: TableState, first: str | None) -> list[str]:
    """The seated players, beginning with the first one asked and going round the table; then who stands and has bet."""
    seated = _seated(state)
    wagers = state.round.wagers if state.round is not None else ()
    playing = {wager.player for wager in wagers} | {bet.player for bet in state.bets}
    standing = [name for name in state.present if name not in seated and name in playing]
    if first in seated:
        at = seated.index(first)
        return [*seated[at:], *seated[:at], *standing]
    if first is not None:
        return [first, *seated, *(name for name in standing if name != first)]
    return [*seated, *standing]


def cut_refused(draft: Draft, at: int, count: int) -> Refusal | None:
    """Whether the cutting card lies where the document wants the cut."""
    by_book, deck = draft.procedures.shoe, draft.config.deck
    near = min(at, count - at)
    low = (by_book.cut_decks - by_book.cut_tolerance) * deck
    if count < 2 * low:  # what was left in a device or shoe within a round: too few to lie so far from both ends
        return None if near > 0 else draft.refuse("shoe.cut_decks", "cut-within")
    high = (by_book.cut_decks + by_book.cut_tolerance) * deck
    if near < low or (by_book.cut_at == "about" and near > high):
        code = "cut-lies-about" if by_book.cut_at == "about" else "cut-lies-at-least"
        return draft.refuse("shoe.cut_decks", code, decks=str(by_book.cut_decks), cards=near)
    return None


def cut_range(state: TableState, count: int) -> tuple[int, int, int]:
    """How many of this many cards may lie in front of the cutting card: the fewest, the most, and the usual number."""
    by_book, deck = state.config.procedures.shoe, state.config.deck
    low = -int(-Fraction((by_book.cut_decks - by_book.cut_tolerance) * deck) // 1)
    high = int(Fraction((by_book.cut_decks + by_book.cut_tolerance) * deck) // 1)
    if count < 2 * low:
        return 1, max(count - 1, 1), max(count // 2, 1)
    least = max(low, 1)
    most = min(high, count - least) if by_book.cut_at == "about" else count - least
    return least, most, min(max(deck + deck // 5, least), most)


@handles(Cut)
def cut(draft: Draft, command: Cut) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    shoe = draft.state.shoe
    refusal = stage_refused(draft, "shoe.cut_decks", "uncut")
    if refusal is None and shoe.offered != name:
        code = "cut-offered-to" if shoe.offered else "cut-offered-to-staff"
        refusal = draft.refuse("shoe.offer_next", code, holder=shoe.offered, player=name)
    refusal = refusal or cut_refused(draft, command.at, shoe.left)
    if refusal is not None:
        return refusal
    draft.add(StackCut(name, command.at))
    return None


@handles(DeclineCut)
def decline_cut(draft: Draft, command: DeclineCut) -> Refusal | None:
    name = _silent(draft, command.player) or draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    if draft.state.shoe.stage != "uncut" or draft.state.shoe.offered != name:
        return draft.refuse("shoe.offer_next", "no-cut-offered", player=name)
    draft.add(CutDeclined(name))
    offer_cut(draft)
    return None


def _silent(draft: Draft, player: str | None) -> str | None:
    """The player that the dealer passes over, since they are away or have let a reasonable time go by."""
    offered = draft.state.shoe.offered
    if draft.by.role == PLAYER or player is None or player != offered or draft.needs_role("act-for-player") is not None:
        return None
    here = draft.state.players.get(player)
    waited = draft.at - draft.state.since
    return player if here is None or here.away or waited >= draft.config.decision_ms else None


@handles(CutForAll)
def cut_for_all(draft: Draft, command: CutForAll) -> Refusal | None:
    refusal = stage_refused(draft, "shoe.cut_decks", "uncut")
    by_players = draft.procedures.shoe.cut_by_staff == "when-declined"
    if refusal is None and by_players and draft.state.shoe.offered is not None:
        clause = draft.power(command).clause
        refusal = Refusal("cut-offered-first", clause, {"holder": draft.state.shoe.offered})
    refusal = refusal or cut_refused(draft, command.at, draft.state.shoe.left)
    if refusal is not None:
        return refusal
    draft.add(StackCut(draft.by.id, command.at))
    return None


def behind_allowed(draft: Draft) -> tuple[int, int]:
    """The fewest and the most cards that may lie behind the cutting card."""
    by_book, deck = draft.procedures.shoe, draft.config.deck
    low = (by_book.behind_min - by_book.behind_min_tolerance) * deck
    high = by_book.behind_max * draft.config.cards + by_book.behind_max_tolerance * deck
    return -int(-Fraction(low) // 1), int(Fraction(high) // 1)


@handles(PlaceCuttingCard)
def place_cutting_card(draft: Draft, command: PlaceCuttingCard) -> Refusal | None:
    refusal = stage_refused(draft, "shoe.behind_max", "cut")
    if refusal is not None:
        return refusal
    low, high = behind_allowed(draft)
    if not low <= command.behind <= high:
        path = "shoe.behind_min" if command.behind < low else "shoe.behind_max"
        return draft.refuse(path, "cutting-card-misplaced", low=low, high=high, behind=command.behind)
    draft.add(CuttingCardPlaced(command.behind))
    return None


# --------------------------------------------------------------------------------------- the burn, and the cutting card


@handles(BurnCard)
def burn_card(draft: Draft, command: BurnCard) -> Refusal | None:
    by_book, shoe = draft.procedures.shoe, draft.state.shoe
    refusal = stage_refused(draft, "shoe.burn", "loaded")
    if refusal is not None:
        return refusal
    if command.show and by_book.burn_shown == "never":
        return draft.refuse("shoe.burn_shown", "burned-card-not-shown")
    if command.show and by_book.burn_shown == "on-request" and draft.at_table(command.asked_by) is not None:
        return draft.refuse("shoe.burn_shown", "shown-when-asked")
    card = shoe.order[shoe.next] if draft.config.source == "virtual" else command.card
    draft.add(CardBurned(card if command.show else None, command.show))
    return None


@handles(ShowCuttingCard)
def show_cutting_card(draft: Draft, command: ShowCuttingCard) -> Refusal | None:
    """A real shoe's cutting card has come out: before a round's first card, or on some hand."""
    if draft.config.source != "real":
        return Refusal("virtual-shoe-tells")
    if draft.state.shoe.behind is None or draft.state.shoe.stage not in ("loaded", "ready"):
        return draft.refuse("shoe.within_round", "no-cutting-card")
    cutting_card_out(draft)
    return None


def cutting_card_out(draft: Draft) -> None:
    """The cutting card comes out where the next card would have gone."""
    state = draft.state
    ignored = bool(draft.procedures.shoe.last_rounds) and state.last_rounds is not None
    round_ = state.round
    if not state.playing or round_ is None or not state.shoe.on_table:
        draft.add(CuttingCardOut("first", None, ignored))
        return
    if round_.needs == "card" and round_.turn >= 0:
        draft.add(CuttingCardOut("box", round_.box.number, ignored))
    else:
        draft.add(CuttingCardOut("dealer", None, ignored))


@reduces(CutOffered)
def _cut_offered(state: TableState, event: CutOffered) -> TableState:
    return with_shoe(state, offered=event.player)._replace(since=state.now)


@reduces(CutDeclined)
def _cut_declined(state: TableState, event: CutDeclined) -> TableState:
    return with_shoe(state, asked=(*state.shoe.asked, event.player), offered=None)


@reduces(StackCut)
def _cut(state: TableState, event: StackCut) -> TableState:
    """The cards in front of the cutting card go to the back."""
    order = state.shoe.order
    cut = (*order[event.at :], *order[: event.at])
    uncut = state.shoe.stage == "uncut"
    stage = state.shoe.stage if not uncut else "ready" if state.playing else "cut"  # within a round it goes on at once
    return with_shoe(state, order=cut, stage=stage, offered=None)


@reduces(CuttingCardPlaced)
def _placed(state: TableState, event: CuttingCardPlaced) -> TableState:
    return with_shoe(state, behind=event.behind, stage="loaded")._replace(since=state.now)


@reduces(CardBurned)
def _burned(state: TableState, event: CardBurned) -> TableState:
    """The event names the card only where it was shown; a virtual shoe knows it all the same."""
    shoe = state.shoe
    card = shoe.order[shoe.next] if shoe.order else event.card
    first = shoe.first_burned if event.clause else len(shoe.burned)
    shoe = shoe._replace(burned=(*shoe.burned, card), first_burned=first, next=shoe.next + 1, left=shoe.left - 1)
    return state._replace(shoe=shoe if event.clause else shoe.in_play(), since=state.now)


@reduces(CuttingCardOut)
def _came_out(state: TableState, event: CuttingCardOut) -> TableState:
    if event.ignored:
        return with_shoe(state, behind=None)
    return with_shoe(state, behind=None, out=event.where, out_box=event.box, due=True)
