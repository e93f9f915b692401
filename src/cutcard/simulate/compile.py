"""Compiles a game's rules and a table's setup into numbers for the kernel."""

from __future__ import annotations

import itertools
from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cutcard.cards import PACK, RANKS, SUITS, Card, shoe
from cutcard.engine.state import Setup
from cutcard.errors import CutcardError
from cutcard.hand_rules import (
    MIXED,
    SPADES,
    SUITED,
    CardEnds,
    bonus_for,
    ended_by_card,
    insurance_odds,
    natural_paid_at_once,
    token_pays_double,
    token_pays_split,
)
from cutcard.lookup.all_hands import ACE, NO_PAIR, VALUE_OF, row_of
from cutcard.lookup.dealer_hands import standing_hands
from cutcard.lookup.hand_choices import hand_choices
from cutcard.money import Odds
from cutcard.rulebooks.known_values import refuse_unknown
from cutcard.rulebooks.schema import Rules
from cutcard.simulate import kernel as k
from cutcard.simulate.side_bets import sides
from cutcard.simulate.strategy import HANDS, NO_CHOICE, Strategy
from cutcard.simulate.table import Count, Table

CODE: dict[str, int] = {
    card.text: card.value | RANKS.index(card.rank) << k.RANK_AT | 1 << (k.SUIT_AT + SUITS.index(card.suit))
    for card in PACK
}
# With a power of two of columns, so that a row's place is a shift; row 0 stands for any hand over 21 and stays so.
AFTER = np.zeros((len(HANDS.size), 16), np.uint16)
AFTER[1:, 1:11] = np.maximum(HANDS.after[1:], 0)


def encode_cards(cards: list[Card]) -> NDArray[np.uint16]:
    """Cards in the kernel's encoding."""
    return np.array([CODE[card.text] for card in cards], np.uint16)


def shoe_of(table: Table) -> NDArray[np.uint16]:
    """The table's whole shoe."""
    return encode_cards(shoe(table.decks, table.rules.cards.removed_ranks))


def compile_game(table: Table, strategy: Strategy) -> k.Game:
    """Everything the kernel needs to play at a table."""
    rules = table.rules
    refuse_unknown("simulator", rules)
    unit = Setup(rules, table.decks, chip=table.chip).unit
    odds, bonus = _bonuses(rules)
    info = _info(rules)
    if strategy.by_suit is not None:
        by_suit = (strategy.by_suit != NO_CHOICE).any(axis=(0, 1, 2, 4))
        info = info | np.where(by_suit, k.BY_SUIT, 0).astype(np.uint32)
    return k.Game(
        boxes=table.boxes,
        unit=unit,
        short=int(table.boxes == 1 and rules.draw.automatic == "never" and table.dealing != "shuffler"),
        short_hands=int(table.boxes > 1 and rules.draw.automatic == "never" and not table.side_bets),
        insurable=_insurable(table, strategy),
        **_dealing(table),
        after=AFTER.reshape(-1),
        info=info,
        pays=np.array([each.pays for each in odds], np.int64),
        for_each=np.array([each.for_each for each in odds], np.int64),
        bonus=bonus,
        **_player(rules),
        **_super_bonus(rules),
        **_dealer(rules),
        **_strategy(strategy, info),
        **_count(table),
        **sides(table, unit),
    )


def _insurable(table: Table, strategy: Strategy) -> int:
    """The dealer's values against which a hand that is not a natural may be insured, one bit each."""
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
    """Each row of the table of hands: its total, and what the rules say about it whatever the dealer has."""
    choices = hand_choices(rules, by_size=True)
    _, bonus = _bonuses(rules)
    info = np.zeros(len(HANDS.size), np.uint32)
    info[0] = k.BUST << k.ENDED_AT
    for i in range(1, len(info)):
        size, total, hard = int(HANDS.size[i]), int(HANDS.total[i]), int(HANDS.hard[i])
        low = rules.draw.automatic_soft if total != hard else rules.draw.automatic_hard
        bits = {
            k.PAIR: HANDS.pair[i] != NO_PAIR,
            k.DOUBLES: choices.double[i],
            k.DOUBLES_SPLIT: choices.double_after_split[i],
            k.LOW: total < low,
            k.LOW_HARD: total < rules.draw.automatic_hard,
            k.BONUS: bonus[i * 4 : i * 4 + 3].any(),
        }
        worth = total | hard << k.HARD_AT | int(HANDS.counts[i, ACE]) << k.ACES_AT | size << k.SIZE_AT
        ended = _ENDS[ended_by_card(rules, cards=size, total=total)]
        info[i] = worth | ended << k.ENDED_AT | sum(bit for bit, on in bits.items() if on)
    return info


_ENDS: dict[CardEnds, int] = {"": 0, "won": k.WON, "full": k.FULL}


