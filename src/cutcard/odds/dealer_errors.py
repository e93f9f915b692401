"""What a dealer's mistakes cost, by clause: payments that are not what the clause says, and hands drawn wrongly.

How often there is an occasion comes from rounds of the real engine under best play, and so has a sampling error. What
a wrong payment costs is known for each of them. What a dealer costs who always draws wrongly is exact.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from math import sqrt
from random import Random
from typing import Any

from cutcard.cards import Card
from cutcard.cards import shoe as pack
from cutcard.engine import CloseOffers, Command, Deal, DealHoleCard, NoMoreBets, PlaceWager, Press, Setup, State, play
from cutcard.engine.choices import choices
from cutcard.engine.hole_card import looked_at
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.odds import solve
from cutcard.odds.removal import chart_value
from cutcard.odds.solution import HandError, Solution
from cutcard.odds.solver import solved
from cutcard.prize_draw import draw
from cutcard.refusals import Refusal
from cutcard.rulebooks import changed, load
from cutcard.rulebooks.offers import pay_table
from cutcard.rulebooks.schema import PayTable, Rules

CARDS_MOST = 150  # more than any round takes
ROUNDS_MOST = 10_000_000
SETTLED = {"win": "won", "stand-off": "stood off", "lose": "lost", "surrender": "was surrendered"}
WRONG = {  # by how a wager ended: what a dealer does instead
    "win": ("not paid", "taken"),
    "stand-off": ("paid as won", "taken"),
    "lose": ("left to the player", "paid as won"),
}


@dataclass(slots=True, kw_only=True)
class ErrorCost:
    """A kind of mistake: how often there is an occasion for it in a round, and what one costs the house, in cents."""

    clause: str
    occasion: str
    mistake: str
    rounds: int
    times: int = 0
    costs: list[float] = field(default_factory=list)  # of each; less than nothing: at the player's expense
    always: float | None = None  # in cents a round, if it is made at every occasion: exact

    @property
    def chance(self) -> float:
        """Occasions in a round."""
        return self.times / self.rounds

    @property
    def chance_error(self) -> float:
        return sqrt(max(self.chance, 1 / self.rounds) / self.rounds)

    @property
    def cost(self) -> float:
        """What one mistake costs the house on the average."""
        if self.always is not None:
            return self.always / self.chance if self.times else 0.0
        return sum(self.costs) / len(self.costs) if self.costs else 0.0

    @property
    def cost_error(self) -> float:
        """The standard error of that."""
        if self.always is not None:
            return abs(self.cost) * self.chance_error / self.chance if self.times else 0.0
        number = len(self.costs)
        if number < 2:
            return abs(self.cost)
        return sqrt(sum((cost - self.cost) ** 2 for cost in self.costs) / (number - 1) / number)

    def as_json(self) -> dict[str, Any]:
        return {
            "clause": self.clause,
            "occasion": self.occasion,
            "mistake": self.mistake,
            "chance": self.chance,
            "chance_error": self.chance_error,
            "cost": self.cost / 100,
            "cost_error": self.cost_error / 100,
            "cost_a_round_if_always": None if self.always is None else self.always / 100,
        }


def dealer_errors(
    rules: Rules,
    decks: int,
    *,
    wager: Cents = 1000,
    side_bets: Mapping[str, tuple[str, Cents]] | None = None,
    rounds: int = 20_000,
    seed: int = 1,
) -> list[ErrorCost]:
    """The cost of each kind of mistake at a table with one box; `side_bets` are pay tables and stakes by id.

    Wrong payments come first, by clause, then hands that the dealer draws or leaves wrongly, then void rounds.
    """
    if not 1 <= rounds <= ROUNDS_MOST:
        raise CutcardError(f"mistakes are counted in 1 to {ROUNDS_MOST:,} rounds, not {rounds:,}")
    tables = {bet: pay_table(rules, decks, bet, name or True) for bet, (name, _) in (side_bets or {}).items()}
    stakes = {bet: stake for bet, (_, stake) in (side_bets or {}).items()}
    table = _Table(rules, decks, wager, tables, stakes, Random(seed))
    found: dict[tuple[str, str, str], ErrorCost] = {}
    drawn = dict.fromkeys(_DRAWN, 0)
    for _ in range(rounds):
        state = table.round()
        for wager_ in state.wagers:
            if wager_.outcome in WRONG and wager_.staked:
                for mistake in WRONG[wager_.outcome]:
                    bet = "" if wager_.bet in ("main", "split", "double") else f"{wager_.bet} "
                    key = (wager_.clause, f"{bet}wager {SETTLED[wager_.outcome]}", mistake)
                    line = found.setdefault(
                        key, ErrorCost(clause=key[0], occasion=key[1], mistake=mistake, rounds=rounds)
                    )
                    line.times += 1
                    line.costs.append(_cost(mistake, wager_.staked, wager_.returned or 0))
        for name, (_, occasion) in _DRAWN.items():
            drawn[name] += occasion(rules, state.dealer)
    lines = sorted(found.values(), key=lambda line: (line.clause, line.occasion, line.mistake))
    lines += list(_drawn_wrongly(rules, decks, wager, rounds, drawn))
    lines += [_decisions(table, rounds), _voids(rules, table.solution, wager, rounds)]
    return lines


def _cost(mistake: str, staked: Cents, returned: Cents) -> float:
    """What the house loses by a mistake about a wager that was to return so much."""
    given = {"not paid": staked, "taken": 0, "paid as won": 2 * staked, "left to the player": staked}
    return float(given[mistake] - returned)


# ----------------------------------------------------------------------------------------------- the dealer's own hand

Occasion = Callable[[Rules, tuple[Card, ...]], int]


def _totals(dealer: tuple[Card, ...]) -> Iterator[tuple[int, bool]]:
    """The dealer's totals from the second card on, each with whether it is soft."""
    hard, ace = 0, False
    for number, card in enumerate(dealer, 1):
        hard, ace = hard + card.value, ace or card.value == 1
        if number >= 2:
            soft = ace and hard <= 11
            yield hard + 10 if soft else hard, soft


