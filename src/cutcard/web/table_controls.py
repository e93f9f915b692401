"""The desk below the felt: what the player may do now, lit or unlit, with the reason and the key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote

from cutcard.cards import BY_TEXT
from cutcard.engine.choices import Act
from cutcard.money import Cents
from cutcard.table import TableState
from cutcard.table.seen import SeenChoice, SeenPlayer, SeenTable
from cutcard.telling.words import NAMES, face, listed, money, sentence, worth
from cutcard.web.felt.chips import DENOMINATIONS, flat
from cutcard.web.felt.svg import element
from cutcard.web.frame import clause_html, clause_url
from cutcard.web.table_acts import Laid, moment, offer, stayed
from cutcard.web.visitor import log_in_url

KEYS: dict[str, str] = {
    "hit": "H",
    "stand": "S",
    "double": "D",
    "split": "P",
    "surrender": "R",
    "insure": "I",
    "even-money": "E",
    "join": "J",
    "rescue": "X",
}
FURTHER_KEYS = (
    ("N", "no, thank you: let an offer go by"),
    ("1 to 9", "sit down at that box, or lay the chosen chip on it"),
    ("Shift and 1 to 9", "lay the chosen chip on the first side bet of that box"),
    ("+ and −", "choose a larger or smaller chip"),
    ("U", "cut the cards where the cutting card is shown"),
    ("A", "the same wagers again"),
    ("C", "clear: take your wagers back"),
    ("K", "coach on or off"),
    ("Tab, Enter", "go from place to place, and press"),
    ("?", "show or hide this list"),
)
CHIPS_SHOWN = 7
ALWAYS = ("hit", "stand", "double", "split", "surrender")  # of a hand that decides: shown unlit where not on offer


def status(table: SeenTable, name: str | None) -> str:
    """Whom the table waits for, in a sentence, and how long."""
    said = _waits_for(table, name)
    left = f' <span class="ct-left" data-until="{table.waiting.until}"></span>' if table.waiting.until else ""
    mine = " ct-yours" if name is not None and name in table.waiting.players else ""
    return f'<p class="ct-status{mine}">{escape(said)}{left}</p>'


def _waits_for(table: SeenTable, name: str | None) -> str:
    waiting = table.waiting
    who = listed(["you" if player == name else player for player in waiting.players] or ["nobody"])
    match waiting.needs:
        case "decision" if name in waiting.players:
            return f"Your turn at {_where(table)}."
        case "decision":
            return f"{who} to decide for {_where(table)}."
        case "offers":
            return f"Before play goes on: an offer to {who}."
        case "join":
            return f"Others on box {table.waiting.box or ''} may join: {who}.".replace("  ", " ")
        case "rescue":
            return f"The double may be rescued: {who}."
        case "wagers":
            return "Place your wagers." if table.betting == "open" else "Last bets."
        case "cut":
            return "Will you cut the cards?" if name in waiting.players else f"{who} may cut the cards."
        case "house" if not any(box.holder for box in table.boxes):
            return "Nobody sits here yet: take a box, and the cards come."
        case "nothing":
            return "This table is closed."
    return "A moment: the dealer is at work."


def _where(table: SeenTable) -> str:
    """The hand that is to be decided: "box 4, 8 or 18 against 10♦"."""
    box = next(box for box in table.boxes if box.number == table.waiting.box)
    hand = next((hand for hand in box.hands if hand.number == table.waiting.hand), None)
    which = f"box {box.number}" + (f", hand {hand.number}" if hand is not None and hand.split else "")
    if hand is None or hand.total is None or not table.dealer.cards or table.dealer.cards[0] is None:
        return which
    return f"{which}, {worth(hand.total, hand.soft)} against {face(BY_TEXT[table.dealer.cards[0]])}"


def controls(table: SeenTable, state: TableState, name: str | None, chip: Cents, before: Sequence[Laid] = ()) -> str:
    """Everything that may be done now, by a player who wagered so in the round before."""
    if name is None:
        return _watching(table)
    me = next((player for player in table.players if player.name == name), None)
    if table.choices:
        return _choices(table, state)
    if table.waiting.needs == "cut" and name in table.waiting.players:
        return _cut(table, state)
    if me is None:
        return _seats(table)
    if table.betting != "closed":
        return _rack(table, state, me, chip, sum(laid.amount for laid in before))
    return ""


def _watching(table: SeenTable) -> str:
    here = escape(f"/table/{quote(table.table)}")
    guest = (
        f'<form method="post" action="/guest"><input type="hidden" name="next" value="{here}">'
        '<button class="ct-do" type="submit"><b>Play as guest</b><small>play money, no account</small></button></form>'
    )
    log_in = f'<a class="ct-do ct-do-plain" href="{escape(log_in_url(f"/table/{table.table}"))}"><b>Log in</b></a>'
    return f'<div class="ct-dos">{guest if table.play_money else ""}{log_in}</div>'


def _seats(table: SeenTable) -> str:
    free = [box.number for box in table.boxes if box.holder is None and box.reserved_for is None]
    if not free or table.phase != "open":
        return '<p class="ct-hint">No box is free. You may still watch, or bet behind another once you have chips.</p>'
    buttons = "".join(
        _do(f"sit-{box}", f"Box {box}", "sit down", act="sit", box=str(box), key=str(box)) for box in free
    )
    return f'<p class="ct-hint">Take a free box: press it on the felt, or here.</p><div class="ct-dos">{buttons}</div>'


# ---------------------------------------------------------------------------------------------------------- decisions


def _choices(table: SeenTable, state: TableState) -> str:
    """Buttons for the acts of each box that is asked, and why not the rest."""
    now = moment(state)
    if {choice.player for choice in table.choices} & state.declined:
        return '<p class="ct-waits">Noted: the table waits for the others.</p>'
    boxes = list(dict.fromkeys((choice.box, choice.hand) for choice in table.choices))
    several = len(boxes) > 1
    rows = []
    for box, hand in boxes:
        mine = [choice for choice in table.choices if (choice.box, choice.hand) == (box, hand)]
        hand_decides = table.waiting.needs == "decision"
        shown = [choice for choice in mine if choice.allowed or (hand_decides and choice.act in ALWAYS)]
        if not shown:
            continue
        label = f'<span class="ct-row-of">Box {box}</span>' if several else ""
        rows.append(f'<div class="ct-dos">{label}{"".join(_choice(choice, now, table.book) for choice in shown)}</div>')
    if table.waiting.needs != "decision":
        rows.append(
            f'<div class="ct-dos">{_do("no", "No, thank you", "", act="decline", moment=offer(state), key="N")}</div>'
        )
    return "".join(rows) + _why_not(table.book, [c for c in table.choices if not c.allowed], table.waiting.needs)


def _choice(choice: SeenChoice, now: str, book: str) -> str:
    act: Act = choice.act  # type: ignore[assignment]
    said: dict[str, str] = {
        "act": "choice",
        "choice": act,
        "box": str(choice.box),
        "hand": str(choice.hand),
        "moment": now,
    }
    ident = f"do-{act}-{choice.box}-{choice.hand}"
    if not choice.allowed:
        return _do(
            ident, NAMES[act], "", off=True, key=KEYS[act], why=sentence(choice.why_not), **_clause(book, choice)
        )
    button = _do(ident, NAMES[act], _costs(choice), key=KEYS[act], off=False, **said)
    if choice.most and choice.least < choice.most and not choice.token:
        return f'<span class="ct-with">{button}{_amount_field(ident, choice)}</span>'
    return button


def _clause(book: str, choice: SeenChoice) -> dict[str, str]:
    return {"clause": choice.clause, "href": clause_url(book, choice.clause)} if choice.clause else {}


def _costs(choice: SeenChoice) -> str:
    if choice.token:
        return "free"
    return money(choice.most) if choice.most else ""


def _amount_field(ident: str, choice: SeenChoice) -> str:
    """For which amount, where less than the most may be put down."""
    least, most, step = (f"{cents / 100:.2f}" for cents in (choice.least, choice.most, choice.step))
    return (
        f'<label class="ct-amount"><span class="cc-hidden">{escape(NAMES[choice.act])} for how many dollars</span>$'  # type: ignore[index]
        f'<input type="number" inputmode="decimal" id="amount-{ident}" min="{least}" max="{most}" step="{step}" '
        f'value="{most}"></label>'
    )


def _why_not(book: str, unlit: Sequence[SeenChoice], needs: str) -> str:
    """For each act that is not on offer a sentence with its clause."""
    if needs != "decision" or not unlit:
        return ""
    lines = "".join(
        f"<li><b>{escape(NAMES[choice.act])}</b> {escape(sentence(choice.why_not))} "  # type: ignore[index]
        f"{clause_html(book, choice.clause)}</li>"
        for choice in unlit
    )
    return f'<details class="ct-why" id="why"><summary>Why not the others?</summary><ul>{lines}</ul></details>'


def _do(ident: str, words: str, small: str, *, off: bool = False, key: str = "", **data: str) -> str:
    """A button; unlit it can still be reached and pressed, and then says why not."""
    below = (f"<kbd>{escape(key)}</kbd>" if key else "") + (f"<span>{escape(small)}</span>" if small else "")
    lit = 'aria-disabled="true" ' if off else ""
    attributes = "".join(f' data-{name}="{escape(value, quote=True)}"' for name, value in data.items())
    shortcut = f' aria-keyshortcuts="{escape(key)}" data-key="{escape(key)}"' if key else ""
    title = f' title="{escape(data["why"], quote=True)}"' if off else ""
    return (
        f'<button type="button" id="{ident}" class="{"ct-do ct-off" if off else "ct-do"}" '
        f"{lit}{attributes}{shortcut}{title}>"
        f"<b>{escape(words)}</b><small>{below}</small></button>"
    )


# ----------------------------------------------------------------------------------------------------- wagers and cut


def denominations(table: SeenTable) -> list[Cents]:
    """The chips in the rack: those of use between the smallest chip and the maximum, smallest first."""
    low = max(min([table.chip, *(bet.minimum for bet in table.side_bets)]), table.chip)
    fitting = [value for value, _ in reversed(DENOMINATIONS) if low <= value <= max(table.maximum, low)]
    whole = [value for value in fitting if value % table.chip == 0]
    useful = [value for value in whole if value * 100 >= table.minimum] or whole
    return useful[:CHIPS_SHOWN]


def usual_chip(table: SeenTable) -> Cents:
    """The chip that lies in the hand at first: the smallest that makes a wager by itself."""
    values = denominations(table)
    return next((value for value in values if value >= table.minimum), values[-1] if values else table.chip)


def _rack(table: SeenTable, state: TableState, me: SeenPlayer, chip: Cents, again: Cents) -> str:
    chips = "".join(
        f'<button type="button" class="ct-pick" role="radio" id="chip-{value}" data-chip="{value}" '
        f'aria-checked="{str(value == chip).lower()}" aria-label="{money(value)} chip">{flat(value)}</button>'
        for value in denominations(table)
    )
    rack = f'<div class="ct-rack-of" role="radiogroup" aria-label="Chips">{chips}</div>'
    return rack + f'<div class="ct-dos">{"".join(_betting_buttons(table, state, me, chip, again))}</div>'


def _betting_buttons(table: SeenTable, state: TableState, me: SeenPlayer, chip: Cents, again: Cents) -> Iterator[str]:
    laid = any(wager.player == me.name for box in table.boxes for wager in box.wagers) and state.bets
    for box in me.boxes:
        yield _do(f"bet-{box}", f"Bet on box {box}", money(chip), act="bet", box=str(box), bet="main", key=str(box))
    if again and not laid:
        yield _do("again", "Same again", money(again), act="again", key="A")
    if laid:
        yield _do("clear", "Clear", "take back", act="clear", key="C")
    titles = {side.bet: side.title for side in table.side_bets}
    for box, bet, amount in stayed(state, me.name):
        words = f"Let {titles.get(bet, bet)} stay"
        yield _do(f"stay-{box}-{bet}", words, f"box {box}, {money(amount)}", act="stay", box=str(box), bet=bet)


def _cut(table: SeenTable, state: TableState) -> str:
    """The stack, and where to put the cutting card."""
    cards = table.shoe.cards
    usual = state.here.deck + state.here.deck // 5
    return (
        '<div class="ct-cut"><label for="cut-at">Cards in front of the cutting card: '
        f'<output id="cut-shown">{usual}</output></label>'
        f'<input type="range" id="cut-at" min="1" max="{cards - 1}" value="{usual}">'
        f'<div class="ct-dos">{_do("cut", "Cut", "", act="cut", moment=moment(state), key="U")}'
        f"{_do('decline-cut', 'No, thank you', '', act='decline-cut', moment=moment(state), key='N')}</div></div>"
    )


# -------------------------------------------------------------------------------------------------------------- seat


def seat(table: SeenTable, name: str | None) -> str:
    """The player's own: chips, boxes, and the ways to give them up."""
    me = next((player for player in table.players if player.name == name), None)
    if me is None:
        return ""
    limits = f"{money(me.minimum)} to {money(me.maximum)}" if me.maximum is not None else f"from {money(me.minimum)}"
    tokens = f" and tokens of {money(me.tokens)}" if me.tokens else ""
    ways = [_way(f"Give up box {box}", "give-up", box) for box in me.boxes]
    if table.face_down and table.waiting.needs == "decision":
        ways += [
            _way(f"Turn up box {box.number}", "show-hand", box.number)
            for box in table.boxes
            if box.control == name and len(box.hands) == 1
        ]
    ways.append(_way("I am back", "come-back") if me.away else _way("Step away", "step-away"))
    ways.append(_way("Leave the table", "leave"))
    return (
        f'<p><b class="ct-purse">{money(me.chips)}</b> in chips{tokens}'
        f'<span class="cc-muted"> · your limits {limits}</span></p><div class="ct-ways-of">{"".join(ways)}</div>'
    )


def _way(words: str, act: str, box: int | None = None) -> str:
    where = str(box) if box is not None else None
    return element(
        "button", words, type="button", class_="ct-way", id=f"{act}-{box or ''}", data_act=act, data_box=where
    )


def help_list() -> str:
    """Every key of the table, and a switch for who does not want them."""
    acts = [(key, NAMES[act].lower()) for act, key in KEYS.items()]  # type: ignore[index]
    rows = "".join(f"<dt><kbd>{escape(key)}</kbd></dt><dd>{escape(does)}</dd>" for key, does in (*acts, *FURTHER_KEYS))
    switch = (
        '<button type="button" id="keys-switch" class="ct-switch" role="switch" aria-checked="true" data-act="keys" '
        'aria-label="Single keys"><span></span></button>'
    )
    return f'<div class="ct-coach-head"><h2>Keys</h2>{switch}</div><dl>{rows}</dl>'
