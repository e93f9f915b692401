"""Random round records: complete, legal, and rich in what seldom happens.

    record = random_record(random.Random(1), rulebook="melbourne-v26", game="crown-pontoon")

The referee deals and plays each one as it is made, stopping at every decision; one of the choices that it
names is taken at random. So a record is legal by the referee's lights, and `settle(record)` accepts it.
"""

from __future__ import annotations

from random import Random
from typing import Any

from .cards import DECK, RANKS, SUITS, count
from .check import ONE_A_BOX, OWN_MAIN
from .choices import Choice, Point
from .games import GAMES, HOUSE_GAMES, Game
from .money import dollars
from .paytables import PANDEMONIUM, on_offer
from .play import OutOfCards, Round
from .referee import conclude, start
from .sidebets import presses

NAMES = ("ann", "bob", "cal", "dee", "eve", "fay")
Record = dict[str, Any]


def random_record(rng: Random, rulebook: str | None = None, game: str | None = None, side_bets: bool = True) -> Record:
    """A complete legal record; of a given rulebook or game if named."""
    return random_result(rng, rulebook, game, side_bets)[0]


def random_jackpot(rng: Random, rulebook: str, bet: str) -> Record:
    """A complete legal record of Blackjack with a side bet that pays from meters, most often a winning one."""
    return random_result(rng, rulebook, "blackjack", jackpot=bet)[0]


def random_result(
    rng: Random, rulebook: str | None = None, game: str | None = None, side_bets: bool = True, jackpot: str = ""
) -> tuple[Record, dict[str, Any]]:
    """A record, and what the referee says of it (without playing it a second time)."""
    books = sorted({book for book, name in GAMES if game in (None, name)})
    book = rulebook or rng.choice([*books, "melbourne-v26", "melbourne-v26"])
    chosen = (GAMES | HOUSE_GAMES)[book, game or rng.choice([name for one, name in GAMES if one == book])]
    while True:
        record = _draft(rng, chosen, side_bets, jackpot)
        try:
            round_ = start(record)
            _play(rng, record, round_)
            result = conclude(round_)
        except OutOfCards:
            continue
        extra = rng.randint(4, 10)
        record["cards"] = " ".join(round_.setup.cards[: round_.dealt + extra])
        result["unused"] = " ".join(round_.setup.cards[round_.dealt : round_.dealt + extra])
        return record, result


# -- the table and its wagers


def _draft(rng: Random, game: Game, side_bets: bool, jackpot: str = "") -> Record:
    decks = 6 if jackpot else rng.choice(game.decks)
    record: Record = {"rulebook": game.rulebook, "game": game.name, "decks": decks}
    options = _options(rng, game)
    offered = {jackpot: True} if jackpot else _offered(rng, game, decks, options) if side_bets else {}
    if "pontoon-pandemonium" in offered and rng.random() < 0.4:
        options["pandemonium-stake"] = rng.choice(["returned", "kept"])
    if "blazing-7s" in offered and rng.random() < 0.5:
        options["blazing-7s-minimum"] = rng.choice(["10000", "25000", "50000"])
    if options:
        record["options"] = options
    if offered:
        record["side_bets"] = offered
    coin = _coin(rng, record)
    mains = _mains(rng, game, coin)
    sides = _sides(rng, game, offered, mains, coin)
    if rng.random() < 0.2:
        _limits(rng, record, mains, coin)
    record["wagers"] = _ordered(rng, mains, sides)
    _seats(rng, record, mains)
    _devices(rng, record, sides)
    boxes = len({wager["box"] for wager in mains})
    record["cards"] = " ".join(_cards(rng, game, decks, boxes, offered, 0.9 if jackpot else 0.3))
    record["actions"] = []
    return record


