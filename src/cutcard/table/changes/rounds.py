"""Betting, rounds of play and the money that they move."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from cutcard import engine
from cutcard.engine import State, Wager
from cutcard.engine import events as played
from cutcard.engine.betting import minimum_for
from cutcard.engine.evolve import opened
from cutcard.engine.sidebets import stays
from cutcard.money import Cents
from cutcard.table import events as ev
from cutcard.table.changes.cards import ready
from cutcard.table.changes.people import paid, unchanged, without
from cutcard.table.state import Bet, TableState, Won

Key = tuple[int, str, str]
WON_KEPT = 200  # winnings that the table remembers, of as many rounds as that may be


def _betting_opened(state: TableState, event: ev.BettingOpened) -> TableState:
    return state._replace(betting="open", number=event.round, round=None, since=state.now, shown=frozenset())


def _last_bets(state: TableState, event: ev.LastBetsCalled) -> TableState:
    return state._replace(betting="last")


def _laid(state: TableState, event: ev.WagerLaid) -> TableState:
    box, player, bet, amount, tokens, carried = event
    state = paid(state, player, tokens - amount, -tokens)
    bets = state.bets
    if bet == "main" and "main" not in [one.bet for one in bets]:  # the time for wagers runs from the first one
        state = state._replace(since=state.now)
    for i, one in enumerate(bets):
        if one.box == box and one.player == player and one.bet == bet:
            more = one._replace(amount=one.amount + amount, tokens=one.tokens + tokens)
            return state._replace(bets=(*bets[:i], more, *bets[i + 1 :]))
    return state._replace(bets=(*bets, Bet(box, player, bet, amount, tokens, carried)))


def _off_the_layout(state: TableState, event: ev.WagerTakenBack | ev.WagerRefused) -> TableState:
    for bet in state.laid(box=event.box, player=event.player, bet=event.bet):
        state = paid(state, bet.player, bet.amount - bet.tokens, bet.tokens)
    key = (event.box, event.player, event.bet)
    return state._replace(bets=tuple(bet for bet in state.bets if bet[:3] != key))


# ---------------------------------------------------------------------------------------------------------- a round


def _round_event(state: TableState, event: ev.RoundEvent) -> TableState:
    inner = event.event
    if isinstance(inner, played.RoundOpened):
        return after(state, inner, opened(inner))
    assert state.round is not None
    return after(state, inner, engine.evolve(state.round, inner))


def after(state: TableState, event: engine.Event, round_: State) -> TableState:
    """The table after an event of its round, which has made the round what is given here."""
    before = state.round
    state = state._replace(round=round_, since=state.now)
    if state.declined and (before is None or (before.needs, before.turn) != (round_.needs, round_.turn)):
        state = state._replace(declined=frozenset())  # that offer is over
    effect = _EFFECTS.get(type(event))
    return state if effect is None else effect(state, event, before)


def _closed_betting(state: TableState, event: played.BettingClosed, before: State) -> TableState:
    """Wagers are the round's now; what the limits did not leave goes back at once."""
    tokens = {bet[:3]: bet.tokens for bet in state.bets if bet.tokens}
    state = ready(state._replace(betting="closed", bets=(), carried=(), tokens_down=tokens))
    for wager in event.wagers:
        if wager.returned is not None:
            state = _returned(state, wager, wager.returned)
    return state


def _card_dealt(state: TableState, event: played.CardDealt, before: State) -> TableState:
    shoe = state.shoe
    return state._replace(
        shoe=shoe._replace(next=shoe.next + 1, left=shoe.left - 1, on_table=(*shoe.on_table, event.card))
    )


def _staked(state: TableState, event: Any, before: State) -> TableState:
    """A double, a split, insurance: the player adds chips, unless a free bet token stands for them."""
    if getattr(event, "token", False):
        return state
    return paid(state, event.player, -event.amount)


def _settled(state: TableState, event: Any, before: State) -> TableState:
    for line in event.lines:
        wager = before.wagers[line.wager]
        more = line.returned - (wager.returned or 0)  # one settled already is settled anew where the round is void
        state = _returned(state, wager, more)
        state = state._replace(tray=state.tray + (wager.staked if wager.open else 0) - more)
    for extra in getattr(event, "extras", ()):
        returned = extra.returned or 0
        state = paid(state, extra.player, returned)
        state = state._replace(tray=state.tray - returned)
    return state


def _returned(state: TableState, wager: Wager, returned: Cents) -> TableState:
    """What a wager returns goes to its owner: tokens that were staked as tokens, the rest in chips."""
    tokens = tokens_back(state.tokens_down, wager, returned)
    if tokens:
        key = (wager.box, wager.player, wager.bet)
        left = {**state.tokens_down, key: state.tokens_down[key] - tokens}
        state = state._replace(tokens_down=left)
    return paid(state, wager.player, returned - tokens, tokens)


def tokens_back(down: Mapping[Key, Cents], wager: Wager, returned: Cents) -> Cents:
    """How much of what a wager returns is its own tokens; winnings on them are chips."""
    staked = down.get((wager.box, wager.player, wager.bet), 0) if down else 0
    return max(min(staked, returned, wager.staked), 0)


