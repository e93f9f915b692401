"""What a client is told instead of what it asked for.

CutcardError
└── ClientError
    ├── Refused       the service answered, and the answer is no: with the status, and the clause where one applies
    └── Unanswered    no answer came within the client's patience; a command may have been done or not
"""

from __future__ import annotations

from cutcard.errors import CutcardError


class ClientError(CutcardError):
    """Something that a client asked for and did not get."""


class Refused(ClientError):
    """The service's no."""

    def __init__(self, message: str, status: int, clause: str | None = None, book: str | None = None) -> None:
        super().__init__(message, clause)
        self.status = status
        self.book = book


class Unanswered(ClientError):
    """The service could not be reached, or did not answer, for too long."""
