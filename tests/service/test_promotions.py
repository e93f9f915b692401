"""Promotions over the API and on their pages: conditions, one's own part, the desk, and what is due."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from support.clauses import clause
from support.promotion_floor import PromotionFloor
from support.promotions import DRAW, Promotion
from support.running_service import Running, bearer, running

from cutcard.floor.floor import now_ms
from cutcard.promotions import (
    AmendConditions,
    ApproveAmendment,
    ClaimPrize,
    DrawPrizes,
    EnterPromotion,
    EntryRule,
    OfferAlternative,
    PayPrize,
    PostponePromotion,
    Prize,
    RefuseClaim,
    TakeAlternative,
)
from cutcard.promotions.conditions_file import example_text
from cutcard.service.caller import Caller
from cutcard.service.promotions import own_part
from cutcard.service.wire import command_fields
from cutcard.store import Store
from cutcard.table import Person

SYDNEY = "sydney-v15"
ANN = Person("ann", "player")


@pytest.fixture(scope="module")
def service(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    folder: Path = tmp_path_factory.mktemp("promotions")
    with running(str(folder / "casino.db")) as made:
        said = announce(made, "summer", example_text(SYDNEY), boss(made))
        assert said.status_code == 200, said.text
        yield made


def boss(service: Running) -> str:
    return service.person("bea", "gaming-manager", "sydney")


def announce(service: Running, name: str, text: str, token: str) -> Any:
    body = {"id": f"announce-{name}", "promotion": name, "text": text}
    return service.http.post("/api/promotions", json=body, headers=bearer(token))


@clause(SYDNEY, "20.6")
def test_anybody_reads_what_is_on_and_the_conditions_of_it(service: Running) -> None:
    (row,) = service.get("/api/promotions").json()["promotions"]
    assert (row["promotion"], row["phase"], row["title"]) == ("summer", "announced", "Blackjack Summer Draw")
    said = service.get("/api/promotions/summer/conditions").json()
    clauses = {line["clause"] for part in said["sections"] for line in part["lines"]}
    assert {f"20.7.{n}" for n in range(1, 11)} <= clauses
    printed = service.get("/api/promotions/summer/conditions.html")
    assert "attachment" in printed.headers["content-disposition"]
    assert service.get("/api/promotions/none").status_code == 404


def test_faults_in_conditions_are_said_at_once_and_nothing_is_announced(service: Running) -> None:
    text = re.sub(r"(?m)^claimed .*$", "", example_text(SYDNEY))
    said = announce(service, "winter", text, boss(service))
    assert said.status_code in (400, 409, 422)
    assert "claimed" in said.json()["error"]["message"]
    assert service.get("/api/promotions/winter").status_code == 404
    for wrong in ("title = ", "[" * 5000):
        assert announce(service, "odd", wrong, boss(service)).status_code in (400, 409, 422)


def test_only_staff_of_a_casino_that_has_promotions_announces_them(service: Running) -> None:
    ann, melbourne = service.person("ann", "player"), service.person("mel", "tg-area-manager", "melbourne")
    for token in (ann, melbourne):
        assert announce(service, "autumn", example_text(SYDNEY), token).status_code == 403
        assert service.get("/api/promotions/summer/desk", token).status_code == 403
    assert service.get("/api/promotion-duties", ann).status_code == 403


def test_a_player_acts_for_themselves_only_and_sees_their_own_part(service: Running) -> None:
    ann = service.person("ann", "player")
    shown = service.get("/api/promotions/summer", ann).json()
    assert shown["own"] == {"entries": 0, "entered": False, "wins": [], "complaints": []}
    assert service.get("/api/promotions/summer").json()["own"] is None
    body = {"id": "enter-bob", "command": command_fields(EnterPromotion("bob"))}
    said = service.http.post("/api/promotions/summer/commands", json=body, headers=bearer(ann))
    assert said.status_code in (403, 409)


@clause(SYDNEY, "20.12")
def test_what_is_due_to_the_regulator_is_on_the_desk_until_it_is_done(service: Running) -> None:
    token = boss(service)
    due = [one for one in service.get("/api/promotion-duties", token).json()["duties"] if one["promotion"] == "summer"]
    assert [(one["what"], one["clause"]) for one in due] == [("submit-conditions", "20.12")]
    desk = service.get("/api/promotions/summer/desk", token).json()
    assert [need["text"][:3] for need in desk["needs"]] == ["By "]
    form = {"id": "form-1", "do": "submit-conditions", "entries": {"received_by": "M. Reed", "reference": "N-17"}}
    said = service.http.post("/api/promotions/summer/form", json={**form, "confirmed": True}, headers=bearer(token))
    assert said.status_code == 200, said.text
    assert service.get("/api/promotion-duties", token).json()["duties"] == []
    log = service.get("/api/promotions/summer/log", token).json()["events"]
    assert any("M. Reed" in one["text"] or "N-17" in one["text"] for one in log)
    assert all(one["by"] for one in log)
    for after in range(log[-1]["version"]):  # also in the middle of what one command did
        page = service.get(f"/api/promotions/summer/log?after={after}&most=2", token).json()["events"]
        assert page == [one for one in log if one["version"] > after][:2]


@clause("sydney-earlier", "21.3")
def test_money_that_the_conditions_state_instead_of_a_prize_is_shown_to_its_winner(tmp_path: Path) -> None:
    store = Store.open(tmp_path / "casino.db")
    hamper = Prize("Hamper", "goods", 20_000, ("handed-over",), "food and wine", alternative=15_000)
    drawn = Promotion("sydney-earlier", prizes=(hamper,)).drawn(ann=1)
    own = own_part(store, drawn.state, Caller("ann", "player"))
    assert own is not None
    assert [(one.offered, one.taken, one.chosen_from) for one in own.wins] == [(15_000, 0, [])]
    drawn.do(TakeAlternative(1), "player")


def test_who_drew_a_prize_of_money_or_offered_it_does_not_also_pay_it(service: Running) -> None:
    """One manager alone would be enough to give money away: with the draw, an offer of any amount, and the payment."""
    for name in ("mia", "kim"):
        service.person(name, "gaming-manager", "sydney")
    accounts = service.casino.accounts
    accounts.create("mias-own", "gaming-manager", "a long enough secret", "sydney", at_ms=now_ms(), by="mia")
    promotion = Promotion().closed(ann=1).wait(DRAW).do(DrawPrizes())
    paying = PayPrize(1, {"transfer": 50_000})

    def said(payer: str, made: Promotion, command: PayPrize = paying) -> str:
        caller, live = Caller(payer, "gaming-manager", "sydney"), SimpleNamespace(state=made.state)
        refusal = asyncio.run(service.casino.second_person_refused(cast(Any, live), command, caller, "pay"))
        return "" if refusal is None else refusal.code

    assert [said(payer, promotion) for payer in ("mia", "mias-own", "kim")] == [*["prize-paid-by-another"] * 2, ""]
    assert said("mia", Promotion(awarded="at-once").running().played(ann=1)) == ""  # nobody drew it
    assert said("mia", promotion, PayPrize(1, {"handed-over": 50_000})) == ""


def test_nobody_offers_money_between_the_question_who_may_pay_it_and_the_payment(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What decides who is another person is looked at again when the payment is decided."""
    where = str(tmp_path / "casino.db")
    store = Store.open(where)
    hamper = Prize("Hamper", "goods", 20_000, ("handed-over",), "food and wine")
    house = PromotionFloor(store, entry_rules=(EntryRule("form"),), prizes=(hamper,)).started()
    house.do(EnterPromotion("ann"), ANN).drawn().do(OfferAlternative(1, 18_000)).do(TakeAlternative(1), ANN)
    store.close()
    with running(where) as service:
        kim = service.person("kim", "gaming-manager", "sydney")
        service.person("mia", "gaming-manager", "sydney")
        independent = service.casino.accounts.independent

        def give(id_: str, command: Any) -> Any:
            body = {"id": id_, "command": command_fields(command)}
            return service.http.post("/api/promotions/spring/commands", json=body, headers=bearer(kim))

        def asked(one: str, other: str) -> bool:
            monkeypatch.setattr(service.casino.accounts, "independent", independent)
            assert give("offer", OfferAlternative(1, 19_000)).status_code == 200
            return independent(one, other)

        monkeypatch.setattr(service.casino.accounts, "independent", asked)
        said = give("pay", PayPrize(1, {"transfer": 18_000}))
        assert (said.status_code, said.json()["error"]["code"]) == (409, "prize-changed-meanwhile")
        again = give("pay-2", PayPrize(1, {"transfer": 18_000}))
        assert again.json()["error"]["code"] == "prize-paid-by-another"


