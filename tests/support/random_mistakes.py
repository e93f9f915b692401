"""A table at which rounds are played at random and mistakes are reported at random, the same from the same seed."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Sequence
from copy import copy
from itertools import product
from random import Random
from typing import Any

from cutcard.cards import Card
from cutcard.cards import shoe as pack
from cutcard.engine import OFFER_NEEDS, Refusal
from cutcard.engine import commands as say
from cutcard.engine.choices import choices
from cutcard.engine.events import RoundOpened
from cutcard.records import settle
from cutcard.records.entries import Replayed, entries, replayed
from cutcard.records.results import results
from cutcard.rulebooks import load, procedures_of, rules
from cutcard.rulebooks.irregularities import IrregularityKind, Ruling
from cutcard.rulebooks.offers import offered, tables
from cutcard.table import (
    Call,
    CloseOffers,
    Command,
    CompleteShoe,
    CreditBetManager,
    DealCards,
    DealFaceDown,
    IrregularityRuled,
    Person,
    PlaceWager,
    PressBetButton,
    PressForPlayer,
    ReportIrregularity,
    RoundCorrected,
    RoundEvent,
    RuleByDiscretion,
    ShoeRevealed,
    ShowHand,
    Shuffled,
    TableState,
    codec,
    evolve,
    record_of,
    secrecy,
    view,
)
from cutcard.table.discards import in_rack
from cutcard.table.irregularities import KINDS, lines_now
from cutcard.table.remade_rounds import remembered
from cutcard.table.rulings import RULINGS
from cutcard.table.shuffle import discards_due
from support.records import doubted
from support.tables import NOTICES, SALT, Table

STEPS = 40
DECKS = 6
SIDE_BET, METER = 500, 5_000_000
SHUFFLER = "shuffling-device"
OFTEN = ((), ("As", "Js"), ("As", "Ah"), ("7d", "7h"), ("7s", "8s", "6s"), ("Kd", "Ad"))  # by which side bets win
PLAYERS = ("ann", "bob", "cem")
VIEWERS = (None, Person("ann", "player"), Person("eve", "player"))
CARD = re.compile(r"(?<!blazing[- ])\b([2-9TJQKA][cdhs])\b")  # the 7s in a side bet's name are no card
FREE_TEXT = "a mistake"
TURNED = ("natural", "bust", "won")  # a hand that ended so lies open


class Mistakes:
    """A table at which somebody plays on at random, and reports mistakes at random in between."""

    def __init__(self, seed: int, book: str, source: str, made: Callable[..., Table] = Table) -> None:
        self.random = Random(seed)
        terms: dict[str, Any] = {"source": source, "by_itself": self.random.random() < 0.5}
        if self.random.random() < 0.3:
            terms["device"] = SHUFFLER
        game = self.random.choice(["blackjack", *load(book).games])
        terms |= {"game": game, "decks": DECKS if DECKS in rules(book, game).cards.decks else 4}
        if self.random.random() < 0.7:
            terms |= side_bets(book, game, terms["decks"], self.random)
        self.floor = made(book, **terms)
        self.often = self.random.choice(OFTEN) if terms.get("side_bets") else ()
        self.laid_beside: Counter[str] = Counter()  # wagers on each side bet
        if self.state.config.procedures.style.face_down != "never" and self.random.random() < 0.5:
            self.floor.do(DealFaceDown(NOTICES))
        for box, name in enumerate(PLAYERS, start=1):
            self.floor.seat(name, box)
        self.ruled: list[tuple[str, str]] = []
        self.told: dict[Person | None, set[str]] = {viewer: set() for viewer in VIEWERS}  # cards in what they read
        self.open: dict[Person | None, set[str]] = {viewer: set() for viewer in VIEWERS}  # cards that they could see
        self.read, self.before = 0, TableState()  # how far they have read, and the table as it was then

    def fork(self, seed: int) -> Mistakes:
        """The same table once more, which goes on by itself."""
        other = copy(self)
        other.random = Random(seed)
        other.floor = copy(self.floor)
        other.floor.events, other.floor.accounts = list(self.floor.events), Counter(self.floor.accounts)
        other.ruled, other.laid_beside = list(self.ruled), Counter(self.laid_beside)
        other.told = {viewer: set(cards) for viewer, cards in self.told.items()}
        other.open = {viewer: set(cards) for viewer, cards in self.open.items()}
        return other

    @property
    def state(self) -> TableState:
        return self.floor.state

    # ------------------------------------------------------------------------------------------------------- playing on

    def round(self, looking: bool = True) -> None:
        self.bring_cards()
        self.mistake()
        self.play_out()
        self.bet(self.random.sample(PLAYERS, self.random.randint(1, 3)))
        for _ in range(STEPS):
            if not self.state.playing:
                break
            if self.random.random() < 0.35:
                self.mistake()
            else:
                self.play_on()
            if looking:
                self.look_at_cards()
        self.play_out()
        self.mistake()  # by which a settled round may be laid anew, and go on
        self.play_out()

    def bet(self, some: Sequence[str]) -> None:
        """These players have a wager, and betting closes."""
        self.bring_cards()
        after_round = self.state.config.procedures.shoe.device_gets_discards == "after-round"
        if self.state.shuffles_itself and self.state.shoe.discards and after_round:
            self.floor.return_discards()
        if self.state.betting == "closed":
            self.floor.wagers()
        laid = {bet.player for bet in self.state.bets}
        self.floor.wagers_placed(*(f"{name} {PLAYERS.index(name) + 1} 20" for name in some if name not in laid))
        self.bet_beside(some)
        self.floor.close()

    def bet_beside(self, some: Sequence[str]) -> None:
        """These players lay side bets, on their own box or on another's as far as the document lets them."""
        config = self.state.config
        for name, bet in product(some, config.side_bets):
            if self.random.random() < 0.4:
                continue
            box = PLAYERS.index(name if self.random.random() < 0.8 else self.random.choice(some)) + 1
            amount = min(config.rules.side_bets[bet].amounts, default=SIDE_BET)
            named, by = (name, self.floor.dealer) if self.floor.real else (None, Person(name, "player"))
            laying: Command = PlaceWager(box, amount, bet, player=named)
            if config.on_device(bet):
                self.floor.say(CreditBetManager(amount, player=named), by, None)
                laying = PressBetButton(box, amount, bet, named)
            before = self.state
            if isinstance(self.floor.say(laying, by, None), Refusal):
                assert self.state == before
            else:
                self.laid_beside[bet] += 1

    def play_out(self) -> None:
        """From here on nothing goes wrong any more, and the round ends."""
        for _ in range(10 * STEPS):
            if not self.state.playing:
                return
            self.play_on()
        assert not self.state.playing

    def bring_cards(self) -> None:
        if self.state.shoe.stage not in ("loaded", "ready") or self.state.shoe.due:
            self.floor.ready(" ".join(self.often * 3))

    def play_on(self) -> None:
        round_ = self.state.round
        if not self.state.playing or round_ is None:
            return
        if self.state.shoe.stage == "uncut":
            self.floor.cut_within_round()
        elif discards_due(self.state):
            self.floor.return_discards()
        elif round_.needs == "card":
            self.deal()
        elif round_.needs == "decision":
            self.decide()
        elif round_.needs in OFFER_NEEDS:
            self.floor.do(CloseOffers(), self.floor.dealer)
        elif round_.needs == "press":
            draws = [prize for table in round_.setup.side_bets.values() for _, prize in table.draws]
            self.floor.do(PressForPlayer(self.random.choice(draws)), self.floor.dealer)
        else:
            raise AssertionError(round_.needs)

    def deal(self) -> None:
        if not self.state.shoe.left:
            self.floor.complete_shoe()
        if not self.floor.real:
            self.floor.do(DealCards(), self.floor.dealer)
            return
        assert self.state.round is not None
        held = self.state.round.held
        card = held[0] if held and held[0] is not None else self.unseen()
        self.floor.do(DealCards((card,)), self.floor.dealer)

    def run_out(self) -> None:
        """The shoe has no card left, all others lie in the rack, and the discards are shuffled and wait for the cut."""
        state, shoe = self.state, self.state.shoe
        left = Counter(pack(state.config.decks, state.rules.cards.removed_ranks))
        left.subtract(card for card in (*shoe.on_table, *shoe.burned) if card is not None)
        unknown = sum(card is None for card in shoe.burned)  # which lie in the rack too, and nobody knows them
        gone = sorted(left.elements())[unknown:] if self.floor.real else list(shoe.order[shoe.next :])
        shoe = shoe._replace(left=0, next=len(shoe.order), discards=tuple(gone), behind=None)
        self.look_at_cards()
        self.before = self.floor.state = state._replace(shoe=shoe)
        order = () if self.floor.real else tuple(in_rack(self.floor.state))
        self.floor.do(CompleteShoe(order, SALT if order else ""), self.floor.dealer)

    def decide(self) -> None:
        assert self.state.round is not None
        control, coin = self.state.round.box.control, self.random.random() < 0.5
        acts = {"hit": say.Hit, "stand": say.Stand, "double": say.Double, "split": say.Split}
        acts |= {"refuse-card": say.RefuseCard, "dealer-card": say.DealDealerCard}
        allowed = [
            one for one in choices(self.state.round) if one.allowed and one.player == control and one.act in acts
        ]
        by = self.floor.dealer if self.floor.real else Person(control, "player")
        first = self.state.config.procedures.style.shown_before_third
        if self.state.face_down and self.state.round.box.number not in self.state.shown and (first or coin):
            self.floor.say(ShowHand(self.state.round.box.number, control if self.floor.real else None), by, None)
        said = [acts[self.random.choice(allowed).act]()] if allowed else []
        for command in (*said, say.Stand(), say.Hit()):
            if not isinstance(self.floor.say(Call(command, control if self.floor.real else None), by, None), Refusal):
                return
        raise AssertionError("nobody can decide")

    def unseen(self) -> Card:
        """A card that nobody has seen: not on the table, in the rack, nor waiting to be dealt."""
        state = self.state
        waiting = state.round.held if state.playing and state.round is not None else state.shoe.held
        left = Counter(pack(state.config.decks, state.rules.cards.removed_ranks))
        left.subtract(card for card in (*state.shoe.on_table, *state.shoe.rack, *waiting) if card is not None)
        unseen = sorted(card for card, count in left.items() if count > 0)
        often = [card for card in unseen if card.text in self.often]
        return self.random.choice(often if often and self.random.random() < 0.7 else unseen)

    # --------------------------------------------------------------------------------------------------------- mistakes

    def mistake(self) -> None:
        """Report something, as the document has it or as it does not; a refusal changes nothing."""
        state, pick = self.state, self.random
        given = lines_now(state)
        if given and pick.random() < 0.8:
            line = pick.choice(given)
            self.report(line.kind, line.then, pick.random() < 0.3)
        else:
            self.report(pick.choice(KINDS), pick.choice(list[Ruling](RULINGS)), pick.random() < 0.3)

    def report(self, kind: IrregularityKind, ruling: Ruling, discretion: bool) -> None:
        """Report one mistake so, and say of it whatever one might say."""
        state, pick = self.state, self.random
        fields: dict[str, Any] = {
            "card": self.unseen() if self.floor.real and pick.random() < 0.6 else None,
            "cards": self.laid() if self.floor.real and pick.random() < 0.5 else (),
            "box": pick.choice((None, 1, 2, 3)),
            "entry": self.a_call(),
            "round": pick.choice((0, 0, 0, max(state.number - 1, 0))),
            "complete": pick.random() < 0.7,
        }
        report: Any = RuleByDiscretion if discretion else ReportIrregularity
        if not discretion:
            fields["told"] = NOTICES[:2]
        result = self.floor.say(report(kind, ruling, FREE_TEXT, **fields), None, None)
        if isinstance(result, Refusal):
            assert result.message
            assert self.state == state
        else:
            self.ruled.append((kind, ruling))
            assert isinstance(result.events[1], IrregularityRuled) or "NoticeGiven" in type(result.events[1]).__name__

    def laid(self) -> tuple[Card, ...]:
        """The cards of the round, as if two of them had changed places."""
        cards = list(self.state.shoe.on_table)
        if len(cards) > 1:
            one, other = self.random.sample(range(len(cards)), 2)
            cards[one], cards[other] = cards[other], cards[one]
        return tuple(cards[: self.random.choice((len(cards), len(cards), max(len(cards) - 1, 0)))])

    def a_call(self) -> int | None:
        if not self.state.played or self.random.random() < 0.4:
            return None
        return self.random.choice([entry.number for entry in entries(self.state.played[-1].events)])

    # ------------------------------------------------------------------------------------------------- what must hold

    def look(self) -> None:
        """Chips and cards are accounted for, nobody sees a card that is still in the shoe."""
        state, accounts = self.state, self.floor.accounts
        assert sum(accounts.values()) == 0
        assert accounts["aud:table:T1:float"] == state.tray >= 0
        for name, player in state.players.items():
            assert accounts[f"aud:table:T1:player:{name}"] == player.chips >= 0
            assert accounts[f"aud:table:T1:device:{name}"] == (player.device or 0) >= 0
        lying = sum(bet.amount for bet in state.bets)
        if state.round is not None:
            first = state.config.collected_first  # Sydney 14.23: in the float already
            lying += sum(wager.staked for wager in state.round.wagers if wager.open and not first(wager.bet))
        assert state.wagered == lying
        shoe = state.shoe
        if shoe.stage == "ready":
            assert shoe.left + len(shoe.on_table) + len(shoe.discards) + len(shoe.burned) == state.config.cards
        self.look_at_cards()

    def look_at_cards(self) -> None:
        """Nobody reads of a card, or sees one, that is still in the shoe or has only ever lain face down for them."""
        for event in self.floor.events[self.read :]:
            after = evolve(self.before, event)
            if isinstance(event, Shuffled) and not after.playing:  # all but what waits outside the shoe is hidden again
                waiting = {card.text for card in after.shoe.held if card is not None}
                self.told = {viewer: set() for viewer in VIEWERS}
                self.open = {viewer: self.open[viewer] & waiting for viewer in VIEWERS}
            for viewer in VIEWERS:
                if isinstance(event, ShoeRevealed):  # the order of a shoe that is no longer dealt from
                    continue
                self.told[viewer] |= cards_in(secrecy.event_shown(self.before, event, after, viewer))
                self.open[viewer] |= lying_open(after, viewer) | reported(self.before, event)
            self.before = after
        self.read = len(self.floor.events)
        for viewer in VIEWERS:
            seen = self.told[viewer] | cards_in(repr(view.table(self.state, viewer)))
            assert seen <= self.open[viewer], (viewer, seen - self.open[viewer])

    def replay(self, since: Mistakes | None = None) -> None:
        """The events alone, all of them or those since the table was as it is there, make the same table."""
        again, seen = (since.state, len(since.floor.events)) if since is not None else (TableState(), 0)
        for event in self.floor.events[seen:]:
            again = evolve(again, codec.loads(codec.dumps(event)))
        assert again == self.state
        for one in self.state.played:  # a round that was corrected plays again from its entries to the same end
            first = one.events[0]
            assert isinstance(first, RoundOpened)
            numbered = [(entry.number, entry.command) for entry in entries(one.events)]
            again_played = replayed(first, numbered)
            assert isinstance(again_played, Replayed)
            assert again_played.events == one.events
            record = record_of([RoundEvent(one.number, event) for event in one.events])
            if self.floor.real and self.dealt_again(record):
                continue
            if again_played.state.phase == "over":  # and its record settles as the table did
                settled, ended = settle(record), results(again_played.state)
                assert {key: settled.get(key) for key in ended} == ended
                assert not doubted(settled)

    def dealt_again(self, record: dict[str, Any]) -> bool:
        """Whether a device that got the burned cards back within the round gave one more often than its decks have it:
        possible, and nothing that a record can say."""
        often = max(Counter(record["cards"].split()).values(), default=0)
        return self.state.config.device == SHUFFLER and often > self.state.config.decks


