"""Mistakes after the initial deal: calls not carried out, players passed over, the dealer's own hand, payments."""

from __future__ import annotations

from random import Random

from cutcard.cards import Card
from cutcard.engine import State, Wager
from cutcard.engine import events as ev
from cutcard.engine.choices import Act, choices
from cutcard.narration.formatting import face, gain, worth
from cutcard.narration.moments import sentence
from cutcard.narration.story import Entry
from cutcard.rulebooks.irregularities import Moment
from cutcard.training.course import Deal, Step, must_stand
from cutcard.training.planting import (
    Planted,
    cards_out,
    counted,
    dealer_has,
    moments_of,
    plants,
    stopped_at,
)

STIFF = "89TJQK"  # first cards that make hands over 11, with which people may stand


def _stiff(boxes: int) -> dict[int, str]:
    return dict.fromkeys((*range(boxes), *range(boxes + 1, 2 * boxes + 1)), STIFF)


def _decisions(steps: tuple[Step, ...]) -> list[tuple[int, int]]:
    """The calls about a hand: each with its number among all decisions, and its position."""
    at = [i for i, step in enumerate(steps) if step.does == "call"]
    return list(enumerate(at))


def _before(steps: tuple[Step, ...], at: int) -> State:
    return steps[at - 1].state


def _allowed(state: State) -> set[str]:
    return {choice.act for choice in choices(state) if choice.allowed}


def _only_calls(steps: tuple[Step, ...]) -> bool:
    """Whether every decision of a round is a call about a hand, and so can be counted."""
    return not any(isinstance(step.event, ev.Surrendered) for step in steps)


@plants("player-passed-over", boxes=3, stack=_stiff)
def player_passed_over(deal: Deal, random: Random) -> Planted | None:
    """A box is not asked: the dealer goes on with the next."""
    right = deal.steps(offers=False)
    first = [
        (number, at)
        for number, at in _decisions(right)
        if right[at].hand == 1 and "stand" in _allowed(_before(right, at))
        if _before(right, at).hands[_before(right, at).turn].cards
        if not any(step.does == "call" and step.box == right[at].box for step in right[:at])
    ]
    if not first or not _only_calls(right):
        return None
    number, at = random.choice(first)
    steps = deal.steps({number: "stand"}, offers=False)
    if steps[at].box != right[at].box or not isinstance(steps[at].event, ev.Stood):
        return None
    box = right[at].box
    wrong_steps = (*steps[:at], *steps[at + 1 :])
    planted = Planted(wrong_steps, (at,), f"Box {box} was not asked what it wants.", right)
    if wrong_steps[at].done == right[at].done:
        return None
    return stopped_at(planted, _soon(wrong_steps, at, random))


def _soon(steps: tuple[Step, ...], at: int, random: Random) -> int:
    """A step at which the game is stopped: soon after, or now and then at the end."""
    last = len(steps) - 1
    return last if random.random() < 0.25 else min(at + random.randint(0, 2), last)


@plants("decision-done-wrongly", stack=_stiff)
def call_not_carried_out(deal: Deal, random: Random) -> Planted | None:
    """Somebody calls for a card, and the dealer goes on as if they stood."""
    planted = _done_otherwise(deal, random, ev.CardCalled, "stand", "Box {box} called for a card and got none.")
    return planted and stopped_at(planted, _soon(planted.steps, planted.at[0], random))


@plants("decision-done-wrongly", stack=_stiff)
def card_after_standing(deal: Deal, random: Random) -> Planted | None:
    """Somebody stands, and gets a card."""
    planted = _done_otherwise(deal, random, ev.Stood, "hit", "Box {box} stood and got a card.")
    return planted and stopped_at(planted, planted.at[0])


