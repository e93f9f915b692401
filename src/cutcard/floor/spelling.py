"""People are entered by name, and somebody excluded as "ann" must not play as "Ann" where a dealer typed it so."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard.engine import Refusal
from cutcard.players import stream_of_player
from cutcard.store.player_reading import registered_as
from cutcard.table import Command, Person
from cutcard.table.bounds import is_name
from cutcard.table.config import HOUSE

if TYPE_CHECKING:
    from cutcard.floor.floor import Floor


async def spelling_refused(floor: Floor, command: Command, by: Person) -> Refusal | None:
    """Refuse a name that is not in the register and differs from one there by its capitals or spaces only."""
    name = getattr(command, "player", None)
    if by.id in (HOUSE, name) or not isinstance(name, str) or not is_name(name):
        return None
    if (await floor.stream(stream_of_player(name))).version:
        return None
    known = await floor.driver.call(registered_as, floor.store, name)
    return None if known is None else Refusal("player-spelled-otherwise", None, {"name": name, "player": known})
