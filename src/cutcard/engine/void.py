"""What happens to wagers that are declared void: those of one player, or all of a round.

What was settled after the initial deal stands, wins and losses alike (Sydney 16.8, Melbourne 21.11.2), except for
players who must give back what they were paid (Canberra, "Void").
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cutcard.engine import sidebets
from cutcard.engine.betting import controlling
from cutcard.engine.commands import VoidRound, VoidWagers
from cutcard.engine.events import Line
from cutcard.engine.flow import (
    dealer_next,
    draws_over,
    initial_over,
    joiners,
    next_dealt,
    next_turn,
    open_play,
    second_pass,
)
from cutcard.engine.state import DEALER, Box, Hand, State, Wager, moved
from cutcard.rulebooks.offers import best_row
from cutcard.sidebets import View


def of_wagers(state: State, command: VoidWagers) -> tuple[Line, ...]:
    """What goes back when a player's wagers are void, or those on one side bet."""
    if command.bet:
        return of_side_bet(state, command)
    return of_player(state, command.player, command.clause, undone=command.undone)


def of_player(
    state: State, player: str, clause: str, number: int | None = None, undone: bool = False
) -> tuple[Line, ...]:
    """All that a player has on the layout, or on one box, goes back to them; and what others have on a box that is
    not played then. If it is undone, what they have won and lost in the round is as if it had never been."""
    boxes = [box for box in state.boxes if number in (None, box.number)]
    abandoned = {box.number for box in boxes if box.players == (player,) and _at_stake(state, box.number)}
    return tuple(
        Line(i, wager.staked, "void", clause)
        for i, wager in enumerate(state.wagers)
        if (wager.player == player and number in (None, wager.box) and (wager.open or (undone and _changed(wager))))
        or (wager.open and wager.box in abandoned)
    )


def of_side_bet(state: State, command: VoidWagers) -> tuple[Line, ...]:
    """Wagers on one side bet go back, also ones that have lost; what was won and paid stands."""
    return tuple(
        Line(i, wager.staked, "void", command.clause)
        for i, wager in enumerate(state.wagers)
        if wager.bet == command.bet
        and (wager.open or wager.outcome == "lose" or (command.undone and _changed(wager)))
        and command.player in ("", wager.player)
        and command.box in (None, wager.box)
    )


def _changed(wager: Wager) -> bool:
    """Whether a settled wager has won or lost anything."""
    return wager.returned != wager.staked


def of_box(state: State, number: int, clause: str) -> tuple[Line, ...]:
    """All that lies on a box goes back."""
    return tuple(
        Line(i, wager.staked, "void", clause)
        for i, wager in enumerate(state.wagers)
        if wager.open and wager.box == number
    )


def _at_stake(state: State, number: int) -> bool:
    return any(w.open and w.box == number and w.bet in ("main", "split") for w in state.wagers)


def of_round(state: State, command: VoidRound) -> tuple[Line, ...]:
    """What every wager of a round without a result returns, where that is not what it has returned already."""
    return tuple(_lines(state, command))


def _lines(state: State, command: VoidRound) -> Iterator[Line]:
    clause = command.settled_by or command.clause
    for i, wager in enumerate(state.wagers):
        if command.late:  # Canberra 14.5 and "Void": everybody has what they had before the round
            if _changed(wager) and i not in command.stands:
                yield Line(i, wager.staked, "void", clause)
            continue
        kept = not command.refund or wager.player in command.forfeits
        if wager.open and kept:
            yield Line(i, 0, "lose", clause)
        elif wager.open or _goes_back(state, wager, kept, command):
            yield Line(i, wager.staked, "void", clause)


def _goes_back(state: State, wager: Wager, kept: bool, command: VoidRound) -> bool:
    """Whether a wager that has been settled already is returned all the same."""
    undone = wager.player in command.undone
    if wager.outcome == "win":
        return undone
    back = undone or command.lost_back or not _lost_at_interim(state, wager)
    return wager.outcome == "lose" and not kept and back