@clause(SYDNEY, "20.9")
def test_who_drew_a_prize_or_claimed_it_for_its_winner_does_not_also_refuse_it(service: Running) -> None:
    """What is refused is drawn again: one person alone could go on drawing until somebody they know has won."""
    for name in ("mia", "kim", "lou"):
        service.person(name, "gaming-manager", "sydney")
    drawn = Promotion().closed(ann=1).wait(DRAW).do(DrawPrizes())  # by mia
    refusing = RefuseClaim(1, "no card was shown", "mail")

    def said(by: str, made: Promotion) -> str:
        caller, live = Caller(by, "gaming-manager", "sydney"), SimpleNamespace(state=made.state)
        refusal = asyncio.run(service.casino.second_person_refused(cast(Any, live), refusing, caller, "refuse"))
        return "" if refusal is None else refusal.code

    by_herself = drawn.do(ClaimPrize("ann", 1), "player").state
    assert [said(by, drawn) for by in ("mia", "kim", "lou")] == ["prize-refused-by-another", "", ""]
    (claim,) = by_herself.claims.values()
    assert (claim.player, claim.made_by) == ("ann", "ann")
    for_her = SimpleNamespace(state=by_herself._replace(claims={1: claim._replace(made_by="kim")}))
    assert [said(by, cast(Any, for_her)) for by in ("mia", "kim", "lou")] == [*["prize-refused-by-another"] * 2, ""]
    nothing_won = SimpleNamespace(state=by_herself._replace(claims={1: claim._replace(win=0, made_by="kim")}))
    assert said("kim", cast(Any, nothing_won)) == ""  # nothing is drawn again because of it


