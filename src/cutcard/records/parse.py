"""Reading a round record: every key checked, each fault said in one sentence with its place and clause."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, get_args

from cutcard import rulebooks
from cutcard.cards import Card, CardError, cards, too_many
from cutcard.clauses import ledger
from cutcard.engine import (
    PassControl,
    PersonalLimit,
    PlaceWager,
    Press,
    Select,
    Setup,
    TableLimits,
    VoidRound,
    VoidWagers,
)
from cutcard.engine.choices import Act
from cutcard.errors import CutcardError
from cutcard.money import Cents, MoneyError, cents, priced
from cutcard.rulebooks import BOOKS, OptionError, offers
from cutcard.rulebooks.schema import PayTable, Rules

RESULT_KEYS = frozenset({"dealer", "hands", "settlement", "net", "unused", "carried", "warnings"})
# Where and when it was played, and what in it was entered wrongly at first: read over, as results are.
ORIGIN_KEYS = frozenset({"table", "round", "at", "corrected"})
RECORD_KEYS = (
    RESULT_KEYS
    | ORIGIN_KEYS
    | {
        "rulebook",
        "game",
        "decks",
        "options",
        "side_bets",
        "limits",
        "chip",
        "meters",
        "seeds",
        "draws",
        "seats",
        "warned",
        "wagers",
        "cards",
        "actions",
    }
)
ACTIONS: tuple[str, ...] = get_args(Act)
VOIDS: dict[str, frozenset[str]] = {  # what somebody in authority does, and what each of these may say
    "void-wagers": frozenset({"do", "player", "clause", "cards", "draws"}),
    "void-round": frozenset(
        {"do", "clause", "settled_by", "refund", "forfeits", "undone", "lost_back", "late", "stands", "cards", "draws"}
    ),
    "pass-control": frozenset({"do", "box", "player", "clause", "cards", "draws"}),
}


class RecordRefused(CutcardError):
    """A record that breaks a rule: the reason, the clause where there is one, and the place.

    `code` is that of the engine's refusal, where it is the engine that refuses something in the record.
    """

    def __init__(
        self, message: str, clause: str | None = None, at: int | str | None = None, code: str | None = None
    ) -> None:
        super().__init__(message, clause)
        self.at = at
        self.code = code

    def as_error(self) -> dict[str, Any]:
        """The `error` object of the public format."""
        error: dict[str, Any] = {"message": self.message}
        if self.clause is not None:
            error["clause"] = self.clause
        if self.code is not None:
            error["code"] = self.code
        if self.at is not None:
            error["at"] = self.at
        return {"error": error}


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One line of `actions`, checked for form but not yet against the rules."""

    do: str
    box: int | None = None
    hand: int | None = None
    player: str | None = None
    amount: Cents | None = None
    late: bool = False
    void: VoidWagers | VoidRound | PassControl | None = None
    cards: int | None = None  # how many cards were dealt before a declaration; None: it comes where an act is due
    pressed: int | None = None  # and how often the prize button was pressed
    selected: int | None = None  # and how many boxes a jackpot system had picked; None: all


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A record as the engine's own words."""

    setup: Setup
    wagers: tuple[PlaceWager, ...]
    cards: tuple[Card, ...]
    actions: tuple[Action, ...]
    presses: tuple[Press, ...]
    selections: tuple[Select, ...]


def parse(record: object) -> Round:
    """Check a record's form and say it in the engine's words; raises `RecordRefused`."""
    head = _mapping(record, "a record")
    _known(head, RECORD_KEYS, "the record")
    rules = _rules(head)
    decks = _decks(head, rules)
    side_bets = _side_bets(head, rules, decks)
    presses, selections = _draws(head)
    setup = Setup(
        rules,
        decks,
        side_bets,
        _limits(head, rules),
        _chip(head),
        _seats(head),
        _meters(head, rules, "meters"),
        frozenset(_list(head, "warned")),
        _meters(head, rules, "seeds"),
    )
    return Round(
        setup=setup,
        wagers=_wagers(head),
        cards=_cards(head, setup),
        actions=_actions(head, rules.book),
        presses=presses,
        selections=selections,
    )


def _mapping(value: object, what: str) -> Mapping[str, Any]:
    if not isinstance(value, dict):
        raise RecordRefused(f"{what} must be a JSON object, not {_kind(value)}")
    return value


