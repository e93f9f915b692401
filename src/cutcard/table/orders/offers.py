"""What a side bet needs of a table, and the notice that players have before its meter or version changes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.engine import Refusal
from cutcard.errors import CutcardError
from cutcard.rulebooks import offers
from cutcard.rulebooks.procedures import Equipment, Procedures
from cutcard.rulebooks.schema import Rules
from cutcard.table import commands as cmd
from cutcard.table import events as ev
from cutcard.table.orders.draft import Draft, in_words
from cutcard.table.orders.limits import MINUTE_MS
from cutcard.table.state import SideBetNotice, TableState


def equipment_refused(said: Rules, procedures: Procedures, command: cmd.OpenTable) -> Refusal | None:
    """A side bet is offered only at a table that has what the document wants for it."""
    known = {item for items in procedures.equipment.side_bets.values() for item in items}
    for item in command.lacking:
        if item not in known:
            return Refusal(f"there is no equipment called {item!r}")
    for bet, choice in command.side_bets.items():
        refusal = _lacking_refused(said, procedures, bet, command.lacking) if choice is not False else None
        if refusal is not None:
            return refusal
    return None


def _lacking_refused(said: Rules, procedures: Procedures, bet: str, lacking: tuple[str, ...]) -> Refusal | None:
    for item, clause in procedures.equipment.side_bets.get(bet, {}).items():
        if item in lacking:
            return Refusal(f"{said.side_bets[bet].title} is offered with a {in_words(item)} only", clause)
    return None


def version_refused(state: TableState, at: int, procedures: Procedures, command: cmd.OpenTable) -> Refusal | None:
    """A table reopens with another version of a side bet only after a sign has said so."""
    if state.config_or_none is None or state.config_or_none.rules.book != command.book:
        return None
    for bet, clauses in procedures.equipment.versions.items():
        before, now = state.config_or_none.side_bets.get(bet), command.side_bets.get(bet, False)
        if before is None or now in (False, before.name):
            continue
        notice = next((one for one in state.side_bet_notices if (one.bet, one.pay_table) == (bet, now)), None)
        if notice is None or at < notice.holds_from:
            title = state.rules.side_bets[bet].title
            message = f"a notice stands for a while before {title} is played as version {now}"
            return Refusal(message, clauses.get(str(now)))
    return None


def post_side_bet_change(draft: Draft, command: cmd.PostSideBetChange) -> Refusal | None:
    clause = _clause(draft.procedures.equipment, command)
    offered = command.bet in draft.config.side_bets
    if clause is None:
        return Refusal(f"{command.bet} has no meter or version that could {command.change}")
    if offered == (command.change == "join"):
        return Refusal(f"{command.bet} is {'already' if offered else 'not'} on offer at this table", clause)
    minutes = 0 if command.change == "version" else draft.procedures.equipment.meter_minutes
    if command.holds_from - draft.at < minutes * MINUTE_MS or command.holds_from <= draft.at:
        wait = f"at least {minutes} minutes" if minutes else "a reasonable time"
        return Refusal(f"a sign about the change stands {wait} before it", clause)
    if command.change in ("join", "version"):
        refusal = _table_refused(draft, command.bet, command.pay_table, clause)
        if refusal is not None:
            return refusal
    draft.add(ev.SideBetChangePosted(command.bet, command.change, command.holds_from, command.pay_table, clause))
    return None


def _clause(equipment: Equipment, command: cmd.PostSideBetChange) -> str | None:
    """The clause by which players have notice of a change; None where the side bet knows no such change."""
    if command.change == "version":
        return equipment.versions.get(command.bet, {}).get(command.pay_table)
    return (equipment.meter_closes if command.change == "close" else equipment.meter_joins).get(command.bet)


def _table_refused(draft: Draft, bet: str, name: str, clause: str) -> Refusal | None:
    terms = draft.config
    refusal = _lacking_refused(terms.rules, draft.procedures, bet, terms.lacking)
    if refusal is not None:
        return refusal
    try:
        wanted = offers.pay_table(terms.rules, terms.decks, bet, name or None)
        offers.check_together(terms.rules, {**terms.side_bets, bet: wanted})
    except CutcardError as error:
        return Refusal(error.message, error.clause)
    if bet in terms.side_bets and terms.side_bets[bet].name == name:
        return Refusal(f"{bet} is played as version {name} already", clause)
    return None


def change_side_bet(draft: Draft, command: cmd.ChangeSideBet) -> Refusal | None:
    state, power = draft.state, draft.procedures.commands["change-side-bet"]
    notice = next((one for one in state.side_bet_notices if one.bet == command.bet), None)
    if notice is None or draft.at < notice.holds_from:
        why = "no sign has said so" if notice is None else "the time on the sign has not come"
        said = cmd.PostSideBetChange(command.bet, notice.change if notice else "leave", 0)
        return Refusal(
            f"{command.bet} stays as it is: {why}", _clause(draft.procedures.equipment, said) or power.clause
        )
    if notice.change == "version":
        clause = draft.procedures.equipment.versions[command.bet][notice.pay_table]
        return Refusal("the table closes for a while and opens again with the other version", clause)
    if state.playing or state.betting != "closed":
        return Refusal("a meter changes between rounds", power.clause)
    refusal = _meters_refused(draft, notice, command)
    if refusal is not None:
        return refusal
    draft.add(ev.SideBetChanged(command.bet, notice.change, notice.pay_table, dict(command.meters)))
    return None


def _meters_refused(draft: Draft, notice: SideBetNotice, command: cmd.ChangeSideBet) -> Refusal | None:
    """A meter that the table joins must show something, and no other one is meant."""
    side, clause = draft.state.rules.side_bets[command.bet], draft.procedures.commands["change-side-bet"].clause
    own = {row.meter for table in side.tables for row in table.rows if row.meter}
    given = command.meters
    if not set(given) <= own or any(value <= 0 for value in given.values()):
        return Refusal(
            f"{side.title} has the meters {', '.join(sorted(own))}, and each shows more than nothing", clause
        )
    missing = own - set(given) if notice.change in ("join", "move") else set()
    if missing:
        return Refusal(f"what the meter {min(missing)} shows must be said", clause)
    return None


ORDERS: dict[type, Callable[[Draft, Any], Refusal | None]] = {
    cmd.PostSideBetChange: post_side_bet_change,
    cmd.ChangeSideBet: change_side_bet,
}
