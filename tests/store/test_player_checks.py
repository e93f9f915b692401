"""The audit finds what no register of players would have let through, where somebody got it into a store."""

from __future__ import annotations

from typing import Any

import pytest
from support.carded import DESK, carded

from cutcard.floor import BlockingFloor
from cutcard.floor.decisions import Done
from cutcard.players import (
    BuyChipsAtCage,
    CardIssued,
    CashChipsAtCage,
    CheckIdentity,
    ChipsBoughtAtCage,
    ExclusionOrdered,
    IdentityChecked,
    LimitAsked,
    PlayBegan,
    PlayEnded,
    ReportDue,
    ReportMade,
    ReportSuspicion,
    SetLimit,
    TakeBreak,
    WithdrawCard,
    stream_of_player,
)
from cutcard.players import evolved as evolved_player
from cutcard.players.player_registry import PLAYERS
from cutcard.store import NewEvent, Store
from cutcard.store.audit import audit
from cutcard.table import (
    BringCards,
    BurnCard,
    CardInserted,
    CheckCards,
    Command,
    CutForAll,
    DeclineCut,
    OpenBetting,
    OpenTable,
    Person,
    PlaceCuttingCard,
    PlaceWager,
    RemoveCard,
    SellChips,
    Shuffle,
    Sign,
    Sit,
    TableEvent,
    TakeBackWager,
    act,
)
from cutcard.table.codec import dumps
from cutcard.table.evolve import evolved
from cutcard.table.standings import PlayCounted

BOSS, OPERATOR = Person("mia", "gaming-manager"), Person("ole", "casino-operator")
ANN = Person("ann", "player")
AT = 1_795_000_000_000  # in November 2026
TODAY = "2026-11-18"


class Casino:
    """Ann plays at T1 with her card; at T2, which asks for no cards, she has not been yet."""

    def __init__(self, store: Store) -> None:
        self.store = store
        self.floor = BlockingFloor(store)
        carded(self.floor, "ann", "bob", at_ms=AT)
        for table, book, by in (("T1", "sydney-v15", BOSS), ("T2", "canberra-2006", OPERATOR)):
            opening = OpenTable(table, book, "blackjack", 6, Sign(1000, 50_000), chips=10_000_000, layout_approved=True)
            self.do(table, opening, by)
        self.do("T1", Sit(1), ANN)
        self.do("T1", SellChips("ann", 100_000))
        self.betting("T1", BOSS)

    def betting(self, table: str, by: Person) -> None:
        for command in (BringCards(), CheckCards(), Shuffle()):
            self.do(table, command, by)
        self.do(table, DeclineCut(), ANN)
        for last in (CutForAll(80), PlaceCuttingCard(78), BurnCard(), OpenBetting()):
            self.do(table, last, by)

    def do(self, table: str, command: Command, by: Person = BOSS) -> None:
        answer = self.floor.act(table, command, by, AT)
        assert isinstance(answer, Done), (command, answer)

    def player(self, command: Command, by: Person = DESK) -> None:
        answer = self.floor.act_on_player("ann", command, by, AT)
        assert isinstance(answer, Done), (command, answer)

    def unasked(self, table: str, command: Command, by: Person = ANN) -> None:
        """Do as a program would that asks no register."""
        live = self.floor.stream(f"table:{table}")
        acted = act(live.state, command, by, AT)
        assert not hasattr(acted, "code"), acted
        new = [NewEvent(dumps(e), lines, e) for e, lines in zip(acted.events, acted.postings, strict=True)]
        self.store.append(live.stream, live.version, new, at_ms=acted.state.now)

    def forge(self, table: str, event: TableEvent) -> None:
        """Append an event that nobody decided."""
        live = self.floor.stream(f"table:{table}")
        _, lines = evolved(live.state, event)
        self.store.append(live.stream, live.version, [NewEvent(dumps(event), lines, event)], at_ms=AT)

    def forge_player(self, event: Any, name: str = "ann") -> None:
        live = self.floor.stream(stream_of_player(name))
        _, lines = evolved_player(live.state, event)
        new = [NewEvent(dumps(event, registry=PLAYERS), lines, event)]
        self.store.append(live.stream, live.version, new, at_ms=AT)

    @property
    def fault(self) -> str:
        return str(audit(self.store, processes=1).fault or "")


@pytest.fixture
def casino(store: Store) -> Casino:
    return Casino(store)


