"""Finished rounds step by step over the API, with what else could have been done, and as links to share."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause
from support.dealt_table import DealtTable
from support.running_service import Running, bearer

from cutcard.narration.formatting import gain
from cutcard.odds import OpenBox, choice_values
from cutcard.odds.side_bets import side_bet
from cutcard.records import settle
from cutcard.rulebooks import rules
from cutcard.service import replays, shared_rounds
from cutcard.service.past_decisions import decisions_of
from cutcard.service.shared_rounds import Shared
from cutcard.store.keys import Key, KeyRing

EXAMPLES: list[dict[str, Any]] = json.loads((Path(__file__).parents[1] / "data" / "rounds.json").read_text())
SETTLED = [example for example in EXAMPLES if example["net"] is not None]
WAGERS = [(1, "ann", "main", 2000), (1, "ann", "perfect-pairs", 500), (2, "bob", "main", 4000)]


def applied(table: dict[str, Any], change: dict[str, Any]) -> dict[str, Any]:
    """The table after a step, as a client works it out."""
    boxes = [change.get("boxes", {}).get(str(box["number"]), box) for box in table["boxes"]]
    return {**table, **change, "boxes": boxes}


def cards_on(table: dict[str, Any]) -> list[str]:
    hands = [hand for box in table["boxes"] for hand in box["hands"]]
    return [card for hand in (table["dealer"], *hands) for card in hand["cards"]]


# ---------------------------------------------------------------------------------------------------- by themselves


@pytest.mark.parametrize("example", SETTLED, ids=lambda example: example["why"])
def test_the_steps_of_a_round_deal_its_cards_in_order_and_pay_every_wager(example: dict[str, Any]) -> None:
    record = example["record"]
    told = replays.replay_json(replays.of_record(record))
    table, dealt = told["table"], []
    for step in told["steps"]:
        before = cards_on(table)
        table = applied(table, step["change"])
        if step["cue"] is not None and step["cue"]["kind"] == "card":
            dealt.append(step["cue"]["card"])
            assert sorted(cards_on(table)) == sorted([*before, step["cue"]["card"]])  # a card that lies there stays
        assert step["say"]
    unused = settle(record)["unused"].split()
    assert dealt == record["cards"].split()[: len(record["cards"].split()) - len(unused)]
    assert all(wager["returned"] is not None for box in table["boxes"] for wager in box["wagers"])
    nets = {each["who"].lower(): each["gain"] for each in told["nets"]}
    for player, sum_ in example["net"].items():
        assert nets[player.lower()] == gain(round(float(sum_) * 100))
    assert all(each["clause"] for each in told["settlement"])


def test_the_card_after_a_split_is_that_hands_and_not_part_of_the_pair() -> None:
    record = {"rulebook": "sydney-v15", "game": "blackjack", "decks": 8, "side_bets": {"perfect-pairs": True}}
    record |= {"wagers": [{"box": 1, "player": "ann", "bet": bet, "amount": "10"} for bet in ("main", "perfect-pairs")]}
    record |= {"cards": "8s 7h 8d Tc 9d Tc", "actions": [{"do": "split"}, {"do": "stand"}, {"do": "stand"}]}
    told = replays.replay_json(replays.of_record(record, "ann"))
    pair = next(each for each in told["settlement"] if each["wager"].startswith("Perfect Pairs"))
    assert pair["cards"] == "8♠ 8♦"
    assert [each["cards"] for each in told["settlement"] if each is not pair] == ["8♠ 10♣", "8♦ 9♦"]
    assert [step["say"] for step in told["steps"] if "hand" in step["say"] and step["cue"]["kind"] == "card"] == [
        "10♣ to box 1, hand 1: 18.",
        "9♦ to box 1, hand 2: 17.",
    ]


def test_a_round_that_was_declared_void_says_so_and_why_each_wager_came_back() -> None:
    record = {"rulebook": "sydney-v15", "game": "blackjack", "decks": 8, "cards": "Ts 9h 9d"}
    record |= {"wagers": [{"box": 1, "player": "ann", "bet": "main", "amount": "10"}]}
    record |= {"actions": [{"do": "void-round", "clause": "18.9.1", "settled_by": "18.10", "cards": 3}]}
    told = replays.replay_json(replays.of_record(record))
    *_, declared, paid, over = told["steps"]
    assert declared["say"] == "Dealer: the round is declared void."
    assert declared["lines"][0]["clause"] == "18.9.1"
    assert paid["say"] == "Ann: wager $10: declared void, ±$0."
    assert paid["lines"][0]["clause"] == "18.10"
    assert (over["say"], told["void"]) == ("The round is over.", "18.9.1")


def test_a_record_that_was_tampered_with_does_not_hold() -> None:
    record = settle(SETTLED[0]["record"])
    assert replays.verdict(record)[0]
    player = next(iter(record["net"]))
    holds, says = replays.verdict(record | {"net": record["net"] | {player: "1000000"}})
    assert (holds, "net" in says) == (False, True)


@pytest.mark.parametrize("example", SETTLED, ids=lambda example: example["why"])
def test_every_choice_that_a_record_has_is_found_as_a_decision(example: dict[str, Any]) -> None:
    round_ = replays.of_record(example["record"])
    players = {wager["player"] for wager in example["record"]["wagers"]}
    found = [each for who in players for each in decisions_of(round_.first, round_.events, who)]
    made = [each["do"] for each in example["record"].get("actions", ()) if each["do"] in ("hit", "stand", "double")]
    assert sorted(each.act for each in found if each.act in ("hit", "stand", "double")) == sorted(made)
    assert all(each.act in each.allowed for each in found)


def test_others_are_called_by_their_boxes_and_no_other_word_is_changed() -> None:
    record = {"rulebook": "sydney-v15", "game": "blackjack", "decks": 8, "cards": "Ts 9h 8d 9d 8h Tc"}
    record |= {"seats": {"1": "ann", "2": "main"}, "limits": {"personal": {"main": {"minimum": "5"}}}}
    wagers = [(1, "ann"), (1, "win"), (2, "main")]  # names that are words of a round
    record |= {"wagers": [{"box": box, "player": who, "bet": "main", "amount": "10"} for box, who in wagers]}
    record |= {"actions": [{"do": "stand"}, {"do": "stand"}]}
    whole = replays.of_record(record, "ann")
    shown = shared_rounds.without_names(whole, "ann")
    text = json.dumps(replays.replay_json(shown))
    named = json.dumps(replays.replay_json(whole))
    assert text.count('"bet": "main"') == named.count('"bet": "main"')
    assert '"player": "main"' in named
    assert '"player": "main"' not in text
    players = {wager["player"] for box in json.loads(text)["table"]["boxes"] for wager in box["wagers"]}
    assert players == {"ann", "Box 1", "Box 2"}


def test_a_link_is_made_by_the_ring_alone_and_for_one_round() -> None:
    ring, other = KeyRing((Key.new(0),)), KeyRing((Key.new(0),))
    shared = Shared("a table by its name", 7, "ann")
    key = shared_rounds.key_for(ring, shared)
    assert shared_rounds.opened(ring, key) == shared
    assert shared_rounds.key_for(ring, shared) != key
    assert "name" not in key
    wrong = [key[:-1], key[:-4], key + "AAAA", key[:17] + key[18:], f"{'0' * 16}{key[16:]}", key[:17], "x"]
    wrong += [key[:at] + ("A" if key[at] != "A" else "B") + key[at + 1 :] for at in range(17, len(key) - 1, 7)]
    for each in wrong:
        with pytest.raises(shared_rounds.NoSuchShare):
            shared_rounds.opened(ring, each)
    with pytest.raises(shared_rounds.NoSuchShare):
        shared_rounds.opened(other, key)


# ------------------------------------------------------------------------------------------------------ over the API


@pytest.fixture(scope="module")
def played(service: Running) -> str:
    """A table where ann splits eights, bob stands on sixteen and insures, and a round of ann alone."""
    table = DealtTable(service, "Replay", "ann", "bob", side_bets={"perfect-pairs": True})
    table.round(
        WAGERS,
        "8s Th Ah 8d 6h",
        "insure 2 bob 2000",
        "close-offers",
        "split 1 ann",
        "Tc",
        "stand 1 ann",
        "9d",
        "stand 1 ann",
        "stand 2 bob",
        "9c",
    )
    table.round([(1, "ann", "main", 1000)], "Ts Kd 6s", "hit 1 ann", "Qc")
    return table.name


def test_a_round_is_told_to_whom_it_concerns(service: Running, played: str) -> None:
    path = f"/api/tables/{played}/rounds/1/replay"
    own = service.get(path, service.person("ann")).json()
    assert (own["mine"], own["players"]) == ("ann", ["ann", "bob"])
    lines = [line for step in own["steps"] for line in step["lines"]]
    assert {(line["who"], line["text"]) for line in lines} >= {("Box 1", "you split for $20"), ("Bob", "stands on 16")}
    assert [each["gain"] for each in own["nets"]] == ["−$15", "−$60", "+$75"]
    assert own["verdict"]["holds"]
    inspected = service.get(path, service.person("ivy", "inspector")).json()
    assert inspected["mine"] is None
    told = {line["text"] for step in inspected["steps"] for line in step["lines"]}
    assert "splits for $20" in told
    for who in ("cal", ("max", "dealer", "melbourne")):
        token = service.person(who) if isinstance(who, str) else service.person(*who)
        for each in (path, path.replace("replay", "decisions"), path.replace("/replay", "")):
            assert service.get(each, token).status_code == 404, (who, each)
    assert service.get(path).status_code == 401
    assert service.get(path.replace("/1/", "/99/"), service.person("ann")).status_code == 404


def test_every_alternative_has_the_value_that_the_library_gives(service: Running, played: str) -> None:
    found = service.get(f"/api/tables/{played}/rounds/1/decisions", service.person("ann")).json()["decisions"]
    assert [each["act"] for each in found] == ["decline", "split", "stand", "stand"]
    game = rules("sydney-v15", "blackjack")
    boxes = {
        1: OpenBox(up="Ah", hand=("8s", "8d"), others=("Th", "6h")),
        2: OpenBox(up="Ah", hand=("8s", "Tc"), waiting=("8d",), others=("Th", "6h"), hands=2),
    }
    for at, box in boxes.items():
        exact = choice_values(game, 8, box).values
        values = {choice["act"]: choice["value"] for choice in found[at]["choices"]}
        assert values == pytest.approx({act: exact[act] for act in values})
        assert found[at]["cost"] == pytest.approx(max(values.values()) - values[found[at]["act"]])
    assert [choice["act"] for choice in found[1]["choices"]] == ["hit", "split", "stand"]
    assert "hit was better" in found[1]["verdict"]
    insurance = {choice["act"]: choice["value"] for choice in found[0]["choices"]}
    tens, left = 8 * 16 - 1, 8 * 52 - 5  # box 2 has one of them
    assert insurance == pytest.approx({"decline": 0.0, "insure": (3 * tens / left - 1) / 2})
    bobs = service.get(f"/api/tables/{played}/rounds/1/decisions", service.person("bob")).json()["decisions"]
    assert [(each["act"], each["title"]) for each in bobs] == [
        ("insure", "Box 2: 16 against A♥"),
        ("stand", "Box 2: 16 against A♥"),
    ]
    assert bobs[0]["cost_cents"] == round(-insurance["insure"] * 4000)
    both = service.get(f"/api/tables/{played}/rounds/1/decisions", service.person("ivy", "inspector")).json()
    assert [each["player"] for each in both["decisions"]] == ["Bob", "Ann", "Ann", "Ann", "Ann", "Bob"]
    other = f"/api/tables/{played}/rounds/1/decisions?player=bob"
    assert service.get(other, service.person("ann")).status_code == 403


@clause("sydney-v15", "18.11")
def test_who_sits_at_a_table_for_real_money_is_not_told_how_they_should_have_played(service: Running) -> None:
    table = DealtTable(service, "Real", "dot", play_money=False)
    number = table.round([(1, "dot", "main", 1000)], "Ts Kd 6s", "stand 1 dot", "8c")
    path = f"/api/tables/Real/rounds/{number}/decisions"
    refused = service.get(path, service.person("dot"))
    assert (refused.status_code, refused.json()["error"]["clause"]) == (409, "18.11")
    page = service.get("/api/me/play/decisions", service.person("dot")).json()
    assert [(each["decisions"], bool(each["refused"])) for each in page["rounds"]] == [([], True)]
    assert service.get(path, service.person("ivy", "inspector")).status_code == 200
    said = service.http.post(f"/api/tables/Real/rounds/{number}/share", headers=bearer(service.person("dot")))
    shared = f"/api/shared/{said.json()['key']}"
    assert service.get(shared).status_code == 200
    refused = service.get(f"{shared}/decisions")  # nobody knows who opens a link
    assert (refused.status_code, refused.json()["error"]["clause"]) == (409, "18.11")
    table.do("leave", player="dot")
    assert service.get(f"{shared}/decisions").status_code == 200
    (decision,) = service.get(path, service.person("dot")).json()["decisions"]
    assert (decision["act"], decision["best"]) == ("stand", "hit")


def test_a_shared_link_shows_the_round_to_anybody_without_others_names(service: Running, played: str) -> None:
    path = f"/api/tables/{played}/rounds/1/share"
    made = service.http.post(path, headers={"Authorization": f"Bearer {service.person('ann')}"})
    key = made.json()["key"]
    assert made.json()["path"] == f"/shared/{key}"
    shown = service.get(f"/api/shared/{key}")
    assert shown.status_code == 200
    told = shown.json()
    assert (told["mine"], told["players"]) == ("ann", ["ann", "Box 2"])
    assert "bob" not in shown.text.lower()
    lines = {(line["who"], line["text"]) for step in told["steps"] for line in step["lines"]}
    assert ("Box 2", "stands on 16") in lines
    assert ("Ann", "splits for $20") in lines  # the reader is somebody else
    weighed = service.get(f"/api/shared/{key}/decisions")
    own = service.get(f"/api/tables/{played}/rounds/1/decisions", service.person("ann"))
    assert weighed.json() == own.json()
    assert "bob" not in weighed.text.lower()
    assert service.get(f"/api/shared/{key}?table={played}&number=2").json() == told  # it cannot be widened
    for wrong in (key[:-1], f"{key}A", "0" * 16 + key[16:]):
        assert service.get(f"/api/shared/{wrong}").status_code == 404, wrong
    assert service.get("/api/shared/nonsense").status_code == 422
    for token, status in ((None, 401), (service.person("cal"), 404), (service.person("ivy", "inspector"), 403)):
        headers = {"Authorization": f"Bearer {token}"} if token else {}
        assert service.http.post(path, headers=headers).status_code == status


def test_a_record_is_replayed_for_anybody_or_refused_in_a_sentence(service: Running, played: str) -> None:
    record = service.get(f"/api/tables/{played}/rounds/1", service.person("ann")).json()
    told = service.http.post("/api/replay", json={"record": record, "player": "bob"}).json()
    assert (told["mine"], told["table_name"], told["round"], told["verdict"]["holds"]) == ("bob", played, 1, True)
    weighed = service.http.post("/api/replay/decisions", json={"record": record, "player": "bob"}).json()
    own = service.get(f"/api/tables/{played}/rounds/1/decisions", service.person("bob")).json()
    assert [{**each, "version": 0} for each in weighed["decisions"]] == [
        {**each, "version": 0} for each in own["decisions"]
    ]
    wrong: list[tuple[Any, int, str]] = [
        ({"rulebook": "nowhere"}, 400, "'nowhere'"),
        ({**record, "cards": "8s"}, 400, "run out"),
        ({**record, "wagers": record["wagers"] * 100}, 422, "200 wagers"),
        ([], 422, ""),
    ]
    for given, status, says in wrong:
        answer = service.http.post("/api/replay", json={"record": given})
        assert (answer.status_code, says in answer.json()["error"]["message"]) == (status, True), answer.text
    odd = '{"record": {"rulebook": "\\ud800"}}'
    answer = service.http.post("/api/replay", content=odd, headers={"Content-Type": "application/json"})
    assert answer.status_code == 422
    twice = '{"record": {"rulebook": "sydney-v15", "cards": "Ts", "cards": "6d"}}'
    answer = service.http.post("/api/replay", content=twice, headers={"Content-Type": "application/json"})
    assert answer.status_code == 400
    assert "the key 'cards' twice" in answer.json()["error"]["message"]


def test_the_rounds_of_a_table_come_page_by_page_with_their_results(service: Running) -> None:
    table = DealtTable(service, "Pages", "eve", "fay")
    for number in range(5):
        box, who = (1, "eve") if number % 2 == 0 else (2, "fay")
        table.round([(box, who, "main", 1000)], "Ts Kd 9s", f"stand {box} {who}", "8c")
    token = service.person("ivy", "inspector")

    def pages(query: str, token: str) -> list[list[int]]:
        found, before = [], ""
        while True:
            page = service.get(f"/api/history?most=2&{query}{before}", token).json()
            found.append([each["round"] for each in page["rounds"]])
            if page["before"] is None:
                return found
            before = f"&before={page['before']}"

    assert pages("table=Pages", token) == [[5, 4], [3, 2], [1]]
    assert pages("table=Pages&player=fay", token) == [[4, 2]]
    assert pages("", service.person("eve")) == [[5, 3], [1]]
    (row, *_) = service.get("/api/history?table=Pages", token).json()["rounds"]
    assert (row["title"], row["players"], row["staked"], row["gain"]) == ("Blackjack", ["Eve"], 1000, "−$10")
    assert service.get("/api/history", service.person("eve")).json()["rounds"][0]["gain"] == "+$10"
    assert service.get("/api/history?player=fay", service.person("eve")).status_code == 403
    assert service.get("/api/history?before=nonsense", token).status_code == 422
    assert service.get("/api/history").status_code == 401
    assert pages("table=Pages", service.person("max", "dealer", "melbourne")) == [[]]
    last_day = service.get("/api/history", token).json()
    assert last_day["last_day"]
    ended = last_day["rounds"][0]["opened_ms"]
    assert service.get(f"/api/history?table=Pages&until={ended - 10**9}", token).json()["rounds"] == []


def test_own_play_adds_up_and_side_bets_have_their_exact_price(service: Running, played: str) -> None:
    own = service.get("/api/me/play", service.person("ann")).json()
    (session,) = own["sessions"]
    assert [(each["table"], each["round"], each["net"], each["total"]) for each in session["rounds"]] == [
        (played, 1, -1500, -1500),
        (played, 2, -1000, -2500),
    ]
    assert (session["net"], session["gain"], own["rounds"], own["before"]) == (-2500, "−$25", 2, None)
    (side,) = own["side_bets"]
    edge = side_bet(rules("sydney-v15", "blackjack"), 8, "perfect-pairs").house_edge
    assert (side["title"], side["placed"], side["staked"], side["returned"]) == ("Perfect Pairs", 1, 500, 3000)
    assert side["edge"] == pytest.approx(edge)
    assert side["expected"] == round(-edge * 500)
    (insured,) = service.get("/api/me/play", service.person("bob")).json()["side_bets"]
    assert (insured["title"], insured["staked"], insured["net"]) == ("Insurance", 2000, -2000)
    first = service.get("/api/me/play?most=1", service.person("ann")).json()
    assert [each["round"] for each in first["sessions"][0]["rounds"]] == [2]
    rest = service.get(f"/api/me/play?before={first['before']}", service.person("ann")).json()
    assert [each["round"] for each in rest["sessions"][0]["rounds"]] == [1]
    weighed = service.get("/api/me/play/decisions", service.person("ann")).json()["rounds"]
    assert [(each["round"], len(each["decisions"])) for each in weighed] == [(2, 1), (1, 4)]
    assert service.get("/api/me/play", service.person("ivy", "inspector")).status_code == 403
    assert service.get("/api/me/play").status_code == 401


def test_an_audit_is_run_by_inspectors_and_tells_how_far_it_is(service: Running, played: str) -> None:
    def run(token: str) -> Any:
        return service.http.post("/api/audit", headers={"Authorization": f"Bearer {token}"})

    lines = [json.loads(line) for line in run(service.person("ivy", "inspector")).text.splitlines()]
    assert lines[-1]["verdict"]["holds"]
    assert all(set(line) == {"done", "of"} for line in lines[:-1])
    assert service.get("/api/audit", service.person("boss", "administrator")).json()["last"]["holds"]
    seen = service.get("/api/audit", service.person("max", "dealer", "melbourne")).json()
    assert (seen["last"], seen["fault"]) == (None, False)
    for who in ("ann", ("max", "dealer", "melbourne")):
        token = service.person(who) if isinstance(who, str) else service.person(*who)
        assert run(token).status_code == 403
    assert service.get("/api/audit", service.person("ann")).status_code == 403


def test_weighing_takes_its_turn_among_the_costly_reads(service: Running, played: str) -> None:
    before = service.get("/metrics").text
    service.get(f"/api/tables/{played}/rounds/1/decisions", service.person("ann"))
    after = service.get("/metrics").text

    def turns(text: str) -> float:
        return sum(float(line.split()[-1]) for line in text.splitlines() if 'reads_total{kind="decisions"' in line)

    assert turns(after) == turns(before) + 1
