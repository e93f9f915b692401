"""What a round of play, in the engine's events, makes of the table and its money."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, NamedTuple, get_args

from cutcard import engine
from cutcard.engine import Event as EngineEvent
from cutcard.engine import State, Wager
from cutcard.engine import events as played
from cutcard.engine.betting import minimum_for, under_minimum
from cutcard.engine.evolve import opened
from cutcard.engine.findings import ADDED
from cutcard.engine.sidebets import stays
from cutcard.engine.sidebets.pay import meters_left
from cutcard.engine.state import made
from cutcard.money import Cents
from cutcard.table.config import TableConfig
from cutcard.table.earned_entries import earned_in
from cutcard.table.ledger import Posting, Postings, device_wager, moved, player_chips, player_tokens, table_account
from cutcard.table.registry import event, posts, reduces
from cutcard.table.session_terms import Session
from cutcard.table.state import Bet, PlayedRound, Player, Shoe, TableState, Won

Key = tuple[int, str, str]  # box, player and bet
Changes = dict[str, Any]  # fields of the table, and what they are now
Return = tuple[Wager, Cents, Cents]  # what lay on the layout, and what goes to its owner


WON_KEPT = 200  # winnings that the table remembers, of as many rounds as that may be
ROUNDS_KEPT = 6  # rounds at a real shoe that the table remembers, with the one that is played; a virtual one keeps that


@event(seen_by="everybody")
class RoundEvent(NamedTuple):
    """Something that happened in a round, in the engine's words."""

    round: int
    event: EngineEvent


@reduces(RoundEvent)
def _round_event(state: TableState, event: RoundEvent) -> TableState:
    inner = event.event
    if isinstance(inner, played.RoundOpened):
        return after_round_event(state, inner, state.round, opened(inner))
    assert state.round is not None
    return after_round_event(state, inner, state.round, engine.evolve(state.round, inner))


def after_round_event(state: TableState, event: engine.Event, before: State | None, round_: State) -> TableState:
    """The table after an event of its round, which has made the round what is given last; money apart."""
    effect = _EFFECTS.get(type(event))
    changed: Changes = {} if effect is None else effect(state, event, before, round_)
    if state.declined and (before is None or (before.needs, before.turn) != (round_.needs, round_.turn)):
        changed["declined"] = frozenset()  # that offer is over
    if state.session is not None:
        changed["session"] = _in_session(state.session, event, before)
    changed["played"] = _remembered(state, event)
    return state._replace(round=round_, since=state.now, **changed)


def _in_session(session: Session, event: engine.Event, before: State | None) -> Session:
    """A session of a tournament remembers whose chips the dealer takes, in that order (Sydney 19.10.4)."""
    if isinstance(event, played.BettingClosed):
        return session._replace(turn=0)
    if before is None or not isinstance(event, played.Settling):
        return session
    return session._replace(taken=_taken(session.taken, event, before))


def _taken(taken: tuple[str, ...], event: played.Settling, before: State) -> tuple[str, ...]:
    """Whose chips the dealer has taken, after more have been settled."""
    lost = [before.wagers[line.wager].player for line in event.lines if line.outcome == "lose"]
    return (*(name for name in taken if name not in lost), *dict.fromkeys(lost)) if lost else taken


def taken_in(events: tuple[engine.Event, ...]) -> tuple[str, ...]:
    """Whose chips the dealer takes in a whole round, in that order."""
    first, *others = events
    assert isinstance(first, played.RoundOpened)
    round_, taken = opened(first), tuple[str, ...]()
    for each in others:
        if isinstance(each, played.Settling):
            taken = _taken(taken, each, round_)
        round_ = engine.evolve(round_, each)
    return taken


def _remembered(state: TableState, event: engine.Event) -> tuple[PlayedRound, ...]:
    """The last rounds, with one event more."""
    rounds = state.played
    if isinstance(event, played.RoundOpened):
        idle = {name: (player.idle, player.sat_out) for name, player in state.players.items()}
        shoe = state.shoe
        before = (shoe.number, shoe.rounds, shoe.every_round, state.warned)
        begun = PlayedRound(state.number, (event,), state.bets, *before, idle, state.commanded_by, state.carried)
        return (*rounds[1 - ROUNDS_KEPT :], begun._replace(entered=shoe.entered))
    if not rounds or rounds[-1].number != state.number:
        return rounds
    last = rounds[-1]
    more = last._replace(events=(*last.events, event), shoe=state.shoe.number, entered_by=state.commanded_by)
    return (*rounds[:-1], more)


def _closed_betting(state: TableState, event: played.BettingClosed, before: State, round_: State) -> Changes:
    """Wagers are the round's now."""
    tokens = _tokens_on(state.bets)
    for wager, _, more in _returned(event, before):
        _take_tokens(tokens, wager, more)
    shoe = state.shoe.in_play()._replace(mixed=())
    closed: Changes = {"betting": "closed", "bets": (), "carried": (), "tokens_down": tokens, "shoe": shoe}
    return closed | {"ready": frozenset()} if state.ready else closed


