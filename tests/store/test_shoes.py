"""The virtual shoes of a table as the store tells them: a seal while one is in play, and then a file to check it by."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from random import Random

import pytest
import typer
from support.autoplay import GAMES, Autoplay, Step, fill
from typer.testing import CliRunner

from cutcard import table as t
from cutcard.cards import cards
from cutcard.cli.verify_shoe import faults, verify_shoe
from cutcard.engine import State
from cutcard.store import Store
from cutcard.store.shoes import SealedShoe, shoe, shoes, shoes_of
from cutcard.table.shuffle import discards_due

BOXES = 7


class WithDevice(Autoplay):
    """A table whose cards a device shuffles all the time; the discards go back into it in the middle of a round."""

    def opening(self) -> t.Command:
        opening = super().opening()
        assert isinstance(opening, t.OpenTable)
        return opening._replace(device="shuffling-device")

    def in_round(self, state: t.TableState, round_: State) -> Iterator[Step]:
        deck = state.shoe
        if discards_due(state):
            stack = [*deck.order[deck.next :], *deck.rack]
            self.random.shuffle(stack)
            yield t.ReturnDiscards(tuple(stack), self._salt()), self.boss
        yield from super().in_round(state, round_)


@pytest.mark.parametrize("game", GAMES[1:3])  # with a card that is burned unseen, and with a rank taken out
def test_shoes_that_ended_are_whole_and_as_they_were_dealt(store: Store, game: tuple[str, str]) -> None:
    fill(store, Autoplay("T1", *game, BOXES, Random(5)), 40)
    *ended, running = shoes(store, "T1")
    assert len(ended) >= 2
    assert [each.number for each in (*ended, running)] == list(range(1, running.number + 1))
    for each in ended:
        assert each.file is not None
        assert faults(each.file) == []
        assert each.file["decks"] == 8
        assert each.file["commitment"] == each.commitment
        assert len(cards(each.file["dealt"])) > 200
        assert each.ended_ms is not None
        assert each.ended_ms > each.sealed_ms
    rounds = [number for each in (*ended, running) for number in each.rounds]
    assert rounds == list(range(1, 40))


def test_a_shoe_in_play_tells_no_card(store: Store) -> None:
    state = fill(store, Autoplay("T1", *GAMES[0], BOXES, Random(5)), 3)
    (running,) = shoes(store, "T1")
    assert running == SealedShoe("T1", 1, state.shoe.commitment, running.version, running.sealed_ms, (1, 2))
    assert state.shoe.salt not in repr(running)


def test_a_file_that_was_altered_does_not_hold(store: Store, tmp_path: Path) -> None:
    fill(store, Autoplay("T1", *GAMES[1], BOXES, Random(5)), 40)
    file = next(shoes(store, "T1")).file
    assert file is not None
    first, second, *rest = file["dealt"].split()
    third = next(card for card in rest if card != second)
    swapped = {**file, "dealt": " ".join([first, third, *rest])}
    app = typer.Typer()
    app.command()(verify_shoe)
    for name, given, status in (("kept.json", file, 0), ("swapped.json", swapped, 1)):
        (tmp_path / name).write_text(json.dumps(given), encoding="utf-8")
        assert CliRunner().invoke(app, [str(tmp_path / name)]).exit_code == status
    assert "card 2 was" in faults(swapped)[0]
    assert faults({**file, "salt": file["salt"][::-1]}) == ["the order and the salt are not those that were sealed"]


def test_a_shoe_is_found_by_its_number_and_by_its_rounds(store: Store) -> None:
    fill(store, Autoplay("T1", *GAMES[0], BOXES, Random(5)), 40)
    every = list(shoes(store, "T1"))
    for each in every:
        assert shoe(store, "T1", each.number) == each
    assert shoe(store, "T1", every[-1].number + 1) is None
    assert shoe(store, "T2", 1) is None
    for view in store.rounds("T1"):
        assert shoes_of(store, view) == [each for each in every if view.number in each.rounds]
        assert shoes_of(store, view)


def test_a_round_over_several_shuffles_of_a_device_has_as_many_shoes(store: Store) -> None:
    fill(store, WithDevice("T1", "sydney-v15", "blackjack", BOXES, Random(2)), 12)
    every = list(shoes(store, "T1"))
    for each in every[:-1]:
        assert each.file is not None
        assert faults(each.file) == []
    files = [each.file for each in every if each.file is not None]
    parts = [file for file in files if "decks" not in file]  # mixed while cards lay on the table
    assert parts
    assert len(cards(parts[0]["order"])) < 8 * 52
    assert len(cards(files[0]["order"])) == files[0]["decks"] * 52
    assert max(len(shoes_of(store, view)) for view in store.rounds("T1")) > 1


def test_a_table_without_shoes_has_none(store: Store) -> None:
    assert list(shoes(store, "T1")) == []
