"""The next round as the wagers that lie on the layout would make it."""

from __future__ import annotations

from cutcard import engine
from cutcard.engine import Setup, State, TableLimits
from cutcard.engine import events as played
from cutcard.table.limits import engine_limits, most_on_all_boxes
from cutcard.table.state import (
    Bet,
    TableState,
)


def setup(state: TableState) -> Setup:
    """What is settled about the next round before it begins."""
    config, sign = state.config, state.sign
    limits = TableLimits(
        sign.minimum,
        sign.maximum if sign.per == "box" else None,
        sign.unit,
        engine_limits(state),
        dict(sign.side_bets),
        state.side_bet_places,
        sign.maximum if sign.per == "player" else None,
        most_on_all_boxes(state),
    )
    seats = {box: state.seats.get(box) for box in range(1, config.boxes + 1)}
    session = state.session
    first = session.marker if session is not None and session.terms.deal_from_marker else 0
    linked = {meter: one for bet in state.links.values() for meter, one in bet.terms.meters.items()}
    return Setup(
        rules=config.rules,
        decks=config.decks,
        side_bets=config.side_bets,
        limits=limits,
        chip=config.chip,
        seats=seats,
        meters={meter: cents for meter, cents in config.meters.items() if meter not in linked},
        warned=state.warned,
        seeds={**config.seeds, **{meter: one.seed for meter, one in linked.items()}},
        linked=frozenset(linked),
        first_box=first,
    )


def laid_out(state: TableState) -> State:
    """The round as it would be with the wagers that lie there."""
    round_ = State(setup(state))
    for bet in state.bets:
        round_ = engine.evolve(round_, played.WagerPlaced(bet.box, bet.player, bet.bet, bet.amount, bet.carried))
    return round_


def opened(state: TableState) -> tuple[State, list[engine.Event]]:
    """The round with its wagers, those who hold a box nearest the dealer there."""
    first = played.RoundOpened(setup(state))
    events: list[engine.Event] = [first]
    round_ = State(first.setup)
    for bet in sorted(state.bets, key=lambda bet: not _nearest(state, bet)):
        placed = played.WagerPlaced(bet.box, bet.player, bet.bet, bet.amount, bet.carried)
        round_ = engine.evolve(round_, placed)
        events.append(placed)
    return round_, events


def _nearest(state: TableState, bet: Bet) -> bool:
    return state.seats.get(bet.box) == bet.player
