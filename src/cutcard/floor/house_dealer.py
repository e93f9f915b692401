"""What the house does next at a table, and when: time limits at every table, and dealing at automatic tables.

The answer follows from the table's state alone and is asked for after every event, so a restarted service simply
carries on. `with_randomness` adds randomness from the operating system's generator when a command is given.
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from math import inf
from typing import NamedTuple

from cutcard.cards import Card
from cutcard.cards import shoe as pack
from cutcard.engine import CARD_NEEDS, OFFER_NEEDS, State
from cutcard.money import Cents, round_up
from cutcard.prize_draw import draw
from cutcard.rulebooks import load
from cutcard.shoe import shuffled
from cutcard.table import (
    AskNextPlayer,
    BringCards,
    BurnCard,
    CheckCards,
    CloseOffers,
    CloseTable,
    Command,
    CompleteShoe,
    CountCards,
    CutForAll,
    DealCards,
    DeclineCut,
    DetermineJackpot,
    EnterJackpotHand,
    FillFloat,
    HoldToMinimum,
    NoMoreBets,
    OpenBetting,
    OrderShuffle,
    PlaceCuttingCard,
    PlayForAbsent,
    PressButton,
    PressForPlayer,
    ReadOutForms,
    ReplaceDamagedCards,
    ReplaceDevice,
    ReturnDiscards,
    Riffle,
    SellChips,
    Shuffle,
    TakeIdleSeat,
    Tick,
    WarnIdlePlayer,
    timers,
)
from cutcard.table.bet_managers import may_press
from cutcard.table.closing import count_due
from cutcard.table.config import HOUSE as HOUSE
from cutcard.table.config import Notices, Person
from cutcard.table.cut import behind_allowed, cut_range
from cutcard.table.dealing import FROM_SHOE
from cutcard.table.discards import in_rack
from cutcard.table.draft import Draft
from cutcard.table.forms import forms_waiting
from cutcard.table.keypad import to_determine, to_enter
from cutcard.table.limits import between_rounds
from cutcard.table.names import kebab
from cutcard.table.prize_devices import to_press
from cutcard.table.ready import all_ready, waited_for
from cutcard.table.rounds import unanswered
from cutcard.table.rulebook_file import rulebook_refused
from cutcard.table.seats import idle_by_document, idle_by_rounds, idle_until, wagering
from cutcard.table.session_rules import session_of, to_wager, whose_turn
from cutcard.table.shuffle import discards_due, hand_shuffle_due
from cutcard.table.state import TableState
from cutcard.table.wager_refusals import entry_refused

WARNING_MS = 30_000  # between the warning that a seat is taken and its taking
BUTTON_WAITS = 3  # times the same pause, while somebody may still buy in to a bet manager and press its button
WAITS_MOST = 10  # times the pause after the last wager that further commands can draw it out to
_SHUFFLES = (Shuffle, Riffle, CompleteShoe, ReturnDiscards)
_random = secrets.SystemRandom()


class Pace(NamedTuple):
    """How long an automatic table pauses."""

    after_round_ms: int = 4000  # time to look at the payments
    after_wager_ms: int = 5000  # after the last wager, once everybody seated has wagered
    play_money: Cents = 100_000  # chips given to a player below the minimum at a play-money table


class Act(NamedTuple):
    """A command that the house gives: in whose name, and when."""

    at: int
    command: Command
    by: Person


def next_act(state: TableState, pace: Pace) -> Act | None:
    """The house's next action: the earliest of all that are due at this table."""
    if state.phase != "open":
        return None
    if state.fill_due is not None and (state.config.play_money or (state.tournament and state.config.runs_itself)):
        return _fill(state, pace, state.fill_due)
    if state.fill_blocks:
        return None  # staff bring it
    acts = [act for due in timers.due(state) if (act := _timed(state, due)) is not None]
    if state.config.runs_itself:
        own = _chips_given(state, pace) or _dealers(state, pace)
        acts += [act for act in (own, _idle_seat(state)) if act is not None]
    return min(acts, key=lambda act: act.at, default=None)


