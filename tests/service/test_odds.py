"""Odds over the API: the library's figures to the digit, changed rules within bounds, two games, and simulations."""

from __future__ import annotations

import json
import threading
from math import exp
from typing import Any

import pytest
from support.running_service import Running, running
from support.waiting import PATIENCE_S, eventually

from cutcard.counting.indices import index_plays
from cutcard.counting.systems import packaged_systems
from cutcard.odds import side_bets, solver
from cutcard.odds.links.link_file import example, plan_of
from cutcard.odds.loss_limit import limit_chances
from cutcard.odds.query import rules_for
from cutcard.odds.removal import effects_of_removal
from cutcard.odds.sweep import parse_choice, sweep
from cutcard.odds.usual_play import SideStake, UsualPlay
from cutcard.reports.link_report import link_report
from cutcard.reports.odds_report import game_report, side_bet_edges, strategy_report
from cutcard.reports.poster import posters
from cutcard.service import odds_work, solver_pool
from cutcard.service.errors import Busy, TooMany
from cutcard.service.odds_question import Question
from cutcard.service.routes.odds import WORKING
from cutcard.simulate import Scenario, job_for, run_simulation, strategy_for, table_for
from cutcard.simulate.bankroll import Plan, sessions
from cutcard.simulate.run import CHUNK
from cutcard.simulate.side_covariance import side_covariances
from cutcard.simulate.win_by_boxes import win_by_boxes

GAME = "/api/odds/canberra-2003/blackjack"
SIX = "/api/odds/canberra-2006/blackjack"
SIMULATED = {"book": "canberra-2003", "game": "blackjack", "decks": 8}


def worked(service: Running, path: str, **asked: Any) -> Any:
    """An answer, asked for again while it is worked out."""

    def answered() -> Any:
        answer = service.http.get(path, params=asked, timeout=PATIENCE_S)
        if answer.status_code == 202:
            assert answer.json() == {"working": True, "says": WORKING}
            return None
        assert answer.status_code == 200, answer.text
        return answer.json()

    return eventually(answered, path)


def refusal(service: Running, path: str, **asked: Any) -> tuple[int, str]:
    answer = service.http.get(path, params=asked)
    return answer.status_code, answer.json()["error"]["message"]


def test_the_figures_are_the_librarys_to_the_digit(service: Running) -> None:
    change = "natural.pays=6:5"
    told = worked(service, "/api/odds/sydney-v15/blackjack", decks=6, option="resplit=true", what_if=change)
    report = game_report(
        "sydney-v15", "blackjack", decks=6, options=["resplit=true"], bets=["perfect-pairs"], changes=[change]
    )
    expected = report.as_json()
    for field in ("rulebook", "game", "decks", "options", "ev", "house_edge", "sd", "sd_error", "exact", "error_bound"):
        assert told[field] == expected[field], field
    (changed,), (variant,) = told["what_if"], expected["what_if"]
    assert {field: changed[field] for field in ("change", "ev", "house_edge", "difference")} == {
        field: variant[field] for field in ("change", "ev", "house_edge", "difference")
    }
    assert (changed["title"], changed["value"]) == ("A Blackjack pays", "6 to 5")
    assert "worse for the player" in changed["says"]
    assert told["chosen"] == ["Splitting again: yes"]


def test_the_chart_is_the_poster(service: Running) -> None:
    told = worked(service, f"{GAME}/strategy")
    report = strategy_report("canberra-2003", "blackjack")
    poster = posters(report.solution, "")[0]
    chart = told["charts"][0]
    assert chart["columns"] == list(poster.columns)
    letters = [[[cell["code"] for cell in row["cells"]] for row in section["rows"]] for section in chart["sections"]]
    assert letters == [[[cell.code for cell in row.cells] for row in section.rows] for section in poster.sections]
    value = worked(service, f"{GAME}/strategy/value")
    assert (value["chart_ev"], value["gives_up"]) == (report.chart_ev, report.solution.ev - report.chart_ev)


