"""The coach: the exact value of each choice of a player's decision, the best one, and what the others cost.

Only at play-money tables: the documents forbid staff to advise players, and the same goes for the casino's service.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Iterator
from fractions import Fraction
from typing import NamedTuple

from cutcard.cards import BY_TEXT
from cutcard.errors import CutcardError
from cutcard.hand_rules import insurance_odds
from cutcard.money import Cents, Odds
from cutcard.narration.formatting import NAMES, money
from cutcard.odds import ChoiceValues, HandError, OpenBox, Solution, choice_values, solve
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.first_hand import known_values
from cutcard.rulebooks.schema import Rules
from cutcard.service.odds_question import Question
from cutcard.service.routes.bodies_table import Advice, ChoiceValue
from cutcard.service.solver_pool import answer, worked
from cutcard.service.table_moment import moment
from cutcard.service.tournament_coach import session_advice
from cutcard.table import TableState
from cutcard.table.view_records import ChoiceView, HandView, TableView

NOTHING = 0.0005  # of the wager: a difference too small to mention
NO = "decline"  # to let an offer go by
OF_A_SPLIT = "For this hand's own wager; your other hands are played by their own cards."
OF_THE_BOX = "What a dealer's natural takes of the box counts where no other hand bears it."
OF_THE_INSURANCE = "Insurance for each dollar insured, with the cards that you see."
EXAMPLE = OpenBox(up="8d", hand=("9c", "7h"))  # of every game's cards

_preparing: asyncio.Task[None] | None = None


class ValuedChoice(NamedTuple):
    """What a choice is worth for each unit of its own stake, and what that stake is worth by the best other play."""

    act: str
    value: float
    otherwise: float
    stake: Cents
    of: str = "wager"  # what the stake is

    @property
    def cost(self) -> float:
        return max(self.otherwise - self.value, 0.0)


def solve_question(question: Question) -> Solution:
    """The game's solution with the table of every hand."""
    return solve(question.rules, question.size)


def weighed(question: Question, box: OpenBox, wager: Cents) -> ChoiceValues:
    """The value of every choice with the cards on the table; runs in a separate process."""
    return choice_values(question.rules, question.size, box, super_bonus_units(question.rules, wager))


def _prepare(question: Question, wager: Cents) -> None:
    """Let a separate process load what the next decisions may need, and compile it where that was never done."""
    global _preparing
    if _preparing is None or _preparing.get_loop() is not asyncio.get_running_loop():
        _preparing = asyncio.create_task(_prepared(question, wager))


async def _prepared(question: Question, wager: Cents) -> None:
    with contextlib.suppress(CutcardError):
        await worked(weighed, question, EXAMPLE, wager)


async def advice(state: TableState, table: TableView, name: str, advance: int = 1) -> Advice:
    """Advice on a player's present decision; empty if they have none.

    In a tournament's session, from which this many advance, a wager is such a decision, and the last hand is played to
    advance.
    """
    at = moment(state, name)
    in_session = await session_advice(state, table, name, advance, at)
    if in_session is not None:
        return in_session
    if not any(choice.allowed for choice in table.choices) or not table.dealer.cards:
        return Advice(moment=at)
    if table.waiting.needs not in ("decision", "offers"):
        return Advice(moment=at, note="What this is worth is not calculated.")
    question = Question.of(state.rules, table.decks)
    try:
        if table.waiting.needs == "decision":
            return await _on_hand(question, table, name, at)
        surrenders = any(choice.act == "surrender" and choice.allowed for choice in table.choices)
        solution = await answer(solve_question, question, name) if surrenders else None
        return advice_on_offers(question.rules, solution, table, at)
    except CutcardError as error:
        return Advice(moment=at, note=f"This cannot be computed exactly: {error.message}.")


