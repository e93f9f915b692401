"""The drill about payments: a settled box, and for each wager what the dealer pays or takes.

Sometimes the dealer's own amounts are shown, and one of them may be wrong. What is right is what the engine settles.
"""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import NamedTuple

from cutcard.cards import joined
from cutcard.engine import State, Wager
from cutcard.hand_rules import token_pays_double
from cutcard.money import EVEN, Cents
from cutcard.money import payment as won_at
from cutcard.narration.formatting import capital, faces, gain, money, name, worth
from cutcard.narration.payments import payment, rounding_words
from cutcard.narration.reasons import hand_of
from cutcard.rulebooks.schema import Rules
from cutcard.training.marking import Answer, Mark, Marked
from cutcard.training.rounds import PlayedRound, make_shoe, make_table, play_round, side_bets, stacked

KINDS = {  # what a wager may be about, for people
    "win": "plain wins",
    "lose": "losing wagers",
    "stand-off": "stand-offs",
    "natural": "naturals",
    "insurance": "insurance",
    "double": "doubled hands",
    "split": "split hands",
    "surrender": "surrenders",
    "bonus": "bonus odds",
    "free-bet": "free bets",
    "side-bet": "side bets",
    "rounding": "payments that chips cannot make",
}
TRIES = 160  # rounds that are looked through for one of a kind
CHECKED = 0.4  # of the questions, that show the dealer's own amounts
WRONG = 0.6  # of those, that have a wrong one


class PaymentQuestion(NamedTuple):
    """A box whose wagers are settled."""

    kind: str
    round: PlayedRound
    box: int
    wagers: tuple[int, ...]  # positions in the round's wagers
    dealer: tuple[Cents, ...] | None  # what the dealer pays or takes for each, where that is to be checked

    @property
    def due(self) -> tuple[Cents, ...]:
        """What the engine settles: what the dealer pays, or takes where it is below nothing."""
        return tuple(_net(self.round.state.wagers[at]) for at in self.wagers)


class WagerShown(NamedTuple):
    """A wager as the trainee sees it."""

    title: str  # "Perfect Pairs $5"
    player: str
    cards: str
    dealer: Cents | None


def kinds_of(rules: Rules) -> tuple[str, ...]:
    """What there is to pay in a game."""
    has = {
        "surrender": rules.surrender.offered != "never",
        "double": rules.double.allowed and not token_pays_double(rules),
        "split": rules.split.hands_max > 1,
        "bonus": bool(rules.winning.bonuses),
        "rounding": rules.limits.rounding == "up",
        "free-bet": token_pays_double(rules),
        "side-bet": bool(side_bets(rules)),
    }
    return tuple(kind for kind in KINDS if has.get(kind, True))


def make_question(rules: Rules, kind: str, seed: str) -> PaymentQuestion | None:
    """A box with a wager of that kind; None where none of many rounds has one."""
    for attempt in range(TRIES):
        random = Random(f"{seed}/{attempt}")
        table = make_table(rules, random)
        shoe = stacked(make_shoe(table.setup, random), _chosen_ranks(rules, kind, len(table.boxes), random))
        played = play_round(table, shoe, f"{seed}/{attempt}")
        fitting = [wager for wager in played.state.wagers if kind in _kinds(played.state, wager)]
        if fitting:
            return _question(played, kind, random.choice(fitting), random)
    return None


def _chosen_ranks(rules: Rules, kind: str, boxes: int, random: Random) -> dict[int, str]:
    """Ranks at places of the shoe without which the kind would seldom come up: the first box's cards, the dealer's."""
    first, dealer, second = 0, boxes, boxes + 1
    third = 2 * boxes + 1 + (rules.dealer.hole_card != "none")
    if kind == "insurance":
        return {dealer: "A"}
    if kind == "natural":
        return {first: "A", second: "TJQK"}
    if kind == "split":
        return dict.fromkeys((first, second), random.choice("A2378"))
    if kind == "bonus":
        ranks = random.choice([bonus.ranks for bonus in rules.winning.bonuses]) or "234"
        return dict(zip((first, second, third, third + 1, third + 2), [*ranks, "2345", "56789"], strict=False))
    return {}


