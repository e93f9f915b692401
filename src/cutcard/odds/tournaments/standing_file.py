"""Reads a table's standing from a small TOML or JSON file; all its faults are reported at once.

`examples` beside this module has some.
"""

from __future__ import annotations

import json
import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from cutcard.errors import CutcardError, UnknownName, listed
from cutcard.hand_rules import token_pays_double
from cutcard.lookup.all_hands import NO_HAND, VALUE_OF, all_hands, row_of
from cutcard.money import Cents, MoneyError, cents
from cutcard.odds.query import decks_of, rules_for
from cutcard.odds.tournaments.standing import PASSES_MOST, PLAYERS_MOST, ROUNDS_MOST, Seat, Standing
from cutcard.odds.tournaments.wagers import WagerLimits
from cutcard.rulebooks import BOOKS
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.rulebooks.schema import Rules
from cutcard.toml_text import read_toml

EXAMPLES = Path(__file__).parent / "examples"
CHIPS_MOST: Cents = 10**10
NAME_MOST = 40
CARDS_MOST = 12
FILE_BYTES_MOST = 100_000
KEYS = (
    "book", "game", "decks", "options", "minimum", "maximum", "step", "chip", "rounds_left", "advance", "tie", "you",
    "marker", "deals_from_marker", "up", "players",
)  # fmt: skip
NEEDED = ("book", "minimum", "maximum", "you", "players")
PLAYER_KEYS = ("name", "chips", "wager", "undisclosed", "passes", "cards", "doubled", "stood")


class StandingError(CutcardError):
    """A table that cannot be as it is written: every fault, a sentence each."""

    def __init__(self, faults: list[CutcardError], where: str = "") -> None:
        message = ";\n".join(fault.message for fault in faults)
        super().__init__(f"{where}: {message}" if where else message, faults[0].clause)
        self.faults = tuple(faults)


