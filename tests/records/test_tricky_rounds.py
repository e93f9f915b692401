"""Rounds by hand in which several rules of settlement meet, each with what a reader of the document makes of it."""

from __future__ import annotations

from typing import Any

import pytest
from referee import Refused
from referee import settle as refereed
from referee.test_referee import record
from support.clauses import clause
from support.records import decimals

from cutcard.records import RecordRefused, settle

SYDNEY, CANBERRA = "sydney-v15 blackjack 6", "canberra-2006 blackjack 6"
BASE, PONTOON = "melbourne-v26 blackjack 6", "melbourne-v26 crown-pontoon 6"
FREE, VEGAS = "melbourne-v26 free-bet-blackjack 6", "melbourne-v26 vegas-blackjack 4"
TEN, PAIRS, BUSTER = {"ten-insurance": True}, {"perfect-pairs": True}, {"buster-blackjack": "A"}
LOW = {"minimum": "5", "maximum": "10"}
Net = dict[str, str] | None  # None: refused


def case(book: str, by: str, net: Net, *told: str, **more: Any) -> Any:
    return pytest.param(net, told, more, marks=clause(book, by))


def sydney(by: str, net: Net, *told: str, **more: Any) -> Any:
    return case("sydney-v15", by, net, SYDNEY, *told, **more)


def canberra(by: str, net: Net, *told: str, **more: Any) -> Any:
    return case("canberra-2006", by, net, CANBERRA, *told, **more)


def melbourne(by: str, net: Net, *told: str, **more: Any) -> Any:
    return case("melbourne-v26", by, net, *told, **more)


