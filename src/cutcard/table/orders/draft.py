"""An answer in the making: the events so far and the table after them; and the refusals that all nouns share."""

from __future__ import annotations

import re

from cutcard import engine
from cutcard.engine import Refusal
from cutcard.engine.commands import Command as RoundCommand
from cutcard.rulebooks import load
from cutcard.rulebooks.procedures import Power, Procedures
from cutcard.table import events as ev
from cutcard.table.changes.rounds import after
from cutcard.table.config import PLAYER, Person, TableConfig
from cutcard.table.deeds import deed
from cutcard.table.evolve import evolve
from cutcard.table.state import TableState


class Draft:
    """Gathers the events of one command. Whoever refuses simply returns the refusal, and the draft is dropped."""

    def __init__(self, state: TableState, by: Person, at: int) -> None:
        self.state = state
        self.by = by
        self.at = at
        self.events: list[ev.TableEvent] = []

    @property
    def config(self) -> TableConfig:
        return self.state.config

    @property
    def procedures(self) -> Procedures:
        return self.state.config.procedures

    def add(self, *events: ev.TableEvent) -> None:
        for event in events:
            self.state = evolve(self.state, event)
            self.events.append(event)

    def play(self, command: RoundCommand) -> Refusal | None:
        """Say something to the round and take in what comes of it."""
        assert self.state.round is not None
        played = engine.play(self.state.round, command)
        if isinstance(played, Refusal):
            return played
        round_ = self.state.round
        last = len(played.events) - 1
        for i, event in enumerate(played.events):
            round_ = played.state if i == last else engine.evolve(round_, event)
            self.state = after(self.state, event, round_)
            self.events.append(ev.RoundEvent(self.state.number, event))
        return None

    def refuse(self, path: str, message: str) -> Refusal:
        """A refusal by the clause that gives a field of the document's house rules, "shoe.burn"."""
        return Refusal(message, self.procedures.clauses[path])

    # ------------------------------------------------------------------------------------------------------- roles

    def needs_role(self, command: str) -> Refusal | None:
        """Refuse whoever stands below the role to which the document gives a command."""
        power = self.procedures.commands.get(command)
        if power is None:
            return Refusal(f"{load(self.state.rules.book).title}: nobody is given the power to {deed(command)}")
        return role_refused(self.state.rules.book, self.by, command, power)

    def require_notice(self, command: str, told: tuple[tuple[str, str], ...]) -> Refusal | None:
        """Note the notices that must come before an order, or refuse it where one is missing."""
        power = self.procedures.commands[command]
        named = dict(told)
        for whom in power.tells:
            if not named.get(whom):
                message = f"the {in_words(whom)} must be told before anybody may {deed(command)}"
                return Refusal(message, power.tells_clause)
        for whom, name in told:
            self.add(ev.NoticeGiven(whom, name, command, power.tells_clause))
        return None

    def acting_player(self, player: str | None) -> str | Refusal:
        """Whom a thing is said for: a player for himself, or the player whose act a dealer enters."""
        if self.by.role == PLAYER:
            if player not in (None, self.by.id):
                power = self.procedures.commands["act-for-player"]
                return Refusal(f"{self.by.id} may not act for {player}", power.clause)
            return self.by.id
        refusal = self.needs_role("act-for-player")
        if refusal is not None:
            return refusal
        power = self.procedures.commands["act-for-player"]
        if self.config.source != "real":
            return Refusal("at a virtual table every player acts for himself", power.clause)
        return player if player else Refusal("whose act it is must be said", power.clause)

    def at_table(self, player: str) -> Refusal | None:
        """Refuse what is said for somebody who is not there."""
        here = self.state.players.get(player)
        if here is None or here.leaving:
            return Refusal(f"{player} is not at the table")
        return None


def role_refused(book_id: str, by: Person, command: str, power: Power) -> Refusal | None:
    """Refuse a person whose role is below that of a power, or stands outside the ladder."""
    ladder = load(book_id).roles
    if by.role in ladder and ladder.index(by.role) >= ladder.index(power.role):
        return None
    above = "" if ladder[-1] == power.role else " or anybody above"
    article = "an" if by.role[:1] in "aeiou" else "a"
    message = f"only the {in_words(power.role)}{above} may {deed(command)}, not {article} {in_words(by.role)}"
    return Refusal(message, power.clause)


def in_words(name: str) -> str:
    """A name such as "open-table" or "OpenTable" in words.

    >>> in_words("gaming-supervisor"), in_words("NoMoreBets")
    ('gaming supervisor', 'no more bets')
    """
    return kebab(name).replace("-", " ")


def kebab(name: str) -> str:
    """The name of a command as the rulebooks write it.

    >>> kebab("LimitPlayersABox")
    'limit-players-a-box'
    """
    return re.sub(r"(?<!^)(?=[A-Z])", "-", name).lower()
