"""What a command to a promotion has led to so far, while it is being decided."""

from __future__ import annotations

from typing import Any, NamedTuple

from cutcard.promotions.promotion_registry import PROMOTIONS, event, reduces
from cutcard.promotions.promotion_state import PromotionState, Win
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.procedures import Power, Procedures, Promotions
from cutcard.streams import Postings, StreamDraft, power_refused
from cutcard.streams import evolved as stream_evolved
from cutcard.table.config import HOUSE
from cutcard.table.registry import Command


@event(seen_by="everybody", secret_fields=("digest",))
class PromotionCommandReceived(NamedTuple):
    """Somebody gave a command; everything up to the next of these came of it."""

    by: str
    role: str
    at: int
    command: str
    digest: str = ""


@reduces(PromotionCommandReceived)
def _received(state: PromotionState, event: PromotionCommandReceived) -> PromotionState:
    return state._replace(now=event.at, commanded_by=event.by)


def evolved(state: PromotionState, event: Any) -> tuple[PromotionState, Postings]:
    """Apply one event: the promotion after it, and its ledger lines."""
    return stream_evolved(PROMOTIONS, state, event)


def promotions_of(book: str) -> Promotions:
    """What a document that has promotions says about them."""
    found = procedures_of(book).promotions
    assert found is not None
    return found


class PromotionDraft(StreamDraft[PromotionState]):
    """Gathers the events of one command to a promotion."""

    registry = PROMOTIONS

    @property
    def procedures(self) -> Procedures:
        return procedures_of(self.state.conditions.book)

    @property
    def prize_rules(self) -> Promotions:
        """What the document says about promotions."""
        return promotions_of(self.state.conditions.book)

    def clause(self, field: str) -> str:
        """The clause that gives a field of what the document says about promotions."""
        return self.procedures.clauses[f"promotions.{field}"]

    def refuse(self, field: str, code: str, **facts: object) -> Refusal:
        """A refusal by that clause."""
        return Refusal(code, self.clause(field), facts)

    def power(self, command: Command) -> Power:
        """The role that may give an accepted command, and its clause."""
        return self.procedures.promotion_commands[PROMOTIONS.names[type(command)]]

    def needs_role(self, command: str, book: str = "") -> Refusal | None:
        """Refuse anybody who is not given a command by the document: a role of the ladder, or one beside it."""
        book = book or self.state.conditions.book
        power = procedures_of(book).promotion_commands.get(command)
        if power is not None and self.by.id == HOUSE:
            return None
        return power_refused(book, self.by, command, power)

    def win(self, number: int) -> Win | Refusal:
        """Something that was won and is not paid or refused yet."""
        found = self.state.wins.get(number)
        if found is None:
            return Refusal("no-such-win", None, {"win": number})
        if found.status != "won":
            return Refusal("win-over", None, {"win": number, "status": found.status})
        return found


def by_player_too(draft: PromotionDraft) -> Refusal | None:
    """The person who gives a command that players give for themselves: its handler asks `acting_for`."""
    return None
