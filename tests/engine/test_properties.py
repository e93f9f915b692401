"""What must always hold, whatever people do: random play in every game, legal and illegal acts mixed."""

from __future__ import annotations

import os
from collections import Counter
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from cutcard.cards import Card, shoe
from cutcard.engine import (
    DEALER,
    Burn,
    CloseOffers,
    Deal,
    DealDealerCard,
    Double,
    DrawInError,
    EvenMoney,
    Event,
    Hit,
    Insure,
    Join,
    NoMoreBets,
    PlaceWager,
    Played,
    Press,
    Refusal,
    RefuseCard,
    Rescue,
    SetAside,
    Setup,
    SkipPlace,
    Split,
    Stand,
    State,
    Surrender,
    WithdrawWager,
    decide,
    evolve,
    net,
    play,
)
from cutcard.engine import events as ev
from cutcard.errors import CutcardError
from cutcard.records import export, settle
from cutcard.records.results import results
from cutcard.rulebooks import BOOKS, load
from cutcard.rulebooks.offers import pay_table
from cutcard.rulebooks.schema import OptionValue

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
METERS = ("blazing-7s", "blackjack-jackpots", "supernova-major", "supernova-minor", "supernova-mystery")
PLAYERS = ["ann", "bob", "cal"]
KINDS = ["burn", "unseen", "early", "face-down", "aside", "skip", "skip", "back", "other"]
MISHAPS = int(os.environ.get("CUTCARD_MISHAPS", "20"))  # examples a game


def offered(book: str, game: str, decks: int, data: st.DataObject) -> dict[str, Any]:
    """A random choice of the side bets that this game and number of decks may have."""
    rules = load(book).rules(game)
    tables: dict[str, Any] = {}
    for bet in data.draw(st.lists(st.sampled_from(sorted(rules.side_bets)), max_size=3, unique=True)):
        if any(other in tables for other in rules.side_bets[bet].not_with):
            continue
        for choice in (True, "1", "A"):
            try:
                tables[bet] = pay_table(rules, decks, bet, choice)
                break
            except CutcardError:
                continue
    return tables


def opened(book: str, game: str, data: st.DataObject) -> Setup:
    loaded = load(book)
    options: dict[str, OptionValue] = {
        name: data.draw(st.sampled_from(list(option.values)))
        for name, option in loaded.options(game).items()
        if option.values
        if data.draw(st.booleans())
    }
    rules = loaded.rules(game, options)
    decks = data.draw(st.sampled_from(rules.cards.decks))
    meters = dict.fromkeys(METERS, 1_000_000)
    return Setup(
        rules, decks, offered(book, game, decks, data), chip=data.draw(st.sampled_from([1, 50, 500])), meters=meters
    )


def wagers(setup: Setup, data: st.DataObject) -> list[PlaceWager]:
    placed = []
    for box in data.draw(st.lists(st.integers(1, 5), min_size=1, max_size=3, unique=True)):
        players = data.draw(st.lists(st.sampled_from(PLAYERS), min_size=1, max_size=3, unique=True))
        placed += [PlaceWager(box, p, "main", 500 * data.draw(st.integers(1, 6))) for p in players]
        for bet in setup.side_bets:
            amounts = setup.rules.side_bets[bet].amounts or (500,)
            if data.draw(st.booleans()):
                placed.append(PlaceWager(box, players[0], bet, amounts[0]))
    return placed


def acts(state: State) -> list[Any]:
    """Everything that anybody could think of saying now; most of it is refused most of the time."""
    said: list[Any] = [Hit(), Stand(), Double(), Split(), Surrender(), CloseOffers(), Rescue()]
    said += [Double(amount=250), Hit(box=9), Stand(player="nobody"), NoMoreBets(), Join(None), Press(2000)]
    said += [Insure(box.number, player, 250) for box in state.boxes for player in box.players]
    said += [EvenMoney(box.number, player) for box in state.boxes for player in box.players]
    said += [Join(player) for player in PLAYERS] + [Rescue(player) for player in PLAYERS]
    said += [RefuseCard(), DealDealerCard(), DealDealerCard(now=False)]
    said += [WithdrawWager(box.number, player) for box in state.boxes for player in box.players]
    return said


class Table:
    """A round under way, with everything that must hold checked at each step."""

    def __init__(self, setup: Setup, cards: list[Card]) -> None:
        self.setup = setup
        self.state = State(setup)
        self.events: list[Event] = []
        self.cards = cards
        self.dealt = 0

    def say(self, command: Any) -> bool:
        before = self.state
        result = play(before, command)
        assert decide(before, command) == (result if isinstance(result, Refusal) else result.events)
        if isinstance(result, Refusal):
            assert result.message
            assert "\n" not in result.message
            assert self.state is before
            return False
        assert isinstance(result, Played)
        self.state = result.state
        self.events += result.events
        return True

    def next_card(self) -> Card:
        self.dealt += 1
        return self.cards[self.dealt - 1]

    def deal(self) -> None:
        held = self.state.held[0] if self.state.held else None
        assert self.say(Deal(held or self.next_card()))

    def replayed(self) -> State:
        state = State(self.setup)
        for event in self.events:
            state = evolve(state, event)
        return state


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_what_must_always_hold(book: str, game: str) -> None:
    @settings(max_examples=25, deadline=None)
    @given(data=st.data())
    def rounds(data: st.DataObject) -> None:
        setup = opened(book, game, data)
        pack = shoe(setup.decks, setup.rules.cards.removed_ranks)
        cards = data.draw(st.randoms(use_true_random=False)).sample(pack, 120)
        table = Table(setup, cards)
        for wager in wagers(setup, data):
            table.say(wager)
        if not table.say(NoMoreBets()):
            return  # e.g. a side bet that its player may not have
        play_out(table, data)
        check(table)

    rounds()


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_the_same_holds_where_the_deal_goes_wrong_in_every_way_at_every_moment(book: str, game: str) -> None:
    @settings(max_examples=MISHAPS, deadline=None, phases=(Phase.generate,))  # a whole round takes minutes to shrink
    @given(data=st.data())
    def rounds(data: st.DataObject) -> None:
        setup = opened(book, game, data)
        pack = shoe(setup.decks, setup.rules.cards.removed_ranks)
        table = Table(setup, data.draw(st.randoms(use_true_random=False)).sample(pack, 150))
        for wager in wagers(setup, data):
            table.say(wager)
        if table.say(NoMoreBets()):
            play_out(table, data, mishaps=True)
            check(table)
            check_record(table)

    rounds()


