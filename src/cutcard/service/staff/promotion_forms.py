"""Commands of a promotion as forms: what their fields are called, and what may be chosen from the promotion."""

from __future__ import annotations

from cutcard.narration.formatting import utc
from cutcard.promotions import PROMOTION_FAMILY, PROMOTIONS, PromotionDraft, PromotionState
from cutcard.promotions.duties import duties_open
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.service.caller import Caller
from cutcard.service.staff.catalogue import CommandShown
from cutcard.service.staff.fields import Choice
from cutcard.service.staff.stream_forms import Barred, Offered, Powers, StreamForms, StreamNeed, powers_as_it_is
from cutcard.service.wire import PROMOTION_WIRE
from cutcard.streams import Reading
from cutcard.table.registry import phrase

OPENS, AMENDS = "announce-promotion", "amend-conditions"  # which have forms of their own
MINUTE = "%Y-%m-%d %H:%M UTC"
# The sections of a promotion's desk, in their order.
GROUPS = {
    "promotion": "The promotion",
    "entries": "Entries",
    "draw": "The draw",
    "winners": "Winners and claims",
    "complaints": "Complaints",
}
LABELS = {
    "by": "By which means",
    "where": "Where they can be read",
    "marketing": "How marketing material refers to them",
    "received_by": "Who at the regulator has received them",
    "reference": "Reference",
    "player": "Player",
    "person": "Name of the person",
    "scrutineer": "Scrutineer",
    "present": "Who is present, where that is asked for",
    "win": "Which win",
    "claim": "Which claim",
    "complaint": "Which complaint",
    "interruption": "Which postponement or cancellation",
    "reached": "The winner was reached",
    "amount": "Amount in dollars",
    "reasons": "Reasons",
    "told_by": "By which means they were told",
    "told": "Who was told, such as inspector M. Reed",
    "about": "What it is about",
    "decision": "What is decided",
    "reason": "Reason",
    "prize": "Which prize",
    "validated_by": "Who has validated that it may go on",
    "entries_close_at": "Entries close in how many minutes",
    "draw_at": "Prizes are drawn in how many minutes",
    "payments": "Each way of payment and its dollars",
}
NOTHING = {"win": "Nothing has been won yet.", "claim": "Nobody claims a prize.", "complaint": "Nobody has complained."}
FORMS = StreamForms(
    registry=PROMOTIONS,
    wire=PROMOTION_WIRE,
    groups=GROUPS,
    labels=LABELS,
    without=frozenset({OPENS, AMENDS}),
    erasable=frozenset({"about", "decision", "reasons"}),
)


def powers(state: PromotionState, now: int) -> Powers:
    """Who may do what with a promotion, as it is."""
    return powers_as_it_is(PROMOTION_FAMILY, state, procedures_of(state.book).promotion_commands, now)


def offered(state: PromotionState) -> Offered:
    """What may be named in the forms."""
    wins = [
        Choice(value=str(one.number), label=f"{one.number}: {state.prize(one.prize).name}, {one.player}")
        for one in state.wins.values()
    ]
    claims = [Choice(value=str(one.number), label=f"{one.number}: {one.player}") for one in state.claims.values()]
    complaints = [
        Choice(value=str(one.number), label=f"{one.number}: {one.player}") for one in state.complaints.values()
    ]
    prizes = [Choice(value=str(at), label=f"{at}: {one.name}") for at, one in enumerate(state.conditions.prizes, 1)]
    choices = {"win": wins, "claim": claims, "complaint": complaints}
    idle = {
        spec.name: NOTHING[field]
        for spec in FORMS.specs()
        for field in FORMS.field_names(spec.name)
        if field in choices and not choices[field]
    }
    return Offered({**choices, "prize": prizes}, {"player": sorted({*state.play, *state.forms})}, idle)


def not_announced_by(caller: Caller, book: str) -> Refusal | None:
    """Why the caller may announce no promotion by a document; None if they may."""
    person = caller.at(book)
    assert person is not None
    return PromotionDraft(PromotionState(), person, 0, {}, Reading(0, {})).needs_role(OPENS, book)


def promotion_catalogue(state: PromotionState, caller: Caller, barred: Barred, now: int) -> list[CommandShown]:
    """Every command of a promotion, by section, first those that the caller may give."""
    who = caller.at(state.conditions.book)
    shown = FORMS.catalogue(powers(state, now), offered(state), who, barred)
    return [one for one in shown if not one.nobody]


def promotion_needs(state: PromotionState, now: int) -> list[StreamNeed]:
    """What is due, and who can do it."""
    by = powers(state, now)
    needs = []
    for duty in duties_open(state):
        late = " (late)" if duty.late_at(now) else ""
        by_when = "As soon as possible" if duty.soon else f"By {utc(duty.due_at, MINUTE)}"
        about = f", number {duty.about}" if duty.about else ""
        text = f"{by_when}: {phrase(duty.what)}{about}{late}."
        needs.append(StreamNeed(text=text, who=by.who(duty.what)))
    return needs
