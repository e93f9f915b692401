"""Who goes on, compiled: the first places of a table, the best of the others, and those who play once more."""

from __future__ import annotations

from cutcard.simulate.kernel import I64, Workspace
from cutcard.simulate.kernel.dealing import below
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
    SKILL_SHIFT,
    TURN,
)
from cutcard.simulate.tournaments.tables import (
    AGAIN_FEE,
    BEGIN,
    END,
    LAST_ROUND,
    OTHERS,
    PLAY_OFF_ROUNDS,
    PLAYED,
    SEATS_TAKEN,
    STAGE,
    STAGE_SHIFT,
    TURNS,
    Room,
    Schedule,
    rank,
    take_seats,
)
from cutcard.simulate.tournaments.tallies import (
    AFTER_PLAY_OFF,
    ASIDE,
    COUNT,
    CUT,
    FEES,
    FIRST,
    KEPT,
    LOST,
    PHASE,
    ROW,
    WANTED,
    Field,
    Hall,
    Tally,
    compiled,
)


@compiled
def note_lost(schedule: Schedule, hall: Hall, room: Room, at: int, seat: int) -> None:
    """Record the chips at the end of a player who did not go on from their table."""
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
def takes_chance(work: Workspace, field: Field, fee: int, entrant: int) -> bool:
    """Whether somebody who lost plays once more: always where it costs nothing."""
    if fee == 0:
        return True
    return bool(below(work, CHANCES) < field.skills[(field.of[entrant] << SKILL_SHIFT) + BUYS_BACK])


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
def still_in(room: Room) -> int:
    """How many of the table were never eliminated."""
    number = 0
    for seat in range(room.job[SEATS_TAKEN]):
        number += I64(room.seats[(seat << SEAT_SHIFT) + OUT] == 0)
    return number


@compiled
def better(schedule: Schedule, hall: Hall, one: int, other: int) -> bool:
    """Whether a player at one table of the final ranks before one at another, as if the tables were one."""
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
