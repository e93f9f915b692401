"""Decision points: what may be done now, by whom, and with how much."""

from __future__ import annotations

from typing import Any

from .money import Refused, positive
from .table import Hand

_KEYS = {
    "insure": {"do", "box", "hand", "player", "amount"},
    "double": {"do", "box", "hand", "player", "amount"},
    "join": {"do", "box", "hand", "player", "amount"},
}
_PLAIN = {"do", "box", "hand", "player"}
_KNOWN = frozenset(_KEYS) | {"hit", "stand", "split", "surrender", "even-money", "rescue"}


class Choice:
    """One act that is open; `least` and `most` bound its amount, None where it takes none."""

    def __init__(
        self,
        do: str,
        box: int,
        hand: int,
        player: str,
        least: int | None = None,
        most: int | None = None,
        multiple: int = 0,
        calls: bool = True,
        again: bool = False,
    ) -> None:
        self.do, self.box, self.hand, self.player = do, box, hand, player
        self.least, self.most = least, most
        self.multiple = multiple  # twice the amount must be a multiple of this (Canberra 7.3)
        self.calls = calls  # whether this player controls the box
        self.again = again  # it adds to an insurance, and is meant by default only where nobody else may insure

    def allows(self, amount: int) -> bool:
        if self.least is None or self.most is None or not self.least <= amount <= self.most:
            return False
        return not self.multiple or 2 * amount % self.multiple == 0


class Point:
    """Something to be decided. What is not required lapses when play moves on."""

    def __init__(self, required: bool, choices: list[Choice], hand: Hand | None = None) -> None:
        self.required, self.choices, self.hand = required, choices, hand

    def offers(self, action: Any) -> bool:
        return isinstance(action, dict) and any(choice.do == action.get("do") for choice in self.choices)

    def take(self, action: Any) -> tuple[Choice, int]:
        """The choice that an action means, and its amount; refused where nobody may do it."""
        do = _known(action)
        fitting = [choice for choice in self.choices if choice.do == do and _fits(choice, action)]
        if do == "surrender":
            fitting = fitting[:1]  # the boxes are asked in turn
        open_ = [choice for choice in fitting if not choice.again] or fitting
        if len(open_) > 1:
            boxes = {choice.box for choice in open_}
            calling = [choice for choice in fitting if choice.calls and choice.box in boxes]
            if len(calling) != 1 or len(boxes) > 1:
                raise Refused(f"{do}: say which box and player")
            open_ = calling
        if not open_:
            raise Refused(f"nobody may {do} now")
        choice = open_[0]
        return choice, _amount(choice, action)


def _known(action: Any) -> str:
    do = str(action.get("do")) if isinstance(action, dict) else ""
    if do not in _KNOWN:
        raise Refused("unknown action")
    if action.keys() - _KEYS.get(do, _PLAIN):
        raise Refused(f"{do}: unknown key")
    return do


def _fits(choice: Choice, action: dict[str, Any]) -> bool:
    if "box" in action and action["box"] != choice.box:
        return False
    if "player" in action and action["player"] != choice.player:
        return False
    return "hand" not in action or action["hand"] == choice.hand


def _amount(choice: Choice, action: dict[str, Any]) -> int:
    if "amount" not in action:
        if choice.do == "insure":
            raise Refused("insure: how much?")
        return choice.most or 0
    amount = positive(action["amount"], choice.do)
    if not choice.allows(amount):
        raise Refused(f"{choice.do}: not for that amount")
    return amount
