"""A record's own settlement beside the one that the engine makes of it."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard.records.parse import RESULT_KEYS
from cutcard.records.replay import settle


class ResultDiffers(NamedTuple):
    """A key of a record's result: what the record has there, and what the engine makes of the round."""

    key: str
    record: Any
    engine: Any


def has_settlement(record: Mapping[str, Any]) -> bool:
    return "settlement" in record or "net" in record


def differing_results(record: Mapping[str, Any]) -> list[ResultDiffers]:
    """In what a record's own results differ from the engine's; raises `RecordRefused` where the round cannot be.

    >>> round_ = {"rulebook": "sydney-v15", "game": "blackjack", "decks": 6, "cards": "Ts 6d Th Tc",
    ...     "wagers": [{"box": 1, "player": "ann", "bet": "main", "amount": "10"}], "actions": [{"do": "stand"}]}
    >>> differing_results({**round_, "cards": "Ts 7d Th Tc", "net": {"ann": "5"}})
    [ResultDiffers(key='net', record={'ann': '5'}, engine={'ann': '10'})]
    """
    again = settle({key: value for key, value in record.items() if key not in RESULT_KEYS})
    return [
        ResultDiffers(key, record[key], again.get(key))
        for key in record
        if key in RESULT_KEYS and record[key] != again.get(key)
    ]
