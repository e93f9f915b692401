"""A round at a table of a jackpot link: its meters are read when a part of one is won, and only then is it paid."""

from __future__ import annotations

import json
import random
from decimal import Decimal
from typing import Any

import pytest
import referee
from referee.rounds import random_jackpot
from support.clauses import clause
from support.records import line, lines, record, refused, settled

from cutcard.engine import (
    Command,
    Deal,
    Event,
    NoMoreBets,
    ReadMeters,
    Refusal,
    Select,
    Setup,
    State,
    VoidRound,
    VoidWagers,
    play,
)
from cutcard.engine import events as ev
from cutcard.engine.sidebets.pay import meters_due
from cutcard.narration.payments import payment
from cutcard.records import export, parse, replay, settle
from cutcard.records.commands import command_of
from cutcard.records.entries import entries
from cutcard.records.results import results

ROUNDS = 250
BETS = ("blazing-7s", "blackjack-jackpots", "supernova")
SEVENS = {"side_bets": {"blazing-7s": True}, "options": {"blazing-7s-minimum": "10000"}}
ACES = {"side_bets": {"blackjack-jackpots": True}}
NOVA = {"side_bets": {"supernova": True}}


def commands(given: dict[str, Any]) -> list[Command]:
    """All that was said in a round whose meters were known before."""
    round_ = parse(given)
    return [entry.command for entry in entries((ev.RoundOpened(round_.setup), *replay(round_).events))]


def linked(given: dict[str, Any]) -> Setup:
    """The same round at a table whose meters are linked."""
    setup = parse(given).setup
    return setup._replace(meters={}, others={}, linked=frozenset(setup.meters))


def played(given: dict[str, Any]) -> tuple[State, list[Event], int]:
    """A round with linked meters, read where it waits for them; also how often it did."""
    setup, known = linked(given), parse(given).setup
    state, made, reads = State(setup), list[Event](), 0
    for command in commands(given):
        if state.needs == "meters":
            read = {meter: known.meters[meter] for meter in meters_due(state)}
            state, made, reads = said(state, ReadMeters(read, known.others), made), made, reads + 1
        state = said(state, command, made)
    if state.needs == "meters":
        state = said(state, ReadMeters({meter: known.meters[meter] for meter in meters_due(state)}, known.others), made)
        reads += 1
    return state, made, reads


def said(state: State, command: Command, made: list[Event]) -> State:
    result = play(state, command)
    assert not isinstance(result, Refusal), (result, command)
    made += result.events
    return result.state


def waiting(book: str, cards: str, /, *made: list[Event], **rest: Any) -> State:
    """A round at the moment at which it waits for its meters."""
    given = record(book, cards, **rest)
    round_, state = parse(given), State(linked(given))
    deals = [Deal(each) for each in round_.cards]
    spoken: list[Command] = [*round_.wagers, NoMoreBets(), *round_.selections, *deals]
    for command in spoken:
        state = said(state, command, *(made or ([],)))
        if state.needs == "meters":
            return state
    raise AssertionError("it waits for no meter")


def money(found: list[dict[str, Any]]) -> dict[tuple[int, str, str], Decimal]:
    sums: dict[tuple[int, str, str], Decimal] = {}
    for each in found:
        key = (each["box"], each["player"], each["bet"])
        sums[key] = sums.get(key, Decimal(0)) + Decimal(each["returned"])
    return sums


@clause("sydney-v15", "14.27.1", "14.27.2", "14.27.4", "14.27.4(i)")
@clause("melbourne-v26", "21.10.3(c)", "24.9.3(c)")
@pytest.mark.parametrize("bet", BETS)
def test_a_linked_meter_pays_what_the_referee_says(bet: str) -> None:
    """Random rounds, whose meters are read within the round, and for Blazing 7's with winners at other tables."""
    rng = random.Random(f"linked {bet}")
    book, reads, shared = "sydney-v15" if bet == "blazing-7s" else "melbourne-v26", 0, 0
    for _ in range(ROUNDS):
        given = random_jackpot(rng, book, bet)
        if "draws" in given:
            given["draws"] = given["draws"][:1]  # a linked system picks one box of a table in a round
        if bet == "blazing-7s" and rng.random() < 0.5:
            outcomes = rng.sample(["diamond-777", "suited-777"], rng.choice([1, 1, 2]))
            given["others"] = {outcome: rng.randint(1, 3) for outcome in outcomes}
        state, made, read = played(given)
        reads, shared = reads + read, shared + bool(read and "others" in given)
        theirs, ours, text = referee.settle(given), results(state), json.dumps(given)
        assert money(ours["settlement"]) == money(theirs["lines"]), text
        assert settle(export(linked(given), made))["settlement"] == ours["settlement"], text
    assert reads > 20
    assert shared > 10 or bet != "blazing-7s"


