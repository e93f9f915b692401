"""A player's statement from a store: rounds, time and money, against what was to be expected."""

from __future__ import annotations

import csv
import json
import pickle
from collections.abc import Iterator
from io import StringIO
from math import sqrt
from pathlib import Path

import pytest
from support.carded import DESK, carded
from support.kept_table import Kept
from support.records import record
from support.stacked_shoes import as_given
from typer.testing import CliRunner

from cutcard.cli import app
from cutcard.engine.events import BettingClosed
from cutcard.engine.state import PersonalLimit
from cutcard.floor.blocking import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.odds import solve
from cutcard.odds.side_bets import side_bet
from cutcard.players import BuyChipsAtCage, CashChipsAtCage
from cutcard.records.parse import parse
from cutcard.records.replay import replay
from cutcard.reports.statement import Activity, CurrencyAccount, Move, PlayedBy, Visit, statement_of
from cutcard.reports.statement_files import statement_csv, statement_page
from cutcard.rulebooks import rules
from cutcard.store import Store
from cutcard.store.player_activity import activity_of
from cutcard.table import CashChips, CreditBetManager, DeclareChips, Leave, Sign

MINUTE = 60_000
JACKPOTS = "blackjack-jackpots"
GAME = rules("sydney-v15", "blackjack")


@pytest.fixture(scope="module")
def db(tmp_path_factory: pytest.TempPathFactory) -> str:
    """Ann plays two rounds between minute 10 and 40, once with a side bet; Bob plays on."""
    path = str(tmp_path_factory.mktemp("statement") / "casino.db")
    store = Store.open(path)
    table = Kept(store, "sydney-v15", decks=6, side_bets={"perfect-pairs": True})
    carded(table.kept, "ann", "bob")
    table.at = 10 * MINUTE
    table.seat("ann", 1, 50_000).seat("bob", 2, 20_000)
    table.ready("Ks 2c 9d 9h 3c 9c Tc Th 8d")
    table.do(DeclareChips("brought", 7500), "bob")
    table.at = 20 * MINUTE
    table.wagers("ann 1 20", "ann 1 5 perfect-pairs", "bob 2 10").close().finish()
    table.at = 30 * MINUTE
    table.wagers("ann 1 30", "bob 2 10").close().finish()
    table.wagers("bob 2 10").close().finish()
    table.at = 40 * MINUTE
    table.do(CashChips("ann", 10_000))
    table.do(Leave(), "ann")
    table.at = 50 * MINUTE
    table.wagers("bob 2 10").close().finish()
    store.close()
    return path


@pytest.fixture
def store(db: str) -> Iterator[Store]:
    opened = Store.open(db, create=False)
    yield opened
    opened.close()


def account(store: Store, player: str, since: int | None = None, until: int | None = None) -> CurrencyAccount:
    [found] = statement_of(activity_of(store, player, since, until)).accounts
    return found


def test_time_rounds_and_results_are_those_of_the_ledger(store: Store) -> None:
    ann = account(store, "ann")
    assert ann.rounds == 2
    assert ann.visits == [Visit("T1", ann.currency, 10 * MINUTE, 40 * MINUTE)]
    assert ann.minutes == 30
    assert ann.net == ann.won - ann.lost == sum(line.net for line in ann.games)
    pocket = store.balance(f"{ann.currency}:player:ann")
    assert pocket == 50_000 + ann.net - 10_000  # bought, won or lost, cashed
    assert [line.bet for line in ann.games] == ["main", "perfect-pairs"]


def test_money_is_listed_with_time_table_and_amount(store: Store) -> None:
    ann = account(store, "ann")
    taken = store.balance(f"{ann.currency}:player:ann")
    assert ann.moves == [
        Move(10 * MINUTE, "T1", ann.currency, "buy-in", 50_000),
        Move(40 * MINUTE, "T1", ann.currency, "cash-out", 10_000),
        Move(40 * MINUTE, "T1", ann.currency, "taken away", taken),
    ]


def test_what_somebody_has_declared_in_words_is_listed(store: Store) -> None:
    kinds = [(move.kind, move.amount) for move in account(store, "bob").moves]
    assert kinds == [("buy-in", 20_000), ("declared", 7500)]


