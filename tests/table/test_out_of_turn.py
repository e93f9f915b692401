"""A player acts or is called upon out of turn, and a dealer who stands too soon."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import SYDNEY, canberra
from support.misdealt import START, dealt, ruled, sound
from support.tables import BOOKS, Table

from cutcard.cards import card
from cutcard.cards import cards as read
from cutcard.engine import commands as say
from cutcard.records import settle
from cutcard.records.entries import entries
from cutcard.table import Call, IrregularityRuled, ReportIrregularity, RuleByDiscretion
from cutcard.table.irregularities import kinds_left_to_discretion
from cutcard.table.record import record_of

MELBOURNE = "melbourne-v26"
SUPERVISORS = {**dict.fromkeys(SYDNEY, "gaming-supervisor"), "canberra-2006": "casino-supervisor"}
SUPERVISORS |= {"canberra-2003": "casino-supervisor"}
RECONSTRUCTS = {"sydney-v15": "16.8", "sydney-earlier": "17.8", "canberra-2006": "14.4", "canberra-2003": "14.4"}
NEXT = {"sydney-v15": "16.2", "sydney-earlier": "17.2", "canberra-2006": "14.2", "canberra-2003": "14.2"}
NEXT |= {MELBOURNE: "9.9"}
AUTHORITY = {"sydney-v15": "18.17", "sydney-earlier": "19.12", "canberra-2006": "16.4", "canberra-2003": "16.6"}
AUTHORITY |= {MELBOURNE: "32.10"}
TURN = "8s 7d 9d 5h 5c"  # ann has 13 and is in turn, bob has 12
EARLY = ReportIrregularity("acted-out-of-turn", "next-card", "bob called first", box=2)
STOPPED = ReportIrregularity("dealer-stopped-early", "reconstruct", "they stood on 16")


@pytest.mark.parametrize("book", [*SYDNEY, "canberra-2006", "canberra-2003"])
def test_a_card_that_was_never_entered_is_no_part_of_a_round_that_is_over(book: str) -> None:
    floor = dealt(book, TURN).finish()
    report = EARLY._replace(ruling="reconstruct", card=card("6c"))
    assert floor.refused(report, SUPERVISORS[book]).code == "no-round"
    floor.wagers("ann 1 20")
    assert floor.refused(report, SUPERVISORS[book]).code == "no-round"


def hands(floor: Table) -> list[str]:
    assert floor.state.round is not None
    return [" ".join(one.text for one in hand.cards) for hand in floor.state.round.hands]


def in_turn(floor: Table) -> int:
    assert floor.state.round is not None
    return floor.state.round.box.number


@clause("sydney-v15", "16.2")
@clause("sydney-earlier", "17.2")
@clause("canberra-2006", "14.2")
@clause("canberra-2003", "14.2")
@clause(MELBOURNE, "9.9", "9.3")
@pytest.mark.parametrize("book", BOOKS)
def test_a_card_dealt_out_of_turn_is_the_next_one_of_whoever_is_in_turn(book: str) -> None:
    floor = dealt(book, TURN)
    floor.do(EARLY._replace(card=card("6c")), "dealer")
    assert ruled(floor) == ("acted-out-of-turn", "next-card", NEXT[book])
    assert (hands(floor), in_turn(floor)) == (["8s 5h", "7d 5c"], 1)
    floor.do(Call(say.Hit(), "ann"), "dealer")
    assert floor.refused_deal("Kd").code == "held-card-is-next"
    floor.deal("6c")
    assert hands(floor)[0] == "8s 5h 6c"
    floor.finish()
    record = record_of(floor.events)
    assert {"do": "draw-in-error", "clause": NEXT[book], "cards": 5} in record["actions"]
    net = settle(record)["net"]
    assert {name: START + int(net[name]) * 100 for name in net} == {name: floor.chips(name) for name in net}
    sound(floor)


@clause("sydney-v15", "16.3")
@clause("sydney-earlier", "17.3")
@pytest.mark.parametrize("book", SYDNEY)
def test_in_sydney_the_player_in_turn_may_refuse_it_and_the_one_who_called_too_early_gets_it(book: str) -> None:
    floor = dealt(book, TURN)
    floor.do(EARLY._replace(card=card("6c")), "dealer")
    floor.do(Call(say.RefuseCard(), "ann"), "dealer")
    floor.do(Call(say.Hit(), "bob"), "dealer")
    floor.deal("6c")
    assert hands(floor) == ["8s 5h", "7d 5c 6c"]
    floor.finish()
    sound(floor)


@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@clause("canberra-2006", "14.4")
@clause("canberra-2003", "14.4")
@pytest.mark.parametrize("book", RECONSTRUCTS)
def test_a_supervisor_lays_the_round_anew_where_the_wrong_player_was_called_upon(book: str) -> None:
    floor = dealt(book, TURN)
    floor.do(Call(say.Hit(), "ann"), "dealer")  # it was bob who had been asked
    floor.deal("6c")
    (call,) = [one.number for one in entries(floor.state.played[-1].events) if one.kind == "call"]
    anew = EARLY._replace(ruling="reconstruct", entry=call)
    assert floor.refused(anew, "dealer").clause == RECONSTRUCTS[book]
    floor.do(anew, SUPERVISORS[book])
    assert ruled(floor)[2] == RECONSTRUCTS[book]
    assert (hands(floor), in_turn(floor)) == (["8s 5h", "7d 5c"], 1)
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.do(Call(say.Hit(), "bob"), "dealer")
    floor.deal("6c")
    floor.finish()
    sound(floor)
    again = dealt(book, TURN)
    again.do(EARLY._replace(ruling="reconstruct", card=card("6c")), SUPERVISORS[book])
    assert again.state.round is not None
    assert again.state.round.held == read("6c")


@clause("sydney-v15", "16.2", "16.8", "18.17")
@clause("sydney-earlier", "17.2", "17.8", "19.12")
@clause("canberra-2006", "14.2", "14.4", "16.4")
@clause("canberra-2003", "14.2", "14.4", "16.6")
@clause(MELBOURNE, "9.9", "32.10")
@pytest.mark.parametrize("book", BOOKS)
def test_a_call_out_of_turn_for_which_no_card_was_dealt_is_left_to_discretion(book: str) -> None:
    floor = dealt(book, TURN)
    refused = floor.refused(EARLY, "dealer")
    assert (refused.code, refused.clause) == ("left-to-discretion", AUTHORITY[book])
    assert "acted-out-of-turn" in kinds_left_to_discretion(floor.state)
    discretion = RuleByDiscretion("acted-out-of-turn", "goes-on", "bob waits for their turn", box=2)
    assert floor.refused(discretion, "dealer").clause == AUTHORITY[book]
    assert floor.refused(discretion._replace(card=card("6c"))).code == "document-rules-on-it"
    floor.do(discretion)
    last = floor.last(IrregularityRuled)
    assert (last.discretion, last.clause, last.box) == (True, AUTHORITY[book], 2)
    assert in_turn(floor) == 1
    floor.finish()
    sound(floor)


@clause(MELBOURNE, "9.9.1")
@pytest.mark.parametrize("kind", ["acted-out-of-turn", "dealer-stopped-early"])
def test_in_melbourne_neither_changes_a_round_that_is_settled(kind: str) -> None:
    floor = dealt(MELBOURNE, TURN).finish()
    chips = floor.chips("ann"), floor.chips("bob")
    late = ReportIrregularity(kind, "goes-on", "found on the film")  # type: ignore[arg-type]
    assert floor.refused(late._replace(ruling="reconstruct")).clause == "9.9.1"
    floor.do(late, "dealer")
    assert ruled(floor) == (kind, "goes-on", "9.9.1")
    assert (floor.chips("ann"), floor.chips("bob")) == chips


@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@clause("canberra-2006", "14.4")
@clause("canberra-2003", "14.4")
@clause(MELBOURNE, "7.5.7(a)")
@pytest.mark.parametrize("book", BOOKS)
def test_a_dealer_who_stood_too_soon_draws_the_card_that_came_next(book: str) -> None:
    floor = dealt(book, "Ts 9d 9h", "ann 1 20")
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.deal("7c")  # 16, and the wagers were about to be settled
    anew = STOPPED._replace(cards=read("Ts 9d 9h 7c 5d"))
    if book in SUPERVISORS:
        assert floor.refused(anew, "dealer").clause == RECONSTRUCTS[book]
    floor.do(anew, SUPERVISORS.get(book, "dealer"))
    assert ruled(floor) == ("dealer-stopped-early", "reconstruct", RECONSTRUCTS.get(book, "7.5.7(a)"))
    assert floor.state.round is not None
    assert (floor.state.round.dealer_total, floor.state.playing) == (21, False)
    assert floor.chips("ann") == START - 2000
    sound(floor)


@clause("sydney-v15", "16.8")
@clause("sydney-earlier", "17.8")
@clause("canberra-2006", "14.4")
@clause("canberra-2003", "14.4")
@pytest.mark.parametrize("book", RECONSTRUCTS)
def test_found_after_the_settlement_both_sides_take_the_result_with_the_missing_card(book: str) -> None:
    floor = dealt(book, "Ts 9d 9h", "ann 1 20")
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.deal("8c")  # it was a seven, so that the dealer stood on 16
    assert floor.chips("ann") == START + 2000
    floor.do(STOPPED._replace(cards=read("Ts 9d 9h 7c 5d")), SUPERVISORS[book])
    assert floor.chips("ann") == START - 2000
    sound(floor)


@clause("canberra-2006", "14.5")
@clause("canberra-2003", "14.5")
@canberra
@pytest.mark.parametrize("kind", ["acted-out-of-turn", "dealer-stopped-early"])
def test_in_canberra_either_makes_the_round_void_once_the_next_has_begun(book: str, kind: str) -> None:
    floor = dealt(book, "Ts 9d 9h", "ann 1 20")
    floor.do(Call(say.Stand(), "ann"), "dealer")
    floor.deal("8c")
    floor.wagers("ann 1 20").close().deal("Ts")
    late = ReportIrregularity(kind, "void-round", "found on the film", round=1, card=card("5d"))  # type: ignore[arg-type]
    assert floor.refused(late, "dealer").clause == "14.5"
    floor.do(late, "casino-supervisor")
    assert floor.chips("ann") == START - 2000  # the first wager is back, the second lies there


@pytest.mark.parametrize("kind", ["acted-out-of-turn", "dealer-stopped-early"])
def test_a_virtual_table_takes_turns_in_order_and_draws_for_the_dealer(kind: str) -> None:
    floor = Table("sydney-v15").seat("ann", 1).ready().wagers("ann 1 20").close()
    said = ReportIrregularity(kind, "reconstruct", "so they say")  # type: ignore[arg-type]
    assert floor.refused(said).code == "virtual-shoe-deals-right"
