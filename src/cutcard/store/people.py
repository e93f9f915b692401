"""Who the players are: the only place with personal data.

Events, ledger, logs and all other tables know a player by the name of an account. One row of the table `people` says
who that is. Its text is sealed with the store's key ring, so that neither the file nor a copy of it shows anything.
That it was recorded or erased is an event (see `identity_events`); erasing takes the row away and breaks no hash.

>>> import tempfile
>>> folder = tempfile.TemporaryDirectory()
>>> store = Store.open(f"{folder.name}/casino.db")
>>> people = People(store)
>>> ann = PersonalDetails("Ann Example", "1940-02-28", "1 High Street", "ann@example.org", "N123", "Australia")
>>> people.record("ann", ann, "passport", by="mia", at_ms=0)
>>> people.details("ann").full_name, ann
('Ann Example', PersonalDetails(...))
>>> people.record("bea", ann, "passport", by="mia", at_ms=0)
Traceback (most recent call last):
cutcard.store.personal_details.PersonError: this document is another player's already: one person has one account
>>> people.erase("ann", "asked", by="mia", at_ms=0)
>>> people.identity("ann"), store.close(), folder.cleanup()
(None, None, None)
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict
from itertools import pairwise
from typing import Any, NamedTuple

from sqlalchemy import Connection, delete, insert, select
from sqlalchemy.exc import IntegrityError

from cutcard.players import PLAYERS, IdentityForgotten, PlayerCommandReceived, stream_of_player
from cutcard.store import account_events, database, free_texts, person_keys
from cutcard.store.append import NewEvent
from cutcard.store.errors import KeysUnusable
from cutcard.store.identity_events import (
    DOCUMENTS,
    STREAM,
    WHYS,
    Document,
    IdentityErased,
    IdentityRecorded,
    LoginsErased,
    PersonRow,
    TextsErased,
    Why,
    loads,
    record,
)
from cutcard.store.keys import KeyRing
from cutcard.store.kinds import PLAYER
from cutcard.store.person_keys import ERASED, PersonKeys, forget
from cutcard.store.personal_details import ADULT_YEARS, PersonalDetails, PersonError, identifies_owner, plain
from cutcard.store.player_reading import player_state
from cutcard.store.resemblances import Resemblance, resemblances, resembling
from cutcard.store.schema import people, snapshots
from cutcard.store.store import Store

PLACES = ("address", "agent")  # of a login, which are sealed


class Identity(NamedTuple):
    """That a player's identity is known: what anybody may hear who has to know whether it is."""

    player: str
    document: str
    checked_ms: int
    checked_by: str


class KnownBy(NamedTuple):
    """What may be said in events of who a player is."""

    row: str  # the digest of the row, which another person's data, or the same ones sealed again, do not have
    document: str  # the digest of the document, which nobody makes without the store's keys


class WrittenText(NamedTuple):
    """What somebody wrote into an event in their own words, and where."""

    stream: str
    version: int
    at_ms: int
    field: str
    text: str


