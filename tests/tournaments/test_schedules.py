"""The Magnificent Sevens Tournament of Melbourne 13.8: who enters, by which stages, for which prizes."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.tables import MINUTE, SIGN, Table
from support.tournament_floor import HEAT, MELBOURNE, TournamentFloor

from cutcard.money import cents
from cutcard.rulebooks import procedures_of
from cutcard.service.tournaments import tournament_shown
from cutcard.store import Store
from cutcard.table import GiveClosingNotice, OpenTable, PostSideBetChange, evolve
from cutcard.table.earned_entries import EarnedEntryTaken, earned_in
from cutcard.table.ledger import pocket, pool_account
from cutcard.table.opening import TableOpened
from cutcard.table.state import EarnedEntry
from cutcard.tournaments import BarFromTournament, DrawSeats, EnterWinner, FixSchedule, TournamentTerms
from cutcard.tournaments.schedules import schedule_refused, stages_for
from cutcard.tournaments.terms_text import terms_document

SEVENS = procedures_of(MELBOURNE).tournaments.schedules["magnificent-sevens"]  # type: ignore[union-attr]
SHOES = HEAT._replace(rounds=0, shoes=3)
BET = "magnificent-sevens"
TERMS: dict[str, Any] = {
    "book": MELBOURNE,
    "schedule": "magnificent-sevens",
    "stages": (SHOES, SHOES._replace(name="final")),
    "side_bets": {"magnificent-sevens": "1"},
}


def dealt(version: str, three: str) -> Table:
    """A round at a table that offers Magnificent Sevens, in which ann is dealt three cards with a wager on it."""
    first, second, third = three.split()
    floor = Table(MELBOURNE, side_bets={BET: version}).seat("ann", 1).ready(f"{first} 9d {second} {third} 8c Th")
    floor.wagers("ann 1 20", f"ann 1 5 {BET}").close()
    floor.call("ann", "hit")
    return floor.finish()


@clause(MELBOURNE, "13.8.3", "13.7.1:Table 1")
@pytest.mark.parametrize(
    ("version", "dealt_to_ann", "earned"),
    [("1", "7h 7h 7h", True), ("1", "7h 7h 7s", False), ("2", "7h 7h 7h", False)],
)
def test_three_suited_sevens_win_an_entry_under_table_1_only(version: str, dealt_to_ann: str, earned: bool) -> None:
    state = dealt(version, dealt_to_ann).state
    assert state.round is not None
    expected = (EarnedEntry(state.number, "ann", 1, "magnificent-sevens"),) if earned else ()
    assert earned_in(state, state.number, state.round) == state.entries_earned == expected


def reopening(floor: Table, version: str) -> OpenTable:
    """The table has had its sign about another version, and is closed."""
    at = floor.at + 20 * MINUTE
    if version != floor.state.config.side_bets[BET].name:
        floor.do(PostSideBetChange(BET, "version", at, version))
    floor.do(GiveClosingNotice())
    for _ in range(floor.state.config.procedures.closing.rounds):
        floor.round("ann 1 20")
    floor.close_table(at=at)
    return OpenTable("T1", MELBOURNE, "blackjack", 6, SIGN, side_bets={BET: version})


@clause(MELBOURNE, "13.7.1:Table 1")
def test_an_entry_that_was_won_is_still_there_when_the_table_opens_again() -> None:
    floor = dealt("1", "7h 7h 7h")
    earned = floor.state.entries_earned
    floor.do(reopening(floor, "1"))
    assert floor.state.entries_earned == earned != ()
    before = floor.last(TableOpened)
    older = before._replace(terms=before.terms._replace(entries_stay=False))  # as an earlier release opened it
    assert evolve(floor.state._replace(phase="closed"), older).entries_earned == ()


@clause(MELBOURNE, "13.6.3(a)")
def test_the_second_version_waits_until_a_tournament_has_all_entries_of_the_first() -> None:
    floor = dealt("1", "7h 7h 7h")
    (one,) = floor.state.entries_earned
    again = reopening(floor, "2")
    floor.at += 20 * MINUTE
    refusal = floor.refused(again)
    assert (refusal.code, refusal.clause, refusal.facts["entries"]) == ("version-entries-wait", "13.6.3(a)", 1)
    floor.state = evolve(floor.state, EarnedEntryTaken(one.round, one.player, one.box, one.schedule, "spring"))
    floor.do(again)
    none_won = dealt("1", "7h 7h 7s")
    none_won.do(reopening(none_won, "2"), at=none_won.at + 20 * MINUTE)
    back = dealt("2", "7h 7h 7h")
    back.do(reopening(back, "1"), at=back.at + 20 * MINUTE)


def winners(store: Store, count: int) -> TournamentFloor:
    """The tournament is announced, and so many have won an entry at one table and been entered."""
    house = TournamentFloor(store, **TERMS, entry_fee=0).announced()
    house.open_table("T1", side_bets={BET: "1"})
    live = house.floor.stream("table:T1")
    earned = tuple(EarnedEntry(n, f"p{n}", 1, BET) for n in range(1, count + 1))
    live.state = live.state._replace(entries_earned=earned)  # as rounds would have left it
    for n in range(1, count + 1):
        house.do(EnterWinner("T1", n, f"p{n}"))
    return house


@clause(MELBOURNE, "13.8.3")
def test_an_entry_that_was_won_is_used_once_and_nobody_else_comes_in(store: Store) -> None:
    house = winners(store, 2)
    assert [(one.player, one.earned) for one in house.state.entrants.values()] == [
        ("p1", "T1 round 1"),
        ("p2", "T1 round 2"),
    ]
    again = house.refused(EnterWinner("T1", 1, "p1"))
    assert (again.code, again.clause) == ("entry-not-earned", "13.8.3")
    assert house.refused(EnterWinner("T1", 1, "zoe")).clause == "13.8.3"


@clause(MELBOURNE, "31.4.2(a)(ii)")
def test_whoever_may_not_gamble_does_not_come_in_by_an_entry_either(store: Store) -> None:
    house = winners(store, 1)
    live = house.floor.stream("table:T1")
    live.state = live.state._replace(entries_earned=(EarnedEntry(9, "zoe", 1, BET),))
    house.do(BarFromTournament("zoe", "excluded from the casino"))
    refusal = house.refused(EnterWinner("T1", 9, "zoe"))
    assert (refusal.code, refusal.clause) == ("entrant-barred", "31.4.2(a)(ii)")


@clause(MELBOURNE, "13.8.4")
def test_the_terms_say_about_how_often_it_is_held(store: Store) -> None:
    document = terms_document(winners(store, 1).state.terms)
    (line,) = [line for section in document for line in section.lines if line.item == "schedule"]
    assert "about every 100 days" in line.text
    assert line.clause == "13.8.4"


@pytest.mark.parametrize("count", [48, 50])
@clause(MELBOURNE, "13.8.4")
def test_with_another_number_of_entrants_than_a_column_has_the_tournament_waits(store: Store, count: int) -> None:
    """Fifty are more than the 49 of the first column and too few for the 98 of the next."""
    house = winners(store, count)
    waits = house.refused(FixSchedule())
    assert (waits.code, waits.clause) == ("schedule-waits", "13.8.4")
    assert house.refused(DrawSeats()).code == "entries-to-close"
    assert store.balance(pool_account("aud", "spring")) == 0
    assert not any(store.balance(pocket("aud", f"p{n}")) for n in range(1, count + 1))


@clause(MELBOURNE, "13.8.6:Table 3 schedule")
def test_nobody_enters_once_the_number_of_entrants_has_decided_the_schedule(store: Store) -> None:
    house = winners(store, 49)
    house.do(FixSchedule())
    live = house.floor.stream("table:T1")
    live.state = live.state._replace(entries_earned=(EarnedEntry(99, "zoe", 1, BET),))
    assert house.refused(EnterWinner("T1", 99, "zoe")).code == "entries-closed"


def test_the_board_shows_the_prizes_of_the_schedule(store: Store) -> None:
    house = winners(store, 49)
    house.do(FixSchedule())
    shown = tournament_shown(house.state, {}, {pool_account("aud", "spring"): cents("370000")})
    assert [one.cents for one in shown.prizes] == list(house.state.terms.prizes)
    assert sum(one.per_million for one in shown.prizes) <= 1_000_000


@clause(MELBOURNE, "13.8.5(a)", "13.8.6:Table 3 prizes", "13.8.6:Table 3 schedule")
def test_49_entrants_play_for_the_pool_of_their_column_and_each_receives_the_bonus(store: Store) -> None:
    house = winners(store, 49)
    house.do(FixSchedule())
    assert store.balance(pool_account("aud", "spring")) == cents("370000")
    assert {store.balance(pocket("aud", f"p{n}")) for n in range(1, 50)} == {cents("770")}
    assert [(stage.name, stage.tables, stage.advance) for stage in house.state.terms.stages] == [
        ("heat 1", 7, 1),
        ("final", 1, 1),
    ]
    assert house.state.terms.prizes == tuple(cents(str(n)) for n in (250_000, 50_000, 25_000, 15_000, *3 * [10_000]))
    assert house.refused(FixSchedule()).code == "schedule-fixed"


@clause(MELBOURNE, "13.8.5", "13.8.5(g)", "13.8.6:Table 3 schedule", "13.8.6:Table 3 prizes")
@pytest.mark.parametrize(
    ("entrants", "path", "pool", "first", "last"),
    [
        (49, [(7, 1, 0)], 370, 250, 10),
        (98, [(14, 3, 7), (7, 1, 0)], 740, 500, 20),
        (147, [(21, 4, 14), (14, 3, 7), (7, 1, 0)], 1110, 750, 30),
        (196, [(28, 5, 7), (21, 4, 14), (14, 3, 7), (7, 1, 0)], 1480, 1000, 40),
    ],
)
def test_heats_lead_down_to_a_final_of_seven(
    entrants: int, path: list[tuple[int, int, int]], pool: int, first: int, last: int
) -> None:
    *heats, final = stages_for(SEVENS, entrants, SHOES)
    left = entrants
    for stage, (tables, advance, others) in zip(heats, path, strict=True):
        assert left == tables * 7
        assert (stage.seats, stage.shoes, stage.advance, stage.best_others) == (7, 3, advance, others)
        left = tables * advance + others
    assert left == final.seats == 7
    assert (final.name, final.shoes) == ("final", 3)
    prizes = SEVENS.columns[entrants].prizes
    assert (sum(prizes), prizes[0], prizes[-1]) == tuple(cents(str(n * 1000)) for n in (pool, first, last))


@clause(MELBOURNE, "13.8.2", "13.8.5(g)")
@pytest.mark.parametrize(
    ("changed", "cited"),
    [
        ({"side_bets": {}}, "13.8.2"),
        ({"stages": (SHOES._replace(shoes=2), SHOES)}, "13.8.5(g)"),
        ({"stages": (SHOES._replace(seats=6), SHOES)}, "13.8.5(g)"),
        ({"entry_fee": 5000}, "13.8.3"),
    ],
)
def test_terms_of_the_tournament_keep_to_its_game_and_its_heats(
    store: Store, changed: dict[str, Any], cited: str
) -> None:
    terms: TournamentTerms = TournamentFloor(store, **TERMS).terms._replace(entry_fee=0)
    assert schedule_refused(terms) is None
    refusal = schedule_refused(terms._replace(**changed))
    assert refusal is not None
    assert refusal.clause == cited
