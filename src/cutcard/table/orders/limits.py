"""The sign, limits of players' own, and restrictions."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.engine import Refusal
from cutcard.engine.state import PersonalLimit
from cutcard.money import Cents, priced
from cutcard.table import commands as cmd
from cutcard.table import events as ev
from cutcard.table.config import Sign, TableConfig
from cutcard.table.orders.draft import Draft
from cutcard.table.state import TableState

MINUTE_MS = 60_000


def sign_refused(terms: TableConfig, sign: Sign) -> Refusal | None:
    """What is wrong with a sign."""
    procedures = terms.procedures

    def by(path: str, message: str) -> Refusal:
        return Refusal(message, procedures.clauses[path])

    if not 0 < sign.minimum <= sign.maximum:
        return by("signs.per", "a sign shows a minimum above nothing and a maximum that is not below it")
    if sign.per not in procedures.signs.per:
        return by("signs.per", f"limits on the sign are not for each {sign.per}")
    if sign.player_maximum is not None and "player" not in procedures.signs.per:
        return by("signs.per", "the sign shows no limit for a player")
    for bet, (low, high) in sign.side_bets.items():
        if bet not in terms.side_bets:
            return by("signs.per", f"{bet} is not on offer at this table")
        if high is not None and low > high:
            return by("signs.per", f"the minimum of {bet} is above its maximum")
    if sign.unit < 0:
        return by("signs.unit", "a unit is more than nothing")
    return None


# ------------------------------------------------------------------------------------------------ limits in force


def limit_in_force(state: TableState, player: str, bet: str = "main") -> PersonalLimit:
    """The least and the most that a player's wager on a box may be, by restriction, marker or sign."""
    sign = state.sign
    if bet != "main":
        return sign.side_bets.get(bet, PersonalLimit(0, None))
    if player in state.restricted:
        return PersonalLimit(sign.minimum, sign.minimum)
    own = state.personal.get(player)
    if own is not None:
        return own
    here = state.players.get(player)
    if here is not None and here.retained is not None:
        return PersonalLimit(here.retained, sign.maximum)
    return PersonalLimit(sign.minimum, sign.maximum)


def limit_clause(state: TableState, player: str) -> str:
    """The clause by which a player's limit holds."""
    procedures = state.config.procedures
    how = state.restricted.get(player)
    if how is not None:
        key = {"shoe": "restrict-for-shoe", "from-now-on": "restrict-from-now-on", "one-box": "restrict-to-one-box"}
        return procedures.commands[key[how]].clause
    if player in state.personal:
        return procedures.commands["grant-personal-limit"].clause
    return procedures.clauses["signs.per"]


def wager_refused(state: TableState, box: int, player: str, bet: str, amount: Cents, entered: bool) -> Refusal | None:
    """Whether a player's whole wager on a box lies within the limits in force for him.

    A dealer who enters what lies on a real table may enter less than the minimum or more than the maximum: the
    round then treats it as the document says. No restriction and no limit for a player gives way to that.
    """
    refusal = outside(state, box, player, bet, amount, entered)
    if refusal is not None or bet != "main":
        return refusal
    if amount % state.config.chip:
        message = f"chips of {priced(state.config.chip)} do not make up {priced(amount)}"
        return Refusal(message, state.rules.clauses["deal.wagers_in"])
    return (
        _unit_refused(state, limit_in_force(state, player).minimum, amount, entered)
        or _box_full(state, box, player, amount, entered)
        or _player_full(state, box, player, amount)
    )


def outside(state: TableState, box: int, player: str, bet: str, amount: Cents, entered: bool) -> Refusal | None:
    """Whether a wager by itself lies outside what is in force for its owner."""
    low, high = limit_in_force(state, player, bet)
    clause = limit_clause(state, player)
    strict = not entered or player in state.restricted or state.sign.per == "player"
    own = strict or player in state.personal
    if strict and amount < low:
        return Refusal(f"{player} wagers at least {priced(low)}, not {priced(amount)}", clause)
    if own and high is not None and amount > high:
        return Refusal(f"{player} wagers at most {priced(high)}, not {priced(amount)}", clause)
    return _one_box_refused(state, box, player) if bet == "main" else None


def _unit_refused(state: TableState, low: Cents, amount: Cents, entered: bool) -> Refusal | None:
    sign, clause = state.sign, state.config.procedures.clauses["signs.unit"]
    if entered:
        return None
    if sign.multiples and amount % sign.minimum:
        return Refusal(f"wagers are multiples of {priced(sign.minimum)} here", clause)
    if sign.unit and (amount - low) % sign.unit:
        return Refusal(f"wagers above {priced(low)} go up by {priced(sign.unit)} here", clause)
    return None