def test_side_bets_are_the_librarys(service: Running) -> None:
    told = worked(service, "/api/odds/canberra-2006/blackjack/side-bets", decks=6)
    rules = rules_for("canberra-2006", "blackjack")
    expected = game_report("canberra-2006", "blackjack", decks=6).as_json()["side_bets"]
    assert {bet["id"]: {table["table"] for table in bet["tables"]} for bet in told["side_bets"]} == {
        bet: set(tables) for bet, tables in expected.items()
    }
    for bet in told["side_bets"]:
        for table in bet["tables"]:
            ours = expected[bet["id"]][table["table"]]
            assert (table["house_edge"], table["sd"]) == (ours["house_edge"], ours["sd"])
            assert [outcome["probability"] for outcome in table["outcomes"]] == [
                each["probability"] for each in ours["outcomes"]
            ]
    edges = {
        (line["bet"], line["table"]): {each["decks"]: each["house_edge"] for each in line["by_decks"]}
        for line in told["edges"]
    }
    assert edges == {(line.bet, line.table): dict(line.edges) for line in side_bet_edges([rules])}


def test_a_link_is_the_librarys(service: Running) -> None:
    offered = worked(service, "/api/odds/melbourne-v26/blackjack/links")
    assert [(each["bet"], [meter["meter"] for meter in each["meters"]]) for each in offered] == [
        ("blackjack-jackpots", ["blackjack-jackpots"]),
        ("supernova", ["supernova-major", "supernova-minor", "supernova-mystery"]),
    ]
    assert service.http.get("/api/odds/canberra-2006/blackjack/links").json() == []
    path = "/api/odds/melbourne-v26/blackjack/links/supernova"
    told = worked(service, path, boxes=9, tables=7, meter="supernova-minor=50,10")
    meters = {**example("supernova")["meters"], "supernova-minor": {"seed": "50", "increment": "10"}}
    plan = plan_of({**example("supernova"), "boxes": 9, "tables": 7, "meters": meters})
    assert told["figures"] == json.loads(json.dumps(link_report(plan).as_json()))
    assert told["meters"][1]["prizes"][0]["clause"] == "24.9.1"
    assert [meter["figures"] for meter in told["meters"]] == told["figures"]["meters"]


@pytest.mark.parametrize(
    ("bet", "asked", "said"),
    [
        ("blazing-7s", {"tables": "many"}, "tables is a whole number from 1 to 10,000, not 'many'"),
        (
            "blazing-7s",
            {"meter": "blazing-7s=30000,5"},
            "the seed of blazing-7s is $10,000, $25,000 or $50,000, not 30000",
        ),
        ("blazing-7s", {"meter": "blazing-7s"}, "a meter is written as name=seed,increment, not 'blazing-7s'"),
        ("perfect-pairs", {}, "Blackjack has no side bet 'perfect-pairs' that pays from a meter: it has blazing-7s"),
    ],
)
def test_a_link_that_cannot_be_is_refused(service: Running, bet: str, asked: dict[str, str], said: str) -> None:
    assert refusal(service, f"/api/odds/sydney-v15/blackjack/links/{bet}", **asked) == (400, said)


def test_the_bench_is_the_librarys(service: Running) -> None:
    assert [each["name"] for each in service.http.get("/api/odds/systems").json()] == list(packaged_systems())
    game = rules_for("canberra-2003", "blackjack")
    told = worked(service, f"{GAME}/effects", decks=4)
    exact = effects_of_removal(game, 4)
    assert {each["rank"]: (each["best"], each["chart"]) for each in told["effects"]} == {
        rank: (exact.best[rank], exact.chart[rank]) for rank in exact.best
    }
    assert [each["name"] for each in told["systems"]] == [*packaged_systems(), "best"]
    plays = worked(service, f"{GAME}/indices", decks=4, system="zen", risk_averse="true")
    found = index_plays(game, 4, packaged_systems()["zen"], risk_averse=True)
    assert [(each["hand"], each["up"], each["play"]) for each in plays["plays"]] == [
        (play.hand, play.up, play.play) for play in found
    ]
    pairs = worked(service, "/api/odds/canberra-2006/blackjack/side-bets/perfect-pairs/counts", decks=8)
    assert sum(line["chance"] * line["worth"] for line in pairs["counts"]) == pytest.approx(pairs["ev"])
    assert refusal(service, f"{GAME}/indices", system="mine.toml")[0] == 400  # no client names a file
    assert refusal(service, f"{GAME}/side-bets/lucky-lucky/counts")[0] == 400


