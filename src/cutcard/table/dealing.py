"""The cards of a round at the table: what a virtual shoe deals by itself, and what a dealer may enter at a real one."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from cutcard.cards import Card
from cutcard.engine import CARD_NEEDS, Refusal, State
from cutcard.engine import commands as say
from cutcard.engine.hole_card import looked_at
from cutcard.table.cut import cutting_card_out
from cutcard.table.draft import Draft
from cutcard.table.shuffle import discards_due

FROM_SHOE = ("card", "hole-card")  # what a round needs that takes a card out of the shoe


def round_in_play(draft: Draft) -> State | Refusal:
    if draft.state.playing and draft.state.round is not None:
        return draft.state.round
    return Refusal("no-round", draft.state.rules.clauses["deal.order"])


def deal_due_cards(draft: Draft) -> Refusal | None:
    """A virtual shoe that deals by itself gives whatever card the round needs next."""
    if draft.config.source == "virtual" and draft.config.by_itself:
        return deal_virtual(draft)
    return None


def deal_virtual(draft: Draft) -> Refusal | None:
    while draft.state.playing and draft.state.round is not None and draft.state.round.needs in CARD_NEEDS:
        shoe, round_ = draft.state.shoe, draft.state.round
        if cards_refused(draft) is not None:
            return None  # something is to be done about the cards first
        if round_.needs in ("peek", "turn"):
            assert shoe.hole is not None
            refusal = draft.play(looked_at(round_, shoe.hole))
            if refusal is not None:
                return refusal
            continue
        if shoe.behind is not None and shoe.left <= shoe.behind:
            cutting_card_out(draft)
            continue
        if not shoe.left:
            return None  # the discards complete the shoe
        refusal = draft.play(say.Deal(shoe.order[shoe.next]) if round_.needs == "card" else say.DealHoleCard())
        if refusal is not None:
            return refusal
    return None


def cards_refused(draft: Draft) -> Refusal | None:
    """Whether something is to be done before the next card is dealt."""
    if draft.state.unentered is not None and draft.state.asked_back:
        return wagers_offered_first(draft)
    if draft.state.shoe.stage != "ready":
        return draft.refuse("shoe.within_round", "cards-at-other-stage", stage=draft.state.shoe.stage)
    if discards_due(draft.state):
        return draft.refuse("shoe.device_gets_discards", "discards-before-card")
    return None


def deal_unseen(draft: Draft, round_: State) -> Refusal | None:
    """At a real shoe: the hole card is laid face down, or looked at and makes no natural."""
    if round_.needs == "peek":
        return draft.play(say.PeekHoleCard())
    if round_.needs != "hole-card":
        return Refusal("cards-missing")
    if not draft.state.shoe.left:
        return draft.refuse("shoe.short", "shoe-run-out")
    return cards_refused(draft) or draft.play(say.DealHoleCard())


def deal_seen(draft: Draft, card: Card) -> Refusal | None:
    """At a real shoe: a card is laid, or the hole card turned."""
    round_ = round_in_play(draft)
    if isinstance(round_, Refusal):
        return round_
    if round_.needs == "hole-card":
        return Refusal("hole-card-not-said", round_.rules.clauses.get("dealer.hole_card"))
    if round_.needs in ("peek", "turn"):
        return card_unlikely(draft, card) or draft.play(say.TurnHoleCard(card))
    return real_card_refused(draft, card) or draft.play(say.Deal(card))


def real_card_refused(draft: Draft, card: Card, waiting: Iterable[Card] = ()) -> Refusal | None:
    """A real shoe that has run out gives no card, and none that it cannot hold."""
    if draft.state.shoe.left or card.rank in draft.state.rules.cards.removed_ranks:
        return card_unlikely(draft, card, waiting)
    return draft.refuse("shoe.short", "shoe-run-out")


def card_unlikely(draft: Draft, card: Card, waiting: Iterable[Card] = ()) -> Refusal | None:
    """A real shoe holds each card only so often; some may have been drawn already and wait to be dealt."""
    state, clauses = draft.state, draft.state.rules.clauses
    if card.rank in state.rules.cards.removed_ranks:
        return Refusal(
            "rank-not-played", clauses["cards.removed_ranks"], {"game": state.rules.title, "card": str(card)}
        )
    shoe = state.shoe
    seen = Counter((*shoe.on_table, *shoe.rack, *waiting))
    if seen[card] >= draft.config.decks:
        return Refusal("card-too-often", clauses["cards.decks"], {"decks": draft.config.decks, "card": str(card)})
    return None


def wagers_offered_first(draft: Draft) -> Refusal | None:
    """Nobody decides while players are asked whether they want their wagers back."""
    asked = draft.state.asked_back
    return Refusal("wagers-offered-first", offered_by(draft), {"players": asked}) if asked else None


def offered_by(draft: Draft) -> str | None:
    """The clause by which players may have wagers back now."""
    unentered = draft.state.unentered
    if unentered is not None and unentered.asked:
        return unentered.clause
    return draft.procedures.clauses.get("malfunctions.wagers_offered")
