"""A round of play at the table: cards, decisions, and players who are not there."""

from __future__ import annotations

from typing import Any, NamedTuple

from cutcard.cards import Card
from cutcard.engine import CARD_NEEDS, OFFER_NEEDS, PLAYER_NEEDS, Refusal, State, sidebets
from cutcard.engine import commands as say
from cutcard.engine.absent import absent_play
from cutcard.engine.betting import controlling
from cutcard.engine.choices import choices
from cutcard.rulebooks.procedures import Power
from cutcard.table.config import PLAYER
from cutcard.table.dealing import (
    FROM_SHOE,
    cards_refused,
    deal_due_cards,
    deal_seen,
    deal_unseen,
    deal_virtual,
    offered_by,
    round_in_play,
    wagers_offered_first,
)
from cutcard.table.decision_costs import added_to_invalid, unaffordable
from cutcard.table.draft import Draft, role_refused
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.session_rules import insurance_refused, not_playing_refused
from cutcard.table.state import TableState


def absent_refused(draft: Draft) -> Refusal | None:
    """Refuse anybody who may not order a hand to be played, by the clause of the game that is played."""
    rules = draft.state.rules
    power = Power(role=rules.idle.ordered_by, clause=rules.clauses["idle.ordered_by"])
    return role_refused(rules.book, draft.by, "play-for-absent", power)


@command(needs_role=False, plays=True)
class Call(NamedTuple):
    """A player's decision, insurance and the like; it is given under their own name."""

    command: say.PlayerCommand | say.RedressCommand
    player: str | None = None


@command(group="players", needs_role=False, plays=True)
class DeclineOffer(NamedTuple):
    """Let the offer that is open go by: insurance, say, or a share in a double."""

    player: str | None = None


@command(group="players", needs_role=False)
class ShowHand(NamedTuple):
    """Turn up your own two cards where they were dealt face down."""

    box: int
    player: str | None = None


@command(group="play", plays=True)
class DealCards(NamedTuple):
    """Deal what is due: from a virtual shoe as many as the round needs, from a real one the cards entered.

    At a real shoe the hole card is dealt without a card, and where the dealer looks at it no card says that it makes no
    natural; the card is entered once it is turned.
    """

    cards: tuple[Card, ...] = ()


@command("close the offers", group="play", plays=True)
class CloseOffers(NamedTuple):
    pass


@command("play for an absent player", group="play", role_check=absent_refused, plays=True)
class PlayForAbsent(NamedTuple):
    """Go on without the player that the round waits for."""


@command("select a box", group="play")
class SelectBox(NamedTuple):
    device: str
    box: int


@event(seen_by="everybody")
class OfferDeclined(NamedTuple):
    """A player lets the offer that is open go by."""

    player: str


@event(seen_by="everybody")
class HandShown(NamedTuple):
    box: int


@event(seen_by="everybody")
class PlayedForAbsent(NamedTuple):
    """The round goes on without the player it waited for."""

    player: str
    clause: str


# ---------------------------------------------------------------------------------------------------------------- cards


@handles(DealCards)
def deal_cards(draft: Draft, command: DealCards) -> Refusal | None:
    round_ = round_in_play(draft)
    if isinstance(round_, Refusal):
        return round_
    if round_.needs not in CARD_NEEDS:
        return Refusal("no-card-due", draft.state.rules.clauses["deal.order"], {"needs": round_.needs})
    if draft.config.source == "virtual":
        if command.cards:
            return Refusal("virtual-shoe-knows")
        refusal = cards_refused(draft)
        if refusal is not None:
            return refusal
        if not draft.state.shoe.left and round_.needs in FROM_SHOE:
            return draft.refuse("shoe.short", "shoe-run-out")
        return deal_virtual(draft)
    if not command.cards:
        return deal_unseen(draft, round_)
    for card in command.cards:
        refusal = cards_refused(draft) or deal_seen(draft, card)
        if refusal is not None:
            return refusal
    return None


# ------------------------------------------------------------------------------------------------------------ decisions


def acting_in_round(draft: Draft, player: str | None) -> tuple[str, State] | Refusal:
    """Whose act something is, and the round that is under way."""
    name = draft.acting_player(player)
    if isinstance(name, Refusal):
        return name
    round_ = round_in_play(draft)
    return round_ if isinstance(round_, Refusal) else (name, round_)


