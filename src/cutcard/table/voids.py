"""Rounds, wagers and shoes that are declared void.

Each cause for which a round may be declared void is a command of its own, since a document may give them to
different roles.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, NamedTuple

from cutcard.engine import Refusal, State, void
from cutcard.engine import commands as say
from cutcard.engine.events import Line
from cutcard.rulebooks.void_rounds import outcome_stands
from cutcard.table.cards import CardsBrought
from cutcard.table.config import Notices
from cutcard.table.dealing import deal_due_cards
from cutcard.table.draft import Draft
from cutcard.table.registry import FreeText, SecondPerson, command, event, handles, reduces
from cutcard.table.shuffle import reveal
from cutcard.table.state import (
    TableState,
)
from cutcard.table.wagers import WagerRefused

OF_ROUND = SecondPerson(about=lambda state: state.number)
OF_SHOE = SecondPerson(about=lambda state: state.shoe.number)
Cause = Literal["disruption", "fraud", "unplayable", "wrong-cards", "malfunction", "irregularity"]


@command("declare a disrupted round void", group="measures", second_person=OF_ROUND, at_stake="round")
class VoidDisruptedRound(NamedTuple):
    """A fire, a brawl or the like disrupts the round."""

    reason: str
    refund: bool = True
    forfeits: tuple[str, ...] = ()  # wrongdoers whose wagers do not go back


@command("declare a round void for fraud", group="measures", second_person=OF_ROUND, at_stake="round")
class VoidRoundForFraud(NamedTuple):
    """A fraud has affected the round."""

    reason: str
    refund: bool = True
    forfeits: tuple[str, ...] = ()


@command("declare an unplayable round void", group="measures", second_person=OF_ROUND, at_stake="round")
class VoidUnplayableRound(NamedTuple):
    """It is not practical to go on with the round."""

    reason: str
    refund: bool = True
    forfeits: tuple[str, ...] = ()


@command("declare the shoe void", group="measures", second_person=OF_SHOE, at_stake="round")
class VoidShoe(NamedTuple):
    """A card is missing or foreign: the round is void, and the cards are checked before another is dealt."""

    reason: str
    told: Notices = ()


@command("declare wagers void", group="measures", second_person=OF_ROUND, at_stake="round")
class VoidWagers(NamedTuple):
    """All that a player has on the layout goes back to them, in Canberra also what they lost; the others play on."""

    player: str
    reason: str


@command("declare wagers void for fraud", group="measures", second_person=OF_ROUND, at_stake="round")
class VoidWagersForFraud(NamedTuple):
    """The same because somebody has cheated, be it somebody else than the player."""

    player: str
    reason: str


@event(
    seen_by="everybody",
    staff_fields=("reason",),
    log="round {round} is declared void for {cause:words}: {reason} (clause {clause})",
)
class RoundDeclaredVoid(NamedTuple):
    """The round has no result: what lies on the layout goes back, or what is dealt is settled as void."""

    round: int
    cause: Cause
    reason: FreeText
    clause: str


@event(
    seen_by="everybody",
    staff_fields=("reason",),
    log="the wagers of {player} are declared void: {reason} (clause {clause})",
)
class WagersDeclaredVoid(NamedTuple):
    player: str
    reason: FreeText
    clause: str


VoidingRound = VoidDisruptedRound | VoidRoundForFraud | VoidUnplayableRound


CAUSES: dict[type, Cause] = {
    VoidDisruptedRound: "disruption",
    VoidRoundForFraud: "fraud",
    VoidUnplayableRound: "unplayable",
}


def end_without_result(
    draft: Draft, cause: Cause, reason: str, order: say.VoidRound, settled_stands: bool = False
) -> Refusal | None:
    """What lies on the layout goes back, or what has been dealt is settled as void.

    What was settled after the initial deal stands where the document says so of all void rounds, or of this one.
    """
    state, by_book = draft.state, draft.procedures.voids
    draft.add(RoundDeclaredVoid(state.number, cause, reason, order.clause))
    if not state.playing or state.round is None:
        give_back(draft, None, reason, order.clause)
        return None
    if order.refund and not settled_stands:
        order = order._replace(lost_back=not outcome_stands(by_book, "interim", draft.config.side_bets))
    returned = not settled_stands and not outcome_stands(by_book, "paid", draft.config.side_bets)
    if order.refund and (returned or _repaid(draft)):
        order = order._replace(undone=tuple(_paid_and_able(draft, state.round, order)))
    return draft.play(order)


@handles(VoidShoe)
def void_shoe(draft: Draft, command: VoidShoe) -> Refusal | None:
    clause = draft.power(command).clause
    refusal = draft.require_reason(command) or draft.require_notice(command)
    return refusal or end_shoe(draft, command.reason, clause)


def end_shoe(draft: Draft, reason: str, clause: str) -> Refusal | None:
    """What has been completed stands; the round under way and the rest of the shoe do not."""
    state = draft.state
    if state.shoe.stage != "ready":
        return Refusal("no-cards-to-void", clause)
    refusal = None
    if state.playing or state.betting != "closed":
        refusal = end_without_result(draft, "wrong-cards", reason, say.VoidRound(clause))
    if refusal is not None:
        return refusal
    reveal(draft)
    draft.add(CardsBrought("", True))
    return None


def money_refused(draft: Draft, command: VoidingRound) -> Refusal | None:
    """Wagers go back as a rule; where a document lets the house keep them, or a wrongdoer's, it says so."""
    state, by_book = draft.state, draft.procedures.voids
    if not state.playing and not (command.refund and not command.forfeits):
        return draft.refuse("voids.refund", "wagers-open-go-back")
    if not command.refund and by_book.refund == "always":
        return draft.refuse("voids.refund", "void-wagers-go-back")
    if command.forfeits and by_book.forfeits == "never":
        return draft.refuse("voids.forfeits", "nobody-forfeits")
    playing = {wager.player for wager in state.round.wagers} if state.round is not None else set()
    for name in command.forfeits:
        if name not in playing:
            return draft.refuse("voids.forfeits", "no-wager-in-round", player=name)
        if CAUSES[type(command)] != "fraud" and not (by_book.forfeits == "conduct" and _found_out(state, name)):
            return draft.refuse("voids.forfeits", "forfeits-for-conduct", player=name)
    return None


