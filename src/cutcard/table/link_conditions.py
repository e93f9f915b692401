"""What a table must be and have for a link's wager to be offered there."""

from __future__ import annotations

from cutcard.engine import Refusal
from cutcard.errors import CutcardError
from cutcard.rulebooks import load, offers
from cutcard.table.config import TableConfig
from cutcard.table.link_terms import LinkTerms, link_clauses
from cutcard.table.side_bet_changes import lacking_refused
from cutcard.table.state import TableState


def unlinkable(terms: LinkTerms, config: TableConfig, table: str, shuffles_itself: bool) -> Refusal | None:
    """Why a link's wager may not be offered at a table: book, money, game, decks, equipment, another meter's wager."""
    clauses, refusal = link_clauses(terms), house_refused(terms, config, table)
    if refusal is not None:
        return refusal
    try:
        offers.pay_table(config.rules, config.decks, terms.bet, terms.pay_table or True)
        offers.check_together(config.rules, (terms.bet, *config.side_bets))
    except CutcardError as error:
        return Refusal("not-in-rulebook", error.clause, {"why": error.message})
    if "shuffler" in clauses and not shuffles_itself:
        return Refusal("link-needs-shuffler", clauses["shuffler"], {"table": table})
    least = config.rules.side_bets[terms.bet].meter_minimum
    if least is not None and any(one.seed != least for one in terms.meters.values()):
        return Refusal("table-shows-other-seed", clauses.get("increment"), {"table": table, "seed": least})
    return lacking_refused(config.rules, config.procedures, terms.bet, config.lacking)


def house_refused(terms: LinkTerms, config: TableConfig, table: str) -> Refusal | None:
    """A link and its tables go by the same rulebook and the same money."""
    if (config.rules.book, config.currency) == (terms.book, terms.currency):
        return None
    return Refusal("table-of-another-house", None, {"table": table, "book": load(terms.book).title})


def with_links(state: TableState, config: TableConfig) -> TableConfig | Refusal:
    """The terms on which a table opens again that is still in links: it offers their wagers, or may not open so."""
    for bet, linked in state.links.items():
        refusal = unlinkable(linked.terms, config, state.table, config.device == "shuffling-device")
        if refusal is not None:
            return refusal
        table = offers.pay_table(config.rules, config.decks, bet, linked.terms.pay_table or True)
        config = config._replace(side_bets={**config.side_bets, bet: table})
    return config