def _kind(value: object) -> str:
    kinds: dict[type, str] = {list: "a list", str: "a string", bool: "true or false", dict: "an object"}
    return "null" if value is None else kinds.get(type(value), "a number")


def _known(
    given: Mapping[str, Any], allowed: frozenset[str] | set[str], where: str, at: str | int | None = None
) -> None:
    unknown = sorted(set(given) - allowed)
    if unknown:
        raise RecordRefused(f"{where} has an unknown key {unknown[0]!r}", at=at)


def _rules(head: Mapping[str, Any]) -> Rules:
    book, game = head.get("rulebook"), head.get("game")
    if not isinstance(book, str) or book not in BOOKS:
        raise RecordRefused(f"unknown rulebook {book!r}: it is one of {', '.join(BOOKS)}", at="rulebook")
    loaded = rulebooks.load(book)
    if not isinstance(game, str) or game not in loaded.games:
        raise RecordRefused(f"{book} has no game {game!r}: it has {', '.join(loaded.games)}", at="game")
    options = _mapping(head.get("options", {}), "options")
    try:
        return rulebooks.rules(book, game, options)
    except OptionError as error:
        raise RecordRefused(str(error), error.clause, "options") from None


def _decks(head: Mapping[str, Any], rules: Rules) -> int:
    decks = head.get("decks")
    if isinstance(decks, bool) or not isinstance(decks, int):
        raise RecordRefused(f"decks must be a whole number, not {_kind(decks)}", at="decks")
    if decks not in rules.cards.decks:
        allowed = ", ".join(map(str, rules.cards.decks))
        raise RecordRefused(
            f"{rules.title} is played with {allowed} decks, not {decks}", rules.clauses["cards.decks"], "decks"
        )
    return decks


def _side_bets(head: Mapping[str, Any], rules: Rules, decks: int) -> dict[str, PayTable]:
    given = _mapping(head.get("side_bets", {}), "side_bets")
    for bet in given:
        _known_bet(rules, bet, f"side_bets.{bet}")
    tables = {}
    at = "side_bets"
    try:
        for bet, choice in given.items():
            if choice is not False:
                at = f"side_bets.{bet}"
                tables[bet] = offers.pay_table(rules, decks, bet, choice or None)  # "" is no name in a record
        at = "side_bets"
        offers.check_together(rules, tables)
    except CutcardError as error:
        raise RecordRefused(error.message, error.clause, at) from None
    return tables


def _known_bet(rules: Rules, bet: str, at: str) -> None:
    if bet not in rules.side_bets:
        raise RecordRefused(f"{rules.book} has no side bet {bet!r}", at=at)


def _money(value: object, at: str | int) -> Cents:
    try:
        return cents(value)
    except MoneyError as error:
        raise RecordRefused(str(error), at=at) from None


def _positive(value: object, at: str | int) -> Cents:
    amount = _money(value, at)
    if amount <= 0:
        raise RecordRefused(f"an amount must be more than nothing, not {priced(amount)}", at=at)
    return amount


def _limits(head: Mapping[str, Any], rules: Rules) -> TableLimits:
    given = _mapping(head.get("limits", {}), "limits")
    _known(given, {"minimum", "maximum", "unit", "personal", "side_bets"}, "limits", "limits")
    low, high = _range(given, "limits", {"unit", "personal", "side_bets"})
    for bet in _mapping(given.get("side_bets", {}), "limits.side_bets"):
        _known_bet(rules, bet, "limits.side_bets")
    return TableLimits(
        low,
        high,
        _positive(given["unit"], "limits") if "unit" in given else 0,
        _ranges(given, "personal"),
        _ranges(given, "side_bets", {"places"}),
        _places(given),
    )


def _range(given: Mapping[str, Any], at: str, others: set[str] | None = None) -> PersonalLimit:
    _known(given, {"minimum", "maximum"} | (others or set()), at, at)
    low = _positive(given["minimum"], at) if "minimum" in given else 0
    high = _positive(given["maximum"], at) if "maximum" in given else None
    if high is not None and low > high:
        raise RecordRefused(f"the minimum {priced(low)} is above the maximum {priced(high)}", at=at)
    return PersonalLimit(low, high)


