"""The frame of the pages that are still NiceGUI's: name, links to the other pages, theme, account and footer.

A page is declared with `page` and filled inside `frame`:

    @page("/history")
    def history() -> None:
        with frame("History", "/history"):
            ui.label("…")

The style is one CSS file, `assets/cutcard.css`; `assets/frame.js` remembers theme and motion in the browser.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager
from functools import cache
from html import escape
from importlib.resources import files
from pathlib import Path
from typing import Any, Final
from urllib.parse import quote

from nicegui import app, ui
from nicegui.elements.mixins.text_element import TextElement

from cutcard.clauses import ledger
from cutcard.narration.formatting import capital
from cutcard.web.frame import Who

NAME = "Cutcard"
LANGUAGE: Final = "en-GB"
ASSETS = Path(str(files("cutcard.web") / "assets"))
ASSETS_URL = "/_cutcard"
YEAR = 365 * 24 * 3600  # seconds: an asset's address changes with its content
LOG_IN, LOG_OUT, ACCOUNT = "/login", "/logout", "/account"
BUILD_S = 60.0  # that a page may take to build on a busy machine
KEPT_S = 60.0  # how long a page's state is kept for a browser that is disconnected or too busy to answer
WAYS = (("Lobby", "/"), ("History", "/history"), ("Odds", "/odds"), ("Rulebook", "/rulebook"))
STAFF_WAY = ("Staff", "/staff")


def page(path: str, **settings: Any) -> Callable[[Callable[..., Any]], Callable[..., Any]]:
    """Declare a page at a path, with the project's language, assets and icon."""
    _serve_assets()
    settings = {"response_timeout": BUILD_S, "reconnect_timeout": KEPT_S, **settings}
    return ui.page(path, language=LANGUAGE, dark=None, **settings)


@contextmanager
def frame(title: str, here: str, who: Who | None = None, *, wide: bool = False) -> Iterator[None]:
    """Build a page around its content: `here` is its link in the menu, `wide` lets it fill the screen.

    Without `who`, the visitor is the one that the application has put into the request's state, if any.
    """
    client = ui.context.client
    if who is None:
        who = getattr(client.request.state, "who", None)
    ui.page_title(f"{title} · {NAME}")
    ui.add_head_html(_head())
    with client.layout:
        header = ui.html(_header(here, who), tag="header", sanitize=False).classes("cc-header")
        header.move(target_index=0)
        ui.html(FOOTER, tag="footer", sanitize=False).classes("cc-footer")
    ui.skip_link("Skip to the page", target=client.content)
    client.content.classes("cc-page cc-page-wide" if wide else "cc-page")
    yield


def asset_url(name: str) -> str:
    """The URL of a file in `assets`; it changes whenever the content changes."""
    return f"{ASSETS_URL}/{name}?v={_version(name)}"


def icon(name: str) -> str:
    """One of our icons as inline SVG, hidden from screen readers because the words beside it say the same."""
    return _icon(name)


def text(tag: str, words: str, classes: str = "") -> TextElement:
    """A plain element that holds plain text, such as a heading or a button's words."""
    return TextElement(tag=tag, text=words).classes(classes)


def raw(html: str, classes: str = "") -> ui.html:
    """Our own HTML, put on the page unchanged: anything from outside must already be escaped in it."""
    return ui.html(html, sanitize=False).classes(classes)


def panel(label: str = "", classes: str = "") -> ui.element:
    """A framed section with a name for screen readers."""
    made = ui.element("section").classes(f"cc-panel {classes}")
    return made.props(f'aria-label="{label}"') if label else made


# ------------------------------------------------------------------------------------------------------------- clauses


def clause_anchor(clause: str) -> str:
    """A clause's id as used after the # of a URL.

    >>> clause_anchor('1.1 "Blackjack"'), clause_anchor("7.5.6(a)")
    ('1.1_Blackjack', '7.5.6(a)')
    """
    return "_".join(clause.replace('"', "").split())


def clause_url(book: str, clause: str) -> str:
    """The URL of a clause on the rulebook page.

    >>> clause_url("sydney-v15", "12.6.2")
    '/rulebook/sydney-v15#12.6.2'
    """
    return f"/rulebook/{book}#{quote(clause_anchor(clause), safe='.()_:-')}"


def clause_html(book: str, clause: str) -> str:
    """A clause's number as a link to its text, as HTML; clauses separated by commas become a link each.

    >>> clause_html("sydney-v15", "12.7")
    '<a class="cc-clause" href="/rulebook/sydney-v15#12.7">12.7</a>'
    """
    if not clause:
        return ""
    several = clause.split(", ")
    if clause not in ledger(book) and len(several) > 1:
        return ", ".join(clause_html(book, each) for each in several)
    return f'<a class="cc-clause" href="{escape(clause_url(book, clause))}">{escape(clause)}</a>'


def clause_link(book: str, clause: str) -> ui.html:
    """A clause's number as a link to its text, put on the page."""
    return ui.html(clause_html(book, clause), tag="span", sanitize=False)