def test_honest_play_holds(casino: Casino) -> None:
    casino.player(SetLimit("loss", "week", 10_000), ANN)
    casino.player(SetLimit("deposit", "month", 200_000), ANN)
    for _ in range(2):
        casino.do("T1", PlaceWager(1, 10_000), ANN)
        casino.do("T1", TakeBackWager(1), ANN)
    casino.do("T1", SellChips("ann", 100_000))
    casino.do("T1", RemoveCard(), ANN)
    assert casino.fault == ""


@pytest.mark.parametrize("period", ["day", "week", "month"])
def test_a_wager_beyond_a_limit(casino: Casino, period: Any) -> None:
    casino.player(SetLimit("loss", period, 5000), ANN)
    casino.do("T1", PlaceWager(1, 3000), ANN)
    casino.unasked("T1", PlaceWager(1, 2000))
    assert casino.fault == ""  # as much as the limit
    casino.unasked("T1", PlaceWager(1, 1000))
    assert f"takes the loss of ann by {period} to 6000 cents, over 5000" in casino.fault


def test_chips_bought_beyond_a_limit(casino: Casino) -> None:
    casino.player(SetLimit("deposit", "day", 100_000), ANN)
    casino.unasked("T1", SellChips("ann", 1000), BOSS)
    assert "takes the deposit of ann by day to 101000 cents, over 100000" in casino.fault


def test_a_wager_of_somebody_who_is_excluded(casino: Casino) -> None:
    """Written by a program that told no table of the exclusion either."""
    casino.forge_player(ExclusionOrdered(1, "voluntary", None, "ann", ""))
    casino.unasked("T1", PlaceWager(1, 1000))
    assert "lets ann play, who may not: player-excluded" in casino.fault


def test_a_wager_during_a_break(casino: Casino) -> None:
    casino.player(TakeBreak(60), ANN)
    casino.unasked("T1", PlaceWager(1, 1000))
    assert "lets ann play, who may not: player-on-break" in casino.fault


def test_a_wager_with_a_card_that_was_withdrawn(casino: Casino) -> None:
    casino.player(WithdrawCard("not hers"))
    casino.unasked("T1", PlaceWager(1, 1000))
    assert "lets ann play without their card" in casino.fault


def test_play_that_counts_to_no_day(casino: Casino) -> None:
    """Where the document asks for no card, somebody whom the register knows is counted all the same."""
    casino.unasked("T2", Sit(1))
    casino.unasked("T2", SellChips("ann", 100_000), OPERATOR)
    assert "counts the play of ann to no day" in casino.fault


def test_play_without_a_card_where_the_document_asks_for_none(casino: Casino) -> None:
    casino.unasked("T2", Sit(1))
    casino.forge("T2", PlayCounted("ann", TODAY))
    casino.unasked("T2", SellChips("ann", 100_000), OPERATOR)
    assert "lets ann play without their card" in casino.fault


def test_play_that_counts_to_another_day(casino: Casino) -> None:
    casino.forge("T1", PlayCounted("ann", "2026-12-01"))
    assert f"counts the play of ann to 2026-12-01, and it is {TODAY}" in casino.fault


def test_a_card_that_only_the_table_knows_of(casino: Casino) -> None:
    casino.unasked("T1", RemoveCard())
    assert "CardRemoved of ann at T1 is not in their own stream" in casino.fault


def test_a_card_that_only_the_player_knows_of(casino: Casino) -> None:
    casino.forge_player(PlayEnded("T1"))
    assert "says that a card of ann was put in or taken out at T1, and the table does not" in casino.fault


def test_play_at_a_table_where_nobody_saw_the_card(casino: Casino) -> None:
    casino.forge_player(PlayBegan("T2", "1234"))
    assert "says that a card of ann was put in or taken out at T2" in casino.fault


def test_a_card_that_is_somebody_elses(casino: Casino) -> None:
    other = casino.floor.stream(stream_of_player("bob")).state.valid_card
    casino.do("T1", RemoveCard(), ANN)
    casino.forge("T1", CardInserted("ann", other))
    assert "takes a card of ann that is not their valid one" in casino.fault


def test_a_second_card(casino: Casino) -> None:
    casino.forge_player(CardIssued("0" * 16, "mia"))
    assert "issues a second card to ann, who has one" in casino.fault


