"""Who goes on from a stage: play-offs between those who are level, the best of the others, second chances."""

from __future__ import annotations

import pytest
from support.carded import carded
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY
from support.tournament_play import TournamentPlay, stage

from cutcard.players import Exclude, SuspendMyself, TakeBreak
from cutcard.store import Store
from cutcard.store.audit import audit
from cutcard.table import Command, Person, ShowCuttingCard
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments import AwardPlaces, BuyBack, BuyBackIn, CloseStage, OrderPlayOff, PlayOffOrdered
from cutcard.tournaments.progress import orders_by_stage, ties

BOOKS = (SYDNEY, EARLIER, CANBERRA, MELBOURNE)
FOUR = ("ann", "bob", "cal", "dee")
EIGHT = (*FOUR, "eve", "fay", "gus", "hal")


def _in(house: TournamentPlay, status: str = "entered") -> set[str]:
    return {one.player for one in house.state.entrants.values() if one.status == status}


PLAY_OFFS = [(SYDNEY, "19.10.3"), (EARLIER, "20.10.3"), (CANBERRA, "20.21"), (MELBOURNE, "31.4.6(a)")]


@clause(MELBOURNE, "13.8.5(d)")
def test_level_players_with_less_than_the_minimum_play_off_with_the_same_new_chips(store: Store) -> None:
    limits = (LimitStep(1, 1_000, 50_000), LimitStep(2, 5_000, 50_000))  # a play-off goes by the limits of the end
    house = TournamentPlay(store, book=MELBOURNE, stages=(stage(chips=10_000, limits=limits), stage("final")))
    house.begun(*FOUR).one_round("T1", ann="60 lose", bob="60 lose", cal="70 lose", dee="70 lose").count()
    house.do(OrderPlayOff())
    ordered = next(one for one in house.events() if isinstance(one, PlayOffOrdered))
    assert dict(ordered.holdings) == {house.number("ann"): 10_000, house.number("bob"): 10_000}
    house.begin()
    assert {house.table("T1").players[name].chips for name in ("ann", "bob")} == {10_000}


@pytest.mark.parametrize(("book", "by"), PLAY_OFFS)
@clause(SYDNEY, "19.10.3")
@clause(EARLIER, "20.10.3")
@clause(CANBERRA, "20.21")
def test_players_who_are_level_at_the_end_of_the_final_play_on_before_prizes_are_awarded(
    store: Store, book: str, by: str
) -> None:
    """In the last stage as in a heat: equal chips for two different prizes are no result."""
    house = TournamentPlay(store, book=book, stages=(stage("final"),)).begun(*FOUR)
    house.one_round("T1", ann="100 win", bob="100 win", cal="50 win").count()
    assert house.refused(CloseStage()).code == "play-off-needed"
    house.do(OrderPlayOff())
    assert next(one for one in house.events() if isinstance(one, PlayOffOrdered)).clause == by
    house.begin()
    assert set(house.players("T1")) == {"ann", "bob"}
    house.one_round("T1", ann="20 lose", bob="20 win").count()
    house.do(CloseStage())
    house.do(AwardPlaces())
    placed = {one.player: (one.place, one.prize) for one in house.state.entrants.values()}
    assert placed == {"bob": (1, 24_000), "ann": (2, 12_000), "cal": (3, 4_000), "dee": (4, 0)}


@pytest.mark.parametrize(("book", "by"), PLAY_OFFS)
@clause(SYDNEY, "19.10.1", "19.10.3")
@clause(EARLIER, "20.10.1", "20.10.3")
@clause(CANBERRA, "20.21")
@clause(MELBOURNE, "13.8.5(d)")
def test_those_who_are_level_play_off_alone_with_their_chips_and_are_counted_after_every_round(
    store: Store, book: str, by: str
) -> None:
    house = TournamentPlay(store, book=book).begun(*FOUR)
    assert house.refused(CloseStage()).code == "stage-not-played"
    house.one_round("T1", ann="100 win", bob="100 win", cal="50 win").count()
    assert house.refused(CloseStage()).code == "play-off-needed"
    house.do(OrderPlayOff())
    ordered = next(one for one in house.events() if isinstance(one, PlayOffOrdered))
    assert ordered.clause == by
    assert set(ordered.holdings.values()) == {110_000}
    house.begin()
    assert set(house.players("T1")) == {"ann", "bob"}
    assert house.table("T1").players["ann"].chips == 110_000
    house.one_round("T1", ann="20 win", bob="20 win").count()
    assert ties(house.state)[0].entrants == tuple(sorted((house.number("ann"), house.number("bob"))))
    house.do(OrderPlayOff())
    house.begin().one_round("T1", ann="20 push", bob="20 win").count()
    house.do(CloseStage())
    assert _in(house) == {"bob"}
    assert _in(house, "eliminated") == {"ann", "cal", "dee"}
    first, *_ = orders_by_stage(house.state)
    assert first[:2] == ((house.number("bob"),), (house.number("ann"),))