def test_the_houses_side_is_the_librarys(service: Running) -> None:
    game = rules_for("canberra-2006", "blackjack")
    told = worked(service, f"{SIX}/win", decks=6, buy_in=50, stays=1)
    scenario = Scenario(book="canberra-2006", game="blackjack", decks=6)
    found = win_by_boxes(scenario, hours=1, buy_in=50_000, stays=1)
    assert [line["boxes"] for line in told["boxes"]] == list(range(1, game.cards.boxes_max + 1))
    for line, (win, hold) in zip(told["boxes"], found.boxes, strict=True):
        assert (line["win"], line["sd"], line["hold"]) == (win.win / 1000, win.deviation / 1000, hold.hold)
    pairs = SideStake("perfect-pairs", 1000)
    (told,) = worked(service, f"{SIX}/covariances", decks=6, side_bet="perfect-pairs")["side_bets"]
    (beside,) = side_covariances(UsualPlay(rules=game, decks=6, wager=1000, side_bets=(pairs,)))
    assert (told["correlation"], told["covariance"]) == (beside.correlation, beside.covariance / 1e6)
    assert sum(chance for *_, chance in told["joint"]) == pytest.approx(1)
    mistakes = worked(service, f"{SIX}/mistakes", decks=6, side_bet="perfect-pairs")["mistakes"]
    assert {line["clause"] for line in mistakes} >= {game.clauses["dealer.hits_soft_17"]}
    assert any("perfect-pairs" in line["occasion"] for line in mistakes)
    assert refusal(service, f"{SIX}/covariances", side_bet="lucky-lucky") == (
        400,
        "there is no side bet in canberra-2006 called 'lucky-lucky'; there are super-sevens and perfect-pairs",
    )


def test_rules_and_decks_are_swept(service: Running) -> None:
    vary = "dealer.hits_soft_17=no|yes"
    told = worked(service, f"{GAME}/sweep", decks=[1, 4], vary=vary)
    expected = sweep(rules_for("canberra-2003", "blackjack"), [1, 4], [parse_choice(vary)])
    assert told["lines"] == [line.as_json() for line in expected]
    assert (told["varied"], told["titles"]) == (["dealer.hits_soft_17"], ["Dealer on soft 17"])
    assert refusal(service, f"{GAME}/sweep", vary=vary + "|maybe")[0] == 400
    assert refusal(service, f"{GAME}/sweep", vary="split.hands_max=2|8") == (400, "split.hands_max is from 1 to 4 here")
    many = "dealer.pushes_on=none|22|23|24|25"
    assert refusal(service, f"{GAME}/sweep", decks=[1, 2, 3, 4, 5, 6, 7], vary=many) == (
        400,
        "at most 32 combinations are solved at once",
    )


def test_a_bankroll_has_a_risk_of_ruin(service: Running) -> None:
    asked = {"decks": 4, "spread": "0:1,2:12", "bankroll": 400, "goal": 200, "rounds": 2000}
    told = worked(service, f"{GAME}/bets", **asked)
    risk = told["ruin"]
    assert 0 < risk["in_session"] < risk["ever"] < 1
    assert 0 < risk["before_goal"] < risk["ever"]
    win, sd = told["win_per_100_rounds"] / 100, told["sd_per_100_rounds"] / 10
    assert risk["ever"] == pytest.approx(exp(-2 * win * 400 / sd**2))
    assert worked(service, f"{GAME}/bets", decks=4, spread="0:1,2:12")["ruin"] == {}
    assert refusal(service, f"{GAME}/bets", decks=4, goal=200)[0] == 400
    best = worked(service, f"{GAME}/bets", decks=4, bankroll=400, kelly=0.5, most_bet=10)
    wagers = {each["true_count"]: each["wager"] for each in best["counts"]}
    assert wagers[-5] == wagers[0] == 1
    assert 1 < wagers[4] < wagers[8] <= 10
    again = worked(service, f"{GAME}/bets", decks=4, bankroll=400, spread=best["spread"])
    assert again["win_per_100_rounds"] == pytest.approx(best["win_per_100_rounds"])
    assert refusal(service, f"{GAME}/bets", decks=4, kelly=1)[0] == 400