@clause("sydney-earlier", "21.9.1")
def test_the_inspector_approves_an_amendment_over_the_service_and_changes_nothing_else(tmp_path: Path) -> None:
    """Approving for the Authority is the one thing that a document leaves to an inspector alone."""
    where = str(tmp_path / "casino.db")
    store = Store.open(where)
    house = PromotionFloor(store, "sydney-earlier", awarded="at-once").started()
    house.do(AmendConditions(house.state.conditions._replace(claimed="At the cage.")))
    store.close()
    with running(where) as service:
        ivo, bea = service.person("ivo", "inspector"), boss(service)

        def give(token: str, command: Any) -> Any:
            body = {"id": f"{token[-6:]}-{type(command).__name__}", "command": command_fields(command)}
            return service.http.post("/api/promotions/spring/commands", json=body, headers=bearer(token))

        shown = service.get("/api/promotions/spring/desk", ivo).json()
        assert [one["do"] for one in shown["commands"] if one["allowed"]] == ["approve-amendment"]
        assert "but what the document leaves to inspectors" in shown["barred"]
        assert give(bea, ApproveAmendment("the Authority")).status_code == 403
        assert give(ivo, PostponePromotion("doubt", told=(("inspector", "Ivo"),))).status_code == 403
        form = {"id": "form-1", "do": "postpone-promotion", "entries": {"reason": "doubt"}}
        assert service.http.post("/api/promotions/spring/form", json=form, headers=bearer(ivo)).status_code == 403
        form = {"id": "form-2", "do": "approve-amendment", "entries": {"approved_by": "the Authority"}}
        done = service.http.post("/api/promotions/spring/form", json=form, headers=bearer(ivo))
        assert (done.status_code, done.json().get("done")) == (200, True), done.text
        assert service.casino.floor.streams["promotion:spring"].state.conditions.claimed == "At the cage."
    with running(where) as service:
        assert give_again(service).status_code == 409, "nothing waits any more"


def give_again(service: Running) -> Any:
    body = {"id": "again", "command": command_fields(ApproveAmendment("the Authority"))}
    token = service.person("ivo", "inspector")
    return service.http.post("/api/promotions/spring/commands", json=body, headers=bearer(token))
