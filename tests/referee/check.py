"""Reading a record: what it says, or why it is refused before a card is dealt."""

from __future__ import annotations

from collections import Counter
from typing import Any

from .cards import VALUE
from .games import GAMES, HOUSE_GAMES, OPTIONS, Game
from .money import Refused, cents, positive
from .paytables import ALL_BETS, on_offer

KEYS = {
    "rulebook", "game", "decks", "options", "side_bets", "limits", "chip", "meters", "seeds", "others", "draws",
    "seats", "wagers", "cards", "actions",
}  # fmt: skip
METERS = {
    "sydney": frozenset({"blazing-7s"}),
    "canberra": frozenset[str](),
    "melbourne": frozenset({"blackjack-jackpots", "supernova-major", "supernova-minor", "supernova-mystery"}),
}
SELECTIONS = {"lucky-player": "blackjack-jackpots", "mystery": "supernova"}
ONE_A_BOX = {"blazing-7s", "blackjack-jackpots", "supernova"}
OWN_MAIN = ONE_A_BOX | {"pontoon-pandemonium", "magnificent-sevens", "crown-suits"}
NEVER_ADDED = ONE_A_BOX | {"crown-suits"}


class SideBet:
    def __init__(self, box: int, player: str, bet: str, staked: int, carried: bool) -> None:
        self.box, self.player, self.bet, self.staked, self.carried = box, player, bet, staked, carried
        self.returned: int | None = None
        self.outcome = ""
        self.prize = 0  # cents drawn for each dollar, Pandemonium only


class Setup:
    """A record that may be dealt."""

    game: Game
    decks: int
    options: dict[str, Any]
    side_bets: dict[str, Any]
    maximum: int | None
    chip: int | None
    meters: dict[str, int]
    seeds: dict[str, int]
    others: dict[str, int]  # winners at other tables at the identical moment
    prizes: list[int]
    selections: list[tuple[str, int]]
    seats: dict[int, str | None]
    mains: dict[int, dict[str, int]]  # box to player to amount, players in the order placed
    sides: list[SideBet]
    players: list[str]
    placed: list[dict[str, Any]]  # every wager as the record has it
    cards: list[str]
    actions: list[dict[str, Any]]


def read(record: dict[str, Any]) -> Setup:
    if not isinstance(record, dict):
        raise Refused("a record is an object")
    strange = record.keys() - KEYS
    if strange:
        raise Refused(f"unknown key {min(strange)}")
    setup = Setup()
    game = (GAMES | HOUSE_GAMES).get((str(record.get("rulebook")), str(record.get("game"))))
    if game is None:
        raise Refused("no such rulebook or game")
    setup.game, setup.decks = game, record.get("decks")  # type: ignore[assignment]
    if type(setup.decks) is not int or setup.decks not in game.decks:
        raise Refused("number of decks")
    setup.options = _options(game, record.get("options", {}))
    setup.side_bets = _side_bets(setup, record.get("side_bets", {}))
    setup.maximum = _limits(record.get("limits", {}))
    setup.chip = positive(record["chip"], "chip") if "chip" in record else None
    setup.meters = _meters(game, record.get("meters", {}))
    setup.seeds = _meters(game, record.get("seeds", {}))
    setup.others = dict(_object(record.get("others", {}), "others"))
    setup.prizes, setup.selections = _draws(record.get("draws", []))
    setup.seats = _seats(record.get("seats", {}))
    _wagers(setup, record.get("wagers"))
    _placement(setup)
    setup.cards = _cards(setup, record.get("cards"))
    setup.actions = record.get("actions", [])
    if not isinstance(setup.actions, list):
        raise Refused("actions are a list")
    return setup


def _options(game: Game, given: Any) -> dict[str, Any]:
    known = OPTIONS[game.city]
    options = {name: default for name, (default, _) in known.items()}
    if options["dealer-blackjack-takes"] is None:
        options["dealer-blackjack-takes"] = game.takes
    for name, value in _object(given, "options").items():
        allowed = known.get(name, (None, ()))[1]
        if not any(_same(value, one) for one in allowed):
            raise Refused(f"option {name}")
        if name.startswith(("blazing", "losing")) and game.rulebook != "sydney-v15":
            raise Refused(f"option {name} belongs to another book")
        options[name] = value
    if options.get("forced-draw") and (game.pontoon or game.name == "premium-doubling-blackjack"):
        raise Refused("no forced draw in this game (7.5.2)")
    return options


def _side_bets(setup: Setup, given: Any) -> dict[str, Any]:
    offer = on_offer(setup.game, setup.decks, bool(setup.options.get("doubtful-side-bets")))
    for bet, table in _object(given, "side_bets").items():
        if bet not in offer or not any(_same(table, one) for one in offer[bet]):
            raise Refused(f"side bet {bet} with table {table} is not for this game and these decks")
    if "supernova" in given and "blackjack-jackpots" in given:
        raise Refused("one group of meters a table (21.5.1(c), 24.5.1(c))")
    return dict(given)


def _limits(given: Any) -> int | None:
    limits = _object(given, "limits")
    if limits.keys() - {"minimum", "maximum"}:
        raise Refused("unknown limit")
    values = {name: positive(text, name) for name, text in limits.items()}
    if "maximum" in values and values.get("minimum", 0) > values["maximum"]:
        raise Refused("minimum above maximum")
    return values.get("maximum")


