"""Jackpot equipment that does not work properly: the bet is off the table, and what happens to wagers that lie there.

What each document orders is in its `[table.jackpot_failures]`. In Melbourne (21.11, 24.10) the wagers of a round under
way are established from the records, which here are the table's own events, and played; in Sydney (16.18) they go back,
and the game goes on without the jackpot only with permission. A dealer who has not entered wagers before the deal says
so, and players may retract them.
"""

from __future__ import annotations

from typing import NamedTuple

from cutcard.engine import Refusal, Wager
from cutcard.engine import commands as say
from cutcard.money import Cents
from cutcard.rulebooks.procedures import JackpotFailures
from cutcard.table.config import SHUFFLING_DEVICE
from cutcard.table.dealing import deal_due_cards
from cutcard.table.draft import Draft
from cutcard.table.link_terms import link_clauses
from cutcard.table.prize_devices import SideBetsOfferedAgain, SideBetsSuspended
from cutcard.table.registry import SecondPerson, command, event, handles, reduces
from cutcard.table.rounds import without_answered
from cutcard.table.state import TableState, Unentered
from cutcard.table.wagers import WagerRefused


def _returns(state: TableState, bet: str) -> bool:
    """Whether a failure now gives back wagers of a round that is played."""
    by_book = state.config.procedures.jackpot_failures
    return state.playing and by_book is not None and bet in by_book.returned


def jackpots_on_offer(state: TableState) -> tuple[str, ...]:
    """The side bets of the table whose equipment the document has rules about."""
    by_book = state.config.procedures.jackpot_failures
    return tuple(bet for bet in state.config.side_bets if by_book is not None and bet in by_book.works)


def _no_jackpot(state: TableState) -> Refusal | None:
    return None if jackpots_on_offer(state) else Refusal("no-jackpot-at-table")


@command(
    "report a failure of jackpot equipment",
    group="jackpots",
    second_person=SecondPerson(lambda state, command: _returns(state, command.bet), about=lambda state: state.number),
    at_stake="money",
    unneeded=_no_jackpot,
)
class ReportJackpotFailure(NamedTuple):
    """Equipment of a jackpot does not work properly: the bet is not offered until it does."""

    bet: str
    part: str  # which of what the document wants to work
    reason: str


@command("play on without a jackpot", group="jackpots", unneeded=_no_jackpot)
class PlayWithoutJackpot(NamedTuple):
    """Let the game go on without a jackpot whose equipment has failed."""

    bet: str


@command("offer a jackpot again", group="jackpots", unneeded=_no_jackpot)
class EndJackpotFailure(NamedTuple):
    """The equipment of a jackpot works properly again."""

    bet: str


@command("report jackpot wagers that were not entered", group="jackpots", at_stake="money", unneeded=_no_jackpot)
class ReportUnenteredWagers(NamedTuple):
    """The dealer has not entered jackpot wagers before the deal: who has one may retract it."""

    bet: str


class Placed(NamedTuple):
    """A wager, as the records have it."""

    box: int
    player: str
    amount: Cents


@event(seen_by="everybody", log="wagers on {bet:words} are established from the records (clause {clause})")
class JackpotWagersEstablished(NamedTuple):
    """Which wagers of the round lay on a jackpot when its equipment failed: they are played, and winners paid."""

    bet: str
    round: int
    wagers: tuple[Placed, ...]
    clause: str


@event(seen_by="everybody", log="the game waits for permission to go on without {bet:words} (clause {clause})")
class GameHalted(NamedTuple):
    bet: str
    clause: str


@event(seen_by="everybody", log="the game goes on without {bet:words} (clause {clause})")
class GameGoesOn(NamedTuple):
    bet: str
    clause: str


@event(seen_by="everybody", log="{players:names} may retract wagers on {bet:words} (clause {clause})")
class UnenteredWagersOffered(NamedTuple):
    bet: str
    players: tuple[str, ...]
    clause: str


@event(seen_by="everybody", log="{player} retracts their wager on {bet:words} (clause {clause})")
class UnenteredWagerRetracted(NamedTuple):
    player: str
    bet: str
    clause: str


# ------------------------------------------------------------------------------------------------------------ it fails


@handles(ReportJackpotFailure)
def report_jackpot_failure(draft: Draft, command: ReportJackpotFailure) -> Refusal | None:
    clause = draft.power(command).of_bet(command.bet).clause
    by_book = _by_book(draft, command.bet)
    if by_book is None:
        return Refusal("no-jackpot-here", clause, {"bet": command.bet})
    title, parts = draft.state.rules.side_bets[command.bet].title, by_book.works[command.bet]
    if command.bet in draft.state.suspended:
        return Refusal("jackpot-suspended", clause, {"title": title})
    if command.part not in parts:
        return Refusal("no-such-jackpot-part", clause, {"title": title, "parts": tuple(parts)})
    refusal = draft.require_reason(command)
    return refusal or suspend_jackpot(draft, command.bet, command.reason, parts[command.part])


def _by_book(draft: Draft, bet: str) -> JackpotFailures | None:
    """What the document says about a jackpot that the table offers; None: it is none."""
    by_book = draft.procedures.jackpot_failures
    return by_book if by_book is not None and bet in draft.config.side_bets and bet in by_book.works else None


