"""Cards, totals, money and odds in words."""

from __future__ import annotations

from datetime import UTC, datetime

from cutcard.cards import BY_TEXT, SUIT_SIGNS, Card
from cutcard.engine import DEALER, HAND_NEEDS, Hand, State
from cutcard.errors import CutcardError
from cutcard.errors import listed as listed  # one of the table's words too
from cutcard.money import Cents, Odds, priced

SUIT_NAMES = {"c": "clubs", "d": "diamonds", "h": "hearts", "s": "spades"}

NAMES: dict[str, str] = {  # what a player may do, by action
    "hit": "Hit",
    "stand": "Stand",
    "double": "Double",
    "split": "Split",
    "surrender": "Surrender",
    "insure": "Insurance",
    "even-money": "Even money",
    "join": "Join",
    "rescue": "Rescue",
    "withdraw": "Take back",
    "refuse-card": "Refuse the card",
    "dealer-card": "Dealer's card first",
}
KEYS: dict[str, str] = {  # the key for each action
    "hit": "h",
    "stand": "s",
    "double": "d",
    "split": "p",
    "surrender": "r",
    "insure": "i",
    "even-money": "e",
    "join": "j",
    "rescue": "x",
    "withdraw": "w",
    "refuse-card": "n",
    "dealer-card": "c",
}
WAITS_FOR: dict[str, str] = {  # what a table waits for, after "waits for"
    "wagers": "wagers",
    "cut": "the cut",
    "card": "a card",
    "hole-card": "the dealer's card face down",
    "peek": "the dealer to look at the card face down",
    "turn": "the dealer to turn the card face down",
    "decision": "a decision",
    "offers": "answers to an offer",
    "join": "others to join a split",
    "rescue": "an answer about the double",
    "wagers-back": "answers about wagers that may be taken back",
    "withdraw": "an answer about a box with one card",
    "press": "the prize button",
    "meters": "the jackpot meters",
    "settlement": "the payments",
    "fill": "a fill of the float",
    "house": "the house",
    "nothing": "nobody",
}

money = priced


def meter_name(meter: str) -> str:
    """A meter as people call it.

    >>> meter_name("supernova-major"), meter_name("blazing-7s")
    ('the supernova major', 'the blazing 7s')
    """
    return f"the {meter.replace('-', ' ')}"


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


def spoken(card: Card) -> str:
    """A card as it is said aloud.

    >>> from cutcard.cards import card
    >>> spoken(card("Ah")), spoken(card("Tc"))
    ('ace of hearts', '10 of clubs')
    """
    rank = {"T": "10", "J": "jack", "Q": "queen", "K": "king", "A": "ace"}.get(card.rank, card.rank)
    return f"{rank} of {SUIT_NAMES[card.suit]}"


def faces(text: str) -> str:
    """A message from the engine with its cards as they are printed.

    >>> faces("Ts and 6h differ in value")
    '10♠ and 6♥ differ in value'
    """
    return " ".join(face(BY_TEXT[word]) if word in BY_TEXT else word for word in text.split(" "))


def sentence(text: str) -> str:
    """A reason from the engine as a sentence, with its cards as they are printed.

    >>> sentence("only two cards may be split")
    'Only two cards may be split.'
    """
    return capital(faces(text))


def capital(text: str) -> str:
    """A message as a sentence, with a capital letter and a full stop.

    >>> capital("there is no game 'x'")
    "There is no game 'x'."
    """
    return name(text) + ("" if text.endswith((".", "?", "!", "…")) else ".")


def counted(number: int, noun: str, plural: str = "") -> str:
    """A number of things.

    >>> counted(1, "difference"), counted(1200, "round"), counted(2, "entry", "entries")
    ('1 difference', '1,200 rounds', '2 entries')
    """
    return f"{number:,} {noun}" if number == 1 else f"{number:,} {plural or noun + 's'}"


def utc(at_ms: int, form: str = "%Y-%m-%d %H:%M:%S") -> str:
    """A time in UTC.

    >>> utc(60_000), utc(0, "%Y-%m-%d")
    ('1970-01-01 00:01:00', '1970-01-01')
    """
    return datetime.fromtimestamp(at_ms / 1000, UTC).strftime(form)


def parse_time(text: str | None) -> int | None:
    """A time that a person typed, in milliseconds; UTC unless it names another zone.

    >>> parse_time("1970-01-01T00:00:01"), parse_time("1970-01-01T10:00:01+10:00"), parse_time("")
    (1000, 1000, None)
    """
    if not text:
        return None
    try:
        time = datetime.fromisoformat(text)
    except ValueError:
        raise CutcardError(f"{text!r} is not a time such as 2026-05-01 or 2026-05-01T21:40+10:00") from None
    return round((time if time.tzinfo else time.replace(tzinfo=UTC)).timestamp() * 1000)


def worth(total: int, soft: bool) -> str:
    """A total; both totals if an ace may count one or eleven.

    >>> worth(18, True), worth(18, False)
    ('8 or 18', '18')
    """
    return f"{total - 10} or {total}" if soft else str(total)


def hand_words(value: int, soft: bool, ended: str, natural: str) -> str:
    """A hand's total, or how it ended, in a word or two; `soft` only while an ace may still count one or eleven.

    >>> hand_words(18, True, "", "Pontoon"), hand_words(24, False, "bust", ""), hand_words(21, True, "natural", "Ace!")
    ('8 or 18', 'bust 24', 'Ace!')
    """
    ends = {
        "natural": natural,
        "bust": f"bust {value}",
        "won": f"{value} wins",
        "surrendered": "surrendered",
        "void": "void",
    }
    return ends.get(ended) or worth(value, soft and not ended)


def total(hand: Hand) -> str:
    """A hand's total while it is being played."""
    return worth(hand.total, hand.soft)


def dealer_total(state: State) -> str:
    """The dealer's total; once the hand is over, only the one that counts."""
    best = state.dealer_total
    return worth(best, best != state.dealer_hard and state.needs != "nothing")


def hand_name(state: State, hand: Hand) -> str:
    """A hand's name: its box, and its number if the box has several hands."""
    box = state.boxes[hand.box]
    if box.hands_made == 1:
        return f"box {box.number}"
    return f"hand {state.hand_number(hand)} of box {box.number}"


def name(player: str) -> str:
    """A player's name at the beginning of a sentence."""
    return player[:1].upper() + player[1:]


def verb(plain: str, you: bool = False) -> str:
    """A verb for "you" or for another player: you stand, ann stands.

    >>> verb("stand", you=True), verb("stand"), verb("press")
    ('stand', 'stands', 'presses')
    """
    if you:
        return plain
    return plain + ("es" if plain.endswith(("s", "sh", "ch")) else "s")


def on_turn(state: State) -> Hand | None:
    """The player's hand that acts or gets a card now, if any."""
    if state.turn == DEALER or state.needs not in HAND_NEEDS:
        return None
    return state.hands[state.turn]
