"""The drill about mistakes: a round as the dealer dealt it, in which at most one thing is wrong.

What is right to do comes from the lines about irregularities of the game's own document, the same that rule at a table.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import NamedTuple

from cutcard.narration.formatting import capital, listed
from cutcard.narration.irregularities import KIND_WORDS, RULING_WORDS
from cutcard.rulebooks import load
from cutcard.rulebooks.irregularities import Irregularity, rulings
from cutcard.rulebooks.known_values import Layer, unknown_value
from cutcard.rulebooks.schema import Rules
from cutcard.table.names import in_words
from cutcard.training import device_failures, found_payments, misdeals, play_slips, prize_failures, shoe_slips
from cutcard.training.course import Deal, Device, Step
from cutcard.training.marking import Answer, Mark, Marked
from cutcard.training.planting import NOTHING, PLANTERS, Planted, Planter, moments_of
from cutcard.training.rounds import make_shoe, make_table, prize_bets, stacked

# importing them declares the planters
PLANTED_BY = (device_failures, found_payments, misdeals, play_slips, prize_failures, shoe_slips)
LAYER: Layer = "training-mistakes"
TRIES = 40  # rounds that are tried for one with an occasion
PUT_RIGHT = "put-right"
FOUND_LATER = "payment-found-wrong"  # which only some documents speak of
PRIZE_DEVICE, STRAY_PRESS, BY_ANOTHER = (
    "prize-device-failed",
    "stray-press",
    "press-by-another",
)  # where one draws prizes
OF_DEVICES = ("void-round", "goes-on")  # which a document may order for a failed device as for a mistake
OWN_KINDS = {  # kinds that no line of a document is about: the rule itself says what is right
    "wager-settled-wrongly": "a wager was settled wrongly",
    "device-failed": "the shuffling device failed",
    FOUND_LATER: "an earlier payment is found to have been wrong",
    PRIZE_DEVICE: "the prize device failed",
    STRAY_PRESS: "the prize button was activated while it was offered to nobody",
    BY_ANOTHER: "the prize button was activated by somebody else than the player who had it",
}
OWN_RULINGS = {
    "transfer": "the cards go into another device, and the round goes on",
    "finish-from-shoe": "the round is finished from a shoe",
    "enquire": "somebody enquires whether it was meant",
    "identify": "an attempt is made to identify the patron",
    "reimburse": "the patron is reimbursed",
    "request-return": "the patron is asked to give the money back",
    "pay-panel": "what the control panel shows is paid",
    "pay-fixed-prize": "a fixed prize is paid for each dollar of the wager",
    "withdraw-wager": "the wager is not offered until the device is put right",
    "void-press": "what the button gave counts for nothing",
    PUT_RIGHT: "what the rule says is done now",
}
RULINGS_OF = {  # rulings that are given about one kind alone
    FOUND_LATER: ("enquire", "identify", "reimburse", "request-return"),
    PRIZE_DEVICE: ("pay-panel", "pay-fixed-prize", "withdraw-wager"),
    STRAY_PRESS: ("void-press",),
}
KINDS: dict[str, str] = {NOTHING: "nothing went wrong"} | dict(KIND_WORDS.items()) | OWN_KINDS
RULINGS: dict[str, str] = dict(RULING_WORDS.items()) | OWN_RULINGS


class Rule(NamedTuple):
    """What may be done about a mistake: the ruling, its clause, and the lowest role that gives it."""

    then: str
    clause: str
    role: str


class MistakeQuestion(NamedTuple):
    """A round up to where the game is stopped, with what is wrong in it."""

    kind: str
    rules: Rules
    device: Device
    steps: tuple[Step, ...]
    at: tuple[int, ...]  # steps that may be named as the wrong one, from 1; none: nothing is wrong
    says: str
    lines: tuple[Rule, ...]
    right: tuple[Step, ...]  # the round as the rules have it


def kinds_of(rules: Rules) -> tuple[str, ...]:
    """The kinds of mistakes that a drill about a game plants: those that its document has a line about."""
    if unknown_value(LAYER, rules) is not None:
        return ()
    known = {line.kind for line in _lines(rules)}
    planted = [kind for kind in KIND_WORDS if kind in known and kind in PLANTERS]
    return (NOTHING, *planted, *own_kinds(rules)) if planted else ()


def own_kinds(rules: Rules) -> tuple[str, ...]:
    """The kinds that no line about irregularities is about, as far as the document speaks of them."""
    return tuple(kind for kind in OWN_KINDS if kind not in ASKED_OF or ASKED_OF[kind](rules))


def _finds_payments(rules: Rules) -> bool:
    procedures = load(rules.book).procedures
    return procedures is not None and procedures.wrong_payments is not None


def _draws_prizes(rules: Rules) -> bool:
    procedures = load(rules.book).procedures
    return procedures is not None and prize_failures.PANEL in procedures.clauses and bool(prize_bets(rules))


ASKED_OF: dict[str, Callable[[Rules], bool]] = {
    FOUND_LATER: _finds_payments,
    PRIZE_DEVICE: _draws_prizes,
    STRAY_PRESS: _draws_prizes,
    BY_ANOTHER: _draws_prizes,
}


def rulings_of(rules: Rules) -> tuple[str, ...]:
    """What the document does about one mistake or another."""
    used = {line.then for line in _lines(rules)}
    kinds = own_kinds(rules)
    others = {one for kind, theirs in RULINGS_OF.items() if kind not in kinds for one in theirs}
    own = (one for one in OWN_RULINGS if one not in others)
    return (*(ruling for ruling in RULING_WORDS if ruling in {*used, *OF_DEVICES}), *own)


def _lines(rules: Rules) -> tuple[Irregularity, ...]:
    procedures = load(rules.book).procedures
    return procedures.irregularities if procedures is not None else ()


def make_question(rules: Rules, kind: str, seed: str) -> MistakeQuestion | None:
    """A round with a mistake of that kind; None where no round gives the occasion."""
    for attempt in range(TRIES):
        random = Random(f"{seed}/{attempt}")
        found = _no_mistake(rules, random) if kind == NOTHING else _attempt(rules, kind, random)
        if found is not None:
            return found
    return None


def _no_mistake(rules: Rules, random: Random) -> MistakeQuestion:
    """A round that is dealt by the rules, up to some step."""
    planter = random.choice([each for every in PLANTERS.values() for each in every])
    steps = _deal(rules, planter._replace(stack=lambda _: {}), random).steps()
    stop = random.randint(min(12, len(steps)), len(steps))
    says = "Everything was done by the rules."
    return MistakeQuestion(NOTHING, rules, planter.device, steps[:stop], (), says, (), steps)


def _attempt(rules: Rules, kind: str, random: Random) -> MistakeQuestion | None:
    planter = random.choice(PLANTERS[kind])
    deal = _deal(rules, planter, random)
    planted = planter.plant(deal, random)
    if planted is None or min(planted.at) >= len(planted.steps):
        return None  # no occasion, or stopped before it could be seen
    rules_for = _own_rule(rules, planted) if kind in OWN_KINDS else _ruled(rules, kind, planted, deal)
    if not rules_for:
        return None
    at = tuple(place + 1 for place in planted.at if place < len(planted.steps))
    return MistakeQuestion(kind, rules, deal.device, planted.steps, at, planted.says, rules_for, planted.right)


def _deal(rules: Rules, planter: Planter, random: Random) -> Deal:
    table = make_table(rules, random, planter.boxes, prize_bets(rules) if planter.prize_device else ())
    shoe = stacked(make_shoe(table.setup, random), planter.stack(len(table.boxes)))
    return Deal(table, shoe, str(random.random()), random.choice(planter.openings), planter.device)


def _own_rule(rules: Rules, planted: Planted) -> tuple[Rule, ...]:
    return (Rule(planted.then or PUT_RIGHT, planted.clause, planted.role or load(rules.book).roles[0]),)


def _ruled(rules: Rules, kind: str, planted: Planted, deal: Deal) -> tuple[Rule, ...]:
    """What the document lets be done at that moment; of two lines of one clause the first, as the other is for where
    that cannot be done."""
    moments = planted.moments if planted.moments is not None else moments_of(planted.steps[-1].state, deal.opening)
    lines = (line for line in _lines(rules) if line.kind == kind)
    found = [line for line in lines if line in rulings([line], line.kind, moments, exposed=planted.exposed,
                                                       dealt_from=deal.device)]  # fmt: skip
    by_clause: dict[str, Irregularity] = {}
    for line in found:
        by_clause.setdefault(line.clause, line)
    return tuple(Rule(line.then, line.clause, line.role) for line in by_clause.values())


# ------------------------------------------------------------------------------------------------------------- marking


def mark(question: MistakeQuestion, answer: Answer) -> Marked:
    """Four points: at which step, what it was, what is done, and who says so; one where nothing was wrong."""
    if not question.at:
        given = "nothing" if answer.step is None else f"step {answer.step}"
        return Marked(question.kind, (Mark("What was wrong", answer.step is None, given, "nothing"),), question.says)
    fitting = next((rule for rule in question.lines if rule.then == answer.ruling), question.lines[0])
    ruled = answer.ruling == fitting.then
    clauses = (fitting.clause,) if ruled else tuple(rule.clause for rule in question.lines)
    ways = listed(dict.fromkeys(RULINGS[rule.then] for rule in question.lines), "or")
    marks = (
        Mark("Which step", answer.step in question.at, _step(answer.step), f"step {question.at[0]}"),
        Mark("What went wrong", answer.kind == question.kind, _known(KINDS, answer.kind), KINDS[question.kind]),
        Mark("What is done", ruled, _known(RULINGS, answer.ruling), ways, clauses=clauses),
        Mark("Who decides", answer.role == fitting.role, role_words(answer.role), role_words(fitting.role),
             clauses=(fitting.clause,)),
    )  # fmt: skip
    return Marked(question.kind, marks, capital(question.says))


def _step(step: int | None) -> str:
    return "nothing was wrong" if step is None else f"step {step}"


def _known(words: dict[str, str], word: str) -> str:
    return words.get(word, "no answer")


def role_words(role: str) -> str:
    """A role of the staff in words."""
    return in_words(role) if role else "no answer"
