"""Plays tables of links: every player wagers on the jackpot, and cards may be stacked so that somebody wins."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from random import Random

from cutcard import table as t
from cutcard.cards import Card
from cutcard.cards import shoe as pack
from cutcard.engine import State
from cutcard.engine.sidebets.pay import won_parts
from cutcard.floor.decisions import Done
from cutcard.shoe import shuffled
from cutcard.table.keypad import to_determine, to_enter
from support.autoplay import Autoplay, Step
from support.carded import known
from support.linked_floor import LinkedFloor

BUY_IN = 10_000


class LinkedPlay(Autoplay):
    """A table with a shuffling device and six decks. `first` names the cards that are to be dealt first in a round."""

    def __init__(self, name: str, book: str, players: int, random: Random) -> None:
        super().__init__(name, book, "blackjack", players, random)
        self.first: Callable[[], Sequence[Card]] = tuple

    def opening(self) -> t.Command:
        sign = t.Sign(500, 100_000)
        opening = t.OpenTable(self.name, self.book, self.game, 6, sign, chips=10**10, layout_approved=True)
        return opening._replace(device="shuffling-device", chip=50)

    def step(self, state: t.TableState) -> Iterator[Step]:
        waits = state.round is not None and state.round.needs == "card" if state.playing else state.betting == "closed"
        if state.phase == "open" and state.shoe.rack and waits:
            left = [*state.shoe.order[state.shoe.next :], *state.shoe.rack]
            yield t.ReturnDiscards(self._stacked(left), self._salt()), self.boss
        yield from super().step(state)

    def in_round(self, state: t.TableState, round_: State) -> Iterator[Step]:
        if round_.needs == "card":
            yield t.DealCards(), self.boss  # the discards are in the device
        if round_.needs == "meters":
            parts = won_parts(round_)
            yield from ((t.EnterJackpotHand(part.wager.box, part.row.outcome), self.boss) for part in parts)
            yield from ((t.DetermineJackpot(part.row.outcome), self.boss) for part in parts)
        yield from super().in_round(state, round_)

    def _cards(self, state: t.TableState) -> Step:
        if state.shoe.due or state.shoe.stage == "unshuffled":
            order = pack(state.config.decks, state.config.rules.cards.removed_ranks)
            return t.Shuffle(self._stacked(order), self._salt()), self.boss
        return super()._cards(state)

    def _stacked(self, cards: Sequence[Card]) -> tuple[Card, ...]:
        """The cards in a random order, those that are to come first in front."""
        rest = list(shuffled(list(cards), self.random))
        front = []
        for card in self.first():
            if card in rest:
                rest.remove(card)
                front.append(card)
        return (*front, *rest)

    def _bet(self, state: t.TableState) -> Step:
        for name, box in self.players.items():
            who = t.Person(name, "player")
            if not any(state.laid(box=box, player=name)):
                return t.PlaceWager(box, 500), who
            for bet, linked in state.links.items():
                if bet in state.suspended or any(state.laid(box=box, player=name, bet=bet)):
                    continue
                if not state.config.on_device(bet):
                    return t.PlaceWager(box, linked.terms.price, bet), who
                if (state.players[name].device or 0) < linked.terms.price:
                    return t.CreditBetManager(BUY_IN), who
                return t.PressBetButton(box, bet=bet), who
        return t.NoMoreBets(), self.boss


def play(house: LinkedFloor, table: LinkedPlay, rounds: int, until: str = "over") -> None:
    """Play at a table until so many more rounds are over, and the next has not begun.

    With "entered" it stops before, where all hands that win are entered and their prize is to be determined.
    """
    known(house.floor, table.book, *table.players, at_ms=house.now)
    state = house.floor.state(table.name)
    ends = state.number + rounds - (state.betting != "closed" or state.playing)
    for _ in range(200 * rounds):
        if state.number >= ends and not state.playing and state.betting == "closed" and state.phase == "open":
            return
        if until == "entered" and to_determine(state) and not to_enter(state):
            return
        refusals = []
        for command, by in table.step(state):
            done = house.floor.act(table.name, command, by, house.now)
            house.now += 1000
            if isinstance(done, Done):
                break
            refusals.append(done.message)
        else:
            raise AssertionError(refusals)
        state = house.floor.state(table.name)
    raise AssertionError("the rounds do not end")


def play_up_to(house: LinkedFloor, table: LinkedPlay, kind: type[t.Command]) -> tuple[t.Command, t.Person]:
    """Play until such a command comes next, which is returned."""
    known(house.floor, table.book, *table.players, at_ms=house.now)
    for _ in range(200):
        for command, by in table.step(house.floor.state(table.name)):
            if isinstance(command, kind):
                return command, by
            if isinstance(house.floor.act(table.name, command, by, house.now), Done):
                break  # where a hand has won by chance, it may be entered already
    raise AssertionError(kind)
