"""SVG as text: elements, numbers, and parts of the picture that can be replaced separately."""

from __future__ import annotations

from html import escape
from typing import NamedTuple

LAYERS = ("cloth", "boxes", "chips", "cards", "words")  # from the bottom up


class Part(NamedTuple):
    """A piece of the felt with its own id, so that only changed parts are redrawn."""

    layer: str
    svg: str


def element(name: str, *inside: str, **attributes: str | float | None) -> str:
    """An SVG element; `class_` means class, an underscore means a hyphen, and None values are left out.

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
    """A number, written as short as possible.

    >>> number(12.34567), number(-0.01), number(40.0)
    ('12.3', '0', '40')
    """
    short = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if short == "-0" else short


def text(words: str, **attributes: str | float | None) -> str:
    """Words on the picture."""
    return element("text", escape(words), **attributes)


def moved(x: float, y: float, turn: float = 0.0, scale: float = 1.0) -> str:
    """A transform: moved to a place, rotated by degrees and scaled."""
    made = f"translate({number(x)} {number(y)})"
    if turn:
        made += f" rotate({number(turn)})"
    return made + (f" scale({scale:.3g})" if scale != 1.0 else "")


def _value(value: str | float) -> str:
    return escape(value, quote=True) if isinstance(value, str) else number(value)
