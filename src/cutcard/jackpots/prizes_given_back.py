"""Prizes that were paid and are given back within their round: the wager was invalid, or beyond a loss limit.

Sydney 16.22.2 and 16.23.1: who has such a wager is not entitled to what it has won. What the player gives back at the
table goes back to where it came from, as the prize of a wager does that is void before it is paid: into the meter, and
to the house what it had put into the meter for that prize.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cutcard.jackpots.draft import LinkDraft, Postings
from cutcard.jackpots.registry import event, posts, reduces
from cutcard.jackpots.state import LinkState
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.table import TableState
from cutcard.table.ledger import JACKPOTS, house_account, meter_account, moved, reserve_account


@event(seen_by="everybody", log="{cents:money} of what box {box} of {table} had won goes back into {meter}")
class PrizeGivenBack(NamedTuple):
    """A prize that was paid has come back from the table, since its wager was not valid."""

    meter: str
    table: str
    round: int
    box: int
    cents: Cents  # into the meter
    house_cents: Cents  # to the house, which had reset the meter for this prize


def taken_back(before: TableState, after: TableState) -> Iterator[tuple[str, int]]:
    """The side bets and boxes of linked wagers that a command has made no winners any more, once they were paid."""
    was, now = before.round, after.round
    if was is None or now is None or not before.playing or before.number != after.number:
        return
    for old, new in zip(was.wagers, now.wagers, strict=False):  # a command may add wagers
        if old.bet not in before.links or old.outcome != "win" or new.outcome == "win":
            continue
        meters = {row.outcome: row.meter for row in was.setup.side_bets[old.bet].rows}
        if meters.get(old.row or "") in was.setup.linked:
            yield old.bet, old.box


def give_back(draft: LinkDraft, before: TableState, after: TableState) -> Refusal | None:
    """Put prizes back that the table has had back from their winners."""
    for bet, box in taken_back(before, after):
        if bet != draft.state.terms.bet:
            continue
        here = (after.table, after.number)
        wins = [win for win in draft.state.wins.values() if (win.table, win.round) == here and box in win.boxes]
        paid = [win for win in wins if win.stage == "paid"]
        if not paid:  # the link does not remember it any more
            return Refusal("jackpot-stands", None, {"round": after.number})
        for win in paid:
            house_cents = min(win.reset, win.prize)
            where = (win.meter, win.table, win.round, box)
            draft.add(PrizeGivenBack(*where, win.prize - house_cents, house_cents))
    return None


@reduces(PrizeGivenBack)
def _given_back(state: LinkState, event: PrizeGivenBack) -> LinkState:
    """The others of the same win keep what they have."""
    wins = dict(state.wins)
    for number, win in state.wins.items():
        at = (win.table, win.round, win.meter, win.stage) == (event.table, event.round, event.meter, "paid")
        if not at or event.box not in win.boxes:
            continue
        left = [pair for pair in zip(win.boxes, win.players, strict=True) if pair[0] != event.box]
        boxes, players = tuple(box for box, _ in left), tuple(player for _, player in left)
        win = win._replace(reset=win.reset - event.house_cents)
        wins[number] = win._replace(boxes=boxes, players=players) if left else win._replace(stage="cancelled")
    return state._replace(wins=wins)


@posts(PrizeGivenBack)
def _post_given_back(state: LinkState, event: PrizeGivenBack) -> Postings:
    """Through the reserve, which it had left when it was paid; so it is seen also where the meter gets nothing."""
    currency = state.terms.currency
    house, reserve = house_account(currency, JACKPOTS), reserve_account(currency, state.link)
    meter = meter_account(currency, state.link, event.meter)
    whole = moved(house, reserve, event.cents + event.house_cents)
    return (*whole, *moved(reserve, meter, event.cents), *moved(reserve, house, event.house_cents))
