"""Bots play by the exact strategy over the real API, and what they leave behind audits clean."""

from __future__ import annotations

import asyncio
from random import Random

import pytest
from support.running_service import Running, running
from support.waiting import PATIENCE_S, eventually

from cutcard.bots.bot import Bot
from cutcard.bots.crew import MINIMUM, Crew, Game, Plan
from cutcard.bots.play import Play
from cutcard.bots.tally import Tally
from cutcard.bots.watched import Watched
from cutcard.cards import cards
from cutcard.cli.bots import bots
from cutcard.client import Client
from cutcard.engine import Command, Deal, NoMoreBets, Refusal, Setup, State, play
from cutcard.engine import PlaceWager as Stake
from cutcard.engine.state import PersonalLimit
from cutcard.errors import CutcardError
from cutcard.odds import UPS, solve
from cutcard.rulebooks import rules
from cutcard.store.audit import audit
from cutcard.store.history import played_rounds
from cutcard.table import CreditBetManager, DeclineOffer, PlaceWager, Sign

GAMES = [("sydney-v15", "blackjack", 8), ("melbourne-v26", "blackjack", 8), ("melbourne-v26", "crown-pontoon", 8)]


def dealt(book: str, game: str, decks: int, hands: str, others: str = "") -> State:
    """A round after its initial deal, with one box or two."""
    state = State(Setup(rules(book, game), decks))
    wagers = [Stake(1, "ann", "main", 1000), *([Stake(2, "bob", "main", 1000)] if others else [])]
    commands: list[Command] = [*wagers, NoMoreBets(), *map(Deal, cards(hands))]
    for command in commands:
        played = play(state, command)
        assert not isinstance(played, Refusal), played
        state = played.state
    return state


@pytest.mark.parametrize(("book", "game", "decks"), GAMES)
def test_the_play_of_two_cards_is_the_solvers_best(book: str, game: str, decks: int) -> None:
    said = rules(book, game)
    solution, exact = solve(said, decks), Play.of(said, decks, 1000)
    checked = 0
    for hand in solution.hands:
        first, second = hand.cards.split()
        suits = {"": "cd", "mixed": "cd", "one suit": "cc", "spades": "ss"}[hand.suits]
        if hand.best == "natural" or ("T" in said.cards.removed_ranks and "T" in (first, second, hand.up)):
            continue
        state = dealt(book, game, decks, f"{first}{suits[0]} {hand.up}h {second}{suits[1]}")
        if state.needs not in ("decision", "offers"):
            continue
        assert exact.preferences(state, state.hands[0])[0] == hand.best, hand
        checked += 1
    assert checked > 300
    assert {hand.up for hand in solution.hands} == set(UPS)


def test_a_bot_declines_insurance_for_itself_alone(service: Running) -> None:
    """So that a person at its table has the whole time for it."""
    state = dealt("melbourne-v26", "blackjack", 8, "Ts 9s Ad 6h 9d", others="bob")
    assert state.needs == "offers"
    exact = Play.of(state.rules, 8, 1000)
    name = service.open("offers", "melbourne-v26")
    table = Watched(name, service.get(f"/api/tables/{name}").json())
    for asked, said in ((["ann", "bob"], [DeclineOffer()]), (["bob"], [])):
        table.waiting = {"needs": "offers", "players": asked}
        bot = Bot(Client(service.address), "ann", table, Tally(), Random(1))
        assert list(bot.calls(state, exact)) == said


def test_a_bot_credits_its_bet_manager_before_it_presses_the_button(service: Running) -> None:
    bet = "blackjack-jackpots"
    sign = Sign(1000, 50_000, side_bets={bet: PersonalLimit(500, 500)})
    name = service.open("jackpots", "melbourne-v26", decks=6, side_bets={bet: True}, meters={bet: 1_000_000}, sign=sign)
    table = Watched(name, service.get(f"/api/tables/{name}").json())
    bot = Bot(Client(service.address), "ann", table, Tally(), Random(1))
    bot.side_bets = True
    assert bot.wagers(1) == [PlaceWager(1, 1000)]
    table.laid.add((1, "main"))
    while not bot.wagers(1):  # only in some rounds
        table.number += 1
    assert bot.wagers(1) == [CreditBetManager(5000), CreditBetManager(500)]


