"""What a strategy, or a script of the tests, does with a hand."""

from __future__ import annotations

from cutcard.simulate.kernel import (
    ACES_ON,
    BY_SUIT,
    FIVE_BITS,
    HIT,
    I64,
    LINE,
    OR_SPLIT,
    PAIR,
    RANK_AT,
    SPLIT,
    STAND,
    SURRENDER,
    UPS,
    VALUE,
    Game,
    Workspace,
)
from cutcard.simulate.kernel.decorators import inlined
from cutcard.simulate.kernel.payouts import suits_kind


@inlined
def scripted(work: Workspace) -> int:
    """The next line of the script."""
    line = work.script[work.at[LINE]]
    work.at[LINE] += 1
    return I64(line)


@inlined
def split_token(game: Game, first: int) -> bool:
    """Whether the house pays for the new hand of a split of such cards."""
    return game.split_tokens >> (first & VALUE) & 1 == 1


@inlined
def may_split(game: Game, info: int, first: int, second: int, made: int, declined: int, bet: int, purse: int) -> bool:
    if info & PAIR == 0 or declined:
        return False
    if purse < bet and not split_token(game, first):
        return False
    if game.split_by_rank and (first ^ second) & (VALUE << RANK_AT):
        return False
    return made < (game.aces_hands_max if first & VALUE == 1 else game.hands_max)


@inlined
def first_choice(game: Game, row: int, info: int, table: int, mask: int) -> int:
    """The strategy's first choice, whether the round allows it or not."""
    if info & BY_SUIT:
        choice = I64(game.by_suit[(table + row) * 4 + suits_kind(mask)])
        if choice <= SURRENDER:
            return choice
    return I64(game.play[table + row])


@inlined
def chosen(game: Game, row: int, info: int, table: int, mask: int, splits: bool, surrenders: bool) -> int:
    """What the strategy does: its first choice where the round allows it, else the second."""
    action = first_choice(game, row, info, table, mask)
    if action < SPLIT or (action == SPLIT and splits) or (action == SURRENDER and surrenders):
        return action
    instead = I64(game.instead[table + row])
    return SPLIT if instead & OR_SPLIT and splits else instead & ~OR_SPLIT


@inlined
def without_double(info: int) -> int:
    """What is done with a hand worth doubling by somebody who has nothing left to add."""
    return STAND if info & FIVE_BITS >= 18 else HIT


@inlined
def strategy_table(game: Game, kind: int, first_aces: int, up: int) -> int:
    """Where the strategy's decisions for such a hand against the dealer's card begin."""
    table = kind * game.aces_tracked + (first_aces if game.aces_tracked > 1 else 0)
    return (table * UPS + (up & VALUE) - 1) * len(game.info)


@inlined
def split_kind(game: Game, kind: int, first: int) -> int:
    """The kind of a hand that a split has made of this card."""
    return kind + ACES_ON if game.aces_cards > 1 and first & VALUE == 1 else kind


@inlined
def aces_of(first: int, second: int) -> int:
    return I64(first & VALUE == 1) + I64(second & VALUE == 1)


@inlined
def row_of(game: Game, first: int, second: int) -> int:
    return I64(game.after[(first & VALUE) << 4 | second & VALUE])


@inlined
def is_rescued(game: Game, work: Workspace, kind: int, row: int, first_aces: int, up: int) -> bool:
    if len(work.script) > 0:
        return scripted(work) != 0
    fixed = first_aces * game.double_aces_one
    return bool(game.rescued[((kind * 3 + fixed) * UPS + (up & VALUE) - 1) * len(game.info) + row] != 0)
