"""The rulebooks over the API: every book, game, option and clause, searched by what is shown, and how games differ."""

from __future__ import annotations

import dataclasses
from collections.abc import Iterator
from typing import Any, Literal, get_args, get_origin, get_type_hints

import pytest
from support.running_service import Running

from cutcard.clauses import ledger, named, shown
from cutcard.narration.rule_words import OPTIONS, RANK_FIELDS, TITLES, VALUES
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.compare import differences
from cutcard.rulebooks.schema import GROUPS, SideBet

BOOK = "sydney-v15"


def got(service: Running, path: str, **asked: str) -> Any:
    answer = service.http.get(path, params=asked)
    assert answer.status_code == 200, answer.text
    return answer.json()


def found(service: Running, **asked: str) -> list[str]:
    return [each["clause"] for each in got(service, f"/api/rulebooks/{BOOK}/clauses", **asked)["clauses"]]


def named_values(hint: Any) -> Iterator[str]:
    if get_origin(hint) is Literal:
        yield from get_args(hint)
    for part in get_args(hint):
        if not isinstance(part, str):
            yield from named_values(part)


def test_every_parameter_and_every_named_value_has_words() -> None:
    for group, cls in {**GROUPS, "side_bets": SideBet}.items():
        for field in dataclasses.fields(cls) if group != "settles" else ():
            path = f"{group}.{field.name}"
            assert path in TITLES
            if path not in (*RANK_FIELDS, "natural.name"):
                values = set(named_values(get_type_hints(cls)[field.name]))
                assert values <= set(VALUES.get(path, {})), path
    assert {option for book in BOOKS for game in load(book).games for option in load(book).options(game)} == set(
        OPTIONS
    )


def test_books_are_listed_with_their_games_options_and_side_bets(service: Running) -> None:
    books = got(service, "/api/rulebooks")
    assert [book["id"] for book in books] == list(BOOKS)
    for book in books:
        known = load(book["id"])
        assert [game["title"] for game in book["games"]] == [game.title for game in known.games.values()]
        for game in book["games"]:
            assert [option["id"] for option in game["options"]] == list(known.options(game["id"]))
    resplit = next(option for option in books[0]["games"][0]["options"] if option["id"] == "resplit")
    assert resplit["title"] == "Splitting again"
    assert [(each["text"], each["usual"]) for each in resplit["values"]] == [("no", True), ("yes", False)]
    options = [option for book in books for game in book["games"] for option in game["options"]]
    values = {value["value"]: value["text"] for option in options for value in option["values"]}
    assert {value for value, text in values.items() if value == text} <= {"one"}


def test_a_book_shows_every_parameter_of_a_game_with_its_clause(service: Running) -> None:
    book = got(service, "/api/rulebooks/melbourne-v26", game="crown-pontoon")
    lines = {line["path"]: line for group in book["groups"] for line in group["parameters"]}
    expected = rules("melbourne-v26", "crown-pontoon").clauses
    fields = {
        f"{group}.{field.name}"
        for group, cls in GROUPS.items()
        if group not in ("settles", "invalid")  # which this document does not speak of
        for field in dataclasses.fields(cls)
    }
    assert set(lines) == fields
    assert all(lines[path]["clause"] == expected.get(path, "") for path in fields)
    assert (lines["natural.pays"]["title"], lines["natural.pays"]["value"]) == ("A Pontoon pays", "3 to 2")
    assert lines["cards.removed_ranks"]["value"] == "10"
    assert service.http.get("/api/rulebooks/melbourne-v26", params={"game": "poker"}).status_code == 404


def test_what_is_not_in_the_books_is_said_in_a_sentence(service: Running) -> None:
    for path in (
        "/api/rulebooks/sydney-15",
        "/api/rulebooks/sydney-15/clauses",
        f"/api/rulebooks/{BOOK}/poker/differences",
    ):
        answer = service.http.get(path)
        assert answer.status_code == 404
        assert "there is no" in answer.json()["error"]["message"]
    answer = service.http.get(f"/api/rulebooks/{BOOK}/clauses/99.9")
    assert answer.status_code == 404
    assert "99.9" in answer.json()["error"]["message"]


