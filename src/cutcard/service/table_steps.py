"""A command's events as steps: what moves, what differs in the table as a viewer sees it, and the words for it.

Steps are made of nothing but what `table/view.py` shows the viewer and of the events that `table/secrecy.py` lets
through, so that they never tell more than those do.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import fields, replace
from typing import Any, get_args

from cutcard.cards import Card
from cutcard.engine import PLAYER_NEEDS, State, Wager
from cutcard.engine import events as played
from cutcard.floor.live_table import LiveTable, TableUpdate
from cutcard.money import Cents
from cutcard.narration.results import result
from cutcard.narration.story import Entry, Story
from cutcard.service.own_wagers import Laid, wagers_of, without
from cutcard.service.prompts import event_sentence, prompt_aloud
from cutcard.service.routes.bodies_table import (
    CardCue,
    ChipsCue,
    ClearCue,
    Cue,
    Line,
    ResultCue,
    ShuffleCue,
    Step,
    TurnCue,
)
from cutcard.service.shown_tables import ShownTables
from cutcard.service.story_lines import aside, line, line_aloud
from cutcard.table import (
    BettingOpened,
    CommandReceived,
    Person,
    RoundEvent,
    ShoeCompleted,
    Shuffled,
    TableEvent,
    TableState,
    WagerLaid,
    WagerRefused,
    WagerTakenBack,
    secrecy,
)
from cutcard.table.view_records import BoxView, TableView, Waiting

BACK = (60, 240, 960)  # how many events back to look for the beginning of the round
LINES_MOST = 120
SETTLING: tuple[type, ...] = get_args(played.Settling)
STAKED = {played.Insured: "insurance", played.Doubled: "double", played.HandSplit: "split"}
_FIELDS = tuple(field.name for field in fields(TableView))
Event = tuple[int, TableState, TableEvent, TableState]  # its version, the table before it, the event, the table after


class ViewerStory:
    """What has been sent to one viewer, or to all who see the same: the round's story, and their last wagers."""

    def __init__(self, viewer: Person | None, plays: str | None) -> None:
        self.viewer = viewer
        self.plays = plays  # the viewer's name, if they may play here
        self.lines: list[Line] = []
        self.last_wagers: list[Laid] = []
        self.chips_laid: list[Laid] = []  # one after the other, since betting opened
        self._story = Story(plays, cards=True)

    @classmethod
    def up_to(cls, live: LiveTable, viewer: Person | None, plays: str | None, until: int | None = None) -> ViewerStory:
        """Told so far, or until a version, from the beginning of the current or last round."""
        made = cls(viewer, plays)
        for back in BACK:
            missed = live.missed(max(live.version - back, 0))
            if missed is None:
                break
            begins = [at for at, update in enumerate(missed) if _opens(update)]
            if begins:
                for update in missed[begins[-1] :]:
                    if until is None or update.version <= until:
                        made.hear(update)
                break
        return made

    def hear(self, update: TableUpdate) -> None:
        """Take an update in, without making steps of it."""
        for event, shown in self._shown(update):
            self._add_lines(event, shown)
        self._note_wagers(update)

    def steps(self, update: TableUpdate, tables: ShownTables | None = None) -> list[Step]:
        """Take an update in, step by step; `tables` has what others have been shown of it."""
        made: list[Step] = []
        tables = ShownTables() if tables is None else tables
        before = tables.of(update.before, self.viewer)
        for event, shown in self._shown(update):
            if isinstance(event[2], CommandReceived):
                before = replace(before, now=event[3].now)  # it dates the table, and nothing in it moves
                continue
            after = tables.of(event[3], self.viewer)
            entries, lines = self._add_lines(event, shown)
            made += self._steps_of(event, shown, before, after, entries, lines)
            before = after
        last = tables.of(update.after, self.viewer)  # with what an event has changed that the viewer may not see
        rest = _changes(before, last)
        if rest.keys() - {"now"}:
            made.append(Step(version=update.version, change=rest))
        self._note_wagers(update)
        return made

    def _shown(self, update: TableUpdate) -> Iterator[tuple[Event, Mapping[str, Any]]]:
        steps = list(update.steps())
        shown = secrecy.events_shown(((before, event, after) for _, before, event, after in steps), self.viewer)
        for step, one in zip(steps, shown, strict=True):
            if one is not None and step[3].config_or_none is not None:
                yield step, one

    def _note_wagers(self, update: TableUpdate) -> None:
        self.last_wagers = wagers_of(update.after, self.plays) or self.last_wagers

    # --------------------------------------------------------------------------------------------------- the story

    def _add_lines(self, event: Event, shown: Mapping[str, Any]) -> tuple[list[Entry], list[Line]]:
        """Add an event to the story; what there is to say of it, and the lines."""
        version, before, what, after = event
        self._follow_chips(what)
        if _begins(what):
            self._story, self.lines = Story(self.plays, cards=True), []
        entries = list(self._entries(before, what, after, shown))
        lines = [line(entry, f"v{version}-{at}", after.rules.book) for at, entry in enumerate(entries)]
        self.lines = (self.lines + lines)[-LINES_MOST:]
        return entries, lines

    def _follow_chips(self, event: TableEvent) -> None:
        """Remember the chips that the viewer lays, so that the last one can be taken back."""
        match event:
            case WagerLaid(box, player, bet, amount, _, _) if player == self.plays:
                self.chips_laid.append(Laid(box, bet, amount))
            case WagerTakenBack(box, player, bet, amount) if player == self.plays:
                self.chips_laid = without(self.chips_laid, Laid(box, bet, amount))
            case WagerRefused(box, player, bet, _, _) if player == self.plays:
                self.chips_laid = without(self.chips_laid, Laid(box, bet, 0))
            case BettingOpened():
                self.chips_laid = []

    def _entries(
        self, before: TableState, event: TableEvent, after: TableState, shown: Mapping[str, Any]
    ) -> Iterator[Entry]:
        if not isinstance(event, RoundEvent):
            yield from aside(event, shown, self.plays)
            return
        if after.round is None or before.round is None or _begins(event):
            return
        start = len(self._story.entries)
        as_seen = after if isinstance(event.event, played.CardDealt) else before  # a card may reveal a hand
        self._story.tell(before.round, after.round, (event.event,), secrecy.covered(as_seen, self.viewer))
        yield from self._story.entries[start:]

    # --------------------------------------------------------------------------------------------------- the steps

    def _steps_of(
        self,
        event: Event,
        shown: Mapping[str, Any],
        before: TableView,
        after: TableView,
        entries: Sequence[Entry],
        lines: list[Line],
    ) -> Iterator[Step]:
        version, state, what, state_after = event
        inner = what.event if isinstance(what, RoundEvent) else None
        if isinstance(inner, SETTLING) and state.round is not None and state_after.round is not None:
            yield from _settlement(version, inner, state.round, state_after.round, before, after, entries, lines)
            return
        change, begins = _changes(before, after), _begins(what)
        cue = self._cue(what, shown, state, state_after)
        words = [line_aloud(entry) for entry in entries] or [event_sentence(what, state, self.plays)]
        if isinstance(cue, ResultCue):
            words.append(self._result(state_after))
        turn, question = self._turn_cue(before.waiting, after)
        later = _after_the_card(change, cue) if question and isinstance(cue, CardCue) else {}
        if not later:
            cue, words = cue or turn, [*words, question]
        say = " ".join(filter(None, words))
        if cue is not None or lines or begins or say or change.keys() - {"now"}:
            yield Step(version=version, cue=cue, change=change, lines=lines, say=say, new_round=begins)
        if later:
            yield Step(version=version, cue=turn, change=later, say=question)

    def _turn_cue(self, before: Waiting, after: TableView) -> tuple[TurnCue | None, str]:
        """Whose turn it is now, as a cue and in words; no words where the table waits as before, or for itself."""
        now = after.waiting
        if now.needs not in (*PLAYER_NEEDS, "press", "cut", "wagers"):
            return None, ""
        if (before.needs, before.box, before.hand) == (now.needs, now.box, now.hand):
            return None, ""
        turn = None
        if now.needs == "decision" and now.box is not None and now.hand is not None:
            turn = TurnCue(box=now.box, hand=now.hand, mine=self.plays in now.players)
        return turn, prompt_aloud(after, self.plays)

    def _result(self, state: TableState) -> str:
        own = result(state.round, self.plays) if state.round is not None and self.plays is not None else None
        return f"{own.text}." if own is not None else ""

    def _cue(self, event: TableEvent, shown: Mapping[str, Any], before: TableState, after: TableState) -> Cue | None:
        match event:
            case RoundEvent(_, inner):
                return self._round_cue(inner, shown, before, after)
            case WagerLaid(box, player, bet, amount, _, _):
                return chips(box, bet, player, amount, "player", "layout")
            case WagerTakenBack(box, player, bet, _) | WagerRefused(box, player, bet, _, _):
                lying = sum(one.amount for one in before.laid(box=box, player=player, bet=bet))
                part = event.amount if isinstance(event, WagerTakenBack) else 0
                return chips(box, bet, player, part or lying, "layout", "player")
            case Shuffled() | ShoeCompleted():
                return ShuffleCue()
            case BettingOpened():
                return ClearCue() if before.round is not None else None
        return None

    def _round_cue(
        self, event: played.Event, shown: Mapping[str, Any], before: TableState, after: TableState
    ) -> Cue | None:
        match event:
            case played.CardDealt(_, box, hand):
                return CardCue(card=_card_text(shown["event"]["card"]), box=box, hand=hand)
            case played.HoleCardDealt():
                return CardCue(card=None, box=None, hand=1)
            case played.HoleCardTurned(card):
                return CardCue(card=card.text, box=None, hand=1, turned=True)
            case played.Insured(box, player, amount) | played.Doubled(box, _, player, amount):
                token = getattr(event, "token", False)
                return chips(box, STAKED[type(event)], player, amount, "tray" if token else "player", "layout")
            case played.HandSplit(box, _, player, amount, token):
                return chips(box, "split", player, amount, "tray" if token else "player", "layout")
            case played.Joined(player, amount, token) if before.round is not None:
                number, bet = before.round.box.number, before.round.joining
                return chips(number, bet, player, amount, "tray" if token else "player", "layout")
            case played.RoundEnded() if self.plays is not None and after.round is not None:
                own = result(after.round, self.plays)
                return ResultCue(net=own.net, outcome=own.kind) if own is not None else None
        return None


