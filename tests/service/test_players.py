"""Players over the API: one's own page, what strangers do not learn, the desk, the registers, and chances of limits."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import pytest
from support.carded import details_of
from support.clauses import clause
from support.running_service import PASSWORD, Running, bearer, running
from support.waiting import eventually

from cutcard.floor.floor import now_ms

SYDNEY = "sydney-v15"
SUPERVISOR = ("gaming-supervisor", "sydney")
KEYS = ("player", "table", "kind", "amount")


class Desk:
    """A service with a supervisor of Sydney, who keeps the register, and short ways to speak to it."""

    def __init__(self, service: Running) -> None:
        self.service = service
        self.number = 0
        self.supervisor = service.person("sue", *SUPERVISOR)
        self.inspector = service.person("ines", "inspector")

    def give(self, to: str, token: str, do: str, **fields: Any) -> httpx.Response:
        self.number += 1
        body = {"id": f"p-{self.number}", "command": {"do": do, **fields}}
        return self.service.http.post(f"/api/players/{to}/commands", json=body, headers=bearer(token))

    def done(self, to: str, token: str, do: str, **fields: Any) -> None:
        answer = self.give(to, token, do, **fields)
        assert answer.status_code == 200, answer.text

    def post(self, path: str, token: str, **body: Any) -> httpx.Response:
        self.number += 1
        return self.service.http.post(path, json={"id": f"q-{self.number}", **body}, headers=bearer(token))

    def registered(self, name: str) -> str:
        """The token of a player with a card who wants no limits."""
        token = self.service.person(name)
        if not self.page("me", token)["registered"]:
            self.done(name, self.supervisor, "register-player", player=name, book=SYDNEY)
        if self.page("me", token)["card"] is None:
            self.done(name, token, "decline-limits")
            self.done(name, self.supervisor, "issue-card")
        return token

    def page(self, player: str, token: str) -> dict[str, Any]:
        answer = self.service.get(f"/api/players/{player}", token)
        assert answer.status_code == 200, answer.text
        found: dict[str, Any] = answer.json()["player"]
        return found


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Desk]:
    where: Path = tmp_path_factory.mktemp("players") / "casino.db"
    with running(f"{where}") as service:
        yield Desk(service)


def test_a_player_has_a_page_of_their_own(desk: Desk) -> None:
    ann = desk.registered("ann")
    page = desk.page("me", ann)
    assert page["registered"]
    assert page["card"]["status"] == "valid"
    assert page["law"]["law"] == "new-south-wales"
    assert desk.page("ann", ann) == page


def test_limits_show_what_is_left_and_when_a_higher_one_begins(desk: Desk) -> None:
    lim = desk.registered("lim")
    desk.done("me", lim, "set-limit", kind="loss", period="day", amount=10_000)
    desk.done("me", lim, "set-limit", kind="loss", period="day", amount=50_000)
    page = desk.page("me", lim)
    [limit] = page["limits"]
    assert (limit["most"], [one["left"] for one in limit["left"]]) == (10_000, [10_000, 10_000])
    [waiting] = page["waiting"]
    assert waiting["most"] == 50_000
    assert waiting["in_force_at"] - waiting["asked_at"] == 24 * 3_600_000


def test_a_break_and_an_exclusion_of_oneself_are_on_the_page(desk: Desk) -> None:
    eva = desk.registered("eva")
    desk.done("me", eva, "take-break", minutes=30)
    page = desk.page("me", eva)
    assert [one["cause"] for one in page["rests"]] == ["break"]
    assert page["refused"]
    desk.done("me", eva, "exclude", kind="voluntary")
    page = desk.page("me", eva)
    assert [one["kind"] for one in page["exclusions"]] == ["voluntary"]
    assert page["card"]["status"] == "withdrawn"
    answer = desk.give("me", eva, "lift-exclusion", number=1, reason="changed my mind")
    assert answer.status_code == 403
    assert "message" in answer.json()["error"]


def test_a_card_is_issued_against_a_document_and_one_document_has_one(desk: Desk) -> None:
    """No card comes with an account: it is issued when its owner has shown who they are."""
    service = desk.service
    for name in ("ike", "ike2"):
        service.casino.accounts.create(name, "player", PASSWORD, at_ms=now_ms())
    assert desk.page("ike", desk.supervisor)["card"] is None
    answer = desk.give("ike", desk.supervisor, "issue-card", limits_declined=True)
    assert (answer.status_code, answer.json()["error"]["clause"]) == (409, "31F(1)")
    shown = {"document": "passport", **asdict(details_of("ike"))}
    ike, dealer = service.person("ike"), service.person("kai", "dealer", "sydney")
    for token, status in ((ike, 403), (dealer, 404), (desk.inspector, 403), (None, 401)):
        refused = service.http.post("/api/players/ike/identity", json=shown, headers=bearer(token))
        assert refused.status_code == status, refused.text
    wrong = service.http.post(
        "/api/players/ike/identity", json={**shown, "birth_date": "N-ike"}, headers=bearer(desk.supervisor)
    )
    assert (wrong.status_code, "N-ike" in wrong.text) == (400, False)
    known = service.http.post("/api/players/ike/identity", json=shown, headers=bearer(desk.supervisor))
    assert (known.status_code, known.json()["by"], "N-ike" in known.text) == (200, "sue", False)
    desk.done("ike", desk.supervisor, "issue-card", limits_declined=True)
    assert desk.page("ike", ike)["card"]["status"] == "valid"
    again = service.http.post("/api/players/ike2/identity", json=shown, headers=bearer(desk.supervisor))
    assert again.status_code == 400
    assert "another player" in again.text
    page = service.get("/api/players/ike/desk", desk.supervisor).json()
    assert (page["identity"]["document"], page["may_identify"]) == ("passport", True)


@pytest.mark.parametrize("path", ["", "/log", "/days", "/desk"])
def test_a_stranger_does_not_learn_whether_a_name_is_registered(desk: Desk, path: str) -> None:
    desk.registered("ann")
    others = [desk.registered("bob"), desk.service.person("mel", "dealer", "melbourne")]
    others.append(desk.service.http.post("/api/guest").json()["token"])
    for token in others:
        known, unknown = (desk.service.get(f"/api/players/{name}{path}", token) for name in ("ann", "nobody-here"))
        assert known.status_code == unknown.status_code >= 400
        assert known.text.replace("ann", "nobody-here") == unknown.text
        answers = [desk.give(name, token, "take-break", minutes=5) for name in ("ann", "nobody-here")]
        assert answers[0].status_code == answers[1].status_code >= 400
        assert answers[0].text.replace("ann", "nobody-here") == answers[1].text


def test_a_dealer_keeps_no_register(desk: Desk) -> None:
    desk.registered("ann")
    dealer = desk.service.person("dee", "dealer", "sydney")
    assert desk.service.get("/api/players/ann", dealer).status_code == 404
    assert desk.service.get("/api/players", dealer).status_code == 403
    assert desk.service.get("/api/player-registers/exclusions", dealer).status_code == 403


def test_the_history_is_told_to_its_owner_without_the_reasons_of_staff(desk: Desk) -> None:
    hal = desk.registered("hal")
    desk.done("hal", desk.supervisor, "exclude", kind="house", reason="marker-of-the-house")
    own = desk.service.get("/api/players/me/log", hal)
    assert "ExclusionOrdered" in own.text
    assert "marker-of-the-house" not in own.text
    assert "marker-of-the-house" in desk.service.get("/api/players/hal/log", desk.inspector).text


@clause(SYDNEY, "18.4")
def test_a_supervisor_stops_a_player_at_the_desk_while_a_limit_is_reset(desk: Desk) -> None:
    stan = desk.registered("stan")
    desk.done("me", stan, "set-limit", kind="loss", period="day", amount=10_000)
    entries = {"period": "day", "minutes": "10"}
    said = desk.post("/api/players/stan/form", desk.supervisor, do="stop-for-reset", entries=entries)
    assert said.status_code == 200, said.text
    assert [one["cause"] for one in desk.page("me", stan)["rests"]] == ["limit-reset"]
    desk.done("stan", desk.supervisor, "end-reset")
    assert not desk.page("me", stan)["rests"]


def test_the_desk_registers_somebody_and_shows_the_commands_that_one_may_give(desk: Desk) -> None:
    desk.service.person("Walt")
    assert desk.post("/api/players", desk.supervisor, player="walt", book=SYDNEY).status_code == 403
    assert desk.post("/api/players", desk.supervisor, player="walk-in", book=SYDNEY).status_code == 200
    shown = desk.service.get("/api/players/walk-in/desk", desk.supervisor).json()
    allowed = {one["do"]: one["allowed"] for one in shown["commands"]}
    assert allowed["issue-card"]
    assert allowed["exclude"]
    assert allowed["stop-for-reset"]
    assert not allowed["lift-exclusion"]  # that is the gaming manager's
    assert all(field["name"] != "card_number" for one in shown["commands"] for field in one["fields"])
    listed = desk.service.get("/api/players?find=walk", desk.supervisor).json()["players"]
    assert [one["player"] for one in listed] == ["walk-in"]


def test_somebody_whose_name_was_asked_about_before_is_in_the_register_with_their_account(desk: Desk) -> None:
    assert desk.service.get("/api/players/una", desk.supervisor).status_code == 404
    boss = desk.service.person("boss", "administrator")
    body = {"name": "una", "role": "player", "casino": "", "password": "a long enough secret"}
    made = desk.service.http.post("/api/accounts", json=body, headers=bearer(boss))
    assert made.status_code == 201, made.text
    assert desk.page("una", desk.supervisor)["registered"]


def test_the_desk_names_exclusions_for_an_exclusion_and_reports_for_a_report(desk: Desk) -> None:
    desk.registered("yan")
    manager = desk.service.person("mia", "gaming-manager", "sydney")

    def offered() -> dict[str, Any]:
        shown = desk.service.get("/api/players/yan/desk", manager).json()["commands"]
        return {one["do"]: one for one in shown}

    def numbers(do: str) -> list[str]:
        (field,) = [field for field in offered()[do]["fields"] if field["name"] == "number"]
        return [choice["value"] for choice in field["choices"]]

    before = offered()
    assert before["lift-exclusion"]["why"] == "No exclusion is in force."
    assert before["make-report"]["why"] == "No report is due."
    desk.done("yan", desk.supervisor, "exclude", kind="regulator", reason="an order")
    assert offered()["lift-exclusion"]["allowed"]
    assert numbers("lift-exclusion") == ["1"]
    assert not offered()["make-report"]["allowed"]  # an exclusion is no report
    desk.done("yan", manager, "lift-exclusion", number=1, reason="at an end")
    assert not offered()["lift-exclusion"]["allowed"]
    assert numbers("record-casino-told") == ["1"]  # others may be told of it later
    desk.done("yan", desk.supervisor, "report-suspicion", about="suspicion", reason="notes in small bundles")
    assert offered()["make-report"]["allowed"]
    assert numbers("make-report") == ["1"]


def test_an_inspector_reads_every_register_and_changes_nothing(desk: Desk) -> None:
    xen = desk.registered("xen")
    desk.done("me", xen, "set-limit", kind="time", period="week", minutes=600)
    desk.done("xen", desk.supervisor, "exclude", kind="regulator", reason="an order")
    found = {
        name: desk.service.get(f"/api/player-registers/{name}", desk.inspector).json()["rows"]
        for name in ("cards", "exclusions", "limits", "notices", "stops")
    }
    own = {name: [row for row in rows if row["player"] == "xen"] for name, rows in found.items()}
    assert [row["status"] for row in own["cards"]] == ["withdrawn"]
    assert [row["kind"] for row in own["exclusions"]] == ["regulator"]
    assert ("time", 600) in [(row["kind"], row.get("most")) for row in own["limits"]]
    assert "casino-told" in [row["kind"] for row in own["notices"]]
    text = desk.service.get("/api/player-registers/exclusions/csv", desk.inspector).text
    assert text.startswith("since,player,")
    assert ",xen,1,regulator," in text
    assert desk.give("xen", desk.inspector, "take-break", minutes=5).status_code == 403


def test_a_register_is_read_page_by_page(desk: Desk) -> None:
    for name in ("page-a", "page-b", "page-c"):
        desk.registered(name)

    whole = desk.service.get("/api/player-registers/cards", desk.inspector).json()
    assert whole["next"] == ""
    rows, lines, after = [], [], ""
    while True:
        page = desk.service.get(f"/api/player-registers/cards?most=2&after={after}", desk.inspector).json()
        table = desk.service.get(f"/api/player-registers/cards/csv?most=2&after={after}", desk.inspector)
        rows += page["rows"]
        lines += table.text.splitlines()[1:]
        assert ("next" in table.links) == bool(page["next"])
        if not page["next"]:
            break
        assert table.links["next"]["url"] == f"/api/player-registers/cards/csv?after={page['next']}&most=2"
        after = page["next"]
    assert sorted(map(str, rows)) == sorted(map(str, whole["rows"]))
    assert len(lines) == len(rows)
    assert desk.service.get("/api/player-registers/cards?most=0", desk.inspector).status_code == 422


def test_what_tables_have_found_of_wagers_is_in_the_registers(desk: Desk) -> None:
    ola = desk.registered("ola")
    desk.done("me", ola, "set-limit", kind="loss", period="day", amount=100_000)
    boss = desk.service.person("boss", "administrator")
    table = desk.service.open("Found", betting_ms=600_000, decision_ms=600_000)
    desk.service.give(table, {"do": "sit", "box": 1}, ola)
    said = desk.service.give(table, {"do": "declare-chips", "declared": "brought", "amount": 5000}, ola)
    assert said.status_code == 200, said.text

    def laid() -> bool:
        desk.service.give(table, {"do": "decline-cut"}, ola)
        return desk.service.give(table, {"do": "place-wager", "box": 1, "amount": 1000}, ola).status_code == 200

    eventually(laid, "the table to take a wager")
    found = {"do": "invalidate-wager", "player": "ola", "why": "card-of-another", "reason": "seen by surveillance"}
    said = desk.service.give(table, found, boss)
    assert said.status_code == 200, said.text
    rows = {
        name: desk.service.get(f"/api/player-registers/{name}", desk.inspector).json()["rows"]
        for name in ("declarations", "invalid-wagers")
    }
    newest = desk.service.get("/api/player-registers/declarations?most=1", desk.inspector).json()
    assert len(newest["rows"]) == 1
    older = desk.service.get(f"/api/player-registers/declarations?after={newest['next']}", desk.inspector).json()
    assert len(rows["declarations"]) == 1 + len(older["rows"])
    assert ("ola", table, "brought", 5000) in [tuple(row[k] for k in KEYS) for row in rows["declarations"]]
    assert [(row["player"], row["table"], row["reason"]) for row in rows["invalid-wagers"]] == [
        ("ola", table, "seen by surveillance")
    ]


def test_the_chance_of_a_limit_is_told_before_it_is_set(desk: Desk) -> None:
    ann = desk.registered("ann")
    asked = {"book": SYDNEY, "game": "blackjack", "wager": 1000, "limits": [10_000, 50_000], "hours": 1}
    answer = desk.service.http.post("/api/players/limit-chances", json=asked, headers=bearer(ann))
    assert answer.status_code == 200, answer.text
    small, large = (one["chance"] for one in answer.json()["limits"])
    assert 0 < large < small < 1


def test_a_statement_is_ones_own_as_data_table_and_print(desk: Desk) -> None:
    ann, bob = desk.registered("ann"), desk.registered("bob")
    found = desk.service.get("/api/players/me/statement", ann).json()
    assert found["player"] == "ann"
    assert desk.service.get("/api/players/me/statement.csv", ann).text.startswith("currency,")
    assert "<html" in desk.service.get("/api/players/ann/statement.html", desk.inspector).text
    for file in ("statement", "statement.csv", "statement.html"):
        assert desk.service.get(f"/api/players/ann/{file}", bob).status_code == 403
        beyond = f"/api/players/me/{file}?until=253402300800000"  # the year 10000, which no calendar has
        assert desk.service.get(beyond, ann).status_code == 422
