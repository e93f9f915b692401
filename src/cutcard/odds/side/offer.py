"""Which side bets and pay tables a game may have with a number of decks, and why not where it may not."""

from __future__ import annotations

from cutcard.errors import CutcardError, UnknownName
from cutcard.rulebooks.compare import offered
from cutcard.rulebooks.compare import tables as all_tables
from cutcard.rulebooks.schema import PayTable, Rules, SideBet

INSURANCE, TEN_INSURANCE = "insurance", "ten-insurance"


def check_decks(rules: Rules, decks: int) -> None:
    """Refuse a number of decks that the game is not played with."""
    if decks not in rules.cards.decks:
        allowed = _or(rules.cards.decks)
        raise CutcardError(f"{rules.title} is played with {allowed} decks, not {decks}", rules.clauses["cards.decks"])


def offers(rules: Rules, decks: int) -> dict[str, tuple[str, ...]]:
    """The side bets that a game may offer with so many decks, each with its pay tables' names; insurance first.

    >>> from cutcard.rulebooks import rules
    >>> offers(rules("sydney-earlier", "blackjack"), 6)
    {'insurance': ('',), 'perfect-pairs': ('',), 'any-pairs': ('',)}
    """
    found: dict[str, tuple[str, ...]] = {INSURANCE: ("",)}
    if rules.insurance.ten is not None:
        found[TEN_INSURANCE] = ("",)
    for bet, side in offered(rules).items():
        names = tuple(name for name, at in all_tables(rules, side) if at == decks)
        if decks in side.decks and names:
            found[bet] = names
    return found


def decks_for(rules: Rules, bets: tuple[str, ...] = ()) -> tuple[int, ...]:
    """The numbers of decks with which the game may offer all these side bets."""
    for bet in bets:
        if bet not in (INSURANCE, TEN_INSURANCE):
            side_of(rules, bet)
    return tuple(decks for decks in rules.cards.decks if all(bet in offers(rules, decks) for bet in bets))


def side_of(rules: Rules, bet: str) -> SideBet:
    """A side bet of the book that goes with the game; raises where there is none or it does not go with it."""
    side = rules.side_bets.get(bet)
    if side is None:
        raise UnknownName.of(f"side bet in {rules.book} called", bet, rules.side_bets)
    if rules.game not in side.games and not (side.doubtful and rules.game in side.doubtful_games):
        doubt = rules.game in side.doubtful_games
        why = "offered only where the option doubtful-side-bets allows it" if doubt else "not offered"
        raise CutcardError(f"{side.title} is {why} with {rules.title}", rules.clauses.get(f"side_bets.{bet}.games"))
    return side


def tables_of(rules: Rules, decks: int, bet: str) -> tuple[str, ...]:
    """The names of a side bet's pay tables; raises where it may not be offered."""
    if bet in (INSURANCE, TEN_INSURANCE):
        if bet == TEN_INSURANCE and rules.insurance.ten is None:
            raise CutcardError(
                f"insurance against a ten is not offered in {rules.title}", rules.clauses["insurance.ten"]
            )
        return ("",)
    side = side_of(rules, bet)
    if decks not in side.decks:
        message = f"{side.title} is offered with {_or(side.decks)} decks, not {decks}"
        raise CutcardError(message, rules.clauses.get(f"side_bets.{bet}.decks"))
    names = tuple(name for name, at in all_tables(rules, side) if at == decks)
    if not names:
        message = f"{side.title} has no pay table for {rules.title} with {decks} decks"
        raise CutcardError(message, side.tables[0].rows[0].clause)
    return names


def pay_table(rules: Rules, decks: int, bet: str, name: str) -> PayTable:
    """One pay table of a side bet; raises where it may not be used."""
    names = tables_of(rules, decks, bet)
    found = all_tables(rules, rules.side_bets[bet])
    if name in names:
        return found[name, decks]
    side = rules.side_bets[bet]
    only = names == ("",)
    has = "just one, without a name" if only else _or(names, "and")
    raise CutcardError(f"{side.title} has no pay table {name!r} here: it has {has}", side.tables[0].rows[0].clause)


def _or(values: tuple[int, ...] | tuple[str, ...], word: str = "or") -> str:
    words = [str(value) for value in values]
    return words[0] if len(words) == 1 else f"{', '.join(words[:-1])} {word} {words[-1]}"
