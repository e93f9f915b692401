"""Random interleavings of arrive, wager, cash and leave over several tables, floors and processes on one store.

Each floor is a process's own view of the store, which may be behind; whatever is refused, no account is overdrawn. Run
as a program it is one of several processes: `python interleavings.py WHERE SEED STEPS`.
"""

from __future__ import annotations

import sys
from collections import Counter
from random import Random

from cutcard.engine import Refusal
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.store import Conflict, Store
from cutcard.table import (
    Arrive,
    BringCards,
    BurnCard,
    CashChips,
    CheckCards,
    Command,
    CutForAll,
    DealCards,
    DeclineCut,
    ExchangeVoucher,
    FillFloat,
    Leave,
    NoMoreBets,
    OpenBetting,
    OpenTable,
    Person,
    PlaceCuttingCard,
    PlaceWager,
    PlayForAbsent,
    SellChips,
    Shuffle,
    Sign,
    Sit,
    TableState,
    TakeBackWager,
)
from cutcard.table.ledger import currency_of, guarded
from cutcard.table.rounds import CloseOffers
from support.carded import carded

BOSS = Person("mia", "gaming-manager")
PLAYERS = ("ann", "bob", "cem")
TABLES = {"R1": False, "R2": False, "R3": False, "P1": True}  # and whether its chips are play money
AMOUNTS = (500, 1000, 1050, 2500, 10_000, 50_000, 10**13)


def opened(floor: BlockingFloor) -> None:
    """Open the tables, with floats that run out now and then."""
    carded(floor, *PLAYERS)
    for table, play_money in TABLES.items():
        sign = Sign(500, 50_000)
        terms = {"chips": 100_000, "layout_approved": True, "play_money": play_money}
        opening = OpenTable(table, "sydney-v15", "blackjack", 6, sign, decision_ms=100, **terms)  # type: ignore[arg-type]
        assert isinstance(floor.act(table, opening, BOSS, 0), Done)


class Interleaving:
    """Floors on one store, and people who do anything at any table through any of them."""

    def __init__(self, floors: list[BlockingFloor], seed: int) -> None:
        self.random = Random(seed)
        self.floors = floors
        self.at = 0
        self.answers: Counter[str] = Counter()  # how many commands of each kind were done, and how many refused

    def step(self) -> None:
        self.at += 1000
        floor, table = self.random.choice(self.floors), self.random.choice(list(TABLES))
        command, by = self._next(floor.known(f"table:{table}").state)
        try:
            done = floor.act(table, command, by, self.at)
        except Conflict:
            return
        self.answers[f"{type(command).__name__} {done.code if isinstance(done, Refusal) else 'done'}"] += 1

    def _next(self, state: TableState) -> tuple[Command, Person]:
        dealt = self._dealt(state) if self.random.random() < 0.5 else None
        if dealt is not None:
            return dealt
        name, amount = self.random.choice(PLAYERS), self.random.choice(AMOUNTS)
        own = Person(name, "player")
        has = state.players[name].chips if name in state.players else 0
        return self.random.choice(
            (
                (Arrive(), own),
                (Arrive(chips=amount), own),
                (Arrive(chips=self.random.choice((0, 1, 100_000_000))), own),
                (Sit(self.random.randint(1, 3)), own),
                (PlaceWager(self.random.randint(1, 3), amount), own),
                (PlaceWager(self.random.randint(1, 3), 500), own),
                (TakeBackWager(self.random.randint(1, 3)), own),
                (Leave(), own),
                (SellChips(name, amount), BOSS),
                (SellChips(name, 10_000), BOSS),
                (CashChips(name, amount), BOSS),
                (CashChips(name, has), BOSS),
                (ExchangeVoucher(name, self.random.choice(("v-1", " V-1", "v-2")), 500), BOSS),
            )
        )

    def _dealt(self, state: TableState) -> tuple[Command, Person] | None:
        """What the table needs to get on, as the dealer gives it; None where it waits for players."""
        shoe = state.shoe
        if state.fill_due is not None or (state.tray < 5000 and self.random.random() < 0.1):
            return FillFloat({2500: 20}), BOSS
        if state.playing and state.round is not None:
            by_needs: dict[str, Command] = {"card": DealCards(), "decision": PlayForAbsent()}
            return by_needs.get(state.round.needs, CloseOffers()), BOSS
        if shoe.stage == "uncut" and shoe.offered is not None:
            return DeclineCut(), Person(shoe.offered, "player")
        if shoe.stage in ("loaded", "ready") and not shoe.due and state.betting != "closed":
            return (NoMoreBets(), BOSS) if any(state.laid(bet="main")) else None
        stages: dict[str, Command] = {
            "no-cards": BringCards(),
            "unchecked": CheckCards(),
            "unshuffled": Shuffle(),
            "uncut": CutForAll(80),
            "cut": PlaceCuttingCard(78),
            "loaded": BurnCard(),
        }
        return Shuffle() if shoe.due else stages.get(shoe.stage, OpenBetting()), BOSS


def sound(store: Store) -> None:
    """No guarded account is below nothing, and each currency sums to nothing."""
    sums: Counter[str] = Counter()
    for account, cents in store.balances().items():
        assert cents >= 0 or not guarded(account), (account, cents)
        sums[currency_of(account)] += cents
    assert not any(sums.values()), sums


def main() -> None:
    where, seed, steps = sys.argv[1:]
    store = Store.open(where)
    people = Interleaving([BlockingFloor(store)], int(seed))
    for _ in range(int(steps)):
        people.step()
    store.close()


if __name__ == "__main__":
    main()
