"""When the deal goes wrong: staff say what happened, and it is put right as the document says.

Which mistake is put right how, until when and on whose word is data (`[irregularities]` in a book); `rulings` has what
each ruling does. Where a document has nothing on a mistake at its moment, those decide to whom it gives such questions,
and who did and why is written down.
"""

from __future__ import annotations

from typing import NamedTuple, get_args

from cutcard.cards import Card
from cutcard.engine import Refusal, State
from cutcard.engine import events as played
from cutcard.rulebooks.irregularities import Irregularity, IrregularityKind, Moment, Ruling, rulings
from cutcard.rulebooks.procedures import Power
from cutcard.table.case import Case
from cutcard.table.config import Notices
from cutcard.table.draft import Draft, NoticeGiven, role_refused
from cutcard.table.ranges import RoundNumber
from cutcard.table.registry import NAMES, FreeText, SecondPerson, command, event, handles, phrase
from cutcard.table.remade_rounds import remembered
from cutcard.table.rulings import OF_CALLS, RULINGS
from cutcard.table.session_rules import ordinary_rule_off
from cutcard.table.state import TableState

KINDS: tuple[IrregularityKind, ...] = get_args(IrregularityKind)
DISCRETION = "rule-by-discretion"
# What moves money or the cards of a round; the rest is only put down.
AT_STAKE: frozenset[Ruling] = frozenset(
    {"reconstruct", "void-round", "void-wager", "void-shoe", "discard-hand", "next-card", "burn"}
)
UNDONE_BY: frozenset[Ruling] = frozenset({"next-card", "reconstruct"})  # how a call that was wrong is undone
# Mistakes that only a dealer's hands can make: cards of a virtual shoe are where they belong.
BY_HAND: frozenset[IrregularityKind] = frozenset(
    {
        "card-drawn-in-error",
        "card-to-finished-dealer",
        "card-to-dealer-early",
        "card-misplaced",
        "round-without-wagers",
        "hand-without-wager",
        "box-not-dealt",
        "box-dealt-one-card",
        "dealer-not-dealt",
        "player-passed-over",
        "decision-done-wrongly",
        "acted-out-of-turn",
        "dealer-stopped-early",
        "card-burned-in-error",
        "hole-card-exposed",
    }
)
BY_TWO = SecondPerson(
    when=lambda state, command: command.ruling in AT_STAKE, about=lambda state: (state.number, state.shoe.number)
)


@command("report an irregularity", group="irregularities", second_person=BY_TWO, at_stake="round")
class ReportIrregularity(NamedTuple):
    """Say what went wrong with the deal, and put it right as the document says."""

    kind: IrregularityKind
    ruling: Ruling
    reason: str
    card: Card | None = None  # the one it is about, where its face was seen
    cards: tuple[Card, ...] = ()  # of the hand, or of the whole round in the order in which they left the shoe
    box: int | None = None
    entry: int | None = None  # the call that was not done as it should be
    round: RoundNumber = 0  # in which it happened; 0: the one under way, or the last
    complete: bool = False  # every card was found
    withdrawn: tuple[str, ...] = ()  # who takes their wagers back before the round is laid again
    told: Notices = ()


@command("rule by discretion", group="irregularities", second_person=BY_TWO, at_stake="round")
class RuleByDiscretion(NamedTuple):
    """Decide on a mistake that the document has nothing on at this moment."""

    kind: IrregularityKind
    ruling: Ruling
    reason: str
    card: Card | None = None
    cards: tuple[Card, ...] = ()
    box: int | None = None
    entry: int | None = None
    round: RoundNumber = 0
    complete: bool = False


@event(
    seen_by="everybody",
    staff_fields=("reason",),
    log="{kind:irregularity}; {then:ruling}: {reason} (clause {clause})",
)
class IrregularityRuled(NamedTuple):
    """What went wrong and what is done about it; what comes of that follows in events of its own."""

    kind: IrregularityKind
    then: Ruling
    round: int
    reason: FreeText
    clause: str
    discretion: bool = False  # the document has nothing on it
    box: int | None = None
    card: Card | None = None


