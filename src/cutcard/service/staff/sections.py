"""What a table's staff have to know of it, section by section: limits, seats, cards, float, measures and so on."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from pydantic import BaseModel

from cutcard.narration.formatting import WAITS_FOR, gain, money, name
from cutcard.narration.irregularities import KIND_WORDS, RULING_WORDS
from cutcard.narration.reasons import called
from cutcard.narration.wrong_payments import came_of, cause
from cutcard.rulebooks.irregularities import Irregularity
from cutcard.service.body import Body
from cutcard.service.staff.entered import entries_listed
from cutcard.table import TableState, signs, view
from cutcard.table.irregularities import kinds_left_to_discretion, lines_now
from cutcard.table.keypad import entered
from cutcard.table.names import in_words
from cutcard.table.payment_case import WrongPayment
from cutcard.table.registry import in_group
from cutcard.table.rows import seat_rows
from cutcard.table.state import Withheld
from cutcard.table.takings import takings


class Fact(BaseModel):
    """A line of a section; `at` is a time that it ends with, in milliseconds."""

    text: str
    at: int | None = None


class Rows(BaseModel):
    """A small table."""

    head: list[str]
    rows: list[list[str]]


class SectionShown(Body):
    """A section of the staff's page: what it shows, and under which group its commands are in the catalogue."""

    group: str
    title: str
    facts: list[Fact]
    rows: Rows | None = None


class Section(NamedTuple):
    """A section: the group name used in command declarations, its title, and what it shows."""

    group: str
    title: str
    facts: Callable[[TableState], list[Fact]]
    rows: Callable[[TableState], Rows | None] = lambda state: None

    @property
    def commands(self) -> list[str]:
        return [spec.name for spec in in_group(self.group)]


def sections_shown(state: TableState) -> list[SectionShown]:
    return [
        SectionShown(group=one.group, title=one.title, facts=one.facts(state), rows=one.rows(state)) for one in SECTIONS
    ]


def _plain(lines: list[str]) -> list[Fact]:
    return [Fact(text=line) for line in lines]


def _limits(state: TableState) -> list[Fact]:
    sign = state.sign
    lines = [f"Minimum {money(sign.minimum)}, maximum {money(sign.maximum)} for each {sign.per}"]
    if sign.unit:
        lines.append(f"In steps of {money(sign.unit)}")
    for bet, (low, high) in sign.side_bets.items():
        most = f", maximum {money(high)}" if high is not None else ""
        lines.append(f"{state.rules.side_bets[bet].title}: minimum {money(low)}{most}")
    facts = _plain(lines)
    facts += [Fact(text=f"Minimum {money(notice.minimum)} from", at=notice.holds_from) for notice in state.notices]
    lines = [f"{who}: own limits {money(low)} to {money(high or 0)}" for who, (low, high) in state.personal.items()]
    lines += [f"{who} is held to the minimum ({in_words(how)})" for who, how in state.restricted.items()]
    if state.main_required:
        lines.append("Side bets need the player's own wager on the box")
    return facts + _plain(lines)


def _rounds(state: TableState) -> list[Fact]:
    waits_for = WAITS_FOR[view.waiting(state).needs]
    since = state.since or state.now
    betting = {"closed": "Betting is closed", "open": "Betting is open", "last": "Last bets are called"}[state.betting]
    return [Fact(text=f"Round {state.number}"), Fact(text=betting), Fact(text=f"Waits for {waits_for} since", at=since)]


def _cards(state: TableState) -> list[Fact]:
    shoe, terms = state.shoe, state.config
    lines = [
        f"Shoe {shoe.number}: {in_words(shoe.stage)}, {shoe.left} of {terms.cards} cards left",
        f"{len(shoe.discards)} in the discard rack{_holds(state)}, {len(shoe.burned)} burned",
        f"{'A' if shoe.due else 'No'} shuffle is due; shuffled by {terms.shuffled_by}, "
        f"dealt from a {in_words(state.device or terms.device)}",
    ]
    if state.failure is not None:
        damaged = f", {state.failure.damaged} damaged cards are to be replaced" if state.failure.damaged else ""
        lines.append(f"The shuffling device has failed: {in_words(state.failure.then)}{damaged}")
    if shoe.behind is not None:
        lines.append(f"{shoe.behind} cards lie behind the cutting card")
    if shoe.commitment:
        lines.append(f"Commitment {shoe.commitment}")
    return _plain(lines)


