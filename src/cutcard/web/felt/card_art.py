"""Our own playing cards: 52 faces and a back, each drawn from a few shapes."""

from __future__ import annotations

from functools import cache

from cutcard.cards import BY_TEXT
from cutcard.web.felt.svg import element, moved, text

WIDE, HIGH = 64.0, 90.0
# Suits in a square of 24 around the middle.
SUITS = {
    "h": "M0 10.5C-3.2 7-11 2.2-11-4.2-11-8.2-8.2-10.5-5.4-10.5-3-10.5-1-9.2 0-7 1-9.2 3-10.5 5.4-10.5 8.2-10.5 11-8.2 "
    "11-4.2 11 2.2 3.2 7 0 10.5Z",
    "d": "M0-11.5C2.6-7 5.8-3.4 9 0 5.8 3.4 2.6 7 0 11.5-2.6 7-5.8 3.4-9 0-5.8-3.4-2.6-7 0-11.5Z",
    "s": "M0-11.2C3-7 11-3 11 3.2 11 6.6 8.6 8.4 6 8.4 4 8.4 2.4 7.4 1.4 5.8 1.6 8.4 2.4 10.2 3.8 11.4L-3.8 11.4C-2.4 "
    "10.2-1.6 8.4-1.4 5.8-2.4 7.4-4 8.4-6 8.4-8.6 8.4-11 6.6-11 3.2-11-3-3-7 0-11.2Z",
    "c": "M0-11.2A5.2 5.2 0 0 1 4.1-2.8 5.3 5.3 0 1 1 1.3 4.6C1.5 7.6 2.3 10 3.8 11.4L-3.8 11.4C-2.3 10-1.5 7.6-1.3 4.6"
    "A5.3 5.3 0 1 1-4.1-2.8 5.2 5.2 0 0 1 0-11.2Z",
}
# The headwear of the three court cards, in a square of 24.
COURTS = {
    "K": "M-11 8-12-6-6-1 0-11 6-1 12-6 11 8ZM-11 10H11V13H-11Z",
    "Q": "M-10 8-11-4-5 1-3.5-8A3.5 3.5 0 1 1 3.5-8L5 1 11-4 10 8ZM-10 10H10V13H-10Z",
    "J": "M-10 9C-11 0-7-9 3-11 1-8 2-6 4-5 9-3 11 2 10 9 6 6-5 6-10 9ZM-11 11H11V13.5H-11Z",
}


@cache
def face(card: str) -> str:
    """What is printed on a card such as "Ks", around its middle."""
    drawn = BY_TEXT[card]
    ink = "ct-red" if drawn.red else "ct-black"
    rank = "10" if drawn.rank == "T" else drawn.rank
    left, top = -WIDE / 2, -HIGH / 2
    index = text(rank, x=left + 14.5, y=top + 27, class_="ct-rank" + (" ct-ten" if rank == "10" else ""))
    small = _suit(drawn.suit, left + 14.5, top + 41, 0.72)
    if drawn.rank in COURTS:
        middle = (
            element("rect", x=-5, y=-37, width=31, height=74, rx=4, class_="ct-court")
            + element("path", d=COURTS[drawn.rank], transform=moved(10.5, -14, scale=0.95), class_="ct-crown")
            + _suit(drawn.suit, 10.5, 16, 1.2)
        )
    else:
        middle = _suit(drawn.suit, 10, 15, 1.9 if drawn.rank == "A" else 1.6)
    return _paper() + element("g", index, small, middle, class_=ink)


@cache
def back() -> str:
    """The back of a card: a red frame, and a lattice in it."""
    frame = element("rect", x=-27, y=-40, width=54, height=80, rx=4, class_="ct-back")
    return _paper() + frame + element("path", d=_lattice(), class_="ct-back-lines")


def drawn(card: str | None) -> str:
    """A card's face, or its back if the viewer may not see it."""
    return face(card) if card is not None else back()


def _paper() -> str:
    return element("rect", x=-WIDE / 2, y=-HIGH / 2, width=WIDE, height=HIGH, rx=6.5, class_="ct-paper")


def _suit(suit: str, x: float, y: float, scale: float) -> str:
    return element("path", d=SUITS[suit], transform=moved(x, y, scale=scale))


def _lattice() -> str:
    """Crossing lines, clipped at the frame."""
    lines = [_within(at - 24, at + 24) for at in range(-60, 61, 12)]
    lines += [_within(at + 24, at - 24) for at in range(-60, 61, 12)]
    return "".join("M{:.1f} {:.1f}L{:.1f} {:.1f}".format(*line) for line in lines if line is not None)


def _within(x1: float, x2: float, edge: float = 23.0, top: float = 36.0) -> tuple[float, float, float, float] | None:
    """The part of a line from x1 at the top to x2 at the bottom that is between the two vertical edges."""
    steps = sorted(((-edge - x1) / (x2 - x1), (edge - x1) / (x2 - x1)))
    low, high = max(steps[0], 0.0), min(steps[1], 1.0)
    if low >= high:
        return None
    return x1 + low * (x2 - x1), 2 * top * low - top, x1 + high * (x2 - x1), 2 * top * high - top
