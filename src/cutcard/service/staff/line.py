"""The dealer's input line: cards as they are dealt, wagers as they are placed, calls as they are made.

What a line means depends on what the table waits for, so it takes few keys:

    As Td 5h              cards, when cards are due (also "as td", "10d"); and the hole card once it is turned
    ann 1 20              a wager of $20 for ann on box 1, while betting is open; a side bet's name, or how it begins,
                          may follow: ann 1 5 perfect pairs
    h, s, d, p, r         hit, stand, double, split, surrender, for the box whose turn it is
    i ann, e ann          insurance, even money; j ann joins a split, x ann rescues a double, no ann lets it go by
    sit ann 3             ann takes box 3; also buy ann 200, cash ann 50, up ann 3, leave ann, decline ann
    cut 60, behind 78     where the cards were cut, from the front, by who was asked; cards behind the cutting card
"""

from __future__ import annotations

import re
from collections.abc import Callable

from cutcard.cards import Card, CardError, cards
from cutcard.engine import CARD_NEEDS, PLAYER_NEEDS, Refusal, State, play
from cutcard.engine.choices import choices
from cutcard.engine.commands import Deal, TurnHoleCard
from cutcard.errors import CutcardError, nearest
from cutcard.money import Cents, MoneyError, cents
from cutcard.narration.formatting import KEYS, face, hand_name, listed, name
from cutcard.table import (
    Call,
    CashChips,
    Command,
    Cut,
    CutForAll,
    DealCards,
    DeclineCut,
    DeclineOffer,
    GiveUpBox,
    Leave,
    PlaceCuttingCard,
    PlaceWager,
    PressBetButton,
    SellChips,
    Sit,
    TableState,
    TakeBackWager,
)

MAIN = "main"
TEXT_MOST = 300
# What may be typed, and what it means; the first column has examples.
TYPED = (
    (("As Td 5h",), "cards, when cards are due"),
    (
        ("sit ann 3", "buy ann 200", "ann 3 20", "ann 3 5 perfect pairs"),
        "a seat, chips, a wager, a side bet by its name",
    ),
    (("h", "s", "d", "p", "r"), "hit, stand, double, split, surrender, for the box whose turn it is"),
    (("i ann", "e ann", "j ann", "x ann", "no ann"), "insurance, even money, join, rescue, or none of it"),
    (("back ann 3", "up ann 3", "cash ann 50", "leave ann"), "a wager taken back, a box given up, chips cashed, gone"),
    (
        ("cut 60", "decline ann", "behind 78"),
        "the cut by cards from the front, or no cut; cards behind the cutting card",
    ),
)
_CARD = re.compile(r"(10|[2-9TtJjQqKkAa])([cdhsCDHS])")


# What a card is that is entered, by what the round waits for.
_ENTERED: dict[str, Callable[[Card], Deal | TurnHoleCard]] = {"card": Deal, "peek": TurnHoleCard, "turn": TurnHoleCard}


class LineError(CutcardError):
    """A line that does not fit what the table waits for."""


def read(text: str, state: TableState) -> Command:
    """The command that a line means at this table now; raises `LineError`."""
    words = text.split()
    if not words:
        raise LineError("type something first")
    read_rest = _FIRST_WORDS.get(words[0].lower())
    if read_rest is not None:
        return read_rest(words[1:])
    if words[0].lower() == "cut":
        return _cut(words[1:], state)
    if state.playing and state.round is not None:
        if state.round.needs in CARD_NEEDS:
            return DealCards(_due(cards_of(text), state.round))
        if state.round.needs in PLAYER_NEEDS:
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


def _due(given: tuple[Card, ...], round_: State) -> tuple[Card, ...]:
    """The cards, if the round can take all of them: they are entered together or not at all."""
    for place, card in enumerate(given):
        if round_.needs not in _ENTERED:
            since = f"after {listed(map(face, given[:place]))} " if place else ""
            raise LineError(
                f"{face(card)} is one card too many: {since}{_waits(round_)}; none of these cards was entered",
                round_.rules.clauses["deal.order"],
            )
        played = play(round_, _ENTERED[round_.needs](card))
        if isinstance(played, Refusal):
            break  # the table reports this better: it knows what its shoe can hold
        round_ = played.state
    return given