def _holds(state: TableState) -> str:
    decks = signs.layout(state).rack_decks
    return f", which holds {decks} decks" if decks else ""


def _seats(state: TableState) -> list[Fact]:
    standing = [f"{who} {money(player.chips)}" for who, player in state.present.items() if player.home is None]
    lines = [f"Standing: {', '.join(standing)}"] if standing else []
    if state.barred:
        lines.append(f"Barred: {', '.join(sorted(state.barred))}")
    return _plain(lines)


def _seat_rows(state: TableState) -> Rows:
    rows = []
    for row in seat_rows(state):
        player = state.players.get(row.player) if row.player else None
        notes = [
            row.marker,
            f"kept for {row.reserved_for}" if row.reserved_for else "",
            "away" if player and player.away else "",
            f"{player.idle} rounds idle" if player and player.idle else "",
            f"{money(player.device)} on their bet manager" if player and player.device is not None else "",
        ]
        chips = money(player.chips) if player is not None else ""
        rows.append([str(row.box), row.player if row.player else "free", chips, ", ".join(filter(None, notes))])
    return Rows(head=["Box", "Player", "Chips", "Notes"], rows=rows)


def _players(state: TableState) -> list[Fact]:
    if state.config.source == "virtual":
        return _plain(["At a virtual table players act for themselves."])
    return _plain(["At a real table you enter what players do."])


def _float(state: TableState) -> list[Fact]:
    held = sum(player.chips for player in state.players.values())
    balances = [player.device for player in state.players.values() if player.device is not None]
    taken = takings(state)
    hold = f", hold {100 * taken.hold:.1f}%" if taken.hold is not None else ""
    lines = [
        f"In the tray by the book {money(state.tray)}",
        f"On the layout {money(state.wagered)}",
        f"With players {money(held)}",
        *([f"On bet managers {money(sum(balances))}"] if balances else []),
        f"Drop {money(taken.drop)}, win {gain(taken.win)}{hold} since it opened",
    ]
    if state.fill_due is not None:
        lines.append(f"A fill of at least {money(state.fill_due)} is asked for")
    if state.counted:
        counted = sum(value * count for value, count in state.counted.items())
        by_value = ", ".join(f"{count}×{money(value)}" for value, count in sorted(state.counted.items()))
        lines.append(f"Last counted {money(counted)}: {by_value} ({gain(counted - state.tray)} against the book now)")
    return _plain(lines)


def _notices(state: TableState) -> list[Fact]:
    facts = []
    if state.closes_at is not None:
        at = state.closes_at or None
        facts.append(Fact(text="Closes at" if at else "A closing notice is up", at=at))
    if state.last_rounds is not None:
        facts.append(Fact(text=f"{state.last_rounds} announced last rounds are left"))
    changes = state.side_bet_notices
    facts += [Fact(text=f"{signs.side_bet_notice(state, one)} from", at=one.holds_from) for one in changes]
    return facts or _plain(["No closing notice is up"])


def _measures(state: TableState) -> list[Fact]:
    """Who is excluded or detained, and which winnings are withheld."""
    lines = [f"Withheld {n}: {held_words(held)}" for n, held in enumerate(state.withheld, start=1)]
    if state.detained:
        lines.append(f"Detained: {', '.join(sorted(state.detained))}")
    if state.barred:
        lines.append(f"Barred: {', '.join(sorted(state.barred))}")
    return _plain(lines or ["No measure is in force"])


def held_words(held: Withheld) -> str:
    """Withheld winnings and their outcome, in words."""
    decided = f", {held.decided}" if held.decided else ""
    return f"{held.player} {money(held.amount)} of round {held.round}, {held.reason}{decided}"


def _payments(state: TableState) -> list[Fact]:
    """Each wrong payment with its number, what came of it so far, and when it was found."""
    return [
        Fact(text=f"{number}. {payment_words(payment)}. Found", at=payment.at)
        for number, payment in enumerate(state.wrong_payments, start=1)
    ] or _plain(["None"])