def _done_otherwise(deal: Deal, random: Random, called: type, done: Act, says: str) -> Planted | None:
    """A call is heard, and the dealer does what another would have asked for."""
    right = deal.steps(offers=False)
    found = [
        (number, at)
        for number, at in _decisions(right)
        if isinstance(right[at].event, called) and done in _allowed(_before(right, at))
    ]
    if not found or not _only_calls(right):
        return None
    number, at = random.choice(found)
    steps = list(deal.steps({number: done}, offers=False))
    steps[at] = steps[at]._replace(words=right[at].words)
    return Planted(tuple(steps), (at + 1,), says.format(box=right[at].box), right)


@plants("card-drawn-in-error", stack=_stiff)
def card_drawn_in_error(deal: Deal, random: Random) -> Planted | None:
    """A card is dealt to a box that has called for nothing yet."""
    right = deal.steps(offers=False)
    waits = [at for _, at in _decisions(right) if "stand" in _allowed(_before(right, at)) and right[at].box is not None]
    if not waits:
        return None
    at = random.choice(waits)
    state, box = _before(right, at), right[at].box
    card = deal.shoe[cards_out(right[:at])]
    hand = counted(state.hand, (*state.hand.cards, card))
    which = f", hand {right[at].hand}" if state.box.hands_made > 1 else ""
    words = f"{face(card)} to box {box}{which}: {worth(hand.total, hand.soft)}."
    wrong = Step("card", words, state.with_hand(state.turn, hand), card, box, right[at].hand)
    says = f"Box {box} had not called for a card."
    return Planted((*right[:at], wrong), (at,), says, right, exposed=True, moments=_now(state, deal))


@plants("acted-out-of-turn", boxes=3, stack=_stiff)
def acted_out_of_turn(deal: Deal, random: Random) -> Planted | None:
    """A box calls for a card before its turn, and gets it."""
    right = deal.steps(offers=False)
    early = [
        (at, hand)
        for _, at in _decisions(right)
        for hand in _before(right, at).hands
        if hand.box > _before(right, at).hand.box and hand.cards and not hand.ended
    ]
    if not early:
        return None
    at, hand = random.choice(early)
    state, card = _before(right, at), deal.shoe[cards_out(right[:at])]
    box, index = state.boxes[hand.box].number, state.hands.index(hand)
    laid = state.with_hand(index, counted(hand, (*hand.cards, card)))
    has = laid.hands[index]
    called = Step("other", f"Box {box} calls for a card.", state, None, box)
    wrong = Step("card", f"{face(card)} to box {box}: {worth(has.total, has.soft)}.", laid, card, box)
    says = f"It was the turn of box {state.box.number}, not of box {box}."
    steps = (*right[:at], called, wrong)
    return Planted(steps, (at, at + 1), says, right, exposed=True, moments=_now(state, deal))


def _now(state: State, deal: Deal) -> frozenset[Moment]:
    return moments_of(state, deal.opening)


@plants("insurance-not-offered", stack=lambda boxes: {boxes: "A", **_stiff(boxes)})
def insurance_not_offered(deal: Deal, random: Random) -> Planted | None:
    """The dealer has an ace, and play goes on without a word about insurance."""
    right = deal.steps(offers=False)
    at = next((i for i, step in enumerate(right) if step.does == "offer"), None)
    if at is None or next(choice.act for choice in choices(right[at].state) if choice.allowed) != "insure":
        return None
    wrong_steps = tuple(step for step in right if step.does not in ("offer", "closed"))
    if wrong_steps[at].does != "call":
        return None
    dealer = next((i for i in range(at, len(wrong_steps)) if wrong_steps[i].state.phase != "play"), len(wrong_steps))
    stop = random.randint(at, max(at, min(at + 3, dealer - 1)))
    return stopped_at(
        Planted(wrong_steps, (at,), "The dealer has an ace, and nobody was offered insurance.", right), stop
    )


# ---------------------------------------------------------------------------------------------------- the dealer's hand


