"""Playing a record through the engine, and saying how every wager ended."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, cast

from cutcard.cards import Card, joined
from cutcard.engine import (
    CARD_NEEDS,
    DEALER,
    OFFER_NEEDS,
    Burn,
    CloseOffers,
    Command,
    Deal,
    DealHoleCard,
    DrawInError,
    EvenMoney,
    Event,
    Insure,
    NoMoreBets,
    Refusal,
    SkipPlace,
    State,
    VoidRound,
    WithdrawWager,
    play,
)
from cutcard.engine.commands import ACTS, Act, called
from cutcard.engine.events import CardDiscarded, Settled
from cutcard.engine.hole_card import looked_at
from cutcard.engine.sidebets.pay import meters_due
from cutcard.hand_rules import collected_endings
from cutcard.records.actions import Action
from cutcard.records.answers import for_whom, surrendered_box
from cutcard.records.entries import paid_early
from cutcard.records.fields import RecordRefused
from cutcard.records.found import findings
from cutcard.records.misdealt import AT, Misdealt, Place, decided, place_words
from cutcard.records.parse import Round, parse
from cutcard.records.results import results
from cutcard.records.rulings import without_authority
from cutcard.rulebooks import load
from cutcard.rulebooks.irregularities import Moment
from cutcard.rulebooks.void_rounds import outcome_stands, undone_by_book, void_never_was, voids_of

AFTER_THE_ROUND = frozenset({"burn", "draw-in-error", "set-aside"})  # a card too many for a dealer who is done
_BY_ITSELF = frozenset({"press"})
_OF_A_BOX = frozenset({"insure", "even-money", "surrender", "withdraw"})  # before it has more than one hand
_ANSWERS = {"offers": ("insure", "even-money", "surrender"), "withdraw": ("withdraw", "dealer-card")}


@dataclass(frozen=True, slots=True, kw_only=True)
class Replay:
    """A record played to its end."""

    state: State
    events: tuple[Event, ...]
    unused: tuple[Card, ...]  # one that was drawn in error and not taken comes first
    ruling: dict[str, Any] | None = None  # what became of cards that were laid wrongly


def settle(record: dict[str, Any]) -> dict[str, Any]:
    """The record with `dealer`, `hands`, `settlement`, `net` and `unused` added; raises `RecordRefused`."""
    round_ = parse(record)
    played = replay(round_)
    _check_returned(round_, played)
    ruling = {"ruling": played.ruling} if played.ruling is not None else {}
    found = findings(played.state, round_.found)
    given = {**results(played.state), **ruling, **({"findings": found} if found else {})}
    if doubted := without_authority(round_):
        given["warnings"] = [*given.get("warnings", []), *doubted]
    return {**record, **given, "unused": joined(played.unused)}


def _check_returned(round_: Round, played: Replay) -> None:
    """Only what was burned in the round, or collected with a hand, can have gone back before the round was over."""
    discarded = (event.card for event in played.events if isinstance(event, CardDiscarded))
    discards = Counter(card for card in discarded if card is not None)
    rules = round_.setup.rules
    procedures = load(rules.book).procedures
    collected = collected_endings(procedures.shoe, rules.game) if procedures is not None else frozenset[str]()
    discards.update(card for hand in played.state.hands if hand.ended in collected for card in hand.cards)
    for card in Counter(round_.returned) - discards:
        message = f"the card {card} did not lie in the rack so often in this round, and cannot have been returned"
        raise RecordRefused(message, at="returned")


def replay(round_: Round) -> Replay:
    """Play a parsed record through the engine."""
    if round_.misdealt is None:
        return _Replayer(round_).run()
    return _ruled(round_, round_.misdealt)


class _Replayer:
    """Feeds a record to the engine: a card when one is needed, an action when one is due.

    `laid` has the cards that went where the dealer laid them and not where they were due, by their position.
    """

    def __init__(self, round_: Round, laid: Mapping[int, Place] | None = None) -> None:
        self.round = round_
        self.state = State(round_.setup)
        self.events: list[Event] = []
        self.laid = laid or {}
        self.left = list(range(len(round_.cards)))  # positions of the cards that are still in the shoe
        self.dealt: list[tuple[int, Place]] = []  # which card of the record went where
        self.cards = 0  # how many have been laid or burned
        self.hole: Card | None = None  # what lies face down before the dealer
        self.actions = 0
        self.presses = 0
        self.selections = 0

    def run(self) -> Replay:
        self._bet()
        while self.state.needs != "nothing":
            self._step()
        while self.actions < len(self.round.actions) and self.round.actions[self.actions].do in AFTER_THE_ROUND:
            self._act()
        if self._voided_late():
            self._act()
        if self.actions < len(self.round.actions):
            action = self.round.actions[self.actions]
            raise RecordRefused(f"nobody may {action.do}: the round is over", at=self.actions)
        while self.presses < len(self.round.presses) and self.round.presses[self.presses].void:
            self._press()  # by somebody who had won nothing: no result
        if self.presses < len(self.round.presses):
            raise RecordRefused("a prize is drawn that nobody has won", at=f"draws[{self.presses}]")
        return self.result()

    def run_until(self, cards: int) -> None:
        """Play on until this many cards are laid or burned, and through the steps after them that need no card."""
        self._bet()
        while self.state.needs != "nothing" and (self.cards < cards or self.state.needs in _BY_ITSELF):
            self._step()

    def result(self) -> Replay:
        undealt = [card for card in self.state.held if card is not None]
        unused = (*undealt, *(self.round.cards[i] for i in self.left))
        return Replay(state=self.state, events=tuple(self.events), unused=unused)

    def _execute(self, command: Command, at: int | str | None = None) -> None:
        result = play(self.state, command)
        if isinstance(result, Refusal):
            place = at if result.wager is None else self._wager_place(result.wager)
            raise RecordRefused(result.message, result.clause, place, result.code)
        self.state = result.state
        self.events.extend(result.events)

    def _wager_place(self, i: int) -> str:
        """Where the record has wager number `i`: equal ones were added together."""
        wager = self.state.wagers[i]
        places = [
            n
            for n, w in enumerate(self.round.wagers)
            if (w.box, w.player, w.bet, w.carried > 0) == (wager.box, wager.player, wager.bet, wager.carried)
        ]
        return f"wagers[{places[-1]}]"

    def _bet(self) -> None:
        for i, wager in enumerate(self.round.wagers):
            self._execute(wager, f"wagers[{i}]")
        late = self._nothing_left()
        if late:
            self._execute(NoMoreBets(), "wagers")
        for found in self.round.found.before:
            self._execute(found, "invalid")
        if not late:
            self._execute(NoMoreBets(), "wagers")
        self._draw_what_waits()
        for found in self.round.found.closed:
            self._execute(found, "invalid")
        for limit in self.round.found.limits if self.state.needs != "nothing" else ():  # else nothing is at risk
            self._execute(limit, "loss_limits")
        self._select()

    def _draw_what_waits(self) -> None:
        """A card that was kept from the round before is out already when wagers go back before the first card."""
        while self.round.found.closed and self.actions < len(self.round.actions):
            action = self.round.actions[self.actions]
            if action.do != "draw-in-error" or action.cards != 0:
                return
            self._act()

    def _nothing_left(self) -> bool:
        """Whether no main wager is left once the invalid ones have gone back: that ends a round which is closed."""
        if not self.round.found.before:
            return False
        state = self.state
        for found in self.round.found.before:
            result = play(state, found)
            if isinstance(result, Refusal):
                return False
            state = result.state
        closed = play(state, NoMoreBets())
        return isinstance(closed, Refusal) and closed.code == "no-main-wager-left"

    def _select(self) -> None:
        """A jackpot system picks its wagers, up to the next declaration that some of them are void."""
        to_come = (action.selected for action in self.round.actions[self.actions :] if action.declared is not None)
        for selection in self.round.selections[self.selections : next(to_come, None)]:
            self._execute(selection, "draws")
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
        elif needs in CARD_NEEDS:
            self._hole_card(needs)
        elif needs == "press":
            self._press()
        elif needs == "meters":
            meter = min(meters_due(self.state))
            raise RecordRefused(f"a part of the meter {meter} is won, and nothing says what it showed", at="linked")
        elif needs in OFFER_NEEDS:
            self._answer_offer(needs)
        else:
            self._act()

    def _declared(self, needs: str) -> bool:
        """Whether something is declared void now, which may be while cards are dealt or prizes drawn."""
        if self.actions == len(self.round.actions):
            return False
        action = self.round.actions[self.actions]
        if action.declared is None or self._voided_late():
            return False
        if isinstance(action.declared, SkipPlace) and action.cards is None:
            return needs == "card" and action.declared.box == _due(self.state)
        if action.cards is None:
            return needs not in (*CARD_NEEDS, "press")
        if self.cards < action.cards:
            return False
        return needs != "press" or action.pressed is None or self.presses >= action.pressed

    def _voided_late(self) -> bool:
        """Whether what is declared next is that the round, once over, has no result."""
        action = self.round.actions[self.actions] if self.actions < len(self.round.actions) else None
        return action is not None and isinstance(action.declared, VoidRound) and action.declared.late

    def _insured_late(self) -> bool:
        """Whether somebody who was not offered insurance asks for it before the dealer's second card."""
        if self.state.phase != "dealer" or self.actions == len(self.round.actions):
            return False
        action = self.round.actions[self.actions]
        return action.do == "insure" and action.late

    def _deal(self) -> None:
        if self.state.held and self.state.held[0] is not None:
            self._execute(Deal(self.state.held[0]), "cards")
            self.cards += 1
            return
        place = _place(self.state)
        position = next((i for i in self.left if self.laid.get(i, place) == place), None)
        if position is None:
            raise RecordRefused("the cards run out before the round is over", at="cards")
        self.left.remove(position)
        self.dealt.append((position, place))
        self._execute(Deal(self.round.cards[position]), "cards")
        self.cards += 1
        if len(self.dealt) == 1:  # in the course of the round: it makes no difference when
            for found in self.round.found.during:
                self._execute(found, "invalid")

    def _hole_card(self, needs: str) -> None:
        """The hole card leaves the shoe in its turn; what the dealer finds under a ten or an ace follows from it."""
        if needs == "hole-card":
            self._deal_hole_card()
            return
        if self.hole is None:
            raise RecordRefused("the hole card is turned, and the record says that it never was", at="hole_card")
        self._execute(looked_at(self.state, self.hole), "cards")

    def _deal_hole_card(self) -> None:
        if self.state.held and self.state.held[0] is not None:
            self.hole = self.state.held[0]
        elif not self.round.hole_unseen:
            position = next((i for i in self.left if self.laid.get(i) is None), None)
            if position is None:
                raise RecordRefused("the cards run out before the round is over", at="cards")
            self.left.remove(position)
            self.dealt.append((position, None))
            self.hole = self.round.cards[position]
        self._execute(DealHoleCard(), "cards")
        self.cards += 1

    def _seen_card(self) -> Card:
        """The next card of the record, which leaves the shoe although nobody is due it."""
        if not self.left:
            raise RecordRefused("the cards run out before the round is over", at="cards")
        return self.round.cards[self.left.pop(0)]

    def _press(self) -> None:
        if self.presses == len(self.round.presses):
            raise RecordRefused("a prize has been won and draws does not say which", at="draws")
        self._execute(self.round.presses[self.presses], f"draws[{self.presses}]")
        self.presses += 1

    def _answer_offer(self, needs: str) -> None:
        action = self.round.actions[self.actions] if self.actions < len(self.round.actions) else None
        answers = _ANSWERS.get(needs, (needs,))
        later = action is None or action.do not in answers or (action.cards or 0) > self.cards
        if action is None or later or self._surrender_on_turn(action) or self._elsewhere(action):
            self._execute(CloseOffers())
        else:
            self._act()

    def _elsewhere(self, action: Action) -> bool:
        """Whether a wager is taken back later, or on another box: the one in turn then takes its second card."""
        later = action.declared is not None or action.box not in (None, self.state.box.number)
        return action.do == "withdraw" and later

    def _surrender_on_turn(self, action: Action) -> bool:
        return action.do == "surrender" and self.state.rules.surrender.offered != "before-play"

    def _act(self) -> None:
        if self.actions == len(self.round.actions):
            hand = self.state.hand
            box = self.state.box
            message = f"the record ends while hand {self.state.hand_number(hand)} of box {box.number} needs a decision"
            raise RecordRefused(message, self.state.rules.clauses["deal.decisions"], self.actions)
        self._execute(self._command(self.round.actions[self.actions]), self.actions)
        self.actions += 1

    def _command(self, action: Action) -> Command:
        if action.cards not in (None, self.cards):
            message = f"{action.do} comes after {action.cards} cards, and {self.cards} are dealt by now"
            raise RecordRefused(message, at=self.actions)
        if action.declared is not None:
            if action.seen and isinstance(action.declared, Burn | DrawInError):
                self.cards += isinstance(action.declared, Burn)
                return action.declared._replace(card=self._seen_card())
            by_book = action.undone_by_book and void_never_was(self.round.setup.rules.book)
            if by_book and isinstance(action.declared, VoidRound):
                return self._undone_by_book(action.declared)
            return action.declared
        box, hand, player, amount = action.box, action.hand, action.player, action.amount
        if action.do in _OF_A_BOX and hand not in (None, 1):
            message = f"{action.do} is for a box, whose first hand is hand 1, and it names hand {hand}"
            raise RecordRefused(message, self.state.rules.clauses["deal.decisions"], self.actions)
        if action.do in ("insure", "even-money"):
            number, player = for_whom(self.state, action, self.actions)
            if action.do == "even-money":
                return EvenMoney(number, player)
            if amount is None:
                raise RecordRefused("insurance needs its amount", at=self.actions)
            return Insure(number, player, amount, action.late)
        act = cast(Act, action.do)
        if "box" not in ACTS[act]._fields:
            self._check_place(action)
        if action.do == "withdraw":
            turn = self.state.box if self.state.needs == "withdraw" else None
            return WithdrawWager(box or (turn.number if turn else 0), player or (turn.control if turn else ""))
        if action.do == "surrender":
            box = surrendered_box(self.state, action)
        return called(act, box=box, hand=hand, player=player, amount=amount, now=not action.finish_first)

    def _undone_by_book(self, order: VoidRound) -> VoidRound:
        """A void round that takes back what the document has it take back: what was paid, what was lost."""
        if order.late or not order.refund:
            return order
        paid, lost = undone_by_book(self.round.setup.rules.book, order.clause, self.round.setup.side_bets)
        players = tuple(dict.fromkeys(wager.player for wager in self.state.wagers))
        return order._replace(undone=players if paid else (), lost_back=lost)

    def _check_place(self, action: Action) -> None:
        """What is said about the hand in turn names no place, or that one."""
        state = self.state
        if state.needs not in OFFER_NEEDS or state.needs == "offers":
            return  # refused by the engine
        number, hand = state.box.number, state.hand_number(state.hand)
        if action.box not in (None, number) or action.hand not in (None, hand):
            message = f"it is the turn of hand {hand} of box {number}"
            raise RecordRefused(message, state.rules.clauses["deal.decisions"], self.actions)


