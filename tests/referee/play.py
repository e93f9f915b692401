"""One round, dealt and played: a generator that stops at each decision and is told what was done."""

from __future__ import annotations

from collections.abc import Generator
from typing import Any

from .cards import VALUE, count, low, natural, tenner
from .check import Setup
from .choices import Choice, Point
from .money import Refused, round_up
from .table import MOMENTS, Box, Hand, Stake, lay_out

Steps = Generator[Point, Any, None]


class OutOfCards(Refused):
    """The record's cards end before the round does."""


class Round:
    def __init__(self, setup: Setup) -> None:
        self.setup, self.game, self.options = setup, setup.game, setup.options
        self.boxes = lay_out(setup)
        self.dealer: list[str] = []
        self.hole: str | None = None  # the dealer's second card, as long as it lies face down
        self.dealt = 0

    def draw(self) -> str:
        if self.dealt == len(self.setup.cards):
            raise OutOfCards("the cards end before the round does")
        self.dealt += 1
        return self.setup.cards[self.dealt - 1]

    def play(self) -> Steps:
        """From the first card to the last card of the last box; the dealer's hand comes afterwards."""
        self._deal()
        yield from self._offers()
        if self.game.hole == "peeked" and natural([self.dealer[0], str(self.hole)]):
            return  # under a ten or an ace the dealer has looked, and nobody plays
        for box in self.boxes.values():
            place = 0
            while place < len(box.hands):  # a split puts a hand right behind the one that is played
                if not box.hands[place].end:
                    yield from self._play_hand(box, place)
                place += 1

    def _deal(self) -> None:
        for box in self.boxes.values():
            box.hands.append(Hand([self.draw()], from_split=False))
        self.dealer.append(self.draw())
        for box in self.boxes.values():
            hand = box.hands[0]
            hand.cards.append(self.draw())
            box.first_two = list(hand.cards)
            hand.stakes = [Stake(player, "main", amount, amount) for player, amount in box.mains.items()]
            if natural(hand.cards):
                hand.end = "natural"
        if self.game.hole:
            self.hole = self.draw()

    # -- before play: insurance, even money, surrender at Vegas

    def _offers(self) -> Steps:
        while True:
            choices = self._open_offers()
            if not choices:
                return
            point = Point(False, choices)
            action = yield point
            if action is None:
                return
            choice, amount = point.take(action)
            box = self.boxes[choice.box]
            if choice.do == "insure":
                mine = box.insurance.setdefault(choice.player, Stake(choice.player, "insurance", 0, 0))
                mine.staked, mine.value = mine.staked + amount, mine.value + amount
            elif choice.do == "even-money":
                self._even_money(box, choice.player)
            else:
                box.hands[0].end = "surrender"

    def _open_offers(self) -> list[Choice]:
        up = self.dealer[0]
        ace, ten = up[0] == "A", tenner(up)
        insurable = ace or (ten and self.options.get("ten-insurance", False))
        choices: list[Choice] = []
        for box in self.boxes.values():
            if insurable:
                choices += self._insurance(box)
            hand = box.hands[0]
            if ace and self.game.even_money and hand.end == "natural":
                choices += self._even_moneys(box)
            against = up[0] in self.game.against if self.game.against else ace or ten
            if against and self.game.surrender == "before" and not hand.end:
                choices.append(Choice("surrender", box.number, 1, box.control))
        return choices

    def _insurance(self, box: Box) -> list[Choice]:
        is_natural = box.hands[0].end == "natural"
        if is_natural and self.game.natural_first:  # 10.5.1(b)(i), 22.4.1(a)
            return []
        choices = []
        multiple = (self.setup.chip or 0) if self.game.city == "canberra" else 0
        for player, amount in box.mains.items():
            paid_even = box.hands[0].base(player) is None
            if paid_even and self.game.city != "melbourne":
                continue
            room = amount // 2 - (box.insurance[player].staked if player in box.insurance else 0)
            if room and 2 * room >= multiple:
                calls = player == box.control
                again = player in box.insurance
                choices.append(Choice("insure", box.number, 1, player, 1, room, multiple, calls, again))
        return choices

    def _even_moneys(self, box: Box) -> list[Choice]:
        return [
            Choice("even-money", box.number, 1, stake.player, calls=stake.player == box.control)
            for stake in box.hands[0].stakes
            if stake.returned is None and not (self.game.city == "canberra" and stake.player in box.insurance)
        ]

    def _even_money(self, box: Box, player: str) -> None:
        stake = box.hands[0].base(player)
        assert stake is not None
        stake.settle(stake.staked + round_up(stake.staked, 1, unit(self)), "win")
        if self.game.city == "sydney" and player in box.insurance:  # 9.1.2
            box.insurance[player].settle(box.insurance[player].staked, "void")

    # -- one hand's turn

    def _play_hand(self, box: Box, place: int) -> Steps:
        hand = box.hands[place]
        if len(hand.cards) == 1:
            self._card(box, hand)
        forcing = False
        while not self._over(box, hand):
            doubling, splitting = self._may_double(hand), self._may_split(box, hand)
            forcing = self._forced(hand, forcing, doubling or splitting)
            if forcing:
                self._card(box, hand)
                continue
            point = Point(True, self._choices(box, place, doubling, splitting), hand)
            choice, amount = point.take((yield point))
            if splitting and choice.do != "split" and self.game.declining_bars:
                box.no_split = True
            if choice.do == "hit":
                self._card(box, hand)
            elif choice.do == "double":
                yield from self._double(box, place, amount)
            elif choice.do == "split":
                yield from self._split(box, place)
            else:
                hand.end = choice.do

    def _card(self, box: Box, hand: Hand) -> None:
        card = self.draw()
        hand.cards.append(card)
        if box.third is None:
            box.third = card

    def _over(self, box: Box, hand: Hand) -> bool:
        """Whether the rules end the hand; if so, how."""
        if hand.end:
            return True
        total = hand.total()
        if total > 21:
            hand.end, hand.over = "bust", next(MOMENTS)
        elif (self.game.pays_21 and total == 21) or len(hand.cards) == self.game.win_cards:
            hand.end = "paid"
        elif total == 21 or hand.doubled or (self._one_card_ace(hand) and not self._may_split(box, hand)):
            hand.end = "stand"
        return bool(hand.end)

    def _one_card_ace(self, hand: Hand) -> bool:
        return hand.split_aces and not self.game.aces_draw

    def _may_double(self, hand: Hand) -> bool:
        size, kind = len(hand.cards), self.game.double
        if (hand.split_aces and not self.game.aces_double) or not kind:
            return False
        if hand.from_split and self.game.split_totals and not self._counts(hand, self.game.split_totals):
            return False
        if kind == "9-11":
            return size == 2 and self._counts(hand, (9, 10, 11))
        return kind == "any" or size == 2 or (kind == "two-or-three" and size == 3)

    def _counts(self, hand: Hand, totals: tuple[int, ...]) -> bool:
        """Whether a hand has one of these totals with an ace as one, where a soft hand counts so at all."""
        soft = any(card[0] == "A" for card in hand.cards) and low(hand.cards) <= 11
        return low(hand.cards) in totals and (not soft or self.options.get("soft-double", True))

    def _may_split(self, box: Box, hand: Hand) -> bool:
        if len(hand.cards) != 2 or VALUE[hand.cards[0]] != VALUE[hand.cards[1]] or box.no_split:
            return False
        again = self.options.get("resplit", False)  # Sydney 12.5
        if hand.split_aces and not again and not self.game.aces_again:
            return False
        return len(box.hands) < (3 if again else self.game.hands)

    def _forced(self, hand: Hand, forcing: bool, other_ways: bool) -> bool:
        """Select's automatic cards (27.2.1), and the drawing that 7.5.2 lets a table order."""
        total, soft = count(hand.cards)
        if total >= (17 if soft else 12):
            return False
        if self.game.automatic or forcing:
            return True
        return bool(self.options.get("forced-draw")) and total < 12 and not other_ways

    def _choices(self, box: Box, place: int, doubling: bool, splitting: bool) -> list[Choice]:
        hand, caller, number = box.hands[place], box.control, box.number
        total = hand.total()
        choices = []
        if not self._one_card_ace(hand):
            choices.append(Choice("hit", number, place + 1, caller))
        if total >= 12 or not self.game.must_draw:
            choices.append(Choice("stand", number, place + 1, caller))
        if doubling:
            choices.append(self._funded("double", box, place, caller, free=self.game.tokens))
        if splitting:
            choices.append(self._funded("split", box, place, caller, free=self._free_split(hand)))
        if (
            self.game.surrender == "turn"
            and len(hand.cards) == 2
            and not hand.from_split
            and self.dealer[0][0] in (self.game.against or "JQKA")  # 10.5.4(a)
        ):
            choices.append(Choice("surrender", number, place + 1, caller))
        return choices

    def _funded(self, do: str, box: Box, place: int, player: str, free: bool, name: str = "") -> Choice:
        """A double or a split, or joining one; a token is worth the whole wager, and so is an amount beside it."""
        calls = player == box.control
        whole = box.mains[player]
        least = whole if free or do == "split" or self.game.double_whole else 1
        return Choice(name or do, box.number, place + 1, player, least, whole, calls=calls)

    def _free_split(self, hand: Hand) -> bool:
        return self.game.tokens and not tenner(hand.cards[0])  # 29.8.1

    # -- doubling and splitting, with those who share the box

    def _double(self, box: Box, place: int, amount: int) -> Steps:
        hand, free = box.hands[place], self.game.tokens
        hand.doubled = True
        self._add(box, hand, "double", box.control, amount, free)
        sharers = [player for player in box.mains if player != box.control and hand.base(player)]
        yield from self._joins("double", box, place, sharers, hand, free)
        self._card(box, hand)
        pontoon_or_sydney = self.game.pontoon or self.game.city == "sydney"
        hand.ace_is_one = pontoon_or_sydney and self.options["doubled-ace"] == "one"
        self._over(box, hand)
        if self.game.pontoon and hand.end == "stand":
            yield from self._rescues(box, place)

    def _split(self, box: Box, place: int) -> Steps:
        hand = box.hands[place]
        free = self._free_split(hand)
        new = Hand([hand.cards.pop()], from_split=True)
        hand.from_split = True
        hand.split_aces = new.split_aces = new.cards[0][0] == "A"
        box.hands.insert(place + 1, new)
        self._add(box, new, "split", box.control, box.mains[box.control], free)
        sharers = [player for player in box.mains if player != box.control]
        yield from self._joins("split", box, place, sharers, new, free)
        self._card(box, hand)

    def _joins(self, do: str, box: Box, place: int, sharers: list[str], hand: Hand, free: bool) -> Steps:
        while sharers:
            point = Point(False, [self._funded(do, box, place, one, free, "join") for one in sharers])
            action = yield point
            if action is None:
                return
            choice, amount = point.take(action)
            sharers.remove(choice.player)
            self._add(box, hand, do, choice.player, amount, free)

    def _add(self, box: Box, hand: Hand, bet: str, player: str, amount: int, free: bool) -> None:
        if free:  # 29.2: a token carries the value of the original wager
            hand.stakes.append(Stake(player, bet, 0, box.mains[player]))
            box.tokens += player == box.control
        else:
            hand.stakes.append(Stake(player, bet, amount, amount))

    def _rescues(self, box: Box, place: int) -> Steps:
        """10.5.2(e): the doubled part comes back, the original is lost."""
        hand = box.hands[place]
        while True:
            players = [s.player for s in hand.stakes if s.bet == "double" and s.returned is None]
            if not players:
                return
            point = Point(
                False,
                [Choice("rescue", box.number, place + 1, one, calls=one == box.control) for one in players],
            )
            action = yield point
            if action is None:
                return
            player = point.take(action)[0].player
            for stake in hand.stakes:
                if stake.player == player:
                    doubled = stake.bet == "double"
                    stake.settle(stake.staked if doubled else 0, "void" if doubled else "lose")


def unit(round_: Round) -> int:
    """The coin to which payments go up. Canberra has half a chip (7.3, and no rounding clause)."""
    chip = round_.setup.chip or 1
    return chip // 2 if round_.game.city == "canberra" and chip % 2 == 0 else chip
