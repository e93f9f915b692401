"""A service with pages whose shoes begin with given cards: `python rigged_casino.py PORT DB "8s 7d 8h"`.

With `dealt-by-staff` behind it, there is also a table with a real shoe whose jackpot system picks a box in every round.

Everything is the real thing but chance: the order of each shoe and the place of the cut.
"""

from __future__ import annotations

import sys
from collections.abc import Sequence
from random import Random

from fastapi import FastAPI

from cutcard.cards import Card, cards
from cutcard.cards import shoe as pack
from cutcard.floor import house_dealer
from cutcard.service import demonstration
from cutcard.service.casino import Casino
from cutcard.service.server import serve
from cutcard.service.settings import Settings
from cutcard.table import Command, OpenTable, Shuffle, TableState
from cutcard.table.link_terms import MeterTerms
from cutcard.web import app

PRIZES = demonstration.Shown(  # a table whose side bet has a prize button, which the demonstration has not
    "Prizes", "melbourne-v26", "crown-pontoon", side_bets={"pontoon-pandemonium": "1", "perfect-pairs": True}
)
STAFFED = demonstration.Shown("Staffed", "melbourne-v26", "blackjack", decks=6, device="shuffling-device")
PICKED = demonstration.ShownLink(
    "Picked",
    "melbourne-v26",
    "supernova",
    500,
    {
        "supernova-major": MeterTerms(500_000, 60_000),
        "supernova-minor": MeterTerms(25_000, 100_000),
        "supernova-mystery": MeterTerms(50_000, 60_000),
    },
    ("Staffed",),
    1_000_000,
)
PATIENCE_MS = 600_000  # for bets and decisions: no test waits for the house to close or decide
CUT = 60  # cards in front of the cutting card, whoever cuts for all


class Silent:
    def password(self, password: str) -> None: ...

    def address(self, address: str) -> None: ...


def rig(casino: Casino, front: Sequence[Card]) -> None:
    """Let every shoe begin with these cards, as far as its game has them, once it is cut and its first card burned."""
    by_chance = casino.floor.randomness

    def randomness(state: TableState, command: Command) -> Command:
        given = by_chance(state, command)
        if isinstance(given, Shuffle) and state.config.source == "virtual":
            return given._replace(order=_order(state, front))
        return given

    casino.floor.randomness = randomness
    house_dealer.cut_at = lambda state, count: CUT


def _order(state: TableState, front: Sequence[Card]) -> tuple[Card, ...]:
    left = pack(state.config.decks, state.rules.cards.removed_ranks)
    first = [card for card in front if card in left]
    for card in first:
        left.remove(card)
    Random(11).shuffle(left)
    if state.config.procedures.shoe.burn == "always":
        first.insert(0, left.pop())
    dealt = (*first, *left)
    return (*dealt[-CUT:], *dealt[:-CUT])


def add_staffed() -> None:
    """A table that staff deal at, in a link that picks a box in every round."""
    by_itself = demonstration.opening

    def opening(shown: demonstration.Shown) -> OpenTable:
        opened = by_itself(shown)
        return opened._replace(runs_itself=False, source="real") if shown is STAFFED else opened

    demonstration.opening = opening
    demonstration.TABLES = (*demonstration.TABLES, STAFFED)
    demonstration.LINKS = (*demonstration.LINKS, PICKED)


def main(port: str, db: str, front: str, more: str = "") -> None:
    def extra(made: FastAPI, casino: Casino) -> None:
        rig(casino, cards(front))
        demonstration.TABLES = (*demonstration.TABLES, PRIZES)
        if more == "dealt-by-staff":
            add_staffed()
        demonstration.DECISION_MS = demonstration.BETTING_MS = PATIENCE_MS
        casino.on_start.append(demonstration.open_tables)
        app.add_pages(made, casino)

    serve(Settings.read(given={"db": db, "port": int(port), "logins_per_minute": 1000}), Silent(), extra)


if __name__ == "__main__":
    main(*sys.argv[1:])
