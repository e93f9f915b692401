"""Whether somebody may wager: what the register of players says of them, and their limits, at the moment of a command.

It does not matter by which command chips come onto the layout. Anybody who has put some there by the time a command is
decided has to be in good standing, and so does anybody who has bought chips.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Literal, NamedTuple

from cutcard.engine import Refusal
from cutcard.money import Cents
from cutcard.table.config import PLAYER, TableConfig
from cutcard.table.ledger import (
    DEPOSIT,
    PLAY_MONEY,
    CashWay,
    Postings,
    cash_account,
    counted_at,
    moved,
    player_tokens,
)
from cutcard.table.play_accounts import holdings_changed
from cutcard.table.registry import TABLE, event, posts, reduces
from cutcard.table.state import TableState

if TYPE_CHECKING:
    from cutcard.table.draft import Draft

KEPT_OUT = ("player-excluded", "player-suspended")  # others who may not wager may stay and watch
LIMIT_CODES = {
    "loss": "loss-limit",
    "deposit": "deposit-limit",
    "cash": "cash-limit",
    "identity": "identity-limit",
}
_BY_STAFF = ("place-wager", "hand-in-form")  # what somebody wagers in a session, entered by staff
STANDING_NEEDED = "standing-needed"  # the command has to be decided again, with the standing of more players


class Allowance(NamedTuple):
    """A limit that is in force: what some accounts may hold together at most, and what they held when last read."""

    kind: Literal["loss", "deposit", "cash", "identity"]
    period: str  # "day", "week", "month"
    most: Cents
    accounts: tuple[str, ...]
    held: Cents = 0
    clause: str | None = None


class Standing(NamedTuple):
    """What the register says of a player. Of somebody whom it does not know it says only what the law says of cash."""

    player: str
    day: str = ""  # the one to which their play counts; "": they are not registered
    card: str = ""  # the number of their valid card; "": they have none
    refused: Refusal | None = None  # why they may not wager now
    allowances: tuple[Allowance, ...] = ()
    cash: tuple[str, ...] = ()  # the accounts of the day's cash, which decide whether it has to be reported
    visitor_day: str = ""  # to which cash counts of somebody whom the register does not know; "": it need not
    undocumented: str = ""  # the number of their card, if it is not valid for lack of a document

    @property
    def kept_out(self) -> Refusal | None:
        """Why they may not even be at a table."""
        return self.refused if self.refused is not None and self.refused.code in KEPT_OUT else None


@event(seen_by="staff", log="the play of {player} counts towards {day}")
class PlayCounted(NamedTuple):
    """From now on what a registered player wins, loses and buys counts to a day."""

    player: str
    day: str


@event(seen_by="staff", log="{amount:money} in cash, {way}, of {player}, who is not registered, counts towards {day}")
class VisitorCash(NamedTuple):
    """Cash of somebody whom the register does not know: limited, and from some amount on the law asks who they are."""

    player: str
    day: str
    way: CashWay
    amount: Cents


@posts(VisitorCash)
def _post_visitor_cash(state: TableState, event: VisitorCash) -> Postings:
    account = cash_account(state.currency, event.player, event.day, event.way)
    return moved(counted_at(DEPOSIT, state.currency, state.table), account, event.amount)


def _count_visitors(draft: Draft, before: TableState) -> None:
    """Count the cash that a command has taken from those whom the register does not know, or paid to them."""
    cash = f"{draft.state.currency}:cash"
    found = [
        (name, -cents)
        for state, kind, lines in _steps(draft, before)
        if kind in TABLE.exchanges
        for account, cents in lines
        if account == cash
        for name in holdings_changed(state, lines)
    ]
    for name, cents in found:
        day = (draft.standings or {})[name].visitor_day
        if day:
            draft.add(VisitorCash(name, day, "in" if cents > 0 else "out", abs(cents)))


@reduces(PlayCounted)
def _counted(state: TableState, event: PlayCounted) -> TableState:
    return state._replace(play_days={**state.play_days, event.player: event.day})


def at_risk(state: TableState, player: str) -> bool:
    """Whether a player has anything on the layout."""
    wagers = state.round.wagers if state.playing and state.round is not None else ()
    return any(state.laid(player=player)) or any(one.player == player and one.open for one in wagers)


def count_days(draft: Draft) -> int:
    """Say to which day the play of those counts whose standing is known; a round belongs to the day it began on.

    Returns of how many that had to be said.
    """
    before = len(draft.events)
    for name, standing in (draft.standings or {}).items():
        state = draft.state
        if standing.day and state.play_days.get(name) != standing.day and not at_risk(state, name):
            draft.add(PlayCounted(name, standing.day))
    return len(draft.events) - before


def standing_refused(draft: Draft, before: TableState) -> Refusal | None:
    """Refuse what puts chips of somebody on the layout, or sells them chips or a balance, who may not have that."""
    standings = draft.standings
    if standings is None or draft.state.phase != "open":
        return None
    if draft.state.tournament:
        return _session_refused(draft, before)
    exchanging = exchanged(draft, before)
    wagering = {*risked(draft, before), *(name for name, cents in exchanging.items() if cents > 0)}
    concerned = {*wagering, *exchanging}
    unknown = concerned - standings.keys()
    if unknown:
        return Refusal(STANDING_NEEDED, None, {"players": tuple(sorted(unknown))})
    if exchanging:
        _count_visitors(draft, before)
    for name in concerned:
        refusal = None
        if name in wagering:
            refusal = standings[name].refused or _card_refused(draft, standings[name])
        refusal = refusal or _limit_refused(draft, standings[name])
        if refusal is not None:
            return refusal
    return None


def _session_refused(draft: Draft, before: TableState) -> Refusal | None:
    """Anybody who is kept out wagers in no session either; what the terms then do with them is not their wager."""
    own = {*risked(draft, before)}
    if draft.by.role == PLAYER:
        own &= {draft.by.id}
    elif getattr(draft.events[0], "command", "") not in _BY_STAFF:
        own = set()
    for name in own:
        standing = (draft.standings or {}).get(name)
        if standing is None:
            return Refusal(STANDING_NEEDED, None, {"players": (name,)})
        if standing.kept_out is not None:
            return standing.kept_out
    return None


def risked(draft: Draft, before: TableState) -> Iterator[str]:
    """Whose chips or tokens a command has put onto the layout, or into a round that it corrects.

    Tokens are the house's money, so that no limit is about them; but a wager of tokens is a wager.
    """
    yield from _corrected(before, draft.state)
    for state, _, lines in _steps(draft, before):
        wagers = f"{state.currency}:table:{state.table}:wagers"
        if any(account == wagers and cents > 0 for account, cents in lines):
            yield from (name for name, cents in holdings_changed(state, lines).items() if cents < 0)
            paid = {account for account, cents in lines if cents < 0}
            yield from (name for name in state.players if player_tokens(state, name) in paid)


def _corrected(before: TableState, after: TableState) -> Iterator[str]:
    """The players who had more on a round when betting closed than was entered; it may be settled by now."""
    if before.corrections == after.corrections:
        return
    rounds = {one.number: one.bets for one in before.played}
    for one in after.played:
        more = Counter[str]()
        for bet in one.bets:
            more[bet.player] += bet.amount
        for bet in rounds.get(one.number, one.bets):
            more[bet.player] -= bet.amount
        yield from (name for name, cents in more.items() if cents > 0)


def exchanged(draft: Draft, before: TableState) -> Mapping[str, Cents]:
    """Who has changed money for chips by a command, or chips for money, and what they have more of."""
    found = Counter[str]()
    for state, kind, lines in _steps(draft, before):
        if kind in TABLE.exchanges:
            found.update(holdings_changed(state, lines))
    return found


def _steps(draft: Draft, before: TableState) -> Iterator[tuple[TableState, type, Postings]]:
    """The table before each event of a command that has ledger lines, the kind of event, and its lines."""
    for at, lines in enumerate(draft.postings):
        if lines:
            yield (draft.states[at - 1] if at else before), type(draft.events[at]), lines


def asks_for_card(config: TableConfig, *, registered: bool) -> bool:
    """Whether somebody plays at a table only with their card in.

    Time is counted by the card, so those in the register have it in wherever they play for money; a table may ask
    everybody for one.
    """
    return config.player_cards or (registered and config.currency not in ("", PLAY_MONEY))


def _card_refused(draft: Draft, standing: Standing) -> Refusal | None:
    """Where a card is asked for, nobody plays without their own."""
    if not asks_for_card(draft.config, registered=bool(standing.day)):
        return None
    if draft.state.cards.get(standing.player, "") == standing.card != "":
        return None
    return no_card(standing, draft.procedures.clauses.get("players.cards"))


def no_card(standing: Standing, clause: str | None) -> Refusal:
    """Why somebody has no card that is good at a table."""
    code = "card-without-document" if standing.undocumented else "player-card-needed"
    return Refusal(code, clause, {"player": standing.player})


def _limit_refused(draft: Draft, standing: Standing) -> Refusal | None:
    moved = added(draft.postings)
    for one in standing.allowances:
        clause = draft.procedures.clauses.get("players.loss_limits") if one.kind == "loss" else None
        more = sum(moved.get(account, 0) for account in one.accounts)
        refusal = beyond(one._replace(clause=clause or one.clause), standing.player, more)
        if refusal is not None:
            return refusal
    return None


def beyond(one: Allowance, player: str, more: Cents) -> Refusal | None:
    """Refuse what would add so much to the accounts of a limit that it is passed."""
    if more <= 0 or one.held + more <= one.most:
        return None
    left = max(one.most - one.held, 0)
    facts = {"player": player, "period": one.period, "most": one.most, "left": left}
    return Refusal(LIMIT_CODES[one.kind], one.clause, facts)


def added(postings: Iterable[Postings]) -> Mapping[str, Cents]:
    """What events add to each account, or take from it."""
    sums = Counter[str]()
    for lines in postings:
        for account, cents in lines:
            sums[account] += cents
    return sums
