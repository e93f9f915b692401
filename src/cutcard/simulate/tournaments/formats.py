"""A tournament's format, as the simulator plays it: the stages, their limits, who goes on, and the prizes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace

import numpy as np

from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.odds.query import decks_of
from cutcard.rulebooks import load, procedures_of
from cutcard.rulebooks.schema import OptionValue, Rules
from cutcard.simulate.tournaments import tables as t
from cutcard.simulate.tournaments.betting import SEATS_MOST
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments.prize_division import MILLION, divided
from cutcard.tournaments.schedules import schedule_of, stages_for
from cutcard.tournaments.terms import StageTerms, TournamentTerms

ENTRANTS_MOST = 2_000  # for whom one buffer of random words draws every lot between two sessions
ROUNDS_MOST, SHOES_MOST = 500, 20
AMOUNT_MOST: Cents = 10**12  # prizes and fees
CHIPS_MOST: Cents = 10**9  # that somebody begins with


class FormatError(CutcardError):
    """A format that cannot be played."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Stage:
    """One stage: all its tables are played alike. Of `rounds` and `shoes` the one that is given ends a session."""

    name: str
    chips: Cents
    limits: tuple[LimitStep, ...]  # a maximum of 0: there is none
    rounds: int = 0
    shoes: int = 0
    seats: int = 7
    tables: int = 0  # at the same time; 0: all
    advance: int = 1
    best_others: int = 0
    pass_cards: int = 0
    undisclosed: int = 0
    unit: Cents = 0  # that wagers are multiples of; 0: of the minimum
    play_off_shoe: bool = False  # a tie for the first place is played off over a shoe (Melbourne 13.8.5(e))
    repechage: bool = False  # for those who did not go on from the stage before
    fee: Cents = 0  # what a second chance costs: those who buy back play a stage once more
    buy_in: Cents = 0  # what everybody pays for the chips of a session


@dataclass(frozen=True, slots=True, kw_only=True)
class Format:
    """A tournament. `prizes` are cents by place; what buying back brings in is divided in the same parts."""

    book: str
    game: str
    entrants: int
    stages: tuple[Stage, ...]
    prizes: tuple[Cents, ...]
    title: str = ""
    decks: int | None = None
    options: Mapping[str, OptionValue] = field(default_factory=dict)
    entry_fee: Cents = 0
    marker: bool = True
    deal_from_marker: bool = False
    same_round_level: bool = False  # those eliminated in one round are level; otherwise Sydney 19.10.4 parts them
    shares_prizes: bool = False  # and they share their prizes in the final (Canberra 20.22)
    out_for_good: bool = False  # anybody who is eliminated never goes on, even if nobody else is left (Canberra 20.14)
    early_end: bool = True  # a session ends once it is known who goes on (Sydney 19.5.5.1, Melbourne 31.4.8(d)(i))

    @property
    def rules(self) -> Rules:
        return load(self.book).rules(self.game, self.options)

    @property
    def number_of_decks(self) -> int:
        return decks_of(self.rules, self.decks, [])

    @property
    def pool(self) -> Cents:
        return sum(self.prizes)


def checked(made: Format) -> Format:
    """The format itself; raises with a sentence if it cannot be played."""
    for fault in _faults(made):
        raise FormatError(fault)
    return made


def _faults(made: Format) -> Iterator[str]:
    if not 2 <= made.entrants <= ENTRANTS_MOST:
        yield f"a tournament has 2 to {ENTRANTS_MOST:,} entrants, not {made.entrants}"
    if not made.stages or made.stages[0].repechage or made.stages[-1].repechage or made.stages[-1].fee:
        yield "a tournament begins with a stage for everybody and ends with a final"
        return
    for stage in made.stages:
        yield from (f"{stage.name}: {fault}" for fault in _stage_faults(made, stage))
    numbers = entrants_by_stage(made)
    if not 1 <= len(made.prizes) <= min(numbers[-1], SEATS_MOST):
        yield f"there are {len(made.prizes)} prizes for {numbers[-1]} finalists; at most {SEATS_MOST} are simulated"
    if any(prize < 0 for prize in made.prizes) or made.pool > AMOUNT_MOST:
        yield "prizes are amounts of money"
    if list(made.prizes) != sorted(made.prizes, reverse=True):
        yield "a better place has no smaller prize"


