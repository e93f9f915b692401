"""Terms and conditions as people read them: sections of plain sentences, each with the clause that asks for it."""

from __future__ import annotations

from collections.abc import Iterator
from html import escape
from typing import NamedTuple

from cutcard.narration.formatting import listed
from cutcard.rulebooks import load, procedures_of, rules
from cutcard.tournaments.terms import TournamentTerms, terms_digest
from cutcard.tournaments.terms_items import CONDUCT, DETAILS, ITEMS

OTHER = "Other conditions"
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


def terms_document(terms: TournamentTerms) -> tuple[TermsSection, ...]:
    """The whole terms: what their fields say, what the house states, and conditions that no document asks for."""
    lines = list(_lines(terms))
    titles = dict.fromkeys([DETAILS, *(one.section for one in ITEMS.values()), CONDUCT, OTHER])
    sections = (TermsSection(title, tuple(line for at, line in lines if at == title)) for title in titles)
    return tuple(section for section in sections if section.lines)


def _lines(terms: TournamentTerms) -> Iterator[tuple[str, TermsLine]]:
    game = rules(terms.book, terms.game, terms.options)
    decks = f"The game is {game.title} with {terms.decks} decks, by the document “{load(terms.book).title}”."
    yield DETAILS, TermsLine("game", decks, "")
    if terms.options:
        chosen = [f"{name.replace('-', ' ')}: {value}" for name, value in terms.options.items()]
        yield DETAILS, TermsLine("options", f"The house has chosen {listed(chosen)}.", "")
    says = procedures_of(terms.book).tournaments
    assert says is not None
    for item, one in ITEMS.items():
        clause = says.items.get(item, "")
        for text in one.says(terms) or ():
            yield one.section, TermsLine(item, text, clause)
        if item in terms.statements:
            yield one.section, TermsLine(item, terms.statements[item], clause)
    for name, text in terms.statements.items():
        if name not in ITEMS:
            yield OTHER, TermsLine(name, text, "")


def terms_as_text(terms: TournamentTerms) -> str:
    """The terms as plain text, a sentence a line with its clause."""
    lines = [terms.title, "=" * len(terms.title), ""]
    for section in terms_document(terms):
        lines += [section.title, "-" * len(section.title)]
        lines += [f"- {line.text}" + (f" ({line.clause})" if line.clause else "") for line in section.lines]
        lines.append("")
    lines.append(f"Version {terms_digest(terms)[:DIGEST_SHOWN]}.")
    return "\n".join(lines)


def terms_as_html(terms: TournamentTerms) -> str:
    """The terms as a page of their own, to be printed and handed out."""
    parts = [f"<h1>{escape(terms.title)}</h1><p>Terms and conditions</p>"]
    for section in terms_document(terms):
        parts.append(f"<h2>{escape(section.title)}</h2>")
        for line in section.lines:
            clause = f" <small>[{escape(line.clause)}]</small>" if line.clause else ""
            parts.append(f"<p>{escape(line.text)}{clause}</p>")
    parts.append(f"<p><small>Version {terms_digest(terms)[:DIGEST_SHOWN]}</small></p>")
    head = f'<meta charset="utf-8"><title>{escape(terms.title)}: terms and conditions</title><style>{STYLE}</style>'
    return f'<!doctype html>\n<html lang="en"><head>{head}</head><body>\n' + "\n".join(parts) + "\n</body></html>\n"
