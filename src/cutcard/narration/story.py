"""The story of a round, line by line: who did what, and how every wager was settled."""

from __future__ import annotations

from collections.abc import Container
from typing import NamedTuple

from cutcard.cards import Card, joined
from cutcard.clauses import ledger
from cutcard.engine import Event, Hand, State, Wager
from cutcard.engine import events as ev
from cutcard.errors import listed
from cutcard.narration.formatting import face, faces, meter_name, money, name, total, verb, worth
from cutcard.narration.payments import Payment, payment


class Entry(NamedTuple):
    """A line of the story. If money moved, it has an `amount`, and `payment` explains it."""

    who: str
    text: str
    mine: bool
    amount: int | None = None
    clause: str = ""
    more: str = ""  # what the clause says
    payment: Payment | None = None


def payments_in_order(state: State, event: ev.Settling) -> list[ev.Line | Wager]:
    """What a settlement pays, in order: side bets that have won and play on before main wagers (Melbourne 23.4.2)."""
    extras = event.extras if isinstance(event, ev.Settled) else ()
    beside = [wager for wager in extras if wager.bet in state.rules.side_bets]
    first = next((i for i, line in enumerate(event.lines) if _is_main(state, line)), len(event.lines))
    others = [wager for wager in extras if wager not in beside]
    return [*event.lines[:first], *beside, *event.lines[first:], *others]


def _is_main(state: State, line: ev.Line) -> bool:
    return state.wagers[line.wager].bet not in state.rules.side_bets


