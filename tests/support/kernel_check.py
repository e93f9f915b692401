"""Check that kernel and engine play the same game: random rounds through both, and every wager compared.

The engine is driven with random wagers, cards and decisions, legal however foolish; the kernel gets the same cards and
the same decisions as a script. A difference carries the round's record, which `cutcard settle` plays again.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from random import Random
from typing import Any

import numpy as np

from cutcard.cards import Card, joined
from cutcard.engine import (
    CloseOffers,
    Command,
    Deal,
    DealHoleCard,
    Double,
    EvenMoney,
    Hit,
    Insure,
    NoMoreBets,
    PlaceWager,
    Press,
    Refusal,
    Rescue,
    Setup,
    Split,
    Stand,
    State,
    Surrender,
    hole_card,
    legal,
    play,
    sidebets,
)
from cutcard.engine.state import Hand
from cutcard.money import Cents, dollars
from cutcard.simulate import kernel as k
from cutcard.simulate.compile import compile_game, encode_cards
from cutcard.simulate.strategy import HANDS, KINDS, Strategy
from cutcard.simulate.table import Table
from support.random_tables import random_cards, random_table
from support.single_rounds import one_round

ROUNDS_A_TABLE = 200
Wagers = dict[tuple[int, str, int], tuple[Cents, Cents]]  # by box, bet and hand: staked and returned


@dataclass(frozen=True, slots=True, kw_only=True)
class Difference:
    """A round that kernel and engine settle differently."""

    record: dict[str, Any]
    engine: Wagers
    kernel: Wagers

    def __str__(self) -> str:
        apart = {key for key in self.engine.keys() | self.kernel.keys() if self.engine.get(key) != self.kernel.get(key)}
        text = "; ".join(
            f"box {box} {bet} hand {hand}: engine {self.engine.get((box, bet, hand))}, "
            f"kernel {self.kernel.get((box, bet, hand))}"
            for box, bet, hand in sorted(apart)
        )
        return f"{text}\n{self.record}"


def differences(book: str, game: str, rounds: int, seed: int) -> Iterator[Difference]:
    """Play random rounds of a game both ways, and give those that differ."""
    rng = Random(f"{book} {game} {seed}")
    done = 0
    while done < rounds:
        part = min(ROUNDS_A_TABLE, rounds - done)
        yield from differences_at(random_table(rng, book, game), part, rng)
        done += part


def differences_at(table: Table, rounds: int, rng: Random) -> Iterator[Difference]:
    """Play random rounds at one table both ways, and give those that differ."""
    both = _BothPlayers(table)
    for _ in range(rounds):
        found = both.compare(rng)
        if found is not None:
            yield found


# ---------------------------------------------------------------------------------------------------- both games


@lru_cache(maxsize=1)
def _no_strategy() -> Strategy:
    nothing = np.zeros((KINDS, 1, k.UPS, len(HANDS.size)), np.uint8)
    return Strategy(name="script", play=nothing, instead=nothing)


class OutOfCards(Exception):
    """The random cards did not last for the round."""


class _BothPlayers:
    """A table at which engine and kernel play the same rounds."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.game = compile_game(table, _no_strategy())
        offered = {bet: wager.table for bet, wager in table.side_bets.items()}
        self.setup = Setup(table.rules, table.decks, offered, chip=table.chip, meters=table.meters)
        self.work = k.workspace_for(table.boxes, len(offered), np.zeros(24 + 20 * table.boxes, np.uint16))
        self.work.at[k.IN_ORDER] = 1
        self.work.at[k.BET] = table.bet
        self.carries = any(table.rules.side_bets[bet].carries for bet in offered)

    def compare(self, rng: Random) -> Difference | None:
        carried = [self.carries and rng.random() < 0.2 for _ in range(self.table.boxes)]
        while True:
            round_ = _EngineRound(self.table, self.setup, rng, carried)
            try:
                round_.run()
            except OutOfCards:
                continue
            break
        engine, used = _engine_wagers(round_.state), round_.dealt
        work = self.work
        work.deck[:] = encode_cards(round_.as_the_kernel_deals())[::-1]
        work.at[k.LEFT], work.at[k.LINE] = len(work.deck), 0
        for b, carry in enumerate(carried):
            work.box[(b << k.BOX_SHIFT) + k.CARRIED] = carry
        script = np.array([*round_.script, *round_.presses, -1], np.int64)
        made = one_round(self.game, work._replace(script=script))
        kernel = _kernel_wagers(self.table, work, made)
        if engine == kernel and used == len(work.deck) - work.at[k.LEFT] and work.at[k.LINE] == len(script) - 1:
            return None
        return Difference(record=round_.record(), engine=engine, kernel=kernel)