def _card_dealt(state: TableState, event: played.CardDealt, before: State, round_: State) -> Changes:
    shoe = state.shoe
    return {"shoe": shoe._replace(next=shoe.next + 1, left=shoe.left - 1, on_table=(*shoe.on_table, event.card))}


def _hole_card_dealt(state: TableState, event: played.HoleCardDealt, before: State, round_: State) -> Changes:
    """A virtual shoe knows what lies face down; the event does not say it."""
    shoe = state.shoe
    hole = shoe.order[shoe.next] if shoe.order else None
    return {"shoe": shoe._replace(next=shoe.next + 1, left=shoe.left - 1, hole=hole)}


def _hole_card_turned(state: TableState, event: played.HoleCardTurned, before: State, round_: State) -> Changes:
    return {"shoe": state.shoe._replace(hole=None, on_table=(*state.shoe.on_table, event.card))}


def _card_discarded(state: TableState, event: played.CardDiscarded, before: State, round_: State) -> Changes:
    """A burned card that nobody saw is known all the same where the shoe is virtual."""
    shoe = state.shoe
    card = shoe.order[shoe.next] if shoe.order else event.card
    return {"shoe": shoe._replace(next=shoe.next + 1, left=shoe.left - 1, burned=(*shoe.burned, card))}


def _drawn_in_error(state: TableState, event: played.CardDrawnInError, before: State, round_: State) -> Changes:
    """What was kept from before the round is the round's now; it counts as in the shoe until it is dealt."""
    return {"shoe": state.shoe._replace(held=state.shoe.held[1:])} if state.shoe.held else {}


def _tokens_returned(state: TableState, event: Any, before: State, round_: State) -> Changes:
    """Tokens that went back with a wager are no longer down."""
    if not state.tokens_down:
        return {}
    down = dict(state.tokens_down)
    for wager, _, more in _returned(event, before):
        _take_tokens(down, wager, more)
    return {"tokens_down": down}


def _ended(state: TableState, event: played.RoundEnded, before: State, round_: State) -> Changes:
    betting = frozenset(w.player for w in round_.wagers if w.bet == "main")
    shoe, staying = (
        _with_hole_card(state.shoe, round_),
        {name: one for name, one in state.players.items() if not one.leaving},
    )
    full = len(state.seats) >= state.config.boxes
    failure = None if state.failure is None else state.failure._replace(asked=(), damaged=0)
    unmixed = shoe.stage != "ready"  # it ended while cards were out of the device or shoe: all are shuffled now
    return {
        "failure": failure,
        "unentered": None,
        "shoe": shoe._replace(
            stage="unshuffled" if unmixed else shoe.stage,
            on_table=(),
            discards=(*shoe.discards, *shoe.on_table),
            every_round=shoe.every_round & betting if shoe.rounds else betting,
            entered=shoe.entered | betting,
            rounds=shoe.rounds + 1,
            held=tuple(card for card in round_.held if card is not None),
        ),
        "players": {name: _idler(player, name in betting, full) for name, player in staying.items()},
        "warned": state.warned | _warned(state.config, round_),
        "carried": tuple(_staying(round_)),
        "won": (*state.won, *_won(state.number, round_))[-WON_KEPT:],
        "entries_earned": (*state.entries_earned, *earned_in(state, state.number, round_)),
        "tokens_down": {},
        "noticed_rounds": state.noticed_rounds + 1,
        "last_rounds": None if state.last_rounds is None else state.last_rounds - 1,
        "config_or_none": with_meters(state.config, meters_left(round_)),
    }


def _with_hole_card(shoe: Shoe, round_: State) -> Shoe:
    """A hole card that was never turned, since the round has no result, goes to the discards unseen."""
    if not round_.hole:
        return shoe
    if shoe.hole is None:
        return shoe._replace(burned=(*shoe.burned, None))
    return shoe._replace(hole=None, on_table=(*shoe.on_table, shoe.hole))


def with_meters(config: TableConfig, left: Mapping[str, Cents]) -> TableConfig:
    """What a table's own meters show after a round (Sydney 14.28, Melbourne 21.5.3, 24.5.3)."""
    if not config.meters_fall or not left:
        return config
    return config._replace(meters={meter: left.get(meter, shown) for meter, shown in config.meters.items()})


def _idler(player: Player, wagered: bool, full: bool) -> Player:
    if player.home is None or wagered:
        return player._replace(idle=0, sat_out=0) if player.idle else player
    return player._replace(idle=player.idle + 1, sat_out=player.sat_out + 1 if full else 0)


def _warned(config: TableConfig, round_: State) -> frozenset[str]:
    """Players who were warned that a wager under the minimum goes back from now on."""
    if config.minimum_as_placed:
        return frozenset(one.wager.player for one in under_minimum(round_))
    # earlier releases took what a maximum had cut off for a wager, too
    under = (w for w in round_.wagers if w.bet not in ADDED and 0 < w.staked < minimum_for(round_, w))
    return frozenset(w.player for w in under)


def _won(number: int, round_: State) -> list[Won]:
    """What each player won by wagers that won."""
    sums: dict[str, Cents] = {}
    for wager in round_.wagers:
        if wager.outcome == "win" and (wager.returned or 0) > wager.staked:
            sums[wager.player] = sums.get(wager.player, 0) + (wager.returned or 0) - wager.staked
    return [Won(number, player, amount) for player, amount in sums.items()]


