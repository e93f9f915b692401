"""Conditions hold every item that the document asks for, and no prize that it bars."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.promotions import BOOKS, CHAPTERS, CLOSE, DRAW, START, Promotion, conditions, item, money_prize

from cutcard.promotions import AnnouncePromotion, EntryRule, Prize
from cutcard.promotions.conditions import (
    ApplianceDetails,
    RealEstateDetails,
    TravelDetails,
    VehicleDetails,
    conditions_digest,
)
from cutcard.promotions.conditions_checks import conditions_faults
from cutcard.promotions.conditions_file import (
    EXAMPLES,
    conditions_from,
    example_conditions,
    example_text,
    read_conditions,
)
from cutcard.promotions.conditions_text import conditions_as_html, conditions_document
from cutcard.rulebooks import procedures_of
from cutcard.streams.conditions_document import document_as_text
from cutcard.streams.record_file import RecordFileError

GOODS = Prize("Hamper", "goods", 20_000, ("handed-over",), "food and wine")
APPLIANCE = GOODS._replace(
    name="Machine", kind="appliance", appliance=ApplianceDetails("Example Works", "Barista 3", "a grinder")
)
VEHICLE = GOODS._replace(
    name="Car",
    kind="vehicle",
    vehicle=VehicleDetails("Example Motors", "City EV", "a cable", "registration is included"),
)
TRAVEL = GOODS._replace(
    name="Journey",
    kind="travel",
    travel=TravelDetails(2, "economy", "by coach", "none", "a week", "four stars", "breakfast", "not in May", "none"),
)
HOME = GOODS._replace(
    name="Home",
    kind="real-estate",
    real_estate=RealEstateDetails(
        "a flat", "on file", "on file", "none", "1 Example Street", "paid", "paid", "all", "none"
    ),
)


def clauses_of(book: str, **more: Any) -> dict[str, str]:
    """Every fault of conditions: the clause, and the sentence."""
    return {str(fault.clause): fault.message for fault in conditions_faults(conditions(book, **more))}


def said(book: str, **more: Any) -> dict[str, list[str]]:
    """What conditions say, by clause."""
    found: dict[str, list[str]] = {}
    for section in conditions_document(conditions(book, **more)):
        for line in section.lines:
            found.setdefault(line.clause, []).append(line.text)
    return found


@pytest.mark.parametrize("book", BOOKS)
@clause("sydney-v15", "20.7")
@clause("sydney-earlier", "21.7")
def test_conditions_that_leave_something_out_are_refused_by_its_clause(book: str) -> None:
    promotions = procedures_of(book).promotions
    assert promotions is not None
    nothing = {"place": "", "draw_place": " ", "eligible": "", "claimed": "", "results_at": "", "available_at": ""}
    found = clauses_of(book, **nothing, notified_by=(), prizes=(money_prize(nature=""),))
    for name in ("held_at", "awarded_at", "eligible", "claiming", "results", "available", "notifying", "nature"):
        assert promotions.items[name] in found, name
    promotion = Promotion(book, place="")
    refusal = promotion.refused(AnnouncePromotion("spring", promotion.conditions))
    assert (refusal.code, refusal.clause) == ("conditions-item-missing", promotions.items["held_at"])
    assert clauses_of(book) == {}
    stated = {"held_at": "In the ballroom, in the week of the races."}
    assert promotions.items["held_at"] not in clauses_of(book, place="", statements=stated)


QUALIFIED = money_prize(qualification="guaranteed by the house", conditions="not in cash")
DRAWN_ON = "The draw is on 29 September 2026, 01:13 AEST (28 September 2026, 15:13 UTC), here: the stage"
OPEN_ON = (
    "from 22 September 2026, 00:13 AEST (21 September 2026, 14:13 UTC) to 29 September 2026, 01:13 AEST "
    "(28 September 2026, 15:13 UTC), here: the main floor"
)


@pytest.mark.parametrize(
    ("asked", "name", "words", "without"),
    [
        item(1, "awarding", ("drawn by lot",), ()),
        item(2, "awarded_at", (DRAWN_ON,), ({"draw_place": ""}, {"draw_at": 0})),
        item(3, "eligible", ("Everybody who may gamble", "1 entry for each blackjack"), ({"eligible": ""},)),
        item(
            5,
            "nature",
            ("Money: money", "guaranteed by the house"),
            ({"prizes": (money_prize(nature=" "),)},),
        ),
        item(
            6,
            "closing",
            ("Entries close on 29 September 2026, 00:13 AEST (28 September 2026, 14:13 UTC)",),
            ({"entries_close_at": 0},),
        ),
        item(7, "held_at", (OPEN_ON,), ({"place": ""}, {"starts_at": 0})),
        item(8, "claiming", ("At the desk.", "need not be present"), ({"claimed": ""},)),
        item(9, "notifying", ("these means: email",), ({"notified_by": ()},)),
        item(10, "results", ("published here: at the desk",), ({"results_at": ""},)),
        item(11, "prizes", ("worth $500", "not in cash"), ({"prizes": (money_prize(0),)},)),
    ],
)
def test_each_item_is_stated_under_its_clause_and_missed_by_it(
    asked: dict[str, str], name: str, words: tuple[str, ...], without: tuple[dict[str, Any], ...]
) -> None:
    for book in BOOKS:
        promotions = procedures_of(book).promotions
        assert promotions is not None
        assert promotions.items[name] == asked[book]
        lines = said(book, prizes=(QUALIFIED,))[asked[book]]
        for each in words:
            assert any(each in text for text in lines), (each, lines)
        for lacking in without:
            assert asked[book] in clauses_of(book, **lacking), lacking


@pytest.mark.parametrize(("book", "chapter"), CHAPTERS)
@clause("sydney-v15", "20.7.1", "20.7.3")
@clause("sydney-earlier", "21.7.1", "21.7.3")
def test_what_narrows_who_takes_part_or_wins_is_stated(book: str, chapter: int) -> None:
    """Also how often one may win, which games and tables count, and how many entries one may have."""
    plain, narrow = said(book), said(book, wins_each=2, games=("blackjack",), tables=("T1", "T7"), entries_each=30)
    assert [text for text in narrow[f"{chapter}.7.1"] if text not in plain[f"{chapter}.7.1"]] == [
        "Nobody wins more than 2 prizes."
    ]
    assert [text for text in narrow[f"{chapter}.7.3"] if text not in plain[f"{chapter}.7.3"]] == [
        "Only play at Blackjack counts.",
        "Only play at these tables counts: T1 and T7.",
        "Nobody has more than 30 entries.",
    ]


@pytest.mark.parametrize(
    ("field", "missing", "numbers"),
    [("nature", "", ("20.7.5", "21.7.5")), ("paid_by", (), ("20.4", None))],
)
@clause("sydney-v15", "20.4", "20.7.5")
@clause("sydney-earlier", "21.7.5")
def test_an_item_is_missing_where_one_prize_of_several_leaves_it_out(
    field: str, missing: Any, numbers: tuple[str, str | None]
) -> None:
    lacking: dict[str, Any] = {field: missing}
    for book, number in zip(BOOKS, numbers, strict=True):
        found = conditions_faults(conditions(book, prizes=(money_prize(), GOODS._replace(**lacking))))
        items = [one.clause for one in found if one.code == "conditions-item-missing"]
        assert items == ([number] if number else []), book


@pytest.mark.parametrize(("book", "asked"), [("sydney-v15", "20.7.8"), ("sydney-earlier", "21.7.8")])
@clause("sydney-v15", "20.7.8")
@clause("sydney-earlier", "21.7.8")
def test_conditions_say_that_entrants_must_be_present_where_they_must(book: str, asked: str) -> None:
    assert said(book, must_be_present=True)[asked] == ["At the desk.", "Entrants must be present at the draw to win."]
    assert "A prize is claimed within 3 days of the draw." in said(book, claim_days=3)[asked]


@pytest.mark.parametrize(("book", "asked"), [("sydney-v15", "20.7.1"), ("sydney-earlier", "21.7.1")])
@clause("sydney-v15", "20.7.1")
@clause("sydney-earlier", "21.7.1")
def test_conditions_say_that_prizes_are_won_at_once_where_they_are(book: str, asked: str) -> None:
    (line,) = said(book, awarded="at-once")[asked]
    assert "wins a prize at once" in line


@pytest.mark.parametrize(("book", "asked"), [("sydney-v15", "20.7.4"), ("sydney-earlier", "21.7.4")])
@clause("sydney-v15", "20.7.4")
@clause("sydney-earlier", "21.7.4")
def test_a_minimum_or_compulsory_wager_is_always_stated(book: str, asked: str) -> None:
    wagers = {"minimum_wager": 2500, "compulsory_bet": "perfect-pairs", "wagered_least": 100_000}
    rules = (EntryRule("blackjack", least=5000),)
    lines = " ".join(said(book, **wagers, entry_rules=rules)[asked])
    for words in ("at least $25", "Perfect Pairs", "wagered $1,000 in all", "minimum wager for an entry is $50"):
        assert words in lines
    assert said(book)[asked] == ["There is no minimum or compulsory wager beyond the limits of the table."]


DETAILS = [
    ("appliance", APPLIANCE, "11.1", {"make": "(i)", "model": "(ii)", "accessories": "(iii)"}),
    ("vehicle", VEHICLE, "11.2", {"make": "(i)", "model": "(ii)", "accessories": "(iii)", "on_road_costs": "(iv)"}),
    (
        "travel",
        TRAVEL,
        "11.3",
        {"persons": "(i)", "restrictions": "(iii)", "spending_money": "(iv)"}
        | dict.fromkeys(("airfares", "transfers", "other_transport", "duration", "accommodation", "meals"), "(ii)"),
    ),
    (
        "real_estate",
        HOME,
        "11.4",
        {"dwelling": "(i)", "plans": "(ii)", "contract": "(iii)", "easements": "(iv)", "location": "(v)"}
        | dict.fromkeys(("conveyancing", "legal_costs", "fixtures", "furniture"), "(vi)"),
    ),
]


def of_details(chapter: int) -> list[str]:
    found = [f"{chapter}.7.{number}" for _, _, number, _ in DETAILS]
    return found + sorted({f"{chapter}.7.{n}{roman}" for _, _, n, romans in DETAILS for roman in romans.values()})


@pytest.mark.parametrize(("kind", "prize", "number", "romans"), DETAILS, ids=[one[0] for one in DETAILS])
@pytest.mark.parametrize(("book", "chapter"), CHAPTERS)
@clause("sydney-v15", *of_details(20))
@clause("sydney-earlier", *of_details(21))
def test_details_of_some_prizes_are_stated_each_under_its_clause(
    kind: str, prize: Prize, number: str, romans: dict[str, str], book: str, chapter: int
) -> None:
    whole = f"{chapter}.7.{number}"
    assert clauses_of(book, prizes=(prize,)) == {}
    nothing: dict[str, Any] = {kind: None}
    assert [*clauses_of(book, prizes=(prize._replace(**nothing),))] == [whole]
    details = getattr(prize, kind)
    assert set(details._fields) == set(romans)
    for field, roman in romans.items():
        empty: Any = 0 if isinstance(getattr(details, field), int) else " "
        without = prize._replace(**{kind: details._replace(**{field: empty})})
        assert [*clauses_of(book, prizes=(without,))] == [f"{whole}{roman}"], field
        lines = said(book, prizes=(prize,))[f"{whole}{roman}"]
        assert any(str(getattr(details, field)) in line for line in lines)


@pytest.mark.parametrize(("book", "chapter"), CHAPTERS)
@clause("sydney-v15", "20.5", "20.5.1", "20.5.2", "20.5.3", "20.5.5")
@clause("sydney-earlier", "21.5", "21.5.1", "21.5.2", "21.5.3", "21.5.5")
def test_barred_prizes_are_refused_by_their_clause(book: str, chapter: int) -> None:
    barred = {
        "tobacco": "5.1",
        "firearm": "5.2",
        "ammunition": "5.2",
        "imitation-firearm": "5.2",
        "prohibited-weapon": "5.3",
        "prescribed": "5.5",
    }
    for what, number in barred.items():
        found = clauses_of(book, prizes=(GOODS._replace(contains=(what,)),))
        assert [*found] == [f"{chapter}.{number}"], what
    several = clauses_of(book, prizes=(GOODS._replace(contains=("tobacco", "firearm", "prescribed")),))
    assert [*several] == [f"{chapter}.5.{number}" for number in (1, 2, 5)]
    named = {"A box of Cigars": "5.1", "A hunting rifle": "5.2", "Ammunition for a year": "5.2", "A crossbow": "5.3"}
    for words, number in named.items():
        for field in ("nature", "name"):
            named_so: dict[str, Any] = {field: words}
            prize = GOODS._replace(**named_so)
            assert [*clauses_of(book, prizes=(HOME, prize))] == [f"{chapter}.{number}"], (field, words)
    assert [*clauses_of(book, prizes=(GOODS._replace(contains=("fireworks",)),))] == [f"{chapter}.5"]


@pytest.mark.parametrize(("book", "asked"), [("sydney-v15", "20.5.4"), ("sydney-earlier", "21.5.4")])
@clause("sydney-v15", "20.5.4")
@clause("sydney-earlier", "21.5.4")
def test_twenty_litres_of_liquor_and_no_more(book: str, asked: str) -> None:
    assert clauses_of(book, prizes=(GOODS._replace(liquor_ml=20_000),)) == {}
    assert [*clauses_of(book, prizes=(GOODS._replace(liquor_ml=20_001),))] == [asked]


@clause("sydney-v15", "20.4")
def test_no_prize_is_cash_and_how_each_is_paid_is_stated() -> None:
    found = clauses_of("sydney-v15", prizes=(money_prize(paid_by=("cash",)),))
    assert found == {"20.4": "Money cannot be paid by cash, only by cheque, transfer, casino-dollars or handed-over"}
    found_first = conditions_faults(conditions(prizes=(money_prize(paid_by=()),)))[0]
    assert (found_first.code, found_first.clause) == ("prize-without-means", "20.4")
    assert said("sydney-v15")["20.4"] == ["How the winner gets Money: transfer."]
    assert clauses_of("sydney-earlier", prizes=(money_prize(paid_by=("cash",)),)) == {}


@clause("sydney-v15", "20.3")
@clause("sydney-earlier", "21.3")
def test_no_money_is_stated_instead_of_casino_dollars() -> None:
    tokens = Prize("Tokens", "casino-dollars", 10_000, ("casino-dollars",), "for wagers", alternative=5000)
    slots = tokens._replace(kind="slots-dollars", paid_by=("slots-dollars",))
    assert [*clauses_of("sydney-v15", prizes=(tokens,))] == ["20.3"]
    assert [*clauses_of("sydney-v15", prizes=(money_prize(alternative=5000),))] == ["20.3"]  # it is money already
    assert [*clauses_of("sydney-earlier", prizes=(tokens,))] == ["21.3"]
    assert [*clauses_of("sydney-earlier", prizes=(slots,))] == ["21.3"]
    stated = said("sydney-earlier", prizes=(GOODS._replace(alternative=15_000),))["21.3"]
    assert stated == ["Instead of Hamper the winner may choose $150."]


def test_every_fault_of_conditions_is_found_at_once() -> None:
    wrong = conditions(
        title=" ",
        currency="eur",
        entries_close_at=DRAW,
        draw_at=CLOSE,
        wins_each=0,
        games=("poker",),
        compulsory_bet="bingo",
        entry_rules=(EntryRule("wagered"), EntryRule("side-bet", bet="perfect-pairs", outcome="royal")),
        prizes=(GOODS._replace(name=" ", number=0, paid_by=("transfer",)),),
    )
    codes = {fault.code for fault in conditions_faults(wrong)}
    assert codes == {
        "conditions-title",
        "no-such-currency",
        "conditions-times",
        "conditions-numbers",
        "promotion-game",
        "promotion-bet",
        "entry-rule-numbers",
        "promotion-outcome",
        "prize-name",
        "prize-number",
        "prize-means-unfit",
    }
    assert all(fault.message for fault in conditions_faults(wrong))
    assert START < CLOSE


@pytest.mark.parametrize(("each", "entries", "too_many"), [(1, 1, True), (100, 1, False), (50_000, 1000, True)])
def test_wagers_make_no_more_entries_than_can_be_drawn(each: int, entries: int, too_many: bool) -> None:
    """Every entry is a ticket in memory when the draw is made: at a cent each, a night's play would make billions."""
    rule = EntryRule("wagered", entries=entries, each=each)
    codes = [fault.code for fault in conditions_faults(example_conditions("sydney-v15")._replace(entry_rules=(rule,)))]
    assert codes == (["entry-rule-numbers"] if too_many else [])


