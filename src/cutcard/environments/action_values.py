"""The exact value of every action that a player has, in units, so that it is known what each decision costs.

A value is what the player may expect of the hand in turn, hands to be split from it included, if they play the best way
by their own cards from there on; results of the box's other hands do not depend on the choice. Values of decisions and
offers are exact for the cards that are in the shoe ("shoe"), or for a full shoe less the cards of this round ("full").
The value of a bet is that of the whole round before it is dealt; that of a side bet is always for a full shoe.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Literal, NamedTuple

import numpy as np
from numpy.typing import NDArray

from cutcard.cards import SUITS
from cutcard.engine import Command, Double, Hand, Insure, State
from cutcard.environments.actions import DECISIONS, DECLINE, EVEN_MONEY, INSURE, RESCUE, SURRENDER
from cutcard.environments.engine_table import EngineTable, TablePlan
from cutcard.errors import CutcardError, listed
from cutcard.hand_rules import insurance_odds
from cutcard.lookup.all_hands import VALUES, Floats, row_of
from cutcard.money import Cents
from cutcard.odds import kernel, solve
from cutcard.odds.answers import super_bonus_units
from cutcard.odds.dealer_draws import NATURAL
from cutcard.odds.decision_values import TABLE
from cutcard.odds.first_hand import known_values
from cutcard.odds.game import Game
from cutcard.odds.open_box import choice_values_from, double_value_from, full
from cutcard.odds.side_bets import side_bet
from cutcard.odds.solution import ChoiceValues, OpenBox
from cutcard.odds.solver import work_out
from cutcard.odds.upcard_solver import UpcardSolver
from cutcard.rulebooks.known_values import Layer, refuse_unknown
from cutcard.rulebooks.schema import Rules

ValuesOf = Literal["", "shoe", "full"]
VALUES_OF: tuple[ValuesOf, ...] = ("", "shoe", "full")
NO_VALUE = -np.inf
SOLVED_MOST = 256


class Values(NamedTuple):
    """The value of each legal action in units of the wager; minus infinity for an action that is not legal."""

    values: NDArray[np.float64]
    bound: float = 0.0  # the most that a value may be off by

    def regret(self, action: int) -> float:
        """What an action costs against the best one."""
        return float(np.nanmax(self.values) - self.values[action])


def values_known(text: str, rules: Rules, *layers: Layer) -> ValuesOf:
    """Parse which shoe values are for; refuses rules that one of the layers that compute them does not know."""
    for of in VALUES_OF:
        if of == text:
            for layer in layers if of else ():
                refuse_unknown(layer, rules)
            return of
    raise CutcardError(f"values are those of {listed(VALUES_OF[1:], 'or')}, not {text!r}")


def cards_before(table: EngineTable, of: ValuesOf) -> Floats:
    """The cards that the round is dealt from, by value and suit: those that players had not seen when it began."""
    if of == "full":
        return full(table.plan.rules, table.plan.decks)
    counts = np.zeros((VALUES, len(SUITS)))
    for card in (*table.shoe.cards, *table.shoe.burned, *table.shoe.table):
        counts[card.value - 1, SUITS.index(card.suit)] += 1.0
    return counts


def playing_values(
    state: State,
    cards: Floats,
    player: str,
    legal: Mapping[int, Command],
    of: ValuesOf,
    unit: Cents,
    actions: int,
    box: int | None = None,
) -> Values:
    """The value of each decision or answer that a player has now, with the cards of which the round is dealt."""
    hand = asked_hand(state, player, box)
    original = state.original(state.boxes[hand.box].number, player)
    assert original is not None
    times = original.staked / unit
    values = np.full(actions, NO_VALUE)
    if state.needs == "decision":
        found = hand_values(state, hand, cards, of, original.staked)
        bound = found.bound
        for number, command in legal.items():
            worth = found
            if isinstance(command, Double) and command.amount is not None and command.amount < original.staked:
                part = command.amount / original.staked
                worth = double_value_from(state.rules, cards, open_box_of(state, hand), part)
                bound = max(bound, worth.bound)
            act = "double" if isinstance(command, Double) else DECISIONS[number]
            values[number] = worth.values.get(act, np.nan) * times  # tens of one rank, split: not known
        return Values(values, bound * times)
    if state.needs == "rescue":
        kept, bound = doubled_value(state, hand, cards, _added_part(state, hand, original.staked))
        values[RESCUE], values[DECLINE] = -times, kept * times
        return Values(values, bound * times)
    return _offer_values(state, hand, legal, cards, of, unit, values)


def asked_hand(state: State, player: str, box: int | None = None) -> Hand:
    """The hand that a player is asked about: the one in turn, or while offers are open the first of their own."""
    if state.needs != "offers":
        return state.hand
    boxes = ((hand, state.boxes[hand.box]) for hand in state.hands)
    return next(hand for hand, its in boxes if its.control == player and box in (None, its.number))


def _added_part(state: State, hand: Hand, staked: Cents) -> float:
    """What was put to a doubled hand as a part of its wager; a token counts as the whole."""
    added = sum(wager.staked for _, wager in state.on_hand(hand) if wager.bet == "double")
    return added / staked if added else 1.0


def open_box_of(state: State, hand: Hand) -> OpenBox:
    """The box of a hand with every card on the table."""
    box = state.boxes[hand.box]
    mine = [other for other in state.hands if other.box == hand.box]
    at = mine.index(hand)
    finished = {other.key: other for other in mine[:at]}
    on_finished = [
        wager
        for wager in state.wagers
        if wager.box == box.number and wager.hand in finished and wager.bet in ("main", "split") and wager.staked
    ]
    kept = state.rules.dealer.drawn_21_against_natural != "lose"  # a 21 ties with a natural, or wins
    elsewhere = [*mine[:at], *(other for other in state.hands if other.box != hand.box)]
    return OpenBox(
        up=state.up_card.text,
        hand=tuple(card.text for card in hand.cards),
        waiting=tuple(card.text for other in mine[at + 1 :] for card in other.cards),
        others=tuple(card.text for other in elsewhere for card in other.cards),
        hands=len(mine),
        original=hand.key == 0,
        left=any(w.returned is None and not (kept and finished[w.hand].total == 21) for w in on_finished),
        lost=any(wager.returned == 0 for wager in on_finished),
    )


def hand_values(state: State, hand: Hand, cards: Floats, of: ValuesOf, wager: Cents) -> ChoiceValues:
    """The value of stand, hit, double, split and surrender of a hand, for each unit of its wager."""
    rules, box = state.rules, open_box_of(state, hand)
    known = known_values(rules, state.setup.decks, box) if of == "full" else None
    if known is not None and (rules.surrender.offered == "never" or "surrender" in known.values):
        return known
    return choice_values_from(rules, cards, box, super_bonus_units(rules, wager))


def doubled_value(state: State, hand: Hand, cards: Floats, part: float = 1.0) -> tuple[float, float]:
    """What a doubled hand that has its card is worth if it is not given up, and the most that this may be off by.

    Of a split hand it is open which hand of the box bears what a dealer's natural takes.
    """
    box = open_box_of(state, hand)
    shoe = cards.sum(axis=1)
    for other in state.hands:
        if other is not hand:
            for card in other.cards:
                shoe[card.value - 1] -= 1
    solver = UpcardSolver.of(Game(rules=state.rules, shoe=shoe, double_part=part), state.up_card.value - 1)
    first = hand.cards[0].value - 1
    wager = solver.first_wager if box.original else solver.further_wager(first)
    row = row_of(TABLE, *(card.value - 1 for card in hand.cards))
    params = solver.game.params
    odds = kernel.hand_odds(params, hand.total, len(hand.cards), True)
    value = float(kernel.stand_value(params, wager, hand.total, len(hand.cards), odds, True, solver.ends[row]))
    natural = float(solver.ends[row, NATURAL])
    if params.peeked:  # the dealer has looked, and has none
        return (value + natural * wager.natural_doubled) / (1.0 - natural), 0.0
    return value, natural if hand.split else 0.0


def _offer_values(
    state: State,
    hand: Hand,
    legal: Mapping[int, Command],
    cards: Floats,
    of: ValuesOf,
    unit: Cents,
    values: NDArray[np.float64],
) -> Values:
    """Insurance, even money and surrender before play, beside letting them go by and playing on."""
    rules, box = state.rules, state.boxes[hand.box]
    original = state.original(box.number, box.control)
    assert original is not None
    staked = original.staked / unit
    natural = natural_chance(state, cards)
    bound = 0.0
    if hand.natural:
        played, given_up = _waiting_natural(rules, natural) if original.open else 0.0, 0.0
    elif hand.ended:
        played, given_up = 0.0, 0.0
    else:
        found = hand_values(state, hand, cards, of, original.staked)
        given_up = found.values.get("surrender", 0.0)
        on_turn = rules.surrender.offered == "on-turn" and state.up_card.rank in rules.surrender.against
        played = max(value for act, value in found.values.items() if act != "surrender" or on_turn)
        if rules.dealer.hole_card == "peeked":  # those values are for a dealer who has looked, and offers come before
            played = played * (1.0 - natural) - natural
            lost = 1.0 - float(rules.surrender.returns)
            given_up = -lost if not rules.surrender.void_on_natural else -lost * (1.0 - natural) - natural
        bound = found.bound * staked
    values[DECLINE] = played * staked
    brings = _insurance_brings(state, legal, natural) / unit
    both = rules.natural.even_money_and_insurance
    others = [values[DECLINE]]  # what the hand is worth if insurance goes with it
    if EVEN_MONEY in legal:
        values[EVEN_MONEY] = staked
        if both == "both-stand":
            values[EVEN_MONEY] += max(brings, 0.0)
            others.append(staked)
        elif both == "insurance-returned":
            values[EVEN_MONEY] -= _insurance_worth(state, hand, natural) / unit
            others.append(staked - brings)
    if SURRENDER in legal:
        others.append(given_up * staked)
        values[SURRENDER] = others[-1] + max(brings, 0.0)  # insurance may still be laid
    for number, command in legal.items():
        if isinstance(command, Insure):  # what is not laid now may be laid next
            now = _insurance_brings(state, {INSURE: command}, natural) / unit
            values[number] = max(others) + now + max(brings - now, 0.0)
    return Values(values, bound)


def _insurance_brings(state: State, legal: Mapping[int, Command], natural: float) -> float:
    """What the most insurance that may be laid now may be expected to bring, in cents."""
    odds, command = insurance_odds(state.rules, state.up_card.value), legal.get(INSURE)
    if odds is None or not isinstance(command, Insure):
        return 0.0
    return command.amount * (natural * float(odds.ratio + 1) - 1)


def _waiting_natural(rules: Rules, natural: float) -> float:
    pays = float(rules.natural.pays.ratio)
    return pays if rules.natural.against_natural != "stand-off" else pays * (1.0 - natural)


def _insurance_worth(state: State, hand: Hand, natural: float) -> float:
    """What insurance that is laid already may be expected to bring, and would not if it went back, in cents."""
    number, control = state.boxes[hand.box].number, state.boxes[hand.box].control
    odds = insurance_odds(state.rules, state.up_card.value)
    laid = sum(wager.staked for _, wager in state.insured(number, control))
    return laid * (natural * float(odds.ratio + 1) - 1) if odds is not None else 0.0


def natural_chance(state: State, cards: Floats) -> float:
    """The chance that the dealer's next card makes a natural."""
    shoe = cards.sum(axis=1)
    for card in (*state.dealer, *(card for hand in state.hands for card in hand.cards)):
        shoe[card.value - 1] -= 1
    partner = int(kernel.natural_value(state.up_card.value - 1))
    return float(shoe[partner] / shoe.sum()) if partner >= 0 else 0.0


