"""The next step at a table that is run by hand, with who may take it and under which clause."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from cutcard.engine import OFFER_NEEDS, State
from cutcard.floor.house_dealer import Pace, behind, next_act
from cutcard.narration.formatting import WAITS_FOR, hand_name, listed, money, name, on_turn
from cutcard.narration.reasons import called
from cutcard.rulebooks import load
from cutcard.rulebooks.procedures import Power
from cutcard.service.wire import word_of
from cutcard.table import (
    CallLastBets,
    CloseOffers,
    Command,
    CompleteShoe,
    CutForAll,
    DealCards,
    DeclineCut,
    DetermineJackpot,
    EnterJackpotHand,
    HoldToMinimum,
    NoMoreBets,
    OpenBetting,
    Person,
    PlaceCuttingCard,
    PressForPlayer,
    Refusal,
    TableState,
)
from cutcard.table.command_fields import WORD
from cutcard.table.dealing import FROM_SHOE
from cutcard.table.draft import role_refused
from cutcard.table.keypad import power_to_enter, to_determine, to_enter
from cutcard.table.names import in_words
from cutcard.table.registry import POWERS, SPECS, phrase
from cutcard.table.session_rules import due_to_wager, not_taken, to_wager
from cutcard.table.shuffle import discards_due

_AT_ONCE = Pace(0, 0, 0)


class Number(NamedTuple):
    """A number of cards that the dealer counts off a real shoe, and the field of the command that holds it."""

    given: Mapping[str, Any]  # the command without it
    field: str
    label: str
    value: int | None = None  # the usual one


class Step(NamedTuple):
    """The next thing to do: a command for a button, or only words if the table waits for something."""

    words: str
    command: Command | None = None
    label: str = ""  # of the button, where it is not the words
    number: Number | None = None  # what has to be entered with it
    form: str = ""  # the command whose form it takes


def next_step(state: TableState) -> Step:
    """What the dealer does next."""
    if state.phase != "open":
        return Step("The table is closed")
    if state.fill_blocks:
        waiting = f"Waiting for a fill of at least {money(state.fill_due or 0)}"
        return Step(waiting, label="Fill the float", form="fill-float")
    if state.session is not None and (state.session.halted or (state.session.over and not state.playing)):
        return Step(f"Play waits: {state.session.halted}" if state.session.halted else "The session is over")
    if state.playing and state.round is not None:
        return _in_round(state, state.round)
    if state.shoe.stage == "uncut" and state.shoe.offered is not None:
        return _cut_offered(state, state.shoe.offered)
    if state.halted:
        form = "play-without-jackpot"
        return Step("A jackpot has failed, and the game waits", label="Go on without the jackpot", form=form)
    due = next_act(_pretended(state), _AT_ONCE)
    if state.betting != "closed" and (due is None or isinstance(due.command, NoMoreBets | HoldToMinimum)):
        return _betting(state)
    if state.tournament and state.session is None and (due is None or isinstance(due.command, OpenBetting)):
        return Step("Waiting for a session of the tournament")
    if due is None or due.at > state.now:
        return Step("Open betting", OpenBetting())
    if state.config.source == "real":
        return _counted(state, due.command)
    return Step(_called(state, due.command), due.command)


def _pretended(state: TableState) -> TableState:
    """The table as if it ran itself, with nobody idle: whose seat is taken, the staff decide by themselves."""
    config = state.config._replace(runs_itself=True, play_money=False, idle_minutes=0)
    players = {name: player._replace(idle=0) for name, player in state.players.items()}
    return state._replace(config_or_none=config, players=players)


def _counted(state: TableState, command: Command) -> Step:
    """At a real shoe what is recorded is what somebody has counted, not what the house would do."""
    match command:
        case CutForAll():
            number = Number({WORD: word_of(command)}, "at", "Cards from the front")
            return Step("The cut is for the staff to make", None, "Cut the cards", number)
        case PlaceCuttingCard():
            number = Number({WORD: word_of(command)}, "behind", "Cards from the back", behind(state))
            return Step("Place the cutting card", None, "Place the cutting card", number)
        case _:
            return Step(_called(state, command), command)


def _betting(state: TableState) -> Step:
    if state.session is not None and to_wager(state):
        return Step(f"{listed([name(player) for player in due_to_wager(state)])} to wager", label="")
    if not any(state.laid(bet="main")):
        return Step("Waiting for wagers")
    if state.betting == "open":
        return Step("Call last bets", CallLastBets())
    return Step("No more bets", NoMoreBets())


def _cut_offered(state: TableState, player: str) -> Step:
    offer = f"{name(player)} is asked to cut"
    if state.config.source != "real":
        return Step(offer)
    number = Number({WORD: "cut", "player": player}, "at", "Cards from the front")
    return Step(offer, DeclineCut(player), f"{name(player)} declines", number)


def _in_round(state: TableState, round_: State) -> Step:
    if state.asked_back:
        players = listed([name(player) for player in state.asked_back])
        return Step(f"{players} may take their wagers back", CloseOffers(), "Close the offers")
    if state.shoe.stage != "ready" or discards_due(state):
        return _about_cards(state)
    match round_.needs:
        case "card":
            return _card(state, round_)
        case "hole-card" | "peek" | "turn":
            return _hole_card(state, round_)
        case "press":
            if state.config.source == "virtual":
                return Step("Press the prize button", PressForPlayer(0))
            return Step("A prize is to be entered", label="Enter the prize", form="press-for-player")
        case "meters":
            return _keypad(state)
        case "decision":
            return Step(f"{name(round_.box.control)} decides on {hand_name(round_, round_.hand)}")
        case offer if offer in OFFER_NEEDS:
            return Step("Close the offers", CloseOffers())
        case _:
            return Step(f"The round waits for {WAITS_FOR[round_.needs]}")


def _keypad(state: TableState) -> Step:
    """A jackpot is won: its hands are entered on the keypad, and then somebody who may determines the prize."""
    part = next(iter(to_enter(state)), None)
    if part is not None:
        box, won = part.wager.box, part.row.outcome
        words = f"Box {box} has won a jackpot: {called(won)}. It is entered on the keypad"
        return Step(words, EnterJackpotHand(box, won), f"Enter box {box}: {called(won)}")
    outcome = next(iter(to_determine(state)), None)
    if outcome is None:
        return Step(f"The round waits for {WAITS_FOR['meters']}")
    shown = [f"{money(hand.value)} for box {hand.box}" for hand in state.jackpot_hands if hand.outcome == outcome]
    amounts = f": the keypad shows {listed(shown)}" if shown else ", which the system has picked, is to be verified"
    return Step(f"Jackpot won, {called(outcome)}{amounts}", DetermineJackpot(outcome), "Determine the prize")


def _about_cards(state: TableState) -> Step:
    """What is to be done about the cards before the round goes on."""
    if state.shoe.stage == "uncut" and state.shoe.offered is not None:
        return _cut_offered(state, state.shoe.offered)
    due = next_act(_pretended(state), _AT_ONCE)
    if due is None:
        return Step("The round waits for the cards")
    return (
        _counted(state, due.command)
        if state.config.source == "real"
        else Step(_called(state, due.command), due.command)
    )


def _card(state: TableState, round_: State) -> Step:
    hand = on_turn(round_)
    whose = hand_name(round_, hand) if hand is not None else "the dealer"
    if state.config.source == "virtual":
        short = not state.shoe.left and round_.needs in FROM_SHOE
        return Step("Complete the shoe", CompleteShoe()) if short else Step("Deal", DealCards())
    if not state.shoe.left:
        return Step("Complete the shoe with the discards", CompleteShoe())
    return Step(f"Card for {whose}")


def _hole_card(state: TableState, round_: State) -> Step:
    """The dealer's second card: laid face down, looked at, turned. At a real shoe it is entered when it is turned."""
    if state.config.source == "virtual" or (round_.needs == "hole-card" and not state.shoe.left):
        return _card(state, round_)
    natural = round_.rules.natural.name
    match round_.needs:
        case "hole-card":
            return Step("The dealer's second card, face down", DealCards(), "Dealt face down")
        case "peek":
            return Step(
                f"Look at the card face down. Turn and enter it if it makes a {natural}", DealCards(), f"No {natural}"
            )
        case _:
            return Step("Turn the card face down and enter it")


