"""The referee itself: the worked examples, cases done by hand, and thousands of random records."""

from __future__ import annotations

import contextlib
import copy
import json
import random
from decimal import Decimal
from pathlib import Path
from typing import Any

import pytest

from referee import Refused, settle
from referee.games import GAMES
from referee.rounds import random_record, random_result

EXAMPLES = json.loads((Path(__file__).parents[1] / "data" / "rounds.json").read_text())
Record = dict[str, Any]


@pytest.mark.parametrize("case", EXAMPLES, ids=[case["why"] for case in EXAMPLES])
def test_worked_examples(case: Record) -> None:
    if case["net"] is None:
        with pytest.raises(Refused):
            settle(case["record"])
    else:
        assert settle(case["record"])["net"] == case["net"]


def record(table: str, wagers: str, cards: str, actions: str = "", **more: Any) -> Record:
    """A record in few words: 'book game decks', 'box player bet amount; ...', 'do key=value; ...'."""
    book, game, decks = table.split()
    made: Record = {"rulebook": book, "game": game, "decks": int(decks), "cards": cards, **more}
    made["wagers"] = []
    for words in wagers.split(";"):
        box, player, bet, amount, *carried = words.split()
        wager = {"box": int(box), "player": player, "bet": bet, "amount": amount}
        made["wagers"].append(wager | ({"carried": carried[0]} if carried else {}))
    made["actions"] = []
    for words in filter(str.strip, actions.split(";")):
        do, *pairs = words.split()
        values: Record = dict(pair.split("=") for pair in pairs)
        made["actions"].append(
            {"do": do} | {key: int(text) if key in ("box", "hand") else text for key, text in values.items()}
        )
    return made


def net(*args: Any, **more: Any) -> dict[str, str]:
    result: dict[str, str] = settle(record(*args, **more))["net"]
    return result


SYDNEY, EARLIER = "sydney-v15 blackjack 6", "sydney-earlier blackjack 6"
CANBERRA, OLD = "canberra-2006 blackjack 6", "canberra-2003 blackjack 6"
BASE, PONTOON = "melbourne-v26 blackjack 6", "melbourne-v26 crown-pontoon 6"
FREE, PLUS = "melbourne-v26 free-bet-blackjack 6", "melbourne-v26 blackjack-plus 6"
SPLIT_BUST = "8s Kd 8h Tc 6c 9d 3c Ad"  # first hand 8 T 6 busts, second 8 9 3 stands on 20, dealer K A
SPLIT_PLAY = "split; hit; hit; stand"


@pytest.mark.parametrize(
    ("takes", "lost"),
    [("busted-plus-one", "-40"), ("first-hand", "-20"), ("original-cap", "-20"), ("all", "-40")],
)
def test_dealer_blackjack_after_a_split_with_a_bust(takes: str, lost: str) -> None:
    options = {"dealer-blackjack-takes": takes}
    assert net(SYDNEY, "1 ann main 20", SPLIT_BUST, SPLIT_PLAY, options=options) == {"ann": lost}


def test_dealer_blackjack_after_a_double_and_a_split() -> None:
    cards = "8s Kd 8h Tc 3c 9s Ad"  # 18, and 11 doubled to 20
    assert net(SYDNEY, "1 ann main 20", cards, "split; stand; double") == {"ann": "-20"}
    assert net(CANBERRA, "1 ann main 20", cards, "split; stand; double") == {"ann": "-60"}


def test_free_token_is_not_what_a_dealer_blackjack_takes() -> None:
    cards = "8s Kd 8h Tc 6c 9d 3c Ad"
    assert net(FREE, "1 ann main 20", cards, SPLIT_PLAY) == {"ann": "-20"}


def test_drawn_21_against_a_blackjack() -> None:
    round_ = ("1 ann main 20", "8s Kd 6h 7c Ad", "hit")
    assert net(BASE, *round_) == {"ann": "-20"}
    assert net(BASE, *round_, options={"drawn-21-against-blackjack": "stand-off"}) == {"ann": "0"}
    assert net(PLUS, *round_) == {"ann": "20"}


def test_even_money_and_insurance_in_three_cities() -> None:
    round_ = ("1 ann main 20", "As Ad Kh Kc", "insure box=1 amount=10; even-money box=1")
    assert net(SYDNEY, *round_) == {"ann": "20"}
    assert net(BASE, *round_) == {"ann": "40"}
    with pytest.raises(Refused):
        net(CANBERRA, *round_)
    with pytest.raises(Refused):
        net("melbourne-v26 sports-blackjack 6", "1 ann main 20", "As Ad Kh Kc", "even-money box=1")


