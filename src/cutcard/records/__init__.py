"""The round record: one JSON object that says everything about one round of play.

>>> settled = settle({"rulebook": "sydney-v15", "game": "blackjack", "decks": 6,
...     "wagers": [{"box": 1, "player": "ann", "bet": "main", "amount": "10"}],
...     "cards": "6s Kd 5h 9c Ac", "actions": [{"do": "double"}]})
>>> settled["net"]
{'ann': '-10'}
"""

from cutcard.records.compare import ResultDiffers, differing_results
from cutcard.records.export import export
from cutcard.records.fields import RecordRefused
from cutcard.records.parse import Round, parse
from cutcard.records.record_text import read_json, refuse_keys_twice
from cutcard.records.replay import Replay, replay, settle

__all__ = [
    "RecordRefused",
    "Replay",
    "ResultDiffers",
    "Round",
    "differing_results",
    "export",
    "parse",
    "read_json",
    "refuse_keys_twice",
    "replay",
    "settle",
]