def _lost_at_interim(state: State, wager: Wager) -> bool:
    """Whether a side bet was lost by what lay on the table after the initial deal."""
    side = state.rules.side_bets.get(wager.bet)
    if side is None or side.settled == "interim":
        return side is not None
    dealt = next((box.dealt for box in state.boxes if box.number == wager.box), ())
    verdict = sidebets.judged(side, View(dealt[:2], dealer=state.dealer[:1], carried=wager.carried))
    if verdict is None:
        return False
    # Melbourne 13.3.2: a single seven is an outcome of Super Sevens, and no line of Magnificent Sevens pays it
    return best_row(state.setup.side_bets[wager.bet], verdict.outcomes, wager.staked) is None


# ------------------------------------------------------------------------------------------------ how the round goes on


def without_side_bet(state: State) -> State:
    """The round once wagers on a side bet are void: nothing is drawn or read for them any more."""
    return _draws_go_on(state) if state.phase == "draws" else state


def without_player(state: State, player: str, number: int | None = None) -> State:
    """The round once a player's wagers, or those on one box, are void: others on the same boxes play on."""
    boxes = tuple(_without(state, box, player) if number in (None, box.number) else box for box in state.boxes)
    return _without_hands(state, boxes)


def without_box(state: State, number: int) -> State:
    """The round once all wagers on a box are void."""
    return _without_hands(
        state, tuple(box._replace(players=()) if box.number == number else box for box in state.boxes)
    )


def _without_hands(state: State, boxes: tuple[Box, ...]) -> State:
    """Hands that nobody has a wager on any more are not played on."""
    hands = tuple(
        hand if hand.ended or _played_on(state, hand) else hand._replace(ended="void") for hand in state.hands
    )
    state = state._replace(boxes=boxes, hands=hands)
    if all(hand.ended == "void" for hand in hands):
        state = moved(state._replace(joining="", answered=frozenset()), "dealer", "settlement", DEALER)
        # Melbourne 26.4.3(a): a Buster wager where nobody plays still has the dealer's hand completed
        return dealer_next(state._replace(needs="card")) if sidebets.any_needs_dealer(state) else state
    return _GOES_ON[state.phase](state)


def _played_on(state: State, hand: Hand) -> bool:
    return any(wager.bet in ("main", "split") for _, wager in state.on_hand(hand))


def _without(state: State, box: Box, player: str) -> Box:
    """A box that a player has no more wagers on; where they controlled it, the next one does by the book's rule."""
    if player not in box.players:
        return box
    others = [one for one in box.players if one != player]
    playing = {w.player for w in state.wagers if w.box == box.number and w.open and w.bet in ("main", "split")}
    left = [state.original(box.number, one) for one in others if one in playing or not playing]
    if not left or box.control != player:
        return box._replace(players=tuple(others))
    control = controlling(state, box.number, [wager for wager in left if wager is not None])
    tokens = sum((w.player, w.box) == (control, box.number) and w.worth > w.staked == 0 for w in state.wagers)
    return box._replace(players=(control, *(one for one in others if one != control)), control=control, tokens=tokens)


def _initial_goes_on(state: State) -> State:
    if state.turn == DEALER or not state.hand.ended:
        return state
    following = next_dealt(state.hands, state.turn + 1)
    if following == DEALER and second_pass(state):
        return initial_over(state)
    return moved(state, "initial", "card", following)


def _draws_go_on(state: State) -> State:
    return state if sidebets.pressing(state) is not None else draws_over(state)


def _play_goes_on(state: State) -> State:
    if state.turn == DEALER:  # who is due a first card that was forgotten
        return state
    if state.hand.ended == "void":
        return next_turn(state._replace(joining="", answered=frozenset()), state.turn)
    if state.needs == "join" and not joiners(state):
        return state._replace(needs="card", joining="", answered=frozenset())
    if state.needs == "rescue" and not any(wager.bet == "double" for _, wager in state.on_hand(state.hand)):
        return next_turn(state, state.turn)
    return state


_GOES_ON: dict[str, Callable[[State], State]] = {
    "initial": _initial_goes_on,
    "draws": _draws_go_on,
    "offers": open_play,
    "peek": lambda state: state,
    "play": _play_goes_on,
    "dealer": dealer_next,
}