def test_sessions_are_those_of_the_simulator_and_their_ruin_is_that_of_the_exact_recursion(service: Running) -> None:
    asked: dict[str, Any] = {"decks": 6, "bankroll": 20, "rounds": 200, "seed": 3}
    told = worked(service, f"{SIX}/sessions", **asked)
    assert (told["sessions"], told["bankroll"], told["decks"]) == (20_000, 20, 6)
    scenario = Scenario(book="canberra-2006", game="blackjack", decks=6)
    table = table_for(scenario)
    job = job_for(table, strategy_for(scenario, table), 4 * CHUNK, 3)
    found = sessions(job, Plan(rounds=200, bankroll=20_000, need=1000), 20_000)
    assert (told["ruined"], told["mean"]) == (found.ruined / 20_000, found.mean / 1000)
    again = worked(service, f"{SIX}/sessions", **asked | {"rebate": 0.25, "gift": 1, "win_goal": 30})
    assert again["value"] > 1 - 0.25  # of the gift, less what leaving early takes
    assert again["quantiles"]["99%"] < 35 < told["quantiles"]["99%"]
    assert sum(each["share"] for each in told["columns"]) == pytest.approx(1)
    assert sum(each["share"] for each in told["losing_runs"]) == pytest.approx(1)
    mean = sum((each["least"] + each["most"]) / 2 * each["share"] for each in told["columns"])
    assert mean == pytest.approx(told["mean"], abs=told["columns"][0]["most"] - told["columns"][0]["least"])
    (limit,) = limit_chances(UsualPlay(rules=table.rules, decks=6, wager=1000), (20_000,), 200).limits
    assert abs(told["ruined"] - limit.chance) < 4 * told["ruined_error"] + limit.off + 0.002  # a shoe is no full one


def test_sessions_that_cannot_be_are_refused(service: Running) -> None:
    said = "a bankroll of 1 wagers does not cover the wagers of a round, 2"
    assert refusal(service, f"{SIX}/sessions", bankroll=1, side_bet="perfect-pairs") == (400, said)
    assert refusal(service, f"{SIX}/sessions", side_bet="lucky-lucky")[0] == 400
    assert refusal(service, f"{SIX}/sessions", rounds=10_001)[0] == 422
    assert refusal(service, f"{SIX}/sessions", rebate=2)[0] == 422


def test_two_games_are_compared(service: Running) -> None:
    told = worked(service, f"{GAME}/compared", other="canberra-2006/blackjack", other_decks=6)
    assert told["difference"] == told["other"]["ev"] - told["one"]["ev"]
    assert (told["one"]["decks"], told["other"]["decks"]) == (8, 6)
    assert "is better for the player than" in told["says"]
    assert [line["path"] for line in told["rules"]["differences"]] == ["double.for_less"]
    same = worked(service, f"{GAME}/compared", other="canberra-2003/blackjack")
    assert same["says"] == "Both are worth the same to a player who plays best."


NOT_POSSIBLE = {
    "nonsense": "a change is written as name=value, not 'nonsense'",
    "totals=9": "a rule is named by its group and its field, such as double.totals, not 'totals'",
    "double.total=9": "there is no field of double called 'total'; did you mean totals or split_totals?",
    "doubling.totals=9": "there is no group of rules called 'doubling'",
    "split.hands_max=900": "split.hands_max is from 1 to 4 here",
    "dealer.pushes_on=22,30": "dealer.pushes_on is from 22 to 26 here",
    "dealer.stands_on=12": "dealer.stands_on is from 16 to 18 here",
    "natural.pays=1000000000000:1": "natural.pays is at most 100 to 1 here",
    "winning.pays=much": "winning.pays cannot be 'much'",
    "insurance.at_most=7": "insurance.at_most is a part such as 1/2, from 0 to 1",
    "cards.removed_ranks=2,3,4,5,6,7,8,9,T,J,Q,K,A": "at most 6 ranks are taken out of a deck here",
    "winning.bonuses=[]": "winning.bonuses cannot be changed here",
    "double.totals=[9]": "double.totals takes its values with commas between them, not as JSON",
    "double.totals=9,9,9": "double.totals has each value once, at most 13",
    "box.several=no": "box.several does not change what a hand is worth",
    "side_bets.perfect-pairs.decks=6": "a side bet's rules cannot be changed here",
}