def _ranges(given: Mapping[str, Any], key: str, others: set[str] | None = None) -> dict[str, PersonalLimit]:
    at = f"limits.{key}"
    return {name: _range(_mapping(one, at), at, others) for name, one in _mapping(given.get(key, {}), at).items()}


def _places(given: Mapping[str, Any]) -> dict[str, int]:
    """How many of a side bet the table takes on one box, where that is fewer than the rules allow."""
    at = "limits.side_bets"
    places = {bet: _whole(one, "places", at) for bet, one in given.get("side_bets", {}).items() if "places" in one}
    if any(number < 1 for number in places.values()):
        raise RecordRefused("a side bet has at least one place on a box, or is not offered", at=at)
    return places


def _chip(head: Mapping[str, Any]) -> Cents:
    return _positive(head["chip"], "chip") if "chip" in head else 1


def _meters(head: Mapping[str, Any], rules: Rules, key: str) -> dict[str, Cents]:
    given = _mapping(head.get(key, {}), key)
    tables = (table for side in rules.side_bets.values() for table in side.tables)
    known = {row.meter for table in tables for row in table.rows if row.meter}
    for meter in given:
        if meter not in known:
            raise RecordRefused(f"{rules.book} has no meter {meter!r}", at=key)
    return {meter: _positive(value, f"{key}.{meter}") for meter, value in given.items()}


def _seats(head: Mapping[str, Any]) -> dict[int, str | None]:
    seats: dict[int, str | None] = {}
    for box, player in _mapping(head.get("seats", {}), "seats").items():
        if not box.isascii() or not box.isdigit() or len(box) > 3:
            raise RecordRefused(f"seats names a box {box!r} that is no number", at="seats")
        if player is not None and not isinstance(player, str):
            raise RecordRefused(f"seats must give box {box} a player's name or null", at="seats")
        seats[int(box)] = player
    return seats


def _list(head: Mapping[str, Any], key: str) -> list[Any]:
    value = head.get(key, [])
    if not isinstance(value, list):
        raise RecordRefused(f"{key} must be a list, not {_kind(value)}", at=key)
    if key == "warned" and not all(isinstance(name, str) for name in value):
        raise RecordRefused("warned must be a list of players' names", at=key)
    return value


def _wagers(head: Mapping[str, Any]) -> tuple[PlaceWager, ...]:
    wagers = []
    for i, given in enumerate(_list(head, "wagers")):
        at = f"wagers[{i}]"
        line = _mapping(given, at)
        _known(line, {"box", "player", "bet", "amount", "carried"}, at, at)
        bet = line.get("bet")
        if not isinstance(bet, str):
            raise RecordRefused("a wager must name its bet: main, or a side bet's id", at=at)
        carried = _positive(line["carried"], at) if "carried" in line else 0
        amount = _money(line.get("amount"), at)
        wagers.append(PlaceWager(_whole(line, "box", at), _player(line, at), bet, amount, carried))
    return tuple(wagers)


def _whole(line: Mapping[str, Any], key: str, at: str | int) -> int:
    value = line.get(key)
    if isinstance(value, bool) or not isinstance(value, int):
        raise RecordRefused(f"{key} must be a whole number, not {_kind(value)}", at=at)
    return value


def _flag(line: Mapping[str, Any], key: str, at: str | int, unsaid: bool = False) -> bool:
    value = line.get(key, unsaid)
    if not isinstance(value, bool):
        raise RecordRefused(f"{key} must be true or false, not {_kind(value)}", at=at)
    return value


def _player(line: Mapping[str, Any], at: str | int) -> str:
    player = line.get("player")
    if not isinstance(player, str) or not player:
        raise RecordRefused("a player's name must be a string that is not empty", at=at)
    return player


def _cards(head: Mapping[str, Any], setup: Setup) -> tuple[Card, ...]:
    text = head.get("cards", "")
    if not isinstance(text, str):
        raise RecordRefused(f'cards must be a string such as "Ts 6d", not {_kind(text)}', at="cards")
    try:
        dealt = cards(text)
    except CardError as error:
        raise RecordRefused(str(error), at="cards") from None
    rules = setup.rules
    extra = too_many(dealt, setup.decks, rules.cards.removed_ranks)
    if extra is not None and extra.rank in rules.cards.removed_ranks:
        message = f"{rules.title} is played without the card {extra}"
        raise RecordRefused(message, rules.clauses["cards.removed_ranks"], "cards")
    if extra is not None:
        message = f"{setup.decks} decks do not hold the card {extra} so often"
        raise RecordRefused(message, rules.clauses["cards.decks"], "cards")
    return dealt


