"""The decisions of a finished round, each with every alternative and its exact value.

The values are those of `cutcard.odds.choice_values`, from a full shoe less every card that had been dealt by then. They
are about a round that is over: nobody is advised at a table.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Hashable, Iterable, Iterator, Mapping
from dataclasses import replace
from fractions import Fraction
from typing import Any, NamedTuple

from cutcard.cards import shoe as pack
from cutcard.engine import Event, State
from cutcard.engine import events as ev
from cutcard.engine.choices import choices
from cutcard.engine.state import Hand
from cutcard.hand_rules import insurance_odds
from cutcard.money import Cents
from cutcard.narration.formatting import NAMES, face, hand_name, money, name, worth
from cutcard.narration.moments import states_of
from cutcard.odds import ChoiceValues, HandError, OpenBox
from cutcard.service import coach
from cutcard.service.odds_question import Question
from cutcard.service.past_table import view_of
from cutcard.service.solver_pool import worked
from cutcard.table.view_records import Waiting

MOST = 40  # decisions of a round that are worked out
KEPT = 2000  # rounds whose decisions are kept
DECLINE, PLAY_ON = "decline", "play-on"
LABELS = {**NAMES, DECLINE: "No insurance", PLAY_ON: "Play on"}


class Decision(NamedTuple):
    """Something that a player decided: the round before it, and what the rules allowed."""

    version: int  # of the event with which it was taken, counted within the round
    state: State
    position: int  # of the hand in `state.hands`
    player: str
    act: str
    allowed: tuple[str, ...]
    amount: Cents = 0  # of an insurance

    @property
    def hand(self) -> Hand:
        return self.state.hands[self.position]

    @property
    def wager(self) -> Cents:
        """What the hand was played for."""
        base = self.state.base(self.hand, self.player)
        return base.worth if base is not None else 0

    @property
    def title(self) -> str:
        """The hand against the dealer's card, in words."""
        hand, state = self.hand, self.state
        total = state.rules.natural.name if hand.natural else worth(hand.total, hand.soft)
        return f"{name(hand_name(state, hand))}: {total} against {face(state.up_card)}"


class Alternative(NamedTuple):
    act: str
    value: float  # in units of the hand's wager


class Weighed(NamedTuple):
    """A decision with its alternatives, best first; none where they cannot be worked out, and `note` says why."""

    decision: Decision
    alternatives: tuple[Alternative, ...] = ()
    note: str = ""

    @property
    def cost(self) -> float | None:
        """What the decision cost against the best one, in units of the wager; None if it is not known."""
        values = dict(self.alternatives)
        taken = values.get(self.decision.act)
        return None if taken is None else max(self.alternatives[0].value - taken, 0.0)


# --------------------------------------------------------------------------------------------------------- finding them


def decisions_of(first: State, events: Iterable[Event], player: str) -> list[Decision]:
    """Everything that a player decided for hands of their own, and the offers that they let pass."""
    found: list[Decision] = []
    for version, before, event, _ in states_of(first, events):
        found += _taken(version, before, event, player)
    return found[:MOST]


def _taken(version: int, state: State, event: Event, player: str) -> Iterator[Decision]:
    match event:
        case ev.CardCalled(box, hand) | ev.Stood(box, hand) | ev.Doubled(box, hand) | ev.HandSplit(box, hand):
            if not isinstance(event, ev.Doubled | ev.HandSplit) or event.player == player:
                yield from _on_turn(version, state, _ACTS[type(event)], box, hand, player)
        case ev.Surrendered(box, who) if who == player and state.needs == "decision":
            yield from _on_turn(version, state, "surrender", box, 1, player)
        case ev.Surrendered(box, who) if who == player:
            yield from _offered(version, state, player, "surrender", box)
        case ev.Insured(box, who, amount, False) if who == player:
            yield from _offered(version, state, player, "insure", box, amount)
        case ev.EvenMoneyTaken(box, who, _) if who == player:
            yield from _offered(version, state, player, "even-money", box)
        case ev.OffersClosed() if state.needs == "offers":
            for number in dict.fromkeys(box.number for box in state.boxes if player in box.players):
                yield from _declined(version, state, player, number)


