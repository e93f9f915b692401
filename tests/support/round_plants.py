"""Alterations of a table's stream after which everything fits again: versions, hashes and head.

Whoever makes them knows how a store is made and has its key: only a replay of what the rows say can find them. Some
alter nothing that matters, and then no replay says a word.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from sqlalchemy import Connection, text

from cutcard.cards import PACK
from cutcard.store.chain import ROOT, Content, digest
from cutcard.store.checks import Stream

Line = tuple[int, str, int]  # which of the row's events, the account, the cents


@dataclass
class PlantedRow:
    position: int
    at_ms: int
    command: str | None
    texts: list[str]
    previous: bytes
    lines: list[Line] = field(default_factory=list)


Rows = list[PlantedRow]


def rows_of(connection: Connection, stream: str) -> Rows:
    """The rows of a stream with their ledger lines."""
    lines: dict[int, list[Line]] = {}
    query = "SELECT version, event, account, cents FROM postings WHERE stream = :stream ORDER BY version, line"
    for version, event, account, cents in connection.execute(text(query), {"stream": stream}):
        lines.setdefault(version, []).append((event, account, cents))
    query = "SELECT * FROM events WHERE stream = :stream ORDER BY version"
    return [
        PlantedRow(
            row.position, row.at_ms, row.command, row.payload.split("\n"), row.previous, lines.get(row.version, [])
        )
        for row in connection.execute(text(query), {"stream": stream})
    ]


def put(connection: Connection, stream: str, rows: Rows) -> Stream:
    """Write the rows instead of those that are there, hashed anew; the head that they have then."""
    version, before = 1, ROOT
    events, postings = [], []
    for row in rows:
        payload = "\n".join(row.texts)
        content = Content(row.position, stream, version, row.at_ms, row.command, payload)
        before = digest(row.previous, before, content, row.lines)
        events.append({**content._asdict(), "previous": row.previous, "hash": before})
        postings += [
            {"stream": stream, "version": version, "line": n, "event": event, "account": account, "cents": cents}
            for n, (event, account, cents) in enumerate(row.lines)
        ]
        version += len(row.texts)
    for table in ("postings", "events"):
        connection.execute(text(f"DELETE FROM {table} WHERE stream = :stream"), {"stream": stream})
    columns = "stream, version, position, at_ms, command, payload, previous, hash"
    marks = ", ".join(f":{name}" for name in columns.split(", "))
    connection.execute(text(f"INSERT INTO events ({columns}) VALUES ({marks})"), events)
    insert = "INSERT INTO postings VALUES (:stream, :version, :line, :event, :account, :cents)"
    connection.execute(text(insert), postings)
    return Stream(stream, version - 1, before)


def planted(rows: Rows, random: Random) -> str:
    """Alter something in the rows, at random; says what."""
    for _ in range(100):
        at = random.randrange(len(rows) // 4, len(rows))
        change = random.choice(CHANGES)
        before = replace(rows[at], texts=[*rows[at].texts], lines=[*rows[at].lines])
        change(rows, at, random)
        if at >= len(rows) or rows[at] != before:
            return f"{change.__name__} at {at}"
    raise AssertionError("nothing could be altered")


# ------------------------------------------------------------------------------------------------------- texts


def _a_letter(rows: Rows, at: int, random: Random) -> None:
    texts = rows[at].texts
    n = random.randrange(len(texts))
    place = random.randrange(len(texts[n]))
    other = random.choice('0123456789abzA{}",: é\\')
    texts[n] = texts[n][:place] + other + texts[n][place + 1 :]


def _replaced(pattern: str, by: Callable[[str, Random], str]) -> Callable[[Rows, int, Random], None]:
    """A change that puts something else where a pattern is found first in some line."""

    def change(rows: Rows, at: int, random: Random) -> None:
        texts = rows[at].texts
        places = [n for n, line in enumerate(texts) if re.search(pattern, line)]
        if places:
            n = random.choice(places)
            found = [*re.finditer(pattern, texts[n])]
            one = random.choice(found)
            texts[n] = texts[n][: one.start()] + by(one[0], random) + texts[n][one.end() :]

    change.__name__ = f"replaced {pattern}"
    return change


def _card(found: str, random: Random) -> str:
    return f'"card":"{random.choice(PACK).text}"'


def _number(found: str, random: Random) -> str:
    value = int(found[1:])
    others = (value + 1, value - 1, value * 2, value + 500, value * 10**17, f"0{value}", f"{value}.0", f" {value}")
    return f":{random.choice([*others, f'{value}e0', -value, f'{value}000', 'null', 'true'])}"


def _outcome(found: str, random: Random) -> str:
    return f'"outcome":"{random.choice(["win", "lose", "stand-off", "void", "surrender"])}"'


def _more(found: str, random: Random) -> str:
    marks = ('"x":1', '"is":"Said"', '"is":"TableOpened"', '"is":"RoundEvent","round":1', '"a":"b","sealed":"c"')
    designated = '"is":"TableDesignated","tournament":"spring"'
    return random.choice([f",{mark}," for mark in (*marks, designated)] + [", ", ',"é":"\\u00e9",'])


def _line_removed(rows: Rows, at: int, random: Random) -> None:
    texts = rows[at].texts
    if len(texts) > 1:
        texts.pop(random.randrange(len(texts)))


def _line_doubled(rows: Rows, at: int, random: Random) -> None:
    texts = rows[at].texts
    n = random.randrange(len(texts))
    texts.insert(n, texts[n])


def _lines_swapped(rows: Rows, at: int, random: Random) -> None:
    texts = rows[at].texts
    n = random.randrange(len(texts))
    texts[n - 1], texts[n] = texts[n], texts[n - 1]


def _line_of_another(rows: Rows, at: int, random: Random) -> None:
    texts, others = rows[at].texts, random.choice(rows).texts
    texts[random.randrange(len(texts))] = random.choice(others)


def _line_of_another_round(rows: Rows, at: int, random: Random) -> None:
    """A line of the same kind from another row, as if it belonged to this round."""
    texts = rows[at].texts
    n = random.randrange(len(texts))
    kind = re.findall('"is":"[A-Za-z]+"', texts[n])
    number = re.search(r'"round":\d+}$', texts[n])
    alike = [line for row in rows for line in row.texts if re.findall('"is":"[A-Za-z]+"', line) == kind]
    if number and alike:
        texts[n] = re.sub(r'"round":\d+}$', number[0], random.choice(alike))


def _row_removed(rows: Rows, at: int, random: Random) -> None:
    rows.pop(at)


def _row_again(rows: Rows, at: int, random: Random) -> None:
    rows.insert(at, replace(rows[at], command=None, texts=[*rows[at].texts], lines=[*rows[at].lines]))
    _numbered(rows)


def _rows_swapped(rows: Rows, at: int, random: Random) -> None:
    one, other = rows[at - 1], rows[at]
    one.position, other.position, one.at_ms, other.at_ms = other.position, one.position, other.at_ms, one.at_ms
    rows[at - 1], rows[at] = other, one


def _rows_joined(rows: Rows, at: int, random: Random) -> None:
    """Two rows as one, with or without the line that begins the second."""
    if at + 1 < len(rows):
        one, other = rows[at], rows.pop(at + 1)
        left = int(random.random() < 0.5)
        shift = len(one.texts) - left
        one.texts += other.texts[left:]
        one.lines += [(event + shift, account, cents) for event, account, cents in other.lines]


def _row_split(rows: Rows, at: int, random: Random) -> None:
    """The last lines of a row as one of their own, which begins as every row does."""
    one = rows[at]
    if len(one.texts) > 2:
        n = random.randrange(2, len(one.texts))
        moved = [(event - n + 1, account, cents) for event, account, cents in one.lines if event >= n]
        more = replace(one, command=None, texts=[one.texts[0], *one.texts[n:]], lines=moved)
        one.texts, one.lines = one.texts[:n], [line for line in one.lines if line[0] < n]
        rows.insert(at + 1, more)
        _numbered(rows)


def _numbered(rows: Rows) -> None:
    for n, row in enumerate(rows):
        row.position = n + 1


# ------------------------------------------------------------------------------------------------- money and times


def _cents(rows: Rows, at: int, random: Random) -> None:
    lines = rows[at].lines
    if lines:
        n = random.randrange(len(lines))
        event, account, cents = lines[n]
        lines[n] = (event, account, random.choice([cents + 1, -cents, cents * 2, 2**62, 0]))


def _account(rows: Rows, at: int, random: Random) -> None:
    lines = rows[at].lines
    if lines:
        n = random.randrange(len(lines))
        others = [account for row in rows for _, account, _ in row.lines]
        lines[n] = (lines[n][0], random.choice([*others, "aud:player:thief", "aud:cage"]), lines[n][2])


def _event(rows: Rows, at: int, random: Random) -> None:
    lines = rows[at].lines
    if lines:
        n = random.randrange(len(lines))
        lines[n] = (random.randrange(-1, 4), *lines[n][1:])


def _ledger_line_removed(rows: Rows, at: int, random: Random) -> None:
    if rows[at].lines:
        rows[at].lines.pop(random.randrange(len(rows[at].lines)))


def _ledger_lines_added(rows: Rows, at: int, random: Random) -> None:
    account = random.choice([account for row in rows for _, account, _ in row.lines])
    rows[at].lines += [(1, account, -100), (1, "aud:player:thief", 100)]


def _ledger_lines_swapped(rows: Rows, at: int, random: Random) -> None:
    rows[at].lines.reverse()


def _time(rows: Rows, at: int, random: Random) -> None:
    rows[at].at_ms += random.choice([-(10**7), -1, 1, 10**7])


def _position(rows: Rows, at: int, random: Random) -> None:
    rows[at].position, rows[at - 1].position = rows[at - 1].position, rows[at].position


def _stake(rows: Rows, at: int, random: Random) -> None:
    """Another stake all through a round, money and all: often nothing is wrong with it."""
    found = re.search(r'"amount":(\d+).*"is":"WagerLaid"', "\n".join(rows[at].texts))
    if found is None:
        return
    was, now = int(found[1]), random.choice([500, 1000, 1500, 2000, 700, 200_000])
    for row in rows[at : at + 12]:
        if row is not rows[at] and any('"is":"WagerLaid"' in line for line in row.texts):
            break
        row.texts = [re.sub(rf":{2 * was}\b", f":{2 * now}", line) for line in row.texts]
        row.texts = [re.sub(rf":{was}\b", f":{now}", line) for line in row.texts]
        row.lines = [(event, account, cents * now // was) for event, account, cents in row.lines]


def _said(rows: Rows, at: int, random: Random) -> None:
    """Something else is said than what is done: the line that begins every row changes nothing."""
    texts = rows[at].texts
    texts[0] = random.choice([row.texts[0] for row in rows])


CHANGES: tuple[Callable[[Rows, int, Random], None], ...] = (
    _a_letter,
    _a_letter,
    _replaced(r'"card":"[^"]*"', _card),
    _replaced(r":\d+", _number),
    _replaced(r":\d+", _number),
    _replaced(r'"outcome":"[^"]*"', _outcome),
    _replaced(",", _more),
    _line_removed,
    _line_doubled,
    _lines_swapped,
    _line_of_another,
    _line_of_another_round,
    _line_of_another_round,
    _row_removed,
    _row_again,
    _rows_swapped,
    _rows_joined,
    _row_split,
    _cents,
    _account,
    _event,
    _ledger_line_removed,
    _ledger_lines_added,
    _ledger_lines_swapped,
    _time,
    _position,
    _stake,
    _stake,
    _said,
)
