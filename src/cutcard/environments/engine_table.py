"""A table of the real engine with a shoe of its own: its holder places wagers and answers what the round asks."""

from __future__ import annotations

import os
from collections.abc import Iterable, Mapping
from random import Random
from typing import Literal, NamedTuple

from cutcard.cards import Card
from cutcard.clauses.library import only_book
from cutcard.engine import (
    Command,
    Deal,
    DealHoleCard,
    NoMoreBets,
    PlaceWager,
    Press,
    Setup,
    State,
    TurnHoleCard,
    play,
    sidebets,
)
from cutcard.engine.hole_card import looked_at
from cutcard.errors import CutcardError, listed
from cutcard.money import Cents
from cutcard.odds.query import bet_and_table, check_meters, decks_of
from cutcard.prize_draw import draw
from cutcard.refusals import Refusal
from cutcard.rulebooks import rules as rules_of
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.rulebooks.offers import check_together, pay_table
from cutcard.rulebooks.schema import OptionValue, PayTable, Rules
from cutcard.shoe import Shoe
from cutcard.simulate.cut_card import cut_for

Dealing = Literal["shoe", "fresh"]
DEALINGS: tuple[Dealing, ...] = ("shoe", "fresh")
_BY_ITSELF = ("card", "press", "hole-card", "peek", "turn")  # what a round waits for, and no player is asked about


class TablePlan(NamedTuple):
    """What a table is set up with."""

    rules: Rules
    decks: int
    side_bets: Mapping[str, PayTable]
    side_stakes: Mapping[str, Cents]
    meters: Mapping[str, Cents]
    dealing: Dealing
    behind: int  # cards behind the cutting card
    burn: int

    @property
    def setup(self) -> Setup:
        return Setup(self.rules, self.decks, self.side_bets, meters=self.meters)

    @property
    def cards(self) -> int:
        """How many cards the shoe has."""
        return self.decks * (52 - 4 * len(self.rules.cards.removed_ranks))


def table_plan(
    rulebook: str,
    game: str,
    *,
    decks: int | None = None,
    options: Mapping[str, OptionValue] | None = None,
    side_bets: Iterable[str] = (),
    side_stake: Cents | None = None,
    wager: Cents = 1000,
    meters: Mapping[str, Cents] | None = None,
    dealing: str = "shoe",
    penetration: float | None = None,
) -> TablePlan:
    """A table of a game; raises with a sentence where the rules do not allow it.

    `rulebook` is the id of a book or the path of your own. Side bets are named "perfect-pairs" or, with one of several
    pay tables, "buster-blackjack=C".

    >>> table_plan("melbourne-v26", "blackjack").decks
    8
    """
    rules = rules_of(book_id(rulebook), game, options)
    refuse_unknown("environment", rules)
    named = [bet_and_table(text) for text in side_bets]
    decks = decks_of(rules, decks, [bet for bet, _ in named])
    if dealing not in DEALINGS:
        raise CutcardError(f"cards are dealt from a {listed(DEALINGS, 'or')} shoe, not {dealing!r}")
    tables = {bet: pay_table(rules, decks, bet, table or True) for bet, table in named}
    check_together(rules, tables)
    values = dict(meters or {})
    check_meters(rules, values)
    cards = decks * (52 - 4 * len(rules.cards.removed_ranks))
    cut, burn = cut_for(rules, decks, cards, penetration)
    stakes = {bet: _stake(rules, bet, side_stake, wager) for bet in tables}
    return TablePlan(rules, decks, tables, stakes, values, dealing, cards - cut, burn)


def book_id(rulebook: str) -> str:
    """The id of a book that is named by its id or by the path of its file."""
    return only_book(rulebook) if rulebook.endswith(".toml") or os.sep in rulebook else rulebook


def _stake(rules: Rules, bet: str, requested: Cents | None, wager: Cents) -> Cents:
    side = rules.side_bets[bet]
    stake = wager if requested is None else requested
    if side.amounts and stake not in side.amounts:
        if requested is not None:
            allowed = listed([f"{amount / 100:g}" for amount in side.amounts], "or")
            raise CutcardError(f"{side.title} takes {allowed}", rules.clauses[f"side_bets.{bet}.amounts"])
        return side.amounts[0]
    return stake