@lru_cache(maxsize=64)
def _bonuses(rules: Rules) -> tuple[list[Odds], NDArray[np.uint8]]:
    """A list of odds, and the index into it for a 21 of each row and kind of suits."""
    odds = [rules.winning.pays]
    bonus = np.zeros(len(HANDS.size) * 4, np.uint8)
    for made in rules.winning.bonuses:
        _check_ranks(made.ranks)
    for i in np.flatnonzero(HANDS.total == 21).tolist():
        ranks = "".join(rank * int(held) for rank, held in zip("A23456789T", HANDS.counts[i], strict=True))
        for suits in (MIXED, SUITED, SPADES):
            best = bonus_for(rules, cards=len(ranks), total=21, ranks=ranks, suits=suits)
            if best is not None:
                if best.pays not in odds:
                    odds.append(best.pays)
                bonus[i * 4 + suits] = odds.index(best.pays)
    return odds, bonus


def _check_ranks(ranks: str) -> None:
    """Refuse ranks that cannot be distinguished by value."""
    if any(rank in "TJQK" for rank in ranks):
        raise CutcardError(f"the simulator tells ten-values apart by rank in no bonus, and {ranks} would need it")


# ---------------------------------------------------------------------------------------- player and dealer


def _player(rules: Rules) -> dict[str, Any]:
    natural, insurance, split, double, surrender = (
        rules.natural,
        rules.insurance,
        rules.split,
        rules.double,
        rules.surrender,
    )
    offered = [insurance_odds(rules, 1), insurance_odds(rules, 10)]
    return {
        "natural_pays": natural.pays.pays,
        "natural_for": natural.pays.for_each,
        "natural_at_once": _by_value(lambda value: natural_paid_at_once(rules, value)),
        "natural_beats": int(natural.against_natural == "win"),
        "natural_after_split": int(natural.after_split),
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
        "split_tokens": _by_value(lambda value: token_pays_split(rules, value)),
        "declined_bars": int(split.declined_bars_later),
        "double_token": int(token_pays_double(rules)),
        "double_aces_one": int(double.doubled_ace == "one"),
        "double_bonuses": int(double.bonuses),
        "double_for_less": int(double.for_less),
        "rescue": int(double.rescue),
        "twenty_one": int(rules.winning.twenty_one),
        "five_and_under": rules.winning.five_and_under,
        "surrender": {"never": 0, "before-play": k.BEFORE_PLAY, "on-turn": k.ON_TURN}[surrender.offered],
        "surrender_ranks": sum(1 << RANKS.index(rank) for rank in surrender.against),
        "surrender_part": Fraction(surrender.returns).numerator,
        "surrender_of": Fraction(surrender.returns).denominator,
        "surrender_void": int(surrender.void_on_natural),
    }


def _by_value(answer: Callable[[int], bool]) -> int:
    """The answers for the values from ace to ten, one bit each."""
    return sum(1 << value for value in range(1, 11) if answer(value))


def _super_bonus(rules: Rules) -> dict[str, Any]:
    terms = rules.winning.super_bonus
    prizes = terms.prizes if terms else ()
    _check_ranks(terms.ranks if terms else "")
    return {
        "super_row": row_of(HANDS, *(VALUE_OF[rank] for rank in terms.ranks)) if terms else 0,
        "super_rank": RANKS.index(terms.dealer_rank) if terms else 0,
        "super_from": np.array([least for least, _ in prizes], np.int64),
        "super_prize": np.array([prize for _, prize in prizes], np.int64),
        "super_others": terms.others if terms else 0,
    }


def _dealer(rules: Rules) -> dict[str, Any]:
    """The dealer's hand as states: 1 to 10 a single card, then hands that draw, then from 64 on those that stop."""
    standing = standing_hands(rules)
    draws, stops = itertools.count(11), itertools.count(k.NATURAL_STATE + 1)
    states: dict[tuple[int, int], int] = {}  # by hard sum and whether there is an ace
    for hard, ace in itertools.product(range(2, 32), (0, 1)):
        best = hard + 10 if ace and hard <= 11 else hard
        states[hard, ace] = next(stops if (hard, best) in standing else draws)
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
        "hole_card": int(rules.dealer.hole_card != "none"),
        "peeks": 1 << 1 | 1 << 10 if rules.dealer.hole_card == "peeked" else 0,
    }


# -------------------------------------------------------------------------------------------- strategy, count


def _strategy(strategy: Strategy, info: NDArray[np.uint32]) -> dict[str, Any]:
    rows = len(info)
    play = strategy.play.copy()
    play[..., info >> k.ENDED_AT & 3 != 0] = k.STAND  # the kernel asks this table alone whether a hand goes on
    none = np.zeros(0, np.uint8)
    rescued = strategy.rescued if strategy.rescued is not None else np.zeros((len(play), 3, k.UPS, rows), np.uint8)
    return {
        "aces_tracked": strategy.aces_tracked,
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
