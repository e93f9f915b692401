"""One table of a tournament, compiled: its rounds, who is eliminated, who goes on, and the play-offs that ties need.

Cards and settlement are the simulator's own: a box for each player who wagers, with a wager of its own and no more than
the chips behind it to double and split with.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple, ParamSpec, TypeVar

from cutcard.odds.compilation import njit
from cutcard.simulate.kernel import (
    BOX_SHIFT,
    CHART,
    I64,
    LEFT,
    NET,
    PURSE,
    RESERVE,
    U64,
    WAGER,
    WORD,
    WORDS,
    Game,
    Longs,
    Workspace,
)
from cutcard.simulate.kernel.dealing import below, refill
from cutcard.simulate.tournaments import betting, ordinary_hands
from cutcard.simulate.tournaments.betting import (
    AT_END,
    BET,
    CHANCES,
    CHIPS,
    ENTRANT,
    ERRORS,
    HIDES,
    LAST_BET,
    NOT_SEEN,
    OUT,
    PASSES,
    PLAYING,
    SEAT_SHIFT,
    SECRETS,
    SHOWN,
    SKILL,
    SKILL_SHIFT,
    TURN,
    Limits,
    Situation,
    wager_of,
)
from cutcard.simulate.tournaments.hand_courses import Course
from cutcard.simulate.tournaments.ordinary_hands import play_round

P = ParamSpec("P")
R = TypeVar("R")

# Fields of a stage in `Schedule.stages`.
(
    SEATS, ADVANCE, OTHERS, SHOES, ROUNDS, STARTS_WITH, LEAST, MOST, UNIT, PASS_CARDS, UNDISCLOSED, PLAY_OFF_SHOE,
    TABLES, AGAIN, AGAIN_FEE, BUY_IN,
) = range(16)  # fmt: skip
STAGE_SHIFT = 5
CHANGE_FIELDS = 4  # stage, from which round, minimum, maximum

LAST_ROUND = 1 << 20  # in OUT's place for those who were never eliminated, so that they rank before all others
PLAY_OFF_MOST = 200  # rounds after which a play-off is drawn by lot
CARDS_A_HAND_10 = 27  # cards that a hand takes, in tenths: by which players guess how many rounds are left

# Fields of `Room.job`: what is to be played, and what has been.
(
    STAGE, SEATS_TAKEN, PLACES, MODE, PLAYED, SHOES_BEGUN, TURNS, BEGIN, END, PLAY_OFFS, PLAY_OFF_ROUNDS, LENGTH,
) = range(12)  # fmt: skip
JOB_FIELDS = 12
SESSION, ONE_ROUND, ONE_SHOE, NOTHING = range(4)  # in MODE


class Schedule(NamedTuple):
    """A tournament's terms as numbers, amounts in cents."""

    stages: Longs
    main: int  # stages in a row; those after them are second chances
    changes: Longs
    prizes: Longs  # by how many are placed, and by place
    parts: Longs  # by place, in millionths: of what second chances bring in
    marker: int  # whether the first to bet goes round
    from_marker: int  # whether cards are dealt from the marker on
    level: int  # whether those eliminated in one round are level; otherwise Sydney 19.10.4 parts them
    shared: int  # and share their prizes in the final (Canberra 20.22)
    out_for_good: int  # whether nobody goes on who was eliminated
    early_end: int  # whether a session ends once it is known who goes on


class Room(NamedTuple):
    """Where one table is played."""

    seats: Longs
    boxes: Longs  # the seat of each box
    order: Longs  # seats from the first place to the last
    tied: Longs  # whether a place is tied with the next
    job: Longs
    states: Longs  # of the hands in a round


FILES = (*ordinary_hands.FILES, str(betting.__file__), __file__)