def _engine_wagers(state: State) -> Wagers:
    found: Wagers = {}
    for wager in state.wagers:
        key = (wager.box, wager.bet, max(wager.hand, 0))
        staked, returned = found.get(key, (0, 0))
        assert wager.returned is not None
        found[key] = (staked + wager.staked, returned + wager.returned)
    return found


def _kernel_wagers(table: Table, work: k.Workspace, made: int) -> Wagers:
    found: Wagers = {}
    hand, box = work.hand.reshape(-1, 1 << k.HAND_SHIFT), work.box.reshape(-1, 1 << k.BOX_SHIFT)
    for h in hand[:made].tolist():
        number, key = h[k.BOX] + 1, h[k.KEY]
        found[number, "split" if key else "main", key] = (h[k.STAKED], h[k.RETURNED])
        if h[k.DOUBLED_WORTH]:
            found[number, "double", key] = (h[k.DOUBLED], h[k.DOUBLED_RETURNED])
    for b, fields in enumerate(box.tolist()):
        if fields[k.INSURED]:
            found[b + 1, "insurance", 0] = (fields[k.INSURED], fields[k.INSURANCE_RETURNED])
        if fields[k.SUPER]:
            found[b + 1, "super-bonus", 0] = (0, fields[k.SUPER])
        for i, (bet, wager) in enumerate(table.side_bets.items()):
            found[b + 1, bet, 0] = (wager.stake, int(work.returned[b * len(table.side_bets) + i]))
    return found