def _advice(at: str, worths: list[ValuedChoice], note: str) -> Advice:
    """The choices, best first; the best is what gains most in money."""
    best = min(worths, key=lambda one: (one.cost * one.stake, one.act != NO)) if worths else None
    return Advice(
        moment=at,
        best=best.act if best is not None else "",
        choices=[_shown(one) for one in sorted(worths, key=lambda one: (one.cost, -one.value))],
        note=note,
    )


def _shown(worth: ValuedChoice) -> ChoiceValue:
    return ChoiceValue(
        act=worth.act,
        label=label_of(worth.act),
        value=worth.value,
        text=f"{worth.value:+.3f}".replace("-", "−"),
        money=_in_money(worth.value, worth.stake),
        cost=worth.cost,
        verdict=_verdict(worth),
    )


def label_of(act: str) -> str:
    return "No, thanks" if act == NO else NAMES[act]


def _in_money(value: float, stake: Cents) -> str:
    if not stake:
        return ""
    cents = round(value * stake)
    return f"+{money(cents)}" if cents > 0 else money(cents)


def _verdict(worth: ValuedChoice) -> str:
    """What is said once the choice has been made."""
    word = "letting it go by" if worth.act == NO else label_of(worth.act).lower()
    if worth.cost < NOTHING:
        return f"Your last decision, {word}, cost nothing."
    lost = money(round(worth.cost * worth.stake))
    return f"Your last decision, {word}, cost {worth.cost:.3f} of the {worth.of}, {lost}."


# --------------------------------------------------------------------------------------------------------- a hand


async def _on_hand(question: Question, table: TableView, name: str, at: str) -> Advice:
    box = next(box for box in table.boxes if box.number == table.waiting.box)
    wager = sum(wager.worth for wager in box.wagers if wager.bet == "main" and wager.player == box.control)
    opened = open_box(table, question.rules)
    values = await asyncio.to_thread(known_values, question.rules, question.size, opened)
    if values is None or any(choice.allowed and choice.act not in values.values for choice in table.choices):
        values = await worked(weighed, question, opened, wager, caller=name)
    else:
        _prepare(question, wager)
    return advice_of(values, table, wager, at)


def advice_of(worths: ChoiceValues, table: TableView, wager: Cents, at: str = "") -> Advice:
    """The values of the available choices, best first, and what the figures are based on."""
    allowed = [choice.act for choice in table.choices if choice.allowed]
    values = {act: worths.values[act] for act in allowed if act in worths.values}
    left_out = [NAMES[act].lower() for act in allowed if act not in worths.values]
    notes = [f"Not calculated here: {', '.join(left_out)}."] if left_out else []
    if next(box for box in table.boxes if box.number == table.waiting.box).hands[0].split:
        notes.append(OF_A_SPLIT)
        if (table.dealer.cards[0] or "")[0] in "ATJQK":
            notes.append(OF_THE_BOX)
    if worths.bound >= NOTHING / 10:
        notes.append(f"The figures may be off by {worths.bound:.4f} at most.")
    best = max(values.values(), default=0.0)
    return _advice(at, [ValuedChoice(act, value, best, wager) for act, value in values.items()], " ".join(notes))


def open_box(table: TableView, rules: Rules) -> OpenBox:
    """The box with the hand to decide, with every card on the table that the viewer sees."""
    assert table.dealer.cards[0] is not None
    box = next(box for box in table.boxes if box.number == table.waiting.box)
    at = next(place for place, hand in enumerate(box.hands) if hand.number == table.waiting.hand)
    later = [_cards(hand) for hand in box.hands[at + 1 :]]
    if any(len(cards) != 1 for cards in later):
        raise HandError("hands that come later have more than one card already")
    finished = {hand.number: hand for hand in box.hands[:at]}
    on_finished = [
        wager
        for wager in box.wagers
        if wager.hand in finished and wager.bet in ("main", "split") and wager.player == box.control and wager.staked
    ]
    elsewhere = [_cards(hand) for other in table.boxes if other is not box for hand in other.hands]
    kept = rules.dealer.drawn_21_against_natural != "lose"  # a 21 ties with a natural, or wins
    return OpenBox(
        up=table.dealer.cards[0],
        hand=_cards(box.hands[at]),
        waiting=tuple(card for cards in later for card in cards),
        others=tuple(card for cards in (*map(_cards, finished.values()), *elsewhere) for card in cards),
        hands=len(box.hands),
        original=any(wager.bet == "main" and wager.hand == table.waiting.hand for wager in box.wagers),
        left=any(w.returned is None and not (kept and finished[w.hand or 1].total == 21) for w in on_finished),
        lost=any(wager.returned == 0 for wager in on_finished),
    )