def test_a_change_that_is_not_possible_gets_a_sentence(service: Running) -> None:
    for change, said in NOT_POSSIBLE.items():
        status, message = refusal(service, GAME, what_if=change)
        assert (status, message[: len(said)]) == (400, said)
    assert refusal(service, GAME, what_if=["natural.pays=6:5"] * 5)[0] == 422
    assert refusal(service, GAME, what_if="x" * 81)[0] == 422


def test_every_rule_that_is_offered_can_be_asked_for_as_it_is(service: Running) -> None:
    offered = worked(service, "/api/odds/melbourne-v26/crown-pontoon/what-if")
    assert {"double.totals", "natural.pays", "dealer.hits_soft_17"} < {rule["path"] for rule in offered}
    for rule in offered:
        for choice in rule["choices"]:
            assert choice["text"] == rule["now"] or not choice["now"]
    question = Question(book="melbourne-v26", game="crown-pontoon", change="dealer.hits_soft_17=no")
    assert question.rules.dealer.hits_soft_17 is False


def test_a_question_that_no_game_answers_gets_a_sentence(service: Running) -> None:
    assert refusal(service, "/api/odds/atlantis/blackjack") == (
        404,
        "there is no book 'atlantis'; there are sydney-v15, "
        "sydney-earlier, canberra-2006, canberra-2003 and melbourne-v26",
    )
    assert refusal(service, "/api/odds/sydney-v15/poker")[0] == 404
    assert refusal(service, "/api/odds/sydney-v15/blackjack", decks=5) == (
        400,
        "Blackjack is played with 6 or 8 decks, not 5",
    )
    assert refusal(service, "/api/odds/sydney-v15/blackjack", decks=99)[0] == 422
    assert refusal(service, GAME, option="nonsense") == (400, "an option is written as name=value, not 'nonsense'")
    assert refusal(service, f"{GAME}/compared", other="nowhere")[0] == 404


def test_nobody_has_more_than_a_few_questions_worked_out_at_once(
    monkeypatch: pytest.MonkeyPatch, service: Running
) -> None:
    """Beyond that they are told to wait; what has been worked out is answered all the same."""
    assert worked(service, GAME)
    monkeypatch.setitem(solver_pool.asked_by, "address 127.0.0.1", solver_pool.OF_A_CALLER)
    assert service.http.get(GAME).status_code == 200
    answer = service.http.get(GAME, params={"what_if": "winning.pays=11:10"})
    assert answer.status_code == TooMany.status
    assert int(answer.headers["Retry-After"]) >= 1


UNUSUAL = "option=forced-draw=true&option=soft-double=false"  # of which the package ships no answers
OF_UNUSUAL = (
    "",
    "/strategy",
    "/strategy/value",
    "/side-bets",
    "/effects",
    "/indices",
    "/side-bets/pot-of-gold/counts?table=1",
    "/bets?bankroll=200",
    "/volatility",
    "/covariances?side_bet=pot-of-gold=1&side_bet=buster-blackjack=A",
    "/win",
    "/sessions?bankroll=5&side_bet=pot-of-gold=1",
    "/mistakes?side_bet=pot-of-gold=2",
    "/sweep?decks=6&decks=8&vary=natural.pays=7:5|8:5",
    "/compared?other=melbourne-v26/blackjack&other_option=soft-double=false",
)


@pytest.mark.parametrize("path", OF_UNUSUAL)
def test_the_service_itself_works_nothing_out(service: Running, monkeypatch: pytest.MonkeyPatch, path: str) -> None:
    """Nobody at any table is answered while the service's own process solves a game, as a stranger may ask it to."""

    def here(*asked: object, **named: object) -> Any:
        raise AssertionError("worked out in the service's own process")

    async def elsewhere(work: object, *asked: object, caller: str) -> str:
        worked_out.append(asked)
        raise Busy("not worked out in this test")

    worked_out: list[Any] = []
    monkeypatch.setattr(solver, "work_out", here)
    monkeypatch.setattr(side_bets, "_outcomes", here)
    monkeypatch.setattr(solver_pool, "worked", elsewhere)
    before = "&" if "?" in path else "?"
    answer = service.http.get(f"/api/odds/melbourne-v26/free-bet-blackjack{path}{before}{UNUSUAL}")
    assert (answer.status_code, bool(worked_out)) == (Busy.status, True), answer.text


