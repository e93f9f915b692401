"""One card a person: issued against an identity document, and no document has two cards in force."""

from __future__ import annotations

import multiprocessing
from collections.abc import Iterator
from dataclasses import replace
from multiprocessing.queues import Queue
from multiprocessing.synchronize import Barrier as BarrierOf
from pathlib import Path
from threading import Barrier, Thread
from typing import Any

import pytest
from support.carded import DESK, carded, details_of
from support.clauses import clause
from support.dated_floor import BOSS, DatedFloor
from support.registered_player import NOON, RegisteredPlayer

from cutcard.engine import Refusal
from cutcard.floor import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.floor.drivers import Blocking, run
from cutcard.floor.floor import Floor
from cutcard.floor.streams import act_on
from cutcard.players import (
    BuyChipsAtCage,
    CardIssued,
    CashChipsAtCage,
    CheckIdentity,
    Exclude,
    IssueCard,
    LiftExclusion,
    RegisterPlayer,
    ReportCardLost,
    WithdrawCard,
    evolved,
    stream_of_player,
)
from cutcard.players.standing import standing
from cutcard.service.accounts import CHEAP, Accounts
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.people import People
from cutcard.store.personal_details import PersonError
from cutcard.table import InsertCard, Person, SellChips, Sit

SYDNEY, CANBERRA = "sydney-v15", "canberra-2006"
CARD = IssueCard(limits_declined=True)
SPAWN = multiprocessing.get_context("spawn")


@pytest.fixture
def floor(tmp_path: Path) -> Iterator[DatedFloor]:
    store = Store.open(str(tmp_path / "casino.db"))
    yield DatedFloor(store, "T1")
    store.close()


def registered(floor: DatedFloor, *names: str, book: str = SYDNEY) -> None:
    for name in names:
        floor.desk(name, RegisterPlayer(name, book))


def shows(floor: DatedFloor, name: str, of: str, **fields: Any) -> None:
    """Somebody shows the passport of somebody, for an account."""
    People(floor.store).record(name, replace(details_of(of), **fields), "passport", by=DESK.id, at_ms=floor.at)


def test_nobody_gets_a_card_before_it_is_known_who_they_are(floor: DatedFloor) -> None:
    registered(floor, "ann")
    refusal = floor.desk_refuses("ann", CARD)
    assert (refusal.code, refusal.clause) == ("identity-not-recorded", "31F(1)")
    shows(floor, "ann", "ann")
    floor.desk("ann", CARD)
    card = floor.player("ann").card
    assert card is not None
    assert card.document == People(floor.store).known_by("ann").document
    floor.audited()


def test_a_second_account_gets_no_card_for_the_same_document(floor: DatedFloor) -> None:
    registered(floor, "ann", "nan")
    shows(floor, "ann", "ann")
    floor.desk("ann", CARD)
    with pytest.raises(PersonError, match="another player's already"):
        shows(floor, "nan", "ann")
    shows(
        floor, "ann", "ann", document_number="B-2", full_name="Ann Newname"
    )  # a new passport, and the old one is free
    shows(floor, "nan", "ann")
    refusal = floor.desk_refuses("nan", CARD)
    assert (refusal.code, refusal.clause) == ("document-has-card", "31D(3)")
    floor.desk("ann", WithdrawCard("left"))
    floor.desk("nan", CARD)
    floor.audited()


def test_whoever_has_the_name_and_birthday_of_a_card_holder_is_looked_at_twice(floor: DatedFloor) -> None:
    registered(floor, "ann", "nan")
    shows(floor, "ann", "ann")
    floor.desk("ann", CARD)
    shows(floor, "nan", "ann", document_number="L-7")
    refusal = floor.desk_refuses("nan", CARD)
    assert (refusal.code, refusal.facts["other"]) == ("card-of-somebody-alike", "ann")
    floor.desk("nan", CARD._replace(another_person=True))
    assert '"not_alike":["ann"]' in "".join(one.text for one in floor.store.read(stream_of_player("nan")))
    floor.audited()


def test_whoever_is_excluded_gets_no_card_under_another_name(floor: DatedFloor) -> None:
    registered(floor, "ann", "nan")
    shows(floor, "ann", "ann")
    floor.desk("ann", CARD)
    floor.desk("ann", Exclude("house", reason="conduct"))
    shows(floor, "nan", "ann", document_number="L-7")
    assert floor.desk_refuses("nan", CARD).code == "card-of-somebody-alike"
    with pytest.raises(PersonError, match="is excluded"):
        People(floor.store).erase("ann", "asked", by="mia", at_ms=floor.at)
    floor.desk("ann", LiftExclusion(1, "over"))
    People(floor.store).erase("ann", "asked", by="mia", at_ms=floor.at)
    floor.desk("nan", CARD)
    floor.audited()


def test_who_somebody_is_stays_known_while_their_card_is_in_force(floor: DatedFloor) -> None:
    carded(floor.floor, "ann", at_ms=floor.at)
    with pytest.raises(PersonError, match="withdraw it first"):
        People(floor.store).erase("ann", "asked", by="mia", at_ms=floor.at)
    floor.desk("ann", ReportCardLost())
    People(floor.store).erase("ann", "asked", by="mia", at_ms=floor.at)
    assert floor.desk_refuses("ann", CARD).code == "identity-not-recorded"
    floor.audited()


def test_who_has_been_forgotten_is_seen_again_before_much_cash(floor: DatedFloor) -> None:
    carded(floor.floor, "ann", at_ms=floor.at)
    for command in (CheckIdentity("passport"), BuyChipsAtCage(900_000, "transfer"), ReportCardLost()):
        floor.desk("ann", command)
    People(floor.store).erase("ann", "asked", by="mia", at_ms=floor.at)
    assert floor.player("ann").identity_checks == ()
    assert floor.desk_refuses("ann", CashChipsAtCage(500_000, "cash")).code == "identity-limit"
    floor.audited()


