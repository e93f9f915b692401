"""Side bets, which are settled when the round is over."""

from __future__ import annotations

from cutcard.simulate.kernel import (
    BOX_SHIFT,
    BY_DEALERS_CARD,
    BY_DEALERS_HAND,
    BY_THIRD_CARD,
    BY_TOKENS,
    BY_TWO_CARDS,
    CARDS,
    CARRIED,
    CARRIES,
    COLUMNS,
    DRAWS,
    FIRST,
    I64,
    METER,
    NO_CARD,
    OUTCOMES,
    RANK_AT,
    SECOND,
    SUIT_AT,
    THIRD,
    TOKENS,
    Game,
    Workspace,
)
from cutcard.simulate.kernel.choices import scripted
from cutcard.simulate.kernel.dealing import below
from cutcard.simulate.kernel.decorators import compiled, inlined


@inlined
def card_place(card: int) -> int:
    """A card's place in the pack: ranks from two to ace, four suits each."""
    suit = card >> SUIT_AT
    return (card >> RANK_AT & 15) << 2 | (suit >> 1) - (suit >> 3)


@inlined
def side_outcome(game: Game, work: Workspace, k: int, place: int, pair: int, up: int, over: int) -> int:
    """The outcome of a side bet on a box once the round is over; 0: it loses.

    `pair` is the place of the two cards, `up` that of the dealer's first, `over` how many cards a dealer's hand over 21
    has. What these mean to the side bet is in its tables.
    """
    box, seen, rows, after = work.box, game.side_seen[k], game.side_rows_at[k], game.side_after[k]
    if seen == BY_TWO_CARDS and after == 0:  # most side bets: their pairs are outcomes
        return I64(game.side_pairs[game.side_pairs_at[k] + pair])
    if seen == BY_DEALERS_HAND:
        return I64(game.side_rows[rows + over])
    if seen == BY_TOKENS:
        return I64(game.side_rows[rows + min(box[place + TOKENS], COLUMNS - 1)])
    column = 0
    if seen == BY_DEALERS_CARD:
        column = up
    elif seen == BY_THIRD_CARD:
        third = box[place + THIRD]
        column = card_place(third) if third else NO_CARD
    pairs = game.side_pairs_at[k] + pair
    if after == CARRIES:
        pairs += box[place + CARRIED] * CARDS * CARDS
    outcome = I64(game.side_rows[rows + I64(game.side_pairs[pairs]) * COLUMNS + column])
    if after == CARRIES:
        box[place + CARRIED] = I64(game.side_stays[k * OUTCOMES + outcome]) & (box[place + CARRIED] ^ 1)
    elif after == DRAWS and outcome:
        return drawn_prize(game, work)
    return outcome


@compiled
def drawn_prize(game: Game, work: Workspace) -> int:
    """Which prize the random device gives, from 1."""
    if len(work.script) > 0:
        return scripted(work)
    ticket = below(work, game.device[-1])
    prize = 0
    while game.device[prize] <= ticket:
        prize += 1
    return prize + 1


@inlined
def settle_sides(game: Game, work: Workspace, up: int, dealer: int, cards: int) -> None:
    meters = False
    up_place, over = card_place(up), cards if dealer > 21 else 0
    for b in range(game.boxes):
        place = b << BOX_SHIFT
        pair = card_place(work.box[place + FIRST]) * CARDS + card_place(work.box[place + SECOND])
        for k in range(game.sides):
            outcome = side_outcome(game, work, k, place, pair, up_place, over)
            pays = game.side_pays[k * OUTCOMES + outcome]
            work.outcome[b * game.sides + k] = outcome
            work.returned[b * game.sides + k] = pays
            meters = meters or pays == METER
    if meters:
        share_meters(game, work)


@compiled
def share_meters(game: Game, work: Workspace) -> None:
    """Boxes that win the same part of a meter in one round share it."""
    for b in range(game.boxes):
        for k in range(game.sides):
            outcome = work.outcome[b * game.sides + k]
            if game.side_pays[k * OUTCOMES + outcome] != METER:
                continue
            winners = 0
            for other in range(game.boxes):
                winners += I64(work.outcome[other * game.sides + k] == outcome)
            work.returned[b * game.sides + k] = game.meter_pays[(k * OUTCOMES + outcome) * 16 + winners]
