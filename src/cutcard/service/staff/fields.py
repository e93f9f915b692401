"""The fields of a command's form, generated from the command itself and from the table it is for.

A field's type decides how it is asked: money in dollars, a time in minutes from now, chips by value, a player by name.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple, get_args, get_origin

from pydantic import BaseModel
from pydantic import Field as PydanticField
from pydantic.fields import FieldInfo

from cutcard.engine.state import PersonalLimit
from cutcard.money import dollars
from cutcard.narration.formatting import money
from cutcard.narration.irregularities import KIND_WORDS, RULING_WORDS
from cutcard.narration.reasons import called as outcome_called
from cutcard.service.body import Body
from cutcard.service.staff.entered import CORRECTED_BY, entries_listed
from cutcard.service.staff.mistakes import mistakes_with_field, notices_of_mistakes, rulings_given
from cutcard.service.staff.steps import power_of
from cutcard.service.wire import TABLE_WIRE, TEXT_MAX
from cutcard.table import TableState
from cutcard.table.command_fields import WORD
from cutcard.table.irregularities import DISCRETION, kinds_left_to_discretion, lines_now
from cutcard.table.jackpot_failures import jackpots_on_offer
from cutcard.table.keypad import to_determine, to_enter
from cutcard.table.names import in_words

Kind = Literal[
    "money",
    "number",
    "minutes",
    "text",
    "player",
    "bet",
    "check",
    "choice",
    "chips",
    "told",
    "boxes",
    "cards",
    "sign",
    "names",
    "amounts",
    "entry",
]
MONEY = {"amount", "minimum", "maximum", "prize", "tokens", "chips", "unit", "player_maximum", "least", "paid", "due"}
MONEY |= {"panel", "within"}
MINUTES = {"holds_from", "closes_at"}
PLAYERS = {"player", "asked_by", "patron"}
REPORT = "report-irregularity"
OF_JACKPOTS = ("report-jackpot-failure", "end-jackpot-failure", "play-without-jackpot", "report-unentered-wagers")
CARDS_HINT = "Of the hand, or of the whole round in the order in which they left the shoe"
# The outcomes that each command of the keypad may be about.
JACKPOT_OUTCOMES: dict[str, Callable[[TableState], Iterable[str]]] = {
    "enter-jackpot-hand": lambda state: dict.fromkeys(part.row.outcome for part in to_enter(state)),
    "determine-jackpot": to_determine,
}
# What a correction leaves as it was unless it is filled in.
AS_ENTERED = {"round": "not the last", "box": "another", "player": "another", "bet": "another"}
CHIP_VALUES = (1_000_000, 500_000, 100_000, 50_000, 10_000, 5_000, 2_500, 1_000, 500, 100, 50, 25, 5, 1)
LABELS = {
    "at": "Cards from the front",
    "behind": "Cards from the back",
    "most": "At most",
    "least": "At least",
    "holds_from": "Holds in how many minutes",
    "closes_at": "Closes in how many minutes",
    "retained_too": "Also for players who kept an old minimum",
    "told": "The players were told first",
    "permitted": "Pairs may be split again",
    "cards": "Cards, such as As Td",
    "card": "Card, such as As",
    "dispute": "Number of the dispute",
    "about": "What it is about",
    "marker": "A marker shows it at the box",
    "pre_shuffled": "Shuffled beforehand",
    "by_hand_first": "The dealer has shuffled them by hand, before a device is loaded",
    "unfit": "They have become unfit for further use",
    "cards_complete": "The cards were counted and are complete",
    "harm": "What it means for the round",
    "spare": "Another device is at hand",
    "movable": "The cards can be moved to it",
    "damaged": "How many cards it has damaged",
    "dealt_from": "Dealt from now on from",
    "panel": "What the control panel shows for each dollar",
    "pressed_by": "Who pressed it, where known",
    "refund": "The wagers go back",
    "forfeits": "Players whose wagers do not go back",
    "handed_to": "Who has taken over",
    "round": "Number of the round",
    "held": "Number of the winnings in the list",
    "number": "Number in the list",
    "pay_table": "Pay table or version",
    "meters": "Meters and what they show, such as supernova-major 5000",
    "seeds": "What each meter is reset to when a prize leaves less, such as supernova-major 1000",
    "boxes": "Boxes, such as 1 2 3",
    "before": "Before",
    "asked_by": "Asked for by",
    "what": "What was paid",
    "paid": "Paid",
    "due": "Due",
    "note": "What is known of it",
    "patron": "Patron, where known",
    "books": "What the books show",
    "case": "Number of the case in the list",
    "suspected": "It is suspected to be intended",
    "attempt": "What was tried",
    "succeeded": "It succeeded",
    "in_time": "What was done was done within a reasonable time",
    "practical": "It was practical to reimburse or ask a known patron",
    "kind": "What happened",
    "entry": "Number of the call in the round",
    "complete": "All cards were found",
    "rest": "What was entered after it",
    "act": "What was called",
    "outcome": "What has won",
    "part": "What does not work",
    "withdrawn": "Players who take their wagers back first",
    "tender": "Paid with",
    "voucher": "Number of the voucher",
    "why": "What makes it invalid",
    "within": "What they might still lose in that round",
    "reminded_by": "Who has reminded them of what a loss limit asks",
    "declared": "Which chips",
    "placed_by": "Whose hand put the chips down, where it was another's",
}
VALUES = {  # of choices, where the name alone would not do
    "": "No",
    "casino": "By the casino",
    "angel": "Angel cards",
    "cut": "the cut",
    "none": "It goes on",
    "disadvantage": "The house or a player is at a disadvantage: it ends",
    "unfinishable": "It cannot be finished: it is void",
    "shoe": "A shoe",
    "shuffling-device": "A shuffling device",
    "join": "The table joins a meter",
    "leave": "The table leaves its meter",
    "move": "The table moves to another meter",
    "close": "The meter is closed",
    "version": "Another version is played",
    "paid": "The amount that was paid",
    "due": "The amount due: other chips were handed over",
    "counted": "The amount due, and the tray was counted since",
    "identify": "To identify the patron",
    "contact": "To contact the patron",
    "liaise": "To come to terms with the patron",
    "reimburse": "To reimburse the patron",
    "request-return": "To have the money returned",
    "cash-change": "A Cash Change",
    "colour-change": "A Colour Change",
    "wager": "A wager",
    "must-fit": "Everything entered later stays, and must fit",
    "drop": "What no longer fits is dropped, and entered again",
    "nothing": "Nothing: there was no such call",
    "chips": "Chips from the table",
    "tokens": "Promotional tokens from the table",
    "voucher": "A voucher",
    "settlement-time": "The time for settlement is not recorded",
    "meter-reading": "The meter cannot be read",
    "personal-bet-manager": "A Personal Bet Manager",
    "card-of-another": "It was placed with another's card",
    "for-another": "It was placed for another person",
    "bought": "Chips that they have bought",
    "brought": "Chips that they have brought to the table",
    "remaining": "Chips that they take away",
}


PROSE = frozenset({"reason", "reasons", "note", "about", "ruling", "decision"})  # what staff write in their own words
PROSE_HINT = "It is kept, sealed: no names if you can, and nothing by which somebody is known outside."


class Field(NamedTuple):
    """What a command asks for, in terms of the command."""

    name: str
    kind: Kind
    label: str
    required: bool
    default: Any = None
    values: tuple[str, ...] = ()
    given_by: str = ""  # another field, whose choice says what may be chosen here
    hint: str = ""


class Choice(BaseModel):
    """A value that may be chosen, and what it is called."""

    value: str
    label: str
    only_for: list[str] = []  # what has to be chosen in the field that this one depends on; empty: anything


class FieldShown(Body):
    """One input of a form. What is entered is sent back as text under `name`, a tick as "yes"."""

    name: str
    kind: Literal["text", "money", "number", "check", "choice"]
    label: str
    value: str = ""
    required: bool = False
    choices: list[Choice] = PydanticField(default=[])
    suggestions: list[str] = PydanticField(default=[])
    group: str = ""  # inputs of one group stand together under this heading
    hint: str = ""
    depends_on: str = ""  # the name of a choice that says which of these choices there are, or whether it is asked
    only_for: list[str] = PydanticField(default=[])  # what has to be chosen there for this to be asked; empty: anything
    max_length: int = TEXT_MAX


def fields_of(word: str, state: TableState) -> list[Field]:
    """The fields of a command at this table."""
    made = (
        _field(name, info, word, state) for name, info in TABLE_WIRE.model(word).model_fields.items() if name != WORD
    )
    return [field for field in made if field is not None]


def fields_shown(word: str, state: TableState) -> list[FieldShown]:
    """The inputs of a command's form; of a report those that some mistake of this moment is asked about."""
    found = []
    for field in fields_of(word, state):
        about = mistakes_with_field(field.name, state) if word == REPORT else None
        if about == []:
            continue
        more = {} if about is None else {"depends_on": "kind", "only_for": about}
        found += [shown.model_copy(update=more) for shown in _shown(field, state)]
    return found