def test_bots_play_and_the_store_agrees_with_what_they_saw(service: Running) -> None:
    games = (
        Game("sydney-v15", "blackjack"),
        Game("melbourne-v26", "free-bet-blackjack"),
        Game("melbourne-v26", "crown-pontoon"),
        Game("canberra-2003", "blackjack"),
    )
    for game in games:  # the first time on a machine this compiles for a minute, in which nobody plays
        said = rules(game.book, game.name)
        Play.of(said, said.cards.decks[-1], MINIMUM)
    plan = Plan(tables=4, players=3, pace_s=0.0, games=games, decision_ms=700)

    async def main() -> Crew:
        async with Client(service.address, service.person("boss", "administrator")) as client:
            crew = Crew(client=client, plan=plan)
            await crew.come_in(await crew.open_tables())
            playing = asyncio.ensure_future(crew.run())

            def played() -> bool:
                assert not playing.done(), playing.exception()
                return min(table.rounds for table in crew.tables) >= 3

            await asyncio.to_thread(eventually, played, "three rounds at each table", within_s=3 * PATIENCE_S)
            playing.cancel()
            await asyncio.gather(playing, return_exceptions=True)
            await crew.leave()
            return crew

    crew = asyncio.run(main())
    assert crew.tally.commands >= sum(table.rounds for table in crew.tables)  # no round starts without a wager
    assert 0 < crew.tally.percentile(50) <= crew.tally.percentile(99)
    for table in crew.tables:
        first = list(played_rounds(service.store, service.store.rounds(table.name)))[: table.rounds]
        nets: dict[str, int] = {}
        for round_ in first:
            for name, net in round_.nets.items():
                nets[name] = nets.get(name, 0) + net
        assert nets == table.won
    report = audit(service.store, processes=1)
    assert report.fault is None, str(report.fault)


def test_the_command_tells_how_it_goes(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(str(tmp_path_factory.mktemp("bots") / "a.db")) as service:
        service.open("T1")
        service.open("T2", "canberra-2006")
        bots(url=service.address, tables=5, players=2, pace=0.0, rounds=4, seconds=3 * PATIENCE_S)
        assert [table["players"] for table in service.get("/api/tables").json()] == [0, 0]  # everybody has left
    out = capsys.readouterr().out
    assert "4 bots (4 guests) at 2 tables" in out
    assert "99th percentile" in out
    assert int(out.rpartition(" s: ")[2].partition(" rounds")[0]) >= 4


def test_few_guests_sit_at_many_tables_where_the_service_lets_no_more_in(
    tmp_path_factory: pytest.TempPathFactory, capsys: pytest.CaptureFixture[str]
) -> None:
    with running(str(tmp_path_factory.mktemp("bots") / "a.db"), logins_per_minute=4) as service:
        for n in range(3):
            service.open(f"T{n}")
        bots(url=service.address, tables=3, players=3, pace=0.0, rounds=3, seconds=3 * PATIENCE_S)
    assert "9 bots (4 guests) at 3 tables" in capsys.readouterr().out


def test_bots_look_for_tables_of_the_games_that_they_are_given(monkeypatch: pytest.MonkeyPatch) -> None:
    async def tables(_: Client) -> list[dict[str, object]]:
        usual = {"play_money": True, "runs_itself": True, "free": 7}
        one = {"table": "one", "book": "melbourne-v26", "game": "blackjack", **usual}
        return [one, {"table": "two", "book": "home@2852dc65", "game": "kitchen", **usual}]

    monkeypatch.setattr(Client, "tables", tables)
    crew = Crew(client=Client("http://localhost:1"), plan=Plan(tables=5))
    assert asyncio.run(crew.find_tables()) == ["one", "two"]
    assert asyncio.run(crew.find_tables([Game("home", "kitchen")])) == ["two"]
    with pytest.raises(CutcardError, match="no table of home/other of play money"):
        asyncio.run(crew.find_tables([Game("home", "other")]))
