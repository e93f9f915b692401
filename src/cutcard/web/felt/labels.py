"""The words on the felt, and their equivalents for screen readers."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutcard.cards import BY_TEXT
from cutcard.engine import HAND_NEEDS, PLAYER_NEEDS
from cutcard.money import Cents
from cutcard.narration import printed_rules
from cutcard.narration.formatting import listed, money, spoken, worth
from cutcard.rulebooks.schema import Rules
from cutcard.table.view import BoxView, HandView, TableView, WagerView


def pill(hand: HandView, natural: str, over: bool) -> tuple[str, str]:
    """A hand's total or result in a word or two, and its kind: "", turn, won or lost."""
    if hand.total is None:
        return "", ""
    ends = {
        "natural": (natural, "won"),
        "bust": (f"bust {hand.total}", "lost"),
        "won": (f"{hand.total} wins", "won"),
        "surrendered": ("surrendered", "lost"),
        "void": ("void", ""),
    }
    if hand.ended in ends:
        return ends[hand.ended]
    return worth(hand.total, hand.soft and not hand.ended and not over), "turn" if hand.turn else ""


def dealer_ended(hand: HandView, natural: str) -> str:
    """The dealer's result, to follow "the dealer".

    >>> dealer_ended(HandView(total=24, ended="bust"), "Pontoon"), dealer_ended(HandView(total=18), "Pontoon")
    ('is over 21 with 24', 'has 18')
    """
    if hand.total is None:
        return "has no card"
    ends = {"bust": f"is over 21 with {hand.total}", "natural": f"has a {natural}"}
    return ends.get(hand.ended, f"has {hand.total}")


def is_over(table: TableView) -> bool:
    """Whether no hand on the felt can get another card."""
    return table.waiting.needs not in HAND_NEEDS | PLAYER_NEEDS | {"press", "settlement"}


def hand_said(hand: HandView, natural: str, over: bool) -> str:
    """A hand for screen readers."""
    cards = listed([spoken(BY_TEXT[card]) if card else "a card face down" for card in hand.cards] or ["no cards"])
    said, _ = pill(hand, natural, over)
    doubled = ", doubled" if hand.doubled else ""
    return f"{cards}{': ' + said if said else ''}{doubled}"


def box_said(box: BoxView, table: TableView) -> str:
    """A box for screen readers: who sits there, and the wagers."""
    who = box.holder or (f"kept for {box.reserved_for}" if box.reserved_for else "free")
    marker = f", {box.marker}" if box.marker else ""
    titles = {bet.bet: bet.title for bet in table.side_bets}
    wagers = [f"{wager.player} {money(wager.worth)}{_on(wager, titles)}" for wager in box.wagers]
    return f"Box {box.number}, {who}{marker}" + (f"; wagers: {listed(wagers)}" if wagers else "")


def _on(wager: WagerView, titles: dict[str, str]) -> str:
    if wager.bet in titles:
        return f" on {titles[wager.bet]}"
    return "" if wager.bet == "main" else f" {wager.bet}"


def limits(table: TableView) -> Iterator[str]:
    """The sign: limits of the game and of every side bet, and the decks. A replayed round may have no limits."""
    if range_ := _range(table.minimum, table.maximum or None):
        yield f"{range_} a box"
    for bet in table.side_bets:
        yield f"{bet.title} {_range(bet.minimum, bet.maximum)}".strip()
    for meter, amount in table.meters.items():
        yield f"{meter.replace('-', ' ')} jackpot {money(amount)}"
    yield f"{table.decks} decks"


def _range(low: Cents, high: Cents | None) -> str:
    """Limits in words; empty if there are none (a minimum of one cent is none).

    >>> _range(1000, 50_000), _range(500, None), _range(0, 2000), _range(1, None)
    ('$10 to $500', '$5 and more', 'up to $20', '')
    """
    if high is not None:
        return f"{money(low)} to {money(high)}" if low else f"up to {money(high)}"
    return f"{money(low)} and more" if low > 1 else ""


def arcs(table: TableView, rules: Rules) -> tuple[str, str, str]:
    """The three lines on the cloth."""
    return printed_rules.cloth(rules, table.inscriptions)


GENERAL = ("BLACKJACK", "BET", "BLACKJACKS", "JACKPOTS")  # words that do not distinguish side bets


def spots(titles: Sequence[str]) -> list[str]:
    """The word on the spot of each of these side bets, all different.

    >>> spots(["Perfect Pairs", "Buster Blackjack", "Blackpot"]), spots(["Perfect Pairs", "Star Pairs"])
    (['PAIRS', 'BUSTER', 'BLACKPOT'], ['PERFECT', 'STAR'])
    """
    words = [[word for word in title.upper().split() if word not in GENERAL] or [title.upper()] for title in titles]
    last = [each[-1] for each in words]
    said = [each[-1] if last.count(each[-1]) == 1 else each[0] for each in words]
    return [word if len(word) <= 8 else word[:7] + "." for word in said]


def net(box: BoxView, viewer: str | None) -> Cents | None:
    """The result of a box's settled wagers, only the viewer's if they have any; None if none is settled."""
    mine = [wager for wager in box.wagers if wager.player == viewer] or box.wagers
    settled = [wager for wager in mine if wager.returned is not None]
    return sum((wager.returned or 0) - wager.staked for wager in settled) if settled else None


def players(box: BoxView) -> list[str]:
    """The players who wager on a box, the seated one first."""
    names = list(dict.fromkeys(wager.player for wager in box.wagers))
    if box.holder is not None:
        names = [box.holder, *(name for name in names if name != box.holder)]
    return names
