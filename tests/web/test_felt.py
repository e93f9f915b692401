"""The felt: what is drawn is what the viewer may see, and everything that they may do can be reached."""

from __future__ import annotations

import re
from collections import Counter
from xml.etree import ElementTree

import pytest
from support.clauses import clause
from support.tables import NOTICES, Table

from cutcard.cards import PACK
from cutcard.engine import commands as say
from cutcard.engine.state import PersonalLimit
from cutcard.floor.house_dealer import Pace
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.rulebooks.schema import Rules
from cutcard.service.caller import Caller
from cutcard.service.desk import desk
from cutcard.service.own_wagers import stayed
from cutcard.service.table_steps import Telling
from cutcard.service.wire import command_of
from cutcard.table import Call, CloseOffers, DealFaceDown, Person, Sign, TableState, view
from cutcard.table.view import TableView
from cutcard.web.felt import NOBODY, Viewer, felt, parts
from cutcard.web.felt.card_art import back, face
from cutcard.web.felt.chips import chips

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
ANN = Viewer("ann", 1000)
CARD = re.compile(r'data-card="([^"]+)"')


def seen_by(state: TableState, name: str | None) -> tuple[TableView, Rules]:
    return view.table(state, Person(name, "player") if name else None), state.rules


def drawn(state: TableState, name: str | None = "ann", narrow: bool = False) -> str:
    table, said = seen_by(state, name)
    return felt(table, said, Viewer(name, 1000) if name else NOBODY, narrow)


def shown_cards(table: TableView) -> Counter[str]:
    hands = [table.dealer, *(hand for box in table.boxes for hand in box.hands)]
    return Counter(card or "back" for hand in hands for card in hand.cards)


def played(floor: Table, *wagers: str, front: str = "") -> Table:
    """Dealt, with offers closed."""
    floor.ready(front).wagers(*wagers).close()
    while floor.state.round is not None and floor.state.round.needs == "offers":
        floor.do(CloseOffers(), floor.dealer)
    return floor


def table_of(book: str, game: str, boxes: int = 7) -> Table:
    said = rules(book, game)
    return Table(book, game, decks=max(said.cards.decks), boxes=boxes).seat("ann", 2).seat("bob", 4)


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_game_is_drawn_as_sound_xml_with_unique_ids(book: str, game: str, narrow: bool) -> None:
    floor = played(table_of(book, game), "ann 2 20", "bob 4 35")
    root = ElementTree.fromstring(drawn(floor.state, narrow=narrow))
    ids = Counter(element.get("id") for element in root.iter() if element.get("id"))
    assert max(ids.values()) == 1
    words = "".join(root.itertext()).lower()
    assert rules(book, game).natural.name.lower() in words
    assert all(line.lower() in words for line in load(book).procedures.layout.inscriptions)  # type: ignore[union-attr]


@clause("sydney-v15", "2.2.3", "2.2.3.1", "2.2.3.2", "2.2.3.3", "2.2.4")
@clause("sydney-earlier", "2.2.3", "2.2.3.1", "2.2.3.2", "2.2.3.3", "2.2.4")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier"])
def test_the_cloth_carries_its_words_and_a_place_for_each_optional_wager_on_offer(book: str) -> None:
    with_pairs, without = (
        ElementTree.fromstring(drawn(Table(book, side_bets=bets).seat("ann", 2).state))
        for bets in ({"perfect-pairs": True, "any-pairs": True}, {})
    )
    words = "".join(with_pairs.itertext()).lower()
    assert "blackjack pays 3 to 2" in words
    assert "dealer must draw on 16 and stand on 17" in words
    assert "insurance pays 2 to 1" in words
    places = {f"spot-2-{bet}" for bet in ("perfect-pairs", "any-pairs")}
    assert places <= {each.get("id") for each in with_pairs.iter()}
    assert places.isdisjoint({each.get("id") for each in without.iter()})


@clause("melbourne-v26", "2.2.1", "2.2.3")
def test_the_cloth_has_an_area_for_every_box_and_for_the_side_wagers_on_offer() -> None:
    root = ElementTree.fromstring(drawn(Table("melbourne-v26", boxes=9, side_bets={"buster-blackjack": "A"}).state))
    ids = {each.get("id") for each in root.iter()}
    assert ids >= {f"box-{box}" for box in range(1, 10)} | {f"spot-{box}-buster-blackjack" for box in range(1, 10)}


