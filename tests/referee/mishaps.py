"""Rounds whose deal goes wrong, by the documents alone: what a mistake comes to, and what everybody has won after it.

    record, result = mishap(random.Random(1), "early", "sydney-v15", "blackjack")

A card that plays no part leaves the round as it would have been without it; a card that comes out early is the next;
cards laid wrongly are laid as they should have been. So for those the round is played as if nothing had happened, and
only the record says what did. A refusal, and a place that was passed over, change how the round is played.
"""

from __future__ import annotations

from random import Random
from typing import Any

from .cards import natural
from .check import SideBet
from .choices import Choice, Point
from .games import GAMES
from .payout import super_hand
from .paytables import ALL_BETS, PANDEMONIUM, on_offer
from .play import OutOfCards, Round, Steps
from .referee import conclude, settle, start
from .repaired import REPAIRED, clause_of
from .rounds import Record, _call, _decide, _draft, random_record
from .sidebets import presses, settle_meters
from .table import Box, Hand, Stake, _control
from .voids import VOIDED_BY, declared_void, jackpots_of, misdealt, void_between_presses, void_unread

SYDNEY, MELBOURNE = ("sydney",), ("melbourne",)
KINDS: dict[str, tuple[str, ...]] = {
    "burned": ("sydney", "canberra", "melbourne"),
    "early": ("sydney", "canberra", "melbourne"),
    "misplaced": ("sydney", "canberra", "melbourne"),
    "past-repair": ("sydney", "canberra", "melbourne"),  # 16.8, 14.5, 9.9.1
    "wrong-call": MELBOURNE,  # 9.9
    "withdrawn": MELBOURNE,  # 9.5
    "aside": SYDNEY,  # 16.6
    "refused": SYDNEY,  # 16.3, 16.4
    "no-cards": MELBOURNE,  # 9.8
    "one-card": MELBOURNE,  # 9.8.1
    "no-dealer-card": MELBOURNE,  # 9.7
    "wrong-cards": ("sydney", "melbourne"),  # 16.16.2, 9.15
    "failed-device": ("sydney", "melbourne"),  # 17.4, 9.12
    "never-was": ("canberra",),  # 16.3 (in 2003 16.4) with "Void"
    "breach": ("canberra",),  # 16.2(a) (in 2003 16.3(a)) with "Void"
    "missed-burn": MELBOURNE,  # 9.1.1
    "out-of-turn": ("sydney", "canberra", "melbourne"),  # 16.2, 14.2, 9.9
    "to-dealer-early": ("sydney", "canberra", "melbourne"),  # 16.2, 16.6, 14.3, 9.3
    "picked": MELBOURNE,  # 9.12.1, 21.11.2, 24.10.2
    "unread": ("sydney", "melbourne"),  # 14.27.3, 21.11.2, 24.10.2
    "between-presses": MELBOURNE,  # 11.5.5 with 9.12.1
}
_STOPPED = {"unread": void_unread, "between-presses": void_between_presses}
OF_METERS = {"picked", "unread"}
OF_THE_BUTTON = {"between-presses"}


def kinds_of(rulebook: str, game: str) -> list[str]:
    """The mistakes that a document speaks of and that can happen in a game."""
    city, out = rulebook.split("-")[0], set[str]()
    if not jackpots_of(rulebook, game):
        out |= OF_METERS
    if "pontoon-pandemonium" not in on_offer(GAMES[rulebook, game], 6, doubtful=False):
        out |= OF_THE_BUTTON
    return [kind for kind, cities in KINDS.items() if city in cities and kind not in out]


def mishap(rng: Random, kind: str, rulebook: str, game: str) -> tuple[Record, dict[str, Any]]:
    """A record of a round with such a mistake, and what the referee makes of it."""
    if kind == "past-repair":
        return misdealt(rng, rulebook, game)
    if kind in VOIDED_BY:
        return declared_void(rng, kind, rulebook, game)
    if kind in _STOPPED:
        return _STOPPED[kind](rng, rulebook, game)
    if kind in REPAIRED:
        while True:
            record = random_record(rng, rulebook, game)
            told = REPAIRED[kind](rng, record)
            if told is not record:  # else nobody had to call
                return told, settle(record)
    while True:
        wrong = _WRONG[kind]
        record = _draft(rng, GAMES[rulebook, game], side_bets=True, jackpot=_jackpot(rng, wrong, rulebook, game))
        _only(record, wrong.side_bets)
        round_ = wrong(record, rng)
        try:
            _play(rng, record, round_)
            if not round_.dealer and _waiting(round_):
                round_.dealer.append(round_.draw())
            round_.setup.prizes = [round_.drawn[side.box, side.player] for side in presses(round_)]
            result = conclude(round_)
        except OutOfCards:
            continue
        record["cards"] = " ".join(round_.setup.cards[: round_.dealt])
        result["unused"] = ""
        return record, result


