"""Plain rows about tables, derived from events: what a lobby, a cashier and a history show."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

from cutcard.engine import events as played
from cutcard.money import Cents, priced
from cutcard.rulebooks import load
from cutcard.table import events as ev
from cutcard.table.evolve import evolve
from cutcard.table.ledger import postings
from cutcard.table.orders.betting import betting_ends
from cutcard.table.orders.limits import limit_in_force
from cutcard.table.orders.rounds import to_press
from cutcard.table.state import SideBetNotice, TableState


class TableRow(NamedTuple):
    """A table as a lobby shows it."""

    table: str
    book: str
    game: str
    decks: int
    minimum: Cents
    maximum: Cents
    boxes: int
    free: int
    players: int
    side_bets: tuple[str, ...]
    phase: str


class SeatRow(NamedTuple):
    """A box: who holds it, for whom it is kept, what markers stand there."""

    table: str
    box: int
    player: str | None
    reserved_for: str | None
    minimum: Cents | None  # the limits in force for who sits there
    maximum: Cents | None
    marker: str  # "", "own limits", "old minimum" or "restricted"


class BalanceRow(NamedTuple):
    account: str
    cents: Cents


class RoundRow(NamedTuple):
    """A finished round: when it was, who played, and what each won or lost."""

    table: str
    round: int
    opened_at: int
    ended_at: int
    net: tuple[tuple[str, Cents], ...]


def table_row(state: TableState) -> TableRow:
    terms, sign = state.here, state.sign
    return TableRow(
        state.table,
        terms.rules.book,
        terms.rules.game,
        terms.decks,
        sign.minimum,
        sign.maximum,
        terms.boxes,
        len(state.free_boxes()),
        len(state.present),
        tuple(terms.side_bets),
        state.phase,
    )


def seat_rows(state: TableState) -> Iterator[SeatRow]:
    for box in range(1, state.here.boxes + 1):
        player = state.seats.get(box)
        limit = limit_in_force(state, player) if player else None
        yield SeatRow(
            state.table,
            box,
            player,
            state.reserved.get(box),
            limit.minimum if limit else None,
            limit.maximum if limit else None,
            marker(state, box),
        )


def marker(state: TableState, box: int) -> str:
    """The marker at a box: where a player sits who has limits of his own, at the one box that is his seat."""
    name = state.seats.get(box)
    if name is None or state.players[name].home != box:
        return ""
    if name in state.restricted:
        return "restricted"
    if name in state.personal:
        return "own limits"
    return "old minimum" if state.players[name].retained is not None else ""


def sign_lines(state: TableState) -> list[str]:
    """What the signs at the table say."""
    sign, terms = state.sign, state.here
    per = f"for each {sign.per}"
    lines = [f"minimum {priced(sign.minimum)}, maximum {priced(sign.maximum)} {per}"]
    if sign.multiples:
        lines.append(f"in multiples of {priced(sign.minimum)}")
    if sign.unit:
        lines.append(f"in steps of {priced(sign.unit)}")
    if sign.player_maximum is not None:
        lines.append(f"maximum {priced(sign.player_maximum)} for each player")
    for bet, (low, high) in sign.side_bets.items():
        most = f", maximum {priced(high)}" if high is not None else ""
        lines.append(f"{terms.rules.side_bets[bet].title}: minimum {priced(low)}{most}")
    kept = sorted({p.retained for p in state.players.values() if p.retained is not None})
    lines += [f"old minimum {priced(low)} for players with a marker" for low in kept]
    for name, (low, high) in state.personal.items():
        lines.append(f"{name}: minimum {priced(low)}, maximum {priced(high or 0)}")
    lines += [f"minimum {priced(n.minimum)} from {n.holds_from}" for n in state.notices]
    lines += [f"{side_bet_notice(state, one)} from {one.holds_from}" for one in state.side_bet_notices]
    if state.closes_at is not None:
        lines.append(f"this table closes at {state.closes_at}" if state.closes_at else "this table will close")
    if state.main_required:
        lines.append("side bets only with a wager of one's own on the box")
    if terms.rules.draw.automatic != "never":
        lines.append(f"cards are drawn to low hands up to {terms.rules.draw.automatic_hard} unasked")
    return lines


def side_bet_notice(state: TableState, notice: SideBetNotice) -> str:
    """What a sign says of a side bet's meter or version."""
    title = state.rules.side_bets[notice.bet].title
    said = {
        "join": "offered at this table, with its prize meter",
        "leave": "not offered at this table any more",
        "move": "on another prize meter",
        "close": "without its prize meter, which closes",
        "version": f"played as version {notice.pay_table}",
    }
    return f"{title}: {said[notice.change]}"


class Layout(NamedTuple):
    """What the cloth has: boxes, a place for insurance, words, and a place for each side bet."""

    boxes: tuple[int, ...]
    insurance: bool
    inscriptions: tuple[str, ...]
    side_bets: tuple[str, ...]
    rack_decks: int  # decks that the discard rack holds; 0: the document does not say
    equipment: tuple[str, ...]  # what the side bets on offer need


