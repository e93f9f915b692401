"""A player's stream in a line, on a clock of the test's own."""

from __future__ import annotations

from typing import Any

from cutcard.players import (
    PLAYER_FAMILY,
    IssueCard,
    PlayBegan,
    PlayEnded,
    PlayerState,
    RegisterPlayer,
    evolved,
)
from cutcard.players.law import HOUR
from cutcard.players.player_draft import PlayerCommandReceived
from cutcard.players.standing import standing
from cutcard.refusals import Refusal
from cutcard.streams import Acted, Reading, act
from cutcard.table.config import PLAYER, Person
from cutcard.table.standings import Standing

NOON = 1_794_790_800_000  # in Sydney, on Monday 16 November 2026


class RegisteredPlayer:
    """Somebody with a card under a book. `do` gives a command, `refused` one that is refused; `wait` moves time on."""

    def __init__(self, book: str = "sydney-v15", name: str = "ann") -> None:
        self.state, self.now, self.name, self.book = PlayerState(), NOON, name, book
        self.events: list[Any] = []
        self.do(RegisterPlayer(name, book), "player")
        self.do(IssueCard("0011", limits_declined=True), "house")

    def by(self, role: str) -> Person:
        if role == "house":
            return Person("house", "house")
        return Person(self.name, PLAYER) if role == PLAYER else Person("mia", role)

    def act(self, command: Any, role: str) -> Acted | Refusal:
        if isinstance(command, IssueCard):  # the house puts in what is known of who they are
            command = command._replace(document_digest=f"document of {self.name}")
        return act(PLAYER_FAMILY, self.state, command, self.by(role), self.now, others={}, reading=Reading(0, {}))

    def do(self, command: Any, role: str = PLAYER) -> RegisteredPlayer:
        acted = self.act(command, role)
        assert not isinstance(acted, Refusal), acted.message
        self.state = acted.states[-1]
        self.events += acted.events
        return self

    def refused(self, command: Any, role: str = PLAYER) -> Refusal:
        refusal = self.act(command, role)
        assert isinstance(refusal, Refusal)
        return refusal

    def wait(self, ms: int) -> RegisteredPlayer:
        self.now += ms
        return self

    def plays(self, hours: float, table: str = "T1") -> RegisteredPlayer:
        """A card in at a table for so long."""
        self._follow(PlayBegan(table, "0011"))
        self.wait(round(hours * HOUR))
        self._follow(PlayEnded(table))
        return self

    def _follow(self, event: Any) -> None:
        for one in (PlayerCommandReceived(self.name, PLAYER, self.now, "insert-card"), event):
            self.state, _ = evolved(self.state, one)
            self.events.append(one)

    def standing(self, law: str = "new-south-wales") -> Standing:
        return standing(self.state, self.name, law, self.now, "aud")

    @property
    def code(self) -> str | None:
        """Why they may not play now."""
        refusal = self.standing(self.state.law).refused
        return None if refusal is None else refusal.code
