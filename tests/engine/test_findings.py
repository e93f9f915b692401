"""Whenever within a round it is found that wagers are invalid or beyond a limit, everybody has the same in the end."""

from __future__ import annotations

import random
from typing import Any

from referee.rounds import random_record
from support.clauses import clause

from cutcard.cards import cards
from cutcard.engine import Deal, Event, InvalidateWagers, KeepLimit, NoMoreBets, PlaceWager, Refusal, Setup, State, play
from cutcard.engine.events import LimitKept, WagersInvalidated
from cutcard.records import parse, replay
from cutcard.records.commands import command_of
from cutcard.rulebooks import rules

BOOK = "sydney-v15"


def commands_of(events: tuple[Event, ...], setup: Setup) -> list[Any]:
    """What was said to a round that led to these events."""
    state, at, said = State(setup), 0, []
    while at < len(events):
        command = command_of(events[at])
        assert command is not None
        result = play(state, command)
        assert not isinstance(result, Refusal)
        said.append(command)
        state, at = result.state, at + len(result.events)
    return said


def ended(setup: Setup, said: list[Any]) -> State:
    state = State(setup)
    for command in said:
        result = play(state, command)
        assert not isinstance(result, Refusal), (command, result)
        state = result.state
    return state


@clause(BOOK, "16.22.2", "16.23")
def test_it_makes_no_difference_when_within_the_round_it_was_found() -> None:
    rng = random.Random("when")
    for _ in range(60):
        record = random_record(rng, BOOK, "blackjack")
        record.get("side_bets", {}).pop("blazing-7s", None)  # winners share a meter, so one who was paid had a share
        record["wagers"] = [wager for wager in record["wagers"] if wager["bet"] != "blazing-7s"]
        round_ = parse(record)
        said = commands_of(replay(round_).events, round_.setup)
        name = rng.choice([wager.player for wager in round_.wagers])
        staked = sum(wager.amount for wager in round_.wagers if wager.player == name)
        found = rng.choice([InvalidateWagers(name), KeepLimit(name, rng.randint(0, staked))])
        first = next(i for i, command in enumerate(said) if isinstance(command, Deal)) + 1
        early = ended(round_.setup, [*said[:first], found, *said[first:]])
        at = rng.randint(first, len(said) - 1)
        late = ended(round_.setup, [*said[:at], found, *said[at:]])
        assert [(w.returned, w.outcome, w.clause, w.beyond) for w in early.wagers] == [
            (w.returned, w.outcome, w.clause, w.beyond) for w in late.wagers
        ], (record, found, at)


def natural() -> State:
    """A blackjack that was paid 30 at the interim settlement, and bob still to act."""
    state = State(Setup(rules(BOOK, "blackjack"), 6))
    wagers = [PlaceWager(1, "ann", "main", 2000), PlaceWager(2, "bob", "main", 2000)]
    return _said(state, *wagers, NoMoreBets(), *map(Deal, cards("As 8s 7d Kh 8h")))


def _said(state: State, *said: Any) -> State:
    for command in said:
        result = play(state, command)
        assert not isinstance(result, Refusal)
        state = result.state
    return state


def test_what_was_paid_before_is_undone_or_stands() -> None:
    undone = play(natural(), InvalidateWagers("ann"))
    assert not isinstance(undone, Refusal)
    (event,) = undone.events
    assert isinstance(event, WagersInvalidated)
    assert [(line.returned, line.outcome) for line in event.lines] == [(2000, "void")]
    stands = play(natural(), InvalidateWagers("ann", stands=(0,)))
    assert not isinstance(stands, Refusal)
    assert stands.state.wagers[0].returned == 5000
    cut = play(natural(), KeepLimit("ann", 1000))
    assert not isinstance(cut, Refusal)
    (kept,) = cut.events
    assert isinstance(kept, LimitKept)
    assert [(line.returned, line.outcome) for line in kept.lines] == [(3500, "win")]  # 10 back, and 10 at 3 to 2


@clause(BOOK, "16.22.3", "16.23.2")
def test_a_round_that_is_over_stands() -> None:
    over = _said(State(Setup(rules(BOOK, "blackjack"), 6)), PlaceWager(1, "ann", "main", 2000), NoMoreBets())
    over = _said(over, *map(Deal, cards("As 7d Kh")))
    assert over.needs == "nothing"
    for command, by in ((InvalidateWagers("ann"), "16.22.3"), (KeepLimit("ann", 0), "16.23.2")):
        refusal = play(over, command)
        assert isinstance(refusal, Refusal)
        assert (refusal.code, refusal.clause) == ("round-stands", by)


def test_a_limit_once_said_is_not_raised_and_nobody_is_found_who_does_not_play() -> None:
    state = _said(natural(), KeepLimit("bob", 1000))
    assert isinstance(play(state, KeepLimit("bob", 1500)), Refusal)
    assert not isinstance(play(state, KeepLimit("bob", 500)), Refusal)
    for command in (InvalidateWagers("cal"), InvalidateWagers("ann", 2), KeepLimit("cal", 5), KeepLimit("bob", -1)):
        assert isinstance(play(state, command), Refusal)
