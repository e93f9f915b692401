"""Chips: an amount as a stack of its denominations, seen a little from above."""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache

from cutcard.money import Cents
from cutcard.web.felt.svg import element, text

DENOMINATIONS: tuple[tuple[Cents, str], ...] = (  # with the name of a colour
    (1_000_000, "ivory"),
    (500_000, "brown"),
    (100_000, "gold"),
    (50_000, "violet"),
    (10_000, "black"),
    (5_000, "orange"),
    (2_500, "green"),
    (1_000, "blue"),
    (500, "red"),
    (100, "white"),
    (50, "rose"),
    (25, "copper"),
    (5, "copper"),
    (1, "copper"),
)
COLOURS = dict(DENOMINATIONS)
TALLEST = 7  # chips in a stack before another is started beside it
MOST = 3 * TALLEST
STEP = 5.0  # a chip's thickness
WIDE = 16.0  # half of its width


def chips(amount: Cents) -> list[Cents]:
    """An amount in as few chips as possible, largest first.

    >>> chips(3500), chips(1250)
    ([2500, 1000], [1000, 100, 100, 50])
    """
    made: list[Cents] = []
    for value, _ in DENOMINATIONS:
        count, amount = divmod(amount, value)
        made += [value] * count
    return made


@lru_cache(1000)
def stack(amount: Cents, token: bool = False) -> str:
    """An amount as a stack whose lowest chip is at the origin; a free bet token has its own shape."""
    if token:
        return _token()
    made = chips(amount)[:MOST]
    stacks = [made[at : at + TALLEST] for at in range(0, len(made), TALLEST)]
    span = (len(stacks) - 1) * 2 * WIDE * 0.92
    return "".join(_stack(each, at * 2 * WIDE * 0.92 - span / 2) for at, each in enumerate(stacks))


def _stack(made: Sequence[Cents], x: float) -> str:
    return "".join(_chip(COLOURS[value], x, -STEP * at) for at, value in enumerate(made))


def _chip(colour: str, x: float, y: float) -> str:
    side = f"M{x - WIDE:.1f} {y:.1f}v{STEP:.1f}a{WIDE} 7 0 0 0 {2 * WIDE} 0v-{STEP:.1f}Z"
    return element(
        "g",
        element("path", d=side, class_="ct-chip-side"),
        element("ellipse", cx=x, cy=y, rx=WIDE, ry=7, class_="ct-chip-top"),
        element("ellipse", cx=x, cy=y, rx=WIDE - 2.4, ry=5.6, class_="ct-chip-spots"),
        element("ellipse", cx=x, cy=y, rx=WIDE - 6.5, ry=3.6, class_="ct-chip-heart"),
        class_=f"ct-chip ct-{colour}",
    )


def _token() -> str:
    """A free bet token: a flat disc with its word on it."""
    return element(
        "g",
        element("circle", cy=-4, r=15, class_="ct-token"),
        text("FREE", y=-0.6, class_="ct-token-word"),
    )


def flat(value: Cents) -> str:
    """A chip from above, with its value, for choosing a chip."""
    whole = value // 100
    said = f"{whole // 1000}K" if whole >= 1000 else str(whole) if value % 100 == 0 else f"{value}c"
    marks = "".join(
        element("path", d="M-4.5-24H4.5L3.4-18H-3.4Z", transform=f"rotate({turn})") for turn in range(0, 360, 60)
    )
    return element(
        "svg",
        element("circle", r=24, class_="ct-chip-top"),
        element("g", marks, class_="ct-chip-marks"),
        element("circle", r=17, class_="ct-chip-heart"),
        text(said, y=5.5, class_="ct-chip-value"),
        viewBox="-25 -25 50 50",
        class_=f"ct-chip ct-{COLOURS[value]}",
        aria_hidden="true",
        focusable="false",
    )
