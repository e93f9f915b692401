"""What a click on the table page does: its commands, or a sentence that says why there are none."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from cutcard import table as t
from cutcard.engine import OFFER_NEEDS
from cutcard.engine.choices import Choice, choices
from cutcard.errors import CutcardError
from cutcard.money import Cents
from cutcard.narration.formatting import NAMES, money
from cutcard.table import TableState
from cutcard.table.view import affordable

MAIN = "main"
AMOUNT_MOST = 10**12
LATE = "That came too late, the table had gone on. Nothing was done."


class InvalidClick(CutcardError):
    """A click that is not possible now."""


class Laid(NamedTuple):
    """A wager placed before the deal."""

    box: int
    bet: str
    amount: Cents


def moment(state: TableState) -> str:
    """An id for the moment a decision belongs to; it changes as soon as anything about the decision changes."""
    round_ = state.round
    if round_ is None or not state.playing:
        return f"{state.number}.{state.betting}.{state.shoe.number}.{state.shoe.stage}.{len(state.shoe.asked)}"
    cards = sum(len(hand.cards) for hand in round_.hands)
    drawn = sum(wager.prize is not None for wager in round_.wagers)
    return f"{state.number}.{round_.needs}.{round_.turn}.{cards}.{len(round_.wagers)}.{len(round_.answered)}.{drawn}"


def offer(state: TableState) -> str:
    """An id for the open offer, which stays the same while players answer it; empty if there is none."""
    round_ = state.round
    if round_ is None or round_.needs not in OFFER_NEEDS:
        return ""
    return f"{state.number}.{round_.needs}.{round_.turn}.{sum(len(hand.cards) for hand in round_.hands)}"


def commands_for_click(
    click: Mapping[str, Any], state: TableState, name: str, before: Sequence[Laid] = ()
) -> tuple[tuple[str, t.Command], ...]:
    """The commands for a player's click, each with an id, so that a click sent twice acts once; raises `InvalidClick`.

    `before` is what the player wagered in the last round, which "again" repeats.
    """
    act = click.get("act")
    if not isinstance(act, str) or act not in (*_ACTS, "again"):
        raise InvalidClick("The page asked for something unknown: load it again.")
    click_id = _word(click.get("id"), "id")
    commands = list(_again(state, name, before) if act == "again" else _ACTS[act](click, state, name))
    return tuple((f"{state.table}:{click_id}:{at}", command) for at, command in enumerate(commands))


def decision_for_click(click: Mapping[str, Any], state: TableState, name: str) -> tuple[str, t.Call, Choice]:
    """A decision (also insurance and the like): its id, the command and the choice it belongs to."""
    if click.get("moment") != moment(state) or state.round is None:
        raise InvalidClick(LATE)
    act, box, hand = click.get("choice"), _whole(click.get("box")), _whole(click.get("hand"))
    for choice in choices(state.round):
        if (choice.act, choice.box, choice.hand, choice.player) == (act, box, hand, name):
            choice = affordable(state, choice)
            amount = _amount(click, choice)
            command_id = f"{state.table}:{moment(state)}:{act}:{box}:{hand}:{amount}"
            return command_id, t.Call(choice.command(amount)), choice  # type: ignore[arg-type]
    raise InvalidClick(LATE)


def wagers_of(state: TableState, name: str | None) -> list[Laid]:
    """A player's wagers in the round on the table, without doubles, splits and insurance."""
    if state.round is None:
        return []
    kinds = (MAIN, *state.config.side_bets)
    mine = (wager for wager in state.round.wagers if wager.player == name and wager.bet in kinds)
    return [Laid(wager.box, wager.bet, wager.staked) for wager in mine if wager.staked and wager.outcome != "void"]


def stayed(state: TableState, name: str) -> list[Laid]:
    """The player's winning side bets that may stay for this round."""
    laid = {(bet.box, bet.player, bet.bet) for bet in state.bets}
    return [
        Laid(bet.box, bet.bet, bet.amount)
        for bet in state.carried
        if bet.player == name and (bet.box, bet.player, bet.bet) not in laid
    ]


# ----------------------------------------------------------------------------------------------- commands of each click


def _sit(click: Mapping[str, Any], state: TableState, name: str) -> Iterator[t.Command]:
    yield t.Sit(_whole(click.get("box")))


