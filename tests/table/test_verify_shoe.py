"""`cutcard verify-shoe`: anybody can check that a virtual shoe was dealt as it was sealed."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
import typer
from support.tables import BOOKS, Table
from typer.testing import CliRunner

from cutcard.cli.verify_shoe import ShoeFileError, verify_shoe
from cutcard.engine import events as played
from cutcard.table import RoundEvent, ShoeRevealed, StackCut
from cutcard.table.commitment import as_cut, difference, misfit
from cutcard.table.shuffle import revealed

app = typer.Typer()
app.command()(verify_shoe)


def shoe_of(book: str) -> dict[str, Any]:
    """A shoe that was played out, as its file."""
    floor = Table(book).seat("ann", 1, chips=10_000_000).ready()
    floor.play_out("ann 1 20")
    burned = list(floor.state.shoe.burned)
    inner = [event.event for event in floor.happened(RoundEvent)]
    dealt = [event.card for event in inner if isinstance(event, played.CardDealt)]
    cut = floor.last(StackCut).at
    floor.ready()
    file = revealed(floor.happened(ShoeRevealed)[0], floor.state.config.decks)
    return {**file, "cut": cut, "dealt": " ".join(card.text for card in (*burned, *dealt) if card is not None)}


def verified(tmp_path: Path, shoe: object) -> tuple[int, str]:
    path = tmp_path / "shoe.json"
    path.write_text(shoe if isinstance(shoe, str) else json.dumps(shoe), encoding="utf-8")
    result = CliRunner().invoke(app, [str(path)])
    if isinstance(result.exception, ShoeFileError):
        return 2, str(result.exception)
    return result.exit_code, result.output


@pytest.mark.parametrize("book", BOOKS)
def test_a_shoe_that_was_played_out_holds(tmp_path: Path, book: str) -> None:
    shoe = shoe_of(book)
    status, said = verified(tmp_path, shoe)
    assert status == 0, said
    assert "312 cards, sealed before the first was dealt" in said


def test_every_change_to_it_is_found(tmp_path: Path) -> None:
    shoe = shoe_of("sydney-v15")
    order = shoe["order"].split()
    swapped = [order[1], order[0], *order[2:]] if order[0] != order[1] else [order[-1], *order[1:-1], order[0]]
    for change, words in (
        ({"order": " ".join(swapped)}, "not those that were sealed"),
        ({"salt": shoe["salt"] + "x"}, "not those that were sealed"),
        ({"commitment": "0" * 64}, "not those that were sealed"),
        ({"order": " ".join(order[1:])}, "cards are missing"),
        ({"order": " ".join([*order, "Ks"])}, "too many"),
        ({"cut": shoe["cut"] + 1}, "and the order has"),
        ({"dealt": "Ks " + shoe["dealt"]}, "and the order has"),
        ({"cut": -1}, "cut must be"),
        ({"decks": 9}, "decks must be"),
    ):
        status, said = verified(tmp_path, {**shoe, **change})
        assert status == 1
        assert words in said


@pytest.mark.parametrize("text", ["{", "[]", "{}", '{"order": 1, "salt": "", "commitment": ""}', '{"order": "Xx"}'])
def test_a_file_that_holds_no_shoe_is_refused_in_a_sentence(tmp_path: Path, text: str) -> None:
    status, said = verified(tmp_path, text)
    assert status == 2
    assert said


def test_a_file_that_is_not_there_is_refused_in_a_sentence(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, [str(tmp_path / "none.json")])
    assert isinstance(result.exception, ShoeFileError)


def test_the_cards_of_a_shoe_are_told_apart() -> None:
    from cutcard.cards import cards
    from cutcard.cards import shoe as pack

    assert misfit(pack(6), 6) == ""
    assert misfit(pack(6), 6, "T") == "24 cards are too many, Tc among them"
    assert difference(cards("As"), cards("As Ks")) == "1 cards are missing, Ks among them"
    assert as_cut(cards("As Ks Qs"), 1) == cards("Ks Qs As")
