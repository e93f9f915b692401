"""Players who are not there, and players who break the rules: the minimum is deducted, or they are disqualified."""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.money import Cents
from cutcard.players.player_state import stream_of_player
from cutcard.refusals import Refusal
from cutcard.table import SteppedAway, TableState, WagerTakenBack
from cutcard.table.names import stream_of_table
from cutcard.table.registry import FreeText, SecondPerson
from cutcard.table.session_orders import MinimumDeducted, PlayerTakenOut
from cutcard.table.session_rules import limits_of
from cutcard.tournaments.cash_fees import payer_of
from cutcard.tournaments.counts import playing_at, wagered
from cutcard.tournaments.fees import refund
from cutcard.tournaments.session_starts import with_status
from cutcard.tournaments.tournament_draft import TournamentDraft
from cutcard.tournaments.tournament_registry import command, event, handles, reduces, touches
from cutcard.tournaments.tournament_state import Entrant, TournamentState

IN_IT = ("entered", "seated")
Ground = Literal["rules", "concealing", "buy-in", "tournament-rules", "terms"]  # a document knows some of them


@command("deduct the minimum from an absent player", group="play")
class DeductMinimum(NamedTuple):
    """Deduct the minimum wager of the round from somebody who is not at the table."""

    entrant: int


@command("disqualify an absent player", group="rulings", second_person=SecondPerson())
class DisqualifyAbsent(NamedTuple):
    """Cancel the place of somebody who is not there; the entry fee goes back only if that is approved here."""

    entrant: int
    reason: str
    refund: bool = False


@command("disqualify a player", group="rulings", second_person=SecondPerson())
class Disqualify(NamedTuple):
    """Disqualify somebody who has broken the rules; nothing is refunded."""

    entrant: int
    ground: Ground
    reason: str


@event(seen_by="everybody", log="the minimum of {amount} is deducted from entrant {entrant}, who is not there")
class AbsenceCharged(NamedTuple):
    entrant: int
    table: str
    amount: Cents
    missed: int  # rounds, this one too
    clause: str


@event(seen_by="everybody", staff_fields=("reason",), log="entrant {entrant} is disqualified ({ground}): {reason}")
class EntrantDisqualified(NamedTuple):
    """Somebody is out. What they have in chips is written down: anybody who was absent keeps its value."""

    entrant: int
    player: str
    ground: str
    reason: FreeText
    chips: Cents
    clause: str


@touches(DeductMinimum, DisqualifyAbsent, Disqualify)
def _their_table(state: TournamentState, command: DeductMinimum | DisqualifyAbsent | Disqualify) -> tuple[str, ...]:
    seat, entrant = state.seat_of(command.entrant), state.entrants.get(command.entrant)
    refunded = isinstance(command, DisqualifyAbsent) and command.refund
    register = (stream_of_player(payer_of(entrant)),) if entrant is not None and refunded else ()
    if seat is None or seat[0].tables[seat[1]].status != "playing":
        return register
    return (stream_of_table(seat[1]), *register)


@handles(DeductMinimum)
def deduct_minimum(draft: TournamentDraft, command: DeductMinimum) -> Refusal | None:
    clause, seat = draft.power(command).clause, draft.state.seat_of(command.entrant)
    facts: dict[str, object] = {"entrant": command.entrant}
    if seat is None or stream_of_table(seat[1]) not in draft.others:
        return Refusal("entrant-not-playing", clause, facts)
    found = playing_at(draft, seat[1], clause)
    if isinstance(found, Refusal):
        return found
    _, table, played = found
    name = draft.state.entrants[command.entrant].player
    if name not in played.playing.values() or played.over or name not in table.players:
        return Refusal("entrant-not-playing", clause, facts)
    if table.playing or table.betting == "closed":
        return Refusal("deducted-while-bet", clause, {"table": seat[1]})
    if name in played.passed or any(table.laid(player=name)):
        return Refusal("has-wagered-already", clause, {"player": name})
    if not table.players[name].away:
        return Refusal("player-is-there", clause, {"player": name})
    missed, most = played.players[name].missed + 1, draft.state.terms.absent_rounds or draft.by_book.absent_rounds
    if missed > most:
        return Refusal("absent-too-long", clause, {"player": name, "rounds": most})
    amount = min(limits_of(table).minimum, table.players[name].chips)
    draft.add(AbsenceCharged(command.entrant, seat[1], amount, missed, clause))
    draft.add_beside(stream_of_table(seat[1]), MinimumDeducted(name, amount, clause))
    return None


@handles(DisqualifyAbsent)
def disqualify_absent(draft: TournamentDraft, command: DisqualifyAbsent) -> Refusal | None:
    clause = draft.power(command).clause
    found = _in_tournament(draft, command.entrant, command.reason, clause)
    if isinstance(found, Refusal):
        return found
    seat = draft.state.seat_of(command.entrant)
    if seat is None:
        return Refusal("entrant-has-no-seat", clause, {"entrant": command.entrant})
    session = seat[0]
    if session.tables[seat[1]].status == "drawn" and draft.at < session.starts_at:  # nobody is late yet
        return Refusal("session-too-early", clause, {"session": session.number})
    table: TableState | None = draft.others.get(stream_of_table(seat[1]))
    if table is not None and found.player in table.players and not table.players[found.player].away:
        return Refusal("player-is-there", clause, {"player": found.player})
    _out(draft, found, "absent", command.reason, clause)
    if command.refund:
        refund(draft, command.entrant, clause)
    return None


@handles(Disqualify)
def disqualify(draft: TournamentDraft, command: Disqualify) -> Refusal | None:
    grounds = draft.by_book.grounds
    clause = grounds.get(command.ground)
    if clause is None:
        return Refusal("no-such-ground", draft.power(command).clause, {"grounds": tuple(grounds)})
    found = _in_tournament(draft, command.entrant, command.reason, clause)
    if isinstance(found, Refusal):
        return found
    _out(draft, found, command.ground, command.reason, clause)
    return None


def _in_tournament(draft: TournamentDraft, entrant: int, reason: str, clause: str) -> Entrant | Refusal:
    one = draft.state.entrants.get(entrant)
    if one is None or one.status not in IN_IT:
        return Refusal("entrant-not-in-it", clause, {"entrant": entrant})
    return one if reason.strip() else Refusal("reason-missing", clause)


def _out(draft: TournamentDraft, one: Entrant, ground: str, reason: str, clause: str) -> None:
    """Somebody is out at once, at their table too. What they have wagered goes back as long as no card is dealt.

    No document lets them play a hand to its end, or the others wait for it: one that is dealt is played as that of
    somebody who has left, and settled with the round.
    """
    seat = draft.state.seat_of(one.number)
    stream = stream_of_table(seat[1]) if seat is not None else ""
    table: TableState | None = draft.others.get(stream)
    session = table.session if table is not None else None
    chips = 0
    if table is not None and session is not None and one.player in session.playing.values():
        chips = table.players[one.player].chips + wagered(table, one.player)
        for bet in table.laid(player=one.player):
            draft.add_beside(stream, WagerTakenBack(bet.box, bet.player, bet.bet))
        if table.playing and not table.players[one.player].away:
            draft.add_beside(stream, SteppedAway(one.player))
        cause = "absent" if ground == "absent" else "disqualified"
        draft.add_beside(stream, PlayerTakenOut(one.player, cause, clause))
    draft.add(EntrantDisqualified(one.number, one.player, ground, reason, chips, clause))


@reduces(EntrantDisqualified)
def _disqualified(state: TournamentState, event: EntrantDisqualified) -> TournamentState:
    return with_status(state, event.entrant, "disqualified", event.ground)
