"""One card a person: a card is issued against an identity document, and no document has two valid cards.

What the document says is with the personal data (`store/people.py`). Events and accounts have only its digest, which
nobody makes without the store's keys. How many cards stand against a document is an account, and the transaction that
writes a card bounds it, so that two desks of two processes cannot both give one.
"""

from __future__ import annotations

from cutcard.players.player_draft import PlayerDraft
from cutcard.refusals import Refusal
from cutcard.streams import Postings
from cutcard.table.ledger import CARDS, document_account, house_account, moved

ONE = 1


def one_card_refused(draft: PlayerDraft, digest: str) -> Refusal | None:
    """Refuse a card against a document that already has one, now and in the transaction that writes it."""
    account = document_account(digest)
    if draft.holds(account) >= ONE:
        return Refusal("document-has-card", draft.law.clause("cards.one_each"))
    draft.bound((account,), ONE)
    return None


def card_counted(digest: str | None, more: int) -> Postings:
    """Count a card issued against a document, or take it off the count; nothing for a card without a document."""
    return moved(house_account(CARDS, "issued"), document_account(digest), more) if digest else ()
