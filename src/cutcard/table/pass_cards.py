"""Pass cards of a tournament: played instead of a wager, and collected at the end of the round."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal
from cutcard.table.draft import Draft
from cutcard.table.registry import command, event, handles, reduces
from cutcard.table.session_rules import (
    has_wagered,
    no_session,
    not_playing_refused,
    out_of_turn,
    refused_by,
    round_number,
    session_of,
    tournament_rules,
    turn_refused,
)
from cutcard.table.session_turns import warn_out_of_turn, with_session, with_session_player
from cutcard.table.state import TableState
from cutcard.table.wager_refusals import betting_refused


@command(group="players", needs_role=False, plays=True, unneeded=no_session)
class PlayPassCard(NamedTuple):
    """Put a pass card on the box instead of a wager on this round."""

    player: str | None = None


@event(seen_by="everybody", log="{player} plays a pass card")
class PassCardPlayed(NamedTuple):
    player: str
    box: int
    round: int  # of the session


@event(seen_by="everybody", log="the pass cards of {players:and} are collected")
class PassCardsCollected(NamedTuple):
    round: int  # of the session
    players: tuple[str, ...]


@event(seen_by="everybody", log="everybody passes: round {round} of the session is not dealt")
class RoundPassed(NamedTuple):
    """A round without a wager, since everybody in the session has played a pass card."""

    round: int  # of the session


@handles(PlayPassCard)
def play_pass_card(draft: Draft, command: PlayPassCard) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    state = draft.state
    refusal = betting_refused(draft) or not_playing_refused(state, name) or _card_refused(state, name)
    refusal = refusal or turn_refused(draft, name)
    if refusal is not None:
        return refusal
    if has_wagered(state, name):
        return refused_by(state, "pass_cards", "pass-card-beside-wager", player=name)
    box = next(box for box, player in session_of(state).playing.items() if player == name)
    early = out_of_turn(state, name)
    draft.add(PassCardPlayed(name, box, round_number(state)))
    if early:
        warn_out_of_turn(draft, name, box)
    return None


def _card_refused(state: TableState, name: str) -> Refusal | None:
    if not tournament_rules(state).pass_cards or not session_of(state).terms.pass_cards:
        return refused_by(state, "pass_cards", "no-pass-cards")
    left = session_of(state).players[name].pass_cards
    return None if left else refused_by(state, "pass_cards", "pass-cards-used", player=name)


def collect_pass_cards(draft: Draft) -> None:
    """The dealer collects the pass cards at the end of the round."""
    down = session_of(draft.state).cards_down
    if down:
        draft.add(PassCardsCollected(round_number(draft.state), tuple(sorted(down))))


@reduces(PassCardPlayed)
def _played(state: TableState, event: PassCardPlayed) -> TableState:
    session = session_of(state)
    left = session.players[event.player].pass_cards - 1
    session = with_session_player(session, event.player, pass_cards=left)
    passed, down = session.passed | {event.player}, session.cards_down | {event.player}
    return state._replace(session=session._replace(passed=passed, cards_down=down))


@reduces(PassCardsCollected)
def _collected(state: TableState, event: PassCardsCollected) -> TableState:
    collected = {**session_of(state).collected, state.number: event.players}
    return with_session(state, cards_down=frozenset(), collected=collected)


@reduces(RoundPassed)
def _round_passed(state: TableState, event: RoundPassed) -> TableState:
    return with_session(state._replace(betting="closed", since=state.now), turn=0)
