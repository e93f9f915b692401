"""The device that draws a side bet's prize: it fails, or its button is activated when nobody has it."""

from __future__ import annotations

from random import Random

from cutcard.engine import Wager
from cutcard.engine import events as ev
from cutcard.money import Cents
from cutcard.narration.formatting import money, name
from cutcard.rulebooks import procedures_of
from cutcard.table import DeclarePrizeMalfunction, EndPrizeMalfunction, PressForPlayer, VoidPress
from cutcard.table.registry import NAMES
from cutcard.training.course import Deal, Step
from cutcard.training.planting import Planted, plants
from cutcard.training.rounds import prize_bets

PANEL = "malfunctions.prize_panel"  # the clause by which the control panel's amount is paid
ACTIONED = "malfunctions.prize_actioned"  # and that by which it is paid once a malfunction is declared
BY_ANOTHER = "malfunctions.prize_pressed_by_another"
TEN = "TJQK"
SAYS = "The device that draws the prizes failed."


def _two_naturals(boxes: int) -> dict[int, str]:
    """The first two boxes have an ace and a ten, by which the device draws for them."""
    return {0: "A", 1: "A", boxes + 1: TEN, boxes + 2: TEN}


@plants("prize-device-failed", stack=_two_naturals, prize_device=True)
def prize_device_failed(deal: Deal, random: Random) -> Planted | None:
    """A prize is drawn and shown otherwise, or the device has failed before a winner or a wager."""
    return random.choice((_panel_differs, _declared, _one_unpaid, _wager_laid))(deal, random)


def _panel_differs(deal: Deal, random: Random) -> Planted | None:
    """The meter shows another prize than the control panel."""
    return _pressed(deal, random, "", PANEL)


def _declared(deal: Deal, random: Random) -> Planted | None:
    """The same, and a malfunction is declared at once: the wager that is being actioned is paid all the same."""
    return _pressed(deal, random, " A malfunction is declared.", ACTIONED)


def _pressed(deal: Deal, random: Random, more: str, by: str) -> Planted | None:
    right = deal.steps()
    drawn = _drawn(right)
    if not drawn:
        return None
    at = drawn[0]
    winner, prize = _won(right[at])
    wrong = random.choice([other for other in _prizes(deal, winner.bet) if other != prize])
    words = (
        f"{name(winner.player)} presses the button. The bonus meter shows {money(wrong)} for each dollar, and the "
        f"control panel {money(prize)}.{more}"
    )
    return _planted(deal, right, at, words, "pay-panel", procedures_of(deal.rules.book).clauses[by], PressForPlayer)


def _one_unpaid(deal: Deal, random: Random) -> Planted | None:
    """A malfunction is declared once the first winner is paid, and another waits."""
    right = deal.steps()
    drawn = _drawn(right)
    if len(drawn) < 2:
        return None
    at = drawn[1]
    winner, _ = _won(right[at])
    title = deal.rules.side_bets[winner.bet].title
    words = (
        f"Before {name(winner.player)} has the button the device stops, and a malfunction is declared. Their "
        f"{title} wager has won as well, and is not paid yet."
    )
    clause = deal.rules.clauses[f"side_bets.{winner.bet}.malfunction_prize"]
    return _planted(deal, right, at, words, "pay-fixed-prize", clause, DeclarePrizeMalfunction)


def _wager_laid(deal: Deal, random: Random) -> Planted | None:
    """Somebody lays the wager while the device is out of use."""
    right = deal.steps()
    title = deal.rules.side_bets[prize_bets(deal.rules)[0]].title
    words = (
        f"Betting opens for the next round. A malfunction of the prize device was declared in this one, nobody has put "
        f"it right, and {name(random.choice(deal.table.wagers).player)} lays a wager on {title}."
    )
    clause = procedures_of(deal.rules.book).commands[NAMES[EndPrizeMalfunction]].clause
    return _planted(deal, right, len(right), words, "withdraw-wager", clause, DeclarePrizeMalfunction)


@plants("stray-press", prize_device=True)
def stray_press(deal: Deal, random: Random) -> Planted | None:
    """The button is activated at some moment of the round at which nobody has it."""
    right = deal.steps()
    at = random.choice([i for i, step in enumerate(right) if step.card is not None or step.does == "call"])
    prize = random.choice(_prizes(deal, prize_bets(deal.rules)[0]))
    words = f"Something touches the prize button, and the bonus meter shows {money(prize)} for each dollar."
    clause = procedures_of(deal.rules.book).commands[NAMES[VoidPress]].clause
    says = "The button was activated while it was offered to nobody."
    return _planted(deal, right, at, words, "void-press", clause, VoidPress, says)


@plants("press-by-another", stack=_two_naturals, prize_device=True)
def press_by_another(deal: Deal, random: Random) -> Planted | None:
    """The button is offered to a winner, and somebody else sets it off."""
    right = deal.steps()
    drawn = _drawn(right)
    if not drawn:
        return None
    at = random.choice(drawn)
    winner, prize = _won(right[at])
    words = (
        f"The button is before {name(winner.player)}, who has won. A neighbour's elbow sets it off, and the bonus "
        f"meter shows {money(prize)} for each dollar."
    )
    says = f"The button was {name(winner.player)}'s to press, and somebody else set it off."
    clause = procedures_of(deal.rules.book).clauses[BY_ANOTHER]
    return _planted(deal, right, at, words, "player-chooses", clause, PressForPlayer, says)


def _drawn(steps: tuple[Step, ...]) -> list[int]:
    return [i for i, step in enumerate(steps) if isinstance(step.event, ev.PrizeDrawn)]


def _won(step: Step) -> tuple[Wager, Cents]:
    """The wager for which a prize is drawn, and the prize for each dollar."""
    assert isinstance(step.event, ev.PrizeDrawn)
    position, prize = step.event.prizes[0]
    return step.state.wagers[position], prize


def _prizes(deal: Deal, bet: str) -> list[Cents]:
    return sorted({prize for _, prize in deal.table.setup.side_bets[bet].draws})


def _planted(
    deal: Deal, right: tuple[Step, ...], at: int, words: str, then: str, clause: str, by: type, says: str = SAYS
) -> Planted:
    """The round up to that step, at which this happens; anybody who may say so to the table decides."""
    role = procedures_of(deal.rules.book).commands[NAMES[by]].role
    wrong = Step("other", words, right[at - 1].state)
    return Planted((*right[:at], wrong), (at,), says, right, clause=clause, then=then, role=role)
