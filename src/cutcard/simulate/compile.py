"""A game's rules and a table's setup as the numbers that the kernel reads."""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from functools import lru_cache
from typing import Any, Literal

import numpy as np
from numpy.typing import NDArray

from cutcard.cards import PACK, RANKS, SUITS, Card, shoe
from cutcard.engine.sidebets.pay import shared
from cutcard.engine.state import Setup
from cutcard.errors import CutcardError
from cutcard.money import Cents, payment, round_up
from cutcard.rulebooks.schema import Bonus, PayTable, Row, Rules, SideBet
from cutcard.simulate import kernel as k
from cutcard.simulate.hands import hands, row
from cutcard.simulate.strategy import KINDS, NO_WISH, Strategy, may_double

Dealing = Literal["fresh", "shoe", "shuffler"]
WINNERS = 16  # columns of a meter's table: more than there are boxes

CODE: dict[str, int] = {
    card.text: card.value | RANKS.index(card.rank) << k.RANK_AT | 1 << (k.SUIT_AT + SUITS.index(card.suit))
    for card in PACK
}


@dataclass(frozen=True, slots=True, kw_only=True)
class SideWager:
    """A side bet placed on every box in every round."""

    table: PayTable
    stake: Cents


@dataclass(frozen=True, slots=True, kw_only=True)
class Count:
    """A count of cards: a tag for each value from the ace on, and the wager from each true count on."""

    tags: tuple[int, ...] = (-1, 1, 1, 1, 1, 1, 0, 0, 0, -1)  # high-low
    spread: tuple[tuple[float, Cents], ...] = ()
    insures_from: float = 3.0


@dataclass(frozen=True, slots=True, kw_only=True)
class Table:
    """A table to simulate: one player on each box, who wagers the same every round unless he counts."""

    rules: Rules
    decks: int
    boxes: int = 1
    bet: Cents = 100
    chip: Cents = 1
    side_bets: Mapping[str, SideWager] = field(default_factory=dict)
    meters: Mapping[str, Cents] = field(default_factory=dict)
    dealing: Dealing = "fresh"
    cut: int = 0  # cards before the cutting card, where there is a shoe
    burn: int = 1
    count: Count | None = None


def coded(cards: list[Card]) -> NDArray[np.uint16]:
    """Cards as the kernel knows them."""
    return np.array([CODE[card.text] for card in cards], np.uint16)


def shoe_of(table: Table) -> NDArray[np.uint16]:
    """The table's whole shoe."""
    return coded(shoe(table.decks, table.rules.cards.removed_ranks))


def compiled(table: Table, strategy: Strategy) -> k.Game:
    """Everything that the kernel needs to play at a table."""
    rules = table.rules
    _supported(rules)
    unit = Setup(rules, table.decks, chip=table.chip).unit
    odds, bonus = _bonuses(rules)
    info = _info(rules)
    if strategy.by_suit is not None:
        by_suit = (strategy.by_suit != NO_WISH).any(axis=(0, 1, 2, 4))
        info = info | np.where(by_suit, k.BY_SUIT, 0).astype(np.uint32)
    return k.Game(
        boxes=table.boxes,
        unit=unit,
        short=int(table.boxes == 1 and rules.draw.automatic == "never" and table.dealing != "shuffler"),
        asked=_asked(table, strategy),
        **_dealing(table),
        after=hands().after,
        info=info,
        pays=np.array([pays for pays, _ in odds], np.int64),
        for_each=np.array([for_each for _, for_each in odds], np.int64),
        bonus=bonus,
        **_player(rules),
        **_super_bonus(rules),
        **_dealer(rules),
        **_strategy(strategy, info),
        **_count(table),
        **_sides(table, unit),
    )


def _supported(rules: Rules) -> None:
    """What no approved document has, the engine does not play either."""
    faults = {
        "dealer.hole_card": rules.dealer.hole_card != "none",
        "natural.after_split": rules.natural.after_split,
        "split.aces_cards": rules.split.aces_cards != 1 and rules.split.hands_max > 1,
    }
    for path, fault in faults.items():
        if fault:
            raise CutcardError(f"the simulator plays what the engine plays, which does not know this {path}")