def _options(rng: Random, game: Game) -> dict[str, Any]:
    options: dict[str, Any] = {}

    def maybe(name: str, *values: Any) -> None:
        if rng.random() < 0.3:
            options[name] = rng.choice(values)

    if game.city != "canberra":
        maybe("dealer-blackjack-takes", "busted-plus-one", "first-hand", "original-cap", "all")
    if game.city == "sydney":
        maybe("resplit", True, True, False)
        maybe("ten-insurance", True, True, False)
        maybe("blackjack-paid", "interim", "final")
        maybe("doubled-ace", "one", "either")
    if game.city == "melbourne":
        maybe("doubtful-side-bets", True, True, False)
        if game.pontoon:
            maybe("doubled-ace", "one", "either")
        if not game.pontoon and game.name != "premium-doubling-blackjack":
            maybe("forced-draw", True, True, False)
        if game.double == "9-11":
            maybe("soft-double", True, False)
        if not game.pays_21:
            maybe("drawn-21-against-blackjack", "lose", "stand-off")
    return options


def _offered(rng: Random, game: Game, decks: int, options: dict[str, Any]) -> dict[str, Any]:
    offer = on_offer(game, decks, bool(options.get("doubtful-side-bets")))
    likely = rng.choice([0, 0.3, 0.6, 1])
    offered = {bet: rng.choice(tables) for bet, tables in offer.items() if rng.random() < likely}
    if "supernova" in offered and "blackjack-jackpots" in offered:
        del offered[rng.choice(["supernova", "blackjack-jackpots"])]
    return offered


def _coin(rng: Random, record: Record) -> int:
    """The unit of the stakes; they are whole chips where the record names a chip."""
    if rng.random() < 0.3:
        coin = rng.choice([50, 100, 250, 500])
        record["chip"] = dollars(coin)
        return coin
    return rng.choice([500, 500, 100, 250, 50, 5, 1])


