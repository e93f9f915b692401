"""Tables and cards at random, for rounds that seldom happen at a real one; the same seed gives the same ones."""

from __future__ import annotations

from random import Random

from cutcard.cards import PACK, Card
from cutcard.money import dollars
from cutcard.rulebooks import load
from cutcard.rulebooks.offers import meters, offered, tables
from cutcard.rulebooks.schema import PayTable, Rules
from cutcard.simulate.table import SideWager, Table


def random_table(rng: Random, book: str, game: str) -> Table:
    """A table of a game with random options, decks, boxes, wagers and side bets."""
    options = load(book).options(game)
    chosen = {
        name: rng.choice(option.values) if option.values else dollars(rng.randrange(100_00, 1_000_000))
        for name, option in options.items()
        if rng.random() < 0.5
    }
    rules = load(book).rules(game, chosen)
    decks = rng.choice(rules.cards.decks)
    chip = rng.choice([1, 1, 50, 100, 250, 500])
    return Table(
        rules=rules,
        decks=decks,
        boxes=rng.choice([1, 1, 1, 2, 2, 3, 4, rng.randint(5, rules.cards.boxes_max)]),
        bet=rng.choice([chip, 100, 2500]) * rng.randint(1, 30),
        chip=chip,
        side_bets={
            bet: SideWager(table=pays, stake=rng.choice(rules.side_bets[bet].amounts or (rng.randint(1, 60) * 50,)))
            for bet, pays in _offered(rng, rules, decks).items()
        },
        meters={meter: rng.randint(1_000_000, 9_000_000) for meter in meters(rules)},
    )


def _offered(rng: Random, rules: Rules, decks: int) -> dict[str, PayTable]:
    likely = rng.choice([0, 0.3, 0.7, 1])
    chosen: dict[str, PayTable] = {}
    for bet, side in offered(rules).items():
        fitting = [table for (_, at), table in tables(rules, side).items() if at == decks]
        if fitting and rng.random() < likely and not set(side.not_with) & chosen.keys():
            chosen[bet] = rng.choice(fitting)
    return chosen


_THEMES = ("23456789TJQKA",) * 3 + (
    "AATJQK",
    "AJK",
    "6778",
    "678",
    "7",
    "A2345",
    "2345",
    "88",
    "569A",
    "A7",
    "456",
    "TA2",
)


def random_cards(rng: Random, rules: Rules, boxes: int) -> list[Card]:
    """Cards that often make what seldom happens: pairs, naturals, sevens, long hands."""
    removed = set(rules.cards.removed_ranks)
    plain = [card for card in PACK if card.rank not in removed]
    theme, suits = rng.choice(_THEMES), rng.choice(["cdhs"] * 3 + ["s", "d", "sd"])
    themed = [card for card in plain if card.rank in theme and card.suit in suits] or plain
    share = rng.choice([0, 0.5, 0.8, 0.95])
    length = 24 + 20 * boxes
    mixed = zip(rng.choices(themed, k=length), rng.choices(plain, k=length), strict=True)
    return [one if rng.random() < share else other for one, other in mixed]
