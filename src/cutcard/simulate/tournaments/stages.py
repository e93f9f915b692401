"""Whole tournaments, compiled: the ballot, every table of every stage, second chances, the final and its prizes.

What comes next in a tournament is decided by `proceed`, which prepares one session or play-off at a time; `play_rounds`
plays it. So the game's rules are compiled once, and not into everything that leads to a round.
"""

from __future__ import annotations

from cutcard.simulate.kernel import I64, RESERVE, Game, Longs, Workspace
from cutcard.simulate.kernel.dealing import below
from cutcard.simulate.tournaments.advancement import best_others, part_table, seat_best, still_in, take_chances
from cutcard.simulate.tournaments.betting import ENTRANT, OUT, SEAT_SHIFT, SEATS_MOST, SKILL
from cutcard.simulate.tournaments.hand_courses import Course
from cutcard.simulate.tournaments.tables import (
    ADVANCE,
    AGAIN,
    BUY_IN,
    LENGTH,
    MODE,
    NOTHING,
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
from cutcard.simulate.tournaments.tallies import (
    AFTER_OTHERS,
    AFTER_PLAY_OFF,
    AFTER_SESSION,
    ASIDE,
    AT_FIELDS,
    BEGINS,
    COUNT,
    CUT,
    ELIMINATED,
    FEES,
    FIRST,
    KEPT,
    KEPT_BEFORE,
    LONGEST,
    LOST,
    MAIN,
    MOST_TABLES,
    NUMBER,
    PHASE,
    ROW,
    SEATED,
    STAGE_SUMS,
    TABLE,
    WANTED,
    Field,
    Hall,
    Tally,
    compiled,
    count_entered,
    count_heat,
    count_progress,
    count_ranking,
    count_session,
    count_tournament,
)

MILLION = 1_000_000
WORDS_AN_ENTRANT = 3  # random words between two sessions: for two ballots, and whether somebody buys back


@compiled
def ballot(work: Workspace, people: Longs, count: int) -> None:
    """Put people in an order of chance: table by table, seat by seat."""
    for i in range(count - 1, 0, -1):
        j = below(work, i + 1)
        people[i], people[j] = people[j], people[i]


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
    """End a table: who goes on from it is known."""
    at = hall.at
    part_table(schedule, hall, room, tally, at[CUT])
    at[LONGEST] = max(at[LONGEST], count_session(room, tally))
    if at[ROW] != schedule.main - 1:  # the tables of a final are ranked together
        count_ranking(room, tally)
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
def end_final(schedule: Schedule, room: Room, hall: Hall, field: Field, tally: Tally) -> None:
    """The places of the last table are known: everybody placed is paid, and the tournament is counted."""
    stage, count = hall.at[ROW], room.job[SEATS_TAKEN]
    if hall.at[NUMBER] == 1:
        count_heat(tally, stage, count_session(room, tally))
        for seat in range(count):
            tally.seats[(stage * SEATS_MOST + seat) * 2] += 1
        tally.seats[(stage * SEATS_MOST + room.order[0]) * 2 + 1] += 1
    count_ranking(room, tally)
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
    if 0 < hall.at[WANTED] < hall.at[LOST]:  # ranked across the tables, and nobody was level for the last place
        count_ranking(room, tally)
    return True


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
        count_ranking(room, tally)
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
    """Many tournaments one after the other, until this many are counted."""
    hall.at[PHASE], room.job[MODE] = BEGINS, NOTHING
    while tally.played[0] < number:
        fill_words(work, WORDS_AN_ENTRANT * len(field.of) + RESERVE)
        proceed(schedule, work, room, hall, field, tally)
        play_rounds(game, course, schedule, work, room, field.skills)
