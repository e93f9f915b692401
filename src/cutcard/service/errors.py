"""Errors of the service itself, each with its HTTP status.

CutcardError
└── ServiceError
    ├── NoSuchTable      404
    ├── NoSuchLink       404
    ├── NoSuchTournament 404
    ├── NoSuchPromotion  404
    ├── NoSuchPlayer     404
    ├── NotLoggedIn      401
    ├── LoginRefused     401
    │   └── CodeRefused  401: a one-time code is missing or wrong
    ├── CodesMissing     403: the account must set up one-time codes first
    ├── Forbidden        403
    ├── TooMany          429, with the seconds to wait
    │   └── Overloaded   503, likewise: it is not this caller's doing
    └── Busy             503: the store does not answer, or other commands were faster every time
        └── ClockJumped  503: it is not known what time it is, with the seconds to wait

What a visitor is told of any other error is one sentence with an id (`sentence_for`); the rest is in the log.
"""

from __future__ import annotations

from cutcard import logs
from cutcard.errors import CutcardError
from cutcard.floor.out_of_order import OutOfOrder
from cutcard.store import StoreError as StoreError  # pages know it by this module
from cutcard.store.errors import NotStorable

log = logs.get("errors")


class ServiceError(CutcardError):
    status = 400
    code: str | None = None  # for programs, where the status does not say it all


class NoSuchTable(ServiceError):
    status = 404

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table[:64]!r}")


class NoSuchLink(ServiceError):
    status = 404

    def __init__(self, link: str) -> None:
        super().__init__(f"there is no jackpot link {link[:64]!r}")


class NoSuchTournament(ServiceError):
    status = 404

    def __init__(self, tournament: str) -> None:
        super().__init__(f"there is no tournament {tournament[:64]!r}")


class NoSuchPromotion(ServiceError):
    status = 404

    def __init__(self, promotion: str) -> None:
        super().__init__(f"there is no promotion {promotion[:64]!r}")


class NoSuchPlayer(ServiceError):
    status = 404

    def __init__(self, player: str) -> None:
        super().__init__(f"there is no player {player[:64]!r} in your register")


class NotLoggedIn(ServiceError):
    status = 401

    def __init__(self, message: str = "log in first: the token is missing, expired or withdrawn") -> None:
        super().__init__(message)


class LoginRefused(ServiceError):
    status = 401

    def __init__(self, message: str = "name or password is wrong") -> None:
        super().__init__(message)


class CodeRefused(LoginRefused):
    code = "one-time-code"

    def __init__(self, given: bool) -> None:
        wrong = "the one-time code is wrong, or was used already: wait for the next one"
        super().__init__(wrong if given else "this account needs a one-time code as well")
        self.given = given


class CodesMissing(ServiceError):
    status = 403
    code = "second-factor-missing"

    def __init__(self) -> None:
        super().__init__("this account may log in only with one-time codes: set them up first")


class Forbidden(ServiceError):
    status = 403


class TooMany(ServiceError):
    status = 429

    def __init__(self, what: str, wait_s: float) -> None:
        super().__init__(f"too many {what}: wait {max(wait_s, 0.1):.1f} seconds")
        self.wait_s = wait_s


class Overloaded(TooMany):
    status = 503


class Busy(ServiceError):
    status = 503

    def __init__(self, message: str, wait_s: float = 1.0) -> None:
        super().__init__(message)
        self.wait_s = wait_s


class ClockJumped(Busy):
    def __init__(self, jumped_ms: int, confirmed_in_ms: int) -> None:
        how = f"{abs(jumped_ms) / 1000:.0f} seconds {'ahead' if jumped_ms > 0 else 'back'}"
        says = f"this machine's clock has jumped {how}: nothing is done until it is clear what time it is"
        super().__init__(says, max(min(confirmed_in_ms / 1000, 30.0), 1.0))


def status_of(error: Exception) -> int:
    """The HTTP status of an answer that reports an error."""
    if isinstance(error, ServiceError):
        return error.status
    if isinstance(error, NotStorable):
        return 422
    if isinstance(error, StoreError | OutOfOrder):
        return 503
    return 400 if isinstance(error, CutcardError) else 500


def sentence_for(error: Exception, **where: object) -> str:
    """A sentence for an error. One that could hold a value of the store is logged under an id instead."""
    if isinstance(error, CutcardError) and (isinstance(error, NotStorable) or not isinstance(error, StoreError)):
        return error.message
    error_id = log.mistake(error, **where)
    if isinstance(error, StoreError):
        return f"the store does not answer at the moment: error {error_id} in the service's log"
    return f"the service has made a mistake: error {error_id} in its log"