@pytest.mark.parametrize("narrow", [False, True])
@pytest.mark.parametrize(("book", "game"), GAMES)
def test_the_cards_on_the_felt_are_those_that_the_viewer_sees(book: str, game: str, narrow: bool) -> None:
    floor = played(table_of(book, game), "ann 2 20", "bob 4 35")
    for _ in range(2):
        table, _ = seen_by(floor.state, "ann")
        assert Counter(CARD.findall(drawn(floor.state, narrow=narrow))) == shown_cards(table) != Counter()
        floor.finish()


def test_a_card_that_lies_face_down_shows_its_back_to_others() -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 2).seat("bob", 4)
    floor.do(DealFaceDown(told=NOTICES))
    floor.ready("8s 5d 7d 9h 6c").wagers("ann 2 20", "bob 4 35").close()
    anns, bobs = (CARD.findall(drawn(floor.state, name)) for name in ("ann", "bob"))
    assert anns.count("back") == 2
    assert bobs.count("back") == 2
    assert {"5d", "6c"}.isdisjoint(anns)
    assert {"8s", "9h"}.isdisjoint(bobs)
    assert {"8s", "9h"} <= set(anns)
    assert {"5d", "6c"} <= set(bobs)
    nobodys = drawn(floor.state, None)
    assert CARD.findall(nobodys).count("back") == 4
    for word in ("8 of spades", "5 of diamonds", "9 of hearts", "6 of clubs"):
        assert word not in nobodys


def test_there_are_52_faces_and_a_back_each_unlike_the_others() -> None:
    drawings = {face(card.text) for card in PACK} | {back()}
    assert len(drawings) == 53
    for drawing in drawings:
        ElementTree.fromstring(f"<g>{drawing}</g>")


@pytest.mark.parametrize("boxes", range(5, 10))
def test_boxes_lie_apart_and_on_the_cloth(boxes: int) -> None:
    floor = Table("sydney-v15", boxes=boxes)
    for narrow in (False, True):
        root = ElementTree.fromstring(drawn(floor.state, narrow=narrow))
        _, _, wide, high = map(float, root.attrib["viewBox"].split())
        places = []
        for box in range(1, boxes + 1):
            group = next(each for each in root.iter() if each.get("id") == f"box-{box}")
            at = re.match(r"translate\((\S+) (\S+)\)", group[0].attrib["transform"])
            radius = float(next(each for each in group.iter() if each.get("class") == "ct-spot").attrib["r"])
            assert at is not None
            places.append((float(at[1]), float(at[2]), radius))
        assert all(r < x < wide - r and r < y < high - r for x, y, r in places)
        for one, (x, y, r) in enumerate(places):
            assert all((x - u) ** 2 + (y - v) ** 2 > (r + s) ** 2 for u, v, s in places[one + 1 :])


def buttons(state: TableState, name: str | None) -> dict[tuple[str, str], str]:
    """What may be pressed on the felt, by box and bet, with the label that is read aloud."""
    root = ElementTree.fromstring(drawn(state, name))
    found = {}
    for each in root.iter():
        if each.get("role") == "button":
            assert each.get("tabindex") == "0"
            found[each.attrib["data-box"], each.attrib["data-bet"]] = each.attrib["aria-label"]
    return found


def test_whoever_watches_can_press_nothing_and_a_newcomer_can_sit_where_it_is_free() -> None:
    floor = Table("sydney-v15", side_bets={"perfect-pairs": True}).seat("ann", 2)
    assert buttons(floor.state, None) == {}
    newcomers = buttons(floor.state, "bob")
    assert {box for box, bet in newcomers} == {"1", "3", "4", "5", "6", "7"}
    assert newcomers["3", "main"] == "Box 3, free: sit here"


def test_while_betting_is_open_a_player_can_press_boxes_and_side_bets_also_of_others() -> None:
    floor = Table("sydney-v15", side_bets={"perfect-pairs": True}).seat("ann", 2).seat("bob", 4).ready()
    assert ("2", "main") not in buttons(floor.state, "ann")
    floor.wagers("bob 4 35", "bob 4 5 perfect-pairs")
    found = buttons(floor.state, "ann")
    assert found["2", "main"] == "Box 2, ann: lay $10"
    assert found["4", "main"].startswith("Box 4, bob; wagers: bob $35 and bob $5 on Perfect Pairs: lay")
    assert found["4", "perfect-pairs"].startswith("Perfect Pairs, box 4: bob $5")
    floor.close()
    assert ("2", "main") not in buttons(floor.state, "ann")


