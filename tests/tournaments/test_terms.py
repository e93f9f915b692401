"""Terms and conditions: every item that a document asks for, what they may not provide, and how they are read."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from support.clauses import clause
from support.own_books import books_restored
from support.tournament_floor import CANBERRA, EARLIER, FINAL, HEAT, MELBOURNE, SYDNEY, TERMS, TournamentFloor
from typer.testing import CliRunner

from cutcard.clauses import ledger
from cutcard.cli import app
from cutcard.errors import CutcardError
from cutcard.promotions.conditions_file import conditions_in
from cutcard.rulebooks import procedures_of
from cutcard.rulebooks.procedures import Tournaments
from cutcard.store import Store
from cutcard.streams.conditions_document import document_as_text
from cutcard.streams.record_file import RecordFileError
from cutcard.table.session_terms import LimitStep
from cutcard.tournaments import (
    AmendTerms,
    AnnounceTournament,
    BuyBack,
    CloseEntries,
    CommitBallot,
    DesignateTable,
    DrawSeats,
    TournamentTerms,
    with_standard_statements,
)
from cutcard.tournaments.standard_statements import STANDARD
from cutcard.tournaments.terms import terms_digest
from cutcard.tournaments.terms_checks import PROVIDES, terms_faults
from cutcard.tournaments.terms_file import EXAMPLES, example_terms, read_terms
from cutcard.tournaments.terms_items import ITEMS, to_state
from cutcard.tournaments.terms_text import terms_as_html, terms_document

BOOKS = [SYDNEY, EARLIER, CANBERRA, MELBOURNE]
# What terms say in the house's own words, by the letter of the document that asks for it.
SYDNEYS_OWN = {
    "entitled": "(h)(i)",
    "refusal": "(h)(ii)",
    "form": "(i)",
    "payment": "(j)",
    "conduct": "(k)",
    "rules_prevail": "(k)",
}
MELBOURNES_OWN = {
    "change_of_start": "1(b)",
    "change_notified": "1(c)",
    "accepting": "2(a)(i)",
    "entitled": "2(a)(ii)",
    "refusal": "2(a)(iii)",
    "employees": "2(a)(v)",
    "follow": "2(b)(i)",
    "available": "2(b)(ii)",
    "form": "2(c)",
    "undisclosed_made": "4(c)",
    "penalties": "8(a)(i)",
    "disqualification": "8(a)(ii)",
    "substitutes": "8(a)(iii)",
    "late": "8(b)(i)",
    "phones": "8(b)(iii)",
    "substituting": "8(b)(iv)",
    "disqualified": "8(b)(v)",
    "retiring": "8(b)(vi)",
    "rules_prevail": "8(c)",
    "early_end": "8(d)",
    "privacy": "8(e)",
    "promotion": "8(f)",
    "conduct": "8(g)",
    "final": "8(h)",
    "liability": "8(i)",
    "complaints": "8(j)",
}
STATED = [
    *(
        (book, item, f"{at}.4.2{letter}")
        for book, at in ((SYDNEY, 19), (EARLIER, 20))
        for item, letter in SYDNEYS_OWN.items()
    ),
    *((MELBOURNE, item, f"31.4.{letter}") for item, letter in MELBOURNES_OWN.items()),
]


def by_book(book: str) -> Tournaments:
    found = procedures_of(book).tournaments
    assert found is not None
    return found


def terms_of(book: str, **changed: Any) -> TournamentTerms:
    return with_standard_statements(TERMS._replace(book=book, **changed))


def terms_as_text(terms: TournamentTerms) -> str:
    return document_as_text(terms.title, terms_document(terms), terms_digest(terms))


def faults(terms: TournamentTerms) -> list[tuple[str, str | None]]:
    return [(fault.code, fault.clause) for fault in terms_faults(terms)]


def lines(book: str) -> Mapping[str, str]:
    """Everything that the example of a book says, by the clause that asks for it."""
    return lines_of(example_terms(book))


def lines_of(terms: TournamentTerms) -> Mapping[str, str]:
    said: dict[str, str] = {}
    for section in terms_document(terms):
        for line in section.lines:
            said[line.clause] = f"{said.get(line.clause, '')} {line.text}"
    return said


@pytest.mark.parametrize(("book", "item", "by"), STATED)
@clause(SYDNEY, "19.4.2", "19.4.2(h)(i)", "19.4.2(h)(ii)", "19.4.2(i)", "19.4.2(j)", "19.4.2(k)")
@clause(EARLIER, "20.4.2", "20.4.2(h)(i)", "20.4.2(h)(ii)", "20.4.2(i)", "20.4.2(j)", "20.4.2(k)")
@clause(MELBOURNE, "31.2.1", "31.4.1(b)", "31.4.1(c)", "31.4.2(a)(i)", "31.4.2(a)(ii)", "31.4.2(a)(iii)")
@clause(MELBOURNE, "31.4.2(a)(v)", "31.4.2(b)(i)", "31.4.2(b)(ii)", "31.4.2(c)", "31.4.4(c)")
@clause(MELBOURNE, "31.4.8(a)(i)", "31.4.8(a)(ii)", "31.4.8(a)(iii)", "31.4.8(b)(i)")
@clause(MELBOURNE, "31.4.8(b)(iii)", "31.4.8(b)(iv)", "31.4.8(b)(v)", "31.4.8(b)(vi)", "31.4.8(c)", "31.4.8(d)")
@clause(MELBOURNE, "31.4.8(e)", "31.4.8(f)", "31.4.8(g)", "31.4.8(h)", "31.4.8(i)", "31.4.8(j)")
def test_a_statement_that_the_document_asks_for_and_is_missing_is_refused_by_its_clause(
    book: str, item: str, by: str
) -> None:
    terms = example_terms(book)
    without = {name: text for name, text in terms.statements.items() if name != item}
    assert faults(terms) == []
    assert faults(terms._replace(statements=without)) == [("terms-item-missing", by)]
    assert faults(terms._replace(statements={**terms.statements, item: "  "})) != []
    own = terms._replace(statements={**terms.statements, item: "As the house has it."})
    told = [line.clause for section in terms_document(own) for line in section.lines if "As the house" in line.text]
    assert told == [by], "what is stated is shown under the clause that asks for it"


@pytest.mark.parametrize("book", BOOKS)
def test_the_lists_above_have_everything_that_a_document_leaves_to_the_houses_words(book: str) -> None:
    assert {item for known, item, _ in STATED if known == book} == {*to_state(example_terms(book))}


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, MELBOURNE])
def test_a_repechage_leads_to_another_stage(book: str) -> None:
    first, last = TERMS.stages
    wrong = terms_of(book, stages=(first, last._replace(repechage=True)))
    assert [code for code, _ in faults(wrong)] == ["stage-repechage"]


@clause(MELBOURNE, "13.8.7(b)")
@pytest.mark.parametrize("item", ["substitutes", "substituting"])
def test_the_terms_of_magnificent_sevens_set_out_how_substitutes_are_named(item: str) -> None:
    heat = TERMS.stages[0]._replace(rounds=0, shoes=3, seats=7)
    terms = terms_of(MELBOURNE, schedule="magnificent-sevens", stages=(heat,), side_bets={"magnificent-sevens": "1"})
    terms = with_standard_statements(terms._replace(substitutes=True, entries_each=7))
    assert faults(terms) == []
    without = {name: text for name, text in terms.statements.items() if name != item}
    assert [code for code, _ in faults(terms._replace(statements=without))] == ["terms-item-missing"]
    assert terms.statements[item] in terms_as_text(terms)


@pytest.mark.parametrize(("book", "section"), [(SYDNEY, 19), (EARLIER, 20)])
@clause(
    SYDNEY,
    "19.4.2(a)",
    "19.4.2(b)",
    "19.4.2(c)",
    "19.4.2(d)",
    "19.4.2(e)",
    "19.4.2(f)",
    "19.4.2(g)",
    "19.4.2(i)",
    "19.4.2(j)",
)
@clause(SYDNEY, "19.3.1", "19.3.3", "19.6.15", "19.8.1", "19.10.1")
@clause(
    EARLIER,
    "20.4.2(a)",
    "20.4.2(b)",
    "20.4.2(c)",
    "20.4.2(d)",
    "20.4.2(e)",
    "20.4.2(f)",
    "20.4.2(g)",
    "20.4.2(i)",
    "20.4.2(j)",
)
@clause(EARLIER, "20.3.1", "20.3.3", "20.6.15", "20.8.1", "20.10.1")
def test_the_terms_of_sydney_say_every_item_under_its_clause(book: str, section: int) -> None:
    said = {at.removeprefix(f"{section}.4.2"): text for at, text in lines(book).items()}
    assert "The entry fee is $250." in said["(a)"]
    assert "every player gets 1,000 in tournament chips" in said["(b)"]
    assert "everybody who is still in wagers at least the minimum or plays a pass card" in said["(c)"]
    assert "wagers are 10 to 500, from round 21 on 25 to 1,000" in said["(d)"]
    for words in ("a session lasts 30 rounds", "as many tables as", "goes on to the final", "no repechage"):
        assert words in said["(e)"]
    for words in ("by ballot", "from a marker", "1 pass card", "1 undisclosed wager"):
        assert words in said["(f)"]
    assert "buy back once for $250, up to the heat" in said["(g)"]
    assert "Until 1 March 2027, 12:00 AEDT (1 March 2027, 01:00 UTC)" in said["(i)"]
    assert "From 14 to 49 entries" in said["(i)"]
    assert "place 1: 50 %" in said["(j)"]
    assert "guarantees a pool of $10,000" in said["(j)"]


@clause(
    CANBERRA, "20.4", "20.4(a)", "20.4(b)", "20.4(c)", "20.4(d)", "20.4(e)", "20.4(f)", "20.4(g)", "20.4(h)", "20.4(i)"
)
def test_the_conditions_of_canberra_say_every_item_under_its_clause() -> None:
    said = {at.removeprefix("20.4"): text for at, text in lines(CANBERRA).items()}
    assert "starts on 10 April 2027, 14:00 AEST (10 April 2027, 04:00 UTC)" in said["(a)"]
    assert "Semi-final: a session lasts 2 shoes." in said["(b)"]
    assert "The house keeps $10 of it as commission" in said["(c)"]
    assert "every player gets 500" in said["(d)"]
    assert "From 14 to 42 entries are taken, one for each player." in said["(e)"]
    assert "Winners of last year's cup" in said["(f)"]
    assert "wagers are 5 to 200" in said["(g)"]
    assert "No side bets are made." in said["(h)"]
    assert "place 1: 60 %, place 2: 30 %, place 3: 10 %" in said["(i)"]
    with_pairs = example_terms(CANBERRA)._replace(side_bets={"perfect-pairs": True})
    assert faults(with_pairs) == []
    assert "These side bets may be made: Perfect Pairs." in terms_as_text(with_pairs)


@clause(MELBOURNE, "31.4.1(a)(i)", "31.4.1(a)(ii)", "31.4.1(a)(iii)", "31.4.1(a)(iv)", "31.4.2(a)(iv)")
@clause(MELBOURNE, "31.4.2(b)(iii)", "31.4.2(d)", "31.4.3(a)(i)", "31.4.3(a)(ii)", "31.4.3(a)(iii)")
@clause(MELBOURNE, "31.4.3(a)(iv)", "31.4.3(a)(v)", "31.4.3(b)", "31.4.3(c)", "31.4.4(a)", "31.4.4(b)", "31.4.4(c)")
@clause(MELBOURNE, "31.4.5(a)", "31.4.6(a)", "31.4.7(a)", "31.4.7(b)", "31.4.8(a)(iv)")
def test_the_terms_of_melbourne_say_every_item_under_its_clause() -> None:
    said = {at.removeprefix("31.4."): text for at, text in lines(MELBOURNE).items()}
    for at, words in {
        "1(a)(i)": "starts on 15 May 2027, 18:00 AEST (15 May 2027, 08:00 UTC)",
        "1(a)(ii)": "The entry fee is $150.",
        "1(a)(iii)": "From 14 to 63 entries",
        "1(a)(iv)": "The tournament room",
        "2(a)(iv)": "guests of the hospital's charity first",
        "2(b)(iii)": "Every player signs a copy",
        "2(d)": "may be withdrawn and its fee is refunded; later it is not refunded. A substitute may be named until",
        "3(a)(i)": "The tournament has 3 stages. Heat: a session lasts 45 minutes.",
        "3(a)(ii)": "Heat: as many tables as the players need",
        "3(a)(iii)": "the player with the most chips goes on to the final. Of all others in the heat the best 2 go on",
        "3(a)(iv)": "Nobody who is eliminated can buy back",
        "3(a)(v)": "The repechage is for those who did not go on",
        "3(b)": "Everybody starts a session with the same chips.",
        "3(c)": "all chips go back to the house",
        "4(a)": "tournament chips, which are worth no money",
        "4(b)": "from round 31 on 50 to 2,000",
        "4(c)": "every player may make 1 undisclosed wager",
        "5(a)": "cannot wager the minimum before a round is eliminated",
        "6(a)": "the most chips at the end of the final wins",
        "7(a)": "The prize pool is all entry fees, and $10,000 from the house.",
        "7(b)": "The whole pool is paid out, place 1: 50 %",
        "8(a)(iv)": "If the tournament is cancelled",
    }.items():
        assert words in said[at], at


@pytest.mark.parametrize("book", [SYDNEY, EARLIER, MELBOURNE])
@clause(SYDNEY, "19.4.2(b)", "19.4.2(g)", "19.4.2(i)")
@clause(EARLIER, "20.4.2(b)", "20.4.2(g)", "20.4.2(i)")
@clause(MELBOURNE, "31.4.1(a)(ii)", "31.4.2(d)", "31.4.3(c)", "31.4.4(a)", "31.4.4(b)", "31.4.7(a)", "31.4.3(a)(iv)")
def test_what_the_examples_do_not_have_is_said_too(book: str) -> None:
    """What is bought and bought back, until when an entry may be withdrawn, and what chips are worth at the end."""
    bought = HEAT._replace(buy_in=5_000)
    terms = terms_of(book, stages=(bought, FINAL), buy_back=BuyBack(2, 7_500, 1), chips_at_end="cash")
    terms = with_standard_statements(terms._replace(withdraw_until=0, added=0, entry_fee=10_000))
    assert faults(terms) == []
    said = lines_of(terms)
    at = {SYDNEY: "19.4.2", EARLIER: "20.4.2", MELBOURNE: "31.4."}[book]
    fee, chips, back, entry, bets = (
        ("(a)", "(b)", "(g)", "(i)", "(c)") if book != MELBOURNE else ("1(a)(ii)", "3(b)", "3(a)(iv)", "2(d)", "4(b)")
    )
    assert "Chips for the heat cost $50." in said[at + fee]
    assert "To buy back costs $75." in said[at + fee]
    assert "may buy back 2 times for $75, up to the heat" in said[at + back]
    assert "A player who withdraws does not get the entry fee back." in said[at + entry]
    assert "pass card" not in said[at + bets]
    if book == MELBOURNE:
        assert "the house pays every player the value of their chips" in said["31.4.3(c)"]
        assert "nobody can change into money during play" in said["31.4.4(a)"]
        assert "The prize pool is all entry fees." in said["31.4.7(a)"]
        kept = lines_of(terms._replace(commission_per_million=100_000))["31.4.7(a)"]
        assert "what the entry fees hold after the commission" in kept
    else:
        assert (
            "Heat: every player buys 1,000 in tournament chips for $50 at the start of a session." in said[at + chips]
        )


@pytest.mark.parametrize(
    ("book", "changed", "at"),
    [
        (CANBERRA, {"starts_at": 0}, "20.4(a)"),
        (MELBOURNE, {"starts_at": 0}, "31.4.1(a)(i)"),
        (MELBOURNE, {"place": " "}, "31.4.1(a)(iv)"),
        (MELBOURNE, {"fewest": 50}, "31.4.1(a)(iii)"),
        (SYDNEY, {"fewest": 50}, "19.4.2(i)"),
        (EARLIER, {"fewest": 50}, "20.4.2(i)"),
        (CANBERRA, {"fewest": 50}, "20.4(e)"),
        (SYDNEY, {"prizes": (600_000, 300_000)}, "19.4.2(j)"),
        (CANBERRA, {"prizes": (600_000, 400_001)}, "20.4(i)"),
        (MELBOURNE, {"prizes": (400_000, 600_000)}, "31.4.7(b)"),
        (SYDNEY, {"stages": (HEAT,)}, "19.4.2(e)"),
        (SYDNEY, {"stages": (HEAT._replace(rounds=0), FINAL)}, "19.4.2(e)"),
        (MELBOURNE, {"stages": (HEAT._replace(shoes=2), FINAL)}, "31.4.3(a)(i)"),
        (MELBOURNE, {"stages": (HEAT._replace(advance=0), FINAL)}, "31.4.3(a)(iii)"),
        (MELBOURNE, {"stages": (HEAT._replace(repechage=True), FINAL)}, "31.4.3(a)(v)"),
        (MELBOURNE, {"buy_back": BuyBack(0, 100, 1)}, "31.4.3(a)(iv)"),
        (SYDNEY, {"stages": (HEAT._replace(chips=0), FINAL)}, "19.4.2(b)"),
        (CANBERRA, {"stages": (HEAT._replace(limits=()), FINAL)}, "20.4(g)"),
        (SYDNEY, {"stages": (HEAT._replace(limits=(LimitStep(1, 1000, 500),)), FINAL)}, "19.4.2(d)"),
        (SYDNEY, {"stages": (HEAT._replace(limits=(LimitStep(1, 1000, 1500),)), FINAL)}, "19.4.2(d)"),
        (EARLIER, {"stages": (HEAT._replace(limits=(LimitStep(2, 1000, 5000),)), FINAL)}, "20.4.2(d)"),
        (SYDNEY, {"stages": (HEAT._replace(seats=10), FINAL)}, "2.2.1"),
        (SYDNEY, {"withdraw_until": 20_000_000}, "19.4.2(i)"),
    ],
)
def test_terms_that_do_not_hold_together_are_refused_by_the_clause_that_asks_for_them(
    book: str, changed: dict[str, Any], at: str
) -> None:
    assert faults(terms_of(book)) == []
    assert at in [found for _, found in faults(terms_of(book, **changed))]


@clause(SYDNEY, "19.3.2")
@clause(EARLIER, "20.3.2")
@clause(CANBERRA, "20.6", "20.7", "20.14", "20.15", "20.24", 'A "Session"', 'A "Tournament Chips"')
def test_terms_cannot_provide_what_the_document_rules_out() -> None:
    commission = {"commission_per_million": 100_000}
    assert faults(terms_of(SYDNEY, **commission)) == [("terms-rule-out", "19.3.2")]
    assert faults(terms_of(EARLIER, **commission)) == [("terms-rule-out", "20.3.2")]
    assert faults(terms_of(CANBERRA, **commission)) == []
    stage = HEAT._replace(rounds=0, minutes=30, pass_cards=1)
    other = {"entries_each": 2, "allocation": "director", "marker": False, "withdraw_until": 1_500_000}
    found = faults(terms_of(CANBERRA, stages=(stage, FINAL), chips_at_end="cash", **other))
    assert {at for _, at in found} == {
        "20.6", "20.7", "20.14", "20.15", "20.24", 'A "Session"', 'A "Tournament Chips"'
    }  # fmt: skip
    assert faults(terms_of(MELBOURNE, stages=(stage, FINAL), chips_at_end="cash", **other)) == []


@clause(SYDNEY, "19.5.6.1")
@clause(MELBOURNE, "31.4.8(b)(ii)")
def test_for_how_many_rounds_the_minimum_is_deducted_is_for_the_terms_as_far_as_the_document_lets_them() -> None:
    assert faults(terms_of(SYDNEY, absent_rounds=2)) == []
    assert faults(terms_of(SYDNEY, absent_rounds=4)) == [("terms-absent-rounds", "19.5.6.1")]
    assert faults(terms_of(CANBERRA, absent_rounds=1)) == [("terms-absent-rounds", "20.14")]
    melbourne = terms_of(MELBOURNE, absent_rounds=5)
    assert faults(melbourne) == []
    assert "deducted for 5 rounds" in " ".join(ITEMS["absence"].says(melbourne) or ())
    assert terms_digest(melbourne) != terms_digest(melbourne._replace(absent_rounds=0))


@clause(MELBOURNE, "31.4.4(c)")
def test_a_stage_without_undisclosed_wagers_says_that_it_has_none() -> None:
    said = " ".join(ITEMS["undisclosed"].says(example_terms(MELBOURNE)) or ())
    assert "Heat: every player may make 1 undisclosed wager a session." in said
    assert "Repechage: every player may make no undisclosed wagers a session." in said


@clause(MELBOURNE, "31.1", "31.4.8(c)")
@clause(SYDNEY, "19.4.2(k)")
def test_terms_cannot_change_the_rules_of_the_game() -> None:
    assert faults(terms_of(MELBOURNE, game="blackjack-plus")) == []
    assert faults(terms_of(MELBOURNE, game="bridge"))[0][0] == "not-in-rulebook"
    assert ("decks", "3.1") in faults(terms_of(MELBOURNE, decks=2))
    assert ("decks", "3.1") in faults(terms_of(SYDNEY, decks=2))
    assert faults(terms_of(SYDNEY, side_bets={"blackpot": True}))[0][0] == "not-in-rulebook"
    assert faults(terms_of(SYDNEY, options={"no-such-option": True}))[0][0] == "not-in-rulebook"


@pytest.mark.parametrize(("book", "at"), [(SYDNEY, "6.8.1"), (EARLIER, "6.7.1")])
@clause(SYDNEY, "6.8.1")
@clause(EARLIER, "6.7.1")
def test_no_tournament_is_played_on_a_low_limit_game(store: Store, book: str, at: str) -> None:
    house = TournamentFloor(store, book=book).taking_entries()
    house.open_table("T1", low_limit=True, device="shuffling-device")
    house.open_table("T2", device="shuffling-device")
    assert house.refused(DesignateTable("T1")).clause == at
    house.do(DesignateTable("T2"))


@pytest.mark.parametrize(("book", "at"), [(SYDNEY, "19.6.15"), (EARLIER, "20.6.15")])
@clause(SYDNEY, "19.6.15")
@clause(EARLIER, "20.6.15")
def test_limits_change_during_a_tournament_only_as_announced_before(store: Store, book: str, at: str) -> None:
    steps = (LimitStep(1, 1000, 50_000), LimitStep(6, 2000, 100_000))
    house = TournamentFloor(store, book=book, stages=(HEAT._replace(limits=steps), FINAL)).taking_entries()
    lower = house.terms._replace(stages=(HEAT._replace(limits=(*steps, LimitStep(8, 1000, 20_000))), FINAL))
    house.do(AmendTerms(lower))
    house.entered("ann", "bob", "cat", "dan").do(CloseEntries())
    house.open_table("T1")
    house.do(DesignateTable("T1"))
    house.do(CommitBallot())
    house.do(DrawSeats())
    assert house.refused(AmendTerms(house.terms)).clause == at


@clause(SYDNEY, "19.6.14")
@clause(EARLIER, "20.6.14")
def test_where_wagers_go_in_units_of_the_minimum_the_maximum_is_whole_units_too() -> None:
    odd = {"stages": (HEAT._replace(limits=(LimitStep(1, 1000, 1500),)), FINAL)}
    assert [code for code, _ in faults(terms_of(SYDNEY, **odd))] == ["stage-units"]
    assert [code for code, _ in faults(terms_of(EARLIER, **odd))] == ["stage-units"]
    assert faults(terms_of(CANBERRA, **odd)) == faults(terms_of(MELBOURNE, **odd)) == []


def test_terms_are_announced_whole_or_not_at_all(store: Store) -> None:
    house = TournamentFloor(store)
    bare = house.terms._replace(statements={})
    assert house.refused(AnnounceTournament("spring", bare)).clause == "19.4.2(h)(i)"
    assert house.state.phase == ""
    assert house.refused(AnnounceTournament("spring", house.terms._replace(book="hoyle"))).code == "no-such-rulebook"
    assert house.refused(AnnounceTournament("a:b", house.terms)).code in ("other-tournament", "tournament-name")


@pytest.mark.parametrize("book", BOOKS)
def test_items_have_words_and_clauses_of_the_ledger(book: str) -> None:
    says = by_book(book)
    assert set(says.items) <= set(ITEMS)
    assert set(says.rules_out) <= set(PROVIDES)
    assert {*says.items.values(), *says.rules_out.values()} <= set(ledger(book))
    assert not {item for item in to_state(example_terms(book)) if item not in STANDARD}
    assert {path.stem for path in EXAMPLES.glob("*.toml")} == set(BOOKS)


def test_conditions_beyond_those_asked_for_are_kept_and_shown() -> None:
    more = TERMS._replace(statements={**TERMS.statements, "dress": "Players wear <shoes>."})
    assert faults(more) == []
    assert "Other conditions\n----------------\n- Players wear <shoes>." in terms_as_text(more)
    assert "Players wear &lt;shoes&gt;." in terms_as_html(more)


def test_a_file_of_terms_is_read_with_all_its_faults_at_once(tmp_path: Path) -> None:
    file = tmp_path / "terms.toml"
    text = (EXAMPLES / f"{SYDNEY}.toml").read_text(encoding="utf-8")
    file.write_text(text, encoding="utf-8")
    assert read_terms(file) == example_terms(SYDNEY)
    for old, new in (
        ('entry_fee      = "250"', "entry_fee = 250"),
        ("fewest         = 14", ""),
        ("signed         = true", 'signd = true\ncommission = "x"'),
        ("2027-03-05T19:00:00+11:00", "2027-03-05"),
        ("rounds      = 30", 'rounds = "30"'),
    ):
        assert old in text
        text = text.replace(old, new)
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RecordFileError) as caught:
        read_terms(file)
    at = [fault.partition(":")[0] for fault in caught.value.faults]
    assert at == ["signd", "starts_at", "fewest", "stages[1].rounds", "entry_fee", "commission"]
    with pytest.raises(RecordFileError, match="No such file"):
        read_terms(tmp_path / "none.toml")


def test_the_command_line_checks_and_prints_terms(tmp_path: Path) -> None:
    def said(*words: str) -> str:
        done = CliRunner().invoke(app, ["tournament", "terms", *words])
        if done.exception is not None:
            raise done.exception
        return done.stdout

    assert said(MELBOURNE) == terms_as_text(example_terms(MELBOURNE)) + "\n"
    assert said(CANBERRA, "--print").startswith("<!doctype html>")
    assert json.loads(said(SYDNEY, "--json"))["sections"][0]["title"] == "The tournament"
    file = tmp_path / "terms.toml"
    text = (EXAMPLES / f"{CANBERRA}.toml").read_text(encoding="utf-8").replace('"30", "10"]', '"30"]')
    file.write_text(text, encoding="utf-8")
    with pytest.raises(RecordFileError, match=r"add up to 1,000,000 \(20.4\(i\)\)"):
        said(str(file))


def test_a_rulebook_of_ones_own_is_named_by_its_path_for_its_example(tmp_path: Path) -> None:
    with books_restored():
        own = tmp_path / "outback-terms.toml"
        own.write_text(f'[games.outback]\ntitle = "Outback"\nlike = "{MELBOURNE}/blackjack"\n', encoding="utf-8")
        done = CliRunner().invoke(app, ["tournament", "terms", str(own)])
        assert "- The game is Outback with" in done.stdout
        with pytest.raises(CutcardError, match="no example for outback-terms, which is like melbourne-v26/blackjack"):
            conditions_in(str(own))
