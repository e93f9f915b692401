"""The sign and players' own limits: what is in force, and how it changes."""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from cutcard.durations import MINUTE_MS
from cutcard.engine import Refusal, State
from cutcard.engine.betting import under_minimum
from cutcard.engine.state import PersonalLimit
from cutcard.money import Cents
from cutcard.table.config import Sign, TableConfig
from cutcard.table.draft import Draft
from cutcard.table.jackpot_links import price_refused
from cutcard.table.ranges import Time
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.state import Notice, Player, TableState


@command("change the limits", group="limits", at_tournament="tournament-limits")
class ChangeLimits(NamedTuple):
    sign: Sign
    told: bool = False  # the players were told first


@command("post a new minimum", group="limits", at_tournament="tournament-limits")
class PostMinimum(NamedTuple):
    """Put up a sign with a higher minimum and the time from which it holds; also for those who kept an old one."""

    minimum: Cents
    holds_from: Time
    retained_too: bool = False


@command("raise the minimum while players keep their rights", group="limits", at_tournament="tournament-limits")
class RaiseMinimumKeepingRights(NamedTuple):
    """Raise the minimum at once; everybody who plays keeps the old one."""

    minimum: Cents


@command("grant a personal limit", group="limits", at_tournament="tournament-limits")
class GrantPersonalLimit(NamedTuple):
    player: str
    minimum: Cents
    maximum: Cents
    marker: bool = True


@command("end a personal limit", group="limits")
class EndPersonalLimit(NamedTuple):
    player: str


@event(seen_by="everybody", log="limits changed: {sign:limits}")
class LimitsChanged(NamedTuple):
    """A new sign. Those in `keep` keep an old minimum, each shown by a marker at their own box."""

    sign: Sign
    keep: Mapping[str, Cents] = {}


@event(seen_by="everybody")
class MinimumPosted(NamedTuple):
    minimum: Cents
    holds_from: int
    retained_too: bool


@event(seen_by="everybody")
class RetainedRaised(NamedTuple):
    minimum: Cents


@event(seen_by="everybody")
class PersonalLimitGranted(NamedTuple):
    player: str
    limit: PersonalLimit


@event(seen_by="everybody")
class PersonalLimitEnded(NamedTuple):
    player: str


@event(
    seen_by="everybody",
    log="{player} is told that {amount:money} on box {box} is under the minimum of {minimum:money}, "
    "and that the next such wager goes back (clause {clause})",
)
class UnderMinimumWarned(NamedTuple):
    """A wager under the minimum is settled this once."""

    box: int
    player: str
    bet: str
    amount: Cents
    minimum: Cents
    clause: str


def sign_refused(config: TableConfig, sign: Sign) -> Refusal | None:
    """What is wrong with a sign."""
    procedures = config.procedures

    def by(path: str, code: str, **facts: object) -> Refusal:
        return Refusal(code, procedures.clauses[path], facts)

    if not 0 < sign.minimum <= sign.maximum:
        return by("signs.per", "sign-limits")
    if sign.per not in procedures.signs.per:
        return by("signs.per", "sign-not-per", per=sign.per)
    if sign.player_maximum is not None and "player" not in procedures.signs.per:
        return by("signs.per", "sign-without-player-limit")
    for bet, (low, high) in sign.side_bets.items():
        if bet not in config.side_bets:
            return by("signs.per", "bet-not-on-offer", bet=bet)
        if high is not None and low > high:
            return by("signs.per", "bet-minimum-above-maximum", bet=bet)
    if sign.unit < 0:
        return by("signs.unit", "unit-is-nothing")
    return None


# ------------------------------------------------------------------------------------------------------ limits in force


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
    """Whether a player's whole wager on a box lies within the limits in force for them.

    A dealer who enters what lies on a real table may enter less than the minimum or more than the maximum: the
    round then treats it as the document says. No restriction and no limit for a player gives way to that.
    """
    refusal = limit_refused(state, box, player, bet, amount, entered)
    if refusal is not None or bet != "main":
        return refusal
    if amount % state.config.chip:
        facts = {"chip": state.config.chip, "amount": amount}
        return Refusal("chips-do-not-make", state.rules.clauses["deal.wagers_in"], facts)
    return (
        _unit_refused(state, limit_in_force(state, player).minimum, amount, entered)
        or _box_full(state, box, player, amount, entered)
        or _player_full(state, box, player, amount, entered)
    )


def limit_refused(state: TableState, box: int, player: str, bet: str, amount: Cents, entered: bool) -> Refusal | None:
    """Whether a wager by itself lies outside what is in force for its owner."""
    if bet in state.links:
        return price_refused(state, bet, amount) or _one_box_refused(state, box, player)
    low, high = limit_in_force(state, player, bet)
    clause = limit_clause(state, player)
    own_clause = bet != "main" and "bet" not in state.config.procedures.signs.per
    if own_clause and player not in state.restricted and player not in state.personal:
        clause = state.rules.clauses.get(f"side_bets.{bet}.amounts", clause)
    strict = not entered or player in state.restricted
    own = strict or player in state.personal  # a round cuts back what is over the maximum on the sign
    if strict and amount < low:
        return Refusal("wager-at-least", clause, {"player": player, "least": low, "amount": amount})
    if own and high is not None and amount > high:
        return Refusal("wager-at-most", clause, {"player": player, "most": high, "amount": amount})
    return _one_box_refused(state, box, player)


