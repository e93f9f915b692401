"""A finished round, step by step: the table after each card, what was done, and every payment."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from html import escape
from typing import Any, NamedTuple

from cutcard.clauses import ledger
from cutcard.engine import Event, State, evolve, net
from cutcard.engine import events as ev
from cutcard.engine.evolve import opened
from cutcard.narration.formatting import face, gain, money, name, worth
from cutcard.narration.payments import payment
from cutcard.narration.story import Story
from cutcard.records import RecordRefused, settle
from cutcard.records.parse import parse
from cutcard.records.replay import replay
from cutcard.table import Person, Sign, TableState, view
from cutcard.table.config import TableConfig
from cutcard.table.secrecy import INSPECTOR
from cutcard.table.state import Player, Shoe
from cutcard.table.view import TableView
from cutcard.web.old_frame import clause_html, table_html

BOXES = 7  # the least number drawn
READER = Person("reader", INSPECTOR)
SILENT = (ev.RoundOpened, ev.WagerPlaced, ev.BettingClosed)


class Step(NamedTuple):
    """What happened, in words, and the round after it."""

    words: str
    state: State
    clause: str = ""


def events_of(record: dict[str, Any]) -> tuple[State, tuple[Event, ...]]:
    """The events of a round record, replayed in the engine; raises `RecordRefused`."""
    round_ = parse(record)
    return State(round_.setup), replay(round_).events


def steps(first: State, events: Iterable[Event]) -> list[Step]:
    """Every step from the wagers on: a card, a call, a payment."""
    made: list[Step] = []
    state = first
    for event in events:
        before = state
        state = opened(event) if isinstance(event, ev.RoundOpened) else evolve(before, event)
        if isinstance(event, SILENT):
            made[:] = [Step("The wagers are down", state)]
            continue
        made += _told(before, state, event)
    return made


def _told(before: State, after: State, event: Event) -> Iterator[Step]:
    match event:
        case ev.CardDealt(card, None, _):
            total = worth(after.dealer_total, after.dealer_total != after.dealer_hard)
            yield Step(f"{face(card)} to the dealer, who has {total}", after)
        case ev.CardDealt(card, box, hand):
            yield Step(f"{face(card)} to box {box}{_hand(after, box, hand)}", after)
        case ev.CardCalled(box, _):
            control = next(one.control for one in after.boxes if one.number == box)
            yield Step(f"{name(control)} calls for a card on box {box}", after)
        case ev.OffersClosed():
            yield Step("The offers are closed", after)
        case ev.RoundEnded():
            yield Step("The round is over", after)
        case _:
            yield from _storied(before, after, event)


def _hand(state: State, box: int | None, number: int) -> str:
    for hand in state.hands:
        if state.boxes[hand.box].number == box and state.hand_number(hand) == number:
            which = f", hand {number}" if state.boxes[hand.box].hands_made > 1 else ""
            return f"{which}: {worth(hand.total, hand.soft)}"
    return ""


def _storied(before: State, after: State, event: Event) -> Iterator[Step]:
    story = Story()
    story.tell(before, after, (event,))
    if not story.entries:
        return
    said = "; ".join(
        f"{entry.who}: {entry.text}{f', {gain(entry.amount)}' if entry.amount is not None else ''}"
        for entry in story.entries
    )
    clauses = dict.fromkeys(entry.clause for entry in story.entries if entry.clause)
    yield Step(said, after, ", ".join(clauses))


def seen_round(state: State, table: str, number: int) -> TableView:
    """The table at this step, as everybody may see it once the round is over."""
    setup = state.setup
    boxes = {box.number: box.control for box in state.boxes}
    names = dict.fromkeys(wager.player for wager in state.wagers)
    players = {who: Player(home=next((box for box, holder in boxes.items() if holder == who), None)) for who in names}
    limits = setup.limits
    terms = TableConfig(
        setup.rules,
        setup.decks,
        min(max(BOXES, *boxes, 1), max(setup.rules.cards.boxes_max, *boxes, 1)),
        setup.side_bets,
        setup.chip,
        setup.meters,
    )
    sign = Sign(limits.minimum, limits.maximum or 0, limits.unit, side_bets=limits.side_bets)
    dealt = len(state.dealer) + sum(len(hand.cards) for hand in state.hands)
    shoe = Shoe(number=1, stage="ready", left=terms.cards - dealt)  # a record has its cards and not its shoe
    made = TableState(table, "open", terms, sign, players=players, seats=boxes, shoe=shoe, number=number, round=state)
    return view.table(made, READER)


# ---------------------------------------------------------------------------------------------------------------- HTML


def settlement_html(state: State) -> str:
    """Every wager with its result, the reason and the clause."""
    book = state.rules.book
    rows = []
    for wager in state.wagers:
        paid = payment(state, wager)
        rows.append(
            (
                f"{paid.box}",
                escape(name(paid.player)),
                escape(paid.wager),
                escape(paid.cards),
                escape(f"{paid.reason}{f'; also {wager.also}' if wager.also else ''}"),
                money(paid.returned),
                gain(paid.net),
                clause_html(book, paid.clause),
            )
        )
    columns = ("Box", "Player", "Wager", "Cards", "Why", "Returned", "Net", "Clause")
    return table_html(columns, rows, caption="Settlement", numbers=(5, 6)) + _nets(state)


def _nets(state: State) -> str:
    sums = "".join(
        f"<div><dt>{escape(name(who))}</dt><dd>{gain(sum_)}</dd></div>" for who, sum_ in net(state.wagers).items()
    )
    house = -sum(net(state.wagers).values())
    return f'<dl class="cc-facts cs-nets">{sums}<div><dt>The house</dt><dd>{gain(house)}</dd></div></dl>'


def clauses_html(state: State) -> str:
    """The clauses that settled these wagers, in the project's own words."""
    book = state.rules.book
    known = ledger(book)
    used = dict.fromkeys(wager.clause for wager in state.wagers if wager.clause)
    said = [f"<li>{clause_html(book, clause)} {escape(known[clause].says)}</li>" for clause in used if clause in known]
    return f"<ul class='cc-list'>{''.join(said)}</ul>" if said else ""


def verdict(record: dict[str, Any]) -> tuple[bool, str]:
    """Whether the engine settles a record the same way today."""
    try:
        again = settle(record)
    except RecordRefused as refused:
        return False, f"the engine refuses this record now: {refused.message}"
    for key in ("dealer", "hands", "settlement", "net"):
        if key in record and record[key] != again.get(key):
            return False, f"the engine says something else now about its {key}"
    return True, "settled again by the engine just now: the same to the cent"
