"""A demonstration casino: play-money tables, one for each book and the best-known Melbourne games, and jackpots.

A table joins a jackpot no sooner than its sign has stood for as long as the document asks (Melbourne 21.5.1(e),
24.5.1(e)). So that nobody has to wait for that, a new demonstration is as old as it takes: its tables were opened, and
the signs put up, that long before it starts, and every event says so. Tables of a store that is older get the sign now
and join when the demonstration starts again.
"""

from __future__ import annotations

import asyncio
import contextlib
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from cutcard import logs
from cutcard.clauses.library import is_own
from cutcard.durations import MINUTE_MS
from cutcard.engine import Refusal
from cutcard.engine.state import PersonalLimit
from cutcard.floor.house_dealer import HOUSE
from cutcard.floor.links import act_on_link
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.jackpots import JoinLink, LinkState, OpenLink, PostLinkSign, stream_of_link
from cutcard.money import Cents
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.service.casino import Casino
from cutcard.table import OpenTable, Person, Sign
from cutcard.table.link_terms import MeterTerms

log = logs.get("demonstration")
FLOAT = 10_000_000
BETTING_MS = 20_000
DECISION_MS = 45_000
EARLIER_MS = 21 * MINUTE_MS  # that a new demonstration has been open when it starts: longer than any sign has to stand


class Shown(NamedTuple):
    """A table of the demonstration."""

    name: str
    book: str
    game: str
    minimum: int = 1000
    maximum: int = 50_000
    side_bets: Mapping[str, str | bool] = {}
    options: Mapping[str, Any] = {}
    decks: int | None = None  # None: as many as the game takes
    device: Literal["shoe", "shuffling-device"] = "shoe"


class ShownLink(NamedTuple):
    """A jackpot of the demonstration and the tables that are linked to it."""

    link: str
    book: str
    bet: str
    price: Cents
    meters: Mapping[str, MeterTerms]
    tables: tuple[str, ...]
    selected_per_million: int = 0


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
    Shown("Sevens", "sydney-v15", "blackjack", decks=6, device="shuffling-device"),
    Shown("Sevens-2", "sydney-v15", "blackjack", decks=6, device="shuffling-device"),
    Shown("Aces", "melbourne-v26", "blackjack", decks=6),
    Shown("Nova", "melbourne-v26", "blackjack", decks=6),
)
LINKS: tuple[ShownLink, ...] = (
    ShownLink(
        "Blazing",
        "sydney-v15",
        "blazing-7s",
        500,
        {"blazing-7s": MeterTerms(1_000_000, 150_000)},
        ("Sevens", "Sevens-2"),
    ),
    ShownLink(
        "All-Aces",
        "melbourne-v26",
        "blackjack-jackpots",
        500,
        {"blackjack-jackpots": MeterTerms(1_000_000, 120_000)},
        ("Aces",),
        5_000,
    ),
    ShownLink(
        "Supernova",
        "melbourne-v26",
        "supernova",
        500,
        {
            "supernova-major": MeterTerms(500_000, 60_000),
            "supernova-minor": MeterTerms(25_000, 100_000),
            "supernova-mystery": MeterTerms(50_000, 60_000),
        },
        ("Nova",),
        2_000,
    ),
)


async def open_tables(casino: Casino) -> None:
    """Open the tables and links of the demonstration that have never been opened, and link what may be linked."""
    casino.demonstration = True
    earlier = casino.now() - EARLIER_MS if not await asyncio.to_thread(casino.store.tables) else None
    for link in LINKS:
        await _open_link(casino, link, earlier)
    for shown in (*TABLES, *own_tables()):
        with contextlib.suppress(OutOfOrder):
            live = await casino.floor.table(shown.name)
            if live.state.phase == "new":
                command = casino.by_house_rules(opening(shown))
                boss, command_id = _boss(shown.book), f"{HOUSE}:demonstration:{shown.name}"
                answer = await casino.floor.act(shown.name, command, boss, command_id, at=earlier)
                if isinstance(answer, Refusal):
                    assert is_own(shown.book), (shown, answer)
                    log.warning("table not opened", table=shown.name, says=answer.message)
            await _post_signs(casino, shown.name, earlier)  # at once, before the house deals there
    for link in LINKS:
        for table in link.tables:  # refused while its sign has not stood for long enough
            await act_on_link(casino.floor, link.link, JoinLink(table), _boss(link.book))


def own_tables() -> list[Shown]:
    """A table for each game of the operator's own rulebooks."""
    own = [book for book in BOOKS if is_own(book)]
    return [Shown(f"{book}-{game}", book, game) for book in own for game in load(book).games]


def _boss(book: str) -> Person:
    return Person(HOUSE, load(book).roles[-1])


async def _open_link(casino: Casino, shown: ShownLink, at: int | None) -> None:
    live = await casino.floor.stream(stream_of_link(shown.link))
    if live.state.phase:
        return
    opening = OpenLink(shown.link, shown.book, shown.bet, "play", shown.price, shown.meters)
    opening = opening._replace(selected_per_million=shown.selected_per_million)
    answer = await act_on_link(casino.floor, shown.link, opening, _boss(shown.book), at=at)
    assert not isinstance(answer, Refusal), (shown, answer)


async def _post_signs(casino: Casino, table: str, at: int | None) -> None:
    """Put up the sign that a table joins its link, unless it has joined or the sign is up."""
    for shown in (link for link in LINKS if table in link.tables):
        state: LinkState = (await casino.floor.stream(stream_of_link(shown.link))).state
        if table not in state.tables and table not in (notice.table for notice in state.notices):
            await act_on_link(casino.floor, shown.link, PostLinkSign("join", table), _boss(shown.book), at=at)


def opening(shown: Shown) -> OpenTable:
    """The command that opens a table of the demonstration."""
    game_rules = rules(shown.book, shown.game, shown.options)
    most_decks = game_rules.cards.decks[-1]
    return OpenTable(
        shown.name,
        shown.book,
        shown.game,
        shown.decks or most_decks,
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
        device=shown.device,
    )