def _unit_refused(state: TableState, low: Cents, amount: Cents, entered: bool) -> Refusal | None:
    sign, clause = state.sign, state.config.procedures.clauses["signs.unit"]
    if entered:
        return None
    if sign.multiples and amount % sign.minimum:
        return Refusal("wagers-in-multiples", clause, {"minimum": sign.minimum})
    if sign.unit and (amount - low) % sign.unit:
        return Refusal("wagers-in-units", clause, {"minimum": low, "unit": sign.unit})
    return None


def _one_box_refused(state: TableState, box: int, player: str) -> Refusal | None:
    if state.restricted.get(player) != "one-box":
        return None
    if any(bet.box != box for bet in state.laid(player=player)):
        return Refusal("only-one-box", limit_clause(state, player), {"player": player})
    return None


def _box_full(state: TableState, box: int, player: str, amount: Cents, entered: bool) -> Refusal | None:
    """Anybody who holds the box has the first right to its maximum; the others share what is left, in their order."""
    if state.sign.per != "box" or entered or state.seats.get(box) == player:
        return None
    others = [bet for bet in state.laid(box=box, bet="main") if bet.player != player]
    own = [state.personal[one].maximum for one in (player, *(bet.player for bet in others)) if one in state.personal]
    most = max((m for m in own if m is not None), default=state.sign.maximum)
    lying = sum(bet.amount for bet in others)
    if lying + amount <= most:
        return None
    facts = {"box": box, "room": max(most - lying, 0), "most": most}
    return Refusal("box-has-room-for", state.rules.clauses["limits.room_first"], facts)


def _player_full(state: TableState, box: int, player: str, amount: Cents, entered: bool) -> Refusal | None:
    most = state.sign.player_maximum
    if most is None or entered or player in state.personal:
        return None
    elsewhere = sum(bet.amount for bet in state.laid(player=player, bet="main") if bet.box != box)
    if elsewhere + amount <= most:
        return None
    facts = {"player": player, "most": most}
    return Refusal("most-on-all-boxes", state.config.procedures.clauses["signs.per"], facts)


def engine_limits(state: TableState) -> dict[str, PersonalLimit]:
    """Limits of players' own as a round takes them; a retained minimum goes with the sign's maximum."""
    kept = {
        name: PersonalLimit(player.retained, state.sign.maximum)
        for name, player in state.players.items()
        if player.retained is not None
    }
    return {**kept, **state.personal}


def most_on_all_boxes(state: TableState) -> dict[str, Cents]:
    """What the sign leaves each player with wagers on all boxes together; a limit of one's own goes before it."""
    most = state.sign.player_maximum
    if most is None:
        return {}
    return {name: most for name in state.present if name not in state.personal}  # a correction may add a wager of any


def warn_under_minimum(draft: Draft, round_: State | None, *, told: frozenset[str]) -> None:
    """A player who placed too little for the first time is told so, where the next such wager goes back."""
    config = draft.config
    if round_ is None or config.rules.limits.under_minimum == "valid" or not config.minimum_as_placed:
        return
    for wager, amount, least in under_minimum(round_):
        if wager.player not in told:
            clause = config.rules.settles.under_minimum
            draft.add(UnderMinimumWarned(wager.box, wager.player, wager.bet, amount, least, clause))


# -------------------------------------------------------------------------------------------------- changing the limits


@handles(ChangeLimits)
def change_limits(draft: Draft, command: ChangeLimits) -> Refusal | None:
    by_book, sign = draft.procedures.signs, command.sign
    refusal = sign_refused(draft.config, sign)
    if refusal is not None:
        return refusal
    if by_book.told_first and not command.told:
        return draft.refuse("signs.told_first", "limit-change-told-first")
    if by_book.raise_notice_minutes and sign.minimum > draft.state.sign.minimum:
        minutes = by_book.raise_notice_minutes
        return draft.refuse("signs.raise_notice_minutes", "minimum-needs-sign", minutes=minutes)
    draft.add(LimitsChanged(sign))
    _end_personal_limits(draft)
    return None


def _end_personal_limits(draft: Draft) -> None:
    """A limit of your own lets a player go above the sign, and ends where the sign allows as much by now."""
    if draft.procedures.signs.personal != "above":
        return
    for name, limit in draft.state.personal.items():
        if limit.maximum is not None and limit.maximum <= draft.state.sign.maximum:
            draft.add(PersonalLimitEnded(name))


