"""Whether conditions hold together, and hold everything that the document asks for: all faults at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cutcard.money import AMOUNT_MAX
from cutcard.promotions.conditions import EntryRule, Prize, PromotionConditions
from cutcard.promotions.conditions_items import detail_word, missing
from cutcard.refusals import Refusal
from cutcard.rulebooks import load, procedures_of
from cutcard.rulebooks.procedures import Promotions
from cutcard.streams.book_choice import own_book_refused
from cutcard.table.ledger import MONEY

ML_PER_LITRE = 1000
PRIZES_MAX = 1_000  # of one kind
ENTRY_LEAST = 100  # cents that an entry for what is wagered takes at least
# How a prize of a kind can reach its winner at all; a kind that is not here is handed over.
MEANS: Mapping[str, tuple[str, ...]] = {
    "money": ("cash", "cheque", "transfer"),
    "casino-dollars": ("casino-dollars",),
    "slots-dollars": ("slots-dollars",),
}
HANDED_OVER = ("handed-over",)
# Words that give away what a prize is, whatever it is entered as.
WORDS: Mapping[str, tuple[str, ...]] = {
    "tobacco": ("tobacco", "cigarettes?", "cigars?", "cigarillos?", "snuff"),
    "firearm": ("firearms?", "rifles?", "shotguns?", "pistols?", "revolvers?"),
    "ammunition": ("ammunition", "cartridges? for (a )?(rifle|pistol|shotgun|revolver)s?"),
    "prohibited-weapon": ("crossbows?", "flick knife", "flick knives", "knuckledusters?", "nunchakus?"),
}


def book_refused(book: str) -> Refusal | None:
    """Refuse a book that is not there, or has no promotions."""
    refusal = own_book_refused(book, "promotions")
    if refusal is None and procedures_of(book).promotions is None:
        refusal = Refusal("book-without-promotions", None, {"book": book})
    return refusal


def conditions_faults(conditions: PromotionConditions) -> tuple[Refusal, ...]:
    """Everything that is wrong with conditions, each with the clause that asks for it where the document has one."""
    refusal = book_refused(conditions.book)
    if refusal is not None:
        return (refusal,)
    procedures = procedures_of(conditions.book)
    assert procedures.promotions is not None
    return tuple(_faults(conditions, procedures.promotions, procedures.clauses))


def _faults(conditions: PromotionConditions, document: Promotions, clauses: Mapping[str, str]) -> Iterator[Refusal]:
    yield from _plain_faults(conditions, document)
    for rule in conditions.entry_rules:
        yield from _rule_faults(rule, conditions, document)
    for prize in conditions.prizes:
        yield from _prize_faults(prize, document)
        yield from _barred(prize, document, clauses)
        yield from _means_faults(prize, document, clauses)
        yield from _details_missing(prize, document)
    for item in missing(conditions, document.items):
        yield Refusal("conditions-item-missing", document.items[item], {"item": item.replace("_", " ")})


def _plain_faults(conditions: PromotionConditions, document: Promotions) -> Iterator[Refusal]:
    if not conditions.title.strip():
        yield Refusal("conditions-title")
    if conditions.currency not in MONEY:
        yield Refusal("no-such-currency", None, {"currency": conditions.currency, "allowed": MONEY})
    if not conditions.starts_at < conditions.entries_close_at <= conditions.draw_at:
        yield Refusal("conditions-times", document.items["closing"])
    if not conditions.entry_rules:
        yield Refusal("conditions-without-entries", document.items["eligible"])
    if not conditions.prizes:
        yield Refusal("conditions-without-prizes", document.items["prizes"])
    if conditions.wins_each < 1 or conditions.entries_each < 0 or conditions.claim_days < 0:
        yield Refusal("conditions-numbers")
    for amount in (conditions.minimum_wager, conditions.wagered_least):
        if not 0 <= amount <= AMOUNT_MAX:
            yield Refusal("conditions-amount", document.items["wager"])
    book = load(conditions.book)
    for game in conditions.games:
        if game not in book.games:
            yield Refusal("promotion-game", document.items["eligible"], {"game": game, "book": conditions.book})
    if conditions.compulsory_bet and conditions.compulsory_bet not in book.side_bets:
        yield Refusal("promotion-bet", document.items["wager"], {"bet": conditions.compulsory_bet})
    for means in conditions.notified_by:
        if means not in document.notified_by:
            yield Refusal(
                "notified-so", document.items["notifying"], {"means": means, "allowed": tuple(document.notified_by)}
            )


def _rule_faults(rule: EntryRule, conditions: PromotionConditions, document: Promotions) -> Iterator[Refusal]:
    clause, bets = document.items["eligible"], load(conditions.book).side_bets
    if rule.bet not in ("", "main", *bets):
        yield Refusal("promotion-bet", clause, {"bet": rule.bet})
    elif rule.earned_by == "side-bet":
        if rule.bet not in bets:
            yield Refusal("promotion-bet", clause, {"bet": rule.bet})
        elif rule.outcome and rule.outcome not in _outcomes(conditions.book, rule.bet):
            facts = {"outcome": rule.outcome, "bet": rule.bet, "allowed": _outcomes(conditions.book, rule.bet)}
            yield Refusal("promotion-outcome", clause, facts)
    if not 1 <= rule.entries <= PRIZES_MAX or _too_cheap(rule):
        yield Refusal("entry-rule-numbers", clause)
    if not 0 <= rule.least <= AMOUNT_MAX or not 0 <= rule.each <= AMOUNT_MAX:
        yield Refusal("conditions-amount", document.items["wager"])


def _too_cheap(rule: EntryRule) -> bool:
    """Whether wagers make so many entries that nobody could draw among them: each is a ticket of its own."""
    return rule.earned_by == "wagered" and rule.each < ENTRY_LEAST * rule.entries


def _outcomes(book: str, bet: str) -> tuple[str, ...]:
    tables = load(book).side_bets[bet]["tables"].value
    return tuple(dict.fromkeys(row.outcome for table in tables for row in table.rows))


def _prize_faults(prize: Prize, document: Promotions) -> Iterator[Refusal]:
    clause = document.items["prizes"]
    if not prize.name.strip():
        yield Refusal("prize-name", clause)
    if not 0 < prize.value <= AMOUNT_MAX:
        yield Refusal("prize-value", clause, {"prize": prize.name})
    if not 1 <= prize.number <= PRIZES_MAX:
        yield Refusal("prize-number", clause, {"prize": prize.name, "most": PRIZES_MAX})
    if not 0 <= prize.alternative <= AMOUNT_MAX:
        yield Refusal("conditions-amount", clause)


def _barred(prize: Prize, document: Promotions, clauses: Mapping[str, str]) -> Iterator[Refusal]:
    """A prize that the document bars, by what it is said to contain or by the words for it."""
    words = f"{prize.name} {prize.nature}".lower()
    for barred, clause in document.barred.items():
        named = any(re.search(rf"\b{word}\b", words) for word in WORDS.get(barred, ()))
        if barred in prize.contains or named:
            yield Refusal("prize-barred", clause, {"prize": prize.name, "what": barred.replace("-", " ")})
    if unknown := [one for one in prize.contains if one not in document.barred]:
        yield Refusal(
            "prize-contains", clauses["promotions.barred"], {"what": unknown[0], "known": tuple(document.barred)}
        )
    if prize.liquor_ml > document.liquor_litres * ML_PER_LITRE:
        facts = {"prize": prize.name, "most": document.liquor_litres}
        yield Refusal("prize-liquor", clauses["promotions.liquor_litres"], facts)


def _means_faults(prize: Prize, document: Promotions, clauses: Mapping[str, str]) -> Iterator[Refusal]:
    """How a prize reaches its winner, and the money that may be paid instead of it."""
    clause = clauses["promotions.paid_by"]
    possible = MEANS.get(prize.kind, HANDED_OVER)
    if not prize.paid_by:
        yield Refusal("prize-without-means", clause, {"prize": prize.name})
    for means in prize.paid_by:
        if means not in document.paid_by:
            yield Refusal("prize-paid-so", clause, {"prize": prize.name, "means": means, "allowed": document.paid_by})
        elif means not in possible:
            facts = {"prize": prize.name, "means": means, "allowed": possible}
            yield Refusal("prize-means-unfit", clause, facts)
    if prize.alternative and (prize.kind in document.no_alternative or prize.kind == "money"):
        facts = {"prize": prize.name, "kind": prize.kind.replace("-", " ")}
        yield Refusal("prize-no-alternative", clauses["promotions.no_alternative"], facts)


def _details_missing(prize: Prize, document: Promotions) -> Iterator[Refusal]:
    """What has to be said besides about a prize of some kinds."""
    required = document.details.get(prize.kind)
    if required is None:
        return
    record = getattr(prize, prize.kind.replace("-", "_"))
    if record is None:
        facts = {"prize": prize.name, "kind": prize.kind.replace("-", " ")}
        yield Refusal("prize-details-missing", required["all"], facts)
        return
    for field in record._fields:
        value = getattr(record, field)
        if not (value > 0 if isinstance(value, int) else value.strip()):
            yield Refusal("prize-detail-missing", required[field], {"prize": prize.name, "detail": detail_word(field)})