def words_of(state: TableState, name: str = "ann", narrow: bool = False) -> list[str]:
    root = ElementTree.fromstring(drawn(state, name, narrow))
    return [each.text for each in root.iter() if each.tag.endswith("text") and each.text]


@pytest.mark.parametrize("narrow", [False, True])
def test_totals_soft_and_hard_ends_and_results_are_written_beside_the_hands(narrow: bool) -> None:
    floor = Table("melbourne-v26", "crown-pontoon", decks=8)
    for name, box in (("ann", 1), ("bob", 2), ("cal", 3)):
        floor.seat(name, box)
    played(floor, "ann 1 20", "bob 2 20", "cal 3 20", front="As 8d Ac 7d 7h 3s Kc 9h 8c")
    words = words_of(floor.state, narrow=narrow)
    assert "8 or 18" in words
    assert "11" in words
    assert "Pontoon" in words
    assert "+$30" in words  # 3 to 2, paid at once
    floor.call("ann", "stand")
    floor.call("bob", "hit")
    floor.call("bob", "stand")
    assert {"18", "20"} <= set(words_of(floor.state, narrow=narrow))
    assert "8 or 18" not in words_of(floor.state, narrow=narrow)


def test_a_bust_is_written_as_such_and_the_lost_chips_are_gone() -> None:
    floor = played(Table("melbourne-v26", decks=8).seat("ann", 1), "ann 1 20", front="8s 9d 6h Kc")
    assert "$20" in words_of(floor.state)
    floor.call("ann", "hit")
    words = words_of(floor.state)
    assert "bust 24" in words
    assert "−$20" in words
    assert "$20" not in words


def test_split_hands_lie_beside_each_other_and_a_double_lies_crosswise() -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 3)
    played(floor, "ann 3 20", front="8s 7d 8h 8c 3s 2d Th")
    floor.call("ann", "split")
    floor.call("ann", "split")
    floor.call("ann", "double")
    root = ElementTree.fromstring(drawn(floor.state))
    places = {
        each.attrib["id"]: each[0].attrib["transform"]
        for each in root.iter()
        if (each.get("id") or "").startswith("card-3-")
    }
    assert {"card-3-1-0", "card-3-2-0", "card-3-3-0", "card-3-1-2"} <= places.keys()
    columns = [float(re.findall(r"-?[\d.]+", places[f"card-3-{hand}-0"])[0]) for hand in (1, 2, 3)]
    assert columns == sorted(columns)
    assert columns[1] - columns[0] > 40
    turns = {name: re.search(r"rotate\((\S+)\)", place) for name, place in places.items()}
    crosswise, upright = turns["card-3-1-2"], turns["card-3-1-0"]
    assert crosswise is not None
    assert abs(float(crosswise[1]) - (float(upright[1]) if upright else 0)) == 90


def test_a_free_bet_token_is_drawn_as_one() -> None:
    floor = played(
        Table("melbourne-v26", "free-bet-blackjack", decks=8).seat("ann", 3), "ann 3 20", front="8s 7d 8h 5c"
    )
    assert "FREE" not in words_of(floor.state)
    floor.call("ann", "split")
    assert "FREE" in words_of(floor.state)


@clause("melbourne-v26", "23.3.5(c)(i)")
def test_a_blackpot_wager_that_stays_lies_under_its_marker() -> None:
    floor = Table("melbourne-v26", decks=8, side_bets={"blackpot": True}).seat("ann", 3)
    floor.ready("6s 9d 7h 8c Kc 6d 2s 7d")
    floor.wagers("ann 3 20", "ann 3 5 blackpot").close()
    assert "STAYS" not in words_of(floor.state)
    floor.call("ann", "hit")
    floor.finish().wagers("ann 3 20")
    assert stayed(floor.state, "ann") == [(3, "blackpot", 500)]
    table, _ = seen_by(floor.state, "ann")
    telling = Telling(Person("ann", "player"), "ann")
    bets = desk(floor.state, table, Caller("ann", "player"), telling, Pace()).bets
    assert bets is not None
    stay = next(button for button in bets.buttons if button.id == "stay-3-blackpot")
    floor.do(command_of(stay.commands[0]), "ann")
    assert "STAYS" in words_of(floor.state)
    floor.close()
    assert "STAYS" in words_of(floor.state)


