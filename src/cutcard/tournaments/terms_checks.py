"""Whether terms and conditions hold together, and hold everything that the document asks for: all faults at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from cutcard.errors import CutcardError
from cutcard.money import AMOUNT_MAX
from cutcard.refusals import Refusal
from cutcard.rulebooks import procedures_of, rules
from cutcard.rulebooks.offers import check_together, pay_table
from cutcard.rulebooks.procedures import Procedures
from cutcard.rulebooks.schema import Rules
from cutcard.streams.book_choice import own_book_refused
from cutcard.table.ledger import MONEY
from cutcard.tournaments.schedules import schedule_refused
from cutcard.tournaments.terms import StageTerms, TournamentTerms
from cutcard.tournaments.terms_items import missing

MILLION = 1_000_000
FINAL = "final"
ROUNDS_MAX = 10_000

# What a document may rule out (`[table.tournaments].rules_out`), and how terms would provide it.
PROVIDES: Mapping[str, Callable[[TournamentTerms], bool]] = {
    "commission": lambda terms: terms.commission_per_million > 0,
    "withdrawal": lambda terms: terms.withdraw_until > 0,
    "several_entries": lambda terms: terms.entries_each > 1,
    "pass_cards": lambda terms: any(stage.pass_cards for stage in terms.stages),
    "undisclosed": lambda terms: any(stage.undisclosed for stage in terms.stages),
    "minutes": lambda terms: any(stage.minutes for stage in terms.stages),
    "chips_for_cash": lambda terms: terms.chips_at_end == "cash",
    "seats_by_director": lambda terms: terms.allocation == "director",
    "no_marker": lambda terms: not terms.marker,
    "employees": lambda terms: terms.charity_or_media,
    "low_limit": lambda terms: False,  # for a table to show: see readiness.py
}


def book_refused(book: str) -> Refusal | None:
    """Refuse a book that is not there, or has no tournaments."""
    refusal = own_book_refused(book, "tournaments")
    if refusal is None and procedures_of(book).tournaments is None:
        refusal = Refusal("book-without-tournaments", None, {"book": book})
    return refusal


def terms_faults(terms: TournamentTerms) -> tuple[Refusal, ...]:
    """Everything that is wrong with terms, each with the clause that asks for it where the document has one."""
    refusal = book_refused(terms.book)
    return (refusal,) if refusal is not None else tuple(_faults(terms, procedures_of(terms.book)))


def _faults(terms: TournamentTerms, procedures: Procedures) -> Iterator[Refusal]:
    document = procedures.tournaments
    assert document is not None
    yield from _game_faults(terms, document.items)
    for number, stage in enumerate(terms.stages, 1):
        yield from _stage_faults(terms, number, stage, document.items)
        yield from _limit_faults(stage, document.items.get("limits"), document.units)
    yield from _order_faults(terms, document.items)
    yield from _entry_faults(terms, document.items)
    yield from _prize_faults(terms, document.items)
    by_schedule = schedule_refused(terms)
    if by_schedule is not None:
        yield by_schedule
    for provided, clause in document.rules_out.items():
        if PROVIDES[provided](terms):
            yield Refusal("terms-rule-out", clause, {"provided": provided.replace("_", " ")})
    if terms.substitutes and "name-substitute" not in procedures.tournament_commands:
        yield Refusal("terms-rule-out", None, {"provided": "substitutes"})
    most = document.absent_rounds if document.absent_rounds or not _deducts(procedures) else ROUNDS_MAX
    if not 0 <= terms.absent_rounds <= most:
        yield Refusal("terms-absent-rounds", procedures.clauses["tournaments.absent_rounds"], {"most": most})
    for item in missing(terms, document.items):
        yield Refusal("terms-item-missing", document.items[item], {"item": item.replace("_", " ")})


def _deducts(procedures: Procedures) -> bool:
    """Whether a document lets the minimum be deducted from anybody who is away; for how long may be for the terms."""
    return "deduct-minimum" in procedures.tournament_commands


def _game_faults(terms: TournamentTerms, items: Mapping[str, str]) -> Iterator[Refusal]:
    """The game is one of the book's, with decks and side bets that it may have."""
    if not terms.title.strip():
        yield Refusal("terms-title")
    if terms.currency not in MONEY:
        yield Refusal("no-such-currency", None, {"currency": terms.currency, "allowed": MONEY})
    try:
        game = rules(terms.book, terms.game, terms.options)
        offered = [(bet, choice) for bet, choice in terms.side_bets.items() if choice is not False]
        if terms.decks in game.cards.decks:
            check_together(game, {bet: pay_table(game, terms.decks, bet, choice) for bet, choice in offered})
    except CutcardError as error:
        yield Refusal("not-in-rulebook", error.clause, {"why": error.message})
        return
    yield from _room_faults(terms, game)


