"""What is found about wagers of a round: some are invalid (Sydney 16.22), or lie beyond a loss limit (16.23).

The round is played and decided as the wagers lie, whatever is found and whenever. A finding changes only what they
return: an invalid wager its stake and nothing more, one beyond a loss limit the part beyond it and the result of the
rest. What was settled before it was found, within the round, is settled again.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cutcard.engine.events import Line
from cutcard.engine.state import Findings, Invalid, State, Wager, with_wagers
from cutcard.hand_rules import surrender_returned
from cutcard.money import Cents, Odds, payment

NONE = Findings()
ADDED = ("insurance", "double", "split")  # placed within the round


def with_invalid(state: State, found: Invalid, stands: Iterable[int] = ()) -> State:
    """The round once wagers are found to be invalid; those at `stands` were paid and keep what they returned."""
    known = state.findings or NONE
    findings = known._replace(invalid=(*known.invalid, found), stands=known.stands | frozenset(stands))
    return marked(state._replace(findings=findings))


def with_limit(state: State, player: str, within: Cents, stands: Iterable[int] = ()) -> State:
    """The round once it is known how much a player might still lose when it began."""
    known = state.findings or NONE
    limits = {**known.limits, player: within}
    return marked(state._replace(findings=known._replace(limits=limits, stands=known.stands | frozenset(stands))))


def marked(state: State) -> State:
    """Every wager with what has been found about it; also one that was placed after that."""
    findings = state.findings
    if findings is None:
        return state
    invalid = [
        i not in findings.stands and not wager.went_back and any(is_of(wager, one) for one in findings.invalid)
        for i, wager in enumerate(state.wagers)
    ]
    state = with_wagers(
        state, tuple(wager._replace(invalid=flag) for wager, flag in zip(state.wagers, invalid, strict=True))
    )
    beyond: dict[int, Cents] = {}
    for player, within in findings.limits.items():
        beyond |= _beyond(state, findings, player, within)
    wagers = tuple(wager._replace(beyond=beyond.get(i, 0)) for i, wager in enumerate(state.wagers))
    return with_wagers(state, wagers)


def is_of(wager: Wager, found: Invalid) -> bool:
    """Whether a finding is about a wager: what is added to a main wager is treated like it."""
    if wager.player != found.player or found.box not in (None, wager.box):
        return False
    return found.bet in ("", "main", wager.bet)


def _beyond(state: State, findings: Findings, player: str, within: Cents) -> Mapping[int, Cents]:
    """The part of each wager beyond a limit: wagers fill it in the order in which they were placed.

    A loss limit is one on the net loss (1.1), so what had come back by then gave room again.
    """
    kept: dict[int, Cents] = {}
    for i, wager in enumerate(state.wagers):
        if wager.player != player or (wager.went_back and wager.bet not in ADDED):
            continue  # of what a maximum did not leave nothing was at risk
        back = sum(_part(state, j, part) for j, part in kept.items() if wager.settled_then >> j & 1)
        room = max(within - sum(kept.values()) + back, 0)
        part = min(wager.staked, room)
        side = state.rules.side_bets.get(wager.bet)
        if part < wager.staked and side is not None and side.amounts:
            part = 0  # a part of it would be no wager of the game
        kept[i] = wager.staked if i in findings.stands else part
    return {i: state.wagers[i].staked - part for i, part in kept.items() if part < state.wagers[i].staked}


def _part(state: State, i: int, part: Cents) -> Cents:
    """What a part of a settled wager returned."""
    wager = state.wagers[i]
    if wager.invalid and not _stays_lost(state, wager.outcome):
        return part
    return _returned(state, wager, wager.outcome, wager.odds, wager.returned or 0, part)


def _stays_lost(state: State, outcome: str) -> bool:
    """Whether an invalid wager with this result is lost like any other, by how the table reads 16.22.2."""
    return outcome == "lose" and state.rules.invalid.losing == "lost"


def judged(state: State, lines: Iterable[Line]) -> tuple[Line, ...]:
    """Results of wagers, as they are with what has been found about them."""
    if state.findings is None:
        return tuple(lines)
    return tuple(_judged(state, line) for line in lines)


def _judged(state: State, line: Line) -> Line:
    wager, rules = state.wagers[line.wager], state.rules
    if wager.invalid:
        if _stays_lost(state, line.outcome):
            return line
        return Line(line.wager, wager.staked, "void", (rules.settles.invalid_during or ""))
    if not wager.beyond:
        return line
    part = wager.staked - wager.beyond
    if not part:
        return Line(line.wager, wager.staked, "void", (rules.settles.over_limit or ""))
    returned = _returned(state, wager, line.outcome, line.odds, line.returned, part)
    return line._replace(returned=returned + wager.beyond)


def _returned(state: State, wager: Wager, outcome: str, odds: Odds | None, whole: Cents, part: Cents) -> Cents:
    """What a part of a wager returns by the result of the whole of it."""
    if part == wager.staked:
        return whole
    if outcome == "lose":
        return 0
    if outcome == "surrender":
        return surrender_returned(state.rules, part, state.setup.unit)
    if outcome != "win" or odds is None:
        return part
    prize = payment(part, odds, state.setup.unit)
    side = state.rules.side_bets.get(wager.bet)
    if side is None:
        return part + prize
    prize = prize if side.payout_max is None else min(prize, side.payout_max)
    return prize + (part if side.stake_returned else 0)


def settled_again(before: State, after: State) -> tuple[Line, ...]:
    """The new results of wagers that had been settled before something was found about them."""
    lines = []
    for i, (old, new) in enumerate(zip(before.wagers, after.wagers, strict=True)):
        if new.returned is None or (old.invalid, old.beyond) == (new.invalid, new.beyond):
            continue
        if old.went_back:  # by another ruling, whose clause it keeps
            continue
        line = Line(i, new.returned, new.outcome, new.clause, new.odds, new.also, new.row)
        if (now := _judged(after, line)) != line:
            lines.append(now)
    return tuple(lines)
