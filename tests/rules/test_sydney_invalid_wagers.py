"""Sydney v15, 16.22 and 16.23: wagers that are invalid, and wagers beyond a loss limit, settled from a record."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause
from support.records import line, lines, net, refused, settled

from cutcard.records import settle

BOOK = "sydney-v15"
WIN = ("Ks 7d Kh 9c Tc", "stand")  # 20 against 26
LOSE = ("Ks Kd 8h 9c", "stand")  # 18 against 19
PUSH = ("Ks Kd 9h 9c", "stand")
TWO = ["1 ann main 20", "2 bob main 20"]


def invalid(player: str = "ann", found: str = "during", **which: Any) -> dict[str, Any]:
    return {"invalid": [{"player": player, "found": found, **which}]}


def within(**limits: str) -> dict[str, Any]:
    return {"loss_limits": limits}


@clause(BOOK, "16.22.2", '1.1 "Invalid Wager"')
@pytest.mark.parametrize(("cards", "stand"), [WIN, PUSH, LOSE])
def test_found_during_the_hand_an_invalid_wager_goes_back_and_wins_nothing(cards: str, stand: str) -> None:
    result = settled(BOOK, cards, stand, **invalid())
    assert result["net"] == {"ann": "0"}
    assert (line(result)["outcome"], line(result)["clause"]) == ("void", "16.22.2")
    assert result["findings"] == [{"player": "ann", "ruling": "no winnings", "clause": "16.22.2"}]
    assert settle(result) == result


@clause(BOOK, "16.22.2")
@pytest.mark.parametrize(("round_", "won"), [(WIN, "0"), (PUSH, "0"), (LOSE, "-20")])
def test_a_house_may_read_it_so_that_a_losing_one_is_lost(round_: tuple[str, str], won: str) -> None:
    assert net(BOOK, *round_, options={"losing-invalid-wagers": "lost"}, **invalid()) == {"ann": won}


@clause(BOOK, "16.22.1")
def test_found_before_the_hand_it_goes_back_and_the_round_is_dealt_without_it() -> None:
    result = settled(BOOK, "Ks 7d Kh 9c Tc", "stand", wagers=TWO, **invalid("bob", "before"))
    assert result["net"] == {"ann": "20", "bob": "0"}
    assert (line(result, player="bob")["returned"], line(result, player="bob")["clause"]) == ("20", "16.22.1")
    assert [hand["box"] for hand in result["hands"]] == [1]


@clause(BOOK, "16.22.1")
def test_a_wager_that_goes_back_before_the_hand_takes_no_room_and_no_control() -> None:
    wagers = ["1 bob main 50", "1 ann main 50", "1 cal any-pairs 5", "2 bob main 50", "2 cal any-pairs 5"]
    more: dict[str, Any] = {"side_bets": {"any-pairs": True}, "limits": {"minimum": "5", "maximum": "50"}}
    result = settled(BOOK, WIN[0], WIN[1], wagers=wagers, **more, **invalid("bob", "before"))
    assert result["net"] == {"bob": "0", "ann": "50", "cal": "55"}  # the pair of kings on box 1
    assert line(result, player="cal", box=2)["outcome"] == "void"  # nobody plays there


@clause(BOOK, "16.22.1")
def test_whoever_had_no_room_beside_it_stays_out_where_no_more_bets_were_taken() -> None:
    wagers = ["1 bob main 50", "1 ann main 50", "2 cal main 50"]
    more: dict[str, Any] = {"limits": {"minimum": "5", "maximum": "50"}}
    result = settled(BOOK, "Ks 9d Kh 8c", "stand", wagers=wagers, **more, **invalid("bob", "closed"))
    assert result["net"] == {"bob": "0", "ann": "0", "cal": "50"}
    assert result["findings"][0]["clause"] == "16.22.1"


@clause(BOOK, "16.22.3")
def test_hands_that_were_settled_stand() -> None:
    result = settled(BOOK, *WIN, **invalid(found="settled"))
    assert result["net"] == {"ann": "20"}
    assert result["findings"] == [{"player": "ann", "ruling": "stands", "clause": "16.22.3"}]


@clause(BOOK, "16.22.2")
def test_what_was_added_to_an_invalid_wager_shares_its_fate() -> None:
    wagers = ["1 ann main 20", "1 ann any-pairs 5", "1 bob main 10"]
    more: dict[str, Any] = {"side_bets": {"any-pairs": True}, "wagers": wagers}
    cards = "8s Ad 8h 3c Tc 2d 9c Tc Kc"  # 8 3 doubled, 8 2 and 9 against 21
    actions = ("insure 10", "split", "join bob", "double", "hit", "stand")
    result = settled(BOOK, cards, *actions, **more, **invalid(box=1, bet="main"))
    assert result["net"]["ann"] == "0"
    assert {one["outcome"] for one in lines(result, player="ann")} == {"void"}
    assert {one["bet"] for one in lines(result, player="ann")} == {"main", "any-pairs", "insurance", "split", "double"}
    assert result["net"]["bob"] == net(BOOK, cards, *actions, **more)["bob"]  # others are not touched by it


@clause(BOOK, "16.22.2")
def test_a_side_bet_alone_may_be_invalid() -> None:
    more: dict[str, Any] = {"side_bets": {"any-pairs": True}, "wagers": ["1 ann main 20", "1 ann any-pairs 5"]}
    result = settled(BOOK, WIN[0], WIN[1], **more, **invalid(bet="any-pairs"))
    assert result["net"] == {"ann": "20"}


@clause(BOOK, "16.23", "16.23.1")
@pytest.mark.parametrize(("round_", "won"), [(WIN, "12"), (PUSH, "0"), (LOSE, "-12")])
def test_only_what_lies_within_the_loss_limit_is_settled(round_: tuple[str, str], won: str) -> None:
    result = settled(BOOK, *round_, **within(ann="12"))
    assert result["net"] == {"ann": won}
    counts, back = result["settlement"]
    assert (counts["staked"], back["staked"], back["returned"], back["outcome"]) == ("12", "8", "8", "void")
    assert back["clause"] == "16.23.1"
    assert result["findings"][0]["returned"] == "8"
    assert settle(result) == result


@clause(BOOK, "16.23")
def test_a_limit_that_was_not_passed_changes_nothing() -> None:
    result = settled(BOOK, *LOSE, **within(ann="20"))
    assert result["settlement"] == settled(BOOK, *LOSE)["settlement"]
    assert result["findings"][0] == {
        "player": "ann",
        "ruling": "settled within the limit",
        "clause": "16.23",
        "returned": "0",
    }


@clause(BOOK, "16.23.1")
def test_the_wager_placed_last_goes_back_first() -> None:
    wagers = ["1 ann main 20", "2 ann main 30", "2 ann any-pairs 10", "1 bob main 10"]
    more: dict[str, Any] = {"side_bets": {"any-pairs": True}, "wagers": wagers}
    cards = "Ks 8s 9d 9h 6h Kd"  # 19 and 14 against 19
    result = settled(BOOK, cards, "stand", "stand", **more, **within(ann="35"))
    assert [one["staked"] for one in lines(result, player="ann", outcome="void")] == ["15", "10"]
    assert result["net"] == {"ann": "-15", "bob": "0"}


@clause(BOOK, "16.23.1")
def test_doubles_splits_and_insurance_count_in_the_order_in_which_they_were_placed() -> None:
    cards = "8s Ad 8h 3c Tc Tc 9c Kc"
    actions = ("insure 10", "split", "double", "stand")
    result = settled(BOOK, cards, *actions, **within(ann="45"))
    back = {one["bet"]: one["returned"] for one in lines(result, outcome="void")}
    assert back == {"split": "5", "double": "20"}
    assert line(result, bet="insurance")["outcome"] == "lose"


@clause(BOOK, '1.1 "Loss Limit"', "16.23")
def test_what_came_back_in_the_round_gives_room_again() -> None:
    more: dict[str, Any] = {"side_bets": {"any-pairs": True}, "wagers": ["1 ann main 20", "1 ann any-pairs 5"]}
    result = settled(BOOK, "8s 6d 8h 9c Tc Kc Kc", "split", "stand", "stand", **more, **within(ann="25"))
    assert not lines(result, outcome="void")  # the pair paid 55, so the split is no loss beyond the limit


@clause(BOOK, "16.23.1")
def test_a_main_wager_may_be_cut_below_the_minimum_and_to_nothing() -> None:
    more: dict[str, Any] = {"limits": {"minimum": "10", "maximum": "100"}}
    assert net(BOOK, LOSE[0], LOSE[1], **more, **within(ann="1")) == {"ann": "-1"}
    assert net(BOOK, LOSE[0], LOSE[1], **more, **within(ann="0")) == {"ann": "0"}


@clause(BOOK, "16.23.1")
def test_a_side_bet_of_fixed_amounts_goes_back_as_a_whole_and_no_meter_is_touched() -> None:
    more: dict[str, Any] = {"side_bets": {"blazing-7s": True}, "meters": {"blazing-7s": "50000"}}
    more["wagers"] = ["1 ann main 20", "1 ann blazing-7s 5"]
    result = settled(BOOK, "7d 7d 7d 7c Kc", "hit", **more, **within(ann="24"))
    assert line(result, bet="blazing-7s")["returned"] == "5"


@clause(BOOK, "16.22.2", "16.23.1")
def test_what_is_void_takes_no_share_of_a_meter() -> None:
    more: dict[str, Any] = {"side_bets": {"blazing-7s": True}, "meters": {"blazing-7s": "50000"}}
    more["wagers"] = ["1 ann main 20", "1 ann blazing-7s 5", "2 bob main 20", "2 bob blazing-7s 5"]
    round_ = ("7d 7d 7d 7d 7d 6c 6c Tc", "stand", "stand")
    alone = settled(BOOK, round_[0], round_[1], round_[2], **more, **invalid("bob", bet="blazing-7s"))
    assert line(alone, bet="blazing-7s", player="ann")["returned"] == "50000"
    assert line(alone, bet="blazing-7s", player="bob")["returned"] == "5"


def test_documents_without_such_rules_refuse_them() -> None:
    for book in ("sydney-earlier", "canberra-2006", "melbourne-v26"):
        assert refused(book, *WIN, **invalid()).at == "invalid"
        assert refused(book, *WIN, **within(ann="5")).at == "loss_limits"


@pytest.mark.parametrize(
    ("key", "value"),
    [
        ("invalid", [{"player": "ann", "found": "never"}]),
        ("invalid", [{"player": "zoe"}]),
        ("invalid", [{"player": ""}]),
        ("invalid", [{"player": "ann", "bet": 3}]),
        ("invalid", ["ann"]),
        ("invalid", {}),
        ("loss_limits", {"ann": 5}),
        ("loss_limits", {"ann": "-5"}),
        ("loss_limits", {"zoe": "5"}),
        ("loss_limits", {"": "5"}),
        ("loss_limits", []),
    ],
)
def test_what_makes_no_sense_is_refused(key: str, value: Any) -> None:
    refusal = refused(BOOK, *WIN, **{key: value})
    assert refusal.message
