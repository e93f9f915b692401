"""What each side bet comes back as, once the round is dealt."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from . import paytables as pay
from .cards import RED, count, low, natural, pair, suited
from .check import SideBet
from .money import Refused, round_up
from .play import Round, unit


def settle_side_bets(round_: Round) -> None:
    for side in presses(round_):
        side.prize = next_prize(round_)
    if round_.setup.prizes:
        raise Refused("more prizes drawn than buttons pressed")
    for side in round_.setup.sides:
        if side.returned is None and side.bet == "blackpot":
            _blackpot(round_, side)
        elif side.returned is None and side.bet == "pontoon-pandemonium":
            _pandemonium(round_, side)
        elif side.returned is None and side.bet not in _TOGETHER:
            _settle(side, _ODDS[side.bet](round_, side), unit(round_))
    settle_meters(round_, [side.box for side in round_.setup.sides])
    _selected(round_)


def settle_meters(round_: Round, boxes: list[int]) -> None:
    """What is decided on these boxes at one time, of the side bets that pay from a meter."""
    for bet, settle in _TOGETHER.items():
        sides = [side for side in round_.setup.sides if side.bet == bet and side.box in boxes]
        if any(side.returned is None for side in sides):
            settle(round_, [side for side in sides if side.returned is None])


def _settle(side: SideBet, odds: Fraction | int, coin: int) -> None:
    """Odds to one with the stake given back, or lost at no odds."""
    odds = Fraction(odds)
    won = round_up(side.staked * odds.numerator, odds.denominator, coin)
    side.returned, side.outcome = (side.staked + won, "win") if odds else (0, "lose")


def _first_three(round_: Round, side: SideBet) -> list[str]:
    """The box's first two cards and the dealer's first."""
    return [*_first_two(round_, side), round_.dealer[0]]


def _first_two(round_: Round, side: SideBet) -> list[str]:
    return round_.boxes[side.box].first_two


# -- pairs


def _pairs(table: tuple[int, int, int], cards: list[str]) -> int:
    return dict(zip(("perfect", "coloured", "mixed"), table, strict=True)).get(pair(*cards), 0)


def _perfect_pairs(round_: Round, side: SideBet) -> int:
    game, setup = round_.game, round_.setup
    if game.city == "sydney":
        table = pay.SYDNEY_PAIRS
    elif game.city == "canberra":
        table = pay.CANBERRA_PAIRS
    elif game.pontoon:
        table = pay.PONTOON_PAIRS
    else:
        table = pay.MELBOURNE_PAIRS[setup.decks, setup.side_bets["perfect-pairs"]]
    return _pairs(table, _first_two(round_, side))


def _any_pairs(round_: Round, side: SideBet) -> int:
    return pay.ANY_PAIR if pair(*_first_two(round_, side)) else 0


def _star_pairs(round_: Round, side: SideBet) -> int:
    cards = _first_two(round_, side)
    if cards[0][0] == cards[1][0] == "A":
        return pay.STAR_ACES
    return _pairs(pay.STAR_PAIRS, cards)


# -- the first three cards


def _lucky_lucky(round_: Round, side: SideBet) -> int:
    cards = _first_three(round_, side)
    table = pay.LUCKY_LUCKY[round_.setup.side_bets["lucky-lucky"]]
    same, total = suited(cards), count(cards)[0]
    ranks = "".join(sorted(card[0] for card in cards))
    if ranks in ("777", "678"):
        return table[(0 if ranks == "777" else 1) + (0 if same else 2)]
    if total == 21:
        return table[4 if same else 5]
    return {20: table[6], 19: table[7]}.get(total, 0)


def _crown_suits(round_: Round, side: SideBet) -> int:
    if not suited(_first_two(round_, side)):
        return 0
    return pay.CROWN_SUITS[suited(_first_three(round_, side))]  # the better one only


def _spread(round_: Round, side: SideBet) -> int:
    points = low(_first_two(round_, side))
    table = pay.SPREAD[round_.setup.side_bets["spread-bet"]]
    return 0 if points > 9 else table[0 if points <= 3 else 1 if points <= 5 else 2]


# -- sevens, with the third card that the box was dealt


def _super_sevens(round_: Round, side: SideBet) -> int:
    number, same = _leading_sevens(round_, side)
    one, two, two_suited, three, three_suited = pay.SUPER_SEVENS
    return (0, one, two_suited if same else two, three_suited if same else three)[number]


def _magnificent(round_: Round, side: SideBet) -> int:
    number, same = _leading_sevens(round_, side)
    if number < 2:
        return 0
    if number == 2:
        return pay.MAGNIFICENT_TWO[same]
    table = round_.setup.side_bets["magnificent-sevens"]
    return pay.MAGNIFICENT_SUITED[table] if same else pay.MAGNIFICENT_MIXED[round_.setup.decks]


def _leading_sevens(round_: Round, side: SideBet) -> tuple[int, bool]:
    """How many of the box's first three cards are sevens before another comes, and if of one suit."""
    third = round_.boxes[side.box].third
    cards = _first_two(round_, side) + ([third] if third else [])
    number = 0
    while number < len(cards) and cards[number][0] == "7":
        number += 1
    return number, suited(cards[:number]) if number else False


