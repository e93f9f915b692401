"""`cutcard people`: who the players of a store are, their own copy of it, and erasing it."""

from __future__ import annotations

import json
import sys
import time
from contextlib import closing
from typing import Annotated

import typer

from cutcard.cli.options import AsJson
from cutcard.cli.text import console, table
from cutcard.narration.formatting import utc
from cutcard.service.accounts import CONSOLE
from cutcard.service.settings import Settings
from cutcard.store import Store
from cutcard.store.identity_events import DOCUMENTS, WHYS, Document, Why
from cutcard.store.people import People
from cutcard.store.personal_details import PersonalDetails, PersonError

app = typer.Typer(
    name="people",
    help="The personal data of a store: who the players are.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

Name = Annotated[str, typer.Argument(metavar="NAME", help="The player's account.")]
Db = Annotated[
    str | None,
    typer.Option(metavar="DB", help="An SQLite file, or postgresql://…; without it, the service's setting."),
]
Seen = Annotated[Document, typer.Option(metavar="DOCUMENT", help=f"What was shown: {', '.join(DOCUMENTS)}.")]
Reason = Annotated[Why, typer.Option(metavar="WHY", help=f"One of {', '.join(WHYS)}.")]


@app.command("list")
def list_(db: Db = None, as_json: AsJson = False) -> None:
    """List the players whose identity is recorded.

    It shows who saw which document and when, but not what the document says.
    """
    with _open(db) as store:
        found = People(store).identities()
    if as_json:
        names = ("player", "document", "checked_ms", "checked_by")
        print(json.dumps([{name: getattr(each, name) for name in names} for each in found], indent=2))
        return
    if not found:
        print("this store has no recorded identities", file=sys.stderr)
        return
    rows = table("player", "document", "seen", "by")
    for each in found:
        rows.add_row(each.player, each.document, utc(each.checked_ms, "%Y-%m-%d"), each.checked_by)
    console().print(rows)


@app.command()
def record(name: Name, document: Seen, db: Db = None) -> None:
    """Record who a player is.

    It is read as a JSON object from standard input and replaces what was recorded before.

    Its keys are full_name, birth_date, address, contact, document_number and issued_by. They are not arguments,
    because others on the machine could read those, and the shell's history keeps them.
    """
    try:
        given = json.loads(sys.stdin.read())
    except ValueError:
        raise PersonError("standard input is not JSON") from None
    details = PersonalDetails.read(given if isinstance(given, dict) else {})
    with _open(db) as store:
        people = People(store)
        people.record(name, details, document, by=CONSOLE, at_ms=_now_ms())
        alike = people.alike(name)
    print(f"the identity of {name} is recorded")
    if alike:
        print(f"perhaps the same person, by what is recorded: {', '.join(alike)}", file=sys.stderr)


@app.command()
def export(name: Name, db: Db = None) -> None:
    """Print everything that is kept about a player, as JSON.

    It can be given to the player.
    """
    with _open(db) as store:
        payload = People(store).export(name)
    if not any(
        (payload["personal_data"], payload["identity"], payload["events"], payload["logins"], payload["accounts"])
    ):
        raise PersonError(f"nothing is kept about {name}")
    print(json.dumps(payload, indent=2, ensure_ascii=False))


@app.command()
def erase(name: Name, because: Reason, db: Db = None) -> None:
    """Erase for good who a player is.

    What was written about them is erased too. Events, money and the audit stay intact.

    Earlier backups still have it, sealed: delete them when they are no longer needed.
    """
    with _open(db) as store:
        People(store).erase(name, because, by=CONSOLE, at_ms=_now_ms())
    print(f"the identity of {name} is erased")
    print(f"what they played stays in events under the name {name}, which is erased nowhere", file=sys.stderr)


@app.command()
def texts(
    words: Annotated[
        str, typer.Argument(metavar="WORDS", help="What has to be in them, such as somebody's name.")
    ] = "",
    db: Db = None,
    as_json: AsJson = False,
) -> None:
    """Show what people wrote in their own words.

    These are texts in events: reasons, notes, rulings, and who was told.
    """
    with _open(db) as store:
        found = People(store).written(words)
    if as_json:
        print(json.dumps([each._asdict() for each in found], indent=2))
        return
    if not found:
        print("no text in this store matches", file=sys.stderr)
        return
    rows = table("stream", "event", "written", "field", "text")
    for each in found:
        rows.add_row(each.stream, str(each.version), utc(each.at_ms), each.field, each.text)
    console().print(rows)


@app.command("erase-text")
def erase_text(
    stream: Annotated[str, typer.Argument(metavar="STREAM", help="As `cutcard people texts` shows it: table:T1.")],
    event: Annotated[int, typer.Argument(metavar="EVENT", help="The number of the event in its stream.")],
    because: Reason,
    db: Db = None,
) -> None:
    """Erase for good what was written in one event.

    The event names no player; the same words in other events are erased too.
    """
    with _open(db) as store:
        People(store).erase_text(stream, event, because, by=CONSOLE, at_ms=_now_ms())
    print(f"what was written in event {event} of {stream} is erased")


def _open(db: str | None) -> closing[Store]:
    """The store that the service would open, brought up to date."""
    settings = Settings.read(given={"db": db})
    Store.open(settings.db, create=False, keys=settings.keys).close()  # says so if it is not there
    return closing(Store.open(settings.db, keys=settings.keys))


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