def compiled(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled together with what it is made of, kept on disk."""
    return njit(function, uses=FILES, error_model="numpy", _nrt=False, nogil=True)


def inlined(function: Callable[P, R]) -> Callable[P, R]:
    """Compiled into its callers: for what is done in every round."""
    return njit(function, uses=FILES, error_model="numpy", _nrt=False, forceinline=True)


# ----------------------------------------------------------------------------------------------------- a round


@inlined
def limits_of(schedule: Schedule, stage: int, round_: int) -> Limits:
    """The limits of a round: those of the stage, or of the last change before it (Sydney 19.6.15)."""
    at = stage << STAGE_SHIFT
    minimum, maximum = schedule.stages[at + LEAST], schedule.stages[at + MOST]
    for i in range(len(schedule.changes) // CHANGE_FIELDS):
        change = i * CHANGE_FIELDS
        if schedule.changes[change] == stage and schedule.changes[change + 1] <= round_:
            minimum, maximum = schedule.changes[change + 2], schedule.changes[change + 3]
    return Limits(minimum, maximum, max(schedule.stages[at + UNIT], 1))


@inlined
def fill_words(work: Workspace, needed: int) -> None:
    """As many random words as what comes next can need."""
    if work.at[WORD] > WORDS - needed:
        refill(work.at, work.words)
        work.at[WORD] = 0


@inlined
def take_wagers(work: Workspace, room: Room, skills: Longs, first: int, limits: Limits, rounds_left: int) -> None:
    """Everybody's wager, in turn from the marker; an undisclosed one is seen by nobody."""
    seats, places = room.job[SEATS_TAKEN], room.job[PLACES]
    for seat in range(seats):
        room.seats[U64((seat << SEAT_SHIFT) + SHOWN)] = NOT_SEEN
    seat = first - 1
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        at = seat << SEAT_SHIFT
        if room.seats[U64(at + PLAYING)] == 0:
            continue
        bet = wager_of(work, room.seats, skills, limits, Situation(seats, seat, places, rounds_left))
        room.seats[U64(at + BET)] = bet
        room.seats[U64(at + LAST_BET)] = bet
        if bet == 0:
            room.seats[U64(at + PASSES)] -= 1
        hides = skills[U64((room.seats[U64(at + SKILL)] << SKILL_SHIFT) + HIDES)]
        if hides and 0 < room.seats[U64(at + SECRETS)] >= rounds_left:
            room.seats[U64(at + SECRETS)] -= 1
        else:
            room.seats[U64(at + SHOWN)] = bet


@inlined
def lay_wagers(schedule: Schedule, work: Workspace, room: Room, skills: Longs, charts: int, first: int) -> int:
    """Put the wagers on boxes, in the order in which they are dealt to; how many there are is returned.

    `charts` is where the decisions of those who err begin.
    """
    seats = room.job[SEATS_TAKEN]
    boxes, seat = 0, first - 1 if schedule.from_marker else -1
    for _ in range(seats):
        seat = seat + 1 if seat + 1 < seats else 0
        at, base = seat << SEAT_SHIFT, boxes << BOX_SHIFT
        if room.seats[U64(at + PLAYING)] == 0 or room.seats[U64(at + BET)] == 0:
            continue
        errors = skills[U64((room.seats[U64(at + SKILL)] << SKILL_SHIFT) + ERRORS)]
        errs = errors > 0 and below(work, CHANCES) < errors
        work.box[U64(base + WAGER)] = room.seats[U64(at + BET)]
        work.box[U64(base + PURSE)] = room.seats[U64(at + CHIPS)] - room.seats[U64(at + BET)]
        work.box[U64(base + CHART)] = charts if errs else 0
        room.boxes[U64(boxes)] = seat
        room.seats[U64(at + TURN)] = boxes
        boxes += 1
    return boxes


@inlined
def next_first(room: Room, seats: int, first: int, moves: int) -> int:
    """Where the marker goes: to the next box, past those who are out (Sydney 19.9.2)."""
    if moves == 0:
        return 0
    for _ in range(seats):
        first = first + 1 if first + 1 < seats else 0
        if room.seats[U64((first << SEAT_SHIFT) + PLAYING)]:
            return first
    return 0


# --------------------------------------------------------------------------------------------------- a session


@compiled
def take_seats(
    schedule: Schedule, room: Room, stage: int, entrants: Longs, begin: int, seats: int, field: Longs
) -> None:
    """Entrants sit down, each with the same chips."""
    at = stage << STAGE_SHIFT
    for seat in range(seats):
        place, entrant = seat << SEAT_SHIFT, entrants[begin + seat]
        room.seats[place + ENTRANT] = entrant
        room.seats[place + SKILL] = field[entrant]
        room.seats[place + CHIPS] = schedule.stages[at + STARTS_WITH]
        room.seats[place + OUT] = 0
        room.seats[place + PLAYING] = 1
        room.seats[place + LAST_BET] = 0
        room.seats[place + PASSES] = schedule.stages[at + PASS_CARDS]
        room.seats[place + SECRETS] = schedule.stages[at + UNDISCLOSED]


@inlined
def eliminate(room: Room, seats: int, minimum: int, round_: int) -> int:
    """Eliminate players without the minimum, as of the round before (Sydney 19.6.13); returns how many are left."""
    left = 0
    for seat in range(seats):
        at = seat << SEAT_SHIFT
        if room.seats[U64(at + PLAYING)] and room.seats[U64(at + CHIPS)] < minimum:
            room.seats[U64(at + PLAYING)] = 0
            room.seats[U64(at + OUT)] = round_
        left += room.seats[U64(at + PLAYING)]
    return I64(left)


@inlined
def rounds_to_come(schedule: Schedule, work: Workspace, room: Room, behind: int, left: int) -> int:
    """How many rounds are left with this one: known, or guessed from the cards before the cutting card."""
    at, mode = room.job[STAGE] << STAGE_SHIFT, room.job[MODE]
    if mode == ONE_ROUND:
        return 1
    if mode == SESSION and schedule.stages[at + ROUNDS]:
        return I64(schedule.stages[at + ROUNDS] - room.job[PLAYED])
    shoe = len(work.deck) - behind
    cards = work.at[LEFT] - behind if work.at[LEFT] > behind else shoe
    if mode == SESSION:
        cards += (schedule.stages[at + SHOES] - room.job[SHOES_BEGUN]) * shoe
    return I64(max(-(-cards * 10 // (CARDS_A_HAND_10 * (left + 1))), 1))


@inlined
def goes_on(schedule: Schedule, work: Workspace, room: Room, behind: int) -> bool:
    """Whether there is another round by the length of the session or the play-off."""
    job, at = room.job, room.job[STAGE] << STAGE_SHIFT
    fresh = work.at[LEFT] <= behind
    if job[MODE] == NOTHING:
        return False
    if job[MODE] == ONE_ROUND:
        return bool(job[PLAYED] == 0)
    if job[MODE] == ONE_SHOE:
        return bool(job[PLAYED] == 0 or not fresh)
    if fresh:
        if schedule.stages[at + SHOES] and job[SHOES_BEGUN] == schedule.stages[at + SHOES]:
            return False
        job[SHOES_BEGUN] += 1
    return bool(schedule.stages[at + ROUNDS] == 0 or job[PLAYED] < schedule.stages[at + ROUNDS])


@compiled
def play_rounds(game: Game, course: Course, schedule: Schedule, work: Workspace, room: Room, skills: Longs) -> None:
    """A session, a round or a shoe at one table, as `Room.job` says: the one place where cards are dealt."""
    job = room.job
    stage, seats, mode = job[STAGE], job[SEATS_TAKEN], job[MODE]
    early = mode == SESSION and schedule.early_end and schedule.stages[(stage << STAGE_SHIFT) + OTHERS] == 0
    enough = max(job[PLACES], 1) if early else 1
    if mode != ONE_ROUND:
        work.at[LEFT] = 0  # a fresh shoe
    job[PLAYED], job[SHOES_BEGUN] = 0, 0
    first, least = seats - 1, 0
    while goes_on(schedule, work, room, game.behind):
        limits = limits_of(schedule, stage, job[PLAYED] + 1 if mode == SESSION else LAST_ROUND)
        left = eliminate(room, seats, limits.minimum, job[PLAYED] if mode == SESSION else LAST_ROUND)
        if left <= enough:
            break
        least = limits.minimum
        fill_words(work, RESERVE)
        first = next_first(room, seats, first, schedule.marker)
        to_come = rounds_to_come(schedule, work, room, game.behind, left)
        take_wagers(work, room, skills, first, limits, to_come)
        boxes = lay_wagers(schedule, work, room, skills, len(game.play) // 2, first)
        if boxes > 0:
            play_round(game, course, work, room.states, boxes)
        for b in range(boxes):
            room.seats[U64((room.boxes[U64(b)] << SEAT_SHIFT) + CHIPS)] += work.box[U64((b << BOX_SHIFT) + NET)]
        job[PLAYED] += 1
    if mode == SESSION:
        eliminate(room, seats, least, job[PLAYED])


# ---------------------------------------------------------------------------------------------------- ranking


@compiled
def ahead(room: Room, level: int, one: int, other: int) -> int:
    """1 if a seat ranks before another, -1 if after, 0 if only a play-off or sharing can tell.

    By chips at the end. Of two eliminated, the later; in the same round the one with more chips left over, then with
    the larger wager, then whose chips were taken later (Sydney 19.10.4), or neither where a document has no such rule.
    """
    a, b = one << SEAT_SHIFT, other << SEAT_SHIFT
    out_a = room.seats[a + OUT] if room.seats[a + OUT] else LAST_ROUND
    out_b = room.seats[b + OUT] if room.seats[b + OUT] else LAST_ROUND
    if out_a != out_b:
        return 1 if out_a > out_b else -1
    if level and out_a < LAST_ROUND:
        return 0
    difference = room.seats[a + CHIPS] - room.seats[b + CHIPS]
    if difference == 0 and not level and (out_a < LAST_ROUND or room.seats[a + CHIPS] == 0):
        difference = room.seats[a + LAST_BET] - room.seats[b + LAST_BET]
        if difference == 0:
            difference = room.seats[a + TURN] - room.seats[b + TURN]
    return 0 if difference == 0 else 1 if difference > 0 else -1


@compiled
def sort_places(room: Room, level: int, begin: int, end: int) -> None:
    """Order some places again, and note which are tied with the next."""
    order, tied = room.order, room.tied
    for i in range(begin + 1, end):
        j = i
        while j > begin and ahead(room, level, order[j], order[j - 1]) > 0:
            order[j], order[j - 1] = order[j - 1], order[j]
            j -= 1
    for i in range(begin, end - 1):
        tied[i] = I64(ahead(room, level, order[i], order[i + 1]) == 0)


@compiled
def rank(room: Room, level: int, seats: int) -> None:
    for seat in range(seats):
        room.order[seat] = seat
        room.tied[seat] = 0
    sort_places(room, level, 0, seats)


@compiled
def draw_lots(work: Workspace, room: Room, begin: int, end: int) -> None:
    """Places by lot, where a play-off never ended."""
    for i in range(end - 1, begin, -1):
        j = begin + below(work, i - begin + 1)
        room.order[i], room.order[j] = room.order[j], room.order[i]
        room.tied[i - 1] = 0


@compiled
def mark_tied(schedule: Schedule, room: Room, stage: int, seats: int, begin: int, end: int) -> None:
    """Mark those who play off, with the chips they have or, under the minimum, equal ones (Melbourne 13.8.5(d))."""
    limits = limits_of(schedule, stage, LAST_ROUND)
    for seat in range(seats):
        room.seats[(seat << SEAT_SHIFT) + PLAYING] = 0
    for place in range(begin, end):
        at = room.order[place] << SEAT_SHIFT
        room.seats[at + PLAYING] = 1
        room.seats[at + OUT] = 0
        if room.seats[at + CHIPS] < limits.minimum:
            room.seats[at + CHIPS] = schedule.stages[(stage << STAGE_SHIFT) + STARTS_WITH]


@compiled
def tied_range(room: Room, seats: int, cut: int) -> tuple[int, int]:
    """The places that are tied across the first `cut` of them; nothing where none are."""
    if cut < 1 or cut >= seats or room.tied[cut - 1] == 0:
        return 0, 0
    begin, end = cut - 1, cut + 1
    while begin > 0 and room.tied[begin - 1]:
        begin -= 1
    while end < seats and room.tied[end - 1]:
        end += 1
    return begin, end


@compiled
def prepare_play_off(schedule: Schedule, work: Workspace, room: Room, cut: int, shoe: int) -> bool:
    """Seat those tied across the first `cut` places for a round, or a shoe; whether there is one to play.

    Only those who are tied play, and after every round, or after the shoe, they are counted.
    """
    job = room.job
    begin, end = tied_range(room, job[SEATS_TAKEN], cut)
    if end == 0:
        job[TURNS] = 0
        return False
    if job[TURNS] == PLAY_OFF_MOST:
        draw_lots(work, room, begin, end)
        job[TURNS] = 0
        return False
    if job[TURNS] == 0:
        job[PLAY_OFFS] += 1
    job[MODE] = ONE_SHOE if shoe and job[TURNS] == 0 else ONE_ROUND
    job[BEGIN], job[END], job[PLACES] = begin, end, cut - begin
    job[TURNS] += 1
    mark_tied(schedule, room, job[STAGE], job[SEATS_TAKEN], begin, end)
    return True


@compiled
def count_play_off(room: Room) -> None:
    """Order those who played off by what they have now."""
    room.job[PLAY_OFF_ROUNDS] += room.job[PLAYED]
    sort_places(room, 1, room.job[BEGIN], room.job[END])


@compiled
def note_chips(room: Room, seats: int) -> None:
    """What each had when the session was over, by which the best of all tables go on: play-offs change it no more."""
    for seat in range(seats):
        at = seat << SEAT_SHIFT
        room.seats[at + AT_END] = room.seats[at + CHIPS]
