"""Plays tables: from any state of a table, what a dealer or player would do next. For tests and measurements."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from random import Random

from cutcard import table as t
from cutcard.cards import shoe as pack
from cutcard.durations import SECOND_MS
from cutcard.engine import State
from cutcard.engine.choices import choices
from cutcard.floor.decisions import changed
from cutcard.floor.floor import new_events
from cutcard.rulebooks import load, rules
from cutcard.shoe import shuffled
from cutcard.store import Batch, Store
from cutcard.store.append import NewEvent
from cutcard.store.kinds import TABLE
from cutcard.store.project import stream_of
from cutcard.table.cut import cut_range
from cutcard.table.shuffle import hand_shuffle_due

Step = tuple[t.Command, t.Person]
CHIPS = 1_000_000
LOW = 50_000
GAMES = (
    ("melbourne-v26", "blackjack"),
    ("sydney-earlier", "blackjack"),
    ("melbourne-v26", "crown-pontoon"),
    ("canberra-2006", "blackjack"),
    ("melbourne-v26", "free-bet-blackjack"),
)


class Autoplay:
    """One table of a game, each player on a box of their own. What it does depends on its random generator alone."""

    def __init__(self, name: str, book: str, game: str, players: int, random: Random, play_money: bool = False) -> None:
        self.name = name
        self.play_money = play_money  # of which the law limits none, where a register of players is asked
        self.book = book
        self.game = game
        self.players = {f"{name}-p{box}": box for box in range(1, players + 1)}
        self.random = random
        self.boss = t.Person("boss", load(book).roles[-1])

    def step(self, state: t.TableState) -> Iterator[Step]:
        """What to try next, the likeliest first; the first that is not refused is done."""
        if state.phase == "new":
            yield self.opening(), self.boss
        elif state.playing and state.round is not None:
            yield from self.in_round(state, state.round)
        elif len(state.seats) < len(self.players):
            yield from self._seat(state)
        elif state.shoe.due or not self._ready(state):
            yield self._cards(state)
        elif state.betting == "closed":
            yield from self._between(state)
        else:
            yield self._bet(state)

    def _ready(self, state: t.TableState) -> bool:
        unburned = state.shoe.stage == "loaded" and state.config.procedures.shoe.burn == "never"
        return state.shoe.stage == "ready" or unburned

    def opening(self) -> t.Command:
        said = rules(self.book, self.game)
        return t.OpenTable(
            self.name,
            self.book,
            self.game,
            said.cards.decks[-1],
            t.Sign(500, 100_000),
            boxes=max(len(self.players), said.cards.boxes_min),
            chips=10**12,
            layout_approved=True,
            play_money=self.play_money,
        )

    def _seat(self, state: t.TableState) -> Iterator[Step]:
        for name, box in self.players.items():
            if box not in state.seats:
                who = t.Person(name, "player")
                yield (t.Sit(box) if name in state.players else t.Arrive()), who
                return

    def _cards(self, state: t.TableState) -> Step:
        shoe, terms = state.shoe, state.config
        if shoe.stage == "no-cards":
            return t.BringCards(), self.boss
        if shoe.stage == "unchecked":
            return t.CheckCards(), self.boss
        if (shoe.due and not state.playing) or shoe.stage == "unshuffled":
            order = shuffled(pack(terms.decks, terms.rules.cards.removed_ranks), self.random)
            return t.Shuffle(tuple(order), self._salt(), hand_shuffle_due(state)), self.boss
        deck = terms.deck
        if shoe.stage == "uncut":
            at = self.random.randint(deck + deck // 8, deck + deck // 4)
            at = cut_range(state, shoe.left)[2] if state.playing else at
            if shoe.offered is None:
                return t.CutForAll(at), self.boss
            who = t.Person(shoe.offered, "player")
            return (t.Cut(at) if self.random.random() < 0.8 else t.DeclineCut()), who
        if shoe.stage == "cut":
            return t.PlaceCuttingCard(terms.deck * 2), self.boss
        return t.BurnCard(), self.boss

    def _salt(self) -> str:
        return f"{self.random.getrandbits(128):032x}"

    def _between(self, state: t.TableState) -> Iterator[Step]:
        for name in self.players:
            if state.players[name].chips < LOW:
                yield t.SellChips(name, CHIPS), self.boss
        yield t.OpenBetting(), self.boss

    def _bet(self, state: t.TableState) -> Step:
        for name, box in self.players.items():
            if not any(state.laid(box=box, player=name)):
                return t.PlaceWager(box, 500 * self.random.randint(1, 4)), t.Person(name, "player")
        return t.NoMoreBets(), self.boss

    def in_round(self, state: t.TableState, round_: State) -> Iterator[Step]:
        if state.shoe.stage == "uncut":
            yield self._cards(state)
        elif round_.needs == "card":
            discards = shuffled(state.shoe.discards + tuple(c for c in state.shoe.burned if c), self.random)
            yield t.CompleteShoe(tuple(discards), self._salt()), self.boss
        elif round_.needs == "decision":
            yield from self._decision(round_)
        else:
            if self.random.random() < 0.2:
                for choice in choices(round_):
                    if choice.allowed:
                        yield t.Call(choice.command()), t.Person(choice.player, "player")
            yield t.CloseOffers(), self.boss

    def _decision(self, round_: State) -> Iterator[Step]:
        """Mostly hit below 17, and now and then whatever else is allowed."""
        allowed = [choice for choice in choices(round_) if choice.allowed]
        total = round_.hand.total
        usual = "stand" if total >= 17 else "hit"
        allowed.sort(key=lambda choice: choice.act != usual)
        if self.random.random() < 0.15:
            self.random.shuffle(allowed)
        for choice in allowed:
            yield t.Call(choice.command()), t.Person(choice.player, "player")


def played(autoplay: Autoplay, rounds: int) -> list[tuple[t.TableState, tuple[t.TableEvent, ...]]]:
    """What a table does until so many rounds are over: the state before each command, and its events."""
    state = t.TableState()
    done: list[tuple[t.TableState, tuple[t.TableEvent, ...]]] = []
    while state.number < rounds or state.playing:
        for command, by in autoplay.step(state):
            acted = t.act(state, command, by, len(done) * SECOND_MS)
            if isinstance(acted, t.Acted):
                break
        assert isinstance(acted, t.Acted), acted
        done.append((state, acted.events))
        state = acted.state
    return done


def fill_tables(store: Store, rounds: int = 12, players: int = 2) -> None:
    """A table of each of some games, with their commands in turns."""
    tables = {n: played(Autoplay(f"T{n}", *GAMES[n], players, Random(n)), rounds) for n in range(3)}
    versions = dict.fromkeys(tables, 0)
    batches = []
    for at in range(max(map(len, tables.values()))):
        for n, commands in tables.items():
            if at < len(commands):
                events = written(*commands[at])
                batches.append(Batch(stream_of(f"T{n}"), versions[n], events, at * SECOND_MS))
                versions[n] += len(events)
    store.append_all(batches)


def fill(store: Store, autoplay: Autoplay, rounds: int) -> t.TableState:
    """A table in the store up to the moment when betting opens for the last round, and its state then."""
    version = 0
    batches = []
    done = played(autoplay, rounds)
    for at, (state, events) in enumerate(done):
        new = written(state, events)
        batches.append(Batch(stream_of(autoplay.name), version, new, at))
        version += len(new)
    store.append_all(batches)
    state, events = done[-1]
    for event in events:
        state = t.evolve(state, event)
    return state


def written(state: t.TableState, events: Sequence[t.TableEvent]) -> list[NewEvent]:
    """A table's events as the store keeps them, each with the ledger lines that it moves from this state on."""
    return new_events(changed(TABLE, stream_of("T"), state, events))
