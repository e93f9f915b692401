"""Random people at a random table: most of the time somebody does what comes next, sometimes anybody says anything."""

from __future__ import annotations

from random import Random
from typing import Any

from cutcard.cards import Card
from cutcard.cards import shoe as pack
from cutcard.engine import CARD_NEEDS
from cutcard.engine import commands as say
from cutcard.engine.state import PersonalLimit
from cutcard.errors import CutcardError
from cutcard.rulebooks import load, rules
from cutcard.rulebooks.offers import pay_table
from cutcard.table import (
    AllowSeveralBoxes,
    AnnounceLastRounds,
    Arrive,
    AttemptRectification,
    BarPlayer,
    BringCards,
    BurnCard,
    Call,
    CallLastBets,
    CashChips,
    CashOutBetManager,
    ChangeColour,
    ChangeLimits,
    ChangeSideBet,
    CheckCards,
    CloseOffers,
    CloseTable,
    CloseWrongPayment,
    ComeBack,
    Command,
    CompleteShoe,
    CountCards,
    CountFloat,
    CreditBetManager,
    CreditFloat,
    Cut,
    CutForAll,
    DealCards,
    DealFaceDown,
    DealFaceUp,
    DeclarePrizeMalfunction,
    DeclineCut,
    DeclineOffer,
    DetainPlayer,
    EndDetention,
    EndJackpotFailure,
    EndPersonalLimit,
    EndPrizeMalfunction,
    EnquireIntoPayment,
    ExchangeVoucher,
    ExcludePlayer,
    FillFloat,
    ForfeitWinnings,
    FreeBoxes,
    GiveClosingNotice,
    GiveUpBox,
    GrantPersonalLimit,
    InvalidateWager,
    Leave,
    LiftRestriction,
    LimitPlayers,
    LimitPlayersABox,
    LimitSideBet,
    NoMoreBets,
    OpenBetting,
    OpenTable,
    OrderShuffle,
    PermitResplits,
    Person,
    PlaceCuttingCard,
    PlaceWager,
    PlayForAbsent,
    PlayWithoutJackpot,
    PostMinimum,
    PostSideBetChange,
    PressBetButton,
    PressForPlayer,
    RaiseMinimumKeepingRights,
    RecordWrongPayment,
    RectifyPayment,
    RefuseWager,
    ReleaseWinnings,
    ReplaceCard,
    ReplaceCards,
    ReplaceDamagedCards,
    ReplaceDevice,
    ReportDeviceFailure,
    ReportJackpotFailure,
    ReportLimitPassed,
    ReportUnenteredWagers,
    RequireMainWager,
    ReserveBoxes,
    RestrictForShoe,
    RestrictFromNowOn,
    RestrictToOneBox,
    ReturnDevice,
    ReturnDiscards,
    RuleOnDispute,
    SellChips,
    ShowCuttingCard,
    ShowHand,
    Shuffle,
    Sign,
    Sit,
    StepAway,
    TableState,
    TakeBackWager,
    TakeIdleSeat,
    TakeWagersBack,
    Tick,
    VoidDisruptedRound,
    VoidPress,
    VoidRoundForFraud,
    VoidShoe,
    VoidUnplayableRound,
    VoidWagers,
    WithholdWinnings,
)
from cutcard.table.closing import count_due
from cutcard.table.cut import cut_range
from cutcard.table.shuffle import discards_due, hand_shuffle_due
from support.tables import NOTICES, SALT

NAMES = ("ann", "bob", "cem", "dot", "eve")
AMOUNTS = (500, 1000, 1500, 2000, 5000, 50_000, 60_000)


