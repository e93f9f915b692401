"""Every pay table of every side bet, and where each may be offered. Numbers are odds to one."""

from __future__ import annotations

from functools import cache

from .games import Game

# perfect, coloured, mixed
SYDNEY_PAIRS = (30, 10, 5)  # V15 14.12, earlier 14.8
CANBERRA_PAIRS = (25, 12, 6)  # 18.14 / 18.13
MELBOURNE_PAIRS = {  # 15.4.1
    (4, "A"): (25, 15, 6),
    (4, "B"): (30, 12, 5),
    (5, True): (25, 14, 6),
    (6, "A"): (25, 13, 6),
    (6, "B"): (30, 10, 5),
    (7, True): (25, 12, 6),
    (8, True): (25, 12, 6),
}
PONTOON_PAIRS = (25, 10, 5)  # 15.4.1, six or eight decks
ANY_PAIR = 11  # V15 14.15, earlier 15.7
STAR_PAIRS = (20, 8, 5)  # 14.30
STAR_ACES = 30
LUCKY_LUCKY = {  # 14.20: suited 777, suited 678, 777, 678, suited 21, 21, 20, 19
    "1": (200, 100, 50, 30, 10, 3, 2, 2),
    "2": (200, 100, 50, 30, 15, 3, 2, 1),
    "3": (200, 100, 50, 30, 10, 3, 2, 1),
}
# 14.24, cents for the 2.50 bet: same colour, mixed, two to the player, one and one; 5.00 doubles them.
BLAZING = (125000, 50000, 5000, 2500)
SUPER_SEVENS = (3, 50, 100, 500, 5000)  # 17.7: one, two, two suited, three, three suited
MAGNIFICENT_SUITED = {"1": 7770, "2": 16000}  # 13.7.1
MAGNIFICENT_MIXED = {4: 950, 5: 750, 6: 650, 7: 550, 8: 500}
MAGNIFICENT_TWO = (50, 150)  # mixed, one suit
CROWN_SUITS = (2, 5)  # 16.4.1: matching, super
JACKPOT_ODDS = {"aces": 150, "suited": 12, "unsuited": 5, "lucky": 6}  # 21.10.1
BLACKPOT = ((10, 100), (1000, 20000))  # 23.4.1: this round, ensuing round
BUSTER = {  # 26.4.2: dealer's cards 3 to 7, then 8 and more
    "A": (2, 2, 4, 15, 50, 250),
    "B": (2, 2, 4, 15, 50, 200),
    "C": (2, 2, 4, 12, 50, 250),
    "D": (2, 2, 4, 12, 50, 200),
    "E": (2, 2, 3, 12, 50, 250),
}
SPREAD = {"1": (5, 4, 3), "2": (12, 5, 2), "3": (15, 4, 2)}  # 28.4.1: 2-3, 4-5, 6-9
POT_OF_GOLD = {"1": (0, 3, 10, 30, 60, 100), "2": (0, 3, 10, 25, 50, 100)}  # 30.5.1, by tokens
PANDEMONIUM = {  # 11.5.4: the prizes there are, in dollars
    "1": (250000, 7500, 750, 250, 50, 25, 20, 15, 10, 5),
    "2": (100000, 1000, 500, 100, 50, 20, 10),
    "3": (50000, 1000, 500, 100, 50, 20, 10),
    "4": (25000, 1000, 500, 100, 50, 20, 10),
    "5": (10000, 1000, 500, 100, 50, 20, 10),
    "6": (25000, 1000, 500, 100, 50, 40, 35, 30, 25, 20, 15, 14, 12, 11, 10),
    "7": (25000, 1000, 500, 100, 50, 40, 35, 30, 25, 20, 15, 14, 12, 11, 10),
    "8": (25000, 1000, 500, 100, 50, 40, 35, 30, 25, 20, 15, 14, 12, 11, 10),
    "9": (100, 50, 25, 20, 10, 5, 3, 2),
    "10": (100, 50, 30, 20, 10, 5),
}

ALL_BETS = {
    "perfect-pairs", "any-pairs", "star-pairs", "lucky-lucky", "blazing-7s", "super-sevens",
    "pontoon-pandemonium", "magnificent-sevens", "crown-suits", "blackjack-jackpots", "blackpot", "supernova",
    "buster-blackjack", "spread-bet", "pot-of-gold",
}  # fmt: skip
Tables = tuple[object, ...]
_ONE: Tables = (True,)


@cache
def on_offer(game: Game, decks: int, doubtful: bool) -> dict[str, Tables]:
    """The side bets that this game may offer with so many decks, each with the pay tables it may name."""
    if game.city == "melbourne":
        return _melbourne(game, decks, doubtful)
    if game.city == "canberra":
        return {"perfect-pairs": _ONE, "super-sevens": _ONE}
    if game.rulebook == "sydney-earlier":  # 3.1: pairs with six or eight decks
        return {"perfect-pairs": _ONE, "any-pairs": _ONE} if decks in (6, 8) else {}
    offer: dict[str, Tables] = {
        "perfect-pairs": _ONE,
        "any-pairs": _ONE,
        "lucky-lucky": tuple(LUCKY_LUCKY),
    }
    if decks == 6:  # 3.1.1
        offer |= {"star-pairs": _ONE, "blazing-7s": _ONE}
    return offer


def _melbourne(game: Game, decks: int, doubtful: bool) -> dict[str, Tables]:
    offer: dict[str, Tables] = {"blackpot": _ONE, "buster-blackjack": tuple(BUSTER)}
    if not game.pontoon:
        offer["perfect-pairs"] = tuple(table for number, table in MELBOURNE_PAIRS if number == decks)
        if decks == 6:  # 21.4.1, 24.4.1; Vegas has four decks anyway
            offer |= {"blackjack-jackpots": _ONE, "supernova": _ONE}
    elif decks in (6, 8):
        offer["perfect-pairs"] = _ONE
    if decks in (4, 6, 8):
        offer["spread-bet"] = tuple(SPREAD)
        if doubtful or game.name in ("blackjack", "crown-blackjack", "crown-pontoon"):  # 16.3.2
            offer["crown-suits"] = _ONE
    if doubtful or game.name in ("blackjack", "crown-blackjack"):  # 13.2
        offer["magnificent-sevens"] = tuple(MAGNIFICENT_SUITED)
    if game.name in ("crown-pontoon", "6-to-5-pontoon"):  # 11.1
        offer["pontoon-pandemonium"] = tuple(PANDEMONIUM)
    if game.tokens and decks in (6, 8):  # 30.1, 30.5.1
        offer["pot-of-gold"] = tuple(POT_OF_GOLD)
    return offer
