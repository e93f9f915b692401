"""Why a wager was settled as it was, in words. The engine provides the clause."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.engine import Hand, State, Wager
from cutcard.money import EVEN, Cents
from cutcard.narration.formatting import money, odds
from cutcard.rulebooks import load
from cutcard.rulebooks.schema import Row
from cutcard.sidebets import JUDGES

OUTCOMES = {  # names of pay-table outcomes whose id does not say enough
    "mixed": "a mixed pair",
    "coloured": "a pair of one colour",
    "suited": "a pair of one suit",
    "aces": "a pair of aces",
    "any": "a pair",
    "natural": "ace and ten",
    "one-seven": "one seven",
    "seven-and-seven": "a seven, and the dealer's",
    "777": "three sevens",
    "coloured-777": "three sevens of one colour",
    "suited-777": "three sevens of one suit",
    "diamond-777": "three sevens of diamonds",
    "suited-aces": "three aces of one suit",
    "spade-aces": "three aces of spades",
    "suited-natural": "ace and ten of one suit",
}
NOT_MADE = {"pairs": "no pair", "buster": "the dealer is not over 21"}  # by judge: what a lost side bet was


def reason(state: State, wager: Wager) -> str:
    """Why this wager was settled as it was, in the state after its settlement."""
    if wager.clause in _declared(state):
        return "declared void" if wager.outcome == "void" else "kept by the house, the round is void"
    if wager.outcome == "void" and (found := _found(state, wager)):
        return found
    if wager.bet in state.rules.side_bets:
        return _side_bet(state, wager)
    if wager.bet == "insurance":
        return _insurance(state, wager)
    if wager.bet == "super-bonus":
        return "Super Bonus, three sevens of one suit against a seven"
    hand = hand_of(state, wager)
    if hand is None or wager.outcome == "void":
        return _returned(state, wager, hand)
    ways = {"win": _won, "lose": _lost, "stand-off": _stood_off}
    if wager.outcome in ways:
        return ways[wager.outcome](state, wager, hand)
    return f"surrendered, {money(wager.returned or 0)} comes back"


def _found(state: State, wager: Wager) -> str:
    """Why a wager went back because of what was found about it, or "" where nothing was."""
    if wager.beyond:
        return "beyond the player's loss limit, it goes back"
    settles = state.rules.settles
    invalid = {settles.invalid_before, settles.invalid_during}
    return "an invalid wager, it goes back" if wager.clause in invalid else ""


def _declared(state: State) -> set[str]:
    """The clauses for settling wagers that staff have declared void."""
    procedures = load(state.rules.book).procedures
    if procedures is None:
        return {state.void} - {""}
    declared = (procedures.commands.get(name) for name in ("void-wagers", "void-wagers-for-fraud"))
    clauses = {power.clause for power in declared if power is not None}
    return {procedures.clauses["voids.refund"], state.void, *clauses} - {""}


def hand_of(state: State, wager: Wager) -> Hand | None:
    """The hand that a wager lies on, if it lies on one."""
    for hand in state.hands:
        if hand.key == wager.hand and state.boxes[hand.box].number == wager.box:
            return hand
    return None


def _returned(state: State, wager: Wager, hand: Hand | None) -> str:
    if wager.bet == "double":
        return "rescued: the double is taken back"
    return "over the table's maximum" if hand is None else "not played"


def _insurance(state: State, wager: Wager) -> str:
    natural = state.rules.natural.name
    if wager.outcome == "void":
        return "returned, even money was taken"
    if wager.outcome == "win" and wager.odds is not None:
        return f"the dealer has a {natural}, paid {odds(wager.odds)}"
    return f"the dealer has no {natural}"


def _won(state: State, wager: Wager, hand: Hand) -> str:
    rules = state.rules
    paid = f", paid {odds(wager.odds)}" if wager.odds not in (None, EVEN) else ""
    if hand.natural:
        return f"even money on a {rules.natural.name}" if wager.odds == EVEN else f"{rules.natural.name}{paid}"
    made = f" with {wager.row}" if wager.row and wager.odds != rules.winning.pays else ""
    if hand.ended == "won":
        return (f"21{made} always wins" if hand.total == 21 else f"{len(hand.cards)} cards and not over 21") + paid
    if state.dealer_total > 21:
        return f"the dealer is over 21 with {state.dealer_total}{paid}"
    return f"{hand.total}{made} against the dealer's {state.dealer_total}{paid}"


def _lost(state: State, wager: Wager, hand: Hand) -> str:
    token = ", a token costs nothing" if wager.staked == 0 else ""
    if hand.ended == "bust":
        return f"over 21 with {hand.total}{token}"
    if len(state.dealer) == 1:
        return "given up to take back the double"
    if state.dealer_natural:
        void = ", which voids the surrender" if hand.ended == "surrendered" else ""
        return f"the dealer has a {state.rules.natural.name}{void}{token}"
    return f"{hand.total} against the dealer's {state.dealer_total}{token}"


def _stood_off(state: State, wager: Wager, hand: Hand) -> str:
    natural = state.rules.natural.name
    if state.dealer_natural:
        if hand.natural:
            return f"both have a {natural}"
        drawn = hand.total == 21 and state.rules.dealer.drawn_21_against_natural == "stand-off"
        return f"21 each, though the dealer's is a {natural}" if drawn else f"a dealer's {natural} does not take this"
    if state.dealer_total in state.rules.dealer.pushes_on:
        return f"the dealer's {state.dealer_total} is a stand-off"
    return f"{hand.total} each"


# ------------------------------------------------------------------------------------------------------ side bets


def _side_bet(state: State, wager: Wager) -> str:
    if wager.outcome == "void":
        return "returned, it had no main wager"
    if wager.outcome != "win":
        return _not_made(state, wager)
    if wager.prize is not None:
        return f"{called(wager.row)}, {money(wager.prize)} for each dollar"
    row = next(row for row in state.setup.side_bets[wager.bet].rows if row.outcome == wager.row)
    return f"{called(row.outcome)}, {paid(state, row)}"


def _not_made(state: State, wager: Wager) -> str:
    """Why a side bet lost: in its own words where its pay table pays all that it looks for."""
    judge = state.rules.side_bets[wager.bet].judged_by
    paid_for = {row.outcome for row in state.setup.side_bets[wager.bet].rows}
    whole = all(paid_for.intersection(outcomes) for outcomes in JUDGES[judge].CLASSES)
    return NOT_MADE.get(judge, "not made") if whole else "not made"


def called(outcome: str) -> str:
    """An outcome of a pay table in words.

    >>> called("suited-678"), called("cards-6"), called("tokens-1")
    ('suited 678', '6 cards', '1 token')
    """
    word, _, count = outcome.rpartition("-")
    if word in ("cards", "tokens"):
        return f"{count} {word if count != '1' else word[:-1]}"
    return OUTCOMES.get(outcome, outcome.replace("-", " "))


def paid(state: State, row: Row) -> str:
    """What a line of a pay table pays, in words."""
    return f"paid {odds(row.pays)}" if row.pays is not None else pays(row, state.setup.meters)


def pays(row: Row, meters: Mapping[str, Cents]) -> str:
    """What a line of a pay table pays, as the table itself says it."""
    if row.pays is not None:
        return odds(row.pays)
    if row.share is not None and row.meter is not None:
        part = "the whole" if row.share == 1 else f"{row.share}"
        return f"{part} of the meter at {money(meters[row.meter])}" if row.meter in meters else f"{part} of the meter"
    return "a fixed prize"
