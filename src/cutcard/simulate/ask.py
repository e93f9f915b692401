"""A question put to the simulator in words, made into a table and a strategy."""

from __future__ import annotations

from dataclasses import dataclass, replace
from decimal import Decimal, InvalidOperation
from typing import get_args

from cutcard.errors import CutcardError, listed
from cutcard.money import Cents, MoneyError, cents
from cutcard.odds.asked import bet_and_table, check_meters, decks_of, meters_of, rules_for
from cutcard.rulebooks.offers import check_together, pay_table
from cutcard.rulebooks.schema import Rules
from cutcard.simulate.compile import shoe_of
from cutcard.simulate.cut import cut_for
from cutcard.simulate.strategy import Strategy, simple
from cutcard.simulate.table import Count, Dealing, SideWager, Table

DEALINGS: tuple[str, ...] = get_args(Dealing)
ROUNDS_MOST = 10**15
BET_MOST = 10_000_000  # cents: results must fit the bins of a distribution


@dataclass(frozen=True, slots=True, kw_only=True)
class Asked:
    """What a person asks for, as written."""

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


def table_for(asked: Asked) -> Table:
    """The table that a question means; raises one sentence where there is no such table."""
    rules = rules_for(asked.book, asked.game, asked.options)
    bets = [bet_and_table(text) for text in asked.side_bets]
    decks = decks_of(rules, asked.decks, [bet for bet, _ in bets])
    if not 1 <= asked.boxes <= rules.cards.boxes_max:
        message = f"{rules.title} has 1 to {rules.cards.boxes_max} boxes, not {asked.boxes}"
        raise CutcardError(message, rules.clauses["cards.boxes_max"])
    if asked.dealing not in DEALINGS:
        raise CutcardError(f"cards are dealt from a {listed(DEALINGS, 'or')}, not {asked.dealing!r}")
    bet_amount = _amount(asked.bet, "the wager")
    sides = {bet: _side(rules, decks, bet, name, asked, bet_amount) for bet, name in bets}
    check_together(rules, sides)
    meters = meters_of(asked.meters)
    check_meters(rules, meters)
    table = Table(
        rules=rules,
        decks=decks,
        boxes=asked.boxes,
        bet=bet_amount,
        chip=_amount(asked.chip, "the chip") if asked.chip is not None else 1,
        side_bets=sides,
        meters=meters,
        dealing=asked.dealing,  # type: ignore[arg-type]
        count=Count(spread=spread_of(asked.spread, bet_amount)) if asked.spread else None,
    )
    if asked.dealing != "shoe":
        if asked.penetration is not None:
            raise CutcardError("--penetration is for a shoe with a cutting card")
        return table
    cut, burn = cut_for(rules, decks, len(shoe_of(table)), asked.penetration)
    return replace(table, cut=cut, burn=burn)


def strategy_for(asked: Asked, table: Table) -> Strategy:
    """The exact play of the odds, the simple one, or a chart from a file."""
    if asked.strategy == "simple":
        return simple(table.rules)
    if asked.strategy == "exact":
        from cutcard.simulate.exact import exact  # the solver takes a moment to import

        return exact(table.rules, table.decks, table.bet)
    from cutcard.simulate.chart import from_file

    return from_file(table.rules, asked.strategy)


def rounds_of(text: str, most: int = ROUNDS_MOST) -> int:
    """A whole number of rounds, also written as 1e8; raises one sentence where it is none, or too large.

    >>> rounds_of("1e8"), rounds_of("250_000")
    (100000000, 250000)
    """
    try:
        number = Decimal(text.replace(",", "").replace("_", ""))
    except InvalidOperation:
        raise CutcardError(f"{text!r} is not a number of rounds such as 1000000 or 1e8") from None
    if not number.is_finite() or number != number.to_integral_value() or number < 1:
        raise CutcardError(f"rounds must be a whole number of at least 1, not {text}")
    if number > most:
        raise CutcardError(f"at most {most:,} rounds are played here, not {text:.40}")
    return int(number)


def spread_of(text: str, bet: Cents) -> tuple[tuple[float, Cents], ...]:
    """A spread as "1:1,2:4,3:8": from which true count on how many times the wager; below the first, once.

    >>> spread_of("2:4,4:10", 1000)
    ((-inf, 1000), (2.0, 4000), (4.0, 10000))
    """
    steps = [(float("-inf"), bet)]
    for part in text.split(","):
        count, colon, times = part.partition(":")
        try:
            step = (float(count), round(float(times) * bet))
        except ValueError:
            colon = ""
            step = (0.0, 0)
        if not colon or step[1] < 1:
            raise CutcardError(f"a spread is written as COUNT:TIMES,COUNT:TIMES such as 1:2,3:8, not {text!r}")
        steps.append(step)
    if max(amount for _, amount in steps) > BET_MOST:
        raise CutcardError(f"a spread goes up to wagers of {BET_MOST // 100:,}")
    return tuple(sorted(steps))


def _amount(text: str, what: str) -> Cents:
    try:
        amount = cents(text)
    except MoneyError as error:
        raise CutcardError(f"{what}: {error}") from None
    if not 0 < amount <= BET_MOST:
        raise CutcardError(f"{what} is more than nothing and at most {BET_MOST // 100:,}, not {text}")
    return amount


def _side(rules: Rules, decks: int, bet: str, name: str | None, asked: Asked, main: Cents) -> SideWager:
    table = pay_table(rules, decks, bet, name)
    side = rules.side_bets[bet]
    stake = _amount(asked.side_stake, "the side bet") if asked.side_stake is not None else main
    if side.amounts and stake not in side.amounts:
        if asked.side_stake is not None:
            allowed = " or ".join(f"{amount / 100:g}" for amount in side.amounts)
            raise CutcardError(f"{side.title} takes {allowed}", rules.clauses[f"side_bets.{bet}.amounts"])
        stake = side.amounts[0]
    return SideWager(table=table, stake=stake)