def _question(played: PlayedRound, kind: str, wager_asked: Wager, random: Random) -> PaymentQuestion:
    state = played.state
    at = tuple(i for i, wager in enumerate(state.wagers) if wager.box == wager_asked.box)
    dealer: list[Cents] | None = None
    if random.random() < CHECKED:
        dealer = [_net(state.wagers[i]) for i in at]
        likely = list(dict.fromkeys(_mistaken(state, wager_asked)))
        if likely and random.random() < WRONG:
            dealer[at.index(state.wagers.index(wager_asked))] = random.choice(likely)
    return PaymentQuestion(kind, played, wager_asked.box, at, tuple(dealer) if dealer is not None else None)


def _net(wager: Wager) -> Cents:
    return (wager.returned or 0) - wager.staked


def _kinds(state: State, wager: Wager) -> Iterator[str]:
    """What a settled wager shows."""
    if rounding_words(state, wager):
        yield "rounding"
    if wager.bet in state.rules.side_bets:
        if wager.outcome == "win":
            yield "side-bet"
        return
    if wager.bet == "insurance":
        yield "insurance"
        return
    if wager.worth > wager.staked:
        yield "free-bet"
    elif wager.bet in ("double", "split"):
        yield wager.bet
    hand = hand_of(state, wager)
    if wager.outcome == "win" and hand is not None and hand.natural:
        yield "natural"
    elif wager.outcome == "win" and wager.odds is not None and wager.odds != state.rules.winning.pays:
        yield "bonus"
    elif wager.bet == "main":
        yield wager.outcome


def _mistaken(state: State, wager: Wager) -> Iterator[Cents]:
    """Amounts that a dealer might pay or take by mistake."""
    right, unit = _net(wager), state.setup.unit
    stake = wager.worth
    candidates = [stake, -wager.staked, 0]
    if wager.odds is not None:
        candidates += [won_at(stake, wager.odds, unit) - unit, won_at(stake, EVEN, unit)]
    if wager.outcome == "win":
        candidates.append(won_at(stake, state.rules.natural.pays, unit))
    table = state.setup.side_bets.get(wager.bet)
    rows = table.rows if table is not None and wager.outcome == "win" else ()
    candidates += [won_at(stake, row.pays, unit) for row in rows if row.pays is not None]
    yield from (amount for amount in candidates if amount != right)


# ------------------------------------------------------------------------------------------------------------- showing


def words(question: PaymentQuestion) -> str:
    """What is asked, in sentences."""
    state = question.round.state
    chip, unit = state.setup.chip, state.setup.unit
    chips = f"The smallest chip is {money(chip)}" + (", and half of it can be paid." if unit != chip else ".")
    if question.dealer is None:
        return f"{chips} What does the dealer pay or take for each wager?"
    return f"{chips} The dealer is about to pay and take these amounts. Correct what is wrong."


def dealer_words(question: PaymentQuestion) -> str:
    """The dealer's hand."""
    state = question.round.state
    if not state.dealer:
        return "no card"
    natural = f", {state.rules.natural.name}" if state.dealer_natural else ""
    return f"{faces(joined(state.dealer))}: {worth(state.dealer_total, False)}{natural}"


def wagers_shown(question: PaymentQuestion) -> tuple[WagerShown, ...]:
    """Each wager of the box, without its result."""
    state = question.round.state
    rows = []
    for place, at in enumerate(question.wagers):
        paid = payment(state, state.wagers[at])
        dealer = question.dealer[place] if question.dealer is not None else None
        rows.append(WagerShown(capital(paid.wager)[:-1], name(paid.player), paid.cards, dealer))
    return tuple(rows)


# ------------------------------------------------------------------------------------------------------------- marking


def mark(question: PaymentQuestion, answer: Answer) -> Marked:
    """Each wager is one point; an amount that is missing is not right."""
    state = question.round.state
    marks = []
    for place, (at, due) in enumerate(zip(question.wagers, question.due, strict=True)):
        wager = state.wagers[at]
        paid = payment(state, wager)
        given = answer.amounts[place] if place < len(answer.amounts) else None
        rounded = rounding_words(state, wager)
        rounding = (state.rules.clauses["limits.rounding"],) if rounded else ()
        marks.append(
            Mark(
                capital(paid.wager)[:-1],
                given == due,
                gain(given) if given is not None else "no answer",
                gain(due),
                capital(paid.reason + (f": {rounded}" if rounded else "")),
                (wager.clause, *rounding) if wager.clause else rounding,
            )
        )
    return Marked(question.kind, tuple(marks), _verdict(question))


def _verdict(question: PaymentQuestion) -> str:
    if question.dealer is None:
        return ""
    return "One of the dealer's amounts was wrong." if question.dealer != question.due else "The dealer was right."
