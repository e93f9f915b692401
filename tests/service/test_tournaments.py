"""Tournaments over the API: what is on, one of them live, its log, and commands to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from pydantic import ValidationError
from support.clauses import clause
from support.running_service import Running, bearer, running
from support.tournament_floor import TERMS
from websockets.sync.client import connect

from cutcard.service.staff.announcement_form import announcement
from cutcard.service.staff.forms import FormError
from cutcard.service.tournaments import TournamentShown, changes
from cutcard.service.wire import TOURNAMENT_WIRE, command_fields
from cutcard.table.ledger import pool_account
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments import (
    AnnounceTournament,
    ApplyToEnter,
    AppointDirector,
    BuyBack,
    OpenEntries,
    with_standard_statements,
)

HOUR = 3_600_000
POOL = pool_account("aud", "spring")
PLAIN = ("book", "game", "tournament", "title", "place", "starts_in", "decks", "fewest", "most", "currency", "prizes")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("tournaments")
    with running(str(folder / "casino.db")) as made:
        said = give(made, "spring", announced(made, "spring"), made.person("boss", "administrator"), "announce")
        assert said.status_code == 200, said.text
        yield made


def announced(service: Running, name: str) -> AnnounceTournament:
    terms = TERMS._replace(starts_at=service.casino.now() + HOUR, entry_fee=10_000)
    return AnnounceTournament(name, terms)


def give(service: Running, name: str, command: Any, token: str | None, id_: str) -> Any:
    said = command if isinstance(command, dict) else command_fields(command)
    path = f"/api/tournaments/{name}/commands"
    return service.http.post(path, json={"id": id_, "command": said}, headers=bearer(token))


def test_anybody_sees_what_is_on(service: Running) -> None:
    (row,) = [one for one in service.get("/api/tournaments").json()["tournaments"] if one["tournament"] == "spring"]
    assert (row["title"], row["casino"], row["phase"]) == ("Spring Open", "sydney", "announced")
    assert row["entry_fee"] == 10_000
    shown = service.get("/api/tournaments/spring").json()
    assert (shown["tournament"]["stages"], shown["own"]) == (["heat", "final"], [])
    assert [one["per_million"] for one in shown["tournament"]["prizes"]] == [600_000, 300_000, 100_000]
    assert service.get("/api/tournaments/none").status_code == 404


def test_a_command_to_a_tournament_is_done_once_and_by_those_who_may(service: Running) -> None:
    boss = service.person("boss", "administrator")
    director = AppointDirector("dan")
    for repeated in (False, True):
        said = give(service, "spring", director, boss, "appoint")
        assert (said.status_code, said.json()["repeated"]) == (200, repeated), said.text
    refused = give(service, "spring", director, boss, "appoint-2")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "director-already")
    other = announced(service, "other")
    assert give(service, "others", other, boss, "o").status_code == 403
    for who in (("dan", "dealer", "sydney"), ("max", "dealer", "melbourne"), ("ivo", "inspector"), ("ann",)):
        assert give(service, "other", other, service.person(*who), "o").status_code == 403, who
    assert give(service, "other", other, None, "o").status_code == 401
    assert give(service, "other", {"do": "announce-tournament", "tournament": "other"}, boss, "o").status_code == 422
    assert give(service, "other", director, boss, "o").status_code == 404
    no_book = other._replace(terms=other.terms._replace(book="nowhere"))
    assert give(service, "other", no_book, boss, "o").status_code == 403


def test_money_of_a_tournament_for_real_money_takes_two_people(service: Running) -> None:
    """Two accounts of one person are not two people, nobody turns it off, and only staff hear of it."""
    boss, second = service.person("boss", "administrator"), service.person("second-boss", "administrator")
    told = {**command_fields(announced(service, "single")), "two_people": False}
    assert give(service, "single", told, boss, "s").status_code == 422
    add = {"do": "add-to-pool", "amount": 5000}
    number = give(service, "spring", add, boss, "add").json()["waits_for_approval"]
    assert give(service, "spring", add, boss, "add").json() | {"repeated": False} == {
        "version": service.get("/api/tournaments/spring").json()["version"],
        "repeated": False,
        "waits_for_approval": number,
    }
    approve = {"do": "approve-request", "request": number}
    service.casino.accounts.create("pool-puppet", "administrator", "a long enough secret", at_ms=1, by="boss")
    for same in (boss, service.person("pool-puppet")):
        refused = give(service, "spring", approve, same, "same")
        assert (refused.status_code, refused.json()["error"]["code"]) == (409, "not-two-people")
    assert service.get("/api/tournaments/spring/log", service.person("ann")).text.count("Request") == 0
    desk = service.get("/api/tournaments/spring/desk", second).json()
    assert any("add to the prize pool" in need["text"] and "boss" in need["text"] for need in desk["needs"])
    (shown,) = [one for one in desk["commands"] if one["do"] == "approve-request"]
    assert [choice["value"] for choice in shown["fields"][0]["choices"]] == [str(number)]
    assert {one["do"] for one in desk["commands"] if one["two_people"]} >= {"add-to-pool", "cancel-tournament"}
    form = {"id": "approve-form", "do": "approve-request", "entries": {"request": str(number)}}
    path = "/api/tournaments/spring/form"
    asked = service.http.post(path, json=form, headers=bearer(second)).json()
    assert (asked["done"], asked["confirm"]["facts"]) == (False, ["spring, pool: $0 → $50"])
    assert asked["confirm"]["title"] == f"{asked['confirm']['label']}?" == "Approve request?"
    done = service.http.post(path, json={**form, "confirmed": True}, headers=bearer(second)).json()
    assert (done["done"], done["says"]) == (True, "Approve request: done.")
    assert service.casino.store.balances_of([POOL])[POOL] == 5000
    wrong = give(service, "spring", approve, second, "again")
    assert (wrong.status_code, wrong.json()["error"]["code"]) == (409, "no-such-approval")
    assert "approve-request" not in service.get("/api/tournaments/spring/desk", boss).text


def own(service: Running, token: str) -> list[tuple[str, list[str]]]:
    """The entries of somebody, each with its state and what they may do with it."""
    entries = service.get("/api/tournaments/own", token).json()["own"]
    return [(one["status"], [choice["label"] for choice in one["choices"]]) for one in entries]


@clause("sydney-v15", "19.4.2(i)", "19.4.3")
def test_a_player_is_offered_what_they_may_do_with_their_entry(service: Running) -> None:
    boss, ann = service.person("boss", "administrator"), service.person("ann")
    starts = service.casino.now() + HOUR
    terms = TERMS._replace(starts_at=starts, withdraw_until=starts, entry_fee=10_000, currency="play", signed=True)
    give(service, "own", AnnounceTournament("own", with_standard_statements(terms)), boss, "own")
    give(service, "own", OpenEntries(), boss, "own-open")
    assert give(service, "own", ApplyToEnter(agrees=True, cash=True), ann, "own-ann").status_code == 200
    assert own(service, ann) == [("entered", ["Withdraw"])]
    assert own(service, service.person("bob")) == []
    text = service.get("/api/tournaments/own/terms.toml").text
    amended = {"id": "own-amend", "text": text.replace("Spring Open", "Autumn Open")}
    for who, status in ((ann, 403), (boss, 200)):
        said = service.http.post("/api/tournaments/own/terms", json=amended, headers=bearer(who))
        assert said.status_code == status, said.text
    wrong = {"id": "own-wrong", "text": text.replace("fewest", "smallest")}
    assert service.http.post("/api/tournaments/own/terms", json=wrong, headers=bearer(boss)).status_code == 400
    assert service.get("/api/tournaments/own/terms").json()["title"] == "Autumn Open"
    sign, withdraw = service.get("/api/tournaments/own", ann).json()["own"][0]["choices"]
    assert (sign["label"], withdraw["note"]) == ("Sign the terms", "You get $100 back.")
    assert give(service, "own", sign["command"], ann, "own-sign").status_code == 200
    assert own(service, ann) == [("entered", ["Withdraw"])]
    assert give(service, "own", withdraw["command"], ann, "own-withdraw").status_code == 200
    assert own(service, ann) == [("withdrawn", [])]


def test_the_announcement_form_takes_every_term_that_a_house_configures() -> None:
    """Also what is seldom set: guarantee, withdrawal, second chances, substitutes, side bets, chips for cash."""
    given = {
        "book": "melbourne-v26", "game": "blackjack", "tournament": "cup", "title": "Cup", "place": "Floor",
        "starts_in": "60", "decks": "6", "fewest": "7", "most": "49", "currency": "aud", "prizes": "60, 40",
        "entry_fee": "100", "guaranteed": "5000", "closes_before": "15", "withdraw_before": "30",
        "entries_each": "2", "substitutes": "yes", "criteria": "by rating", "excluded": "last year's winners",
        "buy_backs": "2", "buy_back_price": "50", "buy_back_until": "1", "chips_at_end": "cash", "marker": "yes",
        "below_fewest": "played", "side_bets": "perfect-pairs, magnificent-sevens 1", "absent_rounds": "2",
        "notice_minutes": "20", "heat:held": "yes", "heat:chips": "500", "heat:minimum": "5", "heat:maximum": "100",
        "heat:length": "10", "heat:seats": "6", "heat:advance": "1", "heat:best_others": "2", "heat:tables": "3",
        "heat:buy_in": "20", "repechage:held": "yes", "repechage:chips": "300", "repechage:minimum": "5",
        "repechage:maximum": "100", "repechage:length": "5", "repechage:play_off_shoes": "1",
        "final:held": "yes", "final:chips": "500", "final:minimum": "5", "final:maximum": "100", "final:length": "10",
    }  # fmt: skip
    terms = announcement(given, 1000).terms
    heat, repechage, _ = terms.stages
    assert (heat.best_others, heat.tables, heat.buy_in, heat.repechage) == (2, 3, 2000, False)
    assert (repechage.repechage, repechage.play_off_shoes, repechage.chips) == (True, 1, 30_000)
    assert (terms.starts_at - terms.entries_close_at, terms.starts_at - terms.withdraw_until) == (900_000, 1_800_000)
    assert (terms.guaranteed, terms.entries_each, terms.buy_back) == (500_000, 2, BuyBack(2, 5000, 1))
    assert (terms.criteria, terms.excluded) == ("by rating", "last year's winners")
    assert terms.side_bets == {"perfect-pairs": True, "magnificent-sevens": "1"}
    assert (terms.chips_at_end, terms.below_fewest, terms.allocation) == ("cash", "played", "ballot")
    assert (terms.substitutes, terms.marker, terms.signed) == (True, True, False)
    assert (terms.absent_rounds, terms.notice_minutes) == (2, 20)
    plain = announcement({key: value for key, value in given.items() if ":" in key or key in PLAIN}, 1000).terms
    assert (plain.entries_close_at, plain.withdraw_until, plain.entries_each, plain.buy_back) == (0, 0, 1, None)
    assert (plain.notice_minutes, plain.chips_at_end, plain.side_bets) == (15, "returned", {})


@clause("sydney-v15", "19.4.2(d)", "19.4.2(e)")
def test_the_form_takes_several_limits_and_lengths_in_shoes_or_minutes() -> None:
    heat = {"heat:held": "yes", "heat:chips": "1000", "heat:minimum": "10", "heat:maximum": "500", "heat:advance": "1"}
    heat |= {"heat:seats": "7", "heat:length": "45", "heat:in": "minutes", "heat:steps": "11 25 1000, 21 50 2000"}
    given = {"book": "sydney-v15", "game": "blackjack", "tournament": "cup", "decks": "6", **heat}
    (stage,) = announcement(given, 0).terms.stages
    assert (stage.minutes, stage.rounds, stage.shoes) == (45, 0, 0)
    assert stage.limits == (LimitStep(1, 1000, 50_000), LimitStep(11, 2500, 100_000), LimitStep(21, 5000, 200_000))
    for wrong in ({"heat:steps": "11 25"}, {"heat:in": "days"}):
        with pytest.raises(FormError):
            announcement({**given, **wrong}, 0)


def test_the_log_names_who_did_what_to_staff_only(service: Running) -> None:
    first = service.get("/api/tournaments/spring/log").json()["events"][0]
    assert (first["event"]["is"], first["by"]) == ("TournamentAnnounced", "")
    assert "Spring Open" in first["text"]
    told = service.get("/api/tournaments/spring/log", service.person("ivo", "inspector")).json()["events"][0]
    assert told["by"] == "boss"


def test_whoever_follows_a_tournament_is_sent_it_and_then_what_changes(service: Running) -> None:
    boss = service.person("boss", "administrator")
    with connect(f"ws://127.0.0.1:{service.port}/api/tournaments/spring/live") as socket:
        socket.send("{}")
        assert json.loads(socket.recv())["tournament"]["title"] == "Spring Open"
        assert give(service, "spring", AppointDirector("eve"), boss, "eve").status_code == 200
        assert "eve" in json.loads(socket.recv())["change"]["directors"]
    with connect(f"ws://127.0.0.1:{service.port}/api/tournaments/live") as socket:
        socket.send("{}")
        assert "spring" in [one["tournament"] for one in json.loads(socket.recv())["tournaments"]]
    with connect(f"ws://127.0.0.1:{service.port}/api/tournaments/none/live") as socket:
        socket.send("{}")
        with pytest.raises(Exception, match="4404"):
            socket.recv()


def test_only_tables_and_entrants_that_have_changed_are_sent_again(service: Running) -> None:
    shown = TournamentShown.model_validate(service.get("/api/tournaments/spring").json()["tournament"])
    row = {"status": "seated", "stage": 1, "table": "T1", "out": False, "place": 0, "prize": 0}
    two = [{**row, "number": n, "player": f"p{n}", "box": n, "chips": 1000 * n} for n in (2, 1)]
    before = TournamentShown.model_validate({**shown.model_dump(), "standings": two})
    after = TournamentShown.model_validate({**shown.model_dump(), "standings": [two[0], {**two[1], "chips": 900}]})
    assert changes(before, before) == {}
    assert changes(before, after) == {"standings": [{**two[1], "chips": 900}]}
    overtaken = [{**two[1], "chips": 5000}, two[0]]
    after = TournamentShown.model_validate({**shown.model_dump(), "standings": overtaken})
    assert changes(before, after) == {"standings": [overtaken[0]], "order": [1, 2]}


def test_terms_go_over_the_wire_and_back_whole() -> None:
    terms = TERMS._replace(
        buy_back=BuyBack(2, 5000, 1), statements={"conduct": "fair"}, options={"surrender": True}, side_bets={"x": "A"}
    )
    command = AnnounceTournament("spring", terms)
    model = TOURNAMENT_WIRE.model("announce-tournament")
    said = json.loads(json.dumps(command_fields(command)))
    assert TOURNAMENT_WIRE.command(model.model_validate(said)) == command
    for wrong in ({"decks": "6"}, {"stages": [{"name": "heat"}]}, {"more": 1}, {"title": "x" * 201}):
        with pytest.raises(ValidationError):
            model.model_validate({**said, "terms": {**said["terms"], **wrong}})


def test_a_form_gives_a_command_and_a_wrong_one_is_told(service: Running) -> None:
    boss = service.person("boss", "administrator")
    desk = service.get("/api/tournaments/spring/desk", boss).json()
    (appoint,) = [one for one in desk["commands"] if one["do"] == "appoint-director"]
    assert appoint["allowed"]
    assert [field["name"] for field in appoint["fields"]] == ["person"]
    path, form = "/api/tournaments/spring/form", {"id": "f1", "do": "appoint-director"}
    missing = service.http.post(path, json={**form, "entries": {}}, headers=bearer(boss))
    assert (missing.status_code, "missing" in missing.text) == (400, True)
    done = service.http.post(path, json={**form, "entries": {"person": "gil"}}, headers=bearer(boss))
    assert done.json()["done"], done.text
    for who in (("ann",), ("max", "dealer", "melbourne")):
        assert service.get("/api/tournaments/spring/desk", service.person(*who)).status_code == 403


def test_terms_and_results_are_for_everybody(service: Running) -> None:
    terms = service.get("/api/tournaments/spring/terms").json()
    lines = [line for part in terms["sections"] for line in part["lines"]]
    assert any("entry fee" in line["text"] and line["clause"] for line in lines)
    assert terms["terms"]["title"] == "Spring Open"
    assert "<h1>Spring Open</h1>" in service.get("/api/tournaments/spring/terms.html").text
    assert service.get("/api/tournaments/spring/results.csv").text.startswith("place,entrant,player")
    assert service.get("/api/tournaments/spring/results.json").json()["results"] == []
    assert service.http.post("/api/tournaments/demonstration", headers=bearer(service.person("ann"))).status_code == 403


def test_staff_are_entered_as_employees_whoever_hands_in_the_form(service: Running) -> None:
    """A form that says nothing of it does not make somebody of the staff an ordinary entrant."""
    boss, manager = service.person("boss", "administrator"), service.person("tom", "dealer", "sydney")
    service.person("dan", "dealer", "sydney")
    give(service, "staffed", announced(service, "staffed"), boss, "staffed-announce")
    give(service, "staffed", AppointDirector("tom"), boss, "staffed-director")
    give(service, "staffed", OpenEntries(), boss, "staffed-open")
    for n, name in enumerate(("dan", "DAN")):
        said = give(service, "staffed", ApplyToEnter(name, agrees=True, cash=True), manager, f"staffed-{n}")
        assert said.json()["error"]["code"] == "employee-not-approved", said.text
    said = give(service, "staffed", ApplyToEnter("tom", agrees=True, cash=True), manager, "staffed-tom")
    assert said.json()["error"]["code"] == "director-plays", said.text
    said = give(service, "staffed", ApplyToEnter("stranger", agrees=True, cash=True), manager, "staffed-3")
    assert said.json()["error"]["code"] == "cash-of-stranger", said.text
