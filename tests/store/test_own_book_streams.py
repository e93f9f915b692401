"""Tournaments, promotions, links and the register of players by a rulebook of one's own: held, kept and audited."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from support.linked_floor import SEVENS, LinkedFloor
from support.own_books import books_restored, named_book, own_book
from support.promotion_floor import PromotionFloor
from support.promotions import START
from support.tournament_floor import TournamentFloor
from support.tournament_play import TournamentPlay

from cutcard.jackpots import JoinLink
from cutcard.players import RegisterPlayer
from cutcard.players.player_state import stream_of_player
from cutcard.promotions import AmendConditions, CountPlay, EntryRule
from cutcard.promotions.conditions_file import example_conditions
from cutcard.refusals import Refusal
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.rulebook_events import STREAM
from cutcard.table import Person
from cutcard.tournaments import AmendTerms, AnnounceTournament
from cutcard.tournaments.terms_file import example_terms

LINES = 'like = "sydney-v15/blackjack"\nnatural.pays = "2:1"\n'
BARE = '[document]\nroles = ["dealer", "manager"]\n[games.blackjack]\nlike = "sydney-v15/blackjack"\n'


@pytest.fixture
def home(tmp_path: Path) -> Iterator[str]:
    with own_book(tmp_path, LINES) as name:
        yield name


@pytest.fixture
def store(tmp_path: Path) -> Store:
    return Store.open(str(tmp_path / "casino.db"))


def test_a_tournament_is_played_and_audited_after_the_file_is_gone(tmp_path: Path, store: Store) -> None:
    with own_book(tmp_path, LINES) as home:
        house = TournamentPlay(store, book=home).begun("ann", "bob", "cat", "eve")
        house.one_round("T1", ann="20 win").count("T1")
        assert house.table("T1").rules.book == house.state.terms.book
    report = audit(store, processes=1)
    assert (report.fault, report.rounds > 0) == (None, True)


def test_terms_are_amended_by_the_name_of_the_book(store: Store, home: str) -> None:
    floor = TournamentFloor(store, book=home).announced()
    assert floor.state.terms.book.startswith(f"{home}@")
    floor.do(AmendTerms(floor.terms._replace(place="Another floor"), floor.told("amend-terms")))
    assert floor.state.terms.place == "Another floor"
    assert floor.state.terms.book.startswith(f"{home}@")
    assert store.streams()[STREAM] == 1


def test_a_promotion_counts_play_at_a_table_of_the_book(store: Store, home: str) -> None:
    floor = PromotionFloor(store, home, entry_rules=(EntryRule("round"),)).started()
    assert floor.state.conditions.book == floor.table.state.rules.book
    floor.table.at = START + 1000
    for _ in range(8):  # a round counts when it cannot be corrected any more
        floor.table.round("ann 1 50")
    floor.do(CountPlay())
    assert floor.state.tickets["ann"] > 0
    refusal = floor.try_(AmendConditions(floor.conditions._replace(book="sydney-earlier")))
    assert isinstance(refusal, Refusal)
    assert refusal.code == "condition-fixed"
    assert audit(store, processes=1).fault is None


def test_a_link_takes_a_table_of_the_book(store: Store, home: str) -> None:
    floor = LinkedFloor(store)
    floor.opened(SEVENS, book=home)
    table = floor.table("S1", home)
    floor.later(20).do("sevens", JoinLink(table))
    assert [*floor.link("sevens").tables] == ["S1"]
    assert audit(store, processes=1).fault is None


def test_a_player_is_registered_by_the_book(store: Store, home: str) -> None:
    floor = LinkedFloor(store)
    answer = floor.floor.act_on_player("zoe", RegisterPlayer("zoe", home), Person("zoe", "player"), floor.now)
    assert not isinstance(answer, Refusal), answer.message
    assert floor.floor.stream(stream_of_player("zoe")).state.book.startswith(f"{home}@")
    assert store.streams()[STREAM] == 1
    assert audit(store, processes=1).fault is None


def test_a_book_without_the_section_is_told_which_to_add(tmp_path: Path, store: Store) -> None:
    floor = TournamentFloor(store)
    boss = Person("mia", "manager")
    with books_restored(), named_book(tmp_path, "bare-streams", BARE):
        terms = floor.terms._replace(book="bare-streams")
        said = floor.floor.act_on_tournament("spring", AnnounceTournament("spring", terms), boss, floor.now)
        register = floor.floor.act_on_player("zoe", RegisterPlayer("zoe", "bare-streams"), boss, floor.now)
        link = floor.floor.act_on_link("sevens", SEVENS._replace(book="bare-streams"), boss, floor.now)
    for refusal, sections in (
        (said, "[table.tournaments] and [tournament_commands]"),
        (register, "[player_commands]"),
        (link, "[link_commands]"),
    ):
        assert isinstance(refusal, Refusal)
        assert refusal.code == "own-book-without-section"
        assert f"add {sections} to it" in refusal.message, refusal.message


def test_examples_come_with_the_names_of_the_book(home: str) -> None:
    assert (example_terms(home).book, example_conditions(home).book) == (home, home)
