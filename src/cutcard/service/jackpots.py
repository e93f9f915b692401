"""Jackpots as a display above the tables shows them: every link with its meters, tables, signs and last prizes.

What the meters show is read from the ledger at most a few times a second for all who look, so hundreds of tables that
add to a meter make no more work than one. The links themselves are in memory, where other processes on the same
database keep them up to date.
"""

from __future__ import annotations

import asyncio
import contextlib
import time
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any, NamedTuple

from pydantic import Field

from cutcard.floor.floor import Floor
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.jackpots import LinkState, Win, stream_of_link
from cutcard.money import Cents
from cutcard.narration.formatting import money, odds
from cutcard.narration.reasons import called
from cutcard.rulebooks.offers import table_named
from cutcard.rulebooks.schema import Row
from cutcard.service.accounts import casino_of
from cutcard.service.body import Body
from cutcard.store.meters import Reconciler, Reconciliation, meters_now
from cutcard.table.ledger import meter_account, reserve_account
from cutcard.table.link_terms import side_bet_of

FRESH_S = 0.25  # that a reading of the meters is used again
WINS_SHOWN = 10
PLAY_MONEY = "play"
FAILED = "not working"  # staff are told why


class MeterShown(Body):
    """A meter: what it shows, what it is reset to, its part of each wager, and what is won of it and not paid yet."""

    meter: str
    title: str
    cents: int
    seed: int
    per_million: int
    reserved: int


class LinkedTable(Body):
    table: str
    since: int


class SignShown(Body):
    """A sign at a table: what is going to change there, and from when on it may."""

    table: str
    change: str
    to: str
    posted_at: int
    holds_from: int


class PrizeShown(Body):
    """A line of the pay table: what wins, of which meter ("" of none), and how much in words: "all", "10%", "100:1"."""

    outcome: str
    title: str
    meter: str
    share: str


class WinShown(Body):
    """A prize of a meter. `players` is for staff and inspectors only; `prize` is that of each winner."""

    number: int
    meter: str
    title: str
    outcome: str
    outcome_title: str
    table: str
    round: int
    boxes: list[int]
    players: list[str] = Field(default=[])
    value: int
    prize: int
    position: int
    at: int
    stage: str
    others: int = 0


class LinkShown(Body):
    """A link of tables; money in cents, times in milliseconds."""

    link: str
    casino: str
    book: str
    bet: str
    title: str
    currency: str
    play_money: bool
    price: int
    pay_table: str
    phase: str
    failed: str
    selected_per_million: int
    commitment: str
    device: int
    meters: list[MeterShown]
    prizes: list[PrizeShown]
    reserve: int
    tables: list[LinkedTable]
    signs: list[SignShown]
    wins: list[WinShown]


class MeterReconciled(Body):
    """How a meter came to what it shows; `due` must be `display` and `reserved` together."""

    meter: str
    seed: int
    resets: int
    contributions: int
    exact: int
    ahead: int
    transfers_in: int
    transfers_out: int
    adjustments: int
    returned: int
    won: int
    cancelled: int
    given_back: int
    reset_back: int
    shared: int
    paid: int
    display: int
    reserved: int
    due: int
    holds: bool


class LinkReconciled(Body):
    """Whether all meters of a link hold what their history makes, after a row of the store, and if not why."""

    position: int
    holds: bool
    faults: list[str]
    reserve: int
    meters: list[MeterReconciled]


class Shown(NamedTuple):
    """All links after a row of the store, by name."""

    position: int
    links: Mapping[str, LinkShown]


class Jackpots:
    """All links and their meters, looked at no more than a few times a second. Belongs to one event loop."""

    def __init__(self, floor: Floor) -> None:
        self._floor = floor
        self._shown = Shown(0, {})
        self._states: dict[str, LinkState] = {}  # from which that was read
        self._read_s = -FRESH_S
        self._lock = asyncio.Lock()
        self._reconcilers: dict[str, Reconciler] = {}
        self._reckoning = asyncio.Lock()

    async def shown(self) -> Shown:
        """Every link of the store."""
        async with self._lock:
            if time.monotonic() - self._read_s >= FRESH_S:
                await self._look()
        return self._shown

    async def one(self, state: LinkState) -> LinkShown | None:
        """A link as its state is now: who has just opened or changed it is not shown what was before."""
        async with self._lock:
            if self._states.get(state.link) is not state or time.monotonic() - self._read_s >= FRESH_S:
                await self._look()
        return self._shown.links.get(state.link)

    async def reconciled(self, link: str) -> Reconciliation:
        """How the meters of a link came to what they show; only what is new since the last time is read."""
        async with self._reckoning:
            reconciler = self._reconcilers.setdefault(link, Reconciler(self._floor.store, link))
            return await asyncio.to_thread(reconciler.reconciled)

    async def _look(self) -> None:
        now = await asyncio.to_thread(meters_now, self._floor.store)
        states = [state for name in now.links if (state := await self._state(name)) is not None]
        self._states = {one.link: one for one in states if one.phase}
        shown = {name: link_shown(one, now.balances) for name, one in self._states.items()}
        self._shown = Shown(now.position, shown)
        self._read_s = time.monotonic()

    async def _state(self, link: str) -> LinkState | None:
        with contextlib.suppress(OutOfOrder):
            state: LinkState = (await self._floor.stream(stream_of_link(link))).state
            return state
        return None


