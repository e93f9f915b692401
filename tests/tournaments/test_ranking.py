"""Who finishes where, by each document's rules, and what the places win."""

from __future__ import annotations

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY

from cutcard.rulebooks import procedures_of
from cutcard.table.session_terms import Elimination
from cutcard.tournaments import SessionTable
from cutcard.tournaments.prize_division import awarded, divided
from cutcard.tournaments.ranking import Order, cut, decided, overall, refined, table_order, tied_places

NUMBERS = {"ann": 1, "bob": 2, "cid": 3, "dee": 4, "eve": 5}


def order_by(book: str, counts: dict[int, int], *eliminated: Elimination) -> Order:
    by_book = procedures_of(book).tournaments
    assert by_book is not None
    table = SessionTable({number: number for number in NUMBERS.values()}, "counted", counts, eliminated)
    return table_order(table, NUMBERS, by_book.same_round)


@clause(SYDNEY, "19.10.2")
@clause(EARLIER, "20.10.2")
@clause(MELBOURNE, "13.8.5(c)")
def test_whoever_has_the_most_chips_at_the_end_wins_the_table() -> None:
    for book in (SYDNEY, EARLIER, MELBOURNE):
        assert order_by(book, {1: 500, 2: 900, 3: 700}) == ((2,), (3,), (1,))
    assert order_by(SYDNEY, {1: 500, 2: 900, 3: 900}) == ((2, 3), (1,))


@clause(SYDNEY, "19.10.4")
@clause(EARLIER, "20.10.4")
def test_players_eliminated_in_one_round_rank_by_chips_left_then_wager_then_when_it_was_taken() -> None:
    ann = Elimination("ann", 1, 7, residual=300, wagered=1000, taken=1)
    bob = Elimination("bob", 2, 7, residual=0, wagered=5000, taken=2)
    cid = Elimination("cid", 3, 7, residual=0, wagered=2000, taken=3)
    dee = Elimination("dee", 4, 7, residual=0, wagered=2000, taken=4)
    eve = Elimination("eve", 5, 3, residual=900, wagered=9000, taken=9)  # earlier, so behind all of them
    for book in (SYDNEY, EARLIER):
        for some in permutations((ann, bob, cid, dee, eve)):
            assert order_by(book, {}, *some) == ((1,), (2,), (4,), (3,), (5,))


@clause(CANBERRA, "20.22")
def test_in_canberra_players_who_go_out_in_one_round_are_level_and_share_the_prizes_of_their_places() -> None:
    ann = Elimination("ann", 1, 7, residual=300, wagered=1000, taken=1)
    bob = Elimination("bob", 2, 7, residual=0, wagered=5000, taken=2)
    order = order_by(CANBERRA, {3: 4000}, ann, bob)
    assert order == ((3,), (1, 2))
    assert awarded(order, (60_000, 30_000, 10_001)) == {3: 60_000, 1: 20_001, 2: 20_000}


def test_those_level_across_the_line_are_cut_out_for_a_play_off_and_its_order_refines_the_first() -> None:
    order = order_by(SYDNEY, {1: 500, 2: 900, 3: 500, 4: 500})
    assert cut(order, 2) == ((2,), (1, 3, 4), 1, ())
    again = refined(order, ((3,), (1, 4)))
    assert again == ((2,), (3,), (1, 4))
    assert cut(again, 2) == ((2, 3), (), 0, (1, 4))


@clause(SYDNEY, "19.5.5.1")
@clause(EARLIER, "20.5.5.1")
@clause(MELBOURNE, "31.4.8(d)(i)")
def test_a_result_is_settled_when_nobody_behind_the_line_can_catch_up() -> None:
    chips = {1: 50_000, 2: 9000}
    order = ((1,), (2,))
    assert decided(order, 1, rounds_left=1, most_won=20_000, chips=chips)
    assert not decided(order, 1, rounds_left=2, most_won=20_000, chips=chips)
    assert not decided(((1, 2),), 1, rounds_left=0, most_won=0, chips={1: 5, 2: 5})
    assert decided(order, 1, rounds_left=9, most_won=20_000, chips={1: 5000, 2: 0})


def test_whoever_came_further_stands_before_all_who_were_out_earlier() -> None:
    order = overall([((5,), (4, 6)), ((1,), (2,))])
    assert tied_places(order) == {1: 1, 2: 2, 5: 3, 4: 4, 6: 4}


@clause(CANBERRA, "20.20")
@given(
    pool=st.integers(0, 10**9),
    shares=st.lists(st.integers(1, 10**6), min_size=1, max_size=9),
    groups=st.lists(st.integers(1, 4), min_size=1, max_size=6),
)
def test_prizes_sum_to_the_pool_to_the_cent(pool: int, shares: list[int], groups: list[int]) -> None:
    numbers = iter(range(1, 100))
    order = tuple(tuple(next(numbers) for _ in range(size)) for size in groups)
    placed = sum(groups)
    prizes = divided(pool, shares, placed)
    assert sum(prizes) == pool
    assert sum(awarded(order, prizes).values()) == pool
    assert sum(awarded(order, divided(pool, shares, placed - 1), barred={1}).values()) == (pool if placed > 1 else 0)


@clause(MELBOURNE, "31.4.2(a)(v)")
def test_an_employee_wins_no_prize_and_the_next_place_getter_moves_up() -> None:
    assert awarded(((7,), (2,), (3,)), (600, 300), barred={7}) == {2: 600, 3: 300}
