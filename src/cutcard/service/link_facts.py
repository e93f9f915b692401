"""What a link of tables is worth, as the API says it: the figures of `cutcard odds --link`, and the same in words.

What is left out of a question is as in the example that comes with the program.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from cutcard.errors import CutcardError
from cutcard.money import dollars
from cutcard.narration.formatting import name
from cutcard.odds.links.link_file import example, linked_bets, plan_of
from cutcard.reports.link_report import (
    LinkFigures,
    MeterFigures,
    PrizeFigures,
    duration,
    figure_in_words,
    link_report,
    money,
    within,
)
from cutcard.reports.sheet import percent
from cutcard.rulebooks import Rules, load
from cutcard.service.body import Body
from cutcard.service.book_facts import outcome_in_words
from cutcard.sidebets import picked_outcome

SETTINGS = ("price", "tables", "boxes", "rounds_an_hour", "hours_a_day", "selected_per_million", "chip")
WHOLE_NUMBERS = ("tables", "boxes", "rounds_an_hour", "selected_per_million")


@dataclass(frozen=True, slots=True, kw_only=True)
class LinkQuestion:
    """A link as it is asked about, in the texts of the question; what is left out is as in the example."""

    book: str
    game: str
    bet: str
    settings: tuple[tuple[str, str], ...] = ()
    meters: tuple[tuple[str, str, str], ...] = ()  # name, seed, increment

    def given(self) -> dict[str, Any]:
        """The keys of a link's file."""
        found = {**example(self.bet), "book": self.book, "game": self.game, "bet": self.bet}
        for key, text in self.settings:
            found[key] = int(text) if key in WHOLE_NUMBERS and text.isdecimal() else text
        meters = {**found["meters"]}
        meters.update({meter: {"seed": seed, "increment": increment} for meter, seed, increment in self.meters})
        return {**found, "meters": meters}


class MeterOffered(Body):
    """A meter as the example has it; `seeds` are the only ones that the document allows, if it names any."""

    meter: str
    title: str
    seed: str
    increment: str
    seeds: list[str]


class LinkOffered(Body):
    """A side bet that pays from meters, with the example of a link; `prices` are the only ones, if there are any.

    `picks`: the system picks boxes by itself. `pays_chips`: prizes are rounded up to the smallest chip.
    """

    bet: str
    title: str
    price: str
    prices: list[str]
    tables: int
    boxes: int
    boxes_max: int
    rounds_an_hour: int
    hours_a_day: str
    picks: bool
    selected_per_million: int
    pays_chips: bool
    chip: str
    meters: list[MeterOffered]


class PrizeOddsShown(Body):
    title: str
    share: str
    on_a_box: str
    at_a_table: str
    on_the_link: str
    several: str
    clause: str


class WaitShown(Body):
    """With this chance a meter is won within this number of rounds, or this time, and is at this value or less."""

    chance: str
    rounds: str
    time: str
    meter: str


class FactShown(Body):
    term: str
    text: str


class MeterOddsShown(Body):
    title: str
    says: str
    prizes: list[PrizeOddsShown]
    times: list[WaitShown]
    facts: list[FactShown]
    figures: MeterFigures


class LinkOddsShown(Body):
    """A link in words, and its `figures` as numbers: amounts in dollars, edges in parts of a wager."""

    title: str
    edge: str
    says: str
    facts: list[FactShown]
    meters: list[MeterOddsShown]
    notes: list[str]
    figures: LinkFigures


# ---------------------------------------------------------------------------------------------------- what is offered


def links_offered(rules: Rules) -> list[LinkOffered]:
    """The side bets of a game that pay from meters."""
    return [_offered(rules, bet) for bet in linked_bets(rules)]


def _offered(rules: Rules, bet: str) -> LinkOffered:
    side, found = rules.side_bets[bet], example(bet)
    options = load(rules.book).options(rules.game).values()
    minimum = next((o for o in options if f"side_bets.{bet}.meter_minimum" in o.fields), None)
    return LinkOffered(
        bet=bet,
        title=side.title,
        price=str(found["price"]),
        prices=[dollars(amount) for amount in side.amounts],
        tables=found["tables"],
        boxes=found["boxes"],
        boxes_max=rules.cards.boxes_max,
        rounds_an_hour=found["rounds_an_hour"],
        hours_a_day=str(found.get("hours_a_day", 24)),
        picks=picked_outcome(side.judged_by) is not None,
        selected_per_million=found.get("selected_per_million", 0),
        pays_chips=side.meter_rounds_to == "chip",
        chip=str(found.get("chip", "1")),
        meters=[
            MeterOffered(
                meter=meter,
                title=outcome_in_words(meter),
                seed=str(terms["seed"]),
                increment=str(terms["increment"]),
                seeds=[str(value) for value in minimum.values] if minimum else [],
            )
            for meter, terms in found["meters"].items()
        ],
    )


