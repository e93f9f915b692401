"""Whether conditions hold together, and hold everything that the document asks for: all faults at once."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping

from cutcard.clauses.library import is_own
from cutcard.money import AMOUNT_MAX
from cutcard.promotions.conditions import EntryRule, Prize, PromotionConditions
from cutcard.promotions.conditions_items import detail_word, missing
from cutcard.refusals import Refusal
from cutcard.rulebooks import BOOKS, load, procedures_of
from cutcard.rulebooks.procedures import Promotions
from cutcard.table.ledger import MONEY

ML_PER_LITRE = 1000
PRIZES_MAX = 1_000  # of one kind
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
    if book not in BOOKS:
        return Refusal("no-such-rulebook", None, {"book": book})
    if is_own(book):
        return Refusal("only-books-of-package", None, {"what": "promotions", "book": book})
    if procedures_of(book).promotions is None:
        return Refusal("book-without-promotions", None, {"book": book})
    return None


def conditions_faults(conditions: PromotionConditions) -> tuple[Refusal, ...]:
    """Everything that is wrong with conditions, each with the clause that asks for it where the document has one."""
    refusal = book_refused(conditions.book)
    if refusal is not None:
        return (refusal,)
    procedures = procedures_of(conditions.book)
    assert procedures.promotions is not None
    return tuple(_faults(conditions, procedures.promotions, procedures.clauses))


def _faults(conditions: PromotionConditions, says: Promotions, clauses: Mapping[str, str]) -> Iterator[Refusal]:
    yield from _plain_faults(conditions, says)
    for rule in conditions.entry_rules:
        yield from _rule_faults(rule, conditions, says)
    for prize in conditions.prizes:
        yield from _prize_faults(prize, says)
        yield from _barred(prize, says, clauses)
        yield from _means_faults(prize, says, clauses)
        yield from _details_missing(prize, says)
    for item in missing(conditions, says.items):
        yield Refusal("conditions-item-missing", says.items[item], {"item": item.replace("_", " ")})


def _plain_faults(conditions: PromotionConditions, says: Promotions) -> Iterator[Refusal]:
    if not conditions.title.strip():
        yield Refusal("conditions-title")
    if conditions.currency not in MONEY:
        yield Refusal("no-such-currency", None, {"currency": conditions.currency, "allowed": MONEY})
    if not conditions.starts_at < conditions.entries_close_at <= conditions.draw_at:
        yield Refusal("conditions-times", says.items["closing"])
    if not conditions.entry_rules:
        yield Refusal("conditions-without-entries", says.items["eligible"])
    if not conditions.prizes:
        yield Refusal("conditions-without-prizes", says.items["prizes"])
    if conditions.wins_each < 1 or conditions.entries_each < 0 or conditions.claim_days < 0:
        yield Refusal("conditions-numbers")
    for amount in (conditions.minimum_wager, conditions.wagered_least):
        if not 0 <= amount <= AMOUNT_MAX:
            yield Refusal("conditions-amount", says.items["wager"])
    book = load(conditions.book)
    for game in conditions.games:
        if game not in book.games:
            yield Refusal("promotion-game", says.items["eligible"], {"game": game, "book": conditions.book})
    if conditions.compulsory_bet and conditions.compulsory_bet not in book.side_bets:
        yield Refusal("promotion-bet", says.items["wager"], {"bet": conditions.compulsory_bet})
    for means in conditions.notified_by:
        if means not in says.notified_by:
            yield Refusal("notified-so", says.items["notifying"], {"means": means, "allowed": tuple(says.notified_by)})


def _rule_faults(rule: EntryRule, conditions: PromotionConditions, says: Promotions) -> Iterator[Refusal]:
    clause, bets = says.items["eligible"], load(conditions.book).side_bets
    if rule.bet not in ("", "main", *bets):
        yield Refusal("promotion-bet", clause, {"bet": rule.bet})
    elif rule.earned_by == "side-bet":
        if rule.bet not in bets:
            yield Refusal("promotion-bet", clause, {"bet": rule.bet})
        elif rule.outcome and rule.outcome not in _outcomes(conditions.book, rule.bet):
            facts = {"outcome": rule.outcome, "bet": rule.bet, "allowed": _outcomes(conditions.book, rule.bet)}
            yield Refusal("promotion-outcome", clause, facts)
    if not 1 <= rule.entries <= PRIZES_MAX or (rule.earned_by == "wagered" and rule.each <= 0):
        yield Refusal("entry-rule-numbers", clause)
    if not 0 <= rule.least <= AMOUNT_MAX or not 0 <= rule.each <= AMOUNT_MAX:
        yield Refusal("conditions-amount", says.items["wager"])


def _outcomes(book: str, bet: str) -> tuple[str, ...]:
    tables = load(book).side_bets[bet]["tables"].value
    return tuple(dict.fromkeys(row.outcome for table in tables for row in table.rows))


def _prize_faults(prize: Prize, says: Promotions) -> Iterator[Refusal]:
    clause = says.items["prizes"]
    if not prize.name.strip():
        yield Refusal("prize-name", clause)
    if not 0 < prize.value <= AMOUNT_MAX:
        yield Refusal("prize-value", clause, {"prize": prize.name})
    if not 1 <= prize.number <= PRIZES_MAX:
        yield Refusal("prize-number", clause, {"prize": prize.name, "most": PRIZES_MAX})
    if not 0 <= prize.alternative <= AMOUNT_MAX:
        yield Refusal("conditions-amount", clause)


def _barred(prize: Prize, says: Promotions, clauses: Mapping[str, str]) -> Iterator[Refusal]:
    """A prize that the document bars, by what it is said to contain or by the words for it."""
    words = f"{prize.name} {prize.nature}".lower()
    for barred, clause in says.barred.items():
        said = any(re.search(rf"\b{word}\b", words) for word in WORDS.get(barred, ()))
        if barred in prize.contains or said:
            yield Refusal("prize-barred", clause, {"prize": prize.name, "what": barred.replace("-", " ")})
    if unknown := [one for one in prize.contains if one not in says.barred]:
        yield Refusal("prize-contains", clauses["promotions.barred"], {"what": unknown[0], "known": tuple(says.barred)})
    if prize.liquor_ml > says.liquor_litres * ML_PER_LITRE:
        facts = {"prize": prize.name, "most": says.liquor_litres}
        yield Refusal("prize-liquor", clauses["promotions.liquor_litres"], facts)


def _means_faults(prize: Prize, says: Promotions, clauses: Mapping[str, str]) -> Iterator[Refusal]:
    """How a prize reaches its winner, and the money that may be paid instead of it."""
    clause = clauses["promotions.paid_by"]
    possible = MEANS.get(prize.kind, HANDED_OVER)
    if not prize.paid_by:
        yield Refusal("prize-without-means", clause, {"prize": prize.name})
    for means in prize.paid_by:
        if means not in says.paid_by:
            yield Refusal("prize-paid-so", clause, {"prize": prize.name, "means": means, "allowed": says.paid_by})
        elif means not in possible:
            facts = {"prize": prize.name, "means": means, "allowed": possible}
            yield Refusal("prize-means-unfit", clause, facts)
    if prize.alternative and (prize.kind in says.no_alternative or prize.kind == "money"):
        facts = {"prize": prize.name, "kind": prize.kind.replace("-", " ")}
        yield Refusal("prize-no-alternative", clauses["promotions.no_alternative"], facts)


def _details_missing(prize: Prize, says: Promotions) -> Iterator[Refusal]:
    """What has to be said besides about a prize of some kinds."""
    wanted = says.details.get(prize.kind)
    if wanted is None:
        return
    record = getattr(prize, prize.kind.replace("-", "_"))
    if record is None:
        facts = {"prize": prize.name, "kind": prize.kind.replace("-", " ")}
        yield Refusal("prize-details-missing", wanted["all"], facts)
        return
    for field in record._fields:
        value = getattr(record, field)
        if not (value > 0 if isinstance(value, int) else value.strip()):
            yield Refusal("prize-detail-missing", wanted[field], {"prize": prize.name, "detail": detail_word(field)})
