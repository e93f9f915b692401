"""The entries that a round was made of, and the round played again once some of them have been corrected.

An entry is what somebody typed: a wager, a card, a call, a prize. Entries are numbered from 1 in the order in which the
round took them; nothing that follows from another entry has a number of its own.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple

from cutcard.engine import OFFER_NEEDS, Command, Event, Refusal, Setup, State, evolve, play
from cutcard.engine import commands as cmd
from cutcard.engine.events import EvenMoneyTaken, RoundOpened, Settled
from cutcard.engine.evolve import opened
from cutcard.engine.settle import at_interim
from cutcard.money import Cents, priced
from cutcard.records.commands import command_of

Kind = Literal["wager", "card", "call", "prize", "ruling", "step"]
Rest = Literal["must-fit", "drop"]


class Entry(NamedTuple):
    """One entry of a round: its number, what kind of thing it is, and the event that shows what came of it."""

    number: int
    kind: Kind
    command: Command
    event: Event


class Edit(NamedTuple):
    """A correction of one entry: `put` goes in its place, or before it; None: there was no such entry."""

    at: int
    put: Command | None
    insert: bool = False


class Misfit(NamedTuple):
    """An entry that the corrected round does not take, and why."""

    entry: int
    command: Command
    refusal: Refusal


class Replayed(NamedTuple):
    """A round played again: its state, its events, and the entries that no longer fit."""

    state: State
    events: tuple[Event, ...]
    dropped: tuple[int, ...] = ()


_CALLS: dict[type, str] = {kind: act.replace("-", " ") for act, kind in cmd.PLAYER_ACTS.items()} | {
    cmd.Insure: "insurance"
}
_KINDS: dict[type, Kind] = {
    cmd.PlaceWager: "wager",
    cmd.Deal: "card",
    cmd.TurnHoleCard: "card",
    cmd.DealHoleCard: "step",
    cmd.PeekHoleCard: "step",
    cmd.Press: "prize",
    cmd.NoMoreBets: "step",
    cmd.CloseOffers: "step",
    **dict.fromkeys(_CALLS, "call"),
}


def kind_of(command: Command) -> Kind:
    """What kind of entry a command is: whatever is none of the usual ones was decided by staff, and is a ruling."""
    return _KINDS.get(type(command), "ruling")


def entries(events: Sequence[Event]) -> list[Entry]:
    """The entries of a round, from all of its events.

    What follows from an entry is known by playing it again: the same event may be somebody's entry in one place and the
    outcome of another entry elsewhere.
    """
    first = events[0]
    assert isinstance(first, RoundOpened)
    state, at, found = opened(first), 1, list[Entry]()
    while at < len(events):
        command = command_of(events[at])
        assert command is not None
        result = play(state, command)
        assert not isinstance(result, Refusal)
        found.append(Entry(len(found) + 1, kind_of(command), command, events[at]))
        state, at = result.state, at + len(result.events)
    return found


def worded(command: Command | None) -> str:
    """An entry in few words, as a correction keeps it.

    >>> from cutcard.cards import card
    >>> worded(cmd.Deal(card("5h"))), worded(cmd.Insure(1, "ann", 500)), worded(None)
    ('5h', 'insurance of $5', 'nothing')
    """
    match command:
        case None:
            return "nothing"
        case cmd.Deal(card) | cmd.TurnHoleCard(card):
            return str(card)
        case cmd.DealHoleCard():
            return "a card face down"
        case cmd.PeekHoleCard():
            return "no natural in the hole"
        case cmd.PlaceWager(box, player, bet, amount, _):
            return f"{bet} of {priced(amount)} by {player} on box {box}"
        case cmd.Press(prize):
            return f"prize of {priced(prize)}"
        case cmd.CloseOffers():
            return "offers closed"
        case cmd.NoMoreBets():
            return "no more bets"
        case cmd.ReadMeters(meters, _):
            return f"meters of {', '.join(priced(value) for value in meters.values())}"
    staked: Cents | None = getattr(command, "amount", None)
    name = _CALLS.get(type(command), type(command).__name__)
    return f"{name} of {priced(staked)}" if staked else name


def edited(numbered: Sequence[tuple[int, Command]], edits: Sequence[Edit]) -> list[tuple[int, Command]]:
    """The commands of a round with edits made; what is put before an entry has that entry's number."""
    instead = {edit.at: edit.put for edit in edits if not edit.insert}
    made: list[tuple[int, Command]] = []
    for number, command in numbered:
        added = [edit.put for edit in edits if edit.insert and edit.at == number]
        made += [(number, one) for one in (*added, instead.get(number, command)) if one is not None]
    last = numbered[-1][0] if numbered else 0
    made += [(edit.at, edit.put) for edit in edits if edit.insert and edit.at > last and edit.put is not None]
    return made


def replayed(first: RoundOpened, numbered: Sequence[tuple[int, Command]], rest: Rest = "must-fit") -> Replayed | Misfit:
    """Play a round from its entries, as far as they go; offers close where the next entry is not an answer to them, and
    a hole card was looked at without a natural where the round was played on.

    With "drop", the first entry that does not fit ends it, and that one and all later ones are left out. Wagers and the
    close of betting are never left out: without them there would be no round.
    """
    state = opened(first)
    made: list[Event] = [first]
    for at, (number, command) in enumerate(numbered):
        passing = _passing(state)
        if isinstance(command, _PASSING) and type(command) is not type(passing):
            continue  # what was closed then is not open now
        while True:
            result = play(state, command)
            if not isinstance(result, Refusal) or passing is None:
                break
            passed = play(state, passing)
            if isinstance(passed, Refusal):
                break
            state = passed.state
            made += passed.events
            passing = _passing(state)
        if isinstance(result, Refusal):
            if rest == "must-fit" or state.needs == "wagers":
                return Misfit(number, command, result)
            return Replayed(state, tuple(made), tuple(number for number, _ in numbered[at:]))
        state = result.state
        made += result.events
    return Replayed(state, tuple(made))


_PASSING = (cmd.CloseOffers, cmd.PeekHoleCard)


def _passing(state: State) -> cmd.CloseOffers | cmd.PeekHoleCard | None:
    """How a round goes on where the next entry is another: offers are closed, and a hole card makes no natural."""
    if state.needs in OFFER_NEEDS:
        return cmd.CloseOffers()
    return cmd.PeekHoleCard() if state.needs == "peek" else None


def paid_early(setup: Setup, events: Sequence[Event]) -> tuple[int, ...]:
    """The wagers that were paid before the final settlement, or lost by the cards of the initial deal.

    Insurance is none of them: the dealer's second card decides it, which is not an interim settlement.
    """
    state, found = State(setup), list[int]()
    for at, event in enumerate(events):
        if isinstance(event, RoundOpened):
            continue
        if isinstance(event, Settled | EvenMoneyTaken) and not _final(state, events, at):
            bets = [(line, state.wagers[line.wager].bet) for line in event.lines]
            won = [line.wager for line, bet in bets if line.outcome == "win" and bet != "insurance"]
            found += [*won, *(line.wager for line, bet in bets if line.outcome != "win" and bet in setup.side_bets)]
        state = evolve(state, event)
    return tuple(found)


def _final(state: State, events: Sequence[Event], at: int) -> bool:
    """Whether an event is the final settlement, and not that of an initial deal which left nothing to settle."""
    last = at + 2 == len(events) and isinstance(events[at], Settled)
    return last and at_interim(state) != events[at]
