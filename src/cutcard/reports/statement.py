"""A player's statement: their own activity, against what exactly was to be expected of it.

Time at tables, turnover, what was won and lost by game and side bet, and every exchange of money, apart for each
currency. What is expected of a wager is exact for the best play of the main game, so that what is left is luck, and
the price of playing otherwise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import asdict, dataclass, field
from math import sqrt
from typing import Any, Literal, NamedTuple

from cutcard.durations import MINUTE_MS
from cutcard.engine import State, Wager
from cutcard.money import Cents
from cutcard.reports.usual_wagers import UsualWagers
from cutcard.reports.wager_prices import MAIN, price_of, priced_wagers

Kind = Literal[
    "buy-in", "cash-out", "voucher", "brought", "taken away", "declared", "entry fee", "entry fee back", "prize"
]
NOTES = (
    "What was to be expected is exact for the best play of the main game from a full shoe; luck is what is left, with "
    "the price of playing otherwise.",
    "The deviation takes rounds, and the wagers on one box, as independent of each other; boxes that are played in one "
    "round are taken as if they won and lost together, which is the most that it can be.",
    "Turnover is all that was wagered: doubles, splits and insurance too, what went back not. Nothing is expected of "
    "an invalid wager, which can only lose or go back.",
)


class PlayedBy(NamedTuple):
    """A finished round in which the player had a wager."""

    at: int
    table: str
    currency: str
    state: State
    laid: tuple[Wager, ...]  # when betting closed
    number: int = 0  # of the round at its table


class WagerMade(NamedTuple):
    """One wager: when its round began, at which table, and what came back of it."""

    at: int
    table: str
    round: int
    book: str
    game: str
    bet: str
    staked: Cents
    returned: Cents


class Visit(NamedTuple):
    """From when to when somebody was at a table, as far as the statement reaches."""

    table: str
    currency: str
    since: int
    until: int

    @property
    def minutes(self) -> int:
        return (self.until - self.since) // MINUTE_MS


class Move(NamedTuple):
    """Money for chips or chips for money, or chips brought to a table and taken away from it.

    Entry fees of tournaments and prizes of promotions are those in cash; `table` is the name of either.
    Declared chips are those that a player with a loss limit said they had bought, brought or kept (Sydney 18.2).
    """

    at: int
    table: str
    currency: str
    kind: Kind
    amount: Cents


class Activity(NamedTuple):
    """What a store has of one player from one time (included) to another (not included)."""

    player: str
    since: int | None
    until: int
    rounds: Iterable[PlayedBy] = ()
    visits: tuple[Visit, ...] = ()
    moves: tuple[Move, ...] = ()


@dataclass(slots=True)
class BetLine:
    """All wagers on one bet of a game. `expected` and `sd` are None where the price of one of them is not known."""

    book: str
    game: str
    title: str
    bet: str
    bet_title: str
    wagers: int = 0
    staked: Cents = 0
    returned: Cents = 0
    won: Cents = 0  # in rounds that brought more than they cost
    lost: Cents = 0  # in the others
    expected: float | None = 0.0
    variance: float = field(default=0.0, repr=False)

    @property
    def net(self) -> Cents:
        return self.returned - self.staked

    @property
    def sd(self) -> float | None:
        return None if self.expected is None else sqrt(self.variance)

    def as_json(self) -> dict[str, Any]:
        found = {name: value for name, value in asdict(self).items() if name != "variance"}
        return found | {"net": self.net, "sd": self.sd}


CURRENCIES = {"aud": "Money", "play": "Play money", "tournament": "Tournament chips"}


@dataclass(slots=True)
class CurrencyAccount:
    """A player's activity in one currency."""

    currency: str
    rounds: int = 0
    won: Cents = 0  # in rounds that brought more than they cost, all wagers of a round together
    lost: Cents = 0
    variance: float = field(default=0.0, repr=False)
    bets: dict[tuple[str, str, str], BetLine] = field(default_factory=dict)
    visits: list[Visit] = field(default_factory=list)
    moves: list[Move] = field(default_factory=list)
    placed: list[WagerMade] = field(default_factory=list)
    wagers: UsualWagers = field(default_factory=UsualWagers, repr=False)

    @property
    def title(self) -> str:
        """What it is called."""
        return CURRENCIES.get(self.currency, self.currency or "Chips")

    @property
    def games(self) -> list[BetLine]:
        """Its lines, the main wager of each game before its side bets."""
        return sorted(self.bets.values(), key=lambda line: (line.book, line.game, line.bet != MAIN, -line.staked))

    @property
    def minutes(self) -> int:
        """Time at tables: what was spent at two of them at once counts once."""
        spent, end = 0, 0
        for visit in sorted(self.visits, key=lambda visit: visit.since):
            spent += max(0, visit.until - max(visit.since, end))
            end = max(end, visit.until)
        return spent // MINUTE_MS

    @property
    def turnover(self) -> Cents:
        return sum(line.staked for line in self.bets.values())

    @property
    def net(self) -> Cents:
        return self.won - self.lost

    @property
    def expected(self) -> float | None:
        prices = [line.expected for line in self.bets.values()]
        return None if any(price is None for price in prices) else sum(price or 0.0 for price in prices)

    @property
    def sd(self) -> float | None:
        return None if self.expected is None else sqrt(self.variance)

    @property
    def luck(self) -> float | None:
        """By how many standard deviations the result is better than what was to be expected."""
        if self.expected is None or not self.sd:
            return None
        return (self.net - self.expected) / self.sd

    @property
    def rounds_an_hour(self) -> int | None:
        """Rounds of an hour at tables; None without time there."""
        return round(60 * self.rounds / self.minutes) if self.minutes and self.rounds else None

    def as_json(self) -> dict[str, Any]:
        usual = self.wagers.usual()
        names = ("currency", "minutes", "rounds", "turnover", "won", "lost", "net", "expected", "sd", "luck")
        return {name: getattr(self, name) for name in names} | {
            "games": [line.as_json() for line in self.games],
            "visits": [visit._asdict() | {"minutes": visit.minutes} for visit in self.visits],
            "moves": [move._asdict() for move in self.moves],
            "usual": None if usual is None else usual.as_json(self.rounds_an_hour),
        }


