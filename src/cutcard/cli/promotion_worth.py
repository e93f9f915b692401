"""What `cutcard odds --promotion` prints: what a promotion is worth to a player, and what it costs the house."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Annotated

import typer
from rich.console import Console

from cutcard.clauses.library import name_of
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.money import Cents, priced

if TYPE_CHECKING:  # the solver is slow to import: only the commands that need it wait for it
    from cutcard.odds.promotion_worth import PromotionPlay, PromotionWorth, RuleRate

ROUNDS = 1000
WAGER = 1000


@dataclass(frozen=True, slots=True, kw_only=True)
class PromotionOptions:
    """A promotion, how somebody plays in it, and what others hold."""

    promotion: Annotated[
        str | None,
        typer.Option(
            metavar="FILE",
            help="What a promotion with these conditions is worth and costs; a book's name is the example for it.",
        ),
    ] = None
    entries: Annotated[int | None, typer.Option(help="With --promotion: entries that others hold.")] = None
    entrants: Annotated[
        int | None, typer.Option(help="With --promotion: how many others hold them, evenly; without it, one each.")
    ] = None
    rounds: Annotated[
        int | None, typer.Option(help=f"With --promotion: rounds that you play; without it, {ROUNDS}.")
    ] = None
    form: Annotated[bool, typer.Option("--form", help="With --promotion: an entry form is handed in as well.")] = False
    prize: Annotated[
        list[str] | None,
        typer.Option(metavar="KIND=SHARE", help="With --promotion: what a kind of prize is worth to you: travel=0.5."),
    ] = None

    def check(self, beside: Mapping[str, object]) -> bool:
        """Whether a promotion was given; raises where options do not go together."""
        if self.promotion is None and self != PromotionOptions():
            raise CutcardError("--entries, --entrants, --rounds, --form and --prize go with --promotion")
        for name, value in beside.items():
            if self.promotion is not None and value:
                raise CutcardError(f"{name} has no place beside --promotion")
        return self.promotion is not None


def print_worth(
    request: PromotionOptions, book: str | None, game: str | None, decks: int | None, options: Iterable[str],
    side_bets: Iterable[str], wager: Cents | None, as_json: bool,
) -> None:  # fmt: skip
    """Work out the promotion in a file for a game, and print it."""
    from cutcard.odds.promotion_worth import promotion_worth

    found = promotion_worth(_play(request, book, game, decks, options, side_bets, wager))
    if as_json:
        print(json.dumps(found.as_json(), indent=2))
    else:
        _print(console(), found)


def _play(
    request: PromotionOptions, book: str | None, game: str | None, decks: int | None, options: Iterable[str],
    side_bets: Iterable[str], wager: Cents | None,
) -> PromotionPlay:  # fmt: skip
    from cutcard.odds.promotion_worth import PromotionPlay
    from cutcard.odds.query import decks_of, rules_for
    from cutcard.odds.usual_play import SideStake, UsualPlay
    from cutcard.promotions.conditions_file import conditions_in

    assert request.promotion is not None
    conditions = conditions_in(request.promotion)
    if book is not None and book != name_of(conditions.book):
        raise CutcardError(f"{request.promotion} is a promotion of the book {conditions.book}, not of {book}")
    named = game or (conditions.games[0] if len(conditions.games) == 1 else "blackjack")
    wager = wager or conditions.minimum_wager or WAGER
    rules = rules_for(conditions.book, named, options)
    stakes = tuple(SideStake.parse(text, wager) for text in side_bets)
    size = decks_of(rules, decks, [each.bet for each in stakes])
    if request.entries is None and conditions.awarded == "draw":
        raise CutcardError("say how many entries others hold with --entries")
    return PromotionPlay(
        conditions=conditions,
        play=UsualPlay(rules=rules, decks=size, wager=wager, side_bets=stakes),
        rounds=request.rounds if request.rounds is not None else ROUNDS,
        others=request.entries or 0,
        entrants=request.entrants,
        form=request.form,
        shares=_shares(request.prize or ()),
    )


def _shares(texts: Iterable[str]) -> Mapping[str, Fraction]:
    found = {}
    for text in texts:
        kind, _, share = text.partition("=")
        try:
            found[kind.strip()] = Fraction(share.strip())
        except (ValueError, ZeroDivisionError):
            raise CutcardError(f"a prize is written as KIND=SHARE such as travel=0.5, not {text!r:.60}") from None
        if not 0 <= found[kind.strip()] <= 1:
            raise CutcardError(f"a prize is worth from 0 to 1 of what is stated, not {share}")
    return found


def _print(out: Console, found: PromotionWorth) -> None:
    query, play = found.query, found.query.play
    sides = "".join(f", {play.rules.side_bets[each.bet].title} {priced(each.stake)}" for each in play.side_bets)
    out.print(f"[bold]{query.conditions.title}[/]: {play.rules.title} of {play.rules.book}, {play.decks} decks")
    out.print(f"{query.rounds:,} rounds with {priced(play.wager)}{sides}; others hold {query.others:,} entries\n")
    rates = table("entries are earned by", "in a round", "entries of a round")
    for rate in found.rates:
        rates.add_row(_words(rate), _count(rate), f"{rate.entries:.6f}")
    out.print(rates, "")
    rows = table("", "")
    rows.add_row("entries in all", f"{found.entries:.2f}")
    rows.add_row("the first entry is worth", _money(found.first_entry))
    between = f", between {_money(found.least)} and {_money(found.most)}" if found.most > found.least else ""
    rows.add_row("all of them are worth", f"{_money(found.worth)}{between}")
    rows.add_row("worth of a round", f"{_money(found.per_round)}, {found.per_dollar:.4%} of what is wagered")
    rows.add_row("a round without it", f"{_money(found.expected)}, with it {_money(found.expected + found.per_round)}")
    rows.add_row("the prizes cost", f"{priced(found.cost)}, {_money(found.cost_per_entry)} an entry")
    edge = -found.expected / found.wagered
    rows.add_row("the house keeps", f"{edge:.4%} of such wagers, less {found.cost_per_dollar:.4%} for the prizes")
    out.print(rows, "")
    for note in found.notes:
        out.print(f"[dim]· {note}[/]")


def _words(rate: RuleRate) -> str:
    rule = rate.rule
    outcome = f", {rule.outcome}" if rule.outcome else ""
    each = f" each {priced(rule.each)}" if rule.each else ""
    bet = f" ({rule.bet or 'all bets'}{outcome})" if rule.earned_by != "form" else ""
    return f"{rule.earned_by}{each}{bet}"


def _count(rate: RuleRate) -> str:
    return _money(rate.count) if rate.rule.earned_by == "wagered" else f"{rate.count:.6f} times"


def _money(amount: float) -> str:
    return f"{'−' if amount < 0 else ''}${abs(amount) / 100:,.4f}"
