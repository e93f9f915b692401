"""Winning a part of a linked meter: the dealer enters the hand on the keypad, and who may determines the prize.

The order in which hands are entered is the order of settlement over all tables of a link (Melbourne 21.10.2(d),
24.9.2(c)). The first hand of a round that is entered locks its meter: whatever all hands of the round win of it is
taken out at once (`cutcard.jackpots.winning`), and other tables play on with what is left. All hands are entered before
a prize is determined. What meters show comes from the link, through who runs the table: nobody can bring a value.
"""

from __future__ import annotations

from collections import Counter
from fractions import Fraction
from typing import NamedTuple

from cutcard.engine import Refusal, State
from cutcard.engine import commands as say
from cutcard.engine.sidebets.pay import Part, meter_unit, taken_in_turn, won_parts
from cutcard.money import Cents, round_up
from cutcard.rulebooks.procedures import Power
from cutcard.table.dealing import deal_due_cards, round_in_play
from cutcard.table.draft import Draft, role_refused
from cutcard.table.link_terms import LinkReading, LockedPrize
from cutcard.table.registry import command, event, handles, power, reduces
from cutcard.table.state import JackpotHand, TableState

power("enter-simultaneous-jackpots", "enter several hands that win the same jackpot")


def _unlinked(state: TableState) -> Refusal | None:
    """Why a table needs no keypad: it is part of no link."""
    return None if state.links else Refusal("no-linked-jackpot")


@command("enter a jackpot hand", group="jackpots", at_stake="money", unneeded=_unlinked)
class EnterJackpotHand(NamedTuple):
    """Enter a hand that has won a jackpot on the keypad, which shows what it is worth."""

    box: int
    outcome: str


@command("determine a jackpot prize", group="jackpots", at_stake="money", unneeded=_unlinked)
class DetermineJackpot(NamedTuple):
    """Determine a jackpot prize once all its hands are entered; one that the system gave is verified by this."""

    outcome: str


@event(seen_by="everybody", log="box {box} enters {outcome}: {value:money} (clause {clause})")
class JackpotHandEntered(NamedTuple):
    """The time for settlement: a hand is entered on the keypad, which shows its prize; several share them all."""

    bet: str
    link: str
    meter: str
    outcome: str
    box: int
    player: str
    number: int  # of those that win the same in this round
    shown: Cents  # what the meter showed
    value: Cents  # of this hand's prize, before several are shared
    winners: int  # how many hands of the round win the same
    clause: str


@event(seen_by="everybody", log="the prize for {outcome} is {prize:money} for each of {boxes} (clause {clause})")
class JackpotDetermined(NamedTuple):
    """Who has the authority has determined a prize, or verified it."""

    bet: str
    link: str
    outcome: str
    boxes: tuple[int, ...]
    prize: Cents  # for each of them
    others: int  # winners at other tables with whom they share
    clause: str


def entered(state: TableState) -> tuple[JackpotHand, ...]:
    """The hands of the round that are entered on the keypad and wait for their prize.

    Where others win the same by now, since wagers were void or a card was corrected, all that share the meter are to be
    entered again.
    """
    if state.round is None or state.round.needs != "meters":
        return ()
    won = Counter((part.bet, part.row.outcome) for part in won_parts(state.round))
    boxes = {(part.bet, part.row.outcome, part.wager.box) for part in won_parts(state.round)}
    gone = {
        hand.meter
        for hand in state.jackpot_hands
        if (hand.bet, hand.outcome, hand.box) not in boxes or won[hand.bet, hand.outcome] != hand.winners
    }
    return tuple(hand for hand in state.jackpot_hands if hand.meter not in gone)


def to_enter(state: TableState) -> list[Part]:
    """The winning hands that are still to be entered; what the system picked by itself needs no entering."""
    if state.round is None or state.round.needs != "meters":
        return []
    done = {(hand.box, hand.bet, hand.outcome) for hand in entered(state)}
    parts = (part for part in won_parts(state.round) if not part.picked)
    return [part for part in parts if (part.wager.box, part.bet, part.row.outcome) not in done]


def to_determine(state: TableState) -> list[str]:
    """The outcomes whose prize is still to be determined, once their hands are entered."""
    if state.round is None or state.round.needs != "meters":
        return []
    outcomes = dict.fromkeys(part.row.outcome for part in won_parts(state.round))
    return [outcome for outcome in outcomes if outcome not in state.determined]


def power_to_enter(state: TableState, part: Part) -> tuple[str, Power]:
    """Who enters a hand, and as what: of several that win the same the document may name somebody else (21.10.3)."""
    assert state.round is not None
    word = "enter-simultaneous-jackpots" if len(_alike(state.round, part)) > 1 else "enter-jackpot-hand"
    return word, state.config.procedures.commands[word].of_bet(part.bet)


def _alike(round_: State, part: Part) -> list[Part]:
    return [each for each in won_parts(round_) if each.row == part.row and each.bet == part.bet]


