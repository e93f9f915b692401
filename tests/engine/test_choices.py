"""What `choices` says against what `play` does, at every moment of random rounds of every game."""

from __future__ import annotations

import random
from collections import Counter
from itertools import product
from typing import get_args

import pytest

from cutcard.cards import cards
from cutcard.engine import (
    CloseOffers,
    Command,
    Deal,
    Double,
    EvenMoney,
    Hit,
    Insure,
    Join,
    NoMoreBets,
    PlaceWager,
    Refusal,
    Rescue,
    Setup,
    Split,
    Stand,
    State,
    Surrender,
    play,
)
from cutcard.engine.choices import Act, Choice, choices
from cutcard.engine.commands import ACTS, PLAYER_ACTS, PlayerAct, PlayerCommand, RedressCommand
from cutcard.rulebooks import BOOKS, load, rules
from cutcard.shoe import Shoe

GAMES = [(book, game) for book in BOOKS for game in load(book).games]
OPTIONS = {"resplit": True, "ten-insurance": True, "forced-draw": True}
ROUNDS = 60


def test_every_call_of_a_player_has_one_word() -> None:
    assert tuple(PLAYER_ACTS) == get_args(PlayerAct)
    assert tuple(PLAYER_ACTS.values()) == get_args(PlayerCommand)
    assert tuple(ACTS) == get_args(Act)
    assert {*ACTS.values()} == {*get_args(PlayerCommand), *get_args(RedressCommand)}


def refusal(given: tuple[Choice, ...], act: Act) -> Refusal | None:
    """Why an act is not allowed; None where it is, or where nobody could mean it."""
    return next((choice.refusal for choice in given if choice.act == act), None)


def _said(state: State, command: Command) -> State:
    result = play(state, command)
    assert not isinstance(result, Refusal), (result, command)
    return result.state


def _opened(book: str, game: str, rng: random.Random) -> State:
    known = load(book).options(game)
    options = {name: value for name, value in OPTIONS.items() if name in known and rng.random() < 0.5}
    chosen = rules(book, game, options)
    state = State(Setup(chosen, max(chosen.cards.decks), chip=rng.choice([1, 100, 250])))
    for box, player in (1, "ann"), (1, "bob"), (4, "ann"), (5, "cal"):
        state = _said(state, PlaceWager(box, player, "main", rng.choice([500, 1000, 1250, 7])))
    return _said(state, NoMoreBets())


def _may_say(state: State) -> list[Command]:
    """Everything that any of the acts could mean now."""
    boxes = [box.number for box in state.boxes]
    players = ["ann", "bob", "cal"]
    hands = [1, 2, 3, 4]
    said: list[Command] = [Rescue(player) for player in players]
    said += [EvenMoney(box, player) for box, player in product(boxes, players)]
    said += [Insure(box, player, amount) for box, player in product(boxes, players) for amount in (1, 125, 250, 500)]
    said += [Surrender(box, player) for box, player in product(boxes, players)]
    said += [Join(player, amount) for player in players for amount in (7, 500, 1000, 1250)]
    for act in (Hit, Stand, Split):
        said += [act(box, hand, player) for box, hand, player in product(boxes, hands, players)]
    amounts = (1, 7, 8, 500, 1000, 1250, 1251)
    said += [Double(b, h, p, amount) for b, h, p in product(boxes, hands, players) for amount in amounts]
    return said


def _offers_it(choice: Choice, command: Command) -> bool:
    if not choice.allowed or type(command) is not ACTS[choice.act]:
        return False
    amount = getattr(command, "amount", None)
    return (amount is None or choice.takes(amount)) and choice.command(amount) == command


def _check_allowed(state: State, choice: Choice) -> None:
    if choice.act == "surrender" and _out_of_turn(state):
        return
    if choice.refusal is not None:
        answer = play(state, choice.command(choice.least or 1))
        assert isinstance(answer, Refusal), choice
        return
    for amount in {choice.least, choice.most}:
        assert not isinstance(play(state, choice.command(amount)), Refusal), (choice, amount)
    if choice.most:
        assert isinstance(play(state, choice.command(choice.most + choice.step)), Refusal) or choice.act == "split"
    if choice.least > 1:
        fewer = play(state, choice.command(choice.least - choice.step))
        assert isinstance(fewer, Refusal) or choice.act == "split"