def _card_text(shown: object) -> str | None:
    return shown.text if isinstance(shown, Card) else shown if isinstance(shown, str) else None


def chips(box: int, bet: str, player: str, amount: Cents, from_: Any, to: Any, outcome: str = "") -> ChipsCue:
    return ChipsCue(box=box, bet=bet, player=player, amount=amount, from_=from_, to=to, outcome=outcome)


def _begins(event: TableEvent) -> bool:
    return isinstance(event, RoundEvent) and isinstance(event.event, played.RoundOpened)


def _opens(update: TableUpdate) -> bool:
    return any(map(_begins, update.events))


# ------------------------------------------------------------------------------------------------------------- changes


def _changes(before: TableView, after: TableView) -> dict[str, Any]:
    """The fields of a table that differ; of the boxes only those that do."""
    found: dict[str, Any] = {}
    for name in _FIELDS:
        was, now = getattr(before, name), getattr(after, name)
        if was is not now and was != now:  # what did not change is mostly the very same
            found[name] = now
    if "boxes" in found:
        known = {box.number: box for box in before.boxes}
        found["boxes"] = {str(box.number): box for box in after.boxes if known.get(box.number) != box}
    return found


def _after_the_card(change: dict[str, Any], cue: CardCue) -> dict[str, Any]:
    """Take from the change what comes after the card: whose turn it is then, and what they may choose."""
    later: dict[str, Any] = {name: change.pop(name) for name in ("waiting", "choices") if name in change}
    boxes: dict[str, BoxView] = change.get("boxes", {})
    others = {number: box for number, box in boxes.items() if number != str(cue.box)}
    if others:
        later["boxes"] = others
        change["boxes"] = {number: box for number, box in boxes.items() if number == str(cue.box)}
        if not change["boxes"]:
            del change["boxes"]
    return later


