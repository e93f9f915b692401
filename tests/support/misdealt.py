"""Tables at a real shoe at which something goes wrong with the deal, and what must hold there afterwards."""

from __future__ import annotations

from typing import Any

from cutcard.table import IrregularityRuled, TableState, codec, evolve
from support.tables import Table, balances

START = 1_000_000
TWO_WAGERS = ("ann 1 20", "bob 2 20")


def real(book: str, **terms: Any) -> Table:
    """A table at a real shoe: ann at box 1, bob at box 2."""
    return Table(book, source="real", **terms).seat("ann", 1).seat("bob", 2).ready()


def dealt(book: str, cards: str, *wagers: str, **terms: Any) -> Table:
    floor = real(book, **terms).wagers(*(wagers or TWO_WAGERS)).close()
    return floor.deal(cards) if cards else floor


def sound(floor: Table) -> None:
    """Chips and cards are all accounted for, the events make the same table again, and another round can be played."""
    state, sums = floor.state, dict(balances(floor.events))
    assert sum(sums.values()) == 0
    assert sums["aud:table:T1:float"] == state.tray
    for name, player in state.players.items():
        assert sums[f"aud:table:T1:player:{name}"] == player.chips
    shoe = state.shoe
    if shoe.stage == "ready":
        assert shoe.left + len(shoe.on_table) + len(shoe.discards) + len(shoe.burned) == state.config.cards
    again = TableState()
    for one in floor.events:
        again = evolve(again, codec.loads(codec.dumps(one)))
    assert again == state
    if not state.playing and shoe.stage == "ready" and not shoe.due and state.betting == "closed":
        number = state.number
        floor.round("ann 1 20")
        assert floor.state.number == number + 1


def ruled(floor: Table) -> tuple[str, str, str]:
    last = floor.last(IrregularityRuled)
    return last.kind, last.then, last.clause
