"""A round that was corrected: the event that says so, what it makes of the table, and the money that it moves.

The event holds the whole round as it really went. What the table is afterwards follows from the old events and the new
ones, both played from the round's beginning: everything that they leave differently is changed by that difference, so
that whatever has happened at the table meanwhile stays as it is.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.cards import Card
from cutcard.engine import Event
from cutcard.engine import events as ev
from cutcard.money import Cents
from cutcard.records.entries import Kind
from cutcard.table.config import TableConfig
from cutcard.table.discards import Cards, mixed_cards, without
from cutcard.table.forms import taken_out_of
from cutcard.table.keypad import entered
from cutcard.table.ledger import (
    Posting,
    Postings,
    device_account,
    house_account,
    player_chips,
    player_tokens,
    table_account,
)
from cutcard.table.registry import FreeText, event, posts, reduces
from cutcard.table.remade_rounds import add_to, fold, is_over, remembered, round_after
from cutcard.table.round_events import taken_in, with_meters
from cutcard.table.state import Bet, EarnedEntry, PlayedRound, Player, Shoe, TableState, Won


class Change(NamedTuple):
    """An entry as it was made, and as it should have been."""

    entry: int
    kind: Kind
    was: str
    now: str


class Owed(NamedTuple):
    """What a player cannot give back, since they no longer have it."""

    player: str
    chips: Cents
    tokens: Cents = 0
    device: Cents = 0  # of the balance on their Personal Bet Manager


@event(
    seen_by="everybody",
    staff_fields=("reason", "owed"),
    log="round {round} is corrected by {by}{approved_by:and}: {changes:changes} ({reason}; clause {clause})",
)
class RoundCorrected(NamedTuple):
    """Something in a round was entered wrongly: the round from its beginning, as it should have been entered."""

    round: int
    changes: tuple[Change, ...]
    by: str
    reason: FreeText
    clause: str
    events: tuple[Event, ...]
    bets: tuple[Bet, ...]  # as they lay when betting closed
    approved_by: str = ""  # who else, where it takes two people
    dropped: int = 0  # later entries that did not fit any more, and have to be made again
    owed: tuple[Owed, ...] = ()
    read_out: bool = False  # nothing was wrong: undisclosed wagers were read out


def corrected(one: PlayedRound, event: RoundCorrected) -> PlayedRound:
    """A remembered round as an event has corrected it."""
    return one._replace(events=event.events, bets=event.bets, entered_by="")


def changes_jackpot(before: tuple[Event, ...], after: tuple[Event, ...]) -> bool:
    """Whether a correction would change what linked meters have paid, or what was wagered for them beyond the meters.

    A link has paid it, and other tables have won since. A wager that never lay there may go: what it fed stays.
    """
    first = before[0]
    assert isinstance(first, ev.RoundOpened)
    if not first.setup.linked:
        return False
    was, now = _from_links(first, before), _from_links(first, after)
    # a round that is over would have a winner after all
    unpaid = is_over(before) and round_after(after).needs == "meters"
    return (was.read, was.paid) != (now.read, now.paid) or now.fed > was.fed or unpaid


class _OfLinks(NamedTuple):
    """What linked meters were read at, what their winners were paid, and how many wagers fed them."""

    read: list[ev.MetersRead]
    paid: list[tuple[int, str, str, str, Cents]]
    fed: int


def _from_links(first: ev.RoundOpened, events: tuple[Event, ...]) -> _OfLinks:
    tables = first.setup.side_bets.items()
    bets = {bet for bet, table in tables if any(row.meter in first.setup.linked for row in table.rows)}
    read = [each for each in events if isinstance(each, ev.MetersRead)]
    wagers = [wager for wager in round_after(events).wagers if wager.bet in bets]
    paid = sorted((w.box, w.player, w.bet, w.row, w.returned or 0) for w in wagers if read and w.outcome == "win")
    return _OfLinks(read, paid, len(wagers))


# ---------------------------------------------------------------------------------------------------------------- money


def differences(state: TableState, event: RoundCorrected) -> dict[str, Cents]:
    """What a correction moves in each account if everybody gives back all that they should."""
    one = remembered(state, event.round)
    assert one is not None
    old, new = fold(state, one).moved, fold(state, corrected(one, event)).moved
    moved = {account: new.get(account, 0) - old.get(account, 0) for account in {**old, **new}}
    for name in taken_out_of(state, event.round):  # 19.8.3.4: what lay there in place of a form was never theirs
        cents = moved.pop(player_chips(state, name), 0)
        add_to(moved, [Posting(table_account(state, "float"), cents)])
    return moved


@posts(RoundCorrected)
def _post_corrected(state: TableState, event: RoundCorrected) -> Postings:
    """The differences, for each account; what somebody cannot give back is missing from the float.

    What is gone from a device the house has paid.
    """
    moved = differences(state, event)
    house = house_account(state.currency, "jackpots")
    for player, chips, tokens, device in event.owed:
        add_to(moved, [Posting(device_account(state, player), device), Posting(house, -device)])
        for account, cents in ((player_chips(state, player), chips), (player_tokens(state, player), tokens)):
            add_to(moved, [Posting(account, cents), Posting(table_account(state, "float"), -cents)])
    return tuple(Posting(account, cents) for account, cents in moved.items())


# ---------------------------------------------------------------------------------------------------------------- table


@reduces(RoundCorrected)
def _corrected(state: TableState, event: RoundCorrected) -> TableState:
    one = remembered(state, event.round)
    assert one is not None
    new_one = corrected(one, event)
    old, new = fold(state, one).state, fold(state, new_one).state
    latest = state.played[-1].number == event.round
    in_view = latest and state.number == event.round and state.round is not None
    ended_now = not _over(old) and _over(new)
    noticed = new.noticed_rounds - old.noticed_rounds
    state = state._replace(
        played=tuple(new_one if each is one else each for each in state.played),
        corrections=state.corrections + 1,
        won=_won(state, event.round, new),
        entries_earned=_earned(state, event.round, new),
        warned=(state.warned - (old.warned - one.warned)) | (new.warned - one.warned),
        players=_players(state, old, new, ended_now),
        noticed_rounds=state.noticed_rounds + noticed,
        last_rounds=None if state.last_rounds is None else state.last_rounds - noticed,
        shoe=_shoe(state.shoe, one, old, new, latest, in_view),
        config_or_none=_meters(state.config, old.config, new.config),
    )
    if latest:
        state = state._replace(carried=new.carried)
        if state.session is not None:
            state = state._replace(session=state.session._replace(taken=taken_in(event.events)))
    if in_view:
        state = state._replace(round=new.round, tokens_down=new.tokens_down, declined=frozenset(), since=state.now)
        state = state._replace(jackpot_hands=entered(state))  # those that still win the same
    return state


def _meters(config: TableConfig, old: TableConfig, new: TableConfig) -> TableConfig:
    """A prize that was paid or taken back after all is off a meter of the table's own, or in it again."""
    now = {
        meter: max(shown + new.meters[meter] - old.meters[meter], config.seeds.get(meter, 0))
        for meter, shown in config.meters.items()
        if new.meters[meter] != old.meters[meter]
    }
    return with_meters(config, now)