def test_a_card_without_a_document_is_not_good_where_the_law_asks_for_one(floor: DatedFloor) -> None:
    """Registered under the rules of the house, a card is issued to anybody: it plays at no table of Sydney."""
    registered(floor, "ann", book=CANBERRA)
    floor.desk("ann", CARD)
    ann = Person("ann", "player")
    floor.say("T1", Sit(1), ann)
    for command, by in ((SellChips("ann", 10_000), floor.boss), (InsertCard(), ann)):
        assert floor.refused("T1", command, by).code == "card-without-document"
    shows(floor, "ann", "ann")
    floor.desk("ann", CheckIdentity("passport"))
    assert [one.document for one in floor.player("ann").cards] == [People(floor.store).known_by("ann").document]
    floor.do("T1", InsertCard(), ann)
    floor.do("T1", SellChips("ann", 10_000))
    floor.audited()


@pytest.mark.parametrize("document", ["", None])
@pytest.mark.parametrize("law", ["house", "new-south-wales"])
def test_where_everybody_needs_a_card_it_stands_against_a_document_whatever_the_law(
    law: str, document: str | None
) -> None:
    ann = RegisteredPlayer()
    state = ann.state._replace(cards=(ann.state.cards[-1]._replace(document=document),))
    found = standing(state, "ann", law, NOON, "aud", cards="documented")
    assert (found.card, found.undocumented) == ("", "0011")
    by_law = standing(state, "ann", law, NOON, "aud", cards="by-law")
    assert by_law.card == ("0011" if law == "house" else "")


@clause("sydney-v15", "18.1")
def test_one_person_with_two_accounts_plays_with_one_card_at_tables_of_two_processes(tmp_path: Path) -> None:
    """Both show the same passport at the same instant, each at the desk of a service of its own."""
    where = str(tmp_path / "casino.db")
    store = Store.open(where)
    floor = DatedFloor(store, "T1", "T2")
    for name in ("ann", "nan"):
        Accounts(store, CHEAP).create(name, "player", "a long enough secret", at_ms=NOON)
    assert [floor.player(name).cards for name in ("ann", "nan")] == [(), ()], "no card comes with an account"
    start, told = SPAWN.Barrier(2), SPAWN.Queue()
    pairs = (("ann", "T1"), ("nan", "T2"))
    desks = [SPAWN.Process(target=shows_and_plays, args=(where, *pair, start, told)) for pair in pairs]
    for desk in desks:
        desk.start()
    heard = dict(told.get(timeout=120) for _ in desks)
    for desk in desks:
        desk.join(10)
    assert sorted(heard.values()) == [["document", "identity-not-recorded", "player-card-needed"], ["plays"]]
    assert audit(store, processes=1).fault is None
    store.close()


def shows_and_plays(where: str, name: str, table: str, start: BarrierOf, told: Queue[tuple[str, list[str]]]) -> None:
    """One process: a desk that records a document and issues a card, and a table where chips are bought with it."""
    store = Store.open(where)
    floor = BlockingFloor(store)
    start.wait(120)
    said = []
    try:
        People(store).record(name, details_of("ann"), "passport", by=DESK.id, at_ms=NOON)
    except PersonError:
        said.append("document")
    card = floor.act_on_player(name, CARD, DESK, NOON)
    said += [card.code] if isinstance(card, Refusal) else []
    floor.act(table, Sit(1), Person(name, "player"), NOON)
    bought = floor.act(table, SellChips(name, 10_000), BOSS, NOON)
    said += [bought.code] if isinstance(bought, Refusal) else ["plays"]
    store.close()
    told.put((name, said))


def test_a_card_of_an_earlier_release_is_good_at_its_tables_and_put_against_a_document_when_one_is_seen() -> None:
    ann = RegisteredPlayer()
    card = ann.state.cards[-1]._replace(document=None)
    ann.state = ann.state._replace(cards=(card,))
    assert standing(ann.state, "ann", "new-south-wales", NOON, "aud", cards="earlier").card == "0011"
    checked = ann.act(CheckIdentity("passport", "a row", "a document"), "gaming-supervisor")
    assert not isinstance(checked, Refusal)
    assert (checked.states[-1].card.document, checked.bounds) == ("a document", ((("cards:document:a document",), 1),))
    old, _ = evolved(ann.state._replace(cards=()), CardIssued("0012", "mia"))
    assert old.card is not None
    assert old.card.document is None


def test_two_desks_cannot_both_issue_a_card_against_one_document(tmp_path: Path) -> None:
    """Each on a floor of its own, at the same instant."""
    stores = [Store.open(str(tmp_path / "casino.db")) for _ in "ab"]
    for name in ("ann", "nan"):
        BlockingFloor(stores[0]).act_on_player(name, RegisterPlayer(name, SYDNEY), DESK, 0)
    floors = [Floor(one, Blocking(one)) for one in stores]
    document = IssueCard(card_number="1", limits_declined=True, document_digest="d0")
    start, answers = Barrier(2), dict[str, Done | Refusal]()

    def issue(floor: Floor, name: str) -> None:
        start.wait()
        command = document._replace(card_number=name)
        answers[name] = run(act_on(floor, stream_of_player(name), command, DESK, at=1))

    desks = [Thread(target=issue, args=pair) for pair in zip(floors, ("ann", "nan"), strict=True)]
    for desk in desks:
        desk.start()
    for desk in desks:
        desk.join()
    refused = [one.code for one in answers.values() if isinstance(one, Refusal)]
    assert refused == ["document-has-card"]
    for store in stores:
        store.close()