def _blackpot(round_: Round, side: SideBet) -> None:
    """23.3.5. The first win leaves the stake on the layout; it comes back only with the second."""
    ranks = {card[0] for card in _first_two(round_, side)}
    won = pay.BLACKPOT[side.carried] if len(ranks) == 2 and ranks <= {"6", "7", "8"} else ()
    completed = bool(won) and _completed(round_, side)
    paid = sum(round_up(side.staked * odds, 1, unit(round_)) for odds in (won if completed else won[:1]))
    side.returned, side.outcome = paid + (side.staked if completed else 0), "win" if won else "lose"


def _completed(round_: Round, side: SideBet) -> bool:
    box = round_.boxes[side.box]
    return box.third is not None and {card[0] for card in [*box.first_two, box.third]} == {"6", "7", "8"}


def carries_over(round_: Round, side: SideBet) -> bool:
    """23.3.5(c): a completed Blackpot may stay for one more round, once."""
    return side.bet == "blackpot" and not side.carried and _completed(round_, side)


# -- the end of the round


def _buster(round_: Round, side: SideBet) -> int:
    dealer = round_.dealer
    if count(dealer)[0] <= 21:
        return 0
    return pay.BUSTER[round_.setup.side_bets["buster-blackjack"]][min(len(dealer), 8) - 3]


def _pot_of_gold(round_: Round, side: SideBet) -> int:
    table = pay.POT_OF_GOLD[round_.setup.side_bets["pot-of-gold"]]
    return table[round_.boxes[side.box].tokens]


# -- Pandemonium's button


def presses(round_: Round) -> list[SideBet]:
    """Winning Pandemonium wagers in the order of pressing (11.5.5(a))."""
    sides = [side for side in round_.setup.sides if side.bet == "pontoon-pandemonium" and side.returned is None]
    winning = [side for side in sides if round_.boxes[side.box].hands[0].end == "natural"]

    def order(side: SideBet) -> tuple[int, bool, int]:
        placed = list(round_.setup.mains[side.box])
        return side.box, side.player != round_.boxes[side.box].control, placed.index(side.player)

    return sorted(winning, key=order)


def next_prize(round_: Round) -> int:
    setup = round_.setup
    if not setup.prizes:
        raise Refused("a Pandemonium prize is missing from the draws")
    prize = setup.prizes.pop(0)
    if prize not in {100 * one for one in pay.PANDEMONIUM[setup.side_bets["pontoon-pandemonium"]]}:
        raise Refused("no such prize in the Pandemonium table")
    return prize


def _pandemonium(round_: Round, side: SideBet) -> None:
    """What is drawn for each dollar is rounded by itself, whether the stake comes with it or not."""
    _settle(side, Fraction(side.prize, 100), unit(round_))
    if side.outcome == "win" and round_.options["pandemonium-stake"] == "kept":
        side.returned = (side.returned or 0) - side.staked


# -- meters


def _meter(round_: Round, name: str) -> int:
    if name not in round_.setup.meters:
        raise Refused(f"the meter {name} is wanted")
    return round_.setup.meters[name]


def _blazing(round_: Round, sides: list[SideBet]) -> None:
    """14.24, 14.27: the stake is gone before the deal and does not come back."""
    diamonds: list[SideBet] = []
    others: list[SideBet] = []
    for side in sides:
        cards = _first_three(round_, side)
        mine, theirs = sum(card[0] == "7" for card in cards[:2]), cards[2][0] == "7"
        side.returned = 0
        if mine == 2 and theirs and suited(cards):
            (diamonds if cards[0][1] == "d" else others).append(side)
        elif mine == 2 and theirs:
            one_colour = len({card[1] in RED for card in cards}) == 1
            side.returned = pay.BLAZING[0 if one_colour else 1]
        elif mine == 2:
            side.returned = pay.BLAZING[2]
        elif mine and theirs:
            side.returned = pay.BLAZING[3]
        side.returned *= side.staked // 250
    _blazing_meter(round_, diamonds, others)
    for side in sides:
        side.outcome = "win" if side.returned else "lose"


def _blazing_meter(round_: Round, diamonds: list[SideBet], others: list[SideBet]) -> None:
    """14.27.1, 14.27.2, with winners at other tables at the identical moment (14.27.4); a tenth is taken first."""
    if not diamonds and not others:
        return
    least = int(round_.options["blazing-7s-minimum"]) * 100
    jackpot = Fraction(max(_meter(round_, "blazing-7s"), least))
    elsewhere = round_.setup.others
    tenths, wholes = len(others) + elsewhere.get("suited-777", 0), len(diamonds) + elsewhere.get("diamond-777", 0)
    total = jackpot * (1 - Fraction(9, 10) ** tenths)
    if others:
        _share(others, max(total, Fraction(least * tenths, 10)), stakes_too=False, number=tenths)
    if diamonds:
        _share(diamonds, max(jackpot - total, Fraction(least * wholes)), stakes_too=False, number=wholes)