def closes_early(state: TableState, pace: Pace) -> int | None:
    """When betting closes early because everybody has wagered; None if it does not.

    Every further wager postpones it.
    """
    if not state.config.runs_itself or state.betting == "closed":
        return None
    early = _everybody_wagered(state, pace)
    return early.at if early is not None and early == next_act(state, pace) else None


def house_command(state: TableState, command: Command, at: int | None = None) -> Act:
    """A command from the house, in the lowest role that may give it."""
    name = kebab(type(command).__name__)
    procedures = state.config.procedures
    power = procedures.commands.get(name) or procedures.commands["act-for-player"]
    role = state.rules.idle.ordered_by if name == "play-for-absent" else power.role
    return Act(state.now if at is None else at, command, Person(HOUSE, role))


_TIMED: dict[str, Callable[[TableState], Command]] = {
    "tick": lambda state: Tick(),
    "close-table": lambda state: _closing_command(state),
    "no-more-bets": lambda state: NoMoreBets(),
    "play-for-absent": lambda state: PlayForAbsent(),
    "press-for-player": lambda state: PressForPlayer(0),
    "close-offers": lambda state: CloseOffers(),
    "decline-cut": lambda state: DeclineCut(state.shoe.offered),
    "hold-to-minimum": lambda state: HoldToMinimum(),
}


def _timed(state: TableState, due: timers.Due) -> Act | None:
    if due.command == "close-table" and (state.playing or state.bets or state.tournament):
        return None  # it closes once the round is over, and the tournament has released it
    if due.command == "tick" and not between_rounds(state):
        return None  # a sign takes effect once the round is over
    if due.command == "no-more-bets" and not _shoe_ready(state):
        return None  # the cards are shuffled first
    return house_command(state, _TIMED[due.command](state), due.at)


# ------------------------------------------------------------------------------------------- a table that runs itself


def _chips_given(state: TableState, pace: Pace) -> Act | None:
    """At a play-money table a seated player who runs out gets new chips."""
    if not state.config.play_money or state.playing or state.tournament:
        return None
    for name in dict.fromkeys(state.seats.values()):
        if state.players[name].chips < state.sign.minimum and not any(state.laid(player=name)):
            given = round_up(pace.play_money, state.config.chip)
            return _fill(state, pace, given) if given > state.tray else house_command(state, SellChips(name, given))
    return None


