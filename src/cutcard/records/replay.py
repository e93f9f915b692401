"""Playing a record through the engine, and saying how every wager ended."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from cutcard.cards import joined
from cutcard.engine import (
    OFFER_NEEDS,
    Box,
    CloseOffers,
    Command,
    Deal,
    Double,
    EvenMoney,
    Event,
    Hand,
    Hit,
    Insure,
    Join,
    NoMoreBets,
    Refusal,
    Rescue,
    Split,
    Stand,
    State,
    Surrender,
    VoidRound,
    Wager,
    legal,
    net,
    play,
)
from cutcard.engine.betting import minimum_for
from cutcard.engine.sidebets import stays
from cutcard.money import dollars, priced
from cutcard.records.parse import Action, RecordRefused, Round, parse


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A record played to its end."""

    state: State
    events: tuple[Event, ...]
    cards_used: int


def settle(record: dict[str, Any]) -> dict[str, Any]:
    """The record with `dealer`, `hands`, `settlement`, `net` and `unused` added; raises `RecordRefused`."""
    round_ = parse(record)
    played = replay(round_)
    unused = joined(round_.cards[played.cards_used :])
    return {**record, **results(played.state), "unused": unused}


def replay(round_: Round) -> Replay:
    """Play a parsed record through the engine."""
    return _Replayer(round_).run()


