"""A player who may not wager does not, by any way: every one of a table, a tournament and a promotion is tried.

`tests/service/test_player_doors.py` tries those of the service.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from support.carded import carded
from support.clauses import clause
from support.dated_floor import BOSS, DatedFloor
from support.promotion_floor import PromotionFloor
from support.promotions import CLOSE, DRAW, money_prize
from support.registered_player import NOON
from support.session_tables import session_table
from support.tables import Table
from support.tournament_floor import TournamentFloor
from support.tournament_play import TournamentPlay

from cutcard.cards import cards
from cutcard.engine import Refusal
from cutcard.engine import commands as say
from cutcard.engine.state import PersonalLimit
from cutcard.players import Exclude, RegisterPlayer, ReportCardLost, SetLimit, SuspendMyself, TakeBreak
from cutcard.promotions import ClosePromotion, DrawPrizes, EnterPromotion, EntryRule
from cutcard.records.entries import entries
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.store.kinds import PROMOTION
from cutcard.table import (
    AddCall,
    AddWager,
    Approve,
    Arrive,
    Call,
    CashChips,
    CloseOffers,
    Command,
    CorrectCall,
    CorrectWager,
    CreditBetManager,
    DealCards,
    ExchangeVoucher,
    HandInForm,
    InsertCard,
    Leave,
    NoMoreBets,
    Person,
    PlaceWager,
    PlayForAbsent,
    PressBetButton,
    SellChips,
    Sign,
    Sit,
    act,
)
from cutcard.table.ledger import pocket
from cutcard.table.standings import Standing
from cutcard.tournaments import ApplyToEnter, BarFromTournament, CloseEntries, Disqualify

ANN, BOB = Person("ann", "player"), Person("bob", "player")
JACKPOTS = "blackjack-jackpots"
GOOD = {"ann": Standing("ann", "2026-11-16", "0011")}
BOSS_MELBOURNE = Person("mia", "tg-assistant-casino-manager")
HIGHER = Person("max", "gaming-manager")
RESTRAINTS: dict[str, Command] = {
    "excluded": Exclude("voluntary"),
    "suspended": SuspendMyself(24),
    "on a break": TakeBreak(15),
    "at a limit": SetLimit("loss", "day", 1),
    "without a card": ReportCardLost(),
}
STAYING = ("on a break", "at a limit", "without a card")
CODES = {
    "excluded": "player-excluded",
    "suspended": "player-suspended",
    "on a break": "player-on-break",
    "at a limit": "loss-limit",
    "without a card": "player-card-needed",
}
each_restraint = pytest.mark.parametrize("restraint", RESTRAINTS)
each_who_stays = pytest.mark.parametrize("restraint", STAYING)


@pytest.fixture
def file(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(str(tmp_path / "casino.db"))
    yield opened
    opened.close()


def playing(file: Store, **terms: Any) -> DatedFloor:
    """A real shoe at which ann and bob have chips and their cards in, and betting is open."""
    floor = DatedFloor(file, source="real", side_bets={"perfect-pairs": True}, **terms)
    if terms:
        (number,) = floor.table().approvals  # the float
        floor.do("T1", Approve(number), HIGHER)
    floor.card("ann", "bob")
    for box, name in ((1, "ann"), (2, "bob")):
        floor.do("T1", Sit(box, name))
        floor.do("T1", InsertCard(floor.number(name), name))
        floor.do("T1", SellChips(name, 100_000))
    floor.betting()
    return floor


def restrain(floor: DatedFloor, restraint: str) -> None:
    floor.desk("ann", RESTRAINTS[restraint], ANN)


def down(floor: DatedFloor, name: str = "ann") -> int:
    """What somebody has on the layout."""
    state = floor.table()
    laid = sum(bet.amount for bet in state.laid(player=name))
    return laid + sum(one.staked for one in state.round.wagers if one.player == name) if state.round else laid


@each_restraint
def test_no_command_before_the_deal_puts_chips_of_theirs_on_the_layout(file: Store, restraint: str) -> None:
    floor = playing(file)
    restrain(floor, restraint)
    here = restraint in STAYING
    tried = [
        (PlaceWager(1, 1000), ANN),
        (PlaceWager(2, 1000), ANN),  # on another's box
        (PlaceWager(1, 1000, player="ann"), BOSS),  # the dealer enters what lies there
        (PlaceWager(2, 1000, player="ann"), BOSS),
        (PlaceWager(1, 1000, player="ann", placed_by="bob"), BOSS),
        (PlaceWager(1, 500, "perfect-pairs"), ANN),
        (PlaceWager(1, 500, "perfect-pairs", carried=True), ANN),
    ]
    for command, by in tried:
        refusal = floor.refused("T1", command, by)
        assert not here or refusal.code == CODES[restraint] or command.bet != "main", (command, refusal)
    assert down(floor) == 0
    floor.do("T1", PlaceWager(2, 1000), BOB)  # nobody else waits for that


@pytest.mark.parametrize("restraint", ["on a break", "without a card"])
def test_nobody_wagers_promotional_tokens_who_may_not_wager_chips(file: Store, restraint: str) -> None:
    """No limit on losses is about tokens, which are the house's; but they are wagered with the card in."""
    floor = playing(file)
    floor.do("T1", ExchangeVoucher("ann", "V1", 5000))
    restrain(floor, restraint)
    for command, by in (
        (PlaceWager(1, 1000, tokens=1000), ANN),
        (PlaceWager(2, 1000, tokens=1000, player="ann"), BOSS),
    ):
        assert floor.refused("T1", command, by).code == CODES[restraint]
    assert down(floor) == 0


