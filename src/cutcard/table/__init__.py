"""A table that outlives its rounds: people, seats, limits, the shoe and its shuffle, roles, money.

The table knows no clock, no randomness and no database. Time comes in with commands, and so does the order of a
virtual shoe; the events that come out are the table.

Each feature is a module with its commands and events, what answers them, what they change and what money they move.
`registry` says how these are declared. Importing the modules here is what makes their commands and events known.
"""

from cutcard.engine import Refusal
from cutcard.table import registry
from cutcard.table.approvals import *  # noqa: F403 (a feature module offers its commands and events)
from cutcard.table.bet_managers import *  # noqa: F403
from cutcard.table.betting import *  # noqa: F403
from cutcard.table.cards import *  # noqa: F403
from cutcard.table.cash import *  # noqa: F403
from cutcard.table.closing import *  # noqa: F403
from cutcard.table.config import Person, Sign, TableConfig
from cutcard.table.corrected_rounds import *  # noqa: F403
from cutcard.table.corrections import *  # noqa: F403
from cutcard.table.cut import *  # noqa: F403
from cutcard.table.decide import *  # noqa: F403
from cutcard.table.decide import Acted, act, decide
from cutcard.table.declarations import *  # noqa: F403
from cutcard.table.declared_voids import *  # noqa: F403
from cutcard.table.disputes import *  # noqa: F403
from cutcard.table.draft import *  # noqa: F403
from cutcard.table.earned_entries import *  # noqa: F403
from cutcard.table.evolve import evolve
from cutcard.table.fills import *  # noqa: F403
from cutcard.table.held_wagers import *  # noqa: F403
from cutcard.table.invalid_wagers import *  # noqa: F403
from cutcard.table.irregularities import *  # noqa: F403
from cutcard.table.jackpot_failures import *  # noqa: F403
from cutcard.table.jackpot_links import *  # noqa: F403
from cutcard.table.keypad import *  # noqa: F403
from cutcard.table.limits import *  # noqa: F403
from cutcard.table.link_failures import *  # noqa: F403
from cutcard.table.malfunctions import *  # noqa: F403
from cutcard.table.measures import *  # noqa: F403
from cutcard.table.opening import *  # noqa: F403
from cutcard.table.pass_cards import *  # noqa: F403
from cutcard.table.player_cards import *  # noqa: F403
from cutcard.table.players import *  # noqa: F403
from cutcard.table.prize_devices import *  # noqa: F403
from cutcard.table.ready import *  # noqa: F403
from cutcard.table.record import record_of
from cutcard.table.registry import Command, TableEvent
from cutcard.table.resplits import *  # noqa: F403
from cutcard.table.restrictions import *  # noqa: F403
from cutcard.table.round_events import *  # noqa: F403
from cutcard.table.rounds import *  # noqa: F403
from cutcard.table.rulings import *  # noqa: F403
from cutcard.table.seats import *  # noqa: F403
from cutcard.table.selection import *  # noqa: F403
from cutcard.table.session_orders import *  # noqa: F403
from cutcard.table.session_rounds import *  # noqa: F403
from cutcard.table.session_turns import *  # noqa: F403
from cutcard.table.shuffle import *  # noqa: F403
from cutcard.table.side_bet_changes import *  # noqa: F403
from cutcard.table.standings import *  # noqa: F403
from cutcard.table.state import TableState
from cutcard.table.tournament_tables import *  # noqa: F403
from cutcard.table.undisclosed import *  # noqa: F403
from cutcard.table.voids import *  # noqa: F403
from cutcard.table.wagers import *  # noqa: F403
from cutcard.table.wrong_payments import *  # noqa: F403

__all__ = [
    "Acted",
    "Command",
    "Person",
    "Refusal",
    "Sign",
    "TableConfig",
    "TableEvent",
    "TableState",
    "act",
    "decide",
    "evolve",
    "record_of",
]
__all__ += [kind.__name__ for kind in (*registry.COMMANDS, *registry.EVENTS)]
