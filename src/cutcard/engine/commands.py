"""The commands of a round of play. Small immutable records; `decide` answers each with events or a refusal."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from cutcard.cards import Card
from cutcard.money import Cents


class PlaceWager(NamedTuple):
    """A player puts a wager on a box, before the first card."""

    box: int
    player: str
    bet: str  # "main" or a side bet's id
    amount: Cents
    carried: Cents = 0  # what was carried in from the round before (Melbourne 23.3.5(c))


class NoMoreBets(NamedTuple):
    """The dealer closes the betting."""


class Select(NamedTuple):
    """A jackpot system picks a box at random: Lucky Player or Mystery."""

    device: str
    box: int


class Deal(NamedTuple):
    """The next card leaves the shoe."""

    card: Card


class DealHoleCard(NamedTuple):
    """The next card leaves the shoe face down and is the dealer's second."""


class PeekHoleCard(NamedTuple):
    """The dealer looks at the hole card, and says that it makes no natural; one that does is turned."""


class TurnHoleCard(NamedTuple):
    """The hole card is turned: when the players are done, or because it makes a natural."""

    card: Card


class Press(NamedTuple):
    """A prize button gives a prize for each dollar, or shows it on the panel of a device that fails."""

    prize: Cents
    by: str | None = None  # who pressed it, where not the wager's owner
    void: bool = False  # pressed by somebody not entitled: no result
    malfunction: bool = False


class ReadMeters(NamedTuple):
    """What the meters of a jackpot link show at the time for settlement: each that the round waits for."""

    meters: Mapping[str, Cents]
    others: Mapping[str, int] = {}  # winners of an outcome at other tables at the identical moment


class Insure(NamedTuple):
    box: int
    player: str | None
    amount: Cents
    late: bool = False  # insurance was not offered when it was due


class EvenMoney(NamedTuple):
    box: int
    player: str | None


class Surrender(NamedTuple):
    box: int | None = None
    player: str | None = None


class CloseOffers(NamedTuple):
    """The dealer closes what is on offer: insurance, a sharer's part in a double or split, a rescue."""


class Hit(NamedTuple):
    box: int | None = None
    hand: int | None = None
    player: str | None = None


class Stand(NamedTuple):
    box: int | None = None
    hand: int | None = None
    player: str | None = None


class Double(NamedTuple):
    box: int | None = None
    hand: int | None = None
    player: str | None = None
    amount: Cents | None = None  # None: the whole original wager


class Split(NamedTuple):
    box: int | None = None
    hand: int | None = None
    player: str | None = None


class Join(NamedTuple):
    """A player who shares the box puts up money for the double or split just called."""

    player: str | None
    amount: Cents | None = None


class Rescue(NamedTuple):
    """Give up the original wager and take back the doubled part (Melbourne 10.5.2(e))."""

    player: str | None = None


class VoidWagers(NamedTuple):
    """Somebody in authority declares what a player has on the layout void: it goes back to them, whatever is dealt.

    With a side bet, only wagers on that, also ones that have lost: everybody's where nobody is named, on all boxes or
    on one. Hands are not touched by it.
    """

    player: str
    clause: str
    bet: str = ""
    box: int | None = None
    undone: bool = False  # also what was won and lost within the round, as if it had never been (Canberra, "Void")


class InvalidateWagers(NamedTuple):
    """A player's wagers are found to be invalid: placed with another's card, or for another person (Sydney 18.1)."""

    player: str
    box: int | None = None  # None: on all boxes
    bet: str = ""  # "" or "main": with all that was added to it and lies beside it
    stands: tuple[int, ...] = ()  # positions of wagers that were paid before, and of which nothing is undone


class KeepLimit(NamedTuple):
    """A player has wagered more than they might still lose: only what lies within that counts (Sydney 16.23)."""

    player: str
    within: Cents  # what they might still lose when the round began
    stands: tuple[int, ...] = ()


class Burn(NamedTuple):
    """A card is put into the discard rack and plays no part in the round."""

    card: Card | None  # None: its face was not seen
    clause: str