def suspend_jackpot(
    draft: Draft, bet: str, reason: str, clause: str = "", *, halts: bool = True, link: str = ""
) -> Refusal | None:
    """Take a jackpot bet off the table, whatever has failed, and see to the wagers that lie on it.

    `halts`: where the document wants leave for it, the game waits for that. `link`: the link whose system has failed.
    """
    by_book = _by_book(draft, bet)
    if by_book is None or bet in draft.state.suspended:
        return None
    not_offered = by_book.not_offered[bet]
    draft.add(SideBetsSuspended((bet,), reason, clause or not_offered, link))
    for lying in list(draft.state.laid(bet=bet)):
        draft.add(WagerRefused(lying.box, lying.player, bet, reason, not_offered))
    if halts and bet in by_book.by_leave:
        draft.add(GameHalted(bet, by_book.by_leave[bet]))
    wagers = _in_round(draft.state, bet)
    if wagers and bet in by_book.established:
        placed = tuple(Placed(wager.box, wager.player, wager.staked) for wager in wagers)
        draft.add(JackpotWagersEstablished(bet, draft.state.number, placed, by_book.established[bet]))
    if any(wager.open or wager.outcome == "lose" for wager in wagers) and bet in by_book.returned:
        refusal = draft.play(say.VoidWagers("", by_book.returned[bet], bet))
        return refusal or deal_due_cards(draft)
    return None


def _in_round(state: TableState, bet: str) -> list[Wager]:
    wagers = state.round.wagers if state.playing and state.round is not None else ()
    return [wager for wager in wagers if wager.bet == bet]


@handles(PlayWithoutJackpot)
def play_without_jackpot(draft: Draft, command: PlayWithoutJackpot) -> Refusal | None:
    clause = draft.power(command).of_bet(command.bet).clause
    if command.bet not in draft.state.halted:
        return Refusal("jackpot-plays-without", clause)
    draft.add(GameGoesOn(command.bet, clause))
    return None


@handles(EndJackpotFailure)
def end_jackpot_failure(draft: Draft, command: EndJackpotFailure) -> Refusal | None:
    clause = draft.power(command).of_bet(command.bet).clause
    if _by_book(draft, command.bet) is None:
        return Refusal("no-jackpot-here", clause, {"bet": command.bet})
    if command.bet not in draft.state.suspended:
        return Refusal("jackpot-runs", clause, {"title": draft.state.rules.side_bets[command.bet].title})
    if draft.state.playing:
        return Refusal("device-after-round", clause)
    refusal = link_refused(draft, command.bet)
    if refusal is not None:
        return refusal
    missing = draft.procedures.equipment.side_bets.get(command.bet, {}).get(SHUFFLING_DEVICE)
    if missing is not None and not draft.state.shuffles_itself:
        title = draft.state.rules.side_bets[command.bet].title
        return Refusal("equipment-missing", missing, {"title": title, "item": SHUFFLING_DEVICE})
    offer_jackpot_again(draft, command.bet, clause)
    return None


def link_refused(draft: Draft, bet: str) -> Refusal | None:
    """While the system of a link has failed, no table of it offers the wager, whatever works there."""
    linked = draft.state.links.get(bet)
    reading = draft.links.get(linked.link) if linked is not None else None
    if linked is None or reading is None or not reading.failed:
        return None
    return Refusal("link-has-failed", link_clauses(linked.terms).get("working"), {"link": linked.link})


def offer_jackpot_again(draft: Draft, bet: str, clause: str) -> None:
    """A jackpot bet is back on the table."""
    if bet in draft.state.suspended:
        draft.add(SideBetsOfferedAgain((bet,), clause))


def without_shuffling_device(draft: Draft) -> Refusal | None:
    """A shoe deals from now on: a jackpot that the document ties to a shuffling device is off the table."""
    for bet in draft.config.side_bets:
        clause = draft.procedures.equipment.side_bets.get(bet, {}).get(SHUFFLING_DEVICE)
        if clause is not None:
            refusal = suspend_jackpot(draft, bet, "a shoe deals", clause, halts=False)
            if refusal is not None:
                return refusal
    return None


@reduces(GameHalted)
def _halted(state: TableState, event: GameHalted) -> TableState:
    return state._replace(halted=state.halted | {event.bet})


@reduces(GameGoesOn)
def _goes_on(state: TableState, event: GameGoesOn) -> TableState:
    return state._replace(halted=state.halted - {event.bet}, since=state.now)


# ------------------------------------------------------------------------------- wagers that were not entered in time


@handles(ReportUnenteredWagers)
def report_unentered_wagers(draft: Draft, command: ReportUnenteredWagers) -> Refusal | None:
    """As long as the wagers are not settled: what has been settled was entered."""
    clause = draft.power(command).of_bet(command.bet).clause
    by_book = _by_book(draft, command.bet)
    if by_book is None or command.bet not in by_book.retracted:
        return Refusal("no-jackpot-here", clause, {"bet": command.bet})
    players = tuple(dict.fromkeys(wager.player for wager in _in_round(draft.state, command.bet) if wager.open))
    if not players or draft.state.unentered is not None:
        title = draft.state.rules.side_bets[command.bet].title
        return Refusal("no-wager-unentered", clause, {"title": title})
    draft.add(UnenteredWagersOffered(command.bet, players, by_book.retracted[command.bet]))
    return None


def retract_unentered(draft: Draft, name: str) -> Refusal | None:
    """A player takes back the jackpot wager that was not entered before the deal; their other wagers play on."""
    unentered = draft.state.unentered
    assert unentered is not None
    draft.add(UnenteredWagerRetracted(name, unentered.bet, unentered.clause))
    refusal = draft.play(say.VoidWagers(name, unentered.clause, unentered.bet))
    return refusal or deal_due_cards(draft)


@reduces(UnenteredWagersOffered)
def _offered(state: TableState, event: UnenteredWagersOffered) -> TableState:
    return state._replace(unentered=Unentered(event.bet, event.clause, event.players), since=state.now)


@reduces(UnenteredWagerRetracted)
def _retracted(state: TableState, event: UnenteredWagerRetracted) -> TableState:
    return without_answered(state, event.player)
