"""A finished round as a round record, so that history and disputes can be replayed."""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable
from functools import reduce
from typing import Any

from cutcard.cards import Card, joined
from cutcard.engine import Event, Setup, State, VoidWagers, evolve, void
from cutcard.engine import events as ev
from cutcard.engine.commands import ACTS, Act
from cutcard.engine.state import TableLimits
from cutcard.money import Cents, dollars
from cutcard.records.commands import command_of
from cutcard.records.found import found_in
from cutcard.rulebooks import load
from cutcard.rulebooks.void_rounds import void_never_was

# Of acts those two stand among what staff declare.
_CALLED: dict[type, Act] = {kind: act for act, kind in ACTS.items() if act not in ("withdraw", "dealer-card")}


def export(setup: Setup, events: Iterable[Event]) -> dict[str, Any]:
    """The record of a round from its setup and its events."""
    seen = list(events)
    record = _head(setup) | _readings(setup, seen) | found_in(seen)
    record["wagers"] = [_wager(e) for e in seen if isinstance(e, ev.WagerPlaced)]
    left = _left_shoe(seen)
    record["cards"] = joined(card for cards in left for card in cards)
    if _hole_unseen(seen):
        record["hole_card"] = "unseen"
    if returned := _returned(setup, seen, left):
        record["returned"] = joined(returned)
    within = _read_within(setup, seen)
    record["actions"] = [
        action
        for i, e in enumerate(seen)
        if (within or not isinstance(e, ev.MetersRead))
        if (action := _action(e) or _declared(setup, e, seen, i)) is not None
    ]
    draws = [draw for e in seen for draw in _draw(e)]
    if draws:
        record["draws"] = draws
    return record


def _head(setup: Setup) -> dict[str, Any]:
    rules = setup.rules
    record: dict[str, Any] = {"rulebook": rules.book, "game": rules.game, "decks": setup.decks}
    defaults = load(rules.book).options(rules.game)
    chosen = {name: value for name, value in rules.options.items() if value != defaults[name].default}
    if chosen:
        record["options"] = chosen
    if setup.side_bets:
        record["side_bets"] = {bet: table.name or True for bet, table in setup.side_bets.items()}
    limits = _limits(setup.limits)
    if limits:
        record["limits"] = limits
    if setup.chip > 1:
        record["chip"] = dollars(setup.chip)
    filled_meters = {meter: value for meter, value in setup.meters.items() if value > 0}  # an empty one takes no wagers
    meters = {meter: dollars(value) for meter, value in filled_meters.items() if meter not in setup.linked}
    if meters:
        record["meters"] = meters
    if setup.others and not setup.linked:
        record["others"] = dict(setup.others)
    if setup.seeds:
        record["seeds"] = {meter: dollars(value) for meter, value in setup.seeds.items()}
    if setup.seats:
        record["seats"] = {str(box): player for box, player in setup.seats.items()}
    if setup.warned:
        record["warned"] = sorted(setup.warned)
    if setup.first_box:
        record["first_box"] = setup.first_box
    return record


def _readings(setup: Setup, seen: list[Event]) -> dict[str, Any]:
    """What linked meters showed when a part was won, as if it had been known before the round.

    A round that read them twice, or in which something was void, cannot be written like that: its meters stay linked.
    """
    if not setup.linked:
        return {}
    read = [event for event in seen if isinstance(event, ev.MetersRead)]
    if _read_within(setup, seen):
        return {"linked": sorted(setup.linked)}
    if not read:
        return {}
    known = {meter: value for meter, value in setup.meters.items() if meter not in setup.linked}
    meters = {meter: dollars(value) for meter, value in {**known, **read[0].meters}.items()}
    return {"meters": meters} | ({"others": dict(read[0].others)} if read[0].others else {})