def _asked(table: Table, strategy: Strategy) -> int:
    """Dealer's values against which a hand that is no natural may be insured, one bit each."""
    if not strategy.insures and table.count is None:
        return 0
    return 1 << 1 | (1 << 10 if table.rules.insurance.ten is not None else 0)


def _dealing(table: Table) -> dict[str, Any]:
    shoe_game = table.dealing == "shoe"
    return {
        "burn": table.burn if shoe_game else 0,
        "behind": len(shoe_of(table)) - table.cut if shoe_game else len(shoe_of(table)),
        "continuous": int(table.dealing == "shuffler"),
    }


# ---------------------------------------------------------------------------------------------------- hands


@lru_cache(maxsize=64)
def _info(rules: Rules) -> NDArray[np.uint32]:
    """What each row of the hands is: its worth, and what the rules say of it whatever the dealer has."""
    table = hands()
    _, bonus = _bonuses(rules)
    info = np.zeros(len(table.size), np.uint32)
    info[0] = k.BUST << k.ENDED_AT
    for i in range(1, len(info)):
        size, total, hard = int(table.size[i]), int(table.total[i]), int(table.hard[i])
        low = rules.draw.automatic_soft if total != hard else rules.draw.automatic_hard
        bits = {
            k.PAIR: size == 2 and max(table.counts[i]) == 2,
            k.DOUBLES: may_double(rules, size, total, hard, split=False),
            k.DOUBLES_SPLIT: may_double(rules, size, total, hard, split=True),
            k.LOW: total < low,
            k.LOW_HARD: total < rules.draw.automatic_hard,
            k.BONUS: bonus[i * 4 : i * 4 + 3].any(),
        }
        worth = total | hard << k.HARD_AT | int(table.aces[i]) << k.ACES_AT | size << k.SIZE_AT
        info[i] = worth | _ends(rules, size, total) << k.ENDED_AT | sum(bit for bit, on in bits.items() if on)
    return info


def _ends(rules: Rules, size: int, total: int) -> int:
    if size < 2:
        return 0
    if (total == 21 and rules.winning.twenty_one) or size == rules.winning.five_and_under:
        return k.WON
    return k.FULL if total == rules.draw.ends_at or size == rules.draw.cards_max else 0


@lru_cache(maxsize=64)
def _bonuses(rules: Rules) -> tuple[list[tuple[int, int]], NDArray[np.uint8]]:
    """Odds by number, and the number that a 21 of each row and kind of suits has."""
    table = hands()
    odds = [(rules.winning.pays.pays, rules.winning.pays.for_each)]
    bonus = np.zeros(len(table.size) * 4, np.uint8)
    for i in range(1, len(table.size)):
        if table.total[i] != 21:
            continue
        for kind in range(3):
            fitting = [one for one in rules.winning.bonuses if _fits(one, i, kind)]
            if fitting:
                best = max(fitting, key=lambda one: one.pays.ratio).pays
                if best not in odds:
                    odds.append((best.pays, best.for_each))
                bonus[i * 4 + kind] = odds.index((best.pays, best.for_each))
    return odds, bonus


def _fits(bonus: Bonus, i: int, kind: int) -> bool:
    if not bonus.ranks:
        return bool(hands().size[i] >= bonus.cards_min)
    return i == _ranks_row(bonus.ranks) and kind >= {"any": 0, "same": 1, "spades": 2}[bonus.suits]


def _ranks_row(ranks: str) -> int:
    """The row of some ranks below ten, which are known by their values."""
    if any(rank in "TJQK" for rank in ranks):
        raise CutcardError(f"the simulator tells ten-values apart by rank in no bonus, and {ranks} would need it")
    return row(*(1 if rank == "A" else int(rank) for rank in ranks))


# ---------------------------------------------------------------------------------------- player and dealer