def _due(state: State) -> int | None:
    """The box that the next card is due to, by number; None: the dealer."""
    return None if state.turn == DEALER else state.box.number


def _place(state: State) -> Place:
    """Box and hand that the next card is due to; None: the dealer."""
    return None if state.turn == DEALER else (state.box.number, state.hand_number(state.hand))


# ---------------------------------------------------------------------------------------------- cards laid wrongly


def _ruled(round_: Round, misdealt: Misdealt) -> Replay:
    """A round with misplaced cards, as the document treats it: put right, void, or left as it was dealt."""
    decision = decided(misdealt, round_.setup.rules.book, _moments(round_, misdealt))
    right = _Replayer(round_)
    if decision.ruling == "reconstructed":
        played = right.run()
    elif decision.ruling == "stands":
        played = _Replayer(round_, misdealt.laid).run()
    else:
        played = _voided(round_, misdealt, decision.clause)
    ruling: dict[str, Any] = {"ruling": decision.ruling, "clause": decision.clause}
    if decision.ruling == "reconstructed":
        ruling["moved"] = [
            {"card": i + 1, "from": place_words(misdealt.laid[i]), "to": place_words(place)}
            for i, place in right.dealt
            if i in misdealt.laid and misdealt.laid[i] != place
        ]
    return dataclasses.replace(played, ruling=ruling)


