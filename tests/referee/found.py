"""Invalid wagers and loss limits of Sydney v15 (16.22, 16.23) by the document alone.

    record, result = found(random.Random(1))

The round is played and decided as the wagers lay. Then an invalid wager has its stake back and nothing more; what lies
beyond a loss limit goes back beginning with the wager placed last, and of one that is cut the rest has the result of
the whole. A loss limit is about the net loss (1.1), so what has come back makes room for a wager that is placed later.
"""

from __future__ import annotations

from fractions import Fraction
from random import Random
from typing import Any

from .cards import VALUE, tenner
from .check import SideBet
from .games import GAMES
from .money import cents, dollars, round_up
from .play import OutOfCards, Round, unit
from .referee import conclude, start
from .rounds import Record, _draft, _play
from .sidebets import _ODDS, _TOGETHER
from .table import Hand, Stake

BOOK = "sydney-v15"
Placed = Stake | SideBet


def found(rng: Random) -> tuple[Record, dict[str, Any]]:
    """A record with invalid wagers or limits that were passed, and what everybody has of it."""
    while True:
        record = _draft(rng, GAMES[BOOK, "blackjack"], side_bets=True)
        if rng.random() < 0.3:
            record.setdefault("options", {})["losing-invalid-wagers"] = rng.choice(["returned", "lost"])
        round_ = start(record)
        try:
            _play(rng, record, round_)
            invalid = _invalid(rng, record, round_) if rng.random() < 0.6 else []
            lines = _concluded(round_, invalid, _limits(rng, record) if rng.random() < 0.7 else {})
        except OutOfCards:
            continue
        record["cards"] = " ".join(round_.setup.cards[: round_.dealt])
        extra = _before(rng, record)
        net = dict.fromkeys([*round_.setup.players, *extra], 0)
        for player, staked, returned in lines:
            net[player] += returned - staked
        return record, {"net": {player: dollars(amount) for player, amount in net.items()}}


def _before(rng: Random, record: Record) -> list[str]:
    """Somebody's wager that went back before the first card: the round is as if it had never been."""
    if rng.random() > 0.3:
        return []
    free = [box for box in range(1, 8) if all(wager["box"] != box for wager in record["wagers"])]
    record["wagers"].insert(
        rng.randint(0, len(record["wagers"])), {"box": rng.choice(free), "player": "zed", "bet": "main", "amount": "50"}
    )
    record.setdefault("invalid", []).append({"player": "zed", "found": "before"})
    return ["zed"]


def _invalid(rng: Random, record: Record, round_: Round) -> list[Placed]:
    wager = rng.choice(record["wagers"])
    line: Record = {"player": wager["player"], "found": "during"}
    if rng.random() < 0.7:
        line["box"] = wager["box"]
    if rng.random() < 0.5:
        line["bet"] = wager["bet"]
    late = rng.random() < 0.1
    record["invalid"] = [line | {"found": "settled"} if late else line]
    whole = line.get("bet", "main") == "main"
    return [
        one
        for box, one in ([] if late else _all(round_))
        if one.player == line["player"] and line.get("box", box) == box
        if whole or one.bet == line["bet"]
    ]


