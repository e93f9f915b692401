"""What side bets return: odds, fixed prizes, drawn prizes, and shares of a meter among simultaneous winners."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from cutcard.engine import sidebets
from cutcard.engine.events import Line
from cutcard.engine.state import State, Wager
from cutcard.money import Cents, payment, round_up
from cutcard.rulebooks.offers import best_row
from cutcard.rulebooks.schema import Row, SideBet
from cutcard.sidebets.view import Verdict


class MeterMissing(ValueError):
    """A prize is a part of a meter that the record does not give."""

    def __init__(self, meter: str | None) -> None:
        super().__init__(meter)
        self.meter = meter


class Result(NamedTuple):
    lines: list[Line]
    paid: list[int]  # wagers that have won and play on
    extras: list[Wager]  # what those were paid


class Winner(NamedTuple):
    position: int
    wager: Wager
    row: Row | None  # None: its cards win nothing, but a jackpot system picked it
    plays_on: bool


def settle(state: State, moments: frozenset[str]) -> Result:
    """Settle every open side bet of these moments whose result is known."""
    result = Result([], [], [])
    winners: list[Winner] = []
    side_bets = state.rules.side_bets
    for i, wager in enumerate(state.wagers):
        side = side_bets.get(wager.bet)
        if side is None or wager.returned is not None or side.settled not in moments:
            continue
        verdict = sidebets.judge(state, wager)
        if verdict is None:
            continue
        row = None
        if verdict.outcomes:
            row = best_row(state.setup.side_bets[wager.bet], verdict.outcomes, wager.staked)
        if _wins_nothing(wager) and row is not None:
            result.lines.append(Line(i, wager.staked, "void", row.clause))
            continue
        if i in state.picked or _unread(state, row):
            continue  # its meter is read first
        if row is None and wager.prize is None:
            result.lines.append(Line(i, 0, "lose", _lost_by(side, verdict)))
        elif not _waits(state, wager, row):
            winners.append(Winner(i, wager, row, verdict.plays_on))
    if winners:
        _pay(state, winners, result)
    return result


def _wins_nothing(wager: Wager) -> bool:
    """Whether a wager cannot win, whatever the cards: it is invalid, or wholly beyond a loss limit."""
    return wager.invalid or 0 < wager.staked == wager.beyond


class Part(NamedTuple):
    """A part of a linked meter that a wager has won and that is not paid yet."""

    position: int
    wager: Wager
    bet: str
    row: Row
    picked: bool = False  # by the jackpot system itself, and not by cards


def won_parts(state: State) -> list[Part]:
    """The parts of linked meters that hands, or a jackpot system, have won and whose meter is still to be read.

    Only what the initial deal decides is paid from a meter.
    """
    parts = []
    for i, wager in enumerate(state.wagers):
        if wager.returned is not None or wager.bet not in state.setup.side_bets or _wins_nothing(wager):
            continue
        verdict = sidebets.judge(state, wager)
        if verdict is None:
            continue
        row = best_row(state.setup.side_bets[wager.bet], verdict.outcomes, wager.staked)
        if row is not None and _unread(state, row):
            parts.append(Part(i, wager, wager.bet, row))
    return parts + [part for part in picked_parts(state) if sidebets.judge(state, part.wager) is not None]


def picked_parts(state: State) -> list[Part]:
    """Those that a jackpot system has picked, whether or not the cards are dealt."""
    wagers = ((i, state.wagers[i]) for i in state.picked)
    return [Part(i, one, one.bet, _selected_row(state, one), picked=True) for i, one in wagers if one.open]


def meters_due(state: State) -> frozenset[str]:
    """The linked meters that are to be read before the round goes on."""
    return frozenset(part.row.meter for part in won_parts(state) if part.row.meter is not None)


def _unread(state: State, row: Row | None) -> bool:
    """Whether a line pays a part of a linked meter that has not been read."""
    return row is not None and row.meter in state.setup.linked and row.meter not in state.read


def row_of(state: State, wager: Wager) -> Row:
    """The row that pays a side bet which is won now: by its cards, or because a jackpot system picked it."""
    verdict = sidebets.judge(state, wager)
    row = best_row(state.setup.side_bets[wager.bet], verdict.outcomes, wager.staked) if verdict is not None else None
    return row or _selected_row(state, wager)


def _lost_by(side: SideBet, verdict: Verdict) -> str:
    clauses = {"": None, "later": side.loses_later, "undealt": side.loses_undealt}
    return clauses[verdict.lost] or side.loses


def _waits(state: State, wager: Wager, row: Row | None) -> bool:
    """Whether a winner is not paid yet: its prize is not drawn, or is paid at the end of the round."""
    if row is None:
        return False
    undrawn = bool(state.setup.side_bets[wager.bet].draws) and wager.prize is None
    return undrawn or (row.at_end and state.needs != "settlement")


def _pay(state: State, winners: list[Winner], result: Result) -> None:
    shares = meter_prizes(state, winners)
    fixed_first = sorted(winners, key=lambda w: bool(w.row and w.row.share))  # Sydney 14.27.3
    for position, wager, row, plays_on in fixed_first:
        side = state.rules.side_bets[wager.bet]
        prize = shares.get(position)
        if prize is None:
            prize = _prize(state, side, wager, row)
        odds = row.pays if row else None
        if plays_on and row is not None:
            extra = wager._replace(
                staked=0, worth=0, returned=prize, outcome="win", odds=odds, clause=row.clause, row=row.outcome
            )
            result.paid.append(position)
            result.extras.append(extra)
            continue
        paid_by = row or _selected_row(state, wager)
        returned = prize + (wager.staked if side.stake_returned else 0)
        also = row.also if row else ""
        clause = wager.clause or paid_by.clause  # a wager has one before it is settled where a prize device failed
        result.lines.append(Line(position, returned, "win", clause, odds, also, paid_by.outcome))


def _prize(state: State, side: SideBet, wager: Wager, row: Row | None) -> Cents:
    """What a winner is paid beside its stake, where no meter is in it."""
    chip = state.setup.unit
    prize = 0
    if row is not None and row.prizes is not None:
        prize = row.prizes[wager.staked]
    elif row is not None and row.pays is not None:
        prize = payment(wager.staked, row.pays, chip)
    elif wager.prize is not None and state.setup.side_bets[wager.bet].draws:
        return round_up(Fraction(wager.prize * wager.staked, 100), chip)
    if side.payout_max is not None:
        prize = min(prize, side.payout_max)
    return prize + (wager.prize or 0)


def _selected_row(state: State, wager: Wager) -> Row:
    outcome = sidebets.selected_outcome(state, wager.bet)
    return next(row for row in state.setup.side_bets[wager.bet].rows if row.outcome == outcome)


def selection_prize(state: State, wager: Wager) -> Cents | None:
    """What a wager that a jackpot system picks wins by that alone (Melbourne 21.10.1, 24.9.1).

    None where it is a part of a linked meter that has not been read. A second one has the part of what the first has
    left, or of the seed where that is more (24.9.2(b) with 24.5.3).
    """
    row = _selected_row(state, wager)
    if _unread(state, row):
        return None
    if row.pays is not None:
        return payment(wager.staked, row.pays, state.setup.unit)
    side, meter = state.rules.side_bets[wager.bet], _meter(state, row)
    before = sum(one.prize or 0 for one in state.wagers if one.bet == wager.bet and one.open)
    left = max(meter - before, state.setup.seeds.get(row.meter or "", 0)) if before else meter
    return round_up(left * (row.share or 0), meter_unit(state, side))


def meter_prizes(state: State, winners: list[Winner]) -> dict[int, Cents]:
    """Each winner's part of a meter. All that one settlement of a round pays win at the same time.

    Smaller parts are taken first, one winner after another from what is left; those of one kind share the sum
    equally, but none has less than that part of the meter's minimum (Sydney 14.27), or the meter goes back to its
    seed between two of them where less is left (Melbourne 21.10.3, 24.9.3 with 21.5.3, 24.5.3). Winners at other
    tables at the identical moment share with them (Sydney 14.27.4). Where a box had its second card only later
    (Melbourne 9.8.1), what was paid before stands, and its part is taken from the meter as it then is.
    """
    prizes: dict[int, Cents] = {}
    if not any(w.row and w.row.share for w in winners):
        return prizes
    left: dict[str, Fraction] = {}
    for bet, row in _shares(state, {w.wager.bet for w in winners if w.row and w.row.share}):
        group = [w for w in winners if w.row == row and w.wager.bet == bet]
        elsewhere = state.setup.others.get(row.outcome, 0)
        if not group and not elsewhere:
            continue
        side, share, meter = state.rules.side_bets[bet], row.share, row.meter
        assert share is not None
        assert meter is not None
        seed = state.setup.seeds.get(meter, 0)
        before = left[meter] if meter in left else _meter_left(state, row)
        floor = side.meter_minimum and (seed or side.meter_minimum)  # Sydney 14.28: a share is of the minimum at least
        unit = meter_unit(state, side)
        number = len(group) + elsewhere
        each, left[meter] = shared(before, share, number, floor or 0, unit, 0 if floor else seed)
        for winner in group:
            prizes[winner.position] = each + (winner.wager.prize or 0)
    return prizes


def _shares(state: State, bets: set[str]) -> list[tuple[str, Row]]:
    """The lines of these side bets that pay a part of a meter, smaller parts first."""
    rows = [(bet, row) for bet in sorted(bets) for row in state.setup.side_bets[bet].rows if row.share]
    return sorted(rows, key=lambda each: each[1].share or 0)


def shared(
    meter: Fraction, share: Fraction, winners: int, minimum: Cents, unit: Cents, seed: Cents = 0
) -> tuple[Cents, Fraction]:
    """What each of several winners has of a meter, and what is left of it.

    >>> shared(Fraction(50_000_000), Fraction(1, 10), 2, 1_000_000, 1)
    (4750000, Fraction(40500000, 1))
    >>> shared(Fraction(100_000), Fraction(1), 2, 0, 1, seed=25_000)
    (62500, Fraction(25000, 1))
    """
    taken, meter = taken_in_turn(meter, share, winners, unit, seed)
    return max(round_up(sum(taken, Fraction(0)) / winners, 1), round_up(share * minimum, 1)), meter


def taken_in_turn(
    meter: Fraction, share: Fraction, winners: int, unit: Cents, seed: Cents = 0
) -> tuple[list[Fraction], Fraction]:
    """What each of several winners would take of a meter, one after another, and what is left of it.

    A meter that shows cents is not rounded between two of them: only what is paid is (Sydney 14.27.2).
    """
    parts = []
    for _ in range(winners):
        shown = meter if unit == 1 else Fraction(round_up(meter, unit))
        parts.append(shown * share)
        meter = max(meter - parts[-1], Fraction(seed))
    return parts, meter


def _meter(state: State, row: Row) -> Cents:
    value = state.setup.meters.get(row.meter or "")
    if value is None:
        raise MeterMissing(row.meter)
    return value


def meters_left(state: State) -> dict[str, Cents]:
    """What each meter of the table's own shows once the prizes that the round has paid from it are off."""
    return {meter: _left(state, meter) for meter in state.setup.meters if meter not in state.setup.linked}


