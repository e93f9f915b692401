"""The accounts of a promotion: money for prizes is never chips, and no other stream moves it.

`CUR:promotion:NAME:fund` is what the house has set aside for prizes that nobody has won yet, `…:owed:PLAYER` what a
winner is still to be paid, `…:paid:MEANS` what was paid by cheque, by transfer and so on. The other side is the house's
account `promotions`.
"""

from __future__ import annotations

from cutcard.money import Cents
from cutcard.streams import Postings
from cutcard.table.ledger import house_account, moved, promotion_account

HOUSE_PROMOTIONS = "promotions"  # the house's account for what it gives away


def fund_account(currency: str, promotion: str) -> str:
    """What is set aside for prizes that nobody has won yet."""
    return promotion_account(currency, promotion, "fund")


def owed_account(currency: str, promotion: str, player: str) -> str:
    """What a winner is still to be paid."""
    return promotion_account(currency, promotion, f"owed:{player}")


def paid_account(currency: str, promotion: str, means: str) -> str:
    """What was paid by some means."""
    return promotion_account(currency, promotion, f"paid:{means}")


def set_aside(currency: str, promotion: str, amount: Cents) -> Postings:
    """The house puts money into the fund, or below nothing takes it back."""
    return moved(house_account(currency, HOUSE_PROMOTIONS), fund_account(currency, promotion), amount)