def payment_words(payment: WrongPayment) -> str:
    """A wrong payment in words."""
    fields = {**payment._asdict(), "kind": "overpayment" if payment.over else "underpayment"}
    fields |= {"outstanding": payment.outstanding, "told_regulator": payment.reported}
    amounts = f"{money(payment.paid)} paid, {money(payment.due)} due"
    intent = {None: "not enquired yet", False: "intent not suspected", True: "intent suspected"}[payment.suspected]
    return f"{cause(fields)}, {payment.patron or 'patron not known'}: {amounts}; {intent}, {came_of(fields)}"


def _disputes(state: TableState) -> list[Fact]:
    ruled = [
        f"{number}. {one.player}: {one.about}. Ruled by {one.by}: {one.ruling}{' (reviewed)' if one.reviewed else ''}"
        for number, one in enumerate(state.disputes, start=1)
    ]
    return _plain(ruled or ["None"])


def _jackpots(state: TableState) -> list[Fact]:
    """The links that the table is in, and what the keypad shows for hands that have won."""
    lines = []
    for bet, linked in state.links.items():
        title = state.rules.side_bets[bet].title
        off = ", off the table for now" if bet in state.suspended else ""
        lines.append(f"{title}: link {linked.link}, {money(linked.terms.price)} a wager{off}")
    lines += [
        f"Box {hand.box}, {called(hand.outcome)}: the keypad shows {money(hand.value)}" for hand in entered(state)
    ]
    if state.determined:
        lines.append(f"Determined: {', '.join(sorted(map(called, state.determined)))}")
    return _plain(lines or ["The table is in no link"])


def _approvals(state: TableState) -> list[Fact]:
    if not state.config.two_people:
        return _plain(["At this table one person of the right role is enough."])
    return [] if state.approvals else _plain(["Nothing is waiting"])


def _entered(state: TableState) -> list[Fact]:
    if state.config.source != "real":
        return _plain(["Nothing is entered by hand where the program deals the cards."])
    if not state.played:
        return _plain(["No round has been played yet."])
    return _plain([f"Round {state.played[-1].number}, entry by entry"])


def _entry_rows(state: TableState) -> Rows | None:
    """What was entered in the round that is played or was played last."""
    if not state.played or state.config.source != "real":
        return None
    return Rows(head=["Entry", "What"], rows=[[number, text] for number, text in entries_listed(state)])


def _irregularities(state: TableState) -> list[Fact]:
    """What the document leaves to discretion at this moment."""
    open_ones = [KIND_WORDS[kind] for kind in kinds_left_to_discretion(state)]
    return _plain([f"Left to discretion now: {'; '.join(open_ones)}"] if open_ones else [])


def _irregularity_rows(state: TableState) -> Rows:
    """What the document gives for mistakes that are noticed now, and who rules on each."""
    rows = [
        [_mistake(line), name(RULING_WORDS[line.then]), in_words(line.role), line.clause] for line in lines_now(state)
    ]
    return Rows(head=["What happened", "What is done", "Ruled on by", "Clause"], rows=rows)


def _mistake(line: Irregularity) -> str:
    seen = {None: "", True: ", seen", False: ", not seen"}[line.exposed]
    return name(f"{KIND_WORDS[line.kind]}{seen}")


SECTIONS: tuple[Section, ...] = (
    Section("approvals", "Waiting for a second person", _approvals),
    Section("seats", "Seats", _seats, _seat_rows),
    Section("limits", "Limits and signs", _limits),
    Section("chips", "Chips and float", _float),
    Section("play", "Betting and play", _rounds),
    Section("jackpots", "Jackpots", _jackpots),
    Section("cards", "Cards", _cards),
    Section("irregularities", "When the deal goes wrong", _irregularities, _irregularity_rows),
    Section("corrections", "What was entered wrongly", _entered, _entry_rows),
    Section("players", "For a player", _players),
    Section("measures", "Void rounds and measures", _measures),
    Section("payments", "Wrong payments", _payments),
    Section("disputes", "Disputes", _disputes),
    Section("closing", "Notices and closing", _notices),
)
TITLES = {one.group: one.title for one in SECTIONS}