def _field(name: str, info: FieldInfo, word: str, state: TableState) -> Field | None:
    kind = _kind(name, info.annotation)
    label = LABELS.get(name, in_words(name.replace("_", "-")).capitalize())
    default = None if info.is_required() or info.default_factory is not None else info.default
    required = info.is_required()
    values: tuple[str, ...] = ()
    if word in OF_JACKPOTS and name == "part":
        return Field(name, "choice", "What does not work", True, None, _parts(state))
    match kind:
        case "told":
            values, required = _to_be_told(word, state), word != REPORT
            if not values:
                return None
        case "minutes":
            default = _minutes(name, state)
            if default is None:
                return None
        case "choice":
            values = _choices(name, info.annotation, word, state)
        case "bet":
            values = _bets(word, state)
        case "player":
            required = name == "player"
    if name == "cards_complete" and state.config.procedures.closing.cards_after != "unsaid":
        return None  # a count has said so
    if name == "entry" and word in CORRECTED_BY:
        return Field(name, "entry", "Entry", True, None, tuple(number for number, _ in entries_listed(state, word)))
    if word == "insert-card" and name == "card":  # the player's, and none of the shoe
        return Field(name, "text", "Number of the player card", True)
    if word == "add-call" and name == "player":
        return Field(name, kind, label, False)
    if word in CORRECTED_BY and name in AS_ENTERED and (name == "round" or word == "correct-wager"):
        values = ("", *values) if kind == "bet" else values
        return Field(name, kind, f"{label}, if {AS_ENTERED[name]}", False, None, values)
    if name == "cards" and word in (REPORT, DISCRETION):
        return Field(name, kind, label, False, hint=CARDS_HINT)
    if name == "round" and default == 0:
        return Field(name, kind, f"{label}, if {AS_ENTERED[name]}", False)
    if word == REPORT and name == "ruling":
        return Field(name, kind, label, required, default, values, given_by="kind")
    if name == "outcome" and word in JACKPOT_OUTCOMES:
        return Field(name, "choice", label, False, None, tuple(JACKPOT_OUTCOMES[word](state)))
    if name == "number":
        default = next(iter(state.approvals), None)  # what has waited longest
    return Field(name, kind, label, required, default, values)