class DrawInError(NamedTuple):
    """A card has left the shoe before its time. It waits, and is dealt as the next card."""

    card: Card | None  # None: its face was not seen
    clause: str


class SetAside(NamedTuple):
    """A card that nobody has seen goes under the shoe: it is the first of the next round (Sydney 16.6)."""

    clause: str


class RefuseCard(NamedTuple):
    """A player does not accept the card that was dealt in error (Sydney 16.3)."""

    box: int | None = None
    hand: int | None = None
    player: str | None = None


class SkipPlace(NamedTuple):
    """The dealer passed a place over in the initial deal, and it was found too late to put it right (Melbourne 9.8)."""

    box: int | None  # None: the dealer's own
    clause: str = ""  # none given: the one that lets it stand


class WithdrawWager(NamedTuple):
    """A player takes back what they have on a box, where they are given the choice."""

    box: int
    player: str
    clause: str = ""  # by which staff give the choice; none given: the box was dealt one card only


class DealDealerCard(NamedTuple):
    """The player in turn has the dealer take the first card that was forgotten, now or after their hand."""

    box: int | None = None
    player: str | None = None
    now: bool = True


class VoidRound(NamedTuple):
    """Somebody in authority declares that the round has no result."""

    clause: str  # by which it is declared void
    settled_by: str = ""  # the clause that says what happens to the wagers, where it is another one
    refund: bool = True
    forfeits: tuple[str, ...] = ()  # players whose wagers do not go back to them
    undone: tuple[str, ...] = ()  # players who give back what they were paid within the round
    lost_back: bool = False  # whether side bets that were lost after the initial deal go back too
    late: bool = False  # the round was over by then: all that was staked and paid is given back
    stands: tuple[int, ...] = ()  # of such a round, the wagers whose settlement stands all the same


class PassControl(NamedTuple):
    """The player who controls a box is away, and another player on it decides from now on."""

    box: int
    player: str  # who decides
    clause: str


# What a player says to a round once its cards are dealt, and the words for it in records, corrections and choices.
PlayerCommand = Hit | Stand | Double | Split | Surrender | Insure | EvenMoney | Join | Rescue
PlayerAct = Literal["hit", "stand", "double", "split", "surrender", "insure", "even-money", "join", "rescue"]
PLAYER_ACTS: Mapping[Act, type[PlayerCommand]] = {
    "hit": Hit,
    "stand": Stand,
    "double": Double,
    "split": Split,
    "surrender": Surrender,
    "insure": Insure,
    "even-money": EvenMoney,
    "join": Join,
    "rescue": Rescue,
}
# What a player says where something has gone wrong with the deal.
RedressCommand = RefuseCard | WithdrawWager | DealDealerCard
Act = Literal[PlayerAct, "withdraw", "refuse-card", "dealer-card"]
ACTS: Mapping[Act, type[PlayerCommand | RedressCommand]] = {
    **PLAYER_ACTS,
    "withdraw": WithdrawWager,
    "refuse-card": RefuseCard,
    "dealer-card": DealDealerCard,
}


def called(act: Act, **given: object) -> PlayerCommand | RedressCommand:
    """The command for an act, made from what it takes of that which is given.

    >>> called("hit", box=2, hand=1, player="ann", amount=500), called("join", box=2, player="bea", amount=500)
    (Hit(box=2, hand=1, player='ann'), Join(player='bea', amount=500))
    """
    kind: Any = ACTS[act]
    command: PlayerCommand | RedressCommand = kind(**{name: given[name] for name in kind._fields if name in given})
    return command


Command = (
    PlaceWager
    | NoMoreBets
    | Select
    | Deal
    | DealHoleCard
    | PeekHoleCard
    | TurnHoleCard
    | Press
    | ReadMeters
    | Insure
    | EvenMoney
    | Surrender
    | CloseOffers
    | Hit
    | Stand
    | Double
    | Split
    | Join
    | Rescue
    | VoidWagers
    | InvalidateWagers
    | KeepLimit
    | VoidRound
    | Burn
    | DrawInError
    | SetAside
    | RefuseCard
    | SkipPlace
    | WithdrawWager
    | DealDealerCard
    | PassControl
)
