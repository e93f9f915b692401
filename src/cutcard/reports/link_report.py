"""What there is to say about a link of tables, as plain values: the command line, the API and the page show the same.

Amounts are in dollars, edges in parts of a wager. `off` is how far a figure may be off at most; 0: it is exact.
"""

from __future__ import annotations

import dataclasses
import math
from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from cutcard.errors import UnknownName
from cutcard.money import Cents, dollars, priced
from cutcard.odds.links.figures import SURE, LinkOdds, MeterOdds, PrizeOdds, link_odds
from cutcard.odds.links.growth import Between
from cutcard.odds.links.link_file import per_cent
from cutcard.odds.links.plan import LinkPlan
from cutcard.odds.links.waiting import PARTS, chance_within, rounds_within
from cutcard.table.link_terms import MILLION

WHOLE_DOLLARS = 10_000  # from here on cents are left out
POINTS = 48  # of a line that is drawn
BEYOND_EVEN = 1.2  # how far beyond the even meter the edge is drawn


@dataclass(frozen=True, slots=True, kw_only=True)
class Figure:
    """A figure, and how far it may be off at most."""

    value: float
    off: float = 0.0


@dataclass(frozen=True, slots=True, kw_only=True)
class PrizeFigures:
    """A prize from a meter: `winners` is, by number of winners at a table in a round, the chance of it."""

    name: str
    share: str
    clause: str
    per_box: str
    per_round: str
    p_box: float
    p_round: float
    mean_rounds: float
    mean_hours: float
    several: float  # the chance that more than one wins it, where one does
    winners: dict[int, float]


@dataclass(frozen=True, slots=True, kw_only=True)
class Within:
    """With the chance `part` a meter is won within this many rounds of the link's tables, or hours."""

    part: float
    rounds: int
    hours: float


@dataclass(frozen=True, slots=True, kw_only=True)
class AtHit:
    """With the chance `part` a meter stands at this or less when it is won."""

    part: float
    meter: Figure


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterYear:
    """A year of a meter: what the house adds on average and at most, what it shows at most, what several winners cost.

    `reserve` and `highest` hold with the chance `sure` at least. `sharing` is what a wager loses to other winners of
    its round and table, with the meter at its mean.
    """

    hits: float
    added: Figure
    reserve: float
    highest: float
    several: Figure
    sharing: float
    sure: float = SURE


@dataclass(frozen=True, slots=True, kw_only=True)
class MeterFigures:
    """A meter of a link: `edges` is the house's edge for values of it, others at their seeds.

    `even` is the value from which a wager is worth more than it costs; null: already at the seed. `waiting` is the
    chance that it is won within this many hours.
    """

    meter: str
    seed: str
    increment: str
    a_round: float
    prizes: list[PrizeFigures]
    mean_rounds: float
    mean_hours: float
    within: list[Within]
    mean_at_hit: Figure
    at_hit: list[AtHit]
    even: float | None
    edges: list[tuple[float, float]]
    waiting: list[tuple[float, float]]
    year: MeterYear


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkFigures:
    """A link: of each wager `fixed` goes back as prizes and stakes, `increments` into meters; the house adds `added`.

    `now` is the edge with the meters at the values asked for, or at their seeds. `reserve` is what the house adds to
    all meters in a year at most, `liability` what they show together at most, both with 99.9 %.
    """

    rulebook: str
    game: str
    bet: str
    title: str
    pay_table: str
    decks: int
    price: str
    tables: int
    boxes: int
    rounds_an_hour: int
    hours_a_day: float
    selected_per_million: int
    chip: str
    fixed: float
    increments: float
    added: Figure
    house_edge: Figure
    shown: dict[str, str]
    now: float
    reserve: float
    liability: float
    meters: list[MeterFigures]
    notes: list[str]

    def as_json(self) -> dict[str, Any]:
        """The object that `cutcard odds --link --json` prints; more keys may be added, none is taken away."""
        return dataclasses.asdict(self)


