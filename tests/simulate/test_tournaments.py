"""Whole tournaments: the same chips as by the engine, conserved prizes, equal chances of equal players."""

from __future__ import annotations

import json
import math
from dataclasses import replace
from functools import cache
from pathlib import Path
from random import Random

import numpy as np
import pytest
from support.clauses import clause
from support.plain_tournament import SEVENS, PlainPlayer, PlainSession
from typer.testing import CliRunner, Result

from cutcard.cards import shoe
from cutcard.cli import app
from cutcard.errors import CutcardError
from cutcard.simulate import kernel as k
from cutcard.simulate.compile import encode_cards
from cutcard.simulate.exact_play import exact
from cutcard.simulate.kernel.dealing import refill
from cutcard.simulate.tournaments import betting as b
from cutcard.simulate.tournaments import stages as st
from cutcard.simulate.tournaments import tables as t
from cutcard.simulate.tournaments import tallies as tl
from cutcard.simulate.tournaments.formats import Format, FormatError, Stage, checked, entrants_by_stage, format_of
from cutcard.simulate.tournaments.hand_courses import ALL_RANKS, Course
from cutcard.simulate.tournaments.simulated import Staffing, TournamentResult, result_of
from cutcard.simulate.tournaments.simulation import (
    BATCH,
    Plan,
    hall_for,
    plan_for,
    play_tournaments,
    room_for,
    table_of,
    tally_for,
    workspace_of,
)
from cutcard.simulate.tournaments.skills import DEFAULT, Players, Skill, counts_of, players_of
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments.terms_file import example_terms

SIGMAS = 4.5
LIMITS = (LimitStep(1, 1000, 20_000), LimitStep(9, 2500, 50_000))
HEAT = Stage(name="heat", chips=50_000, limits=LIMITS, rounds=14, seats=7, unit=500)
FINAL = replace(HEAT, name="final")
SMALL = Format(
    book="sydney-v15", game="blackjack", entrants=14, stages=(replace(HEAT, advance=2), FINAL), prizes=(7, 5)
)
WAYS = ("sensible", "follower", "proportional", "minimum", "sensible", "proportional", "follower")


def sevens(entrants: int = 49) -> Format:
    return format_of(SEVENS, entrants)


@cache
def played(made: str = "small", number: int = 2_000, seed: int = 1) -> TournamentResult:
    formats = {"small": SMALL, "sevens": sevens(), "sevens-98": sevens(98)}
    return result_of(play_tournaments(plan_for(formats[made], DEFAULT, seed), number))


# ---------------------------------------------------------------------------------------------------- by the engine


@clause("sydney-v15", "19.9.2", "19.9.3", "19.9.4", "19.6.13", "19.6.14", "19.6.15")
@pytest.mark.parametrize("book", ["sydney-v15", "melbourne-v26", "canberra-2006"])
@pytest.mark.parametrize("from_marker", [False, True])
def test_a_session_has_the_chips_that_the_engine_pays(book: str, from_marker: bool) -> None:
    """Scripted rounds: the same cards, the same chart, wagers of every size, purses that run short."""
    skills = [Skill(name=f"p{at}", bets=way, share=0.1 + 0.1 * at) for at, way in enumerate(WAYS)]
    stage = replace(HEAT, chips=20_000)
    made = Format(
        book=book, game="blackjack", entrants=7, stages=(stage,), prizes=(1,), deal_from_marker=from_marker
    )  # fmt: skip
    plan = plan_for(made, tuple(Players(skill=skill, count=1) for skill in skills))
    table = table_of(made)
    strategy = exact(table.rules, table.decks, table.bet)
    rng, ended = Random(f"{book} {from_marker}"), 0
    for _ in range(25):
        cards = shoe(table.decks, table.rules.cards.removed_ranks)
        rng.shuffle(cards)
        players = [PlainPlayer(skill, stage.chips) for skill in skills]
        plain = PlainSession(table, strategy, stage, players, cards, deal_from_marker=from_marker)
        plain.play()
        work, room = workspace_of(plan, 0), room_for()
        work.at[k.IN_ORDER] = 1
        work.deck[:] = encode_cards(cards)[::-1]
        t.take_seats(plan.schedule, room, 0, np.arange(7), 0, 7, plan.field.of)
        room.job[t.SEATS_TAKEN], room.job[t.PLACES] = 7, 1
        t.play_rounds(plan.game, plan.course, plan.schedule, work, room, plan.field.skills)
        seats = room.seats.reshape(-1, 1 << b.SEAT_SHIFT)[:7]
        assert seats[:, b.CHIPS].tolist() == [player.chips for player in players]
        assert seats[:, b.OUT].tolist() == [player.out_after or 0 for player in players]
        assert room.job[t.PLAYED] == len(plain.history)
        ended += sum(player.out_after is not None for player in players)
    assert ended > 10


