"""A shuffling device that fails: what happens to the round, its wagers and its cards, and what deals after it.

What each document orders is in its `[table.malfunctions]`. A round ends without a result where the document says so.
Else the cards go into another device, or are shuffled by hand and cut, and the round is finished from a shoe; the
commands for that are those of every shuffle. Before the next round the device is replaced, or is back in use.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.rulebooks.procedures import Procedures
from cutcard.table.config import Device, Notices
from cutcard.table.draft import Draft
from cutcard.table.jackpot_failures import retract_unentered, without_shuffling_device
from cutcard.table.registry import NAMES, FreeText, SecondPerson, command, event, handles, reduces
from cutcard.table.rounds import OfferDeclined, without_answered
from cutcard.table.shuffle import reveal
from cutcard.table.state import Failure, Shoe, TableState, with_shoe
from cutcard.table.voids import end_without_result

Harm = Literal["none", "disadvantage", "unfinishable"]
Ruling = Literal["void-round", "transfer", "finish-from-shoe", "goes-on", "between-rounds"]

GROUNDS = {  # the refusal where a round is to end on another ground than the document's
    "disadvantage": "device-voids-at-disadvantage",
    "unfinishable": "device-voids-unfinishable",
    "never": "device-voids-no-round",
}


@command(
    "report a failed shuffling device",
    group="cards",
    second_person=SecondPerson(when=lambda state, command: command.harm != "none", about=lambda state: state.number),
    at_stake="round",
)
class ReportDeviceFailure(NamedTuple):
    """The shuffling device no longer works as it should, and cannot be put right at once."""

    reason: str
    harm: Harm = "none"
    spare: bool = False  # another device is at hand
    movable: bool = True  # it is practicable to move the cards
    damaged: int = 0  # cards that it has damaged


@command("replace damaged cards", group="cards")
class ReplaceDamagedCards(NamedTuple):
    """Like cards from a new deck take the place of those that the device has damaged."""

    told: Notices = ()


@command(group="players", needs_role=False)
class TakeWagersBack(NamedTuple):
    """Take your wagers out of a round that a failed device has stopped, where the document offers that."""

    player: str | None = None


@command("replace the shuffling device", group="cards")
class ReplaceDevice(NamedTuple):
    """Another device, or a shoe, takes the place of the one that has failed."""

    dealt_from: Device


@command("put the shuffling device back in use", group="cards")
class ReturnDevice(NamedTuple):
    """The device that has failed is put right."""


@event(
    seen_by="everybody",
    staff_fields=("reason",),
    log="the shuffling device has failed: {reason}; {then:words} (clause {clause})",
)
class DeviceFailed(NamedTuple):
    reason: FreeText
    then: Ruling
    clause: str
    damaged: int = 0


@event(seen_by="everybody", log="wagers are offered back to {players:names} (clause {clause})")
class WagersOfferedBack(NamedTuple):
    players: tuple[str, ...]
    clause: str


@event(seen_by="everybody", log="{player} takes their wagers back (clause {clause})")
class WagersTakenBack(NamedTuple):
    player: str
    clause: str


@event(seen_by="everybody", log="{cards} damaged cards are replaced from a new deck (clause {clause})")
class DamagedCardsReplaced(NamedTuple):
    cards: int
    clause: str


@event(seen_by="everybody", log="a {device:words} takes the place of the device that failed (clause {clause})")
class DeviceReplaced(NamedTuple):
    device: Device
    new_cards: bool
    clause: str


@event(seen_by="everybody", log="the shuffling device is back in use (clause {clause})")
class DeviceReturned(NamedTuple):
    new_cards: bool
    clause: str


# ----------------------------------------------------------------------------------------------------------- it fails


@handles(ReportDeviceFailure)
def report_device_failure(draft: Draft, command: ReportDeviceFailure) -> Refusal | None:
    state, clause = draft.state, draft.power(command).clause
    if not state.shuffles_itself or state.failure is not None or state.shoe.stage not in ("loaded", "ready"):
        return Refusal("no-shuffling-device", clause)
    if not 0 <= command.damaged <= state.shoe.left:
        return Refusal("damaged-cards-number", clause, {"most": state.shoe.left})
    refusal = draft.require_reason(command) or _harm_refused(draft, command)
    if refusal is not None:
        return refusal
    ruling, by = failure_ruling(draft.procedures, command, state.playing)
    damaged = command.damaged if _in_new_hands(ruling) and draft.procedures.malfunctions.damaged_replaced else 0
    draft.add(DeviceFailed(command.reason, ruling, by, damaged))
    if ruling == "void-round":
        stands = draft.procedures.malfunctions.settled_stands
        return end_without_result(draft, "malfunction", command.reason, say.VoidRound(by), stands)
    if ruling == "finish-from-shoe" and draft.procedures.malfunctions.wagers_offered:
        asked = _with_open_wagers(draft.state)
        draft.add(WagersOfferedBack(asked, draft.procedures.clauses["malfunctions.wagers_offered"]))
    return None


def _harm_refused(draft: Draft, command: ReportDeviceFailure) -> Refusal | None:
    """A round ends for a failed device only on the ground that the document has, and while it is played."""
    ground = draft.procedures.malfunctions.void_if
    if command.harm != "none" and (command.harm != ground or not draft.state.playing):
        return draft.refuse("malfunctions.void_if", GROUNDS[ground])
    return None


def failure_ruling(procedures: Procedures, command: ReportDeviceFailure, playing: bool) -> tuple[Ruling, str]:
    """What the document orders, tested in its order, and the clause: end the round, move the cards, or use a shoe."""
    by_book, clauses = procedures.malfunctions, procedures.clauses
    if not playing:
        return "between-rounds", procedures.commands[NAMES[ReportDeviceFailure]].clause
    if command.harm != "none":
        return "void-round", clauses["malfunctions.void_if"]
    if by_book.transfer and command.spare and command.movable:
        whole = clauses["malfunctions.transfer"]
        return "transfer", clauses.get("malfunctions.damaged_transfer", whole) if command.damaged else whole
    if by_book.from_shoe:
        return "finish-from-shoe", clauses["malfunctions.from_shoe"]
    return "goes-on", clauses["malfunctions.void_if"]


def _in_new_hands(ruling: Ruling) -> bool:
    """Whether the cards that were in the device are dealt on in the same round."""
    return ruling in ("transfer", "finish-from-shoe")


def _with_open_wagers(state: TableState) -> tuple[str, ...]:
    wagers = state.round.wagers if state.round is not None else ()
    return tuple(dict.fromkeys(wager.player for wager in wagers if wager.open))


@reduces(DeviceFailed)
def _failed(state: TableState, event: DeviceFailed) -> TableState:
    """Cards that are dealt on in the round are out of the device now, and to be shuffled."""
    state = state._replace(failure=Failure(event.then, event.clause, event.damaged), since=state.now)
    if not _in_new_hands(event.then):
        return state
    if event.then == "finish-from-shoe":
        state = state._replace(device="shoe")
    return with_shoe(state, stage="unshuffled") if state.shoe.left else state


# ------------------------------------------------------------------------------------- wagers and cards of the round


@reduces(WagersOfferedBack)
def _offered_back(state: TableState, event: WagersOfferedBack) -> TableState:
    assert state.failure is not None
    return state._replace(failure=state.failure._replace(asked=event.players))


@handles(TakeWagersBack)
def take_wagers_back(draft: Draft, command: TakeWagersBack) -> Refusal | None:
    name = draft.acting_player(command.player)
    if isinstance(name, Refusal):
        return name
    if draft.state.unentered is not None and name in draft.state.unentered.asked:
        return retract_unentered(draft, name)
    failure, clause = draft.state.failure, draft.procedures.clauses.get("malfunctions.wagers_offered")
    if failure is None or name not in failure.asked or clause is None:
        return Refusal("wagers-not-offered-back", clause, {"player": name})
    draft.add(WagersTakenBack(name, clause))
    refusal = draft.play(say.VoidWagers(name, clause))
    if refusal is not None:
        return refusal
    left = _with_open_wagers(draft.state)
    asked = draft.state.failure.asked if draft.state.failure is not None else ()
    draft.add(*(OfferDeclined(other) for other in asked if other not in left))  # theirs went with the box
    return None


@reduces(WagersTakenBack)
def _taken_back(state: TableState, event: WagersTakenBack) -> TableState:
    return without_answered(state, event.player)


@handles(ReplaceDamagedCards)
def replace_damaged_cards(draft: Draft, command: ReplaceDamagedCards) -> Refusal | None:
    failure, clause = draft.state.failure, draft.power(command).clause
    if failure is None or not failure.damaged or not draft.state.playing:
        return Refusal("no-damaged-cards", clause)
    if failure.asked:
        return draft.refuse("malfunctions.wagers_offered", "wagers-offered-first", players=failure.asked)
    refusal = draft.require_notice(command)
    if refusal is not None:
        return refusal
    if failure.then == "finish-from-shoe":
        clause = draft.procedures.clauses.get("malfunctions.damaged_shoe", clause)
    draft.add(DamagedCardsReplaced(failure.damaged, clause))
    return None


@reduces(DamagedCardsReplaced)
def _damaged_replaced(state: TableState, event: DamagedCardsReplaced) -> TableState:
    """Each by its like, so that the shoe holds what it held."""
    assert state.failure is not None
    return state._replace(failure=state.failure._replace(damaged=0))


# ---------------------------------------------------------------------------------------------- what deals from now on


@handles(ReplaceDevice)
def replace_device(draft: Draft, command: ReplaceDevice) -> Refusal | None:
    """After the round: by another device, or by a shoe, from when on the rules for devices do not apply."""
    refusal = _device_refused(draft, draft.power(command).clause)
    if refusal is not None:
        return refusal
    layout = draft.procedures.layout
    if command.dealt_from == "shoe" and draft.config.low_limit and layout.low_limit_device:
        return draft.refuse("layout.low_limit_device", "low-limit-device")
    if command.dealt_from not in draft.procedures.shoe.dealt_from:
        return draft.refuse("shoe.dealt_from", "not-dealt-from", device=command.dealt_from)
    new_cards = _new_cards(draft)
    draft.add(DeviceReplaced(command.dealt_from, new_cards, draft.power(command).clause))
    return None if draft.state.shuffles_itself else without_shuffling_device(draft)


@handles(ReturnDevice)
def return_device(draft: Draft, command: ReturnDevice) -> Refusal | None:
    refusal = _device_refused(draft, draft.power(command).clause)
    if refusal is not None:
        return refusal
    if draft.procedures.malfunctions.device_after == "replaced":
        return draft.refuse("malfunctions.device_after", "device-must-be-replaced")
    new_cards = _new_cards(draft)
    draft.add(DeviceReturned(new_cards, draft.power(command).clause))
    return None


def _device_refused(draft: Draft, clause: str) -> Refusal | None:
    state = draft.state
    if state.playing:
        return Refusal("device-after-round", clause)
    if state.failure is None and not (state.device == "shoe" and draft.config.device == "shuffling-device"):
        return Refusal("device-has-not-failed", clause)
    return None


def _new_cards(draft: Draft) -> bool:
    """Whether new cards come after a failure; then the last order of a virtual device is open to all."""
    new = draft.procedures.malfunctions.new_cards
    if new:
        reveal(draft)
    return new


@reduces(DeviceReplaced)
def _device_replaced(state: TableState, event: DeviceReplaced) -> TableState:
    return _put_in_use(state._replace(device=event.device), event.new_cards)


@reduces(DeviceReturned)
def _device_returned(state: TableState, event: DeviceReturned) -> TableState:
    return _put_in_use(state._replace(device="shuffling-device"), event.new_cards)


def _put_in_use(state: TableState, new_cards: bool) -> TableState:
    """All cards are shuffled for what deals now, or new ones are brought first."""
    state = state._replace(failure=None, since=state.now)
    if new_cards:
        return state._replace(shoe=Shoe(state.shoe.number, opening=state.shoe.opening))
    return with_shoe(state, stage="unshuffled", due=False)
