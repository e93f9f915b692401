"""Rounds at a table in which several things go wrong that change no card: the referee settles them as if nothing had.

What is missed with the shoe (burn, cut, shuffle, a shoe that runs out, cards that drop) or with the dealer's own hand
(they stand too soon, or draw while somebody has still to call) is reported at any moment, and what everybody has
afterwards is held against the second reading of the documents.
"""

from __future__ import annotations

import random
from collections import Counter
from typing import Any, Final

from referee.games import GAMES
from referee.play import OutOfCards
from referee.referee import conclude, start
from referee.rounds import _cards, _play

from cutcard.cards import Card
from cutcard.cards import cards as read
from cutcard.cards import shoe as pack
from cutcard.engine import commands as say
from cutcard.engine.events import RoundOpened
from cutcard.engine.state import DEALER
from cutcard.money import cents
from cutcard.records import parse, replay
from cutcard.records.entries import entries
from cutcard.rulebooks import load
from cutcard.table import Call, CloseOffers, DealCards, ReportIrregularity
from support.misdealt import START
from support.tables import Table

NAMES = ("ann", "bob", "cal", "dee")
SHORT = "cards-short"
STOPPED = ReportIrregularity("dealer-stopped-early", "reconstruct", "they stood")
TO_DEALER: Final = "card-to-dealer-early"
AT_ANY_MOMENT = {
    "burn-forgotten": ReportIrregularity("burn-forgotten", "goes-on", "none was burned"),
    "cut-not-made": ReportIrregularity("cut-not-made", "finish-then-shuffle", "nobody cut"),
    "shuffle-missed": ReportIrregularity("shuffle-missed", "finish-then-shuffle", "the cutting card was out"),
    "cards-dropped": ReportIrregularity("cards-dropped", "count-cards", "a sleeve", complete=True),
}


def a_round(rng: random.Random, book: str, game: str, decks: int) -> tuple[dict[str, Any], dict[str, str]]:
    """A record with one player a box, and what the referee says that everybody has won."""
    while True:
        boxes = sorted(rng.sample(range(1, 5), rng.randint(1, 3)))
        wagers = [
            {"box": box, "player": NAMES[box - 1], "bet": "main", "amount": str(10 * rng.randint(1, 30))}
            for box in boxes
        ]
        dealt = " ".join(_cards(rng, GAMES[book, game], decks, len(boxes), {}))
        record = {"rulebook": book, "game": game, "decks": decks, "chip": "0.50", "wagers": wagers}
        record |= {"cards": dealt, "actions": [], "seats": {str(box): NAMES[box - 1] for box in boxes}}
        try:
            round_ = start(record)
            _play(rng, record, round_)
            result = conclude(round_)
        except OutOfCards:
            continue
        record["cards"] = " ".join(round_.setup.cards[: round_.dealt])
        return record, result["net"]


