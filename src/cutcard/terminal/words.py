"""Cards, totals, money and odds as the table says them."""

from __future__ import annotations

from collections.abc import Iterable

from cutcard.cards import SUIT_SIGNS, Card
from cutcard.engine import DEALER, Hand, State
from cutcard.engine.choices import Act
from cutcard.money import Cents, Odds, dollars

YOU = "you"

NAMES: dict[Act, str] = {
    "hit": "Hit",
    "stand": "Stand",
    "double": "Double",
    "split": "Split",
    "surrender": "Surrender",
    "insure": "Insurance",
    "even-money": "Even money",
    "join": "Join",
    "rescue": "Rescue",
}


def money(amount: Cents) -> str:
    """Dollars with their sign.

    >>> money(100000), money(-250), money(7)
    ('$1,000', '−$2.50', '$0.07')
    """
    whole, dot, rest = dollars(abs(amount)).partition(".")
    return f"{'−' if amount < 0 else ''}${int(whole):,}{dot}{rest}"


def gain(amount: Cents) -> str:
    """What was won or lost.

    >>> gain(1500), gain(-1000), gain(0)
    ('+$15', '−$10', '±$0')
    """
    return "±$0" if not amount else money(amount) if amount < 0 else f"+{money(amount)}"


def odds(given: Odds) -> str:
    """The odds in words.

    >>> odds(Odds(3, 2))
    '3 to 2'
    """
    return f"{given.pays:,} to {given.for_each}"


def face(card: Card) -> str:
    """A card as it is printed.

    >>> from cutcard.cards import card
    >>> face(card("Ts"))
    '10♠'
    """
    return f"{'10' if card.rank == 'T' else card.rank}{SUIT_SIGNS[card.suit]}"


def faces(text: str) -> str:
    """A sentence of the engine's with its cards as they are printed.

    >>> faces("Ts and 6h are not alike in value")
    '10♠ and 6♥ are not alike in value'
    """
    from cutcard.cards import BY_TEXT

    return " ".join(face(BY_TEXT[word]) if word in BY_TEXT else word for word in text.split(" "))


def sentence(text: str) -> str:
    """A reason as a sentence of its own.

    >>> sentence("only two cards may be split")
    'Only two cards may be split.'
    """
    said = faces(text)
    return said[:1].upper() + said[1:] + ("" if said.endswith((".", "?", "!")) else ".")


def listed(names: Iterable[str], word: str = "and") -> str:
    """Names in a row.

    >>> listed(["box 1", "box 3", "box 5"])
    'box 1, box 3 and box 5'
    """
    all_ = list(names)
    return all_[0] if len(all_) == 1 else f"{', '.join(all_[:-1])} {word} {all_[-1]}"


def total(hand: Hand) -> str:
    """A hand's total, both ways where an ace may count one or eleven."""
    return f"{hand.hard} or {hand.total}" if hand.soft else str(hand.total)


def dealer_total(state: State) -> str:
    """The dealer's total likewise; once the hand is over only the one that counts."""
    best = state.dealer_total
    soft = best != state.dealer_hard and state.needs != "nothing"
    return f"{state.dealer_hard} or {best}" if soft else str(best)


def hand_name(state: State, hand: Hand) -> str:
    """Which hand is meant: its box, and its number where the box has several."""
    box = state.boxes[hand.box]
    if box.hands_made == 1:
        return f"box {box.number}"
    return f"hand {state.hand_number(hand)} of box {box.number}"


def name(player: str) -> str:
    """A player at the beginning of a sentence."""
    return player[:1].upper() + player[1:]


def verb(player: str, plain: str) -> str:
    """You stand, ann stands.

    >>> verb("you", "stand"), verb("ann", "stand"), verb("ann", "press")
    ('stand', 'stands', 'presses')
    """
    if player == YOU:
        return plain
    return plain + ("es" if plain.endswith(("s", "sh", "ch")) else "s")


def on_turn(state: State) -> Hand | None:
    """The hand that acts or gets a card now, if it is a player's."""
    if state.turn == DEALER or state.needs not in ("card", "decision", "join", "rescue"):
        return None
    return state.hands[state.turn]