@pytest.mark.parametrize("book", BOOKS)
def test_a_tie_that_changes_nothing_needs_no_play_off(store: Store, book: str) -> None:
    house = TournamentPlay(store, book=book).begun(*FOUR)
    house.one_round("T1", ann="100 win", bob="50 win", cal="50 win").count()
    assert house.refused(OrderPlayOff()).code == "nobody-level"
    house.do(CloseStage())
    assert _in(house) == {"ann"}


@clause(MELBOURNE, "13.8.5(e)", "13.8.5(f)")
def test_a_tie_for_the_first_place_of_a_final_is_played_over_a_shoe_where_the_terms_say_so(store: Store) -> None:
    stages = (stage(advance=4), stage("final", play_off_shoes=1))
    house = TournamentPlay(store, book=MELBOURNE, stages=stages).begun(*FOUR)
    house.one_round("T1").count()
    house.do(CloseStage())
    house.drawn().begin()
    house.one_round("T1", ann="100 win", bob="100 win", cal="20 win", dee="20 win").count()
    assert [tie.first for tie in ties(house.state)] == [True, False]
    house.do(OrderPlayOff())
    assert house.state.sessions[3].shoes == 1
    house.begin()
    session = house.tables["T1"].session
    assert (session.terms.shoes, session.terms.rounds) == (1, 0)
    table = house.tables["T1"]
    house.one_round("T1", ann="100 win", bob="50 win")
    house.one_round("T1", ann="100 lose", bob="10 push")
    assert not table.session.over, "no round decides it before the shoe is played"
    table.do(ShowCuttingCard(), table.dealer)
    assert table.session.over
    house.count()
    assert [tie.first for tie in ties(house.state)] == [False], "bob has won it, and a lower tie is left"
    house.do(OrderPlayOff())
    assert house.state.sessions[4].shoes == 0


@clause(MELBOURNE, "13.8.5(e)", "13.8.5(d)")
def test_a_tie_that_the_shoe_does_not_break_goes_on_hand_by_hand(store: Store) -> None:
    stages = (stage(advance=4), stage("final", play_off_shoes=1))
    house = TournamentPlay(store, book=MELBOURNE, stages=stages).begun(*FOUR)
    house.one_round("T1").count()
    house.do(CloseStage())
    house.drawn().begin()
    house.one_round("T1", ann="100 win", bob="100 win").count()
    house.do(OrderPlayOff())
    table = house.begin().tables["T1"]
    house.one_round("T1", ann="50 win", bob="50 win")
    table.do(ShowCuttingCard(), table.dealer)
    house.count()
    house.do(OrderPlayOff())
    played_off = house.state.sessions[4]
    assert (played_off.shoes, set(played_off.holdings.values())) == (0, {115_000})
    table.ready()
    house.begin().one_round("T1", ann="10 win", bob="10 lose").count()
    assert not [tie for tie in ties(house.state) if tie.first]
    order = orders_by_stage(house.state)[1]
    assert [house.state.entrants[group[0]].player for group in order[:2]] == ["ann", "bob"]


@clause(MELBOURNE, "13.8.5(f)")
def test_lower_ties_of_a_final_are_played_hand_by_hand(store: Store) -> None:
    stages = (stage(advance=4), stage("final", play_off_shoes=1))
    house = TournamentPlay(store, book=MELBOURNE, stages=stages).begun(*FOUR)
    house.one_round("T1").count()
    house.do(CloseStage())
    house.drawn().begin()
    house.one_round("T1", ann="100 win", cal="20 win", dee="20 win").count()
    house.do(OrderPlayOff())
    assert house.state.sessions[3].shoes == 0
    house.begin().one_round("T1", cal="20 win", dee="10 win").count()
    house.do(CloseStage())
    order = orders_by_stage(house.state)[1]
    assert [house.state.entrants[group[0]].player for group in order] == ["ann", "cal", "dee", "bob"]


@clause(MELBOURNE, "13.8.6:Table 3 schedule")
def test_the_best_of_the_others_go_on_over_all_tables_and_play_off_if_they_are_level(store: Store) -> None:
    stages = (stage(best_others=1), stage("final"))
    house = TournamentPlay(store, book=MELBOURNE, stages=stages).begun(*EIGHT, tables=("T1", "T2"))
    one, two = house.players("T1"), house.players("T2")
    house.one_round("T1", **{one[0]: "500 win", one[1]: "60 win"})
    house.one_round("T2", **{two[0]: "200 win", two[1]: "60 win"}).count()
    house.do(OrderPlayOff())
    assert set(house.state.sessions[2].entrants) == {house.number(one[1]), house.number(two[1])}
    (table,) = house.state.sessions[2].tables
    house.begin().one_round(table, **{one[1]: "10 win"}).count()
    house.do(CloseStage())
    assert _in(house) == {one[0], two[0], one[1]}
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, MELBOURNE])
@clause(SYDNEY, "19.4.2(e)")
@clause(EARLIER, "20.4.2(e)")
@clause(MELBOURNE, "31.4.3(a)(v)", "31.4.3(a)(iii)", "31.4.5(a)")
def test_a_repechage_is_for_those_who_did_not_go_on(store: Store, book: str) -> None:
    stages = (stage(), stage("repechage", repechage=True), stage("final"))
    house = TournamentPlay(store, book=book, stages=stages).begun(*FOUR)
    house.one_round("T1", ann="100 win").count()
    house.do(CloseStage())
    assert (house.status("ann"), house.state.entrants[house.number("ann")].stage) == ("entered", 3)
    house.drawn().begin()
    assert set(house.players("T1")) == {"bob", "cal", "dee"}
    house.one_round("T1", dee="100 win").count()
    house.do(CloseStage())
    house.drawn().begin()
    assert set(house.players("T1")) == {"ann", "dee"}


