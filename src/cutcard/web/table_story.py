"""The story of a round on the table page: lines in words with clauses, and payments with explanations."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from html import escape
from typing import Any

from cutcard.clauses import ledger
from cutcard.engine import events as played
from cutcard.floor.live_table import TableUpdate
from cutcard.money import Cents
from cutcard.narration.formatting import gain, money, name, sentence
from cutcard.narration.payments import Payment
from cutcard.narration.story import Entry, Story
from cutcard.table import (
    CuttingCardOut,
    Left,
    Person,
    PlayedForAbsent,
    RoundEvent,
    Seated,
    ShoeCommitted,
    ShoeRevealed,
    StackCut,
    TableEvent,
    TableState,
    WagerRefused,
    secrecy,
)
from cutcard.web.old_frame import clause_html

LINES_MOST = 120


class TableStory:
    """The story shown to one viewer since the last round began, as lines of HTML with ids."""

    def __init__(self, viewer: Person | None, plays: str | None) -> None:
        self.viewer = viewer
        self.plays = plays  # the viewer's name, if they play
        self.story = Story(plays, cards=True)
        self.lines: dict[str, str] = {}
        self.net = 0  # the viewer's result from this round's settled wagers
        self._told = 0

    def tell(self, update: TableUpdate) -> bool:
        """Add an update; a new round starts a new story. Returns whether a round has ended with it."""
        ended = False
        steps = [(before, event, after) for _, before, event, after in update.steps()]
        for (before, event, after), shown in zip(steps, secrecy.events_shown(steps, self.viewer), strict=True):
            if shown is None:
                continue
            if isinstance(event, RoundEvent) and isinstance(event.event, played.RoundOpened):
                self.story, self.lines, self.net = Story(self.plays, cards=True), {}, 0
            ended = ended or (isinstance(event, RoundEvent) and isinstance(event.event, played.RoundEnded))
            for entry in self._entries(before, event, after, shown):
                self._add(entry, after.rules.book if after.config_or_none is not None else "")
        return ended

    def _entries(
        self, before: TableState, event: TableEvent, after: TableState, shown: Mapping[str, Any]
    ) -> Iterator[Entry]:
        if not isinstance(event, RoundEvent):
            yield from _aside(event, shown, after, self.plays)
            return
        if after.round is None or before.round is None or isinstance(event.event, played.RoundOpened):
            return
        start = len(self.story.entries)
        as_seen = after if isinstance(event.event, played.CardDealt) else before  # a card may reveal a hand
        self.story.tell(before.round, after.round, (event.event,), secrecy.covered(as_seen, self.viewer))
        yield from self.story.entries[start:]

    def _add(self, entry: Entry, book: str) -> None:
        if entry.mine and entry.amount is not None:
            self.net += entry.amount
        self._told += 1
        self.lines[f"line-{self._told}"] = line_html(entry, book)
        while len(self.lines) > LINES_MOST:
            del self.lines[next(iter(self.lines))]


def _aside(event: TableEvent, shown: Mapping[str, Any], after: TableState, you: str | None) -> Iterator[Entry]:
    """Lines for events outside the round itself."""
    match event:
        case WagerRefused(box, player, _, _, clause):
            why = f": {shown['reason']}" if "reason" in shown else ""
            yield Entry(name(player), f"wager on box {box} goes back{why}", player == you, None, clause)
        case PlayedForAbsent(player, clause):
            who = "you" if player == you else player
            yield Entry("Dealer", f"goes on without {who}: the time is up", player == you, None, clause)
        case CuttingCardOut():
            yield Entry("Dealer", "the cutting card is out, the cards are shuffled after this round", False)
        case ShoeCommitted(shoe, commitment):
            yield Entry("Dealer", f"shoe {shoe} is sealed by {commitment[:12]}… before its first card", False)
        case ShoeRevealed(shoe, _, _, _):
            yield Entry("Dealer", f"shoe {shoe} has ended, and its order is open for anybody to check", False)
        case StackCut(by, at):
            yield Entry("You" if by == you else name(by), f"cut the cards at {at}", by == you)
        case Seated(player, box) if player != you:
            yield Entry(name(player), f"sits down at box {box}", False)
        case Left(player, _, _) if player != you:
            yield Entry(name(player), "leaves the table", False)


# ---------------------------------------------------------------------------------------------------------------- HTML


def line_html(entry: Entry, book: str) -> str:
    """A line of the story; one about money can be opened for an explanation."""
    said = f"<b>{escape(entry.who)}</b> {escape(entry.text)}"
    clause = f" {clause_html(book, entry.clause)}" if entry.clause else ""
    if entry.payment is None or entry.amount is None:
        return f'<div class="ct-line{" ct-own" if entry.mine else ""}">{said}{clause}</div>'
    amount = gain_html(entry.amount)
    cited = f' <span class="ct-cited">{escape(entry.clause)}</span>' if entry.clause else ""
    return (
        f'<details class="ct-line ct-paid{" ct-own" if entry.mine else ""}"><summary>{amount} {said}{cited}</summary>'
        f"{explained(entry.payment, book)}</details>"
    )


def gain_html(amount: Cents, tag: str = "span") -> str:
    """What was won or lost, in its colour."""
    kind = "won" if amount > 0 else "lost" if amount < 0 else "even"
    return f'<{tag} class="ct-gain ct-{kind}">{gain(amount)}</{tag}>'


def explained(payment: Payment, book: str) -> str:
    """A payment explained: the hand, the odds, the calculation, and the clause in our own words."""
    rows = [("Hand", payment.cards or "none"), ("Dealer", payment.dealer or "no card yet")]
    rows.append(("Why", sentence(payment.reason)))
    rows.append(("Money", _sum(payment)))
    told = "".join(f"<dt>{label}</dt><dd>{escape(said)}</dd>" for label, said in rows)
    if payment.clause:
        clause = ledger(book).get(payment.clause)
        says = f" {escape(clause.says)}" if clause is not None else ""
        told += f"<dt>Clause</dt><dd>{clause_html(book, payment.clause)}{says}</dd>"
    return f'<dl class="ct-explained">{told}</dl>'


def _sum(payment: Payment) -> str:
    """The payment as a calculation that can be checked."""
    free = not payment.staked and payment.worth
    staked = f"A free bet of {money(payment.worth)}" if free else f"{money(payment.staked)} staked"
    back = f"{money(payment.returned)} comes back"
    if payment.rounded:
        return f"{staked}, {payment.odds or 'surrendered'} is {payment.rounded}{', ' + back if payment.odds else ''}."
    if payment.net > 0 and payment.odds:
        return f"{staked}, {payment.odds} pays {money(payment.net)}, {back}."
    if payment.net > 0:
        return f"{staked}, {money(payment.net)} won."
    return f"{staked}, {back}."
