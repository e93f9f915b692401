"""Terms and conditions as people read them: sections of plain sentences, each with the clause that asks for it."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape
from typing import NamedTuple

from cutcard.rulebooks import load
from cutcard.time_zones import local_time

DIGEST_SHOWN = 16  # characters, enough to tell versions apart
STYLE = """
body { font: 11pt/1.45 Georgia, serif; max-width: 46rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.6rem; } h2 { font-size: 1.15rem; margin: 1.4rem 0 0.3rem; break-after: avoid; }
p { margin: 0.3rem 0; break-inside: avoid; } small { color: #555; white-space: nowrap; }
@page { margin: 2cm; }
"""


class TermsLine(NamedTuple):
    """One sentence of the terms: what item it belongs to, and the clause that asks for it; "": none does."""

    item: str
    text: str
    clause: str


class TermsSection(NamedTuple):
    """A part of the terms under its heading."""

    title: str
    lines: tuple[TermsLine, ...]


def when(at_ms: int, book: str) -> str:
    """A time as terms and conditions give it: by the clocks of the casino, as on its signs, and in UTC beside it.

    >>> when(1_790_000_000_000, "sydney-v15")
    '22 September 2026, 00:13 AEST (21 September 2026, 14:13 UTC)'
    """
    form = "%-d %B %Y, %H:%M %Z"
    local, utc = local_time(at_ms, load(book).time_zone, form), local_time(at_ms, "UTC", form)
    return local if local == utc else f"{local} ({utc})"


def sections_of(lines: Iterable[tuple[str, TermsLine]], titles: Iterable[str]) -> tuple[TermsSection, ...]:
    """Lines under the headings that they belong to, in the order of the headings; one without lines is left out."""
    found = [*lines]
    sections = (TermsSection(title, tuple(line for at, line in found if at == title)) for title in titles)
    return tuple(section for section in sections if section.lines)


def document_as_text(title: str, sections: Iterable[TermsSection], digest: str) -> str:
    """A document as plain text, a sentence a line with its clause."""
    lines = [title, "=" * len(title), ""]
    for section in sections:
        lines += [section.title, "-" * len(section.title)]
        lines += [f"- {line.text}" + (f" ({line.clause})" if line.clause else "") for line in section.lines]
        lines.append("")
    lines.append(f"Version {digest[:DIGEST_SHOWN]}.")
    return "\n".join(lines)


def document_as_html(title: str, sections: Iterable[TermsSection], digest: str) -> str:
    """A document as a page of its own, to be printed and handed out."""
    parts = [f"<h1>{escape(title)}</h1><p>Terms and conditions</p>"]
    for section in sections:
        parts.append(f"<h2>{escape(section.title)}</h2>")
        for line in section.lines:
            clause = f" <small>[{escape(line.clause)}]</small>" if line.clause else ""
            parts.append(f"<p>{escape(line.text)}{clause}</p>")
    parts.append(f"<p><small>Version {digest[:DIGEST_SHOWN]}</small></p>")
    head = f'<meta charset="utf-8"><title>{escape(title)}: terms and conditions</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n' + "\n".join(parts) + "\n</body></html>\n"
