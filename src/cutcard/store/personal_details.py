"""What is recorded of who somebody is, and what may be recorded."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields
from datetime import UTC, date, datetime
from itertools import permutations
from typing import Any

from cutcard.errors import CutcardError

FIELD_MAX = 200
ADULT_YEARS = 18
CONTACT_LEAST = 7  # letters of a name in mail, or last digits of a telephone number, that tell whose it is


class PersonError(CutcardError):
    """Personal data that cannot be kept or are not there. It says which field is wrong, and never what it holds."""


@dataclass(frozen=True, repr=False)
class PersonalDetails:
    """A person's details. They never show: what is printed or logged by mistake has nothing in it."""

    full_name: str
    birth_date: str  # as 1990-02-28
    address: str
    contact: str  # a telephone number or an address of mail
    document_number: str
    issued_by: str  # the country or state that gave the document

    def __repr__(self) -> str:
        return "PersonalDetails(...)"

    @classmethod
    def read(cls, given: Mapping[str, Any]) -> PersonalDetails:
        """Details from a form or a file; raises `PersonError`."""
        names = {each.name for each in fields(cls)}
        if given.keys() != names:
            raise PersonError(f"personal data are {', '.join(sorted(names))}: all of these and nothing else")
        if not all(isinstance(value, str) for value in given.values()):
            raise PersonError("personal data are texts")
        return cls(**given)

    def check(self, at_ms: int, least_age: int = ADULT_YEARS) -> None:
        """Raise `PersonError` for what cannot be a person's data, and for anybody who is too young to gamble."""
        for name, value in asdict(self).items():
            if not value.strip() or len(value) > FIELD_MAX or not value.isprintable():
                raise PersonError(f"{name.replace('_', ' ')} is a text of 1 to {FIELD_MAX} letters")
        born = _day(self.birth_date)
        if born is None:
            raise PersonError("birth date is a day, such as 1990-02-28")
        today = datetime.fromtimestamp(at_ms / 1000, UTC).date()
        age = today.year - born.year - ((today.month, today.day) < (born.month, born.day))
        if age < least_age:
            raise PersonError(f"nobody under {least_age} gambles here")
        if not plain(self.document_number):
            raise PersonError("document number has letters or digits")


def _day(text: str) -> date | None:
    """A day in the one way of writing it, so that the same day is always the same text."""
    try:
        day = date.fromisoformat(text)
    except ValueError:
        return None
    return day if day.isoformat() == text else None


def identifies_owner(account: str, details: PersonalDetails) -> bool:
    """Whether the name of an account is made of what is recorded of its owner: name, birth, document, mail, telephone.

    One name of several does not tell who somebody is.

    >>> pat = PersonalDetails("Pat Example", "1990-02-28", "1 High Street", "by mail", "N1234567", "Australia")
    >>> names = ("pat", "pat.example", "pexample7", "Example-Pat", "lucky7", "n1234567")
    >>> [one for one in names if identifies_owner(one, pat)]
    ['pat.example', 'pexample7', 'Example-Pat', 'n1234567']
    >>> from dataclasses import replace
    >>> reached = replace(pat, contact="+61 400 111 222, rosella@example.org")
    >>> [one for one in ("0400111222", "rosella", "rose", "0400") if identifies_owner(one, reached)]
    ['0400111222', 'rosella']
    """
    written = plain(account)
    letters = "".join(filter(str.isalpha, written))
    names = [word for word in map(plain, details.full_name.split()) if word]
    by_name = any(one + other in letters or one[0] + other == letters for one, other in permutations(names, 2))
    numbers = (plain(details.document_number), plain(details.birth_date))
    reached = any(len(one) >= CONTACT_LEAST and one in written for one in _contacts(details.contact))
    return by_name or reached or any(len(one) > 3 and one in written for one in numbers)


def _contacts(contact: str) -> Iterator[str]:
    """The parts of a contact that identify a person: the name before each @, and the end of the telephone number."""
    for mail in re.finditer(r"([^\s,;<>]+)@\S+", contact):
        yield plain(mail[1])
    yield "".join(filter(str.isdigit, re.sub(r"\S+@\S+", "", contact)))[-CONTACT_LEAST:]


def plain(text: str) -> str:
    """Letters and digits only: a document is the same however its number is typed."""
    return "".join(letter for letter in text.casefold() if letter.isalnum())