class RandomPlayers:
    """Says what is said next at a table."""

    names: tuple[str, ...] = NAMES

    def __init__(self, random: Random, book: str, game: str, offered: str = "") -> None:
        """At random, unless `offered` names a side bet that the table has, whatever else it has."""
        self.random = random
        self.book = book
        self.rules = rules(book, game)
        self.ladder = load(book).roles
        self.offered = offered
        decks = self.rules.side_bets[offered].decks if offered else self.rules.cards.decks
        self.decks = random.choice(decks)
        self.real = random.random() < 0.3

    def next(self, state: TableState) -> tuple[Command, Person]:
        if state.phase != "open":
            return self.open(), Person("mia", self.ladder[-1])
        if self.random.random() < 0.15:
            return self.anything(state), self.boss() if self.random.random() < 0.4 else self.anybody()
        return self.sensible(state)

    def anybody(self) -> Person:
        if self.random.random() < 0.5:
            return Person(self.random.choice(self.names), "player")
        return Person("sam", self.random.choice([*self.ladder, "inspector", "cleaner"]))

    def boss(self) -> Person:
        return Person("mia", self.ladder[-1])

    def player(self, name: str) -> Person:
        return Person("mia", self.ladder[-1]) if self.real else Person(name, "player")

    # ------------------------------------------------------------------------------------------------------- opening

    def open(self) -> OpenTable:
        pick = self.random.choice
        bets = self.side_bets()
        sign = Sign(
            1000, 50_000, pick((0, 0, 500)), False, "box", None, dict.fromkeys(bets, PersonalLimit(100, 20_000))
        )
        return OpenTable(
            "T1",
            self.book,
            self.rules.game,
            self.decks,
            sign,
            boxes=pick(range(self.rules.cards.boxes_min, self.rules.cards.boxes_max + 1)),
            side_bets=bets,
            chip=pick((50, 100, 250)),
            meters=self.meters(bets),
            source="real" if self.real else "virtual",
            device="shuffling-device" if "blazing-7s" in bets or self.random.random() < 0.2 else "shoe",
            by_itself=self.random.random() < 0.7,
            chips=50_000_000,
            layout_approved=True,
        )

    def side_bets(self) -> dict[str, str | bool]:
        chosen: dict[str, str | bool] = {}
        for bet, side in sorted(self.rules.side_bets.items(), key=lambda item: item[0] != self.offered):
            chance = 1.0 if bet == self.offered else 0.4
            if self.random.random() < chance and not set(side.not_with) & set(chosen):
                names: list[str | bool] = [True, *(table.name for table in side.tables)]
                for name in names:
                    try:
                        pay_table(self.rules, self.decks, bet, name)
                    except CutcardError:
                        continue
                    chosen[bet] = name
                    break
        return chosen

    def meters(self, bets: dict[str, str | bool]) -> dict[str, int]:
        tables = [pay_table(self.rules, self.decks, bet, choice) for bet, choice in bets.items()]
        return {row.meter: 1_000_000 for table in tables for row in table.rows if row.meter}

    # ------------------------------------------------------------------------------------------------------ what next

    def sensible(self, state: TableState) -> tuple[Command, Person]:
        boss = self.boss()
        stage = state.shoe.stage
        if len(state.present) < 3 and state.free_boxes(self.names[0]) and self.random.random() < 0.6:
            return self.sit(state)
        poor = [name for name, player in state.present.items() if player.chips < 100_000]
        if poor and self.random.random() < 0.5:
            return SellChips(self.random.choice(poor), 100_000), boss
        if state.playing:
            return self.in_round(state)
        if state.failure is not None:
            seen_to: list[Command] = [ReplaceDevice("shoe"), ReplaceDevice("shuffling-device"), ReturnDevice()]
            return self.random.choice(seen_to), boss
        if state.last_rounds == 0:
            return CountCards(True) if count_due(state) else CloseTable(), boss
        if stage == "no-cards":
            return BringCards(), boss
        if stage == "unchecked":
            return CheckCards(), boss
        if stage == "unshuffled" or state.shoe.due:
            order, salt = self.order(pack(state.config.decks, state.rules.cards.removed_ranks))
            return Shuffle(order, salt, hand_shuffle_due(state)), boss
        if stage in ("uncut", "cut", "loaded") and not (stage == "loaded" and self.random.random() < 0.5):
            return self.cut(state)
        return self.betting(state)

    def sit(self, state: TableState) -> tuple[Command, Person]:
        name = self.random.choice(self.names)
        box = self.random.choice(state.free_boxes(name) or [1])
        return Sit(box, name if self.real else None), self.player(name)

    def order(self, cards: list[Card]) -> tuple[tuple[Card, ...], str]:
        if self.real:
            return (), ""
        cards = list(cards)
        self.random.shuffle(cards)
        return tuple(cards), SALT

    def cut(self, state: TableState) -> tuple[Command, Person]:
        shoe, deck = state.shoe, state.config.deck
        if shoe.stage == "cut":
            behind = self.random.choice((3, state.config.cards // 2 - self.random.randint(-deck, deck)))
            return PlaceCuttingCard(behind), self.boss()
        if shoe.stage == "loaded":
            return BurnCard(), self.boss()
        at = self.random.randint(deck - 5, deck * 2) if not state.playing else cut_range(state, shoe.left)[2]
        if shoe.offered is None:
            return CutForAll(at), self.boss()
        named = shoe.offered if self.real else None
        if self.random.random() < 0.5:
            return DeclineCut(named), self.player(shoe.offered)
        return Cut(at, named), self.player(shoe.offered)

    def betting(self, state: TableState) -> tuple[Command, Person]:
        shoe = state.shoe
        after_round = state.config.procedures.shoe.device_gets_discards == "after-round"
        if state.shuffles_itself and after_round and shoe.discards and self.random.random() < 0.7:
            return self.return_discards(state), self.boss()
        if state.halted and self.random.random() < 0.5:
            return PlayWithoutJackpot(min(state.halted)), self.boss()
        if state.suspended and self.random.random() < 0.1:
            return EndJackpotFailure(min(state.suspended)), self.boss()
        if state.betting == "closed":
            return OpenBetting(), self.boss()
        if any(state.laid(bet="main")) and self.random.random() < 0.3:
            return NoMoreBets(), self.boss()
        if not state.present:
            return self.sit(state)
        name = self.random.choice(list(state.present))
        bet = self.random.choice(["main", "main", "main", *state.config.side_bets])
        amount = self.random.choice(AMOUNTS) if bet == "main" else self.random.choice((100, 250, 500, 1000))
        box, named = self.random.randint(1, state.config.boxes), name if self.real else None
        if state.config.on_device(bet):
            return self.with_device(state, name, box)
        return PlaceWager(box, amount, bet, player=named), self.player(name)

    def with_device(self, state: TableState, name: str, box: int) -> tuple[Command, Person]:
        """Somebody presses the bet button, or sees to a balance first."""
        named, own = name if self.real else None, list(state.laid(player=name, bet="main"))
        if (state.players[name].device or 0) < 1000:
            tender: Any = self.random.choice(("chips", "chips", "cash", "voucher"))
            by = self.player(name) if tender == "chips" else self.boss()
            credit = CreditBetManager(self.random.choice((500, 1000, 5025)), tender, f"V{state.now}", name)
            return credit, by
        if self.random.random() < 0.1:
            return CashOutBetManager(self.random.choice((0, 500)), named), self.player(name)
        box = self.random.choice(own).box if own and self.random.random() < 0.8 else box
        return PressBetButton(box, self.random.choice((0, 100, 500)), player=named), self.player(name)

    def return_discards(self, state: TableState) -> ReturnDiscards:
        shoe = state.shoe
        burned = [card for card in shoe.burned if card is not None]
        return ReturnDiscards(*self.order([*shoe.order[shoe.next :], *shoe.discards, *burned]))

    # -------------------------------------------------------------------------------------------------------- a round

    def in_round(self, state: TableState) -> tuple[Command, Person]:
        round_ = state.round
        assert round_ is not None
        if self.random.random() < 0.05:
            return self.random.choice(self.measures(state, self.random.choice(round_.wagers).player)), self.boss()
        if (to_be_done := self.about_device(state)) is not None and self.random.random() < 0.8:
            return to_be_done
        if round_.needs in CARD_NEEDS:
            return self.card(state, round_.needs), self.boss()
        if round_.needs == "press":
            prizes = [prize for table in state.config.side_bets.values() for _, prize in table.draws]
            return PressForPlayer(self.random.choice(prizes)), self.boss()
        if round_.needs in ("offers", "join", "rescue") and self.random.random() < 0.4:
            return CloseOffers(), self.boss()
        if self.random.random() < 0.05:
            return PlayForAbsent(), self.boss()
        played = [box for box in round_.boxes if box.players]
        box = self.random.choice(played) if round_.needs == "offers" else round_.box
        name = self.random.choice(box.players) if round_.needs != "decision" else box.control
        return Call(self.decision(round_, box.number, name), name if self.real else None), self.player(name)

    def about_device(self, state: TableState) -> tuple[Command, Person] | None:
        """What is next after a device has failed within the round, or for the discards that it takes."""
        shoe, failure = state.shoe, state.failure
        if state.shuffles_itself and failure is None and self.random.random() < 0.05:
            return self.failure(), self.boss()
        if state.asked_back:
            name = self.random.choice(state.asked_back)
            answer: Any = self.random.choice([TakeWagersBack, DeclineOffer])
            return answer(name if self.real else None), self.player(name)
        if failure is not None and failure.damaged:
            return ReplaceDamagedCards(NOTICES), self.boss()
        if shoe.stage == "unshuffled":
            return Shuffle(*self.order(list(shoe.order[shoe.next :]))), self.boss()
        if shoe.stage == "uncut":
            return self.cut(state)
        return (self.return_discards(state), self.boss()) if discards_due(state) else None

    def failure(self) -> ReportDeviceFailure:
        pick = self.random.choice
        harm: Any = pick(("none", "none", "disadvantage", "unfinishable"))
        return ReportDeviceFailure("it jams", harm, pick((True, False)), pick((True, False)), pick((0, 0, 2)))

    def decision(self, round_: Any, box: int, name: str) -> Any:
        if round_.needs == "offers":
            return self.random.choice([say.Insure(box, name, 500), say.EvenMoney(box, name), say.Surrender(box)])
        if round_.needs == "join":
            return say.Join(name)
        if round_.needs == "rescue":
            return say.Rescue(name)
        acts = [say.Hit(), say.Stand(), say.Double(), say.Split(), say.Surrender(), say.Double(amount=500)]
        return self.random.choice(acts)

    def card(self, state: TableState, needs: str = "card") -> Command:
        shoe = state.shoe
        if self.real and needs in ("hole-card", "peek") and (shoe.left or needs == "peek"):
            return DealCards()
        if not shoe.left and needs != "turn":
            rack = [*shoe.discards, *(card for card in shoe.burned if card is not None)]
            return CompleteShoe(*self.order(rack), at=self.random.choice((0, 0, 0, cut_range(state, len(rack))[2])))
        if not self.real:
            return DealCards()
        if shoe.behind is not None and shoe.left <= shoe.behind and self.random.random() < 0.3:
            return ShowCuttingCard()
        return DealCards((self.random.choice(pack(1, state.rules.cards.removed_ranks)),))

    # ------------------------------------------------------------------------------------------------------- anything

    def anything(self, state: TableState) -> Command:
        """Any command at all, with arguments that may or may not make sense."""
        pick = self.random.choice
        name, box, amount = pick(self.names), self.random.randint(0, state.config.boxes + 1), pick(AMOUNTS)
        named = name if self.real else None
        now = state.now
        command: Any = pick(
            [
                Arrive(named),
                Sit(box, named),
                GiveUpBox(box, named),
                StepAway(named),
                ComeBack(named),
                Leave(named),
                CashChips(name, amount),
                BarPlayer("eve", "a device"),
                LimitPlayers(self.random.randint(0, 6)),
                RequireMainWager(pick(((), NOTICES))),
                PermitResplits(pick((True, False)), pick((True, False))),
                GiveClosingNotice(now + pick((0, 1_200_000))),
                CreditFloat({500: 3}),
                AnnounceLastRounds(),
                CloseTable(),
                AllowSeveralBoxes(name),
                ReserveBoxes((box, box + 1), name),
                FreeBoxes((box,)),
                TakeIdleSeat(name),
                LimitPlayersABox(self.random.randint(0, 5)),
                ChangeLimits(state.sign._replace(minimum=pick((1000, 2000))), pick((True, False))),
                PostMinimum(2000, now + pick((0, 1_200_000, 3_000_000)), pick((True, False))),
                RaiseMinimumKeepingRights(pick((1000, 1500, 2000))),
                GrantPersonalLimit(name, 1000, pick((20_000, 60_000)), pick((True, False))),
                EndPersonalLimit(name),
                RestrictForShoe(name, pick(((), NOTICES))),
                RestrictFromNowOn(name, pick(((), NOTICES))),
                RestrictToOneBox(name, pick(((), NOTICES))),
                LiftRestriction(name),
                OrderShuffle("cards in a pattern", pick((True, False))),
                LimitSideBet(pick((*state.config.side_bets, "blackpot")), self.random.randint(0, 6)),
                RecordWrongPayment(
                    "wager",
                    pick((0, 500, 20_000)),
                    amount,
                    "seen",
                    name,
                    state.number,
                    books=pick(("paid", "due", "counted")),
                ),
                EnquireIntoPayment(1, pick((True, False)), "asked"),
                AttemptRectification(1, pick(("identify", "reimburse", "request-return")), True, "a call", name),
                RectifyPayment(pick((1, 2)), name, pick((500, 20_000))),
                CloseWrongPayment(1, "done"),
                ReplaceCards(told=pick(((), NOTICES))),
                ReplaceCard(pick(pack(1)), pick(((), NOTICES))),
                DealFaceDown(pick(((), NOTICES))),
                DealFaceUp(),
                ShowHand(box, named),
                OpenBetting(),
                CallLastBets(),
                NoMoreBets(),
                PlaceWager(box, amount, player=named),
                PlaceWager(box, amount, tokens=500, player=named),
                TakeBackWager(box, player=named),
                RefuseWager(box, name, "main", "it is not payable"),
                Call(say.Hit(), named),
                Call(say.Stand(box), named),
                Call(say.Double(), named),
                Call(say.Split(box), named),
                DealCards(),
                CloseOffers(),
                PlayForAbsent(),
                SellChips(name, amount),
                ExchangeVoucher(name, "V1", amount),
                CreditBetManager(amount, pick(("chips", "cash", "voucher", "tokens")), "V1", name),
                CashOutBetManager(pick((0, 500)), name),
                PressBetButton(box, player=named),
                FillFloat({500: 10}),
                CountFloat({500: 10, 100: 50}),
                ChangeColour(name, {500: 2}, {1000: 1}),
                Tick(),
                RuleOnDispute(name, "a payment", "it stands"),
                self.failure(),
                ReplaceDevice(pick(("shoe", "shuffling-device"))),
                ReturnDevice(),
                TakeWagersBack(named),
                ReplaceDamagedCards(NOTICES),
                CountCards(True),
                DeclarePrizeMalfunction("it is stuck", pick((0, 10_000))),
                EndPrizeMalfunction(),
                VoidPress(1000),
                *self.jackpot_failures(),
                *self.measures(state, name),
            ]
        )
        said: Command = command
        return said

    def jackpot_failures(self) -> list[Command]:
        bet = self.offered or self.random.choice(("blackjack-jackpots", "supernova", "blazing-7s"))
        part = "jackpot-recorder" if bet == "blazing-7s" else "jackpot-meter"
        more: list[Command] = [EndJackpotFailure(bet), PlayWithoutJackpot(bet), ReportUnenteredWagers(bet)]
        return [ReportJackpotFailure(bet, part, "it is dark"), *more, *more]

    def meters_of(self, bet: str) -> dict[str, int]:
        tables = self.rules.side_bets[bet].tables
        return {row.meter: 1_000_000 for table in tables for row in table.rows if row.meter}

    def measures(self, state: TableState, name: str) -> list[Command]:
        """What those in authority may do; not all of it is theirs in every book."""
        pick, number = self.random.choice, self.random.randint(0, 2)
        money: tuple[bool, tuple[str, ...]] = pick(((True, ()), (True, ()), (True, (name,)), (False, ())))
        return [
            VoidDisruptedRound("a fire", *money),
            VoidRoundForFraud("marked cards", *money),
            VoidUnplayableRound("the lights are out", *money),
            VoidShoe("a foreign card", pick(((), NOTICES))),
            *([VoidWagers(name, "a device")] * 3),
            InvalidateWager(name, pick(("card-of-another", "for-another")), "seen", pick((None, 1, 2))),
            ReportLimitPassed(name, pick((0, 500, 1500)), "mia", "counted"),
            ExcludePlayer("eve", "a device"),
            DetainPlayer(name, "a device"),
            EndDetention(name, "the police"),
            WithholdWinnings(name, state.number - number, "a device"),
            ReleaseWinnings(number),
            ForfeitWinnings(number),
            PostSideBetChange(
                pick(("blackjack-jackpots", "supernova", "magnificent-sevens")),
                pick(("join", "leave", "move", "close", "version")),
                state.now + pick((0, 1_200_000)),
                pick(("", "1", "2")),
            ),
            *(ChangeSideBet(notice.bet, self.meters_of(notice.bet)) for notice in state.side_bet_notices),
        ]