# ------------------------------------------------------------------------------------------------- before the round


def betting_value(table: EngineTable, of: ValuesOf, wager: Cents) -> tuple[float, float]:
    """What a round is worth for each unit of the main wager, best played, and the most that it may be off by."""
    plan = table.plan
    if of == "full":
        solution = solve(plan.rules, plan.decks, wager)
        return solution.ev, solution.error_bound
    shoe = tuple(cards_before(table, of).sum(axis=1).tolist())
    return _shoe_value(plan.rules, shoe, super_bonus_units(plan.rules, wager)), 0.0


@lru_cache(maxsize=SOLVED_MOST)
def _shoe_value(rules: Rules, shoe: tuple[float, ...], super_bonus: float) -> float:
    solved = work_out(Game(rules=rules, shoe=np.array(shoe), super_bonus=super_bonus))
    return float(sum(chance * c.chance * c.value for chance, _, cells in solved.columns.values() for c in cells))


@lru_cache(maxsize=SOLVED_MOST)
def _side_value(
    rules: Rules, decks: int, bet: str, table: str, stake: Cents, meters: tuple[tuple[str, int], ...]
) -> float:
    return side_bet(rules, decks, bet, table, stake=stake, meters=dict(meters)).ev


def side_values(plan: TablePlan) -> dict[str, float]:
    """What each side bet of a table is worth for each unit of its stake, from a full shoe."""
    return {
        bet: _side_value(plan.rules, plan.decks, bet, pays.name, plan.side_stakes[bet], tuple(plan.meters.items()))
        for bet, pays in plan.side_bets.items()
    }
