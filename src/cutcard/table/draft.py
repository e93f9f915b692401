"""A command while it is being decided: events so far, the table after them, and refusals that features share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard import engine
from cutcard.engine import Refusal
from cutcard.engine.commands import Command as RoundCommand
from cutcard.money import Cents, round_up
from cutcard.rulebooks import load
from cutcard.rulebooks.procedures import Power, Procedures
from cutcard.table.config import PLAYER, Person, TableConfig
from cutcard.table.evolve import evolved
from cutcard.table.ledger import Postings, folded, pocket, pocket_tokens
from cutcard.table.link_terms import LinkReading, Selector
from cutcard.table.play_accounts import counted
from cutcard.table.registry import NAMES, Command, FreeText, TableEvent, event, phrase, power, reduces
from cutcard.table.round_events import RoundEvent, after_round_event, round_postings
from cutcard.table.standings import Standing
from cutcard.table.state import TableState
from cutcard.table.versions import Elsewhere

power("act-for-player", "act for a player")
FILL_NEEDED = "fill-needed"  # the refusal of what the float cannot pay


@event(seen_by="everybody", secret_fields=("digest",), wire_name="Said")  # one could try amounts until it fits
class CommandReceived(NamedTuple):
    """Somebody gave a command; everything up to the next of these came of it."""

    by: str
    role: str
    at: int
    command: str
    digest: str = ""  # of what was in it, to tell it from another under the same id; "": an earlier release wrote it


@reduces(CommandReceived)
def _received(state: TableState, event: CommandReceived) -> TableState:
    return state._replace(now=event.at, commanded_by=event.by)


@event(seen_by="staff", wire_name="Told")
class NoticeGiven(NamedTuple):
    """Somebody outside the table was notified, by a clause that asks for it."""

    whom: str
    name: FreeText
    about: str
    clause: str


class Draft:
    """Gathers the events of one command. A handler that refuses returns the refusal, and the draft is dropped."""

    def __init__(
        self,
        state: TableState,
        by: Person,
        at: int,
        held: Mapping[str, Cents] | None = None,
        selectors: Mapping[str, Selector] | None = None,
        links: Mapping[str, LinkReading] | None = None,
        standings: Mapping[str, Standing] | None = None,
        seats_elsewhere: int = 0,
        versions: Mapping[str, Elsewhere] | None = None,
    ) -> None:
        self.state = state
        self.by = by
        self.at = at
        self.held = held or {}  # what accounts outside the table hold, as far as the command needs to know
        self.selectors = selectors or {}  # the devices that pick boxes for its linked side bets
        self.links = links or {}  # what meters of links show and what is won there, likewise
        self.standings = standings  # what the register of players says of those concerned; None: none is kept
        self.seats_elsewhere = seats_elsewhere  # that are free at other tables with the same limits
        self.versions = versions or {}  # of side bets with versions, what other tables have to do with the next one
        self.events: list[TableEvent] = []
        self.postings: list[Postings] = []  # of each of the events
        self.states: list[TableState] = []  # after each of them

    @property
    def config(self) -> TableConfig:
        return self.state.config

    @property
    def procedures(self) -> Procedures:
        return self.state.config.procedures

    def add(self, *events: TableEvent) -> None:
        for one in events:
            self.state, lines = evolved(self.state, one)
            self.events.append(one)
            self.postings.append(lines)
            self.states.append(self.state)

    def play(self, command: RoundCommand) -> Refusal | None:
        """Give the round a command and take in what comes of it."""
        assert self.state.round is not None
        played = engine.play(self.state.round, command)
        if isinstance(played, Refusal):
            return played
        round_ = self.state.round
        last = len(played.events) - 1
        for i, one in enumerate(played.events):
            round_ = played.state if i == last else engine.evolve(round_, one)
            lines = counted(self.state, round_postings(self.state, one, self.state.round), RoundEvent)
            self.state = folded(after_round_event(self.state, one, self.state.round, round_), lines)
            self.events.append(RoundEvent(self.state.number, one))
            self.postings.append(lines)
            self.states.append(self.state)
        return None

    def refuse(self, path: str, code: str, **facts: object) -> Refusal:
        """A refusal by the clause that gives a field of the document's procedures, "shoe.burn"."""
        return Refusal(code, self.procedures.clauses[path], facts)

    # ------------------------------------------------------------------------------------------------------- roles

    def power(self, command: Command) -> Power:
        """Who may give a command that has been let through, and by which clause."""
        return self.procedures.commands[NAMES[type(command)]]

    def needs_role(self, command: str, bet: str = "") -> Refusal | None:
        """Refuse those below the role to which the document gives a command, as far as it concerns a bet."""
        power = self.procedures.commands.get(command)
        if power is None:
            facts = {"book": load(self.state.rules.book).title, "act": phrase(command)}
            return Refusal("nobody-has-power", None, facts)
        return role_refused(self.state.rules.book, self.by, command, power.of_bet(bet))

    def require_notice(self, command: Any, power: Power | None = None) -> Refusal | None:
        """Note the notices that must come before a command, or refuse it where one is missing."""
        power, act = power or self.power(command), NAMES[type(command)]
        named = dict(command.told)
        for role in power.tells:
            if not named.get(role):
                return Refusal("notice-missing", power.tells_clause, {"role": role, "act": phrase(act)})
        for role, name in command.told:
            self.add(NoticeGiven(role, name, act, power.tells_clause))
        return None

    def require_reason(self, command: Any) -> Refusal | None:
        """What somebody in authority does is written down with its reason."""
        return None if command.reason.strip() else Refusal("reason-missing", self.power(command).clause)

    def acting_player(self, player: str | None) -> str | Refusal:
        """Whose act something is: a player's own, or that of the player that a dealer enters it for."""
        if self.by.role == PLAYER:
            if player not in (None, self.by.id):
                power = self.procedures.commands["act-for-player"]
                return Refusal("may-not-act-for", power.clause, {"player": self.by.id, "other": player})
            return self.by.id
        refusal = self.needs_role("act-for-player")
        if refusal is not None:
            return refusal
        power = self.procedures.commands["act-for-player"]
        if self.config.source != "real":
            return Refusal("players-act-alone", power.clause)
        return player if player else Refusal("player-missing", power.clause)

    def pocket(self, player: str) -> tuple[Cents, Cents]:
        """The chips and tokens that a player has and that are not at any table."""
        currency = self.state.currency
        if not currency:
            return 0, 0
        names = (pocket(currency, player), pocket_tokens(currency, player))
        chips, tokens = (max(self.held.get(name, 0), 0) for name in names)
        return chips, tokens

    def fill_needed(self, before: TableState) -> Refusal | None:
        """Refuse what would take more out of the float than lies there: a fill comes first."""
        tray = self.state.tray
        if tray >= 0 or tray >= before.tray:
            return None
        facts = {"tray": before.tray, "least": round_up(-tray, self.config.chip)}
        return Refusal(FILL_NEEDED, None, facts)

    def at_table(self, player: str) -> Refusal | None:
        """Refuse what is done for somebody who is not there."""
        here = self.state.players.get(player)
        if here is None or here.leaving:
            return Refusal("not-at-table", None, {"player": player})
        return None


def role_refused(book_id: str, by: Person, command: str, power: Power) -> Refusal | None:
    """Refuse a person whose role is below that of a power, or is not on the ladder."""
    ladder = load(book_id).roles
    if by.role in ladder and ladder.index(by.role) >= ladder.index(power.role):
        return None
    code = "role-too-low" if ladder[-1] == power.role else "role-below"
    return Refusal(code, power.clause, {"role": power.role, "act": phrase(command), "own": by.role})