def _jackpot(rng: Random, wrong: type[_Wrong], rulebook: str, game: str) -> str:
    """Now and then a side bet with meters that is won more often than not, where the order of prizes matters."""
    found = jackpots_of(rulebook, game)
    return rng.choice(found) if wrong.meters_often and found and rng.random() < 0.4 else ""


def _only(record: Record, bets: frozenset[str]) -> None:
    """The record without side bets that such a round is not about, and without what a jackpot system picked."""
    record.pop("draws", None)
    record["wagers"] = [wager for wager in record["wagers"] if wager["bet"] in bets | {"main"}]
    record["side_bets"] = {bet: table for bet, table in record.get("side_bets", {}).items() if bet in bets}


def _waiting(round_: Round) -> bool:
    """Whether a hand is still to be compared with the dealer's, or a bonus or side bet looks at the dealer's cards."""
    if round_.game.pontoon and any(super_hand(box.hands[0]) for box in round_.boxes.values()):  # 10.6
        return True
    hands = [hand for box in round_.boxes.values() for hand in box.hands if hand.end not in ("bust", "paid")]
    looks = {"crown-suits", "blackjack-jackpots", "buster-blackjack"}
    sides = any(side.returned is None and side.bet in looks for side in round_.setup.sides)
    return sides or any(stake.returned is None for hand in hands for stake in hand.stakes)


# -- mistakes that change the play


class _Wrong(Round):
    """A round that is played otherwise than the documents have it when all goes well."""

    side_bets = frozenset(ALL_BETS)
    meters_often = False

    def __init__(self, record: Record, rng: Random) -> None:
        super().__init__(start(record).setup)
        self.record, self.rng = record, rng
        self.drawn: dict[tuple[int, str], int] = {}  # prizes of Pandemonium's button, by box and player

    def press(self) -> None:
        """Whoever has won by now presses the button, in their order."""
        for side in presses(self):
            if (side.box, side.player) not in self.drawn:
                prize = self.rng.choice(PANDEMONIUM[self.record["side_bets"]["pontoon-pandemonium"]])
                self.drawn[side.box, side.player] = 100 * prize
                self.record.setdefault("draws", []).append(str(prize))

    def say(self, do: str, **more: Any) -> None:
        self.record["actions"].append({"do": do, **more})

    def decision(self, point: Point, bold: float, last: str) -> tuple[Record | None, bool]:
        """What somebody says, and whether the record must have it."""
        action = _decide(self.rng, self, point, bold, last)
        if action is not None and action["do"] == "surrender":  # the first box may have no two cards to give up
            action.setdefault("box", next(one.box for one in point.choices if one.do == "surrender"))
        return action, True


def _play(rng: Random, record: Record, round_: _Wrong) -> None:
    steps, bold, last = round_.play(), rng.random(), "insure"
    try:
        point = next(steps)
        round_.press()
        while True:
            action, said = round_.decision(point, bold, last)
            if action is not None and said:
                record["actions"].append(action)
            last = action["do"] if action is not None else last
            point = steps.send(action)
    except StopIteration:
        round_.press()


class _Refused(_Wrong):
    """Sydney 16.2 to 16.4: a card comes out early, and players do not take it."""

    def __init__(self, record: Record, rng: Random) -> None:
        super().__init__(record, rng)
        self.refusing: set[str] = set()
        self.out: int | None = None  # the card that is out early, by its place in the shoe

    def decision(self, point: Point, bold: float, last: str) -> tuple[Record | None, bool]:
        by_name = {choice.do: choice for choice in point.choices}
        if not point.required or "stand" not in by_name:
            return super().decision(point, bold, last)
        stand = by_name["stand"]
        if stand.player in self.refusing:
            return {"do": "stand"}, False  # 16.3: no further card, without being asked
        if self.out is None and self.rng.random() < 0.5:
            self.out = self.dealt
            self.say("draw-in-error", clause=clause_of(self.record, "16.2"), cards=self.dealt)
        if self.out == self.dealt and self.rng.random() < 0.6:
            self.refusing.add(stand.player)
            self.say("refuse-card")
            return {"do": "stand"}, False
        return super().decision(point, bold, last)


