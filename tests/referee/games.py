"""The sixteen games, and some of other houses, each as the facts that change a payment. Clause numbers at the side."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Game:
    rulebook: str
    name: str
    city: str
    decks: tuple[int, ...]
    players: int  # on one box
    tens: bool = True  # whether the rank T is in the deck
    hits_soft_17: bool = False
    natural_odds: tuple[int, int] = (3, 2)
    natural_first: bool = False  # a player's natural is paid whatever the dealer shows or makes
    even_money: bool = True
    double: str = "9-11"  # or "two", "two-or-three", "any", ""
    double_whole: bool = False  # no doubling for less
    hands: int = 2  # at most, by splitting; 1: no splitting
    tokens: bool = False  # Free Bet
    declining_bars: bool = False  # a split declined is declined for the round
    must_draw: bool = True  # no standing under 12
    surrender: str = ""  # or "before" any further card, or on the hand's "turn"
    pays_21: bool = False  # 21 wins at once, whatever the dealer makes
    pontoon: bool = False  # odds of 10.6, double rescue, Super Bonus
    win_cards: int = 0  # so many cards up to 21 win at once
    push_22: bool = False
    automatic: bool = False  # Select deals to soft 17 or hard 12 by itself
    takes: str = "busted-plus-one"  # what a dealer's natural takes
    hole: str = ""  # or "peeked", "unpeeked": the dealer's second card lies face down from the first deal on
    against: str = ""  # first cards of the dealer against which one may surrender; "": the usual ones
    keeps_half: bool = False  # a surrendered half comes back whatever the dealer makes
    split_totals: tuple[int, ...] = ()  # on which alone a split hand may double
    aces_again: bool = False  # split aces are split again
    aces_draw: bool = False
    aces_double: bool = False


_SYDNEY = Game("sydney-v15", "blackjack", "sydney", (6, 8), 3)  # 3.1, 5.5, 11.1, 12.4
_CANBERRA = Game(  # 2.1, 4.5, 10.3, 11, 13.1(f); up to four hands
    "canberra-2006", "blackjack", "canberra", (4, 5, 6, 7, 8), 3, double="two", hands=4, takes="all"
)
_BASE = Game(  # 3.1, 5.8, 7.5.5(a), 7.5.6(d), (e)
    "melbourne-v26",
    "blackjack",
    "melbourne",
    (4, 5, 6, 7, 8),
    5,
    hands=3,
    declining_bars=True,
    must_draw=False,
)
_PONTOON = replace(  # chapter 10
    _BASE,
    name="crown-pontoon",
    tens=False,
    hits_soft_17=True,
    natural_first=True,
    even_money=False,
    double="any",
    surrender="turn",
    pays_21=True,
    pontoon=True,
)
_SIX_TO_FIVE = replace(_PONTOON, name="6-to-5-pontoon", natural_odds=(6, 5))  # 20.2.1(a)
_PLUS = replace(  # chapter 22
    _BASE,
    name="blackjack-plus",
    natural_first=True,
    even_money=False,
    double="two-or-three",
    pays_21=True,
    win_cards=5,
    push_22=True,
)

_ALL = (
    _SYDNEY,
    replace(_SYDNEY, rulebook="sydney-earlier", decks=(3, 4, 6, 8)),
    _CANBERRA,
    replace(_CANBERRA, rulebook="canberra-2003", double_whole=True),  # dictionary: equal to the wager
    _BASE,
    _PONTOON,
    replace(_BASE, name="vegas-blackjack", decks=(4,), double="two", surrender="before"),  # 12.3.1, 12.4
    replace(_BASE, name="crown-blackjack", hits_soft_17=True),  # 14.2.2
    replace(_BASE, name="premier-blackjack", hits_soft_17=True, double="two"),  # 17.2
    replace(_BASE, name="premium-doubling-blackjack", hits_soft_17=True, double="any"),  # 18.2
    replace(_BASE, name="sports-blackjack", hits_soft_17=True, natural_odds=(6, 5), even_money=False),  # 19
    _SIX_TO_FIVE,
    _PLUS,
    replace(_PONTOON, name="spanish-blackjack"),  # 25.1
    replace(_BASE, name="blackjack-select", hits_soft_17=True, double="", hands=1, automatic=True),  # 27.2
    replace(_BASE, name="free-bet-blackjack", hits_soft_17=True, tokens=True, push_22=True),  # 29
)
GAMES = {(game.rulebook, game.name): game for game in _ALL}

# Games of other houses, which no document has: `tests/engine/test_house_games.py` has them as a rulebook.
_ANY = "23456789TJQKA"
_HOUSE = replace(
    _BASE,
    rulebook="house-games",
    decks=(6,),
    declining_bars=False,
    double="two",
    hands=4,
    surrender="turn",
    against=_ANY,
)
_HOUSES = (
    replace(_HOUSE, name="strip", hole="peeked", hits_soft_17=True),
    replace(_HOUSE, name="unpeeked", hole="unpeeked"),
    replace(_HOUSE, name="early", hole="peeked", surrender="before", keeps_half=True),
    replace(_HOUSE, name="six-cards", hole="unpeeked", surrender="before", keeps_half=True, win_cards=6),
    replace(_HOUSE, name="seven-cards", surrender="", win_cards=7),
    replace(_HOUSE, name="five-cards", hole="peeked", win_cards=5),
    replace(_HOUSE, name="aces-again", hole="peeked", aces_again=True, split_totals=(10, 11)),
    replace(_HOUSE, name="aces-draw", hole="unpeeked", aces_again=True, aces_draw=True, aces_double=True),
    replace(
        _PONTOON,
        rulebook="house-games",
        name="nevada-spanish",
        decks=(6,),
        declining_bars=False,
        hands=4,
        against=_ANY,
        hole="peeked",
        aces_again=True,
        aces_draw=True,
        aces_double=True,
    ),
)
HOUSE_GAMES = {(game.rulebook, game.name): game for game in _HOUSES}

_TAKES = ("busted-plus-one", "first-hand", "original-cap", "all")
_BOOL = (False, True)
# By city: option, its default (None: from the game), and what it may be.
OPTIONS: dict[str, dict[str, tuple[object, tuple[object, ...]]]] = {
    "sydney": {
        "resplit": (False, _BOOL),
        "ten-insurance": (False, _BOOL),
        "blackjack-paid": ("interim", ("interim", "final")),
        "dealer-blackjack-takes": (None, _TAKES),
        "doubled-ace": ("one", ("one", "either")),
        "blazing-7s-minimum": ("10000", ("10000", "25000", "50000")),
        "losing-invalid-wagers": ("returned", ("returned", "lost")),
    },
    "canberra": {"dealer-blackjack-takes": (None, _TAKES)},
    "melbourne": {
        "forced-draw": (False, _BOOL),
        "dealer-blackjack-takes": (None, _TAKES),
        "soft-double": (True, _BOOL),
        "doubled-ace": ("one", ("one", "either")),
        "drawn-21-against-blackjack": ("lose", ("lose", "stand-off")),
        "pandemonium-stake": ("returned", ("returned", "kept")),
        "doubtful-side-bets": (False, _BOOL),
    },
}
