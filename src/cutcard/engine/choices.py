"""What everybody may do at this moment, with which amounts, and why not the rest.

One function answers for every table, page and program that offers choices, so that none has rules of its own.

>>> from cutcard.cards import cards
>>> from cutcard.engine import Deal, NoMoreBets, PlaceWager, Setup, State, play
>>> from cutcard.rulebooks import rules
>>> state = State(Setup(rules("melbourne-v26", "blackjack"), decks=8))
>>> for command in [PlaceWager(1, "ann", "main", 1000), NoMoreBets(), *map(Deal, cards("6s 9d 5h"))]:
...     state = play(state, command).state
>>> [choice.act for choice in choices(state) if choice.allowed]
['hit', 'stand', 'double']
>>> next(choice for choice in choices(state) if choice.act == "split").refusal.message
'this is not a pair: 6s and 5h differ in value'
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from cutcard.engine import irregular, legal
from cutcard.engine.commands import Act as Act
from cutcard.engine.commands import PlayerCommand, RedressCommand, called
from cutcard.engine.decide import split_by_token
from cutcard.engine.flow import joiners
from cutcard.engine.state import Hand, State
from cutcard.hand_rules import token_pays_double
from cutcard.money import Cents
from cutcard.refusals import Refusal


class Choice(NamedTuple):
    """One act of one player: allowed, or refused and why; and what it costs them."""

    act: Act
    box: int
    hand: int  # its number within the box, from 1
    player: str
    refusal: Refusal | None = None
    least: Cents = 0  # the amounts that it may be made with, 0 where it takes none
    most: Cents = 0
    step: Cents = 1  # an amount is a multiple of this
    token: bool = False  # the house pays with a free bet token

    @property
    def allowed(self) -> bool:
        return self.refusal is None

    @property
    def cost(self) -> Cents:
        """The least that the player must put down for it."""
        return 0 if self.token else self.least

    def takes(self, amount: Cents) -> bool:
        """Whether it may be made with this amount."""
        return self.least <= amount <= self.most and amount % self.step == 0

    def command(self, amount: Cents | None = None) -> PlayerCommand | RedressCommand:
        """What to say to the round; without an amount the most that may be put down."""
        staked = self.most if amount is None else amount
        return called(self.act, box=self.box, hand=self.hand, player=self.player, amount=staked)


def choices(state: State) -> tuple[Choice, ...]:
    """Every act that could be meant now, allowed or not, for each player that the round waits for.

    While offers are open these are the offers, of every box; an act on a hand, which would close them, is listed
    once they are closed. Insurance that was not offered when it was due is a matter for the dealer and not here.
    """
    return tuple(_ACTS[state.needs](state)) if state.needs in _ACTS else ()


def _decisions(state: State) -> Iterator[Choice]:
    """The hand whose turn it is: its controlling player decides."""
    hand, box = state.hand, state.box
    about = (box.number, state.hand_number(hand), box.control)
    yield Choice("hit", *about, legal.hit(state, hand))
    yield Choice("stand", *about, legal.stand(state, hand))
    yield _double(state, hand, about)
    yield _split(state, hand, about)
    yield Choice("surrender", *about, legal.surrender(state, hand))
    yield insurance_choice(state, hand, box.control)
    yield Choice("even-money", *about, legal.even_money(state, hand, box.control))
    yield Choice("rescue", *about, legal.rescue(state, hand, box.control))
    if state.irregular is not None:
        yield from _redress(state, hand, about)


def _redress(state: State, hand: Hand, about: tuple[int, int, str]) -> Iterator[Choice]:
    """What a player may choose on their turn because the deal has gone wrong."""
    if state.held:
        yield Choice("refuse-card", *about, irregular.refuse_card(state, hand))
    if not state.dealer:
        yield Choice("dealer-card", *about, irregular.dealer_card(state))


def _withdrawals(state: State) -> Iterator[Choice]:
    """A box that was dealt one card: each player there takes the wager back, or a second card."""
    hand, box = state.hand, state.box
    for player in box.players:
        yield Choice("withdraw", box.number, state.hand_number(hand), player)


def _offers(state: State) -> Iterator[Choice]:
    """Before play: insurance and even money by each player alone, surrender by who controls the box."""
    for hand in state.hands:
        box = state.boxes[hand.box]
        for player in box.players:
            about = (box.number, 1, player)
            yield insurance_choice(state, hand, player)
            yield Choice("even-money", *about, legal.even_money(state, hand, player))
        yield Choice("surrender", box.number, 1, box.control, _surrender_before_play(state, hand))


def _surrender_before_play(state: State, hand: Hand) -> Refusal | None:
    terms = state.rules.surrender
    if terms.offered == "on-turn":
        return legal.refuse(state.rules, "surrender.offered", "box-surrenders-on-turn")
    return legal.surrender(state, hand)


def _joins(state: State) -> Iterator[Choice]:
    """Others on the box put up money for the double or split that was just called."""
    hand, box = state.hand, state.box
    for player in joiners(state):
        about = (box.number, state.hand_number(hand), player)
        called = _double(state, hand, about, False) if state.joining == "double" else _split(state, hand, about, False)
        yield called._replace(act="join")


def _rescues(state: State) -> Iterator[Choice]:
    """A doubled hand that has had its card: each player decides alone."""
    hand, box = state.hand, state.box
    for player in box.players:
        yield Choice("rescue", box.number, state.hand_number(hand), player, legal.rescue(state, hand, player))


def _double(state: State, hand: Hand, about: tuple[int, int, str], ask: bool = True) -> Choice:
    rules = state.rules
    refused = legal.double(state, hand) if ask else None
    base = state.base(hand, about[2])
    if refused is None and base is None:
        refused = legal.refuse(rules, "double.sharers", "double-has-no-wager", player=about[2])
    worth = base.worth if base is not None else 0
    token = token_pays_double(rules)
    least = 1 if rules.double.for_less and not token else worth
    return Choice("double", *about, refused, min(least, worth), worth, 1, token)


def _split(state: State, hand: Hand, about: tuple[int, int, str], ask: bool = True) -> Choice:
    refused = legal.split(state, hand) if ask else None
    original = state.original(about[0], about[2])
    worth = original.staked if original is not None else 0
    return Choice("split", *about, refused, worth, worth, 1, split_by_token(state, hand))


def insurance_choice(state: State, hand: Hand, player: str, late: bool = False) -> Choice:
    """Insurance of a player's wager on the box of `hand`, or more of it; `late`: it was not offered when it was due."""
    number = state.boxes[hand.box].number
    step = _insurance_step(state)
    most = _insurable(state, number, player) // step * step
    refused = legal.insure(state, hand, player, None if most else step, late)
    return Choice("insure", number, state.hand_number(hand), player, refused, min(step, most), most, step)


def _insurance_step(state: State) -> Cents:
    chip = state.setup.chip
    if not state.rules.insurance.in_half_chips:
        return 1
    return chip // 2 if chip % 2 == 0 else chip


def _insurable(state: State, number: int, player: str) -> Cents:
    """What a player may still insure of a wager on a box."""
    original = state.original(number, player)
    if original is None:
        return 0
    mine = (w.staked for w in state.wagers if (w.bet, w.box, w.player) == ("insurance", number, player))
    return max(int(original.staked * state.rules.insurance.at_most) - sum(mine), 0)


_ACTS: dict[str, Callable[[State], Iterator[Choice]]] = {
    "decision": _decisions,
    "offers": _offers,
    "join": _joins,
    "rescue": _rescues,
    "withdraw": _withdrawals,
}