def _stake(rng: Random, coin: int) -> int:
    return coin * rng.randint(1, 30) if coin >= 50 else coin * rng.randint(100 // coin, 6000 // coin)


def _mains(rng: Random, game: Game, coin: int) -> list[Record]:
    mains = []
    for box in sorted(rng.sample(range(1, 10 if rng.random() < 0.1 else 8), rng.choice([1, 1, 2, 2, 3, 4]))):
        number = rng.choice([1, 1, 1, 2, 2, 3])
        if game.players > 3 and rng.random() < 0.1:
            number = rng.choice([4, 5])
        players = rng.sample(NAMES[:5] if number > 3 else NAMES[:4], number)
        if rng.random() < 0.1:  # a second wager of one of them: the two are added
            players.append(rng.choice(players))
        mains += [_wager(box, player, "main", _stake(rng, coin)) for player in players]
    return mains


def _wager(box: int, player: str, bet: str, amount: int) -> Record:
    return {"box": box, "player": player, "bet": bet, "amount": dollars(amount)}


def _sides(rng: Random, game: Game, offered: Record, mains: list[Record], coin: int) -> list[Record]:
    boxes: dict[int, list[str]] = {}
    for wager in mains:
        if wager["player"] not in boxes.setdefault(wager["box"], []):
            boxes[wager["box"]].append(wager["player"])
    sides: list[Record] = []
    for bet in offered:
        for box, owners in boxes.items():
            if rng.random() < 0.7:
                for player in _side_players(rng, game, bet, owners):
                    sides += _side(rng, box, player, bet, coin)
        empty = [box for box in range(1, 10) if box not in boxes]
        if rng.random() < 0.1 and (game.city == "canberra" or bet == "buster-blackjack"):
            sides += _side(rng, rng.choice(empty), rng.choice(NAMES), bet, coin)
        if bet == "blackpot" and rng.random() < 0.1:
            (wager,) = _side(rng, rng.choice(empty), rng.choice(NAMES), bet, coin)[:1]
            sides.append(wager | {"carried": wager["amount"]})
    return sides


def _side_players(rng: Random, game: Game, bet: str, owners: list[str]) -> list[str]:
    if bet == "blackjack-jackpots":  # the controlling player's, who is the first in Melbourne
        return owners[:1]
    if bet in ONE_A_BOX:
        return [rng.choice(owners)]
    if bet in OWN_MAIN:
        return [player for player in owners if rng.random() < 0.8]
    most = 3 if game.city == "sydney" else 5
    players = [player for player in owners if rng.random() < 0.8]
    others = [player for player in NAMES if player not in owners and rng.random() < 0.08]
    return (players + others)[:most]


def _side(rng: Random, box: int, player: str, bet: str, coin: int) -> list[Record]:
    if bet == "blazing-7s":
        return [_wager(box, player, bet, rng.choice([250, 500]))]
    wager = _wager(box, player, bet, _stake(rng, coin))
    if bet == "blackpot" and rng.random() < 0.3:
        return [wager | {"carried": dollars(_stake(rng, coin) + _cents(wager))}]
    if rng.random() < 0.05 and bet not in OWN_MAIN:  # placed in two parts
        return [wager, _wager(box, player, bet, _stake(rng, coin))]
    return [wager]


def _cents(wager: Record) -> int:
    return round(float(wager["amount"]) * 100)


def _limits(rng: Random, record: Record, mains: list[Record], coin: int) -> None:
    """Limits that often cut, now and then a main wager to nothing."""
    amounts = sorted(_cents(wager) for wager in mains)
    maximum = rng.choice([amounts[-1], amounts[0], amounts[-1] * 2, max(coin, amounts[-1] // 2 // coin * coin)])
    record["limits"] = {
        "minimum": dollars(min(maximum, rng.choice([coin, coin * 5]))),
        "maximum": dollars(maximum),
    }


def _ordered(rng: Random, mains: list[Record], sides: list[Record]) -> list[Record]:
    """Main wagers first, so that the first to wager on a box has a main wager there."""
    wagers = list(mains)
    rng.shuffle(wagers)
    if any(side["bet"] == "blackjack-jackpots" for side in sides):
        wagers = list(mains)  # the first of each box is the one who has control
    elif rng.random() < 0.5:
        rng.shuffle(sides)
    first: dict[tuple[int, str], int] = {}
    for place, wager in enumerate(wagers):
        first.setdefault((wager["box"], wager["player"]), place)
    sides.sort(key=lambda side: first.get((side["box"], side["player"]), 99) if _pressed(side) else 0)
    return wagers + sides


def _pressed(side: Record) -> bool:
    return bool(side["bet"] == "pontoon-pandemonium")


def _seats(rng: Random, record: Record, mains: list[Record]) -> None:
    if rng.random() < 0.3:
        boxes = sorted({wager["box"] for wager in mains})
        record["seats"] = {str(box): rng.choice([None, *NAMES[:4]]) for box in boxes if rng.random() < 0.8}
        for wager in record["wagers"]:  # it is the controlling player's
            if wager["bet"] == "blackjack-jackpots":
                record["seats"].pop(str(wager["box"]), None)


def _devices(rng: Random, record: Record, sides: list[Record]) -> None:
    """Meters, and the boxes that a jackpot system picks."""
    meters = {}
    for bet, names in {
        "blazing-7s": ["blazing-7s"],
        "blackjack-jackpots": ["blackjack-jackpots"],
        "supernova": ["supernova-major", "supernova-minor", "supernova-mystery"],
    }.items():
        if bet in record.get("side_bets", {}):
            least = int(record.get("options", {}).get("blazing-7s-minimum", "10000")) * 100
            meters.update({name: dollars(least + rng.randint(0, 9_000_000)) for name in names})
    if meters:
        record["meters"] = meters
        if rng.random() < 0.5 and "blazing-7s" not in meters:
            record["seeds"] = {name: dollars(rng.randint(1, 3_000_000)) for name in meters}
    for bet, key in (("blackjack-jackpots", "lucky-player"), ("supernova", "mystery")):
        boxes = [side["box"] for side in sides if side["bet"] == bet and "limits" not in record]  # else it may be void
        if boxes and rng.random() < 0.3:
            several = len(boxes) > 1 and "seeds" in record and rng.random() < 0.5  # without seeds a second wins nothing
            record["draws"] = [{key: box} for box in rng.sample(boxes, 2 if several else 1)]


# -- the cards


_THEMES = (
    RANKS, RANKS, RANKS, "AATJQK", "AJK", "A", "6778", "678", "7", "A2345", "2345", "88", "23456789",
    "TJQK99", "569A", "A7", "TA2",
)  # fmt: skip


_JACKPOTS = [("7d", "7d"), ("7s", "7s"), ("As", "As"), ("Ac", "Ac"), ("As", "Js"), ("Ah", "Kh")]
_STARTS = [tuple(start) for start in ("AJ", "JA", "AK", "77", "77", "AA", "88", "67", "86", "99", "KK", "23")]


def _cards(rng: Random, game: Game, decks: int, boxes: int, offered: Record, winning: float = 0.3) -> list[str]:
    theme = "456" if game.tokens and rng.random() < 0.3 else rng.choice(_THEMES)
    ranks = [rank for rank in theme if game.tens or rank != "T"]
    suits = rng.choice([SUITS, SUITS, SUITS, "s", "sd", "dh"])
    themed = [rank + suit for rank in ranks for suit in suits]
    plain = DECK if game.tens else [card for card in DECK if card[0] != "T"]
    share = rng.choice([0, 0.5, 0.8, 0.95])
    length = 30 + 20 * boxes
    wanted = [
        theme if rng.random() < share else other
        for theme, other in zip(rng.choices(themed, k=length), rng.choices(plain, k=length), strict=True)
    ]
    _stack(rng, wanted, boxes, bool(game.hole))
    if rng.random() < (winning if ONE_A_BOX & offered.keys() else 0.0):
        _stack_meter(rng, wanted, boxes)
    if game.pontoon and rng.random() < 0.1:
        _stack_sevens(rng, wanted, boxes)
    return _within(rng, wanted, plain, decks)


def _stack(rng: Random, cards: list[str], boxes: int, hole: bool = False) -> None:
    """Now and then put something on the initial deal: naturals, pairs, sevens, a dealer's ace or ten, a hole card."""
    if rng.random() < 0.3:
        cards[boxes] = rng.choice("AAJQK7") + rng.choice(SUITS)
    if rng.random() < 0.25:
        cards[boxes] = rng.choice(["7d", "7s", "As", "Ad", "7c"])
    suit = cards[boxes][1]
    for box in range(boxes):
        if rng.random() < 0.25:
            one, two = rng.choice(_STARTS)
            same = suit if rng.random() < 0.6 else rng.choice(SUITS)
            cards[box], cards[boxes + 1 + box] = one + same, two + (same if rng.random() < 0.7 else "h")
    if hole and rng.random() < 0.3:
        cards[2 * boxes + 1] = rng.choice("AAJQK") + rng.choice(SUITS)
    elif rng.random() < 0.2:  # the first box's third card
        cards[2 * boxes + 1] = rng.choice("67778") + suit


def _stack_meter(rng: Random, cards: list[str], boxes: int) -> None:
    """One or two boxes win a meter."""
    one, two = rng.choice(_JACKPOTS)
    cards[boxes] = one
    for box in range(min(boxes, 2) if rng.random() < 0.5 else 1):
        cards[box], cards[boxes + 1 + box] = one, two


def _stack_sevens(rng: Random, cards: list[str], boxes: int) -> None:
    """A Super Bonus within reach of the first box, or of two: the dealer's seven, and three of one suit."""
    cards[boxes] = "7" + rng.choice(SUITS)
    for box in range(min(boxes, 2) if rng.random() < 0.5 else 1):
        cards[box] = cards[boxes + 1 + box] = cards[2 * boxes + 1 + box] = "7" + rng.choice(SUITS)


def _within(rng: Random, cards: list[str], plain: list[str], decks: int) -> list[str]:
    """Replace what the decks cannot hold."""
    left = dict.fromkeys(DECK, decks)
    for place, card in enumerate(cards):
        while not left[card]:
            card = rng.choice(plain)
        left[card] -= 1
        cards[place] = card
    return cards


# -- the play


def _play(rng: Random, record: Record, round_: Round) -> None:
    steps = round_.play()
    bold = rng.random()  # how often what is offered is taken
    try:
        point = next(steps)
        _press(rng, record, round_)
        while True:
            last = record["actions"][-1]["do"] if record["actions"] else "insure"
            action = _decide(rng, round_, point, bold, last)
            if action is not None:
                record["actions"].append(action)
            point = steps.send(action)
    except StopIteration:
        if not record["actions"]:
            _press(rng, record, round_)


def _press(rng: Random, record: Record, round_: Round) -> None:
    """The cards are dealt: draw a prize for each Pandemonium wager that has won."""
    if round_.setup.prizes:
        return
    for _ in presses(round_):
        prize = rng.choice(PANDEMONIUM[record["side_bets"]["pontoon-pandemonium"]])
        record.setdefault("draws", []).append(str(prize))
        round_.setup.prizes.append(100 * prize)


# Insurance comes before even money, and both before a surrender at Vegas; the rest comes later in any case.
_STAGES = ("insure", "even-money", "surrender", "hit", "stand", "double", "split", "join", "rescue")


def _decide(rng: Random, round_: Round, point: Point, bold: float, last: str) -> Record | None:
    if point.required:
        return _action(rng, round_, point, _call(rng, point))
    choices = [choice for choice in point.choices if _STAGES.index(choice.do) >= _STAGES.index(last)]
    if not choices or rng.random() > bold:
        return None
    return _action(rng, round_, point, rng.choice(choices))


def _call(rng: Random, point: Point) -> Choice:
    """A play that is legal and not always foolish, so that hands live long enough to matter."""
    assert point.hand is not None
    by_name = {choice.do: choice for choice in point.choices}
    sevens = all(card[0] == "7" for card in point.hand.cards)  # splitting them would spoil a third seven
    free = "double" in by_name and by_name["double"].least is None
    chances = {"split": 0.4 if sevens else 0.75, "double": 0.8 if free else 0.3, "surrender": 0.2}
    for do, chance in chances.items():
        if do in by_name and rng.random() < chance:
            return by_name[do]
    total = count(point.hand.cards)[0]
    wants = 0.97 if total < 12 else 0.65 if total < 15 else 0.35 if total < 18 else 0.1
    do = "hit" if rng.random() < wants else "stand"
    return by_name.get(do) or by_name.get("hit") or by_name["stand"]


def _action(rng: Random, round_: Round, point: Point, choice: Choice) -> Record:
    """Write a choice as an action, leaving out now and then what may be left out."""
    action: Record = {"do": choice.do}
    rivals = [one for one in point.choices if one.do == choice.do and one is not choice]
    if choice.do in ("insure", "even-money") or rivals or rng.random() < 0.4:
        action["box"] = choice.box
    if point.required and rng.random() < 0.3:
        action["hand"] = choice.hand
    if (choice.again and rivals) or not choice.calls or rng.random() < 0.3:
        action["player"] = choice.player
    amount = _how_much(rng, round_, choice)
    if amount is not None:
        action["amount"] = dollars(amount)
    return action


def _how_much(rng: Random, round_: Round, choice: Choice) -> int | None:
    if choice.least is None or choice.most is None:
        return None
    if choice.do == "split" or (choice.do != "insure" and rng.random() < 0.5):
        return None  # the whole
    if choice.least == choice.most or rng.random() < 0.3:
        return choice.most if choice.allows(choice.most) else choice.multiple // 2
    step = round_.setup.chip or rng.choice([1, 50, 100, 500])
    if choice.multiple:
        step = choice.multiple // 2
    return step * rng.randint(1, choice.most // step) if choice.most >= step else choice.most
