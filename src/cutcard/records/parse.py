"""Reading a round record: every key checked, each fault reported in one sentence with its place and clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from cutcard import rulebooks
from cutcard.cards import Card, CardError, cards, too_many
from cutcard.engine import PersonalLimit, PlaceWager, Press, Select, Setup, TableLimits
from cutcard.errors import CutcardError, listed
from cutcard.money import Cents, priced
from cutcard.records.actions import Action, read_actions
from cutcard.records.fields import (
    RecordRefused,
    flag,
    kind,
    known,
    list_at,
    mapping,
    money,
    not_negative,
    player_at,
    positive,
    whole_number,
)
from cutcard.records.found import Found, read_found
from cutcard.records.misdealt import Misdealt, read_misdealt
from cutcard.rulebooks import BOOKS, OptionError, offers
from cutcard.rulebooks.known_values import unknown_value
from cutcard.rulebooks.schema import PayTable, Row, Rules

RESULT_KEYS = frozenset({"dealer", "hands", "settlement", "net", "unused", "carried", "warnings", "ruling", "findings"})
# Where and when it was played, and what in it was entered wrongly at first: read over, as results are.
ORIGIN_KEYS = frozenset({"table", "round", "at", "corrected", "undisclosed"})
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
        "others",
        "linked",
        "draws",
        "seats",
        "warned",
        "first_box",
        "wagers",
        "cards",
        "hole_card",
        "returned",
        "actions",
        "misdealt",
        "invalid",
        "loss_limits",
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class Round:
    """A record as the engine's own words."""

    setup: Setup
    wagers: tuple[PlaceWager, ...]
    cards: tuple[Card, ...]
    hole_unseen: bool  # a hole card was never turned, and is not among the cards
    actions: tuple[Action, ...]
    presses: tuple[Press, ...]
    selections: tuple[Select, ...]
    returned: tuple[Card, ...] = ()  # burned in the round, and back in the device or shoe before its end
    misdealt: Misdealt | None = None
    found: Found = Found()


def parse(record: object) -> Round:
    """Check a record's form and say it in the engine's words; raises `RecordRefused`."""
    head = mapping(record, "a record")
    known(head, RECORD_KEYS, "the record")
    rules = _rules(head)
    decks = _decks(head, rules)
    side_bets = _side_bets(head, rules, decks)
    presses, selections = _draws(head)
    setup = Setup(
        rules=rules,
        decks=decks,
        side_bets=side_bets,
        limits=_limits(head, rules),
        chip=_chip(head),
        seats=_seats(head, rules),
        meters=_meters(head, rules, "meters"),
        warned=frozenset(list_at(head, "warned")),
        seeds=_meters(head, rules, "seeds"),
        linked=_linked(head, rules),
        others=_others(head, rules),
        first_box=_first_box(head, rules),
    )
    returned = _read_cards(head, "returned")
    misdealt = read_misdealt(head, rules.book)
    if misdealt is not None and max(misdealt.laid) >= len(_read_cards(head, "cards")):
        raise RecordRefused("misdealt has a card that is not among the cards", at="misdealt")
    return Round(
        setup=setup,
        wagers=_wagers(head),
        cards=_cards(head, setup, returned),
        hole_unseen=_hole_unseen(head, rules),
        returned=returned,
        actions=read_actions(head, rules.book),
        presses=presses,
        selections=selections,
        misdealt=misdealt,
        found=read_found(head, rules),
    )


def _first_box(head: Mapping[str, Any], rules: Rules) -> int:
    """The box at which a tournament's round begins; 0 where it begins at the dealer's left."""
    if "first_box" not in head:
        return 0
    box = whole_number(head, "first_box", "first_box")
    if not 1 <= box <= rules.cards.boxes_max:
        raise RecordRefused(f"first_box must be a box of the table, from 1 to {rules.cards.boxes_max}", at="first_box")
    return box


def _rules(head: Mapping[str, Any]) -> Rules:
    book, game = head.get("rulebook"), head.get("game")
    if not isinstance(book, str) or not rulebooks.is_known(book):
        raise RecordRefused(f"unknown rulebook {book!r}: it is one of {', '.join(BOOKS)}", at="rulebook")
    loaded = rulebooks.load(book)
    if not isinstance(game, str) or game not in loaded.games:
        raise RecordRefused(f"{book} has no game {game!r}: it has {', '.join(loaded.games)}", at="game")
    options = mapping(head.get("options", {}), "options")
    try:
        found = rulebooks.rules(book, game, options)
    except OptionError as error:
        raise RecordRefused(str(error), error.clause, "options") from None
    if (unknown := unknown_value("engine", found)) is not None:
        raise RecordRefused(unknown.message, unknown.clause, "game")
    return found


