"""Many rounds, one after the other, and what is counted of them."""

from __future__ import annotations

from cutcard.simulate.kernel import (
    BET,
    BETS,
    BETS_SQUARED,
    BOX_NETS_SQUARED,
    BOX_SHIFT,
    CARRIED,
    FIRST,
    FIVE_BITS,
    I64,
    LEFT,
    METER,
    NET,
    NETS,
    NETS_BETS,
    NETS_SQUARED,
    OUTCOMES,
    RESERVE,
    ROUNDS,
    RUNNING,
    SAT_OUT,
    SECOND,
    SPLIT,
    START,
    SUIT_AT,
    SUPER,
    U32,
    UNSPLIT,
    VALUE,
    WORD,
    WORDS,
    Game,
    Longs,
    Tally,
    Workspace,
)
from cutcard.simulate.kernel.choices import aces_of, first_choice, row_of, strategy_table
from cutcard.simulate.kernel.dealing import deal, initial_deal, refill, shuffle_if_due, true_count
from cutcard.simulate.kernel.decorators import compiled, inlined
from cutcard.simulate.kernel.offers import paid_at_once
from cutcard.simulate.kernel.payouts import payment
from cutcard.simulate.kernel.round_play import play_on, play_short_round, sum_up_boxes, wager_alike


@inlined
def box_nets(game: Game, work: Workspace, tally: Tally, hands: int) -> int:
    """Sum up the boxes; with several they are counted here, and the sum of their results is returned."""
    sum_up_boxes(work, game.boxes, hands)
    net = 0
    for b in range(game.boxes):
        net += work.box[(b << BOX_SHIFT) + NET]
        if game.boxes > 1 and work.at[BET] > 0:
            count_result(tally, work.box[(b << BOX_SHIFT) + NET])
    return net


@inlined
def count_result(tally: Tally, result: int) -> None:
    """One box's result into its bin; what lies outside goes into the first or the last."""
    shifted = max(result + tally.bin_of[1], 0)
    bin_ = I64(U32(shifted) // U32(tally.bin_of[0]))
    tally.bins[min(bin_, len(tally.bins) - 1)] += 1
    tally.sums[BOX_NETS_SQUARED] += float(result) * float(result)


@inlined
def count_round(game: Game, work: Workspace, tally: Tally, net: int) -> None:
    """Add a finished round to what is counted; of one that a counter only watched, that it was one."""
    sums = tally.sums
    if work.at[BET] == 0:
        sums[SAT_OUT] += 1
        return
    sums[NETS] += float(net)
    if game.boxes == 1:
        count_result(tally, net)
    else:
        sums[NETS_SQUARED] += float(net) * float(net)
    if len(game.spread_from) > 0:
        bets = float(work.at[BET] * game.boxes)
        sums[BETS] += bets
        sums[BETS_SQUARED] += bets * bets
        sums[NETS_BETS] += float(net) * bets
    for b in range(game.boxes):
        for k in range(game.sides):
            outcome = k * OUTCOMES + work.outcome[b * game.sides + k]
            tally.side_counts[outcome] += 1
            if game.side_pays[outcome] == METER:
                result = float(work.returned[b * game.sides + k] - game.side_stake[k])
                tally.side_sums[2 * k] += result
                tally.side_sums[2 * k + 1] += result * result


@inlined
def set_wager(game: Game, work: Workspace, left: int) -> None:
    """The wager of the next round: by the true count where there is a spread."""
    if len(game.spread_from) > 0:
        count = true_count(game, work, left)
        for i in range(len(game.spread_from)):
            if i == 0 or count >= game.spread_from[i]:
                work.at[BET] = game.spread_bet[i]


@inlined
def update_count(game: Game, work: Workspace, left: int) -> None:
    """Bring the running count up to the end of the round."""
    at = work.at
    for i in range(left, at[START]):
        at[RUNNING] += game.tags[I64(work.deck[i]) & VALUE]
    at[START] = left


@compiled
def general_round(game: Game, work: Workspace, tally: Tally, up: int, left: int, word: int) -> tuple[int, int, int]:
    wager_alike(game, work)
    left, word, hands = play_on(game, work, game.boxes, up, left, word)
    return box_nets(game, work, tally, hands), left, word


@inlined
def next_round(game: Game, work: Workspace, tally: Tally, left: int, word: int) -> tuple[int, int, int]:
    """Deal and play a round, in the short way where that will do; its result without side bets is returned."""
    if game.short == 0:
        up, left, word = initial_deal(game, work, game.boxes, left, word)
        return general_round(game, work, tally, up, left, word)
    first, left, word = deal(work, left, word)
    up, left, word = deal(work, left, word)
    second, left, word = deal(work, left, word)
    row = row_of(game, first, second)
    info = I64(game.info[row])
    table = strategy_table(game, UNSPLIT, aces_of(first, second), up)
    action = first_choice(game, row, info, table, (first & second) >> SUIT_AT)
    insurable = game.insurable >> (up & VALUE) & 1
    if action < SPLIT and info & FIVE_BITS != 21 and insurable == 0:
        return play_short_round(game, work, first, second, up, action, left, word)
    alone = game.sides == 0 and game.draws_out == 0
    if info & FIVE_BITS == 21 and alone and insurable == 0 and paid_at_once(game, up):
        if game.hole_card:
            _card, left, word = deal(work, left, word)
        return payment(work.at[BET], game.natural_pays, game.natural_for, game.unit), left, word
    for field in range(CARRIED):
        work.box[field] = 0
    work.box[SUPER] = 0
    work.box[FIRST], work.box[SECOND] = first, second
    return general_round(game, work, tally, up, left, word)


@compiled
def play_stretch(game: Game, work: Workspace, tally: Tally, done: int, rounds: int, nets: Longs) -> int:
    """Play and count rounds for as long as there are random words; how many are done then is returned."""
    left, word = work.at[LEFT], work.at[WORD]
    while done < rounds and word <= WORDS - RESERVE:
        left, word = shuffle_if_due(game, work, left, word)
        set_wager(game, work, left)
        net, left, word = next_round(game, work, tally, left, word)
        count_round(game, work, tally, net)
        if game.counts:
            update_count(game, work, left)
        if len(nets) > 0:
            if len(nets) == 2 * rounds:
                nets[rounds + done] = net
            for b in range(game.boxes if work.at[BET] > 0 else 0):
                for k in range(game.sides):
                    net += work.returned[b * game.sides + k] - game.side_stake[k]
            nets[done] = net
        done += 1
    work.at[LEFT], work.at[WORD] = left, word
    return done


@compiled
def simulate(game: Game, work: Workspace, tally: Tally, rounds: int, nets: Longs) -> None:
    """Play rounds and count them; `nets` receives each round's result with its side bets if it is long enough.

    Where it has exactly two places a round, its second half takes the results without side bets.
    """
    done = 0
    while done < rounds:
        if work.at[WORD] > WORDS - RESERVE:
            refill(work.at, work.words)
            work.at[WORD] = 0
        done = play_stretch(game, work, tally, done, rounds, nets)
    tally.sums[ROUNDS] += rounds
