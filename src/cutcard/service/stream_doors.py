"""The streams beside the tables that callers give commands to: who may, and what carries the command out."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, NamedTuple

from cutcard.engine import Refusal
from cutcard.floor.decisions import Done
from cutcard.floor.links import act_on_link
from cutcard.floor.players import act_on_player
from cutcard.floor.promotions import act_on_promotion
from cutcard.floor.tournaments import act_on_tournament
from cutcard.jackpots import stream_of_link
from cutcard.players import stream_of_player
from cutcard.promotions import stream_of_promotion
from cutcard.service.caller import Caller
from cutcard.service.entitled import person_of_link, person_of_player, person_of_promotion, person_of_tournament
from cutcard.table import Command, Person
from cutcard.tournaments import stream_of_tournament


class StreamDoor(NamedTuple):
    """How a command reaches one kind of stream."""

    word: str  # that the log names the stream by, empty where it must not say about whom a command is
    stream: Callable[[str], str]
    person: Callable[[Any, str, Command, Caller], Person]  # as whom a caller gives it; raises `Forbidden`
    give: Callable[..., Awaitable[Done | Refusal]]  # to the floor


LINK = StreamDoor("link", stream_of_link, person_of_link, act_on_link)
TOURNAMENT = StreamDoor("tournament", stream_of_tournament, person_of_tournament, act_on_tournament)
PROMOTION = StreamDoor("promotion", stream_of_promotion, person_of_promotion, act_on_promotion)
PLAYER = StreamDoor("", stream_of_player, person_of_player, act_on_player)
