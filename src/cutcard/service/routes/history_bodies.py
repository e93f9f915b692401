"""Request and response bodies of the history: rounds found, replays, decisions, a player's own play, audits."""

from __future__ import annotations

import json
from typing import Annotated, Any

from pydantic import Field, field_validator

from cutcard.service.body import Body

WAGERS_MOST = 200  # of a record that is brought, as it is told wager by wager
ACTIONS_MOST = 400


class RoundListed(Body):
    """A finished round. `result` in cents is the player's own for players, and the house's for staff."""

    table: str
    round: int
    opened_ms: int
    ended_ms: int | None
    book: str
    game: str
    title: str
    players: list[str]
    staked: int
    staked_text: str
    result: int
    gain: str
    void: bool
    corrected: bool = False  # something in it was entered wrongly at first


class RoundsFound(Body):
    """A page of rounds; `before` is where the next page goes on, null if there is none."""

    rounds: list[RoundListed]
    before: str | None
    last_day: bool


class Clause(Body):
    clause: str
    says: str


class Net(Body):
    who: str
    amount: int
    gain: str
    mine: bool


class Settled(Body):
    """A wager with its result; `payment` explains it."""

    box: int
    player: str
    mine: bool
    wager: str
    cards: str
    why: str
    returned: str
    net: str
    net_cents: int
    clause: str
    payment: dict[str, Any]


class Verdict(Body):
    """Whether the engine settles the round the same way today."""

    holds: bool
    says: str


class ShoeOfRound(Body):
    """A virtual shoe that the round was dealt from; its file is at `/api/tables/{table}/shoes/{shoe}` once it ended."""

    shoe: int
    commitment: str
    sealed_ms: int
    ended_ms: int | None


class Replay(Body):
    """A finished round: the table when the wagers were down, and each step after that in the shape of the WebSocket's.

    `mine` is whose round it is told as. A step's `change` has every field of the table that differs after it, of
    `boxes` only those that do, by number.
    """

    table_name: str
    round: int
    opened_ms: int | None
    ended_ms: int | None
    mine: str | None
    players: list[str]
    title: str
    book: str
    game: str
    decks: int
    void: str
    table: dict[str, Any]
    steps: list[dict[str, Any]]
    settlement: list[Settled]
    nets: list[Net]
    clauses: list[Clause]
    verdict: Verdict | None
    shoes: list[ShoeOfRound]
    corrected: tuple[str, ...] = ()  # what was entered wrongly at first, and what it really was


class ReviewedChoice(Body):
    """An alternative: what it is worth in units of the wager, and in money."""

    act: str
    label: str
    value: float
    text: str
    money: str
    taken: bool
    best: bool


class DecisionShown(Body):
    """A decision with every alternative, best first. `version` is that of the step with which it was taken.

    `cost` is what it cost against the best one, in units of the wager; null where it cannot be worked out.
    """

    version: int
    player: str
    box: int
    hand: int
    title: str
    act: str
    label: str
    wager: int
    best: str | None
    cost: float | None
    cost_cents: int | None
    choices: list[ReviewedChoice]
    verdict: str
    note: str


class RoundDecisions(Body):
    decisions: list[DecisionShown]


class OwnDecisions(Body):
    """The decisions of a round of your own; `refused` says why there are none while one sits at the table."""

    table: str
    round: int
    at: int
    decisions: list[DecisionShown]
    refused: str = ""


class DecisionsPage(Body):
    rounds: list[OwnDecisions]
    before: str | None


class RoundOfSession(Body):
    table: str
    round: int
    at: int
    title: str
    staked: int
    net: int
    gain: str
    total: int  # since the session began


class SessionPlayed(Body):
    began: int
    ended: int
    rounds: list[RoundOfSession]
    staked: int
    net: int
    gain: str


class SideBetCost(Body):
    """What a side bet cost. `expected` in cents is exact; null where it cannot be worked out."""

    title: str
    game: str
    placed: int
    staked: int
    returned: int
    net: int
    gain: str
    expected: int | None
    expected_gain: str
    edge: float | None


class OwnPlay(Body):
    """A player's rounds by session, and what their side bets cost in them."""

    rounds: int
    sessions: list[SessionPlayed]
    side_bets: list[SideBetCost]
    before: str | None


class ShareMade(Body):
    """A link that anybody can open; `path` is its page."""

    key: str
    path: str


class RecordBrought(Body):
    """A round record as `cutcard settle` reads it, and the player for whom it is shown."""

    record: Annotated[dict[str, Any], Field(max_length=40)]
    player: Annotated[str | None, Field(max_length=64)] = None

    @field_validator("record")
    @classmethod
    def _bounded(cls, record: dict[str, Any]) -> dict[str, Any]:
        for key, most in (("wagers", WAGERS_MOST), ("actions", ACTIONS_MOST)):
            if isinstance(record.get(key), list) and len(record[key]) > most:
                raise ValueError(f"a record that is replayed has {most} {key} at most")
        try:
            json.dumps(record, ensure_ascii=False, allow_nan=False).encode()
        except (UnicodeEncodeError, RecursionError):
            raise ValueError("the record contains text that is not Unicode") from None
        return record


class AuditShown(Body):
    """The scheduled audit's verdict, and the last that somebody ran in this process; null: none yet."""

    every_hours: float
    fault: bool
    last_ms: int | None
    running: bool
    last: dict[str, Any] | None