def _parts(state: TableState) -> tuple[str, ...]:
    """What of the equipment of the jackpots on offer must work."""
    by_book = state.config.procedures.jackpot_failures
    works = by_book.works if by_book is not None else {}
    return tuple(dict.fromkeys(part for bet in jackpots_on_offer(state) for part in works[bet]))


def _to_be_told(word: str, state: TableState) -> tuple[str, ...]:
    """Who has to be told of a mistake in the deal, whichever line of the document applies."""
    if word == REPORT:
        return notices_of_mistakes(state)
    power = power_of(state, word)
    return power.tells if power is not None else ()


def _choices(name: str, annotation: Any, word: str, state: TableState) -> tuple[str, ...]:
    """What may be chosen: of mistakes and rulings only what the document has at this moment."""
    every = tuple(map(str, get_args(annotation)))
    if word == REPORT:
        lines = [line for line in lines_now(state) if line.then != "shuffle-discards"]  # which has a command of its own
        given = {(line.kind if name == "kind" else line.then) for line in lines}
        return tuple(value for value in every if value in given)
    if word == DISCRETION and name == "kind":
        return tuple(kinds_left_to_discretion(state))
    return every


def _bets(word: str, state: TableState) -> tuple[str, ...]:
    """The bets that a command may refer to."""
    equipment = state.config.procedures.equipment
    if word == "post-side-bet-change":
        return (*equipment.meter_joins, *equipment.versions)
    if word in OF_JACKPOTS:
        return jackpots_on_offer(state)
    if word == "press-bet-button":
        return tuple(bet for bet in state.config.side_bets if state.config.on_device(bet))
    power = power_of(state, word)
    if power is not None and power.bets:
        return tuple(bet for bet in state.config.side_bets if bet in power.bets)
    if word == "change-side-bet":
        return tuple(notice.bet for notice in state.side_bet_notices)
    return ("main", *state.config.side_bets)


def _kind(name: str, annotation: Any) -> Kind:
    origin = get_origin(annotation)
    if origin is Literal:
        return "choice"
    if origin is dict:
        return "amounts" if name in ("meters", "seeds") else "chips"
    if origin is list:
        lists: dict[str, Kind] = {"cards": "cards", "boxes": "boxes", "forfeits": "names", "withdrawn": "names"}
        return lists.get(name, "told")
    if _may_be(annotation, bool):
        return "check"
    named: dict[str, Kind] = {
        "sign": "sign",
        "bet": "bet",
        "card": "cards",
        **dict.fromkeys(MONEY, "money"),
        **dict.fromkeys(MINUTES, "minutes"),
        **dict.fromkeys(PLAYERS, "player"),
    }
    if name in named:
        return named[name]
    return "number" if _may_be(annotation, int) else "text"