def _limits(rng: Random, record: Record) -> dict[str, int]:
    players = {wager["player"] for wager in record["wagers"]}
    chosen = rng.sample(sorted(players), rng.randint(1, min(2, len(players))))
    limits = {}
    for player in chosen:
        staked = [cents(wager["amount"], "") for wager in record["wagers"] if wager["player"] == player]
        limits[player] = rng.choice([0, sum(staked) * rng.randint(1, 9) // 10, sum(staked), sum(staked) + staked[0]])
    record["loss_limits"] = {player: dollars(amount) for player, amount in limits.items()}
    return limits


def _all(round_: Round) -> list[tuple[int, Placed]]:
    """Everything that is at stake, with its box."""
    stakes: list[tuple[int, Placed]] = []
    for box in round_.boxes.values():
        stakes += [(box.number, stake) for stake in box.insurance.values()]
        stakes += [(box.number, stake) for hand in box.hands for stake in hand.stakes]
    return stakes + [(side.box, side) for side in round_.setup.sides]


def _concluded(round_: Round, invalid: list[Placed], limits: dict[str, int]) -> list[tuple[str, int, int]]:
    """For everybody and every stake: what was put up, and what came back."""
    gone_before = [one for _, one in _all(round_) if one.outcome == "void"]
    _decided(round_, invalid, limits)
    cut = {id(one): part for player, limit in limits.items() for one, part in _kept(round_, player, limit, invalid)}
    lines = [(player, amount, amount) for box in round_.boxes.values() for player, amount in box.excess.items()]
    for _, one in _all(round_):
        if any(one is each for each in gone_before):
            lines.append((one.player, one.staked, one.staked))
        elif any(one is each for each in invalid):
            lost = one.outcome == "lose" and round_.options["losing-invalid-wagers"] == "lost"
            lines.append((one.player, one.staked, 0 if lost else one.staked))
        else:
            part = cut.get(id(one), one.staked)
            lines.append((one.player, one.staked, one.staked - part + _returns(round_, one, part)))
    return lines


def _decided(round_: Round, invalid: list[Placed], limits: dict[str, int]) -> None:
    """The round as the wagers lay; of a prize meter nobody has a part whose wager is void."""
    shared = [side for side in round_.setup.sides if side.bet in _TOGETHER and side.returned is None]
    for side in shared:
        beyond = side.player in limits and dict(_first(round_, side.player, limits[side.player]))[id(side)] == 0
        if beyond or any(side is one for one in invalid):
            side.returned, side.outcome = side.staked, "apart"
    conclude(round_)
    for side in shared:
        if side.outcome == "apart":  # whether its cards would have won
            side.returned = None
            _TOGETHER[side.bet](round_, [side])


def _first(round_: Round, player: str, limit: int) -> list[tuple[int, int]]:
    """What lies within a limit of what was placed before the first card, where nothing has come back yet."""
    kept: list[tuple[int, int]] = []
    for one in _order(round_, player):
        if isinstance(one, SideBet) or one.bet == "main":
            kept.append((id(one), _within(one, limit - sum(part for _, part in kept))))
    return kept


def _within(one: Placed, room: int) -> int:
    part = max(min(one.staked, room), 0)
    return 0 if one.bet == "blazing-7s" and part < one.staked else part  # it takes 2.50 or 5 (14.24)


def _order(round_: Round, player: str) -> list[Placed]:
    """A player's stakes as they were placed: an addition to one counts as placed with it."""
    by_key = {(box, one.bet): one for box, one in _all(round_) if one.player == player and _early(one)}
    keys = dict.fromkeys((w["box"], w["bet"]) for w in round_.setup.placed if w["player"] == player)
    early = [by_key[key] for key in keys if key in by_key]
    late = [one for _, one in _all(round_) if one.player == player and isinstance(one, Stake) and not _early(one)]
    late.sort(key=lambda one: one.placed)
    return [*(one for one in early if one.outcome != "void"), *late]


def _early(one: Placed) -> bool:
    return isinstance(one, SideBet) or one.bet == "main"


def _kept(round_: Round, player: str, limit: int, invalid: list[Placed]) -> list[tuple[Placed, int]]:
    kept: list[tuple[Placed, int]] = []
    for one in _order(round_, player):
        back = 0
        if isinstance(one, Stake) and not _early(one):
            for earlier, part in kept:
                if _back_by(round_, earlier, one):
                    void = any(earlier is each for each in invalid)
                    back += part if void and not _stays_lost(round_, earlier) else _returns(round_, earlier, part)
        kept.append((one, _within(one, limit - sum(part for _, part in kept) + back)))
    return kept


def _stays_lost(round_: Round, one: Placed) -> bool:
    return one.outcome == "lose" and round_.options["losing-invalid-wagers"] == "lost"


def _back_by(round_: Round, earlier: Placed, later: Stake) -> bool:
    """Whether one stake had been settled when another was placed within the round."""
    if isinstance(earlier, SideBet):
        return True  # with the initial deal, all of them
    if earlier.bet == "insurance":
        return earlier.outcome == "void" and earlier.over < later.placed  # with even money (9.1.2)
    hand = _hand_of(round_, earlier)
    if hand is not None and hand.end == "natural":
        at_once = VALUE[round_.dealer[0]] not in (1, 10) and round_.options["blackjack-paid"] == "interim"
        return at_once or (_even(earlier) and earlier.over < later.placed)
    return hand is not None and hand.end == "bust" and hand.over < later.placed


def _hand_of(round_: Round, stake: Placed) -> Hand | None:
    hands = (hand for box in round_.boxes.values() for hand in box.hands)
    return next((hand for hand in hands if any(one is stake for one in hand.stakes)), None)


def _even(stake: Stake) -> bool:
    """Whether a natural took even money: it was settled on the spot."""
    return stake.outcome == "win" and stake.returned == 2 * stake.staked


def _returns(round_: Round, one: Placed, part: int) -> int:
    """What a part of a stake returns by the result of the whole."""
    if part == one.staked:
        return one.returned or 0
    if one.outcome == "lose" or not part:
        return 0
    if one.outcome != "win":
        return part
    if isinstance(one, SideBet):
        odds = Fraction(_ODDS[one.bet](round_, one))
    elif one.bet == "insurance":
        odds = Fraction(10 if tenner(round_.dealer[0]) else 2)
    else:
        hand = _hand_of(round_, one)
        natural = hand is not None and hand.end == "natural" and not _even(one)
        odds = Fraction(*round_.game.natural_odds) if natural else Fraction(1)
    return part + round_up(part * odds.numerator, odds.denominator, unit(round_))
