"""A wrong payment as a case: what was paid and what was due, and everything that was done about it since."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.money import Cents

Paid = Literal["wager", "cash-change", "colour-change"]
Attempt = Literal["identify", "contact", "liaise", "reimburse", "request-return"]
Did = Literal["enquired", "attempted", "rectified", "reported", "closed"]
FINDING: tuple[Attempt, ...] = ("identify", "contact", "liaise")  # a patron, or an understanding with them
SETTLING: tuple[Attempt, ...] = ("reimburse", "request-return")


class PaymentStep(NamedTuple):
    """Something that was done about a wrong payment: when, by whom, and by which clause."""

    at: int
    by: str
    did: Did
    note: str
    clause: str
    attempt: Attempt | None = None
    succeeded: bool = False
    amount: Cents = 0  # that changed hands


class WrongPayment(NamedTuple):
    """A payment that was too much or too little."""

    what: Paid
    round: int  # 0: it belongs to no round
    box: int
    bet: str
    patron: str  # "": not identified
    paid: Cents
    due: Cents
    note: str
    at: int  # when it was found
    by: str
    book: str
    currency: str
    clause: str
    suspected: bool | None = None  # whether it is suspected to be intended; None: nobody has enquired
    rectified: Cents = 0
    closed: bool = False
    breach: bool | None = None  # of the rules; None: not decided
    steps: tuple[PaymentStep, ...] = ()

    @property
    def over(self) -> bool:
        """Whether too much was paid."""
        return self.paid > self.due

    @property
    def amount(self) -> Cents:
        """By how much it was wrong.

        >>> _example(paid=15_000, due=10_000).amount, _example(paid=0, due=2500).amount
        (5000, 2500)
        """
        return abs(self.paid - self.due)

    @property
    def outstanding(self) -> Cents:
        return self.amount - self.rectified

    @property
    def reported(self) -> bool:
        """Whether it was brought to the regulator's attention."""
        return any(step.did == "reported" for step in self.steps)

    @property
    def identified(self) -> bool:
        return bool(self.patron)

    @property
    def sought(self) -> bool:
        """Whether somebody has tried to identify the patron, to contact them or to liaise with them."""
        return self.identified or any(step.attempt in FINDING for step in self.steps)

    def rectification_tried(self, practical: bool = True) -> bool:
        """Whether it was put right or a reasonable attempt was made: the patron sought, and asked or paid if found.

        >>> _example(patron="").rectification_tried(), _example(patron="ann").rectification_tried(practical=False)
        (False, True)
        """
        if not self.outstanding:
            return True
        settled = bool(self.rectified) or any(step.attempt in SETTLING for step in self.steps)
        return self.sought and (settled or not self.identified or not practical)

    def with_step(self, step: PaymentStep) -> WrongPayment:
        return self._replace(steps=(*self.steps, step))


def _example(paid: Cents = 200, due: Cents = 100, patron: str = "ann") -> WrongPayment:
    return WrongPayment(
        what="wager",
        round=1,
        box=1,
        bet="main",
        patron=patron,
        paid=paid,
        due=due,
        note="",
        at=0,
        by="mia",
        book="sydney-v15",
        currency="aud",
        clause="16.19",
    )
