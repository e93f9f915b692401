"""The record that a player's identity was checked: the kind of document and a digest, never personal data."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.players.card_documents import card_counted, one_card_refused
from cutcard.players.player_draft import PlayerDraft
from cutcard.players.player_registry import command, event, handles, posts, reduces
from cutcard.players.player_state import IdentityCheck, PlayerState
from cutcard.refusals import Refusal
from cutcard.streams import Postings

Document = Literal["passport", "driver-licence", "proof-of-age-card", "other"]


@command("check the identity of a player", group="cage")
class CheckIdentity(NamedTuple):
    """Compare somebody's document with what the casino knows of them, before they pay or are paid much in cash."""

    document: Document
    row_digest: str = ""  # of what is known of them; put in by the house
    document_digest: str = ""  # of the document itself, under the store's key; put in by the house


@event(seen_by="player", staff_fields=("digest", "card_against"), log="{by} has seen a {document}")
class IdentityChecked(NamedTuple):
    """Staff have seen a player's document. A card of an earlier release is tied to that document from then on."""

    document: Document
    digest: str
    by: str
    card_against: str = ""  # the digest of the document, where the card had none


@event(seen_by="player", log="their identity is erased by {by} ({why})")
class IdentityForgotten(NamedTuple):
    """It is not known any more who a player is: for much cash, somebody has to see it again."""

    why: str
    by: str


@handles(CheckIdentity)
def check_identity(draft: PlayerDraft, command: CheckIdentity) -> Refusal | None:
    if not command.row_digest:
        return Refusal("identity-not-recorded", None, {"player": draft.state.player})
    card = draft.state.card
    against = command.document_digest if card is not None and card.in_force and not card.document else ""
    refusal = one_card_refused(draft, against) if against else None
    if refusal is None:
        draft.add(IdentityChecked(command.document, command.row_digest, draft.by.id, against))
    return refusal


@posts(IdentityChecked)
def _post_checked(state: PlayerState, event: IdentityChecked) -> Postings:
    return card_counted(event.card_against, 1)


@reduces(IdentityChecked)
def _checked(state: PlayerState, event: IdentityChecked) -> PlayerState:
    check = IdentityCheck(event.document, event.digest, state.now, event.by)
    cards = state.cards
    if event.card_against:
        cards = (*cards[:-1], cards[-1]._replace(document=event.card_against))
    return state._replace(identity_checks=(*state.identity_checks, check), cards=cards)


@reduces(IdentityForgotten)
def _forgotten(state: PlayerState, event: IdentityForgotten) -> PlayerState:
    return state._replace(identity_checks=())