@plants("card-to-dealer-early", stack=_stiff)
def card_to_dealer_early(deal: Deal, random: Random) -> Planted | None:
    """The dealer takes a card while a box still has to call, face up or not."""
    right = deal.steps(offers=False)
    waits = [at for _, at in _decisions(right) if "stand" in _allowed(_before(right, at)) and _before(right, at).dealer]
    if not waits:
        return None
    at = random.choice(waits)
    state, card = _before(right, at), deal.shoe[cards_out(right[:at])]
    exposed = random.random() < 0.5
    wrong = _more(state, card) if exposed else Step("other", "A card for the dealer, face down.", state)
    says = f"Box {right[at].box} had not called yet, and the dealer plays last."
    return Planted((*right[:at], wrong), (at,), says, right, exposed, _now(state, deal))


@plants("card-to-finished-dealer")
def card_to_finished_dealer(deal: Deal, random: Random) -> Planted | None:
    """The dealer has to stand and takes another card, face up or not."""
    right = deal.steps()
    at = next((i for i, step in enumerate(right) if step.does == "stands"), None)
    if at is None or not must_stand(right[at].state) or not right[at - 1].card:
        return None
    state, card = _before(right, at), deal.shoe[cards_out(right[:at])]
    exposed = random.random() < 0.5
    wrong = _more(state, card) if exposed else Step("other", "One more card for the dealer, face down.", state)
    says = f"The dealer's hand was finished with {state.dealer_total}."
    after: frozenset[Moment] = frozenset({"round-over", "before-next-round", "between-rounds"})  # the result is known
    return Planted((*right[:at], wrong), (at,), says, right, exposed, after)


def _more(state: State, card: Card) -> Step:
    laid = dealer_has(state, (*state.dealer, card))
    total = worth(laid.dealer_total, laid.dealer_total != laid.dealer_hard)
    return Step("card", f"{face(card)} to the dealer, who has {total}.", laid, card)


@plants("dealer-stopped-early")
def dealer_stopped_early(deal: Deal, random: Random) -> Planted | None:
    """The dealer has to draw and stands."""
    right = deal.steps()
    drawn = [i for i, step in enumerate(right) if step.card and step.box is None and step.state.phase == "dealer"]
    if len(drawn) < 2:
        return None
    close = [i for i in drawn[1:] if _before(right, i).dealer_total >= 12]
    at = random.choice(close or drawn[1:])
    state = _before(right, at)
    total = state.dealer_total
    wrong = Step("stands", f"The dealer stands on {total}.", state)
    says = f"The dealer had {worth(total, total != state.dealer_hard)} and had to draw."
    return Planted((*right[:at], wrong), (at,), says, right, moments=_now(state, deal))


@plants("wager-settled-wrongly")
def wager_settled_wrongly(deal: Deal, random: Random) -> Planted | None:
    """A stand-off is taken, a winner taken, a loser left or paid."""
    right = deal.steps()
    done = right[-1].state
    main = [(at, done.wagers[step.paid]) for at, step in enumerate(right) if step.paid is not None]
    main = [(at, wager) for at, wager in main if wager.bet == "main" and wager.outcome in ("win", "lose", "stand-off")]
    if not main:
        return None
    at, wager = random.choice(main)
    due = (wager.returned or 0) - wager.staked
    amount = random.choice([each for each in (wager.staked, -wager.staked, 0) if each != due])
    right_entries = right[at].entries
    entries = tuple(one._replace(amount=amount) if _is_about(one, wager) else one for one in right_entries)
    if entries == right_entries:
        return None
    wrong = right[at]._replace(words=sentence(entries), entries=entries, state=_before(right, at))
    says = f"{gain(due)} was due, and it was {gain(amount)}."
    return Planted((*right[:at], wrong), (at,), says, right, clause=wager.clause)


def _is_about(entry: Entry, wager: Wager) -> bool:
    """Whether a line of the story is about what a wager was paid."""
    paid = entry.payment
    return paid is not None and (paid.box, paid.player, paid.clause) == (wager.box, wager.player, wager.clause)