def _check_reverse(state: State, given: tuple[Choice, ...]) -> None:
    for command in _may_say(state):
        if state.needs == "offers" and not isinstance(command, Insure | EvenMoney | Surrender):
            continue  # an act on a hand closes the offers: checked after they are closed
        if isinstance(command, Surrender) and _out_of_turn(state):
            continue
        accepted = not isinstance(play(state, command), Refusal)
        assert accepted == any(_offers_it(choice, command) for choice in given), (state.needs, command)


def _out_of_turn(state: State) -> bool:
    """Surrender on a box's turn, said while offers are open: `choices` lists it once the box is called to act."""
    return state.needs == "offers" and state.rules.surrender.offered == "on-turn"


def _step(state: State, shoe: Shoe, rng: random.Random, seen: Counter[str]) -> State:
    if state.needs == "card":
        return _said(state, Deal(shoe.next()))
    given = choices(state)
    assert given
    _check_reverse(state, given)
    for choice in given:
        _check_allowed(state, choice)
    open_ = [choice for choice in given if choice.allowed]
    seen.update(choice.act for choice in open_)
    if state.needs != "decision" and (not open_ or rng.random() < 0.5):
        return _said(state, CloseOffers())
    splits = [choice for choice in open_ if choice.act == "split"]
    choice = rng.choice(splits or open_)
    return _said(state, choice.command(rng.choice([choice.least, choice.most])))


@pytest.mark.parametrize(("book", "game"), GAMES)
def test_what_choices_allow_is_accepted_and_all_else_refused(book: str, game: str) -> None:
    rng = random.Random(f"{book}/{game}")
    seen: Counter[str] = Counter()
    for _ in range(ROUNDS):
        state = _opened(book, game, rng)
        shoe = Shoe(state.setup.decks, state.rules.cards.removed_ranks, rng)
        while state.needs != "nothing":
            state = _step(state, shoe, rng, seen)
        assert choices(state) == ()
    terms = state.rules
    assert {"hit", "stand", "insure"} <= set(seen)
    assert ("double" in seen) == terms.double.allowed
    assert ("split" in seen) == (terms.split.hands_max > 1)
    assert ("join" in seen) == (terms.double.allowed or terms.split.hands_max > 1)
    assert ("surrender" in seen) == (terms.surrender.offered != "never")
    assert ("rescue" in seen) == terms.double.rescue


def _at(book: str, game: str, dealt: str, chip: int = 1) -> State:
    chosen = rules(book, game)
    state = State(Setup(chosen, max(chosen.cards.decks), chip=chip))
    said: list[Command] = [PlaceWager(1, "ann", "main", 1500), NoMoreBets(), *map(Deal, cards(dealt))]
    for command in said:
        state = _said(state, command)
    return state


def test_the_reason_is_the_engines_own_with_its_clause() -> None:
    given = choices(_at("melbourne-v26", "blackjack", "Ts 9d 6h"))
    assert refusal(given, "hit") is None
    assert refusal(given, "split") == Refusal(
        "cards-not-alike", "7.5.6(a)", {"first": "Ts", "second": "6h", "alike": "value"}
    )
    said = refusal(given, "double")
    assert said is not None
    assert said.clause == "7.5.5(a)"


def test_insurance_comes_in_half_chips_where_the_book_counts_so() -> None:
    (insure,) = (c for c in choices(_at("canberra-2006", "blackjack", "Ts Ad 6h", chip=500)) if c.act == "insure")
    assert (insure.least, insure.most, insure.step) == (250, 750, 250)
    assert insure.takes(500)
    assert not insure.takes(300)


def test_nothing_is_left_to_insure_when_all_is_insured() -> None:
    state = _said(_at("sydney-v15", "blackjack", "Ts Ad 6h"), Insure(1, "ann", 750))
    said = refusal(choices(state), "insure")
    assert said is not None
    assert said.message == "ann may insure up to $7.50 on box 1"


def test_a_token_costs_the_player_nothing() -> None:
    given = {c.act: c for c in choices(_at("melbourne-v26", "free-bet-blackjack", "8s 9d 8h"))}
    assert (given["split"].token, given["split"].cost, given["split"].most) == (True, 0, 1500)
    given = {c.act: c for c in choices(_at("melbourne-v26", "free-bet-blackjack", "Ts 9d Th"))}
    assert (given["split"].token, given["split"].cost) == (False, 1500)
