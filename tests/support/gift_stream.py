"""A second kind of stream beside the table's, as a test declares it: gifts that a casino hands to those who arrive.

Run as a program it welcomes players until somebody kills it: `python gift_stream.py WHERE TABLE`.
"""

from __future__ import annotations

import json
import sys
from itertools import count
from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Change, Decision, Done, changed
from cutcard.floor.floor import Decide
from cutcard.store import Store
from cutcard.store.kinds import StreamKind, register
from cutcard.store.project import stream_of
from cutcard.table import Arrive, OpenTable, Person, Sign, TableState, act

GIFTS = "gifts:welcome"
ACCOUNT = "gifts:fund"
CENTS = 500
BOSS = Person("mia", "casino-operator")


class Given(NamedTuple):
    number: int
    player: str


class Gifts(NamedTuple):
    players: tuple[str, ...] = ()


def evolve(gifts: Gifts, event: Given) -> tuple[Gifts, list[tuple[str, int]]]:
    assert event.number == len(gifts.players) + 1, "gifts are numbered without a gap"
    return Gifts((*gifts.players, event.player)), [(ACCOUNT, -CENTS), (f"player:{event.player}", CENTS)]


def dumps(event: Given) -> str:
    return json.dumps(event)


def loads(text: str) -> Given:
    number, player = json.loads(text)
    return Given(number, player)


KIND = register(StreamKind(name="gifts", initial=Gifts, evolve=evolve, dumps=dumps, loads=loads))


def welcome(table: str, player: str, at: int = 0) -> tuple[tuple[str, str], Decide]:
    """A player arrives at a table and gets a gift, once: the streams and how it is decided."""

    def decide(state: TableState, gifts: Gifts) -> Decision | Refusal:
        acted = act(state, Arrive(), Person(player, "player"), at)
        if isinstance(acted, Refusal):
            return acted
        if player in gifts.players:
            return Refusal("has-had-a-gift", None, {"player": player})
        given = Given(len(gifts.players) + 1, player)
        changes = (
            Change(stream_of(table), acted.events, acted.postings, acted.states),
            changed(KIND, GIFTS, gifts, (given,)),
        )
        return Decision(changes, acted.state.now)

    return (stream_of(table), GIFTS), decide


def open_table(floor: BlockingFloor, table: str) -> None:
    opening = OpenTable(table, "canberra-2006", "blackjack", 6, Sign(1000, 50000), layout_approved=True)
    assert isinstance(floor.act(table, opening, BOSS, 0), Done)


def main(where: str, table: str) -> None:
    floor = BlockingFloor(Store.open(where))
    for n in count(len(floor.state(table).players)):
        done = floor.execute(*welcome(table, f"{table}-{n}"), f"{table}:{n}")
        assert isinstance(done, Done), done
        print(n, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
