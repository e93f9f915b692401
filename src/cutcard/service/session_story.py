"""Lines of the story for what happens in a session of a tournament beside its rounds."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.narration.formatting import money, name
from cutcard.narration.story import Entry
from cutcard.table import (
    HeldToMinimum,
    MarkerPlaced,
    PassCardPlayed,
    PlayerEliminated,
    PlayHalted,
    PlayResumed,
    RoundNotCounted,
    SessionPlayed,
    TableEvent,
    WageredOutOfTurn,
    WagerPutRight,
)

OUT = {
    "minimum": "is out: fewer chips than the minimum",
    "under-minimum": "is out: the wager was under the minimum",
    "disqualified": "is disqualified",
    "absent": "is out: not there",
}
ENDS = {
    "rounds": "the last round of the session is played",
    "shoes": "the last shoe of the session is played",
    "minutes": "the time of the session is over",
    "nobody-left": "the session is over: nobody is left to play against",
}
FAULTS = {
    "over-maximum": "more than the maximum",
    "part-unit": "not in whole units of the minimum",
    "under-minimum": "less than the minimum",
}


def session_aside(event: TableEvent, you: str | None) -> Iterator[Entry]:
    """What a session's event says, as one viewer reads it."""
    match event:
        case MarkerPlaced(box, _):
            yield Entry("Dealer", f"puts the marker on box {box}", False)
        case HeldToMinimum(player, _, amount, clause):
            text = f"the time is up: the wager of {player} is the minimum of {money(amount)}"
            yield Entry("Dealer", text, player == you, None, clause)
        case WageredOutOfTurn(player, _, times, clause):
            again = " again" if times > 1 else ""
            yield Entry("Dealer", f"warns {player}, who has{again} wagered out of turn", player == you, None, clause)
        case WagerPutRight(player, _, was, now, fault, clause):
            counts = f"counts for {money(now)}" if now else "is void"
            text = f"the wager of {money(was)} is {FAULTS[fault]} and {counts}"
            yield Entry(name(player), text, player == you, None, clause)
        case PassCardPlayed(player, _, _):
            yield Entry(name(player), "plays a pass card", player == you)
        case PlayerEliminated(gone, clause):
            yield Entry(name(gone.player), OUT.get(gone.cause, "is out"), gone.player == you, None, clause)
        case RoundNotCounted():
            yield Entry("Dealer", "the round does not count and is played again", False)
        case SessionPlayed(_, why, clause):
            yield Entry("Dealer", ENDS[why], False, None, clause)
        case PlayHalted(why, _, clause):
            yield Entry("Dealer", f"play waits: {why}", False, None, clause)
        case PlayResumed(clause):
            yield Entry("Dealer", "play goes on", False, None, clause)