@handles(Call)
def call(draft: Draft, command: Call) -> Refusal | None:
    given = acting_in_round(draft, command.player)
    if isinstance(given, Refusal):
        return given
    name, round_ = given
    refusal = wagers_offered_first(draft) or _late(draft, command.command) or draft.at_table(name)
    if refusal is None and draft.by.role == PLAYER and draft.state.session is not None:
        refusal = not_playing_refused(draft.state, name)
    if refusal is not None:
        return refusal
    decision = _named(round_, name, command.command)
    if isinstance(decision, say.Insure):
        refusal = insurance_refused(draft.state, name, decision.box)
    refusal = refusal or added_to_invalid(round_, name, decision)
    refusal = refusal or unaffordable(draft, round_, name, decision) or _hidden(draft, round_, decision)
    refusal = refusal or draft.play(decision)
    return refusal or deal_due_cards(draft)


def _named(round_: State, name: str, command: Any) -> Any:
    """The decision with the player's own name, so that the round knows whether they control the box."""
    if isinstance(command, say.WithdrawWager):
        command = command._replace(clause="")  # by which clause one may withdraw is the staff's to say
    if isinstance(command, say.Surrender) and command.box is None and round_.needs == "offers":
        boxes = [box.number for box in round_.boxes if box.control == name]
        command = command._replace(box=boxes[0] if boxes else None)
    return command._replace(player=name)


def _late(draft: Draft, command: Any) -> Refusal | None:
    """That insurance was not offered in time is the staff's to say, not a player's."""
    known = draft.state.insurance_late == draft.state.number
    if draft.by.role == PLAYER and isinstance(command, say.Insure) and command.late and not known:
        return Refusal("only-dealer-says", draft.procedures.commands["deal-cards"].clause)
    return None


def _hidden(draft: Draft, round_: State, command: Any) -> Refusal | None:
    """Where two cards lie face down, a document may want them shown before a third is dealt."""
    if not draft.state.face_down or not draft.procedures.style.shown_before_third:
        return None
    if not isinstance(command, say.Hit | say.Double | say.Split) or round_.turn < 0:
        return None
    if round_.box.number in draft.state.shown:
        return None
    return draft.refuse("style.shown_before_third", "cards-shown-first")


def offered(round_: State) -> frozenset[str]:
    """Who could still take the offer that is open; nobody where none is."""
    if round_.needs not in OFFER_NEEDS:
        return frozenset()
    return frozenset(choice.player for choice in choices(round_) if choice.allowed)


def unanswered(state: TableState) -> frozenset[str]:
    """Whose answer the open offer still waits for: they could take it and pay for it, and have done nothing about it.

    Anybody who has insured a box has answered for it, even if they could insure more.
    """
    round_ = state.round
    if round_ is None or round_.needs not in OFFER_NEEDS:
        return frozenset()
    insured = {(wager.box, wager.player) for wager in round_.wagers if wager.bet == "insurance"}
    return frozenset(
        choice.player
        for choice in choices(round_)
        if choice.allowed
        and not (choice.act == "insure" and (choice.box, choice.player) in insured)
        and choice.player in state.players
        and choice.cost <= state.players[choice.player].chips
    ).difference(state.declined)


@handles(DeclineOffer)
def decline_offer(draft: Draft, command: DeclineOffer) -> Refusal | None:
    given = acting_in_round(draft, command.player)
    if isinstance(given, Refusal):
        return given
    name, round_ = given
    if name in draft.state.asked_back:
        draft.add(OfferDeclined(name))
        return deal_due_cards(draft)
    if name not in offered(round_) - draft.state.declined:
        return Refusal("nothing-to-decline", None, {"player": name})
    draft.add(OfferDeclined(name))
    return None


@handles(ShowHand)
def show_hand(draft: Draft, command: ShowHand) -> Refusal | None:
    given = acting_in_round(draft, command.player)
    if isinstance(given, Refusal):
        return given
    name, round_ = given
    box = next((box for box in round_.boxes if box.number == command.box), None)
    if not draft.state.face_down or box is None or len(box_cards(round_, command.box)) < 2:
        return draft.refuse("style.face_down", "no-cards-face-down", box=command.box)
    if box.control != name:
        return draft.refuse("style.touched", "own-cards-only", player=name)
    if command.box not in draft.state.shown:
        draft.add(HandShown(command.box))
    return None


def box_cards(round_: State, number: int) -> tuple[Card, ...]:
    """The first hand's cards on a box."""
    for hand in round_.hands:
        if round_.boxes[hand.box].number == number:
            return hand.cards
    return ()


# ---------------------------------------------------------------------------------------------------- the dealer's acts


