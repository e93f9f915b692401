"""The line that a dealer types into: cards as they come out, wagers as they are laid, calls as they are made.

What a line means hangs on what the table waits for, so that it needs few keys:

    As Td 5h              cards, when cards are due (also "as td", "10d")
    ann 1 20              a wager of $20 for ann on box 1, while betting is open; a side bet's name may follow
    h, s, d, p, r         hit, stand, double, split, surrender, for the box whose turn it is
    i ann, e ann          insurance, even money; j ann joins a split, x ann rescues a double, no ann lets it go by
    sit ann 3             ann takes box 3; also buy ann 200, cash ann 50, up ann 3, leave ann, cut ann 60, decline ann
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cutcard.cards import Card, CardError, cards
from cutcard.engine.choices import Act, Choice, choices
from cutcard.errors import CutcardError, nearest
from cutcard.money import Cents, MoneyError, cents
from cutcard.table import Command, TableState
from cutcard.table import commands as cmd

KEYS: dict[str, Act] = {
    "h": "hit",
    "s": "stand",
    "d": "double",
    "p": "split",
    "r": "surrender",
    "i": "insure",
    "e": "even-money",
    "j": "join",
    "x": "rescue",
}
_CARD = re.compile(r"(10|[2-9TtJjQqKkAa])([cdhsCDHS])")


class LineError(CutcardError):
    """A line that says nothing that the table waits for."""


def read(text: str, state: TableState) -> Command:
    """The command that a line means at this table now; raises `LineError`."""
    words = text.split()
    if not words:
        raise LineError("type something first")
    said = _SAID.get(words[0].lower())
    if said is not None:
        return said(words[1:])
    if state.playing and state.round is not None:
        if state.round.needs == "card":
            return cmd.DealCards(cards_of(text))
        if state.round.needs in ("decision", "offers", "join", "rescue"):
            return _call(words, state)
    if state.betting != "closed":
        return _wager(words, state)
    raise LineError("nothing is to be typed now: the button says what comes next")


def cards_of(text: str) -> tuple[Card, ...]:
    """Cards as a person types them.

    >>> [card.text for card in cards_of("as 10d 5H")]
    ['As', 'Td', '5h']
    """
    named = _CARD.sub(lambda found: found[1].replace("10", "T").upper() + found[2].lower(), text)
    try:
        return cards(" ".join(named.replace(",", " ").split()))
    except CardError as error:
        raise LineError(str(error)) from None


def _call(words: list[str], state: TableState) -> Command:
    assert state.round is not None
    act = KEYS.get(words[0].lower()) or next((act for act in KEYS.values() if act == words[0].lower()), None)
    if act is None:
        calls = ", ".join(f"{key} {each}" for key, each in KEYS.items())
        raise LineError(f"the table waits for a call: {calls}")
    meant = [choice for choice in choices(state.round) if choice.act == act]
    names = {choice.player for choice in meant}
    rest = words[1:]
    if rest and rest[0] in names:
        meant = [choice for choice in meant if choice.player == rest[0]]
        rest = rest[1:]
    if not meant:
        raise LineError(f"nobody can {act.replace('-', ' ')} now")
    if len({choice.player for choice in meant}) > 1:
        raise LineError(f"say for whom: {words[0]} and a name")
    choice = meant[0]
    return cmd.Call(choice.command(_amount(rest, choice)), choice.player)  # type: ignore[arg-type]


def _amount(rest: list[str], choice: Choice) -> Cents | None:
    return money_of(rest[0]) if rest else None


def _wager(words: list[str], state: TableState) -> Command:
    if len(words) not in (3, 4):
        raise LineError("a wager is a name, a box and dollars, such as: ann 1 20")
    player, box, amount = words[:3]
    bet = words[3].lower() if len(words) == 4 else "main"
    known = ("main", *state.here.side_bets)
    if bet not in known:
        found = [each for each in known if each.startswith(bet)]
        if len(found) != 1:
            raise LineError(f"there is no side bet {bet!r} here{nearest(bet, known)}")
        bet = found[0]
    return cmd.PlaceWager(_box(box), money_of(amount), bet, player=player)


def money_of(text: str) -> Cents:
    """Dollars as a person types them.

    >>> money_of("$1,250.50")
    125050
    """
    try:
        return cents(text.replace("$", "").replace(",", ""))
    except MoneyError as error:
        raise LineError(str(error)) from None


def _box(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise LineError(f"{text[:20]!r} is not the number of a box")
    return int(text)


def _taking(form: str, make: Callable[..., Command], *kinds: Callable[[str], object]) -> Callable[[list[str]], Command]:
    def taken(words: list[str]) -> Command:
        if len(words) != len(kinds):
            raise LineError(f"say it so: {form}")
        return make(*(kind(word) for kind, word in zip(kinds, words, strict=True)))

    return taken


_SAID: dict[str, Callable[[list[str]], Command]] = {
    "sit": _taking("sit ann 3", lambda player, box: cmd.Sit(box, player), str, _box),
    "up": _taking("up ann 3", lambda player, box: cmd.GiveUpBox(box, player), str, _box),
    "buy": _taking("buy ann 200", cmd.SellChips, str, money_of),
    "cash": _taking("cash ann 200", cmd.CashChips, str, money_of),
    "leave": _taking("leave ann", cmd.Leave, str),
    "cut": _taking("cut ann 60", lambda player, at: cmd.Cut(at, player), str, _box),
    "decline": _taking("decline ann", cmd.DeclineCut, str),
    "no": _taking("no ann", cmd.DeclineOffer, str),
    "back": _taking("back ann 1", lambda player, box: cmd.TakeBackWager(box, player=player), str, _box),
}