class EngineTable:
    """Rounds of play from one shoe after another."""

    def __init__(self, plan: TablePlan, random: Random) -> None:
        self.plan, self.random = plan, random
        self.setup = plan.setup
        self.shoe = Shoe(plan.decks, plan.rules.cards.removed_ranks, random, plan.behind)
        self.state = State(self.setup)
        self.hole: Card | None = None  # the dealer's second card, while it lies face down
        self.carried: dict[tuple[int, str, str], Cents] = {}  # side bets that lie on, by box, player and bet
        self._unburn()

    def _unburn(self) -> None:
        if not self.plan.burn:
            self.shoe.cards += self.shoe.burned
            self.shoe.burned = []

    @property
    def over(self) -> bool:
        """Whether no round is being played."""
        return self.state.needs in ("wagers", "nothing")

    @property
    def unseen(self) -> list[Card]:
        """The cards that no player has seen since the shuffle: in the shoe, burnt, and in the hole."""
        hole = [self.hole] if self.hole is not None else []
        return [*self.shoe.cards, *self.shoe.burned, *hole]

    @property
    def seen(self) -> list[Card]:
        """The cards that players have seen since the shuffle."""
        on_table = [*self.shoe.table]
        if self.hole is not None:
            on_table.remove(self.hole)
        return [*on_table, *self.shoe.discards]

    def shuffle(self) -> None:
        self.shoe.shuffle()
        self._unburn()

    @property
    def shuffle_due(self) -> bool:
        """Whether the cards are shuffled before the next round."""
        return self.plan.dealing == "fresh" or self.shoe.due

    def clear(self) -> None:
        """Make the table ready for the next round: cards go away, and are shuffled where that is due."""
        self.shoe.round_over()
        self.hole = None  # a round in which no hand was left ends without its being turned
        if self.shuffle_due:
            self.shuffle()
        self.state = State(self.setup)

    def bet(self, wagers: Iterable[tuple[int, str, str, Cents]]) -> Refusal | None:
        """Place all wagers of a round, by box, player and bet, and deal; a refusal changes nothing."""
        before = self.state
        placed: list[Command] = [PlaceWager(*each) for each in wagers]
        placed += [PlaceWager(*key, amount, amount) for key, amount in self.carried.items()]
        for command in [*placed, NoMoreBets()]:
            refusal = self._do(command)
            if refusal is not None:
                self.state = before
                return refusal
        self.carried = {}
        self._deal_on()
        return None

    def act(self, command: Command) -> Refusal | None:
        """One player's call; cards follow by themselves. A refusal changes nothing."""
        refusal = self._do(command)
        if refusal is None:
            self._deal_on()
        return refusal

    def _do(self, command: Command) -> Refusal | None:
        played = play(self.state, command)
        if isinstance(played, Refusal):
            return played
        self.state = played.state
        return None

    def _deal_on(self) -> None:
        """Deal cards and draw prizes until somebody has to decide or the round is over."""
        while self.state.needs in _BY_ITSELF:
            refusal = self._do(self._next())
            assert refusal is None, refusal
        if self.state.needs == "nothing":
            for wager in self.state.wagers:
                if sidebets.stays(self.state, wager):
                    self.carried[wager.box, wager.player, wager.bet] = wager.staked

    def _next(self) -> Command:
        """What the dealer does, or a prize that is drawn."""
        if self.state.needs == "card":
            return Deal(self.shoe.next())
        if self.state.needs == "press":
            return Press(self._prize())
        if self.state.needs == "hole-card":
            self.hole = self.shoe.next()
            return DealHoleCard()
        assert self.hole is not None
        command = looked_at(self.state, self.hole)
        if isinstance(command, TurnHoleCard):
            self.hole = None
        return command

    def _prize(self) -> Cents:
        position = sidebets.pressing(self.state)
        assert position is not None
        return draw(self.setup.side_bets[self.state.wagers[position].bet].draws, self.random)