def _read_within(setup: Setup, seen: list[Event]) -> bool:
    """Whether the record's actions must include what linked meters showed."""
    void = ev.WagersVoided | ev.RoundVoided | ev.WagerWithdrawn | ev.BoxNotDealt
    twice = sum(isinstance(event, ev.MetersRead) for event in seen) > 1
    return bool(setup.linked) and (twice or any(isinstance(event, void) for event in seen))


def _limits(limits: TableLimits) -> dict[str, Any]:
    given: dict[str, Any] = _range(limits.minimum, limits.maximum)
    if limits.unit:
        given["unit"] = dollars(limits.unit)
    for key, ranges in (("personal", limits.personal), ("side_bets", limits.side_bets)):
        if ranges:
            given[key] = {name: _range(low, high) for name, (low, high) in ranges.items()}
    if limits.each_player is not None:
        given["each_player"] = dollars(limits.each_player)
    if limits.all_boxes:
        given["all_boxes"] = {name: dollars(most) for name, most in limits.all_boxes.items()}
    for bet, number in limits.places.items():
        given.setdefault("side_bets", {}).setdefault(bet, {})["places"] = number
    return given


def _range(low: Cents, high: Cents | None) -> dict[str, Any]:
    given = {"minimum": dollars(low)} if low else {}
    return given if high is None else {**given, "maximum": dollars(high)}


def _wager(event: ev.WagerPlaced) -> dict[str, Any]:
    line = {"box": event.box, "player": event.player, "bet": event.bet, "amount": dollars(event.amount)}
    return {**line, "carried": dollars(event.carried)} if event.carried else line


def _action(event: Event) -> dict[str, Any] | None:
    command = command_of(event)
    act = _CALLED.get(type(command))
    if command is None or act is None:
        return None
    named = {name: value for name, value in command._asdict().items() if value is not None and value is not False}
    return {"do": act} | {name: dollars(value) if name == "amount" else value for name, value in named.items()}


def _left_shoe(seen: list[Event]) -> list[list[Card]]:
    """By event, the cards that left the shoe and were seen then or later; one that was drawn in error shows once."""
    drawn_early: deque[Card | None] = deque()
    hole = next((event.card for event in seen if isinstance(event, ev.HoleCardTurned)), None)
    left: list[list[Card]] = []
    for event in seen:
        card = None
        if isinstance(event, ev.CardDealt):
            card = event.card if not drawn_early or drawn_early.popleft() is None else None
        elif isinstance(event, ev.HoleCardDealt):
            card = hole if not drawn_early or drawn_early.popleft() is None else None
        elif isinstance(event, ev.CardDrawnInError):
            drawn_early.append(event.card)
            card = event.card
        elif isinstance(event, ev.CardDiscarded):
            card = event.card
        left.append([] if card is None else [card])
    return left


def _hole_unseen(seen: list[Event]) -> bool:
    """Whether a hole card was dealt and never turned, since the round ended before."""
    lay = any(isinstance(event, ev.HoleCardDealt) for event in seen)
    return lay and not any(isinstance(event, ev.HoleCardTurned) for event in seen)


def _returned(setup: Setup, seen: list[Event], left: list[list[Card]]) -> list[Card]:
    """Cards that must have gone back before the round was over: they came more often than the decks hold them.

    A shuffling device gets the discards in mid-round (Sydney 7.2), and so does a shoe that has run out (16.9).
    """
    came = Counter(card for cards in left for card in cards)
    again = {card: number - setup.decks for card, number in came.items()}
    return [card for card, number in again.items() for _ in range(number)]


def _laid_or_burned(event: Event) -> bool:
    return isinstance(event, ev.CardDealt | ev.HoleCardDealt) or (
        isinstance(event, ev.CardDiscarded) and event.card is not None
    )


