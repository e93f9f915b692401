"""What a table is at any moment. Immutable; `evolve` makes the next one."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any, Literal, NamedTuple

from cutcard.cards import Card
from cutcard.engine import Event, State
from cutcard.engine.copying import quick_replace
from cutcard.engine.state import PersonalLimit
from cutcard.money import Cents
from cutcard.rulebooks.schema import Rules
from cutcard.table.config import Sign, TableConfig
from cutcard.table.link_terms import LinkedBet
from cutcard.table.payment_case import WrongPayment
from cutcard.table.session_terms import Session

Stage = Literal["no-cards", "unchecked", "unshuffled", "uncut", "cut", "loaded", "ready"]
Where = Literal["", "first", "box", "dealer"]
HandPlace = tuple[int, int]  # a box, and the key of a hand there


@quick_replace
class Player(NamedTuple):
    """Somebody who is at the table."""

    chips: Cents = 0
    tokens: Cents = 0
    home: int | None = None  # the box where they sit; None: they stand
    idle: int = 0  # rounds in a row without a wager while seated
    sat_out: int = 0  # of those, the last in a row in which every other seat was taken
    away: bool = False
    leaving: bool = False  # gone already, their wagers still play
    retained: Cents | None = None  # the old minimum that they keep, shown by a marker
    several: bool = False  # has leave to take several boxes
    warned: int = 0  # when they were told that their seat would be taken; 0: they were not
    active: int = 0  # when they last sat down or wagered, where the house has a rule about that
    device: Cents | None = None  # the balance on their Personal Bet Manager; None: they have none


class Bet(NamedTuple):
    """A wager on the layout before the first card."""

    box: int
    player: str
    bet: str
    amount: Cents
    tokens: Cents = 0
    carried: Cents = 0


@quick_replace
class Shoe(NamedTuple):
    """The cards: in the stack or shoe, on the table, in the discard rack."""

    number: int = 0
    stage: Stage = "no-cards"
    pre_shuffled: Literal["", "casino", "angel"] = ""
    replaced: bool = False
    opening: bool = True  # no round has been dealt at this table yet
    order: tuple[Card, ...] = ()  # a virtual shoe from its first card, as cut
    sealed: tuple[Card, ...] = ()  # as it was shuffled, before the cut
    salt: str = ""
    commitment: str = ""
    next: int = 0  # position in `order` of the next card
    left: int = 0  # cards still in the shoe
    behind: int | None = None  # cards behind the cutting card; None: there is none
    out: Where = ""  # where the cutting card came out
    out_box: int | None = None
    due: bool = False  # a shuffle comes before the next round
    offered: str | None = None  # who is asked to cut
    asked: tuple[str, ...] = ()
    burned: tuple[Card | None, ...] = ()
    on_table: tuple[Card, ...] = ()
    discards: tuple[Card, ...] = ()
    rounds: int = 0  # rounds dealt from it
    every_round: frozenset[str] = frozenset()  # who has wagered in each of them
    discards_stay: bool = False  # they were not put into the device when they should have been, for this round
    complete: bool | None = None  # what a count after the last round has found; None: nobody has counted
    held: tuple[Card, ...] = ()  # drawn too early and seen: the next cards that are dealt; they count as in the shoe
    first_burned: int | None = None  # which of the burned cards was the shoe's first; None: that was not burned
    hole: Card | None = None  # what lies face down before the dealer, where the shoe is virtual; nobody is shown it
    entered: frozenset[str] = frozenset()  # who has wagered in any of its rounds
    mixed: tuple[HandPlace, ...] = ()  # hands of this round whose cards have been shuffled into the shoe again

    def in_play(self) -> Shoe:
        """The shoe is dealt from; how it came to be cut no longer matters."""
        shoe = self._replace(stage="ready", opening=False, replaced=False, out="", out_box=None)
        return shoe._replace(discards_stay=False, complete=None)

    @property
    def rack(self) -> list[Card]:
        """The cards of the discard rack that are known: burned ones lie there too."""
        return [*self.discards, *(card for card in self.burned if card is not None)]


class Failure(NamedTuple):
    """A shuffling device that has failed, what the document orders, and what is still to be done about it."""

    then: Literal["void-round", "transfer", "finish-from-shoe", "goes-on", "between-rounds"]
    clause: str
    damaged: int = 0  # cards that have to be replaced before the others are shuffled
    asked: tuple[str, ...] = ()  # players who have not said yet whether they take their wagers back


class Unentered(NamedTuple):
    """Wagers on a side bet that the dealer had not entered before the deal: players may retract them."""

    bet: str
    clause: str
    asked: tuple[str, ...]  # who has not said yet whether they do


class JackpotHand(NamedTuple):
    """A hand that has won a part of a linked meter, as it was entered on the keypad."""

    bet: str
    meter: str
    outcome: str
    box: int
    player: str
    number: int  # of those that win the same in the round
    value: Cents  # of its prize, before several are shared
    winners: int  # how many hands of the round win the same


class Notice(NamedTuple):
    """A sign with a higher minimum and when it will hold."""

    minimum: Cents
    holds_from: int
    retained_too: bool


class SideBetNotice(NamedTuple):
    """A sign that a side bet's meter or version changes, and when."""

    bet: str
    change: Literal["join", "leave", "move", "close", "version"]
    holds_from: int
    pay_table: str
    link: str = ""  # of tables, which the change concerns


