"""The sections of the staff page: what each shows of the table, and its commands."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from html import escape
from typing import NamedTuple

from cutcard.narration.formatting import WAITS_FOR, gain, listed, money
from cutcard.table import Person, TableState, signs, view
from cutcard.table.names import in_words
from cutcard.table.registry import in_group, phrase
from cutcard.table.rows import seat_rows
from cutcard.table.state import Withheld
from cutcard.web.old_frame import clause_html, table_html
from cutcard.web.staff_forms import fields_of
from cutcard.web.staff_log import clock, fields_words
from cutcard.web.staff_steps import not_for, power_of


class Group(NamedTuple):
    """A section: the group name used in command declarations, its title, and what it shows."""

    name: str
    title: str
    shows: Callable[[TableState], str]

    @property
    def commands(self) -> list[str]:
        return [spec.name for spec in in_group(self.name)]


def _limits(state: TableState) -> str:
    sign = state.sign
    lines = [f"Minimum {money(sign.minimum)}, maximum {money(sign.maximum)} for each {sign.per}"]
    if sign.unit:
        lines.append(f"In steps of {money(sign.unit)}")
    for bet, (low, high) in sign.side_bets.items():
        most = f", maximum {money(high)}" if high is not None else ""
        lines.append(f"{state.rules.side_bets[bet].title}: minimum {money(low)}{most}")
    lines += [f"Minimum {money(notice.minimum)} from {clock(notice.holds_from)} UTC on" for notice in state.notices]
    lines += [f"{who}: own limits {money(low)} to {money(high or 0)}" for who, (low, high) in state.personal.items()]
    lines += [f"{who} is held to the minimum ({in_words(how)})" for who, how in state.restricted.items()]
    if state.main_required:
        lines.append("Side bets need the player's own wager on the box")
    return _list(lines)


def _seats(state: TableState) -> str:
    rows = []
    for row in seat_rows(state):
        player = state.players.get(row.player) if row.player else None
        kept = f"kept for {escape(row.reserved_for)}" if row.reserved_for else ""
        notes = [
            row.marker,
            kept,
            "away" if player and player.away else "",
            f"{player.idle} idle" if player and player.idle else "",
        ]
        chips = money(player.chips) if player is not None else ""
        rows.append((str(row.box), escape(row.player or "free"), chips, ", ".join(filter(None, notes))))
    standing = [
        f"{escape(name)} {money(player.chips)}" for name, player in state.present.items() if player.home is None
    ]
    more = f"<p class='cc-small'>Standing: {', '.join(standing)}</p>" if standing else ""
    barred = f"<p class='cc-small'>Barred: {escape(', '.join(sorted(state.barred)))}</p>" if state.barred else ""
    return table_html(("Box", "Player", "Chips", "Notes"), rows, numbers=(2,)) + more + barred


def _notices(state: TableState) -> str:
    lines = []
    if state.closes_at is not None:
        lines.append(f"Closes at {clock(state.closes_at)} UTC" if state.closes_at else "A closing notice is up")
    if state.last_rounds is not None:
        lines.append(f"{state.last_rounds} announced last rounds are left")
    lines += [
        f"{signs.side_bet_notice(state, one)} from {clock(one.holds_from)} UTC on" for one in state.side_bet_notices
    ]
    return _list(lines or ["No closing notice is up"])


def _float(state: TableState) -> str:
    held = sum(player.chips for player in state.players.values())
    lines = [
        f"In the tray by the book {money(state.tray)}",
        f"On the layout {money(state.wagered)}",
        f"With players {money(held)}",
    ]
    if state.counted:
        counted = sum(value * count for value, count in state.counted.items())
        by_value = ", ".join(f"{count}×{money(value)}" for value, count in sorted(state.counted.items()))
        lines.append(f"Last counted {money(counted)}: {by_value} ({gain(counted - state.tray)} against the book now)")
    return _list(lines)


def _disputes(state: TableState) -> str:
    ruled = [
        f"{number}. {one.player}: {one.about}. Ruled by {one.by}: {one.ruling}{' (reviewed)' if one.reviewed else ''}"
        for number, one in enumerate(state.disputes, start=1)
    ]
    return _list(ruled or ["None"])


def _measures(state: TableState) -> str:
    """Who is excluded or detained, and which winnings are withheld."""
    lines = [f"Withheld {n}: {held_words(held)}" for n, held in enumerate(state.withheld, start=1)]
    if state.detained:
        lines.append(f"Detained: {', '.join(sorted(state.detained))}")
    if state.barred:
        lines.append(f"Barred: {', '.join(sorted(state.barred))}")
    return _list(lines or ["No measure is in force"])


def held_words(held: Withheld) -> str:
    """Withheld winnings and their outcome, in words."""
    decided = f", {held.decided}" if held.decided else ""
    return f"{held.player} {money(held.amount)} of round {held.round}, {held.reason}{decided}"


def _cards(state: TableState) -> str:
    shoe, terms = state.shoe, state.config
    lines = [
        f"Shoe {shoe.number}: {in_words(shoe.stage)}, {shoe.left} of {terms.cards} cards left",
        f"{len(shoe.discards)} in the discard rack{_holds(state)}, {len(shoe.burned)} burned",
        f"{'A' if shoe.due else 'No'} shuffle is due; shuffled by {terms.shuffled_by}, dealt from a {terms.device}",
    ]
    if shoe.behind is not None:
        lines.append(f"{shoe.behind} cards lie behind the cutting card")
    made = _list(lines)
    if shoe.commitment:
        made += f"<p class='cc-small cs-hash'>Commitment <code>{escape(shoe.commitment)}</code></p>"
    return made


def _holds(state: TableState) -> str:
    decks = signs.layout(state).rack_decks
    return f", which holds {decks} decks" if decks else ""


def _rounds(state: TableState) -> str:
    waits_for = WAITS_FOR[view.waiting(state).needs]
    return _list([f"Round {state.number}", f"Betting is {state.betting}", f"The table waits for {waits_for}"])


def _players(state: TableState) -> str:
    if state.config.source == "virtual":
        return "<p class='cc-small cc-muted'>At a virtual table players act for themselves.</p>"
    return "<p class='cc-small cc-muted'>At a real table you enter what players do.</p>"


def _approvals(state: TableState) -> str:
    """What waits for a second person."""
    if not state.config.two_people:
        return "<p class='cc-small cc-muted'>At this table one person of the right role is enough.</p>"
    waiting = [
        f"{number}. {in_words(one.command).capitalize()}, asked for by {one.by} ({in_words(one.role)}) "
        f"at {clock(one.at)} UTC: {fields_words(one.fields)}"
        for number, one in state.approvals.items()
    ]
    return _list(waiting or ["Nothing waits"])


def _list(lines: list[str]) -> str:
    return f"<ul class='cc-list'>{''.join(f'<li>{escape(line)}</li>' for line in lines)}</ul>"


GROUPS: tuple[Group, ...] = (
    Group("limits", "Limits and signs", _limits),
    Group("play", "Betting and play", _rounds),
    Group("cards", "Cards", _cards),
    Group("seats", "Seats", _seats),
    Group("players", "For a player", _players),
    Group("chips", "Chips and float", _float),
    Group("closing", "Notices and closing", _notices),
    Group("measures", "Void rounds and measures", _measures),
    Group("disputes", "Disputes", _disputes),
    Group("approvals", "Waiting for a second person", _approvals),
)


# ------------------------------------------------------------------------------------------------------------- buttons


def buttons_html(group: Group, state: TableState, person: Person) -> str:
    """A button for each command, enabled if the role may give it, else with who may; and what nobody may do."""
    given = [word for word in group.commands if power_of(state, word) is not None]
    given.sort(key=lambda word: not_for(state, person, word) is not None)  # permitted commands come first
    nobody = [phrase(word) for word in group.commands if power_of(state, word) is None]
    if group.shows is _players and state.config.source == "virtual":
        return ""
    made = "".join(_button(word, state, person) for word in given)
    said = f"By this document nobody may {listed(nobody, 'or')}." if nobody else ""
    more = f"<p class='cc-small cc-muted'>{escape(said)}</p>" if said else ""
    return f'<div class="cs-commands">{made}</div>{more}'


def _button(word: str, state: TableState, person: Person) -> str:
    power, refusal = power_of(state, word), not_for(state, person, word)
    clause = clause_html(state.rules.book, power.clause) if power is not None else ""
    called = escape(in_words(word).capitalize())
    if refusal is not None:
        said = f"<small>{escape(refusal.message)}, clause {clause}</small>"
        return f'<div><button type="button" class="cc-button" aria-disabled="true">{called}</button>{said}</div>'
    asks = "…" if fields_of(word, state) else ""
    return (
        f'<div><button type="button" class="cc-button" data-do="{word}">{called}{asks}</button>'
        f"<small>clause {clause}</small></div>"
    )


def every_group() -> Iterator[tuple[str, Group]]:
    """The sections with an id each."""
    for group in GROUPS:
        yield group.title.lower().replace(" ", "-"), group