class _EngineRound:
    """A round through the engine by random decisions, with the script that tells the kernel to do the same."""

    def __init__(self, table: Table, setup: Setup, rng: Random, carried: list[bool]) -> None:
        self.table, self.rng, self.carried = table, rng, carried
        self.state = State(setup)
        self.cards = random_cards(rng, table.rules, table.boxes)
        self.dealt = 0
        self.hole = (0, 0)  # where the hole card lies among the cards, and where it is first looked at or turned
        self.script: list[int] = []
        self.presses: list[int] = []
        self.prizes: list[Cents] = []
        self.actions: list[dict[str, Any]] = []
        self.wagers: list[dict[str, Any]] = []
        self.offered = False

    def run(self) -> None:
        for box in range(1, self.table.boxes + 1):
            self._place(box, "main", self.table.bet)
        for bet, wager in self.table.side_bets.items():
            for box in range(1, self.table.boxes + 1):
                carries = self.carried[box - 1] and self.table.rules.side_bets[bet].carries
                self._place(box, bet, wager.stake, wager.stake if carries else 0)
        self._do(NoMoreBets())
        steps = {
            "card": self._deal,
            "hole-card": self._deal_hole_card,
            "peek": self._look_at_hole_card,
            "turn": self._look_at_hole_card,
            "press": self._press,
            "offers": self._offers,
            "decision": self._decide,
            "rescue": self._rescue,
        }
        while self.state.needs != "nothing":
            steps[self.state.needs]()

    def _do(self, command: Command) -> None:
        result = play(self.state, command)
        assert not isinstance(result, Refusal), (result, command)
        self.state = result.state

    def _place(self, box: int, bet: str, amount: Cents, carried: Cents = 0) -> None:
        self._do(PlaceWager(box, f"p{box}", bet, amount, carried))
        wager = {"box": box, "player": f"p{box}", "bet": bet, "amount": dollars(amount)}
        self.wagers.append(wager | ({"carried": dollars(carried)} if carried else {}))

    def _deal(self) -> None:
        if self.dealt == len(self.cards):
            raise OutOfCards
        self._do(Deal(self.cards[self.dealt]))
        self.dealt += 1

    def _deal_hole_card(self) -> None:
        if self.dealt == len(self.cards):
            raise OutOfCards
        self._do(DealHoleCard())
        self.hole = (self.dealt, -1)
        self.dealt += 1

    def _look_at_hole_card(self) -> None:
        lies, looked_at = self.hole
        self.hole = (lies, self.dealt if looked_at < 0 else looked_at)
        self._do(hole_card.looked_at(self.state, self.cards[lies]))

    def as_the_kernel_deals(self) -> list[Card]:
        """The cards with the hole card where it is first looked at: the kernel takes it only then.

        From a shuffled shoe that comes to the same.
        """
        lies, looked_at = self.hole
        if looked_at <= lies + 1:
            return self.cards
        between = self.cards[lies + 1 : looked_at]
        return [*self.cards[:lies], *between, self.cards[lies], *self.cards[looked_at:]]

    def _press(self) -> None:
        position = sidebets.pressing(self.state)
        assert position is not None
        draws = self.state.setup.side_bets[self.state.wagers[position].bet].draws
        number = self.rng.randrange(len(draws))
        self.presses.append(number + 1)
        self.prizes.append(draws[number][1])
        self._do(Press(draws[number][1]))

    def _offers(self) -> None:
        """Insurance and even money box by box, then surrender box by box: the order in which the kernel asks."""
        for hand in self.state.hands:
            box = self.state.boxes[hand.box].number
            if legal.insure(self.state, hand, f"p{box}", None) is None:
                amount = self._insured(hand)
                self.script.append(amount)
                if amount:
                    self._act(Insure(box, None, amount), do="insure", box=box, amount=dollars(amount))
            if hand.natural and self.state.up_card.value == 1 and self.table.rules.natural.even_money:
                taken = legal.even_money(self.state, hand, f"p{box}") is None and self.rng.random() < 0.4
                self.script.append(int(taken))
                if taken:
                    self._act(EvenMoney(box, None), do="even-money", box=box)
        if self.table.rules.surrender.offered == "before-play":
            self._surrenders()
        if self.state.needs == "offers":
            self._do(CloseOffers())

    def _surrenders(self) -> None:
        for hand in self.state.hands:
            box = self.state.boxes[hand.box].number
            if legal.surrender(self.state, hand) is None:
                given_up = self.rng.random() < 0.25
                self.script.append(int(given_up))
                if given_up:
                    self._act(Surrender(box), do="surrender", box=box)

    def _insured(self, hand: Hand) -> Cents:
        if self.rng.random() < 0.5:
            return 0
        most = int(self.table.bet * Fraction(self.table.rules.insurance.at_most))
        amount = self.rng.choice([most, self.rng.randint(0, most)])
        if self.table.rules.insurance.in_half_chips:
            while amount * 2 % self.table.chip:
                amount -= 1
        return amount

    def _decide(self) -> None:
        state, rng = self.state, self.rng
        hand = state.hand
        splits, doubles = legal.split(state, hand) is None, legal.double(state, hand) is None
        if splits and rng.random() < 0.7:
            self.script.append(k.SPLIT)
            self._act(Split(), do="split")
        elif doubles and rng.random() < 0.35:
            self._double(hand)
        elif legal.surrender(state, hand) is None and rng.random() < 0.2:
            self.script.append(k.SURRENDER)
            self._act(Surrender(), do="surrender")
        else:
            hits, stands = legal.hit(state, hand) is None, legal.stand(state, hand) is None
            wants = 0.95 if hand.total < 12 else 0.5 if hand.total < 17 else 0.2
            if hits and (not stands or rng.random() < wants):
                self.script.append(k.HIT)
                self._act(Hit(), do="hit")
            else:
                self.script.append(k.STAND)
                self._act(Stand(), do="stand")

    def _double(self, hand: Hand) -> None:
        base = self.state.base(hand, self.state.box.control)
        assert base is not None
        amount = base.worth
        if self.table.rules.double.for_less and self.rng.random() < 0.3:
            amount = self.rng.randint(1, base.worth)
        self.script += [k.DOUBLE, amount]
        whole = amount == base.worth
        text = {"do": "double"} if whole else {"do": "double", "amount": dollars(amount)}
        self._act(Double(amount=None if whole else amount), **text)

    def _rescue(self) -> None:
        rescued = self.rng.random() < 0.4
        self.script.append(int(rescued))
        if rescued:
            self._act(Rescue(), do="rescue")
        else:
            self._do(CloseOffers())

    def _act(self, command: Command, **action: Any) -> None:
        self._do(command)
        self.actions.append(action)

    def record(self) -> dict[str, Any]:
        """The round as a record of the public format."""
        rules, table = self.table.rules, self.table
        meters = {meter: value for meter, value in table.meters.items() if meter in _offered_meters(table)}
        record: dict[str, Any] = {
            "rulebook": rules.book,
            "game": rules.game,
            "decks": table.decks,
            "options": dict(rules.options),
            "side_bets": {bet: wager.table.name or True for bet, wager in table.side_bets.items()},
            "meters": {meter: dollars(value) for meter, value in meters.items()},
            "draws": [str(prize // 100) for prize in self.prizes],
            "wagers": self.wagers,
            "cards": joined(self.cards[: self.dealt]),
            "actions": self.actions,
        }
        if table.chip != 1:
            record["chip"] = dollars(table.chip)
        return {key: value for key, value in record.items() if value}


def _offered_meters(table: Table) -> set[str]:
    rows = itertools.chain.from_iterable(wager.table.rows for wager in table.side_bets.values())
    return {row.meter for row in rows if row.meter}