@dataclass(frozen=True, slots=True)
class Statement:
    """What a player did from one time to another."""

    player: str
    since: int | None
    until: int
    accounts: tuple[CurrencyAccount, ...]
    notes: tuple[str, ...] = NOTES

    def as_json(self) -> dict[str, Any]:
        """The object that `cutcard statement --json` prints: cents, and times in milliseconds."""
        return {
            "player": self.player,
            "since": self.since,
            "until": self.until,
            "accounts": [each.as_json() for each in self.accounts],
            "notes": list(self.notes),
        }


def statement_of(activity: Activity) -> Statement:
    """The statement of an activity; works out the odds of every game and side bet in it."""
    accounts: dict[str, CurrencyAccount] = {}

    def account(currency: str) -> CurrencyAccount:
        return accounts.setdefault(currency, CurrencyAccount(currency))

    for visit in activity.visits:
        account(visit.currency).visits.append(visit)
    for move in activity.moves:
        account(move.currency).moves.append(move)
    for each in activity.rounds:
        _add_round(account(each.currency), each, activity.player)
    found = tuple(accounts[currency] for currency in sorted(accounts))
    return Statement(activity.player, activity.since, activity.until, found)


def _add_round(account: CurrencyAccount, each: PlayedBy, player: str) -> None:
    own = [one for one in each.state.wagers if one.player == player and not one.went_back]
    nets: dict[str, Cents] = {}
    account.placed += _wagers_made(each, player)
    for wager in own:
        bet = MAIN if wager.bet in ("double", "split") else wager.bet
        line = _line(account, each.state, bet)
        line.staked += wager.staked - wager.beyond
        line.returned += (wager.returned or 0) - wager.beyond
        nets[bet] = nets.get(bet, 0) + (wager.returned or 0) - wager.staked
    for bet, net in nets.items():
        line = _line(account, each.state, bet)
        line.won += max(net, 0)
        line.lost += max(-net, 0)
    if own:
        account.wagers.add(each.state, each.laid, player)
        account.rounds += 1
        account.won += max(sum(nets.values()), 0)
        account.lost += max(-sum(nets.values()), 0)
    account.variance += _add_expected(account, each, player)


def _wagers_made(each: PlayedBy, player: str) -> Iterator[WagerMade]:
    """Every wager of a player in a round, those too that went back."""
    rules = each.state.rules
    for one in each.state.wagers:
        if one.player == player:
            place = (each.at, each.table, each.number, rules.book, rules.game)
            yield WagerMade(*place, one.bet, one.staked, one.returned or 0)


def _add_expected(account: CurrencyAccount, each: PlayedBy, player: str) -> float:
    """Add what was to be expected of a round's wagers; returns the variance of their results together."""
    by_box: dict[int, float] = {}
    by_bet: dict[str, dict[int, float]] = {}
    for wager, priced in priced_wagers(each.state, each.laid, player):
        line = _line(account, each.state, wager.bet)
        line.wagers += 1
        price = price_of(priced)
        if price is None or line.expected is None:
            line.expected = None
            continue
        line.expected += price.mean * wager.staked
        variance = (price.sd * wager.staked) ** 2
        by_box[wager.box] = by_box.get(wager.box, 0.0) + variance
        boxes = by_bet.setdefault(wager.bet, {})
        boxes[wager.box] = boxes.get(wager.box, 0.0) + variance
    for bet, boxes in by_bet.items():
        _line(account, each.state, bet).variance += _together(boxes)
    return _together(by_box)


def _together(by_box: dict[int, float]) -> float:
    """The most that the variance of several boxes can be: their deviations added up."""
    return sum(map(sqrt, by_box.values())) ** 2


def _line(account: CurrencyAccount, state: State, bet: str) -> BetLine:
    rules = state.rules
    key = (rules.book, rules.game, bet)
    if key not in account.bets:
        side = rules.side_bets.get(bet)
        title = side.title if side is not None else {MAIN: "main wager"}.get(bet, bet)
        account.bets[key] = BetLine(rules.book, rules.game, rules.title, bet, title)
    return account.bets[key]
