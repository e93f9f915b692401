"""Wagers before the first card: who may place what, who controls a box, and what the limits leave of it."""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from cutcard.engine import events as ev
from cutcard.engine.commands import PlaceWager
from cutcard.engine.findings import ADDED
from cutcard.engine.legal import refuse
from cutcard.engine.state import DEALER, Box, PersonalLimit, State, TableLimits, Wager
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.rulebooks.known_values import unknown_value
from cutcard.rulebooks.schema import Rules

NO_LIMITS = TableLimits()
BOXES = 100  # more than any layout has, for counting boxes round the table


class Placed(NamedTuple):
    """What somebody placed on a box, the wager as it lies there now, and the least that it should have been."""

    wager: Wager
    amount: Cents
    minimum: Cents


def place(state: State, command: PlaceWager) -> ev.WagerPlaced | Refusal:
    """A wager on the layout, or why it may not lie there."""
    rules = state.setup.rules
    box, player, bet, amount, carried = command.box, command.player, command.bet, command.amount, command.carried
    if state.needs != "wagers":
        return refuse(rules, "deal.wagers_close", "wagers-closed")
    if (unknown := unknown_value("engine", rules)) is not None:
        return unknown
    if amount <= 0:
        return refuse(rules, "deal.wagers_in", "wager-of-nothing", amount=amount)
    if not 1 <= box <= rules.cards.boxes_max:
        return refuse(rules, "cards.boxes_max", "no-such-box", box=box, boxes=rules.cards.boxes_max)
    if not player:
        return refuse(rules, "deal.wagers_in", "wager-needs-name")
    if bet == "main" and carried:
        return refuse(rules, "deal.wagers_in", "only-side-bets-carried")
    if bet == "main":
        refusal = _main_refused(state, box, player)
    else:
        refusal = _side_refused(state, command)
    return refusal or ev.WagerPlaced(box, player, bet, amount, carried)


def _main_refused(state: State, box: int, player: str) -> Refusal | None:
    rules = state.setup.rules
    if not state.wagers:
        return None
    players = {w.player for w in state.wagers if w.box == box and w.bet == "main"} | {player}
    if len(players) > rules.box.players_max:
        most = rules.box.players_max
        return refuse(rules, "box.players_max", "too-many-on-box", most=most, player=player, box=box)
    boxes = {w.box for w in state.wagers if w.player == player and w.bet == "main"} | {box}
    if len(boxes) > 1 and not rules.box.several:
        return refuse(rules, "box.several", "only-one-box", player=player)
    return None


def _side_refused(state: State, command: PlaceWager) -> Refusal | None:
    rules = state.setup.rules
    box, player, bet, amount, carried = command.box, command.player, command.bet, command.amount, command.carried
    side = rules.side_bets.get(bet)
    if side is None:
        return Refusal("no-such-wager", None, {"book": rules.book, "bet": bet})
    if bet not in state.setup.side_bets:
        return Refusal("side-bet-not-offered", side.placed, {"title": side.title})
    if side.amounts and amount not in side.amounts:
        given = {"title": side.title, "amounts": side.amounts, "amount": amount}
        return refuse(rules, f"side_bets.{bet}.amounts", "side-bet-amounts", **given)
    if carried and not side.carries:
        return Refusal("side-bet-not-carried", side.placed, {"title": side.title})
    own = [w for w in state.wagers if (w.box, w.player, w.bet) == (box, player, bet)]
    added_to = own and (carried or own[0].carried)  # chips beside one that stays raise it, whichever was laid first
    if (added_to or (carried and amount > carried)) and not side.carried_may_rise:
        field = f"side_bets.{bet}.carried_may_rise"
        return refuse(rules, field, "side-bet-not-raised", title=side.title, carried=carried or own[0].staked)
    if side.one_each and own:
        field = f"side_bets.{bet}.one_each"
        return refuse(rules, field, "only-one-side-bet", player=player, title=side.title, box=box)
    return None


def close(state: State) -> ev.BettingClosed | Refusal:
    """No more bets: the boxes in play and every wager as the limits and the rules leave it."""
    rules = state.setup.rules
    if state.needs != "wagers":
        return refuse(rules, "deal.wagers_close", "betting-closed-already")
    if not any(w.bet == "main" for w in state.wagers):
        return refuse(rules, main_wanted_by(wager.bet for wager in state.wagers), "no-main-wager")
    wagers, voided = _within_limits(state)
    boxes = _boxes(state, wagers)
    if not boxes:
        return refuse(rules, "deal.order", "no-main-wager-left")
    for i, wager in enumerate(wagers):
        if wager.bet == "main" or _was_invalid(state, wager):
            continue
        refusal = _entitled(state, wagers, boxes, i)
        if refusal is None:
            continue
        if wager.carried:
            wagers[i] = _void(wager, rules.clauses[f"side_bets.{wager.bet}.carried_without"])
        elif rules.side_bets[wager.bet].without == "void" or _main_went_back(state, wagers, wager):
            wagers[i] = _void(wager, refusal.clause or "")
        else:
            return refusal._replace(wager=i)
    refusal = _crowded(state, wagers)
    return refusal or ev.BettingClosed(boxes, (*wagers, *voided))