def test_players_who_share_a_box_are_named_together_and_their_chips_lie_apart() -> None:
    floor = Table("sydney-v15").seat("bob", 3).seat("cal", 5).ready().wagers("bob 3 20", "cal 3 25")
    assert "bob + cal" in words_of(floor.state, "ann")
    drawn_parts = parts(*seen_by(floor.state, "cal"), Viewer("cal", 1000))
    assert {"chips-3-main-1-bob", "chips-3-main-1-cal"} <= drawn_parts.keys()
    assert "bob + you" in words_of(floor.state, "cal")


def test_insurance_lies_on_its_own_line() -> None:
    floor = Table("sydney-v15").seat("ann", 2).ready("8s Ad 9h").wagers("ann 2 20").close()
    floor.do(Call(say.Insure(2, None, 1000)), "ann")
    assert "chips-2-insurance-ann" in parts(*seen_by(floor.state, "ann"), ANN)


def test_whose_turn_it_is_has_a_ring_that_runs_out_at_the_deadline() -> None:
    floor = Table("melbourne-v26", decks=8, decision_ms=30_000).seat("ann", 1)
    floor.at = 5_000
    played(floor, "ann 1 20", front="8s 9d 6h")
    assert 'data-until="35000"' in drawn(floor.state)
    floor.call("ann", "stand")
    assert "data-until" not in drawn(floor.state)


def test_the_sign_has_the_limits_of_the_game_and_of_its_side_bets() -> None:
    sign = Sign(1500, 20_000, side_bets={"perfect-pairs": PersonalLimit(200, 5000)})
    floor = Table("melbourne-v26", decks=8, side_bets={"perfect-pairs": True}, sign=sign)
    words = words_of(floor.state)
    assert "$15 to $200 a box" in words
    assert "Perfect Pairs $2 to $50" in words
    assert "8 decks" in words


def test_what_the_game_pays_runs_along_the_arc_and_what_finds_no_room_there_below_it() -> None:
    floor = Table("melbourne-v26", "blackjack-plus", decks=8)
    root = ElementTree.fromstring(drawn(floor.state))
    lines = [each.text for each in root.iter() if each.tag.endswith("textPath")]
    assert lines == [
        "Blackjack pays 3 to 2 · 21 always wins",
        "5 cards win · dealer's 22 is a stand-off · dealer stands on soft 17",
        "Insurance pays 2 to 1",
    ]


def test_one_more_card_changes_only_what_belongs_to_its_hand() -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 1).seat("bob", 5)
    played(floor, "ann 1 20", "bob 5 20", front="2s 9d 7h 3c 8c 4d")
    before = parts(*seen_by(floor.state, "ann"), ANN)
    floor.call("ann", "hit")
    after = parts(*seen_by(floor.state, "ann"), ANN)
    changed = {name for name, part in after.items() if before.get(name) != part}
    assert "card-1-1-2" in changed
    assert changed <= {"card-1-1-0", "card-1-1-1", "card-1-1-2", "pill-1-1", "shoe", "box-1"}


def test_what_a_part_draws_tells_nothing_of_the_shoe_but_how_many_are_left() -> None:
    floor = played(table_of("sydney-v15", "blackjack"), "ann 2 20")
    table, said = seen_by(floor.state, "ann")
    text = felt(table, said, ANN)
    assert floor.state.shoe.salt not in text
    assert f"{floor.state.shoe.left} of {table.shoe.cards} cards left" in text
    assert floor.state.shoe.commitment[:8] in text


def test_amounts_are_made_of_whole_chips() -> None:
    for amount in (100, 250, 1234, 98_765, 1_000_001):
        assert sum(chips(amount)) == amount


def cutting_card(state: TableState) -> float | None:
    """How far from the back of the shoe the cutting card is drawn, as a share of a full shoe."""
    found = re.search(r'<rect x="([\d.]+)"[^>]*class="ct-cutting"', drawn(state))
    return (float(found[1]) + 2.25 - 13) / 124 if found else None


def test_the_cutting_card_is_drawn_where_it_is_until_it_comes_out() -> None:
    floor = Table("sydney-v15", decks=6).seat("ann", 1)
    assert cutting_card(floor.state) is None
    floor.ready(behind=100)
    assert cutting_card(floor.state) == pytest.approx(100 / 312, abs=0.001)
    floor.round("ann 1 20")
    assert cutting_card(floor.state) == pytest.approx(100 / 312, abs=0.001)  # it stays while the cards before it go
    left = floor.state.shoe.left - 100
    assert f"the cutting card {left} cards on" in drawn(floor.state)
    floor.play_out("ann 1 20")
    assert cutting_card(floor.state) is None
