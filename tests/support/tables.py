"""A table in a line, for tests: `Table("sydney-v15").seat("ann", 1).ready().round("ann 1 20")`."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any, TypeVar

from cutcard.cards import Card
from cutcard.cards import cards as read
from cutcard.cards import shoe as pack
from cutcard.engine import commands as say
from cutcard.money import cents
from cutcard.rulebooks import load
from cutcard.table import (
    Acted,
    BringCards,
    BurnCard,
    Call,
    CheckCards,
    CloseOffers,
    CloseTable,
    Command,
    CompleteShoe,
    CountCards,
    CreditBetManager,
    CutForAll,
    DealCards,
    DeclineCut,
    NoMoreBets,
    OpenBetting,
    OpenTable,
    Person,
    PlaceCuttingCard,
    PlaceWager,
    PressBetButton,
    Refusal,
    ReturnDiscards,
    SellChips,
    Shuffle,
    Sign,
    Sit,
    TableEvent,
    TableState,
    act,
    evolve,
)
from cutcard.table.closing import count_due
from cutcard.table.config import HOUSE
from cutcard.table.cut import cut_range
from cutcard.table.discards import in_rack
from cutcard.table.ledger import postings
from cutcard.table.shuffle import discards_due, hand_shuffle_due

BOOKS = ("sydney-v15", "sydney-earlier", "melbourne-v26", "canberra-2006", "canberra-2003")
SALT = "0123456789abcdef"
MINUTE = 60_000
SIGN = Sign(1000, 50_000)
NOTICES = (
    ("inspector", "I. Reed"),
    ("surveillance", "room 2"),
    ("commission", "the Commission"),
    ("casino-supervisor", "S. Lowe"),
)
WORDS: dict[str, type[Any]] = {"hit": say.Hit, "stand": say.Stand, "double": say.Double, "split": say.Split}

One = TypeVar("One")


class Table:
    """A table that has been opened, and everything that has happened there."""

    def __init__(self, book: str, game: str = "blackjack", **terms: Any) -> None:
        self.book = book
        ladder = load(book).roles
        self.boss = Person("mia", ladder[-1])
        self.dealer = Person("dan", "dealer")
        self.house = Person(HOUSE, ladder[0])
        self.state = TableState()
        self.events: list[TableEvent] = []
        self.at = 0
        self.accounts: Counter[str] = Counter()  # what the ledger has in each account
        given = {"decks": 6, "sign": SIGN, "boxes": 7, "chips": 100_000_000, "layout_approved": True, **terms}
        if game == "vegas-blackjack":
            given["decks"] = 4
        self.do(OpenTable("T1", book, game, **given), self.boss)

    # ------------------------------------------------------------------------------------------------- saying things

    def do(self, command: Command, by: Person | str | None = None, *, at: int | None = None) -> list[TableEvent]:
        """Say something that is not refused; what came of it."""
        result = self.say(command, by, at)
        assert not isinstance(result, Refusal), f"{str(command)[:200]}: {result}"
        return list(result.events[1:])

    def refused(self, command: Command, by: Person | str | None = None, *, at: int | None = None) -> Refusal:
        """Say something that is refused; the refusal."""
        result = self.say(command, by, at)
        assert isinstance(result, Refusal), f"{str(command)[:200]} was not refused: {result.events}"
        return result

    def say(self, command: Command, by: Person | str | None, at: int | None) -> Acted | Refusal:
        who = self.boss if by is None else self.person(by) if isinstance(by, str) else by
        self.at = self.at if at is None else at
        result = act(self.state, command, who, self.at, held=self.accounts)
        if not isinstance(result, Refusal):
            self.state = result.state
            for lines in result.postings:
                for account, cents in lines:
                    self.accounts[account] += cents
            self.events += result.events
        return result

    def person(self, name: str) -> Person:
        """One of the staff by role, or a player by name."""
        return Person("sam", name) if name in load(self.book).roles else Person(name, "player")

    # -------------------------------------------------------------------------------------------------------- people

    def seat(self, name: str, box: int, chips: int = 1_000_000) -> Table:
        """Somebody sits down and buys in."""
        self.do(Sit(box, name if self.real else None), self.dealer if self.real else name)
        if chips:
            self.do(SellChips(name, chips))
        return self

    @property
    def real(self) -> bool:
        return self.state.config.source == "real"

    # --------------------------------------------------------------------------------------------------------- cards

    def ready(self, front: str = "", behind: int = 100, cut: int | None = None) -> Table:
        """Bring the cards through to a shoe that can be dealt from, with these cards in front."""
        if self.state.shoe.stage == "no-cards":
            self.do(BringCards(), self.dealer)
        if self.state.shoe.stage == "unchecked":
            self.do(CheckCards(), self.dealer)
        at = self.deck if cut is None else cut
        self.do(Shuffle(*self.order(front, at), by_hand_first=hand_shuffle_due(self.state)), self.dealer)
        if self.state.shuffles_itself:
            return self.burn()
        self.decline()
        self.do(CutForAll(at))
        self.do(PlaceCuttingCard(behind), self.dealer)
        return self.burn()

    def burn(self) -> Table:
        if self.state.config.procedures.shoe.burn == "always":
            self.do(BurnCard(), self.dealer)
        return self

    def decline(self) -> None:
        """Everybody who is offered the cut declines it."""
        while (name := self.state.shoe.offered) is not None:
            self.do(DeclineCut(name if self.real else None), self.dealer if self.real else name)

    @property
    def deck(self) -> int:
        return self.state.config.deck

    def order(self, front: str = "", cut: int = 0) -> tuple[tuple[Card, ...], str]:
        """An order which, cut there and its first card burned, is dealt with these cards in front."""
        if self.real:
            return (), ""
        terms = self.state.config
        left = pack(terms.decks, terms.rules.cards.removed_ranks)
        first = list(read(front))
        for card in first:
            left.remove(card)
        Random(7).shuffle(left)
        if terms.procedures.shoe.burn == "always":
            first.insert(0, left.pop())
        dealt = [*first, *left]
        if self.state.shuffles_itself or not cut:
            return tuple(dealt), SALT
        return (*dealt[-cut:], *dealt[:-cut]), SALT

    # --------------------------------------------------------------------------------------------------------- rounds

    def wagers(self, *wagers: str) -> Table:
        """Open betting and place wagers such as "ann 1 20" or "ann 1 5 perfect-pairs"."""
        self.do(OpenBetting(), self.dealer)
        return self.wagers_placed(*wagers)

    def wagers_placed(self, *wagers: str, at: int | None = None) -> Table:
        """Place wagers such as "ann 1 20" while betting is open."""
        for words in wagers:
            name, box, amount, *bet = words.split()
            what = bet[0] if bet else "main"
            if self.state.config.on_device(what):
                self.press(name, int(box), cents(amount), what)
                continue
            wager = PlaceWager(int(box), cents(amount), what, player=name if self.real else None)
            self.do(wager, self.dealer if self.real else name, at=at)
        return self

    def press(self, name: str, box: int, amount: int, bet: str = "", *, credit: bool = True) -> Table:
        """Place a jackpot wager with the bet button, from a balance that is bought with chips where it is short."""
        named, by = (name, self.dealer) if self.real else (None, name)
        if credit and (self.state.players[name].device or 0) < amount:
            self.do(CreditBetManager(amount, player=named), by)
        self.do(PressBetButton(box, amount, bet, named), by)
        return self

    def close(self) -> Table:
        self.do(NoMoreBets(), self.dealer)
        return self

    def deal(self, text: str) -> Table:
        """Enter cards that came out of a real shoe."""
        self.do(DealCards(read(text)), self.dealer)
        return self

    def refused_deal(self, text: str) -> Refusal:
        """Enter cards that are refused."""
        return self.refused(DealCards(read(text)), self.dealer)

    def finish_offers(self) -> Table:
        """What is on offer closes, and nobody decides anything."""
        while self.state.round is not None and self.state.round.needs == "offers":
            self.do(CloseOffers(), self.dealer)
        return self

    def call(self, name: str, word: str, **more: Any) -> list[TableEvent]:
        """A player's decision."""
        return self.do(Call(WORDS[word](**more)), name)

    def finish(self) -> Table:
        """Everybody stands as soon as they may; what is on offer closes."""
        while self.state.playing:
            self.step()
        return self

    def step(self) -> None:
        """The round goes on by one card, decision or offer."""
        assert self.state.round is not None
        needs = self.state.round.needs
        if discards_due(self.state):
            self.return_discards()
        elif needs == "decision":
            control = self.state.round.box.control
            low = self.state.round.hand.total < 12
            command = Call(say.Hit() if low else say.Stand(), control if self.real else None)
            self.do(command, self.dealer if self.real else control)
        elif needs == "card":
            self.do(DealCards((self.unseen(),) if self.real else ()), self.dealer)
        else:
            self.do(CloseOffers(), self.dealer)

    def return_discards(self) -> Table:
        """The discards go into the device, which mixes them with what it holds."""
        shoe = self.state.shoe
        mixed = [*reversed(shoe.order[shoe.next :]), *shoe.rack]
        self.do(ReturnDiscards() if self.real else ReturnDiscards(tuple(mixed), SALT), self.dealer)
        return self

    def complete_shoe(self) -> Table:
        """The discards become the shoe within a round, and the staff cut them after all players have declined."""
        self.do(CompleteShoe() if self.real else CompleteShoe(tuple(in_rack(self.state)), SALT), self.dealer)
        return self.cut_within_round()

    def cut_within_round(self) -> Table:
        """All players decline the cut that a round waits for, and the staff cut."""
        self.decline()
        if self.state.shoe.stage == "uncut":
            self.do(CutForAll(cut_range(self.state, self.state.shoe.left)[2]))
        return self

    def close_table(self, complete: bool = True, *, at: int | None = None) -> Table:
        """Count the cards where the document wants it, and close the table."""
        if count_due(self.state):
            self.do(CountCards(complete), self.dealer, at=at)
        self.do(CloseTable(), at=at)
        return self

    def round(self, *wagers: str) -> Table:
        """A whole round with these wagers."""
        self.wagers(*wagers).close()
        if self.state.betting != "closed":  # the cutting card would have been its first card
            self.ready().close()
        return self.finish()

    def unseen(self) -> Card:
        """A card that a real shoe may still hold."""
        left = pack(self.state.config.decks, self.state.rules.cards.removed_ranks)
        for card in (*self.state.shoe.on_table, *self.state.shoe.discards):
            left.remove(card)
        return Random(len(left)).choice(left)

    def play_out(self, wager: str) -> Table:
        """Play rounds until the shoe has ended and no round is under way, though betting may be open."""
        while not self.state.shoe.due:
            self.wagers(wager).close()
            if self.state.betting == "closed":
                self.finish()
        return self

    def new_shoe_if_due(self) -> Table:
        return self.ready() if self.state.shoe.due else self

    # ---------------------------------------------------------------------------------------------------------- looks

    def happened(self, kind: type[One]) -> list[One]:
        """The events of a kind, in order."""
        return [event for event in self.events if isinstance(event, kind)]

    def last(self, kind: type[One]) -> One:
        return self.happened(kind)[-1]

    def chips(self, name: str) -> int:
        return self.state.players[name].chips


def balances(events: list[TableEvent], state: TableState | None = None) -> list[tuple[str, int]]:
    """What every account has after these events, by name."""
    state = state or TableState()
    sums: dict[str, int] = {}
    for event in events:
        for account, amount in postings(state, event):
            sums[account] = sums.get(account, 0) + amount
        state = evolve(state, event)
    return sorted(sums.items())
