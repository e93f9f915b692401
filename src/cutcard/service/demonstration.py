"""A demonstration casino: play-money tables, one for each book and for the best-known Melbourne games."""

from __future__ import annotations

import contextlib
from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard.engine import Refusal
from cutcard.engine.state import PersonalLimit
from cutcard.floor.house_dealer import HOUSE
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.rulebooks import load, rules
from cutcard.service.casino import Casino
from cutcard.table import OpenTable, Person, Sign

FLOAT = 10_000_000
BETTING_MS = 20_000
DECISION_MS = 45_000


class Shown(NamedTuple):
    """A table of the demonstration."""

    name: str
    book: str
    game: str
    minimum: int = 1000
    maximum: int = 50_000
    side_bets: Mapping[str, str | bool] = {}
    options: Mapping[str, Any] = {}


PAIRS: Mapping[str, str | bool] = {"perfect-pairs": True}
TABLES: tuple[Shown, ...] = (
    Shown("Sydney", "sydney-v15", "blackjack", side_bets=PAIRS),
    Shown("Sydney-earlier", "sydney-earlier", "blackjack", side_bets=PAIRS),
    Shown("Canberra", "canberra-2006", "blackjack"),
    Shown("Canberra-2003", "canberra-2003", "blackjack"),
    Shown("Melbourne", "melbourne-v26", "blackjack", side_bets={**PAIRS, "buster-blackjack": "A"}),
    Shown("Pontoon", "melbourne-v26", "crown-pontoon", side_bets={**PAIRS, "blackpot": True}),
    Shown("Spanish", "melbourne-v26", "spanish-blackjack", side_bets=PAIRS),
    Shown("Free-Bet", "melbourne-v26", "free-bet-blackjack", side_bets=PAIRS),
    Shown("Vegas", "melbourne-v26", "vegas-blackjack", side_bets={"perfect-pairs": "A"}),
    Shown("Plus", "melbourne-v26", "blackjack-plus", side_bets=PAIRS),
)


async def open_tables(casino: Casino) -> None:
    """Open the demonstration tables that have never been opened."""
    for shown in TABLES:
        with contextlib.suppress(OutOfOrder):
            live = await casino.floor.table(shown.name)
            if live.state.phase == "new":
                boss = Person(HOUSE, load(shown.book).roles[-1])
                command = casino.by_house_rules(opening(shown))
                answer = await casino.floor.act(shown.name, command, boss, f"{HOUSE}:demonstration:{shown.name}")
                assert not isinstance(answer, Refusal), (shown, answer)


def opening(shown: Shown) -> OpenTable:
    """The command that opens a table of the demonstration."""
    game_rules = rules(shown.book, shown.game, shown.options)
    most_decks = game_rules.cards.decks[-1]
    return OpenTable(
        shown.name,
        shown.book,
        shown.game,
        most_decks,
        Sign(
            shown.minimum,
            shown.maximum,
            side_bets={bet: PersonalLimit(200, 10_000) for bet in shown.side_bets},
        ),
        boxes=min(7, game_rules.cards.boxes_max),
        options=shown.options,
        side_bets=shown.side_bets,
        chips=FLOAT,
        betting_ms=BETTING_MS,
        decision_ms=DECISION_MS,
        layout_approved=True,
        play_money=True,
        runs_itself=True,
        several_boxes=True,
    )
