"""Tables that run themselves: the house deals, waits, pays and shuffles by the clock, in every game."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
from support.clauses import clause
from support.own_books import own_book

from cutcard import table as t
from cutcard.engine import Insure
from cutcard.engine.choices import choices
from cutcard.floor.house_dealer import HOUSE, Act, Pace, closes_early, next_act, with_randomness
from cutcard.rulebooks import load
from cutcard.service.demonstration import TABLES, Shown, opening
from cutcard.table import ChipsSold, PlayedForAbsent, ShoeRevealed, view
from cutcard.table.rounds import offered

PACE = Pace(after_round_ms=4000, after_wager_ms=2500)
HOUR = 3_600_000


class Evening:
    """A table of the demonstration, its clock, and players who do as they like."""

    def __init__(self, shown: Shown, players: int, random: Random) -> None:
        self.random = random
        self.state = t.TableState()
        self.events: list[t.TableEvent] = []
        self.now = 1_000_000
        self.did(t.act(self.state, opening(shown), t.Person(HOUSE, load(shown.book).roles[-1]), self.now))
        self.names = [f"p{n}" for n in range(1, players + 1)]
        for box, name in enumerate(self.names, start=1):
            self.did(t.act(self.state, t.Sit(box), t.Person(name, "player"), self.now))

    def did(self, acted: t.Acted | t.Refusal) -> None:
        assert isinstance(acted, t.Acted), acted
        self.state = acted.state
        self.events += acted.events

    def house(self) -> Act | None:
        """The house's next act is done at its time, and is never refused."""
        act = next_act(self.state, PACE)
        if act is not None:
            self.now = max(self.now, act.at)
            self.did(t.act(self.state, with_randomness(self.state, act.command), act.by, self.now))
        return act

    def play(self, rounds: int, awake: float) -> None:
        """Rounds in which players say what they may with some chance, and the clock does the rest."""
        steps = 0
        while self.state.number < rounds or self.state.playing:
            steps += 1
            assert steps < 10_000, "the table has stuck"
            if self.random.random() < awake:
                self.somebody()
            assert self.house() is not None or self.somebody(), "nobody can do anything"

    def somebody(self) -> bool:
        state = self.state
        self.now += 200
        if state.betting != "closed":
            name = self.random.choice(self.names)
            wager = t.PlaceWager(self.names.index(name) + 1, state.sign.minimum)
            if any(state.laid(player=name)):
                return False
            self.did(t.act(state, wager, t.Person(name, "player"), self.now))
            return True
        if state.playing and state.round is not None:
            allowed = [choice for choice in choices(state.round) if choice.allowed]
            if allowed:
                choice = self.random.choice(allowed)
                acted = t.act(state, t.Call(choice.command()), t.Person(choice.player, "player"), self.now)
                if isinstance(acted, t.Acted):  # else they have too few chips for it
                    self.did(acted)
                    return True
        return False

    def happened(self, kind: type) -> int:
        return sum(isinstance(event, kind) for event in self.events)


@pytest.mark.parametrize("shown", TABLES, ids=lambda shown: shown.name)
@pytest.mark.parametrize("awake", [0.0, 0.7])
def test_a_table_plays_rounds_by_itself_in_every_game(shown: Shown, awake: float) -> None:
    evening = Evening(shown, players=3, random=Random(f"{shown.name} {awake}"))
    while not evening.happened(ShoeRevealed):  # until a shoe has ended and another was begun
        evening.play(evening.state.number + 10, awake)
    evening.play(evening.state.number + 2, awake)
    if shown.device == "shuffling-device":  # which shuffles in every round that naturals do not end at once
        assert evening.state.shoe.number >= evening.state.number * 3 // 4 - 1  # the last may still wait for wagers
    else:
        assert evening.state.shoe.number == 2
    if not awake:
        assert evening.happened(PlayedForAbsent) > 0


def test_chips_are_given_to_who_has_too_few() -> None:
    evening = Evening(TABLES[0], players=1, random=Random(1))
    evening.house()
    assert evening.state.players["p1"].chips == PACE.play_money
    assert evening.happened(ChipsSold) == 1


def test_nobody_seated_leaves_the_table_quiet() -> None:
    evening = Evening(TABLES[0], players=0, random=Random(1))
    while evening.house() is not None:
        pass
    assert evening.state.shoe.stage == "ready"
    assert evening.state.betting == "closed"


def test_betting_closes_early_when_everybody_has_wagered_and_late_when_not() -> None:
    evening = Evening(TABLES[0], players=2, random=Random(1))
    while evening.state.betting == "closed":
        evening.house()
    evening.did(t.act(evening.state, t.PlaceWager(1, 1000), t.Person("p1", "player"), evening.now))
    waiting = next_act(evening.state, PACE)
    assert waiting is not None
    assert waiting.at == evening.now + evening.state.config.betting_ms
    assert closes_early(evening.state, PACE) is None
    evening.now += 1000
    evening.did(t.act(evening.state, t.PlaceWager(2, 1000), t.Person("p2", "player"), evening.now))
    ready = next_act(evening.state, PACE)
    assert ready is not None
    assert (ready.at, ready.command) == (evening.now + PACE.after_wager_ms, t.NoMoreBets())
    assert closes_early(evening.state, PACE) == ready.at
    evening.now += 700
    evening.did(t.act(evening.state, t.PlaceWager(2, 1000), t.Person("p2", "player"), evening.now))
    assert closes_early(evening.state, PACE) == evening.now + PACE.after_wager_ms  # each chip begins the wait anew
    evening.house()
    assert closes_early(evening.state, PACE) is None


