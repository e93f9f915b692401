"""Who somebody is when they give a command, and whether they may give any: at a table, to a link, to a tournament."""

from __future__ import annotations

from cutcard.floor.live_table import LiveTable
from cutcard.jackpots import LinkState, OpenLink
from cutcard.rulebooks import BOOKS
from cutcard.service.caller import Caller
from cutcard.service.errors import Forbidden, NoSuchLink, NoSuchTable, NoSuchTournament
from cutcard.table import Command, OpenTable, Person
from cutcard.table.config import is_house
from cutcard.tournaments import AnnounceTournament, TournamentState


def person_of_link(state: LinkState, link: str, command: Command, caller: Caller) -> Person:
    """The person who gives a command to a link; raises if they may give none to it."""
    if isinstance(command, OpenLink):
        book, currency = command.book, command.currency
        if command.link != link:
            raise Forbidden(f"this is the link {link}, and not {command.link}")
    elif state.terms_or_none is None:
        raise NoSuchLink(link)
    else:
        book, currency = state.terms.book, state.terms.currency
    return _entitled(caller, book, currency == "play")


def person_of_tournament(state: TournamentState, tournament: str, command: Command, caller: Caller) -> Person:
    """The person who gives a command to a tournament; raises if they may give none to it."""
    if isinstance(command, AnnounceTournament):
        terms = command.terms
        if command.tournament != tournament:
            raise Forbidden(f"this is the tournament {tournament}, and not {command.tournament}")
        if terms.book not in BOOKS:
            raise Forbidden(f"there is no book {terms.book[:64]!r}")
    elif state.terms_or_none is None:
        raise NoSuchTournament(tournament)
    else:
        terms = state.terms
    return _entitled(caller, terms.book, terms.currency == "play")


def person_at(live: LiveTable, table: str, command: Command, caller: Caller) -> Person:
    """The person who gives a command at a table; raises if they may give none there."""
    if isinstance(command, OpenTable):
        book, play_money = command.book, command.play_money
        if command.table != table:
            raise Forbidden(f"this is table {table}, and not {command.table}")
    elif live.state.config_or_none is None:
        raise NoSuchTable(table)
    else:
        book, play_money = live.state.rules.book, live.state.config.play_money
    return _entitled(caller, book, play_money)


def _entitled(caller: Caller, book: str, play_money: bool) -> Person:
    if is_house(caller.name):
        raise Forbidden("nobody gives commands in the name of the house")
    barred = caller.barred(book, play_money)
    if barred:
        raise Forbidden(barred)
    person = caller.at(book)
    assert person is not None  # or they would be barred
    return person
