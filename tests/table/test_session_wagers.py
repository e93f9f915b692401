"""What players of a session wager: from the minimum to the maximum of the round, in its units, on every round."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.session_tables import SYDNEYS, TOURNAMENT_BOOKS, SessionTable, session_table

from cutcard.engine import commands as say
from cutcard.table import (
    Call,
    CorrectWager,
    DisqualifyUnwagered,
    LimitsChanged,
    NoMoreBets,
    PassCardsCollected,
    PlayerEliminated,
    PlayPassCard,
    RoundPassed,
    VoidDisruptedRound,
    VoidShortWager,
    WagerPutRight,
)
from cutcard.table.session_terms import LimitStep

CHAPTER = {"sydney-v15": "19", "sydney-earlier": "20"}
REAL = {"source": "real"}


@clause("sydney-v15", "19.6.4", "19.6.14")
@clause("sydney-earlier", "20.6.4", "20.6.14")
@clause("canberra-2006", "20.4(g)", "20.14")
@clause("melbourne-v26", "31.4.4(b)")
@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_players_wager_within_the_limits_of_the_session_and_not_those_of_the_table(book: str) -> None:
    table = session_table(book, "ann", "bob", limits=(LimitStep(1, 2000, 30_000),)).open()
    for amount in ("10", "310"):
        refusal = table.bet_refused("ann", amount)
        assert refusal.code == "session-limits"
        assert refusal.clause == table.state.config.procedures.clauses["tournaments.limits"]
    table.bet("ann", "300")
    table.bet("bob", "20")


@clause("sydney-v15", "19.6.14")
@clause("sydney-earlier", "20.6.14")
@pytest.mark.parametrize("book", SYDNEYS)
def test_wagers_are_whole_units_of_the_minimum_in_sydney_only(book: str) -> None:
    table = session_table(book, "ann", "bob").open()
    refusal = table.bet_refused("ann", "25")
    assert (refusal.code, refusal.clause) == ("session-units", f"{CHAPTER[book]}.6.14")
    table.bet("ann", "20")
    elsewhere = session_table("canberra-2006", "ann", "bob").open()
    elsewhere.bet("ann", "25")


@clause("sydney-v15", "19.6.15")
@clause("sydney-earlier", "20.6.15")
@clause("canberra-2006", "20.4(g)")
@pytest.mark.parametrize("book", [*SYDNEYS, "canberra-2006"])
def test_limits_change_at_the_round_that_was_announced(book: str) -> None:
    steps = (LimitStep(1, 1000, 50_000), LimitStep(2, 2000, 80_000), LimitStep(3, 500, 1000))
    table = session_table(book, "ann", "bob", limits=steps)
    table.play("ann 10", "bob 10").open()
    assert table.last(LimitsChanged).sign[:2] == (2000, 80_000)
    assert table.bet_refused("ann", "10").code == "session-limits"
    table.bet("ann", "500")
    table.bet("bob", "20")
    table.do(NoMoreBets(), table.dealer)
    table.finish()
    table.open()
    assert table.last(LimitsChanged).sign[:2] == (500, 1000)
    table.bet("ann", "5")


@clause("sydney-v15", "19.6.4")
@clause("sydney-earlier", "20.6.4")
@clause("canberra-2006", "20.14")
@pytest.mark.parametrize("book", [*SYDNEYS, "canberra-2006"])
def test_betting_does_not_close_before_everybody_has_wagered(book: str) -> None:
    table = session_table(book, "ann", "bob").open()
    table.bet("ann", "10")
    refusal = table.refused(NoMoreBets(), table.dealer)
    assert (refusal.code, refusal.facts["players"]) == ("wagers-missing", ("bob",))
    assert refusal.clause == table.state.config.procedures.clauses["tournaments.every_round"]
    table.bet("bob", "10")
    table.do(NoMoreBets(), table.dealer)


@clause("sydney-v15", "19.6.4")
@clause("sydney-earlier", "20.6.4")
@pytest.mark.parametrize("book", SYDNEYS)
def test_whoever_does_not_wager_is_disqualified_unless_they_have_passed(book: str) -> None:
    table = session_table(book, "ann", "bob", "cyd", marker=True, pass_cards=1).open()
    table.pass_("ann")
    assert table.refused(DisqualifyUnwagered("ann", "no wager")).code == "has-wagered"
    assert table.refused(DisqualifyUnwagered("bob", "no wager"), table.dealer).clause == f"{CHAPTER[book]}.6.4"
    table.do(DisqualifyUnwagered("bob", "would not wager"))
    out = table.last(PlayerEliminated)
    assert (out.elimination.player, out.elimination.cause, out.clause) == (
        "bob",
        "disqualified",
        f"{CHAPTER[book]}.6.4",
    )
    assert table.session.playing == {1: "ann", 3: "cyd"}
    assert 2 not in table.state.seats
    assert table.session.turn == 3, "the others go on"
    table.bet("cyd", "10")
    table.do(NoMoreBets(), table.dealer)


def test_canberra_has_no_such_penalty() -> None:
    """Reading T7: the director directs whoever does not wager."""
    table = session_table("canberra-2006", "ann", "bob").open()
    assert table.refused(DisqualifyUnwagered("bob", "no wager")).code == "nobody-has-power"


# -------------------------------------------------------------------------------------- what is found on a real layout


def entered(book: str, *wagers: str, **chips: int) -> SessionTable:
    """Wagers that a dealer enters as they lie there; then betting closes."""
    table: SessionTable = session_table(book, "ann", "bob", config=REAL, holdings=chips).bets(*wagers)
    table.do(NoMoreBets(), table.dealer)
    return table


@clause("sydney-v15", "19.6.14")
@clause("sydney-earlier", "20.6.14")
@pytest.mark.parametrize("book", SYDNEYS)
@pytest.mark.parametrize(
    ("lying", "counts", "fault"),
    [("600", 50_000, "over-maximum"), ("25", 2000, "part-unit"), ("5", 1000, "under-minimum"), ("30", 3000, "")],
)
def test_a_wager_outside_the_limits_is_put_right(book: str, lying: str, counts: int, fault: str) -> None:
    table = entered(book, f"ann {lying}", "bob 10")
    assert table.state.round is not None
    assert [w.staked for w in table.state.round.wagers if w.player == "ann"] == [counts]
    assert table.chips("ann") == 100_000 - counts
    found = table.happened(WagerPutRight)
    assert [one.fault for one in found] == ([fault] if fault else [])
    assert all(one.clause == f"{CHAPTER[book]}.6.14" for one in found)


@clause("sydney-v15", "19.6.14")
@clause("sydney-earlier", "20.6.14")
@pytest.mark.parametrize("book", SYDNEYS)
def test_one_that_cannot_be_made_up_to_the_minimum_is_void_and_its_player_is_out(book: str) -> None:
    table = session_table(book, "ann", "bob", "cyd", config=REAL, holdings={"ann": 1000})
    table.bets("ann 10", "bob 10", "cyd 10").close().deal("6s 9d 8c Th 5c 7d 8d")
    table.do(CorrectWager(1, amount=500, reason="it was a 5 chip"))
    assert table.refused(VoidShortWager("bob", "short")).code == "wager-not-short"
    assert table.refused(VoidShortWager("ann", "short")).code == "wager-not-short", "another 5 makes it up"
    table.do(Call(say.Double(amount=500), "ann"), table.dealer)
    table.deal("2c")
    table.do(VoidShortWager("ann", "a 5 chip, and no other to make it up"))
    out = table.last(PlayerEliminated)
    assert (out.elimination.player, out.elimination.cause, out.clause) == (
        "ann",
        "under-minimum",
        f"{CHAPTER[book]}.6.14",
    )
    assert table.state.round is not None
    assert {w.outcome for w in table.state.round.wagers if w.player == "ann"} == {"void"}
    assert table.chips("ann") == 1000
    assert table.state.round.box.control == "bob", "the others play on"
    table.finish()
    assert {"6s", "5c", "2c"} <= {card.text for card in (*table.state.shoe.on_table, *table.state.shoe.discards)}


@clause("sydney-v15", "19.6.14")
@clause("sydney-earlier", "20.6.14")
@pytest.mark.parametrize("book", SYDNEYS)
def test_whoever_has_less_than_the_minimum_is_not_asked_for_a_wager_at_all(book: str) -> None:
    table = session_table(book, "ann", "bob", "cyd", config=REAL, holdings={"ann": 500}).open()
    assert table.bet_refused("ann", "5").clause == f"{CHAPTER[book]}.6.13"


@clause("sydney-v15", "19.6.14")
@clause("sydney-earlier", "20.6.14")
@pytest.mark.parametrize("book", SYDNEYS)
def test_whoever_cannot_make_their_wager_up_when_betting_closes_is_out_before_the_deal(book: str) -> None:
    """Ann has the minimum, and has put half of it on a side bet."""
    pairs: dict[str, Any] = {"side_bets": ("perfect-pairs",), "config": {**REAL, "side_bets": {"perfect-pairs": True}}}
    table = session_table(book, "ann", "bob", "cyd", holdings={"ann": 1000}, **pairs)
    table.bets("ann 5", "bob 10", "cyd 10")
    table.bet("ann", "5", "perfect-pairs")
    table.do(NoMoreBets(), table.dealer)
    out = table.last(PlayerEliminated)
    assert (out.elimination.player, out.elimination.cause) == ("ann", "under-minimum")
    assert out.clause == f"{CHAPTER[book]}.6.14"
    assert table.last(WagerPutRight)[2:5] == (500, 0, "under-minimum")
    assert table.state.round is not None
    assert {w.player for w in table.state.round.wagers} == {"bob", "cyd"}
    assert table.chips("ann") == 1000


# ----------------------------------------------------------------------------------------------------------- pass cards


@clause("sydney-v15", "19.7.1", "19.1.3", "19.6.4")
@clause("sydney-earlier", "20.7.1", '20.1.1 "pass card"', "20.6.4")
@pytest.mark.parametrize("book", SYDNEYS)
def test_everybody_has_the_same_pass_cards_and_plays_one_instead_of_a_wager(book: str) -> None:
    table = session_table(book, "ann", "bob", "cyd", pass_cards=1, marker=True)
    assert {own.pass_cards for own in table.session.players.values()} == {1}
    table.open()
    assert table.refused(PlayPassCard(), "bob").clause == f"{CHAPTER[book]}.9.5", "in turn, as a wager"
    table.pass_("ann")
    assert table.session.turn == 2
    assert table.bet_refused("ann", "10").clause == f"{CHAPTER[book]}.7.1"
    assert table.refused(PlayPassCard(), "ann").clause == f"{CHAPTER[book]}.7.1"
    table.bet("bob", "10")
    table.bet("cyd", "10")
    table.do(NoMoreBets(), table.dealer)
    table.finish()
    assert table.last(PassCardsCollected) == PassCardsCollected(1, ("ann",))
    assert (table.chips("ann"), table.session.players["ann"].pass_cards) == (100_000, 0)
    table.open()
    table.bet("bob", "10")
    table.bet("cyd", "10")
    refusal = table.refused(PlayPassCard(), "ann")
    assert (refusal.code, refusal.clause) == ("pass-cards-used", f"{CHAPTER[book]}.7.1")


@pytest.mark.parametrize("book", ["sydney-v15", "canberra-2006"])
def test_without_pass_cards_in_the_terms_there_are_none(book: str) -> None:
    table = session_table(book, "ann", "bob").open()
    assert table.refused(PlayPassCard(), "ann").code == "no-pass-cards"


def test_where_everybody_passes_the_round_counts_without_a_deal() -> None:
    table = session_table("sydney-v15", "ann", "bob", pass_cards=2, rounds=1).open()
    table.pass_("ann")
    assert table.refused(NoMoreBets(), table.dealer).code == "wagers-missing"
    table.pass_("bob")
    table.do(NoMoreBets(), table.dealer)
    assert table.last(RoundPassed) == RoundPassed(1)
    assert table.session.over


def test_a_pass_card_comes_back_where_the_round_is_void() -> None:
    table = session_table("sydney-v15", "ann", "bob", pass_cards=1).open()
    table.pass_("ann")
    table.bet("bob", "10")
    table.do(NoMoreBets(), table.dealer)
    table.do(VoidDisruptedRound("a fire alarm"))
    assert table.session.players["ann"].pass_cards == 1
    assert table.session.passed == frozenset()