def _soft_17(rules: Rules, dealer: tuple[Card, ...]) -> int:
    return int((17, True) in _totals(dealer))


def _drew_to_last(rules: Rules, dealer: tuple[Card, ...]) -> int:
    """Whether the dealer had the highest total that is drawn to."""
    return int((rules.dealer.stands_on - 1, False) in _totals(dealer))


def _stood_on_first(rules: Rules, dealer: tuple[Card, ...]) -> int:
    """Whether the dealer ended on the lowest total that is stood on."""
    totals = list(_totals(dealer))
    return int(bool(totals) and totals[-1] == (rules.dealer.stands_on, False))


_DRAWN: Mapping[str, tuple[str, Occasion]] = {
    "soft-17": ("dealer.hits_soft_17", _soft_17),
    "stopped": ("dealer.stands_on", _drew_to_last),
    "drew": ("dealer.stands_on", _stood_on_first),
}
_KIND = {"stopped": "dealer-stopped-early", "drew": "card-to-finished-dealer"}


def _drawn_wrongly(
    rules: Rules, decks: int, wager: Cents, rounds: int, drawn: Mapping[str, int]
) -> Iterator[ErrorCost]:
    stands, hits = rules.dealer.stands_on, rules.dealer.hits_soft_17
    wrong = {
        "soft-17": (not hits, "a soft 17 is stood on" if hits else "a card is drawn to a soft 17"),
        "stopped": (stands - 1, f"a hard {stands - 1} is stood on"),
        "drew": (stands + 1, f"a card is drawn to a hard {stands}, and stands"),
    }
    whole = solved(rules, decks, wager)
    right = chart_value(whole, whole)
    for name, (value, mistake) in wrong.items():
        path = _DRAWN[name][0]
        if name != "soft-17" and stands != 17:
            continue
        line = ErrorCost(
            clause=_with_ruling(rules, path, _KIND.get(name, "")),
            occasion="dealer's hand",
            mistake=mistake,
            rounds=rounds,
            times=drawn[name],
        )
        line.always = (chart_value(whole, solved(changed(rules, path, value), decks, wager)) - right) * wager
        yield line


def _with_ruling(rules: Rules, path: str, kind: str) -> str:
    """The clause of a rule, and those by which the document puts a breach of it right."""
    found = [rules.clauses[path]] if path else []
    procedures = load(rules.book).procedures
    for line in procedures.irregularities if procedures is not None else ():
        if kind and line.kind == kind and line.clause not in found:
            found.append(line.clause)
    return ", ".join(found)