def _over(state: TableState) -> bool:
    return state.round is not None and state.round.phase == "over"


def _won(state: TableState, number: int, new: TableState) -> tuple[Won, ...]:
    earlier = tuple(one for one in state.won if one.round < number)
    return (*earlier, *new.won, *(one for one in state.won if one.round > number))


def _earned(state: TableState, number: int, new: TableState) -> tuple[EarnedEntry, ...]:
    """Entries to tournaments are won or lost by the correction; one that a tournament has taken stays with it."""
    kept = tuple(one for one in state.entries_earned if one.round != number or one.taken)
    taken = {one._replace(taken="") for one in kept}
    more = (one for one in new.entries_earned if one.round == number and one not in taken)
    return (*kept, *more)


def _players(state: TableState, old: TableState, new: TableState, ended_now: bool) -> dict[str, Player]:
    """Which rounds players sat out may have changed; and at the round's end, those who had left are removed."""
    kept = {name: player for name, player in state.players.items() if not (ended_now and player.leaving)}
    for name, player in kept.items():
        before, after = old.players.get(name), new.players.get(name)
        if before is None or after is None:
            continue
        if (before.idle, before.sat_out) != (after.idle, after.sat_out):
            kept[name] = player._replace(idle=after.idle, sat_out=after.sat_out)
    return kept


def _shoe(shoe: Shoe, one: PlayedRound, old: TableState, new: TableState, latest: bool, in_view: bool) -> Shoe:
    """Other cards have left the shoe, or more, or fewer; where they have been shuffled in again, nothing differs."""
    if _over(old) and (shoe.number != one.shoe or shoe.stage != "ready"):
        return shoe
    out = _out(shoe)
    mixed = mixed_cards(shoe, old.round) if in_view else []
    shoe = shoe._replace(
        next=shoe.next + new.shoe.next - old.shoe.next,
        discards=_swapped(shoe.discards, without(old.shoe.discards, mixed), without(new.shoe.discards, mixed)),
        burned=_burned(shoe.burned, old.shoe.burned, new.shoe.burned),
        rounds=shoe.rounds + new.shoe.rounds - old.shoe.rounds,
    )
    if in_view:
        shoe = shoe._replace(on_table=without(new.shoe.on_table, mixed))
    # what does not lie here or there is in the shoe, also a card that was shuffled into it within the round
    shoe = shoe._replace(left=shoe.left + out - _out(shoe))
    return shoe._replace(every_round=new.shoe.every_round, entered=new.shoe.entered) if latest else shoe


def _out(shoe: Shoe) -> int:
    """How many cards are out of the shoe."""
    return len(shoe.on_table) + len(shoe.discards) + len(shoe.burned)


def _swapped(lying: tuple[Cards, ...], old: tuple[Cards, ...], new: tuple[Cards, ...]) -> tuple[Cards, ...]:
    """Cards in the rack with those of a round exchanged for others, in their place."""
    at = _place(lying, old)
    return lying if at is None or old == new else (*lying[:at], *new, *lying[at + len(old) :])


def _burned(
    lying: tuple[Card | None, ...], old: tuple[Card | None, ...], new: tuple[Card | None, ...]
) -> tuple[Card | None, ...]:
    """The same of burned cards, of which the first may have been shuffled into the shoe again within the round."""
    mixed = next(number for number in range(len(old) + 1) if _place(lying, old[number:]) is not None)
    return _swapped(lying, old[mixed:], without(new, old[:mixed]))


def _place(lying: tuple[Cards, ...], some: tuple[Cards, ...]) -> int | None:
    """Where some cards lie beside one another, the last time that they do."""
    places = range(len(lying) - len(some), -1, -1)
    return next((at for at in places if lying[at : at + len(some)] == some), None)