def test_ten_insurance_pays_ten_to_one() -> None:
    round_ = ("1 ann main 20", "9s Kd Th Ac", "insure box=1 amount=10; stand")
    assert net(SYDNEY, *round_, options={"ten-insurance": True}) == {"ann": "80"}
    with pytest.raises(Refused):
        net(SYDNEY, *round_)


def test_second_card_is_drawn_for_insurance_alone() -> None:
    result = settle(record(SYDNEY, "1 ann main 20", "9s Ad 8h 9c Kd 5c", "insure box=1 amount=10; hit"))
    assert result["net"] == {"ann": "0"}
    assert result["dealer"]["cards"] == "Ad Kd"
    assert result["unused"] == "5c"


@pytest.mark.parametrize(("ace", "won"), [("one", "-40"), ("either", "40")])
def test_ace_of_a_doubled_hand_in_sydney(ace: str, won: str) -> None:
    round_ = ("1 ann main 20", "As 9d 8h 2c 9c", "double")  # eleven or twenty-one against eighteen
    assert net(SYDNEY, *round_, options={"doubled-ace": ace}) == {"ann": won}


def test_ace_of_a_doubled_hand_in_pontoon() -> None:
    round_ = ("1 ann main 20", "As 9d 5h 2c Kc", "double")  # eight
    assert net(PONTOON, *round_) == {"ann": "-40"}
    assert net(PONTOON, *round_, options={"doubled-ace": "either"}) == {"ann": "-40"}  # eighteen, dealer nineteen
    third = ("1 ann main 20", "2s 9d 5h Ac 2d Kc", "hit; double")  # the later ace counts eleven: twenty
    assert net(PONTOON, *third) == {"ann": "40"}


def test_soft_double_in_melbourne() -> None:
    round_ = ("1 ann main 20", "As 9d 8h 2c 9c", "double")
    assert net(BASE, *round_) == {"ann": "40"}
    with pytest.raises(Refused):
        net(BASE, *round_, options={"soft-double": False})


def test_double_for_less() -> None:
    round_ = ("1 ann main 20", "6s 9d 5h Tc 9c", "double amount=5")
    assert net(SYDNEY, *round_) == {"ann": "25"}
    assert net(CANBERRA, *round_) == {"ann": "25"}
    with pytest.raises(Refused):
        net(OLD, *round_)


def test_resplit_aces_in_sydney() -> None:
    cards = "As 9d Ah Ac 5c Kc 9s 9c"  # three hands: A 5, A K, A 9; dealer eighteen
    actions = "split; split"
    assert net(SYDNEY, "1 ann main 20", cards, actions, options={"resplit": True}) == {"ann": "20"}
    with pytest.raises(Refused):
        net(SYDNEY, "1 ann main 20", cards, actions)


def test_a_split_declined_bars_later_ones_in_melbourne() -> None:
    cards = "8s 9d 8h 8c 8d Tc Td 9c"
    with pytest.raises(Refused):
        net(BASE, "1 ann main 20", cards, "split; stand; split")
    again = "split; stand; split; stand; stand"  # sixteen loses, eighteen stands off twice
    assert net(CANBERRA, "1 ann main 20", cards, again) == {"ann": "-20"}


def test_standing_under_twelve() -> None:
    round_ = ("1 ann main 20", "5s 9d 3h 8c", "stand")
    assert net(BASE, *round_) == {"ann": "-20"}
    for table in (SYDNEY, CANBERRA):
        with pytest.raises(Refused):
            net(table, *round_)


def test_sharers_on_a_split() -> None:
    wagers = "1 ann main 20; 1 bob main 10; 1 cal main 30"
    cards = "8s 6d 8h Tc Td Kd Tc"  # eighteen twice, dealer bust
    assert net(EARLIER, wagers, cards, "split; join player=cal; stand; stand") == {
        "ann": "40",
        "bob": "10",
        "cal": "60",
    }


