"""What the documents define, shown at the table: a round, a new shoe, a burned card, a marker, a total, a sign."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.editions import canberra, sydney
from support.tables import BOOKS, NOTICES, SIGN, Table

from cutcard.cards import cards
from cutcard.engine import commands as say
from cutcard.engine import events as played
from cutcard.engine.state import PersonalLimit
from cutcard.records import settle
from cutcard.rulebooks import load
from cutcard.table import (
    AllowSideWager,
    Call,
    CutForAll,
    CutOffered,
    DealFaceDown,
    GrantPersonalLimit,
    NoMoreBets,
    OpenBetting,
    OpenTable,
    Person,
    PlaceCuttingCard,
    PlaceWager,
    PressButton,
    Refusal,
    ReportIrregularity,
    RestrictForShoe,
    RoundEvent,
    ShowHand,
    Shuffle,
    Sign,
    TableState,
    TakeBackWager,
    WagerRefused,
    act,
    record_of,
    view,
)

MELBOURNE = "melbourne-v26"


def boss(book: str) -> Person:
    return Person("mia", load(book).roles[-1])


def refused(book: str, game: str = "blackjack", decks: int = 6, **terms: object) -> Refusal:
    """The refusal of a table that is opened so."""
    opening = OpenTable("T1", book, game, decks, SIGN, layout_approved=True)._replace(**terms)  # type: ignore[arg-type]
    result = act(TableState(), opening, boss(book), 0)
    assert isinstance(result, Refusal)
    return result


# --------------------------------------------------------------------------------------------------- a round of play


@clause("sydney-v15", '1.1 "Round of Play"', "15.3")
@clause("sydney-earlier", '1.1 "round of play"', "16.3")
@clause("canberra-2006", 'A "Round of play"')
@clause("canberra-2003", 'A "Round of play"')
@clause(MELBOURNE, "1.1:Round of Play")
@pytest.mark.parametrize("book", BOOKS)
def test_a_round_ends_when_its_wagers_are_settled_and_its_cards_lie_in_the_rack(book: str) -> None:
    floor = Table(book).seat("ann", 1).ready("Ts 9d 8h 8c")
    floor.wagers("ann 1 20")
    assert not floor.state.playing  # no card has left the shoe, and wagers may still change
    floor.do(TakeBackWager(1), "ann")
    floor.do(PlaceWager(1, 3000), "ann")
    floor.close()
    assert floor.state.playing
    on_table = [card.text for card in floor.state.shoe.on_table]
    assert on_table == ["Ts", "9d", "8h"]
    assert floor.refused(PlaceWager(1, 1000), "ann").code == "betting-closed"
    assert floor.refused(OpenBetting(), "dealer").code == "round-under-way"
    floor.call("ann", "stand")
    assert floor.state.round is not None
    assert not floor.state.playing
    assert all(wager.returned is not None for wager in floor.state.round.wagers)
    assert floor.state.shoe.on_table == ()
    assert [card.text for card in floor.state.shoe.discards] == [*on_table, "8c"]
    floor.do(OpenBetting(), "dealer")


@clause(MELBOURNE, "1.1:Round of Play")
def test_in_melbourne_the_round_begins_with_no_more_bets_and_a_device_has_its_cards_back_after_it() -> None:
    floor = Table(MELBOURNE, source="real").seat("ann", 1).ready()
    floor.wagers("ann 1 20").close()
    assert floor.state.playing  # before the first card
    assert floor.state.shoe.on_table == ()
    assert floor.refused(PlaceWager(1, 1000, player="ann"), floor.dealer).code == "betting-closed"
    device = Table(MELBOURNE, device="shuffling-device").seat("ann", 1).ready("Ts 9d 8h 8c").round("ann 1 20")
    assert device.refused(OpenBetting(), "dealer").code == "discards-first"  # all is settled, and its cards are out
    device.return_discards().do(OpenBetting(), "dealer")


@clause(MELBOURNE, "10.5.4(b)", "12.4.1(b)", "1.1:Distinctive Marker")
@pytest.mark.parametrize("game", ["crown-pontoon", "vegas-blackjack"])
def test_everybody_sees_which_wager_is_surrendered_until_it_is_collected(game: str) -> None:
    floor = Table(MELBOURNE, game).seat("ann", 1).seat("bob", 2).ready("Ks 9s Kd 6h 9h 7c")
    floor.wagers("ann 1 20", "bob 2 20").close()
    floor.do(Call(say.Surrender(1)), "ann")
    for viewer in (None, Person("bob", "player")):
        first, second = view.table(floor.state, viewer).boxes[:2]
        assert [(hand.ended, hand.words) for hand in first.hands] == [("surrendered", "surrendered")]
        assert [(wager.staked, wager.returned) for wager in first.wagers] == [(2000, None)]  # it lies there, marked
        assert second.hands[0].ended == ""


@clause(MELBOURNE, "7.5.8(a)")
def test_every_hand_of_a_round_can_be_laid_again_after_its_cards_are_picked_up() -> None:
    floor = Table(MELBOURNE).seat("ann", 1).seat("bob", 2).ready("8s Ts 9d 8h 7c 3c 2d Kc 9h")
    floor.wagers("ann 1 20", "bob 2 20").close()
    floor.call("ann", "split")
    floor.finish()
    assert floor.state.round is not None
    assert floor.state.shoe.on_table == ()
    again = settle(record_of(floor.events))
    laid = [" ".join(card.text for card in hand.cards) for hand in floor.state.round.hands]
    assert [hand["cards"] for hand in again["hands"]] == laid
    assert again["dealer"]["cards"] == " ".join(card.text for card in floor.state.round.dealer)


# ------------------------------------------------------------------------------------------------- cards and the shoe


@clause("canberra-2003", 'A "Burn"')
def test_a_burned_card_lies_in_the_rack_and_counts_for_no_hand() -> None:
    floor = Table("canberra-2003").seat("ann", 1).ready("Ts 9d 8h 8c")
    (burned,) = floor.state.shoe.burned
    assert burned in floor.state.shoe.rack
    assert floor.state.shoe.left == floor.state.config.cards - 1
    floor.wagers("ann 1 20").close().finish()
    dealt = [e.event.card for e in floor.happened(RoundEvent) if isinstance(e.event, played.CardDealt)]
    assert [card.text for card in dealt] == ["Ts", "9d", "8h", "8c"]
    assert floor.state.shoe.rack == [*dealt, burned]


@clause("canberra-2006", 'A "Burn"')
@clause("canberra-2003", 'A "Burn"')
@canberra
def test_a_card_that_is_burned_within_a_round_plays_no_part_in_it(book: str) -> None:
    floor = Table(book, source="real").seat("ann", 1).ready()
    floor.wagers("ann 1 20").close().deal("Ts 9d")
    left = floor.state.shoe.left
    faced = ReportIrregularity("card-faced-in-shoe", "burn", "it lay face up", card=cards("5c")[0])
    floor.do(faced, floor.boss)
    assert floor.state.shoe.left == left - 1
    assert cards("5c")[0] in floor.state.shoe.rack
    floor.deal("8h")
    floor.do(Call(say.Stand(), "ann"), floor.dealer)
    floor.deal("8c")
    assert floor.state.round is not None
    assert [card.text for card in floor.state.round.hands[0].cards] == ["Ts", "8h"]
    assert [card.text for card in floor.state.round.dealer] == ["9d", "8c"]


@clause("canberra-2006", 'A "New shoe"')
@clause("canberra-2003", 'A "New shoe"')
@canberra
def test_a_new_shoe_is_one_that_was_shuffled_cut_and_loaded_and_ends_a_restriction(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready()
    floor.round("ann 1 20")
    floor.do(RestrictForShoe("bob"))
    floor.wagers("ann 1 20")
    assert floor.refused(PlaceWager(2, 5000), "bob").clause == "4.7"
    floor.close().finish().play_out("ann 1 20")
    assert "bob" in floor.state.restricted  # the shoe is out, and there is no new one yet
    floor.do(Shuffle(*floor.order("", floor.deck)), floor.dealer)
    dealt = NoMoreBets() if floor.state.betting != "closed" else OpenBetting()
    assert floor.refused(dealt, "dealer").code == "no-shoe-yet"
    floor.decline()
    floor.do(CutForAll(floor.deck))
    assert floor.refused(dealt, "dealer").code == "no-shoe-yet"
    floor.do(PlaceCuttingCard(100), floor.dealer)
    floor.burn()
    if floor.state.betting == "closed":
        floor.do(OpenBetting(), "dealer")
    floor.do(PlaceWager(2, 5000), "bob")
    assert floor.state.shoe.number == 2


@clause(MELBOURNE, "1.1:Continuous Shuffling Machine", "1.1:Dealing Shoe", "2.3")
def test_a_shuffling_machine_is_a_shoe_that_shuffles_all_the_time() -> None:
    floor = Table(MELBOURNE, device="shuffling-device").seat("ann", 1).ready("Ts 9d 8h 8c")
    assert floor.state.shoe.behind is None  # no cutting card
    for _ in range(3):
        floor.round("ann 1 20")
        assert floor.state.shoe.discards
        before = floor.state.shoe.order[floor.state.shoe.next :]
        floor.return_discards()
        assert (floor.state.shoe.left, floor.state.shoe.discards) == (312, ())  # all can come again at once
        assert floor.state.shoe.order[floor.state.shoe.next :][: len(before)] != before
        assert not floor.state.shoe.due  # and no shuffle or cut ends the shoe
        assert floor.happened(CutOffered) == []
    shown = view.table(floor.state, None).layout
    assert shown is not None
    assert (shown.dealt_from, shown.shuffled_by) == ("shuffling-device", "")
    assert "6 decks from a shuffling device" in shown.words


@clause("sydney-v15", "11.2")
@clause("sydney-earlier", "11.2")
@sydney
def test_the_card_of_a_double_lies_face_up_and_the_hand_is_marked_as_doubled(book: str) -> None:
    floor = Table(book).seat("ann", 1).seat("bob", 2).ready("6s 9d 5h Tc 8c")
    floor.wagers("ann 1 20").close()
    floor.call("ann", "double")
    (hand,) = view.table(floor.state, Person("bob", "player")).boxes[0].hands  # others see it too
    assert hand.doubled
    assert hand.cards == ("6s", "5h", "Tc")
    hidden = Table(book).seat("ann", 1).seat("bob", 2).ready("6s 9d 5h Tc 8c")
    hidden.do(DealFaceDown(NOTICES[:2]))
    hidden.wagers("ann 1 20").close()
    (dealt,) = view.table(hidden.state, Person("bob", "player")).boxes[0].hands
    assert dealt.cards == (None, None)
    if book == "sydney-earlier":
        hidden.do(ShowHand(1), "ann")  # 3.6.2: both are shown before a third card
    hidden.call("ann", "double")
    seen = [view.table(hidden.state, who).boxes[0].hands[0] for who in (Person("bob", "player"), None)]
    assert {(each.cards[-1], each.doubled) for each in seen} == {("Tc", True)}


# -------------------------------------------------------------------------------------------------- wagers and totals


@clause(MELBOURNE, "1.1:Blackjack Wager")
def test_doubles_splits_insurance_and_surrender_go_by_the_wager_before_the_first_card() -> None:
    floor = Table(MELBOURNE, "crown-pontoon").seat("ann", 1).ready("8s Ad 8h 2c 3c 9h")
    floor.wagers("ann 1 20", "ann 1 10").close()  # both before the first card: one wager of 30
    assert floor.refused(PlaceWager(1, 1000), "ann").code == "betting-closed"
    assert floor.refused(Call(say.Insure(1, "ann", 1600)), "ann").clause is not None
    floor.do(Call(say.Insure(1, "ann", 1500)), "ann")
    floor.call("ann", "split")
    assert floor.state.round is not None
    assert [(wager.bet, wager.staked) for wager in floor.state.round.wagers] == [
        ("main", 3000),
        ("insurance", 1500),
        ("split", 3000),
    ]
    other = Table(MELBOURNE, "crown-pontoon").seat("ann", 1).ready("8s Kd 7h 9h")
    other.wagers("ann 1 20", "ann 1 10").close()
    other.do(Call(say.Surrender()), "ann")
    other.finish()
    assert other.state.round is not None
    assert [wager.returned for wager in other.state.round.wagers] == [1500]


@clause("sydney-v15", '1.1 "Soft Total"')
@clause("sydney-earlier", '1.1 "soft total"')
@clause("canberra-2006", 'A "Hard total"', 'A "Soft total"')
@clause("canberra-2003", 'A "Hard total"', 'A "Soft total"')
@clause(MELBOURNE, "1.1:Hard Total", "1.1:Soft Total")
@pytest.mark.parametrize("book", BOOKS)
@pytest.mark.parametrize(
    ("cards", "total", "soft"),
    [("As 6h", 17, True), ("Ts 6h", 16, False), ("As 6h Tc", 17, False), ("As Ah", 12, True)],
)
def test_a_total_is_soft_while_an_ace_counts_eleven_and_hard_otherwise(
    book: str, cards: str, total: int, soft: bool
) -> None:
    first, second, *more = cards.split()
    floor = Table(book).seat("ann", 1).ready(" ".join([first, "9d", second, *more]))
    floor.wagers("ann 1 20").close()
    for _ in more:
        floor.call("ann", "hit")
    (hand,) = view.table(floor.state, None).boxes[0].hands
    assert (hand.total, hand.soft) == (total, soft)


@clause(MELBOURNE, "10.2:Pontoon", "25.2")
@pytest.mark.parametrize("game", ["crown-pontoon", "spanish-blackjack"])
def test_an_ace_and_a_ten_value_are_a_pontoon_on_the_first_two_cards_alone(game: str) -> None:
    floor = Table(MELBOURNE, game).seat("ann", 1).ready("As 9d Kh")
    floor.wagers("ann 1 20").close()
    assert floor.state.round is not None
    assert floor.state.round.hands[0].natural
    assert floor.state.round.wagers[0].returned == 5000
    drawn = Table(MELBOURNE, game).seat("ann", 1).ready("5s 9d 5h As")
    drawn.wagers("ann 1 20").close()
    drawn.call("ann", "hit")
    assert drawn.state.round is not None
    assert not drawn.state.round.hands[0].natural
    assert drawn.state.round.wagers[0].returned == 4000


@clause(MELBOURNE, "25.2")
def test_spanish_blackjack_is_called_by_its_own_name() -> None:
    assert view.table(Table(MELBOURNE, "spanish-blackjack").state, None).title == "Spanish Blackjack"
    assert "Crown Pontoon" not in str(view.table(Table(MELBOURNE, "spanish-blackjack").state, None))


@clause(MELBOURNE, "1.1:Distinctive Marker")
def test_each_kind_of_marker_looks_different() -> None:
    floor = Table(MELBOURNE).seat("ann", 1).seat("bob", 2).seat("cem", 3).ready()
    floor.do(GrantPersonalLimit("ann", 5000, 100_000))
    floor.round("cem 3 20")
    floor.do(RestrictForShoe("bob", NOTICES))
    markers = [box.marker for box in view.table(floor.state, None).boxes[:3]]
    assert markers == ["own limits", "restricted", ""]


# ------------------------------------------------------------------------------------------------ side bets and signs


@clause("sydney-earlier", "14.1")
def test_the_house_offers_perfect_pairs_or_does_not() -> None:
    floor = Table("sydney-earlier").seat("ann", 1).ready().wagers("ann 1 20")
    assert floor.refused(PlaceWager(1, 500, "perfect-pairs"), "ann").code == "side-bet-not-offered"
    offered = Table("sydney-earlier", side_bets={"perfect-pairs": True}).seat("ann", 1).ready().wagers("ann 1 20")
    offered.do(PlaceWager(1, 500, "perfect-pairs"), "ann")


@pytest.mark.parametrize(
    ("book", "bet", "by"),
    [
        pytest.param("sydney-v15", "perfect-pairs", "14.8", marks=clause("sydney-v15", "14.8")),
        pytest.param("sydney-v15", "star-pairs", "14.8", marks=clause("sydney-v15", "14.8")),
        pytest.param("sydney-earlier", "perfect-pairs", "14.5", marks=clause("sydney-earlier", "14.5")),
        pytest.param("sydney-earlier", "any-pairs", "15.4", marks=clause("sydney-earlier", "15.4")),
    ],
)
def test_a_side_bet_on_a_box_without_a_main_wager_goes_back_before_the_first_card(book: str, bet: str, by: str) -> None:
    floor = Table(book, side_bets={bet: True}).seat("ann", 1).seat("bob", 2).ready("Ts 9d 8h")
    floor.wagers("ann 1 20", f"bob 1 5 {bet}", f"bob 3 5 {bet}").close()
    (back,) = floor.happened(WagerRefused)
    assert (back.box, back.player, back.bet, back.clause) == (3, "bob", bet, by)
    assert floor.state.round is not None
    assert [box.number for box in floor.state.round.boxes] == [1]
    assert floor.chips("bob") == 1_000_000 - 500  # the other one is beside a main wager, and is played


SIGNED = [
    pytest.param("sydney-v15", "perfect-pairs", "6.1", marks=clause("sydney-v15", "14.5")),
    pytest.param("sydney-v15", "any-pairs", "6.1", marks=clause("sydney-v15", "14.5")),
    pytest.param("sydney-v15", "star-pairs", "6.1", marks=clause("sydney-v15", "14.5")),
    pytest.param("sydney-v15", "lucky-lucky", "6.1", marks=clause("sydney-v15", "14.5")),
    pytest.param("sydney-earlier", "perfect-pairs", "14.3", marks=clause("sydney-earlier", "14.3")),
    pytest.param("sydney-earlier", "any-pairs", "15.2", marks=clause("sydney-earlier", "15.2")),
    pytest.param("canberra-2006", "perfect-pairs", "18.9", marks=clause("canberra-2006", "18.9")),
    pytest.param("canberra-2003", "perfect-pairs", "18.9", marks=clause("canberra-2003", "18.9")),
    pytest.param("canberra-2006", "super-sevens", "17.4", marks=clause("canberra-2006", "17.4")),
    pytest.param("canberra-2003", "super-sevens", "17.4", marks=clause("canberra-2003", "17.4")),
]


@pytest.mark.parametrize(("book", "bet", "by"), SIGNED)
def test_the_sign_shows_what_a_side_bet_takes_and_other_amounts_are_refused(book: str, bet: str, by: str) -> None:
    exact = bet == "super-sevens"  # the approved amount
    limit = PersonalLimit(500, 500 if exact else 2000)
    sign = Sign(1000, 50_000, side_bets={bet: limit})
    offer = {bet: "1" if bet == "lucky-lucky" else True}
    floor = Table(book, side_bets=offer, sign=sign).seat("ann", 1).ready().wagers("ann 1 20")
    title = floor.state.rules.side_bets[bet].title
    shown = view.table(floor.state, None)
    assert f"{title}: minimum $5, maximum ${'5' if exact else '20'}" in shown.sign
    for amount in (400, 600 if exact else 2100):
        assert floor.refused(PlaceWager(1, amount, bet), "ann").clause == by
    floor.do(PlaceWager(1, 500, bet), "ann")
    unsigned = Table(book, side_bets=offer)
    assert f"{title}: minimum $1" in view.table(unsigned.state, None).sign  # the sign always says something of it


@pytest.mark.parametrize(
    ("bet", "by"),
    [
        pytest.param("super-sevens", "17.2", marks=[clause("canberra-2006", "17.2"), clause("canberra-2003", "17.2")]),
        pytest.param("perfect-pairs", "18.2", marks=[clause("canberra-2006", "18.2"), clause("canberra-2003", "18.2")]),
    ],
)
@canberra
def test_the_layout_of_a_side_bet_must_have_been_approved(book: str, bet: str, by: str) -> None:
    lacking = (f"approved-{bet}-layout",)
    assert refused(book, side_bets={bet: True}, lacking=lacking).clause == by
    assert Table(book, lacking=lacking).state.phase == "open"  # which does not offer it
    assert Table(book, side_bets={bet: True}).state.phase == "open"


@clause("canberra-2006", "15.1")
@clause("canberra-2003", "15.1")
@canberra
def test_no_betting_opens_once_the_hours_of_gaming_are_over(book: str) -> None:
    ends = 3_600_000
    floor = Table(book, gaming_ends=ends).seat("ann", 1).ready("Ts 9d 8h 8c")
    assert "gaming ends at 1970-01-01 11:00 AEST" in view.table(floor.state, None).sign
    floor.at = ends - 1
    floor.wagers("ann 1 20")
    floor.at = ends
    floor.do(NoMoreBets(), floor.dealer)
    floor.finish()  # what has begun is played
    assert floor.refused(OpenBetting(), "dealer").clause == "15.1"
    late = OpenTable("T2", book, "blackjack", 6, SIGN, layout_approved=True, gaming_ends=ends)
    result = act(TableState(), late, boss(book), ends)
    assert isinstance(result, Refusal)
    assert result.clause == "15.1"


@clause(MELBOURNE, "26.3.2", "26.3.2(a)", "26.3.2(b)")
def test_an_assistant_casino_manager_lets_a_player_bet_on_the_buster_area_of_another() -> None:
    floor = Table(MELBOURNE, side_bets={"buster-blackjack": "A"}).seat("ann", 1).seat("bob", 2).ready()
    floor.wagers("ann 1 20")
    assert floor.refused(PlaceWager(1, 500, "buster-blackjack"), "bob").code == "side-bet-needs-leave"
    leave = AllowSideWager("bob", 1, "buster-blackjack")
    assert floor.refused(leave, "tg-area-manager").clause == "26.3.2"
    floor.do(leave, "tg-assistant-casino-manager")
    floor.do(PlaceWager(1, 500, "buster-blackjack"), "bob")
    floor.close()
    assert floor.state.round is not None
    assert [w.player for w in floor.state.round.wagers if w.bet == "buster-blackjack" and w.open] == ["bob"]


@clause(MELBOURNE, "11.5.3", "11.5.4")
@pytest.mark.parametrize("table", [str(number) for number in range(1, 11)])
def test_pandemonium_is_played_by_one_of_ten_tables_of_prizes_for_each_dollar(table: str) -> None:
    bet = "pontoon-pandemonium"
    floor = Table(MELBOURNE, "crown-pontoon", side_bets={bet: table}).seat("ann", 1).ready("As 9d Kh 8c")
    (shown,) = view.table(floor.state, None).side_bets
    assert len(shown.prizes) >= 6
    floor.wagers("ann 1 20", f"ann 1 3 {bet}").close()
    assert floor.state.round is not None
    assert floor.state.round.needs == "press"
    floor.do(PressButton(shown.prizes[0]), "ann")
    (wager,) = (w for w in floor.state.round.wagers if w.bet == bet)
    assert wager.returned == 300 + 3 * shown.prizes[0]
    assert refused(MELBOURNE, "crown-pontoon", side_bets={bet: "11"}).code == "not-in-rulebook"


@clause(MELBOURNE, "13.6.1", "13.6.1(a)", "13.6.1(b)")
@pytest.mark.parametrize(("version", "odds"), [("1", 7770), ("2", 16_000)])
def test_a_version_of_magnificent_sevens_pays_by_its_own_table(version: str, odds: int) -> None:
    bet = "magnificent-sevens"
    floor = Table(MELBOURNE, side_bets={bet: version}).seat("ann", 1).ready("7s 9d 7s 7s 8c Th")
    floor.wagers("ann 1 20", f"ann 1 5 {bet}").close()
    floor.call("ann", "hit")
    floor.finish()
    assert floor.state.round is not None
    assert [w.returned for w in floor.state.round.wagers if w.bet == bet] == [500 + odds * 500]
