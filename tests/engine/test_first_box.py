"""Rounds that begin at a tournament's marker: cards and decisions go round from there."""

from __future__ import annotations

from support.clauses import clause
from support.records import record, refused, settled

from cutcard.records import export, settle
from cutcard.records.parse import parse
from cutcard.records.replay import replay

WAGERS = ["1 ann main 20", "2 bob main 20", "3 cyd main 20"]
CARDS = "2s 3s 4s 9d 5s 6s 7s Td Tc 8h 8c"


@clause("sydney-v15", "19.9.3")
@clause("sydney-earlier", "20.9.3")
def test_cards_and_decisions_go_clockwise_from_the_first_box_and_the_dealer_is_last() -> None:
    for book in ("sydney-v15", "sydney-earlier"):
        acts = [{"do": word, "box": box} for box in (2, 3, 1) for word in ("hit", "stand")]
        result = settled(book, CARDS, *acts, wagers=WAGERS, first_box=2)
        hands = {hand["box"]: hand["cards"] for hand in result["hands"]}
        assert hands == {2: "2s 5s Td", 3: "3s 6s Tc", 1: "4s 7s 8h"}
        assert result["dealer"]["cards"] == "9d 8c"


def test_without_it_a_round_begins_at_the_dealers_left() -> None:
    given = record("sydney-v15", CARDS, wagers=WAGERS)
    assert parse(given).setup.first_box == 0
    assert refused("sydney-v15", CARDS, {"do": "hit", "box": 2}, wagers=WAGERS).at == 0
    assert refused("sydney-v15", CARDS, wagers=WAGERS, first_box=10).at == "first_box"


def test_the_record_of_such_a_round_says_so() -> None:
    acts = ["hit", "stand"] * 3
    given = record("sydney-v15", CARDS, *acts, wagers=WAGERS, first_box=2)
    played = parse(given)
    written = export(played.setup, replay(played).events)
    assert written["first_box"] == 2
    assert settle(written)["net"] == settle(given)["net"]