def _stage_faults(made: Format, stage: Stage) -> Iterator[str]:
    boxes = min(made.rules.cards.boxes_max, SEATS_MOST)
    if not 1 <= stage.seats <= boxes:
        yield f"a table seats 1 to {boxes} players, not {stage.seats}"
    if bool(stage.rounds) == bool(stage.shoes):
        yield "a session is measured in rounds or in shoes, one of the two"
    if not (0 <= stage.rounds <= ROUNDS_MOST and 0 <= stage.shoes <= SHOES_MOST):
        yield f"a session lasts at most {ROUNDS_MOST} rounds or {SHOES_MOST} shoes"
    if not 0 <= stage.advance <= stage.seats or stage.best_others < 0:
        yield f"{stage.advance} of {stage.seats} players at a table cannot go on"
    if stage.advance + stage.best_others < 1:
        yield "nobody would go on"
    if not stage.limits or stage.limits[0].from_round != 1:
        yield "its limits begin with the first round"
    for step in stage.limits:
        if not 0 < step.minimum <= CHIPS_MOST or (step.maximum and step.maximum < step.minimum):
            yield "a minimum must be more than 0 and no more than the maximum"
    if stage.limits and not stage.limits[0].minimum <= stage.chips <= CHIPS_MOST:
        yield "everybody begins with the minimum at least"
    if not 0 <= stage.fee <= AMOUNT_MOST or not (0 <= stage.pass_cards <= ROUNDS_MOST >= stage.undisclosed >= 0):
        yield "cards, wagers and fees are not negative"