CASES = [
    # naturals, insurance and even money
    sydney("15.1.8", {"ann": "0"}, "1 ann main 20", "As Kd Kh Ac"),
    sydney("9.1.2", {"ann": "20"}, "1 ann main 20", "As Ad Kh Kc", "insure box=1 amount=10; even-money box=1"),
    sydney("15.1.4", {"ann": "20"}, "1 ann main 20", "As Ad Kh Kc", "insure box=1 amount=10"),
    sydney("13.3", {"ann": "20"}, "1 ann main 20", "As Ad Kh 9c", "insure box=1 amount=10"),
    sydney(
        "9.1.2",
        {"ann": "30", "bob": "10"},
        "1 ann main 20; 1 bob main 10",
        "As Ad Kh 9c",
        "even-money box=1 player=bob",
    ),
    sydney("15.1.5", {"ann": "100"}, "1 ann main 20", "As Kd Kh Ac", "insure box=1 amount=10", options=TEN),
    sydney("8.2", {"ann": "-30"}, "1 ann main 20", "Ts Kd 9h Tc", "insure box=1 amount=10; stand", options=TEN),
    sydney(
        "5.12",
        {"ann": "0"},
        "1 ann main 5",
        "Ts Ad 9h Kc",
        "insure box=1 amount=1.25 player=ann; insure box=1 amount=1.25 player=ann; stand",
        chip="5",
    ),
    canberra("7.3", {"ann": "0"}, "1 ann main 5", "Ts Ad 9h Kc", "insure box=1 amount=2.50; stand", chip="5"),
    canberra("7.3", None, "1 ann main 5", "Ts Ad 9h Kc", "insure box=1 amount=1.25; stand", chip="5"),
    melbourne(
        "7.4.1(b)", {"ann": "10"}, BASE, "1 ann main 20", "As Ad Kh 9c", "insure box=1 amount=10; even-money box=1"
    ),
    # splits, doubles and a dealer's blackjack
    sydney("15.1.9", {"ann": "0"}, "1 ann main 20", "As 5d Ah Kc Ts 6c Td", "split"),
    sydney("12.7", {"ann": "-20"}, "1 ann main 20", "As Kd Ah Kc Ts Ac", "split"),
    canberra("13.1(f)", {"ann": "-40"}, "1 ann main 20", "As Kd Ah Kc Ts Ac", "split"),
    melbourne("7.5.6(h)", {"ann": "-20"}, BASE, "1 ann main 20", "As Kd Ah Kc Ts Ac", "split"),
    sydney(
        "12.5.4",
        {"ann": "0"},
        "1 ann main 20",
        "As Ad Ah Ac 5c 6c 7c Ks",
        "insure box=1 amount=10; split; split",
        options={"resplit": True},
    ),
    sydney("10.5", {"ann": "-40"}, "1 ann main 20", "8s Kd 8h Tc 6c 3d 9c Ad", "split; hit; double"),
    canberra("13.1(f)", {"ann": "-60"}, "1 ann main 20", "8s Kd 8h Tc 6c 3d 9c Ad", "split; hit; double"),
    sydney("11.1.2", {"ann": "-40"}, "1 ann main 20", "As 9d 8h 2c Tc", "double"),
    sydney("3.2.1", {"ann": "40"}, "1 ann main 20", "6s 9d 4h Ac Tc", "double"),
    canberra(
        "10.3",
        {"ann": "80"},
        "1 ann main 20",
        "8s 6d 8h 8c 8d Tc Td Ts Tc Kd Ks",
        "split; split; split; stand; stand; stand; stand",
    ),
    sydney("12.4", None, "1 ann main 20", "8s 6d 8h 8c Tc Td Ts Kd Ks", "split; split; stand; stand; stand"),
    # shared boxes
    sydney(
        "12.6.2",
        {"ann": "-40", "bob": "-10"},
        "1 ann main 20; 1 bob main 10",
        "8s 9d 8h 9c Td Kd",
        "split; stand; stand",
    ),
    sydney(
        "12.6.1",
        {"ann": "-20", "bob": "-10"},
        "1 ann main 20; 1 bob main 10",
        "8s Kd 8h Tc Td Ac",
        "split; join player=bob; stand; stand",
    ),
    melbourne(
        "7.5.6(c)(iv)",
        {"ann": "60", "bob": "20"},
        BASE,
        "1 ann main 20; 1 bob main 10",
        "8s 6d 8h 8c Tc Td Ts Kd Ks",
        "split; split; join player=bob; stand; stand; stand",
    ),
    # beyond the maximum, and what follows it
    sydney("6.3", {"ann": "20"}, "1 ann main 40", "6s 9d 5h 9c 8c", "double", limits=LOW),
    sydney("11.1", None, "1 ann main 40", "6s 9d 5h 9c 8c", "double amount=20", limits=LOW),
    sydney("8.1", None, "1 ann main 40", "Ts Ad 9h Kc", "insure box=1 amount=7.50; stand", limits=LOW),
    sydney("8.1", {"ann": "0"}, "1 ann main 40", "Ts Ad 9h Kc", "insure box=1 amount=5; stand", limits=LOW),
    sydney(
        "6.3.1",
        {"ann": "20", "bob": "20"},
        "1 ann main 30; 1 bob main 20",
        "Ts 6d 9h Kc Kd",
        "stand",
        limits={"minimum": "5", "maximum": "40"},
        seats={"1": "bob"},
    ),
    # surrender, and halves that chips cannot pay
    melbourne("12.4.1", {"ann": "-2"}, VEGAS, "1 ann main 5", "Ts Kd 6h 9c", "surrender", chip="1"),
    melbourne("12.4.1", {"ann": "-5"}, VEGAS, "1 ann main 5", "Ts Kd 6h Ac", "surrender", chip="1"),
    melbourne("6.2.3", {"ann": "0"}, VEGAS, "1 ann main 1", "Ts Kd 6h 9c", "surrender", chip="5"),
    melbourne("12.4.1", {"ann": "-10", "bob": "-5"}, VEGAS, "1 ann main 20; 1 bob main 10", "Ts Kd 6h 9c", "surrender"),
    melbourne("6.2.3", {"ann": "-5"}, PONTOON, "1 ann main 15", "Ks Kd 6h 5c", "surrender", chip="5"),
    # Pontoon
    melbourne("10.4.4", {"ann": "40"}, PONTOON, "1 ann main 20", "5s Kd 6h Ks Ac", "double"),
    melbourne("10.5.2(e)", {"ann": "-20"}, PONTOON, "1 ann main 20", "5s Kd 6h 2c Ac", "double; rescue"),
    melbourne("10.6", {"ann": "1030"}, PONTOON, "1 ann main 10", "7s 7d 7s 7s", "hit"),
    melbourne("10.6", {"ann": "40"}, PONTOON, "1 ann main 20", "2s 9d 3h 4c 5d 2c 5c", "hit; hit; hit; hit"),
    melbourne("22.3.3(b)", {"ann": "0"}, "melbourne-v26 blackjack-plus 6", "1 ann main 20", "Ts 6d 9h Kc 6h", "stand"),
    # free bets
    melbourne("29.7.1", {"ann": "40"}, FREE, "1 ann main 20", "6s 9d 5h 9c 8c", "double"),
    melbourne("29.9.2", {"ann": "-20"}, FREE, "1 ann main 20", "6s 9d 5h 2c Tc", "double"),
    melbourne("29.3.3", {"ann": "0"}, FREE, "1 ann main 20", "6s 6d 5h 9c Ts 6h", "double"),
    # side bets
    sydney(
        "14.12.3", {"ann": "170"}, "1 ann main 20; 1 ann perfect-pairs 5", "8s 6d 8s Tc Kd", "stand", side_bets=PAIRS
    ),
    sydney(
        "14.11.2", {"ann": "15"}, "1 ann main 20; 1 ann perfect-pairs 5", "Ts 6d Kh Tc Kd", "stand", side_bets=PAIRS
    ),
    sydney(
        "14.30.4",
        {"ann": "190"},
        "1 ann main 20; 1 ann star-pairs 5",
        "As 6d Ah Tc 9c Kd Ts",
        "split",
        side_bets={"star-pairs": True},
    ),
    sydney(
        "14.17",
        {"ann": "15"},
        "1 ann main 20; 1 ann lucky-lucky 5",
        "Ts Ad Kh 9c",
        "stand",
        side_bets={"lucky-lucky": "1"},
    ),
    sydney(
        "14.20",
        {"ann": "980"},
        "1 ann main 20; 1 ann lucky-lucky 5",
        "7s 7s 7s Tc Td",
        "hit",
        side_bets={"lucky-lucky": "1"},
    ),
    canberra(
        "17.5",
        {"ann": "-20", "bob": "0"},
        "1 ann main 20; 1 bob perfect-pairs 5",
        "8s 9d 8s 9c",
        "stand",
        side_bets=PAIRS,
    ),
    melbourne(
        "26.4.3(a)",
        {"ann": "0"},
        BASE,
        "1 ann main 20; 1 ann buster-blackjack 5",
        "Ts 6d 5h Kc 2c 3c 4c Td",
        "hit",
        side_bets=BUSTER,
    ),
    melbourne(
        "26.4.3(a)",
        {"ann": "40"},
        BASE,
        "1 ann main 20; 1 ann buster-blackjack 5",
        "As 6d Kh Tc 9c",
        "",
        side_bets=BUSTER,
    ),
    melbourne(
        "23.3.5(b)(iii)",
        {"ann": "25"},
        BASE,
        "1 ann main 20; 1 ann blackpot 5",
        "6s Kd 7h 9c",
        "stand",
        side_bets={"blackpot": True},
    ),
]


@pytest.mark.parametrize(("net", "told", "more"), CASES)
def test_a_round_by_hand_pays_what_a_reader_of_the_document_makes_of_it(
    net: Net, told: tuple[str, ...], more: dict[str, Any]
) -> None:
    made = record(*told, **more)
    if net is None:
        with pytest.raises(RecordRefused):
            settle(made)
        with pytest.raises(Refused):
            refereed(made)
        return
    assert decimals(settle(made)["net"]) == decimals(net)
    assert decimals(refereed(made)["net"]) == decimals(net)
