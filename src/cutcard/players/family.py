"""How commands of a player's stream are decided: the shared door of streams, with what is a player's own."""

from __future__ import annotations

from cutcard.players.player_draft import PlayerCommandReceived, PlayerDraft
from cutcard.players.player_registry import PLAYERS
from cutcard.players.player_state import PlayerState, stream_of_player
from cutcard.players.standing import standing
from cutcard.refusals import Refusal
from cutcard.streams import Family
from cutcard.table.ledger import MONEY, document_account, pocket
from cutcard.table.registry import Command, CommandSpec


def accounts_of(state: PlayerState) -> tuple[str, ...]:
    """The accounts whose balances a command may need: the pockets."""
    return tuple(pocket(currency, state.player) for currency in MONEY) if state.registered else ()


def accounts_at(state: PlayerState, at: int) -> tuple[str, ...]:
    """Those of the limits that hold at a moment, and of the day's cash."""
    standings = [standing(state, state.player, state.law, at, currency) for currency in MONEY]
    limits = [account for one in standings for allowance in one.allowances for account in allowance.accounts]
    return tuple(dict.fromkeys([*limits, *(account for one in standings for account in one.cash)]))


def accounts_for(command: Command) -> tuple[str, ...]:
    """That of the document which a command is about."""
    digest = getattr(command, "document_digest", "")
    return (document_account(digest),) if digest else ()


def _refused(draft: PlayerDraft, spec: CommandSpec) -> Refusal | None:
    """Somebody who is not registered, and anybody to whom the document does not give the command."""
    if not draft.state.registered:
        return Refusal("player-not-registered", None, {})
    return draft.role_missing(spec)


PLAYER_FAMILY: Family[PlayerState] = Family(
    registry=PLAYERS,
    received=PlayerCommandReceived,
    draft=PlayerDraft,
    stream=lambda state: stream_of_player(state.player),
    accounts=accounts_of,
    refused=_refused,
    accounts_at=accounts_at,
    accounts_for=accounts_for,
)