class _Withdrawn(_Wrong):
    """9.5: before the initial deal is reconstructed, and before any interim settlement, somebody takes a wager back."""

    side_bets = frozenset({"buster-blackjack", "pot-of-gold", "magnificent-sevens"})

    def _deal(self) -> None:
        super()._deal()
        boxes = [box for box in self.boxes.values() if not box.hands[0].end]  # nothing has been settled yet
        if not boxes or any(self._decided(side) for side in self.setup.sides):
            raise OutOfCards("another round")
        box = self.rng.choice(boxes)
        player = self.rng.choice(list(box.mains))
        self.say("withdraw", box=box.number, player=player, clause="9.5", cards=self.dealt)
        _take_back(self, box, player)

    def _decided(self, side: SideBet) -> bool:
        sevens = side.bet == "magnificent-sevens"
        return sevens and any(card[0] != "7" for card in self.boxes[side.box].first_two)


def _take_back(round_: Round, box: Box, player: str) -> None:
    for stake in box.hands[0].stakes:
        if stake.player == player:
            stake.settle(stake.staked, "void")
    if player in box.insurance:
        box.insurance[player].settle(box.insurance[player].staked, "void")
    del box.mains[player]
    _sides_back(round_, box.number, player if box.mains else None)
    placed = {one: amount for one, amount in round_.setup.mains[box.number].items() if one in box.mains}
    if placed:
        box.control = box.control if box.control in placed else _control(round_.setup, box.number, placed)
    else:
        box.hands[0].end = "void"


def _sides_back(round_: Round, box: int, player: str | None = None) -> None:
    """Side bets on a box, or those of one player there, go back."""
    for side in round_.setup.sides:
        if side.box == box and player in (None, side.player) and side.returned is None:
            side.returned, side.outcome = side.staked, "void"


class _Breach(_Wrong):
    """Canberra 16.2(a): somebody's wagers are declared void on a hand's turn, and are as if they had never been."""

    declared = False

    def _over(self, box: Box, hand: Hand) -> bool:
        if not super()._over(box, hand) and not self.declared and self.rng.random() < 0.3:
            self.declared = True
            player = self.rng.choice([one for played in self.boxes.values() for one in played.mains])
            clause = "16.2(a)" if self.record["rulebook"] == "canberra-2006" else "16.3(a)"
            self.say("void-wagers", player=player, clause=clause, cards=self.dealt)
            for one in self.boxes.values():
                self._void(one, player)
        return bool(hand.end)

    def _void(self, box: Box, player: str) -> None:
        """What they have on a box, settled or not; a hand on which nobody else has a wager is not played on."""
        insurance = [stake for one, stake in box.insurance.items() if one == player]
        lying = [stake for hand in box.hands for stake in hand.stakes if stake.player == player]
        for stake in (*insurance, *lying):
            stake.returned, stake.outcome = stake.staked, "void"
        for side in self.setup.sides:
            if (side.box, side.player) == (box.number, player):
                side.returned, side.outcome = side.staked, "void"
        for hand in box.hands:
            if not hand.end and all(stake.outcome == "void" for stake in hand.stakes):
                hand.end = "void"
        box.mains.pop(player, None)
        placed = {one: amount for one, amount in self.setup.mains[box.number].items() if one in box.mains}
        if placed and box.control == player:
            box.control = _control(self.setup, box.number, placed)


