"""Nobody of the staff acts for the house on their own play or money: somebody else does."""

from __future__ import annotations

from typing import Any

import httpx
import pytest
from support.carded import carded
from support.promotions import DRAW, Promotion
from support.running_service import Running, bearer

from cutcard.floor import BlockingFloor
from cutcard.floor.floor import now_ms
from cutcard.promotions import DrawPrizes, PayPrize
from cutcard.service.caller import Caller
from cutcard.service.own_business import own_business_refused
from cutcard.table import Approve, Arrive, CashChips, DealCards, Leave, SellChips
from cutcard.table.state import Approval
from cutcard.tournaments import AcceptEntry, ApplyToEnter, ApproveRequest, TournamentState
from cutcard.tournaments.tournament_state import Entrant

OWN = "own-business"


@pytest.fixture(scope="module")
def table(service: Running) -> str:
    """Dan and Max, who work here, each have a card and an account of the staff."""
    name = service.real("Own", source="real", by_itself=False)
    service.person("dan", "dealer", "sydney")
    for manager in ("max", "eva"):
        service.person(manager, "gaming-manager", "sydney")
    carded(BlockingFloor(service.store), "dan", "max", at_ms=now_ms())
    return name


def code(answer: httpx.Response) -> str:
    return str(answer.json()["error"]["code"]) if answer.status_code != 200 else ""


def test_staff_do_not_work_at_a_table_of_real_money_at_which_they_play(service: Running, table: str) -> None:
    dan, eva = service.person("dan"), service.person("eva")
    assert code(service.give(table, Arrive("dan"), dan)) == OWN
    assert code(service.give(table, Arrive("DAN"), dan)) == OWN
    assert code(service.give(table, SellChips("dan", 10_000), dan)) == OWN
    assert code(service.give(table, Arrive("ann"), dan)) == ""
    assert code(service.give(table, Arrive("dan"), eva, "dan-comes")) == ""
    for command in (DealCards(()), SellChips("ann", 1000), CashChips("ann", 1000), Arrive("bob"), Leave("dan")):
        assert code(service.give(table, command, dan)) == OWN, command
    assert code(service.give(table, Leave("dan"), eva)) == ""
    assert code(service.give(table, SellChips("ann", 1000), dan)) == ""
    refused = service.give(table, Arrive("dan"), dan).json()["error"]["message"]
    assert refused == "you do not act for the house on your own play or money: somebody else does"


def test_what_was_done_before_is_answered_again(service: Running, table: str) -> None:
    dan, eva = service.person("dan"), service.person("eva")
    assert code(service.give(table, SellChips("ann", 2000), dan, "sold-once")) == ""
    assert code(service.give(table, Arrive("dan"), eva)) == ""
    assert service.give(table, SellChips("ann", 2000), dan, "sold-once").json()["repeated"] is True
    assert code(service.give(table, Leave("dan"), eva)) == ""


def test_nobody_approves_what_pays_themselves(service: Running) -> None:
    """Max's large cash-out, which Eva asked for, is approved by somebody else."""
    table = service.real("Own-paid", source="real", by_itself=False)
    asked = service.live(table).state.approvals_asked + 1
    state = service.live(table).state._replace(approvals={asked: _asked_for(CashChips("max", 10**7), "eva")})
    for name, refused in (("max", True), ("MAX", True), ("eva", False), ("boss", False)):
        found = own_business_refused(state, table, Approve(asked), Caller(name, "gaming-manager", "sydney"), True)
        assert (found is not None) is refused, name


def _asked_for(command: CashChips, by: str) -> Approval:
    return Approval("cash-chips", command._asdict(), by, "gaming-manager", "", 0)


def test_staff_do_nothing_at_the_desk_about_themselves_but_what_players_do(service: Running, table: str) -> None:
    def give(by: str, do: str, **fields: object) -> str:
        body = {"id": f"{by}-{do}-{len(fields)}", "command": {"do": do, **fields}}
        return code(service.http.post("/api/players/max/commands", json=body, headers=bearer(service.person(by))))

    cage: dict[str, Any] = {"amount": 10_000, "currency": "aud"}
    assert give("max", "buy-chips-at-cage", **cage, paid_by="cash") == OWN
    assert give("eva", "buy-chips-at-cage", **cage, paid_by="cash") == ""
    assert give("max", "cash-chips-at-cage", **cage, paid_in="cash") == OWN
    assert give("max", "set-limit", kind="loss", period="day", amount=5000) == ""
    assert give("max", "exclude", kind="voluntary") == ""
    assert give("max", "lift-exclusion", number=1, reason="enough") == OWN
    assert give("eva", "lift-exclusion", number=1, reason="enough") == ""
    assert give("max", "issue-card", limits_declined=True) == OWN
    shown = dict.fromkeys(("full_name", "address", "contact", "document_number", "issued_by"), "x y")
    body = {"document": "passport", "birth_date": "1980-01-01", **shown}
    said = service.http.post("/api/players/max/identity", json=body, headers=bearer(service.person("max")))
    assert code(said) == OWN


def test_play_money_and_a_house_without_two_people_are_left_alone(service: Running, table: str) -> None:
    play = service.open("Own-play", source="real", runs_itself=False, by_itself=False)
    assert code(service.give(play, Arrive("dan"), service.person("dan"))) == ""
    state, caller = service.live(table).state, Caller("dan", "dealer", "sydney")
    assert own_business_refused(state, table, Arrive("dan"), caller, two_people=False) is None
    assert own_business_refused(state, table, Arrive("dan"), Caller("dan", "player"), two_people=True) is None


def test_nobody_pays_a_prize_to_themselves() -> None:
    promotion = Promotion().closed(ann=1).wait(DRAW).do(DrawPrizes())
    paying = PayPrize(1, {"transfer": 50_000})
    for name, refused in (("ann", True), ("kim", False)):
        found = own_business_refused(promotion.state, "summer", paying, Caller(name, "gaming-manager", "sydney"), True)
        assert (found is not None) is refused, name


def test_nobody_decides_on_their_own_entry_to_a_tournament() -> None:
    """Staff apply like anybody: what the terms say of employees holds for them."""
    entrants = {1: Entrant(1, "kim", "applied", 0), 2: Entrant(2, "ann", "applied", 0, applicant="kim")}
    asked = {3: Approval("disqualify", {"entrant": 1}, "eva", "gaming-manager", "", 0)}
    state, kim = TournamentState(two_people=True, entrants=entrants, approvals=asked), Caller("Kim", "dealer", "sydney")
    for command, refused in (
        (AcceptEntry(1), True),
        (AcceptEntry(2), True),
        (AcceptEntry(9), False),
        (ApproveRequest(3), True),
        (ApplyToEnter("kim"), False),
    ):
        assert (own_business_refused(state, "spring", command, kim, True) is not None) is refused, command
    assert own_business_refused(state._replace(two_people=False), "spring", AcceptEntry(1), kim, True) is None
