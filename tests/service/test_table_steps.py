"""A table followed step by step: the steps make the table what it is, and tell it in words."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.running_service import Running, running
from support.step_watcher import StepWatcher
from support.waiting import eventually

from cutcard.table import OrderShuffle, PlaceWager, Sit

THINKING_MS = 60_000
DECIDE = ("decline", "stand", "hit")


def seen(service: Running, table: str, token: str | None) -> dict[str, Any]:
    shown: dict[str, Any] = service.get(f"/api/tables/{table}", token).json()["table"]
    return shown


def begun(service: Running, table: str, *names: str, **terms: Any) -> str:
    """A table with these players, where betting is open."""
    service.open(table, betting_ms=THINKING_MS, decision_ms=THINKING_MS, **terms)
    for box, name in enumerate(names, start=1):
        assert service.give(table, Sit(box), service.person(name)).status_code == 200
    waits_for(service, table, "wagers")
    return table


def waits_for(service: Running, table: str, *needs: str) -> dict[str, Any]:
    def found() -> dict[str, Any]:
        shown = seen(service, table, None)
        if shown["waiting"]["needs"] == "cut":
            service.give(table, {"do": "decline-cut"}, service.person(*shown["waiting"]["players"]))
        return shown if shown["waiting"]["needs"] in needs else {}

    return eventually(found, f"the table to wait for {needs}")


def stand_round(service: Running, table: str, watchers: dict[str, StepWatcher]) -> None:
    """Everybody wagers and stands, by the buttons of their desks."""
    number = seen(service, table, None)["round"]
    for box, name in enumerate(watchers, start=1):
        assert service.give(table, PlaceWager(box, 1000), service.person(name)).status_code == 200

    def over() -> bool:
        shown = seen(service, table, None)
        for watcher in watchers.values():
            for button_id, button in watcher.buttons().items():
                if button["enabled"] and button_id.partition("-")[0] in DECIDE and button_id != "decline-cut":
                    watcher.press(button_id)
                    break
        return bool(shown["round"] > number)

    eventually(over, "the end of the round")


def test_the_steps_make_the_table_what_it_is_for_everybody(service: Running) -> None:
    table = begun(service, "steps", "ann", "bea", side_bets={"perfect-pairs": True})
    boss = service.person("boss", "administrator")
    players = {name: StepWatcher(service, table, service.person(name)) for name in ("ann", "bea")}
    others = [StepWatcher(service, table, token) for token in (None, None, service.person("cal"), boss)]
    for _ in range(4):
        waits_for(service, table, "wagers")
        stand_round(service, table, players)
    for watcher in (*players.values(), *others):
        watcher.up_to_date()
        now = seen(service, table, watcher.token)
        assert {**watcher.table, "now": 0} == {**now, "now": 0}
    nobody, again, cal, _ = others
    assert nobody.texts[1:] == again.texts[1:]  # the same text, to the byte
    assert nobody.desk["watching"]["guest"]
    assert [one["id"] for one in cal.desk["free_boxes"] if one["enabled"]] == ["sit-3", "sit-4", "sit-5"]
    present = service.get(f"/api/tables/{table}/desk", players["ann"].token).json()
    assert [line["text"] for line in present["story"]] == [line["text"] for line in players["ann"].lines]
    assert present["desk"]["session"]["rounds"] == 4 == players["ann"].desk["session"]["rounds"]
    assert present["desk"]["session"]["net"] == players["ann"].desk["session"]["net"]


def test_one_card_is_one_step_and_so_is_one_settled_wager(service: Running) -> None:
    table = begun(service, "one-each", "dot", "eve")
    watchers = {name: StepWatcher(service, table, service.person(name)) for name in ("dot", "eve")}
    stand_round(service, table, watchers)
    dot = watchers["dot"]
    dot.up_to_date()
    cards = [step for step in dot.steps if step["cue"] and step["cue"]["kind"] == "card"]
    events = service.get(f"/api/tables/{table}/events", dot.token).json()["events"]
    dealt = [one for one in events if one["is"] == "RoundEvent" and one["event"]["is"] == "CardDealt"]
    assert [step["cue"]["card"] for step in cards] == [one["event"]["card"] for one in dealt]
    paid = [step for step in dot.steps if step["cue"] and step["cue"].get("from") in ("layout", "tray")]
    assert {(step["cue"]["player"], step["cue"]["bet"]) for step in paid} >= {("dot", "main"), ("eve", "main")}
    assert all(len([line for line in step["lines"] if line["payment"]]) == 1 for step in paid)
    (own,) = [step for step in dot.steps if step["cue"] and step["cue"]["kind"] == "result"]
    assert own["cue"]["net"] == sum(line["amount"] or 0 for line in dot.lines if line["mine"])
    assert any(step["new_round"] for step in dot.steps)
    assert [step["version"] for step in dot.steps] == sorted(step["version"] for step in dot.steps)


def decide(player: StepWatcher) -> None:
    """Decline, stand, and draw where a low total must, until the round is over."""

    def over() -> bool:
        allowed = [one for one, button in player.buttons().items() if button["enabled"]]
        wanted = [one for kind in DECIDE for one in allowed if one.partition("-")[0] == kind]
        if wanted:
            player.press(wanted[0])
        return player.desk["headline"] is not None

    eventually(over, "the end of the round")


def test_a_player_alone_goes_from_round_to_round_without_waiting(tmp_path_factory: pytest.TempPathFactory) -> None:
    """Lay chips, undo one, deal, and then repeat and deal: nothing waits for a clock."""
    where = str(tmp_path_factory.mktemp("alone") / "casino.db")
    with running(where, after_round_ms=600_000, after_wager_ms=600_000) as service:
        table = begun(service, "alone", "ann", several_boxes=True, side_bets={"perfect-pairs": True})
        ann = StepWatcher(service, table, service.person("ann"))
        ann.wait_for_button("sit-2")
        bets = ann.desk["bets"]
        assert [chip["why"] for chip in bets["chips"] if chip["value"] == 100] == [""]  # for the side bet
        assert next(spot["least"] for spot in bets["spots"] if spot["bet"] == "main") == 1000
        for amount, bet in ((1000, "main"), (500, "main"), (500, "perfect-pairs")):
            assert service.give(table, PlaceWager(1, amount, bet), ann.token).status_code == 200
        ann.wait_for_button("undo")
        for laid in ({"main": 1500}, {"main": 1000}):
            ann.up_to_date()
            assert ann.press("undo") == 200
            ann.up_to_date()
            (box,) = [box for box in ann.table["boxes"] if box["wagers"]]
            assert {wager["bet"]: wager["staked"] for wager in box["wagers"]} == laid
        assert ann.press("deal") == 200
        decide(ann)
        headline, number = ann.desk["headline"], ann.table["round"]
        (result,) = [step for step in ann.steps if (step["cue"] or {}).get("kind") == "result"]
        assert headline["text"] in result["say"]
        assert headline["kind"] == result["cue"]["outcome"]
        assert ann.press(ann.wait_for_button("repeat-deal")) == 200
        eventually(lambda: ann.table["round"] == number + 1 and ann.table["dealer"]["cards"], "the next deal")
        decide(ann)
        ann.close()


def test_the_cut_that_is_recorded_is_the_one_that_the_button_showed(service: Running) -> None:
    table = begun(service, "cut", "ivo")
    assert service.give(table, OrderShuffle("asked for"), service.person("boss", "administrator")).status_code == 200
    ivo = StepWatcher(service, table, service.person("ivo"))
    ivo.wait_for_button("cut")
    button = ivo.buttons()["cut"]
    shown, command = button["amount"], button["commands"][0]
    assert (command["at"], ivo.desk["cut"]) == (shown["value"], {one: shown[one] for one in ("least", "most", "value")})
    for wrong in (shown["least"] - 1, shown["most"] + 1):
        assert service.give(table, {**command, "at": wrong}, ivo.token).status_code == 409
    chosen = {**command, "at": shown["most"]}
    assert service.give(table, chosen, ivo.token).status_code == 200
    ivo.up_to_date()
    assert f"cut the cards at {shown['most']}" in ivo.heard
    ivo.close()


@clause("sydney-v15", "18.11")
def test_nobody_is_advised_at_a_table_of_real_money(service: Running) -> None:
    table = service.real("real")
    refused = service.get(f"/api/tables/{table}/advice", service.person("jan"))
    assert (refused.status_code, refused.json()["error"]["clause"]) == (403, "18.11")
    coach = service.get(f"/api/tables/{table}/desk", service.person("jan")).json()["desk"]["coach"]
    assert (coach["offered"], coach["clause"]) == (False, "18.11")