class _PassedOver(_Wrong):
    """9.7, 9.8, 9.8.1: boxes or the dealer were passed over, and that was found in the subsequent deal."""

    kind = ""

    def _deal(self) -> None:
        boxes = list(self.boxes.values())
        chosen = set(self.rng.sample([box.number for box in boxes], self.rng.randint(1, len(boxes))))
        first = self.rng.random() < 0.5  # which of the two cards a box with one card did not get
        missed = {number: self._missed(number in chosen, first) for number in self.boxes}
        for box in boxes:
            box.hands.append(Hand([], from_split=False))
            box.hands[0].stakes = [Stake(player, "main", amount, amount) for player, amount in box.mains.items()]
            self._place(box, missed[box.number][0])
        if self.kind == "no-dealer-card":
            self.say("skip", box=None, cards=self.dealt)
        else:
            self.dealer.append(self.draw())
        for box in boxes:
            self._place(box, missed[box.number][1])
            self._laid(box)
        if self.dealer:  # what lies there is decided; a box with one card has its own time
            settle_meters(self, [box.number for box in boxes if len(box.first_two) == 2])
        self.press()

    def _missed(self, chosen: bool, first: bool) -> tuple[bool, bool]:
        if self.kind == "no-cards":
            return chosen, chosen
        return (chosen and first, chosen and not first) if self.kind == "one-card" else (False, False)

    def _place(self, box: Box, missed: bool) -> None:
        if missed:
            self.say("skip", box=box.number, cards=self.dealt)
        else:
            box.hands[0].cards.append(self.draw())

    def _laid(self, box: Box) -> None:
        hand = box.hands[0]
        if not hand.cards:
            hand.end = "void"
            for stake in hand.stakes:
                stake.settle(stake.staked, "void")
            _sides_back(self, box.number)
        box.first_two = list(hand.cards)
        if natural(hand.cards):
            hand.end = "natural"

    def _open_offers(self) -> list[Choice]:
        if not self.dealer:
            return []
        offers = super()._open_offers()
        whole = {box.number for box in self.boxes.values() if len(box.hands[0].cards) == 2}
        played = {box.number for box in self.boxes.values() if box.hands[0].cards}
        return [one for one in offers if one.box in (whole if one.do == "surrender" else played)]

    def _play_hand(self, box: Box, place: int) -> Steps:
        hand = box.hands[place]
        if len(hand.cards) == 1 and not hand.from_split:
            for player in list(box.mains):
                if self.rng.random() < 0.4:
                    self.say("withdraw", box=box.number, player=player)
                    _take_back(self, box, player)
            if hand.end:
                return
            self._second(hand.cards[0])
            hand.cards.append(self.draw())
            box.first_two = list(hand.cards)
            settle_meters(self, [box.number])
            if natural(hand.cards):
                hand.end = "natural"
                self.press()
                return
        yield from super()._play_hand(box, place)

    def _second(self, first: str) -> None:
        """Now and then the card that waits in the shoe wins a meter with the one that lies there."""
        fits = {"As": ["Js", "As"], "Ac": ["Ac"], "Ah": ["Kh"], "Js": ["As"], "Kh": ["Ah"]}.get(first, [])
        later = [n for n in range(self.dealt, len(self.setup.cards)) if self.setup.cards[n] in fits]
        if later and self.rng.random() < 0.6:
            cards, n = self.setup.cards, self.rng.choice(later)
            cards[self.dealt], cards[n] = cards[n], cards[self.dealt]

    def _choices(self, box: Box, place: int, doubling: bool, splitting: bool) -> list[Choice]:
        if self.dealer:
            return super()._choices(box, place, doubling, splitting)
        self.dealer = ["2c"]  # no card against which anybody could surrender
        try:
            return super()._choices(box, place, doubling, splitting)
        finally:
            self.dealer = []


class _NoCards(_PassedOver):
    kind = "no-cards"


class _OneCard(_PassedOver):
    kind = "one-card"
    meters_often = True


class _NoDealerCard(_PassedOver):
    kind = "no-dealer-card"
    after: int | None = None  # the box after which the dealer takes the card

    def decision(self, point: Point, bold: float, last: str) -> tuple[Record | None, bool]:
        if point.required and not self.dealer and self.after is None and self.rng.random() < 0.4:
            box = point.choices[0].box
            if self.rng.random() < 0.5:  # 9.7.2
                self.say("dealer-card")
                self.dealer.append(self.draw())
            else:  # 9.7.1
                self.say("dealer-card", finish_first=True)
                self.after = box
            call = _call(self.rng, point)
            if call.do == "surrender":  # the list was made before the dealer had a card
                return {"do": "hit"}, True
        return super().decision(point, bold, last)

    def _play_hand(self, box: Box, place: int) -> Steps:
        if not self.dealer and self.after not in (None, box.number):
            self.dealer.append(self.draw())
        yield from super()._play_hand(box, place)


_WRONG: dict[str, type[_Wrong]] = {
    "refused": _Refused,
    "withdrawn": _Withdrawn,
    "breach": _Breach,
    "no-cards": _NoCards,
    "one-card": _OneCard,
    "no-dealer-card": _NoDealerCard,
}
