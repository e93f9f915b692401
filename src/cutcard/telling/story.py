"""What happened in a round, line by line: who did what, and what every wager came to."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from cutcard.clauses import ledger
from cutcard.engine import Event, State, Wager
from cutcard.engine import events as ev
from cutcard.telling.payments import Payment, payment
from cutcard.telling.words import money, name, verb


class Entry(NamedTuple):
    """A line of the story; `amount` where money moved, and then `payment` says why at length."""

    who: str
    text: str
    mine: bool
    amount: int | None = None
    clause: str = ""
    more: str = ""  # what the clause says
    payment: Payment | None = None


class Story:
    """The lines of one round so far, as told to a viewer."""

    def __init__(self, viewer: str | None = None, explain: bool = False) -> None:
        self.viewer = viewer
        self.explain = explain
        self.entries: list[Entry] = []

    def tell(self, before: State, after: State, events: tuple[Event, ...], covered: Container[int] = ()) -> None:
        """Add what these events say; of boxes that are covered from the viewer no total is told."""
        for event in events:
            acted = self._acted(before, event, covered)
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
        mine = wager.player == self.viewer
        paid = payment(state, wager)
        what = f"{paid.wager}: {paid.reason}"
        if wager.also:
            what += f"; also {wager.also}"
        who = f"Box {wager.box}" if mine else f"{name(wager.player)}"
        more = ""
        told = any(entry.clause == wager.clause and entry.more for entry in self.entries)
        if self.explain and mine and not told and wager.clause in ledger(state.rules.book):
            more = ledger(state.rules.book)[wager.clause].says
        return Entry(who, what, mine, paid.net, wager.clause, more, paid)

    def _acted(self, before: State, event: Event, covered: Container[int]) -> Entry | None:
        """What somebody did, said in a line. Cards that are drawn are seen on the felt and need none."""
        match event:
            case ev.Stood(box, hand):
                on = "" if box in covered else f"on {_total(before, box, hand)}"
                return self._line(_owner(before, box), box, on, "stand")
            case ev.Doubled(box, _, player, amount, token):
                return self._line(player, box, f"{_free(token)}for {money(amount)}", "double")
            case ev.HandSplit(box, _, player, amount, token):
                return self._line(player, box, f"{_free(token)}for {money(amount)}", "split")
            case ev.Surrendered(box, player):
                return self._line(player, box, "", "surrender")
            case ev.Insured(box, player, amount, _):
                return self._line(player, box, f"for {money(amount)}", "insure")
            case ev.EvenMoneyTaken(box, player, _):
                return self._line(player, box, "even money", "take")
            case ev.Rescued(box, _, player, _):
                return self._line(player, box, "the double", "rescue")
            case ev.PrizeDrawn(prizes, _, _):
                wager = before.wagers[prizes[0][0]]
                drawn = f"the button: {money(prizes[0][1])} for each dollar"
                return self._line(wager.player, wager.box, drawn, "press")
        return None

    def _line(self, player: str, box: int, rest: str, plain: str) -> Entry:
        mine = player == self.viewer
        who = f"Box {box}" if mine else name(player)
        text = f"{'you ' if mine else ''}{verb(plain, mine)} {rest}".rstrip()
        return Entry(who, text, mine)


def _free(token: bool) -> str:
    return "with a free bet token " if token else ""


def _owner(state: State, number: int) -> str:
    return next(box.control for box in state.boxes if box.number == number)


def _total(state: State, number: int, hand_number: int) -> str:
    hands = [hand for hand in state.hands if state.boxes[hand.box].number == number]
    return str(hands[hand_number - 1].total)
