"""What was declared void, in a round record: at which moment, by which clause, and settled again to the same cents."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from support.clauses import clause
from support.records import doubted, line, lines, net, refused, settled

from cutcard.cards import shoe
from cutcard.engine import Refusal, Setup, State, VoidRound, VoidWagers, play
from cutcard.engine import commands as say
from cutcard.engine.choices import choices
from cutcard.records import export, settle
from cutcard.records.results import results
from cutcard.rulebooks import load, rules
from cutcard.rulebooks.authority import gives_authority
from cutcard.rulebooks.offers import pay_table

MELBOURNE = "melbourne-v26"
TWO = ["1 ann main 20", "2 bob main 20"]
PANDEMONIUM = "pontoon-pandemonium"


def void_wagers(player: str, by: str, **when: int) -> dict[str, Any]:
    return {"do": "void-wagers", "player": player, "clause": by, **when}


def void_round(by: str, **more: Any) -> dict[str, Any]:
    return {"do": "void-round", "clause": by, **more}


def test_a_round_declared_void_returns_everything() -> None:
    result = settled(MELBOURNE, "8s 7d 9d 3h 8h", void_round("32.4", settled_by="32.5", cards=5), wagers=TWO)
    assert result["net"] == {"ann": "0", "bob": "0"}
    assert {(each["outcome"], each["clause"]) for each in result["settlement"]} == {("void", "32.5")}
    assert [hand["ended"] for hand in result["hands"]] == ["void", "void"]
    assert settle(result) == result


@clause("sydney-v15", "16.22.1")
def test_a_round_whose_only_main_wager_goes_back_as_invalid_returns_everything() -> None:
    wagers = ["5 cem main 500", "5 ann perfect-pairs 5"]
    more = {"side_bets": {"perfect-pairs": True}, "invalid": [{"player": "cem", "found": "before"}]}
    result = settled("sydney-v15", "", wagers=wagers, **more)
    assert result["net"] == {"cem": "0", "ann": "0"}
    assert {(each["outcome"], each["clause"]) for each in result["settlement"]} == {("void", "16.22.1")}


def test_without_another_clause_the_declaring_one_settles_the_wagers() -> None:
    assert line(settled("canberra-2006", "8s 9d 3h", void_round("16.3")))["clause"] == "16.3"


PAID_AND_LOST = {  # ann's blackjack is paid and her pair lost, bob's pair is paid, by the time the round is void
    "wagers": ["1 ann main 20", "2 bob main 20", "1 ann perfect-pairs 5", "2 bob perfect-pairs 5"],
    "side_bets": {"perfect-pairs": True},
}
NEVER_WAS = [("canberra-2006", "16.3"), ("canberra-2003", "16.4")]


@clause("canberra-2006", 'A "Void"', "16.3")
@clause("canberra-2003", 'A "Void"')
@pytest.mark.parametrize(("book", "by"), NEVER_WAS)
def test_in_canberra_a_void_round_gives_back_what_was_paid_and_lost_in_it(book: str, by: str) -> None:
    result = settled(book, "As 8d 9d Kh 8c", void_round(by, cards=5), **PAID_AND_LOST)
    assert result["net"] == {"ann": "0", "bob": "0"}
    assert {(each["outcome"], each["clause"]) for each in result["settlement"]} == {("void", by)}
    assert settle(result) == result
    kept = settled(book, "As 8d 9d Kh 8c", void_round(by, cards=5, undone=["bob"]), **PAID_AND_LOST)
    assert kept["net"] == {"ann": "25", "bob": "0"}  # who no longer had it, as the record says


@clause(MELBOURNE, "32.2.1", "32.3", "32.4")
def test_a_declaration_by_a_clause_that_lets_nobody_declare_it_is_settled_with_a_warning() -> None:
    by_rights = settled(MELBOURNE, "8s 7d 9d 3h 8h", void_round("32.4"), wagers=TWO)
    odd = settled(MELBOURNE, "8s 7d 9d 3h 8h", void_round("3.2.1"), wagers=TWO)
    assert odd["net"] == by_rights["net"]
    assert "warnings" not in by_rights
    assert odd["warnings"] == [
        {
            "action": 0,
            "message": "clause 3.2.1 lets nobody declare a round void; the round is settled as declared",
            "clause": "3.2.1",
        }
    ]
    assert doubted(settled(MELBOURNE, "8s 9d 3h", void_wagers("ann", "32.4"))) == ["32.4"]  # that is on rounds
    assert doubted(settled(MELBOURNE, "8s 9d 3h", void_wagers("ann", "32.3"))) == []


@clause("sydney-v15", "16.8", "18.9.1")
@clause("canberra-2006", "14.5", "16.3")
@clause("canberra-2003", "14.5", "16.4")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "canberra-2006", "canberra-2003", MELBOURNE])
def test_each_document_says_by_which_clauses_staff_may_declare_something(book: str) -> None:
    procedures = load(book).procedures
    assert procedures is not None
    given = {"void-round": ("void-round", "void-shoe"), "burn": ("burn",), "draw-in-error": ("next-card",)}
    for act, rulings in given.items():
        lines = [line.clause for line in procedures.irregularities if line.then in rulings]
        assert lines, act
        assert all(gives_authority(book, act, by) for by in lines), act
        values = procedures.clauses["shoe.checked_by"]  # that cards are checked lets nobody do any of this
        assert not gives_authority(book, act, values), act


BREACH = [("canberra-2006", "16.2(a)"), ("canberra-2003", "16.3(a)")]


@clause("canberra-2006", 'A "Void"', "16.2(a)")
@clause("canberra-2003", 'A "Void"', "16.3(a)")
@pytest.mark.parametrize(("book", "by"), BREACH)
def test_in_canberra_a_players_void_wagers_give_back_what_they_were_paid_and_lost(book: str, by: str) -> None:
    """ann's blackjack was paid and her pair lost, and bob's pair was paid; the others play on as they are."""
    one = settled(book, "As 8d 9d Kh 8c Tc", void_wagers("ann", by, cards=5), "stand", **PAID_AND_LOST)
    assert one["net"] == {"ann": "0", "bob": "10"}  # a mixed pair at 6 to 1, and 16 against 19
    assert {(each["outcome"], each["clause"]) for each in lines(one, player="ann")} == {("void", by)}
    assert settle(one) == one
    kept = settled(book, "As 8d 9d Kh 8c Tc", void_wagers("bob", by, cards=5, undone=False), **PAID_AND_LOST)
    assert kept["net"] == {"ann": "25", "bob": "30"}  # who no longer had it, as the record says


@clause("canberra-2006", 'A "Void"')
@clause("canberra-2003", 'A "Void"')
@pytest.mark.parametrize(("book", "by"), NEVER_WAS)
def test_in_canberra_cards_laid_wrongly_past_repair_and_ruled_void_leave_nothing_settled(book: str, by: str) -> None:
    laid = [{"card": 1, "box": 2}, {"card": 2, "box": 1}]
    ruled = {"laid": laid, "noticed": 5, "possible": False, "discretion": {"ruling": "void", "clause": by}}
    result = settled(book, "8d As 9d Kh 8c", misdealt=ruled, **PAID_AND_LOST)
    assert result["net"] == {"ann": "0", "bob": "0"}


@clause("canberra-2006", 'A "Void"')
@clause(MELBOURNE, "32.5")
@pytest.mark.parametrize(("book", "by", "back"), [("canberra-2006", "16.3", 'A "Void"'), (MELBOURNE, "32.4", "32.5")])
def test_where_void_wagers_always_go_back_none_is_kept(book: str, by: str, back: str) -> None:
    for kept, code in (({"refund": False}, "void-wagers-go-back"), ({"forfeits": ["ann"]}, "nobody-forfeits")):
        refusal = refused(book, "8s 9d 3h", void_round(by, **kept))
        assert (refusal.code, refusal.clause, refusal.at) == (code, back, 0)


@clause("canberra-2003", "16.5")
@clause("sydney-v15", "18.10")
@clause("sydney-earlier", "19.5")
@pytest.mark.parametrize(
    ("book", "by"), [("canberra-2003", "16.5"), ("sydney-v15", "18.10"), ("sydney-earlier", "19.5")]
)
def test_where_the_house_may_keep_void_wagers_a_record_may_say_so(book: str, by: str) -> None:
    assert net(book, "8s 9d 3h", void_round(by, refund=False)) == {"ann": "-20"}
    assert net(book, "8s 9d 3h", void_round(by)) == {"ann": "0"}


@clause("sydney-v15", "16.8", "16.16.2")
@clause("sydney-earlier", "17.8", "17.16.2")
@pytest.mark.parametrize(("book", "by"), [("sydney-v15", "16.16.2"), ("sydney-earlier", "17.16.2")])
def test_in_sydney_what_was_settled_after_the_initial_deal_stands(book: str, by: str) -> None:
    result = settled(book, "As 8d 9d Kh 8c", void_round(by, cards=5), **PAID_AND_LOST)
    assert result["net"] == {"ann": "25", "bob": "25"}


@pytest.mark.parametrize("count", range(6))
def test_it_may_come_after_any_card(count: int) -> None:
    cards = "8s 7d 9d 3h 8h Tc 2d 5s 9h Kd"
    result = settled(MELBOURNE, cards, *["hit"] * (count > 5), void_round("32.4", cards=count), wagers=TWO)
    dealt = sum(len(hand["cards"].split()) for hand in result["hands"]) + len(result["dealer"]["cards"].split())
    assert dealt == count
    assert result["net"] == {"ann": "0", "bob": "0"}


def test_a_players_wagers_alone_may_be_void_and_the_others_are_played_for() -> None:
    void = void_wagers("ann", "32.2.1", cards=3)  # ann's box gets no second card
    result = settled(MELBOURNE, "8s 7d 9d Th Kc", void, "stand", wagers=TWO)
    assert line(result, player="ann")["outcome"] == "void"
    assert line(result, player="bob")["outcome"] == "lose"
    assert [hand["cards"] for hand in result["hands"]] == ["8s", "7d Th"]


def test_a_sharer_decides_once_the_wagers_of_who_controlled_the_box_are_void() -> None:
    shared = ["1 ann main 20", "1 bob main 30"]
    decided = {"do": "stand", "player": "bob"}
    result = settled(MELBOURNE, "Ts 9d 9h 8c", void_wagers("ann", "32.2.1"), decided, wagers=shared)
    assert result["net"] == {"ann": "0", "bob": "30"}
    early = refused(MELBOURNE, "Ts 9d 9h 8c", decided, wagers=shared)
    assert early.message == "ann decides for box 1, not bob"


def test_what_lies_on_a_split_hand_that_nobody_else_has_is_not_played_on() -> None:
    shared = ["1 ann main 20", "1 bob main 30"]
    cards = "8s 9d 8h Tc Kd Td"  # bob does not join the split, and rides on the first hand
    result = settled(MELBOURNE, cards, "split", void_wagers("ann", "32.2.1", cards=4), "stand", wagers=shared)
    assert [(each["bet"], each["outcome"]) for each in lines(result, player="ann")] == [
        ("main", "void"),
        ("split", "void"),
    ]
    assert [hand["ended"] for hand in result["hands"]] == ["stood", "void"]
    assert line(result, player="bob")["outcome"] == "lose"


def test_a_prize_that_was_drawn_before_stands_and_one_that_was_not_is_not_drawn() -> None:
    wagers = [*TWO, f"1 ann {PANDEMONIUM} 5", f"2 bob {PANDEMONIUM} 5"]
    terms: dict[str, Any] = {"game": "crown-pontoon", "decks": 8, "side_bets": {PANDEMONIUM: "1"}, "wagers": wagers}
    cards = "As Ah 9d Ks Kh"  # both have Pontoon, and press one after the other
    both = net(MELBOURNE, cards, draws=["25", "25"], **terms)
    one = settled(MELBOURNE, cards, void_round("32.4", cards=5, draws=1), draws=["25"], **terms)
    assert line(one, player="ann", bet=PANDEMONIUM)["outcome"] == "win"
    assert line(one, player="bob", bet=PANDEMONIUM)["outcome"] == "void"
    none = settled(MELBOURNE, cards, void_round("32.4", cards=5, draws=0), draws=[], **terms)
    assert line(none, player="ann", bet=PANDEMONIUM)["outcome"] == "void"
    assert both["ann"] != one["net"]["ann"] != none["net"]["ann"] == "0"
    again = settled(MELBOURNE, cards, void_wagers("ann", "32.2.1", cards=5, draws=0), draws=["25"], **terms)
    assert line(again, player="ann", bet=PANDEMONIUM)["outcome"] == "void"
    assert line(again, player="bob", bet=PANDEMONIUM)["outcome"] == "win"


@clause(MELBOURNE, "9.12.1", "13.3.2")
@pytest.mark.parametrize(
    ("first_two", "outcome"), [("2s Kh", "lose"), ("7s Kh", "lose"), ("Ks 7h", "lose"), ("7s 7h", "void")]
)
def test_magnificent_sevens_that_the_first_two_cards_have_lost_stays_lost(first_two: str, outcome: str) -> None:
    bet = "magnificent-sevens"
    one, two = first_two.split()
    terms: dict[str, Any] = {"side_bets": {bet: "1"}, "wagers": ["1 ann main 20", f"1 ann {bet} 5"]}
    result = settled(MELBOURNE, f"{one} 9d {two}", void_round("9.12", cards=3), **terms)
    by = "13.3.2" if outcome == "lose" else "9.12"
    assert (line(result, bet=bet)["outcome"], line(result, bet=bet)["clause"]) == (outcome, by)
    assert line(result, bet="main")["outcome"] == "void"
    all_back = settled(MELBOURNE, f"{one} 9d {two}", void_round("9.15", cards=3, lost_back=True), **terms)
    assert line(all_back, bet=bet)["outcome"] == "void"


@pytest.mark.parametrize(
    ("action", "says"),
    [
        ({"do": "void-round"}, "the clause of melbourne-v26 that allows it is missing"),
        (void_round("99"), "melbourne-v26 has no clause '99'"),
        (void_round("32.4", settled_by=5), "melbourne-v26 has no clause 5"),
        (void_round("32.4", refund="no"), "refund must be true or false"),
        (void_round("32.4", forfeits="ann"), "forfeits must be a list"),
        (void_round("32.4", player="ann"), "unknown key 'player'"),
        (void_wagers("eve", "32.2.1"), "eve has no wager that is not settled"),
        (void_round("32.4", cards=9), "void-round comes after 9 cards, and 3 are dealt by now"),
        ({"do": "void"}, "'void' is not an action"),
    ],
)
def test_a_declaration_that_makes_no_sense_is_refused_with_its_place(action: dict[str, Any], says: str) -> None:
    refusal = refused(MELBOURNE, "8s 9d 3h", action)
    assert says in refusal.message
    assert refusal.at in (0, "forfeits")


@clause(MELBOURNE, "32.5")
@pytest.mark.parametrize(
    ("terms", "says"),
    [
        ({"refund": False}, "the wagers of a void round must be returned"),
        ({"forfeits": ["ann"]}, "when a round is void, no wager is kept"),
    ],
)
def test_no_wager_of_a_void_round_is_kept_where_the_document_refunds_all(terms: dict[str, Any], says: str) -> None:
    refusal = refused(MELBOURNE, "8s 9d 3h", void_round("32.4", **terms))
    assert (refusal.message, refusal.clause, refusal.at) == (says, "32.5", 0)


@pytest.mark.parametrize("bet", ["main", "super-sevens", "insurance"])
def test_only_a_side_bet_of_the_book_is_declared_void_by_itself(bet: str) -> None:
    refusal = refused(MELBOURNE, "8s 9d 3h", {"do": "void-wagers", "clause": "32.3", "bet": bet})
    assert refusal.message == f"void-wagers may name a side bet of {MELBOURNE}, not {bet!r}"


@clause(MELBOURNE, "7.5.4")
def test_control_stays_with_an_absent_player_where_the_document_plays_for_them() -> None:
    said = {"do": "pass-control", "clause": "7.5.4", "box": 1, "player": "bob"}
    refusal = refused(MELBOURNE, "8s 9d 3h", said, wagers=["1 ann main 20", "1 bob main 20"])
    assert (refusal.clause, refusal.at) == ("7.5.4", 0)


def test_nothing_is_declared_void_once_the_round_is_over() -> None:
    refusal = refused(MELBOURNE, "Ts 9d 9h 8c", "stand", void_round("32.4"))
    assert refusal.message == "nobody may void-round: the round is over"


# ------------------------------------------------------------------------------------------ any moment of any round


GAMES: list[tuple[str, str, dict[str, Any]]] = [
    (MELBOURNE, "blackjack", {"blackjack-jackpots": True, "blackpot": True}),
    (MELBOURNE, "crown-pontoon", {PANDEMONIUM: "1"}),
    (MELBOURNE, "free-bet-blackjack", {"pot-of-gold": "1"}),
    (MELBOURNE, "spanish-blackjack", {}),
    ("sydney-v15", "blackjack", {"perfect-pairs": True}),
    ("canberra-2006", "blackjack", {"super-sevens": True}),
]
ROUNDS = 60


@pytest.mark.parametrize(("book", "game", "bets"), GAMES)
def test_whatever_is_declared_void_at_whatever_moment_the_record_settles_to_the_same(
    book: str, game: str, bets: dict[str, Any]
) -> None:
    said = rules(book, game)
    tables = {bet: pay_table(said, 6, bet, choice) for bet, choice in bets.items()}
    setup = Setup(said, 6, tables, chip=50, meters=dict.fromkeys(set(bets) & {"blackjack-jackpots"}, 1_000_000))
    for seed in range(ROUNDS):
        state, events = _played(Random(seed), State(setup))
        again = settle(export(setup, events))
        ended = results(state)
        assert {key: again.get(key) for key in ended} == ended
        assert all(wager.returned is not None for wager in state.wagers)


def _played(random: Random, state: State) -> tuple[State, list[Any]]:
    """A round in which anything may happen at any moment."""
    events: list[Any] = []
    cards = shoe(6, state.rules.cards.removed_ranks)
    random.shuffle(cards)
    said: list[Any] = [say.PlaceWager(box, who, "main", 1000) for box, who in _places(random)]
    said += [say.PlaceWager(1, "ann", bet, 500) for bet in state.setup.side_bets]
    said += [say.NoMoreBets(), *([say.Select("lucky-player", 1)] * (random.random() < 0.3))]
    while state.needs != "nothing":
        result = play(state, said.pop(0) if said else _next(random, state, cards))
        if not isinstance(result, Refusal):
            state = result.state
            events += result.events
    return state, events


def _places(random: Random) -> list[tuple[int, str]]:
    return [(1, "ann"), (1, "bob"), *random.sample([(2, "bob"), (2, "cem"), (3, "cem"), (3, "ann")], 2)]


def _kept(book: str, names: tuple[str, ...]) -> list[dict[str, Any]]:
    """The ways in which a document lets the house keep wagers of a void round."""
    procedures = load(book).procedures
    assert procedures is not None
    kept: list[dict[str, Any]] = [{"refund": False}] if procedures.voids.refund == "house-chooses" else []
    return kept + ([{"forfeits": names[:1]}] if procedures.voids.forfeits != "never" else [])


def _next(random: Random, state: State, cards: list[Any]) -> Any:
    if random.random() < 0.06:
        return VoidWagers(random.choice(["ann", "bob", "cem"]), "2.1")
    if random.random() < 0.02:
        names = tuple(random.sample(["ann", "bob", "cem"], 2))
        some: dict[str, Any] = random.choice([{}, *_kept(state.rules.book, names), {"undone": names}])
        return VoidRound("3.1", "2.2", **some)
    if state.needs == "card":
        return say.Deal(cards.pop())
    if state.needs == "press":
        return say.Press(2500)
    may = [choice for choice in choices(state) if choice.allowed]
    if state.needs == "decision" or (may and random.random() < 0.6):
        return random.choice(may).command()
    return say.CloseOffers()
