"""The felt in a real browser: what is drawn is what the viewer may see, readable and within reach on every screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Page, expect
from support.browser import offences, visiting
from support.clauses import clause
from support.editions import sydney
from support.felt_page import SCREENS, draw, faults, open_bare, seen
from support.house import House
from support.own_books import own_book
from support.tables import NOTICES, Table

from cutcard.cards import PACK
from cutcard.engine import commands as say
from cutcard.engine.state import PersonalLimit
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.table import Call, CloseOffers, DealFaceDown, PlaceWager, Sign, VoidWagers

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
MANY = {"perfect-pairs": True, "buster-blackjack": "A", "blackpot": True, "crown-suits": True}
MANY |= {"magnificent-sevens": "1", "spread-bet": "1"}
NAMES = ("ann", "bob", "cal", "dee", "eli", "fay", "gus", "hal", "ivy")


@pytest.fixture(scope="module")
def page(browser: Browser, house: House) -> Iterator[Page]:
    with visiting(browser) as found:
        open_bare(found, house)
        yield found


def full(book: str, game: str = "blackjack", boxes: int = 7, **terms: Any) -> Table:
    """A table with somebody at every box."""
    floor = Table(book, game, decks=max(rules(book, game).cards.decks), boxes=boxes, **terms)
    for box, name in enumerate(NAMES[:boxes], start=1):
        floor.seat(name, box)
    return floor


def wagered(floor: Table, front: str = "") -> Table:
    """Wagers on every box, of one chip here and many there."""
    seated = sorted((box, name) for box, name in floor.state.seats.items())
    return floor.ready(front).wagers(*(f"{name} {box} {15 * box}" for box, name in seated))


def played(floor: Table, *wagers: str, front: str = "") -> Table:
    """Dealt, with offers closed."""
    floor.ready(front).wagers(*wagers)
    return dealt(floor)


def dealt(floor: Table) -> Table:
    floor.close()
    while floor.state.round is not None and floor.state.round.needs == "offers":
        floor.do(CloseOffers(), floor.dealer)
    return floor


def shown_cards(view: dict[str, Any]) -> Counter[str]:
    hands = [view["dealer"], *(hand for box in view["boxes"] for hand in box["hands"])]
    return Counter(card or "back" for hand in hands for card in hand["cards"])


def drawn_cards(page: Page) -> Counter[str]:
    return Counter(page.locator("[data-card]").evaluate_all("all => all.map((each) => each.dataset.card)"))


def words(page: Page) -> list[str]:
    return list(page.locator("svg.felt text").all_text_contents())


def attributes(page: Page, selector: str, name: str) -> list[str]:
    return list(page.locator(selector).evaluate_all("(all, name) => all.map((each) => each.getAttribute(name))", name))


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_every_game_can_be_read_and_touched_on_every_screen(page: Page, book: str, game: str) -> None:
    floor = wagered(full(book, game))
    moments = [seen(floor, "dee")]
    moments.append(seen(dealt(floor), "dee"))
    moments.append(seen(floor.finish(), "dee"))
    for screen in SCREENS:
        for view in moments:
            draw(page, view, "dee", screen)
            assert faults(page) == []
            assert drawn_cards(page) == shown_cards(view)
    text = " ".join(words(page)).lower()
    assert rules(book, game).natural.name.lower() in text
    assert all(line.lower() in text for line in moments[0]["cloth"])


@clause("sydney-v15", "2.2.3", "2.2.3.1", "2.2.3.2", "2.2.3.3", "2.2.4", "14.4")
@clause("sydney-earlier", "2.2.3", "2.2.3.1", "2.2.3.2", "2.2.3.3", "2.2.4")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier"])
def test_the_cloth_carries_its_words_and_a_place_for_each_optional_wager_on_offer(page: Page, book: str) -> None:
    spots = {}
    every = {bet: "1" if bet == "lucky-lucky" else True for bet in rules(book, "blackjack").side_bets}
    assert len(every) == {"sydney-v15": 5, "sydney-earlier": 2}[book]
    for bets in ((), tuple(every)):
        offered = {bet: every[bet] for bet in bets}
        floor = Table(book, side_bets=offered, device="shuffling-device").seat("ann", 2)
        for screen in SCREENS:
            draw(page, seen(floor, "ann"), "ann", screen)
            text = " ".join(words(page)).lower()
            assert "blackjack pays 3 to 2" in text
            assert "dealer must draw on 16 and stand on 17" in text
            assert "insurance pays 2 to 1" in text
            spots[bets, screen] = set(attributes(page, '[data-box="2"]', "data-bet"))
    assert all(found == {"main", *bets} for (bets, _), found in spots.items())


@clause("melbourne-v26", "2.2.1", "2.2.3")
def test_the_cloth_has_an_area_for_every_box_and_for_the_side_wagers_on_offer(page: Page) -> None:
    floor = Table("melbourne-v26", boxes=9, side_bets={"buster-blackjack": "A"})
    draw(page, seen(floor, None), None)
    for box in range(1, 10):
        assert set(attributes(page, f'[data-box="{box}"]', "data-bet")) == {"main", "buster-blackjack"}


@clause("sydney-v15", "2.1")
@clause("sydney-earlier", "2.1")
@sydney
def test_the_dealer_stands_opposite_the_players(page: Page, book: str) -> None:
    cards = load(book).rules("blackjack").cards
    placed = page.evaluate(
        """async ([fewest, most, screens]) => {
          const {places} = await load('places.js'), found = [];
          for (const [width, height, size] of screens) for (let count = fewest; count <= most; count += 1) {
            const boxes = Array.from({length: count}, (_, at) => ({number: at + 1, hands: 1, own: at === 2}));
            const {dealer, boxes: made} = places(size, width, height, boxes, 2, 3, false);
            found.push([made.size === count, [...made.values()].every((box) => box.y > dealer.bottom)]);
          }
          return found;
        }""",
        [cards.boxes_min, cards.boxes_max, list(SCREENS.values())],
    )
    assert len(placed) == len(SCREENS) * (cards.boxes_max - cards.boxes_min + 1)
    assert all(found == [True, True] for found in placed)


@pytest.mark.parametrize("book", BOOKS)
def test_what_is_void_is_written_on_the_felt(page: Page, book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("8s 7d 9d 3h 8h").wagers("ann 1 20", "bob 2 20").close()
    floor.do(VoidWagers("ann", "a phone in use"))
    for screen in SCREENS:
        draw(page, seen(floor, "ann"), "ann", screen)
        assert "void" in words(page)


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("own", ["ann", "eli", "ivy", None])
def test_nine_boxes_with_many_side_bets_have_room_wherever_one_sits(page: Page, screen: str, own: str | None) -> None:
    floor = full("melbourne-v26", boxes=9, side_bets=MANY)
    draw(page, seen(dealt(wagered(floor)), own), own, screen)
    assert faults(page) == []


@pytest.mark.parametrize("own", ["dee", "bob"])
@pytest.mark.parametrize("screen", SCREENS)
def test_four_hands_of_one_box_lie_beside_each_other(page: Page, screen: str, own: str) -> None:
    front = "Ts 7s 9c 8d 7h Kd 3s Jc 9h 8c Kh 8s 2c 4d Qs 8h 8c 3d 2s 3c 5h Th"
    floor = dealt(wagered(full("canberra-2006", side_bets={"perfect-pairs": True}), front))
    while floor.state.round is not None and floor.state.round.box.number < 4:
        floor.call(floor.state.round.box.control, "stand")
    for _ in range(3):
        floor.call("dee", "split")
    floor.call("dee", "double")
    view = seen(floor, own)
    assert len(view["boxes"][3]["hands"]) == 4
    draw(page, view, own, screen)
    assert faults(page) == []
    cards = page.locator('[data-hand^="4-"]').evaluate_all(
        "hands => hands.map((hand) => hand.querySelector('.felt-paper').getBoundingClientRect().x)"
    )
    assert cards == sorted(cards)
    assert len(set(cards)) == 4
    assert "rotate(90.0deg)" in attributes(page, '[data-at="4-1-2"]', "style")[0].replace("90deg", "90.0deg")


def test_a_card_that_lies_face_down_shows_its_back_to_others(page: Page) -> None:
    floor = Table("melbourne-v26", decks=8).seat("ann", 2).seat("bob", 4)
    floor.do(DealFaceDown(told=NOTICES))
    floor.ready("8s 5d 7d 9h 6c").wagers("ann 2 20", "bob 4 35").close()
    hidden = {"ann": {"5d", "6c"}, "bob": {"8s", "9h"}, None: {"5d", "6c", "8s", "9h"}}
    for viewer, unseen in hidden.items():
        draw(page, seen(floor, viewer), viewer)
        cards = drawn_cards(page)
        assert cards["back"] == len(unseen)
        assert unseen.isdisjoint(cards)
        assert unseen.isdisjoint(page.locator("svg.felt").inner_html())


def test_a_hole_card_lies_face_down_beside_the_first_and_is_turned(page: Page, tmp_path: Path) -> None:
    lines = 'like = "melbourne-v26/blackjack"\ndealer.hole_card = "peeked"\n'
    with own_book(tmp_path, lines) as book:
        floor = Table(book, decks=8).seat("ann", 2).ready("8s Kd 7d 5c 6c").wagers("ann 2 20").close()
        for screen in SCREENS:
            draw(page, seen(floor, "ann"), "ann", screen)
            assert drawn_cards(page) == Counter(["8s", "7d", "Kd", "back"])
            assert "5c" not in page.locator("svg.felt").inner_html()  # an address of the page may hold these letters
            expect(page.get_by_role("img", name="Dealer: king of diamonds and a card face down: 10")).to_be_visible()
            assert faults(page) == []
        floor.call("ann", "stand")
        draw(page, seen(floor, "ann"), "ann")
        assert drawn_cards(page) == Counter(["8s", "7d", "Kd", "5c", "6c"])


def test_there_are_52_faces_and_a_back_each_unlike_the_others_large_and_small(page: Page) -> None:
    drawn = page.evaluate(
        """async (cards) => {
          const {html, render} = await load('html.js'), {Card} = await load('cards.js'), made = [];
          const room = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
          for (const scale of [1, 0.4]) for (const card of cards) {
            const spot = {x: 0, y: 0, turn: 0, scale};
            render(html`<${Card} key=${card + scale} card=${card} at="" dim=${false} spot=${spot} />`, room);
            made.push(room.querySelector('.felt-lies').innerHTML);
          }
          return made;
        }""",
        [*(card.text for card in PACK), None],
    )
    assert len(set(drawn)) == 2 * 52 + 1


# ------------------------------------------------------------------------------------------------------ what one may do


def lay(*spots: str) -> dict[str, Any]:
    return {spot: {"does": "Lay $10", "enabled": True, "why": ""} for spot in spots}


def test_a_press_lays_where_that_may_be_done_and_explains_elsewhere(page: Page) -> None:
    floor = Table("sydney-v15", side_bets={"perfect-pairs": True}).seat("ann", 2).seat("bob", 4).ready()
    floor.wagers("bob 4 35", "bob 4 5 perfect-pairs")
    draw(page, seen(floor, "ann"), "ann", marks=lay("2:main", "2:perfect-pairs", "4:main"))
    page.get_by_role("button", name="Box 2, you: Lay $10").click()
    page.get_by_role("button", name="Perfect Pairs, box 2: Lay $10").press("Enter")
    theirs = page.get_by_role("button", name="Box 4, bob; wagers: bob $35 and bob $5 on Perfect Pairs: Lay $10")
    theirs.focus()
    expect(theirs).to_be_focused()
    theirs.press(" ")
    assert page.evaluate("spots") == [[2, "main"], [2, "perfect-pairs"], [4, "main"]]
    page.get_by_role("button", name="Perfect Pairs, box 4: bob $5").click()
    page.get_by_role("button", name="Box 7, free").press(" ")
    assert page.evaluate("tables") == [["perfect-pairs", 4], ["main", 7]]
    assert page.evaluate("spots.length") == 3


def test_the_controls_that_the_service_sends_become_marks_on_the_felt(page: Page) -> None:
    made = page.evaluate(
        """async (desk) => (await load('marks.js')).marksOf(desk)""",
        {
            "free_boxes": [{"id": "sit-5", "enabled": True, "why": "", "commands": [{"do": "sit", "box": 5}]}],
            "bets": {"chosen": 2500, "spots": [{"box": 3, "bet": "main", "enabled": False, "why": "Wait."}]},
        },
    )
    assert made == {
        "5:main": {"does": "Sit here", "enabled": True, "why": ""},
        "3:main": {"does": "Lay $25", "enabled": False, "why": "Wait."},
    }


@pytest.mark.parametrize("screen", ["1366x768", "390x844"])
def test_axe_finds_nothing_on_the_felt(page: Page, screen: str) -> None:
    floor = dealt(wagered(full("melbourne-v26", side_bets={"perfect-pairs": True})))
    draw(page, seen(floor, "dee"), "dee", screen)
    page.evaluate(
        "document.querySelector('main').prepend(Object.assign(document.createElement('h1'), {textContent: 'T'}))"
    )
    assert offences(page) == []
    page.evaluate("document.querySelector('h1').remove()")


# ----------------------------------------------------------------------------------------------------- what is written


@pytest.mark.parametrize("screen", SCREENS)
def test_totals_ends_and_results_are_written_beside_the_hands(page: Page, screen: str) -> None:
    floor = Table("melbourne-v26", "crown-pontoon", decks=8)
    for name, box in (("ann", 1), ("bob", 2), ("cal", 3)):
        floor.seat(name, box)
    played(floor, "ann 1 20", "bob 2 20", "cal 3 20", front="As 8d Ac 7d 7h 3s Kc 9h 8c")
    draw(page, seen(floor, "ann"), "ann", screen)
    said = words(page)
    assert "8 or 18" in said
    assert "11" in said
    assert "Pontoon" in said or "21" in said
    assert "+$30" in said  # 3 to 2, paid at once
    floor.call("ann", "stand")
    draw(page, seen(floor, "ann"), "ann", screen)
    assert "8 or 18" not in words(page)


def test_a_bust_is_written_as_such_and_the_lost_chips_are_gone(page: Page) -> None:
    floor = played(Table("melbourne-v26", decks=8).seat("ann", 1), "ann 1 20", front="8s 9d 6h Kc")
    draw(page, seen(floor, "ann"), "ann")
    assert "$20" in words(page)
    floor.call("ann", "hit")
    draw(page, seen(floor, "ann"), "ann")
    said = words(page)
    assert {"bust 24", "−$20"} <= set(said)
    assert "$20" not in said
    assert page.locator("[data-chips]").count() == 0


@clause("sydney-v15", "10.5", "9.1.1")
@clause("sydney-earlier", "10.5", "9.1.1")
@sydney
def test_cards_that_lie_in_the_rack_already_are_faint_and_their_result_is_still_said(page: Page, book: str) -> None:
    floor = played(full(book), "ann 1 20", "bob 2 20", "cal 3 20", front="As Ts Th 9c Kd 6h 6c Kc")
    floor.call("bob", "hit")
    view = seen(floor, "ann")
    draw(page, view, "ann")
    assert [hand["collected"] for box in view["boxes"] for hand in box["hands"]] == [True, True, False]
    for box, said in ((1, "blackjack"), (2, "bust 26")):
        hand = page.locator(f"[data-hand='{box}-1']")
        assert "collected" in (hand.get_attribute("aria-label") or "")
        assert said in (hand.text_content() or "").lower()
        assert float(hand.locator(".felt-card").first.evaluate("card => getComputedStyle(card).opacity")) < 0.5
    lying = page.locator("[data-hand='3-1']")
    assert "collected" not in (lying.get_attribute("aria-label") or "")
    assert float(lying.locator(".felt-card").first.evaluate("card => getComputedStyle(card).opacity")) == 1


@clause("canberra-2006", 'A "Round of play"')
def test_where_all_cards_are_collected_at_the_end_a_bust_hand_lies_until_then(page: Page) -> None:
    floor = played(full("canberra-2006"), "ann 1 20", "bob 2 20", front="Ts Th 9c 6h 7c Kc")
    floor.call("ann", "hit")
    view = seen(floor, "ann")
    draw(page, view, "ann")
    assert not any(hand["collected"] for box in view["boxes"] for hand in box["hands"])
    assert page.locator(".felt-collected").count() == 0


def test_a_free_bet_token_is_drawn_as_one(page: Page) -> None:
    floor = Table("melbourne-v26", "free-bet-blackjack", decks=8).seat("ann", 3)
    played(floor, "ann 3 20", front="8s 7d 8h 5c")
    for screen in SCREENS:
        draw(page, seen(floor, "ann"), "ann", screen)
        assert "FREE" not in words(page)
    floor.call("ann", "split")
    for screen in SCREENS:
        draw(page, seen(floor, "ann"), "ann", screen)
        assert "FREE" in words(page)
        assert faults(page) == []


@clause("melbourne-v26", "1.1:Distinctive Marker", "23.3.5(c)(i)")
def test_a_blackpot_wager_that_stays_lies_under_its_marker(page: Page) -> None:
    floor = Table("melbourne-v26", decks=8, side_bets={"blackpot": True}).seat("ann", 3)
    floor.ready("6s 9d 7h 8c Kc 6d 2s 7d").wagers("ann 3 20", "ann 3 5 blackpot").close()
    draw(page, seen(floor, "ann"), "ann")
    assert "STAYS" not in words(page)
    floor.call("ann", "hit")
    floor.finish().wagers("ann 3 20")
    (stayed,) = floor.state.carried
    floor.do(PlaceWager(stayed.box, stayed.amount, stayed.bet, carried=True), "ann")
    for screen in SCREENS:
        draw(page, seen(floor, "ann"), "ann", screen)
        assert "STAYS" in words(page)
        assert faults(page) == []
    floor.close()
    draw(page, seen(floor, "ann"), "ann")
    assert "STAYS" in words(page)


def test_players_who_share_a_box_are_named_together_and_their_chips_lie_apart(page: Page) -> None:
    floor = Table("sydney-v15").seat("bob", 3).seat("cal", 5).ready().wagers("bob 3 20", "cal 3 25")
    draw(page, seen(floor, "ann"), "ann")
    assert "bob + cal" in words(page)
    assert attributes(page, "[data-chips]", "data-chips") == ["3:main:bob", "3:main:cal"]
    draw(page, seen(floor, "cal"), "cal")
    assert "bob + you" in words(page)


@clause("sydney-v15", "12.3.1", "12.5.4")
@clause("sydney-earlier", "12.3.1", "12.5.4")
@pytest.mark.parametrize(("book", "splits"), [("sydney-v15", 1), ("sydney-earlier", 1), ("sydney-v15", 2)])
def test_the_one_card_of_a_split_ace_lies_face_up_and_sideways(page: Page, book: str, splits: int) -> None:
    cards = ["5c", "Kh", "9h"][: splits + 1]
    again = ["Ac"] if splits > 1 else []
    front = " ".join(["As", "Ts", "9d", "Ah", "6s", *again, *cards])
    floor = Table(book, options={"resplit": splits > 1}).seat("ann", 2).seat("bob", 3).ready(front)
    floor.wagers("ann 2 20", "bob 3 20").close()
    for _ in range(splits):
        floor.call("ann", "split")
    for screen in SCREENS:
        draw(page, seen(floor, "bob"), "bob", screen)
        assert faults(page) == []
        for number, dealt_card in enumerate(cards, start=1):
            second = f'[data-at="2-{number}-1"]'
            assert attributes(page, second, "data-card") == [dealt_card]
            assert _turn(page, second) == _turn(page, f'[data-at="2-{number}-0"]') + 90


def _turn(page: Page, selector: str) -> float:
    """By how many degrees a card is turned on the felt."""
    (style,) = attributes(page, selector, "style")
    return float(style.partition("rotate(")[2].partition("deg")[0])


@clause("sydney-v15", "2.2.2", "8.4")
@pytest.mark.parametrize("screen", SCREENS)
def test_insurance_lies_beside_the_box(page: Page, screen: str) -> None:
    floor = Table("sydney-v15").seat("ann", 2).ready("8s Ad 9h").wagers("ann 2 20").close()
    floor.do(Call(say.Insure(2, None, 1000)), "ann")
    for viewer in ("ann", "bob"):
        draw(page, seen(floor, viewer), viewer, screen)
        assert "2:insurance:ann" in attributes(page, "[data-chips]", "data-chips")
        assert "$10" in words(page)


def test_whose_turn_it_is_has_a_ring_that_runs_out_at_the_deadline(page: Page) -> None:
    floor = Table("melbourne-v26", decks=8, decision_ms=30_000).seat("ann", 1)
    floor.at = 5_000
    played(floor, "ann 1 20", front="8s 9d 6h")
    page.emulate_media(reduced_motion="no-preference")
    draw(page, seen(floor, "ann"), "ann")
    assert attributes(page, '[data-of="1"] .felt-ring', "data-until") == ["35000"]
    left = "document.querySelector('.felt-ring').getAnimations()[0].effect.getTiming().duration"
    assert page.evaluate(left) == 30_000
    page.emulate_media(reduced_motion="reduce")
    floor.call("ann", "stand")
    draw(page, seen(floor, "ann"), "ann")
    expect(page.locator(".felt-ring")).to_have_count(0)


def test_without_motion_the_ring_tells_the_seconds_and_nothing_is_painted_between_them(page: Page) -> None:
    floor = Table("melbourne-v26", decks=8, decision_ms=30_000).seat("ann", 1)
    played(floor, "ann 1 20", front="8s 9d 6h")
    draw(page, seen(floor, "ann"), "ann")
    assert attributes(page, ".felt-ring", "stroke-dashoffset") == ["0"]
    assert page.evaluate("document.getAnimations().filter((each) => each.playState === 'running').length") == 0
    expect(page.locator(".felt-ring")).not_to_have_attribute("stroke-dashoffset", "0")


def test_the_sign_has_the_limits_of_the_game_and_of_its_side_bets(page: Page) -> None:
    sign = Sign(1500, 20_000, side_bets={"perfect-pairs": PersonalLimit(200, 5000)})
    floor = Table("melbourne-v26", decks=8, side_bets={"perfect-pairs": True}, sign=sign)
    draw(page, seen(floor, None), None)
    assert {"$15 to $200 a box", "Perfect Pairs $2 to $50", "8 decks"} <= set(words(page))
    draw(page, seen(floor, None), None, "390x844")
    assert "$15 to $200 a box" in words(page)
    (label,) = attributes(page, ".felt-sign-at", "aria-label")
    assert "Perfect Pairs: minimum $2, maximum $50" in label


def test_the_shoe_tells_how_many_cards_are_left_and_where_the_cutting_card_is(page: Page) -> None:
    floor = Table("sydney-v15", decks=6).seat("ann", 1)
    draw(page, seen(floor, "ann"), "ann")
    expect(page.locator(".felt-cutting")).to_have_count(0)
    floor.ready(behind=100)
    for _ in range(2):
        view = seen(floor, "ann")
        draw(page, view, "ann")
        assert float(attributes(page, ".felt-cutting", "data-share")[0]) == pytest.approx(100 / 312, abs=0.001)
        (label,) = attributes(page, "[data-shoe]", "aria-label")
        assert f"{view['shoe']['left']} of 312 cards left" in label
        assert f"the cutting card {view['shoe']['left'] - 100} cards on" in label
        assert floor.state.shoe.salt not in page.locator("svg.felt").inner_html()
        floor.round("ann 1 20")
    floor.play_out("ann 1 20")
    draw(page, seen(floor, "ann"), "ann")
    expect(page.locator(".felt-cutting")).to_have_count(0)


@clause("sydney-v15", "3.6")
@clause("sydney-earlier", "3.6")
@sydney
def test_the_shoe_stands_to_the_left_of_a_dealer_who_looks_at_the_players(page: Page, book: str) -> None:
    floor = played(Table(book).seat("ann", 1), "ann 1 20", front="Ts 6d 5h")
    middle = "(all) => all.map((each) => each.getBoundingClientRect()).map((r) => [r.x + r.width / 2, r.y])"
    for screen in SCREENS:
        draw(page, seen(floor, "ann"), "ann", screen)
        ((shoe, _),) = page.locator("[data-shoe]").evaluate_all(middle)
        ((dealer, above),) = page.locator("[data-card='6d']").evaluate_all(middle)
        ((_, below),) = page.locator("[data-card='Ts']").evaluate_all(middle)
        assert above < below  # the dealer is at the top and looks down the page, so their left is its right
        assert shoe > dealer


def test_amounts_are_made_of_whole_chips(page: Page) -> None:
    amounts = [100, 250, 1234, 98_765, 1_000_001]
    sums = page.evaluate(
        "async (all) => { const {chipsOf} = await load('chips.js'); "
        "return all.map((amount) => chipsOf(amount).reduce((sum, each) => sum + each, 0)); }",
        amounts,
    )
    assert sums == amounts