def test_control_by_city() -> None:
    """Bob has the higher wager; nobody, or bob, is seated."""
    wagers, cards = "1 ann main 10; 1 bob main 20", "9s 6d 2h Tc Td Tc"
    action = "double player=bob"
    assert net(SYDNEY, wagers, cards, action, seats={"1": None}) == {"ann": "10", "bob": "40"}
    assert net(CANBERRA, wagers, cards, action, seats={"1": "bob"}) == {"ann": "10", "bob": "40"}
    assert net(BASE, wagers, cards, action, seats={"1": "bob"}) == {"ann": "10", "bob": "40"}
    for table, seats in ((SYDNEY, {}), (CANBERRA, {"1": None}), (BASE, {"1": None}), (BASE, {"1": "cal"})):
        with pytest.raises(Refused):
            net(table, wagers, cards, action, seats=seats)


def test_over_the_maximum_the_controlling_player_comes_first() -> None:
    wagers, limits = "1 ann main 40; 1 bob main 50", {"minimum": "5", "maximum": "60"}
    lost = ("Ts 9d 8h Tc", "stand")
    assert net(BASE, wagers, *lost, limits=limits) == {"ann": "-40", "bob": "-20"}
    assert net(SYDNEY, wagers, *lost, limits=limits, seats={"1": None}) == {"ann": "-10", "bob": "-50"}


def test_payments_go_up_to_the_chip() -> None:
    natural = ("1 ann main 5", "As 9d Kh")
    assert net(SYDNEY, *natural, chip="5") == {"ann": "10"}
    assert net(BASE, *natural, chip="1") == {"ann": "8"}
    assert net(BASE, *natural) == {"ann": "7.50"}
    assert net(CANBERRA, *natural, chip="5") == {"ann": "7.50"}
    assert net("melbourne-v26 sports-blackjack 6", "1 ann main 1", "As 9d Kh", chip="0.50") == {"ann": "1.50"}
    vegas = "melbourne-v26 vegas-blackjack 4"
    assert net(vegas, "1 ann main 5", "Ts Kd 6h 9c", "surrender", chip="1") == {"ann": "-2"}


def test_surrender_is_void_against_a_natural() -> None:
    assert net("melbourne-v26 vegas-blackjack 4", "1 ann main 20", "Ts Ad 6h Kc", "surrender") == {"ann": "-20"}
    assert net(PONTOON, "1 ann main 20", "Ks Kd 6h Ac", "surrender") == {"ann": "-20"}
    assert net(PONTOON, "1 ann main 20", "Ks Kd 6h 5c", "surrender") == {"ann": "-10"}


def test_pontoon_rescue_is_each_players_own() -> None:
    wagers = "1 ann main 20; 1 bob main 10"
    actions = "double; join player=bob; rescue player=bob"
    cards = "5s Kd 6h 2c 9c"  # thirteen against nineteen
    assert net(PONTOON, wagers, cards, actions) == {"ann": "-40", "bob": "-10"}


@pytest.mark.parametrize(
    ("cards", "won"),
    [
        ("6s 9d 7h 8c", "30"),
        ("6h 9d 7h 8h", "40"),
        ("6s 9d 7s 8s", "60"),
        ("7c 9d 7h 7d", "30"),
        ("7c 9d 7c 7c", "40"),
        ("7s 9d 7s 7s", "60"),
        ("7s 7d 7s 7s", "1060"),
        ("9s 9d 7h 5c", "20"),
    ],
)
def test_pontoon_odds_of_three_cards(cards: str, won: str) -> None:
    assert net(PONTOON, "1 ann main 20", cards, "hit") == {"ann": won}


def test_super_bonus_for_every_wager_and_fifty_for_the_rest() -> None:
    wagers = "1 ann main 25; 1 bob main 24; 1 cal main 1; 2 dee main 10"
    # Box 1 has three sevens of hearts (2 to 1), box 2 stands on seventeen and loses.
    cards = "7h Ks 7c 7h 7d 7h 3d 9c"
    assert net(PONTOON, wagers, cards, "hit; stand") == {
        "ann": "5050",
        "bob": "1048",
        "cal": "2",
        "dee": "40",
    }
    doubled = net(PONTOON, wagers, cards, "double; stand")
    assert doubled == {"ann": "50", "bob": "24", "cal": "1", "dee": "-10"}