def _player(rules: Rules) -> dict[str, Any]:
    natural, insurance, split, double, surrender = (
        rules.natural,
        rules.insurance,
        rules.split,
        rules.double,
        rules.surrender,
    )
    offered = [insurance.ace, insurance.ten]
    return {
        "natural_pays": natural.pays.pays,
        "natural_for": natural.pays.for_each,
        "natural_at_once": {"at-the-end": 0, "at-once-unless-ten-or-ace": 1, "at-once": 2}[natural.paid],
        "even_money": int(natural.even_money),
        "even_money_and_insurance": {"both-stand": 0, "insurance-returned": 1, "one-or-other": 2}[
            natural.even_money_and_insurance
        ],
        "insurance_pays": np.array([odds.pays if odds else 0 for odds in offered], np.int64),
        "insurance_for": np.array([odds.for_each if odds else 1 for odds in offered], np.int64),
        "insurance_most": insurance.at_most.numerator,
        "insurance_of": insurance.at_most.denominator,
        "natural_insures": int(insurance.natural_may),
        "automatic": {"never": 0, "when-no-choice": 1, "always": 2}[rules.draw.automatic],
        "aces_cards": split.aces_cards,
        "hands_max": split.hands_max,
        "aces_hands_max": split.aces_hands_max if split.hands_max > 1 else 1,
        "split_by_rank": int(split.alike == "rank"),
        "split_paid_by": {"player": k.PLAYER, "token": k.TOKEN, "token-except-tens": k.TOKEN_EXCEPT_TENS}[
            split.paid_by
        ],
        "declined_bars": int(split.declined_bars_later),
        "double_token": int(double.paid_by == "token"),
        "double_aces_one": int(double.doubled_ace == "one"),
        "double_bonuses": int(double.bonuses),
        "rescue": int(double.rescue),
        "twenty_one": int(rules.winning.twenty_one),
        "five_and_under": rules.winning.five_and_under,
        "surrender": {"never": 0, "before-play": k.BEFORE_PLAY, "on-turn": k.ON_TURN}[surrender.offered],
        "surrender_ranks": sum(1 << RANKS.index(rank) for rank in surrender.against),
        "surrender_part": Fraction(surrender.returns).numerator,
        "surrender_of": Fraction(surrender.returns).denominator,
    }


def _super_bonus(rules: Rules) -> dict[str, Any]:
    terms = rules.winning.super_bonus
    prizes = terms.prizes if terms else ()
    return {
        "super_row": _ranks_row(terms.ranks) if terms else 0,
        "super_rank": RANKS.index(terms.dealer_rank) if terms else 0,
        "super_from": np.array([least for least, _ in prizes], np.int64),
        "super_prize": np.array([prize for _, prize in prizes], np.int64),
        "super_others": terms.others if terms else 0,
    }


def _dealer(rules: Rules) -> dict[str, Any]:
    """The dealer's hand as states: 1 to 10 a single card, then hands that draw, then from 64 on those that stop."""
    draws, stops = itertools.count(11), itertools.count(k.NATURAL_STATE + 1)
    states: dict[tuple[int, int], int] = {}  # by hard sum and whether there is an ace
    for hard, ace in itertools.product(range(2, 32), (0, 1)):
        best = hard + 10 if ace and hard <= 11 else hard
        soft_17 = best == 17 and hard == 7 and rules.dealer.hits_soft_17
        states[hard, ace] = next(stops if best >= rules.dealer.stands_on and not soft_17 else draws)
    after = np.zeros((2 * k.NATURAL_STATE, 16), np.uint16)
    total = np.zeros(2 * k.NATURAL_STATE, np.uint8)
    total[k.NATURAL_STATE] = 21
    for (hard, ace), state in states.items():
        total[state] = hard + 10 if ace and hard <= 11 else hard
        for value in range(1, 11):
            after[state, value] = states.get((hard + value, max(ace, int(value == 1))), 0)
    for up in range(1, 11):
        total[up] = up
        for value in range(1, 11):
            natural = {up, value} == {1, 10}
            after[up, value] = k.NATURAL_STATE if natural else states[up + value, int(1 in (up, value))]
    takes = {
        "all": k.TAKES_ALL,
        "busted-plus-one": k.TAKES_ONE,
        "first-hand": k.TAKES_FIRST,
        "original-cap": k.TAKES_TO_CAP,
    }
    return {
        "dealer_after": after.reshape(-1),
        "dealer_total": total,
        "pushes": sum(1 << pushed for pushed in rules.dealer.pushes_on),
        "natural_takes": takes[rules.dealer.natural_takes],
        "drawn_21_pushes": int(rules.dealer.drawn_21_against_natural == "stand-off"),
    }


