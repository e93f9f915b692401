"""The hand of a player who does not act is played for them, and what was offered to them closes."""

from __future__ import annotations

import pytest
from support.clauses import clause

from cutcard.cards import cards
from cutcard.engine import (
    CloseOffers,
    Command,
    Deal,
    Double,
    Hit,
    NoMoreBets,
    PlaceWager,
    Refusal,
    Setup,
    Stand,
    State,
    play,
)
from cutcard.engine.absent import absent_play
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.shoe import Shoe

MELBOURNE = "melbourne-v26"


def dealt(book: str, game: str, text: str) -> State:
    """A round of one box after these cards."""
    chosen = rules(book, game)
    state = State(Setup(chosen, max(chosen.cards.decks)))
    said: list[Command] = [PlaceWager(1, "ann", "main", 1000), NoMoreBets(), *map(Deal, cards(text))]
    for command in said:
        result = play(state, command)
        assert not isinstance(result, Refusal)
        state = result.state
    return state


def played(book: str, game: str, text: str, rest: str) -> tuple[str, int]:
    """How a hand is played that nobody plays: what was said for it, and its total at the end."""
    state = dealt(book, game, text)
    shoe = list(cards(rest))
    said = ""
    while state.phase in ("initial", "offers", "play"):
        command = Deal(shoe.pop(0)) if state.needs == "card" else absent_play(state)
        said += {Hit: "h", Stand: "s", CloseOffers: "c"}.get(type(command), "")
        result = play(state, command)
        assert not isinstance(result, Refusal)
        state = result.state
    return said, state.hands[0].total


@clause("sydney-v15", "16.10")
@clause("sydney-earlier", "17.10")
@clause("canberra-2006", "14.7")
@clause("canberra-2003", "14.7")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "canberra-2006", "canberra-2003"])
def test_cards_come_until_the_total_is_over_eleven(book: str) -> None:
    assert played(book, "blackjack", "2s 9d 3h", "2c 4h 8d") == ("hhhs", 19)
    assert played(book, "blackjack", "5s 9d 6h", "Ac 8d") == ("hs", 12)
    assert played(book, "blackjack", "Ts 9d 2h", "8d") == ("s", 12)
    assert played(book, "blackjack", "As 9d 2h", "8d") == ("s", 13)
    assert played(book, "blackjack", "As 9d Ah", "8d") == ("s", 12)


def stands_on_soft(game: str, soft: int) -> None:
    """Hard 12 stands; soft totals draw below `soft`, and a soft hand that turns hard counts as hard."""
    kicker = soft - 11
    assert played(MELBOURNE, game, "Ts 9d 2h", "8d") == ("s", 12)
    assert played(MELBOURNE, game, "5s 9d 6h", "2h 8d")[0] == "hs"
    assert played(MELBOURNE, game, f"As 9d {kicker}h", "8d") == ("s", soft)
    assert played(MELBOURNE, game, f"As 9d {kicker - 1}h", "Ah 8d") == ("hs", soft)
    assert played(MELBOURNE, game, f"As 9d {kicker - 1}h", "Kh 8d") == ("hs", soft - 1)


@clause(MELBOURNE, "7.5.4(a)", "7.5.4(b)", "7.5.4(c)", "7.5.4(d)")
@pytest.mark.parametrize("game", ["blackjack", "vegas-blackjack", "blackjack-plus"])
def test_an_idle_hand_stands_on_soft_17_and_hard_12(game: str) -> None:
    stands_on_soft(game, 17)