def _cards(hand: HandView) -> tuple[str, ...]:
    return tuple(card for card in hand.cards if card is not None)


# --------------------------------------------------------------------------------------------------------- offers


def advice_on_offers(rules: Rules, solution: Solution | None, table: TableView, at: str = "") -> Advice:
    """What insurance, even money and an early surrender are worth beside letting the offer go by."""
    offered = {choice.act: choice for choice in table.choices if choice.allowed}
    natural = float(_natural_chance(rules, table))
    worths, notes = [], []
    if "insure" in offered:
        stake = sum(choice.most for choice in table.choices if choice.allowed and choice.act == "insure")
        value = natural * (_insurance_odds(rules, table).ratio + 1) - 1
        worths.append(ValuedChoice("insure", float(value), 0.0, stake, "insurance"))
        notes.append(OF_THE_INSURANCE)
    if "even-money" in offered:
        wait = (1 - natural) * float(rules.natural.pays.ratio)
        worths.append(ValuedChoice("even-money", 1.0, wait, _staked(table, offered["even-money"])))
        notes.append(f"Waiting brings {wait:+.3f}.")
    if "surrender" in offered and solution is not None:
        worths += _early_surrender(solution, table, offered["surrender"])
    if worths:
        missed = max(worths, key=lambda one: (one.value - one.otherwise) * one.stake)
        worths.append(ValuedChoice(NO, missed.otherwise, missed.value, missed.stake, missed.of))
    return _advice(at, worths, " ".join(notes).replace("-", "−"))


def _natural_chance(rules: Rules, table: TableView) -> Fraction:
    """How likely the dealer's next card makes a natural, with every card that the viewer sees."""
    seen = list(_seen(table))
    up = table.dealer.cards[0]
    assert up is not None
    wanted = "A" if BY_TEXT[up].value == 10 else "TJQK"
    ranks = [rank for rank in wanted if rank not in rules.cards.removed_ranks]
    all_cards = table.decks * (52 - 4 * len(rules.cards.removed_ranks))
    left = table.decks * 4 * len(ranks) - sum(card[0] in ranks for card in seen)
    return Fraction(left, all_cards - len(seen))


def _seen(table: TableView) -> Iterator[str]:
    for hand in (table.dealer, *(hand for box in table.boxes for hand in box.hands)):
        yield from (card for card in hand.cards if card is not None)


def _insurance_odds(rules: Rules, table: TableView) -> Odds:
    up = table.dealer.cards[0]
    odds = insurance_odds(rules, BY_TEXT[up].value) if up is not None else None
    return odds if odds is not None else rules.insurance.ace


def _staked(table: TableView, choice: ChoiceView) -> Cents:
    box = next(box for box in table.boxes if box.number == choice.box)
    return sum(wager.worth for wager in box.wagers if wager.bet == "main" and wager.player == choice.player)


def _early_surrender(solution: Solution, table: TableView, choice: ChoiceView) -> list[ValuedChoice]:
    hand = next(box for box in table.boxes if box.number == choice.box).hands[0]
    up = table.dealer.cards[0]
    assert up is not None
    try:
        values = solution.hand(" ".join(_cards(hand)), up).values
    except HandError:
        return []
    if "surrender" not in values:
        return []
    best = max(value for act, value in values.items() if act != "surrender")
    return [ValuedChoice("surrender", values["surrender"], best, _staked(table, choice))]
