"""Tables with jackpots in a store: balances on devices and failures of equipment are replayed and audited."""

from __future__ import annotations

from random import Random

import pytest
from support.carded import known
from support.random_players import NAMES, RandomPlayers
from support.stacked_shoes import as_given

from cutcard.floor.blocking import BlockingFloor
from cutcard.store import Store
from cutcard.store.audit import audit

STEPS = 250


@pytest.mark.parametrize(("book", "bet"), [("melbourne-v26", "blackjack-jackpots"), ("sydney-v15", "blazing-7s")])
def test_what_people_do_with_a_jackpot_is_audited(store: Store, book: str, bet: str) -> None:
    floor, people = BlockingFloor(store, randomness=as_given), RandomPlayers(Random(5), book, "blackjack", bet)
    known(floor, book, *NAMES)
    for step in range(STEPS):
        command, by = people.next(floor.state("T1"))
        floor.act("T1", command, by, step * 4_000)
    again = BlockingFloor(store).state("T1")
    assert again == floor.state("T1")
    assert again.number > 3
    assert audit(store).fault is None
