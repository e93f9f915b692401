"""Betting before the first card: it opens, the last bets are called, it closes and the round has its wagers."""

from __future__ import annotations

from typing import NamedTuple

from cutcard import engine
from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.engine import events as played
from cutcard.engine.betting import main_wanted_by
from cutcard.table.cut import cutting_card_out
from cutcard.table.dealing import deal_due_cards
from cutcard.table.draft import Draft
from cutcard.table.held_wagers import put_right
from cutcard.table.jackpot_links import feed_meters
from cutcard.table.ledger import Posting, Postings, player_chips
from cutcard.table.limits import limit_refused, warn_under_minimum
from cutcard.table.next_round import opened
from cutcard.table.pass_cards import RoundPassed
from cutcard.table.registry import FreeText, command, event, handles, posts, reduces
from cutcard.table.round_events import RoundEvent, round_postings
from cutcard.table.rulebook_file import rulebook_refused
from cutcard.table.selection import draw_boxes
from cutcard.table.session_rounds import RoundNotCounted, before_betting
from cutcard.table.session_rules import closing_refused, opening_refused, round_number
from cutcard.table.state import PlayedRound, TableState
from cutcard.table.undisclosed import unchecked_refused, unread_refused
from cutcard.table.wager_refusals import side_refused
from cutcard.table.wagers import WagerRefused


@command(group="play", plays=True)
class OpenBetting(NamedTuple):
    pass


@command("call the last bets", group="play", plays=True)
class CallLastBets(NamedTuple):
    pass


@command("call no more bets", group="play", plays=True)
class NoMoreBets(NamedTuple):
    pass


@event(seen_by="everybody")
class BettingOpened(NamedTuple):
    round: int


@event(seen_by="everybody")
class LastBetsCalled(NamedTuple):
    pass


@event(
    seen_by="everybody",
    staff_fields=("reason",),
    log="no more bets is taken back, betting is open again for round {next}: {reason} (clause {clause})",
)
class BettingReopened(NamedTuple):
    """Betting was closed too early, and no card is out: the wagers lie there as before, and the round is a new one."""

    round: int
    next: int
    reason: FreeText
    clause: str


@handles(OpenBetting)
def open_betting(draft: Draft, command: OpenBetting) -> Refusal | None:
    state = draft.state
    if state.playing or state.betting != "closed":
        return Refusal("round-under-way", state.rules.clauses["deal.wagers_close"])
    if state.last_rounds == 0:
        return draft.refuse("closing.announced_rounds", "last-round-played")
    if draft.config.gaming_ends and draft.at >= draft.config.gaming_ends:
        return Refusal("gaming-is-over", draft.procedures.clauses.get("closing.hours"))
    refusal = rulebook_refused(state)
    refusal = (
        refusal or unread_refused(draft) or opening_refused(state) or _halted_refused(draft) or shoe_refused(draft)
    )
    if refusal is not None:
        return refusal
    if before_betting(draft):
        draft.add(BettingOpened(state.number + 1))
    return None


def _halted_refused(draft: Draft) -> Refusal | None:
    """Where a document wants leave for it, no round begins without a jackpot whose equipment has failed."""
    by_book = draft.procedures.jackpot_failures
    bet = next(iter(sorted(draft.state.halted)), None)
    if bet is None or by_book is None:
        return None
    return Refusal("jackpot-needs-leave", by_book.by_leave.get(bet), {"title": draft.state.rules.side_bets[bet].title})


def shoe_refused(draft: Draft) -> Refusal | None:
    """Whether there is a shoe to deal from."""
    shoe, by_book = draft.state.shoe, draft.procedures.shoe
    if draft.state.failure is not None:
        return draft.refuse("malfunctions.device_after", "device-first")
    if shoe.due:
        return draft.refuse("shoe.within_round", "shuffle-first")
    if shoe.stage == "loaded" and by_book.burn == "always":
        return draft.refuse("shoe.burn", "burn-first")
    if shoe.stage not in ("loaded", "ready"):
        return draft.refuse("shoe.at_first_card", "no-shoe-yet", stage=shoe.stage)
    if draft.state.shuffles_itself and by_book.device_gets_discards == "after-round" and shoe.discards:
        return draft.refuse("shoe.device_gets_discards", "discards-first")
    return None


@handles(CallLastBets)
def call_last_bets(draft: Draft, command: CallLastBets) -> Refusal | None:
    if draft.state.betting != "open":
        return Refusal("betting-not-open", draft.state.rules.clauses["deal.wagers_close"])
    draft.add(LastBetsCalled())
    return None


# --------------------------------------------------------------------------------------------------------- no more bets


