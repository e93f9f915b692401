"""How play at tables earns entries: a pure function of a finished round, which anybody can repeat.

A round counts where the conditions say so: by game, table, currency and time, with the wager that they ask for on the
box. What it counts for is added up for each player over all tables, and entries follow from the sums.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import NamedTuple

from cutcard.engine import Event, State, Wager, evolve
from cutcard.engine import events as played
from cutcard.engine.evolve import opened
from cutcard.money import Cents
from cutcard.promotions.conditions import EntryRule, PromotionConditions

MAIN = "main"
MORE_OF_MAIN = ("double", "split")  # wagers that are added to a main wager, and count with it


class Play(NamedTuple):
    """What a player's play counts for."""

    wagered: Cents = 0  # in rounds that count, on all bets together
    counts: tuple[int, ...] = ()  # for each rule of the conditions: cents for "wagered", otherwise how often

    def plus(self, other: Play) -> Play:
        """Both together.

        >>> Play(500, (1, 0)).plus(Play(1000, (0, 2)))
        Play(wagered=1500, counts=(1, 2))
        """
        if not self.counts:
            return other
        counts = tuple(one + more for one, more in zip(self.counts, other.counts, strict=True))
        return Play(self.wagered + other.wagered, counts)


NO_PLAY = Play()


class CountedRound(NamedTuple):
    """A finished round as far as it counts for promotions: when it was, in which currency, and all its events."""

    number: int
    opened_ms: int
    ended_ms: int
    currency: str
    events: tuple[Event, ...]


def entries_for(conditions: PromotionConditions, play: Play, form: bool) -> int:
    """The entries that somebody has by what they have played, and by a form if they have handed one in."""
    if play.wagered < conditions.wagered_least:
        return 0
    total = 0
    for at, rule in enumerate(conditions.entry_rules):
        count = play.counts[at] if play.counts else 0
        if rule.earned_by == "form":
            count = int(form)
        elif rule.earned_by == "wagered":
            count //= max(rule.each, 1)
        total += count * rule.entries
    return min(total, conditions.entries_each) if conditions.entries_each else total


def counted_play(
    conditions: PromotionConditions, table: str, since: int, rounds: Iterable[CountedRound], *, valid_only: bool
) -> dict[str, Play]:
    """What rounds of a table count for, by player; `since` is when the promotion began.

    With `valid_only`, only what of a wager was valid: nothing of an invalid one, nor what lay beyond a loss limit.
    """
    found: dict[str, Play] = {}
    if conditions.tables and table not in conditions.tables:
        return found
    for one in rounds:
        within = since <= one.opened_ms and one.ended_ms <= conditions.entries_close_at
        if within and one.currency == conditions.currency:
            for player, play in play_in(conditions, one.events, valid_only=valid_only).items():
                found[player] = found.get(player, NO_PLAY).plus(play)
    return found


def play_in(conditions: PromotionConditions, events: tuple[Event, ...], *, valid_only: bool) -> dict[str, Play]:
    """What one round counts for, by player."""
    state, laid = _played(events)
    rules = state.rules
    if state.void or state.phase != "over" or rules.book != conditions.book:
        return {}
    if conditions.games and rules.game not in conditions.games:
        return {}
    found: dict[str, Play] = {}
    for box, player in dict.fromkeys((one.box, one.player) for one in laid):
        placed = [one for one in laid if (one.box, one.player) == (box, player)]
        if not _counts(conditions, placed):
            continue
        own = [one for one in state.wagers if (one.box, one.player) == (box, player) and one.outcome != "void"]
        if valid_only:
            own = [one._replace(staked=one.staked - one.beyond) for one in own if not one.invalid]
        counts = tuple(_count(rule, state, placed, own) for rule in conditions.entry_rules)
        play = Play(sum(one.staked for one in own), counts)
        found[player] = found.get(player, NO_PLAY).plus(play)
    return {player: play for player, play in found.items() if play.wagered or any(play.counts)}


def _played(events: tuple[Event, ...]) -> tuple[State, tuple[Wager, ...]]:
    """The round at its end, and the wagers as they lay when betting closed."""
    first = events[0]
    assert isinstance(first, played.RoundOpened)
    state = opened(first)
    laid: tuple[Wager, ...] = ()
    for one in events[1:]:
        state = evolve(state, one)
        laid = one.wagers if isinstance(one, played.BettingClosed) else laid
    return state, laid


def _counts(conditions: PromotionConditions, placed: Iterable[Wager]) -> bool:
    """Whether what somebody has laid on a box is the wager that the conditions ask for."""
    laid = _by_bet(placed)
    if conditions.compulsory_bet and not laid.get(conditions.compulsory_bet):
        return False
    return MAIN in laid and laid[MAIN] >= conditions.minimum_wager


def _by_bet(wagers: Iterable[Wager]) -> Mapping[str, Cents]:
    found: dict[str, Cents] = {}
    for one in wagers:
        found[one.bet] = found.get(one.bet, 0) + one.staked
    return found


def _count(rule: EntryRule, state: State, placed: list[Wager], own: list[Wager]) -> int:
    """What a rule counts on one box for one player: cents that were wagered, or how often it has come true."""
    laid = _by_bet(placed)
    if (laid.get(rule.bet, 0) if rule.bet else sum(laid.values())) < rule.least:
        return 0
    of_bet = [one for one in own if rule.bet in ("", one.bet) or (rule.bet == MAIN and one.bet in MORE_OF_MAIN)]
    if rule.earned_by == "wagered":
        return sum(one.staked for one in of_bet)
    if rule.earned_by == "round":
        return int(bool(of_bet))
    if rule.earned_by == "side-bet":
        return sum(one.outcome == "win" and rule.outcome in ("", one.row) for one in of_bet)
    if rule.earned_by == "blackjack":
        keys = {one.hand for one in own if one.bet == MAIN}
        return int(any(hand.natural and hand.key in keys for hand in state.hands))
    return 0