def _meter_left(state: State, row: Row) -> Fraction:
    """What a meter shows for the next prize of the round; a linked one is read again."""
    value = _meter(state, row)
    return Fraction(value if row.meter in state.setup.linked else _left(state, row.meter or ""))


def _left(state: State, meter: str) -> Cents:
    value = state.setup.meters[meter]
    paid = sum(_paid_from(state, wager, meter) for wager in state.wagers if wager.outcome == "win")
    return max(value - paid, state.setup.seeds.get(meter, 0)) if paid else value


def _paid_from(state: State, wager: Wager, meter: str) -> Cents:
    """What a wager that has won took out of a meter: by its cards, or as a jackpot system picked it."""
    table = state.setup.side_bets.get(wager.bet)
    rows = {row.outcome for row in table.rows if row.meter == meter} if table is not None else set()
    if not rows or table is None or wager.returned is None:
        return 0
    picked = 0 if table.draws else wager.prize or 0
    if picked and sidebets.selected_outcome(state, wager.bet) in rows:
        return picked
    stake = wager.staked if state.rules.side_bets[wager.bet].stake_returned else 0
    return wager.returned - stake - picked if wager.row in rows else 0


def meter_unit(state: State, side: SideBet) -> Cents:
    """What a meter is rounded up to for a prize."""
    return {"cent": 1, "dollar": 100, "chip": state.setup.chip}[side.meter_rounds_to]
