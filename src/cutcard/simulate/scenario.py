"""A scenario for the simulator as text, turned into a table and a strategy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from math import isfinite, nan
from typing import get_args

from cutcard.errors import CutcardError, listed
from cutcard.money import Cents, MoneyError, cents
from cutcard.odds.query import bet_and_table, check_meters, decks_of, parse_meters, rules_for
from cutcard.rulebooks.offers import check_together, pay_table
from cutcard.rulebooks.schema import Rules
from cutcard.simulate.compile import shoe_of
from cutcard.simulate.cut_card import cut_for
from cutcard.simulate.strategy import Strategy, simple
from cutcard.simulate.table import Count, Dealing, SideWager, Table

DEALINGS: tuple[str, ...] = get_args(Dealing)
ROUNDS_MOST = 10**15
BET_MOST = 10_000_000  # cents: results must fit the bins of a distribution


@dataclass(frozen=True, slots=True, kw_only=True)
class Scenario:
    """The requested simulation, as text."""

    book: str
    game: str
    decks: int | None = None
    boxes: int = 1
    options: tuple[str, ...] = ()
    side_bets: tuple[str, ...] = ()
    side_stake: str | None = None
    meters: tuple[str, ...] = ()
    strategy: str = "exact"
    spread: str | None = None
    penetration: float | None = None
    dealing: str = "shoe"
    bet: str = "10"
    chip: str | None = None


def table_for(scenario: Scenario) -> Table:
    """The table of a scenario; raises with a sentence if it is not possible."""
    rules = rules_for(scenario.book, scenario.game, scenario.options)
    bets = [bet_and_table(text) for text in scenario.side_bets]
    decks = decks_of(rules, scenario.decks, [bet for bet, _ in bets])
    if not 1 <= scenario.boxes <= rules.cards.boxes_max:
        message = f"{rules.title} has 1 to {rules.cards.boxes_max} boxes, not {scenario.boxes}"
        raise CutcardError(message, rules.clauses["cards.boxes_max"])
    if scenario.dealing not in DEALINGS:
        raise CutcardError(f"cards are dealt from a {listed(DEALINGS, 'or')}, not {scenario.dealing!r}")
    bet_amount = _amount(scenario.bet, "the wager")
    sides = {bet: _side(rules, decks, bet, name, scenario, bet_amount) for bet, name in bets}
    check_together(rules, sides)
    meters = parse_meters(scenario.meters)
    check_meters(rules, meters)
    table = Table(
        rules=rules,
        decks=decks,
        boxes=scenario.boxes,
        bet=bet_amount,
        chip=_amount(scenario.chip, "the chip") if scenario.chip is not None else 1,
        side_bets=sides,
        meters=meters,
        dealing=scenario.dealing,  # type: ignore[arg-type]
        count=Count(spread=parse_spread(scenario.spread, bet_amount)) if scenario.spread else None,
    )
    if scenario.dealing != "shoe":
        if scenario.penetration is not None:
            raise CutcardError("--penetration is for a shoe with a cutting card")
        return table
    cut, burn = cut_for(rules, decks, len(shoe_of(table)), scenario.penetration)
    return replace(table, cut=cut, burn=burn)


def strategy_for(scenario: Scenario, table: Table) -> Strategy:
    """The solver's exact play, the simple strategy, or a chart from a file."""
    if scenario.strategy == "simple":
        return simple(table.rules)
    if scenario.strategy == "exact":
        from cutcard.simulate.exact_play import exact  # the solver takes a moment to import

        return exact(table.rules, table.decks, table.bet)
    from cutcard.simulate.chart_file import from_file

    return from_file(table.rules, scenario.strategy)


def parse_rounds(text: str, most: int = ROUNDS_MOST, kind: str = "rounds") -> int:
    """A whole number of rounds, which may be written as 1e8; raises with a sentence if it is invalid or too large.

    `kind` is what is counted, for that sentence.

    >>> parse_rounds("1e8"), parse_rounds("250_000")
    (100000000, 250000)
    """
    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
    except InvalidOperation:
        raise CutcardError(f"{text!r} is not a number of {kind} such as 1000000 or 1e8") from None
    if not number.is_finite() or number != number.to_integral_value() or number < 1:
        raise CutcardError(f"{kind} must be a whole number of at least 1, not {text}")
    if number > most:
        raise CutcardError(f"at most {most:,} {kind} are played here, not {text:.40}")
    return int(number)


def parse_spread(text: str, bet: Cents) -> tuple[tuple[float, Cents], ...]:
    """A bet spread such as "1:1,2:4,3:8": multiples of the wager from each true count on; below the first, one wager.

    A multiple of 0 is a round that is only watched: others play it, and the cards are counted.

    >>> parse_spread("2:4,4:10", 1000)
    ((-inf, 1000), (2.0, 4000), (4.0, 10000))
    """
    steps = {float("-inf"): bet}
    for part in text.split(","):
        count, _, times = part.partition(":")
        try:
            at, amount = float(count), float(times) * bet
        except ValueError:
            at, amount = nan, nan
        if not isfinite(at) or not isfinite(amount) or amount < 0 or 0 < amount < 1:
            raise CutcardError(f"a spread is written as COUNT:TIMES,COUNT:TIMES such as 1:2,3:8, not {text!r}")
        if at in steps:
            raise CutcardError(f"the spread {text!r} has two wagers from a true count of {at:g} on")
        steps[at] = round(amount)
    if max(steps.values()) > BET_MOST:
        raise CutcardError(f"a spread goes up to wagers of {BET_MOST // 100:,}")
    return tuple(sorted(steps.items()))


def _amount(text: str, what: str) -> Cents:
    try:
        amount = cents(text)
    except MoneyError as error:
        raise CutcardError(f"{what}: {error}") from None
    if not 0 < amount <= BET_MOST:
        raise CutcardError(f"{what} must be more than 0 and at most {BET_MOST // 100:,}, not {text}")
    return amount


def _side(rules: Rules, decks: int, bet: str, name: str | None, scenario: Scenario, main: Cents) -> SideWager:
    table = pay_table(rules, decks, bet, name or True)
    side = rules.side_bets[bet]
    stake = _amount(scenario.side_stake, "the side bet") if scenario.side_stake is not None else main
    if side.amounts and stake not in side.amounts:
        if scenario.side_stake is not None:
            allowed = " or ".join(f"{amount / 100:g}" for amount in side.amounts)
            raise CutcardError(f"{side.title} takes {allowed}", rules.clauses[f"side_bets.{bet}.amounts"])
        stake = side.amounts[0]
    return SideWager(table=table, stake=stake)