class _Replayer:
    """Feeds a record to the engine: a card when one is needed, an action when one is due."""

    def __init__(self, round_: Round) -> None:
        self.round = round_
        self.state = State(round_.setup)
        self.events: list[Event] = []
        self.cards = 0
        self.actions = 0
        self.presses = 0
        self.selections = 0

    def run(self) -> Replay:
        self._bet()
        while self.state.needs != "nothing":
            self._step()
        if self._voided_late():
            self._act()
        if self.actions < len(self.round.actions):
            action = self.round.actions[self.actions]
            raise RecordRefused(f"nobody may {action.do}: the round is over", at=self.actions)
        while self.presses < len(self.round.presses) and self.round.presses[self.presses].void:
            self._press()  # by somebody who had won nothing: no result
        if self.presses < len(self.round.presses):
            raise RecordRefused("a prize is drawn that nobody has won", at=f"draws[{self.presses}]")
        return Replay(state=self.state, events=tuple(self.events), cards_used=self.cards)

    def _say(self, command: Command, at: int | str | None = None) -> None:
        result = play(self.state, command)
        if isinstance(result, Refusal):
            place = at if result.wager is None else self._wager_place(result.wager)
            raise RecordRefused(result.message, result.clause, place, result.code)
        self.state = result.state
        self.events.extend(result.events)

    def _wager_place(self, i: int) -> str:
        """Where the record has the wager that lies at `i`: equal ones were added together."""
        wager = self.state.wagers[i]
        places = [
            n
            for n, w in enumerate(self.round.wagers)
            if (w.box, w.player, w.bet, w.carried > 0) == (wager.box, wager.player, wager.bet, wager.carried)
        ]
        return f"wagers[{places[-1]}]"

    def _bet(self) -> None:
        for i, wager in enumerate(self.round.wagers):
            self._say(wager, f"wagers[{i}]")
        self._say(NoMoreBets(), "wagers")
        self._select()

    def _select(self) -> None:
        """A jackpot system picks its wagers, up to the next declaration that some of them are void."""
        to_come = (action.selected for action in self.round.actions[self.actions :] if action.void is not None)
        for selection in self.round.selections[self.selections : next(to_come, None)]:
            self._say(selection, "draws")
            self.selections += 1

    def _step(self) -> None:
        needs = self.state.needs
        if self._declared(needs):
            self._act()
            self._select()
        elif needs == "card" and self._insured_late():
            self._act()
        elif needs == "card":
            self._deal()
        elif needs == "press":
            self._press()
        elif needs in OFFER_NEEDS:
            self._answer_offer(needs)
        else:
            self._act()

    def _declared(self, needs: str) -> bool:
        """Whether something is declared void now, which may be while cards are dealt or prizes drawn."""
        if self.actions == len(self.round.actions):
            return False
        action = self.round.actions[self.actions]
        if action.void is None or self._voided_late():
            return False
        if action.cards is None:
            return needs not in ("card", "press")
        if self.cards < action.cards:
            return False
        return needs != "press" or action.pressed is None or self.presses >= action.pressed

    def _voided_late(self) -> bool:
        """Whether what is declared next is that the round, once over, has no result."""
        action = self.round.actions[self.actions] if self.actions < len(self.round.actions) else None
        return action is not None and isinstance(action.void, VoidRound) and action.void.late

    def _insured_late(self) -> bool:
        """Whether somebody who was not offered insurance asks for it before the dealer's second card."""
        if self.state.phase != "dealer" or self.actions == len(self.round.actions):
            return False
        action = self.round.actions[self.actions]
        return action.do == "insure" and action.late

    def _deal(self) -> None:
        if self.cards == len(self.round.cards):
            raise RecordRefused("the cards run out before the round is over", at="cards")
        self._say(Deal(self.round.cards[self.cards]), "cards")
        self.cards += 1

    def _press(self) -> None:
        if self.presses == len(self.round.presses):
            raise RecordRefused("a prize has been won and draws does not say which", at="draws")
        self._say(self.round.presses[self.presses], f"draws[{self.presses}]")
        self.presses += 1

    def _answer_offer(self, needs: str) -> None:
        action = self.round.actions[self.actions] if self.actions < len(self.round.actions) else None
        answers = ("insure", "even-money", "surrender") if needs == "offers" else (needs,)
        if action is None or action.do not in answers or self._surrender_on_turn(action):
            self._say(CloseOffers())
        else:
            self._act()

    def _surrender_on_turn(self, action: Action) -> bool:
        return action.do == "surrender" and self.state.rules.surrender.offered != "before-play"

    def _act(self) -> None:
        if self.actions == len(self.round.actions):
            hand = self.state.hand
            box = self.state.box
            message = f"the record ends while hand {self.state.hand_number(hand)} of box {box.number} needs a decision"
            raise RecordRefused(message, self.state.rules.clauses["deal.decisions"], self.actions)
        self._say(self._command(self.round.actions[self.actions]), self.actions)
        self.actions += 1

    def _command(self, action: Action) -> Command:
        if action.void is not None:
            if action.cards not in (None, self.cards):
                message = f"{action.do} comes after {action.cards} cards, and {self.cards} are dealt by now"
                raise RecordRefused(message, at=self.actions)
            return action.void
        box, hand, player, amount = action.box, action.hand, action.player, action.amount
        if action.do in ("insure", "even-money"):
            number, player = self._for_whom(action)
            if action.do == "even-money":
                return EvenMoney(number, player)
            if amount is None:
                raise RecordRefused("insurance needs its amount", at=self.actions)
            return Insure(number, player, amount, action.late)
        if action.do in ("join", "rescue"):
            self._check_place(action)
        commands: dict[str, Command] = {
            "hit": Hit(box, hand, player),
            "stand": Stand(box, hand, player),
            "double": Double(box, hand, player, amount),
            "split": Split(box, hand, player),
            "surrender": Surrender(box, player),
            "join": Join(player, amount),
            "rescue": Rescue(player),
        }
        return commands[action.do]

    def _check_place(self, action: Action) -> None:
        """A join or rescue belongs to the hand in turn, so a place that it names must be that one."""
        state = self.state
        if state.needs not in OFFER_NEEDS or state.needs == "offers":
            return  # refused by the engine
        number, hand = state.box.number, state.hand_number(state.hand)
        if action.box not in (None, number) or action.hand not in (None, hand):
            message = f"it is the turn of hand {hand} of box {number}"
            raise RecordRefused(message, state.rules.clauses["deal.decisions"], self.actions)

    def _for_whom(self, action: Action) -> tuple[int, str | None]:
        """Box and player of an insurance or even money: as named, the only one who could, or who controls the box."""
        if action.box is not None and action.player is not None:
            return action.box, action.player
        could = [
            (box.number, player)
            for box in self.state.boxes
            for player in box.players
            if action.box in (None, box.number) and action.player in (None, player) and self._could(action, box, player)
        ]
        if len(could) == 1:
            return could[0]
        if action.box is not None:
            return action.box, action.player
        boxes = {number for number, _ in could} or {box.number for box in self.state.boxes}
        if len(boxes) > 1:
            raise RecordRefused(f"{action.do} must say for which box, there are several", at=self.actions)
        return boxes.pop(), action.player

    def _could(self, action: Action, box: Box, player: str) -> bool:
        state = self.state
        hand = next(hand for hand in state.hands if state.boxes[hand.box].number == box.number)
        if action.do == "even-money":
            return legal.even_money(state, hand, player) is None
        return (
            not any(state.insured(box.number, player)) and legal.insure(state, hand, player, None, action.late) is None
        )