# --------------------------------------------------------------------------------------------------------- simulations


def test_a_simulation_is_told_to_its_end_and_is_the_one_of_its_seed(service: Running) -> None:
    rounds = 3_000_000
    body = {**SIMULATED, "rounds": "3e6", "seed": 7}
    with service.http.stream("POST", "/api/simulations", json=body, timeout=PATIENCE_S) as answer:
        assert answer.status_code == 200
        lines = [json.loads(line) for line in answer.iter_lines()]
    assert [lines[0]["state"], lines[-1]["state"]] == ["starting", "done"]
    result = run_simulation(Scenario(book="canberra-2003", game="blackjack", decks=8, dealing="fresh"), rounds, seed=7)
    assert (lines[-1]["rounds"], lines[-1]["ev"], lines[-1]["se"]) == (rounds, result.ev, result.se)
    assert lines[-1]["says"].startswith("After 3,000,000 rounds: ")


def test_closing_the_answer_stops_a_simulation(service: Running) -> None:
    body = {**SIMULATED, "rounds": "1e9"}
    with service.http.stream("POST", "/api/simulations", json=body, timeout=PATIENCE_S) as answer:
        heard = (json.loads(line) for line in answer.iter_lines())
        assert next(line for line in heard if line["state"] == "running")["rounds"] > 0
        assert odds_work.running() == 1
    eventually(lambda: not odds_work.running(), "the simulation to stop")


def test_one_visitor_has_only_a_few_simulations(service: Running) -> None:
    body = {**SIMULATED, "rounds": "1e9"}
    left = threading.Event()

    def hold() -> None:
        with service.http.stream("POST", "/api/simulations", json=body, timeout=PATIENCE_S) as answer:
            for _ in answer.iter_lines():
                if left.is_set():
                    return

    held = [threading.Thread(target=hold) for _ in range(odds_work.SIMULATIONS_OF_A_VISITOR)]
    for each in held:
        each.start()
    eventually(lambda: odds_work.running() == len(held), "the simulations to run")
    answer = service.http.post("/api/simulations", json=body)
    assert answer.status_code == 429
    assert "simulations of yours are running already" in answer.json()["error"]["message"]
    left.set()
    for each in held:
        each.join()
    eventually(lambda: not odds_work.running(), "the simulations to stop")


REFUSED: tuple[tuple[dict[str, Any], int, str], ...] = (
    ({"rounds": "lots"}, 400, "'lots' is not a number of rounds"),
    ({"rounds": "1e12"}, 400, "at most 1,000,000,000 rounds are played here, not 1e12"),
    ({"seed": -1}, 422, ""),
    ({"seed": 2**64}, 422, ""),
    ({"dealing": "sleeve"}, 422, ""),
    ({"decks": 1}, 400, "Blackjack is played with"),
    ({"book": "atlantis"}, 404, "there is no book 'atlantis'"),
)


@pytest.mark.parametrize(("change", "status", "said"), REFUSED)
def test_a_simulation_that_cannot_be_is_refused(
    service: Running, change: dict[str, Any], status: int, said: str
) -> None:
    answer = service.http.post("/api/simulations", json={**SIMULATED, **change})
    assert answer.status_code == status
    assert said in answer.json()["error"]["message"]


def test_too_many_questions_are_answered_with_when_to_ask_again(tmp_path: Any) -> None:
    with running(str(tmp_path / "casino.db"), reads_per_second=0.01, reads_burst=2) as service:
        answers = [service.http.get("/api/rulebooks/sydney-v15") for _ in range(3)]
    assert [answer.status_code for answer in answers] == [200, 200, 429]
    assert "Retry-After" in answers[-1].headers
