"""That it was seen who a player is. What was seen is in no event: only the kind of document and a digest of the row."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.players.player_draft import PlayerDraft
from cutcard.players.player_registry import command, event, handles, reduces
from cutcard.players.player_state import IdentityCheck, PlayerState
from cutcard.refusals import Refusal

Document = Literal["passport", "driver-licence", "proof-of-age-card", "other"]


@command("check the identity of a player", group="cage")
class CheckIdentity(NamedTuple):
    """Compare somebody's document with what the casino knows of them, before they pay or are paid much in cash."""

    document: Document
    row_digest: str = ""  # of what is known of them; put in by the house


@event(seen_by="player", staff_fields=("digest",), log="{by} has seen a {document}")
class IdentityChecked(NamedTuple):
    document: Document
    digest: str
    by: str


@handles(CheckIdentity)
def check_identity(draft: PlayerDraft, command: CheckIdentity) -> Refusal | None:
    if not command.row_digest:
        return Refusal("identity-not-recorded", None, {"player": draft.state.player})
    draft.add(IdentityChecked(command.document, command.row_digest, draft.by.id))
    return None


@reduces(IdentityChecked)
def _checked(state: PlayerState, event: IdentityChecked) -> PlayerState:
    check = IdentityCheck(event.document, event.digest, state.now, event.by)
    return state._replace(identity_checks=(*state.identity_checks, check))
