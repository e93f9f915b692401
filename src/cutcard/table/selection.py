"""How a jackpot system picks a box: from a secret that it has committed to beforehand, at a published rate.

Everybody can check a draw once the secret is revealed: it depends on nothing but the secret, the table, the round and
the boxes with a jackpot wager.

>>> commitment("00" * 32)[:16]
'66687aadf862bd77'
>>> selected("00" * 32, "T1", 1, (1, 3, 5), per_million=0)
>>> [selected("00" * 32, "T1", number, (1, 3, 5), per_million=500_000) for number in range(1, 7)]
[None, 5, 1, 5, None, 1]
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Sequence
from typing import NamedTuple

from cutcard.engine import Refusal, sidebets
from cutcard.engine import commands as say
from cutcard.table.draft import Draft
from cutcard.table.link_terms import MILLION
from cutcard.table.registry import event


@event(seen_by="everybody", log="the system has drawn for {bet:words}: box {box} (0: none)")
class BoxDrawn(NamedTuple):
    """What the device of a link has drawn when betting closed: a box with a jackpot wager, or none."""

    bet: str
    link: str
    device: int  # the number of its secret
    round: int
    boxes: tuple[int, ...]  # those with a jackpot wager
    box: int  # 0: it has picked none


def commitment(secret: str) -> str:
    """The hash of a secret, which is published before the first draw."""
    return hashlib.sha256(bytes.fromhex(secret)).hexdigest()


def selected(secret: str, table: str, round_: int, boxes: Sequence[int], per_million: int) -> int | None:
    """The box that the device picks in a round of a table, of those with a jackpot wager; None: it picks none."""
    drawn = hmac.new(bytes.fromhex(secret), f"{table}:{round_}".encode(), hashlib.sha256).digest()
    number = int.from_bytes(drawn, "big")
    if not boxes or number % MILLION >= per_million:
        return None
    return boxes[number // MILLION % len(boxes)]


def draw_boxes(draft: Draft) -> Refusal | None:
    """Betting is closed: the system of each link picks a box, or none, and that one wins (Melbourne 21.10.2(b)(ii))."""
    round_ = draft.state.round
    for bet, linked in draft.state.links.items():
        device = draft.selectors.get(bet)
        boxes = tuple(sorted({w.box for w in round_.wagers if w.bet == bet and w.open})) if round_ is not None else ()
        outcome = sidebets.selected_outcome(round_, bet) if round_ is not None else None
        if device is None or outcome is None or not boxes:
            continue
        number = draft.state.number
        box = selected(device.secret, draft.state.table, number, boxes, device.per_million)
        draft.add(BoxDrawn(bet, linked.link, device.number, number, boxes, box or 0))
        refusal = draft.play(say.Select(outcome, box)) if box is not None else None
        if refusal is not None:
            return refusal
    return None