_ACTS: Mapping[type, str] = {ev.CardCalled: "hit", ev.Stood: "stand", ev.Doubled: "double", ev.HandSplit: "split"}


def _on_turn(version: int, state: State, act: str, box: int, hand: int, player: str) -> Iterator[Decision]:
    if state.needs != "decision" or state.box.number != box or state.box.control != player:
        return
    if not state.dealer:  # passed over in the deal: no strategy knows what to do against no card
        return
    allowed = tuple(choice.act for choice in choices(state) if choice.allowed)
    yield Decision(version, state, state.turn, player, act, allowed)


def _offered(version: int, state: State, player: str, act: str, box: int, amount: Cents = 0) -> Iterator[Decision]:
    position = next((i for i, hand in enumerate(state.hands) if state.boxes[hand.box].number == box), None)
    if state.needs == "offers" and position is not None and state.dealer:
        other = PLAY_ON if act == "surrender" else DECLINE
        yield Decision(version, state, position, player, act, (act, other), amount)


def _declined(version: int, state: State, player: str, box: int) -> Iterator[Decision]:
    """The offers for a box that a player could have taken and did not."""
    open_ = {c.act: c.most for c in choices(state) if c.allowed and c.player == player and c.box == box}
    answered = any(state.insured(box, player))
    for act in ("even-money", "insure"):
        if act in open_ and not answered:
            for each in _offered(version, state, player, act, box, open_[act]):
                yield each._replace(act=DECLINE)
            break
    if "surrender" in open_:
        for each in _offered(version, state, player, "surrender", box):
            yield each._replace(act=PLAY_ON)


# --------------------------------------------------------------------------------------------------------- valuing them


async def weigh(decision: Decision, reader: str) -> Weighed:
    """A decision with the value of every alternative; the solver works in another process, in the turn of a reader."""
    if DECLINE in decision.allowed:
        return _weigh_offer(decision)
    rules = decision.state.rules
    question = Question.of(rules, decision.state.setup.decks)
    try:
        found = await worked(coach.weighed, question, open_box(decision), decision.wager or 100, caller=reader)
    except HandError as error:
        return Weighed(decision, note=f"This cannot be computed exactly: {error.message}.")
    return _sorted(decision, found)


def _sorted(decision: Decision, found: ChoiceValues) -> Weighed:
    values = dict(found.values)
    notes = []
    if PLAY_ON in decision.allowed:
        best = max(values[act] for act in values if act != "surrender")
        values = {"surrender": values["surrender"], PLAY_ON: best}
    known = [Alternative(act, values[act]) for act in decision.allowed if act in values]
    left_out = [LABELS[act].lower() for act in decision.allowed if act not in values]
    if left_out:
        notes.append(f"Not worked out: {', '.join(left_out)}.")
    if decision.hand.split:
        notes.append("For this hand's own wager: the other hands of the box are played by their own cards.")
    if found.bound >= coach.NOTHING / 10:
        notes.append(f"The figures may be off by {found.bound:.4f} at most.")
    return Weighed(decision, tuple(sorted(known, key=lambda each: -each.value)), " ".join(notes))


def _weigh_offer(decision: Decision) -> Weighed:
    """Insurance and even money: only the chance of a natural counts, which is a plain fraction."""
    state, wager = decision.state, decision.wager
    chance = natural_chance(state)
    if chance is None or not wager:
        return Weighed(decision, note="This cannot be computed exactly: the dealer has looked at the second card.")
    if "even-money" in decision.allowed:
        wait = (1 - chance) * state.rules.natural.pays.ratio
        values = {"even-money": Fraction(1), DECLINE: wait}
    else:
        odds = insurance_odds(state.rules, state.up_card.value)
        assert odds is not None  # it was offered
        brings = (chance * (odds.ratio + 1) - 1) * Fraction(decision.amount, wager)
        values = {"insure": brings, DECLINE: Fraction(0)}
    found = sorted(values.items(), key=lambda item: -item[1])
    return Weighed(decision, tuple(Alternative(act, float(value)) for act, value in found))


