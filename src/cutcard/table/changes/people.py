"""Opening and closing, people, seats and limits."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.engine.state import made
from cutcard.rulebooks import load, rules
from cutcard.table import events as ev
from cutcard.table.state import Dispute, Notice, Player, Shoe, TableState


def _said(state: TableState, event: ev.CommandReceived) -> TableState:
    return state._replace(now=event.at, speaker=event.by)


def _opened(state: TableState, event: ev.TableOpened) -> TableState:
    """A table that opens again keeps what outlives its closing: numbers, restrictions, disputes, measures."""
    again = TableState(event.table, "open", event.terms, event.sign, state.now, state.speaker, tray=event.chips)
    return again._replace(
        number=state.number,
        shoe=Shoe(state.shoe.number),
        barred=state.barred,
        restricted={name: how for name, how in state.restricted.items() if how != "shoe"},
        once_restricted=state.once_restricted,
        disputes=state.disputes,
        withheld=state.withheld,
        detained=state.detained,
    )


def _closing_noticed(state: TableState, event: ev.ClosingNoticed) -> TableState:
    return state._replace(closes_at=event.closes_at, noticed_rounds=0)


def _last_rounds(state: TableState, event: ev.LastRoundsAnnounced) -> TableState:
    return state._replace(last_rounds=event.rounds)


def _closed(state: TableState, event: ev.TableClosed) -> TableState:
    return state._replace(phase="closed", tray=state.tray - event.chips, betting="closed")


# ---------------------------------------------------------------------------------------------------------- people


def with_player(state: TableState, name: str, player: Player) -> TableState:
    """The table with one of its players changed."""
    return state._replace(players={**state.players, name: player})


def paid(state: TableState, name: str, chips: int, tokens: int = 0) -> TableState:
    """The table with chips or tokens given to a player, or taken from him."""
    player = state.players.get(name) or Player(leaving=True)
    changed = made(Player, (player.chips + chips, player.tokens + tokens, *player[2:]))
    return state._replace(players={**state.players, name: changed})


def _arrived(state: TableState, event: ev.Arrived) -> TableState:
    known = state.players.get(event.player, Player())
    return with_player(state, event.player, known._replace(chips=known.chips + event.chips, leaving=False, away=False))


def _seated(state: TableState, event: ev.Seated) -> TableState:
    player = state.players[event.player]
    if player.home is None:
        player = player._replace(home=event.box, idle=0)
    state = with_player(state, event.player, player)
    return state._replace(seats={**state.seats, event.box: event.player})


def _box_given_up(state: TableState, event: ev.BoxGivenUp) -> TableState:
    seats = {box: holder for box, holder in state.seats.items() if box != event.box}
    state = state._replace(seats=seats)
    player = state.players[event.player]
    if player.home == event.box:
        others = state.boxes_of(event.player)
        player = player._replace(home=others[0] if others else None, idle=0)
    return with_player(state, event.player, player)


def _stepped_away(state: TableState, event: ev.SteppedAway) -> TableState:
    return with_player(state, event.player, state.players[event.player]._replace(away=True))


def _came_back(state: TableState, event: ev.CameBack) -> TableState:
    return with_player(state, event.player, state.players[event.player]._replace(away=False))


def _left(state: TableState, event: ev.Left) -> TableState:
    """He takes his chips along; while his wagers play he is remembered, and what they return goes after him."""
    seats = {box: holder for box, holder in state.seats.items() if holder != event.player}
    personal = {name: limit for name, limit in state.personal.items() if name != event.player}
    state = state._replace(seats=seats, personal=personal)
    if state.playing and any(w.player == event.player and w.open for w in state.round.wagers):  # type: ignore[union-attr]
        return with_player(state, event.player, Player(away=True, leaving=True))
    return without(state, event.player)


def without(state: TableState, name: str) -> TableState:
    return state._replace(players={one: player for one, player in state.players.items() if one != name})


def _several_allowed(state: TableState, event: ev.SeveralBoxesAllowed) -> TableState:
    return with_player(state, event.player, state.players[event.player]._replace(several=True))


def _reserved(state: TableState, event: ev.BoxesReserved) -> TableState:
    return state._replace(reserved={**state.reserved, **dict.fromkeys(event.boxes, event.player)})


def _freed(state: TableState, event: ev.BoxesFreed) -> TableState:
    return state._replace(reserved={box: who for box, who in state.reserved.items() if box not in event.boxes})


def _players_a_box(state: TableState, event: ev.PlayersABoxLimited) -> TableState:
    return state._replace(players_a_box=event.most)


def _players_most(state: TableState, event: ev.PlayersLimited) -> TableState:
    return state._replace(players_most=event.most)


def barred(state: TableState, event: ev.PlayerBarred | ev.PlayerExcluded) -> TableState:
    """Somebody may not take part any more."""
    return state._replace(barred=state.barred | {event.player})


# ---------------------------------------------------------------------------------------------------------- limits


def _limits_changed(state: TableState, event: ev.LimitsChanged) -> TableState:
    players = {
        name: player._replace(retained=event.keep[name]) if name in event.keep else player
        for name, player in state.players.items()
    }
    notices = tuple(notice for notice in state.notices if notice.minimum > event.sign.minimum or notice.retained_too)
    return state._replace(sign=event.sign, players=players, notices=notices)


def _minimum_posted(state: TableState, event: ev.MinimumPosted) -> TableState:
    return state._replace(notices=(*state.notices, Notice(event.minimum, event.holds_from, event.retained_too)))


def _retained_raised(state: TableState, event: ev.RetainedRaised) -> TableState:
    """A retained minimum rises, and ends where it meets that of the sign."""
    raised = event.minimum if event.minimum < state.sign.minimum else None
    players = {
        name: player._replace(retained=raised)
        if player.retained is not None and player.retained < event.minimum
        else player
        for name, player in state.players.items()
    }
    notices = tuple(n for n in state.notices if not n.retained_too or n.minimum > event.minimum)
    return state._replace(players=players, notices=notices)


def _personal_granted(state: TableState, event: ev.PersonalLimitGranted) -> TableState:
    return state._replace(personal={**state.personal, event.player: event.limit})


def _personal_ended(state: TableState, event: ev.PersonalLimitEnded) -> TableState:
    return state._replace(personal={name: one for name, one in state.personal.items() if name != event.player})


def _restricted(state: TableState, event: ev.Restricted) -> TableState:
    return state._replace(
        restricted={**state.restricted, event.player: event.how},
        once_restricted=state.once_restricted | {event.player},
    )


def _lifted(state: TableState, event: ev.RestrictionLifted) -> TableState:
    return state._replace(restricted={name: how for name, how in state.restricted.items() if name != event.player})


def _main_required(state: TableState, event: ev.MainWagerRequired) -> TableState:
    """The table's own option for it is set, so that rounds and their records know."""
    terms = state.config
    said = terms.rules
    known = load(said.book).options(said.game).values()
    chosen = {option.id: True for option in known if any(path.endswith(".needs") for path in option.fields)}
    again = rules(said.book, said.game, {**said.options, **chosen})
    return state._replace(main_required=True, config_or_none=terms._replace(rules=again))


