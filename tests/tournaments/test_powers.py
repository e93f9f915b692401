"""Who may give which command: what a document gives to who runs a tournament, nobody else may do, however high."""

from __future__ import annotations

import pytest
from support.clauses import clause
from support.tournament_floor import CANBERRA, EARLIER, MELBOURNE, SYDNEY, TERMS

from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.streams import Reading
from cutcard.table import Person
from cutcard.tournaments import TOURNAMENT_FAMILY, TOURNAMENTS, TournamentDraft, TournamentState

SYDNEYS = {
    "accept-entry": "4.3",
    "designate-table": "5.1",
    "move-start": "5.3",
    "draw-seats": "5.4",
    "allocate-seats": "5.4",
    "end-early": "5.5",
    "deduct-minimum": "5.6.1",
    "disqualify-absent": "5.6.2",
    "disqualify": "5.7",
    "award-places": "5.8",
    "set-pace": "6.11",
    "give-ruling": "11.2",
    "call-count": "11.3",
}
CANBERRAS = {
    "draw-seats": "20.7",
    "offer-seat": "20.10",
    "name-substitute": "20.11",
    "offer-break": "20.17",
    "set-pace": "20.18",
    "award-places": "20.19",
}
MELBOURNES = {
    "brief-players": "31.3.1",
    "demonstrate-game": "31.3.2",
    "designate-table": "31.2.4",
    "move-start": "31.4.1(b)",
    "refuse-entry": "31.4.2(a)(iii)",
    "disqualify": "31.4.8(a)(ii)",
    "end-early": "31.4.8(d)",
    "give-ruling": "31.4.8(h)",
}
BY_WHO_RUNS_IT = [
    *((book, word, f"{at}.{by}") for book, at in ((SYDNEY, 19), (EARLIER, 20)) for word, by in SYDNEYS.items()),
    *((CANBERRA, word, by) for word, by in CANBERRAS.items()),
    *((MELBOURNE, word, by) for word, by in MELBOURNES.items()),
]


def refused(book: str, word: str, by: Person) -> Refusal | None:
    """What is said to somebody who gives a command, before it is looked at what is in it."""
    state = TournamentState("spring", TERMS._replace(book=book), "running", directors=("dot",))
    draft = TournamentDraft(state, by, 5, {}, Reading(0, {}))
    return TOURNAMENT_FAMILY.refused(draft, TOURNAMENTS.specs[word])


@pytest.mark.parametrize(("book", "word", "by"), BY_WHO_RUNS_IT)
@clause(SYDNEY, "19.1.9", "19.4.3", "19.5.1", "19.5.3", "19.5.4", "19.5.5", "19.5.6.1", "19.5.6.2", "19.5.7", "19.5.8")
@clause(SYDNEY, "19.6.11", "19.11.2", "19.11.3")
@clause(EARLIER, "20.4.3", "20.5.1", "20.5.3", "20.5.4", "20.5.5", "20.5.6.1", "20.5.6.2", "20.5.7", "20.5.8")
@clause(EARLIER, "20.6.11", "20.11.2", "20.11.3")
@clause(CANBERRA, "20.7", "20.10", "20.11", "20.17", "20.18", "20.19")
@clause(
    MELBOURNE, "31.2.4", "31.3.1", "31.3.2", "31.4.1(b)", "31.4.2(a)(iii)", "31.4.8(a)(ii)", "31.4.8(d)", "31.4.8(h)"
)
def test_only_who_was_appointed_runs_a_tournament(book: str, word: str, by: str) -> None:
    highest = load(book).roles[-1]
    for other in (Person("sam", "dealer"), Person("mia", highest), Person("ann", "player"), Person("dot", "player")):
        refusal = refused(book, word, other)
        assert refusal is not None, other
        assert (refusal.code, refusal.clause) == ("role-too-low", by), other
    assert refused(book, word, Person("dot", "dealer")) is None


@pytest.mark.parametrize(
    ("book", "word", "role", "by"),
    [
        (SYDNEY, "cancel-tournament", "gaming-manager", "19.3.4"),
        (EARLIER, "cancel-tournament", "gaming-manager", "20.3.4"),
        (SYDNEY, "add-to-pool", "gaming-manager", "19.3.1"),
        (EARLIER, "add-to-pool", "gaming-manager", "20.3.1"),
        (CANBERRA, "appoint-director", "gaming-shift-manager", "20.2"),
        (CANBERRA, "cancel-tournament", "casino-operator", "20.24"),
        (MELBOURNE, "appoint-director", "tg-assistant-casino-manager", "31.2.3"),
    ],
)
@clause(SYDNEY, "19.3.1", "19.3.4")
@clause(EARLIER, "20.3.1", "20.3.4")
@clause(CANBERRA, "20.2", "20.24")
@clause(MELBOURNE, "31.2.3")
def test_what_is_the_operators_is_not_for_who_runs_it(book: str, word: str, role: str, by: str) -> None:
    for other in (Person("dot", "dealer"), Person("ann", "player")):
        refusal = refused(book, word, other)
        assert refusal is not None, other
        assert (refusal.code, refusal.clause) == ("role-too-low", by)
    assert refused(book, word, Person("mia", role)) is None