@each_restraint
def test_nobody_buys_chips_who_may_not_wager(file: Store, restraint: str) -> None:
    floor = playing(file)
    restrain(floor, restraint)
    if restraint == "at a limit":  # of losses; buying has a limit of its own
        floor.desk("ann", SetLimit("deposit", "day", 100), ANN)
    refusal = floor.refused("T1", SellChips("ann", 1000))
    assert refusal.code in (CODES[restraint], "deposit-limit", "not-at-table")


@pytest.mark.parametrize("restraint", ["excluded", "suspended"])
def test_whoever_is_kept_out_leaves_every_table_and_does_not_come_back(file: Store, restraint: str) -> None:
    floor = playing(file)
    floor.do("T1", PlaceWager(1, 5000), ANN)
    restrain(floor, restraint)
    assert "ann" not in floor.table().players
    assert down(floor) == 0
    assert floor.holds(pocket("aud", "ann")) == 100_000, "the wager went back, and all chips to the pocket"
    assert floor.player("ann").tables == ()
    for command, by in ((Arrive(), ANN), (Sit(1), ANN), (Sit(3, "ann"), BOSS), (Arrive("ann"), BOSS)):
        assert floor.refused("T1", command, by).code == CODES[restraint]
    floor.audited()


def test_no_other_spelling_of_their_name_is_taken_for_somebody_else(file: Store) -> None:
    """At a table that asks nobody for a card, a dealer enters whoever comes by name."""
    floor = DatedFloor(file, book="melbourne-v26", boss=BOSS_MELBOURNE, source="real")
    floor.card("ann")
    floor.desk("ann", Exclude("voluntary"), ANN)
    for name in ("Ann", "ANN", "ann ", " ann"):
        for command in (Arrive(name), Sit(3, name), SellChips(name, 1000), PlaceWager(3, 1000, player=name)):
            refusal = floor.refused("T1", command)
            assert refusal.code == "player-spelled-otherwise"
            assert refusal.message == f"'{name}' is registered as ann: write the name like that"
    assert floor.desk_refuses("Ann", RegisterPlayer("Ann", "sydney-v15")).code == "player-spelled-otherwise"
    assert floor.refused("T1", Sit(3, "bob ")).code == "player-name", "nobody else begins with such a name either"
    for name in ("bob/ann", "b\u043eb", "Chloe\u0308"):  # a Russian o, and two letters where there is one
        assert floor.refused("T1", Sit(3, name)).code == "player-name"
    floor.card("zoë")
    floor.desk("zoë", Exclude("voluntary"), Person("zoë", "player"))
    for name, other in (("ａｎｎ", "ann"), ("ZOË", "zoë"), ("Zoe\u0308", "zoë")):
        refusal = floor.refused("T1", SellChips(name, 1000))
        assert (refusal.code, refusal.facts["player"]) == ("player-spelled-otherwise", other)
    floor.do("T1", Sit(3, "Bob"))
    assert set(floor.table().players) == {"Bob"}