def main_wanted_by(bets: Iterable[str]) -> str:
    """The field whose clause wants a main wager: that of a side bet which lies there, or of the deal."""
    return next((f"side_bets.{bet}.needs" for bet in bets if bet != "main"), "deal.order")


def _main_went_back(state: State, wagers: list[Wager], side: Wager) -> bool:
    """Whether the main wager that a side bet needs is no longer there.

    The limits left nothing of it, or it was invalid; then also another's, where the side bet needs just any.
    """
    on_box = [w for w in wagers if (w.box, w.bet) == (side.box, "main")]
    mains = [w for w in on_box if w.player == side.player]
    if mains and not any(w.open for w in mains):
        return True
    return not any(w.open for w in on_box) and any(_was_invalid(state, w) for w in on_box)


def _was_invalid(state: State, wager: Wager) -> bool:
    """Whether a wager was found to be invalid while wagers could still be placed, and went back (Sydney 16.22.1)."""
    return wager.outcome == "void" and wager.clause == state.rules.settles.invalid_before


def nothing_left(state: State, box: int, player: str, bet: str) -> Refusal | None:
    """Why a wager on the layout would not be played: a maximum leaves nothing of it, or of the main wager it needs."""
    lying = next((w for w in state.wagers if (w.box, w.player, w.bet) == (box, player, "main")), None)
    if lying is None or _returned_unplayed(state, lying):
        return None
    wagers, _ = _within_limits(state)
    if any(w.open for w in wagers if (w.box, w.player, w.bet) == (box, player, "main")):
        return None
    rules = state.setup.rules
    if bet == "main":
        most = state.setup.limits.all_boxes.get(player)
        if most is not None and most <= sum(
            w.staked for w in wagers if (w.player, w.bet) == (player, "main") and w.open
        ):
            return Refusal("most-on-all-boxes", rules.settles.over_maximum, {"player": player, "most": most})
        return refuse(rules, "limits.room_first", "box-without-room", box=box, player=player)
    side = next(i for i, w in enumerate(wagers) if (w.box, w.player, w.bet) == (box, player, bet))
    refusal = _entitled(state, wagers, _boxes(state, wagers), side)
    if refusal is None:
        return None
    facts = {"title": rules.side_bets[bet].title, "player": player, "box": box}
    return Refusal("side-bet-main-without-room", refusal.clause, facts)


def _boxes(state: State, wagers: list[Wager]) -> tuple[Box, ...]:
    by_box: dict[int, list[Wager]] = {}
    for wager in wagers:
        if wager.bet == "main" and wager.returned is None:
            by_box.setdefault(wager.box, []).append(wager)
    first = state.setup.first_box
    order = sorted(by_box, key=lambda number: (number - first) % BOXES) if first else sorted(by_box)
    return tuple([_box(state, number, by_box[number]) for number in order])


def _box(state: State, number: int, lying: list[Wager]) -> Box:
    if len(lying) == 1:
        player = lying[0].player
        return Box(number, (player,), player)
    control = controlling(state, number, lying)
    return Box(number, (control, *(w.player for w in lying if w.player != control)), control)


def controlling(state: State, number: int, lying: list[Wager]) -> str:
    """Who calls the decisions of a box, by the order that the rulebook gives (5.7, 4.5, 5.9)."""
    players = [w.player for w in lying]
    for way in state.setup.rules.box.control:
        if way == "seated":
            seated = state.setup.seats.get(number, players[0])
            if seated in players:
                return seated
        elif way == "highest":
            return max(lying, key=lambda w: w.staked).player  # of equal ones the first placed, nearest the dealer
    return players[0]