def _plain_order(players: list[PlainPlayer]) -> list[int]:
    """Seats by chips at the end, before all who were eliminated; only as far as nobody is level."""
    return sorted(range(len(players)), key=lambda at: (players[at].out_after is None, players[at].chips), reverse=True)


@clause("sydney-v15", "19.10.2")
def test_a_whole_tournament_comes_out_as_by_the_engine() -> None:
    """Heats and final by the engine, card by card: who goes on, who sits in the final, and who is paid."""
    field = [Skill(name=f"p{at}", bets=WAYS[at % 7], share=0.05 + 0.05 * at) for at in range(14)]
    plan = plan_for(SMALL, tuple(Players(skill=skill, count=1) for skill in field))
    table, rng, compared = table_of(SMALL), Random(17), 0
    strategy = exact(table.rules, table.decks, table.bet)
    for batch in range(4):
        work, room, hall, tally = workspace_of(plan, batch), room_for(), hall_for(plan), tally_for(plan)
        work.at[k.IN_ORDER] = 1
        hall.at[tl.PHASE], room.job[t.MODE] = tl.BEGINS, t.NOTHING
        onward: set[int] = set()
        places: list[int] = []
        while True:
            refill(work.at, work.words)
            work.at[k.WORD] = 0
            st.proceed(plan.schedule, work, room, hall, plan.field, tally)
            if tally.played[0] or room.job[t.MODE] != t.SESSION:
                break  # it is over, or players are level: a play-off is another test's
            seats = room.seats.reshape(-1, 1 << b.SEAT_SHIFT)[: room.job[t.SEATS_TAKEN]]
            sitting, last = seats[:, b.ENTRANT].tolist(), room.job[t.STAGE] == 1
            assert set(sitting) == onward if last else not onward & set(sitting)
            cards = shoe(table.decks, table.rules.cards.removed_ranks)
            rng.shuffle(cards)
            players = [PlainPlayer(field[one], HEAT.chips) for one in sitting]
            stage, goes_on = SMALL.stages[room.job[t.STAGE]], int(room.job[t.PLACES])
            PlainSession(table, strategy, stage, players, cards, places=goes_on).play()
            work.deck[:] = encode_cards(cards)[::-1]
            t.play_rounds(plan.game, plan.course, plan.schedule, work, room, plan.field.skills)
            assert seats[:, b.CHIPS].tolist() == [player.chips for player in players]
            order = _plain_order(players)
            onward |= {sitting[at] for at in order[:2]} if not last else set()
            places = [sitting[at] for at in order] if last else []
        if tally.played[0] and places:
            times = tally.places.reshape(len(SMALL.prizes), len(field), 2)[..., tl.TIMES]
            assert [int(row.argmax()) for row in times] == places[: len(SMALL.prizes)]
            compared += 1
    assert compared >= 2


# -------------------------------------------------------------------------------------------- short and general way


def _sessions(plan: Plan, course: Course, batch: int, number: int = 12) -> list[list[int]]:
    """Everything about the seats after each of some sessions, with where the shoe and the random words stand."""
    work, room, found = workspace_of(plan, batch), room_for(), []
    refill(work.at, work.words)
    for _ in range(number):
        t.take_seats(plan.schedule, room, 0, np.arange(7), 0, 7, plan.field.of)
        room.job[:] = 0
        room.job[t.SEATS_TAKEN], room.job[t.PLACES] = 7, 1
        t.play_rounds(plan.game, course, plan.schedule, work, room, plan.field.skills)
        found.append([*room.seats.tolist(), *room.job.tolist(), *work.at.tolist(), *work.deck.tolist()])
    return found


