"""A finished round, step by step: the table after each card, call and payment, in the shape of the table's own steps.

A round of the store and a round record that somebody brings are told the same way. Everything lies open, because the
round is over.
"""

from __future__ import annotations

import itertools
from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard.clauses import ledger
from cutcard.engine import Event, State, net
from cutcard.engine import events as ev
from cutcard.money import Cents
from cutcard.narration.formatting import capital, gain, money, name
from cutcard.narration.moments import Moment, moments_of
from cutcard.narration.payments import payment
from cutcard.records import RecordRefused, differing_results
from cutcard.records.parse import parse
from cutcard.records.replay import replay
from cutcard.service.past_table import table_shown
from cutcard.service.story_lines import explained, line


class Round(NamedTuple):
    """A round to replay: where it was played, the round before its first event, and its events."""

    table: str
    number: int
    first: State
    events: tuple[Event, ...]
    player: str | None = None  # whose round it is told as
    you: bool = True  # whether that player is the reader, and is spoken to

    @property
    def viewer(self) -> str | None:
        return self.player if self.you else None


def of_record(record: dict[str, Any], player: str | None = None) -> Round:
    """A round record, played through the engine; raises `RecordRefused`."""
    parsed = parse(record)
    number = record.get("round")
    return Round(
        str(record.get("table", "Record"))[:64],
        number if isinstance(number, int) and 0 < number < 2**31 else 1,
        State(parsed.setup),
        replay(parsed).events,
        player,
        False,
    )


def replay_json(round_: Round) -> dict[str, Any]:
    """A round as the API answers it: the table with its wagers down, every step after it, and the account."""
    start, moments = moments_of(round_.first, round_.events, round_.viewer)
    last = moments[-1].after if moments else start
    shown = table_shown(start, round_.table, round_.number)
    book = last.rules.book
    steps: list[dict[str, Any]] = []
    current = shown
    for moment in moments:
        now = table_shown(moment.after, round_.table, round_.number)
        ids = (f"v{moment.version}-{len(steps)}-{i}" for i in itertools.count())
        lines = [line(entry, id_, book).model_dump() for entry, id_ in zip(moment.entries, ids, strict=False)]
        steps.append(
            {
                "version": moment.version,
                "cue": _cue(round_, moment),
                "change": changed(current, now),
                "lines": lines,
                "say": moment.say,
                "new_round": False,
            }
        )
        current = now
    return {
        "mine": round_.player,
        "title": last.rules.title,
        "book": book,
        "game": last.rules.game,
        "decks": last.setup.decks,
        "void": last.void,
        "table": shown,
        "steps": steps,
        **account(round_, last),
    }


def _cue(round_: Round, moment: Moment) -> dict[str, Any] | None:
    """What moves on the felt."""
    after = moment.after
    if moment.paid is not None:
        return _chips(after, moment.paid)
    match moment.event:
        case ev.CardDealt(card, box, hand):
            return {"kind": "card", "card": card.text, "box": box, "hand": hand}
        case ev.HoleCardDealt():
            return {"kind": "card", "card": None, "box": None, "hand": 1}
        case ev.HoleCardTurned(card):
            return {"kind": "card", "card": card.text, "box": None, "hand": 1, "turned": True}
        case ev.RoundEnded() if round_.player is not None:
            result = net(after.wagers).get(round_.player, 0)
            outcome = "win" if result > 0 else "lose" if result < 0 else "even"
            return {"kind": "result", "net": result, "outcome": outcome}
    return None


def _chips(after: State, position: int) -> dict[str, Any]:
    wager = after.wagers[position]
    back = wager.returned or 0
    won = back > wager.staked
    return {
        "kind": "chips",
        "box": wager.box,
        "bet": wager.bet,
        "player": wager.player,
        "amount": back - wager.staked if won else back or wager.staked,
        "from": "tray" if won else "layout",
        "to": "player" if back else "tray",
        "outcome": wager.outcome,
    }


def changed(before: Mapping[str, Any], after: Mapping[str, Any]) -> dict[str, Any]:
    """Every part of the table that differs, of the boxes only those that do."""
    found = {key: value for key, value in after.items() if key != "boxes" and before[key] != value}
    boxes = {str(now["number"]): now for was, now in zip(before["boxes"], after["boxes"], strict=True) if was != now}
    return {**found, "boxes": boxes} if boxes else found


# ---------------------------------------------------------------------------------------------------------- the account


def account(round_: Round, state: State) -> dict[str, Any]:
    """Every wager with its result, its reason and its clause, and what everybody won or lost."""
    book = state.rules.book
    known = ledger(book)
    nets = net(state.wagers)
    used = dict.fromkeys(wager.clause for wager in state.wagers if wager.clause)
    return {
        "settlement": [
            {
                "box": paid.box,
                "player": name(paid.player),
                "mine": paid.player == round_.player,
                "wager": capital(paid.wager)[:-1],
                "cards": paid.cards,
                "why": f"{paid.reason}{f'; also {wager.also}' if wager.also else ''}",
                "returned": money(paid.returned),
                "net": gain(paid.net),
                "net_cents": paid.net,
                "clause": paid.clause,
                "payment": explained(paid, book).model_dump(),
            }
            for wager in state.wagers
            for paid in (payment(state, wager),)
        ],
        "nets": [
            *(_net(name(who), result, who == round_.player) for who, result in nets.items()),
            _net("The house", -sum(nets.values()), False),
        ],
        "clauses": [{"clause": clause, "says": known[clause].says} for clause in used if clause in known],
    }


def _net(who: str, amount: Cents, mine: bool) -> dict[str, Any]:
    return {"who": who, "amount": amount, "gain": gain(amount), "mine": mine}


def verdict(record: dict[str, Any]) -> tuple[bool, str]:
    """Whether the engine settles a record the same way today."""
    try:
        differs = differing_results(record)
    except RecordRefused as refused:
        return False, f"The engine refuses this record now: {refused.message}"
    for key in ("dealer", "hands", "settlement", "net"):
        if any(each.key == key for each in differs):
            return False, f"The engine says something else now about its {key}."
    return True, "Settled again by the engine just now: the same to the cent."