def test_the_cage_is_in_it(tmp_path: Path) -> None:
    kept = Store.open(str(tmp_path / "cage.db"))
    floor = BlockingFloor(kept, randomness=as_given)
    carded(floor, "ann")
    for at, command in ((5, BuyChipsAtCage(30_000, "debit-card")), (6, CashChipsAtCage(10_000, "transfer"))):
        assert isinstance(floor.act_on_player("ann", command, DESK, at * MINUTE), Done)
    ann = account(kept, "ann", 5 * MINUTE)
    assert ann.moves == [
        Move(5 * MINUTE, "cage", "aud", "buy-in", 30_000),
        Move(6 * MINUTE, "cage", "aud", "cash-out", 10_000),
    ]
    assert len(account(kept, "ann", 0, 6 * MINUTE).moves) == 1
    kept.close()


def test_money_that_a_betting_device_takes_is_a_buy_in(tmp_path: Path) -> None:
    kept = Store.open(str(tmp_path / "device.db"))
    sign = Sign(1000, 50_000, side_bets={JACKPOTS: PersonalLimit(500, 500)})
    table = Kept(kept, "melbourne-v26", side_bets={JACKPOTS: True}, meters={JACKPOTS: 1_000_000}, sign=sign)
    table.seat("ann", 1, 50_000).ready().wagers("ann 1 20")
    table.do(CreditBetManager(2000, "cash", player="ann"))
    table.do(CreditBetManager(1000), "ann")  # with chips, which were bought before
    assert [(move.kind, move.amount) for move in account(kept, "ann").moves] == [("buy-in", 50_000), ("buy-in", 2000)]
    kept.close()


def test_what_was_to_be_expected_is_exact(store: Store) -> None:
    ann = account(store, "ann")
    main, pairs = solve(GAME, 6), side_bet(GAME, 6, "perfect-pairs")
    assert ann.games[0].expected == pytest.approx(main.ev * (2000 + 3000))
    assert ann.games[1].expected == pytest.approx(pairs.ev * 500)
    assert ann.expected == pytest.approx(main.ev * 5000 + pairs.ev * 500)
    assert ann.games[0].sd == pytest.approx(main.sd * sqrt(2000**2 + 3000**2))
    assert ann.sd == pytest.approx(sqrt((main.sd * 2000) ** 2 + (main.sd * 3000) ** 2 + (pairs.sd * 500) ** 2))
    assert ann.expected is not None
    assert ann.sd is not None
    assert ann.luck == pytest.approx((ann.net - ann.expected) / ann.sd)


def test_a_statement_is_of_its_time_alone(store: Store) -> None:
    ann = account(store, "ann", 25 * MINUTE, 35 * MINUTE)
    assert ann.rounds == 1
    assert ann.visits == [Visit("T1", ann.currency, 25 * MINUTE, 35 * MINUTE)]
    assert not ann.moves
    assert statement_of(activity_of(store, "ann", 45 * MINUTE)).accounts == ()
    assert account(store, "bob", 45 * MINUTE).rounds == 1


def test_parts_of_time_make_up_the_whole(store: Store) -> None:
    whole = account(store, "bob")
    parts = [account(store, "bob", None, 30 * MINUTE), account(store, "bob", 30 * MINUTE, None)]
    for name in ("rounds", "turnover", "won", "lost", "minutes"):
        assert getattr(whole, name) == sum(getattr(part, name) for part in parts)


def test_usual_play_is_what_was_wagered_mostly(store: Store) -> None:
    """The middle wager, and side bets of more than half the rounds, as `cutcard limit` asks for them."""
    [bob] = statement_of(activity_of(store, "bob")).as_json()["accounts"]
    assert (bob["usual"]["book"], bob["usual"]["game"], bob["usual"]["decks"]) == ("sydney-v15", "blackjack", 6)
    assert (bob["usual"]["wager"], bob["usual"]["side_bets"], bob["usual"]["rounds"]) == ("10", [], 4)
    assert bob["usual"]["rounds_an_hour"] == 6  # four rounds in forty minutes
    [ann] = statement_of(activity_of(store, "ann", None, 25 * MINUTE)).as_json()["accounts"]
    assert ann["usual"]["side_bets"] == [{"bet": "perfect-pairs", "table": "", "stake": "5"}]


def test_nobody_else_is_in_it(store: Store) -> None:
    said = json.dumps(statement_of(activity_of(store, "ann")).as_json())
    assert "bob" not in said
    assert statement_of(activity_of(store, "nobody")).accounts == ()


def test_time_at_two_tables_at_once_counts_once() -> None:
    held = CurrencyAccount(
        "aud", visits=[Visit("T1", "aud", 0, 60 * MINUTE), Visit("T2", "aud", 30 * MINUTE, 90 * MINUTE)]
    )
    assert held.minutes == 90