def _one_box_refused(state: TableState, box: int, player: str) -> Refusal | None:
    if state.restricted.get(player) != "one-box":
        return None
    if any(bet.box != box for bet in state.laid(player=player)):
        return Refusal(f"{player} may wager on one box only", limit_clause(state, player))
    return None


def _box_full(state: TableState, box: int, player: str, amount: Cents, entered: bool) -> Refusal | None:
    """Whoever holds the box has the first right to its maximum; the others share what is left, in their order."""
    if state.sign.per != "box" or entered or state.seats.get(box) == player:
        return None
    others = [bet for bet in state.laid(box=box, bet="main") if bet.player != player]
    own = [state.personal[one].maximum for one in (player, *(bet.player for bet in others)) if one in state.personal]
    most = max((m for m in own if m is not None), default=state.sign.maximum)
    lying = sum(bet.amount for bet in others)
    if lying + amount <= most:
        return None
    message = f"box {box} has room for {priced(max(most - lying, 0))} up to its maximum of {priced(most)}"
    return Refusal(message, state.rules.clauses["limits.room_first"])


def _player_full(state: TableState, box: int, player: str, amount: Cents) -> Refusal | None:
    most = state.sign.player_maximum
    if most is None or player in state.personal:
        return None
    elsewhere = sum(bet.amount for bet in state.laid(player=player, bet="main") if bet.box != box)
    if elsewhere + amount <= most:
        return None
    message = f"{player} may have {priced(most)} on all boxes together"
    return Refusal(message, state.config.procedures.clauses["signs.per"])


def engine_limits(state: TableState) -> dict[str, PersonalLimit]:
    """Limits of players' own as a round takes them; a retained minimum goes with the sign's maximum."""
    kept = {
        name: PersonalLimit(player.retained, state.sign.maximum)
        for name, player in state.players.items()
        if player.retained is not None
    }
    return {**kept, **state.personal}


# ---------------------------------------------------------------------------------------------- changing the limits


def change_limits(draft: Draft, command: cmd.ChangeLimits) -> Refusal | None:
    terms, sign = draft.procedures.signs, command.sign
    refusal = sign_refused(draft.config, sign)
    if refusal is not None:
        return refusal
    if terms.told_first and not command.told:
        return draft.refuse("signs.told_first", "the players are told before a limit changes")
    if terms.raise_notice_minutes and sign.minimum > draft.state.sign.minimum and draft.state.present:
        minutes = terms.raise_notice_minutes
        message = f"a higher minimum needs a sign at the table for {minutes} minutes before it holds"
        return draft.refuse("signs.raise_notice_minutes", message)
    draft.add(ev.LimitsChanged(sign))
    return None


def post_minimum(draft: Draft, command: cmd.PostMinimum) -> Refusal | None:
    minutes = draft.procedures.signs.raise_notice_minutes
    if command.holds_from - draft.at < minutes * MINUTE_MS:
        message = f"the sign with the new minimum stands at least {minutes} minutes before it holds"
        return draft.refuse("signs.raise_notice_minutes", message)
    if not 0 < command.minimum <= draft.state.sign.maximum:
        return draft.refuse("signs.per", "the new minimum is not above the maximum")
    draft.add(ev.MinimumPosted(command.minimum, command.holds_from, command.retained_too))
    return None


def notices_due(draft: Draft) -> None:
    """Signs whose time has come take effect, between rounds."""
    if draft.state.playing or draft.state.betting != "closed":
        return
    for notice in draft.state.notices:
        if notice.holds_from > draft.at:
            continue
        if notice.minimum > draft.state.sign.minimum:
            draft.add(ev.LimitsChanged(draft.state.sign._replace(minimum=notice.minimum)))
        if notice.retained_too:
            draft.add(ev.RetainedRaised(notice.minimum))


def raise_keeping_rights(draft: Draft, command: cmd.RaiseMinimumKeepingRights) -> Refusal | None:
    state = draft.state
    sign = state.sign._replace(minimum=command.minimum)
    if command.minimum <= state.sign.minimum:
        return draft.refuse("signs.retained", "the new minimum is higher than the old one")
    refusal = sign_refused(draft.config, sign)
    if refusal is not None:
        return refusal
    keep = {name: player.retained or state.sign.minimum for name, player in state.present.items()}
    draft.add(ev.LimitsChanged(sign, keep))
    return None


