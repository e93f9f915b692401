"""The result of a round for one player in a line: the true reason, and the money."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.engine import Hand, State, Wager
from cutcard.money import EVEN, Cents
from cutcard.narration.formatting import counted, money, name, odds
from cutcard.narration.reasons import hand_of

ON_HAND = ("main", "split", "double")


class Result(NamedTuple):
    text: str
    net: Cents

    @property
    def kind(self) -> Literal["win", "lose", "even"]:
        return "win" if self.net > 0 else "lose" if self.net < 0 else "even"


def result(round_: State, player: str) -> Result | None:
    """How a round that is over ended for a player; None where they had no wager in it."""
    mine = [wager for wager in round_.wagers if wager.player == player and wager.returned is not None]
    if not mine:
        return None
    net = sum(map(_net, mine))
    reasons = [words for words in (_hands(round_, mine), *_others(round_, mine)) if words]
    return Result(f"{name(', '.join(reasons)) or 'Over'}: {signed(net)}", net)


def signed(amount: Cents) -> str:
    """What was won or lost; nothing has no sign.

    >>> signed(3300), signed(-3000), signed(0)
    ('+$33', '−$30', '$0')
    """
    return f"+{money(amount)}" if amount > 0 else money(amount)


def _net(wager: Wager) -> Cents:
    return (wager.returned or 0) - wager.staked


def _hands(round_: State, mine: list[Wager]) -> str:
    """Why the hands were won or lost; of several only how many."""
    by_hand: dict[tuple[int, int], list[Wager]] = {}
    for wager in mine:
        if wager.bet in ON_HAND:
            by_hand.setdefault((wager.box, wager.hand), []).append(wager)
    if len(by_hand) == 1:
        (wagers,) = by_hand.values()
        deciding = next((wager for wager in wagers if wager.bet != "double"), wagers[0])
        return _why(round_, deciding)
    nets = [sum(map(_net, wagers)) for wagers in by_hand.values()]
    counts = ((sum(net > 0 for net in nets), "won"), (sum(net < 0 for net in nets), "lost"))
    pushes = sum(net == 0 for net in nets)
    words = [f"{counted(number, 'hand')} {how}" for number, how in counts if number]
    return ", ".join([*words, *([counted(pushes, "push").replace("pushs", "pushes")] if pushes else [])])


def _why(round_: State, wager: Wager) -> str:
    hand = hand_of(round_, wager)
    if round_.void:
        return "the round is void"
    if wager.outcome == "void" or hand is None:
        return "the wager goes back"
    if wager.outcome == "win":
        return _won(round_, wager, hand)
    if wager.outcome == "lose":
        return _lost(round_, hand)
    if wager.outcome == "surrender":
        return "surrendered"
    return "push"


def _won(round_: State, wager: Wager, hand: Hand) -> str:
    paid = odds(wager.odds) if wager.odds is not None else ""
    natural = round_.rules.natural.name
    if hand.natural:
        return f"{natural} pays {paid}" if wager.odds != EVEN else f"even money on a {natural}"
    bonus = f", paid {paid}" if wager.odds not in (None, EVEN) else ""
    if hand.ended == "won":
        return (f"{hand.total} always wins" if hand.total == 21 else f"{len(hand.cards)} cards win") + bonus
    if round_.dealer_total > 21:
        return f"dealer busts with {round_.dealer_total}{bonus}"
    return f"{hand.total} beats dealer {round_.dealer_total}{bonus}"


def _lost(round_: State, hand: Hand) -> str:
    if hand.ended == "bust":
        return "you bust"
    if len(round_.dealer) == 1:
        return "given up after the double"
    if round_.dealer_natural:
        return f"dealer has {round_.rules.natural.name}"
    return f"dealer {round_.dealer_total} beats {hand.total}"


def _others(round_: State, mine: list[Wager]) -> list[str]:
    """Side bets and insurance, each with its own money, beside the hands."""
    nets: dict[str, Cents] = {}
    for wager in mine:
        if wager.bet not in ON_HAND:
            nets[wager.bet] = nets.get(wager.bet, 0) + _net(wager)
    titles = {bet: side.title for bet, side in round_.rules.side_bets.items()}
    return [f"{titles.get(bet, bet.replace('-', ' '))} {signed(net)}" for bet, net in nets.items()]