def link_report(plan: LinkPlan, shown: Mapping[str, Cents] | None = None) -> LinkFigures:
    """A link's figures; `shown` are meters to give the edge for, in cents."""
    odds = link_odds(plan)
    values = {meter.meter: meter.seed for meter in odds.meters}
    for name, value in (shown or {}).items():
        if name not in values:
            raise UnknownName.of(f"meter of {plan.side.title} called", name, values)
        values[name] = value
    terms = plan.terms
    added = Between(
        sum(meter.outlay.low for meter in odds.meters) / plan.wagered,
        sum(meter.outlay.high for meter in odds.meters) / plan.wagered,
    )
    return LinkFigures(
        rulebook=terms.book,
        game=plan.rules.game,
        bet=terms.bet,
        title=plan.side.title,
        pay_table=terms.pay_table,
        decks=plan.decks,
        price=dollars(terms.price),
        tables=plan.tables,
        boxes=plan.boxes,
        rounds_an_hour=plan.rounds_an_hour,
        hours_a_day=float(plan.hours_a_day),
        selected_per_million=terms.selected_per_million,
        chip=dollars(plan.chip),
        fixed=float(1 + odds.fixed),
        increments=sum(each.per_million for each in terms.meters.values()) / MILLION,
        added=_figure(added, 1),
        house_edge=_figure(odds.house_edge, 1),
        shown={name: dollars(value) for name, value in values.items()},
        now=-float(odds.expectation(values)),
        reserve=odds.reserve() / 100,
        liability=odds.liability() / 100,
        meters=[_meter(odds, meter) for meter in odds.meters],
        notes=_notes(plan),
    )


def money(amount: float) -> str:
    """Dollars: small amounts to the cent, large ones to the dollar.

    >>> money(12.5), money(308513.16), money(1e12)
    ('$12.50', '$308,513', '$1,000,000,000,000')
    """
    return priced(round(100 * amount) if amount < WHOLE_DOLLARS else 100 * round(amount))


def figure_in_words(figure: Figure) -> str:
    """An amount, with how far it may be off where that can be seen.

    >>> figure_in_words(Figure(value=1000.0, off=2.5)), figure_in_words(Figure(value=308513.2, off=87.2))
    ('$1,000 ± $2.50', '$308,513 ± $88')
    """
    if figure.off < 0.005:
        return money(figure.value)
    off = math.ceil(figure.off) if figure.value >= WHOLE_DOLLARS else figure.off
    return f"{money(figure.value)} ± {money(off)}"


def within(figure: Figure) -> str:
    """How exact a part of a wager is.

    >>> within(Figure(value=0.3695, off=2.7e-7)), within(Figure(value=0.5))
    ('exact to 0.00003 %', 'exact')
    """
    if not figure.off:
        return "exact"
    digits = math.ceil(-math.log10(100 * figure.off))
    return f"exact to {math.ceil(100 * figure.off * 10**digits) / 10**digits:.{max(digits, 0)}f} %"


def duration(hours: float) -> str:
    """A time as people say it.

    >>> duration(0.005), duration(0.02), duration(20.9), duration(500)
    ('18.0 seconds', '1.2 minutes', '20.9 hours', '20.8 days')
    """
    if hours < 1 / 60:
        return f"{3600 * hours:.1f} seconds"
    if hours < 1:
        return f"{60 * hours:.1f} minutes"
    return f"{hours:.1f} hours" if hours < 72 else f"{hours / 24:,.1f} days"


def _figure(found: Between, unit: float = 100) -> Figure:
    return Figure(value=found.middle / unit, off=found.off / unit)


def _text(chance: Fraction) -> str:
    return f"{chance.numerator}/{chance.denominator}"