def _bet(click: Mapping[str, Any], state: TableState, name: str) -> Iterator[t.Command]:
    """A chip on a box; the first one is raised to the minimum if it is less."""
    box, bet, amount = _whole(click.get("box")), _word(click.get("bet"), "bet"), _whole(click.get("amount"))
    if bet != MAIN and bet not in state.config.side_bets:
        raise InvalidClick("This table has no such side bet.")
    if not any(state.laid(box=box, player=name, bet=bet)):
        amount = max(amount, _least(state, bet))
    yield t.PlaceWager(box, amount, bet)


def _least(state: TableState, bet: str) -> Cents:
    if bet == MAIN:
        return state.sign.minimum
    limit = state.sign.side_bets.get(bet)
    return limit[0] if limit is not None else state.config.chip


def _again(state: TableState, name: str, before: Sequence[Laid]) -> Iterator[t.Command]:
    """The wagers of the previous round, except those already placed."""
    if not before:
        raise InvalidClick("You had no wager in the last round to repeat.")
    for box, bet, amount in before:
        if not any(state.laid(box=box, player=name, bet=bet)):
            yield t.PlaceWager(box, amount, bet)


def _clear(click: Mapping[str, Any], state: TableState, name: str) -> Iterator[t.Command]:
    mine = list(state.laid(player=name))
    if not mine:
        raise InvalidClick("You have no wager on the layout.")
    for bet in sorted(mine, key=lambda bet: bet.bet == MAIN):  # a side bet may need its main wager
        yield t.TakeBackWager(bet.box, bet.bet)


def _stay(click: Mapping[str, Any], state: TableState, name: str) -> Iterator[t.Command]:
    wanted = (_whole(click.get("box")), _word(click.get("bet"), "bet"))
    for box, bet, amount in stayed(state, name):
        if (box, bet) == wanted:
            yield t.PlaceWager(box, amount, bet, carried=True)
            return
    raise InvalidClick(LATE)


def _cut(click: Mapping[str, Any], state: TableState, name: str) -> Iterator[t.Command]:
    yield t.Cut(_whole(click.get("at")))


def _press(click: Mapping[str, Any], state: TableState, name: str) -> Iterator[t.Command]:
    """Press the prize button, if it is still the moment for which it was enabled."""
    if click.get("moment") != moment(state):
        raise InvalidClick(LATE)
    yield t.PressButton()


def _decline(click: Mapping[str, Any], state: TableState, name: str) -> Iterator[t.Command]:
    """Decline the offer that the button was for."""
    if not offer(state) or click.get("moment") != offer(state):
        raise InvalidClick(LATE)
    yield t.DeclineOffer()


_ACTS: dict[str, Callable[[Mapping[str, Any], TableState, str], Iterator[t.Command]]] = {
    "sit": _sit,
    "bet": _bet,
    "clear": _clear,
    "stay": _stay,
    "cut": _cut,
    "press": _press,
    "decline": _decline,
    "decline-cut": lambda click, state, name: iter([t.DeclineCut()]),
    "give-up": lambda click, state, name: iter([t.GiveUpBox(_whole(click.get("box")))]),
    "step-away": lambda click, state, name: iter([t.StepAway()]),
    "come-back": lambda click, state, name: iter([t.ComeBack()]),
    "leave": lambda click, state, name: iter([t.Leave()]),
    "show-hand": lambda click, state, name: iter([t.ShowHand(_whole(click.get("box")))]),
}


# ----------------------------------------------------------------------------------------------------------- reading


def _whole(value: object) -> int:
    """A whole number from the page, which may send anything."""
    if isinstance(value, str) and value.isascii() and value.isdigit() and len(value) < 14:
        value = int(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value <= AMOUNT_MOST:
        raise InvalidClick("That is not a whole number that makes sense here.")
    return value


def _word(value: object, what: str) -> str:
    if not isinstance(value, str) or not 0 < len(value) <= 64:
        raise InvalidClick(f"The page sent no {what}: load it again.")
    return value


def _amount(click: Mapping[str, Any], choice: Choice) -> Cents | None:
    """The amount typed beside a choice; None takes the most."""
    typed = click.get("amount")
    if typed is None or not choice.most:
        return None
    amount = _whole(typed)
    if not choice.takes(amount):
        span = f"{money(choice.least)} to {money(choice.most)}"
        step = f" in steps of {money(choice.step)}" if choice.step > 1 else ""
        raise InvalidClick(f"{NAMES[choice.act]} takes {span}{step}.")
    return amount
