"""The Personal Bet Manager: the device from whose balance a player places jackpot wagers (Melbourne 21.6 to 21.8).

A side bet that takes one says so in the book, with the clause of each thing that is done with it (`device`). Its wagers
are placed with the bet button alone, and what they return goes to the device. The balance is owed to the player: an
account of the ledger, `device:NAME` at the table. What was tendered for it lies in the tray or in the drop box, as if
chips had been bought with it.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Literal, NamedTuple

from cutcard.engine import Refusal
from cutcard.engine.betting import controlling
from cutcard.money import Cents
from cutcard.rulebooks.schema import SideBet
from cutcard.table.cash import over_limit, voucher_key, voucher_refused
from cutcard.table.config import PLAYER, TableConfig
from cutcard.table.draft import Draft
from cutcard.table.ledger import (
    Postings,
    device_account,
    house_account,
    moved,
    player_chips,
    player_tokens,
    table_account,
)
from cutcard.table.limits import limit_in_force
from cutcard.table.next_round import laid_out
from cutcard.table.registry import SecondPerson, claims, command, event, handles, posts, power, reduces
from cutcard.table.state import TableState, with_player
from cutcard.table.wager_refusals import betting_refused, suspended_refused
from cutcard.table.wagers import PlaceWager, lay_wager

Tender = Literal["chips", "cash", "voucher", "tokens"]
OWN = ("chips", "tokens")  # what a player has at the table; all else is handed to the dealer
KEYPAD = "enter-bet-manager"

power(KEYPAD, "enter buy-ins and cash-outs of a Personal Bet Manager")


def _keypad_refused(draft: Draft) -> Refusal | None:
    """Staff need the role that has the keypad; what a player may do alone is looked at later."""
    return None if draft.by.role == PLAYER else draft.needs_role(KEYPAD)


def _no_device(state: TableState) -> Refusal | None:
    held = any(player.device for player in state.players.values())
    return None if held or placed_so(state.config) is not None else Refusal("no-bet-manager")


@command(
    "credit a bet manager",
    group="chips",
    needs_role=False,
    role_check=_keypad_refused,
    second_person=SecondPerson(lambda state, command: command.tender == "voucher" and over_limit(state, command)),
    at_stake="money",
    unneeded=_no_device,
    by_power=KEYPAD,
    at_tournament="tournament-chips-only",
)
class CreditBetManager(NamedTuple):
    """Buy in to a Personal Bet Manager or top it up: with chips or tokens from the table, cash or a voucher."""

    amount: Cents
    tender: Tender = "chips"
    voucher: str = ""  # its number, where one is tendered
    player: str | None = None


@command(
    "cash out a bet manager",
    group="chips",
    needs_role=False,
    role_check=_keypad_refused,
    at_stake="money",
    unneeded=_no_device,
    by_power=KEYPAD,
    at_tournament="tournament-chips-not-exchanged",
)
class CashOutBetManager(NamedTuple):
    """Pay a part of the balance on a Personal Bet Manager in chips, or all of it."""

    amount: Cents = 0  # 0: all of it
    player: str | None = None


@command(group="players", needs_role=False, unneeded=_no_device, at_tournament="tournament-chips-only")
class PressBetButton(NamedTuple):
    """Place a jackpot wager on a box from the balance of a Personal Bet Manager."""

    box: int
    amount: Cents = 0  # 0: what the wager costs by the sign
    bet: str = ""  # "": the one that is placed so here
    player: str | None = None


@event(seen_by="player", log="{amount:money} on the bet manager of {player}, in {tender} (clause {clause})")
class BetManagerCredited(NamedTuple):
    player: str
    amount: Cents
    tender: Tender
    voucher: str
    currency: str  # in which a voucher's number is taken from now on
    clause: str


@event(seen_by="player", log="{amount:money} paid from the bet manager of {player} in chips (clause {clause})")
class BetManagerCashedOut(NamedTuple):
    player: str
    amount: Cents
    clause: str


def placed_so(config: TableConfig) -> str | None:
    """The side bet on offer that is placed with the bet button; None: there is none."""
    return next((bet for bet in config.side_bets if config.on_device(bet)), None)


def may_press(state: TableState) -> set[str]:
    """Seated players with a main wager who have not placed a jackpot wager with the button yet (Melbourne 21.7.2).

    Anybody who says that they are ready wants none.
    """
    bet = placed_so(state.config)
    if bet is None or bet in state.suspended:
        return set()
    pressed = {laid.player for laid in state.laid(bet=bet)}
    wagered = {laid.player for laid in state.laid(bet="main")}
    return (wagered & set(state.seats.values())) - pressed - state.ready


def price(state: TableState, player: str, bet: str) -> Cents:
    """What one wager costs: the same throughout a link, else the least that the sign gives."""
    linked = state.links.get(bet)
    if linked is not None:
        return linked.terms.price
    return limit_in_force(state, player, bet).minimum or state.config.chip


# ------------------------------------------------------------------------------------------- buying in and cashing out


def _keyed_for(draft: Draft, player: str | None, tender: Tender) -> str | Refusal:
    """The player whose device an entry is for: the house makes it at a virtual table, else a dealer does.

    The dealer's keypad is where buy-ins and cash-outs are entered, and to the dealer cash and vouchers are handed.
    """
    if draft.by.role == PLAYER and (draft.config.source == "real" or tender not in OWN):
        return Refusal("device-is-keyed", draft.procedures.commands[KEYPAD].clause)
    name = draft.acting_player(player) if draft.by.role == PLAYER else player
    if isinstance(name, Refusal):
        return name
    if name is None:
        return Refusal("player-missing", draft.procedures.commands[KEYPAD].clause)
    return draft.at_table(name) or name


@handles(CreditBetManager)
def credit_bet_manager(draft: Draft, command: CreditBetManager) -> Refusal | None:
    bet = placed_so(draft.config)
    if bet is None:
        return Refusal("no-bet-manager")
    name = _keyed_for(draft, command.player, command.tender)
    if isinstance(name, Refusal):
        return name
    side, held = draft.state.rules.side_bets[bet], draft.state.players[name].device
    clause = side.device["buy_in" if held is None else "top_up"]
    refusal = suspended_refused(draft, bet)
    if held is None and not _has_main_wager(draft.state, name):
        refusal = refusal or Refusal("device-needs-main-wager", side.device["control"], {"player": name})
    taken = command.amount - command.amount % draft.config.chip  # what it does not take stays with the player
    if taken <= 0:
        facts = {"least": draft.config.chip}
        refusal = refusal or Refusal("device-takes-from", side.device["credit"] if held is None else clause, facts)
    refusal = refusal or _tender_refused(draft, name, command, taken, clause)
    if refusal is not None:
        return refusal
    voucher = command.voucher if command.tender == "voucher" else ""
    draft.add(BetManagerCredited(name, taken, command.tender, voucher, draft.state.currency, clause))
    return None


def _has_main_wager(state: TableState, name: str) -> bool:
    """Whether a player takes part in the round that is played, or in the next one."""
    played = state.round.wagers if state.playing and state.round is not None else ()
    return any(state.laid(player=name, bet="main")) or any((w.player, w.bet) == (name, "main") for w in played)


def _tender_refused(draft: Draft, name: str, command: CreditBetManager, taken: Cents, clause: str) -> Refusal | None:
    player = draft.state.players[name]
    if command.tender == "chips" and taken > player.chips:
        return Refusal("chips-too-few", clause, {"player": name, "chips": player.chips})
    if command.tender == "tokens" and taken > player.tokens:
        return Refusal("tokens-too-few", clause, {"player": name, "tokens": player.tokens})
    return voucher_refused(command.voucher) if command.tender == "voucher" else None


@handles(CashOutBetManager)
def cash_out_bet_manager(draft: Draft, command: CashOutBetManager) -> Refusal | None:
    if not any(side.device for side in draft.state.rules.side_bets.values()):
        return Refusal("no-bet-manager")
    name = _keyed_for(draft, command.player, "chips")
    if isinstance(name, Refusal):
        return name
    balance = draft.state.players[name].device
    clause = device_clause(draft.state, "cash_out")
    amount = command.amount or balance or 0
    if not 0 < amount <= (balance or 0):
        return Refusal("device-cash-out", clause, {"player": name, "balance": balance or 0, "amount": amount})
    if amount % draft.config.chip and amount != balance:
        return Refusal("chips-do-not-make", clause, {"chip": draft.config.chip, "amount": amount})
    draft.add(BetManagerCashedOut(name, amount, clause))
    return None


def device_clause(state: TableState, what: str) -> str:
    """The clause about something that is done with a device, also once its side bet is no longer on offer."""
    return next(side.device[what] for side in state.rules.side_bets.values() if side.device)


def pay_out(draft: Draft, name: str) -> None:
    """Anybody who leaves is paid the whole balance in chips."""
    balance = draft.state.players[name].device
    if balance:
        draft.add(BetManagerCashedOut(name, balance, device_clause(draft.state, "leaving")))


# ------------------------------------------------------------------------------------------------------ the bet button


@handles(PressBetButton)
def press_bet_button(draft: Draft, command: PressBetButton) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    bet = command.bet or placed_so(draft.config)
    if bet is None or not draft.config.on_device(bet):
        return Refusal("no-bet-manager")
    if bet not in draft.config.side_bets:
        return Refusal("bet-not-on-offer", None, {"bet": bet})
    refusal = betting_refused(draft) or draft.at_table(name)
    if refusal is not None:
        return refusal
    amount = command.amount or price(draft.state, name, bet)
    side = draft.state.rules.side_bets[bet]
    refusal = _wager_refused(draft.state, name, command.box, bet) or _balance_refused(draft, name, amount, side)
    return refusal or lay_wager(draft, name, PlaceWager(command.box, amount, bet))


def _wager_refused(state: TableState, name: str, box: int, bet: str) -> Refusal | None:
    """A main wager of your own comes first, on a box that one controls."""
    title, clauses = state.rules.side_bets[bet].title, state.rules.clauses
    if not any(state.laid(box=box, player=name, bet="main")):
        return Refusal("side-bet-needs-own-wager", clauses[f"side_bets.{bet}.without"])
    round_ = laid_out(state)
    lying = [wager for wager in round_.wagers if (wager.box, wager.bet) == (box, "main")]
    if controlling(round_, box, lying) == name:
        return None
    facts = {"title": title, "player": name, "box": box}
    return Refusal("side-bet-needs-control", clauses[f"side_bets.{bet}.needs"], facts)


def _balance_refused(draft: Draft, name: str, amount: Cents, side: SideBet) -> Refusal | None:
    balance = draft.state.players[name].device or 0
    if not balance:
        return Refusal("device-balance-empty", side.device["balance"], {"player": name})
    if amount > balance:
        return Refusal("device-balance-short", side.device["button"], {"player": name, "short": amount - balance})
    return None


# ----------------------------------------------------------------------------------------------------- what comes of it


@reduces(BetManagerCredited)
def _credited(state: TableState, event: BetManagerCredited) -> TableState:
    """They have a device from now on; the ledger puts the balance on it. Vouchers count towards what takes two."""
    player = state.players[event.player]
    state = with_player(state, event.player, player._replace(device=player.device or 0))
    if event.tender != "voucher" or not state.config.two_people:
        return state
    return state._replace(cashed={**state.cashed, event.player: state.cashed.get(event.player, 0) + event.amount})


@claims(BetManagerCredited)
def _claim_voucher(event: BetManagerCredited) -> str:
    return voucher_key(event.currency, event.voucher) if event.voucher else ""


def _into_tray(account: Callable[[TableState, str], str]) -> Callable[[TableState, Any], Postings]:
    return lambda state, event: moved(account(state, event.player), table_account(state, "float"), event.amount)


def _into_drop_box(house: str) -> Callable[[TableState, Any], Postings]:
    return lambda state, event: moved(house_account(state.currency, house), table_account(state, "drop"), event.amount)


_TENDERED: dict[Tender, Callable[[TableState, Any], Postings]] = {
    "chips": _into_tray(player_chips),
    "tokens": _into_tray(player_tokens),
    "cash": _into_drop_box("cash"),
    "voucher": _into_drop_box("promotions"),
}


@posts(BetManagerCredited, exchange=True)
def _post_credited(state: TableState, event: BetManagerCredited) -> Postings:
    """What is tendered goes where it would go for chips, and the house owes the balance."""
    owed = moved(house_account(state.currency, "jackpots"), device_account(state, event.player), event.amount)
    return _TENDERED[event.tender](state, event) + owed


@posts(BetManagerCashedOut, exchange=True)
def _post_cashed_out(state: TableState, event: BetManagerCashedOut) -> Postings:
    paid = moved(table_account(state, "float"), player_chips(state, event.player), event.amount)
    jackpots = house_account(state.currency, "jackpots")
    return paid + moved(device_account(state, event.player), jackpots, event.amount)