def read_standing(path: Path) -> Standing:
    """The standing in a TOML file, or in a JSON file whose name ends so; raises with a sentence for each fault."""
    try:
        if path.stat().st_size > FILE_BYTES_MOST:
            raise CutcardError(f"{path} is too large for a table's standing")
        text = path.read_text(encoding="utf-8")
        found = json.loads(text) if path.suffix == ".json" else read_toml(text)
    except OSError as error:
        raise CutcardError(f"{path} could not be read: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, json.JSONDecodeError, UnicodeDecodeError, RecursionError) as error:
        raise CutcardError(f"{path} is not {'JSON' if path.suffix == '.json' else 'TOML'}: {error}") from None
    return standing_of(found, str(path))


def example(name: str) -> Mapping[str, Any]:
    """An example, as its file has it.

    >>> example("two-players")["you"]
    'ann'
    """
    return read_toml((EXAMPLES / f"{name}.toml").read_text(encoding="utf-8"))


def standing_of(given: object, where: str = "") -> Standing:
    """A standing from the keys of its file; raises with a sentence for each fault.

    >>> standing_of(example("two-players")).limits.least
    2500
    """
    if not isinstance(given, Mapping):
        raise StandingError([CutcardError("a table's standing is a list of settings")], where)
    faults: list[CutcardError] = [
        UnknownName.of("setting called", str(key)[:64], KEYS) for key in given if key not in KEYS
    ]
    faults += [CutcardError(f"a table's standing needs {key}") for key in NEEDED if key not in given]
    if faults:
        raise StandingError(faults, where)
    reader = _Reader(given)
    try:
        rules, decks = reader.game()
    except CutcardError as error:  # nothing else can be checked
        raise StandingError([error], where) from None
    found = reader.standing(rules, decks)
    if reader.faults or found is None:
        raise StandingError(reader.faults, where)
    return found


class _Reader:
    """Reads settings one by one and keeps a sentence for each that cannot be."""

    def __init__(self, given: Mapping[str, Any]) -> None:
        self.given = given
        self.faults: list[CutcardError] = []

    def fault(self, message: str, clause: str | None = None) -> None:
        self.faults.append(CutcardError(message, clause))

    def game(self) -> tuple[Rules, int]:
        book, game, decks = (self.given.get(key, default) for key, default in
                             (("book", ""), ("game", "blackjack"), ("decks", None)))  # fmt: skip
        if not isinstance(book, str) or not isinstance(game, str):
            raise CutcardError('book and game are written as text such as "sydney-v15" and "blackjack"')
        if book not in BOOKS:
            raise UnknownName.of("book", book[:64], BOOKS)
        options = self.given.get("options", [])
        if not isinstance(options, list) or not all(isinstance(each, str) for each in options):
            raise CutcardError(f'options are a list such as ["resplit=true"], not {options!r:.40}')
        if decks is not None and (not isinstance(decks, int) or isinstance(decks, bool)):
            raise CutcardError(f"decks is a whole number, not {decks!r:.40}")
        rules = rules_for(book, game, options)
        refuse_unknown("tournament-advice", rules)
        return rules, decks_of(rules, decks)

    def standing(self, rules: Rules, decks: int) -> Standing | None:
        limits = self._limits()
        chip = self._money("chip", "0.01", 1, CHIPS_MOST)
        rounds = self._number("rounds_left", 1, 1, ROUNDS_MOST)
        seats = self._seats()
        tie = self.given.get("tie", 0.5)
        if not isinstance(tie, int | float) or isinstance(tie, bool) or not 0 <= tie <= 1:
            self.fault(f"tie is the chance of a player in a play-off, from 0 to 1, not {tie!r:.40}")
        up = self._ranks(self.given.get("up", ""), 1, "up") if self.given.get("up", "") else ()
        if self.faults or limits is None:
            return None
        names = [seat.name for seat in seats]
        you, marker = self._named("you", names), self._named("marker", names, names[0])
        advance = self._number("advance", 1, 1, len(seats) - 1)
        from_marker = self._flag(self.given, "deals_from_marker")
        if self.faults:
            return None
        found = Standing(
            rules=rules, decks=decks, seats=seats, you=you, marker=marker, deals_from_marker=from_marker,
            limits=limits, chip=chip, rounds_left=rounds, advance=advance, tie=float(tie), up=up[0] if up else "",
        )  # fmt: skip
        self._check(found)
        return found if not self.faults else None

    def _limits(self) -> WagerLimits | None:
        least = self._money("minimum", None, 1, CHIPS_MOST)
        most = self._money("maximum", None, 1, CHIPS_MOST)
        step = self._money("step", self.given["minimum"], 1, CHIPS_MOST)
        if self.faults:
            return None
        if most < least:
            self.fault("the maximum is less than the minimum")
            return None
        return WagerLimits(least=least, most=most, step=step)

    def _money(
        self, key: str, default: object, least: Cents, most: Cents, given: Mapping[str, Any] | None = None
    ) -> Cents:
        value = (given or self.given).get(key, default)
        try:
            amount = cents(value)
        except MoneyError as error:
            self.fault(f"{key}: {error}")
            return least
        if not least <= amount <= most:
            self.fault(f"{key} is from {least / 100:g} to {most // 100}, not {value}")
        return amount

    def _number(self, key: str, default: int, least: int, most: int, given: Mapping[str, Any] | None = None) -> int:
        value = (given or self.given).get(key, default)
        if not isinstance(value, int) or isinstance(value, bool) or not least <= value <= most:
            self.fault(f"{key} is a whole number from {least} to {most}, not {value!r:.40}")
            return least
        return value

    def _flag(self, given: Mapping[str, Any], key: str) -> bool:
        value = given.get(key, False)
        if not isinstance(value, bool):
            self.fault(f"{key} is true or false, not {value!r:.40}")
            return False
        return value

    def _named(self, key: str, names: list[str], default: str = "") -> int:
        name = self.given.get(key, default)
        if name not in names:
            unknown = UnknownName.of("player called", str(name)[:64], names)
            self.faults.append(UnknownName(f"{key}: {unknown.message}"))
            return 0
        return names.index(name)

    def _seats(self) -> tuple[Seat, ...]:
        players = self.given["players"]
        if not isinstance(players, list) or not 2 <= len(players) <= PLAYERS_MOST:
            self.fault(f"players are a list of 2 to {PLAYERS_MOST}, in the order of their boxes")
            return ()
        seats = [self._seat(player) for player in players]
        names = [seat.name for seat in seats if seat]
        if len(set(names)) < len(names):
            self.fault("two players have the same name")
        return tuple(seat for seat in seats if seat)

    def _seat(self, player: object) -> Seat | None:
        if not isinstance(player, Mapping):
            self.fault("a player is written with a name and chips")
            return None
        self.faults += [
            UnknownName.of("setting of a player called", str(key)[:64], PLAYER_KEYS)
            for key in player
            if key not in PLAYER_KEYS
        ]
        name = player.get("name")
        if not isinstance(name, str) or not 0 < len(name) <= NAME_MOST:
            self.fault(f"a player has a name of at most {NAME_MOST} characters, not {name!r:.60}")
            return None
        chips = self._money("chips", None, 0, CHIPS_MOST, player)
        wager = self._money("wager", None, 0, CHIPS_MOST, player) if "wager" in player else None
        doubled = self._money("doubled", "0", 0, CHIPS_MOST, player)
        cards = self._ranks(player.get("cards", ""), CARDS_MOST, f"cards of {name}")
        return Seat(
            name=name, chips=chips, wager=wager, undisclosed=self._flag(player, "undisclosed"),
            passes=self._number("passes", 0, 0, PASSES_MOST, player), cards=cards, doubled=doubled,
            stood=self._flag(player, "stood"),
        )  # fmt: skip

    def _ranks(self, text: object, most: int, what: str) -> tuple[str, ...]:
        """Ranks such as "9 T"; a suit after a rank is taken and left aside."""
        words = text.upper().replace("10", "T").split() if isinstance(text, str) else None
        if words is None or len(words) > most or any(w[0] not in VALUE_OF or w[1:] not in ("", *"CDHS") for w in words):
            self.fault(f'{what}: ranks are written such as "9 T", at most {most} of them, not {text!r:.40}')
            return ()
        return tuple(word[0] for word in words)

    def _check(self, at: Standing) -> None:
        """Faults that show only in the table as a whole."""
        for seat in at.seats:
            laid = (seat.wager or 0) + (0 if token_pays_double(at.rules) else seat.doubled)
            if laid > seat.chips:
                self.fault(f"{seat.name} has wagered more than their chips, which include what lies on the table")
            if seat.wager and not at.limits.least <= seat.wager <= at.limits.most:
                self.fault(f"the wager of {seat.name} is not within the limits")
            if seat.doubled and len(seat.cards) < 3:
                self.fault(f"{seat.name} has doubled and must have a card for it")
            whole = seat.wager or 0
            if seat.doubled > whole or (seat.doubled not in (0, whole) and not at.rules.double.for_less):
                self.fault(f"{seat.name} can have doubled by their wager, or for less where the rules allow that")
            if seat.cards and not at.up:
                self.fault(f"{seat.name} has cards, and the dealer's first card is missing: up")
        if at.up:
            self._check_dealt(at)
        elif at.yours.wager is None and not at.limits.allowed(at.yours.chips, at.yours.passes > 0):
            self.fault(f"{at.yours.name} has fewer chips than the minimum")

    def _check_dealt(self, at: Standing) -> None:
        table = all_hands()
        open_ = [seat.name for seat in at.seats if seat.wager is None]
        if open_:
            self.fault(f"cards are dealt, and the wager of {listed(open_)} is missing")
        short = [seat.name for seat in at.seats if len(seat.cards) < 2 and seat.wager]
        if short:
            self.fault(f"cards are dealt, and {listed(short)} should have two at least")
        for seat in at.seats:
            if len(seat.cards) > 1 and not seat.stood and row_of(table, *(VALUE_OF[c] for c in seat.cards)) == NO_HAND:
                self.fault(f"{seat.name} is over 21 and must be marked as stood")
        dealt = [c for seat in at.seats for c in seat.cards] + [at.up]
        for rank in set(dealt):
            if rank in at.rules.cards.removed_ranks or dealt.count(rank) > 4 * at.decks:
                self.fault(f"there are not so many cards of rank {rank} in the shoe")
        yours = at.seats[at.you]
        if yours.stood or not yours.wager:
            self.fault(f"{yours.name} has nothing left to decide in this round")
