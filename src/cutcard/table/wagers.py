"""Wagers before the first card: chips are put on a box, taken back or refused."""

from __future__ import annotations

from typing import NamedTuple

from cutcard import engine
from cutcard.engine import Refusal, betting
from cutcard.engine import commands as say
from cutcard.engine.betting import controlling
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
from cutcard.table.next_round import laid_out, opened
from cutcard.table.registry import FreeText, command, event, handles, posts, reduces
from cutcard.table.rulebook_file import rulebook_refused
from cutcard.table.session_rules import not_playing_refused, out_of_turn, session_wager_refused, taking_back_refused
from cutcard.table.session_turns import warn_out_of_turn
from cutcard.table.state import (
    Bet,
    TableState,
    with_player,
)

EXTRA_ROUND = "closing.extra_round"  # the clause that gives a side bet one round more before the table closes


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


@event(seen_by="everybody", log="{placed_by} puts the chips of {player} on box {box}, who is there")
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


@handles(PlaceWager)
def place_wager(draft: Draft, command: PlaceWager) -> Refusal | None:
    name = _owner(draft, command)
    if isinstance(name, Refusal):
        return name
    refusal = betting_refused(draft) or draft.at_table(name) or form_stands(draft.state, name)
    if refusal is None and draft.state.tournament:
        refusal = not_playing_refused(draft.state, name)
    refusal = refusal or _means_refused(draft, name, command) or lay_wager(draft, name, command)
    if refusal is None and command.placed_by not in ("", name):
        clause = draft.procedures.clauses.get("players.helpers", "")
        draft.add(PlacingHelped(name, command.placed_by, command.box, command.bet, clause))
    return refusal


def _owner(draft: Draft, command: PlaceWager) -> str | Refusal:
    """Whose wager it is. Nobody wagers for another, but may help somebody who is there to put their chips down."""
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
        or _place_refused(draft, name, command)
        or wager_refused(state, command.box, name, command.bet, lying + command.amount, entered)
        or _engine_refused(state, say.PlaceWager(command.box, name, command.bet, command.amount, carried))
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


def _means_refused(draft: Draft, name: str, command: PlaceWager) -> Refusal | None:
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


def _place_refused(draft: Draft, name: str, command: PlaceWager) -> Refusal | None:
    """Whether this player may wager on this box at all."""
    state, box = draft.state, command.box
    if not 1 <= box <= draft.config.boxes:
        return Refusal("box-unknown", state.rules.clauses["cards.boxes_max"], {"box": box})
    if state.reserved.get(box, name) != name:
        facts = {"box": box, "holder": state.reserved[box]}
        return Refusal("box-kept-for-one", draft.procedures.commands["reserve-boxes"].clause, facts)
    refusal = suspended_refused(draft, command.bet) or _entry_refused(state, name)
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


def _entry_refused(state: TableState, name: str) -> Refusal | None:
    """Where nobody begins to play within a shoe, whoever has had no wager since the shuffle waits for the next one."""
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
    """A box takes so many players; where all wagers count, one who has only a side bet there is one of them.

    Whoever sits at the box has a place on it, also before they have wagered. A side bet that does not count does so
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
    """Side bets on a box where one has no main wager: by leave, and not where a sign forbids it."""
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
    """A side bet of who decides for the box, which another player there may place by leave alone."""
    side = state.rules.side_bets.get(bet)
    if side is None or side.needs != "control-or-only":
        return None
    round_ = laid_out(state)
    lying = [wager for wager in round_.wagers if (wager.box, wager.bet) == (box, "main")]
    if controlling(round_, box, lying) == name:
        return None
    clause = state.rules.clauses[f"side_bets.{bet}.needs"]
    return Refusal("side-bet-of-control", clause, {"title": side.title, "player": name, "box": box})


def _engine_refused(state: TableState, wager: say.PlaceWager) -> Refusal | None:
    """What the round itself would say to this wager beside those that lie there."""
    result = engine.decide(laid_out(state), wager)
    return result if isinstance(result, Refusal) else None


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
    return _engine_refused(others, say.PlaceWager(box, name, bet, left, own.carried))


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
    return state._replace(bets=(*bets, Bet(*event)))


@posts(WagerLaid)
def _post_laid(state: TableState, event: WagerLaid) -> Postings:
    wagers = table_account(state, "wagers")
    if state.config.on_device(event.bet):
        return moved(device_account(state, event.player), wagers, event.amount)
    chips = moved(player_chips(state, event.player), wagers, event.amount - event.tokens)
    return chips + moved(player_tokens(state, event.player), wagers, event.tokens) if event.tokens else chips


def _not_ready(state: TableState, player: str) -> TableState:
    """Whoever changes their wagers has to say anew that they are ready."""
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