class Shoe:
    """A table at a real shoe that may run out in the round, and what has been reported there."""

    def __init__(self, book: str, game: str, decks: int) -> None:
        self.floor = Table(book, game, source="real", decks=decks, chip=50)
        for box, name in enumerate(NAMES, start=1):
            self.floor.seat(name, box)
        self.floor.ready()
        self.before = self.floor.state
        self.reported: Counter[str] = Counter()
        ruled = {line.kind for line in self.floor.state.config.procedures.irregularities}
        self.kinds = [kind for kind in AT_ANY_MOMENT if kind in ruled]

    def play(self, rng: random.Random, record: dict[str, Any]) -> dict[str, int]:
        """The round as it was recorded, with every mistake that the document speaks of; what everybody has won."""
        floor = self.floor
        floor.state, floor.events = self.before, []
        dealt = read(record["cards"])
        floor.wagers(*(f"{w['player']} {w['box']} {w['amount']}" for w in record["wagers"])).close()
        self._nearly_empty(rng, dealt)
        round_ = parse(record)
        told = entries([RoundOpened(round_.setup), *replay(round_).events])
        steps = [
            one.command for one in told if one.kind in ("card", "call") or isinstance(one.command, say.CloseOffers)
        ]
        moments = {kind: rng.randrange(len(steps)) for kind in self.kinds}
        stopped = drawn = False
        for at, command in enumerate(steps):
            for kind in (kind for kind, moment in moments.items() if moment == at):
                self._report(AT_ANY_MOMENT[kind])
            if not stopped and self._dealer_draws():
                self._report(STOPPED)
                stopped = True
            if not drawn and self._somebody_calls() and self.floor.state.shoe.left and rng.random() < 0.5:
                self._draw_to_dealer(rng, steps[at:])
                drawn = True
            self._do(command)
        assert not floor.state.playing
        return {wager["player"]: floor.chips(wager["player"]) - START for wager in record["wagers"]}

    def _nearly_empty(self, rng: random.Random, dealt: tuple[Card, ...]) -> None:
        """The shoe has so many cards left, those that come first; all others are in the rack.

        A card that was put down as burned and was not is in the shoe too, and comes after them; so is one that no
        hand of the round gets, for a dealer who draws a card that is then burned.
        """
        state, left = self.floor.state, rng.randrange(len(dealt))
        rack = pack(state.config.decks, state.rules.cards.removed_ranks)
        for card in dealt[: left + len(state.shoe.burned)]:
            rack.remove(card)
        self.spare = rack.pop(rng.randrange(len(rack)))
        shoe = state.shoe._replace(left=left, discards=tuple(rack), behind=None)
        self.floor.state = state._replace(shoe=shoe)

    def _dealer_draws(self) -> bool:
        round_ = self.floor.state.round
        return round_ is not None and (round_.needs, round_.turn) == ("card", DEALER) and round_.phase == "dealer"

    def _somebody_calls(self) -> bool:
        round_ = self.floor.state.round
        return round_ is not None and (round_.needs, round_.phase) == ("decision", "play")

    def _draw_to_dealer(self, rng: random.Random, to_come: list[Any]) -> None:
        """The dealer draws for themselves: a card that comes next in any case, or one that the decks can spare."""
        floor, seen = self.floor, rng.random() < 0.6
        cards = [one.card for one in to_come if isinstance(one, say.Deal)]
        (then,) = (
            line.then
            for line in floor.state.config.procedures.irregularities
            if line.kind == TO_DEALER and line.exposed in (None, seen)
        )
        given = [self.spare] if then == "burn" else cards
        if given or not seen:
            card = given[0] if seen else None
            self._report(ReportIrregularity(TO_DEALER, then, "somebody had still to call", card=card))

    def _report(self, report: ReportIrregularity) -> None:
        self.floor.do(report)
        self.reported[report.kind] += 1

    def _do(self, command: Any) -> None:
        floor = self.floor
        if isinstance(command, say.Deal):
            if not floor.state.shoe.left:
                self.reported[SHORT] += 1
                floor.complete_shoe()
            floor.do(DealCards((command.card,)), floor.dealer)
        elif isinstance(command, say.CloseOffers):
            floor.do(CloseOffers(), floor.dealer)
        else:
            assert floor.state.round is not None
            player = getattr(command, "player", None) or floor.state.round.box.control
            floor.do(Call(command, player), floor.dealer)


def differences(book: str, game: str, rounds: int, seed: str = "") -> tuple[list[dict[str, Any]], Shoe]:
    """Records of rounds after which somebody has other money than the referee says, and the table of all of them."""
    rng = random.Random(f"{book} {game}{seed}")
    decks = max(load(book).rules(game).cards.decks)
    shoe, found = Shoe(book, game, decks), []
    for _ in range(rounds):
        record, net = a_round(rng, book, game, decks)
        if shoe.play(rng, record) != {player: cents(amount) for player, amount in net.items()}:
            found.append(record)
    return found, shoe
