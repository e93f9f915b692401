"""Who calls the service, and in which role they are at a table."""

from __future__ import annotations

from collections.abc import Collection
from functools import lru_cache
from typing import NamedTuple

from cutcard.rulebooks import load
from cutcard.service.accounts import ADMINISTRATOR, GUEST, INSPECTOR, PLAYER, Account, casino_of
from cutcard.table import Person, TableState
from cutcard.table.names import in_words


class Caller(NamedTuple):
    """A logged-in user."""

    name: str
    role: str
    casino: str = ""

    @classmethod
    def of(cls, account: Account) -> Caller:
        return cls(account.name, account.role, account.casino)

    @property
    def plays(self) -> bool:
        return self.role in (PLAYER, GUEST)

    @property
    def oversees(self) -> bool:
        """Whether they read everything, of every casino."""
        return self.role in (INSPECTOR, ADMINISTRATOR)

    @property
    def role_in_words(self) -> str:
        return in_words(self.role)

    @lru_cache(10_000)  # noqa: B019 (a caller is a value)
    def at(self, book: str) -> Person | None:
        """This user as a person at a table of a book; None if they have no role there, like another casino's staff.

        >>> Caller("ann", "guest").at("sydney-v15"), Caller("root", "administrator").at("sydney-v15")
        (Person(id='ann', role='player'), Person(id='root', role='gaming-manager'))
        """
        if self.plays:
            return Person(self.name, PLAYER)
        ladder = load(book).roles
        if self.role == INSPECTOR:
            return Person(self.name, INSPECTOR)
        if self.role == ADMINISTRATOR:  # acts in the casino's highest role
            return Person(self.name, ladder[-1])
        if self.casino == casino_of(book) and self.role in ladder:
            return Person(self.name, self.role)
        return None

    def person(self, state: TableState) -> Person | None:
        """This user as a person at a table."""
        return self.at(state.rules.book) if state.config_or_none is not None else None

    def barred(self, book: str, play_money: bool, left: Collection[str] = (), command: str = "") -> str:
        """Why this user may give no commands, or not this one, at a table or to another stream; empty if they may.

        `left` are the commands that the document leaves to an inspector alone, who changes nothing else.
        """
        if self.role == INSPECTOR:
            if command in left:
                return ""
            but = ", and changes nothing but what the document leaves to inspectors" if left else " and changes nothing"
            return f"an inspector reads everything{but}"
        if self.role == GUEST and not play_money:
            return "guests play at tables of play money only"
        if self.at(book) is None:
            return f"{self.name} is {in_words(self.role)} in {self.casino.capitalize()}, and this table is not there"
        return ""