@handles(NoMoreBets)
def no_more_bets(draft: Draft, command: NoMoreBets) -> Refusal | None:
    state = draft.state
    if state.betting == "closed":
        return Refusal("betting-not-open", state.rules.clauses["deal.wagers_close"])
    refusal = closing_refused(state)
    if refusal is not None:
        return refusal
    if state.session is not None and not state.bets:
        draft.add(RoundPassed(round_number(state)))
        return None
    if not any(state.laid(bet="main")):
        wanted_by = main_wanted_by(bet.bet for bet in state.bets)
        return Refusal("no-main-wager-laid", state.rules.clauses[wanted_by])
    refusal = unchecked_refused(draft) or _halted_refused(draft) or shoe_refused(draft)
    if refusal is not None:
        return refusal
    shoe = state.shoe
    if draft.config.source == "virtual" and shoe.behind is not None and shoe.left <= shoe.behind:
        cutting_card_out(draft)
        if draft.state.shoe.due:
            return None  # the shuffle comes first, wagers may still be changed
    put_right(draft)
    _return_outside(draft)
    refusal = _close(draft)
    return refusal or deal_due_cards(draft)


def _return_outside(draft: Draft) -> None:
    """A wager outside the limits in force now, which may have changed, and a side bet without its main go back."""
    entered = draft.config.source == "real"
    for bet in sorted(draft.state.bets, key=lambda bet: bet.bet != "main"):
        refusal = limit_refused(draft.state, bet.box, bet.player, bet.bet, bet.amount, entered)
        if refusal is None and bet.bet != "main":
            refusal = side_refused(draft, bet.player, bet.box, bet.bet)
        if refusal is not None:
            draft.add(WagerRefused(bet.box, bet.player, bet.bet, refusal.message, refusal.clause or ""))


def _close(draft: Draft) -> Refusal | None:
    """Hand the wagers to the round; one that may not lie there goes back to its owner first.

    Where none is left to deal to, all go back and betting stays open.
    """
    while True:
        round_, events = opened(draft.state)
        closed = engine.decide(round_, say.NoMoreBets())
        if not isinstance(closed, Refusal):
            break
        returned = range(len(round_.wagers)) if closed.wager is None else [closed.wager]
        for i in returned:
            wager = round_.wagers[i]
            draft.add(WagerRefused(wager.box, wager.player, wager.bet, closed.message, closed.clause or ""))
        if closed.wager is None:
            return None
    draft.add(*(RoundEvent(draft.state.number, one) for one in (*events, *closed)))
    warn_under_minimum(draft, draft.state.round, told=draft.state.warned)
    feed_meters(draft)
    refusal = draw_boxes(draft)
    if refusal is not None:
        return refusal
    for card in draft.state.shoe.held:  # drawn too early before the round: it is dealt first
        refusal = draft.play(say.DrawInError(card, draft.state.rules.clauses["deal.order"]))
        if refusal is not None:
            return refusal
    return None


def reopen_betting(draft: Draft, reason: str, clause: str) -> Refusal | None:
    """The dealer takes back that betting is closed, before the first card."""
    one = draft.state.played[-1]
    if any(bet.bet in draft.state.links for bet in one.bets):
        return Refusal("meters-are-fed", clause)
    for bet in one.bets:
        refusal = draft.at_table(bet.player)
        if refusal is not None:
            return refusal
    for account, cents in _taken_again(draft.state, one):
        owner = next((bet.player for bet in one.bets if player_chips(draft.state, bet.player) == account), None)
        if owner is not None and draft.state.players[owner].chips < -cents:
            chips = draft.state.players[owner].chips
            facts = {"player": owner, "chips": chips, "cost": -cents}
            return Refusal("too-dear", draft.state.rules.clauses["deal.wagers_in"], facts)
    why = reason.strip() or "entered by mistake"
    played_again = draft.state.session is not None and not draft.state.session.over
    draft.add(BettingReopened(one.number, one.number + 1, why, clause))
    if played_again:
        draft.add(RoundNotCounted(round_number(draft.state) - 1))
    return None


def _taken_again(state: TableState, one: PlayedRound) -> Postings:
    """What went back when betting closed, since a limit left no place for it, lies on the layout again."""
    closed = one.events[-1]
    assert isinstance(closed, played.BettingClosed)
    lines = round_postings(state._replace(bets=one.bets), closed, state.round)
    return tuple(Posting(account, -cents) for account, cents in lines)


# ----------------------------------------------------------------------------------------------------- what comes of it


@reduces(BettingReopened)
def _reopened(state: TableState, event: BettingReopened) -> TableState:
    one = state.played[-1]
    return state._replace(
        betting="last",
        number=event.next,
        round=None,
        bets=one.bets,
        carried=one.carried,
        tokens_down={},
        played=state.played[:-1],
        since=state.now,
    )


@posts(BettingReopened)
def _post_reopened(state: TableState, event: BettingReopened) -> Postings:
    return _taken_again(state, state.played[-1])


@reduces(BettingOpened)
def _betting_opened(state: TableState, event: BettingOpened) -> TableState:
    nobody: frozenset[str] = frozenset()
    session = state.session
    if session is not None:
        session = session._replace(turn=0, passed=nobody, early=nobody, excused=nobody, cards_down=nobody, taken=())
    if state.played and state.config.source != "real":
        state = state._replace(played=())  # nothing could be changed in it any more
    return state._replace(
        session=session,
        betting="open",
        number=event.round,
        round=None,
        since=state.now,
        shown=frozenset(),
        ready=nobody,
        jackpot_hands=(),
        determined=nobody,
    )


@reduces(LastBetsCalled)
def _last_bets(state: TableState, event: LastBetsCalled) -> TableState:
    return state._replace(betting="last")
