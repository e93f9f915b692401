"""A table of a tournament that runs one session by itself: the house opens betting, shuffles and deals; players decide.

All of it goes through `cutcard.table`, so that turns to wager, limits, chips and who is out are as the book has them.
"""

from __future__ import annotations

from random import Random

from cutcard import table as t
from cutcard.cards import shoe as pack
from cutcard.engine.state import State
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.rulebooks.schema import Rules
from cutcard.shoe import shuffled
from cutcard.table.cut import cut_range
from cutcard.table.discards import in_rack
from cutcard.table.evolve import evolved
from cutcard.table.session_rules import round_number, session_of, to_wager
from cutcard.table.session_terms import LimitStep, SessionTerms
from cutcard.table.view import waiting

NAME = "tournament"
FLOAT: Cents = 10**12


class SessionTable:
    """One session of a tournament at one table."""

    def __init__(self, rules: Rules, decks: int, places: dict[int, str], terms: SessionTerms, random: Random) -> None:
        self.random, self.decks = random, decks
        self.boss = t.Person("house-staff", load(rules.book).roles[-1])
        self.state = t.TableState()
        first = terms.limits[0]
        boxes = max(len(places), rules.cards.boxes_min)
        sign = t.Sign(first.minimum, first.maximum)
        opening = t.OpenTable("T1", rules.book, rules.game, decks, sign, boxes=boxes, chips=FLOAT, layout_approved=True)
        self._do(opening, self.boss)
        by_book = self.state.config.procedures
        if by_book.tournaments is None:
            raise CutcardError(f"{rules.book} has no rules for tournaments")
        self._write(t.TableDesignated(NAME, by_book.clauses["tournaments.exclusive"]))
        self._write(t.SessionBegun(terms, places, dict.fromkeys(places.values(), terms.chips), FLOAT))
        self.go_on()

    # ------------------------------------------------------------------------------------------------- what players do

    def allowed(self, command: t.Command, player: str) -> bool:
        """Whether a player may say something now."""
        return not isinstance(t.act(self.state, command, t.Person(player, "player"), self.state.now), Refusal)

    def execute(self, command: t.Command, player: str) -> Refusal | None:
        """Something that a player says; the house goes on by itself. A refusal changes nothing."""
        acted = t.act(self.state, command, t.Person(player, "player"), self.state.now)
        if isinstance(acted, Refusal):
            return acted
        self.state = acted.state
        self.go_on()
        return None

    # -------------------------------------------------------------------------------------------------- what is there

    @property
    def over(self) -> bool:
        session = session_of(self.state)
        return session.over or len(session.playing) < 1

    @property
    def round(self) -> State | None:
        return self.state.round if self.state.playing else None

    @property
    def awaited(self) -> tuple[str, ...]:
        """The players whom the table waits for, to bet or to decide; nobody is asked to cut the cards."""
        pending = waiting(self.state)
        return () if pending.needs == "cut" or (self.over and not self.state.playing) else tuple(pending.players)

    @property
    def round_number(self) -> int:
        return round_number(self.state)

    def chips(self, player: str) -> Cents:
        """What a player has, with what lies on the layout before the deal."""
        laid = 0 if self.state.playing else sum(bet.amount for bet in self.state.laid(player=player))
        return self.state.players[player].chips + laid

    def limits(self) -> LimitStep:
        return session_of(self.state).terms.limit(max(self.round_number, 1))

    # ------------------------------------------------------------------------------------------------------- the house

    def go_on(self) -> None:
        """Let the house act until a player is awaited, or the session is over."""
        while not self.awaited and not (self.over and not self.state.playing):
            offered = self.state.shoe.offered
            if offered is not None and waiting(self.state).needs == "cut":
                self._do(t.DeclineCut(), t.Person(offered, "player"))
            else:
                self._do(self._next(), self.boss)

    def _next(self) -> t.Command:
        state = self.state
        if state.playing and state.round is not None:
            if state.shoe.stage == "uncut":
                return t.CutForAll(cut_range(state, state.shoe.left)[2])
            if state.round.needs == "card":
                return self._discards()
            return t.CloseOffers()
        unburned = state.shoe.stage == "loaded" and state.config.procedures.shoe.burn == "never"
        if state.shoe.due or not (state.shoe.stage == "ready" or unburned):
            return self._cards()
        if state.betting == "closed":
            return t.OpenBetting()
        return t.AskNextPlayer() if to_wager(state) else t.NoMoreBets()

    def _cards(self) -> t.Command:
        shoe, config = self.state.shoe, self.state.config
        if shoe.stage == "no-cards":
            return t.BringCards()
        if shoe.stage == "unchecked":
            return t.CheckCards()
        if shoe.due or shoe.stage == "unshuffled":
            order = shuffled(pack(config.decks, config.rules.cards.removed_ranks), self.random)
            return t.Shuffle(tuple(order), self._salt())
        if shoe.stage == "uncut":
            return t.CutForAll(config.deck + config.deck // 8)
        return t.PlaceCuttingCard(config.deck * 3 // 2) if shoe.stage == "cut" else t.BurnCard()

    def _discards(self) -> t.Command:
        order = shuffled(in_rack(self.state), self.random)
        return t.CompleteShoe(tuple(order), self._salt())

    def _salt(self) -> str:
        return f"{self.random.getrandbits(128):032x}"

    def _do(self, command: t.Command, by: t.Person) -> None:
        acted = t.act(self.state, command, by, self.state.now)
        if isinstance(acted, Refusal):
            raise CutcardError(f"the tournament's table does not go on: {acted.message}", acted.clause)
        self.state = acted.state

    def _write(self, event: t.TableEvent) -> None:
        self.state, _ = evolved(self.state, event)
