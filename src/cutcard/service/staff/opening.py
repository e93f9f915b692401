"""The form that opens a table, field by field and in words, and the command that a filled-in one gives."""

from __future__ import annotations

from collections.abc import Container, Iterable, Iterator, Mapping

from pydantic import BaseModel

from cutcard.durations import HOUR_MS, SECOND_MS
from cutcard.engine import Refusal
from cutcard.engine.state import PersonalLimit
from cutcard.errors import CutcardError, UnknownName
from cutcard.money import Cents
from cutcard.narration.formatting import capital
from cutcard.rulebooks import BOOKS, Option, load, procedures_of
from cutcard.rulebooks.offers import tables_here
from cutcard.rulebooks.procedures import CHOOSE, PLAYERS
from cutcard.rulebooks.schema import OptionValue, SideBet
from cutcard.service.body import Body
from cutcard.service.caller import Caller
from cutcard.service.odds_question import Question, first_game, text_of
from cutcard.service.staff.fields import Choice, FieldShown
from cutcard.service.staff.forms import FormError, whole_number
from cutcard.service.staff.line import money_of
from cutcard.table import OpenTable, Sign
from cutcard.table.draft import role_refused
from cutcard.table.names import in_words

ENDS = "gaming_ends_h"
OPTION = "option:"
TOLD = "told:"
CHECKS = (
    ("play_money", "Play money: guests may sit down, and players may be advised", True),
    ("several_boxes", "Several boxes: with play money players take them without permission", False),
    ("runs_itself", "Runs itself: the house shuffles, opens and closes betting by the clock", False),
    ("by_itself", "A virtual shoe deals without being asked", True),
    ("layout_approved", "The layout has been approved", True),
    ("drop_box", "A drop box is attached", True),
    ("cashless", "Takes no cash", False),
    ("low_limit", "A low-limit game", False),
)
CHOICES = (
    ("source", "Cards", (("virtual", "A virtual shoe"), ("real", "A real shoe, entered by the dealer"))),
    ("device", "Dealt from", (("shoe", "A shoe"), ("shuffling-device", "A shuffling device"))),
    ("shuffled_by", "Shuffled by", (("hand", "Hand"), ("multishuffler", "A multishuffler"))),
)


class OptionShown(BaseModel):
    """What the document leaves to the casino: the input, why there is a choice, and the clause."""

    field: FieldShown
    why: str
    clause: str


class OpenTableForm(Body):
    """The form for a game: what is chosen first decides what is asked after it."""

    allowed: bool  # whether the caller may open a table of this book
    why: str
    clause: str
    book: str
    game: list[FieldShown]  # book, game and decks; the form has to be asked for again when one changes
    options: list[OptionShown]
    table: list[FieldShown]
    side_bets: list[FieldShown]
    checks: list[FieldShown]


def books_of(caller: Caller) -> list[str]:
    """The books of the caller's casino, under which they may open a table if their role allows it."""
    with_tables = (book for book in BOOKS if load(book).procedures is not None)
    return [book for book in with_tables if not caller.barred(book, play_money=True)]


def not_opened_by(caller: Caller, book: str) -> Refusal | None:
    """Why the caller may not open a table under a book; None if they may."""
    person = caller.at(book)
    assert person is not None
    return role_refused(book, person, "open-table", procedures_of(book).commands["open-table"])


def question_of(books: list[str], book: str, game: str, decks: str, options: Iterable[str]) -> Question:
    """The game that is asked for; what does not go together falls back to the document's usual choice."""
    known = book if book in books else books[0]
    chosen = game if game in load(known).games else first_game(known)
    question = Question(book=known, game=chosen)
    offered = load(known).options(chosen)
    for text in options if book == known and game == chosen else ():
        name, _, value = text.partition("=")
        if name not in offered:
            raise UnknownName.of("option called", name, offered)
        question = question.choosing(name, value.strip())
    sizes = question.rules.cards.decks  # raises if an option has no such value
    size = int(decks) if decks.isdecimal() and len(decks) < 3 and int(decks) in sizes else None
    return Question(book=known, game=chosen, decks=size, options=question.options)