def side_bets(book: str, game_name: str, decks: int, random: Random) -> dict[str, Any]:
    """Side bets that a table opens with, and the meters of those that are paid from one."""
    game = rules(book, game_name)
    chosen: dict[str, str | bool] = {}
    for bet, side in offered(game).items():
        versions = [name for name, at in tables(game, side) if at == decks]
        if versions and random.random() < 0.6 and not set(side.not_with) & chosen.keys():
            chosen[bet] = random.choice(versions) or True
    paid = {row.meter for bet in chosen for table in game.side_bets[bet].tables for row in table.rows if row.meter}
    terms: dict[str, Any] = {"side_bets": chosen, "meters": dict.fromkeys(sorted(paid), METER)}
    items = procedures_of(book).equipment.side_bets
    if any(SHUFFLER in items.get(bet, {}) for bet in chosen):
        terms["device"] = SHUFFLER
    return terms


def cards_in(what: Any) -> set[str]:
    """The cards that are named in something that is sent to somebody."""
    return set(CARD.findall(json.dumps(what)))


def lying_open(state: TableState, viewer: Person | None) -> set[str]:
    """The cards out of the shoe that somebody may look at: where two lie face down, not those of another player."""
    shoe = state.shoe
    out = Counter(card.text for card in (*shoe.on_table, *shoe.discards, *shoe.burned) if card is not None)
    round_ = state.round
    if state.face_down and round_ is not None and round_.phase != "over":
        for hand in round_.hands:
            box = round_.boxes[hand.box]
            turned = box.number in state.shown or len(hand.cards) > 2 or hand.split or hand.ended in TURNED
            if not turned and (viewer is None or viewer.id != box.control) and round_.phase != "dealer":
                out.subtract(card.text for card in hand.cards)
    return {text for text, count in out.items() if count > 0}


def reported(before: TableState, event: Any) -> set[str]:
    """A card that staff name to everybody was seen, and so were those of a round that is over and now corrected."""
    if isinstance(event, IrregularityRuled) and event.card is not None:
        return {event.card.text}
    if isinstance(event, RoundCorrected) and not (before.playing and event.round == before.number):
        one = remembered(before, event.round)
        return cards_in(repr(one.events)) if one is not None else set()
    return set()