@clause("sydney-v15", "14.27.3", "14.25")
def test_fixed_prizes_are_paid_before_the_meter_is_read_and_the_rest_after_it() -> None:
    wagers = ["1 ann main 20", "1 ann blazing-7s 5", "2 bob main 20", "2 bob blazing-7s 5", "3 cat main 20"]
    meters = {"blazing-7s": "20000"}
    state = waiting("sydney-v15", "7s 7h As 7s 7s 7d Ks Kc", wagers=wagers, meters=meters, **SEVENS)
    paid = {(w.player, w.bet): w.returned for w in state.wagers}
    assert paid[("bob", "blazing-7s")] == 100_000
    assert paid[("ann", "blazing-7s")] is None
    assert paid[("cat", "main")] is None  # a natural, which nothing can beat any more

    state = said(state, ReadMeters({"blazing-7s": 2_345_678}), made := list[Event]())
    paid = {(w.player, w.bet): w.returned for w in state.wagers}
    assert paid[("ann", "blazing-7s")] == 234_568
    assert paid[("cat", "main")] == 5000
    assert [type(event).__name__ for event in made] == ["MetersRead", "Settled"]
    assert "1/10 of the meter at $23,456.78" in payment(state, state.wagers[1]).reason
    assert isinstance(play(state, ReadMeters({"blazing-7s": 1})), Refusal)


@clause("sydney-v15", "14.27.4")
def test_winners_at_another_table_at_the_identical_moment_share() -> None:
    wagers = ["1 ann main 20", "1 ann blazing-7s 5"]
    state = waiting("sydney-v15", "7s 7s 7s Kc", wagers=wagers, meters={"blazing-7s": "1"}, **SEVENS)
    alone, both = (said(state, ReadMeters({"blazing-7s": 50_000_000}, n), []) for n in ({}, {"suited-777": 1}))
    assert (alone.wagers[1].returned, both.wagers[1].returned) == (5_000_000, 4_750_000)
    wrong = play(state, ReadMeters({"blazing-7s": 50_000_000}, {"spade-aces": 1}))
    assert isinstance(wrong, Refusal)
    assert wrong.code == "no-such-winners"
    given = {"wagers": wagers, "meters": {"blazing-7s": "500000"}, **SEVENS}
    told = settled("sydney-v15", "7s 7s 7s Kc Kd", "stand", others={"suited-777": 1}, **given)
    assert line(told, bet="blazing-7s")["returned"] == "47500"
    for other in ({"777": 1}, {"suited-777": 0}, {"suited-777": "1"}):
        assert refused("sydney-v15", "7s 7s 7s Kc", others=other, **given).at == "others"


def test_only_the_meters_that_are_due_are_read() -> None:
    wagers = ["1 ann main 20", "1 ann supernova 5"]
    meters = {"supernova-major": "900", "supernova-minor": "300", "supernova-mystery": "70"}
    state = waiting("melbourne-v26", "Ah 5c Kh Kc", wagers=wagers, meters=meters, **NOVA)
    assert meters_due(state) == {"supernova-minor"}
    for read in ({}, {"supernova-major": 100}, {"supernova-minor": -1}, {"supernova-minor": 1, "supernova-major": 1}):
        refusal = play(state, ReadMeters(read))
        assert isinstance(refusal, Refusal)
        assert refusal.code == "other-meters-due"
        assert "supernova-minor" in refusal.message


@clause("melbourne-v26", "24.9.2(a)", "24.9.2(b)")
def test_a_mystery_waits_for_its_meter_and_is_paid_beside_the_minor() -> None:
    wagers = ["1 ann main 20", "1 ann supernova 5", "2 bob main 20", "2 bob supernova 5"]
    meters = {"supernova-minor": "300.20", "supernova-mystery": "70.40"}
    rest = {"wagers": wagers, "draws": [{"mystery": 1}], "chip": "1", **NOVA}
    state = waiting("melbourne-v26", "Ah 9c 5c Kh 9d Tc Tc", meters=meters, **rest)
    assert meters_due(state) == {"supernova-minor", "supernova-mystery"}
    assert state.wagers[1].prize is None
    state = said(state, ReadMeters({"supernova-minor": 30_020, "supernova-mystery": 7040}), [])
    assert state.wagers[1].returned == 500 + 30_100 + 7100


