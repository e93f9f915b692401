"""Wagers before the first card: chips are put on a box, taken back or refused."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal, betting
from cutcard.engine import commands as say
from cutcard.money import Cents
from cutcard.table.bounds import is_name
from cutcard.table.config import PLAYER
from cutcard.table.draft import Draft
from cutcard.table.forms import form_stands, without_form
from cutcard.table.ledger import (
    Postings,
    device_account,
    device_wager,
    moved,
    player_chips,
    player_tokens,
    table_account,
)
from cutcard.table.limits import limit_in_force, wager_refused
from cutcard.table.next_round import opened
from cutcard.table.registry import FreeText, command, event, handles, posts, reduces
from cutcard.table.session_rules import not_playing_refused, out_of_turn, session_wager_refused, taking_back_refused
from cutcard.table.session_turns import warn_out_of_turn
from cutcard.table.state import (
    Bet,
    TableState,
    with_player,
)
from cutcard.table.wager_refusals import (
    betting_refused,
    engine_refused,
    means_refused,
    place_refused,
)


@command(group="players", needs_role=False, plays=True)
class PlaceWager(NamedTuple):
    """Put chips, and tokens where the book has them, on a box; more on the same wager adds to it."""

    box: int
    amount: Cents
    bet: str = "main"
    tokens: Cents = 0  # part of the amount that is promotional tokens
    carried: bool = False  # a side bet that stays from the round before
    player: str | None = None
    placed_by: str = ""  # whose hand put the chips down, where it was not the player's own


@command(group="players", needs_role=False, plays=True)
class TakeBackWager(NamedTuple):
    """Take a wager back before the first card, or a part of it that leaves enough for the limits."""

    box: int
    bet: str = "main"
    player: str | None = None
    amount: Cents = 0  # 0: all of it


@command("refuse a wager", group="play", at_stake="money")
class RefuseWager(NamedTuple):
    box: int
    player: str
    bet: str
    reason: str


@event(seen_by="everybody")
class WagerLaid(NamedTuple):
    box: int
    player: str
    bet: str
    amount: Cents
    tokens: Cents
    carried: Cents


@event(seen_by="everybody", log="{placed_by} puts down the chips of {player}, who is at the table, on box {box}")
class PlacingHelped(NamedTuple):
    """Somebody helped a player who is present to put their own chips down."""

    player: str
    placed_by: str
    box: int
    bet: str
    clause: str


@event(seen_by="everybody")
class WagerTakenBack(NamedTuple):
    box: int
    player: str
    bet: str
    amount: Cents = 0  # 0: all of it


@event(seen_by="everybody", player_fields=("reason",))
class WagerRefused(NamedTuple):
    """A wager went back to its owner before the first card."""

    box: int
    player: str
    bet: str
    reason: FreeText
    clause: str


@handles(PlaceWager)
def place_wager(draft: Draft, command: PlaceWager) -> Refusal | None:
    name = _owner(draft, command)
    if isinstance(name, Refusal):
        return name
    refusal = betting_refused(draft) or draft.at_table(name) or form_stands(draft.state, name)
    if refusal is None and draft.state.tournament:
        refusal = not_playing_refused(draft.state, name)
    refusal = refusal or means_refused(draft, name, command) or lay_wager(draft, name, command)
    if refusal is None and command.placed_by not in ("", name):
        clause = draft.procedures.clauses.get("players.helpers", "")
        draft.add(PlacingHelped(name, command.placed_by, command.box, command.bet, clause))
    return refusal


def _owner(draft: Draft, command: PlaceWager) -> str | Refusal:
    """Whose wager it is. Nobody wagers for another, but they may put chips down for a player who is at the table."""
    by, players = draft.by, draft.procedures.players
    barred = players is not None and players.proxies == "barred"
    if barred and by.role == PLAYER and command.player not in (None, by.id):
        return draft.refuse("players.proxies", "proxy-betting", player=by.id, other=command.player)
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal) or command.placed_by in ("", name):
        return name
    if not is_name(command.placed_by):
        return Refusal("player-name")
    if not barred:
        return name
    here = draft.state.present.get(name)
    helped = players is not None and players.helpers == "of-those-present" and draft.config.source == "real"
    if helped and here is not None and not here.away:
        return name
    return draft.refuse("players.proxies", "proxy-betting", player=command.placed_by, other=name)


def lay_wager(draft: Draft, name: str, command: PlaceWager) -> Refusal | None:
    """Put a wager on the layout that its owner can pay for."""
    state = draft.state
    carried = 0
    if command.carried:
        wanted = (command.box, name, command.bet)
        stays = [bet for bet in state.carried if (bet.box, bet.player, bet.bet) == wanted]
        if not stays:
            return Refusal("no-wager-to-stay", None, {"player": name, "bet": command.bet, "box": command.box})
        carried = stays[0].amount
    lying = sum(bet.amount for bet in state.laid(box=command.box, player=name, bet=command.bet))
    entered = draft.by.role != PLAYER
    refusal = (
        session_wager_refused(draft, name, command.box, command.bet, lying + command.amount)
        or place_refused(draft, name, command)
        or wager_refused(state, command.box, name, command.bet, lying + command.amount, entered)
        or engine_refused(state, say.PlaceWager(command.box, name, command.bet, command.amount, carried))
    )
    laid = WagerLaid(command.box, name, command.bet, command.amount, command.tokens, carried)
    refusal = refusal or _nothing_left(state, laid)
    if refusal is not None:
        return refusal
    early = state.session is not None and command.bet == "main" and out_of_turn(state, name)
    draft.add(laid)
    if early:
        warn_out_of_turn(draft, name, command.box)
    _crowd_out(draft, laid)
    return None


def _crowd_out(draft: Draft, laid: WagerLaid) -> None:
    """Who comes first on a box may take all the room: those whom that leaves none have their wagers back at once."""
    others = [bet for bet in draft.state.laid(box=laid.box) if bet.player != laid.player]
    if laid.bet != "main" or not others:
        return
    round_, _ = opened(draft.state)
    for bet in sorted(others, key=lambda bet: bet.bet == "main"):  # side bets first, which need their main wager
        refusal = betting.nothing_left(round_, bet.box, bet.player, bet.bet)
        if refusal is not None:
            draft.add(WagerRefused(bet.box, bet.player, bet.bet, refusal.message, refusal.clause or ""))


def _nothing_left(state: TableState, laid: WagerLaid) -> Refusal | None:
    """A wager that a box's maximum would keep out of play is refused at once, not after betting has closed.

    A side bet may come before the main wager that it needs, unless the box would have no room even for the highest.
    """
    if not any(bet.player != laid.player for bet in state.laid(box=laid.box, bet="main")):
        return None
    after = _laid(state, laid)
    if not any(after.laid(box=laid.box, player=laid.player, bet="main")):
        highest = limit_in_force(state, laid.player).maximum or state.sign.maximum
        after = _laid(after, WagerLaid(laid.box, laid.player, "main", highest, 0, 0))
    round_, _ = opened(after)
    return betting.nothing_left(round_, laid.box, laid.player, laid.bet)


@handles(TakeBackWager)
def take_back_wager(draft: Draft, command: TakeBackWager) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    refusal = betting_refused(draft) or form_stands(draft.state, name) or taking_back_refused(draft.state, name)
    if refusal is not None:
        return refusal
    lying = sum(bet.amount for bet in draft.state.laid(box=command.box, player=name, bet=command.bet))
    if not lying:
        return Refusal("wager-not-there", None, {"player": name, "box": command.box})
    if not 0 <= command.amount <= lying:
        return Refusal("wager-is-less", None, {"player": name, "lying": lying, "amount": command.amount})
    left = lying - command.amount
    if not command.amount or not left:
        draft.add(WagerTakenBack(command.box, name, command.bet))
        return None
    refusal = wager_refused(draft.state, command.box, name, command.bet, left, draft.by.role != PLAYER)
    refusal = refusal or _rest_refused(draft.state, command.box, name, command.bet, left)
    if refusal is None:
        draft.add(WagerTakenBack(command.box, name, command.bet, command.amount))
    return refusal


def _rest_refused(state: TableState, box: int, name: str, bet: str, left: Cents) -> Refusal | None:
    """Whether what is left of a wager could not have been laid so, as where a side bet has amounts of its own."""
    (own,) = state.laid(box=box, player=name, bet=bet)
    others = state._replace(bets=tuple(one for one in state.bets if one != own))
    return engine_refused(others, say.PlaceWager(box, name, bet, left, own.carried))


@handles(RefuseWager)
def refuse_wager(draft: Draft, command: RefuseWager) -> Refusal | None:
    clause = draft.power(command).clause
    if draft.state.betting == "closed":
        return Refusal("refused-too-late", clause)
    if not any(draft.state.laid(box=command.box, player=command.player, bet=command.bet)):
        return Refusal("wager-not-there", clause, {"player": command.player, "box": command.box})
    stands = form_stands(draft.state, command.player) if command.bet == "main" else None
    if stands is not None:
        return stands
    if "chips.refused_if_unpayable" in draft.procedures.clauses and _payable(draft, command):
        return draft.refuse("chips.refused_if_unpayable", "refused-if-unpayable")
    draft.add(WagerRefused(command.box, command.player, command.bet, command.reason, clause))
    return None


def _payable(draft: Draft, command: RefuseWager) -> bool:
    """Whether every win of a wager could be paid exactly in the table's chips."""
    game_rules, chip = draft.state.rules, draft.config.chip
    amount = sum(bet.amount for bet in draft.state.laid(box=command.box, player=command.player, bet=command.bet))
    if command.bet == "main":
        pays = [game_rules.natural.pays, game_rules.winning.pays, *(one.pays for one in game_rules.winning.bonuses)]
    else:
        pays = [row.pays for row in draft.config.side_bets[command.bet].rows if row.pays is not None]
    return not any(amount * odds.pays % (odds.for_each * chip) for odds in pays)