def _within_limits(state: State) -> tuple[list[Wager], list[Wager]]:
    """The wagers cut back to the limits in force, and what goes back to its owners."""
    settles = state.setup.rules.settles
    wagers = list(state.wagers)
    voided: list[Wager] = []
    if state.setup.limits == NO_LIMITS:
        return wagers, voided
    for i, wager in enumerate(wagers):
        if _returned_unplayed(state, wager):
            wagers[i] = _void(wager, settles.under_minimum)
    for number in {w.box for w in wagers if w.bet == "main" and w.open}:
        _cut_box(state, wagers, voided, number)
    for player, most in state.setup.limits.all_boxes.items():
        _cut_player(state, wagers, voided, player, most)
    for i, wager in enumerate(wagers):
        limit = state.setup.limits.side_bets.get(wager.bet)
        if limit is not None and wager.open:
            _cut(wagers, voided, i, _side_maximum(state, wager.bet, limit.maximum), settles.over_maximum)
    return wagers, voided


def _side_maximum(state: State, bet: str, maximum: Cents | None) -> Cents | None:
    """The most that a side bet may be: one of its amounts, where it has fixed ones; 0 where none is so low."""
    amounts = state.setup.rules.side_bets[bet].amounts
    if maximum is None or not amounts:
        return maximum
    return max((amount for amount in amounts if amount <= maximum), default=0)


def _returned_unplayed(state: State, wager: Wager) -> bool:
    """A wager under the minimum of a player who has been warned before (Canberra 3.4, Melbourne 6.2.1)."""
    if state.setup.rules.limits.under_minimum == "valid" or wager.player not in state.setup.warned:
        return False
    return wager.staked < minimum_for(state, wager)


def minimum_for(state: State, wager: Wager) -> Cents:
    """The least that this wager should be, by the sign or the player's own limit."""
    limits = state.setup.limits
    if wager.bet == "main":
        own = limits.personal.get(wager.player)
        return own.minimum if own else limits.minimum
    side = limits.side_bets.get(wager.bet)
    return side.minimum if side else 0


def placed_wagers(state: State) -> list[Placed]:
    """What was placed before the first card by box, player and bet, also where a maximum left less of it or nothing."""
    found: dict[tuple[int, str, str], Placed] = {}
    for wager in state.wagers:
        if wager.bet not in ADDED:
            key = (wager.box, wager.player, wager.bet)
            before = found.get(key, Placed(wager, 0, minimum_for(state, wager)))
            found[key] = before._replace(amount=before.amount + wager.staked)
    return list(found.values())


def under_minimum(state: State) -> list[Placed]:
    """What was placed under its minimum; a wager that a maximum has cut back was not."""
    return [one for one in placed_wagers(state) if 0 < one.amount < one.minimum]


def _cut_box(state: State, wagers: list[Wager], voided: list[Wager], number: int) -> None:
    """Fill a box up to its maximum, its controlling player first (Sydney 6.1.1 to 6.3.1, Melbourne 5.9.1(d))."""
    limits = state.setup.limits
    order = [i for i, w in enumerate(wagers) if w.box == number and w.bet == "main" and w.returned is None]
    if len(order) == 1 and not limits.personal:  # nobody comes before another
        _cut(
            wagers, voided, order[0], _lower(limits.maximum, limits.each_player), state.setup.rules.settles.over_maximum
        )
        return
    lying = [wagers[i] for i in order]
    personal = [limits.personal[w.player] for w in lying if w.player in limits.personal]
    room = _box_maximum(state.setup.rules, limits.maximum, personal)
    control = controlling(state, number, lying)
    if "control" in state.setup.rules.limits.room_first:
        order.sort(key=lambda i: (wagers[i].player != control, i))
    for i in order:
        personal_limit = limits.personal.get(wagers[i].player)
        own = personal_limit.maximum if personal_limit else _lower(limits.maximum, limits.each_player)
        _cut(wagers, voided, i, _lower(room, own), state.setup.rules.settles.over_maximum)
        if room is not None and wagers[i].open:
            room -= wagers[i].staked


def _lower(one: Cents | None, other: Cents | None) -> Cents | None:
    """The lower of two maxima, either of which there may not be."""
    return min((most for most in (one, other) if most is not None), default=None)


def _cut_player(state: State, wagers: list[Wager], voided: list[Wager], player: str, most: Cents) -> None:
    """Leave a player so much on all boxes together: of what they placed last goes back first."""
    for i, wager in enumerate(wagers):
        if (wager.player, wager.bet) == (player, "main") and wager.open:
            _cut(wagers, voided, i, most, state.setup.rules.settles.over_maximum)
            most -= wagers[i].staked if wagers[i].open else 0


def _box_maximum(rules: Rules, table: Cents | None, personal: list[PersonalLimit]) -> Cents | None:
    """The box's maximum: that of the player with a limit of their own, where one wagers there.

    Where such a limit is there to go above the sign (Sydney 6.7, Canberra 3.2), one below it holds its player alone.
    """
    own = [limit.maximum for limit in personal if limit.maximum is not None]
    if not own:
        return table
    procedures = load(rules.book).procedures
    if procedures is None or procedures.signs.personal != "above":
        return max(own)
    return None if table is None else max(table, *own)


