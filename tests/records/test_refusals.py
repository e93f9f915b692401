"""Bad records: one sentence that says what is wrong and where, the clause where there is one, never a traceback."""

from __future__ import annotations

import contextlib
from typing import Any

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from support.records import record, refused

from cutcard.records import RecordRefused, settle
from cutcard.records.parse import RECORD_KEYS

GOOD = record("sydney-v15", "Ts 6d Th 9c 2d", "stand")


def without(key: str) -> dict[str, Any]:
    return {k: v for k, v in GOOD.items() if k != key}


def test_the_good_record_settles() -> None:
    assert settle(GOOD)["net"] == {"ann": "20"}


@pytest.mark.parametrize(
    ("change", "says", "at"),
    [
        ({"rulebook": "sydney"}, "unknown rulebook 'sydney'", "rulebook"),
        ({"rulebook": None}, "unknown rulebook None", "rulebook"),
        ({"game": "baccarat"}, "has no game 'baccarat'", "game"),
        ({"decks": 5}, "is played with 6 or 8 decks, not 5", "decks"),
        ({"decks": "6"}, "decks must be a whole number, not a string", "decks"),
        ({"decks": True}, "decks must be a whole number", "decks"),
        ({"colour": "red"}, "unknown key 'colour'", None),
        ({"options": {"forced-draw": True}}, "forced-draw", "options"),
        ({"options": {"resplit": "yes"}}, "resplit", "options"),
        ({"options": {"nonsense": 1}}, "nonsense", "options"),
        ({"options": []}, "options must be a JSON object, not a list", None),
        ({"side_bets": {"super-sevens": True}}, "super-sevens", "side_bets.super-sevens"),
        ({"side_bets": {"lucky-lucky": True}}, "needs its pay table named: 1, 2, 3", "side_bets.lucky-lucky"),
        ({"side_bets": {"lucky-lucky": "4"}}, "has no pay table '4'", "side_bets.lucky-lucky"),
        ({"side_bets": {"perfect-pairs": "A"}}, "has no pay table 'A'", "side_bets.perfect-pairs"),
        ({"side_bets": {"lucky-lucky": 1}}, "by its pay table's name or by true, not by 1", "side_bets.lucky-lucky"),
        ({"side_bets": {"lucky-lucky": ""}}, "by its pay table's name or by true", "side_bets.lucky-lucky"),
        ({"side_bets": {"spread-bet": False}}, "sydney-v15 has no side bet 'spread-bet'", "side_bets.spread-bet"),
        ({"side_bets": {"star-pairs": True}, "decks": 8}, "is offered with 6 decks, not 8", "side_bets.star-pairs"),
        ({"limits": {"side_bets": {"spread-bet": {}}}}, "has no side bet 'spread-bet'", "limits.side_bets"),
        ({"limits": {"side_bets": []}}, "limits.side_bets must be a JSON object", None),
        ({"limits": {"minimum": 10}}, "money is written as a string", "limits"),
        ({"limits": {"minimum": "50", "maximum": "10"}}, "is above the maximum", "limits"),
        ({"limits": {"most": "10"}}, "unknown key 'most'", "limits"),
        ({"chip": "0"}, "more than 0", "chip"),
        ({"chip": 5}, "money is written as a string", "chip"),
        ({"meters": {"supernova-major": "1000"}}, "has no meter 'supernova-major'", "meters"),
        ({"seats": {"one": "ann"}}, "that is not a number", "seats"),
        ({"seats": {"10": "ann"}}, "the boxes of a table are 1 to 9", "seats"),
        ({"draws": ["25"]}, "nobody has won", "draws[0]"),
        ({"draws": [{"prize": "25", "void": "yes"}]}, "void must be true or false, not a string", "draws[0]"),
        ({"draws": [{"prize": "25", "malfunction": 1}]}, "malfunction must be true or false", "draws[0]"),
        ({"draws": [{"lucky-player": 1}]}, "no wager that lucky-player could pick", "draws"),
        ({"cards": "Ts 6d Th 9c 1x"}, "'1x' is not a card", "cards"),
        ({"cards": "Ts 6d Th 10c"}, "'10c' is not a card", "cards"),
        ({"cards": ["Ts"]}, "cards must be a string", "cards"),
        ({"cards": "Ts 6d Th"}, "the cards run out", "cards"),
        ({"cards": "Ts Ts Ts Ts Ts Ts Ts"}, "6 decks do not hold the card Ts that often", "cards"),
        ({"cards": "Ts 6d Th", "actions": []}, "needs a decision", 0),
        ({"actions": [{"do": "fold"}]}, "'fold' is not an action", 0),
        ({"actions": [{"do": ["stand"]}]}, "['stand'] is not an action", 0),
        ({"actions": [{"do": "insure", "late": 1}]}, "late must be true or false, not a number", 0),
        ({"actions": [{"do": "stand"}, {"do": "hit"}]}, "nobody may hit: the round is over", 1),
        ({"actions": [{"do": "stand", "box": 2}]}, "it is the turn of box 1, not of box 2", 0),
        ({"actions": [{"do": "stand", "hand": 2}]}, "hand 1 of box 1, not of hand 2", 0),
        ({"actions": [{"do": "surrender", "hand": 2}]}, "surrender is for a box, whose first hand is hand 1", 0),
        ({"actions": [{"do": "stand", "late": True}]}, "unknown key 'late'", 0),
        ({"seeds": {"blazing-7s": "-1"}}, "must not be less than nothing", "seeds.blazing-7s"),
        ({"actions": [{"do": "stand", "player": "bob"}]}, "ann decides for box 1, not bob", 0),
        ({"actions": [{"do": "stand", "why": "x"}]}, "unknown key 'why'", 0),
        ({"actions": [{"do": "stand", "amount": "5"}]}, "stand takes no amount", 0),
        ({"actions": [{"do": "double", "amount": 5}]}, "money is written as a string", 0),
        ({"actions": "stand"}, "actions must be a list", "actions"),
        ({"wagers": []}, "no main wager has been placed", "wagers"),
    ],
)
def test_bad_record_says_what_is_wrong_and_where(change: dict[str, Any], says: str, at: int | str | None) -> None:
    with pytest.raises(RecordRefused) as refusal:
        settle({**GOOD, **change})
    assert says in refusal.value.message
    assert refusal.value.at == at
    assert "\n" not in refusal.value.message