BUY_BACKS = [(SYDNEY, "19.4.2(g)"), (EARLIER, "20.4.2(g)"), (MELBOURNE, "31.4.3(a)(iv)")]


@pytest.mark.parametrize(("book", "by"), BUY_BACKS)
@clause(SYDNEY, "19.4.2(g)")
@clause(EARLIER, "20.4.2(g)")
@clause(MELBOURNE, "31.4.3(a)(iv)")
def test_whoever_is_eliminated_buys_back_in_as_the_terms_say(store: Store, book: str, by: str) -> None:
    house = TournamentPlay(store, book=book, buy_back=BuyBack(1, 5_000, 1)).begun(*FOUR)
    house.funded("bob", 20_000)
    bob, cal = house.number("bob"), house.number("cal")
    assert house.refused(BuyBackIn(bob)).code == "entrant-not-eliminated"
    house.one_round("T1", ann="100 win").count()
    assert house.refused(BuyBackIn(house.number("ann"))).code == "entrant-not-eliminated"
    assert house.refused(BuyBackIn(cal)).code == "buy-back-not-paid"
    pool = house.ledger["aud:tournament:spring:pool"]
    assert house.refused(BuyBackIn(bob), Person("cal", "player")).code == "may-not-act-for"
    house.do(BuyBackIn(bob), Person("bob", "player"))
    assert house.ledger["aud:tournament:spring:pool"] == pool + 5_000
    assert house.ledger["aud:player:bob"] == 15_000
    house.drawn().begin()
    assert set(house.players("T1")) == {"bob"}
    house.one_round("T1", bob="10 win").count()
    house.do(CloseStage())
    assert _in(house) == {"ann", "bob"}
    assert house.refused(BuyBackIn(cal)).clause == by
    assert house.refused(BuyBackIn(cal)).code == "buy-back-over"
    assert audit(store, processes=1).fault is None


@pytest.mark.parametrize("restraint", [Exclude("voluntary"), SuspendMyself(24), TakeBreak(15)])
def test_nobody_buys_back_in_who_may_not_play(store: Store, restraint: Command) -> None:
    house = TournamentPlay(store, buy_back=BuyBack(1, 5_000, 1)).begun(*FOUR)
    house.funded("bob", 20_000)
    house.one_round("T1", ann="100 win").count()
    carded(house.floor, "bob", at_ms=house.now)
    bob, own = house.number("bob"), Person("bob", "player")
    house.done(house.floor.act_on_player("bob", restraint, own, house.now))
    codes = {house.refused(BuyBackIn(bob), by).code for by in (own, None)}
    assert codes <= {"player-excluded", "player-suspended", "player-on-break"}
    assert house.ledger["aud:player:bob"] == 20_000


def test_nobody_buys_back_in_where_the_terms_say_nothing_of_it(store: Store) -> None:
    house = TournamentPlay(store).begun(*FOUR)
    assert house.refused(BuyBackIn(1)).code == "no-buy-back"


@clause(CANBERRA, "20.14")
def test_whoever_cannot_wager_is_out_of_the_whole_tournament_in_canberra(store: Store) -> None:
    stages = (stage(chips=2_000), stage("final"))
    house = TournamentPlay(store, book=CANBERRA, stages=stages).begun(*FOUR)
    house.one_round("T1", **dict.fromkeys(FOUR, "20 lose")).count()
    house.do(CloseStage())
    assert house.state.play_over
    assert _in(house, "eliminated") == set(FOUR)


@pytest.mark.parametrize("book", [SYDNEY, EARLIER])
def test_in_sydney_a_table_has_a_winner_even_when_all_lose_their_chips(store: Store, book: str) -> None:
    stages = (stage(chips=3_000), stage("final"))
    house = TournamentPlay(store, book=book, stages=stages).begun(*FOUR)
    house.one_round("T1", ann="30 lose", **dict.fromkeys(FOUR[1:], "30 lose")).count()
    house.do(CloseStage())
    assert len(_in(house)) == 1
