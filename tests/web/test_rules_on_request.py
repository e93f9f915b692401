"""What whoever stands at a table may ask for: the layout, the sign, what is played with, and the rules of the house."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.clauses import clause, recorded
from support.tables import BOOKS

from cutcard.clauses import ledger
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.rulebooks import load
from cutcard.service.api import app
from cutcard.service.casino import Casino
from cutcard.service.settings import Settings
from cutcard.store import Store
from cutcard.table import OpenTable, Person, Sign
from cutcard.web.app import add_pages

ON_REQUEST = {
    "sydney-v15": "18.19",
    "sydney-earlier": "19.14",
    "melbourne-v26": "32.14",
    "canberra-2006": "16.9",
    "canberra-2003": "",
}
SIGN = Sign(1000, 50_000)


def asked(where: Path, book: str, *paths: str, **terms: Any) -> list[httpx.Response]:
    """What the service answers to somebody without an account, beside an open table T1 of a book."""
    store = Store.open(str(where / "casino.db"))
    opening = OpenTable("T1", book, "blackjack", 6, SIGN, layout_approved=True)._replace(**terms)
    assert isinstance(BlockingFloor(store).act("T1", opening, Person("mia", load(book).roles[-1])), Done)
    casino = Casino(store, Settings.read(environment={}))
    made = app(casino)
    add_pages(made, casino)

    async def got() -> list[httpx.Response]:
        async with httpx.AsyncClient(transport=httpx.ASGITransport(made), base_url="http://house") as client:
            return [await client.get(path) for path in paths]

    answers = asyncio.run(got())
    store.close()
    assert [answer.status_code for answer in answers] == [200] * len(paths)
    return answers


@clause("sydney-v15", "2.2", "2.2.1", "2.2.2", "2.2.3", "2.2.4")
@clause("sydney-earlier", "2.2", "2.2.1", "2.2.2", "2.2.3", "2.2.4")
@recorded("sydney-v15", "2.3.2")
@recorded("sydney-earlier", "2.3.2")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier"])
def test_the_layout_has_its_boxes_insurance_words_side_bets_and_rack(tmp_path: Path, book: str) -> None:
    offered = {"perfect-pairs": True, "any-pairs": True}
    (answer,) = asked(tmp_path, book, "/api/tables/T1", boxes=9, side_bets=offered)
    shown = answer.json()["table"]
    layout = shown["layout"]
    assert (layout["boxes"], layout["insurance"], layout["rack_decks"]) == (9, True, 8)
    assert [box["number"] for box in shown["boxes"]] == list(range(1, 10))
    assert layout["side_bets"] == ["Any Pairs", "Perfect Pairs"]
    assert shown["inscriptions"] == [
        "Blackjack pays 3 to 2",
        "Dealer must draw on 16 and stand on 17",
        "Insurance pays 2 to 1",
    ]
    assert "9 boxes, and places for insurance, Any Pairs, Perfect Pairs" in layout["words"]
    assert "A discard rack for 8 decks" in layout["words"]


@clause("melbourne-v26", "2.2.1", "2.2.2", "2.2.3")
def test_the_layout_has_what_the_rules_of_a_side_bet_want(tmp_path: Path) -> None:
    offered = {"supernova": True, "buster-blackjack": "A"}
    meters = {"supernova-major": 5_000_000, "supernova-minor": 100_000, "supernova-mystery": 50_000}
    (answer,) = asked(tmp_path, "melbourne-v26", "/api/tables/T1", boxes=5, side_bets=offered, meters=meters)
    layout = answer.json()["table"]["layout"]
    assert layout["boxes"] == 5
    assert layout["side_bets"] == ["Buster Blackjack", "Supernova"]
    assert layout["equipment"] == ["game-controller-keypad", "jackpot-meter-display", "jackpot-system"]
    assert "With game controller keypad, jackpot meter display, jackpot system" in layout["words"]


@clause("canberra-2006", "2.3", "2.3(a)", "2.3(b)")
@clause("canberra-2003", "2.3", "2.3(a)", "2.3(b)")
@pytest.mark.parametrize("book", ["canberra-2006", "canberra-2003"])
def test_decks_and_shuffle_are_told_to_whoever_asks(tmp_path: Path, book: str) -> None:
    terms = {"decks": 5, "procedure": "three-riffle"}
    (answer,) = asked(tmp_path, book, "/api/tables/T1", **terms)
    shown = answer.json()["table"]
    assert (shown["decks"], shown["layout"]["shuffle"]) == (5, "three-riffle")
    assert shown["layout"]["words"][0] == "5 decks from a shoe, shuffled by hand (three-riffle shuffle)"


@clause("sydney-v15", "18.19")
@clause("sydney-earlier", "19.14")
@clause("melbourne-v26", "32.14")
@clause("canberra-2006", "16.9")
@pytest.mark.parametrize("book", BOOKS)
def test_the_rules_of_a_table_are_there_for_whoever_asks(tmp_path: Path, book: str) -> None:
    """The table says where they are; there every parameter stands with its clause, and every clause can be read."""
    page = f"/rulebook/{book}?game=blackjack"
    table, rules, clauses, read = asked(
        tmp_path,
        book,
        "/api/tables/T1",
        f"/api/rulebooks/{book}?game=blackjack",
        f"/api/rulebooks/{book}/clauses",
        page,
    )
    layout = table.json()["table"]["layout"]
    assert layout["rules"] == f"/api/rulebooks/{book}?game=blackjack"
    assert layout["rules_clause"] == ON_REQUEST[book]
    parameters = [line for group in rules.json()["groups"] for line in group["parameters"]]
    assert len(parameters) > 30
    assert all(line["clause"] in ledger(book) for line in parameters if line["clause"])
    assert len(clauses.json()["clauses"]) == len(ledger(book))
    assert load(book).title in read.text
    assert all(line["clause"] in read.text for line in parameters[:10])
