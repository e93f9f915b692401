"""A command and its event are declared in one place, and everything else knows them from there."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from support.tables import BOOKS, SIGN, Table

from cutcard.rulebooks import load
from cutcard.rulebooks.procedures import Power
from cutcard.service import wire
from cutcard.service.staff.catalogue import catalogue
from cutcard.service.staff.log import event_words
from cutcard.table import OpenTable, Person, Refusal, TableState, act, registry
from cutcard.table.codec import dumps, loads
from cutcard.table.draft import Draft
from cutcard.table.ledger import Postings, moved, player_chips, table_account
from cutcard.table.registry import command, event, handles, phrase, posts, reduces

SINGULAR = {"box", "card", "dispute", "float", "limit", "minimum", "notice", "player", "restriction", "round", "seat"}
SINGULAR |= {"shoe", "shuffle", "table", "voucher", "wager", "detention"}
ARTICLES = {"a", "an", "the", "one"}


# ---------------------------------------------------------------------------------------------------- a new command


@pytest.fixture
def tip() -> Iterator[Any]:
    """A command and its event that no table has: a player tips the dealers, as far as the house knows such a thing."""
    known: list[Any] = [registry.COMMANDS, registry.EVENTS, registry.HANDLERS, registry.REDUCERS, registry.POSTERS]
    known += [registry.NAMES, registry.KINDS, registry.POWERS, registry.SPECS]
    before = [dict(one) for one in known]

    @command("take a tip from a player", group="chips")
    class TakeTip(NamedTuple):
        player: str
        amount: int

    @event(seen_by="everybody", log="{player} tips the dealers {amount:money}")
    class TipTaken(NamedTuple):
        player: str
        amount: int

    @handles(TakeTip)
    def take_tip(draft: Draft, command: Any) -> Refusal | None:
        draft.add(TipTaken(command.player, command.amount))
        return None

    @reduces(TipTaken)
    def _taken(state: TableState, event: Any) -> TableState:
        return state._replace(warned=state.warned | {event.player})

    @posts(TipTaken)
    def _post_tip(state: TableState, event: Any) -> Postings:
        return moved(player_chips(state, event.player), table_account(state, "tips"), event.amount)

    yield TakeTip
    for one, kept in zip(known, before, strict=True):
        one.clear()
        one.update(kept)


@pytest.fixture
def granted(monkeypatch: pytest.MonkeyPatch) -> None:
    """What a line in a book's TOML would give."""
    procedures = load("sydney-v15").procedures
    assert procedures is not None
    power = Power(role="gaming-supervisor", clause="18.17")
    roles: Any = procedures.commands
    monkeypatch.setitem(roles, "take-tip", power)


