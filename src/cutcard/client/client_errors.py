"""Errors that a client raises.

CutcardError
└── ClientError
    ├── Refused       the service refused: with the HTTP status, and the clause if one applies
    └── Unanswered    no answer came in time; a command may or may not have taken effect
"""

from __future__ import annotations

from cutcard.errors import CutcardError


class ClientError(CutcardError):
    """A request that failed."""


class Refused(ClientError):
    """The service refused the request."""

    def __init__(self, message: str, status: int, clause: str | None = None, book: str | None = None) -> None:
        super().__init__(message, clause)
        self.status = status
        self.book = book


class Unanswered(ClientError):
    """The service could not be reached, or did not answer, for too long."""
