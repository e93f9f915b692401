"""Records that may no longer be legal: a random one with something changed in it.

Whether it still is, and what it then pays, is for the referee to say.
"""

from __future__ import annotations

import copy
from collections.abc import Callable
from random import Random
from typing import Any

from .games import GAMES, Game
from .rounds import NAMES

Record = dict[str, Any]

_ACTS = ("hit", "stand", "double", "split", "surrender", "insure", "even-money", "join", "rescue")
_WITH_AMOUNT = ("insure", "double", "join")
_AMOUNTS = ("0.01", "0.50", "1", "2", "2.50", "5", "10", "24.99", "25", "100")


def spoiled(rng: Random, record: Record) -> Record:
    """The record with one to three things changed."""
    other = copy.deepcopy(record)
    for _ in range(rng.randint(1, 3)):
        rng.choice(_CHANGES)(rng, other)
    return other


def _players(record: Record) -> list[str]:
    return [wager["player"] for wager in record["wagers"]]


def _boxes(record: Record) -> list[int]:
    return [wager["box"] for wager in record["wagers"]]


# -- what is called


def _action_gone(rng: Random, record: Record) -> None:
    if record["actions"]:
        record["actions"].pop(rng.randrange(len(record["actions"])))


def _action_twice(rng: Random, record: Record) -> None:
    if record["actions"]:
        at = rng.randrange(len(record["actions"]))
        record["actions"].insert(at, dict(record["actions"][at]))


def _actions_swapped(rng: Random, record: Record) -> None:
    actions = record["actions"]
    if len(actions) > 1:
        at = rng.randrange(len(actions) - 1)
        actions[at], actions[at + 1] = actions[at + 1], actions[at]


def _action_more(rng: Random, record: Record) -> None:
    action: Record = {"do": rng.choice(_ACTS)}
    if rng.random() < 0.6:
        action["box"] = rng.choice(_boxes(record))
    if rng.random() < 0.5:
        action["player"] = rng.choice(_players(record))
    if rng.random() < 0.5 and action["do"] in _WITH_AMOUNT:
        action["amount"] = rng.choice(_AMOUNTS)
    record["actions"].insert(rng.randint(0, len(record["actions"])), action)


def _action_other(rng: Random, record: Record) -> None:
    if not record["actions"]:
        return
    action = rng.choice(record["actions"])
    key = rng.choice(("do", "box", "hand", "player", "amount"))
    if key != "amount" or action["do"] in _WITH_AMOUNT:
        action[key] = {
            "do": rng.choice(_ACTS),
            "box": rng.choice(_boxes(record)),
            "hand": rng.randint(1, 3),
            "player": rng.choice(NAMES),
            "amount": rng.choice(_AMOUNTS),
        }[key]


# -- what lies on the layout


def _wager_other(rng: Random, record: Record) -> None:
    wager = rng.choice(record["wagers"])
    key = rng.choice(("player", "box", "amount"))
    wager[key] = {
        "player": rng.choice(NAMES),
        "box": rng.choice([*_boxes(record), rng.randint(0, 10)]),
        "amount": rng.choice(_AMOUNTS),
    }[key]


def _wager_more(rng: Random, record: Record) -> None:
    bets = ["main", *record.get("side_bets", {})]
    box = rng.choice([*_boxes(record), rng.randint(1, 9)])
    wager = {"box": box, "player": rng.choice(NAMES), "bet": rng.choice(bets), "amount": rng.choice(_AMOUNTS)}
    if wager["bet"] == "blackpot" and rng.random() < 0.5:
        wager["carried"] = "5"
    record["wagers"].insert(rng.randint(0, len(record["wagers"])), wager)


def _wager_gone(rng: Random, record: Record) -> None:
    if len(record["wagers"]) > 1:
        record["wagers"].pop(rng.randrange(len(record["wagers"])))


def _wagers_shuffled(rng: Random, record: Record) -> None:
    rng.shuffle(record["wagers"])


def _seats_other(rng: Random, record: Record) -> None:
    record["seats"] = {str(box): rng.choice([None, *NAMES[:4]]) for box in set(_boxes(record))}


def _limits_other(rng: Random, record: Record) -> None:
    maximum = rng.choice(("1", "5", "10", "20", "50", "100"))
    record["limits"] = {"minimum": rng.choice(("1", maximum)), "maximum": maximum}


# -- the cards, the devices and the table


def _cards_swapped(rng: Random, record: Record) -> None:
    cards = record["cards"].split()
    for _ in range(rng.randint(1, 4)):
        one, two = rng.randrange(len(cards)), rng.randrange(len(cards))
        cards[one], cards[two] = cards[two], cards[one]
    record["cards"] = " ".join(cards)


def _chip_other(rng: Random, record: Record) -> None:
    record["chip"] = rng.choice(("0.01", "0.50", "1", "2.50", "5"))


def _draws_other(rng: Random, record: Record) -> None:
    draws = record.setdefault("draws", [])
    if draws and rng.random() < 0.5:
        draws.pop(rng.randrange(len(draws)))
    else:
        box = rng.choice(_boxes(record))
        draw = rng.choice([{"lucky-player": box}, {"mystery": box}, "5", "10", "25"])
        draws.insert(rng.randint(0, len(draws)), draw)


def _meters_other(rng: Random, record: Record) -> None:
    meters = record.get("meters", {})
    if not meters:
        return
    if rng.random() < 0.5:
        del meters[rng.choice(sorted(meters))]
    elif "blazing-7s" not in meters:
        record["seeds"] = {meter: rng.choice(("0", "100", "5000", "100000")) for meter in meters}


def _options_other(rng: Random, record: Record) -> None:
    """Options that the game has."""
    game: Game = GAMES[record["rulebook"], record["game"]]
    if game.city == "canberra":
        return
    options = record.setdefault("options", {})
    options["dealer-blackjack-takes"] = rng.choice(("busted-plus-one", "first-hand", "original-cap", "all"))
    if game.pontoon or game.city == "sydney":
        options["doubled-ace"] = rng.choice(("one", "either"))
    elif not game.pays_21:
        options["drawn-21-against-blackjack"] = rng.choice(("lose", "stand-off"))
    if game.city == "melbourne" and game.double == "9-11":
        options["soft-double"] = rng.random() < 0.5


_CHANGES: tuple[Callable[[Random, Record], None], ...] = (
    _action_gone,
    _action_twice,
    _actions_swapped,
    _action_more,
    _action_other,
    _wager_other,
    _wager_more,
    _wager_gone,
    _wagers_shuffled,
    _seats_other,
    _limits_other,
    _cards_swapped,
    _chip_other,
    _draws_other,
    _meters_other,
    _options_other,
)
