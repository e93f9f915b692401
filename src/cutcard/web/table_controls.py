"""The controls below the felt: what the player may do now, enabled or disabled, with the reason and the key."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from html import escape
from urllib.parse import quote

from cutcard.cards import BY_TEXT
from cutcard.engine import OFFER_NEEDS
from cutcard.money import Cents
from cutcard.narration import formatting
from cutcard.narration.formatting import NAMES, face, listed, money, sentence, worth
from cutcard.service.caller import Caller
from cutcard.table import TableState
from cutcard.table.names import in_words
from cutcard.table.rounds import press_clause, to_press
from cutcard.table.view import ChoiceView, PlayerView, TableView
from cutcard.web.felt.chips import DENOMINATIONS, flat
from cutcard.web.felt.svg import element
from cutcard.web.old_frame import clause_html, clause_url
from cutcard.web.table_clicks import Laid, moment, offer, stayed
from cutcard.web.visitor import log_in_url

KEYS = {act: key.upper() for act, key in formatting.KEYS.items()}
FURTHER_KEYS = (
    ("N", "no, thank you: let an offer go by"),
    ("B", "press the prize button, when it is yours"),
    ("1 to 9", "sit down at that box, or lay the chosen chip on it"),
    ("Shift and 1 to 9", "lay the chosen chip on that box's side bet, the chosen one of several"),
    ("W", "choose the next side bet"),
    ("+ and −", "choose a larger or smaller chip"),
    ("U", "cut the cards where the cutting card is shown"),
    ("A", "the same wagers again"),
    ("C", "clear: take your wagers back"),
    ("K", "coach on or off"),
    ("Tab, Enter", "go from place to place, and press"),
    ("?", "show or hide this list"),
    ("Escape", "hide this list"),
)
CHIPS_SHOWN = 7
CLOSED = '<p class="ct-hint">This table is closed. <a href="/">The lobby has the others.</a></p>'
ALWAYS = ("hit", "stand", "double", "split", "surrender")  # shown disabled if not available


def status(table: TableView, name: str | None, closing: bool = False) -> str:
    """Who the table waits for, in a sentence, and how long; `closing` once all have wagered and the deal is next."""
    words = "Everybody has wagered: the cards come." if closing else _waits_for(table, name)
    left = f' <span class="ct-left" data-until="{table.waiting.until}"></span>' if table.waiting.until else ""
    mine = " ct-yours" if name is not None and name in table.waiting.players else ""
    return f'<p class="ct-status{mine}">{escape(words)}{left}</p>'


def _waits_for(table: TableView, name: str | None) -> str:
    waiting = table.waiting
    who = listed(["you" if player == name else player for player in waiting.players] or ["nobody"])
    match waiting.needs:
        case needs if needs in OFFER_NEEDS and not waiting.players:
            return "Everybody has answered: the dealer goes on."
        case "decision" if name in waiting.players:
            return f"Your turn at {_where(table)}."
        case "decision":
            return f"{who} to decide for {_where(table)}."
        case "offers":
            return f"Before play goes on: an offer to {who}."
        case "join":
            return f"Others on this box may join: {who}."
        case "rescue":
            return f"The double may be rescued: {who}."
        case "press":
            whose = "your" if name in waiting.players else f"{who}'s"
            return f"A prize is won on box {waiting.box}: it is {whose} press of the button."
        case "wagers" if name is None:
            return "Betting is open." if table.betting == "open" else "Last bets."
        case "wagers":
            return "Place your wagers." if table.betting == "open" else "Last bets."
        case "cut":
            return "Will you cut the cards?" if name in waiting.players else f"{who} may cut the cards."
        case "fill":
            return "The float is short of chips: the table goes on once more have come."
        case "house" if not any(box.holder for box in table.boxes):
            return "Nobody sits here yet: take a box, and the cards come."
        case "nothing":
            return "This table is closed."
    return "A moment: the dealer is at work."


def _where(table: TableView) -> str:
    """The hand to decide: "box 4, 8 or 18 against 10♦"."""
    box = next(box for box in table.boxes if box.number == table.waiting.box)
    hand = next((hand for hand in box.hands if hand.number == table.waiting.hand), None)
    which = f"box {box.number}" + (f", hand {hand.number}" if hand is not None and hand.split else "")
    if hand is None or hand.total is None or not table.dealer.cards or table.dealer.cards[0] is None:
        return which
    return f"{which}, {worth(hand.total, hand.soft)} against {face(BY_TEXT[table.dealer.cards[0]])}"


def controls(
    table: TableView, state: TableState, name: str, chip: Cents, before: Sequence[Laid] = (), side: str = ""
) -> str:
    """Everything the player may do now, given their wagers in the previous round and the chosen side bet."""
    if table.phase != "open":
        return CLOSED
    me = next((player for player in table.players if player.name == name), None)
    if table.choices:
        return _choices(table, state)
    if table.waiting.needs == "press" and (button := _prize_button(table, state, name)):
        return button
    if table.waiting.needs == "cut" and name in table.waiting.players:
        return _cut(table, state)
    if me is None:
        return _seats(table)
    if table.betting != "closed":
        return _short(table, state, me) + _rack(table, state, me, chip, sum(laid.amount for laid in before), side)
    return ""


def watching(table: TableView, caller: Caller | None) -> str:
    """For visitors who do not play here: how they can join, or who they are and where their own page is."""
    intro = _who_watches(table, caller) if caller is not None else ""
    if table.phase != "open":
        return intro + CLOSED
    if caller is not None and not caller.plays:
        return intro
    here = escape(f"/table/{quote(table.table)}")
    guest = (
        f'<form method="post" action="/guest"><input type="hidden" name="next" value="{here}">'
        '<button class="ct-do" type="submit"><b>Play as guest</b><small>play money, no account</small></button></form>'
    )
    log_in = f'<a class="ct-do ct-do-plain" href="{escape(log_in_url(f"/table/{table.table}"))}"><b>Log in</b></a>'
    return f'{intro}<div class="ct-dos">{guest if table.play_money else ""}{log_in}</div>'


def _who_watches(table: TableView, caller: Caller) -> str:
    """Who is logged in without playing here, and why; staff have their own page for the table."""
    why = caller.barred(table.book, table.play_money)
    words = f"You are {caller.name}, {in_words(caller.role)}, and watch." + (f" {sentence(why)}" if why else "")
    link = f' <a href="/staff/{escape(quote(table.table))}">The staff page of this table</a>'
    return f'<p class="ct-hint">{escape(words)}{"" if caller.plays else link}</p>'


def _seats(table: TableView) -> str:
    free = [box.number for box in table.boxes if box.holder is None and box.reserved_for is None]
    if not free:
        return '<p class="ct-hint">No box is free. You may still watch, or bet behind another once you have chips.</p>'
    buttons = "".join(
        _do(f"sit-{box}", f"Box {box}", "sit down", act="sit", box=str(box), key=str(box)) for box in free
    )
    return f'<p class="ct-hint">Take a free box: press it on the felt, or here.</p><div class="ct-dos">{buttons}</div>'


# ---------------------------------------------------------------------------------------------------------- decisions


def _choices(table: TableView, state: TableState) -> str:
    """Buttons for the choices of each box, and why the others are not available."""
    now = moment(state)
    if {choice.player for choice in table.choices} & state.declined:
        goes_on = "the table waits for the others" if table.waiting.players else "the dealer goes on"
        return f'<p class="ct-waits">Noted: {goes_on}.</p>'
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


def _choice(choice: ChoiceView, now: str, book: str) -> str:
    act = choice.act
    data = {"act": "choice", "choice": act, "box": str(choice.box), "hand": str(choice.hand), "moment": now}
    ident = f"do-{act}-{choice.box}-{choice.hand}"
    if not choice.allowed:
        why = sentence(choice.why_not)
        return _do(ident, NAMES[act], "", off=True, key=KEYS[act], why=why, **_cited(book, choice.clause))
    button = _do(ident, NAMES[act], _costs(choice), key=KEYS[act], off=False, **data)
    if choice.most and choice.least < choice.most and not choice.token:
        return f'<span class="ct-with">{button}{_amount_field(ident, choice)}</span>'
    return button


def _cited(book: str, clause: str) -> dict[str, str]:
    return {"clause": clause, "href": clause_url(book, clause)} if clause else {}


def _costs(choice: ChoiceView) -> str:
    if choice.token:
        return "free"
    return money(choice.most) if choice.most else ""


def _amount_field(ident: str, choice: ChoiceView) -> str:
    """An amount field, if less than the maximum may be wagered."""
    least, most, step = (f"{cents / 100:.2f}" for cents in (choice.least, choice.most, choice.step))
    return (
        f'<label class="ct-amount"><span class="cc-hidden">{escape(NAMES[choice.act])} for how many dollars</span>$'
        f'<input type="number" inputmode="decimal" id="amount-{ident}" min="{least}" max="{most}" step="{step}" '
        f'value="{most}"></label>'
    )


def _why_not(book: str, disabled: Sequence[ChoiceView], needs: str) -> str:
    """A sentence with the clause for each choice that is not available."""
    if needs != "decision" or not disabled:
        return ""
    lines = "".join(
        f"<li><b>{escape(NAMES[choice.act])}</b> {escape(sentence(choice.why_not))} "
        f"{clause_html(book, choice.clause)}</li>"
        for choice in disabled
    )
    return f'<details class="ct-why" id="why"><summary>Why not the others?</summary><ul>{lines}</ul></details>'


def _do(ident: str, words: str, small: str, *, off: bool = False, key: str = "", kind: str = "", **data: str) -> str:
    """A button; even when disabled it can be focused and pressed, and then says why it is disabled."""
    below = (f"<kbd>{escape(key)}</kbd>" if key else "") + (f"<span>{escape(small)}</span>" if small else "")
    disabled = 'aria-disabled="true" ' if off else ""
    attributes = "".join(f' data-{name}="{escape(value, quote=True)}"' for name, value in data.items())
    shortcut = f' aria-keyshortcuts="{escape(key)}" data-key="{escape(key)}"' if key else ""
    title = f' title="{escape(data["why"], quote=True)}"' if off else ""
    look = "ct-do" + (" ct-off" if off else "") + (f" ct-do-{kind}" if kind else "")
    return (
        f'<button type="button" id="{ident}" class="{look}" '
        f"{disabled}{attributes}{shortcut}{title}>"
        f"<b>{escape(words)}</b><small>{below}</small></button>"
    )


# ------------------------------------------------------------------------------------------------------- prize button


def _prize_button(table: TableView, state: TableState, name: str) -> str:
    """The prize button: enabled for the winner whose turn it is, disabled for others with such a wager."""
    won = to_press(state.round) if state.round is not None else None
    if won is None or table.source != "virtual":
        return ""  # at a real table the dealer enters the device's result
    clause = press_clause(state) or ""
    if won.player == name:
        worth = f"box {won.box}, {money(won.worth)}"
        enabled = _do("press", "Press the button", worth, act="press", moment=moment(state), key="B")
        hint = "A device of the house draws the prize for each dollar. When the time is up, the dealer presses for you."
        return f'<div class="ct-dos">{enabled}</div><p class="ct-hint">{hint} {clause_html(table.book, clause)}</p>'
    if not any(wager.player == name and wager.bet == won.bet for box in table.boxes for wager in box.wagers):
        return ""
    why = f"It is {won.player}'s now: the winners press one after the other, each for their own wager."
    disabled = _do("press", "Press the button", "", off=True, key="B", why=why, **_cited(table.book, clause))
    return f'<div class="ct-dos">{disabled}</div>'


# ----------------------------------------------------------------------------------------------------- wagers and cut


def denominations(table: TableView) -> list[Cents]:
    """The chips to choose from: the useful ones between the smallest chip and the maximum, smallest first."""
    low = max(min([table.chip, *(bet.minimum for bet in table.side_bets)]), table.chip)
    fitting = [value for value, _ in reversed(DENOMINATIONS) if low <= value <= max(table.maximum, low)]
    whole = [value for value in fitting if value % table.chip == 0]
    useful = [value for value in whole if value * 100 >= table.minimum] or whole
    return useful[:CHIPS_SHOWN]


def usual_chip(table: TableView) -> Cents:
    """The chip selected at first: the smallest that is a wager by itself."""
    values = denominations(table)
    return next((value for value in values if value >= table.minimum), values[-1] if values else table.chip)


def _short(table: TableView, state: TableState, me: PlayerView) -> str:
    """How a player with too few chips gets more, if the house does not bring them automatically."""
    chips = me.chips or 0
    if chips >= me.minimum or any(state.laid(player=me.name)) or (table.play_money and table.runs_itself):
        return ""
    has = f"{money(chips)} in chips, and the minimum is {money(me.minimum)}" if chips else "no chips"
    clause = state.config.procedures.commands["sell-chips"].clause
    return f'<p class="ct-hint">You have {has}: the dealer sells them. {clause_html(table.book, clause)}</p>'


def _rack(table: TableView, state: TableState, me: PlayerView, chip: Cents, again: Cents, side: str) -> str:
    chips = "".join(
        f'<button type="button" class="ct-pick" role="radio" id="chip-{value}" data-chip="{value}" '
        f'aria-checked="{str(value == chip).lower()}" aria-label="{money(value)} chip">{flat(value)}</button>'
        for value in denominations(table)
    )
    rack = f'<div class="ct-rack-of" role="radiogroup" aria-label="Chips">{chips}</div>'
    buttons = "".join((*_betting_buttons(table, state, me, chip, again), _side_choice(table, side)))
    return rack + f'<div class="ct-dos">{buttons}</div>'


def _side_choice(table: TableView, side: str) -> str:
    """Which side bet the keys bet on and how to switch, if there are several."""
    bets = [each.bet for each in table.side_bets]
    if len(bets) < 2 or side not in bets:
        return ""
    at = bets.index(side)
    following = bets[(at + 1) % len(bets)]
    return _do("side", "Side bet", table.side_bets[at].title, kind="plain", act="side", next=following, key="W")


def _betting_buttons(table: TableView, state: TableState, me: PlayerView, chip: Cents, again: Cents) -> Iterator[str]:
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


def _cut(table: TableView, state: TableState) -> str:
    """The stack, and where to put the cutting card."""
    cards = table.shoe.cards
    usual = state.config.deck + state.config.deck // 5
    return (
        '<div class="ct-cut"><label for="cut-at">Cards in front of the cutting card: '
        f'<output id="cut-shown">{usual}</output></label>'
        f'<input type="range" id="cut-at" min="1" max="{cards - 1}" value="{usual}">'
        f'<div class="ct-dos">{_do("cut", "Cut", "", act="cut", moment=moment(state), key="U")}'
        f"{_do('decline-cut', 'No, thank you', '', act='decline-cut', moment=moment(state), key='N')}</div></div>"
    )


# -------------------------------------------------------------------------------------------------------------- seat


def seat(table: TableView, name: str | None) -> str:
    """The player's chips and boxes, and how to give them up."""
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
        f'<p><b class="ct-purse">{money(me.chips or 0)}</b> in chips{tokens}'
        f'<span class="cc-muted"> · your limits {limits}</span></p><div class="ct-ways-of">{"".join(ways)}</div>'
    )


def _way(words: str, act: str, box: int | None = None) -> str:
    where = str(box) if box is not None else None
    return element(
        "button", words, type="button", class_="ct-way", id=f"{act}-{box or ''}", data_act=act, data_box=where
    )


def help_list() -> str:
    """Every key of the table, and a switch to turn them off."""
    acts = [(key, NAMES[act].lower()) for act, key in KEYS.items()]
    rows = "".join(f"<dt><kbd>{escape(key)}</kbd></dt><dd>{escape(does)}</dd>" for key, does in (*acts, *FURTHER_KEYS))
    switch = (
        '<button type="button" id="keys-switch" class="ct-switch" role="switch" aria-checked="true" data-act="keys" '
        'aria-label="Single keys"><span></span></button>'
    )
    return f'<div class="ct-coach-head"><h2>Keys</h2>{switch}</div><dl>{rows}</dl>'
