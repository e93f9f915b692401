"""Player cards: one card a person, issued against an identity document where the law has it so.

A card that is lost, suspended or withdrawn plays at no table.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.players.card_documents import card_counted, one_card_refused
from cutcard.players.limit_changes import LimitsDeclined
from cutcard.players.player_draft import PlayerDraft
from cutcard.players.player_registry import command, event, handles, posts, reduces, touches
from cutcard.players.player_state import CardStatus, PlayerCard, PlayerState, stream_of_player
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.streams import Postings
from cutcard.streams.book_choice import own_book_refused, stored_book
from cutcard.table.bounds import is_name
from cutcard.table.config import PLAYER, is_house


@command("register a player", group="cards", needs_open_table=False)
class RegisterPlayer(NamedTuple):
    """Take somebody into the register of players, under the document of a casino."""

    player: str
    book: str
    own_law: str = ""  # of the house, in place of the document's; put in by the house


@command("issue a player card", group="cards")
class IssueCard(NamedTuple):
    """Give a player their card: a new one where the last was lost or withdrawn.

    Who they are has been recorded from a document, against which the card then stands.
    """

    card_number: str = ""  # put in by the house, as are the last two
    limits_declined: bool = False  # whether the player was asked about limits and wants none
    another_person: bool = False  # whether somebody has made sure that they are not who is like them on paper
    document_digest: str = ""  # "": it is not recorded who they are
    alike: tuple[str, ...] = ()  # accounts of people who may be the same person


@command("report a card as lost", group="cards", needs_role=False, by_power="report-card-lost")
class ReportCardLost(NamedTuple):
    """Report one's own card as lost: it can no longer be used anywhere."""


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


@event(seen_by="player", staff_fields=("document", "not_alike"), log="card {number} is issued")
class CardIssued(NamedTuple):
    """A card was issued; `document` is the digest of the document that was shown, "" where none was.

    None: an earlier release gave it with an account, without asking.
    """

    number: str
    by: str
    document: str | None = None
    not_alike: tuple[str, ...] = ()  # whom they were found not to be, of those who are like them on paper


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
    own = draft.by.role == PLAYER and draft.by.id == command.player
    refusal = own_book_refused(command.book, "players")
    refusal = refusal or (None if own else draft.needs_role("register-player", command.book))
    if refusal is None:
        law = command.own_law or load(command.book).law
        draft.add(PlayerRegistered(command.player, stored_book(command.book), law))
    return refusal


@handles(IssueCard)
def issue_card(draft: PlayerDraft, command: IssueCard) -> Refusal | None:
    card, power = draft.state.card, draft.power(command)
    if card is not None and card.in_force:
        return Refusal("card-issued-already", power.clause, {"player": draft.state.player})
    if draft.state.excluded(draft.at):
        return Refusal("player-is-excluded", draft.law.clause("exclusion.cancels_card"), {"player": draft.state.player})
    refusal = _person_refused(draft, command) or _limits_not_chosen(draft, command)
    if refusal is None:
        alike = tuple(one.player for one in _alike(draft))
        draft.add(CardIssued(command.card_number, draft.by.id, command.document_digest, alike))
    return refusal


@touches(IssueCard)
def _those_alike(state: PlayerState, command: IssueCard) -> tuple[str, ...]:
    return tuple(map(stream_of_player, command.alike))


def _alike(draft: PlayerDraft) -> list[PlayerState]:
    """Players who may be the same person and have a card or an order that keeps them out."""
    others: list[PlayerState] = [*draft.others.values()]
    return [one for one in others if (one.card is not None and one.card.in_force) or one.excluded(draft.at)]


def _person_refused(draft: PlayerDraft, command: IssueCard) -> Refusal | None:
    """Refuse a card to a player whose identity is not known, or who seems to have one under another name."""
    rules, player = draft.law.cards, draft.state.player
    if not command.document_digest:
        clause = draft.law.clause("cards.identity_checked")
        return Refusal("identity-not-recorded", clause, {"player": player}) if rules.identity_checked else None
    if not rules.one_each:
        return None
    alike, refusal = _alike(draft), one_card_refused(draft, command.document_digest)
    if refusal is None and alike and not command.another_person:
        facts = {"player": player, "other": alike[0].player}
        refusal = Refusal("card-of-somebody-alike", draft.law.clause("cards.one_each"), facts)
    return refusal


@posts(CardIssued)
def _post_issued(state: PlayerState, event: CardIssued) -> Postings:
    return card_counted(event.document, 1)


@posts(CardChanged)
def _post_changed(state: PlayerState, event: CardChanged) -> Postings:
    """A card that is lost or withdrawn no longer counts against its document."""
    card = state.cards[-1]
    ends = card.in_force and event.status not in ("valid", "suspended")
    return card_counted(card.document, -1) if ends else ()


def _limits_not_chosen(draft: PlayerDraft, command: IssueCard) -> Refusal | None:
    """Where the law wants it, anybody who gets a card has set a limit or said that they want none."""
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
    return state._replace(cards=(*state.cards, PlayerCard(event.number, "valid", state.now, event.by, event.document)))


@reduces(CardChanged)
def _changed(state: PlayerState, event: CardChanged) -> PlayerState:
    *earlier, card = state.cards
    return state._replace(cards=(*earlier, card._replace(status=event.status)))