def test_the_files_say_the_same(store: Store, tmp_path: Path, db: str) -> None:
    found = statement_of(activity_of(store, "ann"))
    [ann] = found.accounts
    rows = list(csv.DictReader(StringIO(statement_csv(found))))
    lines = ["all", "bet", "bet", "visit", "buy-in", "cash-out", "taken away", "wager", "wager", "wager"]
    assert [row["line"] for row in rows] == lines
    made = [(row["from"][11:], row["table"], row["round"], row["bet"], row["staked"]) for row in rows[-3:]]
    assert made == [
        ("00:20:00", "T1", "1", "main", "20"),
        ("00:20:00", "T1", "1", "perfect-pairs", "5"),
        ("00:30:00", "T1", "2", "main", "30"),
    ]
    assert sum(float(row["net"]) for row in rows[-3:]) * 100 == ann.net
    assert float(rows[0]["net"]) * 100 == ann.net
    assert (rows[4]["from"], rows[4]["table"], rows[4]["amount"]) == ("1970-01-01 00:10:00", "T1", "500")
    page = statement_page(found)
    assert "Statement of <bdi>ann</bdi>" in page
    assert "Perfect Pairs" in page
    assert "$500" in page
    html = tmp_path / "ann.html"
    said = CliRunner().invoke(app, ["statement", db, "ann", "--html", str(html)])
    assert said.exit_code == 0, said.output
    assert html.read_text() == page
    assert html.stat().st_mode & 0o077 == 0  # it is about a person
    assert statement_page(pickle.loads(pickle.dumps(found))) == page  # the service works it out in another process


def test_the_command_prints_and_gives_json(db: str) -> None:
    said = CliRunner().invoke(app, ["statement", db, "ann", "--from", "1970-01-01T00:15", "--to", "1970-01-01T00:35"])
    assert said.exit_code == 0, said.output
    assert "20 min" in said.output
    found = json.loads(CliRunner().invoke(app, ["statement", db, "ann", "--json"]).output)
    assert found["accounts"][0]["rounds"] == 2
    said = CliRunner().invoke(app, ["statement", db, "ann", "--json", "--csv", "x"])
    assert "one or the other" in str(said.exception)
    assert "nobody called zed" in str(CliRunner().invoke(app, ["statement", db, "zed"]).exception)


def test_doubles_and_splits_belong_to_the_main_wager(tmp_path: Path) -> None:
    kept = Store.open(str(tmp_path / "doubled.db"))
    table = Kept(kept, "sydney-v15", decks=6)
    carded(table.kept, "ann")
    table.seat("ann", 1, 20_000).ready("8s 5c 8d 3h Th 2c 9c Ts 9h")
    table.wagers("ann 1 20").close()
    table.call("ann", "split")
    table.call("ann", "double")
    table.finish()
    [line] = account(kept, "ann").games
    assert (line.bet, line.wagers, line.staked) == ("main", 1, 6000)
    assert line.expected == pytest.approx(solve(GAME, 6).ev * 2000)
    kept.close()


def recorded(**found: object) -> CurrencyAccount:
    """The statement of one round from a record: ann wins 40 with 20 against the dealer's 18."""
    played_ = replay(parse(record("sydney-v15", "Ks 9d Kh 9c", "stand", **found)))
    laid = next(event.wagers for event in played_.events if isinstance(event, BettingClosed))
    each = PlayedBy(0, "T1", "aud", played_.state, laid)
    [only] = statement_of(Activity("ann", None, 1, [each])).accounts
    return only


def test_what_lay_beyond_a_limit_was_at_no_risk() -> None:
    whole, part = recorded(wagers=["1 ann main 40"]), recorded(wagers=["1 ann main 40"], loss_limits={"ann": "15"})
    assert (whole.turnover, whole.net) == (4000, 4000)
    assert (part.turnover, part.net) == (1500, 1500)
    assert part.expected == pytest.approx(solve(GAME, 6).ev * 1500)


def test_nothing_is_expected_of_an_invalid_wager() -> None:
    found = recorded(invalid=[{"player": "ann", "box": 1, "bet": "main", "found": "during"}])
    assert (found.turnover, found.net, found.expected) == (2000, 0, 0.0)


def test_a_name_is_escaped_on_the_page(store: Store) -> None:
    page = statement_page(statement_of(activity_of(store, "<b>ann")))
    assert "<b>ann" not in page
    assert "There was no play in this time" in page
