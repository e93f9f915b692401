"""Mistakes with the cards themselves: shuffle, cut and burn, cards that are faced, foreign, dropped or too few."""

from __future__ import annotations

from random import Random

from cutcard.cards import BY_TEXT
from cutcard.narration.formatting import face
from cutcard.training.course import Deal, Does, Step
from cutcard.training.planting import Planted, last_initial, plants

SUITS = "cdhs"


def _first(steps: tuple[Step, ...], does: Does) -> int | None:
    return next((i for i, step in enumerate(steps) if step.does == does), None)


def _left_undone(
    right: tuple[Step, ...], dealt: tuple[Step, ...], does: Does, says: str, random: Random
) -> Planted | None:
    """A step of what comes before the deal is left out, and the round goes on for some cards."""
    at = _first(right, does)
    if at is None:
        return None
    wrong_steps = tuple(step for step in dealt if step.does != does)
    card = _first(wrong_steps, "card") or at
    stop = random.randint(card, last_initial(wrong_steps))
    named = (at, card) if does == "burn" else (at,)
    return Planted(wrong_steps[: stop + 1], named, says, right)


@plants("burn-forgotten", openings=("new-shoe", "after-cutting-card"))
def burn_forgotten(deal: Deal, random: Random) -> Planted | None:
    """The card that should have been burned is dealt as the first."""
    burned = deal.shoe[-1]
    dealt = deal._replace(shoe=(burned, *deal.shoe)).steps()
    return _left_undone(deal.steps(), dealt, "burn", "No card was burned from the new shoe.", random)


@plants("cut-not-made", openings=("new-shoe", "after-cutting-card"))
def cut_not_made(deal: Deal, random: Random) -> Planted | None:
    """The cards go into the shoe as they were shuffled."""
    right = deal.steps()
    return _left_undone(right, right, "cut", "The cards were shuffled and never cut.", random)


@plants("shuffle-missed", openings=("after-cutting-card",))
def shuffle_missed(deal: Deal, random: Random) -> Planted | None:
    """The cutting card came out, and the next round is dealt from the same shoe."""
    right = deal.steps()
    skipped = ("shuffle", "cut", "cutting-card", "burn")
    wrong_steps = tuple(step for step in right if step.does not in skipped)
    bets = _first(wrong_steps, "bets") or 0
    stop = random.randint(bets + 1, last_initial(wrong_steps))
    says = "The cutting card was out, and the cards were not shuffled before this round."
    return Planted(wrong_steps[: stop + 1], (bets, bets + 1), says, right)


@plants("card-burned-in-error", openings=("within-shoe",))
def card_burned_in_error(deal: Deal, random: Random) -> Planted | None:
    """A card is burned in the middle of a shoe."""
    right = deal.steps()
    bets = _first(right, "bets") or 0
    at = random.choice((bets, last_initial(right) + 1))
    wrong = Step("burn", "A card is burned.", right[at - 1].state)
    wrong_steps = (*right[:at], wrong, *right[at : at + random.randint(0, 4)])
    return Planted(wrong_steps, (at,), "No card is burned in the middle of a shoe.", right)


@plants("cards-dropped", openings=("new-shoe", "after-cutting-card"))
def cards_dropped(deal: Deal, random: Random) -> Planted | None:
    """Cards fall and are gathered up, and the deal goes on."""
    right = deal.steps()
    at = (_first(right, "shuffle") or 0) + 1
    words = "Some of the cards fall from the table. The dealer gathers them up and shuffles them in."
    wrong = Step("other", words, right[at - 1].state)
    wrong_steps = (*right[:at], wrong, *right[at:])
    return Planted(wrong_steps[: at + random.randint(1, 3)], (at,), "Cards fell, and nobody was told.", right)


# --------------------------------------------------------------------------------------------------- a card in the deal


def _at_a_card(right: tuple[Step, ...], random: Random) -> int:
    """The position of some card to a box, rather one that was called for."""
    cards = [i for i, step in enumerate(right) if step.card is not None and step.box is not None]
    called = [i for i in cards if not right[i].initial]
    return random.choice(called if called and random.random() < 0.6 else cards[1:])


@plants("card-faced-in-shoe")
def card_faced_in_shoe(deal: Deal, random: Random) -> Planted | None:
    """A card that lies face up in the shoe is dealt like any other."""
    right = deal.steps()
    at = _at_a_card(right, random)
    step = right[at]
    assert step.card is not None
    words = f"{face(step.card)} lies face up in the shoe. The dealer deals it: {step.words}"
    says = f"{face(step.card)} lay face up in the shoe and was dealt all the same."
    return Planted((*right[:at], step._replace(words=words)), (at,), says, right, exposed=True)


@plants("card-missing-or-foreign")
def foreign_card(deal: Deal, random: Random) -> Planted | None:
    """A card has another back than the rest."""
    right = deal.steps()
    at = _at_a_card(right, random)
    words = f"{right[at].words} Its back is of another pattern than the rest of the shoe."
    return Planted((*right[:at], right[at]._replace(words=words)), (at,), "The card belongs to no deck in play.", right)


@plants("wrong-deck")
def wrong_deck(deal: Deal, random: Random) -> Planted | None:
    """A card appears that the game's decks do not have, or the decks turn out to lack some."""
    right = deal.steps()
    at = _at_a_card(right, random)
    removed = deal.rules.cards.removed_ranks
    step = right[at]
    if removed:
        card = BY_TEXT[random.choice(removed) + random.choice(SUITS)]
        words = f"The next card, for box {step.box}, is {face(card)}."
        says = f"{deal.rules.title} is played with decks that have no {face(card)[:-1]}."
        wrong = Step("other", words, right[at - 1].state)
    else:
        words = "The supervisor looks through the discards and finds a deck that has no tens."
        says = f"{deal.rules.title} is played with whole decks."
        wrong = Step("other", words, right[at - 1].state)
    return Planted((*right[:at], wrong), (at,), says, right)


@plants("cards-short")
def cards_short(deal: Deal, random: Random) -> Planted | None:
    """The shoe is empty while a hand still needs a card."""
    right = deal.steps()
    at = _at_a_card(right, random)
    whose = f"box {right[at].box} needs a card"
    wrong = Step("other", f"The shoe is empty, and {whose}.", right[at - 1].state)
    return Planted((*right[:at], wrong), (at,), "The shoe had too few cards for the round.", right)


@plants("cards-came-together", device="shuffling-device")
def cards_came_together(deal: Deal, random: Random) -> Planted | None:
    """The device gives two cards at once."""
    right = deal.steps()
    at = _at_a_card(right, random)
    words = f"Two cards come out of the device together for box {right[at].box}, and nobody saw which was first."
    wrong = Step("other", words, right[at - 1].state)
    return Planted((*right[:at], wrong), (at,), "Nobody knows the order of the two cards.", right)


@plants("discards-not-loaded", device="shuffling-device")
def discards_not_loaded(deal: Deal, random: Random) -> Planted | None:
    """The initial deal is complete, and the discards stay where they are."""
    right = deal.steps()
    at = _first(right, "discards")
    if at is None or at + 1 >= len(right):
        return None
    wrong_steps = tuple(step for step in right if step.does != "discards")
    stop = min(at + random.randint(0, 2), len(wrong_steps) - 1)
    says = "The discards were not loaded once the initial deal was complete."
    return Planted(wrong_steps[: stop + 1], (at,), says, right)