def _settlement(
    version: int,
    event: Any,
    before: State,
    after: State,
    shown_before: TableView,
    shown_after: TableView,
    entries: Sequence[Entry],
    lines: Sequence[Line],
) -> Iterator[Step]:
    """A step for each wager that is settled; what else differs comes with the last."""
    extras = range(len(before.wagers), len(after.wagers))
    settled = [*(one.wager for one in event.lines), *extras]
    change = _changes(shown_before, shown_after)
    first = len(lines) - len(settled)  # before the payments somebody has done something
    done: set[int] = set()
    for at, position in enumerate(settled):
        done.add(position)
        own = slice(0 if at == 0 else first + at, first + at + 1)
        wager = after.wagers[position]
        last = at == len(settled) - 1
        yield Step(
            version=version,
            cue=_paid(wager, before.wagers[position] if position < len(before.wagers) else None),
            change=change if last else _settled_box(wager.box, done, before, after, shown_before, shown_after),
            lines=list(lines[own]),
            say=" ".join(map(line_aloud, entries[own])),
        )
    if not settled:
        yield Step(version=version, change=change, lines=list(lines), say=" ".join(map(line_aloud, entries)))


def _paid(wager: Wager, before: Wager | None) -> ChipsCue:
    returned = wager.returned or 0
    earlier = before.returned or 0 if before is not None else 0
    about = (wager.box, wager.bet, wager.player)
    if wager.outcome == "lose":
        return chips(*about, wager.staked or wager.worth, "layout", "tray", "lose")
    if returned > wager.staked:
        return chips(*about, returned - max(earlier, wager.staked), "tray", "player", wager.outcome)
    outcome = "push" if wager.outcome == "stand-off" else wager.outcome
    return chips(*about, returned - earlier, "layout", "player", outcome)


def _settled_box(
    number: int, done: set[int], before: State, after: State, shown_before: TableView, shown_after: TableView
) -> dict[str, Any]:
    """A box after some of its wagers have been settled."""
    box = shown_before.boxes[number - 1]
    later = iter(shown_after.boxes[number - 1].wagers)
    earlier = iter(box.wagers)
    wagers = []
    for position, wager in enumerate(after.wagers):
        if wager.box != number:
            continue
        new = next(later)
        old = next(earlier) if position < len(before.wagers) else None
        shown = new if position in done else old
        if shown is not None:
            wagers.append(shown)
    return {"boxes": {str(number): replace(box, wagers=tuple(wagers))}}
