"""In which role somebody gives a command, and whether they may give any.

Of a player nobody is told anything who may not read their page, not even whether there is such a player.
"""

from __future__ import annotations

from collections.abc import Collection

from cutcard.clauses.library import name_of
from cutcard.floor.live_table import LiveTable
from cutcard.jackpots import LinkState, OpenLink
from cutcard.players import PlayerState, RegisterPlayer
from cutcard.promotions import PROMOTIONS, AnnouncePromotion, PromotionState
from cutcard.rulebooks import BOOKS, load
from cutcard.service.accounts import GUEST, INSPECTOR
from cutcard.service.caller import Caller
from cutcard.service.errors import Forbidden, NoSuchLink, NoSuchPlayer, NoSuchPromotion, NoSuchTable, NoSuchTournament
from cutcard.streams import power_refused
from cutcard.table import Command, OpenTable, Person
from cutcard.table.config import is_house
from cutcard.tournaments import AnnounceTournament, TournamentState


def person_of_link(state: LinkState, link: str, command: Command, caller: Caller) -> Person:
    """The person who gives a command to a link; raises if they may give none to it."""
    if isinstance(command, OpenLink):
        _same_name("the link", link, command.link)
        return _entitled(caller, command.book, command.currency == "play")
    if not state.book:
        raise NoSuchLink(link)
    return _entitled(caller, state.book, state.play_money)


def person_of_tournament(state: TournamentState, tournament: str, command: Command, caller: Caller) -> Person:
    """The person who gives a command to a tournament; raises if they may give none to it."""
    if isinstance(command, AnnounceTournament):
        _same_name("the tournament", tournament, command.tournament)
        return _entitled(caller, _known_book(command.terms.book), command.terms.currency == "play")
    if not state.book:
        raise NoSuchTournament(tournament)
    return _entitled(caller, state.book, state.play_money)


def person_of_promotion(state: PromotionState, promotion: str, command: Command, caller: Caller) -> Person:
    """The person who gives a command to a promotion; raises if they may give none to it."""
    if isinstance(command, AnnouncePromotion):
        _same_name("the promotion", promotion, command.promotion)
        return _entitled(caller, _known_book(command.conditions.book), command.conditions.currency == "play")
    if not state.book:
        raise NoSuchPromotion(promotion)
    left = left_to_inspectors(state.book)
    return _entitled(caller, state.book, state.play_money, left, PROMOTIONS.names[type(command)])


def left_to_inspectors(book: str) -> frozenset[str]:
    """The commands of a promotion that a document gives to an inspector alone, who changes nothing else."""
    procedures = load(book).procedures
    powers = procedures.promotion_commands if procedures is not None else {}
    return frozenset(name for name, power in powers.items() if power.role == INSPECTOR)


OWN_PAGE = "the page of a player is for themselves, and for those who keep the register"


def keeps_register(caller: Caller) -> tuple[str, ...]:
    """The documents by which somebody may read the register of players; empty where they may not.

    An inspector may, and those with the power to do something about it. A card is good in every casino of the floor,
    and so the register is one.
    """
    return tuple(book for book in BOOKS if _has_power(caller, book))


def _has_power(caller: Caller, book: str) -> bool:
    person = None if caller.plays else caller.at(book)
    if person is None or person.role == INSPECTOR:
        return person is not None
    procedures = load(book).procedures
    powers = procedures.player_commands.items() if procedures is not None else ()
    return any(power_refused(book, person, command, power) is None for command, power in powers)


def viewer_of_player(state: PlayerState, caller: Caller) -> Person | None:
    """Somebody as a person before a player's stream: the player, or one of those who keep the register."""
    kept = keeps_register(caller)
    return caller.at(state.book if caller.plays or name_of(state.book) in kept else kept[0])


def may_read_player(state: PlayerState, player: str, caller: Caller) -> None:
    """Raise for anybody who may not read a player's page; the answer does not reveal whether there is such a player."""
    if caller.plays:
        if caller.name != player:
            raise Forbidden(OWN_PAGE)
    elif not state.registered or not keeps_register(caller):
        raise NoSuchPlayer(player)


def person_of_player(state: PlayerState, player: str, command: Command, caller: Caller) -> Person:
    """The person who gives a command to a player's stream; raises if they may give none to it."""
    if caller.role == GUEST:
        raise Forbidden("guests are in no register: they play for play money, without an account")
    if caller.plays and caller.name != player:
        raise Forbidden(OWN_PAGE)
    if isinstance(command, RegisterPlayer):
        return _entitled(caller, _known_book(command.book), play_money=False)
    may_read_player(state, player, caller)
    if not state.registered:
        raise NoSuchPlayer(player)
    kept = keeps_register(caller)
    return _entitled(caller, state.book if caller.plays or name_of(state.book) in kept else kept[0], play_money=False)


def person_at(live: LiveTable, table: str, command: Command, caller: Caller) -> Person:
    """The person who gives a command at a table; raises if they may give none there."""
    if isinstance(command, OpenTable):
        _same_name("table", table, command.table)
        return _entitled(caller, command.book, command.play_money)
    config = live.state.config_or_none
    if config is None:
        raise NoSuchTable(table)
    return _entitled(caller, config.rules.book, config.play_money)


def _same_name(what: str, name: str, begun: str) -> None:
    """Raise where a command begins something of another name than that at whose address it is given."""
    if name != begun:
        raise Forbidden(f"this is {what} {name}, and not {begun}")


def _known_book(book: str) -> str:
    if book not in BOOKS:
        raise Forbidden(f"there is no book {book[:64]!r}")
    return book


def _entitled(caller: Caller, book: str, play_money: bool, left: Collection[str] = (), command: str = "") -> Person:
    if is_house(caller.name):
        raise Forbidden("nobody gives commands in the name of the house")
    barred = caller.barred(book, play_money, left, command)
    if barred:
        raise Forbidden(barred)
    person = caller.at(book)
    assert person is not None  # or they would be barred
    return person
