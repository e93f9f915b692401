"""A payment that is found to have been wrong once the next round has begun: enquiry, correction, tracing the patron."""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cutcard.narration.formatting import money, name
from cutcard.rulebooks import procedures_of
from cutcard.table.registry import NAMES
from cutcard.table.wrong_payments import AttemptRectification, EnquireIntoPayment
from cutcard.training.course import Deal, Step
from cutcard.training.planting import Planted, next_round, plants

NOT_ASKED = "Nobody has asked yet how that came about."
NOT_MEANT = "An enquiry has found no sign that it was meant, and the patron is known."
MEANT = "An enquiry suspects that it was meant, and the patron is not known."


class Found(NamedTuple):
    """Where a case stands: what is known in words, what comes next, its clause's name in a book, and the command."""

    known: str
    then: str
    clause: str
    by: type


NEXT = (
    Found(NOT_ASKED, "enquire", "payments.enquiry", EnquireIntoPayment),
    Found(MEANT, "identify", "payments.identify", AttemptRectification),
)
TOO_LITTLE = Found(NOT_MEANT, "reimburse", "payments.reimburse", AttemptRectification)
TOO_MUCH = Found(NOT_MEANT, "request-return", "payments.request_return", AttemptRectification)


@plants("payment-found-wrong")
def payment_found_wrong(deal: Deal, random: Random) -> Planted | None:
    """The record of a settled round shows that somebody was paid too much or too little."""
    right = next_round(deal.steps())
    state = right[-1].state
    won = [wager for wager in state.wagers if wager.bet == "main" and wager.outcome == "win"]
    if not won:
        return None
    wager = random.choice(won)
    due = (wager.returned or 0) - wager.staked
    paid = due + random.choice((-wager.staked, wager.staked))
    found = random.choice((*NEXT, TOO_MUCH if paid > due else TOO_LITTLE))
    words = (
        f"A look at the record shows that {name(wager.player)} was paid {money(paid)} on box {wager.box} in the round "
        f"before, where {money(due)} was due. {found.known}"
    )
    procedures = procedures_of(deal.rules.book)
    role = procedures.commands[NAMES[found.by]].role
    says = f"{money(paid)} was paid where {money(due)} was due."
    steps = (*right, Step("news", words, state))
    clause = procedures.clauses[found.clause]
    return Planted(steps, (len(right),), says, right, clause=clause, then=found.then, role=role)
