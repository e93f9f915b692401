"""Terms and conditions as people read them: sections of plain sentences, each with the clause that asks for it."""

from __future__ import annotations

from collections.abc import Iterator

from cutcard.narration.formatting import listed
from cutcard.rulebooks import load, procedures_of, rules
from cutcard.streams.conditions_document import (
    TermsLine,
    TermsSection,
    document_as_html,
    sections_of,
)
from cutcard.tournaments.schedules import schedule_of
from cutcard.tournaments.terms import TournamentTerms, terms_digest
from cutcard.tournaments.terms_items import CONDUCT, DETAILS, ITEMS

OTHER = "Other conditions"


def terms_document(terms: TournamentTerms) -> tuple[TermsSection, ...]:
    """The whole terms: what their fields say, what the house states, and conditions that no document asks for."""
    titles = dict.fromkeys([DETAILS, *(one.section for one in ITEMS.values()), CONDUCT, OTHER])
    return sections_of(_lines(terms), titles)


def _lines(terms: TournamentTerms) -> Iterator[tuple[str, TermsLine]]:
    game = rules(terms.book, terms.game, terms.options)
    decks = f"The game is {game.title} with {terms.decks} decks, by the document “{load(terms.book).title}”."
    yield DETAILS, TermsLine("game", decks, "")
    if terms.options:
        chosen = [f"{name.replace('-', ' ')}: {value}" for name, value in terms.options.items()]
        yield DETAILS, TermsLine("options", f"The house has chosen {listed(chosen)}.", "")
    schedule = schedule_of(terms)
    if schedule is not None:
        held = (
            f"Heats and a final are held about every {schedule.every_days} days, and later where entries are too few."
        )
        yield DETAILS, TermsLine("schedule", held, schedule.clauses["held"])
    document = procedures_of(terms.book).tournaments
    assert document is not None
    for item, one in ITEMS.items():
        clause = document.items.get(item, "")
        for text in one.says(terms) or ():
            yield one.section, TermsLine(item, text, clause)
        if item in terms.statements:
            yield one.section, TermsLine(item, terms.statements[item], clause)
    for name, text in terms.statements.items():
        if name not in ITEMS:
            yield OTHER, TermsLine(name, text, "")


def terms_as_html(terms: TournamentTerms) -> str:
    """The terms as a page of their own, to be printed and handed out."""
    return document_as_html(terms.title, terms_document(terms), terms_digest(terms))