def _waits(round_: State) -> str:
    """What a round that needs no card waits for."""
    match round_.needs:
        case "decision":
            return f"{name(round_.box.control)} decides on {hand_name(round_, round_.hand)}"
        case "nothing":
            return "the round is over"
        case "press":
            return "a prize is to be drawn"
        case "hole-card":
            return "the dealer's second card is dealt face down"
        case "meters":
            return "a jackpot is won, and its meter is to be read"
        case _:
            return "players are asked what they want"


def _call(words: list[str], state: TableState) -> Command:
    assert state.round is not None
    act = next((act for act, key in KEYS.items() if words[0].lower() in (act, key)), None)
    if act is None:
        calls = ", ".join(f"{key} {each}" for each, key in KEYS.items())
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
        raise LineError(f"say who it is for: {words[0]} and a name")
    choice = meant[0]
    return Call(choice.command(money_of(rest[0]) if rest else None), choice.player)


def _wager(words: list[str], state: TableState) -> Command:
    if len(words) < 3:
        raise LineError("a wager is a name, a box and dollars, such as: ann 1 20")
    player, box, amount, *rest = words
    bet = _bet(rest, state)
    if state.config.on_device(bet):
        return PressBetButton(_box(box), money_of(amount), bet, player)
    return PlaceWager(_box(box), money_of(amount), bet, player=player)


def _bet(words: list[str], state: TableState) -> str:
    """The bet with this name or id, or the beginning of either; without words, the main wager."""
    if not words:
        return MAIN
    typed = _plain(" ".join(words))
    titles = {MAIN: MAIN, **{bet: state.rules.side_bets[bet].title for bet in state.config.side_bets}}
    names = {_plain(each): bet for bet, title in titles.items() for each in (bet, title)}
    begun = dict.fromkeys(bet for each, bet in names.items() if each.startswith(typed))
    found = [names[typed]] if typed in names else list(begun)
    if len(found) > 1:
        raise LineError(f"{typed!r} may be {listed((titles[bet] for bet in found), 'or')}")
    if not found:
        raise LineError(f"there is no side bet {typed!r} here{nearest(typed, titles.values())}")
    return found[0]


def _plain(text: str) -> str:
    """A name normalised for comparison: lower-case letters and digits, with single spaces."""
    return " ".join(re.findall(r"[a-z0-9]+", text.lower()))


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


def _cards(text: str) -> int:
    if not text.isdecimal() or len(text) > 3:
        raise LineError(f"{text[:20]!r} is not a number of cards")
    return int(text)


def _cut(words: list[str], state: TableState) -> Command:
    """The cut where it was made: by the player who is asked, or for all by the staff."""
    if not 1 <= len(words) <= 2:
        raise LineError("say it so: cut 60, by cards from the front")
    at = _cards(words[-1])
    player = words[0] if len(words) == 2 else state.shoe.offered
    return Cut(at, player) if player else CutForAll(at)


def _taking(form: str, make: Callable[..., Command], *kinds: Callable[[str], object]) -> Callable[[list[str]], Command]:
    def taken(words: list[str]) -> Command:
        if len(words) != len(kinds):
            raise LineError(f"say it so: {form}")
        return make(*(kind(word) for kind, word in zip(kinds, words, strict=True)))

    return taken


_FIRST_WORDS: dict[str, Callable[[list[str]], Command]] = {
    "sit": _taking("sit ann 3", lambda player, box: Sit(box, player), str, _box),
    "up": _taking("up ann 3", lambda player, box: GiveUpBox(box, player), str, _box),
    "buy": _taking("buy ann 200", SellChips, str, money_of),
    "cash": _taking("cash ann 200", CashChips, str, money_of),
    "leave": _taking("leave ann", Leave, str),
    "behind": _taking("behind 78", PlaceCuttingCard, _cards),
    "decline": _taking("decline ann", DeclineCut, str),
    "no": _taking("no ann", DeclineOffer, str),
    "back": _taking("back ann 1", lambda player, box: TakeBackWager(box, player=player), str, _box),
}
