"""The dealer's hole card: when it is looked at and turned, what it ends, and what a record says of it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from support.own_books import named_book

from cutcard.cards import card
from cutcard.engine import (
    CloseOffers,
    Deal,
    DealHoleCard,
    Double,
    Insure,
    NoMoreBets,
    PeekHoleCard,
    PlaceWager,
    Refusal,
    Setup,
    SkipPlace,
    Stand,
    State,
    TurnHoleCard,
    evolve,
    play,
)
from cutcard.engine.commands import Command
from cutcard.narration.story import Story
from cutcard.records import RecordRefused, export, parse, replay, settle
from cutcard.rulebooks import rules

BOOK = "hole-cards"
_LIKE = 'like = "melbourne-v26/blackjack"\ndouble.totals = []\n'
GAMES = f"""
[games.peeked]
{_LIKE}dealer.hole_card = "peeked"
insurance.late = true

[games.late]
like = "peeked"
surrender.offered = "on-turn"
surrender.against = ["T", "J", "Q", "K", "A"]

[games.early]
like = "peeked"
surrender.offered = "before-play"
surrender.against = ["9", "T", "A"]
surrender.void_on_natural = false

[games.unpeeked]
{_LIKE}dealer.hole_card = "unpeeked"
dealer.natural_takes = "all"
"""


@pytest.fixture(scope="module", autouse=True)
def hole_cards(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with named_book(tmp_path_factory.mktemp("books"), BOOK, GAMES):
        yield


def record(game: str, cards: str, *actions: Any, **rest: Any) -> dict[str, Any]:
    said = [one if isinstance(one, dict) else {"do": one} for one in actions]
    wagers = [{"box": 1, "player": "ann", "bet": "main", "amount": "10"}]
    return {"rulebook": BOOK, "game": game, "decks": 8, "wagers": wagers, "cards": cards, "actions": said, **rest}


def paid(game: str, cards: str, *actions: Any, **rest: Any) -> dict[str, str]:
    """What each wager of a round returns."""
    return {line["bet"]: line["returned"] for line in settle(record(game, cards, *actions, **rest))["settlement"]}


def played(game: str, *commands: Command) -> State:
    state = State(Setup(rules(BOOK, game), decks=8))
    for command in (PlaceWager(1, "ann", "main", 1000), NoMoreBets(), *commands):
        result = play(state, command)
        assert not isinstance(result, Refusal), result
        state = result.state
    return state


def dealt(up: str = "Kd") -> list[Command]:
    return [Deal(card("6s")), Deal(card(up)), Deal(card("5h")), DealHoleCard()]


# ----------------------------------------------------------------------------------------------------------- the peek


def test_a_natural_ends_the_round_before_anybody_doubles() -> None:
    assert paid("peeked", "6s Kd 5h Ac") == {"main": "0"}
    with pytest.raises(RecordRefused, match="the round is over"):
        settle(record("peeked", "6s Kd 5h Ac 9c", "double"))


def test_without_a_natural_the_hand_is_played_and_the_card_turned_after_it() -> None:
    done = settle(record("peeked", "6s Kd 5h 7c 9c", "double"))
    assert done["dealer"] == {"cards": "Kd 7c", "total": 17, "blackjack": False}
    assert done["net"] == {"ann": "20"}


def test_insurance_and_even_money_come_before_the_peek() -> None:
    insured = {"do": "insure", "amount": "5"}
    assert paid("peeked", "9s Ad Kh Kc", insured) == {"main": "0", "insurance": "15"}
    assert paid("peeked", "9s Ad Kh 9c", insured, "stand") == {"main": "0", "insurance": "0"}
    assert paid("peeked", "As Ad Kh Kc", "even-money") == {"main": "20"}
    assert paid("peeked", "As Ad Kh Kc") == {"main": "10"}
    assert paid("peeked", "As Ad Kh 5c") == {"main": "25"}


def test_naturals_are_paid_and_insurance_is_taken_at_the_peek() -> None:
    commands: list[Command] = [Deal(card("As")), Deal(card("Ad")), Deal(card("Kh")), DealHoleCard()]
    commands.append(Insure(1, "ann", 500))
    state = played("peeked", *commands, CloseOffers())
    assert (state.needs, [wager.returned for wager in state.wagers]) == ("peek", [None, None])
    assert [wager.returned for wager in played("peeked", *commands, CloseOffers(), PeekHoleCard()).wagers] == [2500, 0]


def test_late_surrender_comes_after_the_peek_and_early_surrender_before_it() -> None:
    assert paid("late", "9s Kd 7h 8c", "surrender") == {"main": "5"}
    with pytest.raises(RecordRefused, match="the round is over"):
        settle(record("late", "9s Kd 7h Ac", "surrender"))
    assert paid("early", "9s Td 7h Ac", "surrender") == {"main": "5"}
    assert paid("early", "9s 9d 7h Ac", "surrender") == {"main": "5"}  # offered against a nine as well
    with pytest.raises(RecordRefused, match="too late to surrender"):
        settle(record("early", "9s Td 7h 8c 2c", "hit", "surrender"))


def test_only_a_ten_or_an_ace_is_looked_under() -> None:
    assert played("peeked", *dealt("9d")).needs == "decision"
    assert played("peeked", *dealt("Kd")).needs == "peek"
    assert played("unpeeked", *dealt("Kd")).needs == "decision"


def test_unpeeked_a_natural_takes_what_the_book_says() -> None:
    assert paid("unpeeked", "6s Kd 5h Ac 9c", "double") == {"main": "0", "double": "0"}


# -------------------------------------------------------------------------------------------------- in its right order


@pytest.mark.parametrize(
    ("commands", "code"),
    [
        ([Deal(card("6s")), DealHoleCard()], "no-hole-card-due"),
        ([*dealt()[:3], Deal(card("9c"))], "no-card-needed"),
        ([*dealt(), TurnHoleCard(card("9c"))], "turned-only-for-natural"),
        ([*dealt(), Double()], "no-hand-to-act"),
        ([*dealt(), PeekHoleCard(), TurnHoleCard(card("9c"))], "hole-card-not-turned"),
        ([*dealt(), PeekHoleCard(), Stand(), TurnHoleCard(card("Ac"))], "natural-was-denied"),
        ([*dealt("9d"), PeekHoleCard()], "no-peek-due"),
        ([*dealt("Ad"), CloseOffers(), PeekHoleCard(), Insure(1, "ann", 500, late=True)], "insurance-closed"),
        ([Deal(card("6s")), SkipPlace(None)], "place-not-skipped"),
    ],
)
def test_what_is_out_of_order_is_refused(commands: list[Command], code: str) -> None:
    state = played("peeked", *commands[:-1])
    refused = play(state, commands[-1])
    assert isinstance(refused, Refusal)
    assert refused.code == code
    assert refused.message


def test_the_round_knows_no_face_before_it_is_turned() -> None:
    state = played("unpeeked", *dealt())
    assert (state.hole, state.dealer) == ("down", (card("Kd"),))
    state = played("unpeeked", *dealt(), Stand())
    assert state.needs == "turn"  # also where no result depends on a further card
    assert played("unpeeked", *dealt(), Stand(), TurnHoleCard(card("9c"))).dealer == (card("Kd"), card("9c"))


# ------------------------------------------------------------------------------------------------ records and narration


def test_a_record_has_the_hole_card_where_it_left_the_shoe() -> None:
    given = record("peeked", "6s Kd 5h 7c 9c", "double")
    round_ = parse(given)
    again = export(round_.setup, replay(round_).events)
    assert again["cards"] == "6s Kd 5h 7c 9c"
    assert settle(again)["settlement"] == settle(given)["settlement"]


def test_a_round_that_is_void_before_the_hole_card_is_turned() -> None:
    void = {"do": "void-round", "clause": "32.4", "cards": 4}
    given = record("peeked", "6s Kd 5h", void, hole_card="unseen")
    done = settle(given)
    assert (done["net"], done["dealer"]["cards"]) == ({"ann": "0"}, "Kd")
    round_ = parse(given)
    again = export(round_.setup, replay(round_).events)
    assert (again["cards"], again["hole_card"]) == ("6s Kd 5h", "unseen")
    assert settle(again)["settlement"] == done["settlement"]


def test_a_record_says_no_more_of_it_than_there_is() -> None:
    with pytest.raises(RecordRefused, match="says that it never was"):
        settle(record("peeked", "6s 9d 5h 9c", "stand", hole_card="unseen"))
    with pytest.raises(RecordRefused, match='may only be "unseen"'):
        settle(record("peeked", "6s 9d 5h 9c", "stand", hole_card="9c"))
    with pytest.raises(RecordRefused, match="the cards run out"):
        settle(record("peeked", "6s 9d 5h", "stand"))
    without = {**record("peeked", "6s 9d 5h", "stand", hole_card="unseen"), "rulebook": "melbourne-v26"}
    with pytest.raises(RecordRefused, match="has no hole card"):
        settle({**without, "game": "blackjack"})


def told(game: str, cards: str, *actions: Any) -> list[str]:
    round_ = parse(record(game, cards, *actions))
    state, story = State(round_.setup), Story("ann", cards=True)
    for event in replay(round_).events:
        after = evolve(state, event)
        story.tell(state, after, (event,))
        state = after
    return [entry.text for entry in story.entries if entry.who == "Dealer"]


def test_the_dealers_card_is_told_when_it_is_seen_and_not_before() -> None:
    assert told("peeked", "6s Kd 5h 7c 9c", "double")[:3] == [
        "has K♦ and a card face down",
        "looks at the card face down: no Blackjack",
        "turns 7♣: 17",
    ]
    assert told("peeked", "6s Kd 5h Ac")[:2] == ["has K♦ and a card face down", "turns A♣: Blackjack"]
