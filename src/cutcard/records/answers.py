"""Whom an answer to an offer is for, where a record does not name the box or the player.

They may be left out where only one could answer; otherwise it is the box in turn and the player who controls it.
"""

from __future__ import annotations

from cutcard.engine import State, legal
from cutcard.engine.choices import choices, insurance_choice
from cutcard.engine.state import Box
from cutcard.records.actions import Action
from cutcard.records.fields import RecordRefused


def for_whom(state: State, action: Action, at: int) -> tuple[int, str | None]:
    """Box and player of an insurance or even money: as named, the only one who could, or who controls the box.

    Who has insured already may add to that, but is meant only where nobody else could insure.
    """
    if action.box is not None and action.player is not None:
        return action.box, action.player
    could = [
        (box.number, player)
        for box in state.boxes
        for player in box.players
        if action.box in (None, box.number) and action.player in (None, player) and _could(state, action, box, player)
    ]
    if action.do == "insure":
        could = [(box, player) for box, player in could if not any(state.insured(box, player))] or could
    if len(could) == 1:
        return could[0]
    if action.box is not None:
        return action.box, action.player
    boxes = {number for number, _ in could} or {box.number for box in state.boxes}
    if len(boxes) > 1:
        raise RecordRefused(f"{action.do} must say for which box, there are several", at=at)
    return boxes.pop(), action.player


def _could(state: State, action: Action, box: Box, player: str) -> bool:
    hand = next(hand for hand in state.hands if state.boxes[hand.box].number == box.number)
    if action.do == "even-money":
        return legal.even_money(state, hand, player) is None
    return insurance_choice(state, hand, player, action.late).allowed


def surrendered_box(state: State, action: Action) -> int | None:
    """The box of a surrender: where not it but its player is named, the first that they may surrender before play."""
    if action.box is not None or action.player is None or state.needs != "offers":
        return action.box
    offered = (one for one in choices(state) if one.act == "surrender" and one.allowed)
    return next((one.box for one in offered if one.player == action.player), None)
