"""What conditions say, item by item: the fields in sentences, and what the house states in its own words.

A document asks for these items (`[table.promotions].items`). One that neither a field nor a statement answers is
missing.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import NamedTuple

from cutcard.money import priced
from cutcard.narration.formatting import counted, listed
from cutcard.promotions.conditions import EntryRule, Prize, PromotionConditions
from cutcard.rulebooks import load, rules
from cutcard.streams.conditions_document import when

Says = Callable[[PromotionConditions], tuple[str, ...]]

DETAIL_WORDS: Mapping[str, str] = {
    "on_road_costs": "registration and other on-road costs",
    "persons": "people who may travel",
    "duration": "how long it lasts",
    "accommodation": "standard of accommodation",
    "restrictions": "restrictions on when it is taken",
    "dwelling": "type of dwelling",
    "contract": "details of the contract",
    "easements": "details of easements",
    "location": "address or other location",
}


class Item(NamedTuple):
    """An item of conditions: under which heading it stands, and what the fields say about it; nothing: a statement."""

    section: str
    says: Says


def missing(conditions: PromotionConditions, items: Mapping[str, str]) -> Iterator[str]:
    """The items of a document that neither fields nor statements answer."""
    for item in items:
        if not ITEMS[item].says(conditions) and not conditions.statements.get(item, "").strip():
            yield item


def rule_in_words(rule: EntryRule, book: str) -> str:
    """How entries are earned, in a sentence.

    >>> rule_in_words(EntryRule("wagered", each=10_000), "sydney-v15")
    '1 entry for each $100 wagered on the main bet.'
    """
    entries = counted(rule.entries, "entry", "entries")
    bet = "the main bet" if rule.bet == "main" else _title(book, rule.bet) if rule.bet else "all bets of a box"
    least = f" with at least {priced(rule.least)} on {bet}" if rule.least else ""
    if rule.earned_by == "wagered":
        return f"{entries} for each {priced(rule.each)} wagered on {bet}{least}."
    if rule.earned_by == "side-bet":
        outcome = f"the outcome {rule.outcome.replace('-', ' ')} of {bet}" if rule.outcome else f"each {bet} that wins"
        return f"{entries} for {outcome}{least}."
    if rule.earned_by == "form":
        return f"{entries} for an entry form, once for each player."
    what = "blackjack" if rule.earned_by == "blackjack" else "box played in a round"
    return f"{entries} for each {what}{least}."


def _title(book: str, bet: str) -> str:
    found = load(book).side_bets
    return str(found[bet]["title"].value) if bet in found else bet


def _awarding(conditions: PromotionConditions) -> tuple[str, ...]:
    if conditions.awarded == "at-once":
        return ("Every entry that is earned wins a prize at once, in the order listed, as long as there are any.",)
    how = "Prizes are drawn by lot: every entry has the same chance."
    sealed = "What decides the draw is sealed before entries close, and revealed with the result."
    each = f"Nobody wins more than {counted(conditions.wins_each, 'prize')}."
    return how, sealed, each


def _awarded_at(conditions: PromotionConditions) -> tuple[str, ...]:
    if not conditions.draw_at or not conditions.draw_place.strip():
        return ()
    what = "The draw is" if conditions.awarded == "draw" else "Prizes are awarded until"
    return (f"{what} on {when(conditions.draw_at, conditions.book)}, here: {conditions.draw_place}.",)


def _eligible(conditions: PromotionConditions) -> tuple[str, ...]:
    if not conditions.eligible.strip():
        return ()
    lines = [conditions.eligible]
    lines += [rule_in_words(rule, conditions.book) for rule in conditions.entry_rules]
    if conditions.games:
        known = load(conditions.book).games
        titles = [rules(conditions.book, one).title if one in known else one for one in conditions.games]
        lines.append(f"Only play at {listed(titles)} counts.")
    if conditions.tables:
        lines.append(f"Only play at these tables counts: {listed(list(conditions.tables))}.")
    if conditions.entries_each:
        lines.append(f"Nobody has more than {counted(conditions.entries_each, 'entry', 'entries')}.")
    return tuple(lines)


def _wager(conditions: PromotionConditions) -> tuple[str, ...]:
    lines = []
    if conditions.minimum_wager:
        lines.append(f"A round counts with a main wager of at least {priced(conditions.minimum_wager)} on the box.")
    if conditions.compulsory_bet:
        title = _title(conditions.book, conditions.compulsory_bet)
        lines.append(f"A round counts only with a wager on {title} on the same box.")
    if conditions.wagered_least:
        lines.append(f"Entries count once somebody has wagered {priced(conditions.wagered_least)} in all.")
    lines += [
        f"The minimum wager for an entry is {priced(rule.least)}." for rule in conditions.entry_rules if rule.least
    ]
    return tuple(lines) or ("There is no minimum or compulsory wager beyond the limits of the table.",)


def _nature(conditions: PromotionConditions) -> tuple[str, ...]:
    if not all(prize.nature.strip() for prize in conditions.prizes):
        return ()
    found = []
    for prize in conditions.prizes:
        found.append(f"{prize.name}: {prize.nature}.")
        if prize.qualification.strip():
            found.append(f"{prize.name}, qualified: {prize.qualification}.")
    return tuple(found)


def _closing(conditions: PromotionConditions) -> tuple[str, ...]:
    at = conditions.entries_close_at
    return (f"Entries close on {when(at, conditions.book)}.",) if at else ()


def _held_at(conditions: PromotionConditions) -> tuple[str, ...]:
    if not conditions.starts_at or not conditions.place.strip():
        return ()
    begins = when(conditions.starts_at, conditions.book)
    ends = when(conditions.draw_at or conditions.entries_close_at, conditions.book)
    return (f"The promotion runs from {begins} to {ends}, here: {conditions.place}.",)


def _claiming(conditions: PromotionConditions) -> tuple[str, ...]:
    if not conditions.claimed.strip():
        return ()
    here = "Entrants must be present at the draw to win." if conditions.must_be_present else ""
    lines = [conditions.claimed, here or "Entrants need not be present at the draw."]
    if conditions.claim_days:
        lines.append(f"A prize is claimed within {counted(conditions.claim_days, 'day')} of the draw.")
    return tuple(lines)


def _notifying(conditions: PromotionConditions) -> tuple[str, ...]:
    means = [one.replace("-", " ") for one in conditions.notified_by]
    if means:
        return (f"Winners are told by these means: {listed(means)}.",)
    return ("Winners are told at the draw, where they are present.",) if conditions.must_be_present else ()


def _results(conditions: PromotionConditions) -> tuple[str, ...]:
    return (f"Results are published here: {conditions.results_at}.",) if conditions.results_at.strip() else ()


def _prizes(conditions: PromotionConditions) -> tuple[str, ...]:
    lines = []
    for prize in conditions.prizes:
        many = f"{prize.number} of them, each" if prize.number > 1 else "one,"
        lines.append(f"{prize.name}: {many} worth {priced(prize.value)}.")
        if prize.conditions.strip():
            lines.append(f"{prize.name}, conditions: {prize.conditions}.")
    return tuple(lines)


def detail_word(field: str) -> str:
    """A detail of a prize as conditions call it.

    >>> detail_word("on_road_costs"), detail_word("make")
    ('registration and other on-road costs', 'make')
    """
    return DETAIL_WORDS.get(field, field.replace("_", " "))


def details_of(prize: Prize) -> Iterator[tuple[str, str]]:
    """What is said about a prize of some kinds besides its value: the detail's name, and the sentence."""
    record = getattr(prize, prize.kind.replace("-", "_"), None)
    if record is not None:
        for field, value in record._asdict().items():
            yield field, f"{prize.name}, {detail_word(field)}: {value}."


