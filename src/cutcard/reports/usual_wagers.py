"""What a player usually plays, from the rounds they have played: to ask how likely it is to reach a limit."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from statistics import median_low
from typing import Any, NamedTuple

from cutcard.engine import State, Wager
from cutcard.money import Cents, dollars
from cutcard.rulebooks.schema import OptionValue

MAIN = "main"


class GamePlayed(NamedTuple):
    """A game with its options, as it was played."""

    book: str
    game: str
    decks: int
    options: tuple[tuple[str, OptionValue], ...]


class UsualSide(NamedTuple):
    bet: str
    table: str
    stake: Cents


class Usual(NamedTuple):
    """The game that somebody plays most, the middle one of their wagers there, and side bets of most rounds."""

    game: GamePlayed
    wager: Cents
    side_bets: tuple[UsualSide, ...]
    rounds: int  # of that game

    def as_json(self, rounds_an_hour: int | None) -> dict[str, Any]:
        game = self.game
        return {
            "book": game.book,
            "game": game.game,
            "decks": game.decks,
            "options": dict(game.options),
            "wager": dollars(self.wager),
            "side_bets": [{"bet": s.bet, "table": s.table, "stake": dollars(s.stake)} for s in self.side_bets],
            "rounds": self.rounds,
            "rounds_an_hour": rounds_an_hour,
        }


@dataclass(slots=True)
class UsualWagers:
    """Counts wagers, round by round."""

    mains: dict[GamePlayed, list[Cents]] = field(default_factory=lambda: defaultdict(list))
    sides: dict[GamePlayed, dict[tuple[str, str], list[Cents]]] = field(default_factory=dict)

    def add(self, state: State, laid: tuple[Wager, ...], player: str) -> None:
        """Count one round: on each box the main wager, and the side bets with it."""
        rules, setup = state.rules, state.setup
        game = GamePlayed(rules.book, rules.game, setup.decks, tuple(sorted(rules.options.items())))
        boxes: Counter[int] = Counter()
        for wager in laid:
            if wager.player == player and wager.bet == MAIN:
                boxes[wager.box] += wager.staked
        self.mains[game] += boxes.values()
        sides = self.sides.setdefault(game, defaultdict(list))
        for wager in laid:
            if wager.player == player and wager.bet in setup.side_bets and not wager.carried and wager.staked:
                sides[wager.bet, setup.side_bets[wager.bet].name or ""].append(wager.staked)

    def usual(self) -> Usual | None:
        """What is usual; None where nothing was wagered."""
        played = {game: stakes for game, stakes in self.mains.items() if stakes}
        if not played:
            return None
        game = max(played, key=lambda one: len(played[one]))
        stakes = played[game]
        sides = tuple(
            UsualSide(bet, table, median_low(amounts))
            for (bet, table), amounts in sorted(self.sides[game].items())
            if 2 * len(amounts) > len(stakes)
        )
        return Usual(game, median_low(stakes), sides, len(stakes))