class VersionPlayed(NamedTuple):
    """The version of a side bet that a table closed with, and what a sign had said by then about another one."""

    book: str = ""
    version: str = ""
    closed_at: int = 0
    noticed: str = ""  # the version that the sign spoke of; "": there was none
    holds_from: int = 0


class Approval(NamedTuple):
    """Something that waits for a second person: the command, who asked for it and when."""

    command: str
    fields: Mapping[str, Any]
    by: str
    role: str
    about: str
    at: int


class Dispute(NamedTuple):
    player: str
    about: str
    ruling: str
    by: str
    reviewed: bool = False


class Won(NamedTuple):
    """What a player won in a round."""

    round: int
    player: str
    amount: Cents


class EarnedEntry(NamedTuple):
    """An entry to a tournament that a side bet has won, beside its odds."""

    round: int
    player: str
    box: int
    schedule: str  # of the document's tournaments
    taken: str = ""  # the tournament that it was used for


class Withheld(NamedTuple):
    """Winnings that are kept until somebody in authority decides on them."""

    player: str
    round: int
    amount: Cents
    reason: str
    decided: Literal["", "released", "forfeited"] = ""
    currency: str = ""  # which the table had then


class ButtonNominee(NamedTuple):
    """Who presses the prize button for a winner who has declined it (Melbourne 11.5.5(b))."""

    round: int
    wager: int  # its place among the round's wagers
    player: str


@quick_replace
class PlayedRound(NamedTuple):
    """A round as it is remembered: something in it may have been entered wrongly, or it may lose its outcome."""

    number: int
    events: tuple[Event, ...]
    bets: tuple[Bet, ...]  # as they lay when betting closed
    shoe: int  # the number of the shoe that its last card came from
    rounds: int  # that were dealt from the shoe before it
    every_round: frozenset[str]  # who had wagered in each of those
    warned: frozenset[str]  # who had been warned before it that a wager under the minimum goes back
    idle: Mapping[str, tuple[int, int]]  # before it, of each player: rounds in a row without a wager, and sat out
    entered_by: str = ""  # who made the last entry
    carried: tuple[Bet, ...] = ()  # side bets of the round before that could have stayed
    entered: frozenset[str] = frozenset()  # who had wagered in any round of the shoe before it


