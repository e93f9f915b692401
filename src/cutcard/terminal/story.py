"""What happened in a round, line by line: who did what, and what every wager came to."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from cutcard.clauses import ledger
from cutcard.engine import Event, State, Wager
from cutcard.engine import events as ev
from cutcard.terminal.reasons import reason
from cutcard.terminal.words import YOU, gain, money, name, verb


class Entry(NamedTuple):
    """A line of the story; `amount` where money moved."""

    who: str
    text: str
    mine: bool
    amount: int | None = None
    clause: str = ""
    more: str = ""  # what the clause says


class Story:
    """The lines of one round so far."""

    def __init__(self, explain: bool = False) -> None:
        self.explain = explain
        self.entries: list[Entry] = []

    def tell(self, before: State, after: State, events: tuple[Event, ...]) -> None:
        """Add what these events say."""
        for event in events:
            acted = _acted(before, event)
            if acted is not None:
                self.entries.append(acted)
            if isinstance(event, ev.Settled | ev.EvenMoneyTaken | ev.Rescued):
                self._settled(after, event)

    def say(self, text: str, clause: str = "") -> None:
        """Add a line of the dealer's own; what rests on a clause matters to the player."""
        self.entries.append(Entry("Dealer", text, bool(clause), None, clause))

    def _settled(self, state: State, event: ev.Settled | ev.EvenMoneyTaken | ev.Rescued) -> None:
        wagers = [state.wagers[line.wager] for line in event.lines]
        if isinstance(event, ev.Settled):
            wagers += event.extras
        for wager in wagers:
            self.entries.append(self._payment(state, wager))

    def _payment(self, state: State, wager: Wager) -> Entry:
        mine = wager.player == YOU
        what = f"{_called(state, wager)}: {reason(state, wager)}"
        if wager.also:
            what += f"; also {wager.also}"
        who = f"Box {wager.box}" if mine else f"{name(wager.player)}"
        more = ""
        told = any(entry.clause == wager.clause and entry.more for entry in self.entries)
        if self.explain and mine and not told and wager.clause in ledger(state.rules.book):
            more = ledger(state.rules.book)[wager.clause].says
        return Entry(who, what, mine, (wager.returned or 0) - wager.staked, wager.clause, more)


def condensed(entries: Sequence[Entry]) -> Iterator[list[Entry]]:
    """The story shorter and shorter, for a screen without room: what matters least goes first."""
    told = list(entries)
    yield told
    told = [entry for entry in told if entry.mine or entry.amount is not None]
    yield told
    others = [entry for entry in told if not entry.mine]
    if others:
        together = " · ".join(f"{entry.who} {gain(entry.amount or 0)}" for entry in others)
        told = [*(entry for entry in told if entry.mine), Entry("Others", together, False)]
    yield told
    told = [entry for entry in told if entry.amount is not None or not entry.mine or entry.clause]
    yield told
    told = [entry._replace(more="") for entry in told]
    yield told
    while len(told) > 1:
        told = told[1:]
        yield told


def _called(state: State, wager: Wager) -> str:
    """What a wager is called, with its hand where the box has several."""
    side = state.rules.side_bets.get(wager.bet)
    if side is not None:
        return f"{side.title} {money(wager.staked)}" if wager.staked else side.title
    if wager.bet == "super-bonus":
        return "on top"
    box = next(box for box in state.boxes if box.number == wager.box) if wager.hand >= 0 else None
    called = {"main": "wager", "double": "double", "split": "split", "insurance": "insurance"}.get(wager.bet, wager.bet)
    stake = f"{called} {money(wager.staked)}" if wager.staked else f"free {called} {money(wager.worth)}"
    if box is None or box.hands_made == 1:
        return stake
    hand = next(hand for hand in state.hands if hand.key == wager.hand and state.boxes[hand.box] is box)
    return f"hand {state.hand_number(hand)}, {stake}"


def _acted(before: State, event: Event) -> Entry | None:
    """What somebody did, said in a line. Cards that are drawn are seen on the felt and need none."""
    match event:
        case ev.Stood(box, hand):
            return _line(_owner(before, box), box, f"on {_total(before, box, hand)}", "stand")
        case ev.Doubled(box, _, player, amount, token):
            return _line(player, box, f"{_free(token)}for {money(amount)}", "double")
        case ev.HandSplit(box, _, player, amount, token):
            return _line(player, box, f"{_free(token)}for {money(amount)}", "split")
        case ev.Surrendered(box, player):
            return _line(player, box, "", "surrender")
        case ev.Insured(box, player, amount, _):
            return _line(player, box, f"for {money(amount)}", "insure")
        case ev.EvenMoneyTaken(box, player, _):
            return _line(player, box, "even money", "take")
        case ev.Rescued(box, _, player, _):
            return _line(player, box, "the double", "rescue")
        case ev.PrizeDrawn(prizes, _, _):
            wager = before.wagers[prizes[0][0]]
            drawn = f"the button: {money(prizes[0][1])} for each dollar"
            return _line(wager.player, wager.box, drawn, "press")
    return None


def _line(player: str, box: int, rest: str, plain: str) -> Entry:
    mine = player == YOU
    who = f"Box {box}" if mine else name(player)
    text = f"{'you ' if mine else ''}{verb(player, plain)} {rest}".rstrip()
    return Entry(who, text, mine)


def _free(token: bool) -> str:
    return "with a free bet token " if token else ""


def _owner(state: State, number: int) -> str:
    return next(box.control for box in state.boxes if box.number == number)


def _total(state: State, number: int, hand_number: int) -> str:
    hands = [hand for hand in state.hands if state.boxes[hand.box].number == number]
    return str(hands[hand_number - 1].total)