def _room_faults(terms: TournamentTerms, game: Rules) -> Iterator[Refusal]:
    if terms.decks not in game.cards.decks:
        facts = {"game": game.title, "allowed": game.cards.decks, "decks": terms.decks}
        yield Refusal("decks", game.clauses["cards.decks"], facts)
    for stage in terms.stages:
        if not 2 <= stage.seats <= game.cards.boxes_max:
            facts = {"stage": stage.name, "seats": stage.seats, "most": game.cards.boxes_max}
            yield Refusal("stage-seats", game.clauses["cards.boxes_max"], facts)


def _stage_faults(
    terms: TournamentTerms, number: int, stage: StageTerms, items: Mapping[str, str]
) -> Iterator[Refusal]:
    facts = {"stage": stage.name}
    structure = items.get("rounds")
    lengths = (stage.rounds, stage.shoes, stage.minutes)
    if sum(bool(length) for length in lengths) != 1 or not all(0 <= length <= ROUNDS_MAX for length in lengths):
        yield Refusal("stage-length", structure, facts)
    if not stage.name.strip():
        yield Refusal("stage-name", structure)
    if not 0 < stage.chips <= AMOUNT_MAX:
        yield Refusal("stage-chips", items.get("chips"), facts)
    if min(stage.tables, stage.buy_in, stage.pass_cards, stage.undisclosed, stage.best_others, stage.advance) < 0:
        yield Refusal("stage-below-nothing", structure, facts)
    if (number < len(terms.stages) and not stage.advance + stage.best_others > 0) or stage.advance >= stage.seats > 1:
        yield Refusal("stage-advance", items.get("progress"), facts)
    if stage.repechage and number in (1, len(terms.stages)):
        yield Refusal("stage-repechage", items.get("repechage"), facts)


def _limit_faults(stage: StageTerms, clause: str | None, units: bool) -> Iterator[Refusal]:
    """Limits begin with the first round; where a minimum is the unit of wagers it goes into its maximum."""
    rounds = [step.from_round for step in stage.limits]
    facts = {"stage": stage.name}
    if not rounds or rounds[0] != 1 or rounds != sorted(set(rounds)):
        yield Refusal("stage-limits", clause, facts)
    for step in stage.limits:
        if not 0 < step.minimum <= step.maximum <= AMOUNT_MAX:
            yield Refusal("stage-minimum-maximum", clause, facts)
        elif units and step.maximum % step.minimum:
            yield Refusal("stage-units", clause, facts)
    if stage.limits and stage.limits[0].minimum > stage.chips:
        yield Refusal("stage-chips-below-minimum", clause, facts)


def _order_faults(terms: TournamentTerms, items: Mapping[str, str]) -> Iterator[Refusal]:
    """The last stage is the final, and the only one of that name; a schedule of the document has its own."""
    names = [stage.name for stage in terms.stages]
    if not terms.schedule and (not names or names[-1] != FINAL or names.count(FINAL) != 1):
        yield Refusal("final-missing", items.get("rounds"))
    if len(set(names)) != len(names):
        yield Refusal("stages-alike", items.get("rounds"))
    back = terms.buy_back
    if back is not None and (back.most < 1 or back.price < 0 or not 1 <= back.until_stage <= max(len(names) - 1, 1)):
        yield Refusal("terms-buy-back", items.get("buy_back"))


def _entry_faults(terms: TournamentTerms, items: Mapping[str, str]) -> Iterator[Refusal]:
    if not 2 <= terms.fewest <= terms.most:
        yield Refusal("terms-players", items.get("players"), {"fewest": terms.fewest, "most": terms.most})
    if not 0 <= terms.entry_fee <= AMOUNT_MAX or not 0 <= terms.commission_per_million <= MILLION:
        yield Refusal("terms-fee", items.get("entry_fee"))
    if not min(terms.added, terms.guaranteed) >= 0 or max(terms.added, terms.guaranteed) > AMOUNT_MAX:
        yield Refusal("terms-pool", items.get("pool") or items.get("prizes"))
    if terms.entries_each < 1:
        yield Refusal("terms-entries-each", items.get("form"))
    for name in ("entries_close_at", "withdraw_until", "substitute_until"):
        if getattr(terms, name) > terms.starts_at:
            facts = {"what": name.replace("_", " ")}
            yield Refusal("terms-after-start", items.get("withdrawal") or items.get("starts_at"), facts)


def _prize_faults(terms: TournamentTerms, items: Mapping[str, str]) -> Iterator[Refusal]:
    """Prizes are shares of the whole pool, the first no smaller than the second and so on."""
    if terms.schedule:
        return
    clause = items.get("prizes")
    if sum(terms.prizes) != MILLION or any(share <= 0 for share in terms.prizes):
        yield Refusal("terms-prizes", clause)
    if list(terms.prizes) != sorted(terms.prizes, reverse=True):
        yield Refusal("terms-prizes-order", clause)
