"""The coach: the exact best play for a player's hand, the value of each choice, and the cost of the last one.

Only at play-money tables: the documents forbid staff to advise players, and the same goes for the casino's web page.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from html import escape

from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.narration.formatting import NAMES, money
from cutcard.odds import ChoiceValues, HandError, OpenBox, Solution, choice_values, solve
from cutcard.odds.solve import super_bonus_units
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.schema import Rules
from cutcard.service.odds_question import Question
from cutcard.service.solver_pool import WORKERS, answer, worked
from cutcard.table import TableState
from cutcard.table.view import ChoiceView, HandView, TableView
from cutcard.web.old_frame import clause_html

NOTHING = 0.0005  # of the wager: a difference too small to mention
OF_A_SPLIT = "For this hand's own wager; your other hands are played by their own cards."
OF_THE_BOX = "What a dealer's natural takes of the box counts where no other hand bears it."
EXAMPLE = OpenBox(up="8d", hand=("9c", "7h"))  # of every game's cards


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The value of every available choice per unit wagered, with a note if it cannot be computed exactly."""

    values: Mapping[str, float] = field(default_factory=dict)
    wager: Cents = 0
    note: str = ""

    @property
    def best(self) -> str:
        return max(self.values, key=lambda act: self.values[act]) if self.values else ""

    def cost(self, act: str) -> float | None:
        """What an action costs compared with the best one; None if unknown."""
        return self.values[self.best] - self.values[act] if act in self.values else None


def solved_whole(question: Question) -> Solution:
    """The game's solution with the table of every hand."""
    return solve(question.rules, question.size)


def weighed(question: Question, box: OpenBox, wager: Cents) -> ChoiceValues:
    """The value of every choice with the cards on the table; runs in a separate process."""
    return choice_values(question.rules, question.size, box, super_bonus_units(question.rules, wager))


async def ready(state: TableState) -> None:
    """Let the separate processes load what they need before the first question."""
    question = Question.of(state.rules, state.config.decks)
    with contextlib.suppress(CutcardError):
        await asyncio.gather(*(worked(weighed, question, EXAMPLE, state.sign.minimum) for _ in range(WORKERS)))


async def advice(state: TableState, table: TableView) -> Advice | None:
    """Advice on the viewer's current decision; None if they have none, or no advice may be given."""
    if not table.play_money or not table.choices or not table.dealer.cards:
        return None
    if table.waiting.needs not in ("decision", "offers"):
        return Advice(note="What this is worth is not calculated.")
    question = Question.of(state.rules, table.decks)
    try:
        if table.waiting.needs == "offers":
            solution = await answer(solved_whole, question)
            return await asyncio.to_thread(advice_on_offers, solution, table)
        return await _on_hand(question, table)
    except CutcardError as error:
        return Advice(note=f"This cannot be told exactly: {error.message}.")


async def _on_hand(question: Question, table: TableView) -> Advice:
    box = next(box for box in table.boxes if box.number == table.waiting.box)
    wager = sum(wager.worth for wager in box.wagers if wager.bet == "main" and wager.player == box.control)
    return advice_of(await worked(weighed, question, open_box(table, question.rules), wager), table, wager)


def advice_of(worths: ChoiceValues, table: TableView, wager: Cents) -> Advice:
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
    return Advice(values=dict(sorted(values.items(), key=lambda item: -item[1])), wager=wager, note=" ".join(notes))


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


def advice_on_offers(solution: Solution, table: TableView) -> Advice:
    """The value of insurance against the dealer's card, and of even money compared with waiting."""
    up = table.dealer.cards[0]
    assert up is not None
    rank = "T" if up[0] in "TJQK" else up[0]
    notes = []
    open_ = {choice.act for choice in table.choices if choice.allowed}
    insurance = next((each for each in solution.insurance if each.up == rank), None)
    if "insure" in open_ and insurance is not None:
        notes.append(
            f"Insurance brings {insurance.ev:+.4f} for each dollar insured, knowing the dealer's card only: "
            + ("take it." if insurance.ev > 0 else "decline it.")
        )
    if "even-money" in open_ and solution.even_money is not None:
        take, wait = solution.even_money.take, solution.even_money.wait
        notes.append(f"Even money brings {take:+.3f}, waiting {wait:+.3f}: {'take it' if take > wait else 'wait'}.")
    if "surrender" in open_:
        notes.append(_early_surrender(solution, table, up))
    return Advice(note=" ".join(notes).replace("-", "−"))


def _early_surrender(solution: Solution, table: TableView, up: str) -> str:
    choice: ChoiceView = next(choice for choice in table.choices if choice.act == "surrender" and choice.allowed)
    hand = next(box for box in table.boxes if box.number == choice.box).hands[0]
    try:
        values = solution.hand(" ".join(_cards(hand)), up).values
    except HandError:
        return ""
    if "surrender" not in values:
        return ""
    best = max(values, key=lambda act: values[act])
    return f"Surrender brings {values['surrender']:+.3f}, the best play ({best}) {values[best]:+.3f}."


# ---------------------------------------------------------------------------------------------------------------- HTML


def coach_html(table: TableView, on: bool, advice: Advice | None, last: str) -> str:
    """The coach's panel: a switch and, while it is on, the advice."""
    if not table.play_money:
        clause = clause_html(table.book, procedures_of(table.book).clauses["conduct.no_advice"])
        return f"<h2>Coach</h2><p>Off at a table of real money: nobody is advised how to play. {clause}</p>"
    switch = (
        f'<button type="button" id="coach-switch" class="ct-switch" role="switch" aria-checked="{str(on).lower()}" '
        'data-act="coach" data-key="K" aria-keyshortcuts="K" aria-label="Coach"><span></span></button>'
    )
    head = f'<div class="ct-coach-head"><h2>Coach</h2>{switch}</div>'
    if not on:
        return head + '<p class="cc-muted">Switch it on for the exact best play with the cards that you see.</p>'
    waits = "A moment: it is being worked out." if table.choices else "Speaks when you are asked."
    return head + (_advice_html(advice) if advice is not None else f'<p class="cc-muted">{waits}</p>') + last


def _advice_html(advice: Advice) -> str:
    rows = "".join(
        f"<li{' class=ct-best' if act == advice.best else ''}><span>{escape(NAMES[act])}</span>"
        f"<b>{_signed(value)}</b><small>{_in_money(value, advice.wager)}</small></li>"
        for act, value in advice.values.items()
    )
    values = f'<ol class="ct-worth">{rows}</ol>' if rows else ""
    note = f'<p class="cc-muted">{escape(advice.note)}</p>' if advice.note else ""
    return values + note


def _signed(value: float) -> str:
    return f"{value:+.3f}".replace("-", "−")


def _in_money(value: float, wager: Cents) -> str:
    return money(round(value * wager)) if wager else ""


def last_html(act: str, cost: float | None, wager: Cents) -> str:
    """What the last decision cost."""
    if cost is None:
        return ""
    word = escape(NAMES[act].lower())
    if cost < NOTHING:
        return f'<p class="ct-last ct-good-play">Your last decision, {word}, cost nothing.</p>'
    lost = money(round(cost * wager))
    return f'<p class="ct-last">Your last decision, {word}, cost {cost:.3f} of the wager, {lost}.</p>'
