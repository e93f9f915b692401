"""Why a wager is not taken before the first card: time, chips, the box, its players, and what a side bet needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cutcard import engine
from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.engine.betting import controlling
from cutcard.table.config import PLAYER
from cutcard.table.draft import Draft
from cutcard.table.next_round import laid_out
from cutcard.table.rulebook_file import rulebook_refused
from cutcard.table.state import TableState

if TYPE_CHECKING:
    from cutcard.table.wagers import PlaceWager


EXTRA_ROUND = "closing.extra_round"  # the clause that gives a side bet one round more before the table closes


def betting_refused(draft: Draft) -> Refusal | None:
    state = draft.state
    if (refusal := rulebook_refused(state)) is not None:
        return refusal
    ends = betting_ends(state)
    over = ends is not None and draft.at >= ends
    if state.betting == "closed" or (over and draft.by.role == PLAYER):
        return Refusal("betting-closed", state.rules.clauses["deal.wagers_close"])
    return None


def betting_ends(state: TableState) -> int | None:
    """When the time for wagers is over; None where the dealer says so, or nobody has wagered yet.

    It stands still while the cards are shuffled, where the cutting card would have been the first one dealt.
    """
    if state.betting == "closed" or not state.config.betting_ms or not any(state.laid(bet="main")):
        return None
    if state.session is not None:
        return None  # everybody wagers, each in their own time
    if state.failure is not None or state.halted or state.shoe.due or state.shoe.stage not in ("loaded", "ready"):
        return None
    return state.since + state.config.betting_ms


def means_refused(draft: Draft, name: str, command: PlaceWager) -> Refusal | None:
    """A wager is made of chips that one has, and of promotional tokens where the document has them."""
    player, clause = draft.state.players[name], draft.state.rules.clauses["deal.wagers_in"]
    if command.bet in draft.config.side_bets and draft.config.on_device(command.bet):
        side = draft.state.rules.side_bets[command.bet]
        return Refusal("bet-button-places", side.device["button"], {"title": side.title})
    if command.amount <= 0 or not 0 <= command.tokens <= command.amount:
        return Refusal("wager-is-nothing", clause)
    if command.tokens and not draft.procedures.chips.tokens:
        return draft.refuse("chips.tokens", "chips-only")
    if command.tokens % draft.config.chip and command.tokens != player.tokens:
        return Refusal("chips-do-not-make", clause, {"chip": draft.config.chip, "amount": command.tokens})
    if command.tokens > player.tokens:
        return Refusal("tokens-too-few", clause, {"player": name, "tokens": player.tokens})
    if command.amount - command.tokens > player.chips:
        return Refusal("chips-too-few", clause, {"player": name, "chips": player.chips})
    return None


def place_refused(draft: Draft, name: str, command: PlaceWager) -> Refusal | None:
    """Whether this player may wager on this box at all."""
    state, box = draft.state, command.box
    if not 1 <= box <= draft.config.boxes:
        return Refusal("box-unknown", state.rules.clauses["cards.boxes_max"], {"box": box})
    if state.reserved.get(box, name) != name:
        facts = {"box": box, "holder": state.reserved[box]}
        return Refusal("box-kept-for-one", draft.procedures.commands["reserve-boxes"].clause, facts)
    refusal = suspended_refused(draft, command.bet) or entry_refused(state, name)
    refusal = refusal or _players_refused(draft, name, command)
    if refusal is not None:
        return refusal
    if command.bet != "main":
        unset = _unset_meter(state, command.bet)
        if unset is not None:
            return Refusal("meter-not-given", None, {"meter": unset})
        if extra_round(state) and state.rules.side_bets[command.bet].carries and not command.carried:
            return draft.refuse(EXTRA_ROUND, "no-new-side-bet", title=state.rules.side_bets[command.bet].title)
        seated = state.seats.get(box) == name  # their main wager may come after it, until betting closes
        return None if seated else side_refused(draft, name, box, command.bet)
    elsewhere = {bet.box for bet in state.laid(player=name, bet="main")} - {box}
    own = state.players[name]
    by_leave = not draft.config.several_free and name not in state.personal
    if elsewhere and by_leave and not own.several and state.free_boxes(name) and state.seats.get(box) != name:
        return draft.refuse("seats.several", "several-need-leave", player=name)
    return None


def entry_refused(state: TableState, name: str) -> Refusal | None:
    """Where nobody begins to play within a shoe, those without a wager since the shuffle wait for the next one."""
    shoe = state.shoe
    within = shoe.rounds > 0 and not shoe.due and not state.shuffles_itself
    if state.rules.box.mid_shoe_entry or not within or name in shoe.entered:
        return None
    return Refusal("no-mid-shoe-entry", state.rules.clauses.get("box.mid_shoe_entry"), {"player": name})


def suspended_refused(draft: Draft, bet: str) -> Refusal | None:
    """A side bet is not offered while its prize device, or what its jackpot runs on, has failed."""
    if bet not in draft.state.suspended:
        return None
    jackpots = draft.procedures.jackpot_failures
    clause = jackpots.not_offered.get(bet) if jackpots is not None else None
    clause = clause or draft.procedures.commands["end-prize-malfunction"].clause
    return Refusal("side-bet-suspended", clause, {"title": draft.state.rules.side_bets[bet].title})


def extra_round(state: TableState) -> bool:
    """Whether the next round is the one more that a side bet gets which stays after the last announced one."""
    by_book = state.config.procedures
    announced = state.closes_at is not None and by_book.closing.notice == "rounds"
    after_the_last = announced and state.noticed_rounds == by_book.closing.rounds
    return (
        EXTRA_ROUND in by_book.clauses and after_the_last and any(bet.player in state.present for bet in state.carried)
    )


def _players_refused(draft: Draft, name: str, command: PlaceWager) -> Refusal | None:
    """A box takes this many players; where all wagers count, one who has only a side bet there is one of them.

    Anybody who sits at the box has a place on it, also before they have wagered. A side bet that does not count does so
    where a box is for one player alone (Sydney 5.18).
    """
    state, box, seats = draft.state, command.box, draft.procedures.seats
    all_count, most = seats.box_counts == "all", state.players_a_box
    if most is None and all_count:
        most = state.rules.box.players_max
    counted = {"main"}
    if all_count:
        counted |= {bet for bet in state.config.side_bets if most == 1 or bet not in seats.box_uncounted}
    if most is None or command.bet not in counted:
        return None
    others = {bet.player for bet in state.laid(box=box) if bet.bet in counted}
    if all_count and box in state.seats:
        others.add(state.seats[box])
    if len(others - {name}) < most:
        return None
    by = "box.players_max" if state.players_a_box is None else ""
    clause = state.rules.clauses[by] if by else draft.procedures.commands["limit-players-a-box"].clause
    return Refusal("box-players", clause, {"most": most})


def _unset_meter(state: TableState, bet: str) -> str | None:
    """A meter of which no prize could be paid: it waits for a second person, or a prize has left nothing in it."""
    config = state.config
    table = config.side_bets.get(bet) if bet not in state.links else None
    meters = [row.meter for row in table.rows if row.meter] if table is not None else []
    not_said = 0 if config.two_people else None
    return next((meter for meter in meters if config.meters.get(meter, not_said) == 0), None)


def side_refused(draft: Draft, name: str, box: int, bet: str) -> Refusal | None:
    """Side bets on a box where the player has no main wager: with permission, and not where a sign forbids it."""
    state = draft.state
    leave = draft.procedures.commands.get("allow-side-wager")
    by_leave = leave is not None and (name, box, bet) not in state.side_leave
    if any(state.laid(box=box, player=name, bet="main")):
        return _control_refused(state, name, box, bet) if by_leave else None
    if state.main_required:
        power = draft.procedures.commands["require-main-wager"].of_bet(bet)
        return Refusal("side-bet-needs-own-wager", power.clause)
    if leave is not None and by_leave:
        clause = state.rules.clauses.get(f"side_bets.{bet}.needs", leave.clause)
        return Refusal("side-bet-needs-leave", clause, {"player": name, "box": box})
    return None


def _control_refused(state: TableState, name: str, box: int, bet: str) -> Refusal | None:
    """A side bet for the player who controls the box; other players there need permission for it."""
    side = state.rules.side_bets.get(bet)
    if side is None or side.needs != "control-or-only":
        return None
    round_ = laid_out(state)
    lying = [wager for wager in round_.wagers if (wager.box, wager.bet) == (box, "main")]
    if controlling(round_, box, lying) == name:
        return None
    clause = state.rules.clauses[f"side_bets.{bet}.needs"]
    return Refusal("side-bet-of-control", clause, {"title": side.title, "player": name, "box": box})


def engine_refused(state: TableState, wager: say.PlaceWager) -> Refusal | None:
    """What the round itself would say to this wager beside those that lie there."""
    result = engine.decide(laid_out(state), wager)
    return result if isinstance(result, Refusal) else None
