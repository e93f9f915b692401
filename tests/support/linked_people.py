"""Random people at a table of links: jackpots are won, and anything is said or goes wrong at any moment of it."""

from __future__ import annotations

from random import Random

from cutcard.cards import Card
from cutcard.cards import cards as read
from cutcard.engine.sidebets.pay import won_parts
from cutcard.errors import CutcardError
from cutcard.floor.decisions import Done
from cutcard.refusals import Refusal
from cutcard.table import (
    ChangeSideBet,
    Command,
    CreditBetManager,
    DealCards,
    DetermineJackpot,
    EndJackpotFailure,
    EnterJackpotHand,
    FillFloat,
    GiveClosingNotice,
    InvalidateWager,
    Leave,
    NoMoreBets,
    OpenTable,
    Person,
    PlaceWager,
    PlayWithoutJackpot,
    PressBetButton,
    RefuseWager,
    ReportJackpotFailure,
    ReportUnenteredWagers,
    SelectBox,
    SetMeters,
    Sign,
    TableState,
    TakeBackWager,
    VoidDisruptedRound,
    VoidPlayedRound,
    VoidWagers,
    WithholdWinnings,
)
from support.carded import known
from support.linked_floor import LinkedFloor
from support.mixed_mistakes import MixedMistakes

OUTCOMES = ("suited-777", "777", "spade-aces", "suited-aces", "major", "minor", "mystery", "lucky-player")
HOT = {  # cards that come again and again in a round, so that somebody wins
    "blackjack-jackpots": ("As", "Ah", "As Ah Ac", "Ad As"),
    "supernova": ("As Ac Js", "Ac Js", "As Ah Kh"),
    "blazing-7s": ("7d", "7s 7s 7d", "7h 7d", "7s"),
}
PARTS = {"blazing-7s": "jackpot-recorder"}  # that may fail; "jackpot-meter" elsewhere
SECONDS = (0, 1, 1, 2, 5, 30)


class LinkedPeople(MixedMistakes):
    """People at one table, with a real shoe or a virtual one, who play for the jackpots of its links."""

    def __init__(self, name: str, book: str, random: Random, *, real: bool) -> None:
        super().__init__(random, book, "blackjack")
        self.table, self.real, self.decks = name, real, 6
        self.names = tuple(f"{name}-{one}" for one in ("ann", "bob", "cem"))
        self.hot_cards: tuple[Card, ...] = ()

    def next(self, state: TableState) -> tuple[Command, Person]:
        if not state.playing and state.links:
            self.hot_cards = tuple(read(self.random.choice(HOT[self.random.choice([*state.links])])))
        if state.phase == "open" and self.random.random() < 0.08:
            return self.about_jackpots(state), self.boss() if self.random.random() < 0.8 else self.anybody()
        return super().next(state)

    def open(self) -> OpenTable:
        sign = Sign(500, 100_000)
        opening = OpenTable(self.table, self.book, "blackjack", 6, sign, chips=10**10, layout_approved=True)
        source = "real" if self.real else "virtual"
        return opening._replace(device="shuffling-device", chip=50, boxes=7, source=source)  # type: ignore[arg-type]

    def betting(self, state: TableState) -> tuple[Command, Person]:
        if state.betting == "open" and self.random.random() < 0.6:
            for wager in state.laid(bet="main"):
                for bet, linked in state.links.items():
                    if bet not in state.suspended and not any(state.laid(box=wager.box, player=wager.player, bet=bet)):
                        return self.jackpot_wager(state, wager.box, wager.player, bet, linked.terms.price)
            if any(state.laid(bet="main")):
                return NoMoreBets(), self.boss()
        return super().betting(state)

    def jackpot_wager(self, state: TableState, box: int, name: str, bet: str, price: int) -> tuple[Command, Person]:
        named = name if self.real else None
        if not state.config.on_device(bet):
            return PlaceWager(box, price, bet, player=named), self.player(name)
        if (state.players[name].device or 0) < price:
            return CreditBetManager(10 * price, player=name), self.boss()
        return PressBetButton(box, 0, bet, named), self.player(name)

    def in_round(self, state: TableState) -> tuple[Command, Person]:
        assert state.round is not None
        if state.round.needs == "meters" and self.random.random() < 0.8:
            parts = won_parts(state.round)
            steps: list[Command] = [EnterJackpotHand(part.wager.box, part.row.outcome) for part in parts]
            steps += [DetermineJackpot(part.row.outcome) for part in parts]
            return self.random.choice(steps), self.boss()
        return super().in_round(state)

    def card(self, state: TableState, needs: str = "card") -> Command:
        if self.real and needs == "card" and self.hot_cards and self.random.random() < 0.85:
            return DealCards((self.random.choice(self.hot_cards),))
        return super().card(state, needs)

    def order(self, cards: list[Card]) -> tuple[tuple[Card, ...], str]:
        """The cards at random, and in front those that win."""
        mixed, salt = super().order(cards)
        front = [card for card in mixed if card in self.hot_cards][:12]
        rest = [*mixed]
        for card in front:
            rest.remove(card)
        return (*front, *rest), salt

    def about_jackpots(self, state: TableState) -> Command:
        """Any command about meters, wagers on them and prizes, with arguments that may or may not make sense."""
        pick, links = self.random.choice, [*state.links] or ["supernova"]
        bet, name, box = pick(links), pick(self.names), self.random.randint(1, 4)
        title = pick(OUTCOMES)
        meter = next(iter(state.links[bet].terms.meters)) if bet in state.links else bet
        back = max(state.number - pick((0, 0, 1, 2)), 0)
        commands: list[Command] = [
            EnterJackpotHand(box, title),
            DetermineJackpot(title),
            SelectBox("lucky-player", box),
            SetMeters({meter: 1_000_000}, {meter: 500_000}),
            ChangeSideBet(bet, {meter: 1_000_000}),
            ReportJackpotFailure(bet, PARTS.get(bet, "jackpot-meter"), "it is dark"),
            PlayWithoutJackpot(bet),
            EndJackpotFailure(bet),
            ReportUnenteredWagers(bet),
            RefuseWager(box, name, bet, "it is not payable"),
            TakeBackWager(box, bet, name),
            InvalidateWager(name, "card-of-another", "seen", box, bet),
            VoidWagers(name, "a device"),
            VoidDisruptedRound("a fire"),
            VoidPlayedRound(back, "a foreign card"),
            WithholdWinnings(name, back, "a device"),
            Leave(name),
            GiveClosingNotice(state.now + 1_800_000),
        ]
        return pick(commands)


def people_play(house: LinkedFloor, people: LinkedPeople, commands: int) -> int:
    """Let people give so many commands; how many were done. A refusal changes nothing."""
    known(house.floor, people.book, *people.names, at_ms=house.now)
    done = 0
    for _ in range(commands):
        before = house.store.head()
        command, by = people.next(house.floor.state(people.table))
        try:
            answer = house.floor.act(people.table, command, by, house.now)
        except CutcardError as error:  # a table's name in a book's own words
            raise AssertionError(f"{command}: {error}") from error
        assert isinstance(answer, Done | Refusal)
        if isinstance(answer, Refusal) and answer.code == "fill-needed":  # which the house has asked for
            house.floor.act(people.table, FillFloat({10_000: 10_000}), people.boss(), house.now)
        elif isinstance(answer, Refusal):
            assert answer.message
            assert house.store.head() == before, command
        done += isinstance(answer, Done)
        house.now += 1000 * people.random.choice(SECONDS)
    return done
