"""What a command would do to money and to the round, found by trying it on a copy of the table: nothing is kept."""

from __future__ import annotations

from collections.abc import Mapping

from cutcard.engine import Refusal
from cutcard.floor.house_dealer import with_randomness
from cutcard.money import Cents
from cutcard.narration.formatting import capital, gain, money
from cutcard.service.body import Body
from cutcard.service.staff.log import event_words
from cutcard.table import (
    CardBurned,
    Command,
    OrderSealed,
    Person,
    RoundEvent,
    ShoeCommitted,
    ShoeRevealed,
    TableState,
    secrecy,
)
from cutcard.table.approvals import takes_two
from cutcard.table.draft import Draft
from cutcard.table.link_terms import LinkReading
from cutcard.table.registry import COMMANDS, HANDLERS, Stake

ACCOUNTS = {
    "float": "The float",
    "wagers": "On the layout",
    "withheld": "Withheld",
    "drop": "The drop box",
    "count": "Difference found by counting",
}
# Nothing has happened yet, so nobody may learn from a question what lies in the shoe.
TELLS_CARDS = (RoundEvent, ShoeCommitted, OrderSealed, ShoeRevealed, CardBurned)
RECORDED_MOST = 6  # lines of what would be written down


class Confirmation(Body):
    """The confirmation that is asked for before a command is given: the question, and the facts to decide by."""

    title: str
    label: str  # of the button that says yes
    stake: Stake
    facts: list[str]


def confirmation(
    state: TableState,
    command: Command,
    person: Person,
    now: int,
    held: Mapping[str, Cents] | None = None,
    links: Mapping[str, LinkReading] | None = None,
) -> Confirmation | Refusal | None:
    """What to ask about a command, the refusal that it would meet, or None if nothing is at stake.

    `held` is what accounts outside the table hold, of those that the command needs; `links` what its meters show.
    """
    spec = COMMANDS[type(command)]
    if not spec.at_stake:
        return None
    draft = Draft(state, person, max(now, state.now), held, links=links)
    refusal: Refusal | None = spec.role_check(draft) if spec.role_check is not None else None
    if refusal is None and spec.needs_role:
        refusal = draft.needs_role(spec.name)
    refusal = refusal or HANDLERS[spec.kind](draft, with_randomness(state, command)) or draft.fill_needed(state)
    if refusal is not None:
        return refusal
    facts = [*_money(state, draft.state), *_round(state, draft.state), *_recorded(state, draft, person)]
    if takes_two(state, spec, command, person.id):
        facts.append("It takes two people: it is asked for now, and done when somebody else approves it.")
    asked = spec.phrase[:1].upper() + spec.phrase[1:]
    return Confirmation(title=f"{asked}?", label=asked, stake=spec.at_stake, facts=facts)


def _money(before: TableState, after: TableState) -> list[str]:
    """What each of the table's accounts and each player has before and after."""
    facts = []
    for account, title in ACCOUNTS.items():
        was, is_ = before.accounts.get(account, 0), after.accounts.get(account, 0)
        if was != is_:
            facts.append(f"{title}: {money(was)} → {money(is_)}")
    for name in {**before.players, **after.players}:
        held = [state.players[name].chips if name in state.players else 0 for state in (before, after)]
        if held[0] != held[1]:
            facts.append(f"{name}: {gain(held[1] - held[0])}, {money(held[0])} → {money(held[1])}")
        shown = [(state.players[name].device or 0) if name in state.players else 0 for state in (before, after)]
        if shown[0] != shown[1]:
            facts.append(f"Bet manager of {name}: {money(shown[0])} → {money(shown[1])}")
    return facts


def _round(before: TableState, after: TableState) -> list[str]:
    if before.playing and not after.playing:
        wagers = sum(1 for wager in before.round.wagers if wager.open) if before.round is not None else 0
        return [f"Round {before.number} ends with {wagers} wagers open."]
    return []


def _recorded(before: TableState, draft: Draft, person: Person) -> list[str]:
    """What the log would say of it, without what would only then become known: the order of a shoe, a card."""
    recorded = (event for event in draft.events if not isinstance(event, TELLS_CARDS))
    shown = (secrecy.event_shown(before, event, draft.state, person) for event in recorded)
    words = [event_words(each) for each in shown if each is not None]
    lines = [capital(each) for each in words[:RECORDED_MOST]]
    more = len(words) - RECORDED_MOST
    return lines if more <= 0 else [*lines, f"And {more} more lines in the log."]
