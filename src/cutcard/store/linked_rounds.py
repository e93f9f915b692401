"""The rounds of a linked table in an audit: what they add to meters, what is drawn for them, what they have paid.

A round follows from its events alone, but that a box was picked for it follows from a draw of the link's device, and
what it has paid of a meter must have been lost by the link. The first is checked here, the second is kept for the end.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutcard.engine import Event, State
from cutcard.engine import events as played
from cutcard.engine.sidebets import selected_outcome
from cutcard.store.link_checks import PrizeSettled
from cutcard.store.rounds import ReplayMismatch
from cutcard.table import BoxDrawn, MetersFed, RoundCorrected, TableState
from cutcard.table.link_terms import MILLION
from cutcard.table.remade_rounds import is_over


class LinkedRounds:
    """Follows the rounds of one table, for as long as its stream is read."""

    def __init__(self) -> None:
        self.prizes: list[PrizeSettled] = []  # parts of linked meters that rounds have paid
        self.passed = False  # some rounds cannot be replayed, and nothing is known of what they have paid
        self.clear()

    def clear(self) -> None:
        """Forget the round that is played."""
        self._unfed: set[str] = set()  # linked side bets whose wagers have not been added to the meters yet
        self._undrawn: set[str] = set()  # those whose device has not drawn yet
        self._drawn: dict[int, str] = {}  # boxes that a device has picked and the round has not: their side bets

    @property
    def waits(self) -> bool:
        """Whether the round still lacks something that a linked table adds to it."""
        return bool(self._unfed or self._undrawn or self._drawn)

    def closed(self, state: TableState, round_: State) -> None:
        """Betting is closed: every wager feeds the meters, and a device that picks boxes draws."""
        laid = {wager.bet for wager in round_.wagers if wager.bet in state.links and wager.open}
        self._unfed = laid
        self._undrawn = {bet for bet in laid if state.links[bet].terms.selected_per_million}

    def fed(self, state: TableState, event: MetersFed) -> None:
        check_fed(state, event)
        self._unfed.discard(event.bet)

    def drawn(self, state: TableState, event: BoxDrawn) -> None:
        """A device draws once a round, among all boxes with a wager of its link."""
        linked = state.links.get(event.bet)
        if linked is None or event.bet not in self._undrawn or state.round is None:
            raise ReplayMismatch(f"a box is drawn for {event.bet}, for which nothing was to be drawn")
        if (linked.link, state.number) != (event.link, event.round):
            raise ReplayMismatch(f"a box of round {event.round} is drawn for {event.link}, and not of this table")
        boxes = sorted({wager.box for wager in state.round.wagers if wager.bet == event.bet and wager.open})
        if boxes != list(event.boxes):
            raise ReplayMismatch(f"boxes {event.boxes} are drawn from, and {tuple(boxes)} have a wager")
        self._undrawn.discard(event.bet)
        if event.box:
            self._drawn[event.box] = event.bet

    def selected(self, state: TableState, round_: State, event: played.WagerSelected) -> None:
        """A box is picked at a linked table only as it was drawn."""
        bet = round_.wagers[event.wager].bet
        if bet in state.links and self._drawn.pop(event.box, None) != bet:
            raise ReplayMismatch(f"box {event.box} is picked for {bet}, and no device has drawn it")

    def ended(self, state: TableState, round_: State, position: int, version: int) -> None:
        """The round is over: nothing is missing, and what it has paid is kept."""
        if self._unfed:
            raise ReplayMismatch(f"a round ends whose wagers were not added to the meters of {sorted(self._unfed)}")
        if self._undrawn:
            raise ReplayMismatch(f"a round ends for which the device of {sorted(self._undrawn)} has not drawn")
        if self._drawn:
            raise ReplayMismatch(f"a device has drawn box {min(self._drawn)}, and the round has not picked it")
        self.prizes += paid_so_far(state, round_, position, version)

    def corrected(
        self, state: TableState, old: Sequence[Event], event: RoundCorrected, round_: State, where: tuple[int, int]
    ) -> None:
        """A round that was corrected once it was over has paid what it pays now; the table may have left its link."""
        if state.links and not _picked(event.events) <= _picked(old):
            raise ReplayMismatch(f"a correction of round {event.round} picks a box that no device has drawn")
        links = {bet: linked.link for bet, linked in state.links.items()}
        before = [prize for prize in self.prizes if prize.round == event.round]
        self.prizes = [prize for prize in self.prizes if prize.round != event.round]
        if is_over(event.events):
            for wager in round_.wagers:
                if wager.bet in round_.setup.side_bets:
                    links.setdefault(wager.bet, next((one.link for one in before if one.box == wager.box), ""))
            self.prizes += settled(links, state.table, event.round, round_, *where)


def _picked(events: Sequence[Event]) -> set[int]:
    return {each.box for each in events if isinstance(each, played.WagerSelected)}


def check_fed(state: TableState, event: MetersFed) -> None:
    """Check what a round adds to the meters of a link against its wagers; raises `ReplayMismatch`."""
    linked = state.links.get(event.bet)
    if linked is None or (linked.link, state.number) != (event.link, event.round) or state.round is None:
        raise ReplayMismatch(f"{event.bet} feeds a link that the table is not part of, or in another round")
    wagers = sum(wager.bet == event.bet and wager.open for wager in state.round.wagers)
    if wagers != event.wagers:
        raise ReplayMismatch(f"{event.wagers} wagers of {event.bet} feed the meters, and {wagers} were placed")
    for meter, one in linked.terms.meters.items():
        exact = wagers * linked.terms.price * one.per_million
        cents = max(-(-(exact - linked.ahead.get(meter, 0)) // MILLION), 0)
        if (event.exact.get(meter), event.cents.get(meter)) != (exact, cents):
            raise ReplayMismatch(f"{meter} is fed {event.cents.get(meter)} cents, and {cents} are due")
    if set(event.cents) != set(linked.terms.meters):
        raise ReplayMismatch(f"meters are fed that {event.link} does not have")


def paid_so_far(state: TableState, round_: State, position: int, version: int) -> Iterator[PrizeSettled]:
    """What the round that is played, or just over, has paid of linked meters."""
    links = {bet: linked.link for bet, linked in state.links.items()}
    return settled(links, state.table, state.number, round_, position, version)


def settled(
    links: dict[str, str], table: str, number: int, round_: State, position: int, version: int
) -> Iterator[PrizeSettled]:
    """What a round has paid of linked meters."""
    for wager in round_.wagers if round_.setup.linked else ():
        rows = {row.outcome: row for row in round_.setup.side_bets[wager.bet].rows} if wager.bet in links else {}
        row, picked = rows.get(wager.row), rows.get(selected_outcome(round_, wager.bet) or "" if rows else "")
        if row is None or row.meter not in round_.setup.linked or wager.outcome != "win":
            continue
        beside = wager.staked if round_.rules.side_bets[wager.bet].stake_returned else 0
        if picked is not None and picked.meter is None:
            beside += wager.prize or 0  # Lucky Player is not part of a meter
        where = (links[wager.bet], table, number, wager.box)
        yield PrizeSettled(*where, wager.returned or 0, beside, position, version)
