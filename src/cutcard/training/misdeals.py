"""Mistakes of the initial deal: a card in the wrong place, a box or the dealer left out, a hand for nobody."""

from __future__ import annotations

from itertools import pairwise
from random import Random

from cutcard.cards import Card
from cutcard.engine import Box, Hand, PlaceWager, State, Wager
from cutcard.narration.formatting import face
from cutcard.training.course import Deal, Step, bets_words, opening_steps
from cutcard.training.planting import (
    Planted,
    counted,
    dealer_has,
    hand_at,
    last_initial,
    next_round,
    plants,
    stopped_at,
    stops,
    to_box,
    with_cards,
)
from cutcard.training.rounds import Table

NOBODY = "nobody"  # who decides for a box that nobody has wagered on
PLAIN = "23456789"


@plants("card-misplaced")
def card_misplaced(deal: Deal, random: Random) -> Planted | None:
    """Two cards in a row change their places."""
    right = deal.steps()
    cards = [(i, step) for i, step in enumerate(right) if step.initial]
    pairs = [
        (place, i)
        for place, ((i, one), (_, two)) in enumerate(pairwise(cards))
        if one.box is not None and two.box is not None and one.card is not None and two.card is not None
        if one.card.value != two.card.value
    ]
    if not pairs:
        return None
    place, at = random.choice(pairs)
    shoe = list(deal.shoe)
    shoe[place], shoe[place + 1] = shoe[place + 1], shoe[place]
    steps = list(deal._replace(shoe=tuple(shoe)).steps())
    first, second = right[at], right[at + 1]
    assert first.card is not None
    assert first.box is not None
    assert second.card is not None
    assert second.box is not None
    early = _laid_on(right[at - 1].state, second.box, first.card)
    late = steps[at + 1].state
    steps[at] = Step("card", to_box(first.card, second.box, hand_at(early, second.box)[1].cards), early, first.card,
                     second.box, 1, True)  # fmt: skip
    steps[at + 1] = Step("card", to_box(second.card, first.box, hand_at(late, first.box)[1].cards), late, second.card,
                         first.box, 1, True)  # fmt: skip
    says = f"{face(first.card)} belonged on box {first.box} and went to box {second.box}."
    planted = Planted(tuple(steps), (at, at + 1), says, right)
    if random.random() < 0.3:
        return planted._replace(steps=next_round(planted.steps), moments=frozenset({"next-round-begun", "settled"}))
    return stopped_at(planted, random.choice(stops(planted.steps, at + 1)))


def _laid_on(state: State, box: int, card: Card) -> State:
    return with_cards(state, box, (*hand_at(state, box)[1].cards, card))


@plants("box-not-dealt", boxes=3)
def box_not_dealt(deal: Deal, random: Random) -> Planted | None:
    """A box with a wager is passed over, in the first round of cards and in the second."""
    box = random.choice(deal.table.boxes)
    return _left_out(deal, box, None, random)


@plants("box-dealt-one-card", boxes=3)
def box_dealt_one_card(deal: Deal, random: Random) -> Planted | None:
    """A box gets its first card and no second."""
    boxes = deal.table.boxes
    place = random.randrange(len(boxes))
    return _left_out(deal, boxes[place], place, random)


def _left_out(deal: Deal, box: int, place: int | None, random: Random) -> Planted | None:
    """The round without the cards of a box that has wagers; with its first card if it got that one."""
    right = deal.steps()
    table = deal.table._replace(wagers=tuple(wager for wager in deal.table.wagers if wager.box != box))
    card = deal.shoe[place] if place is not None else None
    shoe = deal.shoe if place is None else (*deal.shoe[:place], *deal.shoe[place + 1 :])
    lying = right[_bets(right)].state
    steps = list(opening_steps(deal))
    for step in deal._replace(table=table, shoe=shoe).steps()[len(steps) :]:
        if card is not None and place is not None and step.initial and sum(s.initial for s in steps) == place:
            state = _with_box(steps[-1].state, lying, box, card)
            steps.append(Step("card", to_box(card, box, (card,)), state, card, box, 1, True))
        words = bets_words(deal.table) if step.does == "bets" else step.words
        had_card = any(s.initial and s.box == box for s in steps)
        state_after = _with_box(step.state, lying, box, card if had_card else None) if step.state.boxes else step.state
        steps.append(step._replace(words=words, state=state_after))
    at = next(i for i, step in enumerate(steps) if step.done != right[i].done)
    again = [i for i in range(at + 1, last_initial(steps) + 1) if _follows(steps, i, deal.table.boxes, box)]
    got = "only one card" if card is not None else "no cards"
    planted = Planted(tuple(steps), (at, *again[-1:]), f"Box {box} has a wager and got {got}.", right)
    return stopped_at(planted, random.choice(stops(planted.steps, last_initial(steps))))


def _bets(steps: tuple[Step, ...]) -> int:
    return next(i for i, step in enumerate(steps) if step.does == "bets")


