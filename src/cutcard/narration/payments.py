"""A payment and everything that explains it: the wager, the cards, the odds, the clause."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

from cutcard.cards import Card, joined
from cutcard.engine import State, Wager
from cutcard.money import Cents, round_up
from cutcard.narration.formatting import faces, money, odds
from cutcard.narration.reasons import hand_of, reason
from cutcard.sidebets import JUDGES
from cutcard.sidebets.view import THIRD_CARD


class Payment(NamedTuple):
    """How a wager was settled, and why."""

    box: int
    player: str
    wager: str  # its name and stake
    reason: str
    staked: Cents
    returned: Cents
    odds: str  # "3 to 2"; empty if it won nothing
    cards: str  # of the wager's hand
    dealer: str
    clause: str
    worth: Cents = 0  # more than the stake if a free bet token was played
    rounded: str = ""  # "$37.50, paid as $38 in $1 chips (clause 5.12)" where chips could not make it exactly

    @property
    def net(self) -> Cents:
        return self.returned - self.staked


def payment(state: State, wager: Wager) -> Payment:
    """A settled wager, in the state after its settlement."""
    return Payment(
        box=wager.box,
        player=wager.player,
        wager=called(state, wager),
        reason=reason(state, wager) + (f", rounded up by {_rounding(state)}" if _exact(state, wager) else ""),
        staked=wager.staked,
        returned=wager.returned or 0,
        odds=odds(wager.odds) if wager.odds is not None else "",
        cards=faces(joined(_deciding_cards(state, wager))),
        dealer=faces(joined(state.dealer)),
        clause=wager.clause,
        worth=wager.worth,
        rounded=_rounded(state, wager),
    )


def _deciding_cards(state: State, wager: Wager) -> tuple[Card, ...]:
    """The cards of a wager's hand, or those of its box that a side bet looks at.

    The third card of a box belongs to a pair no more than any later one: after a split it lies on another hand.
    """
    hand = hand_of(state, wager)
    if hand is not None:
        return hand.cards
    box = next((box for box in state.boxes if box.number == wager.box), None)
    if box is None:
        return ()
    side = state.rules.side_bets.get(wager.bet)
    looks_at_third = side is not None and JUDGES[side.judged_by].DECIDED_BY == THIRD_CARD
    return box.dealt if looks_at_third else box.dealt[:2]


def _rounding(state: State) -> str:
    """The clause for rounding payments up to what chips can make."""
    return state.rules.clauses["limits.rounding"]


def _exact(state: State, wager: Wager) -> Fraction | None:
    """The exact amount of a payment that had to be rounded up because chips could not make it."""
    returned = wager.returned or 0
    if wager.odds is not None and returned > wager.staked:
        exact, paid = wager.worth * wager.odds.ratio, returned - wager.staked
    elif wager.outcome == "surrender":
        exact, paid = Fraction(wager.staked * state.rules.surrender.returns), returned
    else:
        return None
    return exact if exact != paid == round_up(exact, state.setup.unit) else None


def _rounded(state: State, wager: Wager) -> str:
    words = rounding_words(state, wager)
    return f"{words} (clause {_rounding(state)})" if words else ""


def rounding_words(state: State, wager: Wager) -> str:
    """What was due exactly and what was paid, where chips could not make it; "" where they could."""
    exact = _exact(state, wager)
    if exact is None:
        return ""
    chip, unit = state.setup.chip, state.setup.unit
    chips = f"{money(chip)} chips" if unit == chip else f"halves of a {money(chip)} chip"
    whole = exact.denominator == 1
    due = money(int(exact)) if whole else f"${float(exact / 100):.4f}".rstrip("0")
    return f"{due}, paid as {money(round_up(exact, unit))} in {chips}"


def called(state: State, wager: Wager) -> str:
    """A wager's name, with its hand if the box has several."""
    side = state.rules.side_bets.get(wager.bet)
    if side is not None:
        return f"{side.title} {money(wager.staked)}" if wager.staked else side.title
    if wager.bet == "super-bonus":
        return "on top"
    box = next(box for box in state.boxes if box.number == wager.box) if wager.hand >= 0 else None
    bet = {"main": "wager"}.get(wager.bet, wager.bet)
    stake = f"{bet} {money(wager.staked)}" if wager.staked else f"free {bet} {money(wager.worth)}"
    if box is None or box.hands_made == 1:
        return stake
    hand = next(hand for hand in state.hands if hand.key == wager.hand and state.boxes[hand.box] is box)
    return f"hand {state.hand_number(hand)}, {stake}"
