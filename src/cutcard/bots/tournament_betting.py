"""How a bot bets in a tournament: by its place among the others and the rounds that are left.

Only the order at the end counts, so early on it keeps its chips and lets others go out. Towards the end it looks at the
last player who would go on: from behind it bets what passes them if it wins, more the fewer rounds are left; from ahead
it bets so little that a lost round keeps it ahead, or as much as the nearest chaser, so that both win or lose together.

>>> behind = Standing(chips=80_000, rivals=(Rival(100_000, 10_000), Rival(60_000)), rounds_left=1, advance=1,
...                   minimum=1000, maximum=50_000)
>>> wager(behind, Random(1)) // 100
310
>>> wager(behind._replace(chips=200_000), Random(1)) // 100
10
"""

from __future__ import annotations

from random import Random
from typing import NamedTuple

from cutcard.money import Cents

CLOSING_ROUNDS = 5  # towards the end, in which the order counts
BOLD_SHARE = 0.15  # of earlier rounds in which a bot bets more than the least
FORM_SHARE = 0.5  # of rounds near the end in which a bot that may writes its wager on a form


class Rival(NamedTuple):
    """Another player of the table: what they have, with what lies on the layout, and their wager if it is known."""

    chips: Cents
    wagered: Cents | None = None


class Standing(NamedTuple):
    """A table as the player sees it whose turn it is to wager."""

    chips: Cents
    rivals: tuple[Rival, ...]  # those who are still in
    rounds_left: int  # with this one
    advance: int  # how many go on from the table
    minimum: Cents
    maximum: Cents
    pass_cards: int = 0
    undisclosed: int = 0

    @property
    def to_beat(self) -> Rival | None:
        """The last of the others who would go on if this player did not; None where there is a place for everybody."""
        best = sorted(self.rivals, key=lambda one: one.chips, reverse=True)
        return best[self.advance - 1] if self.advance <= len(best) else None


class Intent(NamedTuple):
    """What a bot would like to do with a round: bet so much, openly or on a form, or pass."""

    amount: Cents
    form: bool = False
    passes: bool = False


def intent(standing: Standing, random: Random) -> Intent:
    """What to do with a round: a pass card saves a lead, and a form hides a wager that is meant to pass somebody."""
    amount = wager(standing, random)
    rival, near = standing.to_beat, standing.rounds_left <= CLOSING_ROUNDS
    ahead = rival is None or standing.chips > rival.chips
    if standing.pass_cards and ahead and standing.rounds_left <= standing.pass_cards:
        return Intent(amount, passes=True)
    hides = near and not ahead and standing.undisclosed and random.random() < FORM_SHARE
    return Intent(amount, form=bool(hides))


def wager(standing: Standing, random: Random) -> Cents:
    """What to bet on a round: a multiple of the minimum within the limits and the player's own chips."""
    rival = standing.to_beat
    if rival is None:
        return _fits(standing, standing.minimum)
    if standing.rounds_left > CLOSING_ROUNDS:
        bold = random.random() < BOLD_SHARE
        return _fits(standing, standing.minimum * (random.randint(2, 5) if bold else 1))
    theirs = _expected(standing, rival)
    if standing.chips <= rival.chips:
        short = rival.chips - standing.chips + theirs + standing.minimum
        return _fits(standing, -(-short // standing.rounds_left))
    lead = standing.chips - rival.chips
    safe = lead - theirs - standing.minimum  # lost, it still leaves us ahead of a rival who wins
    if safe >= standing.minimum:
        return _fits(standing, standing.minimum)
    return _fits(standing, max(theirs - lead + standing.minimum, standing.minimum))


def _expected(standing: Standing, rival: Rival) -> Cents:
    """A rival's wager: the one that lies there, or on the last round all they may bet, and before it the least."""
    if rival.wagered is not None:
        return rival.wagered
    return min(rival.chips, standing.maximum) if standing.rounds_left == 1 else standing.minimum


def _fits(standing: Standing, amount: Cents) -> Cents:
    unit = standing.minimum
    most = min(standing.maximum, standing.chips) // unit * unit
    return max(unit, min(-(-amount // unit) * unit, most))