def test_two_cards_of_one_number(casino: Casino) -> None:
    other = casino.floor.stream(stream_of_player("bob")).state.valid_card
    casino.player(WithdrawCard("worn out"))
    casino.forge_player(CardIssued(other, "mia"))
    assert "with the number of one that bob has had" in casino.fault


def test_two_cards_against_one_document(casino: Casino) -> None:
    other = casino.floor.stream(stream_of_player("bob")).state.card.document
    casino.player(WithdrawCard("worn out"))
    casino.forge_player(CardIssued("0" * 16, "mia", other))
    assert "issues a card to ann against a document that already has a valid card" in casino.fault


def test_a_card_put_against_the_document_of_another(casino: Casino) -> None:
    other = casino.floor.stream(stream_of_player("bob")).state.card.document
    casino.forge_player(IdentityChecked("passport", "a row", "mia", other))
    assert "ties the card of ann to a document that already has a valid card" in casino.fault


def test_a_card_of_somebody_of_whom_nobody_has_seen_who_they_are(casino: Casino) -> None:
    casino.player(WithdrawCard("worn out"))
    casino.forge_player(CardIssued("0" * 16, "mia", ""))
    assert "issues a card to ann, whose identity is not recorded" in casino.fault


def test_cash_beyond_what_the_law_takes_in_a_day(casino: Casino) -> None:
    casino.player(CheckIdentity("passport"))
    casino.unasked("T1", SellChips("ann", 400_000), BOSS)
    assert casino.fault == ""  # as much as the law takes
    casino.unasked("T1", SellChips("ann", 1000), BOSS)
    assert f"takes cash of ann to 501000 cents on {TODAY}, over 500000" in casino.fault


def test_much_cash_of_somebody_whom_nobody_has_seen(casino: Casino) -> None:
    casino.unasked("T1", SellChips("ann", 399_900), BOSS)
    assert casino.fault == ""
    casino.unasked("T1", SellChips("ann", 100), BOSS)
    assert (
        f"takes cash of ann to 500000 cents on {TODAY}, over 499999, and nobody has seen who they are" in casino.fault
    )


def test_cash_at_the_cage_without_the_report_that_is_due(casino: Casino) -> None:
    """The same payment with its report holds, and so does one report for all of a day."""
    casino.player(CheckIdentity("passport"))
    casino.player(BuyChipsAtCage(3_000_000, "transfer"))
    casino.player(CashChipsAtCage(999_900, "cash"))
    assert casino.fault == ""
    casino.player(CashChipsAtCage(100, "cash"))
    casino.player(CashChipsAtCage(100, "cash"))
    assert casino.fault == ""
    assert casino.floor.stream(stream_of_player("ann")).state.reports[0].amount == 1_000_000
    casino.forge_player(ChipsBoughtAtCage(1_000_000, "cash", "aud", "2023-01-02"))  # before there was a limit on cash
    assert "counts $10,000 in cash, and no report of it (threshold-transaction) is listed as due" in casino.fault


def test_a_report_of_cash_that_nobody_has_paid(casino: Casino) -> None:
    casino.forge_player(ReportDue(1, "threshold-transaction", "AUSTRAC", AT, 1_000_000, "aud", TODAY, "in"))
    assert "says that a report of $10,000 in cash is due, and no such cash is counted" in casino.fault


def test_a_report_that_is_given_more_time_than_it_has(casino: Casino) -> None:
    casino.player(ReportSuspicion("suspicion", "notes of one series"))
    assert casino.fault == ""
    late = AT + 365 * 24 * 3_600_000
    casino.forge_player(ReportDue(2, "suspicious-matter", "AUSTRAC", late, reason="the same"))
    assert f"gives report 2 time until {late}, which by law it has until" in casino.fault


def test_a_report_that_the_law_does_not_know(casino: Casino) -> None:
    casino.forge_player(ReportDue(1, "gossip", "AUSTRAC", AT))
    assert "says that a report 'gossip' is due, which New South Wales does not know" in casino.fault


def test_a_report_that_is_made_and_was_not_due(casino: Casino) -> None:
    casino.forge_player(ReportMade(7, "R-7", "mia"))
    assert "says that report 7 is made, which is not due" in casino.fault


def test_a_limit_that_is_raised_at_once(casino: Casino) -> None:
    casino.player(SetLimit("loss", "day", 5000), ANN)
    casino.forge_player(LimitAsked("loss", "day", 500_000, AT))
    assert f"has a limit take effect at {AT}, which by law it does at" in casino.fault