def test_a_table_closes_when_its_notice_has_run_out() -> None:
    evening = Evening(TABLES[0], players=1, random=Random(1))
    while evening.state.betting == "closed":
        evening.house()
    boss = t.Person("mia", load("sydney-v15").roles[-1])
    evening.did(t.act(evening.state, t.GiveClosingNotice(evening.now + HOUR), boss, evening.now))
    for _ in range(2000):
        if evening.state.phase == "closed":
            break
        evening.somebody()
        evening.house()
    assert evening.state.phase == "closed"
    assert evening.now >= 1_000_000 + HOUR


def offering(seeds: Iterator[int]) -> Evening:
    """A table of two players whose dealer shows an ace: shuffled by chance, that is about once in thirteen rounds."""
    for seed in seeds:
        evening = Evening(TABLES[0], players=2, random=Random(seed))
        while not evening.state.playing:
            evening.somebody()
            evening.house()
        round_ = evening.state.round
        acts = {choice.act for choice in choices(round_) if choice.allowed} if round_ is not None else set()
        if acts == {"insure"}:  # and nobody has a blackjack, who might take even money for nothing
            return evening
    raise AssertionError("no ace in a thousand rounds")


def assert_offers_close_now(evening: Evening) -> None:
    act = next_act(evening.state, PACE)
    assert act is not None
    assert (act.at, act.command) == (evening.now, t.CloseOffers())
    assert view.waiting(evening.state).players == ()


def test_an_offer_closes_as_soon_as_everybody_has_taken_it() -> None:
    """Also where a player insures for less than they might."""
    evening = offering(iter(range(1000)))
    for number, name in enumerate(sorted(offered(evening.state.round))):  # type: ignore[arg-type]
        assert name in view.waiting(evening.state).players
        given = next(c for c in choices(evening.state.round) if c.player == name and c.act == "insure")  # type: ignore[arg-type]
        insure = t.Call(Insure(given.box, name, given.least if number else given.most))
        evening.did(t.act(evening.state, insure, t.Person(name, "player"), evening.now))
    assert_offers_close_now(evening)
    evening.house()
    assert not offered(evening.state.round)  # type: ignore[arg-type]


def test_an_offer_does_not_wait_for_somebody_who_cannot_pay_for_it() -> None:
    evening = offering(iter(range(1000)))
    broke = {name: player._replace(chips=0) for name, player in evening.state.players.items()}
    evening.state = evening.state._replace(players=broke)
    assert_offers_close_now(evening)


def test_an_offer_closes_as_soon_as_everybody_has_let_it_go_by() -> None:
    """Insurance against an ace, at every table whose game offers it before play."""
    seeds = iter(range(1000))
    for _ in range(3):
        evening = offering(seeds)
        while evening.state.playing and (asked := offered(evening.state.round)):  # type: ignore[arg-type]
            for name in sorted(asked):
                evening.did(t.act(evening.state, t.DeclineOffer(), t.Person(name, "player"), evening.now))
            again = t.act(evening.state, t.DeclineOffer(), t.Person(min(asked), "player"), evening.now)
            assert isinstance(again, t.Refusal)
            act = next_act(evening.state, PACE)
            assert act is not None
            assert (act.at, act.command) == (evening.now, t.CloseOffers())
            evening.house()
            assert evening.state.declined == frozenset()


@clause("melbourne-v26", "4.1.1(d)")
def test_a_table_that_runs_itself_shuffles_an_abnormal_sequence_at_once_and_goes_on() -> None:
    shown = next(each for each in TABLES if each.name == "Melbourne")
    evening = Evening(shown, 2, Random(5))
    ordered = 0
    while ordered < 3:
        evening.play(evening.state.number + 1, awake=0.5)
        while not (evening.state.playing and evening.state.shoe.stage == "ready"):
            assert evening.house() is not None or evening.somebody()
        boss = t.Person("mia", "tg-higher-duties-dealer")
        evening.did(t.act(evening.state, t.OrderShuffle("ten aces", abnormal=True), boss, evening.now))
        assert isinstance(evening.events[-1], t.ShuffleOrdered)
        ordered += 1
    evening.play(evening.state.number + 2, awake=0.5)
    assert sum(each.at_once for each in evening.events if isinstance(each, t.ShuffleOrdered)) == 3


def test_a_table_is_shuffled_where_nobody_who_is_left_may_begin_to_play_within_the_shoe(tmp_path: Path) -> None:
    with own_book(tmp_path, 'like = "melbourne-v26/blackjack"\nbox.mid_shoe_entry = false\n') as book:
        evening = Evening(TABLES[0]._replace(book=book, game="blackjack", side_bets={}), players=2, random=Random(3))
        evening.play(2, awake=0.7)
        assert evening.happened(t.ShuffleOrdered) == 0
        for name in evening.names:
            evening.did(t.act(evening.state, t.Leave(), t.Person(name, "player"), evening.now))
        evening.names = ["newcomer"]
        evening.did(t.act(evening.state, t.Sit(1), t.Person("newcomer", "player"), evening.now))
        evening.play(4, awake=0.0)
        assert (evening.happened(t.ShuffleOrdered), evening.state.shoe.number) == (1, 2)
