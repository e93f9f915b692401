"""What commands are called in sentences: English, for every command of every document."""

from __future__ import annotations

import pytest
from support.tables import BOOKS, SIGN

from cutcard.rulebooks.procedures import COMMANDS
from cutcard.table import OpenTable, Person, Refusal, TableState, act
from cutcard.table.deeds import _SAID, deed

SINGULAR = {"box", "card", "dispute", "float", "limit", "minimum", "notice", "player", "restriction", "round", "seat"}
SINGULAR |= {"shoe", "shuffle", "table", "voucher", "wager", "detention"}
ARTICLES = {"a", "an", "the", "one"}


@pytest.mark.parametrize("command", COMMANDS)
def test_a_thing_that_is_one_has_its_article(command: str) -> None:
    words = deed(command).split()
    for at, word in enumerate(words[1:], start=1):  # the first is what is done
        assert word not in SINGULAR or ARTICLES & {*words[max(at - 3, 0) : at]}, deed(command)


def test_only_commands_that_there_are_have_words() -> None:
    assert set(_SAID) <= set(COMMANDS)


@pytest.mark.parametrize("book", BOOKS)
def test_who_may_not_open_a_table_is_told_so_in_english(book: str) -> None:
    opening = OpenTable("T1", book, "blackjack", 6, SIGN, layout_approved=True)
    for role, said in (("dealer", "a dealer"), ("inspector", "an inspector")):
        refused = act(TableState(), opening, Person("dan", role), 0)
        assert isinstance(refused, Refusal)
        assert refused.message.endswith(f" may open a table, not {said}")