def _cut(wagers: list[Wager], voided: list[Wager], i: int, most: Cents | None, clause: str) -> None:
    wager = wagers[i]
    if most is None or wager.staked <= most:
        return
    if most <= 0:
        wagers[i] = _void(wager, clause)
        return
    excess = wager.staked - most
    wagers[i] = wager._replace(staked=most, worth=most)
    voided.append(_void(wager._replace(hand=DEALER, staked=excess, worth=excess), clause))


def _void(wager: Wager, clause: str) -> Wager:
    return wager._replace(returned=wager.staked, outcome="void", clause=clause)


def _entitled(state: State, wagers: list[Wager], boxes: tuple[Box, ...], i: int) -> Refusal | None:
    """Whether a side bet's owner has the main wager, or the control, that it needs."""
    wager = wagers[i]
    rules = state.setup.rules
    side = rules.side_bets[wager.bet]
    box = next((b for b in boxes if b.number == wager.box), None)
    if side.needs == "wager-on-table":
        return None
    if side.needs == "wager-on-box":
        return None if box else _not_entitled(rules, wager, "side-bet-needs-played-box")
    if box is None or wager.player not in box.players:
        field = "needs" if side.needs == "own-wager" else "without"
        return _not_entitled(rules, wager, "side-bet-needs-main-wager", field)
    if side.needs == "own-wager" or wager.player == box.control:
        return None
    others = any(w.bet == wager.bet and w.box == wager.box and w.player == box.control for w in wagers)
    if side.needs == "control-or-only" and not others:
        return None
    return _not_entitled(rules, wager, "side-bet-needs-control")


def _not_entitled(rules: Rules, wager: Wager, code: str, field: str = "needs") -> Refusal:
    title = rules.side_bets[wager.bet].title
    return refuse(rules, f"side_bets.{wager.bet}.{field}", code, title=title, player=wager.player, box=wager.box)


def _crowded(state: State, wagers: list[Wager]) -> Refusal | None:
    """More of one side bet on a box than its area may hold: the least entitled gives way."""
    rules = state.setup.rules
    for bet in state.setup.side_bets:
        most = _places(state, bet)
        if not most or len(wagers) <= most:
            continue
        for number in {w.box for w in wagers if w.bet == bet and w.open}:
            lying = [i for i, w in enumerate(wagers) if w.bet == bet and w.box == number and w.open]
            if len(lying) > most:
                last = _by_entitlement(state, wagers, lying, number)[most]
                facts = {"box": number, "most": most, "title": rules.side_bets[bet].title}
                return Refusal("side-bet-area-full", rules.clauses[f"side_bets.{bet}.per_box_max"], facts, last)
    return None


def _places(state: State, bet: str) -> int:
    """How many of a side bet may lie on one box; 0: any number."""
    most = state.setup.rules.side_bets[bet].per_box_max
    fewer = state.setup.limits.places.get(bet, 0)
    return min(most, fewer) if most and fewer else most or fewer


def _by_entitlement(state: State, wagers: list[Wager], lying: list[int], number: int) -> list[int]:
    """Carried wagers, then those of players with a main wager on the box, then the rest."""
    bet = wagers[lying[0]].bet
    side = state.setup.rules.side_bets[bet]
    alone = _places(state, bet) == 1 and side.only_one_first == "control"
    order = "control" if alone else side.room_first
    mains = [w for w in wagers if w.bet == "main" and w.open]
    here = [w for w in mains if w.box == number]
    players = _by_control(state, number, here) if order == "control" else [w.player for w in here]

    def rank(i: int) -> tuple[bool, int, int]:
        wager = wagers[i]
        if wager.player in players:
            place = players.index(wager.player) if order == "control" else 0
        else:
            place = len(players) + (_clockwise(mains, wager.player, number) if order == "clockwise" else 0)
        return not wager.carried, place, i

    return sorted(lying, key=rank)


def _clockwise(mains: list[Wager], player: str, number: int) -> int:
    """How far clockwise from a box the player's own nearest one is; a player with none comes last."""
    return min(((w.box - number) % BOXES for w in mains if w.player == player), default=BOXES)


def _by_control(state: State, number: int, mains: list[Wager]) -> list[str]:
    """The players of a box in the order in which they would control it (Sydney 14.10)."""
    players: list[str] = []
    while left := [w for w in mains if w.player not in players]:
        players.append(controlling(state, number, left))
    return players