# ----------------------------------------------------------------------------------------------------- what comes of it


@reduces(WagerLaid)
def _laid(state: TableState, event: WagerLaid) -> TableState:
    bets = state.bets
    state = _not_ready(state, event.player)
    if event.player in state.players and (state.config.idle_minutes or state.players[event.player].warned):
        active = state.now if state.config.idle_minutes else 0
        state = with_player(state, event.player, state.players[event.player]._replace(active=active, warned=0))
    first = event.bet == "main" and "main" not in [one.bet for one in bets]
    if first and state.session is None:  # the time for wagers runs from the first one
        state = state._replace(since=state.now)
    for i, one in enumerate(bets):
        if one.box == event.box and one.player == event.player and one.bet == event.bet:
            more = one._replace(amount=one.amount + event.amount, tokens=one.tokens + event.tokens)
            return state._replace(bets=(*bets[:i], more, *bets[i + 1 :]))
    return state._replace(bets=(*bets, Bet(**event._asdict())))


@posts(WagerLaid)
def _post_laid(state: TableState, event: WagerLaid) -> Postings:
    wagers = table_account(state, "wagers")
    if state.config.on_device(event.bet):
        return moved(device_account(state, event.player), wagers, event.amount)
    chips = moved(player_chips(state, event.player), wagers, event.amount - event.tokens)
    return chips + moved(player_tokens(state, event.player), wagers, event.tokens) if event.tokens else chips


