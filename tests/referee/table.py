"""Boxes, hands and stakes: what lies on the table, and who calls it."""

from __future__ import annotations

from collections import Counter
from itertools import count as counting

from .cards import count, doubled_count
from .check import ONE_A_BOX, OWN_MAIN, Setup
from .money import Refused

MOMENTS = counting()  # what comes first within a round


class Stake:
    """Money, or a token worth `value`, that one player has on one hand (or as insurance)."""

    def __init__(self, player: str, bet: str, staked: int, value: int) -> None:
        self.player, self.bet, self.staked, self.value = player, bet, staked, value
        self.returned: int | None = None
        self.outcome = ""
        self.placed = next(MOMENTS)
        self.over = self.placed  # when it was settled

    def settle(self, returned: int, outcome: str) -> None:
        self.over = next(MOMENTS)
        if self.returned is not None:
            raise AssertionError(f"{self.bet} of {self.player} is settled twice")
        self.returned, self.outcome = returned, outcome


class Hand:
    def __init__(self, cards: list[str], from_split: bool) -> None:
        self.cards = cards
        self.stakes: list[Stake] = []
        self.from_split = from_split
        self.split_aces = False
        self.doubled = False
        self.ace_is_one = False  # after a double, where the book says so
        self.end = ""  # natural, bust, paid, stand or surrender
        self.over = 0  # when it went over 21

    def total(self) -> int:
        return doubled_count(self.cards) if self.ace_is_one else count(self.cards)[0]

    def base(self, player: str) -> Stake | None:
        """The player's main or split stake on this hand, if it is still to be decided."""
        for stake in self.stakes:
            if stake.player == player and stake.bet != "double" and stake.returned is None:
                return stake
        return None


class Box:
    def __init__(self, number: int, control: str) -> None:
        self.number, self.control = number, control
        self.mains: dict[str, int] = {}  # as cut back; players in the order placed
        self.excess: dict[str, int] = {}
        self.hands: list[Hand] = []
        self.insurance: dict[str, Stake] = {}
        self.no_split = False
        self.first_two: list[str] = []
        self.third: str | None = None  # the third card that the box was dealt
        self.tokens = 0  # of the controlling player
        self.bonus_won = False  # some wager here has won the Super Bonus


def lay_out(setup: Setup) -> dict[int, Box]:
    """Boxes from the left, each with its controlling player and its wagers cut back to the maximum."""
    boxes: dict[int, Box] = {}
    for number, placed in setup.mains.items():
        box = boxes[number] = Box(number, _control(setup, number, placed))
        _cut_back(box, placed, setup.maximum)
    for side in setup.sides:
        needs_main = side.bet in OWN_MAIN or setup.game.city == "canberra"
        if needs_main and side.box in boxes and side.player not in boxes[side.box].mains and side.returned is None:
            side.returned, side.outcome = side.staked, "void"  # nothing is left of the main wager that it needs
        elif side.bet == "blackjack-jackpots" and boxes[side.box].control != side.player:
            raise Refused("a jackpot wager is the controlling player's (21.7.3(b))")
    played = Counter((side.box, side.bet) for side in setup.sides if side.returned is None)
    for (_, bet), number in played.items():
        if bet in ONE_A_BOX and number > 1:  # of those that go back none lies there
            raise Refused(f"one {bet} a box")
    return boxes


def _control(setup: Setup, number: int, placed: dict[str, int]) -> str:
    """Sydney 5.7 (earlier 5.5), Canberra 4.5, Melbourne 5.9."""
    first = next(iter(placed))
    seated = setup.seats.get(number, first)
    if seated in placed:
        return seated
    return max(placed, key=placed.__getitem__) if setup.game.city == "sydney" else first


def _cut_back(box: Box, placed: dict[str, int], maximum: int | None) -> None:
    """Sydney 6.1.1-6.1.3 with 6.3.1, Canberra 3.5, Melbourne 5.9.1(d): the controlling player first."""
    room = sum(placed.values()) if maximum is None else maximum
    kept = {}
    for player in [box.control, *(one for one in placed if one != box.control)]:
        kept[player] = min(room, placed[player])
        room -= kept[player]
    for player, amount in placed.items():
        if kept[player]:
            box.mains[player] = kept[player]
        if kept[player] < amount:
            box.excess[player] = amount - kept[player]