@pytest.fixture
def wired(tip: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """What the wire makes of every command when the service starts."""
    kinds: Any = wire.TABLE_WIRE.kinds
    monkeypatch.setitem(kinds, "take-tip", tip)


def test_a_command_that_no_book_grants_is_nobodys(tip: Any) -> None:
    refusal = Table("sydney-v15").seat("ann", 1).refused(tip("ann", 500))
    assert refusal.message.endswith("gives nobody the power to take a tip from a player")


def test_a_command_that_a_book_grants_is_refused_to_lower_roles_by_its_phrase_and_clause(
    tip: Any, granted: None
) -> None:
    refusal = Table("sydney-v15").seat("ann", 1).refused(tip("ann", 500), "dealer")
    assert "may take a tip from a player, not a dealer" in refusal.message
    assert refusal.clause == "18.17"


def test_its_event_moves_money_and_reads_back_and_is_said_in_the_log(tip: Any, granted: None) -> None:
    floor = Table("sydney-v15").seat("ann", 1)
    had = floor.chips("ann")
    taken = floor.do(tip("ann", 500))[-1]
    assert floor.chips("ann") == had - 500
    assert floor.state.accounts["tips"] == 500
    assert "ann" in floor.state.warned
    assert dumps(taken) == '{"amount":500,"is":"TipTaken","player":"ann"}'
    assert loads(dumps(taken)) == taken
    assert event_words({"is": "TipTaken", "player": "ann", "amount": 500}) == "ann tips the dealers $5"


def test_it_has_a_name_and_a_place_in_the_staffs_catalogue(tip: Any, granted: None, wired: None) -> None:
    assert registry.NAMES[tip] == "take-tip"
    shown = catalogue(Table("sydney-v15").state, Person("dan", "dealer"), "", 0)
    found = next(one for one in shown if one.do == "take-tip")
    assert (found.group, found.allowed, found.clause) == ("chips", False, "18.17")
    assert found.why == "Only the gaming supervisor or above."
    assert [field.name for field in found.fields] == ["player", "amount"]


# ------------------------------------------------------------------------------------------------------ all of them


def test_every_command_has_a_handler_and_every_function_belongs_to_something() -> None:
    assert set(registry.HANDLERS) == set(registry.COMMANDS)
    assert set(registry.REDUCERS) | set(registry.POSTERS) <= set(registry.EVENTS)


@pytest.mark.parametrize("book", BOOKS)
def test_a_book_gives_roles_for_commands_that_there_are(book: str) -> None:
    procedures = load(book).procedures
    assert procedures is not None
    assert registry.unknown_powers(procedures.commands) == []


def test_no_table_opens_under_a_book_that_misnames_a_command(monkeypatch: pytest.MonkeyPatch) -> None:
    procedures = load("canberra-2006").procedures
    assert procedures is not None
    misnamed: Any = procedures.commands
    monkeypatch.setitem(misnamed, "close-tables", misnamed["close-table"])
    opening = OpenTable("T1", "canberra-2006", "blackjack", 6, SIGN, layout_approved=True)
    refused = act(TableState(), opening, Person("mia", "casino-operator"), 0)
    assert isinstance(refused, Refusal)
    assert "close-tables" in refused.message


@pytest.mark.parametrize("name", registry.POWERS)
def test_a_thing_that_is_one_has_its_article(name: str) -> None:
    words = phrase(name).split()
    for at, word in enumerate(words[1:], start=1):  # the first is what is done
        assert word not in SINGULAR or ARTICLES & {*words[max(at - 3, 0) : at]}, phrase(name)


@pytest.mark.parametrize("book", BOOKS)
def test_who_may_not_open_a_table_is_told_so_in_english(book: str) -> None:
    opening = OpenTable("T1", book, "blackjack", 6, SIGN, layout_approved=True)
    for role, said in (("dealer", "a dealer"), ("inspector", "an inspector")):
        refused = act(TableState(), opening, Person("dan", role), 0)
        assert isinstance(refused, Refusal)
        assert refused.message.endswith(f" may open a table, not {said}")


# --------------------------------------------------------------------------------------------------- who sees what

MONEY_AND_TEXTS = {"reason", "about", "ruling", "voucher", "handed_to", "gives", "gets", "over", "held"}


def test_every_event_says_who_may_see_it_and_of_which_player_it_is() -> None:
    for spec in registry.EVENTS.values():
        fields = set(spec.kind._fields)  # type: ignore[attr-defined]
        assert {*spec.player_fields, *spec.staff_fields, *spec.secret_fields} <= fields, spec
        assert not {*spec.player_fields} & {*spec.staff_fields}, spec
        if spec.seen_by == "player" or spec.player_fields:
            assert "player" in fields, spec


def test_reasons_vouchers_and_money_that_changes_hands_are_not_for_everybody() -> None:
    """What a feature says in words of its own, or moves between a person and the house, is declared for fewer eyes."""
    reasons_from_a_list = {"BoxGivenUp"}
    for spec in registry.EVENTS.values():
        fields = set(spec.kind._fields)  # type: ignore[attr-defined]
        open_to_all = fields - {*spec.player_fields, *spec.staff_fields}
        if spec.seen_by == "everybody" and spec.wire_name not in reasons_from_a_list:
            assert not open_to_all & MONEY_AND_TEXTS, spec
            assert not open_to_all & {"chips", "tokens"} or spec.wire_name == "WagerLaid", spec


def test_an_event_cannot_be_declared_without_saying_who_may_see_it() -> None:
    with pytest.raises(TypeError, match="seen_by"):
        event()  # type: ignore[call-arg]


def test_the_documentation_names_every_event_that_is_not_for_everybody() -> None:
    who = {"player": "the player and staff", "staff": "staff", "nobody": "nobody, until its time"}
    text = (Path(__file__).parents[2] / "docs" / "service.md").read_text("utf-8")
    documented = [line for line in text.splitlines() if re.match(r"\| `[A-Z]\w+` \|", line)]
    expected = []
    for spec in registry.EVENTS.values():
        parts = {"the player and staff": spec.player_fields, "staff": spec.staff_fields, "nobody": spec.secret_fields}
        fields = ", ".join(f"`{field}`: {readers}" for readers, names in parts.items() for field in names)
        if spec.seen_by != "everybody" or fields:
            expected.append(f"| `{spec.wire_name}` | {who.get(spec.seen_by, 'everybody')} | {fields} |")
    assert sorted(documented) == sorted(expected)