@pytest.mark.parametrize(
    ("book", "game"),
    [
        ("sydney-v15", "blackjack"),
        ("canberra-2006", "blackjack"),
        ("melbourne-v26", "blackjack"),
        ("melbourne-v26", "vegas-blackjack"),
        ("melbourne-v26", "premium-doubling-blackjack"),
        ("melbourne-v26", "blackjack-plus"),
    ],
)
def test_hands_told_shorter_have_the_cards_and_payments_of_the_general_way(book: str, game: str) -> None:
    """Errors, purses that run short and wagers of every size; the same random words, card by card."""
    skills = [
        Skill(name=f"p{at}", bets="random" if at > 3 else way, share=0.1 + 0.1 * at, errors=0.15 * (at % 3))
        for at, way in enumerate(WAYS)
    ]
    stage = replace(HEAT, chips=20_000, rounds=20)
    made = Format(book=book, game=game, entrants=7, stages=(stage,), prizes=(1,))
    plan = plan_for(made, tuple(Players(skill=skill, count=1) for skill in skills))
    general = plan.course._replace(general=ALL_RANKS)
    for batch in range(3):
        assert _sessions(plan, plan.course, batch) == _sessions(plan, general, batch)
    wrong = plan.course._replace(pays=plan.course.pays[::-1].copy())
    assert _sessions(plan, wrong, 0) != _sessions(plan, plan.course, 0), "no hand is told shorter"
    wrong = general._replace(pays=wrong.pays)
    assert _sessions(plan, wrong, 0) == _sessions(plan, general, 0)


# ---------------------------------------------------------------------------------------------------- conservation


@pytest.mark.parametrize("made", ["small", "sevens-98"])
def test_prizes_come_to_the_pool_and_every_stage_has_its_players(made: str) -> None:
    result = played(made, 300)
    plan = result.played.plan
    paid = sum(skill.prize.value * skill.count for skill in result.skills)
    assert paid == pytest.approx(plan.format.pool)
    progress = result.played.tally.progress.reshape(len(plan.format.stages), -1, tl.PROGRESS).sum(axis=1)
    expected = entrants_by_stage(plan.format)
    assert progress[:, tl.ENTERED].tolist() == [number * 300 for number in expected]
    assert progress[:, tl.ADVANCED].tolist() == [number * 300 for number in (*expected[1:], 1)]
    places = result.played.tally.places.reshape(len(plan.format.prizes), -1, 2)[..., tl.TIMES].sum(axis=1)
    assert places.tolist() == [300] * len(plan.format.prizes)


@clause("melbourne-v26", "13.8.5(g)", "13.8.6:Table 3 schedule", "13.8.6:Table 3 prizes")
@pytest.mark.parametrize(("entrants", "stages"), [(49, (49, 7)), (98, (98, 49, 7)), (196, (196, 147, 98, 49, 7))])
def test_magnificent_sevens_goes_by_its_schedule(entrants: int, stages: tuple[int, ...]) -> None:
    made = sevens(entrants)
    assert entrants_by_stage(made) == stages
    assert made.prizes[0] == 250_000_00 * entrants // 49
    assert {stage.shoes for stage in made.stages} == {3}


def test_players_who_are_alike_have_the_same_chance() -> None:
    """Four kinds of the same skill: each wins as often as any, and so does each box over all tables."""
    alike = tuple(
        Players(skill=Skill(name=name), count=count) for name, count in zip("abcd", (1, 3, 5, 5), strict=True)
    )
    result = result_of(play_tournaments(plan_for(SMALL, alike), 20_000))
    for skill in result.skills:
        assert abs(skill.reaches["final"].value - 1 / 14) < SIGMAS * skill.reaches["final"].error
        assert abs(skill.reaches["heat"].value - 4 / 14) < SIGMAS * skill.reaches["heat"].error
        assert abs(skill.value.value - 12 / 14) < SIGMAS * skill.value.error
    assert sum(skill.reaches["final"].value * skill.count for skill in result.skills) == pytest.approx(1)


def test_a_better_skill_is_worth_more() -> None:
    field = (
        Players(skill=Skill(name="sensible"), count=7),
        Players(skill=Skill(name="careless", errors=1.0), count=3),
        Players(skill=Skill(name="minimum", bets="minimum")),
    )
    by_name = {skill.name: skill for skill in result_of(play_tournaments(plan_for(SMALL, field), 5_000)).skills}
    assert by_name["sensible"].value.value > by_name["careless"].value.value > by_name["minimum"].value.value


# ------------------------------------------------------------------------------------------------- one after another


def test_the_result_depends_on_the_seed_alone() -> None:
    plan = plan_for(SMALL, DEFAULT, seed=3)
    number = 2 * BATCH + 100
    one, two = (play_tournaments(plan, number, threads).tally for threads in (1, 3))
    assert all(np.array_equal(a, b) for a, b in zip(one, two, strict=True))
    other = play_tournaments(plan_for(SMALL, DEFAULT, seed=4), number).tally
    assert not np.array_equal(one.seats, other.seats)
    assert one.played[0] == number


