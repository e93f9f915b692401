"""Random tables with random people, staff and shoes, in every book and game: what must hold always holds."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from support.random_players import RandomPlayers

from cutcard.cards import shoe as pack
from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.engine import events as played
from cutcard.records import settle
from cutcard.records.results import results
from cutcard.rulebooks import BOOKS, load
from cutcard.table import (
    Call,
    CommandReceived,
    Person,
    PlaceWager,
    RoundEvent,
    ShoeRevealed,
    TableEvent,
    TableState,
    act,
    evolve,
    record_of,
)
from cutcard.table.codec import dumps, loads
from cutcard.table.commitment import opens
from cutcard.table.ledger import Postings, guarded, postings
from cutcard.table.limits import limit_in_force
from cutcard.table.registry import NAMES, POWERS

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
STEPS = 220
LONG_STEPS = 1500


class Watch:
    """Plays random commands and looks at everything that must hold after each."""

    def __init__(self, seed: int, book: str, game: str, offered: str = "") -> None:
        self.people = RandomPlayers(Random(seed), book, game, offered)
        self.book = book
        self.state = TableState()
        self.stored: list[str] = []
        self.sums: Counter[str] = Counter()
        self.of_round: list[TableEvent] = []

    def step(self, at: int) -> None:
        command, by = self.people.next(self.state)
        before = self.state
        result = act(before, command, by, at, held=self.sums)
        if isinstance(result, Refusal):
            assert result.message
            return
        self.may(before, command, by)
        if not result.events:
            assert result == (before, (), (), ())
            return
        assert self.take_in(result.events) == result.postings
        assert self.state == result.state == result.states[-1]
        self.look()

    def take_in(self, events: tuple[TableEvent, ...]) -> tuple[Postings, ...]:
        """Store the events as text and evolve over what is read back; their ledger lines."""
        written = []
        assert isinstance(events[0], CommandReceived)
        for event in events:
            text = dumps(event)
            read = loads(text)
            assert read == event
            assert dumps(read) == text
            lines = postings(self.state, read)
            assert sum(line.cents for line in lines) == 0
            for account, amount in lines:
                self.sums[account] += amount
            self.state = evolve(self.state, read)
            self.stored.append(text)
            self.watch_round(read)
            if isinstance(read, ShoeRevealed):
                assert opens(read.order, read.salt, read.commitment)
            written.append(lines)
        return tuple(written)

    def may(self, before: TableState, command: object, by: Person) -> None:
        """Nobody acts without the role or the control that it takes."""
        name = NAMES[type(command)]
        ladder = load(self.book).roles
        procedures = load(self.book).procedures
        assert procedures is not None
        if name in POWERS:
            role = before.rules.idle.ordered_by if name == "play-for-absent" else procedures.commands[name].role
            assert by.role in ladder
            assert ladder.index(by.role) >= ladder.index(role)
        if isinstance(command, Call) and isinstance(command.command, say.Hit | say.Stand | say.Double | say.Split):
            assert before.round is not None
            round_ = before.round
            who = by.id if by.role == "player" else command.player
            controls = [box.control for box in round_.boxes]
            assert who == round_.box.control or (round_.needs == "offers" and who in controls)
        if isinstance(command, PlaceWager) and by.role == "player":
            low, high = limit_in_force(before, by.id, command.bet)
            lying = sum(b.amount for b in before.laid(box=command.box, player=by.id, bet=command.bet))
            assert low <= lying + command.amount
            assert high is None or lying + command.amount <= high

    def watch_round(self, event: TableEvent) -> None:
        """A closed round keeps to the limits; a finished one replays from its record to the same result."""
        if not isinstance(event, RoundEvent):
            return
        if isinstance(event.event, played.RoundOpened):
            self.of_round = []
        self.of_round.append(event)
        if isinstance(event.event, played.BettingClosed):
            self.limits(event.event)
        if isinstance(event.event, played.RoundEnded):
            settled = settle(record_of(self.of_round))
            assert self.state.round is not None
            ended = results(self.state.round)
            assert {key: settled.get(key) for key in ended} == ended

    def limits(self, event: played.BettingClosed) -> None:
        for wager in event.wagers:
            if wager.bet != "main" or not wager.open:
                continue
            high = limit_in_force(self.state, wager.player).maximum
            assert high is not None
            assert wager.staked <= high
            if wager.player in self.state.restricted:
                assert wager.staked == self.state.sign.minimum

    def look(self) -> None:
        state = self.state
        for name, player in state.players.items():
            assert player.chips >= 0
            assert player.tokens >= 0
            assert self.sums[f"aud:table:T1:player:{name}"] == player.chips
            assert self.sums[f"aud:table:T1:tokens:{name}"] == player.tokens
            assert self.sums[f"aud:table:T1:device:{name}"] == (player.device or 0)
        for account, amount in self.sums.items():
            what = account.removeprefix("aud:table:T1:")
            assert amount >= 0 or not guarded(account)
            if what.startswith(("player:", "tokens:", "device:")):
                assert what[7:] in state.players or not amount
            elif what != account:
                assert state.accounts[what] == amount
        assert sum(self.sums.values()) == 0
        lying = sum(bet.amount for bet in state.bets)
        if state.round is not None:
            first = state.config.collected_first  # Sydney 14.23: in the float already
            lying += sum(wager.staked for wager in state.round.wagers if wager.open and not first(wager.bet))
        assert state.wagered == lying
        assert self.sums["aud:table:T1:withheld"] == sum(one.amount for one in state.withheld if not one.decided)
        self.cards()

    def cards(self) -> None:
        """Every card of a shoe is in it, on the table, burned or in the rack."""
        state = self.state
        shoe = state.shoe
        if shoe.stage not in ("uncut", "cut", "loaded", "ready"):
            return
        dealt = [*shoe.on_table, *shoe.discards, *(c for c in shoe.burned if c is not None)]
        terms = state.config
        hidden = sum(card is None for card in shoe.burned)
        assert shoe.left + len(dealt) + hidden == terms.cards
        if terms.source == "virtual":
            whole = Counter([*shoe.order[shoe.next :], *dealt])
            assert whole == Counter(pack(terms.decks, terms.rules.cards.removed_ranks))


@pytest.mark.parametrize(("book", "game"), GAMES)
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_what_must_hold_at_a_table_always_holds(book: str, game: str, seed: int) -> None:
    run(seed, book, game, STEPS)


@pytest.mark.parametrize("book", BOOKS)
@settings(max_examples=2, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_it_holds_over_several_shoes(book: str, seed: int) -> None:
    run(seed, book, "blackjack", LONG_STEPS)


@pytest.mark.parametrize(
    ("book", "bet"),
    [("melbourne-v26", "blackjack-jackpots"), ("melbourne-v26", "supernova"), ("sydney-v15", "blazing-7s")],
)
@settings(max_examples=8, deadline=None, suppress_health_check=list(HealthCheck))
@given(seed=st.integers(0, 2**32))
def test_it_holds_where_a_jackpot_is_offered(book: str, bet: str, seed: int) -> None:
    """Also where its wagers are paid from devices, and while its equipment fails."""
    run(seed, book, "blackjack", STEPS, bet)


def run(seed: int, book: str, game: str, steps: int, offered: str = "") -> None:
    watch = Watch(seed, book, game, offered)
    for step in range(steps):
        watch.step(step * 4_000)
    again = TableState()
    for text in watch.stored:
        again = evolve(again, loads(text))
    assert again == watch.state
