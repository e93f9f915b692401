"""Random people at a table of any game, with mistakes, corrections, findings and failures all in the same rounds."""

from __future__ import annotations

import json
from collections import Counter
from random import Random
from typing import Any

from cutcard.cards import PACK, Card
from cutcard.cards import shoe as pack
from cutcard.engine import Refusal
from cutcard.engine.choices import choices
from cutcard.engine.events import RoundOpened
from cutcard.records import settle
from cutcard.records.entries import Replayed, entries, replayed
from cutcard.records.results import results
from cutcard.table import (
    AddCall,
    AddWager,
    Call,
    Command,
    CorrectAmount,
    CorrectCall,
    CorrectCard,
    CorrectWager,
    Person,
    ReportIrregularity,
    RoundEvent,
    RuleByDiscretion,
    TableState,
    TakeBackEntry,
    VoidPlayedRound,
    act,
    codec,
    evolve,
    record_of,
)
from cutcard.table.irregularities import KINDS, lines_now
from cutcard.table.ledger import guarded, postings
from cutcard.table.rulings import RULINGS
from cutcard.table.state import PlayedRound
from support.random_players import RandomPlayers
from support.records import doubted
from support.tables import NOTICES

LONGEST = 400  # refusals in a row, after which nothing goes on any more
ACTS = ("hit", "stand", "double", "split", "insure", "join", "even-money")
REASON = "a mistake"


class MixedMistakes(RandomPlayers):
    """Says what is said next: mostly what random people say, and in between what went wrong or was entered wrongly."""

    def __init__(self, random: Random, book: str, game: str) -> None:
        super().__init__(random, book, game)
        self.real = random.random() < 0.8
        self.hot = random.choice((0.07, 0.15, 0.25))

    def next(self, state: TableState) -> tuple[Command, Person]:
        chance = self.random.random()
        if state.phase == "open" and chance < self.hot:
            return self.mistake(state), self.boss()
        if state.phase == "open" and self.real and state.played and chance < 1.8 * self.hot:
            return self.correction(state), self.boss()
        if state.playing and state.round is not None and chance < 1.8 * self.hot + 0.1:
            for one in [one for one in choices(state.round) if one.allowed and one.act in ACTS[2:]][:1]:
                said: Any = one.command()
                return Call(said, one.player if self.real else None), self.player(one.player)
        return super().next(state)

    def mistake(self, state: TableState) -> Command:
        pick, lines = self.random, lines_now(state)
        kind, ruling = pick.choice(KINDS), pick.choice(list(RULINGS))
        if lines and pick.random() < 0.85:
            line = pick.choice(lines)
            kind, ruling = line.kind, line.then
        fields: dict[str, Any] = {
            "card": self.unseen(state) if self.real and pick.random() < 0.6 else None,
            "cards": self.laid(state) if self.real and pick.random() < 0.5 else (),
            "box": pick.choice((None, 1, 2, 3)),
            "entry": pick.choice([None, *(one.number for one in _entries(state) if one.kind == "call")]),
            "round": pick.choice((0, 0, 0, max(state.number - 1, 0))),
            "complete": pick.random() < 0.7,
        }
        if pick.random() < 0.2:
            return RuleByDiscretion(kind, ruling, REASON, **fields)
        return ReportIrregularity(kind, ruling, REASON, told=NOTICES[:2], **fields)

    def correction(self, state: TableState) -> Command:
        pick = self.random.choice
        one = pick(_entries(state))
        amount, act_, box = pick((0, 500, 1000, 5000, 60_000)), pick(ACTS), pick((None, 1, 2, 3))
        rest: Any = pick(("must-fit", "drop"))
        more: Any = (rest, pick((0, 0, max(state.number - 1, 0))))
        by_kind: dict[str, list[Command]] = {
            "card": [CorrectCard(one.number, pick(PACK), REASON, *more)],
            "wager": [CorrectWager(one.number, amount, REASON, box, pick((None, "ann", "bob")), None, *more)],
            "call": [
                CorrectCall(one.number, act_, REASON, amount, *more),  # type: ignore[arg-type]
                AddCall(one.number, act_, REASON, box, pick((None, "ann", "bob")), amount, *more),  # type: ignore[arg-type]
                CorrectAmount(one.number, amount, REASON, *more),
            ],
        }
        others: list[Command] = [
            AddWager(box or 1, pick(("ann", "bob")), amount, REASON, pick(("main", "perfect-pairs")), *more),
            VoidPlayedRound(max(state.number - pick((1, 2)), 0), REASON),
        ]
        return pick([TakeBackEntry(REASON), *by_kind.get(one.kind, others)])

    def unseen(self, state: TableState) -> Card:
        left = Counter(pack(state.config.decks, state.rules.cards.removed_ranks))
        waiting = state.round.held if state.playing and state.round is not None else state.shoe.held
        left.subtract(card for card in (*state.shoe.on_table, *state.shoe.rack, *waiting) if card is not None)
        return self.random.choice(sorted(card for card, count in left.items() if count > 0) or list(PACK))

    def laid(self, state: TableState) -> tuple[Card, ...]:
        """The cards of the round, as if some of them had changed places."""
        cards = list(state.shoe.on_table)
        if len(cards) > 1:
            one, other = self.random.sample(range(len(cards)), 2)
            cards[one], cards[other] = cards[other], cards[one]
        return tuple(cards[: self.random.choice((len(cards), len(cards), max(len(cards) - 1, 0)))])