# ------------------------------------------------------------------------------------------------- when it was noticed


def last_round(state: TableState) -> int:
    """The number of the round that is under way, or that was played last."""
    return state.number if state.round is not None else max(state.number - 1, 0)


def moments(state: TableState, round_number: int = 0) -> frozenset[Moment]:
    """All that may be said about this moment of a mistake in a round: the one given, or the last."""
    found: set[Moment] = set() if state.playing else {"between-rounds"}
    latest = last_round(state)
    if not latest:
        return frozenset(found)
    if round_number not in (0, latest):
        return frozenset(found | {"next-round-begun", "settled"})
    found.add("before-next-round")
    if not state.playing or state.round is None:
        return frozenset(found | {"round-over", "settled"})
    found.add("in-round")
    if not state.shoe.rounds:
        found.add("first-round")
    if _nothing_drawn(state.round):
        found.add("before-subsequent-deal")
    if state.round.phase in ("play", "dealer"):
        found.add("subsequent-deal")
    return frozenset(found)


def _nothing_drawn(round_: State) -> bool:
    """Whether no wager has been decided and no card dealt after the initial deal (Melbourne 9.5.1, 9.5.2)."""
    decided = any(wager.outcome not in ("", "void") for wager in round_.wagers)
    return not decided and all(len(hand.cards) <= 2 and not hand.split for hand in round_.hands)


def lines_now(state: TableState, round_number: int = 0) -> list[Irregularity]:
    """What the table's document lets be done at this moment, whatever has happened."""
    now, virtual = moments(state, round_number), state.config.source == "virtual"
    return [
        line
        for line in state.config.procedures.irregularities
        if line.holds(now, dealt_from=state.device or state.config.device) and not (virtual and line.kind in BY_HAND)
    ]


def kinds_left_to_discretion(state: TableState) -> list[IrregularityKind]:
    """The mistakes that the document has nothing on at this moment, if only where no card was seen."""
    lines = lines_now(state)
    if _hole_card_turned(state, last_round(state)):
        lines = [line for line in lines if line.kind not in OF_CALLS or line.then not in UNDONE_BY]
    covered = {line.kind for line in lines if line.exposed is not False}
    covered &= {line.kind for line in lines if line.exposed is not True}
    return [kind for kind in KINDS if kind not in covered and _impossible(state, kind) is None]


def _hole_card_turned(state: TableState, number: int) -> bool:
    """Whether everybody has seen the dealer's hole card, so that no call before that can be made again."""
    one = remembered(state, number)
    return one is not None and any(isinstance(each, played.HoleCardTurned) for each in one.events)


# -------------------------------------------------------------------------------------------------------- what is done


@handles(ReportIrregularity)
def report_irregularity(draft: Draft, command: ReportIrregularity) -> Refusal | None:
    line = _line_for(draft, command)
    if isinstance(line, Refusal):
        return line
    power = Power(role=line.role, clause=line.clause, tells=line.told, tells_clause=line.told_clause)
    refusal = (
        role_refused(draft.state.rules.book, draft.by, NAMES[type(command)], power)
        or _reason_missing(command, line.clause)
        or _notices(draft, command, power)
    )
    return refusal or _rule(draft, command, line.clause, line=line)


def _line_for(draft: Draft, command: ReportIrregularity) -> Irregularity | Refusal:
    """The line of the document by which a mistake is put right so; a refusal says what it gives instead."""
    refusal = _not_played(draft, command) or _impossible(draft.state, command.kind)
    if refusal is not None:
        return refusal
    given = _given(draft, command)
    for line in given:
        if line.then == command.ruling:
            return line
    if command.ruling in UNDONE_BY and _undoes_call(draft, command):
        left = tuple(line.then.replace("-", " ") for line in given) or ("discretion",)
        clause = given[0].clause if given else draft.procedures.commands[DISCRETION].clause
        return Refusal("call-before-hole-card", clause, {"left": left})
    if given:
        facts = {"given": tuple(line.then.replace("-", " ") for line in given), "ruling": command.ruling}
        return Refusal("ruling-not-given", given[0].clause, facts)
    return Refusal("left-to-discretion", draft.procedures.commands[DISCRETION].clause)


