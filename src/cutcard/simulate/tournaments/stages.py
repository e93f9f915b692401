"""Whole tournaments, compiled: the ballot, every table of every stage, second chances, the final and its prizes.

What comes next in a tournament is decided by `proceed`, which prepares one session or play-off at a time; `play_rounds`
plays it. So the game's rules are compiled once, and not into everything that leads to a round.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

import numpy as np
from numpy.typing import NDArray

from cutcard.odds.compilation import njit
from cutcard.simulate.kernel import I64, RESERVE, Game, Longs, Workspace
from cutcard.simulate.kernel.dealing import below
from cutcard.simulate.tournaments import tables
from cutcard.simulate.tournaments.betting import (
    AT_END,
    BUYS_BACK,
    CHANCES,
    CHIPS,
    ENTRANT,
    LAST_BET,
    OUT,
    SEAT_SHIFT,
    SEATS_MOST,
    SKILL,
    SKILL_SHIFT,
    TURN,
)
from cutcard.simulate.tournaments.hand_courses import Course
from cutcard.simulate.tournaments.tables import (
    ADVANCE,
    AGAIN,
    AGAIN_FEE,
    BEGIN,
    BUY_IN,
    END,
    LAST_ROUND,
    LENGTH,
    MODE,
    NOTHING,
    OTHERS,
    PLACES,
    PLAY_OFF_ROUNDS,
    PLAY_OFF_SHOE,
    PLAY_OFFS,
    PLAYED,
    SEATS,
    SEATS_TAKEN,
    SESSION,
    STAGE,
    STAGE_SHIFT,
    TABLES,
    TURNS,
    Room,
    Schedule,
    count_play_off,
    fill_words,
    note_chips,
    play_rounds,
    prepare_play_off,
    rank,
    take_seats,
)

P = ParamSpec("P")
R = TypeVar("R")
MILLION = 1_000_000
WORDS_AN_ENTRANT = 3  # random words between two sessions: for two ballots, and whether somebody buys back

# Places in `Tally.stages`, for each stage.
(
    SESSIONS, ROUNDS, ROUNDS_SQUARED, MOST_ROUNDS, PLAYED_OFF, PLAYED_OFF_ROUNDS, HEATS, HEAT_ROUNDS,
    HEAT_ROUNDS_SQUARED, ELIMINATED, MOST_TABLES,
) = range(11)  # fmt: skip
STAGE_SUMS = 12
LENGTHS = 512  # rounds of a session that are told apart
ENTERED, ADVANCED, ENTERED_SQUARED, ADVANCED_SQUARED, BOTH = range(5)  # in `Tally.progress`, by stage and skill
PROGRESS = 5
TIMES, TIMES_SQUARED = range(2)  # in `Tally.places`, by place and skill
WON, WON_SQUARED, PAID = range(3)  # in `Tally.money`, by skill
MONEY = 3


# Fields of `Hall.at`: where a tournament stands. ROW is the stage in play, MAIN the one of those in a row before it.
(
    PHASE, ROW, MAIN, COUNT, NUMBER, TABLE, SEATED, KEPT, KEPT_BEFORE, LOST, ASIDE, LONGEST, FEES, CUT, FIRST, WANTED,
) = range(16)  # fmt: skip
AT_FIELDS = 16
BEGINS, AFTER_SESSION, AFTER_PLAY_OFF, AFTER_OTHERS = range(4)  # in PHASE


class Field(NamedTuple):
    """Who plays: a skill for each entrant, and what the skills are."""

    of: Longs
    skills: Longs


class Hall(NamedTuple):
    """Where one tournament is played: who is still in, who is not, and what each skill came to."""

    at: Longs
    people: Longs
    onward: Longs
    lost: Longs
    lost_chips: Longs
    lost_out: Longs  # the round after which they were eliminated
    lost_bet: Longs
    lost_turn: Longs
    aside: Longs
    entered: Longs  # by stage and skill
    advanced: Longs
    placed: Longs  # by place and skill
    won: Longs  # by skill
    paid: Longs


class Tally(NamedTuple):
    """What is counted over many tournaments."""

    played: Longs  # tournaments
    stages: Longs
    lengths: Longs  # sessions by their rounds
    progress: Longs
    places: Longs
    money: NDArray[np.float64]
    seats: Longs  # by stage and seat: how often somebody sat there, and went on


FILES = (*tables.FILES, __file__)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled together with what it is made of, kept on disk."""
    return njit(function, uses=FILES, error_model="numpy", _nrt=False, nogil=True)