def natural_chance(state: State) -> Fraction | None:
    """The chance that the dealer's next card makes a natural, with every card on the table known."""
    if len(state.dealer) != 1:
        return None
    makes = 10 if state.up_card.value == 1 else 1
    seen = [*state.dealer, *(card for hand in state.hands for card in hand.cards)]
    whole = pack(state.setup.decks, state.rules.cards.removed_ranks)
    left = sum(card.value == makes for card in whole) - sum(card.value == makes for card in seen)
    return Fraction(left, len(whole) - len(seen))


def open_box(decision: Decision) -> OpenBox:
    """The box of the hand that was decided, with every card that lay on the table."""
    state, hand = decision.state, decision.hand
    turn = Waiting(needs="decision", box=state.boxes[hand.box].number, hand=state.hand_number(hand))
    return coach.open_box(replace(view_of(state), waiting=turn), state.rules)


# ----------------------------------------------------------------------------------------------------------- telling it


class WeighedRounds:
    """The decisions of rounds, each weighed once: what was asked for last is kept. Belongs to one event loop."""

    def __init__(self) -> None:
        self._kept: OrderedDict[Hashable, list[dict[str, Any]]] = OrderedDict()

    async def decisions_json(
        self, key: Hashable, first: State, events: tuple[Event, ...], player: str, reader: str
    ) -> list[dict[str, Any]]:
        """The decisions of a player in a round as the API answers them, one after the other.

        One at a time: the solver's processes also serve those who wait at a table.
        """
        if key in self._kept:
            self._kept.move_to_end(key)
            return self._kept[key]
        decisions = await asyncio.to_thread(decisions_of, first, events, player)
        found = [decision_json(await weigh(decision, reader)) for decision in decisions]
        self._kept[key] = found
        if len(self._kept) > KEPT:
            self._kept.popitem(last=False)
        return found


def decision_json(weighed: Weighed) -> dict[str, Any]:
    """A decision in words and figures, as the API answers it."""
    decision, cost = weighed.decision, weighed.cost
    wager = decision.wager
    best = weighed.alternatives[0] if weighed.alternatives else None
    return {
        "version": decision.version,
        "box": decision.state.boxes[decision.hand.box].number,
        "hand": decision.state.hand_number(decision.hand),
        "title": decision.title,
        "act": decision.act,
        "label": LABELS[decision.act],
        "wager": wager,
        "best": best.act if best is not None else None,
        "cost": cost,
        "cost_cents": None if cost is None else round(cost * wager),
        "choices": [
            {
                "act": each.act,
                "label": LABELS[each.act],
                "value": each.value,
                "text": f"{each.value:+.3f}".replace("-", "−"),
                "money": _in_money(each.value, wager),
                "taken": each.act == decision.act,
                "best": best is not None and each.act == best.act,
            }
            for each in weighed.alternatives
        ],
        "verdict": _verdict(weighed),
        "note": weighed.note,
    }


def _in_money(value: float, wager: Cents) -> str:
    cents = round(value * wager)
    return f"+{money(cents)}" if cents > 0 else money(cents)


def _verdict(weighed: Weighed) -> str:
    """What the decision cost, and what would have been better."""
    cost, decision = weighed.cost, weighed.decision
    label = LABELS[decision.act]
    if cost is None:
        return ""
    if cost < coach.NOTHING:
        return f"{label} was the best play."
    best = LABELS[weighed.alternatives[0].act].lower()
    return f"{label} cost {money(round(cost * decision.wager))}, {cost:.3f} of the wager: {best} was better."