@pytest.mark.parametrize(
    ("wager", "says"),
    [
        ({"amount": "0"}, "more than 0"),
        ({"amount": "-5"}, "more than 0"),
        ({"amount": "1.005"}, "not an amount of dollars and whole cents"),
        ({"amount": 10}, "money is written as a string"),
        ({"amount": 10.5}, "money is written as a string"),
        ({"amount": "ten"}, "not an amount"),
        ({"amount": "1e3"}, "not an amount"),
        ({"amount": "９"}, "not an amount"),
        ({"amount": None}, "money is written as a string"),
        ({"box": 0}, "there is no box 0"),
        ({"box": 10}, "there is no box 10"),
        ({"box": "1"}, "box must be a whole number"),
        ({"player": ""}, "a player's name"),
        ({"player": 7}, "a player's name"),
        ({"bet": "lottery"}, "has no wager called 'lottery'"),
        ({"bet": "perfect-pairs"}, "Perfect Pairs is not on offer"),
        ({"bet": None}, "must name its bet"),
        ({"tip": "1"}, "unknown key 'tip'"),
        ({"carried": "5"}, "only a side bet may be carried"),
    ],
)
def test_bad_wager_names_its_place(wager: dict[str, Any], says: str) -> None:
    good = {"box": 1, "player": "ann", "bet": "main", "amount": "20"}
    with pytest.raises(RecordRefused) as refusal:
        settle({**GOOD, "wagers": [good, {**good, **wager}]})
    assert says in refusal.value.message
    assert refusal.value.at == "wagers[1]"


@pytest.mark.parametrize("key", ["rulebook", "game", "decks", "wagers", "cards", "actions"])
def test_record_cut_short_is_refused(key: str) -> None:
    with pytest.raises(RecordRefused):
        settle(without(key))


def test_rules_are_named_by_their_clause() -> None:
    assert refused("sydney-v15", "5s 6d 4h", "stand").clause == "10.2"
    assert refused("canberra-2006", "5s 6d 4h", "stand").clause == "9.2(b)"
    assert refused("melbourne-v26", "5s 6d 3h", "double").clause == "7.5.5(a)"
    assert refused("melbourne-v26", "Ts 6d Th", "stand", game="crown-pontoon", decks=8).clause == "10.3.1"


json_values = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=8),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(key=st.sampled_from(sorted(RECORD_KEYS)), value=json_values)
@example(key="linked", value=[[]])
@example(key="linked", value=[{}])
def test_any_json_in_any_place_is_settled_or_refused(key: str, value: Any) -> None:
    with contextlib.suppress(RecordRefused):
        assert "net" in settle({**GOOD, key: value})