def _fill(state: TableState, pace: Pace, least: Cents) -> Act:
    """Play money costs nothing, so the house brings plenty."""
    value = round_up(pace.play_money, state.config.chip)
    return house_command(state, FillFloat({value: max(1000, round_up(least, value) // value)}))


def _idle_seat(state: TableState) -> Act | None:
    """The seat of an absent player comes free, by the document's rule or by the house's own."""
    if state.tournament:
        return None  # a position is nobody else's
    busy = wagering(state)  # these are not idle
    seated = dict.fromkeys(name for name in state.seats.values() if name not in busy)
    due = [act for name in seated if (act := _idle_player(state, name)) is not None]
    first = min(due, key=lambda one: one[0], default=None)
    return None if first is None else house_command(state, first[1], first[0])


def _idle_player(state: TableState, name: str) -> tuple[int, Command] | None:
    """A player who does not wager is warned, and some time later loses the seat: when, and by which command."""
    warned, until = state.players[name].warned, idle_until(state, name)
    if not warned:
        soon = idle_by_document(state, name, within=1) or idle_by_rounds(state, name, within=1)
        at = state.now if soon else until - WARNING_MS
        return None if at == inf else (int(at), WarnIdlePlayer(name))
    if idle_by_document(state, name) or idle_by_rounds(state, name):
        until = state.now
    return None if until == inf else (max(int(until), warned + WARNING_MS), TakeIdleSeat(name))


def _dealers(state: TableState, pace: Pace) -> Act | None:
    if state.session is not None and (state.session.halted or state.session.over) and not _finishing(state):
        return None
    if state.playing and state.round is not None:
        return _in_round(state, state.round)
    if forms_waiting(state):
        return house_command(state, ReadOutForms())
    if state.halted:
        return None  # somebody has to let the game go on without a jackpot
    if state.failure is not None:
        return house_command(state, ReplaceDevice("shuffling-device"))
    if not _shoe_ready(state):
        return _cards(state)
    if _all_wait_for_a_shuffle(state):
        return house_command(state, OrderShuffle("nobody at the table may begin to play within this shoe"))
    if state.betting != "closed":
        return _everybody_wagered(state, pace)
    if state.last_rounds == 0 or _closing(state):
        return house_command(state, _closing_command(state))
    if not state.seats or rulebook_refused(state) is not None:
        return None
    if state.shuffles_itself and state.shoe.discards and _takes_discards_between_rounds(state):
        return house_command(state, ReturnDiscards())
    # from the end of the round, not from the last command: nobody puts it off by saying something
    pause_ms = 0 if state.round is None or all_ready(state) else pace.after_round_ms
    return house_command(state, OpenBetting(), state.since + pause_ms)


def _all_wait_for_a_shuffle(state: TableState) -> bool:
    """Whether all who are seated must wait for the next shoe: then nobody would ever play this one to its end."""
    return (
        bool(state.seats)
        and not any(state.laid(bet="main"))
        and all(entry_refused(state, name) is not None for name in state.seats.values())
    )


def _finishing(state: TableState) -> bool:
    """Whether a round is played on although the session is over: it was ended before its length was played."""
    return state.playing and state.session is not None and not state.session.halted


def _closing_command(state: TableState) -> Command:
    """The table closes; where the document wants it, after the cards were counted. A virtual shoe is complete."""
    return CountCards(True) if count_due(state) else CloseTable()


def _takes_discards_between_rounds(state: TableState) -> bool:
    return state.config.procedures.shoe.device_gets_discards == "after-round"


def _closing(state: TableState) -> bool:
    """Whether the announced number of last rounds has been played; the clock watches closing times itself."""
    terms = state.config.procedures.closing
    return terms.notice == "rounds" and state.closes_at is not None and state.noticed_rounds >= terms.rounds


def _shoe_ready(state: TableState) -> bool:
    shoe = state.shoe
    unburned = shoe.stage == "loaded" and state.config.procedures.shoe.burn != "always"
    return not shoe.due and state.failure is None and (shoe.stage == "ready" or unburned)


def _cards(state: TableState) -> Act | None:
    """The next step towards a shoe that can be dealt from."""
    shoe = state.shoe
    if shoe.stage == "no-cards":
        return house_command(state, BringCards())
    if shoe.stage == "unchecked":
        return house_command(state, CheckCards())
    if shoe.stage == "unshuffled" or (shoe.due and not state.playing):
        return house_command(state, Shuffle(by_hand_first=not state.playing and hand_shuffle_due(state)))
    if shoe.stage == "uncut":
        return None if shoe.offered is not None else house_command(state, CutForAll(cut_at(state, shoe.left)))
    if shoe.stage == "cut":
        return house_command(state, PlaceCuttingCard(behind(state)))
    return house_command(state, BurnCard())


def _everybody_wagered(state: TableState, pace: Pace) -> Act | None:
    """Betting closes early once every active seated player has wagered on their own box."""
    if state.session is not None:
        return _everybody_in_session(state, pace)
    wagered = {bet.player for bet in state.laid(bet="main")}
    if not wagered or waited_for(state) - wagered:
        return None
    if all_ready(state):
        return house_command(state, NoMoreBets())
    most_ms = WAITS_MOST * pace.after_wager_ms  # from the first wager on, so that nobody keeps the others waiting
    pause_ms = pace.after_wager_ms * (BUTTON_WAITS if may_press(state) else 1)
    return house_command(state, NoMoreBets(), min(state.now + pause_ms, state.since + most_ms))


def _everybody_in_session(state: TableState, pace: Pace) -> Act | None:
    """In a session everybody wagers. Where a turn lasts until the next player is asked, the house waits as usual."""
    session, missing = session_of(state), to_wager(state)
    now = whose_turn(state)
    if now in missing or (missing and now is None):
        return None  # they wager, or their time runs out
    command = AskNextPlayer() if missing else NoMoreBets()
    final = session.terms.marker and now is None
    if final or all_ready(state) or now in state.ready:
        return house_command(state, command)
    most_ms = WAITS_MOST * pace.after_wager_ms
    return house_command(state, command, min(state.now + pace.after_wager_ms, state.since + most_ms))


def _in_round(state: TableState, round_: State) -> Act | None:
    if state.asked_back:
        return None  # they answer, or their time runs out
    if state.failure is not None and state.failure.damaged:
        return house_command(state, ReplaceDamagedCards(_notices_by_house(state, "replace-damaged-cards")))
    if state.shoe.stage != "ready":
        return _cards(state)
    if discards_due(state):
        return house_command(state, ReturnDiscards())
    if round_.needs in OFFER_NEEDS and not unanswered(state):
        return house_command(state, CloseOffers())
    if round_.needs == "meters":
        return _jackpot(state)
    if round_.needs in FROM_SHOE and not state.shoe.left:
        return house_command(state, CompleteShoe())
    if round_.needs in CARD_NEEDS:
        return house_command(state, DealCards())
    return None


def _jackpot(state: TableState) -> Act | None:
    """The house enters every winning hand and determines every prize, as somebody who may."""
    hands, outcomes = to_enter(state), to_determine(state)
    if hands:
        part = hands[0]
        command = EnterJackpotHand(part.wager.box, part.row.outcome)
        power = state.config.procedures.commands["enter-simultaneous-jackpots"].of_bet(part.bet)
        return Act(state.now, command, Person(HOUSE, power.role))
    if not outcomes:
        return None
    power = state.config.procedures.commands["determine-jackpot"].of_outcome(outcomes[0])
    return Act(state.now, DetermineJackpot(outcomes[0]), Person(HOUSE, power.role))


def _notices_by_house(state: TableState, command: str) -> Notices:
    """At a table without staff, the house takes the place of everybody who must be notified."""
    return tuple((role, HOUSE) for role in state.config.procedures.commands[command].tells)


# ------------------------------------------------------------------------------------------------- cards and chance


def with_randomness(state: TableState, command: Command) -> Command:
    """Add the random part to a command that shuffles a virtual shoe or presses a prize button; return others unchanged.

    A client may not choose the order of a virtual shoe or a prize: whatever the command says about them is replaced.
    """
    opened = state.config_or_none is not None
    if isinstance(command, PressForPlayer) and opened and state.config.source == "virtual":
        return command._replace(prize=_prize(state))
    if isinstance(command, PressButton):
        return command._replace(drawn=_prize(state) if opened else 0)
    if not isinstance(command, _SHUFFLES):
        return command
    if not opened or state.config.source == "real":
        return command._replace(order=(), salt="")
    order = tuple(shuffled(_to_mix(state, command), _random))
    return command._replace(order=order, salt=secrets.token_hex(16))


def _prize(state: TableState) -> Cents:
    """The prize that the device draws for the wager that has won one; 0 if none has."""
    round_ = state.round
    won = to_press(round_) if round_ is not None else None
    if round_ is None or won is None:
        return 0
    return draw(round_.setup.side_bets[won.bet].draws, _random)


def _to_mix(state: TableState, command: Command) -> list[Card]:
    shoe = state.shoe
    if isinstance(command, Shuffle) and state.playing:
        return list(shoe.order[shoe.next :])
    if isinstance(command, Shuffle | Riffle):
        return pack(state.config.decks, state.rules.cards.removed_ranks)
    return in_rack(state) if isinstance(command, CompleteShoe) else [*shoe.order[shoe.next :], *shoe.rack]


def cut_at(state: TableState, count: int) -> int:
    """A random place for the cut that every rulebook allows: just over a deck from the front, or within few cards."""
    deck = state.config.deck
    least, most, _ = cut_range(state, count)
    return min(max(_random.randint(deck + deck // 8, deck + deck // 4), least), most)


def behind(state: TableState) -> int:
    """How many cards to leave behind the cutting card: one and a half decks, or the nearest number allowed."""
    role = load(state.rules.book).roles[0]
    low, high = behind_allowed(Draft(state, Person(HOUSE, role), state.now))
    return min(max(low, state.config.deck * 3 // 2), high)
