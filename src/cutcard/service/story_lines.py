"""The story of a round as lines in words, each as one viewer may know it."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

from cutcard.cards import BY_TEXT
from cutcard.clauses import ledger
from cutcard.narration.corrections import changes_in_words
from cutcard.narration.formatting import gain, money, name, sentence, spoken
from cutcard.narration.payments import Payment
from cutcard.narration.story import Entry
from cutcard.narration.undisclosed import forms_in_words
from cutcard.service.routes.bodies_table import Line, PaymentShown
from cutcard.service.session_story import session_aside
from cutcard.table import (
    BoxGivenUp,
    CuttingCardOut,
    DisputeRuled,
    FormHandedIn,
    FormReturned,
    FormsRead,
    Left,
    PlayedForAbsent,
    RoundCorrected,
    Seated,
    ShoeCommitted,
    ShoeRevealed,
    StackCut,
    TableEvent,
    WagerRefused,
)

_SIGNS = {"♣": "c", "♦": "d", "♥": "h", "♠": "s"}
_FACE = re.compile(r"(10|[2-9JQKA])([♣♦♥♠])")


def line(entry: Entry, line_id: str, book: str) -> Line:
    """A line of the story; one about money with its explanation."""
    paid = entry.payment if entry.amount is not None else None
    return Line(
        id=line_id,
        who=entry.who,
        text=entry.text,
        mine=entry.mine,
        amount=entry.amount,
        gain=gain(entry.amount) if entry.amount is not None else "",
        clause=entry.clause,
        book=book if entry.clause else "",
        payment=explained(paid, book) if paid is not None else None,
    )


def line_aloud(entry: Entry) -> str:
    """A line as it is said aloud, with its money."""
    won = f", {gain(entry.amount)}" if entry.amount else ""
    return aloud(f"{entry.who}: {entry.text}{won}.")


def aloud(text: str) -> str:
    """A sentence with its cards as they are said.

    >>> aloud("Dealer: draws 10♠: 16.")
    'Dealer: draws 10 of spades: 16.'
    """
    return _FACE.sub(lambda found: spoken(BY_TEXT[_text(*found.groups())]), text)


def _text(rank: str, sign: str) -> str:
    return ("T" if rank == "10" else rank) + _SIGNS[sign]


def aside(event: TableEvent, shown: Mapping[str, Any], you: str | None) -> Iterator[Entry]:
    """Lines for what happens outside the round itself."""
    match event:
        case WagerRefused(box, player, _, _, clause):
            why = f": {shown['reason']}" if "reason" in shown else ""
            yield Entry(name(player), f"wager on box {box} goes back{why}", player == you, None, clause)
        case PlayedForAbsent(player, clause):
            who = "you" if player == you else player
            yield Entry("Dealer", f"goes on without {who}: the time is up", player == you, None, clause)
        case CuttingCardOut():
            yield Entry("Dealer", "the cutting card is out, the cards are shuffled after this round", False)
        case ShoeCommitted(shoe, commitment):
            yield Entry("Dealer", f"shoe {shoe} is sealed by {commitment[:12]}… before its first card", False)
        case ShoeRevealed(shoe, _, _, _):
            yield Entry("Dealer", f"shoe {shoe} has ended, and its order is open for anybody to check", False)
        case FormHandedIn(player, box):
            yield Entry(name(player), f"hands in an undisclosed wager for box {box}", player == you, None, event.clause)
        case FormReturned(player, clause):
            yield Entry("Dealer", f"gives {player} the form of the undisclosed wager back", player == you, None, clause)
        case FormsRead(_, _, clause):
            yield Entry("Dealer", f"reads out: {forms_in_words(shown['forms'])}", True, None, clause)
        case RoundCorrected(read_out=True):
            pass  # what was read out says it
        case RoundCorrected(number, _, _, _, clause):
            yield Entry("Dealer", f"corrects round {number}: {changes_in_words(shown['changes'])}", True, None, clause)
        case StackCut(by, at):
            yield Entry("You" if by == you else name(by), f"cut the cards at {at}", by == you)
        case Seated(player, box):
            yield Entry("You" if player == you else name(player), _sits(player == you, box), player == you)
        case BoxGivenUp(player, box, "idle"):
            whose = "your box" if player == you else f"{player}'s box"
            yield Entry("Dealer", f"{whose} {box} is free again, after too long without a wager", player == you)
        case DisputeRuled(player, about, ruling, told) if player == you:
            yield Entry("The house", f"rules on your dispute about {about}: {ruling}; {told}", True)
        case Left(player, _, _) if player != you:
            yield Entry(name(player), "leaves the table", False)
        case _:
            yield from session_aside(event, you)


def _sits(you: bool, box: int) -> str:
    return f"{'sit' if you else 'sits'} down at box {box}"


def explained(payment: Payment, book: str) -> PaymentShown:
    """A payment explained: the hand, the dealer's, why, the calculation, and the clause in our own words."""
    rows = [("Hand", payment.cards or "none"), ("Dealer", payment.dealer or "no card yet")]
    rows += [("Why", sentence(payment.reason)), ("Money", _sum(payment))]
    clause = ledger(book).get(payment.clause) if payment.clause else None
    return PaymentShown(rows=rows, clause=payment.clause, says=clause.says if clause is not None else "")


def _sum(payment: Payment) -> str:
    """The payment as a calculation that can be checked."""
    free = not payment.staked and payment.worth
    staked = f"A free bet of {money(payment.worth)}" if free else f"{money(payment.staked)} staked"
    back = f"{money(payment.returned)} comes back"
    if payment.rounded:
        return f"{staked}, {payment.odds or 'surrendered'} is {payment.rounded}{', ' + back if payment.odds else ''}."
    if payment.net > 0 and payment.odds:
        return f"{staked}, {payment.odds} pays {money(payment.net)}, {back}."
    if payment.net > 0:
        return f"{staked}, {money(payment.net)} won."
    return f"{staked}, {back}."
