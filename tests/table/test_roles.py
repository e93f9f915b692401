"""Each book's ladder is data: each command names the lowest role and its clause, and anyone below is refused by it."""

from __future__ import annotations

from typing import Any

import pytest
from support.clauses import clause, recorded
from support.editions import canberra_by, sydney_by
from support.tables import BOOKS, NOTICES, SIGN, Table

from cutcard.cards import card
from cutcard.clauses import ledger
from cutcard.jackpots import LINKS
from cutcard.players import PLAYERS as PLAYER_STREAMS
from cutcard.promotions import PROMOTIONS
from cutcard.rulebooks import load
from cutcard.rulebooks.procedures import CHOOSE, PLAYERS
from cutcard.table import (
    AddCall,
    AddWager,
    AllowSeveralBoxes,
    AllowSideWager,
    AttemptRectification,
    BarPlayer,
    BringCards,
    CashChips,
    ChangeColour,
    ChangeLimits,
    ChangeSideBet,
    CheckCards,
    CheckForm,
    CloseWrongPayment,
    CommandReceived,
    CorrectAmount,
    CorrectCall,
    CorrectCard,
    CorrectWager,
    CountCards,
    CountFloat,
    CreditBetManager,
    CreditFloat,
    CutForAll,
    DeclarePrizeMalfunction,
    DetainPlayer,
    DetermineJackpot,
    DisputeReviewed,
    DisputeRuled,
    DisqualifyUnwagered,
    EndDetention,
    EndJackpotFailure,
    EndPersonalLimit,
    EnquireIntoPayment,
    EnterJackpotHand,
    ExchangeVoucher,
    ExcludePlayer,
    FillFloat,
    ForfeitWinnings,
    FreeBoxes,
    GiveClosingNotice,
    GrantPersonalLimit,
    InvalidateWager,
    LiftRestriction,
    LimitPlayers,
    LimitPlayersABox,
    LimitSideBet,
    OpenTable,
    OrderShuffle,
    Person,
    PlaceCuttingCard,
    PlayWithoutJackpot,
    PostMinimum,
    PostSideBetChange,
    PressForPlayer,
    RaiseMinimumKeepingRights,
    RecordWrongPayment,
    RectifyPayment,
    Refusal,
    RefuseWager,
    ReleaseWinnings,
    ReplaceCard,
    ReplaceDevice,
    ReportDeviceFailure,
    ReportIrregularity,
    ReportJackpotFailure,
    ReportLimitPassed,
    ReportUnenteredWagers,
    ReportWrongPayment,
    ReserveBoxes,
    RestrictForShoe,
    RestrictFromNowOn,
    RestrictToOneBox,
    ReviewDispute,
    Riffle,
    RuleByDiscretion,
    RuleOnDispute,
    SelectBox,
    SellChips,
    TableState,
    TakeIdleSeat,
    VoidDisruptedRound,
    VoidPlayedRound,
    VoidPress,
    VoidRoundForFraud,
    VoidShoe,
    VoidShortWager,
    VoidUnplayableRound,
    VoidWagers,
    VoidWagersForFraud,
    WithholdWinnings,
    act,
    secrecy,
    signs,
    view,
)
from cutcard.table.registry import NAMES, POWERS
from cutcard.tournaments import TOURNAMENTS