def grant_personal_limit(draft: Draft, command: cmd.GrantPersonalLimit) -> Refusal | None:
    clause = draft.procedures.commands["grant-personal-limit"].clause
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    if not 0 < command.minimum <= command.maximum:
        return Refusal("a player's own limits are a minimum and a maximum above it", clause)
    if not command.marker:
        return draft.refuse("signs.marker", "a marker at his box shows a player's own limits")
    draft.add(ev.PersonalLimitGranted(command.player, PersonalLimit(command.minimum, command.maximum)))
    return None


def end_personal_limit(draft: Draft, command: cmd.EndPersonalLimit) -> Refusal | None:
    if command.player not in draft.state.personal:
        return Refusal(f"{command.player} has no limits of his own")
    draft.add(ev.PersonalLimitEnded(command.player))
    return None


# ---------------------------------------------------------------------------------------------------- restrictions


def _missed_a_round(draft: Draft, player: str, clause: str) -> Refusal | None:
    """Only who has sat out a round of this shoe may be held to the minimum for it."""
    state = draft.state
    if state.config.shuffles_itself and not draft.procedures.signs.restricts_device:
        return draft.refuse("signs.restricts_device", "nobody is held to the minimum where a device shuffles")
    if not state.shoe.rounds or player in state.shoe.every_round:
        return Refusal(f"{player} has wagered in every round of this shoe", clause)
    return None


def restrict_for_shoe(draft: Draft, command: cmd.RestrictForShoe) -> Refusal | None:
    clause = draft.procedures.commands["restrict-for-shoe"].clause
    refusal = _missed_a_round(draft, command.player, clause) or draft.require_notice("restrict-for-shoe", command.told)
    if refusal is not None:
        return refusal
    draft.add(ev.Restricted(command.player, "shoe"))
    return None


def restrict_from_now_on(draft: Draft, command: cmd.RestrictFromNowOn) -> Refusal | None:
    """For all later shoes: after a round was sat out, or again for who was restricted before."""
    clause = draft.procedures.commands["restrict-from-now-on"].clause
    again = command.player in draft.state.once_restricted
    refusal = None if again else _missed_a_round(draft, command.player, clause)
    refusal = refusal or draft.require_notice("restrict-from-now-on", command.told)
    if refusal is not None:
        return refusal
    draft.add(ev.Restricted(command.player, "from-now-on"))
    return None


def restrict_to_one_box(draft: Draft, command: cmd.RestrictToOneBox) -> Refusal | None:
    refusal = draft.require_notice("restrict-to-one-box", command.told)
    if refusal is not None:
        return refusal
    draft.add(ev.Restricted(command.player, "one-box"))
    player = draft.state.players.get(command.player)
    for box in draft.state.boxes_of(command.player):
        if player is not None and box != player.home and not draft.state.bets and not draft.state.playing:
            draft.add(ev.BoxGivenUp(command.player, box, "demand"))
    return None


def lift_restriction(draft: Draft, command: cmd.LiftRestriction) -> Refusal | None:
    if command.player not in draft.state.restricted:
        return Refusal(f"{command.player} is not restricted")
    draft.add(ev.RestrictionLifted(command.player))
    return None


def require_main_wager(draft: Draft, command: cmd.RequireMainWager) -> Refusal | None:
    refusal = draft.require_notice("require-main-wager", command.told)
    if refusal is not None:
        return refusal
    draft.add(ev.MainWagerRequired())
    return None


def allow_side_wager(draft: Draft, command: cmd.AllowSideWager) -> Refusal | None:
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    if command.bet not in draft.config.side_bets or not 1 <= command.box <= draft.config.boxes:
        clause = draft.procedures.commands["allow-side-wager"].clause
        return Refusal(f"there is no {command.bet} on box {command.box} to give leave for", clause)
    draft.add(ev.SideWagerAllowed(command.player, command.box, command.bet))
    return None


ORDERS: dict[type, Callable[[Draft, Any], Refusal | None]] = {
    cmd.ChangeLimits: change_limits,
    cmd.PostMinimum: post_minimum,
    cmd.RaiseMinimumKeepingRights: raise_keeping_rights,
    cmd.GrantPersonalLimit: grant_personal_limit,
    cmd.EndPersonalLimit: end_personal_limit,
    cmd.RestrictForShoe: restrict_for_shoe,
    cmd.RestrictFromNowOn: restrict_from_now_on,
    cmd.RestrictToOneBox: restrict_to_one_box,
    cmd.LiftRestriction: lift_restriction,
    cmd.RequireMainWager: require_main_wager,
    cmd.AllowSideWager: allow_side_wager,
}