def test_hands_in_play_are_finished_for_whoever_is_excluded(file: Store) -> None:
    floor = in_play(playing(file))
    restrain(floor, "excluded")
    assert floor.table().playing
    assert down(floor) == 1000
    floor.do("T1", CloseOffers())
    assert floor.refused("T1", Call(say.Double()), ANN).code
    floor.at += 60_000
    floor.do("T1", PlayForAbsent())
    floor.do("T1", Call(say.Stand(), "bob"))
    floor.do("T1", DealCards(cards("7c")))
    assert not floor.table().playing
    assert floor.holds(pocket("aud", "ann")) in (99_000, 100_000, 101_000)
    floor.audited()


def in_play(floor: DatedFloor, dealt: str = "8s Ts Ac 8d 9h") -> DatedFloor:
    """Ann has a pair unless it is said otherwise, and the dealer an ace: everything is on offer."""
    for name, box in (("ann", 1), ("bob", 2)):
        floor.do("T1", PlaceWager(box, 1000, player=name))
    floor.do("T1", NoMoreBets())
    floor.do("T1", DealCards(cards(dealt)))
    return floor


@each_who_stays
def test_nothing_is_added_to_a_wager_in_play(file: Store, restraint: str) -> None:
    floor = in_play(playing(file))
    restrain(floor, restraint)
    code = CODES[restraint]
    for by, name in ((ANN, None), (BOSS, "ann")):
        assert floor.refused("T1", Call(say.Insure(1, "ann", 500), name), by).code == code
    floor.do("T1", CloseOffers())
    for by, name in ((ANN, None), (BOSS, "ann")):
        assert floor.refused("T1", Call(say.Split(), name), by).code == code
    assert down(floor) == 1000
    floor.do("T1", Call(say.Stand(), "ann"))


@each_who_stays
def test_nobody_doubles_who_may_not_wager(file: Store, restraint: str) -> None:
    floor = in_play(playing(file), "6s Ts 9c 5d 9h")
    restrain(floor, restraint)
    for by, name in ((ANN, None), (BOSS, "ann")):
        assert floor.refused("T1", Call(say.Double(), name), by).code == CODES[restraint]
    assert down(floor) == 1000


@each_restraint
def test_no_correction_adds_a_wager_of_theirs(file: Store, restraint: str) -> None:
    floor = in_play(playing(file))
    restrain(floor, restraint)
    tried: list[AddWager | CorrectWager] = [
        AddWager(2, "ann", 5000, "it lay there"),
        CorrectWager(1, 9000, "it was more"),
        CorrectWager(2, 1000, "it was ann's", player="ann"),
    ]
    if restraint != "at a limit":  # this one has won by now, which passes no limit on losses
        tried.append(AddWager(1, "ann", 5000, "it lay there", "perfect-pairs"))
    for command in tried:
        floor.refused("T1", command)
    assert down(floor) == 1000


@each_who_stays
def test_no_call_that_is_entered_later_adds_to_a_wager_of_theirs(file: Store, restraint: str) -> None:
    """Insurance that was not entered, and a double in place of a hit."""
    floor = in_play(playing(file), "6s Ts Ac 5d 9h")
    floor.do("T1", CloseOffers())
    floor.do("T1", Call(say.Hit(), "ann"))
    restrain(floor, restraint)
    closing, hit = (one.number for one in entries(floor.table().played[-1].events)[-2:])
    for command in (
        AddCall(closing, "insure", "it lay there", box=1, player="ann", amount=500),
        CorrectCall(hit, "double", "they doubled"),
    ):
        assert floor.refused("T1", command).code == CODES[restraint], command
    assert down(floor) == 1000