def _side_allowed(state: TableState, event: ev.SideWagerAllowed) -> TableState:
    return state._replace(side_leave=state.side_leave | {(event.player, event.box, event.bet)})


def _ruled(state: TableState, event: ev.DisputeRuled) -> TableState:
    ruled = Dispute(event.player, event.about, event.ruling, state.speaker)
    return state._replace(disputes=(*state.disputes, ruled))


def _reviewed(state: TableState, event: ev.DisputeReviewed) -> TableState:
    disputes = list(state.disputes)
    disputes[event.dispute] = disputes[event.dispute]._replace(ruling=event.ruling, reviewed=True)
    return state._replace(disputes=tuple(disputes))


def unchanged(state: TableState, event: Any) -> TableState:
    return state


APPLY: dict[type, Callable[[TableState, Any], TableState]] = {
    ev.CommandReceived: _said,
    ev.TableOpened: _opened,
    ev.ClosingNoticed: _closing_noticed,
    ev.LastRoundsAnnounced: _last_rounds,
    ev.TableClosed: _closed,
    ev.NoticeGiven: unchanged,
    ev.Arrived: _arrived,
    ev.Seated: _seated,
    ev.BoxGivenUp: _box_given_up,
    ev.SteppedAway: _stepped_away,
    ev.CameBack: _came_back,
    ev.Left: _left,
    ev.SeveralBoxesAllowed: _several_allowed,
    ev.BoxesReserved: _reserved,
    ev.BoxesFreed: _freed,
    ev.PlayersABoxLimited: _players_a_box,
    ev.PlayersLimited: _players_most,
    ev.PlayerBarred: barred,
    ev.LimitsChanged: _limits_changed,
    ev.MinimumPosted: _minimum_posted,
    ev.RetainedRaised: _retained_raised,
    ev.PersonalLimitGranted: _personal_granted,
    ev.PersonalLimitEnded: _personal_ended,
    ev.Restricted: _restricted,
    ev.RestrictionLifted: _lifted,
    ev.MainWagerRequired: _main_required,
    ev.SideWagerAllowed: _side_allowed,
    ev.DisputeRuled: _ruled,
    ev.DisputeReviewed: _reviewed,
}