def form_for(caller: Caller, books: list[str], question: Question) -> OpenTableForm:
    """The form that opens a table with a game."""
    refusal = not_opened_by(caller, question.book)
    return OpenTableForm(
        allowed=refusal is None,
        why=capital(refusal.message) if refusal is not None else "",
        clause=(refusal.clause or "") if refusal is not None else "",
        book=question.book,
        game=_game(books, question),
        options=[_option(option, question) for option in load(question.book).options(question.game).values()],
        table=list(_table(question)),
        side_bets=[field for bet, side, tables in offers(question) for field in _side_bet(bet, side, tables)],
        checks=[FieldShown(name=n, kind="check", label=label, value="yes" if on else "") for n, label, on in CHECKS],
    )


def _game(books: list[str], question: Question) -> list[FieldShown]:
    titles = [Choice(value=book.id, label=f"{book.title}, {book.edition}") for book in map(load, books)]
    games = [Choice(value=game.id, label=game.title) for game in load(question.book).games.values()]
    sizes = [Choice(value=str(decks), label=str(decks)) for decks in question.rules.cards.decks]
    return [
        FieldShown(name="book", kind="choice", label="Book", value=question.book, choices=titles),
        FieldShown(name="game", kind="choice", label="Game", value=question.game, choices=games),
        FieldShown(name="decks", kind="choice", label="Decks", value=str(question.size), choices=sizes),
    ]


def _option(option: Option, question: Question) -> OptionShown:
    value = question.chosen().get(option.id, text_of(option.default))
    label, name = option.id.replace("-", " ").capitalize(), f"{OPTION}{option.id}"
    if option.values:
        choices = [
            Choice(value=text_of(each), label=_option_words(each, each == option.default)) for each in option.values
        ]
        field = FieldShown(name=name, kind="choice", label=label, value=value, choices=choices)
    else:
        field = FieldShown(name=name, kind="text", label=f"{label}, dollars or none", value=value)
    return OptionShown(field=field, why=capital(option.why), clause=option.clause)


def _option_words(value: OptionValue, default: bool) -> str:
    word = {True: "Yes", False: "No"}[value] if isinstance(value, bool) else in_words(str(value)).capitalize()
    return f"{word} (usual)" if default else word


def _table(question: Question) -> Iterator[FieldShown]:
    cards = question.rules.cards
    yield FieldShown(name="table", kind="text", label="Name of the table", required=True, max_length=40)
    for name, label, value, kind in (
        ("boxes", f"Boxes, {cards.boxes_min} to {cards.boxes_max}", str(min(7, cards.boxes_max)), "number"),
        ("minimum", "Minimum in dollars", "10", "money"),
        ("maximum", "Maximum in dollars", "500", "money"),
        ("chip", "Smallest chip in dollars", "1", "money"),
        ("chips", "Float in dollars", "100000", "money"),
        ("betting_s", "Seconds of betting (0: by hand)", "0", "number"),
        ("decision_s", "Seconds for a decision", "30", "number"),
    ):
        asked = {"name": name, "label": label, "value": value, "kind": kind, "required": True, "max_length": 14}
        yield FieldShown.model_validate(asked)
    if "closing.hours" in procedures_of(question.book).clauses:
        label = "Gaming ends in how many hours (0: not said)"
        yield FieldShown(name=ENDS, kind="number", label=label, value="0", max_length=3)
    for name, label, values in CHOICES:
        choices = [Choice(value=value, label=words) for value, words in values]
        yield FieldShown(name=name, kind="choice", label=label, value=values[0][0], choices=choices)
    for office in notices_of_options(question.book):
        label = f"Name of the {in_words(office)} who was told of the options"
        yield FieldShown(name=f"{TOLD}{office}", kind="text", label=label)


def notices_of_options(book: str) -> list[str]:
    """Who has to be told of some option before a table opens with it; players read the sign."""
    powers = procedures_of(book).commands.items()
    found = dict.fromkeys(office for name, power in powers if name.startswith(CHOOSE) for office in power.tells)
    return [office for office in found if office != PLAYERS]