@handles(CloseOffers)
def close_offers(draft: Draft, command: CloseOffers) -> Refusal | None:
    round_ = round_in_play(draft)
    if isinstance(round_, Refusal):
        return round_
    if draft.state.asked_back:
        return _close_offer_of_wagers(draft, draft.state.asked_back) or deal_due_cards(draft)
    refusal = draft.play(say.CloseOffers())
    return refusal or deal_due_cards(draft)


def _close_offer_of_wagers(draft: Draft, asked: tuple[str, ...]) -> Refusal | None:
    """Who has said nothing in a reasonable time leaves their wagers in the round."""
    waited = draft.at - draft.state.since
    present = draft.state.present
    for name in asked:
        if name in present and not present[name].away and waited < draft.config.decision_ms:
            return Refusal("time-to-decide", offered_by(draft), {"player": name})
    draft.add(*(OfferDeclined(name) for name in asked))
    return None


@handles(PlayForAbsent)
def play_for_absent(draft: Draft, command: PlayForAbsent) -> Refusal | None:
    """After a reasonable time, or for a player who is not there, the hand is played as the document says."""
    round_ = round_in_play(draft)
    if isinstance(round_, Refusal):
        return round_
    refusal = wagers_offered_first(draft)
    if refusal is not None:
        return refusal
    idle, clause = round_.rules.idle, round_.rules.clauses["idle.ordered_by"]
    if round_.needs not in PLAYER_NEEDS:
        return Refusal("round-waits-for", clause, {"needs": round_.needs})
    name = round_.box.control
    player = draft.state.players.get(name)
    waited = draft.at - draft.state.since
    if round_.needs == "decision" and not (player is None or player.away) and waited < draft.config.decision_ms:
        return Refusal("time-to-decide", clause, {"player": name})
    next_one = _next_in_control(draft.state, round_) if player is None or player.away or player.leaving else None
    if next_one is not None and round_.needs == "decision":
        return draft.play(
            say.PassControl(round_.box.number, next_one, draft.procedures.clauses["seats.absent_control"])
        )
    draft.add(PlayedForAbsent(name, round_.rules.clauses["idle.hard" if idle.hard else "idle.soft"]))
    turn = (round_.needs, round_.turn)
    while draft.state.round is not None and (draft.state.round.needs, draft.state.round.turn) == turn:
        refusal = draft.play(absent_play(draft.state.round)) or deal_due_cards(draft)
        if refusal is not None:
            return refusal
        if draft.state.round.needs == "card":
            break  # a real shoe's dealer enters the card and goes on from there
    return None


def _next_in_control(state: TableState, round_: State) -> str | None:
    """Who decides for a box in place of a player who is not there, where the document has an order (Canberra 4.5)."""
    if state.config.procedures.seats.absent_control != "passes":
        return None
    box = round_.box
    here = [name for name, player in state.present.items() if not player.away and name != box.control]
    playing = [
        wager for _, wager in round_.on_hand(round_.hand) if wager.bet in ("main", "split") and wager.player in here
    ]
    return controlling(round_, box.number, playing) if playing else None


@handles(SelectBox)
def select_box(draft: Draft, command: SelectBox) -> Refusal | None:
    round_ = round_in_play(draft)
    if isinstance(round_, Refusal):
        return round_
    picked = {bet: sidebets.selected_outcome(round_, bet) for bet in draft.state.links}
    if command.device in picked.values():
        return Refusal("system-picks-boxes", draft.power(command).clause, {"device": command.device})
    by = draft.power(command).of_outcome(command.device)  # who verifies the prize, since it is paid by this
    refusal = role_refused(round_.rules.book, draft.by, "select-box", by)
    return refusal or draft.play(say.Select(command.device, command.box))


@reduces(OfferDeclined)
def _offer_declined(state: TableState, event: OfferDeclined) -> TableState:
    if event.player in state.asked_back:  # they leave their wagers in the round
        return without_answered(state, event.player)
    return state._replace(declined=state.declined | {event.player})


def without_answered(state: TableState, player: str) -> TableState:
    """Somebody has said whether they take their wagers back."""
    asked = tuple(name for name in state.asked_back if name != player)
    if state.failure is not None and state.failure.asked:
        return state._replace(failure=state.failure._replace(asked=asked))
    assert state.unentered is not None
    return state._replace(unentered=state.unentered._replace(asked=asked))


@reduces(HandShown)
def _hand_shown(state: TableState, event: HandShown) -> TableState:
    return state._replace(shown=state.shown | {event.box})
