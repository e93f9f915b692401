"""Opening and closing a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from cutcard.engine import Refusal
from cutcard.errors import CutcardError
from cutcard.records.parse import pay_table
from cutcard.rulebooks import load, rules
from cutcard.rulebooks.offers import check_together
from cutcard.rulebooks.procedures import CHOOSE, Procedures
from cutcard.rulebooks.schema import PayTable, Rules
from cutcard.table import commands as cmd
from cutcard.table import events as ev
from cutcard.table.config import TableConfig
from cutcard.table.orders.draft import Draft, role_refused
from cutcard.table.orders.limits import sign_refused
from cutcard.table.orders.offers import equipment_refused, version_refused

MINUTE_MS = 60_000
ID_LENGTH_MAX = 64


def open_table(draft: Draft, command: cmd.OpenTable) -> Refusal | None:
    if draft.state.phase == "open":
        return Refusal(f"table {draft.state.table} is open already")
    if draft.state.phase == "closed" and command.table != draft.state.table:
        return Refusal(f"this table is {draft.state.table}")
    try:
        said = rules(command.book, command.game, command.options)
    except CutcardError as error:
        return Refusal(error.message, error.clause)
    procedures = load(command.book).procedures
    if procedures is None:
        return Refusal(f"{command.book} says nothing about running a table")
    refusal = role_refused(command.book, draft.by, "open-table", procedures.commands["open-table"])
    refusal = refusal or _options_refused(draft, procedures, command) or _terms_refused(said, procedures, command)
    refusal = refusal or version_refused(draft.state, draft.at, procedures, command)
    if refusal is not None:
        return refusal
    side_bets = _side_bets(said, command)
    if isinstance(side_bets, Refusal):
        return side_bets
    terms = _terms(said, command, side_bets)
    refusal = equipment_refused(said, procedures, command) or sign_refused(terms, command.sign)
    if refusal is not None:
        return refusal
    draft.add(ev.TableOpened(command.table, terms, command.sign, command.chips))
    return None


def _options_refused(draft: Draft, procedures: Procedures, command: cmd.OpenTable) -> Refusal | None:
    """Some options are for a higher role to choose."""
    known = load(command.book).options(command.game)
    for name, value in command.options.items():
        power = procedures.commands.get(CHOOSE + name)
        if power is not None and value != known[name].default:
            refusal = role_refused(command.book, draft.by, CHOOSE + name, power)
            if refusal is not None:
                return refusal
    return None


def _terms(said: Rules, command: cmd.OpenTable, side_bets: dict[str, PayTable]) -> TableConfig:
    return TableConfig(
        said,
        command.decks,
        command.boxes,
        side_bets,
        command.chip,
        dict(command.meters),
        command.source,
        command.device,
        command.shuffled_by,
        command.by_itself,
        command.betting_ms,
        command.decision_ms,
        command.cashless,
        command.low_limit,
        command.procedure,
        command.play_money,
        command.runs_itself,
        command.lacking,
    )


def _terms_refused(said: Rules, procedures: Procedures, command: cmd.OpenTable) -> Refusal | None:
    shoe, layout = procedures.shoe, procedures.layout
    fewest, most = said.cards.boxes_min, said.cards.boxes_max

    def by(path: str, message: str) -> Refusal:
        return Refusal(message, procedures.clauses[path])

    if not command.table or len(command.table) > ID_LENGTH_MAX or ":" in command.table:
        return Refusal("a table needs a short name without colons")
    if command.decks not in said.cards.decks:
        allowed = ", ".join(map(str, said.cards.decks))
        message = f"{said.title} is played with {allowed} decks, not {command.decks}"
        return Refusal(message, said.clauses["cards.decks"])
    if not fewest <= command.boxes <= most:
        message = f"a table has {fewest} to {most} boxes, not {command.boxes}"
        return Refusal(message, said.clauses["cards.boxes_max"])
    if command.chip <= 0 or command.chips < 0:
        return Refusal("chips have a value, and a float is not less than nothing")
    if command.runs_itself and command.source != "virtual":
        return Refusal("only a table with a virtual shoe runs by itself")
    if command.device not in shoe.dealt_from:
        return by("shoe.dealt_from", f"cards are not dealt from a {command.device}")
    if command.shuffled_by not in shoe.shuffled_by:
        return by("shoe.shuffled_by", f"cards are not shuffled by {command.shuffled_by}")
    if command.shuffled_by == "multishuffler" and command.decks not in shoe.multishuffler_decks:
        return by("shoe.multishuffler_decks", f"a multishuffler does not take {command.decks} decks")
    if layout.approved and not command.layout_approved:
        return by("layout.approved", "the layout must have been approved before the table opens")
    if layout.drop_box == "always" and not command.drop_box:
        return by("layout.drop_box", "a drop box must be attached to the table")
    if layout.drop_box == "unless-cashless" and not (command.drop_box or command.cashless):
        return by("layout.drop_box", "a drop box must be attached while the table takes cash")
    if command.low_limit and layout.low_limit_device and command.device != "shuffling-device":
        return by("layout.low_limit_device", "a low-limit game is dealt from a shuffling device only")
    return None


def _side_bets(said: Rules, command: cmd.OpenTable) -> dict[str, PayTable] | Refusal:
    try:
        tables = {
            bet: pay_table(said, command.decks, bet, choice)
            for bet, choice in command.side_bets.items()
            if choice is not False
        }
        check_together(said, tables)
    except CutcardError as refused:
        return Refusal(refused.message, refused.clause)
    return tables


# --------------------------------------------------------------------------------------------------------- closing


def give_closing_notice(draft: Draft, command: cmd.GiveClosingNotice) -> Refusal | None:
    terms = draft.procedures.closing
    if terms.notice == "minutes" and command.closes_at - draft.at < terms.minutes * MINUTE_MS:
        message = f"a sign with the closing time stands at least {terms.minutes} minutes before"
        return draft.refuse("closing.minutes", message)
    draft.add(ev.ClosingNoticed(command.closes_at if terms.notice == "minutes" else 0))
    return None


def announce_last_rounds(draft: Draft, command: cmd.AnnounceLastRounds) -> Refusal | None:
    if draft.state.playing:
        return draft.refuse("closing.announced_rounds", "the last rounds are announced between rounds")
    if draft.state.last_rounds is not None:
        return draft.refuse("closing.announced_rounds", "the last rounds have been announced already")
    draft.add(ev.LastRoundsAnnounced(draft.procedures.closing.announced_rounds))
    return None


def close_table(draft: Draft, command: cmd.CloseTable) -> Refusal | None:
    state = draft.state
    if state.playing or state.bets:
        return Refusal("the round of play is finished before the table closes")
    refusal = _closing_refused(draft) if state.present else None
    if refusal is not None:
        return refusal
    reveal(draft)
    for name, player in state.present.items():
        draft.add(ev.Left(name, player.chips, player.tokens))
    draft.add(ev.TableClosed(state.tray, command.cards_complete))
    return None


def _closing_refused(draft: Draft) -> Refusal | None:
    """Whether those who play have had the notice that the document gives them."""
    state, terms = draft.state, draft.procedures.closing
    if state.closes_at is None and not (terms.announced_rounds and state.last_rounds is not None):
        return draft.refuse("closing.notice", "the players have had no notice that the table closes")
    if terms.notice == "minutes" and draft.at < (state.closes_at or 0):
        return draft.refuse("closing.minutes", "the time on the sign has not come")
    if terms.notice == "rounds" and state.noticed_rounds < terms.rounds:
        left = terms.rounds - state.noticed_rounds
        return draft.refuse("closing.rounds", f"{left} more rounds are played before the table closes")
    if state.last_rounds:
        return draft.refuse("closing.announced_rounds", f"{state.last_rounds} of the announced rounds are left")
    return None


def reveal(draft: Draft) -> None:
    """A virtual shoe ends: its order is shown."""
    shoe = draft.state.shoe
    if shoe.commitment and shoe.sealed:
        draft.add(ev.ShoeRevealed(shoe.number, shoe.sealed, shoe.salt, shoe.commitment))


ORDERS: dict[type, Callable[[Draft, Any], Refusal | None]] = {
    cmd.OpenTable: open_table,
    cmd.GiveClosingNotice: give_closing_notice,
    cmd.AnnounceLastRounds: announce_last_rounds,
    cmd.CloseTable: close_table,
}
