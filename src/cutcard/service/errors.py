"""Errors of the service itself, each with its HTTP status.

CutcardError
└── ServiceError
    ├── NoSuchTable      404
    ├── NotLoggedIn      401
    ├── LoginRefused     401
    ├── Forbidden        403
    ├── TooMany          429, with the seconds to wait
    └── Busy             503: the store does not answer, or other commands were faster every time
"""

from __future__ import annotations

from cutcard.errors import CutcardError


class ServiceError(CutcardError):
    status = 400


class NoSuchTable(ServiceError):
    status = 404

    def __init__(self, table: str) -> None:
        super().__init__(f"there is no table {table[:64]!r}")


class NotLoggedIn(ServiceError):
    status = 401

    def __init__(self, message: str = "log in first: the token is missing, expired or withdrawn") -> None:
        super().__init__(message)


class LoginRefused(ServiceError):
    status = 401

    def __init__(self) -> None:
        super().__init__("name or password is wrong")


class Forbidden(ServiceError):
    status = 403


class TooMany(ServiceError):
    status = 429

    def __init__(self, what: str, wait_s: float) -> None:
        super().__init__(f"too many {what}: wait {max(wait_s, 0.1):.1f} seconds")
        self.wait_s = wait_s


class Busy(ServiceError):
    status = 503