@each_restraint
def test_a_second_person_does_not_let_in_what_the_first_may_not(file: Store, restraint: str) -> None:
    floor = playing(file, two_people=True)
    in_play(floor)
    asked = AddWager(2, "ann", 5000, "it lay there")
    floor.do("T1", asked)
    (number,) = floor.table().approvals
    restrain(floor, restraint)
    assert isinstance(floor.say("T1", Approve(number), HIGHER), Refusal)
    assert down(floor) == 1000


@each_restraint
def test_money_that_is_theirs_is_paid(file: Store, restraint: str) -> None:
    floor = playing(file)
    restrain(floor, restraint)
    if restraint in STAYING:
        floor.do("T1", CashChips("ann", 50_000))
        floor.do("T1", Leave(), ANN)
    assert floor.holds(pocket("aud", "ann")) in (50_000, 100_000)


def test_no_device_wagers_for_them() -> None:
    sign = Sign(1000, 50_000, side_bets={JACKPOTS: PersonalLimit(500, 500)})
    table = Table("melbourne-v26", side_bets={JACKPOTS: True}, meters={JACKPOTS: 1_000_000}, sign=sign)
    table.seat("ann", 1).ready().wagers("ann 1 20").do(CreditBetManager(2000), "ann")
    standing = Standing("ann", "2026-11-16", refused=Refusal("player-on-break", None, {"player": "ann", "until": ""}))
    for command in (PressBetButton(1), CreditBetManager(2000, "cash")):
        for standings, code in (({"ann": standing}, "player-on-break"), ({}, "standing-needed")):
            refusal = act(table.state, command, ANN, table.state.now, standings=standings)
            if isinstance(command, CreditBetManager):
                refusal = act(table.state, command._replace(player="ann"), BOSS_MELBOURNE, NOON, standings=standings)
            assert isinstance(refusal, Refusal)
            assert refusal.code == code


@pytest.mark.parametrize("code", ["player-excluded", "player-suspended"])
def test_whoever_is_kept_out_wagers_in_no_session_of_a_tournament_either(code: str) -> None:
    table = session_table("sydney-v15", "ann", "bea", undisclosed=2).open()
    kept_out = {"ann": Standing("ann", "2026-11-16", refused=Refusal(code, None, {"player": "ann", "until": ""}))}
    for command in (PlaceWager(1, 1000), HandInForm("main", 2000)):
        for standings, said in ((kept_out, code), ({}, "standing-needed")):
            refusal = act(table.state, command, ANN, table.state.now, standings=standings)
            assert isinstance(refusal, Refusal), command
            assert refusal.code == said
    assert not isinstance(act(table.state, PlaceWager(1, 1000), ANN, table.state.now, standings=GOOD), Refusal)


@pytest.mark.parametrize("restraint", ["excluded", "suspended", "on a break"])
def test_nobody_enters_a_tournament_who_may_not_play(file: Store, restraint: str) -> None:
    floor = TournamentFloor(file).taking_entries()
    floor.now = max(floor.now, 1_000_000)
    carded(floor.floor, "ann", "bob", at_ms=floor.now)
    floor.done(floor.floor.act_on_player("ann", RESTRAINTS[restraint], ANN, floor.now))
    for command, by in (
        (ApplyToEnter(agrees=True), ANN),
        (ApplyToEnter("ann", agrees=True, cash=True), Person("dot", "dealer")),
    ):
        assert floor.refused(command, by).code == CODES[restraint]
    floor.entered("bob")
    assert [one.player for one in floor.state.entrants.values()] == ["bob"]


