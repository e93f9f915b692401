"""Players who are held to the minimum or to one box, and side bets that need a main wager."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.engine import Refusal
from cutcard.rulebooks import own_wager_options, rules
from cutcard.table.config import Notices
from cutcard.table.draft import Draft, role_refused
from cutcard.table.registry import NAMES, command, event, handles, reduces
from cutcard.table.seats import BoxGivenUp
from cutcard.table.state import (
    TableState,
)


@command("restrict a player for the shoe", group="limits", at_tournament="tournament-limits")
class RestrictForShoe(NamedTuple):
    player: str
    told: Notices = ()


@command("restrict a player from now on", group="limits", at_tournament="tournament-limits")
class RestrictFromNowOn(NamedTuple):
    player: str
    told: Notices = ()


@command("restrict a player to one box", group="limits", at_tournament="tournament-limits")
class RestrictToOneBox(NamedTuple):
    player: str
    told: Notices = ()


@command("lift a restriction", group="limits")
class LiftRestriction(NamedTuple):
    player: str


@command("require a main wager", group="limits")
class RequireMainWager(NamedTuple):
    """Side bets only for players with a wager of their own on the box."""

    told: Notices = ()


@command("allow a side wager", group="limits")
class AllowSideWager(NamedTuple):
    """Let a player put a side bet on a box where they have no main wager, or where another decides."""

    player: str
    box: int
    bet: str


@command("limit a side bet", group="limits")
class LimitSideBet(NamedTuple):
    """Let fewer wagers of a side bet lie on a box than the document's most."""

    bet: str
    most: int


@event(seen_by="everybody", log="at most {most} wagers of {bet:words} lie on a box from now on")
class SideBetLimited(NamedTuple):
    bet: str
    most: int


@event(seen_by="everybody")
class Restricted(NamedTuple):
    """Held to the minimum: until the shoe ends, or from then on, or to one box as well."""

    player: str
    how: Literal["shoe", "from-now-on", "one-box"]


@event(seen_by="everybody")
class RestrictionLifted(NamedTuple):
    player: str


@event(seen_by="everybody")
class MainWagerRequired(NamedTuple):
    """Side bets only with a wager of your own on the box; a sign says so."""


@event(seen_by="everybody")
class SideWagerAllowed(NamedTuple):
    player: str
    box: int
    bet: str


def _missed_a_round(draft: Draft, player: str, clause: str) -> Refusal | None:
    """Only who has sat out a round of this shoe may be held to the minimum for it."""
    state = draft.state
    if state.shuffles_itself and not draft.procedures.signs.restricts_device:
        return draft.refuse("signs.restricts_device", "no-restriction-with-device")
    if not state.shoe.rounds or player in state.shoe.every_round:
        return Refusal("wagered-every-round", clause, {"player": player})
    return None


@handles(RestrictForShoe)
def restrict_for_shoe(draft: Draft, command: RestrictForShoe) -> Refusal | None:
    clause = draft.power(command).clause
    refusal = _missed_a_round(draft, command.player, clause) or draft.require_notice(command)
    if refusal is not None:
        return refusal
    draft.add(Restricted(command.player, "shoe"))
    return None


@handles(RestrictFromNowOn)
def restrict_from_now_on(draft: Draft, command: RestrictFromNowOn) -> Refusal | None:
    """For all later shoes: after a round was sat out, or again for who was restricted before."""
    clause = draft.power(command).clause
    again = command.player in draft.state.once_restricted
    refusal = None if again else _missed_a_round(draft, command.player, clause)
    refusal = refusal or draft.require_notice(command)
    if refusal is not None:
        return refusal
    draft.add(Restricted(command.player, "from-now-on"))
    return None


@handles(RestrictToOneBox)
def restrict_to_one_box(draft: Draft, command: RestrictToOneBox) -> Refusal | None:
    refusal = draft.require_notice(command)
    if refusal is not None:
        return refusal
    draft.add(Restricted(command.player, "one-box"))
    player = draft.state.players.get(command.player)
    for box in draft.state.boxes_of(command.player):
        if player is not None and box != player.home and not draft.state.bets and not draft.state.playing:
            draft.add(BoxGivenUp(command.player, box, "demand"))
    return None


@handles(LiftRestriction)
def lift_restriction(draft: Draft, command: LiftRestriction) -> Refusal | None:
    if command.player not in draft.state.restricted:
        return Refusal("not-restricted", None, {"player": command.player})
    draft.add(RestrictionLifted(command.player))
    return None


@handles(RequireMainWager)
def require_main_wager(draft: Draft, command: RequireMainWager) -> Refusal | None:
    """Each side bet on offer may have a clause of its own about who is told."""
    power = draft.power(command)
    for each in {one.clause: one for one in map(power.of_bet, draft.config.side_bets or ("",))}.values():
        refusal = draft.require_notice(command, each)
        if refusal is not None:
            return refusal
    draft.add(MainWagerRequired())
    return None


@handles(AllowSideWager)
def allow_side_wager(draft: Draft, command: AllowSideWager) -> Refusal | None:
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    power = draft.power(command)
    known = command.bet in draft.config.side_bets and command.bet in power.bets
    if not known or not 1 <= command.box <= draft.config.boxes:
        return Refusal("no-bet-to-allow", power.clause, {"bet": command.bet, "box": command.box})
    refusal = role_refused(draft.state.rules.book, draft.by, NAMES[AllowSideWager], power.of_bet(command.bet))
    if refusal is not None:
        return refusal
    draft.add(SideWagerAllowed(command.player, command.box, command.bet))
    return None


@handles(LimitSideBet)
def limit_side_bet(draft: Draft, command: LimitSideBet) -> Refusal | None:
    power, bet = draft.power(command), command.bet
    if bet not in power.bets or bet not in draft.config.side_bets:
        return Refusal("no-bet-to-limit", power.clause, {"bet": bet})
    own = power.of_bet(bet)
    most = draft.state.rules.side_bets[bet].per_box_max
    if not 1 <= command.most <= most:
        return Refusal("side-bet-places", own.clause, {"most": most})
    refusal = role_refused(draft.state.rules.book, draft.by, NAMES[LimitSideBet], own)
    if refusal is None:
        draft.add(SideBetLimited(bet, command.most))
    return refusal


@reduces(Restricted)
def _restricted(state: TableState, event: Restricted) -> TableState:
    tracked = {event.player} if event.how != "one-box" else set()  # only who was seen to sit out a round
    restricted = {**state.restricted, event.player: event.how}
    return state._replace(restricted=restricted, once_restricted=state.once_restricted | tracked)


@reduces(RestrictionLifted)
def _lifted(state: TableState, event: RestrictionLifted) -> TableState:
    return state._replace(restricted={name: how for name, how in state.restricted.items() if name != event.player})


@reduces(MainWagerRequired)
def _main_required(state: TableState, event: MainWagerRequired) -> TableState:
    """The table's own option for it is set, so that rounds and their records know."""
    game_rules = state.config.rules
    chosen = dict.fromkeys(own_wager_options(game_rules), True)
    again = rules(game_rules.book, game_rules.game, {**game_rules.options, **chosen})
    return state._replace(main_required=True, config_or_none=state.config._replace(rules=again))


@reduces(SideBetLimited)
def _side_bet_limited(state: TableState, event: SideBetLimited) -> TableState:
    return state._replace(side_bet_places={**state.side_bet_places, event.bet: event.most})


@reduces(SideWagerAllowed)
def _side_allowed(state: TableState, event: SideWagerAllowed) -> TableState:
    return state._replace(side_leave=state.side_leave | {(event.player, event.box, event.bet)})