GIVEN: dict[str, Any] = {
    "open-table": OpenTable("T1", "", "blackjack", 6, SIGN, layout_approved=True),
    "give-closing-notice": GiveClosingNotice(10**9),
    "allow-several-boxes": AllowSeveralBoxes("ann"),
    "reserve-boxes": ReserveBoxes((1,), "ann"),
    "free-boxes": FreeBoxes((1,)),
    "take-idle-seat": TakeIdleSeat("ann"),
    "limit-players-a-box": LimitPlayersABox(1),
    "limit-players": LimitPlayers(3),
    "change-limits": ChangeLimits(SIGN),
    "post-minimum": PostMinimum(2000, 10**9),
    "raise-minimum-keeping-rights": RaiseMinimumKeepingRights(2000),
    "grant-personal-limit": GrantPersonalLimit("ann", 1000, 2000),
    "end-personal-limit": EndPersonalLimit("ann"),
    "restrict-for-shoe": RestrictForShoe("ann", NOTICES),
    "restrict-from-now-on": RestrictFromNowOn("ann", NOTICES),
    "restrict-to-one-box": RestrictToOneBox("ann", NOTICES),
    "lift-restriction": LiftRestriction("ann"),
    "limit-side-bet": LimitSideBet("blackpot", 3),
    "allow-side-wager": AllowSideWager("ann", 1, "perfect-pairs"),
    "riffle": Riffle("cut", "ann"),
    "order-shuffle": OrderShuffle("a pattern"),
    "cut-for-all": CutForAll(60),
    "place-cutting-card": PlaceCuttingCard(100),
    "replace-card": ReplaceCard(card("Ks"), NOTICES),
    "refuse-wager": RefuseWager(1, "ann", "main", "why"),
    "select-box": SelectBox("mystery", 1),
    "enter-jackpot-hand": EnterJackpotHand(1, "minor"),
    "determine-jackpot": DetermineJackpot("minor"),
    "press-for-player": PressForPlayer(100),
    "exchange-voucher": ExchangeVoucher("ann", "V", 500),
    "sell-chips": SellChips("ann", 500),
    "cash-chips": CashChips("ann", 500),
    "change-colour": ChangeColour("ann", {500: 1}, {500: 1}),
    "correct-card": CorrectCard(1, card("Ks"), "why"),
    "correct-call": CorrectCall(1, "hit", "why"),
    "add-call": AddCall(1, "hit", "why"),
    "add-wager": AddWager(1, "ann", 1000, "why"),
    "correct-wager": CorrectWager(1, 500, "why"),
    "correct-amount": CorrectAmount(1, 500, "why"),
    "void-played-round": VoidPlayedRound(1, "why"),
    "fill-float": FillFloat({500: 1}),
    "credit-float": CreditFloat({500: 1}),
    "count-float": CountFloat({500: 1}),
    "bar-player": BarPlayer("ann", "why"),
    "rule-on-dispute": RuleOnDispute("ann", "what", "so"),
    "review-dispute": ReviewDispute(0, "so"),
    "report-irregularity": ReportIrregularity("card-faced-in-shoe", "burn", "why"),
    "rule-by-discretion": RuleByDiscretion("cards-came-together", "goes-on", "why"),
    "void-disrupted-round": VoidDisruptedRound("why"),
    "void-round-for-fraud": VoidRoundForFraud("why"),
    "void-unplayable-round": VoidUnplayableRound("why"),
    "void-shoe": VoidShoe("why", NOTICES),
    "record-wrong-payment": RecordWrongPayment("cash-change", 200, 100, "why"),
    "enquire-into-payment": EnquireIntoPayment(1, False, "so"),
    "attempt-rectification": AttemptRectification(1, "contact", False, "so"),
    "rectify-payment": RectifyPayment(1, "ann", 100),
    "report-wrong-payment": ReportWrongPayment(1, "so"),
    "close-wrong-payment": CloseWrongPayment(1, "so"),
    "void-wagers": VoidWagers("ann", "why"),
    "void-wagers-for-fraud": VoidWagersForFraud("ann", "why"),
    "invalidate-wager": InvalidateWager("ann", "for-another", "why"),
    "report-limit-passed": ReportLimitPassed("ann", 500, "mia", "why"),
    "exclude-player": ExcludePlayer("ann", "why"),
    "detain-player": DetainPlayer("ann", "why"),
    "end-detention": EndDetention("ann", "the police"),
    "withhold-winnings": WithholdWinnings("ann", 1, "why"),
    "release-winnings": ReleaseWinnings(0),
    "forfeit-winnings": ForfeitWinnings(0),
    "post-side-bet-change": PostSideBetChange("blackjack-jackpots", "join", 10**9),
    "change-side-bet": ChangeSideBet("blackjack-jackpots"),
    "enter-bet-manager": CreditBetManager(1000, player="ann"),
    "report-jackpot-failure": ReportJackpotFailure("blackjack-jackpots", "jackpot-meter", "dark"),
    "play-without-jackpot": PlayWithoutJackpot("blazing-7s"),
    "end-jackpot-failure": EndJackpotFailure("blackjack-jackpots"),
    "report-unentered-wagers": ReportUnenteredWagers("blackjack-jackpots"),
}
GIVEN |= {
    "count-cards": CountCards(True),
    "report-device-failure": ReportDeviceFailure("it jams"),
    "replace-device": ReplaceDevice("shoe"),
    "declare-prize-malfunction": DeclarePrizeMalfunction("it is stuck"),
    "void-press": VoidPress(1000),
    "check-form": CheckForm("ann"),
    "disqualify-unwagered": DisqualifyUnwagered("ann", "no wager was made"),
    "void-short-wager": VoidShortWager("ann", "it cannot be made up"),
}
KINDS = {name: kind for kind, name in NAMES.items()}
# powers that are no commands
BESIDE = {"act-for-player", "enter-bet-manager", "enter-player", "enter-simultaneous-jackpots", "record-form"}


