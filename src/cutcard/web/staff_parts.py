"""Small parts that the staff's and history pages share: assets, and the fields of forms as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from nicegui import ui

from cutcard.web.frame import asset_url

LATE = "that came too late, the table had gone on; nothing was done"
EXPIRED = "your login has expired: log in again, and you go on where you were"


def assets(*names: str) -> None:
    """Put style sheets and scripts of ours on the page."""
    for name in names:
        url = asset_url(name)
        css = name.endswith(".css")
        ui.add_head_html(f'<link rel="stylesheet" href="{url}">' if css else f'<script defer src="{url}"></script>')


def field_html(label: str, id_: str, control: str) -> str:
    """A control with its label."""
    return f'<div class="cc-field"><label for="{escape(id_)}">{escape(label)}</label>{control}</div>'


def input_html(name: str, label: str, id_: str, value: str = "", more: str = "") -> str:
    """A line to type into; `more` are further attributes."""
    control = (
        f'<input class="cc-input" name="{escape(name)}" id="{escape(id_)}" value="{escape(value)}" '
        f'autocomplete="off" {more}>'
    )
    return field_html(label, id_, control)


def option_html(value: str, words: str, chosen: bool = False) -> str:
    return f'<option value="{escape(value)}"{" selected" if chosen else ""}>{escape(words)}</option>'


def select_html(name: str, label: str, id_: str, options: Iterable[str]) -> str:
    """A list to choose from."""
    control = f'<select class="cc-select" name="{escape(name)}" id="{escape(id_)}">{"".join(options)}</select>'
    return field_html(label, id_, control)


def check_html(name: str, label: str, id_: str, checked: bool) -> str:
    """A box to tick."""
    box = f'<input type="checkbox" name="{name}" value="yes" id="{id_}"{" checked" if checked else ""}>'
    return f'<div class="cs-check">{box}<label for="{id_}">{escape(label)}</label></div>'
