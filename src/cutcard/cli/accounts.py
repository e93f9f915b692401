"""`cutcard accounts`: who may speak to the service that runs on a store, and as what."""

from __future__ import annotations

import json
import sys
import time
from contextlib import closing
from typing import Annotated

import typer

from cutcard.cli.options import AsJson
from cutcard.cli.text import console, table
from cutcard.errors import CutcardError
from cutcard.logs import someone
from cutcard.narration.formatting import utc
from cutcard.service import account_log
from cutcard.service.accounts import GUEST, Account, Accounts, all_roles, staff_roles
from cutcard.service.settings import Settings
from cutcard.service.tokens import Tokens
from cutcard.store import Store

app = typer.Typer(
    name="accounts",
    help="The accounts of the service: who may log in, and as what.",
    no_args_is_help=True,
    rich_markup_mode=None,
)

DAY, MINUTE = "%Y-%m-%d", "%Y-%m-%d %H:%M"
_GIVEN = tuple(role for role in all_roles() if role != GUEST)
Name = Annotated[str, typer.Argument(metavar="NAME", help="The account's name.")]
Db = Annotated[
    str | None,
    typer.Option(metavar="DB", help="An SQLite file, or postgresql://…; without it, the service's setting."),
]
Stdin = Annotated[bool, typer.Option("--stdin", help="Read the password from the first line of standard input.")]


@app.command("list")
def list_(db: Db = None, as_json: AsJson = False) -> None:
    """Show every account."""
    with _open(db) as store:
        found = Accounts(store).all()
    now_ms = _now_ms()
    if as_json:
        print(json.dumps([_account_json(account, now_ms) for account in found], indent=2))
        return
    rows = table("name", "role", "casino", "since", "state", "made by")
    for account in found:
        since, state = utc(account.created_ms, DAY), _state(account, now_ms)
        rows.add_row(account.name, account.role, account.casino, since, state, account.made_by)
    console().print(rows)


def _account_json(account: Account, now_ms: int) -> dict[str, object]:
    who = {"name": account.name, "role": account.role, "casino": account.casino, "made_by": account.made_by}
    return {**who, "created_ms": account.created_ms, "state": _state(account, now_ms)}


@app.command()
def log(
    most: Annotated[int, typer.Option(min=1, max=100_000, help="The number of latest events to show.")] = 100,
    name: Annotated[str, typer.Option(metavar="NAME", help="Only events that name this account.")] = "",
    db: Db = None,
) -> None:
    """Show what happened to accounts and sessions.

    Who made and changed them, logins and failed logins.

    One JSON object per line, the oldest first.
    """
    with _open(db) as store:
        _, events = account_log.events(store, None, most)
    for event in events:
        if not name or name.lower() in (str(event.get("name", "")).lower(), str(event.get("by", "")).lower()):
            print(json.dumps(event))


@app.command("in-log")
def in_log(
    who: Annotated[str, typer.Argument(metavar="WHO", help="An account, or an address.")], db: Db = None
) -> None:
    """Print the code for an account or address in the log.

    The service's log shows neither names nor addresses, only these codes.
    """
    with _open(db) as store:
        print(someone(who, store.keys.log_key if store.keys is not None else None))


@app.command()
def sessions(name: Name, db: Db = None, as_json: AsJson = False) -> None:
    """Show the current logins of an account."""
    with _open(db) as store:
        Accounts(store).known(name)
        found = Tokens(store, hours=1).sessions(name, _now_ms())
    if as_json:
        names = ("id", "issued_ms", "used_ms", "address", "agent")
        print(json.dumps([{name: getattr(each, name) for name in names} for each in found], indent=2))
        return
    rows = table("session", "since", "last used", "address", "program")
    for each in found:
        rows.add_row(each.id, utc(each.issued_ms, MINUTE), utc(each.used_ms, MINUTE), each.address, each.agent)
    console().print(rows)