def _disbursement(conditions: PromotionConditions) -> tuple[str, ...]:
    if not all(prize.paid_by for prize in conditions.prizes):
        return ()
    return tuple(
        f"How the winner gets {prize.name}: {listed([one.replace('-', ' ') for one in prize.paid_by], 'or')}."
        for prize in conditions.prizes
    )


def _alternative(conditions: PromotionConditions) -> tuple[str, ...]:
    found = [
        f"Instead of {prize.name} the winner may choose {priced(prize.alternative)}."
        for prize in conditions.prizes
        if prize.alternative
    ]
    return tuple(found) or ("No money is paid instead of a prize.",)


def _available(conditions: PromotionConditions) -> tuple[str, ...]:
    return (
        (f"These conditions can be read here: {conditions.available_at}.",) if conditions.available_at.strip() else ()
    )


PROMOTION, ENTRY, PRIZES, WINNERS = "The promotion", "Who takes part, and how", "Prizes", "Winners"
ITEMS: Mapping[str, Item] = {
    "held_at": Item(PROMOTION, _held_at),
    "closing": Item(PROMOTION, _closing),
    "available": Item(PROMOTION, _available),
    "eligible": Item(ENTRY, _eligible),
    "wager": Item(ENTRY, _wager),
    "nature": Item(PRIZES, _nature),
    "prizes": Item(PRIZES, _prizes),
    "disbursement": Item(PRIZES, _disbursement),
    "alternative": Item(PRIZES, _alternative),
    "awarding": Item(WINNERS, _awarding),
    "awarded_at": Item(WINNERS, _awarded_at),
    "claiming": Item(WINNERS, _claiming),
    "notifying": Item(WINNERS, _notifying),
    "results": Item(WINNERS, _results),
}
