"""The player's own seat: shows what they may do, reads what they type, and explains refusals."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.console import RenderableType
from rich.table import Table
from rich.text import Text

from cutcard.engine import CloseOffers, Command, Refusal, State
from cutcard.engine.absent import absent_play
from cutcard.engine.choices import Choice
from cutcard.money import Cents
from cutcard.narration import formatting
from cutcard.narration.formatting import NAMES, money, sentence
from cutcard.terminal import YOU
from cutcard.terminal.felt import CLAUSE, prompt_line
from cutcard.terminal.keyboard import Keyboard, Left, Misread, amount
from cutcard.terminal.screen import Screen, buttons

KEYS = {**formatting.KEYS, "surrender": "u"}  # r shows the record
DECLINING = ("", "n", "no", "k", "keep")

Draw = Callable[[State, Sequence[RenderableType]], None]


class You:
    """The person at the keyboard. After they leave, the book's rules for absent players apply to their hands."""

    def __init__(self, keyboard: Keyboard, screen: Screen, draw: Draw, explain: bool = False) -> None:
        self.keyboard = keyboard
        self.screen = screen
        self.draw = draw
        self.explain = explain
        self.gone = False
        self.bankroll: Cents = 0

    def leave(self) -> None:
        self.gone = True

    def funds(self, state: State) -> Cents:
        """What they have left during a round."""
        mine = [wager for wager in state.wagers if wager.player == YOU]
        return self.bankroll + sum((wager.returned or 0) - wager.staked for wager in mine)

    def answer(self, state: State, given: tuple[Choice, ...]) -> Command | None:
        if self.gone:
            return _absent(state)
        offered = [_affordable(choice, self.funds(state)) for choice in given]
        below: list[RenderableType] = [Text(_question(state, given[0]), style="bold"), self._buttons(state, offered)]
        if self.explain:
            below.append(why_not(offered))
        self.draw(state, below)
        while True:
            try:
                typed = self.keyboard.ask("› ")
                if typed == "?":
                    self.screen.print(why_not(offered))
                    continue
                return _command(state, offered, typed.lower())
            except Misread as misread:
                self.screen.error(str(misread))
            except Left:
                self.leave()
                return _absent(state)

    def _buttons(self, state: State, offered: Sequence[Choice]) -> Text:
        keys = [(KEYS[choice.act], _label(state, choice)) for choice in offered if choice.allowed]
        if state.needs != "decision":
            keys.append(("enter", "keep it as it is" if state.needs == "rescue" else "no, thank you"))
        return buttons([*keys, ("?", "why not"), ("q", "leave")], self.screen.out.width)


def _absent(state: State) -> Command | None:
    command = absent_play(state)
    return None if isinstance(command, CloseOffers) else command


def _affordable(choice: Choice, funds: Cents) -> Choice:
    """The choice limited to what the player can pay."""
    if not choice.allowed or choice.token or choice.most <= funds:
        return choice
    if choice.cost > funds:
        facts = {"player": choice.player, "funds": funds, "cost": choice.cost}
        return choice._replace(refusal=Refusal("not-enough-left", None, facts))
    return choice._replace(most=funds // choice.step * choice.step)


def _question(state: State, choice: Choice) -> str:
    if state.needs == "offers":
        hand = next(hand for hand in state.hands if state.boxes[hand.box].number == choice.box)
        return f"{prompt_line(state, hand)}. Before play goes on:"
    if state.needs == "rescue":
        return f"{prompt_line(state, state.hand)}, doubled."
    return prompt_line(state, state.hand)


def _label(state: State, choice: Choice) -> str:
    """A choice with its cost or return."""
    name = NAMES[choice.act]
    original = state.original(choice.box, choice.player)
    worth = original.staked if original is not None else 0
    match choice.act:
        case "double" | "split" if choice.token:
            return f"Free {name.lower()}"
        case "double" | "insure" if choice.least < choice.most:
            return f"{name}, up to {money(choice.most)}"
        case "double" | "split" | "insure":
            return f"{name} for {money(choice.most)}"
        case "surrender":
            return f"{name}, {state.rules.surrender.returns} back"
        case "even-money":
            return f"{name}, {money(worth)}"
        case "rescue":
            return f"{name}: give up {money(worth)}, take back the double"
    return name


def _command(state: State, offered: Sequence[Choice], typed: str) -> Command | None:
    """The typed text as a command; None declines an offer."""
    if state.needs != "decision" and typed in DECLINING:
        return None
    word, _, rest = typed.partition(" ")
    matching = [
        choice for choice in offered if word and word in (KEYS[choice.act], choice.act, NAMES[choice.act].lower())
    ]
    if not matching:
        keys = ", ".join(KEYS[choice.act] for choice in offered if choice.allowed)
        end = "" if state.needs == "decision" else " or Enter"
        raise Misread(f"Type one of {keys}{end}, ? to see what is not on offer and why, or q to leave.")
    choice = matching[0]
    if choice.refusal is not None:
        clause = f" ({choice.refusal.clause})" if choice.refusal.clause else ""
        raise Misread(sentence(choice.refusal.message_to(choice.player)) + clause)
    return choice.command(_amount(choice, rest.strip()))


def _amount(choice: Choice, typed: str) -> Cents | None:
    if not typed:
        return None
    if not choice.most or choice.act == "split":
        raise Misread(f"{NAMES[choice.act]} takes no amount.")
    given = amount(typed)
    if not choice.takes(given):
        least, most = money(choice.least), money(choice.most)
        span = most if choice.least == choice.most else f"{least} to {most}"
        step = f" in steps of {money(choice.step)}" if choice.step > 1 else ""
        raise Misread(f"{NAMES[choice.act]} takes {span}{step}.")
    return given


def why_not(offered: Sequence[Choice]) -> RenderableType:
    """A sentence with the clause for each choice that is not available."""
    rows = Table.grid(padding=(0, 1))
    for choice in offered:
        if choice.refusal is not None:
            text = Text(sentence(choice.refusal.message_to(choice.player)), style="dim")
            if choice.refusal.clause:
                text.append(f"  {choice.refusal.clause}", style=CLAUSE)
            rows.add_row(Text(f"no {NAMES[choice.act].lower()}", style="dim"), text)
    if not rows.row_count:
        return Text("Everything that the game has is on offer.", style="dim")
    return rows