def sentence(text: str, *, book: str = "", clause: str | None = None, kind: str = "wrong") -> ui.html:
    """One plain sentence on the page that screen readers also read aloud; kind is "wrong", "told" or "good"."""
    with_clause = f" {clause_html(book, clause)}" if book and clause else ""
    role = "alert" if kind == "wrong" else "status"
    made = ui.html(escape(capital(text)) + with_clause, sanitize=False, tag="p")
    return made.classes(f"cc-sentence cc-{kind}").props(f"role={role}")


def say(place: ui.element, words: str, *, book: str = "", clause: str | None = None, kind: str = "wrong") -> None:
    """Show a sentence in this place, replacing the one before."""
    place.clear()
    with place:
        sentence(words, book=book, clause=clause, kind=kind)


def table_html(
    columns: Sequence[str], rows: Iterable[Sequence[str]], *, caption: str = "", numbers: Collection[int] = ()
) -> str:
    """A table as HTML that scrolls if it is too wide; cells are HTML, columns in `numbers` are right-aligned.

    The first cell of a row is its heading.
    """

    def line(cells: Sequence[str], heading: bool) -> str:
        made = []
        for at, cell in enumerate(cells):
            tag = "th" if heading or at == 0 else "td"
            scope = f' scope="{"col" if heading else "row"}"' if tag == "th" else ""
            made.append(f"<{tag}{scope}{' class=cc-number' if at in numbers else ''}>{cell}</{tag}>")
        return f"<tr>{''.join(made)}</tr>"

    head = f"<caption>{escape(caption)}</caption>" if caption else ""
    body = "".join(line(row, False) for row in rows)
    label = f' role="region" aria-label="{escape(caption)}"' if caption else ""
    return (
        f'<div class="cc-scroll" tabindex="0"{label}><table class="cc-table">{head}<thead>{line(columns, True)}</thead>'
        f"<tbody>{body}</tbody></table></div>"
    )


# ---------------------------------------------------------------------------------------------------------------- parts

FOOTER = (
    '<div class="cc-footer-in"><p>Guests play with play money: it cannot be bought, won or paid out. The house has an '
    'edge in these games; <a href="/odds">the odds</a> say how large it is.</p>'
    "<p>If gambling is no longer a game to you, Gambling Help is free, private and there day and night in Australia: "
    '<a href="tel:1800858858">1800 858 858</a>.</p></div>'
)


def _head() -> str:
    return (
        f'<link rel="stylesheet" href="{asset_url("cutcard.css")}">'
        f'<script src="{asset_url("frame.js")}"></script>'  # not deferred: the theme is set before anything is drawn
    )


def _header(here: str, who: Who | None) -> str:
    known = (*WAYS, STAFF_WAY) if who is not None and who.role not in ("player", "guest") else WAYS
    ways = "".join(
        f'<li><a href="{path}"{" aria-current=page" if path == here else ""}>{name}</a></li>' for name, path in known
    )
    return (
        f'<div class="cc-header-in"><a class="cc-brand" href="/">{icon("cutcard")}<span>{NAME}</span></a>'
        f'<nav class="cc-ways" aria-label="Pages"><ul>{ways}</ul></nav>'
        f'<div class="cc-tools">{_toggle("motion", "Motion")}{_toggle("theme", "Theme")}{_account(who)}</div></div>'
    )


def _toggle(what: str, label: str) -> str:
    states = {"motion": ("on", "off"), "theme": ("system", "light", "dark")}[what]
    icons = "".join(f'<span data-when="{state}">{icon(f"{what}-{state}")}</span>' for state in states)
    return f'<button type="button" class="cc-toggle" data-toggle="{what}" aria-label="{label}">{icons}</button>'


def _account(who: Who | None) -> str:
    if who is None:
        return f'<a class="cc-account" href="{LOG_IN}">Log in</a>'
    role = f' <span class="cc-role">{escape(who.role)}</span>' if who.role not in ("", who.name) else ""
    name = f'<a class="cc-account-name" href="{ACCOUNT}">{escape(who.name)}{role}</a>'
    leave = '<button class="cc-account" type="submit">Log out</button>'
    return f'{name}<form method="post" action="{LOG_OUT}">{leave}</form>'


@cache
def _serve_assets() -> None:
    app.add_static_files(ASSETS_URL, ASSETS, max_cache_age=YEAR)
    # Quasar's progress bar for every request tells nothing, and has no name for screen readers.
    app.config.quasar_config["loadingBar"]["skipHijack"] = True


@cache
def _version(name: str) -> str:
    return hashlib.sha256((ASSETS / name).read_bytes()).hexdigest()[:10]


@cache
def _icon(name: str) -> str:
    drawn = (ASSETS / f"{name}.svg").read_text(encoding="utf-8").strip()
    return drawn.replace("<svg ", '<svg aria-hidden="true" focusable="false" ', 1)
