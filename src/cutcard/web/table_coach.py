"""The coach: the exact best play of the hand in front of one, what each choice is worth, and what the last one cost.

Only at tables of play money: the documents forbid staff to advise players, and a page of the house is no different.
"""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import reduce
from html import escape

from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.odds import HandError, Solution, solve
from cutcard.rulebooks.schema import Rules
from cutcard.table import TableState
from cutcard.table.seen import SeenChoice, SeenHand, SeenTable
from cutcard.telling.words import NAMES, money
from cutcard.web.frame import clause_html
from cutcard.web.odds_question import Question, text_of
from cutcard.web.odds_work import answer

NO_ADVICE = {  # the clause by which staff advise nobody how to play
    "sydney-v15": "18.11",
    "sydney-earlier": "19.6",
    "canberra-2006": "16.5(a)",
    "canberra-2003": "16.7(a)",
    "melbourne-v26": "32.6",
}
NOTHING = 0.0005  # of the wager: a difference that is not worth a word


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """What every choice that is on offer is worth, for each unit wagered; a note where it cannot be told exactly."""

    values: Mapping[str, float] = field(default_factory=dict)
    wager: Cents = 0
    note: str = ""

    @property
    def best(self) -> str:
        return max(self.values, key=lambda act: self.values[act]) if self.values else ""

    def cost(self, act: str) -> float | None:
        """What an act gives up against the best one; None where that is not known."""
        return self.values[self.best] - self.values[act] if act in self.values else None


def question_of(rules: Rules, decks: int) -> Question:
    """The table's game as the odds are asked for it."""
    asked = Question(book=rules.book, game=rules.game, decks=decks)
    return reduce(lambda made, option: made.choosing(option[0], text_of(option[1])), rules.options.items(), asked)


def solved_whole(question: Question) -> Solution:
    """The game's solution with the table of every hand."""
    return solve(question.rules, question.size)


async def advice(state: TableState, table: SeenTable) -> Advice | None:
    """Advice on what the viewer is asked now; None where he is asked nothing, or no advice may be given."""
    if not table.play_money or not table.choices or not table.dealer.cards:
        return None
    if table.waiting.needs not in ("decision", "offers"):
        return Advice(note="What this is worth is not reckoned.")
    try:
        solution = await answer(solved_whole, question_of(state.rules, table.decks))
    except CutcardError as error:
        return Advice(note=f"The odds of this game cannot be told: {error.message}.")
    up = table.dealer.cards[0]
    assert up is not None
    weighed = _on_offers if table.waiting.needs == "offers" else _on_hand
    return await asyncio.to_thread(weighed, solution, table, up)


def _on_hand(solution: Solution, table: SeenTable, up: str) -> Advice:
    box = next(box for box in table.boxes if box.number == table.waiting.box)
    hand = next(hand for hand in box.hands if hand.number == table.waiting.hand)
    if hand.split:
        return Advice(note="This hand came of a split: its worth hangs on the others and is not told exactly.")
    allowed = [choice.act for choice in table.choices if choice.allowed]
    try:
        found = solution.hand(_cards(hand), up)
    except HandError as error:
        return Advice(note=f"This hand cannot be told exactly: {error.message}.")
    values = {act: found.values[act] for act in allowed if act in found.values}
    left_out = [NAMES[act].lower() for act in allowed if act not in found.values and act in ("double", "surrender")]  # type: ignore[index]
    note = f"Not reckoned with these cards: {', '.join(left_out)}." if left_out else ""
    wager = sum(wager.worth for wager in box.wagers if wager.bet == "main" and wager.player == box.control)
    return Advice(values=dict(sorted(values.items(), key=lambda item: -item[1])), wager=wager, note=note)


def _cards(hand: SeenHand) -> str:
    return " ".join(card for card in hand.cards if card is not None)


def _on_offers(solution: Solution, table: SeenTable, up: str) -> Advice:
    """Insurance is worth what the dealer's card makes it; even money is weighed against waiting."""
    rank = "T" if up[0] in "TJQK" else up[0]
    notes = []
    open_ = {choice.act for choice in table.choices if choice.allowed}
    insurance = next((each for each in solution.insurance if each.up == rank), None)
    if "insure" in open_ and insurance is not None:
        notes.append(
            f"Insurance brings {insurance.ev:+.4f} for each dollar insured, knowing the dealer's card only: "
            + ("take it." if insurance.ev > 0 else "let it go by.")
        )
    if "even-money" in open_ and solution.even_money is not None:
        take, wait = solution.even_money.take, solution.even_money.wait
        notes.append(f"Even money brings {take:+.3f}, waiting {wait:+.3f}: {'take it' if take > wait else 'wait'}.")
    if "surrender" in open_:
        notes.append(_early_surrender(solution, table, up))
    return Advice(note=" ".join(notes))


def _early_surrender(solution: Solution, table: SeenTable, up: str) -> str:
    choice: SeenChoice = next(choice for choice in table.choices if choice.act == "surrender" and choice.allowed)
    hand = next(box for box in table.boxes if box.number == choice.box).hands[0]
    try:
        values = solution.hand(_cards(hand), up).values
    except HandError:
        return ""
    if "surrender" not in values:
        return ""
    best = max(values, key=lambda act: values[act])
    return f"Surrender brings {values['surrender']:+.3f}, the best play ({best}) {values[best]:+.3f}."


# ---------------------------------------------------------------------------------------------------------------- HTML


def coach_html(table: SeenTable, on: bool, said: Advice | None, last: str) -> str:
    """The coach's corner: a switch, and while it is on what it says."""
    if not table.play_money:
        clause = clause_html(table.book, NO_ADVICE.get(table.book, ""))
        return f"<h2>Coach</h2><p>Off at a table of real money: nobody is advised how to play. {clause}</p>"
    switch = (
        f'<button type="button" id="coach-switch" class="ct-switch" role="switch" aria-checked="{str(on).lower()}" '
        'data-act="coach" data-key="K" aria-keyshortcuts="K" aria-label="Coach"><span></span></button>'
    )
    head = f'<div class="ct-coach-head"><h2>Coach</h2>{switch}</div>'
    if not on:
        return head + '<p class="cc-muted">Switch it on for the exact best play from a full shoe.</p>'
    waits = "A moment: it is being worked out." if table.choices else "Speaks when you are asked."
    return head + (_said(said) if said is not None else f'<p class="cc-muted">{waits}</p>') + last


def _said(said: Advice) -> str:
    rows = "".join(
        f"<li{' class=ct-best' if act == said.best else ''}><span>{escape(NAMES[act])}</span>"  # type: ignore[index]
        f"<b>{value:+.3f}</b><small>{_in_money(value, said.wager)}</small></li>"
        for act, value in said.values.items()
    )
    values = f'<ol class="ct-worth">{rows}</ol>' if rows else ""
    note = f'<p class="cc-muted">{escape(said.note)}</p>' if said.note else ""
    return values + note


def _in_money(value: float, wager: Cents) -> str:
    return money(round(value * wager)) if wager else ""


def last_html(act: str, cost: float | None, wager: Cents) -> str:
    """What the last decision cost."""
    if cost is None:
        return ""
    word = escape(NAMES[act].lower())  # type: ignore[index]
    if cost < NOTHING:
        return f'<p class="ct-last ct-good-play">Your last decision, {word}, cost nothing.</p>'
    lost = money(round(cost * wager))
    return f'<p class="ct-last">Your last decision, {word}, cost {cost:.3f} of the wager, {lost}.</p>'