class People:
    """The rows of `people` of a store, each with its events. Every method is one transaction."""

    def __init__(self, store: Store) -> None:
        self._store = store

    def record(
        self,
        player: str,
        details: PersonalDetails,
        document: Document,
        *,
        by: str,
        at_ms: int,
        least_age: int = ADULT_YEARS,
    ) -> None:
        """Write down who a player is, in place of what was known before; `by` has seen the document."""
        if document not in DOCUMENTS:
            raise PersonError(f"a document is one of {', '.join(DOCUMENTS)}")
        details.check(at_ms, least_age)
        if identifies_owner(player, details) and not player_state(self._store, player).cards:
            raise PersonError(
                f"{player} tells who this is, and the name of an account stays in every event for good: "
                "give them an account under a name that means nothing outside"
            )
        keys = self._keys()
        known_by = keys.stand_in(f"{document} {plain(details.issued_by)} {plain(details.document_number)}")
        alike = keys.stand_in(f"{plain(details.full_name)} {details.birth_date}")
        sealed = keys.seal(json.dumps(asdict(details)), about=_about(player))
        row = PersonRow(player, document, at_ms, by, known_by, alike, sealed)
        try:
            with database.writing(self._store.engine) as connection:
                _remove(connection, player)
                connection.execute(insert(people), row._asdict())
                record(self._store, connection, IdentityRecorded(player, row.digest, document, by, at_ms))
        except IntegrityError:
            raise PersonError("this document is another player's already: one person has one account") from None

    def identity(self, player: str) -> Identity | None:
        """Whether it is known who a player is, and who has seen which document when."""
        found = self._row(player)
        if found is None:
            return None
        return Identity(found.player, found.document, found.checked_ms, found.checked_by)

    def known_by(self, player: str) -> KnownBy:
        """The digests of what is known of who a player is; both empty where nothing is known."""
        found = self._row(player)
        return KnownBy("", "") if found is None else KnownBy(found.digest, found.known_by.hex())

    def identities(self) -> list[Identity]:
        """Every player whose identity is known, by name."""
        query = select(*(people.c[name] for name in Identity._fields)).order_by(people.c.player)
        with database.reading(self._store.engine) as connection:
            return [Identity._make(row) for row in connection.execute(query)]

    def details(self, player: str) -> PersonalDetails:
        """A player's identity; raises `PersonError` if it is not recorded."""
        found = self._row(player)
        if found is None:
            raise PersonError(f"nothing is known about who {player} is")
        return self._unsealed(player, found.sealed)

    def alike(self, player: str) -> list[str]:
        """Other players who are likely to be the same person, with another document or the same in other letters.

        Everybody's row is opened for it: some 40 microseconds each.
        """
        known = self._known()
        return [one.other for one in resembling(player, known) if one.strong] if player in known else []

    def resemblances(self) -> list[Resemblance]:
        """Every two players who may be one person."""
        return [*resemblances(self._known())]

    def _known(self) -> dict[str, PersonalDetails]:
        """Everybody's recorded identity."""
        with database.reading(self._store.engine) as connection:
            rows = [*connection.execute(select(people.c.player, people.c.sealed))]
        return {player: self._unsealed(player, sealed) for player, sealed in rows}

    def _unsealed(self, player: str, sealed: Any) -> PersonalDetails:
        return PersonalDetails.read(json.loads(self._keys().unseal(sealed, about=_about(player))))

    def export(self, player: str) -> dict[str, Any]:
        """Everything that is kept under a player's name, for themselves, but reports to authorities.

        Who they are, every event of theirs, where and when they logged in, which rounds they played (`cutcard history`
        and `cutcard statement` have those whole), and the money of their accounts.
        """
        history = [loads(event.text) for event in self._store.read(STREAM)]
        own_accounts = {name: cents for name, cents in self._store.balances().items() if _of(player, name)}
        events = [*_events_for_owner(self._store, player)]
        PersonKeys(self._store).read(events)
        return {
            "player": player,
            "personal_data": asdict(self.details(player)) if self.identity(player) is not None else None,
            "identity": [
                {"is": type(event).__name__, **event._asdict()} for event in history if event.player == player
            ],
            "events": events,
            "written": [one._asdict() for one in self._written_about(player)],
            "logins": list(_logins(self._store, player)),
            "rounds": [
                {"table": one.table, "round": one.number, "at_ms": one.opened_ms}
                for one in self._store.rounds(player=player)
            ],
            "accounts": dict(sorted(own_accounts.items())),
        }

    def _written_about(self, player: str) -> list[WrittenText]:
        """What was written about a player at tables and elsewhere, in events that they may see."""
        with database.reading(self._store.engine) as connection:
            found = [one for one in free_texts.texts(connection, player.lower()) if free_texts.seen_by(one) != "staff"]
            plain = person_keys.opened(connection, self._store.keys, (one.stored for one in found))
        return [_written(one, plain) for one in found]

    def erase(self, player: str, why: Why, *, by: str, at_ms: int) -> None:
        """Take away for good who a player is, from where they logged in, and what was written about them anywhere.

        What they did stays under their account.

        Not while they have a card against their document or are excluded: under another name they could have a second
        card, or play.
        """
        if why not in WHYS:
            raise PersonError(f"a reason to erase is one of {', '.join(WHYS)}")
        known = player_state(self._store, player)
        owner = player.lower()
        if known.card is not None and known.card.in_force and known.card.document:
            raise PersonError(f"{player} has a valid card, issued against their identity: withdraw it first")
        if known.excluded(at_ms):
            raise PersonError(f"{player} is excluded, and who that is has to be known while the order stands")
        streams, upto = self._streams_with(owner)
        with database.writing(self._store.engine) as connection:
            found = _locked(connection, player)
            places = forget(connection, owner)
            if found is None and not places:
                raise PersonError(f"nothing is known about who {player} is")
            if places:
                record(self._store, connection, LoginsErased(player, why, by, at_ms))
                streams |= {text.stream for text in free_texts.texts(connection, owner, upto)}
                self._texts_gone(connection, TextsErased(player, why, by, at_ms, sorted(streams)))
            if found is not None:
                _remove(connection, player)
                record(self._store, connection, IdentityErased(player, found.digest, why, by, at_ms))
            if known.identity_checks:
                forgotten = (
                    PlayerCommandReceived(by, "", max(at_ms, known.now), "erase-identity"),
                    IdentityForgotten(why, by),
                )
                new = [NewEvent(PLAYER.dumps(one), (), one) for one in forgotten]
                self._store.extend(connection, stream_of_player(player), new, at_ms)
        _overwrite(self._store)

    def written(self, words: str = "") -> list[WrittenText]:
        """The texts in events of all streams that have these words in them, in the order in which they were written."""
        with database.reading(self._store.engine) as connection:
            found = [*free_texts.texts(connection)]
            plain = person_keys.opened(connection, self._keys(), (one.stored for one in found))
        read = [
            WrittenText(one.stream, one.version, one.at_ms, one.field, plain[one.stored] or ERASED) for one in found
        ]
        return [one for one in read if words.casefold() in one.text.casefold()]

    def erase_text(self, stream: str, version: int, why: Why, *, by: str, at_ms: int) -> None:
        """Take away for good what somebody wrote in one event about nobody whom the event names.

        The same words are gone wherever else they stand.
        """
        if why not in WHYS:
            raise PersonError(f"a reason to erase is one of {', '.join(WHYS)}")
        with database.writing(self._store.engine) as connection:
            here = [one for one in free_texts.texts(connection, stream=stream) if one.version == version]
            owners = {owner for one in here if (owner := person_keys.owner_of(one.stored)) is not None}
            if not owners:
                raise PersonError(f"event {version} of {stream} has no text that is sealed")
            named = sorted(owner for owner in owners if not owner.startswith(free_texts.TEXT))
            if named:
                raise PersonError(f"this text is about {named[0]}, and goes when they are erased")
            if not [owner for owner in owners if forget(connection, owner)]:
                raise PersonError(f"the text of event {version} of {stream} is erased already")
            others = {one.stream for owner in owners for one in free_texts.texts(connection, owner)} - {stream}
            self._texts_gone(connection, TextsErased("", why, by, at_ms, [stream, *sorted(others)], version))
        _overwrite(self._store)

    def _streams_with(self, owner: str) -> tuple[set[str], int]:
        """The streams that have texts under an owner's key, and up to which row that was looked for."""
        with database.reading(self._store.engine) as connection:
            upto = self._store.head().version
            return {text.stream for text in free_texts.texts(connection, owner)}, upto

    def _texts_gone(self, connection: Connection, event: TextsErased) -> None:
        """Delete the snapshots that hold such texts; the event has every process read those streams again."""
        if event.streams:
            connection.execute(delete(snapshots).where(snapshots.c.stream.in_(event.streams)))
            record(self._store, connection, event)

    def _row(self, player: str) -> PersonRow | None:
        with database.reading(self._store.engine) as connection:
            return _read(connection.execute(_query(player)).first())

    def _keys(self) -> KeyRing:
        if self._store.keys is None:
            raise KeysUnusable(f"{self._store.name} was opened without its key ring: personal data are sealed with it")
        return self._store.keys


