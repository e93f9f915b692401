"""The course of a round as it is seen from the floor: from the shuffle to the last payment, step by step."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Literal, NamedTuple

from cutcard.cards import Card
from cutcard.engine import Event, State
from cutcard.engine import events as ev
from cutcard.engine.choices import Act, choices
from cutcard.hand_rules import dealer_stands
from cutcard.narration.formatting import NAMES, listed, name
from cutcard.narration.moments import Moment, moments_of
from cutcard.narration.story import Entry
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.schema import Rules
from cutcard.training.rounds import PlayedRound, Table, play_round

Opening = Literal["new-shoe", "after-cutting-card", "within-shoe"]
Device = Literal["shoe", "shuffling-device"]
Does = Literal[
    "news", "shuffle", "cut", "cutting-card", "burn", "discards", "bets", "card", "call", "offer", "closed", "stands",
    "payment", "other", "over"
]  # fmt: skip


class Step(NamedTuple):
    """A step of the dealer or the players, in words, and the table after it."""

    does: Does
    words: str
    state: State
    card: Card | None = None
    box: int | None = None  # of a card or a call; None: the dealer's
    hand: int = 1
    initial: bool = False  # a card of the initial deal
    event: Event | None = None  # what the round says of it; None: it is not about a round's events
    paid: int | None = None  # the position of the wager that is settled by it
    entries: tuple[Entry, ...] = ()  # what the words are made of, where they tell of a round

    @property
    def done(self) -> tuple[object, ...]:
        """What is done in a step, apart from the table and the words."""
        return self.does, self.card, self.box, self.hand, self.paid, self.event if self.card is None else None


class Deal(NamedTuple):
    """A round to be dealt: the table, the cards, what the players call, and where it stands in the shoe."""

    table: Table
    shoe: tuple[Card, ...]
    seed: str
    opening: Opening = "within-shoe"
    device: Device = "shoe"

    @property
    def rules(self) -> Rules:
        return self.table.setup.rules

    def played(self, calls: Mapping[int, Act] | None = None, offers: bool = True) -> PlayedRound:
        return play_round(self.table, self.shoe, self.seed, calls, offers)

    def steps(self, calls: Mapping[int, Act] | None = None, offers: bool = True) -> tuple[Step, ...]:
        """The round as the rules have it."""
        return tuple(_steps(self, self.played(calls, offers)))


def _steps(deal: Deal, played: PlayedRound) -> Iterator[Step]:
    start, moments = moments_of(State(deal.table.setup), played.events)
    yield from opening_steps(deal)
    yield Step("bets", bets_words(deal.table), start)
    offered = finished = loaded = False
    for moment in moments:
        before = moment.before
        if deal.device == "shuffling-device" and not loaded and before.phase not in ("wagers", "initial"):
            loaded = True
            yield from _loaded(deal, before)
        if before.needs == "offers" and not offered and moment.paid is None:
            offered = True
            yield Step("offer", f"{_on_offer(before)} is offered.", before)
        if before.phase == "dealer" and before.needs == "settlement" and not finished:
            finished = True
            yield Step("stands", _finished(before), before)
        yield step_of(moment)


def bets_words(table: Table) -> str:
    """Which boxes are played, as the dealer closes the betting."""
    if not table.boxes:
        return "No more bets: no wager lies on the layout."
    boxes = f"box {table.boxes[0]}" if len(table.boxes) == 1 else f"boxes {listed(table.boxes)}"
    return f"No more bets: wagers lie on {boxes}."


def opening_steps(deal: Deal) -> Iterator[Step]:
    """What comes before the betting is closed."""
    empty, shoe = State(deal.table.setup), procedures_of(deal.rules.book).shoe
    if deal.device == "shuffling-device":
        yield Step("news", "The cards come from a shuffling device. The round before is settled.", empty)
        return
    if deal.opening == "within-shoe":
        yield Step("news", "The round before is settled. The cutting card is still in the shoe.", empty)
        return
    news = {
        "new-shoe": "The table opens. The cards have been checked.",
        "after-cutting-card": "The cutting card came out in the round before, which is settled.",
    }
    yield Step("news", news[deal.opening], empty)
    yield Step("shuffle", "The dealer shuffles the cards.", empty)
    yield Step("cut", f"{name(deal.table.wagers[0].player) if deal.table.wagers else 'A player'} cuts them.", empty)
    yield Step("cutting-card", "The cutting card is put in, and the cards go into the shoe.", empty)
    if shoe.burn != "never":
        yield Step("burn", "The first card is burned.", empty)


def _loaded(deal: Deal, state: State) -> Iterator[Step]:
    if procedures_of(deal.rules.book).shoe.device_gets_discards == "after-initial-deal":
        yield Step("discards", "The discards go into the device.", state)


def _on_offer(state: State) -> str:
    """What may be asked for before the subsequent deal."""
    acts = dict.fromkeys(choice.act for choice in choices(state) if choice.allowed)
    return NAMES[next(iter(acts))] if len(acts) == 1 else listed([NAMES[act] for act in acts]).capitalize()


def _finished(state: State) -> str:
    """How the dealer's hand ends."""
    total = state.dealer_total
    if total > 21:
        return f"The dealer has {total}, which is over 21."
    if must_stand(state):
        return f"The dealer stands on {total}."
    return "The dealer takes no further card: no result depends on it."


def must_stand(state: State) -> bool:
    """Whether the dealer's hand is finished by its total, and not over 21."""
    total = state.dealer_total
    stands = dealer_stands(state.rules, hard=state.dealer_hard, total=total)
    return total <= 21 and len(state.dealer) > 1 and stands


def step_of(moment: Moment) -> Step:
    """A moment of the round as a step."""
    event = moment.event
    initial = moment.before.phase == "initial"
    match event:
        case ev.CardDealt(card, box, hand):
            return Step("card", moment.say, moment.after, card, box, hand, initial, event)
        case ev.CardCalled(box, hand) | ev.Stood(box, hand):
            return Step("call", moment.say, moment.after, None, box, hand, event=event)
        case ev.Doubled(box, hand, _, _, _) | ev.HandSplit(box, hand, _, _, _):
            return Step("call", moment.say, moment.after, None, box, hand, event=event)
    return Step(_does(moment, event), moment.say, moment.after, event=event, paid=moment.paid, entries=moment.entries)


def _does(moment: Moment, event: Event) -> Does:
    if moment.paid is not None:
        return "payment"
    if isinstance(event, ev.OffersClosed):
        return "closed"
    return "over" if isinstance(event, ev.RoundEnded) else "other"
