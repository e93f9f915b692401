"""Rounds in a line, for tests: `settled("sydney-v15", "6s Kd 5h 9c Ac", "double")`."""

from __future__ import annotations

from decimal import Decimal
from typing import Any

from cutcard.records import RecordRefused, settle

DECKS = {
    "sydney-v15": 6,
    "sydney-earlier": 6,
    "canberra-2006": 6,
    "canberra-2003": 6,
    "melbourne-v26": 6,
}


def record(book: str, cards: str, *actions: str | dict[str, Any], **rest: Any) -> dict[str, Any]:
    """A round record: one wager of 20 by ann on box 1 unless `wagers` says otherwise.

    An action is a whole object or a word with its amount: "double", "insure 10", "join bob 5".
    A wager is a whole object or words: "1 ann main 20".
    """
    wagers = rest.pop("wagers", ["1 ann main 20"])
    return {
        "rulebook": book,
        "game": rest.pop("game", "blackjack"),
        "decks": rest.pop("decks", DECKS[book]),
        "wagers": [_wager(wager) for wager in wagers],
        "cards": cards,
        "actions": [_action(action) for action in actions],
        **rest,
    }


def settled(book: str, cards: str, *actions: str | dict[str, Any], **rest: Any) -> dict[str, Any]:
    """The round's settled record."""
    return settle(record(book, cards, *actions, **rest))


def net(book: str, cards: str, *actions: str | dict[str, Any], **rest: Any) -> dict[str, str]:
    """What each player won or lost."""
    result: dict[str, str] = settled(book, cards, *actions, **rest)["net"]
    return result


def refused(book: str, cards: str, *actions: str | dict[str, Any], **rest: Any) -> RecordRefused:
    """Why the round is refused; fails where it is not."""
    try:
        given = settle(record(book, cards, *actions, **rest))
    except RecordRefused as refusal:
        return refusal
    raise AssertionError(f"settled although it should be refused: {given['net']}")


def lines(result: dict[str, Any], **where: Any) -> list[dict[str, Any]]:
    """The settlement lines that have these values: `lines(result, bet="insurance")`."""
    return [line for line in result["settlement"] if all(line[key] == value for key, value in where.items())]


def line(result: dict[str, Any], **where: Any) -> dict[str, Any]:
    """The one settlement line that has these values."""
    (found,) = lines(result, **where)
    return found


def doubted(result: dict[str, Any]) -> list[str]:
    """The clauses of declarations that the result says let nobody declare that."""
    return [warning["clause"] for warning in result.get("warnings", []) if "box" not in warning]


def _wager(given: str | dict[str, Any]) -> dict[str, Any]:
    if isinstance(given, dict):
        return given
    box, player, bet, amount = given.split()
    return {"box": int(box), "player": player, "bet": bet, "amount": amount}


def _action(given: str | dict[str, Any]) -> dict[str, Any]:
    if isinstance(given, dict):
        return given
    do, *words = given.split()
    action: dict[str, Any] = {"do": do}
    for word in words:
        if word.startswith("#"):
            action["box"] = int(word[1:])
        elif word[0].isdigit():
            action["amount"] = word
        else:
            action["player"] = word
    if do in ("insure", "even-money"):
        action.setdefault("box", 1)
    return action


def decimals(net: dict[str, str]) -> dict[str, Decimal]:
    """What everybody has won, as numbers."""
    return {player: Decimal(amount) for player, amount in net.items()}


def by_player_and_box(lines: list[dict[str, Any]]) -> dict[tuple[int, str], Decimal]:
    """What everybody has won on each box, from the lines of a settlement."""
    sums: dict[tuple[int, str], Decimal] = {}
    for line in lines:
        key = (line["box"], line["player"])
        sums[key] = sums.get(key, Decimal(0)) + Decimal(line["returned"]) - Decimal(line["staked"])
    return sums