def _share(winners: list[SideBet], total: Fraction, stakes_too: bool = True, number: int = 0) -> None:
    each = total / (number or len(winners))
    for side in winners:
        side.returned = round_up(each.numerator, each.denominator) + (side.staked if stakes_too else 0)
        side.outcome = "win"


def _jackpots(round_: Round, sides: list[SideBet]) -> None:
    """21.10; prizes in succession from what the meter has left, added up and shared."""
    spades: list[SideBet] = []
    others: list[SideBet] = []
    for side in sides:
        cards = _first_three(round_, side)
        if all(card[0] == "A" for card in cards):
            if suited(cards):
                (spades if cards[0][1] == "s" else others).append(side)
                continue
            _settle(side, pay.JACKPOT_ODDS["aces"], unit(round_))
        elif natural(cards[:2]):
            kind = "suited" if suited(cards[:2]) else "unsuited"
            _settle(side, pay.JACKPOT_ODDS[kind], unit(round_))
        else:
            side.returned, side.outcome = 0, "lose"
    for winners, percent in ((spades, 100), (others, 10)):
        if winners:
            _share(winners, _in_succession(round_, "blackjack-jackpots", len(winners), percent, 100))
            _falls(round_, "blackjack-jackpots", winners)


def _in_succession(round_: Round, name: str, winners: int, percent: int, coin: int) -> Fraction:
    """21.10.3, 24.9.3: each prize from the meter as the one before left it, or from its seed where less is left."""
    meter, total = Fraction(_meter(round_, name)), Fraction(0)
    for _ in range(winners):
        prize = Fraction(round_up(meter.numerator, meter.denominator, coin) * percent, 100)
        total, meter = total + prize, max(meter - prize, Fraction(round_.setup.seeds.get(name, 0)))
    return total


def _falls(round_: Round, name: str, winners: list[SideBet]) -> None:
    """21.5.2(b) with 21.5.3, 24.5.2(b) with 24.5.3: a meter falls by the prizes paid, and not below its seed."""
    paid = sum((side.returned or 0) - side.staked for side in winners)
    round_.setup.meters[name] = max(_meter(round_, name) - paid, round_.setup.seeds.get(name, 0))


def _supernova(round_: Round, sides: list[SideBet]) -> None:
    """24.9: spade ace with spade jack for the major, any other suited natural for the minor."""
    major, minor = [], []
    for side in sides:
        cards = _first_two(round_, side)
        if not (natural(cards) and suited(cards)):
            side.returned, side.outcome = 0, "lose"
        elif set(cards) == {"As", "Js"}:
            major.append(side)
        else:
            minor.append(side)
    for winners, name in ((major, "supernova-major"), (minor, "supernova-minor")):
        if winners:
            _share(winners, _in_succession(round_, name, len(winners), 100, round_.setup.chip or 1))
            _falls(round_, name, winners)


def _selected(round_: Round) -> None:
    """Lucky Player and Mystery: on top of what the hand wins, the stake given back once."""
    picked = set[tuple[str, int]]()  # by the device, which picks a wager once
    for bet, box in round_.setup.selections:
        side = next((one for one in round_.setup.sides if one.bet == bet and one.box == box), None)
        if side is None or side.outcome == "void" or (bet, box) in picked:
            raise Refused("the device chose a box without that wager")
        if bet == "supernova":
            meter = _meter(round_, "supernova-mystery")
            prize = round_up(meter, 1, round_.setup.chip or 1)
            left = round_.setup.seeds.get("supernova-mystery", 0)
            round_.setup.meters["supernova-mystery"] = max(meter - prize, left)  # 24.5.3, for the next one
        else:
            prize = round_up(side.staked * pay.JACKPOT_ODDS["lucky"], 1, unit(round_))
        picked.add((bet, box))
        side.returned = (side.returned or side.staked) + prize
        side.outcome = "win"


_ODDS: dict[str, Callable[[Round, SideBet], Fraction | int]] = {
    "perfect-pairs": _perfect_pairs,
    "any-pairs": _any_pairs,
    "star-pairs": _star_pairs,
    "lucky-lucky": _lucky_lucky,
    "super-sevens": _super_sevens,
    "magnificent-sevens": _magnificent,
    "crown-suits": _crown_suits,
    "buster-blackjack": _buster,
    "spread-bet": _spread,
    "pot-of-gold": _pot_of_gold,
}
_TOGETHER: dict[str, Callable[[Round, list[SideBet]], None]] = {
    "blazing-7s": _blazing,
    "blackjack-jackpots": _jackpots,
    "supernova": _supernova,
}
