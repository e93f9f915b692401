"""A planted mistake is a real one, and it is marked by the lines of the document that rule at a table."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from functools import cache

import pytest
from support.clauses import clause

from cutcard.cards import Card
from cutcard.engine import State
from cutcard.rulebooks import BOOKS, load, procedures_of, rules
from cutcard.training.marking import Answer
from cutcard.training.mistakes import (
    KINDS,
    OWN_KINDS,
    MistakeQuestion,
    kinds_of,
    make_question,
    mark,
    own_kinds,
    rulings_of,
)
from cutcard.training.planting import NOTHING

SEEDS = range(3)
GAMES = [(book, game, [*SEEDS] if place == 0 else [7]) for book in BOOKS for place, game in enumerate(load(book).games)]
CASES = [(book, game, kind, seeds) for book, game, seeds in GAMES for kind in kinds_of(rules(book, game))]


@cache
def question(book: str, kind: str, seed: int, game: str = "blackjack") -> MistakeQuestion:
    made = make_question(rules(book, game), kind, str(seed))
    assert made is not None, f"no round gives an occasion for {kind}"
    return made


@pytest.mark.parametrize("book", BOOKS)
def test_every_kind_that_the_document_has_a_line_about_can_be_planted(book: str) -> None:
    known = {line.kind for line in procedures_of(book).irregularities}
    game = rules(book, next(iter(load(book).games)))
    assert set(kinds_of(game)) == known | {NOTHING} | set(own_kinds(game))
    elsewhere = {"prize-device-failed", "stray-press", "press-by-another"}
    elsewhere |= {"payment-found-wrong"} if book != "sydney-v15" else set()
    assert set(OWN_KINDS) - set(own_kinds(game)) == elsewhere


@pytest.mark.parametrize(("book", "game", "kind", "seeds"), CASES)
def test_a_planted_mistake_departs_from_the_rules_at_its_step_and_not_before(
    book: str, game: str, kind: str, seeds: list[int]
) -> None:
    for seed in seeds:
        asked = question(book, kind, seed, game)
        if kind == NOTHING:
            assert asked.at == ()
            assert asked.steps == asked.right[: len(asked.steps)]
            continue
        at = asked.at[0] - 1
        done, due = [step.words for step in asked.steps], [step.words for step in asked.right]
        assert done[:at] == due[:at]
        assert done[at : at + 1] != due[at : at + 1]
        assert all(step <= len(done) for step in asked.at[:1])
        SEEN.get(kind, _anything)(asked)


@pytest.mark.parametrize(("book", "game", "kind", "seeds"), CASES)
def test_the_right_answer_is_what_the_document_gives_at_that_moment(
    book: str, game: str, kind: str, seeds: list[int]
) -> None:
    lines = {(line.then, line.clause, line.role) for line in procedures_of(book).irregularities if line.kind == kind}
    for seed in seeds:
        asked = question(book, kind, seed, game)
        if kind in OWN_KINDS:
            assert asked.lines[0].clause
        else:
            assert {tuple(rule) for rule in asked.lines} <= lines
        given = [Answer(asked.at[0], kind, rule.then, rule.role) for rule in asked.lines] or [Answer()]
        assert all(mark(asked, answer).right for answer in given)
        assert {rule.then for rule in asked.lines} <= set(rulings_of(rules(book, game)))


@clause("sydney-v15", "17.2", "17.4", "17.5.4")
@clause("sydney-earlier", "18.2", "18.4", "18.5.4")
@clause("canberra-2006", "19.3(a)(iii)")
@clause("canberra-2003", "19.3(a)")
@clause("melbourne-v26", "9.12")
@pytest.mark.parametrize(
    ("book", "due"),
    [
        ("sydney-v15", {("void-round", "17.4"), ("transfer", "17.2"), ("finish-from-shoe", "17.5.4")}),
        ("sydney-earlier", {("void-round", "18.4"), ("transfer", "18.2"), ("finish-from-shoe", "18.5.4")}),
        ("canberra-2006", {("finish-from-shoe", "19.3(a)(iii)")}),
        ("canberra-2003", {("finish-from-shoe", "19.3(a)")}),
        ("melbourne-v26", {("void-round", "9.12"), ("goes-on", "9.12")}),
    ],
)
def test_a_failed_device_asks_for_what_the_document_orders_of_it(book: str, due: set[tuple[str, str]]) -> None:
    asked = [question(book, "device-failed", seed) for seed in range(20)]
    assert {(one.lines[0].then, one.lines[0].clause) for one in asked} == due
    role = procedures_of(book).commands["report-device-failure"].role
    assert {one.lines[0].role for one in asked} == {role}
    for one in asked:
        lost = "cannot be completed" in one.steps[-1].words or "at a disadvantage." in one.steps[-1].words
        harmed = lost and "Nobody" not in one.steps[-1].words
        assert (one.lines[0].then == "void-round") == harmed
        assert mark(one, Answer(one.at[0], "device-failed", one.lines[0].then, role)).right


@clause("sydney-v15", "16.19.1", "16.20.2", "16.21.1.1", "16.21.1.2")
def test_a_payment_that_is_found_wrong_asks_for_what_comes_next() -> None:
    asked = [question("sydney-v15", "payment-found-wrong", seed) for seed in range(30)]
    due = {"enquire": "16.19.1", "identify": "16.20.2", "reimburse": "16.21.1.1", "request-return": "16.21.1.2"}
    assert {one.lines[0].then: one.lines[0].clause for one in asked} == due
    roles = {one.lines[0].then: one.lines[0].role for one in asked}
    assert roles.pop("enquire") == "assistant-gaming-manager"
    assert set(roles.values()) == {"gaming-supervisor"}
    for one in asked:
        wrong = mark(one, Answer(one.at[0], "payment-found-wrong", "put-right", "dealer"))
        assert [each.right for each in wrong.marks] == [True, True, False, False]


@clause("melbourne-v26", "11.6.1", "11.6.2", "11.6.3(a)", "11.6.4(a)", "11.6.4(b)", "11.6.4(c)")
@pytest.mark.parametrize("game", ["crown-pontoon", "6-to-5-pontoon"])
def test_a_failed_prize_device_asks_for_what_the_document_orders_of_it(game: str) -> None:
    book, failed = "melbourne-v26", "prize-device-failed"
    asked = [question(book, failed, seed, game) for seed in range(20)]
    due = {"pay-panel": {"11.6.3(a)", "11.6.4(a)"}, "pay-fixed-prize": {"11.6.4(b)"}, "withdraw-wager": {"11.6.4(c)"}}
    assert {(one.lines[0].then, one.lines[0].clause) for one in asked} == {
        (then, by) for then, clauses in due.items() for by in clauses
    }
    declared = [one for one in asked if one.lines[0].clause == "11.6.4(a)"]
    assert all("A malfunction is declared." in one.steps[-1].words for one in declared)
    assert {*due, "void-press"} <= set(rulings_of(rules(book, game)))
    assert not {*due, "void-press"} & set(rulings_of(rules(book, "blackjack")))
    for one in asked:
        then = one.lines[0].then
        waits = [wager for wager in _last(one).wagers if wager.bet == "pontoon-pandemonium" and wager.open]
        assert bool(waits) == (then != "withdraw-wager")  # a winner is still to be paid, or the round is over
        assert mark(one, Answer(one.at[0], failed, then, "dealer")).right
        wrong = mark(one, Answer(one.at[0], failed, "void-press", "tg-area-manager"))
        assert [each.right for each in wrong.marks] == [True, True, False, False]
    stray = question(book, "stray-press", 1, game)
    assert [tuple(rule) for rule in stray.lines] == [("void-press", "11.6.2", "dealer")]
    assert _last(stray).needs != "press"
    other = question(book, "press-by-another", 1, game)
    assert [tuple(rule) for rule in other.lines] == [("player-chooses", "11.6.1", "dealer")]
    assert any(wager.bet == "pontoon-pandemonium" and wager.open for wager in _last(other).wagers)


# -------------------------------------------------------------------------- what lies on the table, looked at by itself


def _last(asked: MistakeQuestion) -> State:
    return asked.steps[-1].state


def _lying(state: State) -> Counter[Card]:
    return Counter(card for hand in state.hands for card in hand.cards) + Counter(state.dealer)


def _anything(asked: MistakeQuestion) -> None:
    assert asked.says


def _a_box_with_cards(asked: MistakeQuestion, number: int) -> None:
    """Some box with a wager has just so many cards, while each of the others has two or more."""
    state = asked.steps[max(i for i, step in enumerate(asked.steps) if step.initial)].state
    wagered = {wager.box for wager in state.wagers}
    dealt = Counter(dict.fromkeys(wagered, 0))
    for hand in state.hands:
        dealt[state.boxes[hand.box].number] += len(hand.cards)
    assert sorted(dealt.values())[0] == number
    assert all(cards == 2 for cards in sorted(dealt.values())[1:])


def _a_hand_for_nobody(asked: MistakeQuestion) -> None:
    state = _last(asked)
    wagered = {wager.box for wager in state.wagers}
    assert {state.boxes[hand.box].number for hand in state.hands if hand.cards} - wagered


def _two_cards_changed_places(asked: MistakeQuestion) -> None:
    first, second = asked.at[0] - 1, asked.at[0]
    assert _lying(asked.steps[second].state) == _lying(asked.right[second].state)
    assert asked.steps[second].state.hands != asked.right[second].state.hands
    assert asked.steps[first].card == asked.right[first].card
    assert asked.steps[first].box != asked.right[first].box


def _no_wagers(asked: MistakeQuestion) -> None:
    assert not _last(asked).wagers
    assert _lying(_last(asked))


def _dealer_over_the_rule(asked: MistakeQuestion) -> None:
    before = asked.steps[-2].state
    assert 17 <= before.dealer_total <= 21
    assert asked.steps[-1].card is None or len(_last(asked).dealer) == len(before.dealer) + 1


def _dealer_before_a_call(asked: MistakeQuestion) -> None:
    before = asked.steps[-2].state
    assert before.phase == "play"
    assert asked.right[asked.at[0] - 1].does == "call"
    assert asked.steps[-1].card is None or len(_last(asked).dealer) == len(before.dealer) + 1


def _never(does: str) -> Callable[[MistakeQuestion], None]:
    def check(asked: MistakeQuestion) -> None:
        assert any(step.does == does for step in asked.right)
        assert not any(step.does == does for step in asked.steps)

    return check


def _dealer_under_the_rule(asked: MistakeQuestion) -> None:
    assert _last(asked).dealer_total <= 17
    assert asked.right[asked.at[0] - 1].card is not None


def _not_called_for(asked: MistakeQuestion) -> None:
    assert asked.steps[-1].card is not None
    assert (asked.steps[-2].does, asked.steps[-2].box) != ("call", asked.steps[-1].box)
    assert asked.right[asked.at[0] - 1].does == "call"


def _out_of_turn(asked: MistakeQuestion) -> None:
    called, dealt, due = asked.steps[-2], asked.steps[-1], asked.right[asked.at[0] - 1]
    assert dealt.card is not None
    assert called.box == dealt.box
    assert (due.does, due.box != dealt.box) == ("call", True)
    boxes = [box.number for box in due.state.boxes]
    assert boxes.index(dealt.box or 0) > boxes.index(due.box or 0)


def _done_otherwise(asked: MistakeQuestion) -> None:
    called, done = asked.steps[asked.at[0] - 2], asked.steps[asked.at[0] - 1]
    assert called.does == "call"
    got = done.card is not None and done.box == called.box and done.hand == called.hand
    assert got == (" stands" in called.words)


SEEN: dict[str, Callable[[MistakeQuestion], None]] = {
    "box-not-dealt": lambda asked: _a_box_with_cards(asked, 0),
    "box-dealt-one-card": lambda asked: _a_box_with_cards(asked, 1),
    "hand-without-wager": _a_hand_for_nobody,
    "round-without-wagers": _no_wagers,
    "card-misplaced": _two_cards_changed_places,
    "dealer-not-dealt": lambda asked: _nobody_has(asked),
    "card-to-finished-dealer": _dealer_over_the_rule,
    "card-to-dealer-early": _dealer_before_a_call,
    "dealer-stopped-early": _dealer_under_the_rule,
    "card-drawn-in-error": _not_called_for,
    "acted-out-of-turn": _out_of_turn,
    "decision-done-wrongly": _done_otherwise,
    "insurance-not-offered": _never("offer"),
    "burn-forgotten": _never("burn"),
    "cut-not-made": _never("cut"),
    "shuffle-missed": _never("shuffle"),
    "discards-not-loaded": _never("discards"),
}


def _nobody_has(asked: MistakeQuestion) -> None:
    assert not _last(asked).dealer


# ------------------------------------------------------------------------------------------------------------- marking


def test_each_part_of_an_answer_is_a_point_of_its_own() -> None:
    asked = question("sydney-v15", "card-drawn-in-error", 1)
    right = Answer(asked.at[0], "card-drawn-in-error", "next-card", "dealer")
    assert [each.right for each in mark(asked, right).marks] == [True, True, True, True]
    wrong = (right._replace(step=1), right._replace(kind="cards-short"), right._replace(ruling="burn"),
             right._replace(role="gaming-manager"))  # fmt: skip
    for place, answer in enumerate(wrong):
        assert [each.right for each in mark(asked, answer).marks] == [i != place for i in range(4)]


def test_who_sees_a_mistake_where_there_is_none_has_no_point() -> None:
    asked = question("canberra-2003", NOTHING, 1)
    assert mark(asked, Answer(3, "card-misplaced", "reconstruct", "dealer")).points == 0
    assert mark(asked, Answer()).right


@clause("sydney-v15", "16.8")
def test_a_misdeal_that_can_be_put_right_is_not_answered_by_a_void_round() -> None:
    asked = question("sydney-v15", "box-not-dealt", 2)
    answer = Answer(asked.at[0], "box-not-dealt", "reconstruct", "gaming-supervisor")
    assert mark(asked, answer).right
    assert not mark(asked, answer._replace(ruling="void-round")).right


def test_the_moment_decides_where_the_document_has_it_so() -> None:
    """Melbourne 9.5 before the subsequent deal, 9.8 once it has begun, 9.9.1 when all is settled."""
    found = {
        frozenset(rule.clause for rule in question("melbourne-v26", "box-not-dealt", seed).lines) for seed in range(12)
    }
    assert {clause for clauses in found for clause in clauses} == {"9.5", "9.8", "9.9.1"}
    assert frozenset({"9.9.1"}) in found


def test_every_kind_has_words() -> None:
    assert all(KINDS[kind] for _, _, kind, _ in CASES)