def _decisions(table: _Table, rounds: int) -> ErrorCost:
    """A player's call that is carried out as the next best one."""
    line = ErrorCost(
        clause=_with_ruling(table.rules, "", "decision-done-wrongly"),
        occasion="decision of a hand as dealt",
        mistake="the next best is done",
        rounds=rounds,
        times=len(table.second_best),
    )
    line.costs = [-cost * table.wager for cost in table.second_best]
    return line


def _voids(rules: Rules, solution: Solution, wager: Cents, rounds: int) -> ErrorCost:
    procedures = load(rules.book).procedures
    lines = procedures.irregularities if procedures is not None else ()
    clauses = ", ".join(dict.fromkeys(line.clause for line in lines if line.then == "void-round"))
    return ErrorCost(
        clause=clauses,
        occasion="any round",
        mistake="it has to be declared void before a card decides it",
        rounds=rounds,
        times=rounds,
        always=solution.house_edge * wager,
    )


# --------------------------------------------------------------------------------------------------- rounds to look at


class _Table:
    """Rounds of one box under best play, each from a full shoe."""

    def __init__(
        self,
        rules: Rules,
        decks: int,
        wager: Cents,
        tables: Mapping[str, PayTable],
        stakes: Mapping[str, Cents],
        random: Random,
    ) -> None:
        self.rules, self.wager, self.random = rules, wager, random
        self.setup = Setup(rules, decks, tables)
        self.stakes = stakes
        self.cards = pack(decks, rules.cards.removed_ranks)
        self.solution = solve(rules, decks, wager)
        self.second_best: list[float] = []  # what each decision would have cost, done as the next best one
        self.known: dict[tuple[str, str], dict[str, float]] = {}

    def round(self) -> State:
        state = State(self.setup)
        placed: list[Command] = [PlaceWager(1, "player", "main", self.wager)]
        placed += [PlaceWager(1, "player", bet, stake) for bet, stake in self.stakes.items()]
        for command in [*placed, NoMoreBets()]:
            state = _played(state, command)
        left = iter(self.random.sample(self.cards, min(len(self.cards), CARDS_MOST)))
        hole: Card | None = None
        while state.needs != "nothing":
            if state.needs == "hole-card":
                hole = next(left)
                state = _played(state, DealHoleCard())
            elif state.needs in ("peek", "turn"):
                assert hole is not None
                state = _played(state, looked_at(state, hole))
            elif state.needs == "card":
                state = _played(state, Deal(next(left)))
            else:
                state = _played(state, self._call(state))
        return state

    def _call(self, state: State) -> Command:
        if state.needs == "press":
            return Press(draw(next(table.draws for table in self.setup.side_bets.values() if table.draws), self.random))
        allowed = {choice.act: choice for choice in choices(state) if choice.allowed}
        if state.needs == "offers":
            hand = state.hands[0]
            values = self._values(state, hand.cards) if not hand.natural else {}
            if "surrender" in allowed and values and max(values, key=lambda act: values[act]) == "surrender":
                return allowed["surrender"].command()
            return CloseOffers()
        if state.needs == "rescue":  # nearly the best: a stiff doubled hand is given up against a strong card
            weak = state.hand.total < 17 and state.up_card.value not in range(2, 8)
            return allowed["rescue"].command() if weak and "rescue" in allowed else CloseOffers()
        values = {act: value for act, value in self._values(state, state.hand.cards).items() if act in allowed}
        if not values:
            return next(allowed[act] for act in ("stand", "hit", *allowed) if act in allowed).command()
        best, *others = sorted(values, key=lambda act: -values[act])
        if not state.hand.split and others:
            self.second_best.append(values[best] - values[others[0]])
        return allowed[best].command()  # type: ignore[index]

    def _values(self, state: State, cards: tuple[Card, ...]) -> dict[str, float]:
        key = " ".join(sorted(card.text for card in cards)), state.up_card.text
        if key not in self.known:
            try:
                self.known[key] = dict(self.solution.hand(" ".join(card.text for card in cards), key[1]).values)
            except HandError:
                self.known[key] = {}
        return self.known[key]


def _played(state: State, command: Command) -> State:
    found = play(state, command)
    if isinstance(found, Refusal):
        raise CutcardError(found.message, found.clause)
    return found.state
