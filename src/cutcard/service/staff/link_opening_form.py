"""The form that opens a link of tables with a jackpot, with what the document offers, and the command that it gives."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from decimal import Decimal, InvalidOperation

from cutcard.jackpots import OpenLink
from cutcard.jackpots.link_opening import seeds_allowed
from cutcard.money import dollars
from cutcard.narration.formatting import capital, money
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.rulebooks.offers import table_named
from cutcard.rulebooks.schema import SideBet
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.staff.fields import Choice, FieldShown
from cutcard.service.staff.forms import FormError
from cutcard.service.staff.line import money_of
from cutcard.service.staff.link_forms import OPENS, link_power
from cutcard.sidebets import picked_outcome
from cutcard.table.draft import role_refused
from cutcard.table.ledger import MONEY
from cutcard.table.link_terms import MILLION, MeterTerms, side_bet_of
from cutcard.table.names import in_words

CURRENCY_WORDS = {"aud": "Australian dollars", "play": "Play money"}
USUAL_SEED, USUAL_PERCENT, USUAL_PRICE = 1_000_000, "5", 500


class OpenLinkForm(Body):
    """The form for a side bet: book, bet and pay table decide what is asked after them."""

    allowed: bool
    why: str
    clause: str
    book: str
    bet: list[FieldShown]  # the form has to be asked for again when one of these changes
    link: list[FieldShown]
    meters: list[FieldShown]


def linkable(book: str) -> dict[str, SideBet]:
    """The side bets of a book whose prizes come from meters, by id."""
    found = {bet: side_bet_of(book, bet) for bet in load(book).side_bets}
    return {bet: side for bet, side in found.items() if any(row.meter for table in side.tables for row in table.rows)}


def link_books(books: list[str]) -> list[str]:
    """Those of some books that have a jackpot to link tables to."""
    return [book for book in books if linkable(book) and link_power(book, next(iter(linkable(book))), OPENS)]


def link_form(caller: Caller, books: list[str], book: str, bet: str, pay_table: str) -> OpenLinkForm:
    """The form that opens a link; what does not go together falls back to the first that does."""
    book = book if book in books else books[0]
    bets = linkable(book)
    bet = bet if bet in bets else next(iter(bets))
    names = [table.name or "" for table in bets[bet].tables]
    pay_table = pay_table if pay_table in names else names[0]
    refusal = not_opened_by(caller, book, bet)
    return OpenLinkForm(
        allowed=refusal is None,
        why=capital(refusal.message) if refusal is not None else "",
        clause=(refusal.clause or "") if refusal is not None else "",
        book=book,
        bet=list(_bet(books, book, bets, bet, pay_table)),
        link=list(_link(bets[bet])),
        meters=list(_meters(book, bet, bets[bet], pay_table)),
    )


def not_opened_by(caller: Caller, book: str, bet: str) -> Refusal | None:
    """Why the caller may open no link of a side bet; None if they may."""
    person, power = caller.at(book), link_power(book, bet, OPENS)
    assert person is not None
    assert power is not None
    return role_refused(book, person, OPENS, power)


def _bet(books: list[str], book: str, bets: Mapping[str, SideBet], bet: str, pay_table: str) -> Iterator[FieldShown]:
    titles = [Choice(value=one.id, label=f"{one.title}, {one.edition}") for one in map(load, books)]
    yield FieldShown(name="book", kind="choice", label="Book", value=book, choices=titles)
    offered = [Choice(value=one, label=side.title) for one, side in bets.items()]
    yield FieldShown(name="bet", kind="choice", label="Jackpot", value=bet, choices=offered)
    tables = [Choice(value=table.name, label=table.name) for table in bets[bet].tables if table.name]
    if len(tables) > 1:
        yield FieldShown(name="pay_table", kind="choice", label="Pay table", value=pay_table, choices=tables)


def _link(side: SideBet) -> Iterator[FieldShown]:
    yield FieldShown(name="link", kind="text", label="Name of the link", required=True, max_length=40)
    currencies = [Choice(value=one, label=CURRENCY_WORDS.get(one, one)) for one in MONEY]
    yield FieldShown(name="currency", kind="choice", label="Money", value=MONEY[0], choices=currencies)
    if side.amounts:
        prices = [Choice(value=dollars(one), label=money(one)) for one in side.amounts]
        yield FieldShown(name="price", kind="choice", label="Price of a wager", value=prices[-1].value, choices=prices)
    else:
        usual = dollars(USUAL_PRICE)
        label = "Price of a wager in dollars, the same at all its tables"
        yield FieldShown(name="price", kind="money", label=label, value=usual, required=True, max_length=14)


def _meters(book: str, bet: str, side: SideBet, pay_table: str) -> Iterator[FieldShown]:
    allowed = [Choice(value=dollars(one), label=money(one)) for one in seeds_allowed(book, bet)]
    for meter in meters_of(side, pay_table):
        group, name = f"The meter {in_words(meter)}", f"seed:{meter}"
        seed = FieldShown(name=name, kind="money", label="Starts from, and is reset to, in dollars", group=group)
        usual = {"value": dollars(USUAL_SEED), "required": True, "max_length": 14}
        listed = {"kind": "choice", "choices": allowed, "value": allowed[0].value if allowed else ""}
        yield seed.model_copy(update=listed if allowed else usual)
        label = "Its part of every wager, in per cent"
        hint = "Up to four digits after the point."
        more = {"value": USUAL_PERCENT, "required": True, "group": group, "hint": hint, "max_length": 9}
        yield FieldShown(name=f"percent:{meter}", kind="text", label=label).model_copy(update=more)
    picked = picked_outcome(side.judged_by)
    if picked is not None:
        label = f"In how many of a million rounds of a table a box is picked for the {in_words(picked)}"
        yield FieldShown(name="selected_per_million", kind="number", label=label, value="0", max_length=7)


def meters_of(side: SideBet, pay_table: str) -> tuple[str, ...]:
    """The meters of a pay table."""
    rows = table_named(side, pay_table).rows
    return tuple(dict.fromkeys(row.meter for row in rows if row.meter))


def link_opening(given: Mapping[str, str]) -> OpenLink:
    """The command for a filled-in form; raises with a sentence."""
    book, bet, pay_table = given.get("book", ""), given.get("bet", ""), given.get("pay_table", "")
    if bet not in linkable(book):
        raise FormError("Choose a jackpot of this book.")
    meters = {
        meter: MeterTerms(money_of(given.get(f"seed:{meter}", "")), _per_million(given.get(f"percent:{meter}", "")))
        for meter in meters_of(side_bet_of(book, bet), pay_table)
    }
    picked = given.get("selected_per_million", "").strip() or "0"
    if not picked.isdecimal() or len(picked) > 7:
        raise FormError("How often a box is picked is a whole number of a million rounds.")
    price = money_of(given.get("price", ""))
    name = given.get("link", "").strip()
    return OpenLink(name, book, bet, given.get("currency", ""), price, meters, pay_table, int(picked))


def _per_million(text: str) -> int:
    """Per cent, as somebody types them, in millionths.

    >>> _per_million("2.5 %"), _per_million("0,75")
    (25000, 7500)
    """
    try:
        exact = Decimal(text.replace("%", "").replace(",", ".").strip()) * (MILLION // 100)
        if not 0 <= exact <= MILLION or exact != int(exact):
            raise InvalidOperation
    except InvalidOperation:
        message = "A meter's part of a wager is between 0 and 100 per cent, with at most four digits after the point."
        raise FormError(message) from None
    return int(exact)