def _staying(round_: State) -> list[Bet]:
    """Side bets that won twice and may stay for one more round."""
    lying = (wager for wager in round_.wagers if stays(round_, wager))
    return [Bet(wager.box, wager.player, wager.bet, wager.staked, 0, wager.staked) for wager in lying]


_SETTLING: tuple[type, ...] = get_args(played.Settling)
_STAKING: tuple[type, ...] = (played.Insured, played.Doubled, played.HandSplit, played.Joined)
_EFFECTS: dict[type, Callable[[TableState, Any, Any, State], Changes]] = {
    played.BettingClosed: _closed_betting,
    played.CardDealt: _card_dealt,
    played.HoleCardDealt: _hole_card_dealt,
    played.HoleCardTurned: _hole_card_turned,
    played.CardDiscarded: _card_discarded,
    played.CardDrawnInError: _drawn_in_error,
    **dict.fromkeys(_SETTLING, _tokens_returned),
    played.RoundEnded: _ended,
}


# ---------------------------------------------------------------------------------------------------------------- money


@posts(RoundEvent)
def _post_round(state: TableState, event: RoundEvent) -> Postings:
    return round_postings(state, event.event, state.round)


def round_postings(state_before: TableState, event: played.Event, round_before: State | None) -> Postings:
    """The ledger lines of an event of the table's round, from table and round as they were; they sum to nothing."""
    post = _POSTS.get(type(event))
    if post is None:
        return ()
    return tuple([line for line in post(state_before, event, round_before) if line.cents])


def _post_stake(state: TableState, event: Any, before: State) -> Postings:
    """A double, a split, insurance: the player adds chips, unless a free bet token stands for them."""
    amount = 0 if getattr(event, "token", False) else event.amount
    return moved(player_chips(state, event.player), table_account(state, "wagers"), amount)


def _post_closing(state: TableState, event: played.BettingClosed, before: State) -> Postings:
    """What the limits did not leave goes back at once, and the float takes what is collected before the deal."""
    lines = _post_returns(state, _tokens_on(state.bets), _returned(event, before))
    for wager in event.wagers:
        if wager.open and state.config.collected_first(wager.bet):
            lines += moved(table_account(state, "wagers"), table_account(state, "float"), wager.staked)
    return lines


def _post_settlement(state: TableState, event: Any, before: State) -> Postings:
    returned = _returned(event, before)
    if state.config.side_bets and before.needs != "wagers":
        first = state.config.collected_first
        returned = [(wager, 0 if first(wager.bet) else lying, more) for wager, lying, more in returned]
    lines = _post_returns(state, dict(state.tokens_down), returned)
    for extra in getattr(event, "extras", ()):
        lines += moved(table_account(state, "float"), player_chips(state, extra.player), extra.returned or 0)
    return lines


def _post_returns(state: TableState, down: dict[Key, Cents], returned: list[Return]) -> Postings:
    """Stakes leave the layout: to their owners what they return, the rest to the float, or from it."""
    lines: list[Posting] = []
    wagers, tray = table_account(state, "wagers"), table_account(state, "float")
    on_device = state.config.on_device
    for wager, lying, more in returned:
        if on_device(wager.bet):
            lines += device_wager(state, wager.player, lying, more)
            continue
        tokens = _take_tokens(down, wager, more)
        lines += (
            made(Posting, (wagers, -lying)),
            made(Posting, (tray, lying - more)),
            made(Posting, (player_chips(state, wager.player), more - tokens)),
        )
        if tokens:
            lines.append(Posting(player_tokens(state, wager.player), tokens))
    return tuple(lines)


def _returned(event: Any, before: State) -> list[Return]:
    """The wagers that leave the layout by an event.

    Of one that has left it before and is settled again, where the round is void, only the difference moves.
    """
    if isinstance(event, played.BettingClosed):
        return [(wager, wager.staked, wager.returned) for wager in event.wagers if wager.returned is not None]
    settled = ((before.wagers[line.wager], line.returned) for line in event.lines)
    return [(wager, wager.staked if wager.open else 0, to - (wager.returned or 0)) for wager, to in settled]


def _tokens_on(bets: Iterable[Bet]) -> dict[Key, Cents]:
    return {(bet.box, bet.player, bet.bet): bet.tokens for bet in bets if bet.tokens}


def _take_tokens(down: dict[Key, Cents], wager: Wager, more: Cents) -> Cents:
    """Take from the tokens that are down those which a wager returns, and say how many; winnings are chips."""
    if not down:
        return 0
    key = (wager.box, wager.player, wager.bet)
    tokens = max(min(down.get(key, 0), more, wager.staked), 0)
    if tokens:
        down[key] -= tokens
    return tokens


_POSTS: dict[type, Callable[[TableState, Any, Any], Postings]] = {
    played.BettingClosed: _post_closing,
    **dict.fromkeys(_STAKING, _post_stake),
    **dict.fromkeys(_SETTLING, _post_settlement),
}