def layout(state: TableState) -> Layout:
    """The cloth as the document and the games on offer want it."""
    equipment = state.here.procedures.equipment
    return Layout(
        tuple(range(1, state.here.boxes + 1)),
        True,
        state.here.procedures.layout.inscriptions,
        tuple(state.rules.side_bets[bet].title for bet in state.here.side_bets),
        equipment.rack_decks,
        tuple(dict.fromkeys(item for bet in state.here.side_bets for item in equipment.side_bets.get(bet, {}))),
    )


def on_request(state: TableState) -> dict[str, Any]:
    """What a dealer tells any player who asks: the decks in use and how they are shuffled."""
    terms = state.here
    by = "shuffling device" if terms.shuffles_itself else terms.shuffled_by
    return {"decks": terms.decks, "shuffled by": by, "procedure": terms.procedure}


class Due(NamedTuple):
    """A time at which something falls due, and the name of the command that it calls for."""

    at: int
    command: str


def due(state: TableState) -> list[Due]:
    """What a clock has to see to: betting and decision times that run out, signs that take effect, a closing time.

    The earliest comes first. Whoever minds the clock gives the command at that time, in a role that may.
    """
    if state.phase != "open":
        return []
    terms, times = state.here, [Due(notice.holds_from, "tick") for notice in state.notices]
    if state.closes_at:
        times.append(Due(state.closes_at, "close-table"))
    ends = betting_ends(state)
    if ends is not None:
        times.append(Due(ends, "no-more-bets"))
    if state.playing and state.round is not None:
        if state.round.needs == "decision":
            times.append(Due(state.since + _patience_ms(state, state.round.box.control), "play-for-absent"))
        elif state.round.needs in ("offers", "join", "rescue"):
            times.append(Due(state.since + terms.decision_ms, "close-offers"))
        elif terms.source == "virtual" and (won := to_press(state.round)) is not None:
            times.append(Due(state.since + _patience_ms(state, won.player), "press-for-player"))
    if state.shoe.stage == "uncut" and state.shoe.offered is not None:
        times.append(Due(state.since + _patience_ms(state, state.shoe.offered), "decline-cut"))
    return sorted(times)


def _patience_ms(state: TableState, name: str) -> int:
    """How long the table waits for a player: not at all for one who has stepped away."""
    player = state.players.get(name)
    return 0 if player is None or player.away else state.here.decision_ms


def seen_only_by(state: TableState, event: ev.TableEvent) -> str | None:
    """Who alone may see a card that is dealt face down, from the table as it was before; None: anybody may."""
    if not (state.face_down and isinstance(event, ev.RoundEvent) and isinstance(event.event, played.CardDealt)):
        return None
    if state.round is None or state.round.phase != "initial" or event.event.box is None:
        return None
    return next(box.control for box in state.round.boxes if box.number == event.event.box)


def book_copy(state: TableState) -> dict[str, str]:
    """Where a copy of the rules is to be had by who asks."""
    book = load(state.rules.book)
    return {"rulebook": book.id, "title": book.title, "edition": book.edition, "regulator": book.regulator}


def balances(events: Iterable[ev.TableEvent], state: TableState | None = None) -> list[BalanceRow]:
    """What every account has after these events, by name."""
    state = state or TableState()
    sums: dict[str, Cents] = {}
    for event in events:
        for account, amount in postings(state, event):
            sums[account] = sums.get(account, 0) + amount
        state = evolve(state, event)
    return [BalanceRow(account, cents) for account, cents in sorted(sums.items())]


def rounds(events: Iterable[ev.TableEvent]) -> Iterator[RoundRow]:
    """The finished rounds among a table's events."""
    state, at, opened = TableState(), 0, 0
    net: dict[str, Cents] = {}
    for event in events:
        if isinstance(event, ev.Said):
            at = event.at
        if isinstance(event, ev.BettingOpened):
            opened, net = at, {}
        if isinstance(event, ev.WagerLaid | ev.WagerTakenBack | ev.WagerRefused | ev.RoundEvent):
            for account, amount in postings(state, event):
                if account.startswith("player:"):
                    name = account.removeprefix("player:").removesuffix(":tokens")
                    net[name] = net.get(name, 0) + amount
        state = evolve(state, event)
        if isinstance(event, ev.RoundEvent) and isinstance(event.event, played.RoundEnded):
            yield RoundRow(state.table, event.round, opened, at, tuple(sorted(net.items())))


def public(event: ev.TableEvent) -> bool:
    """Whether an event may be shown to anybody before its shoe has ended."""
    return not isinstance(event, ev.SECRET)


def revealed(event: ev.ShoeRevealed, decks: int, removed_ranks: Iterable[str] = ()) -> dict[str, Any]:
    """A shoe that has ended, as the file that `cutcard verify-shoe` reads."""
    return {
        "shoe": event.shoe,
        "decks": decks,
        "removed_ranks": "".join(removed_ranks),
        "order": " ".join(card.text for card in event.order),
        "salt": event.salt,
        "commitment": event.commitment,
    }