def made(name: str, book: str) -> Any:
    command = GIVEN[name] if name in GIVEN else KINDS[name]()
    return command._replace(book=book) if name == "open-table" else command


def test_every_command_of_the_staff_is_there() -> None:
    assert (
        set(POWERS)
        - set(KINDS)
        - set(LINKS.specs)
        - set(TOURNAMENTS.specs)
        - set(PLAYER_STREAMS.specs)
        - set(PROMOTIONS.specs)
        == BESIDE
    )


@pytest.mark.parametrize("book", BOOKS)
def test_every_power_cites_a_clause_and_a_role_of_its_document(book: str) -> None:
    procedures = load(book).procedures
    assert procedures is not None
    for name, power in procedures.commands.items():
        assert power.clause in ledger(book), name
        assert power.role in load(book).roles, name
        assert set(power.tells) <= {*load(book).beside, *load(book).roles, PLAYERS}, name
    for path, by in procedures.clauses.items():
        assert by in ledger(book), path


@clause("melbourne-v26", "1.2")
@pytest.mark.parametrize("book", BOOKS)
def test_anyone_below_the_role_of_a_command_is_refused_by_its_clause_and_nobody_from_it_up_is(book: str) -> None:
    procedures, ladder = load(book).procedures, load(book).roles
    assert procedures is not None
    for name, of_any in procedures.commands.items():
        if name in (*BESIDE, "play-for-absent") or name.startswith(CHOOSE):
            continue
        state = TableState() if name == "open-table" else Table(book).state
        command = made(name, book)
        power = of_any.of_bet(getattr(command, "bet", ""))
        for role in ("player", "inspector", "tournament-manager", "cleaner", *ladder):
            result = act(state, command, Person("sam", role), 0)
            below = role not in ladder or ladder.index(role) < ladder.index(power.role)
            barred = isinstance(result, Refusal) and result.message.startswith("only the ")
            assert barred == below, (name, role)
            if isinstance(result, Refusal) and below:
                assert result.clause == power.clause


# By book and role: the commands that the document itself gives to that role, and where.
NAMED: dict[tuple[str, str], dict[str, str]] = {
    ("sydney-v15", "gaming-supervisor"): {
        "reserve-boxes": "5.16",
        "limit-players": "5.18",
        "refuse-wager": "18.16",
        "give-closing-notice": "18.13",
        "close-table": "18.13",
        "rule-on-dispute": "18.17",
        "void-disrupted-round": "18.9.1",
        "void-round-for-fraud": "18.9.2",
    },
    ("sydney-v15", "gaming-manager"): {
        "deal-face-down": "3.6.2",
        "permit-resplits": "12.5",
        "require-main-wager": "14.6",
    },
    ("sydney-earlier", "gaming-supervisor"): {
        "reserve-boxes": "5.13",
        "refuse-wager": "19.11",
        "give-closing-notice": "19.8",
        "close-table": "19.8",
        "rule-on-dispute": "19.12",
        "void-disrupted-round": "19.4.1",
        "void-round-for-fraud": "19.4.2",
    },
    ("sydney-earlier", "gaming-manager"): {"permit-resplits": "12.5", "require-main-wager": "14.4"},
    ("canberra-2006", "casino-operator"): {
        "give-closing-notice": "15.2",
        "close-table": "15.2",
        "void-disrupted-round": "16.1",
        "void-wagers": "16.2(a)",
        "bar-player": "16.2(b)",
        "void-round-for-fraud": "16.3",
        "void-unplayable-round": "16.3",
        "rule-on-dispute": "16.4",
        "replace-device": "19.3(b)",
    },
    ("canberra-2003", "casino-licensee"): {
        "give-closing-notice": "15.2",
        "close-table": "15.2",
        "void-disrupted-round": "16.1",
        "void-wagers": "16.3(a)",
        "bar-player": "16.3(b)",
        "void-round-for-fraud": "16.4",
        "void-unplayable-round": "16.4",
        "rule-on-dispute": "16.6",
        "replace-device": "19.3(b)",
    },
    ("melbourne-v26", "tg-higher-duties-dealer"): {
        "cut-for-all": "4.2.3",
        "replace-cards": "4.4.1",
        "allow-several-boxes": "5.10",
        "void-disrupted-round": "32.4",
    },
    ("melbourne-v26", "tg-area-manager"): {
        "replace-card": "4.4.2",
        "limit-players-a-box": "5.8",
        "change-limits": "6.4",
        "limit-side-bet": "23.3.3",
        "rule-on-dispute": "32.10",
    },
    ("melbourne-v26", "tg-assistant-casino-manager"): {
        "restrict-to-one-box": "5.11",
        "restrict-for-shoe": "5.12",
        "void-wagers": "32.2.1",
        "bar-player": "32.2.2",
        "withhold-winnings": "32.2.3",
        "detain-player": "32.2.4",
        "void-round-for-fraud": "32.3",
        "void-wagers-for-fraud": "32.3",
    },
}