def _may_be(annotation: Any, kind: type) -> bool:
    """Whether a field of this type may hold a value of that kind, even if it is optional or annotated."""
    return annotation is kind or any(_may_be(each, kind) for each in get_args(annotation))


def _minutes(name: str, state: TableState) -> int | None:
    """The notice that the document requires; None if it requires none and the field may stay empty."""
    procedures = state.config.procedures
    if name == "closes_at":
        return procedures.closing.minutes if procedures.closing.notice == "minutes" else None
    return procedures.signs.raise_notice_minutes


# -------------------------------------------------------------------------------------------------------------- inputs


def _shown(field: Field, state: TableState) -> Iterator[FieldShown]:
    match field.kind:
        case "check":
            on = "yes" if field.default else ""
            yield FieldShown(name=field.name, kind="check", label=field.label, value=on)
        case "chips":
            yield from _chips(field, state)
        case "told":
            for whom in field.values:
                label = f"Told: the {in_words(whom)} (name)"
                yield FieldShown(name=f"told:{whom}", kind="text", label=label, required=field.required)
        case "sign":
            yield from _sign(state)
        case "entry":
            named = dict(entries_listed(state))
            entered = [Choice(value=value, label=f"{value}. {named[value]}") for value in field.values]
            yield FieldShown(name=field.name, kind="choice", label=field.label, choices=entered)
        case "choice" | "bet":
            given = rulings_given(state) if field.given_by else {}
            choices = [
                Choice(value=value, label=_label(field, value, state), only_for=given.get(value, []))
                for value in field.values
            ]
            value = field.default if isinstance(field.default, str) else ""
            made = FieldShown(name=field.name, kind="choice", label=field.label, value=value, choices=choices)
            yield made.model_copy(update={"depends_on": field.given_by})
        case _:
            yield _plain(field, state)


def _label(field: Field, value: str, state: TableState) -> str:
    if field.kind == "bet" and not value:
        return "As it was entered"
    if field.name == "outcome":
        return outcome_called(value).capitalize()
    words: Mapping[str, Mapping[Any, str]] = {"kind": KIND_WORDS, "ruling": RULING_WORDS}
    words_for_it = words.get(field.name, {}).get(value)
    return called(value, state) if words_for_it is None else f"{words_for_it[:1].upper()}{words_for_it[1:]}"


def called(value: str, state: TableState) -> str:
    """A choice or a bet as people call it."""
    side = state.rules.side_bets.get(value)
    return side.title if side is not None else VALUES.get(value, in_words(value).capitalize())


def _plain(field: Field, state: TableState) -> FieldShown:
    value = "" if field.default is None else str(field.default)
    made = FieldShown(name=field.name, kind="text", label=field.label, required=field.required)
    match field.kind:
        case "money":
            value = dollars(field.default) if field.default else ""
            return made.model_copy(update={"kind": "money", "label": f"{field.label} in dollars", "value": value})
        case "number" | "minutes":
            return made.model_copy(update={"kind": "number", "value": value, "max_length": 9})
        case "player":
            return made.model_copy(update={"suggestions": list(state.present), "max_length": 64})
        case "names":
            return made.model_copy(update={"suggestions": list(state.present)})
        case "boxes" | "amounts":
            return made
        case "cards":
            return made.model_copy(update={"hint": field.hint})
        case _:
            return made.model_copy(update={"value": value, "hint": PROSE_HINT if field.name in PROSE else ""})


def _chips(field: Field, state: TableState) -> Iterator[FieldShown]:
    """A number for each chip value; the values are those of the last tray count."""
    values = sorted({value for value in CHIP_VALUES if value >= state.config.chip} | set(state.counted))
    group = f"{field.label}: how many of each"
    for value in values:
        yield FieldShown(name=f"{field.name}:{value}", kind="number", label=money(value), group=group, max_length=9)


def _sign(state: TableState) -> Iterator[FieldShown]:
    """The current amounts of the sign."""

    def amount(name: str, label: str, value: str) -> FieldShown:
        return FieldShown(name=name, kind="money", label=label, value=value, max_length=14)

    sign = state.sign
    yield amount("sign:minimum", "Minimum in dollars", dollars(sign.minimum))
    yield amount("sign:maximum", "Maximum in dollars", dollars(sign.maximum))
    for bet in state.config.side_bets:
        low, high = sign.side_bets.get(bet, PersonalLimit(state.config.chip, None))
        title = state.rules.side_bets[bet].title
        yield amount(f"side:{bet}:low", f"{title}: minimum", dollars(low))
        yield amount(f"side:{bet}:high", f"{title}: maximum", dollars(high) if high is not None else "")
