"""A prize is won: what the house has set aside for it is owed to the winner from then on."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from typing import NamedTuple

from cutcard.players.player_state import stream_of_player
from cutcard.players.standing import kept_from_draws
from cutcard.promotions.prize_money import fund_account, owed_account
from cutcard.promotions.promotion_draft import PromotionDraft
from cutcard.promotions.promotion_registry import event, posts, reduces
from cutcard.promotions.promotion_state import PromotionState, Win
from cutcard.streams import Postings
from cutcard.table.bounds import is_name
from cutcard.table.ledger import moved


@event(seen_by="everybody", log="{player} wins prize {prize}, {name}")
class PrizeWon(NamedTuple):
    win: int
    prize: int  # counted from 1
    name: str
    player: str
    at: int
    draw: int  # 0: it was won at once
    ticket: int
    clause: str


def award(draft: PromotionDraft, prize: int, player: str, draw: int, ticket: int) -> None:
    """Somebody wins a prize."""
    state = draft.state
    clause = draft.prize_rules.items["awarding"]
    draft.add(PrizeWon(len(state.wins) + 1, prize, state.prize(prize).name, player, draft.at, draw, ticket, clause))


def winners_at_once(state: PromotionState, more: Iterable[str]) -> tuple[str, ...]:
    """The pages of the register of those who may win at once: who has entries that have won nothing, and some more."""
    if state.conditions_or_none is None or state.conditions.awarded != "at-once":
        return ()
    won = Counter(one.player for one in state.wins.values())
    waiting = (name for name, entries in state.tickets.items() if won[name] < min(entries, state.conditions.wins_each))
    return tuple(stream_of_player(name) for name in dict.fromkeys((*waiting, *more)) if is_name(name))


def award_at_once(draft: PromotionDraft) -> None:
    """Where prizes are won at once, every entry that has won nothing yet wins, in the order of names.

    Anybody who is excluded, suspended or on a break wins nothing while that lasts, as in a draw.
    """
    conditions = draft.state.conditions
    if conditions.awarded != "at-once":
        return
    for player, entries in draft.state.tickets.items():
        if kept_from_draws(draft.others.get(stream_of_player(player)), player, draft.at) is not None:
            continue
        won = sum(one.player == player for one in draft.state.wins.values())
        for ticket in range(won + 1, min(entries, conditions.wins_each) + 1):
            prize = next_prize(draft.state)
            if prize:
                award(draft, prize, player, 0, ticket)


def next_prize(state: PromotionState) -> int:
    """The first prize that is left, counted from 1; 0: none is."""
    return next((at for at in range(1, len(state.conditions.prizes) + 1) if state.left(at) > 0), 0)


@reduces(PrizeWon)
def _won(state: PromotionState, event: PrizeWon) -> PromotionState:
    by = frozenset({state.commanded_by} if event.draw else ()) | {*filter(None, [state.entered_by.get(event.player)])}
    won = Win(event.win, event.prize, event.player, event.at, event.draw, event.ticket, given_by=by)
    return state._replace(wins={**state.wins, event.win: won})


@posts(PrizeWon)
def _post_won(state: PromotionState, event: PrizeWon) -> Postings:
    prize, currency = state.prize(event.prize), state.conditions.currency
    if not prize.monetary:
        return ()
    owed = owed_account(currency, state.promotion, event.player)
    return moved(fund_account(currency, state.promotion), owed, prize.value)