@pytest.mark.parametrize(
    ("book", "role", "name", "by"),
    [
        pytest.param(book, role, name, by, marks=clause(book, by))
        for (book, role), given in NAMED.items()
        for name, by in given.items()
    ],
)
def test_who_is_named_by_the_document_may_and_who_is_one_step_below_may_not(
    book: str, role: str, name: str, by: str
) -> None:
    ladder, state, command = load(book).roles, Table(book).state, made(name, book)
    below = act(state, command, Person("sam", ladder[ladder.index(role) - 1]), 0)
    assert isinstance(below, Refusal)
    assert (below.message.startswith("only the "), below.clause) == (True, by)
    result = act(state, command, Person("sam", role), 0)
    assert not (isinstance(result, Refusal) and result.message.startswith("only the "))


@clause("melbourne-v26", "7.5.2(a)")
@clause("sydney-v15", "9.1.1")
@clause("sydney-earlier", "9.1.1")
@pytest.mark.parametrize(
    ("book", "option", "value", "role", "below", "by"),
    [
        ("melbourne-v26", "forced-draw", True, "tg-area-manager", "tg-higher-duties-dealer", "7.5.2(a)"),
        ("sydney-v15", "blackjack-paid", "final", "assistant-gaming-manager", "gaming-supervisor", "9.1.1"),
        ("sydney-earlier", "blackjack-paid", "final", "assistant-gaming-manager", "gaming-supervisor", "9.1.1"),
    ],
)
def test_some_options_are_for_a_higher_role_to_choose(
    book: str, option: str, value: Any, role: str, below: str, by: str
) -> None:
    for chosen, person, allowed in ((value, role, True), (value, below, False)):
        command = OpenTable("T1", book, "blackjack", 6, SIGN, options={option: chosen})
        result = act(TableState(), command, Person("sam", person), 0)
        assert isinstance(result, Refusal) != allowed
        if isinstance(result, Refusal):
            assert result.clause == by
        elif option == "forced-draw":
            assert any("unasked" in line for line in signs.sign_lines(result.state))


@pytest.mark.parametrize("book", BOOKS)
def test_a_power_that_a_document_gives_to_nobody_is_refused_to_all(book: str) -> None:
    procedures, ladder = load(book).procedures, load(book).roles
    assert procedures is not None
    floor = Table(book)
    for name in set(KINDS) & set(POWERS) - set(procedures.commands):
        for role in ladder:
            refusal = floor.refused(made(name, book), Person("sam", role))
            assert "gives nobody the power" in refusal.message


@pytest.mark.parametrize("book", BOOKS)
def test_everything_is_kept_with_who_said_it_in_what_role_and_when(book: str) -> None:
    floor = Table(book)
    floor.do(BringCards(), Person("dan", "dealer"), at=1234)
    assert floor.last(CommandReceived) == CommandReceived("dan", "dealer", 1234, "bring-cards")
    floor.do(CheckCards(), Person("dan", "dealer"), at=1000)  # a clock that is behind
    assert floor.last(CommandReceived).at == 1234