@pytest.mark.parametrize("restraint", ["excluded", "suspended"])
@clause("sydney-v15", "19.4.2(h)(i)")
def test_nobody_plays_in_a_session_who_was_kept_out_since_they_entered(file: Store, restraint: str) -> None:
    house = TournamentPlay(file)
    house.taking_entries()
    house.with_tables("T1").entered_all("ann", "bob", "cal", "dee", "eve")
    carded(house.floor, "ann", "cal", at_ms=house.now)
    house.do(CloseEntries())
    house.drawn()
    house.done(house.floor.act_on_player("ann", RESTRAINTS[restraint], ANN, house.now))
    house.do(BarFromTournament("eve", "may not enter the casino"))
    house.begin()
    assert sorted(house.players("T1")) == ["bob", "cal", "dee"]
    assert (house.status("ann"), house.status("eve")) == ("withdrawn", "withdrawn")
    house.done(house.floor.act_on_player("cal", RESTRAINTS[restraint], Person("cal", "player"), house.now))
    table = house.tables["T1"]
    table.open()
    assert table.bet_refused("cal", "10").code == CODES[restraint], "nor by the hand of a dealer"
    house.do(Disqualify(house.number("cal"), "rules", "excluded"))
    table.wager_and_deal({"bob": "10 win", "dee": "10 lose"})
    assert audit(file, processes=1).fault is None


def test_a_dealer_at_the_entry_desk_spells_nobody_past_the_register(file: Store) -> None:
    floor = TournamentFloor(file).taking_entries()
    floor.now = max(floor.now, 1_000_000)
    carded(floor.floor, "ann", at_ms=floor.now)
    floor.done(floor.floor.act_on_player("ann", Exclude("voluntary"), ANN, floor.now))
    refused = floor.refused(ApplyToEnter("Ann", agrees=True, cash=True), Person("dot", "dealer"))
    assert refused.code == "player-spelled-otherwise"
    assert not floor.state.entrants


@pytest.mark.parametrize("restraint", ["excluded", "suspended", "on a break"])
def test_nobody_enters_a_promotion_by_a_form_who_may_not_play(file: Store, restraint: str) -> None:
    house = PromotionFloor(file, entry_rules=(EntryRule("form"),)).started()
    carded(house.floor, "bob", at_ms=house.at)
    done = house.floor.act_on_player("ann", RESTRAINTS[restraint], ANN, house.at)
    assert not isinstance(done, Refusal), done
    house.at += 1000
    for by in (ANN, HIGHER):
        refused = house.try_(EnterPromotion("ann"), by)
        assert isinstance(refused, Refusal)
        assert refused.code == CODES[restraint]
    house.do(EnterPromotion("bob"), BOB)
    assert set(house.state.forms) == {"bob"}


@pytest.mark.parametrize("restraint", ["excluded", "suspended", "on a break"])
@clause("sydney-v15", "20.7.3")
def test_nobody_is_drawn_for_a_prize_who_is_kept_away_then(file: Store, restraint: str) -> None:
    house = PromotionFloor(file, entry_rules=(EntryRule("form", entries=5),), prizes=(money_prize(number=2),)).started()
    carded(house.floor, "bob", at_ms=house.at)
    house.do(EnterPromotion("ann"), ANN).do(EnterPromotion("bob"), BOB)
    house.at = CLOSE
    house.do(ClosePromotion())
    house.at = DRAW
    done = house.floor.act_on_player("ann", RESTRAINTS[restraint], ANN, house.at)
    assert not isinstance(done, Refusal), done
    house.do(DrawPrizes())
    assert [one.player for one in house.state.wins.values()] == ["bob"]
    (made,) = (PROMOTION.loads(one.text) for one in file.read("promotion:spring") if "PrizesDrawn" in one.text)
    assert made.tickets == {"bob": 5}
    assert [(one.player, one.entries, one.because) for one in made.left_out] == [("ann", 5, CODES[restraint])]
    assert made.left_out_clause == "20.7.3"
    assert audit(file, processes=1).fault is None