def test_plus_five_cards_and_select_automatic_cards() -> None:
    assert net(PLUS, "1 ann main 20", "2s Kd 2h 3c 4d 2c Ac", "hit; hit; hit") == {"ann": "20"}
    select = "melbourne-v26 blackjack-select 6"
    assert net(select, "1 ann main 20", "2s Kd 3h Ac 2d Tc 9c", "stand") == {"ann": "-20"}  # 2 3 A 2 T


def test_forced_draw() -> None:
    options = {"forced-draw": True}
    cards = "2s Kd 3h Ac 2d 9c"  # 2 3 A 2 is soft eighteen
    assert net(BASE, "1 ann main 20", cards, "stand", options=options) == {"ann": "-20"}
    with pytest.raises(Refused):
        net(PONTOON, "1 ann main 20", cards, "stand", options=options)


def test_blazing_sevens_shares() -> None:
    """The document's own example: 500,000 shared by two suited hands gives 47,500 each."""
    wagers = "1 ann main 20; 2 bob main 20; 1 ann blazing-7s 5; 2 bob blazing-7s 2.50"
    more = {"side_bets": {"blazing-7s": True}, "meters": {"blazing-7s": "500000"}}
    assert net(SYDNEY, wagers, "7s 7s 7s 7s 7s Td Tc Kd", "hit; hit", **more) == {
        "ann": "47475",
        "bob": "47477.50",
    }


def test_blackjack_jackpots_shared_and_lucky() -> None:
    wagers = "1 ann main 20; 2 bob main 20; 1 ann blackjack-jackpots 1; 2 bob blackjack-jackpots 1"
    more: Record = {"side_bets": {"blackjack-jackpots": True}, "meters": {"blackjack-jackpots": "999.50"}}
    # Both stand on soft twelve against an ace and a nine. 100 + 10 % of 900 (899.50 rounded), halved: 95.
    cards = "Ah Ah Ah Ah Ah 9c"
    assert net(BASE, wagers, cards, "stand; stand", **more) == {"ann": "75", "bob": "75"}
    more["draws"] = [{"lucky-player": 2}]
    assert net(BASE, wagers, cards, "stand; stand", **more) == {"ann": "75", "bob": "81"}


def test_supernova_major_minor_mystery() -> None:
    more = {
        "side_bets": {"supernova": True},
        "meters": {"supernova-major": "5000.01", "supernova-minor": "301", "supernova-mystery": "70"},
        "draws": [{"mystery": 2}],
        "chip": "1",
    }
    wagers = "1 ann main 20; 2 bob main 20; 3 cal main 20; 1 ann supernova 1; 2 bob supernova 1; 3 cal supernova 1"
    result = net(BASE, wagers, "As Ah Ad 9d Js Kh Qd", **more)
    assert result == {"ann": "5031", "bob": "250.50", "cal": "180.50"}


def test_pandemonium_draws() -> None:
    wagers = "1 ann main 20; 1 bob main 10; 1 ann pontoon-pandemonium 2; 1 bob pontoon-pandemonium 1"
    more: Record = {"side_bets": {"pontoon-pandemonium": "9"}, "draws": ["25", "3"]}
    assert net(PONTOON, wagers, "As 9d Kh", **more) == {"ann": "80", "bob": "18"}
    assert net(PONTOON, wagers, "As 9d Kh", options={"pandemonium-stake": "kept"}, **more) == {
        "ann": "78",
        "bob": "17",
    }
    for draws in ([], ["25"], ["25", "4"], ["25", "3", "3"]):
        with pytest.raises(Refused):
            net(PONTOON, wagers, "As 9d Kh", **more | {"draws": draws})


@pytest.mark.parametrize(("carried", "half", "full"), [("", "25", "570"), (" 5", "4975", "105020")])
def test_blackpot(carried: str, half: str, full: str) -> None:
    """The main wager loses 20 with the third card that fails, and wins 20 with the one that completes."""
    wagers = "1 ann main 20; 1 ann blackpot 5" + carried
    more = {"side_bets": {"blackpot": True}}
    assert net(BASE, wagers, "6s Kd 7h 5c 9c", "hit; stand", **more) == {"ann": half}
    result = settle(record(BASE, wagers, "6s Kd 7h 8c 9c", "hit", **more))
    assert result["net"] == {"ann": full}
    assert result["lines"][-1].get("carried") == (None if carried else "5")


