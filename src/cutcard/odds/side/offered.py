"""What a game may offer with a number of decks, insurance among the side bets, and the decks to solve it with."""

from __future__ import annotations

from cutcard.errors import CutcardError, listed
from cutcard.rulebooks.offers import offered, side_of, tables, tables_here
from cutcard.rulebooks.schema import Rules

INSURANCE, TEN_INSURANCE = "insurance", "ten-insurance"


def check_decks(rules: Rules, decks: int) -> None:
    """Refuse a number of decks that the game is not played with."""
    if decks not in rules.cards.decks:
        allowed = listed(rules.cards.decks, "or")
        raise CutcardError(f"{rules.title} is played with {allowed} decks, not {decks}", rules.clauses["cards.decks"])


def offers(rules: Rules, decks: int) -> dict[str, tuple[str, ...]]:
    """The side bets that a game may offer with this many decks, each with its pay tables' names; insurance first.

    >>> from cutcard.rulebooks import rules
    >>> offers(rules("sydney-earlier", "blackjack"), 6)
    {'insurance': ('',), 'perfect-pairs': ('',), 'any-pairs': ('',)}
    """
    found: dict[str, tuple[str, ...]] = {INSURANCE: ("",)}
    if rules.insurance.ten is not None:
        found[TEN_INSURANCE] = ("",)
    for bet, side in offered(rules).items():
        names = tuple(name for name, at in tables(rules, side) if at == decks)
        if names:
            found[bet] = names
    return found


def decks_for(rules: Rules, bets: tuple[str, ...] = ()) -> tuple[int, ...]:
    """The numbers of decks with which the game may offer all these side bets."""
    for bet in bets:
        if bet not in (INSURANCE, TEN_INSURANCE):
            side_of(rules, bet)
    return tuple(decks for decks in rules.cards.decks if all(bet in offers(rules, decks) for bet in bets))


def tables_of(rules: Rules, decks: int, bet: str) -> tuple[str, ...]:
    """The names of a side bet's pay tables; raises where it may not be offered."""
    if bet == TEN_INSURANCE and rules.insurance.ten is None:
        raise CutcardError(f"insurance against a ten is not offered in {rules.title}", rules.clauses["insurance.ten"])
    return ("",) if bet in (INSURANCE, TEN_INSURANCE) else tuple(tables_here(rules, decks, bet))