# ---------------------------------------------------------------------------------------------- what a process works


def meters_given(texts: Iterable[str]) -> tuple[tuple[str, str, str], ...]:
    """Meters as they are written in an address.

    >>> meters_given(["blazing-7s=25000,12.5"])
    (('blazing-7s', '25000', '12.5'),)
    """
    found = []
    for text in texts:
        meter, equals, terms = text.partition("=")
        seed, comma, increment = terms.partition(",")
        if not equals or not comma:
            raise CutcardError(f"a meter is written as name=seed,increment, not {text[:60]!r}")
        found.append((meter.strip(), seed.strip(), increment.strip()))
    return tuple(found)


def check_link(question: LinkQuestion) -> None:
    """Refuse what cannot be, before it is worked out."""
    rules = load(question.book).rules(question.game)
    if question.bet not in linked_bets(rules):
        bets = " and ".join(linked_bets(rules)) or "none"
        raise CutcardError(f"{rules.title} has no side bet {question.bet[:64]!r} that pays from a meter: it has {bets}")
    plan_of(question.given())


def link_json(question: LinkQuestion) -> str:
    """The figures of a link in words and numbers."""
    figures = link_report(plan_of(question.given()))
    tables = f"{figures.tables} tables" if figures.tables > 1 else "one table"
    kept = figures.house_edge.value
    return LinkOddsShown(
        title=f"{figures.title} on a link of {tables}",
        edge=percent(kept),
        says=_summary(figures),
        facts=_facts(figures),
        meters=[_meter(meter) for meter in figures.meters],
        notes=[f"{name(note)}." for note in figures.notes],
        figures=figures,
    ).model_dump_json()


def _summary(figures: LinkFigures) -> str:
    kept = round(100 * figures.house_edge.value * 100)
    whose = "the house keeps" if kept >= 0 else "players gain"
    exact = within(figures.house_edge)
    return (
        f"Of each $100 wagered, {whose} ${dollars(abs(kept))} in the long run; the edge is {exact}. "
        f"With a chance of 99.9 %, {money(figures.reserve)} is enough for the seeds and resets of a year, and all "
        f"meters together show at most {money(figures.liability)} at any time of it."
    )


def _facts(figures: LinkFigures) -> list[FactShown]:
    return [
        FactShown(term="Goes back as fixed prizes and stakes", text=percent(figures.fixed)),
        FactShown(term="Goes into the meters", text=percent(figures.increments)),
        FactShown(term="Added by the house: seeds and resets", text=percent(figures.added.value)),
        FactShown(term="House edge with every meter at its seed", text=percent(figures.now)),
    ]


def _meter(meter: MeterFigures) -> MeterOddsShown:
    year, sure = meter.year, f"{100 * meter.year.sure:g} %"
    even = "already at its seed" if meter.even is None else money(meter.even)
    return MeterOddsShown(
        title=outcome_in_words(meter.meter),
        says=f"It starts from {money(float(meter.seed))} and grows by {meter.increment} % of each wager: "
        f"{money(meter.a_round)} in a round of a table. It is won in {duration(meter.mean_hours)} on average, "
        f"at {figure_in_words(meter.mean_at_hit)}.",
        prizes=[_prize(prize) for prize in meter.prizes],
        times=[
            WaitShown(
                chance=f"{100 * each.part:g} %",
                rounds=f"{each.rounds:,}",
                time=duration(each.hours),
                meter=figure_in_words(at_hit.meter),
            )
            for each, at_hit in zip(meter.within, meter.at_hit, strict=True)
        ],
        facts=[
            FactShown(term="A wager is even from a meter of", text=even),
            FactShown(term="Won in a year", text=f"{year.hits:,.1f} times"),
            FactShown(term="The house adds in a year, on average", text=figure_in_words(year.added)),
            FactShown(term=f"The house adds in a year at most, with {sure}", text=money(year.reserve)),
            FactShown(term="What winners together cost it of that", text=figure_in_words(year.several)),
            FactShown(term="What sharing takes from a wager, at the mean meter", text=percent(year.sharing, 6)),
            FactShown(term=f"Shows in a year at most, with {sure}", text=money(year.highest)),
        ],
        figures=meter,
    )


def _prize(prize: PrizeFigures) -> PrizeOddsShown:
    return PrizeOddsShown(
        title=outcome_in_words(prize.name),
        share=percent(_part(prize.share), 0),
        on_a_box=f"1 in {1 / prize.p_box:,.1f}",
        at_a_table=f"1 in {prize.mean_rounds:,.1f}",
        on_the_link=f"every {duration(prize.mean_hours)}",
        several=f"1 win in {1 / prize.several:,.0f}" if prize.several else "never",
        clause=prize.clause,
    )


def _part(share: str) -> float:
    whole, _, of = share.partition("/")
    return int(whole) / int(of or 1)