def mishap(table: Table, data: st.DataObject) -> None:
    """Something goes wrong, as the document deals with it; what it does not know is refused and changes nothing."""
    state, by = table.state, table.setup.rules.clauses["deal.order"]
    due = None if state.turn == DEALER else state.box.number
    box = data.draw(st.sampled_from(state.boxes))
    match data.draw(st.sampled_from(KINDS)):
        case "burn":
            assert table.say(Burn(table.next_card(), by))
        case "unseen":
            assert table.say(Burn(None, by))
        case "early" if state.needs != "nothing":
            assert table.say(DrawInError(table.next_card(), by))
        case "face-down":
            table.say(DrawInError(None, by))
        case "aside":
            assert table.say(SetAside(by)) == (state.rules.misdeal.dealer_unexposed == "first-of-next-round")
        case "skip":
            table.say(SkipPlace(due))
        case "back":
            table.say(WithdrawWager(box.number, data.draw(st.sampled_from(PLAYERS)), by))
        case _:
            table.say(data.draw(st.sampled_from([RefuseCard(), DealDealerCard(), DealDealerCard(now=False)])))
    if state.held and state.held[0] is not None:
        other = next(card for card in table.cards if card != state.held[0])
        assert not table.say(Deal(other)), "a card that was drawn too early is the next"


def check_record(table: Table) -> None:
    """The round as a record says the same again."""
    known = {row.meter for side in table.setup.rules.side_bets.values() for one in side.tables for row in one.rows}
    meters = {name: amount for name, amount in table.setup.meters.items() if name in known}
    record = export(table.setup._replace(meters=meters), table.events)
    settled = settle(record)
    assert settled["settlement"] == results(table.state)["settlement"], record
    assert settled["hands"] == results(table.state)["hands"], record


def play_out(table: Table, data: st.DataObject, mishaps: bool = False) -> None:
    for _ in range(400):
        if mishaps and table.dealt < 60 and data.draw(st.integers(0, 3)) == 0:
            mishap(table, data)
        if table.state.needs == "nothing":
            return
        if table.state.needs == "card":
            table.deal()
            continue
        before = table.state
        if data.draw(st.integers(0, 3)) == 0:
            assert not table.say(Deal(table.cards[-1])), "no card may be dealt that is not needed"
        moves = [act for act in acts(before) if not isinstance(decide(before, act), Refusal)]
        assert moves, f"a round that waits for {before.needs} must have something that may be done"
        assert table.say(data.draw(st.sampled_from(moves)))
    raise AssertionError("the round does not end")


def check(table: Table) -> None:
    state = table.state
    assert table.replayed() == state, "the events alone give the same state"
    assert all(wager.returned is not None and wager.returned >= 0 for wager in state.wagers)
    assert all(wager.clause and wager.outcome for wager in state.wagers)
    copies = Counter(event.card.text for event in table.events if isinstance(event, ev.CardDealt))
    assert max(copies.values(), default=0) <= table.setup.decks
    assert sum(net(state.wagers).values()) == -house(table.events), "money is conserved between players and house"
    for command in (Hit(), Stand(), NoMoreBets(), PlaceWager(1, "ann", "main", 100), Deal(table.cards[-1])):
        assert isinstance(decide(state, command), Refusal), "a round that is over takes nothing"


def house(events: list[Event]) -> int:
    """What the house took less what it paid, counted from the events alone."""
    balance = 0
    for event in events:
        match event:
            case ev.WagerPlaced(amount=amount) | ev.Insured(amount=amount):
                balance += amount
            case ev.Doubled(amount=amount, token=token) | ev.HandSplit(amount=amount, token=token):
                balance += 0 if token else amount
            case ev.Joined(amount=amount, token=token):
                balance += 0 if token else amount
            case ev.BettingClosed(wagers=placed):
                balance -= sum(wager.returned or 0 for wager in placed)
            case (
                ev.EvenMoneyTaken(lines=lines)
                | ev.Rescued(lines=lines)
                | ev.WagerWithdrawn(lines=lines)
                | ev.BoxNotDealt(lines=lines)
            ):
                balance -= sum(line.returned for line in lines)
            case ev.Settled(lines=lines, extras=extras):
                balance -= sum(line.returned for line in lines) + sum(extra.returned or 0 for extra in extras)
    return balance