def test_the_system_picks_one_box_of_a_table_for_a_linked_meter() -> None:
    wagers = ["1 ann main 20", "1 ann supernova 5", "2 bob main 20", "2 bob supernova 5"]
    round_ = parse(record("melbourne-v26", "", wagers=wagers, meters={"supernova-mystery": "1"}, **NOVA))
    state = State(round_.setup._replace(meters={}, linked=frozenset({"supernova-mystery"})))
    for wager in round_.wagers:
        state = said(state, wager, [])
    state = said(state, NoMoreBets(), [])
    state = said(state, Select("mystery", 1), [])
    refusal = play(state, Select("mystery", 2))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "box-picked-already"


@clause("melbourne-v26", "21.11.2", "24.10.2")
def test_a_void_round_leaves_what_was_paid_and_returns_what_waits_for_its_meter() -> None:
    wagers = ["1 ann main 20", "1 ann blackjack-jackpots 5", "2 bob main 20", "2 bob blackjack-jackpots 5"]
    rest = {"wagers": wagers, "meters": {"blackjack-jackpots": "1000"}, **ACES}
    made = list[Event]()
    state = waiting("melbourne-v26", "As Ah As As Kh Kc", made, **rest)
    voided = list(made)
    before = said(state, VoidRound("32.5"), voided)
    assert {(w.player, w.bet): (w.returned, w.outcome) for w in before.wagers} == {
        ("ann", "main"): (2000, "void"),
        ("ann", "blackjack-jackpots"): (500, "void"),
        ("bob", "main"): (2000, "void"),
        ("bob", "blackjack-jackpots"): (6500, "win"),
    }
    after = said(said(state, ReadMeters({"blackjack-jackpots": 100_000}), made), VoidRound("32.5"), made)
    assert after.wagers[1].returned == 100_500
    for end, events in ((before, voided), (after, made)):  # both can be said in a record, and settle to the same
        assert settle(export(state.setup, events))["settlement"] == results(end)["settlement"]


def test_a_meter_that_nobody_has_won_after_all_is_not_read() -> None:
    wagers = ["1 ann main 20", "1 ann blackjack-jackpots 5", "2 bob main 20"]
    rest = {"wagers": wagers, "meters": {"blackjack-jackpots": "1000"}, **ACES}
    state = waiting("melbourne-v26", "As 9h As As Kh Kc", **rest)
    state = said(state, VoidWagers("ann", "20.1"), [])
    assert state.needs == "offers"
    assert not meters_due(state)


@clause("melbourne-v26", "9.8.1")
def test_a_second_card_that_came_late_reads_the_meter_as_it_then_is() -> None:
    wagers = ["1 ann main 20", "1 ann blackjack-jackpots 5", "2 bob main 20", "2 bob blackjack-jackpots 5"]
    actions: list[Any] = [
        {"do": "skip", "box": 2, "cards": 4},
        {"do": "read-meters", "meters": {"blackjack-jackpots": "1000"}, "cards": 4},
        "stand",
        {"do": "read-meters", "meters": {"blackjack-jackpots": "900"}, "cards": 5},
        "stand",
    ]
    rest = {"wagers": wagers, "linked": ["blackjack-jackpots"], **ACES}
    given = record("melbourne-v26", "Ac Ac Ac Ac Ac Kh Kc Kd", *actions, **rest)
    result = settle(given)
    assert [found["returned"] for found in lines(result, bet="blackjack-jackpots")] == ["105", "95"]
    round_ = parse(given)
    again = settle(export(round_.setup, replay(round_).events))
    assert again["settlement"] == result["settlement"]
    unread = [action for action in actions if not isinstance(action, dict) or action["do"] != "read-meters"]
    assert refused("melbourne-v26", "Ac Ac Ac Ac Ac Kh Kc Kd", *unread, **rest).at == "linked"
    both = {**rest, "meters": {"blackjack-jackpots": "1"}}
    assert refused("melbourne-v26", "Ac Ac Ac", **both).at == "linked"
    assert refused("melbourne-v26", "Ac Ac Ac", **{**rest, "linked": ["jar"]}).at == "linked"


def test_every_event_of_such_a_round_says_its_command() -> None:
    wagers = ["1 ann main 20", "1 ann blazing-7s 5"]
    given = record("sydney-v15", "7s 7s 7s Kc Kd", "stand", wagers=wagers, meters={"blazing-7s": "20000"}, **SEVENS)
    _, made, _ = played(given)
    read = next(event for event in made if isinstance(event, ev.MetersRead))
    assert command_of(read) == ReadMeters({"blazing-7s": 2_000_000}, {})
    found = entries((ev.RoundOpened(linked(given)), *made))
    assert [entry.event for entry in found if entry.kind == "ruling"] == [read]