def link_shown(state: LinkState, held: Mapping[str, Cents]) -> LinkShown:
    """A link with what its accounts hold, as anybody may see it."""
    terms = state.terms
    wins = sorted(state.wins.values(), key=lambda win: -win.number)
    return LinkShown(
        link=state.link,
        casino=casino_of(terms.book),
        book=terms.book,
        bet=terms.bet,
        title=side_bet_of(terms.book, terms.bet).title,
        currency=terms.currency,
        play_money=terms.currency == PLAY_MONEY,
        price=terms.price,
        pay_table=terms.pay_table,
        phase=state.phase,
        failed=FAILED if state.failed else "",
        selected_per_million=terms.selected_per_million,
        commitment=state.commitment,
        device=state.device,
        meters=[
            MeterShown(
                meter=meter,
                title=meter_title(state, meter),
                cents=held.get(meter_account(terms.currency, state.link, meter), 0),
                seed=one.seed,
                per_million=one.per_million,
                reserved=sum(win.prize * len(win.boxes) for win in wins if win.meter == meter and win.unpaid),
            )
            for meter, one in terms.meters.items()
        ],
        prizes=list(_prizes(terms.book, terms.bet, terms.pay_table)),
        reserve=held.get(reserve_account(terms.currency, state.link), 0),
        tables=[LinkedTable(table=table, since=since) for table, since in sorted(state.tables.items())],
        signs=[SignShown(**notice._asdict()) for notice in state.notices],
        wins=[_win_shown(state, win) for win in wins[:WINS_SHOWN]],
    )


def _win_shown(state: LinkState, win: Win) -> WinShown:
    fields = {name: value for name, value in win._asdict().items() if name in WinShown.model_fields}
    fields |= {"boxes": list(win.boxes), "players": [], "outcome_title": called(win.outcome)}
    return WinShown(**fields, title=meter_title(state, win.meter))


@cache
def _prizes(book: str, bet: str, table: str) -> tuple[PrizeShown, ...]:
    rows = table_named(side_bet_of(book, bet), table).rows
    return tuple(
        PrizeShown(outcome=row.outcome, title=called(row.outcome), meter=row.meter or "", share=_share(row))
        for row in rows
    )


def _share(row: Row) -> str:
    if row.share is not None:
        return "all" if row.share == 1 else f"{float(100 * row.share):g}%"
    if row.prizes is not None:
        return " or ".join(dict.fromkeys(map(money, row.prizes.values())))
    return odds(row.pays) if row.pays is not None else ""


def with_winners(shown: LinkShown, state: LinkState) -> LinkShown:
    """The same for staff: with the names of those who have won, and why a link does not work."""
    wins = [
        one.model_copy(update={"players": list(state.wins[one.number].players)}) if one.number in state.wins else one
        for one in shown.wins
    ]
    return shown.model_copy(update={"wins": wins, "failed": state.failed})


def meter_title(state: LinkState, meter: str) -> str:
    """The heading of a meter: the jackpot's name, and the meter's own where it has several."""
    title = side_bet_of(state.terms.book, state.terms.bet).title
    own = meter.removeprefix(state.terms.bet).strip("-").replace("-", " ").title()
    return f"{title} {own}".strip()


def changes(before: Mapping[str, LinkShown], after: Mapping[str, LinkShown]) -> dict[str, Any] | None:
    """What a display that has one reading needs to have another; None: nothing.

    A link in which only meters have moved is not sent again: `meters` has what they show.
    """
    links: list[LinkShown] = []
    meters: dict[str, dict[str, Cents]] = {}
    for name, link in after.items():
        known = before.get(name)
        if known == link:
            continue
        if known is None or _without_meters(known) != _without_meters(link):
            links.append(link)
        else:
            meters[name] = _moved(known.meters, link.meters)
    gone = [name for name in before if name not in after]
    if not (links or meters or gone):
        return None
    return {"links": [link.model_dump(mode="json") for link in links], "meters": meters, "gone": gone}


def _without_meters(link: LinkShown) -> LinkShown:
    still = [one.model_copy(update={"cents": 0}) for one in link.meters]
    return link.model_copy(update={"meters": still})


def _moved(before: Iterable[MeterShown], after: Iterable[MeterShown]) -> dict[str, Cents]:
    return {new.meter: new.cents for old, new in zip(before, after, strict=True) if old.cents != new.cents}
