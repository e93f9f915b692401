"""The second opinion: play a round record by the documents, and say what everybody has won.

    settle(record) -> {"net": {...}, "lines": [...], "dealer": {...}, "hands": [...], "unused": "..."}

Nothing here is shared with the engine that it checks.
"""

from __future__ import annotations

from typing import Any

from .cards import count, natural
from .check import read
from .money import Refused, dollars
from .payout import finish_dealer, settle_wagers
from .play import Round
from .sidebets import carries_over, settle_side_bets

__all__ = ["Refused", "conclude", "settle", "settled", "start"]


def settle(record: dict[str, Any]) -> dict[str, Any]:
    """Play a complete record; raise Refused where it breaks a rule."""
    round_ = start(record)
    steps = round_.play()
    actions, done = round_.setup.actions, 0
    try:
        point = next(steps)
        while True:
            waiting = actions[done] if done < len(actions) else None
            if point.required and waiting is None:
                raise Refused("the record ends while a hand needs a decision")
            if not point.required and not point.offers(waiting):
                point = steps.send(None)  # the offer lapses
                continue
            done += 1
            point = steps.send(waiting)
    except StopIteration:
        pass
    if done < len(actions):
        raise Refused("an action that nobody may take")
    return conclude(round_)


def start(record: dict[str, Any]) -> Round:
    """A round ready to be dealt; `Round.play()` then stops at every decision."""
    return Round(read(record))


def conclude(round_: Round) -> dict[str, Any]:
    """Finish the dealer's hand of a round that has been played, and settle everything."""
    finish_dealer(round_)
    settle_wagers(round_)
    settle_side_bets(round_)
    return settled(round_)


def settled(round_: Round) -> dict[str, Any]:
    """What everybody has of a round in which every wager has come to its end."""
    lines = _lines(round_)
    net = dict.fromkeys(round_.setup.players, 0)
    for line in lines:
        net[line["player"]] += line["returned"] - line["staked"]
    for line in lines:
        line["staked"], line["returned"] = dollars(line["staked"]), dollars(line["returned"])
    dealer = round_.dealer
    return {
        "net": {player: dollars(amount) for player, amount in net.items()},
        "lines": lines,
        "dealer": {"cards": " ".join(dealer), "total": count(dealer)[0], "blackjack": natural(dealer)},
        "hands": [
            {"box": box.number, "hand": place, "cards": " ".join(hand.cards), "total": hand.total()}
            for box in round_.boxes.values()
            for place, hand in enumerate(box.hands, start=1)
        ],
        "unused": " ".join(round_.setup.cards[round_.dealt :]),
    }


def _lines(round_: Round) -> list[dict[str, Any]]:
    lines = []
    for box in round_.boxes.values():
        for player, amount in box.excess.items():
            lines.append(_line(box.number, 1, player, "main", amount, amount, "void"))
        for stake in box.insurance.values():
            lines.append(_stake_line(box.number, None, stake))
        for place, hand in enumerate(box.hands, start=1):
            lines += [_stake_line(box.number, place, stake) for stake in hand.stakes]
    for side in round_.setup.sides:
        line = _stake_line(side.box, None, side)
        if carries_over(round_, side):
            line["carried"] = dollars(side.staked)
        lines.append(line)
    return lines


def _stake_line(box: int, hand: int | None, stake: Any) -> dict[str, Any]:
    if stake.returned is None:
        raise AssertionError(f"{stake.bet} of {stake.player} is not settled")
    return _line(box, hand, stake.player, stake.bet, stake.staked, stake.returned, stake.outcome)


def _line(
    box: int, hand: int | None, player: str, bet: str, staked: int, returned: int, outcome: str
) -> dict[str, Any]:
    return {
        "box": box,
        "hand": hand,
        "player": player,
        "bet": bet,
        "staked": staked,
        "returned": returned,
        "outcome": outcome,
    }