def _entries(state: TableState) -> list[Any]:
    return list(entries(state.played[-1].events)) if state.played else []


class Watched:
    """A table of such people, and all that must hold there after every command."""

    def __init__(self, seed: int, book: str, game: str) -> None:
        self.people = MixedMistakes(Random(seed), book, game)
        self.state = TableState()
        self.sums: Counter[str] = Counter()
        self.events: list[Any] = []
        self.looked: dict[int, int] = {}  # how many events of a round have been looked at
        self.refused = 0

    def step(self, at: int) -> None:
        command, by = self.people.next(self.state)
        result = act(self.state, command, by, at, held=self.sums)
        if isinstance(result, Refusal):
            assert result.message
            self.refused += 1
            assert self.refused < LONGEST, command
            return
        self.refused = 0
        for event, lines in zip(result.events, result.postings, strict=True):
            read = codec.loads(codec.dumps(event))
            assert read == event
            assert postings(self.state, read) == lines
            for account, amount in lines:
                self.sums[account] += amount
            self.state = evolve(self.state, read)
            self.events.append(read)
        assert self.state == result.state
        self.look()

    def look(self) -> None:
        """Money and cards are accounted for, and each round is played again to the same end, also from its record."""
        state, shoe = self.state, self.state.shoe
        assert sum(self.sums.values()) == 0
        assert all(amount >= 0 for account, amount in self.sums.items() if guarded(account))
        lying = sum(bet.amount for bet in state.bets)
        if state.round is not None:
            first = state.config.collected_first
            lying += sum(wager.staked for wager in state.round.wagers if wager.open and not first(wager.bet))
        assert state.wagered == lying
        if shoe.stage == "ready":
            assert shoe.left + len(shoe.on_table) + len(shoe.discards) + len(shoe.burned) == state.config.cards
        for one in state.played[-2:]:
            if self.looked.get(one.number) != len(one.events):
                self.looked[one.number] = len(one.events)
                self.play_again(one)

    def play_again(self, one: PlayedRound) -> None:
        first = one.events[0]
        assert isinstance(first, RoundOpened)
        again = replayed(first, [(entry.number, entry.command) for entry in entries(one.events)])
        assert isinstance(again, Replayed)
        assert again.events == one.events
        if again.state.phase != "over":
            return
        record = record_of([RoundEvent(one.number, event) for event in one.events])
        if max(Counter(record["cards"].split()).values(), default=0) <= self.state.config.decks:  # else one came again
            settled, ended = settle(record), results(again.state)
            assert {key: settled.get(key) for key in ended} == ended, record
            assert not doubted(settled)
            assert settle(json.loads(json.dumps(settled))) == settled

    def replay(self) -> None:
        again = TableState()
        for event in self.events:
            again = evolve(again, event)
        assert again == self.state