def _given(draft: Draft, command: ReportIrregularity | RuleByDiscretion) -> list[Irregularity]:
    now = moments(draft.state, command.round)
    seen = command.card is not None or command.entry is not None  # by a call that was entered a card came out
    device = draft.state.device or draft.config.device
    found = rulings(draft.procedures.irregularities, command.kind, now, exposed=seen, dealt_from=device)
    if _undoes_call(draft, command):
        found = [line for line in found if line.then not in UNDONE_BY]
    return [line for line in found if not ordinary_rule_off(draft.state, line.clause)]


def _undoes_call(draft: Draft, command: ReportIrregularity | RuleByDiscretion) -> bool:
    """Whether a call of a player would have to be undone after the hole card was turned, which cannot be."""
    named = command.card is not None or command.cards  # then it is not the call that is wrong
    number = command.round or last_round(draft.state)
    return command.kind in OF_CALLS and not named and _hole_card_turned(draft.state, number)


def _not_played(draft: Draft, command: ReportIrregularity | RuleByDiscretion) -> Refusal | None:
    if command.round > last_round(draft.state):
        return Refusal("round-not-played-yet", None, {"round": command.round})
    return None


def _impossible(state: TableState, kind: IrregularityKind) -> Refusal | None:
    """Why a mistake cannot have happened at a table."""
    if state.config.source == "virtual" and kind in BY_HAND:
        return Refusal("virtual-shoe-deals-right")
    if kind == "hole-card-exposed" and state.rules.dealer.hole_card == "none":
        return Refusal("no-hole-card", state.rules.clauses.get("dealer.hole_card"), {"game": state.rules.title})
    return None


@handles(RuleByDiscretion)
def rule_by_discretion(draft: Draft, command: RuleByDiscretion) -> Refusal | None:
    """Only where the document does not reach: what it says goes before anybody's discretion."""
    clause = draft.power(command).clause
    refusal = _not_played(draft, command) or _impossible(draft.state, command.kind) or _reason_missing(command, clause)
    if refusal is not None:
        return refusal
    given = _given(draft, command)
    if given:
        facts = {"given": tuple(line.then.replace("-", " ") for line in given)}
        return Refusal("document-rules-on-it", given[0].clause, facts)
    return _rule(draft, command, clause)


def _reason_missing(command: ReportIrregularity | RuleByDiscretion, clause: str) -> Refusal | None:
    return None if command.reason.strip() else Refusal("reason-missing", clause)


def _notices(draft: Draft, command: ReportIrregularity, power: Power) -> Refusal | None:
    named = dict(command.told)
    for role in power.tells:
        if not named.get(role):
            return Refusal("notice-missing", power.tells_clause, {"role": role, "act": phrase(NAMES[type(command)])})
    for role in power.tells:
        draft.add(NoticeGiven(role, named[role], NAMES[type(command)], power.tells_clause))
    return None


def _rule(
    draft: Draft,
    command: ReportIrregularity | RuleByDiscretion,
    clause: str,
    *,
    line: Irregularity | None = None,
) -> Refusal | None:
    """Write the ruling down, and do what it says; without a line of the document it is somebody's discretion."""
    number = command.round or last_round(draft.state)
    withdrawn = getattr(command, "withdrawn", ())
    if withdrawn and (line is None or not line.withdraw):
        return Refusal("no-wager-withdrawn", clause)
    case = Case(
        kind=command.kind,
        clause=clause,
        reason=command.reason,
        round=number,
        box=command.box,
        card=command.card,
        cards=command.cards,
        entry=command.entry,
        complete=command.complete,
        withdrawn=withdrawn,
        settled_stands=line is not None and line.settled_stands,
    )
    ruled = IrregularityRuled(
        command.kind, command.ruling, number, command.reason, clause, line is None, command.box, command.card
    )
    draft.add(ruled)
    return RULINGS[command.ruling](draft, case)