@pytest.mark.parametrize("book", BOOKS)
def test_the_examples_hold_and_can_be_printed(book: str) -> None:
    example = example_conditions(book)
    assert example.book == book
    text = document_as_text(example.title, conditions_document(example), conditions_digest(example))
    page = conditions_as_html(example)
    assert example.title in text
    assert conditions_digest(example)[:16] in text
    assert f"<h1>{example.title}</h1>" in page
    assert "A scrutineer oversees the draw." in page


def test_a_file_reports_all_its_faults(tmp_path: Any) -> None:
    path = tmp_path / "wrong.toml"
    text = (EXAMPLES / "sydney-v15.toml").read_text(encoding="utf-8")
    path.write_text(text.replace('"handed-over"', '"cash"').replace("draw_place ", "draw_places "), encoding="utf-8")
    with pytest.raises(RecordFileError) as caught:
        read_conditions(path)
    assert any("draw_places: there is no such term" in fault for fault in caught.value.faults)
    path.write_text(text.replace('"handed-over"', '"cash"'), encoding="utf-8")
    with pytest.raises(RecordFileError, match=r"cannot be paid by cash.*\(20.4\)"):
        read_conditions(path)


@pytest.mark.parametrize("sign", ["\\u001b[2J", "\\u0000", "\\u009b2J", "\\r", "\\u007f"], ids=lambda sign: sign[1:])
def test_no_text_of_a_file_has_signs_that_a_terminal_obeys(sign: str) -> None:
    """Written as an escape they are no part of the file itself, and would reach whoever prints the conditions."""
    text = example_text("sydney-v15")
    for spoiled in (text.replace('"Blackjack Summer Draw"', f'"Summer{sign}"'), f'"{sign}" = 1\n{text}'):
        assert spoiled != text
        with pytest.raises(RecordFileError, match="control character") as caught:
            conditions_from(spoiled)
        assert caught.value.message.isprintable()
    lines = text.replace('"Blackjack Summer Draw"', '"Blackjack\\n\\tSummer Draw"')
    assert conditions_from(lines).title == "Blackjack\n\tSummer Draw"