def offers(question: Question) -> Iterator[tuple[str, SideBet, list[str]]]:
    """The side bets that may be offered with a game, and the names of their pay tables (none if there is just one)."""
    rules = question.rules
    for bet, side in rules.side_bets.items():
        try:
            found = tables_here(rules, question.size, bet)
        except CutcardError:
            continue
        unnamed = [""] if len(found) == 1 else []
        yield bet, side, unnamed + [name for name in found if name]


def _side_bet(bet: str, side: SideBet, tables: list[str]) -> Iterator[FieldShown]:
    offered = [Choice(value=f"yes:{name}", label=f"Pay table {name}" if name else "Offered") for name in tables]
    choices = [Choice(value="no", label="Not offered"), *offered]
    yield FieldShown(name=f"side:{bet}", kind="choice", label=side.title, value="no", choices=choices)
    for meter in sorted({row.meter for table in side.tables for row in table.rows if row.meter}):
        label = f"{side.title}: the meter {in_words(meter)} in dollars"
        value = f"{(side.meter_minimum or 0) // 100}"
        yield FieldShown(name=f"meter:{bet}:{meter}", kind="money", label=label, value=value, max_length=14)
        if side.meter_minimum is None:  # otherwise the document sets it
            label = f"{side.title}: what {in_words(meter)} is reset to, in dollars (empty: nothing)"
            yield FieldShown(name=f"seed:{bet}:{meter}", kind="money", label=label, max_length=14)


def chosen_options(entries: Mapping[str, str]) -> list[str]:
    """The options of a filled-in form, as a question has them."""
    return [f"{name.removeprefix(OPTION)}={value}" for name, value in entries.items() if name.startswith(OPTION)]


def opening(question: Question, given: Mapping[str, str], now: int) -> OpenTable:
    """The command for a form filled in now; raises with a sentence."""
    hours = whole_number(given.get(ENDS) or "0", "hours of gaming")
    sides = {
        name.removeprefix("side:"): value.removeprefix("yes:") or True
        for name, value in given.items()
        if name.startswith("side:") and value != "no"
    }
    chip = money_of(given.get("chip", ""))
    limits = {bet: PersonalLimit(chip, None) for bet in sides}
    minimum, maximum = money_of(given.get("minimum", "")), money_of(given.get("maximum", ""))
    name = given.get("table", "").strip()
    if not name or "/" in name:
        raise FormError("A table has a name without / and :")
    return OpenTable(
        name,
        question.book,
        question.game,
        question.size,
        Sign(minimum, maximum, side_bets=limits),
        boxes=whole_number(given.get("boxes", ""), "boxes"),
        options=_chosen(question),
        side_bets=sides,
        chip=chip,
        meters=_amounts("meter", given, sides),
        seeds=_amounts("seed", {name: value for name, value in given.items() if value.strip()}, sides),
        chips=money_of(given.get("chips", "")),
        told=tuple((name.removeprefix(TOLD), who.strip()) for name, who in given.items() if _is_notice(name, who)),
        betting_ms=SECOND_MS * whole_number(given.get("betting_s", ""), "seconds for betting"),
        gaming_ends=now + HOUR_MS * hours if hours else 0,
        decision_ms=SECOND_MS * whole_number(given.get("decision_s", ""), "seconds for a decision"),
        **{name: given[name] for name, _, values in CHOICES if given.get(name) in dict(values)},  # type: ignore[arg-type]
        **{name: name in given for name, _, _ in CHECKS},  # type: ignore[arg-type]
    )


def _is_notice(name: str, who: str) -> bool:
    return name.startswith(TOLD) and bool(who.strip())


def _amounts(what: str, given: Mapping[str, str], sides: Container[str]) -> dict[str, Cents]:
    """The amounts of a filled-in form that belong to the meters of the side bets on offer."""
    named = {tuple(name.split(":")): value for name, value in given.items() if name.startswith(f"{what}:")}
    return {name[2]: money_of(value) for name, value in named.items() if len(name) == 3 and name[1] in sides}


def _chosen(question: Question) -> dict[str, OptionValue]:
    """The options of a question in the form a table needs."""
    known = load(question.book).options(question.game)
    rules = question.rules
    return {name: rules.options[name] for name in question.chosen() if name in known}
