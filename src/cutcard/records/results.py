"""How a finished round ended, in the words of the public format."""

from __future__ import annotations

from typing import Any

from cutcard.cards import joined
from cutcard.engine import Hand, State, Wager, net
from cutcard.engine.betting import Placed, placed_wagers
from cutcard.engine.sidebets import stays
from cutcard.money import Cents, dollars, priced
from cutcard.rulebooks import load


def results(state: State) -> dict[str, Any]:
    """How a finished round ended, in the words of the public format."""
    given: dict[str, Any] = {
        "dealer": {
            "cards": joined(state.dealer),
            "total": state.dealer_total,
            "blackjack": state.dealer_natural,
        },
        "hands": [_hand(state, hand) for hand in state.hands],
        "settlement": [_line(state, part) for wager in state.wagers for part in _parts(state, wager)],
        "net": {player: dollars(amount) for player, amount in net(state.wagers).items()},
    }
    carried = [_carried(wager) for wager in state.wagers if stays(state, wager)]
    warnings = [warning for placed in placed_wagers(state) for warning in _warnings(state, placed)]
    warnings += _crowd_warnings(state)
    if carried:
        given["carried"] = carried
    if warnings:
        given["warnings"] = warnings
    return given


def _hand(state: State, hand: Hand) -> dict[str, Any]:
    return {
        "box": state.boxes[hand.box].number,
        "hand": state.hand_number(hand),
        "cards": joined(hand.cards),
        "total": hand.total,
        "ended": state.rules.natural.name.lower() if hand.natural else hand.ended,
    }


def _parts(state: State, wager: Wager) -> list[Wager]:
    """A wager that lies in part beyond a loss limit is two lines: what counts, and what went back."""
    if not 0 < wager.beyond < wager.staked or wager.outcome == "void":
        return [wager]
    back, staked = wager.beyond, wager.staked - wager.beyond
    counts = wager._replace(staked=staked, worth=staked, returned=(wager.returned or 0) - back)
    clause = state.rules.settles.over_limit or ""
    returned = wager._replace(staked=back, worth=back, returned=back, outcome="void", clause=clause, odds=None, also="")
    return [counts, returned]


def _line(state: State, wager: Wager) -> dict[str, Any]:
    line: dict[str, Any] = {
        "box": wager.box,
        "hand": _hand_number(state, wager),
        "player": wager.player,
        "bet": wager.bet,
        "staked": dollars(wager.staked),
        "returned": dollars(wager.returned or 0),
        "outcome": wager.outcome,
    }
    if wager.outcome == "win" and wager.odds is not None:
        line["odds"] = str(wager.odds)
    line["clause"] = wager.clause
    if wager.also:
        line["also"] = wager.also
    return line


def _hand_number(state: State, wager: Wager) -> int | None:
    for hand in state.hands:
        if hand.key == wager.hand and state.boxes[hand.box].number == wager.box:
            return state.hand_number(hand)
    return None


def _carried(wager: Wager) -> dict[str, Any]:
    return {"box": wager.box, "player": wager.player, "bet": wager.bet, "amount": dollars(wager.staked)}


def _warnings(state: State, placed: Placed) -> list[dict[str, Any]]:
    """What a wager's owner is told: that it was placed under the minimum, or not in the units on the sign."""
    wager, amount, least = placed
    if not amount:
        return []
    rules = state.rules
    if amount < least:
        after = {"valid": "and valid", "warn-then-return": "and settled this time; the next will be returned"}
        what = "and returned" if wager.outcome == "void" else after[rules.limits.under_minimum]
        message = f"under the minimum of {priced(least)} {what}"
        return [_warning(wager, amount, message, rules.settles.under_minimum)]
    unit = state.setup.limits.unit
    if wager.bet == "main" and unit and (amount - least) % unit:
        message = f"not {priced(least)} and whole units of {priced(unit)} more"
        return [_warning(wager, amount, message, rules.clauses["limits.unit"])]
    return []


def _crowd_warnings(state: State) -> list[dict[str, Any]]:
    """Wagers of more players than may wager on a box, where side bets count too (Sydney 5.5).

    A table does not take such a wager. One that lay there when the cards came was taken, and is settled.
    """
    rules = state.rules
    procedures = load(rules.book).procedures
    if procedures is None or procedures.seats.box_counts != "all":
        return []
    players: dict[int, list[str]] = {}
    warnings = []
    for wager in state.wagers:
        if wager.bet not in {"main", *state.setup.side_bets} - {*procedures.seats.box_uncounted}:
            continue
        here = players.setdefault(wager.box, [])
        if wager.player not in here:
            here.append(wager.player)
        if wager.player in here[rules.box.players_max :]:
            message = f"of one player more than the {rules.box.players_max} who may wager on a box, and settled"
            warnings.append(_warning(wager, wager.staked, message, rules.clauses["box.players_max"]))
    return warnings


def _warning(wager: Wager, amount: Cents, message: str, clause: str) -> dict[str, Any]:
    text = f"{wager.bet} of {priced(amount)} is {message}"
    return {"box": wager.box, "player": wager.player, "message": text, "clause": clause}
