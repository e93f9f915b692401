"""Commands of a player's stream as forms: what their fields are called, and what may be chosen."""

from __future__ import annotations

from collections.abc import Iterable

from cutcard.players import PLAYERS, PlayerDraft, PlayerState
from cutcard.players.reports import reports_due
from cutcard.players.restraints import Exclusion
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.procedures import Power
from cutcard.service.caller import Caller
from cutcard.service.entitled import viewer_of_player
from cutcard.service.staff.catalogue import CommandShown
from cutcard.service.staff.fields import Choice
from cutcard.service.staff.stream_forms import Barred, Offered, Powers, StreamForms
from cutcard.service.wire import PLAYER_WIRE
from cutcard.streams import Reading
from cutcard.table import Person
from cutcard.table.names import in_words
from cutcard.table.registry import CommandSpec

OPENS = "register-player"  # which has a form of its own
# The sections of a player's page at the desk, in their order.
GROUPS = {
    "cards": "The card",
    "limits": "Limits",
    "breaks": "Breaks and stops",
    "exclusions": "Exclusion",
    "cage": "The cage",
}
LABELS = {
    "kind": "Which",
    "period": "For a",
    "amount": "Amount in dollars",
    "minutes": "Minutes",
    "hours": "Hours",
    "days": "Days (empty: until it is lifted)",
    "number": "Number",
    "told": "Who was told, and how",
    "outcome": "What came of it",
    "referred": "They were told where to find help",
    "reason": "Reason",
    "document": "Which document was shown",
    "paid_by": "Paid by",
    "paid_in": "Paid in",
    "reference": "Reference of the report",
    "currency": "Chips",
    "limits_declined": "They were asked about limits and want none",
    "another_person": "It is made sure that they are not the person whose document is alike",
}
VALUES = {
    "loss": "Losses (in dollars)",
    "deposit": "Money paid in (in dollars)",
    "time": "Time of play (in minutes)",
    "voluntary": "At the player's own wish",
    "house": "By the casino",
    "regulator": "By order of the regulator",
    "police": "By order of the police",
    "other-casino": "Another casino's order",
    "plays-on": "They play on",
    "stopped": "They play nothing for a while",
    "aud": "Dollars",
    "play": "Play money",
}
FORMS = StreamForms(
    registry=PLAYERS,
    wire=PLAYER_WIRE,
    groups=GROUPS,
    labels=LABELS,
    values=VALUES,
    without=frozenset({OPENS}),
    erasable=frozenset({"reason"}),
)


def _powers(state: PlayerState, now: int) -> Powers:
    """Who may do what about a player."""
    commands = procedures_of(state.book).player_commands
    by_power = {spec.name: spec.by_power for spec in PLAYERS.commands.values() if spec.by_power}

    def power(word: str) -> Power | None:
        return commands.get(by_power.get(word, word))

    def refused(spec: CommandSpec, person: Person) -> Refusal | None:
        draft = PlayerDraft(state, person, now, {}, Reading(0, {}))
        return draft.needs_role(spec.by_power or spec.name)

    return Powers(state.book, power, refused)


def _offered(state: PlayerState, now: int) -> Offered:
    def choices(orders: Iterable[Exclusion]) -> list[Choice]:
        return [Choice(value=str(one.number), label=f"{one.number}: {in_words(one.kind)}") for one in orders]

    due = [(one.number, f"{in_words(one.rule)}, to {one.to}") for one in reports_due(state)]
    reports = [Choice(value=str(number), label=f"{number}: {words}") for number, words in due]
    numbers = {
        "lift-exclusion": (choices(state.excluded(now)), "No exclusion is in force."),
        "record-casino-told": (choices(state.exclusions), "There has been no exclusion."),
        "make-report": (reports, "No report is due."),
    }
    found = {f"{word}.number": given for word, (given, _) in numbers.items()}
    return Offered(found, {}, {word: why for word, (given, why) in numbers.items() if not given})


def player_catalogue(state: PlayerState, caller: Caller, barred: Barred, now: int) -> list[CommandShown]:
    """Every command about a player, by section, first those that the caller may give."""
    shown = FORMS.catalogue(_powers(state, now), _offered(state, now), viewer_of_player(state, caller), barred)
    return [one for one in shown if not one.nobody]
