"""Every command and event of a table, declared once where its feature stands; all else is derived from here.

Streams of other kinds, such as a jackpot's link, have a `Registry` of their own and are declared in the same way.

A feature module declares its commands and events as named tuples and the functions that belong to them:

    @command("restrict a player to one box", group="limits")
    class RestrictToOneBox(NamedTuple): ...

    @handles(RestrictToOneBox)
    def restrict_to_one_box(draft: Draft, command: RestrictToOneBox) -> Refusal | None: ...

    @event(seen_by="everybody")
    class Restricted(NamedTuple): ...

    @reduces(Restricted)
    def _restricted(state: TableState, event: Restricted) -> TableState: ...

    @posts(ChipsSold)  # only where the event moves money
    def _post_sale(state: TableState, event: ChipsSold) -> Postings: ...

    @claims(VoucherExchanged)  # only where the event takes something that exists once over all tables
    def _claim_voucher(event: VoucherExchanged) -> str: ...

From these follow the codec, the API's commands, the roles that a rulebook may name, the phrases of refusals, the
groups of the staff's forms, the sentences of the log and the package's public names. A test keeps it so. Who may see an
event has no default: `table/secrecy.py` shows an event, on whatever way it goes out, as its declaration says. What
somebody writes in their own words is a `FreeText` in its event: the store seals it, so that it can be erased.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import Annotated, Any, Literal, NamedTuple, Protocol, TypeVar

from cutcard.rulebooks.procedures import CHOOSE
from cutcard.table.names import in_words, kebab

FREE_TEXT = "free text"
FreeText = Annotated[str, FREE_TEXT]  # of an event: what somebody wrote, or whom they named, in words of their own


class Record(Protocol):
    """Any named tuple, as far as types can say it: which ones are commands and events is known at run time."""

    @property
    def _fields(self) -> tuple[str, ...]: ...
    @property
    def _field_defaults(self) -> dict[str, Any]: ...
    def _asdict(self) -> dict[str, Any]: ...


class Command(Record, Protocol):
    """What may be said to a table: a named tuple that `@command` has declared."""


class TableEvent(Record, Protocol):
    """What happened at a table: a named tuple that `@event` has declared."""


def _always(state: Any, command: Any) -> bool:
    return True


def _nothing(state: Any) -> object:
    return ""


class SecondPerson(NamedTuple):
    """That a command takes two people: when, and what it is asked for about, which must not have changed meanwhile."""

    when: Callable[[Any, Any], bool] = _always
    about: Callable[[Any], object] = _nothing


Stake = Literal["", "money", "round"]


class CommandSpec(NamedTuple):
    """What is declared about a command."""

    kind: type
    name: str  # in rulebooks, on the wire and in the log
    phrase: str  # after "may": "open a table"
    group: str  # the section of the staff's page that has its form; "": none has
    needs_role: bool  # whether a rulebook says who may give it; a player's own acts need none
    needs_open_table: bool
    role_check: Callable[[Any], Any] | None  # in place of the usual look at the book's role table
    second_person: SecondPerson | None = None  # who else has to approve it, where a table is under dual control
    house_only: bool = False  # given by the house's own clock, and by nobody in person
    brings_chips: bool = False  # whether the person who gives it may bring chips from outside the table
    at_stake: Stake = ""  # what a page asks about once more before it is given
    unneeded: Callable[[Any], Any] | None = None  # the refusal that says why a table needs no such command, or None
    by_power: str = ""  # the power by which staff give it, where a player may give it too and so it is none itself
    at_tournament: str = ""  # the refusal by which a table of a tournament does not take it; "": it does
    plays: bool = False  # whether play goes on by it, which waits while a session of a tournament is halted
    private_fields: tuple[str, ...] = ()  # what only its giver may know, so that no digest is kept of them
    role_clause: Callable[[Any, Any], str] | None = None  # of draft and command: the clause that asks for the role


# "player" is the one whom the event names as `player`; staff are those of the table's casino, and inspectors. What
# "nobody" sees is shown to nobody while the shoe lasts.
SeenBy = Literal["everybody", "player", "staff", "nobody"]


class EventSpec(NamedTuple):
    """What is declared about an event."""

    kind: type
    wire_name: str  # on disk and on the wire
    log: str  # how the staff's log says it, with fields in braces; "": its name and its fields
    seen_by: SeenBy  # staff see what a player sees
    player_fields: tuple[str, ...]  # shown to the player concerned and staff; others see the event without them
    staff_fields: tuple[str, ...]  # shown to staff; others see the event without them
    secret_fields: tuple[str, ...]  # shown to nobody


POWERS: dict[str, str] = {}  # what a rulebook gives to roles, and how it is said after "may"

Kind = TypeVar("Kind", bound=type)
Function = TypeVar("Function", bound=Callable[..., Any])


class Registry:
    """The commands and events of one kind of stream, with the functions that belong to them."""

    def __init__(self, stream: str) -> None:
        self.stream = stream  # what such a stream is called: "table"
        self.commands: dict[type, CommandSpec] = {}
        self.events: dict[type, EventSpec] = {}
        self.handlers: dict[type, Callable[[Any, Any], Any]] = {}
        self.reducers: dict[type, Callable[[Any, Any], Any]] = {}
        self.posters: dict[type, Callable[[Any, Any], Any]] = {}
        self.claimed: dict[type, Callable[[Any], str]] = {}
        self.exchanges: set[type] = set()  # events whose lines are not play: money for chips and back
        self.names: dict[type, str] = {}  # of commands
        self.specs: dict[str, CommandSpec] = {}  # of commands, by their names
        self.kinds: dict[str, type] = {}  # of events, by their names on the wire

    def command(
        self,
        phrase: str = "",
        *,
        group: str = "",
        needs_role: bool = True,
        needs_open_table: bool = True,
        role_check: Callable[[Any], Any] | None = None,
        house_only: bool = False,
        second_person: SecondPerson | None = None,
        brings_chips: bool = False,
        at_stake: Stake = "",
        unneeded: Callable[[Any], Any] | None = None,
        by_power: str = "",
        at_tournament: str = "",
        plays: bool = False,
        private_fields: tuple[str, ...] = (),
        role_clause: Callable[[Any, Any], str] | None = None,
    ) -> Callable[[Kind], Kind]:
        """Declare a command; without a phrase of its own it is said as it is written."""

        def declare(kind: Kind) -> Kind:
            name = kebab(kind.__name__)
            words = phrase or in_words(name)
            assert name not in self.specs, f"two commands of a {self.stream} are called {name}"
            self.commands[kind] = CommandSpec(
                kind=kind,
                name=name,
                phrase=words,
                group=group,
                needs_role=needs_role,
                needs_open_table=needs_open_table,
                role_check=role_check,
                second_person=second_person,
                house_only=house_only,
                brings_chips=brings_chips,
                at_stake=at_stake,
                unneeded=unneeded,
                by_power=by_power,
                at_tournament=at_tournament,
                plays=plays,
                private_fields=private_fields,
                role_clause=role_clause,
            )
            self.names[kind] = name
            self.specs[name] = self.commands[kind]
            if needs_role:
                power(name, words)
            _offer(kind)
            return kind

        return declare

    def event(
        self,
        *,
        seen_by: SeenBy,
        player_fields: tuple[str, ...] = (),
        staff_fields: tuple[str, ...] = (),
        secret_fields: tuple[str, ...] = (),
        wire_name: str = "",
        log: str = "",
    ) -> Callable[[Kind], Kind]:
        """Declare an event and who may see it; a class that was renamed keeps its old name on the wire."""

        def declare(kind: Kind) -> Kind:
            name = wire_name or kind.__name__
            assert name not in self.kinds, f"two events of a {self.stream} are called {name}"
            self.events[kind] = EventSpec(kind, name, log, seen_by, player_fields, staff_fields, secret_fields)
            self.kinds[name] = kind
            _offer(kind)
            return kind

        return declare

    def handles(self, *kinds: type) -> Callable[[Function], Function]:
        """Declare how commands are answered: `(draft, command)` to a refusal, or to None with the draft's events."""
        return _put(self.handlers, kinds)

    def reduces(self, *kinds: type) -> Callable[[Function], Function]:
        """Declare what events make of a state, apart from money: `(state, event)` to a state."""
        return _put(self.reducers, kinds)

    def posts(self, *kinds: type, exchange: bool = False) -> Callable[[Function], Function]:
        """Declare the ledger lines of events: `(state_before, event)` to lines. Nothing else moves money.

        An exchange gives players chips for money or the other way round: it is neither won nor lost.
        """
        if exchange:
            self.exchanges.update(kinds)
        return _put(self.posters, kinds)

    def claims(self, *kinds: type) -> Callable[[Function], Function]:
        """Declare what an event takes for itself over all tables, as a voucher's number: `(event)` to a key, or ""."""
        return _put(self.claimed, kinds)


