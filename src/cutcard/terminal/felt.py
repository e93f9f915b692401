"""The picture of a table: dealer, boxes, cards, totals and stakes on green felt."""

from __future__ import annotations

from collections.abc import Iterator

from rich import box as frames
from rich.align import Align
from rich.console import Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from cutcard.cards import Card
from cutcard.engine import Hand, Setup, State
from cutcard.narration import printed_rules
from cutcard.narration.formatting import dealer_total, face, hand_name, money, name, on_turn, total
from cutcard.rulebooks.schema import Rules
from cutcard.terminal import YOU

FELT = "on #12523a"
RAIL = "#8a5a35 on #12523a"
PAPER = "#f7f4ea"
BACK = "#7a1f2b"  # of a card that lies face down
FACE_DOWN = "?"
RED = "#b81f2d"
BLACK = "#15181c"
GOLD = "#f2d488"
PALE = "#a9c7b8"
ACTIVE = "bold #15181c on #f7cd63"
PILL = "bold #ffffff on #0b2f22"
LOST = "bold #ffffff on #7a2733"
WON = "bold #ffffff on #1f8f60"
CLAUSE = "#5fb79d"
MAX_WIDTH = 92
WIDE, NARROW = 88, 60
CARD = 6  # columns of a card and the gap after it


class Look:
    """How to draw on this screen: coloured cards three lines high, flat cards, or no colour at all."""

    def __init__(self, width: int, height: int, colour: bool) -> None:
        self.width = min(width, MAX_WIDTH)
        self.height = height
        self.colour = colour

    @property
    def columns(self) -> tuple[int, int, int]:
        """The widths of the names, totals and stakes beside the cards."""
        if self.width < NARROW:
            return 8, 10, 8
        return 11, 13, 25 if self.width > WIDE else 14

    @property
    def cards_in_row(self) -> int:
        """How many cards fit side by side in the remaining width, between two edges and four gaps."""
        return max((self.width - 8 - sum(self.columns)) // CARD, 1)

    def tall(self, hands: int) -> bool:
        """Whether cards of three lines leave room for the story and the prompt below them."""
        return self.colour and 3 * (hands + 1) + 17 <= self.height


def felt(state: State, look: Look, shoe: Text) -> RenderableType:
    """The table drawn as text."""
    tall = look.tall(len(state.hands))
    dealer, boxes = _rows(look), _rows(look)
    dealer.add_row(Text("  Dealer", style=f"bold {GOLD}"), *_dealer(state, look, tall))
    for hand in state.hands:
        boxes.add_row(*_hand(state, hand, look, tall))
    printed = [Text(line, style=style, justify="center") for line, style in _printed(state.rules)]
    air = [Text()] if tall or len(state.hands) <= look.height // 6 else []
    return Panel(
        Group(dealer, *air, *printed, *air, boxes, *(air if tall else []), shoe),
        title=Text(f" {state.rules.title.upper()} ", style=f"bold {GOLD}"),
        subtitle=Text(f" {_sign(state.setup)} ", style=PALE),
        box=frames.HEAVY,
        border_style=RAIL,
        style=FELT,
        width=look.width,
        padding=(0, 1),
    )


def _rows(look: Look) -> Table:
    """Columns for the name, the total, the cards and the stakes."""
    who, worth, stakes = look.columns
    rows = Table.grid(padding=(0, 1), expand=True)
    rows.add_column(width=who, no_wrap=True, vertical="middle")
    rows.add_column(width=worth, no_wrap=True, vertical="middle")
    rows.add_column(ratio=1, vertical="middle")
    rows.add_column(width=stakes, justify="right", vertical="middle")
    return rows


def _sign(setup: Setup) -> str:
    """The text of the table's sign."""
    limits = setup.limits
    parts = [f"{setup.rules.book}", f"{setup.decks} decks"]
    if limits.maximum is not None:
        parts.append(f"{money(limits.minimum)} to {money(limits.maximum)}")
    parts += [f"{setup.rules.side_bets[bet].title}" for bet in setup.side_bets]
    return " · ".join(parts)


def _printed(rules: Rules) -> Iterator[tuple[str, str]]:
    """What is printed on the felt: what a natural pays, and how the dealer draws."""
    yield " · ".join(printed_rules.facts(rules)).upper(), f"bold {GOLD}"
    yield f"{printed_rules.insurance(rules)} · {printed_rules.drawing(rules)}", PALE


# ---------------------------------------------------------------------------------------------------------- rows


def _dealer(state: State, look: Look, tall: bool) -> tuple[RenderableType, ...]:
    hole = (None,) if state.hole else ()
    wait = 1 if len(state.dealer) + len(hole) < 2 and state.needs != "nothing" else 0
    cards = laid_out((*state.dealer, *hole), look, tall, empty=wait)
    if not state.dealer:
        return Text(), cards, Text()
    if state.dealer_natural:
        return _pill(state.rules.natural.name, LOST), cards, Text()
    if state.dealer_total > 21:
        return _pill(f"over {state.dealer_total}", LOST), cards, Text()
    return _pill(dealer_total(state), PILL), cards, Text()


def _hand(state: State, hand: Hand, look: Look, tall: bool) -> tuple[RenderableType, ...]:
    box = state.boxes[hand.box]
    active = on_turn(state) is hand
    first = hand.key == 0
    who = f"{box.number} {box.control}" if first else f"  {'hand ' + str(state.hand_number(hand))}"
    style = f"bold {GOLD}" if active else "bold #ffffff" if box.control == YOU else PALE
    marker = "▸ " if active else "  "
    return (
        Text(f"{marker}{who}", style=style),
        _worth(state, hand, active),
        laid_out(hand.cards, look, tall),
        _stakes(state, hand, look, "\n" if tall else " · "),
    )


def _pill(words: str, style: str) -> RenderableType:
    return Align.center(Text(f" {words} ", style=style))


def _worth(state: State, hand: Hand, active: bool) -> RenderableType:
    """A hand's total or result."""
    ends = {
        "natural": (state.rules.natural.name, WON),
        "bust": (f"over {hand.total}", LOST),
        "won": (f"{hand.total} wins", WON),
        "surrendered": ("surrendered", LOST),
        "void": ("void", PILL),
    }
    if not hand.cards:
        return Text()
    if hand.ended in ends:
        return _pill(*ends[hand.ended])
    settled = hand.ended or state.needs == "nothing"
    return _pill(str(hand.total) if settled else total(hand), ACTIVE if active else PILL)


def _stakes(state: State, hand: Hand, look: Look, between: str) -> Text:
    """The wagers on a hand; with a box's first hand, also its side bets and insurance."""
    box = state.boxes[hand.box]
    on_hand = [w for w in state.wagers if w.box == box.number and w.hand == hand.key and w.player == box.control]
    parts = [f"{money(w.staked)}" if w.staked else f"token {money(w.worth)}" for w in on_hand if w.staked or w.worth]
    text = Text(" + ".join(parts), style="bold #ffffff")
    if hand.key == 0:
        for wager in state.wagers:
            beside = wager.hand < 0 and wager.box == box.number and wager.player == box.control and wager.staked
            if beside and wager.bet != "main":
                side = state.rules.side_bets.get(wager.bet)
                title = side.title if side is not None and look.width > WIDE else _short(side.title if side else "ins.")
                text.append(f"{between}{title} {money(wager.staked)}", style=PALE)
    return text


def _short(title: str) -> str:
    """A side bet's title, abbreviated to its initials.

    >>> _short("Perfect Pairs"), _short("ins.")
    ('PP', 'ins.')
    """
    words = title.split()
    return title if len(words) == 1 else "".join(word[0].upper() for word in words)


# --------------------------------------------------------------------------------------------------------- cards


def laid_out(dealt: tuple[Card | None, ...], look: Look, tall: bool, empty: int = 0) -> Text:
    """Cards side by side, None face down, in several rows if there are many; then empty places for further cards."""
    most = look.cards_in_row
    rows = [_card_row(dealt[at : at + most], look, tall) for at in range(0, len(dealt), most)] or [Text()]
    if empty:
        place = Text(" ╌╌╌  " * empty, style=PALE)
        rows[-1] = Text("\n").join(
            Text.assemble(line, place) if at == tall else line
            for at, line in enumerate(rows[-1].split(allow_blank=True))
        )
    return Text("\n", no_wrap=True).join(rows)


def _card_row(dealt: tuple[Card | None, ...], look: Look, tall: bool) -> Text:
    row = Text()
    if not look.colour:
        return Text(" ".join(f"[{FACE_DOWN if card is None else face(card)}]" for card in dealt) + " ")
    if tall:
        row.append("▄▄▄▄▄ " * len(dealt) + "\n", style=PAPER)
    for card in dealt:
        if card is None:
            row.append(f"{FACE_DOWN:^5}", style=f"{PALE} on {BACK}")
        else:
            row.append(f"{face(card):^5}", style=f"bold {RED if card.red else BLACK} on {PAPER}")
        row.append(" ")
    if tall:
        row.append("\n" + "▀▀▀▀▀ " * len(dealt), style=PAPER)
    return row


def shoe_bar(to_cut: int, left: int, full: int, look: Look) -> Text:
    """The shoe: what is left of it, with the cutting card in it."""
    width = 30 if look.width >= NARROW else 10
    front, back = round(width * to_cut / full), round(width * (left - to_cut) / full)
    bar = Text("  shoe ", style=PALE)
    bar.append("█" * front, style="#e9e3cf")
    bar.append("█", style="#e0352f")
    bar.append("█" * back, style="#e9e3cf")
    bar.append("·" * (width - front - back), style="#2d6b51")
    bar.append(f" {to_cut} to the cutting card" if to_cut else " the cutting card is out", style=PALE)
    return bar


def prompt_line(state: State, hand: Hand) -> str:
    """Whose turn it is, in a line."""
    return f"{name(hand_name(state, hand))}: {total(hand)} against {face(state.up_card)}"