@compiled
def ballot(work: Workspace, people: Longs, count: int) -> None:
    """Put people in an order of chance: table by table, seat by seat."""
    for i in range(count - 1, 0, -1):
        j = below(work, i + 1)
        people[i], people[j] = people[j], people[i]


@compiled
def count_session(room: Room, tally: Tally) -> int:
    """Count a session that is over with its play-offs; the rounds with them are returned."""
    job = room.job
    at, rounds, extra = job[STAGE] * STAGE_SUMS, job[LENGTH], job[PLAY_OFF_ROUNDS]
    tally.stages[at + SESSIONS] += 1
    tally.stages[at + ROUNDS] += rounds
    tally.stages[at + ROUNDS_SQUARED] += rounds * rounds
    tally.stages[at + MOST_ROUNDS] = max(tally.stages[at + MOST_ROUNDS], rounds)
    tally.stages[at + PLAYED_OFF] += I64(job[PLAY_OFFS] > 0)
    tally.stages[at + PLAYED_OFF_ROUNDS] += extra
    tally.lengths[job[STAGE] * LENGTHS + min(rounds, LENGTHS - 1)] += 1
    return I64(rounds + extra)


@compiled
def count_heat(tally: Tally, stage: int, longest: int) -> None:
    """Tables that play at the same time are done when the slowest is."""
    at = stage * STAGE_SUMS
    tally.stages[at + HEATS] += 1
    tally.stages[at + HEAT_ROUNDS] += longest
    tally.stages[at + HEAT_ROUNDS_SQUARED] += longest * longest


@compiled
def note_lost(schedule: Schedule, hall: Hall, room: Room, at: int, seat: int) -> None:
    """What somebody had at the end, who did not go on from their table."""
    place = seat << SEAT_SHIFT
    gone = schedule.out_for_good and room.seats[place + OUT] > 0
    hall.lost_chips[at] = 0 if gone else room.seats[place + AT_END]
    hall.lost_out[at] = room.seats[place + OUT]
    hall.lost_bet[at] = room.seats[place + LAST_BET]
    hall.lost_turn[at] = room.seats[place + TURN]


@compiled
def part_table(schedule: Schedule, hall: Hall, room: Room, tally: Tally, places: int) -> None:
    """Those in the first places go on; the others are noted with the chips that they had."""
    seats, kept, lost = room.job[SEATS_TAKEN], hall.at[KEPT], hall.at[LOST]
    for place in range(seats):
        seat = room.order[place]
        who, counted = room.seats[(seat << SEAT_SHIFT) + ENTRANT], (room.job[STAGE] * SEATS_MOST + seat) * 2
        tally.seats[counted] += I64(places > 0)
        if place < places:
            tally.seats[counted + 1] += 1
            hall.onward[kept + place] = who
        else:
            hall.lost[lost + place - places] = who
            note_lost(schedule, hall, room, lost + place - places, seat)
    hall.at[KEPT] += places
    hall.at[LOST] += seats - places


@compiled
def swap_lost(hall: Hall, one: int, other: int) -> None:
    hall.lost[one], hall.lost[other] = hall.lost[other], hall.lost[one]
    hall.lost_chips[one], hall.lost_chips[other] = hall.lost_chips[other], hall.lost_chips[one]
    hall.lost_out[one], hall.lost_out[other] = hall.lost_out[other], hall.lost_out[one]
    hall.lost_bet[one], hall.lost_bet[other] = hall.lost_bet[other], hall.lost_bet[one]
    hall.lost_turn[one], hall.lost_turn[other] = hall.lost_turn[other], hall.lost_turn[one]


@compiled
def best_others(schedule: Schedule, work: Workspace, room: Room, hall: Hall, field: Field) -> bool:
    """Put those with the most chips first of all who did not go on; whether a play-off has to say who they are."""
    lost, with_chips = hall.at[LOST], 0
    for i in range(lost):
        with_chips += I64(hall.lost_chips[i] > 0)
    wanted = min(I64(schedule.stages[(hall.at[ROW] << STAGE_SHIFT) + OTHERS]), with_chips)
    hall.at[WANTED] = wanted
    if wanted == 0 or wanted == lost:
        return False
    for i in range(wanted):
        best = i
        for j in range(i + 1, lost):
            if hall.lost_chips[j] > hall.lost_chips[best]:
                best = j
        swap_lost(hall, i, best)
    least, begin, end = hall.lost_chips[wanted - 1], wanted - 1, wanted
    while begin > 0 and hall.lost_chips[begin - 1] == least:
        begin -= 1
    for j in range(wanted, lost):
        if hall.lost_chips[j] == least:
            swap_lost(hall, end, j)
            end += 1
    if end > wanted:
        seat_tied(schedule, work, room, hall, field, begin, end)
    return end > wanted