def _meters(game: Game, given: Any) -> dict[str, int]:
    meters = _object(given, "meters")
    if meters.keys() - METERS[game.city]:
        raise Refused("unknown meter")
    return {name: cents(text, name) for name, text in meters.items()}


def _draws(given: Any) -> tuple[list[int], list[tuple[str, int]]]:
    if not isinstance(given, list):
        raise Refused("draws are a list")
    prizes, selections = [], []
    for draw in given:
        if isinstance(draw, str):
            prizes.append(cents(draw, "draw"))
            continue
        if not isinstance(draw, dict) or len(draw) != 1 or not draw.keys() <= SELECTIONS.keys():
            raise Refused("unknown draw")
        ((kind, box),) = draw.items()
        selections.append((SELECTIONS[kind], _box(box)))
    return prizes, selections


def _seats(given: Any) -> dict[int, str | None]:
    seats: dict[int, str | None] = {}
    for key, player in _object(given, "seats").items():
        if not (isinstance(key, str) and key.isdecimal()) or not (player is None or isinstance(player, str)):
            raise Refused("a seat maps a box to a player or to null")
        seats[_box(int(key))] = player
    return seats


def _wagers(setup: Setup, given: Any) -> None:
    if not isinstance(given, list):
        raise Refused("wagers are a list")
    mains: dict[int, dict[str, int]] = {}
    sides: dict[tuple[int, str, str], SideBet] = {}
    players: dict[str, None] = {}
    for wager in given:
        box, player, bet, amount, carried = _wager(wager)
        players[player] = None
        if bet == "main":
            on_box = mains.setdefault(box, {})
            on_box[player] = on_box.get(player, 0) + amount
        elif bet not in setup.side_bets:
            raise Refused(f"side bet {bet} is not on offer")
        elif (box, player, bet) not in sides:
            sides[box, player, bet] = SideBet(box, player, bet, amount, carried)
        elif bet in NEVER_ADDED or carried or sides[box, player, bet].carried:
            raise Refused(f"a second {bet} by one player on one box")
        else:
            sides[box, player, bet].staked += amount
    setup.mains = dict(sorted(mains.items()))
    setup.sides, setup.players, setup.placed = list(sides.values()), list(players), given


def _wager(wager: Any) -> tuple[int, str, str, int, bool]:
    wager = _object(wager, "a wager")
    if wager.keys() - {"box", "player", "bet", "amount", "carried"}:
        raise Refused("unknown key in a wager")
    box, player, bet = _box(wager.get("box")), wager.get("player"), wager.get("bet")
    if not isinstance(player, str) or not player:
        raise Refused("a wager has a player")
    if not isinstance(bet, str) or (bet != "main" and bet not in ALL_BETS):
        raise Refused(f"no bet is called {bet}")
    amount = positive(wager.get("amount"), "wager")
    carried = "carried" in wager
    if carried and (bet != "blackpot" or amount > positive(wager["carried"], "carried")):
        raise Refused("only Blackpot carries over, and it does not grow (23.3.5(c))")
    return box, player, bet, amount, carried


def _placement(setup: Setup) -> None:
    """Who may bet on what; the control that jackpots need is tested where control is known."""
    game, mains = setup.game, setup.mains
    if not mains:
        raise Refused("nobody has wagered")
    if any(len(on_box) > game.players for on_box in mains.values()):
        raise Refused("too many players on a box")
    kinds: Counter[tuple[int, str]] = Counter()
    for side in setup.sides:
        kinds[side.box, side.bet] += 1
        on_box = mains.get(side.box, {})
        own = side.player in on_box
        if game.city == "canberra":
            if not own:
                side.returned, side.outcome = side.staked, "void"  # 17.5, 18.10
        elif side.carried and not on_box:
            side.returned, side.outcome = side.staked, "void"  # 23.5.1(a)
        elif side.bet != "buster-blackjack" and not on_box:
            raise Refused(f"{side.bet} on a box with no main wager")
        elif side.bet in OWN_MAIN and not own:
            raise Refused(f"{side.bet} needs an own main wager on the box")
        if side.bet == "blazing-7s" and side.staked not in (250, 500):
            raise Refused("Blazing 7's takes 2.50 or 5 (14.24)")
    most = {"sydney": 3, "canberra": len(setup.players), "melbourne": 5}[game.city]
    for (_, bet), number in kinds.items():
        if number > most and bet != "buster-blackjack":  # V15 14.9; 15.3.3 and the like; 26.3.2(b)
            raise Refused(f"too many {bet} wagers on a box")


def _cards(setup: Setup, given: Any) -> list[str]:
    if not isinstance(given, str):
        raise Refused("cards are a string")
    cards = given.split()
    for card, number in Counter(cards).items():
        if card not in VALUE or number > setup.decks or (card[0] == "T" and not setup.game.tens):
            raise Refused(f"card {card}")
    return cards


def _same(given: Any, wanted: object) -> bool:
    return type(given) is type(wanted) and given == wanted


def _object(given: Any, what: str) -> dict[str, Any]:
    if not isinstance(given, dict):
        raise Refused(f"{what}: an object is wanted")
    return given


def _box(number: Any) -> int:
    if type(number) is not int or not 1 <= number <= 9:
        raise Refused("a box is a number from 1 to 9")
    return number
