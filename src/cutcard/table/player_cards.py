"""Player cards at the table: put in when their owner begins to play, taken out when they leave."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.table.config import PLAYER
from cutcard.table.draft import Draft
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.standings import STANDING_NEEDED, Standing, at_risk, no_card
from cutcard.table.state import TableState


@command("put a player card in", group="players", needs_role=False)
class InsertCard(NamedTuple):
    """Put your own player card in; a dealer enters whose card it is and its number."""

    card: str = ""  # the number; "": a player's own valid card
    player: str | None = None


@command("take a player card out", group="players", needs_role=False)
class RemoveCard(NamedTuple):
    """Take a player card out; while chips of its owner lie on the layout it stays in, since that is play."""

    player: str | None = None


@event(seen_by="everybody", staff_fields=("card",), log="{player} begins to play with card {card}")
class CardInserted(NamedTuple):
    """Somebody's card is in, and what they do is recorded with it."""

    player: str
    card: str


@event(seen_by="everybody", log="the card of {player} is removed")
class CardRemoved(NamedTuple):
    player: str


@handles(InsertCard)
def insert_card(draft: Draft, command: InsertCard) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    refusal = draft.at_table(name)
    if refusal is not None:
        return refusal
    standing = _standing(draft, name)
    if isinstance(standing, Refusal):
        return standing
    clause = draft.procedures.clauses.get("players.own_card")
    own = draft.by.role == PLAYER and not command.card
    if not standing.card:
        return no_card(standing, clause)
    if not own and command.card != standing.card:
        return Refusal("not-their-card", clause, {"player": name})
    refusal = standing.refused
    if refusal is None and draft.state.cards.get(name) != standing.card:
        draft.add(CardInserted(name, standing.card))
    return refusal


@handles(RemoveCard)
def remove_card(draft: Draft, command: RemoveCard) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    if name not in draft.state.cards:
        return Refusal("no-card-in", None, {"player": name})
    if at_risk(draft.state, name):
        return Refusal("card-stays-in", None, {"player": name})
    draft.add(CardRemoved(name))
    return None


def _standing(draft: Draft, name: str) -> Standing | Refusal:
    """What the register says of somebody; where none is kept, it knows nobody."""
    if draft.standings is None:
        return Standing(name)
    found = draft.standings.get(name)
    return found if found is not None else Refusal(STANDING_NEEDED, None, {"players": (name,)})


def present_card(draft: Draft, name: str) -> Refusal | None:
    """Anybody who comes with a valid card puts it in; a dealer who enters who comes has it from the card.

    Anybody who is excluded, or has suspended themselves, does not come to the table at all.
    """
    if draft.state.tournament or draft.standings is None:
        return None
    standing = _standing(draft, name)
    if isinstance(standing, Refusal):
        return standing
    if standing.kept_out is not None:
        return standing.kept_out
    if standing.card and standing.refused is None:
        draft.add(CardInserted(name, standing.card))
    return None


def return_card(draft: Draft, name: str) -> None:
    """Anybody who leaves takes their card along."""
    if name in draft.state.cards:
        draft.add(CardRemoved(name))


@reduces(CardInserted)
def _inserted(state: TableState, event: CardInserted) -> TableState:
    return state._replace(cards={**state.cards, event.player: event.card})


@reduces(CardRemoved)
def _removed(state: TableState, event: CardRemoved) -> TableState:
    return state._replace(cards={name: card for name, card in state.cards.items() if name != event.player})