def _about(player: str) -> str:
    return f"person {player}"


def _of(player: str, account: str) -> bool:
    """Whether an account is a player's; no name of a player has a colon in it."""
    return any(kind in ("player", "tokens", "device") and name == player for kind, name in pairwise(account.split(":")))


def _events_for_owner(store: Store, player: str) -> Iterator[dict[str, Any]]:
    """The events of a player's stream, without those that only staff may know of, and the commands that led to them."""
    received: list[dict[str, Any]] = []
    for stored in store.read(stream_of_player(player)):
        event = PLAYER.loads(stored.text)
        fields = {"at_ms": stored.at_ms, **json.loads(stored.text)}
        if isinstance(event, PlayerCommandReceived):
            received = [fields]
        elif PLAYERS.events[type(event)].seen_by != "staff":
            yield from (*received, fields)
            received = []


def _logins(store: Store, player: str) -> Iterator[dict[str, Any]]:
    """What is kept of a player's account: when it was made and from where somebody logged in, without fingerprints."""
    for stored in store.read(account_events.STREAM):
        event = account_events.loads(stored.text)
        if str(getattr(event, "name", "")).lower() == player.lower():
            kept = {name: value for name, value in event._asdict().items() if name not in account_events.SECRET}
            places = PersonKeys(store).open(kept[name] for name in PLACES if name in kept)
            kept |= {name: places[kept[name]] for name in PLACES if name in kept}
            yield {"at_ms": stored.at_ms, "is": type(event).__name__, **kept}


def _written(text: free_texts.Text, plain: Mapping[str, str]) -> WrittenText:
    return WrittenText(text.stream, text.version, text.at_ms, text.field, plain[text.stored] or ERASED)


def _query(player: str) -> Any:
    return select(*(people.c[name] for name in PersonRow._fields)).where(people.c.player == player)


def _locked(connection: Connection, player: str) -> PersonRow | None:
    return _read(connection.execute(_query(player).with_for_update()).first())


def _read(row: Any) -> PersonRow | None:
    if row is None:
        return None
    found = PersonRow._make(row)
    return found._replace(known_by=bytes(found.known_by), alike=bytes(found.alike))


def _remove(connection: Connection, player: str) -> None:
    """Delete a row. SQLite would leave its text in the file until something else is written there."""
    if connection.dialect.name == "sqlite":
        connection.exec_driver_sql("PRAGMA secure_delete=ON")
    connection.execute(delete(people).where(people.c.player == player))


def _overwrite(store: Store) -> None:
    """Have the database drop what it still holds of deleted rows: in SQLite's log, in PostgreSQL's pages."""
    sqlite = store.engine.dialect.name == "sqlite"
    statement = "PRAGMA wal_checkpoint(TRUNCATE)" if sqlite else "VACUUM people, person_keys"
    with database.reported(store.name), store.engine.connect() as connection:
        connection.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(statement)