def test_every_clause_is_there_and_tells_the_tests_that_show_it(service: Running) -> None:
    assert found(service) == list(ledger(BOOK))
    for clause in ("12.6.2", '1.1 "Blackjack"'):
        entry = got(service, f"/api/rulebooks/{BOOK}/clauses/{clause}")
        assert entry["says"] == ledger(BOOK)[clause].says
        assert [test["says"] for test in entry["tests"]] == [named(test) for test in shown()[(BOOK, clause)]]


def test_clauses_are_found_by_topic_duty_and_tests(service: Running) -> None:
    clauses = ledger(BOOK)
    assert found(service, topic="split") == [id for id, each in clauses.items() if each.topic == "split"]
    both = [id for id, each in clauses.items() if (each.topic, each.how) == ("split", "enforce")]
    assert found(service, topic="split", duty="enforce") == both
    assert found(service, tested="no") == [id for id in clauses if (BOOK, id) not in shown()]
    assert service.http.get(f"/api/rulebooks/{BOOK}/clauses", params={"tested": "perhaps"}).status_code == 422


def test_a_search_finds_only_what_it_shows_and_the_best_comes_first(service: Running) -> None:
    assert found(service, q="12.6.2")[0] == "12.6.2"
    assert found(service, q="12.6")[0] == "12.6"
    assert found(service, q="no clause says this") == []
    seen = got(service, f"/api/rulebooks/{BOOK}/clauses", q="Ace insurance")
    said = {id for id, each in ledger(BOOK).items() if "ace" in each.says.lower() and "insurance" in each.says.lower()}
    assert said <= {each["clause"] for each in seen["clauses"]}
    scores = [each["score"] for each in seen["clauses"]]
    assert scores == sorted(scores, reverse=True)
    for each in seen["clauses"]:
        told = " ".join((each["clause"], each["says"], each["topic"], *each["gives"])).lower()
        assert "ace" in told
        assert "insurance" in told
        assert all(each["says"][start:end].lower() in ("ace", "insurance") for start, end in each["marks"])
    # the name of a test is told with a clause, but nobody finds a clause by it
    test = named(shown()[(BOOK, "12.6.2")][0])
    assert "12.6.2" not in found(service, q=test)


@pytest.mark.parametrize("game", list(load("melbourne-v26").games))
def test_how_a_game_differs_is_what_the_books_say(service: Running, game: str) -> None:
    told = got(service, f"/api/rulebooks/melbourne-v26/{game}/differences")
    ours, plain = rules("melbourne-v26", game), rules("melbourne-v26", "blackjack")
    lines = {line["path"]: line for line in (*told["differences"], *told["at_the_table"])}
    fields = [path for path in TITLES if not path.startswith("side_bets.")]
    differ = {each.path: each for each in differences(ours, plain) if not each.in_clause_only and each.path in fields}
    assert set(lines) == set(differ)
    for path, line in lines.items():
        assert (line["here_clause"], line["there_clause"]) == (differ[path].left.clause, differ[path].right.clause)
        assert line["here"] != line["there"]
    assert (told["against"] is None) == (game == "blackjack")
    assert told["in_short"][0]["title"].endswith("pays")


def test_a_game_is_held_against_one_of_another_book(service: Running) -> None:
    told = got(service, "/api/rulebooks/canberra-2003/blackjack/differences", against="canberra-2006/blackjack")
    assert [(line["path"], line["here"], line["there"]) for line in told["differences"]] == [
        ("double.for_less", "no", "yes")
    ]
    refused = service.http.get("/api/rulebooks/canberra-2003/blackjack/differences", params={"against": "nowhere/x"})
    assert refused.status_code == 404


def test_what_a_book_does_about_mistakes_in_the_deal_is_listed_in_words(service: Running) -> None:
    for book in BOOKS:
        listed = got(service, f"/api/rulebooks/{book}/irregularities")
        procedures = load(book).procedures
        assert procedures is not None
        assert [(one["kind"], one["ruling"], one["clause"]) for one in listed] == [
            (line.kind, line.then, line.clause) for line in procedures.irregularities
        ]
    faced = next(one for one in listed if one["kind"] == "card-faced-in-shoe")
    assert faced["text"] == "a card lies face up in the shoe: the card is burned and plays no part"
    assert faced["ruled_by"] == "dealer"
    assert service.http.get("/api/rulebooks/nowhere/irregularities").status_code == 404
