"""The staff page as HTML: the big button, the players' possible calls, the input line, and forms."""

from __future__ import annotations

from html import escape
from itertools import groupby
from urllib.parse import quote

from cutcard.cards import RANKS, SUIT_SIGNS
from cutcard.narration.formatting import KEYS, NAMES, SUIT_NAMES, capital, faces, money, name
from cutcard.service.wire import word_of
from cutcard.table import Person, TableState
from cutcard.table.names import in_words
from cutcard.table.view import ChoiceView, TableView
from cutcard.web.old_frame import clause_html
from cutcard.web.staff_forms import form_html
from cutcard.web.staff_steps import next_step, not_for, power_of
from cutcard.web.table_clicks import moment

# What may be typed, and what it means; the first column is an example.
TYPED = (
    (("As Td 5h",), "cards, when cards are due"),
    (
        ("sit ann 3", "buy ann 200", "ann 3 20", "ann 3 5 perfect pairs"),
        "a seat, chips, a wager, a side bet by its name",
    ),
    (("h", "s", "d", "p", "r"), "hit, stand, double, split, surrender, for the box whose turn it is"),
    (("i ann", "e ann", "j ann", "x ann", "no ann"), "insurance, even money, join, rescue, or none of it"),
    (("back ann 3", "up ann 3", "cash ann 50", "leave ann"), "a wager taken back, a box given up, chips cashed, gone"),
    (("cut ann 60", "decline ann"), "the cut, by cards from the front, or no cut"),
    (("Enter", "n", "/"), "Enter on the empty line, or n elsewhere, does the next step; / goes to the line"),
)


def title_html(state: TableState, table: str) -> str:
    """The table's name, and links to its other pages."""
    terms = state.config
    kind = "runs itself" if terms.runs_itself else f"run by hand, {terms.source} shoe"
    worth = "play money" if terms.play_money else "real money"
    at = quote(table)
    return (
        f"<h1>Table {escape(table)}</h1>"
        f"<p class='cc-muted'>{escape(terms.rules.title)}, {escape(terms.rules.book)} · {kind} · {worth} · "
        f"<a href='/table/{at}'>players' page</a> · <a href='/history?table={at}'>its rounds</a> · "
        f"<a href='/staff'>all tables</a></p>"
    )


def step_html(state: TableState, person: Person) -> str:
    """The big button for the next step, or what the table waits for."""
    step = next_step(state)
    words = f"<p class='cs-step-words'>{escape(step.words)}</p>"
    if state.config.runs_itself:
        return f"{words}<p class='cc-small cc-muted'>This table runs itself: the house does it.</p>"
    if step.command is None:
        return words
    word = word_of(step.command)
    power, refusal = power_of(state, word), not_for(state, person, word)
    clause = clause_html(state.rules.book, power.clause) if power is not None else ""
    says = f"Clause {clause} · Enter does it"
    disabled = ""
    if refusal is not None:
        disabled, says = ' aria-disabled="true"', f"{escape(capital(refusal.message))} Clause {clause}"
    return (
        f'<button type="button" class="cc-button cc-main cs-step" data-step="{moment(state)}"{disabled}>'
        f"{escape(step.words)}</button><p class='cc-small cc-muted'>{says}</p>"
    )


def calls_html(table: TableView, now: str) -> str:
    """The calls players may make now, for a dealer who enters them at a real table."""
    made = ""
    for (player, box), some in groupby(table.choices, key=lambda choice: (choice.player, choice.box)):
        calls = "".join(_call(choice, table.book, now) for choice in some)
        label = escape(f"{name(player)}, box {box}")
        made += f'<div role="group" aria-label="{label}"><h3>{label}</h3><div class="cs-commands">{calls}</div></div>'
    return made


def _call(choice: ChoiceView, book: str, now: str) -> str:
    cost = f" {money(choice.most)}" if choice.most else ""
    called = escape(f"{NAMES[choice.act]}{cost}")
    if not choice.allowed:
        why = f"<small>{escape(faces(choice.why_not))} {clause_html(book, choice.clause)}</small>"
        return f'<div><button type="button" class="cc-button" aria-disabled="true">{called}</button>{why}</div>'
    said = escape(f"{choice.act}|{choice.box}|{choice.hand}|{choice.player}")
    key = f"<kbd>{KEYS[choice.act]}</kbd>"
    at = f'data-call="{said}" data-moment="{now}"'
    return f'<div><button type="button" class="cc-button cs-enabled" {at}>{key} {called}</button></div>'


def line_html(state: TableState) -> str:
    """The input line for a real shoe, and the cards as big buttons."""
    if state.config.source != "real":
        return ""
    ranks = "".join(
        f'<button type="button" class="cc-button" data-rank="{rank}" aria-pressed="false">'
        f"{'10' if rank == 'T' else rank}</button>"
        for rank in RANKS
        if rank not in state.rules.cards.removed_ranks
    )
    suits = "".join(
        f'<button type="button" class="cc-button cs-suit-{suit}" data-suit="{suit}" '
        f'aria-label="{SUIT_NAMES[suit]}">{sign}</button>'
        for suit, sign in SUIT_SIGNS.items()
    )
    rows = "".join(
        f"<li>{' '.join(f'<kbd>{each}</kbd>' for each in examples)} {escape(means)}</li>" for examples, means in TYPED
    )
    return (
        '<div class="cs-line"><div class="cc-field"><label for="line">Type cards, wagers and calls, and Enter</label>'
        '<input class="cc-input" id="line" autocomplete="off" autocapitalize="none" spellcheck="false" maxlength="300" '
        'placeholder="As Td 5h, or ann 1 20, or h"></div>'
        '<button type="button" class="cc-button" data-line="1">Enter</button></div>'
        f'<div class="cs-pad" role="group" aria-label="Cards">{ranks}<span></span>{suits}</div>'
        '<details class="cc-more cc-small"><summary>What may be typed</summary>'
        f'<ul class="cc-list">{rows}</ul></details>'
    )


def command_html(word: str, state: TableState) -> str:
    """The form of a command, with its clause."""
    power = power_of(state, word)
    clause = clause_html(state.rules.book, power.clause) if power is not None else ""
    called = escape(in_words(word).capitalize())
    return (
        f'<form data-form="{word}" class="cs-fields"><h3>{called} <span class="cc-small">clause {clause}</span></h3>'
        f"{form_html(word, state)}"
        f'<button class="cc-button cc-main" type="submit">{called}</button></form>'
    )