# --------------------------------------------------------------------------------------------------------- disputes


@clause("sydney-v15", "18.17", "18.18")
@clause("sydney-earlier", "19.12", "19.13")
@sydney_by("18.17", "19.12")
def test_a_supervisor_rules_on_a_dispute_and_somebody_else_reviews_it(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1)
    ruling = RuleOnDispute("ann", "a payment of 15", "it stands")
    assert floor.refused(ruling, "dealer").clause == by
    floor.do(ruling, Person("sue", "gaming-supervisor"))
    further = "complain to an inspector, under section 33 of the Gaming and Liquor Administration Act 2007"
    assert further in floor.last(DisputeRuled).told
    assert floor.refused(ReviewDispute(0, "it is paid"), Person("sue", "gaming-manager")).clause == by
    assert floor.refused(ReviewDispute(1, "it is paid")).clause == by
    floor.do(ReviewDispute(0, "it is paid"), Person("gus", "assistant-gaming-manager"))
    assert floor.last(DisputeReviewed).ruling == "it is paid"
    assert further in floor.last(DisputeReviewed).told
    assert floor.state.disputes[0].reviewed
    again = floor.refused(ReviewDispute(0, "it stands after all"), Person("pia", "gaming-manager"))
    assert (again.code, again.clause) == ("dispute-decided", by)  # what the house decides then is final


@clause("melbourne-v26", "32.10", "32.11")
def test_in_melbourne_an_area_managers_decision_is_final_and_the_inspector_is_pointed_out() -> None:
    floor = Table("melbourne-v26").seat("ann", 1)
    ruling = RuleOnDispute("ann", "a payment of 15", "it stands")
    assert floor.refused(ruling, "tg-higher-duties-dealer").clause == "32.10"
    floor.do(ruling, "tg-area-manager")
    ruled = floor.last(DisputeRuled)
    regulator, inspector = ruled.told.split(", and ")
    assert regulator == f"{load('melbourne-v26').regulator} hears complaints"
    assert inspector == "an inspector of theirs is here and may be consulted"
    state = floor.state
    shown = [secrecy.event_shown(state, ruled, state, Person(name, "player")) for name in ("ann", "bob")]
    assert shown[0] is not None  # the complainant is told, and nobody else at the table
    assert (shown[0]["ruling"], shown[0]["told"], shown[1]) == ("it stands", ruled.told, None)
    assert floor.refused(ReviewDispute(0, "it is paid")).code == "nobody-has-power"  # it is final


@clause("canberra-2006", "16.4")
@clause("canberra-2003", "16.6")
@canberra_by("16.4", "16.6")
def test_in_canberra_the_house_rules_on_disputes_and_the_commissions_review_is_entered(book: str, by: str) -> None:
    floor = Table(book).seat("ann", 1)
    ruling, top = RuleOnDispute("ann", "a payment of 15", "it stands"), load(book).roles[-1]
    assert floor.refused(ruling, "casino-supervisor").clause == by
    floor.do(ruling, Person("olga", top))
    assert floor.state.disputes[0].ruling == "it stands"
    assert "Commission" in floor.last(DisputeRuled).told
    review = ReviewDispute(0, "the Commission: it is paid")
    assert floor.refused(review, "casino-supervisor").clause == by
    assert floor.refused(review, Person("olga", top)).code == "reviewed-by-another"
    floor.do(review, Person("otto", top))
    assert (floor.state.disputes[0].ruling, floor.state.disputes[0].reviewed) == (review.ruling, True)


@recorded("sydney-v15", "18.19")
@recorded("sydney-earlier", "19.14")
@recorded("melbourne-v26", "32.14")
@recorded("canberra-2006", "16.9")
@pytest.mark.parametrize("book", ["sydney-v15", "sydney-earlier", "melbourne-v26", "canberra-2006"])
def test_a_copy_of_the_rules_is_there_for_who_asks(book: str) -> None:
    floor = Table(book)
    assert floor.state.config.procedures.clauses["layout.rules_on_request"]
    assert view.table(floor.state, None).book == book
    assert view.table(floor.state, None).casino == load(book).title
