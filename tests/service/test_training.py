"""The drill over the API: a question comes without its answer, and any process marks it the same."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.running_service import Running, running

from cutcard.clauses import ledger
from cutcard.rulebooks import BOOKS, load
from cutcard.service.drills import drill_state
from cutcard.service.routes.training_bodies import DrillAsked
from cutcard.training import Answer, Drill, MistakeQuestion, PaymentQuestion, kinds_of, run
from cutcard.training.planting import NOTHING

DRILL: dict[str, Any] = {"book": "sydney-v15", "game": "blackjack", "about": "mistakes", "questions": 3, "seed": 21}
TELLING = {"kind", "at", "lines", "right", "due", "ruling", "role", "clauses", "says", "marks", "device"}


def drill_of(asked: dict[str, Any]) -> Drill:
    return Drill(**{**asked, "kinds": tuple(asked.get("kinds", ()))})


def keys(value: Any) -> Iterator[str]:
    """Every key of a question, the steps' cues and the pictures of the table left out."""
    if isinstance(value, dict):
        for key, inside in value.items():
            yield key
            if key not in ("table", "change", "cue"):
                yield from keys(inside)
    elif isinstance(value, list):
        for each in value:
            yield from keys(each)


@pytest.mark.parametrize(
    ("book", "game"), [*((book, next(iter(load(book).games))) for book in BOOKS), ("melbourne-v26", "crown-pontoon")]
)
@pytest.mark.parametrize("about", ["mistakes", "payments"])
def test_a_question_tells_nothing_of_its_answer(book: str, game: str, about: Any) -> None:
    for kind in kinds_of(book, game, about):
        asked = DrillAsked(book=book, game=game, about=about, kinds=[kind], questions=1, seed=4)
        told = drill_state(asked).model_dump()
        assert set(keys(told["question"])) & TELLING <= {"lines"}
        assert not any(step["lines"] for step in told["question"]["steps"])
        assert told["marked"] is None
        for box in told["question"]["table"]["boxes"]:
            assert all(wager["returned"] is None and not wager["clause"] for wager in box["wagers"])


def test_the_steps_show_the_table_as_it_was_dealt() -> None:
    asked = {**DRILL, "kinds": ["card-misplaced"]}
    question = run(drill_of(asked), []).question
    assert isinstance(question, MistakeQuestion)
    told = drill_state(DrillAsked(**asked)).model_dump()["question"]
    assert [step["say"] for step in told["steps"]] == [step.words for step in question.steps]
    cards = [step["cue"]["card"] for step in told["steps"] if step["cue"]]
    assert cards == [step.card.text for step in question.steps if step.card is not None]


def test_a_drill_is_answered_marked_and_summed_up(service: Running) -> None:
    answers: list[dict[str, Any]] = []
    for number in range(1, 4):
        question = run(drill_of(DRILL), [Answer(**{**each, "amounts": ()}) for each in answers]).question
        assert isinstance(question, MistakeQuestion)
        rule = question.lines[0] if question.lines else None
        answers.append(
            {"step": question.at[0], "kind": question.kind, "ruling": rule.then, "role": rule.role}
            if rule is not None
            else {"step": None}
        )
        told = service.http.post("/api/training", json={**DRILL, "answers": answers})
        assert told.status_code == 200, told.text
        said = told.json()
        assert said["marked"]["right"]
        assert (said["question"] is None) == (number == 3)
        assert said["summary"]["answered"] == said["summary"]["right"] == number
        assert all(each["says"] == ledger("sydney-v15")[each["clause"]].says for each in said["marked"]["clauses"])
    assert said["summary"]["passed"]
    assert said["summary"]["points"] == said["summary"]["out_of"]


def test_two_processes_ask_and_mark_the_same(tmp_path: Path, service: Running) -> None:
    asked = {**DRILL, "about": "payments", "answers": [{"amounts": [100, -100]}]}
    with running(str(tmp_path / "other.db")) as other:
        first, second = (each.http.post("/api/training", json=asked).json() for each in (service, other))
    assert first == second
    assert not first["marked"]["right"]
    progress = run(drill_of({**DRILL, "about": "payments"}), [Answer(amounts=(100, -100))])
    assert isinstance(progress.question, PaymentQuestion)
    assert first["question"]["box"] == progress.question.box


def test_what_may_be_asked_and_answered_is_told_in_words(service: Running) -> None:
    told = service.http.get("/api/training/melbourne-v26/blackjack").json()
    assert {each["id"] for each in told["mistakes"]} == set(kinds_of("melbourne-v26", "blackjack", "mistakes")) - {
        NOTHING
    }
    assert [each["id"] for each in told["roles"]] == list(load("melbourne-v26").roles)
    assert all(
        each["words"][0].isupper() for part in ("mistakes", "payments", "rulings", "roles") for each in told[part]
    )


@pytest.mark.parametrize(
    ("change", "status", "says"),
    [
        ({"book": "nowhere"}, 404, "nowhere"),
        ({"game": "bridge"}, 404, "bridge"),
        ({"kinds": ["bad-luck"]}, 400, "bad-luck"),
        ({"questions": 51}, 422, "50"),
        ({"seed": -1}, 422, "0"),
        ({"answers": [{"step": 0}]}, 422, "1"),
        ({"answers": [{}] * 4}, 400, "4 answers"),
        ({"answers": [{}] * 51}, 422, "50"),
        ({"answers": [{"amounts": [0] * 101}]}, 422, "100"),
        ({"about": "life"}, 422, "mistakes"),
        ({"answer": 1}, 422, "answer"),
    ],
)
def test_a_drill_that_there_cannot_be_is_refused(
    service: Running, change: dict[str, Any], status: int, says: str
) -> None:
    answer = service.http.post("/api/training", json={**DRILL, **change})
    assert (answer.status_code, says in answer.json()["error"]["message"]) == (status, True), answer.text


def test_a_drill_is_one_of_the_costly_reads(tmp_path: Path) -> None:
    with running(str(tmp_path / "casino.db"), reads_per_second=0.1, reads_burst=2) as service:
        got = [service.http.post("/api/training", json=DRILL).status_code for _ in range(3)]
    assert got == [200, 200, 429]
