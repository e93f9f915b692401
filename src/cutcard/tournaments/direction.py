"""Those who run a tournament: deputies, who of them is there, and what they tell the players before it begins."""

from __future__ import annotations

from typing import NamedTuple

from cutcard.refusals import Refusal
from cutcard.table.registry import FreeText
from cutcard.tournaments.eligibility import plays_it
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, reduces
from cutcard.tournaments.tournament_state import TournamentState


@command("appoint a deputy", group="tournament")
class AppointDeputy(NamedTuple):
    """Appoint somebody who acts in the place of the person who runs the tournament."""

    person: str


@command("step out of a tournament that one runs", group="tournament")
class StepOut(NamedTuple):
    """Leave the tournament for a while to somebody else who runs it."""

    person: str


@command("be back at a tournament that one runs", group="tournament")
class StepIn(NamedTuple):
    person: str


@command("brief the players", group="tournament")
class BriefPlayers(NamedTuple):
    """Tell the players the terms and conditions, and be satisfied that they understand them."""

    understood: bool = True


@command("show the players the game", group="tournament")
class DemonstrateGame(NamedTuple):
    """Let a dealer show the game before the tournament begins, or players practise some hands."""

    hands: int = 0  # practice hands; 0: it was only shown
    note: str = ""


@event(seen_by="everybody", log="{person} is a deputy")
class DeputyAppointed(NamedTuple):
    person: str
    by: str
    clause: str


@event(seen_by="staff", log="{person} steps out")
class DirectorSteppedOut(NamedTuple):
    person: str
    clause: str


@event(seen_by="staff", log="{person} is back")
class DirectorSteppedIn(NamedTuple):
    person: str
    clause: str


@event(seen_by="everybody", log="the players are briefed")
class PlayersBriefed(NamedTuple):
    understood: bool
    by: str
    clause: str


@event(seen_by="everybody", log="the game was shown to the players, with {hands} practice hands")
class GameDemonstrated(NamedTuple):
    hands: int
    note: FreeText
    clause: str


@handles(AppointDeputy)
def appoint_deputy(draft: TournamentDraft, command: AppointDeputy) -> Refusal | None:
    clause = draft.power(command).clause
    if command.person in draft.state.directors:
        return Refusal("director-already", clause, {"person": command.person})
    if not draft.state.directors:
        return Refusal("nobody-runs-tournament", clause)
    refusal = plays_it(draft, command.person)
    if refusal is not None:
        return refusal
    draft.add(DeputyAppointed(command.person, draft.by.id, clause))
    return None


@handles(StepOut)
def step_out(draft: TournamentDraft, command: StepOut) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    there = set(state.directors) - state.away
    if command.person not in there:
        return Refusal("does-not-run-tournament", clause, {"person": command.person})
    if state.phase == "running" and not state.play_over and there == {command.person}:
        return draft.refuse("director_present", "somebody-must-run-it")
    draft.add(DirectorSteppedOut(command.person, clause))
    return None


@handles(StepIn)
def step_in(draft: TournamentDraft, command: StepIn) -> Refusal | None:
    clause = draft.power(command).clause
    if command.person not in draft.state.away:
        return Refusal("does-not-run-tournament", clause, {"person": command.person})
    draft.add(DirectorSteppedIn(command.person, clause))
    return None


@handles(BriefPlayers)
def brief_players(draft: TournamentDraft, command: BriefPlayers) -> Refusal | None:
    draft.add(PlayersBriefed(command.understood, draft.by.id, draft.power(command).clause))
    return None


@handles(DemonstrateGame)
def demonstrate_game(draft: TournamentDraft, command: DemonstrateGame) -> Refusal | None:
    clause = draft.power(command).clause
    if draft.state.phase == "running":
        return Refusal("shown-before-play", clause)
    if command.hands < 0:
        return Refusal("practice-hands", clause)
    draft.add(GameDemonstrated(command.hands, command.note, clause))
    return None


@reduces(DeputyAppointed)
def _deputy(state: TournamentState, event: DeputyAppointed) -> TournamentState:
    return state._replace(directors=(*state.directors, event.person))


@reduces(DirectorSteppedOut)
def _out(state: TournamentState, event: DirectorSteppedOut) -> TournamentState:
    return state._replace(away=state.away | {event.person})


@reduces(DirectorSteppedIn)
def _in(state: TournamentState, event: DirectorSteppedIn) -> TournamentState:
    return state._replace(away=state.away - {event.person})


@reduces(PlayersBriefed)
def _briefed(state: TournamentState, event: PlayersBriefed) -> TournamentState:
    return state._replace(briefed=event.understood)