def _meter(odds: LinkOdds, meter: MeterOdds) -> MeterFigures:
    plan = odds.plan
    terms = plan.terms.meters[meter.meter]
    hours = plan.link_rounds_an_hour
    even = odds.break_even(meter.meter)
    within = [(part, rounds_within(meter.hit_chance, part)) for part in PARTS]
    year = plan.rounds_a_year / 100  # of amounts in cents
    return MeterFigures(
        meter=meter.meter,
        seed=dollars(terms.seed),
        increment=per_cent(terms.per_million),
        a_round=float(plan.increment(meter.meter)) / 100,
        prizes=[_prize(plan, prize) for prize in meter.by_prize],
        mean_rounds=float(1 / meter.hit_chance),
        mean_hours=float(1 / meter.hit_chance) / hours,
        within=[Within(part=part, rounds=rounds, hours=rounds / hours) for part, rounds in within],
        mean_at_hit=_figure(meter.mean_at_hit),
        at_hit=[AtHit(part=part, meter=_figure(meter.at_hit(part))) for part in PARTS],
        even=None if even is None else even / 100,
        edges=_edges(odds, meter, even),
        waiting=_waiting(meter, within[-2][1], hours),
        year=MeterYear(
            hits=plan.rounds_a_year * float(meter.hit_chance),
            added=Figure(value=meter.outlay.middle * year, off=meter.outlay.off * year),
            reserve=meter.reserve() / 100,
            highest=meter.highest() / 100,
            several=Figure(value=meter.simultaneous.middle * year, off=meter.simultaneous.off * year),
            sharing=float(odds.sharing(meter.meter, round(meter.mean_at_hit.middle))),
        ),
    )


def _prize(plan: LinkPlan, prize: PrizeOdds) -> PrizeFigures:
    return PrizeFigures(
        name=prize.row.outcome,
        share=str(prize.row.share),
        clause=prize.row.clause,
        per_box=_text(prize.per_box),
        per_round=_text(prize.per_round),
        p_box=float(prize.per_box),
        p_round=float(prize.per_round),
        mean_rounds=float(1 / prize.per_round),
        mean_hours=float(1 / prize.per_round) / plan.link_rounds_an_hour,
        several=float(prize.several),
        winners={count: float(chance) for count, chance in prize.winners.items()},
    )


def _edges(odds: LinkOdds, meter: MeterOdds, even: Cents | None) -> list[tuple[float, float]]:
    """The edge from the seed to beyond the even meter, which is one of the points."""
    top = round(max(BEYOND_EVEN * (even or 0), meter.at_hit(SURE).high, 2 * meter.seed))
    levels = {meter.seed + (top - meter.seed) * at // POINTS for at in range(POINTS + 1)}
    if even is not None:
        levels.add(even)
    return [(level / 100, -float(odds.expectation({meter.meter: level}))) for level in sorted(levels)]


def _waiting(meter: MeterOdds, rounds: int, hours: int) -> list[tuple[float, float]]:
    steps = [rounds * at / POINTS for at in range(POINTS + 1)]
    return [(step / hours, chance_within(meter.hit_chance, step)) for step in steps]


def _notes(plan: LinkPlan) -> list[str]:
    """What is assumed, and how far off that may be."""
    notes = [
        "every round is dealt from a full shoe, as from a shuffling device; from a shoe that is dealt on the chance of "
        "a round is the same but for the cutting card, and so is the mean of a meter that only grows, while times and "
        "quantiles depend a little on what the same shoe has dealt before",
        f"all {plan.tables} tables are alike: {plan.boxes} boxes with the wager in every round",
        "wins at different tables come one after the other: winners at identical moments at two tables are not counted",
        f"tables feed whole cents ahead of the exact increment: a meter may stand up to {plan.tables} cents higher",
        "the reserve counts each prize with its part of the seed, and parts of the meter only where they were won so "
        "soon after the win before that they may have cost something",
        "the highest meter of a year adds up the chances of all starts from the seed, so it is a bound",
    ]
    if plan.unit > 1:
        notes.append(f"a meter is rounded up to ${dollars(plan.unit)} for a prize, which the house pays")
    if plan.selected is not None:
        often = f"{plan.terms.selected_per_million} of a million rounds of a table"
        notes.append(f"{plan.selected.outcome} is picked by the system in {often}, each box with the same chance")
    return notes