def _decks(head: Mapping[str, Any], rules: Rules) -> int:
    decks = head.get("decks")
    if isinstance(decks, bool) or not isinstance(decks, int):
        raise RecordRefused(f"decks must be a whole number, not {kind(decks)}", at="decks")
    if decks not in rules.cards.decks:
        allowed = listed(rules.cards.decks, "or")
        raise RecordRefused(
            f"{rules.title} is played with {allowed} decks, not {decks}", rules.clauses["cards.decks"], "decks"
        )
    return decks


def _side_bets(head: Mapping[str, Any], rules: Rules, decks: int) -> dict[str, PayTable]:
    given = mapping(head.get("side_bets", {}), "side_bets")
    for bet in given:
        _known_bet(rules, bet, f"side_bets.{bet}")
    tables = {}
    at = "side_bets"
    try:
        for bet, choice in given.items():
            if choice is not False:
                at = f"side_bets.{bet}"
                tables[bet] = offers.pay_table(rules, decks, bet, choice or None)  # "" is not a name in a record
        at = "side_bets"
        offers.check_together(rules, tables)
    except CutcardError as error:
        raise RecordRefused(error.message, error.clause, at) from None
    return tables


def _known_bet(rules: Rules, bet: str, at: str) -> None:
    if bet not in rules.side_bets:
        raise RecordRefused(f"{rules.book} has no side bet {bet!r}", at=at)


_MORE_LIMITS = {"unit", "personal", "side_bets", "each_player", "all_boxes"}


def _limits(head: Mapping[str, Any], rules: Rules) -> TableLimits:
    given = mapping(head.get("limits", {}), "limits")
    known(given, {"minimum", "maximum"} | _MORE_LIMITS, "limits", "limits")
    low, high = _range(given, "limits", _MORE_LIMITS)
    for bet in mapping(given.get("side_bets", {}), "limits.side_bets"):
        _known_bet(rules, bet, "limits.side_bets")
    return TableLimits(
        low,
        high,
        positive(given["unit"], "limits") if "unit" in given else 0,
        _ranges(given, "personal"),
        _ranges(given, "side_bets", {"places"}),
        _places(given),
        positive(given["each_player"], "limits") if "each_player" in given else None,
        {name: positive(most, "limits.all_boxes") for name, most in _of_players(given).items()},
    )


def _of_players(given: Mapping[str, Any]) -> Mapping[str, Any]:
    """The most that players may have on all boxes together."""
    return mapping(given.get("all_boxes", {}), "limits.all_boxes")


def _range(given: Mapping[str, Any], at: str, others: set[str] | None = None) -> PersonalLimit:
    known(given, {"minimum", "maximum"} | (others or set()), at, at)
    low = positive(given["minimum"], at) if "minimum" in given else 0
    high = positive(given["maximum"], at) if "maximum" in given else None
    if high is not None and low > high:
        raise RecordRefused(f"the minimum {priced(low)} is above the maximum {priced(high)}", at=at)
    return PersonalLimit(low, high)


def _ranges(given: Mapping[str, Any], key: str, others: set[str] | None = None) -> dict[str, PersonalLimit]:
    at = f"limits.{key}"
    return {name: _range(mapping(one, at), at, others) for name, one in mapping(given.get(key, {}), at).items()}


def _places(given: Mapping[str, Any]) -> dict[str, int]:
    """How many of a side bet the table takes on one box, where that is fewer than the rules allow."""
    at = "limits.side_bets"
    places = {
        bet: whole_number(one, "places", at) for bet, one in given.get("side_bets", {}).items() if "places" in one
    }
    if any(number < 1 for number in places.values()):
        raise RecordRefused("a side bet has at least one place on a box, or is not offered", at=at)
    return places


def _chip(head: Mapping[str, Any]) -> Cents:
    return positive(head["chip"], "chip") if "chip" in head else 1


def _meters(head: Mapping[str, Any], rules: Rules, key: str) -> dict[str, Cents]:
    given = mapping(head.get(key, {}), key)
    for meter in given:
        _known_meter(rules, meter, key)
    return {meter: not_negative(value, f"{key}.{meter}") for meter, value in given.items()}


def _known_meter(rules: Rules, meter: object, at: str) -> None:
    if meter not in {row.meter for row in _meter_rows(rules)}:
        raise RecordRefused(f"{rules.book} has no meter {meter!r}", at=at)


def _meter_rows(rules: Rules) -> list[Row]:
    tables = (table for side in rules.side_bets.values() for table in side.tables)
    return [row for table in tables for row in table.rows if row.meter]


def _linked(head: Mapping[str, Any], rules: Rules) -> frozenset[str]:
    """Meters of a jackpot link that are read when a part of them is won, and have no value before."""
    given = list_at(head, "linked")
    for meter in given:
        _known_meter(rules, meter, "linked")
        if meter in mapping(head.get("meters", {}), "meters"):
            raise RecordRefused(f"the meter {meter} is linked, and is read when a part of it is won", at="linked")
    return frozenset(given)


