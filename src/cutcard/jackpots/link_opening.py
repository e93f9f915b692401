"""Opening a link: its terms are checked against the rulebook, and its meters start from their seeds."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from cutcard.errors import CutcardError
from cutcard.jackpots.draft import LinkDraft, Postings
from cutcard.jackpots.registry import command, event, handles, posts, reduces
from cutcard.jackpots.selection import commit_device
from cutcard.jackpots.state import LinkState
from cutcard.money import Cents
from cutcard.refusals import Refusal
from cutcard.rulebooks import load, rules
from cutcard.rulebooks.schema import PayTable, Rules, SideBet
from cutcard.sidebets import picked_outcome
from cutcard.streams.book_choice import own_book_refused, stored_book
from cutcard.table.bounds import is_new_name
from cutcard.table.ledger import JACKPOTS, MONEY, house_account, meter_account, moved
from cutcard.table.link_terms import MILLION, LinkTerms, MeterTerms, link_clauses


@command("open a link of tables", group="opening", needs_open_table=False, at_stake="money")
class OpenLink(NamedTuple):
    """Open a jackpot that tables can be linked to."""

    link: str
    book: str
    bet: str
    currency: str
    price: Cents
    meters: Mapping[str, MeterTerms]
    pay_table: str = ""
    selected_per_million: int = 0
    secret: str = ""  # put in by the house: of the device that picks boxes


@event(seen_by="everybody", log="the link {link} opens")
class LinkOpened(NamedTuple):
    link: str
    terms: LinkTerms


@handles(OpenLink)
def open_link(draft: LinkDraft, command: OpenLink) -> Refusal | None:
    if draft.state.phase:
        return Refusal("link-open-already", None, {"link": command.link})
    refusal = own_book_refused(command.book, "links") or draft.needs_role("open-link", command.book, command.bet)
    if refusal is not None:
        return refusal
    terms = LinkTerms(
        stored_book(command.book),
        command.bet,
        command.currency,
        command.price,
        dict(command.meters),
        command.pay_table,
        command.selected_per_million,
    )
    fault = next(terms_refused(command.link, terms), None)
    if fault is not None:
        return fault
    draft.add(LinkOpened(command.link, terms))
    if terms.selected_per_million:
        return commit_device(draft, command.secret)
    return None


def terms_refused(link: str, terms: LinkTerms) -> Iterator[Refusal]:
    """Everything that is wrong with a link's name and terms, each with its clause where the document has one."""
    if not is_new_name(link) or not link.strip("."):  # its pages have addresses with its name in them
        yield Refusal("link-name")
    if terms.currency not in MONEY:
        yield Refusal("no-such-currency", None, {"currency": terms.currency, "allowed": MONEY})
    found = _pay_table(terms)
    if isinstance(found, Refusal):
        yield found
        return
    game_rules, table = found
    clauses = link_clauses(terms)
    yield from _price_refused(terms, game_rules, clauses)
    yield from _meters_refused(terms, table, game_rules, clauses)
    yield from _selection_refused(terms, game_rules.side_bets[terms.bet])


def _pay_table(terms: LinkTerms) -> tuple[Rules, PayTable] | Refusal:
    """The pay table of a link and the rules of a game that it goes with."""
    book = load(terms.book)
    sheet = book.side_bets.get(terms.bet)
    if sheet is None:
        return Refusal("no-such-side-bet", None, {"book": terms.book, "bet": terms.bet})
    try:
        game_rules = rules(terms.book, sheet["games"].value[0])
    except CutcardError as error:
        return Refusal("not-in-rulebook", error.clause, {"why": error.message})
    side = game_rules.side_bets[terms.bet]
    clause = link_clauses(terms).get("pay_table", side.tables[0].rows[0].clause)
    if not any(row.meter for table in side.tables for row in table.rows):
        return Refusal("bet-without-meter", clause, {"title": side.title})
    table = next((table for table in side.tables if table.name == terms.pay_table), None)
    if table is None:
        return Refusal("link-pay-table", clause, {"title": side.title, "table": terms.pay_table})
    return game_rules, table


def _price_refused(terms: LinkTerms, game_rules: Rules, clauses: Mapping[str, str]) -> Iterator[Refusal]:
    side = game_rules.side_bets[terms.bet]
    if side.amounts and terms.price not in side.amounts:
        clause = game_rules.clauses[f"side_bets.{terms.bet}.amounts"]
        yield Refusal("link-price", clause, {"title": side.title, "allowed": side.amounts, "price": terms.price})
    elif terms.price <= 0:
        yield Refusal("link-price-nothing", clauses.get("price"))


def _meters_refused(
    terms: LinkTerms, table: PayTable, game_rules: Rules, clauses: Mapping[str, str]
) -> Iterator[Refusal]:
    """The meters are exactly those of the pay table, each with a seed that the document allows and a rate."""
    title = game_rules.side_bets[terms.bet].title
    own = tuple(dict.fromkeys(row.meter for row in table.rows if row.meter))
    if set(terms.meters) != set(own):
        yield Refusal("link-meters", clauses.get("pay_table") or table.rows[0].clause, {"title": title, "meters": own})
    allowed = seeds_allowed(terms.book, terms.bet)
    for meter, one in terms.meters.items():
        if allowed and one.seed not in allowed:
            facts = {"meter": meter, "allowed": tuple(allowed), "seed": one.seed}
            yield Refusal("link-seed", allowed.get(one.seed, clauses.get("seed")), facts)
        elif one.seed <= 0:
            yield Refusal("link-seed-nothing", clauses.get("least"), {"meter": meter})
        if not 0 <= one.per_million <= MILLION:
            yield Refusal("link-increment", clauses.get("increment") or clauses.get("least"), {"meter": meter})
    if sum(one.per_million for one in terms.meters.values()) > MILLION:
        yield Refusal("link-increments", clauses.get("increment") or clauses.get("least"))


def seeds_allowed(book: str, bet: str) -> dict[Cents, str]:
    """What a meter may be reset to where the document has a list, with the clause; empty: the house chooses.

    >>> seeds_allowed("sydney-v15", "blazing-7s")
    {1000000: '14.28', 2500000: '14.28', 5000000: '14.28'}
    """
    leaf = load(book).side_bets[bet].get("meter_minimum")
    if leaf is None:
        return {}
    if leaf.option is None:
        return {leaf.value: leaf.clause}
    return {cents: leaf.clauses.get(value, leaf.clause) for value, cents in leaf.values.items()}


def _selection_refused(terms: LinkTerms, side: SideBet) -> Iterator[Refusal]:
    picked = picked_outcome(side.judged_by)
    if terms.selected_per_million and picked is None:
        yield Refusal("link-selects-nothing", None, {"title": side.title})
    if not 0 <= terms.selected_per_million <= MILLION:
        yield Refusal("link-selection-rate", None, {"title": side.title})


@reduces(LinkOpened)
def _opened(state: LinkState, event: LinkOpened) -> LinkState:
    return state._replace(link=event.link, terms_or_none=event.terms, phase="open")


@posts(LinkOpened)
def _post_seeds(state: LinkState, event: LinkOpened) -> Postings:
    """Every meter starts from its seed."""
    terms = event.terms
    house = house_account(terms.currency, JACKPOTS)
    lines: Postings = ()
    for meter, one in terms.meters.items():
        lines += moved(house, meter_account(terms.currency, event.link, meter), one.seed)
    return lines
