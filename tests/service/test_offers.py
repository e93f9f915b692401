"""Offers close as soon as everybody has answered or cannot pay, and a round can be played from what is said alone."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial

import pytest
from support.rigged_casino import rig
from support.running_service import Running, bearer, running
from support.step_watcher import StepWatcher
from support.waiting import eventually

from cutcard.cards import cards
from cutcard.floor import house_dealer
from cutcard.table import PlaceWager, Sign, Sit

NOBODY_WAITS_MS = 600_000  # what a table would wait for an answer: no test lasts as long


@contextmanager
def dealt(
    folder: pytest.TempPathFactory, front: str, book: str = "sydney-v15", game: str = "blackjack"
) -> Iterator[tuple[Running, StepWatcher]]:
    """A table with ann alone whose shoe begins with these cards, once betting is open."""
    pauses = {"after_round_ms": NOBODY_WAITS_MS, "after_wager_ms": NOBODY_WAITS_MS}
    with running(str(folder.mktemp("offers") / "casino.db"), **pauses) as service:
        rig(service.casino, cards(front))
        terms = {"betting_ms": NOBODY_WAITS_MS, "decision_ms": NOBODY_WAITS_MS, "sign": Sign(1000, 100_000)}
        service.open("T", book, game, **terms)
        assert service.give("T", Sit(1), service.person("ann")).status_code == 200
        ann = StepWatcher(service, "T", service.person("ann"))
        eventually(lambda: betting(ann), "betting to open")
        yield service, ann
        ann.close()


def betting(ann: StepWatcher) -> bool:
    """Whether betting is open; a cut that is offered meanwhile is declined."""
    if "decline-cut" in ann.buttons():
        ann.press("decline-cut")
    return ann.desk["bets"] is not None


@pytest.fixture(autouse=True)
def _cut_by_chance_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_dealer, "cut_at", house_dealer.cut_at)  # which `rig` sets, put back afterwards


def said(ann: StepWatcher, text: str) -> bool:
    return text in ann.heard


def wager(service: Running, ann: StepWatcher, amount: int) -> None:
    assert service.give("T", PlaceWager(1, amount), ann.token).status_code == 200
    assert ann.press(ann.wait_for_button("deal")) == 200


def test_insurance_that_is_taken_closes_the_offer_at_once(tmp_path_factory: pytest.TempPathFactory) -> None:
    with dealt(tmp_path_factory, "9s Ad 7h") as (service, ann):
        wager(service, ann, 2000)
        insure = ann.wait_for_button("insure-1-1")
        assert ann.desk["prompt"] == "Insurance? Dealer shows an ace."
        assert ann.buttons()[insure]["detail"] == "$10"
        assert ann.press(insure) == 200
        ann.wait_for_button("stand-1-1")
        assert ann.desk["headline"] is None


def test_an_offer_that_one_cannot_pay_for_is_not_waited_for(tmp_path_factory: pytest.TempPathFactory) -> None:
    with dealt(tmp_path_factory, "9s Ad 7h") as (service, ann):
        wager(service, ann, ann.desk["seat"]["chips"])
        ann.wait_for_button("stand-1-1")
        assert ann.desk["seat"]["chips"] == 0


def test_a_surrender_against_a_king_ends_the_wait_in_vegas_blackjack(tmp_path_factory: pytest.TempPathFactory) -> None:
    with dealt(tmp_path_factory, "9s Kd 7h 5c", "melbourne-v26", "vegas-blackjack") as (service, ann):
        wager(service, ann, 2000)
        surrender = ann.wait_for_button("surrender-1-1")
        assert ann.press(surrender) == 200
        eventually(lambda: ann.desk["headline"], "the end of the round")
        assert ann.desk["headline"] == {"text": "Surrendered: −$10", "kind": "lose"}


def test_a_round_is_played_from_what_is_said_alone(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Cards, totals, questions with their keys and the result are all said, each not before its card lies there."""
    with dealt(tmp_path_factory, "9s Ad 7h 4c Kd") as (service, ann):
        wager(service, ann, 3000)
        told = 0
        for asked, key in (("Insurance? Dealer shows an ace.", "N"), ("Your turn at box 1: 16 against ace", "S")):
            eventually(partial(said, ann, asked), asked)
            assert re.search(rf"key {key}\b", ann.heard[told:])
            told = len(ann.heard)
            (pressed,) = [one for one, button in ann.buttons().items() if button["key"] == key and button["enabled"]]
            assert ann.press(pressed) == 200
        eventually(lambda: ann.desk["headline"], "the end of the round")
        heard = ann.heard
        wanted = (
            "Box 1: 9 of spades 7 of hearts, 16.",
            "Dealer: has ace of diamonds.",
            "Dealer: draws 4 of clubs: 5 or 15.",
            "Dealer: draws king of diamonds: 15.",
            ann.desk["headline"]["text"],
        )
        assert [text for text in wanted[:4] if text not in heard] == []
        assert ann.desk["headline"]["text"] in heard
        assert [heard.index(text) for text in wanted] == sorted(heard.index(text) for text in wanted)
        for step in ann.steps:  # no card is named before it lies on the table
            if "draws king" in step["say"]:
                assert step["cue"]["card"] == "Kd"


def test_the_advice_knows_the_moment_and_the_best_button(tmp_path_factory: pytest.TempPathFactory) -> None:
    with dealt(tmp_path_factory, "9s Ad 7h 4c Kd") as (service, ann):
        assert service.get("/api/tables/T/advice", ann.token).json()["best"] == ""
        wager(service, ann, 3000)
        for button_id, best in (("decline", "decline"), ("stand-1-1", "hit")):
            ann.wait_for_button(button_id)
            said = service.get("/api/tables/T/advice", ann.token).json()
            assert (said["moment"], said["best"]) == (ann.desk["moment"], best)
            costs = {one["act"]: one["cost"] for one in said["choices"]}
            assert costs[best] == 0 <= min(costs.values())
            if best == "decline":
                insured = next(one for one in said["choices"] if one["act"] == "insure")
                left = 8 * 52 - 3
                assert abs(insured["value"] - (3 * 128 / left - 1)) < 1e-9  # a third of the unseen cards would be even
                assert insured["verdict"].startswith("Your last decision, insurance, cost 0.07")
                assert "of the insurance, $1" in insured["verdict"]
                ann.press("decline")


def test_what_is_pressed_too_late_is_refused_and_nothing_is_done(tmp_path_factory: pytest.TempPathFactory) -> None:
    with dealt(tmp_path_factory, "9s 6d 5h 4c") as (service, ann):
        wager(service, ann, 2000)
        ann.wait_for_button("hit-1-1")
        hit = ann.buttons()["hit-1-1"]
        body = {"id": "first", "command": hit["commands"][0], "moment": hit["moment"]}
        path, head = "/api/tables/T/commands", bearer(ann.token)
        first = service.http.post(path, json=body, headers=head)
        assert first.status_code == 200
        late = service.http.post(path, json={**body, "id": "second"}, headers=head)
        assert (late.status_code, late.json()["error"]["code"]) == (409, "too-late")
        again = service.http.post(path, json=body, headers=head).json()
        assert (again["version"], again["repeated"]) == (first.json()["version"], True)  # the same id is answered again
        ann.up_to_date()
        assert ann.table["boxes"][0]["hands"][0]["cards"] == ["9s", "5h", "4c"]