def entrants_by_stage(made: Format) -> tuple[int, ...]:
    """How many play each stage at most, second chances with all who might take them.

    >>> heat = Stage(name="heat", chips=100_000, limits=(LimitStep(1, 2_500, 0),), shoes=3, advance=3, best_others=7)
    >>> final = replace(heat, name="final", seats=7, advance=1, best_others=0)
    >>> semi_final = replace(heat, name="semi-final", advance=1, best_others=0)
    >>> stages = (heat, semi_final, final)
    >>> entrants_by_stage(Format(book="melbourne-v26", game="blackjack", entrants=98, stages=stages, prizes=(1,)))
    (98, 49, 7)
    """
    numbers: list[int] = []
    entering, onward = made.entrants, 0
    for stage in made.stages:
        playing = entering - onward if stage.repechage or stage.fee else onward or entering
        if not (stage.repechage or stage.fee):
            entering, onward = playing, 0
        numbers.append(playing)
        tables = -(-playing // stage.seats) if playing > 0 else 0
        onward = min(onward + tables * stage.advance + stage.best_others, entering)
    return tuple(numbers)


def numbers_of(made: Format) -> t.Schedule:
    """A format as the kernel reads it: the stages in a row, then second chances, each linked from the one before."""
    rows = stages_in_order(made)
    main = sum(not (stage.repechage or stage.fee) for stage in rows)
    following: dict[int, int] = {}
    last, at_main, at_again = 0, 0, main
    for stage in made.stages:
        if stage.repechage or stage.fee:
            following[last] = last = at_again
            at_again += 1
        else:
            last = at_main
            at_main += 1
    numbers = np.zeros((len(rows), 1 << t.STAGE_SHIFT), np.int64)
    changes: list[tuple[int, int, int, int]] = []
    for at, stage in enumerate(rows):
        numbers[at, : t.BUY_IN + 1] = (
            stage.seats, stage.advance, stage.best_others, stage.shoes, stage.rounds, stage.chips,
            stage.limits[0].minimum, stage.limits[0].maximum, stage.unit or stage.limits[0].minimum, stage.pass_cards,
            stage.undisclosed, stage.play_off_shoe, stage.tables, following.get(at, 0), stage.fee,
            stage.buy_in,
        )  # fmt: skip
        changes += [(at, step.from_round, step.minimum, step.maximum) for step in stage.limits[1:]]
    return t.Schedule(
        stages=numbers.reshape(-1),
        main=main,
        changes=np.array(changes, np.int64).reshape(-1),
        prizes=np.array(_by_placed(made.prizes), np.int64).reshape(-1),
        parts=np.array([prize * MILLION // max(made.pool, 1) for prize in made.prizes], np.int64),
        marker=int(made.marker),
        from_marker=int(made.deal_from_marker),
        level=int(made.same_round_level),
        shared=int(made.shares_prizes),
        out_for_good=int(made.out_for_good),
        early_end=int(made.early_end),
    )


def _by_placed(prizes: tuple[Cents, ...]) -> list[list[Cents]]:
    """The prizes where one is placed, where two are, and so on: the whole pool is always paid."""
    rows = [divided(sum(prizes), prizes, placed) for placed in range(1, len(prizes) + 1)]
    return [[*row, *[0] * (len(prizes) - len(row))] for row in rows]


def stages_in_order(made: Format) -> list[Stage]:
    """The stages as `schedule_of` numbers them."""
    return sorted(made.stages, key=lambda stage: bool(stage.repechage or stage.fee))


# ------------------------------------------------------------------------------------------------------- from terms


def format_of(terms: TournamentTerms, entrants: int, rounds_an_hour: float = 50.0) -> Format:
    """The format that terms and a number of entrants give; raises with a sentence for what cannot be played.

    A session by the clock has the rounds that are dealt in its time. Buying back is playing a stage once more.
    """
    one, stages, fees = schedule_of(terms), terms.stages, terms.entry_fee * entrants
    commission = fees * terms.commission_per_million // MILLION
    pool = max(fees - (0 if terms.commission_on_top else commission) + terms.added, terms.guaranteed)
    prizes = divided(pool, terms.prizes, entrants)
    if terms.schedule:
        if one is None or entrants not in one.columns:
            raise FormatError(f"there is no schedule {terms.schedule!r} of {terms.book} for {entrants} entrants")
        stages, prizes = stages_for(one, entrants, stages[0]), one.columns[entrants].prizes
    by_book = procedures_of(terms.book).tournaments
    if by_book is None:
        raise FormatError(f"{terms.book} has no rules for tournaments")
    return checked(
        Format(
            book=terms.book,
            game=terms.game,
            title=terms.title,
            decks=terms.decks,
            options=terms.options,
            entrants=entrants,
            stages=tuple(_stages(terms, stages, rounds_an_hour)),
            prizes=tuple(prizes),
            entry_fee=terms.entry_fee + (commission // entrants if terms.commission_on_top else 0),
            marker=terms.marker,
            deal_from_marker=terms.deal_from_marker,
            same_round_level=by_book.same_round == "level",
            out_for_good=by_book.eliminated_from == "tournament",
            shares_prizes=by_book.same_round == "level" and one is None,
        )
    )


def _stages(terms: TournamentTerms, stages: tuple[StageTerms, ...], rounds_an_hour: float) -> Iterator[Stage]:
    """The stages, each followed by those who buy back into it."""
    number = 0
    for each in stages:
        last = each is stages[-1]
        made = Stage(
            name=each.name,
            chips=each.chips,
            limits=each.limits,
            rounds=each.rounds or int(each.minutes * rounds_an_hour / 60),
            shoes=each.shoes,
            seats=each.seats,
            tables=each.tables,
            advance=each.advance,
            best_others=each.best_others,
            pass_cards=each.pass_cards,
            undisclosed=each.undisclosed,
            buy_in=each.buy_in,
            play_off_shoe=last and bool(terms.schedule),
            repechage=each.repechage,
        )
        yield made
        number += not each.repechage
        if terms.buy_back is not None and not each.repechage and not last and number <= terms.buy_back.until_stage:
            for time in range(1, terms.buy_back.most + 1):
                yield replace(made, name=f"{made.name}, bought back {time}", fee=terms.buy_back.price)
