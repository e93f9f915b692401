"""Request and response bodies other than commands and tables."""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from cutcard.service.body import Body
from cutcard.service.wire import AnyCommand
from cutcard.table.view_records import TableView

NAME = r"^[^\x00-\x1f\x7f:/]{1,64}$"
PERSON = r"^[^\x00-\x1f\x7f:]{1,64}$"  # earlier releases let people play under names with a slash
Secret = Annotated[str, Field(min_length=1, max_length=200)]
OneTimeCode = Annotated[str, Field(max_length=10)]
AccountName = Annotated[str, Field(min_length=1, max_length=40)]


class ErrorDetail(Body):
    """A refusal or another error: one sentence, and the clause of the book if one applies.

    `code` names a refusal for programs: it stays the same when the sentence is reworded.
    """

    message: str
    clause: str | None = None
    book: str | None = None
    code: str | None = None


class ErrorBody(Body):
    error: ErrorDetail


class Login(Body):
    """`code` is a one-time code, for an account that has set them up."""

    name: AccountName
    password: Secret
    code: OneTimeCode = ""


class TokenGiven(Body):
    token: str
    name: str
    role: str


class Me(Body):
    name: str
    role: str
    casino: str


class Pocket(Body):
    """What a player has outside the tables, in cents: they bring it to the next table they come to."""

    currency: str
    chips: int
    tokens: int


class NewAccount(Body):
    name: AccountName
    role: Annotated[str, Field(max_length=64)]
    password: Secret
    casino: Annotated[str, Field(max_length=40)] = ""


class NewPassword(Body):
    """`old` is the present password, needed for the caller's own account."""

    password: Secret
    old: Annotated[str, Field(max_length=200)] = ""


class Credentials(Body):
    name: AccountName
    password: Secret


class NewCodes(Body):
    """A secret for one-time codes, for an authenticator program; it is not shown again, and not in use yet."""

    secret: str
    uri: str


class CodesChosen(Credentials):
    """`code` is one of the new secret's; `old_code` one of the old, if the account has codes already."""

    secret: Annotated[str, Field(pattern=r"^[A-Z2-7]{32}$")]
    code: OneTimeCode
    old_code: OneTimeCode = ""


class SessionShown(Body):
    """A login. `id` is to end it by; `used_ms` is when it was last used, give or take some seconds."""

    id: str
    issued_ms: int
    used_ms: int
    expires_ms: int
    address: str
    agent: str
    this: bool = False  # whether it is the caller's own


class AccountLog(Body):
    """Events of accounts and sessions with their versions; no password, token or secret is in them."""

    version: int  # of the last event
    events: list[dict[str, Any]]


class AccountShown(Body):
    name: str
    role: str
    casino: str
    created_ms: int
    disabled_ms: int | None
    expires_ms: int | None
    made_by: str  # "console" for the command line, "house" for the first start; empty for guests and if it is not known
    password_by: str  # who last set the password
    codes: bool  # whether a login needs a one-time code


class Given(Body):
    """A command with the client's id for it; sending the same id again does not repeat the command.

    With the `moment` of a desk it is refused with the code "too-late" once the table has moved on.
    """

    id: Annotated[str, Field(min_length=1, max_length=100, pattern=r"^[\x21-\x7e]+$")]
    command: AnyCommand
    moment: Annotated[str, Field(max_length=100)] = ""


class Answered(Body):
    """The command is durable: the version of its last event; `repeated` if it had been done before.

    What takes two people has not been done yet: `waits_for_approval` is the number for somebody else to approve.
    """

    version: int
    repeated: bool
    waits_for_approval: int | None = None


class TableListed(Body):
    table: str
    book: str
    casino: str
    game: str
    title: str
    decks: int
    minimum: int
    maximum: int
    boxes: int
    free: int
    players: int
    side_bets: list[str]
    play_money: bool
    runs_itself: bool
    round: int
    betting: str
    out_of_order: str = ""  # the id of the error for which the table cannot be used; "": it can


class TableShown(Body):
    version: int
    table: TableView


class EventsShown(Body):
    """Events with their versions, as the caller may see them."""

    version: int  # of the table's last event
    events: list[dict[str, Any]]


# By reference, which `/health` brings in: a model for each status of each route would be made at every start.
_ERROR_SCHEMA = {"application/json": {"schema": {"$ref": f"#/components/schemas/{ErrorBody.__name__}"}}}
ERRORS: dict[int | str, dict[str, Any]] = {
    status: {"content": _ERROR_SCHEMA, "description": says}
    for status, says in {
        400: "refused",
        401: "not logged in",
        403: "not for this role, or sent by a page of another site",
        404: "there is no such thing",
        409: "refused by the rules, with the clause",
        413: "too large",
        415: "not JSON",
        422: "not understood",
        429: "too many at once; Retry-After says how long to wait",
        503: "the store does not answer",
    }.items()
}