class Story:
    """The lines of one round so far for a viewer; with the cards too, if nothing else shows them."""

    def __init__(self, viewer: str | None = None, explain: bool = False, cards: bool = False) -> None:
        self.viewer = viewer
        self.explain = explain
        self.cards = cards
        self.entries: list[Entry] = []
        self._called = False  # a card was called for and has not been dealt yet

    def tell(self, before: State, after: State, events: tuple[Event, ...], covered: Container[int] = ()) -> None:
        """Add lines for these events; totals of boxes whose cards are hidden from the viewer are left out."""
        for event in events:
            acted = self._acted(before, event, covered)
            if acted is not None:
                self.entries.append(acted)
            if self.cards:
                self._dealt(before, after, event, covered)
            if isinstance(event, ev.Settling):
                self._settled(before, after, event)

    def say(self, text: str, clause: str = "") -> None:
        """Add a line from the dealer; a line with a clause matters to the player."""
        self.entries.append(Entry("Dealer", text, bool(clause), None, clause))

    def _settled(self, before: State, state: State, event: ev.Settling) -> None:
        """Add settled wagers. For one settled earlier, in a round that is now void, only the difference counts."""
        for paid in payments_in_order(state, event):
            if isinstance(paid, Wager):
                self.entries.append(self._payment(state, paid))
                continue
            entry = self._payment(state, state.wagers[paid.wager])
            if paid.wager < len(before.wagers) and not before.wagers[paid.wager].open:
                entry = entry._replace(amount=paid.returned - (before.wagers[paid.wager].returned or 0))
            self.entries.append(entry)

    def _payment(self, state: State, wager: Wager) -> Entry:
        mine = wager.player == self.viewer
        paid = payment(state, wager)
        what = f"{paid.wager}: {paid.reason}"
        if wager.also:
            what += f"; also {wager.also}"
        who = f"Box {wager.box}" if mine else f"{name(wager.player)}"
        more = ""
        explained = any(entry.clause == wager.clause and entry.more for entry in self.entries)
        if self.explain and mine and not explained and wager.clause in ledger(state.rules.book):
            more = ledger(state.rules.book)[wager.clause].says
        return Entry(who, what, mine, paid.net, wager.clause, more, paid)

    def _acted(self, before: State, event: Event, covered: Container[int]) -> Entry | None:
        """A line for what somebody did."""
        match event:
            case ev.Stood(box, hand):
                on = "" if box in covered else f"on {_total(before, box, hand)}"
                return self._line(_owner(before, box), box, on, "stand")
            case ev.Doubled(box, _, player, amount, token):
                return self._line(player, box, f"{_free(token)}for {money(amount)}", "double")
            case ev.HandSplit(box, _, player, amount, token):
                return self._line(player, box, f"{_free(token)}for {money(amount)}", "split")
            case ev.Surrendered(box, player):
                return self._line(player, box, "", "surrender")
            case ev.Insured(box, player, amount, _):
                return self._line(player, box, f"for {money(amount)}", "insure")
            case ev.EvenMoneyTaken(box, player, _):
                return self._line(player, box, "even money", "take")
            case ev.Rescued(box, _, player, _):
                return self._line(player, box, "the double", "rescue")
            case ev.HoleCardPeeked():
                return Entry("Dealer", f"looks at the card face down: no {before.rules.natural.name}", False)
            case ev.PrizeDrawn(prizes, _, _):
                wager = before.wagers[prizes[0][0]]
                drawn = f"the button: {money(prizes[0][1])} for each dollar"
                return self._line(wager.player, wager.box, drawn, "press")
            case ev.MetersRead(meters):
                readings = listed([f"{meter_name(meter)} at {money(value)}" for meter, value in meters.items()])
                return Entry("Jackpot", f"won with {readings}", True)
            case ev.WagersVoided(player, clause, _, bet) if bet:
                mine = player in ("", self.viewer)
                return Entry("Dealer", f"wagers on {before.rules.side_bets[bet].title} go back", mine, None, clause)
            case ev.WagersVoided(player, clause, _):
                whose = "your" if player == self.viewer else f"{name(player)}'s"
                return Entry("Dealer", f"{whose} wagers are declared void", player == self.viewer, None, clause)
            case ev.WagersInvalidated(player, clause, _, _, bet, _, before_cards):
                return self._invalid(before, player, clause, bet, before_cards)
            case ev.LimitKept(player, _, clause):
                whose = "your" if player == self.viewer else f"{name(player)}'s"
                text = f"what lies beyond {whose} loss limit goes back"
                return Entry("Dealer", text, player == self.viewer, None, clause)
            case ev.ControlPassed(box, player, clause):
                who = "you decide" if player == self.viewer else f"{name(player)} decides"
                return Entry("Dealer", f"{who} for box {box} now", player == self.viewer, None, clause)
            case ev.RoundVoided(clause):
                return Entry("Dealer", "the round is declared void", True, None, clause)
        return self._went_wrong(event)

    def _invalid(self, before: State, player: str, clause: str, bet: str, before_cards: bool) -> Entry:
        """A line for wagers that were found to be invalid."""
        whose = "your" if player == self.viewer else f"{name(player)}'s"
        side = before.rules.side_bets.get(bet)
        which = "wagers" if side is None else f"wagers on {side.title}"
        then = "they go back" if before_cards else "they go back and win nothing"
        text = f"{whose} {which} are invalid: {then}"
        return Entry("Dealer", text, player == self.viewer, None, clause)

    def _went_wrong(self, event: Event) -> Entry | None:
        """A line for what went wrong with the deal, and what was done about it."""
        match event:
            case ev.CardDiscarded(card, clause):
                return Entry("Dealer", f"burns {_seen(card)}", True, None, clause)
            case ev.CardDrawnInError(card, clause):
                return Entry("Dealer", f"has drawn {_seen(card)} too early: it is the next card", True, None, clause)
            case ev.CardSetAside(clause):
                return Entry("Dealer", "lays a card under the shoe for the next round", True, None, clause)
            case ev.CardRefused(box, _, player):
                return self._line(player, box, "the card that was dealt in error", "refuse")
            case ev.PlaceSkipped(None, clause):
                return Entry("Dealer", "took no first card", True, None, clause)
            case ev.PlaceSkipped(box, clause):
                return Entry("Dealer", f"passed over box {box}", True, None, clause)
            case ev.BoxNotDealt(box, clause, _):
                return Entry("Dealer", f"dealt no card to box {box}: its wagers are void", True, None, clause)
            case ev.WagerWithdrawn(box, player, clause, _):
                return self._line(player, box, f"back what lies on box {box}", "take")._replace(clause=clause)
            case ev.DealerCardCalled(box, player, now):
                when = "first" if now else "after this hand"
                return self._line(player, box, f"the dealer to take the missing card {when}", "ask")
        return None

    def _dealt(self, before: State, after: State, event: Event, covered: Container[int]) -> None:
        """The initial deal once it is complete, and after that each card with the new total."""
        match event:
            case ev.CardCalled():
                self._called = True  # the line is added with the card, which may take a while
            case ev.Joined(player, amount, token):
                rest = f"{_free(token)}for {money(amount)}"
                self.entries.append(self._line(player, before.box.number, rest, "join"))
            case ev.CardDealt() | ev.HoleCardDealt() | ev.PlaceSkipped() | ev.BoxNotDealt() if (
                before.phase == "initial"
            ):
                if after.phase != "initial":
                    self.entries += [self._hand(after, hand, covered) for hand in after.hands if hand.cards]
                    has = faces(joined(after.dealer)) or "no card yet"
                    down = " and a card face down" if after.hole else ""
                    self.entries.append(Entry("Dealer", f"has {has}{down}", False))
            case ev.HoleCardTurned(card):
                self.entries.append(Entry("Dealer", f"turns {face(card)}: {_dealer_has(after)}", False))
            case ev.CardDealt(card, None):
                self.entries.append(Entry("Dealer", f"draws {face(card)}: {_dealer_has(after)}", False))
            case ev.CardDealt(card, int(box), number):
                self.entries.append(self._drawn(after, f"{face(card)}: ", box, number))

    def _drawn(self, after: State, card: str, box: int, number: int) -> Entry:
        """A line for a card dealt to a hand, and whether it was called for."""
        control, hands = _owner(after, box), _hands(after, box)
        which = f"hand {number}: " if len(hands) > 1 else ""
        hand = hands[number - 1]
        card += str(hand.total) if hand.ended else total(hand)
        if not self._called:
            return self._line(control, box, card, "get", which)
        self._called = False
        return self._line(control, box, f"and {verb('get', control == self.viewer)} {card}", "hit", which)

    def _hand(self, state: State, hand: Hand, covered: Container[int]) -> Entry:
        """A line for a hand's first two cards, or for cards dealt face down."""
        box = state.boxes[hand.box]
        has = state.rules.natural.name if hand.ended == "natural" else total(hand)
        cards = "cards face down" if box.number in covered else f"{faces(joined(hand.cards))}, {has}"
        mine = box.control == self.viewer
        return Entry(f"Box {box.number}", cards if mine else f"{name(box.control)}: {cards}", mine)

    def _line(self, player: str, box: int, rest: str, plain: str, which: str = "") -> Entry:
        mine = player == self.viewer
        who = f"Box {box}" if mine else name(player)
        text = f"{which}{'you ' if mine else ''}{verb(plain, mine)} {rest}".rstrip()
        return Entry(who, text, mine)


def _dealer_has(state: State) -> str:
    """The dealer's total after a card."""
    if state.dealer_natural and state.rules.dealer.hole_card != "none":
        return state.rules.natural.name
    return worth(state.dealer_total, state.dealer_total != state.dealer_hard and state.needs == "card")


def _seen(card: Card | None) -> str:
    return "a card that was not seen" if card is None else face(card)


def _free(token: bool) -> str:
    return "with a free bet token " if token else ""


def _owner(state: State, number: int) -> str:
    return next(box.control for box in state.boxes if box.number == number)


def _hands(state: State, number: int) -> list[Hand]:
    return [hand for hand in state.hands if state.boxes[hand.box].number == number]


def _total(state: State, number: int, hand_number: int) -> str:
    return str(_hands(state, number)[hand_number - 1].total)