def _actions(head: Mapping[str, Any], book: str) -> tuple[Action, ...]:
    actions = []
    for i, given in enumerate(_list(head, "actions")):
        line = _mapping(given, f"actions[{i}]")
        do = line.get("do")
        if isinstance(do, str) and do in VOIDS:
            actions.append(_declared(head, book, line, i))
            continue
        _known(line, {"do", "box", "hand", "player", "amount", "late"}, f"actions[{i}]", i)
        if do not in ACTIONS:
            raise RecordRefused(f"{do!r} is no action: it is one of {', '.join((*ACTIONS, *VOIDS))}", at=i)
        action = Action(
            do=do,
            box=_whole(line, "box", i) if "box" in line else None,
            hand=_whole(line, "hand", i) if "hand" in line else None,
            player=_player(line, i) if "player" in line else None,
            amount=_positive(line["amount"], i) if "amount" in line else None,
            late=_flag(line, "late", i),
        )
        if action.amount is not None and do not in ("double", "insure", "join"):
            raise RecordRefused(f"{do} takes no amount", at=i)
        actions.append(action)
    return tuple(actions)


def _declared(head: Mapping[str, Any], book: str, line: Mapping[str, Any], i: int) -> Action:
    """Wagers or a round declared void, which may come at any moment: after so many cards and draws."""
    do: str = line["do"]
    _known(line, VOIDS[do], f"actions[{i}]", i)
    said: VoidWagers | VoidRound | PassControl
    if do == "void-wagers":
        said = VoidWagers(_player(line, i), _clause(line, "clause", book, i))
    elif do == "pass-control":
        said = PassControl(_whole(line, "box", i), _player(line, i), _clause(line, "clause", book, i))
    else:
        settled_by = _clause(line, "settled_by", book, i) if "settled_by" in line else ""
        refund = _flag(line, "refund", i, unsaid=True)
        names = {key: tuple(_player({"player": one}, i) for one in _list(line, key)) for key in ("forfeits", "undone")}
        flags = {key: _flag(line, key, i) for key in ("lost_back", "late")}
        stands = tuple(_whole({"stands": one}, "stands", i) for one in _list(line, "stands"))
        said = VoidRound(_clause(line, "clause", book, i), settled_by, refund, **names, **flags, stands=stands)
    dealt = _whole(line, "cards", i) if "cards" in line else None
    if "draws" not in line:
        return Action(do=do, void=said, cards=dealt)
    drawn = _list(head, "draws")[: _whole(line, "draws", i)]
    pressed = sum(isinstance(one, str) or (isinstance(one, dict) and "prize" in one) for one in drawn)
    return Action(do=do, void=said, cards=dealt, pressed=pressed, selected=len(drawn) - pressed)


def _clause(line: Mapping[str, Any], key: str, book: str, i: int) -> str:
    clause = line.get(key)
    if not isinstance(clause, str) or clause not in ledger(book):
        raise RecordRefused(f"{book} has no clause {clause!r}", at=i)
    return clause


def _draws(head: Mapping[str, Any]) -> tuple[tuple[Press, ...], tuple[Select, ...]]:
    presses: list[Press] = []
    selections: list[Select] = []
    for i, given in enumerate(_list(head, "draws")):
        at = f"draws[{i}]"
        if isinstance(given, str):
            presses.append(Press(_positive(given, at)))
            continue
        line = _mapping(given, at)
        if "prize" in line:
            _known(line, {"prize", "by", "void", "malfunction"}, at, at)
            presses.append(
                Press(
                    _positive(line["prize"], at),
                    _player({"player": line["by"]}, at) if "by" in line else None,
                    _flag(line, "void", at),
                    _flag(line, "malfunction", at),
                )
            )
        else:
            selections.append(_selection(line, at))
    return tuple(presses), tuple(selections)


def _selection(line: Mapping[str, Any], at: str) -> Select:
    _known(line, {"lucky-player", "mystery"}, at, at)
    if len(line) != 1:
        raise RecordRefused("a draw is a prize, or the box that lucky-player or mystery picked", at=at)
    device = next(iter(line))
    return Select(device, _whole(line, device, at))
