"""Two tables of one floor and their players, from the first moment of the clock on."""

from __future__ import annotations

from typing import Any

from cutcard.store import Store
from cutcard.table import Person, Sign
from support.dated_floor import BOSS as BOSS
from support.dated_floor import SYDNEY as SYDNEY
from support.dated_floor import DatedFloor

ANN, BOB = Person("ann", "player"), Person("bob", "player")


class CardedFloor(DatedFloor):
    def __init__(self, store: Store, **terms: Any) -> None:
        super().__init__(store, "T1", "T2", at=0, **{"sign": Sign(1000, 50_000), **terms})
