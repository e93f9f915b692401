"""What to bet, and how to play, for the best chance to advance from a tournament table.

>>> from cutcard.odds.tournaments import advise, example, standing_of
>>> found = advise(standing_of({**example("two-players"), "marker": "bob", "players": [
...     {"name": "ann", "chips": "1000"}, {"name": "bob", "chips": "1200", "wager": "25"}]}))
>>> found.asked, found.best, 0.4 < found.chance < 0.5
('wager', 32500, True)
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Literal

import numpy as np

from cutcard.errors import CutcardError, listed
from cutcard.money import Cents, priced
from cutcard.odds.tournaments.departures import Departure, departures
from cutcard.odds.tournaments.earlier_rounds import PLAYED_OUT, play_out, two_player_rounds
from cutcard.odds.tournaments.exact_last_hand import exact_last_hand
from cutcard.odds.tournaments.field import replies_to, some_of
from cutcard.odds.tournaments.hand_states import tens_left_unsplit
from cutcard.odds.tournaments.matrix_game import solve_matrix
from cutcard.odds.tournaments.play_advice import SPLIT_ONCE, TENS_LEFT, Choice, choices
from cutcard.odds.tournaments.standing import Seat, Standing
from cutcard.odds.tournaments.two_players import shoe_of
from cutcard.odds.tournaments.wagers import TwoPlayers, critical_wagers, thinned

Progress = Callable[[int, int], None]
SHOWN_IN_FULL = 4  # wagers of the first to bet whose chance is worked out to the end; of others an upper bound
MATRIX_WAGERS = 9  # of each player, where wagers are chosen at the same time
ROUND_WAGERS = 7
PLAYED_OUT_BOXES = 600_000  # boxes in rounds that are played out, so that a full table is answered in seconds
DECIDING = 3  # of those who bet later at a table, whose wagers are thought through
REPLIES = 3  # wagers that each of them chooses from, where there are several

PLAYED_ORDINARILY = "everybody else plays for the most chips on average (basic strategy), without insurance"
BOTH_BEST = "both play every hand for their own chance to advance, and see all cards and wagers"
CONSTANT = "cards come with the chances of a full shoe less the dealer's first card (--exact does without)"
NO_INSURANCE = "nobody insures"
ROUNDS_ORDINARY = "both play for the most chips on average in all rounds, and choose their wagers from a few"
SIMPLE_BETS = "all others, and you after this round, bet the minimum in a place that advances, and else what catches up"


@dataclass(frozen=True, slots=True, kw_only=True)
class WagerChance:
    """A wager and the chance to advance with it, which lies between `least` and `most`."""

    wager: Cents
    chance: float
    least: float
    most: float
    others: tuple[tuple[str, Cents], ...] = ()  # how the others then bet
    share: float | None = None  # how often to choose it, where wagers are not seen


@dataclass(frozen=True, slots=True, kw_only=True)
class Advice:
    """The answer to a standing."""

    asked: Literal["wager", "play"]
    best: Cents | str  # a wager, or what to do
    chance: float
    least: float
    most: float
    method: str
    wagers: tuple[WagerChance, ...] = ()  # the best first
    plays: tuple[Choice, ...] = ()
    departures: tuple[Departure, ...] = ()
    assumed: tuple[str, ...] = ()
    exact: float | None = None  # the best wager's chance from the finite shoe


@dataclass(kw_only=True)
class _Question:
    at: Standing
    progress: Progress | None
    done: int = 0
    total: int = 1
    assumed: list[str] = field(default_factory=list)

    def step(self) -> None:
        self.done += 1
        if self.progress is not None:
            self.progress(min(self.done, self.total), self.total)


def advise(standing: Standing, *, exact: bool = False, progress: Progress | None = None) -> Advice:
    """The best wager, or once cards are dealt the best play, of the one who asks."""
    if standing.dealt:
        return _play(standing)
    _check_order(standing)
    question = _Question(at=standing, progress=progress)
    if tens_left_unsplit(standing.rules):
        question.assumed.append(TENS_LEFT)
    if standing.rounds_left > 1:
        if exact:
            raise CutcardError("only the last hand of two players can be worked out exactly")
        return _earlier_two(question) if len(standing.seats) == 2 else _earlier_table(question)
    if len(standing.seats) == 2:
        return _two(question, exact)
    if exact:
        raise CutcardError("only the last hand of two players can be worked out exactly")
    return _table(question)


def _check_order(at: Standing) -> None:
    """Check that everybody who bets before the asker has bet, unless their wager is hidden."""
    if at.yours.wager is not None:
        raise CutcardError(f"{at.yours.name} has bet, and the cards are not dealt: there is nothing to decide")
    before = at.betting_order[: at.betting_order.index(at.you)]
    for seat in before:
        if at.seats[seat].wager is None and not at.seats[seat].undisclosed:
            raise CutcardError(f"{at.seats[seat].name} bets before {at.yours.name}: their wager is missing")


def _allowed(at: Standing, seat: Seat) -> tuple[Cents, ...]:
    found = at.limits.allowed(seat.chips, seat.passes > 0)
    if not found:
        return (0,)  # eliminated, and still counted
    return found


# ------------------------------------------------------------------------------------------------- two, the last hand


def _two(question: _Question, exact: bool) -> Advice:
    at = question.at
    order, you, other = at.playing_order, at.yours, at.seats[1 - at.you]
    game = TwoPlayers(
        shoe=shoe_of(at.rules, at.decks),
        chips=(at.seats[order[0]].chips, at.seats[order[1]].chips),
        chip=at.chip,
        tie=at.tie_of_first,
    )
    mine = order.index(at.you)
    laid = other.wager if not other.undisclosed else None
    first = laid is None and at.betting_order[0] == at.you
    critical = critical_wagers(you.chips, other.chips, laid or at.limits.least)
    options = thinned(_allowed(at, you), critical)
    replies = (laid,) if laid is not None else thinned(_allowed(at, other), critical_wagers(other.chips, you.chips, 0))
    hidden = (you.undisclosed and first) or (other.undisclosed and not first)
    if hidden:
        found = _at_once(question, game, mine, some_of(options, MATRIX_WAGERS), some_of(replies, MATRIX_WAGERS))
    elif laid is None:
        found = _first_to_bet(question, game, mine, options, replies)
    else:
        question.total = len(options)
        found = [_known(question, game, mine, bet, laid) for bet in options]
    found = [_with_hidden_play(one, game, mine, at) for one in found] if you.undisclosed or other.undisclosed else found
    found = [replace(one, others=tuple((other.name, bet) for _, bet in one.others)) for one in found]
    found.sort(key=lambda one: -one.chance if one.share is None else -one.share)
    best = found[0]
    reply = best.others[0][1] if best.others else replies[0]
    bets = (best.wager, reply) if mine == 0 else (reply, best.wager)
    hand = game.hand(*bets)
    value = None
    if exact:
        exactly = exact_last_hand(hand, question.progress).value
        value = exactly if mine == 0 else 1.0 - exactly
    return Advice(
        asked="wager",
        best=best.wager,
        chance=sum(one.chance * one.share for one in found if one.share is not None) if hidden else best.chance,
        least=best.least,
        most=best.most,
        method="two players, the last hand: all wagers against all replies, all play by enumeration",
        wagers=tuple(found),
        departures=departures(hand, mine),
        assumed=(BOTH_BEST, CONSTANT, SPLIT_ONCE, *question.assumed),
        exact=value,
    )


def _known(question: _Question, game: TwoPlayers, mine: int, bet: Cents, laid: Cents) -> WagerChance:
    chance = game.value_for(mine, bet, laid)
    question.step()
    return WagerChance(wager=bet, chance=chance, least=chance, most=chance, others=(("", laid),))


def _first_to_bet(
    question: _Question, game: TwoPlayers, mine: int, options: tuple[Cents, ...], replies: tuple[Cents, ...]
) -> list[WagerChance]:
    """Every wager against the best reply; a wager that cannot be among the best is left with an upper bound."""

    def rough(bet: Cents, reply: Cents) -> float:
        first, second = (bet, reply) if mine == 0 else (reply, bet)
        value = game.ordinary_value(first, second)
        return value if mine == 0 else 1.0 - value

    question.total = len(options) * len(replies)
    guessed = {bet: sorted(replies, key=lambda reply, bet=bet: rough(bet, reply)) for bet in options}  # type: ignore[misc]
    order = sorted(options, key=lambda bet: -rough(bet, guessed[bet][0]))
    found: list[WagerChance] = []
    for bet in order:
        best = sorted((one.chance for one in found if one.least == one.most), reverse=True)
        barrier = best[SHOWN_IN_FULL - 1] if len(best) >= SHOWN_IN_FULL else 0.0
        lowest, reply, whole = 1.0, replies[0], True
        for answer in guessed[bet]:
            value = game.value_for(mine, bet, answer)
            question.step()
            if value < lowest:
                lowest, reply = value, answer
            if lowest < barrier:
                whole = answer == guessed[bet][-1]
                break
        question.done = len(replies) * (len(found) + 1)
        least = lowest if whole else 0.0
        found.append(WagerChance(wager=bet, chance=lowest, least=least, most=lowest, others=(("", reply),)))
    return found


def _at_once(
    question: _Question, game: TwoPlayers, mine: int, options: tuple[Cents, ...], replies: tuple[Cents, ...]
) -> list[WagerChance]:
    """Wagers that neither sees before laying their own: a mixture."""
    question.total = len(options) * len(replies)
    pays = np.zeros((len(options), len(replies)))
    for i, bet in enumerate(options):
        for j, reply in enumerate(replies):
            pays[i, j] = game.value_for(mine, bet, reply)
            question.step()
    solved = solve_matrix(pays)
    question.assumed.append(
        "neither sees the other's wager before laying their own: choose with the shares shown, "
        f"which are the best there are to within {solved.most - solved.least:.1e}"
    )
    against = pays @ solved.columns
    likely = replies[int(solved.columns.argmax())]
    return [
        WagerChance(
            wager=bet,
            chance=float(against[i]),
            least=float(pays[i].min()),
            most=float(pays[i].max()),
            others=(("", likely),),
            share=float(solved.rows[i]),
        )
        for i, bet in enumerate(options)
    ]


def _with_hidden_play(one: WagerChance, game: TwoPlayers, mine: int, at: Standing) -> WagerChance:
    """Bounds where a wager stays hidden while the hands are played: the other cannot play to it.

    The one who does not see a wager can at least play ordinarily, and can do no better than if they saw it.
    """
    if one.share is not None and one.share < 1e-6:
        return one
    reply = one.others[0][1]
    hand = game.hand(one.wager, reply) if mine == 0 else game.hand(reply, one.wager)
    least, most = one.chance, one.chance
    if at.yours.undisclosed:
        value = hand.value_against_ordinary(mine)
        most = max(most, value if mine == 0 else 1.0 - value)
    if at.seats[1 - at.you].undisclosed:
        value = hand.value_against_ordinary(1 - mine)
        least = min(least, value if mine == 0 else 1.0 - value)
    return replace(one, least=least, most=most)


# ---------------------------------------------------------------------------------------------- a table, the last hand


def _table(question: _Question) -> Advice:
    at = question.at
    later = at.betting_order[at.betting_order.index(at.you) + 1 :]
    order = (at.you, *(seat for seat in later if at.seats[seat].wager is None))
    laid = {seat: one.wager for seat, one in enumerate(at.seats) if one.wager is not None and not one.undisclosed}
    unseen = [seat for seat, one in enumerate(at.seats) if one.undisclosed and seat != at.you and seat not in order]
    for seat in unseen:
        laid[seat] = _allowed(at, at.seats[seat])[-1]
        question.assumed.append(f"the undisclosed wager of {at.seats[seat].name} is taken to be the most they may lay")
    order, simple = _deciding(at, order)
    laid |= simple
    if simple:
        names = listed([f"{at.seats[seat].name} {priced(bet)}" for seat, bet in simple.items()])
        question.assumed.append(f"of those who bet after you, these bet simply: {names}")
    shoe, chips = shoe_of(at.rules, at.decks), [seat.chips for seat in at.seats]
    options = [
        some_of(_allowed(at, at.seats[seat]), ROUND_WAGERS if seat == at.you or len(order) < 3 else REPLIES)
        for seat in order
    ]
    found = replies_to(
        shoe, chips, laid, order, options, chip=at.chip, advance=at.advance, tie=at.tie, progress=question.progress
    )
    wagers = [
        WagerChance(
            wager=reply.wager,
            chance=reply.chance,
            least=reply.least,
            most=reply.most,
            others=tuple((at.seats[seat].name, bet) for seat, bet in zip(order[1:], reply.others, strict=True)),
        )
        for reply in found
    ]
    method = (
        "the last hand of a table: those who bet after you each bet for their own best chance; "
        "the bounds are for whatever of the wagers that were tried they bet"
    )
    return _best_of(wagers, method, (PLAYED_ORDINARILY, CONSTANT, SPLIT_ONCE, *question.assumed))


def _best_of(wagers: Iterable[WagerChance], method: str, assumed: tuple[str, ...]) -> Advice:
    """The wager with the best chance, and the others after it."""
    ordered = tuple(sorted(wagers, key=lambda one: -one.chance))
    best = ordered[0]
    return Advice(
        asked="wager",
        best=best.wager,
        chance=best.chance,
        least=best.least,
        most=best.most,
        method=method,
        wagers=ordered,
        assumed=assumed,
    )


def _deciding(at: Standing, order: tuple[int, ...]) -> tuple[tuple[int, ...], dict[int, Cents]]:
    """The players whose wagers after the asker's are worked out: the few with the most chips.

    The others bet the minimum where they would advance as things stand, and otherwise the most they may.
    """
    rivals = sorted(order[1:], key=lambda seat: -at.seats[seat].chips)[:DECIDING]
    line = sorted((seat.chips for seat in at.seats), reverse=True)[at.advance - 1]
    simple = {}
    for seat in order[1:]:
        if seat not in rivals:
            allowed = at.limits.allowed(at.seats[seat].chips) or (0,)
            simple[seat] = allowed[0] if at.seats[seat].chips >= line else allowed[-1]
    return (order[0], *(seat for seat in order[1:] if seat in rivals)), simple


# ------------------------------------------------------------------------------------------------------ earlier rounds


def _earlier_two(question: _Question) -> Advice:
    at = question.at
    you, other = at.yours, at.seats[1 - at.you]
    first = at.betting_order[0] == at.you
    laid = other.wager
    if laid is None and not first:  # undisclosed: any of theirs
        question.assumed.append(f"the undisclosed wager of {other.name} is taken to be the worst for you")
    found = two_player_rounds(
        shoe_of(at.rules, at.decks),
        (you.chips, other.chips),
        at.limits,
        at.rounds_left,
        first_bets=0 if first else 1,
        tie=at.tie,
        wagers=some_of(_allowed(at, you), ROUND_WAGERS),
        replies=some_of(_allowed(at, other), ROUND_WAGERS),
        laid=laid,
    )
    wagers = (
        WagerChance(wager=one.wager, chance=(one.least + one.most) / 2, least=one.least, most=one.most) for one in found
    )
    method = f"two players, {at.rounds_left} rounds left: backward induction over the chips of both, between bounds"
    return _best_of(wagers, method, (ROUNDS_ORDINARY, CONSTANT, NO_INSURANCE, SPLIT_ONCE, *question.assumed))


def _earlier_table(question: _Question) -> Advice:
    at = question.at
    laid = {seat: one.wager for seat, one in enumerate(at.seats) if one.wager is not None and not one.undisclosed}
    found = play_out(
        shoe_of(at.rules, at.decks),
        [seat.chips for seat in at.seats],
        laid,
        at.limits,
        at.rounds_left,
        seat=at.you,
        advance=at.advance,
        tie=at.tie,
        wagers=some_of(_allowed(at, at.yours), ROUND_WAGERS),
        tables=min(PLAYED_OUT, PLAYED_OUT_BOXES // (len(at.seats) * at.rounds_left)),
    )
    wagers = (
        WagerChance(
            wager=one.wager,
            chance=one.chance,
            least=max(0.0, one.chance - 3 * one.error),
            most=min(1.0, one.chance + 3 * one.error),
        )
        for one in found
    )
    method = f"a table, {at.rounds_left} rounds left: played out many times; the bounds are three standard errors"
    return _best_of(wagers, method, (PLAYED_ORDINARILY, SIMPLE_BETS, CONSTANT, *question.assumed))


# ------------------------------------------------------------------------------------------------------------- the play


def _play(at: Standing) -> Advice:
    found, exact, assumed = choices(at)
    best = found[0]
    return Advice(
        asked="play",
        best=best.act,
        chance=best.chance,
        least=best.chance,
        most=best.chance,
        method="the play of a dealt hand: " + ("exact, by enumeration of the shoe" if exact else "constant chances"),
        plays=tuple(found),
        assumed=tuple(assumed),
    )