@compiled
def seat_tied(schedule: Schedule, work: Workspace, room: Room, hall: Hall, field: Field, begin: int, end: int) -> None:
    """A play-off at one table of those tied for the last places; by lot which nine, where there are more."""
    for i in range(end - 1, begin, -1):
        swap_lost(hall, i, begin + below(work, i - begin + 1))
    first = max(begin, hall.at[WANTED] - SEATS_MOST // 2)
    seats = min(end, first + SEATS_MOST) - first
    take_seats(schedule, room, hall.at[ROW], hall.lost, first, seats, field.of)
    for seat in range(seats):
        room.seats[(seat << SEAT_SHIFT) + CHIPS] = hall.lost_chips[first + seat]
        room.order[seat] = seat
        room.tied[seat] = I64(seat < seats - 1)
    job = room.job
    job[SEATS_TAKEN], job[TURNS], job[PLAY_OFF_ROUNDS], job[PLAYED], job[BEGIN], job[END] = seats, 0, 0, 0, 0, 0
    hall.at[FIRST], hall.at[CUT] = first, hall.at[WANTED] - first


@compiled
def count_progress(hall: Hall, field: Field, stage: int, begin: int, end: int) -> None:
    skills = len(hall.won)
    for i in range(begin, end):
        hall.advanced[stage * skills + field.of[hall.onward[i]]] += 1


@compiled
def count_entered(hall: Hall, field: Field, stage: int, people: Longs, count: int, buy_in: int) -> None:
    """Count those who play a stage, and what they pay for its chips."""
    skills = len(hall.won)
    for i in range(count):
        skill = field.of[people[i]]
        hall.entered[stage * skills + skill] += 1
        hall.paid[skill] += buy_in


@compiled
def takes_chance(work: Workspace, field: Field, fee: int, entrant: int) -> bool:
    """Whether somebody who lost plays once more: always where it costs nothing."""
    if fee == 0:
        return True
    return bool(below(work, CHANCES) < field.skills[(field.of[entrant] << SKILL_SHIFT) + BUYS_BACK])


@compiled
def begin_stage(schedule: Schedule, work: Workspace, hall: Hall, field: Field, tally: Tally) -> None:
    """The ballot of a stage for those in `Hall.people`."""
    at, row, count = hall.at, hall.at[ROW], hall.at[COUNT]
    buy_in = schedule.stages[(row << STAGE_SHIFT) + BUY_IN]
    count_entered(hall, field, row, hall.people, count, buy_in)
    ballot(work, hall.people, count)
    at[NUMBER] = -(-count // schedule.stages[(row << STAGE_SHIFT) + SEATS])
    at[TABLE], at[SEATED], at[LOST], at[LONGEST], at[KEPT_BEFORE] = 0, 0, 0, 0, at[KEPT]
    most = row * STAGE_SUMS + MOST_TABLES
    tally.stages[most] = max(tally.stages[most], at[NUMBER])


@compiled
def begin_table(schedule: Schedule, room: Room, hall: Hall, field: Field) -> None:
    """The next table sits down; tables differ by one player at most."""
    at, job = hall.at, room.job
    seats = at[COUNT] // at[NUMBER] + I64(at[TABLE] < at[COUNT] % at[NUMBER])
    take_seats(schedule, room, at[ROW], hall.people, at[SEATED], seats, field.of)
    last = at[ROW] == schedule.main - 1
    job[STAGE], job[SEATS_TAKEN], job[MODE], job[TURNS] = at[ROW], seats, SESSION, 0
    one_table = last and at[NUMBER] == 1
    job[PLACES] = 1 if last else min(I64(schedule.stages[(at[ROW] << STAGE_SHIFT) + ADVANCE]), seats)
    job[PLAY_OFFS], job[PLAY_OFF_ROUNDS] = 0, 0
    at[PHASE], at[CUT] = AFTER_SESSION, job[PLACES] if one_table or not last else 0


@compiled
def prize_for(schedule: Schedule, placed: int, place: int, fees: int) -> int:
    """A place's prize with its part of what second chances brought in; odd cents go to the first."""
    prizes = len(schedule.parts)
    if place >= min(placed, prizes):
        return 0
    prize = schedule.prizes[(min(placed, prizes) - 1) * prizes + place]
    if place > 0:
        return I64(prize + fees * schedule.parts[place] // MILLION)
    rest = fees
    for other in range(1, min(placed, prizes)):
        rest -= fees * schedule.parts[other] // MILLION
    return I64(prize + rest)


@compiled
def tie_to_play_off(schedule: Schedule, work: Workspace, room: Room, hall: Hall) -> bool:
    """Prepare the next play-off of the table: across those who go on, or in the final wherever prizes differ."""
    at, seats = hall.at, room.job[SEATS_TAKEN]
    if at[PHASE] == AFTER_OTHERS or at[ROW] != schedule.main - 1 or at[CUT] == 0:
        return prepare_play_off(schedule, work, room, at[CUT], 0)
    while at[CUT] < seats:
        cut = at[CUT]
        out = schedule.shared and room.seats[(room.order[cut] << SEAT_SHIFT) + OUT] > 0
        differ = prize_for(schedule, seats, cut - 1, 0) != prize_for(schedule, seats, cut, 0)
        shoe = I64(schedule.stages[(at[ROW] << STAGE_SHIFT) + PLAY_OFF_SHOE] and cut == 1)
        if differ and not out and prepare_play_off(schedule, work, room, cut, shoe):
            return True
        at[CUT] += 1
    return False


@compiled
def end_table(schedule: Schedule, room: Room, hall: Hall, tally: Tally) -> None:
    """Who goes on from a table is known."""
    at = hall.at
    part_table(schedule, hall, room, tally, at[CUT])
    at[LONGEST] = max(at[LONGEST], count_session(room, tally))
    at[SEATED] += room.job[SEATS_TAKEN]
    at[TABLE] += 1
    together = schedule.stages[(at[ROW] << STAGE_SHIFT) + TABLES]
    if (together and at[TABLE] % together == 0) or at[TABLE] == at[NUMBER]:
        count_heat(tally, at[ROW], at[LONGEST])
        at[LONGEST] = 0


@compiled
def end_stage(schedule: Schedule, work: Workspace, hall: Hall, field: Field) -> None:
    """Everybody who goes on from a stage is known: a second chance for the others, or the next stage."""
    at = hall.at
    for i in range(at[WANTED]):
        hall.onward[at[KEPT] + i] = hall.lost[i]
    for i in range(at[WANTED], at[LOST]):
        hall.lost[i - at[WANTED]] = hall.lost[i]
    at[KEPT] += at[WANTED]
    at[LOST] -= at[WANTED]
    count_progress(hall, field, at[ROW], at[KEPT_BEFORE], at[KEPT])
    for i in range(at[ASIDE]):
        hall.lost[at[LOST] + i] = hall.aside[i]
    at[LOST] += at[ASIDE]
    at[ASIDE] = 0
    while schedule.stages[(at[ROW] << STAGE_SHIFT) + AGAIN] > 0:
        at[ROW] = schedule.stages[(at[ROW] << STAGE_SHIFT) + AGAIN]
        if take_chances(schedule, work, hall, field):
            return
    if at[KEPT] == 0:  # everybody was eliminated: by lot, for somebody has to win
        hall.onward[0] = hall.lost[0]
        at[KEPT] = 1
    for i in range(at[KEPT]):
        hall.people[i] = hall.onward[i]
    at[COUNT], at[KEPT] = at[KEPT], 0
    at[MAIN] += 1
    at[ROW] = at[MAIN]


@compiled
def take_chances(schedule: Schedule, work: Workspace, hall: Hall, field: Field) -> bool:
    """Gather those who lost and play once more, by buying back or in a repechage; whether there are any."""
    at, fee = hall.at, schedule.stages[(hall.at[ROW] << STAGE_SHIFT) + AGAIN_FEE]
    takers, aside = 0, 0
    for i in range(at[LOST]):
        if takes_chance(work, field, fee, hall.lost[i]):
            hall.people[takers] = hall.lost[i]
            hall.paid[field.of[hall.lost[i]]] += fee
            takers += 1
        else:
            hall.aside[aside] = hall.lost[i]
            aside += 1
    if takers == 0:
        return False
    at[FEES] += takers * fee
    at[COUNT], at[ASIDE] = takers, aside
    return True


@compiled
def end_final(schedule: Schedule, room: Room, hall: Hall, field: Field, tally: Tally) -> None:
    """The places of the last table are known: everybody placed is paid, and the tournament is counted."""
    stage, count = hall.at[ROW], room.job[SEATS_TAKEN]
    if hall.at[NUMBER] == 1:
        count_heat(tally, stage, count_session(room, tally))
        for seat in range(count):
            tally.seats[(stage * SEATS_MOST + seat) * 2] += 1
        tally.seats[(stage * SEATS_MOST + room.order[0]) * 2 + 1] += 1
    else:
        tally.stages[stage * STAGE_SUMS + PLAYED_OFF_ROUNDS] += room.job[PLAY_OFF_ROUNDS]
    hall.onward[0] = room.seats[(room.order[0] << SEAT_SHIFT) + ENTRANT]
    count_progress(hall, field, stage, 0, 1)
    award(schedule, room, hall, count, hall.at[FEES])
    count_tournament(hall, tally)


@compiled
def award(schedule: Schedule, room: Room, hall: Hall, count: int, fees: int) -> None:
    """Pay the places; those that stay tied add their prizes up and divide them, odd cents first (Canberra 20.22)."""
    skills = len(hall.won)
    begin = 0
    while begin < count:
        end, total = begin + 1, prize_for(schedule, count, begin, fees)
        while end < count and room.tied[end - 1]:
            total += prize_for(schedule, count, end, fees)
            end += 1
        for place in range(begin, end):
            skill = room.seats[(room.order[place] << SEAT_SHIFT) + SKILL]
            hall.won[skill] += total // (end - begin) + I64(place - begin < total % (end - begin))
            if place < len(schedule.parts):
                hall.placed[place * skills + skill] += 1
        begin = end


@compiled
def count_tournament(hall: Hall, tally: Tally) -> None:
    """Add a tournament to what is counted, skill by skill: those of one tournament depend on each other."""
    for i in range(len(hall.entered)):
        entered, advanced = hall.entered[i], hall.advanced[i]
        tally.progress[i * PROGRESS + ENTERED] += entered
        tally.progress[i * PROGRESS + ADVANCED] += advanced
        tally.progress[i * PROGRESS + ENTERED_SQUARED] += entered * entered
        tally.progress[i * PROGRESS + ADVANCED_SQUARED] += advanced * advanced
        tally.progress[i * PROGRESS + BOTH] += entered * advanced
        hall.entered[i] = 0
        hall.advanced[i] = 0
    for i in range(len(hall.placed)):
        tally.places[2 * i + TIMES] += hall.placed[i]
        tally.places[2 * i + TIMES_SQUARED] += hall.placed[i] * hall.placed[i]
        hall.placed[i] = 0
    for skill in range(len(hall.won)):
        net = float(hall.won[skill] - hall.paid[skill])
        tally.money[skill * MONEY + WON] += net
        tally.money[skill * MONEY + WON_SQUARED] += net * net
        tally.money[skill * MONEY + PAID] += float(hall.paid[skill])
        hall.won[skill] = 0
        hall.paid[skill] = 0
    tally.played[0] += 1


@compiled
def begin_tournament(hall: Hall, field: Field) -> None:
    for entrant in range(len(field.of)):
        hall.people[entrant] = entrant
    for i in range(AT_FIELDS):
        hall.at[i] = 0
    hall.at[COUNT] = len(field.of)


@compiled
def tables_are_done(schedule: Schedule, work: Workspace, room: Room, hall: Hall, field: Field, tally: Tally) -> bool:
    """A table of a stage before the final is done; whether the whole stage is."""
    end_table(schedule, room, hall, tally)
    if hall.at[TABLE] < hall.at[NUMBER]:
        return False
    if hall.at[ROW] == schedule.main - 1:
        return False  # a final at several tables
    if best_others(schedule, work, room, hall, field):
        hall.at[PHASE] = AFTER_OTHERS
        return False
    return True


@compiled
def still_in(room: Room) -> int:
    """How many of the table were never eliminated."""
    number = 0
    for seat in range(room.job[SEATS_TAKEN]):
        number += I64(room.seats[(seat << SEAT_SHIFT) + OUT] == 0)
    return number


@compiled
def better(schedule: Schedule, hall: Hall, one: int, other: int) -> bool:
    """Whether somebody at one table of the final stands before somebody at another, as if the tables were one."""
    out_one = hall.lost_out[one] if hall.lost_out[one] else LAST_ROUND
    out_other = hall.lost_out[other] if hall.lost_out[other] else LAST_ROUND
    if out_one != out_other:
        return bool(out_one > out_other)
    if hall.lost_chips[one] != hall.lost_chips[other]:
        return bool(hall.lost_chips[one] > hall.lost_chips[other])
    return bool(hall.lost_bet[one] > hall.lost_bet[other])


@compiled
def seat_best(schedule: Schedule, room: Room, hall: Hall, field: Field) -> None:
    """A final at several tables is over: the best of all of them, who may win prizes, are ranked together."""
    at, job = hall.at, room.job
    seats = min(at[LOST], SEATS_MOST)
    for i in range(seats):
        best = i
        for j in range(i + 1, at[LOST]):
            if better(schedule, hall, j, best):
                best = j
        swap_lost(hall, i, best)
    take_seats(schedule, room, at[ROW], hall.lost, 0, seats, field.of)
    for seat in range(seats):
        place = seat << SEAT_SHIFT
        room.seats[place + CHIPS] = hall.lost_chips[seat]
        room.seats[place + OUT] = hall.lost_out[seat]
        room.seats[place + LAST_BET] = hall.lost_bet[seat]
        room.seats[place + TURN] = hall.lost_turn[seat]
    job[SEATS_TAKEN], job[TURNS], job[PLAY_OFF_ROUNDS], job[PLAYED], job[BEGIN], job[END] = seats, 0, 0, 0, 0, 0
    rank(room, schedule.level, seats)
    at[CUT], at[PHASE] = 1, AFTER_PLAY_OFF


@compiled
def proceed(schedule: Schedule, work: Workspace, room: Room, hall: Hall, field: Field, tally: Tally) -> None:
    """A session or a play-off has been played: prepare what comes next, at last the next tournament."""
    at, job, last, stage_over = hall.at, room.job, hall.at[ROW] == schedule.main - 1, False
    job[MODE] = NOTHING
    if at[PHASE] == AFTER_SESSION:
        job[LENGTH] = job[PLAYED]
        note_chips(room, job[SEATS_TAKEN])
        rank(room, schedule.level, job[SEATS_TAKEN])
        left = still_in(room)
        tally.stages[at[ROW] * STAGE_SUMS + ELIMINATED] += job[SEATS_TAKEN] - left
        if schedule.out_for_good and not last:
            at[CUT] = min(at[CUT], left)
        at[PHASE] = AFTER_PLAY_OFF
    elif at[PHASE] != BEGINS:
        count_play_off(room)
    if at[PHASE] != BEGINS and tie_to_play_off(schedule, work, room, hall):
        return
    if at[PHASE] == AFTER_OTHERS:
        for place in range(job[SEATS_TAKEN]):
            hall.lost[at[FIRST] + place] = room.seats[(room.order[place] << SEAT_SHIFT) + ENTRANT]
        tally.stages[at[ROW] * STAGE_SUMS + PLAYED_OFF_ROUNDS] += job[PLAY_OFF_ROUNDS]
        stage_over = True
    elif at[PHASE] != BEGINS and (not last or at[CUT] == 0):
        stage_over = tables_are_done(schedule, work, room, hall, field, tally)
        if at[PHASE] == AFTER_OTHERS:
            return
        if last and at[TABLE] == at[NUMBER]:
            seat_best(schedule, room, hall, field)
            return
    elif at[PHASE] != BEGINS:
        end_final(schedule, room, hall, field, tally)
        at[PHASE] = BEGINS
    begins = at[PHASE] == BEGINS
    if begins:
        begin_tournament(hall, field)
    if stage_over:
        end_stage(schedule, work, hall, field)
    if begins or stage_over:
        begin_stage(schedule, work, hall, field, tally)
    begin_table(schedule, room, hall, field)


@compiled
def play_tournaments(
    game: Game, course: Course, schedule: Schedule, work: Workspace, room: Room, hall: Hall, field: Field, tally: Tally,
    number: int,
) -> None:  # fmt: skip
    """Many tournaments one after the other, until so many are counted."""
    hall.at[PHASE], room.job[MODE] = BEGINS, NOTHING
    while tally.played[0] < number:
        fill_words(work, WORDS_AN_ENTRANT * len(field.of) + RESERVE)
        proceed(schedule, work, room, hall, field, tally)
        play_rounds(game, course, schedule, work, room, field.skills)
