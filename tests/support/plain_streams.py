"""Streams whose events mean nothing, for tests of the store: the audit only checks that their lines sum to zero."""

from __future__ import annotations

from cutcard.store.chain import Content
from cutcard.store.kinds import StreamKind, register
from cutcard.store.project import Projection
from cutcard.store.rounds import Lines, balanced


class BalancedOnly:
    """Looks at the ledger lines of a row and at nothing else."""

    def __init__(self, stream: str) -> None:
        self.rounds = 0
        self.projection = Projection()

    def feed(self, content: Content, lines: Lines) -> None:
        balanced(lines)


def count(events: int, event: str) -> tuple[int, tuple[()]]:
    return events + 1, ()


for _name in ("a", "b", "cashier"):
    register(StreamKind(name=_name, initial=int, evolve=count, dumps=str, loads=str, replay=BalancedOnly))
