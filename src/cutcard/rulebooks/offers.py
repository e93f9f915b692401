"""Which side bets and pay tables a game may have with a number of decks, why not others, and which row of one pays."""

from __future__ import annotations

from collections.abc import Iterable
from fractions import Fraction

from cutcard.errors import CutcardError, UnknownName, listed
from cutcard.money import Cents
from cutcard.rulebooks.schema import PayTable, Row, Rules, SideBet


def offered(rules: Rules) -> dict[str, SideBet]:
    """The side bets that this game may be played with, the doubtful ones where the table allows them."""
    return {name: bet for name, bet in rules.side_bets.items() if _goes_with(rules, bet)}


def _goes_with(rules: Rules, bet: SideBet) -> bool:
    return rules.game in bet.games or (bet.doubtful and rules.game in bet.doubtful_games)


def tables(rules: Rules, bet: SideBet) -> dict[tuple[str, int], PayTable]:
    """A side bet's pay tables for this game, by name and number of decks."""
    return {
        (table.name, decks): table
        for table in bet.tables
        if not table.games or rules.game in table.games
        for decks in table.decks or bet.decks
        if decks in bet.decks and decks in rules.cards.decks
    }


def meters(rules: Rules) -> tuple[str, ...]:
    """The meters of the side bets that this game may be played with, each once.

    >>> from cutcard.rulebooks import rules
    >>> meters(rules("sydney-v15", "blackjack"))
    ('blazing-7s',)
    """
    rows = (row for bet in offered(rules).values() for table in bet.tables for row in table.rows)
    return tuple(dict.fromkeys(row.meter for row in rows if row.meter))


def side_of(rules: Rules, bet: str) -> SideBet:
    """A side bet of the book that goes with the game; raises where there is none or it does not go with it."""
    side = rules.side_bets.get(bet)
    if side is None:
        raise UnknownName.of(f"side bet in {rules.book} called", bet, rules.side_bets)
    if not _goes_with(rules, side):
        doubt = rules.game in side.doubtful_games
        why = "offered only where the option doubtful-side-bets allows it" if doubt else "not offered"
        raise CutcardError(f"{side.title} is {why} with {rules.title}", rules.clauses[f"side_bets.{bet}.games"])
    return side


def tables_here(rules: Rules, decks: int, bet: str) -> dict[str, PayTable]:
    """A side bet's pay tables with this many decks, by name; raises where it may not be offered.

    >>> from cutcard.rulebooks import rules
    >>> list(tables_here(rules("melbourne-v26", "blackjack"), 6, "perfect-pairs"))
    ['A', 'B']
    """
    side = side_of(rules, bet)
    if decks not in side.decks:
        message = f"{side.title} is offered with {listed(side.decks, 'or')} decks, not {decks}"
        raise CutcardError(message, rules.clauses[f"side_bets.{bet}.decks"])
    found = {name: table for (name, at), table in tables(rules, side).items() if at == decks}
    if not found:
        message = f"{side.title} has no pay table for {rules.title} with {decks} decks"
        raise CutcardError(message, _pays_by(side))
    return found


def pay_table(rules: Rules, decks: int, bet: str, choice: object = True) -> PayTable:
    """One pay table of a side bet: by its name, or by True where it has just one; raises where it may not be used."""
    found = tables_here(rules, decks, bet)
    side = rules.side_bets[bet]
    if choice is True:
        if len(found) > 1:
            raise CutcardError(f"{side.title} needs its pay table named: {', '.join(found)}", _pays_by(side))
        return next(iter(found.values()))
    if not isinstance(choice, str):
        raise CutcardError(f"a side bet is offered by its pay table's name or by true, not by {choice!r}")
    if choice not in found:
        has = "just one, which needs no name" if list(found) == [""] else listed(found, "and")
        raise CutcardError(f"{side.title} has no pay table {choice!r} here: it has {has}", _pays_by(side))
    return found[choice]


def _pays_by(side: SideBet) -> str:
    return side.tables[0].rows[0].clause


def check_together(rules: Rules, bets: Iterable[str]) -> None:
    """Refuse side bets that may not be offered beside each other."""
    names = list(bets)
    for bet in names:
        for other in rules.side_bets[bet].not_with:
            if other in names:
                message = f"{bet} may not be offered beside {other}"
                raise CutcardError(message, rules.clauses[f"side_bets.{bet}.not_with"])


def table_named(side: SideBet, name: str) -> PayTable:
    """A pay table of a side bet by its name; the first where none is called so."""
    return next((table for table in side.tables if table.name == name), side.tables[0])


def best_row(table: PayTable, outcomes: tuple[str, ...], stake: Cents) -> Row | None:
    """The highest prize among the outcomes that fit, where the pay table has any; a meter's part stands above money."""
    rows = [row for row in table.rows if row.outcome in outcomes]
    if len(rows) > 1:
        return max(rows, key=lambda row: (row.share or 0, fixed_prize(row, stake)))
    return rows[0] if rows else None


def fixed_prize(row: Row, stake: Cents) -> Fraction:
    """What a line pays a stake by odds or as a sum, before rounding; nothing where it is a part of a meter."""
    if row.prizes is not None:
        return Fraction(row.prizes[stake])
    return stake * row.pays.ratio if row.pays is not None else Fraction(0)
