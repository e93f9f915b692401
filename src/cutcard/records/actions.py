"""Reading the `actions` of a record: what players call, and what staff declare at any moment of the round."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, get_args

from cutcard.engine import (
    Burn,
    Command,
    DrawInError,
    PassControl,
    ReadMeters,
    SetAside,
    SkipPlace,
    VoidRound,
    VoidWagers,
    WithdrawWager,
)
from cutcard.engine.choices import Act
from cutcard.money import Cents
from cutcard.records.fields import (
    RecordRefused,
    clause_at,
    flag,
    known,
    list_at,
    mapping,
    not_negative,
    player_at,
    positive,
    whole_number,
)
from cutcard.refusals import Refusal
from cutcard.rulebooks import load
from cutcard.rulebooks.void_rounds import void_never_was

ACTIONS: tuple[str, ...] = get_args(Act)
_WHEN = frozenset({"do", "clause", "cards", "draws"})
_ONLY_FOR = {"insure": frozenset({"late"}), "dealer-card": frozenset({"finish_first", "cards"})}


@dataclass(frozen=True, slots=True, kw_only=True)
class Action:
    """One line of `actions`, checked for form but not yet against the rules."""

    do: str
    box: int | None = None
    hand: int | None = None
    player: str | None = None
    amount: Cents | None = None
    late: bool = False
    finish_first: bool = False  # the dealer takes the forgotten card only after the hand in turn
    declared: Command | None = None  # what staff say; a card that it is about is the next of the record
    seen: bool = False  # whether it is about a card whose face was seen
    undone_by_book: bool = False  # a void round of which nothing says what happens to what was settled in it
    cards: int | None = None  # how many cards were laid or burned before; None: it comes where an act is due
    pressed: int | None = None  # and how often the prize button was pressed
    selected: int | None = None  # and how many boxes a jackpot system had picked; None: all


def read_actions(head: Mapping[str, Any], book: str) -> tuple[Action, ...]:
    """Every line of `actions`, in order; raises `RecordRefused`."""
    lines = (mapping(given, f"actions[{i}]") for i, given in enumerate(list_at(head, "actions")))
    return tuple(
        _declared(head, book, line, i) if _by_staff(line) else _called(line, i) for i, line in enumerate(lines)
    )


def _by_staff(line: Mapping[str, Any]) -> bool:
    do = line.get("do")
    return isinstance(do, str) and do in DECLARED and (do != "withdraw" or "clause" in line)


def _called(line: Mapping[str, Any], i: int) -> Action:
    do = line.get("do")
    more = _ONLY_FOR.get(do, frozenset()) if isinstance(do, str) else frozenset()
    known(line, {"do", "box", "hand", "player", "amount"} | more, f"actions[{i}]", i)
    if do not in ACTIONS:
        every = ", ".join(dict.fromkeys((*ACTIONS, *DECLARED)))
        raise RecordRefused(f"{do!r} is not an action: it is one of {every}", at=i)
    action = Action(
        do=do,
        box=whole_number(line, "box", i) if "box" in line else None,
        hand=whole_number(line, "hand", i) if "hand" in line else None,
        player=player_at(line, i) if "player" in line else None,
        amount=positive(line["amount"], i) if "amount" in line else None,
        late=flag(line, "late", i),
        finish_first=flag(line, "finish_first", i),
        cards=whole_number(line, "cards", i) if "cards" in line else None,
    )
    if action.amount is not None and do not in ("double", "insure", "join"):
        raise RecordRefused(f"{do} takes no amount", at=i)
    return action


# ------------------------------------------------------------------------------------------------- what staff declare


def _void_wagers(line: Mapping[str, Any], book: str, i: int) -> Command:
    bet = line.get("bet", "")
    if not isinstance(bet, str) or (bet and bet not in load(book).side_bets):
        raise RecordRefused(f"void-wagers may name a side bet of {book}, not {bet!r}", at=i)
    player = player_at(line, i) if "player" in line or not bet else ""
    box = whole_number(line, "box", i) if bet and "box" in line else None
    undone = void_never_was(book)
    return VoidWagers(player, clause_at(line, "clause", book, i), bet, box, flag(line, "undone", i, default=undone))


def _void_round(line: Mapping[str, Any], book: str, i: int) -> Command:
    settled_by = clause_at(line, "settled_by", book, i) if "settled_by" in line else ""
    refund = flag(line, "refund", i, default=True)
    forfeits, undone = (
        tuple(player_at({"player": one}, i) for one in list_at(line, key)) for key in ("forfeits", "undone")
    )
    stands = tuple(whole_number({"stands": one}, "stands", i) for one in list_at(line, "stands"))
    lost_back, late = flag(line, "lost_back", i), flag(line, "late", i)
    clause = clause_at(line, "clause", book, i)
    _check_kept(book, refund, forfeits, i)
    return VoidRound(clause, settled_by, refund, forfeits, undone, lost_back, late, stands)


def _check_kept(book: str, refund: bool, forfeits: tuple[str, ...], i: int) -> None:
    """Wagers of a void round are kept only where the document lets the house keep them (as at a table)."""
    procedures = load(book).procedures
    if procedures is None:
        return
    refusal = None
    if not refund and procedures.voids.refund == "always":
        refusal = Refusal("void-wagers-go-back", procedures.clauses["voids.refund"])
    elif forfeits and procedures.voids.forfeits == "never":
        refusal = Refusal("nobody-forfeits", procedures.clauses["voids.forfeits"])
    if refusal is not None:
        raise RecordRefused(refusal.message, refusal.clause, i, refusal.code)


def _pass_control(line: Mapping[str, Any], book: str, i: int) -> Command:
    procedures = load(book).procedures
    if procedures is not None and procedures.seats.absent_control == "stays":
        message = "control of a box stays where it is when its player is not there"
        raise RecordRefused(message, procedures.clauses["seats.absent_control"], i)
    return PassControl(whole_number(line, "box", i), player_at(line, i), clause_at(line, "clause", book, i))


def _burn(line: Mapping[str, Any], book: str, i: int) -> Command:
    return Burn(None, clause_at(line, "clause", book, i))


def _draw_in_error(line: Mapping[str, Any], book: str, i: int) -> Command:
    return DrawInError(None, clause_at(line, "clause", book, i))


def _set_aside(line: Mapping[str, Any], book: str, i: int) -> Command:
    return SetAside(clause_at(line, "clause", book, i))


def _skip(line: Mapping[str, Any], book: str, i: int) -> Command:
    if "box" not in line:
        raise RecordRefused("skip must name its box, or null for the dealer", at=i)
    clause = clause_at(line, "clause", book, i) if "clause" in line else ""
    return SkipPlace(None if line["box"] is None else whole_number(line, "box", i), clause)


def _withdraw(line: Mapping[str, Any], book: str, i: int) -> Command:
    return WithdrawWager(whole_number(line, "box", i), player_at(line, i), clause_at(line, "clause", book, i))


def _read_meters(line: Mapping[str, Any], book: str, i: int) -> Command:
    values, winners = mapping(line.get("meters"), f"actions[{i}]"), mapping(line.get("others", {}), f"actions[{i}]")
    meters = {meter: not_negative(value, i) for meter, value in values.items()}
    return ReadMeters(meters, {outcome: whole_number(winners, outcome, i) for outcome in winners})


_Reads = Callable[[Mapping[str, Any], str, int], Command]
DECLARED: dict[str, tuple[frozenset[str], _Reads]] = {  # what each may say, and how it is read
    "void-wagers": (_WHEN | {"player", "bet", "box", "undone"}, _void_wagers),
    "void-round": (
        _WHEN | {"settled_by", "refund", "forfeits", "undone", "lost_back", "late", "stands"},
        _void_round,
    ),
    "pass-control": (_WHEN | {"box", "player"}, _pass_control),
    "burn": (_WHEN | {"exposed"}, _burn),
    "draw-in-error": (_WHEN | {"exposed"}, _draw_in_error),
    "set-aside": (_WHEN, _set_aside),
    "skip": (_WHEN | {"box"}, _skip),
    "withdraw": (_WHEN | {"box", "player"}, _withdraw),
    "read-meters": (_WHEN | {"meters", "others"}, _read_meters),
}


def _declared(head: Mapping[str, Any], book: str, line: Mapping[str, Any], i: int) -> Action:
    """What staff declare, which may come at any moment: after this many cards and draws."""
    do: str = line["do"]
    keys, read = DECLARED[do]
    known(line, keys, f"actions[{i}]", i)
    declared = read(line, book, i)
    seen = "exposed" in keys and flag(line, "exposed", i, default=True)
    dealt = whole_number(line, "cards", i) if "cards" in line else None
    by_book = isinstance(declared, VoidRound) and not {"undone", "lost_back"} & line.keys()
    if "draws" not in line:
        return Action(do=do, declared=declared, seen=seen, cards=dealt, undone_by_book=by_book)
    drawn = list_at(head, "draws")[: whole_number(line, "draws", i)]
    pressed = sum(isinstance(one, str) or (isinstance(one, dict) and "prize" in one) for one in drawn)
    selected = len(drawn) - pressed
    return Action(
        do=do,
        declared=declared,
        seen=seen,
        cards=dealt,
        pressed=pressed,
        selected=selected,
        undone_by_book=by_book,
    )