def _others(head: Mapping[str, Any], rules: Rules) -> dict[str, int]:
    """How many winners of an outcome other tables of the link had at the identical moment."""
    given = mapping(head.get("others", {}), "others")
    outcomes = {row.outcome for row in _meter_rows(rules)}
    for outcome in given:
        if outcome not in outcomes:
            raise RecordRefused(f"{rules.book} has no outcome {outcome!r} that pays from a meter", at="others")
    numbers = {outcome: whole_number(given, outcome, "others") for outcome in given}
    if any(number < 1 for number in numbers.values()):
        raise RecordRefused("others counts winners at other tables, of whom there is at least one", at="others")
    return numbers


def _seats(head: Mapping[str, Any], rules: Rules) -> dict[int, str | None]:
    seats: dict[int, str | None] = {}
    for box, player in mapping(head.get("seats", {}), "seats").items():
        if not box.isascii() or not box.isdigit() or len(box) > 3:
            raise RecordRefused(f"seats names a box {box!r} that is not a number", at="seats")
        if not 1 <= int(box) <= rules.cards.boxes_max:
            message = f"seats names box {int(box)}: the boxes of a table are 1 to {rules.cards.boxes_max}"
            raise RecordRefused(message, rules.clauses["cards.boxes_max"], "seats")
        if player is not None and not isinstance(player, str):
            raise RecordRefused(f"seats must give box {box} a player's name or null", at="seats")
        seats[int(box)] = player
    return seats


def _wagers(head: Mapping[str, Any]) -> tuple[PlaceWager, ...]:
    wagers = []
    for i, given in enumerate(list_at(head, "wagers")):
        at = f"wagers[{i}]"
        line = mapping(given, at)
        known(line, {"box", "player", "bet", "amount", "carried"}, at, at)
        bet = line.get("bet")
        if not isinstance(bet, str):
            raise RecordRefused("a wager must name its bet: main, or a side bet's id", at=at)
        carried = positive(line["carried"], at) if "carried" in line else 0
        amount = money(line.get("amount"), at)
        wagers.append(PlaceWager(whole_number(line, "box", at), player_at(line, at), bet, amount, carried))
    return tuple(wagers)


def _read_cards(head: Mapping[str, Any], key: str) -> tuple[Card, ...]:
    text = head.get(key, "")
    if not isinstance(text, str):
        raise RecordRefused(f'{key} must be a string such as "Ts 6d", not {kind(text)}', at=key)
    try:
        return cards(text)
    except CardError as error:
        raise RecordRefused(str(error), at=key) from None


def _cards(head: Mapping[str, Any], setup: Setup, returned: tuple[Card, ...]) -> tuple[Card, ...]:
    """The cards in the order in which they left the shoe; those that went back into it may come once more."""
    dealt, rules = _read_cards(head, "cards"), setup.rules
    extra = too_many((Counter(dealt) - Counter(returned)).elements(), setup.decks, rules.cards.removed_ranks)
    if extra is not None and extra.rank in rules.cards.removed_ranks:
        message = f"{rules.title} is played without the card {extra}"
        raise RecordRefused(message, rules.clauses["cards.removed_ranks"], "cards")
    if extra is not None:
        message = f"{setup.decks} decks do not hold the card {extra} that often"
        raise RecordRefused(message, rules.clauses["cards.decks"], "cards")
    return dealt


def _hole_unseen(head: Mapping[str, Any], rules: Rules) -> bool:
    """Whether a hole card was dealt that nobody has seen: the round was declared void before it was turned."""
    if "hole_card" not in head:
        return False
    if head["hole_card"] != "unseen":
        raise RecordRefused('hole_card may only be "unseen": one that was turned stands in cards', at="hole_card")
    if rules.dealer.hole_card == "none":
        raise RecordRefused(f"{rules.title} has no hole card", rules.clauses.get("dealer.hole_card"), "hole_card")
    return True


def _draws(head: Mapping[str, Any]) -> tuple[tuple[Press, ...], tuple[Select, ...]]:
    presses: list[Press] = []
    selections: list[Select] = []
    for i, given in enumerate(list_at(head, "draws")):
        at = f"draws[{i}]"
        if isinstance(given, str):
            presses.append(Press(positive(given, at)))
            continue
        line = mapping(given, at)
        if "prize" in line:
            known(line, {"prize", "by", "void", "malfunction"}, at, at)
            presses.append(
                Press(
                    positive(line["prize"], at),
                    player_at({"player": line["by"]}, at) if "by" in line else None,
                    flag(line, "void", at),
                    flag(line, "malfunction", at),
                )
            )
        else:
            selections.append(_selection(line, at))
    return tuple(presses), tuple(selections)


def _selection(line: Mapping[str, Any], at: str) -> Select:
    known(line, {"lucky-player", "mystery"}, at, at)
    if len(line) != 1:
        raise RecordRefused("a draw is a prize, or the box that lucky-player or mystery picked", at=at)
    device = next(iter(line))
    return Select(device, whole_number(line, device, at))
