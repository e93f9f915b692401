"""What a record says about wagers that turned out to be invalid, and about players' loss limits.

It makes no difference when within the round it was found, so a record says only whether that was before the first card
and before or after no more bets were taken, in the course of the round, or once it was settled.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from cutcard.engine import Event, InvalidateWagers, KeepLimit, State
from cutcard.engine import events as ev
from cutcard.money import Cents, dollars
from cutcard.records.fields import RecordRefused, known, list_at, mapping, money, player_at, whole_number
from cutcard.rulebooks.schema import Rules

FOUND = ("before", "closed", "during", "settled")


@dataclass(frozen=True, slots=True, kw_only=True)
class Found:
    """The commands about invalid wagers, by the moment at which the round gets them, and the loss limits."""

    before: tuple[InvalidateWagers, ...] = ()
    closed: tuple[InvalidateWagers, ...] = ()  # before the first card too, but no more bets were taken
    during: tuple[InvalidateWagers, ...] = ()
    settled: tuple[InvalidateWagers, ...] = ()
    limits: tuple[KeepLimit, ...] = ()


def read_found(head: Mapping[str, Any], rules: Rules) -> Found:
    """The keys `invalid` and `loss_limits` of a record; raises `RecordRefused`."""
    commands: dict[str, list[InvalidateWagers]] = {moment: [] for moment in FOUND}
    for i, given in enumerate(list_at(head, "invalid")):
        moment, command = _invalid(mapping(given, f"invalid[{i}]"), f"invalid[{i}]")
        commands[moment].append(command)
    limits = [_limit(player, given) for player, given in mapping(head.get("loss_limits", {}), "loss_limits").items()]
    if any(commands.values()) and rules.settles.invalid_during is None:
        raise RecordRefused(f"{rules.book} has no rules on invalid wagers", at="invalid")
    if limits and rules.settles.over_limit is None:
        raise RecordRefused(f"{rules.book} has no rules on loss limits", at="loss_limits")
    return Found(**{moment: tuple(each) for moment, each in commands.items()}, limits=tuple(limits))


def _invalid(line: Mapping[str, Any], at: str) -> tuple[str, InvalidateWagers]:
    known(line, {"player", "box", "bet", "found", "stands"}, at, at)
    moment, bet = line.get("found", "during"), line.get("bet", "")
    if moment not in FOUND:
        raise RecordRefused(f"found must be one of {', '.join(FOUND)}, not {moment!r}", at=at)
    if not isinstance(bet, str):
        raise RecordRefused("a bet is named by its id", at=at)
    box = whole_number(line, "box", at) if "box" in line else None
    return moment, InvalidateWagers(player_at(line, at), box, bet, _stands(line, at))


def _limit(player: str, given: object) -> KeepLimit:
    line = given if isinstance(given, dict) else {"within": given}
    known(line, {"within", "stands"}, "loss_limits", "loss_limits")
    within = money(line.get("within"), "loss_limits")
    if not player or within < 0:
        raise RecordRefused("loss_limits gives a player's name and what they may still lose", at="loss_limits")
    return KeepLimit(player, within, _stands(line, "loss_limits"))


def _stands(line: Mapping[str, Any], at: str) -> tuple[int, ...]:
    return tuple(whole_number({"stands": one}, "stands", at) for one in list_at(line, "stands"))


def found_in(events: Iterable[Event]) -> dict[str, Any]:
    """The keys `invalid` and `loss_limits` for a record of a round that was played."""
    invalid: list[dict[str, Any]] = []
    limits: dict[str, Any] = {}
    at_first = "before"
    for event in events:
        match event:
            case ev.BettingClosed():
                at_first = "closed"
            case ev.WagersInvalidated(player, _, _, box, bet, stands, before):
                line: dict[str, Any] = {"player": player}
                line |= {} if box is None else {"box": box}
                line |= {"bet": bet} if bet else {}
                line |= {"found": at_first if before else "during"}
                invalid.append(line | ({"stands": list(stands)} if stands else {}))
            case ev.LimitKept(player, within, _, _, stands):
                limits[player] = {"within": dollars(within), "stands": list(stands)} if stands else dollars(within)
    return ({"invalid": invalid} if invalid else {}) | ({"loss_limits": limits} if limits else {})


def findings(state: State, found: Found) -> list[dict[str, Any]]:
    """The result of each finding: whose wagers, what went back or stands, and the clause."""
    rules = state.rules
    lines = [
        _finding(one.player, (rules.settles.invalid_before or ""), "returned") for one in (*found.before, *found.closed)
    ]
    lines += [_finding(one.player, (rules.settles.invalid_during or ""), "no winnings") for one in found.during]
    lines += [_finding(one.player, (rules.settles.invalid_settled or ""), "stands") for one in found.settled]
    for limit in found.limits:
        back: Cents = sum(wager.beyond for wager in state.wagers if wager.player == limit.player)
        clause = (rules.settles.over_limit if back else rules.settles.within_limit) or ""
        lines.append(_finding(limit.player, clause, "settled within the limit") | {"returned": dollars(back)})
    return lines


def _finding(player: str, clause: str, ruling: str) -> dict[str, Any]:
    return {"player": player, "ruling": ruling, "clause": clause}