def test_pot_of_gold_counts_the_controlling_players_tokens() -> None:
    wagers = "1 ann main 20; 1 bob main 10; 1 bob pot-of-gold 5"
    cards = "5s 6d 5h 5c 6c Kd 4d Kc 6s Kh Kd Tc"
    actions = "split; join player=bob; split; double; double; double"
    # Three hands of twenty-one, nineteen, twenty-one; five tokens of ann, one of bob; dealer twenty-six.
    assert net(FREE, wagers, cards, actions, side_bets={"pot-of-gold": "1"}) == {"ann": "120", "bob": "520"}


def test_canberra_side_bet_without_main_wager_is_void() -> None:
    wagers = "1 ann main 20; 1 bob perfect-pairs 5; 2 bob super-sevens 5"
    more = {"side_bets": {"perfect-pairs": True, "super-sevens": True}}
    assert net(CANBERRA, wagers, "8s 9d 8h 9c", "stand", **more) == {"ann": "-20", "bob": "0"}


def test_third_seven_after_a_split_counts_on_the_first_hand_only() -> None:
    wagers = "1 ann main 20; 1 ann super-sevens 1"
    more = {"side_bets": {"super-sevens": True}}
    first, second = "7s 9d 7s 7s Tc Td 9c", "7s 9d 7s Tc 7d Tc 9c"
    # Against eighteen: 7 7 T is over, 7 T is seventeen; then 7 T, and 7 7 T over. Both lose 40.
    assert net(CANBERRA, wagers, first, "split; hit; stand", **more) == {"ann": "4960"}
    assert net(CANBERRA, wagers, second, "split; stand; hit", **more) == {"ann": "60"}


@pytest.mark.parametrize(
    ("table", "side_bets"),
    [
        ("sydney-v15 blackjack 8", {"star-pairs": True}),
        ("sydney-v15 blackjack 6", {"lucky-lucky": True}),
        ("sydney-earlier blackjack 4", {"any-pairs": True}),
        ("sydney-earlier blackjack 6", {"lucky-lucky": "1"}),
        ("melbourne-v26 blackjack 6", {"perfect-pairs": True}),
        ("melbourne-v26 blackjack 8", {"perfect-pairs": "A"}),
        ("melbourne-v26 crown-pontoon 7", {"perfect-pairs": True}),
        ("melbourne-v26 spanish-blackjack 6", {"pontoon-pandemonium": "1"}),
        ("melbourne-v26 blackjack-plus 6", {"crown-suits": True}),
        ("melbourne-v26 blackjack 8", {"supernova": True}),
        ("melbourne-v26 blackjack 6", {"supernova": True, "blackjack-jackpots": True}),
        ("melbourne-v26 free-bet-blackjack 5", {"pot-of-gold": "1"}),
        ("canberra-2006 blackjack 6", {"any-pairs": True}),
    ],
)
def test_side_bets_that_a_table_may_not_offer(table: str, side_bets: Record) -> None:
    with pytest.raises(Refused):
        net(table, "1 ann main 20", "9s 9d Jh 8c", "stand", side_bets=side_bets)


@pytest.mark.parametrize(
    "spoil",
    [
        {"colour": "red"},
        {"decks": 5},
        {"decks": "6"},
        {"options": {"forced-draw": True}},
        {"options": {"resplit": 1}},
        {"cards": "9s 9d 9s 9s 9s 9s 9s 9s"},
        {"cards": "9s 9d"},
        {"actions": []},
        {"actions": [{"do": "stand"}, {"do": "stand"}]},
        {"actions": [{"do": "stand", "player": "bob"}]},
        {"actions": [{"do": "stand", "box": 2}]},
        {"actions": [{"do": "split"}]},
        {"wagers": [{"box": 1, "player": "ann", "bet": "main", "amount": 20}]},
        {"wagers": [{"box": 1, "player": "ann", "bet": "main", "amount": "0"}]},
        {"wagers": [{"box": 1, "player": who, "bet": "main", "amount": "20"} for who in "abcd"]},
    ],
)
def test_spoilt_records_are_refused(spoil: Record) -> None:
    good = record(SYDNEY, "1 ann main 20", "9s 9d Jh 8c", "stand")
    assert settle(good)["net"] == {"ann": "20"}
    with pytest.raises(Refused):
        settle(good | spoil)


# -- random records

EXACT = {"void", "stand-off"}
MAIN_ODDS = {"main", "double", "split"}


