"""Player cards: one valid card a person. A card that is lost, suspended or withdrawn plays at no table."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.clauses.library import is_own
from cutcard.players.limit_changes import LimitsDeclined
from cutcard.players.player_draft import PlayerDraft
from cutcard.players.player_registry import command, event, handles, reduces
from cutcard.players.player_state import CardStatus, PlayerCard, PlayerState
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.table.bounds import is_name
from cutcard.table.config import PLAYER, is_house


@command("register a player", group="cards", needs_open_table=False)
class RegisterPlayer(NamedTuple):
    """Take somebody into the register of players, under the document of a casino."""

    player: str
    book: str


@command("issue a player card", group="cards")
class IssueCard(NamedTuple):
    """Give a player their card: a new one where the last was lost or withdrawn."""

    card_number: str = ""  # put in by the house
    limits_declined: bool = False  # whether the player was asked about limits and wants none


@command("report a card as lost", group="cards", needs_role=False, by_power="report-card-lost")
class ReportCardLost(NamedTuple):
    """Say that one's card is lost: it plays nowhere any more."""


@command("suspend a card", group="cards")
class SuspendCard(NamedTuple):
    reason: str


@command("restore a card", group="cards")
class RestoreCard(NamedTuple):
    reason: str


@command("withdraw a card", group="cards")
class WithdrawCard(NamedTuple):
    """Take a card out of use for good."""

    reason: str


@event(seen_by="player", log="{player} is registered under {book}")
class PlayerRegistered(NamedTuple):
    player: str
    book: str
    law: str


@event(seen_by="player", log="card {number} is issued")
class CardIssued(NamedTuple):
    number: str
    by: str


@event(seen_by="player", log="the card is {status}: {reason}")
class CardChanged(NamedTuple):
    """A card may be used again, or no more."""

    status: CardStatus
    reason: str


@handles(RegisterPlayer)
def register_player(draft: PlayerDraft, command: RegisterPlayer) -> Refusal | None:
    if draft.state.registered:
        return Refusal("player-registered-already", None, {"player": draft.state.player})
    if not is_name(command.player) or is_house(command.player):
        return Refusal("player-name")
    if is_own(command.book):
        return Refusal("only-books-of-package", None, {"what": "registers of players", "book": command.book})
    own = draft.by.role == PLAYER and draft.by.id == command.player
    refusal = None if own else draft.needs_role("register-player", command.book)
    if refusal is None:
        draft.add(PlayerRegistered(command.player, command.book, load(command.book).law))
    return refusal


@handles(IssueCard)
def issue_card(draft: PlayerDraft, command: IssueCard) -> Refusal | None:
    card, power = draft.state.card, draft.power(command)
    if card is not None and card.status in ("valid", "suspended"):
        return Refusal("card-issued-already", power.clause, {"player": draft.state.player})
    if draft.state.excluded(draft.at):
        return Refusal("player-is-excluded", draft.law.clause("exclusion.cancels_card"), {"player": draft.state.player})
    refusal = _limits_not_chosen(draft, command)
    if refusal is None:
        draft.add(CardIssued(command.card_number, draft.by.id))
    return refusal


def _limits_not_chosen(draft: PlayerDraft, command: IssueCard) -> Refusal | None:
    """Where the law wants it, whoever gets a card has set a limit or said that they want none."""
    chosen = draft.state.limits or draft.state.limits_declined_at is not None
    if chosen or not draft.law.limits.chosen_first:
        return None
    clause = draft.law.clause("limits.chosen_first")
    if not command.limits_declined:
        return Refusal("limits-not-chosen", clause, {"player": draft.state.player})
    draft.add(LimitsDeclined(clause))
    return None


@handles(ReportCardLost)
def report_card_lost(draft: PlayerDraft, command: ReportCardLost) -> Refusal | None:
    refusal = draft.own_or_staff("report-card-lost")
    return refusal or _change(draft, ("valid", "suspended"), "lost", "lost")


@handles(SuspendCard)
def suspend_card(draft: PlayerDraft, command: SuspendCard) -> Refusal | None:
    return _change(draft, ("valid",), "suspended", command.reason)


@handles(RestoreCard)
def restore_card(draft: PlayerDraft, command: RestoreCard) -> Refusal | None:
    return _change(draft, ("suspended",), "valid", command.reason)


@handles(WithdrawCard)
def withdraw_card(draft: PlayerDraft, command: WithdrawCard) -> Refusal | None:
    return _change(draft, ("valid", "suspended"), "withdrawn", command.reason)


def _change(draft: PlayerDraft, before: tuple[CardStatus, ...], status: CardStatus, reason: str) -> Refusal | None:
    """Change what a card is good for; why is written down."""
    card = draft.state.card
    if card is None or card.status not in before:
        has = "none" if card is None else card.status
        return Refusal("card-not-so", None, {"player": draft.state.player, "status": has})
    if not reason.strip():
        return Refusal("reason-missing")
    draft.add(CardChanged(status, reason))
    return None


@reduces(PlayerRegistered)
def _registered(state: PlayerState, event: PlayerRegistered) -> PlayerState:
    return state._replace(player=event.player, book=event.book, law=event.law)


@reduces(CardIssued)
def _issued(state: PlayerState, event: CardIssued) -> PlayerState:
    return state._replace(cards=(*state.cards, PlayerCard(event.number, "valid", state.now, event.by)))


@reduces(CardChanged)
def _changed(state: PlayerState, event: CardChanged) -> PlayerState:
    *earlier, card = state.cards
    return state._replace(cards=(*earlier, card._replace(status=event.status)))