@app.command()
def add(
    name: Name,
    role: Annotated[str, typer.Option(metavar="ROLE", help=f"One of {', '.join(_GIVEN)}.")],
    casino: Annotated[str, typer.Option(metavar="CASINO", help=f"For staff: {', '.join(staff_roles())}.")] = "",
    db: Db = None,
    stdin: Stdin = False,
) -> None:
    """Create an account and ask for its password.

    Choose a name that means nothing outside: it stays in every event, and cannot be erased as other personal data can.
    """
    with _open(db, create=True) as store:
        if not Accounts(store).all():
            print(f"the first account of {store.name}", file=sys.stderr)
        made = Accounts(store).create(name, role, _password(stdin), casino, at_ms=_now_ms())
    print(f"made {made.name}, {_as(made)}")


@app.command()
def password(name: Name, db: Db = None, stdin: Stdin = False) -> None:
    """Set a new password; logins with the old one end."""
    with _open(db) as store:
        accounts = Accounts(store)
        accounts.known(name)  # before anybody types a password for nothing
        accounts.set_password(name, _password(stdin), at_ms=_now_ms())
    print(f"{name} has a new password, and its tokens are withdrawn")


@app.command()
def disable(name: Name, db: Db = None) -> None:
    """Disable an account at once; its history stays."""
    with _open(db) as store:
        Accounts(store).disable(name, _now_ms())
    print(f"{name} is disabled, and its tokens are withdrawn")


@app.command()
def enable(name: Name, db: Db = None) -> None:
    """Let a disabled account log in again."""
    with _open(db) as store:
        Accounts(store).enable(name)
    print(f"{name} is enabled")


@app.command()
def withdraw(
    name: Annotated[
        str, typer.Argument(metavar="NAME", help="The account's name; with --all, none.", show_default=False)
    ] = "",
    everybody: Annotated[
        bool, typer.Option("--all", help="Logins of every account, for example after a restore.")
    ] = False,
    session: Annotated[str, typer.Option(metavar="SESSION", help="Only this login, as `sessions` lists it.")] = "",
    db: Db = None,
) -> None:
    """End logins of one account, or of all accounts."""
    if bool(name) == everybody:
        raise CutcardError("name an account, or say --all for every one")
    with _open(db) as store:
        tokens, now_ms = Tokens(store, hours=1), _now_ms()
        if session and name:
            tokens.end(name, session, now_ms)
            print(f"session {session} of {name} has ended")
            return
        for each in [account.name for account in Accounts(store).all()] if everybody else [name]:
            tokens.withdraw_all(each, now_ms)
    print("all tokens are withdrawn" if everybody else f"the tokens of {name} are withdrawn")


@app.command("codes-off")
def codes_off(name: Name, db: Db = None) -> None:
    """Stop asking an account for one-time codes.

    For an owner who has lost the device that shows them.
    """
    with _open(db) as store:
        Accounts(store).remove_codes(name, _now_ms())
    print(f"{name} logs in without one-time codes, and its tokens are withdrawn")


def _open(db: str | None, create: bool = False) -> closing[Store]:
    """The store that the service would open, brought up to date; made only where an account is to be added."""
    settings = Settings.read(given={"db": db})
    if not create:
        Store.open(settings.db, create=False, keys=settings.keys).close()  # says so if it is not there
    store = Store.open(settings.db, keys=settings.keys)
    if settings.law:
        store.run_by(settings.law, _now_ms())
    return closing(store)


def _password(stdin: bool) -> str:
    """Asked for twice on the terminal, or read from standard input; never an argument, which others could see."""
    if stdin:
        return sys.stdin.readline().rstrip("\r\n")
    if not sys.stdin.isatty():
        raise CutcardError("there is no terminal to ask for the password on: give it on standard input, with --stdin")
    password: str = typer.prompt("Password", hide_input=True, confirmation_prompt=True, err=True)
    return password


def _as(account: Account) -> str:
    return f"{account.role} of {account.casino}" if account.casino else account.role


def _state(account: Account, now_ms: int) -> str:
    if account.disabled_ms is not None:
        return f"disabled since {utc(account.disabled_ms, DAY)}"
    return "enabled" if account.live(now_ms) else "expired"


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
