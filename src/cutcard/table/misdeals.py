"""A round that was dealt wrongly, laid as it should have been: cards moved, a call undone, a place passed over.

What was entered is entered again (`corrections`). A card that has left the shoe keeps its place in the order: where it
is not due yet, it waits and is the next one dealt.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from cutcard.cards import Card
from cutcard.engine import Refusal, State
from cutcard.engine import commands as say
from cutcard.records.entries import Edit, Entry, Rest, entries
from cutcard.table.case import Case
from cutcard.table.draft import Draft
from cutcard.table.remade_rounds import remembered
from cutcard.table.round_edits import correct_round


def lay_anew(draft: Draft, case: Case) -> Refusal | None:
    """The round as it should have been; what no longer fits is dropped and has to be entered again.

    Without cards the record has them in their places already, and only the layout is put right.
    """
    for name in case.withdrawn:  # Melbourne 9.5: before a reconstruction players may take their wagers back
        refusal = draft.play(say.VoidWagers(name, case.clause))
        if refusal is not None:
            return refusal
    if case.withdrawn and not draft.state.playing:
        return None
    if case.kind == "burn-forgotten":
        return _burn_first(draft, case)
    if case.entry is not None:
        return go_back(draft, case)
    if case.kind == "acted-out-of-turn" and case.card is not None and not case.cards:
        if not draft.state.playing:
            return Refusal("no-round", case.clause)
        return draft.play(say.DrawInError(case.card, case.clause))  # it was never entered, and comes next
    return _corrected(draft, case, _laid(_entries(draft, case), case.cards)) if case.cards else None


def _burn_first(draft: Draft, case: Case) -> Refusal | None:
    """The round's first card is burned, and each later one goes to the place before it (Melbourne 9.1.1)."""
    first = next((entry for entry in _entries(draft, case) if isinstance(entry.command, say.Deal)), None)
    if first is None or not isinstance(first.command, say.Deal):
        return Refusal("nothing-to-correct", case.clause)
    return _corrected(draft, case, [Edit(first.number, say.Burn(first.command.card, case.clause))])


def go_back(draft: Draft, case: Case) -> Refusal | None:
    """Undo a call that was wrong, or made for somebody who was not asked: the cards dealt since are the next ones."""
    found = _entries(draft, case)
    wrong = next((entry for entry in found if entry.number == case.entry and entry.kind == "call"), None)
    if wrong is None:
        return Refusal("entry-is-no-call", case.clause)
    return _corrected(draft, case, list(_undone(found, wrong.number, case.clause)), rest="must-fit")


def _undone(found: Sequence[Entry], at: int, clause: str) -> Iterator[Edit]:
    waiting = 0  # cards drawn too early before this: a card dealt then was one of them, and waits again
    for entry in found:
        was_waiting = isinstance(entry.command, say.Deal) and waiting > 0
        waiting += isinstance(entry.command, say.DrawInError) - was_waiting
        if entry.number < at:
            continue
        if isinstance(entry.command, say.Deal):
            yield Edit(entry.number, None if was_waiting else say.DrawInError(entry.command.card, clause))
        elif entry.kind in ("call", "step"):
            yield Edit(entry.number, None)


def pass_over(draft: Draft, case: Case) -> Refusal | None:
    """A place without a card in the initial deal, found so late that the document lets it stand (Melbourne 9.7, 9.8).

    The cards that it did not get went on to the places after it. What was entered for that box itself goes.
    """
    round_ = draft.state.round
    places = _places(round_, case) if round_ is not None else None
    if places is None or round_ is None:
        return Refusal("box-to-name", case.clause)
    found = _entries(draft, case)
    if not found:
        return Refusal("nothing-to-correct", case.clause)
    deals = [entry for entry in found if isinstance(entry.command, say.Deal)]
    box = None if case.kind == "dealer-not-dealt" else case.box
    whole = 2 * len(round_.boxes) + 1  # cards of an initial deal
    taken = deals[: whole - len(places)]
    skipped = [Edit(_number(found, deals, place), say.SkipPlace(box), insert=True) for place in places]
    own = [entry.number for entry in found if entry.kind == "call" and box is not None and _box(entry) == box]
    cards = case.cards or tuple(entry.command.card for entry in deals if isinstance(entry.command, say.Deal))
    later = [entry for entry in deals[whole:] if not own or entry.number < own[0]]
    gone = [entry for entry in found if own and entry.number >= own[0] and entry.kind in ("call", "step")]
    edits = [*skipped, *_laid(found, cards, [*taken, *later]), *(Edit(entry.number, None) for entry in gone)]
    return _corrected(draft, case, edits)


def _places(round_: State, case: Case) -> list[int] | None:
    """After how many cards of the initial deal the place was passed over; None where there is no such box."""
    numbers = [box.number for box in round_.boxes]
    if case.kind == "dealer-not-dealt":
        return [len(numbers)]
    if case.box not in numbers:
        return None
    at = numbers.index(case.box)
    return [at, len(numbers) + at] if case.kind == "box-not-dealt" else [len(numbers) + 1 + at]


def _number(found: Sequence[Entry], deals: Sequence[Entry], place: int) -> int:
    """The number of the entry of a card in the order of the deal, or one past the last."""
    return deals[place].number if place < len(deals) else found[-1].number + 1


def _box(entry: Entry) -> int | None:
    return getattr(entry.command, "box", None)


def _entries(draft: Draft, case: Case) -> list[Entry]:
    """What people entered of a round; where the program deals, nobody has entered anything."""
    one = remembered(draft.state, case.round) if draft.config.source == "real" else None
    return entries(one.events) if one is not None else []


def _laid(found: Sequence[Entry], cards: Sequence[Card], kept: Sequence[Entry] | None = None) -> list[Edit]:
    """The round's cards as they left the shoe, in place of those that were entered; some entries are not kept."""
    deals = _dealt(found)
    kept = deals if kept is None else kept
    put = {entry.number: entry.command._replace(card=card) for entry, card in zip(kept, cards, strict=False)}  # type: ignore[call-arg]
    edits = [Edit(one.number, put.get(one.number)) for one in deals if put.get(one.number) != one.command]
    after = found[-1].number + 1 if found else 1
    return edits + [Edit(after, say.Deal(card), insert=True) for card in cards[len(kept) :]]


def _dealt(found: Sequence[Entry]) -> list[Entry]:
    """The entries of cards in the order in which they left the shoe: a hole card did so before it was turned."""
    turned = [entry for entry in found if isinstance(entry.command, say.TurnHoleCard)]
    order: list[Entry] = []
    for entry in found:
        if isinstance(entry.command, say.Deal):
            order.append(entry)
        elif isinstance(entry.command, say.DealHoleCard):
            order += turned
    return order


def _corrected(draft: Draft, case: Case, edits: Sequence[Edit], rest: Rest = "drop") -> Refusal | None:
    if not edits:
        return None
    return correct_round(draft, edits, number=case.round, reason=case.reason, clause=case.clause, rest=rest)