@pytest.mark.parametrize(("book", "game"), list(GAMES))
def test_random_records_settle_and_add_up(book: str, game: str) -> None:
    rng = random.Random(f"{book} {game}")
    for _ in range(400):
        made, result = random_result(rng, book, game)
        assert settle(copy.deepcopy(made)) == result
        json.dumps(made)
        net: dict[str, Decimal] = dict.fromkeys(result["net"], Decimal(0))
        for line in result["lines"]:
            staked, returned = Decimal(line["staked"]), Decimal(line["returned"])
            net[line["player"]] += returned - staked
            _line_makes_sense(made, line, staked, returned)
        assert {player: Decimal(text) for player, text in result["net"].items()} == net
        wagered = sum(Decimal(wager["amount"]) for wager in made["wagers"])
        extra = {"double", "split", "insurance"}
        assert wagered == sum(Decimal(line["staked"]) for line in result["lines"] if line["bet"] not in extra)


def _line_makes_sense(made: Record, line: Record, staked: Decimal, returned: Decimal) -> None:
    assert staked >= 0
    assert returned >= 0
    bonus = "pontoon" in made["game"] or made["game"] == "spanish-blackjack"
    if bonus and line["bet"] == "main":
        return
    if line["outcome"] in EXACT:
        assert returned == staked
    elif line["outcome"] == "lose":
        assert returned == 0
    elif line["outcome"] == "surrender":
        assert staked / 2 <= returned <= staked / 2 + Decimal(made.get("chip", "0.01"))
    elif line["bet"] == "insurance":
        assert returned in (3 * staked, 11 * staked)
    elif line["bet"] in MAIN_ODDS and staked:
        most = staked * 4 + Decimal(made.get("chip", "0.01"))
        assert 2 * staked <= returned <= most
    else:
        assert returned > staked or line["bet"] == "blazing-7s"


def test_random_records_need_their_last_decision_and_no_more() -> None:
    rng = random.Random(4)
    for _ in range(1500):
        made = random_record(rng)
        with pytest.raises(Refused):
            settle(made | {"actions": [*made["actions"], {"do": "stand"}]})
        if made["actions"] and made["actions"][-1]["do"] in ("hit", "stand", "split", "double"):
            with pytest.raises(Refused):
                settle(made | {"actions": made["actions"][:-1]})


def test_rubbish_is_refused_and_never_crashes() -> None:
    rng = random.Random(7)
    rubbish: list[Any] = [
        None,
        True,
        0,
        3,
        -1,
        1.5,
        "",
        "x",
        "5",
        "5.005",
        "main",
        [],
        {},
        ["5"],
        {"do": "hit"},
    ]
    for _ in range(3000):
        made = copy.deepcopy(random_record(rng))
        place: Any = made
        while True:
            key = rng.choice(list(place) if isinstance(place, dict) else range(len(place)))
            if not place[key] or not isinstance(place[key], (dict, list)) or rng.random() < 0.1:
                break
            place = place[key]
        place[key] = rng.choice(rubbish)
        with contextlib.suppress(Refused):
            settle(made)


def test_random_records_need_every_card_that_they_use() -> None:
    rng = random.Random(5)
    for _ in range(1500):
        made, result = random_result(rng)
        used = made["cards"].split()[: -len(result["unused"].split())]
        exact = settle(made | {"cards": " ".join(used)})
        assert exact["net"] == result["net"]
        assert exact["unused"] == ""
        with pytest.raises(Refused):
            settle(made | {"cards": " ".join(used[:-1])})


def test_twice_the_money_in_chips_twice_as_large_wins_twice_as_much() -> None:
    rng = random.Random(6)
    seen = 0
    while seen < 1000:
        made, result = random_result(rng, side_bets=False)
        pontoon = made["game"] in ("crown-pontoon", "6-to-5-pontoon", "spanish-blackjack")
        if "chip" not in made or pontoon:  # the Super Bonus does not grow with the wager
            continue
        seen += 1
        doubled = settle(_twice(made))
        assert {player: 2 * Decimal(text) for player, text in result["net"].items()} == {
            player: Decimal(text) for player, text in doubled["net"].items()
        }


def _twice(value: Any, key: str = "") -> Any:
    if isinstance(value, dict):
        return {name: _twice(one, name) for name, one in value.items()}
    if isinstance(value, list):
        return [_twice(one, key) for one in value]
    return str(2 * Decimal(value)) if key in ("amount", "chip", "minimum", "maximum") else value