def _found_out(state: TableState, name: str) -> bool:
    """Whether a measure was taken against a player for what they did at the table (Sydney 18.8)."""
    return name in state.barred or name in state.detained


def _repaid(draft: Draft) -> bool:
    """Whether what was paid within a void round of a tournament goes back, whatever holds otherwise (19.2.2.1)."""
    by_book = draft.procedures.tournaments
    return bool(draft.state.tournament) and by_book is not None and by_book.void_payouts == "repaid"


def _paid_and_able(draft: Draft, round_: State, order: say.VoidRound) -> Iterator[str]:
    """The players who give back what they were paid within the round: those who are there and still have it."""
    for name in draft.state.present:
        if _can_settle(draft, name, void.of_round(round_, order._replace(undone=(name,)))):
            yield name


def _can_settle(draft: Draft, name: str, lines: Iterable[Line]) -> bool:
    """Whether a player is there, has something to give back or to get, and has what they must give back."""
    round_, player = draft.state.round, draft.state.present.get(name)
    if round_ is None or player is None:
        return False
    mine = [(round_.wagers[line.wager], line) for line in lines if round_.wagers[line.wager].player == name]
    tokens = sum(amount for (_, owner, _), amount in draft.state.tokens_down.items() if owner == name)
    changes = sum(line.returned - (wager.returned or 0) for wager, line in mine)
    return bool(mine) and player.chips + changes >= tokens


@handles(VoidWagers, VoidWagersForFraud)
def declare_wagers_void(draft: Draft, command: VoidWagers | VoidWagersForFraud) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    refusal = draft.require_reason(command)
    if refusal is not None:
        return refusal
    if not state.playing and not any(state.laid(player=command.player)):
        return Refusal("no-wager-on-layout", clause, {"player": command.player})
    draft.add(WagersDeclaredVoid(command.player, command.reason, clause))
    if not state.playing:
        give_back(draft, command.player, command.reason, clause)
        return None
    refusal = draft.play(_order_void(draft, command.player, clause))
    return refusal or deal_due_cards(draft)


def _order_void(draft: Draft, player: str, clause: str) -> say.VoidWagers:
    """Where the book has it that a void wager never was, what it was paid goes back too, if its owner has that here."""
    order, round_ = say.VoidWagers(player, clause, undone=True), draft.state.round
    if draft.procedures.voids.paid != "returned" or round_ is None:
        return order._replace(undone=False)
    return order._replace(undone=_can_settle(draft, player, void.of_player(round_, player, clause, undone=True)))


def give_back(draft: Draft, player: str | None, reason: str, clause: str) -> None:
    """Wagers that no card has closed go back to their owners."""
    for bet in list(draft.state.laid(player=player)):
        draft.add(WagerRefused(bet.box, bet.player, bet.bet, reason, clause))


@reduces(RoundDeclaredVoid)
def _round_void(state: TableState, event: RoundDeclaredVoid) -> TableState:
    """No further wager is taken; a round that is being played ends by an event of its own."""
    return state._replace(betting="closed")