@clause(MELBOURNE, "10.5.5(a)", "10.5.5(b)", "10.5.5(c)", "10.5.5(d)")
@pytest.mark.parametrize("game", ["crown-pontoon", "6-to-5-pontoon", "spanish-blackjack"])
def test_an_idle_hand_of_pontoon_stands_on_soft_18_and_hard_12(game: str) -> None:
    kicker = 7
    assert played(MELBOURNE, game, "Js 9d 2h", "8d") == ("s", 12)
    assert played(MELBOURNE, game, f"As 9d {kicker}h", "8d") == ("s", 18)
    assert played(MELBOURNE, game, f"As 9d {kicker - 1}h", "Ah 8d") == ("hs", 18)
    assert played(MELBOURNE, game, "As 9d 5h", "Kh 8d") == ("hs", 16)
    assert played(MELBOURNE, game, "5s 9d 6h", "2h 8d") == ("hs", 13)


@clause(MELBOURNE, "14.2.1(a)", "14.2.1(b)", "14.2.1(c)", "14.2.1(d)")
def test_an_idle_hand_of_crown_blackjack_stands_on_soft_18_and_hard_12() -> None:
    stands_on_soft("crown-blackjack", 18)


@clause(MELBOURNE, "17.2.2(a)", "17.2.2(b)", "17.2.3", "17.2.4")
def test_an_idle_hand_of_premier_blackjack_stands_on_soft_18_and_hard_12() -> None:
    stands_on_soft("premier-blackjack", 18)


@clause(MELBOURNE, "18.2.2(a)", "18.2.2(b)", "18.2.2(c)", "18.2.2(d)")
def test_an_idle_hand_of_premium_doubling_stands_on_soft_18_and_hard_12() -> None:
    stands_on_soft("premium-doubling-blackjack", 18)


@clause(MELBOURNE, "19.2.2(a)", "19.2.2(b)", "19.2.2(c)", "19.2.2(d)")
def test_an_idle_hand_of_sports_blackjack_stands_on_soft_18_and_hard_12() -> None:
    stands_on_soft("sports-blackjack", 18)


@clause(MELBOURNE, "29.5.1", "29.5.2", "29.5.2(a)", "29.5.2(b)")
def test_an_idle_hand_of_free_bet_stands_on_soft_18_and_hard_12() -> None:
    stands_on_soft("free-bet-blackjack", 18)


def test_a_pair_is_not_split_and_an_eleven_not_doubled() -> None:
    assert played(MELBOURNE, "blackjack", "4s 9d 4h", "3c 6d 8d") == ("hhs", 17)


def test_insurance_and_surrender_lapse() -> None:
    assert played("sydney-v15", "blackjack", "Ts Ad 9h", "8d") == ("cs", 19)
    assert played(MELBOURNE, "vegas-blackjack", "Ts Kd 6h", "8d") == ("cs", 16)


def test_a_doubled_hand_is_not_rescued() -> None:
    state = dealt(MELBOURNE, "crown-pontoon", "6s 9d 5h")
    said: list[Command] = [Double(), Deal(cards("2c")[0])]
    for command in said:
        result = play(state, command)
        assert not isinstance(result, Refusal)
        state = result.state
    assert state.needs == "rescue"
    assert absent_play(state) == CloseOffers()


def test_a_round_that_waits_for_a_card_waits_for_nobody() -> None:
    with pytest.raises(ValueError, match="waits for no player"):
        absent_play(dealt(MELBOURNE, "blackjack", "Ts 9d"))


@pytest.mark.parametrize(("book", "game"), [(book, game) for book in BOOKS for game in load(book).games])
def test_a_table_of_absent_players_ends_every_round(book: str, game: str) -> None:
    chosen = rules(book, game)
    shoe = Shoe(max(chosen.cards.decks), chosen.cards.removed_ranks)
    for _ in range(40):
        state = State(Setup(chosen, max(chosen.cards.decks)))
        said: list[Command] = [PlaceWager(box, "ann", "main", 1000) for box in (1, 2, 3)]
        for command in [*said, NoMoreBets()]:
            result = play(state, command)
            assert not isinstance(result, Refusal)
            state = result.state
        while state.needs != "nothing":
            result = play(state, Deal(shoe.next()) if state.needs == "card" else absent_play(state))
            assert not isinstance(result, Refusal), result
            state = result.state
        shoe.round_over()