def _ended(state: TableState, event: played.RoundEnded, before: State) -> TableState:
    round_ = state.round
    assert round_ is not None
    betting = frozenset(w.player for w in round_.wagers if w.bet == "main")
    shoe = state.shoe
    every = betting if not shoe.rounds else shoe.every_round & betting
    shoe = shoe._replace(on_table=(), discards=(*shoe.discards, *shoe.on_table), rounds=shoe.rounds + 1)
    state = state._replace(
        shoe=shoe._replace(every_round=every),
        players={name: _idler(player, name in betting) for name, player in state.players.items()},
        warned=state.warned | _under_minimum(round_),
        carried=tuple(_staying(round_)),
        won=(*state.won, *_won(state.number, round_))[-WON_KEPT:],
        tokens_down={},
        noticed_rounds=state.noticed_rounds + 1,
        last_rounds=None if state.last_rounds is None else state.last_rounds - 1,
    )
    for name in [name for name, player in state.players.items() if player.leaving]:
        state = without(state, name)
    return state


def _idler(player: Any, wagered: bool) -> Any:
    if player.home is None or wagered:
        return player._replace(idle=0) if player.idle else player
    return player._replace(idle=player.idle + 1)


def _under_minimum(round_: State) -> frozenset[str]:
    """Players who were warned that a wager under the minimum goes back from now on."""
    added = ("double", "split", "insurance")
    under = (w for w in round_.wagers if w.bet not in added and 0 < w.staked < minimum_for(round_, w))
    return frozenset(w.player for w in under)


def _won(number: int, round_: State) -> list[Won]:
    """What each player won by wagers that won."""
    sums: dict[str, Cents] = {}
    for wager in round_.wagers:
        if wager.outcome == "win" and (wager.returned or 0) > wager.staked:
            sums[wager.player] = sums.get(wager.player, 0) + (wager.returned or 0) - wager.staked
    return [Won(number, player, amount) for player, amount in sums.items()]


def _staying(round_: State) -> list[Bet]:
    """Side bets that won twice and may lie on for one round more."""
    lying = (wager for wager in round_.wagers if stays(round_, wager))
    return [Bet(wager.box, wager.player, wager.bet, wager.staked, 0, wager.staked) for wager in lying]


_EFFECTS: dict[type, Callable[[TableState, Any, Any], TableState]] = {
    played.BettingClosed: _closed_betting,
    played.CardDealt: _card_dealt,
    played.Insured: _staked,
    played.Doubled: _staked,
    played.HandSplit: _staked,
    played.Joined: _staked,
    played.EvenMoneyTaken: _settled,
    played.Rescued: _settled,
    played.Settled: _settled,
    played.WagersVoided: _settled,
    played.RoundVoided: _settled,
    played.RoundEnded: _ended,
}


def _offer_declined(state: TableState, event: ev.OfferDeclined) -> TableState:
    return state._replace(declined=state.declined | {event.player})


def _hand_shown(state: TableState, event: ev.HandShown) -> TableState:
    return state._replace(shown=state.shown | {event.box})


# ----------------------------------------------------------------------------------------------------------- money


def _chips_sold(state: TableState, event: ev.ChipsSold) -> TableState:
    return paid(state, event.player, event.amount)._replace(tray=state.tray - event.amount)


def _chips_cashed(state: TableState, event: ev.ChipsCashed) -> TableState:
    return paid(state, event.player, -event.amount)


def _voucher(state: TableState, event: ev.VoucherExchanged) -> TableState:
    return paid(state, event.player, 0, event.amount)


def worth(chips: Mapping[Cents, int]) -> Cents:
    """What chips are worth together."""
    return sum(value * count for value, count in chips.items())


def _filled(state: TableState, event: ev.FloatFilled) -> TableState:
    return state._replace(tray=state.tray + worth(event.chips))


def _credited(state: TableState, event: ev.FloatCredited) -> TableState:
    return state._replace(tray=state.tray - worth(event.chips))


def _counted(state: TableState, event: ev.FloatCounted) -> TableState:
    return state._replace(counted=event.chips, tray=state.tray + event.over)


APPLY: dict[type, Callable[[TableState, Any], TableState]] = {
    ev.BettingOpened: _betting_opened,
    ev.LastBetsCalled: _last_bets,
    ev.WagerLaid: _laid,
    ev.WagerTakenBack: _off_the_layout,
    ev.WagerRefused: _off_the_layout,
    ev.RoundEvent: _round_event,
    ev.OfferDeclined: _offer_declined,
    ev.HandShown: _hand_shown,
    ev.PlayedForAbsent: unchanged,
    ev.ChipsSold: _chips_sold,
    ev.ChipsCashed: _chips_cashed,
    ev.ColourChanged: unchanged,
    ev.VoucherExchanged: _voucher,
    ev.FloatFilled: _filled,
    ev.FloatCredited: _credited,
    ev.FloatCounted: _counted,
}