# -------------------------------------------------------------------------------------------- strategy, count


def _strategy(strategy: Strategy, info: NDArray[np.uint32]) -> dict[str, Any]:
    rows = len(info)
    play = strategy.play.copy()
    play[..., info >> k.ENDED_AT & 3 != 0] = k.STAND  # the kernel asks this table alone whether a hand goes on
    none = np.zeros(0, np.uint8)
    rescued = strategy.rescued if strategy.rescued is not None else np.zeros((KINDS, 3, k.UPS, rows), np.uint8)
    return {
        "aces_told": strategy.aces_told,
        "play": play.reshape(-1),
        "instead": np.ascontiguousarray(strategy.instead).reshape(-1),
        "by_suit": none if strategy.by_suit is None else np.ascontiguousarray(strategy.by_suit).reshape(-1),
        "rescued": np.ascontiguousarray(rescued).reshape(-1),
        "insures": np.full(rows, strategy.insures, np.uint8),
        "evens": int(strategy.even_money),
    }


def _count(table: Table) -> dict[str, Any]:
    count = table.count or Count(tags=(0,) * 10)
    steps = sorted(count.spread)
    return {
        "insure_count": count.insures_from,
        "tags": np.array([0, *count.tags, 0, 0, 0, 0, 0], np.int64),
        "counts": int(table.count is not None),
        "spread_from": np.array([least for least, _ in steps], np.float64),
        "spread_bet": np.array([bet for _, bet in steps], np.int64),
    }


# -------------------------------------------------------------------------------------------------- side bets

# The outcomes that fit together, by the number that the kernel gives them.
_FITTING: dict[str, tuple[int, tuple[tuple[str, ...], ...]]] = {
    "pairs": (
        k.PAIRS,
        (
            ("any", "mixed"), ("any", "coloured"), ("any", "suited"),
            ("any", "mixed", "aces"), ("any", "coloured", "aces"), ("any", "suited", "aces"),
        ),
    ),
    "lucky_lucky": (
        k.LUCKY,
        (
            ("19",), ("20",), ("21",), ("21", "678"), ("21", "777"),
            ("19", "suited-19"), ("20", "suited-20"), ("21", "suited-21"),
            ("21", "678", "suited-21", "suited-678"), ("21", "777", "suited-21", "suited-777"),
        ),
    ),
    "blazing_sevens": (
        k.BLAZING,
        (("seven-and-seven",), ("two-sevens",), ("777",), ("coloured-777",), ("suited-777",), ("diamond-777",)),
    ),
    "crown_suits": (k.SUITS, (("matching",), ("matching", "super"))),
    "jackpot_aces": (
        k.JACKPOT,
        (("natural",), ("natural", "suited-natural"), ("three-aces",), ("suited-aces",), ("spade-aces",)),
    ),
    "supernova": (k.SUPERNOVA, (("minor",), ("major",))),
    "spread_bet": (k.SPREAD, (("2-3",), ("4-5",), ("6-9",))),
    "sevens": (
        k.SEVENS,
        (
            ("one-seven",), ("two-sevens",), ("two-sevens", "two-sevens-suited"), ("two-sevens", "three-sevens"),
            ("two-sevens", "two-sevens-suited", "three-sevens"),
            ("two-sevens", "two-sevens-suited", "three-sevens", "three-sevens-suited"),
        ),
    ),
    "buster": (k.BUSTER, tuple((f"cards-{n}",) for n in range(3, 9))),
    "pot_of_gold": (k.GOLD, tuple((f"tokens-{n}",) for n in range(1, 9))),
    "blackpot": (
        k.BLACKPOT,
        (("initial",), ("initial", "completed"), ("carried-initial",), ("carried-initial", "carried-completed")),
    ),
    "pandemonium": (k.PANDEMONIUM, (("natural",),)),
}  # fmt: skip


def outcome_names(side: SideBet, table: PayTable) -> list[str]:
    """What each number that the kernel gives an outcome is called: the row that is paid, or "lose"."""
    if table.draws:
        return ["lose", *(f"{prize // 100} a dollar" for _, prize in table.draws)]
    names = ["lose"]
    for fitting in _FITTING[side.judged_by][1]:
        if side.judged_by == "blackpot":
            names.append(" and ".join(fitting))
        else:
            best = _best(table, fitting, 100)
            names.append(best.outcome if best else "lose")
    return names


