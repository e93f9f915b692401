"""Players with cards: registered and given one, as the desk of a casino does it."""

from __future__ import annotations

from datetime import date, timedelta
from zlib import crc32

from cutcard.floor import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.players import CheckIdentity, IssueCard, RegisterPlayer, stream_of_player
from cutcard.rulebooks import procedures_of
from cutcard.store import Store
from cutcard.store.people import People
from cutcard.store.personal_details import PersonalDetails
from cutcard.table import Person

DESK = Person("desk", "gaming-manager")


def carded(floor: BlockingFloor, *names: str, book: str = "sydney-v15", at_ms: int = 0) -> None:
    """Register people whom the register does not know, and give each a card; they want no limits."""
    for name in names:
        register = floor.stream(stream_of_player(name)).state
        if register.valid_card:
            continue
        identified(floor.store, name, at_ms=at_ms)
        for command in (RegisterPlayer(name, book), IssueCard(limits_declined=True))[register.registered :]:
            answer = floor.act_on_player(name, command, DESK, at_ms)
            assert isinstance(answer, Done), answer


def details_of(name: str) -> PersonalDetails:
    """What a passport says of somebody; nobody else has it, nor their birthday."""
    born = date(1900, 1, 1) + timedelta(crc32(name.encode()) % 18_000)
    return PersonalDetails(name, born.isoformat(), "1 High Street", "by mail", f"N-{name}", "Australia")


def identified(store: Store, *names: str, at_ms: int = 0) -> None:
    """Record who people are, of whom it is not known."""
    for name in names:
        if People(store).identity(name) is None:
            People(store).record(name, details_of(name), "passport", by=DESK.id, at_ms=at_ms)


def card_of(floor: BlockingFloor, name: str) -> str:
    """The number of somebody's valid card."""
    number: str = floor.stream(stream_of_player(name)).state.valid_card
    return number


def known(floor: BlockingFloor, book: str, *names: str, at_ms: int = 0) -> None:
    """Give people a card, and see who they are, where the document asks for cards; then they may buy for any money."""
    if procedures_of(book).players is None:
        return
    carded(floor, *names, at_ms=at_ms)
    for name in names:
        if not floor.stream(stream_of_player(name)).state.identity_checks:
            identified(floor.store, name, at_ms=at_ms)
            answer = floor.act_on_player(name, CheckIdentity("passport"), DESK, at_ms)
            assert isinstance(answer, Done), answer