def _not_ready(state: TableState, player: str) -> TableState:
    """Anybody who changes their wagers has to say again that they are ready."""
    return state._replace(ready=state.ready - {player}) if player in state.ready else state


@reduces(WagerTakenBack, WagerRefused)
def _off_the_layout(state: TableState, event: WagerTakenBack | WagerRefused) -> TableState:
    state = _not_ready(state, event.player)
    gone = list(state.laid(box=event.box, player=event.player, bet=event.bet))
    part = _part(event)
    if event.bet == "main" and not part:
        state = without_form(state, event.player)
    kept = (_less(bet, part) if part and bet in gone else bet for bet in state.bets if part or bet not in gone)
    return state._replace(bets=tuple(kept))


def _part(event: WagerTakenBack | WagerRefused) -> Cents:
    """How much of a wager is taken back, where it is not all of it."""
    return event.amount if isinstance(event, WagerTakenBack) else 0


def _less(bet: Bet, part: Cents) -> Bet:
    """A wager without a part of it: chips go back before tokens."""
    return bet._replace(amount=bet.amount - part, tokens=bet.tokens - _tokens_in(bet, part))


def _tokens_in(bet: Bet, part: Cents) -> Cents:
    """How much of what is taken back is promotional tokens."""
    return max(part - (bet.amount - bet.tokens), 0)


@posts(WagerTakenBack, WagerRefused)
def _post_taken_back(state: TableState, event: WagerTakenBack | WagerRefused) -> Postings:
    lines: Postings = ()
    wagers = table_account(state, "wagers")
    for bet in state.laid(box=event.box, player=event.player, bet=event.bet):
        part = _part(event) or bet.amount
        if state.config.on_device(bet.bet):
            lines += device_wager(state, bet.player, part, part)
            continue
        tokens = _tokens_in(bet, part)
        lines += moved(wagers, player_chips(state, bet.player), part - tokens)
        lines += moved(wagers, player_tokens(state, bet.player), tokens)
    return lines
