"""A remembered round played on its own: with other entries, and what it makes of the table and its money."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, NamedTuple

from cutcard import engine
from cutcard.engine import Event, State
from cutcard.engine import commands as say
from cutcard.engine import events as ev
from cutcard.engine.evolve import opened
from cutcard.money import Cents
from cutcard.records.entries import Edit, Entry, Misfit, Rest, edited, entries, kind_of, replayed
from cutcard.table.ledger import (
    Posting,
    Postings,
    device_wager,
    player_chips,
    player_tokens,
    table_account,
)
from cutcard.table.round_events import after_round_event, round_postings, with_meters
from cutcard.table.state import Bet, PlayedRound, Player, Shoe, TableState

Place = tuple[int, str, str]  # box, player and bet


class Folded(NamedTuple):
    """A table after a round that was played on its own, and what the round moved in each account."""

    state: TableState
    moved: dict[str, Cents]


def remembered(state: TableState, number: int) -> PlayedRound | None:
    """A round of this number that could still be corrected."""
    return next((one for one in state.played if one.number == number), None)


def is_over(events: tuple[Event, ...]) -> bool:
    return any(isinstance(one, ev.RoundEnded) for one in events)


def round_after(events: tuple[Event, ...]) -> State:
    """A round after all of its events."""
    first, *others = events
    assert isinstance(first, ev.RoundOpened)
    round_ = opened(first)
    for each in others:
        round_ = engine.evolve(round_, each)
    return round_


def fold(state: TableState, one: PlayedRound) -> Folded:
    """What a round by itself makes of the table and its money, from its first wager on."""
    players = {name: _as_idle(player, one.idle.get(name)) for name, player in state.players.items()}
    first = one.events[0]
    assert isinstance(first, ev.RoundOpened)
    now = TableState(
        state.table,
        "open",
        with_meters(state.config, first.setup.meters),
        players=players,
        seats=state.seats,
        warned=one.warned,
        shoe=Shoe(stage="ready", rounds=one.rounds, every_round=one.every_round, entered=one.entered),
        bets=one.bets,
        last_rounds=0,
        number=one.number,
    )
    moved: dict[str, Cents] = {}
    add_to(moved, [line for bet in one.bets for line in _laid(now, bet)])
    now = now._replace(round=opened(first))
    for each in one.events[1:]:
        assert now.round is not None
        add_to(moved, round_postings(now, each, now.round))
        now = after_round_event(now, each, now.round, engine.evolve(now.round, each))
    return Folded(now, moved)


def _as_idle(player: Player, before: tuple[int, int] | None) -> Player:
    return player if before is None else player._replace(idle=before[0], sat_out=before[1])


def _laid(state: TableState, bet: Bet) -> Postings:
    if state.config.on_device(bet.bet):
        return device_wager(state, bet.player, -bet.amount, -bet.amount)
    chips = Posting(player_chips(state, bet.player), bet.tokens - bet.amount)
    return (
        chips,
        Posting(player_tokens(state, bet.player), -bet.tokens),
        Posting(table_account(state, "wagers"), bet.amount),
    )


def add_to(moved: dict[str, Cents], lines: Postings | list[Posting]) -> None:
    for account, cents in lines:
        moved[account] = moved.get(account, 0) + cents


def made_again(
    one: PlayedRound, edits: Sequence[Edit], rest: Rest = "must-fit"
) -> tuple[Any, tuple[Bet, ...], int] | Misfit:
    """The events and the wagers of a round with its entries corrected, and how many of them were dropped."""
    first = one.events[0]
    assert isinstance(first, ev.RoundOpened)
    found = entries(one.events)
    bets = _bets(one, found, edits)
    seats = first.setup.seats
    wagers = [
        (0, say.PlaceWager(bet.box, bet.player, bet.bet, bet.amount, bet.carried))
        for bet in sorted(bets, key=lambda bet: seats.get(bet.box) != bet.player)
    ]
    others = [(entry.number, entry.command) for entry in found if entry.kind != "wager"]
    of_others = [edit for edit in edits if edit.put is None or kind_of(edit.put) != "wager"]
    again = replayed(first, [*wagers, *edited(others, of_others)], rest)
    return again if isinstance(again, Misfit) else (again.events, bets, len(again.dropped))


def place_of(wager: say.PlaceWager | Bet) -> Place:
    """Where a wager lies: of what a player puts there twice one wager is made."""
    return wager.box, wager.player, wager.bet


def _bets(one: PlayedRound, found: Sequence[Entry], edits: Sequence[Edit]) -> tuple[Bet, ...]:
    """The corrected wagers; tokens stay in a wager of their owner as far as it goes."""
    edit_of = {edit.at: edit for edit in edits if not edit.insert}
    placed: dict[Place, Edit] = {}
    for entry in found:
        if isinstance(entry.command, say.PlaceWager) and entry.number in edit_of:
            placed[place_of(entry.command)] = edit_of[entry.number]
    lay: list[tuple[Any, Bet | None]] = []
    for bet in one.bets:
        edit = placed.get(place_of(bet))
        lay.append((bet if edit is None else edit.put, bet))
    lay += [(edit.put, None) for edit in edits if edit.insert and isinstance(edit.put, say.PlaceWager)]
    made: dict[Place, Bet] = {}
    for now, was in lay:
        if now is None:
            continue
        tokens = min(was.tokens if was is not None and now.player == was.player else 0, now.amount)
        new = Bet(now.box, now.player, now.bet, now.amount, tokens, now.carried)
        same = made.get(place_of(new))
        if same is not None:
            new = same._replace(amount=same.amount + new.amount, tokens=same.tokens + new.tokens)
        made[place_of(new)] = new
    return tuple(made.values())