def results(state: State) -> dict[str, Any]:
    """How a finished round ended, in the words of the public format."""
    given: dict[str, Any] = {
        "dealer": {
            "cards": joined(state.dealer),
            "total": state.dealer_total,
            "blackjack": state.dealer_natural,
        },
        "hands": [_hand(state, hand) for hand in state.hands],
        "settlement": [_line(state, wager) for wager in state.wagers],
        "net": {player: dollars(amount) for player, amount in net(state.wagers).items()},
    }
    carried = [_carried(wager) for wager in state.wagers if stays(state, wager)]
    warnings = [warning for wager in state.wagers for warning in _warnings(state, wager)]
    if carried:
        given["carried"] = carried
    if warnings:
        given["warnings"] = warnings
    return given


def _hand(state: State, hand: Hand) -> dict[str, Any]:
    return {
        "box": state.boxes[hand.box].number,
        "hand": state.hand_number(hand),
        "cards": joined(hand.cards),
        "total": hand.total,
        "ended": state.rules.natural.name.lower() if hand.natural else hand.ended,
    }


def _line(state: State, wager: Wager) -> dict[str, Any]:
    line: dict[str, Any] = {
        "box": wager.box,
        "hand": _hand_number(state, wager),
        "player": wager.player,
        "bet": wager.bet,
        "staked": dollars(wager.staked),
        "returned": dollars(wager.returned or 0),
        "outcome": wager.outcome,
    }
    if wager.outcome == "win" and wager.odds is not None:
        line["odds"] = str(wager.odds)
    line["clause"] = wager.clause
    if wager.also:
        line["also"] = wager.also
    return line


def _hand_number(state: State, wager: Wager) -> int | None:
    for hand in state.hands:
        if hand.key == wager.hand and state.boxes[hand.box].number == wager.box:
            return state.hand_number(hand)
    return None


def _carried(wager: Wager) -> dict[str, Any]:
    return {"box": wager.box, "player": wager.player, "bet": wager.bet, "amount": dollars(wager.staked)}


def _warnings(state: State, wager: Wager) -> list[dict[str, Any]]:
    """What a wager's owner is told: that it is under the minimum, or not in the units on the sign."""
    if wager.bet in ("double", "split", "insurance") or not wager.staked:
        return []
    rules = state.rules
    least = minimum_for(state, wager)
    if wager.staked < least:
        after = {"valid": "and valid", "warn-then-return": "and settled this time; the next will be returned"}
        what = "and returned" if wager.outcome == "void" else after[rules.limits.under_minimum]
        return [_warning(wager, f"under the minimum of {priced(least)} {what}", rules.settles.under_minimum)]
    unit = state.setup.limits.unit
    if wager.bet == "main" and unit and (wager.staked - least) % unit:
        message = f"not {priced(least)} and whole units of {priced(unit)} more"
        return [_warning(wager, message, rules.clauses["limits.unit"])]
    return []


def _warning(wager: Wager, message: str, clause: str) -> dict[str, Any]:
    said = f"{wager.bet} of {priced(wager.staked)} is {message}"
    return {"box": wager.box, "player": wager.player, "message": said, "clause": clause}