def seated(*chips: int, out: tuple[int, ...] = (), bets: tuple[int, ...] = ()) -> t.Room:
    """A table at the end of a session."""
    room = room_for()
    seats = room.seats.reshape(-1, 1 << b.SEAT_SHIFT)[: len(chips)]
    seats[:, b.CHIPS] = chips
    seats[:, b.OUT] = out or 0
    seats[:, b.LAST_BET] = bets or 0
    seats[:, b.TURN] = range(len(chips))
    return room


@clause("sydney-v15", "19.10.2", "19.10.4")
@clause("melbourne-v26", "13.8.5(c)")
@pytest.mark.parametrize(
    ("room", "order"),
    [
        (seated(500, 700, 600), [1, 2, 0]),
        (seated(0, 700, 0, out=(9, 0, 12)), [1, 2, 0]),
        (seated(5, 0, 8, out=(9, 9, 9)), [2, 0, 1]),
        (seated(0, 0, 0, out=(9, 9, 9), bets=(50, 70, 60)), [1, 2, 0]),
        (seated(0, 0, 0, out=(9, 9, 9), bets=(50, 50, 50)), [2, 1, 0]),
    ],
)
def test_places_go_by_chips_then_by_who_was_eliminated_last(room: t.Room, order: list[int]) -> None:
    t.rank(room, 0, 3)
    assert room.order[:3].tolist() == order
    assert not room.tied.any()


@clause("sydney-v15", "19.10.3")
def test_equal_chips_are_a_tie_and_only_that_is_played_off() -> None:
    room = seated(600, 500, 600, 500)
    t.rank(room, 0, 4)
    assert room.tied[:3].tolist() == [1, 0, 1]
    assert t.tied_range(room, 4, 1) == (0, 2)
    assert t.tied_range(room, 4, 2) == (0, 0)


@clause("canberra-2006", "20.22")
def test_where_no_rule_parts_them_those_eliminated_in_one_round_are_level() -> None:
    room = seated(0, 900, 0, out=(9, 0, 9), bets=(50, 0, 70))
    t.rank(room, 1, 3)
    assert room.order[0] == 1
    assert room.tied[:2].tolist() == [0, 1]


def test_whoever_buys_back_plays_once_more_and_their_fees_go_to_the_prizes() -> None:
    made = format_of(example_terms("sydney-v15"), 28)
    assert [stage.name for stage in made.stages] == ["heat", "heat, bought back 1", "final"]
    buyers, others = Skill(name="all", buys_back=1.0), Skill(name="none", buys_back=0.0)
    field = (Players(skill=buyers, count=20), Players(skill=others))
    result = result_of(play_tournaments(plan_for(made, field), 500))
    every, none = result.skills
    assert none.paid_again == 0
    assert every.paid_again == pytest.approx(25_000 * (1 - every.advances["heat"].value), rel=1e-9)
    pool = made.pool + every.paid_again * every.count
    assert every.prize.value * every.count + none.prize.value * none.count == pytest.approx(pool)
    assert every.reaches["heat, bought back 1"].value > 0 == none.reaches["heat, bought back 1"].value


@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "canberra-2006", "melbourne-v26"])
def test_the_example_of_every_book_is_played_to_its_prizes(book: str) -> None:
    """With buying back, repechage, finals at several tables, limits that change: the whole pool is paid each time."""
    terms = example_terms(book)
    for entrants in (terms.fewest, terms.most):
        made = format_of(terms, entrants)
        result = result_of(play_tournaments(plan_for(made, DEFAULT), 100))
        (skill,) = result.skills
        assert skill.prize.value * entrants == pytest.approx(made.pool + skill.paid_again * entrants)
        assert skill.reaches[made.stages[-1].name].value == pytest.approx(1 / entrants)
        assert all(each.sessions >= 100 for each in result.stages)


def test_play_offs_are_counted_at_each_table_and_across_the_tables_of_a_final() -> None:
    """One round of the same wager: often somebody is level, and the tables of a final are ranked once."""
    final = replace(FINAL, rounds=1)
    timid = (Players(skill=Skill(name="timid", bets="minimum")),)
    for entrants, tables in ((7, 1), (14, 2)):
        made = replace(SMALL, entrants=entrants, stages=(final,))
        result = result_of(play_tournaments(plan_for(made, timid), 200))
        (stage,) = result.stages
        assert result.played.tally.stages[tl.RANKINGS] == 200
        assert stage.sessions == 200 * tables
        assert 0.3 < stage.played_off.value <= 1
        assert stage.play_off_rounds >= stage.played_off.value