def _follows(steps: list[Step], at: int, boxes: tuple[int, ...], left_out: int) -> bool:
    """Whether a card of the initial deal goes to the place after the box that was left out."""
    place = boxes.index(left_out)
    after = boxes[place + 1] if place + 1 < len(boxes) else None
    return steps[at].initial and steps[at].box == after


def _with_box(state: State, lying: State, box: int, card: Card | None) -> State:
    """The same round with one more box, which has its wagers and at most one card."""
    own: tuple[Wager, ...] = tuple(wager for wager in lying.wagers if wager.box == box)
    there = next(each for each in lying.boxes if each.number == box)
    made = state._replace(boxes=(*state.boxes, there), wagers=(*state.wagers, *own))
    if card is None:
        return made
    return made._replace(hands=(*made.hands, counted(Hand(box=len(made.boxes) - 1, key=0), (card,))))


@plants("dealer-not-dealt", stack=lambda boxes: {boxes: PLAIN})
def dealer_not_dealt(deal: Deal, random: Random) -> Planted | None:
    """The dealer gives themselves no first card; a card that nobody sees stands in for it."""
    right = deal.steps()
    boxes = len(deal.table.boxes)
    at = next(i for i, step in enumerate(right) if step.initial and step.box is None)
    unseen = next((card for card in reversed(deal.shoe) if card.rank in PLAIN), None)
    if unseen is None:
        return None
    shoe = (*deal.shoe[:boxes], unseen, *deal.shoe[boxes:])
    steps = [
        step._replace(state=dealer_has(step.state, ()))
        for i, step in enumerate(deal._replace(shoe=shoe).steps())
        if i != at and step.state.phase not in ("dealer", "over")
    ]
    if len(steps) <= at or not steps[at].initial or steps[at].done == right[at].done:
        return None
    planted = Planted(tuple(steps), (at,), "The dealer gave themselves no first card.", right)
    return stopped_at(planted, random.choice(stops(planted.steps, at)))


@plants("hand-without-wager", boxes=2)
def hand_without_wager(deal: Deal, random: Random) -> Planted | None:
    """A box that nobody has wagered on gets a hand."""
    free = [box for box in range(deal.table.boxes[0] + 1, 8) if box not in deal.table.boxes]
    if not free or free[0] > deal.rules.cards.boxes_max:
        return None
    box = random.choice([each for each in free if each <= deal.rules.cards.boxes_max])
    wager = PlaceWager(box, NOBODY, "main", deal.table.wagers[0].amount)
    wagers = tuple(sorted((*deal.table.wagers, wager), key=lambda each: each.box))
    dealt = deal._replace(table=Table(deal.table.setup, wagers)).steps(offers=False)
    steps = tuple(_wagerless(deal, step, {box}) for step in dealt)
    stop = next((i for i, step in enumerate(dealt) if _without_owner(step, box)), len(steps))
    right = deal.steps(offers=False)
    at = next((i for i, step in enumerate(steps) if step.initial and step.box == box), 0)
    ends = [i for i in stops(steps, last_initial(steps)) if i < stop]
    if not ends or steps[at].done == right[at].done:
        return None
    again = max(i for i, step in enumerate(steps) if step.initial and step.box == box)
    return stopped_at(Planted(steps, (at, again), f"Nobody had wagered on box {box}.", right), random.choice(ends))


def _wagerless(deal: Deal, step: Step, boxes: set[int]) -> Step:
    """A step whose table has no wagers on some boxes."""
    words = bets_words(deal.table) if step.does == "bets" else step.words
    wagers = tuple(wager for wager in step.state.wagers if wager.box not in boxes)
    places = tuple(_emptied(box) if box.number in boxes else box for box in step.state.boxes)
    return step._replace(words=words, state=step.state._replace(wagers=wagers, boxes=places))


def _emptied(box: Box) -> Box:
    return box._replace(players=(), control="")


def _without_owner(step: Step, box: int) -> bool:
    """Whether a step is about a hand that nobody plays."""
    paid = step.paid is not None and step.state.wagers[step.paid].player == NOBODY
    return (step.box == box and not step.initial) or paid or getattr(step.event, "player", None) == NOBODY


@plants("round-without-wagers", boxes=2)
def round_without_wagers(deal: Deal, random: Random) -> Planted | None:
    """Cards are dealt to boxes although no wager lies anywhere."""
    bare = deal._replace(table=Table(deal.table.setup, ()))
    boxes = set(deal.table.boxes)
    dealt = deal.steps(offers=False)
    steps = [*opening_steps(bare), *(_wagerless(bare, step, boxes) for step in dealt[_bets(dealt) :])]
    at = _bets(tuple(steps)) + 1
    stop = random.randint(at + 1, last_initial(steps))
    says = "Nobody had wagered, so no card should have been dealt."
    wrong_steps, right = tuple(steps[: stop + 1]), tuple(steps[:at])
    return Planted(wrong_steps, (at,), says, right, moments=frozenset({"between-rounds", "in-round"}))