def _voided(round_: Round, misdealt: Misdealt, clause: str) -> Replay:
    """The round until the mistake was noticed, and then without a result."""
    replayer, setup, voids = _Replayer(round_, misdealt.laid), round_.setup, voids_of(round_.setup.rules.book)
    if isinstance(misdealt.noticed, int):
        replayer.run_until(misdealt.noticed)
        if replayer.state.needs != "nothing":
            replayer._execute(replayer._undone_by_book(VoidRound(clause)), AT)
            return replayer.result()
    else:
        replayer.run()
    stand = voids is not None and outcome_stands(voids, "paid", setup.side_bets)
    stands = paid_early(setup, replayer.events) if stand else ()
    replayer._execute(VoidRound(clause, late=True, stands=stands), AT)
    return replayer.result()


def _moments(round_: Round, misdealt: Misdealt) -> frozenset[Moment]:
    """All that the moment is at which the mistake was noticed."""
    if misdealt.noticed == "next-round":
        return frozenset({"next-round-begun", "settled"})
    if not isinstance(misdealt.noticed, int):
        return frozenset({"round-over", "before-next-round", "settled"})
    replayer = _Replayer(round_, misdealt.laid)
    try:
        replayer.run_until(misdealt.noticed)
    except RecordRefused:  # the actions are those of the round put right, and calls had been made by then
        return frozenset({"in-round", "before-next-round", "subsequent-deal"})
    state = replayer.state
    if state.needs == "nothing":
        return frozenset({"round-over", "before-next-round", "settled"})
    found: set[Moment] = {"in-round", "before-next-round"}
    initial = sum(len(hand.cards) for hand in state.hands) + len(state.dealer) <= 2 * len(state.boxes) + 1
    if initial and not any(isinstance(event, Settled) for event in replayer.events):
        found.add("before-subsequent-deal")
    if state.phase != "initial":
        found.add("subsequent-deal")
    return frozenset(found)