@quick_replace
class TableState(NamedTuple):
    """A table and everything on it. `TableState()` is the empty table, before it is opened."""

    table: str = ""
    phase: Literal["new", "open", "closed"] = "new"
    config_or_none: TableConfig | None = None  # None: before the table is opened
    sign: Sign = Sign(0, 0)
    now: int = 0
    commanded_by: str = ""
    since: int = 0  # from when on the table has waited for what it waits for
    accounts: Mapping[str, Cents] = {}  # what the ledger has at the table: float, wagers, withheld, drop, count;
    # with a currency before the name what was left there when the table was open in another one
    counted: Mapping[Cents, int] = {}  # the tray as last counted
    players: Mapping[str, Player] = {}  # in the order in which they came
    barred: frozenset[str] = frozenset()
    seats: Mapping[int, str] = {}  # boxes that somebody holds
    reserved: Mapping[int, str] = {}
    players_a_box: int | None = None
    players_most: int | None = None
    personal: Mapping[str, PersonalLimit] = {}
    restricted: Mapping[str, str] = {}  # "shoe", "from-now-on" or "one-box"
    once_restricted: frozenset[str] = frozenset()
    main_required: bool = False
    resplits_coming: bool | None = None  # whether pairs may be split again from the next round on; None: as now
    side_bet_places: Mapping[str, int] = {}  # where fewer of a side bet may lie on a box than the document's most
    side_leave: frozenset[tuple[str, int, str]] = frozenset()
    notices: tuple[Notice, ...] = ()
    warned: frozenset[str] = frozenset()
    closes_at: int | None = None  # None: no closing notice is up
    noticed_rounds: int = 0  # rounds played since that notice
    last_rounds: int | None = None  # rounds that are left of those announced
    shoe: Shoe = Shoe()
    device: Literal["", "shoe", "shuffling-device"] = ""  # what deals, where it is not what the table opened with
    failure: Failure | None = None  # of that device; None: it works, or is replaced
    suspended: frozenset[str] = frozenset()  # side bets that are not offered, since their equipment has failed
    halted: frozenset[str] = frozenset()  # those of them without which the game may not go on yet
    nominee: ButtonNominee | None = None  # None: nobody was named, in this round or before
    unentered: Unentered | None = None  # jackpot wagers of the round that were not entered in time; None: none were
    face_down: bool = False
    shown: frozenset[int] = frozenset()  # boxes whose hidden cards were turned up
    betting: Literal["closed", "open", "last"] = "closed"
    bets: tuple[Bet, ...] = ()
    carried: tuple[Bet, ...] = ()  # side bets that may stay for one round more
    tokens_down: Mapping[tuple[int, str, str], Cents] = {}  # tokens in the wagers of the round
    number: int = 0  # of the round that is played or was played last
    round: State | None = None
    ready: frozenset[str] = frozenset()  # who wants the cards, or the next betting, without waiting
    insurance_late: int = 0  # the round in which insurance was not offered, so that players may still place it
    declined: frozenset[str] = frozenset()  # who has let the offer that is open go by
    disputes: tuple[Dispute, ...] = ()
    won: tuple[Won, ...] = ()  # in the last rounds
    withheld: tuple[Withheld, ...] = ()
    wrong_payments: tuple[WrongPayment, ...] = ()  # every one that was found here, the first as case 1
    detained: frozenset[str] = frozenset()
    side_bet_notices: tuple[SideBetNotice, ...] = ()
    links: Mapping[str, LinkedBet] = {}  # side bets whose meters the table shares with others
    jackpot_hands: tuple[JackpotHand, ...] = ()  # those of the last round that were entered on the keypad
    determined: frozenset[str] = frozenset()  # outcomes of that round whose prize is determined
    approvals: Mapping[int, Approval] = {}  # what waits for a second person, by its number
    approvals_asked: int = 0  # how many there have been
    cashed: Mapping[str, Cents] = {}  # what players have cashed since the table opened
    fill_due: Cents | None = None  # the fill that was asked for; None: none
    fill_blocks: bool = False  # the table cannot go on without it
    filled: Cents = 0  # what has come from the cage since the table opened, less what went back
    at_opening: Mapping[str, Cents] = {}  # the table's accounts when it opened, before the first fill
    opened_at: int = 0  # when it opened last
    played: tuple[PlayedRound, ...] = ()  # the one that is played or was last; at a real shoe a few before
    corrections: int = 0  # how often a round was corrected
    tournament: str = ""  # the one that it is designated for; "": none
    before_tournament: Mapping[str, str] = {}  # what it was until then: its currency
    session: Session | None = None  # of that tournament, played here; None: none is
    entries_earned: tuple[EarnedEntry, ...] = ()  # to tournaments, by side bets that were won here
    cards: Mapping[str, str] = {}  # the numbers of player cards that are in, by whose they are
    play_days: Mapping[str, str] = {}  # of registered players: the day to whose accounts their play counts
    versions_played: Mapping[str, VersionPlayed] = {}  # of side bets with versions: what the table last closed with

    @property
    def rules(self) -> Rules:
        return self.config.rules

    @property
    def config(self) -> TableConfig:
        """What does not change while the table is open."""
        assert self.config_or_none is not None
        return self.config_or_none

    @property
    def currency(self) -> str:
        """The currency of the table's chips; empty where an earlier release opened it, and before it is opened."""
        return "" if self.config_or_none is None else self.config_or_none.currency

    @property
    def shuffles_itself(self) -> bool:
        """Whether a device deals that shuffles all the time, so that there is no cut and no cutting card."""
        return (self.device or self.config.device) == "shuffling-device"

    @property
    def playing(self) -> bool:
        """Whether a round is under way."""
        return self.round is not None and self.round.phase != "over"

    @property
    def asked_back(self) -> tuple[str, ...]:
        """Who is asked whether they take wagers out of the round; until they have answered, nothing goes on."""
        if self.failure is not None and self.failure.asked:
            return self.failure.asked
        return () if self.unentered is None else self.unentered.asked

    @property
    def present(self) -> dict[str, Player]:
        """Who is at the table and has not left."""
        return {name: player for name, player in self.players.items() if not player.leaving}

    def boxes_of(self, player: str) -> list[int]:
        return [box for box, holder in self.seats.items() if holder == player]

    def free_boxes(self, player: str = "") -> list[int]:
        """Boxes that a player could take: nobody holds them and they are not kept for another."""
        boxes = range(1, self.config.boxes + 1)
        return [box for box in boxes if box not in self.seats and self.reserved.get(box, player) == player]

    def laid(self, *, box: int | None = None, player: str | None = None, bet: str | None = None) -> Iterator[Bet]:
        """The wagers on the layout before the first card that fit."""
        for one in self.bets:
            if box in (None, one.box) and player in (None, one.player) and bet in (None, one.bet):
                yield one

    @property
    def tray(self) -> Cents:
        """What the float tray holds by the book."""
        return self.accounts.get("float", 0)

    @property
    def wagered(self) -> Cents:
        """What lies on the layout and is not settled."""
        return self.accounts.get("wagers", 0)


# ------------------------------------------------------------------------------------------------- small changes of it


def with_shoe(state: TableState, **fields: Any) -> TableState:
    """The table with something about its shoe changed."""
    return state._replace(shoe=state.shoe._replace(**fields))


def with_player(state: TableState, name: str, player: Player) -> TableState:
    """The table with one of its players changed."""
    return state._replace(players={**state.players, name: player})


def without_player(state: TableState, name: str) -> TableState:
    return state._replace(players={one: player for one, player in state.players.items() if one != name})
