"""A designated table takes tournament play only, in tournament chips, and not all of the ordinary rules hold there."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.session_tables import SYDNEYS, TOURNAMENT_BOOKS, SessionTable, designated, session_table
from support.tables import NOTICES, Table

from cutcard.engine import commands as say
from cutcard.table import (
    AllowSeveralBoxes,
    Arrive,
    BarPlayer,
    Call,
    CashChips,
    ChangeLimits,
    CloseTable,
    Command,
    GrantPersonalLimit,
    Leave,
    LimitPlayersABox,
    OpenBetting,
    Person,
    PlaceWager,
    PostMinimum,
    RaiseMinimumKeepingRights,
    ReportIrregularity,
    RestrictToOneBox,
    SellChips,
    SessionEnded,
    Sign,
    Sit,
    TakeIdleSeat,
    VoidDisruptedRound,
    view,
)

CLAUSES = {
    "sydney-v15": ("19.5.2", "19.6.6", "19.1.8", "19.6.10"),
    "sydney-earlier": ("20.5.2", "20.6.6", '20.1.1 "tournament chips"', "20.6.10"),
    "canberra-2006": ('A "Tournament Chips"', "20.13", 'A "Tournament Chips"', "20.7"),
    "melbourne-v26": ("31.2.5", "31.4.8(g)", "31.4.3(c)", "31.4.8(g)"),
}


@clause("sydney-v15", "19.5.2", "19.1.8", "19.6.6", "19.6.10")
@clause("sydney-earlier", "20.5.2", '20.1.1 "tournament chips"', "20.6.6", "20.6.10")
@clause("canberra-2006", 'A "Tournament Chips"', "20.13", "20.7")
@clause("melbourne-v26", "31.2.5")
@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_nobody_else_comes_and_no_chip_comes_or_goes(book: str) -> None:
    only, stay, exchange, position = CLAUSES[book]
    table = session_table(book, "ann", "bob")
    before = table.state
    assert table.refused(Arrive(), "zoe").clause == only
    assert table.refused(Arrive(chips=1000), "ann").clause == only
    assert table.refused(Sit(5), "zoe").clause == position
    assert table.refused(Sit(5), "ann").clause == position
    assert table.refused(SellChips("ann", 5000)).clause == stay
    assert table.refused(Leave(), "ann").clause == stay
    assert table.refused(CashChips("ann", 5000)).clause == exchange
    assert table.refused(CloseTable()).clause == only
    assert table.state == before

    table.open()
    assert table.refused(PlaceWager(1, 1000), "zoe").code == "not-at-table"
    assert table.refused(PlaceWager(2, 1000), "ann").clause == position
    table.bet("ann", "20")
    assert table.refused(PlaceWager(2, 1000), "ann").clause == position, "no share in another's box either"


@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_betting_opens_only_while_a_session_is_played(book: str) -> None:
    table = designated(book)
    assert table.refused(OpenBetting(), table.dealer).clause == CLAUSES[book][0]
    table.begin({1: "ann", 2: "bob"}).open()


@clause("sydney-v15", "19.6.1", "19.6.8")
@clause("sydney-earlier", "20.6.1", "20.6.8")
@clause("melbourne-v26", "31.4.4(a)")
@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_wagers_are_made_and_paid_in_tournament_chips(book: str) -> None:
    table = session_table(book, "ann", "bob", front="Ks Qd 9h Th 8d 7c Jc").play("ann 100", "bob 100")
    assert (table.chips("ann"), table.chips("bob")) == (110_000, 110_000), "the dealer is over 21"
    assert table.accounts["tournament:table:T1:player:ann"] == 110_000
    moved = {name for name, amount in table.accounts.items() if amount and not name.startswith("tournament:")}
    assert moved <= {"aud:cage", "aud:table:T1:float"}, "what lay there before has not moved"
    assert sum(table.accounts.values()) == 0
    table.write(SessionEnded("spring", 1, {"ann": 110_000, "bob": 110_000}))
    assert table.accounts["tournament:inventory:spring"] == 0


@clause("sydney-v15", "19.6.6")
@clause("sydney-earlier", "20.6.6")
@clause("canberra-2006", "20.12", "20.13")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "canberra-2006"])
def test_everybody_sees_everybodys_chips_and_whoever_is_barred_takes_none_along(book: str) -> None:
    table = session_table(book, "ann", "bob")
    for viewer in (Person("bob", "player"), Person("zoe", "player"), None):
        assert {one.name: one.chips for one in view.table(table.state, viewer).players} == {
            "ann": 100_000,
            "bob": 100_000,
        }
    table.do(BarPlayer("ann", "a quarrel"))
    assert table.state.players["ann"].away
    assert table.chips("ann") == 100_000
    ordinary = Table(book).seat("ann", 1)
    assert view.table(ordinary.state, Person("bob", "player")).players[0].chips is None


# ------------------------------------------------------------------------------------------------- rules that are off

OFF: list[tuple[str, Command]] = [
    ("5.11", TakeIdleSeat("ann")),
    ("5.5", LimitPlayersABox(1)),
    ("6.5", ChangeLimits(Sign(500, 50_000), told=True)),
    ("6.5", PostMinimum(2000, 100_000_000)),
    ("6.7", GrantPersonalLimit("ann", 1000, 100_000)),
]


@clause("sydney-v15", "19.2.1")
@clause("sydney-earlier", "20.2.1")
@pytest.mark.parametrize("book", SYDNEYS)
@pytest.mark.parametrize("command", [command for _, command in OFF])
def test_ordinary_rules_on_boxes_limits_and_idle_seats_do_not_hold(book: str, command: Command) -> None:
    table = session_table(book, "ann", "bob")
    assert table.refused(command).clause == {"sydney-v15": "19.2.1", "sydney-earlier": "20.2.1"}[book]
    if isinstance(command, ChangeLimits | LimitPlayersABox):
        Table(book).seat("ann", 1).do(command)


@clause("sydney-v15", "19.2.1")
@clause("sydney-earlier", "20.2.1")
@pytest.mark.parametrize("book", SYDNEYS)
def test_discards_left_in_the_rack_are_not_ruled_on_by_the_rule_that_is_off(book: str) -> None:
    left = ReportIrregularity("discards-not-loaded", "stay-in-rack", reason="forgotten", told=NOTICES)
    device = {"device": "shuffling-device", "decks": 6}
    table = session_table(book, "ann", "bob", config=device)
    assert table.refused(left).code == "left-to-discretion"


@clause("sydney-v15", "19.2.1", "19.6.15")
@clause("sydney-earlier", "20.2.1", "20.6.15")
@clause("canberra-2006", "20.4(g)")
@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_nobody_changes_the_limits_of_a_session_or_a_players_own(book: str) -> None:
    table = session_table(book, "ann", "bob")
    for command in (ChangeLimits(Sign(500, 50_000), told=True), GrantPersonalLimit("ann", 1000, 100_000)):
        assert table.refused(command).code in ("tournament-limits", "ordinary-rule-off")
    assert table.refused(RestrictToOneBox("ann", NOTICES)).code in ("tournament-limits", "nobody-has-power")
    assert table.refused(RaiseMinimumKeepingRights(2000)).code in (
        "tournament-limits",
        "ordinary-rule-off",
        "nobody-has-power",
    )
    assert (table.state.sign.minimum, table.state.sign.maximum) == (1000, 50_000)


@clause("sydney-v15", "19.2.1")
@clause("sydney-earlier", "20.2.1")
@clause("canberra-2006", "20.1", "20.5")
@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_the_other_rules_of_the_game_hold_and_the_terms_win_where_they_differ(book: str) -> None:
    table = session_table(book, "ann", "bob", front="6s 5d 9h 5h 6d Tc Td Kc").bets("ann 100", "bob 100").close()
    table.finish_offers()
    table.call("ann", "double")
    table.finish()
    assert table.chips("ann") == 120_000
    assert (table.state.sign.minimum, table.state.sign.maximum) == (1000, 50_000)
    table.write(SessionEnded("spring", 1, {}))
    assert table.state.sign == Table(book).state.sign, "only while the tournament lasts"


@clause("canberra-2006", "20.7")
def test_no_second_box_by_leave_either() -> None:
    table = session_table("canberra-2006", "ann", "bob")
    assert table.refused(AllowSeveralBoxes("ann")).clause == "20.7"


# ------------------------------------------------------------------------------------------------------- void rounds

PAIRS = {"sydney-v15": True, "sydney-earlier": True}


def paid_in_a_void_round(book: str, **fields: object) -> SessionTable:
    """Ann is paid for a pair after the deal, and then the round is declared void."""
    table: SessionTable = session_table(
        book, "ann", "bob", front="8s 9d Ts 8s Th", side_bets=("perfect-pairs",), config=dict(fields)
    )
    table.open()
    table.bet("ann", "10", "perfect-pairs")
    table.bet("ann", "100")
    table.bet("bob", "100")
    table.close().finish_offers()
    assert table.chips("ann") > 89_000 + 1000, "paid already"
    table.do(VoidDisruptedRound("a fire alarm"))
    return table


@clause("sydney-v15", "19.2.2.1")
@clause("sydney-earlier", "20.2.2.1")
@pytest.mark.parametrize("book", SYDNEYS)
def test_what_was_paid_within_a_void_round_is_paid_back(book: str) -> None:
    table = paid_in_a_void_round(book, side_bets={"perfect-pairs": PAIRS[book]})
    assert (table.chips("ann"), table.chips("bob")) == (100_000, 100_000)


@clause("canberra-2006", "20.4(h)")
def test_only_the_side_bets_that_the_terms_allow_are_bet_on() -> None:
    config = {"side_bets": {"perfect-pairs": True, "super-sevens": True}}
    table = session_table("canberra-2006", "ann", "bob", side_bets=("perfect-pairs",), config=config)
    table.open()
    table.bet("ann", "10")
    table.bet("ann", "10", "perfect-pairs")
    assert table.bet_refused("ann", "10", "super-sevens").clause == "20.4(h)"


@pytest.mark.parametrize("book", TOURNAMENT_BOOKS)
def test_a_double_may_be_for_less_and_a_split_takes_the_whole_wager_again(book: str) -> None:
    """Reading T12: the stack caps both."""
    table = session_table(
        book, "ann", "bob", front="8s 5d 9h 8h 6d Tc", holdings={"ann": 15_000, "bob": 15_000}, rounds=2
    )
    table.bets("ann 100", "bob 100").close().finish_offers()
    assert table.refused(Call(say.Split()), "ann").code == "too-dear"
    table.call("ann", "stand")
    assert table.refused(Call(say.Double()), "bob").code == "too-dear"
    table.call("bob", "double", amount=5000)
    assert table.chips("bob") == 30_000, "all of their chips were in it, and it won"
