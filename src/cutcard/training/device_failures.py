"""A shuffling device that fails in the middle of a round, and what the document orders then."""

from __future__ import annotations

from random import Random

from cutcard.rulebooks import procedures_of
from cutcard.table import ReportDeviceFailure
from cutcard.table.malfunctions import failure_ruling
from cutcard.table.registry import NAMES
from cutcard.training.course import Deal, Step
from cutcard.training.planting import Planted, plants

HARM_WORDS = {
    "disadvantage": "The cards it has given put somebody at a disadvantage.",
    "unfinishable": "The order of its cards is lost, so that the round cannot be completed.",
    "none": "Nobody is at a disadvantage by it, and the round can be completed.",
}


@plants("device-failed", device="shuffling-device")
def device_failed(deal: Deal, random: Random) -> Planted | None:
    """The device stops before a card that is due, with or without another one at hand."""
    right = deal.steps()
    due = [i for i, step in enumerate(right) if step.card is not None and step.box is not None]
    at = random.choice(due[1:])
    procedures = procedures_of(deal.rules.book)
    ground = procedures.malfunctions.void_if
    failed = ReportDeviceFailure("it jams", spare=random.random() < 0.5, movable=random.random() < 0.7)
    if ground != "never" and random.random() < 0.5:
        failed = failed._replace(harm=ground)
    spare = "Another device is at hand" if failed.spare else "No other device is at hand"
    movable = "the cards can be moved" if failed.movable else "the cards cannot be moved"
    words = (
        f"Box {right[at].box} is due a card, and the device jams; it cannot be mended at once. "
        f"{HARM_WORDS[failed.harm]} {spare}, and {movable}."
    )
    then, clause = failure_ruling(procedures, failed, playing=True)
    role = procedures.commands[NAMES[ReportDeviceFailure]].role
    wrong = Step("other", words, right[at - 1].state)
    says = "The device that deals the cards failed."
    return Planted((*right[:at], wrong), (at,), says, right, clause=clause, then=then, role=role)
