"""SVG as text: elements, numbers, and parts of the picture that can be replaced one by one."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

LAYERS = ("cloth", "boxes", "chips", "cards", "words")  # from the bottom up


class Part(NamedTuple):
    """A piece of the felt with an id of its own, so that only what has changed is drawn anew."""

    layer: str
    svg: str


def element(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An SVG element; `class_` is class, an underscore a hyphen, and what is None is left out.

    >>> element("circle", r=2.50, class_="spot", aria_hidden="true", fill=None)
    '<circle r="2.5" class="spot" aria-hidden="true"/>'
    """
    written = "".join(
        f' {key.rstrip("_").replace("_", "-")}="{_value(value)}"'
        for key, value in attributes.items()
        if value is not None
    )
    content = "".join(inside)
    return f"<{name}{written}>{content}</{name}>" if content else f"<{name}{written}/>"


def number(value: float) -> str:
    """A number as short as it may be.

    >>> number(12.34567), number(-0.01), number(40.0)
    ('12.3', '0', '40')
    """
    short = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def text(words: str, **attributes: str | float | None) -> str:
    """Words on the picture."""
    return element("text", escape(words), **attributes)


def moved(x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """A transform: to a place, turned by degrees and made larger or smaller."""
    made = f"translate({number(x)} {number(y)})"
    if turn:
        made += f" rotate({number(turn)})"
    return made + (f" scale({scale:.3g})" if scale != 1.0 else "")


def _value(value: str | float) -> str:
    return escape(value, quote=True) if isinstance(value, str) else number(value)
