"""Rulings in a round: wagers and rounds are void, control passes on, and what is done when the deal has gone wrong."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.engine import commands as cmd
from cutcard.engine import events as ev
from cutcard.engine import findings, irregular, void
from cutcard.engine.evolve import evolve
from cutcard.engine.flow import second_pass
from cutcard.engine.legal import refuse
from cutcard.engine.played import Played, applied, decided, not_controller, without
from cutcard.engine.state import Invalid, State
from cutcard.refusals import Refusal


def _void_wagers(state: State, command: cmd.VoidWagers) -> Played | Refusal:
    if state.needs in ("wagers", "nothing"):
        return Refusal("wagers-not-in-play", command.clause)
    lines = void.of_wagers(state, command)
    if not lines:
        return Refusal("nothing-to-void", command.clause, {"player": command.player})
    event = ev.WagersVoided(command.player, command.clause, lines, command.bet, command.box, command.undone)
    return without(state, event)


def _invalidate_wagers(state: State, command: cmd.InvalidateWagers) -> Played | Refusal:
    rules = state.rules
    if rules.settles.invalid_during is None:
        return Refusal("no-invalid-wagers", None, {"book": rules.book})
    if state.needs == "nothing":
        return Refusal("round-stands", (rules.settles.invalid_settled or ""))
    if not state.dealer and not any(hand.cards for hand in state.hands):
        return _invalid_before(state, command)
    clause, found = (rules.settles.invalid_during or ""), Invalid(command.player, command.box, command.bet)
    if not any(findings.is_of(wager, found) for wager in state.wagers):
        return Refusal("no-wager-in-round", clause, {"player": command.player})
    lines = findings.settled_again(state, findings.with_invalid(state, found, command.stands))
    return applied(state, ev.WagersInvalidated(command.player, clause, lines, command.box, command.bet, command.stands))


def _invalid_before(state: State, command: cmd.InvalidateWagers) -> Played | Refusal:
    """16.22.1: the hand has not begun, so the wagers go back, and those left play without them."""
    clause = state.rules.settles.invalid_before or ""
    if command.bet not in ("", "main"):
        lines = void.of_side_bet(state, cmd.VoidWagers(command.player, clause, command.bet, command.box))
    else:
        lines = void.of_player(state, command.player, clause, command.box)
    if not any(state.wagers[line.wager].player == command.player for line in lines):
        return Refusal("no-wager-in-round", clause, {"player": command.player})
    event = ev.WagersInvalidated(command.player, clause, lines, command.box, command.bet, before=True)
    return applied(state, event) if state.needs == "wagers" else without(state, event)


def _keep_limit(state: State, command: cmd.KeepLimit) -> Played | Refusal:
    rules = state.rules
    if rules.settles.over_limit is None:
        return Refusal("no-loss-limits", None, {"book": rules.book})
    if state.needs in ("wagers", "nothing"):
        return Refusal("round-stands", (rules.settles.earlier_rounds or ""))
    clause = rules.settles.over_limit or ""
    if command.within < 0:
        return Refusal("limit-below-nothing", clause)
    known = state.findings.limits.get(command.player) if state.findings is not None else None
    if known is not None and command.within > known:
        return Refusal("limit-kept-already", clause, {"player": command.player, "within": known})
    if all(wager.player != command.player for wager in state.wagers):
        return Refusal("no-wager-in-round", clause, {"player": command.player})
    lines = findings.settled_again(state, findings.with_limit(state, command.player, command.within, command.stands))
    return applied(state, ev.LimitKept(command.player, command.within, clause, lines, command.stands))


def _void_round(state: State, command: cmd.VoidRound) -> Played | Refusal:
    over = state.needs == "nothing"
    if state.needs == "wagers" or over != command.late or (over and state.void):
        return Refusal("round-not-played", command.clause)
    event = ev.RoundVoided(
        command.clause,
        command.settled_by,
        command.refund,
        command.forfeits,
        command.undone,
        void.of_round(state, command),
        command.lost_back,
        command.late,
        command.stands,
    )
    if over:
        return Played(evolve(state, event), (event,))
    return Played(evolve(evolve(state, event), ev.RoundEnded()), (event, ev.RoundEnded()))


def _pass_control(state: State, command: cmd.PassControl) -> Played | Refusal:
    box = next((one for one in state.boxes if one.number == command.box), None)
    if state.needs in ("wagers", "nothing") or box is None:
        return Refusal("box-not-played", command.clause, {"box": command.box})
    at_stake = (w for w in state.wagers if w.open and w.box == command.box and w.bet in ("main", "split"))
    if command.player == box.control or command.player not in {wager.player for wager in at_stake}:
        return Refusal("control-passes-on", command.clause, {"player": command.player, "box": command.box})
    return applied(state, ev.ControlPassed(command.box, command.player, command.clause))


# ----------------------------------------------------------------------------------------- when the deal has gone wrong


def _burn(state: State, command: cmd.Burn) -> Played | Refusal:
    return irregular.burn(state, command) or Played(state, (ev.CardDiscarded(command.card, command.clause),))


def _draw_in_error(state: State, command: cmd.DrawInError) -> Played | Refusal:
    refusal = irregular.draw_in_error(state, command)
    return refusal or applied(state, ev.CardDrawnInError(command.card, command.clause))


def _set_aside(state: State, command: cmd.SetAside) -> Played | Refusal:
    return irregular.set_aside(state, command) or Played(state, (ev.CardSetAside(command.clause),))


def _refuse_card(state: State, command: cmd.RefuseCard) -> Played | Refusal:
    return decided(
        state,
        command,
        irregular.refuse_card,
        lambda s, hand, box: ev.CardRefused(box.number, s.hand_number(hand), box.control),
    )


def _skip_place(state: State, command: cmd.SkipPlace) -> Played | Refusal:
    refusal = irregular.skip_place(state, command)
    if refusal is not None:
        return refusal
    field = "no_dealer_card" if command.box is None else "place_skipped"
    clause = irregular.clause_of(state, field, command.clause)
    if command.box is not None and second_pass(state) and not state.hand.cards:
        return without(state, ev.BoxNotDealt(command.box, clause, void.of_box(state, command.box, clause)))
    return without(state, ev.PlaceSkipped(command.box, clause))


def _withdraw_wager(state: State, command: cmd.WithdrawWager) -> Played | Refusal:
    if state.needs in ("wagers", "nothing"):
        return Refusal("wagers-not-in-play", command.clause or None)
    chosen = state.needs == "withdraw" and state.box.number == command.box
    clause = irregular.clause_of(state, "one_card", command.clause)
    if not chosen and not command.clause:
        return Refusal("wager-not-withdrawn", clause or None, {"player": command.player, "box": command.box})
    lines = void.of_player(state, command.player, clause, command.box)
    if not any(state.wagers[line.wager].player == command.player for line in lines):
        return Refusal("nothing-to-void", clause, {"player": command.player})
    return without(state, ev.WagerWithdrawn(command.box, command.player, clause, lines))


def _deal_dealer_card(state: State, command: cmd.DealDealerCard) -> Played | Refusal:
    if state.needs not in ("decision", "withdraw"):
        return refuse(state.rules, "deal.decisions", "no-hand-to-act", needs=state.needs)
    box = state.box
    if command.box not in (None, box.number):
        return refuse(state.rules, "deal.decisions", "other-box-in-turn", box=box.number, other=command.box)
    if command.player not in (None, box.control):
        return not_controller(state.rules, "box.control", box, command.player)
    refusal = irregular.dealer_card(state)
    return refusal or applied(state, ev.DealerCardCalled(box.number, box.control, command.now))


RULINGS: dict[type, Callable[[State, Any], Played | Refusal]] = {
    cmd.VoidWagers: _void_wagers,
    cmd.InvalidateWagers: _invalidate_wagers,
    cmd.KeepLimit: _keep_limit,
    cmd.VoidRound: _void_round,
    cmd.Burn: _burn,
    cmd.DrawInError: _draw_in_error,
    cmd.SetAside: _set_aside,
    cmd.RefuseCard: _refuse_card,
    cmd.SkipPlace: _skip_place,
    cmd.WithdrawWager: _withdraw_wager,
    cmd.DealDealerCard: _deal_dealer_card,
    cmd.PassControl: _pass_control,
}