def _irregular(event: Event) -> dict[str, Any] | None:
    """What went wrong with the deal, as staff reported it."""
    match event:
        case ev.CardDiscarded(card, clause):
            return {"do": "burn", "clause": clause} | ({} if card is not None else {"exposed": False})
        case ev.CardDrawnInError(card, clause):
            return {"do": "draw-in-error", "clause": clause} | ({} if card is not None else {"exposed": False})
        case ev.CardSetAside(clause):
            return {"do": "set-aside", "clause": clause}
        case ev.PlaceSkipped(box, clause) | ev.BoxNotDealt(box, clause, _):
            return {"do": "skip", "box": box, "clause": clause}
        case ev.WagerWithdrawn(box, player, clause, _):
            return {"do": "withdraw", "box": box, "player": player, "clause": clause}
    return None


def _declared(setup: Setup, event: Event, seen: list[Event], i: int) -> dict[str, Any] | None:
    """A declaration, with the numbers of cards and draws before it, because its moment shows in nothing else."""
    dealt = sum(_laid_or_burned(each) for each in seen[:i])
    match event:
        case ev.WagersVoided(player, clause, _, bet, void_box, undone):
            fields: dict[str, Any] = {"do": "void-wagers", "player": player, "clause": clause}
            fields |= {"undone": undone} if _undone_matters(setup, event, seen[:i]) else {}
            fields |= {"bet": bet} if bet else {}
            fields |= {} if void_box is None else {"box": void_box}
            if bet and not player:
                del fields["player"]
        case ev.ControlPassed(box, player, clause):
            fields = {"do": "pass-control", "box": box, "player": player, "clause": clause}
        case ev.RoundVoided(clause, settled_by, refund, forfeits, undone, _, lost_back, late, stands):
            fields = {"do": "void-round", "clause": clause}
            given: dict[str, Any] = {"settled_by": settled_by, "forfeits": list(forfeits), "undone": list(undone)}
            given |= {"lost_back": lost_back, "late": late, "stands": list(stands)}
            fields |= {key: value for key, value in given.items() if value}
            if not (undone or lost_back or late) and void_never_was(setup.rules.book):
                fields["undone"] = []  # or a reader would take what the document says of a void round
            fields |= {} if refund else {"refund": False}
        case ev.DealerCardCalled(box, player, now):
            fields = {"do": "dealer-card", "box": box, "player": player, "cards": dealt}
            return fields if now else {**fields, "finish_first": True}
        case ev.MetersRead(meters, others):
            fields = {"do": "read-meters", "meters": {meter: dollars(value) for meter, value in meters.items()}}
            fields |= {"others": dict(others)} if others else {}
        case _:
            irregular = _irregular(event)
            if irregular is None:
                return None
            fields = irregular
    fields["cards"] = dealt
    if any(_draw(each) for each in seen):
        fields["draws"] = sum(len(_draw(each)) for each in seen[:i])
    return fields


def _undone_matters(setup: Setup, event: ev.WagersVoided, before: list[Event]) -> bool:
    """Whether void wagers would be others if what was settled were undone unlike the book has it, or the reverse."""
    unsaid = void_never_was(setup.rules.book)
    if event.undone == unsaid:
        return False
    state = reduce(evolve, (each for each in before if not isinstance(each, ev.RoundOpened)), State(setup))
    order = VoidWagers(event.player, event.clause, event.bet, event.box, unsaid)
    return void.of_wagers(state, order) != event.lines


def _draw(event: Event) -> list[Any]:
    match event:
        case ev.PressVoided(prize, by):
            return [_press(prize, by, "void")]
        case ev.PrizeDrawn(prizes, by, malfunction):
            first = prizes[0][1]
            if by is None and not malfunction:
                return [dollars(first)]
            return [_press(first, by, "malfunction" if malfunction else "")]
        case ev.WagerSelected(device, _, _, box):
            return [{device: box}]
    return []


def _press(prize: Cents, by: str | None, flag: str) -> dict[str, Any]:
    line: dict[str, Any] = {"prize": dollars(prize)}
    if by is not None:
        line["by"] = by
    if flag:
        line[flag] = True
    return line
