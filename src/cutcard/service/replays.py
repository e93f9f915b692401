"""A finished round, step by step: the table after each card, call and payment, in the shape of the table's own steps.

A round of the store and a round record that somebody brings are told the same way. Everything lies open, because the
round is over.
"""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from cutcard.clauses import ledger
from cutcard.engine import Event, State, net
from cutcard.engine import events as ev
from cutcard.money import Cents
from cutcard.narration.formatting import capital, face, gain, money, name, worth
from cutcard.narration.payments import payment
from cutcard.narration.story import Entry, Story
from cutcard.records import RecordRefused, settle
from cutcard.records.parse import parse
from cutcard.records.replay import replay
from cutcard.service.past_table import states_of, table_shown
from cutcard.service.story_lines import explained, line

BEFORE_CARDS = (ev.RoundOpened, ev.WagerPlaced, ev.BettingClosed)


class Round(NamedTuple):
    """A round to be told: where it was played, the round before its first event, and its events."""

    table: str
    number: int
    first: State
    events: tuple[Event, ...]
    player: str | None = None  # whose round it is told as
    you: bool = True  # whether that player is the reader, and is spoken to

    @property
    def viewer(self) -> str | None:
        return self.player if self.you else None


class Moment(NamedTuple):
    """What happened, in words, and the round after it."""

    version: int
    before: State
    after: State
    event: Event
    say: str
    cue: dict[str, Any] | None
    entries: tuple[Entry, ...]


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


def told(round_: Round) -> dict[str, Any]:
    """A round as the API answers it: the table with its wagers down, every step after it, and the account."""
    start, moments = moments_of(round_)
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
                "cue": moment.cue,
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


# ---------------------------------------------------------------------------------------------------------- the moments


def moments_of(round_: Round) -> tuple[State, list[Moment]]:
    """The round with its wagers down, and every moment after that: a card, a call, one payment."""
    start = round_.first
    moments: list[Moment] = []
    story = Story(round_.viewer, cards=True)
    for version, before, event, after in states_of(round_.first, round_.events):
        if isinstance(event, BEFORE_CARDS):
            start = after
            continue
        told_before = len(story.entries)
        story.tell(before, after, (event,))
        entries = tuple(story.entries[told_before:])
        if isinstance(event, ev.Settling) and event.lines:
            moments += _payments(round_, version, before, after, event, entries)
        elif (words := _words(after, event) or _said(entries)) or entries:
            cue = _cue(round_, after, event)
            moments.append(Moment(version, before, after, event, words, cue, entries))
    return start, moments


def _payments(
    round_: Round, version: int, before: State, after: State, event: ev.Settling, entries: tuple[Entry, ...]
) -> Iterator[Moment]:
    """A settlement, one wager after the other."""
    first = len(entries) - len(event.lines) - len(event.extras if isinstance(event, ev.Settled) else ())
    if first:  # what was declared or taken, before the money moves
        yield Moment(version, before, before, event, _said(entries[:first]), None, entries[:first])
    state = before
    paid = entries[first : first + len(event.lines)]
    for i, (settled, entry) in enumerate(zip(event.lines, paid, strict=True)):
        last = i == len(event.lines) - 1
        more = entries[first + len(event.lines) :] if last else ()
        now = after if last else state.with_wager(settled.wager, after.wagers[settled.wager])
        cue = _chips(after, settled.wager)
        yield Moment(version, state, now, event, _said((entry, *more)), cue, (entry, *more))
        state = now


def _words(after: State, event: Event) -> str:
    """A card or a call in words; "" where the story has them."""
    match event:
        case ev.CardDealt(card, None, _):
            total = worth(after.dealer_total, after.dealer_total != after.dealer_hard)
            return f"{face(card)} to the dealer, who has {total}."
        case ev.CardDealt(card, box, hand):
            return f"{face(card)} to box {box}{_hand(after, box, hand)}."
        case ev.CardCalled(box, _):
            control = next(one.control for one in after.boxes if one.number == box)
            return f"{name(control)} calls for a card on box {box}."
        case ev.OffersClosed():
            return "The offers are closed."
        case ev.RoundEnded():
            return "The round is over."
    return ""


def _hand(state: State, box: int | None, number: int) -> str:
    for hand in state.hands:
        if state.boxes[hand.box].number == box and state.hand_number(hand) == number:
            which = f", hand {number}" if state.boxes[hand.box].hands_made > 1 else ""
            return f"{which}: {worth(hand.total, hand.soft)}"
    return ""


def _said(entries: Iterable[Entry]) -> str:
    parts = (
        f"{entry.who}: {entry.text}{f', {gain(entry.amount)}' if entry.amount is not None else ''}" for entry in entries
    )
    return capital("; ".join(parts)) if entries else ""


def _cue(round_: Round, after: State, event: Event) -> dict[str, Any] | None:
    """What moves on the felt."""
    match event:
        case ev.CardDealt(card, box, hand):
            return {"kind": "card", "card": card.text, "box": box, "hand": hand}
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
        again = settle(record)
    except RecordRefused as refused:
        return False, f"The engine refuses this record now: {refused.message}"
    for key in ("dealer", "hands", "settlement", "net"):
        if key in record and record[key] != again.get(key):
            return False, f"The engine says something else now about its {key}."
    return True, "Settled again by the engine just now: the same to the cent."
