"""`cutcard jackpots`: the links of a store, what their meters show, and how they came to it."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import closing
from typing import Annotated, Any

import typer

from cutcard.cli.options import AsJson, Database
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError, nearest
from cutcard.jackpots import LINKS, LinkCommandReceived, LinkState
from cutcard.money import Cents
from cutcard.narration.formatting import money, utc
from cutcard.store import Store
from cutcard.store.meters import Reconciliation, link_events, link_state, meters_now, reconciled
from cutcard.table.codec import written
from cutcard.table.link_terms import MILLION

TIME = "%Y-%m-%d %H:%M:%S"


def jackpots(
    db: Database,
    link: Annotated[str, typer.Option(metavar="NAME", help="Only this link.")] = "",
    history: Annotated[bool, typer.Option("--history", help="Also everything that happened to each link.")] = False,
    as_json: AsJson = False,
) -> None:
    """Print the jackpots of a store and check every cent.

    For each link: its meters, tables, signs and prizes, and whether the money is accounted for.

    For each meter: seeds + contributions, transfers and adjustments − prizes = what it shows + what is won and not paid
    yet. It is computed from the events, line by line, and compared with the ledger. Exit status: 0 if every meter
    reconciles or there are none; 1 if one does not, with the first wrong row named; 2 if the store cannot be read.
    """
    with closing(Store.open(db, create=False)) as store:
        names = meters_now(store).links
        if link and link not in names:
            raise CutcardError(f"there is no link {link!r} in this store{nearest(link, names)}")
        found = [(link_state(store, name), reconciled(store, name)) for name in names if link in ("", name)]
        histories = {state.link: [*_history(store, state.link)] for state, _ in found} if history or as_json else {}
    if as_json:
        made = [_fields(state, books, histories[state.link]) for state, books in found]
        print(json.dumps({"holds": all(books.holds for _, books in found), "links": made}, indent=2))
    else:
        for state, books in found:
            _print(state, books, histories.get(state.link, []))
        if not found:
            print("this store has no jackpot links")
    if not all(books.holds for _, books in found):
        raise typer.Exit(1)


def _history(store: Store, link: str) -> Iterator[dict[str, Any]]:
    from cutcard.service.staff.log import event_words  # slow to import

    by = ""
    for one, event in link_events(store, link):
        if isinstance(event, LinkCommandReceived):
            by = event.by
            continue
        fields = written(event, LINKS)
        yield {
            "position": one.position,
            "version": one.version,
            "at": utc(one.at_ms, TIME),
            "by": by,
            "is": fields["is"],
            "text": event_words(fields, LINKS),
        }


def _fields(state: LinkState, books: Reconciliation, history: list[dict[str, Any]]) -> dict[str, Any]:
    terms = state.terms
    return {
        "link": state.link,
        "book": terms.book,
        "bet": terms.bet,
        "currency": terms.currency,
        "price": terms.price,
        "phase": state.phase,
        "failed": state.failed,
        "tables": sorted(state.tables),
        "signs": [notice._asdict() for notice in state.notices],
        "unpaid": [win._asdict() for win in state.wins.values() if win.unpaid],
        "reconciliation": books.fields(),
        "history": history,
    }


def _print(state: LinkState, books: Reconciliation, history: list[dict[str, Any]]) -> None:
    terms = state.terms
    print(f"{state.link}: {terms.bet} of {terms.book} at {money(terms.price)} a wager, {state.phase}")
    if state.failed:
        print(f"  the system does not work: {state.failed}")
    print(f"  tables: {', '.join(sorted(state.tables)) or 'none'}")
    for notice in state.notices:
        to = f" to {notice.to}" if notice.to else ""
        print(f"  sign at {notice.table}: to {notice.change}{to} from {utc(notice.holds_from, TIME)} on")
    for win in state.wins.values():
        if win.unpaid:
            who = ", ".join(f"box {box} ({player})" for box, player in zip(win.boxes, win.players, strict=True))
            print(f"  win {win.number}: {win.outcome} at {win.table}, {who}, {money(win.prize)} each, {win.stage}")
    console().print(_reckoned(books))
    for event in history:
        print(f"  {event['at']}  row {event['position']}  {event['text']}")
    for wrong in books.wrong:
        print(f"  does not reconcile: {wrong}")
    if books.holds:
        print(f"  reconciles to the cent after row {books.position}")
    print()


def _reckoned(books: Reconciliation) -> Any:
    """The reconciliation, a column for each meter: additions, payments, and the balance that they must give."""
    meters = list(books.books.meters.values())
    rows = table("", *(one.meter for one in meters))
    lines: dict[str, list[Cents]] = {
        "seeds and resets": [one.seed + one.resets - one.reset_back - one.returned for one in meters],
        "+ contributions": [one.contributions for one in meters],
        "+ transfers": [one.transfers_in - one.transfers_out for one in meters],
        "+ adjustments": [one.adjustments - one.shared for one in meters],
        "- prizes paid": [one.paid - one.given_back for one in meters],
        "= shows": [one.display for one in meters],
        "+ won, not paid": [one.reserved for one in meters],
    }
    for name, amounts in lines.items():
        rows.add_row(name, *map(money, amounts))
    rows.add_row("paid ahead by tables", *(f"{one.ahead / MILLION:.6f} cents" for one in meters))
    return rows
