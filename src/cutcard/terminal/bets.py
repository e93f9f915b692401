"""Bets before a round: reads what is typed for each box and checks the table's limits and the player's chips."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutcard.engine import Command, Event, NoMoreBets, PlaceWager, Refusal, Setup, State, play
from cutcard.money import Cents
from cutcard.narration.formatting import listed, money, sentence
from cutcard.terminal import YOU
from cutcard.terminal.keyboard import Misread, amount

Bets = Mapping[tuple[int, str], Cents]  # amounts by box and bet; no zero amounts


def typed_bets(setup: Setup, box: int, text: str) -> dict[tuple[int, str], Cents]:
    """The amounts typed for a box: the main wager, then each side bet in the order of the sign."""
    names = ["main", *setup.side_bets]
    words = text.split()
    if len(words) > len(names):
        titles = listed(titles_of(setup))
        raise Misread(f"That is too many amounts: a box takes {titles}.")
    amounts = [amount(word) for word in words]
    return {(box, bet): given for bet, given in zip(names, amounts, strict=False) if given}


def titles_of(setup: Setup) -> list[str]:
    """The names of a box's bets, in the order they are typed."""
    return ["a main wager", *(setup.rules.side_bets[bet].title for bet in setup.side_bets)]


def check(setup: Setup, bets: Bets, bankroll: Cents) -> None:
    """Raise `Misread` if the limits, the chips or the bankroll forbid a bet."""
    limits = setup.limits
    for (box, bet), given in bets.items():
        if bet == "main":
            if given < limits.minimum or (limits.maximum is not None and given > limits.maximum):
                raise Misread(f"Box {box} takes {money(limits.minimum)} to {money(limits.maximum or given)}.")
        elif (box, "main") not in bets:
            raise Misread(f"A side bet on box {box} needs a main wager there.")
        if given % setup.chip and not (bet != "main" and setup.rules.side_bets[bet].amounts):
            raise Misread(f"The smallest chip here is {money(setup.chip)}, so {money(given)} cannot be bet.")
    if sum(bets.values()) > bankroll:
        raise Misread(f"You have {money(bankroll)}, and that would take {money(sum(bets.values()))}.")


def opened(setup: Setup, bets: Bets, others: Sequence[tuple[int, str, Cents]]) -> tuple[State, list[Event]]:
    """The round with all wagers placed and betting closed; raises `Misread` if a rule forbids one."""
    commands: list[Command] = [PlaceWager(box, YOU, bet, given) for (box, bet), given in bets.items()]
    commands += [PlaceWager(box, player, "main", stake) for box, player, stake in others]
    state = State(setup)
    events: list[Event] = []
    for command in [*commands, NoMoreBets()]:
        result = play(state, command)
        if isinstance(result, Refusal):
            clause = f" ({result.clause})" if result.clause else ""
            raise Misread(sentence(result.message_to(YOU)) + clause)
        state = result.state
        events += result.events
    return state, events


def in_words(setup: Setup, bets: Bets, box: int) -> str:
    """The bets on a box, in words."""
    parts = []
    for bet in ("main", *setup.side_bets):
        if (box, bet) in bets:
            title = "" if bet == "main" else f" on {setup.rules.side_bets[bet].title}"
            parts.append(f"{money(bets[box, bet])}{title}")
    return listed(parts) if parts else "nothing"