@handles(EnterJackpotHand)
def enter_jackpot_hand(draft: Draft, command: EnterJackpotHand) -> Refusal | None:
    round_, base = round_in_play(draft), draft.power(command)
    if isinstance(round_, Refusal):
        return round_
    part = next((each for each in to_enter(draft.state) if each.wager.box == command.box), None)
    if part is None or part.row.outcome != command.outcome:
        return _not_entered(draft, round_, command, base.clause)
    winners = _alike(round_, part)
    word, by = power_to_enter(draft.state, part)
    refusal = role_refused(round_.rules.book, draft.by, word, by)
    if refusal is not None:
        return refusal
    linked, meter = draft.state.links[part.bet], part.row.meter or ""
    reading = draft.links.get(linked.link)
    if reading is None:
        return Refusal("link-not-read", by.clause, {"link": linked.link})
    number = 1 + sum(hand.outcome == command.outcome for hand in entered(draft.state))
    locked = _locked(reading, command.outcome)
    shown = locked.value if locked is not None else reading.shows[meter]
    values = _values(round_, part, shown, len(winners))
    draft.add(
        JackpotHandEntered(
            bet=part.bet,
            link=linked.link,
            meter=meter,
            outcome=command.outcome,
            box=command.box,
            player=part.wager.player,
            number=number,
            shown=shown,
            value=values[number - 1],
            winners=len(winners),
            clause=by.clause,
        )
    )
    return None


def _not_entered(draft: Draft, round_: State, command: EnterJackpotHand, clause: str) -> Refusal:
    """Why a hand is not one to be entered."""
    if round_.needs != "meters":
        return Refusal("no-jackpot-won", clause)
    if any((hand.box, hand.outcome) == (command.box, command.outcome) for hand in entered(draft.state)):
        return Refusal("hand-entered-already", clause, {"box": command.box})
    return Refusal("hand-wins-otherwise", clause, {"box": command.box, "outcome": command.outcome})


def _locked(reading: LinkReading, outcome: str) -> LockedPrize | None:
    return next((one for one in reading.locked if one.outcome == outcome), None)


def _values(round_: State, part: Part, shown: Cents, winners: int) -> list[Cents]:
    """What the keypad shows for each of several hands, one after another (Melbourne 21.10.3(a), 24.9.3(a))."""
    side, share = round_.rules.side_bets[part.bet], part.row.share or Fraction(0)
    seed = 0 if side.meter_minimum else round_.setup.seeds.get(part.row.meter or "", 0)
    taken, _ = taken_in_turn(Fraction(shown), share, winners, meter_unit(round_, side), seed)
    return [round_up(one, 1) for one in taken]


@handles(DetermineJackpot)
def determine_jackpot(draft: Draft, command: DetermineJackpot) -> Refusal | None:
    round_, state = round_in_play(draft), draft.state
    if isinstance(round_, Refusal):
        return round_
    by = draft.power(command).of_outcome(command.outcome)
    parts = [part for part in won_parts(round_) if part.row.outcome == command.outcome]
    if round_.needs != "meters" or not parts or command.outcome in state.determined:
        return Refusal("no-jackpot-to-determine", by.clause, {"outcome": command.outcome})
    refusal = role_refused(round_.rules.book, draft.by, "determine-jackpot", by)
    if refusal is not None:
        return refusal
    waits = next((part for part in to_enter(state) if part.row.outcome == command.outcome), None)
    if waits is not None:
        return Refusal("hands-entered-first", by.clause, {"box": waits.wager.box})
    linked = state.links[parts[0].bet]
    reading = draft.links.get(linked.link)
    locked = None if reading is None else _locked(reading, command.outcome)
    if locked is None:
        return Refusal("link-not-read", by.clause, {"link": linked.link})
    boxes = tuple(part.wager.box for part in parts)
    event = JackpotDetermined(parts[0].bet, linked.link, command.outcome, boxes, locked.prize, locked.others, by.clause)
    draft.add(event)
    return None if to_determine(draft.state) else _pay(draft)


def _pay(draft: Draft) -> Refusal | None:
    """All prizes are determined: the round learns what its meters showed, pays, and goes on."""
    meters: dict[str, Cents] = {}
    others: dict[str, int] = {}
    assert draft.state.round is not None
    for part in won_parts(draft.state.round):
        locked = _locked(draft.links[draft.state.links[part.bet].link], part.row.outcome)
        if locked is None:
            return Refusal("link-not-read", None, {"link": draft.state.links[part.bet].link})
        meters[locked.meter] = locked.value
        if locked.others:
            others[locked.outcome] = locked.others
        others |= locked.beside
    return draft.play(say.ReadMeters(meters, others)) or deal_due_cards(draft)


@reduces(JackpotHandEntered)
def _hand_entered(state: TableState, event: JackpotHandEntered) -> TableState:
    kept = [hand for hand in state.jackpot_hands if event.number > 1 or hand.meter != event.meter]
    same = (event.bet, event.meter, event.outcome, event.box, event.player, event.number, event.value, event.winners)
    return state._replace(jackpot_hands=(*kept, JackpotHand(*same)))


@reduces(JackpotDetermined)
def _determined(state: TableState, event: JackpotDetermined) -> TableState:
    return state._replace(determined=state.determined | {event.outcome})
