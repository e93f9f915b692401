"""The streams beside the tables that callers give commands to: who may, and what carries the command out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Collection
from typing import Any, NamedTuple

from cutcard.engine import Refusal
from cutcard.floor.decisions import Done
from cutcard.floor.links import act_on_link
from cutcard.floor.players import act_on_player
from cutcard.floor.promotions import act_on_promotion
from cutcard.floor.tournaments import act_on_tournament
from cutcard.jackpots import LINK_FAMILY, stream_of_link
from cutcard.players import PLAYER_FAMILY, stream_of_player
from cutcard.promotions import PROMOTION_FAMILY, stream_of_promotion
from cutcard.service.caller import Caller
from cutcard.service.entitled import (
    left_to_inspectors,
    person_of_link,
    person_of_player,
    person_of_promotion,
    person_of_tournament,
)
from cutcard.service.wire import LINK_WIRE, PLAYER_WIRE, PROMOTION_WIRE, TOURNAMENT_WIRE, StreamWire
from cutcard.streams import Family
from cutcard.table import Command, Person
from cutcard.tournaments import TOURNAMENT_FAMILY, stream_of_tournament


class StreamDoor(NamedTuple):
    """One kind of stream as the service knows it: how commands reach it, and how its history is read."""

    kind: str  # which the names of its accounts have before the stream's own
    word: str  # that the log names the stream by, empty where it must not say about whom a command is
    family: Family[Any]
    wire: StreamWire
    stream: Callable[[str], str]
    person: Callable[[Any, str, Command, Caller], Person]  # as whom a caller gives it; raises `Forbidden`
    give: Callable[..., Awaitable[Done | Refusal]]  # to the floor
    left: Callable[[str], Collection[str]] = lambda book: ()  # what a document leaves to inspectors alone

    def barred(self, state: Any, caller: Caller, command: str = "") -> str:
        """Why somebody may not give a command to what is held by a document, or any command; empty if they may."""
        return caller.barred(state.book, state.play_money, self.left(state.book), command)


LINK = StreamDoor("jackpot", "link", LINK_FAMILY, LINK_WIRE, stream_of_link, person_of_link, act_on_link)
TOURNAMENT = StreamDoor(
    "tournament",
    "tournament",
    TOURNAMENT_FAMILY,
    TOURNAMENT_WIRE,
    stream_of_tournament,
    person_of_tournament,
    act_on_tournament,
)
PROMOTION = StreamDoor(
    "promotion",
    "promotion",
    PROMOTION_FAMILY,
    PROMOTION_WIRE,
    stream_of_promotion,
    person_of_promotion,
    act_on_promotion,
    left_to_inspectors,
)
PLAYER = StreamDoor("player", "", PLAYER_FAMILY, PLAYER_WIRE, stream_of_player, person_of_player, act_on_player)
