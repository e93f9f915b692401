"""A round at the training table: real cards, real rules, players who play as people do.

Everything comes from a `random.Random`, so that a seed gives the same table, the same cards and the same calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import NamedTuple

from cutcard.cards import Card
from cutcard.cards import shoe as pack
from cutcard.engine import (
    CloseOffers,
    Command,
    Deal,
    DealHoleCard,
    Event,
    NoMoreBets,
    PlaceWager,
    Press,
    Refusal,
    Setup,
    State,
    TableLimits,
    play,
)
from cutcard.engine.choices import Act, Choice, choices
from cutcard.engine.hole_card import looked_at
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.rulebooks.offers import check_together, offered, pay_table, tables
from cutcard.rulebooks.schema import PayTable, Rules
from cutcard.shoe import shuffled

PLAYERS = ("ann", "bob", "cem", "dot")
CHIPS: tuple[Cents, ...] = (100, 100, 250, 500)
WAGERS = (2, 3, 4, 5, 7, 9, 10, 12, 15, 20)  # in chips of $5 or the smallest chip, whichever is more
SIDE_CHIPS = (1, 2, 5)
LIMITS = TableLimits(minimum=500, maximum=50_000)
SIDE_BETS_MOST = 2
CARDS_MOST = 150  # more than any round takes
WEAK = range(2, 7)  # dealer's first cards against which people stand on a stiff hand


class Table(NamedTuple):
    """A training table: its setup, and the wagers as they are laid."""

    setup: Setup
    wagers: tuple[PlaceWager, ...]

    @property
    def boxes(self) -> tuple[int, ...]:
        return tuple(wager.box for wager in self.wagers if wager.bet == "main")


class PlayedRound(NamedTuple):
    """A round from its first wager to its end."""

    table: Table
    events: tuple[Event, ...]
    state: State
    cards: tuple[Card, ...]  # as the shoe held them, those that the round did not need included


def make_table(rules: Rules, random: Random, boxes: int | None = None, bets: tuple[str, ...] = ()) -> Table:
    """A table of that game with some boxes in play, a smallest chip, and side bets, these first, if there are any."""
    refuse_unknown("training", rules)
    decks = random.choice(rules.cards.decks)
    setup = Setup(rules, decks, _side_bets(rules, decks, random, bets), LIMITS, random.choice(CHIPS))
    number = boxes if boxes is not None else random.choice((2, 3, 3, 4))
    places = sorted(random.sample(range(1, min(rules.cards.boxes_max, 7) + 1), number))
    return Table(setup, tuple(_wagers(setup, places, random)))


def _wagers(setup: Setup, places: Sequence[int], random: Random) -> Iterator[PlaceWager]:
    unit = max(setup.chip, 500)
    for box, player in zip(places, PLAYERS, strict=False):
        yield PlaceWager(box, player, "main", unit * random.choice(WAGERS))
        for bet in setup.side_bets:
            amounts = setup.rules.side_bets[bet].amounts
            amount = random.choice(amounts) if amounts else setup.chip * random.choice(SIDE_CHIPS)
            if random.random() < 0.7:
                yield PlaceWager(box, player, bet, amount)


def side_bets(rules: Rules) -> tuple[str, ...]:
    """The side bets that a training table may offer: those that are paid from no meter."""
    return tuple(
        bet for bet, side in offered(rules).items() if not any(row.meter for table in side.tables for row in table.rows)
    )


def prize_bets(rules: Rules) -> tuple[str, ...]:
    """Those of them for which a device draws the prize."""
    return tuple(bet for bet in side_bets(rules) if any(table.draws for table in rules.side_bets[bet].tables))


def _side_bets(rules: Rules, decks: int, random: Random, first: tuple[str, ...]) -> Mapping[str, PayTable]:
    found: dict[str, PayTable] = {}
    known = side_bets(rules)
    others = random.sample(known, min(len(known), SIDE_BETS_MOST))
    for bet in list(dict.fromkeys([*first, *others]))[:SIDE_BETS_MOST]:
        names = [name for name, at in tables(rules, rules.side_bets[bet]) if at == decks]
        try:
            check_together(rules, [*found, bet])
            found[bet] = pay_table(rules, decks, bet, random.choice(names) or True)
        except (CutcardError, IndexError):
            continue  # not with this number of decks, or not beside the other one
    return found


def make_shoe(setup: Setup, random: Random) -> tuple[Card, ...]:
    """Cards enough for a round, from a whole shoe in random order."""
    return tuple(shuffled(pack(setup.decks, setup.rules.cards.removed_ranks), random)[:CARDS_MOST])


def stacked(shoe: Sequence[Card], ranks: Mapping[int, str]) -> tuple[Card, ...]:
    """The same cards, with a card of one of these ranks at each of these places as far as there is one.

    A drill about aces would take long to come across one.

    >>> from cutcard.cards import cards, joined
    >>> joined(stacked(cards("2s 3s 4s As"), {0: "A", 1: "KQ"}))
    'As 3s 4s 2s'
    """
    order = list(shoe)
    for place, allowed in ranks.items():
        at = next((i for i in range(place, len(order)) if order[i].rank in allowed and i not in ranks), None)
        if at is not None and order[place].rank not in allowed:
            order[place], order[at] = order[at], order[place]
    return tuple(order)


def play_round(
    table: Table, shoe: Sequence[Card], seed: str, calls: Mapping[int, Act] | None = None, offers: bool = True
) -> PlayedRound:
    """Play a round from these cards. The seed decides what players call, save for decisions given by their number.

    Without `offers` nobody takes one, such as insurance.
    """
    return _Player(table, shoe, Random(seed), calls or {}, offers).run()


class _Player:
    """Feeds a round: cards in their order, and sensible calls."""

    def __init__(
        self, table: Table, shoe: Sequence[Card], random: Random, calls: Mapping[int, Act], offers: bool
    ) -> None:
        self.table = table
        self.shoe = shoe
        self.random = random
        self.calls = calls
        self.offers = offers
        self.decisions = 0
        self.answered: set[tuple[str, int, str]] = set()  # offers that somebody has taken or let pass
        self.state = State(table.setup)
        self.events: list[Event] = []
        self.dealt = 0
        self.hole: Card | None = None

    def run(self) -> PlayedRound:
        for wager in self.table.wagers:
            if not self._execute(wager):
                assert wager.bet != "main"  # a side bet may find no room, and is not laid then
        self._execute(NoMoreBets())
        while self.state.needs != "nothing":
            accepted = self._execute(self._next())
            assert accepted  # only what the engine offers is called
        return PlayedRound(self.table, tuple(self.events), self.state, tuple(self.shoe))

    def _execute(self, command: Command) -> bool:
        result = play(self.state, command)
        if isinstance(result, Refusal):
            return False
        self.state = result.state
        self.events.extend(result.events)
        return True

    def _next(self) -> Command:
        state = self.state
        if state.needs == "card":
            return Deal(self._card())
        if state.needs == "hole-card":
            self.hole = self._card()
            return DealHoleCard()
        if state.needs in ("peek", "turn"):
            assert self.hole is not None
            return looked_at(state, self.hole)
        if state.needs == "press":
            draws = [prize for table in state.setup.side_bets.values() for _, prize in table.draws]
            return Press(self.random.choice(draws))
        if state.needs == "decision":
            self.decisions += 1
            wished = decision(state, self.random)  # always drawn, so that the random numbers after it stay the same
            ordered = self.calls.get(self.decisions - 1)
            found = (choice for choice in choices(state) if choice.allowed and choice.act == ordered)
            return next(found, wished).command()
        return self._answer(state)

    def _card(self) -> Card:
        self.dealt += 1
        return self.shoe[self.dealt - 1]

    def _answer(self, state: State) -> Command:
        """To an offer: somebody takes it now and then."""
        for choice in choices(state):
            offer = (choice.act, choice.box, choice.player)
            if not choice.allowed or not self.offers or offer in self.answered:
                continue
            self.answered.add(offer)
            if self.random.random() < 0.3:
                return choice.command(_in_chips(choice, state.setup.chip) if choice.act == "insure" else None)
        return CloseOffers()


def _in_chips(choice: Choice, chip: Cents) -> Cents:
    """The most that may be insured in whole chips, if that is anything."""
    whole = choice.most // chip * chip
    return whole if choice.takes(whole) else choice.most


def decision(state: State, random: Random) -> Choice:
    """What somebody sensible calls with the hand in turn, of what is allowed."""
    allowed = {choice.act: choice for choice in choices(state) if choice.allowed}
    return next(allowed[act] for act in _wished(state, random) if act in allowed)


def _wished(state: State, random: Random) -> Iterator[str]:
    """What somebody would like to do, first wish first."""
    hand, up = state.hand, state.up_card.value
    if len(hand.cards) == 2 and hand.cards[0].value == hand.cards[1].value and random.random() < 0.6:
        yield "split"
    if hand.hard in (9, 10, 11) or (hand.soft and random.random() < 0.15):
        yield "double"
    if hand.total in (15, 16) and up in (1, 10) and random.random() < 0.6:
        yield "surrender"
    enough = 18 if hand.soft else 12 if up in WEAK else 17
    yield from ("stand", "hit") if hand.total >= enough else ("hit", "stand")
