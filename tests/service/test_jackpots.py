"""Jackpots over the API: links with their meters, live, their history, and commands to them."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause
from support.running_service import Running, bearer, opening, running
from websockets.sync.client import connect

from cutcard.jackpots import MeterTerms, OpenLink
from cutcard.service.jackpots import LinkShown, changes
from cutcard.service.wire import command_fields
from cutcard.store.person_keys import PersonKeys

SEVENS = OpenLink("sevens", "sydney-v15", "blazing-7s", "aud", 250, {"blazing-7s": MeterTerms(1_000_000, 150_000)})


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("jackpots")
    with running(str(folder / "casino.db")) as made:
        said = give(made, "sevens", SEVENS, made.person("boss", "administrator"), "open")
        assert said.status_code == 200, said.text
        yield made


def give(service: Running, link: str, command: Any, token: str | None, id_: str) -> Any:
    said = command if isinstance(command, dict) else command_fields(command)
    path = f"/api/jackpots/{link}/commands"
    return service.http.post(path, json={"id": id_, "command": said}, headers=bearer(token))


def test_anybody_sees_links_and_what_their_meters_show(service: Running) -> None:
    (link,) = service.get("/api/jackpots").json()["links"]
    assert (link["link"], link["title"], link["price"], link["phase"]) == ("sevens", "Blazing 7's", 250, "open")
    (meter,) = link["meters"]
    assert (meter["meter"], meter["cents"], meter["seed"], meter["reserved"]) == ("blazing-7s", 1_000_000, 1_000_000, 0)
    assert service.get("/api/jackpots/sevens").json()["link"] == link
    assert service.get("/api/jackpots/none").status_code == 404


def test_a_command_to_a_link_is_done_once_and_by_those_who_may(service: Running) -> None:
    boss = service.person("boss", "administrator")
    again = give(service, "sevens", SEVENS, boss, "open")
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    refused = give(service, "sevens", SEVENS, boss, "open-2")
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "link-open-already")
    assert give(service, "others", SEVENS, boss, "open-3").status_code == 403
    other = SEVENS._replace(link="other")
    assert give(service, "other", other, service.person("dan", "dealer", "sydney"), "o").status_code == 403
    assert give(service, "other", other, service.person("max", "dealer", "melbourne"), "o").status_code == 403
    assert give(service, "other", other, service.person("ivo", "inspector"), "o").status_code == 403
    assert give(service, "other", other, None, "o").status_code == 401
    assert give(service, "other", {"do": "open-link", "link": "other"}, boss, "o").status_code == 422


def test_the_history_of_a_link_is_in_words_with_the_money_moved(service: Running) -> None:
    (opened,) = service.get("/api/jackpots/sevens/history").json()["events"]
    assert opened["event"]["is"] == "LinkOpened"
    assert (opened["text"], opened["by"], opened["moved"]) == ("the link sevens opens", "", {"blazing-7s": 1_000_000})
    (told,) = service.get("/api/jackpots/sevens/history", service.person("ivo", "inspector")).json()["events"]
    assert told["by"] == "boss"


def test_a_display_is_sent_all_links_and_then_what_changes(service: Running) -> None:
    with connect(f"ws://127.0.0.1:{service.port}/api/jackpots/live") as socket:
        socket.send("{}")
        first = json.loads(socket.recv())
        assert next(link["link"] for link in first["links"]) == "sevens"
        more = SEVENS._replace(link="more")
        assert give(service, "more", more, service.person("boss", "administrator"), "m").status_code == 200
        assert [link["link"] for link in json.loads(socket.recv())["links"]] == ["more"]


def test_a_link_in_which_only_meters_have_moved_is_not_sent_again(service: Running) -> None:
    link = LinkShown.model_validate(service.get("/api/jackpots/sevens").json()["link"])
    moved = link.model_copy(update={"meters": [link.meters[0].model_copy(update={"cents": 1_000_038})]})
    assert changes({"sevens": link}, {"sevens": moved}) == {
        "links": [],
        "meters": {"sevens": {"blazing-7s": 1_000_038}},
        "gone": [],
    }
    assert changes({"sevens": link}, {"sevens": link}) is None
    assert changes({"sevens": link}, {}) == {"links": [], "meters": {}, "gone": ["sevens"]}


@clause("melbourne-v26", "21.5.1(a)", "21.5.2", "24.5.2")
@pytest.mark.parametrize(
    ("book", "bet", "by"),
    [
        ("melbourne-v26", "blackjack-jackpots", "21.5.2"),
        ("melbourne-v26", "supernova", "24.5.2"),
        ("sydney-v15", "blazing-7s", "14.28"),
    ],
)
def test_no_typed_meter_is_played_for_with_real_money(service: Running, book: str, bet: str, by: str) -> None:
    boss = service.person("boss", "administrator")
    opened = opening(f"typed-{bet}", book, decks=6, side_bets={bet: True}, device="shuffling-device")
    refused = service.give(opened.table, opened._replace(play_money=False, runs_itself=False), boss)
    assert refused.status_code == 409, refused.text
    error = refused.json()["error"]
    assert (error["code"], error["clause"]) == ("meter-needs-link", by)
    assert "only be offered in a link" in error["message"]


def test_the_metrics_have_what_every_meter_shows(service: Running) -> None:
    text = service.get("/metrics").text
    assert 'cutcard_meter_cents{link="sevens",meter="blazing-7s"} 1e+06' in text


def test_staff_and_inspectors_see_how_a_meter_came_to_what_it_shows_and_nobody_else(service: Running) -> None:
    assert service.get("/api/jackpots/sevens", service.person("ann")).json()["reconciliation"] is None
    elsewhere = service.get("/api/jackpots/sevens", service.person("max", "dealer", "melbourne")).json()
    assert elsewhere["reconciliation"] is None
    for who in (("ivo", "inspector"), ("dan", "dealer", "sydney")):
        books = service.get("/api/jackpots/sevens", service.person(*who)).json()["reconciliation"]
        assert books["holds"]
        assert books["meters"][0]["seed"] == books["meters"][0]["display"] == 1_000_000


def test_nobody_has_sealed_text_opened_by_sending_it_in(service: Running) -> None:
    """Somebody with a copy of the database has what was written about others, sealed; nobody has it opened."""
    stolen = PersonKeys(service.casino.store).sealed("victim", "SECRET-REASON")
    proposed = {"do": "propose-adjustment", "meter": "blazing-7s", "amount": 100, "cause": "malfunction"}
    boss = service.person("boss", "administrator")
    said = give(service, "sevens", {**proposed, "reason": stolen}, boss, "sealed-1")
    assert "SECRET-REASON" not in service.get("/api/jackpots/sevens/history", boss).text
    assert (said.status_code, said.json()["error"]["code"]) == (409, "text-looks-sealed")
    assert give(service, "sevens", {**proposed, "reason": "was sealed:"}, boss, "sealed-2").status_code == 200
    table = service.open("Sealing")
    barred = {"do": "bar-player", "player": "victim", "reason": stolen}
    assert service.give(table, barred, boss).json()["error"]["code"] == "text-looks-sealed"


def test_the_desk_of_a_link_offers_what_there_is_to_do(service: Running) -> None:
    boss, second = service.person("boss", "administrator"), service.person("second", "administrator")

    def offered(token: str) -> dict[str, Any]:
        answer = service.get("/api/jackpots/quiet/desk", token)
        assert answer.status_code == 200, answer.text
        return {one["do"]: one for one in answer.json()["commands"]}

    assert give(service, "quiet", SEVENS._replace(link="quiet"), boss, "open-quiet").status_code == 200
    before = offered(second)
    assert not before["approve-adjustment"]["allowed"]
    assert before["reject-adjustment"]["why"] == "No adjustment is proposed."
    assert before["restore-link"]["why"] == "The system is not reported as failed."
    assert before["leave-link"]["why"] == "No table is linked."
    assert before["find-simultaneous"]["why"] == "No prizes won at different tables are to be determined."
    assert before["renew-device"]["why"] == "No device picks boxes for this link."
    change = {"meter": "blazing-7s", "amount": 5000, "cause": "added-by-the-house", "reason": "a gift"}
    said = give(service, "quiet", {"do": "propose-adjustment", **change}, boss, "propose")
    assert said.status_code == 200, said.text
    shown = offered(second)["approve-adjustment"]
    assert shown["allowed"]
    (choice,) = shown["fields"][0]["choices"]
    assert choice == {"value": "1", "label": "Adjustment 1, +$50 on blazing 7s, proposed by Boss", "only_for": []}
    reject = {"do": "reject-adjustment", "number": 1, "reason": "no"}
    assert give(service, "quiet", reject, second, "reject").status_code == 200
    assert not offered(second)["approve-adjustment"]["allowed"]
    give(service, "quiet", {"do": "fail-link", "reason": "dark"}, boss, "dark")
    assert offered(boss)["restore-link"]["allowed"]
    assert give(service, "quiet", {"do": "restore-link"}, boss, "light").status_code == 200


def test_a_link_is_shown_as_it_is_once_a_command_is_answered(service: Running) -> None:
    """All who look share a reading for a moment; whoever opens a link or puts up a sign does not see an older one."""
    boss = service.person("boss", "administrator")
    for number in range(3):  # one of them surely comes within the moment
        name = f"prompt-{number}"
        service.get("/api/jackpots")
        assert give(service, name, SEVENS._replace(link=name), boss, name).status_code == 200
        assert service.get(f"/api/jackpots/{name}").json()["link"]["failed"] == ""
        give(service, name, {"do": "fail-link", "reason": "dark"}, boss, f"{name}-fails")
        assert service.get(f"/api/jackpots/{name}").json()["link"]["failed"]
