"""One round of play: commands go in, events come out, the state is what the events make of it.

The engine knows no clock, no randomness and no database. Cards come in from outside: the state says what it needs
next, and a shoe, a dealer's keyboard, a round record or a solver supplies it.
"""

from cutcard.engine.commands import (
    CloseOffers,
    Command,
    Deal,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    NoMoreBets,
    PlaceWager,
    Press,
    Rescue,
    Select,
    Split,
    Stand,
    Surrender,
    VoidRound,
    VoidWagers,
)
from cutcard.engine.decide import Played, decide, play
from cutcard.engine.events import Event
from cutcard.engine.evolve import evolve
from cutcard.engine.settle import net
from cutcard.engine.state import (
    DEALER,
    HAND_NEEDS,
    OFFER_NEEDS,
    PLAYER_NEEDS,
    Box,
    Hand,
    PersonalLimit,
    Setup,
    State,
    TableLimits,
    Wager,
)
from cutcard.refusals import Refusal

__all__ = [
    "DEALER",
    "HAND_NEEDS",
    "OFFER_NEEDS",
    "PLAYER_NEEDS",
    "Box",
    "CloseOffers",
    "Command",
    "Deal",
    "Double",
    "EvenMoney",
    "Event",
    "Hand",
    "Hit",
    "Insure",
    "Join",
    "NoMoreBets",
    "PersonalLimit",
    "PlaceWager",
    "Played",
    "Press",
    "Refusal",
    "Rescue",
    "Select",
    "Setup",
    "Split",
    "Stand",
    "State",
    "Surrender",
    "TableLimits",
    "VoidRound",
    "VoidWagers",
    "Wager",
    "decide",
    "evolve",
    "net",
    "play",
]
