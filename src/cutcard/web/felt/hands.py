"""Hands on the felt: a single one with overlapping cards, several in columns side by side."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from math import cos, pi, sin

from cutcard.rulebooks.schema import Rules
from cutcard.table.view import HandView, TableView
from cutcard.web.felt import card_art, labels
from cutcard.web.felt.places import Spot
from cutcard.web.felt.svg import Part, element, moved, text

INDEX = 27.0  # how much of a covered card is visible: its rank and suit
DOWN = 31.0  # the same if the next card is below it
GAP = 7.0


def hands(
    key: str, laid: Sequence[HandView], spot: Spot, spread: float, table: TableView, rules: Rules
) -> Iterator[tuple[str, Part]]:
    """The cards of a box's or the dealer's hands, and the total or result of each."""
    laid = [hand for hand in laid if hand.cards]
    size = _size(len(laid), spread / spot.scale) * spot.scale
    over = labels.is_over(table)
    for at, hand in enumerate(laid):
        column = (at - (len(laid) - 1) / 2) * (card_art.WIDE + GAP) * size
        places = _columns(hand, size) if len(laid) > 1 else _row(hand, size, spread)
        crossed = 0.8 if len(laid) > 1 else 1.0  # so that it does not hide the column beside it
        for number, (card, (x, y, turn)) in enumerate(zip(hand.cards, places, strict=True)):
            where = _on(spot, x + column, y)
            name = f"card-{key}-{hand.number}-{number}"
            yield name, _card(card, where, spot.turn + turn, size * (crossed if turn else 1.0), hand)
        top = min(y for _, y, _ in places) - card_art.HIGH / 2 * size
        where = _on(spot, column, top - 13 * max(size, 0.7))
        yield f"pill-{key}-{hand.number}", _pill(key, hand, where, max(size, 0.66), rules, over)


def _size(count: int, spread: float) -> float:
    """How large to draw the cards so that all columns fit within the spread."""
    if count <= 1:
        return 1.0
    return min(0.92, spread * 1.16 / (count * (card_art.WIDE + GAP)))


def _row(hand: HandView, size: float, spread: float) -> list[tuple[float, float, float]]:
    """Places of a single hand's cards from left to right; the card after a double is crosswise."""
    count = len(hand.cards)
    cross = hand.doubled and count > 2
    plain = count - cross
    step = min(INDEX * size, (spread - card_art.WIDE * size) / max(plain - 1, 1))
    start = -step * (plain - 1) / 2
    places = [(start + step * at, 0.0, 0.0) for at in range(plain)]
    if cross:
        places.append((0.0, card_art.HIGH * size * 0.34, 90.0))
    return places


def _columns(hand: HandView, size: float) -> list[tuple[float, float, float]]:
    """Places of a split hand's cards, each lower card covering the one before."""
    count = len(hand.cards)
    step = min(DOWN, 72 / max(count - 1, 1)) * size
    lowest = 16 * size
    places = [(0.0, lowest - step * (count - 1 - at), 0.0) for at in range(count)]
    if hand.doubled and count > 2:
        places[-1] = (0.0, lowest + 6 * size, 90.0)
    return places


def _on(spot: Spot, x: float, y: float) -> tuple[float, float]:
    """A place beside a spot, turned with it."""
    turn = spot.turn * pi / 180
    return spot.x + x * cos(turn) - y * sin(turn), spot.y + x * sin(turn) + y * cos(turn)


def _card(card: str | None, where: tuple[float, float], turn: float, size: float, hand: HandView) -> Part:
    dim = "ct-card ct-dim" if hand.ended in ("bust", "surrendered", "void") else "ct-card"
    inside = element("g", card_art.drawn(card), class_="ct-lies")
    place = moved(*where, turn, size)
    return Part("cards", element("g", inside, transform=place, class_=dim, data_card=card or "back"))


def _pill(key: str, hand: HandView, where: tuple[float, float], size: float, rules: Rules, over: bool) -> Part:
    said, kind = labels.pill(hand, rules.natural.name, over)
    whose = "Dealer" if key == "dealer" else f"Box {key}" + (f", hand {hand.number}" if hand.split else "")
    if key == "dealer":
        kind = ""
    wide = 14 + 8.6 * len(said)
    drawn = ""
    if said:
        drawn = element("rect", x=-wide / 2, y=-12, width=wide, height=24, rx=12) + text(said, y=5)
    label = f"{whose}: {labels.hand_said(hand, rules.natural.name, over)}"
    place = moved(*where, scale=size)
    style = f"ct-pill ct-pill-{kind or 'plain'}"
    return Part("words", element("g", drawn, transform=place, class_=style, role="img", aria_label=label))