@handles(PostMinimum)
def post_minimum(draft: Draft, command: PostMinimum) -> Refusal | None:
    minutes = draft.procedures.signs.raise_notice_minutes
    if command.holds_from - draft.at < minutes * MINUTE_MS:
        kept_too = command.retained_too and "signs.retained_raised" in draft.procedures.clauses
        by = "signs.retained_raised" if kept_too else "signs.raise_notice_minutes"
        return draft.refuse(by, "minimum-sign-too-late", minutes=minutes)
    if not 0 < command.minimum <= draft.state.sign.maximum:
        return draft.refuse("signs.per", "minimum-above-maximum")
    draft.add(MinimumPosted(command.minimum, command.holds_from, command.retained_too))
    return None


def raises(state: TableState, notice: Notice) -> bool:
    """Whether a sign changes something once its time has come."""
    return notice.minimum > state.sign.minimum or notice.retained_too


def between_rounds(state: TableState) -> bool:
    """Whether signs whose time has come take effect now."""
    return not state.playing and state.betting == "closed"


def notices_due(draft: Draft) -> None:
    """Signs whose time has come take effect, between rounds."""
    if not between_rounds(draft.state):
        return
    for notice in draft.state.notices:
        if notice.holds_from > draft.at:
            continue
        if notice.minimum > draft.state.sign.minimum:
            draft.add(LimitsChanged(draft.state.sign._replace(minimum=notice.minimum)))
        if notice.retained_too:
            draft.add(RetainedRaised(notice.minimum))


@handles(RaiseMinimumKeepingRights)
def raise_keeping_rights(draft: Draft, command: RaiseMinimumKeepingRights) -> Refusal | None:
    state = draft.state
    sign = state.sign._replace(minimum=command.minimum)
    if command.minimum <= state.sign.minimum:
        return draft.refuse("signs.retained", "minimum-not-raised")
    refusal = sign_refused(draft.config, sign)
    if refusal is not None:
        return refusal
    keep = {name: player.retained or state.sign.minimum for name, player in state.present.items()}
    draft.add(LimitsChanged(sign, keep))
    return None


@handles(GrantPersonalLimit)
def grant_personal_limit(draft: Draft, command: GrantPersonalLimit) -> Refusal | None:
    clause = draft.power(command).clause
    refusal = draft.at_table(command.player)
    if refusal is not None:
        return refusal
    if not 0 < command.minimum <= command.maximum:
        return Refusal("personal-limits", clause)
    sign = draft.state.sign
    if draft.procedures.signs.personal == "above" and not (
        command.maximum > sign.maximum and command.minimum >= sign.minimum
    ):
        facts = {"minimum": sign.minimum, "maximum": sign.maximum}
        return draft.refuse("signs.personal", "personal-limits-above-sign", **facts)
    if not command.marker:
        return draft.refuse("signs.marker", "marker-missing")
    draft.add(PersonalLimitGranted(command.player, PersonalLimit(command.minimum, command.maximum)))
    return None


@handles(EndPersonalLimit)
def end_personal_limit(draft: Draft, command: EndPersonalLimit) -> Refusal | None:
    if command.player not in draft.state.personal:
        return Refusal("no-personal-limits", None, {"player": command.player})
    draft.add(PersonalLimitEnded(command.player))
    return None


@reduces(LimitsChanged)
def _limits_changed(state: TableState, event: LimitsChanged) -> TableState:
    """An old minimum is a right: it ends for a player where the sign asks for no more than that."""
    minimum = event.sign.minimum
    players = {
        name: _keeping(player, event.keep.get(name, player.retained), minimum) for name, player in state.players.items()
    }
    notices = tuple(notice for notice in state.notices if notice.minimum > minimum or notice.retained_too)
    return state._replace(sign=event.sign, players=players, notices=notices)


def _keeping(player: Player, kept: Cents | None, minimum: Cents) -> Player:
    return player._replace(retained=kept if kept is not None and kept < minimum else None)


@reduces(MinimumPosted)
def _minimum_posted(state: TableState, event: MinimumPosted) -> TableState:
    return state._replace(notices=(*state.notices, Notice(event.minimum, event.holds_from, event.retained_too)))


@reduces(RetainedRaised)
def _retained_raised(state: TableState, event: RetainedRaised) -> TableState:
    """A retained minimum rises, and ends where it meets that of the sign."""
    raised = event.minimum if event.minimum < state.sign.minimum else None
    players = {
        name: player._replace(retained=raised)
        if player.retained is not None and player.retained < event.minimum
        else player
        for name, player in state.players.items()
    }
    notices = tuple(n for n in state.notices if not n.retained_too or n.minimum > event.minimum)
    return state._replace(players=players, notices=notices)


@reduces(PersonalLimitGranted)
def _personal_granted(state: TableState, event: PersonalLimitGranted) -> TableState:
    return state._replace(personal={**state.personal, event.player: event.limit})


@reduces(PersonalLimitEnded)
def _personal_ended(state: TableState, event: PersonalLimitEnded) -> TableState:
    return state._replace(personal={name: one for name, one in state.personal.items() if name != event.player})