def _called(state: TableState, command: Command) -> str:
    match command:
        case PlaceCuttingCard(behind):
            return f"Place the cutting card, {behind} from the back"
        case CutForAll(at):
            return f"Cut the cards, {at} from the front"
        case OpenBetting():
            return f"Open betting for round {state.number + 1}"
        case _:
            return in_words(word_of(command)).capitalize()


# ------------------------------------------------------------------------------------------------------- who may do it


def power_of(state: TableState, word: str) -> Power | None:
    """The power that the document defines for a command, or for entering a player's call."""
    spec = SPECS.get(word)
    entered = (spec.by_power if spec is not None else "") or "act-for-player"
    return state.config.procedures.commands.get(word if word in POWERS else entered)


def power_over(state: TableState, command: Command) -> Power | None:
    """The power that a command needs: for a jackpot the document may name somebody for each prize."""
    power = power_of(state, word_of(command))
    if isinstance(command, DetermineJackpot):
        return power.of_outcome(command.outcome) if power is not None else None
    part = next(iter(to_enter(state)), None) if isinstance(command, EnterJackpotHand) else None
    return power if part is None else power_to_enter(state, part)[1]


def unneeded_at(state: TableState, word: str) -> Refusal | None:
    """Why nobody needs a command at this table; None where somebody may."""
    spec = SPECS.get(word)
    if spec is None:
        return None
    unneeded: Refusal | None = spec.unneeded(state) if spec.unneeded is not None else None
    return unneeded or not_taken(state, spec)


def not_for(state: TableState, person: Person, word: str, power: Power | None = None) -> Refusal | None:
    """Why this person's role may not give a command at all, or not with these values; None if it may."""
    power, unneeded = power or power_of(state, word), unneeded_at(state, word)
    if unneeded is not None:
        return unneeded
    if power is None:
        return Refusal("nobody-may", None, {"deed": phrase(word)})
    if role_refused(state.rules.book, person, word, power) is None:
        return None
    code = "only-role" if power.role == load(state.rules.book).roles[-1] else "only-role-or-above"
    return Refusal(code, power.clause, {"role": power.role})