@pytest.mark.parametrize("others", [0, 1])
def test_a_play_off_across_tables_is_counted_beside_those_of_the_tables(others: int) -> None:
    heat = replace(HEAT, rounds=1, advance=1, best_others=others)
    made = replace(SMALL, stages=(heat, FINAL))
    result = result_of(play_tournaments(plan_for(made, (Players(skill=Skill(name="timid", bets="minimum")),)), 200))
    sums = result.played.tally.stages.reshape(-1, tl.STAGE_SUMS)[0]
    assert sums[tl.RANKINGS] == 200 * (2 + others)
    assert 0.3 < result.stages[0].played_off.value <= 1


def test_what_a_format_needs_follows_from_its_length() -> None:
    result = played("sevens-98", 300)
    first, second, final = result.needs(Staffing(rounds_an_hour=60, tables_a_supervisor=4, relief=0.25))
    assert (first.tables, first.heats, first.dealers, first.supervisors) == (7, 2, 9, 2)
    assert (second.tables, second.heats, final.tables) == (7, 1, 1)
    assert 80 < first.minutes.value < 120 < 4 * second.minutes.value
    assert json.loads(json.dumps(result.as_json(Staffing())))["tournaments"] == 300


# ------------------------------------------------------------------------------------------------------ what is refused


@pytest.mark.parametrize(
    ("changed", "words"),
    [
        ({"entrants": 1}, "2 to"),
        ({"stages": (HEAT, replace(FINAL, repechage=True))}, "ends with a final"),
        ({"prizes": (1, 2)}, "no smaller prize"),
        ({"prizes": (5,) * 9}, "prizes for"),
        ({"stages": ()}, "ends with a final"),
        ({"stages": (replace(HEAT, shoes=3),)}, "one of the two"),
        ({"stages": (replace(HEAT, seats=12),)}, "seats 1 to"),
        ({"stages": (replace(HEAT, chips=10),)}, "begins with the minimum"),
    ],
)
def test_a_format_that_cannot_be_played_is_refused(changed: dict[str, object], words: str) -> None:
    with pytest.raises(FormatError, match=words):
        checked(replace(SMALL, **changed))  # type: ignore[arg-type]


def test_a_schedule_has_no_other_number_of_entrants() -> None:
    with pytest.raises(FormatError, match="magnificent-sevens"):
        sevens(50)


@pytest.mark.parametrize(
    ("row", "words"),
    [
        ({"name": "a", "bets": "wisely"}, "they bet"),
        ({"bets": "minimum"}, "a name"),
        ({"name": "a", "share": 2}, "from 0 to 1"),
        ({"name": "a", "colour": 2}, "colour"),
        ({"name": "a", "count": -1}, "whole number"),
    ],
)
def test_players_that_cannot_be_are_refused(row: dict[str, object], words: str) -> None:
    with pytest.raises(CutcardError, match=words):
        players_of({"players": [row]})


def test_a_field_has_as_many_players_as_the_tournament() -> None:
    with pytest.raises(CutcardError, match="49 entrants"):
        counts_of((Players(skill=Skill(name="a"), count=40),), 49)


# ----------------------------------------------------------------------------------------------------- the command


FIELD = """
[[players]]
name = "regulars"
count = 4

[[players]]
name = "guests"
bets = "proportional"
errors = 0.5
"""


def command(*words: str) -> Result:
    return CliRunner().invoke(app, ["tournament", "simulate", *words, "--tournaments", "50"])


def test_the_command_prints_chances_values_and_needs_with_their_errors(tmp_path: Path) -> None:
    field = tmp_path / "field.toml"
    field.write_text(FIELD, encoding="utf-8")
    words = command("canberra-2006", "--entrants", "14", "--field", str(field))
    assert words.exit_code == 0
    for name in ("regulars", "guests", "semi-final", "supervisors", "wins final"):
        assert name in words.stdout
    found = json.loads(command("canberra-2006", "--entrants", "14", "--field", str(field), "--json").stdout)
    assert [(each["name"], each["count"]) for each in found["players"]] == [("regulars", 4), ("guests", 10)]
    assert all(each["value"]["error"] > 0 for each in found["players"])
    assert [each["name"] for each in found["stages"]] == ["heat", "semi-final", "final"]


def test_the_command_refuses_in_a_sentence(tmp_path: Path) -> None:
    assert "could not be read" in str(command("canberra-2006", "--field", str(tmp_path / "none.toml")).exception)
    assert "more than 0" in str(command("canberra-2006", "--rounds-an-hour", "0").exception)


def test_too_few_tournaments_say_nothing_that_is_not_known() -> None:
    result = played("small", 1, 9)
    assert math.isinf(result.skills[0].value.error)
    assert result.as_json(Staffing())["players"][0]["value"]["error"] is None