def _sides(table: Table, unit: Cents) -> dict[str, Any]:
    bets = [(table.rules.side_bets[name], wager) for name, wager in table.side_bets.items()]
    pays = np.zeros((max(len(bets), 1), k.OUTCOMES), np.int64)
    meters = np.zeros((max(len(bets), 1), k.OUTCOMES, WINNERS), np.int64)
    device = np.ones(1, np.int64)
    for i, (side, wager) in enumerate(bets):
        if wager.table.draws:
            device = np.cumsum([chances for chances, _ in wager.table.draws]).astype(np.int64)
            for number, (_, prize) in enumerate(wager.table.draws, start=1):
                drawn = round_up(Fraction(prize * wager.stake, 100), unit)
                pays[i, number] = drawn + (wager.stake if side.stake_returned else 0)
            continue
        for number, fitting in enumerate(_FITTING[side.judged_by][1], start=1):
            if side.judged_by == "blackpot":
                pays[i, number] = _blackpot_pays(side, wager, fitting, unit)
            else:
                pays[i, number] = _pays(table, side, wager, fitting, unit, meters[i, number])
    return {
        "sides": len(bets),
        "draws_out": int(any(side.judged_by == "buster" for side, _ in bets)),
        "side_judge": np.array([_FITTING[side.judged_by][0] for side, _ in bets] or [0], np.int64),
        "side_stake": np.array([wager.stake for _, wager in bets] or [0], np.int64),
        "side_pays": pays.reshape(-1),
        "meter_pays": meters.reshape(-1),
        "device": device,
    }


def _best(table: PayTable, fitting: tuple[str, ...], stake: Cents) -> Row | None:
    """The highest prize among the outcomes that fit; a part of a meter stands above fixed money."""
    rows = [one for one in table.rows if one.outcome in fitting]
    return max(rows, key=lambda one: _height(one, stake), default=None)


def _height(one: Row, stake: Cents) -> tuple[Fraction, Fraction]:
    if one.share is not None:
        return one.share, Fraction(0)
    prize = one.prizes.get(stake, 0) if one.prizes else stake * (one.pays.ratio if one.pays else 0)
    return Fraction(0), Fraction(prize)


def _pays(
    table: Table, side: SideBet, wager: SideWager, fitting: tuple[str, ...], unit: Cents, meter: NDArray[np.int64]
) -> Cents:
    """What a side bet returns for an outcome; for a part of a meter, `meter` is filled by number of winners."""
    best = _best(wager.table, fitting, wager.stake)
    if best is None:
        return 0
    back = wager.stake if side.stake_returned else 0
    if best.share is None:
        return _fixed(side, best, wager.stake, unit) + back
    value = table.meters.get(best.meter or "")
    if value is None:
        raise CutcardError(
            f"{side.title} pays a part of the meter {best.meter}: say how high it stands, --meter {best.meter}=AMOUNT"
        )
    rounding = {"cent": 1, "dollar": 100, "chip": table.chip}[side.meter_rounds_to]
    for winners in range(1, WINNERS):
        each, _ = shared(Fraction(value), best.share, winners, side.meter_minimum or 0, rounding)
        meter[winners] = each + back
    return k.METER


def _fixed(side: SideBet, best: Row, stake: Cents, unit: Cents) -> Cents:
    prize = 0
    if best.prizes is not None:
        prize = best.prizes[stake]
    elif best.pays is not None:
        prize = payment(stake, best.pays, unit)
    return prize if side.payout_max is None else min(prize, side.payout_max)


def _blackpot_pays(side: SideBet, wager: SideWager, fitting: tuple[str, ...], unit: Cents) -> Cents:
    """The first prize, and the second with the stake where the third card completes it."""
    total = 0
    for outcome in fitting:
        best = _best(wager.table, (outcome,), wager.stake)
        total += _fixed(side, best, wager.stake, unit) if best else 0
    return total + (wager.stake if len(fitting) > 1 else 0)
