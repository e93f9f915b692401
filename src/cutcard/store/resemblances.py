"""Accounts that may belong to one person, because more of their recorded data agrees than by chance.

A report for people to judge: twins have one birthday, and families one address. It says what agrees, and never what
that is.

>>> from cutcard.store.personal_details import PersonalDetails
>>> ann = PersonalDetails("Ann Müller", "1980-02-03", "1 High St", "0400 111 222", "N0123456", "Australia")
>>> wed = PersonalDetails("Mueller, Ann-Marie", "1980-02-03", "9 Low Rd", "by mail", "L77", "Germany")
>>> again = PersonalDetails("A. Miller", "1981-05-05", "9 Low Rd", "by mail", "n 0123 456", "AUS")
>>> agreeing(ann, wed), agreeing(ann, again), agreeing(wed, again)
(('name-and-birth-date',), ('document-number',), ())
"""

from __future__ import annotations

import re
import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping
from difflib import SequenceMatcher
from itertools import combinations
from typing import NamedTuple

from cutcard.store.personal_details import PersonalDetails, plain

LIKE = 0.75  # how much of two words has to agree; mueller and muller have 0.92, anna and anne 0.75
NUMBER_LEAST = 5  # characters of a document's number, a telephone number or an address that do not agree by chance
_SAME_SIGNS = str.maketrans("oil", "011")  # which are mistaken for each other


STRONG = ("document-number", "name-and-birth-date")  # of which a card waits for somebody to look again


class Resemblance(NamedTuple):
    """Two accounts whose owners may be one person, and what agrees: one or more of the words of `agreeing`."""

    player: str
    other: str
    why: tuple[str, ...]

    @property
    def strong(self) -> bool:
        return any(one in STRONG for one in self.why)


def agreeing(one: PersonalDetails, other: PersonalDetails) -> tuple[str, ...]:
    """What speaks for two people being one; empty where nothing does."""
    born_alike = one.birth_date == other.birth_date
    found = {
        "document-number": bool(_number(one)) and _number(one) == _number(other),
        "name-and-birth-date": born_alike and _named_alike(one, other),
        "name-and-mistyped-birth-date": _mistyped(one.birth_date, other.birth_date) and _names(one) == _names(other),
        "birth-date-and-contact": born_alike and _place(one.contact) == _place(other.contact) != "",
        "birth-date-and-address": born_alike and _place(one.address) == _place(other.address) != "",
    }
    return tuple(why for why, so in found.items() if so)


def resemblances(people: Mapping[str, PersonalDetails]) -> Iterator[Resemblance]:
    """Every two of some people who may be one, by their accounts; only those are compared who share something."""
    sharing: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for name, details in sorted(people.items()):
        for key in _keys(details):
            sharing[key].append(name)
    pairs = {pair for names in sharing.values() for pair in combinations(names, 2)}
    for one, other in sorted(pairs):
        why = agreeing(people[one], people[other])
        if why:
            yield Resemblance(one, other, why)


def resembling(player: str, people: Mapping[str, PersonalDetails]) -> list[Resemblance]:
    """Anybody who may be the same person as one of them."""
    own = people[player]
    found = (Resemblance(player, name, agreeing(own, details)) for name, details in sorted(people.items()))
    return [one for one in found if one.other != player and one.why]


def _keys(details: PersonalDetails) -> Iterator[tuple[str, str]]:
    """Of these, somebody who may be the same person has one at least."""
    yield "born", details.birth_date
    yield "named", " ".join(_names(details))
    if _number(details):
        yield "number", _number(details)


def _number(details: PersonalDetails) -> str:
    """A document's number however it is written, of whatever kind and from wherever; "" if it is too short."""
    number = plain(details.document_number).translate(_SAME_SIGNS).lstrip("0")
    return number if len(number) >= NUMBER_LEAST else ""


def _names(details: PersonalDetails) -> tuple[str, ...]:
    """The parts of a name, without accents and in one order."""
    letters = unicodedata.normalize("NFKD", details.full_name.casefold())
    bare = "".join(one for one in letters if not unicodedata.combining(one))
    return tuple(sorted(filter(None, re.split(r"[\W_]+", bare))))


def _named_alike(one: PersonalDetails, other: PersonalDetails) -> bool:
    """Whether every part of the shorter name has one like it in the longer; somebody may leave a name out."""
    fewer, more = sorted((_names(one), _names(other)), key=len)
    left = [*more]
    for word in fewer:
        like = next((each for each in left if _word_alike(word, each)), None)
        if like is None:
            return False
        left.remove(like)
    return bool(fewer) and (len(fewer) > 1 or len(more) == 1)


def _word_alike(one: str, other: str) -> bool:
    initial = min(len(one), len(other)) == 1 and one[0] == other[0]
    return initial or one == other or SequenceMatcher(None, one, other).ratio() >= LIKE


def _mistyped(one: str, other: str) -> bool:
    """Whether two dates differ in one digit, or in that day and month are exchanged."""
    year, month, day = one.split("-")
    return one != other and (other == f"{year}-{day}-{month}" or sum(map(str.__ne__, one, other)) == 1)


def _place(text: str) -> str:
    """Where somebody lives or is reached, however it is written; "" where it says too little."""
    plain_text = plain(text)
    return plain_text if (len(plain_text) >= NUMBER_LEAST and any(map(str.isdigit, plain_text))) or "@" in text else ""