def _put(where: dict[type, Callable[..., Any]], kinds: Iterable[type]) -> Callable[[Function], Function]:
    def declare(function: Function) -> Function:
        where.update(dict.fromkeys(kinds, function))
        return function

    return declare


def power(name: str, phrase: str) -> None:
    """Declare something that a rulebook gives to a role."""
    POWERS[name] = phrase


def _offer(kind: type) -> None:
    """Put a class on its module's list of public names: commands and events are all that the package offers of it."""
    vars(sys.modules[kind.__module__]).setdefault("__all__", []).append(kind.__name__)


TABLE = Registry("table")
COMMANDS, EVENTS, HANDLERS, REDUCERS = TABLE.commands, TABLE.events, TABLE.handlers, TABLE.reducers
POSTERS, CLAIMS, NAMES, SPECS, KINDS = TABLE.posters, TABLE.claimed, TABLE.names, TABLE.specs, TABLE.kinds
command, event, handles, reduces = TABLE.command, TABLE.event, TABLE.handles, TABLE.reduces
posts, claims = TABLE.posts, TABLE.claims


def phrase(name: str) -> str:
    """A power as it is said after "may".

    >>> import cutcard.table
    >>> phrase("open-table"), phrase("sell-chips"), phrase("choose-forced-draw")
    ('open a table', 'sell chips', 'choose forced draw')
    """
    return POWERS.get(name) or in_words(name)


def unknown_powers(names: Iterable[str]) -> list[str]:
    """Names in a rulebook's role table that are neither commands nor choices of an option."""
    return [name for name in names if name not in POWERS and not name.startswith(CHOOSE)]


def in_group(group: str) -> list[CommandSpec]:
    """The commands of a section of the staff's page, by name."""
    return sorted((spec for spec in COMMANDS.values() if spec.group == group), key=lambda spec: spec.name)
