"""Commands of a jackpot's link as forms: what their fields are called, and what may be chosen from the link."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from cutcard.jackpots import LINKS, LinkState, Proposal
from cutcard.narration.formatting import money, name
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.procedures import Power
from cutcard.service.caller import Caller
from cutcard.service.jackpots import meter_title
from cutcard.service.staff.catalogue import CommandShown
from cutcard.service.staff.fields import Choice
from cutcard.service.staff.stream_forms import Barred, Offered, Powers, StreamForms
from cutcard.service.wire import LINK_WIRE
from cutcard.table import Person
from cutcard.table.draft import role_refused
from cutcard.table.names import in_words
from cutcard.table.registry import CommandSpec

OPENS = "open-link"  # which has a form of its own
# The sections of a link's page, in their order.
GROUPS = {
    "prizes": "Prizes",
    "signs": "Signs",
    "tables": "Tables",
    "money": "What the meters show",
    "failure": "When the system fails",
    "device": "The device that picks boxes",
    "opening": "Closing",
}
LABELS = {
    "change": "What the sign says",
    "table": "Table",
    "to": "To which link, or links with commas between them",
    "holds_from": "Holds in how many minutes (empty: as soon as the document allows)",
    "meter": "Meter",
    "amount": "By how many dollars (with − it shows less)",
    "number": "Number in the list",
    "cause": "Why",
    "wins": "Numbers of the prizes, with commas between them",
    "found_by": "Found by whom of Surveillance",
    "reason": "Reason",
}
VALUES = {
    "join": "The table joins this link",
    "leave": "The table leaves this link",
    "move": "The table moves to another link",
    "close": "This link closes",
    "malfunction": "The system has failed",
    "entered-wrongly": "Something was entered wrongly",
    "missed-wagers": "Wagers were not counted",
    "added-by-the-house": "The house adds to it",
}
LINK_FORMS = StreamForms(
    registry=LINKS, wire=LINK_WIRE, groups=GROUPS, labels=LABELS, values=VALUES, without=frozenset({OPENS})
)


class About(NamedTuple):
    """What the choices of a link's forms are made from."""

    state: LinkState
    tables: tuple[str, ...] = ()  # open tables of the same casino and currency
    links: tuple[str, ...] = ()  # other open links of the same kind

    @property
    def offered(self) -> Offered:
        state = self.state
        meters = [Choice(value=meter, label=meter_title(state, meter)) for meter in state.terms.meters]
        proposed = [Choice(value=str(at), label=proposal_words(at, one)) for at, one in state.proposed.items()]
        suggestions = {"table": [*state.tables, *self.tables], "to": self.links}
        return Offered({"meter": meters, "number": proposed}, suggestions, dict(_idle(state)))


def proposal_words(number: int, one: Proposal) -> str:
    """An adjustment that waits for a second person, in words."""
    change = f"{'+' if one.amount >= 0 else ''}{money(one.amount)} on {in_words(one.meter)}"
    return f"Adjustment {number}, {change}, proposed by {name(one.by)}"


def _idle(state: LinkState) -> Iterator[tuple[str, str]]:
    """The commands of a link for which there is nothing to do now, each with why."""
    if not state.proposed:
        yield from dict.fromkeys(("approve-adjustment", "reject-adjustment"), "No adjustment is proposed.").items()
    if not state.failed:
        yield "restore-link", "The system is not reported as failed."
    if not state.tables:
        yield from dict.fromkeys(("leave-link", "move-to-link"), "No table is linked.").items()
    if not state.secret:
        yield "renew-device", "No device picks boxes for this link."
    if len({win.table for win in state.wins.values() if win.stage == "won"}) < 2:
        yield "find-simultaneous", "No prizes won at different tables are to be determined."


def link_catalogue(about: About, caller: Caller, barred: Barred) -> list[CommandShown]:
    """Every command of a link, by section, first those that the caller may give."""
    terms = about.state.terms
    shown = LINK_FORMS.catalogue(powers(terms.book, terms.bet), about.offered, caller.at(terms.book), barred)
    return [one for one in shown if not one.nobody]  # what another document has is not missed here


def powers(book: str, bet: str) -> Powers:
    """Who may do what with the links of a side bet."""

    def refused(spec: CommandSpec, person: Person) -> Refusal | None:
        power = link_power(book, bet, spec.name)
        return role_refused(book, person, spec.name, power) if power is not None else None

    return Powers(book, lambda word: link_power(book, bet, word), refused)


def link_power(book: str, bet: str, word: str) -> Power | None:
    """Who may give a command to a link of a side bet; None where the document gives it to nobody."""
    power = procedures_of(book).link_commands.get(word)
    return power.of_bet(bet) if power is not None else None


def who_may(book: str, bet: str, word: str) -> str:
    """The role that may give a command to a link: "tg area manager or above"; empty where nobody may."""
    return powers(book, bet).who(word)
